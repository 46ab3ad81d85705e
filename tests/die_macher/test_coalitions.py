"""Coalitions: who may ask, who may force, and what partners share."""

import pytest
from elections import (
    BAYERN,
    EURO_LATER,
    EURO_NOW,
    GENES,
    HEALTH,
    HESSEN,
    LESS_SECURITY,
    LESS_WELFARE,
    MORE_SECURITY,
    MORE_WELFARE,
    NO_GENES,
    NO_HEALTH,
    NO_NUCLEAR,
    NO_SPELLING,
    NORDRHEIN,
    NUCLEAR,
    PASS,
    SACHSEN,
    SPELLING,
    YES,
    deal,
    field,
    force,
    lay,
    legal,
    legal_in,
    pass_round,
    phase,
    play,
    player,
)

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.die_macher.table import REGIONS, Phase

# Programmes with so many cards like those of FIRST
FIRST = [MORE_WELFARE, MORE_SECURITY, GENES, NUCLEAR, EURO_NOW]
LIKE = {
    0: [LESS_WELFARE, LESS_SECURITY, NO_GENES, NO_HEALTH, NO_SPELLING],
    1: [MORE_WELFARE, LESS_SECURITY, NO_GENES, NO_NUCLEAR, EURO_LATER],
    2: [MORE_WELFARE, MORE_SECURITY, NO_GENES, NO_NUCLEAR, HEALTH],
    3: [LESS_WELFARE, MORE_SECURITY, GENES, NUCLEAR, SPELLING],
    5: FIRST,
}
# Five programmes of which any two have at least three cards alike
CLOSE = [
    FIRST,
    FIRST,
    [MORE_WELFARE, MORE_SECURITY, GENES, NUCLEAR, HEALTH],
    [MORE_WELFARE, MORE_SECURITY, EURO_NOW, HEALTH, SPELLING],
    [GENES, NUCLEAR, EURO_NOW, HEALTH, SPELLING],
]


def talking(programmes: list, tiles=None, options=None, start: int = 0, **position) -> GameBatch:
    """Coalitions are to be made: a programme for each seat, tiles beside the current region."""
    players = len(programmes)
    games = deal(players, **(options or {}))
    lay(
        games,
        Phase.NEXT_COALITION,
        seat=start,
        start=start,
        programmes=dict(enumerate(programmes)),
        tile={0: tiles or [1] * players, **position.pop("tile", {})},
        **position,
    )
    return games


def alike(*common: int, **position) -> GameBatch:
    """Seat 0 has so many cards like each other one."""
    return talking([FIRST, *(LIKE[number] for number in common)], **position)


def partners(games: GameBatch) -> list:
    """Each seat's partner, or None."""
    return [seat - 1 if seat else None for seat in field(games, "ally")]


def decides(games: GameBatch) -> tuple[Phase, int]:
    return phase(games), int(games.seat[0])


# --- Who takes part ------------------------------------------------------------------------------


@pytest.mark.rule("MAC-5.1")
def test_tiles_beside_other_regions_wait():
    games = alike(5, 5, tiles=[1, 0, 0], tile={1: [0, 1, 1], 2: [1, 1, 1], 3: [1, 1, 1]})
    assert decides(games) == (Phase.MEDIA, 0)
    assert partners(games) == [None] * 3
    assert field(games, "tile") == [[1, 0, 0], [0, 1, 1], [1, 1, 1], [1, 1, 1]]


@pytest.mark.rule("MAC-5.1")
@pytest.mark.parametrize("passes", [1, 2])
def test_coalitions_come_between_shadow_cabinet_and_media(passes):
    games = deal(coalition_passes=passes)
    lay(games, Phase.NEXT_PLACING, seat=1, start=1, tile={0: [1, 1, 0]}, programmes={0: FIRST, 1: FIRST})
    for seat in (1, 2, 0):
        play(games, *[(seat, PASS)] * REGIONS)
    assert decides(games) == (Phase.COALITION, 1)
    play(games, (1, player(2)), (0, YES))
    assert decides(games) == (Phase.MEDIA, 1)
    assert field(games, "region") == 0


@pytest.mark.rule("MAC-5.2")
def test_it_takes_a_tile_to_ask_and_to_be_asked():
    games = alike(5, 5, 5, tiles=[1, 0, 1, 0])
    assert decides(games) == (Phase.COALITION, 0)
    assert legal(games) == {PASS, player(2)}
    play(games, (0, PASS), (2, PASS))
    assert decides(games) == (Phase.FORCE, 0)
    assert legal(games) == {PASS, force(2)}
    play(games, (0, PASS), (2, PASS))
    assert decides(games) == (Phase.MEDIA, 0)


@pytest.mark.rule("MAC-5.2")
@pytest.mark.parametrize("passes", [1, 2])
def test_a_single_tile_makes_no_coalition(passes):
    games = alike(5, 5, tiles=[0, 1, 0], options={"coalition_passes": passes})
    assert decides(games) == (Phase.MEDIA, 0)


# --- Agreements ----------------------------------------------------------------------------------


@pytest.mark.rule("MAC-5.5")
@pytest.mark.parametrize("passes", [1, 2])
def test_two_cards_alike_allow_an_agreement(passes):
    games = alike(0, 1, 2, 3, options={"coalition_passes": passes})
    assert decides(games) == (Phase.COALITION, 0)
    assert legal_in(games, "player") == {3, 4}
    play(games, (0, player(3)))
    assert decides(games) == (Phase.REPLY, 3)
    assert legal(games) == {PASS, YES}
    play(games, (3, YES))
    assert partners(games) == [3, None, None, 0, None]


@pytest.mark.rule("MAC-5.5")
def test_contrary_cards_of_an_issue_are_not_alike():
    contrary = [kind ^ 1 for kind in FIRST]
    games = talking([FIRST, contrary, LIKE[1]])
    assert decides(games) == (Phase.COALITION, 1), "1 and 2 have three alike, and 0 has nobody"


@pytest.mark.rule("MAC-5.5")
def test_hidden_cards_do_not_count():
    games = talking([FIRST, LIKE[1], LIKE[0]], hands={1: FIRST[1:4], 0: LIKE[0][:3]}, tiles=[1, 1, 0])
    assert decides(games) == (Phase.MEDIA, 0)
    games = talking([FIRST, LIKE[2], LIKE[0]], hands={1: FIRST[2:5]}, tiles=[1, 1, 0])
    play(games, (0, PASS), (1, PASS))
    assert decides(games) == (Phase.MEDIA, 0), "with two alike nobody is forced"


@pytest.mark.rule("MAC-5.6")
def test_each_in_turn_asks_one_other():
    games = talking([FIRST] * 4, start=2)
    play(games, (2, player(1)))
    assert decides(games) == (Phase.REPLY, 3)
    play(games, (3, PASS))
    assert decides(games) == (Phase.COALITION, 3), "2 has had the one request"
    play(games, (3, player(2)))
    assert decides(games) == (Phase.REPLY, 1)
    play(games, (1, PASS), (0, PASS), (1, player(1)), (2, PASS))
    assert decides(games) == (Phase.FORCE, 2)
    assert games.tables["asked"][0] == 0
    assert partners(games) == [None] * 4


@pytest.mark.rule("MAC-5.6")
def test_one_asks_the_free_ones_only_by_request():
    games = talking([FIRST] * 3)
    assert legal(games) == {PASS, player(1), player(2)}, "nobody is forced in this part"
    play(games, (0, PASS))
    assert legal(games) == {PASS, player(1), player(2)}


@pytest.mark.rule("MAC-5.7")
def test_who_has_refused_may_ask_and_be_asked():
    games = talking([FIRST] * 3)
    play(games, (0, player(1)), (1, PASS), (1, player(2)))
    assert decides(games) == (Phase.REPLY, 0)
    play(games, (0, YES))
    assert partners(games) == [1, 0, None]
    games = talking([FIRST] * 3)
    play(games, (0, PASS), (1, PASS), (2, player(1)))
    assert decides(games) == (Phase.REPLY, 0)
    games = talking([FIRST] * 3)
    play(games, (0, player(1)), (1, PASS), (1, PASS), (2, player(2)), (1, YES))
    assert partners(games) == [None, 2, 1]


# --- Force ---------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-5.8")
def test_three_cards_alike_allow_force():
    games = alike(1, 2, 3, 5)
    for seat in range(5):
        play(games, (seat, PASS))
    assert decides(games) == (Phase.FORCE, 0)
    assert legal(games) == {PASS, force(3), force(4)}
    play(games, (0, force(3)))
    assert partners(games) == [3, None, None, 0, None]


@pytest.mark.rule("MAC-5.8")
def test_force_goes_round_in_turn_order():
    games = talking([FIRST] * 4, start=3)
    play(games, (3, PASS), (0, PASS), (1, PASS), (2, PASS))
    assert decides(games) == (Phase.FORCE, 3)
    play(games, (3, PASS))
    assert decides(games) == (Phase.FORCE, 0)
    assert legal(games) == {PASS, force(1), force(2), force(3)}, "who had the choice can be forced"
    play(games, (0, force(3)), (1, force(1)))
    assert partners(games) == [3, 2, 1, 0]
    assert decides(games) == (Phase.MEDIA, 3)


@pytest.mark.rule("MAC-5.8")
def test_who_has_refused_can_be_forced():
    games = talking([FIRST, FIRST, LIKE[0]])
    play(games, (0, player(1)), (1, PASS), (1, PASS), (0, force(1)))
    assert partners(games) == [1, 0, None]
    games = talking([FIRST, FIRST, LIKE[0]])
    play(games, (0, player(1)), (1, PASS), (1, PASS), (0, PASS), (1, force(2)))
    assert partners(games) == [1, 0, None]


# --- Partners ------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-5.3", "MAC-5.9")
def test_partners_are_out_of_it():
    games = talking(CLOSE)
    play(games, (0, player(2)), (2, YES))
    assert decides(games) == (Phase.COALITION, 1)
    assert legal(games) == {PASS, player(2), player(3)}
    play(games, (1, PASS))
    assert decides(games) == (Phase.COALITION, 3), "2 has a partner and does not ask"
    assert legal(games) == {PASS, player(1), player(3)}
    play(games, (3, PASS), (4, PASS))
    assert decides(games) == (Phase.FORCE, 1), "0 has a partner and does not force"
    assert legal(games) == {PASS, force(2), force(3)}
    play(games, (1, force(3)))
    assert decides(games) == (Phase.MEDIA, 0), "3 is alone"
    assert partners(games) == [2, 4, 0, None, 1]


@pytest.mark.rule("MAC-5.4")
@pytest.mark.parametrize("passes", [1, 2])
def test_two_coalitions_of_four(passes):
    games = talking([FIRST] * 4, options={"coalition_passes": passes})
    play(games, (0, player(3)), (3, YES), (1, player(1)), (2, YES))
    assert partners(games) == [3, 2, 1, 0]
    assert decides(games) == (Phase.MEDIA, 0)


@pytest.mark.rule("MAC-5.9")
def test_an_agreement_is_a_way_out_of_force():
    """Seat 0 waits to force 1, who prefers 2."""
    games = talking([FIRST] * 3)
    play(games, (0, PASS), (1, player(1)), (2, YES))
    assert decides(games) == (Phase.MEDIA, 0)
    assert partners(games) == [None, 2, 1]
    games = talking([FIRST] * 3, options={"coalition_passes": 1})
    play(games, (0, force(1)))
    assert partners(games) == [1, 0, None]


@pytest.mark.rule("MAC-5.11")
def test_who_can_do_nothing_is_passed_over():
    games = talking([LIKE[0], FIRST, LIKE[2], LIKE[3]])
    assert decides(games) == (Phase.COALITION, 1)
    play(games, (1, PASS), (2, PASS), (3, PASS))
    assert decides(games) == (Phase.FORCE, 1)
    play(games, (1, PASS))
    assert decides(games) == (Phase.FORCE, 3)
    assert legal(games) == {PASS, force(2)}
    play(games, (3, PASS))
    assert decides(games) == (Phase.MEDIA, 0)
    assert partners(games) == [None] * 4


@pytest.mark.rule("MAC-5.11")
def test_only_two_alike_leave_nobody_to_force():
    games = alike(2, 2)
    seats = []
    while phase(games) == Phase.COALITION:
        seats.append(int(games.seat[0]))
        play(games, (seats[-1], PASS))
    assert seats == [0, 1, 2]
    assert decides(games)[0] == Phase.FORCE, "1 and 2 have the same programme"
    games = talking([FIRST, LIKE[2], LIKE[0]])
    play(games, (0, PASS), (1, PASS))
    assert decides(games) == (Phase.MEDIA, 0)


# --- One round of talk ---------------------------------------------------------------------------

ONE = {"coalition_passes": 1}


@pytest.mark.rule("MAC-5.10")
def test_in_one_round_of_talk_one_asks_or_forces():
    games = alike(1, 2, 3, 5, options=ONE)
    assert decides(games) == (Phase.COALITION, 0)
    assert legal(games) == {PASS, player(2), player(3), player(4), force(3), force(4)}
    play(games, (0, force(4)))
    assert partners(games) == [4, None, None, None, 0]
    assert decides(games) == (Phase.COALITION, 1)
    assert legal(games) == {PASS, player(1), force(1)}, "2 has three cards like those of 1"


@pytest.mark.rule("MAC-5.10")
def test_after_a_refusal_one_goes_on():
    games = alike(2, 5, 5, options=ONE)
    play(games, (0, player(1)), (1, PASS))
    assert decides(games) == (Phase.COALITION, 0)
    assert legal(games) == {PASS, player(2), player(3), force(2), force(3)}, "1 has been asked"
    play(games, (0, player(2)), (2, PASS))
    assert legal(games) == {PASS, player(3), force(2), force(3)}
    play(games, (0, force(2)))
    assert partners(games) == [2, None, 0, None]
    assert decides(games) == (Phase.COALITION, 1)


@pytest.mark.rule("MAC-5.10")
def test_after_a_refusal_another_may_say_yes_or_one_stops():
    games = talking([FIRST] * 3, options=ONE)
    play(games, (0, player(1)), (1, PASS), (0, player(2)), (2, YES))
    assert partners(games) == [2, None, 0]
    assert decides(games) == (Phase.MEDIA, 0)
    games = talking([FIRST] * 3, options=ONE)
    play(games, (0, player(1)), (1, PASS), (0, PASS))
    assert decides(games) == (Phase.COALITION, 1)
    assert legal(games) == {PASS, player(1), player(2), force(1), force(2)}, "requests of 0 do not count"
    play(games, (1, PASS), (2, PASS))
    assert decides(games) == (Phase.MEDIA, 0), "nobody has a second turn"
    assert games.tables["asked"][0] == 0


@pytest.mark.rule("MAC-5.10")
def test_who_has_asked_everybody_can_only_stop():
    games = alike(2, 2, options=ONE, start=0)
    play(games, (0, player(1)), (1, PASS), (0, player(2)), (2, PASS))
    assert legal(games) == {PASS}
    play(games, (0, PASS))
    assert decides(games) == (Phase.COALITION, 1)


@pytest.mark.rule("MAC-5.10")
def test_one_round_goes_in_turn_order_too():
    games = talking([FIRST] * 3, options=ONE, start=2)
    play(games, (2, PASS), (0, PASS), (1, PASS))
    assert decides(games) == (Phase.MEDIA, 2)


@pytest.mark.rule("MAC-5.10", "MAC-5.6")
def test_two_rounds_of_talk_are_the_default():
    games = talking([FIRST] * 3)
    assert not legal_in(games, "force")
    play(games, (0, PASS), (1, PASS), (2, PASS))
    assert decides(games) == (Phase.FORCE, 0)


# --- What they share -----------------------------------------------------------------------------


def held(votes, **position) -> GameBatch:
    """The election in Bayern, without meetings."""
    games = deal()
    lands = [BAYERN, NORDRHEIN, HESSEN, SACHSEN]
    lay(games, Phase.ELECTION, votes={0: votes}, meetings={0: [0] * 3}, lands=lands, **position)
    return games


@pytest.mark.rule("MAC-10.3", "MAC-10.6")
def test_partners_win_together_and_have_their_own_seats():
    """In Bayern 20, 25 and 40 votes are 24, 30 and 48 of 60 seats."""
    opinions = {0: [GENES, HEALTH]}
    games = held([20, 25, 40], ally=[2, 1, 0], opinions=opinions)
    assert field(games, "seats_won")[0] == [24, 30, 48]
    assert decides(games) == (Phase.NATIONAL_CARD, 1), "45 votes against 40"
    assert field(games, "votes")[0] == [20, 25, 40]
    assert games.tables["winner"][0].tolist() == [1, 0, -1]
    games = held([20, 25, 40], opinions=opinions)
    assert field(games, "seats_won")[0] == [24, 30, 48]
    assert decides(games) == (Phase.NATIONAL_CARD, 2)


@pytest.mark.rule("MAC-10.3")
def test_seats_pay_each_partner_for_itself():
    games = held([20, 25, 40], ally=[2, 1, 0])
    while phase(games) != Phase.CONTRIBUTION:
        games.step([PASS])
    assert field(games, "cash") == [25 + 24 + 5, 25 + 30 + 5, 25 + 48 + 5]


@pytest.mark.rule("MAC-5.13")
def test_tiles_leave_the_game_after_the_election():
    games = held([20, 25, 40], ally=[2, 1, 0], tile={0: [1, 1, 1], 1: [0, 1, 0]})
    assert field(games, "tiles") == [3, 2, 3]
    pass_round(games)
    assert field(games, "tile") == [[0, 1, 0], *[[0] * 3] * 3]
    assert field(games, "tiles") == [3, 2, 3]


@pytest.mark.rule("MAC-5.12")
def test_a_coalition_is_for_one_election():
    same = {"programmes": {0: FIRST, 1: FIRST, 2: LIKE[0]}}
    games = talking([FIRST, FIRST, LIKE[0]], tiles=[1, 1, 0], tile={1: [1, 1, 0]})
    play(games, (0, player(1)), (1, YES))
    assert partners(games) == [1, 0, None]
    pass_round(games)
    assert field(games, "round_number") == 2
    assert partners(games) == [None] * 3
    lay(games, Phase.NEXT_COALITION, round_number=2, tile={0: [1, 1, 0]}, **same)
    assert decides(games) == (Phase.COALITION, 0)
    play(games, (0, PASS), (1, player(2)), (0, YES))
    assert partners(games) == [1, 0, None]


@pytest.mark.rule("MAC-5.14")
def test_the_last_election_has_no_coalition():
    """After the election of round 6 the last follows: 15 and 16 votes do not beat 20."""
    games = deal()
    lay(
        games,
        Phase.ELECTION,
        round_number=6,
        regions=2,
        votes={1: [15, 16, 20]},
        meetings={0: [0] * 3, 1: [0] * 3},
        tile={1: [1, 1, 0]},
        programmes={0: FIRST, 1: FIRST, 2: LIKE[0]},
        opinions={1: [GENES, HEALTH]},
    )
    assert field(games, "round_number") == 7
    assert partners(games) == [None] * 3
    assert decides(games) == (Phase.NATIONAL_CARD, 2)
    assert games.tables["winner"][0].tolist() == [2, -1, -1]
    play(games, (2, PASS))
    assert games.over[0]


@pytest.mark.rule("MAC-5.15")
def test_partners_pay_each_other_nothing():
    """Nothing but who asks whom can be said, and nothing but the partners changes."""
    games = talking([FIRST] * 3)
    before = games.tables[0].copy()
    for action, said in ((player(1), {PASS, player(1), player(2)}), (YES, {PASS, YES})):
        assert legal(games) == said
        games.step([action])
    after = games.tables[0]
    assert partners(games) == [1, 0, None]
    for name in ("cash", "members", "media_supply", "meeting_supply", "tiles", "tile", "votes"):
        assert (before[name] == after[name]).all(), name
