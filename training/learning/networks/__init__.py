"""The networks that can be trained, by name.

`NETWORKS["mine"] = build` adds one of your own: `build(spec)` gets a `NetworkSpec` and returns an
`nn.Module`. The setting `network="package.module:Name"` finds one without that; see training/README.md.
"""

from collections.abc import Callable

from stable_baselines3.common.utils import get_device
from torch import nn

from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError
from ..critic_view import CriticView
from ..registry import build
from ..settings import TrainSettings
from .entity import EntityNetwork, flat_network
from .interface import LOWEST, Evaluation, ModuleNetwork, Network, NetworkSpec, check_shapes

__all__ = [
    "LOWEST",
    "NETWORKS",
    "Evaluation",
    "Network",
    "NetworkSpec",
    "build_network",
    "inference_copy",
    "make_network",
]

NETWORKS: dict[str, Callable[[NetworkSpec], nn.Module]] = {"entity": EntityNetwork, "flat": flat_network}


def build_network(name: str, spec: NetworkSpec) -> Network:
    """A network by its name, with weights drawn from torch's global stream.

    Args:
        name: one of `NETWORKS`, or "package.module:Name".
        spec: what it is built for.

    Raises:
        HustingsError: when there is none of this name, or it cannot be trained for this.
    """
    made = build("network", name, NETWORKS, spec)
    if not isinstance(made, nn.Module):
        raise HustingsError(
            f"network {name!r} is not a torch.nn.Module but {made!r:.60}; see training/README.md"
        )
    if not isinstance(made, Network):
        if spec.hidden:
            raise HustingsError(
                f"critic: network {name!r} has no critic that sees all cards; leave critic out"
            )
        made = ModuleNetwork(spec, made)
        check_shapes(f"network {name!r}", made)
    made.name = name
    return made


def make_network(settings: TrainSettings, game: Game, critic_view: CriticView) -> Network:
    """The network of a run, on the device of its settings, for what `critic_view` shows of the game."""
    s, view = settings, critic_view
    spec = NetworkSpec(game, view.players, s.padded, view.hidden_size, s.layers, s.thing_width)
    return build_network(s.network, spec).to(get_device(s.device))


def inference_copy(network: Network) -> Network:
    """Another network of the same build, for inference only; its weights are yet to be loaded."""
    made = build_network(network.name, network.spec).to(network.device)
    return made.eval().requires_grad_(False)
