"""The parts of a round, and an action begun."""

from ...core.engine.compile import rule
from ..box import STRONGEST
from ..rules.common import coins_left, in_hand
from ..table import CARDS, NO_CARD, NO_WORKER, OFFICES, TEMPORARY, USED, Effect, Phase
from .faults import Fault

MOST_SPENT = 30_000


# --- The parts of a round -------------------------------------------------------------------------


@rule
def check_round(box, table):
    """What belongs to one part of a round is absent from the others."""
    for seat in range(int(table.seats)):
        if table.round_vp[seat] > table.vp[seat]:
            return Fault.POINTS_OF_THE_ROUND_CAME_FROM_NOWHERE
        if table.round_vp[seat] > 0 and table.stage == Phase.TURN:
            return Fault.POINTS_OF_THE_ROUND_CAME_FROM_NOWHERE
    if table.phase == Phase.BID:
        return check_planning(box, table)
    for seat in range(int(table.seats)):
        bid = int(table.bid[seat])
        if bid != NO_CARD and table.zone[seat, bid] != TEMPORARY:
            return Fault.A_CARD_CHOSEN_IS_NOT_WHERE_IT_SHOULD_BE
    return check_turn(table) if table.stage == Phase.TURN else check_buyer(table)


@rule
def check_planning(box, table):
    """Whoever has a card chooses one, seat by seat."""
    for seat in range(int(table.seats)):
        bid = int(table.bid[seat])
        if seat >= table.bids:
            if bid != NO_CARD:
                return Fault.THE_CHOICES_ARE_NOT_THOSE_OF_THE_SEATS_BEFORE
        elif (bid == NO_CARD) != (table.hand_size[seat] == 0):
            return Fault.THE_CHOICES_ARE_NOT_THOSE_OF_THE_SEATS_BEFORE
        elif bid != NO_CARD and not in_hand(table, seat, bid):
            return Fault.A_CARD_CHOSEN_IS_NOT_WHERE_IT_SHOULD_BE
        if table.passed[seat] or table.tokens[seat] > 0 or table.pool[seat] != box.workers:
            return Fault.SOMETHING_IS_LEFT_OF_THE_LAST_ROUND
    if table.due > 0 or table.elbows > 0 or table.fresh != 0 or table.last_doctorate:
        return Fault.SOMETHING_IS_LEFT_OF_THE_LAST_ROUND
    return Fault.NONE


@rule
def check_turn(table):
    seat = int(table.seat)
    if table.due > table.pool[seat]:
        return Fault.MORE_PLACEMENTS_ARE_DUE_THAN_WORKERS_LEFT
    if table.passed[seat]:
        return Fault.SOMEBODY_WHO_HAS_PASSED_IS_ON_TURN_OR_SOMEBODY_BUYS_BEFORE_ALL_HAVE
    for office in range(OFFICES):
        if int(table.fresh) >> office & 1 and table.worker[seat, office] == NO_WORKER:
            return Fault.WORKERS_ARE_PLACED_OUT_OF_TURN
    return Fault.NONE


@rule
def check_buyer(table):
    for seat in range(int(table.seats)):
        if not table.passed[seat]:
            return Fault.SOMEBODY_WHO_HAS_PASSED_IS_ON_TURN_OR_SOMEBODY_BUYS_BEFORE_ALL_HAVE
    if table.due > 0 or table.elbows > 0 or table.fresh != 0:
        return Fault.WORKERS_ARE_PLACED_OUT_OF_TURN
    for place in range(int(table.turn_place)):
        if table.tokens[int(table.order[place])] > 0:
            return Fault.TOKENS_ARE_LEFT_THAT_HAVE_COUNTED
    return Fault.NONE


# --- An action begun ------------------------------------------------------------------------------


@rule
def check_action(box, table):
    if not is_copying_well(box, table):
        return Fault.THE_CARD_THAT_COPIES_IS_NOT_IN_PLAY
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
def is_copying_well(box, table):
    """A press secretary copies while it is asked what, and no other card ever."""
    card = int(table.acting)
    if table.phase != Phase.COPY_CARD:
        return card == NO_CARD
    if box.card_effect[card] != Effect.COPY_CARD:
        return False
    return USED <= table.zone[int(table.seat), card] <= TEMPORARY


@rule
def is_picking_well(box, table):
    """Cards left to pick or to draw, and those picked so far, while an action asks for them."""
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
    """Coins and purchases count once the hand is laid down; some come before, from the hand."""
    earned = int(table.coins) + int(table.more_coins) + int(table.doublings) + int(table.token_doublings)
    earned += int(table.purchases) + int(table.charity[0]) + int(table.charity[1])
    spent = int(table.spent)
    if (table.stage == Phase.TURN or table.phase == Phase.OVER) and earned + spent > 0:
        return Fault.COINS_OR_PURCHASES_CAME_TOO_EARLY
    if table.stage == Phase.HAND and spent > 0 and not box.any_order:
        return Fault.COINS_OR_PURCHASES_CAME_TOO_EARLY
    left = coins_left(table)
    return Fault.MORE_COINS_ARE_SPENT_THAN_THERE_ARE if left < 0 or left + spent > MOST_SPENT else Fault.NONE
