"""The interface of networks: what one is built for, and what training needs of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from ....envs.core.engine.game import Game
from ....envs.core.engine.layout import Layout
from ....envs.core.errors import HustingsError, error_line
from ..padding import Padding, padding_of

MASKED_LOGIT = -1e8
"""The logit of an illegal action while learning: finite, since gradients through -inf would be nan."""


@dataclass(frozen=True)
class NetworkSpec:
    """What a network is built for.

    Attributes:
        game: the game to play.
        players: P, the number of seats with values; with `padded`, that of the largest table.
        padded: whether it plays with every number of players; views are then in the form of `Padding`.
        hidden: H, the number of entries after the view about what the others hide, for a critic only.
        layers: widths of the hidden layers, from the settings.
        thing_width: width of the code of each thing on the table, from the settings.
        bfloat16: whether learning multiplies matrices in bfloat16. Weights stay float32, and `forward` does
            not use bfloat16.
    """

    game: Game
    players: int
    padded: bool = False
    hidden: int = 0
    layers: tuple[int, ...] = (256, 256)
    thing_width: int = 64
    bfloat16: bool = False

    @property
    def observation(self) -> Layout:
        """The layout of a view, S entries."""
        return padding_of(self.game).layout if self.padded else self.game.observation(self.players)

    @property
    def actions(self) -> Layout:
        """The layout of the A actions."""
        return self.game.actions


class NetworkOutput(NamedTuple):
    """A network's output for R decisions.

    Attributes:
        logits: (R, A), arbitrary for illegal actions.
        values: (R, P) expected payoffs judged from the view alone, the seat on turn first.
        critic: (R, P) the same judged by a critic that sees all cards; `values` without a critic.
        margins: (R, P) expected margins of points, in the same order; None if they are not learnt.
    """

    logits: Tensor
    values: Tensor
    critic: Tensor
    margins: Tensor | None = None

    @property
    def judged(self) -> Tensor:
        """(R, 2, P) the critic's values, and the margins or zeros, for a learner to bootstrap from."""
        margins = torch.zeros_like(self.critic) if self.margins is None else self.margins
        return torch.stack([self.critic, margins], dim=1)


class Network(nn.Module):
    """A policy and values for every seat, trained by algorithms and played by opponents.

    A subclass must define `forward` and `scale_logits`, and may override the other methods. A plain
    `nn.Module` with such a `forward` is wrapped in a `ModuleNetwork`.

    Attributes:
        spec: the game and the sizes that it was built for.
        name: the name for `build_network` to build it again.
        has_margins: whether `evaluate` also returns margins.
        never_waits: whether `forward` and `evaluate` only launch kernels on a GPU, always the same ones for
            inputs of one size, and treat each row by itself, so that they can be `Recorded`.
    """

    name: str
    has_margins = False
    never_waits = False

    def __init__(self, spec: NetworkSpec):
        super().__init__()
        self.spec = spec
        self._pad_view = PadView(padding_of(spec.game)) if spec.padded else None

    def forward(self, observations: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (R, A), arbitrary for illegal actions, and values (R, P), the seat on turn first.

        Args:
            observations: (R, S) float32 views.
            legal: (R, A) bool.
        """
        raise NotImplementedError

    def policy_and_values(self, observations: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Like `forward`; a padded network takes the views of any table and returns that table's values."""
        if self._pad_view is None or observations.shape[1] >= self.spec.observation.size:
            return self(observations, legal)
        padded, present = self._pad_view(observations)
        logits, values = self(padded, legal)
        return logits, values.index_select(1, present)

    def evaluate(self, observations: Tensor, legal: Tensor) -> NetworkOutput:
        """Logits, values and the critic's values, from observations (R, S + H)."""
        logits, values = self(observations, legal)
        return NetworkOutput(logits, values, values)

    def judge(self, observations: Tensor) -> Tensor:
        """(R, 2, P) `NetworkOutput.judged`, without a mask of actions."""
        legal = torch.ones((len(observations), self.spec.actions.size), dtype=torch.bool)
        return self.evaluate(observations, legal.to(observations.device)).judged

    def measure(self, observations: np.ndarray) -> None:
        """Set the scale of the inputs from (L, S + H) observations, before learning begins."""

    def scale_logits(self, factor: float) -> None:
        """Multiply all logits by `factor`; above 1, the best action is sampled more often."""
        raise NotImplementedError

    def value_parameters(self) -> Iterator[nn.Parameter]:
        """The parameters that only values depend on; none if that is unknown."""
        yield from ()

    @property
    def device(self) -> torch.device:
        """The device of its weights."""
        return next(self.parameters()).device

    def weights(self) -> dict[str, np.ndarray]:
        """A copy of its weights and buffers, by name."""
        return {key: tensor.cpu().numpy().copy() for key, tensor in self.state_dict().items()}

    def load_weights(self, weights: Mapping[str, np.ndarray]) -> None:
        """Load weights returned by `weights()`."""
        self.load_state_dict({key: torch.from_numpy(array.copy()) for key, array in weights.items()})


class ModuleNetwork(Network):
    """A user's own `nn.Module` as a `Network`.

    The module's own `measure`, `value_parameters` and `never_waits` are used if it has them.

    Args:
        spec: the game and the sizes that it was built for.
        module: takes (observations, legal) and returns (logits, values), as `Network.forward`.
    """

    logit_scale: Tensor

    def __init__(self, spec: NetworkSpec, module: nn.Module):
        super().__init__(spec)
        self.module: Any = module
        self.register_buffer("logit_scale", torch.ones(()))
        self.never_waits = bool(getattr(module, "never_waits", False))

    def forward(self, observations: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """The module's output, with the logits scaled."""
        logits, values = self.module(observations, legal)
        return logits * self.logit_scale, values

    def measure(self, observations: np.ndarray) -> None:
        """Let the module set the scale of its inputs."""
        if hasattr(self.module, "measure"):
            self.module.measure(observations)

    def scale_logits(self, factor: float) -> None:
        """Multiply all logits by `factor`."""
        self.logit_scale.mul_(factor)

    def value_parameters(self) -> Iterator[nn.Parameter]:
        """The module's own, if it lists them."""
        if hasattr(self.module, "value_parameters"):
            yield from self.module.value_parameters()


class PadView(nn.Module):
    """`Padding` as a layer of the network, so that a saved policy takes the views of every table."""

    counts: Tensor
    sizes: Tensor
    columns: Tensor
    seats: Tensor

    def __init__(self, padding: Padding):
        super().__init__()
        for name in ("counts", "sizes", "columns"):
            self.register_buffer(name, torch.from_numpy(getattr(padding, name)), persistent=False)
        self.register_buffer("seats", torch.arange(padding.players), persistent=False)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Views padded to (R, layout.size), and (n,) the seats at this table."""
        # Tensor operations only: a Python branch would be fixed when the network is exported.
        matching = (self.sizes == observations.shape[1]).long()
        table = matching.argmax() + (1 - matching.sum()) * len(self.sizes)  # out of range if no table matches
        zero = torch.zeros_like(observations[:, :1])
        known = torch.cat([zero, zero + 1, observations], dim=1)
        present = torch.lt(self.seats, self.counts[table]).nonzero().squeeze(1)
        return known.index_select(1, self.columns[table]), present


def check_shapes(what: str, network: Network) -> None:
    """Run a network on two empty views.

    Args:
        what: the name of the network in errors.
        network: the network.

    Raises:
        HustingsError: for logits or values of other shapes than (2, A) and (2, P), or that are not finite.
    """
    spec = network.spec
    wanted = [(2, spec.actions.size), (2, spec.players)]
    training, observations = network.training, torch.zeros(2, spec.observation.size, device=network.device)
    legal = torch.ones(wanted[0], dtype=torch.bool, device=network.device)
    try:
        with torch.no_grad():
            found = network.eval()(observations, legal)
        shapes = [tuple(tensor.shape) for tensor in found]
    except (Exception, SystemExit) as error:  # whatever the user's module may raise
        raise HustingsError(
            f"{what} does not take observations {(2, spec.observation.size)} and masks ({error_line(error)})"
        ) from error
    network.train(training)
    if shapes != wanted:
        raise HustingsError(f"{what} gives logits and values of shapes {shapes}; they must be {wanted}")
    if not all(bool(torch.isfinite(tensor).all()) for tensor in found):
        raise HustingsError(f"{what} gives logits or values that are not finite")
