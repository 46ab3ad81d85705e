"""Doctorates: what they cost, investing coins, red cards, the last one."""

import pytest
from campaign import (
    ALLOCATION,
    BANKER,
    BANKER_TOO,
    BUY_1,
    BUY_2,
    CHARITY,
    COIN_12,
    COIN_13,
    COIN_14,
    COIN_15,
    DOCTOR,
    PARTY,
    RADIO,
    SECRETARY,
    SPECIAL,
    TRAIL,
    buy,
    cards_in,
    coins,
    deal,
    field,
    lay,
    legal,
    legal_buys,
    legal_cards,
    name,
    pass_round,
    phase,
    play,
    street,
    use,
)

from hustings.envs.copycat.actions import COIN, DONE, INVEST_ALL, INVEST_NONE, INVEST_ONE
from hustings.envs.copycat.table import STANDING, TEMPORARY, Ending, Phase
from hustings.envs.core.api.batch import GameBatch

RED, RED_TOO = 1, 2
COINS = [COIN_12, COIN_13, COIN_14, COIN_15]


def at_table(hand_cards=(), workers=None, players: int = 2, options=None, **position) -> GameBatch:
    """Seat 0 has laid down this hand."""
    games = deal(players, **(options or {}))
    nothing = [[] for _ in range(players - 1)]
    lay(
        games,
        stage="hand",
        hands=[hand_cards, *nothing],
        workers=[{BUY_2: STANDING} if workers is None else workers],
        **position,
    )
    play(games, (0, DONE))
    return games


def vp(games: GameBatch) -> int:
    return field(games, "vp")[0]


def end_round(games: GameBatch) -> None:
    while not games.over[0] and phase(games) != Phase.BID:
        games.step([DONE])


# --- Buying and investing ------------------------------------------------------------------------


@pytest.mark.rule("COP-6.14", "COP-6.15")
@pytest.mark.parametrize(("space", "surcharge"), [(1, 0), (4, 0), (5, 1), (8, 1), (9, 2), (11, 2)])
def test_the_surcharge_of_the_space_first_then_a_point_for_each_coin(space, surcharge):
    games = at_table([BANKER, COIN_12], street=[0] * (space - 1) + [DOCTOR])
    play(games, (0, buy(space)))
    assert (coins(games), field(games, "purchases"), vp(games)) == (4 - surcharge, 1, 0)
    assert phase(games) == Phase.INVEST
    play(games, (0, INVEST_ALL))
    assert (coins(games), vp(games)) == (0, 4 - surcharge)
    assert field(games, "round_vp") == [4 - surcharge, 0]
    assert phase(games) == Phase.TABLE


@pytest.mark.rule("COP-6.14")
def test_a_doctorate_needs_a_purchase():
    games = at_table(COINS, {}, street=[DOCTOR])
    assert legal(games) == {DONE}
    games = at_table(COINS, {BUY_1: STANDING}, street=[DOCTOR, DOCTOR])
    play(games, (0, buy(1)), (0, INVEST_ONE))
    assert legal(games) == {DONE}


@pytest.mark.rule("COP-6.14")
def test_the_purchase_of_a_special_permit_will_do():
    games = at_table(COINS, {SPECIAL: STANDING}, street=[0] * 8 + [DOCTOR])
    play(games, (0, use(SPECIAL)))
    assert legal_buys(games) == {1}
    play(games, (0, buy(1)), (0, INVEST_ALL))
    assert vp(games) == 4  # it has moved to a space without a surcharge


@pytest.mark.rule("COP-6.16")
def test_a_doctorate_is_laid_aside_for_ever():
    """It is in no pile, and there is nothing to copy or to use again."""
    workers = {BUY_1: STANDING, ALLOCATION: STANDING}
    games = at_table([COIN_12, SECRETARY], workers, street=[DOCTOR, RADIO], doctorates_left=1)
    play(games, (0, buy(1)), (0, INVEST_ONE))
    assert (field(games, "doctorates"), street(games)[:2]) == ([1, 0], [0, RADIO])
    assert cards_in(games, 0, TEMPORARY) == []
    play(games, (0, use(ALLOCATION)))
    assert legal_cards(games) == {COIN_12}
    play(games, (0, name(COIN_12)))
    assert legal(games) == {DONE}  # the secretary has nothing to copy
    play(games, (0, DONE), (1, DONE), (1, DONE))
    assert field(games, "doctorates") == [1, 0]
    assert sorted(cards_in(games, 0, *range(1, 9))) == sorted([COIN_12, SECRETARY])


@pytest.mark.rule("COP-6.17")
def test_red_cards_to_the_left_come_with_a_doctorate():
    games = at_table([COIN_12], street=[RED, RADIO, DOCTOR, RED_TOO])
    play(games, (0, buy(3)), (0, INVEST_ONE))
    assert cards_in(games, 0, TEMPORARY) == [RED]
    assert street(games)[:4] == [0, RADIO, 0, RED_TOO]


@pytest.mark.rule("COP-6.15")
@pytest.mark.parametrize(("amount", "choices"), [(1, {INVEST_ONE}), (2, {INVEST_ONE, INVEST_ALL})])
def test_one_coin_or_all_are_invested(amount, choices):
    games = at_table(COINS[:amount], street=[DOCTOR])
    play(games, (0, buy(1)))
    assert legal(games) == choices
    play(games, (0, INVEST_ONE))
    assert (vp(games), coins(games)) == (1, amount - 1)


@pytest.mark.rule("COP-6.15")
def test_a_card_and_a_doctorate_in_either_order_and_two_doctorates():
    hand_cards = [BANKER, *COINS]
    games = at_table(hand_cards, street=[RADIO, DOCTOR])
    play(games, (0, buy(1)), (0, buy(2)), (0, INVEST_ALL))
    assert (vp(games), coins(games)) == (3, 0)
    games = at_table(hand_cards, street=[RADIO, DOCTOR])
    play(games, (0, buy(2)), (0, INVEST_ONE), (0, buy(1)))
    assert (vp(games), coins(games)) == (1, 2)
    games = at_table(hand_cards, street=[DOCTOR, DOCTOR])
    play(games, (0, buy(1)), (0, INVEST_ONE), (0, buy(2)), (0, INVEST_ALL))
    assert (vp(games), field(games, "doctorates")) == (7, [2, 0])


@pytest.mark.rule("COP-6.18")
@pytest.mark.parametrize("least", [1, 0])
@pytest.mark.parametrize(("amount", "space"), [(0, 1), (1, 1), (1, 5), (2, 5), (1, 9), (2, 9), (3, 9)])
def test_how_many_coins_a_doctorate_needs(least, amount, space):
    surcharge = {1: 0, 5: 1, 9: 2}[space]
    games = at_table(COINS[:amount], street=[0] * (space - 1) + [DOCTOR], options={"min_invest": least})
    assert (space in legal_buys(games)) == (amount >= surcharge + least)
    if amount < surcharge + least:
        return
    play(games, (0, buy(space)))
    assert (INVEST_NONE in legal(games)) == (least == 0)
    assert (INVEST_ONE in legal(games)) == (amount > surcharge)
    if least == 0:
        play(games, (0, INVEST_NONE))
        assert (vp(games), coins(games)) == (0, amount - surcharge)


@pytest.mark.rule("COP-6.19")
def test_coins_doubled_and_coins_used_again_are_invested_too():
    workers = {BUY_1: STANDING, ALLOCATION: STANDING}
    games = at_table([BANKER, BANKER_TOO, PARTY, CHARITY], workers, street=[0] * 9 + [DOCTOR])
    play(games, (0, use(ALLOCATION)), (0, name(BANKER)), (0, COIN), (0, buy(10)), (0, INVEST_ALL))
    assert vp(games) == 2 * (3 + 3 + 1) + 3 - 2


@pytest.mark.rule("COP-6.15")
def test_points_of_a_doctorate_are_not_doubled():
    games = at_table([BANKER, TRAIL], {BUY_1: STANDING}, street=[DOCTOR], tokens=[1, 0])
    play(games, (0, buy(1)), (0, INVEST_ALL), (0, DONE))
    assert vp(games) == 3 + 2


# --- The last doctorate --------------------------------------------------------------------------


@pytest.mark.rule("COP-8.2")
@pytest.mark.parametrize(("shown", "left", "last"), [(1, 0, True), (2, 0, False), (1, 1, False)])
def test_the_last_doctorate_bought_ends_the_game_with_the_round(shown, left, last):
    games = at_table([COIN_12], street=[0, *[DOCTOR] * shown], doctorates_left=left, round_number=6)
    play(games, (0, buy(2)))
    assert field(games, "last_doctorate") == last
    play(games, (0, INVEST_ONE), (0, DONE))
    assert (games.seat[0], phase(games)) == (1, Phase.HAND)  # the round is played to its end
    play(games, (1, DONE), (1, DONE))
    assert games.over[0] == last
    assert field(games, "ending") == (Ending.DOCTORATES if last else Ending.NONE)


@pytest.mark.rule("COP-8.2")
def test_both_doctorates_in_one_turn():
    games = at_table(COINS, street=[DOCTOR, DOCTOR])
    play(games, (0, buy(2)), (0, INVEST_ONE))
    assert not field(games, "last_doctorate")
    play(games, (0, buy(1)), (0, INVEST_ONE))
    assert field(games, "last_doctorate")
    end_round(games)
    assert games.over[0]


@pytest.mark.rule("COP-8.2")
def test_doctorates_cleared_away_are_gone_and_end_nothing():
    """With one of two cleared, the other is the last; with both cleared the game goes on."""
    games = at_table([COIN_12], street=[DOCTOR, 0, 0, 0, DOCTOR], doctorates=[0, 0], round_number=6)
    end_round(games)
    assert not games.over[0]
    assert street(games)[:2] == [DOCTOR, 0]
    games = at_table([COIN_12], street=[DOCTOR], round_number=7)
    play(games, (0, buy(1)), (0, INVEST_ONE))
    assert field(games, "last_doctorate")
    games = at_table([COIN_12], street=[DOCTOR, DOCTOR, DOCTOR], players=3, doctorates=[0, 0, 0])
    end_round(games)
    assert street(games)[:2] == [DOCTOR, 0]
    games = at_table([COIN_12], street=[DOCTOR, DOCTOR])
    end_round(games)
    assert (games.over[0], set(street(games)), field(games, "last_doctorate")) == (False, {0}, 0)
    pass_round(games)
    assert not games.over[0]
