"""Preparation, the numbers of players, rewards, and the course of a turn."""

from collections import Counter

import numpy as np
import pytest

from hustings.envs import HustingsError, liberte_v0
from hustings.envs.liberte import GAME
from hustings.envs.liberte.actions import FACE_UP_CARD, PASS
from hustings.envs.liberte.box import CLUB, PERSONALITY, SET_A
from hustings.envs.liberte.table import FACE_UP_ROW, HAND, IN_DECK, IN_SET_B, Phase, Tie

from .playing import (
    BOX,
    after_actions,
    deal,
    field,
    laid,
    lay,
    pass_round,
    pass_turn,
    phase,
    play,
    play_card,
)

# --- Preparation ---------------------------------------------------------------------------------


@pytest.mark.rule("LIB-0.1")
def test_three_to_six_players():
    assert GAME.player_counts == (3, 4, 5, 6)
    for players in (2, 7):
        with pytest.raises(HustingsError, match="3 to 6 players"):
            deal(players)


@pytest.mark.rule("LIB-0.2", "LIB-0.3")
def test_what_map_and_cards_add_up_to():
    box = BOX[0]
    assert int(box["provinces"]) == 27
    assert box["region_size"].tolist() == [4, 5, 4, 4, 5, 5]
    assert int(box["cr"].sum()) == 14
    assert Counter(box["province_vp"].tolist()) == {0: 26, 1: 3, 2: 1}  # 30 places, three of them empty
    sets = Counter(box["card_set"][1:].tolist())
    assert sets == {1: 57, 2: 53}
    kinds = Counter(box["card_kind"][1:].tolist())
    assert kinds == {PERSONALITY: 72, CLUB: 12, 3: 4, 4: 5, 5: 4, 6: 4, 7: 5, 8: 4}
    of_people = box["card_kind"] <= CLUB
    assert (box["card_value"][of_people][1:] >= 1).all()
    assert (box["card_colour"][of_people][1:] >= 1).all()
    assert not box["card_value"][~of_people].any()


@pytest.mark.rule("LIB-0.1", "LIB-0.4", "LIB-0.6", "LIB-0.7")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_table_at_the_start_is_the_same_for_any_number_of_players(players):
    games = deal(players, num_games=16)
    table = games.tables
    assert (table["stock"] == [0, 22, 26, 28]).all()
    assert (table["aside"] == [0, 2, 2, 2]).all()
    assert (table["turn"] == 1).all()
    for name in ("height", "vp", "votes", "cannons", "presence", "government", "opposition", "display"):
        assert not table[name].any()
    assert (table["phase"] == Phase.ACTION).all()  # no new cards in the first turn


@pytest.mark.rule("LIB-0.5", "LIB-3.13")
def test_eighteen_control_tokens_are_left_to_use():
    games = deal(4)
    assert int(BOX[0]["tokens_each"]) == 18
    columns = GAME.observation(4)["tokens"]
    tokens = games.observe(seat=0)[0][columns.start : columns.stop]
    assert (tokens * 20).round().tolist() == [18, 18, 18, 18]


@pytest.mark.rule("LIB-0.8")
@pytest.mark.parametrize(("players", "left"), [(3, 33), (4, 26), (5, 19), (6, 12)])
def test_seven_cards_of_set_a_and_three_face_up(players, left):
    games = deal(players, num_games=16)
    place = games.tables["place"]
    of_a = games.box[0]["card_set"] == SET_A
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


@pytest.mark.rule("LIB-8.18")
@pytest.mark.parametrize(
    ("reward", "paid"), [("rank", [1, 0, 0, -1]), ("win", [3 / 4, -1 / 4, -1 / 4, -1 / 4])]
)
def test_rewards_come_at_the_end_from_the_points_that_decide(reward, paid):
    games = liberte_v0.batch(1, 4, reward=reward, ask_forced=True)
    lay(games, turn=4, vp=[9, 4, 4, 1])
    pass_round(games)
    assert not games.payoff.any()
    pass_turn(games)
    assert games.over[0]
    assert games.scores[0].tolist() == [9, 4, 4, 1]
    assert games.payoff[0].tolist() == pytest.approx(paid)


@pytest.mark.rule("LIB-0.6", "LIB-8.19")
def test_victory_points_have_no_upper_end():
    games = laid(4, turn=2, vp=[200, 0, 0, 0], cannons=[1, 0, 0, 0], displays=[["Lafayette"]])
    pass_turn(games)
    assert field(games, "vp") == [203, 0, 0, 0]


# --- The course of a turn ------------------------------------------------------------------------


@pytest.mark.rule("LIB-1.1", "LIB-2.1")
def test_a_turn_goes_from_the_actions_to_the_election_and_the_first_has_no_battle():
    games = laid(4, displays=[["Danton"], ["Robespierre"]], stacks={"Paris": {0: "R", 1: "R"}})
    pass_round(games)
    pass_round(games)
    assert phase(games) == Phase.TIE
    assert field(games, "tie") == Tie.PROVINCE
    assert field(games, "lost_battles") == 0
    play(games, (0, PASS), (1, play_card("Robespierre")))
    assert field(games, "turn") == 2
    assert phase(games) == Phase.DISCARD


@pytest.mark.rule("LIB-1.1")
def test_later_turns_have_new_cards_and_a_battle():
    displays = [["Lafayette", "Danton"], ["Bouillé", "Robespierre"], []]
    games = after_actions(3, turn=2, cannons=[1, 1, 0], displays=displays, stacks={"Paris": {0: "R", 1: "R"}})
    assert field(games, "tie") == Tie.BATTLE
    play(games, (0, play_card("Lafayette")))
    assert field(games, "tie") == Tie.BATTLE  # the battle is over for all before the election begins
    play(games, (1, PASS))
    assert field(games, "tie") == Tie.PROVINCE
    play(games, (0, PASS), (1, play_card("Robespierre")))
    assert field(games, "turn") == 3
    order = field(games, "order")
    for seat in order:
        assert phase(games) == Phase.DISCARD
        play(games, (seat, PASS))
        while phase(games) == Phase.REFILL:
            play(games, (seat, FACE_UP_CARD))
    assert field(games, "hand_size") == [7, 7, 7]
    assert phase(games) == Phase.ACTION
    assert games.seat[0] == order[0]
