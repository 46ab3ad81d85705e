"""Phase 3, the table: coins and doublings, purchases, red cards, the special permit, counting points."""

import pytest

from hustings.envs.copycat.actions import COIN, DONE, VP
from hustings.envs.copycat.table import LYING, ON_STREET, OWNED, STANDING, STREET

from .playing import BOX, COINS, DOCTOR, C, Game, O, at_table, buy, buying

BOTH = {O.ALLOCATION, O.SPECIAL}
ONE = {O.ALLOCATION}
SIX = COINS[:6]
each_choice = pytest.mark.parametrize("choice", [COIN, VP, None])


def shop(street: list[int], coins: int = 99, purchases: int = 1, **position) -> Game:
    """Seat 0 has so many coins and purchases."""
    return at_table(street=street, **position).set(coins=coins, purchases=purchases)


def price(*cards: int) -> int:
    return sum(int(BOX[0]["card_price"][card]) for card in cards)


# --- What can be done, in which order ------------------------------------------------------------


@pytest.mark.rule("COP-6.1")
def test_all_that_is_left_in_any_order():
    workers = {O.ALLOCATION, O.SPECIAL, O.BUY_1, O.BUY_2}
    own = [C.SECRETARY, C.BONUS, C.BANKER, C.CHARITY, C.WITS]
    rest = [DONE, COIN, VP, C.SECRETARY, O.ALLOCATION, O.SPECIAL]
    game = at_table(*own, workers=workers, street=[C.SAUNA], supply=[C.NEWSPAPER])
    game.expect(legal=[*rest, C.BONUS, buy(1)]).play(buy(1)).expect(legal=[*rest, C.BONUS])
    game.play(C.BONUS, O.SPECIAL).expect(legal=rest)
    game.play(VP, C.SECRETARY, C.CHARITY, COIN).expect(legal=[DONE, O.ALLOCATION, O.SPECIAL])
    game.play(O.ALLOCATION, C.BANKER).expect(purse=3 + 1 + 3 - price(C.SAUNA), legal=[DONE, O.SPECIAL])
    game.play(DONE).expect(vp=2, seat=1)
    # Grey cards and offices used before are not offered.
    workers = {O.ALLOCATION: LYING, O.SPECIAL: LYING}
    at_table(C.BANKER, workers=workers, played=[C.SECRETARY, C.BONUS]).expect(legal=[DONE])


# --- Coins ---------------------------------------------------------------------------------------


@pytest.mark.rule("COP-6.2")
def test_coins_of_cards_offices_trash_charity_copies_and_bonus_payments():
    own = [C.COIN_12, C.BANKER, C.CHARITY, C.SECRETARY, C.BONUS, C.RED, C.VP_9]
    game = buying(*own, workers={O.COIN_2: STANDING, O.COIN_3: LYING, O.TRASH_1: STANDING})
    game.play(O.TRASH_1, C.RED, DONE, DONE).expect(purse=1 + 3 + 2 + 1)
    game.play(COIN, C.SECRETARY, C.BANKER, C.BONUS, O.COIN_3).expect(purse=7 + 1 + 3 + 3)
    game.set(doublings=1).expect(purse=28)


COPY, COPY_2, REUSE = (C.SECRETARY, C.PARTY), (C.SECRETARY_2, C.PARTY), (O.ALLOCATION, C.PARTY)


@pytest.mark.rule("COP-6.3")
@pytest.mark.parametrize(
    ("steps", "coins"), [([], 10), ([REUSE], 15), ([COPY], 15), ([COPY, REUSE], 15), ([COPY, COPY_2], 15)]
)
def test_a_garden_party_doubles_and_used_twice_triples(steps, coins):
    """Its own use, one by an allocation office and copies; a third doubling is void."""
    own = [C.BANKER, C.COIN_12, C.COIN_13, C.SECRETARY, C.SECRETARY_2]
    at_table(*own, workers=ONE).expect(purse=5, doublings=0)
    game = at_table(C.PARTY, *own, workers=ONE).play(*(move for step in steps for move in step))
    game.expect(doublings=1 + len(steps), purse=coins)


@pytest.mark.rule("COP-6.3", "COP-6.2", "COP-6.4")
def test_it_doubles_what_comes_later_and_what_is_spent_but_no_coin_of_an_allocation_office():
    game = at_table(C.PARTY, C.BANKER, C.COIN_12, C.CHARITY, workers={O.BUY_1}, street=[C.RADIO])
    game.play(buy(1), COIN).expect(purse=2 * (3 + 1 + 1) - price(C.RADIO))
    game = at_table(C.PARTY, C.BANKER, C.COIN_12, workers=ONE).play(O.ALLOCATION, C.BANKER)
    game.expect(purse=2 * 4 + 3)


@pytest.mark.rule("COP-6.5")
@pytest.mark.parametrize("points", [2, 1])
@each_choice
def test_a_charity_event_is_a_coin_or_points(choice, points):
    """Points if nothing was decided."""
    game = at_table(C.CHARITY, charity_vp=points).expect(legal=[DONE, COIN, VP], purse=0, vp=0)
    if choice is not None:
        game.play(choice).expect(legal=[DONE], purse=int(choice == COIN), charity=[0, 0])
    game.play(DONE).expect(vp=0 if choice == COIN else points, charity=[0, 0])


@pytest.mark.rule("COP-6.5", "COP-6.4")
def test_each_charity_event_by_itself():
    at_table(C.CHARITY, C.CHARITY_2).play(COIN).offers(COIN, VP).play(VP).expect(purse=1, vp=2, legal=[DONE])
    game = at_table(C.CHARITY, C.CHARITY_2, workers=ONE).play(O.ALLOCATION, C.CHARITY, DONE)
    game.expect(vp=3 * 2, charity=[0, 0])
    for choices in ((COIN, VP), (VP, COIN)):  # the coin that is doubled goes before the one that is not
        game = at_table(C.CHARITY, C.PARTY, workers=ONE).play(O.ALLOCATION, C.CHARITY).expect(charity=[1, 1])
        game.play(*choices).expect(purse=2, vp=2)


# --- Purchases -----------------------------------------------------------------------------------


@pytest.mark.rule("COP-6.6")
@pytest.mark.parametrize(
    ("offices", "number"),
    [((), 0), ((O.BUY_1,), 1), ((O.BUY_2,), 2), ((O.BUY_1, O.BUY_1B), 2), ((O.BUY_2, O.BUY_1), 3)],
)
def test_as_many_purchases_as_own_offices_allow(offices, number):
    street, workers = [C.RADIO, C.RADIO_2, C.SAUNA, C.DINNER], set(offices)
    game = at_table(C.BANKER, C.PARTY, C.BANKER_2, *SIX, workers=workers, street=street)
    for bought in range(number):
        game.expect(buys={1, 2, 3, 4} - {*range(1, bought + 1)}).play(buy(bought + 1))
    game.expect(buys=set(), temporary=street[:number])


@pytest.mark.rule("COP-6.7")
@pytest.mark.parametrize("space", range(1, STREET + 1))
def test_prices_rise_with_the_spaces(space):
    """Four spaces at the price of the card, four for a coin more, three for two more."""
    cost = price(C.DINNER) + (0 if space <= 4 else 1 if space <= 8 else 2)
    street = [0] * (space - 1) + [C.DINNER]
    shop(street, cost - 1).expect(buys=set())
    shop(street, cost).expect(buys={space}).play(buy(space)).expect(purse=0)


@pytest.mark.rule("COP-6.8", "COP-6.6")
def test_all_purchases_together_cost_no_more_than_the_coins_and_what_is_left_over_is_lost():
    cost = price(C.SAUNA, C.RADIO)
    game = shop([C.SAUNA, C.RADIO, C.BANKER, C.HUGE_PR], cost, purchases=3).expect(buys={1, 2, 3, 4})
    game.play(buy(2)).expect(buys={1}).play(buy(1)).expect(buys=set(), purse=0, spent=cost)
    own, workers = [C.BANKER, C.BANKER_2, C.PARTY], [{}, {O.BUY_1}]
    game = at_table(*own, hands=[[12]], workers=workers, street=[C.SAUNA]).expect(purse=12)
    game.play(DONE, (1, DONE)).expect(purse=1, doublings=0, legal=[DONE])
    game = at_table(C.BANKER, workers=ONE).play(O.ALLOCATION, C.BANKER, DONE)
    game.expect(seat=1, purse=0, more_coins=0, undoubled=0)
    # So is a purchase that is left.
    workers = {O.BUY_2}
    game = at_table(C.BANKER, C.BANKER_2, workers=workers, street=[C.RADIO, C.RADIO_2]).play(buy(1), DONE)
    game.expect(purchases=0, coins=0, spent=0, seat=1)


@pytest.mark.rule("COP-6.9")
def test_the_street_stays_as_it_is_until_the_clean_up():
    row = [C.SMALL_PR, C.NEWSPAPER, C.DINNER]
    game = shop([C.RADIO, C.SAUNA, *row], purchases=2, supply=[C.TV]).play(buy(2), buy(1))
    game.expect(street=[0, 0, *row]).play(DONE).expect(street=[0, 0, *row])
    game.play((1, DONE, DONE)).expect(street=[C.NEWSPAPER, C.DINNER, C.TV])  # cleared, closed up and filled


@pytest.mark.rule("COP-6.10")
def test_red_cards_to_the_left_come_along_and_those_to_the_right_stay():
    street = [C.RED, C.RADIO, C.RED_5, C.SAUNA, C.RED_8, 0, C.NEWSPAPER]
    game = shop(street, purchases=2).expect(buys={2, 4, 7})  # nobody buys a red card
    game.play(buy(4)).expect(purse=99 - price(C.SAUNA), temporary=[C.RED, C.RED_5, C.SAUNA])
    game.expect(street=[0, C.RADIO, 0, 0, C.RED_8, 0, C.NEWSPAPER])
    game.play(buy(2)).expect(temporary=[C.RED, C.RED_5, C.RADIO, C.SAUNA])
    game.expect(place=dict.fromkeys((C.RED, C.RED_5, C.RADIO, C.SAUNA), OWNED) | {C.RED_8: ON_STREET})


@pytest.mark.rule("COP-6.11")
def test_cards_bought_are_not_for_this_round():
    """They lie in the temporary pile: no coins, no copy, no second use."""
    bought = [C.BANKER, C.CHARITY, C.TV]
    game = shop(bought, played=[12], purchases=3, workers=ONE).play(buy(1), buy(2), buy(3))
    game.expect(purse=99 - price(*bought)).refuses(COIN, VP).play(O.ALLOCATION).expect(cards={C.COIN_12})
    game.play(C.COIN_12, DONE).expect(vp=0).pass_round().expect(deck=[C.COIN_12, *bought])
    game.expect(laid=[], played=[], temporary=[])


# --- The special permit --------------------------------------------------------------------------

SPECIAL = {"workers": {O.SPECIAL}}


@pytest.mark.rule("COP-6.12")
def test_the_special_permit_closes_up_fills_and_gives_a_purchase():
    supply = [C.TV, *range(55, 60), 61]
    position = {"street": [0, C.SAUNA, 0, C.RED, C.NEWSPAPER, *[0] * 5, C.DINNER], "supply": supply}
    game = at_table(C.BANKER, C.PARTY, *SIX, **SPECIAL, **position)
    game.expect(legal=[DONE, O.SPECIAL])  # no purchase before it
    street = game.play(O.SPECIAL).fact("street")
    assert street[:5] == [C.SAUNA, C.RED, C.NEWSPAPER, C.DINNER, C.TV]  # that of the earlier period
    assert set(street[4:]) == set(supply)
    game.expect(purchases=1, offices=set()).play(buy(4))  # at the price of the space where it lies now
    game.expect(purse=2 * 9 - price(C.DINNER), temporary=[C.RED, C.DINNER])
    game.expect(street=[C.SAUNA, 0, C.NEWSPAPER, 0, *street[4:]])
    # It clears nothing, and brings doctorates when the other cards are used up.
    street = [C.SAUNA, C.RADIO, C.NEWSPAPER, C.DINNER]
    at_table(**SPECIAL, street=street).play(O.SPECIAL).expect(street=street)
    game = at_table(**SPECIAL, street=[C.SAUNA], supply=[C.TV], doctorates_left=2).play(O.SPECIAL)
    game.expect(street=[C.SAUNA, C.TV, DOCTOR, DOCTOR], doctorates_left=0)


@pytest.mark.rule("COP-6.13")
@pytest.mark.parametrize(
    ("moves", "left"),
    [([], [0, C.SAUNA]), ([O.SPECIAL], [C.SAUNA, C.TV]), ([O.SPECIAL, buy(1)], [0, C.TV])],
)
def test_the_special_permit_may_be_left_and_so_may_its_purchase(moves, left):
    game = at_table(*SIX, **SPECIAL, street=[0, C.SAUNA], supply=[C.TV])
    game.play(*moves, DONE).expect(street=left)


@pytest.mark.rule("COP-6.13")
def test_the_special_permit_before_or_after_other_purchases():
    position = {"workers": {O.SPECIAL, O.BUY_1}, "street": [C.RADIO, C.SAUNA]}
    game = at_table(C.BANKER, *SIX, **position, supply=[C.TV]).play(buy(1), O.SPECIAL)
    game.expect(street=[C.SAUNA, C.TV]).play(buy(1))
    game = at_table(C.BANKER, *SIX, **position, supply=[C.TV]).play(O.SPECIAL)
    game.expect(street=[C.RADIO, C.SAUNA, C.TV], purchases=2)
    game.play(buy(2), buy(1)).expect(purse=9 - price(C.RADIO, C.SAUNA), legal=[DONE])


# --- Points --------------------------------------------------------------------------------------


@pytest.mark.rule("COP-6.20")
@pytest.mark.parametrize(
    ("trails", "steps", "factor"),
    [
        ([], [], 1),
        ([C.TRAIL], [], 2),
        ([C.TRAIL, C.TRAIL_2], [], 3),
        ([C.TRAIL], [O.ALLOCATION, C.TRAIL], 3),
        ([C.TRAIL], [C.SECRETARY, C.TRAIL], 3),
        ([C.TRAIL, C.TRAIL_2], [O.ALLOCATION, C.TRAIL], 3),
        ([C.TRAIL], [C.SECRETARY, C.TRAIL, O.ALLOCATION, C.TRAIL], 3),
    ],
)
def test_tokens_are_doubled_at_most_twice(trails, steps, factor):
    game = at_table(C.SECRETARY, *trails, workers=ONE, tokens=[7, 0]).play(*steps, DONE)
    game.expect(vp=7 * factor, tokens=[0, 0], token_doublings=0)  # tokens go back to the others


@pytest.mark.rule("COP-6.21")
def test_points_of_cards_and_offices_are_counted_and_not_doubled():
    own = [C.TV, C.VP_9, C.TRAIL, C.TRAIL_2, C.PARTY, C.CHARITY]
    at_table(*own, workers={O.VP_5}, tokens=[1, 0]).play(DONE).expect(vp=10 + 1 + 5 + 2 + 3)
    for card, points in ((C.VP_9, 1), (C.VP_10, 1), (C.RADIO, 3), (C.NEWSPAPER, 6), (C.TV_3, 10)):
        at_table(card, vp=[20, 0]).play(DONE).expect(vp=20 + points, round_vp=[points, 0])
