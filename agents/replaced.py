"""An agent with some phases decided by others, to find out which of its decisions cost games."""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from ..envs.core.api.agent import DrawsByRow, HearsResults
from ..envs.core.api.arguments import check_game, whole_actions
from ..envs.core.api.batch import GameBatch
from ..envs.core.api.streams import Streams
from ..envs.core.engine.game import Game
from ..envs.core.errors import HustingsError, NoAnswer, suggestion
from ..envs.core.text.prompts import prompts_of
from .bots import CompiledAgent
from .habits import HabitAgent
from .interface import Agent, Composed, check_own_game
from .policy import plays


class Replaced(Composed):
    """Plays like an agent, except in some phases, in which other agents decide.

    `hustings.agents.make` makes one from "mine:Bot@PLACE=greedy@TIE=policy". In the others' phases the agent
    is not asked; it sees their decisions only as events of the game.

    Args:
        game: the game to play.
        agent: decides in all other phases.
        others: the agents that decide instead, by phase, as named in `game.phases` or by
            `hustings describe GAME --topic codes`.
        name: its name in tables; None for "AGENT@PHASE=OTHER".

    Attributes:
        parts: the agent, then the others.
        answers: what a language model among them said in the last call of `act`; None where another decided.

    Raises:
        HustingsError: for an unknown phase, listing those with decisions; for something that is not an agent.
    """

    def __init__(self, game: Game, agent: Agent, others: Mapping[str, Agent], name: str | None = None):
        check_game(game)
        if not isinstance(others, Mapping) or not others:
            raise HustingsError(f"others: {others!r:.60} has no agent for any phase; try {{'PHASE': agent}}")
        for one in (agent, *others.values()):
            if not isinstance(one, Agent):
                raise HustingsError(f"agent {one!r:.60} has no act(games, rows) and name; see make(...)")
        who = "".join(f"@{phase}={other.name}" for phase, other in others.items())
        self.name = f"{agent.name}{who}" if name is None else name
        self.parts = [agent, *others.values()]
        self.answers: list[Any] = []
        self._game = game
        self._decides = np.zeros(1 + max(map(int, game.phases)), np.int64)
        for number, phase in enumerate(others, 1):
            place = phase_named(phase, game)
            if self._decides[place]:
                raise HustingsError(f"others: {phase!r:.60} is named twice; give each phase one agent")
            self._decides[place] = number
        # A compiled bot and a habit draw nothing.
        if all(isinstance(part, DrawsByRow | CompiledAgent | HabitAgent) for part in self.parts):
            self.act_by = self._act

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) actions, each from the agent that decides in its game's phase.

        Raises:
            NoAnswer: if a part gives none. It carries the actions of all other games.
            HustingsError: for a batch of another game, a row whose game is not running, or answers that are
                not actions.
        """
        return self._act(games, rows)

    def _act(self, games: GameBatch, rows: np.ndarray, *streams: Streams) -> np.ndarray:
        check_own_game(self.name, self._game, games)
        rows = games.running(rows)
        decides, actions = self._decides[games.phase[rows]], np.full(len(rows), -1, np.int64)
        failed: NoAnswer | None = None
        self.answers = [None] * len(rows)
        given: Any
        for number in np.unique(decides):
            mine, part = decides == number, self.parts[number]
            try:
                if streams and isinstance(part, DrawsByRow):
                    given = part.act_by(games, rows[mine], *streams)
                else:
                    given = part.act(games, rows[mine])
            except NoAnswer as error:
                failed, given = failed or error, error.actions
                if given is None:
                    continue
            actions[mine] = whole_actions(given, int(mine.sum()))
            theirs = getattr(part, "answers", None)
            if isinstance(theirs, list) and len(theirs) == mine.sum():
                for place, answer in zip(np.flatnonzero(mine).tolist(), theirs):
                    self.answers[place] = answer
        if failed is not None:
            raise NoAnswer(str(failed), actions.tolist()) from failed
        return actions

    def hear_results(self, games: GameBatch, rows: np.ndarray, scores: np.ndarray, ranks: np.ndarray) -> None:
        """Pass on results to the parts that take them; see `HearsResults`."""
        for part in self.parts:
            if isinstance(part, HearsResults):
                part.hear_results(games, rows, scores, ranks)

    @property
    def listens(self) -> bool:
        """Whether a part asks games to record their events; asking starts a program."""
        return any(getattr(part, "listens", False) for part in self.parts)

    @property
    def usage(self) -> Any:
        """The usage of its parts, added up; None if none reports it."""
        reported = (getattr(part, "usage", None) for part in self.parts)
        first, *others = [*{id(usage): usage for usage in reported if usage}.values()] or [None]
        alike: list[Any] = [first, *(usage for usage in others if type(usage) is type(first))]
        if len(alike) == 1 or not is_dataclass(type(first)):
            return first
        names = [field.name for field in fields(first)]
        return replace(first, **{name: sum(getattr(usage, name) for usage in alike) for name in names})

    def plays(self, num_players: int) -> bool:
        """Whether all parts play with this number of players."""
        return all(plays(part, num_players) for part in self.parts)

    def close(self) -> None:
        """Close its parts."""
        for part in self.parts:
            if hasattr(part, "close"):
                part.close()


def phase_named(name: str, game: Game) -> int:
    """The number of a phase with decisions, by its name or in words, in any case.

    Raises:
        HustingsError: for any other name, listing the phases.
    """
    in_words = prompts_of(game).phases
    known = {_normalised(words): number for number, words in in_words.items()}
    known |= {_normalised(game.phases(number).name): int(number) for number in in_words}
    if _normalised(str(name)) not in known:
        names = [game.phases(number).name for number in in_words]
        raise HustingsError(
            f"{game.title} has no phase with decisions called {name!r}"
            f"{suggestion(str(name).upper(), names)}; choose from {', '.join(names)}"
        )
    return known[_normalised(str(name))]


def _normalised(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name).strip().lower()
