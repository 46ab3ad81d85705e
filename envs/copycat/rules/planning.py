"""1 Planning."""

from ...core.engine.compile import rule
from ..actions import CARD
from ..table import CARDS, NO_CARD, TEMPORARY, Phase
from .common import draw_cards, in_hand, leave_hand


@rule
def new_round(box, table):
    """Let everybody draw, return the workers, and ask for cards for the order of turns."""
    table.round_number += 1
    table.stage = Phase.TURN
    for seat in range(int(table.seats)):
        table.pool[seat] = box.workers
        table.round_vp[seat] = 0
        table.bid[seat] = NO_CARD
        table.passed[seat] = 0
        draw_cards(table, seat, int(box.hand))
    table.bids = 0
    next_bid(table)


@rule
def next_bid(table):
    """Let the next player with a card choose one; choices stay hidden until all have chosen."""
    while table.bids < table.seats and table.hand_size[int(table.bids)] == 0:
        table.bids += 1
    if table.bids == table.seats:
        table.phase = Phase.REVEAL
    else:
        table.seat = table.bids
        table.phase = Phase.BID


@rule
def legal_bid(table, legal):
    seat = int(table.seat)
    for card in range(1, CARDS + 1):
        legal[CARD + card] = in_hand(table, seat, card)


@rule
def bid(table, action):
    table.bid[int(table.seat)] = action - CARD
    table.bids += 1
    next_bid(table)


@rule
def reveal(table):
    """Order the bus by the cards shown, the highest first.

    Players with equal numbers swap their order of the last round: the bus is reversed, then sorted stably.
    """
    seats = int(table.seats)
    for place in range(seats // 2):
        other = seats - 1 - place
        seat = int(table.order[place])
        table.order[place] = table.order[other]
        table.order[other] = seat
    for place in range(1, seats):
        seat, at = int(table.order[place]), place
        while at > 0 and table.bid[int(table.order[at - 1])] < table.bid[seat]:
            table.order[at] = table.order[at - 1]
            at -= 1
        table.order[at] = seat
    for seat in range(seats):
        if table.bid[seat] != NO_CARD:
            leave_hand(table, seat, int(table.bid[seat]), TEMPORARY)
    table.turn_place = 0
    table.phase = Phase.NEXT_TURN


@rule
def round_now(box, table):
    """The current round, counted from 1."""
    return int(table.round_number)
