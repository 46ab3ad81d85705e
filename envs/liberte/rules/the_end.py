"""8 The end of the game."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..box import MAP_AND_COLLECTED
from ..table import DISPLAY, HAND, RED, WHITE, Ending, Phase
from .cards import displayed
from .ties import clear_tie


@rule
def white_controls(table, province):
    """Whether a single white stack is higher than every other stack in a province (LIB-8.5)."""
    highest, level, white = 0, 0, False
    for seat in range(int(table.seats)):
        height = int(table.height[province, seat])
        if height > highest:
            highest, level, white = height, 1, table.colour[province, seat] == WHITE
        elif height == highest:
            level += 1
    return white and level == 1


@rule
def royalist_strength(box, table):
    """The number of counter-revolutionary provinces under white control, and of lost battles."""
    strength = int(table.lost_battles)
    for province in range(int(box.provinces)):
        if box.cr[province] and white_controls(table, province):
            strength += 1
    return strength


@rule
def counter_revolution(box, table):
    return table.turn >= box.cr_from and royalist_strength(box, table) >= box.cr_needed


@rule
def finish(box, table, ending):
    """End the game and show all hands, since they may count."""
    clear_tie(table)
    table.ending = ending
    table.phase = Phase.OVER
    table.seat = NOBODY
    for card in range(1, int(box.cards) + 1):
        if HAND <= table.place[card] < DISPLAY:
            table.known[card] = 1


@rule
def card_points(box, table, seat, colour):
    """The blocks of a colour printed on a player's cards in hand and on display."""
    points = 0
    for card in range(1, int(box.cards) + 1):
        if table.place[card] == HAND + seat or table.place[card] == DISPLAY + seat:
            if box.card_colour[card] == colour:
                points += int(box.card_value[card])
    return points


@rule
def display_points(box, table, seat):
    points = 0
    for at in range(displayed(table, seat)):
        points += int(box.card_value[int(table.display[seat, at])])
    return points


@rule
def faction_points(box, table, seat, colour):
    """The blocks of a colour in a player's stacks and on the player's cards."""
    points = card_points(box, table, seat, colour)
    for province in range(int(box.provinces)):
        if table.colour[province, seat] == colour:
            points += int(table.height[province, seat])
    if colour == RED and box.landslide_points == MAP_AND_COLLECTED:
        points += int(table.collected[RED, seat])
    return points


@rule
def score(box, table, seat):
    """The deciding points: victory points, or those of a faction after a sudden end."""
    if table.ending == Ending.COUNTER_REVOLUTION:
        return faction_points(box, table, seat, WHITE)
    if table.ending == Ending.LANDSLIDE:
        return faction_points(box, table, seat, RED)
    return int(table.vp[seat])


@rule
def sudden_end(box, table):
    return table.ending == Ending.COUNTER_REVOLUTION or table.ending == Ending.LANDSLIDE


@rule
def standing(box, table, seat):
    """Rank by score; ties are broken by cards of the faction, or after four turns by those on display."""
    if table.ending == Ending.COUNTER_REVOLUTION:
        cards = card_points(box, table, seat, WHITE)
    elif table.ending == Ending.LANDSLIDE:
        cards = card_points(box, table, seat, RED)
    else:
        cards = display_points(box, table, seat)
    return 1000 * score(box, table, seat) + cards
