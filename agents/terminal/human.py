"""A person at the terminal as an agent."""

from collections import defaultdict
from collections.abc import Callable, Mapping

import numpy as np
from rich.console import Console

from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from ...envs.core.text.events import Event, event_lines
from ...envs.core.text.guide import guide_of
from ...envs.core.text.prompts import STOP, prompts_of
from ..interface import check_own_game
from ..specs import HUMAN
from .parse_input import LONGEST, Choice, split
from .player_input import Desk, Question
from .screen import KEYS, filled, reading, say, wrapped

HELP = (
    "Type a key or words from its line, several answers at once if you like. ? shows the board, + all the "
    "news, 0 stops, 0! stops for the whole phase, m12 bids for you up to 12, u (or undo) takes your last "
    "decision back, h (or help) explains the game, q quits."
)
QUITS = ("q", "quit")
LEAST_NEWS = 4  # lines of news to show even with many choices


class Quit(KeyboardInterrupt):
    """The person at the terminal wants to stop; uncaught, it acts like Ctrl-C."""


class InputEnded(Quit):
    """The input has ended."""


class TakenBack(Exception):
    """The person at the terminal takes their last decision back."""


class HumanAgent:
    """Asks a person: shows what happened, what the decision turns on, and the legal actions with keys.

    One agent may play several seats. Between them it clears the screen and asks to hand the keyboard over.

    Args:
        game: the game to play.
        console: where to write; None for standard output.
        read: prompt -> line; None for standard input. EOFError means to quit.
        names: people's names, by seat.

    Attributes:
        can_take_back: whether `act` may raise `TakenBack`, on which the caller undoes a decision.
    """

    name = HUMAN

    def __init__(
        self,
        game: Game,
        *,
        console: Console | None = None,
        read: Callable[[str], str] | None = None,
        names: Mapping[int, str] | None = None,
    ):
        self.can_take_back = False
        self._game, self._names = game, dict(names or {})
        self._guide = guide_of(game.module)
        self._prompts = prompts_of(game)
        self._console = console or Console()
        self._read = read or reading(self._console)
        self._desks: dict[int, Desk] = defaultdict(Desk)
        self._last: int | None = None

    def tell(self, seat: int, events: list[Event], mover: int) -> None:
        """Show what came of a person's own move at once; keep other events for their next turn.

        If several people share the screen, which is cleared between them, keep all events.
        """
        desk = self._desks[seat]
        if mover != seat:
            desk.forget()
        if mover != seat or len(self._desks) > 1:
            desk.events += events
            return
        lines = [event.text for event in events]
        if desk.chosen and not (events and events[0].seat == seat):
            lines = [desk.chosen, *lines]
        self._write(*(f"  -> {line}" for line in lines[:1]), *(f"     {line}" for line in lines[1:]))
        desk.chosen = ""

    def forget(self, seat: int) -> None:
        """Drop the events that a person has not read, because they have decided since."""
        self._desks[seat].events = []

    def show_end(self, seat: int, *, named: bool) -> None:
        """Write what the person in this seat has not read yet, under the seat's name if `named`."""
        if named:
            self._write("", f"player_{seat}:")
        self._show_events(self._desks[seat], None)

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) actions, asked one game after another.

        Raises:
            Quit: when the person quits or the input ends.
            HustingsError: for a batch of another game.
        """
        check_own_game(self.name, self._game, games)
        return np.array([self._decide(games, int(row)) for row in rows], np.int64)

    def _decide(self, games: GameBatch, row: int) -> int:
        question = Question(self._prompts, games, row)
        self._hand_over(question.seat)
        desk = self._desks[question.seat]
        choice = desk.unasked(question) or self._ask(desk, question)
        desk.chosen = choice.words
        return choice.action

    # --- Prompts ----------------------------------------------------------------------------------

    def _ask(self, desk: Desk, question: Question) -> Choice:
        shown = warned = False
        while True:
            if not desk.ahead:
                if not shown:
                    self._show(desk, question)
                    shown = True
                desk.ahead = self._typed(desk, question)
            choice, remark = desk.take(question)
            if choice is None:
                desk.ahead = []
                self._write(remark)
            elif choice is question.stop and not warned and not desk.stopped and question.loss:
                warned = True
                if desk.ahead[:1] != [STOP]:
                    desk.ahead = []
                    self._write(f"{question.loss} {STOP} once more to go on: {choice.words}.")
            else:
                return choice

    def _typed(self, desk: Desk, question: Question) -> list[str]:
        """The words of the next line that is an answer and not a command."""
        while True:
            line = self._line("> ").strip()
            if line.lower() in QUITS:
                raise Quit
            word = line.lower()
            is_key = any(choice.key.lower() == word for choice in question.choices)
            if word == "help" or (word == "h" and not is_key):
                self._explain()
            elif word == "undo" or (word == "u" and not is_key):
                self._take_back(desk)
            elif line == "?":
                self._page(question.board)
                self._list(question)
            elif line == "+":
                self._write(*(desk.read or ["  Nothing has happened."]))
            elif words := split(line[:LONGEST]):
                return words

    def _take_back(self, desk: Desk) -> None:
        if not self.can_take_back:
            self._write("Nothing can be taken back: others have decided, or something hidden was shown.")
            return
        desk.limit = desk.stopped = desk.auction = None
        self._write("  -> taken back")
        raise TakenBack

    def _explain(self) -> None:
        """Write what can be typed, and how to play."""
        self._write(HELP)
        if self._guide.text:
            lines = self._guide.plain.split("\n")
            self._page("\n" + "\n".join(filled(line, self._console.width) for line in lines))

    # --- The screen ------------------------------------------------------------------------------

    def _show(self, desk: Desk, question: Question) -> None:
        """Show the events, the board if the stage is new, what the decision turns on, and the choices."""
        width, again = self._console.width, question.auction is not None and desk.auction == question.auction
        self._write("")
        asked = question.asked if again else [*question.asked, *question.lines(width)]
        below = sum(wrapped(line, width).count("\n") + 1 for line in asked)
        self._show_events(desk, max(LEAST_NEWS, self._console.height - below - 2))
        if desk.board_of != question.stage:
            self._write("", question.board, "")
            desk.board_of = question.stage
        self._write(*question.asked)
        if again:
            self._write(question.amounts)
        else:
            self._list(question)
        desk.auction = question.auction

    def _page(self, board: str) -> None:
        """Show the board a screen at a time."""
        lines = board.split("\n")
        room = max(1, self._console.height - 1) if self._console.is_terminal else len(lines)
        for first in range(0, len(lines), room):
            if first and self._line("Enter for more, q for no more: ").strip().lower() in QUITS:
                return
            self._write(*lines[first : first + room])

    def _list(self, question: Question) -> None:
        self._write(*question.lines(self._console.width), styles=KEYS)

    def _show_events(self, desk: Desk, room: int | None) -> None:
        """Show the last events that fit into `room` lines; all for None."""
        lines = [f"  {line}" for line in event_lines(desk.events)]
        desk.read, desk.events = lines or desk.read, []
        shown = [part for line in lines for part in wrapped(line, self._console.width).split("\n")]
        if room is not None and len(shown) > room:
            left = len(shown) - room + 1
            shown = [f"  ({left} more lines before these: + shows them)", *shown[left:]]
        self._write(*shown)

    def _hand_over(self, seat: int) -> None:
        if self._last is None:
            self._write(HELP)
        elif self._last != seat:
            self._console.clear()
            name = f"{self._names[seat]} (player_{seat})" if seat in self._names else f"player_{seat}"
            if self._line(f"{name}, take the keyboard and press Enter: ").strip().lower() in QUITS:
                raise Quit
            self._desks[seat].board_of = None
        self._last = seat

    def _line(self, prompt: str) -> str:
        try:
            return self._read(prompt)
        except EOFError:
            raise InputEnded from None

    def _write(self, *texts: str, styles: dict[str, str] | None = None) -> None:
        say(self._console, *texts, styles={**self._prompts.colours, **(styles or {})})
