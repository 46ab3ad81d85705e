"""What is true of every table of Saludos Amigos!, at any moment of any game.

All values are within their declared ranges when this is asked. A table that passes leads neither out of
bounds nor into an endless round: the rules count on what is said here.
"""

from enum import IntEnum

from ..core.compile import rule
from ..core.game import NOBODY
from .box import PARTICIPANTS
from .rules.common import cards_of, fresh_cards, size_of
from .rules.council import may_push
from .rules.drawing import complete_projects
from .rules.payment import takes_part
from .table import (
    DRAW_LIMIT,
    JOURNALIST,
    OFFERS_KEPT,
    PROJECTS,
    SEATS,
    TALKS_KEPT,
    VALUES,
    Draft,
    Part,
    Phase,
)


class Fault(IntEnum):
    """What may be wrong with a table."""

    NONE = 0
    SOMETHING_LIES_WHERE_NOBODY_SITS = 1
    # Cards, tiles and money
    CARDS_OF_A_VALUE_ARE_MISSING_OR_TOO_MANY = 2
    MORE_CARDS_ARE_KNOWN_THAN_HELD = 3
    CARDS_LIE_FACE_DOWN_THOUGH_DISCARDS_ARE_OPEN = 4
    THE_PILE_IS_NOT_WHAT_WAS_SHUFFLED_LESS_WHAT_WAS_DRAWN = 5
    MORE_CARDS_ARE_SHOWN_THAN_DRAWN_OR_DISCARDED = 6
    A_SEAT_LACKS_CARDS_THAT_IT_HAS_DRAWN_AND_NOT_SHOWN = 7
    A_PROJECT_HAS_TOO_MANY_TILES = 8
    A_JOURNALIST_IS_MISSING_OR_TOO_MANY = 9
    THERE_IS_MORE_MONEY_THAN_WAS_PAID = 10
    THE_BONUS_IS_NOT_THAT_OF_THE_LAST_TILE = 11
    # Where the game stands
    THE_PHASE_AND_THE_SEAT_TO_DECIDE_DO_NOT_AGREE = 12
    IT_IS_OVER_BEFORE_THE_END = 13
    IT_IS_OVER_WITH_A_ROUND_UNDER_WAY = 14
    IT_GOES_ON_AFTER_THE_END = 15
    THE_BAG_IS_WITH_NOBODY = 16
    THE_PIE_IS_NOT_WHAT_THE_TILE_IS_WORTH = 17
    A_STRENGTH_IS_NOT_DIE_AND_CARDS = 18
    THERE_ARE_MORE_PASSES_OR_FAILED_PROPOSALS_THAN_CAN_BE = 19
    THE_SEATS_ARE_NOT_RANKED_BY_STRENGTH = 20
    THE_FLOOR_DOES_NOT_GO_ROUND = 21
    ANOTHER_SEAT_DECIDES_IN_THIS_PHASE = 22
    # The standing offer and the open draft
    THE_SHARES_DO_NOT_MAKE_UP_THE_PIE = 23
    THE_MUG_IS_NOT_THE_STRENGTH_OF_THE_COALITION = 24
    THE_LAST_OFFER_IS_NOT_THE_STANDING_ONE = 25
    THE_DRAFT_IS_NOT_OF_THIS_PHASE = 26
    THE_DRAFT_HAS_THE_WRONG_MEMBERS = 27
    THE_DRAFT_DOES_NOT_SHARE_THE_PIE = 28
    THE_DRAFT_CANNOT_BEAT_THE_MUG = 29
    THE_ANSWERS_DO_NOT_FIT_THE_DRAFT = 30
    A_PROPOSAL_THAT_FAILED_IS_TOLD_WRONG = 31
    # The council
    THE_COUNCIL_IS_NOT_OF_THIS_PHASE = 32
    THE_COUNCIL_IS_AGAINST_NOBODY_OR_THE_WHOLE_TABLE = 33
    SOMEBODY_IS_ON_BOTH_SIDES = 34
    THE_OPPOSITION_HAS_MORE_MEMBERS_THAN_MILLIONS = 35
    PARTICIPANTS_CALLER_AND_CARDS_PUSHED_FORWARD_DO_NOT_AGREE = 36
    THE_PRETZEL_IS_NOT_THE_STRENGTH_OF_THE_OPPOSITION = 37
    THE_OPPOSITION_DOES_NOT_SHARE_THE_PIE = 38
    CARDS_ARE_LAID_DOWN_TOO_EARLY_OR_BY_OUTSIDERS = 39


@rule
def check(box, table):
    """What is wrong with the table, a Fault; NONE when nothing is."""
    fault = check_pieces(box, table)
    if fault == Fault.NONE:
        fault = check_place(box, table)
    if fault == Fault.NONE and table.phase != Phase.OVER:
        fault = check_round(box, table)
        if fault == Fault.NONE:
            fault = check_offer(table)
        if fault == Fault.NONE:
            fault = check_draft(box, table)
        if fault == Fault.NONE:
            fault = check_talk(table)
        if fault == Fault.NONE:
            fault = check_council(box, table)
    return fault


# --- Cards, tiles and money ----------------------------------------------------------------------


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
    """Money comes from pies and the bonus; journalists take some."""
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


# --- Where the game stands -----------------------------------------------------------------------


@rule
def check_place(box, table):
    over = table.phase == Phase.OVER
    if table.phase > Phase.OVER or over != (table.seat == NOBODY):
        return Fault.THE_PHASE_AND_THE_SEAT_TO_DECIDE_DO_NOT_AGREE
    if table.bag_holder >= table.seats:
        return Fault.THE_BAG_IS_WITH_NOBODY
    ends = complete_projects(box, table) >= int(box.projects_to_end)
    ends = ends or table.board_journalists >= box.journalists_to_end
    if over:
        if not ends and table.bag_draws != DRAW_LIMIT:
            return Fault.IT_IS_OVER_BEFORE_THE_END
        return Fault.IT_IS_OVER_WITH_A_ROUND_UNDER_WAY if is_round_under_way(table) else Fault.NONE
    return Fault.IT_GOES_ON_AFTER_THE_END if ends else Fault.NONE


@rule
def is_round_under_way(table):
    if table.caller != NOBODY:
        return True
    found = int(table.pie) + int(table.mug) + int(table.pretzel) + int(table.draft)
    found += int(table.streak) + int(table.turn_fails)
    for talk in range(TALKS_KEPT):
        found += int(table.talk_about[talk])
    for seat in range(int(table.seats)):
        found += int(table.die[seat]) + int(table.strength[seat]) + int(table.fails_left[seat])
        found += int(table.ranked[seat]) + int(table.turn[seat])
        found += int(table.share[seat]) + int(table.in_draft[seat]) + int(table.draft_share[seat])
        found += int(table.accepted[seat]) + int(table.asked[seat])
        found += int(table.participant[seat]) + int(table.opp_share[seat])
        found += int(table.pushed[seat]) + int(table.bid_done[seat])
        for value in range(VALUES):
            found += int(table.bid[seat, value])
        for offer in range(OFFERS_KEPT):
            found += int(table.history[offer, seat])
        for talk in range(TALKS_KEPT):
            found += table.talk_part[seat, talk] != Part.NONE
            found += int(table.talk_share[seat, talk]) + int(table.talk_asked[seat, talk])
    return found > 0


@rule
def check_round(box, table):
    """Pie, strengths, and who speaks when."""
    project = int(table.project)
    if not 0 <= project < int(box.projects):
        return Fault.THE_PIE_IS_NOT_WHAT_THE_TILE_IS_WORTH
    placed = int(box.tiles[project]) - int(table.bag[project])
    if placed < 1 or table.pie != int(box.base_value[project]) + placed:
        return Fault.THE_PIE_IS_NOT_WHAT_THE_TILE_IS_WORTH
    if table.streak >= table.seats or table.turn_fails >= box.attempts_turn:
        return Fault.THERE_ARE_MORE_PASSES_OR_FAILED_PROPOSALS_THAN_CAN_BE
    for seat in range(int(table.seats)):
        if not 1 <= table.die[seat] <= box.dice_sides:
            return Fault.A_STRENGTH_IS_NOT_DIE_AND_CARDS
        cards = 0
        for value in range(VALUES):
            cards += cards_of(table, seat, value)
        if table.strength[seat] != int(table.die[seat]) + cards:
            return Fault.A_STRENGTH_IS_NOT_DIE_AND_CARDS
        if table.fails_left[seat] > box.attempts_round:
            return Fault.THERE_ARE_MORE_PASSES_OR_FAILED_PROPOSALS_THAN_CAN_BE
    if not is_ranked(table):
        return Fault.THE_SEATS_ARE_NOT_RANKED_BY_STRENGTH
    if not goes_round(table):
        return Fault.THE_FLOOR_DOES_NOT_GO_ROUND
    return Fault.NONE if is_on_turn(table) else Fault.ANOTHER_SEAT_DECIDES_IN_THIS_PHASE


@rule
def is_ranked(table):
    """The rerolls over, seats stand from the strongest to the weakest, level ones by their number."""
    for rank in range(int(table.seats)):
        seat = int(table.ranked[rank])
        if table.phase == Phase.REROLL:
            if seat != 0:
                return False
        elif seat >= table.seats:
            return False
        elif rank > 0:
            before = int(table.ranked[rank - 1])
            lead = int(table.strength[before]) - int(table.strength[seat])
            if lead < 0 or (lead == 0 and before >= seat):
                return False
    return True


@rule
def is_negotiation(table):
    return Phase.FLOOR <= table.phase <= Phase.REPLY and table.draft <= Draft.NEGOTIATION


@rule
def goes_round(table):
    """In the negotiation every seat has a turn of its own; else there are none."""
    seats, taken = int(table.seats), 0
    for seat in range(seats):
        taken |= 1 << int(table.turn[seat])
    if not is_negotiation(table):
        return taken == 1
    return taken == (1 << seats) - 1 and table.proposer < table.seats


@rule
def is_on_turn(table):
    """Whether the seat to decide may be the one that decides in this phase."""
    seat, phase = int(table.seat), int(table.phase)
    if phase == Phase.CALL or phase == Phase.JOIN:
        return may_push(table, seat)
    if phase == Phase.BID:
        return takes_part(table, seat) and not table.bid_done[seat]
    if phase == Phase.RESPOND:
        return table.in_draft[seat] > 0 and not table.accepted[seat] and seat != table.proposer
    return phase == Phase.REROLL or seat == table.proposer


# --- The standing offer and the open draft -------------------------------------------------------


@rule
def check_offer(table):
    shared, strength, offered = 0, 0, 0
    for seat in range(int(table.seats)):
        shared += int(table.share[seat])
        if table.share[seat] > 0:
            strength += int(table.strength[seat])
        for offer in range(OFFERS_KEPT):
            offered += int(table.history[offer, seat])
    if shared > 0 and shared != table.pie:
        return Fault.THE_SHARES_DO_NOT_MAKE_UP_THE_PIE
    if table.mug != strength:
        return Fault.THE_MUG_IS_NOT_THE_STRENGTH_OF_THE_COALITION
    if table.mug == 0 and offered > 0:
        return Fault.THE_LAST_OFFER_IS_NOT_THE_STANDING_ONE
    for seat in range(int(table.seats)):
        if (table.history[0, seat] > 0) != (table.share[seat] > 0):
            return Fault.THE_LAST_OFFER_IS_NOT_THE_STANDING_ONE
    return Fault.NONE


@rule
def check_draft(box, table):
    if not is_draft_of_phase(table):
        return Fault.THE_DRAFT_IS_NOT_OF_THIS_PHASE
    if not has_right_members(table):
        return Fault.THE_DRAFT_HAS_THE_WRONG_MEMBERS
    if not is_drafted_well(table):
        return Fault.THE_DRAFT_DOES_NOT_SHARE_THE_PIE
    if table.draft == Draft.NEGOTIATION:
        if table.fails_left[int(table.proposer)] == 0:
            return Fault.THERE_ARE_MORE_PASSES_OR_FAILED_PROPOSALS_THAN_CAN_BE
        if table.phase != Phase.SET and not beats_mug(table):
            return Fault.THE_DRAFT_CANNOT_BEAT_THE_MUG
    return Fault.NONE if is_answered_well(box, table) else Fault.THE_ANSWERS_DO_NOT_FIT_THE_DRAFT


@rule
def is_draft_of_phase(table):
    phase, draft = int(table.phase), int(table.draft)
    if phase == Phase.SET:
        return draft == Draft.NEGOTIATION
    if phase == Phase.OPP_SPLIT:
        return draft == Draft.OPPOSITION
    if phase == Phase.COAL_SPLIT:
        return draft == Draft.COALITION
    if phase == Phase.SPLIT or phase == Phase.RESPOND or phase == Phase.REPLY:
        return draft != Draft.NONE
    return draft == Draft.NONE


@rule
def has_right_members(table):
    """Two or more, the proposer among them, and at most as many as there are millions."""
    size = size_of(table, table.in_draft)
    if table.draft == Draft.NONE:
        return size == 0
    if table.proposer >= table.seats or not table.in_draft[int(table.proposer)]:
        return False
    for seat in range(int(table.seats)):
        inside = table.in_draft[seat] > 0
        if table.draft == Draft.OPPOSITION and inside != (table.participant[seat] > 0):
            return False
        if table.draft == Draft.COALITION and inside != (table.share[seat] > 0):
            return False
    return 2 <= size <= int(table.pie)


@rule
def is_drafted_well(table):
    """A million at least for each, and nothing for others. The last share goes with the last but one."""
    shared, waiting = 0, 0
    for seat in range(int(table.seats)):
        share = int(table.draft_share[seat])
        shared += share
        if table.in_draft[seat]:
            waiting += share == 0
        elif share > 0:
            return False
    phase = int(table.phase)
    if phase == Phase.RESPOND or phase == Phase.REPLY:
        return waiting == 0 and shared == table.pie
    if phase == Phase.SPLIT:
        return waiting >= 2 and shared + waiting <= int(table.pie)
    return shared == 0


@rule
def beats_mug(table):
    strength = 0
    for seat in range(int(table.seats)):
        if table.in_draft[seat]:
            strength += int(table.strength[seat])
    return strength > int(table.mug)


@rule
def is_answered_well(box, table):
    """Partners answer while they are asked; a demand is for more than is offered and leaves all a million."""
    phase = int(table.phase)
    answers = phase == Phase.RESPOND or phase == Phase.REPLY
    partner = int(table.responder) if phase == Phase.REPLY else int(table.seat)  # who is about to accept
    most = int(table.pie) - size_of(table, table.in_draft) + 1
    for seat in range(int(table.seats)):
        asked, accepted = int(table.asked[seat]), table.accepted[seat] > 0
        if asked == 0 and not accepted:
            continue
        if not answers or not table.in_draft[seat] or seat == table.proposer:
            return False
        if asked > 0 and (not box.counter or asked > most):
            return False
        if not accepted and (seat != partner or asked <= int(table.draft_share[seat])):
            return False
    if phase != Phase.REPLY:
        return table.responder == 0
    return partner < int(table.seats) and table.asked[partner] > 0 and not table.accepted[partner]


# --- The proposals that failed -------------------------------------------------------------------


@rule
def check_talk(table):
    """Each has a proposer and partners, one of whom said no; the newest stand first."""
    for talk in range(TALKS_KEPT):
        told = table.talk_about[talk] != Draft.NONE
        if told and (table.phase == Phase.REROLL or (talk > 0 and table.talk_about[talk - 1] == Draft.NONE)):
            return Fault.A_PROPOSAL_THAT_FAILED_IS_TOLD_WRONG
        if not is_told_well(table, talk, told):
            return Fault.A_PROPOSAL_THAT_FAILED_IS_TOLD_WRONG
    return Fault.NONE


@rule
def is_told_well(table, talk, told):
    proposers, partners, noes, shared = 0, 0, 0, 0
    for seat in range(int(table.seats)):
        part = int(table.talk_part[seat, talk])
        share, asked = int(table.talk_share[seat, talk]), int(table.talk_asked[seat, talk])
        noes += part < 0
        shared += share
        if part == Part.PROPOSED or part == Part.TOOK_BACK:
            proposers += 1
            if asked > 0:
                return False
        elif part == Part.ACCEPTED or part == Part.NOT_YET or part == Part.REFUSED:
            partners += 1
        elif part != Part.NONE or share > 0 or asked > 0:
            return False
    if not told:
        return proposers + partners == 0
    return proposers == 1 and partners > 0 and noes == 1 and shared <= int(table.pie)


# --- The council ---------------------------------------------------------------------------------


@rule
def check_council(box, table):
    members, opposition = size_of(table, table.share), size_of(table, table.participant)
    phase, draft = int(table.phase), int(table.draft)
    under_way = phase == Phase.JOIN or phase == Phase.BID or draft > Draft.NEGOTIATION
    if (opposition > 0) != under_way:
        return Fault.THE_COUNCIL_IS_NOT_OF_THIS_PHASE
    if (under_way or phase == Phase.CALL) and not 0 < members < int(table.seats):
        return Fault.THE_COUNCIL_IS_AGAINST_NOBODY_OR_THE_WHOLE_TABLE
    for seat in range(int(table.seats)):
        if table.participant[seat] and table.share[seat] > 0:
            return Fault.SOMEBODY_IS_ON_BOTH_SIDES
    if opposition > int(table.pie):
        return Fault.THE_OPPOSITION_HAS_MORE_MEMBERS_THAN_MILLIONS
    if not is_called(table, opposition):
        return Fault.PARTICIPANTS_CALLER_AND_CARDS_PUSHED_FORWARD_DO_NOT_AGREE
    if table.pretzel != pretzel(box, table, opposition):
        return Fault.THE_PRETZEL_IS_NOT_THE_STRENGTH_OF_THE_OPPOSITION
    if not is_opposition_paid(table):
        return Fault.THE_OPPOSITION_DOES_NOT_SHARE_THE_PIE
    for seat in range(int(table.seats)):
        laid = int(table.bid_done[seat])
        for value in range(VALUES):
            laid += int(table.bid[seat, value])
        if laid > 0 and (phase != Phase.BID or not takes_part(table, seat)):
            return Fault.CARDS_ARE_LAID_DOWN_TOO_EARLY_OR_BY_OUTSIDERS
    return Fault.NONE


@rule
def is_called(table, opposition):
    """Whoever opposes the coalition has pushed a card forward; one of them has called the council."""
    for seat in range(int(table.seats)):
        if (table.pushed[seat] > 0) != (table.participant[seat] > 0):
            return False
    caller = int(table.caller)
    if caller == NOBODY:
        return opposition == 0
    return caller < table.seats and table.participant[caller] > 0


@rule
def pretzel(box, table, opposition):
    """The strength of the opposition: of all outside the coalition, or of those who have joined by now."""
    strength = 0
    if opposition > 0:
        for seat in range(int(table.seats)):
            if box.opp_strength != PARTICIPANTS:
                if table.share[seat] == 0:
                    strength += int(table.strength[seat])
            elif table.phase != Phase.JOIN and table.participant[seat]:
                strength += int(table.strength[seat])
    return strength


@rule
def is_opposition_paid(table):
    """Once the opposition has agreed, each of it has a share and nobody else."""
    agreed = table.phase == Phase.BID or table.draft == Draft.COALITION
    shared = 0
    for seat in range(int(table.seats)):
        shared += int(table.opp_share[seat])
        if (table.opp_share[seat] > 0) != (agreed and table.participant[seat] > 0):
            return False
    return not agreed or shared == table.pie
