"""The ladder: the model of ratings, the rungs that come with the games, and how an agent climbs."""

import json
from dataclasses import dataclass, replace

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES, HustingsError
from hustings.training import ladder
from hustings.training.evaluation import tournaments
from hustings.training.evaluation.ladder import climb as climbing
from hustings.training.evaluation.ladder import file_of, saved_rungs
from hustings.training.evaluation.ladder.model import (
    GRID,
    fit,
    information,
    log_likelihoods,
    posterior,
    rank_log_likelihoods,
    rating,
    spread,
    win_chance,
)
from hustings.training.evaluation.ladder.rungs import load_rungs

from ...players import Stops
from ...support import each_grown_name

SALUDOS = GAMES["saludos_amigos"]


def drawn(stream, points, players, deals):
    """(deals, players) ranks as the model has them."""
    chances = np.exp(rank_log_likelihoods(np.array([points]), players)[::2, 0])
    return 1.0 + stream.choice(players, size=(deals, players), p=chances / chances.sum())


@pytest.mark.parametrize("players", [2, 4, 7])
def test_the_chances_of_all_ranks_are_one(players):
    points = np.array([-900.0, 0.0, 35.0, 800.0])
    chances = np.exp(rank_log_likelihoods(points, players))
    assert chances[::2].sum(axis=0) == pytest.approx(1)
    assert chances[0] == pytest.approx(win_chance(points, players))
    assert chances[::2, 1] == pytest.approx(1 / players)
    assert chances[1::2] ** 2 == pytest.approx(chances[:-1:2] * chances[2::2])
    assert chances[0, 2] > 1 / players > chances[-1, 2]


def test_ratings_are_found_again_and_intervals_hold():
    stream, true = np.random.default_rng(3), np.array([400.0, 800.0, 1000.0, 1300.0])
    near = [(a, b) for a in range(4) for b in range(4) if 0 < abs(a - b) < 3]
    pairs = [(a, b, drawn(stream, true[a] - true[b], 4, 200)) for a, b in near]
    found, fields = fit(pairs, 4, 2)
    assert found[2] == 1000
    assert abs(found - true).max() < 50
    assert abs(fields - true).max() < 50
    apart = [(a, b, drawn(stream, true[a] - true[b] + 70, 4, 200)) for a, b in near]
    found, fields = fit(apart, 4, 2)  # it is an advantage to be the one who plays otherwise
    assert abs(found - true).max() < 60
    assert (found - fields).mean() == pytest.approx(70, abs=20)
    few = [(a, b, ranks[:20]) for a, b, ranks in pairs]
    low, high = spread(few, 4, 2, 0, replicates=20)
    assert (low <= high).all()
    assert (high - low)[[0, 1, 3]].min() > 20
    held = 0
    for _ in range(100):
        rungs = np.repeat([800.0, 1000.0, 1300.0], 12)
        ranks = np.concatenate([drawn(stream, 950 - rung, 4, 12) for rung in (800.0, 1000.0, 1300.0)])
        estimate = rating(rungs, ranks)
        held += estimate.low <= 950 <= estimate.high
    assert held >= 88
    assert np.isnan(rating(rungs[:7], ranks[:7]).low)


def test_deals_that_differ_more_than_games_widen_the_interval():
    stream = np.random.default_rng(5)
    rungs, apart = np.full(40, 1000.0), drawn(stream, 0, 2, 40)
    alike = np.repeat(apart[:, :1], 2, axis=1)  # both games of a deal end alike
    one, other = rating(rungs, apart), rating(rungs, alike)
    assert other.high - other.low > 1.15 * (one.high - one.low)


def test_all_won_or_all_lost_is_finite_and_off_the_ladder():
    rungs = np.full(20, 1500.0)
    won, lost = rating(rungs, np.full((20, 4), 1.0)), rating(rungs, np.full((20, 4), 4.0))
    assert 1500 < won.low < won.value < won.high < GRID[-1]
    assert GRID[0] <= lost.low < lost.value < lost.high < 1500


def test_a_game_tells_most_among_equals():
    near = posterior(log_likelihoods(np.full(50, 1000.0), drawn(np.random.default_rng(1), 0, 2, 50)))
    assert near.sum() == pytest.approx(1)
    assert information(np.array([200.0, 700.0, 1000.0, 1600.0]), near, 2).argmax() == 2
    nothing = posterior(np.zeros((0, len(GRID))))
    assert GRID[nothing.argmax()] == 1000


# --- The rungs -----------------------------------------------------------------------------------


@each_grown_name
def test_every_game_has_rungs_whose_weights_ship(name):
    """A new policy needs another set: python -m measurements.rungs GAME."""
    game = GAMES[name]
    found = saved_rungs(game)
    rungs = {rung.name: rung for rung in found.rungs}
    assert {"random", "greedy", "policy"} <= rungs.keys()
    assert rungs["greedy"].rating == 1000
    assert found.rungs[0].name == "random"
    assert any(each.startswith("strong:iterations=") for each in rungs)
    assert found.revision == game.revision
    for rung in found.rungs:
        assert make(rung.name, game).name
        assert rung.low <= rung.rating <= rung.high


def test_what_is_no_ladder_is_refused(tmp_path):
    whole = json.loads(file_of(SALUDOS).read_text())

    def refused(words, **changed):
        path = tmp_path / "ladder.json"
        path.write_text(json.dumps({**whole, **changed}))
        with pytest.raises(HustingsError, match=words):
            load_rungs(path, SALUDOS)

    refused("not a ladder of hustings", format="board")
    refused("a ladder of copycat_v0, not of saludos_amigos_v0", game="copycat")
    refused("damaged", rungs=whole["rungs"][::-1])
    refused("damaged", rungs=[])
    refused("damaged", rungs=[{"name": "greedy"}])
    refused("damaged", rungs=[{**rung, "rating": "high"} for rung in whole["rungs"]])
    refused("damaged", num_players=9)
    with pytest.raises(HustingsError, match="cannot be read"):
        load_rungs(tmp_path / "none.json", SALUDOS)


@pytest.mark.parametrize(("what", "function"), [("policy", "policy_hash"), ("box", "box_of")])
def test_another_policy_or_box_needs_another_set(what, function, monkeypatch):
    monkeypatch.setattr(f"hustings.training.evaluation.ladder.rungs.{function}", lambda *_: "another")
    with pytest.raises(HustingsError, match=f"rated with another {what}; rate them anew"):
        ladder("greedy", SALUDOS, games=4)


# --- Climbing ------------------------------------------------------------------------------------


def test_the_same_seed_climbs_alike_and_the_better_one_higher():
    low, high = (ladder(agent, SALUDOS, games=32, seed=1) for agent in ("random", "amigo"))
    assert low.rating.high < high.rating.low
    for climb in (low, high):
        assert climb.games == 32
        assert climb.ranks.shape == climb.wins.shape == (8, 4)
        assert climb.rating.low < climb.rating.value < climb.rating.high
    again, other = (ladder("random", SALUDOS, games=32, seed=seed) for seed in (1, 2))
    assert again.rows() == low.rows() != other.rows()


def test_it_meets_whom_it_is_like():
    climb = ladder("random", SALUDOS, games=60)
    ratings = np.array([rung.rating for rung in climb.rungs.rungs])
    own = ratings[0]  # random's own rung
    assert abs(ratings[climb.met] - own).mean() < abs(ratings - own).mean()
    assert len(set(climb.met.tolist())) > 1
    rows = climb.rows()
    assert [row["agent"] for row in rows if not row["rung"]] == ["random"]
    assert sum(row["games"] for row in rows if row["rung"]) == climb.games == 60
    assert [row["rating"] for row in rows] == sorted((row["rating"] for row in rows), reverse=True)
    said = " ".join(str(climb).split())
    assert "The ladder of Saludos Amigos!, 4 players, set 2" in said
    assert "> random" in said


class Wrong:
    name = "wrong"

    def __init__(self, game=None, seed=0):
        pass

    def act(self, games, rows):
        return np.zeros(len(rows), np.int64) - 1


def test_whoever_forfeits_is_counted_and_below_all():
    climb = ladder(Wrong(), SALUDOS, games=40)
    assert climb.forfeits == climb.games == 40
    assert climb.as_json()["forfeits"] == 40
    assert climb.rating.value < climb.rungs.rungs[0].rating
    said = " ".join(str(climb).split())
    assert "wrong forfeited 40 of 40 (illegal, late)" in said
    assert "It is below all rungs" in said


@dataclass
class Usage:
    decisions: int = 0


class Counts(Wrong):
    every = 0

    def __init__(self, game=None, seed=0):
        self.usage = Usage()

    def act(self, games, rows):
        self.usage.decisions += len(rows)
        Counts.every += len(rows)
        return games.masks(rows=rows).argmax(axis=1)


def test_usage_is_that_of_all_shards(monkeypatch):
    monkeypatch.setattr(tournaments, "BATCH", 4)
    climb = ladder(f"{__name__}:Counts", SALUDOS, games=48)
    assert climb.games == 48
    assert climb.usage == Usage(Counts.every)


def test_ctrl_c_keeps_the_complete_deals(monkeypatch):
    play, calls = climbing.play_lineups, []

    def until(*given, **more):
        calls.append(1)
        played = play(*given, **more)
        return replace(played, stopped=True) if len(calls) == 3 else played

    monkeypatch.setattr(climbing, "play_lineups", until)
    climb = ladder("greedy", SALUDOS, games=100)
    assert climb.stopped
    assert climb.games == 12
    assert "Stopped after 12 games" in str(climb)
    assert "no interval from fewer than 8 deals" in " ".join(str(climb).split())


def test_without_games_there_is_no_rating():
    climb = ladder(Stops("mine", calls=0), SALUDOS, games=4)
    tree = climb.as_json()
    assert (climb.games, tree["rating"], tree["ladder"][-1]["agent"]) == (0, None, "mine")


def test_what_is_asked_is_checked():
    for games in (0, 3, 301):
        with pytest.raises(HustingsError, match="games: "):
            ladder("greedy", SALUDOS, games=games)
