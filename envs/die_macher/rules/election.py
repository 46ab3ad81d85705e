"""The election in the current region (5.3): seats, the winner, the national board, and new members."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from .. import actions as say
from ..table import KINDS, NATIONAL, NO_CARD, SEATS, Phase
from .coalitions import partner_of
from .common import begin, elections, gain_members, left_of
from .conversion import convert_meetings

# --- Seats (5.3.1) -------------------------------------------------------------------------------


@rule
def hold_election(box, table):
    """Convert all meetings of the region in turn order, then turn each party's votes into seats."""
    election = int(table.round_number) - 1
    for turn in range(int(table.seats)):
        seat = left_of(table, int(table.start_player), turn)
        convert_meetings(table, 0, seat, int(table.meetings[0, seat]))
    for seat in range(int(table.seats)):
        table.seats_won[election, seat] = box.land_seats[int(table.land[0]), int(table.votes[0, seat])]
    table.phase = Phase.WINNERS


# --- The winner (5.3.2) --------------------------------------------------------------------------


@rule
def marker_height(table, seat):
    """The height of a party's vote marker; of level ones the latest is on top (MAC-10.5)."""
    return SEATS * int(table.votes[0, seat]) + int(table.arrival[0, seat])


@rule
def leads_side(table, seat):
    """Whether a party has no partner, or the higher marker of its coalition."""
    partner = partner_of(table, seat)
    return partner == NOBODY or marker_height(table, seat) > marker_height(table, partner)


@rule
def votes_of_side(table, seat):
    """The votes of a party and its partner."""
    partner = partner_of(table, seat)
    return int(table.votes[0, seat]) + (0 if partner == NOBODY else int(table.votes[0, partner]))


@rule
def best_side(table, below):
    """The leader of the strongest side, except the side that `below` leads (NOBODY for no exception)."""
    best = NOBODY
    for seat in range(int(table.seats)):
        if seat != below and leads_side(table, seat):
            if best == NOBODY or is_ahead(table, seat, best):
                best = seat
    return best


@rule
def is_ahead(table, seat, other):
    """Whether the side of `seat` beats that of `other`: by votes, then by the higher marker."""
    votes, others = votes_of_side(table, seat), votes_of_side(table, other)
    return votes > others or (votes == others and marker_height(table, seat) > marker_height(table, other))


@rule
def find_winners(table):
    """Find who may place on the national board, and how many opinions each; nobody without votes.

    A winner alone places two. A coalition's partners place one each. After a tie, won by a nose, the winner
    places one, and the beaten side only a media marker.
    """
    for place in range(len(table.winner)):
        table.winner[place] = NOBODY
        table.national_cards[place] = 0
    first = best_side(table, NOBODY)
    second = best_side(table, first)
    level = second != NOBODY and votes_of_side(table, second) == votes_of_side(table, first)
    table.by_a_nose = level and votes_of_side(table, first) > 0
    begin(table, Phase.NEXT_NATIONAL)
    if votes_of_side(table, first) == 0:
        return
    table.winner[0] = first
    if partner_of(table, first) != NOBODY:
        table.winner[1] = partner_of(table, first)
        table.national_cards[0] = 1
        table.national_cards[1] = 1
    elif level:
        table.national_cards[0] = 1
        table.winner[1] = second
        table.winner[2] = partner_of(table, second)
    else:
        table.national_cards[0] = 2


# --- The national board (5.3.3) ------------------------------------------------------------------


@rule
def next_national(table):
    """Let the next winner place a media marker, if it has one in the region, then opinions."""
    if table.turn == len(table.winner) or table.winner[int(table.turn)] == NOBODY:
        table.turn = 0
        table.phase = Phase.RECRUIT
        return
    seat = int(table.winner[int(table.turn)])
    table.seat = seat
    table.phase = Phase.NATIONAL_MEDIA if table.media[0, seat] > 0 else Phase.NEXT_CARD


@rule
def place_media(table, action):
    seat = int(table.seat)
    if action == say.YES:
        table.media[0, seat] -= 1
        table.national_media[int(table.round_number) - 1, seat] = 1
    table.phase = Phase.NEXT_CARD


@rule
def next_card(table):
    """Let the winner place an opinion while any are due."""
    if table.national_cards[int(table.turn)] > 0:
        table.phase = Phase.NATIONAL_CARD
    else:
        table.turn += 1
        table.phase = Phase.NEXT_NATIONAL


@rule
def space_of(table, kind):
    """The space of the national board with this opinion; NO_CARD if there is none."""
    for space in range(NATIONAL):
        if table.national[space] == kind:
            return space
    return NO_CARD


@rule
def space_for(table, kind):
    """The space that an opinion must take: its own, else its contrary's, else the first free one.

    NO_CARD if the player may choose what it replaces.
    """
    space = space_of(table, kind)
    if space == NO_CARD:
        space = space_of(table, kind ^ 1)
    return space if space != NO_CARD else space_of(table, NO_CARD)


@rule
def can_place_opinion(table, kind):
    """Whether an opinion is not secured yet, and the board has room or an unsecured one to replace."""
    space = space_for(table, kind)
    if space != NO_CARD:
        return table.national[space] != kind or not table.secured[space]
    for space in range(NATIONAL):
        if not table.secured[space]:
            return True
    return False


@rule
def legal_place_opinion(box, table, legal):
    """Mark open opinions of the region, those with a doubler unless an option forbids it, and PASS."""
    legal[say.PASS] = True
    for kind in range(KINDS):
        opinion = int(table.opinion[0, kind])
        if opinion == 1 or (opinion == 2 and not box.doubled_cards_fixed):
            legal[say.KIND + kind] = can_place_opinion(table, kind)


@rule
def place_opinion(table, action):
    turn = int(table.turn)
    table.phase = Phase.NEXT_CARD
    if action == say.PASS:
        table.national_cards[turn] = 0
        return
    kind = action - say.KIND
    table.national_cards[turn] -= 1
    if table.opinion[0, kind] == 2:
        table.doublers += 1
    table.opinion[0, kind] = 0
    space = space_for(table, kind)
    if space == NO_CARD:
        table.picked = kind
        table.phase = Phase.NATIONAL_REPLACE
    elif table.national[space] == kind:
        table.secured[space] = 1
    else:
        lay_on_space(table, space, kind)


@rule
def lay_on_space(table, space, kind):
    """Lay an opinion on a space and discard what lay there; a secured opinion has two cards."""
    old = int(table.national[space])
    if old != NO_CARD:
        table.discards[old] += 1 + int(table.secured[space])
    table.secured[space] = 0
    table.national[space] = kind


@rule
def legal_replace_opinion(table, legal):
    for space in range(NATIONAL):
        if not table.secured[space]:
            legal[say.KIND + int(table.national[space])] = True


@rule
def replace_opinion(table, action):
    lay_on_space(table, space_of(table, action - say.KIND), int(table.picked))
    table.picked = NO_CARD
    table.phase = Phase.NEXT_CARD


# --- Members (5.3.4) -----------------------------------------------------------------------------


@rule
def recruit(box, table):
    """Give each party members for national opinions in its programme; end the game after the last round."""
    for seat in range(int(table.seats)):
        members = 0
        for space in range(NATIONAL):
            kind = int(table.national[space])
            if kind != NO_CARD and table.programme[seat, kind]:
                members += int(box.national_figures[space])
        gain_members(box, table, seat, members)
    if table.round_number == elections(box):
        table.seat = NOBODY
        table.phase = Phase.OVER
    else:
        table.phase = Phase.NEXT_REGION
