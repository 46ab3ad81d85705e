"""Coalitions."""

from ....envs.core.engine.compile import rule
from ....envs.die_macher import actions as say
from ....envs.die_macher.rules.coalitions import TO_ASK, TO_FORCE, common_cards
from ....envs.die_macher.rules.common import elections, left_of
from ....envs.die_macher.table import CABINET, Phase
from .money import round_now
from .region import prize, side_prospects
from .weights import FIRST, MARKER, MEDIA, PASS, YES


@rule
def coalition_gain(table, me, region, partner):
    """What a coalition with a partner brings, compared with none."""
    media = me.seen.land[region, MEDIA] * me.seen.land[region, MARKER]
    win = side_prospects(table, me, partner, region)
    return win * (media + me.seen.land[region, FIRST]) - prize(table, me, region)


@rule
def tile_worth(box, table, me, region):
    """What laying a coalition tile beside a region is worth."""
    if table.tiles[me.seat] == 0 or table.tile[region, me.seat]:
        return 0.0
    if round_now(table) + region == elections(box):
        return -1.0
    best = 0.0
    for other in range(int(table.seats)):
        if other != me.seat and common_cards(table, me.seat, other) >= TO_ASK:
            chance = me.w.partner if has_telephone(box, table, other) else 0.0
            if table.tile[region, other]:
                chance = me.w.accepts
            gain = chance * coalition_gain(table, me, region, other)
            if gain < 0.0 and common_cards(table, me.seat, other) < TO_FORCE:
                gain = 0.0
            if abs(gain) > abs(best):
                best = gain
    return best


@rule
def has_telephone(box, table, seat):
    """Whether a party could still telephone, with the card and a coalition tile."""
    for card in range(1, CABINET + 1):
        if table.cabinet[seat, card] and box.cabinet_phone[card]:
            return table.tiles[seat] > 0
    return False


@rule
def choose_coalition(box, table, me, legal):
    """Ask or force the partner who brings most; say yes to one who brings anything."""
    if table.phase == Phase.REPLY:
        return YES if coalition_gain(table, me, 0, int(table.asker)) > 0.0 else PASS
    best, action = 0.0, PASS
    for places in range(1, int(table.seats)):
        gain = coalition_gain(table, me, 0, left_of(table, me.seat, places))
        if gain > best:
            if legal[say.FORCE + places]:
                best, action = gain, say.FORCE + places
            elif legal[say.PLAYER + places]:
                best, action = gain, say.PLAYER + places
    return action
