"""What one seat may know, as numbers; `text` tells it to people."""

import numpy as np

from ..core.engine.compile import rule
from ..core.engine.layout import part
from ..core.engine.views import View
from .box import CLUB, GENERAL, RELIGIOUS_PROBLEMS, UNLIMITED
from .rules.playing import block_fits, first_province, free_tokens, past_provinces
from .rules.provinces import province_voting
from .table import (
    CARDS,
    COLOURS,
    DECISIONS,
    DISCARDED,
    DISPLAY,
    FACE_UP,
    FACE_UP_ROW,
    HAND,
    IN_BOX,
    IN_DECK,
    IN_SET_B,
    NO_CARD,
    PLAYED,
    PROVINCES,
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
SHARES = np.cumsum(
    [0.0] + PROVINCES * [1 / PROVINCES], dtype=np.float32
)  # a number of provinces as a share of all
ENDINGS = len(Ending) - 1
VIEW = View(__name__)


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


@VIEW.table("action rounds completed in this turn / 60")
def round_(table):
    return part(table.rounds, 1 / 60)


@VIEW.table("somebody has done more than pass in this round")
def acted(table):
    return table.acted


@VIEW.table("rounds in a row in which everybody passed / 2")
def idle_rounds(table):
    return part(table.idle_rounds, 1 / 2)


@VIEW.table("a stock has run out: this round is the last of the turn")
def closing(table):
    return table.closing


@VIEW.table("how the game ended: four turns, counter-revolution, landslide", ending=ENDINGS)
def ending(table, ending):
    return table.ending == ending + 1


@VIEW.table("white, blue, red blocks beside the map / 40", colour=FACTIONS)
def stock(table, colour):
    return part(table.stock[colour + 1], 1 / 40)


@VIEW.table("provinces whose election is over, in the last or present one / 30")
def voting(table):
    return part(table.voting, 1 / PROVINCES)


@VIEW.table("white, blue, red votes of the last or present election / 32", colour=FACTIONS)
def votes(table, colour):
    return part(table.votes[colour + 1], 1 / 32)


@VIEW.table("colour of the government", colour=FACTIONS)
def government(table, colour):
    return table.government == colour + 1


@VIEW.table("colour of the opposition", colour=FACTIONS)
def opposition(table, colour):
    return table.opposition == colour + 1


@VIEW.table("battles lost / 4")
def lost_battles(table):
    return part(table.lost_battles, 1 / 4)


@VIEW.table("white blocks on lost battles / 4")
def battle_blocks(table):
    return part(table.battle_blocks, 1 / 4)


@VIEW.table("cards of the deck, not counting set B under set A / 110")
def deck(table):
    return part(table.deck_cards, 1 / CARDS)


@VIEW.table("set B still lies under set A")
def set_b(table):
    return table.shuffles == 0


@VIEW.table("times the deck was renewed, by set B, then by the discards / 32")
def shuffles(table):
    return part(table.shuffles, 1 / 32)


@VIEW.table("blocks still to place / 3")
def blocks_left(table):
    return part(table.blocks_left, 1 / 3)


@VIEW.table("personalities and clubs played in this action / 2")
def cards_played(table):
    return part(table.cards_played, 1 / 2)


@VIEW.table("a second one-block personality may follow")
def second_card(table):
    return table.second_card


@VIEW.table("a special card was played in this action")
def special_used(table):
    return table.special_used


@VIEW.table("the terror has removed its stack")
def stack_removed(table):
    return table.stack_removed


@VIEW.table("cards to discard before a draw / 2")
def to_discard(table):
    return part(table.to_discard, 1 / 2)


@VIEW.table("times the tied have been asked / 16")
def tie_round(table):
    return part(table.tie_round, 1 / 16)


@VIEW.table("white, blue, red are tied", colour=FACTIONS)
def tied_colour(table, colour):
    return table.tied_colour[colour + 1]


@VIEW.table("white, blue, red were tied for the government at first", colour=FACTIONS)
def tied_before(table, colour):
    return table.tied_before[colour + 1]


@VIEW.table("blocks on the cards chosen for white, blue, red / 18", colour=FACTIONS)
def strength(table, colour):
    return part(table.strength[colour + 1], 1 / 18)


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
    """Without branches, and 32 bits all the way: twice as fast."""
    one, half = np.float32(1.0), np.float32(0.5)
    for card in range(CARDS):
        place, known = np.int32(table.place[card + 1]), np.float32(table.known[card + 1])
        age = max(np.int32(table.shuffles) - np.int32(table.shuffle[card + 1]), np.int32(0))
        hidden = np.float32((place == IN_DECK) | is_in_hand(table, place)) * (one - known)
        out[card] = hidden * (one - half / np.float32(1 + age)) - known - half * np.float32(place == IN_SET_B)


@rule
def is_in_hand(table, place):
    return (place >= HAND) & (place < np.int32(HAND) + np.int32(table.seats))


@VIEW.each_player("victory points / 48")
def vp(table, other):
    return part(table.vp[other], 1 / 48)


@VIEW.each_player("cards in hand / 20")
def hand_size(table, other):
    return part(table.hand_size[other], 1 / 20)


@VIEW.each_player("control tokens left / 20; 1 if they do not run out")
def tokens(box, table, other):
    return 1.0 if box.tokens == UNLIMITED else part(max(free_tokens(box, table, other), 0), 1 / 20)


@VIEW.each_player("control tokens in the battle box / 16")
def cannons(table, other):
    return part(table.cannons[other], 1 / 16)


@VIEW.each_player("present in the government")
def presence(table, other):
    return table.presence[other]


@VIEW.each_player("place in the order of play / 6")
def turn_place(table, other):
    for place in range(int(table.seats)):
        if table.order[place] == other:
            return part(place, 1 / 6)
    return part(0, 1 / 6)


@VIEW.each_player("the seat to decide")
def on_turn(table, other):
    return table.seat == other


@VIEW.each_player("white, blue, red blocks taken in this election / 16", colour=FACTIONS)
def collected(table, other, colour):
    return part(table.collected[colour + 1, other], 1 / 16)


@VIEW.each_player("still in the tie")
def contender(table, other):
    return table.contender[other]


@VIEW.each_player("blocks on the card chosen in this round of the tie / 3")
def chosen(box, table, other):
    return part(box.card_value[int(table.chosen[other])], 1 / 3)


@VIEW.each_player("when it fell out of the tie; later is higher / 32")
def fell(table, other):
    return part(table.fell[other], 1 / 32)


@VIEW.each_player(
    "no stack, a white, blue, red one: 1/4, and 1/4 for each block", province=PROVINCES, stack=COLOURS
)
def stacks(table, other, province, stack):
    return part((1 + table.height[province, other]) * (table.colour[province, other] == stack), 1 / 4)


@VIEW.each_player(
    "1 in the display, 0.5 chosen in this round of the tie, -1 in the hand and known to all", card=CARDS
)
def cards(table, other, card):
    return (
        np.float32(table.place[card + 1] == DISPLAY + other)
        - np.float32(table.place[card + 1] == HAND + other) * np.float32(table.known[card + 1])
        + np.float32(table.chosen[other] == card + 1) * np.float32(0.5)
    )


# --- Derived -------------------------------------------------------------------------------------


# What is known of each province, and of each player.
TOP, NEXT, LEADERS, LEADING, STACKS = range(5)
VOTES, ROYAL, PRIZE, BLOCKS = 0, 2 * FACTIONS, 2 * FACTIONS + 2, 2 * FACTIONS + 3


@VIEW.shared
def contest(box, table):
    """[province]: highest stack, next below or beside it, how many lead, bits of their colours, stacks."""
    contest = np.zeros((PROVINCES, STACKS + 1), np.int32)
    for province in range(int(box.provinces)):
        top = after = stacks = leaders = leading = np.int32(0)
        # Absent players have no stacks; loops of a fixed length are three times as fast.
        for other in range(SEATS):
            height = np.int32(table.height[province, other])
            after = max(after, min(height, top))
            top = max(top, height)
            stacks += np.int32(height > 0)
        for other in range(SEATS):
            leads = np.int32(table.height[province, other] == top) & np.int32(top > 0)
            leaders += leads
            leading |= leads << np.int32(table.colour[province, other])
        contest[province, TOP], contest[province, NEXT], contest[province, STACKS] = top, after, stacks
        contest[province, LEADERS], contest[province, LEADING] = leaders, leading
    return contest


@VIEW.shared
def election(box, table, contest):
    """[seat], were it now: votes by colour, led alone or level, royalist provinces, points, blocks."""
    election = np.zeros((SEATS, BLOCKS + 1), np.int32)
    prizes = table.turn >= box.province_vp_from
    for other in range(int(table.seats)):
        for province in range(int(box.provinces)):
            height, top = np.int32(table.height[province, other]), contest[province, TOP]
            election[other, BLOCKS] += height
            if height == 0 or height < top:
                continue
            colour, level = int(table.colour[province, other]), int(contest[province, LEADERS] > 1)
            election[other, VOTES + 2 * (colour - 1) + level] += top if province == box.paris else np.int32(1)
            election[other, ROYAL + level] += np.int32(box.cr[province]) & np.int32(colour == WHITE)
            election[other, PRIZE] += np.int32(box.province_vp[province]) * np.int32(prizes and level == 0)
    return election


@rule
def best_other(contest, province, own):
    """The highest stack in a province other than one's own, which has `own` blocks."""
    return contest[province, NEXT] if own == contest[province, TOP] else contest[province, TOP]


@VIEW.table(
    ("own_lead", "own blocks above the highest other stack / 4; -1/8 where level, 0 where nobody stands"),
    ("level", "stacks that share the lead, beyond the first / 2"),
    derived=True,
    province=PROVINCES,
)
def own_lead(table, seat, contest, province):
    own = int(table.height[province, seat])
    ahead = own - best_other(contest, province, own)
    return (
        np.float32(0.25 * ahead - 0.125 * (ahead == 0 and own > 0)),
        part(max(contest[province, LEADERS] - 1, 0), 1 / 2),
    )


@VIEW.table("a stack of this colour leads, alone or level", derived=True, province=PROVINCES, colour=FACTIONS)
def leads(contest, province, colour):
    return (contest[province, LEADING] >> (colour + 1)) & 1


@VIEW.table(
    "provinces in which one more block from this card of one's own hand takes the lead, draws level with it, "
    "or makes a lead safer / 30",
    derived=True,
    card=CARDS,
    effect=3,
)
def reach(box, table, seat, contest, out):
    effects, free = np.zeros((COLOURS, PROVINCES), np.int8), free_tokens(box, table, seat)
    for province in range(int(box.provinces)):
        own, own_colour = int(table.height[province, seat]), int(table.colour[province, seat])
        effect = 1 + effect_of_block(contest, province, own)
        for colour in range(1, COLOURS):
            fits = block_fits(box, own, own_colour == colour, contest[province, STACKS], free)
            effects[colour, province] = effect * fits
    for card in range(1, int(box.cards) + 1):
        if table.place[card] != HAND + seat or box.card_colour[card] == Colour.NONE:
            continue
        lead, level, safer = np.int32(0), np.int32(0), np.int32(0)
        for province in range(first_province(box, card), past_provinces(box, card)):
            effect = effects[int(box.card_colour[card]), province]
            lead += effect == 1
            level += effect == 2
            safer += effect == 3
        start = 3 * (card - 1)
        out[start], out[start + 1], out[start + 2] = SHARES[lead], SHARES[level], SHARES[safer]


@rule
def effect_of_block(contest, province, own):
    """What one more block does to a stack of `own`: 0 leads, 1 level, 2 leads more safely; -1 nothing."""
    ahead = own - best_other(contest, province, own)
    return 2 if ahead > 0 else max(-ahead, 0) if ahead >= -1 else -1


@VIEW.each_player(
    "votes if the election came now, white, blue, red: led alone, led level / 16",
    derived=True,
    colour=FACTIONS,
    lead=2,
)
def outlook(election, other, colour, lead):
    return part(election[other, VOTES + 2 * colour + lead], 1 / 16)


@VIEW.each_player(
    "counter-revolutionary provinces if the election came now: led alone by white, led level / 16",
    derived=True,
    lead=2,
)
def royalist(election, other, lead):
    return part(election[other, ROYAL + lead], 1 / 16)


@VIEW.each_player(
    ("prize", "victory points of the provinces led alone, in the turns that have them / 16"),
    ("blocks", "blocks on the map / 32"),
    derived=True,
)
def winnings(election, other):
    return part(election[other, PRIZE], 1 / 16), part(election[other, BLOCKS], 1 / 32)


@VIEW.each_player(
    "blocks on the best white, blue, red card of the display / 3", derived=True, colour=FACTIONS
)
def best_card(box, table, other, out):
    for at in range(SHOWN):
        card = int(table.display[other, at])
        if card != NO_CARD and box.card_kind[card] <= CLUB:
            colour = int(box.card_colour[card]) - 1
            out[colour] = max(out[colour], part(int(box.card_value[card]), 1 / 3))


@VIEW.each_player("generals in the display / 3", derived=True)
def generals(box, table, other):
    number = 0
    for at in range(SHOWN):
        number += box.card_silhouette[int(table.display[other, at])] == GENERAL
    return part(number, 1 / 3)


observation, observe = VIEW.functions()
