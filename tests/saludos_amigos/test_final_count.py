"""The bonus for influence, and who wins."""

import numpy as np
import pytest

from hustings.envs.saludos_amigos import rules

from .playing import CASINO, HYDRANT, PLANT, THERMAL_BATH, Game, deal, lay, random_actions
from .positions import journalists


def bonus(game: Game) -> Game:
    """The project's tile just drawn completes the fourth project."""
    rules.final_count.final_bonus(game.games.box[0], game.table)
    return game


def last_tile(project: int, hands: str, winner: int = 0, **position) -> Game:
    """Seat `winner` takes 6 million alone, all others draw a card, then a fourth project is complete."""
    game = lay(hands, holder=winner, **position).until("FLOOR").play(f"{winner} close")
    bag = [0, 0, 0, 0, 5, 6, 0] if project < 4 else [0, 0, 0, 4, 5, 6, 0]
    bag[project] = 1
    return game.will_draw(project, bag=bag).set(board_journalists=0).until("OVER")


@pytest.mark.rule("SAL-8.3", "SAL-8.1", "SAL-8.4")
@pytest.mark.parametrize(("project", "worth"), [(HYDRANT, 1), (THERMAL_BATH, 5), (PLANT, 6), (CASINO, 4)])
def test_the_bonus_is_the_printed_value(project, worth):
    game = last_tile(project, "1 3333 2 1111", winner=1)  # sums, not numbers of cards
    game.expect(bonus=[0, worth, 0, 0], money=[0, 6 + worth, 0, 0])
    game.expect(known=game.fact("hand"))  # turned up to be added


@pytest.mark.rule("SAL-8.4")
def test_all_with_the_highest_sum_of_values_get_the_bonus_in_full():
    bonus(lay("33 222 11111 1113", project=PLANT)).expect(bonus=[6, 6, 0, 6], money=[6, 6, 0, 6])
    bonus(lay("- - - -", project=CASINO)).expect(bonus=[4, 4, 4, 4])


@pytest.mark.rule("SAL-8.4", "SAL-9.12")
def test_cards_turned_up_at_the_end_are_shown():
    """As many of each value as a seat has drawn, at most; those known before say nothing new."""
    game = lay("13 113 22 1", project=PLANT, fresh=["13", "3", "2"], known={2: "22"})
    bonus(game).expect(shown=["13", "13", "-", "-"], known=game.fact("hand"))


@pytest.mark.rule("SAL-8.6")
def test_most_money_wins_and_winners_share():
    games = last_tile(PLANT, "- 3333 - -", money=[9, 9, 0, 0]).expect(money=[15, 15, 0, 0]).games
    assert games.scores[0].tolist() == [15, 15, 0, 0]
    assert games.payoff[0].tolist() == pytest.approx([2 / 3, 2 / 3, -2 / 3, -2 / 3])


@pytest.mark.rule("SAL-8.7", "SAL-8.5", "SAL-8.1")
def test_games_end_by_one_of_two_ends():
    games, rng = deal(num_games=400, seed=3, ask_forced=False), np.random.default_rng(0)
    while not games.over.all():
        games.step(random_actions(games, rng))
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
    game = journalists("1 11 1 1", [9] * 4).expect("OVER", pie=0).zero("die", "strength", "fails_left")
    game.set(totals=[20, 18])  # of a council in the last round
    assert game.games.game.events(game.games.box[0], game.table, 0, game.table, None) == []  # nothing more
