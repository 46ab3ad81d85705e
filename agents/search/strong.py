"""The agent to take without reading: a search that a game's trained policy guides."""

import functools
from typing import Any

from ...envs.core.engine.game import Game
from ..policy import POLICY, has_policy
from .agent import SearchAgent

GUIDED: dict[str, Any] = {"guide": POLICY, "iterations": 96, "rounds": 1}
"""Its settings in every game: the policy's network evaluates the table at the end of the round."""
BETTER: dict[str, dict[str, Any]] = {
    "die_macher": {"iterations": 256},
    "liberte": {"playouts": "brisk+royalist", "seats": "apart"},
}
"""Settings that do better in a game than those of `GUIDED`."""


class StrongAgent(SearchAgent):
    """A search with settings that suit the game.

    Args:
        game: what it plays; without a policy that comes with it, the search is not guided.
        seed: of its own deals.
        settings: those of `SearchSettings` that are to differ, by name.
    """

    def __init__(self, game: Game, seed: int = 0, **settings: Any):
        suits = {**GUIDED, **BETTER.get(game.name, {})} if has_policy(game) else {}
        if "seconds" in settings:
            suits.pop("iterations", None)
        super().__init__(game, seed, **{**suits, **settings})
        self._asked = settings
        spec = ",".join(f"{name}={value}" for name, value in settings.items())
        self.name = f"strong:{spec}" if spec else "strong"

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(StrongAgent, **self._asked), (self.game, int(self._seed))
