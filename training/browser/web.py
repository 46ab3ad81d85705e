"""The table over HTTP: who may look at which page, what may be sent to it, and what it answers."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from .bots import Host
from .match import Refused, Viewer
from .pages import log_lines, parts, security_policy, whole_page, wrong_page

LARGEST = 8192  # bytes that a page may send at once
KEEP_ALIVE = 15.0  # seconds after which something is sent to a page to which nothing happens
AT_LEAST = 0.03  # seconds between two pictures: moves that come faster are told in the log
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": security_policy(),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


class Wrong(Exception):
    """A request that is turned away, with the status and the words of the answer."""

    def __init__(self, status: int, words: str):
        super().__init__(words)
        self.status, self.words = status, words


class Table:
    """A match and the secret links to it.

    Args:
        host: the match and its bots.
        on_loopback: whether the server listens to this machine alone: then it answers to its names only.

    Attributes:
        links: the secret of each seat that a person has, or of None where bots play alone.
    """

    def __init__(self, host: Host, *, on_loopback: bool = True):
        self.host, self.match = host, host.match
        viewers: list[Viewer] = [*self.match.people] or [None]
        self.links = {viewer: secrets.token_urlsafe(18) for viewer in viewers}
        self._on_loopback = on_loopback
        self._parts: dict[Viewer, tuple[int, dict[str, str]]] = {}  # as they were last drawn

    def app(self) -> Starlette:
        """The application; while it runs, bots play."""
        routes = [
            Route("/{secret}", self._answering(self._page), methods=["GET"]),
            Route("/{secret}/events", self._answering(self._events), methods=["GET"]),
            Route("/{secret}/move", self._answering(self._move), methods=["POST"]),
            Route("/{secret}/pace", self._answering(self._pace), methods=["POST"]),
        ]
        handlers: Any = {404: _not_found, 405: _not_found, Wrong: _turned_away}
        return Starlette(routes=routes, lifespan=self._lifespan, exception_handlers=handlers)

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(self.host.run())
        yield
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    def _answering(self, handle: Callable[[Request], Awaitable[Response]]) -> Callable:
        async def answer(request: Request) -> Response:
            self._check_host(request)
            response = await handle(request)
            response.headers.update(_HEADERS)
            return response

        return answer

    # --- Who asks --------------------------------------------------------------------------------

    def _check_host(self, request: Request) -> None:
        """A page elsewhere may have its name lead to this machine; the name in the request gives it away."""
        name = _part(f"//{request.headers.get('host', '')}", "hostname")
        if self._on_loopback and name not in LOOPBACK:
            raise Wrong(
                421, "This table answers to 127.0.0.1 and localhost only; use the link as it was printed."
            )

    def _viewer(self, request: Request) -> Viewer:
        """Whose link it is."""
        given = request.path_params["secret"].encode()
        found = [
            viewer for viewer, secret in self.links.items() if secrets.compare_digest(secret.encode(), given)
        ]
        if not found:
            raise Wrong(
                404,
                "This link leads to no seat at this table; use the one that was printed when it was laid.",
            )
        if self.match.people:
            return found[0]
        view = request.query_params.get("view", "")
        if view and view not in map(str, range(len(self.match.seats))):
            raise Wrong(404, f"There is no seat {view[:20]} at this table.")
        return int(view) if view else None

    @staticmethod
    def _check_origin(request: Request) -> None:
        """What changes the game has to come from a page of this server."""
        origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site", "same-origin")
        foreign = origin is not None and _part(origin, "netloc") != request.headers.get("host")
        if foreign or site not in ("same-origin", "none"):
            raise Wrong(403, "That came from a page of another site; nothing was changed.")

    # --- What they get ---------------------------------------------------------------------------

    async def _page(self, request: Request) -> Response:
        viewer = self._viewer(request)
        self.host.begin()
        return HTMLResponse(whole_page(self.match, viewer, self._place(request)))

    @staticmethod
    def _place(request: Request) -> str:
        return f"/{request.path_params['secret']}"

    async def _events(self, request: Request) -> Response:
        viewer, place = self._viewer(request), self._place(request)
        seen, told = (_whole(request.query_params.get(name)) for name in ("edition", "told"))
        return StreamingResponse(self.frames(viewer, place, seen, told), media_type="text/event-stream")

    async def frames(self, viewer: Viewer, place: str, seen: int, told: int) -> AsyncIterator[str]:
        """How the game stands whenever it has changed."""
        while not self.host.closed:
            if self.match.edition[viewer] != seen:
                now = self.frame(viewer, place, told)
                seen, told = self.match.edition[viewer], len(self.match.log[viewer])
                yield f"data: {json.dumps(now, ensure_ascii=False)}\n\n"
                await asyncio.sleep(AT_LEAST)
            elif not await self.host.changed(KEEP_ALIVE):
                yield ": nothing new\n\n"
        yield "event: closed\ndata: 0\n\n"

    def frame(self, viewer: Viewer, place: str, told: int) -> dict[str, Any]:
        """What a page needs to show how the game stands; of the log the lines from `told` on.

        The last line that the page has is among them, for it may have grown.
        """
        edition = self.match.edition[viewer]
        if self._parts.get(viewer, (-1, {}))[0] != edition:
            self._parts[viewer] = edition, parts(self.match, viewer, place)
        told = max(0, min(told, len(self.match.log[viewer])) - 1)
        lines = log_lines(self.match, viewer, told)
        return {"edition": edition, "parts": self._parts[viewer][1], "told": told, "lines": lines}

    # --- What they do ----------------------------------------------------------------------------

    async def _move(self, request: Request) -> Response:
        return await self._do(request, self._decide)

    def _decide(self, viewer: Viewer, wish: dict[str, str]) -> None:
        if viewer is None:
            raise Refused("Here one can only watch.")
        number = _number(wish, "number")
        if "filled" in wish:
            entries = min(_number(wish, "filled"), 200)
            counts = [_number(wish, f"n{place}", 0) for place in range(entries)]
            self.match.fill_in(viewer, number, counts)
        elif "typed" in wish:
            self.match.say(viewer, number, wish["typed"])
        elif "limit" in wish:
            self.match.say(viewer, number, f"m{_number(wish, 'limit')}")
        elif "back" in wish:
            self.match.think_again(viewer, number)
        else:
            sure = "sure" in wish
            self.match.choose(viewer, number, _number(wish, "sure" if sure else "action"), sure=sure)

    async def _pace(self, request: Request) -> Response:
        return await self._do(request, self._set_pace)

    def _set_pace(self, viewer: Viewer, wish: dict[str, str]) -> None:
        try:
            pace = float(wish["pace"]) if "pace" in wish else None
        except ValueError:
            raise Refused("The pace is a number of seconds.") from None
        if "step" in wish:
            self.match.set_pace(step=True)
        elif "paused" in wish:
            self.match.set_pace(paused=wish["paused"] == "1")
        else:
            self.match.set_pace(pace=pace)

    async def _do(self, request: Request, do: Callable[[Viewer, dict[str, str]], None]) -> Response:
        """Do what a page wants, and answer with how the game stands then."""
        viewer, place = self._viewer(request), self._place(request)
        self._check_origin(request)
        wish = await _fields(request)
        words = ""
        try:
            do(viewer, wish)
        except Refused as refused:
            words = str(refused)
        if "application/json" not in request.headers.get("accept", ""):
            if words:
                return HTMLResponse(wrong_page(words), 409)
            return RedirectResponse(place, 303)
        answer = {"refused": words, "frame": self.frame(viewer, place, _whole(wish.get("told")))}
        return JSONResponse(answer, 409 if words else 200)


async def _fields(request: Request) -> dict[str, str]:
    """The fields of a form that was sent."""
    sent = b""
    async for piece in request.stream():
        sent += piece
        if len(sent) > LARGEST:
            raise Wrong(413, "That is more than a form of this table holds; nothing was changed.")
    try:
        fields = parse_qs(sent.decode("ascii"), strict_parsing=True, max_num_fields=300)
    except ValueError:
        raise Wrong(400, "That is no form of this table; nothing was changed.") from None
    return {name: values[-1] for name, values in fields.items()}


def _part(address: str, name: str) -> str | None:
    """The hostname or the netloc of an address; None where it is malformed."""
    try:
        return getattr(urlsplit(address), name)
    except ValueError:
        return None


def _number(wish: dict[str, str], name: str, default: int | None = None) -> int:
    """A whole number that was sent."""
    given = wish.get(name, "").strip()
    if not given and default is not None:
        return default
    if not (given.isascii() and given.isdecimal() and len(given) < 10):
        raise Refused(f"{name} is to be a whole number; nothing was changed.")
    return int(given)


def _whole(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else 0


async def _not_found(request: Request, error: Exception) -> Response:
    return HTMLResponse(wrong_page("There is no such page at this table."), 404, headers=_HEADERS)


async def _turned_away(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, Wrong)
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"refused": wrong.words}, wrong.status, headers=_HEADERS)
    return HTMLResponse(wrong_page(wrong.words), wrong.status, headers=_HEADERS)
