"""The option valley_rules: one-block cards in twos."""

import pytest

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.liberte.actions import (
    BLOCKS,
    CANNON,
    DECK,
    DISCARD_CARD,
    DISPLAY_CARD,
    EXCHANGE,
    FACE_UP_CARD,
    PASS,
)
from hustings.envs.liberte.table import Phase

from .playing import (
    card,
    deal,
    display,
    field,
    lay,
    legal,
    legal_cards,
    phase,
    play,
    play_card,
    stack,
    stack_of,
    to,
)

FIRST, SECOND, THIRD = FACE_UP_CARD, FACE_UP_CARD + 1, FACE_UP_CARD + 2
EIGHT = ["Bailly", "Duport", "Desmoulins", "Danton", "Cazalès", "Maury", "Mounier", "Malouet"]


def acting(hand: list[str], valley: bool = True, row=("Sade", "Feuillants", "Talleyrand"), **position):
    """Seat 0 is to act; the row lies as named."""
    games = deal(3, valley_rules=valley)
    lay(games, hands=[hand], face_up=list(row), deck=position.pop("deck", ["Necker", "Couthon"]), **position)
    games.tables["face_up"][0, : len(row)] = [card(name) for name in row]
    return games


# --- Drawing -------------------------------------------------------------------------------------


@pytest.mark.rule("LIB-3.27")
def test_after_a_one_block_card_face_up_another_may_be_drawn():
    games = acting([])
    play(games, (0, FIRST))
    assert phase(games) == Phase.SECOND_DRAW
    assert legal(games) == {PASS, SECOND}  # neither the deck nor cards of more blocks
    saved = games.tables.copy()
    play(games, (0, PASS))
    assert (games.seat[0], field(games, "hand_size")[0]) == (1, 1)
    games.tables = saved
    play(games, (0, SECOND))
    assert (games.seat[0], field(games, "hand_size")[0]) == (1, 2)  # and not a third
    assert games.tables["known"][0, [card("Sade"), card("Feuillants")]].tolist() == [1, 1]


@pytest.mark.rule("LIB-3.27")
def test_the_card_that_replaces_the_first_may_be_the_second():
    games = acting([], row=("Sade", "Danton", "Talleyrand"), deck=["Volney"])
    play(games, (0, FIRST))
    assert legal(games) == {PASS, FIRST}
    play(games, (0, FIRST), (1, PASS))
    assert field(games, "hand_size")[0] == 2


@pytest.mark.rule("LIB-3.27")
@pytest.mark.parametrize(
    ("valley", "row", "drawn", "hand"),
    [
        (False, ("Sade", "Feuillants", "Talleyrand"), FIRST, []),
        (True, ("Sade", "Feuillants", "Talleyrand"), THIRD, []),  # of three blocks
        (True, ("Sade", "Bailly", "Talleyrand"), FIRST, []),  # no other of one block
        (True, ("Sade", "Feuillants", "Guillotine"), THIRD, []),  # of no block
        (True, ("Sade", "Feuillants", "Talleyrand"), FIRST, EIGHT),  # that makes nine
    ],
)
def test_otherwise_one_card_is_drawn(valley, row, drawn, hand):
    games = acting([name for name in hand if name not in row], valley, row)
    play(games, (0, drawn))
    assert (games.seat[0], field(games, "hand_size")[0]) == (1, len(hand) + 1)


@pytest.mark.rule("LIB-3.27")
def test_no_second_card_follows_one_from_the_deck():
    games = acting([], deck=["Virieu", "Dietrich"])  # of one block
    play(games, (0, DECK))
    assert (games.seat[0], field(games, "hand_size")[0]) == (1, 1)


@pytest.mark.rule("LIB-3.27")
@pytest.mark.parametrize(("more", "second"), [(["Volney"], True), (["Volney", "Ducos"], False)])
def test_after_an_exchange_a_second_card_is_drawn_only_below_nine(more, second):
    games = acting(EIGHT + more)
    play(games, (0, EXCHANGE), (0, play_card("Bailly")), (0, play_card("Duport")), (0, FIRST))
    assert (phase(games) == Phase.SECOND_DRAW) == second
    assert games.seat[0] == (0 if second else 1)


# --- Playing -------------------------------------------------------------------------------------


def play_one(games: GameBatch, name: str, where: str, then: int = DISCARD_CARD) -> None:
    play(games, (0, play_card(name)), (0, to(where)), (0, then))


@pytest.mark.rule("LIB-3.28")
def test_a_second_one_block_personality_may_follow():
    games = acting(["Volney", "Romme", "Bailly", "Club de Valois", "Roux"])
    play_one(games, "Volney", "Maine", DISPLAY_CARD)
    assert phase(games) == Phase.AFTER
    assert legal_cards(games) == {"Romme", "Roux"}  # of any colour; no club, no card of two blocks
    play_one(games, "Romme", "Berry", DISPLAY_CARD)
    assert legal(games) == {PASS}  # a third never
    play(games, (0, PASS))
    assert games.seat[0] == 1
    assert display(games, 0) == ["Volney", "Romme"]
    assert (stack(games, "Maine", 0), stack(games, "Berry", 0)) == ("B", "R")


@pytest.mark.rule("LIB-3.28")
@pytest.mark.parametrize(
    ("valley", "name", "where"),
    [(False, "Volney", "Maine"), (True, "Feuillants", "Maine"), (True, "Bailly", "Paris")],
)
def test_otherwise_one_card_is_played(valley, name, where):
    games = acting([name, "Romme"], valley, row=("Sade", "Danton", "Talleyrand"))
    play(games, (0, play_card(name)))
    while phase(games) == Phase.PLACE:
        play(games, (0, to(where)))
    play(games, (0, DISCARD_CARD))
    assert legal(games) == {PASS}


@pytest.mark.rule("LIB-3.28", "LIB-4.1")
@pytest.mark.parametrize("when", [0, 1, 2])
def test_one_special_card_goes_with_the_two(when):
    games = acting(
        ["Volney", "Romme", "Guillotine", "Guillotine", "Lanjuinais"], displays=[[], ["Maury", "Sieyès"]]
    )
    cards = [("Volney", "Maine"), ("Romme", "Berry")]
    for number in range(3):
        if number == when:
            play(games, (0, play_card("Guillotine")), (0, play_card("Maury")))
            if number == 0:
                assert legal_cards(games) == {"Volney", "Romme", "Lanjuinais"}
            if number < 2:
                assert "Guillotine" not in legal_cards(games)
        if number < 2:
            play_one(games, *cards[number])
    assert games.seat[0] == 1  # the action is over by itself
    assert field(games, "hand_size")[0] == 2


@pytest.mark.rule("LIB-3.28")
def test_either_of_the_two_may_place_a_token():
    games = acting(["Volney", "Santerre", "Moreau"], turn=2)
    play(games, (0, play_card("Santerre")), (0, CANNON), (0, DISCARD_CARD))
    assert legal_cards(games) == {"Volney", "Moreau"}
    play(games, (0, play_card("Moreau")))
    assert legal(games) == {BLOCKS, CANNON}
    play(games, (0, CANNON))
    assert field(games, "cannons") == [2, 0, 0]


@pytest.mark.rule("LIB-3.28")
def test_the_next_action_starts_anew():
    games = acting(["Volney", "Romme", "Bailly", "Religious Problems"], stacks={"Berry": {1: "R"}})
    play_one(games, "Volney", "Maine")
    assert field(games, "second_card") == 1
    play(games, (0, PASS), (1, PASS), (2, PASS))
    assert field(games, "second_card") == 0
    assert legal_cards(games) == {"Romme", "Bailly", "Religious Problems"}
    play(games, (0, play_card("Religious Problems")), (0, to("Berry")), (0, stack_of(1)))
    assert legal_cards(games) == {"Romme", "Bailly"}
    play(games, (0, play_card("Bailly")), (0, to("Paris")), (0, to("Paris")), (0, DISCARD_CARD))
    assert games.seat[0] == 1
