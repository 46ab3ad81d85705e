"""The shadow cabinet."""

from ....envs.core.engine.compile import rule
from ....envs.die_macher import actions as say
from ....envs.die_macher.rules.common import elections, places_to
from ....envs.die_macher.rules.shadow_cabinet import is_laid, price_of_lobby
from ....envs.die_macher.table import CABINET, MOST_TREND, Lobby, Phase
from ..greedy.money import cost
from ..greedy.shadow_cabinet import best_doubler, best_victim, can_lay, strongest_media
from ..greedy.weights import KIND, LATER, LOBBY_ACTIONS, MEETINGS, PASS, VOTES
from .media import media_gain
from .outlook import survey
from .region import find_slopes, gain, promise, rate_opinions


@rule
def choose_card(box, table, me):
    """The card whose votes here are worth most, minus its price and its worth later."""
    region, best, action = int(table.region), 0.0, PASS
    cash = float(table.cash[me.seat]) - price_of_lobby(box, table, me.seat)
    if not can_lay(box, table, me.seat, cash):
        return PASS
    survey(box, table, me, region, region + 1)
    now = me.seen.plan[region, me.seat, VOTES]
    promised = promise(table, me, region, now)
    later = me.w.keep * min(LATER, elections(box) - 1 - int(table.round_number)) / LATER
    for card in range(1, CABINET + 1):
        price = float(box.cabinet_price[card])
        if table.cabinet[me.seat, card] and price <= cash and not is_laid(table, me.seat, card):
            votes = max(float(box.cabinet_votes[card]), votes_up(box, table, me, region, card))
            value = promise(table, me, region, now + votes) - promised
            value -= later * price + cost(box, table, me, cash, price)
            if value > best:
                best, action = value, say.CARD + card
    return action


@rule
def votes_up(box, table, me, region, card):
    """The votes that a card brings by raising one's own trend."""
    up = min(int(box.cabinet_up[card]), MOST_TREND - int(table.trend[region, me.seat]))
    return up * me.seen.plan[region, me.seat, MEETINGS]


@rule
def choose_lobby(box, table, me, legal):
    """The action of the card laid here, and its target."""
    region, phase = int(table.region), int(table.phase)
    card = int(table.lobby[region, me.seat])
    if phase == Phase.LOBBY_PLAYER and table.acting == Lobby.MEDIA + 1:
        return say.PLAYER + places_to(table, me.seat, strongest_media(table, me.seat, region))
    survey(box, table, me, region, region + 1)
    if phase == Phase.LOBBY_OPINION:
        return KIND + best_doubler(table, region, rate_opinions(table, me, region))[1]
    if phase == Phase.LOBBY_PLAYER:
        return say.PLAYER + places_to(table, me.seat, find_victim(box, table, me, region, card)[1])
    best, action = 0.0, PASS
    for doing in range(LOBBY_ACTIONS):
        if legal[say.LOBBY + doing]:
            value = lobby_gain(box, table, me, region, card, doing)
            if value > best:
                best, action = value, say.LOBBY + doing
    return action


@rule
def find_victim(box, table, me, region, card):
    """What pushing down another party's trend with a card brings, and which party's."""
    down, slopes = int(box.cabinet_down[card]), find_slopes(table, me, region)
    return best_victim(box, table, me.seat, region, down, slopes)


@rule
def lobby_gain(box, table, me, region, card, doing):
    """What an action of a card brings."""
    if doing == Lobby.VOTES:
        return gain(table, me, region, float(box.cabinet_votes[card]))
    if doing == Lobby.TREND_UP:
        return gain(table, me, region, votes_up(box, table, me, region, card))
    if doing == Lobby.TREND_DOWN:
        return find_victim(box, table, me, region, card)[0]
    if doing == Lobby.DOUBLER:
        return best_doubler(table, region, rate_opinions(table, me, region))[0]
    value = media_gain(table, me, region, strongest_media(table, me.seat, region))
    return value - cost(box, table, me, float(table.cash[me.seat]), 2.0 * int(box.media_price))
