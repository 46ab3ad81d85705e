"""A sensible player of Copycat: honest, deterministic, without search.

It tells everything in victory points. A card in its deck is worth what it adds to the income of a round, once
for each round in which it still comes round; from that follows what coins and purchases are worth together.
Workers go to the offices that make most of the hand, the one first that it would miss most.
"""

from typing import NamedTuple

import numpy as np

from ...envs.copycat import actions as say
from ...envs.copycat import rules
from ...envs.copycat.box import effect_of
from ...envs.copycat.table import (
    CARDS,
    DISCARD,
    DOCTORATE,
    IN_DRAW,
    IN_SUPPLY,
    KNOWN,
    LYING,
    NO_CARD,
    NO_WORKER,
    OFFICES,
    REDS,
    STANDING,
    STREET,
    Effect,
    Phase,
)
from ...envs.core.compile import rule
from ...envs.core.loops import first_legal

PASS, END_TURN, DONE = say.PASS, say.END_TURN, say.DONE
CARD, PLACE, OFFICE, BUY = say.CARD, say.PLACE, say.OFFICE, say.BUY


class Weights(NamedTuple):
    """What it goes for, in victory points of a round unless it says otherwise."""

    token: float = 1.0
    coin_early: float = 1.0  # a coin in a round to come, as in the first round
    coin_late: float = 0.8  # the same as in the last
    point: float = 1.3  # a point of a card in a round to come
    worker: float = 2.0  # the cards by what they do
    trash_for_worker: float = 1.5
    extra_office: float = 1.0
    elbows: float = 0.5
    donate: float = 1.2
    double_coins: float = 2.5
    double_tokens: float = 3.0
    coin_or_vp: float = 1.9
    reuse_worker: float = 3.0
    copy_card: float = 0.6  # as a part of the best card's worth
    keep: float = 1.0
    red: float = 0.3  # what is bad about a red card, besides its place in the hand
    hand: float = 7.0  # cards seen in a round without any that draw
    longer: float = 0.5  # rounds that the game takes longer than the leader's points tell
    doctorate: float = 0.9  # rounds in which one doctorate is bought
    late: float = 0.4  # rounds to come where the game may end with this one
    first: float = 2.2  # to go before all others
    missed: float = 0.8  # part of the worth of the office missed most that is added to it
    draw_office: float = 0.9  # part of a card's worth that one drawn by an office brings
    special: float = 0.7  # what the special purchase has before a plain one
    end: float = 8.0  # to end the game when ahead


GREEDY = Weights()

# The outlook of a player is an array of numbers. Of the deck: the worth of all its cards, their number, the
# cards that they draw, the best card's worth; rounds after this one, and those in which a card bought now
# still comes; a coin's worth in them. Of this round: what one more coin brings, and a card drawn; coins in
# sight, what each is multiplied with, purchases; how often a token counts.
TOTAL, NUMBER, DRAWS, BEST, LEFT, FUTURE, COIN, COIN_NOW, MEAN, COINS, FACTOR, BUYS, TOKENS, SIZE = range(14)

MOST_COINS, MOST_BUYS = 31, 3  # of the table of purchases
PLAN_WORKERS, PLAN_COINS = 4, 7  # of the table of plans
NOTHING = -1e9
USUAL_ROUNDS = 10.0
GROWTH = 1.85  # points grow with this power of the rounds played
FLOW = 6.0  # cards that leave the street in a round
MOST_COIN = 2.0  # worth of a coin now, however near a good purchase is
SOON = 0.5  # part of a round that counts as none
OWN_POINTS, THEIR_POINTS = 5.0, 15.0  # what a player still gets in the round of the last doctorate
LEAST_PLAIN = 0.4  # part of a pile that at least counts as cards that do not draw
ELBOWS_GAIN = 0.5  # what an office of others must bring more
LAPSING = 100.0  # the permission to go there lapses with the turn
MORE_BUYS = 3.0  # worth of the purchases of an office once more
MOST_TRASH = 3.0  # the most that it is worth to get rid of a card
SOMETHING = 0.1  # worth of what cannot be told
IMPOSSIBLE = -1e6


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, GREEDY)


@rule
def decide(box, table, seat, legal, w):
    action = wanted(box, table, seat, legal, w)
    return action if 0 <= action < len(legal) and legal[action] else first_legal(legal)


@rule
def wanted(box, table, seat, legal, w):
    """What it would do, legal or not."""
    phase = int(table.phase)
    if phase == Phase.TURN:
        action = play_freely(box, table, seat, legal)
        if action >= 0:
            return action
    view = np.zeros(SIZE)
    worth = np.zeros((MOST_BUYS + 1, MOST_COINS))
    survey(box, table, seat, w, view, worth)
    if phase == Phase.BID:
        return choose_bid(box, table, seat, legal, w, view, worth)
    if phase == Phase.TURN:
        return choose_turn(box, table, seat, legal, w, view, worth)
    if phase == Phase.HAND:
        return choose_in_hand(box, table, seat, legal, w, view, worth)
    if phase == Phase.TABLE:
        return choose_at_table(box, table, seat, legal, w, view, worth)
    if phase == Phase.INVEST:
        rest = coins(table) - 1
        return say.INVEST_ONE if 1.0 + bought(worth, view[BUYS], rest) > 1.0 + rest else say.INVEST_ALL
    return choose_target(box, table, seat, legal, w, view, worth)


# --- The deck and its worth ----------------------------------------------------------------------


@rule
def survey(box, table, seat, w, view, worth):
    """How the round looks to `seat`, and what coins and purchases are worth in it."""
    view[LEFT] = rounds_left(box, table, w)
    part = (int(table.round_number) - 1) / 10.0
    view[COIN] = w.coin_early + (w.coin_late - w.coin_early) * part
    survey_deck(box, table, seat, w, view)
    survey_hand(box, table, seat, view)
    fill_worth(box, table, seat, w, view, worth)
    view[COIN_NOW] = coin_now(view, worth, table)
    view[MEAN] = mean_of_pile(box, table, seat, w, view)


@rule
def rounds_left(box, table, w):
    """How many rounds will come after this one."""
    leader, doctorates, supply = 0, int(table.doctorates_left), 0
    for seat in range(int(table.seats)):
        leader = max(leader, int(table.vp[seat]))
    for space in range(STREET):
        doctorates += table.street[space] == DOCTORATE
    for card in range(1, CARDS + 1):
        supply += table.place[card] == IN_SUPPLY
    by_rounds = float(int(box.rounds) - int(table.round_number))
    if by_rounds == 0.0 or table.last_doctorate or leader >= box.end_points:
        return 0.0
    played = float(table.round_number) - 1.0
    by_points = USUAL_ROUNDS
    if played > 2.0:
        by_points = played * (int(box.end_points) / max(1.0, float(leader))) ** (1.0 / GROWTH)
    by_points += w.longer - float(table.round_number)
    by_doctorates = by_rounds
    if doctorates > 0:
        by_doctorates = supply / FLOW + doctorates * w.doctorate - SOON
    return min(by_rounds, max(w.late, min(by_points, by_doctorates)))


@rule
def survey_deck(box, table, seat, w, view):
    view[BEST] = 1.0
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] != 0:
            view[BEST] = max(view[BEST], card_worth(box, card, view[COIN], w.point, w, view))
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] != 0:
            view[TOTAL] += card_worth(box, card, view[COIN], w.point, w, view)
            view[NUMBER] += 1.0
            view[DRAWS] += draws_of(box, card)
    drawn = max(1.0, view[NUMBER] * share(w, view[NUMBER], view[DRAWS]))
    view[FUTURE] = max(0.0, view[LEFT] - int(table.draw_size[seat]) / drawn)


@rule
def draws_of(box, card):
    return int(box.card_strength[card]) if effect_of(box, card) == Effect.DRAW else 0


@rule
def card_worth(box, card, coin, point, w, view):
    """What a card brings when it is played, without the cards that it draws."""
    effect, strength = effect_of(box, card), float(max(1, int(box.card_strength[card])))
    if effect == Effect.COIN:
        return coin * strength
    if effect == Effect.VP:
        return point * strength
    if effect == Effect.WORKER:
        return w.worker * strength
    if effect == Effect.COPY_CARD:
        return w.copy_card * view[BEST]
    return plain_worth(effect, w)


@rule
def plain_worth(effect, w):
    """The same where it is a number."""
    if effect < Effect.COIN:
        if effect == Effect.TRASH_FOR_WORKER:
            return w.trash_for_worker
        if effect == Effect.EXTRA_OFFICE:
            return w.extra_office
        if effect == Effect.ELBOWS:
            return w.elbows
        return w.donate if effect == Effect.DONATE else 0.0
    if effect == Effect.COIN_OR_VP:
        return w.coin_or_vp
    if effect == Effect.DOUBLE_COINS:
        return w.double_coins
    if effect == Effect.DOUBLE_TOKENS:
        return w.double_tokens
    return w.reuse_worker if effect == Effect.REUSE_WORKER else w.keep


@rule
def share(w, number, draws):
    """The part of a deck that is seen in a round."""
    return 1.0 if number - draws <= w.hand else w.hand / (number - draws)


@rule
def added(box, card, w, view):
    """What a card bought adds to the rounds to come."""
    total, number, draws = view[TOTAL], view[NUMBER], view[DRAWS]
    before = total * share(w, number, draws)
    total += card_worth(box, card, view[COIN], w.point, w, view)
    after = total * share(w, number + 1.0, draws + draws_of(box, card))
    return (after - before) * view[FUTURE]


@rule
def lost(box, card, w, view):
    """What it costs in the rounds to come to trash a card; less than nothing for a bad one."""
    total, number, draws = view[TOTAL], view[NUMBER], view[DRAWS]
    before = total * share(w, number, draws)
    total -= card_worth(box, card, view[COIN], w.point, w, view)
    after = total * share(w, number - 1.0, draws - draws_of(box, card))
    return (before - after) * view[LEFT]


@rule
def mean_of_pile(box, table, seat, w, view):
    """What a card drawn now is worth, with those that it draws."""
    zone = IN_DRAW if table.draw_size[seat] > 0 else DISCARD
    total, number, draws = 0.0, 0.0, 0.0
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] == zone:
            total += card_worth(box, card, view[COIN_NOW], 1.0, w, view)
            number += 1.0
            draws += draws_of(box, card)
    return total / max(1.0, number - draws, LEAST_PLAIN * number)


@rule
def now(box, card, w, view):
    """What a card in hand is worth in this round."""
    coin = view[COIN_NOW] * view[FACTOR]
    return card_worth(box, card, coin, 1.0, w, view) + draws_of(box, card) * view[MEAN]


# --- The hand and the street ---------------------------------------------------------------------


@rule
def survey_hand(box, table, seat, view):
    """Coins and purchases of this round as far as they are certain."""
    view[FACTOR] = 1.0
    view[TOKENS] = 1.0
    view[BUYS] = table.purchases
    if table.stage == Phase.TABLE:
        view[COINS] = rules.common.coins_left(table)
        view[FACTOR] += min(2, int(table.doublings))
        return
    view[COINS] = table.coins
    for card in range(1, CARDS + 1):
        if rules.common.in_hand(table, seat, card) and not table.kept[card]:
            effect = effect_of(box, card)
            if effect == Effect.COIN:
                view[COINS] += box.card_strength[card]
            elif effect == Effect.DOUBLE_COINS:
                view[FACTOR] = min(3.0, view[FACTOR] + 1.0)
            elif effect == Effect.DOUBLE_TOKENS:
                view[TOKENS] = min(3.0, view[TOKENS] + 1.0)
    for office in range(OFFICES):
        if rules.common.is_upright(table, seat, office):
            view[COINS] += coins_of(box, office)
            view[BUYS] += buys_of(box, office)
    view[COINS] *= view[FACTOR]


@rule
def coins_of(box, office):
    return int(box.office_strength[office]) if box.office_effect[office] == Effect.COIN else 0


@rule
def buys_of(box, office):
    effect = int(box.office_effect[office])
    if effect == Effect.BUY:
        return int(box.office_strength[office])
    return 1 if effect == Effect.BUY_SPECIAL else 0


@rule
def coins(table):
    return min(MOST_COINS - 1, int(rules.common.coins_left(table)))


@rule
def bought(worth, buys, money):
    """The worth of so many purchases with so many coins."""
    return worth[int(min(MOST_BUYS, buys)), int(max(0, min(MOST_COINS - 1, money)))]


@rule
def fill_worth(box, table, seat, w, view, worth):
    """For each number of purchases and of coins what can be had for them at best."""
    reds, doctorate = 0, -1
    for space in range(STREET):
        card = int(table.street[space])
        if card == DOCTORATE and doctorate < 0:
            doctorate = space
        if REDS < card < DOCTORATE:
            value, price = (
                purchase(box, table, space, reds, w, view),
                int(rules.purchases.price_of(box, table, space)),
            )
            if value > 0.0:
                for buys in range(MOST_BUYS, 0, -1):
                    for money in range(MOST_COINS - 1, price - 1, -1):
                        worth[buys, money] = max(worth[buys, money], worth[buys - 1, money - price] + value)
        reds += NO_CARD < card <= REDS
    if doctorate >= 0:
        add_doctorate(box, table, seat, w, doctorate, view, worth)


@rule
def purchase(box, table, space, reds, w, view):
    """What the card on a space is worth, with the red cards left of it."""
    value = added(box, int(table.street[space]), w, view)
    return value + reds * (added(box, 1, w, view) - w.red) if reds > 0 else value


@rule
def add_doctorate(box, table, seat, w, space, view, worth):
    """Coins that are invested after all other purchases."""
    price, bonus = int(rules.purchases.price_of(box, table, space)), ending_worth(box, table, seat, w)
    for buys in range(MOST_BUYS, 0, -1):
        for money in range(MOST_COINS - 1, price, -1):
            best = worth[buys, money]
            for spent in range(money - price):
                best = max(best, worth[buys - 1, spent] + money - price - spent + bonus)
            worth[buys, money] = best


@rule
def ending_worth(box, table, seat, w):
    """What it is worth that the game ends with this doctorate, if it does."""
    number, best = int(table.doctorates_left), 0.0
    for space in range(STREET):
        number += table.street[space] == DOCTORATE
    if number > 1 or table.round_number >= box.rounds:
        return 0.0
    own, after = int(table.vp[seat]) + int(table.tokens[seat]) + OWN_POINTS, False
    for place in range(int(table.seats)):
        other = int(table.order[place])
        if other == seat:
            after = True
        else:
            best = max(best, int(table.vp[other]) + (THEIR_POINTS if after else 0.0))
    return w.end if own > best else -w.end


@rule
def coin_now(view, worth, table):
    """What one more coin brings in this round."""
    buys = view[BUYS]
    if table.stage == Phase.TURN:
        buys = max(buys, 2.0)
    low, high = view[COINS] - 1.0, view[COINS] + 3.0
    slope = (bought(worth, buys, high) - bought(worth, buys, low)) / (high - low)
    return max(0.0, min(MOST_COIN, slope))


# --- Phase 1 -------------------------------------------------------------------------------------


@rule
def choose_bid(box, table, seat, legal, w, view, worth):
    """A card that goes before others and is not missed."""
    offices = np.zeros((OFFICES, 3))
    survey_offices(box, table, seat, w, view, offices, False)
    workers, best, action = int(table.pool[seat]), NOTHING, 0
    value, mask = plan(offices, workers, view, worth, -1)
    stakes = w.first + w.missed * most_missed(offices, workers, view, worth, value, mask)
    coin_loss = np.zeros(4)
    for card in range(1, CARDS + 1):
        if legal[CARD + card]:
            loss, strength = now(box, card, w, view), min(3, int(box.card_strength[card]))
            if effect_of(box, card) == Effect.COIN:
                if coin_loss[strength] == 0.0:
                    money = strength * view[FACTOR]
                    view[COINS] -= money
                    coin_loss[strength] = 0.01 + value - plan(offices, workers, view, worth, -1)[0]
                    view[COINS] += money
                loss = coin_loss[strength]
            gain = stakes * chance_first(table, seat, card) - loss
            if gain > best:
                best, action = gain, CARD + card
    return action


@rule
def chance_first(table, seat, card):
    """The part of the others' cards that are lower."""
    lower, number = 0.0, 0.001
    for other in range(int(table.seats)):
        if other != seat:
            for rival in range(1, CARDS + 1):
                zone = int(table.zone[other, rival])
                if IN_DRAW <= zone <= KNOWN:
                    number += 1.0
                    lower += 1.0 if rival < card else 0.5 if rival == card else 0.0
    return lower / number


@rule
def most_missed(offices, workers, view, worth, value, mask):
    """What it costs to lose one office of the best plan."""
    most = 0.0
    for office in range(OFFICES):
        if mask >> office & 1:
            most = max(most, value - plan(offices, workers, view, worth, office)[0])
    return most


# --- Phase 2 -------------------------------------------------------------------------------------


@rule
def play_freely(box, table, seat, legal):
    """Cards and offices that draw, and cards for workers, whenever there are any; -1 if not."""
    for card in range(REDS + 1, CARDS + 1):
        if legal[CARD + card]:
            effect = effect_of(box, card)
            if effect == Effect.DRAW or effect == Effect.WORKER:
                return CARD + card
            if effect == Effect.EXTRA_OFFICE and table.fresh == 0:
                return CARD + card
    for office in range(OFFICES):
        if legal[OFFICE + office] and box.office_effect[office] == Effect.DRAW:
            return OFFICE + office
    return -1


@rule
def choose_turn(box, table, seat, legal, w, view, worth):
    action = play_for_more(box, table, seat, legal, w, view, worth)
    if action >= 0:
        return action
    if table.due > 0 and table.pool[seat] > 0:
        action = choose_office(box, table, seat, legal, w, view, worth)
        if action >= 0:
            return action
    return PASS if table.fresh == 0 else END_TURN


@rule
def play_for_more(box, table, seat, legal, w, view, worth):
    """The other cards and offices that do something in this phase, where it is worth it; -1 if none is."""
    for card in range(REDS + 1, CARDS + 1):
        if legal[CARD + card]:
            effect = effect_of(box, card)
            if effect == Effect.TRASH_FOR_WORKER:
                loss, other = least(box, table, seat, w, view, True)
                if other != card and loss < w.worker:
                    return CARD + card
            elif effect == Effect.DONATE:
                if table.pool[seat] == 0 and best_gift(box, table, seat, w, view, worth)[0] > 0.0:
                    return CARD + card
            elif effect == Effect.REUSE_WORKER:
                if worth_a_repeat(box, table, seat, w, view):
                    return CARD + card
            elif effect == Effect.COPY_CARD:
                if worth_a_copy(box, table, seat, w, view):
                    return CARD + card
    for office in range(OFFICES):
        if legal[OFFICE + office]:
            if box.office_effect[office] == Effect.SWAP:
                if least(box, table, seat, w, view, False)[0] < view[MEAN]:
                    return OFFICE + office
            elif worth_a_copy(box, table, seat, w, view):
                return OFFICE + office
    return -1


@rule
def least(box, table, seat, w, view, for_ever):
    """What it costs at least to do without a card of the hand, in this round or for ever, and the card."""
    best, found = -NOTHING, NO_CARD
    for card in range(1, CARDS + 1):
        if rules.common.in_hand(table, seat, card) and not table.kept[card]:
            loss = now_or_later(box, table, card, w, view)
            if for_ever:
                loss += lost(box, card, w, view)
            if loss < best:
                best, found = loss, card
    return best, found


@rule
def now_or_later(box, table, card, w, view):
    """A card's worth in this round; in the third phase purple and blue cards have none."""
    effect = effect_of(box, card)
    if table.stage != Phase.TURN and effect < Effect.COIN:
        return 0.0
    return now(box, card, w, view)


@rule
def best_gift(box, table, seat, w, view, worth):
    """The best coins to give for cards: what it brings, and the action."""
    best, action = 0.0, DONE
    keeps = bought(worth, view[BUYS], view[COINS])
    for option in range(CARD + 1, BUY):
        gift = 0
        if option < PLACE:
            if rules.common.in_hand(table, seat, option - CARD):
                gift = rules.actions.donation(box, option - CARD)
        elif option >= OFFICE and rules.common.is_upright(table, seat, option - OFFICE):
            gift = coins_of(box, option - OFFICE)
        value = gift * view[MEAN] + bought(worth, view[BUYS], view[COINS] - gift) - keeps
        if value > best:
            best, action = value, option
    return best, action


@rule
def effect_now(box, table, seat, effect, strength, w, view):
    """What an effect brings in the second phase."""
    if effect == Effect.DRAW:
        return strength * view[MEAN]
    if effect == Effect.WORKER:
        return w.worker * min(strength, int(box.recruits) - int(table.recruited[seat]))
    return SOMETHING if effect == Effect.SWAP or effect == Effect.EXTRA_OFFICE else 0.0


@rule
def again(box, table, option):
    """The effect of a card or an office to use once more, by the action that names it."""
    if option >= OFFICE:
        return int(box.office_effect[option - OFFICE]), int(box.office_strength[option - OFFICE])
    card = rules.effects.original(box, table, option - CARD)
    return effect_of(box, card), int(box.card_strength[card])


@rule
def best_again(box, table, seat, w, view, first, past):
    """What the best card in play, or office of one's own, would bring once more in the second phase."""
    best = 0.0
    for option in range(first, past):
        if option >= OFFICE:
            usable = int(table.worker[seat, option - OFFICE]) in (STANDING, LYING)
        else:
            usable = rules.common.in_play(table, seat, option - CARD)
        if usable:
            effect, strength = again(box, table, option)
            best = max(best, effect_now(box, table, seat, effect, strength, w, view))
    return best


@rule
def worth_a_repeat(box, table, seat, w, view):
    """Whether an office is worth more once more now than in the third phase."""
    return best_again(box, table, seat, w, view, OFFICE, BUY) > later_repeat(box, table, seat, w, view)


@rule
def worth_a_copy(box, table, seat, w, view):
    """The same of a card."""
    return best_again(box, table, seat, w, view, CARD + 1, PLACE) > later_copy(box, table, seat, w, view)


@rule
def later_repeat(box, table, seat, w, view):
    """What the best office of one's own would bring once more in the third phase."""
    best = w.reuse_worker if table.pool[seat] > 0 else 0.0
    for office in range(OFFICES):
        if rules.common.is_upright(table, seat, office):
            value = coins_of(box, office) * view[COIN_NOW]
            if box.office_effect[office] == Effect.VP:
                value = float(box.office_strength[office])
            elif buys_of(box, office) > 0:
                value = MORE_BUYS
            best = max(best, value)
    return best


@rule
def later_copy(box, table, seat, w, view):
    """The best card of the hand that may be used once more in the third phase."""
    best = 0.0
    for card in range(1, CARDS + 1):
        if rules.common.in_hand(table, seat, card):
            effect = effect_of(box, card)
            if rules.common.counts_in_phase_3(effect):
                best = max(best, now(box, card, w, view))
    return best


# --- Offices -------------------------------------------------------------------------------------


@rule
def choose_office(box, table, seat, legal, w, view, worth):
    """The office of the best plan that it would miss most; -1 if there is none."""
    offices = np.zeros((OFFICES, 3))
    survey_offices(box, table, seat, w, view, offices, table.elbows > 0)
    workers = int(table.pool[seat])
    value, mask = plan(offices, workers, view, worth, -1)
    elbows = elbows_card(box, table, legal)
    if elbows != NO_CARD:
        survey_offices(box, table, seat, w, view, offices, True)
        if plan(offices, workers, view, worth, -1)[0] > value + ELBOWS_GAIN:
            return CARD + elbows
        survey_offices(box, table, seat, w, view, offices, False)
    best, action = NOTHING, -1
    for office in range(OFFICES):
        if mask >> office & 1 and legal[PLACE + office]:
            loss = 0.0
            if workers > 1:
                loss = value - plan(offices, workers, view, worth, office)[0]
            if table.crowd[office] > 0:
                loss += LAPSING
            if loss > best:
                best, action = loss, PLACE + office
    if action < 0:
        for office in range(OFFICES):
            if legal[PLACE + office]:
                return PLACE + office
    return action


@rule
def elbows_card(box, table, legal):
    for card in range(REDS + 1, CARDS + 1):
        if legal[CARD + card] and effect_of(box, card) == Effect.ELBOWS:
            return card
    return NO_CARD


@rule
def survey_offices(box, table, seat, w, view, offices, taken):
    """For each office purchases, coins, and all else it brings; nothing at all where it cannot be had."""
    for office in range(OFFICES):
        offices[office, 0] = -1.0
        if table.open[office] and table.worker[seat, office] == NO_WORKER:
            if taken or table.crowd[office] == 0:
                offices[office, 0] = buys_of(box, office)
                offices[office, 1] = coins_of(box, office)
                offices[office, 2] = office_worth(box, table, seat, office, w, view)
                if box.office_effect[office] == Effect.TRASH_FOR_COIN:
                    offices[office, 1] = 1.0


@rule
def office_worth(box, table, seat, office, w, view):
    """What an office brings besides coins and purchases."""
    effect, strength = int(box.office_effect[office]), int(box.office_strength[office])
    value = w.token * view[TOKENS] * int(table.office_tokens[office])
    if effect == Effect.VP:
        return value + strength
    if effect == Effect.DRAW:
        return value + w.draw_office * strength * view[MEAN]
    if effect == Effect.SWAP:
        return value + swap_worth(box, table, seat, strength, w, view)
    if effect == Effect.BUY_SPECIAL:
        return value + w.special
    if effect == Effect.TRASH_FOR_COIN:
        return value - max(-MOST_TRASH, least(box, table, seat, w, view, True)[0])
    if effect == Effect.REUSE_CARD:
        best = best_again(box, table, seat, w, view, CARD + 1, PLACE)
        return value + max(best, later_copy(box, table, seat, w, view))
    return value


@rule
def swap_worth(box, table, seat, strength, w, view):
    """What it brings to swap so many of the hand's cards."""
    first, second, third = 0.0, 0.0, 0.0
    for card in range(1, CARDS + 1):
        if rules.common.in_hand(table, seat, card):
            value = view[MEAN] - now(box, card, w, view)
            if value > first:
                first, second, third = value, first, second
            elif value > second:
                second, third = value, second
            elif value > third:
                third = value
    return first + second + (third if strength > 2 else 0.0)


@rule
def plan(offices, workers, view, worth, without):
    """The best offices for so many workers: what they bring, and a bit for each of them."""
    workers = min(workers, PLAN_WORKERS)
    value = np.full((PLAN_WORKERS + 1, MOST_BUYS + 1, PLAN_COINS + 1), NOTHING)
    masks = np.zeros((PLAN_WORKERS + 1, MOST_BUYS + 1, PLAN_COINS + 1), np.int64)
    value[0, 0, 0] = 0.0
    for office in range(OFFICES):
        if offices[office, 0] >= 0.0 and office != without:
            more_buys, more_coins, rest = int(offices[office, 0]), int(offices[office, 1]), offices[office, 2]
            for number in range(workers - 1, -1, -1):
                for buys in range(min(MOST_BUYS, 2 * number) + 1):
                    for money in range(min(PLAN_COINS, 3 * number) + 1):
                        total = value[number, buys, money] + rest
                        b, m = min(MOST_BUYS, buys + more_buys), min(PLAN_COINS, money + more_coins)
                        if total > max(value[number + 1, b, m], IMPOSSIBLE):
                            value[number + 1, b, m] = total
                            masks[number + 1, b, m] = masks[number, buys, money] | 1 << office
    best, mask = NOTHING, 0
    for number in range(workers + 1):
        for buys in range(MOST_BUYS + 1):
            for money in range(PLAN_COINS + 1):
                total = value[number, buys, money]
                if total > IMPOSSIBLE:
                    total += bought(worth, view[BUYS] + buys, view[COINS] + money * view[FACTOR])
                    if total > best:
                        best, mask = total, masks[number, buys, money]
    return best, mask


# --- Phase 3 -------------------------------------------------------------------------------------


@rule
def choose_in_hand(box, table, seat, legal, w, view, worth):
    """Trash what is bad, keep what is of no use now."""
    for office in range(OFFICES):
        if legal[OFFICE + office] and box.office_effect[office] == Effect.TRASH_FOR_COIN:
            if trash_gain(box, table, seat, w, view, worth)[0] > 0.0:
                return OFFICE + office
    for card in range(REDS + 1, CARDS + 1):
        if legal[CARD + card] and effect_of(box, card) == Effect.KEEP:
            if card_to_keep(box, table, seat, w, view) != NO_CARD:
                return CARD + card
    return DONE


@rule
def trash_gain(box, table, seat, w, view, worth):
    """What it brings to trash the worst card for a coin, and the card."""
    loss, card = least(box, table, seat, w, view, True)
    more = bought(worth, view[BUYS], view[COINS] + view[FACTOR]) - bought(worth, view[BUYS], view[COINS])
    return more - loss, card


@rule
def card_to_keep(box, table, seat, w, view):
    """A card of the hand that can do nothing more in this round, but in the next."""
    if view[LEFT] < SOON:
        return NO_CARD
    for card in range(REDS + 1, CARDS + 1):
        if rules.common.in_hand(table, seat, card) and not table.kept[card]:
            if effect_of(box, card) < Effect.COIN:
                return card
    return NO_CARD


@rule
def choose_at_table(box, table, seat, legal, w, view, worth):
    """What gives more first, then coin or points, then purchases."""
    for action in range(CARD + 1, BUY):
        if legal[action]:
            return action
    if legal[say.COIN]:
        more = bought(worth, view[BUYS], view[COINS] + view[FACTOR]) - bought(worth, view[BUYS], view[COINS])
        return say.COIN if more > int(box.charity_vp) else say.VP
    return choose_purchase(box, table, seat, legal, w, view, worth)


@rule
def choose_purchase(box, table, seat, legal, w, view, worth):
    """The first of the best purchases; doctorates come last."""
    best, action, reds = 1e-6, DONE, 0
    money, buys = coins(table), int(view[BUYS])
    for space in range(STREET):
        card = int(table.street[space])
        if legal[BUY + space] and card < DOCTORATE:
            value = purchase(box, table, space, reds, w, view)
            value += bought(
                worth, min(buys, MOST_BUYS) - 1, money - int(rules.purchases.price_of(box, table, space))
            )
            if value > best:
                best, action = value, BUY + space
        reds += NO_CARD < card <= REDS
    for space in range(STREET):
        if legal[BUY + space] and table.street[space] == DOCTORATE:
            value = (
                money - int(rules.purchases.price_of(box, table, space)) + ending_worth(box, table, seat, w)
            )
            if value > best + 1e-6:
                best, action = value, BUY + space
    return action


@rule
def choose_target(box, table, seat, legal, w, view, worth):
    """The card or office for what it has begun."""
    phase = int(table.phase)
    if table.left == 0 and legal[DONE] and phase in (Phase.SWAP, Phase.TRASH_FOR_COIN):
        return DONE
    if phase == Phase.SWAP:
        value, card = least(box, table, seat, w, view, False)
        return CARD + card if value < view[MEAN] else DONE
    if phase == Phase.TRASH_FOR_WORKER:
        return CARD + least(box, table, seat, w, view, True)[1]
    if phase == Phase.DONATE:
        return best_gift(box, table, seat, w, view, worth)[1]
    if phase == Phase.TRASH_FOR_COIN:
        gain, card = trash_gain(box, table, seat, w, view, worth)
        return CARD + card if gain > 0.0 else DONE
    if phase == Phase.KEEP:
        card = card_to_keep(box, table, seat, w, view)
        return DONE if card == NO_CARD else CARD + card
    if phase == Phase.DRAW:
        return say.DRAW if legal[say.DRAW] else DONE
    return choose_to_repeat(box, table, seat, legal, w, view, worth)


@rule
def choose_to_repeat(box, table, seat, legal, w, view, worth):
    """The card or office that is worth most once more."""
    best, action = NOTHING, -1
    for option in range(CARD + 1, BUY):
        if legal[option]:
            effect, strength = again(box, table, option)
            if table.stage == Phase.TURN:
                value = effect_now(box, table, seat, effect, strength, w, view)
            else:
                value = effect_later(box, table, seat, effect, strength, w, view, worth)
            if value > best:
                best, action = value, option
    return action


@rule
def effect_later(box, table, seat, effect, strength, w, view, worth):
    """What an effect brings at the table."""
    here = bought(worth, view[BUYS], view[COINS])
    if effect == Effect.VP:
        return float(strength)
    if effect == Effect.COIN:
        more = strength * (1.0 if table.undoubled else view[FACTOR])
        return bought(worth, view[BUYS], view[COINS] + more) - here
    if effect == Effect.DOUBLE_COINS:
        more = int(table.coins) if table.doublings < 2 else 0
        return bought(worth, view[BUYS], view[COINS] + more) - here
    if effect == Effect.DOUBLE_TOKENS:
        return float(table.tokens[seat]) if table.token_doublings < 2 else 0.0
    if effect == Effect.COIN_OR_VP:
        return max(float(box.charity_vp), bought(worth, view[BUYS], view[COINS] + 1.0) - here)
    if effect == Effect.BUY:
        return bought(worth, view[BUYS] + strength, view[COINS]) - here
    if effect == Effect.BUY_SPECIAL:
        return bought(worth, view[BUYS] + 1.0, view[COINS]) - here + w.special
    return SOMETHING if effect >= Effect.REUSE_CARD else 0.0
