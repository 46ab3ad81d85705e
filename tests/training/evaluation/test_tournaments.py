"""Tournaments: the games that are played, agents that fail, stops."""

import copy
import itertools
import pickle
import re
from types import SimpleNamespace

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.training.evaluation import arena
from hustings.training.evaluation.display import format_percent
from hustings.training.evaluation.schedule import MAX_GAMES_PER_DEAL
from hustings.training.evaluation.statistics import cluster_means, win_shares
from hustings.training.evaluation.tournaments import tournament

from ...players import Bids, Meddles, Peeks, Stops, text_of, write
from ...tinygame import GAME


def test_the_games_played_are_the_schedule():
    class Notes(Bids):
        """Keeps what it was asked."""

        seen: set[tuple[int, int]] = set()  # noqa: RUF012

        def act(self, games, rows):
            self.seen.update(zip(games.tables["seed"][rows].tolist(), games.seat[rows].tolist()))
            return super().act(games, rows)

    high, low = Notes("high"), Bids("low", -1)
    result = tournament(GAME, [high, low, low], 30, num_players=3, seed=4, batch=7)
    assert result.agents == ["high", "low"]
    assert result.games == 30
    planned = {
        (seed, seating.index(0)) for seed, seating in zip(result.deals.tolist(), result.seatings.tolist())
    }
    assert len(planned) == 30, "high sits once in each of three seats for ten seeds"
    assert high.seen <= planned
    assert len(high.seen) >= 25, "a hand of equal cards leaves nothing to ask"


def test_scores_and_ranks_are_those_of_the_games():
    high, low = Bids("high"), Bids("low", -1)
    result = tournament(GAME, [high, low, low], 30, num_players=3, seed=4, reward="win", batch=7)
    for number in range(30):
        games = GameBatch(GAME, 1, 3, reward="win")
        games.reset(seeds=result.deals[[number]])
        while not games.over[0]:
            agent = (high, low)[result.seatings[number, games.seat[0]]]
            games.step(agent.act(games, np.zeros(1, np.int64)))
        scores = games.scores[0]
        assert result.scores[number].tolist() == scores.tolist()
        np.testing.assert_allclose(result.payoffs[number], games.payoff[0], atol=1e-6)
        better = (scores > scores[:, None]).sum(axis=1)
        level = (scores == scores[:, None]).sum(axis=1)
        assert result.ranks[number].tolist() == (better + (level + 1) / 2).tolist()


@pytest.mark.parametrize("reward", ["rank", "margin"])
def test_payoffs_are_of_the_kind_asked_for(reward):
    result = tournament(GAME, [Bids("high"), Bids("low", -1)], 12, num_players=3, seed=2, reward=reward)
    np.testing.assert_allclose(result.payoffs.sum(axis=1), 0, atol=1e-5)
    mean = (result.scores.sum(axis=1, keepdims=True) - result.scores) / 2
    typical = int(GAME.box_spec.load()[0]["typical_score"])
    expected = 2 - result.ranks if reward == "rank" else (result.scores - mean) / typical
    np.testing.assert_allclose(result.payoffs, expected, atol=1e-5)


def test_the_batch_changes_nothing_for_agents_that_draw_nothing_and_a_seed_repeats_those_that_do():
    def play(agents, batch):
        result = tournament(GAME, agents, 60, num_players=2, seed=8, batch=batch)
        return result.scores.tolist()

    fixed = lambda: [Bids("high"), Bids("low", -1)]  # noqa: E731
    assert play(fixed(), 5) == play(fixed(), 64)
    assert play(["random", Bids("high")], 16) == play(["random", Bids("high")], 16)


def test_a_mirror_gives_a_fair_share_exactly():
    result = tournament(GAME, ["random"], 20, num_players=3)
    figures = result.figure("random")
    assert (figures.games, figures.seats) == (20, 60)
    assert figures.win_share == pytest.approx([1 / 3] * 3)
    assert figures.mean_rank == pytest.approx([2] * 3)
    assert sum(share.value for share in result.seat_shares) == pytest.approx(1)


def test_as_many_agents_as_players_fill_the_table():
    assert tournament(GAME, ["random"] * 3, 3).num_players == 3
    assert tournament(GAME, ["random"], 2).num_players == min(GAME.player_counts)


def test_short_names_stand_in_the_results():
    saludos = GAMES["saludos_amigos"]
    played = tournament(saludos, ["weak=random", "x=greedy", "greedy"], 12, num_players=4, seed=1)
    assert played.agents == ["weak", "x", "greedy"]
    assert tournament(saludos, ["a=random", "a=greedy"], 8, seed=1).agents == ["a", "a (2)"]
    assert tournament(saludos, ["s=search:iterations=2", "random"], 8, seed=1).batch == 64


@pytest.mark.parametrize(("agents", "games", "kwargs", "words"), [
    ([], 10, {}, "at least one"),
    ("random", 10, {}, "needs a list"),
    ([object()], 10, {}, "cannot be measured"),
    (["random"], 1.5, {}, "games: 1.5"),
    (["random"], 10, {"batch": 0}, "batch: 0"),
    (["random"], 10, {"reward": "luck"}, "luck"),
    (["random"], 10, {"options": {"no": 1}}, "unknown option"),
    (["random"], 10, {"executor": 3}, r"executor: 3 has no submit\(\)"),
])  # fmt: skip
def test_bad_input_gets_one_line(agents, games, kwargs, words):
    with pytest.raises(HustingsError, match=words):
        tournament(GAME, agents, games, **kwargs)


@pytest.mark.parametrize("change", [
    write,
    lambda games, rows: setattr(games, "tables", games.tables.copy()),
    lambda games, rows: setattr(games, "reward", "margin"),
    lambda games, rows: games.step(games.masks(rows=rows).argmax(axis=1), rows=rows),
    lambda games, rows: games.restore(rows, games.save(rows)),
    lambda games, rows: games.reset(),
    lambda games, rows: games.reseed(3),
    lambda games, rows: games.redeal(),
    lambda games, rows: games.playouts(1),
    lambda games, rows: games.play_by(None, rows),
    lambda games, rows: games.lend(),
])  # fmt: skip
def test_an_agent_cannot_change_the_games_that_it_plays(change):
    result = tournament(GAME, [Meddles("meddles", change), "random"], 8)
    assert re.search("(read-only|must not change the games).*line", result.reasons["meddles"])
    assert result.figure("meddles").forfeits == result.games


def test_an_agent_plays_on_in_a_copy_as_it_likes():
    def change(games, rows):
        for twin in (copy.copy(games), copy.deepcopy(games), pickle.loads(pickle.dumps(games))):
            assert type(twin) is GameBatch
            assert isinstance(games, GameBatch)
            assert twin.tables.tobytes() == games.tables.tobytes()
            twin.tables["seat"][rows] = 0
            twin.step(twin.legal.argmax(axis=1))
            twin.reset()
            twin.reward = "margin"

    agents = [Meddles("meddles", change), "random"]
    found, wanted = tournament(GAME, agents, 8), tournament(GAME, [Bids("meddles"), "random"], 8)
    assert found.ranks.tolist() == wanted.ranks.tolist()


def test_progress_counts_up_to_the_total():
    told = []
    tournament(GAME, ["random"], 20, batch=4, on_progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (20, 20)


def test_a_stopped_tournament_keeps_its_complete_seeds():
    result = tournament(GAME, [Stops("high", calls=60), "random", "random"], 3000, num_players=3, batch=10)
    assert result.stopped
    assert 0 < result.games < 3000
    assert result.games == 3 * result.seeds
    assert (result.ranks.sum(axis=1) == 6).all(), "only finished games"
    assert "Stopped before 3,000" in text_of(result)
    assert result.as_json()["stopped"] is True


def test_a_tournament_stopped_at_once_still_makes_sense():
    result = tournament(GAME, [Stops("high", calls=0), "random"], 10)
    assert (result.games, result.seeds) == (0, 0)
    assert result.as_json()["agents"][0]["win_share"] == {"value": None, "low": None, "high": None}
    assert "Stopped" in text_of(result)


def test_the_stronger_agent_wins_more_and_the_seat_effect_is_shown():
    result = tournament(GAME, [Peeks(), "random"], 200, num_players=2, seed=1)
    high, low = result.figures
    assert high.mean_score.low > low.mean_score.high
    assert high.win_share.low > 0.5
    assert low.win_share.high < 0.5
    assert high.mean_rank.high < 1.5 < low.mean_rank.low
    assert high.rating.ordinal > low.rating.ordinal
    assert high.win_share.value + low.win_share.value == pytest.approx(1)
    assert np.mean([share.value for share in high.by_seat]) == pytest.approx(high.win_share.value)
    first = (result.seatings == 0)[:, :1]
    alone = cluster_means(win_shares(result.ranks).T[:1], first.T, result.deals, [(0, 1)])[0][0]
    assert high.by_seat[0] == alone
    assert alone.low < alone.value < alone.high
    row = result.rows()[0]
    assert (row["win_share_seat_0"], row["win_share_seat_0_low"]) == (alone.value, alone.low)
    assert result.as_json()["agents"][0]["win_share_by_seat"][0] == alone._asdict()
    assert format_percent(alone) in text_of(result).partition("in each seat")[2]
    by_hand = win_shares(result.ranks)[:, 0]
    assert result.seat_shares[0].value == pytest.approx(by_hand.mean())


def test_thinking_is_timed_from_the_second_call_on(monkeypatch):
    now = 0.0

    class Slow(Bids):
        def act(self, games, rows):
            nonlocal now
            now += 0.2 if self.calls == 10**9 else 0.002 * len(rows)
            return super().act(games, rows)

    monkeypatch.setattr(arena, "time", SimpleNamespace(perf_counter=lambda: now))
    result = tournament(GAME, [Slow("high"), "random"], 8, num_players=2, batch=1)
    assert result.figure("high").milliseconds == pytest.approx(2)


def test_a_variant_plays_in_the_place_and_in_the_deals_of_the_first_agent():
    asked = ["gambler", "greedy", "greedy", "greedy"]
    played = tournament(
        "saludos_amigos", asked, 96, replace=[{"reroll": "greedy"}, {"CALL": "greedy", "BID": "greedy"}]
    )
    assert played.agents == ["gambler", "greedy", "gambler@REROLL=greedy", "gambler@CALL=greedy@BID=greedy"]
    assert (played.num_players, played.lineups) == (4, 3)
    for deal in np.unique(played.deals):
        sits = [tuple(seating) for seating in played.seatings[played.deals == deal].tolist()]
        of_each = (itertools.permutations((number, 1, 1, 1)) for number in (0, 2, 3))
        assert sorted(sits) == sorted(set(itertools.chain(*of_each)))
    alone = tournament("saludos_amigos", [played.agents[2], *asked[1:]], played.games // 3)
    assert alone.figures[0].win_share.value == played.figures[2].win_share.value
    for name, gain in played.gains.items():
        figures = played.figures[played.agents.index(name)]
        assert gain.value == pytest.approx(figures.win_share.value - played.figures[0].win_share.value)
        assert gain.low <= gain.value <= gain.high
        assert f"{name} wins" in " ".join(str(played).split())
        assert played.as_json()["gains"][name]["value"] == gain.value
    same = tournament("saludos_amigos", ["greedy", "random"], 64, replace=[{"CALL": "greedy"}], num_players=4)
    assert same.gains["greedy@CALL=greedy"].value == 0
    assert "Every agent plays in each game" not in " ".join(str(same).split())


def test_with_more_agents_than_seats_variants_play_as_many_games_as_asked_for():
    """Only the games of the first agent, which sits at half of the tables, are played again."""
    field = ["random", Bids("high"), Bids("low", -1), Bids("mine")]
    played = tournament(GAME, field, 150, num_players=2, replace=[{"BID": "random"}])
    assert 150 <= played.games <= 150 + MAX_GAMES_PER_DEAL


@pytest.mark.parametrize(("replace", "words"), [
    ({"CALL": "greedy"}, "is not a list of mappings"),
    ([{}], "a variant without a phase"),
    ([{"BIDS": "greedy"}], "called 'BIDS'; did you mean BID; choose from REROLL"),
    ([{"BID": "greedy", "cards for the council": "greedy"}], "a phase appears twice"),
    ([{"BID": "gredy"}], "unknown agent 'gredy'"),
])  # fmt: skip
def test_a_variant_that_cannot_be_is_refused(replace, words):
    with pytest.raises(HustingsError, match=words):
        tournament("saludos_amigos", ["random", "greedy"], 4, replace=replace)


def test_a_variant_does_not_play_against_itself():
    agents = ["greedy", "greedy@BID=random"]
    with pytest.raises(HustingsError, match=r"^replace: greedy@BID=random is one of the agents, too"):
        tournament("saludos_amigos", agents, 4, replace=[{"BID": "random"}])


def test_an_agent_that_is_given_has_variants_too():
    given = make("random", GAMES["saludos_amigos"])
    played = tournament(
        "saludos_amigos", [given, "greedy"], 4, num_players=4, replace=[{"BID": given}, {"BID": "greedy"}]
    )
    assert list(played.gains) == ["random@BID=random", "random@BID=greedy"]
