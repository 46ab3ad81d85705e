"""What a seat observes of cards and choices; single fields and the rest are in observed.py."""

import numpy as np
import pytest

from hustings.envs.copycat import GAME
from hustings.envs.copycat.actions import DONE
from hustings.envs.copycat.table import CARDS

from .playing import C, Game, bid, buying, turn


def block(game: Game, seat: int, name: str) -> np.ndarray:
    """One block of what a seat observes."""
    where = GAME.observation(game.games.num_players)[name]
    return game.games.observe(seat=seat)[0, where.start : where.stop]


def seen(game: Game, seat: int, name: str, value: float = 1.0) -> list[list[int]]:
    """For each player, the own seat first, the cards that have this value in a block."""
    rows = block(game, seat, name).reshape(-1, CARDS)
    return [(np.flatnonzero(abs(row - value) < 1e-6) + 1).tolist() for row in rows]


@pytest.mark.rule("COP-9.4", "COP-9.5", "COP-9.6")
def test_what_each_seat_sees_of_all_cards():
    """The own hand, of others what all know of it; of decks what is not open as pile or hand."""
    zones = {"known": [[30], [31]], "pile": [[13], [14]], "discards": [[40], [41]], "played": [[60], [61]]}
    game = turn(9, 12, hands=[[10, 20]], **zones, temporary=[[50], [51]], laid=[21], twice=[22])
    assert seen(game, 0, "hand") == [[9, 12], [31]]
    assert seen(game, 1, "hand") == [[10, 20], [30]]
    assert seen(game, 0, "hand", 0.75) == [[30], []]
    assert seen(game, 1, "hand", 0.75) == [[31], []]
    assert seen(game, 0, "pile") == [[13], [10, 14, 20]]
    assert seen(game, 1, "pile") == [[14], [9, 12, 13]]
    for value, name, cards in (
        (-1, "pile", [[40], [41]]),
        (-0.5, "pile", [[50], [51]]),
        (1 / 3, "played", [[21], []]),
        (2 / 3, "played", [[60], [61]]),
        (1, "played", [[22], []]),
    ):
        assert seen(game, 0, name, value) == cards
        assert seen(game, 1, name, value) == cards[::-1]


@pytest.mark.rule("COP-9.5", "COP-1.7")
def test_a_choice_is_seen_by_nobody_else_before_all_have_chosen():
    def after(chosen: C) -> tuple[list[np.ndarray], list[str]]:
        game = bid(C.VP_9, C.COIN_12, hands=[[12], [13]], players=3, pile=[[18]] * 3).play(chosen)
        return [game.games.observe(seat=i) for i in range(3)], [game.games.board(0, i) for i in range(3)]

    (views, boards), (others, other_boards) = after(C.VP_9), after(C.COIN_12)
    assert [bool((view == other).all()) for view, other in zip(views, others)] == [False, True, True]
    assert [board == other for board, other in zip(boards, other_boards)] == [False, True, True]


@pytest.mark.rule("COP-9.5")
def test_which_cards_are_kept_is_a_secret_and_how_many_is_not():
    game = buying(C.WITS, C.VP_9, C.COIN_12, C.COIN_13, hands=[[9]], pile=[18])
    game.play(C.WITS, C.VP_9, C.COIN_13)
    assert (seen(game, 0, "kept"), seen(game, 1, "kept")) == ([[9, 13]], [[]])
    assert block(game, 1, "keeping") == 2 / 8
    game.play(DONE, DONE).expect(hand=[9, 13])
    assert seen(game, 1, "hand") == [[9], []]
    assert seen(game, 1, "pile")[1] == [9, 13, 18]
    assert block(game, 1, "keeping") == 0


@pytest.mark.rule("COP-9.6")
def test_a_shuffle_makes_the_hand_known_until_a_card_leaves_it():
    """The pile is empty: all that does not lie open is in the hand."""
    game = turn(C.SAUNA, C.VP_9, C.COIN_12, pile=[13], discards=[20, 21, 22])
    assert seen(game, 1, "hand") == [[], []]
    game.play(C.SAUNA).expect(known=[9, 12, 13], hand_size=4)
    assert seen(game, 1, "hand") == [[], [9, 12, 13]]
    assert seen(game, 1, "pile")[1] == [20, 21, 22]
    game = buying(hands=[[C.WITS]], seat=1, known=[[], [12, 13]], pile=[[9], [9, 10, 11, 20, 21, 22]])
    game.play((1, C.WITS, C.COIN_12, DONE, DONE, DONE)).expect(round_number=2, known_1=[12])
    game.play(C.VP_9, (1, C.COIN_12)).expect(temporary_1=[12], known_1=[])
