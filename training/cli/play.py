"""Commands that play one game: play, watch."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...envs import GAMES, HustingsError
from ...envs.core.errors import extra
from .options import Deal, GameName, Page, ReplayFile, SeatAgents, with_deal, with_page
from .output import out

if TYPE_CHECKING:
    from ...envs.core.engine.game import Game


@with_deal
@with_page
def play(
    game: GameName,
    deal: Deal,
    page: Page,
    seats: Annotated[
        str,
        typer.Option(help="Who has each seat, by comma: human, greedy, search, policy, a policy folder, ..."),
    ] = "human,greedy,greedy,greedy",
    replay: ReplayFile = None,
    pause: Annotated[bool, typer.Option("--pause", help="Wait for Enter after each round of bots.")] = False,
    browser: Annotated[
        bool, typer.Option("--browser", help="Play in the browser: each person gets a secret link.")
    ] = False,
) -> None:
    """Play a game in the terminal or in the browser, or watch bots play."""
    from ...agents.spec_lists import split_specs

    if browser:
        if pause:
            raise HustingsError("--pause is for the terminal; the page has a button for it")
        _serve(GAMES[game], split_specs(seats), page, replay_out=replay, **deal.given())
        return
    if page != Page():
        raise HustingsError("--host, --port, --open and --explain go with --browser; give that, too")
    from ..play import play as run

    run(GAMES[game], split_specs(seats), replay_out=replay, pause=pause, console=out, **deal.given())


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
    agents = seat_agents(GAMES[game], seats)
    if "human" in agents:
        raise HustingsError("watch is for bots alone; to take a seat: hustings play --browser")
    _serve(GAMES[game], agents, page, replay_out=replay, **deal.given())


def seat_agents(game: "Game", seats: str | None) -> list[str]:
    """An agent for each seat."""
    from ...agents.spec_lists import split_specs

    return split_specs(seats) if seats else ["greedy"] * min(game.player_counts)


def _serve(game: "Game", seats: list[str], page: Page, **given: Any) -> None:
    with extra("play", "a game in the browser"):
        from ..browser.serve import serve

    serve(game, seats, console=out, **page._asdict(), **given)
