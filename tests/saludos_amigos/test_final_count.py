"""The bonus for influence, and who wins."""

import numpy as np
import pytest

from hustings.envs.saludos_amigos import rules
from hustings.envs.saludos_amigos.actions import CLOSE

from ..support import told_of
from .playing import (
    CASINO,
    HYDRANT,
    PLANT,
    THERMAL_BATH,
    deal,
    field,
    lay,
    next_tiles,
    open_floor,
    passes,
    play,
)
from .positions import journalists


@pytest.mark.rule("SAL-8.4", "SAL-9.12")
def test_cards_turned_up_at_the_end_are_shown():
    """As many of each value as a seat has drawn, at most; those known before say nothing new."""
    games = deal(4)
    lay(games, hands=["13", "113", "22", "1"], project=PLANT)
    table = games.tables[0]
    table["fresh"][:3] = [[1, 0, 1], [0, 0, 1], [0, 1, 0]]
    table["known"][2] = [0, 2, 0]
    rules.final_count.final_bonus(games.box[0], table)
    assert field(games, "shown") == [[1, 0, 1], [1, 0, 1], [0, 0, 0], [0, 0, 0]]
    assert field(games, "known") == field(games, "hand")


def last_tile(project: int, hands, winner: int = 0, money=None):
    """Seat `winner` takes 6 million alone, all others draw a card, then a fourth project is complete."""
    games = deal(4)
    lay(games, hands=hands, money=money, holder=winner)
    open_floor(games)
    play(games, (winner, CLOSE))
    bag = [0, 0, 0, 0, 5, 6, 0] if project < 4 else [0, 0, 0, 4, 5, 6, 0]
    bag[project] = 1
    next_tiles(games, project, bag=bag)
    games.tables["board_journalists"] = 0
    passes(games, 3)
    while not games.over[0]:
        passes(games, 1)
    return games


@pytest.mark.rule("SAL-8.3", "SAL-8.1", "SAL-8.4")
@pytest.mark.parametrize(("project", "bonus"), [(HYDRANT, 1), (THERMAL_BATH, 5), (PLANT, 6), (CASINO, 4)])
def test_the_bonus_is_the_printed_value(project, bonus):
    games = last_tile(project, ["1", "3333", "2", "1111"], winner=1)  # sums, not numbers of cards
    assert field(games, "bonus") == [0, bonus, 0, 0]
    assert field(games, "money") == [0, 6 + bonus, 0, 0]
    assert field(games, "known") == field(games, "hand")  # turned up to be added


@pytest.mark.rule("SAL-8.4")
def test_all_with_the_highest_sum_of_values_get_the_bonus_in_full():
    games = deal(4)
    box, table = games.box[0], games.tables[0]
    lay(games, hands=["33", "222", "11111", "1113"], project=PLANT)
    rules.final_count.final_bonus(box, table)
    assert field(games, "bonus") == [6, 6, 0, 6]
    assert field(games, "money") == [6, 6, 0, 6]
    games = deal(4)
    lay(games, hands=["", "", "", ""], project=CASINO)
    rules.final_count.final_bonus(games.box[0], games.tables[0])
    assert field(games, "bonus") == [4, 4, 4, 4]


@pytest.mark.rule("SAL-8.6")
def test_most_money_wins_and_winners_share():
    games = last_tile(PLANT, ["", "3333", "", ""], money=[9, 9, 0, 0])
    assert field(games, "money") == [15, 15, 0, 0]
    assert games.scores[0].tolist() == [15, 15, 0, 0]
    assert games.payoff[0].tolist() == pytest.approx([2 / 3, 2 / 3, -2 / 3, -2 / 3])


@pytest.mark.rule("SAL-8.7", "SAL-8.5", "SAL-8.1")
def test_games_end_by_one_of_two_ends():
    games = deal(4, num_games=400, seed=3, ask_forced=False)
    rng = np.random.default_rng(0)
    while not games.over.all():
        masks = games.legal
        games.step(((1 - rng.random(masks.shape)) * masks).argmax(axis=1))
    table = games.tables
    complete = (table["bag"][:, :6] == 0).sum(axis=1)
    by_journalist = table["board_journalists"] == 2
    assert (by_journalist ^ (complete == 4)).all()
    assert complete.max() == 4
    assert 0.2 < by_journalist.mean() < 0.4  # 29.6 % by the bag alone
    assert (table["bonus"].any(axis=1) == ~by_journalist).all()
    assert 22 < table["bag_draws"].mean() < 24.2  # 23.1 by the bag alone


@pytest.mark.rule("SAL-7.7", "SAL-8.2")
def test_a_finished_table_has_nothing_to_share():
    games = journalists(["1", "11", "1", "1"], [9] * 4)
    assert games.over[0]
    games.tables["totals"] = [20, 18]  # of a council in the last round
    assert told_of(games, games.tables, 0) == []  # nothing happens any more
    assert field(games, "pie") == 0
    assert field(games, "die") == field(games, "strength") == field(games, "fails_left") == [0] * 4
