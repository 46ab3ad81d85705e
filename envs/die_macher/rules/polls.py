"""Opinion polls (5.2.7): one is auctioned unseen for each region, then published or not."""

from ...core.engine.compile import rule
from ...core.engine.game import NOBODY
from .. import actions as say
from ..box import BLIND, FIRST
from ..table import MOST_TREND, NO_CARD, POLL_DECK, POLL_IN_DECK, POLLS, PUBLISHED, SEEN, UNSEEN, Phase
from .common import begin, gain_members, left_of, move_trend, pick, places_to, roll_dice
from .media import media_majority
from .start_player import bid_of, clear_bids, collect, highest_bidder, legal_bids

# --- The auction ---------------------------------------------------------------------------------


@rule
def next_poll(table):
    """The next region's auction begins at the start player, with everybody in."""
    if table.region == table.regions:
        begin(table, Phase.NEXT_CONVERSION)
        table.region = int(table.regions) - 1
        return
    clear_bids(table)
    table.seat = table.start_player
    table.phase = Phase.POLL_BID


@rule
def legal_bid_for_poll(box, table, legal):
    """More than the highest bid, or out; with blind bids any amount, 0 for none."""
    above = -1
    if box.poll_auction != BLIND:
        legal[say.PASS] = True
        above = highest_bid(table)
    legal_bids(box, table, legal, above)


@rule
def highest_bid(table):
    """The highest bid of an open auction so far; 0 for none."""
    return 0 if table.bidder == NOBODY else int(table.bid[int(table.bidder)])


@rule
def bid_for_poll(box, table, action):
    """Where bids of others matter to what is paid, a bid stands though its bidder passes."""
    seat = int(table.seat)
    if action == say.PASS:
        table.passed[seat] = 1
        if box.auction_payment == FIRST:
            table.bid[seat] = 0
    else:
        table.bid[seat] = bid_of(box, table, seat, action - say.NUMBER)
        if box.poll_auction == BLIND:
            table.passed[seat] = 1
        else:
            table.bidder = seat
    next_bidder(table, seat)


@rule
def next_bidder(table, seat):
    """The next player still in, without the highest bid; if there is none, the poll is sold."""
    for places in range(1, int(table.seats) + 1):
        other = left_of(table, seat, places)
        if not table.passed[other] and other != table.bidder:
            table.seat = other
            return
    table.phase = Phase.SELL_POLL


@rule
def sell_poll(box, table):
    """Who owes something pays; the highest bidder looks at the poll. Unsold it is discarded unseen."""
    if box.poll_auction == BLIND:
        table.bidder = highest_bidder(table)
    seat = int(table.bidder)
    poll = top_poll(table)
    if seat == NOBODY:
        table.poll_zone[poll] = UNSEEN
        end_poll(table)
        return
    collect(box, table)
    table.poll = poll
    table.poll_zone[poll] = SEEN + seat
    table.seat = seat
    table.phase = Phase.PUBLISH


@rule
def top_poll(table):
    """The deck's next poll, which stays there; an empty deck is made anew first, of all polls."""
    left = 0
    for poll in range(POLLS):
        left += table.poll_zone[poll] == POLL_IN_DECK
    if left == 0:
        for poll in range(POLLS):
            table.poll_zone[poll] = POLL_IN_DECK
    return pick(table, POLL_DECK, table.poll_zone, POLL_IN_DECK)


# --- Publishing ----------------------------------------------------------------------------------


@rule
def change_for(box, table, seat):
    """The change of a party's trend on the poll that has been sold."""
    return int(box.poll_change[int(table.poll), int(box.poll_party[int(table.seats), seat])])


@rule
def publish_poll(box, table, action):
    """Everybody sees a published poll; for one kept back the buyer gains members."""
    if action == say.PASS:
        table.phase = Phase.SUPPRESS_POLL
        return
    table.poll_zone[int(table.poll)] = PUBLISHED
    table.changes = box.poll_yes[int(table.poll)]
    table.changed = 0
    table.phase = Phase.CHANGE_TREND


@rule
def legal_change_trend(box, table, legal):
    """Parties whose trend the poll changes; whoever controls the media there is safe from a fall."""
    seat = int(table.seat)
    immune = media_majority(table, int(table.region))
    legal[say.PASS] = True
    if table.changes == 0:
        return
    for other in range(int(table.seats)):
        change, trend = change_for(box, table, other), int(table.trend[int(table.region), other])
        up = change > 0 and trend < MOST_TREND
        down = change < 0 and trend > -MOST_TREND and other != immune
        if (up or down) and not int(table.changed) >> other & 1:
            legal[say.PLAYER + places_to(table, seat, other)] = True


@rule
def change_trend(box, table, action):
    if action != say.PASS:
        other = left_of(table, int(table.seat), action - say.PLAYER)
        move_trend(table, int(table.region), other, change_for(box, table, other))
        table.changed |= 1 << other
        table.changes -= 1
        if table.changes > 0:
            return
    end_poll(table)


@rule
def suppress_poll(box, table):
    """Members for a poll that is not published."""
    gain_members(box, table, int(table.seat), roll_dice(box, table, int(box.poll_members_dice)))
    end_poll(table)


@rule
def end_poll(table):
    table.poll = NO_CARD
    table.changes = 0
    table.changed = 0
    clear_bids(table)
    table.region += 1
    table.phase = Phase.NEXT_POLL
