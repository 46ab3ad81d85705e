"""Actions in words."""

import pytest

from hustings.envs.copycat.actions import DONE, DRAW, VP

from ..playing import DOCTOR, C, O, at, at_table, bid, buy, turn


@pytest.mark.rule("COP-9.9")
def test_rare_actions_in_words():
    """What no game among those in `tests/golden/playthroughs` has."""
    position = {"played": [C.DINNER], "pile": [10, 11], "office_tokens": {0: 1, 1: 2}, "partial_draw": True}
    game = turn(C.SECRETARY, C.SAUNA, **position)
    assert game.said(at(0), at(1)) == [
        "Place a worker in office 1 (buy 1), 1 token",
        "Place a worker in office 2 (buy 1), 2 tokens",
    ]
    assert game.copy().play(C.SAUNA).said(DRAW, DONE) == ["Draw a card", "Draw no more"]
    assert game.play(C.SECRETARY).said() == ["Copy 38 State Dinner (draw 3)"]
    street = [1, 24, 2, 3, DOCTOR, *[0] * 3, DOCTOR]
    options = {"charity_vp": 1, "min_invest": 0}
    game = at_table(C.BANKER, C.CHARITY, workers={O.BUY_1}, street=street, **options)
    assert game.said(buy(5), buy(9), VP) == [  # doctorates of different spaces are told apart
        "Buy a Doctorate on space 5 for 1 coin and what you invest, with 3 red cards",
        "Buy a Doctorate on space 9 for 2 coins and what you invest, with 3 red cards",
        "Count a charity event as 1 VP",
    ]
    assert game.play(buy(5)).said() == ["Invest nothing", "Invest 1 coin", "Invest all coins"]
    assert game.said(buy(6)) == ["Buy from space 6"]  # of an action that is not legal too


@pytest.mark.rule("COP-9.9", "COP-0.2")
def test_start_cards_are_named_by_what_they_are_worth():
    assert bid(9, 12, 15, 18, vp_start_numbers=[18, 12, 15]).said() == [
        "Choose 9 Fatherly Friend (1 coin)",
        "Choose 12 Local Newspaper (1 VP)",
        "Choose 15 Local Radio (1 VP)",
        "Choose 18 Local TV (1 VP)",
    ]
