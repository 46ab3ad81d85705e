"""The table: the whole state of one game of Saludos Amigos!, field by field.

Seats are numbered clockwise. Cards are counted by value: entry 0 counts the ones, 1 the twos, 2 the threes.
Fields of unused seats stay 0.
"""

from enum import IntEnum

import numpy as np

from ..core.engine.game import NOBODY, header
from ..core.engine.record import EVERYBODY, HIDDEN, OWNER, Field, follows

SEATS = 7
PROJECTS = 6
VALUES = 3
JOURNALIST = PROJECTS  # the index of journalists in the bag, after the projects
LARGEST_PIE = 12
MOST_CARDS = 120
MOST_SIDES = 12
DRAW_LIMIT = 200  # the most tiles drawn in a game, since journalists could come back for ever
OFFERS_KEPT = 8  # standing offers of a round that are remembered
TALKS_KEPT = 8  # failed proposals of a round that are remembered


class Phase(IntEnum):
    """The phases of a round."""

    REROLL = 0
    FLOOR = 1
    SET = 2
    SPLIT = 3
    RESPOND = 4
    REPLY = 5
    CALL = 6
    JOIN = 7
    OPP_SPLIT = 8
    COAL_SPLIT = 9
    BID = 10
    OVER = 11
    # The following phases pass within one action and are never seen from outside.
    AGREED = 12
    FAILED = 13
    CONCLUDED = 14
    OPPOSED = 15
    RESHARED = 16
    REVEALED = 17
    SETTLED = 18


DECISIONS = 11  # the number of phases in which a seat decides, which come first


class Draft(IntEnum):
    """What an open draft, a proposal not yet agreed, is about."""

    NONE = 0
    NEGOTIATION = 1
    OPPOSITION = 2
    COALITION = 3


class Part(IntEnum):
    """What a seat had to do with a proposal that failed; below 0, it was the seat that said no."""

    TOOK_BACK = -4  # the proposer, who dropped or withdrew it
    REFUSED = -2
    NONE = 0
    NOT_YET = 1  # a partner who had not answered, or only asked for more
    ACCEPTED = 2
    PROPOSED = 4


class Stream(IntEnum):
    """The kinds of chance. Each seat rerolls from a stream of its own, which starts at REROLL."""

    BAG = 0
    DECK = 1
    DICE = 2
    FLOOR = 3
    SETUP = 4
    REDEAL = 5
    REROLL = 6


BAG, DECK, DICE, FLOOR, SETUP, REDEAL, REROLL = map(int, Stream)  # rules take plain numbers
STREAMS = REROLL + SEATS

_i8, _i16 = np.int8, np.int16
_MOST_STRENGTH = MOST_SIDES * SEATS + MOST_CARDS  # of all seats together
_SEAT = {"seat": SEATS}
_CARDS = {"seat": SEATS, "value": VALUES}
_TALKS = {"seat": SEATS, "talk": TALKS_KEPT}
_MOST_MONEY = 500  # six projects whose pies rise to 12 pay at most 462, plus the bonus

# The phases in which somebody proposes: the negotiation's and the splits'.
_PROPOSING = tuple(map(int, (*range(Phase.FLOOR, Phase.REPLY + 1), Phase.OPP_SPLIT, Phase.COAL_SPLIT)))

FIELDS = (
    *header(STREAMS, SEATS),
    # The bag and the map
    Field("bag", _i8, {"tile": PROJECTS + 1}, 0, 12, "tiles in the bag: of each project, then journalists"),
    Field("bag_holder", _i8, (), 0, SEATS - 1, "seat that draws this round's tile"),
    Field("bag_draws", _i16, (), 0, DRAW_LIMIT, "tiles drawn so far, journalists included"),
    Field("board_journalists", _i8, (), 0, 7, "journalists that stay on the map"),
    Field("project", _i8, (), NOBODY, PROJECTS - 1, "project of the tile drawn last; -1 before the first"),
    Field("pie", _i8, (), 0, LARGEST_PIE, "millions to share this round; 0 when the game is over"),
    # The players
    Field("money", _i16, _SEAT, 0, _MOST_MONEY, "millions of each seat"),
    Field("hand", _i8, _CARDS, 0, MOST_CARDS, "council cards before each seat", OWNER),
    Field("known", _i8, _CARDS, 0, MOST_CARDS, "cards that everybody knows a seat to hold"),
    Field("pile", _i8, {"value": VALUES}, 0, MOST_CARDS, "cards of the draw pile", HIDDEN),
    Field("discard", _i8, {"value": VALUES}, 0, MOST_CARDS, "cards discarded face up"),
    Field("face_down", _i8, _CARDS, 0, MOST_CARDS, "cards a seat discarded face down (option)", OWNER),
    # What can be known of the draw pile: what went into it, and who has taken or shown what since
    Field(
        "shuffled",
        _i8,
        {"value": VALUES},
        0,
        MOST_CARDS,
        "cards seen to go into the pile when it was shuffled last; at first all but the hands",
    ),
    Field(
        "buried", _i8, _CARDS, 0, MOST_CARDS, "cards of a seat that went into it face down (option)", OWNER
    ),
    Field("fresh", _i8, _CARDS, 0, MOST_CARDS, "cards a seat has drawn from it", OWNER),
    Field(
        "shown", _i8, _CARDS, 0, MOST_CARDS, "cards that a seat has shown since and may have drawn from it"
    ),
    Field("die", _i8, _SEAT, 0, MOST_SIDES, "pips of each seat's die"),
    Field("strength", _i16, _SEAT, 0, MOST_SIDES + MOST_CARDS, "pips plus number of cards of each seat"),
    Field(
        "ranked",
        _i8,
        {"rank": SEATS},
        0,
        SEATS - 1,
        "seats from the strongest to the weakest, from the end of the rerolls on",
        follows("the strengths, in order"),
    ),
    # Taking turns
    Field("streak", _i8, (), 0, SEATS, "passes in a row; in the negotiation, turns in a row without a raise"),
    Field("turn", _i8, _SEAT, 0, SEATS - 1, "place of each seat in the order of the floor"),
    Field("fails_left", _i8, _SEAT, 0, 8, "proposals to partners that a seat may still see fail this round"),
    Field("turn_fails", _i8, (), 0, 8, "proposals that failed in this turn of the floor"),
    # The standing offer
    Field("mug", _i16, (), 0, _MOST_STRENGTH, "strength of the standing offer; 0 when there is none"),
    Field(
        "share", _i8, _SEAT, 0, LARGEST_PIE, "millions of each member of the standing coalition; 0 outside"
    ),
    Field(
        "history",
        _i8,
        {"offer": OFFERS_KEPT, "seat": SEATS},
        0,
        LARGEST_PIE,
        "shares of this round's last offers, newest first",
    ),
    # The open draft
    Field("draft", _i8, (), 0, int(Draft.COALITION), "what is being drafted, a Draft"),
    Field(
        "proposer",
        _i8,
        (),
        0,
        SEATS - 1,
        "seat that has the floor or proposes a split",
        EVERYBODY.during(*_PROPOSING),
    ),
    Field("in_draft", _i8, _SEAT, 0, 1, "seats of the draft"),
    Field("draft_share", _i8, _SEAT, 0, LARGEST_PIE, "millions offered to each in the draft; 0 not yet"),
    Field("accepted", _i8, _SEAT, 0, 1, "partners who accepted"),
    Field("asked", _i8, _SEAT, 0, LARGEST_PIE - 1, "millions a partner asked for; 0 if it did not"),
    Field(
        "responder",
        _i8,
        (),
        0,
        SEATS - 1,
        "partner who asked for more, while the proposer replies",
        follows("who has asked and not yet accepted"),
    ),
    # The proposals that failed this round, newest first, for all to remember
    Field("talk_about", _i8, {"talk": TALKS_KEPT}, 0, int(Draft.COALITION), "what each was about, a Draft"),
    Field(
        "talk_part",
        _i8,
        _TALKS,
        int(Part.TOOK_BACK),
        int(Part.PROPOSED),
        "a seat's Part in each, and who ended it",
    ),
    Field("talk_share", _i8, _TALKS, 0, LARGEST_PIE, "millions offered to a seat in each when it failed"),
    Field(
        "talk_asked", _i8, _TALKS, 0, LARGEST_PIE - 1, "millions a partner asked for in each; 0 if it did not"
    ),
    # The council
    Field("caller", _i8, (), NOBODY, SEATS - 1, "seat that called the council; -1 while nobody has"),
    Field("participant", _i8, _SEAT, 0, 1, "seats that oppose the coalition in the council"),
    Field("pretzel", _i16, (), 0, _MOST_STRENGTH, "strength of the opposition before the cards"),
    Field("opp_share", _i8, _SEAT, 0, LARGEST_PIE, "millions of each participant should they win"),
    Field("pushed", _i8, _SEAT, 0, VALUES, "value of the card pushed forward; 0 none", OWNER),
    Field("bid", _i8, _CARDS, 0, MOST_CARDS, "cards laid down for the council", OWNER),
    Field("bid_done", _i8, _SEAT, 0, 1, "seats that have laid down their cards"),
    # What happened last, for all to remember
    Field("paid", _i8, _SEAT, 0, LARGEST_PIE, "millions paid to each seat in the last round"),
    Field("drew", _i8, _SEAT, 0, 1, "seats that drew a card in the last round"),
    Field("fined", _i16, _SEAT, 0, _MOST_MONEY, "millions lost to journalists since the last round"),
    Field(
        "totals",
        _i16,
        {"side": 2},
        0,
        _MOST_STRENGTH + VALUES * MOST_CARDS,
        "coalition and opposition in the last round's council; 0 if none",
    ),
    Field("bonus", _i8, _SEAT, 0, LARGEST_PIE, "millions of the final bonus"),
)
