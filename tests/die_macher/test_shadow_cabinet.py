"""The shadow cabinet: laying cards, paying for them, and what they do."""

import numpy as np
import pytest
from elections import (
    BACKBENCHER,
    CHANCELLOR,
    ENVIRONMENT,
    EURO_NOW,
    FAMILY,
    FINANCE,
    FIXED,
    FOREIGN,
    GENES,
    HEALTH,
    INTERIOR,
    LESS_SECURITY,
    LESS_WELFARE,
    MORE_SECURITY,
    MORE_WELFARE,
    NO_GENES,
    NUCLEAR,
    PASS,
    YES,
    card,
    deal,
    field,
    kind,
    lay,
    legal,
    legal_in,
    legal_kinds,
    lobby,
    open_in,
    own_box,
    pass_round,
    phase,
    play,
    player,
)

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.rules.common import factor_of
from hustings.envs.die_macher.table import CABINET, REGIONS, Lobby, Phase

VOTES, DOUBLER, MEDIA, UP, DOWN = Lobby

# The cards: price, telephone, votes, doubler, media, trend up, trend down
_COLUMNS = ("price", "phone", "votes", "doubler", "media", "up", "down")
CARDS = {
    which: row for which, row in enumerate(zip(*(FIXED[f"cabinet_{name}"] for name in _COLUMNS))) if which
}
TELEPHONES = {which for which, row in CARDS.items() if row[1]}
RICH = {"cash": [60] * 3}


def placing(players: int = 3, **position) -> GameBatch:
    """Cards are to be laid."""
    games = deal(players)
    lay(games, Phase.NEXT_PLACING, **position)
    return games


def opened(laid: dict, players: int = 3, options=None, **position) -> GameBatch:
    """Cards laid, {region: {seat: card}}, are opened, paid for, and the first acts."""
    rows = {where: [row.get(i, 0) for i in range(players)] for where, row in laid.items()}
    games = deal(players, **(options or {}))
    lay(games, Phase.REVEAL_LOBBY, lobby=rows, **position)
    return games


def acting(which: int = CHANCELLOR, where: int = 0, **position) -> GameBatch:
    """Seat 0 acts with a card beside a region; another card of seat 2 beside the last one follows."""
    position = {**RICH, **position}
    laid = {where: {0: which}}
    laid.setdefault(REGIONS - 1, {})[2] = BACKBENCHER
    return opened(laid, **position)


def doings(games: GameBatch) -> set[Lobby]:
    return {Lobby(a) for a in legal_in(games, "lobby")}


def others(games: GameBatch) -> set[int]:
    """The seats that may be aimed at."""
    seat, seats = int(games.seat[0]), games.num_players
    return {(seat + places) % seats for places in legal_in(games, "player")}


def acts(games: GameBatch) -> tuple[int, int, int]:
    """Who acts where with which card."""
    t = games.tables[0]
    return int(t["seat"]), int(t["region"]), int(t["lobby"][t["region"], t["seat"]])


# --- The cards -----------------------------------------------------------------------------------


@pytest.mark.rule("MAC-4.1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_has_the_seven_cards(players):
    games = deal(players, seed=players)
    assert field(games, "cabinet")[:players] == [[0] + [1] * CABINET] * players
    assert not games.tables["cabinet"][0, players:].any()


@pytest.mark.rule("MAC-4.1", "MAC-4.10")
@pytest.mark.parametrize("which", CARDS)
def test_a_card_costs_and_can_do_what_is_on_it(which):
    price, phone, *able = CARDS[which]
    games = acting(which, opinions={0: [GENES]}, media={0: [0, 1, 0]})
    assert field(games, "cash") == [60 - price, 60, 59]
    assert doings(games) == {doing for doing, there in zip(Lobby, able) if there}
    assert legal_in(games, "pass") == {0}
    play(games, (0, PASS))
    assert (phase(games) == Phase.TELEPHONE) == bool(phone)


@pytest.mark.rule("MAC-4.1", "MAC-4.12")
def test_cards_are_those_of_the_box():
    """A backbencher of one's own has only a telephone, and a chancellor is free."""
    prices, votes, phones = [0, 1, 2, 3, 4, 6, 8, 0], [0, 0, 4, 5, 6, 8, 10, 12], [0, 1, 1, 0, 1, 1, 0, 1]
    games = deal(box=own_box(cabinet_price=prices, cabinet_votes=votes, cabinet_phone=phones))
    lay(games, Phase.REVEAL_LOBBY, lobby={0: [BACKBENCHER, CHANCELLOR, 0]}, cash=[5, 0, 0])
    assert field(games, "cash") == [4, 0, 0]
    assert legal(games) == {PASS}
    play(games, (0, PASS), (0, YES))
    assert acts(games) == (1, 0, CHANCELLOR)


@pytest.mark.rule("MAC-4.2")
def test_there_are_as_many_telephones_as_tiles():
    games = deal()
    assert len(TELEPHONES) == field(games, "tiles")[0] == 4
    for which in CARDS:
        games = acting(which)
        play(games, (0, PASS))
        assert (phase(games) == Phase.TELEPHONE) == (which in TELEPHONES)


# --- Laying them ---------------------------------------------------------------------------------


@pytest.mark.rule("MAC-4.3", "MAC-4.4", "MAC-13.44")
def test_each_in_turn_lays_cards_beside_the_regions():
    games = placing(seat=1, start=1, cash=[60] * 3)
    laid = {1: (FAMILY, 0, FINANCE, BACKBENCHER), 2: (0, 0, 0, CHANCELLOR), 0: (FAMILY, FOREIGN, 0, 0)}
    for seat, cards in laid.items():
        for where, which in enumerate(cards):
            assert phase(games) == Phase.PLACE_LOBBY
            assert games.tables["region"][0] == where
            play(games, (seat, card(which) if which else PASS))
            if (seat, where) != (0, REGIONS - 1):
                assert field(games, "lobby")[where][seat] == which
    assert phase(games) == Phase.LOBBY


@pytest.mark.rule("MAC-4.3")
def test_nobody_needs_to_lay_a_card():
    games = placing()
    for seat in range(3):
        play(games, *[(seat, PASS)] * REGIONS)
    assert phase(games) == Phase.MEDIA
    assert field(games, "cash") == [25] * 3
    assert field(games, "cabinet")[:3] == [[0] + [1] * CABINET] * 3


@pytest.mark.rule("MAC-4.4", "MAC-4.1")
def test_a_card_is_laid_beside_one_region_only():
    games = placing(cash=[60] * 3, cabinet={0: [FAMILY, INTERIOR, CHANCELLOR]})
    assert legal_in(games, "card") == {c - 1 for c in (FAMILY, INTERIOR, CHANCELLOR)}
    play(games, (0, card(INTERIOR)))
    assert legal_in(games, "card") == {c - 1 for c in (FAMILY, CHANCELLOR)}
    play(games, (0, PASS), (0, card(FAMILY)))
    assert legal_in(games, "card") == {CHANCELLOR - 1}
    play(games, (0, card(CHANCELLOR)))
    assert len(legal_in(games, "card")) == CABINET, "seat 1 has them all"
    assert [row[0] for row in field(games, "lobby")] == [INTERIOR, 0, FAMILY, CHANCELLOR]


@pytest.mark.rule("MAC-4.3", "MAC-4.4")
@pytest.mark.parametrize(("round_number", "regions"), [(5, 3), (6, 2)])
def test_cards_lie_beside_regions_in_play(round_number, regions):
    games = placing(round_number=round_number, regions=regions)
    play(games, *[(0, card(BACKBENCHER + where)) for where in range(regions)])
    assert games.seat[0] == 1


@pytest.mark.rule("MAC-4.5", "MAC-13.44")
def test_others_see_where_a_card_lies_but_not_which():
    views = []
    for which in (FAMILY, INTERIOR):
        games = placing()
        play(games, (0, PASS), (0, card(which)), (0, PASS), (0, PASS))
        views.append([games.observe(seat=i)[0].copy() for i in range(3)])
        layout = GAME.observation(3)
        own, other = views[-1][0], views[-1][2]
        assert other[layout["laid"].start :][1 * REGIONS : 2 * REGIONS].tolist() == [0, 1, 0, 0]
        assert not other[layout["lobby"].start : layout["lobby"].stop].any()
        assert own[layout["lobby"].start :][1] == pytest.approx(which / 7)
    one, two = views
    assert (one[1] == two[1]).all()
    assert (one[2] == two[2]).all()
    assert (one[0] != two[0]).any()


@pytest.mark.rule("MAC-4.5")
def test_opened_cards_are_seen_by_all():
    games = acting(INTERIOR, where=1)
    layout = GAME.observation(3)
    for seat, places in ((0, 0), (1, 2), (2, 1)):
        seen = games.observe(seat=seat)[0, layout["lobby"].start :][places * REGIONS : (places + 1) * REGIONS]
        assert seen == pytest.approx([0, INTERIOR / 7, 0, 0])


@pytest.mark.rule("MAC-4.6")
@pytest.mark.parametrize(
    ("cash", "first", "left"),
    [
        (0, None, set()),
        (5, None, {BACKBENCHER, FAMILY, ENVIRONMENT, INTERIOR}),
        (10, None, set(CARDS)),
        (10, FOREIGN, {BACKBENCHER, FAMILY, ENVIRONMENT, INTERIOR}),
        (10, FINANCE, {BACKBENCHER, FAMILY}),
        (10, CHANCELLOR, set()),
    ],
)
def test_cards_laid_can_be_paid_together(cash, first, left):
    games = placing(cash=[cash, 60, 60])
    if first:
        play(games, (0, card(first)))
    assert legal_in(games, "card") == {c - 1 for c in left}
    assert legal_in(games, "pass") == {0}


@pytest.mark.rule("MAC-4.6")
def test_prices_of_all_regions_add_up():
    games = placing(cash=[10, 60, 60])
    play(games, (0, card(INTERIOR)), (0, PASS), (0, card(ENVIRONMENT)))
    assert legal_in(games, "card") == {BACKBENCHER - 1, FAMILY - 1}


# --- Paying and the order of cards ---------------------------------------------------------------


@pytest.mark.rule("MAC-4.7")
def test_all_pay_before_the_first_card_acts():
    games = placing(cash=[40, 40, 4])
    play(games, (0, card(FINANCE)), (0, card(FAMILY)), (0, PASS), (0, PASS))
    play(games, (1, PASS), (1, PASS), (1, PASS), (1, card(CHANCELLOR)))
    play(games, (2, PASS), (2, PASS), (2, PASS))
    assert field(games, "cash") == [40, 40, 4]
    assert all(field(games, "cabinet")[0][1:])
    play(games, (2, card(INTERIOR)))
    assert field(games, "cash") == [30, 30, 0]
    assert acts(games) == (0, 0, FINANCE)


ORDER_LAID = {0: {2: FINANCE, 0: FAMILY}, 1: {1: INTERIOR, 0: BACKBENCHER}, 3: {2: FAMILY, 1: BACKBENCHER}}


@pytest.mark.rule("MAC-4.8", "MAC-4.10")
@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("region", [(2, 0), (0, 0), (1, 1), (0, 1), (1, 3), (2, 3)]),
        ("player", [(1, 1), (1, 3), (2, 0), (2, 3), (0, 0), (0, 1)]),
    ],
)
def test_the_order_of_cards(order, expected):
    games = opened(ORDER_LAID, options={"lobby_order": order}, seat=1, start=1, cash=[40] * 3)
    found = []
    while phase(games) == Phase.LOBBY:
        found.append(acts(games)[:2])
        play(games, (games.seat[0], lobby(VOTES)))
        if phase(games) == Phase.TELEPHONE:
            play(games, (games.seat[0], PASS))
    assert found == expected
    assert phase(games) == Phase.MEDIA
    assert games.seat[0] == 1


@pytest.mark.rule("MAC-4.8")
def test_region_by_region_is_the_default():
    games = opened(ORDER_LAID, cash=[40] * 3)
    play(games, (0, PASS), (0, PASS))
    assert acts(games) == (2, 0, FINANCE)


@pytest.mark.rule("MAC-4.9")
@pytest.mark.parametrize("where", range(REGIONS))
def test_a_card_acts_in_its_region_only(where):
    stands = [GENES, HEALTH, EURO_NOW, NUCLEAR]
    opinions = {r: [stands[r]] for r in range(REGIONS)}
    media = {r: [0, 1, 0] for r in range(REGIONS)}
    aims = {VOTES: None, UP: None, DOWN: player(1), MEDIA: player(1), DOUBLER: kind(stands[where])}
    boards = ("votes", "trend", "media", "opinion")
    for doing, aim in aims.items():
        games = acting(where=where, opinions=opinions, media=media)
        before = games.tables[0].copy()
        play(games, (0, lobby(doing)), *([(0, aim)] if aim else []), (0, PASS))
        after = games.tables[0]
        changed = [(before[name] != after[name]).any(axis=1) for name in boards]
        assert np.flatnonzero(np.any(changed, axis=0)).tolist() == [where], doing


@pytest.mark.rule("MAC-4.10")
def test_a_card_does_one_action():
    games = acting(FINANCE, opinions={0: [GENES]}, media={0: [0, 1, 0]})
    play(games, (0, lobby(UP)))
    assert acts(games) == (2, 3, BACKBENCHER)
    games = acting(FINANCE, opinions={0: [GENES]}, media={0: [0, 1, 0]})
    play(games, (0, lobby(DOWN)))
    assert phase(games) == Phase.LOBBY_PLAYER
    assert not legal_in(games, "pass")
    play(games, (0, player(2)))
    assert acts(games) == (2, 3, BACKBENCHER)


@pytest.mark.rule("MAC-4.11", "MAC-4.13")
def test_a_card_may_do_nothing_and_is_gone():
    games = acting(FINANCE, opinions={0: [GENES]}, media={0: [0, 1, 0]})
    before = games.tables[0].copy()
    play(games, (0, PASS))
    after = games.tables[0]
    for name in ("cash", "votes", "trend", "media", "opinion", "tile", "arrival", "doublers"):
        assert (before[name] == after[name]).all(), name
    assert field(games, "cash") == [60 - 8, 60, 59]
    assert field(games, "cabinet")[0] == [0, 1, 1, 1, 1, 1, 0, 1]
    assert field(games, "lobby")[0] == [0, 0, 0]


@pytest.mark.rule("MAC-4.13", "MAC-4.1")
def test_a_card_used_is_out_of_the_game():
    games = acting(INTERIOR)
    play(games, (0, lobby(VOTES)), (0, YES), (2, lobby(VOTES)))
    assert phase(games) == Phase.MEDIA
    assert field(games, "cabinet")[:3] == [[0, 1, 1, 1, 0, 1, 1, 1], [0] + [1] * 7, [0, 0] + [1] * 6]
    assert not games.tables["lobby"].any()
    pass_round(games)
    while phase(games) != Phase.PLACE_LOBBY:
        games.step([min(legal(games))])
    games.tables["cash"][0, :3] = 60
    seen = {}
    while phase(games) == Phase.PLACE_LOBBY:
        seen[int(games.seat[0])] = {a + 1 for a in legal_in(games, "card")}
        games.step([PASS])
    everything = set(CARDS)
    assert seen == {0: everything - {INTERIOR}, 1: everything, 2: everything - {BACKBENCHER}}


@pytest.mark.rule("MAC-4.12")
@pytest.mark.parametrize(
    ("position", "gone"),
    [
        ({"votes": {0: [50, 0, 0]}}, VOTES),
        ({"trend": {0: [3, 0, 0]}}, UP),
        ({"trend": {0: [0, -3, -3]}}, DOWN),
        ({"opinions": {0: []}}, DOUBLER),
        ({"media": {0: [2, 0, 0]}}, MEDIA),
        ({"media": {0: [0, 1, 0], 1: [5, 0, 0]}}, MEDIA),
        ({"cash": [17, 0, 1]}, MEDIA),
    ],
)
def test_what_changes_nothing_is_not_offered(position, gone):
    possible = {"opinions": {0: [GENES]}, "media": {0: [0, 1, 0]}}
    assert doings(acting(**possible)) == set(Lobby)
    games = acting(**{**possible, **position})
    assert doings(games) == set(Lobby) - {gone}
    assert legal_in(games, "pass") == {0}


@pytest.mark.rule("MAC-4.12")
def test_a_card_that_can_do_nothing_is_declined():
    games = acting(BACKBENCHER, votes={0: [50, 0, 0]})
    assert legal(games) == {PASS}


# --- Votes ---------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-4.14", "MAC-4.1")
@pytest.mark.parametrize("which", CARDS)
def test_votes(which):
    games = acting(which, where=1, votes={1: [7, 2, 3]})
    play(games, (0, lobby(VOTES)))
    assert field(games, "votes")[1] == [7 + CARDS[which][2], 2, 3]


@pytest.mark.rule("MAC-4.14")
@pytest.mark.parametrize("votes", [38, 39, 45, 49])
def test_votes_end_at_50_and_the_last_lies_on_top(votes):
    games = acting(votes={0: [votes, 50, 50]}, arrival={0: [0, 2, 1]})
    play(games, (0, lobby(VOTES)))
    assert field(games, "votes")[0] == [50] * 3
    assert field(games, "arrival")[0] == [2, 1, 0]


@pytest.mark.rule("MAC-4.14")
def test_votes_below_50_lie_on_top_of_level_ones_too():
    games = acting(BACKBENCHER, votes={0: [4, 7, 7]}, arrival={0: [0, 1, 2]})
    play(games, (0, lobby(VOTES)))
    assert field(games, "votes")[0] == [7] * 3
    assert field(games, "arrival")[0] == [2, 0, 1]


@pytest.mark.rule("MAC-9.10", "MAC-4.12")
@pytest.mark.parametrize("doing", [PASS, lobby(UP)])
def test_a_party_at_50_keeps_its_place(doing):
    games = acting(votes={0: [50, 50, 50]}, arrival={0: [0, 1, 2]})
    assert VOTES not in doings(games)
    play(games, (0, doing))
    assert field(games, "arrival")[0] == [0, 1, 2]


# --- Doublers ------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-4.15")
def test_a_doubler_is_laid_on_an_open_opinion():
    games = acting(opinions={0: [GENES, HEALTH], 1: [EURO_NOW]}, hidden={0: 2})
    assert field(games, "doublers") == 4
    play(games, (0, lobby(DOUBLER)))
    assert phase(games) == Phase.LOBBY_OPINION
    assert legal_kinds(games) == {GENES, HEALTH}
    assert legal(games) == {kind(GENES), kind(HEALTH)}
    play(games, (0, kind(HEALTH)))
    assert field(games, "doublers") == 3
    assert games.tables["opinion"][0, 0, [GENES, HEALTH]].tolist() == [1, 2]
    assert open_in(games) == {GENES, HEALTH}


@pytest.mark.rule("MAC-4.16")
def test_a_doubler_is_taken_off():
    games = acting(opinions={0: [GENES]}, doubled={0: [HEALTH]})
    assert field(games, "doublers") == 3
    play(games, (0, lobby(DOUBLER)))
    assert legal_kinds(games) == {GENES, HEALTH}
    play(games, (0, kind(HEALTH)))
    assert field(games, "doublers") == 4
    assert games.tables["opinion"][0, 0, [GENES, HEALTH]].tolist() == [1, 1]


@pytest.mark.rule("MAC-4.15", "MAC-4.16")
def test_without_a_doubler_in_stock_one_can_only_be_taken_off():
    games = acting(opinions={0: [GENES]}, doubled={0: [HEALTH], 1: [GENES, EURO_NOW, NUCLEAR]})
    assert field(games, "doublers") == 0
    play(games, (0, lobby(DOUBLER)))
    assert legal_kinds(games) == {HEALTH}
    games = acting(opinions={0: [GENES]}, doubled={1: [HEALTH, GENES, EURO_NOW, NUCLEAR]})
    assert DOUBLER not in doings(games)


@pytest.mark.rule("MAC-9.7")
def test_a_doubled_opinion_counts_twice():
    games = acting(
        opinions={0: [GENES, NUCLEAR]},
        programmes={0: [GENES, EURO_NOW], 1: [NO_GENES, NUCLEAR], 2: [EURO_NOW]},
        trend={0: [1, 1, 1]},
    )
    assert [factor_of(games.tables[0], 0, i) for i in range(3)] == [2, 1, 1]
    play(games, (0, lobby(DOUBLER)), (0, kind(GENES)))
    assert [factor_of(games.tables[0], 0, i) for i in range(3)] == [3, 0, 1]


# --- Media ---------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-4.17", "MAC-4.19")
@pytest.mark.parametrize("there", [[0, 1, 2], [1, 1, 3], [2, 4, 3]])
def test_a_media_marker_takes_the_place_of_another(there):
    games = acting(FINANCE, media={0: there})
    assert field(games, "cash") == [52, 60, 59]
    play(games, (0, lobby(MEDIA)))
    assert phase(games) == Phase.LOBBY_PLAYER
    assert others(games) == {1, 2}
    assert not legal_in(games, "pass")
    play(games, (0, player(2)))
    mine, theirs, last = there
    assert field(games, "media")[0] == [mine + 1, theirs, last - 1]
    assert field(games, "media_supply") == [5 - mine - 1, 5 - theirs, 5 - last + 1]
    assert field(games, "cash") == [52 - 8, 60, 59 + 4]


@pytest.mark.rule("MAC-4.17")
def test_only_who_has_a_marker_there_loses_one():
    games = acting(FINANCE, media={0: [1, 0, 1], 1: [0, 1, 0]})
    play(games, (0, lobby(MEDIA)))
    assert others(games) == {2}


@pytest.mark.rule("MAC-4.18")
@pytest.mark.parametrize(("cash", "can"), [(15, False), (16, True), (23, True)])
def test_media_are_paid_after_all_cards(cash, can):
    games = acting(FINANCE, media={0: [0, 1, 0]}, cash=[cash, 0, 1])
    assert (MEDIA in doings(games)) == can
    two = opened({0: {0: FINANCE}, 2: {0: INTERIOR}}, media={0: [0, 1, 0]}, cash=[cash, 0, 1])
    assert (MEDIA in doings(two)) == (cash >= 20)


@pytest.mark.rule("MAC-4.18")
def test_money_of_another_card_pays_for_media():
    """Seat 1 has 4 thousand left, and gets 4 more for its marker."""
    games = opened({0: {0: FINANCE, 1: FOREIGN}}, media={0: [0, 1, 1]}, cash=[40, 10, 0])
    play(games, (0, lobby(MEDIA)), (0, player(1)))
    assert field(games, "cash") == [24, 8, 0]
    assert MEDIA in doings(games)
    play(games, (1, lobby(MEDIA)), (1, player(1)))
    assert field(games, "cash") == [24, 0, 4]
    assert field(games, "media")[0] == [1, 1, 0]


@pytest.mark.rule("MAC-4.18")
def test_media_need_a_marker_of_ones_own():
    assert MEDIA not in doings(acting(FINANCE, media={0: [0, 1, 0], 2: [5, 0, 0]}))
    assert MEDIA in doings(acting(FINANCE, media={0: [0, 1, 0], 2: [4, 0, 0]}))
    games = acting(
        FINANCE, media={0: [0, 1, 0], 2: [3, 0, 0]}, national_media={1: [0], 2: [0]}, round_number=3
    )
    assert MEDIA not in doings(games)


@pytest.mark.rule("MAC-4.20")
def test_a_new_majority_exchanges_nothing_yet():
    games = acting(FINANCE, opinions={0: [GENES]}, pool=[HEALTH] * 3, media={0: [1, 2, 0]})
    play(games, (0, lobby(MEDIA)), (0, player(1)))
    assert acts(games) == (2, 3, BACKBENCHER)
    play(games, (2, PASS), *[(i, PASS) for i in range(3)])
    assert phase(games) == Phase.SWAP_OUT
    assert games.seat[0] == 0


# --- Trends --------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-4.21", "MAC-4.1")
@pytest.mark.parametrize("which", [c for c, row in CARDS.items() if row[5]])
@pytest.mark.parametrize("trend", [-3, 0, 1, 2])
def test_ones_own_trend_rises(which, trend):
    games = acting(which, trend={0: [trend, 1, -1]})
    play(games, (0, lobby(UP)))
    assert phase(games) != Phase.LOBBY_PLAYER, "nobody else can be named"
    assert field(games, "trend")[0] == [min(3, trend + CARDS[which][5]), 1, -1]


@pytest.mark.rule("MAC-4.22", "MAC-4.1")
@pytest.mark.parametrize("which", [c for c, row in CARDS.items() if row[6]])
@pytest.mark.parametrize("trend", [3, 0, -1, -2])
def test_the_trend_of_another_falls(which, trend):
    games = acting(which, trend={0: [2, 1, trend]})
    play(games, (0, lobby(DOWN)))
    assert others(games) == {1, 2}
    play(games, (0, player(2)))
    assert field(games, "trend")[0] == [2, 1, max(-3, trend - CARDS[which][6])]


@pytest.mark.rule("MAC-4.22")
def test_a_trend_at_its_end_cannot_fall():
    games = acting(trend={0: [2, -3, -2]}, media={0: [0, 1, 0]})
    play(games, (0, lobby(DOWN)))
    assert others(games) == {2}


@pytest.mark.rule("MAC-4.23")
def test_media_do_not_protect_a_trend():
    games = acting(media={0: [0, 3, 1]})
    play(games, (0, lobby(DOWN)), (0, player(1)))
    assert field(games, "trend")[0] == [0, -3, 0]


# --- Telephones ----------------------------------------------------------------------------------


@pytest.mark.rule("MAC-4.24", "MAC-4.2")
@pytest.mark.parametrize("doing", [PASS, lobby(VOTES)])
@pytest.mark.parametrize("answer", [PASS, YES])
def test_a_telephone_may_bring_a_tile(doing, answer):
    games = acting(FAMILY, where=2)
    play(games, (0, doing))
    assert phase(games) == Phase.TELEPHONE
    assert legal(games) == {PASS, YES}
    play(games, (0, answer))
    laid = int(answer == YES)
    assert field(games, "tile") == [[0] * 3, [0] * 3, [laid, 0, 0], [0] * 3]
    assert field(games, "tiles") == [4 - laid, 4, 4]
    assert field(games, "votes")[2] == [4 * (doing != PASS), 0, 0]
    assert acts(games) == (2, 3, BACKBENCHER)


@pytest.mark.rule("MAC-4.24")
@pytest.mark.parametrize("doing", [MEDIA, DOWN, DOUBLER])
def test_a_telephone_comes_after_the_aim(doing):
    games = acting(CHANCELLOR, opinions={0: [GENES]}, media={0: [0, 1, 0]})
    play(games, (0, lobby(doing)), (0, kind(GENES) if doing == DOUBLER else player(1)))
    assert phase(games) == Phase.TELEPHONE
    assert games.seat[0] == 0
    play(games, (0, YES))
    assert field(games, "tile")[0] == [1, 0, 0]


@pytest.mark.rule("MAC-4.25")
def test_a_tile_stays_until_the_election_of_its_region():
    games = acting(FAMILY, where=2)
    play(games, (0, PASS), (0, YES))
    for where in (2, 1, 0):
        tiles = [[int(r == where), 0, 0] for r in range(REGIONS)]
        assert field(games, "tile") == tiles
        pass_round(games)
    assert field(games, "tile") == [[0] * 3] * REGIONS
    assert field(games, "tiles") == [3, 4, 4]


@pytest.mark.rule("MAC-4.26")
def test_one_tile_beside_a_region_is_enough():
    games = acting(FAMILY, tile={0: [1, 0, 0]})
    play(games, (0, PASS))
    assert acts(games) == (2, 3, BACKBENCHER)
    assert field(games, "tiles") == [3, 4, 4]
    games = acting(FAMILY, tile={0: [0, 1, 1], 1: [1, 0, 0]})
    play(games, (0, PASS))
    assert phase(games) == Phase.TELEPHONE


@pytest.mark.rule("MAC-4.26")
def test_without_a_tile_left_none_is_laid():
    games = acting(FAMILY)
    games.tables["tiles"][0, 0] = 0
    play(games, (0, PASS))
    assert acts(games) == (2, 3, BACKBENCHER)


@pytest.mark.rule("MAC-5.14")
def test_a_telephone_beside_the_last_region():
    games = opened({1: {0: FAMILY, 1: FAMILY}}, round_number=6, regions=2)
    play(games, (0, PASS), (0, YES), (1, PASS), (1, YES))
    assert phase(games) == Phase.MEDIA
    assert field(games, "tile")[1] == [1, 1, 0]
    same = [MORE_WELFARE, MORE_SECURITY, GENES, NUCLEAR, EURO_NOW]
    other = [LESS_WELFARE, LESS_SECURITY, GENES, NUCLEAR, EURO_NOW]
    games = opened(
        {1: {0: FAMILY, 1: FAMILY}}, round_number=6, regions=2, programmes={0: same, 1: same, 2: other}
    )
    play(games, (0, PASS), (0, YES), (1, PASS), (1, YES))
    pass_until_over = set()
    while not games.over[0]:
        pass_until_over.add(phase(games))
        games.step([min(legal(games))])
    assert not pass_until_over & {Phase.COALITION, Phase.REPLY, Phase.FORCE}
    assert not games.tables["ally"].any()
