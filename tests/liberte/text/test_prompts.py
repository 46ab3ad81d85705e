"""How a person is asked: keys, what a decision turns on, what stopping loses, choices made together."""

import re

import numpy as np
import pytest

from hustings.envs.liberte.text import prompts
from hustings.envs.liberte.text.board import question

from ..playing import Game, election, lay

NINE = "Bailly, Maury, Sade, Volney, Duport, Ducos, Virieu, Mounier, Romme"


def matters(game: Game) -> str:
    """What the decision turns on, after the question, in one piece."""
    box, table = game.games.box[0], game.table
    told = re.sub(r"\s+", " ", " ".join(prompts.matters(box, table, game.seat)))
    return told.removeprefix(question(box, table) + " ")


def form(game: Game):
    return prompts.form(game.games.box[0], game.table, np.flatnonzero(game.games.legal[0]).tolist())


def test_keys():
    words = "pass, deck, row 2, exchange, blocks, cannon, display, discard, Necker, Maine, hit 2"
    game = lay(order=[1, 2, 0])
    keys = [prompts.key(game.games.box[0], game.table, game.action(word)) for word in words.split(", ")]
    assert keys == ["0", "d", "f2", "e", "b", "t", "k", "x", "c1", "p2", "s2"]


def test_what_actions_turn_on():
    game = lay("Couthon", turn=2, cannons=[2, 0, 0], map="Berry W - R")
    stock = "stock: white 23, blue 28, red 29; your tokens: 15"
    told = f"Turn 2, round 1; {stock}; battle of Valmy, 3 VP: player_0 2."
    assert matters(game) == told
    centre = "Centre: Berry 0W 2R, Limousin empty, Auvergne empty, Bourbonnais empty."
    assert matters(game.play("Couthon")) == f"{told} {centre}"
    game = lay("Couthon", displays=["", "Maury, Jacobins (A)"]).play("Couthon, Berry x2")
    shown = "player_1 displays: Maury (3 white, South-East); Jacobins (A) (1 red, anywhere, cannon)"
    assert matters(game) == shown


TAKEN = "Blue blocks taken: player_0 1, player_1 1, player_2 0."
TIES = [
    ({"map": "Maine BB BB"}, "In Maine: player_0 2 blue, player_1 2 blue."),
    ({"turn": 2, "cannons": [1, 1, 0]}, "Tokens in the battle box: player_0 1, player_1 1, player_2 0."),
    ({"map": "Maine B, Berry - R"}, "Votes: white 0, blue 1, red 1."),
    ({"map": "Maine B, Berry - B"}, TAKEN),
    ({"map": "Maine B, Berry - B, Paris - - RRR"}, TAKEN),  # in the opposition
]


@pytest.mark.parametrize(("position", "told"), TIES)
def test_what_a_tie_turns_on(position, told):
    assert matters(election(3, displays=["Lafayette, Marat", "Bouillé"], **position)) == told


def test_what_stopping_loses():
    def loss(hand: str) -> str:
        game = lay(hand)
        others = [action for action in np.flatnonzero(game.games.legal[0]).tolist() if action]
        return prompts.loss(game.games.box[0], game.table, 0, others)

    told = [loss(hand) for hand in ("", "Sade", "Sade, Romme")]
    assert told == ["", "You could still play a card.", "You could still play one of 2 cards."]


def test_when_the_board_is_shown_anew():
    game, stages = lay(turn=2, displays=["Lafayette"], map="Maine B R"), []
    for _ in range(3):
        stages.append(prompts.stage(game.games.box[0], game.table))
        game.end_actions().least("TIE")
    assert stages == [(2, True), (3, False), (3, False)]


def test_blocks_of_a_card_and_cards_to_discard_are_chosen_together():
    blocks = form(lay("Danton").play("Danton"))
    assert (blocks.title, blocks.most, len(blocks.entries)) == ("Place all 3 blocks at once", 3, 5)
    assert form(lay("Danton").play("Danton, Paris x2")) is None
    two = form(lay(NINE).play("exchange"))
    assert (two.title, two.most, len(two.entries)) == ("Discard both cards at once", 2, 9)
    several = form(lay("Sade, Romme", vp=[1, 0, 0], deck="").end_actions().least("TIE"))
    assert (several.title, several.most, len(several.entries)) == ("Discard several cards", 2, 2)


def test_blocks_on_the_board_have_their_colour():
    line = "27 Paris 0RRR 2W4BB; 2 Danton RRR P.Basin; Jacobins (B); Cordeliers (B) R anywhere"
    found = [re.findall(pattern, line) for pattern in prompts.colours]
    assert found == [["W"], ["BB"], ["RRR", "RRR", "R"]]
