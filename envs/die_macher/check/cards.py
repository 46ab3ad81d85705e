"""Opinion cards and the national board, programme cards, and polls."""

from ...core.engine.compile import rule
from ..rules.common import elections
from ..rules.conference import hand_size
from ..table import (
    FACE_DOWN,
    HAND,
    IN_DECK,
    ISSUES,
    KINDS,
    NATIONAL,
    NO_CARD,
    OPEN,
    OPINION_COPIES,
    POLL_IN_DECK,
    POLLS,
    POOL,
    PROGRAMME,
    PROGRAMME_CARDS,
    PROGRAMME_COPIES,
    PUBLISHED,
    REGIONS,
    SEATS,
    SEEN,
    SHUFFLES,
    Phase,
)
from .faults import Fault

# --- Opinion cards and the national board ---------------------------------------------------------


@rule
def check_opinions(box, table):
    laid = 0
    while laid < NATIONAL and table.national[laid] != NO_CARD:
        laid += 1
    for space in range(NATIONAL):
        kind = int(table.national[space])
        if space > laid and kind != NO_CARD:
            return Fault.THE_NATIONAL_BOARD_HAS_A_GAP
        if space >= laid and table.secured[space]:
            return Fault.NO_OPINION_LIES_ON_A_SECURED_SPACE
        for other in range(min(space, laid)):
            if kind != NO_CARD and kind // 2 == table.national[other] // 2:
                return Fault.AN_ISSUE_LIES_TWICE_ON_THE_NATIONAL_BOARD
    for kind in range(KINDS):
        if opinion_cards(table, kind) != OPINION_COPIES:
            return Fault.OPINION_CARDS_OF_A_KIND_ARE_MISSING_OR_TOO_MANY
    for shuffle in range(SHUFFLES):
        if not are_unseen_counted(table, shuffle):
            return Fault.UNSEEN_OPINION_CARDS_ARE_MISCOUNTED
    pool, doublers = 0, int(table.doublers)
    for kind in range(KINDS):
        pool += int(table.pool[kind])
        for region in range(REGIONS):
            doublers += table.opinion[region, kind] == 2
    if pool != POOL:
        return Fault.CARDS_OF_THE_POOL_ARE_MISSING_OR_TOO_MANY
    if doublers != box.doublers:
        return Fault.DOUBLERS_ARE_MISSING_OR_TOO_MANY
    return Fault.NONE


@rule
def opinion_cards(table, kind):
    """The opinion cards of a kind, wherever they are."""
    cards = int(table.pool[kind]) + int(table.discards[kind])
    for region in range(REGIONS):
        cards += table.opinion[region, kind] > 0
    for shuffle in range(SHUFFLES):
        cards += int(table.unseen[shuffle, kind])
    for space in range(NATIONAL):
        if table.national[space] == kind:
            cards += 1 + int(table.secured[space])
    return cards + (table.phase == Phase.NATIONAL_REPLACE and table.picked == kind)


@rule
def are_unseen_counted(table, shuffle):
    """The unseen cards of a shuffle are hidden in regions, or they are the deck."""
    unseen = 0
    for kind in range(KINDS):
        unseen += int(table.unseen[shuffle, kind])
    for region in range(REGIONS):
        unseen -= int(table.hidden[region, shuffle])
    return unseen == (table.opinion_deck if shuffle == table.shuffle else 0)


# --- Programme cards ------------------------------------------------------------------------------


@rule
def check_programmes(table):
    deck = 0
    for card in range(PROGRAMME_CARDS):
        zone = int(table.zone[card])
        deck += zone == IN_DECK
        if FACE_DOWN <= zone < OPEN and (zone - FACE_DOWN) % SEATS >= table.seats:
            return Fault.A_PROGRAMME_CARD_BELONGS_TO_NOBODY
        if zone == IN_DECK and table.drawn[card]:
            return Fault.A_PROGRAMME_CARD_OF_THE_DECK_IS_DRAWN
        returned = last_return(table, card)
        if max(returned, int(table.drawn[card])) > table.programme_shuffle:
            return Fault.A_PROGRAMME_CARD_IS_OF_A_SHUFFLE_TO_COME
        if FACE_DOWN <= zone < OPEN and table.drawn[card] < returned:
            return Fault.A_PROGRAMME_CARD_WAS_DRAWN_BEFORE_IT_WENT_INTO_THE_DECK
    if deck != table.programme_deck:
        return Fault.PROGRAMME_CARDS_OF_THE_DECK_ARE_MISCOUNTED
    for seat in range(int(table.seats)):
        if not has_five_issues(table, seat):
            return Fault.A_PROGRAMME_IS_NOT_OF_FIVE_ISSUES
        hand = hand_size(table, seat) + (int(table.renewed) if seat == table.seat else 0)
        if not HAND - 1 <= hand <= HAND:
            return Fault.A_HAND_HAS_TOO_FEW_OR_TOO_MANY_CARDS
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
def has_five_issues(table, seat):
    """Five open cards, none contrary to another."""
    found = 0
    for issue in range(ISSUES):
        stands = int(table.programme[seat, 2 * issue]) + int(table.programme[seat, 2 * issue + 1])
        if stands > 1:
            return False
        found += stands
    return found == PROGRAMME


@rule
def lie_open(table, kind):
    """A card of a stand for each programme that has it, and one that is to come into a programme."""
    cards = int(table.phase == Phase.OLD_CARD and kind == table.picked)
    for seat in range(int(table.seats)):
        cards += int(table.programme[seat, kind])
    for copy in range(PROGRAMME_COPIES):
        cards -= table.zone[kind * PROGRAMME_COPIES + copy] == OPEN
    return cards == 0


# --- Polls ----------------------------------------------------------------------------------------


@rule
def check_polls(box, table):
    away = 0
    for poll in range(POLLS):
        away += table.poll_zone[poll] != POLL_IN_DECK
        if table.poll_zone[poll] >= SEEN + table.seats:
            return Fault.A_POLL_IS_SEEN_BY_NOBODY
    drawn = polls_drawn(box, table)
    if away != ((drawn - 1) % POLLS + 1 if drawn > 0 else 0):
        return Fault.POLLS_DRAWN_DO_NOT_FIT_THE_ROUND
    phase, poll = int(table.phase), int(table.poll)
    if (poll != NO_CARD) != (phase == Phase.PUBLISH or phase == Phase.CHANGE_TREND):
        return Fault.THE_POLL_SOLD_DOES_NOT_FIT_THE_PHASE
    if phase == Phase.PUBLISH and table.poll_zone[poll] != SEEN + table.seat:
        return Fault.THE_POLL_SOLD_LIES_ELSEWHERE
    if phase == Phase.CHANGE_TREND and table.poll_zone[poll] != PUBLISHED:
        return Fault.THE_POLL_SOLD_LIES_ELSEWHERE
    return Fault.NONE


@rule
def polls_drawn(box, table):
    """One for each region of a round; when the deck is used up, all of them make a new one."""
    drawn, phase, last = 0, int(table.phase), elections(box)
    for number in range(1, min(int(table.round_number), last)):
        drawn += min(REGIONS, last - number + 1)
    if phase == Phase.POLL_BID:
        drawn += int(table.region)
    elif phase == Phase.PUBLISH or phase == Phase.CHANGE_TREND:
        drawn += int(table.region) + 1
    elif 0 < table.round_number < last and (phase >= Phase.CONVERT or table.by_votes):
        drawn += min(REGIONS, last - int(table.round_number) + 1)
    return drawn
