"""The shadow cabinet."""

import numpy as np

from ....envs.core.engine.compile import rule
from ....envs.core.engine.game import NOBODY
from ....envs.die_macher import actions as say
from ....envs.die_macher.rules.common import elections, places_to
from ....envs.die_macher.rules.shadow_cabinet import is_laid, price_of_lobby
from ....envs.die_macher.table import CABINET, KINDS, MOST_TREND, NO_CARD, REGIONS, Lobby, Phase
from .coalitions import tile_worth
from .media import media_gain
from .money import cost
from .region import find_slopes, rate_opinions, region_value, shift, value_with
from .weights import KIND, LATER, LOBBY_ACTIONS, MEETINGS, NOTHING, PASS, YES


@rule
def choose_card(box, table, me):
    """Assign cards to the remaining regions; return the one for this region."""
    regions = int(table.regions)
    values = np.full((REGIONS, CABINET + 1), NOTHING)
    cash = float(table.cash[me.seat]) - price_of_lobby(box, table, me.seat)
    if not can_lay(box, table, me.seat, cash):
        return PASS
    for region in range(int(table.region), regions):
        rate_cards(box, table, me, region, cash, values[region])
    used = np.zeros(CABINET + 1)
    while True:
        best, where, found = 0.0, -1, 0
        for region in range(int(table.region), regions):
            for card in range(1, CABINET + 1):
                price = float(box.cabinet_price[card])
                if used[card] == 0.0 and values[region, card] > 0.0 and price <= cash:
                    value = values[region, card] - cost(box, table, me, cash, price)
                    if value > best:
                        best, where, found = value, region, card
        if where < 0:
            return PASS
        if where == table.region:
            return say.CARD + found
        cash -= int(box.cabinet_price[found])
        used[found] = 1.0
        for card in range(1, CABINET + 1):
            values[where, card] = NOTHING


@rule
def can_lay(box, table, seat, cash):
    """Whether a seat has a card left that it can afford."""
    for card in range(1, CABINET + 1):
        if table.cabinet[seat, card] and box.cabinet_price[card] <= cash and not is_laid(table, seat, card):
            return True
    return False


@rule
def rate_cards(box, table, me, region, cash, values):
    """What each affordable card would bring in a region, minus its worth later."""
    slopes = find_slopes(table, me, region)
    doubler = best_doubler(table, region, rate_opinions(table, slopes))[0]
    before = region_value(table, me, region)
    left = min(LATER, elections(box) - 1 - int(table.round_number))
    later = me.w.keep * left / LATER
    tile = tile_worth(box, table, me, region)
    for card in range(1, CABINET + 1):
        price = int(box.cabinet_price[card])
        if table.cabinet[me.seat, card] and price <= cash and not is_laid(table, me.seat, card):
            up = min(int(box.cabinet_up[card]), MOST_TREND - int(table.trend[region, me.seat]))
            votes, more = float(box.cabinet_votes[card]), up * me.seen.plan[region, me.seat, MEETINGS]
            best = max(0.0, value_with(table, me, region, me.seat, max(votes, more)) - before)
            if box.cabinet_down[card]:
                down = int(box.cabinet_down[card])
                best = max(best, me.w.attack * best_victim(box, table, me.seat, region, down, slopes)[0])
            if box.cabinet_doubler[card]:
                best = max(best, doubler)
            if box.cabinet_phone[card]:
                best += tile
            values[card] = best - later * price


@rule
def lobby_gain(box, table, me, region, card, doing, slopes, rates):
    """What an action of a card brings."""
    if doing == Lobby.VOTES:
        votes = float(box.cabinet_votes[card])
        return shift(table, me, region, me.seat, votes)
    if doing == Lobby.TREND_UP:
        up = min(int(box.cabinet_up[card]), MOST_TREND - int(table.trend[region, me.seat]))
        votes = up * me.seen.plan[region, me.seat, MEETINGS]
        return shift(table, me, region, me.seat, votes)
    if doing == Lobby.TREND_DOWN:
        return me.w.attack * best_victim(box, table, me.seat, region, int(box.cabinet_down[card]), slopes)[0]
    if doing == Lobby.DOUBLER and box.cabinet_doubler[card]:
        return best_doubler(table, region, rates)[0]
    return 0.0


@rule
def best_victim(box, table, seat, region, down, slopes):
    """Whose trend to push down, and what that brings."""
    best, found = 0.0, NOBODY
    for other in range(int(table.seats)):
        spaces = min(down, int(table.trend[region, other]) + MOST_TREND)
        if other != seat and -slopes[other] * spaces > best:
            best, found = -slopes[other] * spaces, other
    return best, found


@rule
def best_doubler(table, region, rates):
    """The opinion to lay a doubler on or take one off, and what that brings."""
    best, found = 0.0, NO_CARD
    for kind in range(KINDS):
        opinion = int(table.opinion[region, kind])
        if opinion == 2 or (opinion == 1 and table.doublers > 0):
            value = rates[kind] if opinion == 1 else -rates[kind]
            if value > best:
                best, found = value, kind
    return best, found


@rule
def choose_lobby(box, table, me, legal):
    """The action of the card laid here, and its target."""
    region, phase = int(table.region), int(table.phase)
    card = int(table.lobby[region, me.seat])
    if phase == Phase.TELEPHONE:
        return YES if tile_worth(box, table, me, region) >= 0.0 else PASS
    slopes = find_slopes(table, me, region)
    rates = rate_opinions(table, slopes)
    if phase == Phase.LOBBY_OPINION:
        return KIND + best_doubler(table, region, rates)[1]
    if phase == Phase.LOBBY_PLAYER:
        if table.acting == Lobby.MEDIA + 1:
            return say.PLAYER + places_to(table, me.seat, strongest_media(table, me.seat, region))
        down = int(box.cabinet_down[card])
        return say.PLAYER + places_to(
            table, me.seat, best_victim(box, table, me.seat, region, down, slopes)[1]
        )
    best, action = 0.0, PASS
    for doing in range(LOBBY_ACTIONS):
        if legal[say.LOBBY + doing]:
            if doing == Lobby.MEDIA:
                gain = takeover_gain(box, table, me, region)
            else:
                gain = lobby_gain(box, table, me, region, card, doing, slopes, rates)
            if gain > best:
                best, action = gain, say.LOBBY + doing
    return action


@rule
def strongest_media(table, seat, region):
    """The other party with most media markers in a region."""
    best, found = 0, (seat + 1) % int(table.seats)
    for other in range(int(table.seats)):
        if other != seat and table.media[region, other] > best:
            best, found = int(table.media[region, other]), other
    return found


@rule
def takeover_gain(box, table, me, region):
    """What replacing another's marker brings."""
    other = strongest_media(table, me.seat, region)
    value = media_gain(box, table, me, region, other)
    return value - cost(box, table, me, float(table.cash[me.seat]), 2.0 * int(box.media_price))
