"""5 The battle."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..box import GENERAL
from ..table import WHITE, Ending, Tie
from .cards import displayed
from .provinces import start_election
from .the_end import counter_revolution, finish
from .ties import clear_tie, open_tie


@rule
def has_general(box, table, seat):
    for at in range(displayed(table, seat)):
        if box.card_silhouette[int(table.display[seat, at])] == GENERAL:
            return True
    return False


@rule
def battle(box, table):
    """Let whoever has most tokens among players with a general on display win the battle (LIB-5.2)."""
    if box.battle_vp[int(table.turn) - 1] == 0:
        start_election(table)
        return
    most, level, winner = 0, 0, NOBODY
    for seat in range(int(table.seats)):
        tokens = int(table.cannons[seat])
        if tokens > 0 and tokens >= most and has_general(box, table, seat):
            level = level + 1 if tokens == most else 1
            most, winner = tokens, seat
    if level < 2:
        end_battle(box, table, winner)
        return
    for seat in range(int(table.seats)):
        if table.cannons[seat] == most and has_general(box, table, seat):
            table.contender[seat] = 1
    open_tie(table, Tie.BATTLE)


@rule
def end_battle(box, table, winner):
    """Pay the winner, or mark the battle as lost with a white block (LIB-5.7, LIB-5.8)."""
    clear_tie(table)
    for seat in range(int(table.seats)):
        table.cannons[seat] = 0
    if winner != NOBODY:
        table.vp[winner] += box.battle_vp[int(table.turn) - 1]
    else:
        table.lost_battles += 1
        mark_lost_battles(table)
        if counter_revolution(box, table):
            finish(box, table, Ending.COUNTER_REVOLUTION)
            return
    start_election(table)


@rule
def mark_lost_battles(table):
    # Without white blocks in the stock the mark waits until after an election (LIB-5.9).
    while table.battle_blocks < table.lost_battles and table.stock[WHITE] > 0:
        table.stock[WHITE] -= 1
        table.battle_blocks += 1
