"""A game of a few cards, a hidden bid and a die: small enough to compile in seconds.

Each round every seat bids one of its cards face down. The sum of all bids plus a die roll, modulo the
number of seats, names the seat that scores; then everyone draws a card while the deck lasts. The game ends
when the hands are empty. Seat-count, deck size and die come from the box.
"""

from enum import IntEnum
from pathlib import Path

import numpy as np

from hustings.envs.core.engine import chance
from hustings.envs.core.engine.compile import rule
from hustings.envs.core.engine.game import Game, header
from hustings.envs.core.engine.layout import Layout
from hustings.envs.core.engine.record import HIDDEN, OWNER, Field
from hustings.envs.core.errors import BoxError
from hustings.envs.core.io.box import BoxSpec, Option
from hustings.envs.core.text.events import Event

SEATS = 3
RANKS = 4


class Phase(IntEnum):
    BID = 0
    OVER = 1


class Stream(IntEnum):
    DIE = 0
    DECK = 1
    REDEAL = 2


ACTIONS = Layout(("bid", RANKS, "bid a card of this rank, face down"))
BOX = BoxSpec(
    Path(__file__).with_name("tinygame.toml"),
    (
        Field("copies", np.int8, (RANKS,), 0, 9, "cards of each rank"),
        Field("hand_size", np.int8, (), 1, 5, "cards dealt to a seat"),
        Field("sides", np.int8, (), 2, 6, "sides of the die"),
        Field("typical_score", np.int16, (), 1, 100, "points"),
        Field("double", np.int8, (), 0, 1, "the winner scores twice"),
    ),
    (
        Option("double", "the winner scores twice", (False, True)),
        Option("hand_size", "cards dealt to a seat"),
    ),
    lambda tree: tree,
    lambda box: check_box(box),
)
TABLE = (
    *header(len(Stream), SEATS),
    Field("hand", np.int8, {"seat": SEATS, "rank": RANKS}, 0, 9, "cards in hand by rank", OWNER),
    Field("deck", np.int8, {"rank": RANKS}, 0, 9, "cards left in the deck", HIDDEN),
    Field("discard", np.int8, {"rank": RANKS}, 0, 9, "cards bid in earlier rounds"),
    Field("bid", np.int8, {"seat": SEATS}, -1, RANKS - 1, "rank bid this round, -1 for none", OWNER),
    Field("points", np.int16, {"seat": SEATS}, 0, 200, "points"),
    Field("die", np.int8, (), 0, 6, "last roll"),
)


def check_box(box):
    if int(box.copies.sum()) < SEATS * int(box.hand_size):
        raise BoxError("copies: fewer cards than the hands need; raise copies or lower hand_size")


@rule
def setup(box, table):
    for rank in range(RANKS):
        table.deck[rank] = box.copies[rank]
    for seat in range(int(table.seats)):
        table.bid[seat] = -1
        for _ in range(int(box.hand_size)):
            table.hand[seat, chance.draw(table, Stream.DECK, table.deck)] += 1


@rule
def legal(box, table, legal):
    for rank in range(RANKS):
        legal[rank] = table.hand[int(table.seat), rank] > 0


@rule
def apply(box, table, action):
    seat = int(table.seat)
    table.hand[seat, action] -= 1
    table.bid[seat] = action
    table.seat = seat + 1
    if table.seat == table.seats:
        finish_round(box, table)


@rule
def finish_round(box, table):
    seats = int(table.seats)
    table.die = chance.roll(table, Stream.DIE, int(box.sides))
    total = int(table.die)
    for seat in range(seats):
        total += int(table.bid[seat]) * (seat + 1)
    winner = total % seats
    table.points[winner] += (1 + int(table.bid[winner])) * (1 + int(box.double))
    for seat in range(seats):
        table.discard[int(table.bid[seat])] += 1
        table.bid[seat] = -1
        left = 0
        for rank in range(RANKS):
            left += int(table.deck[rank])
        if left > 0:
            table.hand[seat, chance.draw(table, Stream.DECK, table.deck)] += 1
    table.seat = 0
    if holds_none(table):
        table.seat = -1
        table.phase = Phase.OVER


@rule
def holds_none(table):
    for seat in range(int(table.seats)):
        if count_hand(table, seat) == 0:
            return True
    return False


@rule
def score(box, table, seat):
    return int(table.points[seat])


@rule
def round_now(box, table):
    bids = 0
    for rank in range(RANKS):
        bids += int(table.discard[rank])
    return bids // int(table.seats)


def observation(seats):
    return Layout(
        ("hand", RANKS, "own cards by rank / 9"),
        ("points", seats, "points, own seat first / 200"),
        ("has bid", seats, "1 if the bid is in"),
        ("own bid", 1, "own bid / 3, -1 for none"),
        ("deck size", 1, "cards in the deck / 36"),
        ("discard", {"rank": RANKS}, "cards bid in earlier rounds / 9"),
        ("die", 1, "last roll / 6"),
        ("on turn", seats, "1 for the seat to decide, own seat first"),
        ("over", 1, "1 when the game is over"),
    )


@rule
def observe(box, table, seat, out):
    seats = int(table.seats)
    for rank in range(RANKS):
        out[rank] = int(table.hand[seat, rank]) / 9.0
    for k in range(seats):
        other = (seat + k) % seats
        out[RANKS + k] = int(table.points[other]) / 200.0
        out[RANKS + seats + k] = 1.0 if table.bid[other] >= 0 else 0.0
    out[RANKS + 2 * seats] = int(table.bid[seat]) / 3.0 if table.bid[seat] >= 0 else -1.0
    left = 0
    for rank in range(RANKS):
        left += int(table.deck[rank])
    after = RANKS + 2 * seats + 1
    out[after] = left / 36.0
    for rank in range(RANKS):
        out[after + 1 + rank] = int(table.discard[rank]) / 9.0
    out[after + RANKS + 1] = int(table.die) / 6.0
    for k in range(seats):
        out[after + RANKS + 2 + k] = 1.0 if table.seat == (seat + k) % seats else 0.0
    out[after + RANKS + 2 + seats] = table.phase


@rule
def redeal(box, table, seat):
    """Others' cards and bids and the deck are one pool: deal it afresh, every seat as many as before."""
    for other in range(int(table.seats)):
        if other != seat:
            for rank in range(RANKS):
                table.deck[rank] += table.hand[other, rank]
            if table.bid[other] >= 0:
                table.deck[int(table.bid[other])] += 1
    for other in range(int(table.seats)):
        if other != seat:
            cards = count_hand(table, other)
            table.hand[other, :] = 0
            for _ in range(cards):
                table.hand[other, chance.draw(table, Stream.REDEAL, table.deck)] += 1
            if table.bid[other] >= 0:
                table.bid[other] = chance.draw(table, Stream.REDEAL, table.deck)


class Fault(IntEnum):
    NONE = 0
    CARDS_OF_A_RANK_ARE_MISSING_OR_TOO_MANY = 1
    OVER_WITH_SOMEBODY_TO_DECIDE_OR_THE_OTHER_WAY_ROUND = 2
    THE_BIDS_ARE_NOT_THOSE_OF_THE_SEATS_BEFORE = 3
    SOMEBODY_HAS_NO_CARD_TO_BID = 4


@rule
def check(box, table):
    if not conserved(box, table):
        return Fault.CARDS_OF_A_RANK_ARE_MISSING_OR_TOO_MANY
    if (table.phase == Phase.OVER) != (table.seat == -1):
        return Fault.OVER_WITH_SOMEBODY_TO_DECIDE_OR_THE_OTHER_WAY_ROUND
    for seat in range(int(table.seats)):
        if (table.bid[seat] >= 0) != (seat < table.seat):
            return Fault.THE_BIDS_ARE_NOT_THOSE_OF_THE_SEATS_BEFORE
        if table.phase == Phase.BID and seat >= table.seat and count_hand(table, seat) == 0:
            return Fault.SOMEBODY_HAS_NO_CARD_TO_BID
    return Fault.NONE


@rule
def conserved(box, table):
    """Whether all cards of each rank are there."""
    for rank in range(RANKS):
        cards = int(table.deck[rank]) + int(table.discard[rank])
        for seat in range(int(table.seats)):
            cards += int(table.hand[seat, rank]) + int(table.bid[seat] == rank)
        if cards != box.copies[rank]:
            return False
    return True


@rule
def count_hand(table, seat):
    cards = 0
    for rank in range(RANKS):
        cards += int(table.hand[seat, rank])
    return cards


def describe(box, table, action):
    return f"Bid a card of rank {action}"


def board(box, table, seat):
    return f"points {table.points.tolist()}"


def picture(box, table, seat):
    from hustings.envs.core.text.drawing import Page

    page = Page("Tiny Game")
    page.header(board(box, table, seat), "What to bid?", int(table.seat), seat)
    return page.picture()


def events(box, before, action, after, seat):
    return [Event(f"The die shows {int(after.die)}.")]


GAME = Game(
    name="tinygame", title="Tiny Game", version=0, revision=1, module=__name__, player_counts=(2, 3),
    table_fields=TABLE, box_spec=BOX, actions=ACTIONS, observation=observation, setup=setup, legal=legal,
    apply=apply, score=score, standing=score, round_now=round_now, observe=observe, redeal=redeal,
    check=check, faults=Fault, phases=Phase, describe=describe, board=board, picture=picture, events=events,
)  # fmt: skip
