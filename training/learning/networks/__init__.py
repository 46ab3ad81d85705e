"""The networks that can be trained, by name.

`NETWORKS["mine"] = build` adds one of your own: `build(spec)` gets a `NetworkSpec` and returns an
`nn.Module`. The setting `network="package.module:Name"` finds one without that: docs/howto/own_network.md.
"""

import itertools
from collections.abc import Callable

import torch
from torch import nn

from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError
from ..critic_view import CriticView
from ..registry import build
from ..settings import AUTO, MOST_WEIGHTS, TrainSettings
from .entity import EntityNetwork, flat_network
from .interface import MASKED_LOGIT, ModuleNetwork, Network, NetworkOutput, NetworkSpec, check_shapes

__all__ = [
    "MASKED_LOGIT",
    "NETWORKS",
    "Network",
    "NetworkOutput",
    "NetworkSpec",
    "build_network",
    "inference_copy",
    "make_network",
]

MOST_POOLED = 2**29
"""The most weights of all snapshots of a run together: two gigabytes."""


def _sb3(spec: NetworkSpec) -> nn.Module:
    """Stable-Baselines3's network, imported only when it is used."""
    from .sb3 import Sb3Network

    return Sb3Network(spec)


NETWORKS: dict[str, Callable[[NetworkSpec], nn.Module]] = {
    "entity": EntityNetwork,
    "flat": flat_network,
    "sb3": _sb3,
}


def build_network(name: str, spec: NetworkSpec) -> Network:
    """A network by its name, with weights drawn from torch's global stream.

    Args:
        name: one of `NETWORKS`, or "package.module:Name".
        spec: the game and the sizes to build it for.

    Raises:
        HustingsError: if the name is unknown, or the network does not fit the spec.
    """
    made = build("network", name, NETWORKS, spec)
    if not isinstance(made, nn.Module):
        raise HustingsError(
            f"network {name!r} is not a torch.nn.Module but {made!r:.60}; see docs/howto/own_network.md"
        )
    if not any(parameter.requires_grad for parameter in made.parameters()):
        raise HustingsError(f"network {name!r} has no parameters to learn; give it layers")
    if not isinstance(made, Network):
        if spec.hidden:
            raise HustingsError(
                f"critic: network {name!r} has no critic that sees all cards; leave critic out"
            )
        made = ModuleNetwork(spec, made)
        check_shapes(f"network {name!r}", made)
    made.name = name  # so that `inference_copy` can build it again
    return made


def make_network(settings: TrainSettings, game: Game, critic_view: CriticView) -> Network:
    """The network of a run, on the device in its settings, for observations made by `critic_view`.

    Raises:
        HustingsError: if its name is unknown, it does not fit the game, or it is too large.
    """
    s, view = settings, critic_view
    gpu = s.device != "cpu" and torch.cuda.is_available()  # settings refuse "cuda" without one
    device = torch.device("cuda" if gpu else "cpu")
    bfloat16 = s.precision == "bfloat16"
    if s.precision == AUTO:
        bfloat16 = device.type == "cpu" and torch.cpu._is_avx512_bf16_supported()
    spec = NetworkSpec(game, view.players, s.padded, view.hidden_size, s.layers, s.thing_width, bfloat16)
    _check_size(s, spec)
    made = build_network(s.network, spec)
    if s.precision == "bfloat16" and type(made).evaluate is Network.evaluate:  # as precise as `forward`
        raise HustingsError(f"precision: network {s.network!r} learns in float32; leave precision out")
    return made.to(device).eval()


def _check_size(settings: TrainSettings, spec: NetworkSpec) -> None:
    """Raise HustingsError if one of the suite's networks, or its snapshots, would not fit into memory.

    The weights are counted without being allocated.
    """
    builder = NETWORKS.get(settings.network)
    if builder is _sb3:
        weights = _weights_of_sb3(spec)
    elif builder in (EntityNetwork, flat_network):
        with torch.device("meta"):
            weights = sum(parameter.numel() for parameter in builder(spec).parameters())
    else:
        return
    if weights > MOST_WEIGHTS:
        raise HustingsError(
            f"layers, thing_width: a network of {weights:,} weights is larger than {MOST_WEIGHTS:,}; "
            "take fewer or smaller layers"
        )
    if weights * settings.pool_size > MOST_POOLED:
        raise HustingsError(
            f"pool_size: {settings.pool_size:,} snapshots of {weights:,} weights are more than "
            f"{MOST_POOLED:,} in all; keep fewer"
        )


def _weights_of_sb3(spec: NetworkSpec) -> int:
    """The number of weights of "sb3", two trunks and two heads; on the meta device it cannot be built."""
    sizes = [spec.observation.size, *spec.layers]
    trunk = sum((before + 1) * after for before, after in itertools.pairwise(sizes))
    return 2 * trunk + (sizes[-1] + 1) * (spec.actions.size + 1)


def inference_copy(network: Network) -> Network:
    """Another network of the same architecture, for inference only, with weights still to be loaded."""
    made = build_network(network.name, network.spec).to(network.device)
    return made.eval().requires_grad_(False)
