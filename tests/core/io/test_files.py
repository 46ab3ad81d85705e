"""Files that somebody names: what cannot be read, or not in reasonable time, is refused in one line."""

import os
import stat
import sys
import threading
import unicodedata
from unittest import mock

import pytest

from hustings.agents import PolicyAgent
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.errors import CONTROL, HustingsError
from hustings.envs.core.io import files
from hustings.envs.core.io.files import check_new, exists, read_bytes, read_json
from hustings.envs.core.io.parsing import DEEPEST, parse_json, parse_toml
from hustings.training import load_leaderboard
from hustings.training.learning.settings import SETTINGS, read_settings

from ... import tinygame
from ...support import run_python


def read_policy(path):
    return PolicyAgent.load(path, tinygame.GAME)


def read_run(path):
    """The settings of a run, reached by the name that a run has for them."""
    folder = path.with_name("run")
    folder.mkdir(exist_ok=True)
    if "\0" not in str(path):
        (folder / SETTINGS).symlink_to(path)
    return read_settings(folder if "\0" not in str(path) else path)


READERS = [tinygame.GAME.box_spec.load, Replay.load, load_leaderboard, read_policy, read_run]


def named(reader):
    return getattr(reader, "__qualname__", str(reader))


def refused(reader, path) -> str:
    """The line with which a reader refuses a file; it may not wait for it."""
    said = []

    def read():
        try:
            reader(path)
        except HustingsError as error:
            said.append(str(error))

    waiting = threading.Thread(target=read, daemon=True)
    waiting.start()
    waiting.join(10)
    assert said, "it waits, or it read that"
    assert "\n" not in said[0]
    return said[0]


@pytest.mark.parametrize("reader", READERS, ids=named)
def test_what_is_no_file_or_one_without_end_is_refused_and_not_waited_for(reader, tmp_path):
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "folder").mkdir()
    with (tmp_path / "large").open("wb") as file:
        file.truncate(2**40)
    wrong = {"fifo": "not a regular file", "zero": "not a regular file", "folder": "", "large": "more than",
             "a\0b": "", "a" * 5000: ""}  # fmt: skip
    for name, words in wrong.items():
        if reader is not read_run or len(name) < 256:
            assert words in refused(reader, tmp_path / name)
        (tmp_path / "run" / SETTINGS).unlink(missing_ok=True)
    assert not exists("a\0b")
    assert not exists("a" * 5000)


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
@pytest.mark.parametrize("use", [
    lambda path: files.write_text(path, ""), lambda path: files.write_text(path, "", new=True),
    files.make_folder, check_new, lambda path: files.sole_writer(path).__enter__(),
])  # fmt: skip
def test_what_cannot_be_a_path_is_not_written(use, name, tmp_path):
    with pytest.raises(HustingsError, match="cannot be a path; choose another name"):
        use(tmp_path / name)


def test_what_is_no_text_is_not_written(tmp_path):
    with pytest.raises(HustingsError, match=r"file: cannot be written: '\\ud800' is not text; remove it"):
        files.write_text(tmp_path / "file", "a\ud800b")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("linked", [True, False])
def test_a_new_file_takes_no_name_that_another_has_taken_just_before(linked, tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError

    if not linked:  # as on file systems without links
        monkeypatch.setattr(os, "link", refuse)
    files.write_text(tmp_path / "file", "mine", new=True)
    if linked:
        monkeypatch.setattr(files, "check_new", lambda *_: None)
    with pytest.raises(HustingsError, match="file exists; choose another file or remove it"):
        files.write_text(tmp_path / "file", "another", new=True)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


def test_as_much_as_is_allowed_is_read(tmp_path):
    (tmp_path / "file").write_bytes(b"12345")
    assert read_bytes(tmp_path / "file", 5, remedy="") == b"12345"
    with pytest.raises(HustingsError, match="more than 0 KiB"):
        read_bytes(tmp_path / "file", 4, remedy="")
    (tmp_path / "file").write_bytes(b"\xff")
    with pytest.raises(HustingsError, match="damaged, not JSON"):
        read_json(tmp_path / "file", 5, remedy="")


NOT_JSON = [
    ("[" * 100_000, "nested deeper than"),
    ('{"a":' * 100_000, "nested deeper than"),
    ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "nested deeper than"),
    ("9" * 5000, "a number of more than"),
    ("[1, -" + "9" * 5000 + "]", "a number of more than"),
    ('["\\u001b[31m"]', "control characters"),
    ('{"a\\u0000b": 1}', "control characters"),
    ("[" + "[]," * 2_000_000 + "1]", "more than 3,000,000 values"),
    ('["greedy\u00a0"]', "control characters"),
    ('["greedy\u2009"]', "control characters"),
    ('["greedy\ue000"]', "control characters"),
    ('{"greedy\u200b": 1}', r"control characters in 'greedy\\u200b'"),
    ('{"seconds": NaN}', "not JSON"),
    ('{"seconds": 1e999}', "a number that is not finite"),
    ("[-Infinity]", "not JSON"),
    ('["\\"' * 100_000, "not JSON"),
    ("", "not JSON"),
]  # fmt: skip
NOT_TOML = [
    ("a = " + "[" * 100_000, "nested deeper than"),
    ("a = " + "{a = " * 100_000, "nested deeper than"),
    ("a" + ".a" * 50_000 + " = 1", "a key of more than"),
    ("a" + " . 'a'" * 50_000 + " = 1", "a key of more than"),
    ("[a" + '."a"' * 50_000 + "]", "a key of more than"),
    ("a = { a" + ".a" * 50_000 + " = 1 }", "a key of more than"),
    ("a = " + "9" * 5000, "a number of more than"),
    ("a = 0x" + "f" * 5000, "a number of more than"),
    ('a = "\\u001b[31m"', "control characters"),
    ('"a\\u0000b" = 1', "control characters"),
    ('a = """\n[[""" + 1', "not a TOML file"),
    ("a = \x1b", "not a TOML file"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parse", "text", "message"),
    [*((parse_json, *row) for row in NOT_JSON), *((parse_toml, *row) for row in NOT_TOML)],
)
def test_what_is_not_plain_is_refused(parse, text, message):
    with pytest.raises(ValueError, match=message) as caught:
        parse(text)
    assert str(caught.value).isprintable()


def test_all_that_is_not_seen_is_written_out():
    letters = [letter for letter in map(chr, range(sys.maxunicode + 1)) if letter != "\n"]
    unseen = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert not [c for c in letters if unicodedata.category(c) in unseen and not CONTROL.search(c)]
    seen = [c for c in letters if unicodedata.category(c)[0] in "LNPS" and CONTROL.search(c)]
    assert {*map(unicodedata.name, seen)} == {
        "HANGUL CHOSEONG FILLER", "HANGUL JUNGSEONG FILLER", "HANGUL FILLER", "HALFWIDTH HANGUL FILLER",
        "BRAILLE PATTERN BLANK",
    }  # fmt: skip
    assert str(HustingsError("greedy\u200b \ufe0f \x1b é")) == r"greedy\u200b \ufe0f \x1b é"


def test_plain_json_is_read_as_json_has_it():
    deep = "[" * DEEPEST + "]" * DEEPEST
    assert parse_json(deep)
    assert parse_json(
        '{"[[[[[[[[[[[[[[[[[[[[": "' + "9" * 5000 + '", "é": [18446744073709551615, -0.5, null]}'
    )
    assert parse_json('["\\"[[[[[[[[[[[[[[[[[[[[[[", "\\\\"]') == ['"[[[[[[[[[[[[[[[[[[[[[[', "\\"]


def test_plain_toml_is_read_as_toml_has_it():
    brackets = "[" * 99
    text = f"""# {brackets} "
a = "{brackets} \\" ' # {brackets}" # {brackets}
b = '{brackets} " \\'
c = '''{brackets} ' " '''
d = [ [1.5, 2.5], [0.25, {{ x.y.z = 1.5 }}] ]
"e.f" = "{"a.b." * 99}"
"""
    tree = parse_toml(text)
    assert tree["a"] == f"{brackets} \" ' # {brackets}"
    assert tree["b"] == f'{brackets} " \\'
    assert tree["d"][1][1] == {"x": {"y": {"z": 1.5}}}
    assert parse_toml('a = """one \\\n   line"""') == {"a": "one line"}


@pytest.mark.parametrize(
    "name", ["x" * 250 + ".json", "ü" * 120 + ".json", "x.json", "x" * 255, "x." + "y" * 253]
)
def test_whatever_name_a_file_can_have_it_is_written(name, tmp_path):
    files.write_text(tmp_path / name, "1")
    with files.sole_writer(tmp_path / name):
        files.write_text(tmp_path / name, "2")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(name, "2")]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no modes here")
def test_a_private_file_is_private_from_its_first_moment(tmp_path, monkeypatch):
    made, make = [], os.open
    monkeypatch.setattr(
        os, "open", lambda path, how, mode=0o777: made.append((how, mode)) or make(path, how, mode)
    )
    before = os.umask(0)
    try:
        files.write_text(tmp_path / "secret", "x", private=True)
        files.write_text(tmp_path / "other", "x")
    finally:
        os.umask(before)
    assert [mode for how, mode in made if how & os.O_CREAT] == [0o600, 0o666]
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_a_file_that_somebody_writes_is_refused_to_others_until_they_end(tmp_path):
    path = tmp_path / "board.json"
    hold = f"""
        import os, signal
        from pathlib import Path
        from hustings.envs.core.io.files import sole_writer
        with sole_writer(Path({str(path)!r})):
            print("held", flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
    """
    in_use = pytest.raises(HustingsError, match=r"board.json is in use by another hustings")
    with files.sole_writer(path), in_use, files.sole_writer(path):
        pass
    assert not list(tmp_path.iterdir())
    assert run_python(hold).stdout == "held\n"
    assert list(tmp_path.iterdir()), "a process that was killed leaves its lock file"
    with files.sole_writer(path):
        pass
    assert not list(tmp_path.iterdir())


def test_where_there_is_no_folder_nobody_is_refused(tmp_path):
    with files.sole_writer(tmp_path / "no" / "board.json"), files.sole_writer(tmp_path / "no" / "board.json"):
        pass


@pytest.mark.parametrize("found", ["~/.cache/hustings", RuntimeError("no home")])
def test_without_a_home_folder_the_remedy_is_named(found):
    find = mock.Mock(side_effect=[found])  # as versions of platformdirs answer or fail
    with pytest.raises(HustingsError, match=r"^this user has no home folder; set HOME, or do without$"):
        files.user_folder(find, "do without")


def test_a_name_that_is_too_long_is_one_line(tmp_path):
    with pytest.raises(
        HustingsError, match=r"cannot be written \(File name too long\); choose another place"
    ):
        check_new(tmp_path / ("x" * 300))
