"""A question to a person, at a terminal or in a browser, and what they have typed ahead."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ...envs.core.api.batch import GameBatch
from ...envs.core.text.events import Event
from ...envs.core.text.prompts import STOP, Prompts
from ...envs.core.text.snapshot import snapshot
from .parse_input import ALWAYS, Choice, least_bid, limit_of, understand
from .screen import listed


class Question:
    """The decision of the seat on turn in one game of a batch, put to a person."""

    def __init__(self, prompts: Prompts, games: GameBatch, row: int = 0):
        self._games, self._row = games, row
        box, table = snapshot(games.box[0]), snapshot(games.tables[row])
        self.seat = int(table.seat)
        actions = np.flatnonzero(games.masks(rows=np.array([row]))[0]).tolist()
        self.choices = [Choice(a, prompts.key(box, table, a), games.describe(row, a)) for a in actions]
        self.stop = next((choice for choice in self.choices if choice.key == STOP), None)
        self.stage = prompts.stage(box, table)
        self.phase = (self.stage, int(table.phase))
        self.auction = prompts.auction(box, table)
        self.matters = prompts.matters(box, table, self.seat)
        others = [choice.action for choice in self.choices if choice is not self.stop]
        self.loss = prompts.loss(box, table, self.stop.action, others) if self.stop and others else ""

    @cached_property
    def board(self) -> str:
        """The table as text, as the seat knows it; read it before the game goes on."""
        return self._games.board(self._row, self.seat)

    @property
    def asked(self) -> list[str]:
        """The lines of the question, with what the decision turns on."""
        return self.matters or [f"player_{self.seat}, what do you do?"]

    @property
    def amounts(self) -> str:
        """What can be typed, in one line."""
        return ", ".join(line.strip() for line in listed(self.choices, 10_000))

    def lines(self, width: int) -> list[str]:
        """The choices with their keys."""
        return listed(self.choices, width)


@dataclass
class Desk:
    """One person's state: events to show, words typed ahead, standing orders."""

    events: list[Event] = field(default_factory=list)  # not shown yet
    read: list[str] = field(default_factory=list)  # the lines shown last
    chosen: str = ""  # the last choice in words, until an event reports it
    ahead: list[str] = field(default_factory=list)  # words typed but not used yet
    board_of: Hashable = None  # the stage at which the board was shown
    auction: Hashable = None  # the auction last asked about
    limit: int | None = None  # the highest bid to make in that auction without asking
    stopped: Hashable = None  # the phase in which to stop without asking

    def unasked(self, question: Question) -> Choice | None:
        """The choice by a standing limit for this auction or a stop for this phase, if any."""
        if self.limit is not None and self.auction == question.auction:
            if bid := least_bid(question.choices, self.limit):
                return bid
            self.events.append(Event(f"(Your limit of {self.limit} is passed, so you are out.)"))
            self.limit = None
            return question.stop
        self.limit = None
        if self.stopped == question.phase:
            return question.stop
        self.stopped = None
        return None

    def take(self, question: Question) -> tuple[Choice | None, str]:
        """Use up the first words typed ahead: return the choice that they name, or None and a remark."""
        if (limit := limit_of(self.ahead)) and question.auction is not None:
            self.limit, used = limit
            bid = least_bid(question.choices, self.limit)
            remark = f"{self.limit} is too little; {question.amounts}"
            self.limit, self.auction = (self.limit, question.auction) if bid else (None, self.auction)
        elif self.ahead[0] == ALWAYS and question.stop:
            self.stopped = question.phase
            bid, used, remark = question.stop, 1, ""
        else:
            bid, used, remark = understand(self.ahead, question.choices)
        self.ahead = self.ahead[used:]
        return bid, remark

    def forget(self) -> None:
        """Drop the words typed ahead, because others have moved."""
        if self.ahead:
            self.events.append(Event(f"({' '.join(self.ahead)!r} is forgotten, for others have moved.)"))
            self.ahead = []
