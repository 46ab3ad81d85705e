"""Matches to record: who plays which deals, and each game's actions once it is over."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..agents import Agent
from ..agents.llm_messages import Answer
from ..envs.core.api.arguments import players_of, reward_named
from ..envs.core.api.batch import GameBatch, check_seed, positive
from ..envs.core.api.replay import box_hash
from ..envs.core.engine.game import Game
from ..envs.core.engine.progress import tell
from ..envs.core.io.files import check_new, remove_dead_parts
from .evaluation.arena import Progress
from .evaluation.executors import executor
from .evaluation.schedule import lineups_of, schedule
from .evaluation.tournaments import Entrant, batch_size, cut_schedule, enrol, resolve_game

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


class PlayedGame(NamedTuple):
    """A finished game of M decisions.

    Attributes:
        place: its index in the schedule.
        deal: the seed of its deal.
        seating: (P,) the agent in each seat, by number.
        actions: (M,) the actions.
        milliseconds: (M,) float32, the time of each decision: that of the agent's call divided by its number
            of games; nan for an agent's first call, which compiles.
        answers: answers of language models, by the decision's number.
    """

    place: int
    deal: int
    seating: np.ndarray
    actions: np.ndarray
    milliseconds: np.ndarray
    answers: dict[int, Answer]


@dataclass(frozen=True)
class RecordedMatch:
    """A match to record; arguments as for `hustings.training.record`.

    Attributes:
        template: a batch of such games.
        entrants: the participants, by number.
        deals, seatings: (G,) and (G, P), the schedule.
        seed, size, ray: the agents' seed, the number of games side by side, and the address of a cluster.
    """

    template: GameBatch
    entrants: list[Entrant]
    deals: np.ndarray
    seatings: np.ndarray
    seed: int
    size: int
    ray: str | None

    @classmethod
    def of(
        cls,
        game: Game | str,
        agents: Sequence[str | Agent],
        games: int,
        *,
        num_players: int | None,
        seed: int,
        options: Mapping[str, Any] | None,
        box: str | Path | np.ndarray | None,
        reward: str,
        batch: int | None,
        threads: int,
        ray: str | None,
    ) -> "RecordedMatch":
        """Make the match for these arguments; HustingsError, before anything is played, if unsuitable."""
        described = resolve_game(game)
        if num_players is None and len(agents) in described.player_counts:
            num_players = len(agents)
        players, key = players_of(described, num_players), check_seed(seed)
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
        return cls(template, entrants, deals, seatings, key, size, ray)

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
            "game": games.game.name,
            "game_version": games.game.version,
            "revision": games.game.revision,
            "num_players": games.num_players,
            "options": games.options,
            "box": box_hash(games.box),
            "reward": games.reward,
            "seed": self.seed,
            "batch": self.size,
            "agents": self.names,
            "games": len(self.deals),
            "observation_size": games.observation_size,
            "num_actions": games.num_actions,
        }

    def play(self, on_progress: Progress | None) -> Iterator[list[PlayedGame]]:
        """Play; yield the finished games shard by shard, within a shard in the order in which they ended.

        Raises:
            HustingsError: for an agent that fails.
            KeyboardInterrupt: on Ctrl-C.
        """
        before, total = 0, len(self.deals)

        def on_games(done: int) -> None:
            if on_progress:
                on_progress(before + done, total)

        shards = cut_schedule(
            self.template,
            self.entrants,
            self.deals,
            self.seatings,
            self.seed,
            self.size,
            remote=self.ray is not None,
            recorded=True,
        )
        with executor(self.ray, [entrant.given for entrant in self.entrants]) as execute:
            for shard, result in execute(shards, on_games):
                if result.stopped:
                    raise KeyboardInterrupt
                yield [
                    PlayedGame(
                        before + kept.place,
                        int(shard.deals[kept.place]),
                        shard.seatings[kept.place],
                        *kept[1:],
                    )
                    for kept in result.actions
                ]
                before += len(shard.deals)


def check_file(path: Path) -> None:
    """Raise HustingsError if no recording can be written there; remove the leftovers of a killed one."""
    check_new(path)
    for left, size in remove_dead_parts(path).items():
        tell(f"removed {left} ({size / 2**20:.0f} MiB), left by a recording that was killed")
