"""Preparation (chapter 4): the initial boards, cards and money, and the layout of regions."""

import numpy as np

from ...core.engine import chance
from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..table import (
    CABINET,
    FACE_UP,
    HAND,
    IN_DECK,
    IN_HAND,
    KINDS,
    LAND_DECK,
    NATIONAL,
    NO_CARD,
    OPEN,
    OPINION_COPIES,
    OPINION_DECK,
    OPINIONS,
    ORDER,
    POOL,
    PROGRAMME,
    PROGRAMME_CARDS,
    REGIONS,
    SHUFFLES,
    Phase,
)
from .common import has_issue, pick, total
from .conference import draw_programme, kind_of


@rule
def setup(box, table):
    """Lay out four regions, programmes, the exchange pool and each party's material."""
    prepare_parties(box, table)
    table.regions = REGIONS
    table.doublers = box.doublers
    table.opinion_deck = KINDS * OPINION_COPIES
    for kind in range(KINDS):
        table.unseen[0, kind] = OPINION_COPIES
    for region in range(REGIONS):
        lay_out_region(table, region, OPINIONS - region)
    for _ in range(POOL):
        table.pool[draw_opinion(table)] += 1
    for space in range(NATIONAL):
        table.national[space] = NO_CARD
    table.poll = NO_CARD
    table.picked = NO_CARD
    table.bidder = NOBODY
    table.asker = NOBODY
    for place in range(len(table.winner)):
        table.winner[place] = NOBODY
    table.start_player = chance.below(table, ORDER, int(table.seats))
    table.seat = table.start_player
    table.phase = Phase.SHEET


@rule
def prepare_parties(box, table):
    """Money, members, markers, cards of the shadow cabinet, and the programmes."""
    table.programme_deck = PROGRAMME_CARDS
    for seat in range(int(table.seats)):
        table.cash[seat] = box.start_cash
        table.members[seat] = box.start_members
        table.meeting_supply[seat] = box.meetings
        table.media_supply[seat] = box.media_markers
        table.tiles[seat] = box.tiles
        for card in range(1, CABINET + 1):
            table.cabinet[seat, card] = 1
        deal_programme(table, seat)
    for seat in range(int(table.seats)):
        for _ in range(HAND):
            draw_programme(table, IN_HAND + seat)


@rule
def deal_programme(table, seat):
    """Draw until five issues lie open; rejected cards go back before any hand is dealt (MAC-0.11)."""
    laid = 0
    while laid < PROGRAMME:
        card = draw_programme(table, FACE_UP)
        kind = kind_of(card)
        if table.programme[seat, kind] == 0 and table.programme[seat, kind ^ 1] == 0:
            table.programme[seat, kind] = 1
            table.zone[card] = OPEN
            laid += 1
    for card in range(PROGRAMME_CARDS):
        if table.zone[card] == FACE_UP:
            table.zone[card] = IN_DECK
            table.programme_deck += 1


@rule
def lay_out_region(table, region, opened):
    """Lay out a land, a meeting of each party, and the opinions, `opened` of them face up."""
    table.land[region] = pick(table, LAND_DECK, table.land_drawn, 0)
    table.land_drawn[int(table.land[region])] = 1
    for seat in range(int(table.seats)):
        table.arrival[region, seat] = seat
        if table.meeting_supply[seat] > 0:
            table.meeting_supply[seat] -= 1
            table.meetings[region, seat] = 1
    for _ in range(opened):
        lay_opinion(table, region, draw_opinion(table))
    for _ in range(OPINIONS - opened):
        hide_opinion(table, region)


# --- Opinion cards --------------------------------------------------------------------------------


@rule
def draw_opinion(table):
    """Draw the deck's next card and return its kind.

    Cards hidden in regions are still undetermined: they are drawn from the same unseen cards when opened.
    """
    leave_opinion_deck(table)
    return chance.draw(table, OPINION_DECK, table.unseen[int(table.shuffle)])


@rule
def hide_opinion(table, region):
    """Lay the deck's next card face down in a region; its kind is drawn when it is opened."""
    leave_opinion_deck(table)
    table.hidden[region, int(table.shuffle)] += 1


@rule
def leave_opinion_deck(table):
    if table.opinion_deck == 0:
        shuffle_opinions(table)
    table.opinion_deck -= 1


@rule
def shuffle_opinions(table):
    """Make the discards the new deck, counted apart from hidden cards of earlier shuffles.

    Those cards can only be of kinds that were unseen in their own shuffle.
    """
    shuffle = 0
    while not is_used_up(table, shuffle):
        shuffle += 1
    table.shuffle = shuffle
    for kind in range(KINDS):
        table.unseen[shuffle, kind] = table.discards[kind]
        table.opinion_deck += table.discards[kind]
        table.discards[kind] = 0


@rule
def is_used_up(table, shuffle):
    """Whether this shuffle has no unseen cards left, so that its number can be reused."""
    for kind in range(KINDS):
        if table.unseen[shuffle, kind] > 0:
            return False
    return True


@rule
def hidden_in(table, region):
    """The number of hidden opinions of a region."""
    return total(table.hidden[region])


@rule
def open_opinion(table, region):
    """Open a hidden opinion of a region; one that repeats or contradicts an open one is replaced.

    If they are from two shuffles, the order of opening makes no difference to anybody's knowledge.
    """
    for shuffle in range(SHUFFLES):
        if table.hidden[region, shuffle] > 0:
            table.hidden[region, shuffle] -= 1
            lay_opinion(table, region, chance.draw(table, OPINION_DECK, table.unseen[shuffle]))
            return


@rule
def lay_opinion(table, region, kind):
    """Lay a card open in a region, or the next card whose issue is not there yet (MAC-0.21)."""
    while has_issue(table, region, kind):
        if not can_replace(table, region):
            replace_from_pool(table, region, kind)
            return
        table.discards[kind] += 1
        kind = draw_opinion(table)
    table.opinion[region, kind] = 1


@rule
def can_replace(table, region):
    """Whether the deck or the discards may have a card that fits a region."""
    for kind in range(KINDS):
        if not has_issue(table, region, kind):
            if table.discards[kind] > 0:
                return True
            if table.opinion_deck > 0 and table.unseen[int(table.shuffle), kind] > 0:
                return True
    return False


@rule
def replace_from_pool(table, region, kind):
    """Swap the card for one of the pool that fits (MAC-0.22), or leave the space empty (MAC-0.23)."""
    fitting = np.zeros(KINDS, np.int64)
    for other in range(KINDS):
        fitting[other] = table.pool[other] > 0 and not has_issue(table, region, other)
    if not fitting.any():
        table.discards[kind] += 1
        return
    other = chance.draw(table, OPINION_DECK, fitting)
    table.pool[other] -= 1
    table.pool[kind] += 1
    table.opinion[region, other] = 1
