"""The programme conference (5.2.2): hidden cards are renewed, and one may go into the open programme."""

from ...core.compile import rule
from .. import actions as say
from ..table import (
    FACE_DOWN,
    FACE_UP,
    HAND,
    IN_HAND,
    KINDS,
    NO_CARD,
    OPEN,
    PROGRAMME_COPIES,
    Phase,
)
from .common import begin, draw_programme, hand_card, hand_size, seat_on_turn


@rule
def next_conference(table):
    """The next player fills the hand up and looks at it."""
    if table.turn == table.seats:
        begin(table, Phase.NEXT_PLACING)
        return
    seat = seat_on_turn(table)
    while hand_size(table, seat) < HAND:
        draw_programme(table, IN_HAND + seat)
    table.seat = seat
    table.phase = Phase.DISCARD


@rule
def legal_discard(table, legal):
    """Any of the hidden cards, one after another."""
    legal[say.PASS] = True
    for kind in range(KINDS):
        legal[say.KIND + kind] = hand_card(table, int(table.seat), kind) != NO_CARD


@rule
def discarding(table, action):
    """Cards are drawn for those discarded when all of these are gone."""
    seat = int(table.seat)
    if action != say.PASS:
        table.zone[hand_card(table, seat, action - say.KIND)] = FACE_DOWN + seat
        table.renewed += 1
        if table.renewed < HAND:
            return
    while table.renewed > 0:
        draw_programme(table, IN_HAND + seat)
        table.renewed -= 1
    table.phase = Phase.NEW_CARD


@rule
def legal_new_card(table, legal):
    """A hidden card that is not in the programme; the contrary of an open one can only replace that one."""
    seat = int(table.seat)
    legal[say.PASS] = True
    for kind in range(KINDS):
        if not table.programme[seat, kind]:
            legal[say.KIND + kind] = hand_card(table, seat, kind) != NO_CARD


@rule
def choosing_new_card(table, action):
    if action == say.PASS:
        end_conference(table)
    else:
        seat = int(table.seat)
        table.picked = action - say.KIND
        table.zone[hand_card(table, seat, int(table.picked))] = OPEN + seat
        table.phase = Phase.OLD_CARD


@rule
def legal_old_card(table, legal):
    """The open card that goes: five issues must remain."""
    seat = int(table.seat)
    contrary = int(table.picked) ^ 1
    for kind in range(KINDS):
        if table.programme[seat, kind]:
            legal[say.KIND + kind] = table.programme[seat, contrary] == 0 or kind == contrary


@rule
def choosing_old_card(table, action):
    seat = int(table.seat)
    old, new = action - say.KIND, int(table.picked)
    for copy in range(PROGRAMME_COPIES):
        card = old * PROGRAMME_COPIES + copy
        if table.zone[card] == OPEN + seat:
            table.zone[card] = FACE_UP
    table.programme[seat, old] = 0
    table.programme[seat, new] = 1
    table.picked = NO_CARD
    end_conference(table)


@rule
def end_conference(table):
    table.turn += 1
    table.phase = Phase.NEXT_CONFERENCE
