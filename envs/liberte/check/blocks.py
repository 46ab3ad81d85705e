"""Blocks, control tokens and points."""

from ...core.engine.compile import rule
from ..box import UNLIMITED
from ..table import COLOURS, PROVINCES, WHITE, Phase, Tie
from .faults import Fault


@rule
def check_blocks(box, table):
    for province in range(PROVINCES):
        fault = check_province(box, table, province)
        if fault != Fault.NONE:
            return fault
    for colour in range(WHITE, COLOURS):
        if blocks_of(table, colour) != box.blocks[colour]:
            return Fault.BLOCKS_OF_A_COLOUR_ARE_MISSING_OR_TOO_MANY
        if table.aside[colour] != (box.blocks_aside if table.turn == 1 else 0):
            return Fault.BLOCKS_SET_ASIDE_ARE_NOT_THOSE_OF_THE_TURN
    if table.lost_battles > battles_fought(box, table):
        return Fault.MORE_BATTLES_ARE_LOST_THAN_FOUGHT
    if table.battle_blocks > table.lost_battles:
        return Fault.MORE_BATTLES_ARE_MARKED_THAN_LOST
    most = most_points(box, table)
    for seat in range(int(table.seats)):
        fault = check_tokens(box, table, seat)
        if fault != Fault.NONE:
            return fault
        if table.vp[seat] > most:
            return Fault.MORE_VICTORY_POINTS_THAN_COULD_BE_WON
    return Fault.NONE


@rule
def check_province(box, table, province):
    stacks = 0
    for seat in range(int(table.seats)):
        height, colour = int(table.height[province, seat]), int(table.colour[province, seat])
        if (height > 0) != (colour > 0):
            return Fault.A_STACK_HAS_NO_COLOUR_OR_NO_BLOCKS
        if height > box.stack_height:
            return Fault.A_STACK_IS_TOO_HIGH
        stacks += height > 0
    if stacks > 0 and province >= box.provinces:
        return Fault.A_STACK_IS_IN_NO_PROVINCE
    if stacks > box.stacks:
        return Fault.A_PROVINCE_HAS_TOO_MANY_STACKS
    return Fault.NONE


@rule
def blocks_of(table, colour):
    """The blocks of a colour, wherever they are."""
    blocks = int(table.stock[colour]) + int(table.aside[colour])
    for seat in range(int(table.seats)):
        blocks += int(table.collected[colour, seat])
        for province in range(PROVINCES):
            if table.colour[province, seat] == colour:
                blocks += int(table.height[province, seat])
    return blocks + int(table.battle_blocks) if colour == WHITE else blocks


@rule
def battle_is_over(table):
    """Whether this turn's battle has been fought; it comes before the election."""
    return table.phase == Phase.OVER or table.tie > Tie.BATTLE


@rule
def battles_fought(box, table):
    fought = 0
    for turn in range(int(table.turn) - 1 + battle_is_over(table)):
        fought += box.battle_vp[turn] > 0
    return fought


@rule
def check_tokens(box, table, seat):
    """Tokens in the battle box come from this turn's actions, one from each card."""
    tokens = int(table.cannons[seat])
    battle = box.battle_vp[int(table.turn) - 1] > 0
    if tokens > 0 and not (battle and (table.phase == Phase.OVER or not battle_is_over(table))):
        return Fault.TOKENS_LIE_IN_THE_BATTLE_BOX_WITHOUT_A_BATTLE
    if tokens > 2 * (int(table.rounds) + 1):
        return Fault.TOO_MANY_TOKENS_LIE_IN_THE_BATTLE_BOX
    for province in range(PROVINCES):
        tokens += table.height[province, seat] > 0
    if box.tokens != UNLIMITED and tokens > box.tokens_each:
        return Fault.TOO_MANY_CONTROL_TOKENS_ARE_USED
    return Fault.NONE


@rule
def most_points(box, table):
    """The most victory points that anybody can have won up to this turn."""
    provinces, points = 0, 0
    for province in range(int(box.provinces)):
        provinces += int(box.province_vp[province])
    places = max(int(box.first_vp), int(box.second_vp))
    places = max(places, int(box.shared_first_vp), int(box.shared_second_vp))
    places += max(int(box.opposition_vp), int(box.shared_opposition_vp))
    for turn in range(1, int(table.turn) + 1):
        points += int(box.battle_vp[turn - 1]) + places
        points += provinces if turn >= box.province_vp_from else 0
    return points
