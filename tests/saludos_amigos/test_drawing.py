"""Preparation, drawing tiles, and the journalists."""

import numpy as np
import pytest

from hustings.envs import HustingsError
from hustings.envs.core.engine import chance
from hustings.envs.core.engine.game import NOBODY
from hustings.envs.saludos_amigos import GAME, rules
from hustings.envs.saludos_amigos.table import DICE, DRAW_LIMIT, JOURNALIST

from .playing import CASINO, HYDRANT, PLANT, PROJECT_C, THERMAL_BATH, deal, dealt, lay
from .positions import THREE_COMPLETE, journalists

# --- Preparation ---------------------------------------------------------------------------------


@pytest.mark.rule("SAL-0.1")
def test_four_to_seven_players():
    assert GAME.player_counts == (4, 5, 6, 7)
    for players in (3, 8):
        with pytest.raises(HustingsError, match="4 to 7 players"):
            deal(players)


@pytest.mark.rule("SAL-0.2", "SAL-0.3", "SAL-0.4")
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_bag_map_and_money_at_the_start(players):
    games = deal(players, num_games=32)
    table = games.tables
    placed = games.box["tiles"] - table["bag"][:, :6]
    assert games.box["tiles"].sum() == 21
    assert (placed.sum(axis=1) == 1).all()  # the first tile
    assert (table["bag"][:, JOURNALIST] == 3).all()  # those drawn are back in it
    for name in ("mug", "pretzel", "share", "money", "participant", "board_journalists", "discard"):
        assert not table[name].any()
    assert {*np.unique(table["die"][:, :players])} <= {1, 2, 3, 4, 5, 6}
    assert not table["die"][:, players:].any()


@pytest.mark.rule("SAL-0.5", "SAL-0.6")
@pytest.mark.parametrize(("players", "left"), [(4, 44), (5, 41), (6, 38), (7, 35)])
def test_starting_cards_come_out_of_the_56(players, left):
    game = dealt(players)
    pile = [21 - players, 21 - players, 14 - players]
    game.expect(hand=["123"] * players, known=["123"] * players, pile=pile, shuffled=pile)
    assert sum(pile) == left
    dealt(players, card_counts=[24, 20, 12]).expect(pile=[24 - players, 20 - players, 12 - players])


@pytest.mark.rule("SAL-0.8")
@pytest.mark.parametrize(("option", "seats"), [("seat 0", {0}), ("random", {0, 1, 2, 3, 4})])
def test_who_draws_first(option, seats):
    games = deal(5, num_games=200, first_bag_holder=option)
    journalists_first = games.tables["bag_draws"] - 1  # each has passed the bag on
    assert {*((games.tables["bag_holder"] - journalists_first) % 5).tolist()} == seats
    assert (games.seat == games.tables["bag_holder"]).all()


# --- 1 Drawing a tile ----------------------------------------------------------------------------


@pytest.mark.rule("SAL-1.1", "SAL-3.15", "SAL-1.6")
def test_a_round_without_an_offer():
    game = lay(holder=2).will_draw(PLANT).pass_round()
    game.expect("REROLL 3", bag_holder=3, project=PLANT, drew=[1, 1, 1, 1]).zero("paid", "money")  # clockwise


@pytest.mark.rule("SAL-1.2")
def test_tiles_are_drawn_by_their_number_in_the_bag():
    games = deal(num_games=4000)
    drawn = np.bincount(games.tables["project"], minlength=6) / 4000
    assert np.abs(drawn - games.box["tiles"][0] / 21).max() < 0.03


@pytest.mark.rule("SAL-1.3")
@pytest.mark.parametrize(
    ("project", "before", "pie"),
    [(CASINO, 2, 7), (CASINO, 0, 5), (THERMAL_BATH, 1, 7), (HYDRANT, 0, 2), (PLANT, 5, 12)],
)
def test_the_worth_of_a_tile(project, before, pie):
    bag = [1, 2, 3, 4, 5, 6, 3]
    bag[project] -= before
    game = lay().will_draw(project, bag=bag).pass_round()
    game.expect(project=project, pie=pie).zero("money")  # the drawer gets nothing extra
    game.expect(bag={project: bag[project] - 1})


@pytest.mark.rule("SAL-1.4", "SAL-8.1", "SAL-8.2")
def test_only_the_fourth_complete_project_ends_the_game():
    game = lay().will_draw(PROJECT_C, THERMAL_BATH, bag=(0, 0, 1, 4, 1, 6, 3)).pass_round()
    game.expect("REROLL", pie=6)  # the third is negotiated over
    cards, dice = sum(game.fact("pile")), game.fact("draws")[DICE]
    game.pass_round().expect("OVER", bag=[0, 0, 0, 4, 0, 6, 3], draws={DICE: dice}, legal="")  # nobody rolls
    assert sum(game.fact("pile")) == cards - 4  # only the cards of the round before


@pytest.mark.rule("SAL-1.7")
def test_after_200_draws_the_game_is_over_and_money_decides():
    game = lay(money=[5, 9, 9, 1], bag_draws=DRAW_LIMIT - 1).will_draw(PLANT).pass_round().expect("REROLL")
    game.pass_round().expect("OVER", bag_draws=DRAW_LIMIT)
    assert game.games.payoff[0].tolist() == pytest.approx([-1 / 3, 2 / 3, 2 / 3, -1])


@pytest.mark.rule("SAL-1.6", "SAL-7.5")
@pytest.mark.parametrize("project", range(6))
def test_rounds_are_counted_by_the_tiles_of_projects(project):
    game = dealt()
    assert rules.round_now(game.games.box[0], game.table) == 1
    game = lay().will_draw(JOURNALIST, project).pass_round()
    game.expect(project=project, bag_draws=3)
    assert rules.round_now(game.games.box[0], game.table) == 2


# --- 6 B Journalists -----------------------------------------------------------------------------


@pytest.mark.rule("SAL-7.1", "SAL-7.3", "SAL-7.4", "SAL-7.7", "SAL-8.5")
def test_the_journalist_example():
    """After each has drawn a card: 3, 6, 3, 4 and 5 cards."""
    game = journalists("11 11111 22 223 2233", [20] * 5).expect("OVER").zero("bonus")
    game.expect(cards=[3, 6, 3, 4, 5], fined=[0, 3, 0, 1, 2], money=[20, 17, 20, 19, 18])


@pytest.mark.rule("SAL-7.2")
def test_no_money_below_nothing():
    game = journalists("11 11111 22 223 2233", [5, 1, 5, 0, 2])
    game.expect(money=[5, 0, 5, 0, 0], fined=[0, 1, 0, 0, 2])


@pytest.mark.rule("SAL-1.5", "SAL-1.6", "SAL-7.5")
def test_journalists_go_back_until_three_projects_are_complete():
    game = lay("1 11 1 1", money=[9] * 4).will_draw(JOURNALIST, JOURNALIST, PLANT, bag=(0, 0, 3, 4, 5, 6, 3))
    game.pass_round().expect(bag=[0, 0, 3, 4, 5, 5, 3], board_journalists=0)
    game.expect(fined=[0, 2, 0, 0])  # twice one card too many
    game.expect(bag_holder=3)  # one for the round, two for the journalists


@pytest.mark.rule("SAL-7.6", "SAL-7.5", "SAL-7.1", "SAL-9.8")
def test_the_first_journalist_on_the_map_fines_and_the_game_goes_on():
    game = journalists("1 11 11 11", [9] * 4, bag=(*THREE_COMPLETE, 3)).expect("REROLL 2", bag_holder=2)
    game.expect(bag=[0, 0, 0, 4, 5, 5, 2], board_journalists=1, money=[9, 8, 8, 8], fined=[0, 1, 1, 1])
    game.will_draw(PLANT).pass_round().zero("fined")  # those since the last round are shown


@pytest.mark.rule("SAL-7.7")
def test_the_second_on_the_map_ends_the_game():
    game = journalists("1 11 1 1", [9] * 4, drawn=2, bag=(*THREE_COMPLETE, 3))
    game.expect("OVER", board_journalists=2, money=[9, 7, 9, 9])


@pytest.mark.rule("SAL-7.7", "SAL-8.5")
def test_a_game_that_journalists_end_at_once_has_no_project():
    game = dealt()
    box = game.games.box[0].copy()
    box["tiles"] = 0  # only journalists are in the bag
    game.games.tables.fill(0)
    chance.start(game.set(seats=4).table, np.uint64(1))
    rules.setup(box, game.table)
    game.expect("OVER", board_journalists=2, project=NOBODY)
