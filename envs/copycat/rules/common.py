"""Functions that several chapters share: cards, workers, coins and points."""

from ...core.engine import chance
from ...core.engine.compile import rule
from ..box import is_start
from ..table import (
    CARDS,
    DECK,
    DISCARD,
    IN_BOX,
    IN_DRAW,
    IN_HAND,
    KNOWN,
    LAID,
    LYING,
    LYING_REPEATED,
    SPENT,
    STANDING,
    STANDING_REPEATED,
    Effect,
)

# --- Cards ---------------------------------------------------------------------------------------


@rule
def counts_in_phase_3(effect):
    """Whether an effect is yellow or green, which count in phase 3."""
    return Effect.ELBOWS < effect <= Effect.DOUBLE_TOKENS


@rule
def is_declinable(box, effect):
    """Whether players may decline the points of this effect, so that each source is counted on request."""
    return box.decline_points and (effect == Effect.VP or effect == Effect.DOUBLE_TOKENS)


@rule
def is_grey(effect):
    return effect > Effect.DOUBLE_TOKENS


@rule
def in_hand(table, seat, card):
    return table.zone[seat, card] == IN_HAND or table.zone[seat, card] == KNOWN


@rule
def in_play(table, seat, card):
    return LAID <= table.zone[seat, card] <= SPENT


@rule
def leave_hand(table, seat, card, zone):
    table.zone[seat, card] = zone
    table.hand_size[seat] -= 1


@rule
def trash(table, seat, card):
    """Remove a card of the hand from the game."""
    leave_hand(table, seat, card, 0)
    if not is_start(card):
        table.place[card] = IN_BOX


@rule
def draw_card(table, seat):
    """Draw one card; the discards are shuffled only when the draw pile is empty."""
    if table.draw_size[seat] == 0:
        if table.discard_size[seat] == 0:
            return
        shuffle_discards(table, seat)
    number = chance.below(table, DECK + seat, int(table.draw_size[seat]))
    card = 1
    while True:
        if table.zone[seat, card] == IN_DRAW:
            if number == 0:
                break
            number -= 1
        card += 1
    table.zone[seat, card] = IN_HAND
    table.hand_size[seat] += 1
    table.draw_size[seat] -= 1


@rule
def shuffle_discards(table, seat):
    """Make the discards the draw pile; as all other cards of the player lie open, the hand becomes known."""
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] == DISCARD:
            table.zone[seat, card] = IN_DRAW
        elif table.zone[seat, card] == IN_HAND:
            table.zone[seat, card] = KNOWN
    table.draw_size[seat] = table.discard_size[seat]
    table.discard_size[seat] = 0


@rule
def draw_cards(table, seat, number):
    for _ in range(number):
        draw_card(table, seat)


@rule
def is_upright(table, seat, office):
    """Whether a player has a worker there that has not used the office yet, bonus payments aside."""
    worker = int(table.worker[seat, office])
    return worker in (STANDING, STANDING_REPEATED)


@rule
def lay_worker_down(table, seat, office):
    table.worker[seat, office] = LYING if table.worker[seat, office] == STANDING else LYING_REPEATED


@rule
def earn(table, number):
    """Add coins, which are not doubled if the current action says so (an allocation office does)."""
    if table.undoubled:
        table.more_coins += number
    else:
        table.coins += number


@rule
def gain(table, seat, points):
    table.vp[seat] += points
    table.round_vp[seat] += points


@rule
def coins_left(table):
    """The coins that can still be spent: the first doubling doubles them, the second trebles them."""
    doubled = int(table.coins) * (1 + min(int(table.doublings), 2))
    return doubled + int(table.more_coins) - int(table.spent)
