"""Plays fast, for a search's playouts.

It is several times as fast as the greedy bot: it counts votes and blocks as they stand, prices the three
colours by them, and judges each block by its province alone: who leads there, and by how much. It draws,
keeps cards and breaks ties like the greedy bot.
"""

from typing import NamedTuple

import numpy as np

from ...envs.core.engine.compile import rule
from ...envs.core.engine.loops import first_legal
from ...envs.liberte import actions as say
from ...envs.liberte import rules
from ...envs.liberte.box import BREAD_SHORTAGE, CLUB, GENERAL, RELIGIOUS_PROBLEMS, TERROR
from ...envs.liberte.table import COLOURS, HAND, NO_CARD, PROVINCES, SEATS, SHOWN, WHITE, Phase
from ..weights import record
from .greedy import choose_of_hand
from .greedy.cards import best_face_up
from .greedy.outlook import between, progress, scarcest
from .greedy.stacks import blocks_worth, one_more
from .greedy.weights import CARD, GREEDY, NOTHING, PASS, PROVINCE


class Weights(NamedTuple):
    """The bot's weights, in victory points unless stated otherwise."""

    block: float = 0.14  # a block of any colour
    governing: float = 1.5  # extra if its colour governs by a narrow lead
    spread: float = 6.4  # votes that a faction may still gain on another
    narrow: float = 2.6  # blocks that a player may still gain on another
    push: float = 0.93  # a vote for a colour that one leads oneself
    deny: float = 0.18  # share of a colour's price for denying a province to another
    even: float = 0.28  # chance of a stack level with another
    one: float = 0.83  # the same with one more, early; at the end it is 1
    behind: float = 0.16  # with one fewer, early
    two: float = 2.5  # with two more, early; blocks that stay are included
    again: float = 0.62  # worth of a further block in the best province, relative to the first
    royal: float = 0.46  # a royal province, to the player with most white points
    battle: float = 0.27  # share of a battle's points
    nobody: float = 2.7  # weight of nobody winning it
    shown: float = 0.27  # each block of a card that goes on display
    pace: float = 0.65  # blocks of the scarcest colour that a player places in a round
    reserve: float = -0.64  # actions beyond the cards in hand before drawing pays
    taking: float = 1.8  # taking a face-up card, in blocks
    special: float = 0.15  # what a special card must bring
    soonest: float = 0.72  # how near the election is before specials are played


BRISK = record(Weights())
# Columns of the count: the prices of a block by colour and of a royal province; a stack's chance by its lead;
# for each province the ranks of its two highest stacks, and the number of stacks.
PRICE, ROYAL, EVEN, ONE, BEHIND, TWO, HIGHEST = 0, 4, 5, 6, 7, 8, 9
NEXT, STACKS, WIDTH = HIGHEST + PROVINCES, HIGHEST + 2 * PROVINCES, HIGHEST + 3 * PROVINCES
LEVEL, LAST = 3, 7  # a rank is the height, with the seat in its last bits so that earlier seats rank higher


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, BRISK[0])


@rule
def decide(box, table, seat, legal, weights):
    """The action of `seat` with these weights."""
    action = wanted(box, table, seat, legal, weights)
    return action if action < len(legal) and legal[action] else first_legal(legal)


@rule
def wanted(box, table, seat, legal, weights):
    """The action that the bot wants, legal or not."""
    phase = int(table.phase)
    if phase == Phase.ACTION:
        return choose_action(box, table, seat, legal, weights)
    action = choose_of_hand(box, table, seat, legal, GREEDY[0])
    if action >= 0:
        return action
    if phase == Phase.TARGET_CARD:
        return CARD + best_hit(box, table, seat, int(box.card_kind[int(table.special)]))[1]
    if phase == Phase.AFTER and progress(table) < weights.soonest and table.cards_played > 0:
        return PASS
    return choose_by_count(box, table, take_count(box, table, seat, weights), seat, legal, weights)


@rule
def choose_by_count(box, table, count, seat, legal, weights):
    """Decide what to place, play and hit, by the count."""
    phase, kind = int(table.phase), int(box.card_kind[int(table.special)])
    if phase == Phase.PLACE:
        free = rules.playing.free_tokens(box, table, seat)
        return PROVINCE + best_provinces(box, table, count, seat, int(table.playing), 1, free, weights)[1]
    if phase == Phase.MODE:
        card, free = int(table.playing), rules.playing.free_tokens(box, table, seat)
        number = int(box.card_value[card])
        blocks = best_provinces(box, table, count, seat, card, number, free, weights)[0]
        return say.CANNON if token_gain(box, table, seat, card, weights) > blocks else say.BLOCKS
    if phase == Phase.TARGET_PROVINCE:
        return PROVINCE + best_stack(box, table, count, seat, kind, -1, weights)[1]
    if phase == Phase.TARGET_STACK:
        return say.STACK + best_stack(box, table, count, seat, kind, int(table.target), weights)[2]
    return choose_card(box, table, count, seat, legal, weights)


# --- Drawing and playing -------------------------------------------------------------------------


@rule
def choose_action(box, table, seat, legal, weights):
    """Draw while there is time to play what is drawn; then play the best card."""
    if legal[say.DECK] and not table.closing:
        left = 1.0 + scarcest(table) / (weights.pace * int(table.seats))
        if left - int(table.hand_size[seat]) > weights.reserve:
            return choose_draw(box, table, seat, legal, weights)
    count = take_count(box, table, seat, weights)
    action = choose_card(box, table, count, seat, legal, weights)
    if action == PASS and legal[say.EXCHANGE]:
        return say.EXCHANGE
    if action == PASS and legal[say.DECK]:
        return choose_draw(box, table, seat, legal, weights)
    return action


@rule
def choose_draw(box, table, seat, legal, weights):
    """A good face-up card, otherwise the deck."""
    return best_face_up(box, table, seat, legal, weights.taking, say.DECK, GREEDY[0])


@rule
def choose_card(box, table, count, seat, legal, weights):
    """The best card to play, if any is useful; special cards only late."""
    best, action, free = 0.0, PASS, rules.playing.free_tokens(box, table, seat)
    late = progress(table) >= weights.soonest
    for card in range(1, int(box.cards) + 1):
        if not legal[CARD + card]:
            continue
        kind = int(box.card_kind[card])
        if kind <= CLUB:
            value = card_gain(box, table, count, seat, card, free, weights)
        else:
            value = special_gain(box, table, count, seat, kind, weights) - weights.special if late else 0.0
        if value > best:
            best, action = value, CARD + card
    return action


@rule
def card_gain(box, table, count, seat, card, free, weights):
    """What playing a card is worth: its blocks or a token, and the card on display."""
    number = min(int(box.card_value[card]), int(table.stock[int(box.card_colour[card])]))
    value = best_provinces(box, table, count, seat, card, number, free, weights)[0]
    if box.card_cannon[card] and free > 0:
        value = max(value, token_gain(box, table, seat, card, weights))
    return value + weights.shown * int(box.card_value[card])


@rule
def token_gain(box, table, seat, card, weights):
    """What one more token in the battle box is worth to a player with a general."""
    prize = weights.battle * int(box.battle_vp[int(table.turn) - 1])
    ready = box.card_silhouette[card] == GENERAL
    if prize == 0.0 or not (ready or has_general(box, table, seat)):
        return 0.0
    others = weights.nobody
    for other in range(int(table.seats)):
        tokens = int(table.cannons[other])
        if other != seat and tokens > 0:
            others += tokens * tokens * (1.0 if rules.battle.has_general(box, table, other) else 0.2)
    tokens = int(table.cannons[seat])
    now = tokens * tokens / (others + tokens * tokens)
    return prize * ((tokens + 1) * (tokens + 1) / (others + (tokens + 1) * (tokens + 1)) - now)


@rule
def has_general(box, table, seat):
    """Whether a general is on display or in hand."""
    if rules.battle.has_general(box, table, seat):
        return True
    for card in range(1, int(box.cards) + 1):
        if table.place[card] == HAND + seat and box.card_silhouette[card] == GENERAL:
            return True
    return False


# --- Counting ------------------------------------------------------------------------------------


@rule
def take_count(box, table, seat, weights):
    """Fill in the prices of the colours, by who leads where, and the chances by lead."""
    count, taken = np.zeros(WIDTH), np.zeros((COLOURS, SEATS + 1))
    royal = int(table.lost_battles)
    for province in range(int(box.provinces)):
        highest, second = rank_stacks(table, count, province)
        height = highest >> LEVEL
        if height > second >> LEVEL:
            leader = owner_of(highest)
            colour = int(table.colour[province, leader])
            votes = height if province == box.paris else 1
            taken[colour, leader] += votes
            taken[colour, SEATS] += votes
            royal += box.cr[province] and colour == WHITE
    set_prices(count, taken, int(table.seats), seat, weights)
    late = progress(table)
    count[EVEN], count[BEHIND] = weights.even, weights.behind * (1.0 - late)
    count[ONE], count[TWO] = between(weights.one, 1.0, late), between(weights.two, 1.0, late)
    if table.turn + 1 >= box.cr_from and royal + 2 >= box.cr_needed:
        count[ROYAL] = royal_price(box, table, seat, weights)
    return count


@rule
def rank_stacks(table, count, province):
    """Fill in the ranks of a province's two highest stacks and their number; return the ranks."""
    highest, second, stacks = 0, 0, 0
    for seat in range(int(table.seats)):
        height = int(table.height[province, seat])
        if height > 0:
            rank = (height << LEVEL) + LAST - seat
            if rank > highest:
                highest, second = rank, highest
            elif rank > second:
                second = rank
            stacks += 1
    count[HIGHEST + province], count[NEXT + province], count[STACKS + province] = highest, second, stacks
    return highest, second


@rule
def owner_of(rank):
    """The seat whose stack has a rank."""
    return LAST - (rank & LAST)


@rule
def set_prices(count, taken, seats, seat, weights):
    """Price blocks: higher if their colour may govern and the lead in it is narrow."""
    for colour in range(WHITE, COLOURS):
        most, best = 0.0, 0.0
        for other in range(WHITE, COLOURS):
            if other != colour:
                most = max(most, taken[other, SEATS])
        for other in range(seats):
            if other != seat:
                best = max(best, taken[colour, other])
        votes, lead = taken[colour, SEATS], taken[colour, seat] - best
        ahead = votes - most
        governs = 0.5 + 0.5 * ahead / (abs(ahead) + weights.spread)
        narrow = weights.narrow / (weights.narrow + abs(lead))
        price = weights.block + weights.governing * governs * narrow
        count[PRICE + colour] = max(0.02, price + weights.push * lead / (votes + 3.0))


@rule
def royal_price(box, table, seat, weights):
    """A royal province's worth: for the leader in white, as much as preventing it is worth to the others."""
    own, best = 0.0, 0.0
    for other in range(int(table.seats)):
        points = 0.4 * int(table.hand_size[other]) if other != seat else 0.0
        for province in range(int(box.provinces)):
            if table.colour[province, other] == WHITE:
                points += int(table.height[province, other])
        for at in range(SHOWN):
            card = int(table.display[other, at])
            points += int(box.card_value[card]) if box.card_colour[card] == WHITE else 0
        if other == seat:
            own = points
        else:
            best = max(best, points)
    for card in range(1, int(box.cards) + 1):
        if table.place[card] == HAND + seat and box.card_colour[card] == WHITE:
            own += int(box.card_value[card])
    return weights.royal if own > best + 1.0 else -weights.royal


# --- Provinces -----------------------------------------------------------------------------------


@rule
def best_provinces(box, table, count, seat, card, number, free, weights):
    """What `number` blocks of a card are worth, and the best province."""
    colour = int(box.card_colour[card])
    first, second, third, best = NOTHING, NOTHING, NOTHING, 0
    for province in range(rules.playing.first_province(box, card), rules.playing.past_provinces(box, card)):
        height, same = int(table.height[province, seat]), table.colour[province, seat] == colour
        if number > 0 and rules.playing.block_fits(box, height, same, count[STACKS + province], free):
            value = block_gain(box, table, count, seat, province, colour, weights)
            best = province if value > first else best
            first, second, third = one_more(first, second, third, value)
    return blocks_worth(first, second, third, number, weights.again), best


@rule
def block_gain(box, table, count, seat, province, colour, weights):
    """What one more block of `seat` in a province is worth."""
    own, rival = int(table.height[province, seat]), int(count[HIGHEST + province])
    if owner_of(rival) == seat:
        rival = int(count[NEXT + province])
    top = rival >> LEVEL
    theirs = int(table.colour[province, owner_of(rival)]) if top > 0 else 0
    rise = chance(count, own + 1, top) - chance(count, own, top)
    value = worth(box, table, count, province, colour, own + 1) * rise
    if theirs > 0:
        value += weights.deny * worth(box, table, count, province, theirs, top) * rise
    if box.cr[province]:
        value += count[ROYAL] * royal_change(own, top, colour, theirs)
    return value


@rule
def royal_change(own, top, colour, theirs):
    """How many more provinces the royalists hold after one more block."""
    before = (own > top and colour == WHITE) or (top > own and theirs == WHITE)
    after = (own + 1 > top and colour == WHITE) or (top > own + 1 and theirs == WHITE)
    return int(after) - int(before)


@rule
def worth(box, table, count, province, colour, height):
    """What it is worth to win a province with a colour."""
    value = count[PRICE + colour] * (height if province == box.paris else 1)
    return value + int(box.province_vp[province]) if table.turn >= box.province_vp_from else value


@rule
def chance(count, own, top):
    """The chance of a stack of height `own` against one of height `top`."""
    lead = own - top
    if own == 0 or lead < -1:
        return 0.0
    if lead > 0:
        return count[ONE] if lead == 1 else count[TWO]
    return count[EVEN] if lead == 0 else count[BEHIND]


# --- Specials ------------------------------------------------------------------------------------


@rule
def special_gain(box, table, count, seat, kind, weights):
    """What a special card does at its best."""
    if kind in (BREAD_SHORTAGE, RELIGIOUS_PROBLEMS, TERROR):
        return best_stack(box, table, count, seat, kind, -1, weights)[0]
    return best_hit(box, table, seat, kind)[0]


@rule
def best_stack(box, table, count, seat, kind, only, weights):
    """The rival stack whose loss helps most: its worth, the province, and the owner's distance."""
    seats, best, where, whose = int(table.seats), -1.0, 0, 0
    for province in range(int(box.provinces)):
        if only >= 0 and province != only:
            continue
        for places in range(1, seats):
            owner = (seat + places) % seats
            high = int(table.height[province, owner])
            if high > 0 and rules.specials.is_stack_target(table, kind, province, owner):
                left = 0 if kind == TERROR else high - 1
                value = loss_of(box, table, count, seat, province, owner, high, left, weights)
                if value > best:
                    best, where, whose = value, province, places
    return best, where, whose


@rule
def loss_of(box, table, count, seat, province, owner, high, left, weights):
    """What shrinking a rival's stack from `high` to `left` is worth."""
    own, top = int(table.height[province, seat]), 0
    for other in range(int(table.seats)):
        if other != seat and other != owner:
            top = max(top, int(table.height[province, other]))
    colour = int(table.colour[province, owner])
    fall = chance(count, high, max(own, top)) - chance(count, left, max(own, top))
    value = weights.deny * fall * worth(box, table, count, province, colour, high)
    if own > 0:
        rise = chance(count, own, max(left, top)) - chance(count, own, max(high, top))
        value += rise * worth(box, table, count, province, int(table.colour[province, seat]), own)
    if box.cr[province] and colour == WHITE and high > max(own, top) and left <= max(own, top):
        value -= count[ROYAL]
    return value


@rule
def best_hit(box, table, seat, kind):
    """What hitting a rival's strongest displayed card is worth, generals above all, and that card."""
    best, victim = 0.0, NO_CARD
    for owner in range(int(table.seats)):
        for at in range(SHOWN):
            card = int(table.display[owner, at])
            if card == NO_CARD or owner == seat:
                break
            if rules.specials.is_card_target(box, kind, card):
                value = 0.15 * int(box.card_value[card]) + 0.02 * max(0, int(table.vp[owner]))
                if box.card_silhouette[card] == GENERAL and table.cannons[owner] > 0:
                    value += 1.0
                if value > best:
                    best, victim = value, card
    return best, victim
