"""5 The hand."""

from ...core.engine.compile import rule
from ..actions import CARD, DONE, OFFICE
from ..box import effect_of
from ..table import CARDS, LAID, NO_CARD, OFFICES, Effect, Phase
from .common import counts_in_phase_3, earn, in_hand, is_declinable, is_grey, is_upright, leave_hand, trash
from .effects import can_begin
from .grey import free_hand
from .purchases import legal_charity_and_purchases, use
from .turns import play_card, use_office


@rule
def next_buyer(table):
    """Let the next player on the bus play the rest of the hand; after the last one clean up."""
    if table.turn_place == table.seats:
        table.phase = Phase.CLEAN_UP
    else:
        table.seat = table.order[int(table.turn_place)]
        table.stage = Phase.HAND
        table.phase = Phase.HAND


@rule
def legal_play_hand(box, table, legal):
    """Mark the actions before the hand is laid down: grey cards, allocation offices, offices that trash.

    With `any_order` also yellow and green cards and offices, charity events, and purchases.
    """
    seat = int(table.seat)
    hand = free_hand(table, seat)
    legal[DONE] = True
    for card in range(1, CARDS + 1):
        if in_hand(table, seat, card) and not table.kept[card]:
            effect = effect_of(box, card)
            if effect == Effect.KEEP:
                legal[CARD + card] = hand > 1  # another card must be there to keep
            elif is_grey(effect) or (box.any_order and counts_in_phase_3(effect)):
                legal[CARD + card] = can_begin(box, table, seat, effect, card, hand - 1)
    for office in range(OFFICES):
        effect = int(box.office_effect[office])
        before = effect == Effect.TRASH_FOR_COIN or effect == Effect.REUSE_CARD
        if before or (box.any_order and counts_in_phase_3(effect)):
            if is_upright(table, seat, office):
                legal[OFFICE + office] = can_begin(box, table, seat, effect, NO_CARD, hand)
    if box.any_order:
        legal_charity_and_purchases(box, table, legal)


@rule
def play_hand(box, table, action):
    if action == DONE:
        table.phase = Phase.LAY_DOWN
    else:
        use(box, table, action)


@rule
def trash_for_coin(table, action):
    if action == DONE:
        table.left = 0
        table.phase = table.stage
    else:
        trash(table, int(table.seat), action - CARD)
        earn(table, 1)
        table.left -= 1


@rule
def lay_down(box, table):
    """Lay down all cards not kept, and count cards and offices with coins, points and purchases.

    Points that can be declined are left to the player's decisions at the table.
    """
    seat = int(table.seat)
    table.stage = Phase.TABLE
    table.undoubled = 0
    for card in range(1, CARDS + 1):
        if in_hand(table, seat, card) and not table.kept[card]:
            effect = effect_of(box, card)
            leave_hand(table, seat, card, LAID)
            if counts_in_phase_3(effect) and not is_declinable(box, effect):
                play_card(box, table, card)
        table.kept[card] = 0
    table.keeping = 0
    for office in range(OFFICES):
        effect = int(box.office_effect[office])
        if effect == Effect.COIN or effect == Effect.BUY or effect == Effect.VP:
            if is_upright(table, seat, office) and not is_declinable(box, effect):
                use_office(box, table, office)
    table.phase = Phase.TABLE
