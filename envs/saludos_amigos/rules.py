"""The rules of Saludos Amigos!, in the order of the rulebook: for each phase what is legal and what happens.

What runs on by itself (drawing a tile, journalists, dice, payment, new cards) stands with its chapter. The
numbers SAL-x.y of RULES.md say what the readings rest on.
"""

from ..core import chance
from ..core.compile import rule
from ..core.game import NOBODY
from .actions import ACCEPT, AMOUNT, CARD, CLOSE, DROP, GRANT, HOLD, PASS, REJECT, SEAT
from .box import ONE_PASS, PARTICIPANTS, RANDOM_ORDER, RANDOM_SEAT, RANDOM_START
from .table import (
    BAG,
    DECK,
    DICE,
    DRAW_LIMIT,
    FLOOR,
    JOURNALIST,
    OFFERS_KEPT,
    PROJECTS,
    REROLL,
    SETUP,
    VALUES,
    Draft,
    Phase,
)

# --- Around the table ----------------------------------------------------------------------------


@rule
def clockwise(table, seat, places):
    """The seat so many places, at most once round, clockwise."""
    there = seat + places
    seats = int(table.seats)
    return there - seats if there >= seats else there


@rule
def places_to(table, seat, other):
    """How many places clockwise of `seat` the `other` sits."""
    places = other - seat
    return places + int(table.seats) if places < 0 else places


@rule
def cards_before(table, seat):
    """The number of cards that lie before a seat."""
    return int(table.hand[seat, 0]) + int(table.hand[seat, 1]) + int(table.hand[seat, 2])


@rule
def next_of(table, group, seat, first):
    """The next seat after `seat` that is in `group`, before `first` comes round again; NOBODY if none."""
    seat = clockwise(table, seat, 1)
    while seat != first:
        if group[seat] > 0:
            return seat
        seat = clockwise(table, seat, 1)
    return NOBODY


@rule
def size_of(table, group):
    size = 0
    for seat in range(int(table.seats)):
        if group[seat] > 0:
            size += 1
    return size


# --- Preparation ---------------------------------------------------------------------------------


@rule
def setup(box, table):
    """Fill the bag, hand out the cards, and draw the first tile."""
    seats = int(table.seats)
    for project in range(PROJECTS):
        table.bag[project] = box.tiles[project]
    table.bag[JOURNALIST] = box.journalists
    for value in range(VALUES):
        each = int(box.start_hand[value])
        table.pile[value] = int(box.card_counts[value]) - seats * each
        for seat in range(seats):
            table.hand[seat, value] = each
            table.known[seat, value] = each
    table.project = NOBODY
    if box.first_bag_holder == RANDOM_SEAT:
        table.bag_holder = chance.below(table, SETUP, seats)
    begin_round(box, table)


# --- 1 Drawing a tile (and 6 B Journalists) ------------------------------------------------------


@rule
def begin_round(box, table):
    """Tiles are drawn until one is up for negotiation, and everybody rolls; or the game ends."""
    table.caller = NOBODY
    for seat in range(int(table.seats)):
        table.fined[seat] = 0
        table.fails_left[seat] = box.attempts_round
    while int(table.bag_draws) < DRAW_LIMIT:
        table.bag_draws += 1
        drawn = chance.draw(table, BAG, table.bag)
        if drawn == JOURNALIST:
            journalist(box, table)
            if int(table.board_journalists) == int(box.journalists_to_end):
                break
            table.bag_holder = clockwise(table, int(table.bag_holder), 1)
        else:
            table.project = drawn
            if table.bag[drawn] == 0 and complete_projects(box, table) == int(box.projects_to_end):
                final_bonus(box, table)
                break
            already_placed = int(box.tiles[drawn]) - int(table.bag[drawn]) - 1
            table.pie = int(box.base_value[drawn]) + already_placed + 1
            roll(box, table)
            return
    finish(table)


@rule
def complete_projects(box, table):
    complete = 0
    for project in range(int(box.projects)):
        if table.bag[project] == 0:
            complete += 1
    return complete


@rule
def journalist(box, table):
    """Everybody pays for the cards beyond those of the player who has fewest."""
    seats = int(table.seats)
    fewest = cards_before(table, 0)
    for seat in range(1, seats):
        fewest = min(fewest, cards_before(table, seat))
    for seat in range(seats):
        fine = min(cards_before(table, seat) - fewest, int(table.money[seat]))
        table.money[seat] -= fine
        table.fined[seat] += fine
    if complete_projects(box, table) < int(box.projects_before_journalists_stay):
        table.bag[JOURNALIST] += 1
    else:
        table.board_journalists += 1


# --- 2 Negotiation strength ----------------------------------------------------------------------


@rule
def roll(box, table):
    """All roll; the bag-holder is the first who may roll again."""
    for seat in range(int(table.seats)):
        table.die[seat] = chance.roll(table, DICE, int(box.dice_sides))
        table.strength[seat] = int(table.die[seat]) + cards_before(table, seat)
    table.seat = table.bag_holder
    table.phase = Phase.REROLL


@rule
def legal_reroll(box, table, legal):
    legal[PASS] = True
    legal_cards(table, legal)


@rule
def legal_cards(table, legal):
    """Any card of one's own, of a value of one's choice."""
    seat = int(table.seat)
    for value in range(1, VALUES + 1):
        if table.hand[seat, value - 1] > 0:
            legal[CARD + value - 1] = True


@rule
def reroll(box, table, action):
    seat = int(table.seat)
    if action == PASS:
        table.streak += 1
        if table.streak == table.seats:
            open_negotiation(box, table)
        else:
            table.seat = clockwise(table, seat, 1)
        return
    value = action - CARD + 1
    table.hand[seat, value - 1] -= 1
    if box.open_discards:
        table.discard[value - 1] += 1
        no_longer_known(table, seat, value)
    else:
        table.face_down[seat, value - 1] += 1
        for v in range(VALUES):  # nobody else knows which card is gone
            table.known[seat, v] = 0
    table.die[seat] = chance.roll(table, REROLL + seat, int(box.dice_sides))
    table.strength[seat] = int(table.die[seat]) + cards_before(table, seat)
    if box.reroll != ONE_PASS:
        table.streak = 0  # it goes round until all have passed in a row


@rule
def no_longer_known(table, seat, value):
    """A card of this value was seen to leave the seat."""
    if table.known[seat, value - 1] > 0:
        table.known[seat, value - 1] -= 1


# --- 3 The negotiation: the floor ----------------------------------------------------------------


@rule
def open_negotiation(box, table):
    """Who speaks when; and who is how strong, for the rest of the round."""
    seats = int(table.seats)
    start = int(table.bag_holder)
    if box.floor_order == RANDOM_START:
        start = chance.below(table, FLOOR, seats)
    for place in range(seats):
        table.order[place] = clockwise(table, start, place)
    if box.floor_order == RANDOM_ORDER:
        for place in range(seats - 1):
            other = place + chance.below(table, FLOOR, seats - place)
            seat = int(table.order[place])
            table.order[place] = table.order[other]
            table.order[other] = seat
    for seat in range(seats):
        stronger = 0
        for other in range(seats):
            lead = int(table.strength[other]) - int(table.strength[seat])
            if lead > 0 or (lead == 0 and other < seat):
                stronger += 1
        table.ranked[stronger] = seat
    table.streak = 0
    give_floor(table, 0)


@rule
def give_floor(table, place):
    table.floor = place
    table.turn_fails = 0
    table.seat = table.order[place]
    table.proposer = table.seat
    table.phase = Phase.FLOOR


@rule
def end_turn(table):
    """A turn without a raise: when nobody in a row has raised, the standing offer is final."""
    table.streak += 1
    if table.streak == table.seats:
        table.phase = Phase.CONCLUDED
    else:
        give_floor(table, clockwise(table, int(table.floor), 1))


@rule
def strongest(table, seat, beyond, count):
    """The joint strength of the `count` strongest players more than `beyond` places clockwise of `seat`."""
    strength = 0
    for rank in range(int(table.seats)):
        if count == 0:
            break
        other = int(table.ranked[rank])
        if places_to(table, seat, other) > beyond:
            strength += int(table.strength[other])
            count -= 1
    return strength


@rule
def legal_partners(table, legal, last, size, strength):
    """Partners further round than the `last`, if some coalition with them beats the mug.

    Everybody gets at least a million, so there are at most as many members as millions.
    """
    seat, mug, pie = int(table.seat), int(table.mug), int(table.pie)
    if size == pie:
        return
    for places in range(last + 1, int(table.seats)):
        together = strength + int(table.strength[clockwise(table, seat, places)])
        if together > mug or together + strongest(table, seat, places, pie - size - 1) > mug:
            legal[SEAT + places - 1] = True


@rule
def legal_floor(box, table, legal):
    legal[PASS] = True
    seat = int(table.seat)
    if table.strength[seat] > table.mug:
        legal[CLOSE] = True
    if table.fails_left[seat] > 0:
        legal_partners(table, legal, 0, 1, int(table.strength[seat]))


@rule
def floor(box, table, action):
    seat = int(table.seat)
    if action == PASS:
        end_turn(table)
    elif action == CLOSE:  # alone, for all the millions
        table.in_draft[seat] = 1
        table.draft_share[seat] = table.pie
        table.draft = Draft.NEGOTIATION
        table.phase = Phase.AGREED
    else:
        table.in_draft[seat] = 1
        table.in_draft[clockwise(table, seat, action - SEAT + 1)] = 1
        table.draft = Draft.NEGOTIATION
        table.phase = Phase.SET


# --- 3 The negotiation: inviting partners --------------------------------------------------------


@rule
def legal_set(box, table, legal):
    seat = int(table.seat)
    last, size, strength = 0, 0, 0
    for places in range(int(table.seats)):
        other = clockwise(table, seat, places)
        if table.in_draft[other]:
            last = places
            size += 1
            strength += int(table.strength[other])
    if strength > int(table.mug):
        legal[CLOSE] = True
    legal_partners(table, legal, last, size, strength)


@rule
def set_members(box, table, action):
    if action == CLOSE:
        table.phase = Phase.SPLIT
    else:
        table.in_draft[clockwise(table, int(table.seat), action - SEAT + 1)] = 1


# --- 3 The negotiation: sharing the millions -----------------------------------------------------


@rule
def legal_split(box, table, legal):
    """A share for oneself, then for each partner clockwise; all who wait get at least a million."""
    left, waiting = int(table.pie), 0
    for seat in range(int(table.seats)):
        left -= int(table.draft_share[seat])
        if table.in_draft[seat] and table.draft_share[seat] == 0:
            waiting += 1
    for amount in range(1, left - (waiting - 1) + 1):
        legal[AMOUNT + amount - 1] = True


@rule
def split(box, table, action):
    proposer = int(table.proposer)
    last = proposer
    amount = action - AMOUNT + 1
    left, waiting = int(table.pie), 0
    for places in range(int(table.seats)):
        seat = clockwise(table, proposer, places)
        if table.in_draft[seat] and table.draft_share[seat] == 0:
            if amount > 0:
                table.draft_share[seat] = amount
                amount = 0
            else:
                waiting += 1
                last = seat
        left -= int(table.draft_share[seat])
    table.phase = Phase.SPLIT
    if waiting == 1:  # the last partner gets what is left
        table.draft_share[last] = left
        ask_next_partner(table)


@rule
def ask_next_partner(table):
    """The next partner clockwise answers; when all have accepted, the proposal is agreed."""
    proposer = int(table.proposer)
    table.held = 0
    table.demand = 0
    table.responder = 0
    for places in range(1, int(table.seats)):
        seat = clockwise(table, proposer, places)
        if table.in_draft[seat] and not table.accepted[seat]:
            table.seat = seat
            table.phase = Phase.RESPOND
            return
    table.phase = Phase.AGREED


# --- 3 The negotiation: the partners answer ------------------------------------------------------


@rule
def legal_respond(box, table, legal):
    legal[ACCEPT] = True
    legal[REJECT] = True
    if box.counter and not table.held:
        offered = int(table.draft_share[int(table.seat)])
        others = size_of(table, table.in_draft) - 1
        for demand in range(offered + 1, int(table.pie) - others + 1):
            legal[AMOUNT + demand - 1] = True


@rule
def respond(box, table, action):
    seat = int(table.seat)
    if action == ACCEPT:
        table.accepted[seat] = 1
        ask_next_partner(table)
    elif action == REJECT:
        table.phase = Phase.FAILED
    else:
        table.demand = action - AMOUNT + 1
        table.responder = seat
        table.seat = table.proposer
        table.phase = Phase.REPLY


# --- 3 The negotiation: the proposer replies to a demand -----------------------------------------


@rule
def legal_reply(box, table, legal):
    """What is given comes out of the proposer's own share, of which a million must be left."""
    offered = int(table.draft_share[int(table.responder)])
    most = offered + int(table.draft_share[int(table.proposer)]) - 1
    demand = int(table.demand)
    if demand <= most:
        legal[GRANT] = True
    for amount in range(offered + 1, min(demand - 1, most) + 1):
        legal[AMOUNT + amount - 1] = True
    legal[HOLD] = True
    legal[DROP] = True


@rule
def reply(box, table, action):
    partner = int(table.responder)
    if action == DROP:
        table.phase = Phase.FAILED
    elif action == GRANT:
        give_from_own_share(table, int(table.demand))
        table.accepted[partner] = 1
        ask_next_partner(table)
    else:
        if action != HOLD:
            give_from_own_share(table, action - AMOUNT + 1)
        ask_next_partner(table)  # that is this partner again
        table.held = 1


@rule
def give_from_own_share(table, amount):
    proposer, partner = int(table.proposer), int(table.responder)
    table.draft_share[proposer] += int(table.draft_share[partner]) - amount
    table.draft_share[partner] = amount


# --- 3 The negotiation: a proposal is agreed, or fails -------------------------------------------


@rule
def agreed(box, table):
    """All partners have accepted."""
    if table.draft == Draft.OPPOSITION:
        for seat in range(int(table.seats)):
            table.opp_share[seat] = table.draft_share[seat]
        clear_draft(table)
        table.phase = Phase.OPPOSED
    elif table.draft == Draft.COALITION:
        for seat in range(int(table.seats)):
            table.share[seat] = table.draft_share[seat]
        clear_draft(table)
        table.phase = Phase.RESHARED
    else:
        adopt(box, table)


@rule
def adopt(box, table):
    """The mug moves up: the old coalition is void, and everybody may answer the new one."""
    seats = int(table.seats)
    mug = 0
    for offer in range(OFFERS_KEPT - 1, 0, -1):
        for seat in range(seats):
            table.history[offer, seat] = table.history[offer - 1, seat]
    for seat in range(seats):
        table.history[0, seat] = table.draft_share[seat]
        table.share[seat] = table.draft_share[seat]
        if table.in_draft[seat]:
            mug += int(table.strength[seat])
        if table.fails_left[seat] == 0:
            table.fails_left[seat] = 1
    table.mug = mug
    table.streak = 0
    clear_draft(table)
    if strongest(table, 0, -1, int(table.pie)) <= mug:
        table.phase = Phase.CONCLUDED  # nobody can beat it
    else:
        give_floor(table, clockwise(table, int(table.floor), 1))


@rule
def failed(box, table):
    """A partner rejected, or the proposer dropped the proposal."""
    seat = int(table.proposer)
    if table.draft == Draft.OPPOSITION:
        clear_draft(table)
        proposer = next_of(table, table.participant, seat, int(table.caller))
        if proposer == NOBODY:
            share_equally(table)
            table.phase = Phase.OPPOSED
        else:
            open_split(table, table.participant, proposer, Draft.OPPOSITION, Phase.OPP_SPLIT)
        return
    if table.draft == Draft.COALITION:
        clear_draft(table)
        next_coalition_proposer(table, seat)
        return
    clear_draft(table)
    table.fails_left[seat] -= 1
    table.turn_fails += 1
    strength = int(table.strength[seat])
    if table.fails_left[seat] > 0:
        strength += strongest(table, seat, 0, int(table.pie) - 1)
    if int(table.turn_fails) < int(box.attempts_turn) and strength > int(table.mug):
        table.seat = seat
        table.phase = Phase.FLOOR
    else:
        end_turn(table)


@rule
def clear_draft(table):
    for seat in range(int(table.seats)):
        table.in_draft[seat] = 0
        table.draft_share[seat] = 0
        table.accepted[seat] = 0
    table.draft = Draft.NONE
    table.demand = 0
    table.responder = 0
    table.held = 0


# --- 6 A The council: calling it -----------------------------------------------------------------


@rule
def conclude_negotiation(box, table):
    """Without an offer nobody is paid. With one, those outside the coalition may call a council."""
    table.streak = 0
    table.turn_fails = 0
    table.floor = 0
    table.proposer = 0
    for place in range(int(table.seats)):
        table.order[place] = 0
    if table.mug == 0:
        table.phase = Phase.SETTLED
    else:
        ask_to_call(table, int(table.bag_holder))


@rule
def may_push(table, seat):
    """Outside the coalition, not yet in the council, and with a card to push forward."""
    return table.share[seat] == 0 and not table.participant[seat] and cards_before(table, seat) > 0


@rule
def ask_to_call(table, seat):
    """Ask the next after `seat`, the bag-holder last of all."""
    while True:
        seat = clockwise(table, seat, 1)
        if may_push(table, seat):
            table.seat = seat
            table.phase = Phase.CALL
            return
        if seat == int(table.bag_holder):
            table.phase = Phase.SETTLED
            return


@rule
def legal_call(box, table, legal):
    legal[PASS] = True
    legal_cards(table, legal)


@rule
def call(box, table, action):
    seat = int(table.seat)
    if action == PASS:
        if seat == int(table.bag_holder):
            table.phase = Phase.SETTLED
        else:
            ask_to_call(table, seat)
    else:
        push(table, action)
        table.caller = seat
        if box.opp_strength != PARTICIPANTS:
            for other in range(int(table.seats)):
                if table.share[other] == 0:
                    table.pretzel += int(table.strength[other])
        ask_to_join(box, table)


@rule
def push(table, action):
    """One card is pushed forward face down."""
    seat = int(table.seat)
    value = action - CARD + 1
    table.hand[seat, value - 1] -= 1
    table.pushed[seat] = value
    table.participant[seat] = 1


# --- 6 A The council: joining it -----------------------------------------------------------------


@rule
def ask_to_join(box, table):
    """Ask the next outsider, up to the caller; then the opposition stands."""
    seat = clockwise(table, int(table.seat), 1)
    while seat != int(table.caller):
        if may_push(table, seat):
            table.seat = seat
            table.phase = Phase.JOIN
            return
        seat = clockwise(table, seat, 1)
    assemble_opposition(box, table)


@rule
def legal_join(box, table, legal):
    legal[PASS] = True
    if size_of(table, table.participant) < int(table.pie):
        legal_cards(table, legal)


@rule
def join(box, table, action):
    if action != PASS:
        push(table, action)
    ask_to_join(box, table)


@rule
def assemble_opposition(box, table):
    if box.opp_strength == PARTICIPANTS:
        for seat in range(int(table.seats)):
            if table.participant[seat]:
                table.pretzel += int(table.strength[seat])
    size = size_of(table, table.participant)
    if size == 1 or size == int(table.pie):
        share_equally(table)
        table.phase = Phase.OPPOSED
    else:
        caller = int(table.caller)
        open_split(table, table.participant, caller, Draft.OPPOSITION, Phase.OPP_SPLIT)


@rule
def share_equally(table):
    """The opposition's split when there is nothing to propose or all proposals fail."""
    pie, size = int(table.pie), size_of(table, table.participant)
    served = 0
    for places in range(int(table.seats)):
        seat = clockwise(table, int(table.caller), places)
        if table.participant[seat]:
            table.opp_share[seat] = pie // size + (1 if served < pie % size else 0)
            served += 1


# --- 6 A The council: each side agrees on its split ----------------------------------------------


@rule
def open_split(table, group, proposer, draft, phase):
    """`proposer` may propose how `group` shares the millions."""
    for seat in range(int(table.seats)):
        table.in_draft[seat] = 1 if group[seat] > 0 else 0
    table.draft = draft
    table.proposer = proposer
    table.seat = proposer
    table.phase = phase


@rule
def legal_opp_split(box, table, legal):
    legal_split(box, table, legal)


@rule
def opp_split(box, table, action):
    split(box, table, action)


@rule
def open_coalition_split(box, table):
    """The coalition may renegotiate, its members one after another from the bag-holder on."""
    size = size_of(table, table.share)
    holder = int(table.bag_holder)
    if size == 1 or size == int(table.pie):
        table.phase = Phase.RESHARED
    elif table.share[holder] > 0:
        open_split(table, table.share, holder, Draft.COALITION, Phase.COAL_SPLIT)
    else:
        next_coalition_proposer(table, holder)


@rule
def next_coalition_proposer(table, seat):
    proposer = next_of(table, table.share, seat, int(table.bag_holder))
    if proposer == NOBODY:
        table.phase = Phase.RESHARED
    else:
        open_split(table, table.share, proposer, Draft.COALITION, Phase.COAL_SPLIT)


@rule
def legal_coal_split(box, table, legal):
    legal[PASS] = True
    legal_split(box, table, legal)


@rule
def coal_split(box, table, action):
    if action == PASS:
        clear_draft(table)
        next_coalition_proposer(table, int(table.seat))
    else:
        split(box, table, action)


# --- 6 A The council: laying down cards ----------------------------------------------------------


@rule
def takes_part(table, seat):
    return table.share[seat] > 0 or table.participant[seat] > 0


@rule
def open_bidding(table):
    table.proposer = 0
    holder = int(table.bag_holder)
    if takes_part(table, holder):
        table.seat = holder
        table.phase = Phase.BID
    else:
        ask_to_bid(table, holder)


@rule
def ask_to_bid(table, seat):
    """Ask the next after `seat`, until the bag-holder comes round; then the cards are revealed."""
    seat = clockwise(table, seat, 1)
    while seat != int(table.bag_holder):
        if takes_part(table, seat):
            table.seat = seat
            table.phase = Phase.BID
            return
        seat = clockwise(table, seat, 1)
    table.phase = Phase.REVEALED


@rule
def legal_bid(box, table, legal):
    """High cards first, so that each choice of cards is laid down in one way only."""
    legal[CLOSE] = True
    seat = int(table.seat)
    for value in range(1, VALUES + 1):
        if table.hand[seat, value - 1] > 0:
            legal[CARD + value - 1] = True
        if table.bid[seat, value - 1] > 0:
            break


@rule
def bid(box, table, action):
    seat = int(table.seat)
    if action == CLOSE:
        table.bid_done[seat] = 1
        ask_to_bid(table, seat)
    else:
        table.hand[seat, action - CARD] -= 1
        table.bid[seat, action - CARD] += 1


@rule
def reveal(box, table):
    """The cards are added to the two markers; the coalition wins ties; all cards are discarded."""
    coalition, opposition = int(table.mug), int(table.pretzel)
    for seat in range(int(table.seats)):
        cards = 0
        pushed = int(table.pushed[seat])
        if pushed > 0:
            table.bid[seat, pushed - 1] += 1
            table.pushed[seat] = 0
        for value in range(1, VALUES + 1):
            number = int(table.bid[seat, value - 1])
            cards += value * number
            table.discard[value - 1] += number
            table.bid[seat, value - 1] = 0
            for _ in range(number):
                no_longer_known(table, seat, value)
        if table.participant[seat]:
            opposition += cards
        else:
            coalition += cards
    table.totals[0] = coalition
    table.totals[1] = opposition
    if opposition > coalition:
        for seat in range(int(table.seats)):
            table.share[seat] = table.opp_share[seat]


# --- 4 The winners are paid, 5 the others draw a card --------------------------------------------


@rule
def settle(box, table):
    """Pay, draw cards, clear the round away, and pass the bag on."""
    seats = int(table.seats)
    if table.caller == NOBODY:
        table.totals[0] = 0
        table.totals[1] = 0
    for seat in range(seats):
        table.paid[seat] = table.share[seat]
        table.money[seat] += int(table.share[seat])
        table.drew[seat] = 0
    for places in range(1, seats + 1):
        seat = clockwise(table, int(table.bag_holder), places)
        if table.paid[seat] == 0:
            draw_card(table, seat)
    clear_round(table)
    table.bag_holder = clockwise(table, int(table.bag_holder), 1)
    begin_round(box, table)


@rule
def draw_card(table, seat):
    """The top card of the pile; if the pile is empty, the discarded cards are shuffled first."""
    if table.pile[0] == 0 and table.pile[1] == 0 and table.pile[2] == 0:
        reshuffle(table)
    if table.pile[0] > 0 or table.pile[1] > 0 or table.pile[2] > 0:
        table.hand[seat, chance.draw(table, DECK, table.pile)] += 1
        table.drew[seat] = 1


@rule
def reshuffle(table):
    for value in range(VALUES):
        cards = int(table.discard[value])
        table.discard[value] = 0
        for seat in range(int(table.seats)):
            cards += int(table.face_down[seat, value])
            table.face_down[seat, value] = 0
        table.pile[value] = cards


@rule
def clear_round(table):
    table.mug = 0
    table.pretzel = 0
    for seat in range(int(table.seats)):
        table.share[seat] = 0
        table.opp_share[seat] = 0
        table.participant[seat] = 0
        table.bid_done[seat] = 0
        table.ranked[seat] = 0
        for offer in range(OFFERS_KEPT):
            table.history[offer, seat] = 0


# --- End of the game -----------------------------------------------------------------------------


@rule
def final_bonus(box, table):
    """The value of the last tile goes to the most influence: the sum of the values of one's own cards."""
    seats = int(table.seats)
    most = 0
    for seat in range(seats):
        most = max(most, influence(table, seat))
    for seat in range(seats):
        if influence(table, seat) == most:
            table.bonus[seat] = box.base_value[int(table.project)]
            table.money[seat] += int(table.bonus[seat])
        for value in range(VALUES):  # all cards are turned up to be added
            table.known[seat, value] = table.hand[seat, value]


@rule
def influence(table, seat):
    return int(table.hand[seat, 0]) + 2 * int(table.hand[seat, 1]) + 3 * int(table.hand[seat, 2])


@rule
def finish(table):
    table.seat = NOBODY
    table.phase = Phase.OVER
    table.pie = 0
    for seat in range(int(table.seats)):
        table.die[seat] = 0
        table.strength[seat] = 0
        table.fails_left[seat] = 0


@rule
def score(box, table, seat):
    return int(table.money[seat])


@rule
def standing(box, table, seat):
    """Whoever is furthest along the money track wins; several may."""
    return int(table.money[seat])


# --- Who may do what, and what follows -----------------------------------------------------------


@rule
def legal(box, table, legal):
    phase = table.phase
    if phase == Phase.REROLL:
        legal_reroll(box, table, legal)
    elif phase == Phase.FLOOR:
        legal_floor(box, table, legal)
    elif phase == Phase.SET:
        legal_set(box, table, legal)
    elif phase == Phase.SPLIT:
        legal_split(box, table, legal)
    elif phase == Phase.RESPOND:
        legal_respond(box, table, legal)
    elif phase == Phase.REPLY:
        legal_reply(box, table, legal)
    elif phase == Phase.CALL:
        legal_call(box, table, legal)
    elif phase == Phase.JOIN:
        legal_join(box, table, legal)
    elif phase == Phase.OPP_SPLIT:
        legal_opp_split(box, table, legal)
    elif phase == Phase.COAL_SPLIT:
        legal_coal_split(box, table, legal)
    elif phase == Phase.BID:
        legal_bid(box, table, legal)


@rule
def apply(box, table, action):
    phase = table.phase
    if phase == Phase.REROLL:
        reroll(box, table, action)
    elif phase == Phase.FLOOR:
        floor(box, table, action)
    elif phase == Phase.SET:
        set_members(box, table, action)
    elif phase == Phase.SPLIT:
        split(box, table, action)
    elif phase == Phase.RESPOND:
        respond(box, table, action)
    elif phase == Phase.REPLY:
        reply(box, table, action)
    elif phase == Phase.CALL:
        call(box, table, action)
    elif phase == Phase.JOIN:
        join(box, table, action)
    elif phase == Phase.OPP_SPLIT:
        opp_split(box, table, action)
    elif phase == Phase.COAL_SPLIT:
        coal_split(box, table, action)
    elif phase == Phase.BID:
        bid(box, table, action)
    # What needs no decision follows in the order of the round.
    if table.phase == Phase.AGREED:
        agreed(box, table)
    elif table.phase == Phase.FAILED:
        failed(box, table)
    if table.phase == Phase.CONCLUDED:
        conclude_negotiation(box, table)
    if table.phase == Phase.OPPOSED:
        open_coalition_split(box, table)
    if table.phase == Phase.RESHARED:
        open_bidding(table)
    if table.phase == Phase.REVEALED:
        reveal(box, table)
        table.phase = Phase.SETTLED
    if table.phase == Phase.SETTLED:
        settle(box, table)
