"""The agent that searches: it looks at each game of a batch on its own, and can explain its choice."""

import functools
import itertools
import time
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from ...envs.core.api.batch import GameBatch
from ...envs.core.api.streams import Streams
from ...envs.core.api.threads import cores
from ...envs.core.engine.compile import bind
from ...envs.core.engine.game import Game
from ...envs.core.engine.loops import first_choice, loops_of
from ...envs.core.errors import HustingsError
from ..bots import decision_function
from ..interface import Explanation
from ..policy import load_policy
from .ismcts import ismcts_template
from .playout import deal_template, only_policy_template, playout_template, policy_template
from .sequential_halving import THOUGHT, sequential_halving_template
from .settings import MOST_ITERATIONS, Algorithm, Plan, settings_for
from .values import later_worth

TRIAL = 16  # iterations that show how many there is time for
AT_ONCE = 8  # decisions, for each thread
ROOM = 2**15  # playouts that a thread keeps for a network to evaluate
_TEMPLATES = {Algorithm.PAIRED: sequential_halving_template, Algorithm.TREE: ismcts_template}


@functools.cache
def thinker(game: Game, algorithm: Algorithm, bots: tuple[str, ...]) -> Callable:
    """An algorithm bound to a game and to the bots that play it out, compiled on first use."""
    advance, name = loops_of(game).advance, f"{game.name}_{'_'.join(bots)}"
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
        rules_sudden_end=game.sudden_end,
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
    """One function for all the bots, with the numbers of those that play as an argument."""
    first = first_choice if bots[0] == "random" else decision_function(bots[0], game)
    if len(bots) == 1:
        return bind(only_policy_template, f"policy_{name}", bot=first)
    others = _policy(game, bots[1:], f"{name}_{len(bots) - 1}")
    return bind(policy_template, f"policy_{name}", bot=first, others=others)


class Guide(Protocol):
    """A trained policy as a search uses it, such as `hustings.agents.PolicyAgent`."""

    name: str

    def check(self, games: GameBatch) -> None:
        """Raise HustingsError if it is not for these games."""
        ...

    def policy_and_values(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits (R, A) and values (R, P), one's own seat first, from views (R, S) and masks (R, A)."""
        ...


class SearchAgent:
    """Plays out what may come of each action, in deals that fit what its seat knows.

    Honest: it plays in redeals of the present table. Its choice depends on the seed, the settings and what
    the seat knows, not on the batch or the threads. (With `seconds`, it depends on the machine; and the last
    digits of a guide, which is a network, may depend on the batch.)

    Args:
        game: what it plays.
        seed: of its own deals.
        guide: the folder of a trained policy, or the policy itself.
        settings: those of `SearchSettings`, by name.

    Attributes:
        settings: all of them, a `SearchSettings`.
        given: those given, by name.
        simulated: the number of decisions played out so far.

    Raises:
        HustingsError: for an unknown setting, or a value out of its range.
    """

    def __init__(self, game: Game, seed: int = 0, *, guide: str | Guide = "", **settings: Any):
        path = guide if isinstance(guide, str) else guide.name
        named = settings | ({"guide": path} if path else {})
        self.game = game
        self.settings = settings_for(game, named)
        spec = ",".join(f"{name}={value}" for name, value in named.items())
        self.name = f"search:{spec}" if spec else "search"
        self.given, self._seed = settings | ({"guide": guide} if guide else {}), np.uint64(seed)
        self.simulated = 0
        self._guide: Guide | None = None
        if path:
            self._guide = load_policy(path, game) if isinstance(guide, str) else guide
        self._think = thinker(game, self.settings.algorithm, self.settings.bots)

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(SearchAgent, **self.given), (self.game, int(self._seed))

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) actions.

        Raises:
            HustingsError: for a batch of another game, or games that the guide does not play.
        """
        return self._thoughts(games, rows, explained=False)[0]

    def act_by(self, games: GameBatch, rows: np.ndarray, streams: Streams) -> np.ndarray:
        """As `act`, with the seed of each row's stream."""
        return self._thoughts(games, rows, explained=False, seeds=streams.keys)[0]

    def explain(self, games: GameBatch, rows: np.ndarray) -> list[Explanation]:
        """What it thinks of the decisions in the games `rows`.

        Details, (A,) each: "visits", the number of playouts; "mean", their outcome from 0 to 1; and "error",
        the standard error of that mean (tree) or of the lead over the policy's move (paired); with a guide
        also "prior", how likely it is to take each action.
        """
        actions, reports, priors = self._thoughts(games, rows, explained=True)
        explanations = []
        for place, (action, report) in enumerate(zip(actions, reports, strict=True)):
            visits, mean, error = report.T
            probabilities = np.zeros(len(visits), np.float32)
            if self.settings.algorithm == Algorithm.TREE and visits.any():
                probabilities[:] = visits / visits.sum()
            else:
                probabilities[action] = 1.0
            details = {"visits": visits.astype(np.int64), "mean": mean, "error": error}
            if len(priors):
                details["prior"] = priors[place]
            explanations.append(Explanation(probabilities, float(mean[action]), details))
        return explanations

    def _thoughts(
        self, games: GameBatch, rows: np.ndarray, explained: bool, seeds: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Actions (R,), reports (R, A, 3) or (0, A, 3), and what a guide thinks (R, A) or (0, A).

        Args:
            seeds: (N,) uint64, of each game of the batch; None for the agent's own.
        """
        if games.game is not self.game:
            raise HustingsError(
                f"{self.name} plays {self.game.title}, not {games.game.title}; make one for it"
            )
        rows = games.running(rows)
        keys = np.full(len(rows), self._seed) if seeds is None else seeds[rows]
        actions = np.zeros(len(rows), np.int64)
        reports = np.zeros((len(rows) if explained else 0, games.num_actions, 3))
        threads = self.settings.threads or cores()
        priors = np.zeros((len(rows) * (self._guide is not None), games.num_actions))
        simulated: list[int] = []
        at_once = threads * (
            AT_ONCE if not self._guide else max(1, min(AT_ONCE, ROOM // self.settings.iterations))
        )
        for first in range(0, len(rows), at_once):  # Ctrl-C is heard in between
            part = slice(first, first + at_once)
            guides = self._guides(games, rows[part])
            priors[part] = guides
            act = functools.partial(
                self._chunk, games.num_players, reports[part], guides, simulated, keys[part]
            )
            actions[part] = games.decide(act, rows[part], threads=threads, least=1)
        self.simulated += sum(simulated)
        return actions, reports, priors

    def _guides(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R, A) float32, how likely the guide is to take each action; (0, A) without one."""
        if self._guide is None:
            return np.zeros((0, games.num_actions), np.float32)
        from ..policy.agent import softmax

        self._guide.check(games)
        logits, _ = self._guide.policy_and_values(games.observe(rows=rows), games.masks(rows=rows))
        return softmax(logits).astype(np.float32)

    def _chunk(
        self, players, reports, guides, simulated, keys, box, tables, masks, rows, first, last, out
    ) -> None:
        """Decide in the games rows[first:last]: the work of one thread."""
        plan = self.settings.plan(self.game)

        def think(plan: Plan, start: int, end: int) -> None:
            work, stopped = _Workspace(self.game, players, plan, end - start), 0
            for here, there in _alike(keys, start, end):  # a first stage is keyed, later ones go by its key
                given = box, tables, masks, rows, here, there, out, reports, plan, keys[here], guides
                done, found = self._think(*given, *work.parts(here - start, stopped))
                work.belongs[stopped : stopped + found, 0] += here - start
                stopped += found
                simulated.append(done)
            given = box, tables, masks, rows, start, end, out, reports, plan, keys[start], guides
            while plan.evaluated and not work.thoughts["done"].all():
                work.add(stopped, self._wins(box, work, stopped), plan)
                done, stopped = self._think(*given, *work.parts())
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

    def _wins(self, box: np.ndarray, work: "_Workspace", stopped: int) -> np.ndarray:
        """(L,) float32: the guide's chance to win, at each leaf, for the seat that searches.

        The guide sees a leaf as the seat on turn there does, for so it has learnt.
        """
        tables, players = work.stopped[:stopped], work.players
        views = np.empty((stopped, self.game.observation(players).size), np.float32)
        on_turn = np.full(stopped, -2, np.int8)
        loops_of(self.game).observe_many(box, tables, np.arange(stopped), 0, stopped, on_turn, views)
        masks = np.zeros((stopped, self.game.actions.size), np.bool_)
        masks[:, 0] = True  # values do not depend on them
        assert self._guide is not None
        _, values = self._guide.policy_and_values(views, masks)
        seats = (work.thoughts["me"][work.belongs[:stopped, 0]] - tables["seat"]) % players
        return values[np.arange(stopped), seats] + 1.0 / players


class _Workspace:
    """The memory of one thread: for its decisions, and for the tables where playouts stop."""

    def __init__(self, game: Game, players: int, plan: Plan, decisions: int):
        self.players, self.evaluated = players, plan.evaluated
        slots, width = decisions if plan.evaluated else 1, game.actions.size
        self.thoughts = np.zeros(slots, THOUGHT)
        self.candidates, self.tries = (np.zeros((slots, width), np.int64) for _ in range(2))
        self.outcome = np.zeros((slots, width, plan.iterations + 1), np.float32)
        self.stopped = np.zeros(slots * plan.iterations if plan.evaluated else 0, game.table)
        self.belongs = np.zeros((len(self.stopped), 3), np.int64)
        self.scratch, self.dealt = np.zeros(1, game.table), np.zeros(1, game.table)

    def parts(self, decision: int = 0, leaf: int = 0) -> tuple[Any, ...]:
        """What compiled code works on, from a decision and a leaf on."""
        slot = decision if self.evaluated else 0
        memory = (part[slot:] for part in (self.thoughts, self.candidates, self.tries, self.outcome))
        leaves = self.stopped[leaf:], self.belongs[leaf:]
        return tuple(memory), leaves, self.scratch, self.dealt, self.dealt.view(np.uint8)

    def add(self, stopped: int, wins: np.ndarray, plan: Plan) -> None:
        """Add what the network estimates to the outcomes of the playouts that stopped."""
        self.outcome[tuple(self.belongs[:stopped].T)] += later_worth(wins, plan)


def _alike(keys: np.ndarray, first: int, last: int) -> list[tuple[int, int]]:
    """The parts of [first, last) within which all keys are the same."""
    ends = [first, *(first + 1 + np.flatnonzero(np.diff(keys[first:last]))).tolist(), last]
    return list(itertools.pairwise(ends))
