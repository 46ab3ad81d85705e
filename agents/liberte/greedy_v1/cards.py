"""Cards to keep, to take and to discard."""

from ....envs.core.engine.compile import rule
from ....envs.liberte import actions as say
from ....envs.liberte import rules
from ....envs.liberte.box import CLUB, GENERAL
from ....envs.liberte.table import FACE_UP, HAND, NO_CARD, WHITE, Phase
from .weights import (
    CARD,
    KEEP_CANNON,
    KEEP_GENERAL,
    NEW_CARD,
    NOTHING,
    PASS,
    PLAYABLE,
    ROYALISM,
    STRONG,
    TAKE,
    THROW_OUT,
)


@rule
def keeping(box, table, seat, card, aim):
    """What a card is worth in hand, roughly in blocks."""
    kind, value = int(box.card_kind[card]), float(box.card_value[card])
    if kind > CLUB:
        return PLAYABLE if rules.specials.meets_condition(table, seat, kind) else 0.0
    if aim == ROYALISM:
        return value * (2.0 if box.card_colour[card] == WHITE else 0.5)
    if box.card_silhouette[card] == GENERAL:
        value += KEEP_GENERAL
    return value + KEEP_CANNON * int(box.card_cannon[card])


@rule
def least_card(box, table, seat, legal, aim):
    """The card that is worth least."""
    least, at = -NOTHING, NO_CARD
    for card in range(1, int(box.cards) + 1):
        if legal[CARD + card] and keeping(box, table, seat, card, aim) < least:
            least, at = keeping(box, table, seat, card, aim), card
    return at


@rule
def choose_discard(box, table, seat, legal, aim):
    """Discard what is worth less than a new card."""
    card = least_card(box, table, seat, legal, aim)
    if card != NO_CARD and keeping(box, table, seat, card, aim) < THROW_OUT:
        return CARD + card
    return PASS


@rule
def choose_source(box, table, seat, legal, aim):
    """A good face-up card, otherwise the deck."""
    best, action = NEW_CARD, say.DECK
    if table.phase == Phase.SECOND_DRAW:
        best, action = 0.0, PASS
    for at in range(FACE_UP):
        if legal[TAKE + at]:
            value = keeping(box, table, seat, int(table.face_up[at]), aim)
            if value > best:
                best, action = value, TAKE + at
    return action


@rule
def choose_keep(box, table, seat, legal, aim):
    """Show strong cards, and weak ones only in places that no better card in hand will need."""
    if not legal[say.DISPLAY_CARD]:
        return say.DISCARD_CARD
    card = int(table.playing)
    places, better, own = 0, 0, keeping(box, table, seat, card, aim)
    for at in range(int(box.display_size)):
        places += table.display[seat, at] == NO_CARD
    for other in range(1, int(box.cards) + 1):
        if table.place[other] == HAND + seat and box.card_kind[other] <= CLUB:
            better += keeping(box, table, seat, other, aim) > own
    if box.card_colour[card] == WHITE and table.turn >= box.cr_from:
        own += 1.0  # it may count in a counter-revolution
    if own >= STRONG or better < places or table.closing:
        return say.DISPLAY_CARD
    return say.DISCARD_CARD
