"""What the check of a table finds."""

import functools
from typing import Any

import numpy as np
import pytest

from hustings.envs.liberte import GAME
from hustings.envs.liberte.box import GENERAL, GUILLOTINE
from hustings.envs.liberte.check import Fault
from hustings.envs.liberte.table import DISCARDED, DISPLAY, IN_DECK, NO_CARD, Phase, Tie

from .playing import BOX, deal, random_actions

PLAYERS = 4


def deal_some(num_games=16, **options):
    return deal(PLAYERS, seed=2, ask_forced=False, num_games=num_games, **options)


@functools.cache
def positions(**options) -> np.ndarray:
    """A table of each phase and of each kind of tie, met in random play."""
    games, rng, found = deal_some(**options), np.random.default_rng(2), {}
    while not games.over.all():
        for row, kind in enumerate(zip(games.tables["phase"].tolist(), games.tables["tie"].tolist())):
            found.setdefault(kind, games.tables[row].copy())
        games.step(random_actions(games, rng))
    return np.array(list(found.values()), GAME.table)


def onto_display(at: int, seat: int = 0) -> dict[str, Any]:
    """A card of the deck named in the first display, but laid in that of a seat."""
    return {
        "display": ((0, at), lambda t: np.flatnonzero(t.place == IN_DECK)[0]),
        "place": (lambda t: t.display[0, at], DISPLAY + seat),
        "deck_cards": lambda t: t.deck_cards - 1,
    }


def one_more(name: str, entry: int) -> dict[str, Any]:
    return {name: (entry, lambda t: t[name][entry] + 1)}


# What makes each fault of a table in a phase, ACTION if none is named, and a tie: a value of a field, or some
# entries of it, each entry or value also as a function of the table; names of the box are written there.
EDITS: dict[str, dict[str, Any]] = {
    "SOMETHING_HAS_NO_COLOUR": {"stock": (0, 1)},
    "THE_ORDER_OF_PLAY_LACKS_A_SEAT": {"order": (0, lambda t: t.order[1])},
    "THE_PHASE_IS_NOT_ONE_OF_DECISIONS": {"phase": Phase.BATTLE},
    "ANOTHER_SEAT_IS_ON_TURN": {"seat": lambda t: (t.seat + 1) % PLAYERS},
    "THE_TURN_IS_AFTER_THE_LAST": {"turns": lambda t: t.turn - 1},
    "A_STACK_IS_IN_NO_PROVINCE": {"provinces": 1, "height": ((1, 0), 1), "colour": ((1, 0), 1)},
    "A_STACK_IS_TOO_HIGH": {"stack_height": 1, "height": ((0, 0), 2), "colour": ((0, 0), 1)},
    "A_PROVINCE_HAS_TOO_MANY_STACKS": {"stacks": 1, "height": ((0, [0, 1]), 1), "colour": ((0, [0, 1]), 1)},
    "TOO_MANY_TOKENS_LIE_IN_THE_BATTLE_BOX": {"battle_vp": 1, "cannons": (0, lambda t: 2 * t.rounds + 3)},
    "CARDS_OF_THE_DECK_ARE_MISCOUNTED": {"deck_cards": lambda t: t.deck_cards + 1},
    "SET_B_LIES_UNDER_A_SHUFFLED_DECK": {"shuffles": 1},
    "CARDS_FACE_UP_LIE_ELSEWHERE": {"face_up": (0, lambda t: t.face_up[1])},
    "A_PLACE_BESIDE_THE_DECK_IS_EMPTY": {
        "place": (lambda t: t.face_up[0], DISCARDED), "face_up": (0, NO_CARD),
    },
    "CARDS_OF_A_HAND_ARE_MISCOUNTED": one_more("hand_size", 0),
    "A_CARD_IS_KNOWN_IN_NO_HAND": {"known": (lambda t: t.face_up[0], 1)},
    "CARDS_ON_DISPLAY_LIE_ELSEWHERE": onto_display(0, seat=1),
    "A_SPECIAL_CARD_IS_ON_DISPLAY": onto_display(0) | {"card_kind": (lambda t: t.display[0, 0], GUILLOTINE)},
    "TOO_MANY_CARDS_ARE_ON_DISPLAY": onto_display(0)
    | {"display_size": 0, "card_silhouette": (lambda t: t.display[0, 0], GENERAL)},
    "THE_CARD_IN_PLAY_DOES_NOT_FIT_THE_PHASE KEEP": {"playing": NO_CARD},
    "THE_CARD_IN_PLAY_LIES_ELSEWHERE KEEP": {"place": (lambda t: t.playing, DISCARDED)},
    "THE_CARD_IN_PLAY_IS_OF_ANOTHER_KIND KEEP": {"card_kind": (lambda t: t.playing, GUILLOTINE)},
    "CARDS_TO_DISCARD_DO_NOT_FIT_THE_PHASE": {"to_discard": 1},
    "TRACES_OF_A_TIE_ARE_LEFT": {"contender": (0, 1)},
    "THE_TIE_IS_ABOUT_NOTHING TIE BATTLE": {"tie": Tie.NONE},
    "THE_ELECTION_IS_NOT_AS_FAR_AS_THE_TIE TIE FIRST": {"voting": lambda t: t.voting - 1},
    "A_CARD_IS_CHOSEN_THAT_CANNOT_BE TIE BATTLE": {"chosen": (lambda t: t.seat, lambda t: t.face_up[0])},
    "NO_TOKEN_CAN_BE_PLACED MODE": {"card_cannon": (lambda t: t.playing, 0)},
    "BLOCKS_ARE_COLLECTED_WITHOUT_AN_ELECTION": {
        "stock": (1, lambda t: t.stock[1] - 1), "collected": ((1, 0), 1),
    },
    "THE_SEAT_ON_TURN_IS_NOT_IN_THE_TIE TIE BATTLE": {"contender": (lambda t: t.seat, 0)},
    "ONLY_ONE_IS_IN_THE_TIE TIE BATTLE": {"contender": lambda t: np.arange(len(t.contender)) == t.seat},
    "THE_TIED_ARE_NOT_LEVEL TIE BATTLE": {"cannons": (lambda t: t.seat, lambda t: t.cannons[t.seat] - 1)},
    "THE_SEAT_ON_TURN_HAS_NO_CARD_FOR_THE_TIE TIE BATTLE": {
        "card_silhouette": (BOX[0].card_silhouette == GENERAL, 0),
    },
    "THE_STRENGTHS_ARE_NOT_THOSE_OF_THE_CARDS_CHOSEN TIE FIRST": {"strength": (1, 18)},
    "THE_TIED_CANNOT_HAVE_BEEN_ASKED_SO_OFTEN TIE GOVERNMENT": {"tie_round": 16},
}  # fmt: skip


def test_all_faults_are_listed():
    assert sorted(key.split()[0] for key in EDITS) == sorted(fault.name for fault in Fault if fault)


@pytest.mark.parametrize("key", EDITS)
def test_each_fault_is_found(key):
    parts = key.split()
    fault, phase, tie = [*parts, *["ACTION", "NONE"][len(parts) - 1 :]]
    tables = positions(valley_rules=True)
    table = tables[(tables["phase"] == Phase[phase]) & (tables["tie"] == Tie[tie])][0].copy()
    box = deal_some(valley_rules=True).box.copy()[0]
    assert GAME.check(box, table) == Fault.NONE
    for name, value in EDITS[key].items():
        where, value = value if isinstance(value, tuple) else (..., value)
        where, value = (each(table) if callable(each) else each for each in (where, value))
        edited = table if name in table.dtype.names else box
        entries = np.array(edited[name])
        entries[where] = value
        edited[name] = entries
    assert Fault(GAME.check(box, table)).name == fault
