"""What the check of a table finds, and that bots and words cope with the tables it accepts."""

import functools

import numpy as np
import pytest

from hustings.envs.liberte import GAME
from hustings.envs.liberte.box import GENERAL, GUILLOTINE
from hustings.envs.liberte.check import Fault
from hustings.envs.liberte.table import (
    DISCARDED,
    DISPLAY,
    IN_DECK,
    NO_CARD,
    ROUNDS,
    SEATS,
    Ending,
    Phase,
    Tie,
)

from ..odd_tables import changed_and_accepted, one_of_each_phase, play_on
from ..support import run_python
from .playing import deal, random_actions

PLAYERS = 4
SEVERAL = {
    "valley_rules": True,
    "waste_specials": True,
    "terror_in_turn": True,
    "faction_ties": "strongest",
    "tokens": "unlimited",
    "refill": "optional",
}


def deal_some(num_games=16, **options):
    return deal(PLAYERS, seed=2, ask_forced=False, num_games=num_games, **options)


@functools.cache
def positions(**options) -> np.ndarray:
    """A table of each phase and of each kind of tie."""
    return one_of_each_phase(deal_some(**options), np.random.default_rng(2), random_actions)


def position(phase: Phase, tie: Tie = Tie.NONE) -> np.record:
    tables = positions(valley_rules=True)
    return tables[(tables["phase"] == phase) & (tables["tie"] == tie)][0].copy()


# --- Each fault ----------------------------------------------------------------------------------

CASES = {}


def case(fault: Fault, phase: Phase = Phase.ACTION, tie: Tie = Tie.NONE):
    """What is decorated makes this fault out of a table of this phase, or of the box: edit(box, table)."""

    def keep(edit):
        CASES[fault] = (phase, tie, edit)
        return edit

    return keep


def write(fault: Fault, phase: Phase = Phase.ACTION, tie: Tie = Tie.NONE, /, **values):
    """A case of a few values, each a number or a function of the table; name_3 is entry 3 of `name`."""

    def edit(box, table):
        for name, value in values.items():
            value = value(table) if callable(value) else value
            field, _, entry = name.rpartition("_")
            if entry.isdigit():
                table[field][int(entry)] = value
            else:
                table[name] = value

    case(fault, phase, tie)(edit)


write(Fault.SOMETHING_BELONGS_TO_NOBODY, vp_5=1)
write(Fault.SOMETHING_HAS_NO_COLOUR, stock_0=1)
write(Fault.THE_ORDER_OF_PLAY_LACKS_A_SEAT, order_0=lambda t: t.order[1])
write(Fault.THE_PHASE_IS_NOT_ONE_OF_DECISIONS, phase=Phase.BATTLE)
write(Fault.THE_GAME_IS_OVER_AND_NOT_OVER, seat=-1)
write(Fault.THE_GAME_IS_OVER_BEFORE_THE_LAST_TURN, Phase.OVER, ending=Ending.FOUR_TURNS, turn=1)
write(Fault.ANOTHER_SEAT_IS_ON_TURN, seat=lambda t: (t.seat + 1) % PLAYERS)
write(Fault.THE_ACTIONS_OF_THE_TURN_ARE_OVER, rounds=ROUNDS)
write(Fault.A_STOCK_IS_EMPTY_BUT_THE_ROUND_IS_NOT_THE_LAST, stock_1=0, closing=0)
write(Fault.BLOCKS_OF_A_COLOUR_ARE_MISSING_OR_TOO_MANY, stock_1=lambda t: t.stock[1] + 1)
write(Fault.MORE_BATTLES_ARE_LOST_THAN_FOUGHT, lost_battles=1)
write(Fault.MORE_BATTLES_ARE_MARKED_THAN_LOST, battle_blocks=1, stock_1=lambda t: t.stock[1] - 1)
write(Fault.MORE_VICTORY_POINTS_THAN_COULD_BE_WON, vp_0=500)
write(Fault.A_CARD_IS_NOWHERE, place_1=6)
write(Fault.CARDS_OF_THE_DECK_ARE_MISCOUNTED, deck_cards=lambda t: t.deck_cards + 1)
write(Fault.SET_B_LIES_UNDER_A_SHUFFLED_DECK, shuffles=1)
write(Fault.CARDS_FACE_UP_LIE_ELSEWHERE, face_up_0=lambda t: t.face_up[1])
write(Fault.CARDS_OF_A_HAND_ARE_MISCOUNTED, hand_size_0=lambda t: t.hand_size[0] + 1)
write(Fault.A_CARD_IS_OF_A_SHUFFLE_TO_COME, shuffle_1=1)
write(Fault.THE_CARD_IN_PLAY_DOES_NOT_FIT_THE_PHASE, Phase.KEEP, playing=NO_CARD)
write(Fault.AN_ACTION_HAS_NOT_BEGUN_OR_NOT_ENDED, cards_played=1)
write(Fault.CARDS_PLAYED_ARE_MISCOUNTED, Phase.KEEP, cards_played=0)
write(Fault.BLOCKS_LEFT_DO_NOT_FIT_THE_PHASE, Phase.PLACE, blocks_left=0)
write(Fault.CARDS_TO_DISCARD_DO_NOT_FIT_THE_PHASE, to_discard=1)
write(Fault.A_STACK_WAS_REMOVED_WITHOUT_THE_TERROR, stack_removed=1)
write(Fault.A_TARGET_DOES_NOT_FIT_THE_PHASE, target=1)
write(Fault.TRACES_OF_A_TIE_ARE_LEFT, contender_0=1)
write(Fault.THE_TIE_IS_ABOUT_NOTHING, Phase.TIE, Tie.BATTLE, tie=Tie.NONE)
write(Fault.THE_ELECTION_IS_NOT_AS_FAR_AS_THE_TIE, Phase.TIE, Tie.FIRST, voting=lambda t: t.voting - 1)
write(Fault.VOTES_ARE_NOT_THE_BLOCKS_COLLECTED, Phase.TIE, Tie.PROVINCE, votes_1=lambda t: t.votes[1] + 1)
write(Fault.THE_TIED_FACTIONS_ARE_WRONG, Phase.TIE, Tie.PROVINCE, tied_colour_1=1)
write(Fault.THE_TIED_CANNOT_HAVE_BEEN_ASKED_SO_OFTEN, Phase.TIE, Tie.GOVERNMENT, tie_round=16)
write(Fault.THE_STRENGTHS_ARE_NOT_THOSE_OF_THE_CARDS_CHOSEN, Phase.TIE, Tie.FIRST, strength_1=18)


@case(Fault.THE_TURN_IS_AFTER_THE_LAST)
def _(box, table):
    box.turns = table.turn - 1


@case(Fault.A_STACK_IS_IN_NO_PROVINCE)
def _(box, table):
    box.provinces = 1
    table.height[1, 0] = table.colour[1, 0] = 1


@case(Fault.A_STACK_HAS_NO_COLOUR_OR_NO_BLOCKS)
def _(box, table):
    table.height[0, 0], table.colour[0, 0] = 0, 1


@case(Fault.A_STACK_IS_TOO_HIGH)
def _(box, table):
    box.stack_height = 1
    table.height[0, 0], table.colour[0, 0] = 2, 1


@case(Fault.A_PROVINCE_HAS_TOO_MANY_STACKS)
def _(box, table):
    box.stacks = 1
    table.height[0, :2] = table.colour[0, :2] = 1


@case(Fault.BLOCKS_SET_ASIDE_ARE_NOT_THOSE_OF_THE_TURN)
def _(box, table):
    table.stock[1] += table.aside[1]
    table.aside[1] = 0


@case(Fault.TOKENS_LIE_IN_THE_BATTLE_BOX_WITHOUT_A_BATTLE)
def _(box, table):
    box.battle_vp[:] = 0
    table.cannons[0] = 1


@case(Fault.TOO_MANY_TOKENS_LIE_IN_THE_BATTLE_BOX)
def _(box, table):
    box.battle_vp[:] = 1
    table.cannons[0] = 2 * int(table.rounds) + 3


@case(Fault.TOO_MANY_CONTROL_TOKENS_ARE_USED)
def _(box, table):
    box.battle_vp[:] = 1
    box.tokens_each = 0
    table.cannons[0] = 1


def move_deck(table, place: int, number: int | None = None) -> int:
    """Put cards of the deck somewhere; the last of them."""
    cards = np.flatnonzero(table.place == IN_DECK)[:number]
    table.place[cards] = place
    table.deck_cards -= len(cards)
    return int(cards[-1])


@case(Fault.AN_EMPTY_DECK_IS_NOT_RENEWED)
def _(box, table):
    move_deck(table, DISCARDED)


@case(Fault.A_PLACE_BESIDE_THE_DECK_IS_EMPTY)
def _(box, table):
    table.place[table.face_up[0]] = DISCARDED
    table.face_up[0] = NO_CARD


@case(Fault.A_CARD_IS_KNOWN_IN_NO_HAND)
def _(box, table):
    table.known[table.face_up[0]] = 1


@case(Fault.A_DISPLAY_HAS_A_GAP)
def _(box, table):
    table.display[0, 1] = move_deck(table, DISPLAY, 1)


@case(Fault.CARDS_ON_DISPLAY_LIE_ELSEWHERE)
def _(box, table):
    table.display[0, 0] = move_deck(table, DISPLAY + 1, 1)


@case(Fault.A_SPECIAL_CARD_IS_ON_DISPLAY)
def _(box, table):
    card = table.display[0, 0] = move_deck(table, DISPLAY, 1)
    box.card_kind[card] = GUILLOTINE


@case(Fault.TOO_MANY_CARDS_ARE_ON_DISPLAY)
def _(box, table):
    box.display_size = 0
    card = table.display[0, 0] = move_deck(table, DISPLAY, 1)
    box.card_silhouette[card] = GENERAL


@case(Fault.THE_CARD_IN_PLAY_LIES_ELSEWHERE, Phase.KEEP)
def _(box, table):
    table.place[table.playing] = DISCARDED


@case(Fault.THE_CARD_IN_PLAY_IS_OF_ANOTHER_KIND, Phase.KEEP)
def _(box, table):
    box.card_kind[table.playing] = GUILLOTINE


@case(Fault.NO_TOKEN_CAN_BE_PLACED, Phase.MODE)
def _(box, table):
    box.card_cannon[table.playing] = 0


@case(Fault.BLOCKS_ARE_COLLECTED_WITHOUT_AN_ELECTION)
def _(box, table):
    table.stock[1] -= 1
    table.collected[1, 0] += 1


@case(Fault.MORE_BLOCKS_ARE_COLLECTED_THAN_WERE_VOTED_ON, Phase.TIE, Tie.FIRST)
def _(box, table):
    table.voting = 0


@case(Fault.THE_SEAT_ON_TURN_IS_NOT_IN_THE_TIE, Phase.TIE, Tie.BATTLE)
def _(box, table):
    table.contender[table.seat] = 0


@case(Fault.ONLY_ONE_IS_IN_THE_TIE, Phase.TIE, Tie.BATTLE)
def _(box, table):
    table.contender[:] = np.arange(SEATS) == table.seat


@case(Fault.THE_TIED_ARE_NOT_LEVEL, Phase.TIE, Tie.BATTLE)
def _(box, table):
    table.cannons[table.seat] -= 1


@case(Fault.THE_SEAT_ON_TURN_HAS_NO_CARD_FOR_THE_TIE, Phase.TIE, Tie.BATTLE)
def _(box, table):
    box.card_silhouette[box.card_silhouette == GENERAL] = 0


@case(Fault.A_CARD_IS_CHOSEN_THAT_CANNOT_BE, Phase.TIE, Tie.BATTLE)
def _(box, table):
    table.chosen[table.seat] = table.face_up[0]


@functools.cache
def _box():
    return deal_some(valley_rules=True).box


@pytest.mark.parametrize("fault", list(Fault)[1:], ids=lambda fault: fault.name)
def test_each_fault_is_found(fault):
    phase, tie, edit = CASES[fault]
    box, table = _box().copy(), position(phase, tie)
    assert GAME.check(box[0], table) == Fault.NONE
    edit(box[0], table)
    assert Fault(GAME.check(box[0], table)) is fault


# --- Tables that no game has led to --------------------------------------------------------------


def play_odd_tables() -> None:
    for seed, options in enumerate(({}, SEVERAL)):
        odd = changed_and_accepted(deal_some(**options), positions(**options), 400, seed)
        games = deal_some(len(odd), **options)
        games.tables[:] = odd
        odd = odd[games.over | games.legal.any(axis=1)]
        assert 20 < len(odd) < 200, f"{len(odd)} of 400 accepted"
        play_on(GAME, odd, 60, options=options)


def test_bots_boards_and_news_cope_with_odd_tables_that_are_accepted():
    done = run_python("from tests.liberte import test_check; test_check.play_odd_tables()")
    assert done.returncode == 0, done.stderr
