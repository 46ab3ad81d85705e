"""Learning for a pair: two seats that are paid alike, two that are paid each for itself, and a third seat.

Everybody learns by the suite's PPO from the policy that ships, in one seat of each game, told who the pair
are. A member's partner is a copy of it as it is now.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from stable_baselines3.common.utils import FloatSchedule

from hustings.agents import Agent, make
from hustings.agents.policy.files import POLICY
from hustings.envs import GameBatch
from hustings.training import TrainSettings, settings_for
from hustings.training.learning.algorithms.maskable_ppo import make_learner
from hustings.training.learning.opponents import Opponent
from hustings.training.learning.process_state import Threads, own_streams, seed_globals
from hustings.training.learning.self_play_env import SelfPlayVecEnv

from .pairs import GAME, Maker, PairedAgent, PairedView, frozen, network_of_policy

OWN, OUTSIDER, MEMBER = range(3)
"""Who sits in a seat: a copy of the learner, somebody who is not of the pair, a member of a given pair."""
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
    "shaping": 0.5,
    "num_games": 512,
    "batch_size": 1024,
    "epochs": 4,
    "target_kl": 0.05,
}
"""What is learnt with, besides the game's recipe."""
_ON: dict[str, Any] = {"log_interval": None, "reset_num_timesteps": False}
_LEARNER = 7  # part of its streams' key


class Seated:
    """Who plays in the games of a `PairedEnv`; it stands where self-play has a pool.

    Args:
        agents: by number, `OWN`, `OUTSIDER` and, where a pair is given, `MEMBER`.
    """

    def __init__(self, agents: Mapping[int, Agent]):
        self.members = [Opponent(agent.name, agent, agent.name) for _, agent in sorted(agents.items())]
        self.seed = 0

    def begin(self, rollout: int) -> None:
        """Start the stream of the learner's copy, which draws its actions as the learner does."""
        own = self.members[OWN].agent
        assert isinstance(own, PairedAgent)
        own.begin(int(np.random.SeedSequence((self.seed, rollout)).generate_state(1, np.uint64)[0]))

    def draw(self, stream: np.random.Generator, games: int, players: int) -> np.ndarray:
        """(games, players) copies of the learner, for the moves before its first decision."""
        del stream
        return np.full((games, players), OWN)

    def record(self, opponents: np.ndarray, learner: np.ndarray, payoffs: np.ndarray) -> None:
        """Keep nothing: nobody is chosen by results."""


class PairedEnv(SelfPlayVecEnv):
    """Games with a pair, the learner in one seat: a member's, or, as `THIRD`, one of the others'.

    The seats are drawn anew for each game, every placement equally likely.

    Args:
        games: the batch.
        pairing: (N, P) bool, written to: the pair of each game under way.
        role: what the learner is, and is paid.
        others: those that it meets.
        seed, shaping, staggered: as for `SelfPlayVecEnv`. A member that is paid the pair's mean is shaped by
            the mean of the pair's leads.
    """

    def __init__(
        self, games: GameBatch, pairing: np.ndarray, role: Role, others: Seated, seed: int = 0, **given: Any
    ):
        self.role, self.pairing = role, pairing
        super().__init__(games, others, seed, critic_view=PairedView(games, pairing), **given)  # type: ignore[arg-type]

    def draw_seats(self, rows: np.ndarray, stream: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """(R,) the learner's seats, and (R, P) who sits in the others; the pair is marked."""
        order = stream.permuted(np.tile(np.arange(self.games.num_players), (len(rows), 1)), axis=1)
        here = np.arange(len(rows))
        seats, pair = order[:, 0], order[:, 1:3] if self.role == THIRD else order[:, :2]
        self.pairing[rows] = False
        self.pairing[rows[:, None], pair] = True
        opponents = np.full(order.shape, OUTSIDER)
        opponents[here[:, None], pair] = MEMBER if self.role == THIRD else OWN
        return seats, opponents

    def of_learner(self, figures: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """(R,) what the learner is paid of all seats' figures (R, P): `SHARED`, the mean of its pair's."""
        paid = shared(figures, self.pairing[rows]) if self.role == SHARED else figures
        return super().of_learner(paid, rows)


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
        payoffs: (U,) what the games that ended in each update paid it on average, 0 being its fair part.
    """

    model: bytes
    decisions: int
    payoffs: list[float]


def settings_of(seed: int, **changes: Any) -> TrainSettings:
    """The game's recipe, for going on from its policy."""
    given = {"num_players": PLAYERS, "seed": seed, "threads": 1, "steps": 1, **RECIPE, **changes}
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
        updates: how often it learns, each time from `num_games` x `rollout_steps` decisions of its own.
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
    with own_streams(1):
        seed_globals(seed, _LEARNER)
        network = network_of_policy()
        others = Seated({OWN: PairedAgent(frozen(network), view, seed), OUTSIDER: stranger, MEMBER: bound})
        env = PairedEnv(games, pairing, role, others, seed, shaping=s.shaping, staggered=s.staggered)
        learner, payoffs = make_learner(s, env, network), []
        size = learner.n_envs * learner.n_steps
        for update in range(updates):
            env.begin(seed, update)
            seed_globals(seed, _LEARNER, update)
            others.members[OWN].agent = PairedAgent(frozen(network), view, seed)
            others.begin(update)
            learner.critic_only = update < s.critic_share * updates
            learner.lr_schedule = FloatSchedule(s.learning_rate_at(update / updates))
            learner.learn(size, Threads(1), **_ON)
            learner.logger.dump()
            payoffs.append(float(np.mean([one["payoff"] for one in learner.ep_info_buffer or ()])))
        return Learnt(frozen(network), updates * size, payoffs)
