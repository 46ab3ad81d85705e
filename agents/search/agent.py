"""The agent: it thinks about the games of a batch, each by itself, and can say what it thought."""

import functools
import time
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from ...envs.core.api.batch import GameBatch
from ...envs.core.api.threads import cores
from ...envs.core.engine.compile import bind
from ...envs.core.engine.game import Game
from ...envs.core.engine.loops import first_choice, loops_of
from ...envs.core.errors import HustingsError
from ..bots import decision_function
from ..interface import Explanation
from ..policy import load_policy
from .paired import THOUGHT, think_in_pairs_template
from .playout import deal_template, only_policy_template, playout_template, policy_template
from .settings import MOST_ITERATIONS, Algorithm, Plan, settings_for
from .tree import think_in_a_tree_template
from .values import judged_worth

TRIAL = 16  # iterations, to see how many there is time for
AT_ONCE = 8  # decisions a thread
ROOM = 2**15  # playouts of which a thread keeps what a network judges
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
        rules_reopen=game.reopen_secret_choices,
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
    first = first_choice if bots[0] == "random" else decision_function(bots[0], game)
    if len(bots) == 1:
        return bind(only_policy_template, f"policy_{name}", bot=first)
    others = _policy(game, bots[1:], f"{name}_{len(bots) - 1}")
    return bind(policy_template, f"policy_{name}", bot=first, others=others)


class Judge(Protocol):
    """A trained policy, as a search uses it: `hustings.agents.policy.agent.PolicyAgent` is one."""

    name: str

    def check(self, games: GameBatch) -> None:
        """HustingsError when it is not for these games."""
        ...

    def judge(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits (R, A) and values (R, P), one's own seat first, from views (R, S) and masks (R, A)."""
        ...


class SearchAgent:
    """Plays out what may come of each action, in deals that fit what its seat knows.

    Honest: it thinks about redeals of the present table. Its choice depends on the seed, the settings and
    what the seat knows, not on the batch or the threads. (Given seconds, it depends on the machine; a
    guide is a network, whose last digits may depend on the batch.)

    Args:
        game: what it plays.
        seed: of its own deals.
        guide: a folder with a trained policy, or one at hand.
        settings: those of `SearchSettings` by name.

    Attributes:
        simulated: how many decisions it has played out so far.

    Raises:
        HustingsError: for a setting that there is not, or a value that it cannot have.
    """

    def __init__(self, game: Game, seed: int = 0, *, guide: "str | Judge" = "", **settings: Any):
        path = guide if isinstance(guide, str) else guide.name
        told = settings | ({"guide": path} if path else {})
        self.game = game
        self.settings = settings_for(game, told)
        named = ",".join(f"{name}={value}" for name, value in told.items())
        self.name = f"search:{named}" if named else "search"
        self.said, self._seed = settings | ({"guide": guide} if guide else {}), np.uint64(seed)
        self.simulated = 0
        self._guide: Judge | None = None
        if path:
            self._guide = load_policy(path, game) if isinstance(guide, str) else guide
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
        at_once = threads * (
            AT_ONCE if not self._guide else max(1, min(AT_ONCE, ROOM // self.settings.iterations))
        )
        for first in range(0, len(rows), at_once):  # in between one can be interrupted
            part = slice(first, first + at_once)
            guides = self._guides(games, rows[part])
            act = functools.partial(self._chunk, games.num_players, reports[part], guides, simulated)
            actions[part] = games.decide(act, rows[part], threads=threads, least=1)
        self.simulated += sum(simulated)
        return actions, reports

    def _guides(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R, A) float32, how likely the guide is to take each action; (0, A) without one."""
        if self._guide is None:
            return np.zeros((0, games.num_actions), np.float32)
        self._guide.check(games)
        logits, _ = self._guide.judge(games.observe(rows=rows), games.masks(rows=rows))
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return (odds / odds.sum(axis=1, keepdims=True)).astype(np.float32)

    def _chunk(self, players, reports, guides, simulated, box, tables, masks, rows, first, last, out) -> None:
        """Think about rows[first:last]: what one thread does."""
        plan = self.settings.plan(self.game)

        def think(plan: Plan, start: int, end: int) -> None:
            desk = _Desk(self.game, players, plan, end - start)
            given = box, tables, masks, rows, start, end, out, reports, plan, self._seed, guides
            done, stopped = self._think(*given, *desk.parts)
            simulated.append(done)
            while plan.judged and not desk.thoughts["done"].all():
                desk.add(stopped, self._wins(box, desk, stopped), plan)
                done, stopped = self._think(*given, *desk.parts)
                simulated.append(done)

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

    def _wins(self, box: np.ndarray, desk: "_Desk", stopped: int) -> np.ndarray:
        """(L,) float32: the chance to win that the guide gives the seats that think, where playouts stopped.

        Those on turn there look at the tables, as those did from whom the guide has learnt.
        """
        tables, players = desk.stopped[:stopped], desk.players
        views = np.empty((stopped, self.game.observation(players).size), np.float32)
        on_turn = np.full(stopped, -2, np.int8)
        loops_of(self.game).observe_many(box, tables, np.arange(stopped), 0, stopped, on_turn, views)
        nothing = np.zeros((stopped, self.game.actions.size), np.bool_)
        nothing[:, 0] = True  # values do not depend on it
        assert self._guide is not None
        _, values = self._guide.judge(views, nothing)
        seats = (desk.thoughts["me"][desk.belongs[:stopped, 0]] - tables["seat"]) % players
        return values[np.arange(stopped), seats] + 1.0 / players


class _Desk:
    """What a thread works on: room for its thoughts, and for the tables where playouts stop."""

    def __init__(self, game: Game, players: int, plan: Plan, decisions: int):
        self.players = players
        slots, width = decisions if plan.judged else 1, game.actions.size
        self.thoughts = np.zeros(slots, THOUGHT)
        alive, tries = np.zeros((slots, width), np.int64), np.zeros((slots, width), np.int64)
        self.outcome = np.zeros((slots, width, plan.iterations + 1), np.float32)
        self.stopped = np.zeros(slots * plan.iterations if plan.judged else 0, game.table)
        self.belongs = np.zeros((len(self.stopped), 3), np.int64)
        scratch, dealt = np.zeros(1, game.table), np.zeros(1, game.table)
        memory, leaves = (self.thoughts, alive, tries, self.outcome), (self.stopped, self.belongs)
        self.parts = memory, leaves, scratch, dealt, dealt.view(np.uint8)

    def add(self, stopped: int, wins: np.ndarray, plan: Plan) -> None:
        """Add what the network expects to what the playouts brought until they stopped."""
        self.outcome[tuple(self.belongs[:stopped].T)] += judged_worth(wins, plan)
