"""The hand and the street: coins, purchases, and what they are worth."""

from ....envs.copycat import rules
from ....envs.copycat.box import effect_of
from ....envs.copycat.table import DOCTORATE, NO_CARD, OFFICES, REDS, STREET, Effect, Phase
from ....envs.core.engine.compile import rule
from . import weights as at
from .deck import added, mean_of_pile, now, rounds_left, survey_cards


@rule
def survey(box, table, seat, w, view, worth, held):
    """Fill in `seat`'s view of the round, and what coins and purchases are worth in it."""
    view[at.LEFT] = rounds_left(box, table, w)
    survey_cards(box, table, seat, w, view, held)
    survey_hand(box, table, seat, view, held)
    fill_worth(box, table, seat, w, view, worth)
    view[at.COIN_NOW] = coin_now(view, worth, table)
    view[at.MEAN] = mean_of_pile(view)
    for place in range(1, held[0] + 1):
        view[at.HAND + place] = now(box, held[place], w, view)


@rule
def survey_hand(box, table, seat, view, held):
    """Fill in the coins and purchases that are certain this round."""
    view[at.FACTOR] = 1.0
    view[at.TOKENS] = 1.0
    view[at.BUYS] = table.purchases
    if table.stage == Phase.TABLE:
        view[at.COINS] = rules.common.coins_left(table)
        view[at.FACTOR] += min(2, int(table.doublings))
        return
    view[at.COINS] = table.coins
    for place in range(1, held[0] + 1):
        effect = effect_of(box, held[place])
        if effect == Effect.COIN:
            view[at.COINS] += box.card_strength[held[place]]
        elif effect == Effect.DOUBLE_COINS:
            view[at.FACTOR] = min(3.0, view[at.FACTOR] + 1.0)
        elif effect == Effect.DOUBLE_TOKENS:
            view[at.TOKENS] = min(3.0, view[at.TOKENS] + 1.0)
    for office in range(OFFICES):
        if rules.common.is_upright(table, seat, office):
            view[at.COINS] += coins_of(box, office)
            view[at.BUYS] += buys_of(box, office)
    view[at.COINS] *= view[at.FACTOR]


@rule
def coins_of(box, office):
    """The coins that an office pays."""
    return int(box.office_strength[office]) if box.office_effect[office] == Effect.COIN else 0


@rule
def buys_of(box, office):
    """The purchases that an office allows."""
    effect = int(box.office_effect[office])
    if effect == Effect.BUY:
        return int(box.office_strength[office])
    return 1 if effect == Effect.BUY_SPECIAL else 0


@rule
def coins(table):
    """The coins left to spend, up to the size of the purchases table."""
    return min(at.MOST_COINS - 1, int(rules.common.coins_left(table)))


@rule
def bought(worth, view, buys, money):
    """The worth of `buys` purchases with `money` coins."""
    return worth[int(min(view[at.MOST], buys)), int(max(0.0, min(view[at.TOP], money)))]


@rule
def fill_worth(box, table, seat, w, view, worth):
    """Fill in the best worth for each number of purchases and coins."""
    reds, doctorate = 0, -1
    most = at.MOST_BUYS if table.stage == Phase.TURN else int(min(at.MOST_BUYS, view[at.BUYS] + 1))
    top = int(min(at.MOST_COINS - 1, view[at.COINS] + at.PLAN_COINS * view[at.FACTOR]))
    view[at.MOST], view[at.TOP] = most, top
    for space in range(STREET):
        card = int(table.street[space])
        if card == DOCTORATE and doctorate < 0:
            doctorate = space
        if REDS < card < DOCTORATE:
            price = int(rules.purchases.price_of(box, table, space))
            value = purchase(box, table, space, reds, w, view) if price <= top else 0.0
            if value > 0.0:
                for buys in range(most, 0, -1):
                    with_it, without = worth[buys, price : top + 1], worth[buys - 1]
                    for rest in range(len(with_it)):
                        with_it[rest] = max(with_it[rest], without[rest] + value)
        reds += NO_CARD < card <= REDS
    if doctorate >= 0:
        add_doctorate(box, table, seat, w, doctorate, view, worth)


@rule
def purchase(box, table, space, reds, w, view):
    """What the card on a space is worth, including the red cards to its left."""
    return added(box, int(table.street[space]), w, view) + reds * view[at.RED]


@rule
def add_doctorate(box, table, seat, w, space, view, worth):
    """Add a doctorate, for the coins left after all other purchases."""
    price, bonus = int(rules.purchases.price_of(box, table, space)), ending_worth(box, table, seat, w)
    for buys in range(int(view[at.MOST]), 0, -1):
        best = at.NOTHING
        for money in range(price + 1, int(view[at.TOP]) + 1):
            spent = money - price - 1
            best = max(best, worth[buys - 1, spent] - spent)
            worth[buys, money] = max(worth[buys, money], best + money - price + bonus)


@rule
def ending_worth(box, table, seat, w):
    """What it is worth to end the game with this doctorate, if it ends."""
    number, best = int(table.doctorates_left), 0.0
    for space in range(STREET):
        number += table.street[space] == DOCTORATE
    if number > 1 or table.round_number >= box.rounds:
        return 0.0
    own, after = int(table.vp[seat]) + int(table.tokens[seat]) + at.OWN_POINTS, False
    for place in range(int(table.seats)):
        other = int(table.order[place])
        if other == seat:
            after = True
        else:
            best = max(best, int(table.vp[other]) + (at.THEIR_POINTS if after else 0.0))
    return w.end if own > best else -w.end


@rule
def coin_now(view, worth, table):
    """What one more coin brings this round."""
    buys = view[at.BUYS]
    if table.stage == Phase.TURN:
        buys = max(buys, 2.0)
    low, high = view[at.COINS] - 1.0, view[at.COINS] + 3.0
    slope = (bought(worth, view, buys, high) - bought(worth, view, buys, low)) / (high - low)
    return max(0.0, min(at.MOST_COIN, slope))
