"""Plays sensibly, without search.

It forecasts each party's votes in each region, and from them the seats and the chance to win. It values every
action in points, by what it changes in this forecast, in members and in national opinions. Money is worth
less the later it is, the more of it there is, and the more players compete for polls.
"""

import numpy as np

from ....envs.core.engine.compile import rule
from ....envs.core.engine.loops import first_legal
from ....envs.die_macher import actions as say
from ....envs.die_macher.table import Phase
from .coalitions import choose_coalition
from .contributions import choose_contribution
from .expectations import survey
from .media import choose_media, choose_swap
from .meetings import choose_conversion, choose_meetings
from .national_board import choose_national
from .polls import choose_poll_bid, publish_by_slopes
from .programme import choose_by_rates, rate_programme
from .region import find_slopes
from .shadow_cabinet import choose_card, choose_lobby
from .sheet import choose_sheet
from .start_player import best_start, choose_start_bid
from .weights import GREEDY as WEIGHTS
from .weights import SEEN, Sight


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, WEIGHTS[0])


@rule
def decide(box, table, seat, legal, weights):
    """The action of `seat` by these weights."""
    action = wanted(box, table, seat, legal, weights, np.zeros(1, SEEN))
    return action if 0 <= action < len(legal) and legal[action] else first_legal(legal)


@rule
def sees(table):
    """The range of regions that a decision is about; the end is exclusive."""
    phase, region = int(table.phase), int(table.region)
    if phase >= Phase.CONVERT:
        return 0, 0
    if phase == Phase.START_BID or phase == Phase.START_PLAYER or Phase.COALITION <= phase <= Phase.FORCE:
        return 0, 1
    if phase == Phase.PLACE_LOBBY or phase == Phase.MEETINGS:
        return region, int(table.regions)
    if phase == Phase.SHEET or Phase.DISCARD <= phase <= Phase.OLD_CARD or phase == Phase.MEDIA:
        return 0, int(table.regions)
    return region, region + 1


@rule
def wanted(box, table, seat, legal, weights, seen):
    """The action that the bot wants, legal or not."""
    phase = int(table.phase)
    me = Sight(weights, seat, seen[0])  # records do not keep their arrays alive, so the caller holds them
    first, last = sees(table)
    survey(box, table, me, first, last)
    if phase == Phase.POLL_BID:
        return choose_poll_bid(box, table, me, legal)
    if phase == Phase.MEDIA:
        return choose_media(box, table, me, legal)
    if phase == Phase.MEETINGS:
        return choose_meetings(box, table, me)
    if phase == Phase.PLACE_LOBBY:
        return choose_card(box, table, me)
    if phase == Phase.CONVERT:
        return choose_conversion(box, table, me)
    if phase == Phase.SHEET:
        return choose_sheet(box, table, me)
    if phase == Phase.START_BID:
        return choose_start_bid(box, table, me)
    if phase == Phase.START_PLAYER:
        return say.PLAYER + best_start(table, me)[1]
    if Phase.DISCARD <= phase <= Phase.OLD_CARD:
        return choose_by_rates(table, me, legal, rate_programme(box, table, me))
    if Phase.LOBBY <= phase <= Phase.TELEPHONE:
        return choose_lobby(box, table, me, legal)
    if Phase.COALITION <= phase <= Phase.FORCE:
        return choose_coalition(box, table, me, legal)
    if phase == Phase.SWAP_OUT or phase == Phase.SWAP_IN:
        return choose_swap(box, table, me, legal)
    if phase == Phase.PUBLISH or phase == Phase.CHANGE_TREND:
        return publish_by_slopes(box, table, me, legal, find_slopes(table, me, int(table.region)))
    if phase == Phase.CONTRIBUTION:
        return choose_contribution(box, table, me)
    return choose_national(box, table, me, legal)
