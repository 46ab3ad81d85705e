"""A training run, from settings to a saved policy.

A run is a folder:

    settings.json       the settings it was started with
    policy/             the chosen policy.onnx, for `hustings tournament` and `agents.make`
    policy_last/        the last policy measured
    policy_best/        the best policy measured
    evaluations.json    every evaluation
    tensorboard/        logs
    checkpoints/        the newest two; a run resumes from the last, even after it was killed
    .lock               held while a process trains here, so that a second one is refused

All of it is plain data: resuming somebody else's run executes no code of theirs.

All randomness depends only on the seed and the number of the rollout. So a run with a limit of steps ends
with the same weights whether or not it was interrupted. (With a limit of minutes the learning rate falls by
the clock, so the run depends on the machine.)
"""

import shlex
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import torch
from rich.console import Console

from ...agents import make
from ...agents.policy import check_seats, plays
from ...agents.registration import is_available
from ...agents.specs import check_name
from ...envs import GAMES
from ...envs.core.api.arguments import positive
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.replay import box_hash
from ...envs.core.api.threads import cores
from ...envs.core.engine.game import Game
from ...envs.core.engine.loops import compiling_calls
from ...envs.core.errors import HustingsError
from ...envs.core.io.files import check_no_links, exists, locked, make_folder, path_in_words
from . import checkpoint, warm_start
from .algorithms import Context, UpdateResult, make_algorithm
from .checkpoint import Arrays, CheckpointError
from .evaluator import Evaluator
from .networks import inference_copy, make_network
from .opponents import make_pool
from .padding import ANY
from .process_state import Interrupt, own_streams, seed_globals
from .registry import make_reward
from .reporter import Reporter
from .results import Evaluation, TrainResult
from .run_state import RunState, check_state
from .self_play import make_tables
from .settings import LIMITS, TrainSettings, read_settings, save_settings, settings_from
from .start import policy_weights
from .trainer import check_finite
from .warm_start import WarmStart

if TYPE_CHECKING:
    from .algorithms.workers import StartWorkers

LOCK = ".lock"

_ROLLOUT = 2  # part of the key of a rollout's streams, different from those of the imitation
_FINAL_GAMES = 1000
_LOOPS = ("deal_many", "step_many", "observe_many", "legal_many", "results_many", "check_many")
OnEvaluation = Callable[[Evaluation], bool | None]
"""Called after an evaluation; if it returns True, the run ends."""


def train(
    settings: TrainSettings | Game | str,
    out: str | Path,
    resume: bool = False,
    *,
    game: Game | None = None,
    console: Console | Literal["auto"] | None = "auto",
    final_games: int = _FINAL_GAMES,
    ray: str | None = None,
    on_evaluation: OnEvaluation | None = None,
    **changes: Any,
) -> TrainResult:
    """Train a policy by self-play, or resume a run: `train("liberte", out="run", minutes=10)`.

    Ctrl-C or SIGTERM ends the run after the current rollout or wave of games and saves a checkpoint; a
    second Ctrl-C stops at once. The global random streams of Python, NumPy and torch are restored.

    Args:
        settings: a game, for the settings of its recipe, or `TrainSettings`; with `resume` they must equal
            those of the run, except for `LIMITS` and the path of the same box.
        out: the folder of the run; it must be new or empty, unless `resume`.
        resume: continue from the last checkpoint in `out`.
        game: the game, if it is not in `GAMES`.
        console: where progress is shown; "auto" for the output of a notebook's cell, but nowhere outside
            notebooks; None for nowhere.
        final_games: games against each bot, and for each number of players, in the final evaluation; 0 for
            none.
        ray: the address of a Ray cluster for the `workers` of the settings, see `hustings.training.cluster`.
        on_evaluation: called with every `Evaluation` of the run; the run ends if it returns True. To prune
            an Optuna trial: `lambda e: trial.report(e.win_shares["greedy"].value, e.steps) or
            trial.should_prune()`.
        changes: settings by name, which replace those of `settings`.

    Raises:
        HustingsError: if `out` is not empty (or no run, with `resume`) or is in use, if settings or the box
            differ from the run's, or if the checkpoint is damaged; then nothing has been written. Also if a
            file cannot be written; earlier files stay.
    """
    out = Path(out)
    if final_games:
        positive("final_games", final_games)
    if isinstance(settings, Game):
        game = settings
    saved = _saved(out) if resume else None
    settings = settings_from(settings, out, saved, **changes)
    described = GAMES[settings.game] if game is None else game
    if saved is None:
        _check_new(out)
    else:
        _check_same(saved, settings, out)
    with _workers(ray, settings) as start_workers, own_streams(settings.threads), Interrupt() as interrupt:
        run = Run(settings, described, out, _console(console), start_workers, on_evaluation)
        if not resume:
            run.begin()
            make_folder(out)
        with _begun(run, resume):
            stopped = run.go(interrupt)
            interrupt.end()  # everything is saved, and the final measurement is simply left out
            return run.finish(stopped, final_games)


def _console(given: Console | Literal["auto"] | None) -> Console:
    if isinstance(given, Console):
        return given
    shown = Console()
    return shown if given == "auto" and shown.is_jupyter else Console(quiet=True)


def _saved(out: Path) -> TrainSettings:
    """The settings of the run in `out`."""
    for saved in checkpoint.complete(out / checkpoint.FOLDER):
        checkpoint.check_version(saved)  # first, since another version may have other settings
    settings = read_settings(out)
    check_no_links(out)
    return settings


def _check_new(out: Path) -> None:
    """Refuse a folder with files, or whose name cannot be a policy's.

    A lock alone is what a process leaves that was killed before it wrote anything.
    """
    check_name(str(out), "out")  # the folder becomes the policy's name in tables
    if out.is_dir() and {path.name for path in out.iterdir()} <= {LOCK}:
        return
    if out.exists():
        raise HustingsError(
            f"{path_in_words(out)} exists; give another folder, or continue this run: --resume, resume=True"
        )


@contextmanager
def _begun(run: "Run", resume: bool) -> Iterator[None]:
    """Lock the run's folder, load the run and write its settings; on an error, restore what was there.

    A new run may still fail inside, for example by an error in a user's own code. Its folder is removed
    unless it has saved something to resume from.
    """
    out, unlocked = run.out, not (run.out / LOCK).exists()

    def busy() -> None:
        raise HustingsError(
            f"{out} is in use by another hustings process; wait for it or choose another folder"
        )

    with locked(out / LOCK, busy):
        if not resume:
            _check_new(out)  # again, since another process may have been here meanwhile
        begun = False
        try:
            if resume:
                run.load()
            save_settings(run.settings, out)
            begun = True
            yield
        except Exception:
            if not resume and not checkpoint.complete(out / checkpoint.FOLDER):
                shutil.rmtree(out, ignore_errors=True)
            elif not begun and unlocked:
                (out / LOCK).unlink(missing_ok=True)
            raise


@contextmanager
def _workers(ray: str | None, settings: TrainSettings) -> Iterator["StartWorkers | None"]:
    """The function that starts a run's workers on a cluster; None if this process plays."""
    if ray is None and not settings.workers:
        yield None
        return
    if ray is None:
        raise HustingsError(
            f"workers: {settings.workers} play on a cluster; say which with --ray auto or --ray local"
        )
    if not settings.workers:
        raise HustingsError(
            "--ray: say how many workers play, as in --workers 4; what is learnt depends on it"
        )
    from ..cluster import connected
    from .ray_workers import workers

    with connected(ray):
        yield workers


def _check_same(saved: TrainSettings, given: TrainSettings, out: Path) -> None:
    """Refuse settings that differ from those of the run, apart from `LIMITS` and the path of its box."""
    may_differ = set(LIMITS)
    if saved.box is not None and given.box is not None:
        may_differ.add("box")  # what is in it is compared with the checkpoint's
    differing = [
        f"{item.name} {getattr(given, item.name)!r}, not {getattr(saved, item.name)!r}"
        for item in fields(TrainSettings)
        if item.name not in may_differ and getattr(given, item.name) != getattr(saved, item.name)
    ]
    if differing:
        raise HustingsError(
            f"{out}: the run has other settings: {'; '.join(differing)}; "
            f"leave them as they were (only {', '.join(LIMITS)} may change) or start a new run"
        )
    if given.box is not None and not exists(Path(given.box)):
        raise HustingsError(f"{out}: the run's box {given.box} is not here; give its path: --box FILE")


class Run:
    """One run: a network, the algorithm that trains it, and its games.

    Args:
        settings, game, out, console, on_evaluation: as for `train`.
        start_workers: starts the workers on a cluster, if there are any.

    Attributes:
        context: the network, its games and its opponents.
        algorithm: trains the network.
        state: the progress of the run.
    """

    def __init__(
        self,
        settings: TrainSettings,
        game: Game,
        out: Path,
        console: Console,
        start_workers: "StartWorkers | None" = None,
        on_evaluation: OnEvaluation | None = None,
    ):
        self._on_evaluation, self._enough = on_evaluation, False
        self._saved: tuple[float, ...] = ()  # what the last checkpoint holds
        self.settings, self.game, self.out = settings, game, out
        self.state = RunState(settings)
        self.context = self._context(start_workers)
        self.network, self.tables, self.pool = self.context.network, self.context.tables, self.context.pool
        self.average = inference_copy(self.network)
        counts = self.context.player_counts
        self.evaluator = Evaluator(settings, game, counts, out, lambda: self.pool.frozen)
        self.evaluator.check(self.network)
        self.algorithm = make_algorithm(self.context)
        self.warm_start = WarmStart(self.context, self.state)
        several = self.evaluator.num_players is None
        self.reporter = Reporter(console, self.evaluator.matches, several, settings.imitate)

    def _context(self, start_workers: "StartWorkers | None") -> Context:
        s, game = self.settings, self.game
        counts = tuple(game.player_counts) if s.num_players == ANY else (game.check_players(s.num_players),)
        if s.num_games < len(counts):
            raise HustingsError(
                f"num_games: {s.num_games} are fewer than the {len(counts)} tables; take more"
            )
        shares = np.array_split(np.arange(s.num_games), len(counts))  # games for each number of players
        given: dict[str, Any] = {"reward": make_reward(s.reward), "box": s.box, "options": s.options}
        batches = [
            GameBatch(game, len(rows), players, seed=s.seed, threads=s.threads or cores(), **given)
            for rows, players in zip(shares, counts)
        ]
        pool = make_pool(s, game, lambda: inference_copy(network))
        tables = make_tables(s, batches, pool)
        imitated = not s.start and bool(s.imitate)
        with suppress(HustingsError):  # it may be gone when it has taught; else `_check_teacher` refuses it
            imitated = imitated and is_available(s.imitate, game)
        for games in batches:
            check_seats([make(spec, game) for spec in s.evaluate_against if is_available(spec, game)], games)
        for bot in map(pool.agent, range(len(pool.bots))):
            if not any(plays(bot, players) for players in counts):
                check_seats([bot], batches[0])
        seed_globals(s.seed, warm_start.STREAM)  # weights are drawn from torch's global stream
        network = make_network(s, game, tables[0].view)
        threads = s.threads or torch.get_num_threads()
        return Context(s, game, counts, network, tables, pool, threads, imitated, start_workers)

    def begin(self) -> None:
        """Begin anew: load the weights of the policy named by the setting `start`, if any."""
        s, own = self.settings, self.network.state_dict(keep_vars=True)
        self._check_teacher()
        if s.start:
            self.network.load_weights(policy_weights(s.start, self.game, s.num_players, own))

    def _check_teacher(self) -> None:
        """Refuse an agent to imitate that cannot be made, or does not play at a table of the run."""
        for table in self.tables if self.context.imitated else ():
            check_seats([make(self.settings.imitate, self.game)], table.games)

    def go(self, interrupt: Interrupt) -> bool:
        """Train until the limit or until interrupted; return whether it was stopped before the limit."""
        s, state = self.settings, self.state
        # Otherwise it was stopped before its last evaluation, which is made now.
        measured = state.warm and state.evaluations[-1]["rollout"] == state.rollouts
        if measured and state.over:
            self.evaluator.save_chosen(state)
            more = " or ".join(name for name in ("minutes", "steps") if getattr(s, name) is not None)
            self.reporter.say(f"{self.out}: nothing left to do; to go on, give it more {more}")
            return False
        self._compile()
        state.start_clock()  # compiling does not count
        with self.reporter.reporting(self.out):
            if not state.warm and not self._warm_up(interrupt):
                return True
            torch.set_num_threads(1)  # from here on `learning_threads` sets them
            while self._another_update() and not interrupt.set_by_user:
                self.update()
                if state.due("evaluation", s.evaluate_seconds) and state.fits("evaluation"):
                    self.evaluate()
                elif state.due("checkpoint", s.checkpoint_seconds):
                    self.save()
            # A last evaluation, unless the loop has just made one: the saved policy should be the final one.
            if state.evaluations[-1]["rollout"] != state.rollouts:
                if not interrupt.set_by_user:
                    self.evaluate()
                elif not self.evaluator.keeps_best:  # who waits does not want it measured
                    self.evaluator.policy(self.average, state).save(self.evaluator.folder)
            stopped = interrupt.set_by_user and self._another_update()
            # Too little time was left for another update: that counts as the end, also when it is resumed.
            if not stopped and not self._enough and state.done < 1:
                state.ended = s.minutes or 0.0
            if self._saved != self._to_save():  # else it would take the place of the checkpoint before
                self.save()
            return stopped

    def _to_save(self) -> tuple[float, ...]:
        state = self.state
        return state.rollouts, state.ended, len(state.evaluations), state.warm

    def _compile(self) -> None:
        """Compile everything first, with messages on standard error if it takes long."""
        calls = compiling_calls(self.game)
        for loop in _LOOPS:
            calls[loop]()
        games = self.context.make_games(1)
        s, taught = self.settings, self.context.imitated and not self.state.warm
        for spec in dict.fromkeys([*s.evaluate_against, *[s.imitate] * taught, *self.pool.bots]):
            agent = make(spec, self.game) if is_available(spec, self.game) else None
            if agent is not None and plays(agent, games.num_players):  # else it has nothing to compile here
                agent.act(games, np.arange(1))
        self.algorithm.compile()

    def _another_update(self) -> bool:
        """Whether the limits leave time for another update and the evaluation after it."""
        return not self._enough and not self.state.over and self.state.fits("update", "evaluation")

    def _warm_up(self, interrupt: Interrupt) -> bool:
        """Do everything before the first update; return False if it was interrupted."""
        state = self.state
        self.warm_start.run(interrupt, self.reporter, self.save, self.evaluate)
        if interrupt.set_by_user:
            if state.waves:  # otherwise nothing was learnt, and resuming starts from the beginning
                self.save()
            return False
        if state.waves and self.algorithm.learns_from_samples:
            self.network.scale_logits(self.settings.sharpness)
        state.warm, state.warm_seconds = True, state.seconds
        self.snapshot()
        self.average.load_state_dict(self.network.state_dict())
        if self._enough:
            self.save()
        else:
            self.evaluate()
        return True

    def update(self) -> dict[str, float]:
        """Make one update of the algorithm and return its figures by tag."""
        s, state, begin = self.settings, self.state, time.monotonic()
        key = (s.seed, _ROLLOUT, state.rollouts)
        seed_globals(*key)
        with state.timed("update"):
            result = self.algorithm.update(state.rollouts, state.progress, np.random.default_rng(key))
        remedy = "a lower learning_rate or fewer minibatches"
        check_finite(self.network, f"update {state.rollouts + 1}", remedy)
        if not isinstance(result, UpdateResult) or result.decisions < 0:
            raise HustingsError(
                f"algorithm {s.algorithm!r}: update returned {result!r:.60}, not an UpdateResult with a "
                "number of decisions; see docs/howto/own_network.md"
            )
        state.rollouts += 1
        state.steps += int(result.decisions)  # NumPy's numbers are not JSON
        self._average_in()
        if state.rollouts % s.freeze_every == 0:
            self.snapshot()
        speed = result.decisions / (time.monotonic() - begin)
        self.reporter.updated(state, self.pool, result.metrics, speed)
        return result.metrics

    def _average_in(self) -> None:
        """Add the weights to the average, whose window grows with the number of updates."""
        part = 1 / (1 + self.settings.average * (self.state.rollouts - 1))
        # A tensor that is shared has several names.
        means = {mean.data_ptr(): (name, mean) for name, mean in self.average.state_dict().items()}
        now = self.network.state_dict()
        with torch.no_grad():
            for name, mean in means.values():
                mean.copy_(_mixed(mean, now[name], part))

    def snapshot(self) -> None:
        """Add the current weights to the pool of opponents."""
        weights = self.network.weights()
        self.pool.freeze(weights, self.state.rollouts)
        self.algorithm.note_snapshot(weights)

    def evaluate(self) -> bool:
        """Measure the current policy, save it and a checkpoint; return whether the run is to continue."""
        state = self.state
        with state.timed("evaluation"):
            # Averaged weights play better than the last ones, which still move at random around a good place.
            network = self.average if state.warm else self.network
            policy = self.evaluator.policy(network, state)
            shares = self.evaluator.measure(policy, state, self.reporter.doing)
        self.reporter.evaluated(state, shares)
        self.evaluator.save_policies(policy, state)
        if state.warm or state.waves:  # at once: `policy_best` must not be ahead of what a resumed run knows
            self.save()
        if self._on_evaluation is not None:
            minutes = state.evaluations[-1]["seconds"] / 60
            told = self._on_evaluation(Evaluation(state.steps, minutes, shares))
            self._enough |= isinstance(told, bool | np.bool_) and bool(told)
        state.mark("evaluation")
        return not self._enough

    def finish(self, stopped: bool, games: int) -> TrainResult:
        """The result of the run; unless it was stopped, the saved policy is evaluated on fresh deals."""
        state, evaluator = self.state, self.evaluator
        seconds, win_shares = state.seconds, {}
        if games and not stopped and evaluator.matches:
            with self.reporter.measuring(evaluator.folder, games):
                win_shares = evaluator.final(games, self.reporter.doing)
        return TrainResult(
            evaluator.folder,
            state.steps,
            state.rollouts,
            seconds,
            self.settings.minutes,
            stopped,
            win_shares=win_shares,
            num_players=evaluator.num_players,
            kept=self._kept_in_words(),
        )

    def _kept_in_words(self) -> str:
        """Words for the saved policy, if it is not the last."""
        kept, state = self.evaluator.chosen(self.state), self.state
        if kept is None:
            return ""
        words = f"the policy after {kept['steps']:,} decisions, {kept['seconds']:.0f} s"
        if kept is not state.evaluations[-1]:
            return f"{words}, the best measured"
        unmeasured = kept["rollout"] != state.rollouts and self.evaluator.keeps_best
        return f"{words}, the last measured" if unmeasured else ""

    # --- Checkpoints -----------------------------------------------------------------------------

    def save(self) -> None:
        """Write a checkpoint."""
        self._saved = self._to_save()
        members, weights = self.pool.state()
        model = {f"policy/{key}": array for key, array in self.network.weights().items()}
        if self.state.warm:
            model |= {f"average/{key}": array for key, array in self.average.weights().items()}
        learner = self.algorithm if self.state.warm else self.warm_start
        model |= {f"algorithm/{key}": array for key, array in learner.state().items()}
        games = {
            f"{number}/{key}": array
            for number, table in enumerate(self.tables)
            for key, array in table.state().items()
        }
        arrays = {"model": model, "pool": weights, "games": games}
        checkpoint.save(self.out / checkpoint.FOLDER, self._record(members), arrays)
        self.state.mark("checkpoint")

    def load(self) -> None:
        """Continue from the last checkpoint, or from the beginning if there is none yet."""
        saved = checkpoint.complete(self.out / checkpoint.FOLDER)
        if not saved:
            self.begin()
            return
        path = saved[-1]
        record, arrays = checkpoint.load(path)
        try:
            self._restore(record, arrays)
        except CheckpointError:
            raise
        except HustingsError as error:
            raise CheckpointError(f"{path}: {error}; {checkpoint.remedy(path)}") from None
        if not self.state.warm:
            self._check_teacher()

    def _restore(self, record: dict[str, Any], arrays: dict[str, Arrays]) -> None:
        check_state(record, self._record([]), self.evaluator.matches)
        self._check_about(record)
        weights = self.network.weights()
        self.pool.restore(record["members"], arrays["pool"], weights)
        for number, table in enumerate(self.tables):
            games, arrays["games"] = _split(arrays["games"], f"{number}/")
            table.restore(games)
        checkpoint.check_arrays("games.safetensors", arrays["games"], {})
        policy, others = _split(arrays["model"], "policy/")
        average, others = _split(others, "average/")
        learner, others = _split(others, "algorithm/")
        checkpoint.check_arrays("model.safetensors", policy, weights)
        # Before self-play there is no average, and the algorithm has done nothing.
        checkpoint.check_arrays("model.safetensors", average, weights if record["warm"] else {})
        checkpoint.check_arrays("model.safetensors", others, {})
        self.network.load_weights(policy)
        if record["warm"]:
            self.average.load_weights(average)
            self.algorithm.restore(learner, record["rollouts"])
        else:
            self.warm_start.restore(learner)
        self.state.restore(record)

    def _record(self, members: list[dict[str, Any]]) -> dict[str, Any]:
        return {**self._about, **self.state.as_record(), "members": members}

    @property
    def _about(self) -> dict[str, Any]:
        """The game, revision and box, for a checkpoint."""
        return {
            "game": f"{self.game.name}_v{self.game.version}",
            "revision": self.game.revision,
            "box": box_hash(self.tables[0].games.box),
        }

    def _check_about(self, record: dict[str, Any]) -> None:
        """Refuse the checkpoint of a run with another game, revision or box."""
        about = self._about
        if record["game"] != about["game"]:
            raise CheckpointError(
                f"{self.out}: a run of {record['game']!r}, not of {about['game']}; start a new run"
            )
        if otherwise := self.game.other_revision(record["revision"]):
            start = shlex.quote(f"start={self.out}")
            raise CheckpointError(
                f"{self.out}: begun {otherwise}; start a new run from its policy: --set {start}"
            )
        if record["box"] != about["box"]:
            box = self.settings.box or f"the box of {self.game.title}"
            raise CheckpointError(
                f"{box}: not the box that the run in {self.out} began with; take that one or start a new run"
            )


def _mixed(mean: torch.Tensor, now: torch.Tensor, part: float) -> torch.Tensor:
    """A mean moved by a part towards what is now; that itself if it has none, as counts or a mask's -inf."""
    if not mean.is_floating_point():
        return now
    moved = mean.lerp(now, part)
    return torch.where(moved.isfinite(), moved, now)


def _split(arrays: Arrays, prefix: str) -> tuple[Arrays, Arrays]:
    """The arrays whose names have a prefix, without it, and all others."""
    found = {key.removeprefix(prefix): array for key, array in arrays.items() if key.startswith(prefix)}
    return found, {key: array for key, array in arrays.items() if not key.startswith(prefix)}
