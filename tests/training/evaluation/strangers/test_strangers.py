"""An agent among strangers, and a stranger among its copies."""

import json
import math
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from hustings.agents import PolicyAgent, make, names
from hustings.envs import GAMES, HustingsError
from hustings.envs.core.io.parsing import MOST_VALUES
from hustings.training import evaluate
from hustings.training.evaluation.statistics import Estimate, Rating, win_shares
from hustings.training.evaluation.strangers import schedule, storage
from hustings.training.evaluation.strangers.model import StrangerFigures
from hustings.training.evaluation.strangers.play import strangers_of

from ....players import Bids, Cheats, Stops, Unplugged, text_of
from ....support import each_grown_game, policy_file
from ....tinygame import GAME

DRAWS = "mine=random"
FIELD = ["random", Bids("high"), Bids("low", -1)]


def measure(agent=None, games=60, **kwargs):
    given = {"num_players": 3, "agents": FIELD, **kwargs}
    return evaluate(agent or Bids("mine"), GAME, games=games, **given)


def test_whoever_is_alone_has_every_seat_once_in_each_deal():
    seatings = schedule.seatings_of(5, strangers=7, players=4, deals=28)
    visits, stays = seatings[:, schedule.VISITOR] == 0, seatings[:, schedule.RESIDENT] != 0
    for alone in (visits, stays):
        assert (alone.sum(axis=2) == 1).all()
        assert (alone.sum(axis=1) == 1).all()
    for games in seatings.reshape(-1, 4, 4):
        assert len({tuple(sorted(seating)) for seating in games.tolist()}) == 1
    met = Counter(seatings[:, schedule.RESIDENT].max(axis=2)[:, 0].tolist())
    assert met == dict.fromkeys(range(1, 8), 4)
    assert set(seatings[:, schedule.VISITOR].ravel().tolist()) == set(range(8))


def test_figures_are_those_of_the_games():
    found = measure(games=100)
    seatings, ranks = found.seatings, found.ranks
    shares = win_shares(ranks.reshape(-1, 3)).reshape(ranks.shape)
    visits, stays = seatings[:, 0], seatings[:, 1]
    assert found.visitor.win_share.value == pytest.approx(shares[:, 0][visits == 0].mean())
    assert found.resident.win_share.value == pytest.approx(shares[:, 1][stays == 0].mean())
    assert found.stranger.points.value == pytest.approx(found.scores[:, 1][stays != 0].mean())
    assert found.stranger.win_share.value + 2 * found.resident.win_share.value == pytest.approx(1)
    assert found.visitor.by_seat[2].value == pytest.approx(shares[:, 0, :, 2][visits[..., 2] == 0].mean())
    high = found.by_stranger[1]
    assert high.name == "high"
    assert high.among_copies.value == pytest.approx(shares[:, 1][stays == 2].mean())
    with_high = (visits == 2).any(axis=2)
    assert high.beside.value == pytest.approx((shares[:, 0] * (visits == 0)).sum(axis=2)[with_high].mean())
    mine = (ranks[:, 0] * (visits == 0)).sum(axis=2, keepdims=True)
    assert high.ahead.value == pytest.approx((np.sign(ranks[:, 0] - mine)[visits == 2].mean() + 1) / 2)
    assert found.ahead_of["high"] == high.ahead
    assert found.visitor.win_share.low < found.visitor.win_share.value < found.visitor.win_share.high


def test_copies_share_a_win():
    """Where they win all games, nothing more is possible, and nothing less has happened."""
    games = evaluate("greedy", "die_macher", games=160, agents=["random"], num_players=4)
    assert games.stranger.win_share.value == 0
    copies = games.resident.win_share
    assert copies.value == pytest.approx(1 / 3)
    assert copies.high <= 1 / 3 + 1e-9
    assert copies.low == pytest.approx((1 - games.stranger.win_share.high) / 3)


def test_what_is_shown():
    found = measure(games=400)
    text = text_of(found)
    assert max(map(len, text.splitlines())) <= 80
    assert f"Place {found.place.value:.0f} of 4" in text
    assert found.best_stranger is not None
    assert f"{found.best_stranger.name} wins most alone among copies" in " ".join(text.split())
    tree = json.loads(json.dumps(found.as_json(), allow_nan=False))
    assert tree["roles"]["visitor"]["win_share"]["value"] == found.visitor.win_share.value
    assert list(tree["with_strangers"]) == found.strangers == ["random", "high", "low"]
    assert [row["stranger"] for row in found.rows()] == found.strangers
    assert tree["place"]["value"] == found.place.value
    assert tree["rating"]["mu"] == found.rating.mu
    assert "mine" in found._repr_html_()
    assert math.isclose(tree["fair_share"], 1 / 3)


def test_without_games_there_is_no_order():
    found = measure(Stops("mine", calls=0))
    assert (found.games, found.stopped) == (0, True)
    assert found.best_stranger is None
    assert found.beats == found.beaten_by == []
    assert {figures.verdict for figures in found.by_stranger} == {"not known"}
    assert all(math.isnan(figures.rating.mu) for figures in found.by_stranger)
    assert math.isnan(found.place.value)
    assert json.loads(json.dumps(found.as_json(), allow_nan=False))["place"]["value"] is None
    assert "Place unknown of 4 (1-4)" in text_of(found)


def same(one, other):
    return all(
        (getattr(one, name) == getattr(other, name)).all()
        for name in ("scores", "ranks", "seatings", "seeds")
    )


@pytest.mark.parametrize("calls", [0, 6, 15])
def test_stopped_and_resumed_has_the_games_of_one_that_was_not(tmp_path, calls):
    whole, file = measure(DRAWS, games=200, batch=30), tmp_path / "file.json"
    agents = [FIELD[0], Stops("high", calls=calls), FIELD[2]]
    stopped = measure(DRAWS, games=200, batch=30, out=file, agents=agents)
    assert stopped.stopped
    assert stopped.games < whole.games
    assert stopped.games % 30 == 0
    resumed = measure(DRAWS, games=200, batch=30, out=file, resume=True)
    assert not resumed.stopped
    assert same(resumed, whole)
    assert resumed.roles == whole.roles
    assert same(measure(DRAWS, games=1, batch=30, out=file, resume=True), whole), "nothing is left to play"


def test_whoever_fails_forfeits_and_the_evaluation_goes_on(tmp_path):
    file = tmp_path / "file.json"
    agents = [FIELD[0], Unplugged("high", calls=15), Cheats("odd", calls=9)]
    found = measure(DRAWS, games=200, batch=30, agents=agents, out=file)
    assert (found.stopped, found.games >= 200) == (False, True)
    counts = {name: lost for name, (lost, _) in found.forfeited.items()}
    assert (counts[DRAWS], counts["random"]) == (0, 0)
    assert counts["high"] > 0
    assert counts["odd"] > 0
    assert found.as_json()["forfeits"] == counts
    assert {row["stranger"]: row["forfeits"] for row in found.rows()}["odd"] == counts["odd"]
    assert found.reasons["high"].startswith("no server, say")
    text = " ".join(text_of(found).split())
    assert "illegal, late" in text
    had = found.forfeited["high"][1]
    assert f"high forfeited {counts['high']} of {had} (illegal, late): no server, say" in text
    again = measure(DRAWS, games=200, batch=30, agents=agents, out=file, resume=True)
    assert (same(again, found), again.forfeits.tolist()) == (True, found.forfeits.tolist())
    assert again.reasons == found.reasons
    assert "illegal, late" not in text_of(measure())
    assert "hustings check" not in text
    broken = " ".join(text_of(measure(Cheats("an odd one", calls=9), games=20, batch=30)).split())
    assert "What is wrong with it, and the remedy: hustings check 'an odd one' tinygame." in broken


def test_what_was_kept_is_not_lost_when_going_on_fails(tmp_path):
    """The last shard was cut short by `games`, and is played whole when there are to be more."""
    file = tmp_path / "file.json"
    kept = measure(DRAWS, games=100, batch=48, out=file)
    gone = [FIELD[0], Stops("high", calls=0), FIELD[2]]
    measure(DRAWS, games=200, batch=48, out=file, agents=gone, resume=True)
    assert same(measure(DRAWS, games=100, batch=48, out=file, resume=True), kept)


def test_more_games_are_those_of_a_longer_evaluation(tmp_path):
    file = tmp_path / "file.json"
    measure(DRAWS, games=100, batch=48, out=file)
    assert same(
        measure(DRAWS, games=200, batch=48, out=file, resume=True),
        measure(DRAWS, games=200, batch=48),
    )


@pytest.mark.parametrize(("kwargs", "words"), [
    ({"agent": Bids("other")}, "was begun with another agent 'mine', not 'other'; take what it was"),
    ({"seed": 3}, "another seed 0, not 3"),
    ({"num_players": 2}, "another players 3, not 2"),
    ({"batch": 60}, "another batch 30, not 60"),
    ({"agents": FIELD[:2]}, r"another set of strangers \[.*\], not \[.*\]; take"),
    ({"options": {"double": True}}, "another box or options; take"),
])  # fmt: skip
def test_only_the_same_goes_on(tmp_path, kwargs, words):
    measure(games=18, batch=30, out=tmp_path / "file.json")
    with pytest.raises(HustingsError, match=words):
        measure(**{"games": 18, "batch": 30, "out": tmp_path / "file.json", "resume": True, **kwargs})


def test_games_of_another_policy_do_not_go_on(tmp_path):
    file = tmp_path / "file.json"
    for seed in (1, 1, 2):
        agent = PolicyAgent(policy_file(GAME, 3, seed))
        agent.name = "mine"
        if seed == 1:
            assert measure(agent, games=18, out=file, resume=True).policies.keys() == {"mine"}
        else:
            with pytest.raises(HustingsError, match="has games of an earlier policy mine, which has changed"):
                measure(agent, games=18, out=file, resume=True)


def test_an_agent_that_is_made_is_no_stranger_of_its_own():
    game = GAMES["copycat"]
    found = evaluate(make("greedy", game), game, games=2)
    assert found.agent == "greedy"
    assert found.strangers == evaluate("greedy", game, games=2).strangers


def test_games_of_another_revision_do_not_go_on(tmp_path):
    file = tmp_path / "file.json"
    measure(games=18, out=file)
    file.write_text(file.read_text().replace('"revision": 1', '"revision": 0'))
    with pytest.raises(HustingsError, match="another revision of the game 0, not 1; take"):
        measure(games=18, out=file, resume=True)


@pytest.mark.parametrize("damage", [
    lambda tree: tree.update(format="x"),
    lambda tree: tree["deals"][0][1][0][0].reverse() or tree["deals"][0][1][0][0].append(1.0),
    lambda tree: tree["deals"][0].pop(),
    lambda tree: tree.pop("seconds"),
    lambda tree: tree["decisions"].pop(),
    lambda tree: tree["deals"][0][1][0].__setitem__(0, [0.0, 3.0, 3.0]),
    lambda tree: tree["deals"][0][0][0][0].__setitem__(0, 2**40),
    lambda tree: tree.update(deals=3),
])  # fmt: skip
def test_a_damaged_file_gets_one_line(tmp_path, damage):
    file = tmp_path / "file.json"
    measure(games=18, out=file)
    tree = json.loads(file.read_text())
    damage(tree)
    file.write_text(json.dumps(tree))
    with pytest.raises(HustingsError, match=f"{re.escape(str(file))}: (not an evaluation|damaged, entries)"):
        measure(games=18, out=file, resume=True)


@pytest.mark.parametrize("players", [2, 7])
def test_a_file_of_the_most_games_can_be_read(tmp_path, players):
    one = measure(games=1, num_players=2)
    shape, texts = (1, 2, players, players), []
    for deals in (1, 2):
        arrays = {"scores": np.zeros(shape, np.int32), "ranks": np.ones(shape)}
        arrays["forfeits"] = np.ones(shape, np.bool_)
        tiled = {name: np.repeat(array, deals, axis=0) for name, array in arrays.items()}
        storage.save(replace(one, **tiled), tmp_path / "file.json")
        texts.append((tmp_path / "file.json").read_text())
    of_a_deal = sum(texts[1].count(mark) - texts[0].count(mark) for mark in ",[{")
    deals = storage.most_games_of(players) / (2 * players)
    assert 0.8 * MOST_VALUES < deals * of_a_deal < MOST_VALUES - 1000


@pytest.mark.parametrize(("kwargs", "words"), [
    ({"games": 10**6}, "games: 1,000,000 are more than the 226,923 of 3 players that a file holds"),
    ({"agents": []}, "agents: needs a list"),
    ({"agents": "random"}, "agents: needs a list"),
    ({"agents": ["random", "random"]}, "'random' appears twice"),
    ({"agent": "random"}, "agents: 'random' is the agent that is evaluated; leave it out"),
    ({"agent": object()}, "cannot be measured"),
    ({"agent": "no.module:Bot"}, "cannot be loaded"),
    ({"batch": 0}, "batch: 0"),
    ({"out": "no/where.json"}, "no such folder"),
])  # fmt: skip
def test_bad_input_gets_one_line(kwargs, words):
    with pytest.raises(HustingsError, match=words):
        measure(**kwargs)


def test_the_place_counts_those_ahead_of_it():
    found, nobody = measure(games=18), Rating(*[math.nan] * 5)
    shares = {"a": (0.3, 0.2, 0.4), "b": (0.45, 0.4, 0.55), "c": (0.6, 0.45, 0.7), "d": (0.9, 0.8, 1)}
    found.strangers = list(shares)
    found.__dict__["by_stranger"] = [
        StrangerFigures(name, Estimate(*share), Estimate(*share), Estimate(*share), nobody)
        for name, share in shares.items()
    ]
    assert (found.beats, found.beaten_by) == (["d"], ["a"])
    assert found.place == (3, 2, 4)


@each_grown_game
def test_strangers_are_bots_styles_habits_and_the_policy(game):
    for players in game.player_counts:
        found = strangers_of(game, players)
        assert len(found) == len(set(found))
        assert set(names(game)) - {"random"} <= set(found)
        assert sum(name.startswith("habit:") for name in found) >= 3
        assert found[-1] == "policy"
        for name in found:
            agent = make(name, game)
            assert not hasattr(agent, "plays") or agent.plays(players), (name, players)


def test_of_a_game_it_meets_all_but_itself_at_the_usual_table(tmp_path):
    game, file = GAMES["saludos_amigos"], tmp_path / "file.json"
    found = evaluate("greedy", game, games=1, out=file)
    assert found.strangers == [name for name in strangers_of(game, 4) if name != "greedy"]
    assert found.num_players == 4
    assert found.games == 8 * len(found.strangers)
    assert storage.resumed(found, file).games == found.games
