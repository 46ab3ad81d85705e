"""Expert iteration: a search that the network guides plays all seats, and the network learns what it does.

The next search is guided by what was learnt, and so looks further (Anthony, Tian and Barber 2017,
arXiv:1705.08439). Beside PPO it is the other algorithm of a run: it needs no opponents and no luck to see a
win, but each of its decisions costs a search.
"""

from collections.abc import Sequence

import numpy as np
import torch
from stable_baselines3.common.utils import update_learning_rate

from ...agents.search import SearchAgent
from ...agents.search.settings import settings_for
from ...agents.specs import settings_of
from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from .critic_view import CriticView
from .imitation import Lessons, lessons, study
from .learner import export, inference_copy, load
from .networks import EntityPolicy
from .opponents import NetworkAgent


def check_search(game: Game, said: str) -> None:
    """HustingsError for settings of a search that there are not."""
    settings_for(game, settings_of(said, "search"))


class Expert:
    """A search guided by a copy of the network.

    Args:
        policy: the network that learns.
        batches: games in which it plays, every wave anew, in those of each table in turn.
        critic_view: what the network is shown of them.
        said: settings of the search, as "iterations=32,rounds=1".
        targets: what of it is taught, as for `lessons`.
        threads: to think on; 0 for all cores.
    """

    def __init__(
        self,
        policy: EntityPolicy,
        batches: Sequence[GameBatch],
        critic_view: CriticView,
        said: str,
        targets: str,
        threads: int = 0,
    ):
        self._policy, self._batches, self._sight, self._targets = policy, batches, critic_view, targets
        self._guide = NetworkAgent(inference_copy(policy), greedy=True, name="the network")
        self._said = {"threads": str(threads)} | settings_of(said, "search")

    def wave(self, number: int, seed: int, stream: np.random.Generator, shaping: float = 0.0) -> Lessons:
        """Its decisions in one wave of games, guided by the network of now.

        Args:
            number: of the wave.
            seed: of the search's own deals.
            stream: draws the games' deals and the strays.
            shaping: as for `lessons`.
        """
        load(self._guide.network, export(self._policy))
        games = self._batches[number % len(self._batches)]
        search = SearchAgent(games.game, seed, guide=self._guide, **self._said)
        return lessons(games, search, stream, shaping, targets=self._targets, critic_view=self._sight)


def learn(
    policy: EntityPolicy,
    taught: Lessons,
    *,
    epochs: int,
    batch_size: int,
    learning_rate: float,
    value_weight: float,
) -> tuple[float, float]:
    """Go over a wave's lessons; the share of decisions that were known already, and the last loss."""
    optimizer: torch.optim.Optimizer = policy.optimizer
    update_learning_rate(optimizer, learning_rate)
    passes = [study(policy, optimizer, taught, batch_size, value_weight) for _ in range(epochs)]
    return passes[0][0], passes[-1][1]
