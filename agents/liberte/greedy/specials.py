"""Special cards."""

from ....envs.core.engine.compile import rule
from ....envs.liberte import rules
from ....envs.liberte.box import BREAD_SHORTAGE, GENERAL, RELIGIOUS_PROBLEMS, TERROR
from ....envs.liberte.table import NO_CARD, RED, SHOWN, WHITE
from .cards import blocks_cost
from .prices import ready_gain
from .stacks import gain
from .weights import NOTHING, RED_PRICE, REGARD, WHITE_PRICE


@rule
def special_gain(box, table, outlook, seat, kind, weights):
    """What a special card does at its best."""
    value = 0.0
    if kind in (BREAD_SHORTAGE, RELIGIOUS_PROBLEMS, TERROR):
        value = max(0.0, best_stack(box, table, outlook, seat, kind, -1)[0])
    if kind <= TERROR:
        value += best_hit(box, table, outlook, seat, kind, weights)[0]
    return value


@rule
def best_stack(box, table, outlook, seat, kind, only):
    """The stack whose loss helps most: its worth, the province, and the owner's distance."""
    seats = int(table.seats)
    best, where, whose = NOTHING, 0, 0
    for province in range(int(box.provinces)):
        if only >= 0 and province != only:
            continue
        for places in range(seats):
            owner = (seat + places) % seats
            if table.height[province, owner] == 0:
                continue
            if rules.specials.is_stack_target(table, kind, province, owner):
                height = 0 if kind == TERROR else int(table.height[province, owner]) - 1
                colour = int(table.colour[province, owner])
                value = gain(box, table, outlook, province, owner, height, colour)
                if value > best:
                    best, where, whose = value, province, places
    return best, where, whose


@rule
def best_hit(box, table, outlook, seat, kind, weights):
    """What hitting a rival's best displayed card is worth, and that card."""
    best, victim = 0.0, NO_CARD
    for owner in range(int(table.seats)):
        for at in range(SHOWN):
            card = int(table.display[owner, at])
            if card == NO_CARD or owner == seat:
                break
            if rules.specials.is_card_target(box, kind, card):
                value = hit_gain(box, table, outlook, owner, card, weights)
                if value > best:
                    best, victim = value, card
    return best, victim


@rule
def hit_gain(box, table, outlook, owner, card, weights):
    """What the owner's loss of a card is worth: more, the better the owner stands."""
    value = int(box.card_value[card])
    worth = -outlook[REGARD, owner] * blocks_cost(value, weights)
    if box.card_colour[card] == WHITE:
        worth -= value * outlook[WHITE_PRICE, owner]
    elif box.card_colour[card] == RED:
        worth -= value * outlook[RED_PRICE, owner]
    if box.card_silhouette[card] == GENERAL and generals(box, table, owner) == 1:
        tokens = int(table.cannons[owner])
        worth += ready_gain(box, table, outlook, owner, tokens, weights.surprise, weights)
    return worth


@rule
def generals(box, table, seat):
    """How many generals a seat has on display."""
    number = 0
    for at in range(SHOWN):
        number += box.card_silhouette[int(table.display[seat, at])] == GENERAL
    return number
