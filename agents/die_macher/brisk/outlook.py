"""The forecast of later regions: the greedy bot's, but for members, which count as today in all of them."""

from ....envs.core.engine.compile import rule
from ....envs.core.engine.game import NOBODY
from ....envs.die_macher.rules.common import elections
from ....envs.die_macher.table import KINDS, MOST_VOTES, NATIONAL, OPINIONS, Phase
from ..greedy.expectations import buys_left, space_worth, stands, survey_land
from ..greedy.money import member_worth, round_now
from ..greedy.weights import (
    ALL,
    FACTOR,
    FIRST,
    LEAST_FACTOR,
    MEETINGS,
    MEMBER,
    SECOND,
    START,
    VOTES,
)


@rule
def survey(box, table, me, first, last):
    """Fill in what `me` foresees of the regions from `first` to before `last`."""
    survey_members(box, table, me)
    best, next_best = free_spaces(table, me.seat)
    for region in range(first, last):
        fitting = find_factors(table, me, region)
        foresee(box, table, me, region)
        survey_land(box, table, me, region)
        survey_prize(box, table, me, region, best, next_best, fitting)


@rule
def survey_members(box, table, me):
    """Fill in what a member is worth; leave open who goes first."""
    me.seen.own[START] = NOBODY
    me.seen.own[MEMBER] = member_worth(box, table, me.w, round_now(table))


@rule
def free_spaces(table, seat):
    """The two best spaces of the national board still open to an own opinion."""
    best, next_best = NATIONAL, NATIONAL
    for space in range(NATIONAL - 1, -1, -1):
        if not table.secured[space] and not stands(table, seat, space):
            best, next_best = space, best
    return best, next_best


@rule
def find_factors(table, me, region):
    """Fill in the parties' factors; return how many opinions will fit one's own programme."""
    seats, hidden, fitting = int(table.seats), OPINIONS, 0
    plan, opinions = me.seen.plan[region], table.opinion[region]
    for party in range(seats):
        plan[party, FACTOR] = table.trend[region, party]
    for kind in range(KINDS):
        opinion = int(opinions[kind])
        if opinion > 0:
            hidden -= 1
            fitting += int(table.programme[me.seat, kind])
            for party in range(seats):
                stand = int(table.programme[party, kind]) - int(table.programme[party, kind ^ 1])
                plan[party, FACTOR] += opinion * stand
    return fitting + me.w.half_match * hidden


@rule
def foresee(box, table, me, region):
    """The votes that each party will have, from its meetings and from those it will still organise."""
    more, drift = me.w.rate * buys_left(box, table, region, 0), min(1.0, me.w.drift * region)
    for party in range(int(table.seats)):
        plan, votes = me.seen.plan[region, party], int(table.votes[region, party])
        if table.phase == Phase.MEETINGS:
            more = me.w.rate * buys_left(box, table, region, party)
        plan[FACTOR] = max(LEAST_FACTOR, plan[FACTOR] + (me.w.usual - plan[FACTOR]) * drift)
        plan[MEETINGS] = int(table.meetings[region, party]) + more
        plan[VOTES] = votes + plan[FACTOR] * plan[MEETINGS] if votes < MOST_VOTES else ALL


@rule
def survey_prize(box, table, me, region, best, next_best, fitting):
    """Worth of the opinions that the winner of a region places."""
    land, member = me.seen.land[region], me.seen.own[MEMBER]
    recruits = elections(box) - round_now(table) - region + 1
    land[FIRST], land[SECOND] = 0.0, 0.0
    if best < NATIONAL:
        land[FIRST] = me.w.lasting * space_worth(box, best, recruits, member) * min(1.0, fitting)
    if next_best < NATIONAL and fitting > 1.0:
        worth = space_worth(box, next_best, recruits, member)
        land[SECOND] = me.w.lasting * worth * min(1.0, fitting - 1.0)
