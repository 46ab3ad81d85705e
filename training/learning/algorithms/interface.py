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
from ..networks import Network
from ..opponents import Pool
from ..registry import make_reward
from ..rollout import Rollout
from ..self_play import Decide, Judge, SelfPlay
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
        tables: games under way, `settings.num_games` in all, for each number of players.
        pool: those whom the network meets in them.
        threads: how many to learn with; playing is faster with one (`process_state.learning_threads`).
        imitated: whether the network imitates an agent before the first update.
        start_workers: starts workers on a cluster; None where this process plays.
    """

    settings: TrainSettings
    game: Game
    player_counts: tuple[int, ...]
    network: Network
    tables: tuple[SelfPlay, ...]
    pool: Pool
    threads: int = 1
    imitated: bool = False
    start_workers: "StartWorkers | None" = None

    @property
    def view(self) -> CriticView:
        """Makes the observations (R, S + H) that the network learns from."""
        return self.tables[0].view

    def make_games(self, num_games: int, num_players: int | None = None) -> GameBatch:
        """Games as the settings want them, still to be dealt; None for the smallest number of players."""
        s, players = self.settings, num_players or self.player_counts[0]
        reward = make_reward(s.reward)
        return GameBatch(
            self.game, num_games, players, seed=s.seed, reward=reward, box=s.box, options=s.options
        )

    def make_rollout(self, most: int) -> Rollout:
        """Room for so many decisions."""
        return Rollout(most, self.view.size, self.game.actions.size, self.view.players)

    def play(self, rollout: Rollout, decisions: int, number: int, decide: Decide, judge: Judge) -> None:
        """Play on in all games until so many decisions of the network's have been added to a rollout.

        Args:
            rollout: with room for `settings.num_games` more than `decisions`.
            number: of the update, from which the streams of deals and opponents begin.
            decide, judge: the network, as `algorithms.ppo.Player` has them.
        """
        s, games = self.settings, sum(table.games.num_games for table in self.tables)
        self.pool.begin(s.seed, number)
        for place, table in enumerate(self.tables):
            table.begin(s.seed, number, place)
            wanted = -(-decisions * table.games.num_games // games)
            table.play(rollout, wanted, decide, judge, s.gae_lambda)
        self.pool.part(np.concatenate([table.players.ravel() for table in self.tables]))


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

    Everything random must come from the stream of the update, from the context's `play`, or from the global
    streams of Python, NumPy and torch, which are seeded before each update. Then a run that was stopped goes
    on as it would have.

    Attributes:
        learns_from_samples: whether it plays by drawing actions from the policy. One who draws from an
            imitation plays far worse than one who takes its best action: after it the logits are
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
            progress: the share of the run that is done, without the imitation, from 0 to 1.
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
