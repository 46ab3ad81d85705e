"""Compiles what a run needs of a game's rules and bots, before the run's clock starts."""

from collections.abc import Iterable

import numpy as np

from ...agents import make
from ...agents.policy import plays
from ...agents.registration import is_available
from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.loops import compiling_calls

_LOOPS = ("deal_many", "step_many", "observe_many", "legal_many", "results_many", "check_many")


def compile_ahead(games: GameBatch, specs: Iterable[str]) -> None:
    """Compile the rules, and whatever these agents need to decide, unless that has been done before.

    Args:
        games: a game just dealt, in which each agent decides once; it is not stepped.
        specs: names of agents, as for `hustings.agents.make`; those that do not play at this table, policies
            for another one, have nothing to compile.
    """
    calls = compiling_calls(games.game)
    for loop in _LOOPS:
        calls[loop]()
    for spec in dict.fromkeys(specs):
        agent = make(spec, games.game) if is_available(spec, games.game) else None
        if agent is not None and plays(agent, games.num_players):
            agent.act(games, np.arange(1))
