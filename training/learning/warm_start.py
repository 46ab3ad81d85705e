"""What comes before self-play: the scale of the network's inputs is measured, and an agent is imitated if one
is to be.

A wave of lessons depends on the seed and its number only, so a run can go on from the middle of an imitation.
"""

import math
from collections.abc import Callable

import numpy as np

from ...agents import Agent, make
from ...envs.core.api.batch import GameBatch
from .algorithms import Context
from .checkpoint import Arrays
from .imitation import CHOICE, MAX_GRADIENT, Imitation, Lessons, lessons
from .process_state import Interrupt, seed_globals
from .reporter import Reporter
from .run_state import RunState
from .trainer import Trainer

LESSON_GAMES = 128
"""Games in each wave of lessons."""
STREAM = 1
"""Part of its streams' key; the rollouts have another."""
_LESSONS_PER_STEP = 2


class WarmStart:
    """Teaches the network of a run what an agent does, if the settings name one that the game has.

    Args:
        context: the run's context.
        state: the run's state, which counts the waves.
    """

    def __init__(self, context: Context, state: RunState):
        self._context, self._state, self._settings = context, state, context.settings
        self._trainer = Trainer(context.network, context.settings.imitate_rate, MAX_GRADIENT)
        self._imitation = Imitation(self._trainer)
        self._first: Lessons | None = None
        """The lessons of the first wave, where the inputs were measured in the same games."""

    def run(
        self,
        interrupt: Interrupt,
        reporter: Reporter,
        save: Callable[[], None],
        evaluate: Callable[[], bool],
    ) -> None:
        """Measure the inputs and imitate, to the end or until interrupted.

        Args:
            interrupt: ends the warm start after the wave under way.
            reporter: reports every wave.
            save: writes a checkpoint.
            evaluate: measures the policy, at first the untrained one; False if that is to be the end.
        """
        s, context, state = self._settings, self._context, self._state
        batches = [context.make_games(LESSON_GAMES, players) for players in context.player_counts]
        if not state.waves and not s.start:
            reporter.begin("measuring the inputs")
            self._measure(batches)
        if context.imitated and self._share_done() < 1:
            if not state.evaluations and not interrupt.set_by_user and not evaluate():
                return
            reporter.begin(f"imitating {s.imitate}")
        while context.imitated and self._share_done() < 1 and not interrupt.set_by_user:
            if not state.fits("wave", seconds=self._seconds_left()):
                break
            with state.timed("wave"):
                studied = self._wave(batches[state.waves % len(batches)])
            if studied is None:
                break
            reporter.imitated(state, studied)
            if state.due("checkpoint", s.checkpoint_seconds):
                save()
            if state.due("evaluation", s.evaluate_seconds) and state.fits("evaluation", "evaluation"):
                if not evaluate():
                    break

    def _measure(self, batches: list[GameBatch]) -> None:
        """Let the network measure the scale of its inputs in a wave of games at each table."""
        teacher, stream = self._lesson()
        played = [self._played(games, teacher, stream, CHOICE, self._over) for games in batches]
        self._context.network.measure(np.concatenate([taught.observations for taught in played]))
        if self._targets == CHOICE and batches[0].over.all():
            self._first = played[0]

    def _wave(self, games: GameBatch) -> dict[str, float] | None:
        """Learn from a wave of lessons; None if there was no time to play it to the end."""
        self._trainer.set_rate(self._settings.imitate_rate * (1 - self._share_done()))
        teacher, stream = self._lesson()
        taught, self._first = self._first, None
        if taught is None:
            taught = self._played(games, teacher, stream, self._targets, self._late)
        if not games.over.all():
            return None
        studied = self._imitation.study(taught)
        self._state.waves += 1
        self._state.lessons += len(taught.actions)
        return studied

    def _played(
        self,
        games: GameBatch,
        teacher: Agent,
        stream: np.random.Generator,
        targets: str,
        stop: Callable[[], bool],
    ) -> Lessons:
        view = self._context.view
        return lessons(games, teacher, stream, targets=targets, critic_view=view, stop=stop)

    @property
    def _targets(self) -> str:
        return self._settings.targets if self._settings.imitate.partition(":")[0] == "search" else CHOICE

    def _seconds_left(self) -> float:
        """The time until the warm start's share of the minutes is over; infinite without a limit."""
        minutes, share = self._settings.minutes, self._settings.imitate_share
        return math.inf if minutes is None else 60 * minutes * share - self._state.seconds

    def _late(self) -> bool:
        return self._seconds_left() <= 0

    def _over(self) -> bool:
        return self._state.seconds_left <= 0

    def _lesson(self) -> tuple[Agent, np.random.Generator]:
        """The teacher and the stream of the next wave."""
        s, key = self._settings, (self._settings.seed, STREAM, self._state.waves)
        seed_globals(*key)
        stream = np.random.default_rng(key)
        spec = s.imitate if self._context.imitated else "random"
        return make(spec, self._context.game, int(stream.integers(2**63))), stream

    def _share_done(self) -> float:
        s = self._settings
        most = s.imitate_share * s.steps * _LESSONS_PER_STEP if s.steps else math.inf
        return max(self._state.done / s.imitate_share, self._state.lessons / most)

    def state(self) -> Arrays:
        """What it goes on from, besides the network's weights."""
        return self._trainer.state()

    def restore(self, arrays: Arrays) -> None:
        """Go on from `state()`, after a wave.

        Raises:
            HustingsError: when the arrays do not belong to such a network.
        """
        self._trainer.restore(arrays)
