"""Leaderboards as JSON files, which show the same tables without playing.

There are two kinds: with all games, which can be resumed, and with the figures alone, like those that come
with hustings. Nothing in a file can run code, and everything in it is checked before it is used.
"""

import math
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from ....agents.specs import is_readable
from ....envs import GAMES
from ....envs.core.engine import chance
from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError
from ....envs.core.io.files import read_json, write_text
from ....envs.core.io.parsing import parse_json
from ..arena import milliseconds
from ..display import without_nan
from ..records import Kind, most_games, parsing, require, typed
from ..results import TournamentResult, payoffs_of
from ..schedule import lineups_of
from ..statistics import Estimate
from .board import Board, Exploited, SavedBoard
from .model import Leaderboard

KIND = Kind(  # about 100 bytes a game
    "hustings-leaderboard", 2, 2**26, "a leaderboard", "give one that --out or --json has made, or play one"
)
MAX_GAMES, MAX_BATCH, MAX_AGENTS = 100_000, 10_000, 1000
MAX_GAMES_PER_DEAL = 12  # since many deals with few games tell more than few deals with many
STANDARD_PLAYERS = {"copycat": 2}
SAVED = Path(__file__).parents[2] / "saved"
_ARRAYS = ("deals", "seatings", "scores", "ranks", "payoffs")
_DERIVED = ("thinking", "title", "agents", "weights", "drawn", "forfeits", "variants", *_ARRAYS)
_SETTINGS = {
    "game": str,
    "game_version": int,
    "revision": int,
    "num_players": int,
    "options": dict,
    "box": str,
    "reward": str,
    "seed": int,
    "batch": int,
    "lineups": int,
    "requested": int,
    "seconds": float,
    "stopped": bool,
}


def save(board: Leaderboard, path: Path) -> None:
    """Write a leaderboard with all its games into a file, atomically; HustingsError if that fails."""
    write_text(path, _text(board))


def check_saving(board: Leaderboard, game: Game, path: Path) -> None:
    """Raise HustingsError, before long work, if the board without its games could not be saved and read."""
    none: dict[str, Any] = {name: getattr(board.result, name)[:0] for name in _ARRAYS}
    try:
        nothing = replace(board, result=replace(board.result, **none))
        text = _text(nothing)
        text.encode()
        _board(parse_json(text), game)
    except (KeyError, TypeError, ValueError) as reason:
        words = f" ({reason})" if str(reason) else ""
        raise HustingsError(f"{path}: this leaderboard could not be saved and read again{words}") from None


def _text(board: Leaderboard) -> str:
    r = board.result
    head: dict[str, Any] = {
        "made_with": board.made_with,
        "command": board.command,
        **{item.name: getattr(r, item.name) for item in fields(r) if item.name not in _DERIVED},
        "agents": r.agents,
        "games_asked": board.games_asked,
        "search_games": board.search_games,
        "deals": board.deals,
        "thinking": {
            name: {"seconds": seconds, "decisions": decisions}
            for name, seconds, decisions in zip(r.agents, board.seconds, board.decisions)
        },
        "policies": board.policies,
        "exploit": board.exploit,
        "exploited": {
            name: {"exploiter": found.exploiter, "games": found.games, "gain": without_nan(list(found.gain))}
            for name, found in board.exploited.items()
        },
    }
    head["a_game_is"] = (
        "deal, agent in each seat by its place in `thinking`, points, ranks, seats forfeited if any"
    )
    lost = [] if r.forfeits is None else [np.flatnonzero(seats).tolist() for seats in r.forfeits]
    last = [[seats] if seats else [] for seats in lost] or [[]] * r.games
    games = zip(r.deals.tolist(), r.seatings.tolist(), r.scores.tolist(), r.ranks.tolist(), last)
    return KIND.text(head, {"games": [[*game, *seats] for *game, seats in games]}, compact=True)


def load(path: str | Path, game: Game | None = None) -> Board:
    """Read a leaderboard: a `Leaderboard` with its games, or a `SavedBoard` of its figures.

    Args:
        path: the file.
        game: the game that it must be of; None for any in `GAMES`.

    Raises:
        HustingsError: if it is not a leaderboard, is damaged, or is for another game or version.
    """
    if not isinstance(path, str | Path):
        raise HustingsError(f"path: {path!r:.60} is not a path; saved_leaderboard has those that come")
    path = Path(path)
    tree = read_json(path, KIND.most, remedy=KIND.remedy)
    name = tree.get("game") if isinstance(tree, dict) else None
    described = GAMES[name] if game is None and name in [*GAMES] else game
    figures = isinstance(tree, dict) and "format" not in tree and "seats_beside_bots" in tree
    check = KIND.of_game if figures else KIND.checked
    tree = check(path, tree, described)
    if described is None:
        raise HustingsError(f"{path}: {KIND.what} of {name!s:.40}; {KIND.remedy}")
    with parsing(path):
        return _figures_alone(tree) if figures else _board(tree, described)


def saved(game: Game | str, num_players: int | None = None) -> Board | None:
    """The leaderboard that comes with hustings for a game; None if there is none.

    Args:
        game: the game.
        num_players: the number of players; None for two in Copycat and four in the other games, or if there
            is none for these, the smallest with one.
    """
    described = GAMES[game] if isinstance(game, str) else game
    usual = STANDARD_PLAYERS.get(described.name, 4)
    tables = (usual, *described.player_counts) if num_players is None else (num_players,)
    paths = (SAVED / f"{described.name}_{players}.json" for players in tables)
    path = next((path for path in paths if path.exists()), None)
    return None if path is None else load(path, described)


def _board(tree: dict[str, Any], game: Game) -> Leaderboard:
    """The leaderboard in a file's tree; ValueError, KeyError or TypeError if it is malformed."""
    settings = typed(tree, _SETTINGS)
    agents, clocks = _names(tree["agents"]), tree["thinking"]
    require(list(clocks) == agents)
    seconds = [_amount(clocks[name]["seconds"], float) for name in agents]
    decisions = [int(_amount(clocks[name]["decisions"], int)) for name in agents]
    players = game.check_players(settings["num_players"])
    require(settings["lineups"] == len(lineups_of(range(len(agents)), players)))
    require(settings["reward"] == "rank" and 0 <= settings["seed"] < 2**64)
    require(0 < settings["batch"] <= MAX_BATCH and 0 < settings["requested"] <= most_games_of(players))
    _amount(settings["seconds"], float)
    require(isinstance(tree["command"], str))
    require(isinstance(tree["made_with"], dict))
    exploited = tree.get("exploited", {})
    require(isinstance(exploited, dict) and set(exploited) <= set(agents))
    games, played = _games(tree["games"], players, len(agents)), tree["deals"]
    require(isinstance(played, list) and len(played) == players + 1)
    require(sum(map(_count, played)) <= most_games_of(players))
    _check_deals(settings["seed"], played, games["deals"])
    return Leaderboard(
        result=TournamentResult(
            **settings,
            title=game.title,
            agents=agents,
            thinking=milliseconds(seconds, decisions),
            reasons=_reasons(tree.get("reasons", {})),
            **games,
        ),
        games_asked=_count(tree["games_asked"]),
        search_games=None if tree["search_games"] is None else _count(tree["search_games"]),
        deals=played,
        seconds=seconds,
        decisions=decisions,
        command=tree["command"],
        made_with=tree["made_with"],
        exploit=None if tree.get("exploit") is None else _count(tree["exploit"]),
        exploited={name: _exploited(found) for name, found in exploited.items()},
        policies=_reasons(tree.get("policies", {})),
    )


def _figures_alone(tree: dict[str, Any]) -> SavedBoard:
    """A leaderboard with figures only; tries out everything that it can show."""
    board = SavedBoard(tree)
    require(isinstance(tree["command"], str) and type(tree["revision"]) is int)
    require(len(set(_names(board.agents))) == len(tree["ahead"]))
    str(board), board.rows()
    return board


def _exploited(found: Any) -> Exploited:
    gain = [math.nan if value is None else value for value in found["gain"]]
    require(isinstance(found["exploiter"], str) and len(gain) == 3)
    require(all(type(value) in (int, float) and not abs(value) > 1 for value in gain))
    return Exploited(found["exploiter"], _count(found["games"]), Estimate(*gain))


def _games(listed: Any, players: int, agents: int) -> dict[str, Any]:
    require(isinstance(listed, list) and all(isinstance(game, list) for game in listed))
    require(all(len(game) in (4, 5) for game in listed))
    require(len(listed) <= most_games_of(players))
    shape = len(listed), players
    scores = np.array([game[2] for game in listed], np.int64).reshape(shape)
    ranks = np.array([game[3] for game in listed], np.float64).reshape(shape)
    seatings = np.array([game[1] for game in listed], np.int64).reshape(shape)
    require(bool(((seatings >= 0) & (seatings < agents)).all() and (abs(scores) < 2**31).all()))
    require(bool((ranks.sum(axis=1) == players * (players + 1) / 2).all() and (ranks >= 1).all()))
    scores = scores.astype(np.int32)
    return {
        "deals": np.array([game[0] for game in listed], np.uint64),
        "seatings": seatings,
        "scores": scores,
        "ranks": ranks,
        "payoffs": payoffs_of("rank", 1.0, scores, ranks),
        "forfeits": _forfeits([game[4:] for game in listed], players),
    }


def _forfeits(listed: list[list[Any]], players: int) -> np.ndarray:
    """(G, P) bool, from the forfeited seats listed at the end of some lines."""
    forfeits = np.zeros((len(listed), players), np.bool_)
    for row, rest in zip(forfeits, listed):
        for seat in rest[0] if rest else []:
            require(type(seat) is int and 0 <= seat < players)
            row[seat] = True
    return forfeits


def _reasons(found: Any) -> dict[str, str]:
    require(isinstance(found, dict) and all(isinstance(reason, str) for reason in found.values()))
    return found


def _check_deals(seed: int, played: list[int], deals: np.ndarray) -> None:
    """Check that all games are from the first deals of the seed, and not too many from one."""
    numbers = np.concatenate([np.arange(count, dtype=np.uint64) for count in played])
    series = np.repeat(np.arange(len(played), dtype=np.uint64), played)
    names, times = np.unique(deals, return_counts=True)
    require(bool(np.isin(names, chance.derive_many(seed, numbers, series)).all()))
    require(times.max(initial=0) <= MAX_GAMES_PER_DEAL)


def _names(listed: Any) -> list[str]:
    require(isinstance(listed, list) and len(listed) <= MAX_AGENTS)
    require(all(isinstance(name, str) and is_readable(name) for name in listed))
    require(len(set(listed)) == len(listed) > 0)
    return listed


def _amount(number: Any, kind: type) -> float:
    require(type(number) in ((int, float) if kind is float else (int,)) and 0 <= number < 2**60)
    return number


def most_games_of(players: int) -> int:
    """The most games that a leaderboard can have and still be read."""
    return most_games(4 * players + 6)  # deal, seating, points, ranks and, at worst, all seats forfeited


def _count(number: Any) -> int:
    """Check a number of games or deals, which the last deal may bring above the requested number."""
    require(type(number) is int and 0 <= number <= MAX_GAMES + MAX_GAMES_PER_DEAL)
    return number
