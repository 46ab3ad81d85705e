"""4 The battle: who commands the army, ties, and battles that are lost."""

import pytest

from .playing import everywhere, lay

VALMY, FLEURUS, ZURICH = 3, 3, 4
SIX = everywhere(("Brittany", "Maine", "Anjou", "Guyenne", "Vivarais", "Provence"), "- W")  # one too few
FIVE = SIX.replace("Maine", "Gascony")
LAFAYETTE_AND_BOUILLE = ["Lafayette", "Bouillé"]  # of two blocks each, blue and white


def army(cannons=(0, 0, 0), displays="", turn=2, **position):
    """The actions of a turn with tokens in the battle box."""
    return lay(turn=turn, government="blue", cannons=list(cannons), displays=displays, **position)


def battle(cannons=(0, 0, 0), displays="", turn=2, **position):
    """The actions are over: the battle comes, or its tie."""
    return army(cannons, displays, turn, **position).pass_round("ACTION")


@pytest.mark.rule("LIB-5.1", "LIB-5.13")
@pytest.mark.parametrize(("turn", "points"), [(1, 0), (2, VALMY), (3, FLEURUS), (4, ZURICH)])
def test_a_battle_in_each_turn_but_the_first(turn, points):
    """Its points count for the order of the next turn; the fourth is the last."""
    game = battle([0, 0, int(turn > 1)], ["", "", "Lafayette"], turn, vp=[2, 1, 0]).pass_round("TIE")
    game.expect(vp=[2, 1, points], lost_battles=0, order=[2, 0, 1] if turn in (2, 3) else [0, 1, 2])


@pytest.mark.rule("LIB-5.2", "LIB-5.8")
@pytest.mark.parametrize(
    ("cannons", "displays", "vp"),
    [
        ([1, 3, 2], ["Lafayette", "Bouillé", "Hoche"], [0, VALMY, 0]),
        ([3, 1, 2], ["Moreau", "Hoche", "Bouillé"], [VALMY, 0, 0]),
        ([1, 2, 3], ["Hoche", "Moreau", "Lafayette"], [0, 0, VALMY]),
        ([1, 3, 0], ["Lafayette", "Danton"], [VALMY, 0, 0]),  # more tokens, but no general
        ([2, 2, 1], ["Danton", "", "Lafayette"], [0, 0, VALMY]),
        ([0, 2, 0], ["Lafayette", "Bouillé, Hoche"], [0, VALMY, 0]),
        ([2, 2, 2], ["", "Lafayette"], [0, VALMY, 0]),
    ],
)
def test_most_tokens_of_those_who_show_a_general(cannons, displays, vp):
    battle(cannons, displays).expect(vp=vp, lost_battles=0, battle_blocks=0, stock=[24, 28, 30])


@pytest.mark.rule("LIB-5.3", "LIB-5.7")
@pytest.mark.parametrize(
    ("cannons", "displays"),
    [
        ([0, 0, 0], LAFAYETTE_AND_BOUILLE),  # no token
        ([1, 2, 1], ["Danton", "Dubois-Crancé"]),  # no general: a cannon makes none
        ([0, 1, 0], "Lafayette"),  # token here, general there
        ([0, 0, 0], ""),
    ],
)
def test_without_token_and_general_nobody_wins(cannons, displays):
    game = battle(cannons, displays, hands=["Hoche", "Moreau"])
    game.expect(vp=[0, 0, 0], lost_battles=1, battle_blocks=1)


@pytest.mark.rule("LIB-5.4", "LIB-5.12", "LIB-9.11")
def test_the_tied_choose_generals_in_order_of_play_and_the_highest_wins():
    """0 sees what 1 has chosen."""
    displays = ["Lafayette, Danton", "Hoche, Moreau, Murat", "Bouillé", "Sade"]
    game = battle([2, 2, 1, 2], displays, players=4, order=[3, 1, 2, 0])
    game.expect("TIE 1", tie="BATTLE", contender=[1, 1, 0, 0], legal="pass, Hoche, Moreau, Murat")
    game.choose("Moreau").expect(seat=0, legal="pass, Lafayette")
    assert game.sees(0, "chosen", 3) == [0, 1, 0, 0]
    game.choose("Lafayette").expect(vp=[VALMY, 0, 0, 0], discards="Lafayette, Moreau", lost_battles=0)
    game.expect(displays=["Danton", "Hoche, Murat", "Bouillé", "Sade"])


@pytest.mark.rule("LIB-5.5", "LIB-5.4", "LIB-5.7")
@pytest.mark.parametrize(
    ("cannons", "displays", "cards"),
    [
        ([1, 1, 0], ["Lafayette, Hoche", "Bouillé, Moreau"], "Lafayette, Bouillé"),
        ([2, 2, 2], ["Lafayette", "Bouillé", "Moreau"], "Lafayette, Bouillé, Moreau"),  # two highest level
        ([1, 1, 0], ["Lafayette", "Bouillé", "Hoche"], "-, -"),
    ],
)
def test_one_round_only_and_all_generals_chosen_are_discarded(cannons, displays, cards):
    *first, last = cards.split(", ")
    game = battle(cannons, displays).choose(", ".join(first)).expect(tie="BATTLE", lost_battles=0)
    game.choose(last).expect(vp=[0, 0, 0], lost_battles=1, discards=cards.replace("-, -", ""))
    assert game.fact("tie") != "BATTLE"


@pytest.mark.rule("LIB-5.6")
def test_the_colour_of_a_general_does_not_matter():
    game = battle([1, 1, 1], ["Hoche", "Dumouriez", "Murat"]).expect(cards="Hoche").choose("-")
    game.expect(cards="Dumouriez").choose("Dumouriez").expect(cards="Murat").choose("Murat")
    game.expect(vp=[0, VALMY, 0])  # 3 white against 2 red under a blue government


@pytest.mark.rule("LIB-5.9")
def test_without_a_white_block_the_mark_comes_after_the_election():
    game = battle(map="Maine W, Berry - R", stock=[0, 9, 9])
    game.expect(turn=3, lost_battles=1, battle_blocks=1)
    game.expect(stock=[0, 9, 10])  # the block taken in Maine went to the battle


@pytest.mark.rule("LIB-5.9")
def test_the_mark_waits_through_an_election_in_which_no_white_block_comes_back():
    """In turn 3 the white block of Maine comes back from a tie: one mark for the two battles lost by then."""
    game = battle(map="Berry - R, Maine W - RR", stock=[0, 9, 9])
    game.expect(turn=3, lost_battles=1, battle_blocks=0, stock=[0, 9, 11])
    game.pass_round().expect(turn=4, lost_battles=2, battle_blocks=1)
    assert game.fact("stock")[0] == 0


@pytest.mark.rule("LIB-5.9", "LIB-5.10", "LIB-8.6", "LIB-8.10")
@pytest.mark.parametrize(
    ("cannons", "provinces", "ending", "scores"),
    [
        ([1, 1, 0], SIX, "COUNTER_REVOLUTION", [0, 8, 0]),  # Bouillé is on display still
        ([1, 1, 0], FIVE, "NONE", [0, 5, 0]),
        ([1, 0, 0], SIX, "NONE", [FLEURUS, 5, 0]),  # won
    ],
)
def test_a_battle_lost_in_turn_3_is_a_seventh_province_at_once(cannons, provinces, ending, scores):
    """Before the election, in which the stacks would shrink, and with no white block to mark it."""
    game = battle(cannons, LAFAYETTE_AND_BOUILLE, turn=3, map=provinces, stock=[0, 9, 9]).pass_round("TIE")
    game.expect(ending=ending, scores=scores, cannons=[0, 0, 0], turn=3 if ending != "NONE" else 4)


@pytest.mark.rule("LIB-5.11")
@pytest.mark.parametrize(
    ("cannons", "displays", "cards"),
    [
        ([3, 1, 0], LAFAYETTE_AND_BOUILLE, ""),
        ([2, 2, 1], LAFAYETTE_AND_BOUILLE, "Lafayette, -"),
        ([2, 2, 1], LAFAYETTE_AND_BOUILLE, "-, -"),
        ([2, 2, 1], "", ""),
    ],
)
def test_all_tokens_go_back_to_their_owners(cannons, displays, cards):
    game = army(cannons, displays)
    assert game.sees(0, "tokens", 20) == [18 - number for number in cannons]
    game.pass_round("ACTION").choose(cards).expect(cannons=[0, 0, 0])
    assert game.sees(0, "tokens", 20) == [18, 18, 18]


@pytest.mark.rule("LIB-5.12")
def test_generals_not_chosen_in_the_battle_serve_in_the_election():
    game = battle([2, 1, 0], LAFAYETTE_AND_BOUILLE, map="Maine B B, Berry B")
    game.expect(vp=[VALMY, 0, 0], tie="PROVINCE", seat=0, legal="pass, Lafayette")
    game.choose("Lafayette").expect(votes=[0, 2, 0])
    game = battle([1, 1, 0], ["Lafayette, Hoche", "Bouillé"], map="Maine B B").choose("Lafayette, -")
    game.expect(tie="PROVINCE", legal="pass, Hoche", fell=[0, 0, 0])  # in this tie
