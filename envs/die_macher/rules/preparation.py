"""Preparation (chapter 4): boards, cards and money at the start, and regions as they are laid out anew."""

from ...core import chance
from ...core.compile import rule
from ...core.game import NOBODY
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
    OPINIONS,
    ORDER,
    POOL,
    PROGRAMME,
    PROGRAMME_CARDS,
    REGIONS,
    Phase,
)
from .common import draw_opinion, draw_programme, hide_opinion, kind_of, lay_opinion, pick


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
    """Draw until five issues lie open. The cards in between go back before any hand is dealt."""
    laid = 0
    while laid < PROGRAMME:
        card = draw_programme(table, FACE_UP)
        kind = kind_of(card)
        if table.programme[seat, kind] == 0 and table.programme[seat, kind ^ 1] == 0:
            table.programme[seat, kind] = 1
            table.zone[card] = OPEN + seat
            laid += 1
    for card in range(PROGRAMME_CARDS):
        if table.zone[card] == FACE_UP:
            table.zone[card] = IN_DECK
            table.programme_deck += 1


@rule
def lay_out_region(table, region, opened):
    """A land of its own, a meeting of each party, and opinions, so many of them open."""
    table.land[region] = draw_land(table)
    for seat in range(int(table.seats)):
        table.arrival[region, seat] = seat
        if table.meeting_supply[seat] > 0:
            table.meeting_supply[seat] -= 1
            table.meetings[region, seat] = 1
    for _ in range(opened):
        lay_opinion(table, region, draw_opinion(table))
    for _ in range(OPINIONS - opened):
        hide_opinion(table, region)


@rule
def draw_land(table):
    land = pick(table, LAND_DECK, table.land_drawn, 0)
    table.land_drawn[land] = 1
    return land
