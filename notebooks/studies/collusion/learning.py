"""Training with a pair at the table: members with a shared reward, members with their own, and a third seat.

All learn by the suite's PPO, starting from the game's policy, in one seat of each game, and see which seats
are the pair. A member's partner is a copy of it with the current weights.
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
"""A seat outside the pair that is paid its own payoff."""
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
"""The settings of training, besides the game's recipe."""
_LEARNER = 7  # part of the key of its streams


class Seated:
    """The other players in `PairedGames`; it has the interface of self-play's pool.

    Args:
        agents: by number: `OWN`, `OUTSIDER` and, with a given pair, `MEMBER`.

    Attributes:
        members: the agents.
        paid: the payoffs of the learner's seats in finished games.
    """

    def __init__(self, agents: Mapping[int, Agent]):
        self.members, self.paid = dict(agents), list[float]()

    def begin(self, seed: int, update: int) -> None:
        """Restart the stream of the learner's copy, which samples its actions like the learner."""
        own = self.members[OWN]
        assert isinstance(own, PairedAgent)
        own.begin(int(np.random.SeedSequence((seed, update)).generate_state(1, np.uint64)[0]))

    def discount(self) -> None:
        """Do nothing: opponents are not chosen by results."""

    def agent(self, number: int) -> Agent:
        """The agent with a number."""
        return self.members[number]

    def record(self, players: np.ndarray, payoffs: np.ndarray) -> None:
        """Record the learner's payoffs; opponents are not chosen by results."""
        self.paid.extend(payoffs[players == LEARNER].tolist())

    def drop_departed(self, playing: np.ndarray) -> None:
        """Do nothing: the agents stay."""


class PairedGames(SelfPlay):
    """Games with a pair, and the learner in one seat: a member's, or, as `THIRD`, one of the others'.

    Seats are drawn anew for each game, all placements equally likely.

    Args:
        games: the batch.
        pairing: (N, P) bool, written to: the pair in each running game.
        role: the learner's role, which determines its payoff.
        others: the other players.
    """

    def __init__(self, games: GameBatch, pairing: np.ndarray, role: Role, others: Seated):
        self.role, self.pairing = role, pairing
        super().__init__(games, others, PairedView(games, pairing))  # type: ignore[arg-type]

    def seat_players(self, rows: np.ndarray, stream: np.random.Generator) -> np.ndarray:
        """(R, P) the players by seat in the next games in `rows`; marks the pair."""
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
        """(R, P) the payoffs to learn from, given all seats' (R, P): for `SHARED`, the pair's means."""
        return shared(figures, self.pairing[rows]) if self.role == SHARED else figures


def shared(figures: np.ndarray, pairing: np.ndarray) -> np.ndarray:
    """(R, P) figures in which both of the pair (R, P) have the pair's mean, so that the sum is unchanged.

    The others keep their own.
    """
    mean = (figures * pairing).sum(axis=1, keepdims=True) / pairing.sum(axis=1, keepdims=True)
    return np.where(pairing, mean, figures).astype(figures.dtype)


@dataclass(frozen=True)
class Learnt:
    """The result of training.

    Attributes:
        model: the network as a policy's file, for `PairedAgent`.
        decisions: the number of decisions learnt from.
        payoffs: (U,) the mean payoff of its seat in the games that ended in each update, where 0 is fair; nan
            if none ended.
    """

    model: bytes
    decisions: int
    payoffs: list[float]


def settings_of(seed: int, **changes: Any) -> TrainSettings:
    """The game's recipe, for continuing from its policy."""
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
    """Train a learner, starting from the game's policy.

    Args:
        role: its role, which determines its payoff.
        updates: the number of updates, each from `decisions` new decisions.
        seed: for all randomness.
        outsider: the agent in seats that are neither its own nor the pair's.
        member: for `THIRD`, makes the agent of the pair; None for `outsider` there, too: the two are marked
            but do not cooperate.
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
