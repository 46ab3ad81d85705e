"""Small runs of the tiny game, for all tests of this folder."""

import dataclasses
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from rich.console import Console
from safetensors.numpy import load_file

from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.errors import HustingsError
from hustings.training.learning import checkpoint
from hustings.training.learning.opponents import Pool
from hustings.training.learning.run import Run, train
from hustings.training.learning.settings import TrainSettings, read_settings, settings_from

from ... import tinygame
from ...support import network

PLAYERS = 3
DECISIONS = 128
SETTINGS = TrainSettings(
    game="tinygame", steps=4 * DECISIONS, num_players=PLAYERS, reward="rank", num_games=16,
    decisions=DECISIONS, most_decisions=DECISIONS, minibatches=2, epochs=2, layers=(16, 16), thing_width=8,
    freeze_every=1, pool_size=2, evaluate_seconds=0, evaluate_games=30, checkpoint_seconds=0,
)  # fmt: skip
EXPERT = {"algorithm": "expert", "search": "iterations=6,playouts=random", "wave_games": 12, "steps": 400,
          "batch_size": 64}  # fmt: skip


def go(out: Path, resume: bool = False, final_games: int = 30, console=None, told=None, **changes: object):
    """A run in the folder, or the rest of it; it is measured at its beginning and its end alone."""
    settings = dataclasses.replace(SETTINGS, **{"evaluate_seconds": 1e6} | changes)
    shown = {"console": console, "on_evaluation": told}
    return train(settings, out, resume, game=tinygame.GAME, final_games=final_games, **shown)


def new_run(out: Path, **changes: object) -> Run:
    """One that has not begun."""
    return Run(dataclasses.replace(SETTINGS, **changes), tinygame.GAME, out, Console(quiet=True))


def last(out: Path) -> Path:
    """The folder of the newest checkpoint."""
    return checkpoint.complete(out / "checkpoints")[-1]


def saved(out: Path) -> list[tuple[dict, dict]]:
    """The state and the arrays of every checkpoint that is there."""
    return [checkpoint.load(path) for path in checkpoint.complete(out / "checkpoints")]


def goes_on(out: Path, **given: object) -> TrainSettings:
    """The settings with which a run would go on."""
    found = read_settings(out)
    return settings_from(found.game, out, found, **given)


def content(out: Path) -> dict[Path, bytes | None]:
    """All that a folder holds."""
    return {path: path.read_bytes() if path.is_file() else None for path in sorted(out.rglob("*"))}


def ends(out: Path) -> dict[str, bytes]:
    """What a finished run leaves that says nothing of the clock."""
    files = (f"{name}.safetensors" for name in checkpoint.ARRAYS)
    arrays = {f"{file}: {key}": array for file in files for key, array in load_file(last(out) / file).items()}
    kept = {name: array.tobytes() for name, array in arrays.items()}
    return {**kept, "policy": (out / "policy" / "policy.onnx").read_bytes()}


def rewrite(out: Path, change: Callable) -> None:
    """Change what the last checkpoint says, and sign it anew, as somebody could who means harm."""
    state, arrays = checkpoint.load(last(out))
    change(state, arrays)
    shutil.rmtree(last(out))
    checkpoint.save(out / "checkpoints", state, arrays)


def refused(out: Path, match: str, **changes: object) -> None:
    """To resume is refused, and the folder stays as it was."""
    before = content(out)
    with pytest.raises(HustingsError, match=match):
        go(out, resume=True, **changes)
    assert content(out) == before


class HighBidder:
    """Always bids its highest card: a teacher with something to imitate."""

    name = "high"

    def act(self, games, rows):
        masks = games.masks(rows=rows)
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


class NotesHighBids(GameBatch):
    """Counts how often each seat has bid its highest card in the game under way."""

    def __init__(self, *arguments, **given):
        self.high = np.zeros((arguments[1], PLAYERS), np.float32)
        super().__init__(*arguments, **given)

    def step(self, actions, *, rows=None):
        where = np.flatnonzero(~self.over) if rows is None else rows
        chosen = actions[where] if rows is None else actions
        self.high[where, self.seat[where]] += chosen == HighBidder().act(self, where)
        super().step(actions, rows=rows)

    def reset(self, where=None, seeds=None):
        self.high[slice(None) if where is None else where] = 0
        super().reset(where, seeds)


def high_bids(games, rows):
    """A reward: how often each seat has bid its highest card."""
    return games.high[rows]


def asked(games: GameBatch) -> tuple[torch.Tensor, torch.Tensor]:
    """What a network is asked about games: the views and the legal actions of the seats on turn."""
    return torch.from_numpy(games.observe()), torch.from_numpy(games.masks())


def weights(seed: int = 0) -> dict[str, np.ndarray]:
    """Of a small random network for the tiny game."""
    return network(tinygame.GAME, PLAYERS, seed).weights()


def pool(size: int = 8, one_kind: float = 0.5, alone: float = 0.0, **shares: float) -> Pool:
    """Opponents, with one snapshot among them."""
    given = shares or {"random": 1.0, "latest": 1.0, "snapshots": 1.0}
    made = Pool(tinygame.GAME, given, lambda: network(tinygame.GAME, PLAYERS), size, one_kind, alone)
    made.freeze(weights(1), 1)
    return made
