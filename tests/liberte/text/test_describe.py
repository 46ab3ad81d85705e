"""Actions and choices in words."""

import pytest

from hustings.envs.liberte.actions import (
    BLOCKS,
    CANNON,
    CARD,
    DECK,
    DISCARD_CARD,
    DISPLAY_CARD,
    EXCHANGE,
    FACE_UP_CARD,
    PASS,
)
from hustings.envs.liberte.table import RED, Phase

from ..playing import laid, phase, play, play_card, stack_of, to

DANTON = "Danton (3 red, Paris Basin)"


def test_actions_in_words():
    nine = ["Maury", "Sade", "Volney", "Duport", "Ducos", "Virieu", "Santerre", "Feuillants", "Romme"]
    hands = [["Necker", "Terror", "Guillotine"], [], nine]
    games = laid(
        3,
        turn=2,
        government=RED,
        presence=[1, 0, 0],
        hands=hands,
        face_up=["Danton"],
        displays=[["Lafayette"], ["Cazalès"], []],
        stacks={"Paris": {1: "RR", 2: "W", 0: "R"}},
    )

    def words(action: int) -> str:
        return games.describe(0, action)

    assert words(PASS) == "Pass"
    assert words(DECK) == "Draw from the deck"
    assert words(FACE_UP_CARD) == f"Take {DANTON}"
    assert words(play_card("Necker")) == "Play Necker (3 white, Paris Basin, cannon)"
    assert words(play_card("Terror")) == "Play Terror"
    play(games, (0, play_card("Necker")))
    assert words(BLOCKS) == "Use Necker for 3 white blocks"
    assert words(CANNON) == "Use Necker for a token in the battle box"
    play(games, (0, BLOCKS))
    assert words(to("Picardy")) == "Place 1 white block in Picardy"
    play(games, (0, to("Picardy")), (0, to("Picardy")), (0, to("Picardy")))
    assert words(DISPLAY_CARD) == "Put Necker into your display"
    assert words(DISCARD_CARD) == "Discard Necker"
    play(games, (0, DISPLAY_CARD))
    assert words(PASS) == "End your action"
    play(games, (0, play_card("Terror")))
    assert words(PASS) == "Remove no stack"
    assert words(to("Paris")) == "Remove a stack in Paris"
    play(games, (0, to("Paris")))
    assert words(stack_of(1)) == "Remove player_1's 2 red blocks in Paris"
    assert words(stack_of(0)) == "Remove your own 1 red block in Paris"
    play(games, (0, stack_of(2)))
    assert words(PASS) == "Guillotine nobody"
    assert words(play_card("Cazalès")) == "Guillotine player_1's Cazalès (2 white, South-West)"
    assert words(play_card("Lafayette")) == "Guillotine your own Lafayette (2 blue, Centre, general, cannon)"
    play(games, (0, PASS), (1, PASS))
    assert words(EXCHANGE) == "Discard two cards to draw one"
    assert words(play_card("Feuillants")) == "Play Feuillants (1 blue, anywhere, cannon)"
    assert words(play_card("Santerre")) == "Play Santerre (1 red, West, sans-culotte, cannon)"
    play(games, (2, EXCHANGE))
    assert words(play_card("Volney")) == "Discard Volney (1 blue, West)"


def test_one_block_specials_and_displays_in_words():
    hands = [["Bread Shortage"], ["Emigration"], ["Guillotine"]]
    displays = [["Cazalès"], ["Sade"], []]
    games = laid(3, hands=hands, displays=displays, stacks={"Paris": {1: "RR", 2: "W"}})
    play(games, (0, play_card("Bread Shortage")))
    assert games.describe(0, to("Paris")) == "Remove a block in Paris"
    play(games, (0, to("Paris")))
    assert games.describe(0, stack_of(1)) == "Remove one of player_1's 2 red blocks in Paris"
    assert games.describe(0, stack_of(2)) == "Remove player_2's 1 white block in Paris"
    play(games, (0, stack_of(1)), (0, PASS), (1, play_card("Emigration")))
    assert games.describe(0, play_card("Cazalès")) == "Send abroad player_0's Cazalès (2 white, South-West)"


def test_choices_in_ties_in_words():
    stacks = {"Maine": {0: "R", 1: "R"}, "Paris": {2: "R"}, "Anjou": {1: "B", 0: "B"}}
    displays = [["Murat"], ["Jourdan"], []]
    games = laid(3, turn=2, cannons=[1, 1, 0], government=RED, stacks=stacks, displays=displays)
    while phase(games) != Phase.TIE:
        games.step([PASS])
    assert games.describe(0, play_card("Murat")).endswith(" for the battle")
    assert games.describe(0, PASS) == "Choose no card"
    play(games, (0, PASS), (1, PASS))
    assert games.describe(0, play_card("Murat")).endswith(" for the province")


@pytest.mark.rule("LIB-9.14")
def test_equal_cards_face_up_are_told_apart():
    games = laid(3, face_up=["Purge", "Danton", "Purge"])
    told = [games.describe(0, FACE_UP_CARD + at) for at in range(3)]
    assert sorted(told) == [f"Take {DANTON}", "Take the first Purge", "Take the second Purge"]
    games.tables["face_up"][0] = [0, play_card("Purge", 3) - CARD, play_card("Purge") - CARD]
    told = [games.describe(0, FACE_UP_CARD + at) for at in range(3)]
    assert told == ["Take the face-up card 1", "Take the first Purge", "Take the second Purge"]
