"""The learner's networks and their optimiser as plain arrays, and back from them."""

from collections import deque
from collections.abc import Mapping

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from ..envs.core.errors import HustingsError
from .checkpoint import check_arrays

_RECENT = ("r", "l", "payoff")


def export(model: MaskablePPO) -> dict[str, np.ndarray]:
    """The policy network's weights as `PolicyAgent` takes them; its logits are the model's."""
    layers = [*model.policy.mlp_extractor.policy_net, model.policy.action_net]
    linear = [layer for layer in layers if isinstance(layer, torch.nn.Linear)]
    return {
        f"{place}.{name}": parameter.detach().cpu().numpy().copy()
        for place, layer in enumerate(linear)
        for name, parameter in layer.named_parameters()
    }


def state(model: MaskablePPO) -> dict[str, np.ndarray]:
    """Everything the model goes on from, its settings and counters aside.

    "policy/KEY" for both networks; once it has learnt from a rollout also "optimizer/PARAMETER/KEY" of Adam,
    "episode_starts" (N,) and "recent" (K, 3): the latest episodes' reward, length and payoff.
    """
    policy = model.policy
    arrays = {f"policy/{key}": tensor.numpy().copy() for key, tensor in policy.state_dict().items()}
    for name, parameter in policy.named_parameters():
        for key, tensor in policy.optimizer.state.get(parameter, {}).items():
            arrays[f"optimizer/{name}/{key}"] = tensor.numpy().copy()
    if model._last_obs is not None:
        arrays["episode_starts"] = np.array(model._last_episode_starts, np.bool_)
        rows = [[info[key] for key in _RECENT] for info in model.ep_info_buffer or ()]
        arrays["recent"] = np.array(rows, np.float64).reshape(-1, len(_RECENT))
    return arrays


def restore(
    model: MaskablePPO, arrays: Mapping[str, np.ndarray], rollouts: int, observations: np.ndarray
) -> None:
    """Let a model just made from the settings go on from `state()`.

    Args:
        rollouts: how many it has learnt from.
        observations: (N, S) the learner's, in the games under way.

    Raises:
        HustingsError: when the arrays are not of such a model.
    """
    like, policy = state(model), model.policy
    if rollouts:
        for name, parameter in policy.named_parameters():
            like[f"optimizer/{name}/step"] = np.zeros((), np.float32)
            for key in ("exp_avg", "exp_avg_sq"):
                like[f"optimizer/{name}/{key}"] = parameter.detach().numpy()
        like["episode_starts"] = np.zeros(model.n_envs, np.bool_)
        episodes = (
            min(arrays["recent"].size // len(_RECENT), model._stats_window_size) if "recent" in arrays else 0
        )
        like["recent"] = np.zeros((episodes, len(_RECENT)))
    check_arrays("model.safetensors", arrays, like)
    for name, array in arrays.items():
        if name.endswith(("/step", "/exp_avg_sq")) and array.min() < 0:
            raise HustingsError(f"model.safetensors: {name} is below 0")
    policy.load_state_dict({key: _tensor(arrays[f"policy/{key}"]) for key in policy.state_dict()})
    if not rollouts:
        return
    for name, parameter in policy.named_parameters():
        policy.optimizer.state[parameter] = {
            key: _tensor(arrays[f"optimizer/{name}/{key}"]) for key in ("step", "exp_avg", "exp_avg_sq")
        }
    model.num_timesteps = rollouts * model.n_steps * model.n_envs
    model._n_updates = rollouts * model.n_epochs
    model._last_obs = observations
    model._last_episode_starts = arrays["episode_starts"].copy()
    recent = [{"r": float(r), "l": int(length), "payoff": float(p)} for r, length, p in arrays["recent"]]
    model.ep_info_buffer = deque(recent, maxlen=model._stats_window_size)
    model.ep_success_buffer = deque(maxlen=model._stats_window_size)


def _tensor(array: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(array.copy())
