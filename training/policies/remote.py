"""Train a policy that comes with hustings for some minutes on a machine with a GPU and no internet access.

    python training/policies/remote.py pack build/hustings.tar                   here: what is needed there
    tar xf hustings.tar && cd hustings                                           there
    python3 training/policies/remote.py run copycat --minutes 9 --out FOLDER     there, from our weights
    python training/policies/remote.py take FOLDER                               here: is it better?

`run` trains several policies side by side if several are named, each on its share of the cores: a small
network alone keeps neither a GPU nor many cores busy.

The other machine has Python with torch and what usually comes with it; the part in C and the games are
compiled there. It leaves two files for each policy in FOLDER: NAME.onnx, and NAME.json with its learning
curve and a summary; also if it is stopped, after which the same command goes on. `take` replaces the policy
that is here if the new one wins more among strangers, and if at no table the stranger who wins most among
copies of it wins over two points more than before.
"""

import argparse
import importlib
import json
import os
import secrets
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
POLICIES = ROOT / "agents" / "policies"
PACKED = (
    *("LICENSE", "README.md", "agents", "build_backend", "envs", "package"),
    *("pyproject.toml", "setup.py", "training"),
)
WHEELS = (
    *("annotated-types", "farama-notifications", "gymnasium", "openskill", "pettingzoo", "platformdirs"),
    *("pydantic", "pydantic-core", "stable-baselines3", "typing-inspection"),
)
"""What a machine with torch often lacks."""
SYSTEMS = [f"manylinux{name}_x86_64" for name in ("_2_28", "_2_27", "_2_17", "2014", "1")]
MOST_BYTES = 64 * 2**20
ON_A_GPU: dict[str, Any] = {
    "device": "cuda", "threads": 0, "num_games": 2048, "decisions": 262_144,
    "most_decisions": 262_144, "epochs": 1, "minibatches": 64, "freeze_every": 5,
}  # fmt: skip
"""The differences from the recipe where there is a GPU. An update learns from 128 decisions in each game: in
shorter pieces, what the rest will bring is left to the values, which know little of it.
"""
UNTIL_TAKEN: dict[str, Any] = {
    "evaluate_seconds": 240, "evaluate_games": 100, "evaluate_against": ("greedy",),
    "checkpoint_seconds": 3600,
}  # fmt: skip
"""Few measurements meanwhile: `take` measures."""
WORSE = 0.02
"""How much more a stranger may win among copies of the new policy."""
AGAIN = 3
"""How many strangers of each policy play a second time."""
Figures = tuple[float, float]
"""Win shares at a table: a policy's alone among strangers, and the best stranger's among copies of it."""


def pack(out: Path, python: str) -> None:
    """Write a tar file with the sources that git knows, and wheels of `WHEELS` for a version of Python."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        _download(Path(folder), python)
        listed = subprocess.run(["git", "ls-files", "-z", *PACKED], cwd=ROOT, check=True, capture_output=True)
        with tarfile.open(out, "w") as packed:
            for name in listed.stdout.decode().split("\0")[:-1]:
                packed.add(ROOT / name, f"hustings/{name}")
            for wheel in sorted(Path(folder).iterdir()):
                packed.add(wheel, f"hustings/wheels/{wheel.name}")
    if out.stat().st_size > MOST_BYTES:
        sys.exit(f"{out}: {out.stat().st_size:,} bytes are more than {MOST_BYTES:,}")
    print(f"{out}: {out.stat().st_size / 2**20:.1f} MiB")


def _download(folder: Path, python: str) -> None:
    """Fetch the wheels, at the versions of constraints.txt."""
    pins = [line.split() for line in (ROOT / "constraints.txt").read_text().splitlines()]
    wanted = [words[0] for words in pins if words and words[0].partition("==")[0] in WHEELS]
    systems = [word for name in SYSTEMS for word in ("--platform", name)]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    command += ["--python-version", python, "--implementation", "cp", *systems]
    _quietly([*command, "--dest", str(folder), *wanted])


def install(site: Path) -> None:
    """Build hustings from the sources that were unpacked, with the wheels beside them, into `site`, once."""
    sys.path.insert(0, str(site))
    if (site / "hustings").exists():  # which comes last
        return
    pip = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--target", str(site)]
    wheels = [str(wheel) for wheel in (ROOT / "wheels").iterdir()]
    _quietly([*pip, *wheels])
    # Numba compiles the one game that is played; libraries of all four would take minutes.
    _quietly([*pip, "--no-build-isolation", str(ROOT)], {"HUSTINGS_PROCESSORS": "", "PYTHONPATH": str(site)})
    importlib.invalidate_caches()


def _quietly(command: list[str], environment: Mapping[str, str] = MappingProxyType({})) -> None:
    """Run a command, and show its output only if it fails."""
    env = {**os.environ, **environment}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def run_all(names: list[str], minutes: float, out: Path, changed: Sequence[str] = ()) -> None:
    """Continue training policies, each in its own process, and write their files into `out`.

    Args:
        names: of the policies.
        minutes: for each of them.
        out: a folder.
        changed: settings that replace those of the recipes, each a line as in their files.
    """
    site = ROOT / "build" / "site"
    if (ROOT / "wheels").is_dir():
        install(site)
    if len(names) == 1:
        run(names[0], minutes, out, changed)
        return
    cores = sorted(os.sched_getaffinity(0))
    path = os.pathsep.join([str(site), *sys.path])
    words = [word for change in changed for word in ("--set", change)]
    running = [
        subprocess.Popen(
            [sys.executable, __file__, "run", name, "--minutes", str(minutes), "--out", str(out), *words],
            env={**os.environ, "PYTHONPATH": path},
            preexec_fn=partial(os.sched_setaffinity, 0, cores[place :: len(names)] or cores),
        )
        for place, name in enumerate(names)
    ]
    if failed := [name for name, process in zip(names, running) if process.wait()]:
        sys.exit(f"{', '.join(failed)}: failed, see above")


def run(name: str, minutes: float, out: Path, changed: Sequence[str] = ()) -> None:
    """Continue training a policy by its recipe for `minutes`, and write the results into `out`."""
    import torch

    from hustings.envs import HustingsError
    from hustings.training.learning.settings import from_words

    gpu, begin = torch.cuda.is_available(), time.monotonic()
    train_on = importlib.import_module("train").train_on  # the module beside this one
    try:
        given = tomllib.loads("\n".join(changed))
        changes = UNTIL_TAKEN | (ON_A_GPU if gpu else {})
        changes |= {key: from_words(key, value) for key, value in given.items()}
        done = train_on(name, minutes, out, changes=changes, final_games=0)
        if done.stopped and not done.policy.exists():
            raise HustingsError(f"{name}: stopped before anything was learnt; the same command goes on")
    except tomllib.TOMLDecodeError as error:
        sys.exit(f"--set: {error}; write NAME=VALUE as in {HERE.name}/{name}.toml")
    except HustingsError as error:
        sys.exit(str(error))
    summary = {
        "policy": name,
        "device": torch.cuda.get_device_name() if gpu else "CPU",
        "cores": os.cpu_count(),
        "torch": torch.__version__,
        "decisions": done.steps,
        "minutes": round(done.seconds / 60, 2),
        "decisions_per_second": round(done.steps / done.seconds),
        "minutes_with_compiling": round((time.monotonic() - begin) / 60, 2),
    }
    curve = json.loads((out / f"{name}.json").read_text())
    _write_json(out / f"{name}.json", {"summary": summary, "curve": curve})
    print(summary)


def _write_json(path: Path, found: Any) -> None:
    path.write_text(json.dumps(found, indent=1) + "\n")


def take_all(names: Sequence[str], folder: Path, games: int, seed: int) -> None:
    """Take in the policies that a folder has."""
    from hustings.envs import HustingsError

    back = [name for name in names if (folder / f"{name}.onnx").is_file()]
    if not back:
        sys.exit(f"{folder}: no policy found; give the folder that `run` wrote")
    try:
        for name in back:
            take(name, folder, games, seed)
    except HustingsError as error:
        sys.exit(str(error))


def take(name: str, folder: Path, games: int, seed: int) -> None:
    """Put a policy in place if it is better than the one there, and say what has changed."""
    new, old = folder / f"{name}.onnx", POLICIES / f"{name}.onnx"
    about = new.with_suffix(".json")
    if not about.is_file():
        sys.exit(f"{about} not found; give the folder that `run` wrote")
    try:
        found = json.loads(about.read_text("utf-8"))
        summary, curve = found["summary"], found["curve"]
    except (OSError, ValueError, KeyError, TypeError):
        sys.exit(f"{about}: damaged; copy it again")
    print(summary)
    print(f"new and old among strangers, {games:,} games a table, seed {seed}:")
    better = is_better(*measured(name, [new, old], games, seed))
    if better:
        shutil.copy(new, old)
        _write_json(old.with_suffix(".json"), curve)
    print(f"{old.relative_to(ROOT)} {'is the new one' if better else 'stays as it was'}")


def measured(name: str, policies: Sequence[Path], games: int, seed: int) -> list[dict[int, Figures]]:
    """Of each policy by number of players: its win share alone among strangers, and that of the stranger who
    wins most among copies of it.

    The best of many few figures is mostly luck. So the strangers that win most among copies of any of the
    policies play again, the same ones with each, in the same deals.
    """
    from hustings.agents.policy import load_policy
    from hustings.envs import GAMES
    from hustings.envs.core.api.arguments import check_seed
    from hustings.training.evaluation.strangers.play import strangers_of

    game = GAMES[name]
    check_seed(seed + 1)
    agents = [load_policy(str(policy), game) for policy in policies]
    found: list[dict[int, Figures]] = [{} for _ in policies]
    for players in filter(agents[0].plays, game.player_counts):
        strangers = [stranger for stranger in strangers_of(game, players) if stranger != "policy"]
        played = [_among(agent, game, strangers, games, players, seed) for agent in agents]
        hardest = [sorted(one.by_stranger, key=lambda found: -found.among_copies.value) for one in played]
        names = sorted({stranger.name for found in hardest for stranger in found[:AGAIN]})
        again = [_among(agent, game, names, len(names) * games, players, seed + 1) for agent in agents]
        for place, (policy, first, second) in enumerate(zip(policies, played, again)):
            best = second.best_stranger
            found[place][players] = first.visitor.win_share.value, best.among_copies.value
            alone, most = (f"{100 * figure:.1f} %" for figure in found[place][players])
            print(f"{policy}: {players} players: {alone} alone; {best.name} {most} among copies", flush=True)
    return found


def _among(agent: Any, game: Any, strangers: list[str], games: int, players: int, seed: int) -> Any:
    """An agent's evaluation among strangers."""
    from hustings.training import evaluate

    played = evaluate(agent, game, games=games, agents=strangers, num_players=players, seed=seed)
    if played.best_stranger is None:
        sys.exit(f"{games} games are too few; give more --games")
    return played


def is_better(new: Mapping[int, Figures], old: Mapping[int, Figures]) -> bool:
    """Whether the new one wins more on average over tables, and no table has become easier for strangers."""
    gain = sum(new[players][0] - old[players][0] for players in old)
    return gain > 0 and all(new[players][1] - old[players][1] <= WORSE for players in old)


def main() -> None:
    """Pack, run or take."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = options.add_subparsers(dest="command", required=True)
    packing = commands.add_parser("pack")
    packing.add_argument("out", type=Path)
    packing.add_argument("--python", default="3.12", help="the other machine's version")
    names = sorted(file.stem for file in HERE.glob("*.toml"))
    running, taking = commands.add_parser("run"), commands.add_parser("take")
    running.add_argument("names", nargs="+", choices=names, metavar="NAME", help=", ".join(names))
    running.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="as in a recipe")
    running.add_argument("--minutes", type=float, default=9)
    running.add_argument("--out", type=Path, required=True)
    taking.add_argument("folder", type=Path)
    taking.add_argument("--games", type=int, default=2000, help="at each table; then of each of the hardest")
    taking.add_argument("--seed", type=int, default=secrets.randbits(32), help="of the deals; fresh ones")
    asked = options.parse_args()
    if asked.command == "pack":
        pack(asked.out, asked.python)
    elif asked.command == "run":
        run_all(asked.names, asked.minutes, asked.out.resolve(), asked.set)
    else:
        take_all(names, asked.folder, asked.games, asked.seed)


if __name__ == "__main__":
    main()
