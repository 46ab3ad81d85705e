"""Preparation, and the numbers of players."""

import numpy as np
import pytest

from hustings.envs import HustingsError
from hustings.envs.liberte import GAME
from hustings.envs.liberte.box import SET_A
from hustings.envs.liberte.table import FACE_UP_ROW, HAND, IN_DECK, IN_SET_B, Phase

from .playing import BOX, deal, dealt


@pytest.mark.rule("LIB-0.1")
def test_three_to_six_players():
    assert GAME.player_counts == (3, 4, 5, 6)
    for players in (2, 7):
        with pytest.raises(HustingsError, match="3 to 6 players"):
            deal(players)


@pytest.mark.rule("LIB-0.1", "LIB-0.4", "LIB-0.6", "LIB-0.7", "LIB-2.1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_table_at_the_start_is_the_same_for_any_number_of_players(players):
    table = deal(players, num_games=16).tables
    assert (table["stock"] == [0, 22, 26, 28]).all()
    assert (table["aside"] == [0, 2, 2, 2]).all()
    assert (table["turn"] == 1).all()
    for name in ("height", "vp", "votes", "cannons", "presence", "government", "opposition", "display"):
        assert not table[name].any()
    assert (table["phase"] == Phase.ACTION).all()  # no new cards in the first turn


@pytest.mark.rule("LIB-0.5", "LIB-3.13")
def test_eighteen_control_tokens_are_left_to_use():
    assert int(BOX[0]["tokens_each"]) == 18
    assert dealt(4).sees(0, "tokens", 20) == [18, 18, 18, 18]


@pytest.mark.rule("LIB-0.8", "LIB-2.1")
@pytest.mark.parametrize(("players", "left"), [(3, 33), (4, 26), (5, 19), (6, 12)])
def test_seven_cards_of_set_a_and_three_face_up(players, left):
    games = deal(players, num_games=16)
    place, of_a = games.tables["place"], games.box[0]["card_set"] == SET_A
    for seat in range(players):
        assert ((place == HAND + seat).sum(axis=1) == 7).all()
    assert (games.tables["hand_size"][:, :players] == 7).all()
    assert ((place == FACE_UP_ROW).sum(axis=1) == 3).all()
    assert ((place == IN_DECK).sum(axis=1) == left).all()
    assert (games.tables["deck_cards"] == left).all()
    assert (place[:, of_a] != IN_SET_B).all()
    assert (place[:, 58:] == IN_SET_B).all()  # set B, under set A
    assert not games.tables["known"].any()


@pytest.mark.rule("LIB-0.8")
def test_set_a_is_shuffled():
    games = deal(4, num_games=2000, seed=1)
    place = games.tables["place"][:, 1:58]
    for where, cards in ((HAND, 7), (HAND + 3, 7), (FACE_UP_ROW, 3), (IN_DECK, 26)):
        share = (place == where).mean(axis=0)
        assert abs(share - cards / 57).max() < 0.045  # four standard deviations
    assert len(np.unique(games.tables["face_up"], axis=0)) > 1900


@pytest.mark.rule("LIB-0.9")
def test_the_order_goes_clockwise_from_a_seat_drawn_by_chance():
    games = deal(5, num_games=2000, seed=2)
    order = games.tables["order"][:, :5].astype(int)
    assert ((order - order[:, :1]) % 5 == range(5)).all()
    assert (games.seat == order[:, 0]).all()
    starts = np.bincount(order[:, 0], minlength=5)
    assert starts.min() > 340
    assert starts.max() < 460
