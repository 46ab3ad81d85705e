"""1 The order of play, and whose action it is."""

from ...core.engine import chance
from ...core.engine.compile import rule
from ..table import COLOURS, IDLE_ROUNDS, ORDER, ROUNDS, WHITE, Phase


@rule
def order_of_play(table):
    """Order the seats by victory points, most first, with ties in random order (LIB-1.3)."""
    seats = int(table.seats)
    chance.permute(table, ORDER, table.order, seats)
    for place in range(1, seats):
        seat, at = int(table.order[place]), place
        while at > 0 and table.vp[int(table.order[at - 1])] < table.vp[seat]:
            table.order[at] = table.order[at - 1]
            at -= 1
        table.order[at] = seat


@rule
def start_actions(table):
    table.turn_place = 0
    table.acted = 0
    table.idle_rounds = 0
    for colour in range(WHITE, COLOURS):
        if table.stock[colour] == 0:
            table.closing = 1
    table.phase = Phase.NEXT_ACTION


@rule
def next_action(table):
    """Let the next in order of play act; a round is completed even if a stock has run out (LIB-3.23)."""
    if table.turn_place == table.seats:
        table.rounds = min(ROUNDS, int(table.rounds) + 1)
        table.turn_place = 0
        table.idle_rounds = 0 if table.acted else min(IDLE_ROUNDS, int(table.idle_rounds) + 1)
        table.acted = 0
        if table.closing or table.idle_rounds == IDLE_ROUNDS or table.rounds == ROUNDS:
            table.phase = Phase.BATTLE
            return
    table.seat = table.order[int(table.turn_place)]
    table.phase = Phase.ACTION


@rule
def end_action(table):
    table.cards_played = 0
    table.second_card = 0
    table.special_used = 0
    table.turn_place += 1
    table.phase = Phase.NEXT_ACTION
