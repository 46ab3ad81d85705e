"""Helpers of the shared suite: the games it covers, and ways to play them at random."""

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import tinygame
from hustings.agents import names
from hustings.envs import GAMES
from hustings.envs.core.batch import GameBatch
from hustings.envs.core.game import Game

TESTS = Path(__file__).parent
ROOT = TESTS.parent


def all_games() -> list[Game]:
    """Every game of the suite, and the tiny one."""
    return [tinygame.GAME, *GAMES.values()]


def all_tables() -> list[tuple[Game, int]]:
    """Every game with every number of players."""
    return [(game, players) for game in all_games() for players in game.player_counts]


def label(value: object) -> str:
    return value.name if isinstance(value, Game) else str(value)


def bots(game: Game) -> list[str]:
    """The compiled bots of a game."""
    return [] if game is tinygame.GAME else [name for name in names(game) if name != "random"]


def random_actions(games: GameBatch, rng: np.random.Generator) -> np.ndarray:
    """A legal action for every game, any number where it is over."""
    masks = games.legal
    return ((1.0 - rng.random(masks.shape)) * masks).argmax(axis=1)


def positions(games: GameBatch, seed: int, steps: int) -> Iterator[int]:
    """Play at random and stop after every step, until `steps` or until all games are over."""
    rng = np.random.default_rng(seed)
    for step in range(steps):
        if games.over.all():
            return
        games.step(random_actions(games, rng))
        yield step


def play_out(games: GameBatch, seed: int = 0, limit: int = 100_000) -> None:
    """Play at random to the end of every game."""
    for _ in positions(games, seed, limit):
        pass
    assert games.over.all(), "a game does not end"


def range_errors(games: GameBatch) -> list[str]:
    """The fields that have left their declared range."""
    errors = []
    for field in games.game.table_fields:
        values = games.tables[field.name].astype(object)
        if values.min() < field.low or values.max() > field.high:
            errors.append(f"{field.name}: {values.min()}..{values.max()} outside {field.low}..{field.high}")
    return errors


def run_python(
    code: str, first_on_path: Path | None = None, *, timeout: int = 300, **environment: str
) -> subprocess.CompletedProcess:
    """Run code in a process of its own, with tests/ on its path, and perhaps a folder before all others."""
    first = [str(first_on_path)] if first_on_path else []
    path = os.pathsep.join((*first, str(TESTS), os.environ.get("PYTHONPATH", "")))
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def digest_interpreted(folder: Path) -> str:
    """What `digest_of_some_games` of a folder's test_invariants.py gives when the rules run as written."""
    paths = os.pathsep.join((str(folder), str(TESTS), os.environ.get("PYTHONPATH", "")))
    code = "import test_invariants; print(test_invariants.digest_of_some_games())"
    done = run_python(code, NUMBA_DISABLE_JIT="1", PYTHONPATH=paths)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()[-1]
