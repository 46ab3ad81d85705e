"""Rollouts that workers play, each in a share of the games.

What a worker plays depends on the seed, the number of the rollout, its own number and what it is given: the
learner's weights, the opponents and its games as they stand. So a worker that died can be made anew and play
its rollout again, and a resumed run goes on as it would have.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from stable_baselines3.common.callbacks import CallbackList

from ....envs.core.api.batch import GameBatch
from ..multi_count_env import make_env
from ..networks import inference_copy, make_network
from ..opponents import make_pool
from ..process_state import own_streams, seed_globals
from ..self_play_env import SelfPlayVecEnv
from ..settings import TrainSettings
from .maskable_ppo import BUFFERED, Learner, Rollout, make_learner

_WORKER = 3  # part of its streams' key; the warm start and rollouts have others


class Task(NamedTuple):
    """What all workers are given for a rollout.

    Attributes:
        number: the number of the rollout.
        weights: the learner's weights.
        members, networks: the opponents, as `Pool.state` gives them.
        progress: the share of self-play that is done.
    """

    number: int
    weights: dict[str, np.ndarray]
    members: list[dict[str, Any]]
    networks: dict[str, np.ndarray]
    progress: float


class Share(NamedTuple):
    """A worker's games as they stand: what it goes on from, and what it hands back with the rollout.

    Attributes:
        state: the games, as `SelfPlayVecEnv.state` gives them.
        starts: (n,) bool, whether the next decision is the learner's first of a game.
    """

    state: dict[str, np.ndarray]
    starts: np.ndarray


class Done(NamedTuple):
    """A worker's rollout.

    Attributes:
        rollout: the decisions.
        share: its games after the rollout.
        met: (K, 2) for each member of the pool, the games and wins to add.
    """

    rollout: Rollout
    share: Share
    met: np.ndarray


class Worker:
    """Plays rollouts in a share of a run's games.

    Args:
        settings: the run's settings.
        games: any batch of the run's game, number of players, reward and box.
        number: the worker's number, from 0.
    """

    def __init__(self, settings: TrainSettings, games: GameBatch, number: int):
        s = self.settings = replace(settings, device="cpu")
        own = GameBatch(
            games.game, len(rows_of(s)[number]), games.num_players, reward=games.reward, box=games.box
        )
        self._pool = make_pool(s, own.game, lambda: inference_copy(self._network))
        self._env = make_env(s, [own], self._pool)
        self._network = make_network(s, own.game, self._env.critic_view)
        self._model = make_learner(s, self._env, self._network)
        key = np.random.SeedSequence((s.seed, _WORKER, number))
        self._seed = int(key.generate_state(1, np.uint64)[0])

    def play(self, task: Task, share: Share) -> Done:
        """Play a rollout."""
        env, pool, model = self._env, self._pool, self._model
        with own_streams(1):
            self._network.load_weights(task.weights)
            pool.restore(task.members, task.networks, task.weights)
            env.begin(self._seed, task.number)
            for member, record in zip(pool.members, task.members, strict=True):
                member.games, member.wins = (
                    record["games"],
                    record["wins"],
                )  # the run has discounted them already
            pool.done = task.progress
            env.restore(share.state)
            seed_globals(self._seed, task.number)
            model._last_obs, model._last_episode_starts = env.observe(), share.starts.copy()
            model.ep_info_buffer, model.ep_success_buffer = deque(), deque()
            callback = CallbackList([])
            callback.init_callback(model)
            model.collect_rollouts(env, callback, model.rollout_buffer, self.settings.rollout_steps)
        buffer = model.rollout_buffer
        arrays = {name: getattr(buffer, name) for name in BUFFERED}
        arrays["action_masks"] = arrays["action_masks"].astype(np.bool_)
        before = [(record["games"], record["wins"]) for record in task.members]
        met = np.array([(member.games, member.wins) for member in pool.members]) - np.array(before)
        episodes = list(model.ep_info_buffer)
        return Done(Rollout(arrays, episodes), Share(env.state(), np.array(model._last_episode_starts)), met)


Play = Callable[[Task, Sequence[Share]], list[Done]]
"""Has every worker play a task in its share; gives what each has done, in their order."""
StartWorkers = Callable[[TrainSettings, GameBatch], Play]
"""Starts the workers of a run with these settings and games."""


class Workers:
    """All workers of a run, wherever they are.

    Args:
        settings: the run's settings.
        env: all its games; their state is kept here between rollouts.
        play: has the workers play.
    """

    def __init__(self, settings: TrainSettings, env: SelfPlayVecEnv, play: Play):
        self._settings, self._env, self._play = settings, env, play

    def rollout(self, model: Learner, number: int) -> Rollout:
        """Have a rollout played; the games and the record of the opponents are as after it."""
        env, pool = self._env, self._env.pool
        members, networks = pool.state()
        task = Task(number, model.policy.network.weights(), members, networks, pool.done)
        state, starts = env.state(), np.asarray(model._last_episode_starts, np.bool_)
        shares = [
            Share({key: array[rows] for key, array in state.items()}, starts[rows])
            for rows in rows_of(self._settings)
        ]
        done = self._play(task, shares)
        env.restore(_together([part.share.state for part in done], axis=0))
        for part in done:
            for member, (games, wins) in zip(pool.members, part.met.tolist(), strict=True):
                member.games, member.wins = member.games + games, member.wins + wins
        model._last_obs = env.observe()
        model._last_episode_starts = np.concatenate([part.share.starts for part in done])
        return Rollout(
            _together([part.rollout.arrays for part in done], axis=1),
            [episode for part in done for episode in part.rollout.episodes],
        )


def rows_of(settings: TrainSettings) -> list[np.ndarray]:
    """The rows of the games that each worker has."""
    return np.array_split(np.arange(settings.num_games), settings.workers)


def _together(parts: Sequence[Mapping[str, np.ndarray]], axis: int) -> dict[str, np.ndarray]:
    return {key: np.concatenate([part[key] for part in parts], axis=axis) for key in parts[0]}
