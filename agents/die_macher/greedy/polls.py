"""Polls."""

from ....envs.core.engine.compile import rule
from ....envs.die_macher import actions as say
from ....envs.die_macher.box import BLIND
from ....envs.die_macher.redeal import is_poll_unseen
from ....envs.die_macher.rules.common import left_of
from ....envs.die_macher.rules.media import media_majority
from ....envs.die_macher.rules.polls import change_for, highest_bid
from ....envs.die_macher.rules.start_player import bid_of, rungs_up_to
from ....envs.die_macher.table import MOST_TREND, POLLS, Phase
from .money import auctions_paid, best_bid, cost, die_mean
from .region import find_slopes
from .weights import MEMBER, NUMBER, PASS, YES


@rule
def change_gain(table, me, region, party, change, slopes, immune):
    """What moving a party's trend by `change` brings."""
    if change < 0 and party == immune:
        return 0.0
    trend = int(table.trend[region, party])
    moved = max(-MOST_TREND, min(MOST_TREND, trend + change)) - trend
    return moved * slopes[party] * (me.w.attack if change < 0 else 1.0)


@rule
def publication_worth(box, table, me, region, poll, slopes, immune):
    """What the two best changes of a poll are worth."""
    first, second = 0.0, 0.0
    for party in range(int(table.seats)):
        change = int(box.poll_change[poll, int(box.poll_party[int(table.seats), party])])
        gain = change_gain(table, me, region, party, change, slopes, immune)
        if gain > first:
            first, second = gain, first
        elif gain > second:
            second = gain
    return first + second if box.poll_yes[poll] > 1 else first * (box.poll_yes[poll] > 0)


@rule
def dice_worth(box, me):
    """What the members are worth that an unpublished poll brings."""
    return int(box.poll_members_dice) * die_mean(box) * me.seen.own[MEMBER]


@rule
def poll_worth(box, table, me):
    """What the poll up for auction is worth: members or changes, and keeping it from others."""
    region = int(table.region)
    slopes = find_slopes(table, me, region)
    immune, dice = media_majority(table, region), dice_worth(box, me)
    total, number = 0.0, 0
    for poll in range(POLLS):
        if is_poll_unseen(table, me.seat, poll):
            total += max(dice, publication_worth(box, table, me, region, poll, slopes, immune))
            number += 1
    value = total / number if number > 0 else dice
    return value if immune == me.seat else value + me.w.defence * slopes[me.seat]


@rule
def choose_poll_bid(box, table, me, legal):
    """Raise the highest bid while the poll is worth it; in a blind auction, bid its full worth."""
    if box.poll_auction == BLIND:
        value = me.w.poll * poll_worth(box, table, me)
        return NUMBER + best_bid(box, table, me, value, float(box.max_poll_bid))
    bid = rungs_up_to(highest_bid(table))
    if not legal[NUMBER + bid]:
        return PASS
    if price_of(box, table, me, bid) <= me.w.poll * dice_worth(box, me):
        return NUMBER + bid
    value = me.w.poll * poll_worth(box, table, me)
    return NUMBER + bid if price_of(box, table, me, bid) <= value else PASS


@rule
def price_of(box, table, me, rung):
    """What a bid costs in points, by its number."""
    spent = float(bid_of(box, table, me.seat, rung))
    return auctions_paid(box, table) * cost(box, table, me, float(table.cash[me.seat]), spent)


@rule
def publish_by_slopes(box, table, me, legal, slopes):
    """Publish a poll where its changes are worth more than members; then pick the best changes."""
    region = int(table.region)
    immune = media_majority(table, region)
    if table.phase == Phase.PUBLISH:
        worth = publication_worth(box, table, me, region, int(table.poll), slopes, immune)
        return YES if worth > dice_worth(box, me) else PASS
    best, action = 0.0, PASS
    for places in range(int(table.seats)):
        if legal[say.PLAYER + places]:
            other = left_of(table, me.seat, places)
            gain = change_gain(table, me, region, other, change_for(box, table, other), slopes, immune)
            if gain > best:
                best, action = gain, say.PLAYER + places
    return action
