"""An agent in a field, and beside a saved leaderboard."""

import json
from collections import Counter

import numpy as np
import pytest

from hustings.envs import HustingsError
from hustings.training import evaluate, leaderboard
from hustings.training.evaluation import evaluations
from hustings.training.evaluation.evaluations import Evaluation
from hustings.training.evaluation.leaderboard import storage
from hustings.training.evaluation.statistics import Estimate

from ...players import Bids, Crashes, Stops, text_of
from ...tinygame import GAME


def measure(agent=None, games=120, agents=None, **kwargs):
    field = agents or ["random", Bids("high"), Bids("low", -1)]
    return evaluate(agent or Bids("mine"), GAME, games=games, agents=field, **{"num_players": 3, **kwargs})


def test_only_games_in_which_it_sits_are_played_and_it_sits_everywhere():
    found = measure(games=72)
    r = found.result
    assert r.agents == ["mine", "random", "high", "low"]
    assert ((r.seatings == 0).sum(axis=1) == 1).all()
    for agent in range(4):
        assert len(set((r.seatings == agent).sum(axis=0).tolist())) == 1
    met = Counter(tuple(sorted(seating)) for seating in r.seatings.tolist())
    assert set(met) == {(0, 1, 2), (0, 1, 3), (0, 2, 3)}


def test_what_it_says_of_the_agent():
    found = measure()
    r = found.result
    both = ((r.seatings == 0).any(axis=1)) & ((r.seatings == 1).any(axis=1))
    mine = np.where(r.seatings == 0, r.ranks, 0).sum(axis=1)[both]
    random = np.where(r.seatings == 1, r.ranks, 0).sum(axis=1)[both]
    assert found.ahead_of["random"].value == pytest.approx((np.sign(random - mine) + 1).mean() / 2)
    assert found.figures.win_share == r.figures[0].win_share
    text = text_of(found)
    assert max(map(len, text.splitlines())) <= 80
    assert f"Place {found.place.value:.0f} of 4" in text
    tree = json.loads(json.dumps(found.as_json(), allow_nan=False))
    assert tree["place"]["value"] == found.place.value
    rows = found.rows()
    assert rows[0]["agent"] == "mine"
    assert np.isnan(rows[0]["ahead"])
    assert rows[1]["ahead_low"] == found.ahead_of["random"].low
    assert len(found.to_frame()) == 4
    assert "mine" in found._repr_html_()


def test_the_place_counts_those_ahead_of_it():
    found = Evaluation("mine", measure().result, None)
    shares = {"a": (0.3, 0.2, 0.4), "b": (0.45, 0.4, 0.55), "c": (0.6, 0.45, 0.7), "d": (0.9, 0.8, 1)}
    found.__dict__["ahead_of"] = {name: Estimate(*share) for name, share in shares.items()}
    assert (found.beats, found.beaten_by) == (["d"], ["a"])
    assert found.place == (3, 2, 4)


def test_a_stopped_evaluation_keeps_its_complete_deals():
    found = measure(Stops("mine", calls=150), games=3000, batch=12)
    assert found.result.stopped
    assert 0 < found.result.games < 3000
    assert "Stopped before 3,000" in text_of(found)


def test_an_agent_that_fails_is_named():
    with pytest.raises(
        HustingsError, match=r"^agent odd: RuntimeError: out of ideas for good; \w+.py, line \d+$"
    ):
        measure(Crashes("odd", calls=1))


@pytest.mark.parametrize(("agent", "kwargs", "words"), [
    ("human", {}, "'human' cannot play"),
    ("alphago", {}, "unknown agent 'alphago'"),
    (object(), {}, "cannot play"),
    ("random", {}, "'random' is there twice"),
    ("no.module:Bot", {}, "cannot be loaded"),
    (Bids("mine"), {"games": 0}, "games: 0"),
    (Bids("mine"), {"num_players": 9}, "not 9"),
    (Bids("mine"), {"agents": []}, "at least two"),
    (Bids("mine"), {"batch": 0}, "batch: 0"),
])  # fmt: skip
def test_bad_input_gets_one_line(agent, kwargs, words):
    with pytest.raises(HustingsError, match=words):
        evaluate(agent, GAME, **{"games": 10, "agents": ["random", Bids("high")], **kwargs})


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A leaderboard of the tiny game, as if it came with hustings."""
    monkeypatch.setattr(storage, "SAVED", tmp_path)
    agents = ["random", "tests.players:high", "tests.players:low"]
    return leaderboard(
        GAME, games=120, agents=agents, num_players=3, out=tmp_path / "tinygame_3.json", batch=30
    )


def test_the_field_is_that_of_the_saved_leaderboard_and_ratings_rest_on_both(shipped):
    found = evaluate(Bids("mine"), GAME, games=240, num_players=3)
    assert found.result.agents == ["mine", *shipped.agents]
    assert found.known is not None
    alone = Evaluation("mine", found.result, None)
    assert found.figures.rating != alone.figures.rating
    assert found.ahead_of == alone.ahead_of
    assert "based on the games of the leaderboard" in text_of(found)


def test_an_agent_of_the_leaderboard_plays_the_others(shipped):
    found = evaluate("random", GAME, games=30, num_players=3)
    assert found.result.agents == ["random", *shipped.agents[1:]]
    assert found.rows()


def test_a_leaderboard_that_does_not_fit_is_left_alone(shipped, monkeypatch):
    monkeypatch.setattr(evaluations, "standard_field", lambda game, players: ["random"])
    for kwargs in ({"num_players": 2}, {"num_players": 3, "options": {"double": True}}):
        found = evaluate(Bids("mine"), GAME, games=6, **kwargs)
        assert (found.result.agents, found.known) == (["mine", "random"], None)


def test_games_of_agents_with_other_policies_do_not_count_for_ratings(shipped, tmp_path):
    found = evaluate(Bids("mine"), GAME, games=6, num_players=3)
    shipped.policies["tests.players:high"] = "0" * 64
    storage.save(shipped, tmp_path / "tinygame_3.json")
    without = evaluate(Bids("mine"), GAME, games=6, num_players=3)
    assert without.result.agents == found.result.agents
    assert without.figures.rating != found.figures.rating
    alone = Evaluation("mine", without.result, None)
    assert without.figures.rating != alone.figures.rating, "the others' games do"


def test_games_of_edited_bots_do_not_count_for_ratings(shipped, monkeypatch):
    monkeypatch.setattr(evaluations, "code_hash", lambda game: "another")
    found = evaluate(Bids("mine"), GAME, games=6, num_players=3)
    assert found.result.agents == ["mine", *shipped.agents]
    assert found.known is None
