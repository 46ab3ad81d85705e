"""The command that trains: train."""

import re
import shlex
from dataclasses import asdict, fields
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from ...envs import HustingsError
from ...envs.core.errors import extra
from .options import AsJson, Deal, GameName, Ray, parse_assignments, with_deal
from .output import err, exit_if_stopped, out, print_json, quiet_ray


@with_deal
def train(
    game: GameName,
    deal: Deal,
    folder: Annotated[
        Path, typer.Option("--out", help="Folder of the run, which must not exist, except with --resume.")
    ],
    steps: Annotated[int | None, typer.Option(help="Stop after this many decisions of the learner.")] = None,
    minutes: Annotated[float | None, typer.Option(help="Stop after this long.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the last checkpoint in the folder.")
    ] = False,
    players: Annotated[
        str | None,
        typer.Option("--players", "-n", help="Number of players; any: every number the game allows."),
    ] = None,
    ray: Ray = None,
    workers: Annotated[
        int | None,
        typer.Option(help="With --ray: how many workers play. What is learnt depends on their number."),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Any other setting of TrainSettings; repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Train a policy by self-play; the folder gets policy/, checkpoints/, tensorboard/, settings.json."""
    with extra("train", "training"):
        from ..learning.run import train as run
        from ..learning.settings import load_settings, settings_for, user_code

    given: dict[str, Any] = {"steps": steps, "minutes": minutes, "workers": workers}
    given["num_players"] = _players(players)
    given = {name: value for name, value in given.items() if value is not None}
    given |= deal.given() | _settings(setting)
    if resume:  # what is not given again stays as it was, but a new limit replaces the old ones
        limits = {"steps": None, "minutes": None} if steps or minutes else {}
        settings = load_settings(folder, **{**limits, **given})
    else:
        settings = settings_for(game, **{"minutes": None if steps else 10.0, **given})
    if settings.game != game:
        raise HustingsError(f"{folder} is a run of {settings.game}, not of {game}; name the right one")
    console = Console(quiet=True) if as_json else err
    with quiet_ray(ray):
        result = run(settings, folder, resume, console=console, ray=ray)
    if as_json:
        print_json(asdict(result) | {"policy": str(result.policy)})
    else:
        out.print(result.table())
    if result.stopped:
        named = {name for name, *_ in user_code(settings)}  # no file may name them in the user's place
        again = [pair for pair in setting or [] if pair.partition("=")[0] in named]
        words = [
            "hustings",
            "train",
            game,
            "--out",
            str(folder),
            "--resume",
            *(["--ray", ray] if ray else []),
        ]
        line = shlex.join([*words, *(word for pair in again for word in ("--set", pair))])
        err.print(f"stopped; go on with: {line}", highlight=False, markup=False, soft_wrap=True)
    exit_if_stopped(result.stopped)


def _players(given: str | None) -> int | str | None:
    """A number of players, or "any"."""
    return int(given) if given is not None and re.fullmatch(r"-?\d{1,9}", given) else given


def _settings(pairs: list[str] | None) -> dict[str, Any]:
    """Settings from NAME=VALUE, checked against the names of TrainSettings."""
    from ..learning.settings import TrainSettings

    known = {item.name for item in fields(TrainSettings)} - {"game"}
    values = parse_assignments(pairs)
    for name, value in values.items():
        if name not in known:
            raise HustingsError(f"--set {name}: no such setting; choose from {', '.join(sorted(known))}")
        if isinstance(value, list):
            values[name] = tuple(value)
    return values
