"""Grey actions: second uses of cards and workers, copies, and what they lead to in each other."""

import os

import numpy as np
import pytest
from campaign import (
    BANKER,
    BANKER_TOO,
    BOX,
    BUY_1,
    BUY_2,
    CAMPAIGN_OFFICE,
    CHARITY,
    COIN_12,
    COIN_13,
    COIN_14,
    DINNER,
    DONATIONS,
    DRAW_1,
    DRAW_2,
    ELBOWS,
    HUGE_PR,
    INSIDE,
    PARTY,
    RADIO,
    RED,
    SAUNA,
    SMALL_PR,
    SPECIAL,
    SWAP_2,
    TRASH_1,
    TRASH_2,
    TV,
    VP_1,
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

from hustings.envs.copycat.actions import BUY, COIN, DONE, END_TURN, PASS, VP
from hustings.envs.copycat.table import (
    BASE,
    CARDS,
    LAID,
    LYING,
    LYING_REPEATED,
    OFFICES,
    PRINTED,
    SPENT,
    STANDING,
    STANDING_REPEATED,
    STREET,
    TEMPORARY,
    USED,
    Effect,
    Phase,
)
from hustings.envs.core.api.batch import GameBatch

ALLOCATION, ALLOCATION_TOO = (office(Effect.REUSE_CARD, copy=copy) for copy in (0, 1))
COIN_1, COIN_2, COIN_3 = (office(Effect.COIN, strength) for strength in (1, 2, 3))
VP_3 = office(Effect.VP, 3)

SECRETARY, SECRETARY_TOO = (card(Effect.COPY_CARD, copy=copy) for copy in (0, 1))
PAYMENT, BONUS_TOO = (card(Effect.REUSE_WORKER, copy=copy) for copy in (0, 1))
TRAIL, TRAIL_TOO = (card(Effect.DOUBLE_TOKENS, copy=copy) for copy in (0, 1))
PILE = [VP_9, VP_10, *range(12, 19)]
GAMES = 2 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 300  # fewer where rules are interpreted


def turn(hand_cards=(), played=(), workers=None, players: int = 2, options=None, **position) -> GameBatch:
    """Seat 0 has a turn with these cards; the others have nothing."""
    games = deal(players, **(options or {}))
    nothing = [[] for _ in range(players - 1)]
    rows = {key: [value, *nothing] for key, value in position.items() if key in ("piles", "temporary")}
    rest = {key: value for key, value in position.items() if key not in rows}
    lay(
        games,
        hands=[hand_cards, *nothing],
        played=[played, *nothing],
        workers=[workers or {}],
        **rows,
        **rest,
    )
    return games


def buying(hand_cards=(), played=(), workers=None, **position) -> GameBatch:
    """Seat 0 has come to buy; its hand is not laid down yet."""
    return turn(hand_cards, played, workers, stage="hand", **position)


def at_table(hand_cards=(), played=(), workers=None, **position) -> GameBatch:
    """Seat 0 has laid down its hand."""
    games = buying(hand_cards, played, workers, **position)
    play(games, (0, DONE))
    return games


def stands_for(games: GameBatch, secretary: int, number: int) -> None:
    """A press secretary of the play area has copied this card."""
    games.tables["copied"][0, secretary] = number


def lay_more(games: GameBatch, zones: dict[int, int], workers: dict[int, int] | None = None) -> None:
    """Put these cards and workers of seat 0 there as well."""
    for number, where in zones.items():
        games.tables["zone"][0, 0, number] = where
    for where, state in (workers or {}).items():
        games.tables["worker"][0, 0, where] = state


def worker(games: GameBatch, where: int, seat: int = 0) -> int:
    return int(games.tables["worker"][0, seat, where])


def vp(games: GameBatch) -> int:
    return field(games, "vp")[0]


def coins_apart(games: GameBatch) -> tuple[int, int]:
    """Coins that may be doubled, and coins that may not."""
    return field(games, "coins"), field(games, "more_coins")


def zone(games: GameBatch, number: int) -> int:
    return int(games.tables["zone"][0, 0, number])


# --- In which phase ------------------------------------------------------------------------------


@pytest.mark.rule("COP-4.2", "COP-4.17")
@pytest.mark.parametrize("grey", ["secretary", "allocation"])
def test_in_a_turn_only_what_is_for_a_turn(grey):
    """Blue and purple cards; of yellow and green ones nothing, though they may have been paid."""
    played = [SAUNA, DONATIONS, SMALL_PR, INSIDE, BANKER, CHARITY, COIN_12]
    games = turn([SECRETARY, COIN_13], played, {ALLOCATION: STANDING}, piles=PILE[:2])
    play(games, (0, name(SECRETARY) if grey == "secretary" else use(ALLOCATION)))
    assert legal(games) == {name(number) for number in (SAUNA, DONATIONS, SMALL_PR, INSIDE)}


@pytest.mark.rule("COP-4.2", "COP-4.7", "COP-4.3")
@pytest.mark.parametrize("stage", ["hand", "table"])
@pytest.mark.parametrize("grey", ["secretary", "allocation"])
def test_when_buying_only_what_is_for_buying(stage, grey):
    """Yellow and green cards; a phase 2 card has no effect any more. A trash office is for the hand."""
    played = [SAUNA, DONATIONS, SMALL_PR, INSIDE, ELBOWS, CAMPAIGN_OFFICE, BANKER, CHARITY, COIN_12]
    games = buying([SECRETARY, COIN_13], played, {ALLOCATION: STANDING})
    if stage == "table":
        play(games, (0, DONE))
    play(games, (0, name(SECRETARY) if grey == "secretary" else use(ALLOCATION)))
    laid = {COIN_13} if stage == "table" else set()
    assert legal_cards(games) == {BANKER, CHARITY, COIN_12} | laid


@pytest.mark.rule("COP-4.2", "COP-4.17")
def test_grey_actions_need_something_that_they_can_do_now():
    """Nothing to copy, reuse or repeat in this phase: not offered, in the turn as when buying."""
    greys, workers = [SECRETARY, PAYMENT], {ALLOCATION: STANDING, COIN_1: STANDING, BUY_1: STANDING}
    games = turn(greys, [COIN_12, BANKER], workers)
    assert (legal_cards(games), legal_offices(games)) == (set(), set())
    games = buying(greys, [SAUNA], {ALLOCATION: STANDING, DRAW_1: LYING})
    assert (legal_cards(games), legal_offices(games)) == (set(), set())
    play(games, (0, DONE))
    assert legal(games) == {DONE}
    assert [zone(games, number) for number in greys] == [LAID, LAID]


@pytest.mark.rule("COP-4.17")
def test_a_grey_action_begun_must_name_a_target():
    games = turn([SECRETARY, PAYMENT], [SAUNA], {DRAW_1: STANDING}, piles=PILE)
    play(games, (0, name(SECRETARY)))
    assert legal(games) == {name(SAUNA)}
    play(games, (0, name(SAUNA)), (0, name(PAYMENT)))
    assert legal(games) == {use(DRAW_1)}


@pytest.mark.rule("COP-4.17")
def test_a_doubling_in_vain_may_be_chosen():
    games = at_table([TRAIL, TRAIL_TOO, SECRETARY], tokens=[4, 0])
    play(games, (0, name(SECRETARY)), (0, name(TRAIL)))
    assert field(games, "token_doublings") == 3


# --- The allocation office -----------------------------------------------------------------------


@pytest.mark.rule("COP-4.3", "COP-4.1")
@pytest.mark.parametrize(
    ("number", "gained"),
    [(TRAIL, 2 * 5), (TV, 10), (VP_9, 1)],
)
def test_an_allocation_office_uses_green_cards_again(number, gained):
    games = [at_table([number], workers={ALLOCATION: STANDING}, tokens=[5, 0]) for _ in range(2)]
    play(games[0], (0, use(ALLOCATION)), (0, name(number)), (0, DONE))
    play(games[1], (0, DONE))
    once = vp(games[1])
    assert vp(games[0]) - once == (5 if number == TRAIL else gained)
    assert once == gained + (0 if number == TRAIL else 5)


@pytest.mark.rule("COP-4.3")
def test_an_allocation_office_uses_blue_and_purple_cards_again():
    games = turn(
        [COIN_12], [SAUNA, SMALL_PR], {ALLOCATION: STANDING, ALLOCATION_TOO: STANDING}, piles=PILE[3:]
    )
    play(games, (0, use(ALLOCATION)), (0, name(SMALL_PR)))
    assert (field(games, "pool")[0], field(games, "recruited")[0]) == (4, 1)
    play(games, (0, use(ALLOCATION_TOO)), (0, name(SAUNA)))
    assert len(hand(games, 0)) == 3


@pytest.mark.rule("COP-4.4")
def test_only_cards_of_the_own_play_area_that_were_used_once():
    """Not in hand, not lying unused, not in the temporary pile, not of others; never an office."""
    games = deal(2)
    lay(
        games,
        stage="table",
        hands=[[COIN_12], []],
        played=[[BANKER], [BANKER_TOO]],
        temporary=[[COIN_13], []],
        zones={0: {PAYMENT: LAID, SAUNA: LAID, RED: LAID, COIN_14: SPENT}},
        workers=[{ALLOCATION: STANDING, COIN_1: LYING, BUY_1: LYING}, {}],
    )
    play(games, (0, use(ALLOCATION)))
    assert legal(games) == {name(BANKER)}


@pytest.mark.rule("COP-4.4", "COP-4.7")
def test_red_cards_have_nothing_to_use_again_or_copy():
    games = at_table([RED, BANKER, SECRETARY], workers={ALLOCATION: STANDING})
    play(games, (0, use(ALLOCATION)))
    assert legal_cards(games) == {BANKER}
    play(games, (0, name(BANKER)))
    assert legal(games) == {DONE}  # the secretary has only the red card to copy


@pytest.mark.rule("COP-4.5")
def test_a_card_used_again_goes_to_the_temporary_pile():
    games = turn([SECRETARY], [SAUNA, DINNER], {ALLOCATION: STANDING}, piles=PILE)
    play(games, (0, use(ALLOCATION)), (0, name(SAUNA)))
    assert zone(games, SAUNA) == TEMPORARY
    assert worker(games, ALLOCATION) == LYING
    assert legal_offices(games) == set()
    play(games, (0, name(SECRETARY)))
    assert legal_cards(games) == {DINNER}  # no copy of the sauna any more


@pytest.mark.rule("COP-4.5")
def test_what_the_first_use_brought_stays():
    games = at_table([BANKER, PARTY], workers={ALLOCATION: STANDING})
    assert coins(games) == 6
    play(games, (0, use(ALLOCATION)), (0, name(BANKER)))
    assert coins(games) == 6 + 3
    games = at_table([RADIO], workers={ALLOCATION: STANDING})
    play(games, (0, use(ALLOCATION)), (0, name(RADIO)), (0, DONE))
    assert vp(games) == 6


@pytest.mark.rule("COP-4.6", "COP-4.1")
def test_two_allocation_offices_use_two_cards():
    workers = {ALLOCATION: STANDING, ALLOCATION_TOO: STANDING}
    games = at_table([RADIO, TV], workers=workers)
    play(games, (0, use(ALLOCATION_TOO)), (0, name(RADIO)), (0, use(ALLOCATION)))
    assert legal(games) == {name(TV)}
    games = at_table([TV], workers=workers)
    play(games, (0, use(ALLOCATION)), (0, name(TV)))
    assert legal(games) == {DONE}
    assert vp(games) == 20


@pytest.mark.rule("COP-3.23")
@pytest.mark.parametrize("grey", ["secretary", "allocation"])
def test_a_card_paid_as_a_donation_has_had_its_first_use(grey):
    games = turn([DONATIONS, BANKER, SECRETARY], workers={ALLOCATION: STANDING}, piles=PILE)
    play(games, (0, name(DONATIONS)), (0, name(BANKER)), (0, DONE), (0, place(BUY_1)), (0, END_TURN))
    while phase(games) != Phase.HAND:
        games.step([min(legal(games))])
    assert zone(games, BANKER) == USED
    play(games, (0, DONE))
    drawn = sum(number >= COIN_12 for number in cards_in(games, 0, USED) if number < 19)
    assert coins(games) == drawn  # without the banker
    play(games, (0, name(SECRETARY) if grey == "secretary" else use(ALLOCATION)), (0, name(BANKER)))
    assert coins(games) == drawn + 3


@pytest.mark.rule("COP-3.23", "COP-4.10")
def test_an_office_paid_as_a_donation_may_be_used_again_by_a_bonus_payment():
    games = turn([DONATIONS, PAYMENT], workers={COIN_2: STANDING}, piles=PILE)
    play(games, (0, name(DONATIONS)), (0, use(COIN_2)), (0, DONE))
    assert worker(games, COIN_2) == LYING
    assert name(PAYMENT) not in legal(games)
    play(games, (0, place(BUY_1)), (0, END_TURN))
    while phase(games) != Phase.HAND:
        games.step([min(legal(games))])
    games.tables["zone"][0, 0, 12:19] = 0  # the coins drawn are not the point here
    games.tables["hand_size"][0, 0] = len(hand(games, 0))
    play(games, (0, DONE))
    assert coins(games) == 0
    play(games, (0, name(PAYMENT)), (0, use(COIN_2)))
    assert coins(games) == 2


# --- The press secretary -------------------------------------------------------------------------


@pytest.mark.rule("COP-4.7")
def test_a_press_secretary_copies_another_card_of_the_own_play_area():
    """Not itself, not a hand card, nothing of the temporary pile, no card of others."""
    games = deal(2)
    lay(
        games,
        stage="hand",
        hands=[[SECRETARY, COIN_12], []],
        played=[[BANKER], [BANKER_TOO, COIN_14]],
        temporary=[[COIN_13, TV], []],
    )
    play(games, (0, name(SECRETARY)))
    assert legal(games) == {name(BANKER)}
    play(games, (0, name(BANKER)))
    assert coins_apart(games) == (3, 0)
    assert (zone(games, SECRETARY), zone(games, BANKER)) == (USED, USED)
    assert field(games, "acting") == 0


@pytest.mark.rule("COP-4.7")
@pytest.mark.parametrize(
    ("number", "field_name", "value"),
    [
        (BANKER, "coins", 6),
        (PARTY, "doublings", 2),
        (TRAIL, "token_doublings", 2),
        (CHARITY, "charity", [2, 0]),
        (TV, "vp", [20, 0]),
        (VP_9, "vp", [2, 0]),
        (COIN_12, "coins", 2),
    ],
)
def test_a_copy_does_what_the_card_does(number, field_name, value):
    games = at_table([number, SECRETARY])
    play(games, (0, name(SECRETARY)), (0, name(number)))
    assert field(games, field_name) == value
    assert phase(games) == Phase.TABLE


@pytest.mark.rule("COP-4.7")
@pytest.mark.parametrize("number", [SAUNA, DINNER])
def test_a_copy_draws_as_many(number):
    games = turn([SECRETARY], [number], piles=PILE)
    play(games, (0, name(SECRETARY)), (0, name(number)))
    assert len(hand(games, 0)) == BOX[0]["card_strength"][number]


@pytest.mark.rule("COP-4.7")
def test_a_copy_of_inside_information_and_of_elbows():
    games = turn([SECRETARY], [INSIDE], {BUY_1: STANDING})
    play(games, (0, name(SECRETARY)), (0, name(INSIDE)))
    assert field(games, "due") == 2
    games = deal(3)
    lay(games, hands=[[SECRETARY], [], []], played=[[ELBOWS], [], []], workers=[{}, {BUY_2: STANDING}, {}])
    play(games, (0, name(SECRETARY)), (0, name(ELBOWS)))
    assert field(games, "elbows") == 1
    assert place(BUY_2) in legal(games)


@pytest.mark.rule("COP-4.7")
def test_the_campaign_office_needs_a_card_besides_the_one_that_copies_it():
    games = turn([SECRETARY, RED], [CAMPAIGN_OFFICE])
    play(games, (0, name(SECRETARY)), (0, name(CAMPAIGN_OFFICE)))
    assert legal(games) == {name(RED)}
    games = turn([SECRETARY], [CAMPAIGN_OFFICE])
    assert name(SECRETARY) not in legal(games)


@pytest.mark.rule("COP-4.8", "COP-4.1")
@pytest.mark.parametrize("first", ["copy", "reuse"])
def test_a_copy_is_no_use_of_the_card_copied(first):
    """Played, copied and used again: three times in all. Used again first, it is out of reach."""
    games = at_table([TV, SECRETARY], workers={ALLOCATION: STANDING})
    if first == "copy":
        play(games, (0, name(SECRETARY)), (0, name(TV)), (0, use(ALLOCATION)), (0, name(TV)), (0, DONE))
        assert vp(games) == 30
    else:
        play(games, (0, use(ALLOCATION)), (0, name(TV)))
        assert legal(games) == {DONE}
        assert vp(games) == 20


@pytest.mark.rule("COP-4.8")
def test_with_strict_two_a_copy_uses_the_card_up():
    games = at_table(
        [TV, VP_9, SECRETARY, SECRETARY_TOO], workers={ALLOCATION: STANDING}, options={"strict_two": True}
    )
    play(games, (0, name(SECRETARY)))
    assert legal_cards(games) == {TV, VP_9}
    play(games, (0, name(TV)))
    assert (zone(games, TV), vp(games)) == (SPENT, 21)
    play(games, (0, use(ALLOCATION)))
    assert legal_cards(games) == {VP_9, SECRETARY}
    play(games, (0, name(VP_9)))
    assert zone(games, VP_9) == TEMPORARY
    play(games, (0, name(SECRETARY_TOO)))
    assert legal_cards(games) == {SECRETARY}  # it stands for the card that it has copied


@pytest.mark.rule("COP-4.8")
@pytest.mark.parametrize("strict", [False, True])
def test_an_unused_grey_card_may_be_copied_unless_strict(strict):
    """Strictly, a copy is a second use, so there must be a first one."""
    games = at_table([PAYMENT, SECRETARY], workers={COIN_1: STANDING}, options={"strict_two": strict})
    assert legal_cards(games) == ({PAYMENT} if strict else {PAYMENT, SECRETARY})
    play(games, (0, name(PAYMENT)), (0, use(COIN_1)))
    assert legal(games) == {DONE}  # the only worker has been repeated


@pytest.mark.rule("COP-4.9")
@pytest.mark.parametrize("strict", [False, True])
def test_a_press_secretary_counts_as_what_it_has_copied(strict):
    games = turn([SECRETARY, SECRETARY_TOO], [DINNER], piles=PILE, options={"strict_two": strict})
    play(games, (0, name(SECRETARY)), (0, name(DINNER)), (0, name(SECRETARY_TOO)))
    assert legal_cards(games) == ({SECRETARY} if strict else {SECRETARY, DINNER})
    play(games, (0, name(SECRETARY)))
    assert field(games, "copied")[SECRETARY_TOO] == DINNER
    assert len(hand(games, 0)) == 6
    assert zone(games, SECRETARY) == (SPENT if strict else USED)


@pytest.mark.rule("COP-4.9")
def test_a_press_secretary_stands_for_its_card_even_when_that_one_is_gone():
    games = at_table([TV, SECRETARY, SECRETARY_TOO], workers={ALLOCATION: STANDING})
    play(games, (0, name(SECRETARY)), (0, name(TV)), (0, use(ALLOCATION)), (0, name(TV)))
    play(games, (0, name(SECRETARY_TOO)))
    assert legal(games) == {name(SECRETARY)}
    play(games, (0, name(SECRETARY)), (0, DONE))
    assert vp(games) == 40


@pytest.mark.rule("COP-4.9")
def test_a_press_secretary_that_has_copied_nothing_counts_as_nothing():
    games = at_table([SECRETARY, SECRETARY_TOO, SAUNA])
    assert legal(games) == {DONE}
    games = at_table([SECRETARY, SECRETARY_TOO, BANKER])
    play(games, (0, name(SECRETARY)))
    assert legal(games) == {name(BANKER)}


@pytest.mark.rule("COP-4.9", "COP-4.2")
def test_a_copy_made_in_a_turn_has_no_effect_when_buying():
    games = buying([SECRETARY_TOO], [SECRETARY, SAUNA])
    stands_for(games, SECRETARY, SAUNA)
    assert legal(games) == {DONE}


@pytest.mark.rule("COP-4.9")
def test_in_the_next_round_it_stands_for_nothing_again():
    games = at_table([TV, SECRETARY])
    play(games, (0, name(SECRETARY)), (0, name(TV)))
    assert field(games, "copied")[SECRETARY] == TV
    pass_round(games)
    assert not any(field(games, "copied"))


@pytest.mark.rule("COP-4.11")
@pytest.mark.parametrize("anew", ["the same", "another"])
def test_an_allocation_office_on_a_press_secretary_copies_once_more(anew):
    games = at_table([TV, RADIO, SECRETARY], workers={ALLOCATION: STANDING})
    play(games, (0, name(SECRETARY)), (0, name(TV)), (0, use(ALLOCATION)), (0, name(SECRETARY)))
    assert zone(games, SECRETARY) == TEMPORARY
    assert legal(games) == {name(TV), name(RADIO)}
    play(games, (0, name(TV if anew == "the same" else RADIO)), (0, DONE))
    assert vp(games) == 10 + 3 + 10 + (10 if anew == "the same" else 3)


@pytest.mark.rule("COP-4.11")
def test_a_press_secretary_of_a_turn_copies_once_more_when_buying():
    games = buying([BANKER], [SECRETARY, SAUNA], {ALLOCATION: STANDING})
    stands_for(games, SECRETARY, SAUNA)
    assert legal(games) == {DONE}
    play(games, (0, DONE), (0, use(ALLOCATION)))
    assert legal_cards(games) == {BANKER, SECRETARY}
    play(games, (0, name(SECRETARY)), (0, name(BANKER)))
    assert coins_apart(games) == (3, 3)


@pytest.mark.rule("COP-4.11", "COP-4.9")
def test_a_press_secretary_used_again_is_no_longer_there_to_be_copied():
    games = at_table([TV, SECRETARY, SECRETARY_TOO], workers={ALLOCATION: STANDING})
    play(
        games, (0, name(SECRETARY)), (0, name(TV)), (0, use(ALLOCATION)), (0, name(SECRETARY)), (0, name(TV))
    )
    play(games, (0, name(SECRETARY_TOO)))
    assert legal(games) == {name(TV)}


# --- The bonus payment ---------------------------------------------------------------------------


@pytest.mark.rule("COP-4.10")
@pytest.mark.parametrize(("before", "after"), [(STANDING, STANDING_REPEATED), (LYING, LYING_REPEATED)])
def test_a_bonus_payment_uses_an_office_once_more_before_or_after_its_own_use(before, after):
    games = turn([PAYMENT], workers={DRAW_2: before}, piles=PILE)
    play(games, (0, name(PAYMENT)))
    assert legal(games) == {use(DRAW_2)}
    play(games, (0, use(DRAW_2)))
    assert (worker(games, DRAW_2), len(hand(games, 0))) == (after, 2)
    assert (use(DRAW_2) in legal(games)) == (before == STANDING)
    if before == STANDING:
        play(games, (0, use(DRAW_2)))
        assert (worker(games, DRAW_2), len(hand(games, 0))) == (LYING_REPEATED, 4)


@pytest.mark.rule("COP-4.10")
@pytest.mark.parametrize("repeated", [False, True])
def test_an_office_repeated_before_still_counts_itself(repeated):
    workers = {COIN_3: STANDING, VP_3: STANDING, BUY_2: STANDING, DRAW_1: STANDING}
    games = buying([PAYMENT], workers=workers)
    if repeated:
        play(games, (0, name(PAYMENT)), (0, use(COIN_3)))
        assert coins_apart(games) == (3, 0)
    play(games, (0, DONE))
    assert (coins(games), vp(games), field(games, "purchases")) == (3 + 3 * repeated, 3, 2)
    assert [worker(games, where) for where in (VP_3, BUY_2, DRAW_1)] == [LYING, LYING, STANDING]


@pytest.mark.rule("COP-4.10")
def test_only_the_office_of_an_own_worker():
    games = deal(2)
    workers = [{DRAW_1: STANDING}, {DRAW_2: STANDING, SWAP_2: LYING}]
    lay(games, hands=[[PAYMENT, COIN_12], []], piles=[PILE[:1], []], workers=workers)
    play(games, (0, name(PAYMENT)))
    assert legal(games) == {use(DRAW_1)}


@pytest.mark.rule("COP-4.10", "COP-4.2")
def test_offices_that_a_bonus_payment_can_use_in_each_phase():
    """An allocation office may use the bonus payment itself again, for one more worker."""
    workers = dict.fromkeys((DRAW_1, SWAP_2, COIN_1, BUY_1, TRASH_1, VP_1, SPECIAL, ALLOCATION), LYING)
    games = turn([PAYMENT, COIN_12], workers=workers, piles=PILE[:1])
    play(games, (0, name(PAYMENT)))
    assert legal_offices(games) == {DRAW_1, SWAP_2, ALLOCATION}
    games = buying([PAYMENT, COIN_12], workers=workers)
    play(games, (0, name(PAYMENT)))
    assert legal_offices(games) == {COIN_1, BUY_1, TRASH_1, VP_1, SPECIAL, ALLOCATION}
    games = at_table([PAYMENT, COIN_12], workers=workers)
    play(games, (0, name(PAYMENT)))
    assert legal_offices(games) == {COIN_1, BUY_1, VP_1, SPECIAL, ALLOCATION}


@pytest.mark.rule("COP-4.10")
def test_swapping_once_more_needs_a_card_besides():
    games = turn([PAYMENT], workers={SWAP_2: LYING})
    assert name(PAYMENT) not in legal(games)
    games = turn([PAYMENT, RED], workers={SWAP_2: LYING}, piles=PILE[:1])
    play(games, (0, name(PAYMENT)), (0, use(SWAP_2)), (0, name(RED)), (0, DONE))
    assert hand(games, 0) == [VP_9]


@pytest.mark.rule("COP-4.12", "COP-4.1")
def test_each_worker_once_more_at_most():
    games = turn([PAYMENT, BONUS_TOO], workers={DRAW_1: LYING, SWAP_2: LYING, DRAW_2: LYING}, piles=PILE)
    play(games, (0, name(PAYMENT)), (0, use(DRAW_1)), (0, name(BONUS_TOO)))
    assert legal_offices(games) == {SWAP_2, DRAW_2}
    games = turn([PAYMENT, BONUS_TOO], workers={DRAW_1: STANDING_REPEATED}, piles=PILE)
    assert legal_cards(games) == set()


@pytest.mark.rule("COP-4.12", "COP-4.3")
@pytest.mark.parametrize("again", ["allocation", "secretary"])
def test_a_second_bonus_payment_names_a_different_worker(again):
    workers = {COIN_1: STANDING, COIN_2: STANDING, ALLOCATION: STANDING}
    games = at_table([PAYMENT, SECRETARY], workers=workers)
    play(games, (0, name(PAYMENT)), (0, use(COIN_2)))
    play(games, (0, use(ALLOCATION) if again == "allocation" else name(SECRETARY)), (0, name(PAYMENT)))
    assert phase(games) == Phase.REUSE_WORKER
    assert COIN_2 not in legal_offices(games)
    play(games, (0, use(COIN_1)))
    assert coins_apart(games) == ((5, 1) if again == "allocation" else (6, 0))


@pytest.mark.rule("COP-4.13")
def test_tokens_are_not_taken_again():
    games = turn([PAYMENT], office_tokens={DRAW_1: 3}, piles=PILE)
    play(games, (0, place(DRAW_1)))
    assert field(games, "tokens") == [3, 0]
    play(games, (0, name(PAYMENT)), (0, use(DRAW_1)))
    assert (field(games, "tokens"), field(games, "pool")[0]) == ([3, 0], 2)


@pytest.mark.rule("COP-4.14")
@pytest.mark.parametrize(("where", "purchases"), [(BUY_1, 2), (BUY_2, 4)])
def test_a_purchase_office_once_more(where, purchases):
    games = at_table([PAYMENT], workers={where: STANDING})
    play(games, (0, name(PAYMENT)), (0, use(where)))
    assert field(games, "purchases") == purchases


@pytest.mark.rule("COP-4.14")
@pytest.mark.parametrize("own_first", [False, True])
def test_a_special_permit_once_more_closes_up_and_fills_again(own_first):
    shown = [RADIO, 0, BANKER, 0, 0, 0, 0, 0, 0, 0, 0]
    games = at_table(
        [PAYMENT, COIN_12, BANKER_TOO],
        workers={SPECIAL: STANDING},
        street=shown,
        supply=[TRAIL, TRAIL_TOO, *range(55, 62)],
    )
    first, again = [(0, use(SPECIAL))], [(0, name(PAYMENT)), (0, use(SPECIAL))]
    play(games, *(first if own_first else again))
    street = field(games, "street")
    assert street[:2] == [RADIO, BANKER]
    assert 0 not in street
    play(games, (0, buy(1)), *(again if own_first else first))
    assert field(games, "street")[:2] == [BANKER, street[2]]
    assert field(games, "street")[10] == 0  # the supply is used up
    assert field(games, "purchases") == 1


@pytest.mark.rule("COP-4.14")
def test_an_allocation_office_once_more_uses_another_card():
    games = at_table([RADIO, TV, PAYMENT], workers={ALLOCATION: STANDING})
    play(games, (0, use(ALLOCATION)), (0, name(TV)), (0, name(PAYMENT)), (0, use(ALLOCATION)))
    assert legal(games) == {name(RADIO)}  # not the bonus payment: no worker is left for it
    play(games, (0, name(RADIO)), (0, DONE))
    assert vp(games) == 2 * 13


@pytest.mark.rule("COP-4.14")
def test_an_allocation_office_once_more_needs_a_card():
    games = at_table([TV, PAYMENT], workers={ALLOCATION: STANDING})
    play(games, (0, use(ALLOCATION)), (0, name(TV)))
    assert legal(games) == {DONE}


# --- What cannot be had twice --------------------------------------------------------------------


@pytest.mark.rule("COP-4.15")
def test_battle_of_wits_has_no_second_use():
    games = buying([SECRETARY, COIN_12], [WITS], {ALLOCATION: STANDING})
    assert legal(games) == {DONE}
    play(games, (0, DONE))
    play(games, (0, use(ALLOCATION)))
    assert legal(games) == {name(COIN_12)}


@pytest.mark.rule("COP-4.16")
def test_recruiting_again_keeps_to_four():
    played, workers = [HUGE_PR, SMALL_PR], {ALLOCATION: STANDING}
    games = turn([SECRETARY, SECRETARY_TOO, RED], [HUGE_PR, CAMPAIGN_OFFICE], workers)
    games.tables["recruited"][0, 0] = 1
    play(games, (0, name(SECRETARY)), (0, name(HUGE_PR)), (0, use(ALLOCATION)), (0, name(HUGE_PR)))
    assert (field(games, "recruited")[0], field(games, "pool")[0]) == (4, 3 + 3)
    assert legal_cards(games) == set()  # no more copies either
    games = turn([SECRETARY], played, workers)
    games.tables["recruited"][0, 0] = 4
    assert (legal_cards(games), legal_offices(games)) == (set(), set())


@pytest.mark.rule("COP-4.18")
@pytest.mark.parametrize("again", ["allocation", "secretary"])
@pytest.mark.parametrize("choices", [(COIN, VP), (COIN, COIN), (VP, VP)])
def test_the_charity_event_is_chosen_anew(again, choices):
    games = at_table([CHARITY, SECRETARY], workers={ALLOCATION: STANDING})
    play(games, (0, use(ALLOCATION) if again == "allocation" else name(SECRETARY)), (0, name(CHARITY)))
    for choice in choices:
        assert {COIN, VP} <= legal(games)
        play(games, (0, choice))
    assert not {COIN, VP} & legal(games)
    assert (coins(games), vp(games)) == (choices.count(COIN), 2 * choices.count(VP))


# --- Chains --------------------------------------------------------------------------------------


@pytest.mark.rule("COP-4.19", "COP-4.11")
def test_press_secretary_copies_a_bonus_payment():
    games = turn([SECRETARY], [PAYMENT], {DRAW_1: LYING_REPEATED, DRAW_2: LYING}, piles=PILE)
    play(games, (0, name(SECRETARY)), (0, name(PAYMENT)))
    assert legal(games) == {use(DRAW_2)}
    play(games, (0, use(DRAW_2)))
    assert (len(hand(games, 0)), zone(games, PAYMENT), zone(games, SECRETARY)) == (2, USED, USED)
    assert field(games, "copied")[SECRETARY] == PAYMENT


@pytest.mark.rule("COP-4.19")
def test_bonus_payment_allocation_press_secretary_bonus_payment():
    """All of it in one go: the last worker of the chain draws."""
    workers = {ALLOCATION: LYING, DRAW_2: LYING}
    games = turn([BONUS_TOO], [PAYMENT, SECRETARY], workers, piles=PILE)
    stands_for(games, SECRETARY, PAYMENT)
    play(games, (0, name(BONUS_TOO)))
    assert legal_offices(games) == {ALLOCATION, DRAW_2}
    play(games, (0, use(ALLOCATION)))
    assert legal_cards(games) == {PAYMENT, BONUS_TOO, SECRETARY}
    play(games, (0, name(SECRETARY)))
    assert legal_cards(games) == {PAYMENT, BONUS_TOO}
    play(games, (0, name(PAYMENT)))
    assert legal(games) == {use(DRAW_2)}
    play(games, (0, use(DRAW_2)))
    assert (phase(games), len(hand(games, 0))) == (Phase.TURN, 2)
    assert (zone(games, PAYMENT), zone(games, BONUS_TOO), zone(games, SECRETARY)) == (USED, USED, TEMPORARY)


@pytest.mark.rule("COP-4.19")
def test_an_allocation_office_repeated_for_nothing_but_repeats_is_not_offered():
    """A bonus payment on it could only use a bonus payment again, which has no worker left."""
    games = turn([PAYMENT], [BONUS_TOO], {ALLOCATION: LYING})
    assert legal_cards(games) == set()
    games = turn([PAYMENT], [BONUS_TOO, SAUNA], {ALLOCATION: LYING}, piles=PILE)
    play(games, (0, name(PAYMENT)), (0, use(ALLOCATION)))
    assert legal(games) == {name(SAUNA)}


@pytest.mark.rule("COP-4.19")
def test_an_allocation_office_on_a_bonus_payment_on_an_allocation_office():
    workers = {ALLOCATION: STANDING, ALLOCATION_TOO: LYING}
    games = turn([], [PAYMENT, SAUNA], workers, piles=PILE)
    play(games, (0, use(ALLOCATION)))
    assert legal_cards(games) == {PAYMENT, SAUNA}
    play(games, (0, name(PAYMENT)))
    assert legal_offices(games) == {ALLOCATION, ALLOCATION_TOO}
    play(games, (0, use(ALLOCATION_TOO)), (0, name(SAUNA)))
    assert len(hand(games, 0)) == 2
    assert (zone(games, PAYMENT), zone(games, SAUNA)) == (TEMPORARY, TEMPORARY)
    assert legal_offices(games) == set()


def two_that_copy_each_other() -> GameBatch:
    """One secretary stands for a banker that is gone, the other for a sauna, no longer of use."""
    games = buying([], [PAYMENT, SECRETARY, SECRETARY_TOO, SAUNA], temporary=[BANKER])
    lay_more(games, {}, {ALLOCATION: STANDING, ALLOCATION_TOO: LYING, DRAW_1: LYING})
    stands_for(games, SECRETARY, BANKER)
    stands_for(games, SECRETARY_TOO, SAUNA)
    play(games, (0, use(ALLOCATION)))
    return games


@pytest.mark.rule("COP-4.22")
def test_a_chain_may_use_up_the_last_card_that_it_needs():
    """The secretary could only copy the bonus payment, for an office that could only reuse the secretary."""
    games = two_that_copy_each_other()
    play(games, (0, name(SECRETARY)))
    assert legal(games) == {DONE}
    play(games, (0, DONE))
    assert (phase(games), field(games, "acting")) == (Phase.HAND, 0)
    assert legal(games) == {DONE}
    assert zone(games, SECRETARY) == TEMPORARY


@pytest.mark.rule("COP-4.19", "COP-4.22")
def test_the_other_secretary_would_have_had_something_to_copy():
    games = two_that_copy_each_other()
    assert DONE not in legal(games)
    play(games, (0, name(SECRETARY_TOO)))
    assert legal(games) == {name(SECRETARY)}
    play(games, (0, name(SECRETARY)))
    assert coins_apart(games) == (0, 3)


@pytest.mark.rule("COP-4.19")
def test_a_bonus_payment_may_lead_to_a_press_secretary():
    games = two_that_copy_each_other()
    play(games, (0, name(PAYMENT)), (0, use(ALLOCATION_TOO)))
    assert legal(games) == {name(SECRETARY_TOO)}
    play(games, (0, name(SECRETARY_TOO)), (0, name(SECRETARY)))
    assert coins_apart(games) == (0, 3)


# --- Coins that are not doubled ------------------------------------------------------------------

STEPS = {
    "allocation": [use(ALLOCATION), name(BANKER)],
    "allocation, secretary": [use(ALLOCATION), name(SECRETARY), name(BANKER)],
    "allocation, bonus": [use(ALLOCATION), name(PAYMENT), use(COIN_3)],
    "allocation, secretary, bonus": [use(ALLOCATION), name(SECRETARY), name(PAYMENT), use(COIN_3)],
    "bonus, allocation": [name(BONUS_TOO), use(ALLOCATION), name(BANKER)],
    "bonus, allocation, secretary": [name(BONUS_TOO), use(ALLOCATION), name(SECRETARY), name(BANKER)],
    "bonus, allocation, bonus": [name(BONUS_TOO), use(ALLOCATION), name(PAYMENT), use(COIN_3)],
    "secretary, bonus, allocation": [name(SECRETARY_TOO), name(PAYMENT), use(ALLOCATION), name(BANKER)],
    "secretary": [name(SECRETARY_TOO), name(BANKER)],
    "bonus": [name(BONUS_TOO), use(COIN_3)],
    "secretary, bonus": [name(SECRETARY_TOO), name(PAYMENT), use(COIN_3)],
}


def chain(steps: str, **options) -> GameBatch:
    """The banker, the secretary and a bonus payment were used before; a garden party doubles coins."""
    games = at_table(
        [BONUS_TOO, SECRETARY_TOO],
        [BANKER, SECRETARY, PAYMENT],
        {ALLOCATION: STANDING, COIN_3: LYING},
        options=options,
    )
    games.tables["doublings"][0] = 1
    stands_for(games, SECRETARY, SAUNA)
    play(games, *((0, action) for action in STEPS[steps]))
    assert phase(games) == Phase.TABLE
    return games


@pytest.mark.rule("COP-4.20", "COP-4.21", "COP-6.4")
@pytest.mark.parametrize("double", [True, False])
@pytest.mark.parametrize("steps", STEPS)
def test_coins_through_every_chain(steps, double):
    games = chain(steps, double_bonus_coins=double)
    doubled = "allocation" not in steps and (double or "bonus" not in steps)
    assert coins_apart(games) == ((3, 0) if doubled else (0, 3))
    assert coins(games) == (6 if doubled else 3)


@pytest.mark.rule("COP-4.20")
@pytest.mark.parametrize("steps", ["allocation, bonus", "allocation, secretary, bonus"])
def test_the_next_action_brings_coins_that_are_doubled_again(steps):
    games = chain(steps)
    play(games, (0, name(SECRETARY_TOO)), (0, name(BANKER)))
    assert coins_apart(games) == (3, 3)


@pytest.mark.rule("COP-4.20", "COP-4.21")
@pytest.mark.parametrize("double", [True, False])
def test_trash_coins_of_a_repeated_office(double):
    """By an allocation office never doubled; by a bonus payment as the option says."""
    options = {"double_bonus_coins": double}
    games = buying([PAYMENT, RED, COIN_12], workers={TRASH_2: STANDING}, options=options)
    play(games, (0, name(PAYMENT)), (0, use(TRASH_2)), (0, name(RED)), (0, DONE))
    assert coins_apart(games) == ((1, 0) if double else (0, 1))
    play(games, (0, use(TRASH_2)), (0, name(COIN_12)), (0, DONE))
    assert coins_apart(games) == ((2, 0) if double else (1, 1))
    games = buying([RED], [PAYMENT], {TRASH_1: LYING, ALLOCATION: STANDING}, options=options)
    play(games, (0, use(ALLOCATION)), (0, name(PAYMENT)), (0, use(TRASH_1)), (0, name(RED)), (0, DONE))
    assert coins_apart(games) == (0, 1)


@pytest.mark.rule("COP-4.20")
def test_the_hand_is_laid_down_with_coins_that_are_doubled():
    games = buying([PARTY, COIN_12], [BANKER], {ALLOCATION: STANDING, COIN_1: STANDING})
    play(games, (0, use(ALLOCATION)), (0, name(BANKER)), (0, DONE))
    assert coins_apart(games) == (2, 3)
    assert coins(games) == 2 * 2 + 3
    games = buying([], [BANKER], {ALLOCATION: STANDING})
    play(games, (0, use(ALLOCATION)), (0, name(BANKER)), (0, DONE))
    assert field(games, "undoubled") == 0  # nothing is under way any more


@pytest.mark.rule("COP-4.20", "COP-6.5")
@pytest.mark.parametrize(("again", "amount"), [("allocation", 2 + 1), ("secretary", 2 + 2)])
def test_the_coin_of_a_charity_event_used_again(again, amount):
    games = at_table([CHARITY, SECRETARY, PARTY], workers={ALLOCATION: STANDING})
    play(games, (0, use(ALLOCATION) if again == "allocation" else name(SECRETARY)), (0, name(CHARITY)))
    play(games, (0, COIN))
    assert coins(games) == 2
    play(games, (0, COIN))
    assert coins(games) == amount


# --- No dead ends --------------------------------------------------------------------------------


@pytest.mark.rule("COP-4.8", "COP-4.19")
def test_strictly_a_copied_bonus_payment_may_use_an_allocation_office():
    games = turn([SECRETARY], [PAYMENT, SAUNA], {ALLOCATION: LYING}, piles=PILE, options={"strict_two": True})
    play(games, (0, name(SECRETARY)), (0, name(PAYMENT)), (0, use(ALLOCATION)))
    assert legal_cards(games) == {SAUNA, SECRETARY}
    play(games, (0, name(SAUNA)))
    assert len(hand(games, 0)) == 2


@pytest.mark.rule("COP-4.22")
def test_strictly_a_copy_may_use_up_the_last_card_that_it_needs():
    """It copies the secretary that stands for a bonus payment, the only one to copy the third."""
    box = BOX.copy()
    third = card(Effect.DRAW, 4)
    box["card_effect"][0, third], box["card_strength"][0, third] = Effect.COPY_CARD, 0
    games = deal(2, box=box, strict_two=True)
    workers = {ALLOCATION: STANDING, ALLOCATION_TOO: LYING}
    lay(games, stage="hand", played=[[SECRETARY, SECRETARY_TOO, third], []], workers=[workers, {}])
    lay_more(games, {BANKER: SPENT, PAYMENT: SPENT})
    stands_for(games, SECRETARY, BANKER)
    stands_for(games, SECRETARY_TOO, PAYMENT)
    stands_for(games, third, SAUNA)
    play(games, (0, use(ALLOCATION)), (0, name(third)))
    assert legal(games) == {name(SECRETARY), name(SECRETARY_TOO)}
    play(games, (0, name(SECRETARY_TOO)))
    assert (phase(games), legal(games)) == (Phase.REUSE_WORKER, {DONE})
    play(games, (0, DONE))
    assert phase(games) == Phase.HAND


KINDS = (
    *(14 * [(Effect.COPY_CARD, 0)] + 8 * [(Effect.REUSE_WORKER, 0)] + 3 * [(Effect.DONATE, 0)]),
    *(2 * [(Effect.KEEP, 0)] + 2 * [(Effect.TRASH_FOR_WORKER, 0)] + 2 * [(Effect.EXTRA_OFFICE, 0)]),
    *(2 * [(Effect.ELBOWS, 0)] + 2 * [(Effect.COIN_OR_VP, 0)] + 3 * [(Effect.DRAW, 2)]),
    *(3 * [(Effect.WORKER, 1)] + [(Effect.COIN, 2), (Effect.DOUBLE_COINS, 0)]),
)


def grey_box(rng: np.random.Generator):
    """Many press secretaries, bonus payments and allocation offices, big hands, low prices."""
    box = BOX.copy()
    for number, kind in zip(range(19, CARDS + 1), rng.permutation(len(KINDS))):
        box["card_effect"][0, number], box["card_strength"][0, number] = KINDS[kind]
        box["card_price"][0, number] = 1
    for where in range(PRINTED + BASE, OFFICES):
        if rng.random() < 0.7:
            box["office_effect"][0, where], box["office_strength"][0, where] = Effect.REUSE_CARD, 0
    box["hand"] = 9
    return box


@pytest.mark.rule("COP-4.17", "COP-4.22")
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("players", [2, 3])
def test_there_is_always_something_to_do_in_boxes_full_of_grey_cards(players, strict):
    rng = np.random.default_rng(players)
    games = deal(players, seed=players, num_games=GAMES, box=grey_box(rng), strict_two=strict)
    weights = np.ones(games.num_actions)
    weights[[PASS, END_TURN, DONE]] = 0.2, 0.3, 0.15
    weights[BUY : BUY + STREET] = 4
    while not games.over.all():
        masks = games.legal
        stuck = np.flatnonzero(~masks.any(axis=1) & ~games.over)
        assert not len(stuck), [Phase(games.tables["phase"][i]).name for i in stuck]
        phases = games.tables["phase"]
        grey = masks[(phases >= Phase.REUSE_CARD) & (phases <= Phase.REUSE_WORKER)]
        assert not (grey[:, DONE] & (grey.sum(axis=1) > 1)).any()  # a target must be named if there is one
        games.step((rng.random(masks.shape) ** (1 / weights) * masks).argmax(axis=1))
