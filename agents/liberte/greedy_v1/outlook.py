"""The outlook: what is on the table, for each player."""

from ....envs.core.engine.compile import rule
from ....envs.liberte.box import GENERAL
from ....envs.liberte.table import COLOURS, DISPLAY, HAND, IN_DECK, RED, WHITE, Phase
from .weights import (
    HELD,
    HELD_FOR_TIES,
    LASTING,
    LEAD,
    LONG,
    NARROW,
    NOBODY_LEADS,
    OPEN,
    POINTS,
    PROGRESS,
    READY,
    RED_POINTS,
    ROYAL,
    SHARED,
    SHARP,
    STALEMATE,
    SURPRISE,
    TIE_CARD,
    TIE_WEIGHT,
    WHITE_POINTS,
)


@rule
def progress(table, colour, placed):
    """How near the election is, 0 to 1, once `placed` blocks of a colour are placed."""
    if table.closing or table.phase == Phase.TIE:
        return 1.0
    least = LONG
    for other in range(WHITE, COLOURS):
        least = min(least, int(table.stock[other]) - (placed if other == colour else 0))
    return 1.0 - least / LONG


@rule
def between(ends, part):
    """What lies at `part`, 0 to 1, of the way between two `ends`."""
    return ends[0] + (ends[1] - ends[0]) * part


@rule
def survey_cards(box, table, seat, outlook):
    """Points on cards, the best cards for ties, and generals; an unseen card counts as the average of all."""
    unseen, white, red = 0.001, 0, 0
    unknown = outlook[LEAD]
    late = outlook[0, PROGRESS] ** 3
    for other in range(int(table.seats)):
        unknown[other] = table.hand_size[other]
        outlook[READY, other] = SURPRISE * (1.0 - late) if table.hand_size[other] > 0 else 0.0
    for card in range(1, int(box.cards) + 1):
        place, colour, value = int(table.place[card]), int(box.card_colour[card]), int(box.card_value[card])
        shown = place >= DISPLAY
        if place == IN_DECK or (HAND <= place < DISPLAY and place != HAND + seat and not table.known[card]):
            unseen += 1
            white += value if colour == WHITE else 0
            red += value if colour == RED else 0
        elif place >= HAND or card == table.playing:
            owner = place - DISPLAY if shown else place - HAND
            if place < HAND:
                owner = int(table.seat)
            elif not shown:
                unknown[owner] -= 1
            outlook[WHITE_POINTS, owner] += value if colour == WHITE else 0
            outlook[RED_POINTS, owner] += value if colour == RED else 0
            strength = float(value) if shown else HELD_FOR_TIES * value * (1.0 - late)
            outlook[TIE_CARD + colour, owner] = max(outlook[TIE_CARD + colour, owner], strength)
            if box.card_silhouette[card] == GENERAL:
                outlook[READY, owner] = max(outlook[READY, owner], 1.0 if shown else 1.0 - 0.9 * late)
    for other in range(int(table.seats)):
        if other != seat:
            outlook[WHITE_POINTS, other] += unknown[other] * white / unseen
            outlook[RED_POINTS, other] += unknown[other] * red / unseen


@rule
def add_province(box, table, outlook, province, sign, owner, change, colour):
    """Add a province, with a change of the owner's stack, to the outlook; with `sign` -1 take it away."""
    seats, sharp = int(table.seats), outlook[0, SHARP]
    highest, second, level, white = 0, 0, 0, False
    total = OPEN * (1.0 - outlook[0, PROGRESS])
    for seat in range(seats):
        height, own = stack(table, province, seat, owner, change, colour)
        if height > highest:
            highest, second, level, white = height, highest, 1, own == WHITE
        elif height == highest and height > 0:
            level, white = level + 1, white or own == WHITE
        else:
            second = max(second, height)
        total += weight(outlook, seat, height, own)
    if highest == 0:
        return
    if level > 1:
        total += STALEMATE * sharp ** (highest - 1)
    prize = int(box.province_vp[province]) if table.turn >= box.province_vp_from else 0
    for seat in range(seats):
        height, own = stack(table, province, seat, owner, change, colour)
        if height == 0:
            continue
        votes = height if province == box.paris else 1
        chance = sign * weight(outlook, seat, height, own) / total
        outlook[own, seat] += votes * chance
        outlook[POINTS, seat] += prize * chance
        if level == 1 and table.turn < box.turns:
            outlook[POINTS, seat] += LASTING * (sign * height - votes * chance)
        if own == WHITE:
            outlook[WHITE_POINTS, seat] += sign * height
        elif own == RED:
            outlook[RED_POINTS, seat] += sign * height - votes * chance
    if box.cr[province] and white:
        held = SHARED if level > 1 else (NARROW if highest == second + 1 else 1.0)
        outlook[0, ROYAL] += sign * held
        outlook[0, HELD] += sign if level == 1 else 0.0


@rule
def stack(table, province, seat, owner, change, colour):
    """Height and colour of a stack, with the change of the owner's."""
    if change != 0 and seat == owner:
        return int(table.height[province, seat]) + change, colour
    return int(table.height[province, seat]), int(table.colour[province, seat])


@rule
def weight(outlook, seat, height, colour):
    """The weight of a stack in the election of its province."""
    if height == 0:
        return 0.0
    return outlook[0, SHARP] ** (height - 1) * (1.0 + TIE_WEIGHT * outlook[TIE_CARD + colour, seat])


@rule
def add_battle(box, table, outlook, sign, owner, tokens):
    """Add this turn's battle, with more tokens for the owner, to the outlook; with `sign` -1 take it away."""
    prize, seats, late = int(box.battle_vp[int(table.turn) - 1]), int(table.seats), outlook[0, PROGRESS]
    if prize == 0:
        return
    nobody = between(NOBODY_LEADS, late)
    total = nobody
    for seat in range(seats):
        outlook[LEAD, seat] = (int(table.cannons[seat]) + (tokens if seat == owner else 0)) ** 2
        outlook[LEAD, seat] *= outlook[READY, seat]
        total += outlook[LEAD, seat]
    for seat in range(seats):
        outlook[POINTS, seat] += sign * prize * outlook[LEAD, seat] / total
    outlook[0, ROYAL] += sign * late * nobody / total
