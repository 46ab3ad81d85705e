"""A region: votes, who wins it, what it pays."""

import math

import numpy as np

from ....envs.core.engine.compile import rule
from ....envs.core.engine.game import NOBODY
from ....envs.die_macher.rules.coalitions import partner_of
from ....envs.die_macher.rules.common import places_to
from ....envs.die_macher.table import KINDS, MOST_VOTES, SEATS
from .weights import FIRST, MARKER, MEDIA, MEETINGS, SECOND, SPREAD, START, VOTES, WORTH


@rule
def logistic(x):
    """The logistic function, cut off where it would overflow."""
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, x))))


@rule
def capped(votes):
    """Votes, but no more than a region's track has room for."""
    return min(float(MOST_VOTES), votes)


@rule
def partner_in(table, region, party):
    """The partner in the coalition of a region, or nobody."""
    return partner_of(table, party) if region == 0 else NOBODY


@rule
def goes_ahead(table, me, other, region):
    """The chance to place above another party when both reach the end of the vote track."""
    if table.votes[region, other] == MOST_VOTES:
        if table.votes[region, me.seat] < MOST_VOTES:
            return 1.0
        return 1.0 if table.arrival[region, me.seat] > table.arrival[region, other] else 0.0
    if table.votes[region, me.seat] == MOST_VOTES:
        return 0.0
    if region > 0 or me.seen.own[START] < 0.0:
        return 0.5
    start = int(me.seen.own[START])
    return 1.0 if places_to(table, start, me.seat) > places_to(table, start, other) else 0.0


@rule
def prospects(table, me, region):
    """The chances to win a region alone, and to lose it narrowly."""
    votes, spread = me.seen.plan[region, me.seat, VOTES], me.seen.land[region, SPREAD]
    full = logistic((votes - MOST_VOTES + 0.5) / spread)
    win, nose = 1.0, 0.0
    for other in range(int(table.seats)):
        if other != me.seat:
            theirs = me.seen.plan[region, other, VOTES]
            other_full = logistic((theirs - MOST_VOTES + 0.5) / spread)
            level = full * other_full
            ahead = goes_ahead(table, me, other, region)
            beats = full * (1.0 - other_full) + level * ahead
            beats += (1.0 - full) * (1.0 - other_full) * logistic((votes - theirs) / spread)
            nose = nose * beats + win * level * (1.0 - ahead)
            win *= beats
    return win, nose


@rule
def side_prospects(table, me, partner, region):
    """The chance to win a region that has coalitions, with a partner or alone."""
    votes = capped(me.seen.plan[region, me.seat, VOTES])
    if partner != NOBODY:
        votes += capped(me.seen.plan[region, partner, VOTES])
    win = 1.0
    for other in range(int(table.seats)):
        if other != me.seat and other != partner:
            theirs, ally = capped(me.seen.plan[region, other, VOTES]), partner_in(table, region, other)
            if ally != NOBODY and ally != me.seat and ally != partner:
                theirs += capped(me.seen.plan[region, ally, VOTES])
                if other < ally:
                    continue
            win *= logistic((votes - theirs) / me.seen.land[region, SPREAD])
    return win


@rule
def has_coalition(table, region):
    """Whether any two parties form a coalition in a region."""
    for party in range(int(table.seats)):
        if partner_in(table, region, party) != NOBODY:
            return True
    return False


@rule
def prize(table, me, region):
    """What winning a region is worth, times the chance of it."""
    media = me.seen.land[region, MEDIA] * me.seen.land[region, MARKER]
    if region == 0 and has_coalition(table, region):
        partner = partner_in(table, region, me.seat)
        second = me.seen.land[region, SECOND] if partner == NOBODY else 0.0
        chance = side_prospects(table, me, partner, region)
        return chance * (media + me.seen.land[region, FIRST] + second)
    win, nose = prospects(table, me, region)
    return (win + nose) * media + win * (me.seen.land[region, FIRST] + me.seen.land[region, SECOND])


@rule
def region_value(table, me, region):
    """The expected worth of a region: own seats, less those of others, and the prize."""
    spread = me.seen.land[region, SPREAD]
    room = (MOST_VOTES - me.seen.plan[region, me.seat, VOTES]) / spread
    short = spread * (math.log(1.0 + math.exp(room)) if room < 30.0 else room)
    value = me.seen.land[region, WORTH] * (MOST_VOTES - short)
    for other in range(int(table.seats)):
        if other != me.seat:
            value -= me.w.rival * me.seen.land[region, WORTH] * capped(me.seen.plan[region, other, VOTES])
    return value + prize(table, me, region)


@rule
def value_with(table, me, region, party, votes):
    """The expected worth of a region if a party had `votes` more votes there."""
    me.seen.plan[region, party, VOTES] += votes
    value = region_value(table, me, region)
    me.seen.plan[region, party, VOTES] -= votes
    return value


@rule
def shift(table, me, region, party, votes):
    """What `votes` more votes for a party in a region are worth."""
    before = region_value(table, me, region)
    return value_with(table, me, region, party, votes) - before


@rule
def slope(table, me, region, party):
    """What raising a party's factor by one is worth."""
    return shift(table, me, region, party, me.seen.plan[region, party, MEETINGS])


@rule
def find_slopes(table, me, region):
    """What raising a party's factor by one in a region is worth, for each party."""
    slopes = np.zeros(SEATS)
    before = region_value(table, me, region)
    for party in range(int(table.seats)):
        slopes[party] = value_with(table, me, region, party, me.seen.plan[region, party, MEETINGS]) - before
    return slopes


@rule
def rate_opinions(table, slopes):
    """What having an opinion in a region is worth, for each kind."""
    rates = np.zeros(KINDS)
    for party in range(int(table.seats)):
        for kind in range(KINDS):
            stand = int(table.programme[party, kind]) - int(table.programme[party, kind ^ 1])
            rates[kind] += slopes[party] * stand
    return rates
