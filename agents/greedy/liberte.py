"""A sensible player of Liberté: honest, deterministic, without search.

It looks at the election as it would come out now, the less sure of it the more blocks are still to come, and
from that at everybody's chance to win: by victory points, by a counter-revolution, by a landslide. A block
placed or removed is worth what it changes in its own chance, told in victory points. Cards are kept for ties
by their strength, generals are shown late, and a tie gets the cheapest card that wins it.
"""

import math

import numpy as np

from ...envs.core.compile import rule
from ...envs.liberte.actions import (
    BLOCKS,
    CANNON,
    CARD,
    DECK,
    DISCARD_CARD,
    DISPLAY_CARD,
    EXCHANGE,
    FACE_UP_CARD,
    PASS,
    PROVINCE,
    STACK,
)
from ...envs.liberte.box import (
    BREAD_SHORTAGE,
    CLUB,
    GENERAL,
    RELIGIOUS_PROBLEMS,
    TERROR,
)
from ...envs.liberte.rules import (
    first_province,
    free_tokens,
    is_card_target,
    is_stack_target,
    is_suitable,
    may_place,
    meets_condition,
    past_provinces,
    province_voting,
    room_in_display,
)
from ...envs.liberte.table import (
    BLUE,
    COLOURS,
    DISPLAY,
    FACE_UP,
    HAND,
    IN_DECK,
    NO_CARD,
    RED,
    SEATS,
    SHOWN,
    WHITE,
    Phase,
    Tie,
)

# What it goes for.
TO_WIN, ROYALISM = 0, 1

# The outlook: a row of numbers, then rows of one number a seat. Rows 1 to 3 are the blocks of each colour
# that the seats will take in the election.
NUMBERS, POINTS, WHITE_POINTS, RED_POINTS, TIE_CARD, READY = 0, 4, 5, 6, 6, 10
ROWS = 11
ROYAL, PROGRESS, SHARP, AIM, NOW, UNIT = range(6)  # the numbers

LONG = 20  # blocks in the smallest stock with which an election is far away
OPEN = 0.25  # weight of a province's being taken by a newcomer, beside a single block's 1
STALEMATE = 0.5  # weight of a tie's staying one, beside each of the tied
TIE_WEIGHT = 0.6  # what each block on the best card adds to the chance in a tie
VOTE_SPREAD, VOTE_SPREAD_END = 3.5, 0.7  # votes by which a faction may still gain on another
TAKEN_SPREAD, TAKEN_SPREAD_END = 1.6, 0.5  # the same of the blocks that two players take
POINT_SPREAD = (1.5, 3.0, 4.5, 5.5)  # victory points that may still be made up, by turns to come
CARD_SPREAD = 2.0  # the same of the points after a sudden end
LASTING = 0.12  # victory points of a block that stays on the map for the next turn
REVOLT = (0.15, 0.9)  # weight of a province in a revolt: white shares the lead; white leads by one
REVOLT_MARGIN, REVOLT_SPREAD = 0.7, 0.45
LANDSLIDE_MARGIN, LANDSLIDE_SPREAD = 0.7, 0.8
ROYAL_STEP, ROYAL_LEAD, ROYAL_LEAD_SPREAD = 0.2, 0.5, 5.0
SURPRISE = 0.2  # readiness for battle without a known general
NOBODY_LEADS = (3.0, 0.3)  # weight against anybody's winning the battle: early, and at the end
SHOW_LATE = 0.4  # victory points it costs to show a general early
DECK_WORTH, TAKE_SHARE = 0.3, 0.5  # of the deck's top card; of a card face up, which takes two actions
SPECIAL_LEVEL = 0.25  # what a special card must bring
CARD_COST = (0.0, 0.1, 0.4, 0.8)  # victory points of a card of so many blocks in the turns to come
TIE_CHANCE, TIE_DENIAL = (
    0.4,
    0.3,
)  # of a stake: with a card that can be beaten; with one that can only draw level
LAST_COST = 0.1  # part of that cost in the last turn


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, TO_WIN)


@rule
def decide(box, table, seat, legal, aim):
    phase = int(table.phase)
    if phase == Phase.ACTION or phase == Phase.AFTER:
        action = choose_play(box, table, survey(box, table, seat, aim), seat, legal)
    elif phase == Phase.PLACE:
        action = choose_province(box, table, survey(box, table, seat, aim), seat, legal)
    elif phase == Phase.MODE:
        action = choose_mode(box, table, survey(box, table, seat, aim), seat)
    elif phase == Phase.KEEP:
        action = choose_keep(box, table, seat, aim)
    elif phase == Phase.DISCARD:
        action = choose_discard(box, table, seat, legal, aim)
    elif phase == Phase.EXCHANGE:
        action = CARD + least_card(box, table, seat, legal, aim)
    elif phase == Phase.REFILL or phase == Phase.DRAW or phase == Phase.SECOND_DRAW:
        action = choose_source(box, table, seat, legal, aim)
    elif phase == Phase.TARGET_PROVINCE or phase == Phase.TARGET_STACK:
        action = choose_stack(box, table, survey(box, table, seat, aim), seat, legal)
    elif phase == Phase.TARGET_CARD:
        action = choose_card(box, table, survey(box, table, seat, aim), seat, legal)
    else:
        action = choose_tie_card(box, table, survey(box, table, seat, aim), seat, legal)
    return action if action < len(legal) and legal[action] else first_legal(legal)


@rule
def first_legal(legal):
    action = 0
    while not legal[action]:
        action += 1
    return action


# --- The outlook ---------------------------------------------------------------------------------


@rule
def survey(box, table, seat, aim):
    """How the turn and the game look to `seat`."""
    outlook = np.zeros((ROWS, SEATS))
    outlook[NUMBERS, AIM] = aim
    outlook[NUMBERS, PROGRESS] = progress(table, 0, 0)
    outlook[NUMBERS, SHARP] = 3.0 + 27.0 * outlook[NUMBERS, PROGRESS] ** 2
    survey_cards(box, table, seat, outlook)
    voted, number = -1, 0
    if table.phase == Phase.TIE and table.tie != Tie.BATTLE:
        voted = int(table.voting)
        outlook[NUMBERS, PROGRESS] = 1.0
        outlook[NUMBERS, SHARP] = 1000.0
    for other in range(int(table.seats)):
        outlook[POINTS, other] = table.vp[other]
        for colour in range(WHITE, COLOURS):
            outlook[colour, other] = table.collected[colour, other]
    outlook[NUMBERS, ROYAL] = table.lost_battles
    for at in range(int(box.regions)):
        region = int(box.region_order[at]) - 1
        first = int(box.region_first[region])
        for province in range(first, first + int(box.region_size[region])):
            if number > voted:
                add_province(box, table, outlook, province, 1.0, 0, 0, 0)
            number += 1
    if voted < 0:
        add_battle(box, table, outlook, 1.0, 0, 0)
    outlook[NUMBERS, NOW] = prospect(box, table, outlook, seat)
    outlook[POINTS, seat] += 1.0
    outlook[NUMBERS, UNIT] = max(0.02, prospect(box, table, outlook, seat) - outlook[NUMBERS, NOW])
    outlook[POINTS, seat] -= 1.0
    return outlook


@rule
def progress(table, colour, placed):
    """How near the election is, 0 to 1, once so many blocks of a colour are placed."""
    if table.closing:
        return 1.0
    least = LONG
    for other in range(WHITE, COLOURS):
        least = min(least, int(table.stock[other]) - (placed if other == colour else 0))
    return 1.0 - least / LONG


@rule
def survey_cards(box, table, seat, outlook):
    """Points on cards, best cards for ties, and generals; of unseen cards the mean."""
    unseen, white, red = 0.001, 0, 0
    unknown = np.zeros(SEATS)
    for other in range(int(table.seats)):
        unknown[other] = table.hand_size[other]
        outlook[READY, other] = SURPRISE if table.hand_size[other] > 0 else 0.0
    late = min(1.0, outlook[NUMBERS, PROGRESS] * 1.2)
    for card in range(1, int(box.cards) + 1):
        place, colour, value = int(table.place[card]), int(box.card_colour[card]), int(box.card_value[card])
        if place == IN_DECK or (HAND <= place < DISPLAY and place != HAND + seat and not table.known[card]):
            unseen += 1
            white += value if colour == WHITE else 0
            red += value if colour == RED else 0
        elif place >= HAND:
            shown = place >= DISPLAY
            owner = place - DISPLAY if shown else place - HAND
            unknown[owner] -= 0 if shown else 1
            if colour == WHITE:
                outlook[WHITE_POINTS, owner] += value
            elif colour == RED:
                outlook[RED_POINTS, owner] += value
            if shown or not table.closing:
                strength = float(value) if shown else 0.6 * value
                outlook[TIE_CARD + colour, owner] = max(outlook[TIE_CARD + colour, owner], strength)
            if box.card_silhouette[card] == GENERAL:
                outlook[READY, owner] = max(outlook[READY, owner], 1.0 if shown else 1.0 - 0.9 * late**3)
    for other in range(int(table.seats)):
        if other != seat:
            outlook[WHITE_POINTS, other] += unknown[other] * white / unseen
            outlook[RED_POINTS, other] += unknown[other] * red / unseen


@rule
def add_province(box, table, outlook, province, sign, owner, change, colour):
    """Add a province to the outlook, or take it away; with a change of the owner's stack."""
    seats, sharp = int(table.seats), outlook[NUMBERS, SHARP]
    highest, second, level, white, total = 0, 0, 0, False, OPEN * (1.0 - outlook[NUMBERS, PROGRESS])
    for seat in range(seats):
        height, own = stack(table, province, seat, owner, change, colour)
        if height > highest:
            highest, second, level, white = height, highest, 1, own == WHITE
        elif height == highest and height > 0:
            second, level, white = height, level + 1, white or own == WHITE
        else:
            second = max(second, height)
        total += weight(outlook, seat, height, own, sharp)
    if highest == 0:
        return
    if level > 1:
        total += STALEMATE * sharp ** (highest - 1)
    votes = 1
    prize = int(box.province_vp[province]) if table.turn >= box.province_vp_from else 0
    last = table.turn == box.turns
    for seat in range(seats):
        height, own = stack(table, province, seat, owner, change, colour)
        if height == 0:
            continue
        if province == box.paris:
            votes = height
        chance = sign * weight(outlook, seat, height, own, sharp) / total
        outlook[own, seat] += votes * chance
        outlook[POINTS, seat] += prize * chance
        if not last and level == 1:
            outlook[POINTS, seat] += LASTING * (sign * height - votes * chance)
        if own == WHITE:
            outlook[WHITE_POINTS, seat] += sign * height
        elif own == RED:
            outlook[RED_POINTS, seat] += sign * height - votes * chance
    if box.cr[province] and white:
        outlook[NUMBERS, ROYAL] += sign * (
            REVOLT[0] if level > 1 else (REVOLT[1] if highest == second + 1 else 1.0)
        )


@rule
def stack(table, province, seat, owner, change, colour):
    """Height and colour of a stack, with the change of the owner's."""
    height, own = int(table.height[province, seat]), int(table.colour[province, seat])
    if change != 0 and seat == owner:
        return height + change, colour
    return height, own


@rule
def weight(outlook, seat, height, colour, sharp):
    """The weight of a stack in the election of its province."""
    if height == 0:
        return 0.0
    return sharp ** (height - 1) * (1.0 + TIE_WEIGHT * outlook[TIE_CARD + colour, seat])


@rule
def add_battle(box, table, outlook, sign, owner, tokens):
    """Add this turn's battle to the outlook, or take it away; with more tokens of the owner's."""
    prize, seats = int(box.battle_vp[int(table.turn) - 1]), int(table.seats)
    if prize == 0:
        return
    late = outlook[NUMBERS, PROGRESS]
    nobody = NOBODY_LEADS[0] + (NOBODY_LEADS[1] - NOBODY_LEADS[0]) * late
    total = nobody
    for seat in range(seats):
        total += battle_weight(table, outlook, seat, owner, tokens)
    for seat in range(seats):
        chance = battle_weight(table, outlook, seat, owner, tokens) / total
        outlook[POINTS, seat] += sign * prize * chance
    outlook[NUMBERS, ROYAL] += sign * late * nobody / total


@rule
def battle_weight(table, outlook, seat, owner, tokens):
    number = int(table.cannons[seat]) + (tokens if seat == owner else 0)
    return number**2 * outlook[READY, seat]


@rule
def prospect(box, table, outlook, seat):
    """The chance of `seat` to win; for a royalist how near the counter-revolution is."""
    seats = int(table.seats)
    votes = np.zeros(COLOURS)
    points = np.zeros(SEATS)
    for other in range(seats):
        points[other] = outlook[POINTS, other]
        for colour in range(WHITE, COLOURS):
            votes[colour] += outlook[colour, other]
    add_election(box, outlook, seats, votes, points)
    chance = share(points, seats, seat, POINT_SPREAD[int(box.turns) - int(table.turn)])
    if outlook[NUMBERS, AIM] == ROYALISM:
        lead = share(outlook[WHITE_POINTS], seats, seat, ROYAL_LEAD_SPREAD)
        return ROYAL_STEP * outlook[NUMBERS, ROYAL] + ROYAL_LEAD * lead + chance
    slide = steep((votes[RED] - int(box.landslide_votes) + LANDSLIDE_MARGIN) / LANDSLIDE_SPREAD)
    if slide > 0.01:
        chance += slide * (share(outlook[RED_POINTS], seats, seat, CARD_SPREAD) - chance)
    margin = REVOLT_MARGIN if table.turn >= box.cr_from else -0.5
    revolt = steep((outlook[NUMBERS, ROYAL] - int(box.cr_needed) + margin) / REVOLT_SPREAD)
    if revolt > 0.01:
        chance += revolt * (share(outlook[WHITE_POINTS], seats, seat, CARD_SPREAD) - chance)
    return chance


@rule
def add_election(box, outlook, seats, votes, points):
    """Add what government and opposition will pay each seat."""
    late = outlook[NUMBERS, PROGRESS]
    spread = VOTE_SPREAD + (VOTE_SPREAD_END - VOTE_SPREAD) * late
    most = max(votes[WHITE], votes[BLUE], votes[RED])
    odds = np.zeros(COLOURS)
    for colour in range(WHITE, COLOURS):
        odds[colour] = math.exp((votes[colour] - most) / spread)
    total = odds[WHITE] + odds[BLUE] + odds[RED]
    spread = TAKEN_SPREAD + (TAKEN_SPREAD_END - TAKEN_SPREAD) * late
    lead = np.zeros(SEATS)
    for colour in range(WHITE, COLOURS):
        governs, opposes = odds[colour] / total, 0.0
        for other in range(WHITE, COLOURS):
            if other != colour:
                opposes += odds[other] / total * odds[colour] / (total - odds[other])
        everybody, behind = 0.01, 0.0
        for seat in range(seats):
            lead[seat] = math.exp(outlook[colour, seat] / spread) - 1.0
            everybody += lead[seat]
        for seat in range(seats):
            behind += lead[seat] / (everybody - lead[seat])
        for seat in range(seats):
            first = lead[seat] / everybody
            next_best = first * (behind - lead[seat] / (everybody - lead[seat]))
            points[seat] += first * (governs * int(box.first_vp) + opposes * int(box.opposition_vp))
            points[seat] += next_best * governs * int(box.second_vp)


@rule
def share(points, seats, seat, spread):
    """The chance to have most points in the end."""
    total = 0.0
    for other in range(seats):
        total += math.exp((points[other] - points[seat]) / spread)
    return 1.0 / total


@rule
def steep(margin):
    return 1.0 / (1.0 + math.exp(-margin))


@rule
def gain(box, table, outlook, seat, province, owner, change, colour):
    """What a change of the owner's stack is worth to `seat`, in victory points."""
    after = outlook.copy()
    add_province(box, table, after, province, -1.0, 0, 0, 0)
    add_province(box, table, after, province, 1.0, owner, change, colour)
    after[NUMBERS, PROGRESS] = progress(table, colour, change)
    return worth(box, table, after, seat)


@rule
def worth(box, table, after, seat):
    return (prospect(box, table, after, seat) - after[NUMBERS, NOW]) / after[NUMBERS, UNIT]


@rule
def token_gain(box, table, outlook, seat):
    """What one more token in the battle box is worth."""
    after = outlook.copy()
    add_battle(box, table, after, -1.0, 0, 0)
    add_battle(box, table, after, 1.0, seat, 1)
    return worth(box, table, after, seat)


# --- Cards ---------------------------------------------------------------------------------------


@rule
def keeping(box, table, seat, card, aim):
    """What a card is worth in hand, roughly in blocks."""
    kind, value = int(box.card_kind[card]), float(box.card_value[card])
    if kind > CLUB:
        return 1.5 if meets_condition(table, seat, kind) else 0.2
    if aim == ROYALISM:
        value *= 2.0 if box.card_colour[card] == WHITE else 0.5
    if box.card_silhouette[card] == GENERAL and aim == TO_WIN:
        value += 1.5
    if box.card_cannon[card] and aim == TO_WIN:
        value += 0.5
    return value + (0.5 if kind == CLUB else 0.0)


@rule
def least_card(box, table, seat, legal, aim):
    """The card of one's hand that is worth least."""
    least, at = 1e9, NO_CARD
    for card in range(1, int(box.cards) + 1):
        if legal[CARD + card]:
            value = keeping(box, table, seat, card, aim)
            if value < least:
                least, at = value, card
    return at


@rule
def choose_discard(box, table, seat, legal, aim):
    """Throw out what is worth less than a new card."""
    card = least_card(box, table, seat, legal, aim)
    if card != NO_CARD and keeping(box, table, seat, card, aim) < 1.2:
        return CARD + card
    return PASS


@rule
def choose_source(box, table, seat, legal, aim):
    """A good card face up, else the deck."""
    best, action = 1.6, DECK
    if table.phase == Phase.SECOND_DRAW:
        best, action = 0.0, PASS
    for at in range(FACE_UP):
        if legal[FACE_UP_CARD + at]:
            value = keeping(box, table, seat, int(table.face_up[at]), aim)
            if value > best:
                best, action = value, FACE_UP_CARD + at
    return action


@rule
def choose_keep(box, table, seat, aim):
    """Show strong cards; weak ones only in places that no strong card of the hand will need."""
    card = int(table.playing)
    places = int(box.display_size)
    while places > 0 and table.display[seat, int(box.display_size) - places] != NO_CARD:
        places -= 1
    better, own = 0, keeping(box, table, seat, card, aim)
    for other in range(1, int(box.cards) + 1):
        if table.place[other] == HAND + seat and box.card_kind[other] <= CLUB:
            better += keeping(box, table, seat, other, aim) > own
    if own >= 2.0 or places == 0 or better < places or table.closing:
        return DISPLAY_CARD
    return DISCARD_CARD


# --- Actions -------------------------------------------------------------------------------------


@rule
def choose_play(box, table, outlook, seat, legal):
    """The best of playing a card, drawing one, and doing nothing."""
    best, action = 0.0, PASS
    token = token_gain(box, table, outlook, seat)
    for card in range(1, int(box.cards) + 1):
        if legal[CARD + card]:
            if box.card_kind[card] > CLUB:
                value = special_gain(box, table, outlook, seat, int(box.card_kind[card])) - SPECIAL_LEVEL
            else:
                value = card_gain(box, table, outlook, seat, card, token)
            if value > best:
                best, action = value, CARD + card
    soon = 1.0 - 0.7 * outlook[NUMBERS, PROGRESS]
    if legal[DECK] and DECK_WORTH * soon > best:
        best, action = DECK_WORTH * soon, DECK
    for at in range(FACE_UP):
        if legal[FACE_UP_CARD + at]:
            card = int(table.face_up[at])
            if box.card_kind[card] <= CLUB:
                value = TAKE_SHARE * soon * card_gain(box, table, outlook, seat, card, token)
            else:
                value = 0.5 * soon * keeping(box, table, seat, card, TO_WIN) * DECK_WORTH
            if value > best:
                best, action = value, FACE_UP_CARD + at
    if legal[EXCHANGE] and best < 0.1:
        action = EXCHANGE
    return action


@rule
def card_gain(box, table, outlook, seat, card, token):
    """What playing a card is worth: its blocks in the best provinces, or a token; and the card on display."""
    value = blocks_gain(box, table, outlook, seat, card)
    if box.card_cannon[card] and box.battle_vp[int(table.turn) - 1] > 0:
        value = max(value, token)
    if room_in_display(box, table, seat, card):
        value += 0.5 * CARD_COST[int(box.card_value[card])]
    if box.card_silhouette[card] == GENERAL and table.turn < box.turns:
        value -= SHOW_LATE * (1.0 - outlook[NUMBERS, PROGRESS])
    return value


@rule
def blocks_gain(box, table, outlook, seat, card):
    """The blocks of a card, one in each of the best provinces."""
    colour, free = int(box.card_colour[card]), free_tokens(box, table, seat)
    number = min(int(box.card_value[card]), int(table.stock[colour]))
    first, second, third = -1e9, -1e9, -1e9
    if number == 0:
        return 0.0
    for province in range(first_province(box, card), past_provinces(box, card)):
        if may_place(box, table, seat, province, colour, free):
            value = gain(box, table, outlook, seat, province, seat, 1, colour)
            if value > first:
                first, second, third = value, first, second
            elif value > second:
                second, third = value, second
            elif value > third:
                third = value
    if first == -1e9:
        return 0.0
    second, third = max(second, 0.5 * first), max(third, 0.4 * first)
    return first + (second if number > 1 else 0.0) + (third if number > 2 else 0.0)


@rule
def choose_mode(box, table, outlook, seat):
    token = token_gain(box, table, outlook, seat)
    return CANNON if token > blocks_gain(box, table, outlook, seat, int(table.playing)) else BLOCKS


@rule
def choose_province(box, table, outlook, seat, legal):
    colour = int(box.card_colour[int(table.playing)])
    best, action = -1e9, PROVINCE
    for province in range(int(box.provinces)):
        if legal[PROVINCE + province]:
            value = gain(box, table, outlook, seat, province, seat, 1, colour)
            if value > best:
                best, action = value, PROVINCE + province
    return action


# --- Special cards -------------------------------------------------------------------------------


@rule
def special_gain(box, table, outlook, seat, kind):
    """What a special card would do at its best."""
    value = -1e9
    if kind in (BREAD_SHORTAGE, RELIGIOUS_PROBLEMS, TERROR):
        for province in range(int(box.provinces)):
            for owner in range(int(table.seats)):
                if is_stack_target(table, kind, province, owner):
                    value = max(value, removal_gain(box, table, outlook, seat, kind, province, owner))
    if kind == TERROR:
        return max(value, 0.0) + best_hit(box, table, outlook, seat, kind)[0]
    if kind <= TERROR:
        return best_hit(box, table, outlook, seat, kind)[0]
    return value


@rule
def removal_gain(box, table, outlook, seat, kind, province, owner):
    height = int(table.height[province, owner])
    change = -height if kind == TERROR else -1
    return gain(box, table, outlook, seat, province, owner, change, int(table.colour[province, owner]))


@rule
def choose_stack(box, table, outlook, seat, legal):
    """The province, then the stack, whose loss helps most."""
    kind, seats = int(box.card_kind[int(table.special)]), int(table.seats)
    best, action = -1e9, PASS
    if legal[PASS]:
        best = 0.0
    for province in range(int(box.provinces)):
        if table.phase == Phase.TARGET_STACK and province != table.target:
            continue
        for places in range(seats):
            owner = (seat + places) % seats
            if is_stack_target(table, kind, province, owner):
                value = removal_gain(box, table, outlook, seat, kind, province, owner)
                if value > best:
                    best = value
                    action = STACK + places if table.phase == Phase.TARGET_STACK else PROVINCE + province
    return action


@rule
def best_hit(box, table, outlook, seat, kind):
    """The card of another's display that it hurts most to lose, and what that is worth."""
    best, victim = 0.0, NO_CARD
    for owner in range(int(table.seats)):
        if owner != seat:
            for at in range(SHOWN):
                card = int(table.display[owner, at])
                if card != NO_CARD and is_card_target(box, kind, card):
                    value = hit_gain(box, table, outlook, seat, owner, card)
                    if value > best:
                        best, victim = value, card
    return best, victim


@rule
def hit_gain(box, table, outlook, seat, owner, card):
    """What it is worth that the owner loses a card: the more the better the owner stands."""
    after = outlook.copy()
    after[POINTS, owner] -= CARD_COST[int(box.card_value[card])]
    if box.card_colour[card] == WHITE:
        after[WHITE_POINTS, owner] -= int(box.card_value[card])
    elif box.card_colour[card] == RED:
        after[RED_POINTS, owner] -= int(box.card_value[card])
    if box.card_silhouette[card] == GENERAL and generals(box, table, owner) == 1:
        add_battle(box, table, after, -1.0, 0, 0)
        after[READY, owner] = 0.5 * SURPRISE
        add_battle(box, table, after, 1.0, 0, 0)
    return worth(box, table, after, seat)


@rule
def generals(box, table, seat):
    number = 0
    for at in range(SHOWN):
        if box.card_silhouette[int(table.display[seat, at])] == GENERAL:
            number += 1
    return number


@rule
def choose_card(box, table, outlook, seat, legal):
    victim = best_hit(box, table, outlook, seat, int(box.card_kind[int(table.special)]))[1]
    if victim != NO_CARD:
        return CARD + victim
    return PASS


# --- Ties ----------------------------------------------------------------------------------------


@rule
def choose_tie_card(box, table, outlook, seat, legal):
    """The cheapest card that wins, if the stake is worth it."""
    if table.tie == Tie.GOVERNMENT or table.tie == Tie.OPPOSITION:
        return choose_faction(box, table, outlook, seat, legal)
    before, after = 0, 0  # the best card chosen; the best that may yet come
    passed = False
    for place in range(int(table.seats)):
        other = int(table.order[place])
        if other == seat:
            passed = True
        elif table.contender[other]:
            if passed:
                after = max(after, best_suitable(box, table, other))
            else:
                before = max(before, int(box.card_value[int(table.chosen[other])]))
    stake = tie_stake(box, table, outlook, seat)
    best, action = 0.0, PASS
    for at in range(SHOWN):
        card = int(table.display[seat, at])
        if card != NO_CARD and is_suitable(box, table, seat, card):
            value = int(box.card_value[card])
            part = 1.0 if value > max(before, after) else TIE_CHANCE
            if value <= before:
                part = TIE_DENIAL if value == before else 0.0
            value_left = part * stake - spending(box, table, card)
            if value_left > best:
                best, action = value_left, CARD + card
    return action


@rule
def spending(box, table, card):
    """What it costs to lose a card of the display."""
    cost = CARD_COST[int(box.card_value[card])]
    if box.card_silhouette[card] == GENERAL:
        cost += 0.3
    return cost * LAST_COST if table.turn == box.turns else cost


@rule
def best_suitable(box, table, seat):
    best = 0
    for at in range(SHOWN):
        card = int(table.display[seat, at])
        if card != NO_CARD and is_suitable(box, table, seat, card):
            best = max(best, int(box.card_value[card]))
    return best


@rule
def tie_stake(box, table, outlook, seat):
    """What winning the tie is worth more than losing it, in victory points."""
    if table.tie == Tie.BATTLE:
        return float(box.battle_vp[int(table.turn) - 1])
    if table.tie == Tie.FIRST:
        return float(int(box.first_vp) - int(box.second_vp))
    if table.tie == Tie.SECOND:
        return float(box.second_vp)
    if table.tie == Tie.OPPOSITION_FIRST:
        return float(box.opposition_vp)
    province = province_voting(box, table)
    won = outlook.copy()
    won_by(box, table, won, seat, province)
    value, rivals, loss = worth(box, table, won, seat), 0, 0.0
    for other in range(int(table.seats)):
        if other != seat and table.contender[other]:
            lost = outlook.copy()
            won_by(box, table, lost, other, province)
            loss += worth(box, table, lost, seat)
            rivals += 1
    return value - loss / rivals


@rule
def won_by(box, table, outlook, winner, province):
    """The outlook once a player has won the tie of a province."""
    colour = int(table.colour[province, winner])
    outlook[colour, winner] += int(table.height[province, winner]) if province == box.paris else 1
    if table.turn >= box.province_vp_from:
        outlook[POINTS, winner] += int(box.province_vp[province])


@rule
def choose_faction(box, table, outlook, seat, legal):
    """For the tied faction that pays one most, the cheapest card that puts it ahead."""
    favourite, most, ahead, pays = 0, -1.0, 0, 0.0
    for colour in range(WHITE, COLOURS):
        if table.tied_colour[colour]:
            value = pay(box, table, seat, colour)
            if value > most:
                most, favourite = value, colour
            if table.strength[colour] >= table.strength[ahead]:
                ahead, pays = colour, value
    if favourite == ahead and table.strength[ahead] > 0:
        return PASS
    best, action = 0.0, PASS
    for at in range(SHOWN):
        card = int(table.display[seat, at])
        if card != NO_CARD and box.card_colour[card] == favourite:
            leads = int(table.strength[favourite]) + int(box.card_value[card]) > table.strength[ahead]
            value = (most - pays if leads else 0.0) - spending(box, table, card)
            if value > best:
                best, action = value, CARD + card
    return action


@rule
def pay(box, table, seat, colour):
    """What a seat gets if the faction wins the tie."""
    own, more, level = int(table.collected[colour, seat]), 0, 0
    for other in range(int(table.seats)):
        if other != seat:
            more += table.collected[colour, other] > own
            level += table.collected[colour, other] == own
    first = int(box.first_vp) if table.tie == Tie.GOVERNMENT else int(box.opposition_vp)
    second = int(box.second_vp) if table.tie == Tie.GOVERNMENT else 0
    if own == 0 or more > 1:
        return 0.0
    return (first if more == 0 else second) / (1.0 + 0.5 * level)
