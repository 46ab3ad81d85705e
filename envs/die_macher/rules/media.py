"""Media markers (5.2.5), and the exchange of an opinion by whoever controls the media or the votes."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from .. import actions as say
from ..box import GRADUAL
from ..table import KINDS, NO_CARD, Phase
from .common import begin, has_issue, left_of, total

# --- Buying --------------------------------------------------------------------------------------


@rule
def legal_buy_media(box, table, legal):
    legal[say.PASS] = True
    seat = int(table.seat)
    if table.media_supply[seat] == 0 or table.cash[seat] < box.media_price:
        return
    for region in range(int(table.regions)):
        legal[say.REGION + region] = total(table.media[region]) < box.media_spaces


@rule
def buy_media(box, table, action):
    """Buy a marker or pass; the phase ends when all pass in a row, so a pass is not final (MAC-6.3)."""
    seat = int(table.seat)
    if action == say.PASS:
        table.passes += 1
    else:
        table.cash[seat] -= box.media_price
        table.media_supply[seat] -= 1
        table.media[action - say.REGION, seat] += 1
        table.passes = 0
    if table.passes == table.seats:
        table.passes = 0
        begin(table, Phase.NEXT_SWAP)
    else:
        table.seat = left_of(table, seat, 1)


# --- Exchanging an opinion -----------------------------------------------------------------------


@rule
def media_majority(table, region):
    """The seat with more media markers in a region than any other; NOBODY in a tie (MAC-6.7)."""
    best, most = NOBODY, 0
    for seat in range(int(table.seats)):
        if table.media[region, seat] > most:
            best, most = seat, int(table.media[region, seat])
        elif table.media[region, seat] == most:
            best = NOBODY
    return best


@rule
def next_swap(table):
    """Go on to the next region whose media somebody controls."""
    while table.region < table.regions:
        seat = media_majority(table, int(table.region))
        if seat != NOBODY:
            table.by_votes = 0
            table.seat = seat
            table.phase = Phase.SWAP_OUT
            return
        table.region += 1
    begin(table, Phase.NEXT_MEETINGS)


@rule
def can_swap(box, table, out, kind):
    """Whether a card of the pool may replace the open opinion `out` of this region (MAC-6.13).

    It must be on none of the open issues there. With `opinion_swap` "loose" the replaced opinion does not
    count, so its contrary may come in.
    """
    if table.pool[kind] == 0:
        return False
    if not has_issue(table, int(table.region), kind):
        return True
    return box.opinion_swap != GRADUAL and kind == out ^ 1


@rule
def legal_swap_out(box, table, legal):
    """Mark open opinions without a doubler for which the pool has a replacement, and PASS."""
    legal[say.PASS] = True
    for out in range(KINDS):
        if table.opinion[int(table.region), out] == 1:
            for kind in range(KINDS):
                legal[say.KIND + out] |= can_swap(box, table, out, kind)


@rule
def swap_out(table, action):
    if action == say.PASS:
        end_swap(table)
    else:
        table.picked = action - say.KIND
        table.phase = Phase.SWAP_IN


@rule
def legal_swap_in(box, table, legal):
    for kind in range(KINDS):
        legal[say.KIND + kind] = can_swap(box, table, int(table.picked), kind)


@rule
def swap_in(table, action):
    region, out, kind = int(table.region), int(table.picked), action - say.KIND
    table.opinion[region, out] = 0
    table.pool[out] += 1
    table.pool[kind] -= 1
    table.opinion[region, kind] = 1
    table.picked = NO_CARD
    end_swap(table)


@rule
def end_swap(table):
    """Go on to the next region: forwards for media, backwards in the conversion."""
    if table.by_votes:
        table.by_votes = 0
        table.region -= 1
        table.turn = 0
        table.phase = Phase.NEXT_CONVERSION
    else:
        table.region += 1
        table.phase = Phase.NEXT_SWAP
