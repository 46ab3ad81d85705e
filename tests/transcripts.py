"""Worked examples as transcripts, which stand in a game's RULES.md and are played from there.

    ```play
    rules: SAL-3.19 SAL-1.3
    players: Pietro, Claudia, Gaby, Reiner, Fritz
    position: hands 12 123 1123 12 123 · dice 4 3 5 1 2 · holder Gaby
    => strength 6 6 9 3 5
    Gaby: keep · Reiner: discard a 1, keep
    => phase REROLL · Reiner hand 0 1 0
    => Fritz may: discard a 1, discard a 2, discard a 3, keep
    => "player_3 discards a 1"
    ```

- `position` goes to `example(players, ask_forced, **position)` of tests/GAME/positions.py as lists of words,
  {"hands": [12, 123, ...], ...}, and it gives a batch of one game. A name is a seat.
- `Name: words, words` are decisions, as one types them at the terminal; a name stands for its player_N.
- After `=>` stands what is then true: of fields of the table, for all seats in play or for one; of functions
  of positions.py, which take the batch. `may` names all that is legal. Text in quotes is what is told of it.

Each is also played without asking for forced decisions and must come to the same table.
"""

import functools
import importlib
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from hustings.agents.terminal.parse_input import Choice, split, understand
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine.record import SEAT
from hustings.envs.core.text.prompts import prompts_of

BLOCK = re.compile(r"^```play\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEAD = ("rules", "players", "position")
DOT = " · "


class Transcript(NamedTuple):
    """One example: the rules it holds to, who plays, from where, and its other lines with their numbers."""

    game: str
    rules: list[str]
    names: list[str]
    position: dict[str, list]
    lines: list[tuple[int, str]]


@functools.cache
def transcripts(game: str) -> list[Transcript]:
    """Those of a game's RULES.md, in their order."""
    file = GAMES[game].box_spec.file.with_name("RULES.md")
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return [read(game, block[1], text.count("\n", 0, block.start()) + 2) for block in BLOCK.finditer(text)]


def read(game: str, text: str, first: int = 1) -> Transcript:
    """A transcript, from the lines between its fences."""
    head, lines = dict.fromkeys(HEAD, ""), []
    for number, line in enumerate(text.splitlines(), first):
        key, colon, rest = line.partition(": ")
        if key in HEAD and colon:
            head[key] = rest
        elif line.strip():
            lines.append((number, line))
    names = head["players"].split(", ")
    given = (part.split() for part in head["position"].split(DOT) if part)
    position = {key: values(words, names) for key, *words in given}
    return Transcript(game, head["rules"].split(), names, position, lines)


def values(words: Iterable[str], names: list[str]) -> list:
    """Words as numbers where they are numbers or names."""
    return [
        names.index(word) if word in names else int(word) if re.fullmatch(r"-?\d+", word) else word
        for word in words
    ]


def named(game: str, rule: str) -> Transcript:
    """The first transcript that holds to a rule."""
    return next(transcript for transcript in transcripts(game) if rule in transcript.rules)


class Play:
    """A transcript as it is played.

    Attributes:
        games: the batch of one game.
        actions: those taken so far, and `choices`, those of them that were not forced.
    """

    def __init__(self, transcript: Transcript, **options: Any):
        self.transcript = transcript
        self.games: GameBatch = deal(transcript, ask_forced=True, **options)
        self.actions: list[int] = []
        self.choices: list[int] = []
        self._left = list(transcript.lines)
        self._events: list[str] = []

    def to(self, line: str = "") -> GameBatch:
        """Play on and hold to all that is said, until a line begins so, or to the end."""
        while self._left and not (line and self._left[0][1].startswith(line)):
            number, words = self._left.pop(0)
            try:
                self._follow(words)
            except AssertionError as error:
                raise AssertionError(f"{self.transcript.game}, RULES.md, line {number}: {error}") from None
        assert self._left or not line, f"no line begins {line!r}"
        return self.games

    def _follow(self, words: str) -> None:
        if words.startswith("=> "):
            for said in words.removeprefix("=> ").split(DOT):
                self._compare(said)
            return
        for part in words.split(DOT):
            name, _, decisions = part.partition(": ")
            for typed in decisions.split(", "):
                self._decide(name, typed)

    def _decide(self, name: str, typed: str) -> None:
        seat = int(self.games.seat[0])
        assert seat == self.transcript.names.index(name), f"{name}: {self._name(seat)} is on turn"
        choices = self._choices()
        action = self._understood(typed, choices).action
        self.actions.append(action)
        self.choices += [action] if len(choices) > 1 else []
        before = self.games.tables[0].copy()
        self.games.step([action])
        game, box, after = self.games.game, self.games.box[0], self.games.tables[0]
        self._events = [event.text for event in game.events(box, before, action, after, None)]

    def _choices(self) -> list[Choice]:
        key, box, table = prompts_of(self.games.game).key, self.games.box[0], self.games.tables[0]
        legal = np.flatnonzero(self.games.legal[0]).tolist()
        return [Choice(action, key(box, table, action), self.games.describe(0, action)) for action in legal]

    def _understood(self, typed: str, choices: list[Choice]) -> Choice:
        words = split(self._as_typed(typed))
        choice, used, remark = understand(words, choices)
        if choice is None or used < len(words):
            legal = ", ".join(choice.words for choice in choices)
            raise AssertionError(f"{typed!r}: {remark or 'too many words'}; legal are {legal}")
        return choice

    def _compare(self, said: str) -> None:
        if said.startswith('"'):
            assert any(said.strip('"') in event for event in self._events), f"{said} is not in {self._events}"
        elif found := re.fullmatch(r"(\w+) may: (.*)", said):
            choices = self._choices()
            wanted = {self._understood(typed, choices) for typed in found[2].split(", ")}
            others = [choice.words for choice in choices if choice not in wanted]
            assert self._name(int(self.games.seat[0])) == found[1], f"{said}: not on turn"
            assert not others, f"{said}: legal are also {', '.join(others)}"
        else:
            self._compare_values(said)

    def _compare_values(self, said: str) -> None:
        names = self.transcript.names
        first, *words = said.split()
        seat = names.index(first) if first in names else None
        if seat is not None:
            first, *words = words
        found = self._value(first, seat)
        assert found == values(words, names), f"{said}: it is {found}"

    def _value(self, name: str, seat: int | None) -> list:
        """A field of the table, of all seats in play or of one, or what a function of positions.py gives."""
        game, table = self.games.game, self.games.tables[0]
        field = next((field for field in game.table_fields if field.name == name), None)
        if field is None:
            value = np.asarray(getattr(positions(game.name), name)(self.games))
            return np.ravel(value if seat is None else value[seat]).tolist()
        if name == "phase":
            return [game.phases(int(table.phase)).name]
        value = np.asarray(table[name])
        if SEAT in field.axes:
            seats = range(self.games.num_players) if seat is None else seat
            value = value.take(seats, list(field.axes).index(SEAT))
        return value.ravel().tolist()

    def _as_typed(self, words: str) -> str:
        for seat, name in enumerate(self.transcript.names):
            words = re.sub(rf"\b{name}\b", f"player_{seat}", words)
        return words

    def _name(self, seat: int) -> str:
        return self.transcript.names[seat] if seat >= 0 else "nobody"


def deal(transcript: Transcript, **options: Any) -> GameBatch:
    """The position that a transcript begins in."""
    return positions(transcript.game).example(len(transcript.names), **transcript.position, **options)


def positions(game: str) -> Any:
    return importlib.import_module(f"tests.{game}.positions")
