"""Negotiation strength: the first roll and the rerolls."""

import numpy as np
import pytest

from hustings.envs.core.engine import chance
from hustings.envs.saludos_amigos.actions import CLOSE, PASS
from hustings.envs.saludos_amigos.table import DICE, REROLL, Phase

from .playing import card, deal, field, lay, legal, no_offers, open_floor, phase, play, seen


@pytest.mark.rule("SAL-2.1")
def test_strength_is_die_plus_number_of_cards():
    games = deal(4)
    lay(games, hands=["1111", "3333", "", "12"])
    no_offers(games)  # the next round is rolled for
    die, hands = field(games, "die"), field(games, "hand")
    assert [sum(hand) for hand in hands] == [5, 5, 1, 3]
    assert field(games, "strength") == [die[i] + sum(hands[i]) for i in range(4)]


@pytest.mark.rule("SAL-2.2")
def test_all_have_rolled_before_the_first_reroll():
    games = deal(6, num_games=50)
    assert (games.tables["phase"] == Phase.REROLL).all()
    assert (games.tables["die"][:, :6] > 0).all()
    assert (games.tables["draws"][:, DICE] == 6).all()
    assert (games.tables["draws"][:, REROLL:] == 0).all()


@pytest.mark.rule("SAL-2.3", "SAL-2.4", "SAL-2.6")
def test_reroll_with_any_card_as_often_as_one_has_cards():
    games = deal(4)
    lay(games, hands=["113", "1", "1", "1"])
    assert legal(games) == {PASS, card(1), card(3)}
    play(games, (0, card(3)))
    assert field(games, "hand")[0] == [2, 0, 0]
    assert field(games, "discard") == [0, 0, 1]
    assert field(games, "strength")[0] == field(games, "die")[0] + 2
    assert legal(games) == {PASS, card(1)}
    play(games, (0, card(1)), (0, card(1)))
    assert field(games, "hand")[0] == [0, 0, 0]
    assert field(games, "strength")[0] == field(games, "die")[0]
    assert legal(games) == {PASS}


@pytest.mark.rule("SAL-2.5")
def test_the_new_roll_counts_even_if_it_is_worse():
    games = deal(4)
    lay(games, hands=["123"] * 4, dice=[6, 6, 6, 6])
    table = games.tables[0]
    trial, rolls = table.copy(), []
    for _ in range(3):
        rolls.append(chance.roll(trial, REROLL, 6))
    for number, roll in enumerate(rolls):
        play(games, (0, card(number + 1)))
        assert field(games, "die")[0] == roll
    assert min(rolls) < 6


@pytest.mark.rule("SAL-2.5")
def test_rerolls_of_one_seat_do_not_depend_on_the_others():
    """Each seat rerolls from a stream of its own, so the same seed gives the same dice."""
    first, second = deal(4, seed=5), deal(4, seed=5)
    lay(first)
    lay(second)
    play(first, (0, PASS), (1, card(1)))
    play(second, (0, card(1)), (0, card(2)), (0, PASS), (1, card(1)))
    assert field(first, "die")[1] == field(second, "die")[1]


@pytest.mark.rule("SAL-2.7")
def test_rerolls_go_round_until_all_have_passed_in_a_row():
    games = deal(4)
    lay(games, holder=1)
    play(
        games, (1, PASS), (2, PASS), (3, card(1)), (3, PASS), (0, PASS), (1, card(1)), (1, card(2)), (1, PASS)
    )
    play(games, (2, PASS), (3, PASS))
    assert phase(games) == Phase.REROLL
    play(games, (0, PASS))
    assert (phase(games), games.seat[0]) == (Phase.FLOOR, 1)


@pytest.mark.rule("SAL-2.7")
def test_rerolls_go_round_once():
    games = deal(4, reroll="one_pass")
    lay(games, holder=1)
    play(games, (1, PASS), (2, PASS), (3, card(1)), (3, card(2)), (3, PASS), (0, card(1)), (0, PASS))
    assert (phase(games), games.seat[0]) == (Phase.FLOOR, 1)


@pytest.mark.rule("SAL-2.8")
def test_cards_are_discarded_face_up():
    games = deal(4)
    play(games, (int(games.seat[0]), card(2)))
    who = int(games.seat[0])
    assert field(games, "known")[who] == [1, 0, 1]  # of the 1, 2, 3 that all started with
    for other in range(4):
        assert seen(games, other, "discard", 64) == [0, 1, 0]


@pytest.mark.rule("SAL-2.8", "SAL-9.7")
def test_cards_are_discarded_face_down():
    games = deal(4, open_discards=False)
    who = int(games.seat[0])
    play(games, (who, card(2)))
    assert field(games, "face_down")[who] == [0, 1, 0]
    assert field(games, "discard") == [0, 0, 0]
    assert field(games, "known")[who] == [0, 0, 0]
    for other in range(4):
        assert seen(games, other, "discard") == [0, 0, 0]
        assert seen(games, other, "own_face_down", 16) == [0, int(other == who), 0]
        assert seen(games, other, "face_down", 16)[(who - other) % 4] == 1
    guesses = set()
    for seed in range(60):
        again = deal(4, open_discards=False)
        again.tables = games.tables
        again.redeal((who + 1) % 4, seed=seed)
        guesses.add(tuple(again.tables["face_down"][0, who].tolist()))
        assert again.tables["face_down"][0, who].sum() == 1
    assert len(guesses) == 3
    again.tables = games.tables
    again.redeal(who)
    assert again.tables["face_down"][0, who].tolist() == [0, 1, 0]


@pytest.mark.rule("SAL-2.9")
def test_no_rerolls_once_the_negotiation_is_open():
    games = deal(4)
    lay(games)
    open_floor(games)
    assert not any(card(v) in legal(games) for v in (1, 2, 3))
    strength = field(games, "strength")
    play(games, (0, CLOSE), (1, PASS), (2, PASS), (3, PASS), (0, PASS), (1, card(1)))
    assert phase(games) == Phase.JOIN
    assert field(games, "strength") == strength
    assert np.sum(field(games, "hand")) == 11
