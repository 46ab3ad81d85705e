"""What is true of every table of Copycat, at any moment of any game."""

from types import SimpleNamespace

import numpy as np

from hustings.envs.copycat.table import (
    CARDS,
    DECISIONS,
    DISCARD,
    DOCTORATE,
    FIRST_START,
    IN_BOX,
    IN_DRAW,
    IN_HAND,
    IN_SUPPLY,
    KNOWN,
    LAID,
    LAST_START,
    LYING_REPEATED,
    OFFICES,
    ON_STREET,
    OWNED,
    REDS,
    SPENT,
    STANDING_REPEATED,
    TEMPORARY,
    USED,
    Effect,
    Ending,
    Phase,
)

PER_SEAT = (
    *("order", "bid", "passed", "vp", "round_vp", "tokens", "pool", "recruited", "doctorates"),
    *("zone", "draw_size", "hand_size", "discard_size", "worker"),
)
BUYING = ("coins", "more_coins", "spent", "doublings", "token_doublings", "purchases")
TARGETS = (Phase.SWAP, Phase.TRASH_FOR_WORKER, Phase.DONATE, Phase.DRAW)
GREY = (Phase.REUSE_CARD, Phase.COPY_CARD, Phase.REUSE_WORKER)


def check(box, table) -> str:
    """What is wrong with the table; "" when nothing is."""
    b = SimpleNamespace(**{name: box[name].tolist() for name in box.dtype.names})
    t = SimpleNamespace(**{name: table[name].tolist() for name in table.dtype.names})
    everybody = range(t.seats)
    for name in PER_SEAT:
        if np.any(getattr(t, name)[t.seats :]):
            return f"{name}: not zero where nobody sits"
    return (
        _cards(b, t, everybody)
        or _decks(t, everybody)
        or _street(b, t)
        or _offices(b, t, everybody)
        or _workers(b, t, everybody)
        or _phase(b, t, everybody)
        or _round(b, t, everybody)
        or _pending(t)
        or _buying(b, t)
        or ""
    )


def _cards(b, t, everybody) -> str:
    """Every card that nobody starts with is in one place."""
    for card in range(1, CARDS + 1):
        owners = [i for i in everybody if t.zone[i][card]]
        if FIRST_START <= card <= LAST_START:
            if t.place[card] or card in t.street:
                return f"start card {card} has a place"
            continue
        if (t.place[card] == OWNED) != bool(owners) or len(owners) > 1:
            return f"card {card} in place {t.place[card]} is owned by {owners}"
        if (t.place[card] == ON_STREET) != (t.street.count(card) == 1):
            return f"card {card} in place {t.place[card]}, street {t.street}"
        if t.seats == 2 and b.not_with_two[card] and t.place[card] != IN_BOX:
            return f"card {card} in a game of two"
        if b.card_effect[card] != Effect.COPY_CARD and t.copied[card]:
            return f"card {card} has copied {t.copied[card]}"
    periods = [b.card_period[c] for c in range(1, CARDS + 1) if t.place[c] == IN_SUPPLY]
    shown = [b.card_period[c] for c in t.street if 0 < c < DOCTORATE]
    if periods and shown and max(shown) > min(periods):
        return f"a card of period {max(shown)} came before those of period {min(periods)}"
    if t.place[0] or t.kept[0] or any(row[0] for row in t.zone):
        return "card 0 is somewhere"
    return ""


def _decks(t, everybody) -> str:
    for i in everybody:
        zone = t.zone[i]
        sizes = (zone.count(IN_DRAW), zone.count(IN_HAND) + zone.count(KNOWN), zone.count(DISCARD))
        if sizes != (t.draw_size[i], t.hand_size[i], t.discard_size[i]):
            return f"seat {i}: {sizes} cards, not {t.draw_size[i]}, {t.hand_size[i]}, {t.discard_size[i]}"
        if any(LAID <= z <= TEMPORARY for z in zone) and t.phase == Phase.BID:
            return f"seat {i} has cards in the play area before the round begins"
    return ""


def _street(b, t) -> str:
    shown = t.street.count(DOCTORATE)
    total = sum(t.doctorates) + shown + t.doctorates_left
    if total > t.seats or (t.doctorates_left and total < t.seats):
        return f"{total} doctorates of {t.seats}"
    if t.last_doctorate and (shown or t.doctorates_left or not any(t.doctorates)):
        return "the last doctorate was not the last"
    if shown and any(t.place[c] == IN_SUPPLY for c in range(1, CARDS + 1)):
        return "a doctorate above the supply"
    bought = t.phase in (Phase.HAND, Phase.TABLE, Phase.INVEST, Phase.OVER) or t.phase >= Phase.REUSE_CARD
    if 0 in t.street and not bought and t.phase not in (Phase.TRASH_FOR_COIN, Phase.KEEP):
        empty = t.street.index(0)
        if any(t.street[empty:]) or t.doctorates_left:
            return f"gaps in the street {t.street}"
    for card in range(1, REDS + 1):
        if b.card_effect[card] or b.card_price[card]:
            return f"red card {card} does something"
    return ""


def _offices(b, t, everybody) -> str:
    for o in range(OFFICES):
        if not t.open[o] and (t.office_tokens[o] or any(t.worker[i][o] for i in everybody)):
            return f"something in office {o}, which is not in play"
        if t.crowd[o] != sum(t.worker[i][o] > 0 for i in everybody):
            return f"{t.crowd[o]} workers in office {o}"
        if b.office_section[o] == 0 and t.open[o] != (b.office_players[o] <= t.seats):
            return f"office {o} with {t.seats} players"
        if t.office_tokens[o] and any(t.worker[i][o] for i in everybody):
            return f"tokens under a worker in office {o}"
    extra = [b.office_section[o] for o in range(OFFICES) if b.office_section[o] and t.open[o]]
    hidden = [b.office_section[o] for o in range(OFFICES) if b.office_section[o] and not t.open[o]]
    if len(extra) != t.round_number or (hidden and max(extra) > min(hidden)):
        return f"extra offices of sections {extra} in round {t.round_number}"
    if b.token_limit and sum(t.office_tokens) > b.token_limit:
        return f"{sum(t.office_tokens)} tokens, limit {b.token_limit}"
    return ""


def _workers(b, t, everybody) -> str:
    for i in everybody:
        placed = sum(w > 0 for w in t.worker[i])
        if placed + t.pool[i] != b.workers + t.recruited[i] or t.recruited[i] > b.recruits:
            return f"seat {i}: {placed} workers placed, {t.pool[i]} left, {t.recruited[i]} recruited"
        if any(w in (STANDING_REPEATED, LYING_REPEATED) for w in t.worker[i]):
            payments = [
                c for c in range(1, CARDS + 1) if b.card_effect[c] in (Effect.REUSE_WORKER, Effect.COPY_CARD)
            ]
            if not any(LAID <= t.zone[i][c] <= TEMPORARY for c in payments):
                return f"seat {i} has repeated a worker without a card for it"
    return ""


def _phase(b, t, everybody) -> str:
    if (t.phase == Phase.OVER) != (t.seat == -1) or (t.phase == Phase.OVER) != (t.ending != Ending.NONE):
        return f"phase {t.phase} with seat {t.seat} and ending {t.ending}"
    if t.phase == Phase.OVER:
        return _ending(b, t)
    if t.phase >= DECISIONS or t.round_number > b.rounds:
        return f"phase {t.phase} in round {t.round_number}"
    if sorted(t.order[: t.seats]) != list(everybody):
        return f"order {t.order}"
    if t.phase == Phase.BID:
        return "" if t.seat == t.bids and not t.bid[t.seat] else f"seat {t.seat} bids after {t.bids}"
    if t.seat != t.order[t.turn_place] or t.bids != t.seats:
        return f"seat {t.seat} decides in phase {t.phase}, order {t.order}, place {t.turn_place}"
    for i in everybody:
        if t.bid[i] and t.zone[i][t.bid[i]] != TEMPORARY:
            return f"seat {i}: the card chosen for the order of turns is in zone {t.zone[i][t.bid[i]]}"
    if t.phase in (Phase.TURN, Phase.HAND, Phase.TABLE) and t.phase != t.stage:
        return f"phase {t.phase} in stage {t.stage}"
    if t.stage == Phase.TURN:
        if t.due > t.pool[t.seat]:
            return f"{t.due} placements with {t.pool[t.seat]} workers"
        if t.passed[t.seat]:
            return f"seat {t.seat} is on turn and out"
        if t.phase in (Phase.HAND, Phase.TRASH_FOR_COIN, Phase.KEEP, Phase.TABLE, Phase.INVEST):
            return f"phase {t.phase} in a turn"
    elif not all(t.passed[: t.seats]) or t.due or t.elbows or t.fresh or t.phase in TARGETS:
        return f"phase {t.phase} in stage {t.stage}: passed {t.passed}"
    if t.acting and t.phase != Phase.COPY_CARD:
        return f"card {t.acting} copies in phase {t.phase}"
    if sum(t.kept) != t.keeping or (t.keeping and t.stage != Phase.HAND):
        return f"{t.kept} kept, {t.keeping}"
    return ""


def _round(b, t, everybody) -> str:
    """What belongs to one part of a round is not there in another."""
    if any(t.round_vp[i] > t.vp[i] for i in everybody):
        return f"{t.round_vp} points in this round of {t.vp}"
    if t.phase == Phase.BID:
        if any(t.bid[i] for i in range(t.bids, t.seats)) or any(t.round_vp) or any(t.passed):
            return f"bids {t.bid} after {t.bids}, {t.round_vp} points, passed {t.passed}"
        if any(map(any, t.worker)) or any(p != b.workers for p in t.pool[: t.seats]) or any(t.tokens):
            return f"workers {t.pool} and tokens {t.tokens} before the round begins"
    elif t.phase != Phase.OVER and t.stage == Phase.TURN:
        if any(t.round_vp):
            return f"{t.round_vp} points before anybody has bought"
        if any(t.fresh >> o & 1 and not t.worker[t.seat][o] for o in range(OFFICES)):
            return f"placed in {t.fresh:b}, but the workers are {t.worker[t.seat]}"
    done = t.order[: t.turn_place] if t.stage in (Phase.HAND, Phase.TABLE) else []
    if any(t.tokens[i] for i in done):
        return f"tokens {t.tokens} of players who have counted theirs"
    for i in everybody:
        if LAID in t.zone[i] and (t.stage == Phase.TURN or i in t.order[t.turn_place + 1 : t.seats]):
            return f"seat {i} has cards laid down in stage {t.stage}"
    return ""


def _pending(t) -> str:
    """What an action begun has left behind."""
    if t.left and t.phase not in (Phase.SWAP, Phase.DRAW, Phase.TRASH_FOR_COIN):
        return f"{t.left} cards to pick in phase {t.phase}"
    if t.picked and t.phase not in (Phase.SWAP, Phase.DONATE):
        return f"{t.picked} picked in phase {t.phase}"
    for card, copy in enumerate(t.copied):
        if copy and (copy == card or copy <= REDS):
            return f"card {card} has copied {copy}"
        if copy and not any(USED <= row[card] <= TEMPORARY for row in t.zone):
            return f"card {card} has copied {copy} and was not used"
    if t.acting and not any(USED <= row[t.acting] <= TEMPORARY for row in t.zone):
        return f"card {t.acting} copies and was not played"
    return ""


def _ending(b, t) -> str:
    points = max(t.vp) >= b.end_points
    why = Ending.POINTS if points else Ending.DOCTORATES if t.last_doctorate else Ending.ROUNDS
    if t.ending != why or (why == Ending.ROUNDS and t.round_number != b.rounds):
        return f"ending {t.ending} with {t.vp} points in round {t.round_number}"
    return ""


def _buying(b, t) -> str:
    if t.phase == Phase.OVER or t.stage == Phase.TURN or t.phase == Phase.BID:
        amounts = [getattr(t, name) for name in BUYING] + t.charity
        if any(amounts):
            return f"coins and purchases {amounts} before they count"
        return ""
    total = t.coins * (1 + min(t.doublings, 2)) + t.more_coins
    if t.spent > total:
        return f"{t.spent} coins spent of {total}"
    if t.stage == Phase.HAND and t.spent:
        return "coins spent before the hand is laid down"
    if any(z == SPENT for row in t.zone for z in row) and not b.strict_two:
        return "a card used twice in the play area"
    return ""
