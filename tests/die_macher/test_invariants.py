"""Long random play under all options and with extreme boxes, checked as it goes."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.text.snapshot import snapshot
from hustings.envs.die_macher import table as t
from hustings.envs.die_macher.rules.common import elections
from hustings.envs.die_macher.table import IN_DECK, IN_HAND, OPEN, Phase

from . import playing as p
from .positions import OTHER_FORMS, extreme_box, spread_hidden, thin_decks

USUAL = p.deal().options
OPTIONS = st.fixed_dictionaries(
    {name: st.sampled_from([USUAL[name], value]) for name, value in OTHER_FORMS.items()}
    | {"auction_payment": st.sampled_from(["first", "second", "all"])}
)
PLAYERS = st.integers(3, 5)

# --- What a single step may change, forced decisions being asked too -----------------------------

MAY_MOVE = {  # in these phases only, as long as the regions are the same
    "trend": (Phase.LOBBY, Phase.LOBBY_PLAYER, Phase.CHANGE_TREND),
    "media": (Phase.MEDIA, Phase.LOBBY_PLAYER, Phase.NATIONAL_MEDIA),
    "tile": (Phase.TELEPHONE,),
    "pool": (Phase.SWAP_IN,),
    "hidden": (),
    "unseen": (),
}


def wrong(before: np.record, after: np.record) -> list[str]:
    """What is wrong with a single step."""
    errors = (_of_parties, _of_elections, _of_programmes, _of_regions)
    return [error for checks in errors for error, right in checks(before, after) if not right]


def _of_parties(before: np.record, after: np.record) -> Iterator[tuple[str, bool]]:
    new_round = before.round_number != after.round_number
    over = after.phase in (Phase.CONTRIBUTION, Phase.OVER)
    yield "the rounds are not counted", after.round_number - before.round_number in (0, 1)
    for name in ("cabinet", "tiles"):
        yield f"{name}: something came back", (after[name] <= before[name]).all()
    for name in ("land_drawn", "national_media", "programme_shuffle", "returned", "own_returned"):
        yield f"{name}: something went back", (after[name] >= before[name]).all()
    for name in ("paid", "contribution", "section"):
        yield f"{name}: changed once it stood", not before[name][before[name] != after[name]].any()
    lost = (after.members < before.members).any()
    yield "members left without a contribution", not lost or before.phase == Phase.CONTRIBUTION
    gains = new_round or over or before.phase in (Phase.CONTRIBUTION, Phase.LOBBY_PLAYER)
    yield "money came from nowhere", gains or (after.cash <= before.cash).all()
    apart = before.ally[before.ally != after.ally].any()
    yield "a coalition came apart", new_round or over or not apart


def _of_elections(before: np.record, after: np.record) -> Iterator[tuple[str, bool]]:
    held = max(0, int(before.round_number) - 1)
    yield "seats of a former election changed", (after.seats_won[:held] == before.seats_won[:held]).all()
    placed = (after.national_media != before.national_media).any()
    yield "a marker came to the national board by itself", not placed or before.phase == Phase.NATIONAL_MEDIA
    spaces = (after.national != before.national) | (after.secured != before.secured)
    asked = before.phase in (Phase.NATIONAL_CARD, Phase.NATIONAL_REPLACE)
    yield "the national board changed by itself", asked or not spaces.any()
    yield "two spaces of the national board changed at once", spaces.sum() <= 1


def _of_programmes(before: np.record, after: np.record) -> Iterator[tuple[str, bool]]:
    """Where programme cards go; a shuffle takes all discards, and everybody remembers those seen."""
    was, now, shuffle = before.zone.astype(int), after.zone.astype(int), int(after.programme_shuffle)
    shuffled = shuffle - int(before.programme_shuffle)
    yield "two shuffles in one step", shuffled in (0, 1)
    for old, new in zip(was[was != now], now[was != now]):
        right = (
            (old == IN_DECK and new >= IN_HAND)
            or (IN_HAND <= old < OPEN and new in (old - IN_HAND + t.FACE_DOWN, OPEN))
            or (old == OPEN and new == t.FACE_UP and before.phase == Phase.OLD_CARD)
            or (shuffled and (new < IN_HAND or old >= t.FACE_UP))
        )
        yield f"a programme card went from {old} to {new}", right
    parties = np.flatnonzero((before.programme != after.programme).any(axis=1)).tolist()
    yield "another party's programme changed", set(parties) <= {int(before.seat)}
    opened = (now[was != now] == OPEN).sum()
    yield "a programme changed at the wrong time", opened <= (before.phase == Phase.NEW_CARD)
    if shuffled:
        face_up = was == t.FACE_UP
        yield "a discard was left out of the shuffle", (now[face_up] != t.FACE_UP).all()
        yield "what all saw go is not kept", (after.returned[face_up] == shuffle).all()
        yield "too much is kept", (after.returned == shuffle).sum() <= face_up.sum() + 1
        for seat in range(int(before.seats)):
            own = after.own_returned[seat, was == t.FACE_DOWN + seat]
            yield "what a seat saw go is not kept", (own == shuffle).all()


def _of_regions(before: np.record, after: np.record) -> Iterator[tuple[str, bool]]:
    same = before.round_number == after.round_number and (before.land == after.land).all()
    if same and before.phase != Phase.SHEET:
        yield "votes were lost", (after.votes >= before.votes).all()
        yield "several trends moved at once", (after.trend != before.trend).sum() <= 1
        for name, phases in MAY_MOVE.items():
            moved = (after[name] != before[name]).any()
            yield f"{name} changed by itself", before.phase in phases or not moved


# --- What is so at every moment, though a table without it could be played on all the same ---------


def odd(box: np.record, table: np.record) -> list[str]:
    """What is wrong with a table."""
    parts = (_of_the_round, _of_opinions, _of_results)
    return [error for checks in parts for error, right in checks(box, table) if not right]


def _of_the_round(box: np.record, table: np.record) -> Iterator[tuple[str, bool]]:
    seats, regions = int(table.seats), int(table.regions)
    yield "it is over and not over", (table.phase == Phase.OVER) == (table.seat < 0)
    yield "the order of arrival", (np.sort(table.arrival[:regions, :seats]) == np.arange(seats)).all()
    if table.phase == Phase.SHEET:
        yield "one meeting each at first", (table.meetings[:, :seats] == 1).all()
        empty = (table[name].any() for name in ("votes", "trend", "media", "tile"))
        yield "something on the boards at first", not any(empty)


def _of_opinions(box: np.record, table: np.record) -> Iterator[tuple[str, bool]]:
    regions, spaces = int(table.regions), table.national != t.NO_CARD
    opinions = table.opinion[:regions] > 0
    yield "opinions contradict", not (opinions[:, ::2] & opinions[:, 1::2]).any()
    yield "a gap on the national board", not (spaces[1:] & ~spaces[:-1]).any()
    yield "an issue twice", len(set((table.national[spaces] // 2).tolist())) == spaces.sum()
    yield "secured spaces", not table.secured[~spaces].any()
    yield "doublers", table.doublers + (table.opinion == 2).sum() == box["doublers"]


def _of_results(box: np.record, table: np.record) -> Iterator[tuple[str, bool]]:
    number, phase = int(table.round_number), table.phase
    held = number if phase >= Phase.NATIONAL_MEDIA else max(0, number - 1)
    allied, winners = np.flatnonzero(table.ally), table.winner[table.winner >= 0].tolist()
    late = Phase.COALITION <= phase <= Phase.NATIONAL_REPLACE and 0 < number < elections(box)
    yield "results to come", not (table.seats_won[held:].any() or table.national_media[held:].any())
    yield "payments to come", not table.paid[number:].any()
    yield "seats won", table.seats_won.max() <= box["land_seats"][:, t.MOST_VOTES].max()
    yield "markers of an election", table.national_media.sum(axis=1).max() <= t.WINNERS
    yield "a coalition at another time", late or not len(allied)
    yield "wins twice", len(set(winners)) == len(winners)


# --- Whole games ---------------------------------------------------------------------------------


def play_out(games: GameBatch, seed: int, lean: float, thin: bool) -> None:
    """Play at random to the end.

    Every step of game 0 is checked if forced decisions are asked, and all tables after each step. With `thin`
    hardly anything is left in the decks again and again, and hidden opinions are of many shuffles.
    """
    rng, box = np.random.default_rng(seed), snapshot(games.box[0])
    for number in range(5_000):
        if games.over.all():
            return
        if thin:
            thin_decks(games.tables, rng, number % 3)
        if thin and number % 50 == 0:
            spread_hidden(games.tables, rng)
        before = games.tables.copy()
        games.step(p.random_actions(games, rng, lean))
        table = snapshot(games.tables[0])
        assert not games.ask_forced or before["seat"][0] < 0 or wrong(snapshot(before[0]), table) == []
        assert odd(box, table) == []
        games.check()
    raise AssertionError("a game does not end")


@pytest.mark.rule("MAC-14.20", "MAC-0.7", "MAC-14.7")
@settings(max_examples=12, deadline=None)
@given(PLAYERS, st.integers(0, 2**64 - 1), st.floats(0, 1), st.booleans(), OPTIONS, st.booleans())
def test_random_play_keeps_everything_in_order(players, seed, lean, ask_forced, options, thin):
    play_out(p.deal(players, seed, ask_forced=ask_forced, num_games=2, **options), seed % 1000, lean, thin)


@pytest.mark.rule("MAC-14.20", "MAC-14.18")
@settings(max_examples=15, deadline=None)
@given(PLAYERS, st.integers(0, 2**32 - 1), st.sampled_from([0.3, 0.7, 1.0]), st.floats(0, 1))
def test_games_with_extreme_boxes_end_and_stay_in_order(players, seed, edge, lean):
    games = p.deal(players, seed, box=extreme_box(seed, edge), num_games=2)
    play_out(games, seed % 1000, lean, thin=False)
    assert np.abs(games.observe(seed % players)).max() <= 1
