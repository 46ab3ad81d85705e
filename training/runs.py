"""Training by self-play: sb3-contrib's MaskablePPO on `SelfPlayVecEnv`, from settings to a saved policy.

A run is a folder:

    settings.json       what it was started with
    policy/             the best policy by evaluation so far, for `hustings tournament` and `agents.make`
    evaluations.json    every evaluation
    tensorboard/        logs
    checkpoints/        the newest two; a run goes on from the last, also after it was killed
    .lock               held while a process trains here, so that a second one is refused

All of it is plain data: going on with a run that somebody else began runs no code of theirs.

Everything random depends on the seed and the number of the rollout only. So a run limited by steps that was
stopped and resumed ends with the same weights as one that was not. (One limited by minutes slows its
learning rate by the clock, and depends on the machine.)
"""

import functools
import json
import math
import random
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import numpy as np
import torch
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger, configure
from stable_baselines3.common.utils import FloatSchedule, set_random_seed
from threadpoolctl import threadpool_limits

from ..agents import PolicyAgent, make
from ..envs import GAMES
from ..envs.core.batch import GameBatch
from ..envs.core.errors import HustingsError
from ..envs.core.files import locked, make_folder, write_text
from ..envs.core.game import Game
from ..envs.core.replay import box_hash
from . import checkpoint, learner
from .checkpoint import CheckpointError, check_record
from .imitation import imitate
from .learner import export
from .selfplay import Pool, SelfPlayVecEnv, facts_of, has_bot
from .shown import Shown, columns, percent, sheet, spread
from .statistics import CONFIDENCE, Estimate, cluster_means, win_shares
from .tournaments import tournament

SETTINGS, EVALUATIONS, POLICY = "settings.json", "evaluations.json", "policy"
CHECKPOINTS, TENSORBOARD, LOCK = "checkpoints", "tensorboard", ".lock"
LIMITS = ("steps", "minutes", "evaluate_seconds", "checkpoint_seconds", "threads")
"""Settings that may differ when a run is resumed: they change when it stops and what it reports."""

_WARM_START, _ROLLOUT = 1, 2
_LESSON_GAMES = 128
_LESSONS_PER_STEP = 5
_FINAL_GAMES = 1000
_BAR = 1000

Count = Annotated[int, Field(ge=1)]
Whole = Annotated[int, Field(ge=0)]
Positive = Annotated[float, Field(ge=0)]
Share = Annotated[float, Field(ge=0, le=1)]


@dataclass(frozen=True)
class TrainSettings:
    """The settings of a training run. At least one of `steps` and `minutes` must be given."""

    game: str
    """Name of the game."""
    steps: Count | None = None
    """Stop after this many decisions of the learner."""
    minutes: Positive | None = None
    """Stop after this long, warm start and evaluations included."""
    num_players: int | None = None
    """Number of players; None for the smallest the game takes."""
    seed: Annotated[int, Field(ge=0, lt=2**64)] = 0
    """Of everything random."""
    reward: str = "win"
    """What a finished game pays: "rank", "win" or "margin"."""
    options: dict[str, Any] = field(default_factory=dict)
    """Options of play by name."""
    box: str | None = None
    """A box file of your own."""

    num_games: Count = 512
    """Games played side by side."""
    rollout_steps: Count = 32
    """Decisions of the learner in each game between two updates."""
    batch_size: Annotated[int, Field(ge=2)] = 2048
    """Decisions in one gradient step."""
    epochs: Count = 4
    """How often an update goes over its rollout."""
    learning_rate: Positive = 1.5e-3
    """Adam's step size at the start of self-play."""
    final_learning_rate: Share = 0.1
    """What is left of it at the end, as a share; it falls evenly."""
    gamma: Share = 1.0
    """Discount of a decision; 1 for none: games end, and only who wins counts."""
    gae_lambda: Share = 0.95
    """Generalised advantage estimation: 0 trusts the value network, 1 the outcome."""
    clip_range: Positive = 0.2
    """PPO's limit to the change of a decision's probability."""
    entropy: Positive = 0.01
    """Weight of the bonus for undecidedness."""
    value_weight: Positive = 0.5
    """Weight of the value network's loss."""
    max_gradient: Positive = 0.5
    """Norm at which gradients are cut."""
    layers: Annotated[tuple[Count, ...], Field(min_length=1)] = (256, 256)
    """Widths of the hidden layers, of the policy and of the value network; tanh."""
    shaping: float = 0.1
    """Coefficient of the score's lead as a potential, paid as it grows; 0 for none."""

    opponents: dict[str, float] = field(
        default_factory=lambda: {"latest": 0.3, "snapshots": 0.2, "greedy": 0.4, "random": 0.1}
    )
    """How often an opponent's seat goes to the learner's latest weights, to snapshots of it, to bots by
    name; kinds that the game lacks are left out."""
    one_kind: Share = 0.5
    """Share of games in which one opponent takes all the other seats."""
    pool_size: Whole = 8
    """Snapshots kept; the one that the learner beats most makes room."""
    freeze_every: Count = 20
    """Rollouts between two snapshots."""

    warm_start: str = "greedy"
    """A bot to imitate before self-play, if the game has it; "" for none."""
    warm_start_share: Share = 0.1
    """Share of the run's minutes, or of its steps, spent on imitation; five decisions imitated count as one
    step, for that is about what they cost."""

    evaluate_seconds: Positive = 60.0
    """Seconds between two evaluations; 0 for one after every rollout."""
    evaluate_games: Count = 400
    """Games against each bot in an evaluation."""
    evaluate_against: tuple[str, ...] = ("random", "greedy")
    """Bots to be measured against; those that the game lacks are left out."""
    checkpoint_seconds: Positive = 30.0
    """Seconds between two checkpoints; 0 for one after every rollout."""
    threads: Whole = 0
    """Threads for the networks; 0 for torch's own choice."""

    def __post_init__(self) -> None:
        _check(self)


def _check(settings: TrainSettings) -> None:
    """HustingsError for a setting of the wrong type or out of range, naming it."""
    try:
        _schema().model_validate(vars(settings))
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"]))
        raise HustingsError(f"{name}: {first['input']!r:.60}: {first['msg'].lower()}") from None
    if settings.steps is None and settings.minutes is None:
        raise HustingsError("steps, minutes: give at least one of them, or training would not end")
    if settings.num_games * settings.rollout_steps % settings.batch_size == 1:
        raise HustingsError("batch_size: leaves a last batch of one decision, which has no spread; change it")


@functools.cache
def _schema() -> type[BaseModel]:
    """The fields of TrainSettings with their types and limits, as pydantic checks them."""
    types = get_type_hints(TrainSettings, include_extras=True)
    named: dict[str, Any] = {item.name: (types[item.name], ...) for item in fields(TrainSettings)}
    config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)
    return create_model("TrainSettings", __config__=config, **named)


def save_settings(settings: TrainSettings, out: Path) -> None:
    """Write the settings into a run's folder."""
    write_text(out / SETTINGS, json.dumps(asdict(settings), indent=1) + "\n")


def load_settings(out: str | Path, **given: Any) -> TrainSettings:
    """The settings that the run in `out` was started with, those `given` in their place.

    Raises:
        HustingsError: when there is no run, its settings cannot be read, or they name an agent as
            "module:name" that is not given again: a file does not decide which code is run.
    """
    settings = _read_settings(out)
    named = {
        "opponents": settings.opponents,
        "warm_start": [settings.warm_start],
        "evaluate_against": settings.evaluate_against,
    }
    for name, agents in named.items():
        for agent in agents:
            if ":" in agent and name not in given:
                raise HustingsError(
                    f"{Path(out) / SETTINGS}: {name} names the agent {agent!r}, and no code is run because a "
                    f"file names it; give {name} again (--set {name}=...)"
                )
    return replace(settings, **given)


def _read_settings(out: str | Path) -> TrainSettings:
    path = Path(out) / SETTINGS
    try:
        tree = json.loads(path.read_text(encoding="utf-8"))
        for name in ("layers", "evaluate_against"):
            tree[name] = tuple(tree[name])
        return TrainSettings(**tree)
    except OSError:
        raise HustingsError(f"{path}: not there; give the folder of a run, or leave out resume") from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, HustingsError):
            raise HustingsError(f"{path}: {error}") from None
        raise HustingsError(f"{path}: damaged or of another version; start a new run") from None


@dataclass(frozen=True)
class TrainResult(Shown):
    """How a run ended.

    Attributes:
        policy: the folder of the best policy by evaluation (the mean win share against the bots of
            `evaluate_against`; the later one of equals). Not there if stopped during the warm start.
        steps, rollouts, seconds: of the whole run, earlier parts of it included.
        stopped: it was interrupted before its limit; resume to go on.
        win_shares: of the saved policy, one seat against one bot in all the others, with 95 % intervals over
            deals that no earlier evaluation used; fair is 1 / num_players.
        num_players: seats in these games.
    """

    policy: Path
    steps: int
    rollouts: int
    seconds: float
    stopped: bool
    win_shares: dict[str, Estimate]
    num_players: int

    def rows(self) -> list[dict[str, Any]]:
        """A row for each bot: how the saved policy does against it in all the other seats."""
        return [
            {"against": bot, "seats": self.num_players - 1, **spread("win_share", share)}
            for bot, share in self.win_shares.items()
        ]

    def table(self) -> Table:
        """How long it took, and how the saved policy does against each bot."""
        minutes, fair = self.seconds / 60, 100 / self.num_players
        table = sheet(
            f"{self.steps:,} decisions of the learner in {minutes:.1f} minutes; see {self.policy}",
            f"In parentheses: {CONFIDENCE:.0%} intervals over deals. A fair win share is {fair:.1f} %.",
        )
        columns(table, "win share %", heading="one seat against")
        for bot, share in self.win_shares.items():
            table.add_row(Text(f"{self.num_players - 1} x {bot}"), percent(share))
        return table


def train(
    settings: TrainSettings,
    out: str | Path,
    resume: bool = False,
    *,
    game: Game | None = None,
    console: Console | None = None,
    final_games: int = _FINAL_GAMES,
) -> TrainResult:
    """Train a policy by self-play, or go on with a run.

    Ctrl-C or SIGTERM saves a checkpoint after the rollout under way and ends the run in good order; a second
    Ctrl-C stops at once. Python's, NumPy's and torch's global streams are used by Stable-Baselines3 and put
    back.

    Args:
        settings: see `TrainSettings`; with `resume` they must be those of the run, `LIMITS` aside.
        out: the folder of the run; it must not exist, unless `resume`.
        resume: go on from the last checkpoint in `out`.
        game: what is played when it is not in `GAMES`.
        console: where progress goes; None for nowhere.
        final_games: games against each bot in the last evaluation.

    Raises:
        HustingsError: for an `out` that exists (or does not, with `resume`) or is in use, for other settings
            or another box than the run's, or a damaged checkpoint: nothing has been written then. Also for a
            file that cannot be written: what stood there stays.
    """
    out = Path(out)
    described = GAMES[settings.game] if game is None else game
    described.check_players(settings.num_players)
    if resume:
        _check_same(_read_settings(out), settings, out)
        for saved in checkpoint.complete(out / CHECKPOINTS):
            checkpoint.check_version(saved)
    elif out.exists():
        raise HustingsError(f"{out} exists; give another folder, or resume the run in it")

    def busy() -> None:
        raise HustingsError(
            f"{out} is in use by another hustings process; wait for it or choose another folder"
        )

    with _own_streams(settings.threads), _Interrupt() as interrupt:
        run = _Run(settings, described, out, console or Console(quiet=True))
        if not resume:
            make_folder(out, new=True)
        unlocked = not (out / LOCK).exists()
        with locked(out / LOCK, busy):
            try:
                if resume:
                    run.load()
                save_settings(settings, out)
            except HustingsError:
                if not resume:
                    shutil.rmtree(out, ignore_errors=True)
                elif unlocked:
                    (out / LOCK).unlink(missing_ok=True)
                raise
            stopped = run.go(interrupt)
            return run.finish(stopped, final_games)


def _check_same(saved: TrainSettings, given: TrainSettings, out: Path) -> None:
    """Refuse settings that would make another run of it."""
    differing = [
        f"{item.name} {getattr(given, item.name)!r}, not {getattr(saved, item.name)!r}"
        for item in fields(TrainSettings)
        if item.name not in LIMITS and getattr(given, item.name) != getattr(saved, item.name)
    ]
    if differing:
        raise HustingsError(
            f"{out}: the run has other settings: {'; '.join(differing)}; "
            f"leave them as they were (only {', '.join(LIMITS)} may change) or start a new run"
        )


def win_share(
    game: Game, policy: PolicyAgent, bot: str, games: int, seed: int, **table: Any
) -> tuple[Estimate, int]:
    """One policy against one bot in all the other seats: its win share, and the number of players.

    Every deal is played with the policy in each of the seats; the 95 % interval is a bootstrap over deals.

    Args:
        table: num_players, options and box.
    """
    players = game.check_players(table.get("num_players"))
    played = tournament(game, [policy, *[bot] * (players - 1)], games, seed=seed, batch=games, **table)
    if played.stopped:
        raise KeyboardInterrupt
    mine = (played.seatings == 0).reshape(1, -1)
    shares = win_shares(played.ranks).reshape(1, -1)
    return cluster_means(shares, mine, np.repeat(played.deals, players), seed, [(0, 1)])[0][0], players


class _Run:
    """One run under way: what is trained, in which games, and how far it is."""

    def __init__(self, settings: TrainSettings, game: Game, out: Path, console: Console):
        self.settings, self.game, self.out, self.console = settings, game, out, console
        games = self._games(settings.num_games)
        self.players = games.num_players
        self.pool = Pool(
            game,
            self.players,
            settings.opponents,
            size=settings.pool_size,
            one_kind=settings.one_kind,
            seed=settings.seed,
        )
        self.env = SelfPlayVecEnv(games, self.pool, settings.seed, shaping=settings.shaping)
        _seed_globals(settings.seed, _WARM_START)
        self.model = self._model()
        self.teacher = bool(settings.warm_start) and has_bot(game, settings.warm_start)
        self.bots = [bot for bot in settings.evaluate_against if has_bot(game, bot)]
        self.rollouts = 0
        self.evaluations: list[dict[str, Any]] = []
        self._seconds_before, self._begin = 0.0, time.monotonic()
        self._warm = False
        self._last = {"evaluation": -np.inf, "checkpoint": -np.inf}

    def _games(self, number: int) -> GameBatch:
        s = self.settings
        return GameBatch(
            self.game, number, s.num_players, seed=s.seed, reward=s.reward, box=s.box, options=s.options
        )

    def _model(self) -> MaskablePPO:
        s = self.settings
        widths = list(s.layers)
        return MaskablePPO(
            "MlpPolicy",
            self.env,
            n_steps=s.rollout_steps,
            batch_size=s.batch_size,
            n_epochs=s.epochs,
            learning_rate=s.learning_rate,
            gamma=s.gamma,
            gae_lambda=s.gae_lambda,
            clip_range=s.clip_range,
            ent_coef=s.entropy,
            vf_coef=s.value_weight,
            max_grad_norm=s.max_gradient,
            policy_kwargs={"net_arch": {"pi": widths, "vf": widths}, "activation_fn": torch.nn.Tanh},
            stats_window_size=1000,
            device="cpu",
        )

    # --- How far it is ---------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """Decisions of the learner."""
        return self.rollouts * self.settings.num_games * self.settings.rollout_steps

    @property
    def seconds(self) -> float:
        return self._seconds_before + time.monotonic() - self._begin

    @property
    def done(self) -> float:
        """The share of the run that is done, from 0; above 1 past the limit."""
        s = self.settings
        shares = [self.steps / s.steps] if s.steps else []
        if s.minutes is not None:
            shares.append(self.seconds / (60 * s.minutes) if s.minutes else 1.0)
        return max(shares)

    @property
    def over(self) -> bool:
        return self.done >= 1

    # --- The run ---------------------------------------------------------------------------------

    def go(self, interrupt: "_Interrupt") -> bool:
        """Train until the limit or until interrupted; whether it was stopped before the limit."""
        with _logs(self.out / TENSORBOARD) as logger, self._bar() as bar:
            self.model.set_logger(logger)
            if not self._warm:
                self._warm_start(bar, interrupt)
                if interrupt.set_by_user:
                    return True  # nothing to save yet: resuming starts from the beginning
                self._warm = True
                self.pool.freeze(export(self.model), 0)
                self._evaluate()
                self._checkpoint()
            while not self.over and not interrupt.set_by_user:
                self._rollout()
                if self._due("evaluation", self.settings.evaluate_seconds):
                    self._evaluate()
                if self._due("checkpoint", self.settings.checkpoint_seconds):
                    self._checkpoint()
                self._show(bar, self._words())
            if self.evaluations[-1]["rollout"] != self.rollouts and not interrupt.set_by_user:
                self._evaluate()
            self._checkpoint()
            return interrupt.set_by_user and not self.over

    def finish(self, stopped: bool, games: int) -> TrainResult:
        """Evaluate the policy that is kept on deals of its own."""
        if stopped:
            return TrainResult(
                self.out / POLICY, self.steps, self.rollouts, self.seconds, True, {}, self.players
            )
        kept = PolicyAgent.load(self.out / POLICY, self.game, self.settings.seed)
        shares = {
            bot: self._against(kept, bot, games, (2**32 + self.settings.seed) % 2**64) for bot in self.bots
        }
        return TrainResult(
            self.out / POLICY, self.steps, self.rollouts, self.seconds, False, shares, self.players
        )

    def _rollout(self) -> None:
        """Play one rollout and learn from it."""
        s = self.settings
        _seed_globals(s.seed, _ROLLOUT, self.rollouts)
        self.env.begin(s.seed, self.rollouts)
        self.pool.set_latest(export(self.model))
        falling = 1 - (1 - s.final_learning_rate) * min(self.done, 1.0)
        self.model.lr_schedule = FloatSchedule(s.learning_rate * falling)
        begin, size = time.monotonic(), s.num_games * s.rollout_steps
        threads = _Threads(s.threads or torch.get_num_threads())
        self.model.learn(size, threads, log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
        self.rollouts += 1
        if self.rollouts % s.freeze_every == 0:
            self.pool.freeze(export(self.model), self.rollouts)
        self._log(size / (time.monotonic() - begin))

    def _warm_start(self, bar: Progress, interrupt: "_Interrupt") -> None:
        s = self.settings
        if not self.teacher or not s.warm_start_share:
            return
        logger, share = self.model.logger, s.warm_start_share
        stream = np.random.default_rng((s.seed, _WARM_START))
        most = share * s.steps * _LESSONS_PER_STEP if s.steps else np.inf

        def go_on(seen: int, right: float, loss: float) -> bool:
            logger.record("warm_start/right", right)
            logger.record("warm_start/loss", loss)
            logger.dump(seen)
            done = max(self.done, seen / most * share)
            self._show(bar, f"imitating {s.warm_start}: {right:.0%} of its decisions")
            return done < share and not interrupt.set_by_user

        teacher = make(s.warm_start, self.game, s.seed)
        imitate(self.model.policy, self._games(_LESSON_GAMES), teacher, stream, go_on, shaping=s.shaping)

    def _due(self, what: str, seconds: float) -> bool:
        return self.seconds - self._last[what] >= seconds

    # --- What it reports -------------------------------------------------------------------------

    def _bar(self) -> Progress:
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        bar = Progress(*columns, console=self.console, disable=self.console.quiet)
        bar.add_task("training", total=_BAR)
        return bar

    def _show(self, bar: Progress, text: str) -> None:
        bar.update(bar.task_ids[0], completed=int(_BAR * min(self.done, 1.0)), description=text)

    def _words(self) -> str:
        parts = [f"{self.steps:,} decisions"]
        if self.evaluations:
            shares = self.evaluations[-1]["win_shares"]
            parts += [f"{share[0]:.2f} against {bot}" for bot, share in shares.items()]
        return ", ".join(parts)

    def _log(self, speed: float) -> None:
        logger = self.model.logger
        for key, name in (("r", "reward"), ("payoff", "payoff"), ("l", "length")):
            values = [info[key] for info in self.model.ep_info_buffer or ()]
            if values:
                logger.record(f"rollout/{name}", float(np.mean(values)))
        for member, chance in zip(self.pool.members, self.pool.chances()):
            name = member.name.replace(" ", "_")
            logger.record(f"pool/{name}/beaten", member.beaten)
            logger.record(f"pool/{name}/share", float(chance))
        logger.record("time/decisions_per_second", speed)
        logger.dump(self.steps)

    def _policy(self) -> PolicyAgent:
        weights = export(self.model)
        about = {"steps": self.steps, "rollouts": self.rollouts, "settings": asdict(self.settings)}
        return PolicyAgent(facts_of(self.game, self.players, weights, **about), weights, self.settings.seed)

    def _against(self, policy: PolicyAgent, bot: str, games: int, seed: int) -> Estimate:
        s = self.settings
        table = {"num_players": s.num_players, "options": s.options, "box": s.box}
        return win_share(self.game, policy, bot, games, seed, **table)[0]

    def _evaluate(self) -> None:
        """Measure the latest policy on the same deals every time; keep it if it is the best so far."""
        s, policy = self.settings, self._policy()
        shares = {bot: self._against(policy, bot, s.evaluate_games, s.seed) for bot in self.bots}
        about = {"rollout": self.rollouts, "steps": self.steps, "seconds": round(self.seconds, 1)}
        best = max(map(_mean, self.evaluations), default=0.0)
        # An interval over a single deal is not a number, which JSON does not have.
        listed = {bot: [None if math.isnan(x) else x for x in share] for bot, share in shares.items()}
        self.evaluations.append({**about, "win_shares": listed})
        for bot, share in shares.items():
            for name, value in share._asdict().items():
                self.model.logger.record(f"evaluation/{bot}/{name}", value)
        self.model.logger.dump(self.steps)
        self.console.print(f"{about['seconds']:6.0f} s  {self._words()}", highlight=False)
        if _mean(self.evaluations[-1]) >= best:
            policy.save(self.out / POLICY)
        write_text(self.out / EVALUATIONS, json.dumps(self.evaluations, indent=1) + "\n")
        self._last["evaluation"] = self.seconds

    # --- Checkpoints -----------------------------------------------------------------------------

    def _checkpoint(self) -> None:
        members, weights = self.pool.state()
        state = {
            "game": self._played,
            "box": box_hash(self.env.games.box),
            "rollouts": self.rollouts,
            "seconds": self.seconds,
            "evaluations": self.evaluations,
            "members": members,
        }
        arrays = {"model": learner.state(self.model), "pool": weights, "games": self.env.state()}
        checkpoint.save(self.out / CHECKPOINTS, state, arrays)
        self._last["checkpoint"] = self.seconds

    def load(self) -> None:
        """Go on from the last checkpoint; from the beginning if there was none yet."""
        saved = checkpoint.complete(self.out / CHECKPOINTS)
        if not saved:
            return
        path = saved[-1]
        state, arrays = checkpoint.load(path)
        try:
            self._check_state(state)
            self.pool.restore(state["members"], arrays["pool"], export(self.model))
            self.env.restore(arrays["games"])
            learner.restore(self.model, arrays["model"], state["rollouts"], self.env.games.observe())
        except CheckpointError:
            raise
        except HustingsError as error:
            raise CheckpointError(f"{path}: {error}; {checkpoint.remedy(path)}") from None
        self.rollouts, self.evaluations = state["rollouts"], state["evaluations"]
        self._seconds_before, self._begin = state["seconds"], time.monotonic()
        self._last = dict.fromkeys(self._last, self.seconds)
        self._warm = True

    @property
    def _played(self) -> str:
        return f"{self.game.name}_v{self.game.version}"

    def _check_state(self, state: dict[str, Any]) -> None:
        """Refuse a state that is not of this run's game and box, or that no run could have written."""
        kinds = {
            "game": str,
            "box": str,
            "rollouts": int,
            "seconds": float,
            "evaluations": list,
            "members": list,
        }
        check_record(checkpoint.STATE, state, kinds)
        if state["game"] != self._played:
            raise CheckpointError(
                f"{self.out}: a run of {state['game']!r}, not of {self._played}; start a new run"
            )
        if state["box"] != box_hash(self.env.games.box):
            box = self.settings.box or f"the box of {self.game.title}"
            raise CheckpointError(
                f"{box}: not as it was when the run in {self.out} began; put it back or start a new run"
            )
        kinds = {"rollout": int, "steps": int, "seconds": float, "win_shares": dict}
        for entry in state["evaluations"]:
            check_record("evaluations", entry, kinds)
            if entry["win_shares"].keys() != set(self.bots):
                raise HustingsError("evaluations: not against the bots of the settings")
            for share in entry["win_shares"].values():
                if not isinstance(share, list) or len(share) != 3 or not isinstance(share[0], float):
                    raise HustingsError(f"evaluations: {share!r} is not a win share and its interval")
        if not state["evaluations"]:
            raise HustingsError("evaluations: there are none")


def _mean(evaluation: dict[str, Any]) -> float:
    """The mean win share of an evaluation, 0 if there was nobody to play."""
    shares = [share[0] for share in evaluation["win_shares"].values()]
    return float(np.mean(shares)) if shares else 0.0


# --- The process around it -----------------------------------------------------------------------


def _seed_globals(*key: int) -> None:
    """Seed the global streams that Stable-Baselines3 draws from."""
    set_random_seed(int(np.random.SeedSequence(key).generate_state(1)[0]))


@contextmanager
def _own_streams(threads: int) -> Iterator[None]:
    """Put Python's, NumPy's and torch's global settings back afterwards."""
    before = random.getstate(), np.random.get_state(), torch.get_rng_state(), torch.get_num_threads()  # noqa: NPY002
    checks = torch.distributions.Distribution._validate_args
    # The checks cost time, and fail on rounding with many actions.
    torch.distributions.Distribution.set_default_validate_args(False)
    if threads:
        torch.set_num_threads(threads)
    try:
        with threadpool_limits(1, user_api="blas"):
            yield
    finally:
        random.setstate(before[0])
        np.random.set_state(before[1])  # noqa: NPY002
        torch.set_rng_state(before[2])
        torch.set_num_threads(before[3])
        torch.distributions.Distribution.set_default_validate_args(checks)


class _Threads(BaseCallback):
    """Several threads while learning, one while playing.

    The small products of playing gain nothing from threads, and with another program on a core they lose:
    threads that wait for each other took 15 times as long.
    """

    def __init__(self, learning: int):
        super().__init__()
        self._learning = learning

    def _on_rollout_start(self) -> None:
        torch.set_num_threads(1)

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        torch.set_num_threads(self._learning)


@contextmanager
def _logs(folder: Path) -> Iterator[Logger]:
    """TensorBoard's writer. When it fails, that is one HustingsError."""

    def hook(failure: threading.ExceptHookArgs) -> None:
        # The writer's thread hands its OSError on to us; no need to print it as well.
        if not (isinstance(failure.exc_value, OSError) and "tensorboard" in type(failure.thread).__module__):
            before(failure)

    before, threading.excepthook = threading.excepthook, hook
    logger = None
    try:
        logger = configure(str(folder), ["tensorboard"])
        yield logger
        logger.close()
    except OSError as reason:
        name, why = reason.filename or folder, reason.strerror or reason
        raise HustingsError(f"{name}: cannot be written ({why}); make room and resume") from None
    finally:
        with suppress(OSError):
            if logger is not None:
                logger.close()
        threading.excepthook = before


class _Interrupt:
    """Notes Ctrl-C, and SIGTERM, which clusters send, instead of ending; the second Ctrl-C raises."""

    set_by_user = False

    def __enter__(self) -> "_Interrupt":
        self._before: dict[int, Any] = {}
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._note)
        return self

    def _note(self, *_: object) -> None:
        self.set_by_user = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            if handler is not None:
                signal.signal(number, handler)
