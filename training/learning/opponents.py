"""Whom the learner meets: bots, its latest weights, and frozen snapshots of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import torch

from ...agents import Agent, make
from ...agents.policy.agent import LOWEST, PolicyAgent, choose
from ...agents.registration import is_available
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.opponents import LEARNER
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from .checkpoint import check_arrays, check_record
from .frozen import FrozenNetworks
from .networks import Network
from .settings import TrainSettings

LATEST = "latest"
SNAPSHOTS = "snapshots"
_NETWORKS = (LATEST, SNAPSHOTS)

_LEAST_WEIGHT = 0.02
_FORGET = 0.95


def check_seats(games: GameBatch, specs: Iterable[str]) -> None:
    """Raise PolicyError for a policy among these agents that plays with another number of players."""
    for spec in specs:
        agent = make(spec, games.game) if is_available(spec, games.game) else None
        if isinstance(agent, PolicyAgent):
            agent.check(games)


def weights_of(beaten: np.ndarray) -> np.ndarray:
    """The probability of drawing each opponent, given how often the learner beats it.

    The weight is (1 - share)**2, the "hard" curve of prioritised fictitious self-play (Vinyals et al. 2019,
    doi:10.1038/s41586-019-1724-z), with a floor so that nobody is forgotten.

    Args:
        beaten: (K,) the share of games in which the learner beats each.
    """
    weights = (1.0 - beaten) ** 2 + _LEAST_WEIGHT
    return weights / weights.sum()


class NetworkAgent:
    """Plays a network that is learning: draws from the masked softmax, or takes the best action.

    Args:
        network: belongs to this agent from now on.
        seed: seed of the agent's own stream.
        greedy: take the best action.
        frozen: plays the weights that `load` gives it by onnxruntime; None for torch.
    """

    def __init__(
        self,
        network: Network,
        seed: int = 0,
        *,
        greedy: bool = False,
        name: str = "network",
        frozen: FrozenNetworks | None = None,
    ):
        self.network, self.greedy, self.name, self._frozen = network, greedy, name, frozen
        self._policy: PolicyAgent | None = None
        self.begin(seed)

    def load(self, weights: Mapping[str, np.ndarray]) -> None:
        """Play these weights from now on."""
        self.network.load_weights(weights)
        if self._frozen is not None:
            self._policy = self._frozen.policy(weights)

    def begin(self, seed: int) -> None:
        """Start the stream afresh."""
        self._stream = None if self.greedy else np.random.default_rng(seed)

    def check(self, games: GameBatch) -> None:
        """Nothing to check: it plays where it learns."""

    def policy_and_values(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """As `PolicyAgent.policy_and_values`."""
        if self._policy is not None:
            return self._policy.policy_and_values(observations, masks)
        device = self.network.device
        with torch.no_grad():
            logits, values = self.network.policy_and_values(
                torch.from_numpy(observations).to(device), torch.from_numpy(masks.copy()).to(device)
            )
        return np.where(masks, logits.cpu().numpy(), LOWEST), values.cpu().numpy()

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """As `Agent.act`."""
        rows = games.running(rows)
        logits, _ = self.policy_and_values(games.observe(rows=rows), games.masks(rows=rows))
        return choose(logits, self._stream)


@dataclass
class Opponent:
    """Somebody the learner meets, and how the learner does against them.

    Attributes:
        name: its name in logs.
        agent: the agent that plays.
        kind: the name of the share of seats that it belongs to.
        rollout: the rollout after which its weights were frozen; 0 for others.
        games, wins: games in which it met the learner, and those in which the learner was paid more (equal
            pay counts half). Older games count for less.
    """

    name: str
    agent: Agent
    kind: str
    rollout: int = 0
    games: float = 0.0
    wins: float = 0.0

    @property
    def beaten(self) -> float:
        """The share of games in which the learner does better; one half before any are played."""
        return (self.wins + 1.0) / (self.games + 2.0)


@dataclass
class Pool:
    """The opponents: bots by name, the learner's latest weights, and frozen snapshots of it.

    Args:
        game: the game that is played.
        shares: how often a seat goes to each kind: names of bots, "latest" and "snapshots". A kind with
            nobody in it (a bot that the game lacks) leaves its share to the others.
        network: makes a network like the learner's, for opponents to play.
        size: how many snapshots are kept; the one that the learner beats most makes room.
        one_kind: the share of games in which one opponent, drawn once, takes all the other seats.
        seed: seed of everybody's streams.
        later: shares at the end of the run, towards which `shares` move; empty for the same throughout.
        done: how much of that way is behind, from 0 to 1.
    """

    game: Game
    shares: Mapping[str, float]
    network: Callable[[], Network]
    size: int = 8
    one_kind: float = 0.5
    seed: int = 0
    later: Mapping[str, float] = field(default_factory=dict)
    done: float = 0.0
    members: list[Opponent] = field(default_factory=list)
    _met: int | None = None  # the place of the snapshot that is met in this rollout

    def __post_init__(self) -> None:
        for name, shares in (("opponents", self.shares), ("later_opponents", self.later)):
            wrong = not shares or min(shares.values()) < 0 or not sum(shares.values()) > 0
            if wrong and (shares or name == "opponents"):
                raise HustingsError(f"{name}: needs shares of at least 0 that are not all 0")
        for kind in {**self.shares, **self.later}:
            if kind not in _NETWORKS and is_available(kind, self.game):
                self.members.append(Opponent(kind, make(kind, self.game, self.seed), kind))

    def begin(self, rollout: int) -> None:
        """Start all streams afresh from `seed` and `rollout`; earlier games count for less from now on.

        One snapshot is drawn for the seats that go to snapshots until the next rollout: a network is asked
        about many rows at once, which is many times as fast as asking each of several about a few.
        """
        self._draw_snapshot(np.random.default_rng((self.seed, rollout, len(self.members))))
        for place, member in enumerate(self.members):
            seed = int(np.random.SeedSequence((self.seed, rollout, place)).generate_state(1, np.uint64)[0])
            if isinstance(member.agent, NetworkAgent):
                member.agent.begin(seed)
            else:
                member.agent = make(member.name, self.game, seed)
            member.games *= _FORGET
            member.wins *= _FORGET

    def set_latest(self, weights: dict[str, np.ndarray]) -> None:
        """Let "latest" play these weights."""
        for member in self.members:
            if member.kind == LATEST and isinstance(member.agent, NetworkAgent):
                member.agent.load(weights)
                return
        self.members.append(self._policy(LATEST, weights, 0))

    def freeze(self, weights: dict[str, np.ndarray], rollout: int) -> None:
        """Keep these weights as a snapshot; a full pool gives up the one that the learner beats most."""
        kept = self.snapshots
        if len(kept) < self.size:
            self.members.append(self._policy(SNAPSHOTS, weights, rollout))
        elif kept:
            weakest = max(kept, key=lambda member: member.beaten)
            # In its place, so that the opponents of games under way keep their numbers.
            self.members[self.members.index(weakest)] = self._policy(SNAPSHOTS, weights, rollout)

    @property
    def snapshots(self) -> list[Opponent]:
        """The snapshots, in order."""
        return [member for member in self.members if member.kind == SNAPSHOTS]

    def draw(self, stream: np.random.Generator, games: int, players: int) -> np.ndarray:
        """(games, players) places in `members`, independent for each seat or one for the whole game."""
        if not self.members:
            wanted = ", ".join(self.shares)
            raise HustingsError(f"opponents: {self.game.title} has none of {wanted} yet; add random")
        chances = self.chances()
        chosen = stream.choice(len(chances), (games, players), p=chances)
        if self._met is not None:
            chosen[np.isin(chosen, self._places(SNAPSHOTS))] = self._met
        alike = stream.random(games) < self.one_kind
        chosen[alike] = chosen[alike, :1]
        return chosen

    def _places(self, kind: str) -> list[int]:
        return [place for place, member in enumerate(self.members) if member.kind == kind]

    def _draw_snapshot(self, stream: np.random.Generator) -> None:
        places = self._places(SNAPSHOTS)
        self._met = int(stream.choice(places, p=self._odds(places))) if places else None

    def _odds(self, places: list[int]) -> np.ndarray:
        return weights_of(np.array([self.members[place].beaten for place in places]))

    def chances(self) -> np.ndarray:
        """The probability that a seat goes to each member."""
        chances = np.zeros(len(self.members))
        for kind, share in self._blended().items():
            if places := self._places(kind):
                chances[places] = share * self._odds(places)
        if not chances.sum() > 0:  # only kinds with nobody in them
            chances[:] = 1.0
        return chances / chances.sum()

    def _blended(self) -> dict[str, float]:
        """The share of each kind at this point of the run."""
        blended: dict[str, float] = {}
        for shares, part in ((self.shares, 1 - self.done), (self.later, self.done)):
            total = sum(shares.values())
            for kind, share in shares.items():
                blended[kind] = blended.get(kind, 0.0) + part * share / total
        return blended if self.later else dict(self.shares)

    def record(self, opponents: np.ndarray, learner: np.ndarray, payoffs: np.ndarray) -> None:
        """Count finished games.

        Args:
            opponents: (R, P) places in `members`, `LEARNER` for the learner's seat.
            learner: (R,) the learner's payoff.
            payoffs: (R, P) everybody's.
        """
        mine = learner[:, None]
        won = (mine > payoffs) + 0.5 * (mine == payoffs)
        met = opponents != LEARNER
        games = np.bincount(opponents[met], minlength=len(self.members))
        wins = np.bincount(opponents[met], won[met], minlength=len(self.members))
        for place in np.flatnonzero(games):
            self.members[place].games += float(games[place])
            self.members[place].wins += float(wins[place])

    def state(self) -> tuple[list[dict[str, Any]], dict[str, np.ndarray]]:
        """The members as plain data, and the weights of those that have any, named "place/KEY"."""
        records = [
            {"kind": m.kind, "rollout": m.rollout, "games": m.games, "wins": m.wins} for m in self.members
        ]
        weights = {
            f"{place}/{key}": array
            for place, member in enumerate(self.members)
            if isinstance(member.agent, NetworkAgent)
            for key, array in member.agent.network.weights().items()
        }
        return records, weights

    def restore(
        self,
        records: Sequence[Mapping[str, Any]],
        weights: Mapping[str, np.ndarray],
        like: Mapping[str, np.ndarray],
    ) -> None:
        """Put the members of `state()` in place of these. The bots must be those that are here already.

        Args:
            like: the learner's weights, to compare shapes with.

        Raises:
            HustingsError: when they are not members of such a pool; then nothing has changed.
        """
        for record in records:
            check_record("members", record, {"kind": str, "rollout": int, "games": float, "wins": float})
        kinds = [record["kind"] for record in records]
        bots = {member.kind: member for member in self.members if member.kind not in _NETWORKS}
        if sorted({*kinds}.difference(_NETWORKS)) != sorted(bots) or any(
            kinds.count(bot) > 1 for bot in bots
        ):
            raise HustingsError(
                f"members: {', '.join(map(repr, kinds))} are not the opponents of the settings"
            )
        if kinds.count(LATEST) > 1 or kinds.count(SNAPSHOTS) > self.size:
            raise HustingsError(f"members: more than one {LATEST} or {self.size} {SNAPSHOTS}")
        own = [place for place, kind in enumerate(kinds) if kind not in bots]
        wanted = {f"{place}/{key}": array for place in own for key, array in like.items()}
        check_arrays("pool.safetensors", weights, wanted)
        self.members = []
        for place, record in enumerate(records):
            kind, rollout = record["kind"], record["rollout"]
            if kind in bots:
                member = bots[kind]
            else:
                arrays = {key: weights[f"{place}/{key}"] for key in like}
                member = self._policy(kind, arrays, rollout)
            member.games, member.wins = record["games"], record["wins"]
            self.members.append(member)

    def _policy(self, kind: str, weights: dict[str, np.ndarray], rollout: int) -> Opponent:
        name = LATEST if kind == LATEST else f"snapshot {rollout}"
        agent = NetworkAgent(self.network(), self.seed, name=name, frozen=self._frozen)
        agent.load(weights)
        return Opponent(name, agent, kind, rollout)

    @cached_property
    def _frozen(self) -> FrozenNetworks | None:
        """What plays its networks, if that can be done."""
        return FrozenNetworks.of(self.network())


def make_pool(settings: TrainSettings, game: Game, network: Callable[[], Network]) -> Pool:
    """The opponents that a run begins with."""
    return Pool(
        game,
        settings.opponents,
        network,
        size=settings.pool_size,
        one_kind=settings.one_kind,
        seed=settings.seed,
        later=settings.later_opponents,
    )
