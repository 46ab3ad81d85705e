"""Before a match: a page on which whoever has its secret link chooses who plays what."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ...agents import names
from ...agents.bots import RANDOM, what_it_does
from ...agents.policy import POLICY, has_policy
from ...agents.registration import MAKERS
from ...agents.specs import HUMAN, SEARCHES, person_name
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from .pages import links_page, lobby_page
from .requests import Handler, Rejected, application, check_origin, fields_of, is_secret, new_secret
from .web import WebApp

USUAL = 4  # players, where the game takes as many
_LONGEST_SEED = 20  # digits of a number of 64 bits

Lay = Callable[[Game, Sequence[str], int | None], tuple[WebApp, list[str]]]
"""From a game, who sits in its seats, and a seed to the match, and the address of each of its links."""


class Lobby:
    """A web application that is a form until a match is begun, and then that match.

    Only agents that come with hustings can be chosen: a form names no code, program, server or file.

    Args:
        games: to choose from.
        lay: deals; HustingsError, in a line, for what does not fit.
        seed: what stands in the field for it at first.
        on_loopback: as for `WebApp`.

    Attributes:
        secret: of the lobby's own link, which leads to those of all seats once the match is begun.
        match: the match, once it is begun.
    """

    def __init__(self, games: Sequence[Game], lay: Lay, *, seed: int | None = None, on_loopback: bool = True):
        self._games, self._lay, self._seed = {game.name: game for game in games}, lay, seed
        self._on_loopback = on_loopback
        self.secret = new_secret()
        self.match: WebApp | None = None
        self._served: ASGIApp | None = None
        self._addresses: list[str] = []
        self._dealing = asyncio.Lock()
        self._closed = False

    def close(self) -> None:
        """Stop the bots of the match, if there is one, and close its pages."""
        self._closed = True
        if self.match is not None:
            self.match.close()

    def starlette(self) -> ASGIApp:
        """The application, for a server."""
        handlers: list[Handler] = [("GET", "", self._page), ("POST", "", self._begin)]
        own = application(handlers, self._lifespan, on_loopback=self._on_loopback)

        async def served(scope: Scope, receive: Receive, send: Send) -> None:
            its = scope["type"] == "lifespan" or is_secret(scope["path"], f"/{self.secret}")
            await (own if its or self._served is None else self._served)(scope, receive, send)

        return served

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as self._running:
            yield

    def _check_link(self, request: Request) -> None:
        if not is_secret(request.path_params["secret"], self.secret):
            raise Rejected(404, "This link leads nowhere; use the one that was printed at the start.")
        request.state.link = self.secret  # the connection is not a stranger's

    # --- The form --------------------------------------------------------------------------------

    async def _page(self, request: Request) -> Response:
        self._check_link(request)
        if self.match is not None:
            return HTMLResponse(self._links(self.match))
        game = self._games.get(request.query_params.get("game", ""), next(iter(self._games.values())))
        return HTMLResponse(self._form(game, {}))

    def _form(self, game: Game, given: dict[str, str], wrong: str = "") -> str:
        """The page with what was filled in, and in one line what is wrong with it."""
        counts = sorted(game.player_counts)
        usual = str(USUAL if USUAL in counts else counts[0])
        whose = [HUMAN, *["greedy" if "greedy" in names(game) else RANDOM] * (counts[-1] - 1)]
        seats = [(given.get(f"who{i}", who), given.get(f"name{i}", "")) for i, who in enumerate(whose)]
        return lobby_page({
            "title": game.title,
            "games": [(one.name, one.title) for one in self._games.values()],
            "game": game.name,
            "place": f"/{self.secret}",
            "counts": counts,
            "players": given.get("players", usual),
            "seats": seats,
            "agents": agents_of(game),
            "seed": given.get("seed", "" if given or self._seed is None else str(self._seed)),
            "wrong": wrong,
        })  # fmt: skip

    def _links(self, match: WebApp) -> str:
        """The page with the links of the match that is begun."""
        named, whose = match.match.named, []
        for viewer in match.links:
            name = "" if viewer is None else named.get(viewer, "")
            whose.append("To watch" if viewer is None else f"Seat {viewer + 1}" + f", {name}" * bool(name))
        paths = [f"/{secret}" for secret in match.links.values()]
        return links_page(match.match.game.title, list(zip(whose, paths, self._addresses, strict=True)))

    # --- The beginning ---------------------------------------------------------------------------

    async def _begin(self, request: Request) -> Response:
        self._check_link(request)
        check_origin(request)
        given = await fields_of(request)
        game = self._games.get(given.get("game", ""), next(iter(self._games.values())))
        async with self._dealing:  # of two clicks the second finds the match that the first has begun
            if self.match is None:
                try:
                    await self._open(game, seats_of(game, given), seed_of(given))
                except HustingsError as error:
                    return HTMLResponse(self._form(game, given, str(error)), 409)
        assert self.match is not None
        alone = len(self.match.links) == 1
        return RedirectResponse(f"/{next(iter(self.match.links.values())) if alone else self.secret}", 303)

    async def _open(self, game: Game, seats: list[str], seed: int | None) -> None:
        """Deal, and serve the match from now on."""
        match, self._addresses = await asyncio.to_thread(self._lay, game, seats, seed)
        served = match.starlette()
        await self._running.enter_async_context(served.router.lifespan_context(served))
        self.match, self._served = match, served
        if self._closed:
            match.close()


def agents_of(game: Game) -> dict[str, str]:
    """Who may be chosen for a seat beside people, and what they do: what comes with hustings alone."""
    does = {
        name: MAKERS[name].does if name in MAKERS else what_it_does(name, game.name) for name in names(game)
    }
    if has_policy(game):
        does[POLICY] = MAKERS[POLICY].does
    return does | {name: MAKERS[name].does for name in SEARCHES if name != "strong" or has_policy(game)}


def seats_of(game: Game, given: dict[str, str]) -> list[str]:
    """Who sits in each seat, as a form says; HustingsError, in a line for whoever fills it in."""
    number = given.get("players", "")
    if number not in map(str, game.player_counts):
        raise HustingsError(f"{game.title} takes {game.player_numbers} players; choose how many.")
    return [
        _seat(game, given.get(f"who{seat}", ""), given.get(f"name{seat}", "").strip(), f"Seat {seat + 1}")
        for seat in range(int(number))
    ]


def _seat(game: Game, who: str, name: str, where: str) -> str:
    if who == HUMAN:
        spec = f"{HUMAN}:{name}" if name else HUMAN
        with contextlib.suppress(HustingsError):
            person_name(spec)
            if "," not in name:
                return spec
        raise HustingsError(
            f"{where}: a name has at most 16 letters, without = < > & and commas, and is not a seat's, "
            "such as player_1; choose another."
        )
    if who not in agents_of(game):
        raise HustingsError(f"{where}: nobody was chosen; choose a person or one of the list.")
    return who


def seed_of(given: dict[str, str]) -> int | None:
    """The seed that a form gives, None for a new one; HustingsError, in a line for whoever fills it in."""
    seed = given.get("seed", "").strip()
    if not seed:
        return None
    if not (seed.isascii() and seed.isdecimal() and len(seed) <= _LONGEST_SEED and int(seed) < 2**64):
        raise HustingsError("The seed is a whole number from 0 on, below 2^64; or leave it empty.")
    return int(seed)
