"""The strongest built-in agent: a search guided by the game's trained policy."""

import functools
from typing import Any

from ...envs.core.api.arguments import check_game
from ...envs.core.engine.game import Game
from ..policy import POLICY, has_policy
from .agent import SearchAgent

GUIDED: dict[str, Any] = {"guide": POLICY, "iterations": 96, "rounds": 1}
"""Settings for every game: the policy's network evaluates the table at the end of the round."""
BETTER: dict[str, dict[str, Any]] = {
    "die_macher": {"rounds": 2, "temperature": 5},
    "liberte": {"playouts": "brisk+royalist", "seats": "apart"},
    "saludos_amigos": {"rounds": 0, "temperature": 3},
}
"""Settings by game, where they play better than those of `GUIDED`."""


class StrongAgent(SearchAgent):
    """A search with settings chosen for the game.

    Args:
        game: the game to play; if no policy comes with it, the search has no guide, and its usual settings.
        seed: for its redeals.
        settings: fields of `SearchSettings` to change, by name; with `guide=""` it is the usual search.
    """

    _kind = "strong"

    def __init__(self, game: Game, seed: int = 0, **settings: Any):
        guided = has_policy(check_game(game)) and settings.get("guide", POLICY)
        chosen = {**GUIDED, **BETTER.get(game.name, {})} if guided else {}
        if "seconds" in settings:  # it excludes iterations
            chosen.pop("iterations", None)
        super().__init__(game, seed, **{**chosen, **settings})
        self._asked = settings
        spec = ",".join(f"{name}={value}" for name, value in settings.items())
        self.name = f"strong:{spec}" if spec else "strong"

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(StrongAgent, **self._asked), (self.game, int(self._seed))
