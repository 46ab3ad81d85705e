"""The final count (6): seats, media markers, members and programme on the national board."""

from ...core.engine.compile import rule
from ..table import NATIONAL, NO_CARD, ROUNDS


@rule
def seat_points(table, seat):
    """A point for each seat won in all elections (6.1)."""
    points = 0
    for election in range(ROUNDS):
        points += int(table.seats_won[election, seat])
    return points


@rule
def media_points(box, table, seat):
    """Points for media markers on the national board, by their elections (6.2)."""
    points = 0
    for election in range(ROUNDS):
        points += int(table.national_media[election, seat]) * int(box.media_points[election])
    return points


@rule
def member_points(box, table, seat):
    """A point for each member, and prizes for the most and the second most (6.3).

    Tied parties share the prizes of the places they occupy; after a shared first place there is no second.
    """
    more, level = 0, 0
    for other in range(int(table.seats)):
        more += table.members[other] > table.members[seat]
        level += table.members[other] == table.members[seat]
    first, second = int(box.most_members_points), int(box.second_members_points)
    points = int(table.members[seat])
    if more == 0:
        points += (first + second) // level if level > 1 else first
    elif more == 1:
        points += second // level
    return points


@rule
def programme_points(box, table, seat):
    """Points for national opinions that are in the programme, and more for secured ones (6.4)."""
    points = 0
    for space in range(NATIONAL):
        kind = int(table.national[space])
        if kind != NO_CARD and table.programme[seat, kind]:
            points += int(box.national_points[space])
            points += int(table.secured[space]) * int(box.secured_points)
    return points


@rule
def score(box, table, seat):
    """The points of a party, as if the game ended now."""
    points = seat_points(table, seat) + media_points(box, table, seat)
    return points + member_points(box, table, seat) + programme_points(box, table, seat)


@rule
def standing(box, table, seat):
    """Rank by points; ties are broken by seats, then by members."""
    ties = 1000 * seat_points(table, seat) + int(table.members[seat])
    return 10_000_000 * score(box, table, seat) + ties
