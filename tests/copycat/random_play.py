"""Random play of whole games of Copycat, checked as it goes."""

import numpy as np

from hustings.envs.copycat.actions import BUY, CARD, DONE, END_TURN, INVEST_NONE, OFFICE, PASS, PLACE
from hustings.envs.copycat.table import (
    CARDS,
    DISCARD,
    DOCTORATE,
    FIRST_START,
    IN_BOX,
    IN_DRAW,
    IN_HAND,
    IN_SUPPLY,
    KNOWN,
    LAST_START,
    LYING,
    LYING_REPEATED,
    ON_STREET,
    OWNED,
    STANDING,
    STANDING_REPEATED,
    TEMPORARY,
    Phase,
)
from hustings.envs.core.api.batch import GameBatch

GOES_TO = {
    0: {STANDING, LYING, STANDING_REPEATED, LYING_REPEATED},
    STANDING: {LYING, STANDING_REPEATED, LYING_REPEATED},
    LYING: {LYING_REPEATED},
    STANDING_REPEATED: {LYING_REPEATED},
    LYING_REPEATED: set(),
}
NUMBERED = np.array([c for c in range(1, CARDS + 1) if not FIRST_START <= c <= LAST_START])


def random_actions(games: GameBatch, rng: np.random.Generator, lean: float = 0.5) -> np.ndarray:
    """Legal actions at random; with `lean` turns and hands go on rather than end."""
    weights = np.ones(games.legal.shape)
    weights[:, [PASS, DONE]] = 1 - 0.95 * lean
    weights[:, END_TURN] = 1 - 0.8 * lean
    weights[:, CARD + 1 : PLACE] += 4 * lean
    weights[:, OFFICE:BUY] += 4 * lean
    weights[:, BUY:INVEST_NONE] += 9 * lean + 40 * lean * (games.tables["street"] == DOCTORATE)
    return (rng.random(weights.shape) ** (1 / weights) * games.legal).argmax(axis=1)


def step_errors(before: np.record, after: np.record) -> str:
    """What is wrong with a single step."""
    if after.round_number - before.round_number not in (0, 1):
        return "the rounds are not counted"
    if (after.vp < before.vp).any() or (after.doctorates < before.doctorates).any():
        return "points or doctorates were lost"
    if after.last_doctorate < before.last_doctorate or after.doctorates_left > before.doctorates_left:
        return "doctorates came back"
    return _card_errors(before, after) or _round_errors(before, after)


def _card_errors(before, after) -> str:
    """Cards go from the supply to the street, from there to a player, and from anywhere out of the game."""
    old, new = before.place[NUMBERED], after.place[NUMBERED]
    came = (old != new) & (new != IN_BOX)
    right = ((old == IN_SUPPLY) & (new != IN_SUPPLY)) | ((old == ON_STREET) & (new == OWNED))
    if (came & ~right).any():
        return "a card went the wrong way"
    was, now = before.zone, after.zone
    lost = (was > 0) & (now == 0)
    starts = slice(FIRST_START, LAST_START + 1)
    if ((was == 0) & (now > 0))[:, starts].any():
        return "a start card is back that was out of the game"
    hand = (was == IN_HAND) | (was == KNOWN)
    if (lost & ~hand).any():
        return "a card left the game that was in no hand"
    bought = (was == 0) & (now > 0)
    if before.round_number == after.round_number and (now[bought] != TEMPORARY).any():
        return "a card bought can be used at once"
    return ""


def _round_errors(before, after) -> str:
    """Within a round things go one way."""
    if before.round_number != after.round_number:
        return _new_round_errors(before, after)
    if (after.round_vp - before.round_vp != after.vp - before.vp).any():
        return "points of the round and of the game differ"
    if (after.office_tokens > before.office_tokens).any() or (after.open != before.open).any():
        return "tokens or offices came in the middle of a round"
    if before.phase != Phase.BID and (after.order != before.order).any():
        return "the order of turns changed"
    if ((after.bid != before.bid) & (before.bid != 0)).any():
        return "a choice was changed"
    if (after.passed < before.passed).any() or (after.recruited < before.recruited).any():
        return "somebody is back, or a recruit is gone"
    for old, new in zip(before.worker.ravel().tolist(), after.worker.ravel().tolist()):
        if old != new and new not in GOES_TO[old]:
            return f"a worker went from {old} to {new}"
    now = after.zone[after.zone != before.zone]
    if (after.phase != Phase.OVER) and (now == DISCARD).any():
        return "a card was discarded in the middle of a round"
    both_turns = before.stage == after.stage == Phase.TURN and Phase.BID not in (before.phase, after.phase)
    if both_turns and ((after.vp != before.vp).any() or (after.street != before.street).any()):
        return "points or purchases in a turn"
    others = [i for i in range(int(before.seats)) if i != before.seat]
    if both_turns and (after.zone[others] != before.zone[others]).any():
        return "another player's cards moved"
    return ""


def _new_round_errors(before, after) -> str:
    if (after.round_vp != 0).any() or (after.worker != 0).any() or (after.recruited != 0).any():
        return "something is left of the last round"
    if (after.office_tokens > before.office_tokens + 1).any():
        return "more than one token came to an office"
    if (after.open < before.open).any() or after.open.sum() > before.open.sum() + 1:
        return "not one new office"
    return ""


def secrets(before: np.record, after: np.record) -> str:
    """Cards become known and unknown as they should."""
    was, now = before.zone, after.zone
    if ((was == KNOWN) & ((now == IN_HAND) | (now == IN_DRAW))).any() and (
        before.round_number == after.round_number
    ):
        return "a card that was known is not"
    for seat in range(int(before.seats)):
        shuffled = ((was[seat] == DISCARD) & (now[seat] != DISCARD)).any()
        if ((was[seat] == IN_HAND) & (now[seat] == KNOWN)).any() and not shuffled:
            if before.round_number == after.round_number:
                return "a card became known without a shuffle"
        if shuffled and (now[seat] == DISCARD).any() and before.round_number == after.round_number:
            return "only some of the discards were shuffled"
    return ""


def play_out_checked(games: GameBatch, seed: int, every: int, lean: float = 0.7) -> set[str]:
    """Play at random to the end; the names of the phases met.

    Every step of game 0 is checked, and now and then the whole tables of all games.
    """
    rng = np.random.default_rng(seed)
    met: set[str] = set()
    for number in range(60_000):
        if games.over.all():
            return met
        met |= {Phase(phase).name for phase in games.tables["phase"].tolist()}
        before = games.tables.copy()
        games.step(random_actions(games, rng, lean))
        if before["seat"][0] >= 0:
            assert not (error := step_errors(before[0], games.tables[0])), error
            assert not (error := secrets(before[0], games.tables[0])), error
        if number % every == 0:
            games.check()
    raise AssertionError("a game does not end")
