"""6 A Laying down cards in the council; 4 paying the winners; 5 cards for the others."""

from ...core.engine import chance
from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from ..actions import CARD, CLOSE
from ..table import DECK, OFFERS_KEPT, TALKS_KEPT, VALUES, Draft, Part, Phase
from .common import clockwise, number_of
from .drawing import begin_round
from .strength import show

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
    """Ask the next participant after `seat`; when the bag-holder comes round again, reveal the cards."""
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
    """Mark cards no higher than those laid down, so that each choice can be made in only one way."""
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
    """Add the cards to the two markers and discard them; the coalition wins ties (SAL-6.16)."""
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
                show(table, seat, value)
        if table.participant[seat]:
            opposition += cards
        else:
            coalition += cards
    table.totals[0] = coalition
    table.totals[1] = opposition
    if opposition > coalition:
        for seat in range(int(table.seats)):
            table.share[seat] = table.opp_share[seat]
    table.phase = Phase.SETTLED


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
    for places in range(1, seats + 1):  # cards may run short: from the bag-holder's left on (SAL-5.2)
        seat = clockwise(table, int(table.bag_holder), places)
        if table.paid[seat] == 0:
            draw_card(table, seat)
    clear_round(table)
    table.bag_holder = clockwise(table, int(table.bag_holder), 1)
    begin_round(box, table)


@rule
def draw_card(table, seat):
    """Draw the top card of the pile; if it is empty, shuffle the discards first."""
    if number_of(table.pile) == 0:
        reshuffle(table)
    if number_of(table.pile) > 0:
        value = chance.draw(table, DECK, table.pile)
        table.hand[seat, value] += 1
        table.fresh[seat, value] += 1
        table.drew[seat] = 1


@rule
def reshuffle(table):
    """Make the discarded cards, if any, the pile; cards drawn from the last pile become old."""
    discarded = number_of(table.discard)
    for seat in range(int(table.seats)):
        discarded += number_of(table.face_down[seat])
    if discarded == 0:
        return
    for value in range(VALUES):
        cards = int(table.discard[value])
        for seat in range(int(table.seats)):
            cards += int(table.face_down[seat, value])
            table.buried[seat, value] = table.face_down[seat, value]
            table.face_down[seat, value] = 0
            table.fresh[seat, value] = 0
            table.shown[seat, value] = 0
        table.shuffled[value] = table.discard[value]
        table.discard[value] = 0
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
    if table.talk_about[0] != Draft.NONE:
        for talk in range(TALKS_KEPT):
            table.talk_about[talk] = Draft.NONE
            for seat in range(int(table.seats)):
                table.talk_part[seat, talk] = Part.NONE
                table.talk_share[seat, talk] = 0
                table.talk_asked[seat, talk] = 0
