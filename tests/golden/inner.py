"""What the digests need and no public name gives, each in one short function: adapt it here."""

import contextlib
import importlib
import io
import sys
from pathlib import Path
from unittest import mock

import numpy as np

from hustings.envs.core.engine.layout import Block  # noqa: F401 (for `playthrough.py`)
from hustings.envs.core.text.substeps import substeps

from ..support import other_choices  # noqa: F401 (for `play.py`)


def events(games, row, before, action, seat):
    """What an action has brought about in game `row`, whose table was `before`; None is told all of it."""
    found = games.game.events(games.box[0], before, int(action), games.tables[row], seat)
    return [event.text for event in found]


def phases(games, row, before, action) -> list[int]:
    """The phases that pass in game `row` between a decision, with the table `before`, and the next one."""
    rules, over = importlib.import_module(f"{games.game.module}.rules").RULES, games.game.phases["OVER"]
    box, after = games.box[0], games.tables[row]
    steps = substeps(rules, over, games.num_actions, box, before, int(action), after)
    return [int(step.after["phase"]) for step in steps]


def judged(policy, views, masks):
    """The logits (R, A) of a policy, -inf for what is illegal, and its values (R, P)."""
    return policy.policy_and_values(views, masks)


def short_lessons():
    """In this context a run that imitates plays few games for it."""
    from hustings.training.learning import warm_start

    return mock.patch.multiple(warm_start, LESSON_GAMES=16, MEASURED_GAMES=8)


def weights(run: Path) -> dict[str, np.ndarray]:
    """The weights in a run's last checkpoint, by name."""
    from safetensors.numpy import load_file

    last, start = max((run / "checkpoints").glob("checkpoint-*")), "policy/"
    arrays = sorted(load_file(last / "model.safetensors").items())
    return {name.removeprefix(start): array for name, array in arrays if name.startswith(start)}


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
