"""Shards of a schedule: self-contained groups of games, and their results.

A shard has the same games wherever it runs: in this process, or by an executor (`.executors`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, is_dataclass
from typing import Any, NamedTuple

import numpy as np

from ...agents import Agent
from ...agents.llm_messages import Answer
from ...agents.specs import PROGRAM, SEARCHES, parts_of
from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError, IllegalAction, NoAnswer, error_line
from .arena import Arena, Clock, resolve_agent

SEARCH_BATCH = 64
"""About how many games a shard has with searches, which are slow."""
LLM_BATCH = 8
"""About how many games a shard has with language models, so that paid games are complete soon."""


def is_search(name: str) -> bool:
    """Whether an agent of this name is or contains the suite's search, with any settings."""
    return bool(_kinds(name).intersection(SEARCHES))


def _kinds(name: str) -> set[str]:
    return {part.partition(":")[0] for part in parts_of(name)}


def usual_batch(names: Iterable[str], usual: int, searching: int = SEARCH_BATCH) -> int:
    """About how many games to play side by side by default, with agents of these names.

    Programs may be as slow as searches.
    """
    kinds = set().union(*map(_kinds, names))
    if "llm" in kinds:
        return LLM_BATCH
    return searching if kinds.intersection((*SEARCHES, PROGRAM)) else usual


@dataclass(frozen=True)
class Shard:
    """G games of P players, played side by side.

    Attributes:
        game, num_players, threads: as for `GameBatch`.
        box: a loaded box.
        agents: by number, as in `seatings`; agents given by name are made where the shard runs.
        keys: seeds for the agents made from names.
        deals: (G,) uint64 seeds.
        seatings: (G, P) the agent in each seat.
        recorded: whether to keep the actions.
    """

    game: Game
    num_players: int
    box: np.ndarray
    threads: int
    agents: Sequence[str | Agent]
    keys: Sequence[tuple[int, ...]]
    deals: np.ndarray
    seatings: np.ndarray
    recorded: bool = False


class PlayedGame(NamedTuple):
    """A finished game of M decisions.

    Attributes:
        place: its index in the shard, or in the schedule.
        deal: the seed of its deal.
        seating: (P,) the agent in each seat, by number.
        actions: (M,) the actions.
        milliseconds: (M,) float32, the time of each decision: that of the agent's call divided by its number
            of games; nan for an agent's first call, which compiles.
        answers: a language model's `Answer`, by the number of the decision.
    """

    place: int
    deal: int
    seating: np.ndarray
    actions: np.ndarray
    milliseconds: np.ndarray
    answers: dict[int, Answer]


class ShardResult(NamedTuple):
    """The results of a shard with K agents.

    Attributes:
        done, scores, ranks, forfeits, reasons: as in `Arena`.
        seconds, decisions: (K,) as in `Clock`.
        usage: the cost of decisions that agents report, by the agent's number.
        actions: for a recorded shard, a `PlayedGame` for each game, in the order in which they ended.
        stopped: whether Ctrl-C ended it; some games are then not done.
    """

    done: np.ndarray
    scores: np.ndarray
    ranks: np.ndarray
    forfeits: np.ndarray
    reasons: dict[int, str]
    seconds: np.ndarray
    decisions: np.ndarray
    usage: dict[int, Any]
    actions: list[PlayedGame]
    stopped: bool


OnGames = Callable[[int], None]
"""Called with the number of finished games of the current shard."""


def run_shard(
    shard: Shard, on_games: OnGames | None = None, warm: Sequence[bool] | None = None
) -> ShardResult:
    """Play the games of a shard.

    Args:
        shard: the games.
        on_games: called as games end.
        warm: the agents that have been called before, as for `Clock`.

    Raises:
        HustingsError: for an agent that raises or acts illegally, if actions are recorded.
    """
    agents = [
        resolve_agent(entry, shard.game, *key) for entry, key in zip(shard.agents, shard.keys, strict=True)
    ]
    games = GameBatch(shard.game, len(shard.deals), shard.num_players, box=shard.box, threads=shard.threads)
    if any(getattr(agent, "listens", False) for agent in agents):
        games.listen()  # from the deal on, so that all games have the same events
    clock = Clock(len(agents), warm)
    kind = _RecordingArena if shard.recorded else Arena
    arena = kind(games, agents, shard.deals, shard.seatings, clock)
    stopped = False
    try:
        arena.play(on_games and (lambda done, _: on_games(done)))
    except KeyboardInterrupt:
        stopped = True
    used = ((number, getattr(agent, "usage", None)) for number, agent in enumerate(agents))
    return ShardResult(
        arena.done,
        arena.scores,
        arena.ranks,
        arena.forfeits,
        arena.reasons,
        clock.seconds,
        clock.decisions,
        {number: usage for number, usage in used if is_dataclass(usage)},
        arena.actions if isinstance(arena, _RecordingArena) else [],
        stopped,
    )


class _RecordingArena(Arena):
    """An arena that keeps each game's actions, their times, and language models' answers.

    Recordings have only agents' own actions, so an agent that fails ends it instead of forfeiting.
    """

    def __init__(self, games: GameBatch, *rest: Any):
        super().__init__(games, *rest)
        self.actions: list[PlayedGame] = []
        self._under_way = np.zeros((games.num_games, 256), np.uint16)
        self._spent = np.zeros((games.num_games, 256), np.float32)
        self._moves = np.zeros(games.num_games, np.int64)
        self._answers: list[dict[int, Answer]] = [{} for _ in range(games.num_games)]

    def _on_failure(self, number: int, error: BaseException) -> None:
        kind = type(error) if isinstance(error, NoAnswer | IllegalAction) else HustingsError
        raise kind(f"agent {self._agents[number].name}: {error_line(error)}") from error

    def _on_actions(self, number: int, actions: np.ndarray, rows: np.ndarray) -> None:
        if self._moves[rows].max() == self._under_way.shape[1]:
            room = (0, 0), (0, self._under_way.shape[1])
            self._under_way, self._spent = np.pad(self._under_way, room), np.pad(self._spent, room)
        self._under_way[rows, self._moves[rows]] = actions
        self._spent[rows, self._moves[rows]] = 1000 * self._clock.last
        answers = getattr(self._agents[number], "answers", None)
        if isinstance(answers, list) and len(answers) == len(rows):
            for row, answer in zip(rows.tolist(), answers, strict=True):
                if isinstance(answer, Answer):
                    self._answers[row][int(self._moves[row])] = answer
        self._moves[rows] += 1

    def _on_games_over(self, rows: np.ndarray) -> None:
        super()._on_games_over(rows)
        for row in rows.tolist():
            done = slice(self._moves[row])
            kept = self._under_way[row, done].copy(), self._spent[row, done].copy(), self._answers[row]
            self.actions.append(PlayedGame(row, int(self.deals[row]), self.seatings[row], *kept))
