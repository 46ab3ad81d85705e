"""How games are shown: read-only to the agents that play them, dealt afresh, and as text or pixels."""

import copy
from typing import Any, NoReturn, Self

import numpy as np

from ..errors import HustingsError
from ..text.raster import pixels
from .batch import GameBatch

NO_CHANGE = "agents must not change the games they play"


class ShownBatch(GameBatch):
    """A read-only view of another batch, which follows its changes; a copy is an independent batch.

    Args:
        games: the batch.
    """

    def __init__(self, games: GameBatch):
        object.__setattr__(self, "__dict__", games.__dict__)

    @property  # type: ignore[misc]
    def tables(self) -> np.ndarray:  # without a setter, unlike the base's property
        """(N,) structured array, the state itself, read-only."""
        tables = self._tables.view()
        tables.flags.writeable = False
        return tables

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_"):
            self._refuse(name)
        object.__setattr__(self, name, value)

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise HustingsError(f"{NO_CHANGE}; try it in copy.copy(games)")

    restore = step = reset = reseed = redeal = playouts = play_by = lend = _refuse

    def _own(self) -> GameBatch:
        games: Any = object.__new__(GameBatch)
        games.__dict__ = self.__dict__
        return games

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return copy.deepcopy(self._own(), memo)  # type: ignore[return-value]

    def __reduce_ex__(self, protocol: Any) -> Any:
        return copy.copy, (self._own(),)


def rendered(games: GameBatch, row: int, seat: int | None, mode: str | None) -> str | np.ndarray | None:
    """What an environment shows of a game to `seat`, or of everything for None, in its render mode.

    "ansi" is text, "rgb_array" pixels, (780, 900, 3) uint8; "human" prints the text and gives None.
    """
    if mode == "rgb_array":
        return pixels(games.picture(row, seat))
    text = games.board(row, seat) if mode else None
    if mode == "human":
        print(text)
    return text if mode == "ansi" else None


def deal_afresh(dealt: GameBatch, games: GameBatch, seats: np.ndarray, seed: int) -> None:
    """Copy the current state of `games` into `dealt` and redeal what a seat of each game cannot know.

    Recorded events are copied too, so nothing changes for an observer in that seat; the same `seed` gives the
    same deal.

    Args:
        dealt: a copy of `games`, made at any time.
        games: the batch.
        seats: (N,) the seat in each game.
        seed: the key of the new deal, as for `GameBatch.redeal`.
    """
    dealt._history = None
    dealt.restore(None, games.save())
    dealt.redeal(seats, seed)
    if games._history is not None:
        dealt._history = copy.deepcopy(games._history)
        dealt._history.replace_last(dealt._tables)
