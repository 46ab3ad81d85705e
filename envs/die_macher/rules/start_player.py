"""Choosing the start player (5.2.1) by blind bids; bids and payments, also for polls."""

import numpy as np

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from .. import actions as say
from ..box import ALL, SECOND
from ..table import ORDER, SEATS, Phase
from .common import begin, left_of, pick

_AMOUNTS = np.array(say.RUNGS, np.int64)

# --- Bids, here and for polls --------------------------------------------------------------------


@rule
def amount_of(rung):
    """The amount of a rung, in thousands."""
    return int(_AMOUNTS[rung])


@rule
def rungs_up_to(most):
    """The number of rungs up to an amount, 0 included."""
    rungs = 0
    while rungs < len(_AMOUNTS) and _AMOUNTS[rungs] <= most:
        rungs += 1
    return rungs


@rule
def most_bid(box, table, seat):
    """The highest bid that a seat may make now: all its money, within the limit."""
    limit = box.max_start_bid if table.phase == Phase.START_BID else box.max_poll_bid
    return min(int(table.cash[seat]), int(limit))


@rule
def bids_up_to(box, most):
    """The number of bids up to an amount; with `bid_all` the amount itself is one even between rungs."""
    rungs = rungs_up_to(most)
    return rungs + (box.bid_all and amount_of(rungs - 1) < most)


@rule
def bid_of(box, table, seat, rung):
    """The bid of a seat with a rung, in thousands, capped by what it may bid."""
    return min(amount_of(rung), most_bid(box, table, seat))


@rule
def legal_bids(box, table, legal, above):
    """Mark the bids above an amount."""
    most = most_bid(box, table, int(table.seat))
    if most > above:
        for rung in range(rungs_up_to(above), bids_up_to(box, most)):
            legal[say.NUMBER + rung] = True


@rule
def highest_bidder(table):
    """The seat with the highest bid, drawn among equals (MAC-2.5); NOBODY when all bids are 0."""
    highest = 0
    for seat in range(int(table.seats)):
        highest = max(highest, int(table.bid[seat]))
    return NOBODY if highest == 0 else pick(table, ORDER, table.bid, highest)


@rule
def payment(box, table, seat):
    """What a seat pays once there is a highest bidder, in thousands; never more than its bid."""
    if box.auction_payment == ALL:
        return int(table.bid[seat])
    if seat != table.bidder:
        return 0
    return best_of_others(table, seat) if box.auction_payment == SECOND else int(table.bid[seat])


@rule
def best_of_others(table, seat):
    """The highest bid of the other seats."""
    highest = 0
    for other in range(int(table.seats)):
        if other != seat:
            highest = max(highest, int(table.bid[other]))
    return highest


@rule
def collect(box, table):
    """Take every seat's payment."""
    for seat in range(int(table.seats)):
        table.cash[seat] -= payment(box, table, seat)


@rule
def clear_bids(table):
    table.bidder = NOBODY
    for seat in range(SEATS):
        table.bid[seat] = 0
        table.passed[seat] = 0


# --- The choice ----------------------------------------------------------------------------------


@rule
def new_round(table):
    table.round_number += 1
    open_start_bids(table)


@rule
def open_start_bids(table):
    clear_bids(table)
    table.turn = 0
    table.seat = table.start_player
    table.phase = Phase.START_BID


@rule
def legal_bid_for_start(box, table, legal):
    legal_bids(box, table, legal, -1)


@rule
def bid_for_start(box, table, action):
    seat = int(table.seat)
    table.bid[seat] = bid_of(box, table, seat, action - say.NUMBER)
    table.turn += 1
    if table.turn == table.seats:
        table.phase = Phase.REVEAL_BIDS
    else:
        table.seat = left_of(table, seat, 1)


@rule
def reveal_bids(box, table):
    """Let the highest bidder pay and name the start player; without bids the last one stays (MAC-2.7)."""
    table.bidder = highest_bidder(table)
    if table.bidder == NOBODY:
        begin(table, Phase.NEXT_CONFERENCE)
        return
    seat = int(table.bidder)
    collect(box, table)
    table.paid[int(table.round_number) - 1] = payment(box, table, seat)
    table.seat = seat
    table.phase = Phase.START_PLAYER


@rule
def legal_name_start_player(table, legal):
    for places in range(int(table.seats)):
        legal[say.PLAYER + places] = True


@rule
def name_start_player(table, action):
    table.start_player = left_of(table, int(table.seat), action - say.PLAYER)
    begin(table, Phase.NEXT_CONFERENCE)


@rule
def round_now(box, table):
    """The current round; 0 is the preliminary round."""
    return int(table.round_number)
