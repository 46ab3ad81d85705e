"""Reinforcement-learning environments for modern multi-player board games.

>>> import hustings
>>> env = hustings.make("liberte", num_players=4)  # the same as hustings.liberte_v0.env(num_players=4)
>>> env.reset(seed=1)
>>> env.agent_selection
'player_0'

Everything is loaded on first use: the games' modules, such as `hustings.liberte_v0`, and the packages
`hustings.envs`, `hustings.agents` and `hustings.training`.
"""

import importlib
import importlib.metadata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .envs.core.api.aec import CheckedEnv
    from .envs.core.engine.game import Game
    from .training import sb3_vec_env

    __version__: str

__all__ = ["make", "sb3_vec_env"]

_PARTS = ("agents", "envs", "training")


def make(game: "str | Game", **settings: Any) -> "CheckedEnv":
    """Make a game's PettingZoo AEC environment.

    Args:
        game: the game's name, "liberte"; the name of its module, "liberte_v0"; or a `Game`.
        settings: the arguments of the module's `env`: num_players, seed, reward, box, options, render_mode,
            ask_forced.

    Raises:
        HustingsError: for an unknown game, or a setting out of range.
    """
    from .envs.core.api.factories import makers_of
    from .envs.core.api.seat_env import game_of

    return makers_of(game_of(game)).env(**settings)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return importlib.metadata.version("hustings")
    if name in _PARTS:
        return importlib.import_module(f".{name}", __name__)
    if name == "sb3_vec_env":
        return importlib.import_module(".training", __name__).sb3_vec_env
    if name.rpartition("_v")[2].isdecimal():
        envs = importlib.import_module(".envs", __name__)
        if name in envs.PAGES:
            return getattr(envs, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    envs = importlib.import_module(".envs", __name__)
    return sorted({*globals(), *_PARTS, *envs.PAGES, "__version__", "sb3_vec_env"})
