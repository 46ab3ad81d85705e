"""Errors a user can cause. Each is one line that names the thing and the remedy."""

import contextlib
import difflib
import re
import sysconfig
import traceback
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

# What a terminal or a page takes for a command, or cannot show: control characters, line and paragraph ends,
# changes of the direction of writing, halves of a character; and what is not seen, with which a name could
# imitate another: all of Unicode's category Cf, fillers, selectors of variants, spaces but the
# usual one, private characters.
CONTROL = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u1680\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ud800-\uf8ff\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
# Of what somebody has given, a message repeats no more than shows which thing is meant.
_LONG_WORD = re.compile(r"(\S{100})\S{50,}(\S{100})")
_LONGEST = 1000
_OWN = tuple(
    str(Path(__file__).resolve().parents[2] / part)
    for part in ("envs", "agents", "training", "package", "__init__.py")
)
_LIBRARY = sysconfig.get_path("stdlib")


class HustingsError(ValueError):
    """Base of every error that bad input causes; the command line prints it and exits with status 2.

    Its text is one line that a terminal can show, whatever names it was given.
    """

    def __str__(self) -> str:
        line = _LONG_WORD.sub(r"\1 ... \2", one_line(Exception.__str__(self)))
        return line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]} ... {line[-_LONGEST // 2 :]}"


class IllegalAction(HustingsError):
    """An action that is not legal now; no game has changed."""


class BoxError(HustingsError):
    """A box file, or an option of play, that is not what the game needs."""


class ReplayError(HustingsError):
    """A replay file that is damaged, foreign, or does not lead where it says."""


class NoAnswer(HustingsError):
    """What an agent asks, such as a language model's server or a program, has not answered as it should.

    Attributes:
        actions: (R,) what it has answered in the games that it was asked about, -1 where it has not; None
            where nothing came of any.
    """

    def __init__(self, words: str = "", actions: Sequence[int] | None = None):
        super().__init__(words)
        self.actions = actions


class OtherRevision(UserWarning):
    """Something was made at another revision of a game; it is used all the same."""


class UnknownGame(HustingsError, KeyError):
    """A name that no game has."""


class UnknownAgent(HustingsError, KeyError):
    """A name that no agent of an environment has."""


class NoAttribute(HustingsError, AttributeError):
    """Something that an environment has not, or not yet."""


class UnknownBlock(HustingsError, KeyError):
    """A name that no block of an observation, or of the actions, has."""


def suggestion(name: str, names: Iterable[str]) -> str:
    """What follows a name that is not among `names`: the one most like it, or nothing.

    >>> suggestion("mony", ["money", "bag"])
    '; did you mean money'
    """
    alike = difflib.get_close_matches(str(name), list(names), 1)
    return f"; did you mean {alike[0]}" if alike else ""


def error_line(error: BaseException) -> str:
    """What somebody's own code has raised, in one line: its kind, its words, and where in that code."""
    kind = "" if isinstance(error, HustingsError) else f"{type(error).__name__}: "
    return " ".join(f"{kind}{error}".split()) + place_in_own_code(error)


def place_in_own_code(error: BaseException) -> str:
    """The last line of somebody's own code that an error came through; "" for none."""
    others = (*_OWN, _LIBRARY, "<")
    places = [
        f"; {Path(frame.filename).name}, line {frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(others) and "site-packages" not in frame.filename
    ]
    return places[-1] if places else ""


def one_line(text: str) -> str:
    """A text with its control and unseen characters written out, as in Python's literals."""
    return CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


@contextlib.contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Import what belongs to an extra of the distribution; where it is missing, say which to install.

    Args:
        name: the extra, as in `pip install 'hustings[name]'`.
        what: what cannot be had without it, the beginning of the sentence.

    Raises:
        HustingsError: where it is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("hustings"):
            raise
        raise HustingsError(f"{what} needs {error.name}: pip install 'hustings[{name}]'") from None
