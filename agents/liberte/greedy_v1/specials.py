"""Special cards."""

from ....envs.core.engine.compile import rule
from ....envs.liberte import rules
from ....envs.liberte.box import BREAD_SHORTAGE, GENERAL, RELIGIOUS_PROBLEMS, TERROR
from ....envs.liberte.table import NO_CARD, RED, SHOWN, WHITE
from .outlook import add_battle
from .prospect import gain, worth
from .weights import CARD_COST, NOTHING, POINTS, READY, RED_POINTS, SURPRISE, WHITE_POINTS


@rule
def special_gain(box, table, outlook, seat, kind):
    """What a special card does at its best."""
    value = 0.0
    if kind in (BREAD_SHORTAGE, RELIGIOUS_PROBLEMS, TERROR):
        value = max(0.0, best_stack(box, table, outlook, seat, kind, -1)[0])
    if kind <= TERROR:
        value += best_hit(box, table, outlook, seat, kind)[0]
    return value


@rule
def best_stack(box, table, outlook, seat, kind, only):
    """The stack whose loss helps most: what it is worth, the province, the owner's distance."""
    seats = int(table.seats)
    best, where, whose = NOTHING, 0, 0
    for province in range(int(box.provinces)):
        if only >= 0 and province != only:
            continue
        for places in range(seats):
            owner = (seat + places) % seats
            if rules.specials.is_stack_target(table, kind, province, owner):
                change = -int(table.height[province, owner]) if kind == TERROR else -1
                colour = int(table.colour[province, owner])
                value = gain(box, table, outlook, seat, province, owner, change, colour)
                if value > best:
                    best, where, whose = value, province, places
    return best, where, whose


@rule
def best_hit(box, table, outlook, seat, kind):
    """What hitting the best card on another's display is worth, and that card."""
    best, victim = 0.0, NO_CARD
    for owner in range(int(table.seats)):
        for at in range(SHOWN):
            card = int(table.display[owner, at])
            if card != NO_CARD and owner != seat and rules.specials.is_card_target(box, kind, card):
                value = hit_gain(box, table, outlook, seat, owner, card)
                if value > best:
                    best, victim = value, card
    return best, victim


@rule
def hit_gain(box, table, outlook, seat, owner, card):
    """What it is worth if the owner loses a card: more, the better the owner stands."""
    after, value = outlook.copy(), int(box.card_value[card])
    after[POINTS, owner] -= CARD_COST[value]
    if box.card_colour[card] == WHITE:
        after[WHITE_POINTS, owner] -= value
    elif box.card_colour[card] == RED:
        after[RED_POINTS, owner] -= value
    if box.card_silhouette[card] == GENERAL and generals(box, table, owner) == 1:
        make_ready(box, table, after, owner, SURPRISE)
    return worth(box, table, after, seat)


@rule
def make_ready(box, table, outlook, seat, ready):
    """The outlook when a player has shown a general, or lost it."""
    add_battle(box, table, outlook, -1.0, 0, 0)
    outlook[READY, seat] = ready
    add_battle(box, table, outlook, 1.0, 0, 0)


@rule
def generals(box, table, seat):
    """How many generals a seat has on display."""
    number = 0
    for at in range(SHOWN):
        number += box.card_silhouette[int(table.display[seat, at])] == GENERAL
    return number
