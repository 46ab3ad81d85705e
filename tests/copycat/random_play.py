"""Random play of whole games of Copycat, checked as it goes."""

from functools import partial

import numpy as np

from hustings.envs.copycat.actions import BUY, CARD, DONE, END_TURN, INVEST_NONE, OFFICE, PASS, PLACE
from hustings.envs.copycat.table import (
    CARDS,
    DOCTORATE,
    FIRST_START,
    LAST_START,
    Effect,
    Phase,
    Place,
    Worker,
    Zone,
)
from hustings.envs.core.api.batch import GameBatch

from ..tabletop import play_checked, weighted

# What can become of a card of a player or of a worker, step by step within a round
ZONES = {
    Zone.NONE: [Zone.TEMPORARY],  # it is bought
    Zone.DRAW: [Zone.HAND],
    Zone.HAND: [Zone.NONE, Zone.KNOWN, Zone.LAID, Zone.USED, Zone.TEMPORARY],
    Zone.KNOWN: [Zone.NONE, Zone.LAID, Zone.USED, Zone.TEMPORARY],
    Zone.LAID: [Zone.USED],
    Zone.USED: [Zone.SPENT, Zone.TEMPORARY],
    Zone.DISCARD: [Zone.DRAW],
}
CLEAN_UP = {zone: [*ZONES.get(zone, []), Zone.DISCARD] for zone in range(Zone.LAID, Zone.DISCARD)}
WORKERS = {
    Worker.NONE: [Worker.STANDING],
    Worker.STANDING: [Worker.LYING, Worker.STANDING_REPEATED],
    Worker.LYING: [Worker.LYING_REPEATED],
    Worker.STANDING_REPEATED: [Worker.LYING_REPEATED],
}
PLACES = {
    Place.SUPPLY: [Place.STREET],
    Place.STREET: [Place.OWNED, Place.BOX],
    Place.OWNED: [Place.BOX],
}
NEVER_LESS = ("vp", "doctorates", "last_doctorate")
NOT_LESS_IN_A_ROUND = ("passed", "recruited", "round_vp")
START = slice(FIRST_START, LAST_START + 1)
NUMBERED = [card for card in range(1, CARDS + 1) if not FIRST_START <= card <= LAST_START]


def leads_to(steps: dict, kinds: type) -> np.ndarray:
    """[from, to]: whether some of these steps, or none, lead there."""
    reach = np.eye(len(kinds), dtype=bool)
    for start, ends in steps.items():
        reach[start, ends] = True
    return np.linalg.matrix_power(reach.astype(int), len(kinds)) > 0


IN_A_ROUND, WITH_CLEAN_UP = leads_to(ZONES, Zone), leads_to(ZONES | CLEAN_UP, Zone)
WORKS, LIES = leads_to(WORKERS, Worker), leads_to(PLACES, Place)


def random_actions(games: GameBatch, rng: np.random.Generator, lean: float = 0.5) -> np.ndarray:
    """Legal actions at random; with `lean` turns and hands go on rather than end."""
    weights = np.ones(games.legal.shape)
    weights[:, [PASS, DONE]] = 1 - 0.95 * lean
    weights[:, END_TURN] = 1 - 0.8 * lean
    weights[:, CARD + 1 : PLACE] += 4 * lean
    weights[:, OFFICE:BUY] += 4 * lean
    weights[:, BUY:INVEST_NONE] += 9 * lean + 40 * lean * (games.tables["street"] == DOCTORATE)
    return weighted(games, rng, weights)


def step_errors(before: np.record, after: np.record) -> list[str]:
    """What is wrong with a single step."""
    rounds, was, now = int(after.round_number) - int(before.round_number), before.zone, after.zone
    in_a_round = rounds == 0
    rows = (IN_A_ROUND if in_a_round else WITH_CLEAN_UP)[was, now]
    wrong = {
        "rounds": rounds not in (0, 1),
        "doctorates left": after.doctorates_left > before.doctorates_left,
        "cards": not rows.all(),
        "trashed from elsewhere": ((now == 0) & (was > 0) & (was != Zone.HAND) & (was != Zone.KNOWN)).any(),
        "a start card is back": ((was == 0) & (now > 0))[:, START].any(),
        "places": not LIES[before.place, after.place][NUMBERED].all(),
        **{name: (after[name] < before[name]).any() for name in NEVER_LESS},
    }
    if in_a_round:
        wrong |= _errors_in_a_round(before, after)
    else:
        opened = after.open - before.open
        wrong |= {name: after[name].any() for name in ("round_vp", "worker", "recruited")}
        wrong["tokens"] = (after.office_tokens > before.office_tokens + 1).any()
        wrong["offices"] = (opened < 0).any() or opened.sum() > 1
    return [name for name, is_so in wrong.items() if is_so]


def _errors_in_a_round(before: np.record, after: np.record) -> dict[str, bool]:
    was, now = before.zone, after.zone
    shuffled = ((was == Zone.DISCARD) & (now != Zone.DISCARD)).any(axis=1)
    wrong = {name: (after[name] < before[name]).any() for name in NOT_LESS_IN_A_ROUND}
    wrong |= {
        "points of the round": (after.round_vp - before.round_vp != after.vp - before.vp).any(),
        "tokens": (after.office_tokens > before.office_tokens).any(),
        "offices": (after.open != before.open).any(),
        "order": before.phase != Phase.BID and (after.order != before.order).any(),
        "a choice": ((after.bid != before.bid) & (before.bid != 0)).any(),
        "workers": not WORKS[before.worker, after.worker].all(),
        "known without a shuffle": ((was == Zone.HAND) & (now == Zone.KNOWN))[~shuffled].any(),
        "some are not shuffled": (now == Zone.DISCARD)[shuffled].any(),
    }
    if before.stage == after.stage == Phase.TURN and Phase.BID not in (before.phase, after.phase):
        others = np.arange(len(was)) != before.seat
        wrong["points in a turn"] = (after.vp != before.vp).any()
        wrong["purchases in a turn"] = (after.street != before.street).any()
        wrong["cards of others"] = (now != was)[others].any()
    return wrong


def table_errors(box: np.record, table: np.record) -> list[str]:
    """What is wrong with a table that could be played on all the same."""
    seats, in_turns, over = int(table.seats), table.stage == Phase.TURN, table.phase == Phase.OVER
    placed, tokens, zone = table.worker != Worker.NONE, table.office_tokens, table.zone
    in_play, effect = (zone >= Zone.LAID) & (zone <= Zone.TEMPORARY), box["card_effect"]
    repeating = in_play[:, np.isin(effect, (Effect.REUSE_WORKER, Effect.COPY_CARD))].any(axis=1)
    copying = (effect == Effect.COPY_CARD) & in_play.any(axis=0)
    doctorates, left, supply = table.street == DOCTORATE, table.doctorates_left, table.place == Place.SUPPLY
    period, numbered, gaps = box["card_period"], table.street[~doctorates], table.street == 0
    all_doctorates = table.doctorates.sum() + doctorates.sum() + left
    earned = sum(table[name].sum() for name in ("coins", "more_coins", "spent", "purchases", "charity"))
    wrong = {
        "workers of an office": (table.crowd != placed.sum(axis=0)).any(),
        "a closed office": ((table.crowd > 0) | (tokens > 0))[table.open == 0].any(),
        "open offices": table.open[box["office_section"] > 0].sum() != table.round_number,
        "tokens under workers": (tokens[table.crowd > 0] > 0).any(),
        "tokens": 0 < box["token_limit"] < tokens.sum(),
        "workers": (placed.sum(axis=1) + table.pool - table.recruited != box["workers"])[:seats].any(),
        "recruits": (table.recruited > box["recruits"]).any(),
        "repeated": ((table.worker >= Worker.STANDING_REPEATED).any(axis=1) & ~repeating).any(),
        "doctorates": not (seats if left else 0) <= all_doctorates <= seats,
        "doctorates too early": doctorates.any() and supply.any(),
        "the last doctorate": table.last_doctorate and (doctorates.any() or left > 0),
        "periods": supply.any() and period[numbered].max() > period[supply].min(),
        "gaps": in_turns and ((gaps[:-1] & ~gaps[1:]).any() or (gaps.any() and (supply.any() or left > 0))),
        "two players": seats == 2 and (table.place[box["not_with_two"] > 0] != Place.BOX).any(),
        "used twice": not box["strict_two"] and (zone == Zone.SPENT).any(),
        "copies": ((table.copied > 0) & ~copying).any(),
        "in play too early": table.phase == Phase.BID and in_play.any(),
        "earned too early": (over or in_turns) and earned > 0,
        "points": in_turns and table.round_vp.any(),
        "passed": table.phase != Phase.BID and table.passed[:seats].all() == in_turns,
        "ending": over != (table.ending > 0),
        "nobody's": any(table[name][seats:].any() for name in ("zone", "worker", "vp", "tokens", "pool")),
    }
    return [name for name, is_so in wrong.items() if is_so]


play_out_checked = partial(play_checked, random_actions, step_errors, table_errors)
