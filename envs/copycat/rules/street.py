"""The street, the supply, and the extra offices."""

from ...core.engine import chance
from ...core.engine.compile import rule
from ..table import CARDS, DOCTORATE, IN_SUPPLY, NO_CARD, OFFICE_DECK, OFFICES, ON_STREET, STREET, SUPPLY


@rule
def fill_street(box, table):
    """Move the cards of the street to the left and fill it from the supply."""
    spaces = 0
    for space in range(STREET):
        if table.street[space] != NO_CARD:
            table.street[spaces] = table.street[space]
            spaces += 1
    while spaces < STREET:
        table.street[spaces] = next_card(box, table)
        spaces += 1


@rule
def next_card(box, table):
    """Draw the top card of the supply: one of its earliest period; doctorates come last."""
    period, number = 0, 0
    for card in range(1, CARDS + 1):
        if table.place[card] == IN_SUPPLY:
            if period == 0 or box.card_period[card] < period:
                period, number = int(box.card_period[card]), 0
            number += box.card_period[card] == period
    if period == 0:
        if table.doctorates_left == 0:
            return NO_CARD
        table.doctorates_left -= 1
        return DOCTORATE
    number = chance.below(table, SUPPLY, number)
    for card in range(1, CARDS + 1):
        if table.place[card] == IN_SUPPLY and box.card_period[card] == period:
            if number == 0:
                table.place[card] = ON_STREET
                return card
            number -= 1
    return NO_CARD


@rule
def open_office(box, table):
    """Open the next extra office, a random one of the first section that has any left."""
    section, number = 0, 0
    for office in range(OFFICES):
        own = int(box.office_section[office])
        if own > 0 and not table.open[office]:
            if section == 0 or own < section:
                section, number = own, 0
            number += own == section
    if section == 0:
        return
    number = chance.below(table, OFFICE_DECK, number)
    for office in range(OFFICES):
        if box.office_section[office] == section and not table.open[office]:
            if number == 0:
                table.open[office] = 1
            number -= 1
