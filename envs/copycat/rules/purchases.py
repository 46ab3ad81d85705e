"""6 At the table: buying cards, charity."""

from ...core.engine.compile import rule
from ..actions import BUY, CARD, COIN, DONE, OFFICE, PLACE, VP
from ..box import effect_of, is_red
from ..table import CARDS, DOCTORATE, LAID, NO_CARD, OFFICES, OWNED, STREET, TEMPORARY, Effect, Phase
from .common import coins_left, earn, gain, is_declinable, is_grey, is_upright
from .doctorates import buy_doctorate
from .effects import can_begin
from .grey import free_hand
from .turns import play_card, use_office


@rule
def price_of(box, table, space):
    """The price of a card on the street; a doctorate costs only the surcharge of its space."""
    card = int(table.street[space])
    price = 0 if card == DOCTORATE else int(box.card_price[card])
    return price + int(box.surcharge[space])


@rule
def legal_shop(box, table, legal):
    """Mark unused cards laid down, unused offices, charity events, purchases, and DONE."""
    seat = int(table.seat)
    legal[DONE] = True
    hand = free_hand(table, seat)
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] == LAID:
            effect = effect_of(box, card)
            if (is_grey(effect) and effect != Effect.KEEP) or is_declinable(box, effect):
                legal[CARD + card] = can_begin(box, table, seat, effect, card, hand)
    for office in range(OFFICES):
        effect = int(box.office_effect[office])
        waits = effect == Effect.BUY_SPECIAL or effect == Effect.REUSE_CARD
        if waits or is_declinable(box, effect):
            if is_upright(table, seat, office):
                legal[OFFICE + office] = can_begin(box, table, seat, effect, NO_CARD, hand)
    legal_charity_and_purchases(box, table, legal)


@rule
def legal_charity_and_purchases(box, table, legal):
    """Mark the two uses of a charity event, and purchases."""
    if table.charity[0] + table.charity[1] > 0:
        legal[COIN] = True
        legal[VP] = True
    if table.purchases > 0:
        legal_purchases(box, table, legal)


@rule
def legal_purchases(box, table, legal):
    coins = coins_left(table)
    for space in range(STREET):
        card = int(table.street[space])
        if card != NO_CARD and not is_red(card):
            least = int(box.min_invest) if card == DOCTORATE else 0
            legal[BUY + space] = price_of(box, table, space) + least <= coins


@rule
def shop(box, table, action):
    if action == DONE:
        table.phase = Phase.COUNT
    else:
        use(box, table, action)


@rule
def use(box, table, action):
    """Do any action of phase 3 but DONE."""
    if action in (COIN, VP):
        decide_charity(box, table, action)
    elif action < PLACE:
        play_card(box, table, action - CARD)
    elif action < BUY:
        use_office(box, table, action - OFFICE)
    else:
        buy(box, table, action - BUY)


@rule
def decide_charity(box, table, action):
    """Decide a charity event: a coin comes from one that can be doubled first, points from one that cannot.

    So the choice is never worse than it need be.
    """
    if action == COIN:
        kind = 0 if table.charity[0] > 0 else 1
        table.undoubled = kind
        earn(table, 1)
    else:
        kind = 1 if table.charity[1] > 0 else 0
        gain(table, int(table.seat), int(box.charity_vp))
    table.charity[kind] -= 1


@rule
def buy(box, table, space):
    """Pay for a card and take it, together with all red cards to its left."""
    seat, card = int(table.seat), int(table.street[space])
    table.spent += price_of(box, table, space)
    table.purchases -= 1
    for other in range(space):
        if is_red(int(table.street[other])):
            take(table, seat, other)
    if card == DOCTORATE:
        buy_doctorate(table, seat, space)
    else:
        take(table, seat, space)


@rule
def take(table, seat, space):
    card = int(table.street[space])
    table.street[space] = NO_CARD
    table.place[card] = OWNED
    table.zone[seat, card] = TEMPORARY
