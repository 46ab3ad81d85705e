"""What one seat may know, as numbers, and a deal of what it cannot know. text.py tells it to people."""

import numpy as np

from ..core import chance
from ..core.compile import rule
from ..core.layout import Layout, part
from .box import BLIND, IN_TURN
from .rules.common import common_cards, elections, factor_of, hidden_in, partner_of, places_to
from .rules.final_count import media_points, member_points, programme_points, seat_points
from .rules.polls import change_for
from .table import (
    CABINET,
    CARD_IN_HAND,
    CONTRIBUTIONS,
    DECISIONS,
    FACE_DOWN,
    FIRST_SECTION,
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
    REDEAL,
    REGIONS,
    SECOND_SECTION,
    SEEN,
    SHUFFLES,
    UNSEEN,
    Lobby,
    Phase,
)

# --- Numbers -------------------------------------------------------------------------------------

_STEPS = 2 + 2 * ITEMS

# `observe_table`, `observe_kinds`, `observe_regions` and `observe_players` count on the order of these rows.
_TABLE = (
    (
        "phase",
        DECISIONS,
        "sheet, start bid, start player, discard, new card, old card, place lobby, lobby, lobby opinion, "
        "lobby player, telephone, coalition, reply, force, media, swap out, swap in, meetings, poll bid, "
        "publish, change trend, convert, national media, national card, national replace, contribution",
    ),
    ("step", _STEPS, "own sheet, if one fills it in now: the entry to make"),
    ("sheet", 2 * ITEMS, "own sheet: region of each item and marker, counted from 1 / 4"),
    ("round", 1, "round / 7; 0 the preliminary round"),
    ("elections", 1, "elections to come / 7"),
    ("region", REGIONS, "the region that the phase is about"),
    ("bid", 1, "highest bid of an open auction / 32"),
    ("passes", 1, "passes in a row / 8"),
    ("renewed", 1, "hidden programme cards discarded to be renewed / 4"),
    ("changes", 1, "changes of a poll that may still be made / 4"),
    ("cards_due", 1, "opinions that may still be placed on the national board / 2"),
    ("by_votes", 1, "an opinion may be exchanged for a majority of votes, not of media"),
    (
        "acting",
        len(Lobby),
        "action of the shadow cabinet that wants an aim: as the block `lobby` of the actions",
    ),
    ("acting_card", CABINET, "card of the shadow cabinet that acts"),
    ("poll_deck", 1, "polls in the deck / 32"),
    ("doublers", 1, "doublers in stock / 8"),
    ("opinion_deck", 1, "opinion cards in the deck / 64"),
    ("programme_deck", 1, "programme cards in the deck / 64"),
    ("picked", KINDS, "card named first of two"),
    ("pool", KINDS, "opinion cards in the exchange pool / 4"),
    ("unseen", KINDS, "opinion cards in the deck and hidden in regions / 4"),
    ("discards", KINDS, "discarded opinion cards / 4"),
    ("national", KINDS, "points of the national board for the opinion / 32"),
    ("figures", KINDS, "members of the national board for the opinion / 8"),
    ("secured", KINDS, "1 for a secured opinion"),
    ("hand", KINDS, "own hidden programme cards / 4"),
    ("programme_unseen", KINDS, "programme cards that are neither seen nor known to be discarded / 4"),
    ("lands_drawn", LANDS, "lands that have been drawn"),
    ("land", REGIONS * LANDS, "each region: its land"),
    ("seats", REGIONS, "each region: seats for 50 votes / 128"),
    ("hidden", REGIONS, "each region: hidden opinions / 4"),
    ("opinion", REGIONS * KINDS, "each region: 0.5 an open opinion, 1 with a doubler"),
)
_PLAYERS = (
    ("cash", "money / 128"),
    ("members", "members / 128"),
    ("seats_won", "seats won in all elections / 256"),
    ("media_points", "points for media markers on the national board / 128"),
    ("points", "points, if the game ended now / 512"),
    ("meeting_supply", "meetings left / 32"),
    ("media_supply", "media markers left / 8"),
    ("tiles", "coalition tiles left / 8"),
    ("hand_size", "hidden programme cards / 4"),
    ("section_1", "option of the sheet, section 1 / 4; of others when all are in"),
    ("section_2", "option of the sheet, section 2 / 4; of others when all are in"),
    ("bids", "bid / 32; of others unless hidden"),
    ("passed", "out of the auction"),
    ("bidder", "has the highest bid"),
    ("place", "places after the start player / 4"),
    ("on_turn", "the seat to decide"),
    ("ally", "partner in the coalition: the player so many places to the left of oneself, from 1 / 5"),
    ("asker", "asks for a coalition"),
    ("asked", "has been asked for one by the player on turn"),
    ("winner", "may place on the national board: the first 1, then 1/2 and 1/3"),
    ("common", "open programme cards alike with one's own / 5"),
    ("poll", "change of the trend on a poll that one sees / 4"),
    ("changed", "trend changed by this poll"),
    ("offer", "contribution chosen, from 1 / 5; of others as far as seen"),
    ("refuses", "refuses it; of others as far as seen"),
)
_REGIONS = (
    ("votes", "votes / 50"),
    ("trend", "trend / 3"),
    ("meetings", "meetings / 16"),
    ("media", "media markers / 8"),
    ("arrival", "order in which the votes came, last highest / 4"),
    ("tile", "coalition tile"),
    ("laid", "card of the shadow cabinet lies there"),
    ("lobby", "number of that card / 7; of others when opened"),
    ("factor", "votes for each meeting / 16"),
)
_CARDS = (
    ("programme", KINDS, "open programme cards"),
    ("cabinet", CABINET, "cards of the shadow cabinet not used yet"),
    ("contribution", CONTRIBUTIONS, "contribution cards not used yet"),
)


def observation(seats: int) -> Layout:
    """The blocks of an observation. Blocks with entries for each player begin with one's own seat."""
    players = [(name, seats, f"each player: {about}") for name, about in _PLAYERS]
    regions = [
        (name, seats * REGIONS, f"each player, each region in play: {about}") for name, about in _REGIONS
    ]
    cards = [(name, seats * size, f"each player: {about}") for name, size, about in _CARDS]
    return Layout(*_TABLE, *players, *regions, *cards)


_LAYOUT = observation(1)
_AT = {block.name: block.start for block in _LAYOUT}
_STEP, _SHEET, _ROUND, _REGION, _BID = (_AT[name] for name in ("step", "sheet", "round", "region", "bid"))
_ACTING, _ACTING_CARD, _POLL_DECK = (_AT[name] for name in ("acting", "acting_card", "poll_deck"))
_PICKED, _POOL, _UNSEEN, _DISCARDS = (_AT[name] for name in ("picked", "pool", "unseen", "discards"))
_NATIONAL, _FIGURES, _SECURED = (_AT[name] for name in ("national", "figures", "secured"))
_HAND, _PROGRAMME_UNSEEN = _AT["hand"], _AT["programme_unseen"]
_LANDS_DRAWN, _LAND, _FULL_SEATS, _HIDDEN = (_AT[name] for name in ("lands_drawn", "land", "seats", "hidden"))
_OPINION, _PLAYER = _AT["opinion"], _AT["cash"]
_PLAYER_BLOCKS, _REGION_BLOCKS = len(_PLAYERS), len(_REGIONS)


@rule
def observe(box, table, seat, out):
    """Fill `out` (float32, the size of `observation(seats)`) with what `seat` may know."""
    observe_table(box, table, seat, out)
    observe_kinds(box, table, seat, out)
    observe_regions(box, table, out)
    observe_players(box, table, seat, out)
    observe_boards(table, seat, out)
    observe_cards(table, seat, out)


@rule
def observe_table(box, table, seat, out):
    for i in range(_POOL):
        out[i] = 0.0
    phase = int(table.phase)
    if phase < DECISIONS:
        out[phase] = 1.0
    if phase == Phase.SHEET:
        if table.seat == seat:
            out[_STEP + int(table.step)] = 1.0
        for entry in range(2 * ITEMS):
            out[_SHEET + entry] = part(table.place_of[entry, seat], 1 / 4)
    out[_ROUND] = part(table.round_number, 1 / 7)
    out[_ROUND + 1] = part(elections(box) - int(table.round_number), 1 / 7)
    if 0 <= table.region < REGIONS:
        out[_REGION + int(table.region)] = 1.0
    if phase == Phase.POLL_BID and table.bidder >= 0:
        out[_BID] = part(table.bid[int(table.bidder)], 1 / 32)
    out[_BID + 1] = part(table.passes, 1 / 8)
    out[_BID + 2] = part(table.renewed, 1 / 4)
    out[_BID + 3] = part(table.changes, 1 / 4)
    if Phase.NATIONAL_MEDIA <= phase <= Phase.NATIONAL_REPLACE:
        out[_BID + 4] = part(table.national_cards[int(table.turn)], 1 / 2)
    out[_BID + 5] = table.by_votes
    if table.acting > 0:
        out[_ACTING + int(table.acting) - 1] = 1.0
    if Phase.LOBBY <= phase <= Phase.TELEPHONE:
        out[_ACTING_CARD + int(table.lobby[int(table.region), int(table.seat)]) - 1] = 1.0
    polls = 0
    for poll in range(POLLS):
        polls += table.poll_zone[poll] == POLL_IN_DECK
    out[_POLL_DECK] = part(polls, 1 / 32)
    out[_POLL_DECK + 1] = part(table.doublers, 1 / 8)
    out[_POLL_DECK + 2] = part(table.opinion_deck, 1 / 64)
    out[_POLL_DECK + 3] = part(table.programme_deck, 1 / 64)
    if table.picked != NO_CARD:
        out[_PICKED + int(table.picked)] = 1.0


@rule
def observe_kinds(box, table, seat, out):
    """What there is of each stand: opinion cards, the national board, programme cards."""
    for kind in range(KINDS):
        out[_POOL + kind] = part(table.pool[kind], 1 / 4)
    for kind in range(KINDS):
        unseen = 0
        for shuffle in range(SHUFFLES):
            unseen += table.unseen[shuffle, kind]
        out[_UNSEEN + kind] = part(unseen, 1 / 4)
    for kind in range(KINDS):
        out[_DISCARDS + kind] = part(table.discards[kind], 1 / 4)
    for i in range(_NATIONAL, _HAND):
        out[i] = 0.0
    for space in range(NATIONAL):
        kind = int(table.national[space])
        if kind != NO_CARD:
            points = int(box.national_points[space]) + int(table.secured[space]) * int(box.secured_points)
            out[_NATIONAL + kind] = part(points, 1 / 32)
            out[_FIGURES + kind] = part(box.national_figures[space], 1 / 8)
            out[_SECURED + kind] = table.secured[space]
    for kind in range(KINDS):
        own, away = 0, 0
        for copy in range(PROGRAMME_COPIES):
            zone = table.zone[kind * PROGRAMME_COPIES + copy]
            mine = zone == IN_HAND + seat
            own += mine
            away += (zone == IN_DECK) | (
                (zone >= FACE_DOWN) & (zone < OPEN) & (zone != FACE_DOWN + seat) & (not mine)
            )
        out[_HAND + kind] = part(own, 1 / 4)
        out[_PROGRAMME_UNSEEN + kind] = part(away, 1 / 4)


@rule
def observe_regions(box, table, out):
    """Lands and opinions of the regions."""
    for land in range(LANDS):
        out[_LANDS_DRAWN + land] = table.land_drawn[land]
    for i in range(_LAND, _HIDDEN):
        out[i] = 0.0
    for region in range(int(table.regions)):
        land = int(table.land[region])
        out[_LAND + region * LANDS + land] = 1.0
        out[_FULL_SEATS + region] = part(box.land_seats[land, MOST_VOTES], 1 / 128)
    for region in range(REGIONS):
        out[_HIDDEN + region] = part(hidden_in(table, region), 1 / 4)
    for region in range(REGIONS):
        for kind in range(KINDS):
            out[_OPINION + region * KINDS + kind] = np.float32(table.opinion[region, kind]) * np.float32(0.5)


@rule
def observe_players(box, table, seat, out):
    """The blocks of one entry a player, one's own seat first."""
    seats = int(table.seats)
    for places in range(seats):
        other = (seat + places) % seats
        observe_party(box, table, other, out[_PLAYER + places :])
        observe_part_in_phase(box, table, seat, other, out[_PLAYER + 9 * seats + places :])
    for card in range(PROGRAMME_CARDS):
        if IN_HAND <= table.zone[card] < OPEN:
            other = int(table.zone[card]) - IN_HAND
            out[_PLAYER + 8 * seats + places_to(table, seat, other)] += np.float32(1 / 4)


@rule
def observe_party(box, table, other, out):
    """What a player has, from `cash` to `hand_size`; an entry every so many seats."""
    seats = int(table.seats)
    won, media = seat_points(table, other), media_points(box, table, other)
    points = won + media + member_points(box, table, other) + programme_points(box, table, other)
    out[0] = part(table.cash[other], 1 / 128)
    out[seats] = part(table.members[other], 1 / 128)
    out[2 * seats] = part(won, 1 / 256)
    out[3 * seats] = part(media, 1 / 128)
    out[4 * seats] = part(points, 1 / 512)
    out[5 * seats] = part(table.meeting_supply[other], 1 / 32)
    out[6 * seats] = part(table.media_supply[other], 1 / 8)
    out[7 * seats] = part(table.tiles[other], 1 / 8)
    out[8 * seats] = 0.0  # the hand is counted by the caller


@rule
def observe_part_in_phase(box, table, seat, other, out):
    """A player's part in what goes on, from `section_1` to `refuses`, as far as `seat` may know."""
    seats, phase = int(table.seats), int(table.phase)
    own = other == seat
    section = 1 if own or phase != Phase.SHEET else 0
    blind = phase == Phase.START_BID or (phase == Phase.POLL_BID and box.poll_auction == BLIND)
    out[0] = part(section * int(table.section[0, other]), 1 / 4)
    out[seats] = part(section * int(table.section[1, other]), 1 / 4)
    out[2 * seats] = part(int(table.bid[other]) if own or not blind else 0, 1 / 32)
    out[3 * seats] = table.passed[other]
    out[4 * seats] = 1.0 if other == table.bidder else 0.0
    out[5 * seats] = part(places_to(table, int(table.start_player), other), 1 / 4)
    out[6 * seats] = 1.0 if other == table.seat else 0.0
    partner = partner_of(table, other)
    out[7 * seats] = part(0 if partner < 0 else places_to(table, seat, partner) + 1, 1 / 5)
    out[8 * seats] = 1.0 if other == table.asker else 0.0
    out[9 * seats] = int(table.asked) >> other & 1
    out[10 * seats] = 0.0
    if Phase.NATIONAL_MEDIA <= phase <= Phase.NATIONAL_REPLACE:
        for place in range(len(table.winner)):
            if table.winner[place] == other:
                out[10 * seats] = np.float32(1.0) / np.float32(place + 1)
    out[11 * seats] = part(0 if own else common_cards(table, seat, other), 1 / 5)
    seen = table.poll != NO_CARD and (phase == Phase.CHANGE_TREND or table.seat == seat)
    change = change_for(box, table, other) if seen else 0
    out[12 * seats] = max(part(change, 1 / 4), np.float32(-1.0))
    out[13 * seats] = int(table.changed) >> other & 1
    offer = int(table.offer[other])
    refuses = offer > CONTRIBUTIONS
    public = box.contribution == IN_TURN
    card = offer - CONTRIBUTIONS if refuses else offer
    out[14 * seats] = part(card if own or (public and not refuses) else 0, 1 / 5)
    out[15 * seats] = 1.0 if refuses and (own or public) else 0.0


@rule
def observe_boards(table, seat, out):
    """What each player has in each region, one's own seat first."""
    seats = int(table.seats)
    first = _PLAYER + _PLAYER_BLOCKS * seats
    block = seats * REGIONS
    face_down = table.phase == Phase.PLACE_LOBBY
    for places in range(seats):
        other = (seat + places) % seats
        opened = 1 if other == seat or not face_down else 0
        at = first + places * REGIONS
        for region in range(REGIONS):
            out[at + region] = part(table.votes[region, other], 1 / 50)
            out[at + block + region] = np.float32(table.trend[region, other]) * np.float32(1 / 3)
            out[at + 2 * block + region] = part(table.meetings[region, other], 1 / 16)
            out[at + 3 * block + region] = part(table.media[region, other], 1 / 8)
            out[at + 4 * block + region] = part(table.arrival[region, other], 1 / 4)
            out[at + 5 * block + region] = table.tile[region, other]
            out[at + 6 * block + region] = 1.0 if table.lobby[region, other] > 0 else 0.0
            out[at + 7 * block + region] = part(opened * int(table.lobby[region, other]), 1 / 7)
        at += 8 * block
        for region in range(REGIONS):
            out[at + region] = max(part(factor_of(table, region, other), 1 / 16), np.float32(-1.0))


@rule
def observe_cards(table, seat, out):
    """Open programmes, and what is left of shadow cabinets and contributions."""
    seats = int(table.seats)
    first = _PLAYER + (_PLAYER_BLOCKS + _REGION_BLOCKS * REGIONS) * seats
    for places in range(seats):
        other = (seat + places) % seats
        at = first + places * KINDS
        for kind in range(KINDS):
            out[at + kind] = table.programme[other, kind]
        at = first + seats * KINDS + places * CABINET
        for card in range(CABINET):
            out[at + card] = table.cabinet[other, card + 1]
        at = first + seats * (KINDS + CABINET) + places * CONTRIBUTIONS
        for card in range(CONTRIBUTIONS):
            out[at + card] = 1.0 if table.contribution[other, card] == CARD_IN_HAND else 0.0


# --- A deal of what a seat cannot know -----------------------------------------------------------


@rule
def redeal(box, table, seat):
    """Deal afresh hands against the deck, polls, and choices not shown yet; chance is reseeded before.

    Hidden opinions, lands and dice are not on the table: they come of the reseeded chance.
    """
    redeal_programmes(table, seat)
    redeal_polls(table, seat)
    blind = table.phase == Phase.POLL_BID and box.poll_auction == BLIND
    for other in range(int(table.seats)):
        if other == seat:
            continue
        if table.phase == Phase.SHEET:
            redeal_sheet(box, table, other)
        elif table.phase == Phase.PLACE_LOBBY:
            redeal_lobby(box, table, other)
        elif table.phase == Phase.CONTRIBUTION:
            redeal_offer(box, table, other)
        elif table.phase == Phase.START_BID:
            if places_to(table, int(table.start_player), other) < table.turn:
                redeal_bid(table, other, int(box.max_start_bid))
        elif blind and table.passed[other]:
            redeal_bid(table, other, int(box.max_poll_bid))


@rule
def redeal_programmes(table, seat):
    """Deal the cards that a seat cannot see to deck, other hands, and what others discarded face down.

    A card that was seen to go into the deck with one shuffle cannot be what somebody drew before that.
    """
    unseen = np.zeros(PROGRAMME_CARDS, np.int64)
    zones = np.zeros(PROGRAMME_CARDS, np.int64)
    shuffles = np.zeros(PROGRAMME_CARDS, np.int64)
    for card in range(PROGRAMME_CARDS):
        zone = int(table.zone[card])
        hidden = FACE_DOWN <= zone < OPEN and zone != FACE_DOWN + seat and zone != IN_HAND + seat
        if hidden or zone == IN_DECK:
            unseen[card] = 1
            zones[card], shuffles[card] = zone, int(table.drawn[card])
            table.zone[card] = IN_DECK
            table.drawn[card] = 0
    for shuffle in range(int(table.programme_shuffle) + 1):
        for zone in range(FACE_DOWN, OPEN):
            for card in range(PROGRAMME_CARDS):
                if zones[card] == zone and shuffles[card] == shuffle:
                    other = unseen_card(table, seat, unseen, shuffle)
                    unseen[other] = 0
                    table.zone[other] = zone
                    table.drawn[other] = shuffle
    for other in range(int(table.seats)):
        if other != seat:
            for card in range(PROGRAMME_CARDS):
                table.own_returned[other, card] = 0


@rule
def unseen_card(table, seat, unseen, shuffle):
    """One of the unseen cards that can have been drawn from the deck of this shuffle."""
    number = 0
    for card in range(PROGRAMME_CARDS):
        number += unseen[card] > 0 and last_seen(table, seat, card) <= shuffle
    number = chance.below(table, REDEAL, number)
    card = 0
    while True:
        if unseen[card] > 0 and last_seen(table, seat, card) <= shuffle:
            if number == 0:
                return card
            number -= 1
        card += 1


@rule
def last_seen(table, seat, card):
    """The last shuffle in which a seat saw a card go into the deck."""
    return max(int(table.returned[card]), int(table.own_returned[seat, card]))


@rule
def redeal_polls(table, seat):
    """Deal the polls that a seat has not seen to the deck, the discards, and who has seen them."""
    holders = np.zeros(SEEN + int(table.seats), np.int64)
    for poll in range(POLLS):
        if is_poll_unseen(table, seat, poll):
            holders[int(table.poll_zone[poll])] += 1
    held = NO_CARD
    if table.poll != NO_CARD and is_poll_unseen(table, seat, int(table.poll)):
        held = int(table.poll_zone[int(table.poll)])
        holders[held] -= 1
        table.poll = unseen_poll(table, seat)
    for poll in range(POLLS):
        if is_poll_unseen(table, seat, poll):
            table.poll_zone[poll] = held if poll == table.poll else chance.draw(table, REDEAL, holders)


@rule
def is_poll_unseen(table, seat, poll):
    zone = int(table.poll_zone[poll])
    return zone in (POLL_IN_DECK, UNSEEN) or (zone >= SEEN and zone != SEEN + seat)


@rule
def unseen_poll(table, seat):
    """Any of the polls that a seat has not seen."""
    number = 0
    for poll in range(POLLS):
        number += is_poll_unseen(table, seat, poll)
    number = chance.below(table, REDEAL, number)
    poll = 0
    while True:
        if is_poll_unseen(table, seat, poll):
            if number == 0:
                return poll
            number -= 1
        poll += 1


@rule
def redeal_sheet(box, table, seat):
    """Any sheet for who has filled it in; who is at it begins anew, for how far that is cannot be known."""
    done = places_to(table, int(table.start_player), seat) < table.turn
    for entry in range(2 * ITEMS):
        table.place_of[entry, seat] = 0
    table.section[0, seat] = 0
    table.section[1, seat] = 0
    if table.seat == seat:
        table.step = 0
    if not done:
        return
    table.section[0, seat] = chance.roll(table, REDEAL, FIRST_SECTION)
    table.section[1, seat] = chance.roll(table, REDEAL, SECOND_SECTION)
    for entry in range(ITEMS + int(box.sheet_media[int(table.section[1, seat]) - 1])):
        table.place_of[entry, seat] = chance.roll(table, REDEAL, REGIONS)


@rule
def redeal_bid(table, seat, most):
    table.bid[seat] = chance.below(table, REDEAL, min(most, int(table.cash[seat])) + 1)


@rule
def redeal_lobby(box, table, seat):
    """Other cards where a player has laid some: any that can be paid together."""
    laid = 0
    for region in range(REGIONS):
        laid += table.lobby[region, seat] > 0
    if laid == 0:
        return
    ways = CABINET**laid
    number = 0
    for way in range(ways):
        number += is_layable(box, table, seat, way, laid)
    number = chance.below(table, REDEAL, number)
    way = 0
    while True:
        if is_layable(box, table, seat, way, laid):
            if number == 0:
                break
            number -= 1
        way += 1
    for region in range(REGIONS):
        if table.lobby[region, seat] > 0:
            table.lobby[region, seat] = way % CABINET + 1
            way //= CABINET


@rule
def is_layable(box, table, seat, way, laid):
    """Whether so many cards, a digit of `way` to the base 7 each, are different, in hand, and can be paid."""
    used, price = 0, 0
    for _ in range(laid):
        card = way % CABINET + 1
        way //= CABINET
        if used >> card & 1 or not table.cabinet[seat, card]:
            return False
        used |= 1 << card
        price += int(box.cabinet_price[card])
    return price <= table.cash[seat]


@rule
def redeal_offer(box, table, seat):
    """Any contribution, accepted or refused; what lies open stays, and that one is refused, if that shows."""
    offer = int(table.offer[seat])
    public = box.contribution == IN_TURN
    if offer == 0 or (public and offer <= CONTRIBUTIONS):
        return
    left = np.zeros(2 * CONTRIBUTIONS, np.int64)
    for card in range(CONTRIBUTIONS):
        if table.contribution[seat, card] == CARD_IN_HAND:
            left[card] = 0 if public else 1
            left[CONTRIBUTIONS + card] = 1
    table.offer[seat] = chance.draw(table, REDEAL, left) + 1
