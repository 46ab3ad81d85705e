"""The interface of learning algorithms: what one is given, and what it returns."""

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
from ..on_gpu import RolloutOnGPU
from ..opponents import Pool
from ..registry import make_reward
from ..rollout import Rollout
from ..self_play import Decide, Judge, SelfPlay, play
from ..settings import TrainSettings

if TYPE_CHECKING:
    from .workers import StartWorkers


@dataclass(frozen=True)
class Context:
    """What an algorithm is given.

    Attributes:
        settings: the run's settings.
        game: the game that is played.
        player_counts: the numbers of players in the run, one or several.
        network: the network to train in place; the run evaluates, saves and restores it.
        tables: the running games by number of players, `settings.num_games` in all.
        pool: the opponents in these games.
        threads: how many to learn with; playing is faster with one (`process_state.learning_threads`).
        imitated: whether the network has imitated an agent before the first update.
        start_workers: starts workers on a cluster; None if this process plays.
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
        """The maker of the (R, S + H) observations that the network learns from."""
        return self.tables[0].view

    def make_games(self, num_games: int, num_players: int | None = None) -> GameBatch:
        """Games with the run's settings; None for the smallest number of players."""
        s, players = self.settings, num_players or self.player_counts[0]
        reward = make_reward(s.reward)
        return GameBatch(
            self.game, num_games, players, seed=s.seed, reward=reward, box=s.box, options=s.options
        )

    def make_rollout(self, most: int) -> Rollout:
        """An empty rollout with room for `most` decisions, on a GPU if the network plays there."""
        if self.network.device.type != "cpu" and self.start_workers is None:
            return RolloutOnGPU(most, self.view, self.game, self.network.device)
        return Rollout(most, self.view.size, self.game.actions.size, self.view.players)

    def play(self, rollout: Rollout, decisions: int, number: int, decide: Decide, judge: Judge) -> None:
        """Continue all games until the network has made `decisions` decisions, and add them to a rollout.

        Args:
            rollout: with room for `settings.num_games` more than `decisions`.
            decisions: the least number to add.
            number: of the update; it keys the streams of deals and opponents.
            decide, judge: the network's functions, as in `learning.player.Player`.
        """
        s = self.settings
        self.pool.begin(s.seed, number)
        self.pool.discount()
        for place, table in enumerate(self.tables):
            # Keyed by the update, so that a resumed run needs no saved streams.
            table.begin(s.seed, number, place)
        on_gpu = self.network.device.type != "cpu"
        play(self.tables, rollout, decisions, decide, judge, s.gae_lambda, in_halves=on_gpu)
        self.pool.drop_departed(np.concatenate([table.players.ravel() for table in self.tables]))


class UpdateResult(NamedTuple):
    """The result of an update.

    Attributes:
        decisions: the number it learnt from, which counts towards the setting `steps`.
        metrics: figures for TensorBoard, by tag.
    """

    decisions: int
    metrics: dict[str, float]


class Algorithm(ABC):
    """Trains the network of a run, one update at a time; between updates the run evaluates and saves.

    All randomness must come from the stream of the update, from the context's `play`, or from the global
    streams of Python, NumPy and torch, which are seeded before each update. Then a resumed run continues
    exactly as an uninterrupted one.

    Attributes:
        learns_from_samples: whether it plays by sampling from the policy. Sampling from an imitation plays
            far worse than taking its best action, so after an imitation the logits are multiplied by the
            setting `sharpness`.
    """

    learns_from_samples = True

    def __init__(self, context: Context):
        self.context = context

    def compile(self) -> None:  # noqa: B027 - there may be nothing to compile
        """Compile what it plays with beyond the game and its bots; called before the run's clock starts."""

    @abstractmethod
    def update(self, number: int, progress: float, stream: np.random.Generator) -> UpdateResult:
        """Play, and improve `context.network`.

        Args:
            number: the number of the update, from 0.
            progress: the fraction of the run that is done, not counting the imitation.
            stream: depends only on the run's seed and `number`.
        """

    def note_snapshot(self, weights: Mapping[str, np.ndarray]) -> None:
        """Called when the network's weights become an opponent: before the first update, and then after
        every `settings.freeze_every` updates.
        """
        del weights

    def state(self) -> Arrays:
        """Its state besides the network's weights, as arrays by name."""
        return {}

    def restore(self, arrays: Arrays, updates: int) -> None:
        """Continue from `state()`.

        Args:
            arrays: from a file that may be damaged or forged.
            updates: the number of updates made before.

        Raises:
            HustingsError: if the arrays do not fit this algorithm.
        """
        check_arrays("model.safetensors", arrays, self.state())
