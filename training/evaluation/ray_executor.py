"""Shards of tournaments, leaderboards and recordings as Ray tasks."""

import itertools
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ...agents import Agent
from ...agents.specs import parts_of
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from ...envs.core.io.files import exists
from ..cluster import RETRIES, Origin, ray, result_of, with_node
from .arena import resolve_agent
from .shards import OnGames, Shard, ShardResult, run_shard

_AHEAD = 2  # shards running or waiting for each core


def run_on_cluster(shards: Iterable[Shard], on_games: OnGames) -> Iterator[tuple[Shard, ShardResult]]:
    """Run shards as tasks, submitting some ahead: an `Executor`."""
    coming = iter(shards)
    waiting: deque[tuple[Shard, Any]] = deque()
    ahead = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    try:
        while True:
            for shard in itertools.islice(coming, ahead - len(waiting)):
                waiting.append((shard, _submit(shard)))
            if not waiting:
                return
            shard, task = waiting[0]
            result = result_of(task)
            waiting.popleft()
            on_games(len(shard.deals))
            yield shard, result
    finally:
        for _, task in waiting:
            ray.cancel(task, force=True)


def _submit(shard: Shard) -> Any:
    agents = [_portable(entry, shard.game, key) for entry, key in zip(shard.agents, shard.keys)]
    task = _task.options(num_cpus=shard.threads)
    return task.remote(replace(shard, agents=agents), Origin.here(shard.game))


def _portable(entry: str | Agent, game: Game, key: tuple[int, ...]) -> str | Agent:
    """A form of an agent to send to a node: its name, or a policy whose folder the node may lack."""
    if isinstance(entry, str):
        folders = (part if exists(part) else part.rpartition(":")[0] for part in parts_of(entry))
        away = any(folder and exists(folder) for folder in folders)
        return resolve_agent(entry, game, *key) if away else entry
    return entry


@ray.remote(max_retries=RETRIES)
def _task(shard: Shard, origin: Origin) -> ShardResult | HustingsError:
    """Run a shard on some node; return a user's error instead of raising it."""
    try:
        origin.adopt(shard.game)
        return run_shard(shard)
    except HustingsError as error:
        return with_node(error)
