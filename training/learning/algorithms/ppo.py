"""PPO in games against a pool of opponents: bots, the latest weights, and snapshots of them."""

from collections.abc import Mapping

import numpy as np
from stable_baselines3.common.utils import FloatSchedule

from ..checkpoint import Arrays
from ..process_state import Threads
from ..self_play_env import SelfPlayVecEnv
from .interface import Algorithm, Context, UpdateResult
from .maskable_ppo import learner_state, make_learner, restore_learner
from .workers import Workers


class PPO(Algorithm):
    """Each update plays one rollout, or has workers play it, and learns from it by MaskablePPO."""

    def __init__(self, context: Context):
        super().__init__(context)
        self.learner = make_learner(context.settings, context.env, context.network)
        self._workers: Workers | None = None
        if context.start_workers is not None:
            assert isinstance(context.env, SelfPlayVecEnv)  # as the settings make sure
            play = context.start_workers(context.settings, context.env.games)
            self._workers = Workers(context.settings, context.env, play)

    def update(self, number: int, progress: float, stream: np.random.Generator) -> UpdateResult:
        """Learn from a rollout."""
        s, learner = self.context.settings, self.learner
        self.context.begin_rollout(number, progress)
        learner.critic_only = self._critic_only(progress)
        learner.lr_schedule = FloatSchedule(s.learning_rate_at(progress))
        if (workers := self._workers) is not None:
            learner.external_rollouts = lambda: workers.rollout(learner, number)
        size = s.num_games * s.rollout_steps
        threads = Threads(self.context.threads)
        learner.learn(size, threads, log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
        return UpdateResult(size, self._metrics())

    def _critic_only(self, progress: float) -> bool:
        """Whether the policy is to stay as it began, until the values know its opponents."""
        s = self.context.settings
        early = (self.context.imitated or bool(s.start)) and progress < s.critic_share
        return early and any(True for _ in self.context.network.value_parameters())

    def _metrics(self) -> dict[str, float]:
        """The learner's figures since the last update, and means over the latest episodes."""
        logger, episodes = self.learner.logger, self.learner.ep_info_buffer or ()
        metrics = dict(logger.name_to_value)
        logger.dump()
        for key, name in (("r", "reward"), ("payoff", "payoff"), ("l", "length")):
            if episodes:
                metrics[f"rollout/{name}"] = float(np.mean([info[key] for info in episodes]))
        asked = self.context.env.asked
        met = (phase for phase in self.context.game.phases if asked[phase])
        return metrics | {f"phase/{phase.name.lower()}": float(asked[phase] / asked.sum()) for phase in met}

    def note_snapshot(self, weights: Mapping[str, np.ndarray]) -> None:
        """Hold the policy to the snapshot, if the settings ask for it."""
        if self.learner.kl_weight:
            self.learner.set_reference(weights)

    def state(self) -> Arrays:
        """As `learner_state`."""
        return learner_state(self.learner)

    def restore(self, arrays: Arrays, updates: int) -> None:
        """Go on from `state()`."""
        restore_learner(self.learner, arrays, updates, self.context.env.observe())
