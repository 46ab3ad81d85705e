"""Errors a user can cause. Each is one line that names the thing and the remedy."""

import contextlib
import difflib
import re
import sysconfig
import traceback
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

# Characters that a terminal or page would obey or cannot show: control characters, line and paragraph
# separators, changes of writing direction, surrogates. Also invisible ones, with which a name could imitate
# another: all of Unicode's category Cf, fillers, variation selectors, unusual spaces, private characters.
CONTROL = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u1680\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ud800-\uf8ff\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
# Messages shorten what they quote from users: enough remains to recognise it.
_LONG_WORD = re.compile(r"(\S{100})\S{50,}(\S{100})")
_LONGEST = 1000
_OTHERS = [  # of which no line is a user's own
    *(
        Path(__file__).absolute().parents[2] / part  # as in tracebacks
        for part in ("envs", "agents", "training", "package", "__init__.py")
    ),
    Path(sysconfig.get_path("stdlib")),
]


class HustingsError(ValueError):
    """Base of every error caused by bad input; the command line prints it and exits with status 2.

    Its text is a single line that is safe to print, whatever names it quotes.
    """

    def __str__(self) -> str:
        line = _LONG_WORD.sub(r"\1 ... \2", one_line(Exception.__str__(self)))
        return line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]} ... {line[-_LONGEST // 2 :]}"


class IllegalAction(HustingsError):
    """An illegal action; no game has changed."""


class BoxError(HustingsError):
    """A box file, or an option of play, that the game does not accept."""


class ReplayError(HustingsError):
    """A replay file that is damaged, is not a replay, or cannot be replayed as recorded."""


class NoAnswer(HustingsError):
    """A backend of an agent, such as a language model's server or a program, gave no valid answer.

    Attributes:
        actions: (R,) its answers in the games that it was asked about, -1 where it gave none; None if it
            gave none at all.
    """

    def __init__(self, words: str = "", actions: Sequence[int] | None = None):
        super().__init__(words)
        self.actions = actions


class OtherRevision(UserWarning):
    """Something was made at another revision of a game, and is used anyway."""


class UnknownGame(HustingsError, KeyError):
    """An unknown game."""


class UnknownAgent(HustingsError, KeyError):
    """An unknown agent of an environment."""


class NoAttribute(HustingsError, AttributeError):
    """An attribute that an environment lacks, or lacks before `reset`."""


class UnknownBlock(HustingsError, KeyError):
    """An unknown block of an observation or of the actions."""


def suggestion(name: str, names: Iterable[str]) -> str:
    """A suggestion for an unknown name, to follow it in a message: the most similar of `names`, or "".

    >>> suggestion("mony", ["money", "bag"])
    '; did you mean money'
    """
    alike = difflib.get_close_matches(str(name), list(names), 1)
    return f"; did you mean {alike[0]}" if alike else ""


def error_line(error: BaseException) -> str:
    """An error of a user's own code in one line: its class, its message, and the line of that code."""
    kind = "" if isinstance(error, HustingsError) else f"{type(error).__name__}: "
    return " ".join(f"{kind}{error}".split()).removesuffix(":") + place_in_own_code(error)


def blamed_on(name: str, error: BaseException) -> HustingsError:
    """The error to raise for one in the code of the agent `name`; an error of the suite itself as it is."""
    if isinstance(error, HustingsError) and not place_in_own_code(error):
        return error
    return HustingsError(f"{name}: {error_line(error)}")


def place_in_own_code(error: BaseException) -> str:
    """The innermost line of a user's own code in an error's traceback; "" if there is none."""
    places = [
        f"; {Path(frame.filename).name}, line {frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if _is_own_code(frame.filename)
    ]
    return places[-1] if places else ""


def _is_own_code(file: str) -> bool:
    """Whether a file is a user's, not the suite's, a library's, or `<string>`."""
    of_others = any(Path(file).is_relative_to(other) for other in _OTHERS)
    return not (file.startswith("<") or "site-packages" in file or of_others)


def one_line(text: str) -> str:
    """Escape control and invisible characters in a text, as Python's literals do."""
    return CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


@contextlib.contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Guard imports that need an extra of the distribution: if a module is missing, name the extra.

    Args:
        name: the extra, as in `pip install 'hustings[name]'`.
        what: the feature that needs it, as the start of the error message.

    Raises:
        HustingsError: if a module is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("hustings"):
            raise
        raise HustingsError(f"{what} needs {error.name}: pip install 'hustings[{name}]'") from None
