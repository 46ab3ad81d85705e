"""0 Preparation."""

from ...core.engine import chance
from ...core.engine.compile import rule
from ..box import SET_A
from ..table import COLOURS, IN_DECK, IN_SET_B, ORDER, WHITE
from .cards import draw_card, put_in_hand, tend_deck
from .order_of_play import next_action, start_actions


@rule
def setup(box, table):
    """Deal cards of set A, turn up three, set blocks aside, and draw the first player."""
    seats = int(table.seats)
    for card in range(1, int(box.cards) + 1):
        if box.card_set[card] == SET_A:
            table.place[card] = IN_DECK
            table.deck_cards += 1
        else:
            table.place[card] = IN_SET_B
    for seat in range(seats):
        for _ in range(int(box.hand)):
            put_in_hand(table, seat, draw_card(table), 0)
    tend_deck(box, table)
    for colour in range(WHITE, COLOURS):
        table.aside[colour] = box.blocks_aside
        table.stock[colour] = int(box.blocks[colour]) - int(box.blocks_aside)
    start = chance.below(table, ORDER, seats)
    for place in range(seats):
        table.order[place] = (start + place) % seats
    table.turn = 1
    start_actions(table)
    next_action(table)
