"""The form of play: decisions one by one, the numbering of actions, and what is refused."""

import pytest

from hustings.envs.copycat import actions
from hustings.envs.copycat.actions import ACTIONS, DONE, END_TURN, INVEST_ALL, INVEST_ONE
from hustings.envs.copycat.table import CARDS

from .playing import C, O, at, bid, deal, turn


@pytest.mark.rule("COP-9.1")
def test_forced_decisions_are_asked_only_on_demand():
    """The only card for the order of turns; then a hand with nothing to do but lay it down."""
    position = {"hands": [[12]], "pool": 0, "pile": [[], [13, 14]]}
    asked = bid(C.VP_9, C.VP_10, **position).play(C.VP_9)
    unasked = bid(C.VP_9, C.VP_10, ask_forced=False, **position).play(C.VP_9)
    for seat, move in ((1, C.COIN_12), (1, DONE), (1, DONE), (0, DONE), (0, DONE)):
        asked.expect(legal=[move], seat=seat).play((seat, move))
    unasked.expect("BID", round_number=2)
    assert asked.table.tobytes() == unasked.table.tobytes()


@pytest.mark.rule("COP-9.2")
def test_a_turn_is_one_decision_after_another_and_numbers_are_told_by_picking():
    game = turn(C.SAUNA, C.VP_9, C.COIN_12, pile=[13, 14, 17, 18]).play(C.SAUNA).expect("TURN 0", hand_size=4)
    game.play(at(O.SWAP_2)).expect(legal=[END_TURN, O.SWAP_2]).play(O.SWAP_2)
    game.expect("SWAP 0").play(C.VP_9).expect("SWAP", left=1, picked=1)
    game.play(C.COIN_12).expect(legal=[DONE], draw_size=2)  # nothing is drawn before DONE
    game.play(DONE).expect("TURN", left=0, picked=0, hand=[13, 14, 17, 18])
    game.play(END_TURN).expect(seat=1)


@pytest.mark.rule("COP-9.3")
def test_one_catalogue_of_actions_for_all_numbers_of_players():
    assert [deal(players).num_actions for players in (2, 3, 4)] == [131] * 3
    sizes = [deal(players).observation_size for players in (2, 3, 4)]
    assert sizes[2] - sizes[1] == sizes[1] - sizes[0] > 0
    first = {"card": actions.CARD + 1, "invest": actions.INVEST_NONE}
    for block in ACTIONS:
        assert block.start == first.get(block.name, getattr(actions, block.name.upper(), None)), block.name
    sizes = {block.name: block.size for block in ACTIONS if block.size > 1}
    assert sizes == {"card": CARDS, "place": 25, "office": 25, "buy": 11, "invest": 3}
    assert (INVEST_ONE, INVEST_ALL) == (actions.INVEST_NONE + 1, actions.INVEST_NONE + 2)
