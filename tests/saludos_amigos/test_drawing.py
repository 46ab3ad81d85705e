"""Preparation, drawing tiles, and the journalists."""

import numpy as np
import pytest

from hustings.envs import HustingsError
from hustings.envs.core.engine import chance
from hustings.envs.core.engine.game import NOBODY
from hustings.envs.saludos_amigos import GAME, rules
from hustings.envs.saludos_amigos.table import DICE, DRAW_LIMIT, JOURNALIST, Phase

from .playing import (
    CASINO,
    HYDRANT,
    PLANT,
    PROJECT_C,
    THERMAL_BATH,
    deal,
    field,
    lay,
    next_tiles,
    no_offers,
    phase,
)
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
    dice = table["die"]
    assert (dice[:, :players] >= 1).all()
    assert (dice[:, :players] <= 6).all()
    assert not dice[:, players:].any()


@pytest.mark.rule("SAL-0.5", "SAL-0.6")
@pytest.mark.parametrize(("players", "left"), [(4, 44), (5, 41), (6, 38), (7, 35)])
def test_starting_cards_come_out_of_the_56(players, left):
    games = deal(players)
    assert field(games, "hand") == [[1, 1, 1]] * players
    assert field(games, "pile") == [21 - players, 21 - players, 14 - players]
    assert sum(field(games, "pile")) == left


@pytest.mark.rule("SAL-0.6")
def test_another_split_of_the_cards():
    games = deal(7, card_counts=[24, 20, 12])
    assert field(games, "pile") == [17, 13, 5]


@pytest.mark.rule("SAL-0.8")
def test_who_draws_first():
    # A journalist drawn first has passed the bag on.
    games = deal(5, num_games=200)
    first = (games.tables["bag_holder"] - (games.tables["bag_draws"] - 1)) % 5
    assert (first == 0).all()
    games = deal(5, num_games=200, first_bag_holder="random")
    first = (games.tables["bag_holder"] - (games.tables["bag_draws"] - 1)) % 5
    assert set(first.tolist()) == set(range(5))
    assert (games.seat == games.tables["bag_holder"]).all()


# --- 1 Drawing a tile ----------------------------------------------------------------------------


@pytest.mark.rule("SAL-1.1", "SAL-3.15", "SAL-1.6")
def test_a_round_without_an_offer():
    games = deal(4)
    lay(games, holder=2)
    next_tiles(games, PLANT)
    no_offers(games)
    assert field(games, "paid") == [0, 0, 0, 0]
    assert field(games, "money") == [0, 0, 0, 0]
    assert field(games, "drew") == [1, 1, 1, 1]
    assert field(games, "bag_holder") == 3  # clockwise
    assert field(games, "project") == PLANT
    assert (phase(games), int(games.seat[0])) == (Phase.REROLL, 3)


@pytest.mark.rule("SAL-1.2")
def test_tiles_are_drawn_by_their_number_in_the_bag():
    games = deal(4, num_games=4000)
    drawn = np.bincount(games.tables["project"], minlength=6) / 4000
    assert np.abs(drawn - games.box["tiles"][0] / 21).max() < 0.03
    layout = GAME.observation(4)
    bag = games.observe()[:, layout["bag"].start : layout["bag"].stop] * 12
    np.testing.assert_allclose(bag, games.tables["bag"][:, :6], atol=1e-5)


@pytest.mark.rule("SAL-1.3")
@pytest.mark.parametrize(
    ("project", "before", "pie"),
    [(CASINO, 2, 7), (CASINO, 0, 5), (THERMAL_BATH, 1, 7), (HYDRANT, 0, 2), (PLANT, 5, 12)],
)
def test_the_worth_of_a_tile(project, before, pie):
    games = deal(4)
    lay(games)
    bag = [1, 2, 3, 4, 5, 6, 3]
    bag[project] -= before
    next_tiles(games, project, bag=bag)
    no_offers(games)
    assert field(games, "project") == project
    assert field(games, "bag")[project] == bag[project] - 1
    assert field(games, "pie") == pie
    assert field(games, "money") == [0, 0, 0, 0]  # the drawer gets nothing extra


@pytest.mark.rule("SAL-1.4", "SAL-8.1", "SAL-8.2")
def test_only_the_fourth_complete_project_ends_the_game():
    games = deal(4)
    lay(games)
    next_tiles(games, PROJECT_C, THERMAL_BATH, bag=(0, 0, 1, 4, 1, 6, 3))
    no_offers(games)
    assert phase(games) == Phase.REROLL  # the third is negotiated over
    assert field(games, "pie") == 6
    cards, dice = sum(field(games, "pile")), field(games, "draws")[DICE]
    no_offers(games)
    assert games.over[0]
    assert field(games, "bag") == [0, 0, 0, 4, 0, 6, 3]
    assert field(games, "draws")[DICE] == dice  # nobody rolls
    assert sum(field(games, "pile")) == cards - 4  # only the cards of the round before
    assert not games.legal.any()


@pytest.mark.rule("SAL-1.5", "SAL-1.6", "SAL-7.5")
def test_a_journalist_goes_back_and_the_bag_passes_on():
    games = deal(4, num_games=64, seed=9)
    drawn = games.tables["bag_draws"] - 1  # one tile is on the map
    assert drawn.max() >= 1
    assert (games.tables["bag"][:, JOURNALIST] == 3).all()
    assert (games.tables["bag_holder"] == drawn % 4).all()
    assert (games.seat == games.tables["bag_holder"]).all()


@pytest.mark.rule("SAL-1.7")
def test_after_200_draws_the_game_is_over_and_money_decides():
    games = deal(4)
    lay(games, money=[5, 9, 9, 1])
    games.tables["bag_draws"][0] = DRAW_LIMIT - 1
    next_tiles(games, PLANT)
    no_offers(games)
    assert not games.over[0]
    no_offers(games)
    assert games.over[0]
    assert field(games, "bag_draws") == DRAW_LIMIT
    assert games.payoff[0].tolist() == pytest.approx([-1 / 3, 2 / 3, 2 / 3, -1])


# --- 6 B Journalists -----------------------------------------------------------------------------


@pytest.mark.rule("SAL-7.1", "SAL-7.3", "SAL-7.4", "SAL-7.7", "SAL-8.5")
def test_the_journalist_example():
    """After each has drawn a card: 3, 6, 3, 4 and 5 cards."""
    games = journalists(["11", "11111", "22", "223", "2233"], [20] * 5)
    assert [sum(hand) for hand in field(games, "hand")] == [3, 6, 3, 4, 5]
    assert field(games, "fined") == [0, 3, 0, 1, 2]
    assert field(games, "money") == [20, 17, 20, 19, 18]
    assert games.over[0]
    assert field(games, "bonus") == [0, 0, 0, 0, 0]


@pytest.mark.rule("SAL-7.2")
def test_no_money_below_nothing():
    games = journalists(["11", "11111", "22", "223", "2233"], [5, 1, 5, 0, 2])
    assert field(games, "money") == [5, 0, 5, 0, 0]
    assert field(games, "fined") == [0, 1, 0, 0, 2]


@pytest.mark.rule("SAL-7.5")
def test_journalists_go_back_until_three_projects_are_complete():
    games = deal(4)
    lay(games, hands=["1", "11", "1", "1"], money=[9] * 4)
    next_tiles(games, JOURNALIST, JOURNALIST, PLANT, bag=(0, 0, 3, 4, 5, 6, 3))
    no_offers(games)
    assert field(games, "bag") == [0, 0, 3, 4, 5, 5, 3]
    assert field(games, "board_journalists") == 0
    assert field(games, "fined") == [0, 2, 0, 0]  # twice one card too many
    assert field(games, "bag_holder") == 3  # one for the round, two for the journalists


@pytest.mark.rule("SAL-7.6", "SAL-7.5")
def test_the_first_journalist_on_the_map_fines_and_the_game_goes_on():
    games = journalists(["1", "11", "1", "1"], [9] * 4, bag=(*THREE_COMPLETE, 3))
    assert not games.over[0]
    assert field(games, "bag") == [0, 0, 0, 4, 5, 5, 2]
    assert field(games, "board_journalists") == 1
    assert field(games, "money") == [9, 8, 9, 9]
    assert field(games, "bag_holder") == 2


@pytest.mark.rule("SAL-7.7")
def test_the_second_on_the_map_ends_the_game():
    games = journalists(["1", "11", "1", "1"], [9] * 4, drawn=2, bag=(*THREE_COMPLETE, 3))
    assert games.over[0]
    assert field(games, "board_journalists") == 2
    assert field(games, "money") == [9, 7, 9, 9]


@pytest.mark.rule("SAL-7.1", "SAL-9.8")
def test_fines_shown_are_those_since_the_last_round():
    games = journalists(["1", "11", "1", "1"], [9] * 4, bag=(*THREE_COMPLETE, 3))
    assert field(games, "fined") == [0, 1, 0, 0]
    next_tiles(games, PLANT)
    no_offers(games)
    assert field(games, "fined") == [0, 0, 0, 0]


@pytest.mark.rule("SAL-1.6", "SAL-7.5")
@pytest.mark.parametrize("project", range(6))
def test_rounds_are_counted_by_the_tiles_of_projects(project):
    games = deal(4)
    assert rules.round_now(games.box[0], games.tables[0]) == 1
    lay(games)
    next_tiles(games, JOURNALIST, project)
    no_offers(games)
    assert (field(games, "project"), field(games, "bag_draws")) == (project, 3)
    assert rules.round_now(games.box[0], games.tables[0]) == 2


@pytest.mark.rule("SAL-7.7", "SAL-8.5")
def test_a_game_that_journalists_end_at_once_has_no_project():
    games = deal(4)
    box = games.box[0].copy()
    box["tiles"] = 0  # only journalists are in the bag
    games.tables.fill(0)
    games.tables["seats"] = 4
    chance.start(games.tables[0], np.uint64(1))
    rules.setup(box, games.tables[0])
    assert (phase(games), field(games, "board_journalists")) == (Phase.OVER, 2)
    assert field(games, "project") == NOBODY
