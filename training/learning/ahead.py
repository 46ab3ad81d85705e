"""Compiling ahead: what a run needs of a game's rules and bots, before its clock starts."""

from collections.abc import Iterable

import numpy as np

from ...agents import make
from ...agents.registration import is_available
from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.loops import calls_for_nothing

_LOOPS = ("deal_many", "step_many", "observe_many", "legal_many", "results_many", "check_many")


def compile_ahead(games: GameBatch, specs: Iterable[str]) -> None:
    """Compile the rules, and all that these agents need to decide, where that is still to be done.

    Args:
        games: a game just dealt, in which each of the agents decides once; it is not changed.
    """
    calls = calls_for_nothing(games.game)
    for loop in _LOOPS:
        calls[loop]()
    for spec in dict.fromkeys(specs):
        if is_available(spec, games.game):
            make(spec, games.game).act(games, np.arange(1))
