"""Coalitions (5.2.4) of two parties with tiles in the current region and enough programme cards in common.

First each player in turn may ask one other, who answers at once; then each may force another. With
`coalition_passes` 1 both happen in one round of talk, in which a player may go on after a refusal.
"""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from .. import actions as say
from ..table import KINDS, SEATS, Phase
from .common import begin, left_of, places_to, seat_on_turn

TO_ASK, TO_FORCE = 2, 3  # programme cards needed in common


@rule
def partner_of(table, seat):
    """The partner in the coalition of this round; NOBODY if there is none."""
    return int(table.ally[seat]) - 1


@rule
def common_cards(table, seat, other):
    """The number of open programme cards that two parties have in common."""
    common = 0
    for kind in range(KINDS):
        common += int(table.programme[seat, kind]) * int(table.programme[other, kind])
    return common


@rule
def is_unallied(table, seat):
    """Whether a player has a tile in the current region and no partner yet."""
    return table.tile[0, seat] > 0 and partner_of(table, seat) == NOBODY


@rule
def can_join(table, seat, other, common):
    """Whether `other` is free for a coalition with `seat` that needs `common` cards in common."""
    return other != seat and is_unallied(table, other) and common_cards(table, seat, other) >= common


@rule
def next_coalition(box, table):
    """Let the next player who has somebody to ask seek a coalition; then go on to forced coalitions.

    Forcing needs more cards than asking, so with one round of talk the same test serves.
    """
    if not asks_next(table, Phase.COALITION, TO_ASK):
        begin(table, Phase.NEXT_FORCE if box.coalition_passes == 2 else Phase.MEDIA)
        table.seat = table.start_player


@rule
def asks_next(table, phase, common):
    """Let the next player who has somebody with `common` cards in common decide; False if nobody has."""
    while table.turn < table.seats:
        seat = seat_on_turn(table)
        if is_unallied(table, seat):
            for other in range(int(table.seats)):
                if can_join(table, seat, other, common):
                    table.seat = seat
                    table.phase = phase
                    return True
        table.turn += 1
    return False


@rule
def legal_seek_coalition(box, table, legal):
    seat = int(table.seat)
    legal[say.PASS] = True
    for other in range(int(table.seats)):
        places = places_to(table, seat, other)
        if can_join(table, seat, other, TO_ASK) and not int(table.asked) >> other & 1:
            legal[say.PLAYER + places] = True
        if box.coalition_passes == 1 and can_join(table, seat, other, TO_FORCE):
            legal[say.FORCE + places] = True


@rule
def seek_coalition(table, action):
    seat = int(table.seat)
    if action == say.PASS:
        end_talk(table)
    elif say.FORCE < action < say.FORCE + SEATS:
        ally(table, seat, left_of(table, seat, action - say.FORCE))
        end_talk(table)
    else:
        other = left_of(table, seat, action - say.PLAYER)
        table.asked |= 1 << other
        table.asker = seat
        table.seat = other
        table.phase = Phase.REPLY


@rule
def end_talk(table):
    table.asked = 0
    table.turn += 1
    table.phase = Phase.NEXT_COALITION


@rule
def reply(box, table, action):
    """Accept or refuse; after a refusal the asker's turn ends, or goes on with one round of talk."""
    asker = int(table.asker)
    table.asker = NOBODY
    if action == say.YES:
        ally(table, asker, int(table.seat))
    if action == say.YES or box.coalition_passes == 2:
        end_talk(table)
    else:
        table.seat = asker
        table.phase = Phase.COALITION


@rule
def ally(table, seat, other):
    table.ally[seat] = other + 1
    table.ally[other] = seat + 1


@rule
def next_force(table):
    """Let the next player who can force somebody do so; then go on to media."""
    if not asks_next(table, Phase.FORCE, TO_FORCE):
        begin(table, Phase.MEDIA)
        table.seat = table.start_player


@rule
def legal_force_coalition(table, legal):
    seat = int(table.seat)
    legal[say.PASS] = True
    for other in range(int(table.seats)):
        if can_join(table, seat, other, TO_FORCE):
            legal[say.FORCE + places_to(table, seat, other)] = True


@rule
def force_coalition(table, action):
    seat = int(table.seat)
    if action != say.PASS:
        ally(table, seat, left_of(table, seat, action - say.FORCE))
    table.turn += 1
    table.phase = Phase.NEXT_FORCE
