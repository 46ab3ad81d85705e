"""The board in words."""

import pytest

from hustings.envs import liberte_v0
from hustings.envs.liberte import GAME

from ..playing import alone, election, everywhere, lay

DANTON = "Danton (3 red, Paris Basin)"


def test_the_board_says_what_lies_where():
    cards = {
        "displays": ["", "Lafayette, Jacobins (A)"],
        "known": "Bailly",
        "row": "Necker, Danton, Talleyrand",
        "discards": "Ducos, Guillotine, Guillotine",
        "removed": "Maury",
    }
    numbers = {"vp": [4, 12, 0], "cannons": [0, 2, 0], "presence": [0, 1, 0], "lost_battles": 1}
    place = {"turn": 3, "government": "blue", "order": [2, 0, 1], "map": "Paris RRR - W, Vendée - WW"}
    game = lay(["Sade, Purge", "Bailly"], **cards, **numbers, **place)
    lines = game.board(0)
    assert lines[0] == "Turn 3 of 4, round 1; stock: white 20, blue 28, red 27"
    assert lines[1] == "government blue; opposition red; Fleurus 3 VP; counter-revolution 2 of 7"
    assert any(line.startswith(" 4 Vendée^+1 1WW ") for line in lines)
    assert any(line.endswith(" 27 Paris 0RRR 2W") for line in lines)
    assert any(line.startswith("WEST ") and line.endswith(" EAST") and "SOUTH-EAST" in line for line in lines)
    top = lines.index("                VP  hand  tokens  battle  in gov.  taken")
    assert lines[top + 1 : -1] == [
        "*player_2        0     0      17       0",
        " player_0 (you)  4     2      17       0",
        " player_1       12     1      14       2      yes",
        "Your hand: 8 Sade R P.Basin; 45 Purge",
        "player_1's display: 30 Lafayette BB Centre gen. cannon; 43 Jacobins (A) R anywhere cannon | "
        "known hand: Bailly BB P.Basin",
        "Face up: Necker WWW P.Basin cannon; Danton RRR P.Basin; Talleyrand BBB East | "
        "deck: 45 cards, under them set B, 53 | discards, 3: Ducos; 2 Guillotine | out of the game, 1: Maury",
    ]
    assert lines[-1] == "player_2 decides what to do."
    everything = game.board()
    assert "player_0's hand: 8 Sade R P.Basin; 45 Purge" in everything
    assert any(line.endswith("cannon | hand: 4 Bailly BB P.Basin") for line in everything)


def test_the_board_in_an_election():
    position = {"turn": 2, "government": "blue", "cannons": [1, 0, 0], "displays": ["Lafayette", "Bailly"]}
    lines = election(3, map="Brittany - - W, Maine B B", **position).board(1)
    assert lines[0].startswith("Turn 2 of 4, election; stock: ")
    assert lines[1] == "votes: white 1, blue 0, red 0; Valmy 3 VP"
    assert " player_2        0     0      18       0           W" in lines
    tied = "A tie for Maine between player_0 (1 blue block) and player_1 (1 blue block)."
    assert lines[-1] == f"{tied} player_0 decides which card to choose for it."


def test_the_last_round_and_the_card_being_played():
    game = lay("Danton", stock=[9, 9, 1]).play("Danton")
    assert game.board(0)[-1] == f"player_0 decides where blocks of {DANTON} go; 3 left."
    first, *_, last = game.play("Paris").board(0)
    stocks = "stock: white 9, blue 9, red 0; set aside: white 2, blue 2, red 2"
    assert first == f"Turn 1 of 4, round 1, LAST ROUND; {stocks}"
    assert last == f"player_0 decides whether to display {DANTON}."


def test_the_end_is_on_the_board():
    game = lay("Sade", turn=4, government="blue", map="Maine - R").pass_round().expect(legal="")
    lines = game.board(1)
    assert lines[0].startswith("Turn 4 of 4, over; ")
    assert lines[-1] == "The game is over."
    assert "player_0's known hand: Sade R P.Basin" in lines


def test_the_votes_that_made_a_landslide_are_on_the_board():
    game = election(3, map=alone("R" * 10, "BB", "R" * 7)).expect("OVER")
    assert game.board()[1] == "votes: white 0, blue 2, red 17"


def test_long_names_keep_the_width(tmp_path):
    text, path = GAME.box_spec.file.read_text(), tmp_path / "box.toml"
    assert '"Brittany"' in text
    path.write_text(text.replace('"Brittany"', '"Brittany with all its bays"'))
    lines = liberte_v0.batch(1, 6, seed=1, box=path).board(0).split("\n")
    assert max(map(len, lines)) <= 78
    assert sum("Brittany with all its bays^" in line for line in lines) == 1


@pytest.mark.parametrize(
    ("row", "columns"), [("BBB BBB", 3), ("BBB BBB BBB BBB", 2), ("BBB BBB BBB BBB BBB BBB", 1)]
)
def test_crowded_provinces_keep_the_width(row, columns):
    game = lay(players=6, map=everywhere(("Languedoc", "Lyonnais", "Artois-Flanders"), row), stock=[9, 9, 9])
    lines = game.games.board(0).split("\n")
    assert max(map(len, lines)) <= 78
    assert sum(line.replace(" ", "").count("0BBB1BBB") for line in lines) == 3
    assert len(next(line for line in lines if line.startswith("WEST")).split()) == columns
