"""Errors a user can cause. Each is one line that names the thing and the remedy."""

import contextlib
from collections.abc import Iterator


class HustingsError(ValueError):
    """Base of every error that bad input causes; the command line prints it and exits with status 2."""


class IllegalAction(HustingsError):
    """An action that is not legal now; no game has changed."""


class BoxError(HustingsError):
    """A box file, or an option of play, that is not what the game needs."""


class ReplayError(HustingsError):
    """A replay file that is damaged, foreign, or does not lead where it says."""


class UnknownGame(HustingsError, KeyError):
    """A name that is no game's."""

    __str__ = HustingsError.__str__


@contextlib.contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Import what belongs to an extra of the distribution; where it is missing, say which to install.

    Args:
        name: the extra, as in `pip install 'hustings[name]'`.
        what: what cannot be had without it, the beginning of the sentence.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("hustings"):
            raise
        raise HustingsError(f"{what} needs {error.name}: pip install 'hustings[{name}]'") from None
