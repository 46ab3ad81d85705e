"""Actions: rounds, drawing a card, passing, and the end of the phase; what a decision is."""

import numpy as np
import pytest

from hustings.envs.core.errors import IllegalAction
from hustings.envs.liberte import GAME
from hustings.envs.liberte.actions import (
    ACTIONS,
    BLOCKS,
    CANNON,
    DECK,
    DISCARD_CARD,
    DISPLAY_CARD,
    EXCHANGE,
    FACE_UP_CARD,
    PASS,
    STACK,
)
from hustings.envs.liberte.table import BLUE, DISCARDED, HAND, IN_DECK, RED, ROUNDS, Phase, Tie

from .playing import (
    deal,
    display,
    field,
    in_face_up_row,
    in_place,
    laid,
    lay,
    legal,
    legal_cards,
    legal_provinces,
    pass_round,
    pass_turn,
    phase,
    place,
    play,
    play_card,
    province,
    stack,
    stack_of,
    stock,
    tie,
    to,
)
from .positions import ALL, CENTRE, EAST, ROW, SOUTH, acting

TAKE = {FACE_UP_CARD, FACE_UP_CARD + 1, FACE_UP_CARD + 2}
NINE = ["Bailly", "Duport", "Desmoulins", "Sade", "Cazalès", "Froment", "Ducos", "Maury", "Volney"]
ORDINARY = ["Danton", "Bailly", "Maury", "Feuillants"]


# --- Rounds and actions --------------------------------------------------------------------------


@pytest.mark.rule("LIB-3.1", "LIB-3.21")
def test_all_act_in_order_of_play_round_after_round():
    games = acting([], order=[2, 0, 1], hands=[[], ["Feuillants"]], face_up=ROW)
    play(games, (2, play_card("Feuillants")), (2, to("Paris")), (2, DISPLAY_CARD), (2, PASS))
    play(games, (0, DECK), (1, PASS))
    assert (games.seat[0], field(games, "rounds")) == (2, 1)
    play(games, (2, DECK), (0, PASS), (1, DECK))  # who has passed acts again
    assert (games.seat[0], field(games, "rounds")) == (2, 2)
    assert field(games, "hand_size") == [1, 1, 1]


@pytest.mark.rule("LIB-3.2", "LIB-3.21")
def test_what_an_action_may_be():
    hand = ["Danton", "Feuillants", "Guillotine"]
    games = acting(hand, displays=[[], ["Maury"], []])
    assert legal(games) == {PASS, DECK, *TAKE, *map(play_card, hand)}
    play(games, (0, PASS))
    assert games.seat[0] == 1
    assert legal(games) == {PASS, DECK, *TAKE}
    play(games, (1, DECK))
    assert games.seat[0] == 2  # nothing goes with a draw
    assert field(games, "hand_size") == [3, 1, 0]


@pytest.mark.rule("LIB-4.1", "LIB-4.2")
def test_a_special_card_may_follow_a_card():
    games = acting(["Danton", "Feuillants", "Guillotine", "Guillotine"], displays=[[], ["Maury", "Sade"], []])
    play(games, (0, play_card("Feuillants")), (0, to("Paris")), (0, DISCARD_CARD))
    assert legal(games) == {PASS, play_card("Guillotine")}  # no second card, no draw
    play(games, (0, play_card("Guillotine")), (0, play_card("Maury")))
    assert games.seat[0] == 1  # and no second special card
    assert in_place(games, DISCARDED) == ["Feuillants", "Guillotine"]


@pytest.mark.rule("LIB-4.1")
def test_a_special_card_may_come_before_a_card():
    games = acting(["Danton", "Feuillants", "Guillotine", "Guillotine"], displays=[[], ["Maury", "Sade"], []])
    play(games, (0, play_card("Guillotine")), (0, play_card("Maury")))
    assert legal(games) == {PASS, play_card("Danton"), play_card("Feuillants")}
    play(games, (0, play_card("Feuillants")), (0, to("Paris")), (0, DISCARD_CARD))
    assert games.seat[0] == 1


@pytest.mark.rule("LIB-4.1")
@pytest.mark.parametrize("other", [["Danton"], []])
def test_a_special_card_may_be_played_alone(other):
    games = acting([*other, "Guillotine", "Guillotine"], displays=[[], ["Maury", "Sade"], []])
    play(games, (0, play_card("Guillotine")), (0, play_card("Maury")), (0, PASS))
    assert games.seat[0] == 1
    assert field(games, "acted") == 1


@pytest.mark.rule("LIB-4.1")
def test_each_action_is_a_new_one():
    games = acting(["Feuillants", "Danton", "Guillotine", "Purge"], displays=[[], ["Maury", "Sade"], []])
    games.tables["presence"][0, 0] = 1
    play(games, (0, play_card("Guillotine")), (0, play_card("Maury")))
    play(games, (0, play_card("Feuillants")), (0, to("Paris")), (0, DISCARD_CARD), (1, PASS), (2, PASS))
    assert legal(games) == {PASS, DECK, *TAKE, play_card("Danton"), play_card("Purge")}
    play(games, (0, play_card("Danton")), *[(0, to("Picardy"))] * 3, (0, DISCARD_CARD))
    assert legal(games) == {PASS, play_card("Purge")}


@pytest.mark.rule("LIB-9.7")
def test_of_copies_of_a_special_one_can_be_named():
    games = acting(["Guillotine", "Guillotine", "Sade"], displays=[["Danton"], [], []])
    assert (
        sum(play_card("Guillotine") <= action <= play_card("Guillotine", 1) for action in legal(games)) == 1
    )
    play(games, (0, play_card("Guillotine")), (0, play_card("Danton")), (0, PASS), (1, PASS), (2, PASS))
    assert legal_cards(games) == {"Sade"}  # nobody is left to hit


@pytest.mark.rule("LIB-9.7")
def test_of_copies_of_a_special_one_can_be_discarded():
    hand = ["Guillotine", "Guillotine", "Purge", *NINE[:6]]
    named = {play_card("Guillotine"), play_card("Purge"), *map(play_card, NINE[:6])}
    games = acting(hand)
    play(games, (0, EXCHANGE))
    assert legal(games) == named
    games = acting(hand, turn=2, vp=[9, 0, 0])
    pass_turn(games)
    assert phase(games) == Phase.DISCARD
    assert legal(games) == named | {PASS}


@pytest.mark.rule("LIB-4.13")
def test_a_special_card_needs_a_target():
    hand = ["Guillotine", "Emigration", "Bread Shortage", "Religious Problems", "Sade"]
    displays = [[], ["Feuillants", "Club de Valois"], []]  # clubs cannot be guillotined nor emigrate
    games = acting(hand, displays=displays)
    assert legal_cards(games) == {"Sade"}
    play(games, (0, play_card("Sade")), (0, to("Paris")), (0, DISCARD_CARD))
    assert legal_cards(games) == {"Bread Shortage", "Religious Problems"}  # now there is a red block
    games = acting(hand, displays=displays, options={"waste_specials": True})
    assert legal_cards(games) == set(hand)
    play(games, (0, play_card("Guillotine")))
    assert legal(games) == {PASS, play_card("Sade")}
    assert in_place(games, DISCARDED) == ["Guillotine"]
    assert display(games, 1) == displays[1]


@pytest.mark.rule("LIB-4.2")
def test_special_cards_are_discarded_at_once_and_never_displayed():
    games = acting(["Religious Problems"], stacks={"Paris": {1: "R"}})
    play(games, (0, play_card("Religious Problems")), (0, to("Paris")))
    assert phase(games) == Phase.TARGET_STACK
    play(games, (0, stack_of(1)))
    assert phase(games) == Phase.AFTER  # not asked where the card goes
    assert in_place(games, DISCARDED) == ["Religious Problems"]
    assert display(games, 0) == []


@pytest.mark.rule("LIB-4.16")
def test_a_removed_block_goes_to_the_stock_and_frees_its_place():
    stacks = {"Paris": {0: "R", 1: "RR", 2: "W"}, "Picardy": {1: "B"}}
    games = acting(["Religious Problems", "Bailly"], players=4, stacks=stacks)
    assert stock(games) == [21, 25, 25]
    play(games, (0, play_card("Religious Problems")), (0, to("Paris")), (0, stack_of(0)))
    assert stock(games) == [21, 25, 26]
    assert [stack(games, "Paris", seat) for seat in range(4)] == ["", "RR", "W", ""]
    assert field(games, "collected") == [[0] * 6] * 4  # nobody takes it
    assert games.tables["colour"][0, province("Paris"), :4].tolist() == [0, 3, 1, 0]
    play(games, (0, play_card("Bailly")))  # blue now, where a red stack stood
    assert "Paris" in legal_provinces(games)
    play(games, (0, to("Paris")), (0, to("Paris")))
    assert stack(games, "Paris", 0) == "BB"


@pytest.mark.rule("LIB-4.16", "LIB-3.13")
def test_the_token_of_a_removed_stack_is_free_again():
    provinces = sorted(SOUTH | EAST | CENTRE)
    games = acting(["Religious Problems", "Feuillants"], stacks={name: {0: "B"} for name in provinces})
    assert len(provinces) == 18
    play(games, (0, play_card("Religious Problems")), (0, to("Berry")), (0, stack_of(0)))
    play(games, (0, play_card("Feuillants")))
    assert legal_provinces(games) == ALL
    play(games, (0, to("Paris")))
    assert stack(games, "Paris", 0) == "B"


# --- B Drawing a card ----------------------------------------------------------------------------


@pytest.mark.rule("LIB-3.19")
@pytest.mark.parametrize("number", [0, 7, 8])
def test_with_fewer_than_nine_cards_one_is_drawn(number):
    games = acting(NINE[:number], face_up=ROW)
    assert legal(games) & {DECK, EXCHANGE, *TAKE} == {DECK, *TAKE}
    saved = games.tables.copy()
    play(games, (0, DECK))
    assert (games.seat[0], field(games, "hand_size")[0]) == (1, number + 1)
    games.tables = saved
    taken = in_face_up_row(games)[1]
    play(games, (0, FACE_UP_CARD + 1))
    assert (games.seat[0], place(games, taken)) == (1, HAND)
    assert in_face_up_row(games)[1] not in (taken, "")


@pytest.mark.rule("LIB-3.20")
@pytest.mark.parametrize("more", [[], ["Marat", "Guillotine"]])
def test_with_nine_or_more_two_are_discarded_first(more):
    games = acting(NINE + more, deck=["Sieyès", "Roux"], face_up=ROW)
    assert legal(games) & {DECK, EXCHANGE, *TAKE} == {EXCHANGE}
    play(games, (0, EXCHANGE))
    assert legal(games) == set(map(play_card, NINE + more))
    play(games, (0, play_card("Maury")))
    assert legal(games) == set(map(play_card, NINE + more)) - {play_card("Maury")}
    play(games, (0, play_card("Sade")))
    assert in_place(games, DISCARDED) == ["Sade", "Maury"]
    assert legal(games) == {DECK, *TAKE}
    play(games, (0, DECK))
    assert field(games, "hand_size")[0] == 9 + len(more) - 1
    assert games.seat[0] == 1
    assert field(games, "acted") == 1


@pytest.mark.rule("LIB-3.20")
def test_the_two_are_among_the_cards_that_are_shuffled_after_the_draw():
    games = acting(NINE, deck=["Sieyès"], face_up=ROW, discards=["Condé"])
    play(games, (0, EXCHANGE), (0, play_card("Maury")), (0, play_card("Sade")), (0, DECK))
    assert place(games, "Sieyès") == HAND
    assert sorted(in_place(games, IN_DECK)) == ["Condé", "Maury", "Sade"]


# --- C Passing -----------------------------------------------------------------------------------


@pytest.mark.rule("LIB-3.21")
def test_passing_changes_nothing_but_the_turn():
    games = acting(["Sade"], displays=[ORDINARY])
    before = games.tables.copy()
    play(games, (0, PASS))
    after = games.tables
    changed = {name for name in after.dtype.names if (after[name] != before[name]).any()}
    assert changed == {"seat", "turn_place"}


# --- The end of the phase ------------------------------------------------------------------------


@pytest.mark.rule("LIB-3.22")
def test_two_rounds_of_passing_end_the_phase():
    games = acting([], displays=[["Danton"], ["Sade"]], stacks={"Paris": {0: "R", 1: "R"}})
    pass_round(games)
    play(games, (0, PASS), (1, PASS), (2, DECK))  # somebody does something
    pass_round(games)
    assert (phase(games), field(games, "idle_rounds")) == (Phase.ACTION, 1)
    pass_round(games)
    assert phase(games) == Phase.TIE
    assert field(games, "rounds") == 4


@pytest.mark.rule("LIB-3.22")
@pytest.mark.parametrize(
    ("hand", "moves"),
    [
        (["Volney"], [play_card("Volney"), to("Maine"), DISCARD_CARD, PASS]),
        (["Guillotine"], [play_card("Guillotine"), play_card("Danton"), PASS]),
        ([], [FACE_UP_CARD]),
        (NINE, [EXCHANGE, play_card("Sade"), play_card("Maury"), DECK]),
    ],
)
def test_any_other_action_breaks_the_passing(hand, moves):
    games = acting(hand, displays=[["Danton"]])
    pass_round(games)
    play(games, *[(0, move) for move in moves], (1, PASS), (2, PASS))
    assert (field(games, "idle_rounds"), field(games, "rounds")) == (0, 2)
    assert phase(games) == Phase.ACTION


@pytest.mark.rule("LIB-3.22")
def test_the_sixtieth_round_is_the_last():
    assert ROUNDS == 60
    games = acting([])
    games.tables["rounds"] = 58
    play(games, (0, DECK), (1, PASS), (2, PASS))
    assert (phase(games), field(games, "rounds"), field(games, "turn")) == (Phase.ACTION, 59, 1)
    play(games, (0, DECK), (1, PASS), (2, PASS))
    assert field(games, "turn") == 2


@pytest.mark.rule("LIB-3.23")
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize(
    ("left", "name", "where"),
    [
        ([22, 26, 1], "Jacobins (A)", "Paris"),
        ([1, 26, 28], "Club de Valois", "Maine"),
        ([9, 1, 9], "Bailly", "Paris"),
    ],
)
def test_when_a_colour_runs_out_the_round_is_played_to_its_end(left, name, where, seat):
    hands = [[], [], []]
    hands[seat] = [name]
    games = laid(3, hands=hands, stock=left)
    play(games, *[(before, PASS) for before in range(seat)])
    play(games, (seat, play_card(name)), (seat, to(where)))
    assert field(games, "closing") == 1
    play(games, (seat, DISCARD_CARD), (seat, PASS))
    for other in range(seat + 1, 3):
        assert phase(games) == Phase.ACTION
        play(games, (other, DECK))
    assert field(games, "turn") == 2
    assert field(games, "hand_size") == [int(other > seat) for other in range(3)]


@pytest.mark.rule("LIB-3.23", "LIB-3.25")
def test_blocks_that_come_back_do_not_save_the_phase_but_can_be_placed():
    hands = [["Religious Problems"], ["Panthéon Club", "Jacobins (A)"]]
    games = acting(["Jacobins (B)"], hands=hands, stock=[22, 26, 1], stacks={"Berry": {2: "R"}})
    play(games, (0, play_card("Jacobins (B)")), (0, to("Paris")), (0, DISCARD_CARD), (0, PASS))
    play(games, (1, play_card("Religious Problems")), (1, to("Paris")), (1, stack_of(2)), (1, PASS))
    assert stock(games) == [22, 26, 1]
    assert field(games, "closing") == 1
    play(games, (2, play_card("Panthéon Club")), (2, to("Lyonnais")))
    assert stack(games, "Lyonnais", 2) == "R"
    play(games, (2, DISCARD_CARD), (2, PASS))
    assert field(games, "turn") == 2


@pytest.mark.rule("LIB-3.23")
def test_blocks_that_come_back_in_the_same_action_do_not_save_it_either():
    games = acting(["Jacobins (A)", "Religious Problems"], stock=[22, 26, 1])
    play(games, (0, play_card("Jacobins (A)")), (0, to("Paris")), (0, DISCARD_CARD))
    play(games, (0, play_card("Religious Problems")), (0, to("Paris")), (0, stack_of(0)))
    play(games, (1, PASS), (2, PASS))
    assert field(games, "turn") == 2


@pytest.mark.rule("LIB-3.26")
@pytest.mark.parametrize("left", [[9, 0, 9], [9, 9, 0], [1, 9, 9]])
def test_with_an_empty_stock_the_phase_has_one_round(left):
    """The lost battle takes the last white block."""
    games = acting([], turn=2, deck=[], stock=left)
    pass_turn(games)
    assert min(stock(games)) == 0
    while phase(games) == Phase.DISCARD:
        games.step([PASS])
    assert (phase(games), field(games, "closing")) == (Phase.ACTION, 1)
    pass_round(games)
    assert field(games, "turn") == 4


@pytest.mark.rule("LIB-3.23", "LIB-3.26")
def test_the_next_phase_starts_anew():
    games = acting([], turn=2, deck=[], stock=[9, 9, 9])
    games.tables["closing"] = 1
    games.tables["rounds"] = 7
    pass_round(games)
    while phase(games) == Phase.DISCARD:
        games.step([PASS])
    assert (field(games, "turn"), field(games, "closing"), field(games, "rounds")) == (3, 0, 0)
    pass_round(games)
    assert phase(games) == Phase.ACTION


@pytest.mark.rule("LIB-3.23")
def test_a_token_in_the_battle_box_does_not_touch_the_stock():
    games = acting(["Panthéon Club"], turn=2, stock=[22, 26, 1])
    play(games, (0, play_card("Panthéon Club")), (0, CANNON))
    assert field(games, "closing") == 0
    assert stock(games) == [22, 26, 1]


# --- Decisions -----------------------------------------------------------------------------------


@pytest.mark.rule("LIB-9.1")
def test_forced_decisions_are_asked_only_on_demand():
    """The display is full and no special card is in hand: after its last block a card goes its way."""
    shown = ["Bailly", "Maury", "Sade", "Volney"]
    asked, unasked = deal(3), deal(3, ask_forced=False)
    for games in (asked, unasked):
        lay(games, hands=[["Froment"], [], []], displays=[shown, [], []], face_up=ROW)
        play(games, (0, play_card("Froment")), (0, to("Gascony")))
    assert (phase(unasked), unasked.seat[0]) == (Phase.ACTION, 1)
    assert (phase(asked), legal(asked)) == (Phase.KEEP, {DISCARD_CARD})
    play(asked, (0, DISCARD_CARD))
    assert (phase(asked), legal(asked)) == (Phase.AFTER, {PASS})
    play(asked, (0, PASS))
    assert asked.tables.tobytes() == unasked.tables.tobytes()


@pytest.mark.rule("LIB-9.1")
def test_a_block_with_one_place_to_go_is_placed_without_asking():
    stacks = {name: {1: "W", 2: "B", 3: "R"} for name in ("Berry", "Limousin", "Auvergne")}
    games = deal(4, ask_forced=False)
    lay(games, hands=[["Couthon"], [], [], []], stacks=stacks)
    play(games, (0, play_card("Couthon")))
    assert (phase(games), stack(games, "Bourbonnais", 0)) == (Phase.KEEP, "RR")


@pytest.mark.rule("LIB-9.2")
def test_an_action_is_one_decision_after_another():
    hands = [["Lafayette", "Terror"], [], []]
    games = laid(
        3,
        turn=2,
        government=RED,
        presence=[1, 0, 0],
        hands=hands,
        displays=[[], ["Danton"], []],
        stacks={"Paris": {1: "R", 2: "W"}},
    )
    play(games, (0, play_card("Lafayette")))
    assert (phase(games), legal(games)) == (Phase.MODE, {BLOCKS, CANNON})
    play(games, (0, BLOCKS))
    centre = {to(name) for name in ("Berry", "Limousin", "Auvergne", "Bourbonnais")}
    assert (phase(games), legal(games)) == (Phase.PLACE, centre)
    play(games, (0, to("Berry")))
    assert (phase(games), legal(games)) == (Phase.PLACE, centre)
    play(games, (0, to("Limousin")))
    assert (phase(games), legal(games)) == (Phase.KEEP, {DISPLAY_CARD, DISCARD_CARD})
    play(games, (0, DISPLAY_CARD))
    assert (phase(games), legal(games)) == (Phase.AFTER, {PASS, play_card("Terror")})
    play(games, (0, play_card("Terror")))
    assert (phase(games), legal(games)) == (Phase.TARGET_PROVINCE, {PASS, to("Paris")})
    play(games, (0, to("Paris")))
    assert (phase(games), legal(games)) == (Phase.TARGET_STACK, {stack_of(1), stack_of(2)})
    play(games, (0, stack_of(1)))
    hit = {PASS, play_card("Danton"), play_card("Lafayette")}
    assert (phase(games), legal(games)) == (Phase.TARGET_CARD, hit)
    play(games, (0, play_card("Danton")))
    assert (phase(games), games.seat[0]) == (Phase.ACTION, 1)


@pytest.mark.rule("LIB-9.2")
def test_a_draw_with_nine_cards_is_four_decisions():
    nine = ["Bailly", "Maury", "Sade", "Volney", "Duport", "Ducos", "Virieu", "Mounier", "Romme"]
    games = laid(3, hands=[nine, [], []], face_up=ROW)
    assert {EXCHANGE, DECK} & legal(games) == {EXCHANGE}
    play(games, (0, EXCHANGE))
    assert (phase(games), legal(games)) == (Phase.EXCHANGE, {play_card(name) for name in nine})
    play(games, (0, play_card("Sade")), (0, play_card("Ducos")))
    assert (phase(games), legal(games)) == (Phase.DRAW, {DECK, *range(FACE_UP_CARD, FACE_UP_CARD + 3)})
    play(games, (0, FACE_UP_CARD + 1))
    assert (place(games, "Danton"), games.seat[0]) == (HAND, 1)
    assert field(games, "hand_size") == [8, 0, 0]


@pytest.mark.rule("LIB-9.3")
def test_stacks_are_named_by_the_distance_of_their_owners():
    for seat in range(4):
        hands = [[] for _ in range(4)]
        hands[seat] = ["Religious Problems"]
        order = [(seat + k) % 4 for k in range(4)]
        games = laid(4, order=order, hands=hands, stacks={"Paris": {1: "R", 2: "RR", 3: "BBB"}})
        play(games, (seat, play_card("Religious Problems")), (seat, to("Paris")))
        assert legal(games) == {stack_of((owner - seat) % 4) for owner in (1, 2, 3)}
        play(games, (seat, stack_of((2 - seat) % 4)))
        assert [stack(games, "Paris", i) for i in range(4)] == ["", "R", "R", "BBB"]


@pytest.mark.rule("LIB-9.11")
def test_only_the_tied_who_have_a_suitable_card_are_asked():
    """All four are level in Maine; 0 shows no blue card and 2 shows nothing; 1 and 3 are asked."""
    displays = [["Danton"], ["Bailly"], [], ["Sade", "Maury"]]
    stacks = {"Maine": {0: "B", 1: "B", 3: "R"}, "Berry": {2: "W"}}
    games = laid(4, displays=displays, stacks=stacks, order=[3, 2, 1, 0])
    while phase(games) != Phase.TIE:
        games.step([PASS])
    assert (tie(games), games.seat[0], legal(games)) == (Tie.PROVINCE, 3, {PASS, play_card("Sade")})
    play(games, (3, play_card("Sade")))
    assert (games.seat[0], legal(games)) == (1, {PASS, play_card("Bailly")})
    view, chosen = games.observe(seat=1)[0], GAME.observation(4)["chosen"]
    assert view[chosen.start : chosen.stop].tolist() == pytest.approx([0, 0, 1 / 3, 0])
    play(games, (1, play_card("Bailly")))
    assert field(games, "collected")[BLUE][1] == 1


@pytest.mark.rule("LIB-9.8")
def test_what_is_not_legal_is_refused_and_changes_nothing():
    games = deal(3, num_games=3, seed=5, ask_forced=False)
    before = games.tables.tobytes()
    illegal = int(np.flatnonzero(~games.legal[1])[0])
    actions = games.legal.argmax(axis=1)
    actions[1] = illegal
    with pytest.raises(IllegalAction, match=f"game 1, seat .*, phase ACTION: action {illegal} "):
        games.step(actions)
    for wrong in (-1, ACTIONS.size):
        actions[1] = wrong
        with pytest.raises(IllegalAction, match="game 1"):
            games.step(actions)
    assert games.tables.tobytes() == before


@pytest.mark.rule("LIB-9.8")
def test_every_action_that_is_not_legal_is_refused():
    games = laid(3, hands=[["Sade"], [], []], face_up=ROW)
    play(games, (0, play_card("Sade")))
    allowed = legal(games)
    assert allowed == {to(name) for name in ("Normandy", "Orléanais", "Artois-Flanders", "Picardy", "Paris")}
    for action in set(range(ACTIONS.size)) - allowed:
        with pytest.raises(IllegalAction):
            games.step([action])
    assert phase(games) == Phase.PLACE


@pytest.mark.rule("LIB-9.10")
@pytest.mark.parametrize(("players", "size"), [(3, 0), (4, 1), (5, 2), (6, 3)])
def test_one_action_space_for_all_numbers_of_players(players, size):
    games = deal(players, ask_forced=False)
    assert games.num_actions == ACTIONS.size == 156
    first = GAME.observation(3).size
    each = (GAME.observation(6).size - first) // 3
    assert games.observation_size == first + size * each
    assert ACTIONS.size - STACK == 6
