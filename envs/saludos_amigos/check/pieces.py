"""Cards, tiles and money."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..rules.common import cards_of, fresh_cards
from ..table import JOURNALIST, OFFERS_KEPT, PROJECTS, SEATS, TALKS_KEPT, VALUES, Part, Phase
from .faults import Fault


@rule
def check_pieces(box, table):
    for seat in range(int(table.seats), SEATS):
        if is_seated(table, seat):
            return Fault.SOMETHING_LIES_WHERE_NOBODY_SITS
    for value in range(VALUES):
        if all_cards(table, value) != int(box.card_counts[value]):
            return Fault.CARDS_OF_A_VALUE_ARE_MISSING_OR_TOO_MANY
        for seat in range(int(table.seats)):
            if table.known[seat, value] > cards_of(table, seat, value):
                return Fault.MORE_CARDS_ARE_KNOWN_THAN_HELD
            if box.open_discards and (table.face_down[seat, value] > 0 or table.buried[seat, value] > 0):
                return Fault.CARDS_LIE_FACE_DOWN_THOUGH_DISCARDS_ARE_OPEN
        fault = check_pile(table, value)
        if fault != Fault.NONE:
            return fault
    for project in range(PROJECTS):
        if table.bag[project] > box.tiles[project]:
            return Fault.A_PROJECT_HAS_TOO_MANY_TILES
    if int(table.bag[JOURNALIST]) + int(table.board_journalists) != int(box.journalists):
        return Fault.A_JOURNALIST_IS_MISSING_OR_TOO_MANY
    return check_money(box, table)


@rule
def is_seated(table, seat):
    """Whether anything lies before a seat."""
    found = int(table.die[seat]) + int(table.strength[seat]) + int(table.money[seat]) + int(table.bonus[seat])
    found += int(table.ranked[seat]) + int(table.turn[seat]) + int(table.fails_left[seat])
    found += int(table.share[seat]) + int(table.in_draft[seat]) + int(table.draft_share[seat])
    found += int(table.accepted[seat]) + int(table.asked[seat])
    found += int(table.participant[seat]) + int(table.opp_share[seat])
    found += int(table.pushed[seat]) + int(table.bid_done[seat])
    found += int(table.paid[seat]) + int(table.drew[seat]) + int(table.fined[seat])
    for value in range(VALUES):
        found += cards_of(table, seat, value)
        found += int(table.known[seat, value]) + int(table.face_down[seat, value])
        found += (
            int(table.buried[seat, value]) + int(table.fresh[seat, value]) + int(table.shown[seat, value])
        )
    for offer in range(OFFERS_KEPT):
        found += int(table.history[offer, seat])
    for talk in range(TALKS_KEPT):
        found += table.talk_part[seat, talk] != Part.NONE
        found += int(table.talk_share[seat, talk]) + int(table.talk_asked[seat, talk])
    return found > 0


@rule
def all_cards(table, value):
    cards = int(table.pile[value]) + int(table.discard[value])
    for seat in range(int(table.seats)):
        cards += cards_of(table, seat, value) + int(table.face_down[seat, value])
    return cards


@rule
def check_pile(table, value):
    """A redeal gives each seat what it has drawn and not shown; the pile is what is left."""
    pile, shown = int(table.shuffled[value]), 0
    seen = int(table.discard[value])  # where what was shown must be: here, or turned up at the end
    for seat in range(int(table.seats)):
        fresh, known = int(table.fresh[seat, value]), int(table.known[seat, value])
        pile += int(table.buried[seat, value]) - fresh
        shown += int(table.shown[seat, value])
        seen += known if table.phase == Phase.OVER else 0
        if table.shown[seat, value] > fresh_cards(table, seat):
            return Fault.MORE_CARDS_ARE_SHOWN_THAN_DRAWN_OR_DISCARDED
        held = cards_of(table, seat, value) + int(table.face_down[seat, value])
        if held + int(table.shown[seat, value]) < known + fresh:
            return Fault.A_SEAT_LACKS_CARDS_THAT_IT_HAS_DRAWN_AND_NOT_SHOWN
    if shown > seen:
        return Fault.MORE_CARDS_ARE_SHOWN_THAN_DRAWN_OR_DISCARDED
    if pile != int(table.pile[value]):
        return Fault.THE_PILE_IS_NOT_WHAT_WAS_SHUFFLED_LESS_WHAT_WAS_DRAWN
    return Fault.NONE


@rule
def check_money(box, table):
    """Money comes from pies and the bonus; journalists take some of it."""
    most = 0
    for project in range(PROJECTS):
        for placed in range(int(box.tiles[project]) - int(table.bag[project])):
            most += int(box.base_value[project]) + placed + 1
    money = 0
    for seat in range(int(table.seats)):
        bonus = int(table.bonus[seat])
        if bonus > 0:
            if table.phase != Phase.OVER or table.project == NOBODY:
                return Fault.THE_BONUS_IS_NOT_THAT_OF_THE_LAST_TILE
            if bonus != box.base_value[int(table.project)]:
                return Fault.THE_BONUS_IS_NOT_THAT_OF_THE_LAST_TILE
        money += int(table.money[seat]) - bonus
    return Fault.THERE_IS_MORE_MONEY_THAN_WAS_PAID if money > most else Fault.NONE
