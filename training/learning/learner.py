"""The learner: MaskablePPO with what self-play wants beside it, and its state as plain arrays and back."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from stable_baselines3.common.utils import explained_variance
from torch import Tensor
from torch.nn import functional

from ...envs.core.errors import HustingsError
from .checkpoint import check_arrays
from .networks import LOWEST, EntityPolicy

BUFFERED = (
    *("observations", "actions", "action_masks", "rewards", "episode_starts"),
    *("values", "log_probs", "advantages", "returns"),
)
_RECENT = ("r", "l", "payoff")


class Rollout(NamedTuple):
    """Decisions to learn from.

    Attributes:
        arrays: (steps, N, ...) what a rollout buffer has, by name: `BUFFERED`.
        episodes: reward, length and payoff of those that ended.
    """

    arrays: dict[str, np.ndarray]
    episodes: list[dict[str, Any]]


class FlatBuffer(MaskableRolloutBuffer):
    """A rollout buffer that is flattened as it lies, step by step.

    Batches are drawn from it at random, so any order does, and the usual one costs a copy of everything.
    """

    @staticmethod
    def swap_and_flatten(arr: np.ndarray) -> np.ndarray:
        """(steps, N, ...) as (steps * N, ...), with at least one axis behind."""
        steps, games, *behind = arr.shape
        return arr.reshape(steps * games, *(behind or [1]))


class Learner(MaskablePPO):
    """MaskablePPO on an `EntityPolicy`, with two additions to its update.

    As long as `critic_only` is set, the values' heads learn and nothing else moves: a critic that does not
    know the opponents yet would push the policy about. And `kl_weight` holds the policy to a `reference`,
    earlier weights of its own (see R-NaD, doi:10.1126/science.add4679).

    Attributes:
        external_rollouts: where rollouts come from when others play them.
    """

    policy: EntityPolicy
    critic_only = False
    kl_weight = 0.0
    reference: EntityPolicy | None = None
    external_rollouts: Callable[[], Rollout] | None = None

    def collect_rollouts(self, env, callback, rollout_buffer, n_rollout_steps, use_masking=True) -> bool:
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
        """Update the policy from the rollout that was gathered."""
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
        legal, actions = batch.action_masks.bool(), batch.actions.long().flatten()
        logits, values, critic = self.policy.evaluate(batch.observations, legal)
        chances = logits.masked_fill(~legal, LOWEST).log_softmax(dim=1)
        change = chances.gather(1, actions.unsqueeze(1)).squeeze(1) - batch.old_log_prob
        ratio, advantages = change.exp(), batch.advantages
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        clip = float(self.clip_range(1.0))  # type: ignore[operator]
        gain = torch.min(advantages * ratio, advantages * ratio.clamp(1 - clip, 1 + clip)).mean()
        entropy = -(chances.exp() * chances).sum(dim=1).mean()
        value_loss = seen_loss = functional.mse_loss(values[:, 0], batch.returns)
        if critic is not values:
            value_loss = seen_loss + functional.mse_loss(critic[:, 0], batch.returns)
        loss = self.vf_coef * value_loss - gain - self.ent_coef * entropy
        figures = {"policy_gain": gain, "value_loss": seen_loss, "entropy": entropy}
        figures["approx_kl"] = (ratio - 1 - change).mean()
        figures["clip_fraction"] = ((ratio - 1).abs() > clip).float().mean()
        if self.kl_weight and self.reference is not None:
            divergence = self._divergence(batch.observations, legal, chances)
            loss = loss + self.kl_weight * divergence
            figures["kl_to_reference"] = divergence
        return loss, {name: figure.detach() for name, figure in figures.items()}

    def _divergence(self, observations: Tensor, legal: Tensor, chances: Tensor) -> Tensor:
        """Mean KL divergence of the policy, of log-probabilities `chances`, from the reference."""
        assert self.reference is not None
        with torch.no_grad():
            logits, _ = self.reference.policy_and_values(observations, legal)
            held = logits.masked_fill(~legal, LOWEST).log_softmax(dim=1)
        return (chances.exp() * (chances - held)).sum(dim=1).mean()

    def _keep_policy(self) -> None:
        """Let this step move what only values come from."""
        learning = {id(parameter) for parameter in self.policy.value_parameters()}
        for parameter in self.policy.parameters():
            if id(parameter) not in learning and parameter.grad is not None:
                parameter.grad.zero_()

    def set_reference(self, weights: Mapping[str, np.ndarray]) -> None:
        """Hold the policy to these weights from now on."""
        if self.reference is None:
            self.reference = inference_copy(self.policy)
        load(self.reference, weights)


def inference_copy(policy: EntityPolicy) -> EntityPolicy:
    """Another network of the same shapes, only to be asked; its critic, which is small, goes along."""
    spaces = policy.observation_space, policy.action_space
    made = EntityPolicy(*spaces, lambda _: 0.0, **policy.made_with).to(policy.device)
    made.set_training_mode(False)
    return made.requires_grad_(False)


def load(policy: EntityPolicy, weights: Mapping[str, np.ndarray]) -> None:
    """Give a network the weights of `export`."""
    policy.load_state_dict({key: _tensor(array) for key, array in weights.items()})


def export(policy: EntityPolicy) -> dict[str, np.ndarray]:
    """A copy of a network's weights, and of the scale of its inputs, as plain arrays."""
    return {key: tensor.cpu().numpy().copy() for key, tensor in policy.state_dict().items()}


def state(model: Learner) -> dict[str, np.ndarray]:
    """Everything the model goes on from, its settings and counters aside.

    "policy/KEY" of the network, and "reference/KEY" where it has one; "optimizer/PARAMETER/KEY" of Adam once
    it has made a step; once it has learnt from a rollout also "episode_starts" (N,) and "recent" (K, 3): the
    latest episodes' reward, length and payoff.
    """
    policy = model.policy
    arrays = {f"policy/{key}": array for key, array in export(policy).items()}
    if model.reference is not None:
        arrays |= {f"reference/{key}": array for key, array in export(model.reference).items()}
    for name, parameter in policy.named_parameters():
        for key, tensor in policy.optimizer.state.get(parameter, {}).items():
            arrays[f"optimizer/{name}/{key}"] = tensor.cpu().numpy().copy()
    if model._last_obs is not None:
        arrays["episode_starts"] = np.array(model._last_episode_starts, np.bool_)
        rows = [[info[key] for key in _RECENT] for info in model.ep_info_buffer or ()]
        arrays["recent"] = np.array(rows, np.float64).reshape(-1, len(_RECENT))
    return arrays


def restore(
    model: Learner, arrays: Mapping[str, np.ndarray], rollouts: int, waves: int, observations: np.ndarray
) -> None:
    """Let a model just made from the settings go on from `state()`.

    Args:
        rollouts: how many it has learnt from.
        waves: of a warm start under way, how many it has learnt from; 0 when there is none.
        observations: (N, S) the learner's, in the games under way.

    Raises:
        HustingsError: when the arrays are not of such a model.
    """
    policy = model.policy
    _check(model, arrays, rollouts, waves)
    load(policy, {key: arrays[f"policy/{key}"] for key in policy.state_dict()})
    if model.kl_weight and not waves:
        model.set_reference({key: arrays[f"reference/{key}"] for key in policy.state_dict()})
    if rollouts or waves:
        _restore_optimizer(policy, arrays)
    if not rollouts:
        return
    model.num_timesteps = rollouts * model.n_steps * model.n_envs
    model._n_updates = rollouts * model.n_epochs
    model._last_obs = observations
    model._last_episode_starts = arrays["episode_starts"].copy()
    recent = [{"r": float(r), "l": int(length), "payoff": float(p)} for r, length, p in arrays["recent"]]
    model.ep_info_buffer = deque(recent, maxlen=model._stats_window_size)
    model.ep_success_buffer = deque(maxlen=model._stats_window_size)


def _restore_optimizer(policy: EntityPolicy, arrays: Mapping[str, np.ndarray]) -> None:
    for name, parameter in policy.named_parameters():
        moments = {key: _tensor(arrays[f"optimizer/{name}/{key}"]) for key in ("exp_avg", "exp_avg_sq")}
        policy.optimizer.state[parameter] = {
            "step": _tensor(arrays[f"optimizer/{name}/step"]),
            **{key: tensor.to(policy.device) for key, tensor in moments.items()},
        }


def note_update(model: Learner, observations: np.ndarray) -> None:
    """Note an update that was not PPO's, so that `state` holds all to go on from."""
    model._last_obs = observations
    model._last_episode_starts = np.zeros(model.n_envs, np.bool_)
    model.ep_info_buffer = model.ep_info_buffer or deque(maxlen=model._stats_window_size)


def _check(model: Learner, arrays: Mapping[str, np.ndarray], rollouts: int, waves: int) -> None:
    """Refuse arrays that are not those of `state()` of such a model."""
    like, policy = state(model), model.policy
    if model.kl_weight and not waves:
        like |= {f"reference/{key}": array for key, array in export(policy).items()}
    if rollouts or waves:
        for name, parameter in policy.named_parameters():
            like[f"optimizer/{name}/step"] = np.zeros((), np.float32)
            for key in ("exp_avg", "exp_avg_sq"):
                like[f"optimizer/{name}/{key}"] = parameter.detach().cpu().numpy()
    if rollouts:
        like["episode_starts"] = np.zeros(model.n_envs, np.bool_)
        episodes = arrays["recent"].size // len(_RECENT) if "recent" in arrays else 0
        like["recent"] = np.zeros((min(episodes, model._stats_window_size), len(_RECENT)))
    check_arrays("model.safetensors", arrays, like)
    for name, array in arrays.items():
        if name.endswith(("/step", "/exp_avg_sq")) and array.min() < 0:
            raise HustingsError(f"model.safetensors: {name} is below 0")


def _tensor(array: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(array.copy())
