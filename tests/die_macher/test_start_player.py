"""Choosing the start player: blind bids, who pays, whom the choice may fall on."""

import numpy as np
import pytest
from elections import (
    EURO_NOW,
    FAMILY,
    PASS,
    deal,
    field,
    fill_in,
    lay,
    legal,
    legal_in,
    legal_numbers,
    number,
    own_box,
    pass_round,
    phase,
    play,
    player,
    rungs,
)

from hustings.envs.die_macher import GAME
from hustings.envs.die_macher import actions as say
from hustings.envs.die_macher.table import Phase


def bids(games, *amounts: int, start: int = 0, **position) -> None:
    """Everybody bids, these amounts by seat."""
    lay(games, Phase.NEW_ROUND, start=start, round_number=position.pop("round_number", 1) - 1, **position)
    seats = games.num_players
    for turn in range(seats):
        who = (start + turn) % seats
        play(games, (who, number(amounts[who])))


def seen_bids(games, who: int) -> list[int]:
    part = GAME.observation(games.num_players)["bids"]
    return (games.observe(seat=who)[0, part.start : part.stop] * 512).round().astype(int).tolist()


# --- Bids ----------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-2.2", "MAC-2.3")
def test_each_bids_once_from_nothing_to_all_the_money():
    games = deal(4)
    lay(games, Phase.NEW_ROUND, start=2, round_number=0, cash=[25, 3, 0, 31])
    for who, most in ((2, 0), (3, 31), (0, 25), (1, 3)):
        assert (phase(games), games.seat[0]) == (Phase.START_BID, who)
        assert legal(games) == {number(bid) for bid in rungs(0, most)}
        play(games, (who, number(0)))
    assert phase(games) == Phase.DISCARD


@pytest.mark.rule("MAC-2.3")
def test_bids_stand_on_a_ladder():
    """Steps of one, five, ten, fifty; each is paid in full."""
    games = deal(4)
    lay(games, Phase.NEW_ROUND, round_number=0, cash=[99, 205, 1000, 34])
    assert say.RUNGS[29:33] == (29, 30, 35, 40)
    for who, highest, steps in ((0, 95, 44), (1, 200, 55), (2, 300, 57), (3, 30, 31)):
        assert max(legal_numbers(games)) == highest
        assert len(legal_numbers(games)) == steps
        play(games, (who, number(highest)))
    assert (phase(games), games.seat[0], field(games, "cash")[2]) == (Phase.START_PLAYER, 2, 700)


@pytest.mark.rule("MAC-2.3")
def test_an_option_may_limit_the_bids():
    for games in (deal(3, max_start_bid=4), deal(3, box=own_box(max_start_bid=4))):
        lay(games, Phase.NEW_ROUND, round_number=0, cash=[25, 3, 0])
        assert legal_numbers(games) == set(range(5))
        play(games, (0, number(4)))
        assert legal_numbers(games) == set(range(4))
    games = deal(3, max_start_bid=33)  # no bid is 33
    lay(games, Phase.NEW_ROUND, round_number=0, cash=[50, 50, 50])
    assert legal_numbers(games) == set(range(31))


@pytest.mark.rule("MAC-2.2")
def test_bids_are_hidden_until_the_last_is_made():
    games = deal(3)
    lay(games, Phase.NEW_ROUND, start=1, round_number=0)
    play(games, (1, number(7)))
    assert [seen_bids(games, who) for who in range(3)] == [[0, 0, 0], [7, 0, 0], [0, 0, 0]]
    assert field(games, "cash") == [25, 25, 25]
    play(games, (2, number(3)))
    assert [seen_bids(games, who) for who in range(3)] == [[0, 0, 0], [7, 0, 0], [3, 0, 0]]
    assert legal_numbers(games) == set(range(26))  # no need to bid more than others
    play(games, (0, number(5)))
    assert [seen_bids(games, who) for who in range(3)] == [[5, 7, 3], [7, 3, 5], [3, 5, 7]]


@pytest.mark.rule("MAC-2.2")
def test_bids_of_the_round_before_are_gone():
    games = deal(3)
    lay(games, Phase.NEW_ROUND, round_number=1, bid=[9, 4, 6])
    assert field(games, "bid") == [0, 0, 0]
    assert field(games, "round_number") == 2
    play(games, (0, number(0)), (1, number(1)), (2, number(0)))
    assert games.seat[0] == 1


# --- Who pays and who chooses --------------------------------------------------------------------


@pytest.mark.rule("MAC-2.4", "MAC-2.6")
@pytest.mark.parametrize("start", range(4))
@pytest.mark.parametrize("highest", range(4))
def test_the_highest_bidder_alone_pays_and_chooses(start, highest):
    games = deal(4)
    amounts = [2, 5, 3, 4]
    amounts[highest] = 6
    bids(games, *amounts, start=start)
    assert (phase(games), games.seat[0]) == (Phase.START_PLAYER, highest)
    assert field(games, "cash") == [19 if who == highest else 25 for who in range(4)]
    play(games, (highest, player(1)))
    assert field(games, "cash") == [19 if who == highest else 25 for who in range(4)]


@pytest.mark.rule("MAC-2.6")
def test_what_is_paid_goes_to_the_bank_and_is_known():
    games = deal(3)
    bids(games, 0, 11, 4, round_number=3)
    assert field(games, "cash") == [25, 14, 25]
    assert field(games, "paid") == [0, 0, 11, 0, 0, 0, 0]


@pytest.mark.rule("MAC-2.8")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_anybody_may_be_named(players):
    games = deal(players)
    for chooser in range(players):
        for places in range(players):
            amounts = [1] * players
            amounts[chooser] = 2
            bids(games, *amounts, start=(chooser + 1) % players)
            assert legal_in(games, "player") == set(range(players))
            assert legal(games) == {player(p) for p in range(players)}
            play(games, (chooser, player(places)))
            named = (chooser + places) % players
            assert field(games, "start_player") == named
            assert (phase(games), games.seat[0]) == (Phase.DISCARD, named)


# --- Ties and no bids ----------------------------------------------------------------------------


@pytest.mark.rule("MAC-2.5")
def test_a_fair_draw_decides_among_the_highest():
    games = deal(5, num_games=900)
    lay(games, Phase.START_BID, seat=4, start=0, bid=[5, 2, 5, 1, 0])
    games.tables[:] = games.tables[0]
    games.tables["seed"] = np.arange(900) + 1
    games.step(np.full(900, number(5)))
    chosen = np.bincount(games.seat, minlength=5)
    assert chosen[[1, 3]].tolist() == [0, 0]
    assert abs(chosen[[0, 2, 4]] - 300).max() < 75
    paid = 25 - games.tables["cash"][:, :5]
    assert (paid[np.arange(900), games.seat] == 5).all()
    assert (paid.sum(axis=1) == 5).all()


@pytest.mark.rule("MAC-2.5")
def test_without_a_tie_there_is_no_draw():
    games = deal(3)
    for seed in range(30):
        games.tables["seed"] = seed
        bids(games, 3, 3, 4)
        assert games.seat[0] == 2


@pytest.mark.rule("MAC-2.7")
@pytest.mark.parametrize("start", range(3))
def test_without_a_bid_the_last_start_player_stays(start):
    games = deal(3)
    bids(games, 0, 0, 0, start=start, round_number=2)
    assert (phase(games), games.seat[0]) == (Phase.DISCARD, start)
    assert field(games, "start_player") == start
    assert field(games, "cash") == [25, 25, 25]
    assert not games.tables["paid"].any()


@pytest.mark.rule("MAC-2.7")
def test_in_the_first_round_without_a_bid_chance_has_named_the_start_player():
    named = set()
    for seed in range(12):
        games = deal(3, seed=seed)
        first = int(games.seat[0])
        for _ in range(3):
            fill_in(games, 1, 1)
        for turn in range(3):
            play(games, ((first + turn) % 3, number(0)))
        assert (phase(games), games.seat[0]) == (Phase.DISCARD, first)
        named.add(first)
    assert named == {0, 1, 2}


# --- What it means -------------------------------------------------------------------------------


@pytest.mark.rule("MAC-2.1")
@pytest.mark.parametrize("start", range(4))
def test_the_start_player_is_first_in_every_phase(start):
    games = deal(4)
    order = [(start + turn) % 4 for turn in range(4)]
    phases = (
        (Phase.NEW_ROUND, Phase.START_BID),
        (Phase.NEXT_CONFERENCE, Phase.DISCARD),
        (Phase.NEXT_PLACING, Phase.PLACE_LOBBY),
        (Phase.NEXT_LOBBY, Phase.LOBBY),
        (Phase.NEXT_COALITION, Phase.COALITION),
        (Phase.NEXT_MEETINGS, Phase.MEETINGS),
        (Phase.NEXT_POLL, Phase.POLL_BID),
        (Phase.NEXT_CONVERSION, Phase.CONVERT),
        (Phase.NEXT_CONTRIBUTION, Phase.CONTRIBUTION),
    )
    for begins, asks in phases:
        lay(
            games,
            begins,
            seat=start,
            start=start,
            region=3 if begins == Phase.NEXT_CONVERSION else 0,
            meetings={3: [5] * 4},
            lobby={0: [FAMILY] * 4} if begins == Phase.NEXT_LOBBY else {},
            tile={0: [1] * 4},
            programmes={who: [EURO_NOW, 0] for who in range(4)},
        )
        came = []
        while phase(games) == asks:
            if games.seat[0] not in came:
                came.append(int(games.seat[0]))
            games.step([min(legal(games))])
            while phase(games) in (Phase.TELEPHONE, Phase.NEW_CARD):
                games.step([min(legal(games))])
        assert came == order, asks


@pytest.mark.rule("MAC-2.1")
def test_media_go_round_from_the_start_player():
    games = deal(3)
    lay(games, Phase.NEXT_COALITION, start=2)
    play(games, (2, PASS), (0, PASS), (1, PASS))
    assert phase(games) == Phase.MEETINGS


@pytest.mark.rule("MAC-2.1")
def test_the_start_player_of_a_round_bids_first_in_the_next():
    games = deal(3)
    bids(games, 0, 1, 0)
    play(games, (1, player(1)))
    pass_round(games)
    assert (phase(games), games.seat[0], field(games, "start_player")) == (Phase.START_BID, 2, 2)


@pytest.mark.rule("MAC-2.9")
@pytest.mark.parametrize("start", range(3))
def test_the_last_election_keeps_the_start_player_of_the_sixth_round(start):
    """Nobody bids before it; who converts last lies on top of level votes."""
    games = deal(3)
    lay(
        games,
        Phase.NEXT_REGION,
        start=start,
        round_number=6,
        regions=2,
        trend={1: [3, 3, 3]},
        meetings={1: [2, 2, 2]},
        media={1: [1, 1, 1]},
    )
    assert field(games, "round_number") == 7
    assert field(games, "start_player") == start
    assert phase(games) == Phase.NATIONAL_MEDIA
    assert games.seat[0] == (start + 2) % 3
