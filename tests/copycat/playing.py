"""Copycat laid out by hand and played move by move."""

import os
from enum import IntEnum
from typing import Any

import numpy as np

from hustings.envs import copycat_v0
from hustings.envs.copycat import GAME
from hustings.envs.copycat.actions import BUY, CARD, DONE, END_TURN, INVEST_NONE, OFFICE, PASS, PLACE
from hustings.envs.copycat.rules.common import coins_left
from hustings.envs.copycat.table import (
    DOCTORATE,
    FIRST_START,
    LAST_START,
    OFFICES,
    STANDING,
    Phase,
    Place,
    Zone,
)
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.text.events import Event

BOX = GAME.box_spec.load()
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # then tests take fewer games
DOCTOR = DOCTORATE
OPTIONS = {option.name for option in GAME.box_spec.options}
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


class Game:
    """One game of a batch in which every decision is asked."""

    def __init__(self, games: GameBatch):
        self.games = games

    @property
    def table(self) -> np.record:
        return self.games.tables[0]

    def play(self, *moves: int | tuple[int, ...]) -> "Game":
        """Moves of seat 0, and as (1, PASS, DONE) those of seat 1; each must be asked for."""
        for number, move in enumerate(moves):
            seat, *own = move if isinstance(move, tuple) else (0, move)
            for each in own:
                decides = self.games.seat[0]
                assert decides == seat, f"move {number}: seat {decides} decides, not {seat}"
                self.games.step([action(each)])
        return self

    def pass_round(self) -> "Game":
        """Everybody does as little as possible until the next round begins or the game is over."""
        number = int(self.table["round_number"])
        while not self.games.over[0] and self.table["round_number"] == number:
            legal = self.fact("legal")
            self.games.step([min(legal & {PASS, END_TURN, DONE} or legal)])
        return self

    def events(self, *moves: int | tuple[int, int], seat: int | None = None) -> list[Event]:
        """What these moves bring about, for a seat or for everybody."""
        told: list[Event] = []
        for move in moves:
            before = self.table.copy()
            self.play(move)
            taken = action(move[1] if isinstance(move, tuple) else move)
            told += GAME.events(self.games.box[0], before, taken, self.table, seat)
        return told

    def told(self, *moves: int | tuple[int, int], seat: int | None = None) -> list[str]:
        return [event.text for event in self.events(*moves, seat=seat)]

    def set(self, **values: Any) -> "Game":
        """Fields of the table: one value is seat 0's, a list the seats', a dictionary of some entries."""
        for name, value in values.items():
            if isinstance(value, dict):
                for key, each in value.items():
                    self.table[name][key] = each
            elif self.table[name].shape:
                own = value if isinstance(value, list) else [value]
                self.table[name][: len(own)] = own
            else:
                self.table[name] = value
        return self

    def expect(self, at: str = "", **facts: Any) -> "Game":
        """Hold the game to a phase, perhaps the seat to decide, and to facts: see `fact`.

        Of a fact for each seat one value is seat 0's; of a dictionary the entries named are compared, of
        `zone` and `worker` seat 0's.
        """
        phase, *seat = at.split() or [self.fact("phase").name]
        facts = {"phase": Phase[phase], "seat": int(*seat or [self.fact("seat")]), **facts}
        for name, expected in facts.items():
            found = self.fact(name)
            if name == "legal":
                assert not isinstance(expected, set), "card 2, office 2 and action 2 are one in a set"
                expected = {action(move) for move in expected}
            elif name == "street":
                expected = [*expected, *[0] * (len(found) - len(expected))]
            elif isinstance(expected, dict):
                row = found[0] if name in ("zone", "worker") else found
                found = {key: row[key] for key in expected}
            elif _is_zone(name):
                expected = sorted(expected)
            elif isinstance(found, list) and not isinstance(expected, list):
                found = found[0]
            assert found == expected, f"{name}: {found}, not {expected}"
        return self

    def offers(self, *moves: int) -> "Game":
        """Hold that all these moves are legal."""
        missing = {action(move) for move in moves} - self.fact("legal")
        assert not missing, f"not legal: {missing}"
        return self

    def refuses(self, *moves: int) -> "Game":
        """Hold that none of these moves is legal."""
        found = {action(move) for move in moves} & self.fact("legal")
        assert not found, f"legal: {found}"
        return self

    def fact(self, name: str) -> Any:
        """Something about the game by its name.

        legal, and of it the cards, offices, places and buys, the latter spaces counted from 1; seat, over;
        phase; purse, the coins left to spend; the cards of a zone, hand, hand_1 for seat 1; worker_at for
        each seat; any field of the table, of those with an entry a seat the seats in play.
        """
        if name in ("seat", "over"):
            return getattr(self.games, name)[0]
        if name == "legal":
            return set(np.flatnonzero(self.games.legal[0]).tolist())
        if name in ("cards", "places", "offices", "buys"):
            start, stop, first = {
                "cards": (CARD + 1, PLACE, 1),
                "places": (PLACE, OFFICE, 0),
                "offices": (OFFICE, BUY, 0),
                "buys": (BUY, INVEST_NONE, 1),
            }[name]
            return {number - start + first for number in self.fact("legal") if start <= number < stop}
        if name == "phase":
            return Phase(int(self.table["phase"]))
        if name == "purse":
            return int(coins_left(self.table))
        if _is_zone(name):
            zone, _, seat = name.partition("_")
            return self.cards_in(zone, int(seat or 0))
        value = self.table[name]
        return value[: self.games.num_players].tolist() if value.shape[:1] == (4,) else value.tolist()

    def cards_in(self, zone: str, seat: int) -> list[int]:
        found = np.flatnonzero(np.isin(self.table["zone"][seat], ZONES[zone])).tolist()
        if zone in SIZES:
            assert self.table[SIZES[zone]][seat] == len(found), f"{zone} of seat {seat} is miscounted"
        return found


def _is_zone(name: str) -> bool:
    return name.rstrip("_0123456789") in ZONES


def deal(players: int = 2, seed: int = 0, num_games: int = 1, ask_forced: bool = True, box=None, **options):
    """A batch in which every decision is asked, forced ones too."""
    return copycat_v0.batch(num_games, players, seed=seed, ask_forced=ask_forced, box=box, options=options)


def lay(
    stage: str, *own: int, players: int = 2, games: GameBatch | None = None, box=None, **position
) -> Game:
    """A game laid out in a stage, "bid", "turn", "hand" or "table"; what is not named is not there.

    own: the cards in seat 0's hand; `hands`: those of the seats after it. pile, known (in hand, and known to
    all), played (in the play area, used once), twice, laid, temporary, discards: cards of seat 0, or a list
    of them for each seat. workers: the offices where seat 0 has one standing, {office: state}, or a list of
    these. closed: offices not in play; rounds: so many extra offices are, all of them unless given. seat: on
    turn. street, supply: cards. pool: workers to be placed, 3 unless given. Also seed, options, and any other
    field as in `Game.set`.
    """
    if games is None:
        options = {name: position.pop(name) for name in (OPTIONS | {"seed"}) & set(position)}
        games = deal(players, box=box, **options)
    game, players = Game(games), games.num_players
    table = game.table
    for name in set(table.dtype.names) - {"seed", "draws", "seats", "pad"}:
        table[name] = 0
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
    pool = position.pop("pool", 3)
    table["pool"][:players], table["order"][:players], table["turn_place"] = pool, order, order.index(seat)
    table["seat"], table["phase"], table["stage"] = seat, phase, max(phase, Phase.TURN)
    table["round_number"], table["due"] = 1, stage == "turn"
    table["bids"] = seat if stage == "bid" else players
    table["passed"][:players] = stage in ("hand", "table")
    return game.set(**position)


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


def open_offices(game: Game) -> set[int]:
    return {office for office, is_open in enumerate(game.fact("open")) if is_open}
