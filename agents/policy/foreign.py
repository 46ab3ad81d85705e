"""Policy files from anybody: each is tried in a process of its own before this one opens it."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from ...envs.core.engine.game import Game
from .onnx_file.trial import Outcome, Tables, packed, tried

TRIAL_BYTES, TRIAL_SECONDS = 512 * 2**20, 10.0
"""The memory that a trial may take, besides six times that of the file, and the time, from its start on."""
_ONNX_FILE = Path(__file__).parent
_accepted: set[tuple[bytes, str]] = set()
"""The digests of files that were tried in this process, each with the game."""


def outcome_of(content: bytes, game: Game, key: str) -> Outcome:
    """What comes of trying a policy for a game.

    Args:
        content: of its file.
        key: under which its metadata have the facts.
    """
    memory = TRIAL_BYTES + 6 * len(content)
    sizes = {players: game.observation(players).size for players in game.player_counts}
    tables = Tables(key, sizes, game.actions.size, memory, round(2 * TRIAL_SECONDS))
    known = (hashlib.sha256(content).digest(), game.name)
    if known in _accepted:
        return tried(content, tables)
    outcome = _elsewhere(content, tables)
    if outcome.unfit is None:
        _accepted.add(known)
    return outcome


def _elsewhere(content: bytes, tables: Tables) -> Outcome:
    """Try it in another process, which imports nothing of hustings but the folder `onnx_file`."""
    path = os.pathsep.join([str(_ONNX_FILE), *filter(None, sys.path)])
    threads = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL")}
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "onnx_file.trial"],
            input=packed(tables._asdict(), content),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path, **threads},
            timeout=TRIAL_SECONDS,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except subprocess.TimeoutExpired:
        return Outcome(f"takes more than {TRIAL_SECONDS:.0f} s for two rows; train a smaller one")
    except OSError as error:
        return Outcome(f"cannot be tried ({error.strerror}); run hustings with an ordinary Python")
    head, _, model = done.stdout.partition(b"\n")
    try:
        unfit, facts = json.loads(head)
        return Outcome(unfit, facts, model)
    except ValueError:  # it was ended
        mebibytes = (tables.memory or 0) // 2**20
        return Outcome(f"takes more than {mebibytes} MiB for two rows, or is damaged; train a smaller one")
