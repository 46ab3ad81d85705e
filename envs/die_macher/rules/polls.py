"""Opinion polls (5.2.7): for each region one is auctioned unseen, then published or not."""

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
    """Open the next region's auction at the start player, with everybody in."""
    if table.region == table.regions:
        begin(table, Phase.NEXT_CONVERSION)
        table.region = int(table.regions) - 1
        return
    clear_bids(table)
    table.seat = table.start_player
    table.phase = Phase.POLL_BID


@rule
def legal_bid_for_poll(box, table, legal):
    """Mark bids above the highest one, and PASS; in a blind auction any bid, 0 for none."""
    above = -1
    if box.poll_auction != BLIND:
        legal[say.PASS] = True
        above = highest_bid(table)
    legal_bids(box, table, legal, above)


@rule
def highest_bid(table):
    """The highest bid of an open auction; 0 for none."""
    return 0 if table.bidder == NOBODY else int(table.bid[int(table.bidder)])


@rule
def bid_for_poll(box, table, action):
    """Bid or pass.

    A passed player's bid is kept where the payment depends on others' bids (MAC-8.18).
    """
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
    """Ask the next player who is still in and not the highest bidder; without one, sell the poll."""
    for places in range(1, int(table.seats) + 1):
        other = left_of(table, seat, places)
        if not table.passed[other] and other != table.bidder:
            table.seat = other
            return
    table.phase = Phase.SELL_POLL


@rule
def sell_poll(box, table):
    """Collect the payments and show the poll to the highest bidder; without one, discard it unseen."""
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
    """Draw the deck's next poll, without moving it; an empty deck is renewed from all polls first."""
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
    """The change of a party's trend on the sold poll."""
    return int(box.poll_change[int(table.poll), int(box.poll_party[int(table.seats), seat])])


@rule
def publish_poll(box, table, action):
    """Publish the poll for everybody to see, or suppress it to gain members."""
    if action == say.PASS:
        table.phase = Phase.SUPPRESS_POLL
        return
    table.poll_zone[int(table.poll)] = PUBLISHED
    table.changes = box.poll_yes[int(table.poll)]
    table.changed = 0
    table.phase = Phase.CHANGE_TREND


@rule
def legal_change_trend(box, table, legal):
    """Mark parties whose trend the poll changes; whoever controls the media cannot fall (MAC-8.15)."""
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
    """Roll the members gained for a poll that is not published."""
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
