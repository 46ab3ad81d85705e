"""Rollouts played by workers, each in its own share of the games.

What a worker plays depends only on the seed, the number of the rollout, its own number and its input: the
learner's weights, the opponents and its games. So a worker that died can be replaced and play its rollout
again, and a resumed run continues as an uninterrupted one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ....envs.core.api.batch import GameBatch
from ..networks import inference_copy, make_network
from ..opponents import make_pool
from ..player import Player
from ..process_state import own_streams, seed_globals
from ..rollout import Rollout
from ..self_play import make_tables, play
from ..settings import TrainSettings
from .interface import Context

_WORKER = 3  # part of the key of its streams, different from those of the imitation and of rollouts


class Task(NamedTuple):
    """The part of a rollout's input that all workers share.

    Attributes:
        number: the number of the rollout.
        decisions: the least number of the network's decisions that each worker is to play.
        weights: the learner's weights.
        members, networks: the opponents, as returned by `Pool.state`.
    """

    number: int
    decisions: int
    weights: dict[str, np.ndarray]
    members: list[dict[str, Any]]
    networks: dict[str, np.ndarray]


class WorkerResult(NamedTuple):
    """A worker's rollout.

    Attributes:
        arrays: the decisions, as returned by `Rollout.arrays`.
        games: its games after the rollout, as returned by `SelfPlay.state`.
        met: (K, 2) for each member of the pool, the games and wins to add.
        asked: the network's decisions by phase.
    """

    arrays: dict[str, np.ndarray]
    games: dict[str, np.ndarray]
    met: np.ndarray
    asked: np.ndarray


class Worker:
    """Plays rollouts in a share of a run's games.

    Args:
        settings: the run's settings.
        games: a batch with the run's game, number of players, reward and box.
        number: the worker's number, from 0.
    """

    def __init__(self, settings: TrainSettings, games: GameBatch, number: int):
        s = self.settings = replace(settings, device="cpu")
        rows = len(rows_of(s)[number])
        own = GameBatch(games.game, rows, games.num_players, reward=games.reward, box=games.box)
        self._pool = make_pool(s, own.game, lambda: inference_copy(self._network))
        (self._table,) = make_tables(s, [own], self._pool)
        self._network = make_network(s, own.game, self._table.view)
        key = np.random.SeedSequence((s.seed, _WORKER, number))
        self._seed = int(key.generate_state(1, np.uint64)[0])

    def play(self, task: Task, games: Mapping[str, np.ndarray]) -> WorkerResult:
        """Play a rollout."""
        table, pool, view = self._table, self._pool, self._table.view
        with own_streams(1):
            self._network.load_weights(task.weights)
            pool.restore(task.members, task.networks, task.weights)
            pool.begin(self._seed, task.number)
            table.restore(games)
            table.begin(self._seed, task.number)
            seed_globals(self._seed, task.number)
            most = task.decisions + table.games.num_games
            rollout = Rollout(most, view.size, table.games.num_actions, view.players)
            player = Player(self._network)
            gae_lambda = self.settings.gae_lambda
            play([table], rollout, task.decisions, player.decide, player.judge, gae_lambda)
        before = [(record["games"], record["wins"]) for record in task.members]
        met = np.array([(member.games, member.wins) for member in pool.members.values()]).reshape(-1, 2)
        met -= np.array(before).reshape(-1, 2)
        return WorkerResult(rollout.arrays(), table.state(), met, table.by_phase)


PlayTask = Callable[[Task, Sequence[Mapping[str, np.ndarray]]], list[WorkerResult]]
"""Lets every worker play a task in its share of the games, and returns their results in order."""
StartWorkers = Callable[[TrainSettings, GameBatch], PlayTask]
"""Starts the workers of a run with these settings and games."""


class Workers:
    """All workers of a run, wherever they are. Between rollouts their games are in this process."""

    def __init__(self, context: Context):
        assert context.start_workers is not None
        self._context, (self._table,) = context, context.tables
        self._play = context.start_workers(context.settings, self._table.games)

    def play(self, rollout: Rollout, decisions: int, number: int) -> None:
        """Run a rollout on the workers and take over their games."""
        s, pool, table = self._context.settings, self._context.pool, self._table
        pool.begin(s.seed, number)
        pool.discount()
        members, networks = pool.state()
        each = -(-decisions // s.workers)
        task = Task(number, each, self._context.network.weights(), members, networks)
        state = table.state()
        shares = [{key: array[rows] for key, array in state.items()} for rows in rows_of(s)]
        results = self._play(task, shares)
        for result in results:
            rollout.add(result.arrays)
            for record, (games, wins) in zip(members, result.met.tolist(), strict=True):
                member = pool.members[record["number"]]
                member.games, member.wins = member.games + games, member.wins + wins
        table.restore({key: np.concatenate([result.games[key] for result in results]) for key in state})
        table.by_phase[:] = sum(result.asked for result in results)
        pool.drop_departed(table.players)


def rows_of(settings: TrainSettings) -> list[np.ndarray]:
    """The rows of each worker's games."""
    return np.array_split(np.arange(settings.num_games), settings.workers)
