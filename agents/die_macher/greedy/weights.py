"""What the bot wants: its weights, what it looks at, and the numbers it reckons with."""

from typing import NamedTuple

import numpy as np

from ....envs.die_macher import actions as say
from ....envs.die_macher.table import REGIONS, SEATS, Lobby
from ...weights import record

PASS, YES, NUMBER, KIND = say.PASS, say.YES, say.NUMBER, say.KIND


class Weights(NamedTuple):
    """What it goes for, in points unless it says otherwise."""

    money_5: float = 1.9  # a thousand, by campaign rounds that follow this one
    money_4: float = 0.85
    money_3: float = 0.7
    money_2: float = 0.58
    money_1: float = 0.2
    money_0: float = 0.027
    crowd: float = 0.6  # 1: money is worth less the more players share the same polls
    rich: float = 54.0  # thousands beyond what is needed at which money is worth half
    scarce: float = 1.3  # how much more the last thousand of what is needed is worth
    need: float = 33.6  # thousands needed for meetings
    need_later: float = 3.0  # the same after them, for polls
    rate: float = 2.1  # meetings that a party buys in a region in a round
    usual: float = 4.0  # the factor that parties tend to
    drift: float = 0.12  # part of the way there in a round
    spread: float = 4.5  # uncertainty in votes, for each round to come
    rival: float = 0.19  # what a point of another's costs it
    attack: float = 1.0  # factor for pushing another's trend down
    member_prize: float = 0.03  # a member's part in the prizes for the most
    lasting: float = 0.3  # part of a national opinion's worth that lasts
    half_match: float = 0.35  # chance that a hidden opinion fits
    will_have: float = 0.6  # chance to have a marker in time where there is none yet
    bid: float = 0.4  # part of the worth of the turn order that it bids
    most_bid: float = 7.0  # the highest bid for it, except in the last campaign round
    discard: float = 4.8  # points that a hidden card must bring to be kept
    keep: float = 0.5  # worth of a card of the shadow cabinet later on, by its price
    partner: float = 0.25  # what a coalition counts with a party that may still telephone
    accepts: float = 1.0  # the same with a party whose tile lies there
    deny: float = 0.5  # what another's majority of media costs, by a factor of its own
    marker: float = 1.0  # a marker in supply
    cube: float = 1.5  # a meeting in supply when there are few
    defence: float = 0.2  # what a poll in other hands costs, by a factor of its own
    poll: float = 1.0  # part of a poll's worth that it bids
    convert: float = 2.4  # factor with which it converts
    convert_short: float = 1.0  # less when meetings are short
    sheet_marker: float = 0.31  # part of its worth that a media marker of the sheet keeps
    sheet_more: float = 0.65  # part of that which each further one keeps
    cash_later: float = 45.0  # thousands that it will have at the start of later rounds
    alone: float = 0.54  # chance that another who could refuse as much will not


# What it foresees. For each region and party: meetings still to come to votes, the factor then, the votes.
MEETINGS, FACTOR, VOTES, ASPECTS = range(4)
# For each region: points of a vote, how far votes may be off, points of a national media marker, worth of the
# first and of the second national opinion, chance to have a marker there.
WORTH, SPREAD, MEDIA, FIRST, SECOND, MARKER, SIZE = range(7)
# For itself: what a member is worth, who goes first (-1 when that is open).
MEMBER, START, OWN = range(3)
SEEN = np.dtype(
    (
        np.record,
        [
            ("plan", np.float64, (REGIONS, SEATS, ASPECTS)),
            ("land", np.float64, (REGIONS, SIZE)),
            ("own", np.float64, (OWN,)),
        ],
    )
)


def weights(**changes: float) -> np.ndarray:
    """Greedy's weights but for these, as (1,) records."""
    return record(Weights(**changes))


GREEDY = weights()


class Sight(NamedTuple):
    """Whose decision it is, and what that party foresees."""

    w: np.record  # Weights
    seat: int
    seen: np.record  # SEEN


LOBBY_ACTIONS = len(Lobby)
NOTHING = -1e9
USUAL_SEATS = 4.0  # players for whom money is worth what the weights say
LATER = 5  # campaign rounds that differ in the worth of money
LEAST_FACTOR = 0.5  # two meetings make a vote
ALL = 1000.0  # votes of a party that has them all
SURE = 0.4  # votes by which a settled count may be off
