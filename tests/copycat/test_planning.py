"""Phase 1: the course of a round, drawing, and the order of turns."""

from itertools import groupby, permutations, product

import numpy as np
import pytest

from hustings.envs.copycat import GAME
from hustings.envs.copycat.actions import DONE, END_TURN, PASS
from hustings.envs.copycat.table import Phase, Zone

from ..tabletop import INTERPRETED
from .playing import COINS, STARTS, C, O, at, bid, buying, card, dealt, lay, next_round, turn

# --- The course of a round -----------------------------------------------------------------------


@pytest.mark.rule("COP-1.1")
def test_a_round_has_four_phases_each_over_for_all_before_the_next():
    """In the third one player comes after the other, each completely."""
    game, rng, course = dealt(3, seed=2), np.random.default_rng(1), []
    while not game.fact("over"):
        stage = Phase.BID if game.phase == "BID" else min(game.fact("stage"), Phase.HAND)
        course.append((game.fact("round_number"), stage, int(game.fact("seat"))))
        game.games.step([rng.choice(game.fact("legal"))])
    phases, last = (Phase.BID, Phase.TURN, Phase.HAND), course[-1][0]
    assert last > 5
    assert [key for key, _ in groupby(step[:2] for step in course)] == [*product(range(1, last + 1), phases)]
    for number in range(1, last + 1):
        buyers = groupby(seat for *when, seat in course if when == [number, Phase.HAND])
        assert sorted(seat for seat, _ in buyers) == [0, 1, 2]


# --- Drawing -------------------------------------------------------------------------------------


@pytest.mark.rule("COP-1.2")
def test_everybody_draws_five_cards_besides_those_kept():
    piles = [STARTS[:8], STARTS]
    game = next_round(pile=piles).expect(hand_size=[5, 5], draw_size=[3, 5])
    for seat in range(2):
        assert sorted(game.fact(f"hand_{seat}") + game.fact(f"pile_{seat}")) == piles[seat]
    game = buying(hands=[[C.WITS, C.VP_9, C.COIN_18]], seat=1, pile=[STARTS[:5], STARTS[1:8]])
    game.play((1, C.WITS, C.VP_9, C.COIN_18, DONE, DONE, DONE))
    game.expect("BID", hand_size=[5, 7], discards_1=[C.WITS])
    assert {C.VP_9, C.COIN_18} <= set(game.fact("hand_1"))


DEALS = 60 if INTERPRETED else 4000
CLOSE = 0.25 if INTERPRETED else 0.035


def held_after_a_draw(cards: list[int], **position) -> np.ndarray:
    """Whether seat 0 has each of these cards in hand in the next round, in many deals."""
    tables = lay("table", seat=1, **position).often(DONE, number=DEALS)
    return tables["zone"][:, 0][:, cards] == Zone.HAND


@pytest.mark.rule("COP-1.2", "COP-1.3")
def test_every_card_is_as_likely_of_the_pile_as_of_the_discards_when_shuffled():
    cards = [9, 12, 18, 30, 40, 50, 60]
    held = held_after_a_draw(cards, pile=[cards, [9]])
    assert abs(held.mean(axis=0) - 5 / 7).max() < CLOSE
    assert (held[:, 0] & held[:, 6]).mean() == pytest.approx(5 / 7 * 4 / 6, abs=CLOSE)
    held = held_after_a_draw(cards[3:] + [20], pile=[[9, 10, 11], [9]], discards=cards[3:] + [20])
    assert abs(held.mean(axis=0) - 2 / 5).max() < CLOSE


@pytest.mark.rule("COP-1.3", "COP-1.5", "COP-9.5")
def test_a_pile_that_the_fifth_card_empties_stays_empty_until_the_next_draw():
    game = next_round(pile=[STARTS[:5], STARTS[:6]], discards=[[20, 21], [22]])
    game.expect(draw_size=[0, 1], discard_size=[2, 1], discards=[20, 21], known=[])
    rest = [20, 21, 22, 23, 24, 25]
    game = next_round(pile=[STARTS[:5], STARTS], discards=rest)
    game.expect(draw_size=[0, 5], discards=rest, hand=STARTS[:5])
    chosen = card(game.fact("hand_1")[-1])
    game.play(C.VP_9, (1, chosen, PASS), PASS, (1, DONE, DONE)).expect(draw_size=0, discards=rest)
    # Shuffled with the cards of the round for the next five.
    game.play(DONE, DONE).expect(round_number=3, discards=[], draw_size=len(rest))
    # The discards are shuffled for the first card that is missing.
    game = next_round(pile=[[9, 10, 11], [9]], discards=[[20, 21, 22, 23], [12, 13, 14]])
    game.expect(known=[9, 10, 11], hand_size=[5, 4], draw_size=[2, 0], discards=[])
    assert {*game.fact("hand"), *game.fact("pile")} == {9, 10, 11, 20, 21, 22, 23}
    game.expect(hand_1=[9, 12, 13, 14])  # the rest of the deck: fewer than five
    game = next_round(pile=[9, 10], played=[[12], [18]], temporary=[[], [17]])
    game.expect(hand=[9, 10, 12], hand_1=[17, 18], draw_size=[0, 0], discard_size=[0, 0])


# --- Choosing a card -----------------------------------------------------------------------------


@pytest.mark.rule("COP-1.6")
def test_any_card_of_the_hand_may_be_chosen_also_one_that_was_kept():
    game = bid(1, C.VP_9, C.COIN_12, 61, hands=[[C.COIN_18]], known=[42], pile=[20])
    game.expect(legal=map(card, (1, 9, 12, 42, 61)))
    game = buying(hands=[[C.WITS, C.COIN_18]], seat=1, pile=[STARTS[:5], STARTS[:5]])
    game.play((1, C.WITS, C.COIN_18, DONE, DONE, DONE), C.VP_9).expect(cards={*STARTS[:5], C.COIN_18})
    game.play((1, C.COIN_18)).expect(order=[1, 0], temporary_1=[C.COIN_18])


@pytest.mark.rule("COP-1.7")
def test_choices_are_made_by_seat_and_nothing_is_shown_before_the_last():
    hands = [[C.COIN_13, C.COIN_14], [C.COIN_15, C.COIN_16]]
    game = bid(C.VP_9, C.COIN_12, hands=hands, players=3, order=[2, 0, 1], pile=[[C.COIN_18]] * 3)
    game.play(C.COIN_12).expect(hand=[C.VP_9, C.COIN_12])  # the card does not leave the hand yet
    block = GAME.observation(3)["bid"]
    assert not game.games.observe(seat=1)[0, block.start : block.stop].any()
    game.play((1, C.COIN_14)).expect(hand_1=hands[0], hand_2=hands[1], hand_size=[2, 2, 2])
    game.play((2, C.COIN_15)).expect(hand=[C.VP_9], hand_1=[C.COIN_13], hand_2=[C.COIN_16])


# --- The order of turns --------------------------------------------------------------------------


def order_after(last: list[int], chosen: list[int]) -> list[int]:
    """The order of turns with this order of the last round and these cards chosen, by seat; 0 is none."""
    hands = [[number] if number else [] for number in chosen]
    first = next(seat for seat, number in enumerate(chosen) if number)
    position = {"hands": hands[1:], "seat": first, "order": last}
    game = bid(*hands[0], players=len(last), **position)
    game.play(*((seat, card(number)) for seat, number in enumerate(chosen) if number))
    order = game.fact("order")
    game.expect("TURN", seat=order[0])
    return order


@pytest.mark.rule("COP-1.8")
def test_the_new_order_holds_for_turns_and_purchases():
    game = bid(C.COIN_12, C.VP_9, hands=[[61, C.VP_9], [C.COIN_18, C.VP_9]], players=3, pool=1)
    game.play(C.COIN_12, (1, card(61)), (2, C.COIN_18))
    game.play((1, at(O.COIN_1), END_TURN), (2, at(O.COIN_2), END_TURN), at(O.COIN_3), END_TURN)
    for seat in (1, 2, 0):
        game.expect("HAND", seat=seat).play((seat, DONE, DONE))
    game.expect("BID")


@pytest.mark.rule("COP-1.9")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ties_turn_the_order_of_the_last_round_around(seats):
    for last in list(permutations(range(seats)))[:: 11 if seats == 4 else 1]:
        for chosen in product((12, 15, 18)[: seats - 1], repeat=seats):
            expected = sorted(last, key=lambda seat: (-chosen[seat], -last.index(seat)))
            assert order_after(list(last), list(chosen)) == expected, (last, chosen)


@pytest.mark.rule("COP-1.12")
@pytest.mark.parametrize(
    ("last", "chosen", "order"),
    [
        ([0, 1, 2, 3], [0, 1, 0, 18], [3, 1, 2, 0]),  # level, the other way round
        ([2, 1, 0, 3], [0, 1, 0, 18], [3, 1, 0, 2]),
        ([1, 0], [0, 3], [1, 0]),
    ],
)
def test_who_has_no_card_comes_last(last, chosen, order):
    assert order_after(last, chosen) == order


@pytest.mark.rule("COP-1.12")
def test_nobody_has_a_card():
    next_round(order=[0, 1]).expect("TURN", order=[1, 0], bid=[0, 0], hand_size=[0, 0])


@pytest.mark.rule("COP-1.10", "COP-1.9")
def test_ties_go_by_the_round_just_played_and_in_the_first_by_the_order_drawn():
    game = bid(C.COIN_12, hands=[[C.COIN_13], [C.COIN_14]], players=3, pile=[COINS[3:]] * 3)
    game.play(C.COIN_12, (1, C.COIN_13), (2, C.COIN_14)).expect(order=[2, 1, 0])
    game.play((2, PASS), (1, PASS), PASS, (2, DONE, DONE), (1, DONE, DONE), DONE, DONE)
    game.expect("BID", round_number=2, bid=[0, 0, 0], order=[2, 1, 0])
    game.play(*((seat, C.COIN_18) for seat in range(3))).expect(order=[0, 1, 2])
    # In the first round by the order drawn.
    hands, games = ("hand", "hand_1", "hand_2"), (dealt(3, seed=seed) for seed in range(12))
    same = ((game, set.intersection(*(set(game.fact(hand)) for hand in hands))) for game in games)
    game, cards = next((game, cards) for game, cards in same if cards)
    drawn = game.fact("order")
    game.play(*((seat, card(min(cards))) for seat in range(3))).expect(order=drawn[::-1])


@pytest.mark.rule("COP-1.11")
def test_the_card_chosen_is_of_no_use_in_this_round():
    """Neither to be played, copied, reused, trashed, kept, laid down nor drawn again."""
    workers = {O.ALLOCATION, O.DRAW_1}
    game = bid(C.SAUNA, C.SECRETARY, C.DINNER, C.VP_9, hands=[[C.VP_9]], workers=workers, pool=[1, 0])
    game.play(C.SAUNA, (1, C.VP_9))
    game.expect(temporary=[C.SAUNA], cards={C.DINNER}, offices={O.DRAW_1})  # nothing to copy yet
    rest = [C.SECRETARY, C.DINNER, C.VP_9]
    game.play(O.DRAW_1).expect(hand=rest)
    game.play(C.DINNER).expect(hand=[C.SECRETARY, C.VP_9]).play(C.SECRETARY).expect(cards={C.DINNER})
    temporary = [C.SAUNA, C.SMALL_PR, C.COIN_12]
    game = turn(C.SECRETARY, C.DONATIONS, C.CAMPAIGN_OFFICE, temporary=temporary, bid=[C.COIN_12, 0])
    game.expect(cards={C.CAMPAIGN_OFFICE})  # nothing to copy, no coin; nor is one of them to be trashed
    game.play(C.CAMPAIGN_OFFICE).expect(cards={C.SECRETARY, C.DONATIONS}, temporary=temporary)
    # It earns nothing and keeps nothing.
    game = bid(C.COIN_18, C.COIN_12, C.VP_11, hands=[[C.VP_10, C.VP_9]], pool=0)
    game.play(C.COIN_18, (1, C.VP_10), DONE).expect(coins=1)
    game.play(DONE, (1, DONE, DONE)).expect(vp=[1, 1])
    game = bid(C.WITS, C.COIN_12, C.VP_11, hands=[[C.VP_9]], pool=0)
    game.play(C.WITS, (1, C.VP_9)).expect("HAND", legal=[DONE])
