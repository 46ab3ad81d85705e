"""Whom the network that learns meets: itself, frozen snapshots of it, and bots."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
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

_LEAST_WEIGHT = 0.02
_FORGET = 0.95
_RECORD = {"number": int, "kind": str, "rollout": int, "games": float, "wins": float, "leaving": bool}


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
    """Somebody whom the learner meets, and how the learner does against them.

    Attributes:
        name: its name in logs.
        agent: the agent that plays.
        kind: the name of the share of seats that it belongs to.
        rollout: the rollout after which its weights were frozen; 0 for bots.
        games, wins: games in which it met the learner, and those in which the learner was paid more (equal
            pay counts half). Older games count for less.
        leaving: whether it takes no more seats, and goes when its games are over.
    """

    name: str
    agent: Agent
    kind: str
    rollout: int = 0
    games: float = 0.0
    wins: float = 0.0
    leaving: bool = False

    @property
    def beaten(self) -> float:
        """The share of games in which the learner does better; one half before any are played."""
        return (self.wins + 1.0) / (self.games + 2.0)


class Pool:
    """The opponents: the learner itself, snapshots of its weights, and bots by name.

    Each game has a seat of the learner at least. Another seat that goes to "latest" is the learner's as well.

    Args:
        game: the game that is played.
        shares: how often another seat goes to each kind: names of bots, "latest" and "snapshots". A kind with
            nobody in it (a bot that the game lacks) leaves its share to the others.
        network: makes a network like the learner's, for snapshots to play.
        size: how many snapshots are kept; the one that the learner beats most makes room.
        one_kind: the share of games in which all other seats go to one, drawn once.
        seed: seed of everybody's streams.

    Attributes:
        bots: the names of its bots.
        members: the opponents by number: bots from 0 on, behind them the snapshot of each rollout.

    Raises:
        HustingsError: for shares below 0, or that are all 0.
    """

    def __init__(
        self,
        game: Game,
        shares: Mapping[str, float],
        network: Callable[[], Network],
        size: int = 8,
        one_kind: float = 0.5,
        seed: int = 0,
    ):
        if not shares or min(shares.values()) < 0 or not sum(shares.values()) > 0:
            raise HustingsError("opponents: needs shares of at least 0 that are not all 0")
        self.game, self.shares, self.network = game, shares, network
        self.size, self.one_kind, self.seed = size, one_kind, seed
        self.members: dict[int, Opponent] = {}
        self._met: int | None = None  # the snapshot that takes seats in this rollout
        bots = [kind for kind in shares if kind not in (LATEST, SNAPSHOTS) and is_available(kind, game)]
        self.members |= {n: Opponent(bot, make(bot, game, seed), bot) for n, bot in enumerate(bots)}
        self.bots = bots

    def agent(self, number: int) -> Agent:
        """Who plays for a member."""
        return self.members[number].agent

    def begin(self, seed: int, rollout: int) -> None:
        """Start all streams afresh from `seed` and `rollout`; earlier games count for less from now on.

        One snapshot is drawn for the seats that go to snapshots until the next rollout: a network is asked
        about many rows at once, which is many times as fast as asking each of several about a few.
        """
        snapshots = self._of(SNAPSHOTS)
        stream = np.random.default_rng((seed, rollout))
        self._met = int(stream.choice(snapshots, p=self._odds(snapshots))) if snapshots else None
        for number, member in self.members.items():
            key = int(np.random.SeedSequence((seed, rollout, number)).generate_state(1, np.uint64)[0])
            if isinstance(member.agent, NetworkAgent):
                member.agent.begin(key)
            else:
                member.agent = make(member.name, self.game, key)
            member.games *= _FORGET
            member.wins *= _FORGET

    def freeze(self, weights: Mapping[str, np.ndarray], rollout: int) -> None:
        """Keep these weights as a snapshot; a full pool lets the one leave that the learner beats most."""
        kept = self._of(SNAPSHOTS)
        if not self.size:
            return
        if len(kept) == self.size:
            self.members[max(kept, key=lambda number: self.members[number].beaten)].leaving = True
        self.members[len(self.bots) + rollout] = self._snapshot(weights, rollout)

    def part(self, playing: np.ndarray) -> None:
        """Let those go that are leaving and have no seat among `playing`, the numbers of all seats."""
        gone = [n for n, member in self.members.items() if member.leaving and not (playing == n).any()]
        for number in gone:
            del self.members[number]

    def draw(self, stream: np.random.Generator, games: int, players: int) -> np.ndarray:
        """(games, players) who sits where: numbers of members, and `LEARNER`, in one seat at least."""
        numbers, chances = zip(*self.chances().items())
        chosen = stream.choice(numbers, (games, players), p=chances)
        alike = stream.random(games) < self.one_kind
        chosen[alike] = chosen[alike, :1]
        chosen[np.arange(games), stream.integers(players, size=games)] = LEARNER
        return chosen

    def chances(self) -> dict[int, float]:
        """The probability that another seat goes to each number now; those with none are left out."""
        kinds = {kind: self._of(kind) for kind in self.shares}
        if self._met is not None and SNAPSHOTS in kinds:
            kinds[SNAPSHOTS] = [self._met]
        there = {kind: share for kind, share in self.shares.items() if share and kinds[kind]}
        total = sum(there.values())
        if not total:  # only kinds with nobody in them yet
            return {LEARNER: 1.0}
        return {
            number: share / total * odds
            for kind, share in there.items()
            for number, odds in zip(kinds[kind], self._odds(kinds[kind]))
        }

    def _of(self, kind: str) -> list[int]:
        """The numbers of those of a kind that take seats."""
        if kind == LATEST:
            return [LEARNER]
        return [n for n, member in self.members.items() if member.kind == kind and not member.leaving]

    def _odds(self, numbers: list[int]) -> np.ndarray:
        if numbers == [LEARNER]:
            return np.ones(1)
        return weights_of(np.array([self.members[number].beaten for number in numbers]))

    def record(self, players: np.ndarray, payoffs: np.ndarray) -> None:
        """Count finished games: a member's game counts once, won by the share of learners that are paid more.

        Args:
            players: (R, P) who sat where.
            payoffs: (R, P) what the seats were paid.
        """
        mine = players == LEARNER
        more = (payoffs[:, :, None] > payoffs[:, None]) + 0.5 * (payoffs[:, :, None] == payoffs[:, None])
        won = (more * mine[:, :, None]).sum(axis=1) / mine.sum(axis=1, keepdims=True)
        for number, member in self.members.items():
            theirs = players == number
            member.games += float(theirs.sum())
            member.wins += float(won[theirs].sum())

    # --- Going on where one stopped --------------------------------------------------------------

    def state(self) -> tuple[list[dict[str, Any]], dict[str, np.ndarray]]:
        """The members as plain data, and the weights of those that have any, named "NUMBER/KEY"."""
        records = [
            {"number": n, "kind": m.kind, "rollout": m.rollout}
            | {"games": m.games, "wins": m.wins, "leaving": m.leaving}
            for n, m in self.members.items()
        ]
        weights = {
            f"{number}/{key}": array
            for number, member in self.members.items()
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
            check_record("members", record, _RECORD)
        numbers = [record["number"] for record in records]
        bots = {member.kind: member for member in self.members.values() if member.kind != SNAPSHOTS}
        kinds = [record["kind"] for record in records if record["kind"] != SNAPSHOTS]
        if len({*numbers}) < len(numbers) or kinds != self.bots:
            raise HustingsError(
                f"members: {', '.join(map(repr, kinds))} are not the opponents of the settings"
            )
        if len([r for r in records if r["kind"] == SNAPSHOTS and not r["leaving"]]) > self.size:
            raise HustingsError(f"members: more than {self.size} {SNAPSHOTS}")
        own = [record["number"] for record in records if record["kind"] == SNAPSHOTS]
        check_arrays("pool.safetensors", weights, {f"{n}/{key}": a for n in own for key, a in like.items()})
        self.members, self._met = {}, None
        for record in records:
            number, kind = record["number"], record["kind"]
            arrays = {key: weights[f"{number}/{key}"] for key in like} if kind == SNAPSHOTS else {}
            member = self._snapshot(arrays, record["rollout"]) if arrays else bots[kind]
            member.games, member.wins, member.leaving = (record[key] for key in ("games", "wins", "leaving"))
            self.members[number] = member

    def _snapshot(self, weights: Mapping[str, np.ndarray], rollout: int) -> Opponent:
        name = f"snapshot {rollout}"
        agent = NetworkAgent(self.network(), self.seed, name=name, frozen=self._frozen)
        agent.load(weights)
        return Opponent(name, agent, SNAPSHOTS, rollout)

    @cached_property
    def _frozen(self) -> FrozenNetworks | None:
        """What plays its networks, if that can be done."""
        return FrozenNetworks.of(self.network())


def make_pool(settings: TrainSettings, game: Game, network: Callable[[], Network]) -> Pool:
    """The opponents that a run begins with."""
    s = settings
    return Pool(game, s.opponents, network, size=s.pool_size, one_kind=s.one_kind, seed=s.seed)
