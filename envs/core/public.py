"""What every public game module offers: env(), raw_env() and batch()."""

from collections.abc import Callable
from typing import Any

from .aec import CheckedEnv, RawEnv
from .batch import GameBatch
from .game import Game


def public(game: Game) -> tuple[Callable[..., CheckedEnv], Callable[..., RawEnv], Callable[..., GameBatch]]:
    """env, raw_env and batch of one game."""

    def raw_env(num_players: int | None = None, **kwargs: Any) -> RawEnv:
        return RawEnv(game, num_players, **kwargs)

    def env(num_players: int | None = None, **kwargs: Any) -> CheckedEnv:
        return CheckedEnv(RawEnv(game, num_players, **kwargs))

    def batch(num_games: int = 1024, num_players: int | None = None, **kwargs: Any) -> GameBatch:
        return GameBatch(game, num_games, num_players, **kwargs)

    raw_env.__doc__ = f"{game.title} as a PettingZoo AEC environment; an illegal action raises IllegalAction."
    env.__doc__ = f"{game.title} as a PettingZoo AEC environment; an illegal action ends the game with -1."
    batch.__doc__ = f"N games of {game.title} in one array; see GameBatch."
    return env, raw_env, batch
