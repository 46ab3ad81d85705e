"""3 Playing a card: blocks and cannons, the personal display, and a second card of one block."""

import pytest

from .playing import PROVINCES, alone, everywhere, lay

WEST = "Brittany, Maine, Anjou, Vendée"
CENTRE = "Berry, Limousin, Auvergne, Bourbonnais"
EAST = "Burgundy, Franche-Comté, Alsace, Lorraine, Champagne"
PARIS_BASIN = "Normandy, Orléanais, Artois-Flanders, Picardy, Paris"
ORDINARY = "Danton, Bailly, Maury, Feuillants"


@pytest.mark.rule("LIB-3.3", "LIB-3.4")
@pytest.mark.parametrize(
    ("name", "region", "letters", "stock"),
    [
        ("Danton", PARIS_BASIN, "RRR", [22, 26, 25]),
        ("Comte d'Artois", WEST, "WWW", [19, 26, 28]),
        ("Le Chapelier", WEST, "BB", [22, 24, 28]),
        ("Romme", CENTRE, "R", [22, 26, 27]),
        ("Talleyrand", EAST, "BBB", [22, 23, 28]),
        ("Stofflet", WEST, "W", [21, 26, 28]),
    ],
)
def test_a_personality_places_its_blocks_in_its_region(name, region, letters, stock):
    game = lay(name).play(name)
    there = region.split(", ")[1]
    for number in range(1, len(letters) + 1):
        game.expect("PLACE", legal=region)  # a block is not kept back
        game.play(there).expect(map=f"{there} {letters[:number]}")
    game.expect("KEEP", stock=stock)


@pytest.mark.rule("LIB-3.4", "LIB-3.6", "LIB-3.7", "LIB-3.8", "LIB-3.9", "LIB-3.10")
@pytest.mark.parametrize(
    ("stacks", "closed", "moves", "after"),
    [
        ("", "", "Paris, Picardy, Paris", "Paris RR, Picardy R"),  # split among provinces
        ("Paris RR, Picardy RRR", "Picardy", "Paris", "Paris RRR"),  # three blocks
        ("Paris - R W B, Picardy - R RRR", "Paris", "Picardy", "Picardy R R RRR"),  # three stacks
        ("Normandy R R RRR", "", "Normandy", "Normandy RR R RRR"),  # of which one's own may grow
        ("Paris B, Normandy W R", "Paris, Normandy", "Picardy", "Picardy R"),  # a stack of one colour
        ("Picardy - RR", "", "Picardy", "Picardy R RR"),  # beside another's
    ],
)
def test_the_rules_of_three(stacks, closed, moves, after):
    game = lay("Danton", players=5, map=stacks).play("Danton")
    game.expect(legal={*PARIS_BASIN.split(", ")} - {*closed.split(", ")}).play(moves).expect(map=after)
    game.expect(phase="KEEP" if moves.count(",") == 2 else "PLACE")
    if after == "Paris RRR":
        game.refuses("Paris")


@pytest.mark.rule("LIB-3.5")
@pytest.mark.parametrize(
    ("name", "letter"), [("Feuillants", "B"), ("Clichy Club", "W"), ("Panthéon Club", "R")]
)
def test_a_club_places_one_block_in_any_province(name, letter):
    game = lay(name).play(name).expect(legal=", ".join(PROVINCES)).play("Béarn")
    game.expect("KEEP", map=f"Béarn {letter}")
    assert len(PROVINCES) == 27


@pytest.mark.rule("LIB-3.11")
def test_as_many_blocks_are_placed_as_stock_and_region_take():
    game = lay("Danton", stock=[22, 26, 2]).play("Danton, Paris x2")
    game.expect("KEEP", stock=[22, 26, 0], map="Paris RR")
    full = everywhere(("Normandy", "Orléanais", "Artois-Flanders", "Picardy"), "B")
    game = lay("Danton", map=f"{full}, Paris RR").play("Danton, Paris")
    game.expect("KEEP", blocks_left=0, closing=0)


@pytest.mark.rule("LIB-3.12")
def test_a_card_that_can_place_no_block_may_be_played_also_with_a_cannon():
    game = lay("Danton, Bailly", stock=[22, 26, 0]).expect(cards="Danton, Bailly").play("Danton")
    game.expect(legal="display, discard").play("display").expect(displays="Danton")
    game = lay("Santerre", stock=[22, 26, 0], turn=2).play("Santerre").expect(legal="blocks, cannon")
    game.play("blocks").expect("KEEP", cannons=[0, 0, 0])


@pytest.mark.rule("LIB-3.12", "LIB-3.14")
@pytest.mark.parametrize(
    ("position", "cards"),
    [
        ({"stock": [22, 26, 0]}, "Bailly"),
        ({"stock": [22, 26, 0], "turn": 2}, "Bailly, Santerre, Panthéon Club"),
        ({"map": everywhere(PARIS_BASIN.split(", "), "B")}, "Bailly, Santerre, Panthéon Club"),
    ],
)
def test_or_a_card_must_place_a_block_or_a_token(position, cards):
    game = lay("Danton, Bailly, Santerre, Panthéon Club", play_without_blocks=False, **position)
    game.expect(cards=cards)
    if "turn" in position:
        game.play("Santerre").expect(legal="cannon")


TOKENS = [(18, 0, 0, False), (17, 0, 1, False), (15, 2, 1, False), (15, 1, 1, True)]


@pytest.mark.rule("LIB-3.13", "LIB-0.5")
@pytest.mark.parametrize(("stacks", "cannons", "presence", "free"), TOKENS)
def test_without_a_token_no_new_stack_and_no_cannon(stacks, cannons, presence, free):
    position = {"cannons": [cannons, 0, 0], "presence": [presence, 0, 0], "turn": 2, "government": "blue"}
    position["map"] = f"{alone('B' * (stacks - 1))}, Paris R"
    lay("Dubois-Crancé", **position).play("Dubois-Crancé").expect(phase="MODE" if free else "KEEP")
    game = lay("Desmoulins", **position).play("Desmoulins")
    game.expect(legal=PARIS_BASIN if free else "Paris")  # one's own stack may grow
    if free:
        game.play("Picardy").expect(legal="Paris, Picardy")  # with the last token


@pytest.mark.rule("LIB-3.13")
def test_tokens_may_be_unlimited():
    position = {"map": f"{alone('B' * 17)}, Paris R", "turn": 2, "tokens": "unlimited"}
    game = lay("Desmoulins, Santerre", **position).play("Desmoulins").expect(legal=PARIS_BASIN)
    game.play("Picardy, Normandy, discard, pass; 1: pass; 2: pass; Santerre").expect(legal="blocks, cannon")


@pytest.mark.rule("LIB-3.13")
def test_presence_is_not_lost_for_want_of_a_token():
    blue, white = PROVINCES[:9], PROVINCES[9:18]
    position = {"map": f"{everywhere(blue, 'BB')}, {everywhere(white, 'WW')}, Paris B"}
    game = lay("Feuillants", turn=2, deck="", **position).pass_round().expect(government="blue", presence=1)
    assert sum(row[0] != "-" for row in game.fact("map").values()) == 18
    game.pass_round("DISCARD").play("Feuillants").expect("PLACE", provinces=", ".join(blue))  # no cannon


@pytest.mark.rule("LIB-3.14", "LIB-3.15")
def test_a_cannon_places_one_token_instead_of_blocks():
    """Of three blocks and no general; a special card may follow."""
    game = lay("Necker", turn=2, cannons=[4, 1, 0]).play("Necker").expect(legal="blocks, cannon")
    game.play("cannon").expect(cannons=[5, 1, 0], stock=[24, 28, 30], legal="display, discard")
    game.play("display").expect("AFTER", displays="Necker")
    lay("Necker", turn=2).play("Necker, blocks, Paris x3").expect(map="Paris WWW", cannons=0)


@pytest.mark.rule("LIB-3.14", "LIB-3.16")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["Necker", "Feuillants", "Lafayette", "Danton"])
def test_cannon_cards_are_so_in_turns_with_a_battle(turn, name):
    game = lay(name, turn=turn).play(name)
    game.expect(phase="MODE" if turn > 1 and name != "Danton" else "PLACE")


@pytest.mark.rule("LIB-3.17")
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_a_card_played_is_displayed_or_discarded(number):
    shown = ", ".join(ORDINARY.split(", ")[:number])
    game = lay("Volney", displays=shown).play("Volney, Maine").expect(legal="display, discard")
    game.play("display").expect(displays=f"{shown}, Volney".removeprefix(", "), discards="")
    game = lay("Volney", displays=shown).play("Volney, Maine, discard")
    game.expect(displays=shown, discards="Volney")


@pytest.mark.rule("LIB-3.17", "LIB-3.18")
@pytest.mark.parametrize(
    ("shown", "name", "state", "act"),
    [
        (ORDINARY, "Volney", False, False),
        (ORDINARY, "Lafayette", False, False),
        (ORDINARY, "Santerre", True, True),
        ("Danton, Bailly, Maury, Desmoulins", "Volney", True, False),
        ("Desmoulins, Danton, Bailly, Maury", "Volney", True, False),
        ("Desmoulins, Danton, Bailly, Maury", "Santerre", True, True),
        (f"Desmoulins, {ORDINARY}", "Santerre", False, False),
        (f"Desmoulins, {ORDINARY}", "Volney", False, False),
        ("Desmoulins, Danton, Bailly", "Volney", True, True),
    ],
)
def test_the_fifth_card_and_the_sans_culottes(shown, name, state, act):
    for option, allowed in (({}, state), ({"fifth_card": "state"}, state), ({"fifth_card": "act"}, act)):
        game = lay(name, displays=shown, **option).play(name).pass_round("PLACE")
        game.expect("KEEP", legal="display, discard" if allowed else "discard")


@pytest.mark.rule("LIB-3.28")
def test_a_second_one_block_personality_may_follow():
    hand = "Volney, Romme, Bailly, Club de Valois, Roux"
    game = lay(hand, valley_rules=True).play("Volney, Maine, display").expect("AFTER")
    game.expect(cards="Romme, Roux")  # of any colour; no club, no card of two blocks
    game.play("Romme, Berry, display").expect(legal="pass").play("pass")  # a third never
    game.expect(seat=1, displays="Volney, Romme", map="Maine B, Berry R")


@pytest.mark.rule("LIB-3.28")
@pytest.mark.parametrize(
    ("moves", "valley"),
    [("Volney, Maine", False), ("Feuillants, Maine", True), ("Bailly, Paris x2", True)],
)
def test_otherwise_one_card_is_played(moves, valley):
    game = lay("Volney, Feuillants, Bailly, Romme", valley_rules=valley).play(f"{moves}, discard")
    game.expect(legal="pass")


ONE, ANOTHER, HITS = "Volney, Maine, discard", "Romme, Berry, discard", "Guillotine, Maury"


@pytest.mark.rule("LIB-3.28", "LIB-4.1")
@pytest.mark.parametrize(
    ("first", "then", "last"),
    [
        (HITS, "pass, Volney, Romme, Lanjuinais", f"{ONE}, {ANOTHER}"),
        (f"{ONE}, {HITS}", "pass, Romme, Lanjuinais", ANOTHER),
        (f"{ONE}, {ANOTHER}", "pass, Guillotine", HITS),
    ],
)
def test_one_special_card_goes_with_the_two(first, then, last):
    """The action is over by itself then."""
    hand = "Volney, Romme, Guillotine, Guillotine, Lanjuinais"
    game = lay(hand, valley_rules=True, displays=["", "Maury, Sieyès"]).play(first).expect(legal=then)
    game.play(last).expect(seat=1, hands=["Guillotine, Lanjuinais", "", ""])


@pytest.mark.rule("LIB-3.28")
def test_the_next_action_starts_anew():
    game = lay("Volney, Romme, Bailly, Religious Problems", valley_rules=True, map="Berry - R")
    game.play("Volney, Maine, discard").expect(second_card=1).play("pass; 1: pass; 2: pass")
    game.expect(second_card=0, cards="Romme, Bailly, Religious Problems")
    game.play("Religious Problems, Berry, hit 1").expect(cards="Romme, Bailly")
    game.play("Bailly, Paris x2, discard").expect(seat=1)
