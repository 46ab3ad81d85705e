"""Commands where they are started: odd folders, terminals, environments and bytes."""

import io
import multiprocessing
import os
import signal
import subprocess
import sys
import time

import pytest
import typer
from rich.console import Console

from hustings.envs.core.io.files import written_whole
from hustings.training.cli import app, output
from hustings.training.cli.errors import run as run_app
from hustings.training.evaluation.display import new_table
from hustings.training.warmup import warm_up

from ...support import ROOT, hustings, run
from .conftest import GAME

ARGUMENTS = "from hustings.training.cli import main; main()"


@pytest.mark.parametrize("backend", ["", "module://nowhere"])
def test_matplotlib_takes_nothing_from_the_current_folder_and_needs_no_display(backend, tmp_path):
    (tmp_path / "matplotlibrc").write_text(
        "text.usetex: True\naxes.facecolor: red\nbackend: module://theirs\n"
    )
    code = """
import typer
from hustings.training.cli.errors import run
app = typer.Typer()
@app.command()
def command():
    import matplotlib, os
    print(matplotlib.rcParams["text.usetex"], matplotlib.rcParams["axes.facecolor"], matplotlib.get_backend())
    print(os.getcwd())
run(app)
"""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "MPLBACKEND": backend}
    done = run([sys.executable, "-P", "-c", code], cwd=tmp_path, env=environment)
    assert (done.stdout, done.stderr) == (f"False white agg\n{tmp_path}\n", "")


@pytest.mark.parametrize(("columns", "kept"), [
    ("0", False), ("1", False), ("-3", False), ("x", False), ("", False), ("100000000", False), ("20", True),
])  # fmt: skip
def test_a_size_of_a_terminal_is_kept_where_something_can_be_shown(columns, kept, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    output._mend_size()
    assert ("COLUMNS" in os.environ) == kept


def test_a_table_in_a_terminal_one_letter_wide_is_shown_somehow():
    table = new_table("A title", "win share %", "rating", caption="Said below.")
    table.add_row("greedy", "65.6 (62.8-68.4)", "7")
    console = Console(file=io.StringIO(), width=1)
    console.print(table)
    assert console.file.getvalue().startswith("A")


def test_what_users_name_is_shown_as_it_is(capsys):
    name = "runs[/p]/[b]x[backup]"
    table = new_table(f"Of {name}", "share", caption=f"{name} is it.")
    table.add_row(name, name)
    for console in (output.out, output.err):
        made = Console(file=io.StringIO(), width=200, markup=console._markup)
        made.print(f"wrote {name}")
        made.print(table)
        assert made.file.getvalue().count(name) == 5


def test_a_path_that_looks_like_marks_of_a_style_is_told(folder, tmp_path):
    name = "[b]a[-p].svg"
    done = hustings(
        "replay", folder / "game.json", "--picture", tmp_path / name, "--move", 0, folder=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, f"wrote {tmp_path / name}\n")
    assert (tmp_path / name).exists()


def test_bytes_that_are_no_utf_8_are_answers_like_others(tmp_path):
    command = [sys.executable, "-c", ARGUMENTS, "play", GAME.name, "--seats", "human,random,random,random"]
    given = {"input": b"\xff\xfe\n1\xff\nq\n", "cwd": tmp_path, "capture_output": True, "check": False}
    done = subprocess.run([*command, "--replay", "game.json"], **given)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Stopped." in done.stdout


@pytest.fixture
def ends(monkeypatch, capfd):
    """Runs a function as a command: its exit status, and what it says on standard error."""

    def run_command(command) -> tuple[int, str]:
        app = typer.Typer()
        app.command()(command)
        monkeypatch.setattr(sys, "argv", ["hustings"])
        with pytest.raises(SystemExit) as ended:
            run_app(app)
        return ended.value.code, capfd.readouterr().err

    return run_command


def test_sigterm_removes_what_is_half_written(tmp_path, ends):
    def write() -> None:
        with written_whole(tmp_path / "film.gif") as part:
            part.write_bytes(b"half")
            signal.raise_signal(signal.SIGTERM)

    assert ends(write) == (130, "hustings: stopped\n")
    assert not list(tmp_path.iterdir())


def test_a_warm_up_ends_its_own_processes_alone():
    other = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(60,))
    other.start()
    assert list(warm_up([])) == []
    other.join(0.5)
    assert other.is_alive()
    other.kill()


@pytest.mark.parametrize("error", [BrokenPipeError, OSError, EOFError])
def test_an_error_of_code_of_ones_own_is_taken_for_no_other(error, ends):
    def fail() -> None:
        raise error("gone")

    code, said = ends(fail)
    assert code == 2
    assert f"hustings: {error.__name__}: gone; test_surroundings.py, line" in said


def test_ctrl_c_while_a_compiled_module_is_imported_is_no_error(ends):
    def start() -> None:
        raise ImportError("initialization failed") from KeyboardInterrupt()

    assert ends(start) == (130, "hustings: stopped\n")


# The help of all commands, the rules that a language model is told, and what bots do.
TELL = """
from hustings.agents.bots import bot_names, what_it_does
from hustings.agents.llm_messages import rules_of
from hustings.envs import GAMES
from hustings.training.cli import app
print(*(command.help or command.callback.__name__ for command in app.registered_commands), sep="\\n")
print(*map(rules_of, GAMES.values()), sep="\\n")
print(*(what_it_does(bot, game) for game in GAMES for bot in bot_names(game)), sep="\\n")
"""


def test_what_docstrings_tell_is_told_where_python_drops_them(capsys):
    exec(TELL, {})
    done = run([sys.executable, "-OO", "-c", TELL], env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert done.stdout == capsys.readouterr().out, done.stderr
    assert all(command.help for command in app.registered_commands)
