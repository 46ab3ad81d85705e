"""Grey actions: second uses of cards and workers, copies, and what they lead to in each other."""

import numpy as np
import pytest

from hustings.envs.copycat.actions import BUY, COIN, DONE, END_TURN, INVEST_NONE, PASS, VP
from hustings.envs.copycat.table import Effect, Phase, Worker, Zone

from ..tabletop import INTERPRETED, weighted
from .playing import BOX, COINS, EXTRA, C, Game, O, at, at_table, buy, buying, deal, lay, turn

_, STANDING, LYING, STANDING_REPEATED, LYING_REPEATED = Worker
LAID, USED, SPENT, TEMPORARY = list(Zone)[Zone.LAID : Zone.DISCARD]
PILE = [C.VP_9, C.VP_10, *COINS]
ONE = {"workers": {O.ALLOCATION}}  # an allocation office to be used
BOTH = {"workers": {O.ALLOCATION, O.ALLOCATION_2}}
GREY = (C.SECRETARY, O.ALLOCATION)  # of which either uses a card once more
GAMES = 2 if INTERPRETED else 100
each_grey = pytest.mark.parametrize("grey", GREY)
each_strictness = pytest.mark.parametrize("strict", [False, True])


# --- In which phase ------------------------------------------------------------------------------


@pytest.mark.rule("COP-4.2", "COP-4.17", "COP-4.7", "COP-4.3")
@each_grey
def test_in_each_phase_only_what_is_for_it(grey):
    """Of yellow and green cards nothing in a turn, though they may have been paid; later nothing else."""
    in_turn = {C.SAUNA, C.DONATIONS, C.SMALL_PR, C.INSIDE}
    later = {C.BANKER, C.CHARITY, C.COIN_12}
    game = turn(C.SECRETARY, 13, played=[*in_turn, *later], **ONE, pile=PILE[:2]).play(grey)
    game.expect(legal=[*in_turn])
    played = [*in_turn, C.ELBOWS, C.CAMPAIGN_OFFICE, *later]
    buying(C.SECRETARY, 13, played=played, **ONE).play(grey).expect(cards=later)
    at_table(C.SECRETARY, 13, played=played, **ONE).play(grey).expect(cards=later | {13})


@pytest.mark.rule("COP-4.2", "COP-4.17")
def test_grey_actions_wait_for_something_that_they_can_do():
    """Nothing to copy, reuse or repeat in this phase: not offered."""
    greys, workers = [C.BONUS, C.SECRETARY], {O.ALLOCATION, O.COIN_1, O.VP_1}
    game = turn(*greys, C.WITS, C.RED, C.COIN_12, workers=workers, played=[C.INDUSTRIALIST])
    game.expect(cards=set(), offices=set()).play(PASS, (1, PASS))
    game.expect(cards={*greys, C.WITS}, offices={O.ALLOCATION})
    workers = {O.ALLOCATION: STANDING, O.DRAW_1: STANDING, O.SWAP_2: LYING}
    game = turn(*greys, C.RED, workers=workers, played=[C.SAUNA, C.HUGE_PR, C.INSIDE])
    game.expect(cards={*greys}).play(PASS, (1, PASS)).expect(legal=[DONE])
    game.play(DONE).expect(legal=[DONE], zone=dict.fromkeys(greys, LAID))


# --- The allocation office -----------------------------------------------------------------------


@pytest.mark.rule("COP-4.3", "COP-4.6", "COP-4.1")
def test_an_allocation_office_uses_blue_and_purple_cards_again():
    game = turn(C.COIN_12, played=[C.SAUNA, C.SMALL_PR], **BOTH, pile=PILE[3:])
    game.play(O.ALLOCATION, C.SMALL_PR).expect(pool=4, recruited=1)
    game.play(O.ALLOCATION_2, C.SAUNA).expect(hand_size=3)
    # Two of them use two cards.
    at_table(C.RADIO, C.TV, **BOTH).play(O.ALLOCATION_2, C.RADIO, O.ALLOCATION).expect(legal=[C.TV])
    at_table(C.TV, **BOTH).play(O.ALLOCATION, C.TV).expect(legal=[DONE], vp=20)


@pytest.mark.rule("COP-4.4", "COP-4.7")
def test_only_cards_of_the_own_play_area_that_were_used_once():
    """Not in hand, not lying unused, not set aside, not of others, not red; never an office."""
    aside = {"laid": [C.BONUS, C.SAUNA, C.RED], "twice": [C.COIN_14], "temporary": [13]}
    workers = {O.ALLOCATION: STANDING, O.COIN_1: LYING, O.BUY_1: LYING}
    game = lay("table", C.COIN_12, played=[[C.BANKER], [C.BANKER_2]], **aside, workers=workers)
    game.play(O.ALLOCATION).expect(legal=[C.BANKER])
    game = at_table(C.RED, C.BANKER, C.SECRETARY, **ONE).play(O.ALLOCATION).expect(cards={C.BANKER})
    game.play(C.BANKER).expect(legal=[DONE])  # the secretary has only the red card to copy


@pytest.mark.rule("COP-4.5")
def test_a_card_used_again_goes_to_the_temporary_pile_and_its_first_use_stays():
    game = turn(C.SECRETARY, played=[C.SAUNA, C.DINNER], **ONE, pile=PILE).play(O.ALLOCATION, C.SAUNA)
    game.expect(zone={C.SAUNA: TEMPORARY}, worker={O.ALLOCATION: LYING}, offices=set())
    game.play(C.SECRETARY).expect(cards={C.DINNER})  # no copy of the sauna any more
    game = at_table(C.BANKER, C.PARTY, **ONE).expect(purse=6).play(O.ALLOCATION, C.BANKER).expect(purse=6 + 3)
    at_table(C.RADIO, **ONE).play(O.ALLOCATION, C.RADIO, DONE).expect(vp=6)


# --- The press secretary -------------------------------------------------------------------------


@pytest.mark.rule("COP-4.7")
def test_a_press_secretary_copies_another_card_of_the_own_play_area():
    """Not itself, not a hand card, nothing of the temporary pile, no card of others."""
    position = {"played": [[C.BANKER], [C.BANKER_2, C.COIN_14]], "temporary": [13, C.TV]}
    game = buying(C.SECRETARY, C.COIN_12, **position).play(C.SECRETARY).expect(legal=[C.BANKER])
    game.play(C.BANKER).expect(coins=3, more_coins=0, acting=0, zone={C.SECRETARY: USED, C.BANKER: USED})


@pytest.mark.rule("COP-4.7")
@pytest.mark.parametrize(
    ("card", "field", "value"),
    [
        (C.BANKER, "coins", 6),
        (C.PARTY, "doublings", 2),
        (C.TRAIL, "token_doublings", 2),
        (C.CHARITY, "charity", [2, 0]),
        (C.TV_3, "vp", 20),
        (C.VP_9, "vp", 2),
        (C.COIN_12, "coins", 2),
    ],
)
def test_a_copy_does_what_the_card_does(card, field, value):
    at_table(card, C.SECRETARY).play(C.SECRETARY, card).expect("TABLE", **{field: value})


@pytest.mark.rule("COP-4.7")
def test_copies_of_blue_and_purple_cards():
    for card, drawn in ((C.SAUNA, 2), (C.DINNER, 3)):
        turn(C.SECRETARY, played=[card], pile=PILE).play(C.SECRETARY, card).expect(hand_size=drawn)
    turn(C.SECRETARY, played=[C.INSIDE]).play(C.SECRETARY, C.INSIDE).expect(due=2)
    game = turn(C.SECRETARY, played=[C.ELBOWS], workers=[{}, {O.BUY_2}])
    game.play(C.SECRETARY, C.ELBOWS).expect(elbows=1).offers(at(O.BUY_2))
    game = turn(C.SECRETARY, C.RED, played=[C.CAMPAIGN_OFFICE]).play(C.SECRETARY, C.CAMPAIGN_OFFICE)
    game.expect(legal=[C.RED])  # besides the card that copies
    turn(C.SECRETARY, played=[C.CAMPAIGN_OFFICE]).refuses(C.SECRETARY)


@pytest.mark.rule("COP-4.8", "COP-4.1")
def test_a_copy_is_no_use_of_the_card_copied():
    """Played, copied and used again: three times in all. Used again first, it is out of reach."""
    at_table(C.TV, C.SECRETARY, **ONE).play(C.SECRETARY, C.TV, O.ALLOCATION, C.TV, DONE).expect(vp=30)
    at_table(C.TV, C.SECRETARY, **ONE).play(O.ALLOCATION, C.TV).expect(legal=[DONE], vp=20)


@pytest.mark.rule("COP-4.8")
def test_with_strict_two_a_copy_uses_the_card_up():
    game = at_table(C.TV, C.VP_9, C.SECRETARY, C.SECRETARY_2, **ONE, strict_two=True).play(C.SECRETARY)
    game.expect(cards={C.TV, C.VP_9}).play(C.TV).expect(zone={C.TV: SPENT}, vp=21)
    game.play(O.ALLOCATION).expect(cards={C.VP_9, C.SECRETARY})
    game.play(C.VP_9).expect(zone={C.VP_9: TEMPORARY})
    game.play(C.SECRETARY_2).expect(cards={C.SECRETARY})  # it stands for the card that it has copied


@pytest.mark.rule("COP-4.8")
@each_strictness
def test_an_unused_grey_card_may_be_copied_unless_strict(strict):
    """Strictly, a copy is a second use, so there must be a first one."""
    game = at_table(C.BONUS, C.SECRETARY, workers={O.COIN_1}, strict_two=strict)
    game.expect(cards={C.BONUS} if strict else {C.BONUS, C.SECRETARY})
    game.play(C.BONUS, O.COIN_1).expect(legal=[DONE])  # the only worker has been repeated


@pytest.mark.rule("COP-4.9")
@each_strictness
def test_a_press_secretary_counts_as_what_it_has_copied(strict):
    game = turn(C.SECRETARY, C.SECRETARY_2, played=[C.DINNER], pile=PILE, strict_two=strict)
    game.play(C.SECRETARY, C.DINNER, C.SECRETARY_2)
    game.expect(cards={C.SECRETARY} if strict else {C.SECRETARY, C.DINNER}).play(C.SECRETARY)
    game.expect(copied={C.SECRETARY_2: C.DINNER}, hand_size=6, zone={C.SECRETARY: SPENT if strict else USED})


@pytest.mark.rule("COP-4.9", "COP-4.2")
def test_a_press_secretary_stands_for_its_card_until_the_round_is_over():
    game = at_table(C.TV, C.SECRETARY, C.SECRETARY_2, **ONE)
    game.play(C.SECRETARY, C.TV, O.ALLOCATION, C.TV)  # the card itself is gone
    game.play(C.SECRETARY_2).expect(legal=[C.SECRETARY]).play(C.SECRETARY, DONE).expect(vp=40)
    game = at_table(C.TV, C.SECRETARY).play(C.SECRETARY, C.TV).expect(copied={C.SECRETARY: C.TV}).pass_round()
    assert not any(game.fact("copied"))
    # One that has copied nothing of use counts as nothing.
    at_table(C.SECRETARY, C.SECRETARY_2, C.SAUNA).expect(legal=[DONE])
    at_table(C.SECRETARY, C.SECRETARY_2, C.BANKER).play(C.SECRETARY).expect(legal=[C.BANKER])
    played = [C.SECRETARY, C.SAUNA]  # a copy made in a turn has no effect when buying
    buying(C.SECRETARY_2, played=played, copied={C.SECRETARY: C.SAUNA}).expect(legal=[DONE])


@pytest.mark.rule("COP-4.11", "COP-4.9")
def test_an_allocation_office_on_a_press_secretary_copies_once_more():
    """The same card or another; also of one that copied in a turn."""
    for anew, points in ((C.TV, 10), (C.RADIO, 3)):
        game = at_table(C.TV, C.RADIO, C.SECRETARY, **ONE)
        game.play(C.SECRETARY, C.TV, O.ALLOCATION, C.SECRETARY).expect(zone={C.SECRETARY: TEMPORARY})
        game.expect(legal=[C.TV, C.RADIO]).play(anew, DONE).expect(vp=10 + 3 + 10 + points)
    game = buying(C.BANKER, played=[C.SECRETARY, C.SAUNA], **ONE, copied={C.SECRETARY: C.SAUNA})
    game.expect(legal=[DONE]).play(DONE, O.ALLOCATION).expect(cards={C.BANKER, C.SECRETARY})
    game.play(C.SECRETARY, C.BANKER).expect(coins=3, more_coins=3)
    # It is no longer there to be copied then.
    game = at_table(C.TV, C.SECRETARY, C.SECRETARY_2, **ONE)
    game.play(C.SECRETARY, C.TV, O.ALLOCATION, C.SECRETARY, C.TV, C.SECRETARY_2).expect(legal=[C.TV])


# --- The bonus payment ---------------------------------------------------------------------------


@pytest.mark.rule("COP-4.10", "COP-4.12")
@pytest.mark.parametrize(("before", "after"), [(STANDING, STANDING_REPEATED), (LYING, LYING_REPEATED)])
def test_a_bonus_payment_uses_an_office_once_more_before_or_after_its_own_use(before, after):
    game = turn(C.BONUS, C.BONUS_2, workers={O.DRAW_2: before}, pile=PILE).play(C.BONUS)
    game.expect(legal=[O.DRAW_2]).play(O.DRAW_2).expect(worker={O.DRAW_2: after}, hand_size=3)
    game.expect(cards=set())  # no worker is left for the other one
    game.expect(offices={O.DRAW_2} if before == STANDING else set())
    if before == STANDING:
        game.play(O.DRAW_2).expect(worker={O.DRAW_2: LYING_REPEATED}, hand_size=5, cards=set())


@pytest.mark.rule("COP-4.10")
@pytest.mark.parametrize("repeated", [False, True])
def test_an_office_repeated_before_still_counts_itself(repeated):
    game = buying(C.BONUS, workers={O.COIN_3, O.VP_3, O.BUY_2, O.DRAW_1})
    if repeated:
        game.play(C.BONUS, O.COIN_3).expect(coins=3, more_coins=0)
    game.play(DONE).expect(purse=3 + 3 * repeated, vp=3, purchases=2)
    game.expect(worker={O.VP_3: LYING, O.BUY_2: LYING, O.DRAW_1: STANDING})


@pytest.mark.rule("COP-4.10", "COP-4.2")
def test_which_offices_a_bonus_payment_can_use_in_each_phase():
    """Those of an own worker. An allocation office may use the bonus payment itself again, for one more."""
    some = (O.DRAW_1, O.SWAP_2, O.COIN_1, O.BUY_1, O.TRASH_1, O.VP_1, O.SPECIAL, O.ALLOCATION)
    workers = [dict.fromkeys(some, LYING), {O.DRAW_2: STANDING, O.SWAP_3: LYING}]
    game = turn(C.BONUS, C.COIN_12, workers=workers, pile=PILE[:1]).play(C.BONUS)
    game.expect(legal=[O.DRAW_1, O.SWAP_2, O.ALLOCATION])
    later = {O.COIN_1, O.BUY_1, O.VP_1, O.SPECIAL, O.ALLOCATION}
    buying(C.BONUS, C.COIN_12, workers=workers).play(C.BONUS).expect(offices=later | {O.TRASH_1})
    at_table(C.BONUS, C.COIN_12, workers=workers).play(C.BONUS).expect(offices=later)
    # Swapping once more needs a card besides.
    turn(C.BONUS, workers={O.SWAP_2: LYING}).refuses(C.BONUS)
    game = turn(C.BONUS, C.RED, workers={O.SWAP_2: LYING}, pile=PILE[:1])
    game.play(C.BONUS, O.SWAP_2, C.RED, DONE).expect(hand=[C.VP_9])


@pytest.mark.rule("COP-4.12", "COP-4.3")
@each_grey
def test_a_second_bonus_payment_names_a_different_worker(grey):
    game = at_table(C.BONUS, C.SECRETARY, workers={O.COIN_1, O.COIN_2, O.ALLOCATION})
    game.play(C.BONUS, O.COIN_2, grey, C.BONUS).expect("REUSE_WORKER").refuses(O.COIN_2)
    coins, more = (5, 1) if grey == O.ALLOCATION else (6, 0)
    game.play(O.COIN_1).expect(coins=coins, more_coins=more)


@pytest.mark.rule("COP-4.13")
def test_tokens_are_not_taken_again():
    game = turn(C.BONUS, office_tokens={O.DRAW_1: 3}, pile=PILE).play(at(O.DRAW_1)).expect(tokens=[3, 0])
    game.play(C.BONUS, O.DRAW_1).expect(tokens=[3, 0], pool=2)


@pytest.mark.rule("COP-4.14")
def test_purchases_and_allocation_offices_once_more():
    for office, purchases in ((O.BUY_1, 2), (O.BUY_2, 4)):
        game = at_table(C.BONUS, workers={office}).play(C.BONUS, office).expect(purchases=purchases)
    game = at_table(C.RADIO, C.TV, C.BONUS, **ONE).play(O.ALLOCATION, C.TV, C.BONUS, O.ALLOCATION)
    game.expect(legal=[C.RADIO])  # not the bonus payment: no worker is left for it
    game.play(C.RADIO, DONE).expect(vp=2 * 13)
    at_table(C.TV, C.BONUS, **ONE).play(O.ALLOCATION, C.TV).expect(legal=[DONE])  # it needs a card


@pytest.mark.rule("COP-4.14")
@pytest.mark.parametrize("own_first", [False, True])
def test_a_special_permit_once_more_closes_up_and_fills_again(own_first):
    position = {"street": [C.RADIO, 0, C.BANKER], "supply": [C.TRAIL, C.TRAIL_2, *range(55, 62)]}
    game = at_table(C.BONUS, C.COIN_12, C.BANKER_2, workers={O.SPECIAL}, **position)
    uses = [(O.SPECIAL,), (C.BONUS, O.SPECIAL)]
    first, again = uses if own_first else uses[::-1]
    street = game.play(*first).fact("street")
    assert street[:2] == [C.RADIO, C.BANKER]
    assert 0 not in street
    game.play(buy(1), *again).expect(street=street[1:], purchases=1)  # the supply is used up


# --- What cannot be had twice --------------------------------------------------------------------


@pytest.mark.rule("COP-4.15")
def test_battle_of_wits_has_no_second_use():
    game = buying(C.SECRETARY, C.COIN_12, played=[C.WITS], **ONE).expect(legal=[DONE])
    game.play(DONE, O.ALLOCATION).expect(legal=[C.COIN_12])


@pytest.mark.rule("COP-4.18")
@each_grey
@pytest.mark.parametrize("choices", [(COIN, VP), (COIN, COIN), (VP, VP)])
def test_the_charity_event_is_chosen_anew(grey, choices):
    game = at_table(C.CHARITY, C.SECRETARY, **ONE).play(grey, C.CHARITY)
    for choice in choices:
        game.offers(COIN, VP).play(choice)
    game.refuses(COIN, VP).expect(purse=choices.count(COIN), vp=2 * choices.count(VP))


# --- Chains --------------------------------------------------------------------------------------


@pytest.mark.rule("COP-4.19")
def test_an_allocation_office_repeated_for_nothing_but_repeats_is_not_offered():
    """A bonus payment on it could only use a bonus payment again, which has no worker left."""
    turn(C.BONUS, played=[C.BONUS_2], workers={O.ALLOCATION: LYING}).expect(cards=set())
    game = turn(C.BONUS, played=[C.BONUS_2, C.SAUNA], workers={O.ALLOCATION: LYING}, pile=PILE)
    game.play(C.BONUS, O.ALLOCATION).expect(legal=[C.SAUNA])
    # An allocation office on a bonus payment on an allocation office.
    workers = {O.ALLOCATION: STANDING, O.ALLOCATION_2: LYING}
    game = turn(played=[C.BONUS, C.SAUNA], workers=workers, pile=PILE).play(O.ALLOCATION)
    game.expect(cards={C.BONUS, C.SAUNA}).play(C.BONUS).expect(offices={O.ALLOCATION, O.ALLOCATION_2})
    game.play(O.ALLOCATION_2, C.SAUNA).expect(hand_size=2, temporary=[C.BONUS, C.SAUNA], offices=set())


def two_that_copy_each_other() -> Game:
    """One secretary stands for a banker that is gone, the other for a sauna, no longer of use."""
    return buying(
        played=[C.BONUS, C.SECRETARY, C.SECRETARY_2, C.SAUNA],
        temporary=[C.BANKER],
        workers={O.ALLOCATION: STANDING, O.ALLOCATION_2: LYING, O.DRAW_1: LYING},
        copied={C.SECRETARY: C.BANKER, C.SECRETARY_2: C.SAUNA},
    ).play(O.ALLOCATION)


@pytest.mark.rule("COP-4.19", "COP-4.22")
def test_a_chain_may_use_up_the_last_card_that_it_needs():
    """The secretary could only copy the bonus payment, for an office that could only reuse the secretary."""
    game = two_that_copy_each_other().refuses(DONE).play(C.SECRETARY).expect(legal=[DONE]).play(DONE)
    game.expect("HAND", acting=0, legal=[DONE], zone={C.SECRETARY: TEMPORARY})
    # The other secretary would have had something to copy.
    game = two_that_copy_each_other().play(C.SECRETARY_2).expect(legal=[C.SECRETARY]).play(C.SECRETARY)
    game.expect(coins=0, more_coins=3)
    # A bonus payment may lead to it as well.
    game = two_that_copy_each_other().play(C.BONUS, O.ALLOCATION_2).expect(legal=[C.SECRETARY_2])
    game.play(C.SECRETARY_2, C.SECRETARY).expect(coins=0, more_coins=3)


# --- Coins that are not doubled ------------------------------------------------------------------

STEPS = {
    "allocation": [O.ALLOCATION, C.BANKER],
    "allocation, secretary": [O.ALLOCATION, C.SECRETARY, C.BANKER],
    "allocation, bonus": [O.ALLOCATION, C.BONUS, O.COIN_3],
    "allocation, secretary, bonus": [O.ALLOCATION, C.SECRETARY, C.BONUS, O.COIN_3],
    "bonus, allocation": [C.BONUS_2, O.ALLOCATION, C.BANKER],
    "bonus, allocation, secretary": [C.BONUS_2, O.ALLOCATION, C.SECRETARY, C.BANKER],
    "bonus, allocation, bonus": [C.BONUS_2, O.ALLOCATION, C.BONUS, O.COIN_3],
    "secretary, bonus, allocation": [C.SECRETARY_2, C.BONUS, O.ALLOCATION, C.BANKER],
    "secretary": [C.SECRETARY_2, C.BANKER],
    "bonus": [C.BONUS_2, O.COIN_3],
    "secretary, bonus": [C.SECRETARY_2, C.BONUS, O.COIN_3],
}


def chain(steps: str, **options) -> Game:
    """The banker, the secretary and a bonus payment were used before; a garden party doubles coins."""
    position = {"played": [C.BANKER, C.SECRETARY, C.BONUS], "copied": {C.SECRETARY: C.SAUNA}, "doublings": 1}
    position["workers"] = {O.ALLOCATION: STANDING, O.COIN_3: LYING}
    game = at_table(C.BONUS_2, C.SECRETARY_2, **position, **options)
    return game.play(*STEPS[steps]).expect("TABLE")


@pytest.mark.rule("COP-4.20", "COP-4.21", "COP-6.4")
@pytest.mark.parametrize("double", [True, False])
@pytest.mark.parametrize("steps", STEPS)
def test_coins_through_every_chain(steps, double):
    doubled = "allocation" not in steps and (double or "bonus" not in steps)
    coins, more, purse = (3, 0, 6) if doubled else (0, 3, 3)
    chain(steps, double_bonus_coins=double).expect(coins=coins, more_coins=more, purse=purse)


@pytest.mark.rule("COP-4.20")
@pytest.mark.parametrize("steps", ["allocation, bonus", "allocation, secretary, bonus"])
def test_the_next_action_brings_coins_that_are_doubled_again(steps):
    chain(steps).play(C.SECRETARY_2, C.BANKER).expect(coins=3, more_coins=3)


@pytest.mark.rule("COP-4.20", "COP-4.21")
@pytest.mark.parametrize("double", [True, False])
def test_trash_coins_of_a_repeated_office(double):
    """By an allocation office never doubled; by a bonus payment as the option says."""
    options = {"double_bonus_coins": double}
    game = buying(C.BONUS, C.RED, C.COIN_12, workers={O.TRASH_2}, **options)
    game.play(C.BONUS, O.TRASH_2, C.RED, DONE).expect(coins=int(double), more_coins=int(not double))
    game.play(O.TRASH_2, C.COIN_12, DONE).expect(coins=1 + double, more_coins=int(not double))
    workers = {O.TRASH_1: LYING, O.ALLOCATION: STANDING}
    game = buying(C.RED, played=[C.BONUS], workers=workers, **options)
    game.play(O.ALLOCATION, C.BONUS, O.TRASH_1, C.RED, DONE).expect(coins=0, more_coins=1)


@pytest.mark.rule("COP-4.20")
def test_the_hand_is_laid_down_with_coins_that_are_doubled():
    workers = {O.ALLOCATION, O.COIN_1}
    game = buying(C.PARTY, C.COIN_12, played=[C.BANKER], workers=workers)
    game.play(O.ALLOCATION, C.BANKER, DONE).expect(coins=2, more_coins=3, purse=2 * 2 + 3)
    game = buying(played=[C.BANKER], **ONE).play(O.ALLOCATION, C.BANKER, DONE)
    game.expect(undoubled=0)  # nothing is under way any more


@pytest.mark.rule("COP-4.20", "COP-6.5")
@pytest.mark.parametrize(("grey", "coins"), [*zip(GREY, (2 + 2, 2 + 1))])
def test_the_coin_of_a_charity_event_used_again(grey, coins):
    game = at_table(C.CHARITY, C.SECRETARY, C.PARTY, **ONE).play(grey, C.CHARITY, COIN).expect(purse=2)
    game.play(COIN).expect(purse=coins)


# --- No dead ends --------------------------------------------------------------------------------


@pytest.mark.rule("COP-4.22")
def test_strictly_a_copy_may_use_up_the_last_card_that_it_needs():
    """It copies the secretary that stands for a bonus payment, the only one to copy the third."""
    box, third = BOX.copy(), C.KEYNOTE
    box["card_effect"][0, third], box["card_strength"][0, third] = Effect.COPY_CARD, 0
    game = buying(
        played=[C.SECRETARY, C.SECRETARY_2, third],
        twice=[C.BANKER, C.BONUS],
        workers={O.ALLOCATION: STANDING, O.ALLOCATION_2: LYING},
        copied={C.SECRETARY: C.BANKER, C.SECRETARY_2: C.BONUS, third: C.SAUNA},
        box=box,
        strict_two=True,
    )
    game.play(O.ALLOCATION, third).expect(legal=[C.SECRETARY, C.SECRETARY_2]).play(C.SECRETARY_2)
    game.expect("REUSE_WORKER", legal=[DONE]).play(DONE).expect("HAND")


KINDS = (
    *(14 * [(Effect.COPY_CARD, 0)] + 8 * [(Effect.REUSE_WORKER, 0)] + 3 * [(Effect.DONATE, 0)]),
    *(2 * [(Effect.KEEP, 0)] + 2 * [(Effect.TRASH_FOR_WORKER, 0)] + 2 * [(Effect.EXTRA_OFFICE, 0)]),
    *(2 * [(Effect.ELBOWS, 0)] + 2 * [(Effect.COIN_OR_VP, 0)] + 3 * [(Effect.DRAW, 2)]),
    *(3 * [(Effect.WORKER, 1)] + [(Effect.COIN, 2), (Effect.DOUBLE_COINS, 0)]),
)


def grey_box(rng: np.random.Generator):
    """Many press secretaries, bonus payments and allocation offices, big hands, low prices."""
    box = BOX.copy()
    for number, kind in zip(range(19, 62), rng.permutation(len(KINDS))):
        box["card_effect"][0, number], box["card_strength"][0, number] = KINDS[kind]
        box["card_price"][0, number] = 1
    for office in EXTRA:
        if rng.random() < 0.7:
            box["office_effect"][0, office], box["office_strength"][0, office] = Effect.REUSE_CARD, 0
    box["hand"] = 9
    return box


@pytest.mark.rule("COP-4.17", "COP-4.22")
@each_strictness
@pytest.mark.parametrize("players", [2, 3])
def test_there_is_always_something_to_do_in_boxes_full_of_grey_cards(players, strict):
    rng = np.random.default_rng(players)
    games = deal(players, seed=players, num_games=GAMES, box=grey_box(rng), strict_two=strict)
    weights = np.ones((GAMES, games.num_actions))
    weights[:, [PASS, END_TURN, DONE]] = 0.2, 0.3, 0.15
    weights[:, BUY:INVEST_NONE] = 4
    while not games.over.all():
        masks, phases = games.legal, games.tables["phase"]
        stuck = np.flatnonzero(~masks.any(axis=1) & ~games.over)
        assert not len(stuck), [Phase(phases[row]).name for row in stuck]
        grey = masks[(phases >= Phase.REUSE_CARD) & (phases <= Phase.REUSE_WORKER)]
        assert not (grey[:, DONE] & (grey.sum(axis=1) > 1)).any()  # a target must be named if there is one
        games.step(weighted(games, rng, weights))
