"""What the phases share: whose turn it is, votes and factors, majorities, members, and the three decks."""

from ...core import chance
from ...core.compile import rule
from ...core.game import NOBODY
from .. import actions as say
from ..table import (
    DICE,
    DIE,
    FACE_DOWN,
    FACE_UP,
    IN_DECK,
    IN_HAND,
    ISSUES,
    KINDS,
    MOST_TREND,
    MOST_VOTES,
    NO_CARD,
    OPINION_DECK,
    ORDER,
    POLL_DECK,
    POLL_IN_DECK,
    POLLS,
    PROGRAMME_CARDS,
    PROGRAMME_COPIES,
    PROGRAMME_DECK,
    SEATS,
    SHUFFLES,
)

# --- Turns ---------------------------------------------------------------------------------------


@rule
def elections(box):
    """The number of elections of this edition."""
    return int(box.elections[int(box.edition)])


@rule
def seat_on_turn(table):
    """The seat whose turn it is in this phase: the start player's first, then clockwise."""
    return (int(table.start_player) + int(table.turn)) % int(table.seats)


@rule
def left_of(table, seat, places):
    """The seat so many places to the left of another."""
    return (seat + places) % int(table.seats)


@rule
def places_to(table, seat, other):
    """How many places to the left of a seat another sits."""
    return (other - seat + int(table.seats)) % int(table.seats)


@rule
def begin(table, phase):
    """Begin a phase with its first region and the start player."""
    table.turn = 0
    table.region = 0
    table.phase = phase


@rule
def legal_yes_or_pass(legal):
    legal[say.PASS] = True
    legal[say.YES] = True


@rule
def pick(table, stream, places, value):
    """One of the entries of an array that have this value, at random. There must be one."""
    number = 0
    for place in range(len(places)):
        number += places[place] == value
    number = chance.below(table, stream, number)
    place = 0
    while True:
        if places[place] == value:
            if number == 0:
                return place
            number -= 1
        place += 1


# --- Regions -------------------------------------------------------------------------------------


@rule
def factor_of(table, region, seat):
    """Votes for each meeting: the trend, one more for each opinion agreed with, one less for the contrary."""
    factor = int(table.trend[region, seat])
    opinion, programme = table.opinion[region], table.programme[seat]
    for issue in range(ISSUES):
        wanted = int(opinion[2 * issue]) - int(opinion[2 * issue + 1])
        factor += wanted * (int(programme[2 * issue]) - int(programme[2 * issue + 1]))
    return factor


@rule
def gain_votes(table, region, seat, votes):
    """Move a party's votes up. Among level parties the one that came last lies on top."""
    if votes <= 0 or table.votes[region, seat] == MOST_VOTES:
        return
    table.votes[region, seat] = min(MOST_VOTES, int(table.votes[region, seat]) + votes)
    for other in range(int(table.seats)):
        if table.arrival[region, other] > table.arrival[region, seat]:
            table.arrival[region, other] -= 1
    table.arrival[region, seat] = int(table.seats) - 1


@rule
def votes_for(table, region, seat, number):
    """The votes that so many meetings make. Without a positive factor it takes two for one vote."""
    factor = factor_of(table, region, seat)
    return number * factor if factor > 0 else number // 2


@rule
def convert_meetings(table, region, seat, number):
    """Turn meetings into votes; they go back into the supply."""
    votes = votes_for(table, region, seat, number)
    table.meetings[region, seat] -= number
    table.meeting_supply[seat] += number
    gain_votes(table, region, seat, votes)


@rule
def move_trend(table, region, seat, spaces):
    trend = int(table.trend[region, seat]) + spaces
    table.trend[region, seat] = max(-MOST_TREND, min(MOST_TREND, trend))


@rule
def media_in(table, region):
    total = 0
    for seat in range(int(table.seats)):
        total += int(table.media[region, seat])
    return total


@rule
def media_majority(table, region):
    """The seat with more media markers in a region than each other one, or nobody."""
    best, most = NOBODY, 0
    for seat in range(int(table.seats)):
        if table.media[region, seat] > most:
            best, most = seat, int(table.media[region, seat])
        elif table.media[region, seat] == most:
            best = NOBODY
    return best


@rule
def vote_majority(table, region):
    """The seat with more votes in a region than all others together, or nobody."""
    total = 0
    for seat in range(int(table.seats)):
        total += int(table.votes[region, seat])
    for seat in range(int(table.seats)):
        if 2 * int(table.votes[region, seat]) > total:
            return seat
    return NOBODY


@rule
def has_issue(table, region, kind):
    """Whether an open opinion of a region is on the issue of this kind."""
    return table.opinion[region, kind] > 0 or table.opinion[region, kind ^ 1] > 0


# --- Parties -------------------------------------------------------------------------------------


@rule
def gain_members(box, table, seat, members):
    """Move a party's members up or down; the track ends at 0 and at its last space."""
    table.members[seat] = max(0, min(int(box.last_member), int(table.members[seat]) + members))


@rule
def roll_die(box, table):
    return int(box.die[chance.below(table, DICE, DIE)])


@rule
def roll_dice(box, table, dice):
    """The sum of so many special dice."""
    total = 0
    for _ in range(dice):
        total += roll_die(box, table)
    return total


@rule
def partner_of(table, seat):
    """The partner in the coalition of this round, or nobody."""
    if table.round_number == 0:
        return NOBODY
    return int(table.ally[int(table.round_number) - 1, seat]) - 1


@rule
def common_cards(table, seat, other):
    """The number of open programme cards that two parties have alike."""
    common = 0
    for kind in range(KINDS):
        common += int(table.programme[seat, kind]) * int(table.programme[other, kind])
    return common


# --- Opinion cards -------------------------------------------------------------------------------


@rule
def draw_opinion(table):
    """The kind of the deck's next card. Hidden cards of a region are among the unseen ones, too."""
    leave_opinion_deck(table)
    return chance.draw(table, OPINION_DECK, table.unseen[int(table.shuffle)])


@rule
def hide_opinion(table, region):
    """Lay the deck's next card in a region, face down: which it is shows when it is opened."""
    leave_opinion_deck(table)
    table.hidden[region, int(table.shuffle)] += 1


@rule
def leave_opinion_deck(table):
    if table.opinion_deck == 0:
        shuffle_opinions(table)
    table.opinion_deck -= 1


@rule
def shuffle_opinions(table):
    """The discards become the deck. Hidden cards of former shuffles are still told apart from it."""
    shuffle = 0
    while not is_used_up(table, shuffle):
        shuffle += 1
    table.shuffle = shuffle
    for kind in range(KINDS):
        table.unseen[shuffle, kind] = table.discards[kind]
        table.opinion_deck += table.discards[kind]
        table.discards[kind] = 0


@rule
def is_used_up(table, shuffle):
    """Whether no unseen card is of this shuffle any more."""
    for kind in range(KINDS):
        if table.unseen[shuffle, kind] > 0:
            return False
    return True


@rule
def hidden_in(table, region):
    """The number of hidden opinions of a region."""
    total = 0
    for shuffle in range(SHUFFLES):
        total += int(table.hidden[region, shuffle])
    return total


@rule
def open_opinion(table, region):
    """Open a hidden opinion of a region; one that repeats or contradicts an open one is replaced.

    Where they are of two shuffles, which one is opened first makes no difference to anybody's knowledge.
    """
    for shuffle in range(SHUFFLES):
        if table.hidden[region, shuffle] > 0:
            table.hidden[region, shuffle] -= 1
            lay_opinion(table, region, chance.draw(table, OPINION_DECK, table.unseen[shuffle]))
            return


@rule
def lay_opinion(table, region, kind):
    """Lay a card open in a region, or the next one whose issue is not there yet."""
    while has_issue(table, region, kind):
        if not can_replace(table, region):
            replace_from_pool(table, region, kind)
            return
        table.discards[kind] += 1
        kind = draw_opinion(table)
    table.opinion[region, kind] = 1


@rule
def can_replace(table, region):
    """Whether deck or discards may hold a card for a region."""
    for kind in range(KINDS):
        if not has_issue(table, region, kind):
            if table.discards[kind] > 0:
                return True
            if table.opinion_deck > 0 and table.unseen[int(table.shuffle), kind] > 0:
                return True
    return False


@rule
def replace_from_pool(table, region, kind):
    """Deck and discards have no card for a region: one of the pool's kinds, or the space stays empty."""
    kinds = 0
    for other in range(KINDS):
        kinds += table.pool[other] > 0 and not has_issue(table, region, other)
    if kinds == 0:
        table.discards[kind] += 1
        return
    number = chance.below(table, OPINION_DECK, kinds)
    for other in range(KINDS):
        if table.pool[other] > 0 and not has_issue(table, region, other):
            if number == 0:
                table.pool[other] -= 1
                table.pool[kind] += 1
                table.opinion[region, other] = 1
                return
            number -= 1


# --- Programme cards -----------------------------------------------------------------------------


@rule
def kind_of(card):
    """The stand that a programme card is for."""
    return card // PROGRAMME_COPIES


@rule
def draw_programme(table, zone):
    """Draw the deck's next programme card into a zone, and return it."""
    if table.programme_deck == 0:
        shuffle_programmes(table)
    card = pick(table, PROGRAMME_DECK, table.zone, IN_DECK)
    table.programme_deck -= 1
    table.zone[card] = zone
    table.drawn[card] = table.programme_shuffle
    return card


@rule
def shuffle_programmes(table):
    """The discards become the deck. Who saw a card go there knows that no hand of before has it."""
    table.programme_shuffle += 1
    for card in range(PROGRAMME_CARDS):
        zone = int(table.zone[card])
        if FACE_UP <= zone < IN_HAND:
            if zone == FACE_UP:
                table.returned[card] = table.programme_shuffle
            else:
                table.own_returned[zone - FACE_DOWN, card] = table.programme_shuffle
            table.zone[card] = IN_DECK
            table.drawn[card] = 0
            table.programme_deck += 1


@rule
def hand_card(table, seat, kind):
    """A card of this kind in a hand, or no card."""
    for copy in range(PROGRAMME_COPIES):
        card = kind * PROGRAMME_COPIES + copy
        if table.zone[card] == IN_HAND + seat:
            return card
    return NO_CARD


@rule
def hand_size(table, seat):
    size = 0
    for card in range(PROGRAMME_CARDS):
        size += table.zone[card] == IN_HAND + seat
    return size


# --- Polls ---------------------------------------------------------------------------------------


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


# --- Bids ----------------------------------------------------------------------------------------


@rule
def highest_bidder(table):
    """The seat with the highest bid, of level ones by chance. Nobody when all bids are 0."""
    highest = 0
    for seat in range(int(table.seats)):
        highest = max(highest, int(table.bid[seat]))
    return NOBODY if highest == 0 else pick(table, ORDER, table.bid, highest)


@rule
def clear_bids(table):
    table.bidder = NOBODY
    for seat in range(SEATS):
        table.bid[seat] = 0
        table.passed[seat] = 0
