"""What a card is worth, and when to spend one on rolling again."""

from ....envs.core.engine.compile import rule
from ....envs.saludos_amigos.actions import CARD, PASS
from ....envs.saludos_amigos.rules.common import number_of
from ....envs.saludos_amigos.rules.drawing import fewest_cards
from ....envs.saludos_amigos.table import JOURNALIST, PROJECTS, VALUES
from .prices import strength_of_all
from .weights import LEFT_OVER, MEAN_PIPS, USUAL_STRENGTH


@rule
def tiles_left(table):
    """How many tiles are still in the bag."""
    tiles = 0
    for project in range(PROJECTS):
        tiles += int(table.bag[project])
    return tiles


@rule
def lowest_card(table, seat):
    """The action of giving up the own card of the lowest value; a pass without cards."""
    for value in range(VALUES):
        if table.hand[seat, value] > 0:
            return CARD + value
    return PASS


@rule
def journalists_ahead(table):
    """How many journalists are still to be drawn, counting returning ones each time."""
    chances = 0.0
    for tiles in range(LEFT_OVER + 1, tiles_left(table) + 1):
        chances += 1.0 / tiles
    return chances * int(table.bag[JOURNALIST])


@rule
def worth_of_last_card(table, seat, weights):
    """What the own last card is worth: strength in later rounds, less the fines if others hold fewer."""
    rounds = max(0, tiles_left(table) - LEFT_OVER)
    worth = weights.card * rounds * USUAL_STRENGTH / strength_of_all(table)
    if table.money[seat] > 0:
        more = number_of(table.hand[seat]) - fewest_cards(table)
        worth -= weights.fine * journalists_ahead(table) * more / (more + 1.0)
    return worth


@rule
def choose_reroll(table, seat, weights):
    """Roll again if the expected pips are worth more this round than the card is later."""
    gain = weights.pip * int(table.pie) * (MEAN_PIPS - 1.0 - int(table.die[seat])) / strength_of_all(table)
    return lowest_card(table, seat) if gain > worth_of_last_card(table, seat, weights) else PASS
