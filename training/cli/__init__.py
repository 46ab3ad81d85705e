"""The command line: `hustings --help`."""

import contextlib
import functools
import inspect
import io
import json
import os
import re
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from typer.exceptions import TyperException

from ...envs import GAMES, HustingsError
from ...envs.core.engine.game import Game
from ...envs.core.errors import extra

app = typer.Typer(
    help="Reinforcement-learning environments for political board games.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
out = Console()
err = Console(stderr=True)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name that `hustings games` lists.")]
Players = Annotated[int | None, typer.Option("--players", "-n", help="Number of players.")]
BoxFile = Annotated[Path | None, typer.Option("--box", help="A box file of your own.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of play; repeatable."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Play on a Ray cluster: auto, the one that runs; HOST:PORT; local, all cores of this machine.",
    ),
]


class Deal(NamedTuple):
    """What is dealt: the options that commands which play have alike."""

    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the deals and agents; none: 0, in `play` a new one."),
    ] = None
    option: Options = None
    box: BoxFile = None

    def said(self) -> dict[str, Any]:
        """Those that were said, as keywords of the functions that play."""
        given = {"seed": self.seed, "options": _options(self.option), "box": self.box and str(self.box)}
        return {name: value for name, value in given.items() if value not in (None, {})}


def with_options(parameter: str, kind: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of a kind, a NamedTuple such as `Deal`, in the place of a parameter."""

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


def main() -> None:
    """Run the command line: one line and exit status 2 for whatever a user got wrong."""
    _mend_streams()
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except TyperException as error:
        message = error.format_message()
        if not message:  # no arguments: the help has been printed
            sys.exit(2)
        _fail(f"{message} (see --help)")
    except HustingsError as error:
        _fail(str(error))
    except (KeyboardInterrupt, typer.Abort):
        _fail("stopped", 130)
    except BrokenPipeError:
        _drop_output()
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        _drop_output()
        _fail(f"{error.filename or 'the output'}: {error.strerror or error}; choose another place")
    except MemoryError:
        _fail("the memory does not suffice; ask for fewer games at once or smaller networks")
    sys.exit(code if isinstance(code, int) else 0)


def _drop_output() -> None:
    """Let what is still held back go nowhere: Python would fail once more when it writes it at its end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _mend_streams() -> None:
    """Closed ones read as empty and swallow what is written; letters that others lack become marks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _fail(line: str, code: int = 2) -> None:
    """End with one line, whatever a file's texts in it hold: escape sequences do not reach the terminal."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in line)
    with contextlib.suppress(OSError):  # nor can it be said
        print(f"hustings: {shown}", file=sys.stderr)
    sys.exit(code)


def _options(pairs: list[str] | None) -> dict[str, Any]:
    """The options of play from NAME=VALUE; a value is JSON where it can be, else a word."""
    options = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise HustingsError(f"option {pair!r}: write NAME=VALUE")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def _print_json(tree: Any) -> None:
    print(json.dumps(tree, indent=1))


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games."""
    rows: list[dict[str, Any]] = []
    for name, game in GAMES.items():
        entries = game.box_spec.evidence()
        rows.append(
            {
                "name": name,
                "title": game.title,
                "players": list(game.player_counts),
                "actions": game.actions.size,
                "observation": {n: game.observation(n).size for n in game.player_counts},
                "sourced": sum(entry.evidence == "sourced" for entry in entries),
                "entries": len(entries),
            }
        )
    if as_json:
        _print_json(rows)
        return
    table = Table("name", "title", "players", "actions", "observation", "sourced", box=SIMPLE, padding=0)
    for column in table.columns:
        column.no_wrap = True
    for row in rows:
        low, high = row["players"][0], row["players"][-1]
        sizes = list(row["observation"].values())
        table.add_row(
            row["name"], row["title"], f"{low}-{high}", str(row["actions"]), f"{sizes[0]}-{sizes[-1]}",
            f"{row['sourced']} of {row['entries']}",
        )  # fmt: skip
    out.print(table)


class Topic(StrEnum):
    """The parts of a game's description."""

    PAGE = "page"
    RULES = "rules"
    BOX = "box"


@app.command()
def describe(
    game: GameName,
    players: Players = None,
    topic: Annotated[
        Topic, typer.Option(help="The game's page, the ledger of its rules, or its box.")
    ] = Topic.PAGE,
    as_json: AsJson = False,
) -> None:
    """Show a game: its page, the ledger of its rules, or its box with the evidence."""
    described = GAMES[game]
    count = described.check_players(players)
    if as_json:
        _print_json(_description(described, count))
    elif topic == Topic.RULES:
        _print_ledger((described.box_spec.file.parent / "RULES.md").read_text(encoding="utf-8"))
    elif topic == Topic.BOX:
        table = Table("entry", "value", "evidence", "source or constraint")
        for entry in described.box_spec.evidence():
            table.add_row(entry.key, str(entry.value), entry.evidence, entry.reason)
        out.print(table)
    else:
        page = _page(described)
        observation = described.observation(count)
        out.print(
            Markdown(
                f"{page}\n\n## Actions\n\n{described.actions.table()}\n\n"
                f"## Observation ({count} players)\n\n{observation.table()}"
            )
        )


def _print_ledger(text: str) -> None:
    """A ledger's tables, one rule below the other: five columns are too many for a terminal."""
    prose: list[str] = []
    for line in [*text.splitlines(), "|"]:
        if not line.startswith("|"):
            prose.append(line)
            continue
        out.print(Markdown("\n".join(prose)))
        prose = []
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) > 2 and cells[0] != "id" and set(cells[0]) != {"-"}:
            rule, *notes = cells[1:]
            out.print(Markdown(f"**{cells[0]}** {rule}"))
            out.print(Padding("; ".join(note for note in notes if note), (0, 0, 0, 4)), style="dim")


def _page(game: Game) -> str:
    import importlib

    module = importlib.import_module(f"hustings.envs.{game.name}_v{game.version}")
    return (module.__doc__ or "").strip()


def _description(game: Game, players: int) -> dict[str, Any]:
    def blocks(layout: Any) -> list[dict[str, Any]]:
        return [block._asdict() for block in layout]

    return {
        "name": game.name,
        "version": game.version,
        "title": game.title,
        "player_counts": game.player_counts,
        "players": players,
        "actions": blocks(game.actions),
        "observation": blocks(game.observation(players)),
        "options": game.box_spec.option_values(game.box_spec.load()),
        "box": [entry._asdict() for entry in game.box_spec.evidence()],
    }


class Place(NamedTuple):
    """Where a table in the browser is laid: the options of commands that lay one."""

    host: Annotated[str, typer.Option(help="The address that the browser's table listens to.")] = "127.0.0.1"
    port: Annotated[int, typer.Option(help="Its port; 0 for one that is free.")] = 0
    show: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the first page in this machine's browser.")
    ] = False
    explain: Annotated[
        str | None, typer.Option(help="An agent that says on the page what it thinks, such as search.")
    ] = None


ReplayFile = Annotated[Path | None, typer.Option(help="Write the game to this replay file.")]


@app.command()
@with_deal
@with_options("place", Place)
def play(
    game: GameName,
    deal: Deal,
    place: Place,
    seats: Annotated[
        str,
        typer.Option(help="Who sits where, by comma: human, greedy, search, policy, a policy folder, ..."),
    ] = "human,greedy,greedy,greedy",
    replay: ReplayFile = None,
    pause: Annotated[bool, typer.Option("--pause", help="Wait for Enter after each round of bots.")] = False,
    browser: Annotated[
        bool, typer.Option("--browser", help="In the browser: a secret link for each person.")
    ] = False,
) -> None:
    """Play a game in the terminal or in the browser, or watch bots play."""
    from ...agents.specs import split_specs

    if browser:
        if pause:
            raise HustingsError("--pause belongs to the terminal; on the page there is a button")
        _serve(GAMES[game], split_specs(seats), place, replay_out=replay, **deal.said())
        return
    if place != Place():
        raise HustingsError("--host, --port, --open and --explain belong to --browser; give that, too")
    from ..play import play as run

    run(GAMES[game], split_specs(seats), replay_out=replay, pause=pause, console=out, **deal.said())


@app.command()
@with_deal
@with_options("place", Place)
def watch(
    game: GameName,
    deal: Deal,
    place: Place,
    seats: Annotated[str | None, typer.Option(help="Who sits where; none: greedy at all seats.")] = None,
    replay: ReplayFile = None,
) -> None:
    """Watch bots play in the browser, as any of them sees it, with pause and step."""
    from ...agents.specs import split_specs

    described = GAMES[game]
    sitting = split_specs(seats) if seats else ["greedy"] * min(described.player_counts)
    if "human" in sitting:
        raise HustingsError("watch is for bots alone; to sit down: hustings play --browser")
    _serve(described, sitting, place, replay_out=replay, **deal.said())


def _serve(game: Game, seats: list[str], place: Place, **given: Any) -> None:
    with extra("play", "a table in the browser"):
        from ..browser.serve import serve

    serve(game, seats, console=out, **place._asdict(), **given)


@app.command()
@with_deal
def tournament(
    game: GameName,
    deal: Deal,
    agents: Annotated[
        str,
        typer.Option(help="By comma: random, greedy, search:iterations=400, a policy folder, module:name."),
    ],
    games: Annotated[int, typer.Option(help="How many games, rounded up to whole sets of seatings.")] = 1000,
    players: Players = None,
    ray: Ray = None,
    as_json: AsJson = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the result into this PNG file.")] = None,
) -> None:
    """Let agents play each other: every deal in all seatings, with 95 % intervals and ratings.

    Where a deal has more than 36 distinct seatings, a balanced part of them is played.
    """
    from ...agents.specs import split_specs
    from ..evaluation.plot import check_plot_path
    from ..evaluation.plot import plot as draw
    from ..evaluation.tournaments import tournament as run

    if plot is not None:
        check_plot_path(plot)
    with _apart(ray), _progress("games", hidden=as_json) as advance:
        result = run(
            GAMES[game],
            split_specs(agents),
            games,
            num_players=players,
            ray=ray,
            on_progress=advance,
            **deal.said(),
        )
    if as_json:
        _print_json(result.as_json())
    else:
        out.print(result.table())
    if plot is not None:
        draw(result, plot)
        err.print(f"wrote {plot}")
    if result.stopped:
        raise typer.Exit(130)


@app.command()
@with_deal
def leaderboard(
    game: GameName,
    deal: Deal,
    games: Annotated[int | None, typer.Option(help="How many games; without it 1,000.")] = None,
    players: Players = None,
    agents: Annotated[
        str | None, typer.Option(help="By comma, as in `tournament`; without it all bots and the searches.")
    ] = None,
    exploit: Annotated[
        int | None,
        typer.Option(
            metavar="GAMES", help="See also what a search wins from copies of each, in so many games."
        ),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--out", help="Save the leaderboard with its games in this JSON file.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with that file, if it is there.")] = False,
    source: Annotated[
        Path | None, typer.Option("--from", help="Show the leaderboard in this file; nothing is played.")
    ] = None,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Show a game's leaderboard, or play one: who is how good, and who ends ahead of whom.

    With a game alone it shows the leaderboard that comes with hustings, at once and the same for everybody,
    since playing a full one with searches can take an hour. Say what to play, --games 400, and it is played.
    """
    from ..evaluation.leaderboard.storage import load, saved

    given = {
        "games": games,
        "num_players": players,
        "agents": agents,
        "ray": ray,
        "exploit": exploit,
        "out": file,
    }
    given |= deal.said()
    given = {name: value for name, value in given.items() if value is not None}
    described = GAMES[game]
    if source is not None:
        if given or resume:
            raise HustingsError("--from shows what was played; leave out what to play, or leave out --from")
        _show(load(source, described), as_json)
    elif given or resume:
        _play_leaderboard(described, given, resume, as_json)
    else:
        board = saved(described)
        if board is None:
            raise HustingsError(
                f"no leaderboard of {described.title} comes with hustings; play one: "
                f"hustings leaderboard {game} --games 400"
            )
        _show(board, as_json)


def _play_leaderboard(game: Game, given: dict[str, Any], resume: bool, as_json: bool) -> None:
    from ...agents.specs import split_specs
    from ..evaluation.leaderboard.season import leaderboard as run

    if resume and "out" not in given:
        raise HustingsError("--resume: say which file to go on with, --out FILE")
    if "agents" in given:
        given["agents"] = split_specs(given["agents"])
    with _apart(given.get("ray")), _progress("games", hidden=as_json) as advance:
        board = run(game, resume=resume, on_progress=advance, **given)
    if board.result.games or not board.result.stopped:
        _show(board, as_json)
    if board.result.stopped:
        kept = f"{board.result.games:,} games are kept"
        if "out" in given:
            kept += f"; go on with: hustings leaderboard {game.name} --out {given['out']} --resume"
        err.print(f"stopped; {kept}", highlight=False, soft_wrap=True)
        raise typer.Exit(130)
    if "out" in given:
        err.print(f"wrote {given['out']}", highlight=False, soft_wrap=True)


def _show(result: Any, as_json: bool) -> None:
    if as_json:
        _print_json(result.as_json())
    else:
        out.print(result.table())


AgentName = Annotated[
    str, typer.Argument(metavar="AGENT", help="A bot, search:iterations=400, a policy folder, module:name.")
]


@app.command()
@with_deal
def evaluate(
    agent: AgentName,
    game: GameName,
    deal: Deal,
    games: Annotated[int, typer.Option(help="How many games, rounded up to whole deals.")] = 1000,
    players: Players = None,
    agents: Annotated[
        str | None, typer.Option(help="The field, by comma; without it that of the leaderboard.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Put an agent into a game's field: its place, whom it beats and who beats it, its time a move.

    Only games in which it sits are played.
    """
    from ...agents.specs import split_specs
    from ..evaluation.evaluations import evaluate as run

    field = split_specs(agents) if agents is not None else None
    with _progress("games", hidden=as_json) as advance:
        result = run(
            agent,
            GAMES[game],
            games=games,
            agents=field,
            num_players=players,
            on_progress=advance,
            **deal.said(),
        )
    _show_played(result, as_json)


@app.command()
@with_deal
def exploit(
    agent: AgentName,
    game: GameName,
    deal: Deal,
    games: Annotated[int, typer.Option(help="How many games, rounded up to whole deals.")] = 400,
    search: Annotated[
        str, typer.Option(metavar="NAME=VALUE,...", help="Settings of the search: iterations=400,win=1.")
    ] = "",
    players: Players = None,
    as_json: AsJson = False,
) -> None:
    """Let a search play one seat against copies of an agent in all the others.

    What it wins above its fair share is a lower bound on what a best response wins.
    """
    from ...agents.specs import settings_of
    from ..evaluation.exploits import exploit as run

    settings = settings_of(search, "--search")
    with _progress("games", hidden=as_json) as advance:
        result = run(
            agent,
            GAMES[game],
            games=games,
            search=settings,
            num_players=players,
            on_progress=advance,
            **deal.said(),
        )
    _show_played(result, as_json)


def _show_played(measured: Any, as_json: bool) -> None:
    """Print what was measured; exit as for an interrupt where it was stopped."""
    _show(measured, as_json)
    if measured.result.stopped:
        raise typer.Exit(130)


def _apart(ray: str | None) -> contextlib.AbstractContextManager[Any]:
    """Ray says on standard output which node died; that is kept apart from results."""
    return contextlib.nullcontext() if ray is None else contextlib.redirect_stdout(sys.stderr)


class _progress:  # noqa: N801 (used as a function)
    """A bar on standard error once two seconds have passed: `advance(done, total)` moves it."""

    def __init__(self, what: str, hidden: bool = False):
        self._what, self._hidden = what, hidden or not err.is_terminal
        self._begin = time.monotonic()
        self._bar: Any = None

    def __enter__(self):
        return self.advance

    def advance(self, done: int, total: int) -> None:
        if self._hidden or time.monotonic() - self._begin < 2:
            return
        if self._bar is None:
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn(self._what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=err, transient=True)
            self._bar.start()
            self._task = self._bar.add_task(self._what, total=total)
        self._bar.update(self._task, completed=done, total=total)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


@app.command()
@with_deal
def train(
    game: GameName,
    deal: Deal,
    folder: Annotated[
        Path, typer.Option("--out", help="Folder of the run; it must be new, unless --resume.")
    ],
    steps: Annotated[int | None, typer.Option(help="Stop after so many decisions of the learner.")] = None,
    minutes: Annotated[float | None, typer.Option(help="Stop after so long.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the last checkpoint in the folder.")
    ] = False,
    players: Annotated[
        str | None,
        typer.Option("--players", "-n", help="Number of players; any: for tables of every size."),
    ] = None,
    ray: Ray = None,
    workers: Annotated[
        int | None, typer.Option(help="With --ray: how many workers play; what is learnt depends on it.")
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
        from ..learning.settings import load_settings, settings_for
    given: dict[str, Any] = {
        "steps": steps,
        "minutes": minutes,
        "num_players": _table(players),
        "workers": workers,
    }
    given = {name: value for name, value in given.items() if value is not None}
    given |= deal.said() | _settings(setting)
    if resume:  # what is not said again stays as it was, but a new limit takes the old one's place
        limits = {"steps": None, "minutes": None} if steps or minutes else {}
        settings = load_settings(folder, **{**limits, **given})
    else:
        settings = settings_for(game, **{"minutes": None if steps else 10.0, **given})
    if settings.game != game:
        raise HustingsError(f"{folder} is a run of {settings.game}, not of {game}; name the right one")
    console = Console(quiet=True) if as_json else err
    with _apart(ray):
        result = run(settings, folder, resume, console=console, ray=ray)
    if as_json:
        _print_json(asdict(result) | {"policy": str(result.policy)})
    else:
        out.print(result.table())
    if result.stopped:
        again = f"hustings train {game} --out {folder} --resume" + (f" --ray {ray}" if ray else "")
        err.print(f"stopped; go on with: {again}", soft_wrap=True)
        raise typer.Exit(130)


def _table(players: str | None) -> int | str | None:
    """What `--players` of `train` says: a number, or "any"."""
    return int(players) if players is not None and re.fullmatch(r"-?\d{1,9}", players) else players


def _settings(pairs: list[str] | None) -> dict[str, Any]:
    """Settings from NAME=VALUE, checked against the names of TrainSettings."""
    from ..learning.settings import TrainSettings

    known = {item.name for item in fields(TrainSettings)} - {"game"}
    values = _options(pairs)
    for name, value in values.items():
        if name not in known:
            raise HustingsError(f"--set {name}: no such setting; choose from {', '.join(sorted(known))}")
        if isinstance(value, list):
            values[name] = tuple(value)
    return values


@app.command()
def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME...]", help="None: all of them.")] = None,
    players: Players = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="Time for each figure.")] = 3.0,
    start: Annotated[
        bool, typer.Option("--start", help="Measure the first compilation and a later start too.")
    ] = False,
    search: Annotated[
        bool, typer.Option("--search", help="Measure searches instead, beside OpenSpiel's where installed.")
    ] = False,
    training: Annotated[
        bool,
        typer.Option("--training", help="Measure training instead, beside SB3's tutorial."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure decisions per second on this machine."""
    from ..benchmarks import games as measure
    from ..machine import machine

    chosen = [GAMES[name] for name in games or GAMES]
    if training:
        _bench_training(chosen, players, seconds, as_json)
        return
    if search:
        _bench_search(chosen, players, seconds, as_json)
        return
    rows: dict[str, dict[str, Any]] = {}
    threads = int(machine()["cores"])
    for game in chosen:
        count = game.check_players(players)
        err.print(f"measuring {game.title} with {count} players ...")
        rows[game.name] = {"players": count, **measure.bench_game(game, count, seconds, threads)}
        if start:
            compiling, later = measure.start_seconds(game)
            rows[game.name] |= {"first_compilation_s": compiling, "later_start_s": later}
    four = measure.connect_four_speed(seconds)
    if as_json:
        _print_json({"machine": machine(), "games": rows, "pettingzoo_connect_four_env": four})
        return
    table = Table("decisions/s", *rows, *(["PettingZoo connect_four"] if four else []))
    for name in next(iter(rows.values())):
        cells = [_figure(row[name]) for row in rows.values()]
        table.add_row(name.replace("_", " "), *cells, *([f"{four:,.0f}"] if four and name == "env" else []))
    out.print(table)
    facts = machine()
    out.print(", ".join(f"{key} {value}" for key, value in facts.items()))
    if four is None:
        out.print("PettingZoo's connect_four is not installed: pip install 'hustings[bench]' to compare")


def _bench_search(chosen: list[Game], players: int | None, seconds: float, as_json: bool) -> None:
    """Print how many decisions a second searches simulate on one thread."""
    from ..benchmarks import search as bench_search
    from ..machine import machine

    rows = {}
    for game in chosen:
        count = game.check_players(players)
        err.print(f"measuring searches of {game.title} with {count} players ...")
        rows[game.name] = {"players": count, **bench_search.search_speeds(game, count, seconds)}
    others = bench_search.openspiel_speeds(seconds)
    if as_json:
        _print_json({"machine": machine(), "games": rows, "openspiel_ismcts": others})
        return
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    table = Table("simulated decisions/s, one thread", *rows)
    for name in names:
        table.add_row(name, *(_figure(row[name]) if name in row else "" for row in rows.values()))
    out.print(table)
    if others is None:
        out.print("OpenSpiel is not installed: pip install 'hustings[openspiel]' to compare")
    else:
        said = ", ".join(f"{name} {_figure(value)}" for name, value in others.items())
        out.print(f"OpenSpiel's C++ ISMCTSBot, random playouts: {said}", highlight=False)
    out.print(", ".join(f"{key} {value}" for key, value in machine().items()))


def _bench_training(chosen: list[Game], players: int | None, seconds: float, as_json: bool) -> None:
    """Print how many decisions a second are learnt from on one thread, and what the time is spent on."""
    from ..machine import machine

    with extra("train", "training"):
        from ..benchmarks import training as bench_training
    rows: dict[str, dict[str, Any]] = {}
    for game in chosen:
        count = game.check_players(players)
        for name, network in bench_training.NETWORKS.items():
            err.print(f"measuring training of {game.title}, network {name} ...")
            figures = bench_training.training_speed(game, count, seconds, **network)
            rows[f"{game.name}, {name}"] = {"players": count, **figures}
    tutorial = bench_training.tutorial_speed(seconds)
    if as_json:
        facts = machine()
        _print_json({"machine": facts, "training": rows, "stable_baselines3_connect_four": tutorial})
        return
    parts = bench_training.PARTS
    table = Table("learner's decisions/s, one thread", "", *(f"{part} %" for part in parts))
    for name, row in rows.items():
        table.add_row(name, _figure(row["decisions"]), *(f"{100 * row[part]:.0f}" for part in parts))
    out.print(table)
    if tutorial is None:
        out.print("PettingZoo's connect_four is not installed: pip install 'hustings[bench]' to compare")
    else:
        out.print(f"Stable-Baselines3's connect-four tutorial: {tutorial:,.0f} steps/s", highlight=False)
    out.print(", ".join(f"{key} {value}" for key, value in machine().items()))


def _figure(value: float) -> str:
    return f"{value:,.2f}" if isinstance(value, float) and value < 1000 else f"{value:,.0f}"


@app.command()
@with_deal
def picture(
    game: GameName,
    deal: Deal,
    path: Annotated[Path, typer.Option("--out", help="The new file, an SVG or a PNG.")],
    seats: Annotated[
        str | None, typer.Option(help="Who sits where, by comma; none: greedy at all seats.")
    ] = None,
    moves: Annotated[int, typer.Option(help="How many decisions are played first.")] = 0,
    seat: Annotated[int | None, typer.Option(help="Whose view; none: everything.")] = None,
) -> None:
    """Draw a position of a game among agents."""
    from ...agents.specs import split_specs
    from ..pictures import draw_position

    described = GAMES[game]
    sitting = split_specs(seats) if seats else ["greedy"] * min(described.player_counts)
    draw_position(described, sitting, path, moves=moves, seat=seat, **deal.said())
    err.print(f"wrote {path}")


@app.command()
@with_deal
def record(
    game: GameName,
    deal: Deal,
    agents: Annotated[str, typer.Option(help="By comma, as in `tournament`.")],
    file: Annotated[Path, typer.Option("--out", help="The new Parquet file.")],
    games: Annotated[int, typer.Option(help="How many games, rounded up to whole sets of seatings.")] = 1000,
    players: Players = None,
    reward: Annotated[str, typer.Option(help="The kind of the payoffs: rank, win or margin.")] = "rank",
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Let agents play each other and write every decision into a Parquet file.

    A row has what the seat on turn saw, what it could do, what it did and what it was paid;
    `hustings.training.Recording` loads them.
    """
    from ...agents.specs import split_specs
    from ..datasets import record as run

    with _apart(ray), _progress("games", hidden=as_json) as advance:
        done = run(
            GAMES[game],
            split_specs(agents),
            games,
            file,
            num_players=players,
            reward=reward,
            ray=ray,
            on_progress=advance,
            **deal.said(),
        )
    if as_json:
        _print_json(asdict(done) | {"path": str(done.path)})
        return
    rate, writing = done.decisions / done.seconds, done.writing / done.seconds
    out.print(
        f"wrote {done.path}: {done.decisions:,} decisions of {done.games:,} games, "
        f"{done.size / 1e6:,.1f} MB; {rate:,.0f} decisions/s, writing took {writing:.0%} of the time",
        highlight=False,
        soft_wrap=True,
    )


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A replay file.")],
    verify: Annotated[bool, typer.Option("--verify", help="Only check that it leads where it says.")] = False,
    box: BoxFile = None,
    board: Annotated[bool, typer.Option("--board", help="Show the table after every move.")] = False,
    page: Annotated[Path | None, typer.Option("--html", help="A new file: the game for the browser.")] = None,
    explain: Annotated[
        str | None, typer.Option(help="With --html: an agent that says what it thinks of every decision.")
    ] = None,
) -> None:
    """Step through a replay, verify it, or make a page of it."""
    from ...envs.core.api.replay import Replay
    from ...envs.core.errors import ReplayError

    recorded = Replay.load(file)
    try:
        game = GAMES[recorded.game]
        if verify + board + (page is not None) > 1:
            raise HustingsError("--verify, --board and --html exclude each other; give one of them")
        if explain is not None and page is None:
            raise HustingsError("--explain belongs to --html FILE; give that, too")
        if verify:
            recorded.verify(game, box)
            ended = f"final points {recorded.scores}" if recorded.scores else "not played to the end"
            out.print(f"{file}: {len(recorded.moves)} moves of {game.title}, {ended}")
            return
        if page is not None:
            from ..browser.replays import replay_page, write_replay_page

            write_replay_page(page, lambda: replay_page(recorded, game, box, explain=explain))
            err.print(f"wrote {page}")
            return
        _step_through(recorded, game, box, board)
    except HustingsError as error:
        raise ReplayError(f"{file}: {error}") from None


def _step_through(recorded: Any, game: Game, box: Path | None, board: bool) -> None:
    """Print the moves; in a terminal, one for each press of Enter."""
    batch = recorded.deal(game, box)
    wait = sys.stdin.isatty() and out.is_terminal
    if wait:
        out.print("Enter for the next move, q and Enter to stop")
    out.print(batch.board(0), markup=False, highlight=False)
    for number, (seat, _, words) in enumerate(recorded.play(batch), 1):
        if number > 1 and board:
            out.print(batch.board(0), markup=False, highlight=False)
        name = recorded.agents[seat] if seat < len(recorded.agents) else ""
        out.print(
            f"{number:4d}  player_{seat} {name and f'({name})'}: {words}", markup=False, highlight=False
        )
        if wait and _stops():
            return
    out.print(batch.board(0), markup=False, highlight=False)
    if recorded.scores is not None:
        out.print(f"final points {recorded.scores}", highlight=False)


def _stops() -> bool:
    """Whether a person wants to stop here, or there is nothing more to read."""
    try:
        return input().strip().lower() == "q"
    except EOFError:
        return True


@app.command()
def warmup(games: Annotated[list[str] | None, typer.Argument(metavar="[GAME...]")] = None) -> None:
    """Compile games and their bots ahead of time on all cores, once per machine."""
    from ..warmup import warm_up

    for name, seconds in warm_up([GAMES[name].name for name in games or GAMES]):
        out.print(f"{GAMES[name].title} is ready after {seconds:.1f} s", highlight=False)


if __name__ == "__main__":
    main()
