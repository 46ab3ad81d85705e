"""Parts of a schedule: what it takes to play some of its games, and what came of them.

A part is all that its games depend on, so it gives the same games wherever it is played: here, or by a task
on a cluster (`.cluster`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, is_dataclass
from typing import Any, NamedTuple

import numpy as np

from ...agents import Agent
from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from .arena import Arena, Clock, seat

SEARCHING_PART = 64
"""About how many games are in a part where searches play, which are slow."""


def is_search(name: str) -> bool:
    """Whether an agent of this name is the suite's search, with whatever settings."""
    return name.partition(":")[0] == "search"


@dataclass(frozen=True)
class Part:
    """Some games, played side by side. In the shapes below G is their number and P that of players.

    Attributes:
        game, num_players, threads: as for `GameBatch`.
        box: a box that was loaded.
        agents: by number, as the seatings have them; names are made into agents where the part is played.
        keys: of the streams of those that are made.
        deals: (G,) uint64 seeds.
        seatings: (G, P) the agent in each seat.
        spare_others: go on without an agent that fails, see `Arena.play`.
        recorded: keep what was done.
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


class Played(NamedTuple):
    """What came of a part. K is the number of agents.

    Attributes:
        done, scores, ranks, failed: as those of an `Arena`.
        seconds, decisions: (K,) as those of a `Clock`.
        usage: what agents say that their decisions took, by number.
        actions: where it was kept, the place in the part of each game and what was done in it, in the order
            in which the games ended.
        stopped: Ctrl-C was pressed; some games are not done.
    """

    done: np.ndarray
    scores: np.ndarray
    ranks: np.ndarray
    failed: dict[int, str]
    seconds: np.ndarray
    decisions: np.ndarray
    usage: dict[int, Any]
    actions: list[tuple[int, np.ndarray]]
    stopped: bool


Tell = Callable[[int], None]
"""Called with how many games of a part are done."""
Player = Callable[[Iterable[Part], Tell], Iterator[tuple[Part, Played]]]
"""Plays parts, taken as they are needed, and gives each back with what came of it, in their order."""


@contextmanager
def player(ray: str | None, agents: Iterable[str | Agent]) -> Iterator[Player]:
    """What plays parts among these agents: this process, or the cluster at the address `ray`.

    Raises:
        HustingsError: where there is no such cluster, or it cannot make these agents.
    """
    if ray is None:
        yield here
        return
    from .. import cluster

    for entry in agents:
        if not isinstance(entry, str):
            raise HustingsError(
                f"agents: {entry.name!r} is an agent; a cluster makes its own, so give a name"
            )

    with cluster.connected(ray):
        yield cluster.play


def here(parts: Iterable[Part], tell: Tell) -> Iterator[tuple[Part, Played]]:
    """Play parts in this process, one after another."""
    warm: set[Any] = set()  # agents that need not be compiled any more
    for part in parts:
        marks = [entry if isinstance(entry, str) else id(entry) for entry in part.agents]
        played = play(part, tell, [mark in warm for mark in marks])
        warm.update(marks)
        yield part, played


def play(part: Part, tell: Tell | None = None, warm: Sequence[bool] | None = None) -> Played:
    """Play a part.

    Args:
        warm: which agents have been called before, as for `Clock`.

    Raises:
        HustingsError: for an agent that raises or does what is illegal, unless others are spared.
    """
    agents = [seat(entry, part.game, *key) for entry, key in zip(part.agents, part.keys, strict=True)]
    games = GameBatch(part.game, len(part.deals), part.num_players, box=part.box, threads=part.threads)
    clock = Clock(len(agents), warm)
    arena = (_Recorded if part.recorded else Arena)(games, agents, part.deals, part.seatings, clock)
    stopped = False
    try:
        arena.play(tell and (lambda done, _: tell(done)), spare_others=part.spare_others)
    except KeyboardInterrupt:
        stopped = True
    used = ((number, getattr(agent, "usage", None)) for number, agent in enumerate(agents))
    return Played(
        arena.done,
        arena.scores,
        arena.ranks,
        arena.failed,
        clock.seconds,
        clock.decisions,
        {number: usage for number, usage in used if is_dataclass(usage)},
        arena.actions if isinstance(arena, _Recorded) else [],
        stopped,
    )


class _Recorded(Arena):
    """An arena that keeps what was done in each game."""

    def __init__(self, games: GameBatch, *rest: Any):
        super().__init__(games, *rest)
        self.actions: list[tuple[int, np.ndarray]] = []
        self._under_way = np.zeros((games.num_games, 256), np.uint16)
        self._moves = np.zeros(games.num_games, np.int64)

    def _taken(self, actions: np.ndarray, rows: np.ndarray) -> None:
        if self._moves[rows].max() == self._under_way.shape[1]:
            self._under_way = np.pad(self._under_way, ((0, 0), (0, self._under_way.shape[1])))
        self._under_way[rows, self._moves[rows]] = actions
        self._moves[rows] += 1

    def _record(self, places: np.ndarray, rows: np.ndarray) -> None:
        super()._record(places, rows)
        for place, row in zip(places.tolist(), rows.tolist(), strict=True):
            self.actions.append((place, self._under_way[row, : self._moves[row]].copy()))
        self._moves[rows] = 0
