"""What is true of every table of Copycat, at any moment of any game.

All values are within their declared ranges when this is asked. A table that passes leads neither out of
bounds nor into an endless round: the rules count on what is said here.
"""

from enum import IntEnum

from ..core.compile import rule
from ..core.game import NOBODY
from .box import PERIODS, STRONGEST, is_start
from .rules.common import coins_left, in_hand
from .table import (
    BY_DOCTORATES,
    BY_POINTS,
    BY_ROUNDS,
    CARDS,
    DISCARD,
    DOCTORATE,
    GOES_ON,
    IN_BOX,
    IN_DRAW,
    IN_SUPPLY,
    LAID,
    LYING_REPEATED,
    NO_CARD,
    NO_WORKER,
    OFFICES,
    ON_STREET,
    OWNED,
    REDS,
    SEATS,
    SPENT,
    STANDING_REPEATED,
    STREET,
    TEMPORARY,
    USED,
    Effect,
    Phase,
)

MOST_SPENT = 30_000


class Fault(IntEnum):
    """What may be wrong with a table."""

    NONE = 0
    SOMETHING_LIES_WHERE_NOBODY_SITS = 1
    # Where the game stands
    THE_PHASE_AND_THE_SEAT_TO_DECIDE_DO_NOT_AGREE = 2
    THE_PHASE_IS_NOT_OF_THIS_PART_OF_THE_ROUND = 3
    THE_ROUND_IS_NOT_ONE_OF_THE_GAME = 4
    THE_ENDING_IS_NOT_THE_REASON = 5
    THE_ORDER_IS_NOT_OF_ALL_SEATS = 6
    ANOTHER_SEAT_IS_ON_TURN = 7
    # Cards
    CARD_0_IS_SOMEWHERE = 8
    A_START_CARD_HAS_A_PLACE = 9
    A_CARD_IS_NOT_OWNED_ONCE = 10
    A_CARD_IS_NOT_ON_THE_STREET_ONCE = 11
    A_CARD_IS_NOT_FOR_TWO = 12
    CARDS_IN_PILE_HAND_OR_DISCARDS_ARE_MISCOUNTED = 13
    CARDS_ARE_IN_THE_PLAY_AREA_TOO_EARLY = 14
    A_CARD_IS_USED_MORE_OFTEN_THAN_IT_CAN_BE = 15
    A_CARD_HAS_COPIED_WHAT_IT_CANNOT = 16
    A_CARD_OF_A_LATER_PERIOD_CAME_FIRST = 17
    THE_STREET_HAS_GAPS = 18
    A_DOCTORATE_IS_MISSING_OR_TOO_MANY = 19
    A_DOCTORATE_LIES_ABOVE_THE_SUPPLY = 20
    THE_LAST_DOCTORATE_IS_NOT_THE_LAST = 21
    # Offices and workers
    THE_WRONG_OFFICES_ARE_OPEN = 22
    SOMETHING_IS_IN_AN_OFFICE_NOT_IN_PLAY = 23
    THE_WORKERS_OF_AN_OFFICE_ARE_MISCOUNTED = 24
    TOKENS_LIE_UNDER_A_WORKER = 25
    THERE_ARE_MORE_TOKENS_THAN_IN_THE_BOX = 26
    A_WORKER_IS_MISSING_OR_TOO_MANY = 27
    A_WORKER_IS_REPEATED_WITHOUT_A_CARD_FOR_IT = 28
    # Planning
    THE_CHOICES_ARE_NOT_THOSE_OF_THE_SEATS_BEFORE = 29
    A_CARD_CHOSEN_IS_NOT_WHERE_IT_SHOULD_BE = 30
    SOMETHING_IS_LEFT_OF_THE_LAST_ROUND = 31
    # Turns
    MORE_PLACEMENTS_ARE_DUE_THAN_WORKERS_LEFT = 32
    SOMEBODY_WHO_HAS_PASSED_IS_ON_TURN_OR_SOMEBODY_BUYS_BEFORE_ALL_HAVE = 33
    WORKERS_ARE_PLACED_OUT_OF_TURN = 34
    POINTS_OF_THE_ROUND_CAME_FROM_NOWHERE = 35
    TOKENS_ARE_LEFT_THAT_HAVE_COUNTED = 36
    # An action begun
    THE_CARD_THAT_COPIES_IS_NOT_IN_PLAY = 37
    CARDS_TO_BE_PICKED_ARE_MISCOUNTED = 38
    CARDS_TO_BE_KEPT_ARE_NOT_IN_HAND = 39
    # Buying
    COINS_OR_PURCHASES_CAME_TOO_EARLY = 40
    MORE_COINS_ARE_SPENT_THAN_THERE_ARE = 41


@rule
def check(box, table):
    """What is wrong with the table, a Fault; NONE when nothing is."""
    fault = check_place(box, table)
    if fault == Fault.NONE:
        fault = check_cards(box, table)
    if fault == Fault.NONE:
        fault = check_street(box, table)
    if fault == Fault.NONE:
        fault = check_offices(box, table)
    if fault == Fault.NONE:
        fault = check_workers(box, table)
    if fault == Fault.NONE:
        fault = check_round(box, table)
    if fault == Fault.NONE:
        fault = check_action(box, table)
    if fault == Fault.NONE:
        fault = check_buying(table)
    return fault


# --- Where the game stands -----------------------------------------------------------------------


@rule
def check_place(box, table):
    for seat in range(int(table.seats), SEATS):
        if is_seated(table, seat):
            return Fault.SOMETHING_LIES_WHERE_NOBODY_SITS
    over = table.phase == Phase.OVER
    if table.phase > Phase.OVER or over != (table.seat == NOBODY):
        return Fault.THE_PHASE_AND_THE_SEAT_TO_DECIDE_DO_NOT_AGREE
    if not is_phase_of_stage(table):
        return Fault.THE_PHASE_IS_NOT_OF_THIS_PART_OF_THE_ROUND
    if table.round_number > box.rounds:
        return Fault.THE_ROUND_IS_NOT_ONE_OF_THE_GAME
    if table.ending != (why_over(box, table) if over else GOES_ON) or (over and table.ending == GOES_ON):
        return Fault.THE_ENDING_IS_NOT_THE_REASON
    once = 0
    for place in range(int(table.seats)):
        once |= 1 << int(table.order[place])
    if once != (1 << int(table.seats)) - 1:
        return Fault.THE_ORDER_IS_NOT_OF_ALL_SEATS
    return Fault.NONE if is_on_turn(table) else Fault.ANOTHER_SEAT_IS_ON_TURN


@rule
def is_seated(table, seat):
    """Whether anything lies before a seat."""
    found = int(table.order[seat]) + int(table.bid[seat]) + int(table.passed[seat])
    found += int(table.vp[seat]) + int(table.round_vp[seat]) + int(table.tokens[seat])
    found += int(table.pool[seat]) + int(table.recruited[seat]) + int(table.doctorates[seat])
    found += int(table.draw_size[seat]) + int(table.hand_size[seat]) + int(table.discard_size[seat])
    for card in range(CARDS + 1):
        found += int(table.zone[seat, card])
    for office in range(OFFICES):
        found += int(table.worker[seat, office])
    return found > 0


@rule
def is_phase_of_stage(table):
    """What is decided in turns, what with the hand and what at the table."""
    phase, stage = int(table.phase), int(table.stage)
    if stage != Phase.TURN and stage != Phase.HAND and stage != Phase.TABLE:
        return False
    if Phase.REUSE_CARD <= phase <= Phase.REUSE_WORKER:
        return True
    if phase <= Phase.DRAW:
        return stage == Phase.TURN
    if phase == Phase.HAND or phase == Phase.TRASH_FOR_COIN or phase == Phase.KEEP:
        return stage == Phase.HAND
    return stage == Phase.TABLE


@rule
def why_over(box, table):
    for seat in range(int(table.seats)):
        if table.vp[seat] >= box.end_points:
            return BY_POINTS
    if table.last_doctorate:
        return BY_DOCTORATES
    return BY_ROUNDS if table.round_number == box.rounds else GOES_ON


@rule
def is_on_turn(table):
    seats, place = int(table.seats), int(table.turn_place)
    if table.phase == Phase.BID:
        return table.seat == table.bids and (place == 0 or place == seats)
    if table.bids != seats:
        return False
    if table.phase == Phase.OVER:
        return place == seats
    return place < seats and table.seat == table.order[place]


# --- Cards ---------------------------------------------------------------------------------------


@rule
def check_cards(box, table):
    """Every card that nobody starts with is in one place."""
    if not is_card_0_nowhere(table):
        return Fault.CARD_0_IS_SOMEWHERE
    for card in range(1, CARDS + 1):
        place, shown, owners = int(table.place[card]), on_street(table, card), 0
        for seat in range(int(table.seats)):
            owners += table.zone[seat, card] > 0
            if table.zone[seat, card] == SPENT and not box.strict_two:
                return Fault.A_CARD_IS_USED_MORE_OFTEN_THAN_IT_CAN_BE
        if is_start(card):
            if place != 0 or shown != 0:
                return Fault.A_START_CARD_HAS_A_PLACE
        elif owners != (place == OWNED):
            return Fault.A_CARD_IS_NOT_OWNED_ONCE
        elif shown != (place == ON_STREET):
            return Fault.A_CARD_IS_NOT_ON_THE_STREET_ONCE
        elif table.seats == 2 and box.not_with_two[card] and place != IN_BOX:
            return Fault.A_CARD_IS_NOT_FOR_TWO
        if table.copied[card] != NO_CARD and not has_copied(box, table, card):
            return Fault.A_CARD_HAS_COPIED_WHAT_IT_CANNOT
    for seat in range(int(table.seats)):
        if not is_deck_counted(table, seat):
            return Fault.CARDS_IN_PILE_HAND_OR_DISCARDS_ARE_MISCOUNTED
        if not is_played_in_time(table, seat):
            return Fault.CARDS_ARE_IN_THE_PLAY_AREA_TOO_EARLY
    return Fault.NONE


@rule
def is_card_0_nowhere(table):
    """Entry 0 of an array by cards stays unused."""
    for seat in range(int(table.seats)):
        if table.zone[seat, 0] != 0:
            return False
    return table.place[0] == 0 and table.kept[0] == 0 and table.copied[0] == 0


@rule
def on_street(table, card):
    """How often a card is on the street."""
    times = 0
    for space in range(STREET):
        times += table.street[space] == card
    return times


@rule
def is_in_use(table, card):
    """Whether somebody has used a card in this round."""
    for seat in range(int(table.seats)):
        if USED <= table.zone[seat, card] <= TEMPORARY:
            return True
    return False


@rule
def has_copied(box, table, card):
    """A press secretary that was used has copied a card with an effect, and no other press secretary."""
    copied = int(table.copied[card])
    if box.card_effect[card] != Effect.COPY_CARD or copied <= REDS:
        return False
    return box.card_effect[copied] != Effect.COPY_CARD and is_in_use(table, card)


@rule
def is_deck_counted(table, seat):
    pile, hand, discards = 0, 0, 0
    for card in range(1, CARDS + 1):
        pile += table.zone[seat, card] == IN_DRAW
        hand += in_hand(table, seat, card)
        discards += table.zone[seat, card] == DISCARD
    return (
        pile == table.draw_size[seat]
        and hand == table.hand_size[seat]
        and discards == table.discard_size[seat]
    )


@rule
def is_played_in_time(table, seat):
    """None before the round begins, and none laid down without being used before the seat buys."""
    buys = table.stage != Phase.TURN
    for place in range(int(table.turn_place) + 1, int(table.seats)):
        buys = buys and table.order[place] != seat
    for card in range(1, CARDS + 1):
        zone = int(table.zone[seat, card])
        if zone == LAID and not buys:
            return False
        if LAID <= zone <= TEMPORARY and table.phase == Phase.BID:
            return False
    return True


# --- Supply and street ---------------------------------------------------------------------------


@rule
def check_street(box, table):
    supplied, soonest, latest = False, PERIODS + 1, 0
    for card in range(1, CARDS + 1):
        if table.place[card] == IN_SUPPLY:
            supplied = True
            soonest = min(soonest, int(box.card_period[card]))
    doctorates, gap = 0, False
    for space in range(STREET):
        card = int(table.street[space])
        if card == DOCTORATE:
            doctorates += 1
        elif card != NO_CARD:
            latest = max(latest, int(box.card_period[card]))
        # Only purchases leave gaps, until the supply is used up.
        if card == NO_CARD:
            gap = True
        elif gap and table.stage == Phase.TURN:
            return Fault.THE_STREET_HAS_GAPS
    if gap and table.stage == Phase.TURN and (supplied or table.doctorates_left > 0):
        return Fault.THE_STREET_HAS_GAPS
    if latest > soonest:
        return Fault.A_CARD_OF_A_LATER_PERIOD_CAME_FIRST
    if doctorates > 0 and supplied:
        return Fault.A_DOCTORATE_LIES_ABOVE_THE_SUPPLY
    return check_doctorates(table, doctorates)


@rule
def check_doctorates(table, shown):
    """One for each player. Those that leave the street unbought are out of the game."""
    bought, left = 0, int(table.doctorates_left)
    for seat in range(int(table.seats)):
        bought += int(table.doctorates[seat])
    total = bought + shown + left
    if total > int(table.seats) or (left > 0 and total < int(table.seats)):
        return Fault.A_DOCTORATE_IS_MISSING_OR_TOO_MANY
    if table.last_doctorate and (shown > 0 or left > 0 or bought == 0):
        return Fault.THE_LAST_DOCTORATE_IS_NOT_THE_LAST
    return Fault.NONE


# --- Offices and workers -------------------------------------------------------------------------


@rule
def check_offices(box, table):
    tokens = 0
    for office in range(OFFICES):
        workers, here = 0, int(table.office_tokens[office])
        for seat in range(int(table.seats)):
            workers += table.worker[seat, office] != NO_WORKER
        tokens += here
        if not table.open[office] and (here > 0 or workers > 0):
            return Fault.SOMETHING_IS_IN_AN_OFFICE_NOT_IN_PLAY
        if table.crowd[office] != workers:
            return Fault.THE_WORKERS_OF_AN_OFFICE_ARE_MISCOUNTED
        if here > 0 and workers > 0:
            return Fault.TOKENS_LIE_UNDER_A_WORKER
    if not are_right_offices_open(box, table):
        return Fault.THE_WRONG_OFFICES_ARE_OPEN
    if 0 < box.token_limit < tokens:
        return Fault.THERE_ARE_MORE_TOKENS_THAN_IN_THE_BOX
    return Fault.NONE


@rule
def are_right_offices_open(box, table):
    """One extra office a round, by their sections; the others by the number of players."""
    extra, last, next_one = 0, 0, 127
    for office in range(OFFICES):
        section = int(box.office_section[office])
        if section == 0:
            if (table.open[office] > 0) != (box.office_players[office] <= table.seats):
                return False
        elif table.open[office]:
            extra += 1
            last = max(last, section)
        else:
            next_one = min(next_one, section)
    return extra == table.round_number and last <= next_one


@rule
def check_workers(box, table):
    for seat in range(int(table.seats)):
        placed, repeated = 0, False
        for office in range(OFFICES):
            worker = int(table.worker[seat, office])
            placed += worker != NO_WORKER
            repeated = repeated or worker in (STANDING_REPEATED, LYING_REPEATED)
        recruited = int(table.recruited[seat])
        if placed + int(table.pool[seat]) != int(box.workers) + recruited or recruited > int(box.recruits):
            return Fault.A_WORKER_IS_MISSING_OR_TOO_MANY
        if repeated and not may_repeat(box, table, seat):
            return Fault.A_WORKER_IS_REPEATED_WITHOUT_A_CARD_FOR_IT
    return Fault.NONE


@rule
def may_repeat(box, table, seat):
    """Whether a bonus payment, or a press secretary that may stand for one, is in the play area."""
    for card in range(1, CARDS + 1):
        effect = int(box.card_effect[card])
        if effect == Effect.REUSE_WORKER or effect == Effect.COPY_CARD:
            if LAID <= table.zone[seat, card] <= TEMPORARY:
                return True
    return False


# --- The parts of a round ------------------------------------------------------------------------


@rule
def check_round(box, table):
    """What belongs to one part of a round is not there in another."""
    for seat in range(int(table.seats)):
        if table.round_vp[seat] > table.vp[seat]:
            return Fault.POINTS_OF_THE_ROUND_CAME_FROM_NOWHERE
        if table.round_vp[seat] > 0 and table.stage == Phase.TURN:
            return Fault.POINTS_OF_THE_ROUND_CAME_FROM_NOWHERE
    if table.phase == Phase.BID:
        return check_planning(box, table)
    for seat in range(int(table.seats)):
        bid = int(table.bid[seat])
        if bid != NO_CARD and table.zone[seat, bid] != TEMPORARY:
            return Fault.A_CARD_CHOSEN_IS_NOT_WHERE_IT_SHOULD_BE
    return check_turn(table) if table.stage == Phase.TURN else check_buyer(table)


@rule
def check_planning(box, table):
    """Whoever has a card chooses one, seat by seat."""
    for seat in range(int(table.seats)):
        bid = int(table.bid[seat])
        if seat >= table.bids:
            if bid != NO_CARD:
                return Fault.THE_CHOICES_ARE_NOT_THOSE_OF_THE_SEATS_BEFORE
        elif (bid == NO_CARD) != (table.hand_size[seat] == 0):
            return Fault.THE_CHOICES_ARE_NOT_THOSE_OF_THE_SEATS_BEFORE
        elif bid != NO_CARD and not in_hand(table, seat, bid):
            return Fault.A_CARD_CHOSEN_IS_NOT_WHERE_IT_SHOULD_BE
        if table.passed[seat] or table.tokens[seat] > 0 or table.pool[seat] != box.workers:
            return Fault.SOMETHING_IS_LEFT_OF_THE_LAST_ROUND
    if table.due > 0 or table.elbows > 0 or table.fresh != 0 or table.last_doctorate:
        return Fault.SOMETHING_IS_LEFT_OF_THE_LAST_ROUND
    return Fault.NONE


@rule
def check_turn(table):
    seat = int(table.seat)
    if table.due > table.pool[seat]:
        return Fault.MORE_PLACEMENTS_ARE_DUE_THAN_WORKERS_LEFT
    if table.passed[seat]:
        return Fault.SOMEBODY_WHO_HAS_PASSED_IS_ON_TURN_OR_SOMEBODY_BUYS_BEFORE_ALL_HAVE
    for office in range(OFFICES):
        if int(table.fresh) >> office & 1 and table.worker[seat, office] == NO_WORKER:
            return Fault.WORKERS_ARE_PLACED_OUT_OF_TURN
    return Fault.NONE


@rule
def check_buyer(table):
    for seat in range(int(table.seats)):
        if not table.passed[seat]:
            return Fault.SOMEBODY_WHO_HAS_PASSED_IS_ON_TURN_OR_SOMEBODY_BUYS_BEFORE_ALL_HAVE
    if table.due > 0 or table.elbows > 0 or table.fresh != 0:
        return Fault.WORKERS_ARE_PLACED_OUT_OF_TURN
    for place in range(int(table.turn_place)):
        if table.tokens[int(table.order[place])] > 0:
            return Fault.TOKENS_ARE_LEFT_THAT_HAVE_COUNTED
    return Fault.NONE


# --- An action begun -----------------------------------------------------------------------------


@rule
def check_action(box, table):
    if not is_copying_well(box, table):
        return Fault.THE_CARD_THAT_COPIES_IS_NOT_IN_PLAY
    if not is_picking_well(box, table):
        return Fault.CARDS_TO_BE_PICKED_ARE_MISCOUNTED
    kept = 0
    for card in range(1, CARDS + 1):
        if table.kept[card]:
            kept += 1
            if table.stage != Phase.HAND or not in_hand(table, int(table.seat), card):
                return Fault.CARDS_TO_BE_KEPT_ARE_NOT_IN_HAND
    return Fault.NONE if kept == table.keeping else Fault.CARDS_TO_BE_KEPT_ARE_NOT_IN_HAND


@rule
def is_copying_well(box, table):
    """A press secretary copies while it is asked what, and no other card ever."""
    card = int(table.acting)
    if table.phase != Phase.COPY_CARD:
        return card == NO_CARD
    if box.card_effect[card] != Effect.COPY_CARD:
        return False
    return USED <= table.zone[int(table.seat), card] <= TEMPORARY


@rule
def is_picking_well(box, table):
    """Cards left to pick or to draw, and those picked so far, while an action asks for them."""
    phase, left, picked = int(table.phase), int(table.left), int(table.picked)
    if phase == Phase.SWAP:
        return left + picked <= STRONGEST
    if phase == Phase.DONATE:
        return left == 0
    if phase == Phase.TRASH_FOR_COIN:
        return left <= STRONGEST and picked == 0
    if phase == Phase.DRAW:
        seat = int(table.seat)
        most = int(table.draw_size[seat]) + int(table.discard_size[seat])
        return box.partial_draw and 0 < left <= most and picked == 0
    return left == 0 and picked == 0


# --- Buying --------------------------------------------------------------------------------------


@rule
def check_buying(table):
    """Coins and purchases count once the hand is laid down; some come before, from the hand."""
    earned = int(table.coins) + int(table.more_coins) + int(table.doublings) + int(table.token_doublings)
    earned += int(table.purchases) + int(table.charity[0]) + int(table.charity[1])
    spent = int(table.spent)
    if (table.stage == Phase.TURN or table.phase == Phase.OVER) and earned + spent > 0:
        return Fault.COINS_OR_PURCHASES_CAME_TOO_EARLY
    if table.stage == Phase.HAND and spent > 0:
        return Fault.COINS_OR_PURCHASES_CAME_TOO_EARLY
    left = coins_left(table)
    return Fault.MORE_COINS_ARE_SPENT_THAN_THERE_ARE if left < 0 or left + spent > MOST_SPENT else Fault.NONE
