"""Compiled code on disk that is damaged or in disorder: it costs only time, and is said where that helps."""

import hashlib
import os
import pickle
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from hustings.envs.core.engine import cache
from hustings.envs.core.engine.cache import TAG, TAG_TEXT
from hustings.envs.core.engine.lowering import RuleDispatcher

from ...support import run_python

OWNER = "some_game"


def half(number):
    return number // 2


def third(number):
    return number // 3


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where the code of a game would be kept; it is not there yet."""
    folder = tmp_path / "hustings" / f"{OWNER}-0123456789abcdef"
    monkeypatch.setattr(cache, "cache_folder", lambda owner: folder)
    cache._warn_not_written.cache_clear()
    return folder


def call(function=half) -> bool:
    """Call a function as a process that has just started does: whether it was loaded, not compiled."""
    compiled = RuleDispatcher(function)
    cache.attach_cache(compiled, OWNER, function.__name__)
    assert compiled(12) == function(12)
    return bool(compiled.stats.cache_hits)


def kept(folder: Path, function=half) -> Path:
    """The file of a function that was called once."""
    call(function)
    (file,) = (path for path in folder.glob(f"{function.__name__}-*") if path.suffix != ".lock")
    return file


def with_digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest() + data


def flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 4]) + content[middle + 1 :]


DAMAGE = {
    "cut": lambda content: content[: len(content) // 2],
    "flipped": flipped,
    "of another version": lambda content: with_digest(pickle.dumps(("of", "another", "version"))),
    "of something else": lambda content: with_digest(pickle.dumps(12)),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damaged_bytes_are_said_and_compiled_again(damage, folder, capsys):
    file = kept(folder)
    file.write_bytes(damage(file.read_bytes()))
    capsys.readouterr()
    assert not call()
    assert capsys.readouterr().err.splitlines()[0] == f"hustings: {file} is damaged; it is compiled again"
    assert call()
    assert capsys.readouterr().err == ""


INSTEAD = {
    "a pipe": ("", os.mkfifo),
    "a link to a device": ("", lambda path: path.symlink_to("/dev/zero")),
    "a folder as lock": (".lock", Path.mkdir),
    "a link to nowhere as lock": (".lock", lambda path: path.symlink_to("no/where")),
}


@pytest.mark.parametrize(("suffix", "instead"), INSTEAD.values(), ids=INSTEAD)
def test_what_is_no_file_or_lock_of_ours_keeps_nobody_from_compiling(suffix, instead, folder):
    file = kept(folder)
    file.unlink()
    file.with_suffix(".lock").unlink()
    instead(file.with_suffix(suffix))
    assert not call()
    assert call()
    assert file.is_file()
    assert not file.is_symlink()


@pytest.mark.parametrize(
    "make", [lambda folder: folder.write_text("mine"), lambda folder: folder.symlink_to("no")]
)
def test_where_there_can_be_no_folder_that_is_said_once(make, folder, capsys):
    folder.parent.mkdir()
    make(folder)
    assert not call()
    assert not call()
    assert not call(third)
    assert capsys.readouterr().err.count("compiled code cannot be kept in") == 1


def test_a_folder_that_goes_while_it_is_in_use_is_made_anew(folder):
    kept(folder)
    shutil.rmtree(folder)
    assert not call()
    assert call()
    assert (folder / TAG).read_text() == TAG_TEXT


# What lets another process call functions as the tests above do.
CALLS = """
    import ctypes, sys
    from pathlib import Path
    from tests.core.engine import test_damaged_cache as here
    here.cache.cache_folder = lambda owner: Path({folder!r})
"""
NO_PRIVILEGES = """
    # The administrator may write anywhere, unless that is given up.
    assert ctypes.CDLL(None).capset((ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()) == 0
"""


def other_process(folder: Path, code: str) -> subprocess.CompletedProcess:
    start = CALLS.format(folder=str(folder))
    return run_python("\n".join(map(textwrap.dedent, (start, code))))


@pytest.mark.skipif(sys.platform != "linux", reason="privileges as Linux has them")
def test_a_folder_that_is_only_for_reading_is_read(folder):
    kept(folder)
    kept(folder, third).chmod(0)
    folder.chmod(0o555)
    code = "print(here.call(), here.call(here.third))"
    done = other_process(folder, textwrap.dedent(NO_PRIVILEGES) + code)
    assert done.stdout == "True False\n", done.stderr
    assert "compiled code cannot be kept in" in done.stderr
    assert "Permission denied" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_process_that_is_killed_while_it_compiles_leaves_the_lock_to_the_next(folder):
    code = """
        import os, signal
        here.cache.written_whole = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
        here.call()
    """
    assert other_process(folder, code).returncode == -signal.SIGKILL
    assert not call()
    assert call()
