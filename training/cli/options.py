"""Arguments and options that several commands share."""

import functools
import inspect
import json
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import typer

from ...envs import HustingsError

_GAME = typer.Argument(metavar="GAME", help="A name that `hustings games` lists.")
GameName = Annotated[str, _GAME]
GameOrNone = Annotated[str | None, _GAME]
AgentName = Annotated[
    str,
    typer.Argument(
        metavar="AGENT", help="A bot, policy, search:iterations=400, a run's folder, module:name."
    ),
]
Agents = Annotated[
    str,
    typer.Option(
        help="Names, separated by commas: random, greedy, search:iterations=400, a run's folder, module:name"
    ),
]
SeatAgents = Annotated[
    str | None,
    typer.Option(help="An agent for each seat, separated by commas. Default: greedy for all."),
]


def _players(default: str) -> Any:
    return typer.Option("--players", "-n", help=f"Number of players. Default: {default}.")


Players = Annotated[int | None, _players("the fewest")]
PlayersOfAgents = Annotated[
    int | None, _players("as many as agents are named, or the fewest if the game takes no such number")
]
UsualPlayers = Annotated[int | None, _players("the usual number, two in Copycat and four in the others")]
BoxFile = Annotated[Path | None, typer.Option("--box", help="Your own box file.")]
ReplayFile = Annotated[Path | None, typer.Option(help="Write the game to this replay file.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Games = Annotated[int, typer.Option(help="How many games, rounded up to whole deals.")]
Resume = Annotated[bool, typer.Option("--resume", help="Resume from that file, if it exists.")]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Play on a Ray cluster: auto, the running one; HOST:PORT; local, all cores of this machine.",
    ),
]


Size = Annotated[
    Literal["column", "text"] | None,
    typer.Option(help="With --plot: for a paper, 3.3 or 6.9 inches wide, in type of at least 7 points."),
]


def check_plot(plot: Path | None, **options: Any) -> None:
    """Check before long work that a plot can be written; HustingsError if not, or for its options alone."""
    from ..evaluation.plots import check_plot_path

    if plot is not None:
        check_plot_path(plot)
        return
    for name, value in options.items():
        if value is not None:
            no = "no-" if value is False else ""
            raise HustingsError(f"--{no}{name} goes with --plot FILE; give that, too")


def check_resume(resume: bool, file: Path | None) -> None:
    """Raise HustingsError for --resume without --out."""
    if resume and file is None:
        raise HustingsError("--resume: say which file to go on with, --out FILE")


class Deal(NamedTuple):
    """The options of every command that deals a game."""

    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the deals and agents. Default: 0; `play` and `watch` draw a new one."),
    ] = None
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
    ] = None
    box: BoxFile = None

    def given(self) -> dict[str, Any]:
        """The given options, as keyword arguments of the functions that play."""
        options = parse_assignments(self.option)
        given = {"seed": self.seed, "options": options, "box": self.box and str(self.box)}
        return {name: value for name, value in given.items() if value not in (None, {})}


class BrowserOptions(NamedTuple):
    """The options of every command that opens a game in the browser."""

    host: Annotated[str, typer.Option(help="Address that the page is served at.")] = "127.0.0.1"
    port: Annotated[int, typer.Option(help="Port that the page is served at; 0 for any free one.")] = 0
    show: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the first page in this machine's browser.")
    ] = False
    explain: Annotated[
        str | None, typer.Option(help="An agent that shows its thoughts on the page, such as search.")
    ] = None


def with_options(parameter: str, kind: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorator: replace one parameter of a command by the options of a NamedTuple such as `Deal`."""

    def give(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(**given: Any) -> None:
            command(**{parameter: kind(*(given.pop(name) for name in kind._fields))}, **given)

        own = inspect.signature(command).parameters.values()
        options = [p.replace(kind=p.KEYWORD_ONLY) for p in inspect.signature(kind).parameters.values()]
        parts = ([*options] if p.name == parameter else [p.replace(kind=p.KEYWORD_ONLY)] for p in own)
        run.__signature__ = inspect.Signature([p for part in parts for p in part])  # type: ignore[attr-defined]
        return run

    return give


with_deal = with_options("deal", Deal)
with_page = with_options("page", BrowserOptions)


def parse_assignments(pairs: list[str] | None, texts: Collection[str] = ()) -> dict[str, Any]:
    """Parse NAME=VALUE pairs; values are JSON if possible, otherwise strings, as all of `texts` are."""
    values = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise HustingsError(f"{pair!r}: write NAME=VALUE")
        try:
            found = json.loads(value)
        except (ValueError, RecursionError):
            found = value
        values[name] = value if name in texts and not isinstance(found, str | None) else found
    return values
