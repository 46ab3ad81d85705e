"""What the command line refuses: one line, exit status 2, and nothing is changed."""

import shlex
import shutil
from pathlib import Path

import pytest

LINES = Path(__file__).with_name("wrong_commands.txt").read_text().splitlines()
WRONG = [line.split(" | ") for line in LINES if line and not line.startswith("#")]


@pytest.fixture(scope="module")
def apart(folder, tmp_path_factory):
    """A copy of the folder that no other test writes into."""
    return shutil.copytree(folder, tmp_path_factory.mktemp("wrong") / "cli")


@pytest.mark.parametrize(("command", "message"), WRONG, ids=lambda text: text[:60])
def test_a_wrong_command_is_refused_in_one_line(command, message, complaint, apart):
    before = sorted(apart.iterdir())
    assert message in complaint(*shlex.split(command), folder=apart)
    assert sorted(apart.iterdir()) == before
    assert (apart / "taken.png").read_bytes() == b"mine"


def test_escape_sequences_do_not_reach_the_terminal(complaint):
    assert r"\x1b[31mred.json: cannot be read" in complaint("replay", "\x1b[31mred.json")
