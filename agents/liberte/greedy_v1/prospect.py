"""The chance to win, and what a change is worth."""

import math

import numpy as np

from ....envs.core.engine.compile import rule
from ....envs.liberte.table import BLUE, COLOURS, RED, WHITE, Phase, Tie
from .outlook import add_battle, add_province, between, progress, survey_cards
from .weights import (
    AIM,
    CARD_SPREAD,
    FAR,
    FINAL,
    HELD,
    LANDSLIDE_MARGIN,
    LANDSLIDE_SPREAD,
    LEAD,
    NOW,
    POINT_SPREAD,
    POINTS,
    PROGRESS,
    RED_POINTS,
    REVOLT_EARLY,
    REVOLT_HOPE,
    REVOLT_MARGIN,
    REVOLT_SPREAD,
    ROWS,
    ROYAL,
    ROYAL_LEAD,
    ROYAL_LEAD_SPREAD,
    ROYAL_STEP,
    ROYALISM,
    SHARP,
    SHARPNESS,
    TAKEN_SPREAD,
    UNIT,
    VOTE_SPREAD,
    WHITE_POINTS,
    WIDTH,
)

# --- The outlook ---------------------------------------------------------------------------------


@rule
def survey(box, table, seat, aim):
    """How the turn and the game look to `seat`."""
    outlook = np.zeros((ROWS, WIDTH))
    numbers = outlook[0]
    voted = int(table.voting) if table.phase == Phase.TIE and table.tie != Tie.BATTLE else -1
    numbers[AIM] = aim
    numbers[ROYAL] = table.lost_battles
    numbers[HELD] = table.lost_battles
    numbers[PROGRESS] = progress(table, 0, 0)
    numbers[SHARP] = between(SHARPNESS, numbers[PROGRESS] ** 2)
    for other in range(int(table.seats)):
        outlook[POINTS, other] = table.vp[other]
        for colour in range(WHITE, COLOURS):
            outlook[colour, other] = table.collected[colour, other] if voted >= 0 else 0
    survey_cards(box, table, seat, outlook)
    number = 0
    for at in range(int(box.regions)):
        region = int(box.region_order[at]) - 1
        first = int(box.region_first[region])
        for province in range(first, first + int(box.region_size[region])):
            if number > voted:
                add_province(box, table, outlook, province, 1.0, 0, 0, 0)
            number += 1
    if voted < 0:
        add_battle(box, table, outlook, 1.0, 0, 0)
    numbers[NOW] = prospect(box, table, outlook, seat)
    outlook[POINTS, seat] += 1.0
    numbers[UNIT] = max(0.02, prospect(box, table, outlook, seat) - numbers[NOW])
    outlook[POINTS, seat] -= 1.0
    return outlook


# --- The chance to win ---------------------------------------------------------------------------


@rule
def prospect(box, table, outlook, seat):
    """The chance of `seat` to win; for a royalist, how near the counter-revolution is."""
    seats = int(table.seats)
    reds = foresee_election(box, outlook, seats)
    chance = chance_of_most(outlook[FINAL], seats, seat, POINT_SPREAD[int(box.turns) - int(table.turn)])
    if outlook[0, AIM] == ROYALISM:
        lead = chance_of_most(outlook[WHITE_POINTS], seats, seat, ROYAL_LEAD_SPREAD)
        return ROYAL_STEP * outlook[0, ROYAL] + ROYAL_LEAD * lead + chance
    slide = steep((reds - int(box.landslide_votes) + LANDSLIDE_MARGIN) / LANDSLIDE_SPREAD)
    if slide > 0.01:
        chance += slide * (chance_of_most(outlook[RED_POINTS], seats, seat, CARD_SPREAD) - chance)
    margin = REVOLT_MARGIN if table.turn >= box.cr_from else REVOLT_EARLY
    revolt = steep((outlook[0, ROYAL] - int(box.cr_needed) + margin) / REVOLT_SPREAD)
    if table.turn >= box.cr_from and outlook[0, HELD] > int(box.cr_needed) - 0.5:
        revolt = 1.0
    if revolt > 0.01:
        hope = REVOLT_HOPE * chance_of_most(outlook[WHITE_POINTS], seats, seat, CARD_SPREAD)
        chance += revolt * (hope - chance)
    return chance


@rule
def foresee_election(box, outlook, seats):
    """Fill the final points with what government and opposition will pay; return the red votes."""
    white, blue, red = 0.0, 0.0, 0.0
    for seat in range(seats):
        outlook[FINAL, seat] = outlook[POINTS, seat]
        white += outlook[WHITE, seat]
        blue += outlook[BLUE, seat]
        red += outlook[RED, seat]
    spread, most = between(VOTE_SPREAD, outlook[0, PROGRESS]), max(white, blue, red)
    odds = (
        math.exp(max(-FAR, (white - most) / spread)),
        math.exp(max(-FAR, (blue - most) / spread)),
        math.exp(max(-FAR, (red - most) / spread)),
    )
    total = odds[0] + odds[1] + odds[2]
    for colour in range(WHITE, COLOURS):
        own, opposes = odds[colour - 1] / total, 0.0
        for other in range(3):
            if other != colour - 1:
                opposes += odds[other] / total * odds[colour - 1] / (total - odds[other])
        pay_places(box, outlook, seats, colour, own, opposes)
    return red


@rule
def pay_places(box, outlook, seats, colour, governs, opposes):
    """Add what the seats get by the blocks of a colour that governs and opposes with these chances."""
    spread, total, behind = between(TAKEN_SPREAD, outlook[0, PROGRESS]), 0.01, 0.0
    for seat in range(seats):
        outlook[LEAD, seat] = math.exp(min(FAR, outlook[colour, seat] / spread)) - 1.0
        total += outlook[LEAD, seat]
    for seat in range(seats):
        behind += outlook[LEAD, seat] / (total - outlook[LEAD, seat])
    for seat in range(seats):
        first = outlook[LEAD, seat] / total
        second = first * (behind - outlook[LEAD, seat] / (total - outlook[LEAD, seat]))
        pay = first * int(box.first_vp) + second * int(box.second_vp)
        outlook[FINAL, seat] += governs * pay + opposes * first * int(box.opposition_vp)


@rule
def chance_of_most(points, seats, seat, spread):
    """The chance to have most points in the end."""
    total = 0.0
    for other in range(seats):
        total += math.exp((points[other] - points[seat]) / spread)
    return 1.0 / total


@rule
def steep(margin):
    """The logistic function, 0 far below."""
    return 1.0 / (1.0 + math.exp(-margin))


@rule
def gain(box, table, outlook, seat, province, owner, change, colour):
    """What a change of the owner's stack is worth to `seat`, in victory points."""
    after = outlook.copy()
    add_province(box, table, after, province, -1.0, 0, 0, 0)
    add_province(box, table, after, province, 1.0, owner, change, colour)
    after[0, PROGRESS] = progress(table, colour, change)
    return worth(box, table, after, seat)


@rule
def worth(box, table, after, seat):
    """How much better `seat` stands after a change, in victory points."""
    return (prospect(box, table, after, seat) - after[0, NOW]) / after[0, UNIT]


@rule
def token_gain(box, table, outlook, seat):
    """What one more token in the battle box is worth."""
    after = outlook.copy()
    add_battle(box, table, after, -1.0, 0, 0)
    add_battle(box, table, after, 1.0, seat, 1)
    return worth(box, table, after, seat)
