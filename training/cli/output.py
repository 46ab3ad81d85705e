"""Output of commands: results on standard output, progress and remarks on standard error."""

import contextlib
import json
import os
import re
import shlex
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

from rich.console import Console

from ...envs.core.engine.progress import is_compiling
from ...envs.core.errors import HustingsError

_SIZES = {"COLUMNS": range(20, 10_000), "LINES": range(2, 10_000)}  # the least width that can show anything


def _mend_size() -> None:
    """Ignore a terminal size in the environment that can show nothing, such as 0."""
    for name, sizes in _SIZES.items():
        given = os.environ.get(name)
        if given is not None and not (re.fullmatch("[0-9]{1,9}", given) and int(given) in sizes):
            del os.environ[name]


_mend_size()
# Users' names may look like markup, as [b] does, so markup is off.
out = Console(markup=False)
err = Console(stderr=True, markup=False)
_SILENCE = 30.0  # seconds between lines where there is no bar


def tell(line: str) -> None:
    """Print a line on standard error verbatim."""
    err.print(line, highlight=False, soft_wrap=True)


def print_json(tree: Any) -> None:
    """Print plain values as JSON."""
    print(json.dumps(tree, indent=1, allow_nan=False))


def print_result(result: Any, as_json: bool) -> None:
    """Print a result as JSON, or as its table."""
    if as_json:
        print_json(result.as_json())
    else:
        out.print(result.table())


class Stopped(Exception):
    """Ctrl-C ended a command, which has printed what it had."""


def print_some(result: Any, as_json: bool, some: int, what: str) -> None:
    """Print a result that Ctrl-C may have cut short.

    Args:
        result: the result.
        as_json: print JSON, even of nothing.
        some: the number of its complete parts.
        what: what happens to a part, for the line that says that there is none.
    """
    if some or as_json:
        print_result(result, as_json)
    else:
        tell(f"stopped before {what}: there is nothing to show")


def resuming(command: Sequence[str], file: Path, **options: Any) -> str:
    """The line that goes on with what a command keeps in a file or folder.

    Args:
        command: the command and its arguments.
        file: where it keeps it.
        options: those to give again, by name: a value, several, or None for one that was not given.
    """
    words = ["hustings", *command, "--out", str(file), "--resume"]
    for name, given in options.items():
        values = given if isinstance(given, list) else [] if given is None else [given]
        words += [word for value in values for word in (f"--{name}", str(value))]
    return shlex.join(words)


def exit_if_stopped(stopped: bool, fault: str = "") -> None:
    """Exit as after Ctrl-C if that stopped the result just printed; HustingsError for another fault."""
    if fault:
        raise HustingsError(f"{fault}; what was complete is kept")
    if stopped:
        raise Stopped


def quiet_ray(ray: str | None) -> contextlib.AbstractContextManager[Any]:
    """Keep Ray's reports of dead nodes off standard output, which is for results."""
    return contextlib.nullcontext() if ray is None else contextlib.redirect_stdout(sys.stderr)


@contextlib.contextmanager
def playing(ray: str | None, hidden: bool) -> Iterator[dict[str, Any]]:
    """Show the progress of many games: yield where they are played, and who is told, as keyword arguments.

    Args:
        ray: the address of a Ray cluster; None for this process.
        hidden: show nothing.
    """
    with contextlib.ExitStack() as stack:
        executor = None
        if ray is not None:
            from ..cluster import RayExecutor

            stack.enter_context(quiet_ray(ray))
            executor = stack.enter_context(RayExecutor(ray))
        yield {"executor": executor, "on_progress": stack.enter_context(Progress("games", hidden))}


class Measuring:
    """Progress of a measurement between other bars: one line on standard error, overwritten in place.

    Args:
        what: what is counted.
        hidden: show nothing.
    """

    def __init__(self, what: str, hidden: bool = False):
        self._what, self._hidden, self._last_shown = what, hidden, time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        """Update the line at most once a second; a terminal clears it at the end."""
        now = time.monotonic()
        if self._hidden or (now - self._last_shown < (1 if err.is_terminal else _SILENCE) and done < total):
            return
        self._last_shown = now
        line = f"{done:,} of {total:,} {self._what} ..."
        if not err.is_terminal:
            tell(line)
        else:
            err.file.write(f"\r\033[K{line if done < total else ''}")
            err.file.flush()


class Progress:
    """Progress on standard error: `with Progress("games") as advance: ...`.

    A terminal shows a bar after two seconds, other outputs a line every half minute.

    Args:
        what: what is counted.
        hidden: show nothing.
    """

    def __init__(self, what: str, hidden: bool = False):
        self._what, self._hidden = what, hidden
        self._done, self._total = 0, 0
        self._lock, self._ended = threading.Lock(), threading.Event()
        self._bar: Any = None

    def __enter__(self) -> "Self":
        if not self._hidden:
            show = self._show if err.is_terminal else self._tell
            threading.Thread(target=show, daemon=True).start()
        return self

    def __call__(self, done: int, total: int) -> None:
        """Move the bar."""
        with self._lock:
            self._done, self._total = done, total
            if self._bar is not None:
                self._bar.update(self._task, completed=done, total=total)

    def _tell(self) -> None:
        while not self._ended.wait(_SILENCE):
            of = f"of {self._total:,} " if self._total else ""
            tell(f"{self._done:,} {of}{self._what} ...")

    def _show(self) -> None:
        """Show the bar after a delay; while something compiles, say that instead."""
        while not self._ended.wait(2):
            if not is_compiling():
                break
        from rich import progress

        columns = progress.SpinnerColumn(), progress.TextColumn(self._what), progress.BarColumn()
        numbers = progress.MofNCompleteColumn(), progress.TimeRemainingColumn()
        with self._lock:
            if not self._ended.is_set():
                self._bar = progress.Progress(*columns, *numbers, console=err, transient=True)
                self._task = self._bar.add_task(self._what, total=self._total or None, completed=self._done)
                self._bar.start()

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._ended.set()
        if self._bar is not None:
            self._bar.stop()
