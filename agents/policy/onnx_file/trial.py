"""Tries a policy from anybody in this process, which may be ended: `python -m onnx_file.trial`.

It is asked and answers on its standard streams: a line of JSON, then the bytes of the model.
"""

import contextlib
import json
import sys
from typing import Any, NamedTuple

import numpy as np

from .bounds import check_cost
from .check import UnfitError, checked
from .session import Session, first_line, open_session

ROWS = 2
"""Of the observations with which it is tried."""


class Tables(NamedTuple):
    """What a policy may be asked for.

    Attributes:
        key: under which its facts are in its metadata.
        sizes: S for each number of players.
        num_actions: A.
        memory: the most bytes that the process may take; None for no limit.
        seconds: the most seconds of a processor.
    """

    key: str
    sizes: dict[int, int]
    num_actions: int
    memory: int | None = None
    seconds: int | None = None


class Outcome(NamedTuple):
    """What was found.

    Attributes:
        unfit: why the file cannot be played; None if it can.
        facts: the text in its metadata, as far as it was read.
        model: what was checked, as it is to be opened; empty for a file that is not to be opened at all.
    """

    unfit: str | None
    facts: str = ""
    model: bytes = b""


def tried(content: bytes, tables: Tables) -> Outcome:
    """Check a file and let it play two rows at each table that it is for."""
    try:
        model = checked(content)
    except UnfitError as unfit:
        return Outcome(str(unfit))
    facts = next((entry.value for entry in model.metadata_props if entry.key == tables.key), "")
    bytes_again = model.SerializeToString()
    del content
    try:
        sizes = {players: size for players, size in tables.sizes.items() if players in _wanted(facts, tables)}
        for size in sizes.values():
            check_cost(model, (1, ROWS), (size, tables.num_actions))
        del model
        session = _opened(bytes_again)
        for players, size in sizes.items():
            _play(session, players, size, tables.num_actions)
    except UnfitError as unfit:
        return Outcome(str(unfit), facts, bytes_again)
    return Outcome(None, facts, bytes_again)


def _wanted(facts: str, tables: Tables) -> set[int]:
    """The numbers of players that the facts are about; whoever asked checks all of them."""
    with contextlib.suppress(LookupError, ValueError, TypeError, RecursionError, OverflowError):
        players = json.loads(facts)["num_players"] if facts else None
        return set(tables.sizes) if players is None else {int(players)}
    return set()


def _opened(model: bytes) -> Session:
    try:
        return open_session(model)
    except Exception as error:  # of many kinds, none documented
        raise UnfitError(f"not an ONNX model ({first_line(error)}); copy it again") from None


def _play(session: Session, players: int, size: int, num_actions: int) -> None:
    """Refuse a model that does not give finite numbers of the right shapes."""
    given = {
        "observations": np.zeros((ROWS, size), np.float32),
        "masks": np.ones((ROWS, num_actions), np.bool_),
    }
    try:
        found = session.run(
            ["logits", "values"], {name.name: given[name.name] for name in session.get_inputs()}
        )
    except Exception as error:
        raise UnfitError(f"does not run ({first_line(error)}); train a policy again") from None
    shapes = [(ROWS, num_actions), (ROWS, players)]
    if [np.shape(array) for array in found] != shapes:
        raise UnfitError(f"gives shapes {[np.shape(a) for a in found]}, not {shapes}; train a policy again")
    if not all(array.dtype == np.float32 and np.isfinite(array).all() for array in found):
        raise UnfitError("gives numbers that are not finite; copy the policy again")


def _limit(tables: Tables) -> None:
    """Let the system end or refuse what goes too far, where it can."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has none
        return
    limits: list[tuple[int, int | None]] = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, tables.seconds),
        (resource.RLIMIT_DATA, tables.memory),
    ]
    for kind, most in limits:
        if most is not None:
            with contextlib.suppress(ValueError, OSError):  # a lower limit is set, or the system has none
                resource.setrlimit(kind, (most, most))


def packed(head: Any, model: bytes) -> bytes:
    """A line of JSON and a model, as the two processes send them."""
    return json.dumps(head).encode() + b"\n" + model


def main() -> None:
    """Try what comes in."""
    head, _, content = sys.stdin.buffer.read().partition(b"\n")
    asked = json.loads(head)
    asked["sizes"] = {int(players): size for players, size in asked["sizes"].items()}
    tables = Tables(**asked)
    _limit(tables)
    try:
        outcome = tried(content, tables)
    except MemoryError:
        outcome = Outcome("takes too much memory; make a smaller network")
    except Exception as error:  # of whatever a file makes of a library
        outcome = Outcome(f"not an ONNX model ({type(error).__name__}); copy it again")
    sys.stdout.buffer.write(packed([outcome.unfit, outcome.facts], outcome.model))


if __name__ == "__main__":
    main()
