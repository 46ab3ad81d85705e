"""Media markers and the exchange of opinions."""

import numpy as np
import pytest
from elections import (
    EURO_LATER,
    EURO_NOW,
    GENES,
    HEALTH,
    LESS_SECURITY,
    LESS_WELFARE,
    MORE_SECURITY,
    MORE_WELFARE,
    NO_GENES,
    NO_HEALTH,
    NO_NUCLEAR,
    NO_SPELLING,
    NUCLEAR,
    PASS,
    SPELLING,
    YES,
    deal,
    field,
    kind,
    lay,
    legal,
    legal_in,
    legal_kinds,
    open_in,
    own_box,
    pass_round,
    phase,
    play,
    region,
)

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.die_macher.rules.common import factor_of
from hustings.envs.die_macher.rules.media import media_majority
from hustings.envs.die_macher.table import KINDS, NO_CARD, POOL, REGIONS, Phase

OPEN = [MORE_WELFARE, GENES, EURO_NOW, HEALTH]  # four open opinions
FREE = {MORE_SECURITY, LESS_SECURITY, NUCLEAR, NO_NUCLEAR, SPELLING, NO_SPELLING}  # on other issues
FULL_POOL = [MORE_SECURITY, NUCLEAR, NO_SPELLING, LESS_WELFARE, GENES, EURO_LATER]


def buying(players: int = 3, start: int = 0, **position) -> GameBatch:
    """The start player is to buy a media marker."""
    games = deal(players)
    lay(games, Phase.MEDIA, seat=start, start=start, **position)
    return games


def exchanging(media, opinions=None, options=None, players: int = 3, **position) -> GameBatch:
    """All markers are bought, {region: seats' markers}; opinions are exchanged."""
    games = deal(players, **(options or {}))
    position.setdefault("pool", FULL_POOL)
    lay(games, Phase.NEXT_SWAP, media=media, opinions={0: OPEN} if opinions is None else opinions, **position)
    return games


def pool(games: GameBatch) -> list[int]:
    """The kinds of the pool, one for each card."""
    return np.repeat(np.arange(KINDS), games.tables["pool"][0]).tolist()


def decides(games: GameBatch) -> tuple[Phase, int]:
    return phase(games), int(games.seat[0])


# --- Buying --------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-6.1", "MAC-6.2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_in_turn_buys_one_marker(players):
    games = buying(players, start=2)
    assert legal(games) == {PASS, *map(region, range(REGIONS))}
    play(games, (2, region(3)))
    assert field(games, "media")[3][2] == 1
    assert field(games, "media_supply")[2] == 4
    assert field(games, "cash") == [25 - 4 * (seat == 2) for seat in range(players)]
    for places in range(1, players):
        play(games, ((2 + places) % players, region(0)))
    assert decides(games) == (Phase.MEDIA, 2)
    assert field(games, "media")[0] == [int(seat != 2) for seat in range(players)]


@pytest.mark.rule("MAC-6.2")
@pytest.mark.parametrize(("cash", "can"), [(0, False), (3, False), (4, True), (7, True)])
def test_a_marker_must_be_paid(cash, can):
    games = buying(cash=[cash, 25, 25])
    assert (legal(games) != {PASS}) == can
    if can:
        play(games, (0, region(1)))
        assert field(games, "cash") == [cash - 4, 25, 25]


@pytest.mark.rule("MAC-6.2")
@pytest.mark.parametrize(("round_number", "regions"), [(4, 4), (5, 3), (6, 2)])
def test_markers_go_to_any_region_in_play(round_number, regions):
    games = buying(round_number=round_number, regions=regions)
    assert legal_in(games, "region") == set(range(regions))


@pytest.mark.rule("MAC-6.3", "MAC-6.4")
def test_passing_is_not_final():
    games = buying()
    play(games, (0, PASS), (1, PASS), (2, region(0)), (0, region(1)), (1, PASS), (2, PASS))
    assert decides(games) == (Phase.MEDIA, 0), "the last buyer is asked once more"
    play(games, (0, region(1)), (1, region(2)), (2, PASS), (0, PASS))
    assert decides(games) == (Phase.MEDIA, 1)
    play(games, (1, PASS))
    assert phase(games) != Phase.MEDIA
    assert field(games, "media") == [[0, 0, 1], [2, 0, 0], [0, 1, 0], [0] * 3]


@pytest.mark.rule("MAC-6.4")
def test_one_may_go_on_while_all_others_pass():
    games = buying(start=1, cash=[25, 25, 25])
    for bought in range(5):
        play(games, (1, region(bought % 2)), (2, PASS), (0, PASS))
    assert field(games, "media_supply") == [5, 0, 5]
    assert field(games, "cash") == [25, 5, 25]
    assert decides(games) == (Phase.MEDIA, 1)
    play(games, (1, PASS))
    assert decides(games) == (Phase.SWAP_OUT, 1)


@pytest.mark.rule("MAC-6.4")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_it_ends_when_all_have_passed(players):
    games = buying(players, start=1)
    for places in range(players):
        assert phase(games) == Phase.MEDIA
        play(games, ((1 + places) % players, PASS))
    assert decides(games) == (Phase.MEETINGS, 1)


@pytest.mark.rule("MAC-6.4")
def test_passes_of_a_round_do_not_count_in_the_next():
    games = buying()
    play(games, (0, PASS), (1, PASS), (2, PASS))
    assert games.tables["passes"][0] == 0
    pass_round(games)
    while phase(games) != Phase.MEDIA:
        games.step([min(legal(games))])
    play(games, (0, PASS), (1, PASS), (2, PASS))
    assert phase(games) != Phase.MEDIA


@pytest.mark.rule("MAC-6.5")
@pytest.mark.parametrize(
    ("there", "room"),
    [([2, 2, 0], True), ([2, 2, 1], False), ([5, 0, 0], False), ([3, 3, 0], False), ([3, 3, 3], False)],
)
def test_a_full_region_takes_no_more(there, room):
    games = buying(media={1: there})
    open_for_sale = set(range(REGIONS)) - (set() if room else {1})
    for seat in range(3):
        expected = open_for_sale if field(games, "media_supply")[seat] else set()
        assert legal_in(games, "region") == expected
        play(games, (seat, PASS))


@pytest.mark.rule("MAC-6.5")
def test_the_last_space_is_sold():
    games = buying(media={1: [2, 1, 1]})
    play(games, (0, region(1)))
    assert legal_in(games, "region") == {0, 2, 3}


@pytest.mark.rule("MAC-6.2", "MAC-6.5")
def test_price_and_spaces_are_those_of_the_box():
    games = deal(box=own_box(media_price=7, media_spaces=2))
    lay(games, Phase.MEDIA, media={0: [1, 1, 0], 1: [0, 1, 0]}, cash=[14, 6, 25])
    assert legal_in(games, "region") == {1, 2, 3}
    play(games, (0, region(1)))
    assert field(games, "cash") == [7, 6, 25]
    assert legal(games) == {PASS}
    play(games, (1, PASS))
    assert legal_in(games, "region") == {2, 3}


@pytest.mark.rule("MAC-1.10")
def test_markers_beyond_the_spaces_count():
    games = exchanging({0: [2, 3, 3], 1: [0, 2, 1]})
    assert phase(games) == Phase.SWAP_OUT
    assert field(games, "region") == 1, "three and three in the first"
    games = exchanging({0: [2, 4, 3]})
    assert decides(games) == (Phase.SWAP_OUT, 1)


@pytest.mark.rule("MAC-6.6")
def test_only_markers_that_are_left_are_bought():
    spent = {"media": {0: [1, 0, 0], 1: [2, 4, 0]}, "national_media": {1: [0, 1], 2: [0]}, "round_number": 3}
    games = buying(**spent)
    assert field(games, "media_supply") == [0, 0, 5]
    assert legal(games) == {PASS}
    play(games, (0, PASS))
    assert legal(games) == {PASS}
    play(games, (1, PASS))
    assert legal_in(games, "region") == {0, 2, 3}


@pytest.mark.rule("MAC-6.6")
def test_markers_come_back_from_regions_but_not_from_the_national_board():
    games = deal()
    lay(games, Phase.ELECTION, votes={0: [9, 5, 4]}, media={0: [3, 2, 0], 1: [1, 0, 1]}, opinions={0: OPEN})
    play(games, (0, YES))
    pass_round(games)
    assert field(games, "media_supply") == [5 - 1 - 1, 5, 4]
    assert field(games, "national_media")[0] == [1, 0, 0]


# --- Control -------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-6.7")
@pytest.mark.parametrize(
    ("there", "control"),
    [
        ([0, 0, 0, 0], None),
        ([0, 1, 0, 0], 1),
        ([1, 1, 0, 0], None),
        ([2, 1, 1, 1], 0),
        ([1, 1, 2, 0], 2),
        ([2, 1, 2, 0], None),
        ([1, 2, 2, 3], 3),
        ([2, 2, 1, 0], None),
    ],
)
def test_control_takes_more_than_each_other(there, control):
    games = exchanging({0: there}, players=4)
    assert decides(games) == ((Phase.MEETINGS, 0) if control is None else (Phase.SWAP_OUT, control))
    assert media_majority(games.tables[0], 0) == (-1 if control is None else control)


@pytest.mark.rule("MAC-6.8")
def test_opinions_are_exchanged_after_all_buying():
    games = buying(media={0: [1, 1, 0]}, opinions={0: OPEN}, pool=FULL_POOL)
    play(games, (0, region(0)), (1, region(0)), (2, PASS), (0, PASS))
    assert phase(games) == Phase.MEDIA
    play(games, (1, region(0)), (2, PASS), (0, PASS), (1, PASS))
    assert decides(games) == (Phase.SWAP_OUT, 1)
    play(games, (1, kind(GENES)), (1, kind(NUCLEAR)))
    assert decides(games) == (Phase.MEETINGS, 0), "one exchange, whatever the majority"


@pytest.mark.rule("MAC-6.8", "MAC-6.9")
def test_one_exchange_for_each_region_in_their_order():
    stands = {0: [GENES], 1: [HEALTH], 2: [EURO_NOW], 3: [NO_SPELLING]}
    media = {0: [1, 0, 0], 1: [0, 2, 1], 2: [1, 1, 0], 3: [1, 0, 0]}
    games = exchanging(media, stands, pool=[NUCLEAR] * 3 + [MORE_SECURITY] * 3)
    found = []
    while phase(games) == Phase.SWAP_OUT:
        found.append((int(games.seat[0]), field(games, "region")))
        out = min(legal_kinds(games))
        play(games, (games.seat[0], kind(out)))
        assert phase(games) == Phase.SWAP_IN
        play(games, (games.seat[0], kind(NUCLEAR)))
    assert found == [(0, 0), (1, 1), (0, 3)]
    assert [open_in(games, r) for r in range(REGIONS)] == [{NUCLEAR}, {NUCLEAR}, {EURO_NOW}, {NUCLEAR}]
    assert decides(games) == (Phase.MEETINGS, 0)


@pytest.mark.rule("MAC-6.9", "MAC-6.10")
def test_an_exchange_changes_the_pool_for_the_next():
    scarce = [NUCLEAR, *[EURO_LATER] * 3]
    games = exchanging({0: [1, 0, 0], 1: [0, 1, 0]}, {0: [GENES], 1: [EURO_NOW]}, pool=scarce)
    play(games, (0, kind(GENES)), (0, kind(NUCLEAR)))
    assert pool(games) == [GENES, *[EURO_LATER] * 3]
    play(games, (1, kind(EURO_NOW)))
    assert legal_kinds(games) == {GENES}
    play(games, (1, kind(GENES)))
    assert pool(games) == [EURO_NOW, *[EURO_LATER] * 3]


# --- What may be exchanged -----------------------------------------------------------------------


@pytest.mark.rule("MAC-6.10", "MAC-6.15")
def test_one_in_one_out():
    games = exchanging({0: [0, 0, 1]}, programmes={0: [NUCLEAR], 1: [NO_NUCLEAR], 2: [HEALTH]})
    before = games.tables[0].copy()
    assert [factor_of(before, 0, i) for i in range(3)] == [0, 0, 1]
    play(games, (2, kind(HEALTH)))
    assert games.tables["picked"][0] == HEALTH
    play(games, (2, kind(NUCLEAR)))
    assert games.tables["picked"][0] == NO_CARD
    assert open_in(games) == {MORE_WELFARE, GENES, EURO_NOW, NUCLEAR}
    assert games.tables["opinion"][0, 0, NUCLEAR] == 1
    assert pool(games) == sorted([MORE_SECURITY, HEALTH, NO_SPELLING, LESS_WELFARE, GENES, EURO_LATER])
    assert len(pool(games)) == POOL
    assert [factor_of(games.tables[0], 0, i) for i in range(3)] == [1, -1, 0]
    for name in ("discards", "unseen", "hidden", "cash", "media"):
        assert (before[name] == games.tables[0][name]).all(), name


@pytest.mark.rule("MAC-6.11")
def test_hidden_opinions_do_not_count():
    """Two of the four in the second region lie open."""
    games = exchanging(
        {1: [0, 1, 0]}, {1: [MORE_WELFARE, GENES]}, hidden={1: 2}, pool=[EURO_NOW, NO_HEALTH, NO_GENES] * 2
    )
    assert legal_kinds(games) == {MORE_WELFARE, GENES}
    play(games, (1, kind(MORE_WELFARE)))
    assert legal_kinds(games) == {EURO_NOW, NO_HEALTH}
    play(games, (1, kind(EURO_NOW)))
    assert sum(games.tables["hidden"][0, 1]) == 2


@pytest.mark.rule("MAC-6.12")
def test_a_doubled_opinion_stays():
    games = exchanging({0: [1, 0, 0]}, {0: [GENES, EURO_NOW]}, doubled={0: [MORE_WELFARE, HEALTH]})
    assert legal_kinds(games) == {GENES, EURO_NOW}
    play(games, (0, kind(GENES)))
    assert legal_kinds(games) == FREE & set(FULL_POOL), "and its issue is not free"
    games = exchanging({0: [1, 0, 0]}, {}, doubled={0: OPEN})
    assert legal(games) == {PASS}


@pytest.mark.rule("MAC-6.12")
@pytest.mark.parametrize("options", [{}, {"opinion_swap": "loose"}])
def test_a_doubled_opinion_stays_for_votes_too(options):
    games = deal(**options)
    lay(
        games,
        Phase.NEXT_CONVERSION,
        region=3,
        votes={3: [5, 1, 1]},
        opinions={3: [GENES]},
        doubled={3: [HEALTH]},
        pool=[NUCLEAR, NO_HEALTH],
    )
    assert decides(games) == (Phase.SWAP_OUT, 0)
    assert legal_kinds(games) == {GENES}


@pytest.mark.rule("MAC-6.13")
@pytest.mark.parametrize("out", OPEN)
def test_the_new_issue_lies_open_nowhere_in_the_region(out):
    games = exchanging({0: [1, 0, 0]})
    play(games, (0, kind(out)))
    assert legal_kinds(games) == {MORE_SECURITY, NUCLEAR, NO_SPELLING}
    assert not legal_in(games, "pass")


@pytest.mark.rule("MAC-6.13")
@pytest.mark.parametrize(
    ("out", "contrary"),
    [(MORE_WELFARE, {LESS_WELFARE}), (GENES, set()), (EURO_NOW, {EURO_LATER}), (HEALTH, set())],
)
def test_read_loosely_a_contrary_may_come_in(out, contrary):
    """GENES is in the pool, too: the same for the same is no exchange."""
    games = exchanging({0: [1, 0, 0]}, options={"opinion_swap": "loose"})
    play(games, (0, kind(out)))
    assert legal_kinds(games) == {MORE_SECURITY, NUCLEAR, NO_SPELLING} | contrary
    if contrary:
        play(games, (0, kind(min(contrary))))
        assert open_in(games) == (set(OPEN) - {out}) | contrary
        assert out in pool(games)


@pytest.mark.rule("MAC-6.13", "MAC-6.14")
def test_contraries_alone_need_the_loose_reading():
    only = {"pool": [LESS_WELFARE, NO_GENES, GENES, EURO_NOW, EURO_NOW, HEALTH]}
    games = exchanging({0: [1, 0, 0]}, **only)
    assert legal(games) == {PASS}
    games = exchanging({0: [1, 0, 0]}, options={"opinion_swap": "loose"}, **only)
    assert legal(games) == {PASS, kind(MORE_WELFARE), kind(GENES)}


@pytest.mark.rule("MAC-6.14")
@pytest.mark.parametrize("options", [{}, {"opinion_swap": "loose"}])
def test_one_need_not_exchange(options):
    games = exchanging({0: [1, 0, 0], 2: [0, 0, 1]}, {0: OPEN, 2: [NUCLEAR]}, options=options)
    before = games.tables[0].copy()
    assert legal(games) == {PASS, *map(kind, OPEN)}
    play(games, (0, PASS))
    assert decides(games) == (Phase.SWAP_OUT, 2)
    play(games, (2, PASS))
    assert decides(games) == (Phase.MEETINGS, 0)
    for name in ("opinion", "pool", "discards", "picked"):
        assert (before[name] == games.tables[0][name]).all(), name


@pytest.mark.rule("MAC-6.14")
def test_an_empty_kind_of_the_pool_is_not_to_be_had():
    games = exchanging({0: [1, 0, 0]}, pool=[NUCLEAR] * 3)
    play(games, (0, kind(GENES)))
    assert legal(games) == {kind(NUCLEAR)}
