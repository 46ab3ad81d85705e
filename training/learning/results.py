"""How a training run ended, and how a policy does against a bot."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.table import Table
from rich.text import Text

from ...agents import Agent
from ...envs.core.engine.game import Game
from ..evaluation.display import TabularResult, format_percent, interval_fields, new_table
from ..evaluation.statistics import CONFIDENCE, Estimate, cluster_means, win_shares
from ..evaluation.tournaments import tournament


@dataclass(frozen=True)
class TrainResult(TabularResult):
    """How a run ended.

    Attributes:
        policy: the folder of the best policy by evaluation (the win share against the last of the bots of
            `evaluate_against`; the later one of equals). Not there if stopped during the warm start.
        steps, rollouts, seconds: of the whole run, earlier parts of it included.
        stopped: it was interrupted before its limit; resume to go on.
        win_shares: of the saved policy, one seat against one bot in all the others, with 95 % intervals over
            deals that no earlier evaluation used; by the bot, or "3 x BOT" where there were several tables.
        num_players: seats in these games; None where tables of any size were played.
    """

    policy: Path
    steps: int
    rollouts: int
    seconds: float
    stopped: bool
    win_shares: dict[str, Estimate]
    num_players: int | None

    def rows(self) -> list[dict[str, Any]]:
        """A row for each bot: how the saved policy does against it in all the other seats."""
        return [
            {"against": match.bot, "seats": match.players - 1, **interval_fields("win_share", share)}
            for match, share in self._played()
        ]

    def table(self) -> Table:
        """How long it took, and how the saved policy does against each bot."""
        fair = f"{100 / self.num_players:.1f} %" if self.num_players else "1 / players"
        table = new_table(
            f"{self.steps:,} decisions of the learner in {self.seconds / 60:.1f} minutes; see {self.policy}",
            "win share %",
            first="one seat against",
            caption=f"In parentheses: {CONFIDENCE:.0%} intervals over deals. A fair win share is {fair}.",
        )
        for match, share in self._played():
            table.add_row(Text(match.words), format_percent(share))
        return table

    def _played(self) -> list[tuple["Match", Estimate]]:
        return [(Match.named(name, self.num_players), share) for name, share in self.win_shares.items()]


class Match(NamedTuple):
    """A policy in one seat, a bot in all the others.

    Attributes:
        bot, players: the bot, and how many play.
    """

    bot: str
    players: int

    @property
    def words(self) -> str:
        """As the results call it, "3 x BOT"."""
        return f"{self.players - 1} x {self.bot}"

    @classmethod
    def named(cls, name: str, num_players: int | None) -> "Match":
        """The match of a run's win share: a bot's name, or where tables of any size were played its words."""
        if num_players is not None:
            return cls(name, num_players)
        others, _, bot = name.partition(" x ")
        return cls(bot, int(others) + 1)


def win_share(game: Game, policy: Agent, bot: str, games: int, seed: int, **table: Any) -> Estimate:
    """One policy against one bot in all the other seats: its win share.

    Every deal is played with the policy in each of the seats; the 95 % interval is a bootstrap over deals.

    Args:
        table: num_players, options and box.
    """
    players = game.check_players(table.get("num_players"))
    played = tournament(game, [policy, *[bot] * (players - 1)], games, seed=seed, batch=games, **table)
    if played.stopped:
        raise KeyboardInterrupt
    mine = (played.seatings == 0).reshape(1, -1)
    shares = win_shares(played.ranks).reshape(1, -1)
    return cluster_means(shares, mine, np.repeat(played.deals, players), seed, [(0, 1)])[0][0]
