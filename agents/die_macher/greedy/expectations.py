"""The forecast of later regions."""

from ....envs.core.engine.compile import rule
from ....envs.core.engine.game import NOBODY
from ....envs.die_macher.rules.common import elections, factor_of, places_to
from ....envs.die_macher.rules.preparation import hidden_in
from ....envs.die_macher.table import KINDS, MOST_VOTES, NATIONAL, NO_CARD, Phase
from .money import member_worth, money_in, round_now
from .weights import (
    ALL,
    FACTOR,
    FIRST,
    LEAST_FACTOR,
    MARKER,
    MEDIA,
    MEETINGS,
    MEMBER,
    SECOND,
    SPREAD,
    START,
    SURE,
    VOTES,
    WORTH,
)


@rule
def survey(box, table, me, first, last):
    """Fill in what `me` foresees of the regions from `first` to before `last`."""
    number = round_now(table)
    me.seen.own[MEMBER] = member_worth(box, table, me.w, number)
    known = Phase.START_PLAYER < table.phase < Phase.CONTRIBUTION
    me.seen.own[START] = int(table.start_player) if known else NOBODY
    for region in range(first, last):
        survey_land(box, table, me, region)
        survey_prize(box, table, me, region)
        for party in range(int(table.seats)):
            foresee(box, table, me, region, party)


@rule
def buys_left(box, table, region, party):
    """Rounds in which a party can still organise meetings for a region."""
    number, phase = round_now(table), int(table.phase)
    left = min(region, elections(box) - 1 - number) + 1
    if phase == Phase.CONTRIBUTION:
        return left
    done = phase > Phase.MEETINGS or (table.by_votes and phase >= Phase.SWAP_OUT)
    if phase == Phase.MEETINGS:
        places = places_to(table, int(table.start_player), party)
        done = places < table.turn or (places == table.turn and region < table.region)
    return left - 1 if done else left


@rule
def foresee(box, table, me, region, party):
    """The votes that a party will have, from its meetings and from those it will still organise."""
    factor = float(factor_of(table, region, party))
    factor += (me.w.usual - factor) * min(1.0, me.w.drift * region)
    factor = max(LEAST_FACTOR, factor)
    meetings = int(table.meetings[region, party]) + me.w.rate * buys_left(box, table, region, party)
    plan, votes = me.seen.plan[region, party], int(table.votes[region, party])
    plan[MEETINGS] = meetings
    plan[FACTOR] = factor
    plan[VOTES] = votes + factor * meetings if votes < MOST_VOTES else ALL


@rule
def worth_of_vote(box, table, me, region):
    """What a vote brings in seats, including their money."""
    number, points = round_now(table) + region, 1.0
    if number < elections(box) - 1:
        points += money_in(box, table, me.w, number + 1)
    return points * int(box.land_seats[int(table.land[region]), MOST_VOTES]) / MOST_VOTES


@rule
def survey_land(box, table, me, region):
    """What winning a region is worth to `me`, but for opinions, and how uncertain its votes are."""
    phase, land, away = int(table.phase), me.seen.land[region], float(region)
    land[WORTH] = worth_of_vote(box, table, me, region)
    if phase == Phase.CONTRIBUTION or phase < Phase.MEETINGS:
        away += 1.0
    elif phase <= Phase.CHANGE_TREND:
        away += 0.5
    land[SPREAD] = SURE + me.w.spread * away
    land[MEDIA] = int(box.media_points[round_now(table) + region - 1])
    land[MARKER] = 1.0
    if table.media[region, me.seat] == 0:
        land[MARKER] = me.w.will_have if region > 0 or phase < Phase.MEDIA else 0.0


@rule
def survey_prize(box, table, me, region):
    """Worth of the opinions that the winner of a region places."""
    number = round_now(table) + region
    recruits, member = elections(box) - number + 1, member_worth(box, table, me.w, number)
    fitting = me.w.half_match * hidden_in(table, region)
    for kind in range(KINDS):
        fitting += table.opinion[region, kind] > 0 and table.programme[me.seat, kind] > 0
    first, second = -1, -1
    for space in range(NATIONAL):
        if not table.secured[space] and not stands(table, me.seat, space):
            if first < 0:
                first = space
            elif second < 0:
                second = space
    if first >= 0:
        me.seen.land[region, FIRST] = (
            me.w.lasting * space_worth(box, first, recruits, member) * min(1.0, fitting)
        )
    if second >= 0:
        me.seen.land[region, SECOND] = me.w.lasting * space_worth(box, second, recruits, member)
        me.seen.land[region, SECOND] *= max(0.0, min(1.0, fitting - 1.0))


@rule
def stands(table, seat, space):
    """Whether the opinion on a space of the national board is in a party's programme."""
    kind = int(table.national[space])
    return kind != NO_CARD and table.programme[seat, kind] > 0


@rule
def space_worth(box, space, recruits, member):
    """The worth of an own opinion on a space of the national board."""
    return int(box.national_figures[space]) * recruits * member + int(box.national_points[space])
