"""What a block, a royal province or a token is worth to the deciding seat."""

import math

from ....envs.core.engine.compile import rule
from ....envs.liberte.table import COLOURS, DISPLAY, HAND, IN_DECK, RED, WHITE, Phase
from .outlook import between
from .weights import (
    FAR,
    GOVERNS,
    GOVERNS_MORE,
    GROW,
    HELD,
    IN_GOVERNMENT,
    IN_OPPOSITION,
    LEAD,
    MORE,
    ODDS,
    OPPOSES,
    OPPOSES_MORE,
    POINTS,
    PRICE,
    PROGRESS,
    READY,
    RED_POINTS,
    RED_PRICE,
    REGARD,
    REVOLT,
    ROYAL,
    ROYAL_PRICE,
    UNKNOWN,
    VOTE_PRICE,
    WHITE_POINTS,
    WHITE_PRICE,
)


@rule
def set_prices(box, table, outlook, seat, weights):
    """Fill the outlook with what things are worth to `seat`, in its own victory points."""
    seats, turns_left = int(table.seats), int(box.turns) - int(table.turn)
    expect_battle(box, table, outlook, weights)
    foresee_election(outlook, seats, weights)
    for colour in range(WHITE, COLOURS):
        outlook[GOVERNS, colour], outlook[OPPOSES, colour] = chances(outlook, colour, 0)
        governs, opposes = chances(outlook, colour, colour)
        outlook[GOVERNS_MORE, colour], outlook[OPPOSES_MORE, colour] = governs, opposes
        expect_places(box, outlook, seats, colour)
    spread = weights.points_last + weights.points_turn * turns_left
    chance = regard_others(outlook, seats, seat, spread, weights.envy)
    for colour in range(WHITE, COLOURS):
        places = places_worth(box, outlook, seats, colour, -1)
        outlook[IN_GOVERNMENT, colour], outlook[IN_OPPOSITION, colour] = places
    for colour in range(WHITE, COLOURS):
        outlook[VOTE_PRICE, colour] = vote_price(outlook, colour)
        for other in range(seats):
            outlook[PRICE + colour, other] = UNKNOWN
    outlook[0, ROYAL_PRICE] = weights.royalism
    outlook[WHITE_PRICE, seat] = weights.whiteness
    outlook[VOTE_PRICE, RED] += weights.radicalism
    foresee_sudden_ends(box, table, outlook, seat, chance, spread, weights)


# --- The election --------------------------------------------------------------------------------


@rule
def foresee_election(outlook, seats, weights):
    """Fill in the odds of the factions, and everybody's lead in each."""
    late, most = outlook[0, PROGRESS], 0.0
    wide = between(weights.votes_early, weights.votes_late, late)
    narrow = between(weights.taken_early, weights.taken_late, late)
    outlook[0, MORE], outlook[0, GROW] = math.exp(1.0 / wide), math.exp(1.0 / narrow)
    for colour in range(WHITE, COLOURS):
        for seat in range(seats):
            taken = outlook[colour, seat]
            outlook[ODDS, colour] += taken
            outlook[LEAD + colour, seat] = math.exp(min(FAR, taken / narrow)) - 1.0 if taken > 0.0 else 0.0
        most = max(most, outlook[ODDS, colour])
    for colour in range(WHITE, COLOURS):
        outlook[ODDS, colour] = math.exp(max(-FAR, (outlook[ODDS, colour] - most) / wide))


@rule
def chances(outlook, colour, favoured):
    """The chances of a colour to govern and to oppose, with one more vote for the favoured colour."""
    first, second = WHITE + colour % 3, WHITE + (colour + 1) % 3
    own, one, two = outlook[ODDS, colour], outlook[ODDS, first], outlook[ODDS, second]
    if favoured == colour:
        own *= outlook[0, MORE]
    elif favoured == first:
        one *= outlook[0, MORE]
    elif favoured == second:
        two *= outlook[0, MORE]
    total = own + one + two
    return own / total, own / total * (one / (own + two) + two / (own + one))


@rule
def vote_price(outlook, favoured):
    """What one more vote for a colour is worth, regardless of who casts it."""
    value = 0.0
    for colour in range(WHITE, COLOURS):
        governs, opposes = chances(outlook, colour, favoured)
        value += (governs - outlook[GOVERNS, colour]) * outlook[IN_GOVERNMENT, colour]
        value += (opposes - outlook[OPPOSES, colour]) * outlook[IN_OPPOSITION, colour]
    return value


@rule
def expect_places(box, outlook, seats, colour):
    """Add to everybody's points what the blocks of a colour will pay."""
    total, behind = 0.01, 0.0
    for seat in range(seats):
        total += outlook[LEAD + colour, seat]
    for seat in range(seats):
        behind += outlook[LEAD + colour, seat] / (total - outlook[LEAD + colour, seat])
    for seat in range(seats):
        lead = outlook[LEAD + colour, seat]
        first = lead / total
        second = first * (behind - lead / (total - lead))
        outlook[POINTS, seat] += outlook[GOVERNS, colour] * (
            first * int(box.first_vp) + second * int(box.second_vp)
        )
        outlook[POINTS, seat] += outlook[OPPOSES, colour] * first * int(box.opposition_vp)


@rule
def regard_others(outlook, seats, seat, spread, envy):
    """Fill in what each player's point is worth to `seat`; return its chance to have most in the end."""
    total = 0.0
    for other in range(seats):
        odds = math.exp((outlook[POINTS, other] - outlook[POINTS, seat]) / spread)
        outlook[REGARD, other] = odds
        total += odds
    for other in range(seats):
        outlook[REGARD, other] *= -envy / max(0.001, total - 1.0)
    outlook[REGARD, seat] = 1.0
    return 1.0 / total


@rule
def places_worth(box, outlook, seats, colour, owner):
    """What a colour's places in government and in opposition are worth.

    `owner`, unless -1, counts as having one more block.
    """
    total, behind, grow = 0.01, 0.0, outlook[0, GROW]
    for seat in range(seats):
        lead = outlook[LEAD + colour, seat]
        total += (lead + 1.0) * grow - 1.0 if seat == owner else lead
    for seat in range(seats):
        lead = outlook[LEAD + colour, seat]
        lead = (lead + 1.0) * grow - 1.0 if seat == owner else lead
        behind += lead / (total - lead)
    leading, following = 0.0, 0.0
    for seat in range(seats):
        lead = outlook[LEAD + colour, seat]
        lead = (lead + 1.0) * grow - 1.0 if seat == owner else lead
        leading += outlook[REGARD, seat] * lead / total
        following += outlook[REGARD, seat] * lead / total * (behind - lead / (total - lead))
    return leading * int(box.first_vp) + following * int(box.second_vp), leading * int(box.opposition_vp)


@rule
def price(box, outlook, seats, colour, owner):
    """What one more block of a colour is worth for its owner, including its vote."""
    if outlook[PRICE + colour, owner] == UNKNOWN:
        governs, opposes = outlook[GOVERNS_MORE, colour], outlook[OPPOSES_MORE, colour]
        leading, opposing = places_worth(box, outlook, seats, colour, owner)
        value = governs * (leading - outlook[IN_GOVERNMENT, colour])
        value += opposes * (opposing - outlook[IN_OPPOSITION, colour])
        outlook[PRICE + colour, owner] = value + outlook[VOTE_PRICE, colour]
    return outlook[PRICE + colour, owner]


# --- The battle ----------------------------------------------------------------------------------


@rule
def expect_battle(box, table, outlook, weights):
    """Add to everybody's points what the battle will pay; a lost one helps the royalists."""
    prize = int(box.battle_vp[int(table.turn) - 1])
    if prize == 0 or table.phase == Phase.TIE:
        return
    total = nobody = between(weights.nobody_early, weights.nobody_late, outlook[0, PROGRESS])
    for seat in range(int(table.seats)):
        total += int(table.cannons[seat]) ** 2 * outlook[READY, seat]
    for seat in range(int(table.seats)):
        outlook[POINTS, seat] += prize * int(table.cannons[seat]) ** 2 * outlook[READY, seat] / total
    outlook[0, ROYAL] += outlook[0, PROGRESS] * nobody / total


@rule
def battle_worth(box, table, outlook, owner, tokens, ready, weights):
    """What this turn's battle is worth if the owner has this many tokens and this readiness."""
    late, value = outlook[0, PROGRESS], 0.0
    total = nobody = between(weights.nobody_early, weights.nobody_late, late)
    for seat in range(int(table.seats)):
        strength = int(table.cannons[seat]) ** 2 * outlook[READY, seat]
        if seat == owner:
            strength = tokens**2 * ready
        total += strength
        value += outlook[REGARD, seat] * strength
    value *= weights.glory * int(box.battle_vp[int(table.turn) - 1])
    return (value + outlook[0, ROYAL_PRICE] * late * nobody) / total


@rule
def token_gain(box, table, outlook, seat, weights):
    """What one more token in the battle box is worth."""
    if box.battle_vp[int(table.turn) - 1] == 0:
        return 0.0
    tokens, ready = int(table.cannons[seat]), outlook[READY, seat]
    now = battle_worth(box, table, outlook, seat, tokens, ready, weights)
    return battle_worth(box, table, outlook, seat, tokens + 1, ready, weights) - now


@rule
def ready_gain(box, table, outlook, owner, tokens, ready, weights):
    """What this readiness is worth for a player with this many tokens."""
    if box.battle_vp[int(table.turn) - 1] == 0:
        return 0.0
    now = battle_worth(box, table, outlook, owner, tokens, outlook[READY, owner], weights)
    return battle_worth(box, table, outlook, owner, tokens, ready, weights) - now


# --- Sudden ends ---------------------------------------------------------------------------------


@rule
def foresee_sudden_ends(box, table, outlook, seat, chance, spread, weights):
    """Fill in what royal provinces, red votes, and white and red points are worth."""
    margin = weights.revolt_margin if table.turn >= box.cr_from else weights.revolt_early
    revolt = steep((outlook[0, ROYAL] - int(box.cr_needed) + margin) / weights.revolt_spread)
    if table.turn >= box.cr_from and outlook[0, HELD] > int(box.cr_needed) - 0.5:
        revolt = 0.99
    outlook[0, REVOLT] = revolt if table.turn >= box.cr_from else 0.0
    votes = 0.0
    for other in range(int(table.seats)):
        votes += outlook[RED, other]
    slide = steep((votes - int(box.landslide_votes) + weights.slide_margin) / weights.slide_spread)
    if revolt < 0.01 and slide < 0.01:
        return
    count_points(box, table, seat, outlook)
    unit = max(weights.least_unit, chance * (1.0 - chance) / spread)
    seats = int(table.seats)
    if revolt >= 0.01:
        hope = weights.revolt_hope * chance_of_most(outlook, WHITE_POINTS, seats, seat, weights.sudden_spread)
        rise = revolt * (1.0 - revolt) / weights.revolt_spread
        outlook[0, ROYAL_PRICE] += rise * (hope - chance) / unit
        regard_points(outlook, WHITE_POINTS, WHITE_PRICE, seats, seat, revolt / unit, weights)
    if slide >= 0.01:
        hope = chance_of_most(outlook, RED_POINTS, seats, seat, weights.sudden_spread)
        rise = slide * (1.0 - slide) / weights.slide_spread
        outlook[VOTE_PRICE, RED] += rise * (hope - chance) / unit
        regard_points(outlook, RED_POINTS, RED_PRICE, seats, seat, slide / unit, weights)


@rule
def steep(margin):
    """The logistic function, 0 far below."""
    return 1.0 / (1.0 + math.exp(-margin)) if margin > -FAR else 0.0


@rule
def chance_of_most(outlook, row, seats, seat, spread):
    """The chance that `seat` has the most points of this row of the outlook."""
    total = 0.0
    for other in range(seats):
        total += math.exp((outlook[row, other] - outlook[row, seat]) / spread)
    return 1.0 / total


@rule
def regard_points(outlook, row, prices, seats, seat, scale, weights):
    """Fill in what one more point of each player is worth after a sudden end."""
    own = chance_of_most(outlook, row, seats, seat, weights.sudden_spread)
    for other in range(seats):
        change = own * (1.0 - own)
        if other != seat:
            theirs = math.exp((outlook[row, other] - outlook[row, seat]) / weights.sudden_spread) * own
            change = -own * theirs
        outlook[prices, other] += scale * change / weights.sudden_spread


@rule
def count_points(box, table, seat, outlook):
    """Fill in white and red points on the map and on cards; an unknown card counts as the average."""
    seats = int(table.seats)
    unseen, white, red = 0.001, 0, 0
    for other in range(seats):
        outlook[ODDS, COLOURS + other] = table.hand_size[other] if other != seat else 0
        for province in range(int(box.provinces)):
            if table.colour[province, other] == WHITE:
                outlook[WHITE_POINTS, other] += int(table.height[province, other])
            elif table.colour[province, other] == RED:
                outlook[RED_POINTS, other] += int(table.height[province, other]) - 0.7
    for card in range(1, int(box.cards) + 1):
        place, colour, value = int(table.place[card]), int(box.card_colour[card]), int(box.card_value[card])
        hidden = HAND <= place < DISPLAY and place != HAND + seat and not table.known[card]
        if place == IN_DECK or hidden:
            unseen += 1
            white += value if colour == WHITE else 0
            red += value if colour == RED else 0
        elif place >= HAND:
            owner = place - DISPLAY if place >= DISPLAY else place - HAND
            if place < DISPLAY and owner != seat:
                outlook[ODDS, COLOURS + owner] -= 1
            outlook[WHITE_POINTS, owner] += value if colour == WHITE else 0
            outlook[RED_POINTS, owner] += value if colour == RED else 0
    for other in range(seats):
        outlook[WHITE_POINTS, other] += outlook[ODDS, COLOURS + other] * white / unseen
        outlook[RED_POINTS, other] += outlook[ODDS, COLOURS + other] * red / unseen
