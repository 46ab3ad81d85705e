"""The hand and the street: coins, purchases, and what they are worth."""

from ....envs.copycat import rules
from ....envs.copycat.box import effect_of
from ....envs.copycat.table import CARDS, DOCTORATE, NO_CARD, OFFICES, REDS, STREET, Effect, Phase
from ....envs.core.engine.compile import rule
from .deck import added, mean_of_pile, rounds_left, survey_deck
from .weights import (
    BUYS,
    COIN,
    COIN_NOW,
    COINS,
    FACTOR,
    LEFT,
    MEAN,
    MOST_BUYS,
    MOST_COIN,
    MOST_COINS,
    OWN_POINTS,
    THEIR_POINTS,
    TOKENS,
)

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
    """The coins left to spend, as far as the table of purchases goes."""
    return min(MOST_COINS - 1, int(rules.common.coins_left(table)))


@rule
def bought(worth, buys, money):
    """The worth of a number of purchases with a number of coins."""
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
    """What it is worth to end the game with this doctorate, if it ends."""
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
    """What one more coin brings this round."""
    buys = view[BUYS]
    if table.stage == Phase.TURN:
        buys = max(buys, 2.0)
    low, high = view[COINS] - 1.0, view[COINS] + 3.0
    slope = (bought(worth, buys, high) - bought(worth, buys, low)) / (high - low)
    return max(0.0, min(MOST_COIN, slope))
