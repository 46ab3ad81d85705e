"""Runs the command line: a user's mistake gives one line and exit status 2."""

import contextlib
import io
import os
import sys
import warnings
from pathlib import Path
from typing import Any, NoReturn

import typer
from typer.exceptions import TyperException

from ...envs import HustingsError
from ...envs.core.api.processes import sigterm_as_interrupt
from ...envs.core.errors import OtherRevision, error_line, place_in_own_code
from ..surroundings import settle_matplotlib
from .output import Stopped

_INTERRUPTED = 130  # the exit status of shells after Ctrl-C
_USUAL_WARNING = warnings.formatwarning


def run(app: typer.Typer) -> None:
    """Run a command and exit; print every foreseeable error as one line."""
    _mend_streams()
    settle_matplotlib()
    warnings.formatwarning = _warning
    try:
        with sigterm_as_interrupt():  # what is half written is removed, and what was played is shown
            try:
                code = app(standalone_mode=False)
            except typer.Abort as aborted:  # also for an EOFError, say of a damaged module
                raise aborted.__cause__ or KeyboardInterrupt from None
            if code == _INTERRUPTED:
                raise KeyboardInterrupt
        sys.stdout.flush()
    except TyperException as error:
        message = error.format_message().replace("Value error, ", "")  # pydantic's words
        if not message:  # no arguments: the help has been printed
            sys.exit(2)
        _fail(f"{message} (see --help)")
    except HustingsError as error:
        _fail(str(error).replace("; change num_players", "; change --players"))
    except Stopped:
        sys.exit(_INTERRUPTED)
    except KeyboardInterrupt:
        _fail("stopped", _INTERRUPTED)
    except OSError as error:
        if place_in_own_code(error):
            _fail(error_line(error))
        _discard_output()
        if isinstance(error, BrokenPipeError):
            sys.stderr.close()
            sys.exit(1)
        _fail(f"{error.filename or 'the output'}: {error.strerror or error}; choose another place")
    except MemoryError:
        _fail("out of memory; ask for fewer games at once or smaller networks")
    except (Exception, SystemExit) as error:
        if _was_interrupted(error):
            _fail("stopped", _INTERRUPTED)
        if not place_in_own_code(error):
            raise
        _fail(error_line(error))  # from a user's agent, network or algorithm
    sys.exit(code if isinstance(code, int) else 0)


def _was_interrupted(error: BaseException) -> bool:
    """Whether it comes of Ctrl-C: compiled modules that are being imported raise an error of their own."""
    return error.__cause__ is not None and (
        isinstance(error.__cause__, KeyboardInterrupt) or _was_interrupted(error.__cause__)
    )


def _warning(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> str:
    """Print one of the suite's warnings as one line, without its source line."""
    if issubclass(category, OtherRevision):
        return f"hustings: {message}\n"
    return _USUAL_WARNING(message, category, *where, **more)


def _mend_streams() -> None:
    """Replace closed streams by empty ones, and characters that a stream cannot encode."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _discard_output() -> None:
    """Discard buffered output, which Python would fail to write again at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(line: str, code: int = 2) -> NoReturn:
    """Exit with one line; escape sequences in it, say from a file, never reach the terminal."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in line)
    with contextlib.suppress(OSError):  # stderr may be closed, too
        print(f"hustings: {printable}", file=sys.stderr)
    sys.exit(code)
