"""The outlook: each player's prospects this turn."""

import numpy as np

from ....envs.core.engine.compile import rule
from ....envs.liberte.box import CLUB, GENERAL
from ....envs.liberte.table import COLOURS, HAND, NO_CARD, SHOWN, WHITE, Phase, Tie
from .weights import (
    HELD,
    LASTS,
    LONG,
    OPEN,
    POINTS,
    PROGRESS,
    READY,
    ROWS,
    ROYAL,
    SHARP,
    SHARPER,
    TIE_CARD,
    TIE_WEIGHT,
    TIED,
    WIDTH,
)

SHARED, NARROW = 0.15, 0.9  # weight in a revolt of a province where white shares the lead, or leads by one


@rule
def survey(box, table, seat, weights):
    """The outlook of `seat`, without prices."""
    outlook = np.zeros((ROWS, WIDTH))
    numbers = outlook[0]
    late = progress(table)
    numbers[PROGRESS] = late
    numbers[SHARP] = between(weights.sharp_early, weights.sharp_late, late * late)
    numbers[SHARPER] = numbers[SHARP] ** 2
    numbers[OPEN] = weights.open * (1.0 - late)
    numbers[TIED], numbers[TIE_WEIGHT] = weights.stalemate, weights.tie_card
    numbers[LASTS] = weights.lasting if table.turn < box.turns else 0.0
    numbers[ROYAL] = numbers[HELD] = table.lost_battles
    survey_displays(box, table, outlook, weights)
    if table.phase != Phase.TIE:
        survey_hand(box, table, seat, outlook, weights.hand)
    survey_map(box, table, outlook)
    return outlook


@rule
def progress(table):
    """How near the election is, 0 to 1."""
    if table.closing or table.phase == Phase.TIE:
        return 1.0
    return max(0.0, 1.0 - scarcest(table) / LONG)


@rule
def scarcest(table):
    """The blocks of the smallest stock."""
    least = int(table.stock[WHITE])
    for colour in range(WHITE + 1, COLOURS):
        least = min(least, int(table.stock[colour]))
    return least


@rule
def between(early, late, part):
    """Interpolate from `early` to `late` by `part`, 0 to 1."""
    return early + (late - early) * part


@rule
def survey_displays(box, table, outlook, weights):
    """Fill in points so far, the best cards for ties, and generals."""
    late = outlook[0, PROGRESS] ** 3
    for other in range(int(table.seats)):
        outlook[POINTS, other] = table.vp[other]
        outlook[READY, other] = weights.surprise * (1.0 - late) if table.hand_size[other] > 0 else 0.0
        for at in range(SHOWN):
            card = int(table.display[other, at])
            if card == NO_CARD:
                break
            row = TIE_CARD + int(box.card_colour[card])
            outlook[row, other] = max(outlook[row, other], float(box.card_value[card]))
            if box.card_silhouette[card] == GENERAL:
                outlook[READY, other] = 1.0


@rule
def survey_hand(box, table, seat, outlook, part):
    """Fill in a general still in hand, and a share of the blocks that cards in hand will bring."""
    late = outlook[0, PROGRESS]
    for card in range(1, int(box.cards) + 1):
        if table.place[card] == HAND + seat and box.card_kind[card] <= CLUB:
            outlook[int(box.card_colour[card]), seat] += part * (1.0 - late) * int(box.card_value[card])
            if box.card_silhouette[card] == GENERAL:
                outlook[READY, seat] = max(outlook[READY, seat], 1.0 - 0.9 * late**3)


@rule
def survey_map(box, table, outlook):
    """Fill in what everybody will take in the provinces."""
    if table.phase == Phase.TIE and table.tie != Tie.BATTLE:
        survey_provinces_to_come(box, table, outlook)
        return
    for province in range(int(box.provinces)):
        add_province(box, table, outlook, province)


@rule
def survey_provinces_to_come(box, table, outlook):
    """Fill in what everybody has taken, and will take in the provinces after the current one."""
    for colour in range(WHITE, COLOURS):
        for other in range(int(table.seats)):
            outlook[colour, other] = table.collected[colour, other]
    number = 0
    for at in range(int(box.regions)):
        region = int(box.region_order[at]) - 1
        first = int(box.region_first[region])
        for province in range(first, first + int(box.region_size[region])):
            if number > table.voting:
                add_province(box, table, outlook, province)
            number += 1


@rule
def add_province(box, table, outlook, province):
    """Add what everybody is likely to take in a province."""
    seats, stacks, alone = int(table.seats), 0, 0
    for seat in range(seats):
        if table.height[province, seat] > 0:
            stacks, alone = stacks + 1, seat
    if stacks == 1:
        height, own = int(table.height[province, alone]), int(table.colour[province, alone])
        part = weight(outlook, alone, height, own)
        take_province(box, table, outlook, province, alone, part / (part + outlook[0, OPEN]), True)
        if box.cr[province] and own == WHITE:
            outlook[0, ROYAL] += held(height, 0, 1)
            outlook[0, HELD] += 1
    elif stacks > 1:
        add_contested_province(box, table, outlook, province)


@rule
def add_contested_province(box, table, outlook, province):
    """Add what everybody is likely to take in a province with stacks of several players."""
    highest, second, level, white, total = 0, 0, 0, False, outlook[0, OPEN]
    for seat in range(int(table.seats)):
        height, own = int(table.height[province, seat]), int(table.colour[province, seat])
        if height > highest:
            highest, second, level, white = height, highest, 1, own == WHITE
        elif height == highest:
            level, white = level + 1, white or own == WHITE
        else:
            second = max(second, height)
        if height > 0:
            total += weight(outlook, seat, height, own)
    if level > 1:
        total += outlook[0, TIED] * steepness(outlook, highest)
    for seat in range(int(table.seats)):
        height = int(table.height[province, seat])
        if height > 0:
            chance = weight(outlook, seat, height, int(table.colour[province, seat])) / total
            take_province(box, table, outlook, province, seat, chance, level == 1)
    if box.cr[province] and white:
        outlook[0, ROYAL] += held(highest, second, level)
        outlook[0, HELD] += level == 1


@rule
def take_province(box, table, outlook, province, seat, chance, lasts):
    """Add what a seat takes with the probability `chance`."""
    height = int(table.height[province, seat])
    votes = (height if province == box.paris else 1) * chance
    outlook[int(table.colour[province, seat]), seat] += votes
    if table.turn >= box.province_vp_from:
        outlook[POINTS, seat] += int(box.province_vp[province]) * chance
    if lasts:
        outlook[POINTS, seat] += outlook[0, LASTS] * (height - votes)


@rule
def held(highest, second, level):
    """How much a province that white leads counts in a revolt."""
    if level > 1:
        return SHARED
    return NARROW if highest == second + 1 else 1.0


@rule
def steepness(outlook, height):
    """The weight of a stack of this height, ties aside."""
    return 1.0 if height == 1 else (outlook[0, SHARP] if height == 2 else outlook[0, SHARPER])


@rule
def weight(outlook, seat, height, colour):
    """The weight of a stack in the election of its province."""
    return steepness(outlook, height) * (1.0 + outlook[0, TIE_WEIGHT] * outlook[TIE_CARD + colour, seat])
