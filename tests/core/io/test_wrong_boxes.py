"""Boxes that do not go, of all games: each is refused in a line that names the file, the key and the reason.

`tests/GAME/wrong_boxes.toml` lists them, each with its changes and then what is said, in which … stands for
anything. Where nothing is said, the box is accepted.

    file = [
        ["hand = 21", "hand: 21 is outside 1 to 20"],
        ["card[0].number = 20", "card[3].number = 1", "card 1, National Radio: … are red and have no action"],
    ]
    record = [["card_price[8] = 1", "card 8, Medal of Merit: … its price is 0"]]
    options = [["min_invest = 2", "option min_invest: 2 is outside 0 to 1"]]

`file` changes the game's box.toml, `record` the box as it is loaded, and `options` are asked for; `boxes.py`
says how changes are written. Every error that a game's box.py can raise must be listed. `rules` names the
rows of RULES.md that the list holds to.
"""

import ast
import functools
import re
import tempfile
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from hustings.envs import GAMES, BoxError

from ...boxes import changed_file, changed_record
from ...support import TESTS

CHANGE = re.compile(r"del [\w.\[\]]+|[\w.\[\], :]+ \+?= .+", re.DOTALL)


class Case(NamedTuple):
    game: str
    kind: str
    changes: tuple[str, ...]
    said: str | None


def cases(game: str) -> list[Case]:
    file, found = TESTS / game / "wrong_boxes.toml", []
    listed = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    listed.pop("rules", None)
    assert set(listed) <= {"file", "record", "options"}
    for kind, rows in listed.items():
        for row in rows:
            said = None if CHANGE.fullmatch(row[-1]) else row[-1]
            found.append(Case(game, kind, tuple(row if said is None else row[:-1]), said))
    return found


@functools.cache
def error_of(case: Case) -> BoxError | None:
    """What is raised when the box is loaded, from a file called own.toml."""
    spec = GAMES[case.game].box_spec
    try:
        if case.kind == "file":
            with tempfile.TemporaryDirectory() as folder:
                spec.load(changed_file(spec, case.changes, Path(folder, "own.toml")))
        elif case.kind == "record":
            spec.load(changed_record(spec, case.changes))
        else:
            spec.load(None, tomllib.loads("\n".join(case.changes)))
    except BoxError as error:
        return error
    return None


CASES = [case for game in GAMES for case in cases(game)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}-{', '.join(case.changes)}")
def test_a_wrong_box_is_refused_with_file_key_and_reason(case):
    error = error_of(case)
    if case.said is None:
        assert error is None
        return
    assert re.search(".*".join(map(re.escape, case.said.split("…"))), str(error)), error
    assert ("own.toml: " in str(error)) == (case.kind == "file")


@pytest.mark.parametrize("game", sorted({case.game for case in CASES}))
def test_every_error_of_a_games_box_is_listed(game):
    source = GAMES[game].box_spec.file.with_name("box.py")
    raising = {node.lineno for node in ast.walk(ast.parse(source.read_text())) if isinstance(node, ast.Raise)}
    for case in cases(game):
        raising -= lines_of(error_of(case), source)
    assert not raising, f"{source}: no wrong box leads to lines {sorted(raising)}"


def lines_of(error: BaseException | None, source: Path) -> set[int]:
    """The lines of a file that an error, or one that it came of, was raised in."""
    lines = set()
    while error is not None:
        trace = error.__traceback__
        while trace is not None:
            if Path(trace.tb_frame.f_code.co_filename) == source:
                lines.add(trace.tb_lineno)
            trace = trace.tb_next
        error = error.__context__
    return lines
