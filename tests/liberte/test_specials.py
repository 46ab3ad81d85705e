"""4 Special cards: when they may be played, what they hit, and where that goes."""

import pytest

from .playing import DRAWS, lay

SPECIALS = "Purge, Guillotine, Emigration, Terror, Bread Shortage, Religious Problems"
MIXED = "Maury, Club Monarchique, Danton, Feuillants"  # white and red personality, white and blue club
IN_RED = {"turn": 2, "government": "red", "presence": [1, 0, 0]}  # seat 0 is present in a red government


def played(special: str, **position):
    """Seat 0, present in a red government, has begun with a special card."""
    return lay(special, **IN_RED, **position).play(special)


# --- When ----------------------------------------------------------------------------------------


@pytest.mark.rule("LIB-4.1")
@pytest.mark.parametrize(
    ("moves", "seat", "legal"),
    [
        ("", 0, f"pass, {DRAWS}, Guillotine, Bread Shortage, Sade, Feuillants"),
        ("Guillotine, Maury", 0, "pass, Sade, Feuillants"),
        ("Guillotine, Maury, Sade, Paris, discard", 1, f"pass, {DRAWS}"),
        ("Sade, Paris, discard", 0, "pass, Guillotine, Bread Shortage"),
        ("Sade, Paris, discard, Bread Shortage, Berry, hit 1", 1, f"pass, {DRAWS}"),
        ("Guillotine, Maury, pass", 1, f"pass, {DRAWS}"),
        ("Sade, Paris, discard, pass", 1, f"pass, {DRAWS}"),
        ("deck", 1, f"pass, {DRAWS}"),
    ],
)
def test_before_a_card_after_it_or_alone_but_never_two_nor_with_a_draw(moves, seat, legal):
    hand = "Guillotine, Guillotine, Bread Shortage, Sade, Feuillants"
    game = lay(hand, displays=["", "Maury, Danton"], map="Berry - W").play(moves)
    game.expect(seat=seat, legal=legal, acted=int(moves > ""))


@pytest.mark.rule("LIB-4.2")
@pytest.mark.parametrize("before", ["", "Sade, Paris, discard, "])
def test_it_works_at_once_and_is_discarded(before):
    game = lay("Guillotine, Sade, Romme", displays=["Danton", "Maury, Cazalès"])
    game.play(before + "Guillotine, Maury").expect(displays=["Danton", "Cazalès", ""], special=0)
    game.expect(removed="Maury", discards="Guillotine, Sade" if before else "Guillotine")
    game.expect(seat=int(before > ""), hand_size=1 if before else 2, phase="ACTION" if before else "AFTER")


@pytest.mark.rule("LIB-4.2")
def test_a_renewed_deck_holds_the_card_played_and_the_victim_comes_before_it():
    """With an empty deck each card that is discarded makes a new one: the first fills the row."""
    game = lay("Emigration", deck="", row="Danton, Necker", displays=["", "Maury"])
    game.play("Emigration, Maury").expect(row="Danton, Necker, Maury", deck="Emigration", discards="")


# --- Presence in the government ------------------------------------------------------------------


@pytest.mark.rule("LIB-4.3", "LIB-4.4", "LIB-4.8", "LIB-4.13")
@pytest.mark.parametrize("waste_specials", [False, True])
@pytest.mark.parametrize(
    ("turn", "government", "presence", "kept"),
    [
        (2, "red", [1, 1, 1], ""),
        (2, "blue", [1, 1, 1], "Terror"),
        (2, "white", [1, 1, 1], "Terror"),
        (2, "red", [0, 1, 1], "Purge, Terror"),
        (2, "blue", [0, 1, 1], "Purge, Terror"),
        (2, "white", [0, 1, 1], "Purge, Terror"),
        (1, "none", [0, 0, 0], "Purge, Terror"),
    ],
)
def test_purge_and_terror_need_presence_and_the_terror_a_radical_government(
    turn, government, presence, kept, waste_specials
):
    position = {"displays": ["", MIXED], "map": "Paris B W R", "waste_specials": waste_specials}
    game = lay(SPECIALS, turn=turn, government=government, presence=presence, **position)
    game.expect(cards=", ".join({*SPECIALS.split(", ")} - {*kept.split(", ")}))


# --- What each does ------------------------------------------------------------------------------

EVERY = MIXED + ", Sade"
FATES = [
    *(("Purge", victim, EVERY, "discards") for victim in EVERY.split(", ")),
    *(("Guillotine", victim, "Maury, Danton, Sade", "removed") for victim in ("Maury", "Danton", "Sade")),
    ("Emigration", "Maury", "Maury", "discards"),
    *(("Terror", victim, EVERY, "removed") for victim in EVERY.split(", ")),
]


@pytest.mark.rule("LIB-4.5", "LIB-4.6", "LIB-4.7", "LIB-4.10")
@pytest.mark.parametrize(("special", "victim", "targets", "fate"), FATES)
def test_which_cards_it_hits_and_where_they_go(special, victim, targets, fate):
    game = played(special, displays=["Sade", MIXED])
    game.expect("TARGET_CARD", legal=targets)  # nobody may be spared
    piles = {"discards": special, "removed": ""}
    piles[fate] = ", ".join(filter(None, (piles[fate], victim)))
    left = [", ".join(name for name in row.split(", ") if name != victim) for row in ("Sade", MIXED, "")]
    game.play(victim).expect("AFTER 0", **piles, displays=left)


@pytest.mark.rule("LIB-4.7")
def test_only_white_personalities_emigrate():
    others = "Club Monarchique, Danton, Sieyès"
    played("Emigration", displays=["", others, "Froment"]).expect(legal="Froment")
    lay("Emigration", displays=["", others]).refuses("Emigration")


@pytest.mark.rule("LIB-4.9")
@pytest.mark.parametrize(
    ("owner", "left", "back"),
    [(0, "- RR BBB", [2, 0, 0]), (1, "WW - BBB", [0, 0, 2]), (2, "WW RR -", [0, 3, 0])],
)
def test_the_terror_takes_a_whole_stack_where_red_is(owner, left, back):
    game = played("Terror", map="Maine WW RR BBB, Berry - WWW B, Paris - - RRR")
    before = game.fact("stock")
    game.expect(legal="Maine, Paris")  # no card is there to strike instead
    game.play("Maine").expect(legal="hit 0, hit 1, hit 2").play(f"hit {owner}")
    game.expect(map=f"Maine {left}", stock=[old + new for old, new in zip(before, back)])
    game.expect("AFTER", discards="Terror")


@pytest.mark.rule("LIB-4.15", "LIB-4.9")
def test_where_red_has_gone_the_terror_finds_nothing():
    game = lay("Terror, Religious Problems", **IN_RED, map="Maine - R W, Berry - R")
    game.play("Religious Problems, Maine, hit 1, pass; 1: pass; 2: pass; Terror").expect(provinces="Berry")


STACK_AND_CARD = {"map": "Paris - RR W", "displays": ["Bailly", "Feuillants"]}


@pytest.mark.rule("LIB-4.10", "LIB-4.17")
@pytest.mark.parametrize(
    ("moves", "paris", "displays", "removed"),
    [
        ("Paris, hit 1, Feuillants", "- - W", ["Bailly", "", ""], "Feuillants"),
        ("Paris, hit 2, pass", "- RR -", ["Bailly", "Feuillants", ""], ""),
        ("pass, Bailly", "- RR W", ["", "Feuillants", ""], "Bailly"),
    ],
)
def test_the_terror_then_takes_a_card_and_may_do_without_either(moves, paris, displays, removed):
    game = played("Terror", **STACK_AND_CARD).play(moves).expect("AFTER", stack_removed=0)
    game.expect(map=f"Paris {paris}", displays=displays, removed=removed)


@pytest.mark.rule("LIB-4.10")
def test_the_next_terror_begins_afresh():
    """That a stack was removed before counts for that terror only."""
    displays = ["", "Bailly, Feuillants"]
    game = lay(["Terror", "Terror"], **IN_RED | {"presence": [1, 1, 1]}, map="Paris - - R", displays=displays)
    game.play("Terror, Paris, hit 2, pass, pass; 1: Terror").expect(legal="Bailly, Feuillants")


@pytest.mark.rule("LIB-4.10")
@pytest.mark.parametrize("in_turn", [False, True])
def test_whether_a_card_needs_a_stack_before(in_turn):
    position = {**IN_RED, "displays": ["", "Bailly"], "terror_in_turn": in_turn}
    lay("Terror", map="Maine - WW", **position).expect(cards="" if in_turn else "Terror")
    game = lay("Terror", map="Maine - R", **position).play("Terror")
    game.expect(legal="Maine" if in_turn else "pass, Maine")
    game.play("Maine, hit 1").expect(legal="pass, Bailly")
    game.play("Bailly").expect("AFTER", removed="Bailly")


@pytest.mark.rule("LIB-4.11")
def test_bread_shortage_takes_any_block_in_the_first_turn():
    game = lay("Bread Shortage", map="Maine WW, Berry - B, Paris - RRR RR").play("Bread Shortage")
    game.expect(legal="Maine, Berry, Paris", stock=[20, 25, 23]).play("Paris").expect(legal="hit 1, hit 2")
    game.play("hit 2").expect("AFTER", map="Paris - RRR R", stock=[20, 25, 24])
    game = lay("Bread Shortage", turn=2, government="red", map="Maine WW BBB, Berry W - R")
    game.play("Bread Shortage, Berry").expect(legal="hit 2")  # later not of any stack


@pytest.mark.rule("LIB-4.11")
@pytest.mark.parametrize(
    ("government", "owner", "left"),
    [("white", 0, "Maine W BBB"), ("blue", 1, "Maine WW BB"), ("red", 2, "Berry - - -")],
)
def test_bread_shortage_hits_the_government_later(government, owner, left):
    game = lay("Bread Shortage", turn=2, government=government, map="Maine WW BBB, Berry - - R")
    game.play("Bread Shortage").expect(legal=left.split()[0])
    game.play(left.split()[0]).expect(legal=f"hit {owner}").play(f"hit {owner}").expect(map=left)


@pytest.mark.rule("LIB-4.12")
@pytest.mark.parametrize("government", ["white", "blue", "red"])
@pytest.mark.parametrize(("owner", "left"), [(1, "WW BB R"), (2, "WW BBB -")])
def test_religious_problems_take_a_red_or_a_blue_block(government, owner, left):
    position = {"turn": 3, "government": government, "map": "Maine WW BBB R, Berry - W, Paris - - RR"}
    game = lay("Religious Problems", **position).play("Religious Problems").expect(legal="Maine, Paris")
    game.play("Maine").expect(legal="hit 1, hit 2").play(f"hit {owner}").expect(map=f"Maine {left}")


# --- Targets -------------------------------------------------------------------------------------

WITHOUT_TARGET = [
    ("Purge", {}),
    ("Guillotine", {"displays": ["", "Feuillants", "Jacobins (A)"]}),
    ("Emigration", {"displays": ["Danton", "Feuillants", "Club Monarchique"]}),
    ("Terror", {"map": "Maine W B"}),
    ("Bread Shortage", {"map": "Maine W B"}),
    ("Religious Problems", {"map": "Maine W WW"}),
]


@pytest.mark.rule("LIB-4.13")
@pytest.mark.parametrize(("special", "position"), WITHOUT_TARGET)
def test_without_a_target_it_may_not_be_played_or_is_wasted(special, position):
    lay(f"{special}, Sade", **IN_RED, **position).expect(cards="Sade")
    game = lay(f"{special}, Sade", waste_specials=True, **IN_RED, **position)
    before = {name: game.fact(name) for name in ("displays", "height", "colour", "removed")}
    game.play(special).expect("AFTER", **before, discards=special, legal="pass, Sade")
    played("Guillotine", waste_specials=True, displays=["", "Maury"]).expect(legal="Maury")


@pytest.mark.rule("LIB-4.13")
def test_a_card_just_played_may_bring_the_target():
    hand = "Guillotine, Emigration, Bread Shortage, Religious Problems, Sade"
    game = lay(hand, displays=["", "Feuillants, Club de Valois"]).expect(cards="Sade")
    game.play("Sade, Paris, discard").expect(cards="Bread Shortage, Religious Problems")


@pytest.mark.rule("LIB-4.14")
def test_own_cards_are_targets_too_also_the_one_just_displayed():
    game = lay("Danton, Guillotine", displays=["Sade", "Maury"]).play("Danton, Paris x3, display, Guillotine")
    game.expect(legal="Danton, Sade, Maury").play("Danton").expect(displays="Sade", removed="Danton")
    game = lay("Sade, Guillotine", displays=["", "Maury, Cazalès"]).play("Sade, Paris, discard, Guillotine")
    game.expect(legal="Maury, Cazalès")


# --- Blocks removed ------------------------------------------------------------------------------


@pytest.mark.rule("LIB-4.15", "LIB-4.16")
def test_a_stack_that_is_gone_leaves_its_place_and_its_token():
    hands = ["Religious Problems", "", "", "Feuillants"]
    game = lay(hands, players=4, order=[0, 3, 1, 2], map="Paris R B W, Maine - - - W")
    assert game.expect(stock=[20, 25, 27]).sees(0, "tokens", 20)[0] == 17
    game.play("Religious Problems, Paris, hit 0, pass").expect(map="Paris - B W", stock=[20, 25, 28])
    game.expect(collected={colour: [0] * 4 for colour in ("white", "blue", "red")})  # nobody takes it
    assert game.sees(0, "tokens", 20)[0] == 18
    game.play("3: Feuillants").offers("Paris")  # three stacks had filled it
