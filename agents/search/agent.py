"""The agent: it thinks about the games of a batch, each by itself, and can say what it thought."""

import functools
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ...envs.core.batch import GameBatch
from ...envs.core.compile import bind
from ...envs.core.errors import HustingsError
from ...envs.core.game import Game
from ...envs.core.loops import first_choice, loops_of
from ...envs.core.threads import cores
from ..base import Explanation, chooser
from .paired import think_in_pairs_template
from .playout import deal_template, only_policy_template, playout_template, policy_template
from .settings import MOST_ITERATIONS, Algorithm, Plan, settings_for
from .tree import think_in_a_tree_template

TRIAL = 16  # iterations, to see how many there is time for
AT_ONCE = 8  # decisions a thread
_TEMPLATES = {Algorithm.PAIRED: think_in_pairs_template, Algorithm.TREE: think_in_a_tree_template}


@functools.cache
def thinker(game: Game, algorithm: Algorithm, bots: tuple[str, ...]) -> Callable:
    """An algorithm bound to a game and to the bots that play it out, compiled on first use."""
    advance, name = loops_of(game).advance, f"{game.name}_{'_'.join(bots).replace(':', '_')}"
    policy = _policy(game, bots, name)
    deal = bind(
        deal_template,
        f"deal_{name}",
        advance=advance,
        policy=policy,
        rules_redeal=game.redeal,
        rules_ask_again=game.ask_again,
    )
    playout = bind(
        playout_template,
        f"playout_{name}",
        advance=advance,
        policy=policy,
        rules_round=game.round_now,
        rules_score=game.score,
        rules_standing=game.standing,
    )
    return bind(
        _TEMPLATES[algorithm],
        f"{algorithm.value}_{name}",
        advance=advance,
        deal=deal,
        playout=playout,
        policy=policy,
        rules_round=game.round_now,
    )


def _policy(game: Game, bots: tuple[str, ...], name: str) -> Callable:
    """One function for all the bots, which is told the number of the one that is to choose."""
    first = first_choice if bots[0] == "random" else chooser(bots[0], game)
    if len(bots) == 1:
        return bind(only_policy_template, f"policy_{name}", bot=first)
    others = _policy(game, bots[1:], f"{name}_{len(bots) - 1}")
    return bind(policy_template, f"policy_{name}", bot=first, others=others)


class SearchAgent:
    """Plays out what may come of each action, in deals that fit what its seat knows.

    Honest: it thinks about redeals of the present table. Its choice depends on the seed, the settings and
    what the seat knows, not on the batch or the threads. (Given seconds, it depends on the machine.)

    Args:
        game: what it plays.
        seed: of its own deals.
        settings: those of `SearchSettings` by name.

    Attributes:
        simulated: how many decisions it has played out so far.

    Raises:
        HustingsError: for a setting that there is not, or a value that it cannot have.
    """

    def __init__(self, game: Game, seed: int = 0, **settings: Any):
        self.game = game
        self.settings = settings_for(game, settings)
        said = ",".join(f"{name}={value}" for name, value in settings.items())
        self.name = f"search:{said}" if said else "search"
        self.said, self._seed = settings, np.uint64(seed)
        self.simulated = 0
        self._think = thinker(game, self.settings.algorithm, self.settings.bots)

    def __reduce__(self):
        return functools.partial(SearchAgent, **self.said), (self.game, int(self._seed))

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        return self._thoughts(games, rows, explained=False)[0]

    def explain(self, games: GameBatch, rows: np.ndarray) -> list[Explanation]:
        """What it thinks of the decisions in the games `rows`.

        Details, (A,) each: "visits", the playouts of each action, "mean", what they came to from 0 to 1, and
        "error", the standard error of that mean (tree) or of the lead over the policy's move (paired).
        """
        actions, reports = self._thoughts(games, rows, explained=True)
        explanations = []
        for action, report in zip(actions, reports, strict=True):
            visits, mean, error = report.T
            probabilities = np.zeros(len(visits), np.float32)
            if self.settings.algorithm == Algorithm.TREE and visits.any():
                probabilities[:] = visits / visits.sum()
            else:
                probabilities[action] = 1.0
            details = {"visits": visits.astype(np.int64), "mean": mean, "error": error}
            explanations.append(Explanation(probabilities, float(mean[action]), details))
        return explanations

    def _thoughts(self, games: GameBatch, rows: np.ndarray, explained: bool) -> tuple[np.ndarray, np.ndarray]:
        if games.game is not self.game:
            raise HustingsError(
                f"{self.name} plays {self.game.title}, not {games.game.title}; make one for it"
            )
        rows = games.running(rows)
        actions = np.zeros(len(rows), np.int64)
        reports = np.zeros((len(rows) if explained else 0, games.num_actions, 3))
        threads = self.settings.threads or cores()
        simulated: list[int] = []
        for first in range(0, len(rows), AT_ONCE * threads):  # in between one can be interrupted
            part = slice(first, first + AT_ONCE * threads)
            act = functools.partial(self._chunk, reports[part], simulated)
            actions[part] = games.decide(act, rows[part], threads=threads, least=1)
        self.simulated += sum(simulated)
        return actions, reports

    def _chunk(self, reports, simulated, box, tables, masks, rows, first, last, out) -> None:
        """Think about rows[first:last]: what one thread does."""
        scratch, dealt = np.zeros(1, self.game.table), np.zeros(1, self.game.table)
        work = scratch, dealt, dealt.view(np.uint8)

        def think(plan: Plan, start: int, end: int) -> None:
            done = self._think(box, tables, masks, rows, start, end, out, reports, plan, self._seed, *work)
            simulated.append(done)

        plan = self.settings.plan(self.game)
        if self.settings.seconds == 0:
            think(plan, first, last)
            return
        for k in range(first, last):
            begin = time.perf_counter()
            think(plan._replace(iterations=TRIAL), k, k + 1)
            spent = time.perf_counter() - begin
            possible = int((self.settings.seconds - spent) / max(spent, 1e-6) * TRIAL)
            possible = min(possible, MOST_ITERATIONS)
            if possible > TRIAL:
                think(plan._replace(iterations=possible), k, k + 1)
