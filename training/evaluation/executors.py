"""Runs shards: in this process, or by an executor, such as a pool of processes or a cluster."""

import contextlib
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from ...agents import Agent
from ...agents.policy.files import file_of
from ...agents.search import SearchAgent
from ...agents.specs import parts_of
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from ...envs.core.io.files import exists
from .arena import Progress, resolve_agent
from .shards import OnGames, Shard, ShardResult, run_shard

_AHEAD = 2  # shards running or waiting for each worker


class Origin(NamedTuple):
    """The process that submits work.

    Attributes:
        hustings, revision: its version, and its revision of the game.
        folder: its working directory.
    """

    hustings: str
    revision: int
    folder: str

    @classmethod
    def here(cls, game: Game) -> "Origin":
        """This process, as the origin of work on a game."""
        return cls(version("hustings"), game.revision, str(Path.cwd()))

    def adopt(self, game: Game) -> None:
        """On a node: change to the same folder, if it exists, so that paths and modules mean the same.

        Raises:
            HustingsError: if this node has another version of hustings.
        """
        with contextlib.suppress(OSError):
            os.chdir(self.folder)
        if (version("hustings"), game.revision) != (self.hustings, self.revision):
            raise HustingsError(
                "this node has another version of hustings than its client; install the same on all nodes"
            )


def run_shards(
    shards: Iterable[Shard],
    executor: Executor | None,
    on_progress: Progress | None,
    total: int,
    done: int = 0,
) -> Iterator[tuple[Shard, ShardResult]]:
    """Run shards lazily; yield each with its result, in order. The results are the same wherever they run.

    Args:
        shards: the shards.
        executor: submits some of them ahead; None for this process, where one runs after another.
        on_progress: called with the number of finished games and their total.
        total: that of all games; done: the number of those that were finished before.

    Raises:
        HustingsError: for an agent that fails in a recorded shard, or that an executor cannot be sent; for
            an executor without `submit`.
    """
    if executor is not None and not hasattr(executor, "submit"):
        raise HustingsError(f"executor: {executor!r:.60} has no submit(); give one of concurrent.futures")

    def on_games(here: int) -> None:
        if on_progress:
            on_progress(done + here, max(total, done + here))

    on_games(0)
    for shard, result in _run_here(shards, on_games) if executor is None else _submit(shards, executor):
        if executor is not None:
            on_games(len(shard.deals))
        yield shard, result
        done += len(shard.deals)


def _run_here(shards: Iterable[Shard], on_games: OnGames) -> Iterator[tuple[Shard, ShardResult]]:
    warm: set[Any] = set()  # agents that are already compiled
    for shard in shards:
        marks = [entry if isinstance(entry, str) else id(entry) for entry in shard.agents]
        result = run_shard(shard, on_games, [mark in warm for mark in marks])
        warm.update(marks)
        yield shard, result


def _submit(shards: Iterable[Shard], executor: Executor) -> Iterator[tuple[Shard, ShardResult]]:
    waiting: deque[tuple[Shard, Future[ShardResult]]] = deque()
    workers = getattr(executor, "_max_workers", None) or os.cpu_count() or 1
    try:
        for shard in shards:
            agents = [_portable(entry, shard.game, key) for entry, key in zip(shard.agents, shard.keys)]
            away = replace(shard, agents=agents)
            waiting.append((shard, executor.submit(_run_away, away, Origin.here(shard.game))))
            if len(waiting) >= _AHEAD * workers:
                yield waiting[0][0], waiting[0][1].result()
                waiting.popleft()
        while waiting:
            yield waiting[0][0], waiting[0][1].result()
            waiting.popleft()
    except BrokenExecutor as error:
        raise HustingsError(f"the executor failed ({error}); make a new one") from None
    finally:
        for _, future in waiting:
            future.cancel()


def _run_away(shard: Shard, origin: Origin) -> ShardResult:
    origin.adopt(shard.game)
    return run_shard(shard)


def _portable(entry: str | Agent, game: Game, key: tuple[int, ...]) -> str | Agent:
    """A form of an agent to send: its name, a policy whose folder a node may lack, or a search."""
    if isinstance(entry, SearchAgent):  # decides by the table alone, so that its copies play as it does
        return entry
    if not isinstance(entry, str):
        raise HustingsError(
            f"agents: {entry.name!r} is an object; a cluster makes its own agents, so give a name"
        )
    return resolve_agent(entry, game, *key) if any(map(_is_policy, parts_of(entry))) else entry


def _is_policy(spec: str) -> bool:
    """Whether a spec names a policy's folder or file, and not, say, a class in a package's folder."""
    path, _, settings = spec.rpartition(":")
    return exists(file_of(spec)) or ("=" in settings and path != "" and exists(file_of(path)))
