"""Phase 3, the hand: whose turn it is, trash offices, grey cards of the hand, Battle of Wits, laying down."""

import pytest

from hustings.envs.copycat.actions import COIN, DONE, INVEST_ONE, PASS, VP
from hustings.envs.copycat.table import IN_BOX, LAID, LYING, STANDING, TEMPORARY

from .playing import DOCTOR, STARTS, C, O, at_table, buy, buying, turn


def standing(*offices: O) -> dict[int, int]:
    return dict.fromkeys(offices, STANDING)


# --- Whose turn it is ----------------------------------------------------------------------------


@pytest.mark.rule("COP-5.1")
@pytest.mark.parametrize("order", [[2, 0, 3, 1], [0, 1, 2, 3], [3, 2, 1, 0]])
def test_one_after_the_other_in_order_of_the_bus(order):
    """Each plays hand and table to the end before the next; after the last the next round begins."""
    hand = [C.VP_9, C.COIN_12]
    game = turn(*hand, players=4, hands=[hand] * 3, seat=order[0], order=order, pool=1)
    game.play(*((seat, PASS) for seat in order))
    for number, seat in enumerate(order, 1):
        game.expect("HAND", seat=seat).play((seat, DONE, DONE))
        assert sum(game.fact("vp")) == number
    game.expect("BID", round_number=2)


@pytest.mark.rule("COP-5.1")
def test_earlier_buyers_have_the_first_pick_and_everybody_comes_to_buy():
    position = {"workers": [standing(O.BUY_1), standing(O.BUY_2)], "street": [C.SAUNA, C.RADIO]}
    game = buying(12, 13, 14, hands=[[12, 13, 14]], seat=1, order=[1, 0], **position)
    game.play((1, DONE, buy(1), DONE), DONE).expect(street=[0, C.RADIO])
    game.expect(legal=[DONE])  # the radio costs 4
    game = buying(vp=[7, 0]).expect(legal=[DONE]).play(DONE, DONE).expect("HAND 1", vp=7)


# --- Two loops -----------------------------------------------------------------------------------


@pytest.mark.rule("COP-5.2", "COP-5.3")
def test_what_can_be_done_before_the_hand_is_laid_down():
    """Trash offices, grey cards and allocation offices; nothing is bought and nothing decided yet."""
    first = [C.SECRETARY, C.BONUS, C.WITS, O.TRASH_1, O.TRASH_2, O.ALLOCATION]
    rest = [C.BANKER, C.CHARITY, C.PARTY, C.TRAIL, C.RADIO, C.SAUNA, C.SMALL_PR, C.RED, C.VP_9]
    workers = standing(*first[3:], O.BUY_1, O.SPECIAL, O.COIN_1, O.VP_1, O.DRAW_1)
    game = buying(*first[:3], *rest, workers=workers, played=[12], street=[C.RED_2, C.NEWSPAPER])
    game.expect(legal=[DONE, *first])
    game = buying(C.BANKER, C.VP_9, C.WITS, workers=standing(O.BUY_1, O.COIN_2, O.VP_4, O.SPECIAL))
    game.expect(legal=[DONE, C.WITS])
    # A grey card finds only what is in play already.
    game = buying(C.SECRETARY, C.BANKER, C.COIN_12, workers=standing(O.ALLOCATION)).expect(legal=[DONE])
    game.play(DONE).expect(legal=[DONE, C.SECRETARY, O.ALLOCATION])


@pytest.mark.rule("COP-5.3", "COP-5.2")
def test_a_bonus_payment_may_bring_a_special_permit_before_the_hand_is_laid_down():
    """So new cards are seen first; with the permit's own use they come after laying down."""
    position = {"street": [C.RADIO], "supply": [C.NEWSPAPER, C.TV]}
    game = buying(C.BONUS, C.RED, workers=standing(O.SPECIAL, O.TRASH_1), **position).refuses(O.SPECIAL)
    game.play(C.BONUS, O.SPECIAL).expect(street=[C.RADIO, C.NEWSPAPER, C.TV])  # by their periods
    game.expect("HAND", legal=[DONE, O.TRASH_1])
    game.play(O.TRASH_1, C.RED, DONE, DONE).expect(purchases=1, purse=1).offers(O.SPECIAL)


@pytest.mark.rule("COP-5.11")
def test_once_the_hand_is_laid_down_nothing_is_trashed_or_kept():
    """Not even after the special permit has shown new cards, or a purchase has been made."""
    workers = standing(O.TRASH_1, O.SPECIAL, O.BUY_1) | {O.TRASH_2: LYING}
    position = {"street": [C.RADIO], "supply": [C.NEWSPAPER, C.TV]}
    game = buying(C.WITS, C.BONUS, C.RED, C.COIN_12, C.BANKER, workers=workers, **position)
    game.offers(C.WITS, O.TRASH_1).play(DONE).expect(cards={C.BONUS}, offices={O.SPECIAL})
    game.play(O.SPECIAL).expect(cards={C.BONUS}, offices=set())
    game.play(buy(1), C.BONUS).expect(offices={O.SPECIAL, O.BUY_1})  # no trash office


# --- Trash offices -------------------------------------------------------------------------------


@pytest.mark.rule("COP-5.4")
@pytest.mark.parametrize(("office", "most"), [(O.TRASH_1, 1), (O.TRASH_2, 2)])
def test_a_coin_for_each_card_removed_from_the_game(office, most):
    own = [C.RED, C.COIN_12, C.SAUNA, C.VP_9]
    for number in range(most + 1):
        game = buying(*own, workers=standing(office)).play(office)
        for place, card in enumerate(own[2 : 2 + number]):
            game.expect(cards={*own[:2], *own[2 + place :]}).play(card)
        game.offers(DONE).expect(cards=set() if number == most else {*own[:2], *own[2 + number :]})
        game.play(DONE).expect(purse=number, hand=own[:2] + own[2 + number :]).refuses(office)
        game.expect(zone=dict.fromkeys(own[2 : 2 + number], 0), place={C.SAUNA: IN_BOX if number else 3})
        game.pass_round()  # and none of them comes back
        assert not {*own[2 : 2 + number]} & {*game.fact("deck")}


@pytest.mark.rule("COP-5.5", "COP-5.4", "COP-2.21")
def test_only_cards_of_the_hand_are_trashed_of_any_colour():
    """Not those of the play area, nor the one chosen for the order of turns."""
    own = {C.RED, C.COIN_12, C.VP_9, C.SAUNA, C.SMALL_PR, C.BANKER, C.TV, C.CHARITY, C.WITS, C.BONUS}
    game = buying(*own, workers=standing(O.TRASH_1), played=[13], temporary=[14], bid=[14, 0])
    game.play(O.TRASH_1).expect(cards=own)
    buying(workers=standing(O.TRASH_1)).expect(legal=[DONE])
    game = buying(C.RED, workers=standing(O.TRASH_1)).play(O.TRASH_1, C.RED, DONE, DONE)
    game.expect(legal=[DONE], purse=1)  # a coin, and nothing to buy with
    buying(C.BONUS, workers={O.TRASH_1: LYING}).expect(legal=[DONE])  # that is no card to trash by itself
    game = buying(C.BONUS, C.RED, workers={O.TRASH_1: LYING}).play(C.BONUS, O.TRASH_1)
    game.expect(legal=[DONE, C.RED])


@pytest.mark.rule("COP-5.5", "COP-5.6", "COP-5.11")
def test_cards_kept_are_not_trashed():
    game = buying(C.WITS, C.RED, C.COIN_12, workers=standing(O.TRASH_1, O.TRASH_2))
    game.play(C.WITS, C.COIN_12, DONE, O.TRASH_2).expect(cards={C.RED}).play(C.RED, DONE)
    game.expect(legal=[DONE]).play(DONE).expect(hand=[C.COIN_12])  # none is left for the other office
    game = buying(C.WITS, C.BONUS, C.RED, C.COIN_12, workers={O.TRASH_1: LYING})
    game.play(C.WITS, C.RED, C.COIN_12, DONE).expect(legal=[DONE])
    game.play(DONE).expect(legal=[DONE], hand=[C.RED, C.COIN_12])


# --- Battle of Wits ------------------------------------------------------------------------------


@pytest.mark.rule("COP-5.6")
@pytest.mark.parametrize("number", [0, 1, 3])
def test_battle_of_wits_keeps_any_number(number):
    """What is kept does not count, is not laid down, and is in the hand of the next round."""
    own = [C.VP_9, C.VP_10, C.COIN_12]
    game = buying(C.WITS, *own, pile=[11, 13, 14, 15, 16]).play(C.WITS)
    for place, card in enumerate(own[:number]):
        game.expect(cards={*own[place:]}).play(card)
    game.offers(DONE).play(DONE).expect("HAND").play(DONE)
    game.expect(hand=own[:number], played=[*own[number:], C.WITS], keeping=0)
    game.expect(vp=max(2 - number, 0), purse=int(number < 3), kept=dict.fromkeys(own, 0))
    game.pass_round().expect(hand=[*own[:number], 11, 13, 14, 15, 16], discards=[*own[number:], C.WITS])


@pytest.mark.rule("COP-5.6")
def test_cards_kept_are_not_used_and_stay_as_known_as_they_are():
    own = [C.WITS, C.SECRETARY, C.BONUS, C.COIN_12]
    game = buying(*own, workers=standing(O.COIN_1), played=[C.BANKER]).play(C.WITS, C.SECRETARY, DONE)
    game.expect(legal=[DONE, C.BONUS]).play(DONE).expect(legal=[DONE, C.BONUS], hand=[C.SECRETARY])
    game = buying(C.WITS, C.VP_9, known=[12]).play(C.WITS, C.VP_9, C.COIN_12, DONE, DONE).expect(known=[12])


@pytest.mark.rule("COP-5.7")
def test_battle_of_wits_is_played_from_the_hand_in_phase_3_with_a_card_to_keep():
    buying(C.WITS).expect(legal=[DONE])
    game = buying(C.WITS, C.RED, workers=standing(O.TRASH_1)).play(O.TRASH_1, C.RED, DONE)
    game.expect(legal=[DONE])
    turn(C.WITS, C.VP_9).expect(cards=set())  # not in a turn
    buying(C.VP_9, temporary=[C.WITS], bid=[C.WITS, 0]).expect(legal=[DONE])  # not when it was chosen
    at_table(C.WITS, C.VP_9).expect(legal=[DONE], zone={C.WITS: LAID})  # not any more at the table
    # What it kept may be chosen for the next order of turns, and then is known no longer.
    game = buying(C.WITS, C.TV, pile=STARTS[:5]).play(C.WITS, C.TV, DONE, DONE).pass_round()
    game.expect(cards={C.TV, *STARTS[:5]})


# --- Laying down ---------------------------------------------------------------------------------


@pytest.mark.rule("COP-5.8", "COP-5.9")
def test_all_that_is_left_is_laid_down_and_counts_by_itself():
    own = [C.VP_9, C.COIN_12, C.RADIO, C.BANKER, C.INDUSTRIALIST, C.PARTY, C.TRAIL, C.CHARITY]
    offices = (O.COIN_2, O.VP_4, O.BUY_2, O.BUY_1)
    game = at_table(*own, workers=standing(*offices), tokens=[2, 0])
    game.expect("TABLE", hand=[], played=own, coins=1 + 3 + 2 + 2, purse=2 * 8, vp=1 + 3 + 4)
    game.expect(purchases=3, charity=[1, 0], worker=dict.fromkeys(offices, LYING))
    # Cards of the play area do not count twice, nor coins paid as a donation.
    game = at_table(C.COIN_13, played=[C.COIN_12, C.BANKER, C.CHARITY], temporary=[C.TV])
    game.expect(purse=1, vp=0, charity=[0, 0], temporary=[C.TV])


@pytest.mark.rule("COP-5.9", "COP-5.8")
@pytest.mark.parametrize("numbers", [(9, 10, 11), (16, 17, 18), (12, 9, 15)])
def test_which_start_cards_are_points(numbers):
    at_table(*STARTS, vp_start_numbers=numbers).expect(purse=7, vp=3)
    points = sum(number in numbers for number in (9, 12, 16))
    at_table(9, 12, 16, vp_start_numbers=numbers).expect(purse=3 - points, vp=points)


@pytest.mark.rule("COP-5.10")
def test_blue_purple_and_red_cards_are_laid_down_without_effect_and_blue_offices_do_nothing():
    own = [C.SAUNA, C.SMALL_PR, C.CAMPAIGN_OFFICE, C.INSIDE, C.DONATIONS, C.ELBOWS, C.RED]
    game = buying(*own, workers=standing(O.DRAW_1, O.SWAP_2), pile=[12, 13]).expect(legal=[DONE])
    game.play(DONE).expect(laid=own, pile=[12, 13], recruited=0, due=0, elbows=0, legal=[DONE])
    game.pass_round().expect(deck=[*own, 12, 13], laid=[], temporary=[])


# --- Any order, and points declined ---------------------------------------------------------------


@pytest.mark.rule("COP-5.2", "COP-5.11")
def test_in_any_order_cards_are_trashed_and_kept_after_a_purchase():
    """A special permit shows new cards, one is bought, and only then the rest of the hand is decided."""
    offices = (O.TRASH_2, O.SPECIAL, O.BUY_1)
    first = [C.WITS, C.BANKER, C.COIN_12, C.VP_9, *offices]  # nothing to buy without coins and purchases
    position = {"street": [C.RADIO], "supply": [C.SAUNA], "any_order": True}
    game = buying(*first[:4], C.RED, workers=standing(*offices), **position).expect(legal=[DONE, *first])
    game.play(O.SPECIAL, C.BANKER, buy(2)).expect("HAND", purse=3 - 2, street=[C.RADIO])
    game.play(O.TRASH_2, C.RED, C.COIN_12, DONE, C.WITS, C.VP_9, DONE, DONE)
    game.expect(hand=[C.VP_9], vp=0, purse=3, zone={C.SAUNA: TEMPORARY})
    game.expect(purchases=1)  # of the office that counts with the rest
    # A doctorate and a charity event come before the rest of the hand.
    position = {"street": [DOCTOR, C.RADIO], "any_order": True}
    game = buying(C.CHARITY, C.BANKER, C.COIN_12, C.TV_3, workers=standing(O.BUY_2, O.VP_5), **position)
    game.play(C.CHARITY, COIN, O.BUY_2, buy(1)).expect("INVEST")
    game.play(INVEST_ONE, C.TV_3, O.VP_5).expect("HAND", vp=1 + 10 + 5, purse=0)
    game.play(DONE).expect(purse=4).play(buy(2)).expect(street=[])


@pytest.mark.rule("COP-5.9", "COP-5.11")
@pytest.mark.parametrize("declined", [False, True])
def test_points_of_cards_and_offices_can_be_left(declined):
    points, workers = [C.TV_3, C.VP_9, C.TRAIL, O.VP_5], standing(O.VP_5, O.COIN_2)
    own = [*points[:3], C.CHARITY, C.COIN_12]
    game = at_table(*own, workers=workers, tokens=[3, 0], decline_points=True).expect(vp=0, purse=3)
    game.expect(legal=[DONE, COIN, VP, *points])
    if not declined:
        game.play(*points, VP).expect(vp=10 + 1 + 5 + 2, legal=[DONE])
    game.play(DONE).expect(vp=3 if declined else 18 + 2 * 3)
