"""The contenders: each peer as in its own documentation or benchmark, and hustings in the same way.

A peer's library is imported where it is set up, so that a missing one does not affect the others.
"""

import atexit
import itertools
import random
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from hustings.envs import GameBatch
from hustings.envs.core.api.factories import makers_of
from hustings.envs.core.engine.game import Game

from .measure import Contender, best

STREAM = random.Random(1)
PLAYERS = 4
MOVES = 100  # of one game in Python between two readings of the clock
SIZES = (64, 4096)  # games in a batch; the faster one counts


# --- One environment: PettingZoo -------------------------------------------------------------------


def in_benchmarks_loop(env: Any) -> int:
    """The loop of `pettingzoo.test.performance_benchmark`."""
    for agent in env.agent_iter(MOVES):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            action = None
        elif isinstance(observation, dict) and "action_mask" in observation:
            action = STREAM.choice(np.flatnonzero(observation["action_mask"]).tolist())
        else:
            action = env.action_space(agent).sample()
        env.step(action)
        if all(env.terminations.values()) or all(env.truncations.values()):
            env.reset()
    return MOVES


def in_documented_loop(env: Any) -> int:
    """The loop of PettingZoo's page on the AEC API, a whole game; steps after an agent's end do not count."""
    env.reset()
    steps = 0
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
            steps += 1
        env.step(action)
    return steps


def pettingzoo_environment(name: str, loop: Callable[[Any], int]) -> Contender:
    """A classic environment with the wrappers of its `env()`."""
    import pettingzoo

    env = pettingzoo.make("aec", f"classic/{name.replace('_v', '-v')}")
    env.reset(seed=1)
    return Contender(lambda: loop(env))


def our_environment(game: Game, loop: Callable[[Any], int]) -> Contender:
    """`env()`, wrappers included."""
    env = makers_of(game).env(PLAYERS)
    env.reset(seed=1)
    return Contender(lambda: loop(env))


# --- One game, driven from Python: OpenSpiel, Catanatron -------------------------------------------


def openspiel_state(name: str, observed: bool) -> Contender:
    """The loop of OpenSpiel's benchmark_games.py; `observed`: with the player's tensor at each decision.

    As there, a move of chance is a step, drawn uniformly. An observer writes the tensor in place, which is
    many times as fast as `observation_tensor()`.
    """
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(name)
    kind = pyspiel.IIGObservationType(perfect_recall=not game.get_type().provides_observation_tensor)
    observer = make_observation(game, kind)

    def play() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            if observed and not state.is_chance_node():
                observer.set_from(state, state.current_player())
            state.apply_action(STREAM.choice(state.legal_actions(state.current_player())))
        return len(state.history())

    return Contender(play)


def catanatron() -> Contender:
    """Games of four of its random players; forced moves are steps."""
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        table = Game([RandomPlayer(color) for color in Color])
        table.play()
        return len(table.state.actions)

    return Contender(play)


def our_single_game(game: Game, observed: bool) -> Contender:
    """A `State`, in the loop of OpenSpiel's."""
    view = np.zeros(game.observation(PLAYERS).size, np.float32)
    seeds, deal = itertools.count(), makers_of(game).state

    def play() -> int:
        state, steps = deal(PLAYERS, next(seeds)), 0
        while not state.is_terminal():
            if observed:
                state.observation_tensor(state.current_player(), into=view)
            state.apply_action(STREAM.choice(state.legal_actions()))
            steps += 1
        return steps

    return Contender(play)


# --- Whole games in compiled code: OpenSpiel -------------------------------------------------------


def openspiel_whole_games(name: str) -> Contender:
    """`evaluate_bots`, OpenSpiel's loop in C++, with its uniformly random bots."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, 1) for player in range(game.num_players())]

    def play() -> list[Any]:
        states = [game.new_initial_state() for _ in range(20)]
        for state in states:
            pyspiel.evaluate_bots(state, bots, STREAM.getrandbits(31))
        return states

    return Contender(play, lambda states: sum(len(state.history()) for state in states))


def our_whole_games(game: Game) -> Contender:
    """Compiled random play of a batch on one thread; games that end are dealt anew."""
    games = GameBatch(game, 1024, PLAYERS, seed=1)
    return Contender(lambda: games.playouts(20)[0])


# --- A batch of games: PGX -------------------------------------------------------------------------


def at_best(batch: Callable[[Any, int], Contender], of: Any) -> Contender:
    """A batch of the size that is faster."""
    return best([batch(of, size) for size in SIZES], 0.2)


def pgx_batch(name: str, size: int) -> Contender:
    """Steps with auto-reset, vmapped, in one compiled loop: observations and masks are part of its states."""
    import jax
    import pgx
    from pgx.experimental import act_randomly, auto_reset

    jax.config.update("jax_platforms", "cpu")
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))
    steps = SIZES[-1] // size

    def once(_: Any, carried: Any) -> Any:
        state, key = carried
        key, choice, chance = jax.random.split(key, 3)
        action = act_randomly(choice, state.legal_action_mask)
        return step(state, action, jax.random.split(chance, size)), key

    begin = time.process_time()
    loop = jax.jit(lambda carried: jax.lax.fori_loop(0, steps, once, carried))
    first = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), size))
    carried = [jax.block_until_ready(loop((first, jax.random.PRNGKey(2))))]
    compiling = time.process_time() - begin

    def play() -> int:
        carried[0] = jax.block_until_ready(loop(carried[0]))
        return steps * size

    return Contender(play, note=f"{size:,} games at once; compiling took {compiling:.0f} s, not counted")


def our_batch(game: Game, size: int) -> Contender:
    """`observe`, `legal` and `step` from Python; games that end are dealt anew; choosing actions counts."""
    games, rng = GameBatch(game, size, PLAYERS, seed=1), np.random.default_rng(1)
    steps = SIZES[-1] // size

    def play() -> int:
        for _ in range(steps):
            games.observe()
            masks = games.legal
            games.step((rng.random(masks.shape, np.float32) * masks).argmax(axis=1))
            games.reset(where=games.over)
        return steps * size

    return Contender(play, note=f"{size:,} games at once")


# --- Learning: the tutorial of Stable-Baselines3 ---------------------------------------------------

_OPEN = ExitStack()  # runs under way, until the process ends
atexit.register(_OPEN.close)


def tutorial(name: str) -> Contender:
    """PettingZoo's tutorial for SB3: MaskablePPO with its defaults, a rollout and its update."""
    import pettingzoo

    return _tutorial(pettingzoo.make("aec", f"classic/{name.replace('_v', '-v')}"))


def tutorial_in_ours(game: Game) -> Contender:
    """The tutorial's learner in one of our environments."""
    return _tutorial(makers_of(game).env(PLAYERS))


def _tutorial(env: Any) -> Contender:
    """Without torch's checks of distributions, which would cost it time."""
    from hustings.training.benchmarks.training import TUTORIAL_STEPS, tutorial_learner
    from hustings.training.learning.process_state import own_streams

    _OPEN.enter_context(own_streams(1))
    model = tutorial_learner(env)
    model.learn(TUTORIAL_STEPS)

    def play() -> int:
        model.learn(TUTORIAL_STEPS, reset_num_timesteps=False)
        return TUTORIAL_STEPS

    return Contender(play)


def our_learner(game: Game, network: str | None = None) -> Contender:
    """`hustings train` by the game's recipe, or with one of `NETWORKS`: a rollout and its update."""
    from hustings.training.benchmarks.training import NETWORKS, learner

    run = _OPEN.enter_context(learner(game, PLAYERS, **(NETWORKS[network] if network else {})))

    def play() -> int:
        before = run.state.steps
        run.update()
        return run.state.steps - before

    return Contender(play)


# --- What is compared ---------------------------------------------------------------------


@dataclass(frozen=True)
class Group:
    """Hustings and peers at the same task, in one process on one core."""

    title: str
    ours: Callable[[Game], Contender]
    peers: dict[str, Callable[[], Contender]]
    repetitions: int = 7
    seconds: float = 0.3
    """Seconds for each of them in each repetition; 0 for one rollout and its update."""


CLASSIC = ("connect_four_v3", "leduc_holdem_v4", "chess_v6")
SPIEL = ("connect_four", "hearts", "chess")
PGX = ("connect_four", "backgammon", "sparrow_mahjong")
TUTORIAL: dict[str, Callable[[], Contender]] = {
    "PettingZoo's tutorial for SB3, `connect_four_v3`": partial(tutorial, "connect_four_v3")
}


def _each(library: str, make: Callable[..., Contender], names: Sequence[str], **how: Any) -> dict[str, Any]:
    return {f"{library} `{name}`": partial(make, name, **how) for name in names}


GROUPS = {
    "environment": Group(
        "`env()` in the loop of PettingZoo's `performance_benchmark`",
        partial(our_environment, loop=in_benchmarks_loop),
        _each("PettingZoo", pettingzoo_environment, CLASSIC, loop=in_benchmarks_loop),
    ),
    "documented": Group(
        "`env()` in the loop of PettingZoo's pages, with `action_space(agent).sample(mask)`",
        partial(our_environment, loop=in_documented_loop),
        _each("PettingZoo", pettingzoo_environment, CLASSIC[:1], loop=in_documented_loop),
    ),
    "python": Group(
        "one game, its moves chosen in Python, nothing observed",
        partial(our_single_game, observed=False),
        {**_each("OpenSpiel", openspiel_state, SPIEL, observed=False), "Catanatron": catanatron},
    ),
    "observed": Group(
        "one game, its moves chosen in Python, observed before each",
        partial(our_single_game, observed=True),
        _each("OpenSpiel", openspiel_state, SPIEL, observed=True),
    ),
    "compiled": Group(
        "whole games in compiled code, nothing observed",
        our_whole_games,
        _each("OpenSpiel", openspiel_whole_games, SPIEL),
    ),
    "batch": Group(
        "a batch of games, observed and with masks",
        partial(at_best, our_batch),
        _each("PGX", partial(at_best, pgx_batch), PGX),
    ),
    "tutorial": Group(
        "learning in `env()` as PettingZoo's tutorial does",
        tutorial_in_ours,
        TUTORIAL,
        repetitions=3,
        seconds=0,
    ),
    "training": Group("learning as `hustings train` does", our_learner, TUTORIAL, repetitions=3, seconds=0),
    "small": Group(
        "the same with a network of the tutorial's size",
        partial(our_learner, network="flat, 64 x 64"),
        TUTORIAL,
        repetitions=3,
        seconds=0,
    ),
}
