"""Actions: which card, which province."""

from ....envs.core.engine.compile import rule
from ....envs.liberte import actions as say
from ....envs.liberte import rules
from ....envs.liberte.box import CLUB, GENERAL
from ....envs.liberte.table import FACE_UP
from .cards import keeping
from .prospect import gain, token_gain, worth
from .specials import make_ready, special_gain
from .weights import (
    AGAIN,
    AIM,
    CARD,
    CARD_COST,
    DECK_WORTH,
    EXCHANGE_LEVEL,
    LATE_DRAW,
    NEW_CARD,
    NOTHING,
    PASS,
    PROGRESS,
    SHOW_LATE,
    SHOWN_PART,
    SPECIAL_LEVEL,
    TAKE,
    TAKE_SHARE,
)


@rule
def choose_play(box, table, outlook, seat, legal):
    """The best of playing a card, drawing one, and doing nothing."""
    best, action, soon = 0.0, PASS, 1.0 - LATE_DRAW * outlook[0, PROGRESS]
    for card in range(1, int(box.cards) + 1):
        if legal[CARD + card]:
            value = card_gain(box, table, outlook, seat, card)
            if value > best:
                best, action = value, CARD + card
    if legal[say.DECK] and DECK_WORTH * soon > best:
        best, action = DECK_WORTH * soon, say.DECK
    for at in range(FACE_UP):
        card = int(table.face_up[at])
        if legal[TAKE + at] and keeping(box, table, seat, card, int(outlook[0, AIM])) > NEW_CARD:
            value = TAKE_SHARE * soon * card_gain(box, table, outlook, seat, card)
            if value > best:
                best, action = value, TAKE + at
    if legal[say.EXCHANGE] and best < EXCHANGE_LEVEL:
        return say.EXCHANGE
    return action


@rule
def card_gain(box, table, outlook, seat, card):
    """What playing a card is worth: its blocks or a token, and the card on display; or what it hits."""
    kind = int(box.card_kind[card])
    if kind > CLUB:
        return special_gain(box, table, outlook, seat, kind) - SPECIAL_LEVEL
    value = blocks_gain(box, table, outlook, seat, card)
    if box.card_cannon[card] and box.battle_vp[int(table.turn) - 1] > 0:
        value = max(value, token_gain(box, table, outlook, seat))
    if rules.playing.room_in_display(box, table, seat, card):
        value += SHOWN_PART * CARD_COST[int(box.card_value[card])]
    if box.card_silhouette[card] == GENERAL:
        after = outlook.copy()
        make_ready(box, table, after, seat, 1.0)
        value += worth(box, table, after, seat) - SHOW_LATE * (1.0 - outlook[0, PROGRESS])
    return value


@rule
def blocks_gain(box, table, outlook, seat, card):
    """What the blocks of a card are worth, one in each of the best provinces."""
    number = min(int(box.card_value[card]), int(table.stock[int(box.card_colour[card])]))
    return best_provinces(box, table, outlook, seat, card, number)[0]


@rule
def best_provinces(box, table, outlook, seat, card, number):
    """What `number` blocks of a card are worth, and the best province."""
    colour, free = int(box.card_colour[card]), rules.playing.free_tokens(box, table, seat)
    first, second, third, best = NOTHING, NOTHING, NOTHING, 0
    for province in range(rules.playing.first_province(box, card), rules.playing.past_provinces(box, card)):
        if number > 0 and rules.playing.may_place(box, table, seat, province, colour, free):
            value = gain(box, table, outlook, seat, province, seat, 1, colour)
            if value > first:
                first, second, third, best = value, first, second, province
            elif value > second:
                second, third = value, second
            elif value > third:
                third = value
    if first == NOTHING:
        return 0.0, 0
    total = first + (max(second, AGAIN * first) if number > 1 else 0.0)
    return total + (max(third, AGAIN * first) if number > 2 else 0.0), best
