"""Messages on standard error while something compiles: what it is, and how long it will take."""

import contextlib
import shutil
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator

EVERY = 1.0  # seconds between updates on a terminal
ENOUGH = 0.15  # the fraction of functions that must be done before the rest is estimated
CORE, BOTS = "core", "_bots"

_known: Counter[str] = Counter()  # functions by owner
_waited: set[str] = set()
_tells = True


def tell_progress(tell: bool) -> None:
    """Switch the messages of this process on or off; they are on by default."""
    global _tells
    _tells = tell


def is_compiling() -> bool:
    """Whether something is being compiled, with messages on."""
    return bool(_current)


def note_function(owner: str) -> None:
    """Count a function that may need compiling."""
    _known[owner] += 1


def tell(line: str) -> None:
    """Print a line on standard error."""
    print(f"hustings: {line}", file=sys.stderr, flush=True)


def tell_waiting(owner: str) -> None:
    """Say, once per owner, that another process is compiling the same code."""
    if _tells and owner != CORE and owner not in _waited:
        _waited.add(owner)
        tell(f"waiting for another process that compiles {_words(owner)}")


class _Telling:
    """The progress of one owner's code in this process."""

    def __init__(self, owner: str):
        self.owner, self.done, self.seconds = owner, 0, 0.0
        self.begun: float | None = None
        self.estimated = False

    def elapsed(self) -> float:
        return self.seconds + (time.monotonic() - self.begun if self.begun is not None else 0.0)

    def left(self) -> float | None:
        """Seconds to go, once there is a sample to judge by."""
        # A function may be lowered for several types, so `done` can exceed what is known.
        share = self.done / max(_known[self.owner], self.done + 1)
        return self.elapsed() * (1 / share - 1) if share >= ENOUGH else None

    def words(self) -> str:
        left = self.left()
        ahead = "" if left is None else f", about {max(left, 1):.0f} s to go"
        return f"compiling {_words(self.owner)}: {self.elapsed():.0f} s{ahead}"


_telling: dict[str, _Telling] = {}
_current: list[_Telling] = []


@contextlib.contextmanager
def compiling(owner: str) -> Iterator[None]:
    """Report compilation inside; nested compilation counts as part of it."""
    if not _tells or owner == CORE or _current:
        yield
        return
    telling = _telling.setdefault(owner, _Telling(owner))
    if not telling.seconds and not sys.stderr.isatty():
        tell(f"compiling what is new here of {_words(owner)}")
    telling.begun = time.monotonic()
    _current.append(telling)
    stopped = threading.Event()
    if sys.stderr.isatty():
        threading.Thread(target=_show, args=(telling, stopped), daemon=True).start()
    try:
        yield
    finally:
        stopped.set()
        _current.clear()
        telling.seconds, telling.begun = telling.elapsed(), None
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def note_lowered() -> None:
    """Count a function that has been lowered."""
    if not _current:
        return
    telling = _current[0]
    telling.done += 1
    left = telling.left()
    if left is not None and not telling.estimated:
        telling.estimated = True
        if left > 2 * EVERY and not sys.stderr.isatty():
            tell(f"{_words(telling.owner)}: about {left:.0f} s to go")


def _show(telling: _Telling, stopped: threading.Event) -> None:
    while not stopped.is_set():
        line = f"hustings: {telling.words()}"[: shutil.get_terminal_size().columns - 1]
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)
        stopped.wait(EVERY)


def _words(owner: str) -> str:
    game, bots, _ = owner.partition(BOTS)
    return f"{game}'s bots" if bots else game
