"""Ties."""

from ....envs.core.engine.compile import rule
from ....envs.liberte import rules
from ....envs.liberte.box import GENERAL, STRONGEST
from ....envs.liberte.table import COLOURS, NO_CARD, SHOWN, WHITE, Tie
from .prospect import worth
from .weights import CARD, CARD_COST, GENERAL_COST, LAST_COST, PASS, POINTS, TIE_DENIAL


@rule
def choose_for_tie(box, table, outlook, seat):
    """The cheapest card that wins, if the stake is worth it."""
    if table.tie == Tie.GOVERNMENT or table.tie == Tie.OPPOSITION:
        return choose_faction(box, table, seat)
    before, after = best_chosen(box, table), best_to_come(box, table)
    stake = tie_stake(box, table, outlook, seat)
    best, action = 0.0, PASS
    for at in range(SHOWN):
        card = int(table.display[seat, at])
        if card != NO_CARD and rules.breaking_ties.is_suitable(box, table, seat, card):
            value, part = int(box.card_value[card]), 0.0
            if value > max(before, after):
                part = 1.0
            elif value == max(before, after):
                part = TIE_DENIAL
            net = part * stake - spending(box, table, card)
            if net > best:
                best, action = net, CARD + card
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
    """The value of the best card that those who choose later can show."""
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
def spending(box, table, card):
    """What it costs to lose a card of the display."""
    cost = CARD_COST[int(box.card_value[card])]
    if box.card_silhouette[card] == GENERAL:
        cost += GENERAL_COST
    return cost * LAST_COST if table.turn == box.turns else cost


@rule
def tie_stake(box, table, outlook, seat):
    """How much more winning the tie is worth than losing it, in victory points."""
    if table.tie == Tie.BATTLE:
        return float(box.battle_vp[int(table.turn) - 1])
    if table.tie == Tie.FIRST:
        return float(int(box.first_vp) - int(box.second_vp))
    if table.tie == Tie.SECOND:
        return float(box.second_vp)
    if table.tie == Tie.OPPOSITION_FIRST:
        return float(box.opposition_vp)
    rivals, loss = 0, 0.0
    for other in range(int(table.seats)):
        if other != seat and table.contender[other]:
            loss += worth_of_province(box, table, outlook, seat, other)
            rivals += 1
    return worth_of_province(box, table, outlook, seat, seat) - loss / rivals


@rule
def worth_of_province(box, table, outlook, seat, winner):
    """What it is worth if a player wins the tie of the current province."""
    province, after = rules.provinces.province_voting(box, table), outlook.copy()
    colour = int(table.colour[province, winner])
    after[colour, winner] += int(table.height[province, winner]) if province == box.paris else 1
    if table.turn >= box.province_vp_from:
        after[POINTS, winner] += int(box.province_vp[province])
    return worth(box, table, after, seat)


@rule
def choose_faction(box, table, seat):
    """The cheapest card that puts ahead the tied faction that pays most."""
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
            net = most - pays - spending(box, table, card)
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
