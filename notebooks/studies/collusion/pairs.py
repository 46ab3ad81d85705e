"""Pairs of seats, and what agents observe of them.

Below, N is the number of games, P of players, and L the seats of the largest table. A `pairing` (N, P) bool
marks two seats in each game. Agents read this shared array to learn who the pair are.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hustings.agents import Agent
from hustings.agents.policy.agent import PolicyAgent, PolicyFacts, choose
from hustings.agents.policy.files import POLICY
from hustings.envs import GAMES, GameBatch
from hustings.envs.core.engine.layout import Layout
from hustings.training.learning.critic_view import CriticView
from hustings.training.learning.export import to_onnx
from hustings.training.learning.networks import Network, NetworkSpec, build_network
from hustings.training.learning.padding import ANY, SEAT, padding_of
from hustings.training.learning.start import BUILD, build_of, policy_weights

GAME = GAMES["saludos_amigos"]
Maker = Callable[[GameBatch, np.ndarray], Agent]
"""Makes an agent for these games, whose pairs are marked in the (N, P) array."""
PAIR = "pair"
"""The block after a view that marks the seats of the pair, except the own one."""


@dataclass(frozen=True)
class PairedSpec(NetworkSpec):
    """The spec of a network for padded views, followed by the marks of a pair.

    Attributes:
        marked: whether there are marks; without them it is the spec of a game's own policy.
    """

    marked: bool = True

    @cached_property
    def observation(self) -> Layout:
        """The blocks of a view."""
        padding = padding_of(self.game)
        blocks = [
            (block.name, dict(block.axes) or block.size, block.about, block.scale) for block in padding.layout
        ]
        marks = (PAIR, {SEAT: padding.players}, "seats of the pair, but for one's own")
        return Layout(*blocks, *[marks] * self.marked)


class PairedView(CriticView):
    """Padded views, followed by (L,) marks of the other seats of the pair.

    Args:
        games: the games to observe.
        pairing: (N, P) bool, the pair of each.
    """

    def __init__(self, games: GameBatch, pairing: np.ndarray):
        super().__init__(games, padded=True)
        self._pairing = pairing

    @property
    def size(self) -> int:
        """Entries of an observation."""
        return self.view_size + self.players

    def __call__(
        self,
        games: GameBatch,
        seats: np.ndarray | None = None,
        *,
        rows: np.ndarray | None = None,
        out: np.ndarray | None = None,
    ) -> np.ndarray:
        """(R, S + L) float32: observations of `seats` (None for those on turn) in the games `rows`.

        Args:
            out: an array to fill instead of a new one.
        """
        where = np.arange(games.num_games) if rows is None else rows
        who = (games.seat[where] if seats is None else np.asarray(seats)).astype(np.int64)
        seen = np.zeros((len(where), self.size), np.float32) if out is None else out
        seen[:, : self.view_size] = super().__call__(games, seats, rows=rows)
        seen[:, self.view_size :] = 0
        marks = seen[:, self.view_size : self.view_size + games.num_players]
        marks[:] = marks_from(self._pairing[where], who)
        return seen


def marks_from(pairing: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """(R, P) bool: the pair clockwise from each of `seats` (R,), except that seat itself.

    So a member sees its partner marked, and an outsider sees both.
    """
    players = pairing.shape[1]
    turned = (seats[:, None] + np.arange(players)) % players
    marks = np.take_along_axis(pairing, turned, axis=1)
    marks[:, 0] = False
    return marks


def partners(pairing: np.ndarray) -> np.ndarray:
    """(N, P) int64: the partner of each seat, -1 for none."""
    first, last = pairing.argmax(axis=1), pairing.shape[1] - 1 - pairing[:, ::-1].argmax(axis=1)
    found = np.full(pairing.shape, -1, np.int64)
    rows = np.arange(len(pairing))
    found[rows, first], found[rows, last] = last, first
    return found


def placements(players: int) -> np.ndarray:
    """(K, P) bool: every choice of two seats, each once."""
    chosen = list(itertools.combinations(range(players), 2))
    found = np.zeros((len(chosen), players), np.bool_)
    found[np.arange(len(chosen))[:, None], chosen] = True
    return found


class PairedAgent:
    """Plays a network that observes who the pair are: its best action, or a sampled one.

    Args:
        model: the network as a policy's file, from `frozen`.
        view: makes the observations.
        seed: for sampling; None to take the best action.
    """

    def __init__(self, model: bytes, view: PairedView, seed: int | None = None, name: str = PAIR):
        self._policy, self._view, self.name = PolicyAgent(model, own=True), view, name
        self.begin(seed)

    def begin(self, seed: int | None) -> None:
        """Restart the random stream."""
        self._stream = None if seed is None else np.random.default_rng(seed)

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """As `Agent.act`."""
        rows = games.running(rows)
        logits, _ = self._policy.policy_and_values(self._view(games, rows=rows), games.masks(rows=rows))
        return choose(logits, self._stream)


def network_of_policy() -> Network:
    """The network of the game's policy with inputs for marks, which have no effect yet.

    Until it learns, it plays like the policy, whoever is marked.
    """
    build = build_of(POLICY, GAME, (), ANY)
    players = padding_of(GAME).players
    shape = {"layers": build["layers"], "thing_width": build["thing_width"]}
    network = build_network(build[BUILD[0]], PairedSpec(GAME, players, **shape))
    plain = build_network(build[BUILD[0]], PairedSpec(GAME, players, marked=False, **shape))
    held = policy_weights(POLICY, GAME, ANY, plain.state_dict(keep_vars=True))
    network.load_weights({name: _widened(name, held[name], own) for name, own in network.weights().items()})
    return network


def _widened(name: str, held: np.ndarray, own: np.ndarray) -> np.ndarray:
    """Weights for one more input, which has no effect yet and its own scale."""
    wide = np.full(own.shape, float(name.endswith("scale")), own.dtype)
    wide[tuple(slice(length) for length in held.shape)] = held
    return wide


def frozen(network: Network) -> bytes:
    """The network as a policy's file, for `PairedAgent`."""
    size = network.spec.observation.size
    facts = PolicyFacts(GAME.name, GAME.version, max(GAME.player_counts), size, GAME.actions.size)
    return to_onnx(network, facts)
