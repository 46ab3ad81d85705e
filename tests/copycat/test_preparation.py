"""Preparation: decks, supply, street, offices, and the order of the bus."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from campaign import BOX, card, deal, field, lay, legal_cards, name, play, street

from hustings.envs import BoxError, HustingsError
from hustings.envs.copycat import GAME
from hustings.envs.copycat import actions as say
from hustings.envs.copycat.table import (
    DOCTORATE,
    IN_BOX,
    IN_DRAW,
    IN_HAND,
    IN_SUPPLY,
    OFFICES,
    ON_STREET,
    Effect,
    Phase,
)
from hustings.envs.copycat.text import describe as words

STARTS = list(range(9, 19))
NUMBERED = [*range(1, 9), *range(19, 62)]
PERIOD = BOX[0]["card_period"]
PRINTED, BASE, EXTRA = range(10), range(10, 14), range(14, 25)
players_each = pytest.mark.parametrize("players", [2, 3, 4])

# --- Players and their cards ---------------------------------------------------------------------


@pytest.mark.rule("COP-0.1")
def test_two_to_four_players():
    assert GAME.player_counts == (2, 3, 4)
    for players in (1, 5):
        with pytest.raises(HustingsError, match="2 to 4 players"):
            deal(players)


@pytest.mark.rule("COP-0.2", "COP-0.3")
@players_each
def test_everybody_has_the_same_ten_start_cards_and_nothing_else(players):
    games = deal(players, num_games=8)
    zone = games.tables["zone"][:, :players]
    assert ((zone == IN_DRAW) | (zone == IN_HAND))[:, :, STARTS].all()
    assert not zone[:, :, NUMBERED].any()
    assert (games.tables["draw_size"][:, :players] == 5).all()
    assert (games.tables["hand_size"][:, :players] == 5).all()
    assert not games.tables["discard_size"].any()
    assert not games.tables["place"][:, STARTS].any()
    assert not games.tables["zone"][:, players:].any()  # sets of seats that nobody plays


def earned(games, start: int) -> tuple[int, int]:
    """The coins and points that a start card brings when it is laid down alone."""
    lay(games, stage="hand", hands=[[start], []])
    play(games, (0, say.DONE))
    return field(games, "coins"), field(games, "vp")[0]


@pytest.mark.rule("COP-0.2")
@pytest.mark.parametrize("points", [None, [9, 10, 11], [18, 9, 14]])
def test_seven_start_cards_are_coins_and_three_are_points(points):
    games = deal(2, **({} if points is None else {"vp_start_numbers": points}))
    brought = {start: earned(games, start) for start in STARTS}
    expected = points or [9, 10, 11]
    assert brought == {start: (0, 1) if start in expected else (1, 0) for start in STARTS}
    titles = Counter(words.card_name(games.box[0], start) for start in STARTS)
    assert titles == {"Fatherly Friend": 7, "Local Newspaper": 1, "Local Radio": 1, "Local TV": 1}


@pytest.mark.rule("COP-0.2")
@pytest.mark.parametrize("points", [[9, 9, 10], [8, 9, 10], [9, 10], [17, 18, 19]])
def test_the_cards_of_a_point_are_three_of_nine_to_eighteen(points):
    with pytest.raises(BoxError, match="vp_start_numbers"):
        deal(2, vp_start_numbers=points)


@pytest.mark.rule("COP-0.3")
def test_start_decks_are_shuffled_each_by_itself():
    games = deal(2, num_games=3000, seed=4)
    held = games.tables["zone"][:, :2][:, :, STARTS] == IN_HAND
    assert abs(held.mean(axis=0) - 0.5).max() < 0.04
    first, second = held[:, 0], held[:, 1]
    both = (first[:, 0] & first[:, 9]).mean()
    assert both == pytest.approx(5 / 10 * 4 / 9, abs=0.04)
    assert (first[:, 0] & second[:, 0]).mean() == pytest.approx(1 / 4, abs=0.04)


# --- Supply and street ---------------------------------------------------------------------------


@pytest.mark.rule("COP-0.4")
def test_what_the_numbered_cards_add_up_to():
    assert Counter(PERIOD[NUMBERED].tolist()) == {1: 11, 2: 15, 3: 13, 4: 12}
    effects = BOX[0]["card_effect"]
    assert {number for number in NUMBERED if effects[number] == Effect.NONE} == set(range(1, 9))
    assert not BOX[0]["card_price"][1:9].any()


@pytest.mark.rule("COP-0.5", "COP-0.7", "COP-0.8")
@pytest.mark.parametrize(("players", "shown"), [(2, {1: 10, 2: 1}), (3, {1: 11}), (4, {1: 11})])
def test_street_and_supply_at_the_start(players, shown):
    games = deal(players, num_games=50)
    for table in games.tables:
        row = table["street"].tolist()
        assert len(set(row)) == 11
        assert Counter(PERIOD[row].tolist()) == shown
        assert {c for c in NUMBERED if table["place"][c] == ON_STREET} == set(row)
    gone = {23, 32, 49} if players == 2 else set()
    table = games.tables[0]
    assert {c for c in NUMBERED if table["place"][c] == IN_BOX} == gone
    assert (table["place"] == IN_SUPPLY).sum() == 51 - 11 - len(gone)
    assert (games.tables["doctorates_left"] == players).all()


@pytest.mark.rule("COP-0.8")
def test_with_two_the_last_space_has_a_card_of_period_two():
    games = deal(2, num_games=2500, seed=3)
    rows = games.tables["street"]
    assert (PERIOD[rows[:, :10]] == 1).all()
    drawn = Counter(rows[:, 10].tolist())
    second = [c for c in NUMBERED if PERIOD[c] == 2 and c != 32]
    assert set(drawn) == set(second)
    fair = 2500 / len(second)
    assert all(abs(number - fair) < 4.5 * fair**0.5 for number in drawn.values())


@pytest.mark.rule("COP-0.7")
def test_the_cards_of_period_one_lie_in_any_order():
    games = deal(3, num_games=3000, seed=6)
    rows = games.tables["street"]
    first = [c for c in NUMBERED if PERIOD[c] == 1]
    share = [[(rows[:, space] == c).mean() for c in first] for space in (0, 4, 10)]
    assert abs(np.array(share) - 1 / 11).max() < 0.025
    assert len(np.unique(rows, axis=0)) > 2990


@pytest.mark.rule("COP-0.6", "COP-0.5")
@players_each
def test_periods_follow_each_other_and_doctorates_come_last(players):
    games = deal(players, seed=9)
    table = games.tables[0]
    came, doctorates = [], 0
    for _ in range(int((table["place"] == IN_SUPPLY).sum()) + players):
        before = street(games)
        table["street"] = [*before[1:], 0]  # somebody has bought the first card
        table["place"][before[0] if before[0] < DOCTORATE else 0] = IN_BOX
        refill(games)
        assert 0 not in street(games)
        came.append(street(games)[-1])
        doctorates += came[-1] == DOCTORATE
    assert not (table["place"] == IN_SUPPLY).any()
    assert table["doctorates_left"] == 0
    assert doctorates == players
    assert came[-players:] == [DOCTORATE] * players
    periods = PERIOD[came[:-players]].tolist()
    assert periods == sorted(periods)
    assert Counter(periods) == ({2: 13, 3: 12, 4: 12} if players == 2 else {2: 15, 3: 13, 4: 12})


def refill(games) -> None:
    """Close up the street and fill it, as the special permit does for the player who uses it."""
    where = 14
    assert BOX[0]["office_effect"][where] == Effect.BUY_SPECIAL
    table = games.tables[0]
    table["phase"] = table["stage"] = Phase.TABLE
    table["open"][where] = 1
    table["worker"][int(table["seat"]), where] = 1
    games.step([say.OFFICE + where])


@pytest.mark.rule("COP-0.6")
def test_each_period_is_shuffled():
    games = deal(4, num_games=1500, seed=2)
    second = [c for c in NUMBERED if PERIOD[c] == 2]
    tables = games.tables
    tables["place"][np.arange(1500), tables["street"][:, 0]] = IN_BOX
    tables["street"][:, :-1] = tables["street"][:, 1:]
    tables["street"][:, -1] = 0
    tables["phase"] = tables["stage"] = Phase.TABLE
    tables["open"][:, 14] = 1
    tables["worker"][np.arange(1500), games.seat, 14] = 1
    games.step(np.full(1500, say.OFFICE + 14))
    drawn = Counter(games.tables["street"][:, -1].tolist())
    assert set(drawn) == set(second)
    assert all(abs(number - 100) < 45 for number in drawn.values())


# --- Offices -------------------------------------------------------------------------------------


@pytest.mark.rule("COP-0.9", "COP-0.11")
@pytest.mark.parametrize(("players", "base"), [(2, []), (3, [10, 11]), (4, [10, 11, 12, 13])])
def test_offices_in_play_in_the_first_round(players, base):
    games = deal(players, num_games=30)
    for table in games.tables:
        used = np.flatnonzero(table["open"]).tolist()
        assert used[:-1] == [*PRINTED, *base]
        assert BOX[0]["office_section"][used[-1]] == 1
    assert not games.tables["office_tokens"].any()
    assert not games.tables["worker"].any()


@pytest.mark.rule("COP-0.10")
def test_how_many_extra_offices_each_section_has():
    sections = BOX[0]["office_section"]
    assert Counter(sections[EXTRA.start :].tolist()) == {1: 3, 2: 3, 3: 2, 4: 2, 5: 1}
    assert not sections[: EXTRA.start].any()
    assert len(sections) == OFFICES == 25


@pytest.mark.rule("COP-0.10", "COP-0.11")
def test_the_offices_of_a_section_come_in_any_order():
    games = deal(3, num_games=3000, seed=5)
    opened = games.tables["open"][:, EXTRA.start : EXTRA.start + 3].mean(axis=0)
    assert abs(opened - 1 / 3).max() < 0.04


@pytest.mark.rule("COP-0.15")
@pytest.mark.parametrize(("printed", "on_a_card"), [(4, 11), (0, 10), (0, 12)])
def test_offices_on_cards_do_what_printed_ones_do(printed, on_a_card):
    games = deal(4)
    brought = []
    for where in (printed, on_a_card):
        lay(games, stage="hand", hands=[[12], [], [], []], workers=[{where: 1}], street=[1, 19])
        play(games, (0, say.DONE))
        brought.append((field(games, "coins"), field(games, "purchases")))
    assert brought[0] == brought[1] != (1, 0)


@pytest.mark.rule("COP-0.15")
def test_titles_do_nothing(tmp_path):
    path = tmp_path / "box.toml"
    path.write_text(GAME.box_spec.file.read_text().replace('"Industrialist"', '"Banker"'))
    games = deal(2, box=path)
    assert words.card_name(games.box[0], 21) == "Banker"
    assert earned(games, 21) == (2, 0)
    assert earned(games, 37) == (3, 0)


# --- Players -------------------------------------------------------------------------------------


@pytest.mark.rule("COP-0.12", "COP-0.13")
@players_each
def test_three_workers_and_no_points(players):
    games = deal(players, num_games=4)
    assert (games.tables["pool"][:, :players] == 3).all()
    for what in ("vp", "round_vp", "tokens", "office_tokens", "recruited", "doctorates", "passed"):
        assert not games.tables[what].any()
    assert (games.tables["round_number"] == 1).all()
    assert (games.tables["phase"] == Phase.BID).all()


@pytest.mark.rule("COP-0.12")
def test_four_workers_may_be_recruited():
    games = deal(2)
    assert (int(BOX[0]["workers"]), int(BOX[0]["recruits"])) == (3, 4)
    huge = card(Effect.WORKER, 2), card(Effect.WORKER, 2, 1)
    lay(games, hands=[[*huge, card(Effect.WORKER, 1)], []])
    play(games, (0, name(huge[0])), (0, name(huge[1])))
    assert field(games, "pool")[0] == 7
    assert legal_cards(games) == set()


@pytest.mark.rule("COP-0.14")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_bus_starts_in_any_order(players):
    games = deal(players, num_games=2400, seed=players)
    seen = Counter(map(tuple, games.tables["order"][:, :players].tolist()))
    possible = list(permutations(range(players)))
    assert set(seen) == set(possible)
    fair = 2400 / len(possible)
    assert all(abs(number - fair) < 4.5 * fair**0.5 for number in seen.values())
    assert not games.tables["order"][:, players:].any()
