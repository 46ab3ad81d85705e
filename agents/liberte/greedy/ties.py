"""Ties."""

from ....envs.core.engine.compile import rule
from ....envs.liberte import rules
from ....envs.liberte.box import STRONGEST
from ....envs.liberte.table import COLOURS, NO_CARD, SHOWN, WHITE, Tie
from .outlook import survey
from .playing import card_cost
from .prices import set_prices
from .stacks import win_worth
from .weights import CARD, NOTHING, PASS


@rule
def choose_for_tie(box, table, seat, weights):
    """The cheapest card that wins, if the stake is worth it."""
    if table.tie == Tie.GOVERNMENT or table.tie == Tie.OPPOSITION:
        return choose_faction(box, table, seat, weights)
    rival = max(best_chosen(box, table), best_to_come(box, table))
    cheapest, least, level = NO_CARD, -NOTHING, NO_CARD
    for at in range(SHOWN):
        card = int(table.display[seat, at])
        if card == NO_CARD or not rules.breaking_ties.is_suitable(box, table, seat, card):
            continue
        if box.card_value[card] == rival:
            level = card
        elif box.card_value[card] > rival and spending(box, table, card, weights) < least:
            cheapest, least = card, spending(box, table, card, weights)
    if cheapest == NO_CARD and level == NO_CARD:
        return PASS
    stake = tie_stake(box, table, seat, weights)
    best, action = 0.0, PASS
    if cheapest != NO_CARD and stake > least:
        best, action = stake - least, CARD + cheapest
    if level != NO_CARD and weights.tie_denial * stake - spending(box, table, level, weights) > best:
        action = CARD + level
    return action


@rule
def best_chosen(box, table):
    """The value of the best card chosen in this round of the tie."""
    best = 0
    for seat in range(int(table.seats)):
        best = max(best, int(box.card_value[int(table.chosen[seat])]))
    return best


@rule
def best_to_come(box, table):
    """The value of the best card that later seats can choose."""
    best = 0
    for place in range(int(table.tie_place) + 1, int(table.seats)):
        seat = int(table.order[place])
        for at in range(SHOWN):
            card = int(table.display[seat, at])
            if (
                table.contender[seat]
                and card != NO_CARD
                and rules.breaking_ties.is_suitable(box, table, seat, card)
            ):
                best = max(best, int(box.card_value[card]))
    return best


@rule
def spending(box, table, card, weights):
    """What losing a displayed card costs."""
    cost = card_cost(box, card, weights)
    return cost * weights.last_cost if table.turn == box.turns else cost


@rule
def tie_stake(box, table, seat, weights):
    """How much more winning the tie is worth than losing it, in victory points."""
    if table.tie == Tie.BATTLE:
        return float(box.battle_vp[int(table.turn) - 1])
    if table.tie == Tie.FIRST:
        return float(int(box.first_vp) - int(box.second_vp))
    if table.tie == Tie.SECOND:
        return float(box.second_vp)
    if table.tie == Tie.OPPOSITION_FIRST:
        return float(box.opposition_vp)
    outlook = survey(box, table, seat, weights)
    set_prices(box, table, outlook, seat, weights)
    rivals, loss = 0, 0.0
    for other in range(int(table.seats)):
        if other != seat and table.contender[other]:
            loss += worth_of_province(box, table, outlook, other)
            rivals += 1
    return worth_of_province(box, table, outlook, seat) - loss / rivals


@rule
def worth_of_province(box, table, outlook, winner):
    """What it is worth if `winner` wins the tie of the current province."""
    province = rules.provinces.province_voting(box, table)
    height, colour = int(table.height[province, winner]), int(table.colour[province, winner])
    prize = int(box.province_vp[province]) if table.turn >= box.province_vp_from else 0
    return win_worth(box, outlook, int(table.seats), province, winner, height, colour, prize)


@rule
def choose_faction(box, table, seat, weights):
    """The cheapest card that puts the best-paying tied faction ahead."""
    favourite, most, ahead, pays = 0, 0.0, 0, 0.0
    for colour in range(WHITE, COLOURS):
        if table.tied_colour[colour]:
            value = faction_pay(box, table, seat, colour)
            if value > most:
                most, favourite = value, colour
            if table.strength[colour] >= table.strength[ahead]:
                ahead, pays = colour, value
    if favourite == 0 or favourite == ahead:
        return PASS
    needed = int(table.strength[ahead])
    if box.faction_ties != STRONGEST:
        needed -= int(table.strength[favourite])
    best, action = 0.0, PASS
    for at in range(SHOWN):
        card = int(table.display[seat, at])
        if box.card_colour[card] == favourite and box.card_value[card] > needed:
            net = most - pays - spending(box, table, card, weights)
            if net > best:
                best, action = net, CARD + card
    return action


@rule
def faction_pay(box, table, seat, colour):
    """What a seat gets for its blocks if a faction wins the tie."""
    own, more, level = int(table.collected[colour, seat]), 0, 0
    for other in range(int(table.seats)):
        if other != seat:
            more += table.collected[colour, other] > own
            level += table.collected[colour, other] == own
    governs = table.tie == Tie.GOVERNMENT
    if own == 0 or more > (1 if governs else 0):
        return 0.0
    first = int(box.first_vp) if governs else int(box.opposition_vp)
    return (first if more == 0 else int(box.second_vp)) / (1.0 + 0.5 * level)
