"""Processes that draw, and end with the one that asks them to."""

import contextlib
import multiprocessing
import os
import threading
from collections.abc import Iterator
from concurrent.futures import Executor

from ...envs.core.api.processes import process_pool


@contextlib.contextmanager
def drawing_pool(processes: int) -> Iterator[Executor]:
    """Processes for the length of a `with` block; what has not begun at its end is not drawn."""
    with process_pool(processes, _end_with_parent) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """Let this process end when the one that started it does, even by a signal."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
