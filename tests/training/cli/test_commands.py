"""Every command, run as a process: what it prints and writes."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time

import pytest

from hustings.envs import GAMES
from hustings.training.cli import app, main

from ...support import COMMAND, hustings
from .conftest import GAME


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


@pytest.mark.parametrize("command", ["", *(command.callback.__name__ for command in app.registered_commands)])
def test_help_everywhere(command, monkeypatch, capfd):
    monkeypatch.setattr(sys, "argv", ["hustings", *command.split(), "--help"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert "Usage: " in capfd.readouterr().out


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
    done = stopped("tournament", "saludos_amigos", "--agents", "stops:Bot,random", "--games", 500_000,
                   "--json", folder=folder)  # fmt: skip
    tree = json.loads(done.stdout)
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
    done = stopped("leaderboard", "saludos_amigos", "--agents", "stops:Bot,random", "--games", 500_000,
                   "--out", "long.json", folder=folder)  # fmt: skip
    assert "Stopped before 500,000 games" in done.stdout
    assert "go on with: hustings leaderboard saludos_amigos --out long.json --resume" in done.stderr
    games = json.loads((folder / "long.json").read_text())["games"]
    assert 0 < len(games) < 500_000
    (folder / "long.json").unlink()


_STOPS = """
import os, signal
class Bot:
    name = "stops"
    calls = 0
    def __init__(self, game, seed):
        pass
    def act(self, games, rows):
        Bot.calls += 1
        if Bot.calls == 1500:
            os.kill(os.getpid(), signal.SIGINT)
        return games.masks(rows=rows).argmax(axis=1)
"""


def stopped(*arguments, folder) -> subprocess.CompletedProcess:
    """A command that gets Ctrl-C in the middle of a game."""
    (folder / "stops.py").write_text(_STOPS)
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": _path(folder)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        # A suite that runs in the background of a shell is told to ignore Ctrl-C, and hands that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert done.returncode == 130, done.stderr
    return done


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
        "num_games=16", "rollout_steps=8", "batch_size=64", "layers=[16]", "evaluate_games=4",
        "warm_start_share=0.1",
    ]  # fmt: skip
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
