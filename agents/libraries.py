"""Libraries of the games' compiled code, for wheels: python -m hustings.agents.libraries --out FOLDER.

Each game is compiled in its own process, for each requested processor: x86-64-v3, x86-64-v2, on another
machine its own kind, or "native", which also fills the cache. Libraries from the same sources are kept. See
`hustings.envs.core.engine.library`.
"""

import argparse
import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import numpy as np

from ..envs import GAMES
from ..envs.core.api.batch import GameBatch
from ..envs.core.api.threads import cores
from ..envs.core.engine.game import Game
from ..envs.core.engine.library import NATIVE, X86_LEVELS, digest_of, file_name, is_current, processors
from ..envs.core.engine.loops import compiling_calls, play_at_random, trajectory_loop
from .bots import CompiledAgent, names
from .registration import make
from .search import SearchAgent
from .search.settings import Algorithm

RANDOM_PLAY = "random play"
_CHANGE_THE_CODE = ("NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT")


def compile_tasks(game: str) -> list[str]:
    """The names of a game's compilation tasks: its loops, its bots, random play."""
    described = GAMES[game]
    bots: dict[Callable, str] = {}
    for name in names(described):
        bot = make(name, described)
        if isinstance(bot, CompiledAgent):
            bots.setdefault(bot.compiled, name)  # many share a loop
    return [*compiling_calls(described), *bots.values(), RANDOM_PLAY]


def compile_tasks_of(game: str, tasks: Sequence[str]) -> str:
    """Run compilation tasks in this process; returns the game."""
    for task in tasks:
        _compile(GAMES[game], task)
    return game


def _compile(game: Game, task: str) -> None:
    if task == RANDOM_PLAY:
        _play_randoms(game)
        return
    bot = make(task, game) if task in names(game) else None
    act = bot.loop if isinstance(bot, CompiledAgent) else None
    compiling_calls(game, act)[task if act is None else "act"]()


def _play_randoms(game: Game) -> None:
    """Compile the random play of the other seats in Gymnasium's environments."""
    games = GameBatch(game, 1)
    nobody = np.zeros((1, games.num_players), np.bool_)
    games.play_by(play_at_random(game), np.zeros(0, np.int64), nobody, np.zeros(1, np.uint64))


def make_libraries(out: Path, games: list[str], processors: list[str]) -> Iterator[Path]:
    """Write a library for each game and processor; yield each file when it is complete."""
    out.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(cores()) as pool:
        jobs = [(game, processor, out) for processor, game in product(processors, games)]
        yield from pool.map(_make_in_other_process, *zip(*jobs, strict=True))


def _make_in_other_process(game: str, processor: str, out: Path) -> Path:
    """Make a library in another process, whose compiler targets that processor."""
    path = out / file_name(game, processor)
    if is_current(path, game):
        return path
    target = processor if processor == NATIVE or processor.startswith("x86") else "generic"  # for LLVM
    code = "import sys; from hustings.agents.libraries import write; write(*sys.argv[1:])"
    command = [sys.executable, "-P", "-c", code, game, target, str(path)]
    # Left out, not set to 0, which would name another cache than that of whoever sets neither.
    usual = {name: value for name, value in os.environ.items() if name not in _CHANGE_THE_CODE}
    with tempfile.TemporaryDirectory() as cache:
        if processor != NATIVE:  # for another processor, without a persistent cache
            usual |= {"NUMBA_CPU_NAME": target, "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": cache}
        subprocess.run(command, env=usual | {"HUSTINGS_LIBRARIES": ""}, check=True)
    return path


def write(game: str, processor: str, path: str) -> None:
    """Compile a game in this process, and write its library."""
    from ..envs.core.engine.lowering import for_library
    from ..envs.core.native.make_library import make_library

    gc.disable()  # it would take a tenth of the time, and this process ends soon
    digest, described = digest_of(game), GAMES[game]
    # What is compiled for this very machine also fills the cache.
    with for_library(runs=processor == NATIVE) as compiled:
        compile_tasks_of(game, compile_tasks(game))
        _replay_nothing(described)
        for algorithm in Algorithm:
            SearchAgent(described, threads=1, algorithm=algorithm).compile()
    own = [function for function in compiled if function.rule is not None]  # no probes of Numba
    make_library(digest, own, processor, Path(path))


def _replay_nothing(game: Game) -> None:
    """Compile the loop that replays recorded games."""
    games, nothing = GameBatch(game, 1), np.zeros(0, np.int64)
    views = np.zeros((0, game.observation(games.num_players).size), np.float32)
    legals = np.zeros((0, game.actions.size), np.bool_)
    begins = np.zeros(1, np.int64)
    games.play_by(trajectory_loop(game), nothing, begins, nothing, np.zeros(0, np.uint8), views, legals)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all, if none is named")
    parser.add_argument("--out", type=Path, required=True, help="a folder")
    parser.add_argument("--processor", action="append", help="the best that this machine runs, unless named")
    asked = parser.parse_args()
    known = {"game": list(GAMES), "processor": [NATIVE, *dict.fromkeys((*X86_LEVELS, *processors()))]}
    for what, named in (("game", asked.games), ("processor", asked.processor or ())):
        for name in set(named) - set(known[what]):
            parser.error(f"unknown {what} {name!r}; choose from {', '.join(known[what])}")
    for path in make_libraries(
        asked.out, asked.games or list(GAMES), asked.processor or [*processors(), NATIVE][:1]
    ):
        print(f"{path}: {path.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
