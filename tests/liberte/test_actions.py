"""The actions: playing a card, blocks and cannons, the display, drawing, passing, the end of the phase."""

import pytest
from revolution import (
    deal,
    display,
    field,
    in_face_up_row,
    in_place,
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
    to,
)

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
from hustings.envs.liberte.table import DISCARDED, DISPLAY, HAND, IN_DECK, ROUNDS, Phase

ROW = ["Danton", "Necker", "Talleyrand"]
TAKE = {FACE_UP_CARD, FACE_UP_CARD + 1, FACE_UP_CARD + 2}
WEST = {"Brittany", "Maine", "Anjou", "Vendée"}
CENTRE = {"Berry", "Limousin", "Auvergne", "Bourbonnais"}
PARIS_BASIN = {"Normandy", "Orléanais", "Artois-Flanders", "Picardy", "Paris"}
EAST = {"Burgundy", "Franche-Comté", "Alsace", "Lorraine", "Champagne"}
SOUTH = {
    "Saintonge",
    "Guyenne",
    "Gascony",
    "Béarn",
    "Languedoc",
    "Vivarais",
    "Provence",
    "Dauphiné",
    "Lyonnais",
}
ALL = WEST | CENTRE | PARIS_BASIN | EAST | SOUTH
NINE = ["Bailly", "Duport", "Desmoulins", "Sade", "Cazalès", "Froment", "Ducos", "Maury", "Volney"]


def acting(hand: list[str], players: int = 3, options=None, **position) -> GameBatch:
    """Seat 0 is to act with these cards in hand."""
    games = deal(players, **(options or {}))
    hands = position.pop("hands", [[]] * (players - 1))
    lay(games, hands=[hand, *hands], **position)
    return games


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


# --- A Playing a card: blocks --------------------------------------------------------------------


@pytest.mark.rule("LIB-3.3", "LIB-3.4")
@pytest.mark.parametrize(
    ("name", "region", "letters"),
    [
        ("Danton", PARIS_BASIN, "RRR"),
        ("Comte d'Artois", WEST, "WWW"),
        ("Le Chapelier", WEST, "BB"),
        ("Romme", CENTRE, "R"),
        ("Talleyrand", EAST, "BBB"),
        ("Stofflet", WEST, "W"),
    ],
)
def test_a_personality_places_its_blocks_in_its_region(name, region, letters):
    games = acting([name])
    before = stock(games)
    play(games, (0, play_card(name)))
    there = sorted(region)[1]
    for number, letter in enumerate(letters):
        assert phase(games) == Phase.PLACE
        assert legal_provinces(games) == region
        assert len(legal(games)) == len(region)  # a block is not kept back
        play(games, (0, to(there)))
        assert stack(games, there, 0) == letter * (number + 1)
    assert phase(games) == Phase.KEEP
    placed = [before[colour] - stock(games)[colour] for colour in range(3)]
    assert placed == [letters.count(letter) for letter in "WBR"]


@pytest.mark.rule("LIB-3.4")
def test_blocks_of_a_card_may_be_split_among_provinces():
    games = acting(["Danton"])
    play(games, (0, play_card("Danton")), (0, to("Paris")), (0, to("Picardy")), (0, to("Paris")))
    assert (stack(games, "Paris", 0), stack(games, "Picardy", 0)) == ("RR", "R")
    assert phase(games) == Phase.KEEP


@pytest.mark.rule("LIB-3.5")
@pytest.mark.parametrize(
    ("name", "letter"), [("Feuillants", "B"), ("Clichy Club", "W"), ("Panthéon Club", "R")]
)
def test_a_club_places_one_block_in_any_province(name, letter):
    games = acting([name])
    play(games, (0, play_card(name)))
    assert legal_provinces(games) == ALL
    assert len(legal(games)) == 27
    play(games, (0, to("Béarn")))
    assert stack(games, "Béarn", 0) == letter
    assert phase(games) == Phase.KEEP


@pytest.mark.rule("LIB-3.6")
def test_a_stack_is_at_most_three_high():
    games = acting(["Danton"], stacks={"Paris": {0: "RR"}, "Picardy": {0: "RRR"}})
    play(games, (0, play_card("Danton")))
    assert legal_provinces(games) == PARIS_BASIN - {"Picardy"}
    play(games, (0, to("Paris")))
    assert stack(games, "Paris", 0) == "RRR"
    assert legal_provinces(games) == PARIS_BASIN - {"Picardy", "Paris"}


@pytest.mark.rule("LIB-3.7")
def test_a_province_takes_three_stacks():
    full, two = {1: "R", 2: "W", 3: "B"}, {1: "R", 2: "RRR"}
    games = acting(["Danton"], players=5, stacks={"Paris": full, "Picardy": two, "Normandy": {0: "R", **two}})
    play(games, (0, play_card("Danton")))
    assert legal_provinces(games) == PARIS_BASIN - {"Paris"}  # one's own third stack may grow
    play(games, (0, to("Normandy")), (0, to("Picardy")))
    assert [stack(games, "Picardy", seat) for seat in range(4)] == ["R", "R", "RRR", ""]
    assert stack(games, "Normandy", 0) == "RR"


@pytest.mark.rule("LIB-3.8", "LIB-3.9", "LIB-3.10")
def test_one_stack_of_one_colour_for_each_player_in_a_province():
    stacks = {"Paris": {0: "B"}, "Picardy": {1: "RR"}, "Normandy": {0: "W", 1: "R"}}
    games = acting(["Danton"], stacks=stacks)
    play(games, (0, play_card("Danton")))
    assert legal_provinces(games) == PARIS_BASIN - {"Paris", "Normandy"}
    play(games, (0, to("Picardy")))
    assert stack(games, "Picardy", 0) == "R"  # a stack of one's own beside another's
    assert stack(games, "Picardy", 1) == "RR"


@pytest.mark.rule("LIB-3.11")
def test_as_many_blocks_are_placed_as_the_stock_has():
    games = acting(["Danton"], stock=[22, 26, 2])
    play(games, (0, play_card("Danton")), (0, to("Paris")), (0, to("Paris")))
    assert phase(games) == Phase.KEEP
    assert stock(games) == [22, 26, 0]
    assert stack(games, "Paris", 0) == "RR"


@pytest.mark.rule("LIB-3.11")
def test_as_many_blocks_are_placed_as_the_region_takes():
    stacks = {name: {0: "B"} for name in PARIS_BASIN - {"Paris"}} | {"Paris": {0: "RR"}}
    games = acting(["Danton"], stacks=stacks)
    play(games, (0, play_card("Danton")), (0, to("Paris")))
    assert phase(games) == Phase.KEEP
    assert field(games, "blocks_left") == 0
    assert field(games, "closing") == 0


@pytest.mark.rule("LIB-3.12")
def test_a_card_that_can_place_no_block_may_be_played():
    games = acting(["Danton", "Bailly"], stock=[22, 26, 0])
    assert legal_cards(games) == {"Danton", "Bailly"}
    play(games, (0, play_card("Danton")))
    assert legal(games) == {DISPLAY_CARD, DISCARD_CARD}
    play(games, (0, DISPLAY_CARD))
    assert display(games, 0) == ["Danton"]


@pytest.mark.rule("LIB-3.12", "LIB-3.14")
def test_or_a_card_must_place_a_block_or_a_token():
    options = {"play_without_blocks": False}
    hand = ["Danton", "Bailly", "Santerre", "Panthéon Club"]
    games = acting(hand, options=options, stock=[22, 26, 0])
    assert legal_cards(games) == {"Bailly"}
    games = acting(hand, options=options, stock=[22, 26, 0], turn=2)
    assert legal_cards(games) == {"Bailly", "Santerre", "Panthéon Club"}
    play(games, (0, play_card("Santerre")))
    assert legal(games) == {CANNON}
    full = {name: {0: "B"} for name in PARIS_BASIN}
    games = acting(hand, options=options, stacks=full)
    assert legal_cards(games) == {"Bailly", "Santerre", "Panthéon Club"}


@pytest.mark.rule("LIB-3.12")
def test_with_a_cannon_one_may_still_choose_blocks_that_cannot_be_placed():
    games = acting(["Santerre"], stock=[22, 26, 0], turn=2)
    play(games, (0, play_card("Santerre")))
    assert legal(games) == {BLOCKS, CANNON}
    play(games, (0, BLOCKS))
    assert phase(games) == Phase.KEEP
    assert field(games, "cannons") == [0, 0, 0]


def many_stacks(number: int, letter: str = "B") -> dict:
    """Stacks of seat 0 in so many provinces, the Paris Basin last; blue but for the last."""
    names = sorted(SOUTH) + sorted(EAST) + sorted(CENTRE) + sorted(WEST)
    return {name: {0: "B"} for name in names[: number - 1]} | {"Paris": {0: letter}}


@pytest.mark.rule("LIB-3.13", "LIB-0.5")
@pytest.mark.parametrize(
    ("stacks", "cannons", "presence", "free"), [(18, 0, 0, 0), (17, 0, 1, 0), (15, 2, 1, 0), (15, 1, 1, 1)]
)
def test_without_a_token_no_new_stack_and_no_cannon(stacks, cannons, presence, free):
    position = {"turn": 2, "cannons": [cannons, 0, 0], "presence": [presence, 0, 0], "government": 2}
    games = acting(["Santerre", "Desmoulins"], stacks=many_stacks(stacks, "R"), **position)
    play(games, (0, play_card("Santerre")))  # of the West
    assert phase(games) == (Phase.MODE if free else Phase.KEEP)
    games = acting(["Desmoulins"], stacks=many_stacks(stacks, "R"), **position)
    play(games, (0, play_card("Desmoulins")))
    assert legal_provinces(games) == (PARIS_BASIN if free else {"Paris"})  # one's own stack may grow
    if free:
        play(games, (0, to("Picardy")))  # the last token
        assert legal_provinces(games) == {"Paris", "Picardy"}
    games = acting(
        ["Desmoulins", "Santerre"],
        stacks=many_stacks(stacks, "R"),
        options={"tokens": "unlimited"},
        **position,
    )
    play(games, (0, play_card("Desmoulins")))
    assert legal_provinces(games) == PARIS_BASIN
    play(games, (0, to("Picardy")), (0, to("Normandy")), (0, DISCARD_CARD), (0, PASS), (1, PASS), (2, PASS))
    play(games, (0, play_card("Santerre")))
    assert legal(games) == {BLOCKS, CANNON}


@pytest.mark.rule("LIB-3.13")
def test_presence_is_not_lost_for_want_of_a_token():
    names = sorted(SOUTH) + sorted(EAST) + sorted(CENTRE)
    stacks = {name: {0: "BB" if number < 10 else "WW"} for number, name in enumerate(names)}
    games = acting(["Feuillants"], turn=2, stacks=stacks, lost_battles=0, deck=[])
    pass_turn(games)
    assert field(games, "government") == 2
    assert field(games, "presence") == [1, 0, 0]
    assert sum(stack(games, name, 0) != "" for name in names) == 18
    while phase(games) == Phase.DISCARD:
        games.step([PASS])
    play(games, (0, play_card("Feuillants")))
    assert phase(games) == Phase.PLACE  # no cannon
    assert legal_provinces(games) == set(names[:10])


# --- A Playing a card: the cannon ----------------------------------------------------------------


@pytest.mark.rule("LIB-3.14", "LIB-3.15")
def test_a_cannon_places_one_token_instead_of_blocks():
    games = acting(["Necker"], turn=2, cannons=[4, 1, 0])
    before = stock(games)
    play(games, (0, play_card("Necker")))
    assert legal(games) == {BLOCKS, CANNON}
    play(games, (0, CANNON))  # of three blocks and no general
    assert field(games, "cannons") == [5, 1, 0]
    assert stock(games) == before
    assert legal(games) == {DISPLAY_CARD, DISCARD_CARD}
    play(games, (0, DISPLAY_CARD))
    assert display(games, 0) == ["Necker"]
    assert phase(games) == Phase.AFTER  # a special card may follow


@pytest.mark.rule("LIB-3.14")
def test_or_the_card_places_its_blocks():
    games = acting(["Necker"], turn=2)
    play(games, (0, play_card("Necker")), (0, BLOCKS), *[(0, to("Paris"))] * 3)
    assert stack(games, "Paris", 0) == "WWW"
    assert field(games, "cannons") == [0, 0, 0]


@pytest.mark.rule("LIB-3.14", "LIB-3.16")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["Necker", "Feuillants", "Lafayette", "Danton"])
def test_cannon_cards_are_so_in_turns_with_a_battle(turn, name):
    games = acting([name], turn=turn)
    play(games, (0, play_card(name)))
    assert phase(games) == (Phase.MODE if turn > 1 and name != "Danton" else Phase.PLACE)


# --- The personal display ------------------------------------------------------------------------

ORDINARY = ["Danton", "Bailly", "Maury", "Feuillants"]


def keeping(shown: list[str], name: str, **options) -> GameBatch:
    """Seat 0 has played a card and is to keep or discard it."""
    games = acting([name], displays=[shown], options=options)
    play(games, (0, play_card(name)))
    while phase(games) == Phase.PLACE:
        play(games, (0, max(legal(games))))
    assert phase(games) == Phase.KEEP
    return games


@pytest.mark.rule("LIB-3.17")
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_a_card_played_is_displayed_or_discarded(number):
    games = keeping(ORDINARY[:number], "Volney")
    assert legal(games) == {DISPLAY_CARD, DISCARD_CARD}
    saved = games.tables.copy()
    play(games, (0, DISPLAY_CARD))
    assert display(games, 0) == [*ORDINARY[:number], "Volney"]
    assert place(games, "Volney") == DISPLAY
    games.tables = saved
    play(games, (0, DISCARD_CARD))
    assert display(games, 0) == ORDINARY[:number]
    assert place(games, "Volney") == DISCARDED


@pytest.mark.rule("LIB-3.17", "LIB-3.18")
@pytest.mark.parametrize(
    ("shown", "name", "state", "act"),
    [
        (ORDINARY, "Volney", False, False),
        (ORDINARY, "Lafayette", False, False),
        (ORDINARY, "Santerre", True, True),
        ([*ORDINARY[:3], "Desmoulins"], "Volney", True, False),
        (["Desmoulins", *ORDINARY[:3]], "Volney", True, False),
        (["Desmoulins", *ORDINARY[:3]], "Santerre", True, True),
        (["Desmoulins", *ORDINARY], "Santerre", False, False),
        (["Desmoulins", *ORDINARY], "Volney", False, False),
        (["Desmoulins", *ORDINARY[:2]], "Volney", True, True),
    ],
)
def test_the_fifth_card_and_the_sans_culottes(shown, name, state, act):
    for option, allowed in (({}, state), ({"fifth_card": "state"}, state), ({"fifth_card": "act"}, act)):
        games = keeping(shown, name, **option)
        assert legal(games) == ({DISPLAY_CARD, DISCARD_CARD} if allowed else {DISCARD_CARD})


@pytest.mark.rule("LIB-3.18")
@pytest.mark.parametrize(
    ("shown", "hit", "fifth"),
    [
        (["Santerre", *ORDINARY], "Santerre", False),
        (["Santerre", "Desmoulins", *ORDINARY[:3]], "Santerre", True),
        (["Santerre", *ORDINARY], "Danton", True),
    ],
)
def test_when_a_sans_culotte_leaves_four_cards_stay(shown, hit, fifth):
    games = acting(["Guillotine", "Volney"], displays=[shown])
    play(games, (0, play_card("Guillotine")), (0, play_card(hit)))
    assert display(games, 0) == [name for name in shown if name != hit]
    play(games, (0, play_card("Volney")), (0, to("Maine")))
    assert (DISPLAY_CARD in legal(games)) == fifth


@pytest.mark.rule("LIB-3.17")
def test_nothing_leaves_a_display_by_choice():
    games = acting(["Volney"], displays=[ORDINARY])
    assert legal_cards(games) == {"Volney"}
    play(games, (0, play_card("Volney")), (0, to("Maine")))
    assert legal(games) == {DISCARD_CARD}
    play(games, (0, DISCARD_CARD))
    assert legal(games) == {PASS}
    assert display(games, 0) == ORDINARY


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
    games = deal(3)
    lay(games, hands=hands, stock=left)
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
