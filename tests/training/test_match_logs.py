"""Match logs: every line is what was done and could be done, and the games in them can be played again."""

import json

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.training import match_log
from hustings.training.match_logs import digest

from ..support import hustings

GAME = GAMES["saludos_amigos"]
AGENTS = ["greedy", "amigo"]


def lines(path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "games.jsonl"
    done = match_log(GAME, AGENTS, 28, path, seed=3, batch=7)
    told = lines(path)
    assert (done.path, done.size) == (path, path.stat().st_size)
    assert done.games == sum(line["type"] == "result" for line in told) >= 28
    assert done.decisions == sum(line["type"] == "decision" for line in told)
    return path


def test_the_first_line_says_what_is_played(file):
    head, *rest = lines(file)
    assert (head["type"], head["game"], head["num_players"]) == ("match", "saludos_amigos", 4)
    assert (head["agents"], head["reward"], head["seed"]) == (AGENTS, "rank", 3)
    assert {line["type"] for line in rest} == {"decision", "result"}


def test_the_games_can_be_played_again(file):
    games = GameBatch(GAME, 1, 4)
    seats, bots = {}, {name: make(name, GAME) for name in AGENTS}
    for line in lines(file)[1:]:
        if line.get("move") == 0:
            games.reset(seeds=[line["seed"]])
            seats = {}
        assert line["state"] == digest(games)
        if line["type"] == "result":
            assert games.over[0]
            assert line["scores"] == games.scores[0].tolist()
            assert line["payoffs"] == pytest.approx(games.payoff[0].tolist(), abs=1e-6)
            assert sorted(line["ranks"])[0] in (1, 1.5, 2, 2.5)
            assert (
                np.argsort(line["ranks"], kind="stable").tolist()
                == np.argsort(-games.payoff[0], kind="stable").tolist()
            )
            assert all(line["agents"][seat] == name for seat, name in seats.items())
            continue
        assert (line["seat"], line["phase"]) == (games.seat[0], GAME.phases(int(games.phase[0])).name)
        assert [each["action"] for each in line["legal"]] == np.flatnonzero(games.legal[0]).tolist()
        assert {each["action"]: each["words"] for each in line["legal"]}[line["action"]] == line["words"]
        assert line["words"] == games.describe(0, line["action"])
        assert line["action"] == bots[line["agent"]].act(games, np.array([0]))[0]
        seats[line["seat"]] = line["agent"]
        games.step([line["action"]])


def test_times_are_there_but_for_the_first_call(file):
    spent = {name: [] for name in AGENTS}
    for line in lines(file):
        if line["type"] == "decision":
            spent[line["agent"]].append(line["milliseconds"])
    for times in spent.values():
        timed = [time for time in times if time is not None]
        assert 0 < times.count(None) <= 14
        assert len(timed) > 100
        assert all(0 < time < 1000 for time in timed)


def test_the_order_does_not_depend_on_the_batch(file, tmp_path):
    match_log(GAME, AGENTS, 28, tmp_path / "games.jsonl", seed=3, batch=500)
    one, other = lines(file), lines(tmp_path / "games.jsonl")
    for line in (*one, *other):
        line.pop("milliseconds", None)
        line.pop("batch", None)
    assert one == other
    assert [line["game"] for line in one if line["type"] == "result"] == list(range(one[0]["games"]))


def test_the_command_writes_what_the_name_or_the_format_says(tmp_path):
    asked = "record saludos_amigos --agents greedy --games 1 --json --out"
    for words in ("a.jsonl", "b.txt --format jsonl"):
        done = hustings(*f"{asked} {words}".split(), folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["games"] == 1
        assert lines(tmp_path / words.split()[0])[-1]["type"] == "result"
