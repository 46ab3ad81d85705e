"""Doctorates: what they cost, investing coins, red cards, the last one."""

import pytest

from hustings.envs.copycat.actions import COIN, DONE, INVEST_ALL, INVEST_NONE, INVEST_ONE
from hustings.envs.copycat.table import Ending

from .playing import COINS, DOCTOR, C, O, at_table, buy

FOUR = COINS[:4]
TWICE = {"workers": {O.BUY_2}}
ONCE = {"workers": {O.BUY_1}}


# --- Buying and investing ------------------------------------------------------------------------


@pytest.mark.rule("COP-6.14", "COP-6.15")
@pytest.mark.parametrize(("space", "surcharge"), [(1, 0), (4, 0), (5, 1), (8, 1), (9, 2), (11, 2)])
def test_the_surcharge_of_the_space_first_then_a_point_for_each_coin(space, surcharge):
    game = at_table(C.BANKER, C.COIN_12, **TWICE, street=[0] * (space - 1) + [DOCTOR]).play(buy(space))
    rest = 4 - surcharge
    game.expect("INVEST", purse=rest, purchases=1, vp=0).play(INVEST_ALL)
    game.expect("TABLE", purse=0, vp=rest, round_vp=[rest, 0])


@pytest.mark.rule("COP-6.14")
def test_a_doctorate_needs_a_purchase_that_of_a_special_permit_will_do():
    at_table(*FOUR, street=[DOCTOR]).expect(legal=[DONE])
    game = at_table(*FOUR, **ONCE, street=[DOCTOR, DOCTOR]).play(buy(1), INVEST_ONE).expect(legal=[DONE])
    game = at_table(*FOUR, workers={O.SPECIAL}, street=[0] * 8 + [DOCTOR]).play(O.SPECIAL)
    game.expect(buys={1}).play(buy(1), INVEST_ALL).expect(vp=4)  # now on a space without a surcharge


@pytest.mark.rule("COP-6.16")
def test_a_doctorate_is_laid_aside_for_ever():
    """It is in no pile, and there is nothing to copy or to use again."""
    workers = {O.BUY_1, O.ALLOCATION}
    position = {"street": [DOCTOR, C.RADIO], "doctorates_left": 1}
    game = at_table(C.COIN_12, C.SECRETARY, workers=workers, **position).play(buy(1), INVEST_ONE)
    game.expect(doctorates=[1, 0], street=[0, C.RADIO], temporary=[])
    game.play(O.ALLOCATION).expect(cards={C.COIN_12})
    game.play(C.COIN_12).expect(legal=[DONE])  # the secretary has nothing to copy
    game.play(DONE, (1, DONE, DONE)).expect(doctorates=[1, 0], deck=[C.COIN_12, C.SECRETARY])


@pytest.mark.rule("COP-6.17")
def test_red_cards_to_the_left_come_with_a_doctorate():
    game = at_table(C.COIN_12, **TWICE, street=[C.RED, C.RADIO, DOCTOR, C.RED_2]).play(buy(3), INVEST_ONE)
    game.expect(temporary=[C.RED], street=[0, C.RADIO, 0, C.RED_2])


@pytest.mark.rule("COP-6.15")
def test_one_coin_or_all_are_invested_and_not_doubled():
    game = at_table(12, **TWICE, street=[DOCTOR]).play(buy(1)).expect(legal=[INVEST_ONE])
    game.play(INVEST_ONE).expect(vp=1, purse=0)
    game = at_table(12, 13, **TWICE, street=[DOCTOR]).play(buy(1)).expect(legal=[INVEST_ONE, INVEST_ALL])
    game.play(INVEST_ONE).expect(vp=1, purse=1)
    game = at_table(C.BANKER, C.TRAIL, **ONCE, street=[DOCTOR], tokens=[1, 0])
    game.play(buy(1), INVEST_ALL, DONE).expect(vp=3 + 2)
    # A card and a doctorate in either order, and two doctorates.
    seven = [C.BANKER, *FOUR]
    game = at_table(*seven, **TWICE, street=[C.RADIO, DOCTOR]).play(buy(1), buy(2), INVEST_ALL)
    game.expect(vp=3, purse=0)
    game = at_table(*seven, **TWICE, street=[C.RADIO, DOCTOR]).play(buy(2), INVEST_ONE, buy(1))
    game.expect(vp=1, purse=2)
    game = at_table(*seven, **TWICE, street=[DOCTOR, DOCTOR])
    game.play(buy(1), INVEST_ONE, buy(2), INVEST_ALL).expect(vp=7, doctorates=[2, 0])


@pytest.mark.rule("COP-6.18")
@pytest.mark.parametrize("least", [1, 0])
@pytest.mark.parametrize(("amount", "space"), [(0, 1), (1, 1), (1, 5), (2, 5), (1, 9), (2, 9), (3, 9)])
def test_how_many_coins_a_doctorate_needs(least, amount, space):
    left = amount - {1: 0, 5: 1, 9: 2}[space]
    street = [0] * (space - 1) + [DOCTOR]
    game = at_table(*COINS[:amount], **TWICE, street=street, min_invest=least)
    assert (space in game.fact("buys")) == (left >= least)
    if left >= least:
        choices = [*([INVEST_NONE] if least == 0 else []), *[INVEST_ONE, INVEST_ALL][: max(left, 0)]]
        game.play(buy(space)).expect(legal=choices)
        if least == 0:
            game.play(INVEST_NONE).expect(vp=0, purse=left)


@pytest.mark.rule("COP-6.19")
def test_coins_doubled_and_coins_used_again_are_invested_too():
    workers = {O.BUY_1, O.ALLOCATION}
    own = [C.BANKER, C.BANKER_2, C.PARTY, C.CHARITY]
    game = at_table(*own, workers=workers, street=[0] * 9 + [DOCTOR])
    game.play(O.ALLOCATION, C.BANKER, COIN, buy(10), INVEST_ALL).expect(vp=2 * (3 + 3 + 1) + 3 - 2)


# --- The last doctorate --------------------------------------------------------------------------


@pytest.mark.rule("COP-8.2", "COP-8.4")
@pytest.mark.parametrize(("shown", "left", "last"), [(1, 0, 1), (2, 0, 0), (1, 1, 0)])
def test_the_last_doctorate_bought_ends_the_game_with_the_round(shown, left, last):
    position = {"street": [0, *[DOCTOR] * shown], "doctorates_left": left, "round_number": 6}
    game = at_table(C.COIN_12, **TWICE, **position).play(buy(2), INVEST_ONE)
    game.expect(last_doctorate=last).play(DONE).expect("HAND 1")  # the round is played to its end
    game.play((1, DONE, DONE)).expect(over=bool(last), ending=Ending.DOCTORATES if last else Ending.NONE)


@pytest.mark.rule("COP-8.2")
def test_doctorates_cleared_away_are_gone_and_end_nothing():
    """With one of two cleared, the other is the last; with both cleared the game goes on."""
    game = at_table(C.COIN_12, **TWICE, street=[DOCTOR, 0, 0, 0, DOCTOR]).pass_round()
    game.expect(over=False, street=[DOCTOR])
    game = at_table(C.COIN_12, **TWICE, street=[DOCTOR], round_number=7).play(buy(1), INVEST_ONE)
    game.expect(last_doctorate=1)
    at_table(C.COIN_12, players=3, street=[DOCTOR] * 3).pass_round().expect(street=[DOCTOR])
    game = at_table(C.COIN_12, **TWICE, street=[DOCTOR, DOCTOR]).pass_round()
    game.expect(over=False, street=[], last_doctorate=0).pass_round().expect(over=False)
    # Both may be bought in one turn.
    game = at_table(*FOUR, **TWICE, street=[DOCTOR, DOCTOR]).play(buy(2), INVEST_ONE).expect(last_doctorate=0)
    game.play(buy(1), INVEST_ONE).expect(last_doctorate=1).pass_round().expect(over=True)
