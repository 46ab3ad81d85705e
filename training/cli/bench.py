"""The command that measures speed: bench."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...envs import GAMES, HustingsError
from ...envs.core.errors import extra
from .options import AsJson, Players
from .output import err, out, print_json

if TYPE_CHECKING:
    from ...envs.core.engine.game import Game


def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Default: all.")] = None,
    players: Players = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="Seconds for each figure.")] = 3.0,
    start: Annotated[
        bool, typer.Option("--start", help="Also measure the first compilation, and a later start.")
    ] = False,
    search: Annotated[
        bool, typer.Option("--search", help="Measure searches instead, beside OpenSpiel's if installed.")
    ] = False,
    training: Annotated[
        bool,
        typer.Option("--training", help="Measure training instead, beside Stable-Baselines3's tutorial."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure decisions per second on this machine."""
    if search and training:
        raise HustingsError("--search and --training exclude each other; give one of them")
    if start and (search or training):
        raise HustingsError("--start goes with neither --search nor --training; leave it out")
    chosen = [GAMES[name] for name in games or GAMES]
    if training:
        _bench_training(chosen, players, seconds, as_json)
    elif search:
        _bench_search(chosen, players, seconds, as_json)
    else:
        _bench_games(chosen, players, seconds, start, as_json)


def _bench_games(
    chosen: "list[Game]", players: int | None, seconds: float, start: bool, as_json: bool
) -> None:
    """Print the games' decisions per second."""
    from rich.table import Table

    from ..benchmarks.games import bench_game, connect_four_speed, start_seconds
    from ..machine import machine

    rows: dict[str, dict[str, Any]] = {}
    facts = machine()
    for game in chosen:
        count = game.check_players(players)
        err.print(f"measuring {game.title} with {count} players ...")
        rows[game.name] = {"players": count, **bench_game(game, count, seconds, int(facts["cores"]))}
        if start:
            rows[game.name] |= start_seconds(game)
    four = connect_four_speed(seconds)
    if as_json:
        print_json({"machine": facts, "games": rows, "pettingzoo_connect_four_env": four})
        return
    table = Table("decisions/s", *rows, *(["PettingZoo connect_four"] if four else []))
    for name in next(iter(rows.values())):
        cells = [_figure(row[name]) for row in rows.values()]
        table.add_row(name.replace("_", " "), *cells, *([f"{four:,.0f}"] if four and name == "env" else []))
    out.print(table)
    _print_machine(facts)
    if four is None:
        out.print("PettingZoo's connect_four is not installed: pip install pygame-ce to compare")


def _bench_search(chosen: "list[Game]", players: int | None, seconds: float, as_json: bool) -> None:
    """Print the decisions per second that searches simulate on one thread."""
    from rich.table import Table

    from ..benchmarks.search import openspiel_speeds, search_speeds
    from ..machine import machine

    rows = {}
    for game in chosen:
        count = game.check_players(players)
        err.print(f"measuring searches of {game.title} with {count} players ...")
        rows[game.name] = {"players": count, **search_speeds(game, count, seconds)}
    others = openspiel_speeds(seconds)
    if as_json:
        print_json({"machine": machine(), "games": rows, "openspiel_ismcts": others})
        return
    table = Table("simulated decisions/s, one thread", *rows)
    for name in dict.fromkeys(name for row in rows.values() for name in row):
        table.add_row(name, *(_figure(row[name]) if name in row else "" for row in rows.values()))
    out.print(table)
    if others is None:
        out.print("OpenSpiel is not installed: pip install 'hustings[openspiel]' to compare")
    else:
        figures = ", ".join(f"{name} {_figure(value)}" for name, value in others.items())
        out.print(f"OpenSpiel's C++ ISMCTSBot, random playouts: {figures}", highlight=False)
    _print_machine(machine())


def _bench_training(chosen: "list[Game]", players: int | None, seconds: float, as_json: bool) -> None:
    """Print the decisions per second that training learns from on one thread, and where the time goes."""
    from rich.table import Table

    with extra("train", "training"):
        from ..benchmarks.training import NETWORKS, PARTS, training_speed, tutorial_speed
    from ..machine import machine

    rows: dict[str, dict[str, Any]] = {}
    for game in chosen:
        count = game.check_players(players)
        for name, network in NETWORKS.items():
            err.print(f"measuring training of {game.title}, network {name} ...")
            figures = training_speed(game, count, seconds, **network)
            rows[f"{game.name}, {name}"] = {"players": count, **figures}
    tutorial = tutorial_speed(seconds)
    if as_json:
        print_json({"machine": machine(), "training": rows, "stable_baselines3_connect_four": tutorial})
        return
    table = Table("learner's decisions/s, one thread", "", *(f"{part} %" for part in PARTS))
    for name, row in rows.items():
        table.add_row(name, _figure(row["decisions"]), *(f"{100 * row[part]:.0f}" for part in PARTS))
    out.print(table)
    if tutorial is None:
        out.print("PettingZoo's connect_four is not installed: pip install pygame-ce to compare")
    else:
        out.print(f"Stable-Baselines3's connect-four tutorial: {tutorial:,.0f} steps/s", highlight=False)
    _print_machine(machine())


def _figure(value: float) -> str:
    return f"{value:,.2f}" if isinstance(value, float) and value < 1000 else f"{value:,.0f}"


def _print_machine(facts: dict[str, Any]) -> None:
    out.print(", ".join(f"{key} {value}" for key, value in facts.items()))
