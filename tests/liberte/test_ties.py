"""Ties: what the next one finds of the last."""

import pytest

from .playing import alone, election

TRACES = ("tie_round", "tie_place", "contender", "chosen", "fell", "tied_colour", "tied_before", "strength")


@pytest.mark.rule("LIB-7.7", "LIB-7.22", "LIB-7.24")
@pytest.mark.parametrize(
    ("letters", "displays", "cards"),
    [
        ("RR BB WW", ["Danton", "Sieyès", "Maury"], "Danton, -, -, Sieyès, -"),
        ("RR RR RR", ["Danton", "Couthon", "Sade"], "Danton, Couthon, Sade"),
        ("RR RR RB", ["Danton", "Couthon"], "Danton, Couthon"),
        ("RRR RR RR", ["", "Couthon", "Sade"], "Couthon, Sade"),
        ("RRR B B", ["", "Mirabeau", "Barère"], "Mirabeau, Barère"),
    ],
)
def test_a_tie_leaves_no_trace_for_the_next(letters, displays, cards):
    game = election(3, displays=displays, map=alone(*letters.split())).choose(cards)
    game.expect(turn=2, tie="NONE")
    assert not any(game.table[name].any() for name in TRACES)
