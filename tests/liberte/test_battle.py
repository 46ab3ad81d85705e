"""The battles: who commands the army, ties, and battles that are lost."""

import pytest

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.liberte.actions import BLOCKS, CANNON, DECK, DISCARD_CARD, DISPLAY_CARD, PASS
from hustings.envs.liberte.table import BLUE, DISCARDED, DISPLAY, Ending, Phase, Tie

from .playing import (
    display,
    field,
    laid,
    legal,
    legal_cards,
    pass_turn,
    phase,
    place,
    play,
    play_card,
    stock,
    tie,
    to,
)

VALMY, FLEURUS, ZURICH = 3, 3, 4
LAFAYETTE, BOUILLE, HOCHE, MOREAU = "Lafayette", "Bouillé", "Hoche", "Moreau"  # 2 blue, 2 white, 3 and 1 blue
NOT_QUITE = ("Brittany", "Maine", "Anjou", "Guyenne", "Vivarais", "Provence")  # six white provinces


def battle(cannons, displays, *, turn: int = 2, players: int = 3, fight=True, **position) -> GameBatch:
    """The actions of the turn are over, two rounds of passes later: the battle comes, or its tie."""
    games = laid(players, turn=turn, government=BLUE, cannons=cannons, displays=displays, **position)
    while fight and phase(games) == Phase.ACTION and games.tables["turn"][0] == turn:
        games.step([PASS])
    return games


def new_cards(games: GameBatch) -> None:
    """All keep their cards and draw from the deck; then it is the first action of the turn."""
    while phase(games) != Phase.ACTION:
        games.step([PASS if PASS in legal(games) else DECK])


# --- Who commands --------------------------------------------------------------------------------


@pytest.mark.rule("LIB-5.1", "LIB-5.13")
@pytest.mark.parametrize(("turn", "points"), [(1, 0), (2, VALMY), (3, FLEURUS), (4, ZURICH)])
def test_a_battle_in_each_turn_but_the_first(turn, points):
    games = battle([1, 0, 0] if points else [0, 0, 0], [[LAFAYETTE], [], []], turn=turn)
    assert field(games, "vp") == [points, 0, 0]
    assert field(games, "lost_battles") == 0


@pytest.mark.rule("LIB-5.1")
def test_the_battle_comes_before_the_election():
    """The general that is discarded in the battle is missing in the election after it."""
    games = battle([1, 1, 0], [[LAFAYETTE], [BOUILLE], []], stacks={"Maine": {0: "B", 2: "B"}})
    assert tie(games) == Tie.BATTLE
    assert field(games, "votes") == [0] * 4
    play(games, (0, play_card(LAFAYETTE)), (1, PASS))
    assert field(games, "vp") == [VALMY, 0, 0]
    assert tie(games) == Tie.GOVERNMENT  # nobody had a card for Maine, so there are no votes


@pytest.mark.rule("LIB-5.2")
@pytest.mark.parametrize(
    ("cannons", "displays", "winner"),
    [
        ([1, 3, 2], [[LAFAYETTE], [BOUILLE], [HOCHE]], 1),
        ([3, 1, 2], [[MOREAU], [HOCHE], [BOUILLE]], 0),
        ([1, 2, 3], [[HOCHE], [MOREAU], [LAFAYETTE]], 2),
        ([1, 3, 0], [[LAFAYETTE], ["Danton"], []], 0),  # more tokens, but no general
        ([2, 2, 1], [["Danton"], [], [LAFAYETTE]], 2),
        ([0, 2, 0], [[LAFAYETTE], [BOUILLE, HOCHE], []], 1),
        ([2, 2, 2], [[], [LAFAYETTE], []], 1),
    ],
)
def test_most_tokens_of_those_who_show_a_general(cannons, displays, winner):
    games = battle(cannons, displays)
    assert field(games, "vp") == [VALMY * (seat == winner) for seat in range(3)]
    assert (field(games, "lost_battles"), field(games, "battle_blocks")) == (0, 0)


@pytest.mark.rule("LIB-5.3", "LIB-5.7")
@pytest.mark.parametrize(
    ("cannons", "displays"),
    [
        ([0, 0, 0], [[LAFAYETTE], [BOUILLE], []]),  # no token
        ([1, 2, 1], [["Danton"], ["Dubois-Crancé"], []]),  # no general: a cannon makes none
        ([0, 1, 0], [[LAFAYETTE], [], []]),  # token here, general there
        ([0, 0, 0], [[], [], []]),
    ],
)
def test_without_token_and_general_nobody_wins(cannons, displays):
    games = battle(cannons, displays, hands=[[HOCHE], [MOREAU], []])
    assert field(games, "vp") == [0, 0, 0]
    assert (field(games, "lost_battles"), field(games, "battle_blocks")) == (1, 1)


@pytest.mark.rule("LIB-5.3", "LIB-5.1")
def test_tokens_and_generals_come_from_cards_played():
    games = laid(3, turn=2, government=BLUE, hands=[[LAFAYETTE], [BOUILLE], []])
    play(games, (0, play_card(LAFAYETTE)))
    assert legal(games) == {BLOCKS, CANNON}
    play(games, (0, CANNON), (0, DISPLAY_CARD), (0, PASS))
    assert field(games, "cannons") == [1, 0, 0]
    play(games, (1, play_card(BOUILLE)), (1, BLOCKS), (1, to("Alsace")), (1, to("Alsace")))
    play(games, (1, DISPLAY_CARD), (1, PASS))
    pass_turn(games)
    assert field(games, "vp")[0] >= VALMY
    assert field(games, "lost_battles") == 0


# --- Ties ----------------------------------------------------------------------------------------


@pytest.mark.rule("LIB-5.4", "LIB-5.12", "LIB-9.11")
def test_the_tied_choose_generals_in_order_of_play_and_the_highest_wins():
    displays = [[LAFAYETTE, "Danton"], [HOCHE, MOREAU, "Murat"], [BOUILLE], ["Sade"]]
    games = battle([2, 2, 1, 2], displays, players=4, order=[3, 1, 2, 0])
    assert (phase(games), tie(games), games.seat[0]) == (Phase.TIE, Tie.BATTLE, 1)
    assert field(games, "contender") == [1, 1, 0, 0]
    assert legal(games) == {PASS, play_card(HOCHE), play_card(MOREAU), play_card("Murat")}
    play(games, (1, play_card(MOREAU)))
    assert display(games, 1) == [HOCHE, "Murat"]
    assert legal(games) == {PASS, play_card(LAFAYETTE)}
    layout = games.game.observation(4)["chosen"]
    chosen = games.observe(seat=0)[0, layout.start : layout.stop]
    assert chosen.tolist() == pytest.approx([0, 1 / 3, 0, 0])  # 0 sees what 1 has chosen
    play(games, (0, play_card(LAFAYETTE)))
    assert field(games, "vp") == [VALMY, 0, 0, 0]
    assert (place(games, LAFAYETTE), place(games, MOREAU)) == (DISCARDED, DISCARDED)
    assert place(games, HOCHE) == DISPLAY + 1
    assert field(games, "lost_battles") == 0


@pytest.mark.rule("LIB-5.4")
@pytest.mark.parametrize(
    ("choices", "winner"), [((HOCHE, PASS), 0), ((PASS, BOUILLE), 1), ((LAFAYETTE, PASS), 0)]
)
def test_whoever_chooses_alone_wins(choices, winner):
    games = battle([1, 1, 0], [[HOCHE, LAFAYETTE], [BOUILLE], []])
    first, second = (c if c == PASS else play_card(c) for c in choices)
    play(games, (0, first), (1, second))
    assert field(games, "vp") == [VALMY * (seat == winner) for seat in range(3)]
    chosen = next(c for c in choices if c != PASS)
    assert place(games, chosen) == DISCARDED
    assert {place(games, c) for c in {HOCHE, LAFAYETTE, BOUILLE} - {chosen}} <= {DISPLAY, DISPLAY + 1}


@pytest.mark.rule("LIB-5.5", "LIB-5.7")
def test_one_round_only_and_all_generals_chosen_are_discarded():
    displays = [[LAFAYETTE, HOCHE], [BOUILLE, MOREAU], []]
    games = battle([1, 1, 0], displays)
    play(games, (0, play_card(LAFAYETTE)), (1, play_card(BOUILLE)))
    assert tie(games) == Tie.GOVERNMENT  # the battle is over
    assert field(games, "vp") == [0, 0, 0]
    assert field(games, "lost_battles") == 1
    assert (place(games, LAFAYETTE), place(games, BOUILLE)) == (DISCARDED, DISCARDED)
    assert (place(games, HOCHE), place(games, MOREAU)) == (DISPLAY, DISPLAY + 1)


@pytest.mark.rule("LIB-5.5", "LIB-5.4")
def test_three_tied_and_the_two_highest_level():
    games = battle([2, 2, 2], [[LAFAYETTE], [BOUILLE], [MOREAU]])
    play(games, (0, play_card(LAFAYETTE)), (1, play_card(BOUILLE)))
    assert field(games, "lost_battles") == 0
    play(games, (2, play_card(MOREAU)))
    assert (field(games, "vp"), field(games, "lost_battles")) == ([0, 0, 0], 1)
    assert {place(games, c) for c in (LAFAYETTE, BOUILLE, MOREAU)} == {DISCARDED}


@pytest.mark.rule("LIB-5.7")
def test_nobody_wins_when_all_the_tied_choose_nothing():
    games = battle([1, 1, 0], [[LAFAYETTE], [BOUILLE], [HOCHE]])
    play(games, (0, PASS), (1, PASS))
    assert (field(games, "vp"), field(games, "lost_battles")) == ([0, 0, 0], 1)
    assert (place(games, LAFAYETTE), place(games, BOUILLE)) == (DISPLAY, DISPLAY + 1)


@pytest.mark.rule("LIB-5.6")
def test_the_colour_of_a_general_does_not_matter():
    games = battle([1, 1, 1], [[HOCHE], ["Dumouriez"], ["Murat"]])
    for seat, name in enumerate((HOCHE, "Dumouriez", "Murat")):
        assert legal_cards(games) == {name}
        play(games, (seat, PASS if seat == 0 else play_card(name)))
    assert field(games, "vp") == [0, VALMY, 0]  # 3 white against 2 red under a blue government


# --- Lost battles --------------------------------------------------------------------------------


@pytest.mark.rule("LIB-5.8")
def test_a_white_block_marks_a_lost_battle_for_the_rest_of_the_game():
    games = battle([0, 0, 0], [[], [], []], fight=False)
    before = stock(games)
    pass_turn(games)
    assert field(games, "battle_blocks") == 1
    assert [a - b for a, b in zip(stock(games), before)] == [-1, 0, 0]
    new_cards(games)
    pass_turn(games)
    assert (field(games, "turn"), field(games, "battle_blocks")) == (4, 2)
    assert [a - b for a, b in zip(stock(games), before)] == [-2, 0, 0]


@pytest.mark.rule("LIB-5.8")
def test_a_battle_won_is_not_marked():
    games = battle([1, 0, 0], [[LAFAYETTE], [], []], fight=False)
    before = stock(games)
    pass_turn(games)
    assert stock(games) == before


def white_everywhere(on_map: dict[str, dict[int, str]], **position) -> GameBatch:
    """A battle that is lost while no white block is in the stock."""
    return battle([0, 0, 0], [[], [], []], stacks=on_map, stock=[0, 9, 9], fight=False, **position)


@pytest.mark.rule("LIB-5.9")
def test_without_a_white_block_the_mark_comes_after_the_election():
    games = white_everywhere({"Maine": {0: "W"}, "Berry": {1: "R"}})
    pass_turn(games)
    assert (field(games, "turn"), field(games, "lost_battles"), field(games, "battle_blocks")) == (3, 1, 1)
    assert stock(games) == [0, 9, 10]  # the block taken in Maine went to the battle


@pytest.mark.rule("LIB-5.9")
def test_the_mark_waits_through_an_election_in_which_no_white_block_comes_back():
    games = white_everywhere({"Berry": {1: "R"}, "Maine": {2: "RR", 0: "W"}})
    pass_turn(games)
    assert (field(games, "turn"), field(games, "lost_battles"), field(games, "battle_blocks")) == (3, 1, 0)
    assert stock(games) == [0, 9, 11]
    # In turn 3 the white block of Maine comes back from a tie: one mark for the two battles lost by then.
    new_cards(games)
    pass_turn(games)
    assert (field(games, "turn"), field(games, "lost_battles"), field(games, "battle_blocks")) == (4, 2, 1)
    assert stock(games)[0] == 0


@pytest.mark.rule("LIB-5.9", "LIB-5.10")
def test_it_counts_before_it_is_marked():
    """Six white provinces and a battle lost, with no white block to mark it."""
    games = white_everywhere({name: {1: "W"} for name in NOT_QUITE}, turn=3)
    pass_turn(games)
    assert (games.over[0], field(games, "ending")) == (True, Ending.COUNTER_REVOLUTION)
    assert (field(games, "lost_battles"), field(games, "battle_blocks")) == (1, 0)


@pytest.mark.rule("LIB-5.10")
@pytest.mark.parametrize(("provinces", "ending"), [(6, Ending.COUNTER_REVOLUTION), (5, Ending.NONE)])
def test_a_battle_lost_in_turn_3_is_a_seventh_province_at_once(provinces, ending):
    """Before the election, in which the first stacks would shrink."""
    games = battle(
        [1, 1, 0],
        [[LAFAYETTE], [BOUILLE], []],
        turn=3,
        stacks={name: {1: "W"} for name in NOT_QUITE[:provinces]},
    )
    play(games, (0, PASS), (1, PASS))
    assert field(games, "ending") == ending
    assert field(games, "cannons") == [0, 0, 0]
    if ending:
        assert games.scores[0].tolist() == [0, 8, 0]  # Bouillé is on display still


@pytest.mark.rule("LIB-5.10")
def test_a_battle_won_brings_no_counter_revolution():
    stacks = {name: {1: "W"} for name in NOT_QUITE}
    games = battle([1, 0, 0], [[LAFAYETTE], [], []], turn=3, stacks=stacks)
    assert field(games, "ending") == Ending.NONE
    assert field(games, "turn") == 4


@pytest.mark.rule("LIB-5.10")
@pytest.mark.parametrize("provinces", [5, 6])
def test_a_battle_lost_in_turn_2_counts_from_turn_3_on(provinces):
    """White stacks of two, so that the election leaves each of them one block."""
    games = battle([0, 0, 0], [[], [], []], stacks={name: {1: "WW"} for name in NOT_QUITE[:provinces]})
    assert field(games, "turn") == 3
    assert field(games, "votes")[1] == provinces  # turn 2 went on to its election
    assert games.over[0] == (provinces == 6)


@pytest.mark.rule("LIB-5.10")
def test_the_mark_does_not_end_the_actions_of_the_next_turn():
    """The last white block goes to the battle; the two that come back leave the stock filled."""
    games = battle([0, 0, 0], [[], [], []], stacks={"Maine": {0: "W"}}, stock=[1, 9, 9])
    assert (field(games, "turn"), field(games, "battle_blocks")) == (3, 1)
    assert stock(games) == [1, 9, 9]
    while phase(games) != Phase.ACTION:
        games.step([min(legal(games))])
    assert field(games, "closing") == 0


# --- After the battle ----------------------------------------------------------------------------


@pytest.mark.rule("LIB-5.11")
@pytest.mark.parametrize(
    ("cannons", "displays", "moves"),
    [
        ([3, 1, 0], [[LAFAYETTE], [BOUILLE], []], []),
        ([2, 2, 1], [[LAFAYETTE], [BOUILLE], []], [(0, play_card(LAFAYETTE)), (1, PASS)]),
        ([2, 2, 1], [[LAFAYETTE], [BOUILLE], []], [(0, PASS), (1, PASS)]),
        ([2, 2, 1], [[], [], []], []),
    ],
)
def test_all_tokens_go_back_to_their_owners(cannons, displays, moves):
    games = battle(cannons, displays, fight=False)
    tokens = games.game.observation(3)["tokens"]
    free = games.observe(seat=0)[0, tokens.start : tokens.stop]
    assert (free * 20).round().tolist() == [18 - number for number in cannons]
    while phase(games) == Phase.ACTION and field(games, "turn") == 2:
        games.step([PASS])
    play(games, *moves)
    assert field(games, "cannons") == [0, 0, 0]
    free = games.observe(seat=0)[0, tokens.start : tokens.stop]
    assert (free * 20).round().tolist() == [18, 18, 18]


@pytest.mark.rule("LIB-5.12")
def test_a_winner_without_a_tie_keeps_the_general_for_the_election():
    stacks = {"Maine": {0: "B", 1: "B"}, "Berry": {0: "B"}}
    games = battle([2, 1, 0], [[LAFAYETTE], [BOUILLE], []], stacks=stacks)
    assert field(games, "vp") == [VALMY, 0, 0]
    assert (phase(games), tie(games)) == (Phase.TIE, Tie.PROVINCE)
    assert (games.seat[0], legal(games)) == (0, {PASS, play_card(LAFAYETTE)})
    play(games, (0, play_card(LAFAYETTE)))
    assert field(games, "votes")[BLUE] == 2


@pytest.mark.rule("LIB-5.12")
def test_generals_left_after_a_tie_serve_in_the_election():
    stacks = {"Maine": {0: "B", 1: "B"}}
    games = battle([1, 1, 0], [[LAFAYETTE, HOCHE], [BOUILLE], []], stacks=stacks)
    play(games, (0, play_card(LAFAYETTE)), (1, PASS))
    assert (tie(games), legal(games)) == (Tie.PROVINCE, {PASS, play_card(HOCHE)})


@pytest.mark.rule("LIB-5.13")
def test_points_are_paid_before_the_order_of_the_next_turn():
    games = battle([0, 0, 1], [[], [], [LAFAYETTE]], vp=[2, 1, 0])
    pass_turn(games)
    assert field(games, "vp") == [2, 1, VALMY]
    assert field(games, "order") == [2, 0, 1]


@pytest.mark.rule("LIB-5.3")
def test_a_token_may_be_placed_without_a_general():
    games = laid(3, turn=2, government=BLUE, hands=[["Feuillants"], [], []])
    play(games, (0, play_card("Feuillants")), (0, CANNON), (0, DISCARD_CARD), (0, PASS))
    assert field(games, "cannons") == [1, 0, 0]
    pass_turn(games)
    assert (field(games, "vp"), field(games, "lost_battles")) == ([0, 0, 0], 1)
