"""Records of matches: who plays which deals, each game's actions once it is over, and writing them."""

import functools
import inspect
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np

from ..agents import Agent
from ..agents.policy import check_seats
from ..envs.core.api.arguments import check_seed, positive, reward_named
from ..envs.core.api.batch import GameBatch
from ..envs.core.engine.game import Game
from ..envs.core.engine.progress import tell
from ..envs.core.io.files import check_new, remove_dead_parts, sole_writer, written_whole
from .evaluation.arena import Progress, name_of
from .evaluation.executors import run_shards
from .evaluation.results import played_in
from .evaluation.schedule import lineups_of, schedule
from .evaluation.shards import PlayedGame
from .evaluation.tournaments import (
    Entrant,
    batch_size,
    check_agents,
    cut_schedule,
    enrol,
    players_for,
    resolve_game,
)

P = ParamSpec("P")
R = TypeVar("R")
FORMAT = 1
BATCH = 1024


@dataclass(frozen=True)
class RecordResult:
    """The result of a recording.

    Attributes:
        path: the file.
        games, decisions: their numbers.
        size: of the file, in bytes.
        seconds: total time.
        writing: the part of it for observing and writing, without the agents' play.
    """

    path: Path
    games: int
    decisions: int
    size: int
    seconds: float
    writing: float


@dataclass(frozen=True)
class RecordedMatch:
    """A match to record.

    Attributes:
        template: a batch of such games.
        entrants: the participants, by number.
        deals, seatings: (G,) and (G, P), the schedule.
        seed, size: the agents' seed, and the number of games side by side.
        agents, box: as given, agents by name.
    """

    template: GameBatch
    entrants: list[Entrant]
    deals: np.ndarray
    seatings: np.ndarray
    seed: int
    size: int
    agents: list[str]
    box: str | Path | np.ndarray | None

    @property
    def names(self) -> list[str]:
        """The agents' names, by number."""
        return [entrant.name for entrant in self.entrants]

    @property
    def facts(self) -> dict[str, Any]:
        """The settings of the match, as plain values."""
        games = self.template
        return {
            "format": FORMAT,
            "hustings": version("hustings"),
            **played_in(games),
            "reward": games.reward,
            "seed": self.seed,
            "batch": self.size,
            "agents": self.names,
            "games": len(self.deals),
            "observation_size": games.observation_size,
            "num_actions": games.num_actions,
        }

    def play(self, executor: Executor | None, on_progress: Progress | None) -> Iterator[list[PlayedGame]]:
        """Play; yield the finished games shard by shard, within a shard in the order in which they ended.

        Raises:
            HustingsError: for an agent that fails.
            KeyboardInterrupt: on Ctrl-C.
        """
        shards = cut_schedule(
            self.template,
            self.entrants,
            self.deals,
            self.seatings,
            self.seed,
            self.size,
            remote=executor is not None,
            recorded=True,
        )
        before = 0
        for shard, result in run_shards(shards, executor, on_progress, len(self.deals)):
            if result.stopped:
                raise KeyboardInterrupt
            yield [played._replace(place=before + played.place) for played in result.actions]
            before += len(shard.deals)


class MatchWriter:
    """Writes the games of a match into a file: the base of all forms.

    Args:
        match: the match.
        part: the file, which does not yet have its name.

    Attributes:
        decisions: how many have been written.
    """

    decisions = 0

    def __init__(self, match: RecordedMatch, part: Path):
        given = match.template
        self._match = match
        self._one = GameBatch(given.game, 1, given.num_players, box=given.box, reward=given.reward)

    @staticmethod
    def beside(file: Path) -> list[Path]:
        """The files that are written beside a file."""
        return []

    def add(self, ended: list[PlayedGame]) -> None:
        """Add the games of a shard."""
        raise NotImplementedError

    def write(self) -> None:
        """Write the games that wait."""

    def close(self) -> None:
        """Close the file."""
        raise NotImplementedError

    def describe(self, file: Path, size: int) -> None:
        """Write what stands beside the file, which is complete."""

    def _replayed(self, played: PlayedGame) -> Iterator[tuple[int, int]]:
        """Play a game again in `_one`: yield each decision's number and action before it is taken."""
        self._one.reset(seeds=[played.deal])
        for move, action in enumerate(played.actions.tolist()):
            yield move, action
            self._one.step([action])

    def _words(self) -> dict[int, str]:
        """The legal actions of the decision at hand, in words."""
        legal = np.flatnonzero(self._one.masks()[0]).tolist()
        return {action: self._one.describe(0, action) for action in legal}


def record_match(
    writer: type[MatchWriter],
    game: Game | str,
    agents: Sequence[str | Agent],
    games: int,
    path: str | Path,
    *,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    reward: str = "rank",
    batch: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    on_progress: Progress | None = None,
) -> RecordResult:
    """Let agents play a match, and write it by a writer of this kind; see `recorder`."""
    begin, writing, file = time.monotonic(), 0.0, Path(path)
    files = [file, *writer.beside(file)]
    described = resolve_game(game)
    check_agents(agents, 1, "one")
    players, key = players_for(described, agents, num_players), check_seed(seed)
    reward_named(reward)
    entrants, entries = enrol(described, agents, key)
    deals, seatings = schedule(lineups_of(entries, players), positive("games", games), key)
    size = batch_size(entrants, BATCH) if batch is None else positive("batch", batch)
    template = GameBatch(
        described,
        min(BATCH if batch is None else size, len(deals)),
        players,
        reward=reward,
        box=box,
        options=options,
        threads=threads,
    )
    check_seats([entrant.agent for entrant in entrants], template)
    named = [name_of(agent) for agent in agents]
    match = RecordedMatch(template, entrants, deals, seatings, key, size, named, box)
    for each in files:
        check_new(each)
        for left, length in remove_dead_parts(each).items():
            tell(f"removed {left} ({length / 2**20:.0f} MiB), left by a recording that was killed")
    with sole_writer(file):
        with written_whole(file, new=True) as part:
            with closing(writer(match, part)) as out:
                for ended in match.play(executor, on_progress):
                    since = time.monotonic()
                    out.add(ended)
                    writing += time.monotonic() - since
                since = time.monotonic()
                out.write()
                writing += time.monotonic() - since
            length = part.stat().st_size
        try:
            out.describe(file, length)
        except BaseException:
            file.unlink()
            raise
    return RecordResult(file, len(deals), out.decisions, length, time.monotonic() - begin, writing)


_ARGS = """

Games and decisions do not depend on `executor`. If anything goes wrong, or on Ctrl-C, no file is left.

Args:
    game, agents, games, num_players, seed, options, box, threads, executor: as for `tournament`.
    path: the file, which must not exist.
    reward: the kind of payoffs, as for `GameBatch`.
    batch: about how many games run side by side, as for `tournament`; None for 1,024, or 64 with searches.
    on_progress: called with the games done and their total.

Raises:
    HustingsError: for arguments that do not fit, before anything is played; for an agent that fails; if the
        file cannot be written.
"""


def _like(
    function: Callable[Concatenate[type[MatchWriter], P], R],
) -> Callable[..., Callable[..., Callable[P, R]]]:
    """A decorator for functions with the parameters of `function` after its first."""

    def by(writer: type[MatchWriter]) -> Callable[[Callable[[], None]], Callable[P, R]]:
        def give(described: Callable[[], None]) -> Callable[P, R]:
            @functools.wraps(described)
            def run(*args: P.args, **given: P.kwargs) -> R:
                return function(writer, *args, **given)

            own = inspect.signature(function)
            run.__signature__ = own.replace(parameters=[*own.parameters.values()][1:])  # type: ignore[attr-defined]
            run.__doc__ = inspect.cleandoc(described.__doc__ or "") + _ARGS
            return run

        return give

    return by


recorder = _like(record_match)
"""Decorator: `record_match` by a writer, with the docstring of the decorated function, which has no body."""
