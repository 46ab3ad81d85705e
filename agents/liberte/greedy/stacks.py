"""What a change in a stack is worth."""

from ....envs.core.engine.compile import rule
from ....envs.liberte.table import RED, WHITE
from .outlook import held, steepness, weight
from .prices import price
from .weights import LASTS, NOTHING, OPEN, RED_PRICE, REGARD, ROYAL_PRICE, TIED, WHITE_PRICE


@rule
def gain(box, table, outlook, province, owner, height, colour):
    """What changing the owner's stack in a province to this height and colour is worth."""
    before = int(table.height[province, owner])
    old = int(table.colour[province, owner]) if before > 0 else colour
    total = value = 0.0
    top, level, second, white = 0, 0, 0, False
    prize = int(box.province_vp[province]) if table.turn >= box.province_vp_from else 0
    seats = int(table.seats)
    for seat in range(seats):
        high = int(table.height[province, seat])
        if high == 0 or seat == owner:
            continue
        own = int(table.colour[province, seat])
        part = weight(outlook, seat, high, own)
        total += part
        value += part * win_worth(box, outlook, seats, province, seat, high, own, prize)
        if high > top:
            second, top, level, white = top, high, 1, own == WHITE
        elif high == top:
            level, white = level + 1, white or own == WHITE
        else:
            second = max(second, high)
    total += outlook[0, OPEN]
    change = outcome(box, outlook, seats, province, owner, height, colour, prize, total, value, top, level)
    change -= outcome(box, outlook, seats, province, owner, before, old, prize, total, value, top, level)
    if box.cr[province] and outlook[0, ROYAL_PRICE] != 0.0:
        royal = holds(height, colour, top, second, level, white) - holds(
            before, old, top, second, level, white
        )
        change += outlook[0, ROYAL_PRICE] * royal
    more = height - before
    if old == WHITE:
        change += more * outlook[WHITE_PRICE, owner]
    elif old == RED:
        change += more * outlook[RED_PRICE, owner]
    return change


@rule
def outcome(box, outlook, seats, province, owner, height, colour, prize, total, value, top, level):
    """What a province is worth if the owner has this stack."""
    high, tied, lasts = max(height, top), 0.0, 0.0
    if (height == top and level > 0) or (height < top and level > 1):
        tied = outlook[0, TIED] * steepness(outlook, high)
    if height == 0:
        return value / (total + tied) if total + tied > 0.0 else 0.0
    own = weight(outlook, owner, height, colour)
    chance = own / (total + tied + own)
    worth = win_worth(box, outlook, seats, province, owner, height, colour, prize)
    if tied == 0.0:
        lasts = outlook[REGARD, owner] * outlook[0, LASTS] * (height - chance)
    return value / (total + tied + own) + chance * worth + lasts


@rule
def win_worth(box, outlook, seats, province, owner, height, colour, prize):
    """What winning the province with this stack is worth."""
    votes = height if province == box.paris else 1
    return votes * price(box, outlook, seats, colour, owner) + prize * outlook[REGARD, owner]


@rule
def holds(height, colour, top, second, level, white):
    """How much a province counts in a revolt, if it has this stack."""
    if height > top:
        return held(height, top, 1) if colour == WHITE else 0.0
    if height == top:
        return held(height, top, 2) if (white or colour == WHITE) and height > 0 else 0.0
    return held(top, max(second, height), level) if white else 0.0


# --- Several blocks ------------------------------------------------------------------------------


@rule
def one_more(first, second, third, value):
    """The three best of four values, the first three in order."""
    if value > first:
        return value, first, second
    return (first, value, second) if value > second else (first, second, max(third, value))


@rule
def blocks_worth(first, second, third, number, again):
    """What `number` blocks are worth: each its province's value, or a share `again` of the best."""
    if first == NOTHING:
        return 0.0
    total = first + (max(second, again * first) if number > 1 else 0.0)
    return total + (max(third, again * first) if number > 2 else 0.0)
