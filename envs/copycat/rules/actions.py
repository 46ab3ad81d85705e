"""3 Purple and blue actions."""

from ...core.engine.compile import rule
from ..actions import CARD, DONE, DRAW, OFFICE, PLACE
from ..box import effect_of
from ..table import CARDS, OFFICES, TEMPORARY, USED, Effect, Phase
from .common import draw_card, draw_cards, in_hand, is_upright, lay_worker_down, leave_hand, trash


@rule
def recruit(box, table, number):
    """Give the seat on turn more workers for this round, up to a limit."""
    seat = int(table.seat)
    number = min(number, int(box.recruits) - int(table.recruited[seat]))
    table.recruited[seat] += number
    table.pool[seat] += number


@rule
def begin_drawing(box, table, number):
    seat = int(table.seat)
    number = min(number, int(table.draw_size[seat]) + int(table.discard_size[seat]))
    if box.partial_draw and number > 0:
        table.left = number
        table.phase = Phase.DRAW
    else:
        draw_cards(table, seat, number)
        table.phase = table.stage


@rule
def legal_draw(legal):
    legal[DONE] = True
    legal[DRAW] = True


@rule
def draw(table, action):
    if action == DRAW:
        draw_card(table, int(table.seat))
        table.left -= 1
    else:
        table.left = 0
    if table.left == 0:
        table.phase = table.stage


@rule
def legal_picks(table, legal):
    """Mark cards of the hand while any may still be picked, and DONE."""
    legal[DONE] = True
    if table.left > 0:
        legal_hand_card(table, legal)


@rule
def legal_hand_card(table, legal):
    """Mark all cards of the hand that are not being kept."""
    seat = int(table.seat)
    for card in range(1, CARDS + 1):
        legal[CARD + card] = in_hand(table, seat, card) and not table.kept[card]


@rule
def swap(table, action):
    """Put a card on the temporary discard pile, or end the swap and draw as many."""
    seat = int(table.seat)
    if action == DONE:
        table.phase = table.stage
        draw_cards(table, seat, int(table.picked))
        table.left = 0
        table.picked = 0
    else:
        leave_hand(table, seat, action - CARD, TEMPORARY)
        table.left -= 1
        table.picked += 1


@rule
def trash_for_worker(box, table, action):
    trash(table, int(table.seat), action - CARD)
    recruit(box, table, 1)
    table.phase = table.stage


@rule
def donation(box, card):
    """The coins that a card can pay in a donation."""
    effect = effect_of(box, card)
    if effect == Effect.COIN:
        return int(box.card_strength[card])
    return 1 if effect == Effect.COIN_OR_VP and box.donate_with_charity else 0


@rule
def pays_donation(box, table, seat, office):
    return box.office_effect[office] == Effect.COIN and is_upright(table, seat, office)


@rule
def can_donate(box, table, seat):
    for card in range(1, CARDS + 1):
        if in_hand(table, seat, card) and donation(box, card) > 0:
            return True
    for office in range(OFFICES):
        if pays_donation(box, table, seat, office):
            return True
    return False


@rule
def legal_donate(box, table, legal):
    seat = int(table.seat)
    legal[DONE] = True
    for card in range(1, CARDS + 1):
        legal[CARD + card] = in_hand(table, seat, card) and donation(box, card) > 0
    for office in range(OFFICES):
        legal[OFFICE + office] = pays_donation(box, table, seat, office)


@rule
def donate(box, table, action):
    """Pay with a card or office, or end the donation and draw a card for each coin."""
    seat = int(table.seat)
    if action == DONE:
        begin_drawing(box, table, int(table.picked))
        table.picked = 0
    elif action < PLACE:
        card = action - CARD
        leave_hand(table, seat, card, USED)
        table.picked += donation(box, card)
    else:
        lay_worker_down(table, seat, action - OFFICE)
        table.picked += box.office_strength[action - OFFICE]
