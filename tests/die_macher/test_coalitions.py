"""Coalitions: who may ask and force whom, what partners share, and for how long."""

import pytest

from hustings.envs import HustingsError

from . import playing as p

# Programmes with so many cards like those of p.FIVE
LIKE = {0: "-wel -hom -gen -hea -spe", 1: "+wel -hom -gen -nuc -eur", 2: "+wel +hom -gen -nuc +hea"}
LIKE |= {3: "-wel +hom +gen +nuc +spe", 5: p.FIVE}
# Five programmes of which any two have at least three cards alike
CLOSE = [p.FIVE, p.FIVE, "+wel +hom +gen +nuc +hea", "+wel +hom +eur +hea +spe", "+gen +nuc +eur +hea +spe"]
ONE = {"coalition_passes": 1}
PASSES = pytest.mark.parametrize("passes", [1, 2])


def talking(programmes, tiles=None, options=None, start: int = 0, tile=(), **position) -> p.Game:
    """Coalitions are to be made: a programme for each seat, tiles beside the current region."""
    tile = {0: tiles or [1] * len(programmes), **dict(tile)}
    position |= {"seat": start, "start": start, "programmes": dict(enumerate(programmes)), "tile": tile}
    return p.dealt(len(programmes), **(options or {})).lay("NEXT_COALITION", **position)


def alike(*common: int, **position) -> p.Game:
    """Seat 0 has so many cards like each other one."""
    return talking([p.FIVE, *(LIKE[number] for number in common)], **position)


def same(players: int = 3, **position) -> p.Game:
    return talking([p.FIVE] * players, **position)


# --- Who takes part ------------------------------------------------------------------------------


@pytest.mark.rule("MAC-5.1", "MAC-5.2", "MAC-13.18")
@PASSES
def test_both_need_a_tile_beside_the_current_region(passes):
    options = {"coalition_passes": passes}
    tiles = {1: [0, 1, 1], 2: [1, 1, 1], 3: [1, 1, 1]}
    game = alike(5, 5, tiles=[1, 0, 0], tile=tiles, options=options)
    game.expect("MEDIA 0", partner=[None] * 3, tile=[[1, 0, 0], *tiles.values()])
    alike(5, 5, tiles=[0, 1, 0], options=options).expect("MEDIA 0")


@pytest.mark.rule("MAC-5.2", "MAC-5.11")
def test_it_takes_a_tile_to_ask_and_to_be_asked_and_who_can_do_nothing_is_passed_over():
    game = alike(5, 5, 5, tiles=[1, 0, 1, 0]).expect("COALITION 0", legal="- p2").play("0 -, 2 -")
    game.expect("FORCE 0", legal="- f2").play("0 -, 2 -").expect("MEDIA 0")
    game = talking([LIKE[0], p.FIVE, LIKE[2], LIKE[3]]).expect("COALITION 1").play("1 -, 2 -, 3 -")
    game.expect("FORCE 1").play("1 -").expect("FORCE 3", legal="- f1").play("3 -")
    game.expect("MEDIA 0", partner=[None] * 4)
    alike(2, 2).play("0 -, 1 -, 2 -").expect("FORCE 1")  # 1 and 2 have the same programme, 0 only two alike
    talking([p.FIVE, LIKE[2], LIKE[0]]).play("0 -, 1 -").expect("MEDIA 0")


# --- Agreements ----------------------------------------------------------------------------------


@pytest.mark.rule("MAC-5.5", "MAC-13.18")
@pytest.mark.parametrize(("options", "force"), [({}, ""), (ONE, "f4")])
def test_two_cards_alike_allow_an_agreement(options, force):
    game = alike(0, 1, 2, 3, options=options).expect("COALITION 0", legal=f"- p3 p4 {force}").play("0 p3")
    game.expect("REPLY 3", legal="- y").play("3 y").expect(partner=[3, None, None, 0, None], asker=-1)
    alike(0, 1, 2, 3, options=options).play("0 p4").expect("REPLY 4", legal="- y")


@pytest.mark.rule("MAC-5.5")
def test_neither_contrary_nor_hidden_cards_are_alike():
    contrary = p.FIVE.replace("+", "-")
    talking([p.FIVE, contrary, LIKE[1]]).expect("COALITION 1")  # 1 and 2 have three alike, and 0 has nobody
    hands = {1: "+hom +gen +nuc", 0: "-wel -hom -gen"}
    talking([p.FIVE, LIKE[1], LIKE[0]], hands=hands, tiles=[1, 1, 0]).expect("MEDIA 0")
    game = talking([p.FIVE, LIKE[2], LIKE[0]], hands={1: "+gen +nuc +eur"}, tiles=[1, 1, 0])
    game.play("0 -, 1 -").expect("MEDIA 0")  # with two alike nobody is forced


@pytest.mark.rule("MAC-2.1", "MAC-5.6", "MAC-5.10")
def test_each_in_turn_asks_one_other():
    game = same(4, start=2).expect(legal="- p0 p1 p3").play("2 p3").expect("REPLY 3").play("3 -")
    game.expect("COALITION 3").play("3 p1").expect("REPLY 1").play("1 -, 0 -, 1 p2, 2 -")
    game.expect("FORCE 2", asked=0, partner=[None] * 4)


@pytest.mark.rule("MAC-5.7", "MAC-5.8", "MAC-5.9")
@pytest.mark.parametrize(
    ("moves", "partner"),
    [
        # Who has refused or passed may ask and be asked
        ("0 p1, 1 -, 1 p0, 0 y", [1, 0, None]), ("0 p1, 1 -, 1 -, 2 p1, 1 y", [None, 2, 1]),
        ("0 -, 1 -, 2 p0, 0 y", [2, None, 0]),
        # Who has refused can be forced, and who was refused too
        ("0 p1, 1 -, 1 -, 2 -, 0 f1", [1, 0, None]), ("0 p1, 1 -, 1 -, 2 -, 0 -, 1 f0", [1, 0, None]),
        # An agreement is a way out of force: seat 0 waits to force 1, who prefers 2
        ("0 -, 1 p2, 2 y", [None, 2, 1]),
    ],
)  # fmt: skip
def test_who_may_still_be_a_partner(moves, partner):
    same().play(moves).expect(partner=partner)


# --- Force ---------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-5.8", "MAC-13.18")
def test_three_cards_alike_allow_force_in_turn_order():
    game = alike(1, 2, 3, 5).play("0 -, 1 -, 2 -, 3 -, 4 -").expect("FORCE 0", legal="- f3 f4").play("0 f3")
    game.expect(partner=[3, None, None, 0, None])
    game = same(4, start=3).play("3 -, 0 -, 1 -, 2 -").expect("FORCE 3").play("3 -")
    game.expect("FORCE 0", legal="- f1 f2 f3")  # who had the choice can be forced
    game.play("0 f3, 1 f2").expect("MEDIA 3", partner=[3, 2, 1, 0])


# --- Partners ------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-5.3", "MAC-5.9", "MAC-13.18")
def test_partners_are_out_of_it():
    game = talking(CLOSE).play("0 p2, 2 y").expect("COALITION 1", legal="- p3 p4").play("1 -")
    game.expect("COALITION 3", legal="- p4 p1")  # 2 has a partner and does not ask
    game.play("3 -, 4 -").expect("FORCE 1", legal="- f3 f4").play("1 f4").expect("MEDIA 0")  # 3 is alone
    game.expect(partner=[2, 4, 0, None, 1])


@pytest.mark.rule("MAC-5.4")
@PASSES
def test_two_coalitions_of_four(passes):
    game = same(4, options={"coalition_passes": passes}).play("0 p3, 3 y, 1 p2, 2 y")
    game.expect("MEDIA 0", partner=[3, 2, 1, 0])


# --- One round of talk ---------------------------------------------------------------------------


@pytest.mark.rule("MAC-5.9", "MAC-5.10")
def test_in_one_round_of_talk_one_asks_or_forces_and_goes_on_after_a_refusal():
    game = alike(1, 2, 3, 5, options=ONE).expect("COALITION 0", legal="- p2 p3 p4 f3 f4").play("0 f4")
    game.expect("COALITION 1", legal="- p2 f2", partner=[4, None, None, None, 0])
    game = alike(2, 5, 5, options=ONE).play("0 p1, 1 -").expect("COALITION 0", legal="- p2 p3 f2 f3")
    game.play("0 p2, 2 -").expect(legal="- p3 f2 f3").play("0 f2")
    game.expect("COALITION 1", partner=[2, None, 0, None])
    same(options=ONE).play("0 p1, 1 -, 0 p2, 2 y").expect("MEDIA 0", partner=[2, None, 0])
    same(options=ONE).play("0 f1").expect("MEDIA 0", partner=[1, 0, None])


@pytest.mark.rule("MAC-5.10")
def test_or_stops_and_nobody_has_a_second_turn():
    game = same(options=ONE).play("0 p1, 1 -, 0 -").expect("COALITION 1", legal="- p0 p2 f0 f2")
    game.play("1 -, 2 -").expect("MEDIA 0", asked=0)
    game = alike(2, 2, options=ONE).play("0 p1, 1 -, 0 p2, 2 -").expect(legal="-").play("0 -")
    game.expect("COALITION 1")
    same(options=ONE, start=2).play("2 -, 0 -, 1 -").expect("MEDIA 2")  # in turn order


# --- What they share -----------------------------------------------------------------------------


@pytest.mark.rule("MAC-5.13", "MAC-10.3", "MAC-10.6")
@pytest.mark.parametrize(("allies", "winners"), [([(0, 1)], [1, 0, -1]), ([], [2, -1, -1])])
def test_partners_win_together_and_have_their_own_seats(allies, winners):
    """In Bayern 20, 25 and 40 votes are 24, 30 and 48 of 60 seats; each partner is paid for its own.

    All tiles beside the region leave the game.
    """
    game = p.lay(
        "ELECTION", lands=[p.BAYERN, p.NORDRHEIN, p.HESSEN, p.SACHSEN], votes={0: [20, 25, 40]},
        meetings={0: [0] * 3}, allies=allies, opinions={0: "+gen +hea"}, tile={0: [1, 1, 1], 1: [0, 1, 0]},
    )  # fmt: skip
    game.expect(f"NATIONAL_CARD {winners[0]}", winner=winners, votes={0: [20, 25, 40]}, tiles=[3, 2, 3])
    game.expect(seats_won={0: [24, 30, 48]}).until("CONTRIBUTION")
    game.expect(cash=[25 + 24 + 5, 25 + 30 + 5, 25 + 48 + 5])
    game.expect(tiles=[3, 2, 3], tile=[[0, 1, 0], *[[0] * 3] * 3], partner=[None] * 3)


@pytest.mark.rule("MAC-5.12")
def test_a_coalition_is_for_one_election():
    programmes = [p.FIVE, p.FIVE, LIKE[0]]
    game = talking(programmes, tiles=[1, 1, 0], tile={1: [1, 1, 0]}).play("0 p1, 1 y")
    game.expect(partner=[1, 0, None]).pass_round().expect(round_number=2, partner=[None] * 3)
    game = talking(programmes, tiles=[1, 1, 0], round_number=2).play("0 -, 1 p0, 0 y")
    game.expect(partner=[1, 0, None])


@pytest.mark.rule("MAC-5.14", "MAC-13.7")
@pytest.mark.parametrize(("edition", "last"), [("classic", 7), ("short", 5)])
def test_the_last_election_has_no_coalition(edition, last):
    """After the election of the round before it follows at once: 15 and 16 votes do not beat 20."""
    before = {"round_number": last - 1, "regions": 2, "programmes": dict.fromkeys(range(3), p.FIVE)}
    rows = {"votes": {1: [15, 16, 20]}, "meetings": {0: [0] * 3, 1: [0] * 3}, "tile": {1: [1, 1, 1]}}
    game = p.lay("ELECTION", edition=edition, opinions={1: "+gen +hea"}, **rows, **before)
    game.expect("NATIONAL_CARD 2", round_number=last, partner=[None] * 3, winner=[2, -1, -1])
    assert game.do("-").over
    game.lay("NEXT_COALITION", tile={0: [1, 1, 1]}, **before).expect("COALITION")


@pytest.mark.rule("MAC-5.15")
def test_partners_pay_each_other_nothing():
    """Nothing but who asks whom can be said, and nothing but the partners changes."""
    assert same().expect(legal="- p1 p2").play("0 p1").fact("legal") == p.actions("- y")
    kept = ("cash", "members", "media_supply", "meeting_supply", "tiles", "tile", "votes")
    same().keeps("0 p1, 1 y", *kept).expect(partner=[1, 0, None])


# --- Tables from outside -------------------------------------------------------------------------


@pytest.mark.parametrize("partners", [[4, 5, 4], [0, 0, 5], [1, 0, 0], [2, 0, 0], [2, 3, 2]])
def test_a_partner_who_cannot_be_one_is_refused(partners):
    games = p.deal(3)
    tables = games.tables.copy()
    tables["ally"][0, :3] = [0, 3, 2]
    games.tables = tables
    tables["ally"][0, :3] = partners
    with pytest.raises(HustingsError, match="a coalition is one sided"):
        games.tables = tables
