"""Adam with the settings used throughout training, and its state as plain arrays."""

import numpy as np
import torch

from ...envs.core.errors import HustingsError
from .checkpoint import Arrays, check_arrays
from .networks import Network

_MOMENTS = ("exp_avg", "exp_avg_sq")


def make_adam(network: Network, learning_rate: float) -> torch.optim.Adam:
    """Adam for all weights of a network; on a GPU its steps can be `Recorded`."""
    there = network.device
    if there.type == "cpu":
        return torch.optim.Adam(network.parameters(), lr=learning_rate, eps=1e-5, fused=True)
    rate = torch.tensor(learning_rate, device=there)  # which stays in its place when it changes
    return torch.optim.Adam(network.parameters(), lr=rate, eps=1e-5, fused=True, capturable=True)


def set_learning_rate(optimizer: torch.optim.Optimizer, learning_rate: float) -> None:
    """Set the learning rate of the next steps."""
    for group in optimizer.param_groups:
        if isinstance(group["lr"], torch.Tensor):
            group["lr"].fill_(learning_rate)
        else:
            group["lr"] = learning_rate


def adam_state(network: Network, optimizer: torch.optim.Optimizer) -> Arrays:
    """Adam's moments and step counts as "optimizer/PARAMETER/KEY"; nothing for parameters never updated."""
    return {
        f"optimizer/{name}/{key}": tensor.cpu().numpy().copy()
        for name, parameter in network.named_parameters()
        for key, tensor in optimizer.state.get(parameter, {}).items()
    }


def restore_adam(network: Network, optimizer: torch.optim.Optimizer, arrays: Arrays) -> None:
    """Continue from an `adam_state`.

    Raises:
        HustingsError: if `arrays` do not fit the network.
    """
    stepped = {
        name: parameter
        for name, parameter in network.named_parameters()
        if f"optimizer/{name}/step" in arrays
    }
    like: Arrays = {f"optimizer/{name}/step": np.zeros((), np.float32) for name in stepped}
    for name, parameter in stepped.items():
        like |= {f"optimizer/{name}/{key}": parameter.detach().cpu().numpy() for key in _MOMENTS}
    check_arrays("model.safetensors", arrays, like)
    for name, array in arrays.items():
        # A forged file could bring negative ones, whose square root is nan.
        if name.endswith(("/step", "/exp_avg_sq")) and array.min() < 0:
            raise HustingsError(f"model.safetensors: {name} is below 0")
    fused = bool(optimizer.param_groups[0]["fused"])  # only then it counts steps on the GPU
    for name, parameter in stepped.items():
        named = {key: arrays[f"optimizer/{name}/{key}"] for key in ("step", *_MOMENTS)}
        found = {key: torch.from_numpy(array.copy()) for key, array in named.items()}
        optimizer.state[parameter] = {
            key: tensor.to(network.device) if fused or key != "step" else tensor
            for key, tensor in found.items()
        }
