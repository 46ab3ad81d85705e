"""Commands that show a game: replay, review, picture."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...envs import GAMES, HustingsError
from ...envs.core.api.threads import cores
from ...envs.core.text.words import count
from .options import AsJson, BoxFile, Deal, GameName, SeatAgents, with_deal
from .output import Progress, err, exit_if_stopped, out, print_result, tell
from .play import seat_agents

if TYPE_CHECKING:
    from ...envs.core.engine.game import Game


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A replay file.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Only check that its moves lead to the recorded end.")
    ] = False,
    box: BoxFile = None,
    board: Annotated[bool, typer.Option("--board", help="Show the board after every move.")] = False,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write the game to this new file, a page for the browser.")
    ] = None,
    explain: Annotated[
        str | None, typer.Option(help="With --html: an agent that explains every decision.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Draw a position to this new file, an SVG or a PNG.")
    ] = None,
    video: Annotated[
        Path | None, typer.Option(help="Film the game to this new file, a GIF or an MP4.")
    ] = None,
    move: Annotated[
        int | None, typer.Option(help="With --picture: the number of moves played. Default: all.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(help="With --picture, --video: whose view. Default: everything.")
    ] = None,
    width: Annotated[int | None, typer.Option(help="With --picture, --video: pixels. Default: 900.")] = None,
    fps: Annotated[float | None, typer.Option(help="With --video: moves a second. Default: 2.")] = None,
) -> None:
    """Step through a replay, verify it, or make a page, a picture or a film of it."""
    from ...envs.core.api.replay import Replay
    from ...envs.core.engine.interpreting import without_compiling
    from ...envs.core.errors import ReplayError

    ways = {"--verify": verify, "--board": board, "--html": html, "--picture": picture, "--video": video}
    chosen = [way for way, given in ways.items() if given]
    view = {name: value for name, value in (("seat", seat), ("width", width)) if value is not None}
    recorded = Replay.load(file)
    try:
        _check_options(
            chosen,
            ("--explain", explain, ["--html"]),
            ("--move", move, ["--picture"]),
            ("--seat", seat, ["--picture", "--video"]),
            ("--width", width, ["--picture", "--video"]),
            ("--fps", fps, ["--video"]),
        )
        with without_compiling():
            game = GAMES[recorded.game]
            if verify:
                recorded.verify(game, box)
                ended = f"final points {recorded.scores}" if recorded.scores else "not played to the end"
                moves = count(len(recorded.moves), "move")
                out.print(f"{file}: {moves} of {game.title}, {ended}", soft_wrap=True)
            elif html is not None:
                _write_page(html, recorded, game, box, explain)
            elif picture is not None:
                _write_picture(picture, recorded, game, box=box, move=move, **view)
            elif video is not None:
                _write_film(video, recorded, game, box=box, **view, **({} if fps is None else {"fps": fps}))
            else:
                _step_through(recorded, game, box, board)
    except HustingsError as error:
        raise ReplayError(f"{file}: {error}") from None


def _check_options(chosen: list[str], *others: tuple[str, Any, list[str]]) -> None:
    """Raise HustingsError for output options that exclude each other, or options that belong to another.

    Args:
        chosen: the output options that were given.
        others: for each other option its name, its value and the output options it belongs to.
    """
    from ...envs.core.text.words import joined

    if len(chosen) > 1:
        raise HustingsError(f"{joined(chosen)} exclude each other; give one of them")
    for name, value, ways in others:
        if value is not None and not set(ways) & set(chosen):
            raise HustingsError(f"{name} goes with {' or '.join(ways)} FILE; give that, too")


def _write_page(html: Path, recorded: Any, game: "Game", box: Path | None, explain: str | None) -> None:
    from ..browser.replays import replay_page, write_replay_page

    with Progress("moves", hidden=not err.is_terminal) as advance:
        write_replay_page(
            html,
            lambda: replay_page(
                recorded, game, box, explain=explain, processes=min(cores(), 8), advance=advance
            ),
        )
    tell(f"wrote {html}")


def _write_picture(path: Path, recorded: Any, game: "Game", **given: Any) -> None:
    from ..pictures import draw_replay

    draw_replay(recorded, game, path, **given)
    tell(f"wrote {path}")


def _write_film(path: Path, recorded: Any, game: "Game", **given: Any) -> None:
    from ..pictures import film_replay

    with Progress("moves", hidden=not err.is_terminal) as advance:
        film_replay(recorded, game, path, processes=cores(), advance=advance, **given)
    tell(f"wrote {path}")


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
    """Wait for Enter; whether the person wants to stop or the input has ended."""
    try:
        return input().strip().lower() == "q"
    except EOFError:
        return True


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A replay file.")],
    agent: Annotated[
        str, typer.Option(help="The search that judges, such as search:iterations=400.")
    ] = "search",
    seat: Annotated[int | None, typer.Option(help="Whose decisions. Default: everybody's.")] = None,
    top: Annotated[int, typer.Option(help="How many decisions of each seat.")] = 10,
    box: BoxFile = None,
    seed: Annotated[int, typer.Option(help="Seed of the deals in which it plays actions out.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Find the decisions of a replay that cost most: what a search would have done, and by how much.

    It looks at every decision, twice more at those that seem to have cost most,
    and tells what it found in the last look. Ctrl-C shows what is measured by then.
    """
    from ...envs.core.api.replay import Replay
    from ...envs.core.errors import ReplayError
    from ..reviews import review as run

    recorded = Replay.load(file)
    try:
        with Progress("playouts", hidden=as_json) as advance:
            result = run(
                recorded, agent=agent, seat=seat, top=top, box=box and str(box), seed=seed, advance=advance
            )
    except ReplayError as error:
        raise ReplayError(f"{file}: {error}") from None
    print_result(result, as_json)
    exit_if_stopped(result.stopped)


@with_deal
def picture(
    game: GameName,
    deal: Deal,
    path: Annotated[Path, typer.Option("--out", help="The new file, an SVG or a PNG.")],
    seats: SeatAgents = None,
    moves: Annotated[int, typer.Option(help="How many decisions to play first.")] = 0,
    seat: Annotated[int | None, typer.Option(help="Whose view to draw. Default: everything.")] = None,
    width: Annotated[int, typer.Option(help="Pixels across.")] = 900,
) -> None:
    """Draw a position from a game among agents."""
    from ..pictures import draw_position

    agents = seat_agents(GAMES[game], seats)
    draw_position(GAMES[game], agents, path, moves=moves, seat=seat, width=width, **deal.given())
    tell(f"wrote {path}")
