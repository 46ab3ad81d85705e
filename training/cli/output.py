"""What commands print: results on standard output, progress and remarks on standard error."""

import contextlib
import json
import sys
import time
from typing import Any, Self

from rich.console import Console

out = Console()
err = Console(stderr=True)


def print_json(tree: Any) -> None:
    """Print plain values as JSON."""
    print(json.dumps(tree, indent=1))


def print_result(result: Any, as_json: bool) -> None:
    """Print a result as JSON, or as its table."""
    if as_json:
        print_json(result.as_json())
    else:
        out.print(result.table())


class Stopped(Exception):
    """Ctrl-C ended a command early, which has printed what it had."""


def exit_if_stopped(stopped: bool) -> None:
    """Exit as after Ctrl-C if the result just printed was stopped by it."""
    if stopped:
        raise Stopped


def quiet_ray(ray: str | None) -> contextlib.AbstractContextManager[Any]:
    """Keep results clean: Ray reports nodes that died on standard output."""
    return contextlib.nullcontext() if ray is None else contextlib.redirect_stdout(sys.stderr)


class Progress:
    """A bar on standard error once two seconds have passed: `with Progress("games") as advance: ...`.

    Args:
        what: what is counted.
        hidden: never show it.
    """

    def __init__(self, what: str, hidden: bool = False):
        self._what, self._hidden = what, hidden or not err.is_terminal
        self._begin = time.monotonic()
        self._bar: Any = None

    def __enter__(self) -> "Self":
        return self

    def __call__(self, done: int, total: int) -> None:
        """Move the bar."""
        if self._hidden or time.monotonic() - self._begin < 2:
            return
        if self._bar is None:
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            columns = (TextColumn(self._what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Bar(*columns, console=err, transient=True)
            self._bar.start()
            self._task = self._bar.add_task(self._what, total=total)
        self._bar.update(self._task, completed=done, total=total)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()
