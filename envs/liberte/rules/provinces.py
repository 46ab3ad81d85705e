"""6 The election in the provinces."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..table import COLOURS, RED, Ending, Phase, Tie
from .specials import remove_blocks, shrink_stack
from .the_end import counter_revolution, finish
from .ties import clear_tie, open_tie


@rule
def start_election(table):
    for seat in range(int(table.seats)):
        table.presence[seat] = 0
    for colour in range(COLOURS):
        table.votes[colour] = 0
    table.government = 0
    table.opposition = 0
    table.voting = 0
    table.phase = Phase.VOTE


@rule
def province_voting(box, table):
    """The province that votes now: regions in the order of the track, provinces by number."""
    number, at = int(table.voting), 0
    while True:
        region = int(box.region_order[at]) - 1
        if number < int(box.region_size[region]):
            return int(box.region_first[region]) + number
        number -= int(box.region_size[region])
        at += 1


@rule
def in_paris(box, table):
    return province_voting(box, table) == box.paris


@rule
def vote(box, table):
    """Let provinces vote until one is tied, which cards must break; after the last one go on."""
    while table.voting < box.provinces:
        province = province_voting(box, table)
        highest, level, winner = 0, 0, NOBODY
        for seat in range(int(table.seats)):
            height = int(table.height[province, seat])
            if height > highest:
                highest, level, winner = height, 1, seat
            elif height == highest and height > 0:
                level += 1
        if level > 1:
            for seat in range(int(table.seats)):
                table.contender[seat] = 1 if table.height[province, seat] == highest else 0
            open_tie(table, Tie.PROVINCE)
            return
        if level == 1:
            win_province(box, table, province, winner)
        table.voting += 1
        if province == box.paris and counter_revolution(box, table):
            finish(box, table, Ending.COUNTER_REVOLUTION)
            return
    if table.votes[RED] >= box.landslide_votes:
        finish(box, table, Ending.LANDSLIDE)
    else:
        table.phase = Phase.GOVERNMENT


@rule
def win_province(box, table, province, winner):
    """Take a block of the winner's stack as a vote; in Paris all of them (LIB-6.14)."""
    colour = int(table.colour[province, winner])
    number = int(table.height[province, winner]) if province == box.paris else 1
    shrink_stack(table, province, winner, number)
    table.collected[colour, winner] += number
    table.votes[colour] += number
    if table.turn >= box.province_vp_from:
        table.vp[winner] += box.province_vp[province]


@rule
def end_province_tie(box, table, winner):
    """Let the winner, if any, take the vote, and return all other blocks of the province (LIB-6.12)."""
    clear_tie(table)
    province = province_voting(box, table)
    if winner != NOBODY:
        win_province(box, table, province, winner)
    for owner in range(int(table.seats)):
        if table.height[province, owner] > 0:
            remove_blocks(table, province, owner, int(table.height[province, owner]))
    table.voting += 1
    table.phase = Phase.VOTE
