"""The table: the whole state of one game of Copycat, field by field.

Seats are numbered clockwise. Cards go by the number printed on them, from 1; each player has start cards of
the same numbers, every other card exists once. Doctorates bear no number and are all alike. Offices are
numbered from 0: those printed on the board, the base cards, the extra cards. Where 0 is no card, entry 0 of
an array stays unused. Fields of unused seats stay 0.
"""

from enum import IntEnum

import numpy as np

from ..core.engine.game import header
from ..core.engine.record import DECIDER, EVERYBODY, PLACE, Field, follows

SEATS = 4
CARDS = 61
REDS = 8  # cards 1 to 8
FIRST_START, LAST_START = 9, 18  # the start cards that each player has
PRINTED, BASE, EXTRA = 10, 4, 11
OFFICES = PRINTED + BASE + EXTRA
STREET = 11
ROUNDS = EXTRA  # one extra office opens each round
PERIODS = 4  # of numbered cards; the doctorates are a fifth
NO_CARD = 0
DOCTORATE = CARDS + 1  # the number of a doctorate on the street


class Phase(IntEnum):
    """The phases of a round."""

    BID = 0
    TURN = 1
    SWAP = 2
    TRASH_FOR_WORKER = 3
    DONATE = 4
    DRAW = 5
    HAND = 6
    TRASH_FOR_COIN = 7
    KEEP = 8
    TABLE = 9
    INVEST = 10
    REUSE_CARD = 11
    COPY_CARD = 12
    REUSE_WORKER = 13
    OVER = 14
    # The following phases pass within one action and are never seen from outside.
    REVEAL = 15
    NEXT_TURN = 16
    NEXT_BUYER = 17
    LAY_DOWN = 18
    COUNT = 19
    CLEAN_UP = 20
    NEW_ROUND = 21


DECISIONS = 14  # the number of phases in which a seat decides, which come first


class Effect(IntEnum):
    """What a card or an office does; many come in several strengths.

    The order matters: blue and purple up to ELBOWS, yellow and green up to DOUBLE_TOKENS, then grey.
    """

    NONE = 0
    DRAW = 1
    SWAP = 2
    DONATE = 3
    WORKER = 4
    TRASH_FOR_WORKER = 5
    EXTRA_OFFICE = 6
    ELBOWS = 7
    COIN = 8
    DOUBLE_COINS = 9
    BUY = 10
    BUY_SPECIAL = 11
    TRASH_FOR_COIN = 12
    COIN_OR_VP = 13
    VP = 14
    DOUBLE_TOKENS = 15
    REUSE_CARD = 16
    COPY_CARD = 17
    REUSE_WORKER = 18
    KEEP = 19


EFFECTS = len(Effect)


class Zone(IntEnum):
    """Where a card of a player is. Zones from LAID to SPENT are the play area."""

    NONE = 0  # not this player's
    DRAW = 1  # in the draw pile
    HAND = 2
    KNOWN = 3  # in the hand, as everybody knows
    LAID = 4  # in the play area, not used
    USED = 5  # in the play area, used once
    SPENT = 6  # in the play area, used twice; only with `strict_two`, otherwise it goes to TEMPORARY
    TEMPORARY = 7  # in the temporary discard pile
    DISCARD = 8


# Rules take plain numbers: as written, NumPy compares an entry with a member of an enum 25 times as slowly.
IN_DRAW, IN_HAND, KNOWN, LAID, USED, SPENT, TEMPORARY, DISCARD = map(int, list(Zone)[1:])


class Worker(IntEnum):
    """A player's worker in an office."""

    NONE = 0
    STANDING = 1
    LYING = 2  # the office has been used
    STANDING_REPEATED = 3  # a bonus payment has used the office; the worker's own use is to come
    LYING_REPEATED = 4  # both uses are past


NO_WORKER, STANDING, LYING, STANDING_REPEATED, LYING_REPEATED = map(int, Worker)


class Place(IntEnum):
    """Where a card is, start cards aside."""

    BOX = 0  # not in this game, or removed from it
    SUPPLY = 1
    STREET = 2
    OWNED = 3  # in a player's deck


IN_BOX, IN_SUPPLY, ON_STREET, OWNED = map(int, Place)


class Ending(IntEnum):
    """Why a game ended; of several reasons the first named here."""

    NONE = 0
    POINTS = 1
    DOCTORATES = 2
    ROUNDS = 3


class Stream(IntEnum):
    """The kinds of chance. DECK + seat is the draw pile of that seat."""

    BUS = 0
    SUPPLY = 1
    OFFICES = 2
    REDEAL = 3
    DECK = 4


BUS, SUPPLY, OFFICE_DECK, REDEAL, DECK = map(int, Stream)
STREAMS = DECK + SEATS

_i8, _i16, _i32 = np.int8, np.int16, np.int32
_MOST_VP = 200_000
_MOST_COINS = 20_000

_BEGUN = (  # the phases within an action
    *map(int, (Phase.SWAP, Phase.TRASH_FOR_WORKER, Phase.DONATE, Phase.DRAW, Phase.TRASH_FOR_COIN)),
    *map(int, (Phase.KEEP, Phase.INVEST, Phase.REUSE_CARD, Phase.COPY_CARD, Phase.REUSE_WORKER)),
)

FIELDS = (
    *header(STREAMS, SEATS),
    # The round
    Field("round_number", _i8, (), 1, ROUNDS, "round of the game"),
    Field("order", _i8, {"seat": SEATS}, 0, SEATS - 1, "seat at each place of the bus"),
    Field(
        "turn_place",
        _i8,
        (),
        0,
        SEATS,
        "place in `order` of the seat on turn",
        follows("the order and the seat to decide"),
    ),
    Field(
        "bid",
        _i8,
        {"seat": SEATS},
        0,
        CARDS,
        "card chosen for the order of turns, 0 none",
        EVERYBODY.owner_alone(Phase.BID),
    ),
    Field("bids", _i8, (), 0, SEATS, "players who have chosen theirs", follows("the seat to decide")),
    Field("passed", _i8, {"seat": SEATS}, 0, 1, "1 when a player has no more turns in this round"),
    Field("last_doctorate", _i8, (), 0, 1, "1 when the last doctorate has been bought"),
    Field(
        "ending",
        _i8,
        (),
        0,
        int(Ending.ROUNDS),
        "why the game ended, an Ending",
        follows("points, last doctorate and round"),
    ),
    # Players
    Field("vp", _i32, {"seat": SEATS}, 0, _MOST_VP, "victory points"),
    Field("round_vp", _i32, {"seat": SEATS}, 0, _MOST_VP, "victory points of this round"),
    Field("tokens", _i16, {"seat": SEATS}, 0, OFFICES * ROUNDS, "tokens taken in this round"),
    Field("pool", _i8, {"seat": SEATS}, 0, 20, "workers still to be placed"),
    Field("recruited", _i8, {"seat": SEATS}, 0, 10, "workers recruited in this round"),
    Field("doctorates", _i8, {"seat": SEATS}, 0, SEATS, "doctorates bought"),
    # Cards
    Field(
        "zone",
        _i8,
        {"seat": SEATS, "card": CARDS + 1},
        0,
        DISCARD,
        "where each card of a player is, a Zone",
        PLACE,
    ),
    Field("draw_size", _i8, {"seat": SEATS}, 0, CARDS, "cards in the draw pile"),
    Field("hand_size", _i8, {"seat": SEATS}, 0, CARDS, "cards in hand"),
    Field("discard_size", _i8, {"seat": SEATS}, 0, CARDS, "cards in the discard pile"),
    Field("copied", _i8, {"card": CARDS + 1}, 0, CARDS, "card that each press secretary has copied; 0 none"),
    # Supply and street
    Field("place", _i8, {"card": CARDS + 1}, 0, OWNED, "where each card is that nobody starts with, a Place"),
    Field("street", _i8, {"space": STREET}, 0, DOCTORATE, "card on each space; 62 a doctorate, 0 none"),
    Field("doctorates_left", _i8, (), 0, SEATS, "doctorates at the bottom of the supply"),
    # Offices
    Field("open", _i8, {"office": OFFICES}, 0, 1, "1 for an office in play"),
    Field(
        "worker",
        _i8,
        {"seat": SEATS, "office": OFFICES},
        0,
        LYING_REPEATED,
        "a player's worker in an office, a Worker",
    ),
    Field(
        "crowd",
        _i8,
        {"office": OFFICES},
        0,
        SEATS,
        "workers in each office",
        follows("the workers"),
    ),
    Field("office_tokens", _i8, {"office": OFFICES}, 0, ROUNDS, "tokens on each office"),
    # A turn of the second phase
    Field("due", _i8, (), 0, CARDS, "workers that may still be placed in this turn"),
    Field("elbows", _i8, (), 0, CARDS, "of those, how many in offices of others; can be more than are due"),
    Field("fresh", _i32, (), 0, 2**OFFICES - 1, "a bit for each office where one was placed in this turn"),
    # An action begun
    Field(
        "stage",
        _i8,
        (),
        0,
        int(Phase.TABLE),
        "the phase to go back to, a Phase: turn, hand or table",
        EVERYBODY.during(*_BEGUN),
    ),
    Field("acting", _i8, (), 0, CARDS, "press secretary that copies; 0 none"),
    Field("left", _i8, (), 0, CARDS, "cards that may still be picked, or drawn"),
    Field("picked", _i16, (), 0, 2000, "cards picked to swap, or coins paid as a donation"),
    Field(
        "undoubled",
        _i8,
        (),
        0,
        1,
        "1 when coins of this action are not doubled",
        EVERYBODY.during(*_BEGUN),
    ),
    Field("keeping", _i8, (), 0, CARDS, "cards in hand to be kept"),
    Field("kept", _i8, {"card": CARDS + 1}, 0, 1, "1 for each of them", DECIDER),
    # A turn of the third phase
    Field("coins", _i16, (), 0, _MOST_COINS, "coins that may be doubled"),
    Field("more_coins", _i16, (), 0, _MOST_COINS, "coins that may not"),
    Field("spent", _i16, (), 0, 3 * _MOST_COINS // 2, "coins spent"),
    Field("doublings", _i8, (), 0, CARDS, "how often coins are doubled; more than twice is in vain"),
    Field("token_doublings", _i8, (), 0, CARDS, "how often tokens are doubled; more than twice is in vain"),
    Field("purchases", _i16, (), 0, 1000, "purchases that are left"),
    Field("charity", _i8, {"kind": 2}, 0, CARDS, "charity events not decided: coin doubled, not doubled"),
)
