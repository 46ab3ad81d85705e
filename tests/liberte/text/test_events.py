"""What happened, in words."""

import numpy as np
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
from hustings.envs.liberte.table import (
    BLUE,
    RED,
    Phase,
)

from ...support import told_of
from ..playing import (
    deal,
    laid,
    lay,
    passing,
    play,
    play_card,
    random_actions,
    shown,
    stack_of,
    to,
    told,
)
from ..positions import OTHERS, ROW

DANTON = "Danton (3 red, Paris Basin)"
MANY = {"valley_rules": True, "waste_specials": True, "refill": "optional"}


def told_all(games: GameBatch, *moves: tuple[int, int]) -> list[str]:
    """The news of all these moves, for everybody."""
    return [line for move in moves for line in told(games, move)]


def test_news_of_a_card_and_its_blocks():
    games = laid(3, hands=[["Danton"], ["Lafayette"], []], face_up=OTHERS, stock=[9, 9, 2])
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
    games = laid(3, turn=2, hands=[["Sade", "Jacobins (A)"], [], []], stock=[9, 9, 0], face_up=ROW)
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
        games = laid(3, deck=["Maury"], discards=["Sade"], face_up=ROW)
        lines = told(games, (0, DECK), seat=seat)
        assert lines == [f"player_0 draws {words}.", "The discards are shuffled to make a new deck."]
    games = laid(3, deck=["Maury"], face_up=ROW, discards=["Sade", "Ducos"])
    took = told(games, (0, FACE_UP_CARD + 1), seat=1)
    turned = f"Turned up: {maury}."
    assert took == [f"player_0 takes {DANTON}.", "The discards are shuffled to make a new deck.", turned]


def test_news_of_an_exchange_and_of_passing():
    nine = ["Bailly", "Maury", "Sade", "Volney", "Duport", "Ducos", "Virieu", "Mounier", "Romme"]
    games = laid(3, hands=[nine, [], []], deck=["Danton"], face_up=OTHERS)
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
    games = laid(3, face_up=ROW)
    table = games.tables[0]
    cards = np.flatnonzero(table["place"] == 1)
    table["place"][cards[1:]] = 0
    table["deck_cards"] = 1
    assert told(games, (0, DECK))[1:] == ["Set B is the deck now."]


def test_news_of_specials():
    games = laid(
        3,
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
    games = laid(
        3,
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
    games = laid(3, face_up=ROW, stacks={"Maine": {0: "R"}})
    assert passing(games)[-1].endswith(" Blocks that join the stock: white 2, blue 2, red 2.")


def test_news_of_ties_and_places():
    """A battle tied and lost, a province and a government decided by cards, places shared."""
    games = laid(
        3,
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
    displays = [["Danton", "Sade"], ["Robespierre", "Romme"], ["Ducos"]]
    games = laid(3, displays=displays, stacks={"Paris": {0: "R", 1: "R", 2: "R"}})
    passing(games)
    moves = (0, play_card("Danton")), (1, play_card("Robespierre")), (2, play_card("Ducos"))
    paris = "A tie for Paris between player_0 (1 red block), player_1 (1 red block)"
    assert told(games, *moves)[1:] == [f"Still level. {paris}."]
    play(games, (0, play_card("Sade")))
    asked = "Chosen: player_0 Sade (1 red, Paris Basin). player_1: A card to break it?"
    assert shown(games)[-1] == f"{paris}. {asked}"


def test_news_of_the_four_turns_end_and_of_a_tie_told_apart_by_cards():
    games = laid(
        3,
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
    games = laid(3, turn=4, government=BLUE, vp=[5, 5, 0], displays=[["Sade"], ["Bailly"], []])
    while not games.over[0]:
        before = games.tables.copy()
        games.step([PASS])
    news = told_of(games, before, PASS, 0)
    assert news[-1] == "Winner: player_1 (by the blocks on their cards)."


def test_news_of_the_sudden_ends():
    white = {name: {1: "W"} for name in ("Brittany", "Maine", "Anjou", "Guyenne", "Vivarais", "Provence")}
    games = laid(3, turn=3, government=BLUE, stacks=white)
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
