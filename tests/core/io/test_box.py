"""Boxes: what a user's own file may say, and how a wrong one is refused."""

import dataclasses
import re
import shutil

import numpy as np
import pytest

from hustings.envs import BoxError
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.io import box as boxes

from ... import tinygame
from ...support import each_game

SPEC = tinygame.GAME.box_spec
TEXT = SPEC.file.read_text()


def write(tmp_path, old, new):
    assert old in TEXT
    path = tmp_path / "own.toml"
    path.write_text(TEXT.replace(old, new))
    return path


def test_a_users_own_box_is_played(tmp_path):
    path = write(tmp_path, "[3, 3, 2, 2]", "[9, 9, 9, 9]")
    games = GameBatch(tinygame.GAME, 2, box=path, options={"double": True})
    assert games.box[0].copies.tolist() == [9, 9, 9, 9]
    assert games.options == {"double": True, "hand_size": 2}
    again = GameBatch(tinygame.GAME, 2, box=games.box)
    assert again.tables.tobytes() == games.tables.tobytes()
    with pytest.raises(ValueError, match="read-only"):
        games.box["sides"] = 1


@pytest.mark.parametrize(("old", "new", "message"), [
    ("[3, 3, 2, 2]", "[1, 1, 1, 1]", "copies: fewer cards than the hands need"),
    ("[3, 3, 2, 2]", "[3, 3, 2]", "copies: needs 4 values"),
    ("[3, 3, 2, 2]", "[3, 3, 2, 99]", "copies: 99 is outside 0 to 9"),
    ("[3, 3, 2, 2]", "[3, 3, 2, 2.5]", "copies: .* is not a whole number"),
    ("[3, 3, 2, 2]", '"many"', "copies: .* is not a whole number"),
    ("[3, 3, 2, 2]", "[[3], [3, 2, 2]]", "copies: needs 4 values"),
    ("copies =", "cards =", "copies: missing"),
    ('evidence = "inferred"', 'evidence = "guessed"',
     "typical_score: evidence must be one of sourced, inferred"),
    ("constraint = ", "source = ", "typical_score: a inferred entry says its constraint"),
    ("sides = { value = 6", "sides = { value = 1", "sides: 1 is outside 2 to 6"),
    ("double = false", "double = 1", None),
    ("double = false", 'double = "yes"', "option double: 'yes' is not one of false, true"),
    ("double = false", "treble = false", "unknown option 'treble'; choose from double, hand_size"),
    ("double = false", "", "options.double: missing"),
    ("[options]", "options = 3\n[more]", "more.double: every entry is a table"),
    ("copies = {", "copies = [", "not a TOML file"),
    ("[options]", "value = 3\n[options]", "value is in no table; write its entry's name above it"),
    ("copies = {", "loose = 3\ncopies = {", "loose: every entry is a table with value"),
])  # fmt: skip
def test_a_wrong_box_is_refused_with_file_key_and_reason(tmp_path, old, new, message):
    path = write(tmp_path, old, new)
    if message is None:
        assert SPEC.load(path)[0].double == 1
        return
    with pytest.raises(BoxError, match=rf"^{re.escape(str(path))}: .*{message}"):
        SPEC.load(path)


def edited(**values) -> np.ndarray:
    """The game's own box with some of its fields changed."""
    box = SPEC.load().copy()
    for name, value in values.items():
        box[name] = value
    return box


@pytest.mark.parametrize(("given", "message"), [
    ((None, {"hand_size": 0}), "option hand_size: 0 is outside 1 to 5"),
    ((None, {"hand_size": "two"}), "option hand_size: 'two' is not a whole number"),
    ((None, {"hand_size": True}), "option hand_size: True is not a whole number"),
    ((None, {"hand_size": [1, 2]}), "option hand_size: needs one value"),
    ((None, {"hand_size": 5}), "copies: fewer cards than the hands need"),
    ((None, {"double": "maybe"}), "option double: 'maybe' is not one of false, true"),
    ((edited(sides=100),), "sides: 100 is outside 2 to 6"),
    ((edited(copies=1),), "copies: fewer cards"),
    ((np.zeros(1, np.int8),), "belongs to another game"),
    ((np.zeros(0, SPEC.dtype),), "^box: an array of 0 boxes; give one"),
    ((np.zeros(2, SPEC.dtype),), "^box: an array of 2 boxes; give one"),
])  # fmt: skip
def test_wrong_options_and_arrays_that_are_no_box_of_this_game_are_refused(given, message):
    with pytest.raises(BoxError, match=message):
        SPEC.load(*given)


@pytest.mark.parametrize(("text", "message"), [
    ('sides = { value = 6, evidence = ["sourced"], source = "me" }', "sides: evidence must be one of"),
    ('sides = { value = 6, evidence = {}, source = "me" }', "sides: evidence must be one of"),
    ('sides = { value = 6, evidence = "sourced", source = "\\u001b[31m" }', "control characters"),
    ('"\\u0007" = 6', "control characters"),
    ("sides = 0x" + "f" * 5000, "a number of more than"),
    ("a" + ".a" * 50_000 + " = 6", "a key of more than"),
    ("#" * 2**18 + "\n", "more than 256 KiB"),
])  # fmt: skip
def test_a_strangers_box_is_refused_before_it_does_harm(text, message, tmp_path):
    (tmp_path / "box.toml").write_text(text)
    with pytest.raises(BoxError, match=message):
        SPEC.load(tmp_path / "box.toml")


@each_game
def test_every_entry_says_its_evidence(game, tmp_path):
    entries = game.box_spec.evidence()
    assert entries
    assert {entry.evidence for entry in entries} <= {"sourced", "inferred"}
    assert all(entry.reason for entry in entries)
    copy = shutil.copy(game.box_spec.file, tmp_path / "box.toml")
    assert game.box_spec.load(copy).tobytes() == game.box_spec.load().tobytes()


def test_the_games_own_file_is_read_once_and_everybody_gets_a_copy(monkeypatch):
    spec, read, parse = dataclasses.replace(SPEC), [], boxes.parse
    monkeypatch.setattr(boxes, "parse", lambda path: read.append(path) or parse(path))
    one, other = spec.load(), spec.load(options={})
    assert read == [spec.file]
    assert one == other == spec.load(spec.file)
    assert not one.flags.writeable
    one.flags.writeable = True
    one["hand_size"] += 1
    assert spec.load() == other
