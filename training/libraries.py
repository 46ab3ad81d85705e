"""Libraries of the games' compiled code, for wheels: python -m hustings.training.libraries --out FOLDER.

Each game is compiled in its own process, for each requested processor: x86-64-v3, x86-64-v2, on another
machine its own kind, or "native", which also fills the cache. Libraries from the same sources are kept. See
`hustings.envs.core.engine.library`.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from ..agents import names
from ..agents.search import SearchAgent
from ..agents.search.settings import DEFAULTS, SearchSettings
from ..agents.search.strong import BETTER
from ..envs import GAMES
from ..envs.core.api.batch import GameBatch
from ..envs.core.api.threads import cores
from ..envs.core.engine.game import Game
from ..envs.core.engine.library import NATIVE, X86_LEVELS, digest_of, file_name, is_current, processors
from ..envs.core.engine.trajectory import trajectory_loop
from .warmup import compile_tasks, compile_tasks_of


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
    code = "import sys; from hustings.training.libraries import make; make(*sys.argv[1:])"
    command = [sys.executable, "-P", "-c", code, game, _name_for_llvm(processor), str(path)]
    usual = {"HUSTINGS_LIBRARIES": "", "NUMBA_BOUNDSCHECK": "0", "NUMBA_DISABLE_JIT": "0"}
    with tempfile.TemporaryDirectory() as cache:
        environment = {} if processor == NATIVE else _aims_at(_name_for_llvm(processor), cache)
        subprocess.run(command, env=os.environ | environment | usual, check=True)
    return path


def _aims_at(processor: str, cache: str) -> dict[str, str]:
    """The environment in which Numba compiles for a processor, without a persistent cache."""
    return {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": cache}


def _name_for_llvm(processor: str) -> str:
    return processor if processor == NATIVE or processor.startswith("x86") else "generic"


def make(game: str, processor: str, path: str) -> None:
    """Compile a game in this process, and write its library."""
    from ..envs.core.engine.lowering import for_library
    from ..envs.core.native.make_library import make_library

    digest, described = digest_of(game), GAMES[game]
    with for_library() as compiled:
        compile_tasks_of(game, compile_tasks(game))
        _replay_nothing(described)
        for settings in searches(game):
            _search_once(described, settings)
    own = [function for function in compiled if function.rule is not None]  # no probes of Numba
    make_library(digest, own, processor, Path(path))


def searches(game: str) -> list[dict[str, Any]]:
    """The searches in a game's library: the default, `strong`, and those with greedy or brisk playouts."""
    usual = str(DEFAULTS.get(game, {}).get("playouts", SearchSettings.playouts))
    strong = str(BETTER.get(game, {}).get("playouts", usual))
    quick = {"greedy", "brisk"} & set(names(GAMES[game]))
    paired = [{"playouts": playouts} for playouts in dict.fromkeys((usual, strong, *sorted(quick)))]
    return [*paired, {"playouts": usual, "algorithm": "tree"}]


def _search_once(game: Game, settings: dict[str, Any]) -> None:
    SearchAgent(game, iterations=1, threads=1, **settings).act(GameBatch(game, 1), np.zeros(1, np.int64))


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
