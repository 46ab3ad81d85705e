"""A game that people and bots play in the browser: whose turn it is, what happened, what each may see."""

import math
import re
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...agents import Explanation
from ...agents.specs import is_person
from ...agents.terminal.parse_input import LONGEST, split
from ...agents.terminal.player_input import Question
from ...envs.core.text.events import Event
from ...envs.core.text.prompts import Form, phase_in_words, prompts_of
from ...envs.core.text.words import player
from ..play import DealtGame, check_legal, events, final_ranking, seat_names
from ..takeback import Takeback, first_of_last_run
from .explaining import explanation_rows
from .names import table_names
from .outcome import Outcome, Tally
from .people import Person, Refused, plan_of
from .seen import Seen, Thought, View, Viewer

PACES = (0.0, 0.3, 0.7, 1.5, 3.0)  # seconds that a bot's turn is shown, or its move where bots play alone
MOST_WAITING = 9.0  # seconds of such turns between two decisions of a person


class Match:
    """One game; every change calls `on_change`, and every move `on_move`: with whether a person has moved.

    Args:
        dealt: the game as it was dealt, its agents and its replay.
        seats: who plays each seat.

    Attributes:
        viewers: who may look: the seats of people, or if there are none, None and all seats.
        seen: what each viewer has seen.
        positions: how many have been on the table, those of moves that were taken back among them.
        past: the tables after each move, that of the deal first.
        tally: the points after each move, and where they came from.
        token: different for each game that is dealt, or resumed.
        thoughts: what an agent thinks of the positions of a game of bots, by how many moves led there.
        pace: seconds that what a bot has done is shown before the next bot moves.
        waiting_since: when a person has decided last, by the monotonic clock.
        paused: whether bots wait; `steps` of their moves are still made.
        hurried: whether bots move at once until a person is asked, or the game is over.
        fault: why the game cannot go on, as far as viewers may know.
        fault_in_full: the same for whoever has started the server.
        noticed: whether any viewer was told of the last move.
    """

    def __init__(self, dealt: DealtGame, seats: Sequence[str]):
        self.seats, self.names, self.named = list(seats), seat_names(seats), table_names(seats)
        self.people = [seat for seat, spec in enumerate(seats) if is_person(spec)]
        self.viewers: list[Viewer] = [*self.people] or [None, *range(len(seats))]
        self.seen = {viewer: Seen() for viewer in self.viewers}
        self.pace, self.paused, self.steps = 0.7, False, 0
        self.on_change: Callable[[], None] = lambda: None
        self.on_move: Callable[[bool], None] = lambda by_person: None
        self.positions = 0
        self._persons: dict[Viewer, Person] = {seat: Person() for seat in self.people}
        self.deal(dealt)

    def deal_again(self, dealt: DealtGame) -> None:
        """Begin another game at the same seats."""
        self._persons = {seat: Person(self.number_for(seat) + 1) for seat in self.people}
        self.deal(dealt)

    def deal(self, dealt: DealtGame) -> None:
        """Begin a game, with the moves that were made in it."""
        self.games, self.agents, self.replay, past = dealt
        self.token = secrets.token_hex(4)
        self.game, self._prompts = self.games.game, prompts_of(self.games.game)
        self.fault, self.fault_in_full, self.noticed, self.hurried = "", "", True, False
        self.seen = {viewer: seen.of_next_game() for viewer, seen in self.seen.items()}
        self._question: Question | None = None
        self._thought: Thought | None = None
        self.thoughts: dict[int, Thought] = {}
        self.waiting_since = time.monotonic()
        self._takeback = Takeback(self.games, self.people)
        self.tally = Tally(self.games)
        self.past: list[np.ndarray] = [self.games.tables.copy()]
        opening = self._prompts.opening(self.games.box[0], self.games.tables[0])
        for seen in self.seen.values():
            seen.log.write(opening)
            seen.written.append(len(seen.log.lines))
        own = first_of_last_run(past)
        for number, (seat, action, _) in enumerate(past):
            if undoable := number >= own and seat in self.people:  # as if they had just been made
                self._note_point()
            self._play(action, past=True, undoable=undoable)
        self._go_on()
        self._announced = self.positions
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
        former = self._persons[viewer].former if viewer in self._persons else 0
        return sum(seat == viewer for seat, _, _ in self.replay.moves) + former

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
        seen, person = self.seen[viewer], self._persons.get(viewer, Person())
        seen.picture = seen.picture or self.games.picture(0, viewer)
        question = self._question if viewer is not None and viewer == self.on_turn else None
        return View(
            viewer,
            self.number_for(viewer),
            self.on_turn,
            seen.picture,
            [] if self.over else self._changes(viewer),
            self.outcome() if self.over else None,
            self.fault,
            question,
            self._form(question) if question else None,
            self._of_choices(question, self._prompts.thing) if question else {},
            self._of_choices(question, self._prompts.effect) if question else {},
            self._barred(question, seen.picture) if question else {},
            person.loss if question else "",
            person.remark,
            self._thought if self.has_thought and viewer in (None, self.on_turn) else None,
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

    def outcome(self) -> Outcome:
        """How the game has ended."""
        reason = [line.text for line in self.seen[self.viewers[0]].log.lines[-2:]]
        tally = self.tally
        ranking = final_ranking(self.games, self.seats)
        return Outcome(ranking, reason, tally.sources(), tally.totals, tally.chart(self.named))

    def can_undo(self, viewer: Viewer) -> bool:
        """Whether a viewer can take their last decision back."""
        return not (self.fault or self.over) and self._takeback.possible(viewer, self.number)

    def _changes(self, viewer: Viewer) -> list[str]:
        """The parts of the picture that have changed for a viewer since their last decision."""
        box = self.games.box[0]
        return self.seen[viewer].changes(lambda tables: self.game.picture(box, tables[0], viewer))

    def _form(self, question: Question) -> Form | None:
        legal = [choice.action for choice in question.choices]
        return self._prompts.form(self.games.box[0], self.games.tables[0], legal)

    def _of_choices(self, question: Question, tell: Callable[[Any, Any, int], str]) -> dict[int, str]:
        """What is told of each choice of a question, by action."""
        box, table = self.games.box[0], self.games.tables[0]
        return {choice.action: tell(box, table, choice.action) for choice in question.choices}

    def _barred(self, question: Question, picture: str) -> dict[str, str]:
        """The parts of the picture that cannot be chosen, beside others of their kind that can, and why."""
        box, table = self.games.box[0], self.games.tables[0]
        form, asked = self._form(question), set(self._of_choices(question, self._prompts.thing).values())
        asked |= {entry.thing for entry in form.entries} if form else set()
        kinds = {thing.rpartition(" ")[0] for thing in asked} - {""}
        things = re.findall(r'data-thing="([^"]+)"', picture)
        barred = [name for name in things if name not in asked and name.rpartition(" ")[0] in kinds]
        reasons = {name: self._prompts.why_not(box, table, name) for name in barred}
        return {name: reason for name, reason in reasons.items() if reason}

    def thought_at(self, moves: int, viewer: Viewer) -> Thought | None:
        """What an agent has thought after so many moves of a game of bots, if the viewer may know."""
        thought = self.thoughts.get(moves)
        return thought if thought and viewer in (None, thought.seat) else None

    # --- What people do --------------------------------------------------------------------------

    def choose(self, seat: int, number: int, action: int, *, sure: bool = False) -> None:
        """A person chooses.

        A choice that would give something up must be confirmed, with `sure`.

        Raises:
            Refused: if it is not their turn, or the game has moved on since.
        """
        question = self._current_question(seat, number)
        choice = next((choice for choice in question.choices if choice.action == action), None)
        if choice is None:
            raise Refused("That cannot be done now.")
        self._persons[seat].forget()
        if choice is question.stop and question.loss and not sure:
            self._persons[seat].loss = question.loss
        else:
            self._note_point()
            self._play(choice.action)
        self._changed(seat)

    def say(self, seat: int, number: int, words: str) -> None:
        """A person types: keys or words of choices, several in a row, an amount, a limit."""
        self._current_question(seat, number)
        if len(words) > LONGEST:
            raise Refused(f"Type at most {LONGEST} letters at once; nothing was changed.")
        self._persons[seat].forget()
        self._note_point()
        self._persons[seat].desk.ahead = split(words)
        self._changed(seat)

    def fill_in(self, seat: int, number: int, counts: list[int]) -> None:
        """A person fills in the form for several choices."""
        plan = plan_of(self._form(self._current_question(seat, number)), counts)
        person = self._persons[seat]
        person.forget()
        self._note_point()
        person.plan = plan
        self._go_on()
        if self.number_for(seat) == number:
            person.remark = "That cannot be done as it was filled in."
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
        undone = sum(mover == seat for mover, _, _ in self.replay.moves[point.moves :])
        self._persons[seat] = Person(self._persons[seat].former + 1 + undone)
        del self.replay.moves[point.moves :], self.past[point.moves + 1 :]
        self.games = point.games
        self.tally.back_to(point.moves)
        for viewer, decided in point.note.items():
            self.seen[viewer].back_to(decided)
        self._moved()
        self.on_move(True)
        self._changed(seat)

    def _note_point(self) -> None:
        """What a person does now can be taken back to here."""
        decided = {viewer: seen.decided for viewer, seen in self.seen.items()}
        self._takeback.asked(self.games, self.number, decided)

    def think_again(self, seat: int, number: int) -> None:
        """A person does not confirm a choice."""
        self._current_question(seat, number)
        self._persons[seat].forget()
        self._changed(seat)

    def _current_question(self, seat: int, number: int) -> Question:
        if self.fault:
            raise Refused(f"The game has stopped: {self.fault}.")
        if self.over:
            raise Refused("The game is over.")
        if number != self.number_for(seat):
            raise Refused("The game has moved on since that page was drawn; nothing was changed.")
        if self.on_turn != seat or self._question is None:
            raise Refused(f"It is not your turn: {player(self.on_turn)} is to decide.")
        return self._question

    # --- What bots do ----------------------------------------------------------------------------

    def move(self, action: int) -> None:
        """A bot has decided; IllegalAction, with nothing changed, if it may not do that."""
        check_legal(self.games, action)
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
        """Set how fast bots move, or let waiting bots make one move.

        Raises:
            Refused: for a pace that is no finite number.
        """
        if pace is not None:
            if not math.isfinite(pace):
                raise Refused("The pace is a number of seconds.")
            self.pace = min(PACES, key=lambda known: abs(known - pace))
        if paused is not None and not self.people:
            self.paused, self.steps = paused, 0
        if step and not self.people:
            self.paused, self.steps = True, self.steps + 1
        self._bump(*self.viewers)

    def hurry(self) -> None:
        """Let bots move at once until a person is asked; where bots play alone, nothing changes."""
        self.hurried = bool(self.people) and not self.waits_for_a_person
        self._bump(*self.viewers)

    def stop(self, fault: str, in_full: str = "") -> None:
        """The game cannot go on: why, and if viewers may not know all of it, why in full."""
        self.fault, self.fault_in_full = fault, in_full or fault
        self._bump(*self.viewers)

    # --- How it goes on --------------------------------------------------------------------------

    def _changed(self, seat: int | None = None) -> None:
        """A seat's page has changed, or everybody's if somebody has moved."""
        self._go_on()
        self._bump(*(self.viewers if self.positions != self._announced else [seat]))
        self._announced = self.positions

    def _bump(self, *viewers: Viewer) -> None:
        for viewer in viewers:
            if viewer in self.seen:
                self.seen[viewer].edition += 1
        self.on_change()

    def _play(self, action: int, *, past: bool = False, undoable: bool = True) -> None:
        mover, before = self.on_turn, self.games.tables.copy()
        words = self.games.describe(0, action)
        by_person = mover in self.people
        if by_person:
            self.waiting_since = time.monotonic()
        for viewer, seen in self.seen.items():
            if not self.people or viewer == mover:  # whoever watches has seen the last move
                seen.decides(before)
            if not self.people:
                seen.log.decided()
        self.games.step([action])
        self.replay.moves.append((mover, int(action), words))
        self.past.append(self.games.tables.copy())
        self.tally.moved(before, action, self.games)
        self._moved()
        if undoable:
            self._takeback.decided(before, action, self.games, by_person=by_person)
        if not past:
            self.on_move(by_person)
        for seat, person in self._persons.items():
            if seat != mover:
                person.forget_ahead()
                self.seen[seat].log.write(person.take_remarks())
        self._tell(mover, before, action, words)

    def _tell(self, mover: int, before: np.ndarray, action: int, words: str) -> None:
        """Write a move into the log of each viewer."""
        self.noticed = False
        for viewer, seen in self.seen.items():
            news = events(self.games, before, action, viewer)
            if viewer in (None, mover) and not (news and news[0].seat == mover):  # no event tells the move
                news = [Event(f"{player(mover)}: {words}"), *news]
            seen.log.moved(news, self._phase(before), own=bool(self.people) and viewer == mover)
            self.noticed |= bool(news)
            if not self.people:
                seen.written.append(len(seen.log.lines))

    def _moved(self) -> None:
        """Another position is on the table."""
        self.positions += 1
        self._question = None
        for seen in self.seen.values():
            seen.moved()

    def _phase(self, tables: np.ndarray) -> str:
        """The phase in words."""
        words = phase_in_words(self.game, tables["phase"][0])
        return words[0].upper() + words[1:]

    def _go_on(self) -> None:
        """Do what people have said ahead, until a person must be asked or a bot is on turn."""
        while self.waits_for_a_person:
            if self._question is None:
                self._question = Question(self._prompts, self.games)
            person = self._persons[self.on_turn]
            choice = person.settled(self._question, self.games, self.named)
            self.seen[self.on_turn].log.write(person.take_remarks())
            if choice is None:
                self.hurried = False
                return
            self._play(choice.action)
