"""The table as a picture."""

import pytest

from hustings.envs.core.text.drawing import SEAT_COLOURS
from hustings.envs.core.text.guide import guide_of
from hustings.envs.saludos_amigos import GAME
from hustings.envs.saludos_amigos.table import VALUES

from ... import drawn
from ..playing import THERMAL_BATH, Game, lay
from ..positions import journalists

WORDS = guide_of(GAME.module).words
each_number = pytest.mark.parametrize("players", [min(GAME.player_counts), GAME.max_players])


def about(game: Game, words: str) -> list[str]:
    """The parts that choices of whoever is to decide are about."""
    return [game.thing(word) for word in words.split()]


@each_number
def test_nothing_is_shortened_and_every_part_says_what_it_is(players):
    for games, row in drawn.many(GAME, players):
        for seat in (None, row % players):
            picture = games.picture(row, seat)
            assert not [line for line in drawn.words(picture) if "…" in line]
            assert all(part.title for part in drawn.parts(picture).values())


@each_number
def test_colours_of_seats_mark_seats_alone(players):
    """Money aside, whose coins are yellow at every table."""
    for games, row in drawn.many(GAME, players, 10):
        for name, part in drawn.groups(games.picture(row)).items():
            if name.split()[0] in ("project", "journalists", "hand", "die", "strength"):
                assert not {f"f-{colour}" for colour in SEAT_COLOURS} & drawn.classes(part)


def test_cards_lie_by_value_before_their_owner():
    game = lay("113 22 123 3")
    found = game.parts()
    assert [name for name in found if name.startswith("hand ")] == ["hand 0 0", "hand 0 2"]
    assert found["hand 0 0"].title == "Your cards of value 1: 2"
    assert found["hand 0 0"].words == ["1", "×2"]
    assert found["unseen 2"].title == "Cards of player_2 not seen: 3"
    assert about(game, "c1 c3 -") == ["hand 0 0", "hand 0 2", "die 0"]
    everything = game.parts(None)
    assert [f"hand 2 {value}" in everything for value in range(VALUES)] == [True] * VALUES


def test_a_proposal_is_about_seats_then_shares():
    game = lay(dice=[4, 4, 4, 4]).play("0 -, 1 -, 2 -, 3 -")
    assert about(game, "p2 close -") == ["seat 2", "strength 0", ""]
    game.play("0 p2")
    assert about(game, "p3 close -") == ["seat 3", "proposal 0", "proposal 0"]
    game.play("0 close")
    assert about(game, "2 -") == ["draft 0", "proposal 0"]
    game.play("0 2")
    assert about(game, "yes no 5") == ["draft 2", "draft 2", "draft 2"]
    told = game.play("2 5").parts(0)
    assert about(game, "grant hold drop") == ["draft 2", "draft 2", "proposal 0"]
    assert told["draft 2"].title == "Proposal, player_2: 4 million, asks for 5 million"
    assert told["proposal 0"].title == "Proposal of player_0 to player_2, strength 14"


def test_offers_that_were_beaten_are_shown():
    game = lay(dice=[4, 4, 4, 4]).play("0 -, 1 -, 2 -, 3 -, 0 close, 1 p2 close 3, 2 yes")
    found = game.parts()
    assert found["beaten 1"].title == "Strength 7: player_0 6"
    assert found["mug 0"].title == "Standing offer: strength 14, 15 needed"
    assert found["share 2"].title == "Standing offer, player_2: 3 million"
    assert found["offered 1"].words == ["3"]


def test_projects_and_tiles_say_what_they_bring():
    found = lay(project=THERMAL_BATH, placed=2).parts()
    name = "Thermal Bath"
    assert (
        found[f"project {THERMAL_BATH}"].title
        == f"{name}: 2 of 5 tiles; this round's tile, 7 million to share"
    )
    assert found[f"next {THERMAL_BATH}"].title == f"The next tile of {name} brings 8 million"
    assert found[f"bonus {THERMAL_BATH}"].about == WORDS["bonus"]
    assert found["journalists 0"].about == WORDS["journalist"]
    heads = {part.title: part.about for name, part in found.items() if name.startswith("head ")}
    assert heads == {word: WORDS[word] for word in heads}
    assert len(heads) == 9
    last = lay().set(bag=[0, 0, 0, 4, 1, 2, 3]).parts()[f"next {THERMAL_BATH}"]
    assert (last.title, last.words) == (f"The next tile of {name} ends the game", ["ends it"])


def test_when_the_game_is_over_there_is_a_bonus_and_no_offer():
    found = journalists("1 11 1 1", [9] * 4).parts()
    assert found["pie 0"].title == "The bonus: nobody"
    assert "mug 0" not in found
