"""A person at the terminal as an agent."""

import textwrap
from collections import defaultdict
from collections.abc import Callable

import numpy as np
from rich.console import Console

from ..envs.core.batch import GameBatch
from ..envs.core.game import Game

WIDTH = 80
ONE_COLUMN = 6
HELP = "Type a number or the beginning of the words. ? shows the table again, q quits."


class Quit(KeyboardInterrupt):
    """The person at the terminal wants to stop; where nobody catches it, it ends as Ctrl-C does."""


class HumanAgent:
    """Asks a person: shows the table, what happened, and the legal actions by number and in words.

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
        del game
        self._console = console or Console()
        self._read = read or self._console.input
        self._news: dict[int, list[str]] = defaultdict(list)
        self._knows_board: set[int] = set()
        self._last: int | None = None

    def tell(self, seat: int, lines: list[str], mover: int) -> None:
        """Keep news for a person's next turn; after their own move the table need not be shown again."""
        self._news[seat] += lines
        (self._knows_board.add if mover == seat else self._knows_board.discard)(seat)

    def show_news(self, seat: int) -> None:
        """Write what the person in this seat has not read yet."""
        say(self._console, *(f"  {line}" for line in self._news.pop(seat, [])))

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) actions, asked one game after another.

        Raises:
            Quit: when the person quits or the input ends.
        """
        return np.array([self._ask(games, int(row)) for row in rows], np.int64)

    def _ask(self, games: GameBatch, row: int) -> int:
        seat = int(games.seat[row])
        self._hand_over(seat)
        self.show_news(seat)
        if seat not in self._knows_board:
            self._write("", games.board(row, seat))
        actions = np.flatnonzero(games.masks(rows=np.array([row]))[0]).tolist()
        words = [games.describe(row, action) for action in actions]
        self._write("", f"player_{seat}, what do you do?", *in_columns(words, self._console.width))
        while True:
            answer = self._line("> ").strip()
            if answer.lower() in ("q", "quit"):
                raise Quit
            if answer == "?":
                self._write(games.board(row, seat), *in_columns(words, self._console.width))
            elif answer:
                place, remark = understand(answer, words)
                self._write(remark)
                if place is not None:
                    return actions[place]

    def _hand_over(self, seat: int) -> None:
        if self._last is None:
            self._write(HELP)
        elif self._last != seat:
            self._console.clear()
            self._line(f"player_{seat}, take the keyboard and press Enter: ")
            self._knows_board.discard(seat)
        self._last = seat

    def _line(self, prompt: str) -> str:
        try:
            return self._read(prompt)
        except EOFError:
            raise Quit from None

    def _write(self, *texts: str) -> None:
        say(self._console, *texts)


def say(console: Console, *texts: str) -> None:
    """Write texts as they are, lines too wide for the terminal folded between words."""
    for line in "\n".join(texts).split("\n") if texts else ():
        if len(line) > console.width:
            indent = " " * (len(line) - len(line.lstrip()) + 4)
            line = textwrap.fill(
                line,
                console.width,
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def understand(answer: str, words: list[str]) -> tuple[int | None, str]:
    """The place of the choice that `answer` means, or None, and what to say about it.

    >>> understand("2", ["Pass", "Play a card"])
    (1, '-> Play a card')
    >>> understand("pl", ["Pass", "Play a card"])
    (1, '-> Play a card')
    >>> understand("p", ["Pass", "Play a card"])
    (None, "'p' fits 2 of them; type more, or the number")
    >>> understand("5", ["Pass", "Play a card"])
    (None, "'5' is none of them; type a number from 1 to 2, ? or q")
    """
    if answer.isdecimal():
        fitting = [int(answer) - 1] if 1 <= int(answer) <= len(words) else []
    else:
        small = [word.lower() for word in words]
        fitting = [place for place, word in enumerate(small) if word.startswith(answer.lower())]
        if answer.lower() in small:
            fitting = [small.index(answer.lower())]
    if len(fitting) == 1:
        return fitting[0], f"-> {words[fitting[0]]}"
    if fitting:
        return None, f"{answer!r} fits {len(fitting)} of them; type more, or the number"
    return None, f"{answer!r} is none of them; type a number from 1 to {len(words)}, ? or q"


def in_columns(words: list[str], width: int) -> list[str]:
    """Numbered lines; many short choices stand side by side, read downwards.

    >>> in_columns(["Pass", "Play"], 80)
    ['  1  Pass', '  2  Play']
    """
    numbered = [f"{number:3}  {word}" for number, word in enumerate(words, 1)]
    cell = max(map(len, numbered), default=0) + 2
    columns = max(1, min(WIDTH, width) // cell) if len(words) > ONE_COLUMN else 1
    height = -(-len(words) // columns)
    return ["".join(f"{cell_:<{cell}}" for cell_ in numbered[i::height]).rstrip() for i in range(height)]
