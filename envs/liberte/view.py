"""What one seat may know, as numbers, and a deal of what it cannot know. text.py tells it to people."""

import numpy as np

from ..core import chance
from ..core.compile import rule
from ..core.layout import Layout, part
from .box import CLUB, UNLIMITED
from .rules.provinces import province_voting
from .table import (
    BLUE,
    CARDS,
    COLOURS,
    DECISIONS,
    DISCARDED,
    DISPLAY,
    FACE_UP_ROW,
    HAND,
    IN_BOX,
    IN_DECK,
    NO_CARD,
    PROVINCES,
    RED,
    REDEAL,
    SEATS,
    TIES,
    TURNS,
    WHITE,
    Phase,
    Tie,
)
from .words import COLOUR_NAMES

# --- Numbers -------------------------------------------------------------------------------------

# `observe_table` and `observe_players` count on the order of these rows.
_TABLE = (
    (
        "phase",
        DECISIONS,
        "discard, refill, action, exchange, draw, second draw, mode, place, keep, after, "
        "target province, target stack, target card, tie",
    ),
    (
        "tie",
        TIES - 1,
        "the tie is about: battle, province, government, opposition, first, second in the government, "
        "first in the opposition",
    ),
    ("special", 6, "special being resolved: purge, guillotine, emigration, terror, bread, religious"),
    ("turn", TURNS, "turn 1 to 4"),
    ("round", 1, "action rounds completed in this turn / 60"),
    ("acted", 1, "somebody has done more than pass in this round"),
    ("idle_rounds", 1, "rounds in a row in which everybody passed / 2"),
    ("closing", 1, "a stock has run out: this round is the last of the turn"),
    ("stock", 3, "white, blue, red blocks beside the map / 30"),
    ("votes", 3, "white, blue, red votes of the last or present election / 17"),
    ("government", 3, "colour of the government"),
    ("opposition", 3, "colour of the opposition"),
    ("lost_battles", 1, "battles lost / 4"),
    ("battle_blocks", 1, "white blocks on lost battles / 4"),
    ("deck", 1, "cards of the deck, set B not counted under set A / 64"),
    ("set_b", 1, "set B still lies under set A"),
    ("blocks_left", 1, "blocks still to place / 3"),
    ("cards_played", 1, "personalities and clubs played in this action / 2"),
    ("second_card", 1, "a second one-block personality may follow"),
    ("special_used", 1, "a special card was played in this action"),
    ("stack_removed", 1, "the terror has removed its stack"),
    ("to_discard", 1, "cards to discard before a draw / 2"),
    ("tie_round", 1, "how often the tied have been asked / 8"),
    ("tied_colour", 3, "white, blue, red are tied"),
    ("tied_before", 3, "white, blue, red were tied for the government at first"),
    ("strength", 3, "blocks on the cards chosen for white, blue, red / 16"),
    ("province", PROVINCES, "the province whose election is tied, or whose stack is to be hit"),
    ("hand", CARDS, "own hand, by card"),
    ("face_up", CARDS, "face up beside the deck, by card"),
    ("discarded", CARDS, "discards, by card"),
    ("removed", CARDS, "out of the game, by card"),
    (
        "unseen",
        CARDS,
        "by card: 0.5 in the deck or in another hand, 1 in another hand for certain, "
        "since the deck was shuffled without it",
    ),
)
_PLAYERS = (
    ("vp", "victory points / 32"),
    ("hand_size", "cards in hand / 16"),
    ("tokens", "control tokens left / 20; 1 if they do not run out"),
    ("cannons", "control tokens in the battle box / 8"),
    ("presence", "present in the government"),
    ("turn_place", "place in the order of play / 6"),
    ("on_turn", "the seat to decide"),
    ("acting", "whose new cards or action it is"),
    ("collected_white", "white blocks taken in this election / 8"),
    ("collected_blue", "blue blocks taken in this election / 8"),
    ("collected_red", "red blocks taken in this election / 8"),
    ("contender", "still in the tie"),
    ("chosen", "blocks on the card chosen in this round of the tie / 3"),
    ("fell", "fell out of the tie, the later the more / 32"),
)


def observation(seats: int) -> Layout:
    """The blocks of an observation. Blocks with entries for each player begin with one's own seat."""
    players = [(name, seats, f"each player: {about}") for name, about in _PLAYERS]
    stacks = [
        (f"{colour}_stacks", seats * PROVINCES, f"each player, each province: {colour} blocks / 3")
        for colour in COLOUR_NAMES[1:]
    ]
    cards = (
        "cards",
        seats * CARDS,
        "each player, each card: 1 in the display, 0.5 being played, -1 in the hand and known to all",
    )
    return Layout(*_TABLE, *players, *stacks, cards)


_LAYOUT = observation(1)
_AT = {block.name: block.start for block in _LAYOUT}
_TIE, _SPECIAL, _TURN, _ROUND, _STOCK = (_AT[n] for n in ("tie", "special", "turn", "round", "stock"))
_VOTES, _GOVERNMENT, _OPPOSITION = _AT["votes"], _AT["government"], _AT["opposition"]
_LOST, _TIE_ROUND, _TIED, _STRENGTH = (
    _AT["lost_battles"],
    _AT["tie_round"],
    _AT["tied_colour"],
    _AT["strength"],
)
_PROVINCE, _HAND, _FACE_UP = _AT["province"], _AT["hand"] - 1, _AT["face_up"] - 1
_DISCARDED, _REMOVED, _UNSEEN = _AT["discarded"] - 1, _AT["removed"] - 1, _AT["unseen"] - 1
_PLAYER = _AT["vp"]


@rule
def observe(box, table, seat, out):
    """Fill `out` (float32, the size of `observation(seats)`) with what `seat` may know."""
    observe_table(box, table, out)
    observe_players(box, table, seat, out)
    observe_cards(table, seat, out)


@rule
def observe_table(box, table, out):
    for i in range(_HAND + 1):
        out[i] = 0.0
    phase, tie, special = int(table.phase), int(table.tie), int(table.special)
    if phase < DECISIONS:
        out[phase] = 1.0
    if tie > 0:
        out[_TIE + tie - 1] = 1.0
    if special != NO_CARD:
        out[_SPECIAL + int(box.card_kind[special]) - CLUB - 1] = 1.0
    out[_TURN + int(table.turn) - 1] = 1.0
    out[_ROUND] = part(table.rounds, 1 / 60)
    out[_ROUND + 1] = table.acted
    out[_ROUND + 2] = part(table.idle_rounds, 1 / 2)
    out[_ROUND + 3] = table.closing
    for colour in range(WHITE, COLOURS):
        out[_STOCK + colour - 1] = part(table.stock[colour], 1 / 30)
        out[_VOTES + colour - 1] = part(table.votes[colour], 1 / 17)
        out[_TIED + colour - 1] = table.tied_colour[colour]
        out[_TIED + 2 + colour] = table.tied_before[colour]
        out[_STRENGTH + colour - 1] = part(table.strength[colour], 1 / 16)
    if table.government > 0:
        out[_GOVERNMENT + int(table.government) - 1] = 1.0
    if table.opposition > 0:
        out[_OPPOSITION + int(table.opposition) - 1] = 1.0
    out[_LOST] = part(table.lost_battles, 1 / 4)
    out[_LOST + 1] = part(table.battle_blocks, 1 / 4)
    out[_LOST + 2] = part(table.deck_cards, 1 / 64)
    out[_LOST + 3] = 1.0 if table.shuffles == 0 else 0.0
    out[_LOST + 4] = part(table.blocks_left, 1 / 3)
    out[_LOST + 5] = part(table.cards_played, 1 / 2)
    out[_LOST + 6] = table.second_card
    out[_LOST + 7] = table.special_used
    out[_LOST + 8] = table.stack_removed
    out[_LOST + 9] = part(table.to_discard, 1 / 2)
    out[_TIE_ROUND] = part(table.tie_round, 1 / 8)
    if tie == Tie.PROVINCE:
        out[_PROVINCE + province_voting(box, table)] = 1.0
    elif phase == Phase.TARGET_STACK:
        out[_PROVINCE + int(table.target)] = 1.0


@rule
def observe_players(box, table, seat, out):
    """The blocks of one entry a player, and the stacks, one's own seat first."""
    seats = int(table.seats)
    acting = table.phase < Phase.TIE
    stacks = _PLAYER + len(_PLAYERS) * seats
    for i in range(stacks, stacks + 3 * PROVINCES * seats):
        out[i] = 0.0
    for place in range(seats):
        other = int(table.order[place])
        at = (other - seat + seats) % seats
        # The stacks are counted here and not in `free_tokens`: one loop instead of two.
        tokens = int(box.tokens_each) - int(table.cannons[other]) - int(table.presence[other])
        for province in range(int(box.provinces)):
            height = int(table.height[province, other])
            if height > 0:
                tokens -= 1
                column = (int(table.colour[province, other]) - 1) * seats + at
                out[stacks + column * PROVINCES + province] = part(height, 1 / 3)
        at += _PLAYER
        out[at] = part(table.vp[other], 1 / 32)
        out[at + seats] = part(table.hand_size[other], 1 / 16)
        out[at + 2 * seats] = 1.0 if box.tokens == UNLIMITED else part(max(tokens, 0), 1 / 20)
        out[at + 3 * seats] = part(table.cannons[other], 1 / 8)
        out[at + 4 * seats] = table.presence[other]
        out[at + 5 * seats] = part(place, 1 / 6)
        out[at + 6 * seats] = 1.0 if other == table.seat else 0.0
        out[at + 7 * seats] = 1.0 if acting and place == table.turn_place else 0.0
        out[at + 8 * seats] = part(table.collected[WHITE, other], 1 / 8)
        out[at + 9 * seats] = part(table.collected[BLUE, other], 1 / 8)
        out[at + 10 * seats] = part(table.collected[RED, other], 1 / 8)
        out[at + 11 * seats] = table.contender[other]
        out[at + 12 * seats] = part(box.card_value[int(table.chosen[other])], 1 / 3)
        out[at + 13 * seats] = part(table.fell[other], 1 / 32)


@rule
def observe_cards(table, seat, out):
    """Each card where it lies, if that may be known. A loop a block: these are compiled to vector code."""
    for card in range(1, CARDS + 1):
        out[_HAND + card] = 1.0 if table.place[card] == HAND + seat else 0.0
    for card in range(1, CARDS + 1):
        out[_FACE_UP + card] = 1.0 if table.place[card] == FACE_UP_ROW else 0.0
    for card in range(1, CARDS + 1):
        out[_DISCARDED + card] = 1.0 if table.place[card] == DISCARDED else 0.0
    for card in range(1, CARDS + 1):
        out[_REMOVED + card] = 1.0 if table.place[card] == IN_BOX else 0.0
    own = HAND + seat
    for card in range(1, CARDS + 1):
        in_hand = (table.place[card] >= HAND) & (table.place[card] < DISPLAY) & (table.place[card] != own)
        unseen = (table.place[card] == IN_DECK) | (in_hand & (table.known[card] == 0))
        certain = 1.0 if table.shuffle[card] != table.shuffles else 0.5
        out[_UNSEEN + card] = certain if unseen else 0.0
    seats = int(table.seats)
    cards = _PLAYER + (len(_PLAYERS) + 3 * PROVINCES) * seats - 1
    for places in range(seats):
        other = (seat + places) % seats
        for card in range(1, CARDS + 1):
            shown = np.float32(table.place[card] == DISPLAY + other)
            known = np.float32(table.place[card] == HAND + other) * np.float32(table.known[card])
            out[cards + places * CARDS + card] = shown - known
    if table.playing != NO_CARD or table.special != NO_CARD:
        actor = int(table.order[int(table.turn_place)])
        cards += (actor - seat + seats) % seats * CARDS
        if table.playing != NO_CARD:
            out[cards + int(table.playing)] = 0.5
        if table.special != NO_CARD:
            out[cards + int(table.special)] = 0.5


# --- A deal of what a seat cannot know -----------------------------------------------------------


@rule
def is_unseen(table, seat, card):
    """Whether `seat` cannot tell if the card is in the deck or in which other hand."""
    place = int(table.place[card])
    if place == IN_DECK:
        return True
    return HAND <= place < DISPLAY and place != HAND + seat and not table.known[card]


@rule
def redeal(box, table, seat):
    """Deal afresh the cards of the others' hands and of the deck; chance is reseeded before.

    Everybody has seen what went into each shuffle of the deck and when each player drew from it. So the
    unseen cards of one shuffle change places among themselves.
    """
    holders = np.zeros(SEATS + 1, np.int64)  # the deck last
    for shuffle in range(int(table.shuffles) + 1):
        for card in range(1, int(box.cards) + 1):
            if table.shuffle[card] == shuffle and is_unseen(table, seat, card):
                place = int(table.place[card])
                holders[SEATS if place == IN_DECK else place - HAND] += 1
        for card in range(1, int(box.cards) + 1):
            if table.shuffle[card] == shuffle and is_unseen(table, seat, card):
                holder = chance.draw(table, REDEAL, holders)
                table.place[card] = IN_DECK if holder == SEATS else HAND + holder
