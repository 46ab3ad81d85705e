"""A game laid out by hand, played move by move and looked at: the verbs of the tests of all games.

`playing.py` of each game adds what is of that game: how a position is laid out, how moves are written, and
what may be asked of a table by other names than those of its fields.
"""

import copy
import re
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Self

import numpy as np
from numba import config

from hustings.agents import Agent
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine import game as engine
from hustings.envs.core.engine.record import SEAT
from hustings.envs.core.text.events import Event
from hustings.envs.core.text.prompts import Form, prompts_of
from hustings.envs.core.text.snapshot import snapshot

from . import drawn

INTERPRETED = bool(config.DISABLE_JIT)  # then tests take fewer games
MANY = 60 if INTERPRETED else 6000


class Tabletop:
    """A batch, of which the first game is laid out, played and looked at.

    Moves are written "0 p2 close 4, 2 yes", each seat with its words, unless a game says otherwise. In lists
    of actions one word may stand for several: "2-5".
    """

    GAME: ClassVar[engine.Game]
    ROUND = "round_number"
    """The field that changes when a round begins."""
    AT = ("phase", "seat")
    """The facts that `expect` takes as one text, such as "FLOOR 2"."""

    def __init__(self, games: GameBatch):
        self.games = games
        self.players = games.num_players

    table = property(lambda self: self.games.tables[0])
    box = property(lambda self: self.games.box[0])
    seat = property(lambda self: int(self.games.seat[0]))
    over = property(lambda self: bool(self.games.over[0]))
    phase = property(lambda self: self.GAME.phases(int(self.table["phase"])).name)

    # --- Dealing and laying out ------------------------------------------------------------------

    @classmethod
    def deal(
        cls,
        players: int | None = None,
        seed: int = 0,
        *,
        num_games=1,
        ask_forced=True,
        box=None,
        **options: Any,
    ) -> GameBatch:
        """A batch of one game by default, of the fewest players; every decision is asked, forced ones too."""
        given = {"box": box, "options": options, "seed": seed, "ask_forced": ask_forced}
        return GameBatch(cls.GAME, num_games, players, **given)

    @classmethod
    def dealt(cls, *args: Any, **kwargs: Any) -> Self:
        """Such a batch to play with."""
        return cls(cls.deal(*args, **kwargs))

    @classmethod
    def laid(cls, *args: Any, players: int | None = None, **position: Any) -> Self:
        """A position as `lay` has it; also the arguments of `deal`, but for options with a field's name."""
        names = {"seed", "num_games", "ask_forced", "box", *(each.name for each in cls.GAME.box_spec.options)}
        names -= {*cls.GAME.table.names} - {"seed"}
        given = {name: position.pop(name) for name in names & {*position}}
        return cls.dealt(players, **given).lay(*args, **position)

    def lay(self, *args: Any, **position: Any) -> Self:
        """Lay a position out."""
        raise NotImplementedError

    def clear(self) -> Self:
        """Set all fields to 0 but those of chance and the number of seats."""
        for name in set(self.table.dtype.names) - {"seed", "draws", "seats", "pad"}:
            self.table[name] = 0
        return self

    def set(self, **fields: Any) -> Self:
        """Set fields of the table: a value, the first entries, or {entry: value, or the first within it}.

        Of a field with entries one value is the first's, mostly seat 0's.
        """
        for name, value in fields.items():
            entries = self.table[name]
            if isinstance(value, dict):
                for where, row in value.items():
                    entries[(where, slice(len(row))) if np.ndim(row) else where] = row
            elif np.ndim(entries):
                entries[: len(value) if np.ndim(value) else 1] = value
            else:
                self.table[name] = value
        return self

    def copy(self) -> Self:
        return type(self)(copy.deepcopy(self.games))

    def copies(self, number: int = 400) -> GameBatch:
        """So many games that stand as this one does, each with a chance of its own."""
        games = self.games
        many = GameBatch(self.GAME, number, self.players, box=games.box, seed=1, ask_forced=games.ask_forced)
        seeds = many.seeds
        many.tables[:] = self.table
        many.tables["seed"] = seeds
        return many

    def redealt(self, seat: int, number: int = MANY) -> GameBatch:
        """So many games as they might be for all that a seat knows."""
        many = self.copies(number)
        many.redeal(seat, seed=3)
        return many

    # --- Playing ---------------------------------------------------------------------------------

    def moves(self, *moves: Any) -> Iterator[tuple[int, Any]]:
        """The moves one by one: a seat, and a word."""
        for part in ",".join(moves).split(","):
            who, *words = part.split()
            yield from ((int(who), word) for word in words)

    def words(self, *moves: Any) -> list:
        """Moves without a seat one by one."""
        return " ".join(moves).split()

    def meant(self, word: Any) -> list[int]:
        """The actions of whoever is to decide that a word stands for."""
        raise NotImplementedError

    def actions(self, *moves: Any) -> list[int]:
        """The actions of whoever is to decide that moves without a seat stand for."""
        return [action for word in self.words(*moves) for action in self.meant(word)]

    def action(self, word: Any) -> int:
        """The first of them."""
        return self.meant(word)[0]

    def play(self, *moves: Any) -> Self:
        """Moves of seats, each of which must be the one to decide."""
        for who, word in self.moves(*moves):
            self._move(who, word)
        return self

    def do(self, *moves: Any) -> Self:
        """Moves of whoever is to decide."""
        for word in self.words(*moves):
            self._move(self.seat, word)
        return self

    def _move(self, who: int, word: Any) -> int:
        assert self.seat == who, f"{word}: seat {self.seat} decides in {self.phase}, not {who}"
        action = self.action(word)
        self.games.step(np.full(self.games.num_games, action))
        return action

    def events(self, *moves: Any, seat: int | None = None) -> list[Event]:
        """What these moves bring about, for a seat or for everybody."""
        found: list[Event] = []
        for who, word in self.moves(*moves):
            before = self.table.copy()
            action = self._move(who, word)
            found += self.GAME.events(self.box, before, action, self.table, seat)
        return found

    def told(self, *moves: Any, seat: int | None = None) -> list[str]:
        """The same in words."""
        return [event.text for event in self.events(*moves, seat=seat)]

    def often(self, *moves: Any, number: int = 400) -> np.ndarray:
        """The tables of so many games that stand as this one does, after these moves of one seat."""
        many = self.copies(number)
        for action in self.actions(*moves):
            many.step(np.full(number, action))
        return many.tables

    def least(self) -> Self:
        """One decision, with the action that comes first: mostly to pass, or to do no more."""
        self.games.step([self.games.legal[0].argmax()])
        return self

    def until(self, *phases: str) -> Self:
        """Everybody does as little as possible until one of these phases comes."""
        while self.phase not in phases:
            self.least()
        return self

    def pass_round(self, *phases: str) -> Self:
        """Everybody does as little as possible until the next round begins or the game is over.

        Of some phases: as long as one of these lasts in this round.
        """
        number = int(self.table[self.ROUND])
        while not self.over and self.table[self.ROUND] == number and (not phases or self.phase in phases):
            self.least()
        return self

    def random(self, seed: int = 0) -> Iterator[Self]:
        """Play to the end at random, all actions alike; the game before each decision."""
        rng = np.random.default_rng(seed)
        while not self.over:
            yield self
            self.games.step([rng.choice(np.flatnonzero(self.games.legal[0]))])

    def decides(self, agent: Agent) -> int:
        """What a bot does here."""
        return int(agent.act(self.games, np.array([0]))[0])

    # --- Looking ---------------------------------------------------------------------------------

    def fact(self, name: str) -> Any:
        """Something about the game by its name.

        phase, seat, over; the legal actions; scores and payoff; any field of the table, where it has an entry
        for each seat those of the seats in play.
        """
        if name in ("phase", "seat", "over"):
            return getattr(self, name)
        if name == "legal":
            return np.flatnonzero(self.games.legal[0]).tolist()
        if name in ("scores", "payoff"):
            return getattr(self.games, name)[0].astype(float).round(3).tolist()
        axes = next([*field.axes] for field in self.GAME.table_fields if field.name == name)
        value = np.asarray(self.table[name])
        return (value.take(range(self.players), axes.index(SEAT)) if SEAT in axes else value).tolist()

    def expect(self, at: str = "", **facts: Any) -> Self:
        """Hold the game to a phase, perhaps the seat to decide, and to facts: see `fact`.

        Legal actions are given as moves without a seat. Of a fact with entries {entry: value} compares some,
        and one value is compared with the first, mostly seat 0's; so {card: value} is about seat 0's cards.
        """
        found = [str(self.fact(name)) for name, _ in zip(self.AT, at.split())]
        assert found == at.split(), f"at {' '.join(found)}, not {at}"
        for name, expected in facts.items():
            found, expected = self.fact(name), self.as_fact(name, expected)
            while _depth(found) > _depth(expected):
                found = found[0]
            if isinstance(expected, dict):
                found = {entry: found[entry] for entry in expected}
            assert found == expected, f"{name}: {found}, not {expected}"
        return self

    def as_fact(self, name: str, expected: Any) -> Any:
        """What is expected, as `fact` has it."""
        if name == "legal":
            return sorted({*self.actions(*([expected] if isinstance(expected, str) else expected))})
        return expected

    def zero(self, *names: str) -> Self:
        """Hold that fields are 0 in all their entries, those of seats not in play too."""
        found = {name: self.table[name] for name in names if self.table[name].any()}
        assert not found, f"not 0: {found}"
        return self

    def offers(self, *moves: Any, legal: bool = True) -> Self:
        """Hold that all these moves are legal."""
        wrong = [action for action in self.actions(*moves) if self.games.legal[0, action] != legal]
        assert not wrong, f"{'not ' * legal}legal: {[self.games.describe(0, action) for action in wrong]}"
        return self

    def refuses(self, *moves: Any) -> Self:
        """Hold that none of these moves is legal."""
        return self.offers(*moves, legal=False)

    def sees(self, seat: int, block: str, scale: float = 1) -> list[float]:
        """A block of what a seat observes, times `scale`."""
        where = self.GAME.observation(self.players)[block]
        seen = self.games.observe(seat=seat)[0, where.start : where.stop].astype(float)
        return (seen * scale).round(3).tolist()

    # --- Words and pictures ----------------------------------------------------------------------

    def board(self, seat: int | None = None) -> list[str]:
        """The lines of the board, long ones in one piece."""
        return re.sub(r"\n {4}(?=\S)", " ", self.games.board(0, seat)).split("\n")

    def said(self, *moves: Any) -> list[str]:
        """What moves of whoever is to decide are called; without any, all that is legal."""
        actions = self.actions(*moves) or self.fact("legal")
        return [self.games.describe(0, action) for action in actions]

    def prompt(self, name: str, *given: Any) -> Any:
        """What one of the game's `Prompts` says here."""
        return getattr(prompts_of(self.GAME), name)(self.box, self.table, *given)

    def matters(self) -> list[str]:
        return self.prompt("matters", self.seat)

    def form(self) -> Form | None:
        return self.prompt("form", self.fact("legal"))

    def thing(self, word: Any) -> str:
        return self.prompt("thing", self.action(word))

    def effect(self, word: Any) -> str:
        return self.prompt("effect", self.action(word))

    def parts(self, seat: int | None = 0) -> dict[str, drawn.Part]:
        """The parts of the picture as a seat sees it."""
        return drawn.parts(self.games.picture(0, seat))

    def titles(self, seat: int | None = 0) -> dict[str, str]:
        return {name: part.title for name, part in self.parts(seat).items()}


def _depth(value: Any) -> int:
    """How many indices lead to a single value."""
    entries = [*value.values()] if isinstance(value, dict) else value
    return 1 + (_depth(entries[0]) if len(entries) else 0) if isinstance(entries, list) else 0


def in_texts(convert: Callable[[str], Any], value: Any) -> Any:
    """A value with each text converted, also within lists and dictionaries."""
    if isinstance(value, dict):
        return {key: in_texts(convert, each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [in_texts(convert, each) for each in value]
    return convert(value) if isinstance(value, str) else value


def weighted(games: GameBatch, rng: np.random.Generator, weights: np.ndarray) -> np.ndarray:
    """Legal actions at random: those of more weight are likelier."""
    return (rng.random(weights.shape) ** (1 / weights) * games.legal).argmax(axis=1)


def play_checked(
    random_actions: Callable[[GameBatch, np.random.Generator, float], np.ndarray],
    step_errors: Callable[[np.record, np.record], Any],
    table_errors: Callable[[np.record, np.record], Any],
    games: GameBatch,
    seed: int,
    every: int = 1,
    lean: float = 0.7,
    met: dict[str, set[int]] | None = None,
) -> None:
    """Play at random to the end; add what is met in fields to `met`.

    Every step of game 0 is checked and the table after it; each so many steps those of all games, and
    these as wholes.
    """
    rng, box = np.random.default_rng(seed), snapshot(games.box[0])
    for number in range(60_000):
        if games.over.all():
            return
        before, all_games = games.tables.copy(), number % every == 0
        games.step(random_actions(games, rng, lean))
        for name, values in (met or {}).items():
            values.update(games.tables[name].tolist())
        for row in np.flatnonzero(before["seat"] >= 0):
            if all_games or row == 0:
                now = snapshot(games.tables[row])
                assert not (errors := step_errors(snapshot(before[row]), now)), errors
                assert not (errors := table_errors(box, now)), errors
        if all_games:
            games.check()
    raise AssertionError("a game does not end")


def play_legally(games: GameBatch, want: Callable[..., int]) -> None:
    """Play one game to the end as `want(box, table, seat, legal)` has it, all of which must be legal."""
    box = snapshot(games.box[0])
    while not games.over.all():
        legal = games.legal[0]
        action = want(box, snapshot(games.tables[0]), games.seat[0], legal)
        assert legal[action]
        games.step([action])
