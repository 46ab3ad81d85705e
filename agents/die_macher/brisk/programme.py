"""The programme."""

from ....envs.core.engine.compile import rule
from ....envs.die_macher.table import KINDS, MOST_VOTES
from ..greedy.expectations import buys_left, worth_of_vote
from ..greedy.programme import rate_on_board
from .outlook import survey_members

PRIZE = 1.09  # a vote's worth including the prize, relative to its worth in seats


@rule
def rate_programme(box, table, me):
    """What each stand is worth in the programme, in the regions and on the national board."""
    rates = me.seen.rates
    for kind in range(KINDS):
        rates[kind] = 0.0
    survey_members(box, table, me)
    for region in range(int(table.regions)):
        if table.votes[region, me.seat] < MOST_VOTES:
            meetings = me.w.rate * buys_left(box, table, region, me.seat)
            meetings += int(table.meetings[region, me.seat])
            value = PRIZE * meetings * worth_of_vote(box, table, me, region)
            for kind in range(KINDS):
                rates[kind] += value * int(table.opinion[region, kind])
                rates[kind] -= value * int(table.opinion[region, kind ^ 1])
    rate_on_board(box, table, me, rates)
    return rates
