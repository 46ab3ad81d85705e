"""Copycat laid out by hand and played move by move."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, Self

import numpy as np

from hustings.envs.copycat import GAME
from hustings.envs.copycat.actions import BUY, CARD, DONE, INVEST_NONE, OFFICE, PLACE
from hustings.envs.copycat.rules.common import coins_left
from hustings.envs.copycat.table import (
    DOCTORATE,
    FIRST_START,
    LAST_START,
    OFFICES,
    STANDING,
    STREET,
    Phase,
    Place,
    Zone,
)

from ..tabletop import Tabletop

BOX = GAME.box_spec.load()
DOCTOR = DOCTORATE
ZONES = {
    "pile": (Zone.DRAW,),
    "hand": (Zone.HAND, Zone.KNOWN),
    "known": (Zone.KNOWN,),
    "laid": (Zone.LAID,),
    "played": (Zone.USED,),
    "twice": (Zone.SPENT,),
    "temporary": (Zone.TEMPORARY,),
    "discards": (Zone.DISCARD,),
    "deck": tuple(Zone)[1:],
}
SIZES = {"pile": "draw_size", "hand": "hand_size", "discards": "discard_size"}


class C(IntEnum):
    """The cards of the game's own box that tests speak of."""

    RED, RED_2, RED_5, RED_8 = 1, 2, 5, 8
    VP_9, VP_10, VP_11 = 9, 10, 11
    COIN_12, COIN_13, COIN_14, COIN_15, COIN_16, COIN_17, COIN_18 = range(12, 19)
    CAMPAIGN_OFFICE, CAMPAIGN_OFFICE_2 = 19, 28
    RADIO, RADIO_2, NEWSPAPER, TV, TV_2, TV_3 = 20, 29, 39, 51, 60, 61
    INDUSTRIALIST, INDUSTRIALIST_3, BANKER, BANKER_2 = 21, 30, 37, 46
    ELBOWS, ELBOWS_2, ELBOWS_3 = 23, 32, 49
    INSIDE, INSIDE_2 = 24, 33
    SAUNA, SAUNA_2, DINNER, DINNER_2, KEYNOTE = 25, 34, 38, 47, 58
    SMALL_PR, SMALL_PR_2, HUGE_PR, HUGE_PR_2 = 26, 35, 48, 57
    CHARITY, CHARITY_2 = 27, 40
    DONATIONS, WITS, PARTY = 31, 41, 43
    BONUS, BONUS_2 = 36, 53
    SECRETARY, SECRETARY_2 = 44, 54
    TRAIL, TRAIL_2 = 42, 52


class O(IntEnum):  # noqa: E742
    """The offices of the game's own box that tests speak of, with their strengths."""

    BUY_1, BUY_1B, COIN_3, BUY_2, COIN_1, COIN_2, DRAW_1, SWAP_2, SWAP_3, DRAW_2 = range(10)
    DRAW_1B = 13  # with four players
    SPECIAL, TRASH_1, VP_1, DRAW_3, VP_2, ALLOCATION, VP_3, TRASH_2, VP_4, ALLOCATION_2, VP_5 = range(14, 25)


STARTS = list(range(FIRST_START, LAST_START + 1))
COINS = list(range(C.COIN_12, C.COIN_18 + 1))
EXTRA = range(O.SPECIAL, OFFICES)
IN_PLAY = {2: {*range(10), *EXTRA}, 3: {*range(12), *EXTRA}, 4: {*range(OFFICES)}}  # once all are laid out


def card(number: int) -> int:
    """The action that names a card: to choose, play, copy it, and so on."""
    return CARD + number


def at(office: int) -> int:
    """The action of placing a worker in an office."""
    return PLACE + office


def buy(space: int) -> int:
    """The action of buying from a space of the street, counted from 1."""
    return BUY + space - 1


def action(move: int) -> int:
    """The action of a move: a card named, an office used or chosen, or a number of `ACTIONS`."""
    if isinstance(move, C):
        return card(move)
    return OFFICE + move if isinstance(move, O) else int(move)


class Game(Tabletop):
    """A game of Copycat. Moves are those of seat 0, and as (1, PASS, DONE) those of seat 1."""

    GAME = GAME

    def moves(self, *moves: int | tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for move in moves:
            seat, *own = move if isinstance(move, tuple) else (0, move)
            yield from ((seat, each) for each in own)

    def words(self, *moves: int) -> list[int]:
        return [*moves]

    def meant(self, word: int) -> list[int]:
        return [action(word)]

    def as_fact(self, name: str, expected: Any) -> Any:
        if name == "legal":
            assert not isinstance(expected, set), "card 2, office 2 and action 2 are one in a set"
        if name == "street":
            return [*expected, *[0] * (STREET - len(expected))]
        return sorted(expected) if _is_zone(name) else super().as_fact(name, expected)

    def fact(self, name: str) -> Any:
        """Also of what is legal the cards, offices, places and buys, the latter spaces counted from 1;

        purse, the coins left to spend; the cards of a zone, hand, hand_1 for seat 1.
        """
        if name in ("cards", "places", "offices", "buys"):
            start, stop, first = {
                "cards": (CARD + 1, PLACE, 1),
                "places": (PLACE, OFFICE, 0),
                "offices": (OFFICE, BUY, 0),
                "buys": (BUY, INVEST_NONE, 1),
            }[name]
            return {number - start + first for number in self.fact("legal") if start <= number < stop}
        if name == "purse":
            return int(coins_left(self.table))
        if _is_zone(name):
            zone, _, seat = name.partition("_")
            found = np.flatnonzero(np.isin(self.table["zone"][int(seat or 0)], ZONES[zone])).tolist()
            if zone in SIZES:
                assert self.table[SIZES[zone]][int(seat or 0)] == len(found), f"{name} is miscounted"
            return found
        return super().fact(name)

    def lay(self, stage: str, *own: int, **position: Any) -> Self:
        """A stage, "bid", "turn", "hand" or "table"; what is not named is not there.

        own: the cards in seat 0's hand; `hands`: those of the seats after it. pile, known (in hand, and known
        to all), played (in the play area, used once), twice, laid, temporary, discards: cards of seat 0, or a
        list of them for each seat. workers: the offices where seat 0 has one standing, {office: state}, or a
        list of these. closed: offices not in play; rounds: so many extra offices are, all of them unless
        given. seat: on turn. street, supply: cards. pool: workers to be placed, 3 unless given.
        """
        table, players = self.clear().table, self.players
        position |= {"hand": [list(own), *position.pop("hands", [])]}
        for zone in set(ZONES) & set(position):
            for seat, cards in enumerate(_by_seat(position.pop(zone))):
                assert not table["zone"][seat, list(cards)].any(), f"{zone}: a card twice"
                table["zone"][seat, list(cards)] = ZONES[zone][0]
        for zone, size in SIZES.items():
            table[size][:players] = np.isin(table["zone"][:players], ZONES[zone]).sum(axis=1)
        row = position.pop("street", [])
        table["street"][: len(row)] = row
        table["place"][table["zone"].any(axis=0)] = Place.OWNED
        table["place"][[number for number in row if 0 < number < DOCTOR]] = Place.STREET
        table["place"][list(position.pop("supply", []))] = Place.SUPPLY
        table["place"][[0, *STARTS]] = Place.BOX
        closed = {*position.pop("closed", [])} | set(EXTRA[position.pop("rounds", len(EXTRA)) :])
        table["open"][list(IN_PLAY[players] - closed)] = 1
        for seat, workers in enumerate(_by_seat(position.pop("workers", {}))):
            states = workers if isinstance(workers, dict) else dict.fromkeys(workers, STANDING)
            for office, state in states.items():
                table["worker"][seat, office] = state
                table["crowd"][office] += 1
        seat, order = position.pop("seat", 0), position.pop("order", list(range(players)))
        phase = Phase[stage.upper()]
        table["pool"][:players], table["order"][:players] = position.pop("pool", 3), order
        table["turn_place"] = order.index(seat)
        table["seat"], table["phase"], table["stage"] = seat, phase, max(phase, Phase.TURN)
        table["round_number"], table["due"] = 1, stage == "turn"
        table["bids"] = seat if stage == "bid" else players
        table["passed"][:players] = stage in ("hand", "table")
        return self.set(**position)


deal, dealt, lay = Game.deal, Game.dealt, Game.laid


def _is_zone(name: str) -> bool:
    return name.rstrip("_0123456789") in ZONES


def _by_seat(value: Any) -> list:
    """Values of each seat; a plain list of cards, one dictionary or set, is seat 0's."""
    if isinstance(value, dict | set) or not len(value) or isinstance(value[0], int):
        return [value]
    return list(value)


def bid(*own: int, **position) -> Game:
    """Seat 0, or another, chooses a card for the order of turns."""
    return lay("bid", *own, **position)


def turn(*own: int, **position) -> Game:
    """Seat 0 has a turn with these cards in hand."""
    return lay("turn", *own, **position)


def buying(*own: int, **position) -> Game:
    """Seat 0 has come to buy; its hand is not laid down yet."""
    return lay("hand", *own, **position)


def at_table(*own: int, **position) -> Game:
    """Seat 0 has laid down its hand."""
    return buying(*own, **position).play(DONE)


def last_turn(seat: int = 1, rounds: int = 1, **position) -> Game:
    """The last player's purchases are all that is left of a round; offices are open as in that round."""
    return lay("table", seat=seat, rounds=rounds, round_number=rounds, **position)


def next_round(seat: int = 1, rounds: int = 1, **position) -> Game:
    """A round has just ended."""
    game = last_turn(seat, rounds, **position).play((seat, DONE))
    return game.expect(round_number=rounds + 1)


def full(*free: int) -> list[dict[int, int] | set[int]]:
    """Workers of seat 1 in every office in play of three players but those `free`."""
    return [{}, set(IN_PLAY[3] - set(free))]


def open_offices(game: Game) -> set[int]:
    return {office for office, is_open in enumerate(game.fact("open")) if is_open}
