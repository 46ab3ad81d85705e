"""Shards of a schedule: all that some of its games depend on, and what came of them.

A shard gives the same games wherever it is run: in this process, or on a cluster (`.executors`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from typing import Any, NamedTuple

import numpy as np

from ...agents import Agent
from ...agents.specs import SEARCHES, named
from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from .arena import Arena, Clock, resolve_agent

SEARCH_BATCH = 64
"""About how many games a shard has if searches play in it, which are slow."""


def is_search(name: str) -> bool:
    """Whether an agent of this name is the suite's search, with whatever settings."""
    return named(name)[1].partition(":")[0] in SEARCHES


@dataclass(frozen=True)
class Shard:
    """Some games, played side by side. In the shapes below G is their number and P that of players.

    Attributes:
        game, num_players, threads: as for `GameBatch`.
        box: a loaded box.
        agents: by number, as the seatings have them; names are made into agents where the shard is run.
        keys: seeds of the agents that are made from names.
        deals: (G,) uint64 seeds.
        seatings: (G, P) the agent in each seat.
        spare_others: go on without an agent that fails, see `Arena.play`.
        recorded: keep the actions.
    """

    game: Game
    num_players: int
    box: np.ndarray
    threads: int
    agents: Sequence[str | Agent]
    keys: Sequence[tuple[int, ...]]
    deals: np.ndarray
    seatings: np.ndarray
    spare_others: bool = False
    recorded: bool = False


class ShardResult(NamedTuple):
    """What came of a shard. K is the number of agents.

    Attributes:
        done, scores, ranks, failed: as those of an `Arena`.
        seconds, decisions: (K,) as those of a `Clock`.
        usage: what agents report that their decisions cost, by number.
        actions: if they were to be kept, each game's place in the shard, its actions, and how many
            milliseconds each took (`Clock.last`), in the order in which the games ended.
        stopped: Ctrl-C was pressed; some games are not done.
    """

    done: np.ndarray
    scores: np.ndarray
    ranks: np.ndarray
    failed: dict[int, str]
    seconds: np.ndarray
    decisions: np.ndarray
    usage: dict[int, Any]
    actions: list[tuple[int, np.ndarray, np.ndarray]]
    stopped: bool


OnGames = Callable[[int], None]
"""Called with how many games of the current shard are done."""
Executor = Callable[[Iterable[Shard], OnGames], Iterator[tuple[Shard, ShardResult]]]
"""Runs shards, taken as they are needed, and yields each with its result, in their order."""


def run_locally(shards: Iterable[Shard], on_games: OnGames) -> Iterator[tuple[Shard, ShardResult]]:
    """Run shards in this process, one after another: an `Executor`."""
    warm: set[Any] = set()  # agents that are compiled by now
    for shard in shards:
        marks = [entry if isinstance(entry, str) else id(entry) for entry in shard.agents]
        result = run_shard(shard, on_games, [mark in warm for mark in marks])
        warm.update(marks)
        yield shard, result


def run_shard(
    shard: Shard, on_games: OnGames | None = None, warm: Sequence[bool] | None = None
) -> ShardResult:
    """Play the games of a shard.

    Args:
        shard: the games.
        on_games: called as games end.
        warm: which agents have been called before, as for `Clock`.

    Raises:
        HustingsError: for an agent that raises or acts illegally, unless others are spared.
    """
    agents = [
        resolve_agent(entry, shard.game, *key) for entry, key in zip(shard.agents, shard.keys, strict=True)
    ]
    games = GameBatch(shard.game, len(shard.deals), shard.num_players, box=shard.box, threads=shard.threads)
    clock = Clock(len(agents), warm)
    arena = (_RecordingArena if shard.recorded else Arena)(games, agents, shard.deals, shard.seatings, clock)
    stopped = False
    try:
        arena.play(on_games and (lambda done, _: on_games(done)), spare_others=shard.spare_others)
    except KeyboardInterrupt:
        stopped = True
    used = ((number, getattr(agent, "usage", None)) for number, agent in enumerate(agents))
    return ShardResult(
        arena.done,
        arena.scores,
        arena.ranks,
        arena.failed,
        clock.seconds,
        clock.decisions,
        {number: usage for number, usage in used if is_dataclass(usage)},
        arena.actions if isinstance(arena, _RecordingArena) else [],
        stopped,
    )


class _RecordingArena(Arena):
    """An arena that keeps the actions of each game, and how long they took."""

    def __init__(self, games: GameBatch, *rest: Any):
        super().__init__(games, *rest)
        self.actions: list[tuple[int, np.ndarray, np.ndarray]] = []
        self._under_way = np.zeros((games.num_games, 256), np.uint16)
        self._spent = np.zeros((games.num_games, 256), np.float32)
        self._moves = np.zeros(games.num_games, np.int64)

    def _on_actions(self, actions: np.ndarray, rows: np.ndarray) -> None:
        if self._moves[rows].max() == self._under_way.shape[1]:
            room = (0, 0), (0, self._under_way.shape[1])
            self._under_way, self._spent = np.pad(self._under_way, room), np.pad(self._spent, room)
        self._under_way[rows, self._moves[rows]] = actions
        self._spent[rows, self._moves[rows]] = 1000 * self._clock.last
        self._moves[rows] += 1

    def _on_games_over(self, places: np.ndarray, rows: np.ndarray) -> None:
        super()._on_games_over(places, rows)
        for place, row in zip(places.tolist(), rows.tolist(), strict=True):
            moves = slice(self._moves[row])
            self.actions.append((place, self._under_way[row, moves].copy(), self._spent[row, moves].copy()))
        self._moves[rows] = 0
