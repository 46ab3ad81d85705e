"""What each viewer of a match sees, and what of it is new to them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ...agents.terminal.player_input import Question
from ...envs.core.text.prompts import Form
from .changes import Said, changed_parts, most_telling, said_by
from .log import Log, Mark
from .outcome import Outcome

Viewer = int | None  # a seat, or None for whoever may see everything


class Thought(NamedTuple):
    """What an agent thinks of a position: its number, who is on turn in it, and `explanation_rows`."""

    thinker: str
    number: int
    seat: int
    rows: dict[str, Any]


class View(NamedTuple):
    """What a viewer sees of the game at one moment; nothing in a seat's view is hidden from that seat.

    Attributes:
        viewer: whose view it is.
        number: as `Match.number_for` gives it; what a page sends comes with it.
        on_turn: the seat on turn, -1 when the game is over.
        picture: the game as SVG.
        changed: the parts of the picture that say something new since the viewer's last decision, the few
            that the news is about most; none at the end.
        result: how the game ended; None before.
        fault: why the game cannot go on; "" while it can.
        question: the decision, if it is the viewer's.
        form: the form that answers several decisions at once, if there is one.
        things: what each choice is about, by action: the picture's element that stands for it.
        effects: what each choice does, by action, where its words do not say so.
        barred: the parts of the picture that cannot be chosen, beside others of their kind that can, and why.
        loss: what the choice just made would give up; it must be confirmed.
        remark: what was not understood.
        thought: what an agent thinks of the position, if the viewer may know.
        can_undo: whether the viewer can take their last decision back.
    """

    viewer: Viewer
    number: int
    on_turn: int
    picture: str
    changed: list[str]
    result: Outcome | None
    fault: str
    question: Question | None
    form: Form | None
    things: dict[int, str]
    effects: dict[int, str]
    barred: dict[str, str]
    loss: str
    remark: str
    thought: Thought | None
    can_undo: bool


class Decided(NamedTuple):
    """The log and the tables of a viewer's last decision, to go back to."""

    mark: Mark
    then: np.ndarray | None


@dataclass
class Seen:
    """What one viewer has seen of a game.

    Attributes:
        edition: how often the viewer's page may have changed; not for them to know, since hidden moves count.
        log: what happened, line by line, as far as the viewer may know.
        written: how many lines the log had after each move of a game of bots.
        picture: the position as SVG; "" until somebody looks.
        then: (1,) the tables at the viewer's last decision; None before it.
    """

    edition: int = 0
    log: Log = field(default_factory=Log)
    written: list[int] = field(default_factory=list)
    picture: str = ""
    then: np.ndarray | None = None
    _said_then: dict[str, Said] | None = None
    _changed: list[str] | None = None

    def of_next_game(self) -> "Seen":
        """What the same viewer sees of another game, of which nothing has happened."""
        return Seen(self.edition, Log(self.log.taken_back + 1))

    def moved(self) -> None:
        """Another position is on the table."""
        self.picture, self._changed = "", None

    def decides(self, tables: np.ndarray) -> None:
        """The viewer decides at these tables: what changes from here on is new to them."""
        self.then, self._said_then = tables, said_by(self.picture) if self.picture else None

    @property
    def decided(self) -> Decided:
        """What the viewer knew by now, to go back to."""
        return Decided(self.log.mark, self.then)

    def back_to(self, decided: Decided) -> None:
        """Forget what came after."""
        self.log.back_to(decided.mark)
        self.then, self._said_then = decided.then, None

    def changes(self, draw: Callable[[np.ndarray], str]) -> list[str]:
        """The parts of the picture that have changed since the last decision, with what draws tables."""
        if self._changed is None:
            news = [line.text for _, lines in self.log.news() for line in lines]
            then = self._said_at_decision(draw) if news else {}
            now = said_by(self.picture) if then else {}
            self._changed = most_telling(changed_parts(then, now), now, news)
        return self._changed

    def _said_at_decision(self, draw: Callable[[np.ndarray], str]) -> dict[str, Said]:
        """What the picture said at the last decision; nothing before the first."""
        if self.then is None:
            return {}
        if self._said_then is None:
            self._said_then = said_by(draw(self.then))
        return self._said_then
