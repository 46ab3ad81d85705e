"""Phase 3, the table: coins and doublings, purchases, red cards, the special permit, counting points."""

import pytest
from campaign import (
    BANKER,
    BANKER_TOO,
    BOX,
    BUY_1,
    BUY_1_TOO,
    BUY_2,
    COIN_2,
    COIN_12,
    COIN_13,
    COIN_14,
    COIN_15,
    COIN_16,
    COIN_17,
    DINNER,
    DOCTOR,
    HUGE_PR,
    NEWSPAPER,
    PARTY,
    PAYMENT,
    RADIO,
    SAUNA,
    SMALL_PR,
    SPECIAL,
    TRASH_1,
    TV,
    VP_9,
    VP_10,
    WITS,
    buy,
    card,
    cards_in,
    coins,
    deal,
    field,
    hand,
    lay,
    legal,
    legal_buys,
    legal_cards,
    legal_offices,
    name,
    office,
    pass_round,
    phase,
    play,
    street,
    use,
)

from hustings.envs.copycat.actions import COIN, DONE, INVEST_ONE, VP
from hustings.envs.copycat.table import (
    LYING,
    ON_STREET,
    OWNED,
    SPENT,
    STANDING,
    STREET,
    TEMPORARY,
    USED,
    Effect,
    Ending,
    Phase,
)
from hustings.envs.core.api.batch import GameBatch

ALLOCATION, ALLOCATION_TOO = (office(Effect.REUSE_CARD, copy=copy) for copy in (0, 1))
COIN_OF_3, VP_OF_5 = office(Effect.COIN, 3), office(Effect.VP, 5)

SECRETARY, SECRETARY_TOO = (card(Effect.COPY_CARD, copy=copy) for copy in (0, 1))
TRAIL, TRAIL_TOO = (card(Effect.DOUBLE_TOKENS, copy=copy) for copy in (0, 1))
CHARITY, CHARITY_TOO = (card(Effect.COIN_OR_VP, copy=copy) for copy in (0, 1))
RADIO_TOO = card(Effect.VP, 3, copy=1)
RED, RED_TOO, RED_LAST = 1, 5, 8
COINS = [COIN_12, COIN_13, COIN_14, COIN_15, COIN_16, COIN_17]


def at_table(hand_cards=(), workers=None, players: int = 2, options=None, **position) -> GameBatch:
    """Seat 0 has laid down this hand."""
    games = deal(players, **(options or {}))
    nothing = [[] for _ in range(players - 1)]
    rows = {key: [value, *nothing] for key, value in position.items() if key in ("piles", "played")}
    rest = {key: value for key, value in position.items() if key not in rows}
    lay(games, stage="hand", hands=[hand_cards, *nothing], workers=[workers or {}], **rows, **rest)
    play(games, (0, DONE))
    return games


def shop(shown, amount: int = 99, purchases: int = 1, **position) -> GameBatch:
    """Seat 0 has so many coins and purchases."""
    games = at_table(street=shown, **position)
    games.tables["coins"][0] = amount
    games.tables["purchases"][0] = purchases
    return games


def price(number: int) -> int:
    return int(BOX[0]["card_price"][number])


def vp(games: GameBatch) -> int:
    return field(games, "vp")[0]


# --- What can be done, in which order ------------------------------------------------------------


@pytest.mark.rule("COP-6.1")
def test_all_that_is_left_in_any_order():
    workers = dict.fromkeys((ALLOCATION, SPECIAL, BUY_1, BUY_2), STANDING)
    games = at_table([SECRETARY, PAYMENT, BANKER, CHARITY, WITS], workers, street=[SAUNA], supply=[NEWSPAPER])
    everything = {
        DONE,
        COIN,
        VP,
        buy(1),
        *map(name, (SECRETARY, PAYMENT)),
        *map(use, (ALLOCATION, SPECIAL)),
    }
    assert legal(games) == everything
    play(games, (0, buy(1)))
    assert legal(games) == everything - {buy(1)}
    play(games, (0, name(PAYMENT)), (0, use(SPECIAL)))
    assert legal(games) == everything - {buy(1), name(PAYMENT)}
    play(games, (0, VP), (0, name(SECRETARY)), (0, name(CHARITY)), (0, COIN))
    assert legal(games) == {DONE, use(ALLOCATION), use(SPECIAL)}
    play(games, (0, use(ALLOCATION)), (0, name(BANKER)))
    assert (coins(games), legal(games)) == (3 + 1 + 3 - price(SAUNA), {DONE, use(SPECIAL)})
    play(games, (0, DONE))
    assert (vp(games), games.seat[0]) == (2, 1)


@pytest.mark.rule("COP-6.1")
def test_grey_cards_and_offices_used_before_are_not_offered():
    workers = {ALLOCATION: LYING, SPECIAL: LYING}
    games = at_table([BANKER], workers, played=[SECRETARY, PAYMENT])
    assert legal(games) == {DONE}


# --- Coins ---------------------------------------------------------------------------------------


@pytest.mark.rule("COP-6.2")
def test_coins_of_cards_offices_trash_charity_copies_and_bonus_payments():
    games = deal(2)
    workers = {COIN_2: STANDING, COIN_OF_3: LYING, TRASH_1: STANDING}
    hand_cards = [COIN_12, BANKER, CHARITY, SECRETARY, PAYMENT, RED, VP_9]
    lay(games, stage="hand", hands=[hand_cards, []], workers=[workers])
    play(games, (0, use(TRASH_1)), (0, name(RED)), (0, DONE), (0, DONE))
    assert coins(games) == 1 + 3 + 2 + 1
    play(games, (0, COIN), (0, name(SECRETARY)), (0, name(BANKER)), (0, name(PAYMENT)), (0, use(COIN_OF_3)))
    assert coins(games) == 7 + 1 + 3 + 3
    games.tables["doublings"][0] = 1
    assert coins(games) == 28


@pytest.mark.rule("COP-6.3")
@pytest.mark.parametrize(
    ("doublings", "amount"), [("", 5), ("p", 10), ("pa", 15), ("pc", 15), ("pac", 15), ("pcc", 15)]
)
def test_a_garden_party_doubles_and_used_twice_triples(doublings, amount):
    """Its own use, one by an allocation office and copies; a third doubling is void."""
    party = [PARTY] if doublings else []
    games = at_table([BANKER, COIN_12, COIN_13, SECRETARY, SECRETARY_TOO, *party], {ALLOCATION: STANDING})
    if "c" in doublings:
        play(games, (0, name(SECRETARY)), (0, name(PARTY)))
    if "cc" in doublings:
        play(games, (0, name(SECRETARY_TOO)), (0, name(PARTY)))
    if "a" in doublings:
        play(games, (0, use(ALLOCATION)), (0, name(PARTY)))
    assert field(games, "doublings") == len(doublings)
    assert coins(games) == amount


@pytest.mark.rule("COP-6.3", "COP-6.2")
def test_it_doubles_what_comes_later_and_what_is_spent_already():
    games = at_table([PARTY, BANKER, COIN_12, CHARITY], {BUY_1: STANDING}, street=[RADIO])
    play(games, (0, buy(1)), (0, COIN))
    assert coins(games) == 2 * (3 + 1 + 1) - price(RADIO)


@pytest.mark.rule("COP-6.4")
def test_coins_of_an_allocation_office_are_added_after_doubling():
    games = at_table([PARTY, BANKER, COIN_12], {ALLOCATION: STANDING})
    play(games, (0, use(ALLOCATION)), (0, name(BANKER)))
    assert coins(games) == 2 * 4 + 3


@pytest.mark.rule("COP-6.5")
@pytest.mark.parametrize("charity_vp", [2, 1])
@pytest.mark.parametrize("choice", [COIN, VP, None])
def test_a_charity_event_is_a_coin_or_points(choice, charity_vp):
    """Points if nothing was decided."""
    games = at_table([CHARITY], options={"charity_vp": charity_vp})
    assert legal(games) == {DONE, COIN, VP}
    assert (coins(games), vp(games)) == (0, 0)
    if choice is not None:
        play(games, (0, choice))
        assert legal(games) == {DONE}
        assert coins(games) == (choice == COIN)
    play(games, (0, DONE))
    assert field(games, "vp")[0] == (0 if choice == COIN else charity_vp)
    assert field(games, "charity") == [0, 0]


@pytest.mark.rule("COP-6.5")
def test_each_charity_event_by_itself():
    games = at_table([CHARITY, CHARITY_TOO])
    play(games, (0, COIN))
    assert {COIN, VP} <= legal(games)
    play(games, (0, VP))
    assert (coins(games), vp(games), legal(games)) == (1, 2, {DONE})


@pytest.mark.rule("COP-6.5")
def test_all_that_is_undecided_counts_as_points():
    games = at_table([CHARITY, CHARITY_TOO], {ALLOCATION: STANDING})
    play(games, (0, use(ALLOCATION)), (0, name(CHARITY)), (0, DONE))
    assert vp(games) == 3 * 2


@pytest.mark.rule("COP-6.5", "COP-6.4")
@pytest.mark.parametrize(("choices", "amount", "points"), [((COIN, VP), 2, 2), ((VP, COIN), 2, 2)])
def test_a_coin_that_is_doubled_goes_before_one_that_is_not(choices, amount, points):
    games = at_table([CHARITY, PARTY], {ALLOCATION: STANDING})
    play(games, (0, use(ALLOCATION)), (0, name(CHARITY)))
    assert field(games, "charity") == [1, 1]
    play(games, *((0, choice) for choice in choices))
    assert (coins(games), vp(games)) == (amount, points)


# --- Purchases -----------------------------------------------------------------------------------


@pytest.mark.rule("COP-6.6")
@pytest.mark.parametrize(
    ("where", "number"), [((), 0), ((BUY_1,), 1), ((BUY_2,), 2), ((BUY_1, BUY_1_TOO), 2), ((BUY_2, BUY_1), 3)]
)
def test_as_many_purchases_as_own_offices_allow(where, number):
    shown = [RADIO, RADIO_TOO, SAUNA, DINNER]
    games = at_table([BANKER, PARTY, BANKER_TOO, *COINS], dict.fromkeys(where, STANDING), street=shown)
    for bought in range(number):
        assert legal_buys(games) == {1, 2, 3, 4} - set(range(1, bought + 1))
        play(games, (0, buy(bought + 1)))
    assert legal_buys(games) == set()
    assert sorted(cards_in(games, 0, TEMPORARY)) == sorted(shown[:number])


@pytest.mark.rule("COP-6.6")
def test_a_purchase_may_be_left_and_is_lost():
    games = at_table([BANKER, BANKER_TOO], {BUY_2: STANDING}, street=[RADIO, RADIO_TOO])
    play(games, (0, buy(1)), (0, DONE))
    assert (field(games, "purchases"), field(games, "coins"), field(games, "spent")) == (0, 0, 0)
    assert games.seat[0] == 1


@pytest.mark.rule("COP-6.7")
@pytest.mark.parametrize("space", range(1, STREET + 1))
def test_prices_rise_with_the_spaces(space):
    """Four spaces at the price of the card, four for a coin more, three for two more."""
    cost = price(DINNER) + (0 if space <= 4 else 1 if space <= 8 else 2)
    shown = [0] * (space - 1) + [DINNER]
    assert legal_buys(shop(shown, cost - 1)) == set()
    games = shop(shown, cost)
    assert legal_buys(games) == {space}
    play(games, (0, buy(space)))
    assert coins(games) == 0


@pytest.mark.rule("COP-6.8")
def test_all_purchases_together_cost_no_more_than_the_coins():
    games = shop([SAUNA, RADIO, BANKER, HUGE_PR], price(SAUNA) + price(RADIO), purchases=3)
    assert legal_buys(games) == {1, 2, 3, 4}
    play(games, (0, buy(2)))
    assert legal_buys(games) == {1}
    play(games, (0, buy(1)))
    assert legal_buys(games) == set()
    assert (coins(games), field(games, "spent")) == (0, price(SAUNA) + price(RADIO))


@pytest.mark.rule("COP-6.8")
def test_coins_left_over_are_lost():
    games = deal(2)
    hands = [[BANKER, BANKER_TOO, PARTY], [COIN_12]]
    lay(games, stage="hand", hands=hands, workers=[{}, {BUY_1: STANDING}], street=[SAUNA])
    play(games, (0, DONE))
    assert coins(games) == 12
    play(games, (0, DONE), (1, DONE))
    assert (coins(games), field(games, "doublings"), legal(games)) == (1, 0, {DONE})


@pytest.mark.rule("COP-6.8")
def test_coins_that_are_not_doubled_are_lost_as_well():
    games = at_table([BANKER], {ALLOCATION: STANDING})
    play(games, (0, use(ALLOCATION)), (0, name(BANKER)), (0, DONE))
    assert games.seat[0] == 1
    assert (coins(games), field(games, "more_coins"), field(games, "undoubled")) == (0, 0, 0)


@pytest.mark.rule("COP-6.9")
def test_the_street_stays_as_it_is_until_the_clean_up():
    games = shop([RADIO, SAUNA, SMALL_PR, NEWSPAPER, DINNER], purchases=2, supply=[TV])
    play(games, (0, buy(2)), (0, buy(1)))
    assert street(games) == [0, 0, SMALL_PR, NEWSPAPER, DINNER, *[0] * 6]
    play(games, (0, DONE))
    assert street(games)[:6] == [0, 0, SMALL_PR, NEWSPAPER, DINNER, 0]
    play(games, (1, DONE), (1, DONE))
    assert street(games)[:5] == [NEWSPAPER, DINNER, TV, 0, 0]  # cleared, closed up and filled


@pytest.mark.rule("COP-6.10")
def test_red_cards_to_the_left_come_along():
    shown = [RED, RADIO, RED_TOO, SAUNA, RED_LAST, 0, NEWSPAPER]
    games = shop(shown, purchases=2)
    assert legal_buys(games) == {2, 4, 7}  # nobody buys a red card
    play(games, (0, buy(4)))
    assert coins(games) == 99 - price(SAUNA)
    assert cards_in(games, 0, TEMPORARY) == [RED, RED_TOO, SAUNA]
    assert street(games)[:7] == [0, RADIO, 0, 0, RED_LAST, 0, NEWSPAPER]
    play(games, (0, buy(2)))
    assert cards_in(games, 0, TEMPORARY) == [RED, RED_TOO, RADIO, SAUNA]
    assert all(games.tables["place"][0, number] == OWNED for number in (RED, RED_TOO, RADIO, SAUNA))
    assert games.tables["place"][0, RED_LAST] == ON_STREET


@pytest.mark.rule("COP-6.10")
def test_red_cards_to_the_right_stay():
    games = shop([RADIO, RED, RED_TOO])
    play(games, (0, buy(1)))
    assert street(games)[:3] == [0, RED, RED_TOO]


@pytest.mark.rule("COP-6.11")
def test_cards_bought_are_not_for_this_round():
    """They lie in the temporary pile: no coins, no copy, no second use."""
    games = shop([BANKER, CHARITY, TV], played=[COIN_12], purchases=3)
    games.tables["worker"][0, 0, ALLOCATION] = STANDING
    before = coins(games)
    play(games, (0, buy(1)), (0, buy(2)), (0, buy(3)))
    assert coins(games) == before - sum(map(price, (BANKER, CHARITY, TV)))
    assert not {COIN, VP} & legal(games)
    play(games, (0, use(ALLOCATION)))
    assert legal_cards(games) == {COIN_12}
    play(games, (0, name(COIN_12)), (0, DONE))
    assert vp(games) == 0
    pass_round(games)
    assert set(cards_in(games, 0, 1, 2, 3, 8)) == {COIN_12, BANKER, CHARITY, TV}


# --- The special permit --------------------------------------------------------------------------


@pytest.mark.rule("COP-6.12")
def test_the_special_permit_closes_up_fills_and_gives_a_purchase():
    shown = [0, SAUNA, 0, RED, NEWSPAPER, 0, 0, 0, 0, 0, DINNER]
    supply = [TV, *range(55, 60), 61]
    games = at_table([BANKER, PARTY, *COINS], {SPECIAL: STANDING}, street=shown, supply=supply)
    assert legal(games) == {DONE, use(SPECIAL)}  # no purchase before it
    play(games, (0, use(SPECIAL)))
    assert street(games)[:4] == [SAUNA, RED, NEWSPAPER, DINNER]
    assert set(street(games)[4:]) == set(supply)
    assert street(games)[4] == TV  # of the earlier period
    assert field(games, "purchases") == 1
    assert legal_offices(games) == set()
    play(games, (0, buy(4)))  # at the price of the space where it lies now
    assert coins(games) == 2 * 9 - price(DINNER)
    assert cards_in(games, 0, TEMPORARY) == [RED, DINNER]
    assert street(games)[1] == street(games)[3] == 0


@pytest.mark.rule("COP-6.12")
def test_nothing_is_cleared_by_the_special_permit():
    games = at_table([], {SPECIAL: STANDING}, street=[SAUNA, RADIO, NEWSPAPER, DINNER])
    play(games, (0, use(SPECIAL)))
    assert street(games)[:5] == [SAUNA, RADIO, NEWSPAPER, DINNER, 0]


@pytest.mark.rule("COP-6.12")
def test_doctorates_come_when_the_other_cards_are_used_up():
    games = at_table([], {SPECIAL: STANDING}, street=[SAUNA], supply=[TV], doctorates_left=2)
    play(games, (0, use(SPECIAL)))
    assert street(games)[:5] == [SAUNA, TV, DOCTOR, DOCTOR, 0]
    assert field(games, "doctorates_left") == 0


@pytest.mark.rule("COP-6.13")
@pytest.mark.parametrize("done", ["nothing", "the office", "the office and a purchase"])
def test_the_special_permit_may_be_left_and_so_may_its_purchase(done):
    games = at_table(COINS, {SPECIAL: STANDING}, street=[0, SAUNA], supply=[TV])
    moves = {"nothing": [], "the office": [use(SPECIAL)], "the office and a purchase": [use(SPECIAL), buy(1)]}
    play(games, *((0, move) for move in [*moves[done], DONE]))
    left = {"nothing": [0, SAUNA, 0], "the office": [SAUNA, TV, 0], "the office and a purchase": [0, TV, 0]}
    assert street(games)[:3] == left[done]


@pytest.mark.rule("COP-6.13")
def test_the_special_permit_before_or_after_other_purchases():
    games = at_table(
        [BANKER, *COINS], {SPECIAL: STANDING, BUY_1: STANDING}, street=[RADIO, SAUNA], supply=[TV]
    )
    play(games, (0, buy(1)), (0, use(SPECIAL)))
    assert street(games)[:3] == [SAUNA, TV, 0]
    play(games, (0, buy(1)))
    games = at_table(
        [BANKER, *COINS], {SPECIAL: STANDING, BUY_1: STANDING}, street=[RADIO, SAUNA], supply=[TV]
    )
    play(games, (0, use(SPECIAL)))
    assert (street(games)[:3], field(games, "purchases")) == ([RADIO, SAUNA, TV], 2)
    play(games, (0, buy(2)), (0, buy(1)))
    assert (coins(games), legal(games)) == (9 - price(RADIO) - price(SAUNA), {DONE})


# --- Points --------------------------------------------------------------------------------------


@pytest.mark.rule("COP-6.20")
@pytest.mark.parametrize(
    ("trails", "steps", "factor"),
    [
        ([], [], 1),
        ([TRAIL], [], 2),
        ([TRAIL, TRAIL_TOO], [], 3),
        ([TRAIL], [use(ALLOCATION), name(TRAIL)], 3),
        ([TRAIL], [name(SECRETARY), name(TRAIL)], 3),
        ([TRAIL, TRAIL_TOO], [use(ALLOCATION), name(TRAIL)], 3),
        ([TRAIL], [name(SECRETARY), name(TRAIL), use(ALLOCATION), name(TRAIL)], 3),
    ],
)
def test_tokens_are_doubled_at_most_twice(trails, steps, factor):
    games = at_table([SECRETARY, *trails], {ALLOCATION: STANDING}, tokens=[7, 0])
    play(games, *((0, step) for step in steps), (0, DONE))
    assert vp(games) == 7 * factor
    assert field(games, "tokens") == [0, 0]  # back to the others
    assert field(games, "token_doublings") == 0


@pytest.mark.rule("COP-6.21")
def test_points_of_cards_and_offices_are_not_doubled():
    games = at_table([TV, VP_9, TRAIL, TRAIL_TOO, PARTY, CHARITY], {VP_OF_5: STANDING}, tokens=[1, 0])
    play(games, (0, DONE))
    assert vp(games) == 10 + 1 + 5 + 2 + 3


@pytest.mark.rule("COP-6.21")
@pytest.mark.parametrize("number", [VP_9, VP_10, RADIO, NEWSPAPER, TV])
def test_points_of_cards(number):
    strength = {VP_9: 1, VP_10: 1, RADIO: 3, NEWSPAPER: 6, TV: 10}[number]
    games = at_table([number], vp=[20, 0])
    play(games, (0, DONE))
    assert vp(games) == 20 + strength
    assert field(games, "round_vp") == [strength, 0]


@pytest.mark.rule("COP-6.22")
def test_all_points_of_the_round_are_counted_for_it():
    workers = {VP_OF_5: STANDING, BUY_1: STANDING}
    games = at_table([TV, CHARITY, COIN_12], workers, tokens=[4, 0], street=[DOCTOR], doctorates_left=1)
    play(games, (0, buy(1)), (0, INVEST_ONE), (0, DONE))
    assert field(games, "round_vp") == [10 + 5 + 1 + 2 + 4, 0]
    assert field(games, "vp") == [22, 0]
    play(games, (1, DONE), (1, DONE))
    assert (field(games, "round_vp"), field(games, "vp")) == ([0, 0], [22, 0])


@pytest.mark.rule("COP-8.1", "COP-8.4")
def test_with_95_points_all_play_on_to_the_end_of_the_round():
    """The points above 95 count on, and a later player may still come to lead."""
    games = deal(3)
    hands = [[TV, NEWSPAPER], [RADIO], [card(Effect.VP, 10, copy=1)]]
    lay(games, stage="hand", hands=hands, vp=[90, 10, 98], order=[0, 1, 2])
    play(games, (0, DONE), (0, DONE))
    assert (field(games, "vp"), games.seat[0]) == ([106, 10, 98], 1)
    play(games, (1, DONE), (1, DONE), (2, DONE), (2, DONE))
    assert games.over[0]
    assert (field(games, "vp"), field(games, "ending")) == ([106, 13, 108], Ending.POINTS)


@pytest.mark.rule("COP-7.6")
def test_workers_and_cards_stay_until_the_clean_up():
    games = at_table([BANKER], {BUY_1: STANDING, COIN_2: STANDING}, street=[SAUNA])
    play(games, (0, buy(1)), (0, DONE))
    assert [int(games.tables["worker"][0, 0, where]) for where in (BUY_1, COIN_2)] == [LYING, LYING]
    assert (cards_in(games, 0, USED), cards_in(games, 0, TEMPORARY)) == ([BANKER], [SAUNA])
    assert hand(games, 0) == []
    assert cards_in(games, 0, SPENT) == []
    assert phase(games) == Phase.HAND
