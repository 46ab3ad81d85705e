"""Commands that play or show one game: play, watch, replay, picture."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...envs import GAMES, HustingsError
from ...envs.core.errors import extra
from .options import BoxFile, Deal, GameName, Page, ReplayFile, SeatAgents, with_deal, with_page
from .output import err, out

if TYPE_CHECKING:
    from ...envs.core.engine.game import Game


_SEATS = "human,greedy,greedy,greedy"


@with_deal
@with_page
def play(
    deal: Deal,
    page: Page,
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A name that `hustings games` lists.")
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            help="Who has each seat, by comma: human, human:Anna, greedy, search, policy, a folder, ... "
            f"Default: {_SEATS}."
        ),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option(
            help="Write the game to this replay file. Default, with people: one in your own folder."
        ),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with the game in this replay file, which was stopped.")
    ] = None,
    pause: Annotated[bool, typer.Option("--pause", help="Wait for Enter after each round of bots.")] = False,
    browser: Annotated[
        bool, typer.Option("--browser", help="Play in the browser: each person gets a secret link.")
    ] = False,
) -> None:
    """Play a game in the terminal or in the browser, or watch bots play."""
    from ...agents.spec_lists import split_specs

    if browser and pause:
        raise HustingsError("--pause is for the terminal; the page has a button for it")
    if not browser and page != Page():
        raise HustingsError("--host, --port, --open and --explain go with --browser; give that, too")
    given = deal.given()
    if resume is not None:
        if game or replay or deal.seed is not None or deal.option:
            raise HustingsError(
                "--resume goes on with the game in the file, and writes on there; "
                "leave out GAME, --replay, --seed and --option"
            )
        described, agents, given = _stopped_game(resume, seats, given)
    elif game is None:
        raise HustingsError(f"name a game: {', '.join(GAMES)}; or a stopped one with --resume FILE")
    else:
        described, agents = GAMES[game], split_specs(seats or _SEATS)
        given["replay_out"] = replay or _own_replay(described.name, agents)
    if browser:
        _serve(described, agents, page, **given)
        return
    from ..play import play as run

    run(described, agents, pause=pause, console=out, **given)


def _stopped_game(
    file: Path, seats: str | None, given: dict[str, Any]
) -> tuple["Game", list[str], dict[str, Any]]:
    """The game in a replay file, who plays on, and the arguments for whoever lets them play."""
    from ...agents.spec_lists import split_specs
    from ...envs.core.api.replay import Replay
    from ...envs.core.errors import ReplayError
    from ..play import seats_to_resume

    stopped = Replay.load(file)
    try:
        described = GAMES[stopped.game]
        agents = seats_to_resume(stopped, None if seats is None else split_specs(seats))
        stopped.verify(described, given.get("box"))
    except HustingsError as error:
        raise ReplayError(f"{file}: {error}") from None
    return described, agents, {**given, "resume": stopped, "replay_out": file}


def _own_replay(game: str, seats: list[str]) -> Path | None:
    """A file for a game of people, so that it can go on if it is stopped."""
    from ...agents.specs import is_person
    from ..kept import own_replay

    return own_replay(game) if any(map(is_person, seats)) else None


@with_deal
@with_page
def watch(
    game: GameName,
    deal: Deal,
    page: Page,
    seats: SeatAgents = None,
    replay: ReplayFile = None,
) -> None:
    """Watch bots play in the browser, from any seat's view, with pause and step."""
    agents = _agents(GAMES[game], seats)
    if any(spec.partition(":")[0] == "human" for spec in agents):
        raise HustingsError("watch is for bots alone; to take a seat: hustings play --browser")
    _serve(GAMES[game], agents, page, replay_out=replay, **deal.given())


def _agents(game: "Game", seats: str | None) -> list[str]:
    """An agent for each seat."""
    from ...agents.spec_lists import split_specs

    return split_specs(seats) if seats else ["greedy"] * min(game.player_counts)


def _serve(game: "Game", seats: list[str], page: Page, **given: Any) -> None:
    with extra("play", "a game in the browser"):
        from ..browser.serve import serve

    serve(game, seats, console=out, **page._asdict(), **given)


def replay(
    file: Annotated[Path, typer.Argument(help="A replay file.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Only check that its moves lead to the end it states.")
    ] = False,
    box: BoxFile = None,
    board: Annotated[bool, typer.Option("--board", help="Show the board after every move.")] = False,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write the game to this new file, a page for the browser.")
    ] = None,
    explain: Annotated[
        str | None, typer.Option(help="With --html: an agent that says what it thinks of every decision.")
    ] = None,
) -> None:
    """Step through a replay, verify it, or make a page of it."""
    from ...envs.core.api.replay import Replay
    from ...envs.core.engine.interpreting import unhurried
    from ...envs.core.errors import ReplayError

    recorded = Replay.load(file)
    try:
        if verify + board + (html is not None) > 1:
            raise HustingsError("--verify, --board and --html exclude each other; give one of them")
        if explain is not None and html is None:
            raise HustingsError("--explain goes with --html FILE; give that, too")
        with unhurried():
            game = GAMES[recorded.game]
            if verify:
                _verify(file, recorded, game, box)
            elif html is not None:
                _write_page(html, recorded, game, box, explain)
            else:
                _step_through(recorded, game, box, board)
    except HustingsError as error:
        raise ReplayError(f"{file}: {error}") from None


def _verify(file: Path, recorded: Any, game: "Game", box: Path | None) -> None:
    recorded.verify(game, box)
    ended = f"final points {recorded.scores}" if recorded.scores else "not played to the end"
    out.print(f"{file}: {len(recorded.moves)} moves of {game.title}, {ended}")


def _write_page(html: Path, recorded: Any, game: "Game", box: Path | None, explain: str | None) -> None:
    from ..browser.replays import replay_page, write_replay_page

    write_replay_page(html, lambda: replay_page(recorded, game, box, explain=explain))
    err.print(f"wrote {html}")


def _step_through(recorded: Any, game: "Game", box: Path | None, board: bool) -> None:
    """Print the moves; in a terminal, one for each press of Enter."""
    batch = recorded.deal(game, box)
    wait = sys.stdin.isatty() and out.is_terminal
    out.print(batch.board(0), markup=False, highlight=False)
    if wait:
        out.print("Enter for the next move, q and Enter to stop")
    for number, (seat, _, words) in enumerate(recorded.play(batch), 1):
        if number > 1 and board:
            out.print(batch.board(0), markup=False, highlight=False)
        name = recorded.agents[seat] if seat < len(recorded.agents) else ""
        out.print(
            f"{number:4d}  player_{seat} {name and f'({name})'}: {words}", markup=False, highlight=False
        )
        if wait and _quits():
            return
    out.print(batch.board(0), markup=False, highlight=False)
    if recorded.scores is not None:
        out.print(f"final points {recorded.scores}", highlight=False)


def _quits() -> bool:
    """Wait for Enter: whether the person wants to stop, or the input has ended."""
    try:
        return input().strip().lower() == "q"
    except EOFError:
        return True


@with_deal
def picture(
    game: GameName,
    deal: Deal,
    path: Annotated[Path, typer.Option("--out", help="The new file, an SVG or a PNG.")],
    seats: SeatAgents = None,
    moves: Annotated[int, typer.Option(help="How many decisions to play first.")] = 0,
    seat: Annotated[int | None, typer.Option(help="Whose view to draw. Default: everything.")] = None,
) -> None:
    """Draw a position from a game among agents."""
    from ..pictures import draw_position

    draw_position(GAMES[game], _agents(GAMES[game], seats), path, moves=moves, seat=seat, **deal.given())
    err.print(f"wrote {path}")
