"""Training for a pair: two seats with a shared reward, two with rewards of their own, and a third seat.

All learn by the suite's PPO, starting from the game's policy, in one seat of each game, and see who the pair
are. A member's partner is a copy of it with the current weights.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np

from hustings.agents import Agent, make
from hustings.agents.policy.files import POLICY
from hustings.envs import GameBatch
from hustings.envs.core.api.opponents import LEARNER
from hustings.training import TrainSettings, settings_for
from hustings.training.learning.algorithms import Context
from hustings.training.learning.algorithms.ppo import PPO
from hustings.training.learning.process_state import own_streams, seed_globals
from hustings.training.learning.self_play import SelfPlay

from .pairs import GAME, Maker, PairedAgent, PairedView, frozen, network_of_policy

OWN, OUTSIDER, MEMBER = range(3)
"""The player of a seat: a copy of the learner, an outsider, or a member of a given pair."""
Role = Literal["shared", "selfish", "third"]
SHARED: Final = "shared"
"""A member that is paid the mean of the pair's payoffs."""
SELFISH: Final = "selfish"
"""A member that is paid its own payoff."""
THIRD: Final = "third"
"""Somebody who is not of the pair, paid its own payoff."""
PLAYERS: Final = 4
RECIPE: Final[dict[str, Any]] = {
    "reward": "win",
    "num_games": 512,
    "decisions": 16_384,
    "growth": 0.0,
    "epochs": 4,
    "target_kl": 0.05,
    "entropy": 0.0,
}
"""What is learnt with, besides the game's recipe."""
_LEARNER = 7  # part of its streams' key


class Seated:
    """Who plays in `PairedGames` besides the learner; it stands where self-play has a pool.

    Args:
        agents: by number, `OWN`, `OUTSIDER` and, where a pair is given, `MEMBER`.

    Attributes:
        members: the agents.
        paid: what the learner's seats were paid in games that are over.
    """

    def __init__(self, agents: Mapping[int, Agent]):
        self.members, self.paid = dict(agents), list[float]()

    def begin(self, seed: int, update: int) -> None:
        """Start the stream of the learner's copy, which draws its actions as the learner does."""
        own = self.members[OWN]
        assert isinstance(own, PairedAgent)
        own.begin(int(np.random.SeedSequence((seed, update)).generate_state(1, np.uint64)[0]))

    def agent(self, number: int) -> Agent:
        """Who plays for a number."""
        return self.members[number]

    def record(self, players: np.ndarray, payoffs: np.ndarray) -> None:
        """Keep what the learner was paid; nobody is chosen by results."""
        self.paid.extend(payoffs[players == LEARNER].tolist())

    def drop_departed(self, playing: np.ndarray) -> None:
        """Do nothing; the agents stay."""


class PairedGames(SelfPlay):
    """Games with a pair, the learner in one seat: a member's, or, as `THIRD`, one of the others'.

    The seats are drawn anew for each game, every placement equally likely.

    Args:
        games: the batch.
        pairing: (N, P) bool, written to: the pair of each game under way.
        role: what the learner is, and is paid.
        others: those that it meets.
    """

    def __init__(self, games: GameBatch, pairing: np.ndarray, role: Role, others: Seated):
        self.role, self.pairing = role, pairing
        super().__init__(games, others, PairedView(games, pairing))  # type: ignore[arg-type]

    def seat_players(self, rows: np.ndarray, stream: np.random.Generator) -> np.ndarray:
        """(R, P) who sits where in the next games in `rows`; the pair is marked."""
        order = stream.permuted(np.tile(np.arange(self.games.num_players), (len(rows), 1)), axis=1)
        here = np.arange(len(rows))[:, None]
        pair = order[:, 1:3] if self.role == THIRD else order[:, :2]
        self.pairing[rows] = False
        self.pairing[rows[:, None], pair] = True
        players = np.full(order.shape, OUTSIDER)
        players[here, pair] = MEMBER if self.role == THIRD else OWN
        players[here, order[:, :1]] = LEARNER
        return players

    def payoffs(self, figures: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """(R, P) what is learnt from, given the figures (R, P) of all seats: `SHARED`, the pair's means."""
        return shared(figures, self.pairing[rows]) if self.role == SHARED else figures


def shared(figures: np.ndarray, pairing: np.ndarray) -> np.ndarray:
    """(R, P) figures of which each of the pair (R, P) has the pair's mean; the sum over the seats stays.

    The others keep their own.
    """
    mean = (figures * pairing).sum(axis=1, keepdims=True) / pairing.sum(axis=1, keepdims=True)
    return np.where(pairing, mean, figures).astype(figures.dtype)


@dataclass(frozen=True)
class Learnt:
    """What has learnt.

    Attributes:
        model: its network as a policy's file, for `PairedAgent`.
        decisions: how many it has learnt from.
        payoffs: (U,) what its seat was paid on average in the games that ended in each update, 0 being its
            fair part; nan where none did.
    """

    model: bytes
    decisions: int
    payoffs: list[float]


def settings_of(seed: int, **changes: Any) -> TrainSettings:
    """The game's recipe, for going on from its policy."""
    given = {"num_players": PLAYERS, "start": POLICY, "seed": seed, "threads": 1, "steps": 1}
    given |= {**RECIPE, **changes}
    return settings_for(GAME, **given)


def learn(
    role: Role,
    updates: int,
    seed: int,
    *,
    outsider: str = POLICY,
    member: Maker | None = None,
    **changes: Any,
) -> Learnt:
    """Let one learn from the policy that ships.

    Args:
        role: what it is, and is paid.
        updates: how often it learns, each time from `decisions` of its own.
        seed: of everything random.
        outsider: who sits in the seats that are neither its own nor of the pair.
        member: as `THIRD`, makes who plays for the pair; None for `outsider` there, too: two are marked, and
            nothing is between them.
        changes: settings of the training by name.
    """
    s = settings_of(seed, **changes)
    games = GameBatch(GAME, s.num_games, PLAYERS, seed=seed, reward=s.reward)
    pairing = np.zeros((s.num_games, PLAYERS), np.bool_)
    view, stranger = PairedView(games, pairing), make(outsider, GAME, seed)
    bound = stranger if member is None else member(games, pairing)
    others = Seated({OUTSIDER: stranger, MEMBER: bound})
    table = PairedGames(games, pairing, role, others)
    with own_streams(1):
        seed_globals(seed, _LEARNER)
        network, decisions, payoffs = network_of_policy(), 0, []
        ppo = PPO(Context(s, GAME, (PLAYERS,), network, (table,), others))  # type: ignore[arg-type]
        for update in range(updates):
            others.members[OWN], others.paid = PairedAgent(frozen(network), view, seed), []
            key = (seed, _LEARNER, update)
            seed_globals(*key)
            decisions += ppo.update(update, update / updates, np.random.default_rng(key)).decisions
            payoffs.append(float(np.mean(others.paid or [np.nan])))
        return Learnt(frozen(network), decisions, payoffs)
