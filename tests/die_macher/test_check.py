"""What the check of a table finds."""

import functools

import numpy as np
import pytest
from elections import deal
from elections_play import random_actions
from odd_tables import one_of_each_phase

from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.check import Fault
from hustings.envs.die_macher.table import FACE_DOWN, FACE_UP, IN_DECK, IN_HAND, OPEN, PUBLISHED, SEEN, Phase

PLAYERS = 4


@functools.cache
def deal_some():
    return deal(PLAYERS, seed=2, ask_forced=False, num_games=24)


@functools.cache
def positions() -> np.ndarray:
    """A table of each phase."""
    lean = functools.partial(random_actions, lean=0.9)
    return one_of_each_phase(deal_some(), np.random.default_rng(2), lean)


def position(phase: Phase) -> np.record:
    tables = positions()
    return tables[tables["phase"] == phase][0].copy()


# --- Each fault ----------------------------------------------------------------------------------

CASES = {}


def case(fault: Fault, phase: Phase = Phase.START_BID):
    """What is decorated makes this fault out of a table of this phase, or of the box: edit(box, table)."""

    def keep(edit):
        CASES[fault] = (phase, edit)
        return edit

    return keep


def write(fault: Fault, phase: Phase = Phase.START_BID, /, **values):
    """A case of a few values, each a number or a function of the table; name_3 is entry 3 of `name`."""

    def edit(box, table):
        for name, value in values.items():
            value = value(table) if callable(value) else value
            field, _, entry = name.rpartition("_")
            if entry.isdigit():
                table[field][int(entry)] = value
            else:
                table[name] = value

    case(fault, phase)(edit)


write(Fault.SOMETHING_BELONGS_TO_NOBODY, cash_4=1)
write(Fault.THE_PHASE_IS_NOT_ONE_OF_DECISIONS, phase=Phase.ELECTION)
write(Fault.THE_GAME_IS_OVER_AND_NOT_OVER, seat=-1)
write(Fault.THE_PHASE_DOES_NOT_FIT_THE_ROUND, round_number=0)
write(Fault.THE_REGIONS_DO_NOT_FIT_THE_ROUND, regions=3)
write(Fault.THE_PHASE_IS_ABOUT_NO_REGION_IN_PLAY, Phase.OVER, region=1)
write(Fault.THE_LANDS_DRAWN_DO_NOT_FIT_THE_ROUND, land_drawn=0)
write(Fault.A_SEAT_NAMED_IS_NOT_IN_THE_GAME, bidder=4)
write(Fault.ANOTHER_SEAT_IS_ON_TURN, seat=lambda t: (t.seat + 1) % PLAYERS)
write(Fault.SOMETHING_LIES_IN_NO_REGION, Phase.OVER, land_1=0)
write(Fault.A_REGION_HAS_NO_LAND_OF_ITS_OWN, land_1=lambda t: t.land[0])
write(Fault.THE_NATIONAL_BOARD_HAS_A_GAP, national_1=0)
write(Fault.AN_ISSUE_LIES_TWICE_ON_THE_NATIONAL_BOARD, national_0=0, national_1=1)
write(Fault.NO_OPINION_LIES_ON_A_SECURED_SPACE, secured_0=1)
write(Fault.OPINION_CARDS_OF_A_KIND_ARE_MISSING_OR_TOO_MANY, discards_0=lambda t: t.discards[0] + 1)
write(Fault.UNSEEN_OPINION_CARDS_ARE_MISCOUNTED, opinion_deck=0)
write(Fault.DOUBLERS_ARE_MISSING_OR_TOO_MANY, doublers=lambda t: t.doublers + 1)
write(Fault.MEETINGS_ARE_MISSING_OR_TOO_MANY, meeting_supply_0=0)
write(Fault.MEDIA_MARKERS_ARE_MISSING_OR_TOO_MANY, media_supply_0=20)
write(Fault.TOO_MANY_COALITION_TILES, tiles_0=lambda t: t.tiles[0] + 1)
write(Fault.MEMBERS_ARE_BEYOND_THE_LAST_SPACE, members_0=1000)
write(Fault.CONTRIBUTIONS_USED_DO_NOT_FIT_THE_ROUND, contribution_0=1)
write(Fault.A_COALITION_IS_MADE_AT_ANOTHER_TIME, ally_0=2, ally_1=1)
write(Fault.A_ROUND_TO_COME_HAS_PAYMENTS, paid_6=1)
write(Fault.A_COALITION_IS_NOT_OF_TWO, Phase.MEDIA, ally_0=2, ally_1=0)
write(Fault.A_SEAT_WINS_TWICE, winner_0=0, winner_1=0)
write(Fault.A_PROGRAMME_CARD_BELONGS_TO_NOBODY, zone_0=FACE_DOWN + PLAYERS)
write(Fault.PROGRAMME_CARDS_OF_THE_DECK_ARE_MISCOUNTED, programme_deck=0)
write(Fault.A_PROGRAMME_IS_NOT_OF_FIVE_ISSUES, programme_0=0)
write(Fault.A_PROGRAMME_CARD_IS_OF_A_SHUFFLE_TO_COME, returned_0=1)
write(Fault.A_POLL_IS_SEEN_BY_NOBODY, poll_zone_0=SEEN + PLAYERS)
write(Fault.POLLS_DRAWN_DO_NOT_FIT_THE_ROUND, poll_zone_0=PUBLISHED)
write(Fault.THE_POLL_SOLD_DOES_NOT_FIT_THE_PHASE, poll=0)
write(Fault.SOMETHING_OF_ANOTHER_PHASE_IS_LEFT, step=1)
write(Fault.AN_OPTION_OF_THE_SHEET_IS_NONE, section_0=0)
write(Fault.A_SHEET_IS_NOT_FILLED_IN_SO_FAR, Phase.SHEET, step=7)
write(Fault.THE_HIGHEST_BIDDER_IS_NOT, Phase.POLL_BID, bidder=lambda t: t.seat)
write(Fault.ALL_HAVE_PASSED, Phase.MEDIA, passes=PLAYERS)
write(Fault.NOTHING_MAY_BE_PLACED_ON_THE_NATIONAL_BOARD, Phase.NATIONAL_CARD, national_cards=0)


@case(Fault.AN_ELECTION_TO_COME_HAS_RESULTS)
def _(box, table):
    table.seats_won[6, 0] = 1


@case(Fault.TOO_MANY_SEATS_ARE_WON, Phase.OVER)
def _(box, table):
    table.seats_won[0, 0] = 121


@case(Fault.A_BID_CANNOT_BE_MADE)
def _(box, table):
    table.bid[table.seat] = 30


@case(Fault.A_CONTRIBUTION_CHOSEN_CANNOT_BE, Phase.CONTRIBUTION)
def _(box, table):
    table.offer[table.seat] = 1


@case(Fault.THE_ORDER_OF_ARRIVAL_LACKS_A_PARTY)
def _(box, table):
    table.arrival[0, 0] = table.arrival[0, 1]


@case(Fault.A_PARTY_HAS_TOO_MANY_MEETINGS_IN_A_REGION)
def _(box, table):
    table.meetings[0, 0] = box.most_meetings + 1


@case(Fault.OPINIONS_OF_A_REGION_CONTRADICT)
def _(box, table):
    table.opinion[0, :2] = 1


@case(Fault.A_REGION_HAS_TOO_MANY_OPINIONS)
def _(box, table):
    table.opinion[0, ::2], table.opinion[0, 1::2] = 1, 0


@case(Fault.HIDDEN_OPINIONS_DO_NOT_FIT_THE_ROUND)
def _(box, table):
    table.hidden[3] = 0


@case(Fault.THE_BOARDS_ARE_NOT_AS_AT_THE_START, Phase.SHEET)
def _(box, table):
    table.media[0, 0] = 1


@case(Fault.CARDS_OF_THE_POOL_ARE_MISSING_OR_TOO_MANY)
def _(box, table):
    table.discards += table.pool
    table.pool = 0


@case(Fault.TOO_MANY_MARKERS_ARE_OF_ONE_ELECTION, Phase.OVER)
def _(box, table):
    box.media_markers = 20
    table.national_media[0, :PLAYERS] = 1
    placed = table.media.sum(axis=0) + table.national_media.sum(axis=0)
    table.media_supply[:PLAYERS] = 20 - placed[:PLAYERS]


@case(Fault.CARDS_OF_A_PROGRAMME_LIE_ELSEWHERE)
def _(box, table):
    table.zone[table.zone == OPEN] = FACE_UP


@case(Fault.A_HAND_HAS_TOO_FEW_OR_TOO_MANY_CARDS)
def _(box, table):
    table.zone[table.zone == IN_HAND] = FACE_UP


@case(Fault.A_PROGRAMME_CARD_OF_THE_DECK_IS_DRAWN)
def _(box, table):
    table.drawn[table.zone == IN_DECK] = 1


@case(Fault.A_PROGRAMME_CARD_WAS_DRAWN_BEFORE_IT_WENT_INTO_THE_DECK)
def _(box, table):
    table.programme_shuffle = 1
    table.own_returned[1, table.zone == IN_HAND] = 1


@case(Fault.THE_POLL_SOLD_LIES_ELSEWHERE, Phase.PUBLISH)
def _(box, table):
    table.poll_zone[table.poll] = PUBLISHED


@case(Fault.CARDS_OF_A_SHADOW_CABINET_ARE_USED_TWICE, Phase.LOBBY)
def _(box, table):
    table.cabinet[table.seat, 1:] = 1


@case(Fault.CARDS_LAID_CANNOT_BE_PAID, Phase.PLACE_LOBBY)
def _(box, table):
    box.cabinet_price[1:] = 1
    table.cash[table.seat] = 0
    table.lobby[0, table.seat] = 1


@case(Fault.CARDS_ARE_LAID_BEFORE_THE_TURN, Phase.PLACE_LOBBY)
def _(box, table):
    other = (table.seat + 1) % PLAYERS
    box.cabinet_price[1:] = 0
    table.turn, table.start_player = 0, table.seat
    table.lobby[0, other] = 1


@case(Fault.THE_CARD_OF_THE_SHADOW_CABINET_CANNOT_ACT_SO, Phase.LOBBY_OPINION)
def _(box, table):
    box.cabinet_doubler[:] = 0


@case(Fault.THE_SEAT_ON_TURN_CANNOT_BE_IN_A_COALITION, Phase.COALITION)
def _(box, table):
    table.tile[0, table.seat] = 0


@case(Fault.THE_CARD_PICKED_CANNOT_BE, Phase.SWAP_IN)
def _(box, table):
    table.picked = np.flatnonzero(table.opinion[table.region] != 1)[0]


@pytest.mark.parametrize("fault", list(Fault)[1:], ids=lambda fault: fault.name)
def test_each_fault_is_found(fault):
    phase, edit = CASES[fault]
    box, table = deal_some().box.copy(), position(phase)
    assert GAME.check(box[0], table) == Fault.NONE
    edit(box[0], table)
    assert Fault(GAME.check(box[0], table)) is fault
