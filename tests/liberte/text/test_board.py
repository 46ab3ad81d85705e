"""The board in words."""

import re

import pytest

from hustings.envs import liberte_v0
from hustings.envs.liberte import GAME
from hustings.envs.liberte.table import (
    BLUE,
)
from hustings.envs.liberte.text.prompts import colours

from ..playing import (
    laid,
    legal,
    pass_turn,
    passing,
    play,
    play_card,
    shown,
    to,
)
from ..positions import OTHERS, ROW

DANTON = "Danton (3 red, Paris Basin)"


def test_the_board_says_what_lies_where():
    games = laid(
        3,
        turn=3,
        government=BLUE,
        order=[2, 0, 1],
        vp=[4, 12, 0],
        cannons=[0, 2, 0],
        presence=[0, 1, 0],
        hands=[["Sade", "Purge"], ["Bailly"], []],
        displays=[[], ["Lafayette", "Jacobins (A)"], []],
        face_up=ROW,
        discards=["Ducos", "Guillotine", "Guillotine"],
        removed=["Maury"],
        stacks={"Paris": {0: "RRR", 2: "W"}, "Vendée": {1: "WW"}},
        lost_battles=1,
    )
    games.tables["known"][0, play_card("Bailly") - play_card("Necker") + 1] = 1
    lines = shown(games, 0)
    assert lines[0] == "Turn 3 of 4, round 1; stock: white 20, blue 28, red 27"
    assert lines[1] == "government blue; opposition red; Fleurus 3 VP; counter-revolution 2 of 7"
    assert any(line.startswith(" 4 Vendée^+1 1WW ") for line in lines)
    assert any(line.endswith(" 27 Paris 0RRR 2W") for line in lines)
    assert any(line.startswith("WEST ") and line.endswith(" EAST") and "SOUTH-EAST" in line for line in lines)
    table = lines.index("                VP  hand  tokens  battle  in gov.  taken")
    assert lines[table + 1 : table + 4] == [
        "*player_2        0     0      17       0",
        " player_0 (you)  4     2      17       0",
        " player_1       12     1      14       2      yes",
    ]
    rest = lines[table + 4 :]
    assert rest[:3] == [
        "Your hand: 8 Sade R P.Basin; 45 Purge",
        "player_1's display: 30 Lafayette BB Centre gen. cannon; 43 Jacobins (A) R anywhere cannon | "
        "known hand: Bailly BB P.Basin",
        "Face up: Necker WWW P.Basin cannon; Danton RRR P.Basin; Talleyrand BBB East | "
        "deck: 45 cards, under them set B, 53 | discards, 3: Ducos; 2 Guillotine | out of the game, 1: Maury",
    ]
    assert rest[-1] == "player_2: One action."
    everything = shown(games)
    assert "player_0's hand: 8 Sade R P.Basin; 45 Purge" in everything
    assert any(line.endswith("cannon | hand: 4 Bailly BB P.Basin") for line in everything)


def test_the_board_in_an_election():
    games = laid(
        3,
        turn=2,
        government=BLUE,
        cannons=[1, 0, 0],
        displays=[["Lafayette"], ["Bailly"], []],
        stacks={"Brittany": {2: "W"}, "Maine": {0: "B", 1: "B"}},
    )
    passing(games)
    lines = shown(games, 1)
    assert lines[0].startswith("Turn 2 of 4, election; stock: ")
    assert lines[1] == "votes: white 1, blue 0, red 0; Valmy 3 VP"
    assert " player_2        0     0      18       0           W" in lines
    tied = "A tie for Maine between player_0 (1 blue block), player_1 (1 blue block)."
    assert lines[-1] == f"{tied} player_0: A card to break it?"


def test_the_last_round_and_the_card_being_played_are_on_the_board():
    games = laid(3, hands=[["Danton"], [], []], stock=[9, 9, 1], face_up=OTHERS)
    play(games, (0, play_card("Danton")))
    assert shown(games, 0)[-1] == f"player_0: {DANTON}. Where does the block go? 3 to place."
    play(games, (0, to("Paris")))
    board = shown(games, 0)
    stocks = "stock: white 9, blue 9, red 0; set aside: white 2, blue 2, red 2"
    assert board[0] == f"Turn 1 of 4, round 1, LAST ROUND; {stocks}"
    assert board[-1] == f"player_0: {DANTON}. Display or discards?"


def test_long_names_keep_the_width(tmp_path):
    text = GAME.box_spec.file.read_text()
    assert '"Brittany"' in text
    path = tmp_path / "box.toml"
    path.write_text(text.replace('"Brittany"', '"Brittany with all its bays"'))
    games = liberte_v0.batch(1, 6, seed=1, box=path)
    lines = games.board(0).split("\n")
    assert max(map(len, lines)) <= 78
    assert sum("Brittany with all its bays^" in line for line in lines) == 1


@pytest.mark.parametrize(("stacks", "columns"), [("BB", 3), ("BBBB", 2), ("BBBBBB", 1)])
def test_crowded_provinces_keep_the_width(stacks, columns):
    crowd = {i: colour * 3 for i, colour in enumerate(stacks)}
    games = laid(6, stacks=dict.fromkeys(("Languedoc", "Lyonnais", "Artois-Flanders"), crowd))
    lines = games.board(0).split("\n")
    assert max(map(len, lines)) <= 78
    assert sum(line.replace(" ", "").count("0BBB1BBB") for line in lines) == 3
    assert len(next(line for line in lines if line.startswith("WEST")).split()) == columns


def test_blocks_on_the_board_have_their_colour():
    line = "27 Paris 0RRR 2W4BB; 2 Danton RRR P.Basin; Jacobins (B); Cordeliers (B) R anywhere"
    found = [re.findall(pattern, line) for pattern in colours]
    assert found == [["W"], ["BB"], ["RRR", "RRR", "R"]]


def test_the_end_is_on_the_board():
    games = laid(3, turn=4, government=BLUE, hands=[["Sade"], [], []], stacks={"Maine": {1: "R"}})
    pass_turn(games)
    lines = shown(games, 1)
    assert lines[0].startswith("Turn 4 of 4, over; ")
    assert lines[-1] == "The game is over."
    assert "player_0's known hand: Sade R P.Basin" in lines
    assert legal(games) == set()
