"""Measures how fast the games are on this machine, for `hustings bench`."""

import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pettingzoo
from gymnasium.vector import SyncVectorEnv, VectorEnv

from ...envs.core.api.batch import GameBatch
from ...envs.core.api.factories import makers_of
from ...envs.core.api.seat_env import SeatEnv
from ...envs.core.api.seat_vector_env import SeatVectorEnv
from ...envs.core.engine.game import Game
from ...envs.core.engine.interpreting import can_compile
from ...envs.core.engine.library import library_of

GAMES_AT_ONCE = 1024
SINGLE_ENVIRONMENTS = 64  # more would not make Gymnasium's SyncVectorEnv faster
_START = """
import time
begin = time.perf_counter()
from hustings.envs import GAMES
from hustings.envs.core.api.factories import makers_of
env = makers_of(GAMES[{name!r}]).env()
env.reset(seed=1)
env.step(int(env.last()[0]["action_mask"].argmax()))
env.last()
print(time.perf_counter() - begin)
"""


def bench_game(game: Game, num_players: int, seconds: float, threads: int) -> dict[str, float]:
    """Decisions/s of one game, on one thread unless stated otherwise; each figure is the best of three.

    Forced moves do not count as decisions.
    """
    call, write = batch_speed(game, num_players, seconds)
    return {
        "playouts": playout_speed(game, num_players, seconds),
        "playouts_all_threads": playout_speed(game, num_players, seconds, threads),
        "observe_legal_step": call,
        "share_of_writing_the_bytes": call / write,
        **state_speeds(game, num_players, seconds),
        "raw_env": aec_speed(makers_of(game).raw_env(num_players), seconds),
        "env": aec_speed(makers_of(game).env(num_players), seconds),
        **seat_speeds(game, num_players, seconds, threads),
    }


def seat_speeds(game: Game, num_players: int, seconds: float, threads: int) -> dict[str, float]:
    """A learner's decisions/s in one seat against random play: single environments in turn, and a batch."""
    single = SyncVectorEnv([lambda: SeatEnv(game, num_players)] * SINGLE_ENVIRONMENTS)
    one = SeatVectorEnv(game, GAMES_AT_ONCE, num_players)
    many = SeatVectorEnv(game, GAMES_AT_ONCE * threads, num_players, threads=threads)
    return {
        "sync_vector_env": vector_speed(single, seconds),
        "make_vec": vector_speed(one, seconds),
        "make_vec_all_threads": vector_speed(many, seconds),
    }


def vector_speed(env: VectorEnv, seconds: float) -> float:
    """A learner's decisions/s in a vectorised environment's steps, excluding the choice of actions."""
    _, infos = env.reset(seed=1)
    rng, best = np.random.default_rng(1), 0.0
    for _ in range(3):
        begin, spent, rounds = time.perf_counter(), 0.0, 0
        while time.perf_counter() - begin < seconds / 3:
            masks = infos["action_mask"]
            actions = (rng.random(masks.shape, np.float32) * masks).argmax(axis=1)
            since = time.perf_counter()
            *_, infos = env.step(actions)
            spent += time.perf_counter() - since
            rounds += 1
        best = max(best, rounds * env.num_envs / spent)
    return best


def playout_speed(game: Game, num_players: int, seconds: float, threads: int = 1) -> float:
    """Decisions/s of compiled uniformly random playouts, including the deals of new games."""
    games = GameBatch(game, GAMES_AT_ONCE * threads, num_players, seed=1, threads=threads)
    games.playouts(1)
    return best_rate(lambda: games.playouts(50)[0], seconds)


def batch_speed(game: Game, num_players: int, seconds: float) -> tuple[float, float]:
    """Decisions/s of observe + legal + step from Python, and of just writing as many bytes."""
    games = GameBatch(game, GAMES_AT_ONCE, num_players, seed=1)
    shape_observation = (GAMES_AT_ONCE, games.observation_size)
    shape_mask = (GAMES_AT_ONCE, games.num_actions)
    rng = np.random.default_rng(1)
    best_call = best_write = 0.0
    for _ in range(3):
        spent = wrote = 0.0
        rounds = 0
        while spent < seconds / 3:
            begin = time.perf_counter()
            games.observe()
            masks = games.legal
            spent += time.perf_counter() - begin
            actions = (rng.random(masks.shape, np.float32) * masks).argmax(axis=1)
            begin = time.perf_counter()
            games.step(actions)
            spent += time.perf_counter() - begin
            games.reset(where=games.over)
            begin = time.perf_counter()
            np.full(shape_observation, 0.5, np.float32)
            np.full(shape_mask, True)
            wrote += time.perf_counter() - begin
            rounds += 1
        best_call = max(best_call, rounds * GAMES_AT_ONCE / spent)
        best_write = max(best_write, rounds * GAMES_AT_ONCE / wrote)
    return best_call, best_write


def state_speeds(game: Game, num_players: int, seconds: float) -> dict[str, float]:
    """Decisions/s of one `State` driven from Python, without and with observations; and copies/s."""
    numbers, seeds = np.random.default_rng(1).random(1 << 12).tolist(), itertools.count()
    view, deal = np.zeros(game.observation(num_players).size, np.float32), makers_of(game).state

    def play(observed: bool) -> int:
        state, steps = deal(num_players, next(seeds)), 0
        while not state.is_terminal():
            if observed:
                state.observation_tensor(into=view)
            legal = state.legal_actions()
            state.apply_action(legal[int(numbers[steps % 4096] * len(legal))])
            steps += 1
        return steps

    def copy() -> int:
        for _ in range(1000):
            clone()
        return 1000

    clone = deal(num_players).clone
    return {
        "state": best_rate(lambda: play(False), seconds),
        "state_observed": best_rate(lambda: play(True), seconds),
        "state_clones": best_rate(copy, seconds),
    }


def aec_speed(env: Any, seconds: float) -> float:
    """Decisions/s of an AEC environment under a cheap random policy: last(), choose, step()."""
    env.reset(seed=1)
    numbers = np.random.default_rng(1).random(1 << 16).tolist()

    def play(steps: int = 500) -> int:
        for i in range(steps):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[int(numbers[i] * len(legal))])
        return steps

    play(50)
    return best_rate(play, seconds)


def connect_four_speed(seconds: float) -> float | None:
    """PettingZoo's connect_four, measured the same way; None if it is not installed."""
    env = connect_four()
    return None if env is None else aec_speed(env, seconds)


def connect_four() -> Any:
    """PettingZoo's environment; None if it is not installed."""
    try:
        return pettingzoo.make("aec", "classic/connect_four-v3")
    except Exception:  # PettingZoo raises a different error for each missing dependency
        return None


def start_seconds(game: Game) -> dict[str, float]:
    """Seconds to a first observation and step of env(): compiling, with compiled code cached, with a library.

    Figures that need a missing Numba or library are left out.
    """
    seconds = {}
    with tempfile.TemporaryDirectory() as folder:
        compiling = {"NUMBA_CACHE_DIR": folder, "HUSTINGS_LIBRARIES": ""}
        if can_compile():
            seconds["first_compilation_s"] = _start(game, compiling)
            seconds["later_start_s"] = _start(game, compiling)
    if library_of(game.name) is not None:
        seconds["start_from_library_s"] = _start(game, {})
    return seconds


def _start(game: Game, environment: dict[str, str]) -> float:
    command = [sys.executable, "-P", "-c", _START.format(name=game.name)]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def best_rate(run: Callable[[], int], seconds: float) -> float:
    """The best of three rates, each over a third of the seconds; run() returns the amount of work done."""
    best = 0.0
    for _ in range(3):
        begin = time.perf_counter()
        done = 0
        while time.perf_counter() - begin < seconds / 3:
            done += run()
        best = max(best, done / (time.perf_counter() - begin))
    return best
