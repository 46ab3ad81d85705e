"""What one seat may know, as numbers, and a deal of what it cannot know. text.py tells it to people."""

import numpy as np

from ..core import chance
from ..core.compile import rule
from ..core.layout import Layout, part
from .box import is_red
from .rules.common import coins_left, in_hand
from .rules.purchases import price_of
from .table import (
    CARDS,
    DECISIONS,
    DISCARD,
    DOCTORATE,
    EFFECTS,
    IN_DRAW,
    IN_HAND,
    IN_SUPPLY,
    KNOWN,
    LAID,
    LYING,
    LYING_REPEATED,
    NO_CARD,
    NO_WORKER,
    OFFICES,
    REDEAL,
    SPENT,
    STANDING_REPEATED,
    STREET,
    TEMPORARY,
    Phase,
)

# --- Numbers -------------------------------------------------------------------------------------

# `observe_table`, `observe_street` and `observe_players` count on the order of these rows.
_TABLE = (
    (
        "phase",
        DECISIONS,
        "bid, turn, swap, trash for a worker, donate, draw, hand, trash for a coin, keep, table, invest, "
        "reuse a card, copy a card, reuse a worker",
    ),
    ("stage", 3, "part of the round: turn, hand, table"),
    ("round", 1, "round / 11"),
    ("due", 1, "workers that may still be placed in this turn / 4"),
    ("elbows", 1, "of those, how many in offices of others / 4"),
    ("left", 1, "cards that may still be picked or drawn / 4"),
    ("picked", 1, "cards picked to swap, or coins paid as a donation / 8"),
    ("keeping", 1, "cards of the hand to be kept / 8"),
    ("undoubled", 1, "coins of the present action are not doubled"),
    ("acting", 1, "card that copies / 61"),
    ("coins", 1, "coins left to spend / 32"),
    ("coins_doubled", 1, "coins before they are doubled / 32"),
    ("doublings", 1, "how often they are doubled / 2"),
    ("token_doublings", 1, "how often tokens are doubled / 2"),
    ("purchases", 1, "purchases left / 4"),
    ("charity", 2, "undecided charity events whose coin may be doubled, and may not / 2"),
    ("doctorates_left", 1, "doctorates in the supply / 4"),
    ("last_doctorate", 1, "the last doctorate has been bought"),
    ("open", OFFICES, "offices in play"),
    ("office_tokens", OFFICES, "tokens on each office / 8"),
    ("fresh", OFFICES, "offices where a worker was placed in this turn"),
    ("price", STREET, "price on each space of the street, surcharge included / 16"),
    ("reds", STREET, "red cards to the left of each space / 4"),
    ("strength", STREET, "strength of the card on each space / 10"),
    ("kind", STREET * (EFFECTS + 1), "each space: what its card does, by effect 0 to 19; 20 a doctorate"),
    ("supply", CARDS, "cards in the supply, by number"),
    ("street", CARDS, "cards on the street, by number: space 1 to 11 / 11"),
    ("kept", CARDS, "own cards to be kept"),
    ("copied", CARDS, "by press secretary: number of the card copied / 61"),
)
_PLAYERS = (
    ("vp", "victory points / 128"),
    ("round_vp", "victory points of this round / 64"),
    ("tokens", "tokens taken in this round / 16"),
    ("pool", "workers to be placed / 8"),
    ("recruited", "workers recruited in this round / 4"),
    ("doctorates", "doctorates bought / 4"),
    ("draw_size", "cards in the draw pile / 32"),
    ("hand_size", "cards in hand / 16"),
    ("discard_size", "cards in the discard pile / 32"),
    ("bid", "number of the card chosen for the order of turns / 61; of others when all have chosen"),
    ("turn_place", "place on the bus / 4"),
    ("passed", "takes no more turns in this round"),
    ("on_turn", "the seat to decide"),
)
_CARDS = (
    ("hand", "in hand: own cards 1, those of them that everybody knows 0.75; of others those known 1"),
    (
        "pile",
        "1 in the draw pile (of others in pile or hand), -0.5 in the temporary discards, -1 in the discards",
    ),
    ("played", "in the play area: 1/3 not used, 2/3 used once, 1 twice"),
)


def observation(seats: int) -> Layout:
    """The blocks of an observation. Blocks with entries for each player begin with one's own seat."""
    players = [(name, seats, f"each player: {about}") for name, about in _PLAYERS]
    workers = (
        "worker",
        seats * OFFICES,
        "each player, each office: a worker 1, used 0.5; repeated by a bonus payment 0.75, used too 0.25",
    )
    cards = [(name, seats * CARDS, f"each player, each card by number: {about}") for name, about in _CARDS]
    return Layout(*_TABLE, *players, workers, *cards)


_LAYOUT = observation(1)
_AT = {block.name: block.start for block in _LAYOUT}
_STAGE, _ROUND, _OPEN, _TOKENS, _FRESH = (
    _AT[name] for name in ("stage", "round", "open", "office_tokens", "fresh")
)
_PRICE, _REDS, _STRENGTH, _KIND = (_AT[name] for name in ("price", "reds", "strength", "kind"))
_SUPPLY, _STREET, _KEPT, _COPIED = (_AT[name] - 1 for name in ("supply", "street", "kept", "copied"))
_PLAYER = _AT["vp"]
_BLOCKS = len(_PLAYERS)


@rule
def observe(box, table, seat, out):
    """Fill `out` (float32, the size of `observation(seats)`) with what `seat` may know."""
    observe_table(table, out)
    observe_street(box, table, out)
    observe_cards(table, seat, out)
    observe_players(table, seat, out)
    observe_decks(table, seat, out)


@rule
def observe_table(table, out):
    for i in range(_ROUND):
        out[i] = 0.0
    if table.phase < DECISIONS:
        out[int(table.phase)] = 1.0
        stage = int(table.stage)
        out[_STAGE + (2 if stage == Phase.TABLE else 1 if stage == Phase.HAND else 0)] = 1.0
    at = _ROUND
    out[at] = part(table.round_number, 1 / 11)
    out[at + 1] = part(table.due, 1 / 4)
    out[at + 2] = part(table.elbows, 1 / 4)
    out[at + 3] = part(table.left, 1 / 4)
    out[at + 4] = part(table.picked, 1 / 8)
    out[at + 5] = part(table.keeping, 1 / 8)
    out[at + 6] = table.undoubled if table.phase != table.stage else 0
    out[at + 7] = part(table.acting, 1 / 61)
    out[at + 8] = part(coins_left(table), 1 / 32)
    out[at + 9] = part(table.coins, 1 / 32)
    out[at + 10] = part(table.doublings, 1 / 2)
    out[at + 11] = part(table.token_doublings, 1 / 2)
    out[at + 12] = part(table.purchases, 1 / 4)
    out[at + 13] = part(table.charity[0], 1 / 2)
    out[at + 14] = part(table.charity[1], 1 / 2)
    out[at + 15] = part(table.doctorates_left, 1 / 4)
    out[at + 16] = table.last_doctorate
    for office in range(OFFICES):
        out[_OPEN + office] = table.open[office]
    for office in range(OFFICES):
        out[_TOKENS + office] = part(table.office_tokens[office], 1 / 8)
    for office in range(OFFICES):
        out[_FRESH + office] = int(table.fresh) >> office & 1


@rule
def observe_street(box, table, out):
    """The street by its spaces, with what is on them."""
    for i in range(_PRICE, _SUPPLY + 1):
        out[i] = 0.0
    reds = 0
    for space in range(STREET):
        card = int(table.street[space])
        if card == NO_CARD:
            continue
        out[_PRICE + space] = part(price_of(box, table, space), 1 / 16)
        out[_REDS + space] = part(reds, 1 / 4)
        kind = EFFECTS
        if card != DOCTORATE:
            kind = int(box.card_effect[card])
            out[_STRENGTH + space] = part(box.card_strength[card], 1 / 10)
        out[_KIND + space * (EFFECTS + 1) + kind] = 1.0
        reds += is_red(card)


@rule
def observe_cards(table, seat, out):
    """Cards by their number. A loop a block: these are compiled to vector code."""
    for card in range(1, CARDS + 1):
        out[_SUPPLY + card] = 1.0 if table.place[card] == IN_SUPPLY else 0.0
    for card in range(1, CARDS + 1):
        out[_STREET + card] = 0.0
    for space in range(STREET):
        card = int(table.street[space])
        if NO_CARD < card < DOCTORATE:
            out[_STREET + card] = part(space + 1, 1 / 11)
    shown = 1.0 if table.seat == seat else 0.0
    for card in range(1, CARDS + 1):
        out[_KEPT + card] = np.float32(table.kept[card]) * np.float32(shown)
    for card in range(1, CARDS + 1):
        out[_COPIED + card] = part(table.copied[card], 1 / 61)


@rule
def observe_players(table, seat, out):
    """The blocks of one entry a player, and the workers, one's own seat first."""
    seats = int(table.seats)
    workers = _PLAYER + _BLOCKS * seats
    for place in range(seats):
        other = int(table.order[place])
        at = _PLAYER + (other - seat + seats) % seats
        out[at] = part(table.vp[other], 1 / 128)
        out[at + seats] = part(table.round_vp[other], 1 / 64)
        out[at + 2 * seats] = part(table.tokens[other], 1 / 16)
        out[at + 3 * seats] = part(table.pool[other], 1 / 8)
        out[at + 4 * seats] = part(table.recruited[other], 1 / 4)
        out[at + 5 * seats] = part(table.doctorates[other], 1 / 4)
        out[at + 6 * seats] = part(table.draw_size[other], 1 / 32)
        out[at + 7 * seats] = part(table.hand_size[other], 1 / 16)
        out[at + 8 * seats] = part(table.discard_size[other], 1 / 32)
        shown = other == seat or table.phase != Phase.BID
        out[at + 9 * seats] = part(int(table.bid[other]) if shown else 0, 1 / 61)
        out[at + 10 * seats] = part(place, 1 / 4)
        out[at + 11 * seats] = table.passed[other]
        out[at + 12 * seats] = 1.0 if other == table.seat else 0.0
        at = workers + (other - seat + seats) % seats * OFFICES
        observe_workers(table.worker[other], out[at : at + OFFICES])


@rule
def observe_workers(worker, out):
    """A worker is 1, or 0.5 if used; repeated by a bonus payment it is a quarter less."""
    for office in range(OFFICES):
        here = np.float32(worker[office] > NO_WORKER)
        used = np.float32((worker[office] == LYING) | (worker[office] == LYING_REPEATED))
        repeated = np.float32(worker[office] >= STANDING_REPEATED)
        out[office] = here - np.float32(0.5) * used - np.float32(0.25) * repeated


@rule
def observe_decks(table, seat, out):
    """Each player's cards where they lie, as far as they may be known."""
    seats = int(table.seats)
    first = _PLAYER + (_BLOCKS + OFFICES) * seats
    for places in range(seats):
        zone = table.zone[(seat + places) % seats]
        at = first + places * CARDS
        hand = out[at : at + CARDS]
        at += seats * CARDS
        pile = out[at : at + CARDS]
        at += seats * CARDS
        played = out[at : at + CARDS]
        own = np.float32(places == 0)  # whose hand one sees; of the others' one knows some cards
        other = np.float32(1.0) - own
        for i in range(CARDS):
            known = np.float32(zone[i + 1] == KNOWN)
            hand[i] = own * np.float32(zone[i + 1] == IN_HAND) + known - np.float32(0.25) * own * known
        for i in range(CARDS):
            unseen = np.float32(zone[i + 1] == IN_DRAW) + other * np.float32(zone[i + 1] == IN_HAND)
            aside = np.float32(zone[i + 1] == DISCARD) + np.float32(0.5) * np.float32(
                zone[i + 1] == TEMPORARY
            )
            pile[i] = unseen - aside
        for i in range(CARDS):
            uses = np.float32(zone[i + 1]) - np.float32(LAID - 1)
            here = np.float32((zone[i + 1] >= LAID) & (zone[i + 1] <= SPENT))
            played[i] = uses * here * np.float32(1 / 3) + np.float32(0.0)  # not -0


# --- A deal of what a seat cannot know -----------------------------------------------------------


@rule
def redeal(box, table, seat):
    """Deal afresh draw piles against hands, and choices not shown yet; chance is reseeded before.

    All cards of a player are known, and those of the hand that are older than the present draw pile. So the
    others of hand and pile change places among themselves.
    """
    for other in range(int(table.seats)):
        if other != seat:
            redeal_hand(table, other)
            if table.phase == Phase.BID and table.bid[other] != NO_CARD:
                table.bid[other] = hand_card(
                    table, other, chance.below(table, REDEAL, int(table.hand_size[other]))
                )
    if table.keeping > 0 and table.seat != seat:
        redeal_kept(table, int(table.seat))


@rule
def redeal_hand(table, seat):
    holders = np.zeros(2, np.int64)  # draw pile, hand
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] == IN_DRAW:
            holders[0] += 1
        elif table.zone[seat, card] == IN_HAND:
            holders[1] += 1
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] == IN_DRAW or table.zone[seat, card] == IN_HAND:
            table.zone[seat, card] = IN_HAND if chance.draw(table, REDEAL, holders) == 1 else IN_DRAW


@rule
def hand_card(table, seat, number):
    """The card of a hand with so many before it."""
    card = 1
    while True:
        if in_hand(table, seat, card):
            if number == 0:
                return card
            number -= 1
        card += 1


@rule
def redeal_kept(table, seat):
    """Any cards of the hand may be those kept."""
    holders = np.zeros(2, np.int64)  # the rest, those kept
    holders[1] = table.keeping
    holders[0] = int(table.hand_size[seat]) - int(table.keeping)
    for card in range(1, CARDS + 1):
        table.kept[card] = 0
        if in_hand(table, seat, card):
            table.kept[card] = chance.draw(table, REDEAL, holders)
