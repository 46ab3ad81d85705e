"""The actions: which there are, and which are asked for."""

import pytest

from hustings.envs import IllegalAction
from hustings.envs.saludos_amigos import GAME
from hustings.envs.saludos_amigos.actions import ACCEPT, CLOSE, PASS
from hustings.envs.saludos_amigos.table import Phase

from .playing import amount, card, deal, field, lay, legal, phase, play
from .positions import negotiate


@pytest.mark.rule("SAL-9.9")
def test_the_actions():
    assert GAME.actions.size == 27
    starts = {block.name: block.start for block in GAME.actions}
    assert starts == {
        "pass": 0,
        "close": 1,
        "accept": 2,
        "reject": 3,
        "grant": 4,
        "hold": 5,
        "drop": 6,
        "card": 7,
        "seat": 10,
        "amount": 16,
    }


@pytest.mark.rule("SAL-9.6")
def test_an_illegal_action_is_an_error_and_changes_nothing():
    games = negotiate()
    before = games.tables.tobytes()
    for action in (ACCEPT, card(1), amount(1), 27, -1):
        with pytest.raises(IllegalAction, match="seat 0"):
            games.step([action])
    assert games.tables.tobytes() == before


@pytest.mark.rule("SAL-9.1")
def test_forced_moves_are_asked_only_on_demand():
    asked, unasked = deal(4), deal(4, ask_forced=False)
    for games in (asked, unasked):
        lay(games, hands=["", "1", "", ""], dice=[1, 1, 1, 6])
    play(asked, *((who, PASS) for who in range(4)))
    play(asked, (0, PASS), (1, PASS), (2, PASS), (3, CLOSE))
    assert (asked.seat[0], CLOSE in legal(asked)) == (0, False)
    unasked.tables["seat"] = 1  # that seat 0 may only pass was settled before
    unasked.tables["streak"] = 1
    play(unasked, (1, PASS))  # 2, 3 and 0 have no card to roll again with
    assert phase(unasked) == Phase.FLOOR
    play(unasked, (0, PASS), (1, PASS), (2, PASS), (3, CLOSE))
    assert asked.tables.tobytes() == unasked.tables.tobytes()
    # 4 and 8 together are needed to beat 6; a bid with an empty hand ends by itself.
    for games in (asked, unasked):
        play(games, *((who, PASS) for who in range(4)))
        assert (phase(games), games.seat[0]) == (Phase.CALL, 1)
        play(games, (1, card(1)))
    assert (phase(asked), asked.seat[0], legal(asked)) == (Phase.BID, 1, {CLOSE})
    play(asked, (1, CLOSE), (3, CLOSE))
    assert phase(unasked) == Phase.REROLL
    assert field(asked, "paid") == field(unasked, "paid")
