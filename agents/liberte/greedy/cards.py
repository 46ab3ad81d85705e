"""Cards to keep, to take and to discard."""

from ....envs.core.engine.compile import rule
from ....envs.liberte import actions as say
from ....envs.liberte import rules
from ....envs.liberte.box import CLUB, GENERAL, PURGE, TERROR
from ....envs.liberte.table import FACE_UP, HAND, NO_CARD, RED, WHITE, Phase
from .weights import CARD, NOTHING, PASS, TAKE


@rule
def keeping(box, table, seat, card, weights):
    """What a card is worth in hand, roughly in blocks."""
    kind, value, colour = int(box.card_kind[card]), float(box.card_value[card]), int(box.card_colour[card])
    if kind > CLUB:
        playable = (kind != PURGE and kind != TERROR) or rules.specials.meets_condition(table, seat, kind)
        return weights.keep_special if playable else 0.0
    if box.card_silhouette[card] == GENERAL:
        value += weights.keep_general
    if box.card_cannon[card]:
        value += weights.keep_cannon
    if kind == CLUB:
        value += weights.keep_club
    if colour == WHITE:
        value += weights.keep_white
    elif colour == RED:
        value += weights.keep_red
    return value


@rule
def blocks_cost(value, weights):
    """What a card of so many blocks is worth in the turns to come."""
    return weights.cost_two if value == 2 else (weights.cost_three if value > 2 else 0.1)


@rule
def least_card(box, table, seat, legal, weights):
    """The card that is worth least, and its worth."""
    least, at = -NOTHING, NO_CARD
    for card in range(1, int(box.cards) + 1):
        if legal[CARD + card]:
            value = keeping(box, table, seat, card, weights)
            if value < least:
                least, at = value, card
    return at, least


@rule
def choose_discard(box, table, seat, legal, weights):
    """Discard a card that is worth less than a new one."""
    card, value = least_card(box, table, seat, legal, weights)
    return CARD + card if card != NO_CARD and value < weights.throw_out else PASS


@rule
def choose_source(box, table, seat, legal, weights):
    """A good face-up card, otherwise the deck."""
    if table.phase == Phase.SECOND_DRAW or not legal[say.DECK]:
        return best_face_up(box, table, seat, legal, 0.0, PASS, weights)
    return best_face_up(box, table, seat, legal, weights.new_card, say.DECK, weights)


@rule
def best_face_up(box, table, seat, legal, least, otherwise, weights):
    """Take the best face-up card that is worth more than `least`, or act otherwise."""
    best, action = least, otherwise
    for at in range(FACE_UP):
        if legal[TAKE + at]:
            value = keeping(box, table, seat, int(table.face_up[at]), weights)
            if value > best:
                best, action = value, TAKE + at
    return action


@rule
def choose_keep(box, table, seat, legal, weights):
    """Display strong cards, and weak ones only in places that no better card in hand will need."""
    if not legal[say.DISPLAY_CARD]:
        return say.DISCARD_CARD
    card = int(table.playing)
    own = keeping(box, table, seat, card, weights)
    if own >= weights.strong or table.closing:
        return say.DISPLAY_CARD
    places, better = 0, 0
    for at in range(int(box.display_size)):
        places += table.display[seat, at] == NO_CARD
    for other in range(1, int(box.cards) + 1):
        if table.place[other] == HAND + seat and box.card_kind[other] <= CLUB:
            better += keeping(box, table, seat, other, weights) > own
    return say.DISPLAY_CARD if better < places else say.DISCARD_CARD
