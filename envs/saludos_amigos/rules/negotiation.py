"""3 The negotiation: the floor, inviting partners, sharing the millions, answers and demands."""

import numpy as np

from ...core.engine import chance
from ...core.engine.compile import rule
from ..actions import ACCEPT, AMOUNT, CLOSE, DROP, GRANT, HOLD, PASS, REJECT, SEAT
from ..box import RANDOM_ORDER, RANDOM_START
from ..table import FLOOR, SEATS, Draft, Phase
from .common import clockwise, places_to, size_of

# --- 3 The negotiation: the floor ----------------------------------------------------------------


@rule
def open_negotiation(box, table):
    """Fix the order of the floor and rank all seats by strength, for the rest of the round."""
    seats = int(table.seats)
    start = int(table.bag_holder)
    if box.floor_order == RANDOM_START:
        start = chance.below(table, FLOOR, seats)
    order = np.zeros(SEATS, np.int64)
    for place in range(seats):
        order[place] = clockwise(table, start, place)
    if box.floor_order == RANDOM_ORDER:
        for place in range(seats - 1):
            other = place + chance.below(table, FLOOR, seats - place)
            seat = order[place]
            order[place] = order[other]
            order[other] = seat
    for place in range(seats):
        table.turn[order[place]] = place
    for seat in range(seats):
        stronger = 0
        for other in range(seats):
            lead = int(table.strength[other]) - int(table.strength[seat])
            if lead > 0 or (lead == 0 and other < seat):
                stronger += 1
        table.ranked[stronger] = seat
    table.streak = 0
    give_floor(table, 0)


@rule
def give_floor(table, turn):
    for seat in range(int(table.seats)):
        if table.turn[seat] == turn:
            table.seat = seat
    table.proposer = table.seat
    table.turn_fails = 0
    table.phase = Phase.FLOOR


@rule
def pass_floor_on(table):
    give_floor(table, clockwise(table, int(table.turn[int(table.proposer)]), 1))


@rule
def end_turn(table):
    """End a turn without a raise; after one from everybody in a row the standing offer is final."""
    table.streak += 1
    if table.streak == table.seats:
        table.phase = Phase.CONCLUDED
    else:
        pass_floor_on(table)


@rule
def strongest(table, seat, beyond, count):
    """The joint strength of the `count` strongest seats more than `beyond` places clockwise of `seat`."""
    strength = 0
    for rank in range(int(table.seats)):
        if count == 0:
            break
        other = int(table.ranked[rank])
        if places_to(table, seat, other) > beyond:
            strength += int(table.strength[other])
            count -= 1
    return strength


@rule
def legal_partners(table, legal, last, size, strength):
    """Mark partners further round than `last` with whom some coalition beats the mug (SAL-9.5).

    Everybody gets at least a million, so there are at most as many members as millions. Partners are invited
    in clockwise order, so that no coalition can be named in two ways (SAL-3.3).
    """
    seat, mug, pie = int(table.seat), int(table.mug), int(table.pie)
    if size == pie:
        return
    for places in range(last + 1, int(table.seats)):
        together = strength + int(table.strength[clockwise(table, seat, places)])
        if together > mug or together + strongest(table, seat, places, pie - size - 1) > mug:
            legal[SEAT + places - 1] = True


@rule
def legal_floor(box, table, legal):
    legal[PASS] = True
    seat = int(table.seat)
    if table.strength[seat] > table.mug:
        legal[CLOSE] = True
    if table.fails_left[seat] > 0:
        legal_partners(table, legal, 0, 1, int(table.strength[seat]))


@rule
def floor(box, table, action):
    seat = int(table.seat)
    if action == PASS:
        end_turn(table)
    elif action == CLOSE:  # alone, for all the millions
        table.in_draft[seat] = 1
        table.draft_share[seat] = table.pie
        table.draft = Draft.NEGOTIATION
        table.phase = Phase.AGREED
    else:
        table.in_draft[seat] = 1
        table.in_draft[clockwise(table, seat, action - SEAT + 1)] = 1
        table.draft = Draft.NEGOTIATION
        table.phase = Phase.SET


# --- 3 The negotiation: inviting partners --------------------------------------------------------


@rule
def legal_set(box, table, legal):
    if box.withdrawal:
        legal[PASS] = True
    seat = int(table.seat)
    last, size, strength = 0, 0, 0
    for places in range(int(table.seats)):
        other = clockwise(table, seat, places)
        if table.in_draft[other]:
            last = places
            size += 1
            strength += int(table.strength[other])
    if strength > int(table.mug):
        legal[CLOSE] = True
    legal_partners(table, legal, last, size, strength)


@rule
def set_members(box, table, action):
    if action == PASS:
        table.phase = Phase.FAILED
    elif action == CLOSE:
        table.phase = Phase.SPLIT
    else:
        table.in_draft[clockwise(table, int(table.seat), action - SEAT + 1)] = 1


# --- 3 The negotiation: sharing the millions -----------------------------------------------------


@rule
def legal_split(box, table, legal):
    """Mark shares, and PASS to withdraw the proposal; the opposition must propose a split (SAL-6.8)."""
    if box.withdrawal and table.draft != Draft.OPPOSITION:
        legal[PASS] = True
    legal_shares(table, legal)


@rule
def legal_shares(table, legal):
    """Mark the shares for the next member, which leave at least a million for each one after it."""
    left, waiting = int(table.pie), 0
    for seat in range(int(table.seats)):
        left -= int(table.draft_share[seat])
        if table.in_draft[seat] and table.draft_share[seat] == 0:
            waiting += 1
    for amount in range(1, left - (waiting - 1) + 1):
        legal[AMOUNT + amount - 1] = True


@rule
def split(box, table, action):
    if action == PASS:
        table.phase = Phase.FAILED
        return
    proposer = int(table.proposer)
    last = proposer
    amount = action - AMOUNT + 1
    left, waiting = int(table.pie), 0
    for places in range(int(table.seats)):
        seat = clockwise(table, proposer, places)
        if table.in_draft[seat] and table.draft_share[seat] == 0:
            if amount > 0:
                table.draft_share[seat] = amount
                amount = 0
            else:
                waiting += 1
                last = seat
        left -= int(table.draft_share[seat])
    table.phase = Phase.SPLIT
    if waiting == 1:  # the last partner gets what is left
        table.draft_share[last] = left
        ask_next_partner(table)


@rule
def ask_next_partner(table):
    """Ask the next partner clockwise; when all have accepted, the proposal is agreed."""
    proposer = int(table.proposer)
    table.responder = 0
    for places in range(1, int(table.seats)):
        seat = clockwise(table, proposer, places)
        if table.in_draft[seat] and not table.accepted[seat]:
            table.seat = seat
            table.phase = Phase.RESPOND
            return
    table.phase = Phase.AGREED


# --- 3 The negotiation: the partners answer ------------------------------------------------------


@rule
def legal_respond(box, table, legal):
    legal[ACCEPT] = True
    legal[REJECT] = True
    if box.counter and table.asked[int(table.seat)] == 0:
        offered = int(table.draft_share[int(table.seat)])
        others = size_of(table, table.in_draft) - 1
        for demand in range(offered + 1, int(table.pie) - others + 1):
            legal[AMOUNT + demand - 1] = True


@rule
def respond(box, table, action):
    seat = int(table.seat)
    if action == ACCEPT:
        table.accepted[seat] = 1
        ask_next_partner(table)
    elif action == REJECT:
        table.phase = Phase.FAILED
    else:
        table.asked[seat] = action - AMOUNT + 1
        table.responder = seat
        table.seat = table.proposer
        table.phase = Phase.REPLY


# --- 3 The negotiation: the proposer replies to a demand -----------------------------------------


@rule
def legal_reply(box, table, legal):
    """Mark the replies to a demand, paid from the proposer's share, of which a million must remain."""
    offered = int(table.draft_share[int(table.responder)])
    most = offered + int(table.draft_share[int(table.proposer)]) - 1
    demand = int(table.asked[int(table.responder)])
    if demand <= most:
        legal[GRANT] = True
    for amount in range(offered + 1, min(demand - 1, most) + 1):
        legal[AMOUNT + amount - 1] = True
    legal[HOLD] = True
    legal[DROP] = True


@rule
def reply(box, table, action):
    partner = int(table.responder)
    if action == DROP:
        table.phase = Phase.FAILED
    elif action == GRANT:
        give_from_own_share(table, int(table.asked[partner]))
        table.accepted[partner] = 1
        ask_next_partner(table)
    else:
        if action != HOLD:
            give_from_own_share(table, action - AMOUNT + 1)
        ask_next_partner(table)  # asks this partner again


@rule
def give_from_own_share(table, amount):
    proposer, partner = int(table.proposer), int(table.responder)
    table.draft_share[proposer] += int(table.draft_share[partner]) - amount
    table.draft_share[partner] = amount
