"""Policy files from others: each is tried out in a separate process before this one opens it."""

import hashlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from ...envs.core.engine.game import Game
from .onnx_file.trial import ROWS, Outcome, TrialRequest

TRIAL_BYTES, TRIAL_SECONDS = 4 * 2**30, 30
"""The limits of a trial: bytes of memory, and CPU seconds."""
PATIENCE = 10
"""Wall-clock limit as a multiple of `TRIAL_SECONDS`, for busy machines."""
_ONNX_FILE = Path(__file__).parent
_accepted: set[tuple[bytes, str]] = set()
"""(digest, game) of the files that have passed a trial, or were made, in this process."""


def outcome_of(content: bytes, game: Game, key: str) -> Outcome:
    """Try out a policy for a game, unless the same file has passed before.

    Args:
        content: the content of the file.
        game: the game to play.
        key: the key of the facts in its metadata.
    """
    if _identity(content, game) in _accepted:
        return Outcome(None)
    sizes = {players: game.observation(players).size for players in game.player_counts}
    request = TrialRequest(key, sizes, game.actions.size, TRIAL_BYTES, TRIAL_SECONDS)
    outcome = _in_other_process(content, request)
    if outcome.unfit is None:
        accept(content, game)
    return outcome


def accept(content: bytes, game: Game) -> None:
    """Count a policy as tried from now on, because it has passed or hustings has made it."""
    _accepted.add(_identity(content, game))


def _identity(content: bytes, game: Game) -> tuple[bytes, str]:
    return hashlib.sha256(content).digest(), game.name


def _in_other_process(content: bytes, request: TrialRequest) -> Outcome:
    """Try a file out in another process, which imports only the folder `onnx_file` of hustings."""
    path = os.pathsep.join([str(_ONNX_FILE), *filter(None, sys.path)])
    too_slow = Outcome(f"takes more than {TRIAL_SECONDS} s for {ROWS[-1]:,} rows; train a smaller policy")
    # Each thread takes memory, which is limited.
    threads = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL")}
    try:
        trial = subprocess.run(
            # -P: import nothing from the current folder, whose files may be a stranger's.
            [sys.executable, "-P", "-m", "onnx_file.trial"],
            input=json.dumps(request._asdict()).encode() + b"\n" + content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path, **threads},
            timeout=PATIENCE * TRIAL_SECONDS,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except subprocess.TimeoutExpired:
        return too_slow
    except OSError as error:
        return Outcome(f"cannot be tried ({error.strerror}); run hustings with an ordinary Python")
    try:
        return Outcome(*json.loads(trial.stdout))
    except ValueError:  # no answer, because the system killed the process
        if trial.returncode == -getattr(signal, "SIGXCPU", 0):
            return too_slow
        return Outcome(
            f"takes more than {request.memory // 2**20:,} MiB for {ROWS[-1]:,} rows, or crashes onnxruntime; "
            "copy it again or train a smaller policy"
        )
