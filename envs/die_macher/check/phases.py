"""Check the fields of single phases: sheets, bids, the shadow cabinet, coalitions, cards picked."""

from ...core.engine.compile import rule
from ..box import BLIND
from ..rules.common import places_to
from ..rules.shadow_cabinet import can_pay_media_swap, price_of_lobby
from ..rules.start_player import amount_of, most_bid, rungs_up_to
from ..table import FIRST_SECTION, ITEMS, NO_CARD, REGIONS, Lobby, Phase
from .faults import Fault

_NEEDS_PICKED = tuple(map(int, (Phase.OLD_CARD, Phase.SWAP_IN, Phase.NATIONAL_REPLACE)))


@rule
def check_phase(box, table):
    if has_parts_of_another(table):
        return Fault.SOMETHING_OF_ANOTHER_PHASE_IS_LEFT
    for seat in range(int(table.seats)):
        if not has_options(table, seat):
            return Fault.AN_OPTION_OF_THE_SHEET_IS_NONE
        if table.phase == Phase.SHEET and not is_filled_in(box, table, seat):
            return Fault.A_SHEET_IS_NOT_FILLED_IN_SO_FAR
        if not may_bid(box, table, seat):
            return Fault.A_BID_CANNOT_BE_MADE
        fault = check_cabinet(box, table, seat)
        if fault != Fault.NONE:
            return fault
    if not may_lobby(box, table):
        return Fault.THE_CARD_OF_THE_SHADOW_CABINET_CANNOT_ACT_SO
    if table.passes >= table.seats:
        return Fault.ALL_HAVE_PASSED
    return Fault.NONE


@rule
def has_parts_of_another(table):
    """Whether a field that belongs to another phase is set."""
    phase, laid, placed, offers = int(table.phase), 0, 0, 0
    for seat in range(int(table.seats)):
        offers += int(table.offer[seat])
        for region in range(REGIONS):
            laid += int(table.lobby[region, seat])
        for entry in range(2 * ITEMS):
            placed += int(table.place_of[entry, seat])
    if (table.picked != NO_CARD) != (phase in _NEEDS_PICKED) or (table.asker >= 0) != (phase == Phase.REPLY):
        return True
    if (table.acting > 0) != (phase == Phase.LOBBY_OPINION or phase == Phase.LOBBY_PLAYER):
        return True
    if table.asked and phase != Phase.COALITION and phase != Phase.REPLY:
        return True
    if table.by_votes and phase != Phase.SWAP_OUT and phase != Phase.SWAP_IN:
        return True
    if (table.changes or table.changed) and phase != Phase.CHANGE_TREND:
        return True
    if (table.step or placed > 0) and phase != Phase.SHEET:
        return True
    if (table.renewed and phase != Phase.DISCARD) or (table.passes and phase != Phase.MEDIA):
        return True
    if laid > 0 and not Phase.PLACE_LOBBY <= phase <= Phase.TELEPHONE:
        return True
    return offers > 0 and phase != Phase.CONTRIBUTION


@rule
def has_had_turn(table, seat):
    return places_to(table, int(table.start_player), seat) < table.turn


@rule
def has_options(table, seat):
    """Whether a seat has an option of each section once the sheets are filled in."""
    first, second = int(table.section[0, seat]), int(table.section[1, seat])
    return first <= FIRST_SECTION and (table.phase == Phase.SHEET or (first > 0 and second > 0))


@rule
def is_filled_in(box, table, seat):
    """Whether exactly those entries of a sheet are set that its seat has filled in so far."""
    first, second = int(table.section[0, seat]), int(table.section[1, seat])
    whole = 2 + ITEMS + (int(box.sheet_media[second - 1]) if second > 0 else ITEMS)
    entries = int(table.step) if seat == table.seat else 0
    if has_had_turn(table, seat):
        entries = whole
    elif entries > 0 and entries >= whole:
        return False
    if (first > 0) != (entries > 0) or (second > 0) != (entries > ITEMS + 1):
        return False
    for item in range(ITEMS):
        if (table.place_of[item, seat] > 0) != (entries > 1 + item):
            return False
        if (table.place_of[ITEMS + item, seat] > 0) != (entries > 2 + ITEMS + item):
            return False
    return True


@rule
def may_bid(box, table, seat):
    """Whether a seat's bid is possible; in blind auctions it must be 0 before the seat's turn."""
    if table.phase == Phase.START_BID:
        return is_bid(box, table, seat) if has_had_turn(table, seat) else table.bid[seat] == 0
    if table.phase == Phase.POLL_BID:
        to_come = box.poll_auction == BLIND and not table.passed[seat]
        return table.bid[seat] == 0 if to_come else is_bid(box, table, seat)
    return True


@rule
def is_bid(box, table, seat):
    """Whether a seat can make this bid."""
    bid, most = int(table.bid[seat]), most_bid(box, table, seat)
    return bid <= most and (amount_of(rungs_up_to(bid) - 1) == bid or (box.bid_all and bid == most))


@rule
def check_cabinet(box, table, seat):
    """Check that cards laid differ, can be paid, and are in hand until all are opened."""
    laid = 0
    for region in range(int(table.regions)):
        card = int(table.lobby[region, seat])
        if card > 0:
            in_hand = table.cabinet[seat, card] > 0
            if laid >> card & 1 or in_hand != (table.phase == Phase.PLACE_LOBBY):
                return Fault.CARDS_OF_A_SHADOW_CABINET_ARE_USED_TWICE
            laid |= 1 << card
    if table.phase == Phase.PLACE_LOBBY and laid > 0:
        if price_of_lobby(box, table, seat) > table.cash[seat]:
            return Fault.CARDS_LAID_CANNOT_BE_PAID
    return Fault.NONE


@rule
def may_lobby(box, table):
    """Whether the acting card has the action that is under way."""
    phase, region, seat = int(table.phase), int(table.region), int(table.seat)
    if not Phase.LOBBY <= phase <= Phase.TELEPHONE:
        return True
    card = int(table.lobby[region, seat])
    if phase == Phase.LOBBY:
        return card > 0
    if phase == Phase.LOBBY_OPINION:
        return table.acting == Lobby.DOUBLER + 1 and box.cabinet_doubler[card] > 0
    if phase == Phase.TELEPHONE:
        return box.cabinet_phone[card] > 0 and table.tiles[seat] > 0 and not table.tile[region, seat]
    if table.acting == Lobby.MEDIA + 1:
        return box.cabinet_media[card] > 0 and can_pay_media_swap(box, table, seat)
    return table.acting == Lobby.TREND_DOWN + 1 and box.cabinet_down[card] > 0
