"""Where the game stands, and who speaks when."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..rules.common import cards_of
from ..rules.council import may_push
from ..rules.drawing import complete_projects
from ..rules.payment import takes_part
from ..table import DRAW_LIMIT, OFFERS_KEPT, TALKS_KEPT, VALUES, Draft, Part, Phase
from .faults import Fault


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
    """Once the rerolls are over, seats are ranked by strength, level ones by their number."""
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
    """In the negotiation every seat has a turn of its own; otherwise there are no turns."""
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
