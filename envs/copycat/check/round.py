"""Check cards chosen, the action under way, and buying."""

from ...core.engine.compile import rule
from ..box import STRONGEST
from ..rules.common import coins_left, in_hand
from ..table import CARDS, NO_CARD, TEMPORARY, Phase
from .faults import Fault

MOST_SPENT = 30_000


@rule
def check_choices(table):
    """Check that cards chosen are in hand until all have chosen, then in the temporary discards."""
    for seat in range(int(table.seats)):
        bid = int(table.bid[seat])
        if bid != NO_CARD and table.phase != Phase.BID:
            if table.zone[seat, bid] != TEMPORARY:
                return Fault.A_CARD_CHOSEN_IS_NOT_WHERE_IT_SHOULD_BE
        elif bid != NO_CARD and seat < table.bids and not in_hand(table, seat, bid):
            return Fault.A_CARD_CHOSEN_IS_NOT_WHERE_IT_SHOULD_BE
    return Fault.NONE


@rule
def check_action(box, table):
    if not is_picking_well(box, table):
        return Fault.CARDS_TO_BE_PICKED_ARE_MISCOUNTED
    kept = 0
    for card in range(1, CARDS + 1):
        if table.kept[card]:
            kept += 1
            if table.stage != Phase.HAND or not in_hand(table, int(table.seat), card):
                return Fault.CARDS_TO_BE_KEPT_ARE_NOT_IN_HAND
    return Fault.NONE if kept == table.keeping else Fault.CARDS_TO_BE_KEPT_ARE_NOT_IN_HAND


@rule
def is_picking_well(box, table):
    """Whether the numbers of cards left to pick or draw, and picked, are possible in this phase."""
    phase, left, picked = int(table.phase), int(table.left), int(table.picked)
    if phase == Phase.SWAP:
        return left + picked <= STRONGEST
    if phase == Phase.DONATE:
        return left == 0
    if phase == Phase.TRASH_FOR_COIN:
        return left <= STRONGEST and picked == 0
    if phase == Phase.DRAW:
        seat = int(table.seat)
        most = int(table.draw_size[seat]) + int(table.discard_size[seat])
        return box.partial_draw and 0 < left <= most and picked == 0
    return left == 0 and picked == 0


# --- Buying ---------------------------------------------------------------------------------------


@rule
def check_buying(box, table):
    """Check that coins and purchases appear only in phase 3, and that no more is spent than earned."""
    earned = int(table.coins) + int(table.more_coins) + int(table.doublings) + int(table.token_doublings)
    earned += int(table.purchases) + int(table.charity[0]) + int(table.charity[1])
    spent = int(table.spent)
    if (table.stage == Phase.TURN or table.phase == Phase.OVER) and earned + spent > 0:
        return Fault.COINS_OR_PURCHASES_CAME_TOO_EARLY
    if table.stage == Phase.HAND and spent > 0 and not box.any_order:
        return Fault.COINS_OR_PURCHASES_CAME_TOO_EARLY
    left = coins_left(table)
    return Fault.MORE_COINS_ARE_SPENT_THAN_THERE_ARE if left < 0 or left + spent > MOST_SPENT else Fault.NONE
