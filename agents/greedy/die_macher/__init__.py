"""A sensible player of Die Macher: honest, deterministic, without search.

It foresees how many votes each party will have in each region, and from that the seats there and the chance
to win. What anything changes in this, and in members and national opinions, is told in points; so is money,
which is worth less the later it is and the more there is of it.
"""

import numpy as np

from ....envs.core.compile import rule
from ....envs.core.loops import first_legal
from ....envs.die_macher import actions as say
from ....envs.die_macher.table import REGIONS, SEATS, Phase
from .coalitions import choose_coalition
from .contributions import choose_contribution
from .expectations import survey
from .media import choose_media, choose_swap
from .meetings import choose_conversion, choose_meetings
from .national_board import choose_national
from .polls import choose_poll_bid, choose_publication
from .programme import choose_programme
from .shadow_cabinet import choose_card, choose_lobby
from .sheet import choose_sheet
from .start_player import best_start, choose_start_bid
from .weights import ASPECTS, GREEDY, OWN, SIZE, Sight


@rule
def choose(box, table, seat, legal):
    """The action of `seat`, which is on turn."""
    return decide(box, table, seat, legal, GREEDY)


@rule
def decide(box, table, seat, legal, w):
    action = wanted(box, table, seat, legal, w)
    return action if 0 <= action < len(legal) and legal[action] else first_legal(legal)


@rule
def wanted(box, table, seat, legal, w):
    """What it would do, legal or not."""
    phase = int(table.phase)
    plan, land = np.zeros((REGIONS, SEATS, ASPECTS)), np.zeros((REGIONS, SIZE))
    me = Sight(w, seat, plan, land, np.zeros(OWN))
    survey(box, table, me)
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
        return choose_programme(box, table, me, legal)
    if Phase.LOBBY <= phase <= Phase.TELEPHONE:
        return choose_lobby(box, table, me, legal)
    if Phase.COALITION <= phase <= Phase.FORCE:
        return choose_coalition(box, table, me, legal)
    if phase == Phase.SWAP_OUT or phase == Phase.SWAP_IN:
        return choose_swap(box, table, me, legal)
    if phase == Phase.PUBLISH or phase == Phase.CHANGE_TREND:
        return choose_publication(box, table, me, legal)
    if phase == Phase.CONTRIBUTION:
        return choose_contribution(box, table, me)
    return choose_national(box, table, me, legal)
