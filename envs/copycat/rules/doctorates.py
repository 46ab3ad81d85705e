"""6 Doctorates."""

from ...core.engine.compile import rule
from ..actions import INVEST_ALL, INVEST_NONE, INVEST_ONE
from ..table import DOCTORATE, NO_CARD, STREET, Phase
from .common import coins_left, gain


@rule
def buy_doctorate(table, seat, space):
    table.street[space] = NO_CARD
    table.doctorates[seat] += 1
    last = table.doctorates_left == 0
    for other in range(STREET):
        last = last and table.street[other] != DOCTORATE
    if last:
        table.last_doctorate = 1
    table.phase = Phase.INVEST


@rule
def legal_invest(box, table, legal):
    coins = coins_left(table)
    legal[INVEST_NONE] = box.min_invest == 0
    legal[INVEST_ONE] = coins > 0
    legal[INVEST_ALL] = coins > 1


@rule
def invest(table, action):
    """Invest coins in the doctorate, for a point each at once."""
    if action == INVEST_NONE:
        coins = 0
    elif action == INVEST_ONE:
        coins = 1
    else:
        coins = coins_left(table)
    table.spent += coins
    gain(table, int(table.seat), coins)
    table.phase = table.stage


@rule
def count_points(box, table):
    """Count undecided charity events as points, unless points can be declined, and tokens; end the turn."""
    seat = int(table.seat)
    events = int(table.charity[0]) + int(table.charity[1])
    if not box.decline_points:
        gain(table, seat, events * int(box.charity_vp))
    gain(table, seat, int(table.tokens[seat]) * (1 + min(int(table.token_doublings), 2)))
    table.tokens[seat] = 0
    table.charity[0] = 0
    table.charity[1] = 0
    table.coins = 0
    table.more_coins = 0
    table.spent = 0
    table.doublings = 0
    table.token_doublings = 0
    table.purchases = 0
    table.undoubled = 0
    table.turn_place += 1
    table.phase = Phase.NEXT_BUYER
