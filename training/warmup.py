"""Compiles every loop of the games and every bot ahead of time, on all cores."""

import multiprocessing
import signal
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool

from ..agents.libraries import compile_tasks, compile_tasks_of
from ..envs.core.api.processes import process_pool
from ..envs.core.api.threads import cores
from ..envs.core.engine import progress
from ..envs.core.errors import HustingsError


def warm_up(games: Sequence[str], processes: int | None = None) -> Iterator[tuple[str, float]]:
    """Compile games and their bots; yield each game with the seconds until it was ready.

    A process compiles as much of one game as it can, because lowered rules serve all their callers.

    Args:
        games: names in `GAMES`.
        processes: the number of processes; None for one per core.

    Raises:
        HustingsError: if a process is killed.
    """
    begin = time.monotonic()
    others = set(multiprocessing.active_children())
    processes = processes or cores()
    parts = max(1, processes // max(len(games), 1))
    lists = {game: compile_tasks(game) for game in games}
    jobs = [(game, lists[game][k::parts]) for k in range(parts) for game in games]
    left = Counter(game for game, _ in jobs)
    with process_pool(min(processes, max(len(jobs), 1)), _begin_work) as pool:
        try:
            for done in as_completed([pool.submit(compile_tasks_of, *job) for job in jobs]):
                game = done.result()
                left[game] -= 1
                if not left[game]:
                    yield game, time.monotonic() - begin
            # Before the processes are ended below: one that ends during its pool's shutdown prints a
            # traceback.
            pool.shutdown()
        except BrokenProcessPool:
            raise HustingsError("warmup: a process was killed, perhaps for memory; run it again") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()


def _begin_work() -> None:
    """Initialise a process of the pool: leave Ctrl-C and progress to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    progress.tell_progress(False)
