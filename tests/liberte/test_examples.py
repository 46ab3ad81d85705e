"""The worked examples of the rulebook, with its names and numbers."""

import pytest

from hustings.envs.liberte.actions import PASS
from hustings.envs.liberte.table import BLUE, DISCARDED, HAND, RED, Tie

from .playing import (
    collected,
    deal,
    display,
    end_actions,
    field,
    lay,
    legal,
    place,
    play,
    play_card,
    province,
    stack,
    stock,
    tie,
    votes,
)

RICHARD, SIMON, ROB = range(3)
PICARDY = {RICHARD: "BB", SIMON: "BB", ROB: "RRR"}
PARIS = {RICHARD: "RRR", SIMON: "RRR", ROB: "W"}
DISPLAYS = [["Murat", "Bailly"], ["Danton", "Sieyès"], ["Necker"]]


def at_the_tie_in_paris():
    """Both provinces of the examples in one election: Picardy is over, and Paris is tied."""
    games = deal(3)
    lay(games, turn=2, displays=DISPLAYS, stacks={"Picardy": PICARDY, "Paris": PARIS})
    end_actions(games)
    return games


@pytest.mark.rule("LIB-6.3", "LIB-6.4", "LIB-6.5", "LIB-6.6")
def test_example_1_picardy():
    games = at_the_tie_in_paris()
    assert votes(games) == [0, 0, 1]
    assert collected(games, RED) == [0, 0, 1]
    assert collected(games, BLUE) == [0, 0, 0]
    assert [stack(games, "Picardy", seat) for seat in (RICHARD, SIMON, ROB)] == ["BB", "BB", "RR"]


@pytest.mark.rule("LIB-6.7", "LIB-6.8", "LIB-6.9", "LIB-6.12", "LIB-6.13", "LIB-6.14")
def test_example_2_paris():
    games = at_the_tie_in_paris()
    before = stock(games)
    assert tie(games) == Tie.PROVINCE
    assert field(games, "contender") == [1, 1, 0]
    assert legal(games) == {PASS, play_card("Murat")}
    play(games, (RICHARD, play_card("Murat")))
    assert legal(games) == {PASS, play_card("Danton")}
    play(games, (SIMON, PASS))
    assert votes(games) == [0, 0, 1 + 3]
    assert field(games, "height")[province("Paris")] == [0] * 6
    assert place(games, "Murat") == DISCARDED
    assert place(games, "Danton") == HAND + SIMON
    # At the end of the election all but what lies in Picardy is back.
    assert [after - earlier for after, earlier in zip(stock(games), before)] == [1, 0, 1 + 3 + 3]
    assert field(games, "vp") == [5, 0, 2]  # three red blocks and one; nobody has blue or white ones
    assert field(games, "presence") == [1, 0, 1]


@pytest.mark.rule("LIB-7.1", "LIB-7.9", "LIB-7.13", "LIB-7.14", "LIB-7.27")
def test_example_of_victory_points():
    """Radicals first and moderates second; Rob, whom the example leaves out, has a block of each."""
    games = deal(3)
    stacks = {name: {RICHARD: "R"} for name in ("Brittany", "Gascony", "Provence", "Limousin")}
    stacks |= {name: {SIMON: "R"} for name in ("Maine", "Berry")}
    stacks |= {name: {SIMON: "B"} for name in ("Anjou", "Béarn", "Burgundy")}
    stacks |= {"Alsace": {RICHARD: "B"}, "Lorraine": {ROB: "B"}, "Normandy": {ROB: "R"}}
    stacks |= {"Dauphiné": {ROB: "W"}}
    lay(games, displays=DISPLAYS, stacks=stacks)
    end_actions(games)
    assert votes(games) == [1, 5, 7]
    assert (field(games, "government"), field(games, "opposition")) == (RED, BLUE)
    assert field(games, "vp") == [5, 2 + 3, 0]
    assert field(games, "presence") == [1, 1, 1]
    assert display(games, RICHARD) == []  # no tie was asked about, and the cards are back in hand
    assert field(games, "hand_size") == [2, 2, 1]
