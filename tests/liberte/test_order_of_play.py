"""1 The order of play, the rounds of actions, and when they end."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from hustings.envs.liberte.actions import PASS
from hustings.envs.liberte.table import ROUNDS

from .playing import lay

NINE = "Bailly, Duport, Desmoulins, Sade, Cazalès, Froment, Ducos, Maury, Volney"


@pytest.mark.rule("LIB-1.2", "LIB-2.3")
@pytest.mark.parametrize(("vp", "order"), [([3, 9, 0, 5], [1, 3, 0, 2]), ([0, 1, 2, 3], [3, 2, 1, 0])])
def test_most_victory_points_play_first(vp, order):
    game = lay(players=4, turn=2, vp=vp, order=[2, 3, 0, 1]).pass_round().expect(order=order)
    for seat in order:
        game.expect("DISCARD", seat=seat).do("pass").do("row 1 x7")
    game.expect(seat=order[0]).all_pass()


@pytest.mark.rule("LIB-1.3")
@pytest.mark.parametrize(
    ("vp", "possible"),
    [
        ([4, 7, 4, 7], [(1, 3, 0, 2), (1, 3, 2, 0), (3, 1, 0, 2), (3, 1, 2, 0)]),
        ([2, 8, 2, 2], [(1, *rest) for rest in permutations((0, 2, 3))]),
        ([0, 0, 0, 0], list(permutations(range(4)))),
    ],
)
def test_chance_decides_among_the_level(vp, possible):
    game = lay(players=4, turn=2, idle_rounds=1, vp=vp).set(turn_place=3, seat=3, draws=[0] * 3)
    games = game.copies(1200)
    while (games.tables["turn"] == 2).any():
        games.step(np.full(games.num_games, PASS))
    seen = Counter(map(tuple, games.tables["order"][:, :4].tolist()))
    assert set(seen) == set(possible)
    fair = 1200 / len(possible)
    assert all(abs(number - fair) < 4 * fair**0.5 for number in seen.values())


@pytest.mark.rule("LIB-1.4", "LIB-3.24")
def test_the_blocks_set_aside_come_in_with_turn_two_and_do_not_count_before():
    game = lay(players=4, map="Maine WW, Paris - RRR").expect(stock=[20, 26, 25], aside=[2, 2, 2])
    game.pass_round().expect(stock=[23, 28, 30], aside=[0, 0, 0], map="Maine W")
    game = lay(turn=2).expect(stock=[24, 28, 30]).pass_round()
    game.expect(stock=[23, 28, 30])  # a white block marks the lost battle
    game = lay("Feuillants", stock=[22, 1, 28]).play("Feuillants, Paris")
    game.expect(stock=[22, 0, 28], aside=[2, 2, 2], closing=1)
    game.play("discard, pass; 1: pass; 2: pass").expect(turn=2)


@pytest.mark.rule("LIB-3.1", "LIB-3.21")
def test_all_act_in_order_of_play_round_after_round():
    game = lay(["", "", "Feuillants"], order=[2, 0, 1])
    game.play("2: Feuillants, Paris, display, pass; deck; 1: pass")
    game.expect(seat=2, rounds=1).play("2: deck; pass; 1: deck")  # who has passed acts again
    game.expect(seat=2, rounds=2, hand_size=[1, 1, 1])


@pytest.mark.rule("LIB-3.22")
def test_two_rounds_of_passing_end_the_phase():
    game = lay(displays=["Danton", "Sade"], map="Paris R R").all_pass()
    game.play("pass; 1: pass; 2: deck")  # somebody does something
    game.all_pass().expect("ACTION", idle_rounds=1).all_pass().expect("TIE", rounds=4)


@pytest.mark.rule("LIB-3.22")
@pytest.mark.parametrize(
    ("hand", "moves"),
    [
        ("Volney", "Volney, Maine, discard, pass"),
        ("Guillotine", "Guillotine, Danton, pass"),
        ("", "row 1"),
        (NINE, "exchange, Sade, Maury, deck"),
    ],
)
def test_any_other_action_breaks_the_passing(hand, moves):
    game = lay(hand, displays="Danton").all_pass().play(f"{moves}; 1: pass; 2: pass")
    game.expect("ACTION", idle_rounds=0, rounds=2)


@pytest.mark.rule("LIB-3.22")
def test_the_sixtieth_round_is_the_last():
    assert ROUNDS == 60
    game = lay(rounds=58).play("deck; 1: pass; 2: pass").expect("ACTION", rounds=59, turn=1)
    game.play("deck; 1: pass; 2: pass").expect(turn=2)


@pytest.mark.parametrize("position", [{"rounds": ROUNDS}, {"idle_rounds": 2}])
def test_a_table_of_ones_own_beyond_the_last_round_ends_the_actions_too(position):
    """Play leads to no such table, but its check admits them; what is observed stays within bounds."""
    game = lay(turn=2, map="Maine B R", displays="Sade", **position).all_pass()
    game.expect("TIE", rounds=position.get("rounds", 1), idle_rounds=position.get("idle_rounds", 1))


@pytest.mark.rule("LIB-3.23")
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize(
    ("stock", "name", "where"),
    [
        ([22, 26, 1], "Jacobins (A)", "Paris"),
        ([1, 26, 28], "Club de Valois", "Maine"),
        ([9, 1, 9], "Bailly", "Paris"),
    ],
)
def test_when_a_colour_runs_out_the_round_is_played_to_its_end(stock, name, where, seat):
    hands = [name if seat == other else "" for other in range(3)]
    game = lay(hands, stock=stock)
    for _ in range(seat):
        game.do("pass")
    game.do(f"{name}, {where}").expect(closing=1).do("discard, pass")
    for other in range(seat + 1, 3):
        game.expect("ACTION", seat=other).do("deck")
    game.expect(turn=2, hand_size=[int(other > seat) for other in range(3)])


@pytest.mark.rule("LIB-3.23", "LIB-3.25")
def test_blocks_that_come_back_do_not_save_the_phase_but_can_be_placed():
    hands = ["Jacobins (B)", "Religious Problems", "Panthéon Club, Jacobins (A)"]
    game = lay(hands, stock=[22, 26, 1], map="Berry - - R").play("Jacobins (B), Paris, discard, pass")
    game.play("1: Religious Problems, Paris, hit 0, pass").expect(stock=[22, 26, 1], closing=1, turn=1)
    game.play("2: Panthéon Club, Lyonnais").expect(map="Lyonnais - - R")
    game.play("2: discard, pass").expect(turn=2)
    game = lay("Jacobins (A), Religious Problems", stock=[22, 26, 1])  # in the same action
    game.play("Jacobins (A), Paris, discard, Religious Problems, Paris, hit 0; 1: pass; 2: pass")
    game.expect(turn=2)


@pytest.mark.rule("LIB-3.26")
@pytest.mark.parametrize("stock", [[9, 0, 9], [9, 9, 0], [1, 9, 9]])
def test_with_an_empty_stock_the_phase_has_one_round(stock):
    """The lost battle takes the last white block."""
    game = lay(turn=2, deck="", stock=stock).pass_round().pass_round("DISCARD").expect("ACTION", closing=1)
    assert min(game.fact("stock")) == 0
    game.all_pass().expect(turn=4)


@pytest.mark.rule("LIB-3.23", "LIB-3.26")
def test_the_next_phase_starts_anew():
    game = lay(turn=2, deck="", stock=[9, 9, 9], closing=1, rounds=7, idle_rounds=1, acted=1).all_pass()
    game.pass_round("DISCARD").expect("ACTION", turn=3, closing=0, rounds=0, idle_rounds=0, acted=0)
    game.all_pass().expect("ACTION")
