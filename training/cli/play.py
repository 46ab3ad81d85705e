"""Commands that play one game: play, watch, mcp."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...envs import GAMES, HustingsError
from ...envs.core.errors import extra
from .options import BrowserOptions, Deal, GameName, GameOrNone, ReplayFile, SeatAgents, with_deal, with_page
from .output import out

if TYPE_CHECKING:
    from ...envs.core.engine.game import Game


_SEATS = "human,greedy,greedy,greedy"


@with_deal
@with_page
def play(
    deal: Deal,
    page: BrowserOptions,
    game: GameOrNone = None,
    seats: Annotated[
        str | None,
        typer.Option(
            help="Who plays each seat, separated by commas: human, human:Anna, greedy, search, policy, a "
            "folder, ... "
            f"Default: {_SEATS}; with --browser a page on which you choose."
        ),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option(
            help="Write the game to this replay file. Default, with people: one in your own folder."
        ),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Continue the game in this replay file, which was stopped.")
    ] = None,
    pause: Annotated[bool, typer.Option("--pause", help="Wait for Enter after each round of bots.")] = False,
    browser: Annotated[
        bool, typer.Option("--browser", help="Play in the browser: each person gets a secret link.")
    ] = False,
) -> None:
    """Play a game in the terminal or in the browser, or watch bots play."""
    from ...agents.spec_lists import split_specs
    from ...agents.specs import is_person
    from ..kept_replays import own_replay

    if browser and pause:
        raise HustingsError("--pause is for the terminal; the page has a button for it")
    if not browser and page != BrowserOptions():
        raise HustingsError("--host, --port, --open and --explain go with --browser; give that, too")
    given = deal.given()
    if resume is not None:
        if game or replay or deal.seed is not None or deal.option:
            raise HustingsError(
                "--resume goes on with the game in the file, and writes on there; "
                "leave out GAME, --replay, --seed and --option"
            )
        described, agents, given = _stopped_game(resume, seats, given)
    elif browser and seats is None:
        _serve_lobby(game, deal, page, replay)
        return
    elif game is None:
        raise HustingsError(f"name a game: {', '.join(GAMES)}; or a stopped one with --resume FILE")
    else:
        described, agents = GAMES[game], split_specs(_SEATS if seats is None else seats)
        people = any(map(is_person, agents))  # who can go on with their game later
        given["replay_out"] = replay or (own_replay(described.name) if people else None)
    if browser:
        _serve(described, agents, page, **given)
        return
    from ..play import play as run

    run(described, agents, pause=pause, console=out, **given)


def _serve_lobby(game: str | None, deal: Deal, page: BrowserOptions, replay: Path | None) -> None:
    """A page on which to choose who plays what, of one game or of all."""
    if game is None and (deal.option or deal.box or page.explain):
        raise HustingsError(f"--option, --box and --explain are for one game; name it: {', '.join(GAMES)}")
    games = list(GAMES.values()) if game is None else [GAMES[game]]
    with extra("play", "a game in the browser"):
        from ..browser.serve import serve_lobby

    serve_lobby(games, replay_out=replay, console=out, **page._asdict(), **deal.given())


def _stopped_game(
    file: Path, seats: str | None, given: dict[str, Any]
) -> tuple["Game", list[str], dict[str, Any]]:
    """Load a stopped game: its replay, its agents, and the arguments for playing on."""
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


@with_deal
@with_page
def watch(
    game: GameName,
    deal: Deal,
    page: BrowserOptions,
    seats: SeatAgents = None,
    replay: ReplayFile = None,
) -> None:
    """Watch bots play in the browser, from any seat's view, with pause and step."""
    from ...agents.specs import is_person

    agents = seat_agents(GAMES[game], seats)
    if any(map(is_person, agents)):
        raise HustingsError("watch is for bots alone; to take a seat: hustings play --browser")
    _serve(GAMES[game], agents, page, replay_out=replay, **deal.given())


def mcp(
    agents: Annotated[
        str | None,
        typer.Option(
            help="Agents that clients may use although they run your own code or call a service, such as "
            "mine:Bot, separated by commas."
        ),
    ] = None,
) -> None:
    """Serve the games to a language model or another client of the Model Context Protocol."""
    from ...agents.spec_lists import split_specs

    with extra("llm", "a server for MCP"):
        from ..mcp_server import serve
    serve(split_specs(agents) if agents else ())


def seat_agents(game: "Game", seats: str | None) -> list[str]:
    """An agent for each seat."""
    from ...agents.spec_lists import split_specs

    return ["greedy"] * min(game.player_counts) if seats is None else split_specs(seats)


def _serve(game: "Game", seats: list[str], page: BrowserOptions, **given: Any) -> None:
    with extra("play", "a game in the browser"):
        from ..browser.serve import serve

    serve(game, seats, console=out, **page._asdict(), **given)
