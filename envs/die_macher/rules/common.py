"""Functions that several phases share: turns, factors, votes and trends, members and dice."""

from ...core.engine import chance
from ...core.engine.compile import rule
from .. import actions as say
from ..table import DICE, DIE, ISSUES, MOST_TREND, MOST_VOTES

# --- Turns ---------------------------------------------------------------------------------------


@rule
def elections(box):
    """The number of elections of this edition."""
    return int(box.elections[int(box.edition)])


@rule
def seat_on_turn(table):
    """The seat whose turn it is in this phase: the start player's first, then clockwise."""
    return (int(table.start_player) + int(table.turn)) % int(table.seats)


@rule
def left_of(table, seat, places):
    """The seat a number of places to the left of another."""
    return (seat + places) % int(table.seats)


@rule
def places_to(table, seat, other):
    """How many places to the left of a seat another sits."""
    places = other - seat
    return places + int(table.seats) if places < 0 else places


@rule
def total(numbers):
    """The sum of a row of the table."""
    found = 0
    for number in numbers:
        found += int(number)
    return found


@rule
def begin(table, phase):
    """Begin a phase with its first region and the start player."""
    table.turn = 0
    table.region = 0
    table.phase = phase


@rule
def legal_yes_or_pass(legal):
    legal[say.PASS] = True
    legal[say.YES] = True


@rule
def pick(table, stream, places, value):
    """The index of a random entry of `places` with this value; there must be one."""
    number = 0
    for place in range(len(places)):
        number += places[place] == value
    number = chance.below(table, stream, number)
    place = 0
    while True:
        if places[place] == value:
            if number == 0:
                return place
            number -= 1
        place += 1


# --- Regions -------------------------------------------------------------------------------------


@rule
def factor_of(table, region, seat):
    """Votes for each meeting: the trend, plus opinions agreed with, minus opinions disagreed with (MAC-9.6).

    A doubled opinion is stored as 2, so it counts twice (MAC-9.7).
    """
    factor = int(table.trend[region, seat])
    opinion, programme = table.opinion[region], table.programme[seat]
    for issue in range(ISSUES):
        wanted = int(opinion[2 * issue]) - int(opinion[2 * issue + 1])
        factor += wanted * (int(programme[2 * issue]) - int(programme[2 * issue + 1]))
    return factor


@rule
def gain_votes(table, region, seat, votes):
    """Move a party's votes up; among level parties the latest lies on top (MAC-10.5)."""
    # A party already at 50 does not move, so it stays where it lies (MAC-9.10).
    if votes <= 0 or table.votes[region, seat] == MOST_VOTES:
        return
    table.votes[region, seat] = min(MOST_VOTES, int(table.votes[region, seat]) + votes)
    for other in range(int(table.seats)):
        if table.arrival[region, other] > table.arrival[region, seat]:
            table.arrival[region, other] -= 1
    table.arrival[region, seat] = int(table.seats) - 1


@rule
def move_trend(table, region, seat, spaces):
    trend = int(table.trend[region, seat]) + spaces
    table.trend[region, seat] = max(-MOST_TREND, min(MOST_TREND, trend))


@rule
def has_issue(table, region, kind):
    """Whether an open opinion of a region is on the issue of this kind."""
    return table.opinion[region, kind] > 0 or table.opinion[region, kind ^ 1] > 0


# --- Parties -------------------------------------------------------------------------------------


@rule
def gain_members(box, table, seat, members):
    """Move a party's members up or down, within the track (MAC-0.27)."""
    table.members[seat] = max(0, min(int(box.last_member), int(table.members[seat]) + members))


@rule
def roll_die(box, table):
    return int(box.die[chance.below(table, DICE, DIE)])


@rule
def roll_dice(box, table, dice):
    """The sum of a number of special dice."""
    total = 0
    for _ in range(dice):
        total += roll_die(box, table)
    return total
