"""A process-wide thread pool for compiled loops, which release the interpreter's lock.

Also `OneThreadLock`, which detects that two threads use one batch at the same time.
"""

import functools
import itertools
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path

from ..errors import HustingsError

_pool: ThreadPoolExecutor | None = None
_size = 0
# Handing work to the pool costs 50 to 70 us and a decision about 0.5 us, so fewer rows are not worth it.
MIN_ROWS_PER_THREAD = 1024
MIN_VIEWS_PER_THREAD = 256  # they take several times as long
_CPU_LIMIT = Path("/sys/fs/cgroup/cpu.max")  # microseconds, and the period in which they may be used


class OneThreadLock:
    """A reentrant lock that raises an error in another thread instead of making it wait.

    Fast paths call `enter(False)`, which returns whether the lock was taken, and `leave()`: a third of the
    0.3 us of a `with` statement.
    """

    __slots__ = ("__weakref__", "enter", "leave")

    def __init__(self) -> None:
        lock = threading.RLock()
        self.enter, self.leave = lock.acquire, lock.release

    def __enter__(self) -> None:
        if not self.enter(False):
            raise concurrent_use()

    def __exit__(self, *_: object) -> None:
        self.leave()


def concurrent_use() -> HustingsError:
    """The error when two threads use a batch at once."""
    return HustingsError("this batch is in use by another thread; give each thread its own")


def cores() -> int:
    """The number of cores that this process may use."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(there, _container_cores() or there)


@functools.cache
def _container_cores() -> int | None:
    """The cores whose time a container may use, rounded up; None without such a limit."""
    try:
        time, period = map(int, _CPU_LIMIT.read_text("ascii").split())
        return -(-time // period)
    except (OSError, ValueError):  # no container, or "max 100000"
        return None


def in_chunks(
    call: Callable[[int, int], object], length: int, threads: int, least: int = MIN_ROWS_PER_THREAD
) -> list:
    """The results of call(first, last) over contiguous chunks of range(length), in order.

    No chunk is shorter than `least`.
    """
    # Slow bots (`least` is 1) take unequal times, so more chunks than threads keep all threads busy.
    chunks = min(threads if least > 1 else 4 * threads, length // least) if threads > 1 else 1
    if chunks < 2:
        return [call(0, length)]
    bounds = [length * i // chunks for i in range(chunks + 1)]
    pool = _threads(threads)
    futures = [pool.submit(call, first, last) for first, last in itertools.pairwise(bounds)]
    try:
        return [future.result() for future in futures]
    finally:
        _end(futures)


def _end(futures: list[Future]) -> None:
    """Return once none of them is running, also after an error or Ctrl-C: they write the caller's memory."""
    for future in futures:
        future.cancel()
    while not all(future.done() for future in futures):
        with suppress(KeyboardInterrupt):  # a second one
            wait(futures)


def _threads(size: int) -> ThreadPoolExecutor:
    global _pool, _size
    if _pool is None or _size < size:
        _pool, _size = ThreadPoolExecutor(size, thread_name_prefix="hustings"), size
    return _pool


def _forget() -> None:
    global _pool
    _pool = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)  # a forked child inherits the pool, but not its threads
