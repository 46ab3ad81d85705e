"""What the digests need and no public name gives, each in one short function: adapt it here."""

import contextlib
import io
import json
import sys
from pathlib import Path
from unittest import mock

import numpy as np


def events(games, row, before, action, seat):
    """What an action has brought about in game `row`, whose table was `before`; None is told all of it."""
    found = games.game.events(games.box[0], before, int(action), games.tables[row], seat)
    return [event.text for event in found]


def judged(policy, views, masks):
    """The logits (R, A) of a policy, -inf for what is illegal, and its values (R, P)."""
    return policy.policy_and_values(views, masks)


def checkpoint(run: Path):
    """The arrays of a run's last checkpoint by file and name, and its evaluations without the seconds."""
    from safetensors.numpy import load_file

    last = max((run / "checkpoints").glob("checkpoint-*"))
    files = ("model", "pool", "games")
    arrays = {f"{file}/{key}": array for file in files for key, array in _sorted(load_file, last / file)}
    evaluations = json.loads((run / "evaluations.json").read_text(encoding="utf-8"))
    return arrays, [{key: value for key, value in one.items() if key != "seconds"} for one in evaluations]


def _sorted(load_file, path: Path):
    return sorted(load_file(path.with_suffix(".safetensors")).items())


def weights(arrays) -> dict[str, np.ndarray]:
    """Of the arrays of a checkpoint the weights that were learnt."""
    start = "model/policy/"
    return {name.removeprefix(start): array for name, array in arrays.items() if name.startswith(start)}


def command(*arguments: str) -> str:
    """What the command prints."""
    from hustings.training import main

    printed = io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["hustings", *arguments]),
        contextlib.redirect_stdout(printed),
        contextlib.suppress(SystemExit),
    ):
        main()
    return printed.getvalue()
