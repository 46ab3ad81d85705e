"""One pool of threads for the whole process, for loops that let go of the interpreter's lock."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

_pool: ThreadPoolExecutor | None = None
_size = 0
# A call to the pool costs 50 to 70 us; a decision takes about 0.5 us.
MIN_ROWS_PER_THREAD = 1024


def in_chunks(call: Callable[[int, int], object], length: int, threads: int) -> list:
    """The results of call(first, last) over contiguous chunks of range(length), in order."""
    chunks = min(threads, length // MIN_ROWS_PER_THREAD)
    if chunks < 2:
        return [call(0, length)]
    bounds = [length * i // chunks for i in range(chunks + 1)]
    return list(_threads(threads).map(call, bounds[:-1], bounds[1:]))


def _threads(size: int) -> ThreadPoolExecutor:
    global _pool, _size
    if _pool is None or _size < size:
        _pool, _size = ThreadPoolExecutor(size, thread_name_prefix="hustings"), size
    return _pool


def _forget() -> None:
    global _pool
    _pool = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)  # a child process has the pool, but not its threads
