"""The opponents of the learner: itself, frozen snapshots of it, and bots."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ...agents import Agent, make
from ...agents.policy import plays
from ...agents.policy.agent import ILLEGAL_LOGIT, PolicyAgent, choose
from ...agents.registration import is_available
from ...envs.core.api.agent import actions_of
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.opponents import LEARNER
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from .checkpoint import check_arrays, check_record
from .cuda_graphs import recorded_by_rows
from .frozen import FrozenNetworks
from .networks import Network
from .on_gpu import Answer, Stage
from .settings import LATEST, SNAPSHOTS, TrainSettings
from .trainer import sample

_LEAST_WEIGHT = 0.02  # so that no opponent is forgotten
_WHICH_SNAPSHOT = 2**32 - 1  # the last part of a stream's key, where those of tables and members count from 0
_FORGET = 0.95  # the factor on earlier games at each rollout
_RECORD = {"number": int, "kind": str, "rollout": int, "games": float, "wins": float, "leaving": bool}


def weights_of(beaten: np.ndarray) -> np.ndarray:
    """The probability of drawing each opponent, given how often the learner beats it.

    The weight is (1 - share)**2, the "hard" curve of prioritised fictitious self-play (Vinyals et al. 2019,
    doi:10.1038/s41586-019-1724-z), with a floor.

    Args:
        beaten: (K,) the share of games in which the learner beats each opponent.
    """
    weights = (1.0 - beaten) ** 2 + _LEAST_WEIGHT
    return weights / weights.sum()


class NetworkAgent:
    """Plays a network in the process that trains: samples from the masked softmax, or takes the best action.

    Args:
        network: the network, owned by this agent from now on.
        seed: of the agent's own random stream; on a GPU it draws from torch's global stream.
        greedy: take the best action instead of sampling.
        name: its name in tables and errors.
        frozen: runs loaded weights by onnxruntime; None for torch.
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
        """Load weights to play from now on."""
        self.network.load_weights(weights)
        if self._frozen is not None:
            self._policy = self._frozen.policy(weights)

    def begin(self, seed: int) -> None:
        """Restart its own random stream."""
        self._stream = None if self.greedy else np.random.default_rng(seed)

    def check(self, games: GameBatch) -> None:
        """Do nothing: always valid, since it plays the game it is trained on."""

    def policy_and_values(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """See `PolicyAgent.policy_and_values`."""
        if self._policy is not None:
            return self._policy.policy_and_values(observations, masks)
        device = self.network.device
        with torch.no_grad():
            logits, values = self.network.policy_and_values(
                torch.from_numpy(observations).to(device), torch.from_numpy(masks.copy()).to(device)
            )
        return np.where(masks, logits.cpu().numpy(), ILLEGAL_LOGIT), values.cpu().numpy()

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        rows = games.running(rows)
        if self.network.device.type != "cpu":
            (actions,) = self.act_on_gpu([(games, rows)])()
            return actions
        logits, _ = self.policy_and_values(games.observe(rows=rows), games.masks(rows=rows))
        return choose(logits, self._stream)

    def act_on_gpu(self, asked: Sequence[tuple[GameBatch, np.ndarray]]) -> Callable[[], list[np.ndarray]]:
        """Begin to choose actions for rows of each batch; what is returned waits for them, (R,) for each.

        They are chosen where the logits are: copying these would take longer than all else.
        """
        with torch.no_grad():
            answer = Answer(self._chosen(*self._stage(asked)))
        bounds = np.cumsum([len(rows) for _, rows in asked])[:-1]
        return lambda: np.split(answer(), bounds)

    @cached_property
    def _stage(self) -> Stage:
        return Stage(self.network.spec.game, self.network.spec.padded, self.network.device)

    @cached_property
    def _chosen(self) -> Callable[[Tensor, Tensor], Tensor]:
        """(R,) actions, given views (R, S) and legal actions (R, A); recorded where that is possible."""
        # It does not hold the agent, whose memory on the GPU would only be freed by the cycle collector.
        return recorded_by_rows(partial(chosen, self.network, self.greedy), self.network)


def chosen(network: Network, greedy: bool, views: Tensor, legal: Tensor) -> Tensor:
    """(R,) the best actions, or actions drawn from torch's global stream: a recorded call knows no other."""
    logits = network(views, legal)[0].masked_fill(~legal, float(ILLEGAL_LOGIT))
    return logits.argmax(dim=1) if greedy else sample(logits.log_softmax(dim=1))


def act_at_tables(
    agent: Agent, asked: Sequence[tuple[GameBatch, np.ndarray]]
) -> Callable[[], list[np.ndarray]]:
    """A function for an agent's actions in rows of each batch; a GPU is asked once, and answers later."""
    if isinstance(agent, NetworkAgent) and agent.network.device.type != "cpu":
        return agent.act_on_gpu(asked)
    actions = [actions_of(agent, games, rows) for games, rows in asked]
    return lambda: actions


@dataclass
class Opponent:
    """An opponent, and the learner's record against it.

    Attributes:
        name: its name in logs.
        agent: the agent.
        kind: the key of its share in `Pool.shares`.
        rollout: the rollout after which its weights were frozen; 0 for bots.
        games, wins: its games with the learner, and those in which the learner had the higher payoff (half of
            one for a tie). Older games count for less.
        leaving: whether it gets no more seats and is removed once its games are over.
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
        """The share of games that the learner wins, with two imaginary games of one win each way."""
        return (self.wins + 1.0) / (self.games + 2.0)


class Pool:
    """The opponents: the learner itself, snapshots of its weights, and bots by name.

    In each game at least one seat is the learner's. The seats of "latest" are the learner's as well.

    Args:
        game: the game to play.
        shares: how often another seat goes to each kind: names of bots, "latest" and "snapshots". The share
            of an empty kind (such as a bot that the game lacks, or a policy at a table for which it was not
            trained) is divided among the others.
        network: makes a network like the learner's, for snapshots.
        size: the number of snapshots to hold; the one that the learner beats most makes room for a new one.
        one_kind: the fraction of games in which a single draw decides all other seats.
        alone: the fraction of games in which it decides one seat, and the others are the learner's.
        seed: of all random streams.

    Attributes:
        bots: the names of its bots.
        members: the opponents by number: bots from 0 on, then the snapshots by rollout.

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
        alone: float = 0.0,
        seed: int = 0,
    ):
        if not shares or min(shares.values()) < 0 or not sum(shares.values()) > 0:
            raise HustingsError("opponents: needs shares of at least 0 that are not all 0")
        self.game, self.shares, self.network = game, shares, network
        self.size, self.one_kind, self.alone, self.seed = size, one_kind, alone, seed
        self.members: dict[int, Opponent] = {}
        self._met: int | None = None  # the snapshot that takes seats in this rollout
        bots = [kind for kind in shares if kind not in (LATEST, SNAPSHOTS) and is_available(kind, game)]
        self.members |= {n: Opponent(bot, make(bot, game, seed), bot) for n, bot in enumerate(bots)}
        self.bots = bots

    def agent(self, number: int) -> Agent:
        """The agent of a member."""
        return self.members[number].agent

    def begin(self, seed: int, rollout: int) -> None:
        """Restart all streams from `seed` and `rollout`.

        One snapshot is drawn for all seats of snapshots until the next rollout: running one network on many
        rows is many times as fast as running each of several on a few.
        """
        snapshots = self._of(SNAPSHOTS)
        stream = np.random.default_rng((seed, rollout, _WHICH_SNAPSHOT))
        self._met = int(stream.choice(snapshots, p=self._odds(snapshots))) if snapshots else None
        for number, member in self.members.items():
            key = int(np.random.SeedSequence((seed, rollout, number)).generate_state(1, np.uint64)[0])
            if isinstance(member.agent, NetworkAgent):
                member.agent.begin(key)
            else:  # bots have no method to restart their streams
                member.agent = make(member.name, self.game, key)

    def discount(self) -> None:
        """Let earlier games count for less, before another rollout."""
        for member in self.members.values():
            member.games *= _FORGET
            member.wins *= _FORGET

    def freeze(self, weights: Mapping[str, np.ndarray], rollout: int) -> None:
        """Add a snapshot of these weights; in a full pool, the one that the learner beats most leaves.

        Nothing is added where snapshots have no share.
        """
        snapshots = self._of(SNAPSHOTS)
        if not self.size or not self.shares.get(SNAPSHOTS):
            return
        if len(snapshots) == self.size:
            # Marked only, since it may still have seats in running games.
            self.members[max(snapshots, key=lambda number: self.members[number].beaten)].leaving = True
        self.members[len(self.bots) + rollout] = self._snapshot(weights, rollout)

    def drop_departed(self, playing: np.ndarray) -> None:
        """Remove leaving members without a seat in `playing`, the numbers in all seats."""
        gone = [n for n, member in self.members.items() if member.leaving and not (playing == n).any()]
        for number in gone:
            del self.members[number]

    def draw(self, stream: np.random.Generator, games: int, players: int) -> np.ndarray:
        """(games, players) the players by seat: numbers of members, and at least one `LEARNER` per game."""
        numbers, probabilities = zip(*self.probabilities(players).items())
        chosen = stream.choice(numbers, (games, players), p=probabilities)
        drawn = stream.random(games)
        alike, alone = drawn < self.one_kind, drawn >= 1 - self.alone
        chosen[alike] = chosen[alike, :1]
        own = stream.integers(players, size=games)
        next_seat = np.arange(players) == (own[:, None] + 1) % players
        chosen[alone] = np.where(next_seat, chosen, LEARNER)[alone]
        chosen[np.arange(games), own] = LEARNER
        return chosen

    def probabilities(self, players: int | None = None) -> dict[int, float]:
        """The current probability of each number for a seat, without zeros.

        Args:
            players: of the game; None for one in which every member can play.
        """
        kinds = {kind: self._of(kind) for kind in self.shares}
        if players is not None:
            for kind in self.bots:
                kinds[kind] = [n for n in kinds[kind] if plays(self.agent(n), players)]
        if self._met is not None and SNAPSHOTS in kinds:
            kinds[SNAPSHOTS] = [self._met]
        there = {kind: share for kind, share in self.shares.items() if share and kinds[kind]}
        total = sum(there.values())
        if not total:  # all kinds are still empty
            return {LEARNER: 1.0}
        return {
            number: share / total * odds
            for kind, share in there.items()
            for number, odds in zip(kinds[kind], self._odds(kinds[kind]))
        }

    def _of(self, kind: str) -> list[int]:
        """The numbers of the members of a kind that get seats."""
        if kind == LATEST:
            return [LEARNER]
        return [n for n, member in self.members.items() if member.kind == kind and not member.leaving]

    def _odds(self, numbers: list[int]) -> np.ndarray:
        if numbers == [LEARNER]:
            return np.ones(1)
        return weights_of(np.array([self.members[number].beaten for number in numbers]))

    def record(self, players: np.ndarray, payoffs: np.ndarray) -> None:
        """Count finished games for each seat of a member; the learner's seats that are paid more win them.

        Args:
            players: (R, P) the players by seat.
            payoffs: (R, P) the payoffs by seat.
        """
        mine = players == LEARNER
        more = (payoffs[:, :, None] > payoffs[:, None]) + 0.5 * (payoffs[:, :, None] == payoffs[:, None])
        won = (more * mine[:, :, None]).sum(axis=1) / mine.sum(axis=1, keepdims=True)
        for number, member in self.members.items():
            theirs = players == number
            member.games += float(theirs.sum())
            member.wins += float(won[theirs].sum())

    # --- Saving and restoring --------------------------------------------------------------------

    def state(self) -> tuple[list[dict[str, Any]], dict[str, np.ndarray]]:
        """The members as plain data, and the weights of snapshots, named "NUMBER/KEY"."""
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
        """Replace the members by those of `state()`. The bots must be the same.

        Args:
            records, weights: from `state()`, or from a file that may be damaged or forged.
            like: the learner's weights, to compare shapes with.

        Raises:
            HustingsError: if they are not members of such a pool; then nothing has changed.
        """
        for record in records:
            check_record("members", record, _RECORD)
        numbers = [record["number"] for record in records]
        bots = {member.kind: member for member in self.members.values() if member.kind != SNAPSHOTS}
        kinds = [record["kind"] for record in records if record["kind"] != SNAPSHOTS]
        if len({*numbers}) < len(numbers):
            raise HustingsError("members: two have the same number")
        if sorted(kinds) != sorted(self.bots):
            raise HustingsError(
                f"members: {', '.join(map(repr, kinds))} are not the opponents of the settings"
            )
        if len([r for r in records if r["kind"] == SNAPSHOTS and not r["leaving"]]) > self.size:
            raise HustingsError(f"members: more than {self.size} {SNAPSHOTS}")
        # All is checked before anything changes.
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
        agent = NetworkAgent(self.network(), self.seed, name=name, frozen=self.frozen)
        agent.load(weights)
        return Opponent(name, agent, SNAPSHOTS, rollout)

    @cached_property
    def frozen(self) -> FrozenNetworks | None:
        """One exported file for snapshots and saved policies; None if `FrozenNetworks` makes none."""
        return FrozenNetworks.of(self.network())


def make_pool(settings: TrainSettings, game: Game, network: Callable[[], Network]) -> Pool:
    """The opponents at the beginning of a run."""
    s = settings
    size = s.pool_size if s.meets_opponents else 0
    return Pool(game, s.opponents, network, size=size, one_kind=s.one_kind, alone=s.alone, seed=s.seed)
