"""Check opinion cards, programme cards and polls."""

from ...core.engine.compile import rule
from ..rules.common import total
from ..rules.conference import hand_size
from ..table import (
    FACE_DOWN,
    HAND,
    IN_DECK,
    IN_HAND,
    KINDS,
    NATIONAL,
    OPEN,
    OPINION_COPIES,
    POLLS,
    POOL,
    PROGRAMME,
    PROGRAMME_CARDS,
    PROGRAMME_COPIES,
    REGIONS,
    SEEN,
    SHUFFLES,
    Phase,
)
from .faults import Fault

# --- Opinion cards --------------------------------------------------------------------------------


@rule
def check_opinions(table):
    for shuffle in range(SHUFFLES):
        if not are_unseen_counted(table, shuffle):
            return Fault.UNSEEN_OPINION_CARDS_ARE_MISCOUNTED
    if total(table.pool) != POOL:
        return Fault.CARDS_OF_THE_POOL_ARE_MISSING_OR_TOO_MANY
    for kind in range(KINDS):
        if opinion_cards(table, kind) != OPINION_COPIES:
            return Fault.OPINION_CARDS_ARE_MISSING_OR_TOO_MANY
    return Fault.NONE


@rule
def are_unseen_counted(table, shuffle):
    """Whether the unseen cards of a shuffle are as many as it has hidden in regions and in the deck."""
    unseen = 0
    for kind in range(KINDS):
        unseen += int(table.unseen[shuffle, kind])
    for region in range(REGIONS):
        unseen -= int(table.hidden[region, shuffle])
    return unseen == (table.opinion_deck if shuffle == table.shuffle else 0)


@rule
def opinion_cards(table, kind):
    """The number of opinion cards of a kind, wherever they are."""
    cards = int(table.pool[kind]) + int(table.discards[kind])
    cards += table.phase == Phase.NATIONAL_REPLACE and table.picked == kind
    for shuffle in range(SHUFFLES):
        cards += int(table.unseen[shuffle, kind])
    for region in range(REGIONS):
        cards += table.opinion[region, kind] > 0
    for space in range(NATIONAL):
        if table.national[space] == kind:
            cards += 1 + int(table.secured[space])
    return cards


# --- Programme cards ------------------------------------------------------------------------------


@rule
def check_programmes(table):
    deck = 0
    for card in range(PROGRAMME_CARDS):
        zone = int(table.zone[card])
        if FACE_DOWN + table.seats <= zone < IN_HAND or IN_HAND + table.seats <= zone < OPEN:
            return Fault.A_PROGRAMME_CARD_BELONGS_TO_NOBODY
        deck += zone == IN_DECK
        returned = last_return(table, card)
        if max(returned, int(table.drawn[card])) > table.programme_shuffle:
            return Fault.A_PROGRAMME_CARD_IS_OF_A_SHUFFLE_TO_COME
        if FACE_DOWN <= zone < OPEN and table.drawn[card] < returned:
            return Fault.A_PROGRAMME_CARD_WAS_DRAWN_BEFORE_IT_WENT_INTO_THE_DECK
    if deck != table.programme_deck:
        return Fault.PROGRAMME_CARDS_OF_THE_DECK_ARE_MISCOUNTED
    for seat in range(int(table.seats)):
        hand = hand_size(table, seat) + (int(table.renewed) if seat == table.seat else 0)
        if not HAND - 1 <= hand <= HAND:
            return Fault.CARDS_OF_A_HAND_ARE_MISSING_OR_TOO_MANY
        if total(table.programme[seat]) != PROGRAMME:
            return Fault.CARDS_OF_A_PROGRAMME_ARE_MISSING_OR_TOO_MANY
    for kind in range(KINDS):
        if not lie_open(table, kind):
            return Fault.CARDS_OF_A_PROGRAMME_LIE_ELSEWHERE
    return Fault.NONE


@rule
def last_return(table, card):
    """The last shuffle in which anybody saw a card go into the deck."""
    last = int(table.returned[card])
    for seat in range(int(table.seats)):
        last = max(last, int(table.own_returned[seat, card]))
    return last


@rule
def lie_open(table, kind):
    """Whether a kind has as many open cards as programmes with it, plus one about to join a programme."""
    cards = int(table.phase == Phase.OLD_CARD and kind == table.picked)
    for seat in range(int(table.seats)):
        cards += int(table.programme[seat, kind])
    for copy in range(PROGRAMME_COPIES):
        cards -= table.zone[kind * PROGRAMME_COPIES + copy] == OPEN
    return cards == 0


# --- Polls ----------------------------------------------------------------------------------------


@rule
def check_polls(table):
    for poll in range(POLLS):
        if table.poll_zone[poll] >= SEEN + table.seats:
            return Fault.A_POLL_IS_SEEN_BY_NOBODY
    return Fault.NONE
