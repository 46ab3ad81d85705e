"""Both measurements of an agent's values: calibration and ceiling."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Group, RenderableType

from ....agents import Agent
from ....envs.core.api.arguments import positive
from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError
from ..arena import Progress
from ..display import TabularResult
from .calibrations import DECISIONS, GAMES, Calibration, calibration_of
from .ceilings import POSITIONS, REPEATS, Ceiling, ceiling_of
from .playing import Cast, Count


@dataclass
class Values(TabularResult):
    """The quality of an agent's values.

    Attributes:
        calibration: predictions and outcomes for each seat.
        ceiling: how predictable payoffs are for the seat on turn, and how much of that values predict.
    """

    calibration: Calibration
    ceiling: Ceiling

    def rows(self) -> list[dict[str, Any]]:
        """The figures of each seat, then of each reward of the seat on turn; nan for missing figures."""
        seats = [{"seat": row["seat"], "reward": "win", **row} for row in self.calibration.rows()]
        rewards = [{"seat": 0, **row} for row in self.ceiling.rows()]
        empty = dict.fromkeys([*seats[0], *rewards[0]], math.nan)
        return [empty | row for row in (*seats, *rewards)]

    def table(self) -> RenderableType:
        """Both tables."""
        return Group(self.calibration.table(), self.ceiling.table())

    def as_json(self) -> dict[str, Any]:
        """Settings and figures of both as plain values, None where there is no figure."""
        return {**self.calibration.as_json(), **self.ceiling.as_json()}


def values(
    agent: str | Agent,
    game: Game | str,
    *,
    games: int = GAMES,
    decisions: int = DECISIONS,
    positions: int = POSITIONS,
    repeats: int = REPEATS,
    among: str | Agent | None = None,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    threads: int = 1,
    on_progress: Progress | None = None,
) -> Values:
    """Compare an agent's values with outcomes, and with how predictable these are.

    The first is a `Calibration`. For the second, a `Ceiling`, everything that the seat on turn cannot know is
    redealt several times, and each game is played on.

    Args:
        agent: predicts: a policy by name ("policy", the folder of a run), or an agent with
            `policy_and_values(observations, masks)`, whose second result is (R, P): expected win share minus
            1 / P, the seat on turn first.
        game: the game to play.
        games, decisions: for the calibration: the number of games, and of decisions in each.
        positions, repeats: for the ceiling: the number of positions, and how often each is played on.
        among: the agent that plays all seats; None for `agent`, which, if a policy, samples its actions.
        num_players: None for the game's smallest number.
        seed: for the deals, the agents made from names, and the draws.
        options, box, threads: as for `GameBatch`.
        on_progress: called with the number of finished games and their total.

    Raises:
        HustingsError: before anything is played, for an agent without values or unsuitable arguments; later,
            for an agent that raises or acts illegally, and for values that are not finite.
    """
    played, each = positive("games", games), positive("decisions", decisions)
    number, again = positive("positions", positions), positive("repeats", repeats)
    if again < 2:
        raise HustingsError("repeats: 1 does not show how payoffs vary; take 2 or more")
    cast = Cast(agent, game, among, num_players, seed, options, box, threads)
    count = Count(played + number * (1 + again), on_progress)
    return Values(calibration_of(cast, played, each, count), ceiling_of(cast, number, again, count))
