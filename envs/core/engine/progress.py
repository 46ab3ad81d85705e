"""Messages on standard error about what is compiling and how long it will take."""

import contextlib
import shutil
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator

EVERY = 1.0  # seconds between updates on a terminal
ENOUGH = 0.15  # the fraction of functions to compile before the remaining time is estimated
CORE, BOTS = "core", "_bots"
OWN = "own"  # the owner of functions from outside the package
_SILENT = {CORE, OWN}

_known: Counter[str] = Counter()  # functions by owner
_waited: set[str] = set()
_enabled = True


def tell_progress(tell: bool) -> None:
    """Switch the messages of this process on or off; they are on by default."""
    global _enabled
    _enabled = tell


def is_compiling() -> bool:
    """Whether something is compiling while messages are on."""
    return bool(_current)


def note_function(owner: str) -> None:
    """Count a function that may need compiling."""
    _known[owner] += 1


def tell(line: str) -> None:
    """Print a line on standard error."""
    print(f"hustings: {line}", file=sys.stderr, flush=True)


def tell_waiting(owner: str) -> None:
    """Say, once per owner, that another process is compiling the same code."""
    if _enabled and owner not in _SILENT | _waited:
        _waited.add(owner)
        tell(f"waiting for another process that compiles {_words(owner)}")


class _Progress:
    """The progress of one owner's code in this process."""

    def __init__(self, owner: str):
        self.owner, self.done, self.seconds = owner, 0, 0.0
        self.begun: float | None = None
        self.estimated = False

    def elapsed(self) -> float:
        return self.seconds + (time.monotonic() - self.begun if self.begun is not None else 0.0)

    def left(self) -> float | None:
        """Estimated seconds to go; None until `ENOUGH` functions are compiled."""
        # A function may be lowered for several types, so `done` can exceed the number of known functions.
        share = self.done / max(_known[self.owner], self.done + 1)
        return self.elapsed() * (1 / share - 1) if share >= ENOUGH else None


_by_owner: dict[str, _Progress] = {}
_current: list[_Progress] = []


@contextlib.contextmanager
def compiling(owner: str) -> Iterator[None]:
    """Report what compiles inside the `with` block; nested compilation counts as part of it."""
    if not _enabled or owner in _SILENT or _current:
        yield
        return
    progress = _by_owner.setdefault(owner, _Progress(owner))
    if not progress.seconds and not sys.stderr.isatty():
        tell(f"compiling the code of {_words(owner)} that is not cached yet")
    progress.begun = time.monotonic()
    _current.append(progress)
    stopped = threading.Event()
    if sys.stderr.isatty():
        threading.Thread(target=_show, args=(progress, stopped), daemon=True).start()
    try:
        yield
    finally:
        stopped.set()
        _current.clear()
        progress.seconds, progress.begun = progress.elapsed(), None
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def note_lowered() -> None:
    """Count a function that has been lowered."""
    if not _current:
        return
    progress = _current[0]
    progress.done += 1
    left = progress.left()
    if left is not None and not progress.estimated:
        progress.estimated = True
        if left > 2 * EVERY and not sys.stderr.isatty():
            tell(f"{_words(progress.owner)}: about {left:.0f} s to go")


def _show(progress: _Progress, stopped: threading.Event) -> None:
    while not stopped.is_set():
        left = progress.left()
        ahead = "" if left is None else f", about {max(left, 1):.0f} s to go"
        line = f"hustings: compiling {_words(progress.owner)}: {progress.elapsed():.0f} s{ahead}"
        fits = line[: shutil.get_terminal_size().columns - 1]
        print(f"\r\033[K{fits}", end="", file=sys.stderr, flush=True)
        stopped.wait(EVERY)


def _words(owner: str) -> str:
    game, bots, _ = owner.partition(BOTS)
    return f"{game}'s bots" if bots else game
