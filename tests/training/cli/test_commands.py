"""Every command, run as a process: what it prints and writes."""

import functools
import importlib
import inspect
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from rich.console import Console

from hustings.envs import GAMES, HustingsError
from hustings.training.cli import app, main
from hustings.training.cli import games as games_commands
from hustings.training.learning import run as runs
from hustings.training.learning import warm_start
from hustings.training.learning.settings import user_code

from ... import pig
from ...support import hustings
from .conftest import GAME


def ran(words, folder, **environment) -> subprocess.CompletedProcess:
    """A command that ends well, what it prints within 80 columns."""
    done = hustings(*shlex.split(words), folder=folder, **environment)
    assert done.returncode == 0, done.stderr
    return done


def shown(words, folder, **environment) -> str:
    """What it prints for people, in 80 columns."""
    out = ran(words, folder, **environment).stdout
    assert max(map(len, out.splitlines())) <= 80
    return out


def own(folder, module: str, does: str) -> dict[str, str]:
    """Write an agent of one's own, MODULE:Bot; the environment in which it is found."""
    (folder / f"{module}.py").write_text(
        f"class Bot:\n    name, calls = {module!r}, 0\n    def __init__(self, game, seed): pass\n"
        f"    def act(self, games, rows):\n{textwrap.indent(textwrap.dedent(does), ' ' * 8)}"
    )
    return {"PYTHONPATH": os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])}


FIRST = "return games.masks(rows=rows).argmax(axis=1)"


def test_games_and_their_description(folder):
    assert [game["name"] for game in json.loads(ran("games --json", folder).stdout)] == list(GAMES)
    for words, *told in (
        ("games", "saludos_amigos"),
        ("describe saludos_amigos", "Observation (4 players)"),
        ("describe saludos_amigos --topic play", "How to play Saludos Amigos!"),
        ("describe liberte --topic play", "• Bread Shortage: Removes a block"),
        ("describe saludos_amigos --topic rules", "SAL-1.1"),
        ("describe saludos_amigos --topic box", "inferred", str(GAME.box_spec.file)),
        ("describe saludos_amigos --topic table", "hand int8 [seat 7 x value 3]"),
        ("describe liberte --topic codes", "  24 Sieyès (3 blue, South-East); set A"),
    ):
        shown = ran(words, folder).stdout
        assert [text for text in told if text not in shown] == []
    tree = json.loads(ran("describe saludos_amigos -n 7 --json", folder).stdout)
    assert sum(block["size"] for block in tree["observation"]) == GAME.observation(7).size
    assert [field["name"] for field in tree["table"]] == [field.name for field in GAME.table_fields]


@pytest.mark.parametrize(
    ("show", "words"),
    [
        (games_commands.print_ledger, "no rules come with Pig"),
        (games_commands.print_guide, "no guide comes with Pig"),
    ],
)
def test_what_a_game_does_not_have_is_said(show, words):
    with pytest.raises(HustingsError, match=f"{words}; see hustings describe pig"):
        show(pig.GAME)


def test_the_example_of_every_page_keeps_its_lines(monkeypatch):
    for game in GAMES.values():
        shown = Console(file=io.StringIO(), width=80)
        monkeypatch.setattr(games_commands, "out", shown)
        games_commands.describe(game.name)
        lines = [line.strip() for line in shown.file.getvalue().splitlines()]
        page = inspect.getdoc(importlib.import_module(f"hustings.envs.{game.name}_v0"))
        code = re.findall(r"^(?:>>>|\.\.\.).*", page, re.MULTILINE)
        assert code
        assert set(code) <= set(lines)


@pytest.mark.parametrize("command", ["", *(command.callback.__name__ for command in app.registered_commands)])
def test_help_everywhere(command, monkeypatch, capfd):
    monkeypatch.setattr(sys, "argv", ["hustings", *command.split(), "--help"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert "Usage: " in capfd.readouterr().out


def test_a_game_among_bots_is_told_and_recorded(folder):
    assert "final points" in ran("replay --verify game.json", folder).stdout
    steps = ran("replay game.json", folder).stdout
    assert "player_0 (greedy):" in steps
    assert "final points" in steps


def test_a_review_in_words_and_as_json(folder):
    asked = "review game.json --agent search:iterations=8 --top 2"
    said = shown(asked, folder)
    assert "player_2 (random):" in said
    assert "Loss: percentage points of the search's value: 0.25 win" in said
    tree = json.loads(ran(f"{asked} --seat 2 --json", folder).stdout)
    moves = json.loads((folder / "game.json").read_text())["moves"]
    assert list(tree["looked_at"]) == ["2"]
    assert len(tree["decisions"]) == 2
    for told in tree["decisions"]:
        assert moves[told["move"] - 1] == [2, told["played_action"], told["played"]]
        assert told["loss_low"] <= told["loss"] <= told["loss_high"]


def test_a_position_is_drawn(folder):
    drawn = []
    for more in ("a.svg", "b.svg", "c.svg --moves 40", "d.png --moves 40"):
        ran(f"picture saludos_amigos --seed 3 --out {more}", folder)
        drawn.append((folder / more.split()[0]).read_bytes())
    first, again, later, raster = drawn
    assert first == again != later
    assert b"everything shown" in first
    assert raster.startswith(b"\x89PNG")
    ran("picture saludos_amigos --seats random,random,greedy,trained --seat 2 --out e.svg", folder)
    assert "as player_2 sees it" in (folder / "e.svg").read_text()


def test_a_tournament_in_figures_and_as_a_picture(folder):
    play = "tournament saludos_amigos --games 8 --agents"
    tree = json.loads(ran(f"{play} greedy,trained,random,random --json --plot result.png", folder).stdout)
    assert tree["games"] >= 8
    assert (folder / "result.png").read_bytes().startswith(b"\x89PNG")
    assert "win share" in shown(f"{play} greedy,random", folder)
    said = shown(
        f"{play} random,greedy,greedy,greedy --replace BID=greedy,CALL=greedy --replace SET=policy", folder
    )
    assert "random@BID=greedy@CALL=greedy wins" in said
    assert "random@SET=policy wins" in said


def test_a_leaderboard_is_saved_shown_again_and_gone_on_with(folder, complaint):
    asked = "leaderboard saludos_amigos --out board.json --agents greedy,random,odd:Bot,trained --games"
    path = own(folder, "odd", "raise KeyError('lost')")
    done = ran(f"{asked} 24", folder, **path)
    assert "wrote board.json" in done.stderr
    said = done.stdout.replace("\n", " ")
    assert re.search(
        r"odd:Bot forfeited (\d+) of \1 \(illegal, late\): KeyError: 'lost'; odd.py, line 5\.", said
    )
    plotted = ran("leaderboard saludos_amigos --from board.json --plot board.svg", folder)
    assert plotted.stdout == done.stdout
    assert plotted.stderr == "wrote board.svg\n"
    assert b"<svg" in (folder / "board.svg").read_bytes()
    line = complaint(*f"{asked} 24".split(), folder=folder)
    assert "board.json exists; choose another file, or resume it (--resume)" in line
    line = complaint(*f"{asked} 24".replace("board.json", "x" * 300).split(), folder=folder)
    assert "cannot be written (File name too long); choose another place" in line
    done = ran(f"{asked} 40 --resume --json", folder, **path)
    assert json.loads(done.stdout)["games"] >= 40
    (folder / "board.json").unlink()


LOST = "raise KeyError('yes')\n"


@pytest.mark.parametrize(
    "words",
    [
        "play saludos_amigos --seats lost:Bot,random,random,random",
        "picture saludos_amigos --seats lost:Bot,random,random,random --moves 30 --out new.svg",
        "record saludos_amigos --agents lost:Bot --games 4 --out new.jsonl",
        "replay game.json --html new.html --explain lost:Bot",
        "train saludos_amigos --steps 64 --out failing --imitate lost:Bot",
    ],
)
def test_an_agent_of_ones_own_that_fails_shows_its_line(words, folder):
    path = own(folder, "lost", LOST)
    with (folder / "lost.py").open("a") as module:
        module.write("    explain = act\n")
    done = hustings(*words.split(), folder=folder, **path)
    assert done.returncode == 2
    line = done.stderr.splitlines()[-1]
    assert line.startswith("hustings: ")
    assert "KeyError: 'yes'; lost.py, line 5" in line
    assert "Traceback" not in done.stderr


def stopped(words, folder) -> subprocess.CompletedProcess:
    """A command in which stops:Bot plays, and presses Ctrl-C in the middle of a game."""
    stops = f"""
        Bot.calls += 1
        if Bot.calls == 700:
            import os, signal
            os.kill(os.getpid(), signal.SIGINT)
        {FIRST}
    """
    # A suite that runs in the background of a shell is told to ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        done = hustings(*words.split(), folder=folder, **own(folder, "stops", stops))
    finally:
        signal.signal(signal.SIGINT, before)
    assert done.returncode == 130, done.stderr
    return done


def test_what_is_stopped_prints_what_it_has_and_says_how_to_go_on(folder):
    play = "saludos_amigos --agents stops:Bot,random --games 100000"
    tree = json.loads(stopped(f"tournament {play} --json", folder).stdout)
    assert tree["stopped"] is True
    assert 0 < tree["games"] < 100_000
    done = stopped(f"leaderboard {play} --out long.json", folder)
    assert "Stopped before 100,000 games" in done.stdout
    again = done.stderr.partition("stopped; ")[2].partition("go on with: hustings ")[2]
    assert again.strip() == "leaderboard saludos_amigos --out long.json --resume --agents stops:Bot,random"
    done = stopped(f"leaderboard {play}", folder)
    assert re.search(r"stopped; [\d,]+ games complete\n$", done.stderr)
    begun = len(json.loads((folder / "long.json").read_text())["games"])
    stopped(again, folder)
    assert 0 < begun < len(json.loads((folder / "long.json").read_text())["games"]) < 100_000
    (folder / "long.json").unlink()
    done = stopped("evaluate stops:Bot saludos_amigos --games 100000 --out long.json", folder)
    assert "Stopped before 100,000 games" in done.stdout
    kept = len(json.loads((folder / "long.json").read_text())["deals"]) * 8
    assert 0 < kept < 100_000
    assert f"stopped; kept {kept:,} games; the same command with --resume goes on" in done.stderr
    (folder / "long.json").unlink()


def test_a_stopped_game_goes_on_as_its_last_line_says(tmp_path):
    path, deep = own(tmp_path, "mine", FIRST), tmp_path / ("deep" * 20)
    deep.mkdir()
    (tmp_path / "my box.toml").write_bytes(GAME.box_spec.file.read_bytes())
    words = "--seats human,mine:Bot,random,random --box 'my box.toml'"
    words = shlex.split(f"play saludos_amigos --seed 1 --replay {deep}/game.json {words}")
    for _ in range(2):
        done = hustings(*words, folder=tmp_path, **path)
        assert "the input has ended" in done.stderr
        words = shlex.split(done.stdout.splitlines()[-1].removeprefix("To go on: hustings "))
    assert words[1:] == [
        "--resume",
        f"{deep}/game.json",
        "--box",
        "my box.toml",
        "--seats",
        "human,mine:Bot,random,random",
    ]


def test_an_agent_is_checked(folder):
    path = own(folder, "wrong", "return games.observe(0, rows=rows)[:, 0].astype(int)")
    done = hustings("check", "wrong:Bot", "saludos_amigos", "-n", "4", "--json", folder=folder, **path)
    assert done.returncode == 1
    assert json.loads(done.stdout)["wrong"] == ["legal"]
    path = own(folder, "mine", FIRST)
    assert "no problems found" in shown("check mine:Bot saludos_amigos -n 4 -n 5 --seconds 2", folder, **path)


def test_an_evaluation_goes_on(folder):
    begin = "evaluate random saludos_amigos --players 5 --agents greedy --out evaluation.json --games"
    assert "wrote evaluation.json" in ran(f"{begin} 1", folder).stderr
    tree = json.loads(ran(f"{begin} 100 --resume --json", folder).stdout)
    assert tree["games"] >= 100
    assert tree["roles"]["visitor"]["win_share"]["value"] < 0.2
    (folder / "evaluation.json").unlink()


@pytest.fixture
def _measured_by_few_games(monkeypatch):
    """Runs that end with few games against each bot: how good they are does not matter here."""
    monkeypatch.setattr(runs, "train", functools.partial(runs.train, final_games=4))


@pytest.mark.usefixtures("_measured_by_few_games")
def test_a_short_training_run_and_its_policy(folder, complaint, monkeypatch):
    sets = "num_games=16 decisions=128 most_decisions=128 minibatches=2 evaluate_games=4 imitate_share=0.1"
    sets += " layers=[16] thing_width=8 opponents=latest"
    monkeypatch.setattr(warm_start, "LESSON_GAMES", 16)
    train = "train saludos_amigos --out run --steps"
    begin = f"{train} 256 --imitate greedy --set {sets.replace(' ', ' --set ')}"
    done = ran(begin, folder)
    assert "imitating greedy" in done.stderr
    assert "256 decisions of the learner" in done.stdout
    assert "3 x random" in done.stdout
    ran("tournament saludos_amigos --agents run/policy,random --games 14", folder)
    assert "run exists" in complaint(*begin.split(), folder=folder)
    tree = json.loads(ran(f"{train} 512 --resume --json", folder).stdout, parse_constant=pytest.fail)
    assert tree["steps"] == 512
    assert tree["win_shares"]["random"].keys() == {"value", "low", "high"}
    saved = folder / "run" / "settings.json"
    saved.write_text(saved.read_text().replace('"imitate": "greedy"', '"imitate": "evil:Bot"'))
    (folder / "evil.py").write_text("print('evil')")
    monkeypatch.syspath_prepend(folder)
    line = complaint("train", "saludos_amigos", "--out", "run", "--resume", folder=folder)
    assert "'evil:Bot', and no code is run because a file names it; give imitate again" in line


@pytest.mark.parametrize("seconds", [0.0, 0.3])
def test_it_can_be_stopped_while_it_is_still_starting(seconds, folder):
    code = "from hustings.training import main; print('here', flush=True); main()"
    running = subprocess.Popen(
        [sys.executable, "-c", code, "describe", "liberte"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert running.stdout.readline() == "here\n"
    time.sleep(seconds)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    not_begun = (
        'Traceback (most recent call last):\n  File "<string>", line 1, in <module>\nKeyboardInterrupt\n'
    )
    ended = {0: [""], 130: ["hustings: stopped\n"], -signal.SIGINT: ["", not_begun]}  # "": Python shut down
    assert errors in ended[running.returncode]


@pytest.mark.parametrize(
    ("words", "again"),
    [
        ("--imitate bots:Mine", "--imitate bots:Mine"),
        ("--imitate bots:Mine --set imitate=greedy", ""),
        ("--set network=nets:Mine", "--set network=nets:Mine"),
        ("--set opponents=bots:Mine", """--set 'opponents={"bots:Mine": 1.0}'"""),
        ("--config own.toml --seed 2", """--imitate bots:Mine --set 'evaluate_against=["bots:Mine"]'"""),
    ],
)
def test_a_stopped_run_asks_again_for_ones_own_code_however_it_was_named(words, again, tmp_path, monkeypatch):
    def stops(game, out, resume, **given):
        asked.append(set(user_code(given)))
        return runs.TrainResult(out / "policy", 0, 0, 0.0, None, True, {}, 4)

    asked = []
    monkeypatch.setattr(runs, "train", stops)
    (tmp_path / "own.toml").write_text('imitate = "bots:Mine"\nevaluate_against = ["bots:Mine"]\nseed = 1\n')
    done = hustings(*shlex.split(f"train saludos_amigos --out run {words}"), folder=tmp_path)
    line = done.stderr.partition("stopped; go on with: hustings ")[2]
    assert line.split("\n")[0] == f"train saludos_amigos --out run --resume {again}".rstrip()
    hustings(*shlex.split(line.split("\n")[0]), folder=tmp_path)
    assert asked[0] == asked[1]


@pytest.mark.usefixtures("_measured_by_few_games")
def test_a_run_stopped_before_its_first_checkpoint_names_what_is_there(folder, monkeypatch, capfd):
    monkeypatch.chdir(folder)

    def said(words):
        monkeypatch.setattr(sys, "argv", ["hustings", *shlex.split(words)])
        with pytest.raises(SystemExit):
            main()
        return capfd.readouterr()

    small = (
        "layers=[8] num_games=8 decisions=64 minibatches=1 thing_width=4 evaluate_games=4 opponents=latest"
        " evaluate_against=random"
    )
    begin = f"train saludos_amigos --steps 64 --out early --set {small.replace(' ', ' --set ')}"
    with monkeypatch.context() as pressed:
        pressed.setattr("hustings.training.learning.process_state.Interrupt.set_by_user", True)
        printed = said(f"{begin} --set network=hustings.training.learning.networks.entity:EntityNetwork")
    assert "no policy yet" in " ".join(printed.out.split())
    assert "early/policy" not in printed.out
    again = printed.err.partition("stopped; go on with: hustings ")[2]
    assert "64 decisions of the learner" in " ".join(said(again).out.split())


def test_help_is_wrapped_by_the_terminal_alone():
    helps = {command.help for command in app.registered_commands}
    assert any("\n\n" in text for text in helps)
    assert not [text for text in helps if "\n" in text.replace("\n\n", "") or "  " in text]
