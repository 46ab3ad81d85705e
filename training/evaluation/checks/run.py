"""Runs the checks of an agent at one or several tables of a game."""

import contextlib
import copy
import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ....agents import Agent
from ....agents.policy import check_seats
from ....envs.core.api.arguments import check_seed
from ....envs.core.api.batch import GameBatch
from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError, error_line
from ..arena import Progress, name_of, resolve_agent
from ..tournaments import resolve_game
from .report import AgentCheck
from .trial import close, try_at

SECONDS = 60.0


def check_agent(
    agent: str | Agent,
    game: Game | str,
    *,
    players: Sequence[int] | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    seconds: float = SECONDS,
    on_progress: Progress | None = None,
) -> AgentCheck:
    """Check an agent before it plays for real.

    At each table it plays one game in all seats, then eight games side by side, in one seat of each, against
    `greedy` and random play. There its decisions are compared with those of twins: agents with the same seed
    that are asked at the same time. One sees the same games; one sees them with everything hidden from the
    seat redealt; one is asked about one game at a time.

    Args:
        agent: a name as for `hustings.agents.make`, or an agent that `copy.deepcopy` copies.
        game: the game that it plays.
        players: the numbers of players; None for the smallest and largest that the agent plays with.
        seed: for the deals and for an agent made from its name.
        options, box: as for `GameBatch`.
        seconds: about how long the checks may take.
        on_progress: called with the number of finished tables and their total.

    Raises:
        HustingsError: for an unsuitable agent or arguments.
    """
    described, key = resolve_game(game), check_seed(seed)
    if not isinstance(seconds, int | float | np.number) or not 0 < seconds < np.inf:
        raise HustingsError(f"seconds: {seconds!r:.60} is not a number above 0")
    fresh = _maker(agent, described, key)
    made = fresh()
    tables = _tables(made, described, players)
    templates = [GameBatch(described, 1, table, seed=key, box=box, options=options) for table in tables]
    for template in templates:
        check_seats([made], template)
    with contextlib.suppress(Exception, SystemExit):  # the trials report it
        close(made)
    trials = []
    for template in templates:
        trials.append(try_at(fresh, template, seconds / len(templates)))
        if on_progress:
            on_progress(len(trials), len(templates))
    return AgentCheck(name_of(agent), described, key, trials)


def _maker(agent: str | Agent, game: Game, seed: int) -> Callable[[], Agent]:
    if isinstance(agent, str):
        return functools.partial(resolve_agent, agent, game, seed)
    resolve_agent(agent, game)
    try:
        first = copy.deepcopy(agent)
    except Exception as error:  # whatever a user's agent raises
        raise HustingsError(
            f"agent {agent.name}: cannot be copied ({error_line(error)}); give its name"
        ) from error
    return functools.partial(copy.deepcopy, first)


def _tables(agent: Agent, game: Game, players: Sequence[int] | None) -> list[int]:
    if players is None:
        plays = getattr(agent, "plays", None)
        fitting = [table for table in game.player_counts if not callable(plays) or plays(table)]
        return sorted({fitting[0], fitting[-1]}) if fitting else [game.player_counts[0]]
    if isinstance(players, str | bytes) or not isinstance(players, Sequence) or not len(players):
        raise HustingsError(f"players: {players!r:.60} is not a list of numbers of players, such as [3, 6]")
    if None in players:
        raise HustingsError(
            "players: None is not a number of players; leave players out for the default tables"
        )
    return [game.check_players(table) for table in players]
