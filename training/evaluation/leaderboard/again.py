"""Games of a leaderboard that are played again because an agent's policy is another by now.

A game hangs on its deal, on who sits where, and on the seeds of the agents in its shard; an agent that draws
from one stream also on its other games there. These are played again, too, so that in the end all games are
those that would be played afresh.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....agents.bots import RANDOM
from ....agents.specs import named
from ....envs.core.engine import chance


@dataclass(frozen=True)
class Again:
    """Games to be played again, in their order.

    Attributes:
        places: (M,), their places among all games when they have been played.
        deals: (M,) uint64, their seeds.
        seatings: (M, P), the agent in each seat.
    """

    places: np.ndarray
    deals: np.ndarray
    seatings: np.ndarray

    @property
    def parts(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The three arrays."""
        return self.places, self.deals, self.seatings

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, which: Any) -> "Again":
        return Again(*(part[which] for part in self.parts))

    @classmethod
    def none(cls, players: int) -> "Again":
        """No games."""
        return cls(np.zeros(0, np.int64), np.zeros(0, np.uint64), np.zeros((0, players), np.int64))

    def after(self, kept: np.ndarray, renumbered: np.ndarray) -> "Again":
        """The same after agents were left out.

        Args:
            kept: (G,) bool, which of the games that have been played are still there.
            renumbered: (agents,) the new number of each agent, -1 for those that are left out.
        """
        seatings = renumbered[self.seatings]
        mine = (seatings >= 0).all(axis=1)
        all_kept = np.zeros(len(kept) + len(self), np.bool_)
        all_kept[self.places] = mine
        all_kept[np.delete(np.arange(len(all_kept)), self.places)] = kept
        return Again((all_kept.cumsum() - 1)[self.places], self.deals, seatings)[mine]


def to_play_again(
    agents: list[str], changed: Collection[str], seatings: np.ndarray, shards: np.ndarray
) -> np.ndarray:
    """(G,) bool, the games that are to be played again.

    Args:
        agents: the names of the agents, by number.
        changed: those that are others by now.
        seatings: (G, P), the agent in each seat.
        shards: (G, 2), of each game; see `shards_of`.
    """
    theirs = np.isin(seatings, [agents.index(name) for name in changed]).any(axis=1)
    drawing = [number for number, name in enumerate(agents) if _draws(name)]
    number = np.unique(shards, axis=0, return_inverse=True)[1].reshape(-1)
    return theirs | (np.isin(seatings, drawing).any(axis=1) & np.isin(number, number[theirs]))


def _draws(name: str) -> bool:
    """Whether an agent draws its actions from one stream for all games of a shard."""
    return named(name)[1] == RANDOM or name.endswith(":sample=true")


def seeds_of(seed: int, played: Sequence[int]) -> np.ndarray:
    """(D,) uint64, the seeds of the first deals of a leaderboard, as `schedule.dealt` gives them.

    Args:
        seed: of the leaderboard.
        played: how many deals of each class of line-ups there are.
    """
    numbers = np.concatenate([np.arange(count, dtype=np.uint64) for count in played])
    return chance.derive_many(seed, numbers, np.repeat(np.arange(len(played), dtype=np.uint64), played))


def shards_of(deals: np.ndarray, seed: int, played: Sequence[int], at_once: Sequence[int]) -> np.ndarray:
    """(G, 2), the shard of each game, by the class of its line-ups and the number of its first deal.

    Args:
        deals: (G,), seeds of the games.
        seed: of the leaderboard.
        played: how many deals of each class there are.
        at_once: how many deals of each class are a shard.
    """
    places = ((k, number) for k, count in enumerate(played) for number in range(count))
    place_of = dict(zip(seeds_of(seed, played).tolist(), places))
    shards = [
        (k, number // at_once[k] * at_once[k]) for k, number in map(place_of.__getitem__, deals.tolist())
    ]
    return np.array(shards, np.int64).reshape(-1, 2)


def cut(again: Again, shards: np.ndarray) -> Iterator[tuple[tuple[int, int], Again]]:
    """The games to be played again, shard by shard, each with its class and the number of its first deal."""
    ends = np.flatnonzero((np.diff(shards, axis=0) != 0).any(axis=1)) + 1
    for part in np.split(np.arange(len(again)), ends):
        if len(part):
            yield tuple(shards[part[0]].tolist()), again[part]
