"""How a person is asked: keys, what a decision turns on, what stopping loses, choices made together."""

import re

import numpy as np
import pytest

from hustings.envs.core.engine.game import NOBODY
from hustings.envs.liberte.actions import ACTIONS
from hustings.envs.liberte.table import HAND, Ending, Phase
from hustings.envs.liberte.text import prompts
from hustings.envs.liberte.text.outlook import outlook_of
from hustings.envs.liberte.text.questions import question
from hustings.training.play import final_ranking

from ..playing import PROVINCES, Game, election, everywhere, lay

NINE = "Bailly, Maury, Sade, Volney, Duport, Ducos, Virieu, Mounier, Romme"


def matters(game: Game) -> str:
    """What the decision turns on, after the question, in one piece."""
    told = re.sub(r"\s+", " ", " ".join(game.matters()))
    return told.removeprefix(question(game.box, game.table) + " ")


def test_keys():
    words = "pass, deck, row 2, exchange, blocks, cannon, display, discard, Necker, Maine, hit 2"
    game = lay(order=[1, 2, 0])
    keys = [game.prompt("key", action) for action in game.actions(words)]
    assert keys == ["0", "d", "f2", "e", "b", "t", "k", "x", "c1", "p2", "s2"]


def test_what_actions_turn_on():
    game = lay("Couthon", turn=2, cannons=[2, 0, 0], map="Berry W - R")
    stock = "stock: white 23, blue 28, red 29; your tokens: 15"
    told = f"Turn 2, round 1; {stock}; battle of Valmy, 3 VP: player_0 2, it would be lost."
    now = "no votes; red would govern, blue oppose."
    assert matters(game) == f"{told} If all passed now: {now}"
    centre = (
        "Centre: Berry player_0 1 white, player_2 1 red; Limousin empty; Auvergne empty; Bourbonnais empty."
    )
    assert matters(game.play("Couthon")) == f"{told} If all voted now: {now} {centre}"
    game = lay("Couthon", displays=["", "Maury, Jacobins (A)"]).play("Couthon, Berry x2")
    shown = "player_1 displays: Maury (3 white, South-East); Jacobins (A) (1 red, anywhere, cannon)"
    assert matters(game) == shown


def test_what_leads_now():
    game = lay(
        turn=2,
        displays=["Lafayette", "Bouillé"],
        cannons=[1, 2, 0],
        map="Berry W - R, Maine R, Paris - BB, Anjou B",
    )
    assert matters(game).endswith(
        "battle of Valmy, 3 VP: player_0 1, player_1 2, player_1 would win it. "
        "If all passed now: votes blue 3, red 1; blue would govern, red oppose."
    )
    level = "player_0 and player_1 are level, their generals would decide"
    assert matters(game.set(cannons=[2, 2, 0])).count(level) == 1


def test_what_special_cards_could_hit():
    specials = "Bread Shortage, Emigration, Guillotine, Religious Problems"
    game = lay(
        specials, displays=["Sade", "Maury, Jacobins (A)"], map="Berry R, Maine - W", turn=2, government="red"
    )
    told = [game.effect(card).split(" Now: ") for card in specials.split(", ")]
    assert [now for _, now in told] == [
        "only yours in Berry.",
        "player_1's Maury.",
        "your own Sade, player_1's Maury.",
        "only yours in Berry.",
    ]
    assert told[1][0] == "Discards a white personality from any display."
    game = lay(specials, map=everywhere(PROVINCES[:5], "B R"))
    assert game.effect("Bread Shortage").endswith("Now: in 5 provinces.")
    assert game.effect("Guillotine").endswith("Now: nothing.")


def test_who_would_lead_a_province_after_a_block():
    game = lay("Danton", map="Paris - RR, Picardy - R, Normandy RR BB").play("Danton")
    told = [game.effect(word) for word in ("Paris", "Picardy", "Normandy", "Orléanais")]
    assert told == [
        "There player_1 would lead with 2 red.",
        "There you and player_1 would be level.",
        "There you would lead with 3 red.",
        "There you would lead with 1 red.",
    ]
    game = lay("Religious Problems", map="Paris - RR, Picardy - R").play("Religious Problems")
    assert game.effect("Paris") == "There: 2 red blocks of player_1."
    assert game.do("Picardy").effect("hit 1") == "There nobody would be left."


def test_what_else_actions_would_bring_about():
    game = lay("Lafayette", turn=2, cannons=[1, 0, 0])
    assert game.effect("pass") == "You may act again in the next round, if there is one."
    assert game.effect("deck") == ""
    game.play("Lafayette")
    told = "You would have 2 tokens in the battle box, but no general on display yet."
    assert game.effect("cannon") == told
    assert game.do("cannon").effect("display") == (
        "It can break ties and lead the army in this turn, then goes back into your hand."
    )


@pytest.mark.parametrize(
    ("turn", "moves", "told"),
    [
        (1, "Lafayette, Berry x2", "It can break ties in this turn, then goes back into your hand."),
        (4, "Lafayette, cannon",
         "It can break ties and lead the army in this turn, then breaks a tie for victory by its blocks."),
    ],
)  # fmt: skip
def test_what_a_display_is_for_in_the_first_and_the_last_turn(turn, moves, told):
    assert lay("Lafayette", turn=turn).do(moves).effect("display") == told


TAKEN = "Blue blocks taken: player_0 1, player_1 1, player_2 0."
TIES = [
    (
        {"map": "Maine BB BB"},
        "In Maine: player_0 2 blue, player_1 2 blue. If no more cards were chosen: no votes; "
        "red would govern, blue oppose; cards could decide Maine, the government.",
    ),
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
        return game.prompt("loss", 0, [action for action in game.fact("legal") if action])

    told = [loss(hand) for hand in ("", "Sade", "Sade, Romme")]
    assert told == ["", "You could still play a card.", "You could still play one of 2 cards."]


def test_when_the_board_is_shown_anew():
    game, stages = lay(turn=2, displays=["Lafayette"], map="Maine B R"), []
    for _ in range(3):
        stages.append(game.prompt("stage"))
        game.pass_round("ACTION").pass_round("TIE")
    assert stages == [(2, True), (3, False), (3, False)]


def test_blocks_of_a_card_and_cards_to_discard_are_chosen_together():
    blocks = lay("Danton").play("Danton").form()
    assert (blocks.title, blocks.most, len(blocks.entries)) == ("Place all 3 blocks at once", 3, 5)
    assert lay("Danton").play("Danton, Paris x2").form() is None
    full = everywhere(("Normandy", "Orléanais", "Picardy"), "RRR")
    blocks = lay("Danton", stock=[9, 9, 2], map=f"{full}, Paris RR").play("Danton").form()
    assert (blocks.title, [entry.most for entry in blocks.entries]) == ("Place all 2 blocks at once", [2, 1])
    assert lay("Danton", map=f"{full}, Artois-Flanders B, Paris RR").play("Danton").form() is None
    two = lay(NINE).play("exchange").form()
    assert (two.title, two.most, len(two.entries)) == ("Discard both cards at once", 2, 9)
    assert lay(NINE).play("exchange, Sade").form() is None
    several = lay("Sade, Romme", vp=[1, 0, 0], deck="").pass_round("ACTION").pass_round("TIE").form()
    assert (several.title, several.most, len(several.entries)) == ("Discard several cards", 2, 2)


def test_blocks_on_the_board_have_their_colour():
    line = "27 Paris 0RRR 2W4BB; 2 Danton RRR P.Basin; Jacobins (B); Cordeliers (B) R anywhere"
    found = [re.findall(pattern, line) for pattern in prompts.colours]
    assert found == [["W"], ["BB"], ["RRR", "RRR", "R"]]


@pytest.mark.parametrize(("ending", "words"), [
    (Ending.FOUR_TURNS, "12 VP."),
    (Ending.COUNTER_REVOLUTION, "8 white blocks."),
    (Ending.LANDSLIDE, "4 red blocks."),
])  # fmt: skip
def test_who_wins_is_told_with_what_decides(ending, words):
    cards = {"vp": [4, 12, 0], "displays": ["Sade", "", "Necker"]}
    game = lay(["", "", ""], **cards, map="Paris RRR - W, Vendée - WW, Maine - - WWWW")
    table = game.games.tables
    table["ending"], table["seat"], table["phase"] = ending, NOBODY, Phase.OVER
    lines = final_ranking(game.games, ["greedy"] * 3)
    assert re.fullmatch(rf"player_\d \(greedy\) wins with {words}", lines[0]), lines


def asked(game: Game) -> str:
    return question(game.games.box[0], game.table)


def test_the_last_round_of_a_turn_is_told_with_the_question():
    game = lay(stock=[9, 9, 0], turn=2, closing=1)
    assert asked(game) == "What do you do in your action? It is your last of this turn."
    assert game.effect("pass") == "You act no more in this turn."
    game = lay(turn=2, rounds=59)
    assert asked(game).endswith("your last of this turn.")
    assert game.board(0)[0].startswith("Turn 2 of 4, round 60, LAST ROUND")
    game = lay(turn=2, idle_rounds=1)
    assert asked(game) == "What do you do in your action?"
    assert game.effect("pass") == "If nobody acts in this round, the actions of the turn are over."


def test_what_all_passing_would_lead_to():
    red = ", ".join(f"{name} - R" for name in PROVINCES[:17])
    told = matters(lay(turn=2, map=red))
    assert told.endswith("If all passed now: votes red 17; the game would end as a landslide.")
    white = everywhere(("Brittany", "Maine", "Anjou", "Guyenne", "Vivarais", "Provence"), "- W")
    told = matters(lay(turn=3, government="blue", map=white))
    assert told.endswith("If all passed now: the game would end as a counter-revolution.")
    position = {"turn": 3, "cannons": [1, 1], "displays": ["Lafayette", "Bouillé"], "votes": [1, 2, 9]}
    game = election(3, map=white, **position).expect(tie="BATTLE")
    assert not any(outlook_of(game.box, game.table).votes)  # not those of the last election
    white = ("Brittany", "Maine", "Anjou", "Guyenne", "Vivarais", "Provence", "Normandy")
    for held in ("WW", "- WW"):  # with one holder of all, and with two level in points
        halves = f"{everywhere(white[:4], 'WW')}, {everywhere(white[4:], held)}"
        told = matters(lay(turn=2, map=halves))
        assert told.endswith(
            "white would govern, red oppose; then the game would end as a counter-revolution."
        )
    told = matters(lay(turn=2, map="Picardy RR BB", displays=["Danton"]))
    assert told.endswith(
        "no votes; red would govern, blue oppose; cards could decide Picardy, the government."
    )


def test_a_card_chosen_already_counts_in_the_outlook():
    """Whoever has chosen one wins the province if nobody chooses another."""
    game = election(3, displays=["Lafayette", "Guillotin"], map="Maine BB BB").choose("Lafayette")
    assert "If no more cards were chosen: votes blue 1; blue would govern, red oppose" in matters(game)


def why_not(game: Game, word: str) -> str:
    """Why a card of the hand cannot be played."""
    _, number = ACTIONS.locate(game.action(word))
    return game.prompt("why_not", f"hand {number}")


def test_why_a_special_card_cannot_be_played():
    game = lay("Purge, Terror, Guillotine, Emigration", displays=["", "Danton"], government="blue", turn=2)
    assert why_not(game, "Purge") == "You are not present in the government."
    assert why_not(game, "Terror") == "You are not present in a red government."
    assert why_not(game, "Emigration") == "It would hit nothing now."
    hand = lay("Guillotine, Guillotine", displays=["", "Danton"])
    barred = np.flatnonzero(hand.table["place"] == HAND)[-1] - 1
    assert hand.prompt("why_not", f"hand {barred}") == "It is like a card of your hand that can be played."


def test_why_a_card_cannot_follow_another():
    game = lay("Sade, Romme, Danton, Jacobins (A), Terror").play("Sade, Paris, discard").expect("AFTER")
    only = "Of clubs and personalities only a personality of a single block can follow in this action."
    assert {why_not(game, card) for card in ("Romme", "Danton", "Jacobins (A)")} == {
        "Only a special card can follow in this action."
    }
    assert why_not(game, "Terror") == "You are not present in a red government."
    game = lay("Sade, Romme, Danton, Jacobins (A)", valley_rules=True).play("Sade, Paris, discard")
    assert {why_not(game.offers("Romme"), card) for card in ("Danton", "Jacobins (A)")} == {only}
    position = {"displays": ["", "Danton"], "stock": [9, 0, 9], "play_without_blocks": False}
    game = lay("Guillotine, Terror, Bailly", **position).play("Guillotine, Danton").expect("AFTER")
    assert why_not(game, "Terror") == "A special card was played in this action."
    assert why_not(game.refuses("Bailly"), "Bailly") == "No blue blocks are left."


def test_without_tokens_the_blocks_of_a_personality_need_a_stack_of_ones_own():
    game = lay("Couthon, Necker", cannons=[17, 0, 0], map="Berry R - -", play_without_blocks=False)
    game.offers("Couthon").refuses("Necker")
    assert why_not(game, "Necker") == "You have no control token left for a new stack in Paris Basin."


def test_a_terror_that_hits_cards_after_a_stack_only():
    position = {"turn": 2, "government": "red", "presence": [1, 0, 0], "displays": ["", "Danton"]}
    for in_turn, hit in ((False, "player_1's Danton"), (True, "nothing")):
        game = lay("Terror", terror_in_turn=in_turn, waste_specials=True, **position)
        assert game.effect("Terror").endswith(f"Now: {hit}.")
