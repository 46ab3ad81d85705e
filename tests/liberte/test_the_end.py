"""The end of the game: four turns, counter-revolution, landslide; winners, scores and payoffs."""

import pytest

from hustings.envs.liberte.box import PERSONALITY

from .playing import BOX, PROVINCES, alone, election, everywhere, lay

SIX = ["Brittany", "Maine", "Anjou", "Vivarais", "Provence", "Berry"]
WHITE = everywhere(SIX, "- - - W")  # seat 3 controls six provinces


def after_a_card(**position):
    """The third turn, if no other: seat 0 has played Sade, which changes nothing for royalists."""
    game = lay(**{"hands": "Sade", "players": 4, "turn": 3} | position)
    return game.play("Sade, Picardy, discard")


# --- Four turns ----------------------------------------------------------------------------------


@pytest.mark.rule("LIB-8.1", "LIB-8.18", "LIB-8.19")
def test_most_victory_points_after_four_turns():
    position = {"hands": "Necker, Danton", "map": alone("R", "", "RR", "B")}
    game = lay(players=4, turn=4, vp=[4, 9, 188, 1], **position).all_pass().expect(payoff=[0, 0, 0, 0])
    game.pass_round("ACTION").expect("OVER -1", ending="FOUR_TURNS", over=True, scores=[6, 9, 193, 4])
    game.expect(payoff=[-0.333, 0.333, 1, -1], collected={"red": [0] * 4})


@pytest.mark.rule("LIB-8.2")
def test_level_points_are_told_apart_by_all_blocks_on_the_display():
    """1 shows four blocks, 2 six, 0 three; hands do not count."""
    position = {"displays": ["Danton", "Feuillants, Sade, Cazalès", "Necker, Maury"], "turn": 4}
    game = election(vp=[9, 9, 8, 0], hands="Robespierre, Sieyès", map=alone("", "", "", "RRB"), **position)
    game.expect(ending="FOUR_TURNS", scores=[9, 9, 8, 8], payoff=[0.333, 1, -0.333, -1])
    game.games.reward = "win"
    game.expect(payoff=[-0.25, 0.75, -0.25, -0.25])


@pytest.mark.rule("LIB-8.3", "LIB-8.18")
def test_level_in_points_and_cards_is_a_shared_victory():
    position = {"displays": ["Danton", "Sade, Cazalès"], "map": alone("", "", "RR", "B")}
    game = election(turn=4, vp=[9, 9, 0, 0], **position)
    game.expect(scores=[9, 9, 5, 3], payoff=[0.667, 0.667, -0.333, -1])
    game.games.reward = "win"
    game.expect(payoff=[0.25, 0.25, -0.25, -0.25])


# --- Counter-revolution --------------------------------------------------------------------------


@pytest.mark.rule("LIB-8.4", "LIB-8.8", "LIB-8.9", "LIB-8.12")
@pytest.mark.parametrize("turn", [3, 4])
@pytest.mark.parametrize(("kept", "points"), [("display", 1 + 1 + 3), ("discard", 1 + 3)])
def test_the_seventh_white_province_ends_the_game(turn, kept, points):
    """When the card is done with; Froment counts if it is displayed."""
    position = {"hands": "Froment, Necker, Guillotine", "displays": ["", "Sade"], "map": WHITE}
    game = lay(players=4, turn=turn, **position).play("Froment, Guyenne").expect(ending="NONE").play(kept)
    game.expect(ending="COUNTER_REVOLUTION", turn=turn, over=True, seat=-1, scores=[points, 0, 0, 6])


@pytest.mark.rule("LIB-8.5")
@pytest.mark.parametrize(
    ("stacks", "ending"),
    [
        *((stacks, "COUNTER_REVOLUTION") for stacks in ("W", "WW W", "W WWW WW", "WW R B")),
        *((stacks, "NONE") for stacks in ("W W", "WW RR", "BB WW", "W RR", "RR W", "W W BB")),
        *((stacks, "NONE") for stacks in ("- RRR", "- BBB", "-")),
    ],
)
def test_a_single_white_stack_higher_than_all_others_controls(stacks, ending):
    after_a_card(map=f"{WHITE}, Alsace {stacks}").expect(ending=ending, over=ending != "NONE")


@pytest.mark.rule("LIB-8.7", "LIB-8.10")
@pytest.mark.parametrize("turn", [1, 2])
def test_no_counter_revolution_in_the_first_turns(turn):
    """The election takes the provinces away, before those of the second turn count."""
    game = after_a_card(turn=turn, map=f"{WHITE}, Vendée - - - W, Guyenne - - - W").expect(ending="NONE")
    game.play("pass").pass_round("ACTION").expect(ending="NONE", turn=turn + 1, lost_battles=turn - 1)


@pytest.mark.rule("LIB-8.7", "LIB-8.12", "LIB-8.6")
@pytest.mark.parametrize(
    ("number", "ending", "scores", "payoff"),
    [
        (6, "COUNTER_REVOLUTION", [2, 0, 0, 6], [0.333, -0.667, -0.667, 1]),
        (5, "NONE", [9, 0, 0, 5], [0, 0, 0, 0]),
    ],
)
def test_the_third_turn_may_begin_with_a_counter_revolution(number, ending, scores, payoff):
    """Two blocks in each province, so that one is left after the election, and the battle lost in turn 2."""
    stacks = everywhere(SIX[:number], "- - - WW")
    game = election(turn=2, vp=[9, 0, 0, 0], displays="Malouet", map=stacks).expect(turn=3, vp=[9, 0, 0, 5])
    game.expect(ending=ending, scores=scores, payoff=payoff)


@pytest.mark.rule("LIB-8.9")
def test_it_is_not_looked_at_between_the_blocks_of_a_card():
    """The first block makes seven, the second takes Vendée from seat 1."""
    stacks = everywhere(("Brittany", "Vivarais", "Provence", "Berry", "Guyenne"), "- - - W") + ", Vendée - W"
    game = lay("La Rochejaquelein", players=4, turn=3, map=stacks).play("La Rochejaquelein, Maine")
    game.expect("PLACE").play("Vendée, display").expect("AFTER", ending="NONE")


@pytest.mark.rule("LIB-8.9", "LIB-4.18")
@pytest.mark.parametrize("before", ["", "Sade, Paris, display, "])
def test_a_special_card_may_bring_it_about_and_the_rest_of_the_action_is_lost(before):
    game = lay("Religious Problems, Condé, Sade", players=4, turn=3, map=f"{WHITE}, Alsace - W R")
    game.play(f"{before}Religious Problems, Alsace").expect(over=False).play("hit 2")
    game.expect(ending="COUNTER_REVOLUTION", scores=[3, 1, 0, 6], discards="Religious Problems")
    game.expect(hands=["Condé" if before else "Condé, Sade", "", "", ""])


@pytest.mark.rule("LIB-8.10", "LIB-8.6", "LIB-8.17")
@pytest.mark.parametrize("turn", [3, 4])
def test_a_lost_battle_may_bring_it_about_before_the_election(turn):
    """The block on the battle is nobody's."""
    game = election(turn=turn, vp=[9, 0, 0, 0], map=f"{WHITE}, Paris RRR").expect(lost_battles=1)
    game.expect(ending="COUNTER_REVOLUTION", map=f"{WHITE}, Paris RRR", scores=[0, 0, 0, 6])


def paris_counts(cr: int, **position):
    """Red leaves Paris whole and white stays: the seventh, with five others and a lost battle."""
    box = BOX.copy()
    box["cr"][0, PROVINCES.index("Paris")] = cr
    for name, value in position.items():
        box[name] = value
    stacks = f"{everywhere(SIX[:5], '- - - WW')}, Paris RRR WW"
    return election(turn=3, vp=[0, 9, 0, 0], map=stacks, box=box)


@pytest.mark.rule("LIB-8.11", "LIB-8.12", "LIB-8.15")
def test_paris_is_looked_at_in_an_election_where_it_counts():
    """There is no government any more then, and the blocks collected never count."""
    paris_counts(0).expect(votes=[5, 0, 3], ending="NONE", turn=4)
    game = paris_counts(1).expect(votes=[5, 0, 3], ending="COUNTER_REVOLUTION", turn=3)
    game.expect(vp=[0, 9, 0, 0], scores=[0, 2, 0, 5])
    paris_counts(1, landslide_points=1).expect(ending="COUNTER_REVOLUTION", scores=[0, 2, 0, 5])


@pytest.mark.rule("LIB-8.17")
def test_a_counter_revolution_in_paris_goes_before_a_landslide():
    """Red's three votes of Paris would do in this box."""
    paris_counts(0, landslide_votes=3).expect(votes=[5, 0, 3], ending="LANDSLIDE")
    paris_counts(1, landslide_votes=3).expect(votes=[5, 0, 3], ending="COUNTER_REVOLUTION")


@pytest.mark.rule("LIB-8.12", "LIB-8.18", "LIB-8.20")
def test_white_points_of_the_map_the_hand_and_the_display():
    """Seats 1 and 3 are level; seat 1 has 7 of them on cards, seat 3 only 3."""
    hands = ["Sade, Necker, Danton", "Club Monarchique, Sieyès", "", "Maury"]
    displays = ["Clichy Club, Bailly", "Condé, Charette", "Marat"]
    stacks = f"{WHITE}, Languedoc WWW WW RR, Paris - BBB W"
    game = after_a_card(
        turn=4, vp=[0, 0, 90, 0], lost_battles=1, hands=hands, displays=displays, map=stacks
    ).expect(ending="COUNTER_REVOLUTION", scores=[3 + 3 + 1, 2 + 1 + 3 + 3, 1, 6 + 3])
    game.expect(payoff=[-0.333, 1, -1, 0.333], known="Necker, Danton, Club Monarchique, Sieyès, Maury")


@pytest.mark.rule("LIB-8.12")
def test_the_last_card_of_a_box_of_ones_own_counts_too():
    box = BOX.copy()
    for part, value in {"kind": PERSONALITY, "colour": 1, "value": 3}.items():
        box[f"card_{part}"][0, 110] = value  # in place of the last of the Religious Problems
    box["card_name"][0, 110, 0] = ord("A")  # the others keep their name
    hands = {"hands": ["Sade", "", "Religious Problems"], "discards": "Religious Problems x3"}
    game = after_a_card(map=f"{WHITE}, Alsace - - - W", box=box, **hands)
    game.expect(ending="COUNTER_REVOLUTION", scores=[0, 0, 3, 7])


@pytest.mark.rule("LIB-8.13", "LIB-8.18")
@pytest.mark.parametrize(
    ("cards", "more", "payoff"),
    [("Mounier, Froment", "", [1, 0, -1]), ("Mounier", ", Gascony W", [0.5, 0.5, -1])],
)
def test_level_white_points_are_told_apart_by_the_cards(cards, more, payoff):
    """Seats 0 and 1 have six white points, seat 1 two of them on a card."""
    stacks = f"{everywhere(SIX[:3], 'W')}, {everywhere(SIX[3:], '- W')}, Vendée - W{more}"
    game = after_a_card(hands=[f"Sade, {cards}", "Cazalès"], players=3, vp=[0, 9, 0], map=stacks)
    game.expect(ending="COUNTER_REVOLUTION", scores=[6, 6, 0], payoff=payoff)


# --- Radical landslide ---------------------------------------------------------------------------


@pytest.mark.rule("LIB-8.14", "LIB-8.17")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_seventeen_red_votes_end_the_game(turn):
    """Nobody governs any more."""
    position = {"vp": [0, 9, 0, 0], "presence": [0, 1, 0, 0]}
    game = election(turn=turn, map=alone("R" * 10, "B" * 2, "R" * 7), **position)
    game.expect(ending="LANDSLIDE", votes=[0, 2, 17], turn=turn, vp=[0, 9, 0, 0], government="none")


@pytest.mark.rule("LIB-8.14")
@pytest.mark.parametrize(
    ("stacks", "votes", "ending"),
    [
        (alone("R" * 16, "BB"), [0, 2, 16], "NONE"),
        (f"{alone('BB', 'R' * 14)}, Paris RR", [0, 2, 16], "NONE"),
        (f"{alone('BB', 'R' * 14)}, Paris RRR", [0, 2, 17], "LANDSLIDE"),
        (alone("B" * 10, "B" * 8), [0, 18, 0], "NONE"),
        (alone("W" * 10, "W" * 8), [18, 0, 0], "NONE"),
    ],
)
def test_sixteen_are_not_enough_paris_counts_in_full_and_only_red_counts(stacks, votes, ending):
    election(turn=2, map=stacks).expect(votes=votes, ending=ending)


@pytest.mark.rule("LIB-8.15", "LIB-8.18", "LIB-8.20")
@pytest.mark.parametrize(
    ("landslide_points", "scores", "payoff"),
    [
        ("map", [0, 3, 9, 3], [-1, -0.333, 1, 0.333]),
        ("map and collected", [9, 11, 9, 3], [-0.333, 1, 0.333, -1]),
    ],
)
def test_red_points_of_the_map_the_hand_and_the_display(landslide_points, scores, payoff):
    """Seat 2 has none of the votes, but red cards and the rest of a beaten stack."""
    hands = ["Sieyès", "Cordeliers (A), Sade", "Danton", "Terror, Robespierre"]
    position = {"displays": ["", "Necker", "Marat, Jacobins (A)"], "landslide_points": landslide_points}
    stacks = f"{alone('R' * 9, 'R' * 7)}, Vendée B RR R, Lyonnais - - R BBB"
    game = election(vp=[50, 0, 0, 0], hands=hands, map=stacks, **position)
    game.expect(ending="LANDSLIDE", votes=[0, 1, 17], map="Vendée B R R", scores=scores, payoff=payoff)
    game.expect(known=", ".join(hands))


@pytest.mark.rule("LIB-8.16", "LIB-8.18")
@pytest.mark.parametrize(
    ("card", "more", "payoff"), [("Danton", "", [1, 0, -1]), ("Couthon", ", Lyonnais RR", [0.5, 0.5, -1])]
)
def test_level_red_points_are_told_apart_by_the_cards(card, more, payoff):
    """Seats 0 and 1 have three red points, seat 1 two of them on a card."""
    stacks = f"{alone('R' * 9, 'R' * 8)}, Vendée - RR{more}"
    game = election(3, vp=[0, 30, 0], hands=[card, "Saint-Just"], map=stacks)
    game.expect(ending="LANDSLIDE", scores=[3, 3, 0], payoff=payoff)
