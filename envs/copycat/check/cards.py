"""The players' cards."""

from ...core.engine.compile import rule
from ..box import is_start
from ..rules.common import in_hand
from ..table import (
    CARDS,
    DISCARD,
    IN_BOX,
    IN_DRAW,
    LAID,
    NO_CARD,
    ON_STREET,
    OWNED,
    REDS,
    SPENT,
    STREET,
    TEMPORARY,
    USED,
    Effect,
    Phase,
)
from .faults import Fault


@rule
def check_cards(box, table):
    """Every card that nobody starts with is in one place."""
    if not is_card_0_nowhere(table):
        return Fault.CARD_0_IS_SOMEWHERE
    for card in range(1, CARDS + 1):
        place, shown, owners = int(table.place[card]), on_street(table, card), 0
        for seat in range(int(table.seats)):
            owners += table.zone[seat, card] > 0
            if table.zone[seat, card] == SPENT and not box.strict_two:
                return Fault.A_CARD_IS_USED_MORE_OFTEN_THAN_IT_CAN_BE
        if is_start(card):
            if place != 0 or shown != 0:
                return Fault.A_START_CARD_HAS_A_PLACE
        elif owners != (place == OWNED):
            return Fault.A_CARD_IS_NOT_OWNED_ONCE
        elif shown != (place == ON_STREET):
            return Fault.A_CARD_IS_NOT_ON_THE_STREET_ONCE
        elif table.seats == 2 and box.not_with_two[card] and place != IN_BOX:
            return Fault.A_CARD_IS_NOT_FOR_TWO
        if table.copied[card] != NO_CARD and not has_copied(box, table, card):
            return Fault.A_CARD_HAS_COPIED_WHAT_IT_CANNOT
    for seat in range(int(table.seats)):
        if not is_deck_counted(table, seat):
            return Fault.CARDS_IN_PILE_HAND_OR_DISCARDS_ARE_MISCOUNTED
        if not is_played_in_time(table, seat):
            return Fault.CARDS_ARE_IN_THE_PLAY_AREA_TOO_EARLY
    return Fault.NONE


@rule
def is_card_0_nowhere(table):
    """Entry 0 of an array of cards stays unused."""
    for seat in range(int(table.seats)):
        if table.zone[seat, 0] != 0:
            return False
    return table.place[0] == 0 and table.kept[0] == 0 and table.copied[0] == 0


@rule
def on_street(table, card):
    """How often a card is on the street."""
    times = 0
    for space in range(STREET):
        times += table.street[space] == card
    return times


@rule
def is_in_use(table, card):
    """Whether somebody has used a card in this round."""
    for seat in range(int(table.seats)):
        if USED <= table.zone[seat, card] <= TEMPORARY:
            return True
    return False


@rule
def has_copied(box, table, card):
    """A press secretary that was used has copied a card with an effect, and no other press secretary."""
    copied = int(table.copied[card])
    if box.card_effect[card] != Effect.COPY_CARD or copied <= REDS:
        return False
    return box.card_effect[copied] != Effect.COPY_CARD and is_in_use(table, card)


@rule
def is_deck_counted(table, seat):
    pile, hand, discards = 0, 0, 0
    for card in range(1, CARDS + 1):
        pile += table.zone[seat, card] == IN_DRAW
        hand += in_hand(table, seat, card)
        discards += table.zone[seat, card] == DISCARD
    return (
        pile == table.draw_size[seat]
        and hand == table.hand_size[seat]
        and discards == table.discard_size[seat]
    )


@rule
def is_played_in_time(table, seat):
    """None before the round begins, and none laid down without being used before the seat buys."""
    buys = table.stage != Phase.TURN
    for place in range(int(table.turn_place) + 1, int(table.seats)):
        buys = buys and table.order[place] != seat
    for card in range(1, CARDS + 1):
        zone = int(table.zone[seat, card])
        if zone == LAID and not buys:
            return False
        if LAID <= zone <= TEMPORARY and table.phase == Phase.BID:
            return False
    return True
