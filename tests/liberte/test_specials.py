"""The special cards: when they may be played, what they hit, and where that goes."""

import numpy as np
import pytest

from hustings.envs.core.api.batch import GameBatch
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
from hustings.envs.liberte.table import BLUE, CARDS, DISCARDED, DISPLAY, IN_BOX, IN_DECK, RED, WHITE, Phase

from .playing import (
    deal,
    display,
    field,
    laid,
    lay,
    legal,
    legal_cards,
    legal_provinces,
    pass_turn,
    phase,
    place,
    play,
    play_card,
    stack,
    stack_of,
    stock,
    to,
)

ALL_SPECIALS = ["Purge", "Guillotine", "Emigration", "Terror", "Bread Shortage", "Religious Problems"]
DRAWS = {DECK, FACE_UP_CARD, FACE_UP_CARD + 1, FACE_UP_CARD + 2}
MIXED = [
    "Maury",
    "Club Monarchique",
    "Danton",
    "Feuillants",
]  # white and red personality, white and blue club


def holding(*hand: str, players: int = 3, options=None, **position) -> GameBatch:
    """Seat 0 is to act with these cards in hand."""
    games = deal(players, **(options or {}))
    lay(games, hands=[list(hand), *([[]] * (players - 1))], **position)
    return games


def playable(games: GameBatch) -> set[str]:
    """The special cards that may be played."""
    return legal_cards(games) & set(ALL_SPECIALS)


# --- When ----------------------------------------------------------------------------------------


@pytest.mark.rule("LIB-4.1")
def test_before_a_card_after_it_or_alone_but_never_two():
    hand = ("Guillotine", "Bread Shortage", "Sade", "Feuillants")
    shown = {"displays": [[], ["Maury", "Danton"], []], "stacks": {"Berry": {1: "W"}}}
    before = holding(*hand, **shown)
    assert legal(before) == {PASS, *DRAWS, *map(play_card, hand)}
    play(before, (0, play_card("Guillotine")), (0, play_card("Maury")))
    assert legal(before) == {PASS, play_card("Sade"), play_card("Feuillants")}
    play(before, (0, play_card("Sade")), (0, to("Paris")), (0, DISCARD_CARD))
    assert before.seat[0] == 1
    after = holding(*hand, **shown)
    play(after, (0, play_card("Sade")), (0, to("Paris")), (0, DISCARD_CARD))
    assert legal(after) == {PASS, play_card("Guillotine"), play_card("Bread Shortage")}
    play(after, (0, play_card("Bread Shortage")), (0, to("Berry")), (0, stack_of(1)))
    assert after.seat[0] == 1
    alone = holding(*hand, **shown)
    play(alone, (0, play_card("Guillotine")), (0, play_card("Maury")), (0, PASS))
    assert (alone.seat[0], field(alone, "hand_size")) == (1, [3, 0, 0])
    neither = holding(*hand, **shown)
    play(neither, (0, play_card("Sade")), (0, to("Paris")), (0, DISCARD_CARD), (0, PASS))
    assert (neither.seat[0], field(neither, "hand_size")) == (1, [3, 0, 0])


@pytest.mark.rule("LIB-4.1")
def test_not_with_a_draw():
    games = holding("Guillotine", displays=[[], ["Maury"], []])
    play(games, (0, DECK))
    assert games.seat[0] == 1
    nine = ["Sade", "Bailly", "Duport", "Froment", "Ducos", "Cazalès", "Virieu", "Couthon"]
    games = holding("Guillotine", *nine, displays=[[], ["Maury"], []])
    play(games, (0, EXCHANGE), (0, play_card("Sade")), (0, play_card("Bailly")))
    assert legal(games) == DRAWS
    play(games, (0, DECK))
    assert games.seat[0] == 1


@pytest.mark.rule("LIB-4.1")
def test_a_special_card_goes_with_a_cannon_too():
    games = holding("Feuillants", "Guillotine", turn=2, government=BLUE, displays=[[], ["Maury"], []])
    play(games, (0, play_card("Feuillants")), (0, CANNON), (0, DISCARD_CARD), (0, play_card("Guillotine")))
    assert phase(games) == Phase.TARGET_CARD


@pytest.mark.rule("LIB-4.2")
@pytest.mark.parametrize("first", ["special", "card"])
def test_it_works_at_once_and_is_discarded(first):
    games = holding("Guillotine", "Sade", displays=[["Danton"], ["Maury", "Cazalès"], []])
    special = [(0, play_card("Guillotine")), (0, play_card("Maury"))]
    card = [(0, play_card("Sade")), (0, to("Paris")), (0, DISCARD_CARD)]
    if first == "card":
        play(games, *card)
    play(games, *special)
    assert place(games, "Maury") == IN_BOX
    assert place(games, "Guillotine") == DISCARDED
    assert (field(games, "special"), field(games, "hand_size")[0]) == (0, int(first == "special"))
    assert (display(games, 0), display(games, 1)) == (["Danton"], ["Cazalès"])


# --- Presence in the government ------------------------------------------------------------------


@pytest.mark.rule("LIB-4.3", "LIB-4.8")
@pytest.mark.parametrize("government", [WHITE, BLUE, RED])
@pytest.mark.parametrize("present", [0, 1])
def test_purge_and_terror_need_presence_and_the_terror_a_radical_government(government, present):
    games = holding(
        *ALL_SPECIALS,
        turn=2,
        government=government,
        presence=[present, 1, 1],
        displays=[[], MIXED, []],
        stacks={"Paris": {1: "W", 2: "R", 0: "B"}},
    )
    expected = set(ALL_SPECIALS)
    if not present:
        expected -= {"Purge"}
    if not present or government != RED:
        expected -= {"Terror"}
    assert playable(games) == expected


@pytest.mark.rule("LIB-4.3")
def test_presence_is_what_was_taken_in_the_last_election_and_no_stack_on_the_map():
    """Blue governs; 0 took a blue block, 1 a red one, 2 nothing, but has a blue stack left on the map."""
    stacks = {
        "Maine": {0: "B"},
        "Anjou": {0: "B"},
        "Gascony": {1: "R"},
        "Béarn": {2: "B", 0: "BB"},
    }
    hands = [["Purge"], ["Purge"], ["Purge"]]
    games = laid(3, stacks=stacks, hands=hands, displays=[[], [], ["Sade"]], presence=[0, 1, 1])
    pass_turn(games)
    assert field(games, "government") == BLUE
    assert stack(games, "Béarn", 2) == "B"
    assert field(games, "presence") == [1, 0, 0]


@pytest.mark.rule("LIB-4.3")
def test_presence_ends_with_the_next_government():
    stacks = {"Maine": {0: "B"}, "Anjou": {1: "R"}, "Gascony": {1: "R"}}
    games = laid(3, turn=2, government=BLUE, presence=[1, 0, 0], stacks=stacks)
    pass_turn(games)
    assert (field(games, "government"), field(games, "presence")) == (RED, [0, 1, 0])


@pytest.mark.rule("LIB-4.4")
def test_neither_purge_nor_terror_in_the_first_turn():
    games = holding(*ALL_SPECIALS, displays=[[], MIXED, []], stacks={"Paris": {1: "W", 2: "R"}})
    assert playable(games) == {"Guillotine", "Emigration", "Bread Shortage", "Religious Problems"}


# --- What each does ------------------------------------------------------------------------------

FATES = [
    ("Purge", {"Maury", "Club Monarchique", "Danton", "Feuillants", "Sade"}, DISCARDED),
    ("Guillotine", {"Maury", "Danton", "Sade"}, IN_BOX),
    ("Emigration", {"Maury"}, DISCARDED),
    ("Terror", {"Maury", "Club Monarchique", "Danton", "Feuillants", "Sade"}, IN_BOX),
]


@pytest.mark.rule("LIB-4.5", "LIB-4.6", "LIB-4.7", "LIB-4.10")
@pytest.mark.parametrize(("special", "targets", "fate"), FATES)
def test_which_cards_it_hits_and_where_they_go(special, targets, fate):
    for victim in sorted(targets):
        games = holding(
            special,
            turn=2,
            government=RED,
            presence=[1, 0, 0],
            displays=[["Sade"], MIXED, []],
        )
        play(games, (0, play_card(special)))
        assert phase(games) == Phase.TARGET_CARD
        assert legal(games) == {play_card(name) for name in targets}  # nobody may be spared
        play(games, (0, play_card(victim)))
        assert place(games, victim) == fate
        left = [["Sade"], MIXED]
        assert [display(games, 0), display(games, 1)] == [[c for c in cards if c != victim] for cards in left]
        assert (phase(games), games.seat[0]) == (Phase.AFTER, 0)


@pytest.mark.rule("LIB-4.7")
def test_only_white_personalities_emigrate():
    games = holding("Emigration", displays=[[], ["Club Monarchique", "Danton", "Sieyès"], ["Froment"]])
    play(games, (0, play_card("Emigration")))
    assert legal_cards(games) == {"Froment"}
    games = holding("Emigration", displays=[[], ["Club Monarchique", "Danton", "Sieyès"], []])
    assert playable(games) == set()


def terror(stacks=None, displays=None, **options) -> GameBatch:
    return holding(
        "Terror",
        "Sade",
        options=options,
        turn=2,
        government=RED,
        presence=[1, 0, 0],
        stacks=stacks or {},
        displays=displays or [[], [], []],
    )


@pytest.mark.rule("LIB-4.9")
def test_the_terror_takes_a_whole_stack_where_red_is():
    stacks = {
        "Maine": {0: "WW", 1: "RR", 2: "BBB"},
        "Berry": {1: "WWW", 2: "B"},
        "Paris": {2: "RRR"},
    }
    for owner, left in ((0, ["", "RR", "BBB"]), (1, ["WW", "", "BBB"]), (2, ["WW", "RR", ""])):
        games = terror(stacks)
        before = stock(games)
        play(games, (0, play_card("Terror")))
        assert legal_provinces(games) == {"Maine", "Paris"}
        assert PASS not in legal(games)  # no card is there to strike instead
        play(games, (0, to("Maine")))
        assert legal(games) == {stack_of(0), stack_of(1), stack_of(2)}
        play(games, (0, stack_of(owner)))
        assert [stack(games, "Maine", i) for i in range(3)] == left
        back = [[2, 0, 0], [0, 0, 2], [0, 3, 0]][owner]
        assert [a - b for a, b in zip(stock(games), before)] == back
        assert phase(games) == Phase.AFTER
        assert place(games, "Terror") == DISCARDED


@pytest.mark.rule("LIB-4.10")
def test_the_terror_then_takes_a_card_and_may_do_without_either_but_not_both():
    stacks, displays = {"Paris": {1: "RR", 2: "W"}}, [["Bailly"], ["Feuillants"], []]
    both = terror(stacks, displays)
    play(both, (0, play_card("Terror")))
    assert legal(both) == {PASS, to("Paris")}
    play(both, (0, to("Paris")), (0, stack_of(1)))
    assert legal(both) == {PASS, play_card("Bailly"), play_card("Feuillants")}
    play(both, (0, play_card("Feuillants")))
    assert (place(both, "Feuillants"), stack(both, "Paris", 1)) == (IN_BOX, "")
    assert phase(both) == Phase.AFTER
    stack_only = terror(stacks, displays)
    play(stack_only, (0, play_card("Terror")), (0, to("Paris")), (0, stack_of(2)), (0, PASS))
    assert (display(stack_only, 0), display(stack_only, 1)) == (["Bailly"], ["Feuillants"])
    assert (stack(stack_only, "Paris", 2), phase(stack_only)) == ("", Phase.AFTER)
    card_only = terror(stacks, displays)
    play(card_only, (0, play_card("Terror")), (0, PASS))
    assert legal(card_only) == {play_card("Bailly"), play_card("Feuillants")}
    play(card_only, (0, play_card("Bailly")))
    assert (place(card_only, "Bailly"), stack(card_only, "Paris", 1)) == (IN_BOX, "RR")
    assert (phase(card_only), field(card_only, "stack_removed")) == (Phase.AFTER, 0)


@pytest.mark.rule("LIB-4.10")
def test_the_next_terror_begins_afresh():
    """That a stack was removed before counts for that terror only."""
    displays = [[], ["Bailly", "Feuillants"], []]
    games = laid(
        3,
        turn=2,
        government=RED,
        presence=[1, 1, 1],
        hands=[["Terror"], ["Terror"], []],
        stacks={"Paris": {2: "R"}},
        displays=displays,
    )
    play(games, (0, play_card("Terror")), (0, to("Paris")), (0, stack_of(2)), (0, PASS), (0, PASS))
    assert games.seat[0] == 1
    play(games, (1, play_card("Terror", 1)))
    assert legal(games) == {play_card("Bailly"), play_card("Feuillants")}


@pytest.mark.rule("LIB-4.10")
@pytest.mark.parametrize("in_turn", [False, True])
def test_whether_a_card_needs_a_stack_before(in_turn):
    displays = [[], ["Bailly"], []]
    games = terror({"Maine": {1: "WW"}}, displays, terror_in_turn=in_turn)
    assert playable(games) == (set() if in_turn else {"Terror"})
    games = terror({"Maine": {1: "R"}}, displays, terror_in_turn=in_turn)
    play(games, (0, play_card("Terror")))
    assert legal(games) == ({to("Maine")} if in_turn else {PASS, to("Maine")})
    play(games, (0, to("Maine")), (0, stack_of(1)))
    assert legal(games) == {PASS, play_card("Bailly")}
    play(games, (0, play_card("Bailly")))
    assert (place(games, "Bailly"), phase(games)) == (IN_BOX, Phase.AFTER)


@pytest.mark.rule("LIB-4.11")
def test_bread_shortage_takes_any_block_in_the_first_turn():
    stacks = {"Maine": {0: "WW"}, "Berry": {1: "B"}, "Paris": {1: "RRR", 2: "RR"}}
    games = holding("Bread Shortage", stacks=stacks)
    before = stock(games)
    play(games, (0, play_card("Bread Shortage")))
    assert legal(games) == {to("Maine"), to("Berry"), to("Paris")}
    play(games, (0, to("Paris")))
    assert legal(games) == {stack_of(1), stack_of(2)}
    play(games, (0, stack_of(2)))
    assert [stack(games, "Paris", i) for i in (1, 2)] == ["RRR", "R"]
    assert [a - b for a, b in zip(stock(games), before)] == [0, 0, 1]
    assert phase(games) == Phase.AFTER


@pytest.mark.rule("LIB-4.11")
@pytest.mark.parametrize(
    ("government", "owner", "where"), [(WHITE, 0, "Maine"), (BLUE, 1, "Maine"), (RED, 2, "Berry")]
)
def test_bread_shortage_hits_the_government_later(government, owner, where):
    stacks = {"Maine": {0: "WW", 1: "BBB"}, "Berry": {2: "R", 0: "W"}}
    if government == WHITE:
        stacks["Berry"].pop(0)
    games = holding("Bread Shortage", turn=2, government=government, stacks=stacks)
    play(games, (0, play_card("Bread Shortage")))
    assert legal_provinces(games) == {where}
    play(games, (0, to(where)))
    assert legal(games) == {stack_of(owner)}
    play(games, (0, stack_of(owner)))
    assert stack(games, where, owner) == {WHITE: "W", BLUE: "BB", RED: ""}[government]


@pytest.mark.rule("LIB-4.12")
@pytest.mark.parametrize("government", [WHITE, BLUE, RED])
def test_religious_problems_take_a_red_or_a_blue_block(government):
    stacks = {"Maine": {0: "WW", 1: "BBB", 2: "R"}, "Berry": {1: "W"}, "Paris": {2: "RR"}}
    for owner, left in ((1, ["WW", "BB", "R"]), (2, ["WW", "BBB", ""])):
        games = holding("Religious Problems", turn=3, government=government, stacks=stacks)
        play(games, (0, play_card("Religious Problems")))
        assert legal_provinces(games) == {"Maine", "Paris"}
        play(games, (0, to("Maine")))
        assert legal(games) == {stack_of(1), stack_of(2)}
        play(games, (0, stack_of(owner)))
        assert [stack(games, "Maine", i) for i in range(3)] == left


# --- Targets -------------------------------------------------------------------------------------

WITHOUT_TARGET = [
    ("Purge", {"displays": [[], [], []]}),
    ("Guillotine", {"displays": [[], ["Feuillants"], ["Jacobins (A)"]]}),
    ("Emigration", {"displays": [["Danton"], ["Feuillants"], ["Club Monarchique"]]}),
    ("Terror", {"stacks": {"Maine": {0: "W", 1: "B"}}}),
    ("Bread Shortage", {"stacks": {"Maine": {0: "W", 1: "B"}}}),
    ("Religious Problems", {"stacks": {"Maine": {0: "W", 1: "WW"}}}),
]


@pytest.mark.rule("LIB-4.13")
@pytest.mark.parametrize(("special", "position"), WITHOUT_TARGET)
@pytest.mark.parametrize("waste", [False, True])
def test_without_a_target_it_may_not_be_played_or_is_wasted(special, position, waste):
    position = {"turn": 2, "government": RED, "presence": [1, 0, 0], **position}
    games = holding(special, "Sade", options={"waste_specials": waste}, **position)
    assert playable(games) == ({special} if waste else set())
    if waste:
        before = games.tables.copy()
        play(games, (0, play_card(special)))
        assert (place(games, special), phase(games)) == (DISCARDED, Phase.AFTER)
        assert legal_cards(games) == {"Sade"}
        assert (games.tables["height"] == before["height"]).all()
        assert (games.tables["display"] == before["display"]).all()


@pytest.mark.rule("LIB-4.13", "LIB-4.3", "LIB-4.8")
def test_without_presence_or_a_radical_government_none_is_wasted():
    for special, government, present in (("Purge", BLUE, 0), ("Terror", RED, 0), ("Terror", BLUE, 1)):
        games = holding(
            special,
            options={"waste_specials": True},
            turn=2,
            government=government,
            presence=[present, 1, 1],
            displays=[[], MIXED, []],
            stacks={"Paris": {2: "R"}},
        )
        assert playable(games) == set()


@pytest.mark.rule("LIB-4.13")
def test_with_a_target_a_wasted_card_must_be_used():
    games = holding("Guillotine", options={"waste_specials": True}, displays=[[], ["Maury"], []])
    play(games, (0, play_card("Guillotine")))
    assert legal(games) == {play_card("Maury")}


@pytest.mark.rule("LIB-4.14")
def test_own_cards_and_the_one_just_played_are_targets_too():
    games = holding("Danton", "Guillotine", displays=[["Sade"], ["Maury"], []])
    play(games, (0, play_card("Danton")), (0, to("Paris")), (0, to("Paris")), (0, to("Paris")))
    play(games, (0, DISPLAY_CARD), (0, play_card("Guillotine")))
    assert legal(games) == {play_card("Danton"), play_card("Sade"), play_card("Maury")}
    play(games, (0, play_card("Danton")))
    assert (display(games, 0), place(games, "Danton")) == (["Sade"], IN_BOX)


@pytest.mark.rule("LIB-4.14")
def test_a_card_discarded_is_no_target():
    games = holding("Sade", "Guillotine", displays=[[], ["Maury", "Cazalès"], []])
    play(games, (0, play_card("Sade")), (0, to("Paris")), (0, DISCARD_CARD), (0, play_card("Guillotine")))
    assert legal_cards(games) == {"Maury", "Cazalès"}


@pytest.mark.rule("LIB-4.15", "LIB-4.16")
def test_a_stack_that_is_gone_leaves_its_place_and_its_token():
    stacks = {"Paris": {0: "R", 1: "B", 2: "W"}, "Maine": {3: "W"}}
    games = laid(4, hands=[["Religious Problems"], [], [], ["Feuillants"]], order=[0, 3, 1, 2], stacks=stacks)
    assert games.observe(seat=0)[0, tokens_at(4)] == pytest.approx(17 / 20)
    before = stock(games)
    play(games, (0, play_card("Religious Problems")), (0, to("Paris")), (0, stack_of(0)), (0, PASS))
    assert (stack(games, "Paris", 0), stack(games, "Paris", 1)) == ("", "B")
    assert [a - b for a, b in zip(stock(games), before)] == [0, 0, 1]
    assert games.observe(seat=0)[0, tokens_at(4)] == pytest.approx(18 / 20)
    play(games, (3, play_card("Feuillants")))
    assert "Paris" in legal_provinces(games)  # three stacks had filled it


@pytest.mark.rule("LIB-4.15", "LIB-4.9")
def test_where_red_has_gone_the_terror_finds_nothing():
    games = holding(
        "Terror",
        "Religious Problems",
        turn=2,
        government=RED,
        presence=[1, 0, 0],
        stacks={"Maine": {1: "R", 2: "W"}, "Berry": {1: "R"}},
    )
    play(games, (0, play_card("Religious Problems")), (0, to("Maine")), (0, stack_of(1)), (0, PASS))
    play(games, (1, PASS), (2, PASS), (0, play_card("Terror")))
    assert legal_provinces(games) == {"Berry"}


def tokens_at(players: int) -> int:
    """Where an observation has one's own tokens."""
    return deal(players).game.observation(players)["tokens"].start


@pytest.mark.rule("LIB-4.15")
def test_a_new_stack_may_have_another_colour():
    games = holding("Religious Problems", "Maury", stacks={"Lyonnais": {0: "R"}})
    play(games, (0, play_card("Religious Problems")), (0, to("Lyonnais")), (0, stack_of(0)))
    play(games, (0, play_card("Maury")), (0, to("Lyonnais")))
    assert stack(games, "Lyonnais", 0) == "W"


@pytest.mark.rule("LIB-4.16")
def test_blocks_removed_can_be_placed_again():
    games = laid(
        3, hands=[["Religious Problems"], ["Sade"], []], stacks={"Lyonnais": {2: "RR"}}, stock=[9, 9, 0]
    )
    play(games, (0, play_card("Religious Problems")), (0, to("Lyonnais")), (0, stack_of(2)), (0, PASS))
    assert stock(games) == [9, 9, 1]
    play(games, (1, play_card("Sade")), (1, to("Paris")))
    assert (stack(games, "Paris", 1), stock(games)) == ("R", [9, 9, 0])


@pytest.mark.rule("LIB-4.17")
@pytest.mark.parametrize("special", ["Terror", "Bread Shortage", "Religious Problems"])
def test_paris_is_no_exception(special):
    games = holding(special, turn=2, government=RED, presence=[1, 0, 0], stacks={"Paris": {1: "RRR"}})
    play(games, (0, play_card(special)), (0, to("Paris")), (0, stack_of(1)))
    assert stack(games, "Paris", 1) == ("" if special == "Terror" else "RR")


@pytest.mark.rule("LIB-3.23")
def test_the_last_round_stays_the_last_when_blocks_come_back():
    games = laid(3, hands=[["Sade"], ["Religious Problems"], []], stacks={"Maine": {0: "B"}}, stock=[9, 9, 1])
    play(games, (0, play_card("Sade")), (0, to("Paris")), (0, DISCARD_CARD), (0, PASS))
    play(games, (1, play_card("Religious Problems")), (1, to("Paris")), (1, stack_of(2)), (1, PASS))
    assert stock(games) == [9, 9, 1]
    assert (field(games, "closing"), field(games, "turn")) == (1, 1)
    play(games, (2, PASS))
    assert field(games, "turn") == 2


@pytest.mark.rule("LIB-4.18")
@pytest.mark.parametrize("place_in_turn", ["alone", "after"])
def test_a_special_card_may_bring_the_counter_revolution(place_in_turn):
    """Six white provinces of that kind, and a seventh in which a blue stack is as high as the white one."""
    white = ("Brittany", "Maine", "Anjou", "Guyenne", "Vivarais", "Provence")
    stacks = {name: {1: "W"} for name in white} | {"Berry": {1: "W", 2: "B"}}
    games = holding("Religious Problems", "Sade", turn=3, government=RED, stacks=stacks)
    if place_in_turn == "after":
        play(games, (0, play_card("Sade")), (0, to("Paris")), (0, DISCARD_CARD))
    play(games, (0, play_card("Religious Problems")), (0, to("Berry")))
    assert not games.over[0]
    play(games, (0, stack_of(2)))
    assert games.over[0]
    assert games.scores[0].tolist() == [0, 7, 0]


# --- Copies --------------------------------------------------------------------------------------


@pytest.mark.rule("LIB-9.7")
def test_of_equal_cards_one_can_be_named_wherever_cards_of_the_hand_are():
    hand = ["Guillotine", "Guillotine", "Emigration", "Emigration", "Sade"]
    one_each = {play_card("Guillotine"), play_card("Emigration"), play_card("Sade")}
    games = holding(*hand, displays=[[], ["Maury", "Cazalès"], []])
    assert legal(games) == {PASS, *DRAWS, *one_each}
    play(games, (0, play_card("Sade")), (0, to("Paris")), (0, DISCARD_CARD))
    assert legal(games) == {PASS, play_card("Guillotine"), play_card("Emigration")}
    rest = ["Bailly", "Duport", "Froment", "Ducos"]
    games = holding(*hand, *rest)
    play(games, (0, EXCHANGE))
    assert legal(games) == one_each | {play_card(name) for name in rest}
    play(games, (0, play_card("Guillotine")))
    assert play_card("Guillotine") not in legal(games)
    assert play_card("Guillotine", 1) in legal(games)
    games = laid(3, hands=[hand, [], []], vp=[1, 0, 0])
    pass_turn(games)
    assert phase(games) == Phase.DISCARD
    assert legal(games) == {PASS, *one_each}


@pytest.mark.rule("LIB-9.7", "LIB-9.5")
@pytest.mark.parametrize("face_up", [0, 1])
def test_of_equal_cards_the_one_that_all_know_goes_first(face_up):
    """0 has taken one Guillotine face up and drawn another. Whoever sees one played, knows of none left."""
    copies = [play_card("Guillotine"), play_card("Guillotine", 1)]
    games = holding("Guillotine", "Guillotine", displays=[[], ["Maury"], []])
    games.tables["known"][0, copies[face_up] - CARD] = 1
    (played,) = legal(games) & set(copies)
    play(games, (0, played), (0, play_card("Maury")), (0, PASS))
    assert field(games, "hand_size")[0] == 1
    assert games.tables["known"][0].sum() == 0


@pytest.mark.rule("LIB-4.2")
def test_a_renewed_deck_holds_the_victim_or_the_card_played_but_never_loses_one():
    """With an empty deck each card that is discarded makes a new one."""
    games = laid(
        3, deck=[], face_up=["Danton", "Necker"], hands=[["Emigration"], [], []], displays=[[], ["Maury"], []]
    )
    play(games, (0, play_card("Emigration")), (0, play_card("Maury")))
    places = np.array([place(games, name) for name in ("Maury", "Emigration")])
    assert places[1] == IN_DECK
    assert places[0] not in (IN_BOX, DISCARDED, DISPLAY + 1)
    assert (games.tables["face_up"][0] > 0).sum() == 3
    assert (games.tables["place"][0, 1 : CARDS + 1] == DISCARDED).sum() == 0


@pytest.mark.rule("LIB-4.1")
def test_a_card_with_a_cannon_keeps_both_ways_after_a_special_card():
    games = holding("Guillotine", "Feuillants", turn=2, government=BLUE, displays=[[], ["Maury"], []])
    play(games, (0, play_card("Guillotine")), (0, play_card("Maury")), (0, play_card("Feuillants")))
    assert legal(games) == {BLOCKS, CANNON}
