"""4 Grey actions."""

from ...core.engine.compile import rule
from ..actions import CARD, DONE, OFFICE
from ..box import effect_of
from ..table import CARDS, LYING_REPEATED, NO_CARD, OFFICES, SPENT, STANDING, STANDING_REPEATED, TEMPORARY
from .actions import legal_hand_card
from .effects import begin, can_repeat, can_reuse, is_copyable, is_repeatable, is_reusable, original


@rule
def free_hand(table, seat):
    """The number of cards in hand that are not being kept."""
    return int(table.hand_size[seat]) - int(table.keeping)


@rule
def legal_reuse_card(box, table, legal):
    seat = int(table.seat)
    hand = free_hand(table, seat)
    repeat = can_repeat(box, table, seat, hand)
    legal[DONE] = True
    for card in range(1, CARDS + 1):
        if is_reusable(box, table, seat, card, hand, repeat):
            legal[CARD + card] = True
            legal[DONE] = False


@rule
def reuse_card(box, table, action):
    """Use a card a second time, and move it to the temporary discard pile, so there is no third."""
    if action == DONE:
        end_in_vain(table)
        return
    card = action - CARD
    table.zone[int(table.seat), card] = TEMPORARY
    begin(box, table, effect_of(box, card), int(box.card_strength[card]), card)


@rule
def legal_copy_card(box, table, legal):
    seat = int(table.seat)
    hand = free_hand(table, seat)
    repeat = can_repeat(box, table, seat, hand)
    legal[DONE] = True
    for card in range(1, CARDS + 1):
        if is_copyable(box, table, seat, card, int(table.acting), hand, repeat):
            legal[CARD + card] = True
            legal[DONE] = False


@rule
def copy_card(box, table, action):
    """Use the effect of another card in the play area."""
    if action == DONE:
        end_in_vain(table)
        return
    card, copier = action - CARD, int(table.acting)
    if box.strict_two:
        table.zone[int(table.seat), card] = SPENT
    card = original(box, table, card)
    table.copied[copier] = card
    table.acting = NO_CARD
    begin(box, table, effect_of(box, card), int(box.card_strength[card]), copier)


@rule
def legal_reuse_worker(box, table, legal):
    seat = int(table.seat)
    hand = free_hand(table, seat)
    reuse = can_reuse(box, table, seat, hand, can_repeat(box, table, seat, hand))
    legal[DONE] = True
    for office in range(OFFICES):
        if is_repeatable(box, table, seat, office, hand, reuse):
            legal[OFFICE + office] = True
            legal[DONE] = False


@rule
def reuse_worker(box, table, action):
    """Use an office once more, no matter whether its own use is past or still to come."""
    if action == DONE:
        end_in_vain(table)
        return
    seat, office = int(table.seat), action - OFFICE
    worker = int(table.worker[seat, office])
    table.worker[seat, office] = STANDING_REPEATED if worker == STANDING else LYING_REPEATED
    begin(box, table, int(box.office_effect[office]), int(box.office_strength[office]), NO_CARD)


@rule
def end_in_vain(table):
    table.acting = NO_CARD
    table.phase = table.stage


@rule
def legal_keep_card(table, legal):
    legal[DONE] = True
    legal_hand_card(table, legal)


@rule
def keep_card(table, action):
    if action == DONE:
        table.phase = table.stage
    else:
        table.kept[action - CARD] = 1
        table.keeping += 1
