"""A region: who wins it, its expected worth, and what more votes change."""

import math

from ....envs.core.engine.compile import rule
from ....envs.die_macher.table import KINDS, MOST_VOTES
from ..greedy.region import capped
from ..greedy.weights import FIRST, MARKER, MEDIA, MEETINGS, SECOND, SPREAD, VOTES, WORTH

BEND = 2.0  # spreads per unit of the logistic function


@rule
def prize(me, region):
    """What winning a region is worth."""
    land = me.seen.land[region]
    return land[MEDIA] * land[MARKER] + land[FIRST] + land[SECOND]


@rule
def chance_to_win(table, me, region, votes):
    """The chance to win a region with `votes`, from the leads over each other party."""
    bend, own, win = BEND * me.seen.land[region, SPREAD], capped(votes), 1.0
    for other in range(int(table.seats)):
        if other != me.seat:
            lead = own - capped(me.seen.plan[region, other, VOTES])
            win *= 0.5 + 0.5 * lead / math.sqrt(lead * lead + bend * bend)
    return win


@rule
def promise(table, me, region, votes):
    """The expected worth of a region with `votes`: seats and the prize."""
    bend, room = BEND * me.seen.land[region, SPREAD], MOST_VOTES - votes
    short = 0.5 * (math.sqrt(room * room + bend * bend) - room)
    seats = me.seen.land[region, WORTH] * (votes - short)
    return seats + prize(me, region) * chance_to_win(table, me, region, votes)


@rule
def gain(table, me, region, votes):
    """What `votes` votes more in a region are worth."""
    now = me.seen.plan[region, me.seat, VOTES]
    return promise(table, me, region, now + votes) - promise(table, me, region, now)


@rule
def find_slopes(table, me, region):
    """What raising a party's factor by one in a region is worth, for each party."""
    slopes, plan, land = me.seen.slopes, me.seen.plan[region], me.seen.land[region]
    bend, own = BEND * land[SPREAD], capped(plan[me.seat, VOTES])
    lost = prize(me, region) * chance_to_win(table, me, region, own)
    for other in range(int(table.seats)):
        theirs = plan[other, VOTES]
        slopes[other] = 0.0
        if other == me.seat:
            slopes[other] = gain(table, me, region, plan[other, MEETINGS])
        elif theirs < MOST_VOTES:
            lead = own - theirs
            near = 1.0 / math.sqrt(lead * lead + bend * bend)
            steep = bend * bend * near * near * near / (1.0 + lead * near)
            slopes[other] = -plan[other, MEETINGS] * (me.w.rival * land[WORTH] + lost * steep)
    return slopes


@rule
def rate_opinions(table, me, region):
    """What having an opinion in a region is worth, for each kind."""
    slopes, rates = find_slopes(table, me, region), me.seen.rates
    for kind in range(0, KINDS, 2):
        rates[kind] = 0.0
        for party in range(int(table.seats)):
            stand = int(table.programme[party, kind]) - int(table.programme[party, kind + 1])
            rates[kind] += slopes[party] * stand
        rates[kind + 1] = -rates[kind]
    return rates
