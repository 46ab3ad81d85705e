"""Evaluations as JSON files, which are checked before use."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ....envs.core.io.files import write_text
from ..records import Kind, check_begun, check_digests, most_games, parsing, require
from .model import AgentEvaluation

KIND = Kind("hustings-evaluation", 1, 2**26, "an evaluation", "choose another file")  # 50 bytes a game
_WORDS = {  # settings that must not change on resuming, with their names in messages
    "agent": "agent",
    "strangers": "set of strangers",
    "game": "game",
    "game_version": "game version",
    "revision": "revision of the game",
    "num_players": "players",
    "seed": "seed",
    "batch": "batch",
    "box": "box or options",
}


def most_games_of(players: int) -> int:
    """The most games that an evaluation can have and still be read."""
    return most_games(3 * players + 4)  # points, ranks and, at worst, all seats forfeited


def save(result: AgentEvaluation, path: Path) -> None:
    """Write an evaluation with all its games, atomically."""
    head = {
        **_settings(result),
        "options": result.options,
        "requested": result.requested,
        "stopped": result.stopped,
        "seconds": result.seconds,
        "decisions": result.decisions,
        "reasons": result.reasons,
        "policies": result.policies,
        "a_deal_is": "points and ranks of each seat in each game, as a visitor and among residents; "
        "seats forfeited",
    }
    lost = [np.flatnonzero(deal).tolist() for deal in result.forfeits]
    deals = zip(result.scores.tolist(), result.ranks.tolist(), ([seats] if seats else [] for seats in lost))
    write_text(path, KIND.text(head, {"deals": [[a, b, *c] for a, b, c in deals]}, compact=True))


def resumed(begun: AgentEvaluation, path: Path) -> AgentEvaluation:
    """Add the games of a file to a new evaluation.

    Raises:
        HustingsError: if the file is not an evaluation, or has other settings.
    """
    tree = KIND.read(path)
    plain = json.loads(json.dumps(_settings(begun)))
    check_begun(path, [(_WORDS[name], tree.get(name), value) for name, value in plain.items()])
    with parsing(path):
        policies = dict(tree.get("policies", {}))
    check_digests(path, policies, begun.policies)
    with parsing(path):
        return replace(begun, **_played(tree, begun))


def _settings(result: AgentEvaluation) -> dict[str, Any]:
    return {name: getattr(result, name) for name in _WORDS}


def _played(tree: dict[str, Any], begun: AgentEvaluation) -> dict[str, Any]:
    players, deals = begun.num_players, tree["deals"]
    shape = len(deals), 2, players, players
    scores = np.array([deal[0] for deal in deals], np.int32).reshape(shape)
    ranks = np.array([deal[1] for deal in deals], np.float64).reshape(shape)
    seconds, decisions = [float(one) for one in tree["seconds"]], [int(one) for one in tree["decisions"]]
    forfeits = np.zeros((len(deals), 2 * players * players), np.bool_)
    for deal, lost in zip(deals, forfeits):
        lost[_seats(deal[2:], len(lost))] = True
    reasons = tree.get("reasons", {})
    require(isinstance(reasons, dict) and all(isinstance(why, str) for why in reasons.values()))
    require(bool((ranks >= 1).all() and (ranks.sum(axis=-1) == players * (players + 1) / 2).all()))
    require(len(seconds) == len(decisions) == 1 + len(begun.strangers))
    return {
        "scores": scores,
        "ranks": ranks,
        "seconds": seconds,
        "decisions": decisions,
        "forfeits": forfeits.reshape(shape),
        "reasons": reasons,
    }


def _seats(rest: list[Any], most: int) -> list[int]:
    """The indices of forfeited seats, listed at the end of a line if there are any."""
    seats = rest[0] if rest else []
    require(len(rest) <= 1 and all(type(seat) is int and 0 <= seat < most for seat in seats))
    return seats
