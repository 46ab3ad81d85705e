"""The command line, run as a process: what it prints, and how it refuses bad input."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time

import pytest

from hustings.agents import PolicyAgent
from hustings.envs import GAMES
from support import COMMAND, hustings, policy_file

GAME = GAMES["saludos_amigos"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a picture, a replay, a box of another game, and policies good and damaged."""
    folder = tmp_path_factory.mktemp("cli")
    (folder / "taken.png").write_bytes(b"mine")
    (folder / "taken").mkdir()
    (folder / "damaged.toml").write_text("journalists = 3\n")
    PolicyAgent(policy_file(GAME, 4)).save(folder / "trained")
    PolicyAgent(policy_file(GAME, 4)).save(folder / "broken")
    (folder / "broken" / "policy.onnx").write_bytes(b"\x00" * 40)
    done = hustings("play", "saludos_amigos", "--seats", "greedy,greedy,random,trained", "--seed", 5,
                    "--replay", "game.json", folder=folder)  # fmt: skip
    assert done.returncode == 0, done.stderr
    text = (folder / "game.json").read_text()
    (folder / "cut.json").write_text(text[: len(text) // 2])
    (folder / "other.json").write_text(text.replace('"seed": 5', '"seed": 6'))
    return folder


def test_games_and_their_description(folder):
    listed = json.loads(hustings("games", "--json", folder=folder).stdout)
    assert [game["name"] for game in listed] == list(GAMES)
    assert "saludos_amigos" in hustings("games", folder=folder).stdout
    page = hustings("describe", "saludos_amigos", folder=folder).stdout
    assert "Observation (4 players)" in page
    assert "SAL-1.1" in hustings("describe", "saludos_amigos", "--topic", "rules", folder=folder).stdout
    assert "inferred" in hustings("describe", "saludos_amigos", "--topic", "box", folder=folder).stdout
    tree = json.loads(hustings("describe", "saludos_amigos", "-n", 7, "--json", folder=folder).stdout)
    assert sum(block["size"] for block in tree["observation"]) == GAME.observation(7).size


@pytest.mark.parametrize(
    "command",
    [
        "",
        "games",
        "describe",
        "play",
        "tournament",
        "leaderboard",
        "evaluate",
        "exploit",
        "train",
        "bench",
        "picture",
        "record",
        "replay",
        "warmup",
    ],
)
def test_help_everywhere(command, folder):
    done = hustings(*command.split(), "--help", folder=folder)
    assert done.returncode == 0
    assert "Usage: " in done.stdout


def test_a_game_among_bots_is_told_and_recorded(folder):
    done = hustings("replay", "--verify", "game.json", folder=folder)
    assert done.returncode == 0
    assert "final points" in done.stdout
    steps = hustings("replay", "game.json", folder=folder)
    assert steps.returncode == 0
    assert "player_0 (greedy):" in steps.stdout
    assert "final points" in steps.stdout


def test_a_position_is_drawn(folder):
    drawn = []
    for name, *more in (("a.svg",), ("b.svg",), ("c.svg", "--moves", 40), ("d.png", "--moves", 40)):
        done = hustings("picture", "saludos_amigos", "--seed", 3, "--out", name, *more, folder=folder)
        assert done.returncode == 0, done.stderr
        drawn.append((folder / name).read_bytes())
    first, again, later, raster = drawn
    assert first == again != later
    assert b"everything shown" in first
    assert raster.startswith(b"\x89PNG")
    seats = ("--seats", "random,random,greedy,trained", "--seat", 2)
    assert hustings("picture", "saludos_amigos", *seats, "--out", "e.svg", folder=folder).returncode == 0
    assert "as player_2 sees it" in (folder / "e.svg").read_text()


def test_a_tournament_in_figures_and_as_a_picture(folder):
    done = hustings("tournament", "saludos_amigos", "--agents", "greedy,trained,random,random", "--games", 48,
                    "--json", "--plot", "result.png", folder=folder)  # fmt: skip
    assert done.returncode == 0, done.stderr
    tree = json.loads(done.stdout)
    assert tree["games"] >= 48
    assert (folder / "result.png").read_bytes().startswith(b"\x89PNG")
    shown = hustings(
        "tournament", "saludos_amigos", "--agents", "greedy,random", "--games", 28, folder=folder
    )
    assert "win share" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 80


def test_a_stopped_tournament_prints_what_it_has(folder):
    command = [
        *COMMAND,
        "tournament",
        "saludos_amigos",
        "--agents",
        "greedy,random",
        "--games",
        "500000",
        "--json",
    ]
    with subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A suite that runs in the background of a shell is told to ignore Ctrl-C, and hands that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        time.sleep(8)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=120)
    assert process.returncode == 130, errors
    tree = json.loads(out)
    assert tree["stopped"] is True
    assert 0 < tree["games"] < 500_000


def test_a_leaderboard_is_saved_shown_again_and_gone_on_with(folder):
    asked = ["leaderboard", "saludos_amigos", "--games", 24, "--agents", "greedy,random,odd:Bot,trained"]
    (folder / "odd.py").write_text(_ODD)
    done = hustings(*asked, "--out", "board.json", folder=folder, PYTHONPATH=_path(folder))
    assert done.returncode == 0, done.stderr
    assert "wrote board.json" in done.stderr
    assert "Left out, its games do not count: odd:Bot (KeyError: 'lost')." in done.stdout.replace("\n", " ")
    assert max(map(len, done.stdout.splitlines())) <= 80
    shown = hustings("leaderboard", "saludos_amigos", "--from", "board.json", folder=folder)
    assert shown.stdout == done.stdout
    again = hustings(*asked, "--out", "board.json", folder=folder, PYTHONPATH=_path(folder))
    assert (again.returncode, again.stdout) == (2, "")
    assert "board.json exists; choose another file, or resume it (--resume)" in again.stderr
    more = ["leaderboard", "saludos_amigos", "--out", "board.json", "--resume", "--games", 40, "--json"]
    refused = hustings(*more, folder=folder)
    assert refused.returncode == 2
    assert "has the agent 'odd:Bot', and no code is run because a file names it" in refused.stderr
    more += ["--agents", "greedy,random,odd:Bot,trained"]
    done = hustings(*more, folder=folder, PYTHONPATH=_path(folder))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] >= 40
    (folder / "board.json").unlink()


_ODD = """
class Bot:
    name = "odd"
    def __init__(self, game, seed):
        pass
    def act(self, games, rows):
        raise KeyError("lost")
"""


def test_a_stopped_leaderboard_says_how_to_go_on(folder):
    command = [*COMMAND, "leaderboard", "saludos_amigos", "--agents", "greedy,random", "--out", "long.json"]
    with subprocess.Popen(
        [*command, "--games", "500000"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        time.sleep(8)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=120)
    assert process.returncode == 130, errors
    assert "Stopped before 500,000 games" in out
    assert "go on with: hustings leaderboard saludos_amigos --out long.json --resume" in errors
    games = json.loads((folder / "long.json").read_text())["games"]
    assert 0 < len(games) < 500_000
    (folder / "long.json").unlink()


def test_an_agent_is_evaluated_and_exploited(folder):
    (folder / "mine.py").write_text(_MINE)
    done = hustings("evaluate", "mine:Bot", "saludos_amigos", "--agents", "greedy,random", "--games", 24,
                    folder=folder, PYTHONPATH=_path(folder))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "of 3 (" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    done = hustings("exploit", "mine:Bot", "saludos_amigos", "--games", 8, "--search", "iterations=2",
                    "--json", folder=folder, PYTHONPATH=_path(folder))  # fmt: skip
    assert done.returncode == 0, done.stderr
    tree = json.loads(done.stdout)
    assert tree["gain"]["value"] == pytest.approx(tree["agents"][0]["win_share"]["value"] - 0.25)


_MINE = """
class Bot:
    name = "mine"
    def __init__(self, game, seed):
        pass
    def act(self, games, rows):
        return games.masks(rows=rows).argmax(axis=1)
"""


def test_a_short_training_run_and_its_policy(folder):
    settings = [
        "num_games=16",
        "rollout_steps=8",
        "batch_size=64",
        "layers=[16]",
        "evaluate_games=4",
        "warm_start_share=0.1",
    ]
    sets = [part for setting in settings for part in ("--set", setting)]
    done = hustings("train", "saludos_amigos", "--steps", 256, "--out", "run", *sets, folder=folder)
    assert done.returncode == 0, done.stderr
    assert "256 decisions of the learner" in done.stdout
    assert "3 x random" in done.stdout
    played = hustings(
        "tournament", "saludos_amigos", "--agents", "run/policy,random", "--games", 14, folder=folder
    )
    assert played.returncode == 0, played.stderr
    again = hustings("train", "saludos_amigos", "--steps", 256, "--out", "run", *sets, folder=folder)
    assert again.returncode == 2
    assert "run exists" in again.stderr
    more = hustings(
        "train", "saludos_amigos", "--steps", 512, "--out", "run", "--resume", "--json", folder=folder
    )
    assert more.returncode == 0, more.stderr
    assert json.loads(more.stdout)["steps"] == 512
    saved = folder / "run" / "settings.json"
    saved.write_text(saved.read_text().replace('"warm_start": "greedy"', '"warm_start": "evil:Bot"'))
    (folder / "evil.py").write_text("print('evil')")
    more = hustings(
        "train", "saludos_amigos", "--out", "run", "--resume", folder=folder, PYTHONPATH=_path(folder)
    )
    assert more.returncode == 2
    assert more.stdout == ""
    assert more.stderr.count("\n") == 1
    assert "'evil:Bot', and no code is run because a file names it; give warm_start again" in more.stderr


def _path(folder) -> str:
    return os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])


PLAYERS = ["--agents", "greedy,random"]
BOTS = "random,random,random,random"
BOARD = ["leaderboard", "saludos_amigos", "--games", "4"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["describe", "chess"], "hustings: unknown game 'chess'; choose from copycat, die_macher, liberte"),
        (["describe", "saludos_amigos", "-n", "9"], "takes 4 to 7 players, not 9"),
        (["describe", "saludos_amigos", "-n", "many"], "'--players' / '-n': Input should be a valid integer"),
        (["frobnicate"], "No such command 'frobnicate'"),
        (["games", "--colour"], "No such option: --colour"),
        (["play", "saludos_amigos", "--seats", "greedy,greedy"], "takes 4 to 7 players"),
        (["play", "saludos_amigos", "--seats", "greedy,greedy,greedy,alphago"], "unknown agent 'alphago'"),
        (["play", "saludos_amigos", "--seats", BOTS, "--replay", "taken.png"], "taken.png exists"),
        (["tournament", "saludos_amigos"], "Missing option '--agents'"),
        (["tournament", "saludos_amigos", "--agents", "human,random"], "human"),
        (["tournament", "saludos_amigos", *PLAYERS, "--games", "0"], "games: 0"),
        (["tournament", "saludos_amigos", *PLAYERS, "--players", "8"], "takes 4 to 7 players, not 8"),
        (["tournament", "saludos_amigos", *PLAYERS, "--seed", "-1"], "seed: -1"),
        (["tournament", "saludos_amigos", *PLAYERS, "--plot", "taken.png"], "taken.png exists"),
        (["tournament", "saludos_amigos", *PLAYERS, "--plot", "no/where.png"], "no such folder"),
        (["tournament", "saludos_amigos", *PLAYERS, "--option", "counter"], "write NAME=VALUE"),
        (["tournament", "saludos_amigos", *PLAYERS, "--option", "colour=red"], "unknown option 'colour'"),
        (["tournament", "saludos_amigos", *PLAYERS, "--option", "counter=maybe"], "option counter: 'maybe'"),
        (["tournament", "saludos_amigos", *PLAYERS, "--option", "card_counts=[1,2,3]"], "card"),
        (["tournament", "saludos_amigos", *PLAYERS, "--box", "damaged.toml"], "journalists: every entry"),
        (["tournament", "saludos_amigos", *PLAYERS, "--box", "none.toml"], "none.toml: cannot be read"),
        (["tournament", "saludos_amigos", "--agents", "taken"], "policy.onnx: not there"),
        (["tournament", "saludos_amigos", "--agents", "broken"], "policy.onnx: not an ONNX model"),
        (["tournament", "saludos_amigos", "--agents", "trained", "-n", "5"], "saludos_amigos with 4"),
        (["tournament", "saludos_amigos", "--agents", "no.module:bot"], "cannot be loaded"),
        (["leaderboard", "chess"], "unknown game 'chess'"),
        ([*BOARD, "--agents", "greedy,greedy"], "'greedy' is there twice; name each once"),
        ([*BOARD, "--agents", "greedy,search:iterations=-1"], "iterations=-1: needs a whole number from 1"),
        ([*BOARD, "--out", "taken.png"], "taken.png exists"),
        ([*BOARD, "--out", "taken.png", "--resume"], "taken.png: damaged, not JSON"),
        ([*BOARD, "--out", "game.json", "--resume"], "game.json: not a leaderboard of hustings"),
        ([*BOARD, "--resume"], "say which file to go on with, --out FILE"),
        ([*BOARD, "--from", "game.json"], "--from shows what was played; leave out what to play"),
        (["leaderboard", "saludos_amigos", "--from", "game.json"], "game.json: not a leaderboard"),
        (["evaluate", "alphago", "saludos_amigos"], "unknown agent 'alphago'"),
        (["evaluate", "greedy", "saludos_amigos", "--agents", "greedy"], "'greedy' is there twice"),
        (["exploit", "greedy", "saludos_amigos", "--search", "iterations"], "--search: 'iterations': write"),
        (["exploit", "greedy", "saludos_amigos", "--search", "depth=3"], "search: no setting 'depth'"),
        (["train", "chess", "--steps", "9", "--out", "new"], "unknown game 'chess'"),
        (["train", "saludos_amigos", "--out", "taken"], "taken exists"),
        (["train", "saludos_amigos", "--out", "new", "--resume"], "not there; give the folder of a run"),
        (["train", "saludos_amigos", "--out", "new", "--steps", "0"], "steps: 0"),
        (["train", "saludos_amigos", "--out", "new", "--set", "colour=1"], "--set colour: no such setting"),
        (["train", "saludos_amigos", "--out", "new", "-n", "3"], "takes 4 to 7 players, not 3"),
        (["train", "saludos_amigos", "--out", "/dev/null/run"], "/dev/null/run"),
        (["train", "saludos_amigos", "--out", "new", "--set", "warm_start=nobody"], "nobody"),
        (["train", "saludos_amigos", "--out", "new", "--set", "options=3"], "options: 3: input should be"),
        (["train", "saludos_amigos", "--out", "new", "--set", "num_games=99999"], "num_games: 99999: input"),
        (["train", "saludos_amigos", "--out", "new", "--set", "rollout_steps=9999"], "num_games, rollout"),
        (["train", "saludos_amigos", "--out", "new", "--set", "layers=[100000000]"], "layers.0: 100000000"),
        (["train", "saludos_amigos", "--out", "new", "--set", "threads=5000"], "threads: 5000"),
        (["train", "saludos_amigos", "--out", "new", "--set", "learning_rate=1e300"], "learning_rate"),
        (["tournament", "saludos_amigos", *PLAYERS, "--games", "1000000000"], "more than 10,000,000"),
        (["replay", "\x1b[31mred.json"], r"\x1b[31mred.json: cannot be read"),
        (["bench", "--seconds", "0"], "--seconds"),
        (["bench", "chess"], "unknown game 'chess'"),
        (["warmup", "chess"], "unknown game 'chess'"),
        (["picture", "chess", "--out", "a.svg"], "unknown game 'chess'"),
        (["picture", "saludos_amigos", "--out", "a.gif"], "a picture's name ends in .svg or .png"),
        (["picture", "saludos_amigos", "--out", "taken.png"], "taken.png exists"),
        (["picture", "saludos_amigos", "--out", "new.svg", "--seat", "4"], "seat: 4 is outside"),
        (["picture", "saludos_amigos", "--out", "new.svg", "--seats", "greedy"], "takes 4 to 7 players"),
        (["picture", "saludos_amigos", "--out", "new.svg", "--moves", "-1"], "moves: -1"),
        (["picture", "saludos_amigos", "--out", "new.svg", "--seats", f"{BOTS},human"], "bots for all"),
        (["record", "chess", "--agents", "greedy", "--out", "new.parquet"], "unknown game 'chess'"),
        (["record", "saludos_amigos", "--agents", "greedy", "--out", "taken.png"], "taken.png exists"),
        (["replay", "none.json"], "none.json: cannot be read"),
        (["replay", "game.json", "--verify", "--html", "new.html"], "--board and --html exclude each other"),
        (["replay", "game.json", "--verify", "--explain", "search"], "--explain goes with --html"),
        (["replay", "game.json", "--html", "no/new.html"], "no: no such folder"),
        (["replay", "taken.png"], "taken.png: damaged, not JSON"),
        (["replay", "cut.json"], "cut.json: damaged, not JSON"),
        (["replay", "other.json", "--verify"], "other.json: move "),
        (["replay", "game.json", "--verify", "--box", "damaged.toml"], "damaged.toml"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_status_2(arguments, message, folder):
    before = sorted(folder.iterdir())
    done = hustings(*arguments, folder=folder)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("hustings: ")
    assert done.stderr.count("\n") == 1, done.stderr
    assert message in done.stderr
    assert sorted(folder.iterdir()) == before
    assert (folder / "taken.png").read_bytes() == b"mine"


def test_closed_streams_are_no_traceback(folder):
    play = "play saludos_amigos --seats human,random,random,random"
    for arguments, closed, code in (
        (play, "<&-", 2),
        ("games", ">&-", 0),
        ("describe chess", "2>&-", 2),
        (play, ">&- 2>&- <&-", 2),
    ):
        command = shlex.join([*COMMAND, *arguments.split()])
        done = subprocess.run(
            ["sh", "-c", f"exec {command} {closed}"], cwd=folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, (arguments, closed, done.stderr)
        assert "Traceback" not in done.stderr


def test_a_flood_of_digits_is_not_understood(folder):
    done = subprocess.run(
        [*COMMAND, "play", "saludos_amigos", "--seats", "human,random,random,random", "--seed", "1"],
        cwd=folder, input="9" * 5000 + "\n", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "'9999999999999999999999999999999999999999' is none of them" in done.stdout
    assert len(done.stdout) < 5000
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("seconds", [0.0, 0.3, 1.0])
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
    assert (running.returncode, errors) in ((0, ""), (130, "hustings: stopped\n"))


def test_an_agent_of_ones_own_is_found_in_the_current_folder(folder):
    (folder / "bots.py").write_text("from hustings.agents.bots import RandomAgent as Mine\n")
    done = hustings("tournament", "saludos_amigos", "--agents", "bots:Mine,greedy", "--games", 28, "--json",
                    folder=folder)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert [agent["name"] for agent in json.loads(done.stdout)["agents"]] == ["bots:Mine", "greedy"]
