"""The suite's networks, derived from the axes of a game's observations and actions.

An **entity network** looks at the things on the table: the seats, and whatever the actions name (cards,
provinces, stands, ...). All numbers about one thing are gathered from every block with its axis. They go
through an encoder shared by all things of the kind, and the mean and the maximum of the codes join the whole
observation in the trunk; of a kind with many things, the trunk sees the observation only. The logit of an
action that names a thing is computed from the numbers about that thing, its identity and the trunk; on a
CPU only if the action is legal, which keeps it cheap. The value of each seat is computed from its code and
the trunk. A **flat network** is the trunk alone.

Inputs are standardised by their statistics in a few games (`EntityExtractor.measure`).
"""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from ..padding import SEAT
from ..things import Pointer, Things, pointers, things
from .interface import Network, NetworkOutput, NetworkSpec

_LEAST_DEVIATION, _GREATEST = 0.05, 5.0
_MOST_ENCODED = 16  # things of a kind; encoding more costs more than it improves


class Features(NamedTuple):
    """The input of the heads: observations (R, S), the trunk (R, W), and codes (R, n, C) by kind."""

    observations: Tensor
    trunk: Tensor
    codes: dict[str, Tensor]


class Standardizer(nn.Module):
    """Gathers and scales the numbers about the things of one kind, with one scale for all things."""

    entries: Tensor
    mean: Tensor
    scale: Tensor

    def __init__(self, kind: Things, size: int):
        super().__init__()
        self.kind, self.size = kind, size
        self.register_buffer("entries", torch.from_numpy(kind.entries), persistent=False)
        self.register_buffer("mean", torch.zeros(kind.entries.shape[1]))
        self.register_buffer("scale", torch.ones(kind.entries.shape[1]))

    def forward(self, observations: Tensor) -> Tensor:
        """(R, n, F) the numbers about all things, from observations (R, S)."""
        number, numbers = self.kind.entries.shape
        found = observations.index_select(1, self.entries.reshape(-1))
        return self._scaled(found.reshape(-1, number, numbers))

    def at(self, observations: Tensor, rows: Tensor, places: Tensor) -> Tensor:
        """(M, F) the numbers about the things at `places` (M,) in `rows` (M,)."""
        return self._scaled(observations.reshape(-1)[rows.unsqueeze(1) * self.size + self.entries[places]])

    def _scaled(self, numbers: Tensor) -> Tensor:
        return (numbers - self.mean).mul_(self.scale).clamp_(-_GREATEST, _GREATEST)

    def measure(self, mean: np.ndarray, variance: np.ndarray) -> None:
        """Set the scale from the mean and variance (S,) of the entries of observations."""
        shared = mean[self.kind.entries].mean(axis=0)
        # The variance over things and observations together: E[x²] - E[x]².
        spread = (variance + mean**2)[self.kind.entries].mean(axis=0) - shared**2
        _set_scale(self, shared, spread)


def _set_scale(module: Any, mean: np.ndarray, variance: np.ndarray) -> None:
    """Set mean and scale. Deviations have a floor, or rare events would get huge inputs."""
    deviation = np.maximum(np.sqrt(np.maximum(variance, 0)), _LEAST_DEVIATION)
    module.mean.copy_(torch.from_numpy(mean.astype(np.float32)))
    module.scale.copy_(torch.from_numpy((1 / deviation).astype(np.float32)))


class Encoder(nn.Module):
    """Computes the code of each thing of one kind from the numbers about it and its identity."""

    which: Tensor

    def __init__(self, kind: Things, width: int):
        super().__init__()
        number, numbers = kind.entries.shape
        # Seats have no identity beyond this: the first is one's own, and the others are alike.
        which = np.minimum(np.arange(number), 1) if kind.name == SEAT else np.arange(number)
        self.register_buffer("which", torch.from_numpy(which), persistent=False)
        self.names = nn.Parameter(torch.randn(int(which.max()) + 1, width) / 2)
        self.first, self.second = nn.Linear(numbers, width), nn.Linear(width, width)

    def forward(self, numbers: Tensor) -> Tensor:
        """(R, n, C) from (R, n, F)."""
        lifted = self.first(numbers)
        return torch.relu(self.second(torch.relu(lifted + self.names[self.which].to(lifted.dtype))))


class EntityExtractor(nn.Module):
    """Computes `Features` from observations.

    Args:
        size: S, the size of a view.
        kinds: the things to look at one by one; none for the trunk alone.
        layers: widths of the trunk.
        width: of a thing's code.
    """

    mean: Tensor
    scale: Tensor

    def __init__(self, size: int, kinds: list[Things], layers: tuple[int, ...], width: int):
        super().__init__()
        self.register_buffer("mean", torch.zeros(size))
        self.register_buffer("scale", torch.ones(size))
        self.by_name = {kind.name: Standardizer(kind, size) for kind in kinds}
        self.gauges = nn.ModuleDict(self.by_name)
        seen = [kind for kind in kinds if kind.name == SEAT or len(kind.entries) <= _MOST_ENCODED]
        self.encoders = nn.ModuleDict({kind.name: Encoder(kind, width) for kind in seen})
        # Two layers instead of one over both, which would compute a gradient for the observation, too.
        self.first = nn.Linear(size, layers[0])
        self.of_codes = nn.Linear(2 * width * len(seen), layers[0], bias=False) if seen else None
        parts: list[nn.Module] = [nn.LayerNorm(layers[0]), nn.ReLU()]
        for before, after in itertools.pairwise(layers):
            parts += [nn.Linear(before, after), nn.LayerNorm(after), nn.ReLU()]
        self.trunk = nn.Sequential(*parts)

    def forward(self, observations: Tensor) -> Features:
        """The features of (R, S) observations."""
        scaled = (observations - self.mean).mul_(self.scale).clamp_(-_GREATEST, _GREATEST)
        codes = {name: encode(self.gauges[name](observations)) for name, encode in self.encoders.items()}
        common = self.first(scaled)
        if self.of_codes is not None:
            pooled = [part for code in codes.values() for part in (code.mean(dim=1), code.amax(dim=1))]
            common = common + self.of_codes(torch.cat(pooled, dim=1))
        return Features(observations, self.trunk(common), codes)

    def measure(self, observations: np.ndarray) -> None:
        """Scale inputs by their mean and deviation in (L, S) observations."""
        mean, variance = observations.mean(axis=0), observations.var(axis=0)
        _set_scale(self, mean, variance)
        for standardizer in self.by_name.values():
            standardizer.measure(mean, variance)


class PointerHead(nn.Module):
    """Logits of the actions of one block, each from the numbers about its thing and from the trunk."""

    def __init__(self, pointer: Pointer, standardizer: Standardizer, trunk: int, width: int):
        super().__init__()
        self.pointer = pointer
        self._standardizer = [standardizer]  # in a list, or its parameters would count twice
        self.names = nn.Parameter(torch.randn(pointer.number, width) / 2)
        self.of_thing = nn.Linear(standardizer.kind.entries.shape[1], width)
        self.of_trunk = nn.Linear(trunk, width)
        self.last = nn.Linear(width, 1, bias=False)

    def forward(self, observations: Tensor, context: Tensor, legal: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The rows (M,), actions (M,) and logits (M,) of the block's legal actions, which are few.

        Args:
            observations: (R, S).
            context: (R, W) the output of `of_trunk`.
            legal: (R, A).
        """
        start = self.pointer.start
        rows, places = legal[:, start : start + self.pointer.number].nonzero(as_tuple=True)
        numbers = self._standardizer[0].at(observations, rows, places + self.pointer.first)
        lifted = self.of_thing(numbers) + context.index_select(0, rows)
        hidden = torch.relu(lifted + self.names.to(lifted.dtype).index_select(0, places))
        return rows, places + start, self.last(hidden).squeeze(1)

    def of_all(self, observations: Tensor, context: Tensor) -> Tensor:
        """(R, n) the logits of all actions of the block."""
        numbers = self._standardizer[0](observations).narrow(1, self.pointer.first, self.pointer.number)
        lifted = self.of_thing(numbers) + context.unsqueeze(1)
        return self.last(torch.relu(lifted + self.names.to(lifted.dtype))).squeeze(2)


class ActionHead(nn.Module):
    """Logits (R, A) from the trunk and, for actions that name a thing, from the numbers about it."""

    pointed: Tensor

    def __init__(
        self,
        trunk: int,
        actions: int,
        pointing: list[Pointer],
        standardizers: Mapping[str, Standardizer],
        width: int,
    ):
        super().__init__()
        self.plain = nn.Linear(trunk, actions)
        nn.init.orthogonal_(self.plain.weight, 0.01)  # a policy close to uniform, so that it explores
        self.pointing = nn.ModuleList(
            PointerHead(pointer, standardizers[pointer.name], trunk, width) for pointer in pointing
        )
        named = [np.arange(pointer.start, pointer.start + pointer.number) for pointer in pointing]
        self.register_buffer(
            "pointed", torch.from_numpy(np.concatenate([[], *named]).astype(np.int64)), False
        )

    def forward(self, features: Features, legal: Tensor) -> Tensor:
        """(R, A) logits, arbitrary for illegal actions."""
        logits, *contexts = self._of_trunk(features.trunk)
        if not contexts:
            return logits
        if legal.is_cuda:  # where asking which are legal would take longer than computing all of them
            return self._with_all(logits, features.observations, contexts)
        found = [
            part(features.observations, context, legal) for part, context in zip(self.pointing, contexts)
        ]
        rows, actions, worth = map(torch.cat, zip(*found))
        return logits + torch.zeros_like(logits).index_put((rows, actions), worth)

    def _with_all(self, logits: Tensor, observations: Tensor, contexts: list[Tensor]) -> Tensor:
        """(R, A) the logits, to which those of all actions that name a thing are added."""
        parts: list[Any] = [*self.pointing]
        worth = [part.of_all(observations, context) for part, context in zip(parts, contexts)]
        return logits.index_add(1, self.pointed, torch.cat(worth, dim=1))

    def _of_trunk(self, trunk: Tensor) -> tuple[Tensor, ...]:
        """The outputs of `plain` and of each `of_trunk`, in one product, because small ones are slow."""
        layers: list[Any] = [self.plain, *(part.of_trunk for part in self.pointing)]
        weight, bias = (torch.cat([getattr(layer, name) for layer in layers]) for name in ("weight", "bias"))
        return functional.linear(trunk, weight, bias).split([len(layer.bias) for layer in layers], dim=1)

    def last_layers(self) -> list[nn.Module]:
        """The layers whose outputs sum to the logits."""
        return [self.plain, *(part.get_submodule("last") for part in self.pointing)]


class ValueHead(nn.Module):
    """The values (R, P) of all seats, one's own first."""

    def __init__(self, trunk: int, players: int, width: int):
        super().__init__()
        self.width = width
        self.from_trunk = nn.Linear(trunk, 2 * width if width else players)
        if width:
            self.from_seat = nn.Linear(width, 2 * width, bias=False)
            self.last = nn.Linear(2 * width, 1)
        # Begin with values of 0: in long games, a common error of all values is slow to correct.
        for parameter in (self.last if width else self.from_trunk).parameters():
            nn.init.zeros_(parameter)

    def forward(self, features: Features) -> Tensor:
        """(R, P) from features."""
        common = self.from_trunk(features.trunk)
        if not self.width:
            return common
        hidden = torch.relu(common.unsqueeze(1) + self.from_seat(features.codes[SEAT]))
        return self.last(hidden).squeeze(2)


class Critic(nn.Module):
    """The values (R, P) of all seats, from what the others hide (R, H) as well."""

    mean: Tensor
    scale: Tensor

    def __init__(self, hidden: int, trunk: int, players: int, code: int, width: int):
        super().__init__()
        self.register_buffer("mean", torch.zeros(hidden))
        self.register_buffer("scale", torch.ones(hidden))
        self.first = nn.Linear(hidden, width)
        self.head = ValueHead(trunk + width, players, code)

    def forward(self, features: Features, hidden: Tensor) -> Tensor:
        """(R, P) from features and what is hidden."""
        scaled = (hidden - self.mean).mul_(self.scale).clamp_(-_GREATEST, _GREATEST)
        joint = torch.cat([features.trunk, torch.relu(self.first(scaled))], dim=1)
        return self.head(features._replace(trunk=joint))


class EntityNetwork(Network):
    """A trunk, a head for the actions, and two for all seats: their values, and their margins.

    A saved policy has the values, but the margins are for the learner only. With `spec.hidden` entries after
    the view, there is also a critic that reads those.

    Args:
        spec: the game and the sizes to build it for.
        entities: whether to look at the things on the table one by one.
    """

    has_margins = True

    def __init__(self, spec: NetworkSpec, *, entities: bool = True):
        super().__init__(spec)
        self.never_waits = type(self) is EntityNetwork  # a subclass may do anything
        kinds = things(spec.game, spec.players, spec.observation) if entities else []
        named = pointers(spec.game, {kind.name: len(kind.entries) for kind in kinds})
        names = {SEAT, *(pointer.name for pointer in named)}
        seen, width = [kind for kind in kinds if kind.name in names], spec.thing_width
        self.features_extractor = EntityExtractor(spec.observation.size, seen, spec.layers, width // 2)
        trunk, standardizers = spec.layers[-1], self.features_extractor.by_name
        code = width // 2 if seen else 0
        self.action_net = ActionHead(trunk, spec.actions.size, named, standardizers, width)
        self.value_net = ValueHead(trunk, spec.players, code)
        self.critic = Critic(spec.hidden, trunk, spec.players, code, width) if spec.hidden else None
        self.margin_net = ValueHead(trunk, spec.players, code)

    def forward(self, observations: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (R, A) and values (R, P), from views alone."""
        features = self.features_extractor(observations.contiguous())
        return self.action_net(features, legal), self.value_net(features)

    def evaluate(self, observations: Tensor, legal: Tensor) -> NetworkOutput:
        """See `Network.evaluate`."""
        with self._precision(observations):
            features = self._features(observations)
            logits = self.action_net(features, legal).float()
            return NetworkOutput(logits, *self._judged(features, observations))

    def judge(self, observations: Tensor) -> Tensor:
        """See `Network.judge`; the head for the actions is not run."""
        with self._precision(observations):
            _, critic, margins = self._judged(self._features(observations), observations)
        return torch.stack([critic, margins], dim=1)

    def _judged(self, features: Features, observations: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The values, the critic's values and the margins, (R, P) each."""
        values, margins = self.value_net(features).float(), self.margin_net(features).float()
        if self.critic is None:
            return values, values, margins
        return values, self.critic(features, observations[:, self.spec.observation.size :]).float(), margins

    def _precision(self, observations: Tensor) -> torch.autocast:
        """A context that multiplies matrices in the precision of the spec."""
        return torch.autocast(observations.device.type, torch.bfloat16, enabled=self.spec.bfloat16)

    def _features(self, observations: Tensor) -> Features:
        view = observations[:, : self.spec.observation.size] if self.critic is not None else observations
        return self.features_extractor(view.contiguous())

    def measure(self, observations: np.ndarray) -> None:
        """Scale inputs by their mean and deviation in (L, S + H) observations."""
        size = self.spec.observation.size
        self.features_extractor.measure(observations[:, :size])
        if self.critic is not None:
            hidden = observations[:, size:]
            _set_scale(self.critic, hidden.mean(axis=0), hidden.var(axis=0))

    def scale_logits(self, factor: float) -> None:
        """Multiply all logits by `factor`, in the layers that sum to them."""
        with torch.no_grad():
            for layer in self.action_net.last_layers():
                for parameter in layer.parameters():
                    parameter.mul_(factor)

    def value_parameters(self) -> Iterator[nn.Parameter]:
        """The parameters of the heads for values and margins, and of the critic."""
        yield from self.value_net.parameters()
        yield from self.margin_net.parameters()
        if self.critic is not None:
            yield from self.critic.parameters()


def flat_network(spec: NetworkSpec) -> EntityNetwork:
    """The trunk and its heads, without looking at things one by one."""
    return EntityNetwork(spec, entities=False)
