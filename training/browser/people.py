"""What the people of a match have said: typed ahead, filled in, or not confirmed yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...agents.terminal.parse_input import Choice, split
from ...agents.terminal.player_input import Desk, Question
from ...envs.core.api.batch import GameBatch
from ...envs.core.text.events import Event
from ...envs.core.text.prompts import Form, Plan
from .names import seated


class Refused(Exception):
    """A request that cannot be met and has changed nothing; the text is for whoever made it."""


@dataclass
class Person:
    """Who plays a seat in the browser.

    Attributes:
        former: decisions of former games, and of those taken back.
        desk: what was typed ahead, and standing orders.
        plan: the form that was filled in, until it is carried out.
        loss: what the choice just made would give up; it must be confirmed.
        remark: what was not understood.
    """

    former: int = 0
    desk: Desk = field(default_factory=Desk)
    plan: Plan | None = None
    loss: str = ""
    remark: str = ""

    def forget(self) -> None:
        """Drop whatever was said before; standing orders remain."""
        self.desk.ahead, self.plan, self.loss, self.remark = [], None, "", ""

    def forget_ahead(self) -> None:
        """Others have moved: what was typed or filled in was meant for another position."""
        self.desk.forget()
        self.plan = None

    def take_remarks(self) -> list[Event]:
        """The remarks on what was typed, which are for the log, each once."""
        remarks, self.desk.events = self.desk.events, []
        return remarks

    def settled(self, question: Question, games: GameBatch, names: Mapping[int, str]) -> Choice | None:
        """The choice that follows from what was said before; None if the person must be asked.

        `names` are those of players, by seat.
        """
        desk = self.desk
        if (choice := self._planned(question, games)) or (choice := desk.unasked(question)):
            return choice
        if not desk.ahead:
            return None
        choice, remark = self._typed(question, names)
        if choice is None:
            self.remark, desk.ahead = remark, []
        elif choice is question.stop and question.loss and not desk.stopped:
            self.loss, desk.ahead = question.loss, []
            return None
        return choice

    def _typed(self, question: Question, names: Mapping[int, str]) -> tuple[Choice | None, str]:
        """The choice that the next words typed stand for, or None and a remark.

        A player may be called like a key or an amount, so names count only where the words alone say nothing.
        """
        choice, remark = None, ""
        for line in seated(" ".join(self.desk.ahead), names):
            self.desk.ahead = split(line)
            choice, remark = self.desk.take(question)
            if choice is not None:
                break
        return choice, remark

    def _planned(self, question: Question, games: GameBatch) -> Choice | None:
        """The next choice of the form that was filled in."""
        if self.plan is None:
            return None
        action = self.plan(games.box[0], games.tables[0], [choice.action for choice in question.choices])
        choice = next((choice for choice in question.choices if choice.action == action), None)
        if choice is None:
            self.plan = None
        return choice


def plan_of(form: Form | None, counts: Sequence[int]) -> Plan:
    """What a form that was filled in asks for; Refused, if it cannot be filled in like that."""
    if form is None or len(counts) != len(form.entries):
        raise Refused("There is no such form now.")
    for count, entry in zip(counts, form.entries, strict=True):
        if not 0 <= count <= entry.most:
            raise Refused(f"{count} cannot be filled in; choose from 0 to {entry.most}.")
    if form.most is not None and not (form.least or 0) <= sum(counts) <= form.most:
        total = str(form.most) if form.least == form.most else f"{form.least} to {form.most}"
        raise Refused(f"That makes {sum(counts)}; {total} are to be filled in.")
    return form.plan(list(counts))
