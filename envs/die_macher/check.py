"""What is true of every table of Die Macher, at any moment of any game.

A table without a fault can be played on, looked at and dealt afresh. Each part counts on those before it.
"""

from enum import IntEnum, auto

from ..core.compile import rule
from .box import BLIND
from .rules.coalitions import TO_ASK, can_join, is_unallied
from .rules.common import elections, places_to, seat_on_turn
from .rules.conference import hand_size
from .rules.election import space_for
from .rules.preparation import hidden_in
from .rules.shadow_cabinet import can_pay_media_swap, price_of_lobby
from .rules.start_player import amount_of, rungs_up_to
from .table import (
    CABINET,
    CARD_IN_HAND,
    CONTRIBUTIONS,
    DECISIONS,
    FACE_DOWN,
    FIRST_SECTION,
    HAND,
    IN_DECK,
    ISSUES,
    ITEMS,
    KINDS,
    LANDS,
    MOST_VOTES,
    NATIONAL,
    NO_CARD,
    OPEN,
    OPINION_COPIES,
    OPINIONS,
    POLL_IN_DECK,
    POLLS,
    POOL,
    PROGRAMME,
    PROGRAMME_CARDS,
    PROGRAMME_COPIES,
    PUBLISHED,
    REGIONS,
    ROUNDS,
    SEATS,
    SEEN,
    SHUFFLES,
    WINNERS,
    Lobby,
    Phase,
)

# The phases that go round the table from the start player.
_IN_TURN = (
    *map(int, (Phase.SHEET, Phase.START_BID, Phase.DISCARD, Phase.NEW_CARD, Phase.OLD_CARD)),
    *map(int, (Phase.PLACE_LOBBY, Phase.COALITION, Phase.FORCE, Phase.MEETINGS, Phase.CONVERT)),
    int(Phase.CONTRIBUTION),
)
_NEEDS_PICKED = tuple(map(int, (Phase.OLD_CARD, Phase.SWAP_IN, Phase.NATIONAL_REPLACE)))


class Fault(IntEnum):
    """What may be wrong with a table; the names are the words of the error."""

    NONE = 0
    # The round
    SOMETHING_BELONGS_TO_NOBODY = auto()
    THE_PHASE_IS_NOT_ONE_OF_DECISIONS = auto()
    THE_GAME_IS_OVER_AND_NOT_OVER = auto()
    THE_PHASE_DOES_NOT_FIT_THE_ROUND = auto()
    THE_REGIONS_DO_NOT_FIT_THE_ROUND = auto()
    THE_PHASE_IS_ABOUT_NO_REGION_IN_PLAY = auto()
    THE_LANDS_DRAWN_DO_NOT_FIT_THE_ROUND = auto()
    A_SEAT_NAMED_IS_NOT_IN_THE_GAME = auto()
    ANOTHER_SEAT_IS_ON_TURN = auto()
    # Regions
    SOMETHING_LIES_IN_NO_REGION = auto()
    A_REGION_HAS_NO_LAND_OF_ITS_OWN = auto()
    THE_ORDER_OF_ARRIVAL_LACKS_A_PARTY = auto()
    A_PARTY_HAS_TOO_MANY_MEETINGS_IN_A_REGION = auto()
    OPINIONS_OF_A_REGION_CONTRADICT = auto()
    A_REGION_HAS_TOO_MANY_OPINIONS = auto()
    HIDDEN_OPINIONS_DO_NOT_FIT_THE_ROUND = auto()
    THE_BOARDS_ARE_NOT_AS_AT_THE_START = auto()
    # Opinion cards and the national board
    THE_NATIONAL_BOARD_HAS_A_GAP = auto()
    AN_ISSUE_LIES_TWICE_ON_THE_NATIONAL_BOARD = auto()
    NO_OPINION_LIES_ON_A_SECURED_SPACE = auto()
    OPINION_CARDS_OF_A_KIND_ARE_MISSING_OR_TOO_MANY = auto()
    UNSEEN_OPINION_CARDS_ARE_MISCOUNTED = auto()
    CARDS_OF_THE_POOL_ARE_MISSING_OR_TOO_MANY = auto()
    DOUBLERS_ARE_MISSING_OR_TOO_MANY = auto()
    # Parties
    MEETINGS_ARE_MISSING_OR_TOO_MANY = auto()
    MEDIA_MARKERS_ARE_MISSING_OR_TOO_MANY = auto()
    TOO_MANY_COALITION_TILES = auto()
    MEMBERS_ARE_BEYOND_THE_LAST_SPACE = auto()
    CONTRIBUTIONS_USED_DO_NOT_FIT_THE_ROUND = auto()
    # Elections
    AN_ELECTION_TO_COME_HAS_RESULTS = auto()
    A_ROUND_TO_COME_HAS_PAYMENTS = auto()
    TOO_MANY_SEATS_ARE_WON = auto()
    TOO_MANY_MARKERS_ARE_OF_ONE_ELECTION = auto()
    A_COALITION_IS_MADE_AT_ANOTHER_TIME = auto()
    A_COALITION_IS_NOT_OF_TWO = auto()
    A_SEAT_WINS_TWICE = auto()
    # Programme cards
    A_PROGRAMME_CARD_BELONGS_TO_NOBODY = auto()
    PROGRAMME_CARDS_OF_THE_DECK_ARE_MISCOUNTED = auto()
    A_PROGRAMME_IS_NOT_OF_FIVE_ISSUES = auto()
    CARDS_OF_A_PROGRAMME_LIE_ELSEWHERE = auto()
    A_HAND_HAS_TOO_FEW_OR_TOO_MANY_CARDS = auto()
    A_PROGRAMME_CARD_OF_THE_DECK_IS_DRAWN = auto()
    A_PROGRAMME_CARD_IS_OF_A_SHUFFLE_TO_COME = auto()
    A_PROGRAMME_CARD_WAS_DRAWN_BEFORE_IT_WENT_INTO_THE_DECK = auto()
    # Polls
    A_POLL_IS_SEEN_BY_NOBODY = auto()
    POLLS_DRAWN_DO_NOT_FIT_THE_ROUND = auto()
    THE_POLL_SOLD_DOES_NOT_FIT_THE_PHASE = auto()
    THE_POLL_SOLD_LIES_ELSEWHERE = auto()
    # Parts of a phase
    SOMETHING_OF_ANOTHER_PHASE_IS_LEFT = auto()
    AN_OPTION_OF_THE_SHEET_IS_NONE = auto()
    A_SHEET_IS_NOT_FILLED_IN_SO_FAR = auto()
    A_BID_CANNOT_BE_MADE = auto()
    THE_HIGHEST_BIDDER_IS_NOT = auto()
    CARDS_OF_A_SHADOW_CABINET_ARE_USED_TWICE = auto()
    CARDS_LAID_CANNOT_BE_PAID = auto()
    CARDS_ARE_LAID_BEFORE_THE_TURN = auto()
    THE_CARD_OF_THE_SHADOW_CABINET_CANNOT_ACT_SO = auto()
    THE_SEAT_ON_TURN_CANNOT_BE_IN_A_COALITION = auto()
    ALL_HAVE_PASSED = auto()
    THE_CARD_PICKED_CANNOT_BE = auto()
    NOTHING_MAY_BE_PLACED_ON_THE_NATIONAL_BOARD = auto()
    A_CONTRIBUTION_CHOSEN_CANNOT_BE = auto()


@rule
def check(box, table):
    """The first fault of a table whose fields are in their ranges; NONE for none."""
    fault = check_round(box, table)
    if fault == Fault.NONE:
        fault = check_regions(box, table)
    if fault == Fault.NONE:
        fault = check_opinions(box, table)
    if fault == Fault.NONE:
        fault = check_parties(box, table)
    if fault == Fault.NONE:
        fault = check_elections(box, table)
    if fault == Fault.NONE:
        fault = check_programmes(table)
    if fault == Fault.NONE:
        fault = check_polls(box, table)
    if fault == Fault.NONE:
        fault = check_phase(box, table)
    return fault


# --- The round -----------------------------------------------------------------------------------


@rule
def check_round(box, table):
    if not belongs_to_players(table):
        return Fault.SOMETHING_BELONGS_TO_NOBODY
    if table.phase >= DECISIONS and table.phase != Phase.OVER:
        return Fault.THE_PHASE_IS_NOT_ONE_OF_DECISIONS
    if (table.phase == Phase.OVER) != (table.seat < 0):
        return Fault.THE_GAME_IS_OVER_AND_NOT_OVER
    if not is_phase_of_round(box, table):
        return Fault.THE_PHASE_DOES_NOT_FIT_THE_ROUND
    if table.regions != min(REGIONS, elections(box) - round_to_vote(table) + 1):
        return Fault.THE_REGIONS_DO_NOT_FIT_THE_ROUND
    if not 0 <= table.region < table.regions:
        return Fault.THE_PHASE_IS_ABOUT_NO_REGION_IN_PLAY
    if lands_drawn(table) != min(elections(box), round_to_vote(table) + REGIONS - 1):
        return Fault.THE_LANDS_DRAWN_DO_NOT_FIT_THE_ROUND
    if table.start_player >= table.seats or table.bidder >= table.seats or table.asker >= table.seats:
        return Fault.A_SEAT_NAMED_IS_NOT_IN_THE_GAME
    for place in range(WINNERS):
        if table.winner[place] >= table.seats:
            return Fault.A_SEAT_NAMED_IS_NOT_IN_THE_GAME
    if not is_on_turn(table):
        return Fault.ANOTHER_SEAT_IS_ON_TURN
    return Fault.NONE


@rule
def belongs_to_players(table):
    """Seats that nobody plays have nothing."""
    for seat in range(int(table.seats), SEATS):
        if not has_nothing_beside_boards(table, seat) or not has_nothing_in_phase(table, seat):
            return False
        for region in range(REGIONS):
            if not has_nothing_in(table, region, seat) or table.arrival[region, seat]:
                return False
        for election in range(ROUNDS):
            if table.national_media[election, seat] or table.seats_won[election, seat]:
                return False
    return True


@rule
def has_nothing_beside_boards(table, seat):
    if table.cash[seat] or table.members[seat] or table.meeting_supply[seat] or table.media_supply[seat]:
        return False
    if table.tiles[seat] or table.ally[seat] or table.section[0, seat] or table.section[1, seat]:
        return False
    for kind in range(KINDS):
        if table.programme[seat, kind]:
            return False
    for card in range(CABINET + 1):
        if table.cabinet[seat, card]:
            return False
    for card in range(CONTRIBUTIONS):
        if table.contribution[seat, card]:
            return False
    for card in range(PROGRAMME_CARDS):
        if table.own_returned[seat, card]:
            return False
    return True


@rule
def has_nothing_in_phase(table, seat):
    for entry in range(2 * ITEMS):
        if table.place_of[entry, seat]:
            return False
    return not (table.bid[seat] or table.passed[seat] or table.offer[seat])


@rule
def has_nothing_in(table, region, seat):
    if table.votes[region, seat] or table.trend[region, seat] or table.meetings[region, seat]:
        return False
    return not (table.media[region, seat] or table.tile[region, seat] or table.lobby[region, seat])


@rule
def is_phase_of_round(box, table):
    """Before the first round there is the sheet; the last has but an election, the one before no income."""
    number, last, phase = int(table.round_number), elections(box), int(table.phase)
    if (phase == Phase.SHEET) != (number == 0) or number > last:
        return False
    if phase == Phase.OVER or number == last:
        return number == last and (phase == Phase.OVER or is_on_national_board(table))
    return phase != Phase.CONTRIBUTION or number <= last - 2


@rule
def is_on_national_board(table):
    return Phase.NATIONAL_MEDIA <= table.phase <= Phase.NATIONAL_REPLACE


@rule
def round_to_vote(table):
    """The round in which the current region votes."""
    return max(1, int(table.round_number)) + (table.phase == Phase.CONTRIBUTION)


@rule
def lands_drawn(table):
    drawn = 0
    for land in range(LANDS):
        drawn += int(table.land_drawn[land])
    return drawn


@rule
def is_on_turn(table):
    """Phases that go round the table count turns, the national board the winners; a bid names one."""
    phase, turn = int(table.phase), int(table.turn)
    if phase in _IN_TURN:
        return turn < table.seats and table.seat == seat_on_turn(table)
    if is_on_national_board(table):
        return turn < WINNERS and table.seat == table.winner[turn]
    if phase == Phase.REPLY:
        return turn < table.seats and table.asker == seat_on_turn(table)
    return phase != Phase.START_PLAYER or table.seat == table.bidder


# --- Regions -------------------------------------------------------------------------------------


@rule
def check_regions(box, table):
    for region in range(REGIONS):
        if region >= table.regions:
            if not is_empty(table, region):
                return Fault.SOMETHING_LIES_IN_NO_REGION
        else:
            fault = check_region(box, table, region)
            if fault != Fault.NONE:
                return fault
    if table.phase == Phase.SHEET and not are_boards_new(table):
        return Fault.THE_BOARDS_ARE_NOT_AS_AT_THE_START
    return Fault.NONE


@rule
def is_empty(table, region):
    for seat in range(int(table.seats)):
        if not has_nothing_in(table, region, seat) or table.arrival[region, seat]:
            return False
    for kind in range(KINDS):
        if table.opinion[region, kind]:
            return False
    return table.land[region] == NO_CARD and hidden_in(table, region) == 0


@rule
def check_region(box, table, region):
    if not has_own_land(table, region):
        return Fault.A_REGION_HAS_NO_LAND_OF_ITS_OWN
    arrived = 0
    for seat in range(int(table.seats)):
        arrived |= 1 << int(table.arrival[region, seat])
        if table.meetings[region, seat] > box.most_meetings:
            return Fault.A_PARTY_HAS_TOO_MANY_MEETINGS_IN_A_REGION
    if arrived != (1 << int(table.seats)) - 1:
        return Fault.THE_ORDER_OF_ARRIVAL_LACKS_A_PARTY
    opened = 0
    for kind in range(KINDS):
        opened += table.opinion[region, kind] > 0
        if table.opinion[region, kind] and table.opinion[region, kind ^ 1]:
            return Fault.OPINIONS_OF_A_REGION_CONTRADICT
    if opened + hidden_in(table, region) > OPINIONS:
        return Fault.A_REGION_HAS_TOO_MANY_OPINIONS
    if hidden_in(table, region) != hidden_due(box, table, region):
        return Fault.HIDDEN_OPINIONS_DO_NOT_FIT_THE_ROUND
    return Fault.NONE


@rule
def has_own_land(table, region):
    land = int(table.land[region])
    if land == NO_CARD or not table.land_drawn[land]:
        return False
    for other in range(region):
        if table.land[other] == land:
            return False
    return True


@rule
def hidden_due(box, table, region):
    """One more for each round until the region votes; the last of them may be opened together."""
    late = box.last_opening > 0 and region == 1 and round_to_vote(table) == elections(box) - 1
    return region + late


@rule
def are_boards_new(table):
    """While the sheets are filled in, all there is on the boards is a meeting of each party."""
    for region in range(REGIONS):
        for seat in range(int(table.seats)):
            if table.votes[region, seat] or table.trend[region, seat] or table.media[region, seat]:
                return False
            if table.tile[region, seat] or table.meetings[region, seat] != 1:
                return False
    return True


# --- Opinion cards and the national board --------------------------------------------------------


@rule
def check_opinions(box, table):
    laid = 0
    while laid < NATIONAL and table.national[laid] != NO_CARD:
        laid += 1
    for space in range(NATIONAL):
        kind = int(table.national[space])
        if space > laid and kind != NO_CARD:
            return Fault.THE_NATIONAL_BOARD_HAS_A_GAP
        if space >= laid and table.secured[space]:
            return Fault.NO_OPINION_LIES_ON_A_SECURED_SPACE
        for other in range(min(space, laid)):
            if kind != NO_CARD and kind // 2 == table.national[other] // 2:
                return Fault.AN_ISSUE_LIES_TWICE_ON_THE_NATIONAL_BOARD
    for kind in range(KINDS):
        if opinion_cards(table, kind) != OPINION_COPIES:
            return Fault.OPINION_CARDS_OF_A_KIND_ARE_MISSING_OR_TOO_MANY
    for shuffle in range(SHUFFLES):
        if not are_unseen_counted(table, shuffle):
            return Fault.UNSEEN_OPINION_CARDS_ARE_MISCOUNTED
    pool, doublers = 0, int(table.doublers)
    for kind in range(KINDS):
        pool += int(table.pool[kind])
        for region in range(REGIONS):
            doublers += table.opinion[region, kind] == 2
    if pool != POOL:
        return Fault.CARDS_OF_THE_POOL_ARE_MISSING_OR_TOO_MANY
    if doublers != box.doublers:
        return Fault.DOUBLERS_ARE_MISSING_OR_TOO_MANY
    return Fault.NONE


@rule
def opinion_cards(table, kind):
    """The opinion cards of a kind, wherever they are."""
    cards = int(table.pool[kind]) + int(table.discards[kind])
    for region in range(REGIONS):
        cards += table.opinion[region, kind] > 0
    for shuffle in range(SHUFFLES):
        cards += int(table.unseen[shuffle, kind])
    for space in range(NATIONAL):
        if table.national[space] == kind:
            cards += 1 + int(table.secured[space])
    return cards + (table.phase == Phase.NATIONAL_REPLACE and table.picked == kind)


@rule
def are_unseen_counted(table, shuffle):
    """The unseen cards of a shuffle are hidden in regions, or they are the deck."""
    unseen = 0
    for kind in range(KINDS):
        unseen += int(table.unseen[shuffle, kind])
    for region in range(REGIONS):
        unseen -= int(table.hidden[region, shuffle])
    return unseen == (table.opinion_deck if shuffle == table.shuffle else 0)


# --- Parties -------------------------------------------------------------------------------------


@rule
def check_parties(box, table):
    for seat in range(int(table.seats)):
        meetings, tiles = int(table.meeting_supply[seat]), int(table.tiles[seat])
        for region in range(REGIONS):
            meetings += int(table.meetings[region, seat])
            tiles += int(table.tile[region, seat])
        if meetings != box.meetings:
            return Fault.MEETINGS_ARE_MISSING_OR_TOO_MANY
        if media_markers(table, seat) != box.media_markers:
            return Fault.MEDIA_MARKERS_ARE_MISSING_OR_TOO_MANY
        if tiles > box.tiles:
            return Fault.TOO_MANY_COALITION_TILES
        if table.members[seat] > box.last_member:
            return Fault.MEMBERS_ARE_BEYOND_THE_LAST_SPACE
        if contributions_used(table, seat) != min(max(0, int(table.round_number) - 1), elections(box) - 2):
            return Fault.CONTRIBUTIONS_USED_DO_NOT_FIT_THE_ROUND
    return Fault.NONE


@rule
def media_markers(table, seat):
    """The media markers of a party, wherever they are."""
    markers = int(table.media_supply[seat])
    for region in range(REGIONS):
        markers += int(table.media[region, seat])
    for election in range(ROUNDS):
        markers += int(table.national_media[election, seat])
    return markers


@rule
def contributions_used(table, seat):
    used = 0
    for card in range(CONTRIBUTIONS):
        used += table.contribution[seat, card] != CARD_IN_HAND
    return used


# --- Elections -----------------------------------------------------------------------------------


@rule
def check_elections(box, table):
    held, most = elections_held(table), most_seats(box)
    for election in range(ROUNDS):
        markers = 0
        for seat in range(int(table.seats)):
            won, marker = int(table.seats_won[election, seat]), int(table.national_media[election, seat])
            markers += marker
            if election >= held and (won or marker):
                return Fault.AN_ELECTION_TO_COME_HAS_RESULTS
            if won > most:
                return Fault.TOO_MANY_SEATS_ARE_WON
        if markers > WINNERS:
            return Fault.TOO_MANY_MARKERS_ARE_OF_ONE_ELECTION
        if election >= table.round_number and table.paid[election]:
            return Fault.A_ROUND_TO_COME_HAS_PAYMENTS
    for seat in range(int(table.seats)):
        if table.ally[seat] and not may_have_coalitions(box, table):
            return Fault.A_COALITION_IS_MADE_AT_ANOTHER_TIME
        if not is_ally_of_ally(table, seat):
            return Fault.A_COALITION_IS_NOT_OF_TWO
    for place in range(WINNERS):
        for other in range(place):
            if table.winner[place] >= 0 and table.winner[place] == table.winner[other]:
                return Fault.A_SEAT_WINS_TWICE
    return Fault.NONE


@rule
def elections_held(table):
    held = int(table.round_number)
    return held if table.phase >= Phase.NATIONAL_MEDIA else max(0, held - 1)


@rule
def most_seats(box):
    """The most seats that any land has."""
    most = 0
    for land in range(LANDS):
        most = max(most, int(box.land_seats[land, MOST_VOTES]))
    return most


@rule
def may_have_coalitions(box, table):
    """From the talks about them to the end of their election, but not in the last one."""
    late = Phase.COALITION <= table.phase <= Phase.NATIONAL_REPLACE
    return late and 0 < table.round_number < elections(box)


@rule
def is_ally_of_ally(table, seat):
    ally = int(table.ally[seat])
    return ally == 0 or (ally != seat + 1 and table.ally[ally - 1] == seat + 1)


# --- Programme cards -----------------------------------------------------------------------------


@rule
def check_programmes(table):
    deck = 0
    for card in range(PROGRAMME_CARDS):
        zone = int(table.zone[card])
        deck += zone == IN_DECK
        if FACE_DOWN <= zone < OPEN and (zone - FACE_DOWN) % SEATS >= table.seats:
            return Fault.A_PROGRAMME_CARD_BELONGS_TO_NOBODY
        if zone == IN_DECK and table.drawn[card]:
            return Fault.A_PROGRAMME_CARD_OF_THE_DECK_IS_DRAWN
        returned = last_return(table, card)
        if max(returned, int(table.drawn[card])) > table.programme_shuffle:
            return Fault.A_PROGRAMME_CARD_IS_OF_A_SHUFFLE_TO_COME
        if FACE_DOWN <= zone < OPEN and table.drawn[card] < returned:
            return Fault.A_PROGRAMME_CARD_WAS_DRAWN_BEFORE_IT_WENT_INTO_THE_DECK
    if deck != table.programme_deck:
        return Fault.PROGRAMME_CARDS_OF_THE_DECK_ARE_MISCOUNTED
    for seat in range(int(table.seats)):
        if not has_five_issues(table, seat):
            return Fault.A_PROGRAMME_IS_NOT_OF_FIVE_ISSUES
        hand = hand_size(table, seat) + (int(table.renewed) if seat == table.seat else 0)
        if not HAND - 1 <= hand <= HAND:
            return Fault.A_HAND_HAS_TOO_FEW_OR_TOO_MANY_CARDS
    for kind in range(KINDS):
        if not lie_open(table, kind):
            return Fault.CARDS_OF_A_PROGRAMME_LIE_ELSEWHERE
    return Fault.NONE


@rule
def last_return(table, card):
    """The last shuffle in which anybody saw a card go into the deck."""
    last = int(table.returned[card])
    for seat in range(int(table.seats)):
        last = max(last, int(table.own_returned[seat, card]))
    return last


@rule
def has_five_issues(table, seat):
    """Five open cards, none contrary to another."""
    found = 0
    for issue in range(ISSUES):
        stands = int(table.programme[seat, 2 * issue]) + int(table.programme[seat, 2 * issue + 1])
        if stands > 1:
            return False
        found += stands
    return found == PROGRAMME


@rule
def lie_open(table, kind):
    """A card of a stand for each programme that has it, and one that is to come into a programme."""
    cards = int(table.phase == Phase.OLD_CARD and kind == table.picked)
    for seat in range(int(table.seats)):
        cards += int(table.programme[seat, kind])
    for copy in range(PROGRAMME_COPIES):
        cards -= table.zone[kind * PROGRAMME_COPIES + copy] == OPEN
    return cards == 0


# --- Polls ---------------------------------------------------------------------------------------


@rule
def check_polls(box, table):
    away = 0
    for poll in range(POLLS):
        away += table.poll_zone[poll] != POLL_IN_DECK
        if table.poll_zone[poll] >= SEEN + table.seats:
            return Fault.A_POLL_IS_SEEN_BY_NOBODY
    drawn = polls_drawn(box, table)
    if away != ((drawn - 1) % POLLS + 1 if drawn > 0 else 0):
        return Fault.POLLS_DRAWN_DO_NOT_FIT_THE_ROUND
    phase, poll = int(table.phase), int(table.poll)
    if (poll != NO_CARD) != (phase == Phase.PUBLISH or phase == Phase.CHANGE_TREND):
        return Fault.THE_POLL_SOLD_DOES_NOT_FIT_THE_PHASE
    if phase == Phase.PUBLISH and table.poll_zone[poll] != SEEN + table.seat:
        return Fault.THE_POLL_SOLD_LIES_ELSEWHERE
    if phase == Phase.CHANGE_TREND and table.poll_zone[poll] != PUBLISHED:
        return Fault.THE_POLL_SOLD_LIES_ELSEWHERE
    return Fault.NONE


@rule
def polls_drawn(box, table):
    """One for each region of a round; when the deck is used up, all of them make a new one."""
    drawn, phase, last = 0, int(table.phase), elections(box)
    for number in range(1, min(int(table.round_number), last)):
        drawn += min(REGIONS, last - number + 1)
    if phase == Phase.POLL_BID:
        drawn += int(table.region)
    elif phase == Phase.PUBLISH or phase == Phase.CHANGE_TREND:
        drawn += int(table.region) + 1
    elif 0 < table.round_number < last and (phase >= Phase.CONVERT or table.by_votes):
        drawn += min(REGIONS, last - int(table.round_number) + 1)
    return drawn


# --- Parts of a phase ----------------------------------------------------------------------------


@rule
def check_phase(box, table):
    if has_parts_of_another(table):
        return Fault.SOMETHING_OF_ANOTHER_PHASE_IS_LEFT
    for seat in range(int(table.seats)):
        if not has_options(table, seat):
            return Fault.AN_OPTION_OF_THE_SHEET_IS_NONE
        if table.phase == Phase.SHEET and not is_filled_in(box, table, seat):
            return Fault.A_SHEET_IS_NOT_FILLED_IN_SO_FAR
        if not may_bid(box, table, seat):
            return Fault.A_BID_CANNOT_BE_MADE
        if table.phase == Phase.CONTRIBUTION and not may_offer(table, seat):
            return Fault.A_CONTRIBUTION_CHOSEN_CANNOT_BE
        fault = check_cabinet(box, table, seat)
        if fault != Fault.NONE:
            return fault
    if not is_highest_bidder(box, table):
        return Fault.THE_HIGHEST_BIDDER_IS_NOT
    if not may_lobby(box, table):
        return Fault.THE_CARD_OF_THE_SHADOW_CABINET_CANNOT_ACT_SO
    if not may_ally(table):
        return Fault.THE_SEAT_ON_TURN_CANNOT_BE_IN_A_COALITION
    if table.passes >= table.seats:
        return Fault.ALL_HAVE_PASSED
    if not may_be_picked(table):
        return Fault.THE_CARD_PICKED_CANNOT_BE
    if not may_place(table):
        return Fault.NOTHING_MAY_BE_PLACED_ON_THE_NATIONAL_BOARD
    return Fault.NONE


@rule
def has_parts_of_another(table):
    """What belongs to one phase is not there in another."""
    phase, laid, placed, offers = int(table.phase), 0, 0, 0
    for seat in range(int(table.seats)):
        offers += int(table.offer[seat])
        for region in range(REGIONS):
            laid += int(table.lobby[region, seat])
        for entry in range(2 * ITEMS):
            placed += int(table.place_of[entry, seat])
    if (table.picked != NO_CARD) != (phase in _NEEDS_PICKED) or (table.asker >= 0) != (phase == Phase.REPLY):
        return True
    if (table.acting > 0) != (phase == Phase.LOBBY_OPINION or phase == Phase.LOBBY_PLAYER):
        return True
    if table.asked and phase != Phase.COALITION and phase != Phase.REPLY:
        return True
    if table.by_votes and phase != Phase.SWAP_OUT and phase != Phase.SWAP_IN:
        return True
    if (table.changes or table.changed) and phase != Phase.CHANGE_TREND:
        return True
    if (table.step or placed > 0) and phase != Phase.SHEET:
        return True
    if (table.renewed and phase != Phase.DISCARD) or (table.passes and phase != Phase.MEDIA):
        return True
    if laid > 0 and not Phase.PLACE_LOBBY <= phase <= Phase.TELEPHONE:
        return True
    return offers > 0 and phase != Phase.CONTRIBUTION


@rule
def has_had_turn(table, seat):
    return places_to(table, int(table.start_player), seat) < table.turn


@rule
def has_options(table, seat):
    """After the preliminary round there is an option of each section."""
    first, second = int(table.section[0, seat]), int(table.section[1, seat])
    return first <= FIRST_SECTION and (table.phase == Phase.SHEET or (first > 0 and second > 0))


@rule
def is_filled_in(box, table, seat):
    """An option and a region for each of its items, twice, as far as the sheet is filled in."""
    first, second = int(table.section[0, seat]), int(table.section[1, seat])
    whole = 2 + ITEMS + (int(box.sheet_media[second - 1]) if second > 0 else ITEMS)
    entries = int(table.step) if seat == table.seat else 0
    if has_had_turn(table, seat):
        entries = whole
    elif entries > 0 and entries >= whole:
        return False
    if (first > 0) != (entries > 0) or (second > 0) != (entries > ITEMS + 1):
        return False
    for item in range(ITEMS):
        if (table.place_of[item, seat] > 0) != (entries > 1 + item):
            return False
        if (table.place_of[ITEMS + item, seat] > 0) != (entries > 2 + ITEMS + item):
            return False
    return True


@rule
def may_bid(box, table, seat):
    """No more than there is; nothing before the turn, where bids are blind."""
    cash = int(table.cash[seat])
    if table.phase == Phase.START_BID:
        return is_bid(table, seat, min(cash, int(box.max_start_bid)) if has_had_turn(table, seat) else 0)
    if table.phase == Phase.POLL_BID:
        to_come = box.poll_auction == BLIND and not table.passed[seat]
        return is_bid(table, seat, 0 if to_come else min(cash, int(box.max_poll_bid)))
    return True


@rule
def is_bid(table, seat, most):
    """Whether a bid is one of those that can be made, and no higher than this."""
    bid = int(table.bid[seat])
    return bid <= most and amount_of(rungs_up_to(bid) - 1) == bid


@rule
def is_highest_bidder(box, table):
    """In an open auction nobody bids more, and it is not the one who is to bid."""
    if not Phase.POLL_BID <= table.phase <= Phase.CHANGE_TREND or box.poll_auction == BLIND:
        return True
    if table.phase == Phase.POLL_BID and (table.passed[int(table.seat)] or table.bidder == table.seat):
        return False
    if table.bidder < 0:
        return True
    for seat in range(int(table.seats)):
        if table.bid[seat] > table.bid[int(table.bidder)]:
            return False
    return not table.passed[int(table.bidder)]


@rule
def check_cabinet(box, table, seat):
    """Cards laid are in hand until all are opened, differ, and can be paid."""
    laid = 0
    for region in range(int(table.regions)):
        card = int(table.lobby[region, seat])
        if card > 0:
            in_hand = table.cabinet[seat, card] > 0
            if laid >> card & 1 or in_hand != (table.phase == Phase.PLACE_LOBBY):
                return Fault.CARDS_OF_A_SHADOW_CABINET_ARE_USED_TWICE
            laid |= 1 << card
    if table.phase == Phase.PLACE_LOBBY and laid > 0:
        if price_of_lobby(box, table, seat) > table.cash[seat]:
            return Fault.CARDS_LAID_CANNOT_BE_PAID
        if seat != table.seat and not has_had_turn(table, seat):
            return Fault.CARDS_ARE_LAID_BEFORE_THE_TURN
    return Fault.NONE


@rule
def may_lobby(box, table):
    """The card that acts in a region can do what it is at."""
    phase, region, seat = int(table.phase), int(table.region), int(table.seat)
    if not Phase.LOBBY <= phase <= Phase.TELEPHONE:
        return True
    card = int(table.lobby[region, seat])
    if phase == Phase.LOBBY:
        return card > 0
    if phase == Phase.LOBBY_OPINION:
        return table.acting == Lobby.DOUBLER + 1 and box.cabinet_doubler[card] > 0
    if phase == Phase.TELEPHONE:
        return box.cabinet_phone[card] > 0 and table.tiles[seat] > 0 and not table.tile[region, seat]
    if table.acting == Lobby.MEDIA + 1:
        return box.cabinet_media[card] > 0 and can_pay_media_swap(box, table, seat)
    return table.acting == Lobby.TREND_DOWN + 1 and box.cabinet_down[card] > 0


@rule
def may_ally(table):
    """Who talks about a coalition has a tile there and no partner; who answers fits."""
    phase, seat = int(table.phase), int(table.seat)
    if phase == Phase.COALITION or phase == Phase.FORCE:
        return is_unallied(table, seat)
    if phase == Phase.REPLY:
        asker = int(table.asker)
        return is_unallied(table, asker) and can_join(table, asker, seat, TO_ASK)
    return True


@rule
def may_be_picked(table):
    """The first card named of two is where it is to be."""
    phase, seat, picked = int(table.phase), int(table.seat), int(table.picked)
    if phase == Phase.OLD_CARD:
        return table.programme[seat, picked] == 0
    if phase == Phase.SWAP_IN:
        return table.opinion[int(table.region), picked] == 1
    return phase != Phase.NATIONAL_REPLACE or space_for(table, picked) == NO_CARD


@rule
def may_place(table):
    """A winner places a media marker that is in the region, once, and opinions as long as any are due."""
    seat = int(table.seat)
    if table.phase == Phase.NATIONAL_MEDIA:
        return table.media[0, seat] > 0 and not table.national_media[int(table.round_number) - 1, seat]
    return table.phase != Phase.NATIONAL_CARD or table.national_cards[int(table.turn)] > 0


@rule
def may_offer(table, seat):
    """Who has had the turn has chosen a contribution of the hand."""
    offer = int(table.offer[seat])
    if (offer > 0) != has_had_turn(table, seat):
        return False
    return offer == 0 or table.contribution[seat, (offer - 1) % CONTRIBUTIONS] == CARD_IN_HAND
