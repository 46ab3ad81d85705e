"""Long random play under all options and with extreme boxes, checked as it goes."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hustings.envs import HustingsError
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.text.snapshot import snapshot
from hustings.envs.die_macher import table as t
from hustings.envs.die_macher.box import BLIND
from hustings.envs.die_macher.rules.coalitions import TO_ASK, can_join, is_unallied
from hustings.envs.die_macher.rules.common import elections, places_to
from hustings.envs.die_macher.rules.election import space_for
from hustings.envs.die_macher.table import IN_DECK, IN_HAND, OPEN, Phase

from ..tabletop import play_checked
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
    errors = (_of_parties, _of_elections, _of_programmes, _of_polls, _of_regions)
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


def _of_polls(before: np.record, after: np.record) -> Iterator[tuple[str, bool]]:
    was, now = before.poll_zone.astype(int), after.poll_zone.astype(int)
    moved = np.flatnonzero(was != now)
    renewed = len(moved) > 1 and (was != t.POLL_IN_DECK).sum() >= len(was) - 1
    back = not renewed and (was[moved] != t.POLL_IN_DECK).any()
    yield "several polls moved at once", renewed or len(moved) <= 2
    yield "a poll came back into the deck", not back or before.phase in (Phase.PUBLISH, Phase.CHANGE_TREND)
    done_with = (was[moved] < t.SEEN).any() and len(moved) < 2
    yield "a poll that was done with moved", not (back and done_with)


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
    parts = (_of_the_round, _of_opinions, _of_pieces, _of_results, _of_hands, _of_the_phase)
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


def _of_pieces(box: np.record, table: np.record) -> Iterator[tuple[str, bool]]:
    seats = slice(int(table.seats))
    media = table.media_supply + table.media.sum(axis=0) + table.national_media.sum(axis=0)
    yield "meetings", (table.meeting_supply + table.meetings.sum(axis=0) == box["meetings"])[seats].all()
    yield "media markers", (media == box["media_markers"])[seats].all()
    yield "coalition tiles", (table.tiles + table.tile.sum(axis=0)).max() <= box["tiles"]
    yield "members", table.members.max() <= box["last_member"]


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
    yield "a coalition is of two", (table.ally[table.ally[allied] - 1] == allied + 1).all()
    yield "allied with oneself", not (table.ally[allied] == allied + 1).any()
    yield "wins twice", len(set(winners)) == len(winners)


def _of_hands(box: np.record, table: np.record) -> Iterator[tuple[str, bool]]:
    yield "drawn in the deck", not table.drawn[table.zone == IN_DECK].any()
    yield "an issue twice in a programme", (table.programme[:, ::2] + table.programme[:, 1::2]).max() == 1


def _of_the_phase(box: np.record, table: np.record) -> Iterator[tuple[str, bool]]:
    phase, seat, poll, region = table.phase, int(table.seat), int(table.poll), int(table.region)
    had_turn = np.array(
        [places_to(table, int(table.start_player), other) < table.turn for other in range(t.SEATS)]
    )
    selling, bidder = phase in (Phase.PUBLISH, Phase.CHANGE_TREND), int(table.bidder)
    yield "polls drawn", (table.poll_zone != t.POLL_IN_DECK).sum() == _polls_away(box, table)
    yield "a poll is sold", (poll != t.NO_CARD) == selling
    if selling:
        lies = t.SEEN + seat if phase == Phase.PUBLISH else t.PUBLISHED
        yield "the poll sold", table.poll_zone[poll] == lies
    if Phase.POLL_BID <= phase <= Phase.CHANGE_TREND and box["poll_auction"] != BLIND:
        bids = phase == Phase.POLL_BID
        yield "who bids has passed or bids highest", not (bids and (table.passed[seat] or seat == bidder))
        yield "the highest bid", bidder < 0 or table.bid[bidder] == table.bid.max()
        yield "the highest bidder has passed", bidder < 0 or not table.passed[bidder]
    if phase == Phase.PLACE_LOBBY:
        waiting = ~had_turn & (np.arange(t.SEATS) != seat)
        yield "laid before the turn", not table.lobby[:, waiting].any()
    if phase in (Phase.COALITION, Phase.FORCE):
        yield "may be in a coalition", is_unallied(table, seat)
    if phase == Phase.REPLY:
        asker = int(table.asker)
        yield "may answer", is_unallied(table, asker) and can_join(table, asker, seat, TO_ASK)
    if phase == Phase.OLD_CARD:
        yield "an old card", not table.programme[seat, table.picked]
    if phase == Phase.SWAP_IN:
        yield "a card to swap", table.opinion[region, table.picked] == 1
    if phase == Phase.NATIONAL_REPLACE:
        yield "a full board", space_for(table, int(table.picked)) == t.NO_CARD
    if phase == Phase.NATIONAL_MEDIA:
        placed = table.national_media[table.round_number - 1, seat]
        yield "a marker to place", table.media[0, seat] > 0 and not placed
    if phase == Phase.NATIONAL_CARD:
        yield "cards to place", table.national_cards[table.turn] > 0
    if phase == Phase.CONTRIBUTION:
        chosen = np.flatnonzero(table.offer)
        cards = table.contribution[chosen, (table.offer[chosen] - 1) % t.CONTRIBUTIONS]
        yield "chosen in turn", ((table.offer > 0) == had_turn)[: table.seats].all()
        yield "chosen from the hand", (cards == t.CARD_IN_HAND).all()


def _polls_away(box: np.record, table: np.record) -> int:
    """One for each region of a round; when the deck is used up, all of them make a new one."""
    phase, number, last, drawn = table.phase, int(table.round_number), elections(box), 0
    drawn = sum(min(t.REGIONS, last - earlier + 1) for earlier in range(1, min(number, last)))
    if Phase.POLL_BID <= phase <= Phase.CHANGE_TREND:
        drawn += int(table.region) + (phase != Phase.POLL_BID)
    elif 0 < number < last and (phase >= Phase.CONVERT or table.by_votes):
        drawn += min(t.REGIONS, last - number + 1)
    return (drawn - 1) % t.POLLS + 1 if drawn else 0


# --- Tables on which play would lead astray -------------------------------------------------------


def draw_all_lands(table: np.record) -> None:
    table["land_drawn"] = 1


def take_the_programme_deck(table: np.record) -> None:
    table["zone"][table["zone"] == IN_DECK] = IN_HAND + 2
    table["programme_deck"] = 0


def take_the_opinion_deck(table: np.record) -> None:
    """Leave nothing unseen but what lies hidden, and nothing discarded."""
    left, table["discards"] = table["hidden"].sum(), 0
    for kind in range(t.KINDS):
        table["unseen"][0, kind] = min(left, table["unseen"][0, kind])
        left -= table["unseen"][0, kind]
    table["opinion_deck"] = 0


@pytest.mark.parametrize(
    ("phase", "change", "fault"),
    [
        ("SHEET", draw_all_lands, "lands drawn are missing or too many"),
        ("START_BID", take_the_programme_deck, "cards of a hand are missing or too many"),
        ("NATIONAL_CARD", take_the_opinion_deck, "opinion cards are missing or too many"),
    ],
)
def test_a_table_is_refused_if_something_would_run_out(phase, change, fault):
    game = next(moment for moment in p.dealt(seed=1).random(1) if moment.phase == phase)
    change(game.table)
    with pytest.raises(HustingsError, match=fault):
        game.games.check()


# --- Whole games ---------------------------------------------------------------------------------


def play_out(games: GameBatch, seed: int, lean: float) -> None:
    """Play at random to the end, all tables being checked after each step, and steps if all are asked."""
    of_a_step = wrong if games.ask_forced else lambda *_: []
    play_checked(p.random_actions, of_a_step, odd, games, seed, lean=lean)


@pytest.mark.rule("MAC-14.20", "MAC-0.7")
@settings(max_examples=12, deadline=None)
@given(PLAYERS, st.integers(0, 2**64 - 1), st.floats(0, 1), st.booleans(), OPTIONS, st.integers(0, 10))
def test_random_play_keeps_everything_in_order(players, seed, lean, ask_forced, options, dice):
    options = {**options, "poll_members_dice": dice}
    play_out(p.deal(players, seed, ask_forced=ask_forced, num_games=2, **options), seed % 1000, lean)


@pytest.mark.rule("MAC-14.20", "MAC-14.18")
@settings(max_examples=15, deadline=None)
@given(PLAYERS, st.integers(0, 2**32 - 1), st.sampled_from([0.3, 0.7, 1.0]), st.floats(0, 1))
def test_games_with_extreme_boxes_end_and_stay_in_order(players, seed, edge, lean):
    games = p.deal(players, seed, box=extreme_box(seed, edge), num_games=2)
    play_out(games, seed % 1000, lean)
    assert np.abs(games.observe(seed % players)).max() <= 1


@pytest.mark.rule("MAC-14.7", "MAC-14.20")
@pytest.mark.parametrize("players", [3, 5])
def test_many_shuffles_of_both_decks(players):
    """Hardly anything is left in the decks again and again: hidden opinions are of many shuffles then."""
    games, rng = p.deal(players, num_games=6, seed=3), np.random.default_rng(players)
    generations = shuffles = 0
    for number in range(2_000):
        if games.over.all():
            break
        thin_decks(games.tables, rng, number % 3)
        if number % 50 == 0:
            spread_hidden(games.tables, rng)
        before = games.tables.copy()
        games.step(p.random_actions(games, rng, 0.8))
        assert before["seat"][0] < 0 or wrong(snapshot(before[0]), snapshot(games.tables[0])) == []
        games.check()
        generations = max(generations, games.tables["unseen"].any(axis=2).sum(axis=1).max())
        shuffles = max(shuffles, games.tables["programme_shuffle"].max())
    assert games.over.all()
    assert (generations >= 6, shuffles >= 15) == (True, True)
