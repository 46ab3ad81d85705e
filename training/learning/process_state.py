"""Global state that training sets and restores: random streams, threads, signals, TensorBoard's writer."""

import random
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import torch
from threadpoolctl import threadpool_limits
from torch.utils.tensorboard import SummaryWriter

from ...envs.core.errors import HustingsError


def seed_globals(*key: int) -> None:
    """Seed Python's, NumPy's and torch's global streams."""
    seed = int(np.random.SeedSequence(key).generate_state(1)[0])
    random.seed(seed)
    np.random.seed(seed)  # noqa: NPY002
    torch.manual_seed(seed)


@contextmanager
def own_streams(threads: int) -> Iterator[None]:
    """Restore the global random streams and settings of Python, NumPy and torch afterwards."""
    before = random.getstate(), np.random.get_state(), torch.get_num_threads()  # noqa: NPY002
    gpus = range(torch.cuda.device_count()) if torch.cuda.is_initialized() else ()
    checks = torch.distributions.Distribution._validate_args
    # torch's checks of distributions cost time, and rounding fails them if there are many actions.
    torch.distributions.Distribution.set_default_validate_args(False)
    if threads:
        torch.set_num_threads(threads)
    try:
        with torch.random.fork_rng(gpus, device_type="cuda"), threadpool_limits(1, user_api="blas"):
            yield
    finally:
        random.setstate(before[0])
        np.random.set_state(before[1])  # noqa: NPY002
        torch.set_num_threads(before[2])
        torch.distributions.Distribution.set_default_validate_args(checks)


@contextmanager
def learning_threads(threads: int) -> Iterator[None]:
    """Give torch this many threads inside, and one afterwards.

    The small matrix products of playing gain nothing from threads, and lose if another program shares a core:
    waiting for each other, the threads took 15 times as long.
    """
    torch.set_num_threads(threads)
    try:
        yield
    finally:
        torch.set_num_threads(1)


@contextmanager
def logs(folder: Path) -> Iterator[SummaryWriter]:
    """TensorBoard's writer, with a single HustingsError if it cannot write."""

    def hook(failure: threading.ExceptHookArgs) -> None:
        # The writer's thread passes its OSError on to this one, so it need not be printed, too.
        if not (isinstance(failure.exc_value, OSError) and "tensorboard" in type(failure.thread).__module__):
            before(failure)

    before, threading.excepthook = threading.excepthook, hook
    writer = None
    try:
        writer = SummaryWriter(str(folder))
        yield writer
        writer.close()
    except OSError as reason:
        name, why = reason.filename or folder, reason.strerror or reason
        raise HustingsError(f"{name}: cannot be written ({why}); make room and resume") from None
    finally:
        with suppress(OSError):
            if writer is not None:
                writer.close()
        threading.excepthook = before


class Interrupt:
    """Records Ctrl-C, or SIGTERM as sent by clusters, instead of ending; a second Ctrl-C raises."""

    set_by_user = False

    def __enter__(self) -> "Interrupt":
        self._before: dict[int, Any] = {}
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._note)
        return self

    def _note(self, *_: object) -> None:
        self.set_by_user = True
        # The second Ctrl-C raises KeyboardInterrupt as usual.
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Let a Ctrl-C raise again."""
        for number, handler in self._before.items():
            if handler is not None:
                signal.signal(number, handler)
