"""Polls."""

from ....envs.core.engine.compile import rule
from ....envs.die_macher.box import BLIND
from ....envs.die_macher.rules.media import media_majority
from ....envs.die_macher.rules.polls import highest_bid
from ....envs.die_macher.rules.start_player import rungs_up_to
from ..greedy.money import best_bid
from ..greedy.polls import dice_worth, price_of
from ..greedy.weights import NUMBER, PASS
from .outlook import survey, survey_members
from .region import find_slopes

MEMBERS = 0.73  # weight of a poll's members, which it brings unless it is published
CHANGES = 0.41  # weight of the factors that it may change if published
LEAP = 0.5  # how far to raise beyond the next bid, as a share of the bid
HIGHER = 4  # added to that bid


@rule
def choose_poll_bid(box, table, me, legal):
    """Raise the highest bid in leaps while the poll is worth it; in a blind auction, bid its full worth."""
    if box.poll_auction == BLIND:
        return NUMBER + best_bid(box, table, me, poll_worth(box, table, me), float(box.max_poll_bid))
    bid = rungs_up_to(highest_bid(table))
    if not legal[NUMBER + bid]:
        return PASS
    leap = bid + int(LEAP * (bid + HIGHER))
    if not legal[NUMBER + leap]:
        leap = bid
    survey_members(box, table, me)
    if price_of(box, table, me, leap) <= dice_worth(box, me):
        return NUMBER + leap
    value = poll_worth(box, table, me)
    if price_of(box, table, me, leap) <= value:
        return NUMBER + leap
    return NUMBER + bid if price_of(box, table, me, bid) <= value else PASS


@rule
def poll_worth(box, table, me):
    """What the poll up for auction is worth: members or changes, and keeping it from others."""
    region = int(table.region)
    survey(box, table, me, region, region + 1)
    slopes, value = find_slopes(table, me, region), MEMBERS * dice_worth(box, me)
    for party in range(int(table.seats)):
        value += CHANGES * abs(slopes[party])
    return value if media_majority(table, region) == me.seat else value + me.w.defence * slopes[me.seat]
