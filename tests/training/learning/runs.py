"""Small runs of the tiny game, for all tests of this folder."""

import dataclasses
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from safetensors.numpy import load_file

from hustings.envs.core.errors import HustingsError
from hustings.training.learning import checkpoint
from hustings.training.learning.opponents import Pool
from hustings.training.learning.run import Run, train
from hustings.training.learning.self_play_env import SelfPlayVecEnv
from hustings.training.learning.settings import TrainSettings

from ... import tinygame
from ...support import ROOT, network

PLAYERS = 3
SETTINGS = TrainSettings(
    game="tinygame", steps=16 * 8 * 4, num_players=PLAYERS, reward="rank", num_games=16, rollout_steps=8,
    batch_size=64, epochs=2, layers=(16, 16), thing_width=8, kl_weight=0.1, freeze_every=1, pool_size=2,
    evaluate_seconds=0, evaluate_games=30, checkpoint_seconds=0,
)  # fmt: skip
EXPERT = {"algorithm": "expert", "search": "iterations=6,playouts=random", "wave_games": 12, "steps": 400}


def go(out: Path, resume: bool = False, **changes: object):
    """A run in the folder, or the rest of it."""
    settings = dataclasses.replace(SETTINGS, **changes)
    return train(settings, out, resume, game=tinygame.GAME, final_games=30)


def new_run(out: Path, **changes: object) -> Run:
    """One that has not begun."""
    return Run(dataclasses.replace(SETTINGS, **changes), tinygame.GAME, out, Console(quiet=True))


def last(out: Path) -> Path:
    """The folder of the newest checkpoint."""
    return checkpoint.complete(out / "checkpoints")[-1]


def saved(out: Path) -> list[tuple[dict, dict]]:
    """The state and the arrays of every checkpoint that is there."""
    return [checkpoint.load(path) for path in checkpoint.complete(out / "checkpoints")]


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


def script(text: str, **changes: object) -> str:
    """A program with the settings filled in, for a process of its own."""
    settings = dataclasses.asdict(dataclasses.replace(SETTINGS, **changes))
    return text.format(root=str(ROOT), settings=settings)


class HighBidder:
    """Always bids its highest card: a teacher with something to imitate."""

    name = "high"

    def act(self, games, rows):
        masks = games.masks(rows=rows)
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def pay_for_high_bids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add 1 to what a decision pays if it was the highest bid: the tiny game is all luck."""
    step_wait = SelfPlayVecEnv.step_wait

    def paid(env):
        highest = HighBidder().act(env.games, np.arange(env.num_envs))
        observations, rewards, dones, infos = step_wait(env)
        return observations, rewards + (env._actions == highest), dones, infos

    monkeypatch.setattr(SelfPlayVecEnv, "step_wait", paid)


def weights(seed: int = 0) -> dict[str, np.ndarray]:
    """Of a small random network for the tiny game."""
    return network(tinygame.GAME, PLAYERS, seed).weights()


def pool(**shares: float) -> Pool:
    """Opponents, of which one is the latest network and one a snapshot."""
    given = shares or {"random": 1.0, "latest": 1.0, "snapshots": 1.0}
    made = Pool(tinygame.GAME, given, lambda: network(tinygame.GAME, PLAYERS))
    made.set_latest(weights(0))
    made.freeze(weights(1), 1)
    return made
