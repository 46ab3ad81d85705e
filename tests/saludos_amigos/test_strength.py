"""Negotiation strength: the first roll and the rerolls."""

import numpy as np
import pytest

from hustings.envs.core.engine import chance
from hustings.envs.saludos_amigos.table import DICE, REROLL, Phase

from .playing import deal, lay
from .positions import negotiate


@pytest.mark.rule("SAL-2.1")
def test_strength_is_die_plus_number_of_cards():
    game = lay("1111 3333 - 12").pass_round()  # the next round is rolled for
    game.expect(cards=[5, 5, 1, 3], strength=[die + n for die, n in zip(game.fact("die"), [5, 5, 1, 3])])


@pytest.mark.rule("SAL-2.2")
def test_all_have_rolled_before_the_first_reroll():
    tables = deal(6, num_games=50).tables
    assert (tables["phase"] == Phase.REROLL).all()
    assert (tables["die"][:, :6] > 0).all()
    assert (tables["draws"][:, DICE] == 6).all()
    assert (tables["draws"][:, REROLL:] == 0).all()


@pytest.mark.rule("SAL-2.3", "SAL-2.4", "SAL-2.6")
def test_reroll_with_any_card_as_often_as_one_has_cards():
    game = lay("113 1 1 1").expect(legal="- c1 c3")
    for card, left, legal in (("c3", "11", "- c1"), ("c1", "1", "- c1"), ("c1", "-", "-")):
        game.play(f"0 {card}").expect("REROLL 0", hand={0: left}, legal=legal)
        game.expect(strength={0: game.fact("die")[0] + game.fact("cards")[0]})
    game.expect(discard="113")


@pytest.mark.rule("SAL-2.5")
def test_the_new_roll_counts_even_if_it_is_worse():
    game = lay(dice=[6, 6, 6, 6])
    trial = game.table.copy()
    rolls = [chance.roll(trial, REROLL, 6) for _ in range(3)]
    for card, pips in zip(("c1", "c2", "c3"), rolls):
        game.play(f"0 {card}").expect(die=[pips, 6, 6, 6])
    assert min(rolls) < 6


@pytest.mark.rule("SAL-2.7")
def test_rerolls_go_round_until_all_have_passed_in_a_row_or_once():
    game = lay(holder=1).play("1 -, 2 -, 3 c1 -, 0 -, 1 c1 c2 -, 2 -, 3 -").expect("REROLL 0")
    game.play("0 -").expect("FLOOR 1")
    lay(holder=1, reroll="one_pass").play("1 -, 2 -, 3 c1 c2 -, 0 c1 -").expect("FLOOR 1")


@pytest.mark.rule("SAL-2.8", "SAL-9.7")
def test_cards_are_discarded_face_down():
    """Which, everybody else can only guess, and nothing is known of the rest."""
    game = lay(known=["123"] * 4, open_discards=False).play("0 c2")
    game.expect(discard="-", face_down={0: "2"}, known=["-", "123", "123", "123"])
    guesses = game.redealt(1).tables["face_down"][:, 0]
    assert (guesses.sum(axis=1) == 1).all()
    assert len(np.unique(guesses, axis=0)) == 3
    assert (game.redealt(0).tables["face_down"][:, 0] == [0, 1, 0]).all()


@pytest.mark.rule("SAL-2.9")
def test_no_rerolls_once_the_negotiation_is_open():
    game = negotiate().refuses("c1 c2 c3").play("0 close, 1 -, 2 -, 3 -, 0 -, 1 c1")
    game.expect("JOIN", strength=[4, 5, 6, 7], cards=[3, 2, 3, 3])


@pytest.mark.rule("SAL-2.5")
def test_rerolls_of_one_seat_do_not_depend_on_the_others():
    """Each seat rerolls from a stream of its own, so the same seed gives the same dice."""
    first, second = lay(seed=5).play("0 -, 1 c1"), lay(seed=5).play("0 c1 c2 -, 1 c1")
    assert first.fact("die")[1] == second.fact("die")[1]
