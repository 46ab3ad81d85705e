"""The form of play: decisions, hidden information, redeals, observations, payoffs, and what is refused."""

import itertools
from collections import Counter

import numpy as np
import pytest
from elections import (
    BACKBENCHER,
    BAYERN,
    BOX,
    BREMEN,
    CHANCELLOR,
    ENVIRONMENT,
    EURO_LATER,
    EURO_NOW,
    FAMILY,
    FOREIGN,
    GENES,
    HEALTH,
    HESSEN,
    INTERIOR,
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
    accept,
    card,
    copies,
    deal,
    field,
    fill_in,
    force,
    hand,
    kind,
    lay,
    legal,
    lobby,
    number,
    open_in,
    option,
    own_box,
    phase,
    play,
    player,
    refuse,
    region,
    rungs,
)
from elections_play import random_actions, spread_hidden, thin_decks

from hustings.envs import die_macher_v0
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.errors import BoxError, IllegalAction
from hustings.envs.die_macher import GAME, rules
from hustings.envs.die_macher.actions import ACTIONS
from hustings.envs.die_macher.table import (
    CONTRIBUTIONS,
    DECISIONS,
    FACE_DOWN,
    FACE_UP,
    IN_DECK,
    IN_HAND,
    KINDS,
    LANDS,
    NO_CARD,
    OPEN,
    POLL_IN_DECK,
    POLLS,
    PROGRAMME_CARDS,
    PROGRAMME_COPIES,
    PUBLISHED,
    REGIONS,
    SEEN,
    UNSEEN,
    Lobby,
    Phase,
)
from support import told_of

MANY = 6000  # redeals of one position, for frequencies
OTHER_FORMS = {
    "edition": "short",
    "lobby_order": "player",
    "coalition_passes": 1,
    "poll_auction": "blind",
    "contribution": "in_turn",
    "last_opening": "together",
}
IN_TURN = {"contribution": "in_turn"}
PROGRAMMES = {
    0: (MORE_WELFARE, MORE_SECURITY, GENES, NUCLEAR, EURO_NOW),
    1: (MORE_WELFARE, LESS_SECURITY, GENES, NUCLEAR, HEALTH),
    2: (LESS_WELFARE, LESS_SECURITY, NO_GENES, EURO_LATER, SPELLING),
    3: (MORE_WELFARE, LESS_SECURITY, NO_GENES, NUCLEAR, NO_HEALTH),
}


def three(programmes=PROGRAMMES):
    return {seat: programmes[seat] for seat in range(3)}


# --- Decisions -----------------------------------------------------------------------------------


@pytest.mark.rule("MAC-14.1")
def test_forced_decisions_are_asked_only_on_demand():
    """Without money nobody lays a card, buys or bids: the rest of the round is settled without asking."""
    asked, unasked = deal(3), deal(3, ask_forced=False)
    for games in (asked, unasked):
        lay(games, Phase.NEW_CARD, seat=2, cash=[0, 0, 0], programmes=three(), hands={2: [HEALTH]})
        play(games, (2, PASS))
    assert phase(asked) == Phase.PLACE_LOBBY
    met = Counter()
    while phase(asked) != Phase.CONTRIBUTION:
        assert len(legal(asked)) == 1
        met[phase(asked)] += 1
        play(asked, (int(asked.seat[0]), *legal(asked)))
    assert met == {Phase.PLACE_LOBBY: 12, Phase.MEDIA: 3, Phase.MEETINGS: 12, Phase.POLL_BID: 12}
    assert (phase(unasked), unasked.seat[0]) == (Phase.CONTRIBUTION, 0)
    assert asked.tables.tobytes() == unasked.tables.tobytes()


@pytest.mark.rule("MAC-1.5")
def test_a_sheet_is_one_entry_after_another():
    games = deal(3, seed=1)
    who = int(games.seat[0])
    first, second = {option(1, k) for k in (1, 2, 3)}, {option(2, k) for k in (1, 2, 3, 4)}
    regions = {region(k) for k in range(REGIONS)}
    for action in (option(1, 2), region(0), region(3), region(0), option(2, 3), region(1), region(1)):
        expected = first if action in first else second if action in second else regions
        assert (phase(games), legal(games)) == (Phase.SHEET, expected)
        play(games, (who, action))
    assert games.seat[0] == (who + 1) % 3
    assert games.tables["section"][0, :, who].tolist() == [2, 3]
    assert games.tables["place_of"][0, :, who].tolist() == [1, 4, 1, 2, 2, 0]
    for action in (option(1, 1), region(2), region(2), region(2), option(2, 1)):
        play(games, ((who + 1) % 3, action))
    assert games.seat[0] == (who + 2) % 3  # members need no region


@pytest.mark.rule("MAC-3.3", "MAC-3.4", "MAC-3.5")
def test_the_conference_is_told_card_by_card():
    games = deal(3)
    hands = {0: [HEALTH, HEALTH, NO_SPELLING], 1: [GENES, NUCLEAR, HEALTH], 2: [GENES, SPELLING, EURO_NOW]}
    lay(games, Phase.DISCARD, programmes=three(), hands=hands)
    deck = field(games, "programme_deck")
    assert legal(games) == {PASS, kind(HEALTH), kind(NO_SPELLING)}
    play(games, (0, kind(HEALTH)))
    assert legal(games) == {PASS, kind(HEALTH), kind(NO_SPELLING)}
    play(games, (0, kind(HEALTH)))
    assert legal(games) == {PASS, kind(NO_SPELLING)}
    assert (field(games, "programme_deck"), field(games, "renewed")) == (deck, 2)
    play(games, (0, PASS))
    assert (phase(games), field(games, "programme_deck"), len(hand(games, 0))) == (
        Phase.NEW_CARD,
        deck - 2,
        3,
    )
    play(games, (0, kind(NO_SPELLING)))
    opened = {kind(k) for k in PROGRAMMES[0]}
    assert (phase(games), legal(games)) == (Phase.OLD_CARD, opened)
    play(games, (0, kind(GENES)))
    assert (phase(games), games.seat[0]) == (Phase.DISCARD, 1)
    for stand in (GENES, NUCLEAR, HEALTH):
        play(games, (1, kind(stand)))
    assert (phase(games), field(games, "renewed")) == (Phase.NEW_CARD, 0)  # all three: drawn at once


@pytest.mark.rule("MAC-4.3", "MAC-4.10")
def test_the_shadow_cabinet_is_asked_region_by_region():
    games = deal(3)
    lay(games, Phase.PLACE_LOBBY, cash=[30, 0, 0], opinions={1: [GENES, HEALTH]}, programmes=three())
    play(games, (0, PASS), (0, card(FAMILY)), (0, PASS))
    assert (phase(games), games.seat[0], field(games, "region")) == (Phase.PLACE_LOBBY, 0, 3)
    play(games, (0, card(BACKBENCHER)), *[(seat, PASS) for seat in (1, 2) for _ in range(4)])
    assert (phase(games), field(games, "region")) == (Phase.LOBBY, 1)
    assert legal(games) == {PASS, lobby(Lobby.VOTES), lobby(Lobby.DOUBLER)}
    play(games, (0, lobby(Lobby.DOUBLER)))
    assert (phase(games), legal(games)) == (Phase.LOBBY_OPINION, {kind(GENES), kind(HEALTH)})
    play(games, (0, kind(GENES)))
    assert (phase(games), legal(games)) == (Phase.TELEPHONE, {PASS, YES})
    play(games, (0, YES))
    assert (phase(games), field(games, "region")) == (Phase.LOBBY, 3)
    assert legal(games) == {PASS, lobby(Lobby.VOTES)}


@pytest.mark.rule("MAC-6.14")
def test_an_exchange_is_told_as_out_and_in():
    games = deal(3)
    media = {2: [0, 2, 1]}
    lay(games, Phase.NEXT_SWAP, opinions={2: [GENES, HEALTH]}, pool=[EURO_NOW, SPELLING], media=media)
    assert (phase(games), games.seat[0], field(games, "region")) == (Phase.SWAP_OUT, 1, 2)
    assert legal(games) == {PASS, kind(GENES), kind(HEALTH)}
    play(games, (1, kind(HEALTH)))
    assert (phase(games), legal(games)) == (Phase.SWAP_IN, {kind(EURO_NOW), kind(SPELLING)})
    play(games, (1, kind(SPELLING)))
    assert open_in(games, 2) == {GENES, SPELLING}


@pytest.mark.rule("MAC-10.12", "MAC-10.23")
def test_the_national_board_is_filled_step_by_step():
    games = deal(3)
    full = [MORE_WELFARE, GENES, NUCLEAR, EURO_NOW, HEALTH]
    lay(
        games,
        Phase.ELECTION,
        votes={0: [5, 9, 1]},
        media={0: [1, 1, 0]},
        opinions={0: [SPELLING, LESS_SECURITY]},
        national=full,
        secured=[GENES],
    )
    assert (phase(games), games.seat[0], legal(games)) == (Phase.NATIONAL_MEDIA, 1, {PASS, YES})
    play(games, (1, YES))
    assert (phase(games), legal(games)) == (Phase.NATIONAL_CARD, {PASS, kind(SPELLING), kind(LESS_SECURITY)})
    play(games, (1, kind(SPELLING)))
    free = {kind(stand) for stand in full if stand != GENES}
    assert (phase(games), legal(games)) == (Phase.NATIONAL_REPLACE, free)
    play(games, (1, kind(HEALTH)))
    assert (phase(games), legal(games)) == (Phase.NATIONAL_CARD, {PASS, kind(LESS_SECURITY)})


@pytest.mark.rule("MAC-2.3", "MAC-7.1", "MAC-8.4", "MAC-9.4")
def test_bids_meetings_and_conversions_are_one_number_each():
    games = deal(3)
    lay(games, Phase.START_BID, cash=[7, 50, 0])
    for who, most in ((0, 7), (1, 50), (2, 0)):
        assert legal(games) == {number(n) for n in rungs(0, most)}
        play(games, (who, number(most)))
    lay(games, Phase.NEXT_MEETINGS, cash=[9, 0, 0], meetings={0: [8, 1, 1]})
    for place, most in enumerate((2, 4, 3, 1)):  # room, the most at once, supply
        assert (phase(games), field(games, "region")) == (Phase.MEETINGS, place)
        assert legal(games) == {number(n) for n in range(most + 1)}
        play(games, (0, number(min(most, 2))))
    lay(games, Phase.POLL_BID, cash=[4, 2, 0])
    assert legal(games) == {PASS, *(number(n) for n in (1, 2, 3, 4))}
    lay(games, Phase.CONVERT, region=3, meetings={3: [6, 0, 0]})
    assert legal(games) == {number(n) for n in range(7)}


@pytest.mark.rule("MAC-14.2")
def test_one_catalogue_of_actions_for_all_numbers_of_players():
    assert [deal(players).num_actions for players in (3, 4, 5)] == [115] * 3
    assert {b.name: (b.start, b.size) for b in ACTIONS} == {
        "pass": (PASS, 1),
        "yes": (YES, 1),
        "number": (number(0), 57),
        "region": (region(0), 4),
        "option": (option(1, 1), 7),
        "player": (player(0), 5),
        "force": (force(1), 4),
        "kind": (kind(0), 14),
        "card": (card(1), 7),
        "lobby": (lobby(Lobby.VOTES), 5),
        "accept": (accept(1), 5),
        "refuse": (refuse(1), 5),
    }
    assert (PASS, refuse(5)) == (0, 114)


@pytest.mark.rule("MAC-14.2", "MAC-14.16")
def test_every_action_is_legal_somewhere_and_has_words():
    games = deal(5)
    lay(games, Phase.START_BID, cash=[300] * 5)
    met, step = games.legal[0], 0
    assert [games.describe(0, number(bid)) for bid in (30, 35, 300)] == [
        f"Bid {bid} thousand for the start" for bid in (30, 35, 300)
    ]
    games = deal(5, num_games=150, seed=2)
    rng = np.random.default_rng(0)
    while not games.over.all() and not met.all():
        masks = games.legal
        for action in np.flatnonzero(masks.any(axis=0) & (~met | (step % 50 == 0))):
            words = games.describe(int(masks[:, action].argmax()), int(action))
            assert words
            assert "\n" not in words
        met |= masks.any(axis=0)
        games.step(random_actions(games, rng, 0.6))
        step += 1
    assert met.all(), np.flatnonzero(~met)


@pytest.mark.rule("MAC-14.3")
def test_players_are_named_by_their_distance():
    for seat in range(4):
        games = deal(4)
        lay(games, Phase.START_PLAYER, seat=seat, start=1, bidder=seat)
        assert legal(games) == {player(k) for k in range(4)}
        play(games, (seat, player(3)))
        assert field(games, "start_player") == (seat + 3) % 4
    media = {0: [0, 1, 0, 0, 1]}
    for seat in (0, 2, 3):
        games = deal(5)
        own = {seat: {0: FOREIGN}}
        rows = {0: [own.get(who, {}).get(0, 0) for who in range(5)]}
        lay(games, Phase.LOBBY_PLAYER, seat=seat, acting=Lobby.MEDIA + 1, lobby=rows, media=media)
        assert legal(games) == {player((other - seat) % 5) for other in (1, 4)}
        play(games, (seat, player((4 - seat) % 5)))
        assert field(games, "media")[0] == [int(i in (1, seat)) for i in range(5)]


@pytest.mark.rule("MAC-14.3")
def test_regions_are_numbered_by_when_they_vote():
    games = deal(3)
    lands, votes = [NORDRHEIN, BAYERN, HESSEN, SACHSEN], {r: [10 * r, 1, 0] for r in range(4)}
    lay(games, Phase.NEXT_REGION, round_number=4, lands=lands, votes=votes, land_drawn=1)
    assert field(games, "land") == [BAYERN, HESSEN, SACHSEN, NO_CARD]
    assert [row[0] for row in field(games, "votes")] == [10, 20, 30, 0]
    lay(games, Phase.MEDIA, lands=[BREMEN, *lands[:3]])
    play(games, (0, region(2)))
    assert [row[0] for row in field(games, "media")] == [0, 0, 1, 0]


@pytest.mark.rule("MAC-14.17")
def test_what_is_not_legal_is_refused_and_changes_nothing():
    games = deal(3, num_games=3, seed=5)
    before = games.tables.tobytes()
    actions = games.legal.argmax(axis=1)
    actions[1] = PASS
    with pytest.raises(IllegalAction, match=f"game 1, seat .*, phase SHEET: action {PASS} "):
        games.step(actions)
    for wrong in (-1, ACTIONS.size):
        actions[1] = wrong
        with pytest.raises(IllegalAction, match="game 1"):
            games.step(actions)
    assert games.tables.tobytes() == before
    games = deal(3)
    lay(games, Phase.CHANGE_TREND, poll=0, changes=2, programmes=three())
    for action in set(range(ACTIONS.size)) - legal(games):
        with pytest.raises(IllegalAction):
            games.step([action])
    assert phase(games) == Phase.CHANGE_TREND


# --- What a seat observes ------------------------------------------------------------------------


def block(games, seat: int, name: str, row: int = 0) -> np.ndarray:
    """One block of what a seat observes."""
    where = GAME.observation(games.num_players)[name]
    return games.observe(seat=seat)[row, where.start : where.stop]


def seen(games, seat: int, name: str, scale: float = 1) -> list[float]:
    """A block in the units of the table."""
    return (block(games, seat, name) * scale).round(3).tolist()


@pytest.mark.rule("MAC-14.4")
def test_sizes_of_the_observation():
    sizes = [deal(players).observation_size for players in (3, 4, 5)]
    assert sizes == [750, 843, 936]
    blocks = [b.name for b in GAME.observation(4)]
    assert (blocks[0], blocks[-1]) == ("phase", "contribution")


def lay_a_bit_of_everything(games):
    """A position of four with something different for each player and region."""
    lay(
        games,
        Phase.PUBLISH,
        seat=2,
        start=3,
        round_number=4,
        region=1,
        lands=(NORDRHEIN, BAYERN, BREMEN, HESSEN),
        programmes=PROGRAMMES,
        hands={0: [HEALTH, HEALTH], 1: [NO_NUCLEAR], 2: [SPELLING, SPELLING, NO_HEALTH], 3: []},
        opinions={0: [GENES, HEALTH], 1: [MORE_WELFARE, NO_SPELLING], 3: [EURO_LATER]},
        doubled={0: [MORE_SECURITY], 1: [LESS_SECURITY]},
        hidden={1: 1, 2: 2, 3: 3},
        pool=[GENES, GENES, SPELLING, EURO_NOW],
        discards=[HEALTH, NO_GENES],
        national=[NUCLEAR, EURO_LATER, MORE_WELFARE],
        secured=[MORE_WELFARE],
        national_media={1: [0, 3], 3: [0]},
        cabinet={1: [BACKBENCHER, CHANCELLOR], 3: []},
        cash=[1, 20, 40, 100],
        members=[12, 30, 9, 12],
        votes={0: [5, 0, 50, 7], 3: [0, 1, 2, 3]},
        trend={0: [0, 3, -3, 1], 2: [-1, 0, 0, 2]},
        meetings={1: [2, 3, 4, 5]},
        media={0: [1, 0, 2, 0], 1: [0, 1, 0, 0]},
        arrival={0: [3, 1, 0, 2]},
        tile={0: [1, 0, 1, 0]},
        ally=[3, 0, 1, 0],
        seats_won={0: [10, 20, 0, 3], 2: [1, 2, 3, 4]},
        section={0: [1, 2, 3, 1], 1: [4, 3, 2, 1]},
        bid=[0, 5, 8, 0],
        bidder=2,
        passed=[1, 1, 0, 1],
        poll=0,
        contribution={1: [1, 0, 2, 0, 0]},
    )
    games.tables["poll_zone"][0, 0] = SEEN + 2
    return games


@pytest.mark.rule("MAC-14.4", "MAC-14.5", "MAC-14.7")
def test_what_all_observe_alike():
    games = lay_a_bit_of_everything(deal(4))
    for who in range(4):
        assert np.flatnonzero(block(games, who, "phase")).tolist() == [Phase.PUBLISH]
        assert seen(games, who, "round", 7) == [4]
        assert seen(games, who, "elections", 7) == [3]
        assert seen(games, who, "region") == [0, 1, 0, 0]
        assert seen(games, who, "bid", 32) == [0]  # only while bids are made
        assert seen(games, who, "poll_deck", 32) == [19]
        assert seen(games, who, "doublers", 8) == [2]
        assert seen(games, who, "pool", 4) == [0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0]
        assert seen(games, who, "discards", 4) == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0]
        assert seen(games, who, "unseen", 4) == [0, 3, 2, 2, 0, 2, 2, 3, 2, 1, 1, 3, 2, 2]
        assert seen(games, who, "opinion_deck", 64) == [25 - 6]
        assert seen(games, who, "programme_deck", 64) == [56 - 20 - 6]
        national = {NUCLEAR: (15, 4, 0), EURO_LATER: (12, 3, 0), MORE_WELFARE: (15, 3, 1)}
        for place, (name, scale) in enumerate((("national", 32), ("figures", 8), ("secured", 1))):
            assert seen(games, who, name, scale) == [national.get(k, (0, 0, 0))[place] for k in range(KINDS)]
        assert np.flatnonzero(block(games, who, "lands_drawn")).tolist() == [0, 1, 4, 15]
        lands = block(games, who, "land").reshape(REGIONS, LANDS)
        assert lands.argmax(axis=1).tolist() == [NORDRHEIN, BAYERN, BREMEN, HESSEN]
        assert lands.sum() == 4
        assert seen(games, who, "seats", 128) == [80, 60, 15, 48]
        assert seen(games, who, "hidden", 4) == [0, 1, 2, 3]
        opinion = block(games, who, "opinion").reshape(REGIONS, KINDS) * 2
        assert {(r, k): opinion[r, k] for r, k in np.argwhere(opinion).tolist()} == {
            (0, MORE_SECURITY): 2,
            (0, GENES): 1,
            (0, HEALTH): 1,
            (1, MORE_WELFARE): 1,
            (1, LESS_SECURITY): 2,
            (1, NO_SPELLING): 1,
            (3, EURO_LATER): 1,
        }


@pytest.mark.rule("MAC-14.4", "MAC-14.5")
def test_observations_begin_with_ones_own_seat():
    games = lay_a_bit_of_everything(deal(4))
    for who in range(4):
        seats = [(who + k) % 4 for k in range(4)]

        def same(name, scale, values, who=who, seats=seats):
            assert seen(games, who, name, scale) == [values[i] for i in seats], name

        def rotated(rows, seats=seats):
            return [value for i in seats for value in rows[i]]

        same("cash", 64, [1, 20, 40, 64])
        same("wealth", 1024, [1, 20, 40, 100])
        same("members", 128, [12, 30, 9, 12])
        same("seats_won", 512, [11, 22, 3, 7])
        same("media_points", 128, [45, 0, 0, 25])
        # seats, media, members and prizes, programme: nuclear power 15, later 12, secured welfare 10 + 5
        points = [11 + 45 + 12 + 3 + 30, 22 + 0 + 30 + 10 + 30, 3 + 0 + 9 + 12, 7 + 25 + 12 + 3 + 30]
        same("points", 1024, points)
        assert games.scores[0].tolist() == points
        same("meeting_supply", 32, [18 - 5, 18 - 6, 18 - 7, 18 - 8])
        same("media_supply", 8, [2, 4, 3, 4])
        same("tiles", 8, [3, 4, 3, 4])
        same("hand_size", 4, [2, 1, 3, 0])
        same("fresh", 4, [2, 1, 3, 0])
        same("polls_seen", 32, [0, 0, 1, 0])
        same("section_1", 4, [1, 2, 3, 1])
        same("section_2", 4, [4, 3, 2, 1])
        same("bids", 512, [0, 5, 8, 0])
        same("passed", 1, [1, 1, 0, 1])
        same("bidder", 1, [0, 0, 1, 0])
        same("place", 4, [1, 2, 3, 0])
        same("on_turn", 1, [0, 0, 1, 0])
        same("ally", 5, [(2 - who) % 4 + 1, 0, (0 - who) % 4 + 1, 0])
        alike = [[0, 3, 0, 2], [3, 0, 1, 3], [0, 1, 0, 2], [2, 3, 2, 0]]
        same("common", 5, alike[who])
        boards = {
            "votes": (50, {0: [5, 0, 50, 7], 3: [0, 1, 2, 3]}),
            "trend": (3, {0: [0, 3, -3, 1], 2: [-1, 0, 0, 2]}),
            "meetings": (16, {0: [1] * 4, 1: [2, 3, 4, 5], 2: [1] * 4, 3: [1] * 4}),
            "media": (8, {0: [1, 0, 2, 0], 1: [0, 1, 0, 0]}),
            "arrival": (4, {0: [3, 1, 0, 2], 1: range(4), 2: range(4), 3: range(4)}),
            "tile": (1, {0: [1, 0, 1, 0]}),
            # security for (2), genes, health; welfare, security against (2), spelling against; euro later
            "factor": (16, {0: [3, 3, -6, -3], 1: [-1, 3, 0, 3], 2: [-1, 0, 0, 2], 3: [-1, 0, 1, 0]}),
        }
        for name, (scale, rows) in boards.items():
            values = [[rows[r][i] if r in rows else 0 for r in range(REGIONS)] for i in range(4)]
            assert seen(games, who, name, scale) == rotated(values), name
        programme = block(games, who, "programme").reshape(4, KINDS)
        assert [set(np.flatnonzero(row)) for row in programme] == [set(PROGRAMMES[i]) for i in seats]
        cards = [[1] * 7, [1, 0, 0, 0, 0, 0, 1], [1] * 7, [0] * 7]
        assert seen(games, who, "cabinet") == rotated(cards)
        left = [[1] * 5, [0, 1, -1, 1, 1], [1] * 5, [1] * 5]
        assert seen(games, who, "contribution") == rotated(left)


@pytest.mark.rule("MAC-14.6")
def test_each_seat_sees_its_own_hidden_programme_cards():
    """And those that it has discarded; of the others' it knows how many."""
    games = lay_a_bit_of_everything(deal(4))
    zone = games.tables["zone"][0]
    zone[PROGRAMME_COPIES * NUCLEAR + 3] = FACE_DOWN + 1
    zone[PROGRAMME_COPIES * GENES + 3] = FACE_UP
    games.tables["programme_deck"][0] -= 2
    hands = [{HEALTH: 2}, {NO_NUCLEAR: 1}, {SPELLING: 2, NO_HEALTH: 1}, {}]
    for who, own in enumerate(hands):
        assert seen(games, who, "hand", 4) == [own.get(k, 0) for k in range(KINDS)]
        expected = [4 - sum(k in PROGRAMMES[i] for i in range(4)) - own.get(k, 0) for k in range(KINDS)]
        expected[GENES] -= 1
        expected[NUCLEAR] -= who == 1
        assert seen(games, who, "programme_discards", 4) == [int(k == GENES) for k in range(KINDS)]
        assert seen(games, who, "own_discards", 4) == [int(k == NUCLEAR and who == 1) for k in range(KINDS)]
        assert seen(games, who, "face_down", 32) == [int((who + k) % 4 == 1) for k in range(4)]
        assert seen(games, who, "programme_unseen", 4) == expected
        assert seen(games, who, "hand_size", 4) == [[2, 1, 3, 0][(who + k) % 4] for k in range(4)]


@pytest.mark.rule("MAC-14.6")
def test_a_poll_is_seen_by_its_buyer_and_by_all_when_published():
    """Poll 1: +2 for the first party, +1, 0, -1; with four players the fifth column is nobody's."""
    games = lay_a_bit_of_everything(deal(4))
    assert [seen(games, who, "poll", 4) for who in (0, 1, 3)] == [[0] * 4] * 3
    assert seen(games, 2, "poll", 4) == [0, -1, 2, 1]
    play(games, (2, YES))
    for who in range(4):
        assert seen(games, who, "poll", 4) == [[2, 1, 0, -1][(who + k) % 4] for k in range(4)]
        assert seen(games, who, "changes", 4) == [2]
        assert seen(games, who, "poll_deck", 32) == [19]
    play(games, (2, player(2)))
    assert [seen(games, who, "changed") for who in (0, 3)] == [[1, 0, 0, 0], [0, 1, 0, 0]]
    assert seen(games, 1, "changes", 4) == [1]
    assert games.tables["poll_zone"][0, 0] == PUBLISHED


@pytest.mark.rule("MAC-14.4")
def test_parts_of_a_phase_are_observed():
    games = deal(3)
    lay(games, Phase.MEDIA, passes=2)
    assert seen(games, 1, "passes", 8) == [2]
    lay(games, Phase.DISCARD, seat=1, renewed=2, programmes=three())
    assert [seen(games, who, "renewed", 4) for who in (0, 1)] == [[2], [2]]
    lay(games, Phase.OLD_CARD, seat=1, picked=HEALTH, programmes=three())
    assert [np.flatnonzero(block(games, who, "picked")).tolist() for who in (0, 1)] == [[HEALTH]] * 2
    lay(games, Phase.POLL_BID, seat=1, bidder=0, bid=[12, 0, 0])
    assert [seen(games, who, "bid", 32) for who in (0, 1)] == [[12]] * 2
    lay(games, Phase.SWAP_OUT, seat=1, region=2, by_votes=1)
    assert [seen(games, 0, name) for name in ("by_votes", "region")] == [[1], [0, 0, 1, 0]]
    lay(games, Phase.LOBBY_PLAYER, seat=1, region=3, acting=Lobby.TREND_DOWN + 1, lobby={3: [0, FOREIGN, 2]})
    for who in range(3):
        assert seen(games, who, "acting") == [0, 0, 0, 0, 1]
        assert np.flatnonzero(block(games, who, "acting_card")).tolist() == [FOREIGN - 1]
        lies = block(games, who, "lobby").reshape(3, REGIONS)[:, 3] * 7
        assert lies.round(3).tolist() == [[0, FOREIGN, 2][(who + k) % 3] for k in range(3)]
        laid = block(games, who, "laid").reshape(3, REGIONS)
        assert laid[:, 3].tolist() == [[0, 1, 1][(who + k) % 3] for k in range(3)]
    lay(games, Phase.REPLY, seat=2, asker=1, tile={0: [0, 1, 1]}, programmes=three())
    assert [seen(games, who, "asker") for who in (0, 1, 2)] == [[0, 1, 0], [1, 0, 0], [0, 0, 1]]
    games = deal(3, coalition_passes=1)
    lay(
        games, Phase.COALITION, seat=0, tile={0: [1, 1, 1]}, programmes=dict.fromkeys(range(3), PROGRAMMES[0])
    )
    play(games, (0, player(2)), (2, PASS))
    assert [seen(games, who, "asked") for who in (0, 1, 2)] == [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    games = deal(3)
    votes, media = {0: [50, 0, 50]}, {0: [1, 0, 1]}
    lay(games, Phase.ELECTION, votes=votes, arrival={0: [1, 0, 2]}, media=media, opinions={0: [GENES]})
    for who in range(3):
        assert (phase(games), seen(games, who, "cards_due", 2)) == (Phase.NATIONAL_MEDIA, [1, 0, 0])
        first = block(games, who, "winner").reshape(3, 3)
        assert first.tolist() == [[[0, 1, 0], [0] * 3, [1, 0, 0]][(who + k) % 3] for k in range(3)]
        assert seen(games, who, "by_a_nose") == [1]
    play(games, (2, PASS))
    assert (phase(games), seen(games, 0, "cards_due", 2)) == (Phase.NATIONAL_CARD, [1, 0, 0])
    full = [MORE_WELFARE, MORE_SECURITY, NUCLEAR, EURO_NOW, HEALTH]
    lay(games, Phase.ELECTION, votes={0: [1, 0, 0]}, opinions={0: [GENES, SPELLING]}, national=full)
    play(games, (0, kind(GENES)))
    assert (phase(games), seen(games, 1, "cards_due", 2)) == (Phase.NATIONAL_REPLACE, [1, 0, 0])
    assert seen(games, 1, "winner") == [0] * 6 + [1, 0, 0]
    assert seen(games, 1, "by_a_nose") == [0]


@pytest.mark.rule("MAC-14.8")
def test_large_numbers_are_cut_off():
    """Everything stays within -1 and 1, with the largest numbers that there can be too."""
    games = deal(3, box=own_box(poll_change=-6, national_points=50, national_figures=20, secured_points=50))
    lay(
        games,
        Phase.PUBLISH,
        poll=3,
        cash=[5000, 129, 128],
        members=[999, 128, 0],
        votes={0: [50, 50, 50]},
        trend={0: [3, -3, 0]},
        opinions={0: [MORE_WELFARE]},
        doubled={0: [GENES, NUCLEAR, MORE_SECURITY]},
        programmes=three(),
        national=[EURO_NOW, HEALTH],
        secured=[HEALTH],
        seats_won={0: [120] * 3, 1: [120] * 3, 2: [120] * 3},
        national_media={k: [0] for k in range(1, 4)},
    )
    games.tables["meetings"][0, 0, :3], games.tables["media"][0, 0, :3] = 30, 20
    games.tables["doublers"] = 20
    for who in range(3):
        view = games.observe(seat=who)
        assert np.abs(view).max() <= 1
    for name in ("cash", "wealth", "members", "points"):
        assert block(games, 0, name)[0] == 1, name
    assert block(games, 0, "national")[EURO_NOW] == block(games, 0, "figures")[HEALTH] == 1
    assert (
        block(games, 0, "meetings")[0] == block(games, 0, "media")[0] == block(games, 0, "doublers")[0] == 1
    )
    assert seen(games, 0, "factor", 16)[0] == 3 + 1 + 6
    lay(games, Phase.PUBLISH, poll=3, trend={0: [3, -3, 0]}, doubled={0: [GENES]}, programmes=three())
    assert block(games, 0, "poll").tolist() == [-1, -1, -1]


@pytest.mark.rule("MAC-14.6", "MAC-14.15")
@pytest.mark.parametrize(
    ("form", "first", "second"),
    [
        ("sheet", [option(1, 1), *[region(0)] * 3, option(2, 1)],
         [option(1, 2), *[region(3)] * 3, option(2, 1)]),
        ("sheet", [option(1, 1), *[region(0)] * 3, option(2, 3), region(1), region(2)],
         [option(1, 1), *[region(0)] * 3, option(2, 3), region(2), region(3)]),
        ("bid", [number(0)], [number(9)]),
        ("blind poll", [number(0)], [number(9)]),
        ("cabinet", [card(BACKBENCHER), PASS, PASS, PASS], [card(FAMILY), PASS, PASS, PASS]),
        ("contribution", [accept(1)], [refuse(5)]),
        ("contribution in turn", [refuse(1)], [refuse(5)]),
    ],
)  # fmt: skip
def test_a_choice_is_seen_by_nobody_else_before_all_have_chosen(form, first, second):
    """Observations, boards, news and masks of the others are the same whatever was chosen."""
    views, boards, masks, news = [], [], [], []
    for moves in (first, second):
        games = deal_form(form)
        told: list[list[str]] = [[], [], []]
        for move in moves:
            before = games.tables.copy()
            play(games, (0, move))
            for who in range(3):
                told[who] += told_of(games, before, move, who)
        news.append(told)
        assert games.seat[0] == 1
        views.append([games.observe(seat=who)[0] for who in range(3)])
        boards.append([games.board(0, who) for who in range(3)])
        masks.append(games.legal)
    assert (views[0][0] != views[1][0]).any()
    assert boards[0][0] != boards[1][0]
    for who in (1, 2):
        assert (views[0][who] == views[1][who]).all()
        assert boards[0][who] == boards[1][who]
        assert news[0][who] == news[1][who]
    assert (masks[0] == masks[1]).all()


def deal_form(form: str):
    """A game in which seat 0 begins to choose what is shown only when all have chosen."""
    options = {"blind poll": {"poll_auction": "blind"}, "contribution in turn": {"contribution": "in_turn"}}
    stage = {
        "sheet": Phase.SHEET,
        "bid": Phase.START_BID,
        "blind poll": Phase.POLL_BID,
        "cabinet": Phase.PLACE_LOBBY,
    }
    games = deal(3, **options.get(form, {}))
    rounds = 0 if form == "sheet" else 1
    lay(games, stage.get(form, Phase.CONTRIBUTION), programmes=three(), round_number=rounds)
    return games


@pytest.mark.rule("MAC-14.6")
def test_how_far_a_sheet_is_filled_in_is_a_secret_too():
    games = deal_form("sheet")
    views = [games.observe(seat=who)[0] for who in range(3)]
    for step, action in enumerate((option(1, 2), region(1), region(2), region(3), option(2, 4), region(0))):
        assert np.flatnonzero(block(games, 0, "step")).tolist() == [step]
        assert not block(games, 1, "step").any()
        play(games, (0, action))
        assert all((games.observe(seat=who)[0] == views[who]).all() for who in (1, 2))
    assert seen(games, 0, "sheet", 4) == [2, 3, 4, 1, 0, 0]
    assert (seen(games, 0, "section_1", 4), seen(games, 0, "section_2", 4)) == ([2, 0, 0], [4, 0, 0])
    play(games, (0, region(0)), (0, region(1)))
    for who in (1, 2):
        fill_in(games, who, 1)
        assert seen(games, 0, "sheet", 4) == ([2, 3, 4, 1, 1, 2] if who == 1 else [0] * 6)
    assert seen(games, 2, "section_1", 4) == [2, 2, 1]  # all are in: everybody sees what was taken
    assert seen(games, 2, "section_2", 4) == [1, 4, 1]


@pytest.mark.rule("MAC-14.6")
def test_bids_are_shown_when_all_are_in():
    games = deal_form("bid")
    play(games, (0, number(3)), (1, number(5)))
    assert seen(games, 1, "bids", 512) == [5, 0, 0]
    play(games, (2, number(4)))
    assert [seen(games, who, "bids", 512) for who in (0, 2)] == [[3, 5, 4], [4, 3, 5]]
    games = deal_form("blind poll")
    play(games, (0, number(3)), (1, number(5)))
    assert (seen(games, 1, "bids", 512), seen(games, 2, "passed")) == ([5, 0, 0], [0, 1, 1])
    play(games, (2, number(0)))
    assert seen(games, 2, "bids", 512) == [0, 3, 5]


@pytest.mark.rule("MAC-14.6")
def test_cards_of_the_shadow_cabinet_lie_face_down_until_all_lie():
    games = deal_form("cabinet")
    play(games, (0, PASS), (0, card(FAMILY)), (0, PASS), (0, card(INTERIOR)), *[(1, PASS)] * 4)
    for who in range(3):
        shift = -who % 3
        assert block(games, who, "laid").reshape(3, REGIONS)[shift].tolist() == [0, 1, 0, 1]
        known = [0, FAMILY, 0, INTERIOR] if who == 0 else [0] * 4
        assert (block(games, who, "lobby").reshape(3, REGIONS)[shift] * 7).round(3).tolist() == known
        assert block(games, who, "cabinet").all()
    play(games, *[(2, PASS)] * 4)
    for who in range(3):
        lies = block(games, who, "lobby").reshape(3, REGIONS)[-who % 3] * 7
        assert lies.round(3).tolist() == [0, FAMILY, 0, INTERIOR]
        left = block(games, who, "cabinet").reshape(3, -1)[-who % 3]
        assert left.tolist() == [1, 0, 1, 0, 1, 1, 1]


@pytest.mark.rule("MAC-14.6")
def test_what_is_seen_of_contributions_before_all_have_chosen():
    for form, accepted, refused in (("contribution", 0, 0), ("contribution in turn", 4, 1)):
        games = deal_form(form)
        play(games, (0, accept(4)), (1, refuse(2)))
        assert seen(games, 2, "offer", 5) == [0, accepted, 0]
        assert seen(games, 2, "refuses") == [0, 0, refused]
        assert seen(games, 1, "offer", 5) == [2, 0, accepted]
        assert seen(games, 1, "refuses") == [1, 0, 0]
        assert block(games, 2, "contribution").all()
        play(games, (2, accept(1)))
        left = block(games, 2, "contribution").reshape(3, 5)
        assert left.tolist() == [[0, 1, 1, 1, 1], [1, 1, 1, 0, 1], [1, -1, 1, 1, 1]]


@pytest.mark.rule("MAC-14.6")
def test_who_has_seen_which_poll():
    """Published: all; suppressed: the buyer; unsold: nobody. A new deck has all of them again."""
    games = deal(3)
    lay(games, Phase.POLL_BID, programmes=three(), region=0)
    zone = games.tables["poll_zone"][0]
    play(games, (0, number(1)), (1, PASS), (2, PASS), (0, PASS))
    assert Counter(zone.tolist()) == {POLL_IN_DECK: 19, SEEN + 0: 1}
    play(games, (0, PASS), (1, PASS), (2, PASS))
    assert Counter(zone.tolist()) == {POLL_IN_DECK: 18, SEEN + 0: 1, UNSEEN: 1}
    play(games, (0, PASS), (1, number(1)), (2, PASS), (1, YES), (1, PASS))
    assert Counter(zone.tolist()) == {POLL_IN_DECK: 17, SEEN + 0: 1, UNSEEN: 1, PUBLISHED: 1}
    zone[:] = [SEEN] * 5 + [UNSEEN] * 5 + [PUBLISHED] * 10
    play(games, (0, PASS), (1, PASS), (2, number(1)))
    assert Counter(zone.tolist()) == {POLL_IN_DECK: 19, SEEN + 2: 1}


@pytest.mark.rule("MAC-14.22")
def test_polls_that_one_has_seen_are_observed():
    """Published ones by all, others by who has seen them; of others' it is known how many."""
    games = deal(3)
    lay(games, Phase.PUBLISH, seat=2, poll=5, programmes=three())
    zone = games.tables["poll_zone"][0]
    zone[:8] = [SEEN + 0, PUBLISHED, SEEN + 1, SEEN + 1, UNSEEN, SEEN + 2, POLL_IN_DECK, SEEN + 2]
    for who, own in enumerate(({0: 2}, {2: 2, 3: 2}, {5: 4, 7: 2})):
        polls = {1: 1, **own}
        assert seen(games, who, "polls", 4) == [polls.get(poll, 0) for poll in range(POLLS)]
        assert seen(games, who, "polls_seen", 32) == [[1, 2, 2][(who + k) % 3] for k in range(3)]
    play(games, (2, YES))
    for who in range(3):
        assert (block(games, who, "polls")[[1, 5]] * 4).tolist() == [1, 3]


@pytest.mark.rule("MAC-14.23")
def test_what_the_last_shuffle_of_programmes_tells_is_observed():
    """All saw cards 9 and 11 go there with shuffle 2, seat 0 card 30; card 10 went with the one before."""
    games = deal(3)
    places = {1: (IN_HAND + 1, 1), 5: (IN_HAND + 1, 2), 11: (IN_HAND + 2, 2), 20: (FACE_DOWN + 1, 1)}
    lay_programmes(games, places, deck=[9, 10, 30], programme_shuffle=2)
    table = games.tables[0]
    table["returned"][[9, 10, 11]], table["own_returned"][0, 30] = (2, 1, 2), 2
    for who, kinds in enumerate(({9 // 4: 2, 30 // 4: 1}, {9 // 4: 2}, {9 // 4: 1})):
        assert seen(games, who, "returned", 4) == [kinds.get(stand, 0) for stand in range(KINDS)]
        assert seen(games, who, "hand_size", 4) == [[0, 2, 1][(who + k) % 3] for k in range(3)]
        assert seen(games, who, "fresh", 4) == [[0, 1, 1][(who + k) % 3] for k in range(3)]
        assert seen(games, who, "face_down", 32) == [[0, 1, 0][(who + k) % 3] for k in range(3)]


# --- The observation of whole games --------------------------------------------------------------

ONE = {
    "round": ("round_number", 7),
    "passes": ("passes", 8),
    "renewed": ("renewed", 4),
    "changes": ("changes", 4),
    "by_votes": ("by_votes", 1),
    "doublers": ("doublers", 8),
    "opinion_deck": ("opinion_deck", 64),
    "programme_deck": ("programme_deck", 64),
    "pool": ("pool", 4),
    "discards": ("discards", 4),
    "lands_drawn": ("land_drawn", 1),
    "by_a_nose": ("by_a_nose", 1),
    "paid": ("paid", 512),
}
EACH = {
    "cash": ("cash", 64),
    "wealth": ("cash", 1024),
    "members": ("members", 128),
    "meeting_supply": ("meeting_supply", 32),
    "media_supply": ("media_supply", 8),
    "tiles": ("tiles", 8),
    "passed": ("passed", 1),
}
BOARDS = {"votes": 50, "trend": 3, "meetings": 16, "media": 8, "arrival": 4, "tile": 1}


@pytest.mark.rule("MAC-14.4", "MAC-14.5", "MAC-14.6", "MAC-14.8")
@pytest.mark.parametrize(
    ("players", "options"), [(5, {}), (4, OTHER_FORMS), (3, {"contribution": "in_turn"})]
)
def test_the_observation_is_the_table(players, options):
    """Block by block, in whole games at random; every block is seen filled."""
    games = deal(players, num_games=40, seed=3, **options)
    rng, step = np.random.default_rng(0), 0
    layout = GAME.observation(players)
    filled = set()
    while not games.over.all():
        games.step(random_actions(games, rng, 0.8))
        step += 1
        if step % 4 == 0:
            filled |= compare_observation(games, layout, step // 4 % players)
    unused = {"bid"} if "poll_auction" in options else set()
    assert {b.name for b in layout} - filled == unused


def compare_observation(games, layout, who: int) -> set[str]:
    """Every block against the tables; the names of those that are not all zero."""
    t, box, players = games.tables, games.box[0], games.num_players
    view = games.observe(seat=who)
    seats = [(who + k) % players for k in range(players)]
    own = np.arange(players) == 0
    rows, checked, filled = np.arange(len(t)), set(), set()

    def same(name, scale, values):
        found = view[:, layout[name].start : layout[name].stop]
        values = np.asarray(values, float).reshape(len(found), -1)
        values = np.clip(values, -scale, scale)
        np.testing.assert_allclose(found * scale, values, atol=2e-4, err_msg=name)
        checked.add(name)
        if values.any():
            filled.add(name)

    at = t["phase"].astype(int)
    running = at < DECISIONS
    same("phase", 1, running[:, None] & (at[:, None] == np.arange(DECISIONS)))
    sheet = at == Phase.SHEET
    at_it = sheet & (t["seat"] == who)
    same("step", 1, at_it[:, None] & (t["step"][:, None] == np.arange(8)))
    same("sheet", 4, t["place_of"][:, :, who])
    for name, (source, scale) in ONE.items():
        same(name, scale, t[source])
    same("elections", 7, box["elections"][box["edition"]] - t["round_number"])
    same("region", 1, t["region"][:, None] == np.arange(REGIONS))
    auction = (at == Phase.POLL_BID) & (t["bidder"] >= 0)
    same("bid", 32, np.where(auction, t["bid"][rows, t["bidder"]], 0))
    places = np.isin(at, [Phase.NATIONAL_MEDIA, Phase.NATIONAL_CARD, Phase.NATIONAL_REPLACE])
    same("cards_due", 2, places[:, None] * t["national_cards"])
    same("acting", 1, t["acting"][:, None] == np.arange(1, 6))
    acts = np.isin(at, [Phase.LOBBY, Phase.LOBBY_OPINION, Phase.LOBBY_PLAYER, Phase.TELEPHONE])
    acting_card = np.where(acts, t["lobby"][rows, t["region"] % REGIONS, t["seat"]], 0)
    same("acting_card", 1, acting_card[:, None] == np.arange(1, 8))
    same("poll_deck", 32, (t["poll_zone"] == POLL_IN_DECK).sum(axis=1))
    visible = (t["poll"] >= 0) & ((t["seat"] == who) | (at == Phase.CHANGE_TREND))
    known = (t["poll_zone"] == SEEN + who) * 2 + (t["poll_zone"] == PUBLISHED)
    sold = visible[:, None] & (t["poll"][:, None] == np.arange(POLLS))
    same("polls", 4, known + 2 * sold)
    same("polls_seen", 32, np.stack([(t["poll_zone"] == SEEN + i).sum(axis=1) for i in seats], axis=1))
    same("picked", 1, t["picked"][:, None] == np.arange(KINDS))
    same("unseen", 4, t["unseen"].sum(axis=1))
    for name, number_, scale in (
        ("national", box["national_points"] + t["secured"] * box["secured_points"], 32),
        ("figures", box["national_figures"][None].repeat(len(t), 0), 8),
        ("secured", t["secured"], 1),
    ):
        lies = t["national"][:, :, None] == np.arange(KINDS)
        same(name, scale, (lies * number_[:, :, None]).sum(axis=1))
    same("spaces", 2, (t["national"] >= 0) + t["secured"])
    zones = t["zone"].reshape(len(t), KINDS, PROGRAMME_COPIES)
    mine = (zones == IN_HAND + who).sum(axis=2)
    same("hand", 4, mine)
    gone = (zones == FACE_UP) | (zones == FACE_DOWN + who) | (zones == OPEN)
    same("programme_unseen", 4, PROGRAMME_COPIES - gone.sum(axis=2) - mine)
    same("programme_discards", 4, (zones == FACE_UP).sum(axis=2))
    same("own_discards", 4, (zones == FACE_DOWN + who).sum(axis=2))
    last = t["programme_shuffle"][:, None]
    back = (np.maximum(t["returned"], t["own_returned"][:, who]) == last) & (last > 0)
    away = ~gone & (zones != IN_HAND + who)
    same("returned", 4, (back.reshape(zones.shape) & away).sum(axis=2))
    same("land", 1, t["land"][:, :, None] == np.arange(LANDS))
    same("seats", 128, np.where(t["land"] >= 0, box["land_seats"][t["land"], -1], 0))
    same("hidden", 4, t["hidden"].sum(axis=2))
    shares = t["unseen"] / np.maximum(1, t["unseen"].sum(axis=2, keepdims=True))
    same("expected", 4, np.einsum("nrs,nsk->nrk", t["hidden"], shares))
    same("opinion", 2, t["opinion"])
    for name, (source, scale) in EACH.items():
        same(name, scale, t[source][:, seats])
    same("seats_won", 512, t["seats_won"].sum(axis=1)[:, seats])
    same("media_points", 128, (t["national_media"] * box["media_points"][:, None]).sum(axis=1)[:, seats])
    same("points", 1024, games.scores[:, seats])
    sizes = [(t["zone"] == IN_HAND + i).sum(axis=1) for i in seats]
    same("hand_size", 4, np.stack(sizes, axis=1))
    fresh = [((t["zone"] == IN_HAND + i) & (t["drawn"] == last)).sum(axis=1) for i in seats]
    same("fresh", 4, np.stack(fresh, axis=1))
    same("face_down", 32, np.stack([(t["zone"] == FACE_DOWN + i).sum(axis=1) for i in seats], axis=1))
    for place, name in enumerate(("section_1", "section_2")):
        same(name, 4, np.where(own | ~sheet[:, None], t["section"][:, place, seats], 0))
    hidden = (at == Phase.START_BID) | ((at == Phase.POLL_BID) & (box["poll_auction"] == 1))
    same("bids", 512, np.where(own | ~hidden[:, None], t["bid"][:, seats], 0))
    for name, source in (("bidder", "bidder"), ("on_turn", "seat"), ("asker", "asker")):
        same(name, 1, t[source][:, None] == np.array(seats))
    same("place", 4, (np.array(seats) - t["start_player"][:, None]) % players)
    ally = t["ally"][:, seats].astype(int)
    same("ally", 5, np.where(ally > 0, (ally - 1 - who) % players + 1, 0))
    opened = t["programme"][:, seats]
    alike = (opened & t["programme"][:, [who]]).sum(axis=2)
    same("common", 5, np.where(own, 0, alike))
    change = box["poll_change"][t["poll"]][:, box["poll_party"][players, seats]]
    same("poll", 4, np.where(visible[:, None], change, 0))
    for name in ("changed", "asked"):
        same(name, 1, t[name][:, None] >> np.array(seats) & 1)
    first = t["winner"][:, None, :] == np.array(seats)[:, None]
    same("winner", 1, places[:, None, None] & first)
    offer = t["offer"][:, seats].astype(int)
    refused, in_turn = offer > CONTRIBUTIONS, bool(box["contribution"])
    which = np.where(refused, offer - CONTRIBUTIONS, offer)
    same("offer", 5, np.where(own | (in_turn & ~refused), which, 0))
    same("refuses", 1, refused & (own | in_turn))
    for name, scale in BOARDS.items():
        same(name, scale, t[name][:, :, seats].swapaxes(1, 2))
    cards = t["lobby"][:, :, seats].swapaxes(1, 2)
    same("laid", 1, cards > 0)
    face_up = own[None, :, None] | (at != Phase.PLACE_LOBBY)[:, None, None]
    same("lobby", 7, np.where(face_up, cards, 0))
    stand = opened.astype(int) - opened[:, :, np.arange(KINDS) ^ 1]
    factor = np.einsum("nrk,nsk->nsr", t["opinion"].astype(int), stand)
    same("factor", 16, factor + t["trend"][:, :, seats].swapaxes(1, 2))
    same("programme", 1, opened)
    same("cabinet", 1, t["cabinet"][:, seats, 1:])
    same("contribution", 1, 1 - t["contribution"][:, seats].astype(int))
    assert checked == {b.name for b in layout}
    return filled


# --- Redeals -------------------------------------------------------------------------------------

OFTEN = ("seed", "draws", "zone", "drawn", "own_returned", "poll_zone", "poll")  # what redeals may change
CHOICES = {
    Phase.SHEET: ("section", "place_of", "step"),
    Phase.START_BID: ("bid",),
    Phase.POLL_BID: ("bid",),
    Phase.PLACE_LOBBY: ("lobby",),
    Phase.CONTRIBUTION: ("offer",),
}


class Memory:
    """What each seat has seen in a game: polls, and with which shuffle programme cards went into the deck."""

    def __init__(self, players: int):
        self.polls: list[set[int]] = [set() for _ in range(players)]
        self.gone = np.zeros((players, PROGRAMME_CARDS), int)

    def watch(self, before: np.record, after: np.record) -> None:
        """A single step."""
        if (after.poll_zone != POLL_IN_DECK).sum() < (before.poll_zone != POLL_IN_DECK).sum():
            self.polls = [set() for _ in self.polls]
        if after.poll != NO_CARD:
            published = after.phase == Phase.CHANGE_TREND
            for who in range(len(self.polls)) if published else [after.seat]:
                self.polls[who].add(int(after.poll))
        if after.programme_shuffle > before.programme_shuffle:
            was, now = before.zone, after.zone
            taken = (was == OPEN) & (now < OPEN) & (now != FACE_UP)
            for who in range(len(self.polls)):
                kept = (now == FACE_DOWN + who) | (now == OPEN)
                kept |= (now == IN_HAND + who) & (after.drawn == before.drawn)
                own = (was == FACE_DOWN + who) | ((was == IN_HAND + who) & ~kept)
                self.gone[who, own | taken | (was == FACE_UP)] = after.programme_shuffle


def slots(table) -> Counter:
    """Where programme cards lie, with the shuffle that those came with which are or were in a hand."""
    hidden = (table.zone >= FACE_DOWN) & (table.zone < OPEN)
    return Counter(zip(table.zone.tolist(), np.where(hidden, table.drawn, 0).tolist()))


def redeal_errors(before: np.record, dealt: np.record, who: int, memory: Memory) -> str:
    """What is wrong with a redeal for a seat, by what it has seen."""
    others = [i for i in range(int(before.seats)) if i != who]
    for name in before.dtype.names:
        if name not in OFTEN and name not in CHOICES.get(Phase(int(before.phase)), ()):
            if (dealt[name] != before[name]).any():
                return f"{name} changed"
    hidden = (before.zone >= FACE_DOWN) & (before.zone < OPEN) | (before.zone == IN_DECK)
    hidden &= (before.zone != FACE_DOWN + who) & (before.zone != IN_HAND + who)
    if (dealt.zone != before.zone)[~hidden].any() or (dealt.drawn != before.drawn)[~hidden].any():
        return "a programme card moved that the seat can see"
    if slots(before) != slots(dealt) or (dealt.drawn[dealt.zone == IN_DECK] != 0).any():
        return "hands, discards or deck of programme cards have other sizes"
    held = hidden & (dealt.zone != IN_DECK)
    if (dealt.drawn[held] < memory.gone[who][held]).any():
        return "a programme card that was seen to go into the deck is in a hand of before"
    if (dealt.own_returned[who] != before.own_returned[who]).any() or dealt.own_returned[others].any():
        return "memories of shuffles"
    known = np.isin(np.arange(len(before.poll_zone)), list(memory.polls[who]))
    if (dealt.poll_zone != before.poll_zone)[known].any():
        return "a poll moved that the seat has seen"
    if Counter(dealt.poll_zone.tolist()) != Counter(before.poll_zone.tolist()):
        return "polls have other places"
    if (dealt.poll == NO_CARD) != (before.poll == NO_CARD):
        return "a poll is sold or is not"
    if int(before.poll) in memory.polls[who] and dealt.poll != before.poll:
        return "the poll on the table is known"
    return choice_errors(before, dealt, who)


def choice_errors(before, dealt, who) -> str:
    """Choices dealt afresh: not one's own, and only where there are some; they fit (see the check)."""
    for name in ("section", "place_of", "bid", "lobby", "offer"):
        if (dealt[name][..., who] != before[name][..., who]).any():
            return f"the seat's own {name}"
    if ((dealt.lobby > 0) != (before.lobby > 0)).any() or ((dealt.offer > 0) != (before.offer > 0)).any():
        return "another number of choices"
    if before.phase == Phase.SHEET and before.seat == who and dealt.step != before.step:
        return "its own entry"
    return ""


@pytest.mark.rule("MAC-14.9", "MAC-14.6", "MAC-14.15")
@pytest.mark.parametrize(
    ("players", "options"), [(3, {}), (4, OTHER_FORMS), (5, {"contribution": "in_turn"})]
)
def test_a_redeal_keeps_what_a_seat_has_seen_and_nothing_else(players, options):
    games = deal(players, seed=players, **options)
    rng = np.random.default_rng(1)
    memory = Memory(players)
    changed, step = Counter(), 0
    while not games.over[0]:
        if games.tables["phase"][0] == Phase.DISCARD and not games.tables["renewed"][0]:
            thin_decks(games.tables, rng, 2)  # so that there are many shuffles
            spread_hidden(games.tables, rng)
        before = games.tables.copy()
        games.step(random_actions(games, rng, 0.8))
        memory.watch(before[0], games.tables[0])
        known = np.maximum(games.tables["returned"][0], games.tables["own_returned"][0, :players])
        assert (known == memory.gone).all()
        saved, masks, on_turn = games.tables.copy(), games.legal, int(games.seat[0])
        for who in range(players) if step % 3 == 0 else ():
            view, board = games.observe(seat=who), games.board(0, who) if step % 15 == 0 else ""
            games.redeal(who, seed=step)
            assert not (error := redeal_errors(saved[0], games.tables[0], who, memory)), error
            games.check()
            assert (games.observe(seat=who) == view).all()
            assert not board or board == games.board(0, who)
            assert who != on_turn or (games.legal == masks).all()
            changed += Counter(n for n in saved.dtype.names if (games.tables[n] != saved[n]).any())
            games.tables = saved
        step += 1
    assert games.tables["programme_shuffle"][0] > 5
    expected = {"zone", "drawn", "poll_zone", "poll", "section", "place_of", "lobby", "bid", "offer"}
    assert {name for name in expected if not changed[name]} == set()


@pytest.mark.rule("MAC-14.9")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("options", [{}, OTHER_FORMS], ids=["default", "other"])
def test_a_redeal_hangs_on_nothing_that_the_seat_does_not_know(players, options):
    """At every decision of some games: dealt twice, or dealt once from the truth, is the same table."""
    games = deal(players, num_games=4, seed=8, **options)
    twice, once = copies(games, 4), copies(games, 4)
    rng, step = np.random.default_rng(players), 0
    while not games.over.all():
        games.step(random_actions(games, rng, 0.7))
        step += 1
        for who in range(players):
            twice.tables = games.tables
            twice.redeal(who, seed=step)
            twice.redeal(who, seed=step + 1)
            once.tables = games.tables
            once.redeal(who, seed=step + 1)
            assert once.tables.tobytes() == twice.tables.tobytes()


def evenly(found, expected) -> None:
    """Whether these outcomes, and no others, are as frequent as each other (chi-square, generous)."""
    counts = Counter(found)
    expected = set(expected)
    assert set(counts) == expected
    mean = counts.total() / len(expected)
    chi = sum((count - mean) ** 2 for count in counts.values()) / mean
    free = len(expected) - 1
    assert chi < free + 5 * np.sqrt(2 * free) + 5, (chi, free)


def redealt(games, seat: int, how_many: int = MANY) -> np.ndarray:
    """Many redeals of one position."""
    many = copies(games, how_many)
    many.redeal(seat, seed=3)
    return many.tables


def lay_programmes(games, places: dict[int, tuple[int, int]], deck, **fields) -> None:
    """Cards with zone and shuffle; all others are seen in the discards."""
    lay(games, Phase.MEDIA, **fields)
    table = games.tables[0]
    table["zone"] = FACE_UP
    for number_, (zone, drawn) in places.items():
        table["zone"][number_], table["drawn"][number_] = zone, drawn
    table["zone"][list(deck)] = IN_DECK
    table["programme_deck"] = len(deck)


@pytest.mark.rule("MAC-14.10", "MAC-14.6")
def test_hands_are_dealt_afresh_evenly():
    """Two cards of one hand, one of another, a discard and two of the deck: 6! / (2! 2!) deals."""
    games = deal(3)
    own = {50: (IN_HAND + 0, 0), 51: (FACE_DOWN + 0, 0), 52: (OPEN, 0)}
    places = {0: (IN_HAND + 1, 0), 5: (IN_HAND + 1, 0), 9: (IN_HAND + 2, 0), 20: (FACE_DOWN + 1, 0)}
    unseen = [0, 5, 9, 20, 30, 31]
    lay_programmes(games, {**own, **places}, deck=unseen[4:])
    dealt = redealt(games, 0)
    zones = [places[n][0] if n in places else IN_DECK for n in unseen]
    evenly(map(tuple, dealt["zone"][:, unseen].tolist()), set(itertools.permutations(zones)))
    assert (np.delete(dealt["zone"], unseen, axis=1) == np.delete(games.tables["zone"], unseen, axis=1)).all()
    for number_, (zone, _) in own.items():
        assert (dealt["zone"][:, number_] == zone).all()


@pytest.mark.rule("MAC-14.10", "MAC-14.6")
def test_a_card_seen_to_go_into_the_deck_is_in_no_hand_of_before():
    """All saw card 9 go there with shuffle 1, seat 0 card 30 with shuffle 2; of 31 only seat 1 knows."""
    games = deal(3)
    places = {
        0: (IN_HAND + 1, 0),
        5: (IN_HAND + 1, 0),
        9: (IN_HAND + 1, 2),
        20: (FACE_DOWN + 2, 1),
    }
    unseen = [*places, 30, 31]
    fields = {"programme_shuffle": 2}
    lay_programmes(games, places, deck=[30, 31], **fields)
    table = games.tables[0]
    table["returned"][9], table["own_returned"][0, 30], table["own_returned"][1, 31] = 1, 2, 2
    gone = {9: 1, 30: 2}
    spots = [*places.values(), (IN_DECK, 0), (IN_DECK, 0)]

    def fits(order) -> bool:
        return all(
            zone == IN_DECK or drawn >= gone.get(number_, 0) for number_, (zone, drawn) in zip(unseen, order)
        )

    expected = {order for order in set(itertools.permutations(spots)) if fits(order)}
    dealt = redealt(games, 0)
    found = (
        tuple(zip(z, d))
        for z, d in zip(dealt["zone"][:, unseen].tolist(), dealt["drawn"][:, unseen].tolist())
    )
    evenly(found, expected)
    assert len(expected) == 54  # of 6! / (2! 2!)
    other = redealt(games, 2, 400)  # seat 2 has not seen card 30, so that may be in any hand
    assert (other["zone"][:, 30][other["drawn"][:, 30] == 0] == IN_HAND + 1).any()
    assert not ((other["drawn"][:, 9] == 0) & (other["zone"][:, 9] == IN_HAND + 1)).any()


@pytest.mark.rule("MAC-14.14")
def test_what_follows_from_several_shuffles_is_not_used():
    """Card 9 went into the deck with shuffle 1, which is used up, and nobody discarded a card of it since.

    So it is in the hand that drew from it; a redeal may have it in the present deck.
    """
    games = deal(3)
    places = {9: (IN_HAND + 1, 1), 5: (IN_HAND + 2, 2)}
    lay_programmes(games, places, deck=[30, 31], programme_shuffle=2)
    games.tables["returned"][0, 9] = 1
    zones = redealt(games, 0, 200)["zone"][:, 9]
    assert set(zones.tolist()) == {IN_HAND + 1, IN_HAND + 2, IN_DECK}


@pytest.mark.rule("MAC-14.11", "MAC-14.6")
def test_polls_are_dealt_afresh_evenly():
    """Seat 0 has seen polls 0 and 1; the others are in the deck, discarded unseen, or seen by others."""
    games = deal(3)
    lay(games, Phase.PUBLISH, seat=2, poll=5, programmes=three())
    zone = games.tables["poll_zone"][0]
    zone[:] = [SEEN + 0, PUBLISHED, SEEN + 1, UNSEEN, *[PUBLISHED] * 14, POLL_IN_DECK, POLL_IN_DECK]
    zone[5] = SEEN + 2
    unseen = [2, 3, 5, 18, 19]
    dealt = redealt(games, 0)
    zones = [SEEN + 1, UNSEEN, SEEN + 2, POLL_IN_DECK, POLL_IN_DECK]
    evenly(map(tuple, dealt["poll_zone"][:, unseen].tolist()), set(itertools.permutations(zones)))
    assert (dealt["poll_zone"][np.arange(MANY), dealt["poll"]] == SEEN + 2).all()
    assert (np.delete(dealt["poll_zone"], unseen, axis=1) == np.delete(zone, unseen)).all()
    assert (redealt(games, 2, 50)["poll"] == 5).all()
    zone[5] = PUBLISHED
    games.tables["phase"] = Phase.CHANGE_TREND
    assert (redealt(games, 0, 50)["poll"] == 5).all()
    zone[5], zone[2] = SEEN + 2, SEEN + 2  # a former one of the same buyer may be this one, and this one that
    games.tables["phase"] = Phase.PUBLISH
    dealt = redealt(games, 0)
    evenly(dealt["poll"].tolist(), unseen)
    held = np.argwhere(dealt["poll_zone"] == SEEN + 2)
    pairs = held[:, 1].reshape(MANY, 2)
    former = np.where(pairs[:, 0] == dealt["poll"], pairs[:, 1], pairs[:, 0])
    evenly(zip(dealt["poll"].tolist(), former.tolist()), itertools.permutations(unseen, 2))


@pytest.mark.rule("MAC-14.12", "MAC-14.6")
def test_sheets_are_dealt_afresh():
    """Every option is as likely, and every region for what it gives."""
    games = deal_form("sheet")
    fill_in(games, 2, 3, items=(1, 2, 3), markers=(1, 2))
    fill_in(games, 1, 1)
    play(games, (2, option(1, 1)), (2, region(0)), (2, region(2)))
    dealt = redealt(games, 0)
    evenly(zip(*dealt["section"][:, :, 1].T.tolist()), itertools.product((1, 2, 3), (1, 2, 3, 4)))
    places, markers = dealt["place_of"][:, :, 1], dealt["section"][:, 1, 1] - 1
    evenly(map(tuple, places[:, :3].tolist()), itertools.product(range(1, 5), repeat=3))
    for given in range(4):
        rows = places[markers == given][:, 3:]
        evenly(map(tuple, rows[:, :given].tolist()), itertools.product(range(1, 5), repeat=given))
        assert not rows[:, given:].any()
    assert (dealt["section"][:, :, 0] == [2, 3]).all()
    assert (dealt["place_of"][:, :, 0] == [2, 3, 4, 2, 3, 0]).all()
    assert not dealt["section"][:, :, 2].any()
    assert not dealt["place_of"][:, :, 2].any()
    assert not dealt["step"].any()  # how far seat 2 has come is not known
    own = redealt(games, 2, 50)
    assert (own["step"] == 3).all()
    assert (own["place_of"][:, :2, 2] == [1, 3]).all()
    assert len(set(own["section"][:, 0, 0].tolist())) == 3


@pytest.mark.rule("MAC-14.12", "MAC-14.6")
def test_hidden_bids_are_dealt_afresh():
    """Any bid that one can pay, up to the most; those who have not bid yet have none."""
    games = deal(4)
    lay(games, Phase.START_BID, seat=1, start=1, cash=[9, 4, 50, 9])
    play(games, (1, number(2)), (2, number(7)))
    bids = redealt(games, 0)["bid"]
    evenly(bids[:, 1].tolist(), range(5))
    evenly(bids[:, 2].tolist(), rungs(0, 50))
    assert not bids[:, [0, 3, 4]].any()
    assert (redealt(games, 1, 50)["bid"][:, 1] == 2).all()
    games = deal(3, poll_auction="blind")
    lay(games, Phase.POLL_BID, cash=[4, 50, 9])
    play(games, (0, number(4)), (1, number(0)))
    bids = redealt(games, 2)["bid"]
    evenly(bids[:, 0].tolist(), range(5))
    evenly(bids[:, 1].tolist(), rungs(0, 50))
    assert not bids[:, 2].any()
    games = deal(3)
    lay(games, Phase.POLL_BID, seat=2, cash=[40, 50, 9], bid=[4, 7, 0], bidder=1)
    assert (redealt(games, 2, 50)["bid"][:, :3] == [4, 7, 0]).all()  # rising bids are open


@pytest.mark.rule("MAC-14.12", "MAC-14.6")
def test_cards_that_lie_face_down_are_dealt_afresh():
    """Any two of the cards left that can be paid together: prices 1, 2, 3 and 6, and 8 to spend."""
    games = deal(3)
    left = [BACKBENCHER, FAMILY, ENVIRONMENT, FOREIGN]
    lay(games, Phase.PLACE_LOBBY, cash=[30, 8, 30], cabinet={1: left}, programmes=three())
    play(games, *[(0, a) for a in (card(CHANCELLOR), PASS, PASS, PASS)])
    play(games, *[(1, a) for a in (PASS, card(FAMILY), PASS, card(BACKBENCHER))], (2, card(INTERIOR)))
    dealt = redealt(games, 2)["lobby"]
    pairs = set(itertools.permutations(left, 2)) - {(ENVIRONMENT, FOREIGN), (FOREIGN, ENVIRONMENT)}
    evenly(map(tuple, dealt[:, [1, 3], 1].tolist()), pairs)
    assert not dealt[:, [0, 2], 1].any()
    evenly(dealt[:, 0, 0].tolist(), range(1, 8))
    assert (dealt[:, 0, 2] == INTERIOR).all()
    midway = redealt(games, 0, 300)["lobby"]
    assert set(midway[:, 0, 2].tolist()) == set(range(1, 8))
    assert (midway[:, 0, 0] == CHANCELLOR).all()
    play(games, *[(2, PASS)] * 3)
    assert phase(games) == Phase.LOBBY
    opened = games.tables["lobby"].copy()
    assert (redealt(games, 2, 50)["lobby"] == opened).all()


@pytest.mark.rule("MAC-14.12", "MAC-14.6")
def test_contributions_chosen_are_dealt_afresh():
    """Of the cards left; in turn, who has refused is known, and an accepted card lies open."""
    used = {1: [0, 1, 0, 2, 0], 2: [2, 0, 0, 1, 0]}
    games = deal_form("contribution")
    lay(games, Phase.CONTRIBUTION, contribution=used)
    play(games, (0, accept(2)), (1, refuse(1)))
    offers = redealt(games, 2)["offer"]
    evenly(offers[:, 0].tolist(), range(1, 11))
    evenly(offers[:, 1].tolist(), [1, 3, 5, 6, 8, 10])
    assert not offers[:, 2:].any()
    assert (redealt(games, 1, 50)["offer"][:, 1] == 6).all()
    games = deal_form("contribution in turn")
    lay(games, Phase.CONTRIBUTION, contribution=used)
    play(games, (0, accept(2)), (1, refuse(1)))
    offers = redealt(games, 2)["offer"]
    assert (offers[:, 0] == 2).all()
    evenly(offers[:, 1].tolist(), [6, 8, 10])


@pytest.mark.rule("MAC-14.13", "MAC-14.7")
def test_a_redeal_reseeds_chance():
    """Hidden opinions, lands and dice are not on the table: they come out anew each time."""
    games = deal(3)
    lay(games, Phase.NEXT_CONTRIBUTION, programmes=three(), contribution={0: [0] * 5})
    play(games, (0, accept(1)), (1, refuse(5)))
    many = copies(games, 800)
    many.redeal(2, seed=4)
    assert not many.tables["draws"].any()
    many.step(np.full(800, refuse(2)))
    assert len(set(many.tables["members"][:, 2].tolist())) > 5
    lay(games, Phase.CONVERT, seat=2, region=1, hidden={1: 1, 2: 2, 3: 3}, meetings={1: [0, 0, 5]})
    many = copies(games, MANY)
    many.redeal(0, seed=5)
    many.step(np.full(MANY, number(0)))
    assert (many.tables["regions"] == REGIONS).all()
    others = set(range(LANDS)) - {NORDRHEIN, BAYERN, HESSEN, SACHSEN}
    evenly(many.tables["land"][:, 3].tolist(), others)
    assert (many.tables["opinion"][:, 0].sum(axis=1) == 1).all()
    evenly(many.tables["opinion"][:, 0].argmax(axis=1).tolist(), range(KINDS))


@pytest.mark.rule("MAC-14.7")
def test_a_hidden_opinion_is_one_of_those_of_its_shuffle():
    """In regions 1 to 3 lie cards of three shuffles; each opens as one that was in the deck at that time."""
    games = deal(3)
    lay(games, Phase.MEDIA, round_number=4, programmes=three())
    table = games.tables[0]
    table["unseen"] = 0
    for place, shuffle, kinds in ((1, 3, [GENES]), (2, 7, [HEALTH]), (3, 0, [EURO_NOW, NO_NUCLEAR])):
        table["hidden"][place, shuffle] = 1
        for stand in kinds:
            table["unseen"][shuffle, stand] += 1
    expected = block(games, 0, "expected").reshape(REGIONS, KINDS) * 4
    assert {(r, k): expected[r, k] for r, k in np.argwhere(expected).tolist()} == {
        (1, GENES): 1,
        (2, HEALTH): 1,
        (3, EURO_NOW): 0.5,
        (3, NO_NUCLEAR): 0.5,
    }
    table["shuffle"], table["opinion_deck"], table["phase"] = 0, 1, Phase.NEXT_REGION
    many = copies(games, 400)
    for row in many.tables:
        rules.apply(games.box[0], row, 0)
    opened = many.tables["opinion"]
    assert (opened[:, 0] > 0).sum() == (opened[:, 0, GENES] > 0).sum() == 400
    assert (opened[:, 1] > 0).sum() == (opened[:, 1, HEALTH] > 0).sum() == 400
    evenly(opened[:, 2].argmax(axis=1).tolist(), [EURO_NOW, NO_NUCLEAR])
    assert (many.tables["unseen"][:, 0].sum(axis=1) == 1).all()
    assert not many.tables["unseen"][:, 1:].any()


@pytest.mark.rule("MAC-14.7")
def test_a_new_deck_of_opinions_is_told_apart_from_hidden_cards_of_before():
    """Of shuffle 0 a card lies in region 1, of shuffle 2 one in region 2; the deck of shuffle 2 is empty."""
    games = deal(3)
    discards = [
        SPELLING,
        NO_SPELLING,
        MORE_SECURITY,
        LESS_SECURITY,
        EURO_NOW,
        EURO_LATER,
        NUCLEAR,
        NO_NUCLEAR,
    ]
    lay(games, Phase.MEDIA, discards=discards)
    table = games.tables[0]
    table["unseen"] = 0
    table["hidden"][1, 0] = table["unseen"][0, GENES] = 1
    table["hidden"][2, 2] = table["unseen"][2, HEALTH] = 1
    table["shuffle"], table["opinion_deck"] = 2, 0
    table["phase"] = Phase.NEXT_REGION
    rules.apply(games.box[0], table, 0)
    assert (field(games, "shuffle"), field(games, "opinion_deck")) == (1, 4)
    assert open_in(games, 0) == {GENES}
    assert open_in(games, 1) == {HEALTH}
    assert table["hidden"][3].tolist() == [0, 3, *[0] * 8]
    assert table["unseen"].sum(axis=1).tolist() == [0, 7, *[0] * 8]
    assert len(open_in(games, 3) & set(discards)) == 1
    assert not table["discards"].any()
    assert [seen(games, 0, name, 4) for name in ("unseen", "hidden")] == [
        table["unseen"][1].tolist(),
        [0, 0, 0, 3],
    ]


# --- The end, and the rest of the form -----------------------------------------------------------


def last_count(games, **fields):
    """The game is over with these."""
    lay(games, Phase.RECRUIT, round_number=7, regions=1, seat=0, **fields)
    assert games.over[0]
    return games


@pytest.mark.rule("MAC-14.19")
def test_payoffs_follow_the_standing_and_come_at_the_end():
    """Points 30 + 10, 20 + 12 + 8 twice: level; the first has most seats, the others share."""
    for reward, payoff in (
        ("rank", [1, -0.5, -0.5]),
        ("win", [2 / 3, -1 / 3, -1 / 3]),
        ("margin", [0, 0, 0]),
    ):
        games = last_count(deal(3), seats_won={6: [30, 20, 20]}, members=[10, 12, 12])
        games.reward = reward
        assert games.scores[0].tolist() == [40, 40, 40]
        assert games.payoff[0].tolist() == pytest.approx(payoff)
    games = last_count(deal(3), seats_won={6: [30, 0, 0]}, members=[0, 5, 4])
    games.reward = "margin"
    assert games.scores[0].tolist() == [30, 15, 10]
    assert games.payoff[0].tolist() == pytest.approx([17.5 / 330, -5 / 330, -12.5 / 330], abs=1e-6)
    lay(games, Phase.MEDIA, round_number=7, seats_won={0: [30, 0, 0]})
    assert games.scores[0].tolist() == [35 + 5, 5 + 5, 5 + 5]  # at any time, as if the game ended now
    assert not games.payoff.any()


@pytest.mark.rule("MAC-14.19", "MAC-14.4")
def test_agents_of_the_environment_are_paid_at_the_end():
    env = die_macher_v0.env(num_players=4, seed=3, reward="rank", options={"edition": "short"})
    env.reset()
    rng = np.random.default_rng(3)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        paid[agent] += reward
        if termination or truncation:
            env.step(None)
            continue
        assert env.observation_space(agent).contains(observation)
        others = [a for a in env.agents if a != agent]
        assert not any(env.observe(a)["action_mask"].any() for a in others)
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert sum(paid.values()) == pytest.approx(0)
    assert max(paid.values()) == 1


@pytest.mark.rule("MAC-14.5")
def test_the_state_has_everything_hidden_things_too():
    raw = die_macher_v0.raw_env(num_players=3, seed=1, ask_forced=True)
    raw.reset()
    fields = [f for f in GAME.table_fields if f.name not in ("seed", "draws")]
    assert raw.state().shape == (sum(int(np.prod(f.shape)) for f in fields),) == raw.state_space.shape
    raw.games.tables["phase"] = Phase.START_BID
    before = raw.state()
    raw.games.tables["bid"][0, 1] = 150
    changed = np.flatnonzero(raw.state() != before)
    assert len(changed) == 1
    assert raw.state()[changed[0]] == 0.5
    assert raw.state_space.contains(raw.state())


@pytest.mark.rule("MAC-14.20")
@pytest.mark.parametrize(("players", "decisions", "short"), [(3, 305, 210), (4, 385, 265), (5, 475, 325)])
def test_length_of_games(players, decisions, short):
    for edition, expected in (("classic", decisions), ("short", short)):
        games = deal(players, num_games=60, seed=4, ask_forced=False, box=BOX, edition=edition)
        rng = np.random.default_rng(4)
        length = np.zeros(60)
        while not games.over.all():
            length += ~games.over
            games.step(random_actions(games, rng, 0))
        assert length.mean() == pytest.approx(expected, rel=0.05)
        assert expected * 0.7 < length.min() <= length.max() < expected * 1.3


@pytest.mark.rule("MAC-14.21")
def test_a_seed_and_the_actions_make_the_game():
    lines = []
    for _ in range(2):
        games = deal(4, seed=9, num_games=3)
        rng = np.random.default_rng(9)
        for _ in range(300):
            games.step(random_actions(games, rng))
        lines.append(games.tables.tobytes())
    assert lines[0] == lines[1]
    assert lines[0] != deal(4, seed=10, num_games=3).tables.tobytes()


@pytest.mark.rule("MAC-14.21")
@pytest.mark.parametrize("options", [{}, OTHER_FORMS], ids=["default", "other"])
def test_a_replay_plays_the_same_game_again(options, tmp_path):
    games = deal(3, seed=6, ask_forced=False, box=BOX, **options)
    replay, rng = Replay.begin(games), np.random.default_rng(6)
    while not games.over[0]:
        action = int(random_actions(games, rng, 0.5)[0])
        replay.add(games, action)
        games.step([action])
    replay.finish(games)
    replay.save(tmp_path / "game.json")
    again = Replay.load(tmp_path / "game.json").verify(GAME)
    assert again.tables.tobytes() == games.tables.tobytes()
    assert again.scores.tolist() == games.scores.tolist()


@pytest.mark.rule("MAC-14.18")
def test_a_box_of_ones_own_is_played_and_a_wrong_one_refused():
    games = deal(3, box=own_box(start_cash=40, start_members=7, media_markers=9))
    assert (field(games, "cash"), field(games, "members")) == ([40] * 3, [7] * 3)
    assert seen(games, 0, "cash", 64) == [40] * 3
    with pytest.raises(BoxError, match="most_meetings"):
        own_box(most_meetings=6)
    with pytest.raises(BoxError, match="elections"):
        own_box(elections=[5, 6])
