"""Termination signals, and pools of worker processes."""

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import Any


@contextlib.contextmanager
def sigterm_as_interrupt() -> Iterator[None]:
    """Treat SIGTERM as Ctrl-C inside a `with` block, so that `finally` clauses run."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread may set handlers
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def process_pool(processes: int, begin: Callable[[], None]) -> Iterator[Executor]:
    """A pool of processes for a `with` block, each of which calls `begin` first.

    The processes import nothing from the current folder, which others may own, and leave Ctrl-C to this one
    from their first moment on: where one of them dies, the others may wait for ever. If the system cannot
    start a pool, for instance without /dev/shm, this process does all the work.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    with _safe_path():
        try:
            # Spawned, because a forked child inherits locks held by threads that it does not have.
            pool: Executor = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), begin)
            pool.submit = _uninterrupted(pool.submit)  # type: ignore[method-assign]
        except (OSError, NotImplementedError):
            pool = _InThisProcess()
        yield pool


def _uninterrupted(start: Callable[..., Future[Any]]) -> Callable[..., Future[Any]]:
    """A function whose new processes have SIGINT blocked, where the system has such masks."""

    def masked(*args: Any, **given: Any) -> Future[Any]:
        if not hasattr(signal, "pthread_sigmask"):
            return start(*args, **given)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            return start(*args, **given)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    return masked


class _InThisProcess(Executor):
    """Runs each task at once, in this process."""

    def submit(self, function: Callable, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call `function` and return a finished future."""
        done = Future[Any]()
        try:
            done.set_result(function(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


@contextlib.contextmanager
def _safe_path() -> Iterator[None]:
    """Inside, new Python processes do not import modules from the current folder."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before
