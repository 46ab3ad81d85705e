"""Check ties, and the blocks taken in an election."""

from ...core.engine.compile import rule
from ..box import CLUB, STRONGEST
from ..rules.breaking_ties import has_suitable
from ..rules.cards import displayed
from ..rules.provinces import province_voting
from ..table import COLOURS, HAND, NO_CARD, SHOWN, WHITE, Phase, Tie
from .faults import Fault


@rule
def check_election(box, table):
    if table.phase != Phase.OVER and table.tie <= Tie.BATTLE and collected(table) > 0:
        return Fault.BLOCKS_ARE_COLLECTED_WITHOUT_AN_ELECTION
    if table.phase == Phase.TIE:
        return check_tie(box, table)
    return Fault.TRACES_OF_A_TIE_ARE_LEFT if has_traces_of_a_tie(table) else Fault.NONE


@rule
def collected(table):
    """The number of blocks taken in this election."""
    blocks = 0
    for seat in range(int(table.seats)):
        for colour in range(WHITE, COLOURS):
            blocks += int(table.collected[colour, seat])
    return blocks


@rule
def has_traces_of_a_tie(table):
    for seat in range(int(table.seats)):
        if table.contender[seat] or table.chosen[seat] or table.fell[seat]:
            return True
    for colour in range(WHITE, COLOURS):
        if table.tied_colour[colour] or table.tied_before[colour] or table.strength[colour]:
            return True
    return table.tie > 0 or table.tie_round > 0 or table.tie_place > 0


@rule
def check_tie(box, table):
    tie, seat = int(table.tie), int(table.seat)
    if tie == Tie.NONE:
        return Fault.THE_TIE_IS_ABOUT_NOTHING
    if tie >= Tie.PROVINCE and (table.voting < box.provinces) != (tie == Tie.PROVINCE):
        return Fault.THE_ELECTION_IS_NOT_AS_FAR_AS_THE_TIE
    if not table.contender[seat]:
        return Fault.THE_SEAT_ON_TURN_IS_NOT_IN_THE_TIE
    if not is_of_factions(table):
        if contenders(table) < 2:
            return Fault.ONLY_ONE_IS_IN_THE_TIE
        if not are_level(box, table):
            return Fault.THE_TIED_ARE_NOT_LEVEL
    if not has_suitable(box, table, seat):
        return Fault.THE_SEAT_ON_TURN_HAS_NO_CARD_FOR_THE_TIE
    for place in range(int(table.seats)):
        if not may_have_chosen(box, table, place):
            return Fault.A_CARD_IS_CHOSEN_THAT_CANNOT_BE
    for colour in range(WHITE, COLOURS):
        if table.strength[colour] != strength_chosen(box, table, colour):
            return Fault.THE_STRENGTHS_ARE_NOT_THOSE_OF_THE_CARDS_CHOSEN
    if not may_be_asked_again(table):
        return Fault.THE_TIED_CANNOT_HAVE_BEEN_ASKED_SO_OFTEN
    return Fault.NONE


@rule
def is_of_factions(table):
    return table.tie == Tie.GOVERNMENT or table.tie == Tie.OPPOSITION


@rule
def contenders(table):
    number = 0
    for seat in range(int(table.seats)):
        number += int(table.contender[seat])
    return number


@rule
def are_level(box, table):
    """Whether the tied seats have equal amounts, which are not 0."""
    level = level_of(box, table, int(table.seat))
    for seat in range(int(table.seats)):
        if table.contender[seat] and level_of(box, table, seat) != level:
            return False
    return level > 0


@rule
def level_of(box, table, seat):
    """A seat's amount of what the tie is about: tokens, a stack, or blocks taken."""
    if table.tie == Tie.BATTLE:
        return int(table.cannons[seat])
    if table.tie == Tie.PROVINCE:
        return int(table.height[province_voting(box, table), seat])
    if table.tie == Tie.OPPOSITION_FIRST:
        return int(table.collected[int(table.opposition), seat])
    return int(table.collected[int(table.government), seat])


@rule
def may_have_chosen(box, table, place):
    """Whether the choice of the seat at a place in the order of play is possible.

    A chosen card has left the display and is no special; those who choose later have none yet.
    """
    seat = int(table.order[place])
    card = int(table.chosen[seat])
    if card == NO_CARD:
        return True
    if place >= table.tie_place or not table.contender[seat] or table.place[card] >= HAND:
        return False
    return card <= box.cards and box.card_kind[card] <= CLUB


@rule
def strength_chosen(box, table, colour):
    """The blocks of a colour on all cards chosen, or on the strongest (`faction_ties`)."""
    total, strongest = 0, 0
    for seat in range(int(table.seats)):
        card = int(table.chosen[seat])
        if box.card_colour[card] == colour:
            total += int(box.card_value[card])
            strongest = max(strongest, int(box.card_value[card]))
    return strongest if box.faction_ties == STRONGEST else total


@rule
def may_be_asked_again(table):
    """Whether the displays can have had the cards that earlier rounds of the tie took.

    Each earlier round took at least two cards in all, and in a tie of seats one from each that stayed.
    """
    before, cards = int(table.tie_round) - 1, 0
    for seat in range(int(table.seats)):
        own = displayed(table, seat) + (table.chosen[seat] != NO_CARD)
        cards += own
        if table.contender[seat] and not is_of_factions(table) and own + before > SHOWN:
            return False
    return before >= 0 and cards + 2 * before <= SHOWN * int(table.seats)
