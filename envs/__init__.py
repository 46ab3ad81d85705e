"""Environments for modern multi-player board games.

Importing this package registers the games with PettingZoo and Gymnasium; a game itself loads on first use.
`gymnasium.make("hustings.envs:hustings/Liberte-v0")` imports it first, as does `gymnasium.make_vec`.
"""

import importlib
import importlib.metadata
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo

if TYPE_CHECKING:
    from .core.api.batch import GameBatch
    from .core.api.seat_env import SeatEnv
    from .core.api.seat_vector_env import SeatVectorEnv
    from .core.api.state import State
    from .core.engine.game import Game
    from .core.errors import BoxError, HustingsError, IllegalAction

# By game: its name in PettingZoo, its name in Gymnasium, and its version.
_NAMES = {
    "copycat": ("copycat", "Copycat", 0),
    "die_macher": ("die-macher", "DieMacher", 0),
    "liberte": ("liberte", "Liberte", 0),
    "saludos_amigos": ("saludos-amigos", "SaludosAmigos", 0),
}
_LAZY = {
    "SeatEnv": ".core.api.seat_env",
    "SeatVectorEnv": ".core.api.seat_vector_env",
    "GameBatch": ".core.api.batch",
    "State": ".core.api.state",
    "HustingsError": ".core.errors",
    "IllegalAction": ".core.errors",
    "BoxError": ".core.errors",
}

PAGES = tuple(f"{name}_v{version}" for name, (_, _, version) in _NAMES.items())
"""The games' public modules."""

__all__ = [
    "GAMES",
    "BoxError",
    "GameBatch",
    "HustingsError",
    "IllegalAction",
    "SeatEnv",
    "SeatVectorEnv",
    "State",
]


class _Games(Mapping):
    """A mapping from names to games, each loaded on first access."""

    def __getitem__(self, name: str) -> "Game":
        if not isinstance(name, str) or name not in _NAMES:
            from .core.errors import UnknownGame

            raise UnknownGame(f"unknown game {name!r}; choose from {', '.join(_NAMES)}")
        return importlib.import_module(f"{__name__}.{name}").GAME

    def __contains__(self, name: object) -> bool:
        return name in _NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


GAMES: Mapping[str, "Game"] = _Games()


def __dir__() -> list[str]:
    return [*globals(), *_LAZY, *PAGES, "__version__"]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name], __name__), name)
    if name in PAGES:
        return importlib.import_module(f"{__name__}.{name}")
    if name == "__version__":
        return importlib.metadata.version("hustings")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _register() -> None:
    for name, (aec_id, gym_id, version) in _NAMES.items():
        page = f"{__name__}.{name}_v{version}"
        if hasattr(pettingzoo, "register"):  # from PettingZoo 1.27 on
            for kind, maker in (("aec", "env"), ("parallel", "parallel_env")):
                pettingzoo.register(kind, f"hustings/{aec_id}-v{version}", entry_point=f"{page}:{maker}")
        # SeatEnv makes the checks of Gymnasium's wrappers itself; they would hide its picture in notebooks.
        gymnasium.register(
            f"hustings/{gym_id}-v{version}",
            entry_point=f"{__name__}.core.api.seat_env:SeatEnv",
            vector_entry_point=f"{__name__}.core.api.seat_vector_env:SeatVectorEnv",
            kwargs={"game": name},
            order_enforce=False,
            disable_env_checker=True,
        )


_register()
