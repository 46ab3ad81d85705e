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
"""The limits of a trial: memory, and seconds of a processor."""
PATIENCE = 10
"""Times as long by the clock, for a machine that is busy with other things."""
_ONNX_FILE = Path(__file__).parent
_accepted: set[tuple[bytes, str]] = set()
"""The digests of files that have passed a trial in this process, each with the game."""


def outcome_of(content: bytes, game: Game, key: str) -> Outcome:
    """The outcome of trying out a policy for a game; a file that has passed before is not tried again.

    Args:
        content: of the file.
        game: the game to play.
        key: of the facts in its metadata.
    """
    known = (hashlib.sha256(content).digest(), game.name)
    if known in _accepted:
        return Outcome(None)
    sizes = {players: game.observation(players).size for players in game.player_counts}
    request = TrialRequest(key, sizes, game.actions.size, TRIAL_BYTES, TRIAL_SECONDS)
    outcome = _elsewhere(content, request)
    if outcome.unfit is None:
        _accepted.add(known)
    return outcome


def _elsewhere(content: bytes, request: TrialRequest) -> Outcome:
    """Try a file out in another process, which imports nothing of hustings but the folder `onnx_file`."""
    path = os.pathsep.join([str(_ONNX_FILE), *filter(None, sys.path)])
    too_slow = Outcome(f"takes more than {TRIAL_SECONDS} s for {ROWS[-1]:,} rows; train a smaller policy")
    # More threads would take memory of their own, of which the trial has little.
    threads = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL")}
    try:
        done = subprocess.run(
            # -P: no modules from the current folder, which may be anybody's.
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
        return Outcome(*json.loads(done.stdout))
    except ValueError:  # no answer, because the system ended the process
        if done.returncode == -getattr(signal, "SIGXCPU", 0):
            return too_slow
        return Outcome(
            f"takes more than {request.memory // 2**20:,} MiB for {ROWS[-1]:,} rows, or crashes onnxruntime; "
            "copy it again or train a smaller policy"
        )
