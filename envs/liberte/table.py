"""The table: the whole state of one game of Liberté, field by field.

Seats are numbered clockwise. Cards are numbered from 1, copies of a special card too; provinces from 0, in
the order of the box; colours from 1. Where 0 is no card or no colour, entry 0 of an array stays unused.
Fields of unused seats stay 0.
"""

from enum import IntEnum

import numpy as np

from ..core.engine.game import header
from ..core.engine.record import EVERYBODY, PLACE, Field, follows

SEATS = 6
CARDS = 110
PROVINCES = 30
REGIONS = 6
TURNS = 4
FACE_UP = 3
SHOWN = 5  # cards in a personal display, a sans-culotte's fifth included
TALLEST = 3
ROUNDS = 60  # the most action rounds in a turn, since players could draw and pass for ever (LIB-3.22)
IDLE_ROUNDS = 2  # rounds in a row in which everybody passes, which end the actions
NO_CARD = 0


class Colour(IntEnum):
    """The factions. Where two are level, the higher number has precedence."""

    NONE = 0
    WHITE = 1  # royalists
    BLUE = 2  # moderates
    RED = 3  # radicals


COLOURS = 4  # NONE included
_, WHITE, BLUE, RED = map(int, Colour)  # rules take plain numbers


class Phase(IntEnum):
    """The phases of a turn."""

    DISCARD = 0
    REFILL = 1
    ACTION = 2
    EXCHANGE = 3
    DRAW = 4
    SECOND_DRAW = 5
    MODE = 6
    PLACE = 7
    KEEP = 8
    AFTER = 9
    TARGET_PROVINCE = 10
    TARGET_STACK = 11
    TARGET_CARD = 12
    TIE = 13
    OVER = 14
    # The following phases pass within one action and are never seen from outside.
    NEW_TURN = 15
    NEW_CARDS = 16
    NEXT_ACTION = 17
    CARD_DONE = 18
    BATTLE = 19
    VOTE = 20
    GOVERNMENT = 21
    OPPOSITION = 22
    FIRST_PLACE = 23
    SECOND_PLACE = 24
    OPPOSITION_PLACE = 25
    TURN_DONE = 26
    ASK = 27


DECISIONS = 14  # the number of phases in which a seat decides, which come first


class Tie(IntEnum):
    """What a tie that cards are to break is about."""

    NONE = 0
    BATTLE = 1
    PROVINCE = 2
    GOVERNMENT = 3
    OPPOSITION = 4
    FIRST = 5
    SECOND = 6
    OPPOSITION_FIRST = 7


TIES = 8


class Ending(IntEnum):
    """How a game ended."""

    NONE = 0
    FOUR_TURNS = 1
    COUNTER_REVOLUTION = 2
    LANDSLIDE = 3


class Place(IntEnum):
    """Where a card is. HAND + seat is in that hand, DISPLAY + seat in that personal display."""

    BOX = 0
    DECK = 1
    SET_B = 2  # face down under set A
    FACE_UP = 3
    DISCARDED = 4
    PLAYED = 5  # just played, before it goes to the display or the discards
    HAND = 8
    DISPLAY = 16


IN_BOX, IN_DECK, IN_SET_B, FACE_UP_ROW, DISCARDED, PLAYED, HAND, DISPLAY = map(int, Place)


class Stream(IntEnum):
    """The kinds of chance."""

    DECK = 0
    ORDER = 1
    REDEAL = 2


DECK, ORDER, REDEAL = map(int, Stream)
STREAMS = len(Stream)

_i8, _i16 = np.int8, np.int16
_MOST_BLOCKS = 60
_MOST_VP = 500
_MOST_SHUFFLES = 16_000

_SEAT, _COLOUR, _CARD = {"seat": SEATS}, {"colour": COLOURS}, {"card": CARDS + 1}
_STACK = {"province": PROVINCES, "seat": SEATS}
_PLAYED = "the card that lies between hand and display, and its kind"

FIELDS = (
    *header(STREAMS, SEATS),
    # The turn
    Field("turn", _i8, (), 1, TURNS, "turn of the game"),
    Field("order", _i8, {"seat": SEATS}, 0, SEATS - 1, "seat at each place in the order of play"),
    Field(
        "turn_place",
        _i8,
        (),
        0,
        SEATS - 1,
        "place in `order` of the seat whose new cards or action it is",
        follows("the order, and the seat to decide before a tie"),
    ),
    Field("rounds", _i8, (), 0, ROUNDS, "action rounds completed in this turn"),
    Field("acted", _i8, (), 0, 1, "1 when somebody has done more than pass in this round"),
    Field("idle_rounds", _i8, (), 0, IDLE_ROUNDS, "rounds in a row in which everybody passed"),
    Field("closing", _i8, (), 0, 1, "1 when a stock has run out: this round is the last of the turn"),
    Field("ending", _i8, (), 0, int(Ending.LANDSLIDE), "how the game ended, an Ending"),
    # Blocks
    Field("stock", _i8, _COLOUR, 0, _MOST_BLOCKS, "blocks of each colour beside the map"),
    Field(
        "aside",
        _i8,
        _COLOUR,
        0,
        _MOST_BLOCKS,
        "blocks of each colour on the turn track until turn 2",
        follows("the turn: those of the box in the first, none later"),
    ),
    Field("height", _i8, _STACK, 0, TALLEST, "blocks in the stack of each seat in each province"),
    Field("colour", _i8, _STACK, 0, RED, "colour of that stack, a Colour; 0 without a stack"),
    Field("collected", _i8, {**_COLOUR, **_SEAT}, 0, PROVINCES + TALLEST, "blocks taken in this election"),
    # Players
    Field("vp", _i16, _SEAT, 0, _MOST_VP, "victory points"),
    Field("cannons", _i8, _SEAT, 0, 127, "control tokens in the battle box"),
    Field("presence", _i8, _SEAT, 0, 1, "1 when present in the government"),
    Field("hand_size", _i8, _SEAT, 0, CARDS, "cards in hand"),
    Field(
        "display",
        _i8,
        {**_SEAT, "at": SHOWN},
        0,
        CARDS,
        "cards in the personal display; 0 none",
        follows("where the cards are; their order in a display means nothing"),
    ),
    # Cards
    Field("place", _i8, _CARD, 0, DISPLAY + SEATS - 1, "where each card is, a Place", PLACE),
    Field("known", _i8, _CARD, 0, 1, "1 for a card in a hand that everybody knows to be there"),
    Field(
        "shuffle",
        _i16,
        _CARD,
        0,
        _MOST_SHUFFLES,
        "shuffle in which each card last went into the deck",
        follows("how old what nobody knows is: the cards of deck and hands; of others it means nothing"),
    ),
    Field("shuffles", _i16, (), 0, _MOST_SHUFFLES, "the deck's shuffle: 0 set A, 1 set B, then the discards"),
    Field("deck_cards", _i8, (), 0, CARDS, "cards of the deck, not counting set B under set A"),
    Field("face_up", _i8, {"place": FACE_UP}, 0, CARDS, "cards face up beside the deck; 0 none"),
    # The action
    Field("playing", _i8, (), 0, CARDS, "card being played; 0 none", follows(_PLAYED)),
    Field("blocks_left", _i8, (), 0, TALLEST, "blocks of the card being played still to place"),
    Field("cards_played", _i8, (), 0, 2, "personality and club cards played in this action"),
    Field("second_card", _i8, (), 0, 1, "1 when a second one-block personality may follow (valley_rules)"),
    Field("special", _i8, (), 0, CARDS, "special card being resolved; 0 none", follows(_PLAYED)),
    Field("special_used", _i8, (), 0, 1, "1 when a special card was played in this action"),
    Field("stack_removed", _i8, (), 0, 1, "1 when the terror has removed its stack"),
    Field(
        "target",
        _i8,
        (),
        0,
        PROVINCES - 1,
        "province of the stack that a special card is to hit",
        EVERYBODY.during(int(Phase.TARGET_STACK)),
    ),
    Field("to_discard", _i8, (), 0, 2, "cards still to discard before a card is drawn"),
    # Battles
    Field("lost_battles", _i8, (), 0, TURNS, "battles that nobody won"),
    Field("battle_blocks", _i8, (), 0, TURNS, "white blocks lying on lost battles"),
    # The election
    Field("votes", _i8, _COLOUR, 0, PROVINCES + TALLEST, "votes of each colour on the election track"),
    Field("government", _i8, (), 0, RED, "colour of the government, a Colour; 0 before an election is over"),
    Field("opposition", _i8, (), 0, RED, "colour of the opposition, a Colour; 0 before an election is over"),
    Field("voting", _i8, (), 0, PROVINCES, "provinces whose election is over, in the latest election"),
    # A tie
    Field("tie", _i8, (), 0, TIES - 1, "what the tie is about, a Tie"),
    Field(
        "tie_place",
        _i8,
        (),
        0,
        SEATS - 1,
        "place in `order` of the seat that chooses",
        follows("the order, and the seat to decide in a tie"),
    ),
    Field("tie_round", _i8, (), 0, SEATS * SHOWN // 2 + 1, "times the tied have been asked"),
    Field("contender", _i8, _SEAT, 0, 1, "seats still in the tie"),
    Field("chosen", _i8, _SEAT, 0, CARDS, "card that each has chosen in this round of the tie; 0 none"),
    Field("fell", _i8, _SEAT, 0, 4 * (SHOWN + 2), "when a seat fell out of the tie; later is higher"),
    Field("tied_colour", _i8, _COLOUR, 0, 1, "factions that are tied"),
    Field("tied_before", _i8, _COLOUR, 0, 1, "factions that were tied for the government at first"),
    Field("strength", _i16, _COLOUR, 0, SEATS * TALLEST, "blocks on the cards chosen for each faction"),
)
