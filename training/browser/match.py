"""The game at a table: whose turn it is, what was said ahead, what happened, and what each may see of it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...agents import Explanation
from ...agents.terminal.parse_input import Choice, split
from ...agents.terminal.player_input import Desk, Question
from ...envs.core.text.events import Event, folded
from ...envs.core.text.prompts import Form, Plan, prompts_of
from ...envs.core.text.words import player
from ..play import HUMAN, Begun, events, names, result

PACES = (0.0, 0.3, 0.7, 1.5, 3.0)  # seconds that a bot's move is shown
Viewer = int | None  # a seat, or None for somebody who may see everything


class Refused(Exception):
    """A wish that has changed nothing; the words are for whoever had it."""


class Thought(NamedTuple):
    """What an agent thinks of a position."""

    thinker: str
    number: int  # of the position
    explanation: Explanation


class View(NamedTuple):
    """What a viewer sees of the game at one moment; a seat's has nothing in it that the seat may not know.

    Attributes:
        viewer: who looks.
        number: how many moves have been made.
        on_turn: the seat that is to decide, -1 when the game is over.
        picture: the table as SVG.
        result: how the game ended, in words; nothing before.
        fault: why the game cannot go on; "" while it can.
        question: what the viewer is asked, if it is.
        form: the form in which part of it can be answered at once, if there is one.
        things: what each of the choices is about.
        loss: what one would give up by the choice that has just been made, and is to be made once more.
        remark: what was not understood.
        thought: what an agent thinks of the position.
    """

    viewer: Viewer
    number: int
    on_turn: int
    picture: str
    result: list[str]
    fault: str
    question: Question | None
    form: Form | None
    things: dict[int, str]
    loss: str
    remark: str
    thought: dict[str, Any] | None


class LogLine(NamedTuple):
    """Events of one group: the number of the move with which they began, and what they are."""

    number: int
    events: list[Event]

    @property
    def text(self) -> str:
        """The line in words."""
        return folded(self.events)[0]


class Match:
    """One game. Whatever changes it calls `on_change`.

    Args:
        begun: the game as it was dealt, its agents and its replay.
        seats: who sits where.

    Attributes:
        viewers: who may look: the seats of people, or where there are none, None and all seats.
        edition: how often what each of them sees has changed.
        log: what happened, line by line, as each viewer may know it.
        pace: seconds that a bot's move is shown before the next one.
        paused: whether bots wait; `steps` of their moves are made all the same.
        fault: why the game cannot go on.
    """

    def __init__(self, begun: Begun, seats: Sequence[str]):
        self.games, self.agents, self.replay = begun
        self.game = self.games.game
        self.seats, self.names = list(seats), names(seats)
        self.people = [seat for seat, spec in enumerate(seats) if spec == HUMAN]
        self.viewers: list[Viewer] = [*self.people] or [None, *range(len(seats))]
        self.edition: dict[Viewer, int] = dict.fromkeys(self.viewers, 0)
        self.fault = ""
        self.pace, self.paused, self.steps = 0.7, False, 0
        self.on_change: Callable[[], None] = lambda: None
        self._prompts = prompts_of(self.game)
        self._desks = {seat: Desk() for seat in self.people}
        self._plans: dict[int, Plan] = {}
        self._losses: dict[Viewer, str] = {}  # said to a person, who is to say once more what they want
        self._remarks: dict[Viewer, str] = {}
        self._pictures: dict[Viewer, str] = {}
        self._question: Question | None = None
        self._thought: Thought | None = None
        self.log: dict[Viewer, list[LogLine]] = {viewer: [] for viewer in self.viewers}
        opening = self._prompts.opening(self.games.box[0], self.games.tables[0])
        for viewer in self.viewers:
            self._write(viewer, opening)
        self._go_on()
        self._told = self.number

    # --- How it stands ---------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """How many moves have been made."""
        return len(self.replay.moves)

    @property
    def on_turn(self) -> int:
        """The seat that is to decide, -1 when the game is over."""
        return int(self.games.seat[0])

    @property
    def over(self) -> bool:
        return self.on_turn < 0

    @property
    def waits_for_a_person(self) -> bool:
        return self.on_turn in self.people

    @property
    def has_thought(self) -> bool:
        """Whether an agent has said what it thinks of this position."""
        return self._thought is not None and self._thought.number == self.number

    def view(self, viewer: Viewer) -> View:
        """What somebody may see of the game as it stands."""
        if viewer not in self._pictures:
            self._pictures[viewer] = self.games.picture(0, viewer)
        question = self._question if viewer is not None and viewer == self.on_turn else None
        return View(
            viewer,
            self.number,
            self.on_turn,
            self._pictures[viewer],
            result(self.games, self.seats) if self.over else [],
            self.fault,
            question,
            self._form() if question else None,
            {choice.action: self._thing(choice.action) for choice in question.choices} if question else {},
            self._losses.get(viewer, "") if question else "",
            self._remarks.get(viewer, ""),
            self._thought_for(viewer),
        )

    def _form(self) -> Form | None:
        legal = [choice.action for choice in self._question.choices] if self._question else []
        return self._prompts.form(self.games.box[0], self.games.tables[0], legal)

    def _thing(self, action: int) -> str:
        return self._prompts.thing(self.games.box[0], self.games.tables[0], action)

    def _thought_for(self, viewer: Viewer) -> dict[str, Any] | None:
        """What the agent that explains itself thinks of this position, for the seat that is to decide."""
        thought = self._thought
        if thought is None or not self.has_thought or viewer not in (None, self.on_turn):
            return None
        return _in_words(thought, lambda action: self.games.describe(0, action))

    # --- What people do --------------------------------------------------------------------------

    def choose(self, seat: int, number: int, action: int, *, sure: bool = False) -> None:
        """A person takes one of the choices.

        What would give something away is only taken when they are `sure`; else they are asked once more.

        Raises:
            Refused: when it is not theirs to decide, or the game has moved on since they looked.
        """
        question = self._asked(seat, number)
        choice = next((choice for choice in question.choices if choice.action == action), None)
        if choice is None:
            raise Refused("That cannot be done now.")
        self._forget(seat)
        if choice is question.stop and question.loss and not sure:
            self._losses[seat] = question.loss
        else:
            self._play(choice.action)
        self._changed(seat)

    def say(self, seat: int, number: int, words: str) -> None:
        """A person types: keys or words of choices, several one after another, an amount, a limit."""
        self._asked(seat, number)
        self._forget(seat)
        self._desks[seat].ahead = split(words)
        self._changed(seat)

    def fill_in(self, seat: int, number: int, counts: list[int]) -> None:
        """A person fills in the form of several choices."""
        self._asked(seat, number)
        form = self._form()
        if form is None or len(counts) != len(form.entries):
            raise Refused("There is no such form now.")
        for count, entry in zip(counts, form.entries, strict=True):
            if not 0 <= count <= entry.most:
                raise Refused(f"{count} cannot be filled in; choose from 0 to {entry.most}.")
        if form.most is not None and not (form.least or 0) <= sum(counts) <= form.most:
            raise Refused(f"That makes {sum(counts)}; {_in_all(form)} are to be filled in.")
        self._forget(seat)
        self._plans[seat] = form.plan(counts)
        self._go_on()
        if self.number == number:
            self._remarks[seat] = "That cannot be done as it was filled in."
        self._changed(seat)

    def think_again(self, seat: int, number: int) -> None:
        """A person who was asked once more does not want it after all."""
        self._asked(seat, number)
        self._forget(seat)
        self._changed(seat)

    def _asked(self, seat: int, number: int) -> Question:
        if self.fault:
            raise Refused(f"The game has stopped: {self.fault}.")
        if self.over:
            raise Refused("The game is over.")
        if number != self.number:
            raise Refused("The game has moved on since that page was drawn; nothing was changed.")
        if self.on_turn != seat or self._question is None:
            raise Refused(f"It is not your turn: {player(self.on_turn)} is to decide.")
        return self._question

    def _forget(self, seat: int) -> None:
        """What was said before does not count any more."""
        self._desks[seat].ahead = []
        for said in (self._plans, self._losses, self._remarks):
            said.pop(seat, None)

    # --- What bots do ----------------------------------------------------------------------------

    def move(self, action: int) -> None:
        """A bot has decided; IllegalAction when it cannot do that, and nothing has changed."""
        self._play(action)
        self.steps = max(0, self.steps - 1)
        self._changed()

    def think(self, thinker: str, number: int, explanation: Explanation) -> None:
        """An agent has thought of the position after so many moves."""
        self._thought = Thought(thinker, number, explanation)
        self._bump(None, self.on_turn)

    def set_pace(self, *, pace: float | None = None, paused: bool | None = None, step: bool = False) -> None:
        """How fast bots move; a step is one of their moves while they wait."""
        if pace is not None:
            self.pace = min(PACES, key=lambda known: abs(known - pace))
        if paused is not None and not self.people:
            self.paused, self.steps = paused, 0
        if step and not self.people:
            self.paused, self.steps = True, self.steps + 1
        self._bump(*self.viewers)

    def stop(self, fault: str) -> None:
        """The game cannot go on."""
        self.fault = fault
        self._bump(*self.viewers)

    # --- How it goes on --------------------------------------------------------------------------

    def _changed(self, seat: int | None = None) -> None:
        """The page of a seat is another one now, and when somebody has moved, everybody's."""
        self._go_on()
        self._bump(*(self.viewers if self.number != self._told else [seat]))
        self._told = self.number

    def _bump(self, *viewers: Viewer) -> None:
        for viewer in viewers:
            if viewer in self.edition:
                self.edition[viewer] += 1
        self.on_change()

    def _play(self, action: int) -> None:
        mover, before = self.on_turn, self.games.tables.copy()
        words = self.games.describe(0, action)
        self.games.step(np.array((action,)))
        self.replay.moves.append((mover, int(action), words))
        self._pictures, self._question = {}, None
        for seat in self.people:
            if seat != mover:
                self._forget_ahead(seat)
        for viewer in self.viewers:
            told = events(self.games, before, action, viewer)
            if viewer in (None, mover) and not (
                told and told[0].seat == mover
            ):  # the move itself is not told
                told = [Event(f"{player(mover)}: {words}"), *told]
            self._write(viewer, told)

    def _write(self, viewer: Viewer, events: Sequence[Event]) -> None:
        """Write events into a viewer's log; one of the same group as the last goes on with its line."""
        log = self.log[viewer]
        for event in events:
            if log and event.group and event.group == log[-1].events[-1].group:
                log[-1].events.append(event)
            else:
                log.append(LogLine(self.number, [event]))

    def _forget_ahead(self, seat: int) -> None:
        """Others have moved: what was typed or filled in was meant for another position."""
        desk = self._desks[seat]
        desk.forget()
        self._log_remarks(seat)
        self._plans.pop(seat, None)

    def _log_remarks(self, seat: int) -> None:
        """What the desk has to say goes into the log."""
        desk = self._desks[seat]
        self._write(seat, desk.events)
        desk.events = []

    def _go_on(self) -> None:
        """Do what people have said ahead, until somebody has to be asked or a bot is to move."""
        while self.waits_for_a_person:
            if self._question is None:
                self._question = Question(self._prompts, self.games)
            seat, question = self.on_turn, self._question
            choice = self._settled(seat, question)
            self._log_remarks(seat)
            if choice is None:
                return
            self._play(choice.action)

    def _settled(self, seat: int, question: Question) -> Choice | None:
        """The choice that follows from what a person said before; None when they are to be asked."""
        desk = self._desks[seat]
        if (choice := self._planned(seat, question)) or (choice := desk.unasked(question)):
            return choice
        if not desk.ahead:
            return None
        choice, remark = desk.take(question)
        if choice is None:
            self._remarks[seat], desk.ahead = remark, []
        elif choice is question.stop and question.loss and not desk.stopped:
            self._losses[seat], desk.ahead = question.loss, []
            return None
        return choice

    def _planned(self, seat: int, question: Question) -> Choice | None:
        """The next of what was filled in."""
        if seat not in self._plans:
            return None
        legal = [choice.action for choice in question.choices]
        action = self._plans[seat](self.games.box[0], self.games.tables[0], legal)
        choice = next((choice for choice in question.choices if choice.action == action), None)
        if choice is None:
            del self._plans[seat]
        return choice


def _in_all(form: Form) -> str:
    """How much there is to fill in."""
    return str(form.most) if form.least == form.most else f"{form.least} to {form.most}"


MOST_SHOWN = 8  # actions of an explanation


def _in_words(thought: Thought, describe: Callable[[int], str]) -> dict[str, Any]:
    """An explanation for a page: the likeliest actions, with whatever else there is to tell of them."""
    explanation = thought.explanation
    likely, details = explanation.probabilities, explanation.details
    visits = details.get("visits", np.zeros(len(likely)))
    shown = np.lexsort((-visits, -likely))[:MOST_SHOWN]
    columns = list(details)
    rows = [
        {
            "words": describe(int(action)),
            "share": float(likely[action]),
            "details": [_figure(details[name][action]) for name in columns],
        }
        for action in shown
        if likely[action] > 0 or visits[action] > 0
    ]
    return {"thinker": thought.thinker, "value": float(explanation.value), "columns": columns, "rows": rows}


def _figure(value: Any) -> str:
    return str(int(value)) if np.issubdtype(type(value), np.integer) else f"{float(value):.3f}"
