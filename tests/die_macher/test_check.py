"""What the check of a table finds."""

import functools
from typing import Any

import numpy as np
import pytest

from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.check import Fault
from hustings.envs.die_macher.table import FACE_DOWN, FACE_UP, IN_DECK, IN_HAND, OPEN, PUBLISHED, SEEN, Phase

from ..odd_tables import one_of_each_phase
from . import playing as p

PLAYERS = 4


@functools.cache
def dealt() -> p.Game:
    return p.deal(PLAYERS, seed=2, ask_forced=False, num_games=24)


@functools.cache
def positions() -> np.ndarray:
    """A table of each phase."""
    lean = functools.partial(p.random_actions, lean=0.9)
    return one_of_each_phase(dealt().games, np.random.default_rng(2), lean)


def turn(table: np.record) -> int:
    """The seat to decide."""
    return int(table.seat)


def after_turn(table: np.record) -> int:
    return (int(table.seat) + 1) % PLAYERS


# What makes each fault of a table in a phase, START_BID if none is named: a value of a field, or some entries
# of it, each number, entry or value also as a function of the table; names of the box are written there.
EDITS: dict[str, dict[str, Any]] = {
    "SOMETHING_BELONGS_TO_NOBODY": {"cash": (4, 1)},
    "THE_PHASE_IS_NOT_ONE_OF_DECISIONS": {"phase": Phase.ELECTION},
    "THE_GAME_IS_OVER_AND_NOT_OVER": {"seat": -1},
    "THE_PHASE_DOES_NOT_FIT_THE_ROUND": {"round_number": 0},
    "THE_REGIONS_DO_NOT_FIT_THE_ROUND": {"regions": 3},
    "THE_PHASE_IS_ABOUT_NO_REGION_IN_PLAY OVER": {"region": 1},
    "THE_LANDS_DRAWN_DO_NOT_FIT_THE_ROUND": {"land_drawn": 0},
    "A_SEAT_NAMED_IS_NOT_IN_THE_GAME": {"bidder": 4},
    "ANOTHER_SEAT_IS_ON_TURN": {"seat": after_turn},
    "SOMETHING_LIES_IN_NO_REGION OVER": {"land": (1, 0)},
    "A_REGION_HAS_NO_LAND_OF_ITS_OWN": {"land": (1, lambda t: t.land[0])},
    "THE_NATIONAL_BOARD_HAS_A_GAP": {"national": (1, 0)},
    "AN_ISSUE_LIES_TWICE_ON_THE_NATIONAL_BOARD": {"national": ([0, 1], [0, 1])},
    "NO_OPINION_LIES_ON_A_SECURED_SPACE": {"secured": (0, 1)},
    "OPINION_CARDS_OF_A_KIND_ARE_MISSING_OR_TOO_MANY": {"discards": (0, lambda t: t.discards[0] + 1)},
    "UNSEEN_OPINION_CARDS_ARE_MISCOUNTED": {"opinion_deck": 0},
    "CARDS_OF_THE_POOL_ARE_MISSING_OR_TOO_MANY": {"discards": lambda t: t.discards + t.pool, "pool": 0},
    "DOUBLERS_ARE_MISSING_OR_TOO_MANY": {"doublers": lambda t: t.doublers + 1},
    "MEETINGS_ARE_MISSING_OR_TOO_MANY": {"meeting_supply": (0, 0)},
    "MEDIA_MARKERS_ARE_MISSING_OR_TOO_MANY": {"media_supply": (0, 20)},
    "TOO_MANY_COALITION_TILES": {"tiles": (0, lambda t: t.tiles[0] + 1)},
    "MEMBERS_ARE_BEYOND_THE_LAST_SPACE": {"members": (0, 1000)},
    "CONTRIBUTIONS_USED_DO_NOT_FIT_THE_ROUND": {"contribution": (0, 1)},
    "A_COALITION_IS_MADE_AT_ANOTHER_TIME": {"ally": ([0, 1], [2, 1])},
    "A_COALITION_IS_NOT_OF_TWO MEDIA": {"ally": ([0, 1], [2, 0])},
    "A_ROUND_TO_COME_HAS_PAYMENTS": {"paid": (6, 1)},
    "A_SEAT_WINS_TWICE": {"winner": ([0, 1], 0)},
    "AN_ELECTION_TO_COME_HAS_RESULTS": {"seats_won": ((6, 0), 1)},
    "TOO_MANY_SEATS_ARE_WON OVER": {"seats_won": ((0, 0), 121)},
    "TOO_MANY_MARKERS_ARE_OF_ONE_ELECTION OVER": {
        "media_markers": 20,
        "national_media": ((0, range(PLAYERS)), 1),
        "media_supply": (range(PLAYERS), lambda t: 20 - (t.media.sum(0) + t.national_media.sum(0))[:PLAYERS]),
    },
    "A_PROGRAMME_CARD_BELONGS_TO_NOBODY": {"zone": (0, FACE_DOWN + PLAYERS)},
    "PROGRAMME_CARDS_OF_THE_DECK_ARE_MISCOUNTED": {"programme_deck": 0},
    "A_PROGRAMME_IS_NOT_OF_FIVE_ISSUES": {"programme": (0, 0)},
    "CARDS_OF_A_PROGRAMME_LIE_ELSEWHERE": {"zone": (lambda t: t.zone == OPEN, FACE_UP)},
    "A_HAND_HAS_TOO_FEW_OR_TOO_MANY_CARDS": {"zone": (lambda t: t.zone == IN_HAND, FACE_UP)},
    "A_PROGRAMME_CARD_IS_OF_A_SHUFFLE_TO_COME": {"returned": (0, 1)},
    "A_PROGRAMME_CARD_OF_THE_DECK_IS_DRAWN": {"drawn": (lambda t: t.zone == IN_DECK, 1)},
    "A_PROGRAMME_CARD_WAS_DRAWN_BEFORE_IT_WENT_INTO_THE_DECK": {
        "programme_shuffle": 1,
        "own_returned": (lambda t: (1, t.zone == IN_HAND), 1),
    },
    "A_POLL_IS_SEEN_BY_NOBODY": {"poll_zone": (0, SEEN + PLAYERS)},
    "POLLS_DRAWN_DO_NOT_FIT_THE_ROUND": {"poll_zone": (0, PUBLISHED)},
    "THE_POLL_SOLD_DOES_NOT_FIT_THE_PHASE": {"poll": 0},
    "THE_POLL_SOLD_LIES_ELSEWHERE PUBLISH": {"poll_zone": (lambda t: t.poll, PUBLISHED)},
    "SOMETHING_OF_ANOTHER_PHASE_IS_LEFT": {"step": 1},
    "AN_OPTION_OF_THE_SHEET_IS_NONE": {"section": (0, 0)},
    "A_SHEET_IS_NOT_FILLED_IN_SO_FAR SHEET": {"step": 7},
    "A_BID_CANNOT_BE_MADE": {"bid": (turn, 30)},
    "THE_HIGHEST_BIDDER_IS_NOT POLL_BID": {"bidder": turn},
    "ALL_HAVE_PASSED MEDIA": {"passes": PLAYERS},
    "A_CONTRIBUTION_CHOSEN_CANNOT_BE CONTRIBUTION": {"offer": (turn, 1)},
    "THE_ORDER_OF_ARRIVAL_LACKS_A_PARTY": {"arrival": ((0, 0), lambda t: t.arrival[0, 1])},
    "A_PARTY_HAS_TOO_MANY_MEETINGS_IN_A_REGION": {"meetings": ((0, 0), 11)},
    "OPINIONS_OF_A_REGION_CONTRADICT": {"opinion": ((0, [0, 1]), 1)},
    "A_REGION_HAS_TOO_MANY_OPINIONS": {"opinion": (0, [1, 0] * 7)},
    "HIDDEN_OPINIONS_DO_NOT_FIT_THE_ROUND": {"hidden": (3, 0)},
    "THE_BOARDS_ARE_NOT_AS_AT_THE_START SHEET": {"media": ((0, 0), 1)},
    "CARDS_OF_A_SHADOW_CABINET_ARE_USED_TWICE LOBBY": {"cabinet": (lambda t: (t.seat, range(1, 8)), 1)},
    "CARDS_LAID_CANNOT_BE_PAID PLACE_LOBBY": {
        "cabinet_price": (range(1, 8), 1), "cash": (turn, 0), "lobby": (lambda t: (0, turn(t)), 1),
    },
    "CARDS_ARE_LAID_BEFORE_THE_TURN PLACE_LOBBY": {
        "cabinet_price": 0, "turn": 0, "start_player": turn, "lobby": (lambda t: (0, after_turn(t)), 1),
    },
    "THE_CARD_OF_THE_SHADOW_CABINET_CANNOT_ACT_SO LOBBY_OPINION": {"cabinet_doubler": 0},
    "THE_SEAT_ON_TURN_CANNOT_BE_IN_A_COALITION COALITION": {"tile": (lambda t: (0, turn(t)), 0)},
    "THE_CARD_PICKED_CANNOT_BE SWAP_IN": {"picked": lambda t: np.flatnonzero(t.opinion[t.region] != 1)[0]},
    "NOTHING_MAY_BE_PLACED_ON_THE_NATIONAL_BOARD NATIONAL_CARD": {"national_cards": 0},
}  # fmt: skip


@pytest.mark.parametrize("fault", [fault.name for fault in Fault][1:])
def test_each_fault_is_found(fault):
    ((_, *phases), edit), *_ = ((key.split(), edit) for key, edit in EDITS.items() if key.split()[0] == fault)
    phase = Phase[phases[0]] if phases else Phase.START_BID
    box, table = dealt().games.box.copy()[0], positions()[positions()["phase"] == phase][0].copy()
    assert GAME.check(box, table) == Fault.NONE
    for name, value in edit.items():
        where, value = value if isinstance(value, tuple) else (..., value)
        where, value = (each(table) if callable(each) else each for each in (where, value))
        edited = table if name in table.dtype.names else box
        entries = np.array(edited[name])
        entries[where] = value
        edited[name] = entries
    assert Fault(GAME.check(box, table)).name == fault
