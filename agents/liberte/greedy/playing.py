"""Actions: which card, which province."""

from ....envs.core.engine.compile import rule
from ....envs.liberte import actions as say
from ....envs.liberte import rules
from ....envs.liberte.box import CLUB, GENERAL
from ....envs.liberte.table import FACE_UP, Phase
from .cards import best_face_up, blocks_cost
from .outlook import between, scarcest
from .prices import ready_gain, token_gain
from .specials import special_gain
from .stacks import blocks_worth, gain, one_more
from .weights import CARD, NOTHING, PASS, PROGRESS, READY, REVOLT, TAKE


@rule
def choose_play(box, table, outlook, seat, legal, weights):
    """The best of playing a card, drawing one, and doing nothing."""
    best, action, useful = 0.0, PASS, 0
    free = rules.playing.free_tokens(box, table, seat)
    for card in range(1, int(box.cards) + 1):
        if legal[CARD + card] and box.card_kind[card] <= CLUB:
            value = card_gain(box, table, outlook, seat, card, free, weights)
            useful += 1
            if value > best:
                best, action = value, CARD + card
    if table.phase == Phase.ACTION:
        if legal[say.EXCHANGE] and action == PASS:
            action = say.EXCHANGE
        best, action = choose_draw(box, table, outlook, seat, legal, free, useful, best, action, weights)
        if action > CARD:
            return action  # a special card may follow it
    return choose_special(box, table, outlook, seat, legal, best, action, weights)


@rule
def choose_draw(box, table, outlook, seat, legal, free, useful, best, action, weights):
    """Draw if that is better, while there is time to play what is drawn."""
    left = 1.0 if table.closing else 1.0 + scarcest(table) / (weights.pace * int(table.seats))
    soon = min(1.0, max(0.0, (left - useful - weights.reserve) / weights.reach)) * (1.0 - outlook[0, REVOLT])
    if legal[say.DECK] and weights.draw * soon > best:
        best, action = weights.draw * soon, say.DECK
    for at in range(FACE_UP):
        if legal[TAKE + at]:
            value = soon * take_gain(box, table, outlook, seat, int(table.face_up[at]), free, weights)
            if value > best:
                best, action = value, TAKE + at
    if action == PASS and table.turn < box.turns:
        action = best_face_up(box, table, seat, legal, weights.new_card, PASS, weights)  # for the next turn
    return best, action


@rule
def take_gain(box, table, outlook, seat, card, free, weights):
    """What taking a face-up card is worth, if there is time to play it."""
    if box.card_kind[card] > CLUB:
        return weights.draw + weights.take_special
    value = (
        weights.draw
        + weights.taking
        + weights.take_share * card_gain(box, table, outlook, seat, card, free, weights)
    )
    if box.card_silhouette[card] == GENERAL and outlook[READY, seat] < 0.5:
        value += weights.take_general
    return value


@rule
def choose_special(box, table, outlook, seat, legal, best, action, weights):
    """Play a special card if it does enough; nearer the election, less is enough."""
    needed = between(weights.special_early, weights.special_late, outlook[0, PROGRESS])
    for card in range(1, int(box.cards) + 1):
        if legal[CARD + card] and box.card_kind[card] > CLUB:
            value = special_gain(box, table, outlook, seat, int(box.card_kind[card]), weights)
            if value > needed and value - needed > best:
                best, action = value - needed, CARD + card
    return action


@rule
def card_cost(box, card, weights):
    """What a card is worth in the turns to come."""
    cost = blocks_cost(int(box.card_value[card]), weights)
    return cost + weights.general_cost if box.card_silhouette[card] == GENERAL else cost


@rule
def card_gain(box, table, outlook, seat, card, free, weights):
    """What playing a card is worth: its blocks or a token, and the card on display."""
    late, value = outlook[0, PROGRESS], blocks_gain(box, table, outlook, seat, card, free, weights)
    general = box.card_silhouette[card] == GENERAL
    shown = rules.playing.room_in_display(box, table, seat, card)
    if box.card_cannon[card] and box.battle_vp[int(table.turn) - 1] > 0 and free > 0:
        tokens = 1 + int(table.cannons[seat])
        if general and shown:
            value += ready_gain(box, table, outlook, seat, tokens - 1, 1.0, weights)
            value = max(value, ready_gain(box, table, outlook, seat, tokens, 1.0, weights))
        else:
            value = max(value, token_gain(box, table, outlook, seat, weights))
    if general and shown:
        value -= weights.show_early * (1.0 - late)
    cost = card_cost(box, card, weights)
    value += (weights.shown if shown else 0.0) * cost - weights.hold * (1.0 - late) * cost
    return value


@rule
def blocks_gain(box, table, outlook, seat, card, free, weights):
    """What the blocks of a card are worth, one in each of the best provinces."""
    number = min(int(box.card_value[card]), int(table.stock[int(box.card_colour[card])]))
    return best_provinces(box, table, outlook, seat, card, number, free, weights)[0]


@rule
def best_provinces(box, table, outlook, seat, card, number, free, weights):
    """What `number` blocks of a card are worth, and the best province."""
    colour = int(box.card_colour[card])
    first, second, third, best = NOTHING, NOTHING, NOTHING, 0
    if number == 0:
        return 0.0, 0
    for province in range(rules.playing.first_province(box, card), rules.playing.past_provinces(box, card)):
        if rules.playing.may_place(box, table, seat, province, colour, free):
            height = int(table.height[province, seat]) + 1
            value = gain(box, table, outlook, province, seat, height, colour)
            best = province if value > first else best
            first, second, third = one_more(first, second, third, value)
    return blocks_worth(first, second, third, number, weights.again), best


@rule
def choose_mode(box, table, outlook, seat, weights):
    """Use the card for blocks or for a token."""
    card, free = int(table.playing), rules.playing.free_tokens(box, table, seat)
    blocks = blocks_gain(box, table, outlook, seat, card, free, weights)
    if box.card_silhouette[card] == GENERAL and rules.playing.room_in_display(box, table, seat, card):
        tokens = int(table.cannons[seat])
        token = ready_gain(box, table, outlook, seat, tokens + 1, 1.0, weights)
        token -= ready_gain(box, table, outlook, seat, tokens, 1.0, weights)
    else:
        token = token_gain(box, table, outlook, seat, weights)
    return say.CANNON if token > blocks else say.BLOCKS
