"""The board as a picture."""

import re

import pytest

from hustings.envs.core.text.drawing import text_width
from hustings.envs.core.text.guide import guide_of
from hustings.envs.liberte import GAME
from hustings.envs.liberte.table import HAND

from ... import drawn
from ..playing import BOX, NAMES, PROVINCES, alone, card, deal, election, lay

WORDS = guide_of(GAME.module).words
each_number = pytest.mark.parametrize("players", GAME.player_counts)


@pytest.mark.parametrize("cards", [1, 9, 14])
def test_every_card_of_a_big_hand_is_drawn_high_enough_for_two_lines(cards):
    games = deal(6)
    table = games.tables[0]
    table.place[1 : cards + 1] = HAND
    table.known[:] = 0
    hand = re.findall(r'<g data-thing="hand \d+"><rect[^>]*>', GAME.picture(games.box[0], table, 0))
    assert len(hand) >= cards
    assert all(float(re.search(r'height="([\d.]+)"', card)[1]) >= 25 for card in hand)


def test_what_a_card_of_a_hand_is_stays_within_the_card():
    names = "Dumouriez, Murat, Bonaparte, Masséna, Sade, Malouet, Barnave"
    game = lay(names)
    groups = drawn.groups(GAME.picture(game.games.box[0], game.table, 0))
    for number in map(card, names.split(", ")):
        group = groups[f"hand {number - 1}"]
        x, y, width, height = (float(group[0].get(name)) for name in ("x", "y", "width", "height"))
        for line in group.iter(drawn.SVG + "text"):
            right = float(line.get("x")) + text_width(line.text, float(line.get("font-size")))
            assert right <= x + width
            assert float(line.get("y")) < y + height


@each_number
def test_every_part_says_what_it_is_and_all_cards_that_may_be_known_are_named_in_full(players):
    """Cards are drawn with their names or, where these have no room, named where the pointer rests."""
    for games, row in drawn.many(GAME, players, 16):
        table = games.tables[row]
        for seat in (None, row % players):
            picture = games.picture(row, seat)
            assert all(part.title for part in drawn.parts(picture).values())
            drawn_words = drawn.words(picture)
            assert not [line for line in drawn_words if "…" in line]
            lines = " ".join(drawn_words).replace("- ", "-")
            told = " ".join(re.findall(r"<title>Known to be in the hand of ([^<]*)", picture))
            for number in range(1, len(NAMES)):
                owner = int(table.place[number]) - HAND
                if 0 <= owner < players and (seat in (None, owner) or table.known[number]):
                    assert NAMES[number] in lines or NAMES[number] in told


def test_choices_are_about_the_places_where_things_lie():
    game = lay(
        "Sade, Danton, Purge, Guillotine", displays=["Marat", "Bailly"], presence=[1, 0, 0], map="Paris - WW"
    )
    assert game.thing("Danton") == f"hand {card('Danton') - 1}"
    assert [game.thing(word) for word in ("deck", "row 2", "pass")] == ["deck 0", "place 1", ""]
    assert game.play("Guillotine").thing("Bailly") == f"display {card('Bailly') - 1}"
    game = lay("Danton").play("Danton")
    assert game.thing("Paris") == f"province {PROVINCES.index('Paris')}"
    game.do("Paris x3")
    assert [game.thing(word) for word in ("display", "discard")] == ["displays 0", "discards 0"]
    assert "played 0" in game.parts()


def test_a_stack_is_named_by_its_province_and_its_seat():
    game = lay("Religious Problems", map="Paris RR B, Maine B").play("Religious Problems, Paris")
    paris = PROVINCES.index("Paris")
    assert [game.thing(f"hit {seat}") for seat in (0, 1)] == [f"stack {paris} {seat}" for seat in (0, 1)]
    assert game.parts()[f"stack {paris} 1"].title == "1 blue block of player_1 in Paris"


def test_the_use_of_a_card_is_about_the_card_and_the_battle():
    game = lay("Lafayette", turn=2).play("Lafayette")
    assert [game.thing(word) for word in ("blocks", "cannon")] == ["played 0", "battle 0"]


def test_cards_of_a_tie_are_those_on_display():
    game = election(3, displays=["Bailly", "Barère"], map="Maine BB BB")
    assert game.thing("Bailly") == f"display {card('Bailly') - 1}"
    assert "chosen" in " ".join(game.do("Bailly").parts(1))


def test_a_card_says_what_it_does():
    found = lay("Terror, Lafayette, Feuillants, Couthon").parts()
    told = {
        name: found[f"hand {card(name) - 1}"] for name in ("Terror", "Lafayette", "Feuillants", "Couthon")
    }
    assert told["Terror"].about == WORDS["Terror"]
    assert told["Lafayette"].title == "Lafayette (2 blue, Centre, general, cannon), in your hand"
    assert told["Lafayette"].about.startswith("Places 2 blue blocks in provinces of Centre. General: ")
    assert told["Feuillants"].about.startswith("Places 1 blue block in any province. Cannon: ")
    assert told["Couthon"].about.startswith("Places 2 red blocks in provinces of Centre.")


def test_a_province_says_whose_it_is():
    found = lay(map="Vendée WW R, Maine B R, Paris RRR", turn=3).parts()
    vendee, maine, paris, anjou = (
        found[f"province {PROVINCES.index(name)}"] for name in ("Vendée", "Maine", "Paris", "Anjou")
    )
    assert (
        vendee.title == "Vendée: West, counter-revolutionary, 1 victory point for its winner from turn 3 on"
    )
    assert (
        vendee.about
        == "2 white blocks of player_0, 1 red block of player_1. player_0 leads: a vote for white."
    )
    assert maine.about.endswith("The highest are level: cards on display would decide.")
    assert paris.title.endswith("its winner takes the whole stack")
    assert anjou.about == "No blocks lie here."
    assert found["leads 0"].title == "Provinces led in West: white 1"


def test_factions_say_how_the_election_stands():
    game = lay(map="Vendée WW R, Maine B, Paris RRR", turn=3, government="blue", votes=[0, 9, 4])
    found = game.parts()
    assert [found[f"now {colour}"].words for colour in (1, 2, 3)] == [["1"], ["1"], ["3"]]
    assert [found[f"votes {colour}"].words for colour in (1, 2, 3)] == [["0"], ["9"], ["4"]]
    assert found["outlook 0"].title == "Now red would govern, blue oppose"
    assert found["faction 2"].title == "Blue: government"
    assert found["landslide 0"].title == f"Landslide: 3 of {int(BOX[0]['landslide_votes'])} red votes"


def test_votes_of_an_election_under_way_count():
    found = election(3, displays=["Bailly"], map="Brittany W, Maine B B, Picardy R").parts()
    assert [found[f"now {colour}"].words for colour in (1, 2, 3)] == [["1"], ["0"], ["1"]]
    assert [found[f"votes {colour}"].words for colour in (1, 2, 3)] == [["1"], ["0"], ["0"]]


def test_the_votes_that_made_a_landslide_stay_to_be_seen():
    found = election(3, map=alone("R" * 10, "BB", "R" * 7)).expect("OVER").parts()
    assert [found[f"votes {colour}"].words for colour in (1, 2, 3)] == [["0"], ["2"], ["17"]]


def test_the_battle_says_who_commands():
    shown = ["Lafayette", "Bouillé", "Bailly"]
    told = [
        lay(turn=2, displays=shown, cannons=cannons).parts()["battle 0"]
        for cannons in ([2, 1, 3], [1, 1, 0], [0, 0, 3])
    ]
    assert [part.words[1] for part in told] == ["leads", "level", "nobody"]
    assert told[0].title == "Battle of Valmy: 3 VP; player_0: 2 tokens"
    assert told[1].title.endswith("player_0, player_1: 1 token")
    tie = election(3, turn=2, displays=shown, cannons=[1, 1, 0])
    assert tie.choose("Lafayette").parts()["battle 0"] == told[1]
