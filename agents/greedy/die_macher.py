"""A sensible player of Die Macher: honest, deterministic, without search.

It foresees how many votes each party will have in each region, and from that the seats there and the chance
to win. What anything changes in this, and in members and national opinions, is told in points; so is money,
which is worth less the later it is and the more there is of it.
"""

import math
from typing import NamedTuple

import numpy as np

from ...envs.core.compile import rule
from ...envs.core.game import NOBODY
from ...envs.core.loops import first_legal
from ...envs.die_macher import actions as say
from ...envs.die_macher.box import BLIND
from ...envs.die_macher.rules.coalitions import TO_ASK, TO_FORCE
from ...envs.die_macher.rules.common import (
    common_cards,
    elections,
    factor_of,
    has_issue,
    hidden_in,
    left_of,
    media_majority,
    partner_of,
    places_to,
)
from ...envs.die_macher.rules.election import space_for, space_of
from ...envs.die_macher.rules.media import can_swap
from ...envs.die_macher.rules.polls import change_for
from ...envs.die_macher.rules.shadow_cabinet import is_laid, price_of_lobby
from ...envs.die_macher.table import (
    CABINET,
    CARD_IN_HAND,
    CONTRIBUTIONS,
    DIE,
    FIRST_SECTION,
    ITEMS,
    KINDS,
    MOST_TREND,
    MOST_VOTES,
    NATIONAL,
    NO_CARD,
    POLLS,
    REGIONS,
    SEATS,
    SECOND_SECTION,
    Item,
    Lobby,
    Phase,
)
from ...envs.die_macher.view import is_poll_unseen

PASS, YES, NUMBER, KIND = say.PASS, say.YES, say.NUMBER, say.KIND


class Weights(NamedTuple):
    """What it goes for, in points unless it says otherwise."""

    money_5: float = 1.9  # a thousand, by campaign rounds that follow this one
    money_4: float = 0.85
    money_3: float = 0.7
    money_2: float = 0.6
    money_1: float = 0.2
    money_0: float = 0.018
    rich: float = 25.0  # thousands beyond what is needed, with which money is worth half
    scarce: float = 2.2  # more worth of the last thousand of what is needed
    need: float = 21.0  # thousands needed for meetings
    need_later: float = 3.0  # the same after them, for polls
    rate: float = 2.1  # meetings that a party will buy in a region and round
    usual: float = 4.0  # factor that parties come to
    drift: float = 0.12  # part of the way there in a round
    spread: float = 4.5  # votes by which it may come otherwise, for a round to come
    rival: float = 0.19  # what another's point is worth less to it
    member_prize: float = 0.05  # a member's part in the prizes for the most
    lasting: float = 0.3  # part of a national opinion's worth that lasts
    half_match: float = 0.35  # chance that a hidden opinion fits
    will_have: float = 0.6  # chance to have a marker in time where there is none yet
    bid: float = 0.4  # part of the worth of the turn order that it bids
    most_bid: float = 7.0  # the highest bid for it, but in the last campaign round
    discard: float = 4.8  # points that a hidden card must bring to be kept
    keep: float = 1.2  # worth of a card of the shadow cabinet later on, by its price
    partner: float = 0.25  # what a coalition counts with one who may still telephone there
    accepts: float = 1.0  # what a coalition with one whose tile lies there counts, at that
    deny: float = 0.5  # what another's majority of media costs, by a factor of its own
    marker: float = 1.0  # a marker in supply
    cube: float = 1.5  # a meeting in supply when there are few
    defence: float = 0.2  # what a poll in other hands costs, by a factor of its own
    poll: float = 1.0  # part of a poll's worth that it bids
    convert: float = 2.4  # factor with which it converts
    convert_short: float = 1.0  # less when meetings are short
    sheet_marker: float = 0.18  # part of its worth that a media marker of the sheet keeps
    cash_later: float = 45.0  # thousands that it will have at the begin of later rounds
    alone: float = 0.21  # chance that another who could refuse as much does not


GREEDY = Weights()


class Sight(NamedTuple):
    """Whose decision it is, and what that party foresees."""

    w: Weights
    seat: int
    plan: np.ndarray  # by region and party
    land: np.ndarray  # by region
    own: np.ndarray


# What it foresees. For each region and party: meetings still to come to votes, the factor then, the votes.
MEETINGS, FACTOR, VOTES, ASPECTS = range(4)
# For each region: points of a vote, how far votes may be off, points of a national media marker, worth of the
# first and of the second national opinion, chance to have a marker there.
WORTH, SPREAD, MEDIA, FIRST, SECOND, MARKER, SIZE = range(7)
# For itself: what a member is worth, who goes first (-1 when that is open).
MEMBER, START, OWN = range(3)

LOBBY_ACTIONS = len(Lobby)
NOTHING = -1e9
LATER = 5  # campaign rounds for which the worth of money is told apart
LEAST_FACTOR = 0.5  # two meetings make a vote
ALL = 1000.0  # votes of who has them all already
SURE = 0.4  # votes by which a count that stands may be off


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, GREEDY)


@rule
def decide(box, table, seat, legal, w):
    action = wanted(box, table, seat, legal, w)
    return action if 0 <= action < len(legal) and legal[action] else first_legal(legal)


@rule
def wanted(box, table, seat, legal, w):
    """What it would do, legal or not."""
    phase = int(table.phase)
    plan, land = np.zeros((REGIONS, SEATS, ASPECTS)), np.zeros((REGIONS, SIZE))
    me = Sight(w, seat, plan, land, np.zeros(OWN))
    survey(box, table, me)
    if phase == Phase.POLL_BID:
        return choose_poll_bid(box, table, me, legal)
    if phase == Phase.MEDIA:
        return choose_media(box, table, me, legal)
    if phase == Phase.MEETINGS:
        return choose_meetings(box, table, me)
    if phase == Phase.PLACE_LOBBY:
        return choose_card(box, table, me)
    if phase == Phase.CONVERT:
        return choose_conversion(box, table, me)
    if phase == Phase.SHEET:
        return choose_sheet(box, table, me)
    if phase == Phase.START_BID:
        return choose_start_bid(box, table, me)
    if phase == Phase.START_PLAYER:
        return say.PLAYER + best_start(table, me)[1]
    if Phase.DISCARD <= phase <= Phase.OLD_CARD:
        return choose_programme(box, table, me, legal)
    if Phase.LOBBY <= phase <= Phase.TELEPHONE:
        return choose_lobby(box, table, me, legal)
    if Phase.COALITION <= phase <= Phase.FORCE:
        return choose_coalition(box, table, me, legal)
    if phase == Phase.SWAP_OUT or phase == Phase.SWAP_IN:
        return choose_swap(box, table, me, legal)
    if phase == Phase.PUBLISH or phase == Phase.CHANGE_TREND:
        return choose_publication(box, table, me, legal)
    if phase == Phase.CONTRIBUTION:
        return choose_contribution(box, table, me)
    return choose_national(box, table, me, legal)


# --- Money and members ---------------------------------------------------------------------------


@rule
def round_now(table):
    """The round that decisions are about: at its sheet and at contributions the next one."""
    return int(table.round_number) + (table.phase == Phase.SHEET or table.phase == Phase.CONTRIBUTION)


@rule
def money_in(box, w, number):
    """A thousand in this round, when there is as much as needed."""
    left = elections(box) - 1 - number
    if left < 0:
        return 0.0
    scale = (w.money_0, w.money_1, w.money_2, w.money_3, w.money_4, w.money_5)
    return scale[min(LATER, left)]


@rule
def money_for(box, table, w, number, cash):
    """A thousand in a round, for who has so much."""
    early = table.phase < Phase.MEETINGS or table.phase == Phase.CONTRIBUTION
    need = w.need if early else w.need_later
    value = money_in(box, w, number)
    if cash < need:
        return value + w.scarce * (1.0 - cash / need)
    return value * w.rich / (w.rich + cash - need)


@rule
def cost(box, table, me, cash, spent):
    """What it costs to spend so much."""
    return spent * money_for(box, table, me.w, round_now(table), cash - 0.5 * spent)


@rule
def member_worth(box, w, number):
    """A member won in this round."""
    value = 1.0 + w.member_prize
    for election in range(number - 1, elections(box) - 2):
        if box.members_pay[election]:
            value += money_in(box, w, election + 2)
    return value


@rule
def die_mean(box):
    total = 0.0
    for face in range(DIE):
        total += int(box.die[face])
    return total / DIE


# --- What is to be expected ----------------------------------------------------------------------


@rule
def survey(box, table, me):
    number = round_now(table)
    me.own[MEMBER] = member_worth(box, me.w, number)
    known = Phase.START_PLAYER < table.phase < Phase.CONTRIBUTION
    me.own[START] = int(table.start_player) if known else NOBODY
    for region in range(int(table.regions)):
        survey_land(box, table, me, region)
        for party in range(int(table.seats)):
            foresee(box, table, me, region, party)


@rule
def buys_left(box, table, region, party):
    """Rounds in which a party can still organise meetings for a region."""
    number, phase = round_now(table), int(table.phase)
    left = min(region, elections(box) - 1 - number) + 1
    if phase == Phase.CONTRIBUTION:
        return left
    done = phase > Phase.MEETINGS or (table.by_votes and phase >= Phase.SWAP_OUT)
    if phase == Phase.MEETINGS:
        places = places_to(table, int(table.start_player), party)
        done = places < table.turn or (places == table.turn and region < table.region)
    return left - 1 if done else left


@rule
def foresee(box, table, me, region, party):
    """The votes that a party will have: of its meetings, and those it will still organise."""
    factor = float(factor_of(table, region, party))
    factor += (me.w.usual - factor) * min(1.0, me.w.drift * region)
    factor = max(LEAST_FACTOR, factor)
    meetings = int(table.meetings[region, party]) + me.w.rate * buys_left(box, table, region, party)
    me.plan[region, party, MEETINGS] = meetings
    me.plan[region, party, FACTOR] = factor
    votes = int(table.votes[region, party])
    me.plan[region, party, VOTES] = votes + factor * meetings if votes < MOST_VOTES else ALL


@rule
def survey_land(box, table, me, region):
    number = round_now(table) + region
    last = elections(box)
    points = 1.0 + (money_in(box, me.w, number + 1) if number < last - 1 else 0.0)
    me.land[region, WORTH] = points * int(box.land_seats[int(table.land[region]), MOST_VOTES]) / MOST_VOTES
    phase = int(table.phase)
    away = float(region)
    if phase == Phase.CONTRIBUTION or phase < Phase.MEETINGS:
        away += 1.0
    elif phase <= Phase.CHANGE_TREND:
        away += 0.5
    me.land[region, SPREAD] = SURE + me.w.spread * away
    me.land[region, MEDIA] = int(box.media_points[number - 1])
    survey_prize(box, table, me, region, last - number + 1, member_worth(box, me.w, number))
    me.land[region, MARKER] = 1.0
    if table.media[region, me.seat] == 0:
        me.land[region, MARKER] = me.w.will_have if region > 0 or phase < Phase.MEDIA else 0.0


@rule
def survey_prize(box, table, me, region, recruits, member):
    """Worth of the opinions that the winner of a region places."""
    fitting = me.w.half_match * hidden_in(table, region)
    for kind in range(KINDS):
        fitting += table.opinion[region, kind] > 0 and table.programme[me.seat, kind] > 0
    first, second = -1, -1
    for space in range(NATIONAL):
        if not table.secured[space] and not stands(table, me.seat, space):
            if first < 0:
                first = space
            elif second < 0:
                second = space
    if first >= 0:
        me.land[region, FIRST] = me.w.lasting * space_worth(box, first, recruits, member) * min(1.0, fitting)
    if second >= 0:
        me.land[region, SECOND] = me.w.lasting * space_worth(box, second, recruits, member)
        me.land[region, SECOND] *= max(0.0, min(1.0, fitting - 1.0))


@rule
def stands(table, seat, space):
    """Whether the opinion on a space of the national board is in a party's programme."""
    kind = int(table.national[space])
    return kind != NO_CARD and table.programme[seat, kind] > 0


@rule
def space_worth(box, space, recruits, member):
    """An opinion of one's own on a space of the national board."""
    return int(box.national_figures[space]) * recruits * member + int(box.national_points[space])


# --- A region ------------------------------------------------------------------------------------


@rule
def logistic(x):
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, x))))


@rule
def capped(votes):
    return min(float(MOST_VOTES), votes)


@rule
def partner_in(table, region, party):
    """The partner in the coalition of a region, or nobody."""
    if region > 0 or table.phase == Phase.CONTRIBUTION:
        return NOBODY
    return partner_of(table, party)


@rule
def goes_ahead(table, me, other, region):
    """The chance to lie on top of another when both come to the end of the votes."""
    if table.votes[region, other] == MOST_VOTES:
        if table.votes[region, me.seat] < MOST_VOTES:
            return 1.0
        return 1.0 if table.arrival[region, me.seat] > table.arrival[region, other] else 0.0
    if table.votes[region, me.seat] == MOST_VOTES:
        return 0.0
    if region > 0 or me.own[START] < 0.0:
        return 0.5
    start = int(me.own[START])
    return 1.0 if places_to(table, start, me.seat) > places_to(table, start, other) else 0.0


@rule
def prospects(table, me, region):
    """The chances to win a region alone, and to be beaten there by a nose."""
    votes, spread = me.plan[region, me.seat, VOTES], me.land[region, SPREAD]
    full = logistic((votes - MOST_VOTES + 0.5) / spread)
    win, nose = 1.0, 0.0
    for other in range(int(table.seats)):
        if other != me.seat:
            theirs = me.plan[region, other, VOTES]
            other_full = logistic((theirs - MOST_VOTES + 0.5) / spread)
            level = full * other_full
            ahead = goes_ahead(table, me, other, region)
            beats = full * (1.0 - other_full) + level * ahead
            beats += (1.0 - full) * (1.0 - other_full) * logistic((votes - theirs) / spread)
            nose = nose * beats + win * level * (1.0 - ahead)
            win *= beats
    return win, nose


@rule
def side_prospects(table, me, partner, region):
    """The chance of a side, with a partner or without, where there are coalitions."""
    votes = capped(me.plan[region, me.seat, VOTES])
    if partner != NOBODY:
        votes += capped(me.plan[region, partner, VOTES])
    win = 1.0
    for other in range(int(table.seats)):
        if other != me.seat and other != partner:
            theirs, ally = capped(me.plan[region, other, VOTES]), partner_in(table, region, other)
            if ally != NOBODY and ally != me.seat and ally != partner:
                theirs += capped(me.plan[region, ally, VOTES])
                if other < ally:
                    continue
            win *= logistic((votes - theirs) / me.land[region, SPREAD])
    return win


@rule
def has_coalition(table, region):
    for party in range(int(table.seats)):
        if partner_in(table, region, party) != NOBODY:
            return True
    return False


@rule
def prize(table, me, region):
    """What winning a region is worth, by the chance of it."""
    media = me.land[region, MEDIA] * me.land[region, MARKER]
    if region == 0 and has_coalition(table, region):
        partner = partner_in(table, region, me.seat)
        second = me.land[region, SECOND] if partner == NOBODY else 0.0
        chance = side_prospects(table, me, partner, region)
        return chance * (media + me.land[region, FIRST] + second)
    win, nose = prospects(table, me, region)
    return (win + nose) * media + win * (me.land[region, FIRST] + me.land[region, SECOND])


@rule
def region_value(table, me, region):
    """What a region promises: seats, those of others against it, and the prize."""
    spread = me.land[region, SPREAD]
    room = (MOST_VOTES - me.plan[region, me.seat, VOTES]) / spread
    short = spread * (math.log(1.0 + math.exp(room)) if room < 30.0 else room)
    value = me.land[region, WORTH] * (MOST_VOTES - short)
    for other in range(int(table.seats)):
        if other != me.seat:
            value -= me.w.rival * me.land[region, WORTH] * capped(me.plan[region, other, VOTES])
    return value + prize(table, me, region)


@rule
def shift(table, me, region, party, votes):
    """What it is worth that a party has so many votes more in a region."""
    before = region_value(table, me, region)
    me.plan[region, party, VOTES] += votes
    after = region_value(table, me, region)
    me.plan[region, party, VOTES] -= votes
    return after - before


@rule
def slope(table, me, region, party):
    """What it is worth that a party's factor is one higher."""
    return shift(table, me, region, party, me.plan[region, party, MEETINGS])


@rule
def find_slopes(table, me, region):
    """What it is worth that a party's factor is one higher in a region, for each party."""
    slopes = np.zeros(SEATS)
    for party in range(int(table.seats)):
        slopes[party] = slope(table, me, region, party)
    return slopes


@rule
def rate_opinions(table, slopes):
    """What it is worth that an opinion lies in a region, for each kind."""
    rates = np.zeros(KINDS)
    for party in range(int(table.seats)):
        for kind in range(KINDS):
            stand = int(table.programme[party, kind]) - int(table.programme[party, kind ^ 1])
            rates[kind] += slopes[party] * stand
    return rates


# --- The sheet -----------------------------------------------------------------------------------


@rule
def choose_sheet(box, table, me):
    step = int(table.step)
    if step == 0:
        best, found = NOTHING, 0
        for option in range(FIRST_SECTION):
            value = sheet_value(box, table, Sight(me.w, me.seat, me.plan.copy(), me.land, me.own), option)
            if value > best:
                best, found = value, option
        return say.OPTION + found
    option = int(table.section[0, me.seat]) - 1
    for item in range(min(ITEMS, step - 1)):
        put_item(box, me, option, item, int(table.place_of[item, me.seat]) - 1)
    if step <= ITEMS:
        return say.REGION + best_place(box, table, me, option, step - 1)[1]
    return choose_members(box, table, me, step)


@rule
def put_item(box, me, option, item, region):
    """Count an item of the sheet in."""
    kind, amount = int(box.sheet_item[option, item]), int(box.sheet_amount[option, item])
    if kind == Item.TREND:
        me.plan[region, me.seat, FACTOR] += amount
        me.plan[region, me.seat, VOTES] += amount * me.plan[region, me.seat, MEETINGS]
    elif kind == Item.VOTES:
        me.plan[region, me.seat, VOTES] += amount
    else:
        me.plan[region, me.seat, MEETINGS] += amount
        me.plan[region, me.seat, VOTES] += amount * me.plan[region, me.seat, FACTOR]


@rule
def best_place(box, table, me, option, item):
    """The best region for an item of the sheet, and what it brings there."""
    kind, amount = int(box.sheet_item[option, item]), int(box.sheet_amount[option, item])
    best, found = NOTHING, 0
    for region in range(REGIONS):
        votes = float(amount)
        if kind == Item.TREND:
            votes = amount * me.plan[region, me.seat, MEETINGS]
        elif kind == Item.MEETINGS:
            votes = amount * me.plan[region, me.seat, FACTOR]
        value = shift(table, me, region, me.seat, votes)
        if value > best:
            best, found = value, region
    return best, found


@rule
def sheet_value(box, table, me, option):
    total = 0.0
    for item in range(ITEMS):
        value, region = best_place(box, table, me, option, item)
        put_item(box, me, option, item, region)
        total += value
    return total


@rule
def choose_members(box, table, me, step):
    """The option of section 2: members against media markers, the best places for these first; then those."""
    gains = np.zeros(REGIONS)
    for region in range(REGIONS):
        gains[region] = marker_gain(box, table, me, region)
    if step > ITEMS + 1:
        return say.REGION + int(gains.argmax())
    best, found = NOTHING, 0
    for option in range(SECOND_SECTION):
        left = gains.copy()
        value = me.own[MEMBER] * int(box.sheet_members[option])
        for _ in range(int(box.sheet_media[option])):
            region = int(left.argmax())
            value += left[region]
            left[region] = 0.0
        if value > best:
            best, found = value, option
    return say.OPTION + FIRST_SECTION + found


@rule
def marker_gain(box, table, me, region):
    """What a marker of the sheet brings in a region, the first one there."""
    for entry in range(ITEMS, 2 * ITEMS):
        if table.place_of[entry, me.seat] == region + 1:
            return 0.0
    return me.w.sheet_marker * media_gain(box, table, me, region, NOBODY)


# --- The start player ----------------------------------------------------------------------------


@rule
def best_start(table, me):
    """The best start player, and how much better that is than when others choose."""
    best, found, total = NOTHING, 0, 0.0
    seats = int(table.seats)
    for places in range(seats):
        me.own[START] = left_of(table, me.seat, places)
        value = prize(table, me, 0)
        if places != 1:
            total += value
        if value > best + 1e-6 or (places == 1 and value > best - 1e-6):
            best, found = value, places
    return best - total / (seats - 1), found


@rule
def choose_start_bid(box, table, me):
    cash = float(table.cash[me.seat])
    value = me.w.bid * best_start(table, me)[0]
    bid, most = 0, min(cash, me.w.most_bid)
    if table.round_number + 1 == elections(box):
        most = min(cash - me.w.need, float(box.max_start_bid))
    while bid + 1 <= most:
        if cost(box, table, me, cash, bid + 1.0) > value:
            break
        bid += 1
    return NUMBER + min(bid, int(box.max_start_bid))


# --- The programme -------------------------------------------------------------------------------


@rule
def rate_programme(box, table, me):
    """What each stand is worth in the programme: in the regions, and on the national board."""
    rates = np.zeros(KINDS)
    for region in range(int(table.regions)):
        value = slope(table, me, region, me.seat)
        for kind in range(KINDS):
            rates[kind] += value * int(table.opinion[region, kind])
            rates[kind] -= value * int(table.opinion[region, kind ^ 1])
    recruits = elections(box) - round_now(table) + 1
    for space in range(NATIONAL):
        kind = int(table.national[space])
        if kind != NO_CARD:
            value = space_worth(box, space, recruits, me.own[MEMBER])
            if table.secured[space]:
                value += int(box.secured_points)
            else:
                value *= me.w.lasting
            rates[kind] += value
    return rates


@rule
def worst_card(table, seat, new, rates):
    """The open card to give for a new one: its contrary, or the least worth."""
    if table.programme[seat, new ^ 1]:
        return new ^ 1
    best, found = -NOTHING, 0
    for kind in range(KINDS):
        if table.programme[seat, kind] and rates[kind] < best:
            best, found = rates[kind], kind
    return found


@rule
def exchange_gain(table, seat, new, rates):
    if table.programme[seat, new]:
        return 0.0
    return rates[new] - rates[worst_card(table, seat, new, rates)]


@rule
def choose_programme(box, table, me, legal):
    rates = rate_programme(box, table, me)
    if table.phase == Phase.OLD_CARD:
        return KIND + worst_card(table, me.seat, int(table.picked), rates)
    best, action = 0.0, PASS
    for kind in range(KINDS):
        if legal[KIND + kind]:
            gain = exchange_gain(table, me.seat, kind, rates)
            if table.phase == Phase.DISCARD:
                gain = me.w.discard - gain
            if gain > best:
                best, action = gain, KIND + kind
    return action


# --- The shadow cabinet --------------------------------------------------------------------------


@rule
def choose_card(box, table, me):
    """The best cards for the regions that are left; here the one for this region."""
    regions = int(table.regions)
    values = np.full((REGIONS, CABINET + 1), NOTHING)
    for region in range(int(table.region), regions):
        rate_cards(box, table, me, region, values[region])
    cash = float(table.cash[me.seat]) - price_of_lobby(box, table, me.seat)
    used = np.zeros(CABINET + 1)
    while True:
        best, where, found = 0.0, -1, 0
        for region in range(int(table.region), regions):
            for card in range(1, CABINET + 1):
                price = float(box.cabinet_price[card])
                if used[card] == 0.0 and values[region, card] > 0.0 and price <= cash:
                    value = values[region, card] - cost(box, table, me, cash, price)
                    if value > best:
                        best, where, found = value, region, card
        if where < 0:
            return PASS
        if where == table.region:
            return say.CARD + found
        cash -= int(box.cabinet_price[found])
        used[found] = 1.0
        for card in range(1, CABINET + 1):
            values[where, card] = NOTHING


@rule
def rate_cards(box, table, me, region, values):
    """What each card left would bring beside a region, less its worth for later."""
    slopes = find_slopes(table, me, region)
    rates = rate_opinions(table, slopes)
    left = min(LATER, elections(box) - 1 - int(table.round_number))
    later = me.w.keep * left / LATER
    tile = tile_worth(box, table, me, region)
    for card in range(1, CABINET + 1):
        if table.cabinet[me.seat, card] and not is_laid(table, me.seat, card):
            best = 0.0
            for doing in range(LOBBY_ACTIONS):
                if doing != Lobby.MEDIA:
                    gain = lobby_gain(box, table, me, region, card, doing, slopes, rates)
                    best = max(best, gain)
            if box.cabinet_phone[card]:
                best += tile
            values[card] = best - later * int(box.cabinet_price[card])


@rule
def lobby_gain(box, table, me, region, card, doing, slopes, rates):
    """What an action of a card brings."""
    if doing == Lobby.VOTES:
        votes = float(box.cabinet_votes[card])
        return shift(table, me, region, me.seat, votes)
    if doing == Lobby.TREND_UP:
        up = min(int(box.cabinet_up[card]), MOST_TREND - int(table.trend[region, me.seat]))
        votes = up * me.plan[region, me.seat, MEETINGS]
        return shift(table, me, region, me.seat, votes)
    if doing == Lobby.TREND_DOWN:
        return best_victim(box, table, me.seat, region, int(box.cabinet_down[card]), slopes)[0]
    if doing == Lobby.DOUBLER and box.cabinet_doubler[card]:
        return best_doubler(table, region, rates)[0]
    return 0.0


@rule
def best_victim(box, table, seat, region, down, slopes):
    """Whose trend to press down, and what it brings."""
    best, found = 0.0, NOBODY
    for other in range(int(table.seats)):
        spaces = min(down, int(table.trend[region, other]) + MOST_TREND)
        if other != seat and -slopes[other] * spaces > best:
            best, found = -slopes[other] * spaces, other
    return best, found


@rule
def best_doubler(table, region, rates):
    """The opinion to lay a doubler on, or to take it off, and what it brings."""
    best, found = 0.0, NO_CARD
    for kind in range(KINDS):
        opinion = int(table.opinion[region, kind])
        if opinion == 2 or (opinion == 1 and table.doublers > 0):
            value = rates[kind] if opinion == 1 else -rates[kind]
            if value > best:
                best, found = value, kind
    return best, found


@rule
def choose_lobby(box, table, me, legal):
    """What the card that lies here does, and to whom."""
    region, phase = int(table.region), int(table.phase)
    card = int(table.lobby[region, me.seat])
    if phase == Phase.TELEPHONE:
        return YES if tile_worth(box, table, me, region) >= 0.0 else PASS
    slopes = find_slopes(table, me, region)
    rates = rate_opinions(table, slopes)
    if phase == Phase.LOBBY_OPINION:
        return KIND + best_doubler(table, region, rates)[1]
    if phase == Phase.LOBBY_PLAYER:
        if table.acting == Lobby.MEDIA + 1:
            return say.PLAYER + places_to(table, me.seat, strongest_media(table, me.seat, region))
        down = int(box.cabinet_down[card])
        return say.PLAYER + places_to(
            table, me.seat, best_victim(box, table, me.seat, region, down, slopes)[1]
        )
    best, action = 0.0, PASS
    for doing in range(LOBBY_ACTIONS):
        if legal[say.LOBBY + doing]:
            if doing == Lobby.MEDIA:
                gain = takeover_gain(box, table, me, region)
            else:
                gain = lobby_gain(box, table, me, region, card, doing, slopes, rates)
            if gain > best:
                best, action = gain, say.LOBBY + doing
    return action


@rule
def strongest_media(table, seat, region):
    """The other party with most media markers in a region."""
    best, found = 0, (seat + 1) % int(table.seats)
    for other in range(int(table.seats)):
        if other != seat and table.media[region, other] > best:
            best, found = int(table.media[region, other]), other
    return found


@rule
def takeover_gain(box, table, me, region):
    """What it brings to take the place of another's marker."""
    other = strongest_media(table, me.seat, region)
    value = media_gain(box, table, me, region, other)
    return value - cost(box, table, me, float(table.cash[me.seat]), 2.0 * int(box.media_price))


# --- Coalitions ----------------------------------------------------------------------------------


@rule
def coalition_gain(table, me, region, partner):
    """What a coalition with a partner brings, against going without."""
    media = me.land[region, MEDIA] * me.land[region, MARKER]
    win = side_prospects(table, me, partner, region)
    return win * (media + me.land[region, FIRST]) - prize(table, me, region)


@rule
def tile_worth(box, table, me, region):
    """What a coalition tile beside a region is worth."""
    if table.tiles[me.seat] == 0 or table.tile[region, me.seat]:
        return 0.0
    if round_now(table) + region == elections(box):
        return -1.0
    best = 0.0
    for other in range(int(table.seats)):
        if other != me.seat and common_cards(table, me.seat, other) >= TO_ASK:
            chance = me.w.partner if has_telephone(box, table, other) else 0.0
            if table.tile[region, other]:
                chance = me.w.accepts
            gain = chance * coalition_gain(table, me, region, other)
            if gain < 0.0 and common_cards(table, me.seat, other) < TO_FORCE:
                gain = 0.0
            if abs(gain) > abs(best):
                best = gain
    return best


@rule
def has_telephone(box, table, seat):
    for card in range(1, CABINET + 1):
        if table.cabinet[seat, card] and box.cabinet_phone[card]:
            return table.tiles[seat] > 0
    return False


@rule
def choose_coalition(box, table, me, legal):
    """Ask or force who brings most; say yes when it brings anything."""
    if table.phase == Phase.REPLY:
        return YES if coalition_gain(table, me, 0, int(table.asker)) > 0.0 else PASS
    best, action = 0.0, PASS
    for places in range(1, int(table.seats)):
        gain = coalition_gain(table, me, 0, left_of(table, me.seat, places))
        if gain > best:
            if legal[say.FORCE + places]:
                best, action = gain, say.FORCE + places
            elif legal[say.PLAYER + places]:
                best, action = gain, say.PLAYER + places
    return action


# --- Media and the exchange of opinions ----------------------------------------------------------


@rule
def majority_after(table, region, seat, other):
    """Who has most media markers when a seat has one more there, and another one less."""
    best, most = NOBODY, 0
    for party in range(int(table.seats)):
        number = int(table.media[region, party]) + (party == seat) - (party == other)
        if number > most:
            best, most = party, number
        elif number == most:
            best = NOBODY
    return best


@rule
def swap_gain(table, me, region):
    """The best exchange of an opinion in a region."""
    rates = rate_opinions(table, find_slopes(table, me, region))
    least, most = -NOTHING, NOTHING
    for kind in range(KINDS):
        if table.opinion[region, kind] == 1:
            least = min(least, rates[kind])
        if table.pool[kind] > 0 and not has_issue(table, region, kind):
            most = max(most, rates[kind])
    return max(0.0, most - least) if most > NOTHING and least < -NOTHING else 0.0


@rule
def media_gain(box, table, me, region, other):
    """What one more media marker brings in a region."""
    value = 0.0
    if table.media[region, me.seat] == 0:
        win, nose = prospects(table, me, region)
        value = (1.0 - me.land[region, MARKER]) * (win + nose) * me.land[region, MEDIA]
        if region == 0 and has_coalition(table, region):
            partner = partner_in(table, region, me.seat)
            win = side_prospects(table, me, partner, region)
            value = (1.0 - me.land[region, MARKER]) * win * me.land[region, MEDIA]
    before = media_majority(table, region)
    after = majority_after(table, region, me.seat, other)
    if before != after:
        if after == me.seat:
            value += swap_gain(table, me, region)
        if before != me.seat and before != NOBODY:
            value += me.w.deny * slope(table, me, region, me.seat)
    return value


@rule
def choose_media(box, table, me, legal):
    best, action = 0.0, PASS
    spent = cost(box, table, me, float(table.cash[me.seat]), float(box.media_price)) + me.w.marker
    for region in range(int(table.regions)):
        if legal[say.REGION + region]:
            value = media_gain(box, table, me, region, NOBODY) - spent
            if value > best:
                best, action = value, say.REGION + region
    return action


@rule
def choose_swap(box, table, me, legal):
    """Put out the opinion that is worst, and lay the best of the pool."""
    region = int(table.region)
    rates = rate_opinions(table, find_slopes(table, me, region))
    best, first, second = 1e-6, PASS, PASS
    for out in range(KINDS):
        if out == table.picked or (table.phase == Phase.SWAP_OUT and legal[KIND + out]):
            for kind in range(KINDS):
                if can_swap(box, table, out, kind):
                    gain = rates[kind] - rates[out]
                    if gain > best or (table.phase == Phase.SWAP_IN and second == PASS):
                        best, first, second = gain, KIND + out, KIND + kind
    return first if table.phase == Phase.SWAP_OUT else second


# --- Meetings ------------------------------------------------------------------------------------


@rule
def choose_meetings(box, table, me):
    """Meetings one by one where they bring most; here how many for this region."""
    regions, here = int(table.regions), int(table.region)
    cash, supply = float(table.cash[me.seat]), int(table.meeting_supply[me.seat])
    bought = np.zeros(REGIONS, np.int64)
    gains = np.full(REGIONS, NOTHING)
    for region in range(here, regions):
        take_back(me, region)
        gains[region] = meeting_gain(box, table, me, region, supply, 0)
    price = float(box.meeting_price)
    while supply > 0 and cash >= price:
        found = here
        for region in range(here, regions):
            if gains[region] > gains[found]:
                found = region
        if gains[found] <= cost(box, table, me, cash, price):
            break
        bought[found] += 1
        cash -= price
        supply -= 1
        me.plan[found, me.seat, VOTES] += me.plan[found, me.seat, FACTOR]
        gains[found] = meeting_gain(box, table, me, found, supply, bought[found])
    return NUMBER + bought[here]


@rule
def take_back(me, region):
    """Leave out of what is foreseen the meetings that are now to be decided on."""
    me.plan[region, me.seat, MEETINGS] -= me.w.rate
    me.plan[region, me.seat, VOTES] -= me.w.rate * me.plan[region, me.seat, FACTOR]


@rule
def meeting_gain(box, table, me, region, supply, bought):
    """What one more meeting brings, less what it is missed for elsewhere."""
    room = int(box.most_meetings) - int(table.meetings[region, me.seat])
    if bought >= min(int(box.meetings_bought), room):
        return NOTHING
    gain = shift(table, me, region, me.seat, me.plan[region, me.seat, FACTOR])
    return gain - (me.w.cube / (1.0 + supply) if region > 0 else 0.0)


# --- Polls ---------------------------------------------------------------------------------------


@rule
def change_gain(table, region, party, change, slopes, immune):
    """What it brings to move a party's trend by so much."""
    if change < 0 and party == immune:
        return 0.0
    trend = int(table.trend[region, party])
    moved = max(-MOST_TREND, min(MOST_TREND, trend + change)) - trend
    return moved * slopes[party]


@rule
def publication_worth(box, table, region, poll, slopes, immune):
    """The two best changes of a poll."""
    first, second = 0.0, 0.0
    for party in range(int(table.seats)):
        change = int(box.poll_change[poll, int(box.poll_party[int(table.seats), party])])
        gain = change_gain(table, region, party, change, slopes, immune)
        if gain > first:
            first, second = gain, first
        elif gain > second:
            second = gain
    return first + second if box.poll_yes[poll] > 1 else first * (box.poll_yes[poll] > 0)


@rule
def dice_worth(box, me):
    return int(box.poll_members_dice) * die_mean(box) * me.own[MEMBER]


@rule
def poll_worth(box, table, me):
    """What the poll that is auctioned is worth: members or changes, and that nobody else has it."""
    region = int(table.region)
    slopes = find_slopes(table, me, region)
    immune, dice = media_majority(table, region), dice_worth(box, me)
    total, number = 0.0, 0
    for poll in range(POLLS):
        if is_poll_unseen(table, me.seat, poll):
            total += max(dice, publication_worth(box, table, region, poll, slopes, immune))
            number += 1
    value = total / number if number > 0 else dice
    return value if immune == me.seat else value + me.w.defence * slopes[me.seat]


@rule
def choose_poll_bid(box, table, me, legal):
    """One more than the standing bid, as long as the poll is worth it."""
    cash = float(table.cash[me.seat])
    value = me.w.poll * poll_worth(box, table, me)
    bid = 1 if table.bidder == NOBODY else int(table.bid[int(table.bidder)]) + 1
    if box.poll_auction == BLIND:
        bid = 0
        while bid < min(cash, float(box.max_poll_bid)) and cost(box, table, me, cash, bid + 1.0) <= value:
            bid += 1
        return NUMBER + bid
    if bid > min(cash, float(box.max_poll_bid)) or cost(box, table, me, cash, float(bid)) > value:
        return PASS
    return NUMBER + bid


@rule
def choose_publication(box, table, me, legal):
    region = int(table.region)
    slopes = find_slopes(table, me, region)
    immune = media_majority(table, region)
    if table.phase == Phase.PUBLISH:
        worth = publication_worth(box, table, region, int(table.poll), slopes, immune)
        return YES if worth > dice_worth(box, me) else PASS
    best, action = 0.0, PASS
    for places in range(int(table.seats)):
        if legal[say.PLAYER + places]:
            other = left_of(table, me.seat, places)
            gain = change_gain(table, region, other, change_for(box, table, other), slopes, immune)
            if gain > best:
                best, action = gain, say.PLAYER + places
    return action


# --- Conversion ----------------------------------------------------------------------------------


@rule
def choose_conversion(box, table, me):
    """Convert with a good factor, or when meetings are short; never up to the end of the votes."""
    region = int(table.region)
    meetings, factor = int(table.meetings[region, me.seat]), factor_of(table, region, me.seat)
    scarce = 1.0 - int(table.meeting_supply[me.seat]) / max(1.0, float(box.meetings))
    threshold = me.w.convert - me.w.convert_short * scarce
    if factor <= 0 or factor < threshold:
        return NUMBER
    room = (MOST_VOTES - 1 - int(table.votes[region, me.seat])) // factor
    return NUMBER + max(0, min(meetings, room))


# --- The national board --------------------------------------------------------------------------


@rule
def opinion_gain(box, table, me, kind, space):
    """What it brings to place an opinion on a space of the national board."""
    recruits = elections(box) - int(table.round_number) + 1
    worth = space_worth(box, space, recruits, me.own[MEMBER])
    old = int(table.national[space])
    value = 0.0
    for party in range(int(table.seats)):
        part = 1.0 if party == me.seat else -me.w.rival
        if old == kind:
            value += part * int(box.secured_points) * int(table.programme[party, kind])
            value += part * (1.0 - me.w.lasting) * worth * int(table.programme[party, kind])
        else:
            value += part * me.w.lasting * worth * int(table.programme[party, kind])
            if old != NO_CARD:
                value -= part * worth * int(table.programme[party, old])
    return value


@rule
def choose_national(box, table, me, legal):
    if table.phase == Phase.NATIONAL_MEDIA:
        return YES
    best, action = 0.0 if table.phase == Phase.NATIONAL_CARD else NOTHING, PASS
    for kind in range(KINDS):
        if legal[KIND + kind]:
            if table.phase == Phase.NATIONAL_CARD:
                space = space_for(table, kind)
                if space == NO_CARD:
                    value = NOTHING
                    for other in range(NATIONAL):
                        if not table.secured[other]:
                            value = max(value, opinion_gain(box, table, me, kind, other))
                else:
                    value = opinion_gain(box, table, me, kind, space)
            else:
                value = opinion_gain(box, table, me, int(table.picked), space_of(table, kind))
            if value > best:
                best, action = value, KIND + kind
    return action


# --- Contributions -------------------------------------------------------------------------------


@rule
def highest_card(table, seat):
    """The best contribution card that a player has left; -1 for none."""
    for card in range(CONTRIBUTIONS - 1, -1, -1):
        if table.contribution[seat, card] == CARD_IN_HAND:
            return card
    return -1


@rule
def refusal_worth(box, table, me, card, member):
    """Members for refusing a contribution, and the bonus when nobody else refuses as much."""
    bonus = float(box.refusal_bonus)
    for other in range(int(table.seats)):
        if other != me.seat and highest_card(table, other) >= card:
            bonus *= me.w.alone
    return (int(box.contribution_refusal[card]) + bonus) * die_mean(box) * member


@rule
def acceptance_worth(box, table, me, card, number, member):
    """Money for accepting it, the less the more there is, and the members that it costs."""
    loss = min(float(box.most_loss), int(box.contribution_risk[card]) * die_mean(box))
    amount = float(box.contribution_amount[card])
    cash = float(table.cash[me.seat]) if number == round_now(table) else me.w.cash_later
    return amount * money_for(box, table, me.w, number, cash + 0.5 * amount) - loss * member


@rule
def choose_contribution(box, table, me):
    """The best order of the cards left over the rounds to come; here what to do with the first of them."""
    first = round_now(table) - 1
    last = min(CONTRIBUTIONS, elections(box) - 2)
    best = np.zeros(1 << CONTRIBUTIONS)
    action, used = 0, 0
    for card in range(CONTRIBUTIONS):
        used |= (table.contribution[me.seat, card] != CARD_IN_HAND) << card
    for cards in range((1 << CONTRIBUTIONS) - 1, -1, -1):
        election = first
        for card in range(CONTRIBUTIONS):
            election += (cards & ~used) >> card & 1
        if cards & used == used and election <= last:
            best[cards] = NOTHING
            for card in range(CONTRIBUTIONS):
                if not cards >> card & 1:
                    member = member_worth(box, me.w, election + 1)
                    accept = acceptance_worth(box, table, me, card, election + 1, member)
                    refuse = refusal_worth(box, table, me, card, member)
                    value = max(accept, refuse) + best[cards | 1 << card]
                    if value > best[cards]:
                        best[cards] = value
                        action = card + (say.ACCEPT if accept > refuse else say.REFUSE)
    return action
