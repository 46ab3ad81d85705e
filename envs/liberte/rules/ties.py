"""Ties: opening and clearing them."""

from ...core.engine.compile import rule
from ..table import COLOURS, NO_CARD, Phase, Tie


@rule
def open_tie(table, kind):
    """Ask the contenders, in order of play, for a card of their display."""
    table.tie = kind
    table.tie_round = 0
    ask_again(table)


@rule
def ask_again(table):
    table.tie_round += 1
    table.tie_place = 0
    for seat in range(int(table.seats)):
        table.chosen[seat] = NO_CARD
    for colour in range(COLOURS):
        table.strength[colour] = 0
    table.phase = Phase.ASK


@rule
def clear_tie(table):
    table.tie = Tie.NONE
    table.tie_round = 0
    table.tie_place = 0
    for seat in range(int(table.seats)):
        table.contender[seat] = 0
        table.chosen[seat] = NO_CARD
        table.fell[seat] = 0
    for colour in range(COLOURS):
        table.strength[colour] = 0
        table.tied_colour[colour] = 0
        table.tied_before[colour] = 0
