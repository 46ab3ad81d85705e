"""6 A The council: calling and joining it."""

from ...core.engine.compile import rule
from ..actions import CARD, PASS
from ..box import PARTICIPANTS
from ..table import Draft, Phase
from .common import clockwise, legal_cards, number_of, size_of
from .opposition_split import open_split, share_equally

# --- 6 A The council: calling it -----------------------------------------------------------------


@rule
def conclude_negotiation(box, table):
    """End the negotiation: without an offer nobody is paid, with one outsiders may call a council."""
    table.streak = 0
    table.turn_fails = 0
    table.proposer = 0
    for seat in range(int(table.seats)):
        table.turn[seat] = 0
    if table.mug == 0:
        table.phase = Phase.SETTLED
    else:
        ask_to_call(table, int(table.bag_holder))


@rule
def may_push(table, seat):
    """Whether a seat is outside the coalition, not yet in the council, and has a card to push forward."""
    return table.share[seat] == 0 and not table.participant[seat] and number_of(table.hand[seat]) > 0


@rule
def ask_to_call(table, seat):
    """Ask the next outsider after `seat`; the bag-holder comes last (SAL-6.2)."""
    while True:
        seat = clockwise(table, seat, 1)
        if may_push(table, seat):
            table.seat = seat
            table.phase = Phase.CALL
            return
        if seat == int(table.bag_holder):
            table.phase = Phase.SETTLED
            return


@rule
def call(box, table, action):
    seat = int(table.seat)
    if action == PASS:
        if seat == int(table.bag_holder):
            table.phase = Phase.SETTLED
        else:
            ask_to_call(table, seat)
    else:
        push(table, action)
        table.caller = seat
        # By default all outsiders count, before others join (SAL-6.4).
        if box.opp_strength != PARTICIPANTS:
            for other in range(int(table.seats)):
                if table.share[other] == 0:
                    table.pretzel += int(table.strength[other])
        ask_to_join(box, table)


@rule
def push(table, action):
    """Push a card forward face down, and take part."""
    seat = int(table.seat)
    value = action - CARD + 1
    table.hand[seat, value - 1] -= 1
    table.pushed[seat] = value
    table.participant[seat] = 1


# --- 6 A The council: joining it -----------------------------------------------------------------


@rule
def ask_to_join(box, table):
    """Ask the next outsider before the caller comes round again; then assemble the opposition."""
    seat = clockwise(table, int(table.seat), 1)
    while seat != int(table.caller):
        if may_push(table, seat):
            table.seat = seat
            table.phase = Phase.JOIN
            return
        seat = clockwise(table, seat, 1)
    assemble_opposition(box, table)


@rule
def legal_join(box, table, legal):
    legal[PASS] = True
    if size_of(table, table.participant) < int(table.pie):
        legal_cards(table, legal)


@rule
def join(box, table, action):
    if action != PASS:
        push(table, action)
    ask_to_join(box, table)


@rule
def assemble_opposition(box, table):
    if box.opp_strength == PARTICIPANTS:
        for seat in range(int(table.seats)):
            if table.participant[seat]:
                table.pretzel += int(table.strength[seat])
    size = size_of(table, table.participant)
    if size == 1 or size == int(table.pie):
        share_equally(table)
        table.phase = Phase.OPPOSED
    else:
        caller = int(table.caller)
        open_split(table, table.participant, caller, Draft.OPPOSITION, Phase.OPP_SPLIT)
