"""A game that people and bots play in the browser: whose turn it is, what happened, what each may see."""

import re
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...agents import Explanation
from ...agents.specs import is_person
from ...agents.terminal.parse_input import LONGEST, Choice, split
from ...agents.terminal.player_input import Desk, Question
from ...envs.core.text.events import Event
from ...envs.core.text.prompts import Form, Plan, phase_in_words, prompts_of
from ...envs.core.text.words import player
from ..play import DealtGame, events, final_ranking, seat_names
from ..takeback import Takeback
from .changes import Said, changed_parts, most_telling, said_by
from .explaining import explanation_rows
from .log import Log, Mark
from .names import seated, table_names
from .outcome import Outcome, Tally

PACES = (0.0, 0.3, 0.7, 1.5, 3.0)  # seconds that a bot's turn is shown, or its move where bots play alone
MOST_WAITING = 9.0  # seconds of such turns between two decisions of a person
Viewer = int | None  # a seat, or None for whoever may see everything


class Refused(Exception):
    """A request that cannot be met and has changed nothing; the text is for whoever made it."""


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


class Match:
    """One game; every change calls `on_change`, and every move `on_move`: with whether a person has moved.

    Args:
        dealt: the game as it was dealt, its agents and its replay.
        seats: who plays each seat.

    Attributes:
        viewers: who may look: the seats of people, or if there are none, None and all seats.
        edition: how often the page of each viewer may have changed; not for them to know, since hidden moves
            count.
        log: what happened, line by line, as far as each viewer may know.
        positions: how many have been on the table, those of moves that were taken back among them.
        past: the tables after each move, that of the deal first.
        tally: the points after each move, and where they came from.
        thoughts: what an agent thinks of the positions of a game of bots, by how many moves led there.
        written: how many lines the log of each viewer had after each move of a game of bots.
        pace: seconds that what a bot has done is shown before the next bot moves.
        waiting_since: when a person has decided last, by the monotonic clock.
        paused: whether bots wait; `steps` of their moves are still made.
        hurried: whether bots move at once until a person is asked.
        fault: why the game cannot go on.
        noticed: whether any viewer was told of the last move.
    """

    def __init__(self, dealt: DealtGame, seats: Sequence[str]):
        self.seats, self.names, self.named = list(seats), seat_names(seats), table_names(seats)
        self.people = [seat for seat, spec in enumerate(seats) if is_person(spec)]
        self.viewers: list[Viewer] = [*self.people] or [None, *range(len(seats))]
        self.edition: dict[Viewer, int] = dict.fromkeys(self.viewers, 0)
        self.pace, self.paused, self.steps, self.hurried = 0.7, False, 0, False
        self.on_change: Callable[[], None] = lambda: None
        self.on_move: Callable[[bool], None] = lambda by_person: None
        self.positions = 0
        self._former = dict.fromkeys(self.people, 0)  # decisions of former games, and of those taken back
        self.deal(dealt)

    def deal_again(self, dealt: DealtGame) -> None:
        """Begin another game at the same seats."""
        self._former = {seat: self.number_for(seat) + 1 for seat in self.people}
        self.deal(dealt)

    def deal(self, dealt: DealtGame) -> None:
        """Begin a game, with the moves that were made in it."""
        self.games, self.agents, self.replay, past = dealt
        self.game, self._prompts = self.games.game, prompts_of(self.games.game)
        self.fault, self.noticed = "", True
        self._desks = {seat: Desk() for seat in self.people}
        self._plans: dict[int, Plan] = {}
        self._losses: dict[Viewer, str] = {}  # to be confirmed
        self._remarks: dict[Viewer, str] = {}
        self._pictures: dict[Viewer, str] = {}
        self._question: Question | None = None
        self._thought: Thought | None = None
        self.thoughts: dict[int, Thought] = {}
        self.waiting_since = time.monotonic()
        self._takeback = Takeback(self.games)
        self._then: dict[Viewer, np.ndarray] = {}  # the tables at each viewer's last decision
        self._said_then: dict[Viewer, dict[str, Said]] = {}
        self._changed_since: dict[Viewer, list[str]] = {}
        self.tally = Tally(self.games)
        self.past: list[np.ndarray] = [self.games.tables.copy()]
        self.log: dict[Viewer, Log] = {viewer: Log() for viewer in self.viewers}
        opening = self._prompts.opening(self.games.box[0], self.games.tables[0])
        for viewer in self.viewers:
            self.log[viewer].write(opening)
        self.written: list[dict[Viewer, int]] = [self._lines()]
        last = past[-1][0] if past else None
        others = max((number for number, move in enumerate(past, 1) if move[0] != last), default=0)
        for number, (seat, action, _) in enumerate(past):
            if undoable := number >= others and seat in self.people:  # as if they had just been made
                self._note_point()
            self._play(action, past=True, undoable=undoable)
        self._go_on()
        self._told = self.positions
        self._bump(*self.viewers)

    # --- The state ---------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """How many moves have been made."""
        return len(self.replay.moves)

    def number_for(self, viewer: Viewer) -> int:
        """How often a seat has decided or taken back; how many moves were made, for whoever sees all.

        It never falls, so that what a page sends is not taken for an answer to another question.
        """
        if viewer is None:
            return self.number
        return sum(seat == viewer for seat, _, _ in self.replay.moves) + self._former.get(viewer, 0)

    @property
    def on_turn(self) -> int:
        """The seat on turn, -1 when the game is over."""
        return int(self.games.seat[0])

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.on_turn < 0

    @property
    def waits_for_a_person(self) -> bool:
        """Whether a person is on turn."""
        return self.on_turn in self.people

    @property
    def has_thought(self) -> bool:
        """Whether an agent has said what it thinks of this position."""
        return self._thought is not None and self._thought.number == self.positions

    def view(self, viewer: Viewer) -> View:
        """What a viewer may see of the game as it stands."""
        if viewer not in self._pictures:
            self._pictures[viewer] = self.games.picture(0, viewer)
        question = self._question if viewer is not None and viewer == self.on_turn else None
        return View(
            viewer,
            self.number_for(viewer),
            self.on_turn,
            self._pictures[viewer],
            self._changes(viewer),
            self.outcome() if self.over else None,
            self.fault,
            question,
            self._form() if question else None,
            self._of_choices(question, self._prompts.thing),
            self._of_choices(question, self._prompts.effect),
            self._barred(viewer) if question else {},
            self._losses.get(viewer, "") if question else "",
            self._remarks.get(viewer, ""),
            self._thought_for(viewer),
            self.can_undo(viewer),
        )

    def shown_until(self, since: float) -> float:
        """Until when a position that is shown since then is to be shown, before a bot moves on.

        Where people play, the moves of a bot in a row are shown together, and no person waits long.
        """
        if not self.people:
            return since + self.pace
        moves = self.replay.moves
        same = len(moves) > 1 and moves[-1][0] == self.on_turn
        return min(since + self.pace * (not same), self.waiting_since + MOST_WAITING)

    def _lines(self) -> dict[Viewer, int]:
        return {viewer: len(log.lines) for viewer, log in self.log.items()}

    def outcome(self) -> Outcome:
        """How the game has ended."""
        told = [line.text for line in self.log[self.viewers[0]].lines[-2:]]
        tally = self.tally
        ranking = final_ranking(self.games, self.seats)
        return Outcome(ranking, told, tally.sources(), tally.totals, tally.chart(self.named))

    def can_undo(self, viewer: Viewer) -> bool:
        """Whether a viewer can take their last decision back."""
        return not (self.fault or self.over) and self._takeback.possible(viewer, self.number)

    def _changes(self, viewer: Viewer) -> list[str]:
        """The parts of the picture that have changed for a viewer since their last decision."""
        if viewer not in self._changed_since:
            news = [line.text for _, lines in self.log[viewer].news() for line in lines]
            then = self._said_to(viewer) if news and not self.over else {}
            now = said_by(self._pictures[viewer]) if then else {}
            self._changed_since[viewer] = most_telling(changed_parts(then, now), now, news)
        return self._changed_since[viewer]

    def _said_to(self, viewer: Viewer) -> dict[str, Said]:
        """What the picture said to a viewer at their last decision; nothing before the first."""
        if viewer in self._then and viewer not in self._said_then:
            drawn = self.game.picture(self.games.box[0], self._then[viewer][0], viewer)
            self._said_then[viewer] = said_by(drawn)
        return self._said_then.get(viewer, {})

    def _form(self) -> Form | None:
        legal = [choice.action for choice in self._question.choices] if self._question else []
        return self._prompts.form(self.games.box[0], self.games.tables[0], legal)

    def _of_choices(self, question: Question | None, tell: Callable[[Any, Any, int], str]) -> dict[int, str]:
        """What is told of each choice of a question, by action."""
        box, table = self.games.box[0], self.games.tables[0]
        return (
            {choice.action: tell(box, table, choice.action) for choice in question.choices}
            if question
            else {}
        )

    def _barred(self, viewer: Viewer) -> dict[str, str]:
        """The parts of the picture that cannot be chosen, beside others of their kind that can, and why."""
        box, table = self.games.box[0], self.games.tables[0]
        form, asked = self._form(), set(self._of_choices(self._question, self._prompts.thing).values())
        asked |= {entry.thing for entry in form.entries} if form else set()
        kinds = {thing.rpartition(" ")[0] for thing in asked} - {""}
        things = re.findall(r'data-thing="([^"]+)"', self._pictures[viewer])
        barred = [name for name in things if name not in asked and name.rpartition(" ")[0] in kinds]
        reasons = {name: self._prompts.why_not(box, table, name) for name in barred}
        return {name: reason for name, reason in reasons.items() if reason}

    def thought_at(self, moves: int, viewer: Viewer) -> Thought | None:
        """What an agent has thought after so many moves of a game of bots, if the viewer may know."""
        thought = self.thoughts.get(moves)
        return thought if thought and viewer in (None, thought.seat) else None

    def _thought_for(self, viewer: Viewer) -> Thought | None:
        """What an agent thinks of this position, for the seat on turn and for whoever sees everything."""
        return self._thought if self.has_thought and viewer in (None, self.on_turn) else None

    # --- What people do --------------------------------------------------------------------------

    def choose(self, seat: int, number: int, action: int, *, sure: bool = False) -> None:
        """A person chooses.

        A choice that would give something up must be confirmed, with `sure`.

        Raises:
            Refused: if it is not their turn, or the game has moved on since.
        """
        question = self._asked(seat, number)
        choice = next((choice for choice in question.choices if choice.action == action), None)
        if choice is None:
            raise Refused("That cannot be done now.")
        self._forget(seat)
        if choice is question.stop and question.loss and not sure:
            self._losses[seat] = question.loss
        else:
            self._note_point()
            self._play(choice.action)
        self._changed(seat)

    def say(self, seat: int, number: int, words: str) -> None:
        """A person types: keys or words of choices, several in a row, an amount, a limit."""
        self._asked(seat, number)
        if len(words) > LONGEST:
            raise Refused(f"Type at most {LONGEST} letters at once; nothing was changed.")
        self._forget(seat)
        self._note_point()
        self._desks[seat].ahead = split(seated(words, self.named))
        self._changed(seat)

    def fill_in(self, seat: int, number: int, counts: list[int]) -> None:
        """A person fills in the form for several choices."""
        self._asked(seat, number)
        form = self._form()
        if form is None or len(counts) != len(form.entries):
            raise Refused("There is no such form now.")
        for count, entry in zip(counts, form.entries, strict=True):
            if not 0 <= count <= entry.most:
                raise Refused(f"{count} cannot be filled in; choose from 0 to {entry.most}.")
        if form.most is not None and not (form.least or 0) <= sum(counts) <= form.most:
            raise Refused(f"That makes {sum(counts)}; {_total(form)} are to be filled in.")
        self._forget(seat)
        self._note_point()
        self._plans[seat] = form.plan(counts)
        self._go_on()
        if self.number_for(seat) == number:
            self._remarks[seat] = "That cannot be done as it was filled in."
        self._changed(seat)

    def undo(self, seat: int, number: int) -> None:
        """A person takes their last decision back, or all that they typed or filled in at once.

        Raises:
            Refused: if something hidden was shown since, somebody else has decided, or the game has moved on.
        """
        if number != self.number_for(seat):
            raise Refused("The game has moved on since that page was drawn; nothing was changed.")
        point = self._takeback.take_back(self.number) if self.can_undo(seat) else None
        if point is None:
            raise Refused(
                "That cannot be taken back any more: others have decided since, or cards were shown."
            )
        self._former[seat] += 1 + sum(mover == seat for mover, _, _ in self.replay.moves[point.moves :])
        del self.replay.moves[point.moves :], self.past[point.moves + 1 :]
        self.games, marks, self._then = point.games, point.note[0], dict(point.note[1])
        self._said_then = {}
        self.tally.back_to(point.moves)
        for viewer, mark in marks.items():
            self.log[viewer].back_to(mark)
        self._desks[seat] = Desk()
        self._forget(seat)
        self._moved()
        self.on_move(True)
        self._changed(seat)

    def _note_point(self) -> None:
        """What a person does now can be taken back to here."""
        marks: dict[Viewer, Mark] = {viewer: log.mark for viewer, log in self.log.items()}
        self._takeback.asked(self.games, self.number, (marks, dict(self._then)))

    def think_again(self, seat: int, number: int) -> None:
        """A person does not confirm a choice."""
        self._asked(seat, number)
        self._forget(seat)
        self._changed(seat)

    def _asked(self, seat: int, number: int) -> Question:
        if self.fault:
            raise Refused(f"The game has stopped: {self.fault}.")
        if self.over:
            raise Refused("The game is over.")
        if number != self.number_for(seat):
            raise Refused("The game has moved on since that page was drawn; nothing was changed.")
        if self.on_turn != seat or self._question is None:
            raise Refused(f"It is not your turn: {player(self.on_turn)} is to decide.")
        return self._question

    def _forget(self, seat: int) -> None:
        """Drop whatever a person said before."""
        self._desks[seat].ahead = []
        for said in (self._plans, self._losses, self._remarks):
            said.pop(seat, None)

    # --- What bots do ----------------------------------------------------------------------------

    def move(self, action: int) -> None:
        """A bot has decided; IllegalAction, with nothing changed, if it may not do that."""
        self._play(action)
        self.steps = max(0, self.steps - 1)
        self._changed()

    def think(self, thinker: str, number: int, explanation: Explanation) -> None:
        """Show what an agent thinks of a position, by its number in `positions`."""
        if number != self.positions:
            return
        rows = explanation_rows(explanation, lambda action: self.games.describe(0, action))
        self._thought = Thought(thinker, number, self.on_turn, rows)
        if not self.people:
            self.thoughts[self.number] = self._thought
        self._bump(None, self.on_turn)

    def set_pace(self, *, pace: float | None = None, paused: bool | None = None, step: bool = False) -> None:
        """Set how fast bots move, or let waiting bots make one move."""
        if pace is not None:
            self.pace = min(PACES, key=lambda known: abs(known - pace))
        if paused is not None and not self.people:
            self.paused, self.steps = paused, 0
        if step and not self.people:
            self.paused, self.steps = True, self.steps + 1
        self._bump(*self.viewers)

    def hurry(self) -> None:
        """Let bots move at once until a person is asked."""
        self.hurried = not self.waits_for_a_person
        self._bump(*self.viewers)

    def stop(self, fault: str) -> None:
        """The game cannot go on."""
        self.fault = fault
        self._bump(*self.viewers)

    # --- How it goes on --------------------------------------------------------------------------

    def _changed(self, seat: int | None = None) -> None:
        """A seat's page has changed, or everybody's if somebody has moved."""
        self._go_on()
        self._bump(*(self.viewers if self.positions != self._told else [seat]))
        self._told = self.positions

    def _bump(self, *viewers: Viewer) -> None:
        for viewer in viewers:
            if viewer in self.edition:
                self.edition[viewer] += 1
        self.on_change()

    def _play(self, action: int, *, past: bool = False, undoable: bool = True) -> None:
        mover, before = self.on_turn, self.games.tables.copy()
        words = self.games.describe(0, action)
        by_person = mover in self.people
        if by_person:
            self.waiting_since = time.monotonic()
        for viewer in self.viewers:
            if not self.people or viewer == mover:  # whoever watches has seen the last move
                self._note_then(viewer, before)
            if not self.people:
                self.log[viewer].decided()
        self.games.step([action])
        self.replay.moves.append((mover, int(action), words))
        self.past.append(self.games.tables.copy())
        self.tally.moved(before, action, self.games)
        self._moved()
        if undoable:
            self._takeback.decided(before, action, self.games, by_person=by_person)
        if not past:
            self.on_move(by_person)
        for seat in self.people:
            if seat != mover:
                self._forget_ahead(seat)
        self.noticed = False
        for viewer in self.viewers:
            told = events(self.games, before, action, viewer)
            if viewer in (None, mover) and not (told and told[0].seat == mover):  # no event tells the move
                told = [Event(f"{player(mover)}: {words}"), *told]
            self.log[viewer].moves += bool(told)
            self.noticed |= bool(told)
            log, phase = self.log[viewer], self._phase(before)
            if viewer == mover and self.people:  # one's own move is no news, what comes of it is
                log.write(told[:1], phase)
                log.decided()
                told = told[1:]
            log.write(told, phase)
        if not self.people:
            self.written.append(self._lines())

    def _note_then(self, viewer: Viewer, tables: np.ndarray) -> None:
        """A viewer decides: what changes from here on is new to them."""
        self._then[viewer] = tables
        self._said_then.pop(viewer, None)
        if viewer in self._pictures:
            self._said_then[viewer] = said_by(self._pictures[viewer])

    def _moved(self) -> None:
        """Another position is on the table."""
        self.positions += 1
        self._pictures, self._changed_since, self._question = {}, {}, None

    def _phase(self, tables: np.ndarray) -> str:
        """The phase in words."""
        words = phase_in_words(self.game, tables["phase"][0])
        return words[0].upper() + words[1:]

    def _forget_ahead(self, seat: int) -> None:
        """Others have moved: what was typed or filled in was meant for another position."""
        desk = self._desks[seat]
        desk.forget()
        self._log_remarks(seat)
        self._plans.pop(seat, None)

    def _log_remarks(self, seat: int) -> None:
        """Write the remarks on a person's input into the log."""
        desk = self._desks[seat]
        self.log[seat].write(desk.events)
        desk.events = []

    def _go_on(self) -> None:
        """Do what people have said ahead, until a person must be asked or a bot is on turn."""
        while self.waits_for_a_person:
            if self._question is None:
                self._question = Question(self._prompts, self.games)
            seat, question = self.on_turn, self._question
            choice = self._settled(seat, question)
            self._log_remarks(seat)
            if choice is None:
                self.hurried = False
                return
            self._play(choice.action)

    def _settled(self, seat: int, question: Question) -> Choice | None:
        """The choice that follows from what a person said before; None if they must be asked."""
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
        """The next choice of the form that was filled in."""
        if seat not in self._plans:
            return None
        legal = [choice.action for choice in question.choices]
        action = self._plans[seat](self.games.box[0], self.games.tables[0], legal)
        choice = next((choice for choice in question.choices if choice.action == action), None)
        if choice is None:
            del self._plans[seat]
        return choice


def _total(form: Form) -> str:
    """How much the form adds up to."""
    return str(form.most) if form.least == form.most else f"{form.least} to {form.most}"
