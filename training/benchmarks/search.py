"""Measures search speed: simulated decisions per second, next to OpenSpiel's C++ search in the same run."""

import importlib
import itertools
import random
from typing import Any

import numpy as np

from ...agents import make, names
from ...agents.search import SearchAgent
from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from .games import best_rate

POSITIONS = 16  # decisions to search, from games of random play
POLICIES = ("random", "brisk", "greedy")
OPENSPIEL_GAMES = ("hearts", "oh_hell", "euchre")
_SIMULATIONS = 1000
_PLAYOUTS = 200


def search_speeds(game: Game, num_players: int, seconds: float) -> dict[str, float]:
    """Simulated decisions/s on one thread, with random playouts and with bots' playouts.

    A simulated decision is one seat's decision in a playout or in the tree; time includes dealing and
    copying. Each figure is the best of three.
    """
    speeds = {
        "tree, random": search_speed(game, num_players, seconds, "search:algorithm=tree,playouts=random")
    }
    for bot in (bot for bot in POLICIES if bot in names(game)):
        speeds[f"paired, {bot}"] = search_speed(game, num_players, seconds, f"search:playouts={bot}")
    return speeds


def search_speed(game: Game, num_players: int, seconds: float, spec: str) -> float:
    """Simulated decisions/s on one thread of one search."""
    games, agent = halfway(game, num_players), make(f"{spec},threads=1", game)
    assert isinstance(agent, SearchAgent)
    agent.act(games, games.running(np.arange(1)))
    rows = itertools.cycle(range(POSITIONS))

    def search() -> int:
        before = agent.simulated
        agent.act(games, games.running(np.array([next(rows)])))
        return agent.simulated - before

    return best_rate(search, seconds)


def halfway(game: Game, num_players: int) -> GameBatch:
    """Games of random play, stopped after different numbers of moves."""
    games, stream = GameBatch(game, POSITIONS, num_players, seed=1), np.random.default_rng(1)
    for step in range(POSITIONS * 5):
        rows = np.flatnonzero(~games.over & (np.arange(POSITIONS) * 5 > step))
        masks = games.masks(rows=rows)
        games.step((stream.random(masks.shape) * masks).argmax(axis=1), rows=rows)
    return games


def openspiel_speeds(seconds: float) -> dict[str, float] | None:
    """Simulated decisions/s of OpenSpiel's ISMCTSBot with random playouts; None if it is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    return {name: _openspiel_speed(pyspiel, name, seconds) for name in OPENSPIEL_GAMES}


def _openspiel_speed(pyspiel: Any, name: str, seconds: float) -> float:
    stream = random.Random(1)
    state = pyspiel.load_game(name).new_initial_state()
    _settle(state, stream)
    while len(state.legal_actions()) == 1:  # then it does not search
        state.apply_action(state.legal_actions()[0])
        _settle(state, stream)
    decisions = sum(_playout(state.clone(), stream) for _ in range(_PLAYOUTS)) / _PLAYOUTS
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, _SIMULATIONS)

    def search() -> int:
        bot.step(state)
        return _SIMULATIONS

    return decisions * best_rate(search, seconds)


def _settle(state: Any, stream: random.Random) -> None:
    """Play chance moves until a player is on turn."""
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(stream.choices(actions, weights)[0])


def _playout(state: Any, stream: random.Random) -> int:
    decisions = 0
    while not state.is_terminal():
        state.apply_action(stream.choice(state.legal_actions()))
        _settle(state, stream)
        decisions += 1
    return decisions
