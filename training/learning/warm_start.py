"""The warm start before self-play: measures the scale of the network's inputs, and may imitate an agent.

A wave of lessons depends only on the seed and its number, so a run can resume in the middle of an imitation.
"""

import math
from collections.abc import Callable

import numpy as np

from ...agents import Agent, make
from ...envs.core.api.batch import GameBatch
from .algorithms import Context
from .checkpoint import Arrays
from .imitation import Imitation, lessons
from .process_state import Interrupt, seed_globals
from .reporter import Reporter
from .run_state import RunState
from .settings import CHOICE, imitates_search
from .start import CRITIC
from .trainer import check_finite

LESSON_GAMES = 128
"""Games in each wave of lessons."""
MEASURED_GAMES = 32
"""Games at each table from which the scale of the inputs is measured."""
STREAM = 1
"""Part of the key of its streams, different from that of rollouts."""
_MEASURED = 5_000  # observations at a table, about: enough for a mean, where more take seconds
_LESSONS_PER_STEP = 2  # imitated decisions that cost about as much as one of self-play


class WarmStart:
    """Lets the network of a run imitate an agent, if the settings name one that the game has.

    Args:
        context: the run's context.
        state: the run's state, which counts the waves.
    """

    def __init__(self, context: Context, state: RunState):
        self._context, self._state, self._settings = context, state, context.settings
        s = self._settings
        self._imitation = Imitation(context.network, s.imitate_rate, s.value_weight)

    def run(
        self,
        interrupt: Interrupt,
        reporter: Reporter,
        save: Callable[[], None],
        evaluate: Callable[[], bool],
    ) -> None:
        """Measure the inputs and imitate, to the end or until interrupted.

        Args:
            interrupt: ends the warm start after the current wave.
            reporter: reports every wave.
            save: writes a checkpoint.
            evaluate: measures the policy, beginning with the untrained one, and writes a checkpoint unless
                nothing has been learnt; if it returns False, the warm start ends.
        """
        s, context, state = self._settings, self._context, self._state
        # A policy to start from has its scales, and only a critic needs its own.
        if not state.waves and (not s.start or context.view.hidden_size):
            reporter.begin("measuring the inputs")
            self._measure()
        if not context.imitated:
            return
        if self._share_done() < 1:
            if not state.evaluations and not interrupt.set_by_user and not evaluate():
                return
            reporter.begin(f"imitating {s.imitate}")
        batches = [context.make_games(LESSON_GAMES, players) for players in context.player_counts]
        while self._share_done() < 1 and not interrupt.set_by_user:
            if not state.fits("wave", seconds=self._seconds_left()):
                break
            with state.timed("wave"):
                studied = self._wave(batches[state.waves % len(batches)])
            if studied is None:
                break
            reporter.imitated(state, studied)
            # Time for two, since one more is due at the end of the warm start.
            if state.due("evaluation", s.evaluate_seconds) and state.fits("evaluation", "evaluation"):
                if not evaluate():
                    break
            elif state.due("checkpoint", s.checkpoint_seconds):
                save()
        if not state.waves and not interrupt.set_by_user:
            reporter.say(f"imitate: no game of {s.imitate} was over in its time; nothing was imitated")

    def _measure(self) -> None:
        """Measure the scale of the network's inputs in a few games for each number of players."""
        network = self._context.network
        before, (teacher, stream) = network.weights(), self._lesson(measuring=True)
        seen = []
        for players in self._context.player_counts:
            games = self._context.make_games(MEASURED_GAMES, players)
            over = lambda: self._state.seconds_left <= 0  # noqa: E731
            found = lessons(games, teacher, stream, critic_view=self._context.view, stop=over).observations
            seen.append(found[:: 1 + len(found) // _MEASURED].copy())
        network.measure(np.concatenate(seen))
        if self._settings.start:
            measured = network.weights()
            network.load_weights({**before, **{k: v for k, v in measured.items() if k.startswith(CRITIC)}})

    def _wave(self, games: GameBatch) -> dict[str, float] | None:
        """Learn from a wave of lessons; None if there was not enough time to finish any of its games."""
        self._imitation.set_rate(self._settings.imitate_rate * (1 - self._share_done()))
        teacher, stream = self._lesson()
        targets = self._settings.targets if imitates_search(self._settings.imitate) else CHOICE
        view = self._context.view
        taught = lessons(games, teacher, stream, targets=targets, critic_view=view, stop=self._late)
        if not games.over.any():  # stopped by the clock: payoffs are missing
            return None
        studied = self._imitation.study(taught)
        what = f"wave {self._state.waves + 1} of the imitation"
        check_finite(self._context.network, what, "a lower imitate_rate")
        self._state.waves += 1
        self._state.lessons += len(taught.actions)
        return studied

    def _seconds_left(self) -> float:
        """The time left of the warm start's share of the minutes; infinite without a limit."""
        minutes, share = self._settings.minutes, self._settings.imitate_share
        return math.inf if minutes is None else 60 * minutes * share - self._state.seconds

    def _late(self) -> bool:
        return self._seconds_left() <= 0

    def _lesson(self, *, measuring: bool = False) -> tuple[Agent, np.random.Generator]:
        """The teacher and the stream of the next wave; a search would be too slow to measure inputs by."""
        s, key = self._settings, (self._settings.seed, STREAM, self._state.waves)
        seed_globals(*key)
        stream = np.random.default_rng(key)
        slow = measuring and imitates_search(s.imitate)
        spec = s.imitate if self._context.imitated and not slow else "random"
        return make(spec, self._context.game, int(stream.integers(2**63))), stream

    def _share_done(self) -> float:
        s = self._settings
        most = s.imitate_share * s.steps * _LESSONS_PER_STEP if s.steps else math.inf
        return max(self._state.done / s.imitate_share, self._state.lessons / most)

    def state(self) -> Arrays:
        """The optimiser's state."""
        return self._imitation.state()

    def restore(self, arrays: Arrays) -> None:
        """Continue from `state()`, after a wave.

        Raises:
            HustingsError: if the arrays do not fit the network.
        """
        self._imitation.restore(arrays)
