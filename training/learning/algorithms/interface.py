"""What a learning algorithm gets, and what it returns."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....envs.core.api.batch import GameBatch
from ....envs.core.engine.game import Game
from ..checkpoint import Arrays, check_arrays
from ..critic_view import CriticView
from ..multi_count_env import MultiCountVecEnv
from ..networks import Network
from ..registry import make_reward
from ..self_play_env import SelfPlayVecEnv
from ..settings import TrainSettings

if TYPE_CHECKING:
    from .workers import StartWorkers


@dataclass(frozen=True)
class Context:
    """What an algorithm is made with.

    Attributes:
        settings: the run's settings.
        game: the game that is played.
        player_counts: the numbers of players that the run plays with, one or several.
        network: the network to train, in place; the run measures, evaluates, saves and restores it.
        env: `settings.num_games` games, the learner in one seat of each and `env.pool` in the others.
        threads: how many to learn with; playing is faster with one (`process_state.learning_threads`).
        imitated: whether the network imitates a bot before the first update.
        start_workers: starts workers on a cluster; None where this process plays.
    """

    settings: TrainSettings
    game: Game
    player_counts: tuple[int, ...]
    network: Network
    env: SelfPlayVecEnv | MultiCountVecEnv
    threads: int = 1
    imitated: bool = False
    start_workers: "StartWorkers | None" = None

    @property
    def critic_view(self) -> CriticView:
        """Makes the observations (R, S + H) of games that the network learns from."""
        return self.env.critic_view

    def make_games(self, num_games: int, num_players: int | None = None) -> GameBatch:
        """Games as the settings want them, still to be dealt; None for the smallest number of players."""
        s, players = self.settings, num_players or self.player_counts[0]
        reward = make_reward(s.reward)
        return GameBatch(
            self.game, num_games, players, seed=s.seed, reward=reward, box=s.box, options=s.options
        )

    def begin_rollout(self, number: int, progress: float) -> None:
        """Start the streams of `env` for a rollout, and let "latest" in its pool play the present weights."""
        self.env.begin(self.settings.seed, number)
        self.env.pool.set_latest(self.network.weights())
        self.env.pool.done = progress


class UpdateResult(NamedTuple):
    """What came of an update.

    Attributes:
        decisions: how many it learnt from; they count towards the setting `steps`.
        metrics: figures for TensorBoard, by tag.
    """

    decisions: int
    metrics: dict[str, float]


class Algorithm(ABC):
    """Trains the network of a run, one update at a time; between updates the run evaluates and saves.

    Everything random must come from the stream of the update, from `env`, or from the global streams of
    Python, NumPy and torch, which are seeded before each update. Then a run that was stopped goes on as it
    would have.

    Attributes:
        learns_from_samples: whether it plays by drawing actions from the policy. One who draws from an
            imitation plays far worse than one who takes its best action: after a warm start the logits are
            multiplied by the setting `sharpness`.
    """

    learns_from_samples = True

    def __init__(self, context: Context):
        self.context = context

    @abstractmethod
    def update(self, number: int, progress: float, stream: np.random.Generator) -> UpdateResult:
        """Play, and improve `context.network`.

        Args:
            number: the number of the update, from 0.
            progress: the share of the run that is done, warm start aside, from 0 to 1.
            stream: depends on the run's seed and `number` only.
        """

    def note_snapshot(self, weights: Mapping[str, np.ndarray]) -> None:
        """Told when the network's weights are kept as an opponent, before the first update and then every
        `settings.freeze_every` of them.
        """
        del weights

    def state(self) -> Arrays:
        """What it goes on from, besides the network's weights: arrays by name, none of them "policy/..."."""
        return {}

    def restore(self, arrays: Arrays, updates: int) -> None:
        """Go on from `state()`.

        Args:
            arrays: from a file that may be damaged or forged.
            updates: how many updates had been made.

        Raises:
            HustingsError: when the arrays do not belong to such an algorithm.
        """
        check_arrays("model.safetensors", arrays, self.state())
