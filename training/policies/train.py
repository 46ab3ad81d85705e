"""Train on a policy that comes with hustings, by its recipe beside this file.

    python training/policies/train.py copycat --minutes 60
    python training/policies/train.py copycat --minutes 5 --values

The second leaves the policy as it is, and learns what each seat can expect of it. With `--against FOLDER`,
which may be repeated, a run begins with policies that learnt to beat it (`hustings exploit --learn`) as a
fifth of the opponents, at the tables for which these were trained.

The run goes on from the policy that is there, or from nothing where there is none, and what was stopped goes
on with the same command. In the end the policy and its learning curve take the place of those in
agents/policies.
"""

import argparse
import importlib
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx.numpy_helper import from_array, to_array
from rich.console import Console

from hustings.agents import PolicyAgent
from hustings.envs import HustingsError
from hustings.training import train
from hustings.training.learning.settings import read_config

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
halved = importlib.import_module("halve").halved  # the module beside this one
VALUES = "network.value_net."
VALUES_ALONE: dict[str, Any] = {
    "critic_share": 1.0, "opponents": {"latest": 1.0}, "gae_lambda": 1.0, "num_games": 128,
    "decisions": 131_072, "minibatches": 32, "epochs": 2, "learning_rate": 1e-3, "seed": 1, "threads": 1,
    "evaluate_seconds": 1000, "evaluate_games": 20, "keep": "last",
}  # fmt: skip
"""The settings for learning values alone: whole games of the policy against itself, few at once."""
EXPLOITERS = 0.2
"""The share of opponents that learnt to beat this policy."""


def train_on(name: str, minutes: float, values: bool = False, against: Sequence[str] = ()) -> bool:
    """Train a policy, or its values alone, and install it; False if it was stopped.

    Args:
        name: the game.
        minutes: the time of the whole run, including the time before it was stopped.
        values: whether to learn the values alone.
        against: folders of policies that are `EXPLOITERS` of the opponents.
    """
    run = ROOT / "build" / "policies" / (f"{name}_values" if values else name)
    policies = ROOT / "agents" / "policies"
    settings: dict[str, Any] = {"minutes": minutes}
    if not run.exists():
        settings = recipe_of(name, values) | settings
        if against:
            folders = [os.path.relpath(folder, ROOT) for folder in against]
            settings["opponents"] = with_exploiters(settings["opponents"], folders)
        if (policies / f"{name}.onnx").exists():
            settings["start"] = f"agents/policies/{name}.onnx"
    run.parent.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT)  # a policy names what it started from, but not the path
    found = train(name, run, run.exists(), console=Console(stderr=True), **settings)
    if not found.stopped:
        print(found)
        learnt, policy = run / "policy" / "policy.onnx", policies / f"{name}.onnx"
        if values:
            policy.write_bytes(with_values(policy.read_bytes(), learnt.read_bytes()))
        else:
            shutil.copy(run / "evaluations.json", policies / f"{name}.json")
            policy.write_bytes(halved(learnt.read_bytes()))
        shutil.rmtree(run)
    return not found.stopped


def with_values(policy: bytes, learnt: bytes) -> bytes:
    """The file of a policy with the value head of another, which must not differ otherwise.

    Its metadata are kept, with an entry `values` on how the values were trained.
    """
    model, facts = onnx.load_from_string(policy), PolicyAgent(policy).facts
    weights = {array.name: array for array in onnx.load_from_string(learnt).graph.initializer}
    for array in model.graph.initializer:
        if array.name not in weights:
            continue
        kept, found = to_array(array), to_array(weights[array.name])
        if array.name.startswith(VALUES):
            array.CopyFrom(from_array(found.astype(kept.dtype), array.name))
        elif not np.array_equal(kept.astype(found.dtype), found):
            raise HustingsError(f"{array.name} has changed, which affects more than the values")
    about = {key: PolicyAgent(learnt).facts.about[key] for key in ("steps", "settings")}
    facts = replace(facts, about={**facts.about, "values": about})
    onnx.helper.set_model_props(model, facts.metadata())
    return model.SerializeToString()


def with_exploiters(opponents: dict[str, float], exploiters: Sequence[str]) -> dict[str, float]:
    """The shares of opponents, of which policies that exploit this one get `EXPLOITERS`, each as much."""
    kept = (1 - EXPLOITERS) / sum(opponents.values())
    own = EXPLOITERS / len(exploiters)
    return {kind: kept * share for kind, share in opponents.items()} | dict.fromkeys(exploiters, own)


def recipe_of(name: str, values: bool = False) -> dict[str, Any]:
    """The settings of a policy, or those for its values, at its own tables."""
    own = read_config(HERE / f"{name}.toml")
    return {**VALUES_ALONE, "num_players": own["num_players"]} if values else own


def main() -> None:
    """Train the named policy."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("name", choices=sorted(file.stem for file in HERE.glob("*.toml")))
    options.add_argument("--values", action="store_true", help="learn the values alone")
    options.add_argument("--against", action="append", default=[], metavar="FOLDER", help="an exploiter")
    options.add_argument("--minutes", type=float, default=60)
    asked = options.parse_args()
    if asked.values and asked.against:
        options.error("--values plays the policy against itself; leave --against out")
    try:
        if not train_on(asked.name, asked.minutes, asked.values, asked.against):
            sys.exit("stopped; the same command goes on")
    except HustingsError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
