"""What every request to the server has to keep to, and the headers of every answer."""

import asyncio
import functools
import secrets
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .pages import error_page, security_policy
from .replays import template

MAX_BYTES = 8192  # that a page may send at once
MAX_SECONDS = 10.0  # for sending it
LOOPBACK = ("127.0.0.1", "localhost", "::1")
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": security_policy(template("match.js")),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}

Handler = tuple[str, str, Callable[[Request], Awaitable[Response]]]
"""A method, a path below the secret link, and what answers."""


class Rejected(Exception):
    """A request that is rejected, with the status and the text of the answer."""

    def __init__(self, status: int, words: str):
        super().__init__(words)
        self.status, self.words = status, words


def new_secret() -> str:
    """The secret part of a link."""
    return secrets.token_urlsafe(18)


def is_secret(given: str, secret: str) -> bool:
    """Whether the secret of a link was given; how long that takes tells nothing of it."""
    return secrets.compare_digest(secret.encode(), given.encode())


def application(handlers: Iterable[Handler], lifespan: Any, *, on_loopback: bool) -> Starlette:
    """What answers below a secret link, to this machine's own names only if `on_loopback`."""
    routes = [
        Route(f"/{{secret}}{path}", _on_own_host(handle) if on_loopback else handle, methods=[method])
        for method, path, handle in handlers
    ]
    errors: Any = {404: _not_found, 405: _not_found, Rejected: _rejected}
    app = Starlette(
        routes=routes, lifespan=lifespan, exception_handlers=errors, middleware=[Middleware(UsualHeaders)]
    )
    app.router.redirect_slashes = False  # that would send visitors to the Host that they named
    return app


class UsualHeaders:
    """Gives every answer of an application the usual headers, unless it has its own."""

    def __init__(self, app: ASGIApp):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Called with every request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _on_own_host(handle: Callable[[Request], Awaitable[Response]]) -> Callable:
    """Reject other names: a foreign page can make its own name lead to this machine (DNS rebinding)."""

    @functools.wraps(handle)
    async def answer(request: Request) -> Response:
        if _part(f"//{request.headers.get('host', '')}", "hostname") not in LOOPBACK:
            raise Rejected(
                421, "This server answers to 127.0.0.1 and localhost only; use the link as it was printed."
            )
        return await handle(request)

    return answer


def check_origin(request: Request) -> None:
    """Whatever changes the game must come from a page of this server.

    A browser says so itself where the connection is encrypted or local; behind a proxy, Host may be another.
    """
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    foreign = origin is not None and _part(origin, "netloc") != request.headers.get("host")
    if foreign if site is None else site not in ("same-origin", "none"):
        raise Rejected(403, "That came from a page of another site; nothing was changed.")


async def fields_of(request: Request) -> dict[str, str]:
    """The fields of the form that was sent."""
    sent = b""
    try:
        async with asyncio.timeout(MAX_SECONDS):
            async for piece in request.stream():
                sent += piece
                if len(sent) > MAX_BYTES:
                    raise Rejected(413, "That is more than any form of this page holds; nothing was changed.")
    except TimeoutError:
        raise Rejected(408, "The form did not arrive in time; nothing was changed.") from None
    except ClientDisconnect:
        raise Rejected(400, "The form did not arrive as a whole; nothing was changed.") from None
    try:
        fields = parse_qs(sent.decode("ascii"), strict_parsing=True, max_num_fields=300)
    except ValueError:
        raise Rejected(400, "That is not a form of this page; nothing was changed.") from None
    return {name: values[-1] for name, values in fields.items()}


def _part(address: str, name: str) -> str | None:
    """The hostname or the netloc of an address; None if it is malformed."""
    try:
        return getattr(urlsplit(address), name)
    except ValueError:
        return None


async def _not_found(request: Request, error: Exception) -> Response:
    page = error_page("There is no such page; use the link that was printed at the start.")
    return HTMLResponse(page, 404)


async def _rejected(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, Rejected)
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"refused": wrong.words}, wrong.status)
    return HTMLResponse(error_page(wrong.words), wrong.status)
