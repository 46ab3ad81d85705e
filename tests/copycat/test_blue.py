"""Blue actions: drawing and the discards, swapping, Collecting Donations."""

import pytest
from campaign import (
    ALLOCATION,
    BANKER,
    BUY_1,
    CHARITY,
    COIN_12,
    COIN_13,
    COIN_14,
    COIN_15,
    COIN_16,
    COIN_17,
    COIN_18,
    DONATIONS,
    DRAW_1,
    DRAW_2,
    INDUSTRIALIST,
    PARTY,
    PAYMENT,
    RADIO,
    RED,
    SECRETARY,
    SMALL_PR,
    SWAP_2,
    SWAP_3,
    TRASH_1,
    VP_1,
    VP_9,
    VP_10,
    VP_11,
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
    place,
    play,
    use,
)

from hustings.envs.copycat.actions import COIN, DONE, DRAW, END_TURN, PASS
from hustings.envs.copycat.table import (
    DISCARD,
    IN_DRAW,
    IN_HAND,
    KNOWN,
    LYING,
    STANDING,
    TEMPORARY,
    USED,
    Effect,
    Phase,
)
from hustings.envs.core.api.batch import GameBatch

COIN_OFFICES = COIN_1, COIN_2, COIN_3 = tuple(office(Effect.COIN, strength) for strength in (1, 2, 3))

SAUNA, DINNER, KEYNOTE = (card(Effect.DRAW, strength) for strength in (2, 3, 4))
CHARITY_TOO = card(Effect.COIN_OR_VP, copy=1)

STARTS = [VP_9, VP_10, VP_11, COIN_12, COIN_13, COIN_14, COIN_15, COIN_16, COIN_17, COIN_18]


def acting(own: list[int], players: int = 2, options=None, **position) -> GameBatch:
    """Seat 0 is on turn with these cards in hand."""
    games = deal(players, **(options or {}))
    lay(games, hands=[own, *position.pop("hands", [])], **position)
    return games


def decks(games: GameBatch, seat: int = 0) -> tuple[list[int], list[int], list[int]]:
    """A player's draw pile, discards and temporary discards, their sizes checked."""
    pile, discards = cards_in(games, seat, IN_DRAW), cards_in(games, seat, DISCARD)
    assert field(games, "draw_size")[seat] == len(pile)
    assert field(games, "discard_size")[seat] == len(discards)
    assert field(games, "hand_size")[seat] == len(hand(games, seat))
    return pile, discards, cards_in(games, seat, TEMPORARY)


# --- Drawing -------------------------------------------------------------------------------------


@pytest.mark.rule("COP-3.14")
@pytest.mark.parametrize(("number", "drawn"), [(SAUNA, 2), (DINNER, 3), (KEYNOTE, 4)])
def test_a_card_draws_at_once(number, drawn):
    games = acting([number], piles=[STARTS, STARTS])
    play(games, (0, name(number)))
    assert phase(games) == Phase.TURN
    assert len(hand(games, 0)) == drawn
    assert len(decks(games)[0]) == 10 - drawn
    assert hand(games, 1) == []


@pytest.mark.rule("COP-3.14")
@pytest.mark.parametrize("strength", [1, 2, 3])
def test_an_office_draws_at_once(strength):
    where = office(Effect.DRAW, strength)
    games = acting([], workers=[{where: STANDING}], piles=[STARTS])
    play(games, (0, use(where)))
    assert phase(games) == Phase.TURN
    assert len(hand(games, 0)) == strength
    assert len(decks(games)[0]) == 10 - strength


@pytest.mark.rule("COP-3.14")
@pytest.mark.parametrize("how", ["reuse", "copy"])
def test_a_second_use_draws_again(how):
    games = acting([SAUNA, SECRETARY], workers=[{ALLOCATION: STANDING}], piles=[STARTS])
    play(games, (0, name(SAUNA)), (0, use(ALLOCATION) if how == "reuse" else name(SECRETARY)))
    play(games, (0, name(SAUNA)))
    assert len(decks(games)[0]) == 6


@pytest.mark.rule("COP-3.15")
def test_all_cards_are_drawn():
    games = acting([SAUNA, DONATIONS, COIN_12], workers=[{DRAW_2: STANDING}], piles=[STARTS[:3] + STARTS[4:]])
    play(games, (0, name(SAUNA)))
    assert phase(games) == Phase.TURN
    play(games, (0, use(DRAW_2)))
    assert phase(games) == Phase.TURN
    play(games, (0, name(DONATIONS)), (0, name(COIN_12)), (0, DONE))
    assert phase(games) == Phase.TURN
    assert len(decks(games)[0]) == 4


@pytest.mark.rule("COP-3.15")
def test_or_one_by_one_as_many_as_one_likes():
    position = {"workers": [{DRAW_2: STANDING}], "piles": [STARTS[:3] + STARTS[4:]]}
    games = acting([DINNER, DONATIONS, COIN_12], options={"partial_draw": True}, **position)
    play(games, (0, name(DINNER)))
    assert (phase(games), legal(games)) == (Phase.DRAW, {DONE, DRAW})
    play(games, (0, DRAW))
    assert len(decks(games)[0]) == 8  # one at a time
    play(games, (0, DONE))  # the first of three was enough
    assert phase(games) == Phase.TURN
    play(games, (0, use(DRAW_2)), (0, DRAW), (0, DRAW))
    assert phase(games) == Phase.TURN  # no more than two
    assert len(decks(games)[0]) == 6
    play(games, (0, name(DONATIONS)), (0, name(COIN_12)), (0, DONE))
    assert phase(games) == Phase.DRAW
    play(games, (0, DONE))
    assert len(decks(games)[0]) == 6


@pytest.mark.rule("COP-3.15")
def test_or_none_and_what_is_begun_is_used():
    games = acting([SAUNA], workers=[{DRAW_1: STANDING}], piles=[STARTS], options={"partial_draw": True})
    play(games, (0, name(SAUNA)), (0, DONE), (0, use(DRAW_1)), (0, DONE))
    assert hand(games, 0) == []
    assert cards_in(games, 0, USED) == [SAUNA]
    assert legal_offices(games) == set()


@pytest.mark.rule("COP-3.15", "COP-1.5")
def test_one_by_one_stops_with_the_last_card():
    games = acting([DINNER], piles=[[COIN_12]], discards=[[COIN_13]], options={"partial_draw": True})
    play(games, (0, name(DINNER)), (0, DRAW))
    assert legal(games) == {DONE, DRAW}  # the discards are shuffled for the next
    play(games, (0, DRAW))
    assert phase(games) == Phase.TURN  # nothing is left for a third
    assert hand(games, 0) == [COIN_12, COIN_13]


@pytest.mark.rule("COP-3.15", "COP-3.18")
def test_one_by_one_nothing_paid_draws_nothing():
    games = acting([DONATIONS, COIN_12, KEYNOTE], options={"partial_draw": True})
    play(games, (0, name(DONATIONS)), (0, DONE))
    assert phase(games) == Phase.TURN
    play(games, (0, name(KEYNOTE)))  # nor is anything asked where nothing can be drawn
    assert phase(games) == Phase.TURN


@pytest.mark.rule("COP-1.3", "COP-1.4")
def test_the_discards_are_shuffled_when_the_pile_has_no_card_left():
    position = {"piles": [[COIN_12]], "discards": [[COIN_13, COIN_14, COIN_15]], "temporary": [[COIN_16]]}
    games = acting([DINNER, VP_9], played=[[SAUNA]], bids=[COIN_16, 0], **position)
    play(games, (0, name(DINNER)))
    pile, discards, temporary = decks(games)
    assert COIN_12 in hand(games, 0)  # the rest of the pile comes first
    assert {*hand(games, 0), *pile} == {VP_9, COIN_12, COIN_13, COIN_14, COIN_15}
    assert (len(pile), discards) == (1, [])
    assert temporary == [COIN_16]  # never the card chosen for the order of turns,
    assert cards_in(games, 0, USED) == [SAUNA, DINNER]  # nor those played


@pytest.mark.rule("COP-1.3", "COP-1.4")
def test_any_of_the_discards_may_come_first():
    first = set()
    for seed in range(20):
        games = deal(2, seed=seed)
        lay(games, workers=[{DRAW_1: STANDING}], discards=[[COIN_13, COIN_14, COIN_15]])
        play(games, (0, use(DRAW_1)))
        first |= {*hand(games, 0)}
    assert first == {COIN_13, COIN_14, COIN_15}


@pytest.mark.rule("COP-1.5")
def test_where_no_card_is_left_fewer_are_drawn():
    games = acting([KEYNOTE, SAUNA], piles=[[COIN_12]], discards=[[COIN_13]], temporary=[[COIN_16]])
    play(games, (0, name(KEYNOTE)))
    assert hand(games, 0) == [COIN_12, COIN_13, SAUNA]
    assert decks(games) == ([], [], [COIN_16])
    play(games, (0, name(SAUNA)))  # in vain, and allowed
    assert (phase(games), hand(games, 0)) == (Phase.TURN, [COIN_12, COIN_13])


@pytest.mark.rule("COP-1.5")
def test_an_empty_pile_waits_for_the_next_draw():
    games = acting([SAUNA], workers=[{DRAW_1: STANDING}], piles=[[COIN_12, COIN_13]], discards=[[COIN_14]])
    play(games, (0, name(SAUNA)))
    assert decks(games) == ([], [COIN_14], [])
    assert cards_in(games, 0, KNOWN) == []
    play(games, (0, use(DRAW_1)))
    assert decks(games) == ([], [], [])


@pytest.mark.rule("COP-9.6")
def test_a_hand_is_known_once_the_discards_are_shuffled():
    position = {"piles": [[COIN_12]], "discards": [[COIN_13, COIN_14, COIN_15]], "hands": [[VP_10]]}
    games = acting([DINNER, SAUNA, VP_9], **position)
    assert cards_in(games, 0, KNOWN) == []
    play(games, (0, name(DINNER)))
    assert cards_in(games, 0, KNOWN) == sorted([VP_9, COIN_12, SAUNA])  # those that were there by then
    assert len(cards_in(games, 0, IN_HAND)) == 2  # of three, which one is not drawn is hidden
    assert cards_in(games, 1, KNOWN) == []
    play(games, (0, name(SAUNA)), (0, PASS), (1, PASS))
    assert cards_in(games, 0, KNOWN) == [VP_9, COIN_12]


# --- Swapping ------------------------------------------------------------------------------------


@pytest.mark.rule("COP-3.16")
@pytest.mark.parametrize("strength", [2, 3])
def test_up_to_so_many_cards_are_swapped(strength):
    where = office(Effect.SWAP, strength)
    own = [VP_9, VP_10, VP_11, COIN_12]
    for number in range(strength + 1):
        games = acting(own, workers=[{where: STANDING}], piles=[STARTS[4:]])
        play(games, (0, use(where)))
        for swapped in own[:number]:
            assert DONE in legal(games)
            play(games, (0, name(swapped)))
            assert len(decks(games)[0]) == 6  # nothing is drawn before all have been named
        assert (legal_cards(games) == set()) == (number == strength)
        play(games, (0, DONE))
        pile, _, temporary = decks(games)
        assert temporary == own[:number]
        assert (len(hand(games, 0)), len(pile)) == (4, 6 - number)
        assert set(own[number:]) <= set(hand(games, 0))
        assert phase(games) == Phase.TURN
        assert field(games, "worker")[0][where] == LYING


@pytest.mark.rule("COP-3.16")
def test_any_card_of_the_hand_can_be_swapped_but_no_card_just_drawn():
    own = [RED, SAUNA, INDUSTRIALIST, RADIO, VP_9]
    games = acting(own, known=[[COIN_12]], workers=[{SWAP_3: STANDING}], piles=[[COIN_13, COIN_14]])
    play(games, (0, use(SWAP_3)))
    assert legal_cards(games) == {*own, COIN_12}
    play(games, (0, name(COIN_12)))
    assert legal_cards(games) == {*own}
    play(games, (0, name(RED)), (0, DONE))
    assert hand(games, 0) == sorted([SAUNA, INDUSTRIALIST, RADIO, VP_9, COIN_13, COIN_14])
    assert legal_offices(games) == set()


@pytest.mark.rule("COP-3.16")
def test_a_swap_needs_a_card_in_hand():
    workers = [{SWAP_2: STANDING}]
    assert legal_offices(acting([], workers=workers, piles=[STARTS])) == set()
    assert legal_offices(acting([VP_9], workers=workers)) == {SWAP_2}
    games = acting([SAUNA], workers=workers, piles=[STARTS])
    assert legal_offices(games) == {SWAP_2}
    play(games, (0, name(SAUNA)))
    assert legal_offices(games) == {SWAP_2}


@pytest.mark.rule("COP-3.17")
def test_swapped_cards_are_out_of_use_for_the_round():
    games = acting([VP_9, COIN_12], workers=[{SWAP_2: STANDING, BUY_1: STANDING}], piles=[[COIN_14]])
    play(games, (0, use(SWAP_2)), (0, name(VP_9)), (0, name(COIN_12)), (0, DONE))
    assert hand(games, 0) == [COIN_14]  # one short: what is swapped is not shuffled
    assert decks(games) == ([], [], [VP_9, COIN_12])
    play(games, (0, PASS), (1, PASS), (0, DONE))
    assert coins(games) == 1
    play(games, (0, DONE))
    assert field(games, "vp") == [0, 0]
    play(games, (1, DONE), (1, DONE))
    assert hand(games, 0) == [VP_9, COIN_12, COIN_14]  # in the next round they are discards as others


@pytest.mark.rule("COP-3.17")
def test_a_swap_shuffles_the_discards_without_the_swapped_cards():
    games = acting([VP_9, VP_10, VP_11], workers=[{SWAP_3: STANDING}], discards=[[COIN_12, COIN_13]])
    play(games, (0, use(SWAP_3)), (0, name(VP_9)), (0, name(VP_10)), (0, DONE))
    assert hand(games, 0) == [VP_11, COIN_12, COIN_13]
    assert cards_in(games, 0, KNOWN) == [VP_11]


@pytest.mark.rule("COP-3.16")
@pytest.mark.parametrize("partial", [False, True])
def test_for_each_card_swapped_one_is_drawn(partial):
    position = {"workers": [{SWAP_2: STANDING}], "piles": [STARTS[2:]]}
    games = acting([VP_9, VP_10], options={"partial_draw": partial}, **position)
    play(games, (0, use(SWAP_2)), (0, name(VP_9)), (0, name(VP_10)), (0, DONE))
    assert phase(games) == Phase.TURN
    assert field(games, "hand_size")[0] == 2


@pytest.mark.rule("COP-3.16", "COP-3.18")
def test_each_swap_and_each_donation_counts_for_itself():
    workers = [{SWAP_2: STANDING, SWAP_3: STANDING}]
    games = acting([VP_9, VP_10, COIN_12, DONATIONS], workers=workers, piles=[STARTS[4:]])
    play(games, (0, use(SWAP_3)), (0, name(VP_9)), (0, DONE))
    assert len(decks(games)[0]) == 5
    play(games, (0, use(SWAP_2)), (0, name(VP_10)), (0, DONE))
    assert len(decks(games)[0]) == 4
    play(games, (0, name(DONATIONS)), (0, name(COIN_12)), (0, DONE))
    assert len(decks(games)[0]) == 3


# --- Collecting Donations ------------------------------------------------------------------------


@pytest.mark.rule("COP-3.18")
def test_a_card_is_drawn_for_each_coin_paid():
    own = [DONATIONS, COIN_12, INDUSTRIALIST, BANKER]
    games = acting(own, piles=[[*STARTS[:3], *STARTS[4:]]])
    play(games, (0, name(DONATIONS)))
    assert legal(games) == {DONE, *map(name, own[1:])}
    for paid, total in ((COIN_12, 1), (INDUSTRIALIST, 3), (BANKER, 6)):
        play(games, (0, name(paid)))
        assert field(games, "picked") == total
        assert len(decks(games)[0]) == 9  # drawn when all is paid
    play(games, (0, DONE))
    assert phase(games) == Phase.TURN
    assert len(decks(games)[0]) == 3
    assert cards_in(games, 0, USED) == sorted(own)  # coins lie in the play area
    assert field(games, "picked") == 0


@pytest.mark.rule("COP-3.18")
def test_offices_pay_too():
    games = acting([DONATIONS], workers=[dict.fromkeys(COIN_OFFICES, STANDING)], piles=[STARTS])
    play(games, (0, name(DONATIONS)))
    assert legal(games) == {DONE, *map(use, COIN_OFFICES)}
    play(games, (0, use(COIN_1)), (0, use(COIN_3)))
    assert legal_offices(games) == {COIN_2}
    play(games, (0, DONE))
    assert len(hand(games, 0)) == 4
    assert [field(games, "worker")[0][o] for o in COIN_OFFICES] == [LYING, STANDING, LYING]


@pytest.mark.rule("COP-3.18")
def test_one_pays_as_much_as_one_likes():
    games = acting([DONATIONS, COIN_12, COIN_13], workers=[{COIN_2: STANDING}], piles=[STARTS[5:]])
    play(games, (0, name(DONATIONS)), (0, name(COIN_13)), (0, DONE))
    assert len(hand(games, 0)) == 2
    assert COIN_12 in hand(games, 0)
    assert field(games, "worker")[0][COIN_2] == STANDING


@pytest.mark.rule("COP-3.18")
def test_or_nothing():
    games = acting([DONATIONS, COIN_12], piles=[STARTS[5:]])
    play(games, (0, name(DONATIONS)), (0, DONE))
    assert (phase(games), hand(games, 0), len(decks(games)[0])) == (Phase.TURN, [COIN_12], 5)


@pytest.mark.rule("COP-3.19")
def test_only_coins_of_cards_and_offices_pay():
    no_coins = [PARTY, RADIO, RED, VP_9, SAUNA, SMALL_PR, PAYMENT]
    workers = [{TRASH_1: STANDING, VP_1: STANDING, DRAW_1: STANDING, COIN_2: LYING, COIN_3: STANDING}]
    workers.append({COIN_1: STANDING})
    games = acting([DONATIONS, COIN_12, *no_coins], workers=workers)
    play(games, (0, name(DONATIONS)))
    assert legal(games) == {DONE, name(COIN_12), use(COIN_3)}


@pytest.mark.rule("COP-3.19")
def test_a_garden_party_doubles_no_donation():
    games = acting([DONATIONS, COIN_12, PARTY], piles=[STARTS[5:]])
    games.tables["doublings"][0] = 1
    play(games, (0, name(DONATIONS)), (0, name(COIN_12)), (0, DONE))
    assert len(decks(games)[0]) == 4


@pytest.mark.rule("COP-3.19")
@pytest.mark.parametrize("points", [[9, 10, 11], [12, 13, 18]])
def test_start_cards_worth_a_point_pay_nothing(points):
    games = acting([DONATIONS, *STARTS], options={"vp_start_numbers": points})
    play(games, (0, name(DONATIONS)))
    assert legal_cards(games) == set(STARTS) - set(points)


@pytest.mark.rule("COP-3.19")
@pytest.mark.parametrize(
    ("own", "workers", "playable"),
    [
        ([COIN_12], {}, True),
        ([], {COIN_2: STANDING}, True),
        ([], {COIN_2: LYING}, False),
        ([VP_9, RADIO, PARTY], {VP_1: STANDING, TRASH_1: STANDING}, False),
    ],
)
def test_donations_need_a_coin(own, workers, playable):
    games = acting([DONATIONS, *own], workers=[workers])
    assert (name(DONATIONS) in legal(games)) == playable


@pytest.mark.rule("COP-3.20")
@pytest.mark.parametrize("pays", [True, False])
def test_the_charity_event_pays_one_coin_or_none(pays):
    options = {"donate_with_charity": pays}
    games = acting([DONATIONS, CHARITY, CHARITY_TOO, COIN_12], piles=[STARTS[5:]], options=options)
    play(games, (0, name(DONATIONS)))
    assert legal_cards(games) == ({CHARITY, CHARITY_TOO, COIN_12} if pays else {COIN_12})
    play(games, (0, name(CHARITY if pays else COIN_12)), (0, DONE))
    assert len(decks(games)[0]) == 4
    games = acting([DONATIONS, CHARITY], options=options)
    assert (name(DONATIONS) in legal(games)) == pays


@pytest.mark.rule("COP-3.20")
def test_a_charity_event_paid_counts_no_more():
    games = acting([DONATIONS, CHARITY, CHARITY_TOO], workers=[{BUY_1: STANDING}], pool=[1, 0])
    play(games, (0, name(DONATIONS)), (0, name(CHARITY)), (0, DONE), (0, PASS), (0, DONE))
    assert field(games, "charity") == [1, 0]  # the other one alone
    play(games, (0, DONE))
    assert field(games, "vp") == [2, 0]


@pytest.mark.rule("COP-3.21")
def test_cards_drawn_pay_nothing_of_the_same_donation():
    games = acting([DONATIONS, COIN_12], piles=[[COIN_13, COIN_14]])
    play(games, (0, name(DONATIONS)), (0, name(COIN_12)), (0, DONE))
    assert phase(games) == Phase.TURN
    assert len(hand(games, 0)) == 1
    assert legal_cards(games) == set()


@pytest.mark.rule("COP-3.22")
def test_coins_that_draw_nothing_are_lost():
    games = acting([DONATIONS, BANKER, COIN_12], workers=[{BUY_1: STANDING}], piles=[[VP_9]], pool=[1, 0])
    play(games, (0, name(DONATIONS)), (0, name(BANKER)), (0, DONE))
    assert (phase(games), hand(games, 0)) == (Phase.TURN, [VP_9, COIN_12])
    play(games, (0, PASS), (0, DONE))
    assert coins(games) == 1


@pytest.mark.rule("COP-3.23")
def test_what_is_paid_is_missing_in_the_third_phase():
    workers = [{BUY_1: STANDING, COIN_2: STANDING, COIN_3: STANDING}]
    games = acting([DONATIONS, COIN_12, BANKER, PARTY], workers=workers, pool=[1, 0])
    play(games, (0, name(DONATIONS)), (0, name(BANKER)), (0, use(COIN_3)), (0, DONE), (0, PASS), (0, DONE))
    assert coins(games) == 2 * (1 + 2)  # a start card and an office, doubled
    assert cards_in(games, 0, USED) == sorted([DONATIONS, COIN_12, BANKER, PARTY])


@pytest.mark.rule("COP-3.23")
def test_a_second_use_in_the_third_phase_is_still_open():
    workers = [{COIN_3: STANDING, ALLOCATION: STANDING}]
    games = acting([DONATIONS, BANKER, CHARITY, SECRETARY, PAYMENT], workers=workers, pool=[1, 0])
    play(games, (0, name(DONATIONS)), (0, name(BANKER)), (0, name(CHARITY)), (0, use(COIN_3)), (0, DONE))
    assert legal_offices(games) == set()  # in this phase coins have no second use
    play(games, (0, PASS), (0, DONE))
    assert coins(games) == 0
    play(games, (0, use(ALLOCATION)))
    assert {BANKER, CHARITY} <= legal_cards(games)
    play(games, (0, name(BANKER)))
    assert coins(games) == 3
    play(games, (0, name(PAYMENT)), (0, use(COIN_3)))
    assert coins(games) == 6
    play(games, (0, name(SECRETARY)), (0, name(CHARITY)), (0, COIN))
    assert coins(games) == 7


@pytest.mark.rule("COP-3.24")
@pytest.mark.parametrize("how", ["reuse", "copy"])
def test_a_second_use_needs_new_coins(how):
    position = {"workers": [{ALLOCATION: STANDING}], "piles": [STARTS[5:]]}
    games = acting([DONATIONS, SECRETARY, COIN_12, COIN_13], **position)
    again = (0, use(ALLOCATION) if how == "reuse" else name(SECRETARY))
    play(games, (0, name(DONATIONS)), (0, name(COIN_12)), (0, DONE), again, (0, name(DONATIONS)))
    assert phase(games) == Phase.DONATE
    assert name(COIN_12) not in legal(games)
    assert field(games, "picked") == 0
    play(games, (0, name(COIN_13)), (0, DONE))
    assert len(decks(games)[0]) == 3
    assert cards_in(games, 0, TEMPORARY) == ([DONATIONS] if how == "reuse" else [])


@pytest.mark.rule("COP-3.24")
def test_without_another_coin_there_is_no_second_use():
    games = acting([DONATIONS, SECRETARY, COIN_12], workers=[{ALLOCATION: STANDING}], piles=[[VP_9]])
    play(games, (0, name(DONATIONS)), (0, name(COIN_12)), (0, DONE))
    assert legal_cards(games) | legal_offices(games) == set()


@pytest.mark.rule("COP-2.7", "COP-2.11")
def test_coins_are_of_use_for_nothing_else_in_a_turn():
    street = [INDUSTRIALIST, SAUNA]
    games = acting([COIN_12, BANKER], workers=[{BUY_1: STANDING, COIN_2: STANDING}], street=street)
    assert legal_cards(games) | legal_offices(games) == set()
    play(games, (0, place(VP_1)))
    assert legal(games) == {END_TURN}


@pytest.mark.rule("COP-3.18", "COP-3.23")
def test_what_was_paid_is_discarded_after_the_round():
    games = acting([DONATIONS, COIN_12], workers=[{COIN_2: STANDING}], pool=[1, 0])
    play(games, (0, name(DONATIONS)), (0, name(COIN_12)), (0, use(COIN_2)), (0, DONE))
    pass_round(games)
    assert hand(games, 0) == [COIN_12, DONATIONS]
    assert not any(field(games, "worker")[0])
