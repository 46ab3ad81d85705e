"""Tries a policy from anybody in this process, which is limited: `python -m onnx_file.trial`.

It is asked on its standard input, by a line of JSON and then the bytes of the file, and answers in JSON.
"""

import contextlib
import json
import sys
from typing import NamedTuple

import numpy as np

from .check import checked
from .session import Session, UnfitError, open_session, run_session

ROWS = 2, 1024
"""Of the observations with which it is tried."""


class Asked(NamedTuple):
    """What a policy is tried for.

    Attributes:
        key: under which its facts are in its metadata.
        sizes: S for each number of players.
        num_actions: A.
        memory: the most bytes that the process may take.
        seconds: the most seconds of a processor.
    """

    key: str
    sizes: dict[int, int]
    num_actions: int
    memory: int
    seconds: int


class Outcome(NamedTuple):
    """What was found.

    Attributes:
        unfit: why the file cannot be played; None if it can.
        facts: the text in its metadata; None for a file that could not be opened.
    """

    unfit: str | None
    facts: str | None = None


def tried(content: bytes, asked: Asked) -> Outcome:
    """Check a file and let it play at each table that it is for."""
    facts = None
    try:
        session = open_session(checked(content))
        facts = session.get_modelmeta().custom_metadata_map.get(asked.key, "")
        for players in _wanted(facts, asked):
            for rows in ROWS:
                _play(session, rows, players, asked)
    except UnfitError as unfit:
        return Outcome(str(unfit), facts)
    except MemoryError:
        return Outcome("takes too much memory; train a smaller policy", facts)
    except Exception as error:  # of whatever a file makes of a library
        return Outcome(f"not an ONNX model ({type(error).__name__}); copy it again", facts)
    return Outcome(None, facts)


def _wanted(facts: str, asked: Asked) -> set[int]:
    """The numbers of players that the facts are about; whoever asked checks all of them."""
    with contextlib.suppress(LookupError, ValueError, TypeError, RecursionError, OverflowError):
        players = json.loads(facts)["num_players"]
        return set(asked.sizes) if players is None else {int(players)} & set(asked.sizes)
    return set()


def _play(session: Session, rows: int, players: int, asked: Asked) -> None:
    """Refuse a model that does not give finite numbers of the right shapes."""
    observations = np.zeros((rows, asked.sizes[players]), np.float32)
    masks = np.ones((rows, asked.num_actions), np.bool_)
    found = run_session(session, [entry.name for entry in session.get_inputs()], observations, masks)
    given, wanted = [np.shape(array) for array in found], [(rows, asked.num_actions), (rows, players)]
    if given != wanted:
        raise UnfitError(f"gives shapes {str(given)[:100]}, not {wanted}; train a policy again")
    if not all(array.dtype == np.float32 and np.isfinite(array).all() for array in found):
        raise UnfitError("gives numbers that are not finite float32; copy it again")


def _limit(asked: Asked) -> None:
    """Let the system end or refuse what goes too far, where it can."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has none
        return
    limits = (
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_CPU, asked.seconds, asked.seconds + 1),  # the soft limit's signal says which it was
        (resource.RLIMIT_DATA, asked.memory, asked.memory),
    )
    for kind, soft, hard in limits:
        with contextlib.suppress(ValueError, OSError):  # a lower limit is set, or the system has none
            resource.setrlimit(kind, (soft, hard))


def main() -> None:
    """Try what comes in."""
    head, _, content = sys.stdin.buffer.read().partition(b"\n")
    asked = Asked(**json.loads(head))
    asked = asked._replace(sizes={int(players): size for players, size in asked.sizes.items()})
    _limit(asked)
    print(json.dumps(tried(content, asked)))


if __name__ == "__main__":
    main()
