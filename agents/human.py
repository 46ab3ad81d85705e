"""A person at the terminal as an agent."""

from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rich.console import Console

from ..envs.core.asking import STOP, asking_of, folded
from ..envs.core.batch import GameBatch
from ..envs.core.game import Game
from .answers import ALWAYS, Choice, least_bid, limit_of, split, understand
from .screen import KEYS, listed, say, wrapped

HELP = (
    "Type a key or words of a line, several at a time if you like: p2 paris 3. ? shows the board, "
    "+ all the news, 0 stops, 0! for the whole phase, m12 bids up to 12, q quits."
)
LEAST_NEWS = 4  # lines of news that are shown however many choices there are


class Quit(KeyboardInterrupt):
    """The person at the terminal wants to stop; where nobody catches it, it ends as Ctrl-C does."""


class InputEnded(Quit):
    """There is nothing more to read."""


@dataclass
class Desk:
    """What lies before one person: news, what is typed ahead, and what is to be done without asking."""

    news: list[str] = field(default_factory=list)
    read: list[str] = field(default_factory=list)  # the news shown last
    chosen: str = ""  # in words, until the news tells it
    ahead: list[str] = field(default_factory=list)
    board_of: Hashable = None  # the stage whose board was shown
    auction: Hashable = None  # the one asked about last
    limit: int | None = None  # the highest bid in it to make without asking
    stopped: Hashable = None  # the phase in which to stop without asking


class HumanAgent:
    """Asks a person: tells what happened, what the decision turns on, and the legal actions with keys.

    One agent may have several seats: it then asks for the keyboard to be handed over, on a cleared screen.

    Args:
        game: what is played.
        console: where to write; None for standard output.
        read: called with a prompt, returns a line; None for standard input. EOFError means to quit.
    """

    name = "human"

    def __init__(
        self, game: Game, *, console: Console | None = None, read: Callable[[str], str] | None = None
    ):
        self._asking = asking_of(game)
        self._console = console or Console()
        self._read = read or self._console.input
        self._desks: dict[int, Desk] = defaultdict(Desk)
        self._last: int | None = None

    def tell(self, seat: int, lines: list[str], mover: int) -> None:
        """Say at once what came of a person's own move; keep other news for their next turn.

        Where several people share the screen, which is cleared between them, all is kept.
        """
        desk = self._desks[seat]
        if mover != seat and desk.ahead:
            desk.news.append(f"({' '.join(desk.ahead)!r} is forgotten, for others have moved.)")
            desk.ahead = []
        if mover != seat or len(self._desks) > 1:
            desk.news += lines
            return
        if not lines or not lines[0].startswith(f"player_{seat} "):
            lines = [desk.chosen, *lines] if desk.chosen else lines
        self._write(*(f"  -> {line}" for line in lines[:1]), *(f"     {line}" for line in lines[1:]))
        desk.chosen = ""

    def show_end(self, seat: int, *, named: bool) -> None:
        """Write what the person in this seat has not read yet, under its name if it is to be named."""
        if named:
            self._write("", f"player_{seat}:")
        self._show_news(self._desks[seat], None)

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) actions, asked one game after another.

        Raises:
            Quit: when the person quits or the input ends.
        """
        return np.array([self._decide(games, int(row)) for row in rows], np.int64)

    def _decide(self, games: GameBatch, row: int) -> int:
        box, table = games.box[0], games.tables[row].copy()
        seat = int(table.seat)
        self._hand_over(seat)
        actions = np.flatnonzero(games.masks(rows=np.array([row]))[0]).tolist()
        choices = [Choice(a, self._asking.key(box, table, a), games.describe(row, a)) for a in actions]
        question = Question(self._asking, box, table, choices, games.board(row, seat))
        desk = self._desks[seat]
        choice = self._unasked(desk, question) or self._ask(desk, question)
        desk.chosen = choice.words
        return choice.action

    # --- Without asking --------------------------------------------------------------------------

    def _unasked(self, desk: Desk, question: "Question") -> Choice | None:
        """What follows from a limit for this auction, or from having stopped for this phase."""
        if desk.limit is not None and desk.auction == question.auction:
            if bid := least_bid(question.choices, desk.limit):
                return bid
            desk.news.append(f"(Your limit of {desk.limit} is passed, so you are out.)")
            desk.limit = None
            return question.stop
        desk.limit = None
        if desk.stopped == question.phase:
            return question.stop
        desk.stopped = None
        return None

    # --- Asking ----------------------------------------------------------------------------------

    def _ask(self, desk: Desk, question: "Question") -> Choice:
        shown = warned = False
        while True:
            if not desk.ahead:
                if not shown:
                    self._show(desk, question)
                    shown = True
                desk.ahead = self._typed(desk, question)
            choice, remark = self._take(desk, question)
            if choice is None:
                desk.ahead = []
                self._write(remark)
            elif choice is question.stop and not warned and not desk.stopped and question.loss:
                warned = True
                if desk.ahead[:1] != [STOP]:
                    self._write(f"{question.loss} {STOP} once more to go on: {choice.words}.")
            else:
                return choice

    def _typed(self, desk: Desk, question: "Question") -> list[str]:
        """The words of the next line that is an answer."""
        while True:
            line = self._line("> ").strip()
            if line.lower() in ("q", "quit"):
                raise Quit
            if line == "?":
                self._page(question.board)
                self._list(question)
            elif line == "+":
                self._write(*(desk.read or ["  Nothing has happened."]))
            elif words := split(line):
                return words

    def _take(self, desk: Desk, question: "Question") -> tuple[Choice | None, str]:
        """The choice that the first words typed ahead stand for; they are taken away."""
        if (limit := limit_of(desk.ahead)) and question.auction is not None:
            desk.limit, used = limit
            bid = least_bid(question.choices, desk.limit)
            remark = f"{desk.limit} is too little; {question.amounts}"
            desk.limit, desk.auction = (desk.limit, question.auction) if bid else (None, desk.auction)
        elif desk.ahead[0] == ALWAYS and question.stop:
            desk.stopped = question.phase
            bid, used, remark = question.stop, 1, ""
        else:
            bid, used, remark = understand(desk.ahead, question.choices)
        desk.ahead = desk.ahead[used:]
        return bid, remark

    # --- The screen ------------------------------------------------------------------------------

    def _show(self, desk: Desk, question: "Question") -> None:
        """The board at a new stage, what happened, what it turns on, and the choices."""
        width, again = self._console.width, question.auction is not None and desk.auction == question.auction
        self._write("")
        if desk.board_of != question.stage:
            self._write(question.board, "")
            desk.board_of = question.stage
        asked = question.asked if again else [*question.asked, *question.lines(width)]
        below = sum(wrapped(line, width).count("\n") + 1 for line in asked)
        self._show_news(desk, max(LEAST_NEWS, self._console.height - below - 2))
        self._write(*question.asked)
        if again:
            self._write(question.amounts)
        else:
            self._list(question)
        desk.auction = question.auction

    def _page(self, board: str) -> None:
        """The board, a screen at a time."""
        lines = board.split("\n")
        room = self._console.height - 1 if self._console.is_terminal else len(lines)
        for first in range(0, len(lines), room):
            if first:
                self._line("Enter for more: ")
            self._write(*lines[first : first + room])

    def _list(self, question: "Question") -> None:
        self._write(*question.lines(self._console.width), styles=KEYS)

    def _show_news(self, desk: Desk, room: int | None) -> None:
        """The last news that there is room for."""
        lines = [f"  {line}" for line in folded(desk.news, self._asking.folds)]
        desk.read, desk.news = lines or desk.read, []
        told = [part for line in lines for part in wrapped(line, self._console.width).split("\n")]
        if room is not None and len(told) > room:
            left = len(told) - room + 1
            told = [f"  ({left} more lines before these: + shows them)", *told[left:]]
        self._write(*told)

    def _hand_over(self, seat: int) -> None:
        if self._last is None:
            self._write(HELP)
        elif self._last != seat:
            self._console.clear()
            self._line(f"player_{seat}, take the keyboard and press Enter: ")
            self._desks[seat].board_of = None
        self._last = seat

    def _line(self, prompt: str) -> str:
        try:
            return self._read(prompt)
        except EOFError:
            raise InputEnded from None

    def _write(self, *texts: str, styles: dict[str, str] | None = None) -> None:
        say(self._console, *texts, styles={**self._asking.colours, **(styles or {})})


class Question:
    """One decision as it is put to a person."""

    def __init__(self, asking: Any, box: Any, table: Any, choices: list[Choice], board: str):
        self.seat, self.choices, self.board = int(table.seat), choices, board
        self.stop = next((choice for choice in choices if choice.key == STOP), None)
        self.stage = asking.stage(box, table)
        self.phase = (self.stage, int(table.phase))
        self.auction = asking.auction(box, table)
        self.matters = asking.matters(box, table, self.seat)
        others = [choice.action for choice in choices if choice is not self.stop]
        self.loss = asking.loss(box, table, self.stop.action, others) if self.stop and others else ""

    @property
    def asked(self) -> list[str]:
        """Who is asked, and what it turns on."""
        who = f"player_{self.seat}"
        return (
            self.matters
            if any(line.startswith(f"{who}: ") for line in self.matters)
            else [*self.matters, f"{who}, what do you do?"]
        )

    @property
    def amounts(self) -> str:
        """What can be typed, in one line."""
        return ", ".join(line.strip() for line in listed(self.choices, 10_000))

    def lines(self, width: int) -> list[str]:
        """The choices with their keys."""
        return listed(self.choices, width)
