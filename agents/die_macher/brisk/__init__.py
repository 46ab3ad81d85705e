"""Plays fast, for searches with `playouts=brisk`.

It forecasts regions like the greedy bot, but that members count in all of them as they do today, and uses its
weights. It looks only at the regions that a decision is about. It estimates the chance to win a region from
the leads alone, and the effect of others' votes from the slope of that chance. It raises bids in leaps and
leaves the choice of start player to others. Coalitions, the national board and conversions it decides like
the greedy bot.
"""

import numpy as np

from ....envs.core.engine.compile import rule
from ....envs.core.engine.loops import first_legal
from ....envs.die_macher import actions as say
from ....envs.die_macher.table import Phase
from ..greedy import wanted as greedily
from ..greedy.polls import publish_by_slopes
from ..greedy.programme import choose_by_rates
from ..greedy.weights import GREEDY, SEEN, Sight
from .contributions import choose_contribution
from .media import choose_media, choose_swap
from .meetings import choose_meetings
from .outlook import survey
from .polls import choose_poll_bid
from .programme import rate_programme
from .region import find_slopes
from .shadow_cabinet import choose_card, choose_lobby
from .sheet import choose_sheet


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    action = wanted(box, table, seat, legal, np.zeros(1, SEEN))
    return action if 0 <= action < len(legal) and legal[action] else first_legal(legal)


@rule
def wanted(box, table, seat, legal, seen):
    """The action that the bot wants, legal or not."""
    phase, region, regions = int(table.phase), int(table.region), int(table.regions)
    me = Sight(GREEDY[0], seat, seen[0])
    if phase == Phase.POLL_BID:
        return choose_poll_bid(box, table, me, legal)
    if phase == Phase.MEDIA:
        return choose_media(box, table, me, legal)
    if phase == Phase.PLACE_LOBBY:
        return choose_card(box, table, me)
    if Phase.LOBBY <= phase <= Phase.LOBBY_PLAYER:
        return choose_lobby(box, table, me, legal)
    if phase == Phase.START_BID:
        return say.NUMBER
    if phase == Phase.CONTRIBUTION:
        return choose_contribution(box, table, me)
    if phase == Phase.MEETINGS:
        survey(box, table, me, region, region + 1)
        return choose_meetings(box, table, me)
    if phase == Phase.SHEET:
        survey(box, table, me, 0, regions)
        return choose_sheet(box, table, me)
    if Phase.DISCARD <= phase <= Phase.OLD_CARD:
        return choose_by_rates(table, me, legal, rate_programme(box, table, me))
    if phase == Phase.SWAP_OUT or phase == Phase.SWAP_IN:
        survey(box, table, me, region, region + 1)
        return choose_swap(box, table, me, legal)
    if phase == Phase.PUBLISH or phase == Phase.CHANGE_TREND:
        survey(box, table, me, region, region + 1)
        return publish_by_slopes(box, table, me, legal, find_slopes(table, me, region))
    return greedily(box, table, seat, legal, GREEDY[0], seen)
