"""Agents that raise, exit or act illegally forfeit their games; the others' count."""

import re

import numpy as np
import pytest

from hustings.agents import NoAnswer
from hustings.training import exploit, tournament
from hustings.training.evaluation import arena

from ...players import Bids, Cheats, Crashes, Exits, Unplugged, text_of
from ...tinygame import GAME


@pytest.mark.parametrize(("kind", "words"), [
    (Crashes, "RuntimeError: out of ideas for good; players.py, line "),
    (Cheats, "action 99 of 4 actions is not legal"),
    (Exits, "SystemExit: I give up; players.py, line "),
    (Unplugged, "no server, say"),
])  # fmt: skip
@pytest.mark.parametrize("calls", [0, 7])
def test_an_agent_that_fails_forfeits_and_the_tournament_goes_on(kind, words, calls):
    agents = [kind("odd", calls=calls), Bids("high"), "random"]
    result = tournament(GAME, agents, 36, num_players=3, batch=12, reward="margin", seed=2)
    odd, lost = result.seatings == 0, result.forfeits
    assert (result.games, result.stopped) == (36, False)
    assert words in result.reasons["odd"]
    assert list(result.reasons) == ["odd"]
    assert lost.any()
    assert not lost[~odd].any()
    assert (result.ranks[lost] == 3).all()
    assert (result.ranks.sum(axis=1) == 6).all()
    assert (result.scores == np.where(lost, result.scores.min(axis=1, keepdims=True), result.scores)).all()
    assert (result.payoffs[lost] <= 0).all()
    figure = result.figure("odd")
    assert figure.forfeits == lost.sum() == result.as_json()["agents"][0]["forfeits"]
    assert figure.row()["forfeits"] == figure.forfeits
    text = " ".join(text_of(result).split())
    assert "illegal, late" in text
    assert f"odd forfeited {figure.forfeits} of 36 (illegal, late): " in text


class Picky(Bids):
    """Fails in games whose seed is even, also among others."""

    def __init__(self, how):
        super().__init__("picky")
        self.how = how

    def act(self, games, rows):
        actions, odd = super().act(games, rows), games.seeds[rows] % 2 == 0
        if self.how == "illegal":
            return np.where(odd, 99, actions)
        if odd.any() and self.how == "partly":
            raise NoAnswer("partly", np.where(odd, -1, actions).tolist())
        if odd.any():
            raise ValueError("one is odd") if self.how == "raises" else SystemExit
        return actions[:, None] if self.how == "shape" and len(rows) > 1 else actions


@pytest.mark.parametrize("how", ["illegal", "raises", "exits", "partly"])
@pytest.mark.parametrize("batch", [1, 100])
def test_one_decision_costs_one_game_however_many_are_side_by_side(how, batch):
    result = tournament(GAME, [Picky(how), "random"], 48, num_players=3, batch=batch)
    forfeits = result.forfeits.any(axis=1)
    assert forfeits.tolist() == (result.deals % 2 == 0).tolist()


def test_a_call_that_no_game_alone_explains_costs_all_its_games():
    result = tournament(GAME, [Crashes("once", calls=0), "random", "random"], 6, num_players=3, batch=6)
    assert result.forfeits.sum() == result.games


def test_rows_belong_to_the_agent_that_is_asked():
    class Writes(Bids):
        def act(self, games, rows):
            actions, rows[:] = super().act(games, rows), 0
            return actions

    usual, other = (tournament(GAME, [kind("x"), "random"], 8, num_players=3) for kind in (Bids, Writes))
    assert (usual.scores == other.scores).all()


@pytest.mark.parametrize("answer", [
    None, "pass", [], [[0]], [0.5], [[0], [1, 2]], {"action": 0}, [10**30], [-(2**63)], [None], [True],
    iter([0]), object(),
], ids=lambda answer: re.sub(" at 0x.*", "", repr(answer)))  # fmt: skip
def test_whatever_an_agent_returns_costs_its_games_alone(answer):
    class Odd(Bids):
        def act(self, games, rows):
            return answer

    result = tournament(GAME, [Odd("odd"), "random", "random"], 6, num_players=3)
    assert (result.games, result.stopped) == (6, False)
    assert result.figure("odd").forfeits >= 3
    assert not result.forfeits[result.seatings != 0].any()


def test_random_play_in_its_place_depends_on_the_deal_alone():
    def play(batch):
        agents = [Crashes("odd", calls=0), Bids("high"), Bids("low", -1)]
        agents[0].act = lambda games, rows: 1 / 0
        return tournament(GAME, agents, 36, num_players=3, batch=batch)

    assert play(6).scores.tolist() == play(36).scores.tolist()


class Deaf(Bids):
    told = 0

    def hear_results(self, games, rows, scores, ranks):
        self.told += 1
        raise RuntimeError("too loud")


def test_an_agent_that_fails_as_it_hears_results_plays_on_and_is_told_no_more():
    agent = Deaf("deaf")
    result = tournament(GAME, [agent, "random"], 36, num_players=3, batch=36)
    assert (result.games, agent.told) == (36, 1)
    assert not result.forfeits.any()
    assert "hear_results: RuntimeError: too loud; test_forfeits.py, line " in result.reasons["deaf"]
    assert "deaf failed, but forfeited nothing: hear_results" in " ".join(text_of(result).split())


class Hears(Bids):
    games = 0

    def hear_results(self, games, rows, scores, ranks):
        assert len(rows) == len(scores) == len(ranks) > 0
        self.games += len(rows)


def test_an_agent_hears_of_games_that_it_has_played():
    agents = [Hears(f"hears {number}") for number in range(4)]
    result = tournament(GAME, agents, 36, num_players=3, batch=3)
    assert not result.reasons
    assert [agent.games for agent in agents] == [figures.games for figures in result.figures]


def test_an_agent_that_wastes_time_is_asked_no_more(monkeypatch):
    monkeypatch.setattr(arena, "PATIENCE", 0.0)

    class Counts(Bids):
        def act(self, games, rows):
            self.calls -= 1
            raise RuntimeError("no")

    agent = Counts("slow", calls=0)
    result = tournament(GAME, [agent, "random"], 60, num_players=3, batch=60)
    assert result.figure("slow").forfeits == (result.seatings == 0).sum()
    assert agent.calls >= -2


def test_what_a_search_wins_from_one_that_fails_is_told():
    search = {"playouts": "random", "iterations": 2}
    found = exploit(Crashes("odd", calls=0), GAME, games=16, search=search, num_players=2, seed=3)
    assert found.result.figure("odd").forfeits > 0
    assert "odd forfeited" in text_of(found)
