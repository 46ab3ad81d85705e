"""Random play of whole games of Die Macher, checked as it goes, and boxes with extreme numbers."""

import numpy as np
from elections import BOX

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.actions import ACTIONS, NUMBER, PASS, YES
from hustings.envs.die_macher.table import (
    FACE_DOWN,
    FACE_UP,
    IN_DECK,
    IN_HAND,
    KINDS,
    MOST_TREND,
    OPEN,
    POLL_IN_DECK,
    REGIONS,
    SEATS,
    SEEN,
    Item,
    Phase,
)
from support import range_errors

BIDS = (Phase.START_BID, Phase.POLL_BID)
# Phases in which a party's trend may move; elsewhere only a new region or the sheets move it
MOVING = (Phase.LOBBY, Phase.LOBBY_PLAYER, Phase.CHANGE_TREND)


def random_actions(games: GameBatch, rng: np.random.Generator, lean: float = 0.5) -> np.ndarray:
    """Legal actions at random; with `lean` bids are low and much is done rather than passed over."""
    masks = games.legal
    weights = np.ones(masks.shape)
    weights[:, PASS] = 1 - 0.8 * lean
    weights[:, YES] = 1 + 3 * lean
    amount = np.arange(ACTIONS["number"].size)
    bidding = np.isin(games.tables["phase"], BIDS)
    weights[:, NUMBER : NUMBER + len(amount)] = np.where(
        bidding[:, None], (1 - 0.75 * lean) ** np.minimum(amount, 6), 1 + 0.3 * lean * amount
    )
    return (rng.random(weights.shape) ** (1 / weights) * masks).argmax(axis=1)


# --- What a single step may change ---------------------------------------------------------------


def step_errors(before: np.record, after: np.record) -> str:
    """What is wrong with a single step, forced decisions being asked too."""
    if after.round_number - before.round_number not in (0, 1):
        return "the rounds are not counted"
    for name in ("cabinet", "tiles"):
        if (after[name] > before[name]).any():
            return f"{name}: something came back"
    for name in ("land_drawn", "national_media", "programme_shuffle", "returned", "own_returned"):
        if (after[name] < before[name]).any():
            return f"{name}: something went back"
    for name in ("paid", "contribution"):
        if (before[name][before[name] != after[name]] != 0).any():
            return f"{name}: was changed once it stood"
    return (
        _election_errors(before, after)
        or _party_errors(before, after)
        or _programme_errors(before, after)
        or _poll_errors(before, after)
        or _region_errors(before, after)
    )


def _election_errors(before, after) -> str:
    held = max(0, int(before.round_number) - 1)
    if (after.seats_won[:held] != before.seats_won[:held]).any():
        return "seats of a former election changed"
    if (after.national_media != before.national_media).any() and before.phase != Phase.NATIONAL_MEDIA:
        return "a media marker came to the national board by itself"
    ended = before.round_number != after.round_number or after.phase in (Phase.CONTRIBUTION, Phase.OVER)
    if not ended and (before.ally[before.ally != after.ally] != 0).any():
        return "a coalition came apart"
    national = (after.national != before.national) | (after.secured != before.secured)
    if national.any() and before.phase not in (Phase.NATIONAL_CARD, Phase.NATIONAL_REPLACE):
        return "the national board changed by itself"
    if national.sum() > 1:
        return "two spaces of the national board changed at once"
    return ""


def _party_errors(before, after) -> str:
    if (after.members < before.members).any() and before.phase != Phase.CONTRIBUTION:
        return "members left without a contribution"
    new_round = before.round_number != after.round_number
    over = after.phase in (Phase.CONTRIBUTION, Phase.OVER)
    gains = new_round or over or before.phase in (Phase.CONTRIBUTION, Phase.LOBBY_PLAYER)
    if (after.cash > before.cash).any() and not gains:
        return "money came from nowhere"
    changed = (after.section != before.section) & (before.section != 0)
    if changed.any():
        return "a sheet was changed"
    return ""


def _programme_errors(before, after) -> str:
    """Where programme cards go."""
    was, now = before.zone.astype(int), after.zone.astype(int)
    shuffled = after.programme_shuffle > before.programme_shuffle
    if after.programme_shuffle - before.programme_shuffle not in (0, 1):
        return "two shuffles in one step"
    for card in np.flatnonzero(was != now):
        old, new = was[card], now[card]
        right = (
            (old == IN_DECK and new >= IN_HAND)
            or (IN_HAND <= old < OPEN and new in (old - IN_HAND + FACE_DOWN, OPEN))
            or (old == OPEN and new == FACE_UP)
            or (shuffled and (new < IN_HAND or old >= FACE_UP))
        )
        if not right:
            return f"programme card {card} went from {old} to {new}"
        if new == FACE_UP and before.phase != Phase.OLD_CARD:
            return "an open programme card left by itself"
    changed = (before.programme != after.programme).any(axis=1)
    if set(np.flatnonzero(changed).tolist()) - {int(before.seat)}:
        return "another party's programme changed"
    opened = (now[was != now] == OPEN).sum()
    if opened > 1 or (opened and before.phase != Phase.NEW_CARD):
        return "a programme changed at the wrong time"
    return _shuffle_errors(before, after) if shuffled else ""


def _shuffle_errors(before, after) -> str:
    """A shuffle takes all discards, and everybody remembers which cards of them were seen."""
    now = int(after.programme_shuffle)
    face_up = before.zone == FACE_UP
    if (after.returned[face_up] != now).any() or (after.returned == now).sum() > face_up.sum() + 1:
        return "what all saw go into the deck is not kept"
    for seat in range(int(before.seats)):
        own = before.zone == FACE_DOWN + seat
        if (after.own_returned[seat, own] != now).any():
            return "what a seat saw go into the deck is not kept"
    left = after.zone[face_up]
    if (left == FACE_UP).any():
        return "a discard was left out of the shuffle"
    return ""


def _poll_errors(before, after) -> str:
    was, now = before.poll_zone.astype(int), after.poll_zone.astype(int)
    changed = np.flatnonzero(was != now)
    renewed = len(changed) > 1 and (was != POLL_IN_DECK).sum() >= len(was) - 1
    if len(changed) > 2 and not renewed:
        return "several polls moved at once"
    if not renewed and (was[changed] != POLL_IN_DECK).any():
        if before.phase not in (Phase.PUBLISH, Phase.CHANGE_TREND):
            return "a poll came back into the deck"
        if (was[changed] < SEEN).any() and len(changed) < 2:
            return "a poll that was done with moved"
    return ""


def _region_errors(before, after) -> str:
    """Boards change only in their phases, as long as the regions are the same."""
    same = before.round_number == after.round_number and (before.land == after.land).all()
    if not same or before.phase == Phase.SHEET:
        return ""
    if (after.votes < before.votes).any():
        return "votes were lost"
    if (after.trend != before.trend).any() and before.phase not in MOVING:
        return "a trend moved by itself"
    if ((after.trend != before.trend).sum(axis=1) > 1).any() or (
        (after.trend != before.trend).any(axis=1).sum() > 1
    ):
        return "several trends moved at once"
    if (after.media != before.media).any() and before.phase not in (
        Phase.MEDIA,
        Phase.LOBBY_PLAYER,
        Phase.NATIONAL_MEDIA,
    ):
        return "media markers moved by themselves"
    if (after.tile != before.tile).any() and before.phase != Phase.TELEPHONE:
        return "a coalition tile moved by itself"
    if (after.pool != before.pool).any() and before.phase != Phase.SWAP_IN:
        return "the pool changed by itself"
    if (after.hidden != before.hidden).any() or (after.unseen != before.unseen).any():
        return "hidden opinions changed in the middle of a round"
    return ""


# --- Whole games ---------------------------------------------------------------------------------


def play_out_checked(
    games: GameBatch, seed: int, every: int, lean: float = 0.7, ranges_every: int = 1
) -> set[str]:
    """Play at random to the end; the names of the phases met.

    Every step of game 0 is checked if forced decisions are asked, ranges of all games every so many steps,
    and now and then the whole tables of all games.
    """
    rng = np.random.default_rng(seed)
    met: set[str] = set()
    for number in range(5_000):
        if games.over.all():
            games.check()
            return met
        met |= {Phase(phase).name for phase in set(games.tables["phase"].tolist())}
        before = games.tables.copy()
        games.step(random_actions(games, rng, lean))
        if games.ask_forced and before["seat"][0] >= 0:
            assert not (error := step_errors(before[0], games.tables[0])), error
        if number % ranges_every == 0:
            assert not (errors := range_errors(games)), errors
        if number % every == 0:
            games.check()
    raise AssertionError("a game does not end")


# --- Boxes ---------------------------------------------------------------------------------------


def extreme_box(seed: int, edge: float = 0.7) -> np.ndarray:
    """A box that is accepted, with numbers anywhere in their ranges, often at an end of them."""
    rng = np.random.default_rng(seed)
    box = BOX.copy()
    box.flags.writeable = True
    for field in GAME.box_spec.fields:
        if not field.name.endswith("_name") and field.name != "poll_party":
            numbers = rng.integers(field.low, field.high, size=field.shape, endpoint=True)
            end = np.where(rng.random(field.shape) < 0.5, field.low, field.high)
            box[field.name] = np.where(rng.random(field.shape) < edge, end, numbers)
    _mend(box, rng)
    return GAME.box_spec.load(box)


def _mend(box: np.ndarray, rng: np.random.Generator) -> None:
    """What a box must keep to."""
    box = box[0]
    box["land_seats"].sort(axis=1)
    box["land_seats"][:, 0] = 0
    box["land_seats"][:, -1] = np.maximum(1, box["land_seats"][:, -1])
    for players in range(3, SEATS + 1):
        box["poll_party"][players, :players] = rng.permutation(SEATS)[:players]
    actions = [f"cabinet_{name}" for name in ("phone", "votes", "doubler", "media", "up", "down")]
    for name in (*actions, "cabinet_price"):
        box[name][0] = 0
    idle = np.all([box[name][1:] == 0 for name in actions], axis=0)
    box["cabinet_phone"][1:][idle] = 1
    items, amounts = box["sheet_item"], box["sheet_amount"]
    amounts[items == Item.TREND] = np.minimum(MOST_TREND, amounts[items == Item.TREND])
    room = min(int(box["most_meetings"]) - 1, int(box["meetings"]) - REGIONS)
    for option in range(len(items)):
        given = items[option] == Item.MEETINGS
        if given.sum() > room:
            items[option][given] = Item.VOTES
        elif given.any():
            amounts[option][given] = np.minimum(amounts[option][given], room // given.sum())
    box["elections"].sort()
    box["elections"][:] = box["elections"][::-1].copy()
    box["members_pay"][-2:] = 0


# --- Small decks ---------------------------------------------------------------------------------


def thin_decks(tables: np.ndarray, rng: np.random.Generator, keep: int) -> None:
    """Leave no more than so many cards in the decks of opinions and programmes; the others are discarded."""
    for table in tables:
        shuffle, spare = int(table["shuffle"]), int(table["opinion_deck"]) - keep
        if spare > 0:
            kinds = np.repeat(np.arange(KINDS), table["unseen"][shuffle])
            for kind in rng.permutation(kinds)[:spare]:
                table["unseen"][shuffle, kind] -= 1
                table["discards"][kind] += 1
            table["opinion_deck"] = keep
        cards = rng.permutation(np.flatnonzero(table["zone"] == IN_DECK))[: -keep or None]
        if len(cards) and table["programme_deck"] > keep:
            table["zone"][cards] = FACE_UP
            table["programme_deck"] = keep


def spread_hidden(tables: np.ndarray, rng: np.random.Generator) -> None:
    """Make each hidden opinion one of a shuffle of its own."""
    for table in tables:
        for region, shuffle in np.argwhere(table["hidden"]):
            for _ in range(int(table["hidden"][region, shuffle])):
                free = np.flatnonzero(~table["unseen"].any(axis=1))
                free = free[free != table["shuffle"]]
                if not len(free):
                    break
                kind = rng.choice(np.repeat(np.arange(KINDS), table["unseen"][shuffle]))
                table["unseen"][shuffle, kind] -= 1
                table["unseen"][free[-1], kind] += 1
                table["hidden"][region, shuffle] -= 1
                table["hidden"][region, free[-1]] += 1
