"""Words: the board, what happened, and the actions."""

import re

import numpy as np
import pytest
from revolution import deal, lay, legal, pass_turn, phase, play, play_card, stack_of, to
from revolution_play import random_actions

from hustings.envs import liberte_v0
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.liberte import GAME
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
from hustings.envs.liberte.table import BLUE, HAND, RED, Phase
from hustings.envs.liberte.text.prompts import colours
from support import told_of

ROW = ["Danton", "Necker", "Talleyrand"]
OTHERS = ["Robespierre", "Necker", "Talleyrand"]
DANTON = "Danton (3 red, Paris Basin)"


def told(games: GameBatch, *moves: tuple[int, int], seat: int | None = None) -> list[str]:
    """The news of the last of these moves, for a seat or for everybody."""
    play(games, *moves[:-1])
    before = games.tables.copy()
    play(games, moves[-1])
    return told_of(games, before, moves[-1][1], seat)


def told_all(games: GameBatch, *moves: tuple[int, int]) -> list[str]:
    """The news of all these moves, for everybody."""
    return [line for move in moves for line in told(games, move)]


def passing(games: GameBatch) -> list[str]:
    """The news of passes up to the next tie, turn or end, save the passes themselves."""
    lines, turn = [], int(games.tables["turn"][0])
    while phase(games) == Phase.ACTION and games.tables["turn"][0] == turn:
        lines += told(games, (int(games.seat[0]), PASS))
    return [line for line in lines if not line.endswith("passes.")]


def shown(games: GameBatch, seat: int | None = None) -> list[str]:
    """The lines of the board, long ones in one piece."""
    return re.sub(r"\n {4}(?! )", " ", games.board(0, seat)).split("\n")


# --- Actions -------------------------------------------------------------------------------------


def test_actions_in_words():
    games = deal(3)
    nine = ["Maury", "Sade", "Volney", "Duport", "Ducos", "Virieu", "Santerre", "Feuillants", "Romme"]
    hands = [["Necker", "Terror", "Guillotine"], [], nine]
    lay(
        games,
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
    games = deal(3)
    hands = [["Bread Shortage"], ["Emigration"], ["Guillotine"]]
    displays = [["Cazalès"], ["Sade"], []]
    lay(games, hands=hands, displays=displays, stacks={"Paris": {1: "RR", 2: "W"}})
    play(games, (0, play_card("Bread Shortage")))
    assert games.describe(0, to("Paris")) == "Remove a block in Paris"
    play(games, (0, to("Paris")))
    assert games.describe(0, stack_of(1)) == "Remove one of player_1's 2 red blocks in Paris"
    assert games.describe(0, stack_of(2)) == "Remove player_2's 1 white block in Paris"
    play(games, (0, stack_of(1)), (0, PASS), (1, play_card("Emigration")))
    assert games.describe(0, play_card("Cazalès")) == "Send abroad player_0's Cazalès (2 white, South-West)"


def test_choices_in_ties_in_words():
    games = deal(3)
    stacks = {"Maine": {0: "R", 1: "R"}, "Paris": {2: "R"}, "Anjou": {1: "B", 0: "B"}}
    displays = [["Murat"], ["Jourdan"], []]
    lay(games, turn=2, cannons=[1, 1, 0], government=RED, stacks=stacks, displays=displays)
    while phase(games) != Phase.TIE:
        games.step([PASS])
    assert games.describe(0, play_card("Murat")).endswith(" for the battle")
    assert games.describe(0, PASS) == "Choose no card"
    play(games, (0, PASS), (1, PASS))
    assert games.describe(0, play_card("Murat")).endswith(" for the province")


@pytest.mark.rule("LIB-9.14")
def test_equal_cards_face_up_are_told_apart():
    games = deal(3)
    lay(games, face_up=["Purge", "Danton", "Purge"])
    told = [games.describe(0, FACE_UP_CARD + at) for at in range(3)]
    assert sorted(told) == [f"Take {DANTON}", "Take the first Purge", "Take the second Purge"]
    games.tables["face_up"][0] = [0, play_card("Purge", 3) - CARD, play_card("Purge") - CARD]
    told = [games.describe(0, FACE_UP_CARD + at) for at in range(3)]
    assert told == ["Take the face-up card 1", "Take the first Purge", "Take the second Purge"]


# --- News ----------------------------------------------------------------------------------------


def test_news_of_a_card_and_its_blocks():
    games = deal(3)
    lay(games, hands=[["Danton"], ["Lafayette"], []], face_up=OTHERS, stock=[9, 9, 2])
    moves = [(0, play_card("Danton")), (0, to("Paris")), (0, to("Picardy")), (0, DISPLAY_CARD), (0, PASS)]
    assert told_all(games, *moves) == [
        f"player_0 plays {DANTON}.",
        "player_0 places 1 red block in Paris.",
        "player_0 places 1 red block in Picardy.",
        "player_0 cannot place 1 red block of Danton.",
        "No red blocks are left: this round is the last of the turn.",
        "player_0 puts Danton into the display.",
    ]
    moves = [(1, play_card("Lafayette")), (1, to("Berry")), (1, to("Berry")), (1, DISCARD_CARD)]
    assert told_all(games, *moves) == [
        "player_1 plays Lafayette (2 blue, Centre, general, cannon).",
        "player_1 places 1 blue block in Berry.",
        "player_1 places 1 blue block in Berry.",
        "player_1 discards Lafayette.",
    ]


def test_forced_decisions_are_told_as_if_made():
    full = ["Bailly", "Maury", "Sade", "Volney"]
    games = deal(3, ask_forced=False)
    lay(games, hands=[["Froment"], [], []], displays=[full, [], []], face_up=ROW)
    assert told(games, (0, play_card("Froment")), (0, to("Gascony"))) == [
        "player_0 places 1 white block in Gascony.",
        "player_0 discards Froment.",
    ]


def test_a_card_that_places_nothing():
    games = deal(3)
    lay(games, turn=2, hands=[["Sade", "Jacobins (A)"], [], []], stock=[9, 9, 0], face_up=ROW)
    assert told(games, (0, play_card("Sade"))) == [
        "player_0 plays Sade (1 red, Paris Basin).",
        "player_0 cannot place 1 red block of Sade.",
    ]
    play(games, (0, DISCARD_CARD), (0, PASS), (1, PASS), (2, PASS), (0, play_card("Jacobins (A)")))
    assert told(games, (0, BLOCKS)) == ["player_0 cannot place 1 red block of Jacobins (A)."]


@pytest.mark.rule("LIB-9.4", "LIB-9.5")
def test_a_card_from_the_deck_is_a_secret_and_one_face_up_is_not():
    maury = "Maury (3 white, South-East)"
    for seat, words in ((0, maury), (1, "a card"), (None, maury)):
        games = deal(3)
        lay(games, deck=["Maury"], discards=["Sade"], face_up=ROW)
        lines = told(games, (0, DECK), seat=seat)
        assert lines == [f"player_0 draws {words}.", "The discards are shuffled to make a new deck."]
    games = deal(3)
    lay(games, deck=["Maury"], face_up=ROW, discards=["Sade", "Ducos"])
    took = told(games, (0, FACE_UP_CARD + 1), seat=1)
    turned = f"Turned up: {maury}."
    assert took == [f"player_0 takes {DANTON}.", "The discards are shuffled to make a new deck.", turned]


def test_news_of_an_exchange_and_of_passing():
    nine = ["Bailly", "Maury", "Sade", "Volney", "Duport", "Ducos", "Virieu", "Mounier", "Romme"]
    games = deal(3)
    lay(games, hands=[nine, [], []], deck=["Danton"], face_up=OTHERS)
    moves = [(0, EXCHANGE), (0, play_card("Sade")), (0, play_card("Ducos")), (0, DECK), (1, PASS)]
    assert told_all(games, *moves) == [
        "player_0 gives up two cards to draw one.",
        "player_0 discards Sade (1 red, Paris Basin).",
        "player_0 discards Ducos (1 red, South-West).",
        f"player_0 draws {DANTON}.",
        "The discards are shuffled to make a new deck.",
        "player_1 passes.",
    ]


def test_news_of_set_b():
    games = deal(3)
    lay(games, face_up=ROW)
    table = games.tables[0]
    cards = np.flatnonzero(table["place"] == 1)
    table["place"][cards[1:]] = 0
    table["deck_cards"] = 1
    assert told(games, (0, DECK))[1:] == ["Set B is the deck now."]


def test_news_of_specials():
    games = deal(3)
    lay(
        games,
        turn=2,
        government=RED,
        presence=[1, 1, 1],
        hands=[["Terror"], ["Emigration"], ["Religious Problems"]],
        displays=[["Cazalès"], ["Danton"], []],
        stacks={"Paris": {1: "RR", 2: "W"}},
        face_up=OTHERS,
    )
    moves = [
        (0, play_card("Terror")),
        (0, to("Paris")),
        (0, stack_of(2)),
        (0, play_card("Danton")),
        (0, PASS),
    ]
    assert told_all(games, *moves) == [
        "player_0 plays Terror.",
        "player_0 removes 1 white block of player_2 from Paris.",
        f"{DANTON} of player_1 dies and is out of the game.",
    ]
    moves = [(1, play_card("Emigration")), (1, play_card("Cazalès")), (1, PASS)]
    assert told_all(games, *moves) == [
        "player_1 plays Emigration.",
        "Cazalès (2 white, South-West) of player_0 is discarded.",
    ]
    moves = [(2, play_card("Religious Problems")), (2, to("Paris")), (2, stack_of(2))]
    assert told_all(games, *moves) == [
        "player_2 plays Religious Problems.",
        "player_2 removes 1 red block of player_1 from Paris.",
    ]


def test_news_of_a_special_played_in_vain():
    games = deal(3, waste_specials=True)
    lay(games, hands=[["Guillotine"], [], []])
    assert told(games, (0, play_card("Guillotine"))) == ["player_0 plays Guillotine.", "It has no effect."]


def test_news_of_a_battle_won():
    games = deal(3)
    lay(
        games,
        turn=2,
        government=BLUE,
        hands=[["Lafayette"], [], []],
        face_up=ROW,
        stacks={"Maine": {2: "B"}, "Paris": {1: "RR", 2: "B"}, "Berry": {0: "R", 1: "R"}},
    )
    played = (0, play_card("Lafayette")), (0, CANNON)
    assert told(games, *played) == ["player_0 places a token in the battle box."]
    play(games, (0, DISPLAY_CARD), (0, PASS), (1, PASS), (2, PASS))
    assert passing(games) == [
        "The actions of turn 2 are over: all have passed twice.",
        "player_0 wins the battle of Valmy: 3 VP.",
        "Won: Maine by player_2 (blue).",
        "A tie for Berry between player_0 (1 red block), player_1 (1 red block).",
        "Nobody wins Berry: all blocks there go back to the stock.",
        "Won: Paris by player_1 (2 red).",
        "Votes: white 0, blue 1, red 2.",
        "The government is red.",
        "The opposition is blue.",
        "Most red blocks in the government: player_1, 5 VP.",
        "Most blue blocks in the opposition: player_2, 3 VP.",
        "Present in the government: player_1.",
        *passing_end(games),
    ]


def passing_end(games: GameBatch) -> list[str]:
    """How the news of a turn end: with the order of play of the next."""
    order = ", ".join(f"player_{i}" for i in games.tables["order"][0, : games.num_players])
    return [f"Turn {int(games.tables['turn'][0])}. Order of play: {order}."]


def test_news_of_the_first_turn_name_the_blocks_that_join():
    games = deal(3)
    lay(games, face_up=ROW, stacks={"Maine": {0: "R"}})
    assert passing(games)[-1].endswith(" Blocks that join the stock: white 2, blue 2, red 2.")


def test_news_of_ties_and_places():
    """A battle tied and lost, a province and a government decided by cards, places shared."""
    games = deal(3)
    lay(
        games,
        turn=3,
        government=BLUE,
        cannons=[1, 1, 0],
        displays=[["Lafayette", "Bailly"], ["Bouillé", "Marat"], []],
        stacks={
            "Brittany": {0: "B", 1: "R"},
            "Vendée": {1: "R"},
            "Saintonge": {0: "R"},
            "Languedoc": {0: "BB"},
        },
        face_up=ROW,
    )
    assert passing(games)[1:] == ["A tie for the battle of Fleurus between player_0, player_1."]
    assert told(games, (0, play_card("Lafayette"))) == [
        "player_0 chooses Lafayette (2 blue, Centre, general, cannon)."
    ]
    assert told(games, (1, play_card("Bouillé"))) == [
        "player_1 chooses Bouillé (2 white, East, general, cannon).",
        "Nobody wins the battle of Fleurus: it is lost, a white block marks it.",
        "A tie for Brittany between player_0 (1 blue block), player_1 (1 red block).",
    ]
    assert told(games, (0, play_card("Bailly")), (1, PASS)) == [
        "player_1 chooses no card.",
        "Won: Brittany by player_0 (blue). All other blocks there go back to the stock.",
        "Won: Vendée by player_1 (red, 1 VP); Saintonge by player_0 (red); "
        "Languedoc by player_0 (blue, 2 VP).",
        "Votes: white 0, blue 2, red 2.",
        "A tie for the government between blue, red.",
    ]
    assert told(games, (1, play_card("Marat"))) == [
        "player_1 chooses Marat (3 red, Paris Basin, sans-culotte).",
        "The government is red; blue goes back to 1.",
        "The opposition is blue.",
        "A tie for first place in the government between player_0, player_1.",
        "Most red blocks in the government: player_0, player_1, 3 VP each.",
        "Most blue blocks in the opposition: player_0, 3 VP.",
        "Present in the government: player_0, player_1.",
        *passing_end(games),
    ]


def test_news_of_a_tie_that_goes_on():
    games = deal(3)
    displays = [["Danton", "Sade"], ["Robespierre", "Romme"], ["Ducos"]]
    lay(games, displays=displays, stacks={"Paris": {0: "R", 1: "R", 2: "R"}})
    passing(games)
    moves = (0, play_card("Danton")), (1, play_card("Robespierre")), (2, play_card("Ducos"))
    paris = "A tie for Paris between player_0 (1 red block), player_1 (1 red block)"
    assert told(games, *moves)[1:] == [f"Still level. {paris}."]
    play(games, (0, play_card("Sade")))
    asked = "Chosen: player_0 Sade (1 red, Paris Basin). player_1: A card to break it?"
    assert shown(games)[-1] == f"{paris}. {asked}"


def test_news_of_the_four_turns_end_and_of_a_tie_told_apart_by_cards():
    games = deal(3)
    lay(
        games,
        turn=4,
        government=BLUE,
        vp=[6, 3, 0],
        displays=[["Sade"], ["Bailly"], ["Hoche"]],
        stacks={"Maine": {1: "R"}, "Anjou": {1: "R"}, "Gascony": {2: "B"}},
    )
    lines = passing(games)
    assert lines[1] == "Nobody wins the battle of Zürich: it is lost, a white block marks it."
    assert lines[-3:] == [
        "Present in the government: player_1.",
        "The last turn is over. Victory points: player_0 6, player_1 8, player_2 3.",
        "Winner: player_1.",
    ]
    games = deal(3)
    lay(games, turn=4, government=BLUE, vp=[5, 5, 0], displays=[["Sade"], ["Bailly"], []])
    while not games.over[0]:
        before = games.tables.copy()
        games.step([PASS])
    news = told_of(games, before, PASS, 0)
    assert news[-1] == "Winner: player_1 (by the blocks on their cards)."


def test_news_of_the_sudden_ends():
    white = {name: {1: "W"} for name in ("Brittany", "Maine", "Anjou", "Guyenne", "Vivarais", "Provence")}
    games = deal(3)
    lay(games, turn=3, government=BLUE, stacks=white)
    assert passing(games)[1:] == [
        "Nobody wins the battle of Fleurus: it is lost, a white block marks it.",
        "A royalist counter-revolution! White blocks on map and cards: player_0 0, player_1 6, player_2 0.",
        "Winner: player_1.",
    ]
    games = deal(3)
    red = {province_name(games, number): {0: "RR"} if number < 2 else {2: "R"} for number in range(17)}
    lay(games, stacks=red)
    lines = passing(games)
    assert lines[-3:] == [
        "Votes: white 0, blue 0, red 17.",
        "A radical landslide! Red blocks on map and cards: player_0 2, player_1 0, player_2 0.",
        "Winner: player_0.",
    ]


def province_name(games: GameBatch, number: int) -> str:
    return bytes(games.box["province_name"][0, number]).rstrip(b"\0").decode()


MANY = {"valley_rules": True, "waste_specials": True, "refill": "optional"}


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("options", [{}, MANY])
def test_every_step_of_whole_games_is_told(players, options):
    """Whatever changes what a seat observes is told, save the end of an action and where a special aims."""
    games = deal(players, num_games=2, seed=6, ask_forced=False, **options)
    rng = np.random.default_rng(2)
    silent = {Phase.MODE, Phase.AFTER, Phase.TARGET_PROVINCE}
    heard = ""
    while not games.over.all():
        before = games.tables.copy()
        actions = random_actions(games, rng, 0.8)
        games.step(actions)
        for row in range(2):
            if before["seat"][row] < 0:
                continue
            lines = told_of(games, before, actions[row], row=row)
            heard += "\n".join(lines) + "\n"
            assert lines or before["phase"][row] in silent
            if games.tables["phase"][row] != before["phase"][row] == Phase.TIE:
                assert "chooses" in lines[0]
    for word in ("plays", "places", "Won:", "Votes:", "government is", "opposition is", "Present", "Winner"):
        assert word in heard, word


@pytest.mark.rule("LIB-9.4", "LIB-9.6")
@pytest.mark.parametrize("players", [3, 6])
def test_boards_and_news_show_no_secret_and_fit_the_screen(players):
    games = deal(players, num_games=3, seed=8, ask_forced=False)
    rng = np.random.default_rng(2)
    drawn = step = 0
    while not games.over.all():
        before = games.tables.copy()
        actions = random_actions(games, rng, 0.5)
        games.step(actions)
        step += 1
        current = games.tables.copy()
        for row in range(3):
            mover = int(before["seat"][row])
            if mover < 0:
                continue
            other = (mover + 1) % players
            own = told_of(games, before, actions[row], mover, row)
            seen = told_of(games, before, actions[row], other, row)
            assert len(own) == len(seen)
            for mine, theirs in zip(own, seen):
                if mine != theirs:
                    assert theirs == f"player_{mover} draws a card."
                    drawn += 1
        if step % 25 == 0:
            for who in range(players):
                boards = [games.board(row, who) for row in range(3)]
                games.redeal(who, seed=step)
                assert boards == [games.board(row, who) for row in range(3)]
                games.tables = current
            assert max(len(line) for board in boards for line in board.split("\n")) <= 78
    assert drawn > 10


# --- The board -----------------------------------------------------------------------------------


def test_the_board_says_what_lies_where():
    games = deal(3)
    lay(
        games,
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
    games = deal(3)
    lay(
        games,
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
    games = deal(3)
    lay(games, hands=[["Danton"], [], []], stock=[9, 9, 1], face_up=OTHERS)
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
    games = deal(6)
    crowd = {i: colour * 3 for i, colour in enumerate(stacks)}
    lay(games, stacks=dict.fromkeys(("Languedoc", "Lyonnais", "Artois-Flanders"), crowd))
    lines = games.board(0).split("\n")
    assert max(map(len, lines)) <= 78
    assert sum(line.replace(" ", "").count("0BBB1BBB") for line in lines) == 3
    assert len(next(line for line in lines if line.startswith("WEST")).split()) == columns


def test_blocks_on_the_board_have_their_colour():
    line = "27 Paris 0RRR 2W4BB; 2 Danton RRR P.Basin; Jacobins (B); Cordeliers (B) R anywhere"
    found = [re.findall(pattern, line) for pattern in colours]
    assert found == [["W"], ["BB"], ["RRR", "RRR", "R"]]


def test_the_end_is_on_the_board():
    games = deal(3)
    lay(games, turn=4, government=BLUE, hands=[["Sade"], [], []], stacks={"Maine": {1: "R"}})
    pass_turn(games)
    lines = shown(games, 1)
    assert lines[0].startswith("Turn 4 of 4, over; ")
    assert lines[-1] == "The game is over."
    assert "player_0's known hand: Sade R P.Basin" in lines
    assert legal(games) == set()


@pytest.mark.parametrize("cards", [1, 9, 14])
def test_every_card_of_a_big_hand_is_drawn_high_enough_for_two_lines(cards):
    games = deal(6)
    table = games.tables[0]
    table.place[1 : cards + 1] = HAND
    table.known[:] = 0
    drawn = re.findall(r'<g data-thing="card \d+"><rect[^>]*>', GAME.picture(games.box[0], table, 0))
    assert len(drawn) >= cards
    assert all(float(re.search(r'height="([\d.]+)"', card)[1]) >= 29 for card in drawn)
