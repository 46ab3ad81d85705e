"""Tries out a foreign policy in this process, under limits: `python -m onnx_file.trial`.

Standard input is a `TrialRequest` as a line of JSON, then the bytes of the file; standard output is an
`Outcome` as JSON.
"""

import contextlib
import json
import sys
from typing import NamedTuple

import numpy as np

from .check import checked
from .session import Session, UnfitError, check_outputs, open_session, run_session

ROWS = 1, 2, 1024
"""The numbers of rows to try."""


class TrialRequest(NamedTuple):
    """A request to try a policy.

    Attributes:
        key: the key of the facts in its metadata.
        sizes: S by number of players.
        num_actions: A.
        memory: the process's limit in bytes.
        seconds: the process's limit in CPU seconds.
    """

    key: str
    sizes: dict[int, int]
    num_actions: int
    memory: int
    seconds: int


class Outcome(NamedTuple):
    """The result of a trial.

    Attributes:
        unfit: why the file cannot be played; None if it can.
        facts: the text of the facts in its metadata; None if the file could not be opened.
    """

    unfit: str | None
    facts: str | None = None


def try_out(content: bytes, request: TrialRequest) -> Outcome:
    """Check a file and run it for each number of players that it plays."""
    facts = None
    try:
        session = open_session(checked(content))
        facts = session.get_modelmeta().custom_metadata_map.get(request.key, "")
        for players in _player_counts(facts, request):
            for rows in ROWS:
                _play(session, rows, players, request)
    except UnfitError as unfit:
        return Outcome(str(unfit), facts)
    except MemoryError:
        return Outcome("takes too much memory; train a smaller policy", facts)
    except Exception as error:  # of any type: a file may break a library anywhere
        return Outcome(f"not an ONNX model ({type(error).__name__}); copy it again", facts)
    return Outcome(None, facts)


def _player_counts(facts: str, request: TrialRequest) -> set[int]:
    """The numbers of players in the facts; the other process checks the facts in full."""
    with contextlib.suppress(LookupError, ValueError, TypeError, RecursionError, OverflowError):
        players = json.loads(facts)["num_players"]
        return set(request.sizes) if players is None else {int(players)} & set(request.sizes)
    return set()


def _play(session: Session, rows: int, players: int, request: TrialRequest) -> None:
    """Raise UnfitError unless the model returns finite numbers in the right shapes."""
    observations = np.zeros((rows, request.sizes[players]), np.float32)
    masks = np.ones((rows, request.num_actions), np.bool_)
    masks[1::2, 1:] = False  # a network may mask its logits itself
    found = run_session(session, [entry.name for entry in session.get_inputs()], observations, masks)
    check_outputs(found, masks, players)


def _limit(request: TrialRequest) -> None:
    """Have the system enforce the limits, where it can."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has none
        return
    limits = (
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_CPU, request.seconds, request.seconds + 1),  # the soft limit's signal names itself
        (resource.RLIMIT_DATA, request.memory, request.memory),
    )
    for kind, soft, hard in limits:
        with contextlib.suppress(ValueError, OSError):  # a lower limit is set, or this one is unknown
            resource.setrlimit(kind, (soft, hard))


def main() -> None:
    """Answer the request on standard input."""
    head, _, content = sys.stdin.buffer.read().partition(b"\n")
    request = TrialRequest(**json.loads(head))
    request = request._replace(sizes={int(players): size for players, size in request.sizes.items()})
    _limit(request)
    print(json.dumps(try_out(content, request)))


if __name__ == "__main__":
    main()
