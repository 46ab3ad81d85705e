"""The search agent: it searches each game of a batch separately and can explain its choice."""

import functools
import itertools
import math
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

import numpy as np

from ...envs.core.api.arguments import check_game, check_seed
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.streams import Streams
from ...envs.core.api.threads import cores
from ...envs.core.engine.compile import bind, bind_loop
from ...envs.core.engine.game import Game
from ...envs.core.engine.loops import first_choice, loops_of
from ...envs.core.engine.record import ON_TURN
from ...envs.core.errors import HustingsError
from ..bots import decision_function
from ..interface import Composed, Explanation, check_own_game
from ..policy import load_policy, plays
from ..policy.chances import WIN, chances_to_win, check_chances, reward_of
from .ismcts import descend_template, ismcts_template, select_template
from .playout import (
    MOST_SEATS,
    bot_move_template,
    deal_template,
    determinize_template,
    key_of_template,
    note_early_template,
    only_bot_template,
    playout_template,
)
from .sequential_halving import (
    THOUGHT,
    begin_template,
    play_stage_template,
    sequential_halving_template,
)
from .settings import MOST_ITERATIONS, Algorithm, Answers, Asked, Games, SearchPlan, Work, settings_for
from .values import later_worth

TRIAL = 16  # timed first, to estimate how many iterations fit
AT_ONCE = 8  # decisions per thread and call
_MOST_LOGIT = np.float32(1e30)
_LEAVES = 4096  # that the network evaluates at once; more would take hundreds of megabytes
ROOM = 2**15  # playouts whose tables a thread holds until the network evaluates them
_PLAYING_OUT: tuple[Callable, ...] = (
    deal_template, key_of_template, determinize_template, note_early_template, playout_template,
)  # fmt: skip
# The last one is the search.
_TEMPLATES: dict[Algorithm, tuple[Callable, ...]] = {
    Algorithm.PAIRED: (begin_template, play_stage_template, sequential_halving_template),
    Algorithm.TREE: (select_template, descend_template, ismcts_template),
}


@functools.cache
def thinker(game: Game, algorithm: Algorithm, bots: tuple[str, ...]) -> Callable:
    """A search algorithm bound to a game and its playout bots, compiled on first use."""
    named = dict(_playing_out(game, bots))
    *parts, search = _TEMPLATES[algorithm]
    name = _suffix(game, bots)
    _bind_parts(parts, name, named)
    return bind_loop(search, f"{_part(search)}_{name}", **_used(search, named))


@functools.cache
def _playing_out(game: Game, bots: tuple[str, ...]) -> Mapping[str, Callable]:
    """The functions by which both algorithms deal and play out, by the names in their templates."""
    name = _suffix(game, bots)
    named = {
        "advance": loops_of(game).advance,
        "bot_move": _bot_move(game, bots, name),
        "rules_redeal": game.redeal,
        "rules_reopen": game.reopen_secret_choices,
        "rules_round": game.round_now,
        "rules_score": game.score,
        "rules_standing": game.standing,
        "rules_sudden_end": game.sudden_end,
    }
    _bind_parts(_PLAYING_OUT, name, named)
    return MappingProxyType(named)


def _bind_parts(templates: Sequence[Callable], name: str, named: dict[str, Callable]) -> None:
    """Add the bound templates to `named`; later ones call earlier ones."""
    for template in templates:
        part = _part(template)
        named[part] = bind(template, f"{part}_{name}", **_used(template, named))


def _suffix(game: Game, bots: tuple[str, ...]) -> str:
    return f"{game.name}_{'_'.join(bots)}"


def _part(template: Callable) -> str:
    """The name by which other templates call this one."""
    return template.__name__.removesuffix("_template")


def _used(template: Callable, named: dict[str, Any]) -> dict[str, Any]:
    """The functions that a template calls, of those `named`."""
    return {name: named[name] for name in template.__code__.co_names if name in named}


def _bot_move(game: Game, bots: tuple[str, ...], name: str) -> Callable:
    """One compiled function for the moves of all playout bots; `bots` says which one plays each seat."""
    first = first_choice if bots[0] == "random" else decision_function(bots[0], game)
    if len(bots) == 1:
        return bind(only_bot_template, f"bot_move_{name}", bot=first)
    # Compiled code cannot index a list of functions, so this is a chain: each link handles one bot or passes
    # on.
    other_bots = _bot_move(game, bots[1:], f"{name}_{len(bots) - 1}")
    return bind(bot_move_template, f"bot_move_{name}", bot=first, other_bots=other_bots)


class Guide(Protocol):
    """What a search needs from a trained policy, such as `hustings.agents.PolicyAgent`."""

    name: str

    def check(self, games: GameBatch) -> None:
        """Raise HustingsError if the policy does not play these games."""
        ...

    def policy_and_values(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits (R, A) and values (R, P), own seat first, from observations (R, S) and masks (R, A)."""
        ...


class _Found(NamedTuple):
    """What R searches found.

    Attributes:
        actions: (R,) the best of each.
        reports: (R, A, 3) visits, mean and error of each action; no rows unless asked for.
        priors: (R, A) the guide's probability of each action; no rows without a guide.
        chances: (R,) the guide's estimate of the chance to win, nan if its values are of another reward; no
            rows without a guide.
    """

    actions: np.ndarray
    reports: np.ndarray
    priors: np.ndarray
    chances: np.ndarray


class SearchAgent(Composed):
    """Simulates the consequences of each action, in random deals consistent with what its seat knows.

    Its choice depends on the seed, the settings and what the seat knows, not on the batch or the threads.
    (With `seconds` it also depends on the machine. A guide is a network, whose last digits may depend on the
    batch.)

    Args:
        game: the game to play.
        seed: for its redeals.
        guide: the folder of a trained policy, or the policy itself; None for none.
        settings: fields of `SearchSettings`, by name.

    Attributes:
        settings: the `SearchSettings`, with defaults filled in.
        given: the settings that were passed, by name.
        simulated: the number of decisions simulated so far.
        parts: its guide, if it has one.

    Raises:
        HustingsError: for an unknown setting, a value out of its range, a guide's setting without a guide, or
            `rounds` with a guide whose values are no chances to win.
    """

    _kind = "search"  # its name in specs

    def __init__(
        self, game: Game, seed: int = 0, *, guide: str | Path | Guide | None = None, **settings: Any
    ):
        check_game(game)
        guide = str(guide) if isinstance(guide, Path) else guide
        if not (guide is None or isinstance(guide, str) or hasattr(guide, "policy_and_values")):
            raise HustingsError(f"guide: {guide!r:.60} is neither a policy nor the folder of one")
        path = "" if guide is None else guide if isinstance(guide, str) else _name_of(guide)
        named = settings | ({"guide": path} if path else {})
        self.game = game
        self.settings = settings_for(game, named, self._kind)
        spec = ",".join(f"{name}={value}" for name, value in named.items())
        self.name = f"search:{spec}" if spec else "search"
        self.given, self._seed = settings | ({"guide": guide} if path else {}), np.uint64(check_seed(seed))
        self.simulated = 0
        self._guide: Guide | None = None
        if path:
            self._guide = load_policy(path, game) if isinstance(guide, str) else guide
        self.parts = [] if self._guide is None else [self._guide]
        if self.settings.plan(game).evaluated:
            check_chances(self._guide, path)
        self._think = thinker(game, self.settings.algorithm, self.settings.compiled_bots(game))

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(SearchAgent, **self.given), (self.game, int(self._seed))

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) actions.

        Raises:
            HustingsError: for a batch of another game, or games that the guide does not play.
        """
        return self._search(games, rows, explained=False).actions

    def act_by(self, games: GameBatch, rows: np.ndarray, streams: Streams) -> np.ndarray:
        """Like `act`, but seed each row from its own stream."""
        return self._search(games, rows, explained=False, seeds=streams.keys).actions

    def plays(self, num_players: int) -> bool:
        """Whether it, and its guide, play with this number of players."""
        return num_players <= MOST_SEATS and plays(self._guide, num_players)

    def compile(self) -> None:
        """Compile the search, without searching."""
        games, keys = GameBatch(self.game, 1), np.zeros(1, np.uint64)
        reports, guides = np.zeros((0, games.num_actions, 3)), np.zeros((0, games.num_actions), np.float32)
        act = functools.partial(self._chunk, games.num_players, reports, guides, [], keys)
        games.decide(act, np.zeros(0, np.int64), threads=1)

    def explain(self, games: GameBatch, rows: np.ndarray) -> list[Explanation]:
        """Explain the choices in the games `rows`.

        The details, (A,) each, are "visits", the number of playouts; "mean", their mean outcome from 0 to 1
        (paired: the baseline's, plus the mean lead over it in the same deals);
        "error", the standard error of that mean (tree) or of its lead over the baseline (paired); and with a
        guide "prior", its probability of each action. The value is the chosen action's mean. Where nothing
        is played out, as in forced decisions, it is the guide's, or nan without one whose values are chances
        to win.
        """
        found = self._search(games, rows, explained=True)
        explanations = []
        for place, (action, report) in enumerate(zip(found.actions, found.reports, strict=True)):
            visits, mean, error = report.T
            probabilities = np.zeros(len(visits), np.float32)
            if self.settings.algorithm == Algorithm.TREE and visits.any():
                probabilities[:] = visits / visits.sum()
                if action != probabilities.argmax():  # as often visited as another, with the higher mean
                    probabilities[action] = np.nextafter(probabilities.max(), np.float32(1))
            else:
                probabilities[action] = 1.0
            details = {"visits": visits.astype(np.int64), "mean": mean, "error": error}
            if self._guide:
                details["prior"] = found.priors[place]
            value = mean[action] if visits.any() else found.chances[place] if self._guide else math.nan
            explanations.append(Explanation(probabilities, float(value), details))
        return explanations

    def _search(
        self, games: GameBatch, rows: np.ndarray, explained: bool, seeds: np.ndarray | None = None
    ) -> _Found:
        """Search in the games `rows`; `seeds` (N,) has one for each game of the batch, None for its own."""
        check_own_game(self.name, self.game, games)
        if games.num_players > MOST_SEATS:
            raise HustingsError(f"{self.name} takes up to {MOST_SEATS} players, not {games.num_players}")
        rows = games.running(rows)
        keys = np.full(len(rows), self._seed) if seeds is None else seeds[rows]
        actions = np.zeros(len(rows), np.int64)
        reports = np.zeros((len(rows) if explained else 0, games.num_actions, 3))
        threads = self.settings.threads or cores()
        # Arrays of no rows stand for "none": compiled code has no optional arguments.
        guided = len(rows) * (self._guide is not None)
        priors, chances = np.zeros((guided, games.num_actions)), np.zeros(guided)
        simulated: list[int] = []
        at_once = threads * (
            AT_ONCE if not self._guide else max(1, min(AT_ONCE, ROOM // self.settings.iterations))
        )
        for first in range(0, len(rows), at_once):  # Python can handle Ctrl-C between calls
            part = slice(first, first + at_once)
            guides, priors[part], chances[part] = self._guides(games, rows[part])
            act = functools.partial(
                self._chunk, games.num_players, reports[part], guides, simulated, keys[part]
            )
            actions[part] = games.decide(act, rows[part], threads=threads, least=1)
        self.simulated += sum(simulated)
        return _Found(actions, reports, priors, chances)

    def _guides(self, games: GameBatch, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The guide's probabilities (R, A) at the search's temperature; priors and chances as in `_Found`."""
        if self._guide is None:
            nothing = np.zeros((0, games.num_actions), np.float32)
            return nothing, nothing, np.zeros(0)
        from ..policy.agent import softmax

        self._guide.check(games)
        legal = games.masks(rows=rows)
        logits, values = self._guide.policy_and_values(games.observe(rows=rows), legal)
        chances = np.clip(chances_to_win(values[:, 0], games.num_players), 0, 1)
        if reward_of(self._guide) != WIN:
            chances[:] = np.nan
        # At a low temperature larger ones would overflow.
        bounded = np.where(legal, np.clip(logits, -_MOST_LOGIT, _MOST_LOGIT), -np.inf)
        softened = softmax(bounded / np.float32(self.settings.temperature))
        return softened.astype(np.float32), softmax(logits), chances

    def _chunk(
        self, players, reports, guides, simulated, keys, box, tables, masks, rows, first, last, out
    ) -> None:
        """Decide in the games rows[first:last], in one thread."""
        plan = self.settings.plan(self.game)
        games, answers = Games(box, tables, masks, rows), Answers(out, reports)

        def think(plan: SearchPlan, start: int, end: int) -> None:
            work, stopped = _Workspace(self.game, players, plan, end - start), 0
            # A call takes one key, so rows with different keys need separate calls. Later stages find the key
            # in the workspace.
            for here, there in _runs_of_equal(keys, start, end):
                asked = Asked(plan, keys[here], guides)
                done, found = self._think(
                    games, here, there, asked, answers, work.part(here - start, stopped)
                )
                work.belongs[stopped : stopped + found, 0] += here - start
                stopped += found
                simulated.append(done)
            asked = Asked(plan, keys[start], guides)
            while plan.evaluated and not work.thoughts["done"].all():
                work.add(stopped, self._wins(box, work, stopped), plan)
                done, stopped = self._think(games, start, end, asked, answers, work.part())
                simulated.append(done)

        if self.settings.seconds == 0:
            think(plan, first, last)
            return
        for k in range(first, last):
            begin = time.perf_counter()
            # Compiled code cannot watch a clock, so a short search is timed and a longer one replaces it.
            think(plan._replace(iterations=TRIAL), k, k + 1)
            spent = time.perf_counter() - begin
            possible = int((self.settings.seconds - spent) / max(spent, 1e-6) * TRIAL)
            possible = min(possible, MOST_ITERATIONS)
            if possible > TRIAL:
                think(plan._replace(iterations=possible), k, k + 1)

    def _wins(self, box: np.ndarray, work: "_Workspace", stopped: int) -> np.ndarray:
        """(L,) float32, the guide's estimate of the searching seat's chance to win at each leaf.

        The guide observes each leaf as the seat on turn there, as in training.
        """
        assert self._guide is not None
        wins, players = np.zeros(stopped, np.float32), work.players
        for first in range(0, stopped, _LEAVES):
            part = slice(first, min(first + _LEAVES, stopped))
            tables = work.stopped[part]
            number = len(tables)
            views = np.empty((number, self.game.observation(players).size), np.float32)
            on_turn = np.full(number, ON_TURN, np.int8)
            loops_of(self.game).observe_many(box, tables, np.arange(number), 0, number, on_turn, views)
            masks = np.zeros((number, self.game.actions.size), np.bool_)
            masks[:, 0] = True  # any mask will do: values do not depend on it
            _, values = self._guide.policy_and_values(views, masks)
            seats = (work.thoughts["me"][work.belongs[part, 0]] - tables["seat"]) % players
            wins[part] = chances_to_win(values[np.arange(number), seats], players)
        return wins


class _Workspace:
    """The working memory of one thread: its decisions, and the tables where playouts stop."""

    def __init__(self, game: Game, players: int, plan: SearchPlan, decisions: int):
        self.players, self.evaluated = players, plan.evaluated
        slots, width = decisions if plan.evaluated else 1, game.actions.size
        self.thoughts = np.zeros(slots, THOUGHT)
        self.candidates, self.tries = (np.zeros((slots, width), np.int64) for _ in range(2))
        self.outcome = np.zeros((slots, width, plan.iterations + 1), np.float32)
        self.stopped = np.zeros(slots * plan.iterations if plan.evaluated else 0, game.table)
        self.belongs = np.zeros((len(self.stopped), 3), np.int64)
        self.scratch, self.dealt = np.zeros(1, game.table), np.zeros(1, game.table)

    def part(self, decision: int = 0, leaf: int = 0) -> Work:
        """The memory in the form for compiled code, from a decision and a leaf on."""
        slot = decision if self.evaluated else 0
        return Work(
            self.thoughts[slot:],
            self.candidates[slot:],
            self.tries[slot:],
            self.outcome[slot:],
            self.stopped[leaf:],
            self.belongs[leaf:],
            self.scratch,
            self.dealt,
            self.dealt.view(np.uint8),
        )

    def add(self, stopped: int, wins: np.ndarray, plan: SearchPlan) -> None:
        """Add the network's estimates to the outcomes of the playouts that stopped at leaves."""
        self.outcome[tuple(self.belongs[:stopped].T)] += later_worth(wins, plan)


def _name_of(guide: Any) -> str:
    return getattr(guide, "name", "") or "guide"


def _runs_of_equal(keys: np.ndarray, first: int, last: int) -> list[tuple[int, int]]:
    """[first, last) cut into ranges in which all keys are equal."""
    bounds = [first, *(first + 1 + np.flatnonzero(np.diff(keys[first:last]))).tolist(), last]
    return list(itertools.pairwise(bounds))
