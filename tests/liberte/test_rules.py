"""The form of play: the course of a turn, decisions one by one, the numbering of actions, what is refused."""

import numpy as np
import pytest

from hustings.envs.liberte import GAME
from hustings.envs.liberte.actions import ACTIONS, STACK

from .playing import deal, everywhere, lay

ROW = "Danton, Necker, Talleyrand"
CENTRE = "Berry, Limousin, Auvergne, Bourbonnais"


@pytest.mark.rule("LIB-1.1")
def test_later_turns_have_new_cards_and_a_battle():
    """The battle is over for all before the election begins, new cards before the actions."""
    displays = ["Lafayette, Danton", "Bouillé, Robespierre"]
    game = lay(turn=2, cannons=[1, 1, 0], displays=displays, map="Paris R R").pass_round("ACTION")
    game.expect(tie="BATTLE").choose("Lafayette").expect(tie="BATTLE").choose("-").expect(tie="PROVINCE")
    order = game.choose("-, Robespierre").expect(turn=3).fact("order")
    for seat in order:
        game.expect("DISCARD", seat=seat).do("pass")
        while game.phase == "REFILL":
            game.do("row 1")
    game.expect("ACTION", hand_size=[7, 7, 7], seat=order[0])


@pytest.mark.rule("LIB-9.1")
def test_forced_decisions_are_asked_only_on_demand():
    """The display is full and no special card is in hand: after its last block a card goes its way."""
    position = {"displays": "Bailly, Maury, Sade, Volney", "row": ROW}
    asked, unasked = (
        lay("Froment", ask_forced=ask, **position).play("Froment, Gascony") for ask in (True, False)
    )
    unasked.expect("ACTION 1")
    asked.expect("KEEP", legal="discard").play("discard")
    asked.expect("AFTER", legal="pass").play("pass")
    assert asked.table.tobytes() == unasked.table.tobytes()
    full = everywhere(("Berry", "Limousin", "Auvergne"), "- W B R")  # blocks with one place to go
    game = lay("Couthon", players=4, ask_forced=False, map=full)
    game.play("Couthon").expect("KEEP", map="Bourbonnais RR")


@pytest.mark.rule("LIB-9.2")
def test_an_action_is_one_decision_after_another():
    position = {"turn": 2, "government": "red", "presence": [1, 0, 0], "displays": ["", "Danton"]}
    game = lay("Lafayette, Terror", map="Paris - R W", **position).play("Lafayette")
    game.expect("MODE", legal="blocks, cannon").play("blocks").expect("PLACE", legal=CENTRE)
    game.play("Berry").expect("PLACE", legal=CENTRE).play("Limousin")
    game.expect("KEEP", legal="display, discard").play("display")
    game.expect("AFTER", legal="pass, Terror").play("Terror")
    game.expect("TARGET_PROVINCE", legal="pass, Paris").play("Paris")
    game.expect("TARGET_STACK", legal="hit 1, hit 2").play("hit 1")
    game.expect("TARGET_CARD", legal="pass, Danton, Lafayette").play("Danton")
    game.expect("ACTION 1")


@pytest.mark.rule("LIB-9.3")
@pytest.mark.parametrize("seat", range(4))
def test_stacks_are_named_by_the_distance_of_their_owners(seat):
    hands = ["Religious Problems" if seat == other else "" for other in range(4)]
    order = [(seat + place) % 4 for place in range(4)]
    game = lay(hands, players=4, order=order, map="Paris - R RR BBB").do("Religious Problems, Paris")
    legal = np.flatnonzero(game.games.legal[0]).tolist()
    assert legal == sorted(STACK + (owner - seat) % 4 for owner in (1, 2, 3))
    game.games.step([STACK + (2 - seat) % 4])
    game.expect(map="Paris - R R BBB")


@pytest.mark.rule("LIB-9.10")
def test_one_action_space_for_all_numbers_of_players():
    sizes = [deal(players, ask_forced=False).observation_size for players in (3, 4, 5, 6)]
    assert len({*np.diff(sizes).tolist()}) == 1
    assert {deal(players).num_actions for players in (3, 4, 5, 6)} == {ACTIONS.size} == {156}
    assert ACTIONS.size - STACK == 6
    assert [GAME.observation(players).size for players in (3, 4, 5, 6)] == sizes
