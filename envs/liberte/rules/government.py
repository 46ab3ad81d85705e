"""7 The new government."""

from ...core.engine.compile import rule
from ..box import LITERAL
from ..table import COLOURS, WHITE, Phase, Tie
from .ties import ask_again, clear_tie, open_tie


@rule
def government(table):
    """Let the faction with most votes govern; cards on display break ties."""
    most = 0
    for colour in range(WHITE, COLOURS):
        most = max(most, int(table.votes[colour]))
    level, leader = 0, 0
    for colour in range(WHITE, COLOURS):
        if table.votes[colour] == most:
            level, leader = level + 1, colour
            table.tied_colour[colour] = 1
            table.tied_before[colour] = 1
    if level > 1:
        open_faction_tie(table, Tie.GOVERNMENT)
    else:
        clear_tie(table)
        table.government = leader
        table.phase = Phase.OPPOSITION


@rule
def open_faction_tie(table, kind):
    for seat in range(int(table.seats)):
        table.contender[seat] = 1
    open_tie(table, kind)


@rule
def opposition(table):
    """Let the other faction with more votes be the opposition.

    Cards break a tie, unless neither has a vote: then precedence decides (LIB-7.11).
    """
    level, most, leader = 0, -1, 0
    for colour in range(WHITE, COLOURS):
        votes = int(table.votes[colour])
        if colour != table.government and votes >= most:
            level = level + 1 if votes == most else 1
            most, leader = votes, colour  # in a tie the higher number has precedence
    if level == 2 and most > 0:
        for colour in range(WHITE, COLOURS):
            table.tied_colour[colour] = 1 if colour != table.government else 0
        open_faction_tie(table, Tie.OPPOSITION)
    else:
        table.opposition = leader
        table.phase = Phase.FIRST_PLACE


@rule
def compare_factions(box, table):
    """Compare the factions by the blocks on the cards chosen; without cards precedence decides (LIB-7.6).

    Factions with fewer blocks fall out, and those still tied go on to another round.
    """
    best, level, winner = 0, 0, 0
    for colour in range(WHITE, COLOURS):
        if table.tied_colour[colour]:
            strength = int(table.strength[colour])
            if strength > best:
                best, level, winner = strength, 1, colour
            elif strength == best:
                level += 1
                winner = colour  # the higher number has precedence
    if best > 0:
        for colour in range(WHITE, COLOURS):
            if table.strength[colour] < best:
                table.tied_colour[colour] = 0
    if best > 0 and level > 1:
        ask_again(table)
    elif table.tie == Tie.OPPOSITION:
        clear_tie(table)
        table.opposition = winner
        table.phase = Phase.FIRST_PLACE
    else:
        # Factions beaten by cards go back a vote, also those that fell out early (LIB-7.7).
        if best > 0 and box.pushback == LITERAL:
            for colour in range(WHITE, COLOURS):
                if table.tied_before[colour] and colour != winner:
                    table.votes[colour] = max(0, int(table.votes[colour]) - 1)
        clear_tie(table)
        table.government = winner
        table.phase = Phase.OPPOSITION
