"""The rulebook's examples of second uses, doublings and prices, with its numbers."""

import pytest
from campaign import (
    BANKER,
    BUY_2,
    COIN_12,
    ELBOWS,
    INDUSTRIALIST,
    INSIDE,
    NEWSPAPER,
    PARTY,
    SAUNA,
    VP_9,
    buy,
    card,
    coins,
    deal,
    field,
    lay,
    legal,
    legal_buys,
    legal_cards,
    legal_places,
    name,
    office,
    place,
    play,
    street,
    use,
)

from hustings.envs.copycat.actions import DONE, END_TURN
from hustings.envs.copycat.table import STANDING, STREET, TEMPORARY, Effect

ALLOCATION, ALLOCATION_TOO = (office(Effect.REUSE_CARD, copy=copy) for copy in (0, 1))
TRAIL, TRAIL_TOO = (card(Effect.DOUBLE_TOKENS, copy=copy) for copy in (0, 1))
BOTH = {ALLOCATION: STANDING, ALLOCATION_TOO: STANDING}


def at_table(hand_cards, workers, **position):
    games = deal(2)
    lay(games, stage="hand", hands=[hand_cards, []], workers=[workers, {}], **position)
    play(games, (0, DONE))
    return games


@pytest.mark.rule("COP-4.6", "COP-4.1")
def test_two_allocation_offices_for_two_of_the_cards():
    games = at_table([BANKER, INDUSTRIALIST, NEWSPAPER], BOTH)
    play(games, (0, use(ALLOCATION)), (0, name(BANKER)))
    assert int(games.tables["zone"][0, 0, BANKER]) == TEMPORARY
    play(games, (0, use(ALLOCATION_TOO)))
    assert legal_cards(games) == {INDUSTRIALIST, NEWSPAPER}
    play(games, (0, name(INDUSTRIALIST)))
    assert coins(games) == 2 * (3 + 2)


@pytest.mark.rule("COP-4.3", "COP-6.20")
@pytest.mark.parametrize(
    ("trails", "uses", "factor"),
    [([TRAIL], 0, 2), ([TRAIL], 1, 3), ([TRAIL, TRAIL_TOO], 1, 3), ([TRAIL, TRAIL_TOO], 2, 3)],
)
def test_campaign_trail_and_an_allocation_office_triple_the_tokens(trails, uses, factor):
    """A second campaign trail on top of that has no further effect."""
    games = at_table(trails, BOTH, tokens=[6, 0])
    for trail, where in zip(trails[:uses], BOTH):
        play(games, (0, use(where)), (0, name(trail)))
    play(games, (0, DONE))
    assert field(games, "vp") == [6 * factor, 0]


@pytest.mark.rule("COP-6.3")
def test_a_garden_party_used_twice_is_three_times_the_coins():
    games = at_table([PARTY, BANKER, COIN_12], BOTH)
    assert coins(games) == 2 * 4
    play(games, (0, use(ALLOCATION)), (0, name(PARTY)))
    assert coins(games) == 3 * 4


@pytest.mark.rule("COP-6.6")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_right_office_of_the_second_row_buys_none_one_or_two(number):
    games = at_table(
        [BANKER, INDUSTRIALIST, COIN_12], {BUY_2: STANDING}, street=[SAUNA, card(Effect.DRAW, 2, copy=1)]
    )
    for space in range(1, number + 1):
        play(games, (0, buy(space)))
    assert legal_buys(games) == ({1, 2} if number == 0 else {2} if number == 1 else set())
    play(games, (0, DONE))
    assert street(games)[:2].count(0) == number


@pytest.mark.rule("COP-6.7")
def test_four_spaces_four_for_one_more_and_three_for_two_more():
    for space in range(STREET):
        games = at_table([BANKER, INDUSTRIALIST, COIN_12], {BUY_2: STANDING}, street=[*[0] * space, SAUNA])
        play(games, (0, buy(space + 1)))
        assert coins(games) == 6 - 2 - [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2][space]


@pytest.mark.rule("COP-4.19")
def test_inside_information_with_sharpen_your_elbows():
    """The combination that the rulebook names: one more office, and one that is taken."""
    games = deal(3)
    lay(
        games,
        hands=[[INSIDE, ELBOWS, VP_9], [], []],
        workers=[{}, {BUY_2: STANDING}, {}],
        office_tokens={ALLOCATION: 2},
    )
    assert BUY_2 not in legal_places(games)
    play(games, (0, name(INSIDE)), (0, name(ELBOWS)), (0, place(ALLOCATION)))
    assert BUY_2 in legal_places(games)
    play(games, (0, place(BUY_2)))
    assert field(games, "pool") == [1, 3, 3]
    assert field(games, "tokens") == [2, 0, 0]
    assert legal_places(games) == set()
    assert END_TURN in legal(games)
