"""Processes: what ends this one, and others that work for it."""

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import Any


@contextlib.contextmanager
def sigterm_as_interrupt() -> Iterator[None]:
    """Treat SIGTERM as Ctrl-C for the length of a `with` block."""
    if threading.current_thread() is not threading.main_thread():  # only it may set handlers
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def process_pool(processes: int, begin: Callable[[], None]) -> Iterator[Executor]:
    """Processes for the length of a `with` block, each of which calls `begin` first.

    They import nothing from the current folder, which may be anybody's. Where the system has none to give, as
    without /dev/shm, this process does all itself.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    with _safe_path():
        try:
            pool: Executor = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), begin)
        except (OSError, NotImplementedError):
            pool = _Here()
        yield pool


class _Here(Executor):
    """Does at once what it is asked for."""

    def submit(self, function: Callable, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The result, which is there."""
        done = Future[Any]()
        try:
            done.set_result(function(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


@contextlib.contextmanager
def _safe_path() -> Iterator[None]:
    """Inside, Python processes that are started look for no modules in the current folder."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before
