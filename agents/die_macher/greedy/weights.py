"""The bot's weights, and the layout of its forecast."""

from typing import NamedTuple

import numpy as np

from ....envs.die_macher import actions as say
from ....envs.die_macher.table import KINDS, REGIONS, SEATS, Lobby
from ...weights import record

PASS, YES, NUMBER, KIND = say.PASS, say.YES, say.NUMBER, say.KIND


class Weights(NamedTuple):
    """The bot's weights, in points unless stated otherwise."""

    money_5: float = 1.9  # a thousand, by the number of campaign rounds after this one
    money_4: float = 0.85
    money_3: float = 0.7
    money_2: float = 0.58
    money_1: float = 0.2
    money_0: float = 0.027
    crowd: float = 0.6  # how much less money is worth with more players (1: in proportion)
    rich: float = 54.0  # thousands beyond need at which money is worth half
    scarce: float = 1.3  # how much more the last thousand needed is worth
    need: float = 33.6  # thousands needed for meetings
    need_later: float = 3.0  # after them, for polls
    rate: float = 2.1  # meetings that a party buys in a region in a round
    usual: float = 4.0  # the factor that parties drift towards
    drift: float = 0.12  # share of the way there, per round
    spread: float = 4.5  # uncertainty in votes, per remaining round
    rival: float = 0.19  # cost of another party's point
    attack: float = 1.0  # factor for pushing another's trend down
    member_prize: float = 0.03  # a member's share in the prizes for the most members
    lasting: float = 0.3  # share of a national opinion's worth that lasts
    half_match: float = 0.35  # chance that a hidden opinion fits
    will_have: float = 0.6  # chance to get a first marker in time
    bid: float = 0.4  # share of the turn order's worth that it bids
    most_bid: float = 7.0  # the highest bid for it, except in the last campaign round
    discard: float = 4.8  # points that a hidden card must bring to be kept
    keep: float = 0.5  # later worth of a shadow cabinet card, per price
    partner: float = 0.25  # weight of a coalition with a party that may still telephone
    accepts: float = 1.0  # and with a party that has laid its tile
    deny: float = 0.5  # cost of another's media majority, relative to an own factor
    marker: float = 1.0  # a marker in supply
    cube: float = 1.5  # a meeting in supply when there are few
    defence: float = 0.2  # cost of a poll in other hands, relative to an own factor
    poll: float = 1.0  # share of a poll's worth that it bids
    convert: float = 2.4  # factor with which it converts
    convert_short: float = 1.0  # less when meetings are short
    sheet_marker: float = 0.31  # share of a sheet's media marker's worth that counts
    sheet_more: float = 0.65  # factor of that for each further one
    cash_later: float = 45.0  # expected thousands at the start of later rounds
    alone: float = 0.54  # chance that another who could refuse as much does not


# The forecast. For each region and party: meetings not yet turned into votes, the factor then, the votes.
MEETINGS, FACTOR, VOTES, ASPECTS = range(4)
# For each region: points of a vote, how far votes may be off, points of a national media marker, worth of the
# first and of the second national opinion, chance to have a marker there.
WORTH, SPREAD, MEDIA, FIRST, SECOND, MARKER, SIZE = range(7)
# For itself: what a member is worth, who goes first (-1 if open).
MEMBER, START, OWN = range(3)
SEEN = np.dtype(
    (
        np.record,
        [
            ("plan", np.float64, (REGIONS, SEATS, ASPECTS)),
            ("land", np.float64, (REGIONS, SIZE)),
            ("own", np.float64, (OWN,)),
            # The worth of one more of each, which `brisk` fills in:
            ("slopes", np.float64, (SEATS,)),  # of each party's factor
            ("rates", np.float64, (KINDS,)),  # of each opinion or stand
            ("more", np.float64, (REGIONS,)),  # of a vote or a media marker in each region
        ],
    )
)


def weights(**changes: float) -> np.ndarray:
    """Greedy's weights with these changes, as (1,) records."""
    return record(Weights(**changes))


GREEDY = weights()


class Sight(NamedTuple):
    """The party that decides, and its forecast."""

    w: np.record  # Weights
    seat: int
    seen: np.record  # SEEN


LOBBY_ACTIONS = len(Lobby)
NOTHING = -1e9
USUAL_SEATS = 4.0  # the number of players that the money weights are for
LATER = 5  # the campaign rounds with their own worth of money
LEAST_FACTOR = 0.5  # two meetings make a vote
ALL = 1000.0  # votes of a party that has them all
SURE = 0.4  # least uncertainty, in votes
