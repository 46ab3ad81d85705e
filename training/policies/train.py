"""Train on a policy that comes with hustings, by its recipe beside this file.

    python training/policies/train.py copycat --minutes 60

With `--against FOLDER`, which may be repeated, a run begins with policies that learnt to beat it
(`hustings exploit --learn`) as a fifth of the opponents, at the tables for which these were trained.

The run goes on from the policy that is there, or from scratch where there is none, and what was stopped goes
on with the same command. In the end the policy and its learning curve take the place of those in
agents/policies.
"""

import argparse
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import onnx
from onnx.numpy_helper import from_array, to_array
from rich.console import Console

from hustings.envs import HustingsError
from hustings.envs.core.io.files import make_folder
from hustings.training import settings_for, train
from hustings.training.learning.results import TrainResult
from hustings.training.learning.settings import OF_IMITATION, SETTINGS, read_config, read_settings

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
POLICIES = ROOT / "agents" / "policies"
EXPLOITERS = 0.2
"""The share of opponents that learnt to beat this policy."""


def train_on(
    name: str,
    minutes: float,
    out: Path,
    against: Sequence[str] = (),
    changes: Mapping[str, Any] = MappingProxyType({}),
    **more: Any,
) -> TrainResult:
    """Train a policy, and leave it and its learning curve in a folder.

    Args:
        name: the game.
        minutes: the time of the whole run, including the time before it was stopped.
        out: the folder. If the run was stopped, that of hustings stays as it is.
        against: folders of policies that are `EXPLOITERS` of the opponents.
        changes: settings that replace those of the recipe.
        more: passed on to `train`.

    Raises:
        HustingsError: if the run was stopped and does not meet one of them, or cannot be trained.
    """
    run, start = ROOT / "build" / "policies" / name, POLICIES / f"{name}.onnx"
    settings = {**changes, "minutes": minutes}
    folders = [os.path.relpath(folder, ROOT) for folder in against]
    goes_on = (run / SETTINGS).exists()  # a run that was killed at once leaves an empty folder
    os.chdir(ROOT)  # a policy names what it started from, but not the path
    if goes_on:
        for folder in sorted({*folders} - read_settings(run).opponents.keys()):
            raise HustingsError(
                f"--against: the run that was stopped does not meet {folder}; leave it out, or remove {run} "
                "to begin anew"
            )
    else:
        recipe = read_config(HERE / f"{name}.toml")
        if start.exists():
            recipe = {key: value for key, value in recipe.items() if key not in OF_IMITATION}
            recipe["start"] = f"agents/policies/{name}.onnx"
        settings = recipe | settings
        if folders:
            settings["opponents"] = with_exploiters(settings["opponents"], folders)
        settings_for(name, **settings)  # raises an error before anything is written
    make_folder(out)
    make_folder(run.parent)
    found = train(name, run, goes_on, **more, **settings)
    if found.policy.exists() and (not found.stopped or out != POLICIES):
        shutil.copy(run / "evaluations.json", out / f"{name}.json")
        (out / f"{name}.onnx").write_bytes(halved((found.policy / "policy.onnx").read_bytes()))
    if not found.stopped:
        if found.win_shares:
            print(found)
        shutil.rmtree(run)
    return found


def with_exploiters(opponents: dict[str, float], exploiters: Sequence[str]) -> dict[str, float]:
    """The shares of opponents, of which policies that exploit this one get `EXPLOITERS`, each as much."""
    kept = (1 - EXPLOITERS) / sum(opponents.values())
    own = EXPLOITERS / len(exploiters)
    return {kind: kept * share for kind, share in opponents.items()} | dict.fromkeys(exploiters, own)


def halved(policy: bytes) -> bytes:
    """The file of a policy, with its matrices in half precision; one that is stored so already stays.

    They are cast back when a policy is opened, so that it computes in single precision.
    """
    model = onnx.load_from_string(policy)
    graph, casts = model.graph, []
    for array in graph.initializer:
        if array.data_type == onnx.TensorProto.FLOAT and len(array.dims) > 1:
            single = f"{array.name}:float32"
            for node in graph.node:
                node.input[:] = [single if name == array.name else name for name in node.input]
            casts.append(
                onnx.helper.make_node("Cast", [array.name], [single], single, to=onnx.TensorProto.FLOAT)
            )
            array.CopyFrom(from_array(to_array(array).astype(np.float16), array.name))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    return model.SerializeToString()


def main() -> None:
    """Train the named policy."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("name", choices=sorted(file.stem for file in HERE.glob("*.toml")))
    options.add_argument("--against", action="append", default=[], metavar="FOLDER", help="an exploiter")
    options.add_argument("--minutes", type=float, default=60)
    asked = options.parse_args()
    try:
        found = train_on(asked.name, asked.minutes, POLICIES, asked.against, console=Console(stderr=True))
        if found.stopped:
            sys.exit("stopped; the same command goes on")
    except HustingsError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
