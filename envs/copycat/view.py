"""The observation: what one seat may know, as numbers. `text` has the same in words."""

import numpy as np

from ..core.engine.layout import scaled
from ..core.engine.views import View
from .box import is_red
from .rules.common import coins_left
from .rules.purchases import price_of
from .table import (
    CARDS,
    DECISIONS,
    DISCARD,
    DOCTORATE,
    EFFECTS,
    FIELDS,
    IN_BOX,
    IN_DRAW,
    IN_HAND,
    KNOWN,
    LAID,
    LYING,
    LYING_REPEATED,
    NO_CARD,
    NO_WORKER,
    OFFICES,
    OWNED,
    SPENT,
    STANDING_REPEATED,
    STREET,
    TEMPORARY,
    Phase,
)

STAGES = tuple(map(int, (Phase.TURN, Phase.HAND, Phase.TABLE)))

VIEW = View(__name__, FIELDS)


@VIEW.table(
    "bid, turn, swap, trash for a worker, donate, draw, hand, trash for a coin, keep, table, invest, "
    "reuse a card, copy a card, reuse a worker",
    phase=DECISIONS,
)
def phase(table, phase):
    return table.phase == phase


@VIEW.table("part of the round: turn, or the bids before it; hand; table", stage=len(STAGES))
def stage(table, stage):
    return table.phase < DECISIONS and table.stage == STAGES[stage]


VIEW.field("round_number", "round", name="round", scale=11)
VIEW.field("due", "workers that may still be placed in this turn", scale=4)
VIEW.field("elbows", "of those, how many in offices of others; can be more than are due", scale=4)
VIEW.field("left", "cards that may still be picked or drawn", scale=4)
VIEW.field("picked", "cards picked to swap, or coins paid as a donation", scale=8)
VIEW.field("keeping", "cards of the hand to be kept", scale=8)


@VIEW.table("coins of the present action are not doubled")
def undoubled(table):
    return table.undoubled if table.phase != table.stage else 0


VIEW.field("acting", "card that copies", scale=61)


@VIEW.table("coins left to spend", scale=32)
def coins(table):
    return scaled(coins_left(table), 1 / 32)


VIEW.field("coins", "coins before they are doubled", name="coins_doubled", scale=32)
VIEW.field("doublings", "how often they are doubled", scale=2)
VIEW.field("token_doublings", "how often tokens are doubled", scale=2)
VIEW.field("purchases", "purchases left", scale=4)
VIEW.field("charity", "undecided charity events whose coin may be doubled, and may not", scale=2, kind=2)
VIEW.field("doctorates_left", "doctorates in the supply", scale=4)
VIEW.field("last_doctorate", "the last doctorate has been bought")
VIEW.field("open", "offices in play", office=OFFICES)
VIEW.field("office_tokens", "tokens on each office", scale=16, office=OFFICES)


@VIEW.table("offices where a worker was placed in this turn", office=OFFICES)
def fresh(table, office):
    return int(table.fresh) >> office & 1


@VIEW.table("price on each space of the street, surcharge included", scale=16, space=STREET)
def price(box, table, space):
    return scaled(price_of(box, table, space) if table.street[space] != NO_CARD else 0, 1 / 16)


@VIEW.table("red cards to the left of each space", scale=4, space=STREET)
def reds(table, out):
    number = 0
    for space in range(STREET):
        card = int(table.street[space])
        if card != NO_CARD:
            out[space] = scaled(number, 1 / 4)
        number += is_red(card)


@VIEW.table("strength of the card on each space", scale=10, space=STREET)
def strength(box, table, space):
    return scaled(box.card_strength[table.street[space]] if table.street[space] < DOCTORATE else 0, 1 / 10)


@VIEW.table(
    "what the card on each space does, by effect 0 to 19; 20 a doctorate", space=STREET, effect=EFFECTS + 1
)
def kind(box, table, space, out):
    card = int(table.street[space])
    if card == DOCTORATE:
        out[EFFECTS] = 1.0
    elif card != NO_CARD:
        out[int(box.card_effect[card])] = 1.0


@VIEW.table(
    "1 in the supply, 2/3 on the street, 1/3 bought; 0 if not in this game, and for start cards", card=CARDS
)
def supply(table, card):
    place = int(table.place[card + 1])
    return scaled(OWNED + 1 - place if place != IN_BOX else 0, 1 / 3)


@VIEW.table("cards on the street: space 1 to 11", scale=11, card=CARDS)
def street(table, out):
    for space in range(STREET):
        card = int(table.street[space])
        if NO_CARD < card < DOCTORATE:
            out[card - 1] = scaled(space + 1, 1 / 11)


@VIEW.table("own cards to be kept", card=CARDS)
def kept(table, seat, card):
    return table.kept[card + 1] if table.seat == seat else 0


VIEW.field("copied", "by press secretary: number of the card copied", scale=61, card=CARDS)
VIEW.field("vp", "victory points", scale=128, each_player=True)
VIEW.field("round_vp", "victory points of this round", scale=64, each_player=True)
VIEW.field("tokens", "tokens taken in this round", scale=16, each_player=True)
VIEW.field("pool", "workers to be placed", scale=8, each_player=True)
VIEW.field("recruited", "workers recruited in this round", scale=4, each_player=True)
VIEW.field("doctorates", "doctorates bought", scale=4, each_player=True)
VIEW.field("draw_size", "cards in the draw pile", scale=32, each_player=True)
VIEW.field("hand_size", "cards in hand", scale=16, each_player=True)
VIEW.field("discard_size", "cards in the discard pile", scale=32, each_player=True)


@VIEW.each_player(
    "number of the card chosen for the order of turns; of others when all have chosen", scale=61
)
def bid(table, seat, other):
    return scaled(table.bid[other] if other == seat or table.phase != Phase.BID else 0, 1 / 61)


@VIEW.each_player("place on the bus", scale=4)
def turn_place(table, other):
    for place in range(int(table.seats)):
        if table.order[place] == other:
            return scaled(place, 1 / 4)
    return scaled(4, 1 / 4)


VIEW.field("passed", "takes no more turns in this round", each_player=True)


@VIEW.each_player("the seat to decide")
def on_turn(table, other):
    return table.seat == other


@VIEW.each_player("a worker 1, used 0.5; repeated by a bonus payment 0.75, used too 0.25", office=OFFICES)
def worker(table, other, office):
    worker = table.worker[other, office]
    used = (worker == LYING) | (worker == LYING_REPEATED)
    repeated = worker >= STANDING_REPEATED
    return (worker > NO_WORKER) - np.float32(0.5) * used - np.float32(0.25) * repeated


@VIEW.each_player(
    "in hand: own cards 1, those of them that everybody knows 0.75; of others those known 1", card=CARDS
)
def hand(table, seat, other, card):
    zone = table.zone[other, card + 1]
    if zone == KNOWN:
        return np.float32(0.75 if other == seat else 1.0)
    return np.float32(zone == IN_HAND and other == seat)


@VIEW.each_player(
    "1 in the draw pile (of others in pile or hand), -0.5 in the temporary discards, -1 in the discards",
    card=CARDS,
)
def pile(table, seat, other, card):
    zone = table.zone[other, card + 1]
    if zone == IN_DRAW or (zone == IN_HAND and other != seat):
        return np.float32(1.0)
    if zone == TEMPORARY:
        return np.float32(-0.5)
    return np.float32(-1.0 if zone == DISCARD else 0.0)


@VIEW.each_player("in the play area: 1/3 not used, 2/3 used once, 1 twice", card=CARDS)
def played(table, other, card):
    zone = int(table.zone[other, card + 1])
    return scaled(zone - LAID + 1 if LAID <= zone <= SPENT else 0, 1 / 3)


observation, observe = VIEW.functions()
