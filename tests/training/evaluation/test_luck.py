"""Luck: it is nothing on average, it is subtracted from win shares, and these vary less."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.training.evaluation import shards, tournaments
from hustings.training.evaluation.arena import Arena, Clock
from hustings.training.evaluation.luck import FOLDS, LuckMeter, PolicyValue, fitted
from hustings.training.evaluation.statistics import win_shares
from hustings.training.evaluation.tournaments import tournament

from ...players import Bids, Stops, text_of
from ...tinygame import GAME


def tables_of(games, rows):
    return games.save(rows).view(games.game.table)[:, 0]


def cards(games, rows):
    """A value that is wrong, and does not even sum to zero: whoever holds high cards."""
    return tables_of(games, rows)["hand"][:, : games.num_players] @ np.arange(4.0)


def cards_dealt(games, rows):
    """The same before the first bid, and nothing later."""
    began = (tables_of(games, rows)["bid"] >= 0).any(axis=1) | tables_of(games, rows)["discard"].any(axis=1)
    return cards(games, rows) * ~began[:, None]


def lead(games, rows):
    """A value that is about right."""
    points = tables_of(games, rows)["points"][:, : games.num_players].astype(float)
    return np.clip(0.15 * (points - points.mean(axis=1, keepdims=True)), -0.5, 0.5)


@pytest.fixture(name="lead_counts")
def _lead_counts(monkeypatch):
    for module in (shards, tournaments):
        monkeypatch.setattr(module, "value_of", lambda game, players: lead)


def played(value, players, games=2000, batch=500):
    """The luck of games that are played by a fixed agent."""
    rows = GameBatch(GAME, batch, players)
    agents, deals = [Bids("high"), Bids("low", -1)], np.arange(games, dtype=np.uint64)
    seatings = np.arange(games)[:, None] % 2 + np.zeros((1, players), int)
    arena = Arena(rows, agents, deals, seatings, Clock(2), LuckMeter(rows, value))
    arena.play()
    return arena


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("value", [cards, cards_dealt, lead])
def test_on_average_luck_is_nothing_whatever_the_values(value, players):
    luck = played(value, players).luck
    errors = luck.std(axis=0, ddof=1) / np.sqrt(len(luck))
    assert (luck.std(axis=0) > 0.1).all(), "other seeds give other tables, and the deal is the first of them"
    assert (np.abs(luck.mean(axis=0)) < 4 * errors).all()


def test_only_steps_with_chance_bring_luck():
    games = GameBatch(GAME, 4, 3, ask_forced=True)
    meter, rows, agent = LuckMeter(games, cards), np.arange(4), Bids("high")
    meter.note_deals(rows)
    changed, dealt = [], meter.of(rows)
    for _ in range(3):
        tables, actions = meter.tables(rows), agent.act(games, rows)
        games.step(actions, rows=rows)
        meter.note_step(tables, actions, rows)
        changed.append((meter.of(rows) != dealt).any())
    assert changed == [False, False, True], "only the last bid of a round is followed by a die and by cards"


def test_luck_is_what_makes_win_shares_vary(lead_counts):
    agents = [Bids("high"), Bids("low", -1)]
    plain = tournament(GAME, agents, 600, num_players=2, seed=3)
    result = tournament(GAME, agents, 600, num_players=2, seed=3, variance_reduction=True)
    assert (plain.luck, result.luck.shape) == (None, (600, 2))
    assert (plain.ranks == result.ranks).all(), "the games are the same"
    first = result.seatings == 0
    expected = (win_shares(result.ranks) - result.luck)[first].mean()
    assert result.figures[0].win_share.value == pytest.approx(expected)
    wide, narrow = ([share.high - share.low for share in r.figures[0].by_seat] for r in (plain, result))
    assert max(narrow) < min(wide)
    assert result.games_worth > 1.5
    assert f"as wide as from {result.games_worth:.1f} times" in " ".join(text_of(result).split())
    assert result.as_json()["luck_subtracted"] == {"games_worth": result.games_worth}
    assert "luck" not in text_of(plain)
    assert "luck_subtracted" not in plain.as_json()


def test_the_batch_does_not_change_luck(lead_counts):
    def luck(batch):
        agents = [Bids("high"), Bids("low", -1)]
        return tournament(GAME, agents, 60, num_players=2, seed=8, batch=batch, variance_reduction=True).luck

    assert luck(5).tobytes() == luck(64).tobytes()
    assert luck(5).any()


def test_a_stopped_tournament_keeps_the_luck_of_its_games(lead_counts, monkeypatch):
    monkeypatch.setattr(tournaments, "fitted", lambda luck, *rest: luck)

    def play(calls):
        agents = [Stops("high", calls=calls), Bids("low", -1)]
        return tournament(GAME, agents, 400, num_players=2, batch=10, variance_reduction=True)

    whole, part = play(10**9), play(60)
    assert part.stopped
    assert 0 < part.games < whole.games == 400
    kept = np.isin(whole.deals, part.deals)
    assert (whole.luck[kept] == part.luck).all()
    assert play(0).luck.shape == (0, 2)


def test_luck_of_a_deal_is_weighed_by_other_deals_alone():
    stream = np.random.default_rng(0)
    deals = np.repeat(np.arange(40, dtype=np.uint64), 2)
    seatings = np.tile([[0, 1], [1, 0]], (40, 1))
    luck = stream.normal(size=(80, 1)) * [[1, -1]]
    ranks = np.where(luck + stream.normal(size=(80, 2)) > 0, 1.0, 2.0)
    fold = (deals % FOLDS) == 2
    turned = ranks.copy()
    turned[fold] = 3 - ranks[fold]
    before, after = (fitted(luck, seatings, some, deals) for some in (ranks, turned))
    assert (before[fold] == after[fold]).all()
    assert (before[~fold] != after[~fold]).any()
    weights = before / luck
    assert ((weights >= 0) & (weights <= 1)).all()
    assert (fitted(luck, seatings, np.where(luck > 0, 2.0, 1.0), deals) == 0).all(), "it points the wrong way"


def test_a_policy_values_a_table_alike_whoever_stands_beside_it():
    game = GAMES["saludos_amigos"]
    games, value, rows = GameBatch(game, 40, 4, seed=1), PolicyValue(game, 4), np.arange(40)
    agent = make("greedy", game)
    for _ in range(60):
        games.step(agent.act(games, rows), rows=rows)
    together = value(games, rows)
    apart = np.concatenate([value(games, part) for part in np.split(rows, [1, 3, 10, 39])])
    assert together.tobytes() == apart.tobytes()
    np.testing.assert_allclose(together.sum(axis=1), 0, atol=1e-6)
    assert together.std() > 0.01


def test_without_a_policy_luck_is_not_measured():
    with pytest.raises(HustingsError, match=r"no policy comes with .* for 2 players; leave it out"):
        tournament(GAME, [Bids("high"), Bids("low", -1)], 4, variance_reduction=True)
