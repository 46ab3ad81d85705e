"""The functions of every public game module: env(), raw_env(), batch(), state() and parallel_env()."""

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..engine.game import Game
from .aec import CheckedEnv, RawEnv
from .arguments import players_of
from .batch import GameBatch, Pay
from .state import Kind, State, deal_state

if TYPE_CHECKING:
    from .parallel import TurnsInParallel

_GAME_ARGUMENTS = """\
        num_players: {numbers}; None for {low}.
        seed: {seed}
        reward: the payoff of a finished game: "rank", "win" or "margin", or a function, as for `GameBatch`.
        box: your own box file, or a loaded box; None for the game's own.
        options: options of play by name, as listed on the game's page.
"""
_ENV_ARGUMENTS = """\
        render_mode: None, "human" (printed after each step), "ansi" (`render()` returns text) or
            "rgb_array" (it returns pixels, (780, 900, 3) uint8).
"""
_ASK_FORCED = """\
        ask_forced: also ask for decisions with a single legal action, instead of taking it.

    Raises:
        HustingsError: for an argument out of range, naming it.
"""
_ENV_SEED = "the seed of games that `reset()` deals without one; None for different games each time."
_RAW_ENV = "{title} as a PettingZoo AEC environment; an illegal action raises IllegalAction.\n\n    Args:\n"
_ENV = """\
{title} as a PettingZoo AEC environment.

    An illegal action ends the game with -1 for the offender and a warning; an action that is not a whole
    number raises an error.

    Args:
"""
_PARALLEL_ENV = """\
{title} as a PettingZoo Parallel environment, for frameworks that want one; see `TurnsInParallel`.

    Players take turns: each step does the action of the agent on turn and ignores those of the others.

    Args:
"""
_BATCH = "N games of {title} in one structured array; see `GameBatch`.\n\n    Args:\n        num_games: N.\n"
_STATE = "One game of {title}, for searches written in Python; see `State`.\n\n    Args:\n"
_THREADS = "        threads: how many threads share the games; results do not depend on it.\n"


class Makers(NamedTuple):
    """The functions of one game's public module.

    Attributes:
        env: a PettingZoo AEC environment in which an illegal action loses the game.
        raw_env: the same, in which it raises an error.
        batch: many games in one structured array.
        state: one game, fast to copy.
        parallel_env: a PettingZoo Parallel environment.
    """

    env: Callable[..., CheckedEnv]
    raw_env: Callable[..., RawEnv]
    batch: Callable[..., GameBatch]
    state: Callable[..., State]
    parallel_env: "Callable[..., TurnsInParallel]"


@functools.cache
def makers_of(game: Game) -> Makers:
    """The functions of the game's public module, documented with its title and numbers of players."""

    def raw_env(
        num_players: int | None = None,
        seed: int | None = None,
        reward: str | Pay = "rank",
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
        reward: str | Pay = "rank",
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
        reward: str | Pay = "rank",
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

    def state(
        num_players: int | None = None,
        seed: int = 0,
        reward: str | Pay = "rank",
        box: str | Path | np.ndarray | None = None,
        options: Mapping[str, Any] | None = None,
        ask_forced: bool = False,
    ) -> State:
        usual = box is None and (options is None or (isinstance(options, dict) and not options))
        if usual and isinstance(reward, str) and isinstance(ask_forced, bool):
            kind = _usual_kind(game, players_of(game, num_players), reward, ask_forced)
        else:
            kind = batch(1, num_players, 0, reward, box, options, ask_forced=ask_forced).kind
        return deal_state(kind, seed)

    def parallel_env(
        num_players: int | None = None,
        seed: int | None = None,
        reward: str | Pay = "rank",
        box: str | Path | np.ndarray | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        ask_forced: bool = False,
    ) -> "TurnsInParallel":
        from .parallel import TurnsInParallel  # only here, because it imports PettingZoo's conversions

        return TurnsInParallel(env(num_players, seed, reward, box, options, render_mode, ask_forced))

    def document(function: Callable, text: str, seed: str) -> None:
        numbers, low = game.player_numbers, min(game.player_counts)
        function.__doc__ = text.format(title=game.title, numbers=numbers, low=low, seed=seed)
        function.__module__ = game.page  # so that it can be pickled by name
        function.__qualname__ = function.__name__

    document(raw_env, _RAW_ENV + _GAME_ARGUMENTS + _ENV_ARGUMENTS + _ASK_FORCED, _ENV_SEED)
    document(env, _ENV + _GAME_ARGUMENTS + _ENV_ARGUMENTS + _ASK_FORCED, _ENV_SEED)
    document(parallel_env, _PARALLEL_ENV + _GAME_ARGUMENTS + _ENV_ARGUMENTS + _ASK_FORCED, _ENV_SEED)
    in_batch = "game i is dealt from hash(seed, i), its k-th later game from hash(seed, i, k)."
    document(batch, _BATCH + _GAME_ARGUMENTS + _THREADS + _ASK_FORCED, in_batch)
    document(state, _STATE + _GAME_ARGUMENTS + _ASK_FORCED, "the game is that of `env.reset(seed=seed)`.")
    return Makers(env, raw_env, batch, state, parallel_env)


@functools.lru_cache(maxsize=256)
def _usual_kind(game: Game, players: int, reward: str, ask_forced: bool) -> Kind:
    """The kind of states with the game's own box, cached so that dealing a state takes a microsecond."""
    return GameBatch(game, 1, players, reward=reward, ask_forced=ask_forced).kind
