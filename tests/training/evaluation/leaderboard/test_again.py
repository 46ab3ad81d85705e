"""Leaderboards gone on with when a policy is another by now: what is played again, and what is said."""

import hashlib
import json
import os

import pytest

from hustings.agents import make
from hustings.envs import GAMES
from hustings.training import load_leaderboard
from hustings.training.evaluation.leaderboard import policies
from hustings.training.evaluation.leaderboard.model import Exploited
from hustings.training.evaluation.leaderboard.policies import digests_of, other_policies
from hustings.training.evaluation.leaderboard.storage import save
from hustings.training.evaluation.statistics import Estimate

from ....players import Bids, Crashes, Stops, text_of
from ....support import policy_file
from ....tinygame import GAME
from .boards import games_of, play

PLAYERS = 3
MINE, GUIDED = "mine", "search:iterations=2,playouts=random,rounds=1,guide=mine"


def field(high=None):
    return ["random", high or Bids("high"), Bids("low", -1), MINE, Bids("high too")]


def put(folder, seed):
    """A policy, in the place of the one that is there."""
    (folder / MINE).mkdir(exist_ok=True)
    (folder / MINE / "policy.onnx").write_bytes(policy_file(GAME, PLAYERS, seed))


def board_of(agents=None, **given):
    return play(**{"games": 72, "agents": agents or field(), "num_players": PLAYERS, "batch": 24, **given})


@pytest.fixture(scope="module")
def boards(tmp_path_factory):
    """The file of a leaderboard with one policy, and the games of the same with another."""
    folder, patch = tmp_path_factory.mktemp("boards"), pytest.MonkeyPatch()
    patch.chdir(folder)
    put(folder, 2)
    fresh = board_of()
    put(folder, 1)
    before = board_of(out="board.json")
    patch.undo()
    assert games_of(before) != games_of(fresh), "the policies play differently"
    return (folder / "board.json").read_bytes(), fresh


@pytest.fixture
def file(boards, tmp_path, monkeypatch):
    """The leaderboard's file, beside another policy than it was played with."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path, 2)
    (tmp_path / "board.json").write_bytes(boards[0])
    return tmp_path / "board.json"


def figures(path):
    """What a file has, without the time that it took and what is made of it."""
    tree = json.loads(path.read_text())
    return {
        name: part for name, part in tree.items() if name not in ("thinking", "seconds", "ratings", "lottery")
    }


def test_what_is_gone_on_with_is_the_file_of_what_is_played_afresh(boards, file, tmp_path):
    said = []
    resumed = board_of(out=file, resume=True, tell=said.append)
    again = int(said[0].split("; ")[1].split(" of ")[0])
    assert said == [f"other policies by now: mine; {again} of 72 games are played again"]
    assert (resumed.result.seatings == 3).any(axis=1).sum() <= again < 72
    assert games_of(resumed) == games_of(boards[1])
    save(boards[1], tmp_path / "fresh.json")
    assert {**figures(file), "command": ""} == {**figures(tmp_path / "fresh.json"), "command": ""}
    assert not load_leaderboard(file, GAME).outdated
    assert games_of(board_of(out=file, resume=True, tell=said.append)) == games_of(resumed)
    assert len(said) == 1, "the policy is known now"


def test_games_in_which_the_policy_did_not_sit_are_kept(file):
    """They are not played again: an agent that would play otherwise by now does not sit in them."""
    before = load_leaderboard(file, GAME)
    resumed = board_of(field(Bids("high", -1)), out=file, resume=True)
    sat = (before.result.seatings == 3).any(axis=1)
    drawn = (before.result.seatings == 0).any(axis=1)
    kept = ~sat & ~drawn
    assert kept.any()
    for part in ("deals", "seatings", "scores", "ranks"):
        assert (getattr(resumed.result, part)[kept] == getattr(before.result, part)[kept]).all()
    assert games_of(resumed) != games_of(before)


def test_time_for_a_move_is_that_of_the_new_policy(file):
    before = load_leaderboard(file, GAME)
    before.seconds[3], before.decisions[3] = 10.0**6, 1
    save(before, file)
    assert board_of(out=file, resume=True).result.thinking[3] < 10**6


def test_what_is_stopped_while_games_are_played_again_goes_on_with_them(boards, file):
    stopped = board_of(field(Stops("high", calls=8)), out=file, resume=True)
    assert stopped.result.stopped
    assert 0 < len(stopped.again) < 72
    assert stopped.result.games + len(stopped.again) == 72
    assert "Stopped before 72 games" in text_of(load_leaderboard(file, GAME))
    whole = board_of(out=file, resume=True)
    assert games_of(whole) == games_of(boards[1])
    assert "again" not in json.loads(file.read_text())


def test_a_policy_that_comes_between_is_followed_by_all(boards, file, tmp_path):
    put(tmp_path, 3)
    assert board_of(field(Stops("high", calls=8)), out=file, resume=True).result.stopped
    put(tmp_path, 2)
    assert games_of(board_of(out=file, resume=True)) == games_of(boards[1])


def test_more_games_may_be_asked_for_at_the_same_time(boards, file):
    more = board_of(games=120, out=file, resume=True)
    assert more.result.games == 120
    assert [part[:72] for part in games_of(more)] == games_of(boards[1])


@pytest.mark.parametrize("calls", [0, 8])
def test_an_agent_that_fails_while_games_are_played_again_is_left_out(file, calls):
    board = board_of(field(Crashes("high", calls=calls)), out=file, resume=True)
    assert list(board.left_out) == ["high"]
    assert board.agents == ["random", "low", MINE, "high too"]
    assert board.result.games >= 72
    assert not len(board.again)
    assert games_of(load_leaderboard(file, GAME)) == games_of(board)


def test_only_what_a_search_won_from_the_old_policy_is_forgotten(file, hasty):
    board = load_leaderboard(file, GAME)
    noted = Exploited("search", 8, Estimate(0.1, 0.0, 0.2))
    board.exploit, board.exploited = 8, dict.fromkeys(board.agents, noted)
    save(board, file)
    found = board_of(out=file, resume=True).exploited
    assert {name for name in found if found[name] == noted} == {*board.agents} - {MINE}
    assert set(found) == {*board.agents}


def test_the_table_says_so_until_it_is_gone_on_with(file, tmp_path):
    assert "Played with other policies than are there now: mine." in text_of(load_leaderboard(file, GAME))
    put(tmp_path, 1)
    assert "policies" not in text_of(load_leaderboard(file, GAME))
    (tmp_path / MINE / "policy.onnx").unlink()
    assert load_leaderboard(file, GAME).outdated == [MINE]


def test_a_board_of_before_is_gone_on_with_as_it_is(file):
    tree = json.loads(file.read_text())
    del tree["policies"]
    file.write_text(json.dumps(tree))
    before, said = load_leaderboard(file, GAME), []
    assert "Not known with which policies these played: mine." in text_of(before)
    resumed = board_of(out=file, resume=True, tell=said.append)
    assert not said
    assert games_of(resumed) == games_of(before)
    assert "Not known with which policies" in text_of(load_leaderboard(file, GAME)), "nobody knows it now"


def test_a_search_has_the_policy_that_guides_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    put(tmp_path, 1)
    agents = ["random", MINE, f"{MINE}:sample=true", GUIDED, f"short={GUIDED}", "search:playouts=random"]
    found = digests_of({name: name for name in agents}, GAME, PLAYERS)
    assert list(found) == agents[1:5]
    assert len(set(found.values())) == 1
    put(tmp_path, 2)
    assert other_policies(found, GAME.name) == agents[1:5]
    made = {name: make(name, GAME) for name in (MINE, GUIDED, "random")}
    assert list(digests_of(made, GAME, PLAYERS)) == [MINE, GUIDED]


def test_a_games_own_policy_is_the_file_for_its_table():
    game = GAMES["liberte"]
    names = {name: name for name in ("policy", "strong", "strong:guide=", "search", "greedy", "random")}
    at_four, at_three = (digests_of(names, game, players) for players in (4, 3))
    assert list(at_four) == ["policy", "strong"]
    assert len({*at_four.values(), *at_three.values()}) == 2
    assert not other_policies(at_four, game.name)
    assert not other_policies(at_three, game.name)
    agents = {"policy": make("policy", game), "strong": make("strong", game)}
    assert digests_of(agents, game, 4) == at_four
    assert digests_of({"policy": agents["policy"]}, game, 3) == {"policy": at_three["policy"]}


def test_names_of_a_stranger_are_not_waited_for_nor_read_without_end(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(policies, "_MOST_READ", 1000)
    os.mkfifo("pipe")
    content = {name: name.encode() * 600 for name in ("a", "b")}
    for name, written in content.items():
        (tmp_path / name).write_bytes(written)
    told = {name: hashlib.sha256(written).hexdigest() for name, written in content.items()}
    assert not other_policies({"b": told["b"]}, GAME.name)
    assert other_policies(told, GAME.name) == ["b"], "more than is read for one leaderboard"
    empty = hashlib.sha256(b"").hexdigest()
    names = ["pipe", "/dev/zero", "/", "search:odd", "search:guide=pipe", "odd:Bot", "c" * 5000, "random"]
    assert other_policies(dict.fromkeys(names, empty), GAME.name) == names
