"""The programme."""

import numpy as np

from ....envs.core.engine.compile import rule
from ....envs.die_macher.rules.common import elections
from ....envs.die_macher.table import KINDS, NATIONAL, NO_CARD, Phase
from .expectations import space_worth
from .money import round_now
from .region import slope
from .weights import KIND, MEMBER, NOTHING, PASS


@rule
def rate_programme(box, table, me):
    """What each stand is worth in the programme, in the regions and on the national board."""
    rates = np.zeros(KINDS)
    for region in range(int(table.regions)):
        value = slope(table, me, region, me.seat)
        for kind in range(KINDS):
            rates[kind] += value * int(table.opinion[region, kind])
            rates[kind] -= value * int(table.opinion[region, kind ^ 1])
    rate_on_board(box, table, me, rates)
    return rates


@rule
def rate_on_board(box, table, me, rates):
    """Add what each stand is worth on the national board."""
    recruits = elections(box) - round_now(table) + 1
    for space in range(NATIONAL):
        kind = int(table.national[space])
        if kind != NO_CARD:
            value = space_worth(box, space, recruits, me.seen.own[MEMBER])
            if table.secured[space]:
                value += int(box.secured_points)
            else:
                value *= me.w.lasting
            rates[kind] += value


@rule
def worst_card(table, seat, new, rates):
    """The open card to give up for a new one: its opposite, otherwise the least valuable."""
    if table.programme[seat, new ^ 1]:
        return new ^ 1
    best, found = -NOTHING, 0
    for kind in range(KINDS):
        if table.programme[seat, kind] and rates[kind] < best:
            best, found = rates[kind], kind
    return found


@rule
def exchange_gain(table, seat, new, rates):
    """What a new card brings, minus the card that it replaces."""
    if table.programme[seat, new]:
        return 0.0
    return rates[new] - rates[worst_card(table, seat, new, rates)]


@rule
def choose_by_rates(table, me, legal, rates):
    """Discard hidden cards that bring little; exchange open ones for better ones."""
    if table.phase == Phase.OLD_CARD:
        return KIND + worst_card(table, me.seat, int(table.picked), rates)
    best, action = 0.0, PASS
    for kind in range(KINDS):
        if legal[KIND + kind]:
            gain = exchange_gain(table, me.seat, kind, rates)
            if table.phase == Phase.DISCARD:
                gain = me.w.discard - gain
            if gain > best:
                best, action = gain, KIND + kind
    return action
