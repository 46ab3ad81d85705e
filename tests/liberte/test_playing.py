"""A Playing a card: blocks and cannons, and the personal display."""

import pytest

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.liberte.actions import BLOCKS, CANNON, DISCARD_CARD, DISPLAY_CARD, PASS
from hustings.envs.liberte.table import DISCARDED, DISPLAY, Phase

from .playing import (
    display,
    field,
    legal,
    legal_cards,
    legal_provinces,
    pass_turn,
    phase,
    place,
    play,
    play_card,
    stack,
    stock,
    to,
)
from .positions import ALL, CENTRE, EAST, PARIS_BASIN, SOUTH, WEST, acting

ORDINARY = ["Danton", "Bailly", "Maury", "Feuillants"]


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
