"""Media and the exchange of opinions."""

from ....envs.core.engine.compile import rule
from ....envs.core.engine.game import NOBODY
from ....envs.die_macher import actions as say
from ....envs.die_macher.rules.common import has_issue
from ....envs.die_macher.rules.media import can_swap, media_majority
from ....envs.die_macher.table import KINDS, Phase
from .money import cost
from .region import find_slopes, has_coalition, partner_in, prospects, rate_opinions, side_prospects, slope
from .weights import KIND, MARKER, MEDIA, NOTHING, PASS


@rule
def majority_after(table, region, seat, other):
    """Who has the most media markers in a region once `seat` has one more and `other` one less."""
    best, most = NOBODY, 0
    for party in range(int(table.seats)):
        number = int(table.media[region, party]) + (party == seat) - (party == other)
        if number > most:
            best, most = party, number
        elif number == most:
            best = NOBODY
    return best


@rule
def swap_gain(table, me, region):
    """The best exchange of an opinion in a region."""
    rates = rate_opinions(table, find_slopes(table, me, region))
    least, most = -NOTHING, NOTHING
    for kind in range(KINDS):
        if table.opinion[region, kind] == 1:
            least = min(least, rates[kind])
        if table.pool[kind] > 0 and not has_issue(table, region, kind):
            most = max(most, rates[kind])
    return max(0.0, most - least) if most > NOTHING and least < -NOTHING else 0.0


@rule
def media_gain(box, table, me, region, other):
    """What one more media marker brings in a region."""
    value = 0.0
    if table.media[region, me.seat] == 0:
        win, nose = prospects(table, me, region)
        value = (1.0 - me.seen.land[region, MARKER]) * (win + nose) * me.seen.land[region, MEDIA]
        if region == 0 and has_coalition(table, region):
            partner = partner_in(table, region, me.seat)
            win = side_prospects(table, me, partner, region)
            value = (1.0 - me.seen.land[region, MARKER]) * win * me.seen.land[region, MEDIA]
    before = media_majority(table, region)
    after = majority_after(table, region, me.seat, other)
    if before != after:
        if after == me.seat:
            value += swap_gain(table, me, region)
        if before != me.seat and before != NOBODY:
            value += me.w.deny * slope(table, me, region, me.seat)
    return value


@rule
def choose_media(box, table, me, legal):
    """Place a marker where it brings most beyond its price."""
    best, action = 0.0, PASS
    spent = cost(box, table, me, float(table.cash[me.seat]), float(box.media_price)) + me.w.marker
    for region in range(int(table.regions)):
        if legal[say.REGION + region]:
            value = media_gain(box, table, me, region, NOBODY) - spent
            if value > best:
                best, action = value, say.REGION + region
    return action


@rule
def choose_swap(box, table, me, legal):
    """Take out the worst opinion and lay the best of the pool."""
    region = int(table.region)
    rates = rate_opinions(table, find_slopes(table, me, region))
    best, first, second = 1e-6, PASS, PASS
    for out in range(KINDS):
        if out == table.picked or (table.phase == Phase.SWAP_OUT and legal[KIND + out]):
            for kind in range(KINDS):
                if can_swap(box, table, out, kind):
                    gain = rates[kind] - rates[out]
                    if gain > best or (table.phase == Phase.SWAP_IN and second == PASS):
                        best, first, second = gain, KIND + out, KIND + kind
    return first if table.phase == Phase.SWAP_OUT else second
