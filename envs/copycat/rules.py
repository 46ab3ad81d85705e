"""The rules of Copycat, in the order of a round: for each phase what is legal and what happens.

What runs on by itself (drawing, the order of turns, laying down, clean-up) stands with its chapter. The
headings name the chapter of RULES.md that says what the readings rest on.
"""

from ..core import chance
from ..core.compile import rule
from ..core.game import NOBODY
from . import actions as say
from .box import effect_of, is_red, is_start
from .table import (
    BUS,
    BY_DOCTORATES,
    BY_POINTS,
    BY_ROUNDS,
    CARDS,
    DECK,
    DISCARD,
    DOCTORATE,
    GOES_ON,
    IN_BOX,
    IN_DRAW,
    IN_HAND,
    IN_SUPPLY,
    KNOWN,
    LAID,
    LYING,
    LYING_REPEATED,
    NO_CARD,
    NO_WORKER,
    OFFICE_DECK,
    OFFICES,
    ON_STREET,
    OWNED,
    SPENT,
    STANDING,
    STANDING_REPEATED,
    STREET,
    SUPPLY,
    TEMPORARY,
    USED,
    Effect,
    Phase,
)

PASS, END_TURN, DONE, DRAW = say.PASS, say.END_TURN, say.DONE, say.DRAW
CARD, PLACE, OFFICE, BUY = say.CARD, say.PLACE, say.OFFICE, say.BUY
INVEST_NONE, INVEST_ONE, INVEST_ALL = say.INVEST_NONE, say.INVEST_ONE, say.INVEST_ALL
COIN, VP = say.COIN, say.VP

# --- Cards ---------------------------------------------------------------------------------------


@rule
def counts_in_phase_3(effect):
    """Whether an effect is yellow or green."""
    return Effect.ELBOWS < effect <= Effect.DOUBLE_TOKENS


@rule
def is_grey(effect):
    return effect > Effect.DOUBLE_TOKENS


@rule
def in_hand(table, seat, card):
    return table.zone[seat, card] == IN_HAND or table.zone[seat, card] == KNOWN


@rule
def in_play(table, seat, card):
    return LAID <= table.zone[seat, card] <= SPENT


@rule
def leave_hand(table, seat, card, zone):
    table.zone[seat, card] = zone
    table.hand_size[seat] -= 1


@rule
def trash(table, seat, card):
    """Remove a card of the hand from the game."""
    leave_hand(table, seat, card, 0)
    if not is_start(card):
        table.place[card] = IN_BOX


@rule
def draw_card(table, seat):
    """Draw one card. The discards are shuffled only when the pile has none for it."""
    if table.draw_size[seat] == 0:
        if table.discard_size[seat] == 0:
            return
        shuffle_discards(table, seat)
    number = chance.below(table, DECK + seat, int(table.draw_size[seat]))
    card = 1
    while True:
        if table.zone[seat, card] == IN_DRAW:
            if number == 0:
                break
            number -= 1
        card += 1
    table.zone[seat, card] = IN_HAND
    table.hand_size[seat] += 1
    table.draw_size[seat] -= 1


@rule
def shuffle_discards(table, seat):
    """The discards become the draw pile. All else of the player's lies open, so the hand is known."""
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] == DISCARD:
            table.zone[seat, card] = IN_DRAW
        elif table.zone[seat, card] == IN_HAND:
            table.zone[seat, card] = KNOWN
    table.draw_size[seat] = table.discard_size[seat]
    table.discard_size[seat] = 0


@rule
def draw_cards(table, seat, number):
    for _ in range(number):
        draw_card(table, seat)


# --- Preparation (COP-0) --------------------------------------------------------------------------


@rule
def setup(box, table):
    """Lay out decks, supply, street and offices, and draw the order of the bus."""
    seats = int(table.seats)
    for card in range(1, CARDS + 1):
        if is_start(card):
            for seat in range(seats):
                table.zone[seat, card] = IN_DRAW
                table.draw_size[seat] += 1
        elif seats > 2 or not box.not_with_two[card]:
            table.place[card] = IN_SUPPLY
    table.doctorates_left = seats
    fill_street(box, table)
    for office in range(OFFICES):
        if box.office_section[office] == 0 and box.office_players[office] <= seats:
            table.open[office] = 1
    open_office(box, table)
    chance.permute(table, BUS, table.order, seats)
    new_round(box, table)


@rule
def fill_street(box, table):
    """Close up the street to the left and fill it from the supply."""
    spaces = 0
    for space in range(STREET):
        if table.street[space] != NO_CARD:
            table.street[spaces] = table.street[space]
            spaces += 1
    while spaces < STREET:
        table.street[spaces] = next_card(box, table)
        spaces += 1


@rule
def next_card(box, table):
    """The top card of the supply: of its first period, at the bottom the doctorates; or none."""
    period, number = 0, 0
    for card in range(1, CARDS + 1):
        if table.place[card] == IN_SUPPLY:
            if period == 0 or box.card_period[card] < period:
                period, number = int(box.card_period[card]), 0
            number += box.card_period[card] == period
    if period == 0:
        if table.doctorates_left == 0:
            return NO_CARD
        table.doctorates_left -= 1
        return DOCTORATE
    number = chance.below(table, SUPPLY, number)
    for card in range(1, CARDS + 1):
        if table.place[card] == IN_SUPPLY and box.card_period[card] == period:
            if number == 0:
                table.place[card] = ON_STREET
                return card
            number -= 1
    return NO_CARD


@rule
def open_office(box, table):
    """The next extra office, of the first section that has one left."""
    section, number = 0, 0
    for office in range(OFFICES):
        own = int(box.office_section[office])
        if own > 0 and not table.open[office]:
            if section == 0 or own < section:
                section, number = own, 0
            number += own == section
    if section == 0:
        return
    number = chance.below(table, OFFICE_DECK, number)
    for office in range(OFFICES):
        if box.office_section[office] == section and not table.open[office]:
            if number == 0:
                table.open[office] = 1
            number -= 1


# --- Phase 1: planning (COP-1) --------------------------------------------------------------------


@rule
def new_round(box, table):
    """Everybody draws, has workers again, and chooses a card for the order of turns."""
    table.round_number += 1
    table.stage = Phase.TURN
    for seat in range(int(table.seats)):
        table.pool[seat] = box.workers
        table.round_vp[seat] = 0
        table.bid[seat] = NO_CARD
        table.passed[seat] = 0
        draw_cards(table, seat, int(box.hand))
    table.bids = 0
    next_bid(table)


@rule
def next_bid(table):
    """The next who has a card chooses; it stays hidden until all have chosen."""
    while table.bids < table.seats and table.hand_size[int(table.bids)] == 0:
        table.bids += 1
    if table.bids == table.seats:
        table.phase = Phase.REVEAL
    else:
        table.seat = table.bids
        table.phase = Phase.BID


@rule
def legal_bid(table, legal):
    seat = int(table.seat)
    for card in range(1, CARDS + 1):
        legal[CARD + card] = in_hand(table, seat, card)


@rule
def bidding(table, action):
    table.bid[int(table.seat)] = action - CARD
    table.bids += 1
    next_bid(table)


@rule
def reveal(table):
    """The highest number goes first. Players with the same number change their order of the last round."""
    seats = int(table.seats)
    for place in range(seats // 2):
        other = seats - 1 - place
        seat = int(table.order[place])
        table.order[place] = table.order[other]
        table.order[other] = seat
    for place in range(1, seats):
        seat, at = int(table.order[place]), place
        while at > 0 and table.bid[int(table.order[at - 1])] < table.bid[seat]:
            table.order[at] = table.order[at - 1]
            at -= 1
        table.order[at] = seat
    for seat in range(seats):
        if table.bid[seat] != NO_CARD:
            leave_hand(table, seat, int(table.bid[seat]), TEMPORARY)
    table.turn_place = 0
    table.phase = Phase.NEXT_TURN


# --- Phase 2: actions (COP-2) ---------------------------------------------------------------------


@rule
def next_turn(table):
    """The next in order of the bus who has a worker left. Who has none on turn is out of this phase."""
    seats = int(table.seats)
    for step in range(seats):
        place = (int(table.turn_place) + step) % seats
        seat = int(table.order[place])
        if table.pool[seat] == 0:
            table.passed[seat] = 1
        if not table.passed[seat]:
            table.turn_place = place
            table.seat = seat
            table.due = 1
            table.phase = Phase.TURN
            return
    table.turn_place = 0
    table.phase = Phase.NEXT_BUYER


@rule
def end_turn(table):
    table.due = 0
    table.elbows = 0
    table.fresh = 0
    table.undoubled = 0
    table.turn_place = (int(table.turn_place) + 1) % int(table.seats)
    table.phase = Phase.NEXT_TURN


@rule
def legal_turn(box, table, legal):
    """Cards, own offices and placements in any order; the turn ends after a placement, or with a pass."""
    seat = int(table.seat)
    legal[PASS if table.fresh == 0 else END_TURN] = True
    hand = int(table.hand_size[seat]) - 1  # without the card itself
    for card in range(1, CARDS + 1):
        if in_hand(table, seat, card):
            legal[CARD + card] = can_begin(box, table, seat, effect_of(box, card), card, hand)
    for office in range(OFFICES):
        if is_upright(table, seat, office):
            effect = int(box.office_effect[office])
            late = box.blue_office_immediate and not int(table.fresh) >> office & 1
            if effect == Effect.REUSE_CARD or not late:
                legal[OFFICE + office] = can_begin(box, table, seat, effect, NO_CARD, hand + 1)
        elif table.due > 0 and table.pool[seat] > 0:
            legal[PLACE + office] = can_place(table, seat, office)


@rule
def taking_turn(box, table, action):
    if action == PASS:
        table.passed[int(table.seat)] = 1
        end_turn(table)
    elif action == END_TURN:
        end_turn(table)
    elif action < PLACE:
        play_card(box, table, action - CARD)
    elif action < OFFICE:
        place_worker(table, action - PLACE)
    else:
        use_office(box, table, action - OFFICE)


@rule
def is_upright(table, seat, office):
    """Whether a player has a worker there whose own use of the office is still to come."""
    worker = int(table.worker[seat, office])
    return worker in (STANDING, STANDING_REPEATED)


@rule
def can_place(table, seat, office):
    """Into an empty office, or with elbows into one of others; never beside a worker of one's own."""
    if not table.open[office] or table.worker[seat, office] != NO_WORKER:
        return False
    return table.elbows > 0 or table.crowd[office] == 0


@rule
def place_worker(table, office):
    """Place a worker and take the tokens that lie there."""
    seat = int(table.seat)
    table.due -= 1
    table.pool[seat] -= 1
    if table.crowd[office] > 0:
        table.elbows -= 1
    table.crowd[office] += 1
    table.worker[seat, office] = STANDING
    table.fresh |= 1 << office
    table.tokens[seat] += table.office_tokens[office]
    table.office_tokens[office] = 0


@rule
def play_card(box, table, card):
    """Play a card of the hand, or use a grey one laid down."""
    seat = int(table.seat)
    if in_hand(table, seat, card):
        table.hand_size[seat] -= 1
    table.zone[seat, card] = USED
    table.undoubled = 0
    begin(box, table, effect_of(box, card), int(box.card_strength[card]), card)


@rule
def use_office(box, table, office):
    """Use an office of one's own; the worker lies down."""
    lay_worker_down(table, int(table.seat), office)
    table.undoubled = 0
    begin(box, table, int(box.office_effect[office]), int(box.office_strength[office]), NO_CARD)


@rule
def lay_worker_down(table, seat, office):
    table.worker[seat, office] = LYING if table.worker[seat, office] == STANDING else LYING_REPEATED


# --- What can be done, and how it begins (COP-3, COP-4) -------------------------------------------


@rule
def can_begin(box, table, seat, effect, card, hand):
    """Whether an action of `card` or of an office can do something now, with so many cards left in hand."""
    if effect == Effect.COPY_CARD:
        return can_copy(box, table, seat, card, hand, can_repeat(box, table, seat, hand))
    if effect == Effect.REUSE_CARD:
        return can_reuse(box, table, seat, hand, can_repeat(box, table, seat, hand))
    if effect == Effect.REUSE_WORKER:
        return can_repeat(box, table, seat, hand)
    return can_work(box, table, seat, effect, hand)


@rule
def can_work(box, table, seat, effect, hand):
    """`can_begin` for all but the grey actions: purple and blue ones in a turn, the others later."""
    if table.stage != Phase.TURN:
        if effect == Effect.TRASH_FOR_COIN:
            return table.stage == Phase.HAND and hand > 0
        return counts_in_phase_3(effect)
    if effect == Effect.DRAW:
        return True
    if effect == Effect.SWAP:
        return hand > 0
    if effect == Effect.DONATE:
        return can_donate(box, table, seat)
    if effect == Effect.WORKER:
        return table.recruited[seat] < box.recruits
    if effect == Effect.TRASH_FOR_WORKER:
        return table.recruited[seat] < box.recruits and hand > 0
    if effect == Effect.EXTRA_OFFICE or effect == Effect.ELBOWS:
        return can_place_more(table, seat, effect)
    return False


@rule
def can_place_more(table, seat, effect):
    """Whether one more placement is possible, or one in an office of others."""
    free, others = 0, 0
    for office in range(OFFICES):
        if table.open[office] and table.worker[seat, office] == NO_WORKER:
            if table.crowd[office] > 0:
                others += 1
            else:
                free += 1
    if effect == Effect.ELBOWS:
        return table.pool[seat] > 0 and others > 0
    return table.pool[seat] > table.due and free + min(others, int(table.elbows)) > table.due


@rule
def can_copy(box, table, seat, copier, hand, repeat):
    """Whether there is a card to copy; `repeat` says whether a worker can be used again."""
    for card in range(1, CARDS + 1):
        if is_copyable(box, table, seat, card, copier, hand, repeat):
            return True
    return False


@rule
def is_copyable(box, table, seat, card, copier, hand, repeat):
    """Another card of the play area with an effect in this phase; a press secretary counts as its copy."""
    if not in_play(table, seat, card) or card == copier:
        return False
    if box.strict_two and table.zone[seat, card] != USED:
        return False
    effect = effect_of(box, original(box, table, card))
    return repeat if effect == Effect.REUSE_WORKER else can_work(box, table, seat, effect, hand)


@rule
def original(box, table, card):
    """The card itself, or the one that a press secretary has copied."""
    return int(table.copied[card]) if box.card_effect[card] == Effect.COPY_CARD else card


@rule
def can_reuse(box, table, seat, hand, repeat):
    for card in range(1, CARDS + 1):
        if is_reusable(box, table, seat, card, hand, repeat):
            return True
    return False


@rule
def is_reusable(box, table, seat, card, hand, repeat):
    """A card of the play area used once, with an effect in this phase."""
    if table.zone[seat, card] != USED:
        return False
    effect = effect_of(box, card)
    if effect == Effect.COPY_CARD:
        return can_copy(box, table, seat, card, hand, repeat)
    return repeat if effect == Effect.REUSE_WORKER else can_work(box, table, seat, effect, hand)


@rule
def can_repeat(box, table, seat, hand):
    """Whether a worker can be used again. One in an allocation office needs a card to reuse."""
    if can_repeat_any(box, table, seat, hand, False):
        return True
    if not can_repeat_any(box, table, seat, hand, True):
        return False
    return can_reuse(box, table, seat, hand, False)


@rule
def can_repeat_any(box, table, seat, hand, reuse):
    """`can_repeat`, given whether a card can be reused."""
    for office in range(OFFICES):
        if is_repeatable(box, table, seat, office, hand, reuse):
            return True
    return False


@rule
def is_repeatable(box, table, seat, office, hand, reuse):
    """An office of one's own that was not repeated, with an effect in this phase."""
    if table.worker[seat, office] != STANDING and table.worker[seat, office] != LYING:
        return False
    effect = int(box.office_effect[office])
    return reuse if effect == Effect.REUSE_CARD else can_work(box, table, seat, effect, hand)


@rule
def begin(box, table, effect, strength, card):
    """Do an action, or begin one that asks for something; `card` is whose it is, if a card's."""
    table.phase = table.stage
    if is_grey(effect):
        begin_grey(box, table, effect, card)
    elif counts_in_phase_3(effect):
        begin_buying(box, table, effect, strength)
    else:
        begin_in_turn(box, table, effect, strength)


@rule
def begin_in_turn(box, table, effect, strength):
    if effect == Effect.DRAW:
        begin_drawing(box, table, strength)
    elif effect == Effect.SWAP:
        table.left = strength
        table.phase = Phase.SWAP
    elif effect == Effect.DONATE:
        table.phase = Phase.DONATE
    elif effect == Effect.WORKER:
        recruit(box, table, strength)
    elif effect == Effect.TRASH_FOR_WORKER:
        table.phase = Phase.TRASH_FOR_WORKER
    elif effect == Effect.EXTRA_OFFICE:
        table.due += 1
    elif effect == Effect.ELBOWS:
        table.elbows += 1


@rule
def begin_buying(box, table, effect, strength):
    if effect == Effect.COIN:
        earn(table, strength)
    elif effect == Effect.DOUBLE_COINS:
        table.doublings += 1
    elif effect == Effect.BUY:
        table.purchases += strength
    elif effect == Effect.BUY_SPECIAL:
        fill_street(box, table)
        table.purchases += 1
    elif effect == Effect.TRASH_FOR_COIN:
        table.left = strength
        table.phase = Phase.TRASH_FOR_COIN
    elif effect == Effect.COIN_OR_VP:
        table.charity[int(table.undoubled)] += 1
    elif effect == Effect.VP:
        gain(table, int(table.seat), strength)
    elif effect == Effect.DOUBLE_TOKENS:
        table.token_doublings += 1


@rule
def begin_grey(box, table, effect, card):
    if effect == Effect.REUSE_CARD:
        table.undoubled = 1
        table.phase = Phase.REUSE_CARD
    elif effect == Effect.COPY_CARD:
        table.acting = card
        table.phase = Phase.COPY_CARD
    elif effect == Effect.REUSE_WORKER:
        if not box.double_bonus_coins:
            table.undoubled = 1
        table.phase = Phase.REUSE_WORKER
    elif effect == Effect.KEEP:
        table.phase = Phase.KEEP


# --- Purple and blue actions (COP-3) --------------------------------------------------------------


@rule
def recruit(box, table, number):
    """Workers for this round, up to a limit."""
    seat = int(table.seat)
    number = min(number, int(box.recruits) - int(table.recruited[seat]))
    table.recruited[seat] += number
    table.pool[seat] += number


@rule
def begin_drawing(box, table, number):
    seat = int(table.seat)
    number = min(number, int(table.draw_size[seat]) + int(table.discard_size[seat]))
    if box.partial_draw and number > 0:
        table.left = number
        table.phase = Phase.DRAW
    else:
        draw_cards(table, seat, number)
        table.phase = table.stage


@rule
def legal_draw(legal):
    legal[DONE] = True
    legal[DRAW] = True


@rule
def drawing(table, action):
    if action == DRAW:
        draw_card(table, int(table.seat))
        table.left -= 1
    else:
        table.left = 0
    if table.left == 0:
        table.phase = table.stage


@rule
def legal_picks(table, legal):
    """Cards of the hand one after another, up to a number."""
    legal[DONE] = True
    if table.left > 0:
        legal_hand_card(table, legal)


@rule
def legal_hand_card(table, legal):
    """Any card of the hand that is not being kept."""
    seat = int(table.seat)
    for card in range(1, CARDS + 1):
        legal[CARD + card] = in_hand(table, seat, card) and not table.kept[card]


@rule
def swapping(table, action):
    """Cards go to the temporary discard pile; as many are drawn at the end."""
    seat = int(table.seat)
    if action == DONE:
        table.phase = table.stage
        draw_cards(table, seat, int(table.picked))
        table.left = 0
        table.picked = 0
    else:
        leave_hand(table, seat, action - CARD, TEMPORARY)
        table.left -= 1
        table.picked += 1


@rule
def trash_for_worker(box, table, action):
    trash(table, int(table.seat), action - CARD)
    recruit(box, table, 1)
    table.phase = table.stage


@rule
def donation(box, card):
    """The coins that a card pays as a donation."""
    effect = effect_of(box, card)
    if effect == Effect.COIN:
        return int(box.card_strength[card])
    return 1 if effect == Effect.COIN_OR_VP and box.donate_with_charity else 0


@rule
def pays_donation(box, table, seat, office):
    return box.office_effect[office] == Effect.COIN and is_upright(table, seat, office)


@rule
def can_donate(box, table, seat):
    for card in range(1, CARDS + 1):
        if in_hand(table, seat, card) and donation(box, card) > 0:
            return True
    for office in range(OFFICES):
        if pays_donation(box, table, seat, office):
            return True
    return False


@rule
def legal_donate(box, table, legal):
    seat = int(table.seat)
    legal[DONE] = True
    for card in range(1, CARDS + 1):
        legal[CARD + card] = in_hand(table, seat, card) and donation(box, card) > 0
    for office in range(OFFICES):
        legal[OFFICE + office] = pays_donation(box, table, seat, office)


@rule
def donating(box, table, action):
    """Coins are laid down one source after another; at the end a card is drawn for each."""
    seat = int(table.seat)
    if action == DONE:
        begin_drawing(box, table, int(table.picked))
        table.picked = 0
    elif action < PLACE:
        card = action - CARD
        leave_hand(table, seat, card, USED)
        table.picked += donation(box, card)
    else:
        lay_worker_down(table, seat, action - OFFICE)
        table.picked += box.office_strength[action - OFFICE]


# --- Grey actions (COP-4) -------------------------------------------------------------------------
#
# A grey action begins only with a target. But it may name another, and that one use up, by a long chain, the
# last card there was for a third: then there is nothing to choose, and the action ends by itself.


@rule
def free_hand(table, seat):
    """The number of cards in hand that are not being kept."""
    return int(table.hand_size[seat]) - int(table.keeping)


@rule
def legal_reuse_card(box, table, legal):
    seat = int(table.seat)
    hand = free_hand(table, seat)
    repeat = can_repeat(box, table, seat, hand)
    legal[DONE] = True
    for card in range(1, CARDS + 1):
        if is_reusable(box, table, seat, card, hand, repeat):
            legal[CARD + card] = True
            legal[DONE] = False


@rule
def reuse_card(box, table, action):
    """Use a card a second time; it leaves the play area for the temporary discard pile."""
    card = action - CARD
    table.zone[int(table.seat), card] = TEMPORARY
    begin(box, table, effect_of(box, card), int(box.card_strength[card]), card)


@rule
def legal_copy_card(box, table, legal):
    seat = int(table.seat)
    hand = free_hand(table, seat)
    repeat = can_repeat(box, table, seat, hand)
    legal[DONE] = True
    for card in range(1, CARDS + 1):
        if is_copyable(box, table, seat, card, int(table.acting), hand, repeat):
            legal[CARD + card] = True
            legal[DONE] = False


@rule
def copy_card(box, table, action):
    """Do what another card of the play area does."""
    card, copier = action - CARD, int(table.acting)
    if box.strict_two:
        table.zone[int(table.seat), card] = SPENT
    card = original(box, table, card)
    table.copied[copier] = card
    table.acting = NO_CARD
    begin(box, table, effect_of(box, card), int(box.card_strength[card]), copier)


@rule
def legal_reuse_worker(box, table, legal):
    seat = int(table.seat)
    hand = free_hand(table, seat)
    reuse = can_reuse(box, table, seat, hand, can_repeat(box, table, seat, hand))
    legal[DONE] = True
    for office in range(OFFICES):
        if is_repeatable(box, table, seat, office, hand, reuse):
            legal[OFFICE + office] = True
            legal[DONE] = False


@rule
def reuse_worker(box, table, action):
    """Use an office once more, whether it was used before or will be later."""
    seat, office = int(table.seat), action - OFFICE
    worker = int(table.worker[seat, office])
    table.worker[seat, office] = STANDING_REPEATED if worker == STANDING else LYING_REPEATED
    begin(box, table, int(box.office_effect[office]), int(box.office_strength[office]), NO_CARD)


@rule
def end_in_vain(table):
    table.acting = NO_CARD
    table.phase = table.stage


@rule
def legal_keep(table, legal):
    legal[DONE] = True
    legal_hand_card(table, legal)


@rule
def keep(table, action):
    if action == DONE:
        table.phase = table.stage
    else:
        table.kept[action - CARD] = 1
        table.keeping += 1


# --- Phase 3: the hand (COP-5) --------------------------------------------------------------------


@rule
def next_buyer(table):
    """The next in order of the bus plays the rest of the hand; after the last the round is cleaned up."""
    if table.turn_place == table.seats:
        table.phase = Phase.CLEAN_UP
    else:
        table.seat = table.order[int(table.turn_place)]
        table.stage = Phase.HAND
        table.phase = Phase.HAND


@rule
def legal_hand(box, table, legal):
    """Before the hand is laid down: grey cards of it, allocation offices, and offices that trash."""
    seat = int(table.seat)
    hand = free_hand(table, seat)
    legal[DONE] = True
    for card in range(1, CARDS + 1):
        if in_hand(table, seat, card) and not table.kept[card]:
            effect = int(box.card_effect[card])
            if effect == Effect.KEEP:
                legal[CARD + card] = hand > 1
            elif is_grey(effect):
                legal[CARD + card] = can_begin(box, table, seat, effect, card, hand - 1)
    for office in range(OFFICES):
        effect = int(box.office_effect[office])
        if effect == Effect.TRASH_FOR_COIN or effect == Effect.REUSE_CARD:
            if is_upright(table, seat, office):
                legal[OFFICE + office] = can_begin(box, table, seat, effect, NO_CARD, hand)


@rule
def playing_hand(box, table, action):
    if action == DONE:
        table.phase = Phase.LAY_DOWN
    elif action < PLACE:
        play_card(box, table, action - CARD)
    else:
        use_office(box, table, action - OFFICE)


@rule
def trash_for_coin(table, action):
    if action == DONE:
        table.left = 0
        table.phase = table.stage
    else:
        trash(table, int(table.seat), action - CARD)
        earn(table, 1)
        table.left -= 1


@rule
def earn(table, number):
    """Coins; those that come by an allocation office are not doubled."""
    if table.undoubled:
        table.more_coins += number
    else:
        table.coins += number


@rule
def gain(table, seat, points):
    table.vp[seat] += points
    table.round_vp[seat] += points


@rule
def lay_down(box, table):
    """All cards not kept are laid down; cards and offices with coins, points and purchases count."""
    seat = int(table.seat)
    table.stage = Phase.TABLE
    table.undoubled = 0
    for card in range(1, CARDS + 1):
        if in_hand(table, seat, card) and not table.kept[card]:
            effect = effect_of(box, card)
            leave_hand(table, seat, card, LAID)
            if counts_in_phase_3(effect):
                play_card(box, table, card)
        table.kept[card] = 0
    table.keeping = 0
    for office in range(OFFICES):
        effect = int(box.office_effect[office])
        if effect == Effect.COIN or effect == Effect.BUY or effect == Effect.VP:
            if is_upright(table, seat, office):
                use_office(box, table, office)
    table.phase = Phase.TABLE


# --- Phase 3: the table (COP-6) -------------------------------------------------------------------


@rule
def coins_left(table):
    """What a player can still spend: coins, doubled at most twice, those not doubled, less those spent."""
    doubled = int(table.coins) * (1 + min(int(table.doublings), 2))
    return doubled + int(table.more_coins) - int(table.spent)


@rule
def price_of(box, table, space):
    """The coins that a card costs where it lies; a doctorate those of the space alone."""
    card = int(table.street[space])
    price = 0 if card == DOCTORATE else int(box.card_price[card])
    return price + int(box.surcharge[space])


@rule
def legal_table(box, table, legal):
    """Grey cards laid down, offices not used yet, coin or points, and purchases, in any order."""
    seat = int(table.seat)
    legal[DONE] = True
    hand = free_hand(table, seat)
    for card in range(1, CARDS + 1):
        if table.zone[seat, card] == LAID:
            effect = int(box.card_effect[card])
            if is_grey(effect) and effect != Effect.KEEP:
                legal[CARD + card] = can_begin(box, table, seat, effect, card, hand)
    for office in range(OFFICES):
        effect = int(box.office_effect[office])
        if effect == Effect.BUY_SPECIAL or effect == Effect.REUSE_CARD:
            if is_upright(table, seat, office):
                legal[OFFICE + office] = can_begin(box, table, seat, effect, NO_CARD, hand)
    if table.charity[0] + table.charity[1] > 0:
        legal[COIN] = True
        legal[VP] = True
    if table.purchases > 0:
        legal_purchases(box, table, legal)


@rule
def legal_purchases(box, table, legal):
    coins = coins_left(table)
    for space in range(STREET):
        card = int(table.street[space])
        if card != NO_CARD and not is_red(card):
            least = int(box.min_invest) if card == DOCTORATE else 0
            legal[BUY + space] = price_of(box, table, space) + least <= coins


@rule
def at_table(box, table, action):
    if action == DONE:
        table.phase = Phase.COUNT
    elif action in (COIN, VP):
        decide_charity(box, table, action)
    elif action < PLACE:
        play_card(box, table, action - CARD)
    elif action < BUY:
        use_office(box, table, action - OFFICE)
    else:
        buy(box, table, action - BUY)


@rule
def decide_charity(box, table, action):
    """Coins first come from an event whose coin may be doubled, points from one whose may not."""
    if action == COIN:
        kind = 0 if table.charity[0] > 0 else 1
        table.undoubled = kind
        earn(table, 1)
    else:
        kind = 1 if table.charity[1] > 0 else 0
        gain(table, int(table.seat), int(box.charity_vp))
    table.charity[kind] -= 1


@rule
def buy(box, table, space):
    """Pay for a card and take it, with all red cards to the left of it."""
    seat, card = int(table.seat), int(table.street[space])
    table.spent += price_of(box, table, space)
    table.purchases -= 1
    for other in range(space):
        if is_red(int(table.street[other])):
            take(table, seat, other)
    if card == DOCTORATE:
        buy_doctorate(table, seat, space)
    else:
        take(table, seat, space)


@rule
def take(table, seat, space):
    card = int(table.street[space])
    table.street[space] = NO_CARD
    table.place[card] = OWNED
    table.zone[seat, card] = TEMPORARY


# --- Doctorates (COP-6) ---------------------------------------------------------------------------


@rule
def buy_doctorate(table, seat, space):
    table.street[space] = NO_CARD
    table.doctorates[seat] += 1
    last = table.doctorates_left == 0
    for other in range(STREET):
        last = last and table.street[other] != DOCTORATE
    if last:
        table.last_doctorate = 1
    table.phase = Phase.INVEST


@rule
def legal_invest(box, table, legal):
    coins = coins_left(table)
    legal[INVEST_NONE] = box.min_invest == 0
    legal[INVEST_ONE] = coins > 0
    legal[INVEST_ALL] = coins > 1


@rule
def invest(table, action):
    """A point for each coin, at once."""
    if action == INVEST_NONE:
        coins = 0
    elif action == INVEST_ONE:
        coins = 1
    else:
        coins = coins_left(table)
    table.spent += coins
    gain(table, int(table.seat), coins)
    table.phase = table.stage


@rule
def count_points(box, table):
    """Undecided charity events are points; then the tokens count, doubled at most twice."""
    seat = int(table.seat)
    events = int(table.charity[0]) + int(table.charity[1])
    gain(table, seat, events * int(box.charity_vp))
    gain(table, seat, int(table.tokens[seat]) * (1 + min(int(table.token_doublings), 2)))
    table.tokens[seat] = 0
    table.charity[0] = 0
    table.charity[1] = 0
    table.coins = 0
    table.more_coins = 0
    table.spent = 0
    table.doublings = 0
    table.token_doublings = 0
    table.purchases = 0
    table.undoubled = 0
    table.turn_place += 1
    table.phase = Phase.NEXT_BUYER


# --- Phase 4: clean-up, and the end of the game (COP-7, COP-8) ------------------------------------


@rule
def clean_up(box, table):
    ending = why_over(box, table)
    if ending != GOES_ON:
        table.ending = ending
        table.phase = Phase.OVER
        table.seat = NOBODY
        return
    lay_tokens(box, table)
    for seat in range(int(table.seats)):
        discard_play_area(table, seat)
    workers_home(table)
    for card in range(1, CARDS + 1):
        table.copied[card] = NO_CARD
    open_office(box, table)
    clear_street(box, table)
    fill_street(box, table)
    table.phase = Phase.NEW_ROUND


@rule
def why_over(box, table):
    """The first reason for the game to end with this round, an Ending as a number."""
    for seat in range(int(table.seats)):
        if table.vp[seat] >= box.end_points:
            return BY_POINTS
    if table.last_doctorate:
        return BY_DOCTORATES
    return BY_ROUNDS if table.round_number >= box.rounds else GOES_ON


@rule
def lay_tokens(box, table):
    """One more token on every office without a worker, as long as there are any."""
    tokens = 0
    for office in range(OFFICES):
        tokens += int(table.office_tokens[office])
    for office in range(OFFICES):
        if table.open[office] and table.crowd[office] == 0:
            if box.token_limit == 0 or tokens < box.token_limit:
                table.office_tokens[office] += 1
                tokens += 1


@rule
def workers_home(table):
    for office in range(OFFICES):
        table.crowd[office] = 0
    for seat in range(int(table.seats)):
        table.recruited[seat] = 0
        for office in range(OFFICES):
            table.worker[seat, office] = NO_WORKER


@rule
def discard_play_area(table, seat):
    """The play area and the temporary discard pile go to the discards."""
    for card in range(1, CARDS + 1):
        if LAID <= table.zone[seat, card] <= TEMPORARY:
            table.zone[seat, card] = DISCARD
            table.discard_size[seat] += 1


@rule
def clear_street(box, table):
    """Cards on the first spaces leave the game, on more of them the fewer play."""
    for space in range(int(box.cleared[int(table.seats)])):
        card = int(table.street[space])
        if NO_CARD < card < DOCTORATE:
            table.place[card] = IN_BOX
        table.street[space] = NO_CARD


@rule
def score(box, table, seat):
    """Victory points."""
    return int(table.vp[seat])


@rule
def standing(box, table, seat):
    """Level players are told apart by the points of the last round."""
    return 1_000_000 * int(table.vp[seat]) + int(table.round_vp[seat])


# --- Who may do what, and what follows -----------------------------------------------------------


@rule
def legal(box, table, legal):
    phase = table.phase
    if phase == Phase.TURN:
        legal_turn(box, table, legal)
    elif phase == Phase.TABLE:
        legal_table(box, table, legal)
    elif phase == Phase.BID:
        legal_bid(table, legal)
    elif phase == Phase.SWAP or phase == Phase.TRASH_FOR_COIN:
        legal_picks(table, legal)
    elif phase == Phase.TRASH_FOR_WORKER:
        legal_hand_card(table, legal)
    elif phase == Phase.DONATE:
        legal_donate(box, table, legal)
    elif phase == Phase.DRAW:
        legal_draw(legal)
    elif phase == Phase.HAND:
        legal_hand(box, table, legal)
    elif phase == Phase.KEEP:
        legal_keep(table, legal)
    elif phase == Phase.INVEST:
        legal_invest(box, table, legal)
    elif phase == Phase.REUSE_CARD:
        legal_reuse_card(box, table, legal)
    elif phase == Phase.COPY_CARD:
        legal_copy_card(box, table, legal)
    elif phase == Phase.REUSE_WORKER:
        legal_reuse_worker(box, table, legal)


@rule
def decide(box, table, action):
    """What an action itself does."""
    phase = table.phase
    if phase == Phase.TURN:
        taking_turn(box, table, action)
    elif phase == Phase.TABLE:
        at_table(box, table, action)
    elif phase == Phase.BID:
        bidding(table, action)
    elif phase == Phase.SWAP:
        swapping(table, action)
    elif phase == Phase.TRASH_FOR_WORKER:
        trash_for_worker(box, table, action)
    elif phase == Phase.DONATE:
        donating(box, table, action)
    elif phase == Phase.DRAW:
        drawing(table, action)
    elif phase == Phase.HAND:
        playing_hand(box, table, action)
    elif phase == Phase.TRASH_FOR_COIN:
        trash_for_coin(table, action)
    elif phase == Phase.KEEP:
        keep(table, action)
    elif phase == Phase.INVEST:
        invest(table, action)
    elif action == DONE:
        end_in_vain(table)
    elif phase == Phase.REUSE_CARD:
        reuse_card(box, table, action)
    elif phase == Phase.COPY_CARD:
        copy_card(box, table, action)
    elif phase == Phase.REUSE_WORKER:
        reuse_worker(box, table, action)


@rule
def go_on(box, table):
    """What needs no decision follows in the order of the round."""
    phase = table.phase
    if phase == Phase.REVEAL:
        reveal(table)
    elif phase == Phase.NEXT_TURN:
        next_turn(table)
    elif phase == Phase.NEXT_BUYER:
        next_buyer(table)
    elif phase == Phase.LAY_DOWN:
        lay_down(box, table)
    elif phase == Phase.COUNT:
        count_points(box, table)
    elif phase == Phase.CLEAN_UP:
        clean_up(box, table)
    elif phase == Phase.NEW_ROUND:
        new_round(box, table)


@rule
def apply(box, table, action):
    decide(box, table, action)
    while table.phase > Phase.OVER:
        go_on(box, table)
