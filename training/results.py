"""How a training run ended, and how a policy does against a bot."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table
from rich.text import Text

from ..agents import Agent
from ..envs.core.game import Game
from .shown import Shown, columns, percent, sheet, spread
from .statistics import CONFIDENCE, Estimate, cluster_means, win_shares
from .tournaments import tournament


@dataclass(frozen=True)
class TrainResult(Shown):
    """How a run ended.

    Attributes:
        policy: the folder of the best policy by evaluation (the win share against the last of the bots of
            `evaluate_against`; the later one of equals). Not there if stopped during the warm start.
        steps, rollouts, seconds: of the whole run, earlier parts of it included.
        stopped: it was interrupted before its limit; resume to go on.
        win_shares: of the saved policy, one seat against one bot in all the others, with 95 % intervals over
            deals that no earlier evaluation used; fair is 1 / num_players.
        num_players: seats in these games.
    """

    policy: Path
    steps: int
    rollouts: int
    seconds: float
    stopped: bool
    win_shares: dict[str, Estimate]
    num_players: int

    def rows(self) -> list[dict[str, Any]]:
        """A row for each bot: how the saved policy does against it in all the other seats."""
        return [
            {"against": bot, "seats": self.num_players - 1, **spread("win_share", share)}
            for bot, share in self.win_shares.items()
        ]

    def table(self) -> Table:
        """How long it took, and how the saved policy does against each bot."""
        minutes, fair = self.seconds / 60, 100 / self.num_players
        table = sheet(
            f"{self.steps:,} decisions of the learner in {minutes:.1f} minutes; see {self.policy}",
            f"In parentheses: {CONFIDENCE:.0%} intervals over deals. A fair win share is {fair:.1f} %.",
        )
        columns(table, "win share %", heading="one seat against")
        for bot, share in self.win_shares.items():
            table.add_row(Text(f"{self.num_players - 1} x {bot}"), percent(share))
        return table


def win_share(
    game: Game, policy: Agent, bot: str, games: int, seed: int, **table: Any
) -> tuple[Estimate, int]:
    """One policy against one bot in all the other seats: its win share, and the number of players.

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
    return cluster_means(shares, mine, np.repeat(played.deals, players), seed, [(0, 1)])[0][0], players
