"""Files of figures: what each row depends on, which commands have made it, and rows in small."""

import re
import sys
import tomllib

import pytest

from hustings.envs import GAMES, HustingsError
from hustings.envs.core.io.files import sole_writer
from measurements import lengths, quiz, tables

from ...support import ROOT

README = (ROOT / "notebooks/README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("module", "agent", "settings"),
    [(quiz, "greedy", (3,)), (lengths, "random and greedy and fanciful", (3, 2))],
)
def test_a_row_has_a_cell_for_each_column(module, agent, settings):
    key, measure = tables.row(module.measured, GAMES["saludos_amigos"], 4, agent, *settings)
    row = measure()
    assert key.split(", ")[1:] == ["4", agent, *map(str, settings)]
    assert len(row) == len(module.COLUMNS)
    assert row[0] == "Saludos Amigos!, 4"


@pytest.mark.parametrize("command", re.findall(r"`(python -m measurements[^`]* --out \S+toml)`", README))
def test_a_command_of_the_lab_is_one_that_has_made_its_file(command):
    noted = tomllib.loads((ROOT / "notebooks" / command.split()[-1]).read_text("utf-8"))
    assert command in noted["command"].split("; ")


@pytest.fixture
def out(tmp_path):
    return tmp_path / "rows.toml"


@pytest.fixture
def filled(out, monkeypatch):
    """Fills a table with rows that say what they depend on: these, and the commands that have made them."""

    def fill(*keys, option="-a"):
        monkeypatch.setattr(sys, "argv", ["quiz.py", *option.split()])
        tables.fill(out, "Rows.", "quiz", ["key"], [tables.Row(key, lambda key=key: [key]) for key in keys])
        found = tomllib.loads(out.read_text())
        commands = found["command"].replace("python -m measurements.quiz ", "").split("; ")
        return [row for (row,) in found["rows"]], commands

    return fill


def test_former_commands_stay_as_long_as_rows_that_they_have_made(filled):
    kept = "copycat 1, 2, greedy, 9"
    assert filled(kept, "copycat 1, 2, random, 9")[1] == ["-a"]
    assert filled(kept, "copycat 1, 2, random, 8", option="-b")[1] == ["-a", "-b"]
    assert filled(kept, "copycat 1, 2, brisk, 8", option="-b")[1] == ["-a", "-b"]
    assert filled("copycat 1, 2, greedy, 7", "copycat 1, 2, brisk, 7", option="-c")[1] == ["-c"]
    assert filled("copycat 1, 2, greedy, 6", option="")[1] == ["python -m measurements.quiz"]


def test_rows_of_other_games_stay_where_they_are(filled, out):
    both = [
        "copycat 1, 2, policy, 9, policy ab",
        "liberte 1, 3, greedy, 9",
        "copycat 1, 3, policy, 9, policy ab",
    ]
    assert filled(*both)[0] == both
    retrained = [key.replace("ab", "cd") for key in both]
    more = "copycat 1, 4, greedy, 9"
    assert filled(retrained[0], retrained[2], more)[0] == [retrained[0], retrained[2], more, both[1]]
    before = out.read_bytes()
    filled(both[1])
    assert out.read_bytes() == before, "nothing was measured"
    with sole_writer(out), pytest.raises(HustingsError, match="in use by another"):
        filled(both[1])


@pytest.mark.parametrize("text", ["mine", "x = 1"])
def test_a_file_that_is_no_table_is_left_alone(filled, out, text):
    out.write_text(text)
    with pytest.raises(HustingsError, match=r"rows.toml: not a table of measurements; choose"):
        filled("copycat 1, 2, greedy, 9")
    assert out.read_text() == text


def test_a_row_of_a_policy_depends_on_it():
    game = GAMES["copycat"]
    own = [
        tables.depends_on(game, 2, agent, 9) for agent in ("policy", "strong", "strong:rounds=1", "greedy")
    ]
    assert own[0].startswith("copycat 1, 2, policy, 9, policy ")
    assert [key.rpartition(", ")[2] == own[0].rpartition(", ")[2] for key in own] == [True, True, True, False]


def test_a_game_that_is_not_there_is_a_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["quiz.py", "--only", "chess"])
    with pytest.raises(SystemExit):
        quiz.main()
    assert "argument --only: invalid choice: 'chess' (choose from" in capsys.readouterr().err
