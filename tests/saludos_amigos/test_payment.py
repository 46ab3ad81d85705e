"""Cards laid down in the council, payment, and new cards."""

import numpy as np
import pytest

from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, PASS
from hustings.envs.saludos_amigos.table import Phase

from .playing import (
    PLANT,
    amount,
    card,
    deal,
    field,
    lay,
    legal,
    next_tiles,
    no_offers,
    open_floor,
    passes,
    phase,
    play,
    seen,
)
from .positions import council, opposed, standing


@pytest.mark.rule("SAL-5.3")
@pytest.mark.parametrize("value", [1, 2, 3])
def test_cards_of_one_value_are_a_pile_too(value):
    """Of three who draw, two get what is left; then the discards are shuffled."""
    other = value % 3
    games = standing(4, discard=[5 * (v == other) for v in range(3)])
    held = np.sum(field(games, "hand"), axis=0)
    games.tables["pile"] = [2 * (v == value - 1) for v in range(3)]
    passes(games, 3)
    drawn = np.sum(field(games, "hand"), axis=0) - held
    assert (drawn[value - 1], drawn[other]) == (2, 1)
    assert field(games, "pile")[other] == sum(field(games, "pile")) == 4


@pytest.mark.rule("SAL-5.3")
@pytest.mark.parametrize("who", range(4))
def test_a_single_card_discarded_face_down_by_anybody_is_shuffled_in(who):
    games = deal(4, open_discards=False)
    lay(games, hands=["1"] * 4, holder=who)
    play(games, (who, card(1)))
    games.tables["pile"] = 0
    passes(games, 4)
    passes(games, 4)
    assert field(games, "drew") == [int(other == (who + 1) % 4) for other in range(4)]
    assert field(games, "face_down") == [[0, 0, 0]] * 4


@pytest.mark.rule("SAL-4.1", "SAL-5.1", "SAL-1.1")
def test_winners_advance_and_the_others_draw_a_card():
    games = standing(4, members=2)
    assert phase(games) == Phase.CALL
    assert field(games, "money") == [0, 0, 0, 0]
    passes(games, 2)
    assert field(games, "money") == [5, 1, 0, 0]
    assert [sum(hand) for hand in field(games, "hand")] == [3, 3, 4, 4]
    assert sum(field(games, "pile")) == 56 - 12 - 2


@pytest.mark.rule("SAL-5.2")
def test_short_cards_go_clockwise_from_the_left_of_the_bag_holder():
    games = standing(5, holder=2, hands=["12"] * 5)
    games.tables["pile"] = 0
    games.tables["pile"][0, 1] = 2
    passes(games, 4)
    assert field(games, "drew") == [0, 0, 0, 1, 1]  # 3 and 4; then 0 is paid, 1 and 2 get none
    assert field(games, "pile") == [0, 0, 0]


@pytest.mark.rule("SAL-5.3")
def test_discards_are_shuffled_when_a_card_is_to_be_drawn():
    games = standing(4, discard=[5, 0, 0])
    games.tables["pile"] = 0
    games.tables["pile"][0, 2] = 1
    passes(games, 3)
    assert field(games, "pile") == [3, 0, 0]  # the 3 was drawn, then two of the five ones
    assert field(games, "discard") == [0, 0, 0]
    games = standing(4, discard=[5, 0, 0])
    games.tables["pile"] = 0
    games.tables["pile"][0, 2] = 3
    passes(games, 3)
    assert (field(games, "pile"), field(games, "discard")) == ([0, 0, 0], [5, 0, 0])  # not before


@pytest.mark.rule("SAL-5.3", "SAL-6.17")
def test_cards_of_the_council_are_in_the_reshuffle():
    games = standing(4, hands=["2", "3", "", ""])
    games.tables["pile"] = 0
    play(games, (1, card(3)), (0, card(2)), (0, CLOSE), (1, CLOSE))
    assert sum(field(games, "drew")) == 2  # the 3 and the 2 that were used
    assert field(games, "pile") == field(games, "discard") == [0, 0, 0]


@pytest.mark.rule("SAL-5.4")
def test_no_limit_of_cards():
    games = standing(4, hands=["1" * 8, "2" * 10, "12", "3"], dice=[6, 3, 1, 1])
    passes(games, 3)
    assert sum(field(games, "hand")[1]) == 11


@pytest.mark.rule("SAL-6.12")
def test_members_may_lay_down_nothing_and_are_paid():
    games = council(2)
    play(games, (0, PASS), (1, PASS), (0, CLOSE), (1, CLOSE), (4, card(3)), (4, card(2)), (4, CLOSE))
    assert field(games, "totals") == [18, 4 + 4 + 9 + 6]
    games = council(3)
    play(games, (0, PASS), (1, PASS), (2, PASS), (0, CLOSE), (1, CLOSE), (2, CLOSE), (4, CLOSE))
    assert field(games, "totals") == [27, 8 + 1]  # the pushed card counts
    assert field(games, "paid") == [4, 1, 1, 0, 0]


@pytest.mark.rule("SAL-6.12", "SAL-9.2")
def test_high_cards_are_laid_down_first():
    games = standing(4, members=2, hands=["1123", "1", "1", "1"], dice=[6, 6, 1, 1])
    play(games, (2, card(1)), (3, PASS), (0, PASS), (1, PASS))
    assert legal(games) == {CLOSE, card(1), card(2), card(3)}
    play(games, (0, card(2)))
    assert legal(games) == {CLOSE, card(1)}
    play(games, (0, card(1)))
    assert legal(games) == {CLOSE, card(1)}
    play(games, (0, card(1)))
    assert legal(games) == {CLOSE}  # the 3 can no longer be laid down


@pytest.mark.rule("SAL-6.13", "SAL-6.14")
def test_only_those_who_take_part_lay_down_cards_from_the_bag_holder_on():
    games = council(2, holder=3)
    play(games, (0, PASS), (1, PASS))
    asked = []
    while phase(games) == Phase.BID:
        asked.append(int(games.seat[0]))
        games.step([CLOSE])
    assert asked == [4, 0, 1]  # not 2 and 3


@pytest.mark.rule("SAL-6.14", "SAL-9.2")
def test_bids_are_secret_in_number_and_value():
    games = council(2)
    play(games, (0, PASS), (1, PASS))
    quiet = deal(5)
    quiet.tables = games.tables
    play(games, (0, card(3)), (0, card(1)), (0, CLOSE))
    play(quiet, (0, CLOSE))
    for who in (1, 2, 3, 4):
        assert (games.observe(seat=who) == quiet.observe(seat=who)).all()
        assert games.board(0, who) == quiet.board(0, who)
    assert (games.observe(seat=0) != quiet.observe(seat=0)).any()
    assert seen(games, 4, "cards", 24)[1] == 3


@pytest.mark.rule("SAL-6.15", "SAL-6.16")
@pytest.mark.parametrize(("own", "paid"), [((2, 1), [6, 0, 0, 0]), ((2,), [0, 6, 0, 0])])
def test_all_values_are_added_and_a_tie_is_the_coalitions(own, paid):
    games = standing(4, hands=["12", "23", "", ""], dice=[5, 1, 1, 1])
    play(games, (1, card(3)))  # the pushed card and the one laid down make 5
    play(games, *((0, card(v)) for v in own), (0, CLOSE), (1, card(2)), (1, CLOSE))
    assert field(games, "totals") == [7 + sum(own), 5 + 5]
    assert field(games, "paid") == paid


@pytest.mark.rule("SAL-6.17", "SAL-6.18")
@pytest.mark.parametrize("wins", [True, False])
def test_used_cards_are_discarded_and_all_unpaid_draw(wins):
    games = standing(4, hands=["123", "333", "1", "2"], dice=[3, 1, 1, 1])
    play(games, (1, card(3)), (2, PASS), (3, PASS))
    play(games, *((0, card(v)) for v in ((3, 1) if wins else (3, 2, 1))), (0, CLOSE), (1, CLOSE))
    assert field(games, "totals") == [10 if wins else 12, 8 + 3]
    assert field(games, "discard") == [1, 0 if wins else 1, 2]
    assert field(games, "paid") == ([0, 6, 0, 0] if wins else [6, 0, 0, 0])
    assert field(games, "drew") == ([1, 0, 1, 1] if wins else [0, 1, 1, 1])


@pytest.mark.rule("SAL-6.18")
def test_all_outsiders_draw_when_the_coalition_wins():
    games = standing(4, hands=["123", "1", "1", "2"], dice=[6, 1, 1, 1])
    play(games, (1, card(1)), (2, card(1)), (3, PASS), (1, amount(3)), (2, ACCEPT))
    play(games, (0, CLOSE), (1, CLOSE), (2, CLOSE))
    assert field(games, "paid") == [6, 0, 0, 0]
    assert field(games, "drew") == [0, 1, 1, 1]


@pytest.mark.rule("SAL-6.15", "SAL-9.8")
def test_the_totals_are_remembered_until_the_next_round_is_over():
    games = standing(4, hands=["123", "1", "1", "2"], dice=[6, 1, 1, 1])
    next_tiles(games, PLANT, PLANT)
    play(games, (1, card(1)), (2, PASS), (3, PASS), (0, CLOSE), (1, CLOSE))
    assert field(games, "totals") == [9, 6 + 1]
    assert seen(games, 2, "totals", 128) == [9, 7]
    open_floor(games)
    passes(games, 4)
    assert field(games, "totals") == [0, 0]


@pytest.mark.rule("SAL-0.3", "SAL-1.1", "SAL-9.8")
def test_nothing_of_a_round_is_left_in_the_next():
    games = opposed()
    next_tiles(games, PLANT, PLANT)
    play(games, (2, amount(4)), (2, amount(1)), (3, ACCEPT), (1, ACCEPT))
    play(games, (0, CLOSE), (1, CLOSE), (2, CLOSE), (3, CLOSE))
    assert field(games, "paid") == [0, 2, 4, 1]
    assert field(games, "drew") == [1, 0, 0, 0]
    for name in (
        *("mug", "pretzel", "share", "opp_share", "participant", "pushed", "bid", "bid_done", "history"),
        *("streak", "turn_fails", "draft", "in_draft", "draft_share", "accepted", "asked"),
        *("talk_about", "talk_part", "talk_share", "talk_asked"),
    ):
        assert not np.any(field(games, name)), name
    assert field(games, "caller") == -1
    open_floor(games)
    while games.seat[0] != 0:
        passes(games, 1)
    play(games, (0, CLOSE))
    while phase(games) in (Phase.FLOOR, Phase.CALL):
        passes(games, 1)
    assert field(games, "drew") == [0, 1, 1, 1]


@pytest.mark.rule("SAL-2.8", "SAL-5.3")
def test_face_down_cards_are_shuffled_in_too():
    games = deal(4, open_discards=False)
    lay(games, hands=["111", "1", "1", "1"])
    play(games, (0, card(1)))
    games.tables["pile"] = 0  # as if all other cards were somewhere else
    passes(games, 4)
    passes(games, 4)
    assert field(games, "face_down") == [[0, 0, 0]] * 4
    assert sum(field(games, "drew")) == 1


@pytest.mark.rule("SAL-5.3")
def test_face_down_cards_of_all_players_are_shuffled_in():
    games = deal(4, open_discards=False)
    lay(games, hands=["111", "122", "1", "1"])
    play(games, (0, card(1)), (0, PASS), (1, card(2)), (1, PASS))
    games.tables["pile"] = 0
    passes(games, 3)
    passes(games, 4)
    assert field(games, "drew") == [0, 1, 1, 0]
    total = np.sum(field(games, "hand"), axis=0).tolist()
    assert total == [2 + 1 + 1 + 1 + 1, 1 + 1, 0]


@pytest.mark.rule("SAL-9.12", "SAL-5.2")
def test_without_cards_to_shuffle_what_is_known_of_the_pile_stays():
    games = deal(4)
    lay(games, hands=["12"] * 4)
    table = games.tables[0]
    table["hand"][3] += table["pile"] - [1, 0, 0]
    table["strength"][3] += table["pile"].sum() - 1
    table["pile"] = table["shuffled"] = [1, 0, 0]
    no_offers(games)
    assert field(games, "shuffled") == [1, 0, 0]
    assert field(games, "fresh") == [[0, 0, 0], [1, 0, 0], [0, 0, 0], [0, 0, 0]]
