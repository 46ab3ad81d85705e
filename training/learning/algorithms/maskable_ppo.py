"""sb3-contrib's MaskablePPO on a `Network`, with what self-play needs in addition."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import explained_variance
from torch import Tensor
from torch.nn import functional

from ..checkpoint import Arrays, check_arrays
from ..multi_count_env import MultiCountVecEnv
from ..networks import LOWEST, Network, inference_copy
from ..self_play_env import SelfPlayVecEnv
from ..settings import TrainSettings
from .optimizer import adam_arrays, adam_state, make_adam, restore_adam

BUFFERED = (
    *("observations", "actions", "action_masks", "rewards", "episode_starts"),
    *("values", "log_probs", "advantages", "returns"),
)
_LEARNT = ("observations", "actions", "values", "log_probs", "advantages", "returns", "action_masks")
_RECENT = ("r", "l", "payoff")


class Rollout(NamedTuple):
    """Decisions to learn from.

    Attributes:
        arrays: (steps, N, ...) the arrays of a rollout buffer, by name: `BUFFERED`.
        episodes: reward, length and payoff of the episodes that ended.
    """

    arrays: dict[str, np.ndarray]
    episodes: list[dict[str, Any]]


class FlatBuffer(MaskableRolloutBuffer):
    """A rollout buffer from which batches are drawn as it lies, step by step.

    They are drawn at random, so any order does, and the usual one costs a copy of everything.
    """

    def reset(self) -> None:
        """Empty it."""
        super().reset()
        self.action_masks = np.ones(self.action_masks.shape, np.bool_)

    def get(self, batch_size: int | None = None) -> Iterator[MaskableRolloutBufferSamples]:  # type: ignore[override]
        """All decisions in batches, each of which lies where the one before lay."""
        decisions = self.buffer_size * self.n_envs
        order = torch.from_numpy(np.random.permutation(decisions))  # noqa: NPY002
        parts = order.split(batch_size or decisions)
        learnt = [torch.from_numpy(getattr(self, name)).flatten(0, 1) for name in _LEARNT]
        batch = [array[: len(parts[0])].clone() for array in learnt]
        for rows in parts:
            drawn = [
                torch.index_select(array, 0, rows, out=held[: len(rows)])
                for array, held in zip(learnt, batch)
            ]
            yield MaskableRolloutBufferSamples(*(array.to(self.device) for array in drawn))


class NetworkPolicy(MaskableActorCriticPolicy):
    """A network as MaskablePPO calls its policies; PPO learns from its critic's value of one's own seat."""

    network: Network

    def __init__(
        self,
        observation_space: Any,
        action_space: Any,
        lr_schedule: Any,
        *,
        network: Network,
        learning_rate: float,
    ):
        super().__init__(observation_space, action_space, lr_schedule)
        self.network, self.optimizer = network, make_adam(network, learning_rate)

    def _build(self, lr_schedule: Any) -> None:
        """Build nothing: the network is there already."""

    def _log_probs_and_values(self, obs: Tensor, action_masks: Any) -> tuple[Tensor, Tensor]:
        """The log-probabilities (R, A) of the legal actions, and one's own values (R, 1)."""
        if action_masks is None:
            legal = torch.ones(
                (len(obs), self.network.spec.actions.size), dtype=torch.bool, device=obs.device
            )
        else:
            legal = torch.as_tensor(action_masks, device=obs.device).bool()
        said = self.network.evaluate(obs, legal)
        return said.logits.masked_fill(~legal, LOWEST).log_softmax(dim=1), said.critic[:, :1]

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Actions (R,), one's own values (R, 1) and the log-probabilities (R,) of the actions."""
        chances, values = self._log_probs_and_values(obs, action_masks)
        if deterministic:
            actions = chances.argmax(dim=1)
        else:  # each action has an exponential clock, as fast as it is likely; the first to ring
            actions = (chances.softmax(dim=1) / torch.empty_like(chances).exponential_()).argmax(dim=1)
        return actions, values, _of(chances, actions)

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """One's own values (R, 1), the log-probabilities (R,) of the actions, and the entropies (R,)."""
        chances, values = self._log_probs_and_values(obs, action_masks)
        return values, _of(chances, actions), -(chances.softmax(dim=1) * chances).sum(dim=1)

    def get_distribution(self, obs: Any, action_masks: Any = None) -> Any:
        """The masked distribution of actions."""
        return self.action_dist.proba_distribution(self._log_probs_and_values(obs, action_masks)[0])

    def predict_values(self, obs: Any) -> Tensor:
        """One's own values (R, 1)."""
        return self.network.critic_values(obs)[:, :1]


def _of(chances: Tensor, actions: Tensor) -> Tensor:
    """(R,) the entries of `chances` (R, A) at `actions` (R,)."""
    return chances.gather(1, actions.unsqueeze(1)).squeeze(1)


class Learner(MaskablePPO):
    """MaskablePPO on a `NetworkPolicy`, with two additions to its update.

    While `critic_only` is set, the value heads learn and nothing else moves: a critic that does not yet know
    the opponents would push the policy about. And `kl_weight` holds the policy to a `reference`, earlier
    weights of its own (see R-NaD, doi:10.1126/science.add4679).

    Attributes:
        external_rollouts: where rollouts come from when others play them.
    """

    policy: NetworkPolicy
    critic_only = False
    kl_weight = 0.0
    reference: Network | None = None
    external_rollouts: Callable[[], Rollout] | None = None

    def collect_rollouts(
        self,
        env: Any,
        callback: Any,
        rollout_buffer: Any,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Fill the buffer, by playing or with what others have played."""
        if self.external_rollouts is None:
            return super().collect_rollouts(env, callback, rollout_buffer, n_rollout_steps, use_masking)
        callback.on_rollout_start()
        rollout = self.external_rollouts()
        rollout_buffer.reset()
        for name, array in rollout.arrays.items():
            getattr(rollout_buffer, name)[:] = array
        rollout_buffer.pos, rollout_buffer.full = n_rollout_steps, True
        self.num_timesteps += n_rollout_steps * self.n_envs
        self.ep_info_buffer.extend(rollout.episodes)  # type: ignore[union-attr]
        callback.on_rollout_end()
        return True

    def train(self) -> None:
        """Update the policy from the rollout that was collected."""
        policy, buffer = self.policy, self.rollout_buffer
        policy.set_training_mode(True)
        self._update_learning_rate(policy.optimizer)
        totals: dict[str, float] = {}
        seen = 0
        for batch in (batch for _ in range(self.n_epochs) for batch in buffer.get(self.batch_size)):
            loss, figures = self._loss(batch)
            seen += 1
            for name, figure in figures.items():
                totals[name] = totals.get(name, 0.0) + float(figure)
            if self.target_kl is not None and figures["approx_kl"] > 1.5 * self.target_kl:
                break
            self._step(loss)
        self._n_updates += self.n_epochs
        for name, total in totals.items():
            self.logger.record(f"train/{name}", total / seen)
        self.logger.record("train/batches", seen)
        told = explained_variance(buffer.values.flatten(), buffer.returns.flatten())
        self.logger.record("train/explained_variance", told)

    def _step(self, loss: Tensor) -> None:
        self.policy.optimizer.zero_grad()
        loss.backward()
        if self.critic_only:
            self._keep_policy()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
        self.policy.optimizer.step()

    def _loss(self, batch: Any) -> tuple[Tensor, dict[str, Tensor]]:
        legal, actions = batch.action_masks, batch.actions.long().flatten()
        logits, values, critic = self.policy.network.evaluate(batch.observations, legal)
        chances = logits.masked_fill(~legal, LOWEST).log_softmax(dim=1)
        change = _of(chances, actions) - batch.old_log_prob
        ratio, advantages = change.exp(), batch.advantages
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        clip = float(self.clip_range(1.0))  # type: ignore[operator]
        gain = torch.min(advantages * ratio, advantages * ratio.clamp(1 - clip, 1 + clip)).mean()
        entropy = -(chances.softmax(dim=1) * chances).sum(dim=1).mean()
        value_loss = seen_loss = functional.mse_loss(values[:, 0], batch.returns)
        if critic is not values:
            value_loss = seen_loss + functional.mse_loss(critic[:, 0], batch.returns)
        loss = self.vf_coef * value_loss - gain
        if self.ent_coef:
            loss = loss - self.ent_coef * entropy
        figures = {"policy_gain": gain, "value_loss": seen_loss, "entropy": entropy}
        figures["approx_kl"] = (ratio - 1 - change).mean()
        figures["clip_fraction"] = ((ratio - 1).abs() > clip).float().mean()
        if self.kl_weight and self.reference is not None:
            divergence = self._divergence(batch.observations, legal, chances)
            loss = loss + self.kl_weight * divergence
            figures["kl_to_reference"] = divergence
        return loss, {name: figure.detach() for name, figure in figures.items()}

    def _divergence(self, observations: Tensor, legal: Tensor, chances: Tensor) -> Tensor:
        """Mean KL divergence of the policy, with log-probabilities `chances`, from the reference."""
        assert self.reference is not None
        view = observations[:, : self.reference.spec.observation.size]
        with torch.no_grad():
            logits, _ = self.reference.policy_and_values(view, legal)
            held = logits.masked_fill(~legal, LOWEST).log_softmax(dim=1)
        return (chances.softmax(dim=1) * (chances - held)).sum(dim=1).mean()

    def _keep_policy(self) -> None:
        """Let this step move only what nothing but values depends on."""
        learning = {id(parameter) for parameter in self.policy.network.value_parameters()}
        for parameter in self.policy.parameters():
            if id(parameter) not in learning and parameter.grad is not None:
                parameter.grad.zero_()

    def set_reference(self, weights: Mapping[str, np.ndarray]) -> None:
        """Hold the policy to these weights from now on."""
        if self.reference is None:
            self.reference = inference_copy(self.policy.network)
        self.reference.load_weights(weights)


def make_learner(
    settings: TrainSettings, env: SelfPlayVecEnv | MultiCountVecEnv, network: Network
) -> Learner:
    """The learner of a network in these games; its figures stay in its logger until they are taken."""
    s = settings
    learner = Learner(
        NetworkPolicy,
        env,
        n_steps=s.rollout_steps,
        rollout_buffer_class=FlatBuffer,
        batch_size=s.batch_size,
        n_epochs=s.epochs,
        learning_rate=s.learning_rate,
        gamma=s.gamma,
        gae_lambda=s.gae_lambda,
        clip_range=s.clip_range,
        target_kl=s.target_kl or None,
        ent_coef=s.entropy,
        vf_coef=s.value_weight,
        max_grad_norm=s.max_gradient,
        policy_kwargs={"network": network, "learning_rate": s.learning_rate},
        stats_window_size=1000,
        device=network.device,
    )
    learner.kl_weight = s.kl_weight
    learner.set_logger(Logger(None, []))
    return learner


# --- Its state -----------------------------------------------------------------------------------


def learner_state(learner: Learner) -> Arrays:
    """What a learner goes on from, besides its network's weights.

    "reference/KEY" of the network that it is held to, where there is one; "optimizer/PARAMETER/KEY" once it
    has made a step; and once it has learnt from a rollout "episode_starts" (N,) and "recent" (K, 3), the
    latest episodes' reward, length and payoff.
    """
    arrays = adam_state(learner.policy.network, learner.policy.optimizer)
    if learner.reference is not None:
        arrays |= {f"reference/{key}": array for key, array in learner.reference.weights().items()}
    if learner._last_obs is not None:
        arrays["episode_starts"] = np.array(learner._last_episode_starts, np.bool_)
        rows = [[info[key] for key in _RECENT] for info in learner.ep_info_buffer or ()]
        arrays["recent"] = np.array(rows, np.float64).reshape(-1, len(_RECENT))
    return arrays


def restore_learner(learner: Learner, arrays: Arrays, rollouts: int, observations: np.ndarray) -> None:
    """Let a learner that was just made go on from `learner_state`.

    Args:
        arrays: those of `learner_state`, after the warm start.
        rollouts: how many it has learnt from.
        observations: (N, S + H) what it is shown of the games under way.

    Raises:
        HustingsError: when the arrays do not belong to such a learner.
    """
    network = learner.policy.network
    check_arrays("model.safetensors", arrays, _expected(learner, arrays, rollouts))
    if learner.kl_weight:
        learner.set_reference({key: arrays[f"reference/{key}"] for key in network.weights()})
    if not rollouts:
        return
    moments = {name: array for name, array in arrays.items() if name.startswith("optimizer/")}
    restore_adam(network, learner.policy.optimizer, moments)
    learner.num_timesteps = rollouts * learner.n_steps * learner.n_envs
    learner._n_updates = rollouts * learner.n_epochs
    learner._last_obs = observations
    learner._last_episode_starts = arrays["episode_starts"].copy()
    recent = [{"r": float(r), "l": int(length), "payoff": float(p)} for r, length, p in arrays["recent"]]
    learner.ep_info_buffer = deque(recent, maxlen=learner._stats_window_size)
    learner.ep_success_buffer = deque(maxlen=learner._stats_window_size)


def _expected(learner: Learner, arrays: Arrays, rollouts: int) -> Arrays:
    """Arrays with the names, types and shapes of a learner's state after this many rollouts."""
    network = learner.policy.network
    made: Arrays = {}
    if learner.kl_weight:
        made |= {f"reference/{key}": array for key, array in network.weights().items()}
    if rollouts:
        made |= adam_arrays(network)
        made["episode_starts"] = np.zeros(learner.n_envs, np.bool_)
        episodes = arrays["recent"].size // len(_RECENT) if "recent" in arrays else 0
        made["recent"] = np.zeros((min(episodes, learner._stats_window_size), len(_RECENT)))
    return made
