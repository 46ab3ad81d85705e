"""The table: the whole state of one game of Die Macher, field by field.

Seats are numbered clockwise. Regions are numbered by when they vote: 0 is the current region, 1 the next,
and so on; after an election each moves up by one. A stand on an issue, of an opinion or a programme, is a
kind: twice the issue (0 to 6), plus 1 when against, so that `kind ^ 1` is the contrary. Opinion cards of a
kind are counted, because they are all alike. Programme cards are numbered, PROGRAMME_COPIES of each kind.
Money is in units of 1,000. Fields of unused seats stay 0; so do those of regions not in play, except `land`,
which is -1.
"""

from enum import IntEnum

import numpy as np

from ..core.engine.game import NOBODY, header
from ..core.engine.record import EVERYBODY, OWNER, PLACE, Field, follows

SEATS = 5
REGIONS = 4
ROUNDS = 7  # with one election each
LANDS = 16
ISSUES = 7
KINDS = 2 * ISSUES
OPINION_COPIES = 3
PROGRAMME_COPIES = 4
PROGRAMME_CARDS = KINDS * PROGRAMME_COPIES
PROGRAMME = 5  # open cards of a player
HAND = 3  # hidden cards of a player
OPINIONS = 4  # opinions of a region
POOL = 6  # opinion cards in the exchange pool
NATIONAL = 5  # spaces of the national board for opinions
CABINET = 7  # cards of a player's shadow cabinet, numbered from 1
CONTRIBUTIONS = 5
POLLS = 20
MOST_VOTES = 50
MOST_TREND = 3
DIE = 6  # faces of the special die
SECTIONS = 2  # of the sheet of the preliminary round
FIRST_SECTION, SECOND_SECTION = 3, 4  # the number of options in each section
ITEMS = 3  # things to place for an option of the first section; most media markers for one of the second
WINNERS = 3  # the most players who may place on the national board after an election
MOST_BID = 300
SHUFFLES = 10  # up to nine hidden opinion cards, perhaps each from another shuffle, and the deck
NO_CARD = -1


class Phase(IntEnum):
    """The phases of the game."""

    SHEET = 0
    START_BID = 1
    START_PLAYER = 2
    DISCARD = 3
    NEW_CARD = 4
    OLD_CARD = 5
    PLACE_LOBBY = 6
    LOBBY = 7
    LOBBY_OPINION = 8
    LOBBY_PLAYER = 9
    TELEPHONE = 10
    COALITION = 11
    REPLY = 12
    FORCE = 13
    MEDIA = 14
    SWAP_OUT = 15
    SWAP_IN = 16
    MEETINGS = 17
    POLL_BID = 18
    PUBLISH = 19
    CHANGE_TREND = 20
    CONVERT = 21
    NATIONAL_MEDIA = 22
    NATIONAL_CARD = 23
    NATIONAL_REPLACE = 24
    CONTRIBUTION = 25
    OVER = 26
    # The following phases pass within one action and are never seen from outside.
    REVEAL_SHEETS = 27
    NEW_ROUND = 28
    REVEAL_BIDS = 29
    NEXT_CONFERENCE = 30
    NEXT_PLACING = 31
    REVEAL_LOBBY = 32
    NEXT_LOBBY = 33
    NEXT_COALITION = 34
    NEXT_FORCE = 35
    NEXT_SWAP = 36
    NEXT_MEETINGS = 37
    NEXT_POLL = 38
    SELL_POLL = 39
    SUPPRESS_POLL = 40
    NEXT_CONVERSION = 41
    ELECTION = 42
    WINNERS = 43
    NEXT_NATIONAL = 44
    NEXT_CARD = 45
    RECRUIT = 46
    NEXT_REGION = 47
    INCOME = 48
    NEXT_CONTRIBUTION = 49
    REVEAL_CONTRIBUTIONS = 50
    REFUSALS = 51


DECISIONS = 26  # the number of phases in which a seat decides, which come first


class Item(IntEnum):
    """What an item of the first section of the sheet is."""

    TREND = 0
    VOTES = 1
    MEETINGS = 2


class Lobby(IntEnum):
    """What a card of the shadow cabinet can do, in the order of the actions for it."""

    VOTES = 0
    DOUBLER = 1
    MEDIA = 2
    TREND_UP = 3
    TREND_DOWN = 4


class Zone(IntEnum):
    """Where a programme card is; hidden ones have the seat added that they belong to."""

    DECK = 0
    FACE_UP = 1  # discarded face up
    FACE_DOWN = 2  # + seat: discarded face down from that hand
    HAND = FACE_DOWN + SEATS
    OPEN = HAND + SEATS  # in a programme


IN_DECK, FACE_UP, FACE_DOWN, IN_HAND, OPEN = map(int, Zone)


class Poll(IntEnum):
    """Where a poll is."""

    DECK = 0
    PUBLISHED = 1  # discarded, seen by all
    UNSEEN = 2  # discarded, seen by nobody
    SEEN = 3  # + seat: seen by that seat alone


POLL_IN_DECK, PUBLISHED, UNSEEN, SEEN = map(int, Poll)


class Contribution(IntEnum):
    """What a player has done with a contribution card."""

    IN_HAND = 0
    ACCEPTED = 1
    REFUSED = 2


CARD_IN_HAND, ACCEPTED, REFUSED = map(int, Contribution)


class Stream(IntEnum):
    """The kinds of chance."""

    LANDS = 0
    OPINIONS = 1
    PROGRAMMES = 2
    POLLS = 3
    DICE = 4
    ORDER = 5  # the first start player, ties of bids, the order in which sheets are carried out
    REDEAL = 6


LAND_DECK, OPINION_DECK, PROGRAMME_DECK, POLL_DECK, DICE, ORDER, REDEAL = map(int, Stream)

_i8, _i16 = np.int8, np.int16
_MOST_CASH = 10_000
_BY_REGION = {"region": REGIONS, "seat": SEATS}
_BY_SEAT = {"seat": SEATS}
_BY_WINNER = {"winner": WINNERS}
_MEMORY = follows(
    "books for a redeal: what the last shuffle tells of hands is observed, what those before it tell is not"
)
_PLACING = (int(Phase.NATIONAL_MEDIA), int(Phase.NATIONAL_CARD), int(Phase.NATIONAL_REPLACE))

FIELDS = (
    *header(len(Stream), SEATS),
    # The round
    Field("round_number", _i8, (), 0, ROUNDS, "round of the game; 0 the preliminary round"),
    Field("start_player", _i8, (), 0, SEATS - 1, "seat that goes first in every phase"),
    Field(
        "turn",
        _i8,
        (),
        0,
        SEATS,
        "players, or winners, who have had their turn in this phase",
        follows("where the seat to decide comes, from the start player on or among the winners"),
    ),
    Field("region", _i8, (), 0, REGIONS - 1, "region that this part of a phase is about"),
    Field("regions", _i8, (), 1, REGIONS, "regions in play"),
    # Regions
    Field("land", _i8, {"region": REGIONS}, NO_CARD, LANDS - 1, "land of each region; -1 when not in play"),
    Field("land_drawn", _i8, {"land": LANDS}, 0, 1, "1 for each land that has been drawn"),
    Field("votes", _i8, _BY_REGION, 0, MOST_VOTES, "votes"),
    Field("arrival", _i8, _BY_REGION, 0, SEATS - 1, "order in which parties got their votes, last highest"),
    Field("trend", _i8, _BY_REGION, -MOST_TREND, MOST_TREND, "trend"),
    Field("meetings", _i8, _BY_REGION, 0, 30, "meetings"),
    Field("media", _i8, _BY_REGION, 0, 20, "media markers"),
    Field("tile", _i8, _BY_REGION, 0, 1, "1 where a player's coalition tile lies"),
    Field(
        "lobby",
        _i8,
        _BY_REGION,
        0,
        CABINET,
        "card of a shadow cabinet there; 0 none",
        EVERYBODY.owner_alone(int(Phase.PLACE_LOBBY)),
    ),
    Field(
        "opinion",
        _i8,
        {"region": REGIONS, "kind": KINDS},
        0,
        2,
        "1 for an open opinion, 2 for one with a doubler",
    ),
    Field(
        "hidden",
        _i8,
        {"region": REGIONS, "shuffle": SHUFFLES},
        0,
        OPINIONS,
        "hidden opinions, by the shuffle they came with",
    ),
    # Opinion cards
    Field(
        "unseen",
        _i8,
        {"shuffle": SHUFFLES, "kind": KINDS},
        0,
        OPINION_COPIES,
        "cards nobody has seen, by shuffle and kind",
    ),
    Field(
        "shuffle",
        _i8,
        (),
        0,
        SHUFFLES - 1,
        "the shuffle that the deck is of",
        follows("only a number: the deck has those unseen cards that lie hidden in no region"),
    ),
    Field("opinion_deck", _i8, (), 0, KINDS * OPINION_COPIES, "cards in the deck"),
    Field("discards", _i8, {"kind": KINDS}, 0, OPINION_COPIES, "discarded opinion cards, by kind"),
    Field("pool", _i8, {"kind": KINDS}, 0, OPINION_COPIES, "cards of the exchange pool, by kind"),
    Field("doublers", _i8, (), 0, 20, "doublers in stock"),
    # The national board
    Field("national", _i8, {"space": NATIONAL}, NO_CARD, KINDS - 1, "opinion on each space; -1 none"),
    Field("secured", _i8, {"space": NATIONAL}, 0, 1, "1 where a second card of the kind lies on it"),
    Field(
        "national_media",
        _i8,
        {"election": ROUNDS, "seat": SEATS},
        0,
        1,
        "1 for a media marker placed for that election",
    ),
    # Parties
    Field("cash", _i16, _BY_SEAT, 0, _MOST_CASH, "money, in thousands"),
    Field("members", _i16, _BY_SEAT, 0, 999, "members of the party"),
    Field("meeting_supply", _i8, _BY_SEAT, 0, 40, "meetings not on a board"),
    Field("media_supply", _i8, _BY_SEAT, 0, 20, "media markers not on a board"),
    Field("tiles", _i8, _BY_SEAT, 0, CABINET, "coalition tiles left"),
    Field("seats_won", _i16, {"election": ROUNDS, "seat": SEATS}, 0, 200, "seats won in each election"),
    Field("ally", _i8, _BY_SEAT, 0, SEATS, "partner in the coalition of this round, seat + 1; 0 none"),
    Field(
        "paid",
        _i16,
        {"election": ROUNDS},
        0,
        MOST_BID,
        "what the choice of the start player cost before each election",
    ),
    Field(
        "section",
        _i8,
        {"section": SECTIONS, "seat": SEATS},
        0,
        SECOND_SECTION,
        "options taken on the sheet, from 1",
        EVERYBODY.owner_alone(int(Phase.SHEET)),
    ),
    Field("programme", _i8, {"seat": SEATS, "kind": KINDS}, 0, 1, "1 for each open programme card"),
    Field(
        "cabinet",
        _i8,
        {"seat": SEATS, "card": CABINET + 1},
        0,
        1,
        "1 for each card of the shadow cabinet not used yet",
    ),
    Field(
        "contribution",
        _i8,
        {"seat": SEATS, "contribution": CONTRIBUTIONS},
        0,
        REFUSED,
        "each contribution card, a Contribution",
    ),
    # Programme cards
    Field(
        "zone",
        _i8,
        {"programme_card": PROGRAMME_CARDS},
        0,
        OPEN,
        "where each programme card is, a Zone",
        PLACE,
    ),
    Field("programme_deck", _i8, (), 0, PROGRAMME_CARDS, "programme cards in the deck"),
    Field("programme_shuffle", _i8, (), 0, 100, "how often the deck was shuffled anew", _MEMORY),
    Field(
        "drawn",
        _i8,
        {"programme_card": PROGRAMME_CARDS},
        0,
        100,
        "shuffle that a card of a hand was drawn from",
        _MEMORY,
    ),
    Field(
        "returned",
        _i8,
        {"programme_card": PROGRAMME_CARDS},
        0,
        100,
        "last shuffle in which all saw a card go",
        _MEMORY,
    ),
    Field(
        "own_returned",
        _i8,
        {"seat": SEATS, "programme_card": PROGRAMME_CARDS},
        0,
        100,
        "the same, of the cards a seat discarded",
        _MEMORY,
    ),
    # Polls
    Field("poll_zone", _i8, {"poll": POLLS}, 0, SEEN + SEATS - 1, "where each poll is, a Poll", PLACE),
    Field(
        "poll",
        _i8,
        (),
        NO_CARD,
        POLLS - 1,
        "poll that has been sold, which its buyer, on turn, sees first; -1 none",
        EVERYBODY.owner_alone(int(Phase.PUBLISH)),
    ),
    # Part of a phase
    Field(
        "step",
        _i8,
        (),
        0,
        1 + 2 * ITEMS,
        "entries made on the sheet by the seat to decide",
        follows("what is filled in on its sheet"),
    ),
    Field(
        "place_of",
        _i8,
        {"item": 2 * ITEMS, "seat": SEATS},
        0,
        REGIONS,
        "regions on the sheet, from 1, for three items and three media markers; 0 none",
        OWNER,
    ),
    Field(
        "bid",
        _i16,
        _BY_SEAT,
        0,
        MOST_BID,
        "bids, in thousands; those for polls are open but for blind auctions",
        EVERYBODY.owner_alone(int(Phase.START_BID), int(Phase.POLL_BID)),
    ),
    Field("bidder", _i8, (), NOBODY, SEATS - 1, "seat with the highest bid; -1 none"),
    Field("passed", _i8, _BY_SEAT, 0, 1, "1 when a player is out of the auction"),
    Field("passes", _i8, (), 0, SEATS - 1, "passes in a row"),
    Field("renewed", _i8, (), 0, HAND, "programme cards discarded that are to be drawn again"),
    Field("picked", _i8, (), NO_CARD, KINDS - 1, "kind named first of two; -1 none"),
    Field("by_votes", _i8, (), 0, 1, "1 when an opinion may be exchanged for votes, 0 for media"),
    Field("acting", _i8, (), 0, len(Lobby), "lobby action that wants an aim, a Lobby + 1; 0 none"),
    Field("asker", _i8, (), NOBODY, SEATS - 1, "seat that has asked for a coalition; -1 none"),
    Field("asked", _i8, (), 0, 2**SEATS - 1, "a bit for each seat asked by the one on turn"),
    Field("changes", _i8, (), 0, SEATS, "changes of a poll that may still be made"),
    Field("changed", _i8, (), 0, 2**SEATS - 1, "a bit for each seat whose trend the poll has changed"),
    Field(
        "winner",
        _i8,
        _BY_WINNER,
        NOBODY,
        SEATS - 1,
        "those who may place on the national board, in order",
        EVERYBODY.during(*_PLACING),
    ),
    Field(
        "national_cards",
        _i8,
        _BY_WINNER,
        0,
        2,
        "opinions that each of them may place",
        EVERYBODY.during(*_PLACING),
    ),
    Field("by_a_nose", _i8, (), 0, 1, "1 when the last election was won by a nose"),
    Field(
        "offer",
        _i8,
        _BY_SEAT,
        0,
        2 * CONTRIBUTIONS,
        "chosen: 1 to 5 accepted, 6 to 10 refused; in turn, what is accepted is seen",
        OWNER,
    ),
)
