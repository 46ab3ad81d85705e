"""Cards laid down in the council, payment, and new cards."""

import numpy as np
import pytest

from .playing import PLANT, lay
from .positions import council, opposed, standing

# --- Laying down cards ---------------------------------------------------------------------------


@pytest.mark.rule("SAL-6.12")
def test_members_may_lay_down_nothing_and_are_paid():
    game = council(2).play("0 -, 1 -, 0 close, 1 close, 4 c3 c2 close")
    game.expect(totals=[18, 4 + 4 + 9 + 6], paid=[0, 0, 0, 0, 6])


@pytest.mark.rule("SAL-6.12", "SAL-9.2")
def test_high_cards_are_laid_down_first():
    game = standing("1123 1 1 1", members=2, dice=[6, 6, 1, 1]).play("2 c1, 3 -, 0 -, 1 -")
    for card, legal in (("c2", "close c1 c2 c3"), ("c1", "close c1"), ("c1", "close c1")):
        game.expect(legal=legal).play(f"0 {card}")
    game.expect(legal="close")  # the 3 can no longer be laid down


@pytest.mark.rule("SAL-6.13", "SAL-6.14")
def test_only_those_who_take_part_lay_down_cards_from_the_bag_holder_on():
    council(2, holder=3).play("0 -, 1 -, 4 close, 0 close, 1 close").expect("REROLL")  # not 2 and 3


@pytest.mark.rule("SAL-6.14", "SAL-9.2")
def test_bids_are_secret_in_number_and_value():
    game = council(2).play("0 -, 1 -")
    quiet = game.copy().play("0 close")
    game.play("0 c3 c1 close")
    for who in range(5):
        same = (game.games.observe(seat=who) == quiet.games.observe(seat=who)).all()
        assert [same, game.games.board(0, who) == quiet.games.board(0, who)] == [who != 0] * 2
    assert game.sees(4, "cards", 24) == [2, 3, 3, 3, 3]  # one's own was pushed forward


@pytest.mark.rule("SAL-6.15", "SAL-6.16")
@pytest.mark.parametrize(("own", "total", "paid"), [("c2 c1", 10, [6, 0, 0, 0]), ("c2", 9, [0, 6, 0, 0])])
def test_all_values_are_added_and_a_tie_is_the_coalitions(own, total, paid):
    """The pushed card and the one laid down make 5."""
    game = standing("12 23 - -", dice=[5, 1, 1, 1]).play(f"1 c3, 0 {own} close, 1 c2 close")
    game.expect(totals=[total, 5 + 5], paid=paid)


@pytest.mark.rule("SAL-6.17", "SAL-6.18")
@pytest.mark.parametrize(
    ("own", "total", "discard", "paid", "drew"),
    [
        ("c3 c1", 10, "133", [0, 6, 0, 0], [1, 0, 1, 1]),
        ("c3 c2 c1", 12, "1233", [6, 0, 0, 0], [0, 1, 1, 1]),
    ],
)
def test_used_cards_are_discarded_and_all_unpaid_draw(own, total, discard, paid, drew):
    game = standing("123 333 1 2", dice=[3, 1, 1, 1]).play(f"1 c3, 2 -, 3 -, 0 {own} close, 1 close")
    game.expect(totals=[total, 8 + 3], discard=discard, paid=paid, drew=drew)


@pytest.mark.rule("SAL-6.15", "SAL-9.8")
def test_the_totals_are_remembered_until_the_next_round_is_over():
    game = standing("123 1 1 2", dice=[6, 1, 1, 1]).will_draw(PLANT, PLANT)
    game.play("1 c1, 2 -, 3 -, 0 close, 1 close").expect(totals=[9, 6 + 1])
    game.pass_round().expect(totals=[0, 0])


# --- Pay and new cards ---------------------------------------------------------------------------


@pytest.mark.rule("SAL-4.1", "SAL-5.1", "SAL-1.1")
def test_winners_advance_and_the_others_draw_a_card():
    game = standing(members=2).expect("CALL").zero("money").do("- -")
    game.expect(money=[5, 1, 0, 0], cards=[3, 3, 4, 4])
    assert sum(game.fact("pile")) == 56 - 12 - 2


@pytest.mark.rule("SAL-0.3", "SAL-1.1", "SAL-9.8")
def test_nothing_of_a_round_is_left_in_the_next():
    game = opposed().will_draw(PLANT, PLANT).play("2 4 1, 3 yes, 1 yes")
    game.play("0 close, 1 close, 2 close, 3 close").expect(paid=[0, 2, 4, 1], drew=[1, 0, 0, 0], caller=-1)
    of_a_round = (
        "mug pretzel share opp_share participant pushed bid bid_done history streak turn_fails draft "
    )
    of_a_round += "in_draft draft_share accepted asked talk_about talk_part talk_share talk_asked"
    game.zero(*of_a_round.split()).until("FLOOR")
    while game.seat:
        game.do("-")
    game.play("0 close").until("REROLL").expect(drew=[0, 1, 1, 1])


@pytest.mark.rule("SAL-5.4")
def test_no_limit_of_cards():
    standing(f"{'1' * 8} {'2' * 10} 12 3", dice=[6, 3, 1, 1]).do("- - -").expect(cards={1: 11})


# --- Cards run short -----------------------------------------------------------------------------


@pytest.mark.rule("SAL-5.2")
def test_short_cards_go_clockwise_from_the_left_of_the_bag_holder():
    """3 and 4; then 0 is paid, 1 and 2 get none."""
    game = standing("12 12 12 12 12", holder=2, pile="22", discard="-").do("- - - -")
    game.expect(drew=[0, 0, 0, 1, 1], pile="-")


@pytest.mark.rule("SAL-5.3")
@pytest.mark.parametrize(
    ("pile", "left", "discard"),
    [("3", "111", "-"), ("333", "-", "11111"), *((2 * value, "1111", "-") for value in "123")],
)
def test_discards_are_shuffled_when_a_card_is_to_be_drawn_and_not_before(pile, left, discard):
    """Three draw what is there, of whichever value, then from the five 1s that were discarded."""
    game = standing(pile=pile, discard="1" * 5)
    held = np.sum(game.fact("hand"), axis=0)
    drawn = np.sum(game.do("- - -").expect(pile=left, discard=discard).fact("hand"), axis=0) - held
    assert drawn.tolist() == [(pile + "111")[:3].count(card) for card in "123"]


@pytest.mark.rule("SAL-5.3", "SAL-6.17")
def test_cards_of_the_council_are_in_the_reshuffle():
    game = standing("2 3 - -", pile="-", discard="-").play("1 c3, 0 c2 close, 1 close")
    game.expect(pile="-", discard="-", cards=[0, 0, 1, 1])  # the 3 and the 2 that were used


@pytest.mark.rule("SAL-2.8", "SAL-5.3")
@pytest.mark.parametrize("who", range(4))
def test_a_single_card_discarded_face_down_by_anybody_is_shuffled_in(who):
    game = lay("1 1 1 1", holder=who, open_discards=False, pile="-", discard="-").play(f"{who} c1")
    game.pass_round().expect(drew=[other == (who + 1) % 4 for other in range(4)]).zero("face_down")


@pytest.mark.rule("SAL-9.12", "SAL-5.2")
def test_without_cards_to_shuffle_what_is_known_of_the_pile_stays():
    game = lay("12 12 12 12", pile="1", discard="-").pass_round()
    game.expect(shuffled="1", fresh=["-", "1", "-", "-"])
