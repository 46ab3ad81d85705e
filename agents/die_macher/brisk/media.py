"""Media and the exchange of opinions."""

from ....envs.core.engine.compile import rule
from ....envs.core.engine.game import NOBODY
from ....envs.die_macher import actions as say
from ....envs.die_macher.rules.media import can_swap, media_majority
from ....envs.die_macher.table import KINDS, Phase
from ..greedy.media import majority_after
from ..greedy.money import cost
from ..greedy.weights import KIND, MARKER, MEDIA, MEETINGS, NOTHING, PASS, VOTES
from .outlook import survey
from .region import chance_to_win, gain, rate_opinions

SWAP = 1.1  # factors gained by exchanging an opinion, besides what it costs others


@rule
def choose_media(box, table, me, legal):
    """Place a marker where it brings most beyond its price."""
    best, action = 0.0, PASS
    spent = cost(box, table, me, float(table.cash[me.seat]), float(box.media_price)) + me.w.marker
    for region in range(int(table.regions)):
        if legal[say.REGION + region] and changes_something(table, region, me.seat):
            survey(box, table, me, region, region + 1)
            value = media_gain(table, me, region, NOBODY) - spent
            if value > best:
                best, action = value, say.REGION + region
    return action


@rule
def changes_something(table, region, seat):
    """Whether one more marker is a seat's first in a region, or changes who controls the media."""
    return table.media[region, seat] == 0 or media_majority(table, region) != majority_after(
        table, region, seat, NOBODY
    )


@rule
def media_gain(table, me, region, other):
    """What one more media marker brings in a region; it replaces a marker of `other`, if there is one."""
    before, after = media_majority(table, region), majority_after(table, region, me.seat, other)
    land, plan = me.seen.land[region], me.seen.plan[region, me.seat]
    value = (1.0 - land[MARKER]) * land[MEDIA]
    if value > 0.0:
        value *= chance_to_win(table, me, region, plan[VOTES])
    if before != after:
        factors = SWAP * (after == me.seat) + me.w.deny * (before != me.seat and before != NOBODY)
        value += factors * gain(table, me, region, plan[MEETINGS])
    return value


@rule
def choose_swap(box, table, me, legal):
    """Take out the worst opinion and lay the best of the pool."""
    rates, out = rate_opinions(table, me, int(table.region)), int(table.picked)
    if table.phase == Phase.SWAP_OUT:
        worst = -NOTHING
        for kind in range(KINDS):
            if legal[KIND + kind] and rates[kind] < worst:
                worst, out = rates[kind], kind
    best, found = NOTHING, 0
    for kind in range(KINDS):
        if rates[kind] > best and can_swap(box, table, out, kind):
            best, found = rates[kind], kind
    if table.phase == Phase.SWAP_IN:
        return KIND + found
    return KIND + out if best > rates[out] else PASS
