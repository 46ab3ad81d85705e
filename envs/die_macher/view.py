"""The observation: what one seat may know, as numbers. `text` has the same in words."""

import numpy as np

from ..core.engine.compile import rule
from ..core.engine.layout import scaled
from ..core.engine.views import View
from .box import BLIND, IN_TURN
from .rules.coalitions import common_cards, partner_of
from .rules.common import elections, factor_of, places_to
from .rules.final_count import media_points, member_points, programme_points, seat_points
from .rules.polls import change_for
from .rules.preparation import hidden_in
from .table import (
    CABINET,
    CONTRIBUTIONS,
    DECISIONS,
    FACE_DOWN,
    FACE_UP,
    FIELDS,
    IN_DECK,
    IN_HAND,
    ITEMS,
    KINDS,
    LANDS,
    MOST_VOTES,
    NATIONAL,
    NO_CARD,
    OPEN,
    POLL_IN_DECK,
    POLLS,
    PROGRAMME_CARDS,
    PROGRAMME_COPIES,
    PUBLISHED,
    REGIONS,
    ROUNDS,
    SEEN,
    SHUFFLES,
    WINNERS,
    Lobby,
    Phase,
)

# --- Who sees what -------------------------------------------------------------------------------


@rule
def sees_poll(table, seat):
    """Whether a poll has been sold and a seat sees it: first its buyer only, then all."""
    return table.poll != NO_CARD and (table.phase != Phase.PUBLISH or table.seat == seat)


@rule
def is_placing(table):
    return Phase.NATIONAL_MEDIA <= table.phase <= Phase.NATIONAL_REPLACE


@rule
def is_card_unseen(table, seat, card):
    """Whether a programme card is in the deck, or hidden with another player."""
    zone = int(table.zone[card])
    own = zone == FACE_DOWN + seat or zone == IN_HAND + seat
    return zone == IN_DECK or (FACE_DOWN <= zone < OPEN and not own)


@rule
def last_seen(table, seat, card):
    """The last shuffle in which a seat saw a programme card go into the deck."""
    return max(int(table.returned[card]), int(table.own_returned[seat, card]))


# --- Numbers: the table --------------------------------------------------------------------------

VIEW = View(__name__, FIELDS)


@VIEW.table(
    "sheet, start bid, start player, discard, new card, old card, place lobby, lobby, lobby opinion, "
    "lobby player, telephone, coalition, reply, force, media, swap out, swap in, meetings, poll bid, "
    "publish, change trend, convert, national media, national card, national replace, contribution",
    phase=DECISIONS,
)
def phase(table, phase):
    return table.phase == phase


@VIEW.table("own sheet, if one fills it in now: the entry to make", step=2 + 2 * ITEMS)
def step(table, seat, step):
    return table.phase == Phase.SHEET and table.seat == seat and table.step == step


VIEW.field(
    "place_of",
    "own sheet: region of each of three items and three markers, counted from 1",
    name="sheet",
    scale=4,
    item=2 * ITEMS,
)
VIEW.field("round_number", "round; 0 the preliminary round", name="round", scale=7)


@VIEW.table("elections after this round", scale=7)
def elections_(box, table):
    return scaled(elections(box) - int(table.round_number), 1 / 7)


@VIEW.table("the region that the phase is about", region=REGIONS)
def region(table, region):
    return table.region == region


@VIEW.table("highest bid of an open auction; for more than 32 see `bids`", scale=32)
def bid(table):
    there = table.phase == Phase.POLL_BID and table.bidder >= 0
    return scaled(table.bid[int(table.bidder)] if there else 0, 1 / 32)


VIEW.field(
    "paid", "what the choice of the start player cost before each election", scale=512, election=ROUNDS
)
VIEW.field("passes", "passes in a row", scale=8)
VIEW.field("renewed", "hidden programme cards discarded to be renewed", scale=4)
VIEW.field("changes", "changes of a poll that may still be made", scale=4)


@VIEW.table("opinions that each winner may still place on the national board", scale=2, winner=WINNERS)
def cards_due(table, winner):
    return scaled(table.national_cards[winner] if is_placing(table) else 0, 1 / 2)


VIEW.field("by_a_nose", "the last election was won by a nose")
VIEW.field("by_votes", "an opinion may be exchanged for a majority of votes, not of media")


@VIEW.table(
    "action of the shadow cabinet that wants an aim: as the block `lobby` of the actions", lobby=len(Lobby)
)
def acting(table, lobby):
    return table.acting == lobby + 1


@VIEW.table("card of the shadow cabinet that acts", card=CABINET)
def acting_card(table, card):
    acts = Phase.LOBBY <= table.phase <= Phase.TELEPHONE
    return acts and table.lobby[int(table.region), int(table.seat)] == card + 1


@VIEW.table(
    "1/4 a published poll, 1/2 one that one alone has seen; 1/2 more for the one sold now, if one sees it",
    poll=POLLS,
)
def polls(table, seat, out):
    for poll in range(POLLS):
        zone = int(table.poll_zone[poll])
        out[poll] = scaled(2 * (zone == SEEN + seat) + (zone == PUBLISHED), 1 / 4)
    if sees_poll(table, seat):
        out[int(table.poll)] += np.float32(0.5)


@VIEW.table("polls in the deck", scale=32)
def poll_deck(table):
    polls = 0
    for poll in range(POLLS):
        polls += table.poll_zone[poll] == POLL_IN_DECK
    return scaled(polls, 1 / 32)


VIEW.field("doublers", "doublers in stock", scale=8)
VIEW.field("opinion_deck", "opinion cards in the deck", scale=64)
VIEW.field("programme_deck", "programme cards in the deck", scale=64)


@VIEW.table("card named first of two", kind=KINDS)
def picked(table, kind):
    return table.picked == kind


VIEW.field("pool", "opinion cards in the exchange pool", scale=4, kind=KINDS)


@VIEW.table("opinion cards in the deck and hidden in regions", scale=4, kind=KINDS)
def unseen(table, kind):
    cards = 0
    for shuffle in range(SHUFFLES):
        cards += int(table.unseen[shuffle, kind])
    return scaled(cards, 1 / 4)


VIEW.field("discards", "discarded opinion cards", scale=4, kind=KINDS)


@VIEW.table(
    ("national", "points of the national board for the opinion", 32),
    ("figures", "members of the national board for the opinion", 8),
    ("secured", "1 for a secured opinion"),
    kind=KINDS,
)
def national_board(box, table, kind):
    points, figures, secured = 0, 0, 0
    for space in range(NATIONAL):
        if table.national[space] == kind:
            secured = int(table.secured[space])
            points = int(box.national_points[space]) + secured * int(box.secured_points)
            figures = int(box.national_figures[space])
    return scaled(points, 1 / 32), scaled(figures, 1 / 8), secured


@VIEW.table("1/2 a space of the national board with an opinion, 1 with a secured one", space=NATIONAL)
def spaces(table, space):
    return scaled(int(table.national[space] != NO_CARD) + int(table.secured[space]), 1 / 2)


@VIEW.table(
    ("hand", "own hidden programme cards", 4),
    ("programme_unseen", "programme cards that are neither seen nor known to be discarded", 4),
    ("programme_discards", "programme cards discarded openly", 4),
    ("own_discards", "programme cards that one has discarded face down", 4),
    kind=KINDS,
)
def programme_cards(table, seat, kind):
    own = seen = down = opened = np.int32(0)
    for copy in range(PROGRAMME_COPIES):
        zone = table.zone[kind * PROGRAMME_COPIES + copy]
        own += np.int32(zone == np.int8(IN_HAND + seat))
        seen += np.int32(zone == FACE_UP)
        down += np.int32(zone == np.int8(FACE_DOWN + seat))
        opened += np.int32(zone == OPEN)
    unseen = PROGRAMME_COPIES - own - seen - down - opened
    return scaled(own, 1 / 4), scaled(unseen, 1 / 4), scaled(seen, 1 / 4), scaled(down, 1 / 4)


@VIEW.table("those unseen that one saw go into the deck with the last shuffle", scale=4, kind=KINDS)
def returned(table, seat, out):
    shuffle = int(table.programme_shuffle)
    for card in range(PROGRAMME_CARDS if shuffle > 0 else 0):
        if last_seen(table, seat, card) == shuffle and is_card_unseen(table, seat, card):
            out[card // PROGRAMME_COPIES] += np.float32(1 / PROGRAMME_COPIES)


VIEW.field("land_drawn", "lands that have been drawn", name="lands_drawn", land=LANDS)


@VIEW.table("land of each region in play", region=REGIONS, land=LANDS)
def land(table, region, land):
    return table.land[region] == land


@VIEW.table("seats for 50 votes", scale=128, region=REGIONS)
def seats(box, table, region):
    return scaled(
        box.land_seats[int(table.land[region]), MOST_VOTES] if region < table.regions else 0, 1 / 128
    )


@VIEW.table("hidden opinions", scale=4, region=REGIONS)
def hidden(table, region):
    return scaled(hidden_in(table, region), 1 / 4)


@VIEW.table(
    "hidden opinions of the kind that are to be expected, by the shuffles they came with",
    scale=4,
    region=REGIONS,
    kind=KINDS,
)
def expected(table, region, out):
    for shuffle in range(SHUFFLES):
        hidden, cards = int(table.hidden[region, shuffle]), 0
        if hidden > 0:
            for kind in range(KINDS):
                cards += int(table.unseen[shuffle, kind])
        if cards > 0:
            share = np.float32(hidden) / np.float32(4 * cards)
            for kind in range(KINDS):
                out[kind] += share * np.float32(int(table.unseen[shuffle, kind]))


@VIEW.table("0.5 an open opinion, 1 with a doubler", region=REGIONS, kind=KINDS)
def opinion(table, region, kind):
    return scaled(table.opinion[region, kind], 1 / 2)


# --- Numbers: each player ------------------------------------------------------------------------

VIEW.field("cash", "money; for more than 64 see `wealth`", scale=64, each_player=True)
VIEW.field("cash", "money", name="wealth", scale=1024, each_player=True)
VIEW.field("members", "members", scale=128, each_player=True)


@VIEW.each_player(
    ("seats_won", "seats won in all elections", 512),
    ("media_points", "points for media markers on the national board", 128),
    ("points", "points, if the game ended now", 1024),
)
def points_so_far(box, table, other):
    won, media = seat_points(table, other), media_points(box, table, other)
    points = won + media + member_points(box, table, other) + programme_points(box, table, other)
    return scaled(won, 1 / 512), scaled(media, 1 / 128), scaled(points, 1 / 1024)


VIEW.field("meeting_supply", "meetings left", scale=32, each_player=True)
VIEW.field("media_supply", "media markers left", scale=8, each_player=True)
VIEW.field("tiles", "coalition tiles left", scale=8, each_player=True)


@VIEW.each_player(
    ("hand_size", "hidden programme cards", 4),
    ("fresh", "those of them drawn since the last shuffle", 4),
    ("face_down", "programme cards discarded face down", 32),
)
def hidden_programme(table, other):
    hand = fresh = gone = np.int32(0)
    held, down, shuffle = np.int8(IN_HAND + other), np.int8(FACE_DOWN + other), table.programme_shuffle
    for card in range(PROGRAMME_CARDS):
        zone, drawn = table.zone[card], table.drawn[card]
        hand += np.int32(zone == held)
        fresh += np.int32(zone == held) & np.int32(drawn == shuffle)
        gone += np.int32(zone == down)
    return scaled(hand, 1 / 4), scaled(fresh, 1 / 4), scaled(gone, 1 / 32)


@VIEW.each_player(
    ("section_1", "option of the sheet, section 1; of others when all are in", 4),
    ("section_2", "option of the sheet, section 2; of others when all are in", 4),
)
def sections(table, seat, other):
    if other == seat or table.phase != Phase.SHEET:
        return scaled(table.section[0, other], 1 / 4), scaled(table.section[1, other], 1 / 4)
    return scaled(0, 1 / 4), scaled(0, 1 / 4)


@VIEW.each_player("bid in the latest auction, until bids are cleared; of others unless hidden", scale=512)
def bids(box, table, seat, other):
    blind = table.phase == Phase.START_BID or (table.phase == Phase.POLL_BID and box.poll_auction == BLIND)
    return scaled(table.bid[other] if other == seat or not blind else 0, 1 / 512)


VIEW.field("passed", "out of the auction", each_player=True)


@VIEW.each_player("has the highest bid in it")
def bidder(table, other):
    return table.bidder == other


@VIEW.each_player("places after the start player", scale=4)
def place(table, other):
    return scaled(places_to(table, int(table.start_player), other), 1 / 4)


@VIEW.each_player("the seat to decide")
def on_turn(table, other):
    return table.seat == other


@VIEW.each_player(
    "partner in the coalition: the player so many places to the left of oneself, from 1", scale=5
)
def ally(table, seat, other):
    partner = partner_of(table, other)
    return scaled(0 if partner < 0 else places_to(table, seat, partner) + 1, 1 / 5)


@VIEW.each_player("asks for a coalition")
def asker(table, other):
    return table.asker == other


@VIEW.each_player("has been asked for one by the player on turn")
def asked(table, other):
    return int(table.asked) >> other & 1


@VIEW.each_player("may place on the national board as the first, second, third", winner=WINNERS)
def winner(table, other, winner):
    return table.winner[winner] == other and is_placing(table)


@VIEW.each_player("open programme cards alike with one's own", scale=5)
def common(table, seat, other):
    return scaled(0 if other == seat else common_cards(table, seat, other), 1 / 5)


@VIEW.each_player("change of the trend on a poll that is sold now, if one sees it", scale=4)
def poll(box, table, seat, other):
    change = change_for(box, table, other) if sees_poll(table, seat) else 0
    return max(scaled(change, 1 / 4), np.float32(-1.0))


@VIEW.each_player("polls that this player alone has seen", scale=32)
def polls_seen(table, other):
    seen, zone = np.int32(0), np.int8(SEEN + other)
    for poll in range(POLLS):
        seen += np.int32(table.poll_zone[poll] == zone)
    return scaled(seen, 1 / 32)


@VIEW.each_player("trend changed by this poll")
def changed(table, other):
    return int(table.changed) >> other & 1


@VIEW.each_player(
    ("offer", "contribution chosen, from 1; of others as far as seen", 5),
    ("refuses", "refuses it; of others as far as seen"),
)
def offers(box, table, seat, other):
    offer = int(table.offer[other])
    own, public = other == seat, box.contribution == IN_TURN
    if offer > CONTRIBUTIONS:
        return scaled(offer - CONTRIBUTIONS if own else 0, 1 / 5), own or public
    return scaled(offer if own or public else 0, 1 / 5), False


# --- Numbers: each player in each region ---------------------------------------------------------

VIEW.field("votes", "votes", scale=50, each_player=True, region=REGIONS)
VIEW.field("trend", "trend", scale=3, each_player=True, region=REGIONS)
VIEW.field("meetings", "meetings", scale=16, each_player=True, region=REGIONS)
VIEW.field("media", "media markers", scale=8, each_player=True, region=REGIONS)
VIEW.field(
    "arrival", "order in which the votes came, last highest", scale=4, each_player=True, region=REGIONS
)
VIEW.field("tile", "coalition tile", each_player=True, region=REGIONS)


@VIEW.each_player("card of the shadow cabinet lies there", region=REGIONS)
def laid(table, other, region):
    return table.lobby[region, other] > 0


@VIEW.each_player("number of that card; of others when opened", scale=7, region=REGIONS)
def lobby(table, seat, other, region):
    return scaled(
        table.lobby[region, other] if other == seat or table.phase != Phase.PLACE_LOBBY else 0, 1 / 7
    )


@VIEW.each_player("votes for each meeting", scale=16, region=REGIONS)
def factor(table, other, region):
    return max(scaled(factor_of(table, region, other), 1 / 16), np.float32(-1.0))


# --- Numbers: each player's cards ----------------------------------------------------------------

VIEW.field("programme", "open programme cards", each_player=True, kind=KINDS)
VIEW.field("cabinet", "cards of the shadow cabinet not used yet", each_player=True, card=CABINET)


@VIEW.each_player("contribution cards: 1 not used yet, 0 accepted, -1 refused", contribution=CONTRIBUTIONS)
def contribution(table, other, contribution):
    return np.float32(1 - np.int32(table.contribution[other, contribution]))


observation, observe = VIEW.functions()
