"""Figures of networks: what the policies that come with the games say, and what a few steps of training make.

The last digits of a float are not the same on every machine, so these are numbers, held to a tolerance.
"""

import tempfile
from pathlib import Path

import numpy as np

from hustings.agents import make
from hustings.envs import GAMES

from . import inner
from .play import DRIVER, deal, mixed

POLICIES = {"copycat": (2, 3, 4), "die_macher": (4,), "liberte": (4,), "saludos_amigos": (4, 5, 6, 7)}
"""The tables for which a policy comes with a game."""
SMALL = {
    "seed": 5,
    "reward": "rank",
    "num_games": 24,
    "decisions": 384,
    "most_decisions": 384,
    "minibatches": 3,
    "batch_size": 128,
    "steps": 2 * 384,
    "layers": (32, 32),
    "thing_width": 16,
    "learning_rate": 3e-4,  # small, for Adam makes much of last digits
    "imitate_rate": 1e-4,
    "opponents": {"greedy": 0.7, "random": 0.3},
    "freeze_every": 1,
    "pool_size": 2,
    "evaluate_seconds": 1e6,
    "checkpoint_seconds": 1e6,
    "evaluate_games": 2,
    "evaluate_against": (),
    "critic_share": 0.0,
    "device": "cpu",
    "threads": 1,
}
RUNS = {
    "saludos_amigos": {
        "flat": {"network": "flat", "opponents": {"latest": 0.5, "snapshots": 0.5}, "one_kind": 0.3},
        "entity, all cards": {"growth": 0.5, "most_decisions": 512, "average": 0.5, "critic": "all cards"},
        "any table": {"num_players": "any"},
        "imitation": {
            "imitate": "greedy",
            "imitate_share": 0.5,
            "critic_share": 0.5,
            "evaluate_against": ("greedy",),
        },
        "expert": {"algorithm": "expert", "search": "iterations=8,trust=1", "wave_games": 2, "steps": 1},
    },
    "copycat": {"entity": {"num_players": 2, "options": {"partial_draw": True}}},
}


# --- The policies that come with the games -------------------------------------------------------


def policy(game: str) -> dict[str, object]:
    """What the policy says of some positions: a few of the logits, and the values."""
    found: dict[str, object] = {}
    for players in POLICIES.get(game, ()):
        games, said = deal(game, 4, players), make("policy", GAMES[game])
        _scatter(games, 12)
        logits, values = inner.judged(said, games.observe(), games.legal)
        for row in range(games.num_games):
            legal = np.flatnonzero(games.legal[row])
            some = logits[row, legal[[0, len(legal) // 2, -1]]]
            found[f"{players} players, position {row}"] = figures(np.append(some, values[row]))
    return found


def _scatter(games, apart: int) -> None:
    """Let a bot play, in each game so many decisions more than in the one before."""
    bot, rng = make(DRIVER, games.game), np.random.default_rng(0)
    for step in range(apart * games.num_games):
        rows, actions = mixed(games, bot, rng, 0.1)
        some = (rows + 1) * apart > step
        games.step(actions[some], rows=rows[some])


def figures(numbers) -> list[float]:
    """Five digits of each."""
    return [float(f"{number:.5g}") for number in numbers]


# --- Training ------------------------------------------------------------------------------------


def training(game: str) -> dict[str, object]:
    """The weights after a few steps of short runs, by tensor: their norm, and one sum with weights."""
    found: dict[str, object] = {}
    for name, changes in RUNS.get(game, {}).items():
        with tempfile.TemporaryDirectory() as folder:
            learnt = inner.weights(_run(game, changes, Path(folder) / "run"))
        found |= {f"{name}: {key}": _of(array) for key, array in learnt.items()}
    return found


def _run(game: str, changes: dict, out: Path) -> Path:
    from hustings.training import TrainSettings, train

    with inner.short_lessons():
        train(TrainSettings(game, **SMALL | changes), out, final_games=4)
    return out


def _of(array: np.ndarray) -> list[float]:
    flat = array.astype(np.float64).ravel()
    return figures([np.sqrt(flat @ flat), flat @ np.cos(np.arange(flat.size))])
