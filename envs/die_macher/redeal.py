"""The redeal: replace everything that a seat cannot know by a random possibility."""

import numpy as np

from ..core.engine import chance
from ..core.engine.compile import rule
from .box import BLIND, IN_TURN
from .rules.common import places_to
from .rules.start_player import bid_of, bids_up_to, most_bid, open_start_bids
from .table import (
    CABINET,
    CARD_IN_HAND,
    CONTRIBUTIONS,
    FACE_DOWN,
    FIRST_SECTION,
    IN_DECK,
    ITEMS,
    NO_CARD,
    OPEN,
    POLL_IN_DECK,
    POLLS,
    PROGRAMME_CARDS,
    REDEAL,
    REGIONS,
    SECOND_SECTION,
    SEEN,
    UNSEEN,
    Phase,
)
from .view import is_card_unseen, last_seen


@rule
def redeal(box, table, seat):
    """Redeal hands and deck, polls, and choices not shown yet; chance is reseeded before.

    Hidden opinions, the order of lands, and dice are not stored in the table: the reseeded chance draws them.
    """
    redeal_programmes(table, seat)
    redeal_polls(table, seat)
    blind = table.phase == Phase.POLL_BID and box.poll_auction == BLIND
    for other in range(int(table.seats)):
        if other == seat:
            continue
        if table.phase == Phase.SHEET:
            redeal_sheet(box, table, other)
        elif table.phase == Phase.PLACE_LOBBY:
            redeal_lobby(box, table, other)
        elif table.phase == Phase.CONTRIBUTION:
            redeal_offer(box, table, other)
        elif table.phase == Phase.START_BID:
            if places_to(table, int(table.start_player), other) < table.turn:
                redeal_bid(box, table, other)
        elif blind and table.passed[other]:
            redeal_bid(box, table, other)


@rule
def redeal_programmes(table, seat):
    """Deal the cards that a seat cannot see to the deck, the other hands and the face-down discards.

    A card that was seen to go into the deck at a shuffle is not dealt to a hand drawn before it (MAC-3.11).
    """
    unseen = np.zeros(PROGRAMME_CARDS, np.int64)
    zones = np.zeros(PROGRAMME_CARDS, np.int64)
    shuffles = np.zeros(PROGRAMME_CARDS, np.int64)
    for card in range(PROGRAMME_CARDS):
        if is_card_unseen(table, seat, card):
            unseen[card] = 1
            zones[card], shuffles[card] = int(table.zone[card]), int(table.drawn[card])
            table.zone[card] = IN_DECK
            table.drawn[card] = 0
    # From the oldest shuffle on: fewest cards can have been drawn from that deck.
    for shuffle in range(int(table.programme_shuffle) + 1):
        for zone in range(FACE_DOWN, OPEN):
            for card in range(PROGRAMME_CARDS):
                if zones[card] == zone and shuffles[card] == shuffle:
                    other = unseen_card(table, seat, unseen, shuffle)
                    unseen[other] = 0
                    table.zone[other] = zone
                    table.drawn[other] = shuffle
    for other in range(int(table.seats)):
        if other != seat:
            for card in range(PROGRAMME_CARDS):
                table.own_returned[other, card] = 0


@rule
def unseen_card(table, seat, unseen, shuffle):
    """Pick one of the unseen cards that can have been drawn from the deck of this shuffle."""
    fitting = np.zeros(PROGRAMME_CARDS, np.int64)
    for card in range(PROGRAMME_CARDS):
        fitting[card] = unseen[card] > 0 and last_seen(table, seat, card) <= shuffle
    return chance.draw(table, REDEAL, fitting)


@rule
def redeal_polls(table, seat):
    """Deal the polls that a seat has not seen to the deck, the unseen discards and the other buyers."""
    holders = np.zeros(SEEN + int(table.seats), np.int64)
    for poll in range(POLLS):
        if is_poll_unseen(table, seat, poll):
            holders[int(table.poll_zone[poll])] += 1
    held = NO_CARD
    if table.poll != NO_CARD and is_poll_unseen(table, seat, int(table.poll)):
        held = int(table.poll_zone[int(table.poll)])
        holders[held] -= 1
        table.poll = unseen_poll(table, seat)
    for poll in range(POLLS):
        if is_poll_unseen(table, seat, poll):
            table.poll_zone[poll] = held if poll == table.poll else chance.draw(table, REDEAL, holders)


@rule
def is_poll_unseen(table, seat, poll):
    zone = int(table.poll_zone[poll])
    return zone in (POLL_IN_DECK, UNSEEN) or (zone >= SEEN and zone != SEEN + seat)


@rule
def unseen_poll(table, seat):
    """Pick a poll that a seat has not seen."""
    unseen = np.zeros(POLLS, np.int64)
    for poll in range(POLLS):
        unseen[poll] = is_poll_unseen(table, seat, poll)
    return chance.draw(table, REDEAL, unseen)


@rule
def redeal_sheet(box, table, seat):
    """Draw a random sheet for a seat that has filled it in; clear the sheet of a seat that is filling it in.

    Nobody knows how far another player's sheet is filled in (MAC-1.6).
    """
    done = places_to(table, int(table.start_player), seat) < table.turn
    for entry in range(2 * ITEMS):
        table.place_of[entry, seat] = 0
    table.section[0, seat] = 0
    table.section[1, seat] = 0
    if table.seat == seat:
        table.step = 0
    if not done:
        return
    table.section[0, seat] = chance.roll(table, REDEAL, FIRST_SECTION)
    table.section[1, seat] = chance.roll(table, REDEAL, SECOND_SECTION)
    for entry in range(ITEMS + int(box.sheet_media[int(table.section[1, seat]) - 1])):
        table.place_of[entry, seat] = chance.roll(table, REDEAL, REGIONS)


@rule
def redeal_bid(box, table, seat):
    """Draw a random bid that the seat can pay."""
    rung = chance.below(table, REDEAL, bids_up_to(box, most_bid(box, table, seat)))
    table.bid[seat] = bid_of(box, table, seat, rung)


@rule
def redeal_lobby(box, table, seat):
    """Draw random cards for the regions where a player has laid some, which can be paid together."""
    laid = 0
    for region in range(REGIONS):
        laid += table.lobby[region, seat] > 0
    if laid == 0:
        return
    layable = np.zeros(CABINET**laid, np.int64)
    for way in range(len(layable)):
        layable[way] = is_layable(box, table, seat, way, laid)
    way = chance.draw(table, REDEAL, layable)
    for region in range(REGIONS):
        if table.lobby[region, seat] > 0:
            table.lobby[region, seat] = way % CABINET + 1
            way //= CABINET


@rule
def is_layable(box, table, seat, way, laid):
    """Whether the cards, each a base-7 digit of `way`, differ, are in hand, and can be paid together."""
    used, price = 0, 0
    for _ in range(laid):
        card = way % CABINET + 1
        way //= CABINET
        if used >> card & 1 or not table.cabinet[seat, card]:
            return False
        used |= 1 << card
        price += int(box.cabinet_price[card])
    return price <= table.cash[seat]


@rule
def redeal_offer(box, table, seat):
    """Draw a random contribution, accepted or refused.

    With contributions chosen in turn, an accepted one is public and stays, and a refusal stays a refusal.
    """
    offer = int(table.offer[seat])
    public = box.contribution == IN_TURN
    if offer == 0 or (public and offer <= CONTRIBUTIONS):
        return
    left = np.zeros(2 * CONTRIBUTIONS, np.int64)
    for card in range(CONTRIBUTIONS):
        if table.contribution[seat, card] == CARD_IN_HAND:
            left[card] = 0 if public else 1
            left[CONTRIBUTIONS + card] = 1
    table.offer[seat] = chance.draw(table, REDEAL, left) + 1


@rule
def reopen_secret_choices(box, table, seat):
    """Take back the bids for naming the start player, so that they are made again."""
    if table.phase != Phase.START_BID or table.turn == 0:
        return False
    open_start_bids(table)
    return True
