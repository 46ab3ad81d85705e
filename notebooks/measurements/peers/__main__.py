"""Hustings and its peers on this machine, in one run: prints a table of ratios, saves every figure as JSON.

    python -m measurements.peers --out peers.json

in a separate environment, see the README in the folder above; a missing peer is reported and left out.

The contenders are in `contenders.py`, the method of measuring in `measure.py`. Each group of the table runs
in a process of its own on one core. A figure is steps per second of processor time, the median of repetitions
in which all of a group take turns, so that a busy machine slows all of them alike; the JSON has every
repetition, and times by the clock as well.

A step is a player's decision. Forced and chance moves count as steps for peers that have them, but not for
hustings.
"""

import argparse
import contextlib
import datetime
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from hustings.envs import GAMES
from hustings.training.machine import machine

from .contenders import GROUPS, PLAYERS, Group
from .measure import Contender, in_turn, remarks, table

LIBRARIES = (
    *("pettingzoo", "rlcard", "chess", "open_spiel", "pgx", "jax", "catanatron"),
    *("stable-baselines3", "sb3-contrib", "torch", "gymnasium"),
)

parser = argparse.ArgumentParser(
    "measurements.peers",
    description=__doc__,
    formatter_class=argparse.RawDescriptionHelpFormatter,
)
parser.add_argument("--out", type=Path, required=True, help="where to save the figures, a JSON file")
parser.add_argument("--group", choices=GROUPS, action="append", help="repeatable; default: all")
parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)  # measure one in this process


def main(out: Path, names: list[str]) -> None:
    """Measure group after group, each saved when it is done, and print the table."""
    facts = machine() | {"date": datetime.datetime.now(datetime.UTC).date().isoformat()} | versions()
    found: list[dict[str, Any]] = []
    for name in names:
        found += in_a_process(name)
        out.write_text(json.dumps({"machine": facts, "players": PLAYERS, "groups": found}, indent=1) + "\n")
    print(table(found), *remarks(found), sep="\n")
    print(", ".join(f"{key} {value}" for key, value in facts.items()))


def in_a_process(name: str) -> list[dict[str, Any]]:
    """The figures of a group, from a process of its own; none, and a message, if that fails."""
    print(f"measuring: {GROUPS[name].title} ...", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures.json"
        words = f"-m measurements.peers --alone --group {name} --out".split()
        command = [sys.executable, *words, str(file)]
        done = subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
        )
        if done.returncode or not file.exists():
            said = (done.stderr.strip().splitlines() or ["nothing said"])[-1]
            print(f"{name}: its process ended with {done.returncode}: {said}", file=sys.stderr)
            return []
        return [json.loads(file.read_text())]


def measured(group: Group) -> dict[str, Any]:
    """All contenders of a group that can be set up, measured in turn."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    ours, missing = set_up({name: partial(group.ours, game) for name, game in GAMES.items()})
    peers, left_out = set_up(group.peers)
    everyone = ours | peers
    figures = dict(zip(everyone, in_turn(list(everyone.values()), group.repetitions, group.seconds)))
    return {
        "title": group.title,
        "ours": {name: figures[name] for name in ours},
        "peers": {name: figures[name] for name in peers},
        "notes": {name: contender.note for name, contender in everyone.items() if contender.note},
        "left_out": missing | left_out,
    }


def set_up(makers: dict[str, Callable[[], Contender]]) -> tuple[dict[str, Contender], dict[str, str]]:
    """The contenders that could be set up, and the reason for each of the others."""
    ready, left_out = {}, {}
    for name, make in makers.items():
        try:
            ready[name] = make()
        except Exception as error:  # whatever a library raises, measure the others
            why = str(error).strip().splitlines() or [""]
            left_out[name] = f"{type(error).__name__}: {why[0]}; measurements/README.md says what to install"
    return ready, left_out


def versions() -> dict[str, str]:
    """The versions of the libraries that are installed."""
    found = {}
    for name in LIBRARIES:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.version(name)
    return found


if __name__ == "__main__":
    given = parser.parse_args()
    chosen = given.group or list(GROUPS)
    if not given.out.parent.is_dir():
        parser.error(f"--out: no such folder: {given.out.parent}")
    if given.alone:
        given.out.write_text(json.dumps(measured(GROUPS[chosen[0]])))
    else:
        main(given.out, chosen)
