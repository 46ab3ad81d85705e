"""A sensible player of Liberté: honest, deterministic, without search.

It looks at the election as it would come out now, the less sure of it the more blocks are still to come, and
from that at everybody's chance to win: by victory points, by a counter-revolution, by a landslide. A block
placed or removed is worth what it changes in its own chance, told in victory points. Cards are kept for ties
by their strength, generals are shown late, and a tie gets the cheapest card that wins it.
"""

import math

import numpy as np

from ...envs.core.compile import rule
from ...envs.core.loops import first_legal
from ...envs.liberte import actions as say
from ...envs.liberte import rules
from ...envs.liberte.box import BREAD_SHORTAGE, CLUB, GENERAL, RELIGIOUS_PROBLEMS, STRONGEST, TERROR
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

PASS, CARD, TAKE, PROVINCE = say.PASS, say.CARD, say.FACE_UP_CARD, say.PROVINCE

TO_WIN, ROYALISM = 0, 1  # what it goes for
NOTHING = -1e9  # worth less than anything

# The outlook is an array. Its first row holds numbers, the others one number for each seat: blocks that it
# will take of each colour (rows WHITE to RED), victory points, points after a sudden end, the best card for
# ties of each colour (TIE_CARD + colour; special cards have colour 0), readiness for battle; then two rows
# to work in.
POINTS, WHITE_POINTS, RED_POINTS, TIE_CARD, READY, FINAL, LEAD, ROWS = 4, 5, 6, 7, 11, 12, 13, 14
ROYAL, HELD, PROGRESS, SHARP, AIM, NOW, UNIT = range(7)  # the numbers, in row 0
WIDTH = max(SEATS, UNIT + 1)

LONG = 20  # blocks in the smallest stock with which an election is far away
SHARPNESS = (3.0, 30.0)  # weight of a second block against the first: early, and at the end
OPEN = 0.25  # weight of a province's being taken by a newcomer, beside a single block's 1
STALEMATE = 0.5  # weight of a tie's staying one, beside each of the tied
TIE_WEIGHT = 0.6  # what each block on the best card adds to the chance in a tie
VOTE_SPREAD = (3.5, 0.7)  # votes by which a faction may still gain on another: early, and at the end
TAKEN_SPREAD = (1.6, 0.5)  # the same of the blocks that two players take
POINT_SPREAD = (1.5, 3.0, 4.5, 5.5)  # victory points that may still be made up, by turns to come
CARD_SPREAD = 2.0  # the same of the points after a sudden end
FAR = 15.0  # spreads beyond which a lead is as good as certain
LASTING = 0.12  # victory points of a block that stays on the map for the next turn
SHARED, NARROW = 0.15, 0.9  # weight in a revolt of a province where white shares the lead, or leads by one
# The revolt is as likely as not this much below the number that is needed, and before it can happen.
REVOLT_MARGIN, REVOLT_EARLY, REVOLT_SPREAD = 1.5, 0.2, 0.6
LANDSLIDE_MARGIN, LANDSLIDE_SPREAD = 0.7, 0.8  # the same in red votes
REVOLT_HOPE = 0.6  # part of the chance in a revolt that it trusts: cards nobody has seen decide it
ROYAL_STEP, ROYAL_LEAD, ROYAL_LEAD_SPREAD = 0.2, 0.5, 5.0  # what a royalist adds to its chance
SURPRISE = 0.2  # readiness for battle without a known general
NOBODY_LEADS = (3.0, 0.3)  # weight against anybody's winning the battle: early, and at the end
SHOW_LATE = 0.5  # victory points it costs to show a general early
DECK_WORTH, TAKE_SHARE = 0.15, 0.5  # of the deck's top card; of a card face up, which takes two actions
SPECIAL_LEVEL = 0.25  # what a special card must bring
CARD_COST = (0.0, 0.1, 0.4, 0.8)  # victory points of a card of so many blocks in the turns to come
LAST_COST = 0.1  # part of that cost in the last turn
HELD_FOR_TIES = 0.6  # what a card in hand counts for ties against one on display
KEEP_GENERAL, KEEP_CANNON = 1.5, 0.5  # blocks that a general and a cannon are worth in hand
PLAYABLE = 1.5  # the same of a special card that may be played
THROW_OUT, NEW_CARD, STRONG = 1.2, 1.6, 2.0  # in blocks: cards to discard, to expect of the deck, to display
LATE_DRAW = 0.7  # part of a draw's worth that is lost at the end of a turn
EXCHANGE_LEVEL = 0.1  # what a play must bring, else two cards are discarded for one
SHOWN_PART = 0.5  # part of a card's cost that it is worth to have it on display
AGAIN = 0.45  # what a further block in the best province is worth against the first
GENERAL_COST = 0.3  # what a general costs more than another card
TIE_DENIAL = 0.3  # part of a tie's stake that a card is worth which draws level, or may be drawn level with


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, TO_WIN)


@rule
def decide(box, table, seat, legal, aim):
    action = wanted(box, table, seat, legal, aim)
    # Where another has played a special card for it that can hit only cards of its own, it wants to pass.
    return action if action < len(legal) and legal[action] else first_legal(legal)


@rule
def wanted(box, table, seat, legal, aim):
    """What it would do, legal or not."""
    phase = int(table.phase)
    if phase == Phase.DISCARD:
        return choose_discard(box, table, seat, legal, aim)
    if phase == Phase.EXCHANGE:
        return CARD + least_card(box, table, seat, legal, aim)
    if phase == Phase.REFILL or phase == Phase.DRAW or phase == Phase.SECOND_DRAW:
        return choose_source(box, table, seat, legal, aim)
    if phase == Phase.KEEP:
        return choose_keep(box, table, seat, legal, aim)
    return choose_by_outlook(box, table, survey(box, table, seat, aim), seat, legal)


@rule
def choose_by_outlook(box, table, outlook, seat, legal):
    phase, kind = int(table.phase), int(box.card_kind[int(table.special)])
    if phase == Phase.PLACE:
        return PROVINCE + best_provinces(box, table, outlook, seat, int(table.playing), 1)[1]
    if phase == Phase.MODE:
        blocks = blocks_gain(box, table, outlook, seat, int(table.playing))
        return say.CANNON if token_gain(box, table, outlook, seat) > blocks else say.BLOCKS
    if phase == Phase.TARGET_PROVINCE:
        value, province, _ = best_stack(box, table, outlook, seat, kind, -1)
        return PASS if legal[PASS] and value < 0.0 else PROVINCE + province
    if phase == Phase.TARGET_STACK:
        return say.STACK + best_stack(box, table, outlook, seat, kind, int(table.target))[2]
    if phase == Phase.TARGET_CARD:
        victim = best_hit(box, table, outlook, seat, kind)[1]
        return PASS if victim == NO_CARD else CARD + victim
    if phase == Phase.TIE:
        return choose_for_tie(box, table, outlook, seat)
    return choose_play(box, table, outlook, seat, legal)


# --- The outlook ---------------------------------------------------------------------------------


@rule
def survey(box, table, seat, aim):
    """How the turn and the game look to `seat`."""
    outlook = np.zeros((ROWS, WIDTH))
    numbers = outlook[0]
    voted = int(table.voting) if table.phase == Phase.TIE and table.tie != Tie.BATTLE else -1
    numbers[AIM] = aim
    numbers[ROYAL] = table.lost_battles
    numbers[HELD] = table.lost_battles
    numbers[PROGRESS] = progress(table, 0, 0)
    numbers[SHARP] = between(SHARPNESS, numbers[PROGRESS] ** 2)
    for other in range(int(table.seats)):
        outlook[POINTS, other] = table.vp[other]
        for colour in range(WHITE, COLOURS):
            outlook[colour, other] = table.collected[colour, other] if voted >= 0 else 0
    survey_cards(box, table, seat, outlook)
    number = 0
    for at in range(int(box.regions)):
        region = int(box.region_order[at]) - 1
        first = int(box.region_first[region])
        for province in range(first, first + int(box.region_size[region])):
            if number > voted:
                add_province(box, table, outlook, province, 1.0, 0, 0, 0)
            number += 1
    if voted < 0:
        add_battle(box, table, outlook, 1.0, 0, 0)
    numbers[NOW] = prospect(box, table, outlook, seat)
    outlook[POINTS, seat] += 1.0
    numbers[UNIT] = max(0.02, prospect(box, table, outlook, seat) - numbers[NOW])
    outlook[POINTS, seat] -= 1.0
    return outlook


@rule
def progress(table, colour, placed):
    """How near the election is, 0 to 1, once so many blocks of a colour are placed."""
    if table.closing or table.phase == Phase.TIE:
        return 1.0
    least = LONG
    for other in range(WHITE, COLOURS):
        least = min(least, int(table.stock[other]) - (placed if other == colour else 0))
    return 1.0 - least / LONG


@rule
def between(ends, part):
    return ends[0] + (ends[1] - ends[0]) * part


@rule
def survey_cards(box, table, seat, outlook):
    """Points on cards, the best cards for ties, and generals; an unseen card counts as the mean of all."""
    unseen, white, red = 0.001, 0, 0
    unknown = outlook[LEAD]
    late = outlook[0, PROGRESS] ** 3
    for other in range(int(table.seats)):
        unknown[other] = table.hand_size[other]
        outlook[READY, other] = SURPRISE * (1.0 - late) if table.hand_size[other] > 0 else 0.0
    for card in range(1, int(box.cards) + 1):
        place, colour, value = int(table.place[card]), int(box.card_colour[card]), int(box.card_value[card])
        shown = place >= DISPLAY
        if place == IN_DECK or (HAND <= place < DISPLAY and place != HAND + seat and not table.known[card]):
            unseen += 1
            white += value if colour == WHITE else 0
            red += value if colour == RED else 0
        elif place >= HAND or card == table.playing:
            owner = place - DISPLAY if shown else place - HAND
            if place < HAND:
                owner = int(table.seat)
            elif not shown:
                unknown[owner] -= 1
            outlook[WHITE_POINTS, owner] += value if colour == WHITE else 0
            outlook[RED_POINTS, owner] += value if colour == RED else 0
            strength = float(value) if shown else HELD_FOR_TIES * value * (1.0 - late)
            outlook[TIE_CARD + colour, owner] = max(outlook[TIE_CARD + colour, owner], strength)
            if box.card_silhouette[card] == GENERAL:
                outlook[READY, owner] = max(outlook[READY, owner], 1.0 if shown else 1.0 - 0.9 * late)
    for other in range(int(table.seats)):
        if other != seat:
            outlook[WHITE_POINTS, other] += unknown[other] * white / unseen
            outlook[RED_POINTS, other] += unknown[other] * red / unseen


@rule
def add_province(box, table, outlook, province, sign, owner, change, colour):
    """Add a province to the outlook, or take it away; with a change of the owner's stack."""
    seats, sharp = int(table.seats), outlook[0, SHARP]
    highest, second, level, white = 0, 0, 0, False
    total = OPEN * (1.0 - outlook[0, PROGRESS])
    for seat in range(seats):
        height, own = stack(table, province, seat, owner, change, colour)
        if height > highest:
            highest, second, level, white = height, highest, 1, own == WHITE
        elif height == highest and height > 0:
            level, white = level + 1, white or own == WHITE
        else:
            second = max(second, height)
        total += weight(outlook, seat, height, own)
    if highest == 0:
        return
    if level > 1:
        total += STALEMATE * sharp ** (highest - 1)
    prize = int(box.province_vp[province]) if table.turn >= box.province_vp_from else 0
    for seat in range(seats):
        height, own = stack(table, province, seat, owner, change, colour)
        if height == 0:
            continue
        votes = height if province == box.paris else 1
        chance = sign * weight(outlook, seat, height, own) / total
        outlook[own, seat] += votes * chance
        outlook[POINTS, seat] += prize * chance
        if level == 1 and table.turn < box.turns:
            outlook[POINTS, seat] += LASTING * (sign * height - votes * chance)
        if own == WHITE:
            outlook[WHITE_POINTS, seat] += sign * height
        elif own == RED:
            outlook[RED_POINTS, seat] += sign * height - votes * chance
    if box.cr[province] and white:
        held = SHARED if level > 1 else (NARROW if highest == second + 1 else 1.0)
        outlook[0, ROYAL] += sign * held
        outlook[0, HELD] += sign if level == 1 else 0.0


@rule
def stack(table, province, seat, owner, change, colour):
    """Height and colour of a stack, with the change of the owner's."""
    if change != 0 and seat == owner:
        return int(table.height[province, seat]) + change, colour
    return int(table.height[province, seat]), int(table.colour[province, seat])


@rule
def weight(outlook, seat, height, colour):
    """The weight of a stack in the election of its province."""
    if height == 0:
        return 0.0
    return outlook[0, SHARP] ** (height - 1) * (1.0 + TIE_WEIGHT * outlook[TIE_CARD + colour, seat])


@rule
def add_battle(box, table, outlook, sign, owner, tokens):
    """Add this turn's battle to the outlook, or take it away; with more tokens of the owner's."""
    prize, seats, late = int(box.battle_vp[int(table.turn) - 1]), int(table.seats), outlook[0, PROGRESS]
    if prize == 0:
        return
    nobody = between(NOBODY_LEADS, late)
    total = nobody
    for seat in range(seats):
        outlook[LEAD, seat] = (int(table.cannons[seat]) + (tokens if seat == owner else 0)) ** 2
        outlook[LEAD, seat] *= outlook[READY, seat]
        total += outlook[LEAD, seat]
    for seat in range(seats):
        outlook[POINTS, seat] += sign * prize * outlook[LEAD, seat] / total
    outlook[0, ROYAL] += sign * late * nobody / total


# --- The chance to win ---------------------------------------------------------------------------


@rule
def prospect(box, table, outlook, seat):
    """The chance of `seat` to win; for a royalist rather how near the counter-revolution is."""
    seats = int(table.seats)
    reds = foresee_election(box, outlook, seats)
    chance = chance_of_most(outlook[FINAL], seats, seat, POINT_SPREAD[int(box.turns) - int(table.turn)])
    if outlook[0, AIM] == ROYALISM:
        lead = chance_of_most(outlook[WHITE_POINTS], seats, seat, ROYAL_LEAD_SPREAD)
        return ROYAL_STEP * outlook[0, ROYAL] + ROYAL_LEAD * lead + chance
    slide = steep((reds - int(box.landslide_votes) + LANDSLIDE_MARGIN) / LANDSLIDE_SPREAD)
    if slide > 0.01:
        chance += slide * (chance_of_most(outlook[RED_POINTS], seats, seat, CARD_SPREAD) - chance)
    margin = REVOLT_MARGIN if table.turn >= box.cr_from else REVOLT_EARLY
    revolt = steep((outlook[0, ROYAL] - int(box.cr_needed) + margin) / REVOLT_SPREAD)
    if table.turn >= box.cr_from and outlook[0, HELD] > int(box.cr_needed) - 0.5:
        revolt = 1.0
    if revolt > 0.01:
        hope = REVOLT_HOPE * chance_of_most(outlook[WHITE_POINTS], seats, seat, CARD_SPREAD)
        chance += revolt * (hope - chance)
    return chance


@rule
def foresee_election(box, outlook, seats):
    """Fill the final points with what government and opposition will pay; return the red votes."""
    white, blue, red = 0.0, 0.0, 0.0
    for seat in range(seats):
        outlook[FINAL, seat] = outlook[POINTS, seat]
        white += outlook[WHITE, seat]
        blue += outlook[BLUE, seat]
        red += outlook[RED, seat]
    spread, most = between(VOTE_SPREAD, outlook[0, PROGRESS]), max(white, blue, red)
    odds = (
        math.exp(max(-FAR, (white - most) / spread)),
        math.exp(max(-FAR, (blue - most) / spread)),
        math.exp(max(-FAR, (red - most) / spread)),
    )
    total = odds[0] + odds[1] + odds[2]
    for colour in range(WHITE, COLOURS):
        own, opposes = odds[colour - 1] / total, 0.0
        for other in range(3):
            if other != colour - 1:
                opposes += odds[other] / total * odds[colour - 1] / (total - odds[other])
        pay_places(box, outlook, seats, colour, own, opposes)
    return red


@rule
def pay_places(box, outlook, seats, colour, governs, opposes):
    """Add what the seats get by the blocks of a colour that governs and opposes with these chances."""
    spread, total, behind = between(TAKEN_SPREAD, outlook[0, PROGRESS]), 0.01, 0.0
    for seat in range(seats):
        outlook[LEAD, seat] = math.exp(min(FAR, outlook[colour, seat] / spread)) - 1.0
        total += outlook[LEAD, seat]
    for seat in range(seats):
        behind += outlook[LEAD, seat] / (total - outlook[LEAD, seat])
    for seat in range(seats):
        first = outlook[LEAD, seat] / total
        second = first * (behind - outlook[LEAD, seat] / (total - outlook[LEAD, seat]))
        pay = first * int(box.first_vp) + second * int(box.second_vp)
        outlook[FINAL, seat] += governs * pay + opposes * first * int(box.opposition_vp)


@rule
def chance_of_most(points, seats, seat, spread):
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
    after[0, PROGRESS] = progress(table, colour, change)
    return worth(box, table, after, seat)


@rule
def worth(box, table, after, seat):
    return (prospect(box, table, after, seat) - after[0, NOW]) / after[0, UNIT]


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
        return PLAYABLE if rules.specials.meets_condition(table, seat, kind) else 0.0
    if aim == ROYALISM:
        return value * (2.0 if box.card_colour[card] == WHITE else 0.5)
    if box.card_silhouette[card] == GENERAL:
        value += KEEP_GENERAL
    return value + KEEP_CANNON * int(box.card_cannon[card])


@rule
def least_card(box, table, seat, legal, aim):
    """The card that is worth least."""
    least, at = -NOTHING, NO_CARD
    for card in range(1, int(box.cards) + 1):
        if legal[CARD + card] and keeping(box, table, seat, card, aim) < least:
            least, at = keeping(box, table, seat, card, aim), card
    return at


@rule
def choose_discard(box, table, seat, legal, aim):
    """Throw out what is worth less than a new card."""
    card = least_card(box, table, seat, legal, aim)
    if card != NO_CARD and keeping(box, table, seat, card, aim) < THROW_OUT:
        return CARD + card
    return PASS


@rule
def choose_source(box, table, seat, legal, aim):
    """A good card face up, else the deck."""
    best, action = NEW_CARD, say.DECK
    if table.phase == Phase.SECOND_DRAW:
        best, action = 0.0, PASS
    for at in range(FACE_UP):
        if legal[TAKE + at]:
            value = keeping(box, table, seat, int(table.face_up[at]), aim)
            if value > best:
                best, action = value, TAKE + at
    return action


@rule
def choose_keep(box, table, seat, legal, aim):
    """Show strong cards; weak ones only in places that no better card of the hand will need."""
    if not legal[say.DISPLAY_CARD]:
        return say.DISCARD_CARD
    card = int(table.playing)
    places, better, own = 0, 0, keeping(box, table, seat, card, aim)
    for at in range(int(box.display_size)):
        places += table.display[seat, at] == NO_CARD
    for other in range(1, int(box.cards) + 1):
        if table.place[other] == HAND + seat and box.card_kind[other] <= CLUB:
            better += keeping(box, table, seat, other, aim) > own
    if box.card_colour[card] == WHITE and table.turn >= box.cr_from:
        own += 1.0  # it may count in a counter-revolution
    if own >= STRONG or better < places or table.closing:
        return say.DISPLAY_CARD
    return say.DISCARD_CARD


# --- Actions -------------------------------------------------------------------------------------


@rule
def choose_play(box, table, outlook, seat, legal):
    """The best of playing a card, drawing one, and doing nothing."""
    best, action, soon = 0.0, PASS, 1.0 - LATE_DRAW * outlook[0, PROGRESS]
    for card in range(1, int(box.cards) + 1):
        if legal[CARD + card]:
            value = card_gain(box, table, outlook, seat, card)
            if value > best:
                best, action = value, CARD + card
    if legal[say.DECK] and DECK_WORTH * soon > best:
        best, action = DECK_WORTH * soon, say.DECK
    for at in range(FACE_UP):
        card = int(table.face_up[at])
        if legal[TAKE + at] and keeping(box, table, seat, card, int(outlook[0, AIM])) > NEW_CARD:
            value = TAKE_SHARE * soon * card_gain(box, table, outlook, seat, card)
            if value > best:
                best, action = value, TAKE + at
    if legal[say.EXCHANGE] and best < EXCHANGE_LEVEL:
        return say.EXCHANGE
    return action


@rule
def card_gain(box, table, outlook, seat, card):
    """What playing a card is worth: its blocks or a token, and the card on display; or what it hits."""
    kind = int(box.card_kind[card])
    if kind > CLUB:
        return special_gain(box, table, outlook, seat, kind) - SPECIAL_LEVEL
    value = blocks_gain(box, table, outlook, seat, card)
    if box.card_cannon[card] and box.battle_vp[int(table.turn) - 1] > 0:
        value = max(value, token_gain(box, table, outlook, seat))
    if rules.playing.room_in_display(box, table, seat, card):
        value += SHOWN_PART * CARD_COST[int(box.card_value[card])]
    if box.card_silhouette[card] == GENERAL:
        after = outlook.copy()
        make_ready(box, table, after, seat, 1.0)
        value += worth(box, table, after, seat) - SHOW_LATE * (1.0 - outlook[0, PROGRESS])
    return value


@rule
def blocks_gain(box, table, outlook, seat, card):
    """What the blocks of a card are worth, each in another of the best provinces."""
    number = min(int(box.card_value[card]), int(table.stock[int(box.card_colour[card])]))
    return best_provinces(box, table, outlook, seat, card, number)[0]


@rule
def best_provinces(box, table, outlook, seat, card, number):
    """What so many blocks of a card are worth, and the best province."""
    colour, free = int(box.card_colour[card]), rules.playing.free_tokens(box, table, seat)
    first, second, third, best = NOTHING, NOTHING, NOTHING, 0
    for province in range(rules.playing.first_province(box, card), rules.playing.past_provinces(box, card)):
        if number > 0 and rules.playing.may_place(box, table, seat, province, colour, free):
            value = gain(box, table, outlook, seat, province, seat, 1, colour)
            if value > first:
                first, second, third, best = value, first, second, province
            elif value > second:
                second, third = value, second
            elif value > third:
                third = value
    if first == NOTHING:
        return 0.0, 0
    total = first + (max(second, AGAIN * first) if number > 1 else 0.0)
    return total + (max(third, AGAIN * first) if number > 2 else 0.0), best


# --- Special cards -------------------------------------------------------------------------------


@rule
def special_gain(box, table, outlook, seat, kind):
    """What a special card does at its best."""
    value = 0.0
    if kind in (BREAD_SHORTAGE, RELIGIOUS_PROBLEMS, TERROR):
        value = max(0.0, best_stack(box, table, outlook, seat, kind, -1)[0])
    if kind <= TERROR:
        value += best_hit(box, table, outlook, seat, kind)[0]
    return value


@rule
def best_stack(box, table, outlook, seat, kind, only):
    """The stack whose loss helps most: what it is worth, the province, the owner's distance."""
    seats = int(table.seats)
    best, where, whose = NOTHING, 0, 0
    for province in range(int(box.provinces)):
        if only >= 0 and province != only:
            continue
        for places in range(seats):
            owner = (seat + places) % seats
            if rules.specials.is_stack_target(table, kind, province, owner):
                change = -int(table.height[province, owner]) if kind == TERROR else -1
                colour = int(table.colour[province, owner])
                value = gain(box, table, outlook, seat, province, owner, change, colour)
                if value > best:
                    best, where, whose = value, province, places
    return best, where, whose


@rule
def best_hit(box, table, outlook, seat, kind):
    """What it is worth to hit the best card of another's display, and that card."""
    best, victim = 0.0, NO_CARD
    for owner in range(int(table.seats)):
        for at in range(SHOWN):
            card = int(table.display[owner, at])
            if card != NO_CARD and owner != seat and rules.specials.is_card_target(box, kind, card):
                value = hit_gain(box, table, outlook, seat, owner, card)
                if value > best:
                    best, victim = value, card
    return best, victim


@rule
def hit_gain(box, table, outlook, seat, owner, card):
    """What it is worth that the owner loses a card: the more, the better the owner stands."""
    after, value = outlook.copy(), int(box.card_value[card])
    after[POINTS, owner] -= CARD_COST[value]
    if box.card_colour[card] == WHITE:
        after[WHITE_POINTS, owner] -= value
    elif box.card_colour[card] == RED:
        after[RED_POINTS, owner] -= value
    if box.card_silhouette[card] == GENERAL and generals(box, table, owner) == 1:
        make_ready(box, table, after, owner, SURPRISE)
    return worth(box, table, after, seat)


@rule
def make_ready(box, table, outlook, seat, ready):
    """The outlook when a player has shown a general, or lost it."""
    add_battle(box, table, outlook, -1.0, 0, 0)
    outlook[READY, seat] = ready
    add_battle(box, table, outlook, 1.0, 0, 0)


@rule
def generals(box, table, seat):
    number = 0
    for at in range(SHOWN):
        number += box.card_silhouette[int(table.display[seat, at])] == GENERAL
    return number


# --- Ties ----------------------------------------------------------------------------------------


@rule
def choose_for_tie(box, table, outlook, seat):
    """The cheapest card that wins, if the stake is worth it."""
    if table.tie == Tie.GOVERNMENT or table.tie == Tie.OPPOSITION:
        return choose_faction(box, table, seat)
    before, after = best_chosen(box, table), best_to_come(box, table)
    stake = tie_stake(box, table, outlook, seat)
    best, action = 0.0, PASS
    for at in range(SHOWN):
        card = int(table.display[seat, at])
        if card != NO_CARD and rules.breaking_ties.is_suitable(box, table, seat, card):
            value, part = int(box.card_value[card]), 0.0
            if value > max(before, after):
                part = 1.0
            elif value == max(before, after):
                part = TIE_DENIAL
            net = part * stake - spending(box, table, card)
            if net > best:
                best, action = net, CARD + card
    return action


@rule
def best_chosen(box, table):
    """The value of the best card chosen in this round of the tie."""
    best = 0
    for seat in range(int(table.seats)):
        best = max(best, int(box.card_value[int(table.chosen[seat])]))
    return best


@rule
def best_to_come(box, table):
    """The value of the best card that those who choose later can show."""
    best = 0
    for place in range(int(table.tie_place) + 1, int(table.seats)):
        seat = int(table.order[place])
        for at in range(SHOWN):
            card = int(table.display[seat, at])
            if (
                table.contender[seat]
                and card != NO_CARD
                and rules.breaking_ties.is_suitable(box, table, seat, card)
            ):
                best = max(best, int(box.card_value[card]))
    return best


@rule
def spending(box, table, card):
    """What it costs to lose a card of the display."""
    cost = CARD_COST[int(box.card_value[card])]
    if box.card_silhouette[card] == GENERAL:
        cost += GENERAL_COST
    return cost * LAST_COST if table.turn == box.turns else cost


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
    rivals, loss = 0, 0.0
    for other in range(int(table.seats)):
        if other != seat and table.contender[other]:
            loss += worth_of_province(box, table, outlook, seat, other)
            rivals += 1
    return worth_of_province(box, table, outlook, seat, seat) - loss / rivals


@rule
def worth_of_province(box, table, outlook, seat, winner):
    """What it is worth that a player wins the tie of the province at hand."""
    province, after = rules.provinces.province_voting(box, table), outlook.copy()
    colour = int(table.colour[province, winner])
    after[colour, winner] += int(table.height[province, winner]) if province == box.paris else 1
    if table.turn >= box.province_vp_from:
        after[POINTS, winner] += int(box.province_vp[province])
    return worth(box, table, after, seat)


@rule
def choose_faction(box, table, seat):
    """For the tied faction that pays one most, the cheapest card that puts it ahead."""
    favourite, most, ahead, pays = 0, 0.0, 0, 0.0
    for colour in range(WHITE, COLOURS):
        if table.tied_colour[colour]:
            value = faction_pay(box, table, seat, colour)
            if value > most:
                most, favourite = value, colour
            if table.strength[colour] >= table.strength[ahead]:
                ahead, pays = colour, value
    if favourite == 0 or favourite == ahead:
        return PASS
    needed = int(table.strength[ahead])
    if box.faction_ties != STRONGEST:
        needed -= int(table.strength[favourite])
    best, action = 0.0, PASS
    for at in range(SHOWN):
        card = int(table.display[seat, at])
        if box.card_colour[card] == favourite and box.card_value[card] > needed:
            net = most - pays - spending(box, table, card)
            if net > best:
                best, action = net, CARD + card
    return action


@rule
def faction_pay(box, table, seat, colour):
    """What a seat gets for its blocks if this faction wins the tie."""
    own, more, level = int(table.collected[colour, seat]), 0, 0
    for other in range(int(table.seats)):
        if other != seat:
            more += table.collected[colour, other] > own
            level += table.collected[colour, other] == own
    governs = table.tie == Tie.GOVERNMENT
    if own == 0 or more > (1 if governs else 0):
        return 0.0
    first = int(box.first_vp) if governs else int(box.opposition_vp)
    return (first if more == 0 else int(box.second_vp)) / (1.0 + 0.5 * level)
