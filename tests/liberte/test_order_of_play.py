"""1 The order of play, and the blocks that come in with turn two."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.liberte.actions import (
    DISCARD_CARD,
    FACE_UP_CARD,
    PASS,
)
from hustings.envs.liberte.table import DISPLAY, Phase

from .playing import (
    after_actions,
    field,
    laid,
    lay,
    pass_round,
    pass_turn,
    phase,
    play,
    play_card,
    stack,
    to,
)
from .positions import same_table


def orders_of_next_turn(games: GameBatch) -> np.ndarray:
    turn = int(games.tables["turn"][0])
    while (games.tables["turn"] == turn).any():
        games.step(np.full(games.num_games, PASS))
    return games.tables["order"][:, : games.num_players].astype(int)


@pytest.mark.rule("LIB-1.2")
@pytest.mark.parametrize(("vp", "order"), [([3, 9, 0, 5], [1, 3, 0, 2]), ([0, 1, 2, 3], [3, 2, 1, 0])])
def test_most_victory_points_play_first(vp, order):
    games = laid(4, turn=2, vp=vp, order=[2, 3, 0, 1])
    pass_turn(games)
    assert field(games, "order") == order
    for seat in order:
        play(games, (seat, PASS))  # discards no more
        while games.seat[0] == seat and phase(games) == Phase.REFILL:
            play(games, (seat, FACE_UP_CARD))
    assert games.seat[0] == order[0]
    pass_round(games)


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
    games = same_table(4, 1200, turn=2, vp=vp)
    seen = Counter(map(tuple, orders_of_next_turn(games).tolist()))
    assert set(seen) == set(possible)
    fair = 1200 / len(possible)
    assert all(abs(number - fair) < 4 * fair**0.5 for number in seen.values())


@pytest.mark.rule("LIB-1.3")
def test_chance_decides_anew_every_turn():
    games = same_table(3, 300, turn=2)
    first = orders_of_next_turn(games)
    while (games.tables["phase"] != Phase.ACTION).any():
        masks = games.legal
        games.step(masks.argmax(axis=1))  # discard nothing, draw from the deck
    second = orders_of_next_turn(games)
    assert 25 < (first == second).all(axis=1).sum() < 75  # one in six


@pytest.mark.rule("LIB-1.4")
def test_the_blocks_set_aside_come_in_with_turn_two():
    games = laid(4, stacks={"Maine": {0: "WW"}, "Paris": {1: "RRR"}})
    assert (field(games, "stock"), field(games, "aside")) == ([0, 20, 26, 25], [0, 2, 2, 2])
    pass_turn(games)
    assert (field(games, "stock"), field(games, "aside")) == ([0, 23, 28, 30], [0, 0, 0, 0])
    assert stack(games, "Maine", 0) == "W"
    lay(games, turn=2)
    pass_turn(games)
    assert field(games, "stock") == [0, 23, 28, 30]  # a white block marks the lost battle


@pytest.mark.rule("LIB-1.4", "LIB-3.24")
def test_blocks_set_aside_are_not_in_the_stock_that_runs_out():
    games = laid(4, hands=[["Feuillants"], [], [], []], stock=[22, 1, 28])
    play(games, (0, play_card("Feuillants")), (0, to("Paris")))
    assert field(games, "stock") == [0, 22, 0, 28]
    assert field(games, "aside") == [0, 2, 2, 2]
    assert field(games, "closing") == 1
    play(games, (0, DISCARD_CARD), (0, PASS), (1, PASS), (2, PASS), (3, PASS))
    assert field(games, "turn") == 2


@pytest.mark.rule("LIB-1.1", "LIB-2.2")
def test_displays_are_used_in_the_election_and_go_back_to_the_hands_after_it():
    games = after_actions(3, displays=[["Danton", "Feuillants"], ["Sade"], []], hands=[["Bailly"], [], []])
    assert phase(games) == Phase.TIE  # the factions are level
    place = games.tables["place"][0]
    assert [(place == DISPLAY + seat).sum() for seat in range(3)] == [2, 1, 0]
    pass_turn(games)
    assert [(place == DISPLAY + seat).sum() for seat in range(3)] == [0, 0, 0]
    assert field(games, "hand_size") == [3, 1, 0]
