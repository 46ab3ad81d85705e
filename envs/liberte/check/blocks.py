"""Check stacks and control tokens."""

from ...core.engine.compile import rule
from ..table import PROVINCES
from .faults import Fault


@rule
def check_blocks(box, table):
    for province in range(PROVINCES):
        fault = check_province(box, table, province)
        if fault != Fault.NONE:
            return fault
    for seat in range(int(table.seats)):
        if table.cannons[seat] > 2 * (int(table.rounds) + 1):  # at most two cards in each action of the turn
            return Fault.TOO_MANY_TOKENS_LIE_IN_THE_BATTLE_BOX
    return Fault.NONE


@rule
def check_province(box, table, province):
    stacks = 0
    for seat in range(int(table.seats)):
        height = int(table.height[province, seat])
        if height > box.stack_height:
            return Fault.A_STACK_IS_TOO_HIGH
        stacks += height > 0
    if stacks > 0 and province >= box.provinces:
        return Fault.A_STACK_IS_IN_NO_PROVINCE
    if stacks > box.stacks:
        return Fault.A_PROVINCE_HAS_TOO_MANY_STACKS
    return Fault.NONE
