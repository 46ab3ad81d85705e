"""Training by self-play: sb3-contrib's MaskablePPO on `SelfPlayVecEnv`, from settings to a saved policy.

A run is a folder:

    settings.json       what it was started with
    policy/             policy.onnx, the best so far, for `hustings tournament` and `agents.make`
    evaluations.json    every evaluation
    tensorboard/        logs
    checkpoints/        the newest two; a run goes on from the last, also after it was killed
    .lock               held while a process trains here, so that a second one is refused

All of it is plain data: going on with a run that somebody else began runs no code of theirs.

Everything random depends on the seed and the number of the rollout only. So a run limited by steps that was
stopped and resumed ends with the same weights as one that was not. (One limited by minutes slows its
learning rate by the clock, and depends on the machine.)
"""

import itertools
import json
import math
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from stable_baselines3.common.utils import FloatSchedule

from ...agents import Agent, PolicyAgent, make
from ...agents.policy.agent import PolicyFacts
from ...agents.registration import is_available
from ...envs import GAMES
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.replay import box_hash
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from ...envs.core.io.files import locked, make_folder, write_text
from ..evaluation.statistics import Estimate
from . import checkpoint, learner
from .checkpoint import CheckpointError, check_record
from .expert_iteration import Expert, check_search, learn
from .export import to_onnx
from .imitation import CHOICE, imitate, measure
from .learner import export
from .opponents import NetworkAgent, check_seats
from .padding import ANY, counts_of
from .process_state import Interrupt, Threads, logs, own_streams, seed_globals
from .results import Match, TrainResult, win_share
from .rollouts import Players, Workers, make_env, make_model, make_pool
from .self_play_env import SelfPlayVecEnv
from .settings import LIMITS, TrainSettings, read_settings, save_settings

EVALUATIONS, POLICY = "evaluations.json", "policy"
CHECKPOINTS, TENSORBOARD, LOCK = "checkpoints", "tensorboard", ".lock"

_WARM_START, _ROLLOUT = 1, 2
_LESSON_GAMES = 128
_LESSONS_PER_STEP = 2
_FINAL_GAMES = 1000
_BAR = 1000


def train(
    settings: TrainSettings,
    out: str | Path,
    resume: bool = False,
    *,
    game: Game | None = None,
    console: Console | None = None,
    final_games: int = _FINAL_GAMES,
    ray: str | None = None,
) -> TrainResult:
    """Train a policy by self-play, or go on with a run.

    Ctrl-C or SIGTERM saves a checkpoint after the rollout or wave of lessons under way and ends the run in
    good order; a second Ctrl-C stops at once. Python's, NumPy's and torch's global streams are used by
    Stable-Baselines3 and put back.

    Args:
        settings: see `TrainSettings`; with `resume` they must be those of the run, `LIMITS` aside.
        out: the folder of the run; it must not exist, unless `resume`.
        resume: go on from the last checkpoint in `out`.
        game: what is played when it is not in `GAMES`.
        console: where progress goes; None for nowhere.
        final_games: games against each bot in the last evaluation, at every table where there are several.
        ray: the address of a Ray cluster for the `workers` of the settings, see `hustings.training.cluster`.

    Raises:
        HustingsError: for an `out` that exists (or does not, with `resume`) or is in use, for other settings
            or another box than the run's, or a damaged checkpoint: nothing has been written then. Also for a
            file that cannot be written: what stood there stays.
    """
    out = Path(out)
    described = GAMES[settings.game] if game is None else game
    counts_of(described, settings.num_players)
    if resume:
        _check_same(read_settings(out), settings, out)
        for saved in checkpoint.complete(out / CHECKPOINTS):
            checkpoint.check_version(saved)
    elif out.exists():
        raise HustingsError(f"{out} exists; give another folder, or resume the run in it")

    def busy() -> None:
        raise HustingsError(
            f"{out} is in use by another hustings process; wait for it or choose another folder"
        )

    with _workers(ray, settings) as workers, own_streams(settings.threads), Interrupt() as interrupt:
        run = _Run(settings, described, out, console or Console(quiet=True), workers)
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


@contextmanager
def _workers(ray: str | None, settings: TrainSettings) -> Iterator[Players | None]:
    """Who plays a run's rollouts on a cluster; None where this process does."""
    if ray is None and not settings.workers:
        yield None
        return
    if ray is None:
        raise HustingsError(f"workers: {settings.workers} play on a cluster; say which, --ray auto or local")
    if not settings.workers:
        raise HustingsError("--ray: say how many play, --workers 4; what is learnt depends on their number")
    from ..cluster import connected
    from .ray_workers import workers

    with connected(ray):
        yield workers


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


class _Run:
    """One run under way: what is trained, in which games, and how far it is."""

    def __init__(
        self,
        settings: TrainSettings,
        game: Game,
        out: Path,
        console: Console,
        players: Players | None = None,
    ):
        self.settings, self.game, self.out, self.console = settings, game, out, console
        self.threads = settings.threads or torch.get_num_threads()
        self.counts = counts_of(game, settings.num_players)
        if settings.num_games < len(self.counts):
            raise HustingsError(
                f"num_games: {settings.num_games} are fewer than the {len(self.counts)} tables; take more"
            )
        shares = np.array_split(np.arange(settings.num_games), len(self.counts))
        batches = [self._games(len(rows), players) for rows, players in zip(shares, self.counts)]
        self.pool = make_pool(settings, game, lambda: learner.inference_copy(self.model.policy))
        self.env = make_env(settings, batches, self.pool)
        seed_globals(settings.seed, _WARM_START)
        self.model = make_model(settings, self.env)
        self.expert: Expert | None = None
        if settings.algorithm == "expert":
            check_search(game, settings.search)
            waves = [self._games(settings.wave_games, players) for players in self.counts]
            self.expert = Expert(
                self.model.policy,
                waves,
                self.env.critic_view,
                settings.search,
                settings.targets,
                settings.threads,
            )
        self.teacher = bool(settings.warm_start) and is_available(settings.warm_start, game)
        bots = [bot for bot in settings.evaluate_against if is_available(bot, game)]
        teacher = [settings.warm_start] if self.teacher else []
        self.num_players = None if settings.num_players == ANY else self.counts[0]
        self.matches = self._matches(bots)
        for games in batches:
            check_seats(games, [*bots, *teacher, *(member.name for member in self.pool.members)])
        self.waves, self.lessons = 0, 0  # of the warm start: waves of games, decisions imitated
        self.rollouts, self.steps = 0, 0  # steps: decisions of the learner
        self.evaluations: list[dict[str, Any]] = []
        if players is not None:
            assert isinstance(self.env, SelfPlayVecEnv)
            workers = Workers(settings, self.env, players(settings, batches[0]))
            self.model.external_rollouts = lambda: workers.rollout(self.model, self.rollouts)
        self._seconds_before, self._begin = 0.0, time.monotonic()
        self.warm_seconds = 0.0
        self._warm = False
        self._last = {"evaluation": -np.inf, "checkpoint": -np.inf}

    def _matches(self, bots: list[str]) -> dict[str, Match]:
        """What the policy is measured in, by the names of the win shares; the last bot's come last."""
        all_matches = [Match(bot, players) for bot in bots for players in self.counts]
        return {match.bot if self.num_players else match.words: match for match in all_matches}

    def _games(self, number: int, players: int) -> GameBatch:
        s = self.settings
        return GameBatch(
            self.game, number, players, seed=s.seed, reward=s.reward, box=s.box, options=s.options
        )

    # --- How far it is ---------------------------------------------------------------------------

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

    def go(self, interrupt: "Interrupt") -> bool:
        """Train until the limit or until interrupted; whether it was stopped before the limit."""
        with logs(self.out / TENSORBOARD) as logger, self._bar() as bar:
            self.model.set_logger(logger)
            if not self._warm:
                self._warm_start(bar, interrupt)
                if interrupt.set_by_user:
                    if self.waves:  # else there is nothing to save, and resuming starts from the beginning
                        self._checkpoint()
                    return True
                self._warm = True
                torch.set_num_threads(1)
                self._freeze()
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
            return self._result(True, {})
        kept = PolicyAgent.load(self.out / POLICY, self.game, self.settings.seed)
        seed = (2**32 + self.settings.seed) % 2**64
        shares = {name: self._share(kept, match, games, seed) for name, match in self.matches.items()}
        return self._result(False, shares)

    def _result(self, stopped: bool, shares: dict[str, Estimate]) -> TrainResult:
        return TrainResult(
            self.out / POLICY, self.steps, self.rollouts, self.seconds, stopped, shares, self.num_players
        )

    def _rollout(self) -> None:
        """Play one rollout and learn from it."""
        s, begin, before = self.settings, time.monotonic(), self.steps
        seed_globals(s.seed, _ROLLOUT, self.rollouts)
        rate = s.learning_rate * (1 - (1 - s.final_learning_rate) * self._way())
        if self.expert is None:
            self._ppo(rate)
        else:
            self._iterate(self.expert, rate)
        self.rollouts += 1
        if self.rollouts % s.freeze_every == 0:
            self._freeze()
        self._log((self.steps - before) / (time.monotonic() - begin))

    def _iterate(self, expert: Expert, rate: float) -> None:
        """Learn from a wave of games of the search."""
        s, stream = self.settings, np.random.default_rng((self.settings.seed, _ROLLOUT, self.rollouts))
        taught = expert.wave(self.rollouts, int(stream.integers(2**63)), stream, s.shaping)
        torch.set_num_threads(self.threads)
        accuracy, loss = learn(
            self.model.policy,
            taught,
            epochs=s.epochs,
            batch_size=s.batch_size,
            learning_rate=rate,
            value_weight=s.value_weight,
        )
        torch.set_num_threads(1)
        learner.note_update(self.model, self.env.observe())
        self.model.logger.record("expert/right", accuracy)
        self.model.logger.record("expert/loss", loss)
        self.steps += len(taught.actions)

    def _ppo(self, rate: float) -> None:
        s, model = self.settings, self.model
        self.env.begin(s.seed, self.rollouts)
        self.pool.set_latest(export(model.policy))
        self.pool.done = way = self._way()
        model.critic_only = self.teacher and way < s.critic_share
        model.lr_schedule = FloatSchedule(rate)
        size = s.num_games * s.rollout_steps
        threads = Threads(self.threads)
        model.learn(size, threads, log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
        self.steps += size

    def _way(self) -> float:
        """The share of self-play that is done, 0 to 1."""
        s = self.settings
        shares = [self.steps / s.steps] if s.steps else []
        if s.minutes is not None:
            left = 60 * s.minutes - self.warm_seconds
            shares.append((self.seconds - self.warm_seconds) / left if left > 0 else 1.0)
        return min(max(shares), 1.0)

    def _freeze(self) -> None:
        """Keep the weights of now as an opponent, and as what the policy is held to."""
        weights = export(self.model.policy)
        self.pool.freeze(weights, self.rollouts)
        if self.model.kl_weight:
            self.model.set_reference(weights)

    def _warm_start(self, bar: Progress, interrupt: "Interrupt") -> None:
        """Take the scale of the inputs from lessons, and imitate the teacher if there is one."""
        s, batches = self.settings, [self._games(_LESSON_GAMES, players) for players in self.counts]
        if not self.waves:
            measure(self.model.policy, batches, *self._lesson(), self.env.critic_view)
        while self.teacher and self._taught() < 1 and not interrupt.set_by_user:
            self._imitate(batches[self.waves % len(batches)], bar)
            if self._due("checkpoint", s.checkpoint_seconds):
                self._checkpoint()
        if interrupt.set_by_user:
            return
        self.model.policy.optimizer.state.clear()
        if self.waves and self.expert is None:
            self.model.policy.scale_logits(s.sharpness)
        self.warm_seconds = self.seconds

    def _lesson(self) -> tuple[Agent, np.random.Generator]:
        """The teacher and the stream of the next wave: they depend on the seed and its number only."""
        s = self.settings
        seed_globals(s.seed, _WARM_START, self.waves)
        stream = np.random.default_rng((s.seed, _WARM_START, self.waves))
        spec = s.warm_start if self.teacher else "random"
        return make(spec, self.game, int(stream.integers(2**63))), stream

    def _taught(self) -> float:
        """The share of the warm start that is done."""
        s = self.settings
        if not s.warm_start_share:
            return 1.0
        most = s.warm_start_share * s.steps * _LESSONS_PER_STEP if s.steps else math.inf
        return max(self.done / s.warm_start_share, self.lessons / most)

    def _imitate(self, games: GameBatch, bar: Progress) -> None:
        """Learn from a wave of the teacher's games."""
        s, logger = self.settings, self.model.logger
        rate = s.warm_start_rate * (1 - self._taught())
        targets = s.targets if s.warm_start.partition(":")[0] == "search" else CHOICE
        taught, accuracy, loss = imitate(
            self.model.policy,
            games,
            *self._lesson(),
            rate,
            s.shaping,
            targets,
            critic_view=self.env.critic_view,
        )
        self.waves, self.lessons = self.waves + 1, self.lessons + taught
        logger.record("warm_start/right", accuracy)
        logger.record("warm_start/loss", loss)
        logger.dump(self.lessons)
        self._show(bar, f"imitating {s.warm_start}: {accuracy:.0%} of its decisions")

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
            matches = [(match, shares[name][0]) for name, match in self.matches.items()]
            for bot, played in itertools.groupby(matches, key=lambda entry: entry[0].bot):
                parts.append(self._against(bot, list(played)))
        return ", ".join(parts)

    def _against(self, bot: str, played: list[tuple[Match, float]]) -> str:
        found = "/".join(f"{share:.2f}" for _, share in played)
        if self.num_players is not None:
            return f"{found} against {bot}"
        return f"{found} against {'/'.join(str(match.players - 1) for match, _ in played)} x {bot}"

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
        """The policy of now, as it is saved."""
        about = {"steps": self.steps, "rollouts": self.rollouts, "settings": asdict(self.settings)}
        facts = PolicyFacts.of(self.game, self.num_players, **about)
        return PolicyAgent(to_onnx(self.model.policy, facts), self.settings.seed)

    def _share(self, policy: Agent, match: Match, games: int, seed: int) -> Estimate:
        s = self.settings
        table = {"num_players": match.players, "options": s.options, "box": s.box}
        return win_share(self.game, policy, match.bot, games, seed, **table)

    def _evaluate(self) -> None:
        """Measure the latest policy on the same deals every time; keep it if it is the best so far."""
        s, policy = self.settings, NetworkAgent(self.model.policy, greedy=True)
        shares = {
            name: self._share(policy, match, s.evaluate_games, s.seed) for name, match in self.matches.items()
        }
        about = {"rollout": self.rollouts, "steps": self.steps, "seconds": round(self.seconds, 1)}
        best = max(map(self._deciding, self.evaluations), default=0.0)
        # An interval over a single deal is not a number, which JSON does not have.
        listed = {name: [None if math.isnan(x) else x for x in share] for name, share in shares.items()}
        self.evaluations.append({**about, "win_shares": listed})
        for name, share in shares.items():
            for figure, value in share._asdict().items():
                self.model.logger.record(f"evaluation/{name.replace(' ', '_')}/{figure}", value)
        self.model.logger.dump(self.steps)
        self.console.print(f"{about['seconds']:6.0f} s  {self._words()}", highlight=False)
        if self._deciding(self.evaluations[-1]) >= best:
            self._policy().save(self.out / POLICY)
        write_text(self.out / EVALUATIONS, json.dumps(self.evaluations, indent=1) + "\n")
        self._last["evaluation"] = self.seconds

    # --- Checkpoints -----------------------------------------------------------------------------

    def _checkpoint(self) -> None:
        members, weights = self.pool.state()
        state = {
            "game": self._played,
            "box": box_hash(self.env.games.box),
            "warm": self._warm,
            "waves": self.waves,
            "lessons": self.lessons,
            "rollouts": self.rollouts,
            "steps": self.steps,
            "seconds": self.seconds,
            "warm_seconds": self.warm_seconds,
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
            self.pool.restore(state["members"], arrays["pool"], export(self.model.policy))
            self.env.restore(arrays["games"])
            waves = 0 if state["warm"] else state["waves"]
            at = self.env.observe()
            learner.restore(self.model, arrays["model"], state["rollouts"], waves, at)
        except CheckpointError:
            raise
        except HustingsError as error:
            raise CheckpointError(f"{path}: {error}; {checkpoint.remedy(path)}") from None
        self._warm, self.waves, self.lessons = state["warm"], state["waves"], state["lessons"]
        self.rollouts, self.steps = state["rollouts"], state["steps"]
        self.evaluations = state["evaluations"]
        self.warm_seconds = state["warm_seconds"]
        self._seconds_before, self._begin = state["seconds"], time.monotonic()
        self._last = dict.fromkeys(self._last, self.seconds)

    @property
    def _played(self) -> str:
        return f"{self.game.name}_v{self.game.version}"

    def _check_state(self, state: dict[str, Any]) -> None:
        """Refuse a state that is not of this run's game and box, or that no run could have written."""
        kinds = {
            "game": str,
            "box": str,
            "warm": bool,
            "waves": int,
            "lessons": int,
            "rollouts": int,
            "steps": int,
            "seconds": float,
            "warm_seconds": float,
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
            if entry["win_shares"].keys() != self.matches.keys():
                raise HustingsError("evaluations: not against the bots of the settings")
            for share in entry["win_shares"].values():
                if not isinstance(share, list) or len(share) != 3 or not isinstance(share[0], float):
                    raise HustingsError(f"evaluations: {share!r} is not a win share and its interval")
        if state["warm"] != bool(state["evaluations"]) or not (state["warm"] or state["waves"]):
            raise HustingsError("evaluations: there are none after a warm start, or some before its end")

    def _deciding(self, evaluation: dict[str, Any]) -> float:
        """What decides which policy is kept: the win share against the last of the bots, fair ones being 1.

        Of several tables it is the mean; 0 where there are no bots.
        """
        last = list(self.matches.items())[-len(self.counts) :]
        shares = [evaluation["win_shares"][name][0] * match.players for name, match in last]
        return float(np.mean(shares)) if shares else 0.0
