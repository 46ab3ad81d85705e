"""Choosing the start player (5.2.1): a blind bid for the choice, which only the highest pays."""

from ...core.compile import rule
from ...core.game import NOBODY
from .. import actions as say
from ..table import ORDER, SEATS, Phase
from .common import begin, left_of, pick

# --- Bids, here and for polls --------------------------------------------------------------------


@rule
def highest_bidder(table):
    """The seat with the highest bid, of level ones by chance. Nobody when all bids are 0."""
    highest = 0
    for seat in range(int(table.seats)):
        highest = max(highest, int(table.bid[seat]))
    return NOBODY if highest == 0 else pick(table, ORDER, table.bid, highest)


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
    clear_bids(table)
    table.turn = 0
    table.seat = table.start_player
    table.phase = Phase.START_BID


@rule
def legal_start_bid(box, table, legal):
    most = min(int(table.cash[int(table.seat)]), int(box.max_start_bid))
    for bid in range(most + 1):
        legal[say.NUMBER + bid] = True


@rule
def start_bidding(table, action):
    seat = int(table.seat)
    table.bid[seat] = action - say.NUMBER
    table.turn += 1
    if table.turn == table.seats:
        table.phase = Phase.REVEAL_BIDS
    else:
        table.seat = left_of(table, seat, 1)


@rule
def reveal_bids(table):
    """The highest bidder pays, and is to name the start player; without a bid the last one stays."""
    table.bidder = highest_bidder(table)
    if table.bidder == NOBODY:
        begin(table, Phase.NEXT_CONFERENCE)
        return
    seat = int(table.bidder)
    table.cash[seat] -= table.bid[seat]
    table.paid[int(table.round_number) - 1] = table.bid[seat]
    table.seat = seat
    table.phase = Phase.START_PLAYER


@rule
def legal_start_player(table, legal):
    for places in range(int(table.seats)):
        legal[say.PLAYER + places] = True


@rule
def naming(table, action):
    table.start_player = left_of(table, int(table.seat), action - say.PLAYER)
    begin(table, Phase.NEXT_CONFERENCE)
