"""What every public game module offers: env(), raw_env() and batch()."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .aec import CheckedEnv, RawEnv
from .batch import GameBatch
from .game import Game


def public(game: Game) -> tuple[Callable[..., CheckedEnv], Callable[..., RawEnv], Callable[..., GameBatch]]:
    """env, raw_env and batch of one game."""

    def raw_env(
        num_players: int | None = None,
        seed: int | None = None,
        reward: str = "rank",
        box: str | Path | np.ndarray | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        ask_forced: bool = False,
    ) -> RawEnv:
        return RawEnv(
            game,
            num_players,
            seed=seed,
            reward=reward,
            box=box,
            options=options,
            render_mode=render_mode,
            ask_forced=ask_forced,
        )

    def env(
        num_players: int | None = None,
        seed: int | None = None,
        reward: str = "rank",
        box: str | Path | np.ndarray | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        ask_forced: bool = False,
    ) -> CheckedEnv:
        return CheckedEnv(raw_env(num_players, seed, reward, box, options, render_mode, ask_forced))

    def batch(
        num_games: int = 1024,
        num_players: int | None = None,
        seed: int = 0,
        reward: str = "rank",
        box: str | Path | np.ndarray | None = None,
        options: Mapping[str, Any] | None = None,
        threads: int = 1,
        ask_forced: bool = False,
    ) -> GameBatch:
        return GameBatch(
            game,
            num_games,
            num_players,
            seed=seed,
            reward=reward,
            box=box,
            options=options,
            threads=threads,
            ask_forced=ask_forced,
        )

    raw_env.__doc__ = f"{game.title} as a PettingZoo AEC environment; an illegal action raises IllegalAction."
    env.__doc__ = f"{game.title} as a PettingZoo AEC environment; an illegal action ends the game with -1."
    batch.__doc__ = f"N games of {game.title} in one array; see GameBatch."
    return env, raw_env, batch
