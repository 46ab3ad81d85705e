"""Choosing the start player (5.2.1): a blind bid for the choice, and what bids here and for polls cost."""

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
    """The thousands of a bid, by its number."""
    return int(_AMOUNTS[rung])


@rule
def rungs_up_to(most):
    """How many bids there are up to an amount; 0 is one of them."""
    rungs = 0
    while rungs < len(_AMOUNTS) and _AMOUNTS[rungs] <= most:
        rungs += 1
    return rungs


@rule
def most_bid(box, table, seat):
    """The most that a seat may bid now: all it has, within the limit."""
    limit = box.max_start_bid if table.phase == Phase.START_BID else box.max_poll_bid
    return min(int(table.cash[seat]), int(limit))


@rule
def bids_up_to(box, most):
    """How many bids there are up to an amount, which is one itself though it may be no rung."""
    rungs = rungs_up_to(most)
    return rungs + (box.bid_all and amount_of(rungs - 1) < most)


@rule
def bid_of(box, table, seat, rung):
    """The thousands that a seat bids with a rung: no more than it may."""
    return min(amount_of(rung), most_bid(box, table, seat))


@rule
def legal_bids(box, table, legal, above):
    """Bids of more than an amount."""
    most = most_bid(box, table, int(table.seat))
    if most > above:
        for rung in range(rungs_up_to(above), bids_up_to(box, most)):
            legal[say.NUMBER + rung] = True


@rule
def highest_bidder(table):
    """The seat with the highest bid, of level ones by chance. Nobody when all bids are 0."""
    highest = 0
    for seat in range(int(table.seats)):
        highest = max(highest, int(table.bid[seat]))
    return NOBODY if highest == 0 else pick(table, ORDER, table.bid, highest)


@rule
def payment(box, table, seat):
    """The thousands that a seat owes once there is a highest bidder; never more than its bid."""
    if box.auction_payment == ALL:
        return int(table.bid[seat])
    if seat != table.bidder:
        return 0
    return best_of_others(table, seat) if box.auction_payment == SECOND else int(table.bid[seat])


@rule
def best_of_others(table, seat):
    """The highest bid of all but a seat."""
    highest = 0
    for other in range(int(table.seats)):
        if other != seat:
            highest = max(highest, int(table.bid[other]))
    return highest


@rule
def collect(box, table):
    """The bank gets what is owed."""
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
    """The highest bidder pays, and is to name the start player; without a bid the last one stays."""
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
    """The round under way, counted from 0, the preliminary round."""
    return int(table.round_number)
