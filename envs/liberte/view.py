"""The observation: what one seat may know, as numbers. `text` has the same in words."""

import numpy as np

from ..core.engine.compile import rule
from ..core.engine.layout import scaled
from ..core.engine.views import NOT_NEGATIVE, View
from .box import CLUB, GENERAL, RELIGIOUS_PROBLEMS, UNLIMITED
from .rules.playing import first_province, free_tokens, past_provinces
from .rules.provinces import province_voting
from .table import (
    BLUE,
    CARDS,
    COLOURS,
    DECISIONS,
    DISCARDED,
    DISPLAY,
    FACE_UP,
    FACE_UP_ROW,
    FIELDS,
    HAND,
    IN_BOX,
    IN_DECK,
    IN_SET_B,
    NO_CARD,
    PLAYED,
    PROVINCES,
    RED,
    SEATS,
    SHOWN,
    TIES,
    TURNS,
    WHITE,
    Colour,
    Ending,
    Phase,
    Tie,
)

FACTIONS = COLOURS - 1
# A number of provinces as a share of all.
SHARES = np.cumsum([0.0] + PROVINCES * [1 / PROVINCES], dtype=np.float32)
ENDINGS = len(Ending) - 1
VIEW = View(__name__, FIELDS)


@VIEW.table(
    "discard, refill, action, exchange, draw, second draw, mode, place, keep, after, "
    "target province, target stack, target card, tie",
    phase=DECISIONS,
)
def phase(table, phase):
    return table.phase == phase


@VIEW.table(
    "the tie is about: battle, province, government, opposition, first, second in the government, "
    "first in the opposition",
    tie=TIES - 1,
)
def tie(table, tie):
    return table.tie == tie + 1


@VIEW.table(
    "special being resolved: purge, guillotine, emigration, terror, bread, religious",
    special=RELIGIOUS_PROBLEMS - CLUB,
)
def special(box, table, special):
    return box.card_kind[int(table.special)] == CLUB + 1 + special


@VIEW.table("turn 1 to 4", turn=TURNS)
def turn(table, turn):
    return table.turn == turn + 1


VIEW.field("rounds", "action rounds completed in this turn", name="round", scale=60)
VIEW.field("acted", "somebody has done more than pass in this round")
VIEW.field("idle_rounds", "rounds in a row in which everybody passed", scale=2)
VIEW.field("closing", "a stock has run out: this round is the last of the turn")


@VIEW.table("how the game ended: four turns, counter-revolution, landslide", ending=ENDINGS)
def ending(table, ending):
    return table.ending == ending + 1


VIEW.field("stock", "white, blue, red blocks beside the map", scale=40, colour=FACTIONS)
VIEW.field("voting", "provinces whose election is over, in the last or present one", scale=PROVINCES)
VIEW.field("votes", "white, blue, red votes of the last or present election", scale=32, colour=FACTIONS)


@VIEW.table("colour of the government", colour=FACTIONS)
def government(table, colour):
    return table.government == colour + 1


@VIEW.table("colour of the opposition", colour=FACTIONS)
def opposition(table, colour):
    return table.opposition == colour + 1


VIEW.field("lost_battles", "battles lost", scale=4)
VIEW.field("battle_blocks", "white blocks on lost battles", scale=4)
VIEW.field("deck_cards", "cards of the deck, not counting set B under set A", name="deck", scale=CARDS)


@VIEW.table("set B still lies under set A")
def set_b(table):
    return table.shuffles == 0


VIEW.field("shuffles", "times the deck was renewed, by set B, then by the discards", scale=32)
VIEW.field("blocks_left", "blocks still to place", scale=3)
VIEW.field("cards_played", "personalities and clubs played in this action", scale=2)
VIEW.field("second_card", "a second one-block personality may follow")
VIEW.field("special_used", "a special card was played in this action")
VIEW.field("stack_removed", "the terror has removed its stack")
VIEW.field("to_discard", "cards to discard before a draw", scale=2)
VIEW.field("tie_round", "times the tied have been asked", scale=16)
VIEW.field("tied_colour", "white, blue, red are tied", colour=FACTIONS)
VIEW.field("tied_before", "white, blue, red were tied for the government at first", colour=FACTIONS)
VIEW.field("strength", "blocks on the cards chosen for white, blue, red", scale=18, colour=FACTIONS)


@VIEW.table("the province whose election is tied, or whose stack is to be hit", province=PROVINCES)
def province(box, table, out):
    if table.tie == Tie.PROVINCE and table.voting < box.provinces:
        out[province_voting(box, table)] = 1.0
    if table.phase == Phase.TARGET_STACK:
        out[int(table.target)] = 1.0


@VIEW.table("own hand", card=CARDS)
def hand(table, seat, card):
    return table.place[card + 1] == HAND + seat


@VIEW.table("face up at each of the places beside the deck", place=FACE_UP, card=CARDS)
def face_up(table, place, out):
    card = int(table.face_up[place])
    if card != NO_CARD:
        out[card - 1] = 1.0


@VIEW.table("1 in the discards, -1 face up", card=CARDS)
def discarded(table, card):
    return np.float32(table.place[card + 1] == DISCARDED) - np.float32(table.place[card + 1] == FACE_UP_ROW)


@VIEW.table("1 the card being played, -1 out of the game", card=CARDS)
def played(table, card):
    return np.float32(table.place[card + 1] == PLAYED) - np.float32(table.place[card + 1] == IN_BOX)


@VIEW.table(
    "0.5 in the deck or a hand and not known to all, more for each shuffle since, as it is then in a hand; "
    "-0.5 in set B under set A; -1 in a hand and known to all",
    card=CARDS,
)
def unknown(table, out):
    """Fill in the block; without branches and with 32 bits throughout, this is twice as fast."""
    one, half = np.float32(1.0), np.float32(0.5)
    shuffles, seats = np.int32(table.shuffles), int(table.seats)
    for card in range(CARDS):
        place, known = table.place[card + 1], np.float32(table.known[card + 1])
        age = max(shuffles - np.int32(table.shuffle[card + 1]), np.int32(0))
        hidden = np.float32((place == IN_DECK) | is_in_hand(seats, place)) * (one - known)
        out[card] = hidden * (one - half / np.float32(1 + age)) - known - half * np.float32(place == IN_SET_B)


@rule
def is_in_hand(seats, place):
    return (place >= HAND) & (place < HAND + seats)


VIEW.field("vp", "victory points", scale=48, each_player=True)
VIEW.field("hand_size", "cards in hand", scale=20, each_player=True)


@VIEW.each_player("control tokens left; 1 if they do not run out", scale=20)
def tokens(box, table, other):
    return 1.0 if box.tokens == UNLIMITED else scaled(max(free_tokens(box, table, other), 0), 1 / 20)


VIEW.field("cannons", "control tokens in the battle box", scale=16, each_player=True)
VIEW.field("presence", "present in the government", each_player=True)


@VIEW.each_player("place in the order of play", scale=6)
def turn_place(table, other):
    for place in range(int(table.seats)):
        if table.order[place] == other:
            return scaled(place, 1 / 6)
    return scaled(0, 1 / 6)


@VIEW.each_player("the seat to decide")
def on_turn(table, other):
    return table.seat == other


VIEW.field(
    "collected", "white, blue, red blocks taken in this election", scale=16, each_player=True, colour=FACTIONS
)
VIEW.field("contender", "still in the tie", each_player=True)


@VIEW.each_player("blocks on the card chosen in this round of the tie", scale=3)
def chosen(box, table, other):
    return scaled(box.card_value[int(table.chosen[other])], 1 / 3)


VIEW.field("fell", "when it fell out of the tie; later is higher", scale=32, each_player=True)


@VIEW.each_player(
    "no stack, a white, blue, red one: 1/4, and 1/4 for each block", province=PROVINCES, stack=COLOURS
)
def stacks(table, other, province, stack):
    return scaled((1 + table.height[province, other]) * (table.colour[province, other] == stack), 1 / 4)


@VIEW.each_player(
    "1 in the display, 0.5 chosen in this round of the tie, -1 in the hand and known to all", card=CARDS
)
def cards(table, other, out):
    shown, held = np.int8(DISPLAY + other), np.int8(HAND + other)
    for card in range(CARDS):
        place, known = table.place[card + 1], np.float32(table.known[card + 1])
        out[card] = np.float32(place == shown) - np.float32(place == held) * known
    chosen = int(table.chosen[other])
    if chosen != NO_CARD:
        out[chosen - 1] += np.float32(0.5)


# --- Derived -------------------------------------------------------------------------------------


# The rows of the chart. A row has a number for each province, padded with zeros so that loops vectorise.
WIDE = 32
HEIGHTS, HUES = 0, SEATS * WIDE  # a row for each seat
TOP, NEXT, STACKS, LEADERS, LEADING = range(2 * SEATS * WIDE, (2 * SEATS + 5) * WIDE, WIDE)
VOTE, ROYAL_VOTE, POINTS = range(LEADING + WIDE, LEADING + 4 * WIDE, WIDE)
EFFECTS = POINTS + WIDE  # a row for each colour
OUTLOOK = EFFECTS + FACTIONS * WIDE  # a row for each seat: its result if the election came now
VOTES, ROYAL, PRIZE, BLOCKS = 0, *range(FACTIONS, FACTIONS + 3)  # the entries of such a row
BYTE = 8  # bits; sums count sole leads in the lowest byte, shared leads in the next


@VIEW.shared
def chart(box, table, seat):
    """The map by rows, and values derived from it, in one array with constant offsets, to help LLVM."""
    chart = np.empty(OUTLOOK + SEATS * WIDE, np.int32)
    for province in range(PROVINCES):
        for other in range(SEATS):
            chart[HEIGHTS + other * WIDE + province] = table.height[province, other]
            chart[HUES + other * WIDE + province] = table.colour[province, other]
    for row in range(0, TOP, WIDE):
        for province in range(PROVINCES, WIDE):
            chart[row + province] = 0
    compare_stacks(chart)
    weigh_provinces(box, table, chart)
    hold_election(table, chart)
    add_effects(box, table, seat, chart)
    return chart


@rule
def compare_stacks(chart):
    """Fill TOP (highest stack), NEXT (second highest), STACKS, LEADERS (how many lead) and LEADING.

    LEADING has a bit for each colour among the leaders.
    """
    for province in range(WIDE):
        top = after = stacks = leaders = leading = np.int32(0)
        # Absent players have no stacks; loops of a fixed length are three times as fast.
        for other in range(SEATS):
            height = chart[HEIGHTS + other * WIDE + province]
            after = max(after, min(height, top))
            top = max(top, height)
            stacks += np.int32(height > 0)
        for other in range(SEATS):
            leads = np.int32(chart[HEIGHTS + other * WIDE + province] == top) & np.int32(top > 0)
            leaders += leads
            leading |= leads << chart[HUES + other * WIDE + province]
        chart[TOP + province], chart[NEXT + province], chart[STACKS + province] = top, after, stacks
        chart[LEADERS + province], chart[LEADING + province] = leaders, leading


@rule
def weigh_provinces(box, table, chart):
    """Fill in what each province gives to its leaders: votes, royalist provinces, victory points."""
    prizes = np.int32(table.turn >= box.province_vp_from)
    for province in range(PROVINCES):
        alone = np.int32(chart[LEADERS + province] == 1)
        vote = alone + ((np.int32(1) - alone) << np.int32(BYTE))
        chart[VOTE + province] = vote
        chart[ROYAL_VOTE + province] = vote * np.int32(box.cr[province])
        chart[POINTS + province] = np.int32(box.province_vp[province]) * prizes * alone
    for province in range(PROVINCES, WIDE):
        chart[VOTE + province] = chart[ROYAL_VOTE + province] = chart[POINTS + province] = 0
    paris = int(box.paris)
    chart[VOTE + paris] *= chart[TOP + paris]


@rule
def hold_election(table, chart):
    for other in range(int(table.seats)):
        white = blue = red = royal = prize = blocks = np.int32(0)
        for province in range(WIDE):
            height = chart[HEIGHTS + other * WIDE + province]
            hue = chart[HUES + other * WIDE + province]
            leads = np.int32(height == chart[TOP + province]) & np.int32(height > 0)
            votes = leads * chart[VOTE + province]
            white += votes * np.int32(hue == WHITE)
            blue += votes * np.int32(hue == BLUE)
            red += votes * np.int32(hue == RED)
            royal += leads * chart[ROYAL_VOTE + province] * np.int32(hue == WHITE)
            prize += leads * chart[POINTS + province]
            blocks += height
        row = OUTLOOK + other * WIDE
        chart[row + VOTES], chart[row + VOTES + 1], chart[row + VOTES + 2] = white, blue, red
        chart[row + ROYAL], chart[row + PRIZE], chart[row + BLOCKS] = royal, prize, blocks


# The effects of one more block, each counted in its own byte of a sum.
LEAD, DRAW_LEVEL, LEAD_SAFER = (1 << BYTE * effect for effect in range(3))


@rule
def add_effects(box, table, seat, chart):
    """Fill in, for each colour, running sums over provinces of the effects of one more own block.

    The effects in a range of provinces are then a difference of two entries.
    """
    free = np.int32(free_tokens(box, table, seat) > 0)
    most, tallest = np.int32(box.stacks), np.int32(box.stack_height)
    own = (seat & NOT_NEGATIVE) * WIDE
    for province in range(WIDE):
        height, hue = chart[HEIGHTS + own + province], chart[HUES + own + province]
        top = chart[TOP + province]
        ahead = height - (chart[NEXT + province] if height == top else top)
        effect = np.int32(ahead == 0) * np.int32(LEAD) + np.int32(ahead == -1) * np.int32(DRAW_LEVEL)
        effect += np.int32(ahead > 0) * np.int32(LEAD_SAFER)
        # The rules of three, as in `block_fits`, without branches.
        new = np.int32(height == 0) & free & np.int32(chart[STACKS + province] < most)
        more = np.int32(height > 0) & np.int32(height < tallest)
        for colour in range(FACTIONS):
            fits = new | (more & np.int32(hue == colour + 1))
            chart[EFFECTS + colour * WIDE + province] = effect * fits
    for row in range(EFFECTS, OUTLOOK, WIDE):
        before = np.int32(0)
        for province in range(WIDE):
            effect = chart[row + province]
            chart[row + province] = before
            before += effect


@VIEW.table(
    ("own_lead", "own blocks above the highest other stack; -1/8 where level, 0 where nobody stands", 4),
    ("level", "stacks that share the lead, beyond the first", 2),
    derived=True,
    province=PROVINCES,
)
def own_lead(seat, chart, province):
    own, top = chart[HEIGHTS + seat * WIDE + province], chart[TOP + province]
    ahead = own - (chart[NEXT + province] if own == top else top)
    level = np.float32(ahead == 0) * np.float32(own > 0)
    return (
        np.float32(ahead) * np.float32(1 / 4) - level * np.float32(1 / 8),
        scaled(max(chart[LEADERS + province] - 1, 0), 1 / 2),
    )


@VIEW.table("a stack of this colour leads, alone or level", derived=True, province=PROVINCES, colour=FACTIONS)
def leads(chart, province, colour):
    return (chart[LEADING + province] >> (colour + 1)) & 1


@VIEW.table(
    "provinces in which one more block from this card of one's own hand, were one in stock, would take the "
    "lead, draw level with it, or make a lead safer",
    scale=30,
    derived=True,
    card=CARDS,
    effect=3,
)
def reach(box, table, seat, chart, out):
    for card in range(1, int(box.cards) + 1):
        colour = int(box.card_colour[card])
        if table.place[card] != HAND + seat or colour == Colour.NONE:
            continue
        row = EFFECTS + (colour - 1) * WIDE
        effects = int(chart[row + past_provinces(box, card)] - chart[row + first_province(box, card)])
        for effect in range(3):
            out[3 * (card - 1) + effect] = SHARES[effects >> BYTE * effect & 255]


@VIEW.each_player(
    "votes if the election came now, white, blue, red: led alone, led level",
    scale=16,
    derived=True,
    colour=FACTIONS,
    lead=2,
)
def outlook(chart, other, colour, lead):
    return scaled(chart[OUTLOOK + other * WIDE + VOTES + colour] >> BYTE * lead & 255, 1 / 16)


@VIEW.each_player(
    "counter-revolutionary provinces if the election came now: led alone by white, led level",
    scale=16,
    derived=True,
    lead=2,
)
def royalist(chart, other, lead):
    return scaled(chart[OUTLOOK + other * WIDE + ROYAL] >> BYTE * lead & 255, 1 / 16)


@VIEW.each_player(
    ("prize", "victory points of the provinces led alone, in the turns that have them", 16),
    ("blocks", "blocks on the map", 32),
    derived=True,
)
def winnings(chart, other):
    row = OUTLOOK + other * WIDE
    return scaled(chart[row + PRIZE], 1 / 16), scaled(chart[row + BLOCKS], 1 / 32)


@VIEW.each_player(
    "blocks on the best white, blue, red card of the display", scale=3, derived=True, colour=FACTIONS
)
def best_card(box, table, other, out):
    for at in range(SHOWN):
        card = int(table.display[other, at])
        if card != NO_CARD and box.card_kind[card] <= CLUB:
            colour = int(box.card_colour[card]) - 1
            out[colour] = max(out[colour], scaled(int(box.card_value[card]), 1 / 3))


@VIEW.each_player("generals in the display", scale=3, derived=True)
def generals(box, table, other):
    number = 0
    for at in range(SHOWN):
        number += box.card_silhouette[int(table.display[other, at])] == GENERAL
    return scaled(number, 1 / 3)


observation, observe = VIEW.functions()
