"""The actions: which there are, and which are asked for."""

import pytest

from hustings.envs.saludos_amigos import GAME

from .playing import lay


@pytest.mark.rule("SAL-9.1")
def test_forced_moves_are_asked_only_on_demand():
    asked, unasked = (lay("- 1 - -", dice=[1, 1, 1, 6], ask_forced=forced) for forced in (True, False))
    asked.play("0 -, 1 -, 2 -, 3 -")
    # That seat 0 may only pass was settled before; 2, 3 and 0 have no card to roll again with.
    unasked.set(seat=1, streak=1).play("1 -").expect("FLOOR")
    for game in (asked, unasked):
        game.play("0 -, 1 -, 2 -, 3 close")
    asked.refuses("close")
    assert asked.table.tobytes() == unasked.table.tobytes()
    # 4 and 8 together are needed to beat 6; a bid with an empty hand ends by itself.
    for game in (asked, unasked):
        game.play("0 -, 1 -, 2 -, 3 -").expect("CALL 1").play("1 c1")
    asked.expect("BID 1", legal="close").play("1 close, 3 close")
    unasked.expect("REROLL", paid=asked.fact("paid"))


@pytest.mark.rule("SAL-9.9")
def test_the_actions():
    assert GAME.actions.size == 27
