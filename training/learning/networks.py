"""The learner's networks, derived from the axes on which a game's observations and actions lie.

An **entity network** sees the things on the table: the seats, and whatever the actions name (cards,
provinces, stands, ...). All numbers about one thing are gathered from every block with its axis. They go
through an encoder shared by all things of the kind, and the mean and the greatest of the codes join the
whole observation in the trunk; of a kind with many things the trunk has the observation only. The logit of
an action that names a thing comes from the numbers about that thing, which one it is, and the trunk; it is
worked out for legal actions only, which keeps it cheap. The value of each seat comes from its code and the
trunk. A **flat network** is the trunk alone.

Inputs are standardised by what was measured on the first lessons (`EntityExtractor.measure`). To
Stable-Baselines3 this is a features extractor and a policy class; MaskablePPO goes on as it is.
"""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from ...envs.core.engine.game import Game
from ...envs.core.engine.layout import Layout
from .padding import SEAT, Padding, padding_of

LOWEST = -1e8
"""The logit of what is illegal."""
_LEAST_DEVIATION, _GREATEST = 0.05, 5.0
_MOST_ENCODED = 16


class Things(NamedTuple):
    """One kind of thing on the table.

    Attributes:
        name: of its axis.
        entries: (n, F) places in the observation: of each of the n things the F numbers about it.
    """

    name: str
    entries: np.ndarray


class Pointer(NamedTuple):
    """Actions that name a thing: `number` of them from `start` on, the first of which names thing `first`."""

    name: str
    start: int
    number: int
    first: int


def things(game: Game, players: int, view: Layout | None = None) -> list[Things]:
    """The seats, and what single-axis blocks of actions name, if the observation tells of it.

    Args:
        view: what is observed, if not the view at a table of so many.
    """
    view = view or game.observation(players)
    axes = {SEAT: players}
    for block in game.actions:
        if len(block.axes) == 1:
            axes |= {name: length for name, length in block.axes.items() if name not in axes}
    found = [Things(name, _entries(view, name, length)) for name, length in axes.items()]
    return [kind for kind in found if kind.entries.shape[1] > 1]


def _entries(view: Layout, axis: str, length: int) -> np.ndarray:
    """(length, F): the entries of all blocks with this axis, for each place on it."""
    parts = []
    for block in view:
        if block.axes.get(axis) == length:
            places = np.arange(block.start, block.stop).reshape(tuple(block.axes.values()))
            parts.append(np.moveaxis(places, list(block.axes).index(axis), 0).reshape(length, -1))
    return np.concatenate(parts, axis=1) if parts else np.zeros((length, 0), np.int64)


def pointers(game: Game, known: Mapping[str, int]) -> list[Pointer]:
    """The blocks of actions that name one of the `known` things, given with their numbers.

    Of an axis of seats there are as many as the game takes players, counted from oneself, or one fewer,
    counted from the player to the left. Those beyond the seats of this table are never legal.
    """
    found = []
    for block in game.actions:
        for name, length in block.axes.items():
            if len(block.axes) != 1 or name not in known:
                continue
            if name == SEAT:
                first = max(game.player_counts) - length
                found.append(Pointer(name, block.start, min(length, known[name] - first), first))
            elif length == known[name]:
                found.append(Pointer(name, block.start, length, 0))
    return [pointer for pointer in found if pointer.first in (0, 1) and pointer.number > 0]


class Features(NamedTuple):
    """What the heads work from: the observations (R, S), the trunk (R, W), codes (R, n, C) of each kind."""

    observations: Tensor
    trunk: Tensor
    codes: dict[str, Tensor]


class Standardizer(nn.Module):
    """The numbers about the things of one kind, on a scale that they share."""

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
        """(R, n, F): of all things."""
        number, numbers = self.kind.entries.shape
        found = observations.index_select(1, self.entries.reshape(-1))
        return self._scaled(found.reshape(-1, number, numbers))

    def at(self, observations: Tensor, rows: Tensor, places: Tensor) -> Tensor:
        """(M, F): of the things at `places` (M,), each in its row (M,)."""
        return self._scaled(observations.reshape(-1)[rows.unsqueeze(1) * self.size + self.entries[places]])

    def _scaled(self, numbers: Tensor) -> Tensor:
        return (numbers - self.mean).mul_(self.scale).clamp_(-_GREATEST, _GREATEST)

    def measure(self, mean: np.ndarray, variance: np.ndarray) -> None:
        """Take the scale from the mean and variance (S,) of the entries of observations."""
        shared = mean[self.kind.entries].mean(axis=0)
        spread = (variance + mean**2)[self.kind.entries].mean(axis=0) - shared**2
        _set_scale(self, shared, spread)


def _set_scale(module: Any, mean: np.ndarray, variance: np.ndarray) -> None:
    """Deviations have a floor: what hardly ever happens is not blown up."""
    deviation = np.maximum(np.sqrt(np.maximum(variance, 0)), _LEAST_DEVIATION)
    module.mean.copy_(torch.from_numpy(mean.astype(np.float32)))
    module.scale.copy_(torch.from_numpy((1 / deviation).astype(np.float32)))


class Encoder(nn.Module):
    """The code of each thing of one kind, from the numbers about it and which one it is."""

    which: Tensor

    def __init__(self, kind: Things, width: int):
        super().__init__()
        number, numbers = kind.entries.shape
        # Seats have no names: one is oneself, and the others are alike.
        which = np.minimum(np.arange(number), 1) if kind.name == SEAT else np.arange(number)
        self.register_buffer("which", torch.from_numpy(which), persistent=False)
        self.names = nn.Parameter(torch.randn(int(which.max()) + 1, width) / 2)
        self.first, self.second = nn.Linear(numbers, width), nn.Linear(width, width)

    def forward(self, numbers: Tensor) -> Tensor:
        """(R, n, C) from (R, n, F)."""
        return torch.relu(self.second(torch.relu(self.first(numbers) + self.names[self.which])))


class EntityExtractor(BaseFeaturesExtractor):
    """Observations to `Features`.

    Args:
        size: S, entries of the view.
        kinds: the things that are looked at one by one; none for the trunk alone.
        layers: widths of the trunk.
        width: of a thing's code.
    """

    mean: Tensor
    scale: Tensor

    def __init__(
        self,
        observation_space: spaces.Space,
        size: int,
        kinds: list[Things],
        layers: tuple[int, ...],
        width: int,
    ):
        super().__init__(observation_space, layers[-1])
        self.register_buffer("mean", torch.zeros(size))
        self.register_buffer("scale", torch.ones(size))
        self.by_name = {kind.name: Standardizer(kind, size) for kind in kinds}
        self.gauges = nn.ModuleDict(self.by_name)
        seen = [kind for kind in kinds if kind.name == SEAT or len(kind.entries) <= _MOST_ENCODED]
        self.encoders = nn.ModuleDict({kind.name: Encoder(kind, width) for kind in seen})
        # Two layers instead of one over both: no gradient is wanted for the observation.
        self.first = nn.Linear(size, layers[0])
        self.of_codes = nn.Linear(2 * width * len(seen), layers[0], bias=False) if seen else None
        parts: list[nn.Module] = [nn.LayerNorm(layers[0]), nn.ReLU()]
        for before, after in itertools.pairwise(layers):
            parts += [nn.Linear(before, after), nn.LayerNorm(after), nn.ReLU()]
        self.trunk = nn.Sequential(*parts)

    def forward(self, observations: Tensor) -> Features:
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
    """What the actions of one block are worth, each from the numbers about its thing and from the trunk."""

    def __init__(self, pointer: Pointer, standardizer: Standardizer, trunk: int, width: int):
        super().__init__()
        self.pointer = pointer
        self._standardizer = [standardizer]  # in a list, for it belongs to the extractor
        self.names = nn.Parameter(torch.randn(pointer.number, width) / 2)
        self.of_thing, self.of_trunk = (
            nn.Linear(standardizer.kind.entries.shape[1], width),
            nn.Linear(trunk, width),
        )
        self.last = nn.Linear(width, 1, bias=False)

    def forward(self, features: Features, legal: Tensor) -> Tensor:
        """(R, n) logits of legal actions, zero for others; few are legal, and only they are worked out."""
        rows, places = legal.nonzero(as_tuple=True)
        numbers = self._standardizer[0].at(features.observations, rows, places + self.pointer.first)
        context = self.of_trunk(features.trunk)[rows]
        hidden = torch.relu(self.of_thing(numbers) + self.names[places] + context)
        logits = torch.zeros_like(legal, dtype=hidden.dtype)
        return logits.index_put((rows, places), self.last(hidden).squeeze(1))


class ActionHead(nn.Module):
    """Logits (R, A): of every action from the trunk, of those that name a thing also from what it is."""

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
        nn.init.orthogonal_(self.plain.weight, 0.01)
        self._pointers = pointing
        self.pointing = nn.ModuleList(
            PointerHead(pointer, standardizers[pointer.name], trunk, width) for pointer in pointing
        )

    def forward(self, features: Features, legal: Tensor) -> Tensor:
        logits = self.plain(features.trunk)
        parts, stop = [], 0
        for pointer, part in zip(self._pointers, self.pointing):
            start, before = pointer.start, stop
            stop = start + pointer.number
            parts += [logits[:, before:start], logits[:, start:stop] + part(features, legal[:, start:stop])]
        return torch.cat([*parts, logits[:, stop:]], dim=1)

    def last_layers(self) -> list[nn.Module]:
        """Those whose sums the logits are."""
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

    def forward(self, features: Features) -> Tensor:
        common = self.from_trunk(features.trunk)
        if not self.width:
            return common
        hidden = torch.relu(common.unsqueeze(1) + self.from_seat(features.codes[SEAT]))
        return self.last(hidden).squeeze(2)


class Critic(nn.Module):
    """The values (R, P) of all seats for one who also sees what the others hide, (R, H)."""

    mean: Tensor
    scale: Tensor

    def __init__(self, hidden: int, trunk: int, players: int, code: int, width: int):
        super().__init__()
        self.register_buffer("mean", torch.zeros(hidden))
        self.register_buffer("scale", torch.ones(hidden))
        self.first = nn.Linear(hidden, width)
        self.head = ValueHead(trunk + width, players, code)

    def forward(self, features: Features, hidden: Tensor) -> Tensor:
        scaled = (hidden - self.mean).mul_(self.scale).clamp_(-_GREATEST, _GREATEST)
        told = torch.cat([features.trunk, torch.relu(self.first(scaled))], dim=1)
        return self.head(features._replace(trunk=told))


class PadView(nn.Module):
    """`Padding` as a part of the network, so that a saved policy takes the views of every table."""

    counts: Tensor
    sizes: Tensor
    columns: Tensor
    seats: Tensor

    def __init__(self, form: Padding):
        super().__init__()
        for name in ("counts", "sizes", "columns"):
            self.register_buffer(name, torch.from_numpy(getattr(form, name)), persistent=False)
        self.register_buffer("seats", torch.arange(form.players), persistent=False)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """(R, layout.size) views in the form of any table, and (n,) the seats at this one."""
        matching = (self.sizes == observations.shape[1]).long()
        table = matching.argmax() + (1 - matching.sum()) * len(self.sizes)  # out of range where there is none
        zero = torch.zeros_like(observations[:, :1])
        known = torch.cat([zero, zero + 1, observations], dim=1)
        present = torch.lt(self.seats, self.counts[table]).nonzero().squeeze(1)
        return known.index_select(1, self.columns[table]), present


class Evaluation(NamedTuple):
    """What a network says of decisions.

    Attributes:
        logits: (R, A), without meaning where illegal.
        values: (R, P) of all seats, one's own first, by what one sees.
        critic: (R, P) the same by who sees all cards; `values` where there is no such critic.
    """

    logits: Tensor
    values: Tensor
    critic: Tensor


class EntityPolicy(MaskableActorCriticPolicy):
    """The policy class for MaskablePPO; `value_net` gives every seat's value, PPO learns one's own.

    With `hidden` entries behind the view, which `.critic_view` shows, a critic of its own judges the
    decisions that PPO learns from. `value_net` is learnt beside it, for those who play the policy have nothing else.

    Args:
        game, players: what is played; at `padded`, the largest number of players.
        padded: play at tables of any size. Observations are then as `Padding` has them; `policy_and_values`
            takes the views of a table, too, and gives the values of its seats.
        hidden: how many of an observation's entries, the last, are for the critic alone.
        network: "entity" or "flat".
        layers: widths of the trunk.
        width: of what is worked out for each thing.
    """

    features_extractor: EntityExtractor
    action_space: spaces.Discrete

    def __init__(
        self,
        observation_space: spaces.Space,
        action_space: spaces.Space,
        lr_schedule: Any,
        *,
        game: Game,
        players: int,
        padded: bool = False,
        hidden: int = 0,
        network: str = "entity",
        layers: tuple[int, ...] = (256, 256),
        width: int = 64,
        **kwargs: Any,
    ):
        self.players, self.width, self.hidden = players, width, hidden
        self.view_size = int(np.prod(observation_space.shape or ())) - hidden
        self.made_with: dict[str, Any] = {
            "game": game,
            "players": players,
            "padded": padded,
            "hidden": hidden,
            "network": network,
            "layers": layers,
            "width": width,
        }
        form = padding_of(game) if padded else None
        kinds = things(game, players, form.layout if form else None) if network == "entity" else []
        self.pointing = pointers(game, {kind.name: len(kind.entries) for kind in kinds})
        named = {SEAT, *(pointer.name for pointer in self.pointing)}
        extractor = {
            "size": self.view_size,
            "kinds": [kind for kind in kinds if kind.name in named],
            "layers": layers,
            "width": width // 2,
        }
        kwargs |= {"features_extractor_class": EntityExtractor, "features_extractor_kwargs": extractor}
        super().__init__(observation_space, action_space, lr_schedule, **kwargs)
        self.pad_view = PadView(form) if form else None

    def _build(self, lr_schedule: Any) -> None:
        trunk, standardizers = self.features_dim, self.features_extractor.by_name
        code = self.width // 2 if standardizers else 0
        self.action_net: Any = ActionHead(
            trunk, int(self.action_space.n), self.pointing, standardizers, self.width
        )
        self.value_net: Any = ValueHead(trunk, self.players, code)
        self.critic: Any = Critic(self.hidden, trunk, self.players, code, self.width) if self.hidden else None
        settings: dict[str, Any] = {"lr": lr_schedule(1), "foreach": True, **self.optimizer_kwargs}
        self.optimizer = self.optimizer_class(self.parameters(), **settings)

    def scale_logits(self, factor: float) -> None:
        """Multiply all logits by `factor`: above 1, what is drawn is more often the best action."""
        with torch.no_grad():
            for layer in self.action_net.last_layers():
                for parameter in layer.parameters():
                    parameter.mul_(factor)

    def policy_and_values(self, observations: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (R, A), without meaning where illegal, and the values (R, P) of all seats, from views."""
        present = None
        if self.pad_view is not None and observations.shape[1] < self.view_size:
            observations, present = self.pad_view(observations)
        features = self._features(observations)
        logits, values = self.action_net(features, legal), self.value_net(features)
        return logits, values if present is None else values.index_select(1, present)

    def evaluate(self, observations: Tensor, legal: Tensor) -> Evaluation:
        """All that it learns to say, from observations with what is for the critic alone."""
        features = self._features(observations)
        logits, values = self.action_net(features, legal), self.value_net(features)
        return Evaluation(logits, values, self._criticised(features, observations, values))

    def _features(self, observations: Tensor) -> Features:
        view = observations[:, : self.view_size] if self.hidden else observations
        return self.features_extractor(view.contiguous())

    def _criticised(self, features: Features, observations: Tensor, values: Tensor) -> Tensor:
        return values if self.critic is None else self.critic(features, observations[:, self.view_size :])

    def measure(self, observations: np.ndarray) -> None:
        """Scale inputs by their mean and deviation in (L, S + H) observations."""
        self.features_extractor.measure(observations[:, : self.view_size])
        if self.critic is not None:
            hidden = observations[:, self.view_size :]
            _set_scale(self.critic, hidden.mean(axis=0), hidden.var(axis=0))

    def value_parameters(self) -> Iterator[nn.Parameter]:
        """Those that only values come from."""
        yield from self.value_net.parameters()
        if self.critic is not None:
            yield from self.critic.parameters()

    # --- What MaskablePPO calls ------------------------------------------------------------------

    def _judged(self, obs: Tensor, action_masks: Any) -> tuple[Tensor, Tensor]:
        """The log-probabilities (R, A) of the legal actions, and one's own values (R, 1)."""
        if action_masks is None:
            legal = torch.ones((len(obs), int(self.action_space.n)), dtype=torch.bool, device=obs.device)
        else:
            legal = torch.as_tensor(action_masks, device=obs.device).bool()
        judged = self.evaluate(obs, legal)
        return judged.logits.masked_fill(~legal, LOWEST).log_softmax(dim=1), judged.critic[:, :1]

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Actions (R,), one's own values (R, 1) and the log-probabilities (R,) of the actions."""
        chances, values = self._judged(obs, action_masks)
        if deterministic:
            actions = chances.argmax(dim=1)
        else:  # the first of so many exponential clocks to ring, each as fast as its action is likely
            actions = (chances.exp() / torch.empty_like(chances).exponential_()).argmax(dim=1)
        return actions, values, _of(chances, actions)

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """One's own values (R, 1), the log-probabilities (R,) of the actions, and the entropies (R,)."""
        chances, values = self._judged(obs, action_masks)
        return values, _of(chances, actions), -(chances.exp() * chances).sum(dim=1)

    def get_distribution(self, obs: Any, action_masks: Any = None) -> Any:
        """The masked distribution of actions."""
        return self.action_dist.proba_distribution(self._judged(obs, action_masks)[0])

    def predict_values(self, obs: Any) -> Tensor:
        """One's own values (R, 1)."""
        features = self._features(obs)
        return self._criticised(features, obs, self.value_net(features))[:, :1]


def _of(chances: Tensor, actions: Tensor) -> Tensor:
    """(R,) the entries of `chances` (R, A) at `actions` (R,)."""
    return chances.gather(1, actions.unsqueeze(1)).squeeze(1)
