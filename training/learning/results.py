"""The results of a training run, and of a policy against a bot."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from rich.table import Table
from rich.text import Text

from ...agents import Agent
from ...envs.core.engine.game import Game
from ...envs.core.text.words import count
from ..evaluation.arena import Progress
from ..evaluation.display import TabularResult, format_percent, interval_fields, new_table
from ..evaluation.statistics import CONFIDENCE, Estimate
from ..evaluation.tournaments import tournament


@dataclass(frozen=True)
class TrainResult(TabularResult):
    """The result of a run.

    Attributes:
        policy: the folder of the policy chosen by the setting `keep`; it does not exist if the run stopped
            before a first evaluation.
        steps, rollouts, seconds: totals of the whole run, including the time before it was resumed, without
            the final measurement.
        minutes: the limit in the settings; None for no limit.
        stopped: whether it was interrupted before its limit; resume it to continue.
        win_shares: of the saved policy in one seat against a bot in all the others, with 95 % intervals over
            deals that no earlier evaluation used; by BOT, or "3 x BOT" for several numbers of players.
        num_players: the number of players in these games; None for several.
        kept: which policy was saved, if it is not the last.
    """

    policy: Path
    steps: int
    rollouts: int
    seconds: float
    minutes: float | None
    stopped: bool
    win_shares: dict[str, Estimate]
    num_players: int | None
    kept: str = ""

    def rows(self) -> list[dict[str, Any]]:
        """A row for each bot: the saved policy's win share against it in all other seats."""
        return [
            {"against": match.bot, "seats": match.players - 1, **interval_fields("win_share", share)}
            for match, share in self._played()
        ]

    def table(self) -> Table:
        """The duration of the run, and the saved policy's win share against each bot."""
        fair = f"{100 / self.num_players:.1f} %" if self.num_players else "1 / players"
        table = new_table(
            self.title,
            "win share %",
            first="one seat against",
            caption=f"In parentheses: {CONFIDENCE:.0%} intervals over deals. A fair win share is {fair}."
            + (f" This is {self.kept}; keep=last keeps the last." if self.kept else ""),
        )
        for match, share in self._played():
            table.add_row(Text(match.words), format_percent(share))
        return table

    @property
    def title(self) -> str:
        """The duration of the run, and where its policy is."""
        of = f" of {self.minutes:g}" if self.minutes is not None else ""
        kept = f", {self.kept}" if self.kept and not self.win_shares else ""
        where = f"see {self.policy}{kept}" if self.policy.exists() else "no policy yet"
        decisions = count(self.steps, "decision")
        return f"{decisions} of the learner in {self.seconds / 60:.1f}{of} minutes; {where}"

    def _played(self) -> list[tuple["BotMatch", Estimate]]:
        return [(BotMatch.named(name, self.num_players), share) for name, share in self.win_shares.items()]


@dataclass(frozen=True)
class Evaluation:
    """An evaluation during a run.

    Attributes:
        steps: decisions of the learner so far.
        minutes: the time so far.
        win_shares: as in `TrainResult`, but on the deals of all the run's evaluations.
    """

    steps: int
    minutes: float
    win_shares: dict[str, Estimate]


class BotMatch(NamedTuple):
    """A policy in one seat, a bot in all the others.

    Attributes:
        bot: the name of the bot.
        players: the number of players, including the policy.
    """

    bot: str
    players: int

    @property
    def words(self) -> str:
        """Its name in results: "3 x BOT"."""
        return f"{self.players - 1} x {self.bot}"

    @classmethod
    def named(cls, name: str, num_players: int | None) -> "BotMatch":
        """The match behind the name of a win share: a bot's name or, if `num_players` is None, `words`."""
        if num_players is not None:
            return cls(name, num_players)
        others, _, bot = name.partition(" x ")
        return cls(bot, int(others) + 1)


def win_share(
    game: Game,
    policy: Agent,
    bot: str,
    games: int,
    seed: int,
    on_progress: Progress | None = None,
    **table: Any,
) -> Estimate:
    """The win share of a policy against one bot in all the other seats.

    Every deal is played with the policy in each of the seats; the 95 % interval is over deals.

    Args:
        game, policy, bot, games, seed: the match.
        on_progress: called with the number of finished games and their total.
        table: num_players, options and box.
    """
    players = game.check_players(table.get("num_players"))
    lineup: list[str | Agent] = [policy, *[bot] * (players - 1)]
    played = tournament(game, lineup, games, seed=seed, batch=games, on_progress=on_progress, **table)
    if played.stopped:
        raise KeyboardInterrupt
    return played.shares[0]
