"""Files of figures: what each row depends on, which commands have made it, and rows in small."""

import re
import sys
import tomllib

import pytest

from hustings.envs import GAMES
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


def test_former_commands_stay_as_long_as_rows_that_they_have_made(tmp_path, monkeypatch):
    out = tmp_path / "rows.toml"

    def commands(options, *keys):
        monkeypatch.setattr(sys, "argv", ["quiz.py", *options])
        tables.fill(out, "Rows.", "quiz", ["key"], [tables.Row(key, lambda key=key: [key]) for key in keys])
        found = tomllib.loads(out.read_text())["command"]
        return found.replace("python -m measurements.quiz ", "").split("; ")

    assert commands(["-a"], "copycat 1, 2, greedy, 9", "copycat 1, 2, random, 9") == ["-a"]
    assert commands(["-b"], "copycat 1, 2, greedy, 9", "copycat 1, 2, random, 8") == ["-a", "-b"]
    assert commands(["-b"], "copycat 1, 2, greedy, 9", "copycat 1, 2, brisk, 8") == ["-a", "-b"]
    assert commands(["-c"], "copycat 1, 2, greedy, 7", "copycat 1, 2, brisk, 7") == ["-c"]


def test_a_game_that_is_not_there_is_a_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["quiz.py", "--only", "chess"])
    with pytest.raises(SystemExit):
        quiz.main()
    assert "argument --only: invalid choice: 'chess' (choose from" in capsys.readouterr().err
