"""An agent among strangers, and a stranger among its copies."""

import json
import math
import re
from collections import Counter

import numpy as np
import pytest

from hustings.agents import make, names
from hustings.agents.registration import policy_of
from hustings.envs import GAMES, HustingsError
from hustings.training import evaluate_in_population
from hustings.training.evaluation.population import members, play, schedule, storage
from hustings.training.evaluation.statistics import win_shares

from ....players import Bids, Cheats, Stops, text_of
from ....tinygame import GAME

MEMBERS = ["random", Bids("high"), Bids("low", -1)]


def measure(agent=None, games=60, **kwargs):
    given = {"num_players": 3, "population": MEMBERS, **kwargs}
    return evaluate_in_population(agent or Bids("mine"), GAME, games=games, **given)


def test_whoever_is_alone_has_every_seat_once_in_each_deal():
    seatings = schedule.seatings_of(5, members=7, players=4, deals=28)
    visits, stays = seatings[:, schedule.VISITOR] == 0, seatings[:, schedule.RESIDENT] != 0
    for alone in (visits, stays):
        assert (alone.sum(axis=2) == 1).all()
        assert (alone.sum(axis=1) == 1).all()
    for games in seatings.reshape(-1, 4, 4):
        assert len({tuple(sorted(seating)) for seating in games.tolist()}) == 1
    strangers = Counter(schedule.strangers(5, 7, 28).tolist())
    assert strangers == dict.fromkeys(range(1, 8), 4)
    assert set(schedule.companions(5, 7, 4, 28).ravel().tolist()) == set(range(1, 8))


def test_more_deals_begin_with_the_same():
    few, many = (schedule.seatings_of(5, 7, 4, deals) for deals in (9, 30))
    assert (few == many[:9]).all()
    assert (schedule.seeds_of(3, 4) == schedule.seeds_of(3, 9)[:4]).all()
    assert schedule.deals_for(1, 7, 4) == 7
    assert schedule.deals_for(57, 7, 4) == 14


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
    high = found.by_member[1]
    assert high.name == "high"
    assert high.among_copies.value == pytest.approx(shares[:, 1][stays == 2].mean())
    with_high = (visits == 2).any(axis=2)
    assert high.beside.value == pytest.approx((shares[:, 0] * (visits == 0)).sum(axis=2)[with_high].mean())
    mine = (ranks[:, 0] * (visits == 0)).sum(axis=2, keepdims=True)
    assert high.ahead.value == pytest.approx((np.sign(mine - ranks[:, 0])[visits == 2].mean() + 1) / 2)
    assert found.visitor.win_share.low < found.visitor.win_share.value < found.visitor.win_share.high


def test_what_is_shown():
    found = measure(games=400)
    text = text_of(found)
    assert max(map(len, text.splitlines())) <= 80
    assert "In a population of your own" in text
    assert found.best_stranger is not None
    assert f"{found.best_stranger.name} wins most alone among copies" in " ".join(text.split())
    tree = json.loads(json.dumps(found.as_json(), allow_nan=False))
    assert tree["roles"]["visitor"]["win_share"]["value"] == found.visitor.win_share.value
    assert list(tree["with_members"]) == found.members == ["random", "high", "low"]
    assert [row["member"] for row in found.rows()] == found.members
    assert math.isclose(tree["fair_share"], 1 / 3)


def test_without_games_there_is_no_order():
    found = measure(Stops("mine", calls=0))
    assert (found.games, found.stopped) == (0, True)
    assert found.best_stranger is None
    assert found.loses_to == []
    json.dumps(found.as_json(), allow_nan=False)
    text_of(found)


def same(one, other):
    return all(
        (getattr(one, name) == getattr(other, name)).all()
        for name in ("scores", "ranks", "seatings", "seeds")
    )


@pytest.mark.parametrize("calls", [0, 6, 15])
def test_stopped_and_resumed_has_the_games_of_one_that_was_not(tmp_path, calls):
    whole, file = measure("random", games=200, batch=30), tmp_path / "file.json"
    population = [MEMBERS[0], Stops("high", calls=calls), MEMBERS[2]]
    stopped = measure("random", games=200, batch=30, out=file, population=population)
    assert stopped.stopped
    assert stopped.games < whole.games
    assert stopped.games % 30 == 0
    resumed = measure("random", games=200, batch=30, out=file, resume=True)
    assert not resumed.stopped
    assert same(resumed, whole)
    assert resumed.roles == whole.roles
    assert same(measure("random", games=1, batch=30, out=file, resume=True), whole), "nothing is left to play"


def test_more_games_are_those_of_a_longer_evaluation(tmp_path):
    file = tmp_path / "file.json"
    measure("random", games=100, batch=48, out=file)
    assert same(
        measure("random", games=200, batch=48, out=file, resume=True), measure("random", games=200, batch=48)
    )


@pytest.mark.parametrize(("kwargs", "words"), [
    ({"agent": Bids("other")}, "was begun with another agent 'mine', not 'other'; take what it was"),
    ({"seed": 3}, "another seed 0, not 3"),
    ({"num_players": 2}, "another players 3, not 2"),
    ({"batch": 60}, "another batch 30, not 60"),
    ({"population": MEMBERS[:2]}, "another members; take"),
    ({"options": {"double": True}}, "another box or options; take"),
])  # fmt: skip
def test_only_the_same_goes_on(tmp_path, kwargs, words):
    measure(games=18, batch=30, out=tmp_path / "file.json")
    with pytest.raises(HustingsError, match=words):
        measure(**{"games": 18, "batch": 30, "out": tmp_path / "file.json", "resume": True, **kwargs})


def test_edited_code_and_other_policies_do_not_go_on(tmp_path, monkeypatch):
    file = tmp_path / "file.json"
    measure(games=18, out=file)
    for name, value, words in (
        ("code_hash", lambda game: "another", "another code of the game, its bots or the searches; take"),
        ("digests_of", lambda *_: {"mine": "0" * 64}, "another policy of the agent; take"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(play, name, value)
            with pytest.raises(HustingsError, match=words):
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


@pytest.mark.parametrize(("kwargs", "words"), [
    ({"games": 0}, "games: 0"),
    ({"games": 10**9}, "more than 1,000,000"),
    ({"population": []}, "agents: needs a list"),
    ({"population": None}, "agents: needs a list"),
    ({"num_players": 9}, "not 9"),
    ({"agent": "alphago"}, "unknown agent 'alphago'"),
    ({"agent": Cheats("odd", calls=0)}, "agent odd: "),
    ({"out": "no/where.json"}, "no such folder"),
])  # fmt: skip
def test_bad_input_gets_one_line(kwargs, words):
    with pytest.raises(HustingsError, match=words):
        measure(**kwargs)


def test_a_file_that_is_there_is_not_written_over(tmp_path):
    (tmp_path / "file.json").write_text("mine")
    with pytest.raises(HustingsError, match="exists; choose another file, or resume it"):
        measure(out=tmp_path / "file.json")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
class TestFrozen:
    def test_the_population_has_bots_habits_and_policies(self, game):
        found = members.members(game)
        assert len(found) == len(set(found))
        assert set(names(game)) - {"random"} <= set(found)
        assert {f"population:{seed}" for seed in members.SEEDS} < set(found)
        assert sum(name.startswith("habit:") for name in found) >= 3
        assert found[-1] == "policy"
        for players in game.player_counts:
            for name in found:
                agent = make(name, game)
                assert not hasattr(agent, "plays") or agent.plays(players), (name, players)

    def test_its_version_is_raised_when_it_changes(self, game):
        assert members.population_of(game).frozen, (
            f"the population of {game.name} has changed: `make population` raises the version"
        )

    def test_the_seeds_are_small_files(self, game):
        for seed in members.SEEDS:
            file = members.population_file(f"population:{seed}", game.name)
            assert str(file) == policy_of(f"population:{seed}", game.name)
            assert file.stat().st_size < 2**20


def test_the_digest_is_of_bots_habits_and_policies(tmp_path, monkeypatch):
    game = GAMES["saludos_amigos"]
    first = members._digest(game)
    for name, other in (
        ("bots_hash", lambda game: "another"),
        ("population_file", lambda *_: tmp_path / "file"),
        ("declaration", lambda game: tmp_path / "file"),
    ):
        (tmp_path / "file").write_text("another")
        with monkeypatch.context() as patch:
            patch.setattr(members, name, other)
            assert members._digest(game) != first, name


def test_a_changed_population_gets_the_next_version(tmp_path, monkeypatch):
    monkeypatch.setattr(members, "FROZEN", tmp_path / "population.toml")
    members.FROZEN.write_text('version = 4\n[digest]\ncopycat = "x"\n')
    members.freeze()
    assert members._frozen()["version"] == 5
    assert members._frozen()["digest"] == {game.name: members._digest(game) for game in GAMES.values()}
    members.freeze()
    assert members._frozen()["version"] == 5, "unchanged since"


def test_a_result_says_which_population_it_was(tmp_path):
    game, file = GAMES["saludos_amigos"], tmp_path / "file.json"
    found = evaluate_in_population("greedy", game, games=1, num_players=4, out=file)
    assert found.games == 8 * len(members.members(game))
    digest = members.population_of(game).digest
    assert f"population {members._frozen()['version']} ({digest[:12]})" in text_of(found)
    assert found.as_json()["population"]["digest"] == digest
    assert json.loads(file.read_text())["population"] == digest
    assert storage.resumed(found, file).games == found.games
