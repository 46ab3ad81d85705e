"""Phase 3, the hand: whose turn it is, trash offices, grey cards of the hand, Battle of Wits, laying down."""

import pytest
from campaign import (
    ALLOCATION,
    BANKER,
    BUY_1,
    BUY_2,
    CAMPAIGN_OFFICE,
    CHARITY,
    COIN_12,
    COIN_13,
    COIN_14,
    COIN_15,
    COIN_16,
    DOCTOR,
    DONATIONS,
    DRAW_1,
    ELBOWS,
    INDUSTRIALIST,
    INSIDE,
    NEWSPAPER,
    PARTY,
    PAYMENT,
    RADIO,
    RED,
    SAUNA,
    SMALL_PR,
    SPECIAL,
    SWAP_2,
    TRAIL,
    TRASH_1,
    TRASH_2,
    TV,
    VP_9,
    VP_10,
    VP_11,
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

from hustings.envs.copycat.actions import COIN, DONE, INVEST_ONE, PASS, VP
from hustings.envs.copycat.table import (
    DISCARD,
    IN_BOX,
    IN_DRAW,
    KNOWN,
    LAID,
    LYING,
    STANDING,
    TEMPORARY,
    USED,
    Effect,
    Phase,
)
from hustings.envs.core.api.batch import GameBatch

COIN_OF_1, COIN_2, COIN_OF_3 = (office(Effect.COIN, strength) for strength in (1, 2, 3))
VP_OF_1, VP_OF_2, VP_OF_4 = (office(Effect.VP, strength) for strength in (1, 2, 4))

SECRETARY, SECRETARY_TOO = (card(Effect.COPY_CARD, copy=copy) for copy in (0, 1))


def buying(hand_cards=(), workers=None, players: int = 2, options=None, **position) -> GameBatch:
    """Seat 0 has come to buy; its hand is not laid down yet."""
    games = deal(players, **(options or {}))
    nothing = [[] for _ in range(players - 1)]
    rows = {
        key: [value, *nothing] for key, value in position.items() if key in ("piles", "played", "temporary")
    }
    rest = {key: value for key, value in position.items() if key not in rows}
    lay(games, stage="hand", hands=[hand_cards, *nothing], workers=[workers or {}], **rows, **rest)
    return games


def vp(games: GameBatch) -> int:
    return field(games, "vp")[0]


def zone(games: GameBatch, number: int, seat: int = 0) -> int:
    return int(games.tables["zone"][0, seat, number])


# --- Whose turn it is ----------------------------------------------------------------------------


@pytest.mark.rule("COP-5.1")
@pytest.mark.parametrize("order", [[2, 0, 3, 1], [0, 1, 2, 3], [3, 2, 1, 0]])
def test_one_after_the_other_in_order_of_the_bus(order):
    """Each plays hand and table to the end before the next; after the last the next round begins."""
    games = deal(4)
    hands = [[VP_9, COIN_12] for _ in range(4)]
    lay(games, stage="turn", seat=order[0], order=order, hands=hands, pool=[1, 1, 1, 1])
    play(games, *((seat, PASS) for seat in order))
    for number, seat in enumerate(order):
        assert (games.seat[0], phase(games)) == (seat, Phase.HAND)
        play(games, (seat, DONE), (seat, DONE))
        assert sum(field(games, "vp")) == number + 1
    assert (field(games, "round_number"), phase(games)) == (2, Phase.BID)


@pytest.mark.rule("COP-5.1")
def test_earlier_buyers_have_the_first_pick():
    games = deal(3)
    hands = [[COIN_12, COIN_13, COIN_14] for _ in range(3)]
    workers = [{BUY_1: STANDING}, {BUY_2: STANDING}, {}]
    lay(games, stage="hand", seat=1, order=[1, 0, 2], hands=hands, workers=workers, street=[SAUNA, RADIO])
    play(games, (1, DONE), (1, buy(1)), (1, DONE), (0, DONE))
    assert street(games)[:2] == [0, RADIO]
    assert legal(games) == {DONE}  # the radio costs 4


@pytest.mark.rule("COP-5.1")
def test_who_has_no_card_and_no_worker_comes_to_buy_all_the_same():
    games = buying(vp=[7, 0])
    assert legal(games) == {DONE}
    play(games, (0, DONE), (0, DONE))
    assert (games.seat[0], phase(games), vp(games)) == (1, Phase.HAND, 7)


# --- Two loops -----------------------------------------------------------------------------------


@pytest.mark.rule("COP-5.2", "COP-5.3")
def test_what_can_be_done_before_the_hand_is_laid_down():
    """Trash offices, grey cards and allocation offices; nothing is bought and nothing decided yet."""
    hand_cards = [SECRETARY, PAYMENT, WITS, BANKER, CHARITY, PARTY, TRAIL, RADIO, SAUNA, SMALL_PR, RED, VP_9]
    workers = dict.fromkeys(
        (TRASH_1, TRASH_2, ALLOCATION, BUY_1, SPECIAL, COIN_OF_1, VP_OF_1, DRAW_1), STANDING
    )
    games = buying(hand_cards, workers, played=[COIN_12], street=[RED + 1, NEWSPAPER])
    assert legal(games) == {
        DONE,
        *map(name, (SECRETARY, PAYMENT, WITS)),
        *map(use, (TRASH_1, TRASH_2, ALLOCATION)),
    }


@pytest.mark.rule("COP-5.2", "COP-5.3")
def test_any_order_and_as_often_as_there_is_something_left():
    workers = {TRASH_1: STANDING, TRASH_2: STANDING, ALLOCATION: STANDING}
    games = buying([PAYMENT, SECRETARY, RED, COIN_13, WITS, VP_9], workers, played=[COIN_12])
    play(games, (0, use(TRASH_1)), (0, name(RED)), (0, DONE))
    play(games, (0, name(SECRETARY)), (0, name(COIN_12)))
    play(games, (0, name(PAYMENT)), (0, use(TRASH_1)), (0, DONE))
    play(games, (0, use(ALLOCATION)), (0, name(COIN_12)))
    play(games, (0, name(WITS)), (0, name(VP_9)), (0, DONE))
    assert phase(games) == Phase.HAND
    assert legal(games) == {DONE, use(TRASH_2)}
    play(games, (0, DONE))
    assert (coins(games), vp(games), hand(games, 0)) == (1 + 1 + 1 + 1, 0, [VP_9])


@pytest.mark.rule("COP-5.3")
def test_a_grey_card_of_the_hand_finds_only_what_is_in_play_already():
    games = buying([SECRETARY, BANKER, COIN_12], {ALLOCATION: STANDING})
    assert legal(games) == {DONE}
    play(games, (0, DONE))
    assert legal(games) == {DONE, name(SECRETARY), use(ALLOCATION)}


@pytest.mark.rule("COP-5.3", "COP-5.2")
def test_a_bonus_payment_may_bring_a_special_permit_before_the_hand_is_laid_down():
    """So new cards are seen first; with the permit's own use they come after laying down."""
    games = buying(
        [PAYMENT, RED], {SPECIAL: STANDING, TRASH_1: STANDING}, street=[RADIO], supply=[NEWSPAPER, TV]
    )
    assert use(SPECIAL) not in legal(games)
    play(games, (0, name(PAYMENT)), (0, use(SPECIAL)))
    assert phase(games) == Phase.HAND
    assert street(games)[:3] in ([RADIO, NEWSPAPER, TV], [RADIO, TV, NEWSPAPER])
    assert legal(games) == {DONE, use(TRASH_1)}
    play(games, (0, use(TRASH_1)), (0, name(RED)), (0, DONE), (0, DONE))
    assert (field(games, "purchases"), coins(games)) == (1, 1)
    assert use(SPECIAL) in legal(games)


@pytest.mark.rule("COP-5.11")
def test_once_the_hand_is_laid_down_nothing_is_trashed_or_kept():
    """Not even after the special permit has shown new cards, or a purchase has been made."""
    workers = {TRASH_1: STANDING, TRASH_2: LYING, SPECIAL: STANDING, BUY_1: STANDING}
    games = buying([WITS, PAYMENT, RED, COIN_12, BANKER], workers, street=[RADIO], supply=[NEWSPAPER, TV])
    assert {name(WITS), use(TRASH_1)} <= legal(games)
    play(games, (0, DONE))
    for move in (use(SPECIAL), buy(1)):
        assert legal_cards(games) == {PAYMENT}
        assert legal_offices(games) <= {SPECIAL}
        play(games, (0, move))
    play(games, (0, name(PAYMENT)))
    assert legal_offices(games) == {SPECIAL, BUY_1}  # no trash office


@pytest.mark.rule("COP-5.11", "COP-5.6")
def test_cards_kept_are_no_cards_to_trash_at_the_table():
    games = buying([WITS, PAYMENT, RED, COIN_12], {TRASH_1: LYING})
    play(games, (0, name(WITS)), (0, name(RED)), (0, name(COIN_12)), (0, DONE))
    assert legal(games) == {DONE}
    play(games, (0, DONE))
    assert legal(games) == {DONE}
    assert hand(games, 0) == [RED, COIN_12]


# --- Trash offices -------------------------------------------------------------------------------


@pytest.mark.rule("COP-5.4")
@pytest.mark.parametrize(("where", "most"), [(TRASH_1, 1), (TRASH_2, 2)])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_coin_for_each_card_removed_from_the_game(where, most, number):
    games = buying([RED, SAUNA, VP_9, COIN_12], {where: STANDING})
    play(games, (0, use(where)))
    chosen = [SAUNA, VP_9][: min(number, most)]
    for each in chosen:
        assert legal_cards(games) == set(hand(games, 0))
        play(games, (0, name(each)))
    assert DONE in legal(games)
    assert (len(legal_cards(games)) > 0) == (len(chosen) < most)
    play(games, (0, DONE))
    assert coins(games) == len(chosen)
    assert len(hand(games, 0)) == 4 - len(chosen)
    assert use(where) not in legal(games)
    for each in chosen:
        assert zone(games, each) == 0
        if each == SAUNA:
            assert games.tables["place"][0, SAUNA] == IN_BOX


@pytest.mark.rule("COP-5.4")
def test_a_card_trashed_never_comes_back():
    games = buying([SAUNA, VP_9], {TRASH_2: STANDING})
    play(games, (0, use(TRASH_2)), (0, name(SAUNA)), (0, name(VP_9)), (0, DONE))
    pass_round(games)
    assert cards_in(games, 0, *range(1, 9)) == []
    assert games.tables["place"][0, SAUNA] == IN_BOX


@pytest.mark.rule("COP-5.5")
def test_only_cards_of_the_hand_are_trashed():
    """Of any colour; not those of the play area, nor the one chosen for the order of turns."""
    hand_cards = [RED, COIN_12, VP_9, SAUNA, SMALL_PR, BANKER, TV, CHARITY, WITS, PAYMENT, SECRETARY]
    games = buying(hand_cards, {TRASH_1: STANDING}, played=[COIN_13], temporary=[COIN_14], bids=[COIN_14, 0])
    play(games, (0, use(TRASH_1)))
    assert legal_cards(games) == set(hand_cards)


@pytest.mark.rule("COP-5.5")
def test_a_trash_office_needs_a_card_and_no_purchase():
    games = buying([], {TRASH_1: STANDING})
    assert legal(games) == {DONE}
    games = buying([RED], {TRASH_1: STANDING})
    play(games, (0, use(TRASH_1)), (0, name(RED)), (0, DONE), (0, DONE))
    assert legal(games) == {DONE}  # a coin, and nothing to buy with
    assert coins(games) == 1


@pytest.mark.rule("COP-5.5", "COP-5.6")
def test_cards_kept_are_not_trashed():
    games = buying([WITS, RED, COIN_12], {TRASH_1: STANDING, TRASH_2: STANDING})
    play(games, (0, name(WITS)), (0, name(COIN_12)), (0, DONE), (0, use(TRASH_2)))
    assert legal_cards(games) == {RED}
    play(games, (0, name(RED)), (0, DONE))
    assert legal(games) == {DONE}  # no card is left for the other office
    play(games, (0, DONE))
    assert hand(games, 0) == [COIN_12]


@pytest.mark.rule("COP-5.4", "COP-2.21")
def test_the_last_card_trashed_by_a_bonus_payment():
    """The bonus payment itself is no card to trash."""
    games = buying([PAYMENT], {TRASH_1: LYING})
    assert legal(games) == {DONE}
    games = buying([PAYMENT, RED], {TRASH_1: LYING})
    play(games, (0, name(PAYMENT)), (0, use(TRASH_1)))
    assert legal(games) == {DONE, name(RED)}


# --- Battle of Wits ------------------------------------------------------------------------------


@pytest.mark.rule("COP-5.6")
@pytest.mark.parametrize("number", [0, 1, 3])
def test_battle_of_wits_keeps_any_number(number):
    """What is kept does not count, is not laid down, and is in the hand of the next round."""
    hand_cards = [VP_9, VP_10, COIN_12]
    games = buying([WITS, *hand_cards], piles=[VP_11, COIN_13, COIN_14, COIN_15, COIN_16])
    play(games, (0, name(WITS)))
    for each in hand_cards[:number]:
        assert legal_cards(games) == set(hand_cards) - {*hand_cards[: hand_cards.index(each)]}
        play(games, (0, name(each)))
    assert DONE in legal(games)
    play(games, (0, DONE))
    assert phase(games) == Phase.HAND
    play(games, (0, DONE))
    assert hand(games, 0) == hand_cards[:number]
    assert cards_in(games, 0, USED) == [*hand_cards[number:], WITS]
    assert (vp(games), coins(games)) == (max(2 - number, 0), number < 3)
    assert (field(games, "keeping"), sum(field(games, "kept"))) == (0, 0)
    pass_round(games)
    assert hand(games, 0) == sorted([*hand_cards[:number], VP_11, *range(13, 17)])  # and five new ones
    assert cards_in(games, 0, DISCARD) == [*hand_cards[number:], WITS]


@pytest.mark.rule("COP-5.6")
def test_cards_kept_are_not_used_in_any_other_way():
    games = buying([WITS, SECRETARY, PAYMENT, COIN_12], {COIN_OF_1: STANDING}, played=[BANKER])
    play(games, (0, name(WITS)), (0, name(SECRETARY)), (0, DONE))
    assert legal(games) == {DONE, name(PAYMENT)}
    play(games, (0, DONE))
    assert legal(games) == {DONE, name(PAYMENT)}
    assert hand(games, 0) == [SECRETARY]


@pytest.mark.rule("COP-5.6")
def test_cards_kept_stay_hidden_or_known():
    games = buying([WITS, VP_9], known=[[COIN_12], []])
    play(games, (0, name(WITS)), (0, name(VP_9)), (0, name(COIN_12)), (0, DONE), (0, DONE))
    assert cards_in(games, 0, KNOWN) == [COIN_12]
    layout = games.game.observation(2)
    assert not games.observe(seat=1)[0][layout["kept"].start : layout["kept"].stop].any()


@pytest.mark.rule("COP-5.7")
def test_battle_of_wits_needs_a_card_to_keep():
    games = buying([WITS])
    assert legal(games) == {DONE}
    games = buying([WITS, RED], {TRASH_1: STANDING})
    play(games, (0, use(TRASH_1)), (0, name(RED)), (0, DONE))
    assert legal(games) == {DONE}


@pytest.mark.rule("COP-5.7")
def test_battle_of_wits_is_played_from_the_hand_in_phase_3_only():
    games = deal(2)
    lay(games, hands=[[WITS, VP_9], []], piles=[[], []])
    assert legal_cards(games) == set()  # not in a turn
    games = buying([VP_9], temporary=[WITS], bids=[WITS, 0])
    assert legal(games) == {DONE}  # not when it was the card for the order of turns
    games = buying([WITS, VP_9])
    play(games, (0, DONE))
    assert legal(games) == {DONE}  # not any more when all lies on the table
    assert zone(games, WITS) == LAID


@pytest.mark.rule("COP-5.7")
def test_a_kept_card_may_be_chosen_for_the_order_of_turns():
    games = buying([WITS, TV], piles=[VP_9, VP_10, VP_11, COIN_12, COIN_13])
    play(games, (0, name(WITS)), (0, name(TV)), (0, DONE), (0, DONE))
    pass_round(games)
    assert legal_cards(games) == {TV, VP_9, VP_10, VP_11, COIN_12, COIN_13}


# --- Laying down ---------------------------------------------------------------------------------


@pytest.mark.rule("COP-5.8", "COP-5.9")
def test_all_that_is_left_is_laid_down_and_counts_by_itself():
    hand_cards = [VP_9, COIN_12, RADIO, BANKER, INDUSTRIALIST, PARTY, TRAIL, CHARITY]
    workers = dict.fromkeys((COIN_2, VP_OF_4, BUY_2, BUY_1), STANDING)
    games = buying(hand_cards, workers, tokens=[2, 0])
    play(games, (0, DONE))
    assert phase(games) == Phase.TABLE
    assert hand(games, 0) == []
    assert cards_in(games, 0, USED) == sorted(hand_cards)
    assert field(games, "coins") == 1 + 3 + 2 + 2
    assert coins(games) == 2 * 8
    assert vp(games) == 1 + 3 + 4
    assert (field(games, "purchases"), field(games, "charity")) == (3, [1, 0])
    assert [int(games.tables["worker"][0, 0, where]) for where in workers] == [LYING] * 4


@pytest.mark.rule("COP-5.9")
@pytest.mark.parametrize(
    ("number", "amount", "points"),
    [(where, n, 0) for n, where in enumerate((COIN_OF_1, COIN_2, COIN_OF_3), 1)]
    + [(VP_OF_1, 0, 1), (VP_OF_2, 0, 2), (VP_OF_4, 0, 4)],
)
def test_coins_and_points_of_offices(number, amount, points):
    games = buying([], {number: STANDING})
    play(games, (0, DONE))
    assert (coins(games), vp(games)) == (amount, points)


@pytest.mark.rule("COP-5.9")
def test_offices_that_were_used_before_do_not_count_again():
    games = buying([], {COIN_2: LYING, VP_OF_1: LYING, BUY_1: LYING})
    play(games, (0, DONE))
    assert (coins(games), vp(games), field(games, "purchases")) == (0, 0, 0)


@pytest.mark.rule("COP-5.9")
def test_others_workers_do_not_count():
    games = deal(2)
    lay(games, stage="hand", hands=[[], [COIN_12]], workers=[{}, {COIN_2: STANDING, VP_OF_1: STANDING}])
    play(games, (0, DONE), (0, DONE))
    assert vp(games) == 0
    play(games, (1, DONE))
    assert (coins(games), field(games, "vp")) == (3, [0, 1])


@pytest.mark.rule("COP-5.9", "COP-5.8")
@pytest.mark.parametrize("numbers", [(9, 10, 11), (16, 17, 18), (12, 9, 15)])
def test_which_start_cards_are_points(numbers):
    games = buying(list(range(9, 19)), options={"vp_start_numbers": numbers})
    play(games, (0, DONE))
    assert (coins(games), vp(games)) == (7, 3)
    games = buying([9, 12, 16], options={"vp_start_numbers": numbers})
    play(games, (0, DONE))
    points = sum(number in numbers for number in (9, 12, 16))
    assert (coins(games), vp(games)) == (3 - points, points)


@pytest.mark.rule("COP-5.10")
def test_blue_purple_and_red_cards_are_laid_down_without_effect():
    hand_cards = [SAUNA, SMALL_PR, CAMPAIGN_OFFICE, INSIDE, DONATIONS, ELBOWS, RED]
    games = buying(hand_cards, {DRAW_1: STANDING, SWAP_2: STANDING}, piles=[COIN_12, COIN_13])
    play(games, (0, DONE))
    assert cards_in(games, 0, LAID) == sorted(hand_cards)
    assert cards_in(games, 0, IN_DRAW) == [COIN_12, COIN_13]
    assert (field(games, "recruited")[0], field(games, "due"), field(games, "elbows")) == (0, 0, 0)
    assert legal(games) == {DONE}
    pass_round(games)
    discards = set(cards_in(games, 0, DISCARD)) | set(hand(games, 0)) | set(cards_in(games, 0, IN_DRAW))
    assert discards == {*hand_cards, COIN_12, COIN_13}


@pytest.mark.rule("COP-5.10")
def test_blue_offices_are_not_for_phase_3():
    games = buying([COIN_12, RED], {DRAW_1: STANDING, SWAP_2: STANDING}, piles=[COIN_13])
    assert legal(games) == {DONE}
    play(games, (0, DONE))
    assert legal(games) == {DONE}


@pytest.mark.rule("COP-5.8")
def test_cards_of_the_play_area_are_not_laid_down_twice():
    """Coins paid as a donation are not there to be spent again."""
    games = buying([COIN_13], played=[COIN_12, BANKER, CHARITY], temporary=[TV])
    play(games, (0, DONE))
    assert (coins(games), vp(games), field(games, "charity")) == (1, 0, [0, 0])
    assert zone(games, TV) == TEMPORARY


@pytest.mark.rule("COP-5.11")
def test_coins_and_points_are_not_declined_but_all_else_may_be():
    workers = dict.fromkeys((TRASH_1, SPECIAL, ALLOCATION, BUY_2), STANDING)
    games = buying([SECRETARY, PAYMENT, WITS, TV], workers, street=[RADIO, 0, NEWSPAPER], supply=[SAUNA])
    play(games, (0, DONE), (0, DONE))
    assert vp(games) == 10
    assert street(games)[:3] == [RADIO, 0, NEWSPAPER]
    assert [zone(games, number) for number in (SECRETARY, PAYMENT, WITS, TV)] == [LAID, LAID, LAID, USED]
    assert [field(games, "worker")[0][o] for o in (TRASH_1, SPECIAL, ALLOCATION)] == [STANDING] * 3


# --- Any order, and points declined ---------------------------------------------------------------

FREE = {"any_order": True}


@pytest.mark.rule("COP-5.2", "COP-5.11")
def test_in_any_order_cards_are_trashed_and_kept_after_a_purchase():
    """A special permit shows new cards, one is bought, and only then the rest of the hand is decided."""
    workers = dict.fromkeys((TRASH_2, SPECIAL, BUY_1), STANDING)
    hand_cards = [WITS, RED, BANKER, COIN_12, VP_9]
    games = buying(hand_cards, workers, options=FREE, street=[RADIO], supply=[SAUNA])
    first = {DONE, *map(name, (WITS, BANKER, COIN_12, VP_9)), *map(use, workers)}
    assert legal(games) == first  # nothing to be had with no coins and no purchases
    play(games, (0, use(SPECIAL)), (0, name(BANKER)), (0, buy(2)))
    assert (phase(games), coins(games), street(games)[:2]) == (Phase.HAND, 3 - 2, [RADIO, 0])
    play(games, (0, use(TRASH_2)), (0, name(RED)), (0, name(COIN_12)), (0, DONE))
    play(games, (0, name(WITS)), (0, name(VP_9)), (0, DONE), (0, DONE))
    assert (hand(games, 0), vp(games), coins(games)) == ([VP_9], 0, 3)
    assert field(games, "purchases") == 1  # of the office that counts with the rest
    assert zone(games, SAUNA) == TEMPORARY


@pytest.mark.rule("COP-5.2")
def test_in_any_order_a_doctorate_and_a_charity_event_come_before_the_rest_of_the_hand():
    games = buying([CHARITY, BANKER, COIN_12], {BUY_2: STANDING}, options=FREE, street=[DOCTOR, RADIO])
    play(games, (0, name(CHARITY)), (0, COIN), (0, use(BUY_2)), (0, buy(1)))
    assert phase(games) == Phase.INVEST
    play(games, (0, INVEST_ONE))
    assert (phase(games), vp(games), coins(games)) == (Phase.HAND, 1, 0)
    play(games, (0, DONE))
    assert coins(games) == 4
    play(games, (0, buy(2)))
    assert street(games)[:2] == [0, 0]


@pytest.mark.rule("COP-5.2")
def test_in_order_nothing_counts_before_the_hand_is_laid_down():
    games = buying([BANKER, VP_9, WITS], dict.fromkeys((BUY_1, COIN_2, VP_OF_4, SPECIAL), STANDING))
    assert legal(games) == {DONE, name(WITS)}


@pytest.mark.rule("COP-5.9", "COP-5.11")
@pytest.mark.parametrize("declined", [False, True])
def test_points_of_cards_and_offices_can_be_left(declined):
    hand_cards = [TV, VP_9, TRAIL, CHARITY, COIN_12]
    workers = {VP_OF_1: STANDING, COIN_2: STANDING}
    games = buying(hand_cards, workers, options={"decline_points": True}, tokens=[3, 0])
    play(games, (0, DONE))
    assert (vp(games), coins(games)) == (0, 3)
    points = {*map(name, (TV, VP_9, TRAIL)), use(VP_OF_1)}
    assert legal(games) == {DONE, COIN, VP, *points}
    if not declined:
        play(games, *((0, action) for action in sorted(points)), (0, VP))
        assert (vp(games), legal(games)) == (10 + 1 + 1 + 2, {DONE})
    play(games, (0, DONE))
    assert vp(games) == (3 if declined else 14 + 2 * 3)
