"""Preparation: decks, supply, street, offices, and the order of the bus."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from hustings.envs import HustingsError
from hustings.envs.copycat import GAME
from hustings.envs.copycat.actions import DONE, OFFICE
from hustings.envs.copycat.table import STANDING, Phase, Place, Zone
from hustings.envs.copycat.text.describe import card_name
from hustings.envs.core.api.batch import GameBatch

from ..tabletop import INTERPRETED
from .playing import BOX, DOCTOR, EXTRA, STARTS, C, O, at_table, buying, deal

NUMBERED = [*range(1, 9), *range(19, 62)]
PERIOD = BOX[0]["card_period"]
PERIODS = [[number for number in NUMBERED if PERIOD[number] == period] for period in range(5)]
players_each = pytest.mark.parametrize("players", [2, 3, 4])


# --- Players and their cards ---------------------------------------------------------------------


@pytest.mark.rule("COP-0.1")
def test_two_to_four_players():
    assert GAME.player_counts == (2, 3, 4)
    for players in (1, 5):
        with pytest.raises(HustingsError, match="2 to 4 players"):
            deal(players)


@pytest.mark.rule("COP-0.2", "COP-0.3", "COP-0.12", "COP-0.13")
@players_each
def test_everybody_has_the_same_ten_start_cards_three_workers_and_nothing_else(players):
    tables = deal(players, num_games=8).tables
    zone = tables["zone"][:, :players]
    assert ((zone == Zone.DRAW) | (zone == Zone.HAND))[:, :, STARTS].all()
    assert not zone[:, :, NUMBERED].any()
    assert not tables["zone"][:, players:].any()  # sets of seats that nobody plays
    assert not tables["place"][:, STARTS].any()
    for name, value in (("draw_size", 5), ("hand_size", 5), ("pool", 3)):
        assert (tables[name][:, :players] == value).all(), name
    for name in ("discard_size", "vp", "round_vp", "tokens", "office_tokens", "recruited", "doctorates"):
        assert not tables[name].any(), name
    assert not tables["passed"].any()
    assert (tables["round_number"] == 1).all()
    assert (tables["phase"] == Phase.BID).all()


@pytest.mark.rule("COP-0.2")
def test_seven_start_cards_are_coins_and_three_are_points():
    """Which, COP-5.9 tests: those that earn a point are called by three other names."""
    titles = Counter(card_name(deal().box[0], start) for start in STARTS)
    assert titles == {"Fatherly Friend": 7, "Local Newspaper": 1, "Local Radio": 1, "Local TV": 1}


@pytest.mark.rule("COP-0.3")
def test_start_decks_are_shuffled_each_by_itself():
    held = deal(num_games=3000, seed=4).tables["zone"][:, :2][:, :, STARTS] == Zone.HAND
    assert abs(held.mean(axis=0) - 0.5).max() < 0.04
    assert (held[:, 0, 0] & held[:, 0, 9]).mean() == pytest.approx(5 / 10 * 4 / 9, abs=0.04)
    assert (held[:, 0, 0] & held[:, 1, 0]).mean() == pytest.approx(1 / 4, abs=0.04)


# --- Supply and street ---------------------------------------------------------------------------


@pytest.mark.rule("COP-0.4", "COP-0.5", "COP-0.7", "COP-0.8")
@pytest.mark.parametrize(("players", "shown"), [(2, {1: 10, 2: 1}), (3, {1: 11}), (4, {1: 11})])
def test_street_and_supply_at_the_start(players, shown):
    tables = deal(players, num_games=4 if INTERPRETED else 50).tables
    gone = {23, 32, 49} if players == 2 else set()
    for table in tables:
        row, place = set(table["street"].tolist()), table["place"]
        assert Counter(PERIOD[[*row]].tolist()) == shown
        assert {number for number in NUMBERED if place[number] == Place.STREET} == row
        assert {number for number in NUMBERED if place[number] == Place.BOX} == gone
        assert (place == Place.SUPPLY).sum() == 51 - 11 - len(gone)
    assert (tables["doctorates_left"] == players).all()


def assert_fair(drawn: Counter, possible: list) -> None:
    """That about as many were drawn of each thing that is possible, and of nothing else."""
    fair = drawn.total() / len(possible)
    assert set(drawn) == set(possible) or (INTERPRETED and set(drawn) < set(possible))
    assert all(abs(number - fair) < 4.5 * fair**0.5 for number in drawn.values())


@pytest.mark.rule("COP-0.7", "COP-0.8")
def test_the_cards_of_period_one_lie_in_any_order_with_two_before_one_of_period_two():
    rows = deal(num_games=40 if INTERPRETED else 2500, seed=3).tables["street"]
    assert (PERIOD[rows[:, :10]] == 1).all()
    assert_fair(Counter(rows[:, 10].tolist()), [number for number in PERIODS[2] if number != 32])
    rows = deal(3, num_games=40 if INTERPRETED else 3000, seed=6).tables["street"]
    for space in (0, 4, 10):
        assert_fair(Counter(rows[:, space].tolist()), PERIODS[1])
    assert len(np.unique(rows, axis=0)) > 0.996 * len(rows)


def refill(games: GameBatch) -> None:
    """Take the first card away, close up the street and fill it as the special permit does."""
    tables, rows = games.tables, np.arange(games.num_games)
    first = tables["street"][:, 0]
    tables["place"][rows, np.where(first < DOCTOR, first, 0)] = Place.BOX
    tables["street"][:, 0] = 0
    tables["phase"] = tables["stage"] = Phase.TABLE
    tables["open"][:, O.SPECIAL] = 1
    tables["worker"][rows, games.seat, O.SPECIAL] = STANDING
    games.step(np.full(games.num_games, OFFICE + O.SPECIAL))


@pytest.mark.rule("COP-0.6", "COP-0.5")
@players_each
def test_periods_follow_each_other_and_doctorates_come_last(players):
    games, came = deal(players, seed=9), []
    table = games.tables[0]
    for _ in range(int((table["place"] == Place.SUPPLY).sum()) + players):
        before = table["street"].tolist()
        refill(games)
        assert table["street"][:10].tolist() == before[1:]
        came.append(int(table["street"][10]))
    assert came[-players:] == [DOCTOR] * players
    periods = PERIOD[came[:-players]].tolist()
    assert periods == sorted(periods)
    assert Counter(periods) == ({2: 13, 3: 12, 4: 12} if players == 2 else {2: 15, 3: 13, 4: 12})
    assert not (table["place"] == Place.SUPPLY).any()
    assert table["doctorates_left"] == 0


@pytest.mark.rule("COP-0.6")
def test_each_period_is_shuffled():
    games = deal(4, num_games=1500, seed=2)
    refill(games)
    assert_fair(Counter(games.tables["street"][:, 10].tolist()), PERIODS[2])


# --- Offices -------------------------------------------------------------------------------------


@pytest.mark.rule("COP-0.9", "COP-0.10", "COP-0.11")
@pytest.mark.parametrize(("players", "base"), [(2, 0), (3, 2), (4, 4)])
def test_offices_in_play_in_the_first_round(players, base):
    tables = deal(players, num_games=40 if INTERPRETED else 600, seed=5).tables
    assert (tables["open"][:, : 10 + base] == 1).all()
    assert not tables["open"][:, 10 + base : 14].any()
    assert_fair(Counter(np.argwhere(tables["open"][:, 14:])[:, 1].tolist()), [0, 1, 2])  # of section 1
    assert not tables["worker"].any()
    sections = BOX[0]["office_section"].tolist()
    assert sections == [0] * EXTRA.start + [1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5]


@pytest.mark.rule("COP-0.15")
@pytest.mark.parametrize(("printed", "on_a_card"), [(O.COIN_1, 11), (O.BUY_1, 10), (O.BUY_1, 12)])
def test_offices_on_cards_do_what_printed_ones_do(printed, on_a_card):
    brought = []
    for office in (printed, on_a_card):
        game = at_table(C.COIN_12, players=4, workers={office}, street=[1, 19])
        brought.append((game.fact("coins"), game.fact("purchases")))
    assert brought[0] == brought[1] != (1, 0)


@pytest.mark.rule("COP-0.15")
def test_titles_do_nothing(tmp_path):
    path = tmp_path / "box.toml"
    path.write_text(GAME.box_spec.file.read_text().replace('"Industrialist"', '"Banker"'))
    for number, coins in ((C.INDUSTRIALIST, 2), (C.BANKER, 3)):
        game = buying(number, box=path).play(DONE).expect(coins=coins)
        assert card_name(game.games.box[0], number) == "Banker"


# --- Players -------------------------------------------------------------------------------------


@pytest.mark.rule("COP-0.14")
@players_each
def test_the_bus_starts_in_any_order(players):
    order = deal(players, num_games=2400, seed=players).tables["order"]
    assert_fair(Counter(map(tuple, order[:, :players].tolist())), list(permutations(range(players))))
    assert not order[:, players:].any()
