"""What happened, in words, as each seat may know it."""

import itertools

import numpy as np
import pytest

from hustings.envs.liberte.box import SET_A, SET_B
from hustings.envs.liberte.table import Phase

from ...support import told_of
from ..playing import BOX, PROVINCES, Game, deal, election, everywhere, lay, random_actions

ROW = "Danton, Necker, Talleyrand"
DANTON = "Danton (3 red, Paris Basin)"
MANY = {"valley_rules": True, "waste_specials": True, "refill": "optional"}


def passing(game: Game) -> list[str]:
    """What is told of passes up to the next tie, turn or end, save of the passes themselves."""
    lines, turn = [], game.fact("turn")
    while game.phase == "ACTION" and game.fact("turn") == turn:
        lines += game.told(f"{game.seat}: pass")
    return [line for line in lines if not line.endswith("passes.")]


def next_turn(game: Game) -> str:
    """How the news of a turn end: with the order of play of the next."""
    order = ", ".join(f"player_{seat}" for seat in game.fact("order"))
    return f"Turn {game.fact('turn')}. Order of play: {order}."


def test_a_card_and_its_blocks():
    game = lay(["Danton", "Lafayette"], stock=[9, 9, 2])
    assert game.told("Danton, Paris, Picardy, display, pass") == [
        f"player_0 plays {DANTON}.",
        "player_0 places 1 red block in Paris.",
        "player_0 places 1 red block in Picardy.",
        "player_0 cannot place 1 red block of Danton.",
        "No red blocks are left: this round is the last of the turn.",
        "player_0 puts Danton into the display.",
    ]
    assert game.told("1: Lafayette, Berry x2, discard") == [
        "player_1 plays Lafayette (2 blue, Centre, general, cannon).",
        "player_1 places 1 blue block in Berry.",
        "player_1 places 1 blue block in Berry.",
        "player_1 discards Lafayette.",
    ]


def test_a_card_that_places_nothing():
    game = lay("Sade, Jacobins (A)", turn=2, stock=[9, 9, 0])
    nothing = "player_0 cannot place 1 red block of "
    assert game.told("Sade") == ["player_0 plays Sade (1 red, Paris Basin).", f"{nothing}Sade."]
    game.play("discard, pass; 1: pass; 2: pass; Jacobins (A)")
    assert game.told("blocks") == [f"{nothing}Jacobins (A)."]


@pytest.mark.rule("LIB-9.4", "LIB-9.5")
def test_a_card_from_the_deck_is_a_secret_and_one_of_the_row_is_not():
    maury, shuffled = "Maury (3 white, South-East)", "The discards are shuffled to make a new deck."
    for seat, words in ((0, maury), (1, "a card"), (None, maury)):
        game = lay(deck="Maury", discards="Sade", row=ROW)
        assert game.told("deck", seat=seat) == [f"player_0 draws {words}.", shuffled]
    game = lay(deck="Maury", discards="Sade, Ducos", row=ROW)
    assert game.told("row 1", seat=1) == [f"player_0 takes {DANTON}.", shuffled, f"Turned up: {maury}."]
    game = lay(row=ROW)
    deck = np.flatnonzero(game.table["place"] == 1)
    game.table["place"][deck[1:]], game.table["deck_cards"] = 0, 1
    assert game.told("deck")[1:] == ["Set B is the deck now."]
    box = BOX.copy()
    box["card_set"][box["card_set"] == SET_B] = SET_A
    game = lay(deck="Maury", discards="Sade", row=ROW, box=box).set(shuffles=0)
    assert game.told("deck")[1:] == [shuffled]


def test_specials():
    position = {"turn": 2, "government": "red", "presence": [1, 1, 1], "displays": ["Cazalès", "Danton"]}
    game = lay(["Terror", "Emigration", "Religious Problems"], map="Paris - RR W", **position)
    assert game.told("Terror, Paris, hit 2, Danton, pass") == [
        "player_0 plays Terror.",
        "player_0 removes 1 white block of player_2 from Paris.",
        f"{DANTON} of player_1 dies and is out of the game.",
    ]
    assert game.told("1: Emigration, Cazalès, pass") == [
        "player_1 plays Emigration.",
        "Cazalès (2 white, South-West) of player_0 is discarded.",
    ]
    assert game.told("2: Religious Problems, Paris, hit 1") == [
        "player_2 plays Religious Problems.",
        "player_2 removes 1 red block of player_1 from Paris.",
    ]
    in_vain = lay("Guillotine", waste_specials=True).told("Guillotine")
    assert in_vain == ["player_0 plays Guillotine.", "It has no effect."]


def test_a_battle_won_and_an_election():
    stacks = "Maine - - B, Paris - RR B, Berry R R"
    game = lay("Lafayette", turn=2, government="blue", map=stacks).play("Lafayette")
    assert game.told("cannon") == ["player_0 places a token in the battle box."]
    game.play("display, pass; 1: pass; 2: pass")
    assert passing(game) == [
        "The actions of turn 2 are over: all have passed twice.",
        "player_0 wins the battle of Valmy: 3 VP.",
        "Won: Maine by player_2 (blue).",
        "A tie for Berry between player_0 (1 red block) and player_1 (1 red block).",
        "Nobody wins Berry: all blocks there go back to the stock.",
        "Won: Paris by player_1 (2 red).",
        "Votes: white 0, blue 1, red 2.",
        "The government is red.",
        "The opposition is blue.",
        "Most red blocks in the government: player_1, 5 VP.",
        "Most blue blocks in the opposition: player_2, 3 VP.",
        "Present in the government: player_1.",
        next_turn(game),
    ]
    joining = " Blocks that join the stock: white 2, blue 2, red 2."
    assert passing(lay(map="Maine R"))[-1].endswith(joining)


def test_ties_and_places():
    """A battle tied and lost, a province and a government decided by cards, places shared."""
    position = {"cannons": [1, 1, 0], "displays": ["Lafayette, Bailly", "Bouillé, Marat"]}
    stacks = "Brittany B R, Vendée - R, Saintonge R, Languedoc BB"
    game = lay(turn=3, government="blue", map=stacks, **position)
    assert passing(game)[1:] == ["A tie for the battle of Fleurus between player_0 and player_1."]
    assert game.told("Lafayette; 1: Bouillé") == [
        "player_0 chooses Lafayette (2 blue, Centre, general, cannon).",
        "player_1 chooses Bouillé (2 white, East, general, cannon).",
        "Nobody wins the battle of Fleurus: it is lost, a white block marks it.",
        "A tie for Brittany between player_0 (1 blue block) and player_1 (1 red block).",
    ]
    game.play("Bailly")
    assert game.told("1: pass") == [
        "player_1 chooses no card.",
        "Won: Brittany by player_0 (blue). All other blocks there go back to the stock.",
        "Won: Vendée by player_1 (red, 1 VP).",
        "Won: Saintonge by player_0 (red).",
        "Won: Languedoc by player_0 (blue, 2 VP).",
        "Votes: white 0, blue 2, red 2.",
        "A tie for the government between blue and red.",
    ]
    assert game.told("1: Marat") == [
        "player_1 chooses Marat (3 red, Paris Basin, sans-culotte).",
        "The government is red; blue goes back to 1.",
        "The opposition is blue.",
        "A tie for first place in the government between player_0 and player_1.",
        "Most red blocks in the government: player_0, player_1, 3 VP each.",
        "Most blue blocks in the opposition: player_0, 3 VP.",
        "Present in the government: player_0, player_1.",
        next_turn(game),
    ]


@pytest.mark.parametrize(
    ("stacks", "stock", "told"),
    [
        ("Maine W, Berry W", 0, "White blocks mark the lost battles."),
        (
            "",
            5,
            "Nobody wins the battle of Fleurus: it is lost, a white block marks it, others those before it.",
        ),
    ],
)
def test_white_blocks_that_lost_battles_have_waited_for(stacks, stock, told):
    lost = {"lost_battles": 1, "battle_blocks": 0, "government": "blue"}
    assert told in passing(lay(turn=3, stock=[stock, 20, 20], map=stacks, **lost).expect("ACTION"))


def test_a_tie_that_goes_on():
    displays = ["Danton, Sade", "Robespierre, Romme", "Ducos"]
    game = election(3, displays=displays, map="Paris R R R").choose("Danton, Robespierre")
    paris = "A tie for Paris between player_0 (1 red block) and player_1 (1 red block)"
    assert game.told("2: Ducos")[1:] == [f"Still level. {paris}."]
    asked = "Chosen: player_0 Sade (1 red, Paris Basin). player_1 decides which card to choose for it."
    assert game.play("Sade").board()[-1] == f"{paris}. {asked}"


def test_the_end_of_four_turns_and_a_tie_told_apart_by_cards():
    position = {"turn": 4, "government": "blue"}
    displays, stacks = ["Sade", "Bailly", "Hoche"], "Maine - R, Anjou - R, Gascony - - B"
    told = passing(lay(vp=[6, 3, 0], displays=displays, map=stacks, **position))
    assert told[1] == "Nobody wins the battle of Zürich: it is lost, a white block marks it."
    assert told[-3:] == [
        "Present in the government: player_1.",
        "The last turn is over. Victory points: player_0 6, player_1 8, player_2 3.",
        "Winner: player_1.",
    ]
    game = election(3, vp=[5, 5, 0], displays=["Sade", "Bailly"], **position).choose("-")
    assert game.told("1: pass", seat=0)[-1] == "Winner: player_1 (by the blocks on their cards)."


def test_the_sudden_ends():
    white = everywhere(("Brittany", "Maine", "Anjou", "Guyenne", "Vivarais", "Provence"), "- W")
    assert passing(lay(turn=3, government="blue", map=white))[1:] == [
        "Nobody wins the battle of Fleurus: it is lost, a white block marks it.",
        "A royalist counter-revolution! White blocks on map and cards: player_0 0, player_1 6, player_2 0.",
        "Winner: player_1.",
    ]
    red = f"{everywhere(PROVINCES[:2], 'RR')}, {everywhere(PROVINCES[2:17], '- - R')}"
    assert passing(lay(map=red))[-3:] == [
        "Votes: white 0, blue 0, red 17.",
        "A radical landslide! Red blocks on map and cards: player_0 2, player_1 0, player_2 0.",
        "Winner: player_0.",
    ]


@pytest.mark.rule("LIB-9.4")
@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("options", [{}, MANY])
def test_every_step_of_whole_games_is_told_and_only_cards_drawn_are_secret(players, options):
    """But for the end of an action and where a special aims; boards fit the screen."""
    games = deal(players, seed=6, ask_forced=False, **options)
    rng, silent, heard = np.random.default_rng(2), {Phase.MODE, Phase.AFTER, Phase.TARGET_PROVINCE}, ""
    for step in itertools.count():
        if games.over.all():
            break
        before, actions = games.tables.copy(), random_actions(games, rng, 0.8)
        games.step(actions)
        for row in np.flatnonzero(before["seat"] >= 0):
            mover = int(before["seat"][row])
            seats = (None, mover, (mover + 1) % players)
            lines, own, seen = (told_of(games, before, actions[row], seat, row) for seat in seats)
            heard += "\n".join(seen) + "\n"
            assert lines or before["phase"][row] in silent
            assert len(lines) == len(own) == len(seen)
            assert {*seen} - {*own} <= {f"player_{mover} draws a card."}
            if games.tables["phase"][row] != before["phase"][row] == Phase.TIE:
                assert "chooses" in lines[0]
        if step % 25 == 0:
            assert max(map(len, games.board(0, step % players).split("\n"))) <= 78
    words = ("plays", "places", "Won:", "Votes:", "government is", "opposition is", "Present", "Winner")
    assert all(word in heard for word in (*words, "draws a card."))
