"""The commands that train, and show how a run has learnt: train, curve."""

import contextlib
import json
import re
import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.text import Text

from ...envs import HustingsError
from ...envs.core.errors import extra
from ..evaluation.display import without_nan
from .options import AsJson, Deal, GameOrNone, Ray, Size, check_plot, parse_assignments, with_deal
from .output import err, exit_if_stopped, out, print_json, print_result, quiet_ray, resuming, tell


@with_deal
def train(
    deal: Deal,
    game: GameOrNone = None,
    folder: Annotated[
        Path | None,
        typer.Option("--out", help="Folder of the run, which must be new or empty, except with --resume."),
    ] = None,
    steps: Annotated[
        int | None, typer.Option(help="Stop after this many decisions, over all learning seats.")
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            help="Stop after this many minutes, excluding compilation. Default, without --steps: 10."
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the last checkpoint in the folder.")
    ] = False,
    players: Annotated[
        str | None,
        typer.Option("--players", "-n", help="Number of players, or any for all. Default: the fewest."),
    ] = None,
    imitate: Annotated[
        str | None,
        typer.Option(help="An agent to imitate before self-play, such as greedy; without it, from scratch."),
    ] = None,
    ray: Ray = None,
    workers: Annotated[
        int | None,
        typer.Option(help="With --ray: the number of workers that play. Results depend on it."),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Any other setting of TrainSettings; repeatable."),
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="A TOML file of settings; options and --set override it.")
    ] = None,
    show: Annotated[bool, typer.Option("--settings", help="Only list all settings.")] = False,
    as_json: AsJson = False,
) -> None:
    """Train a policy by self-play, from scratch or from an imitation.

    The folder --out gets policy/, checkpoints/, tensorboard/ and settings.json.
    """
    with extra("train", "training"):
        from ..learning.run import train as run
        from ..learning.settings import read_config, user_code

    if show:
        _print_settings(game, as_json)
        return
    if game is None or folder is None:
        raise HustingsError("train: give a game and a folder, as in hustings train liberte --out run")
    options: dict[str, Any] = {"steps": steps, "minutes": minutes, "workers": workers}
    options |= {"num_players": _players(players), "imitate": imitate}
    given = {name: value for name, value in options.items() if value is not None}
    given |= deal.given() | _settings(setting)
    if config is not None:
        given = read_config(config) | given
    if not resume and not given.keys() & {"steps", "minutes"}:
        given["minutes"] = 10.0
    console = Console(quiet=True) if as_json else err
    with quiet_ray(ray):
        result = run(game, folder, resume, console=console, ray=ray, **given)
    if as_json:
        print_json(without_nan(asdict(result) | {"policy": str(result.policy)}))
    else:
        out.print(result.table() if result.win_shares else result.title)
        _print_end(folder)
    if result.stopped:
        # Only the user may name code of their own, never a file.
        again = {name: given[name] for name, *_ in user_code(given)}
        imitated = again.pop("imitate", None)
        pairs = [f"{name}={own if isinstance(own, str) else json.dumps(own)}" for name, own in again.items()]
        line = resuming(["train", game], folder, ray=ray, imitate=imitated, set=pairs)
        tell(f"stopped; go on with: {line}")
    exit_if_stopped(result.stopped)


def _print_end(folder: Path) -> None:
    """Print the learning curve, if there is one, and where the figures are."""
    from ..evaluation.curves import curve_text

    with contextlib.suppress(HustingsError):  # no evaluation so far, or no bot among its opponents
        out.print(curve_text([folder], min(out.width, 72)), highlight=False, markup=False)
        curves = shlex.join(["hustings", "curve", str(folder), "--plot", "curve.png"])
        tell(f"as a plot: {curves}")
    logs = shlex.join(["tensorboard", "--logdir", str(folder / "tensorboard")])
    tell(f"all figures: {logs}")


def curve(
    runs: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN",
            help="Folders of training runs, or NAME=FOLDER; runs of the same name are seeds of one curve.",
        ),
    ],
    plot: Annotated[
        Path | None,
        typer.Option(help="Plot them to this PNG, SVG or PDF file, with values and losses."),
    ] = None,
    size: Size = None,
    losses: Annotated[
        bool | None,
        typer.Option("--losses/--no-losses", help="With --plot: also values and losses. Default: with them."),
    ] = None,
    over: Annotated[
        Literal["decisions", "minutes"] | None,
        typer.Option(help="With --plot: its horizontal axis. Default: decisions."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the learning curves of training runs: win shares over time."""
    from ..evaluation.curves import curve_text, curves
    from ..evaluation.plots import save_plot
    from ..learning.plots import plot_curves

    check_plot(plot, size=size, losses=losses, over=over)
    found = curves(runs)
    print_result(found, as_json)
    if not as_json:
        out.print(curve_text(runs, min(out.width, 100)), highlight=False, markup=False)
    if plot is not None:
        save_plot(plot_curves(runs, over or "decisions", size=size, losses=losses is not False), plot)
        tell(f"wrote {plot}")


def _players(given: str | None) -> int | str | None:
    """A number of players, or "any"."""
    if given in (None, "any"):
        return given
    if not re.fullmatch(r"-?\d{1,9}", given):
        raise HustingsError(
            f"--players: {given!r:.60} is not a number of players; give one, or any for tables of every size"
        )
    return int(given)


def _settings(pairs: list[str] | None) -> dict[str, Any]:
    """Settings from NAME=VALUE, checked against the names of TrainSettings."""
    from ..learning.settings import check_names, from_words, texts

    values = parse_assignments(pairs, texts())
    check_names(values, "--set ")
    return {name: from_words(name, value) for name, value in values.items()}


def _print_settings(game: str | None, as_json: bool) -> None:
    """Every setting, with what the recipe of the game has in its place."""
    from ...envs import GAMES
    from ..evaluation.display import new_table
    from ..learning.settings import listed

    rows = listed(game and GAMES[game].name)
    if as_json:
        print_json(rows)
        return
    table = new_table("", "default", *(["recipe"] if game else []), first="setting")
    for column in table.columns[1:]:
        column.justify, column.no_wrap, column.overflow = "left", False, "fold"
    table.add_column("meaning", ratio=1)
    for row in rows:
        words = ["" if row[key] is None else str(row[key]) for key in ("default", "recipe")]
        cells = [row["name"], *words[: 1 + bool(game)], row["meaning"]]
        table.add_row(*map(Text, cells))
    out.print(table)
