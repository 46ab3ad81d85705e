"""A match over HTTP: authorisation, requests and responses."""

import asyncio
import contextlib
import dataclasses
import functools
import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse

from ...envs.core.api.replay import Replay
from ...envs.core.errors import HustingsError
from ...envs.core.text.words import player
from ..play import DealtGame
from .bots import BotRunner
from .log import Mark
from .looking_back import replay_texts, shown_page
from .names import named_players, with_names
from .pages import error_page, log_lines, parts, policy_for, review_page, thought_in_html, whole_page
from .people import Refused
from .requests import Handler, Rejected, application, check_origin, fields_of, is_secret, new_secret
from .reviewing import Reviewing
from .seen import Viewer

KEEP_ALIVE = 15.0  # seconds after which a page is sent something, if nothing happens
MIN_INTERVAL = 0.03  # seconds between two pictures; faster moves are only logged


class _Drawn(NamedTuple):
    """A page as last drawn.

    Attributes:
        of: the edition of the match that was drawn.
        edition: how often the drawing has changed.
        parts: the page's parts, from `pages.parts`.
        log: the end of the log then.
        since: the edition from which on the log has only grown.
    """

    of: int
    edition: int
    parts: dict[str, str]
    log: Mark
    since: int


class WebApp:
    """A match as a web application, with a secret link for each person.

    Args:
        runner: the match and its bots.
        on_loopback: whether the server listens only to this machine; it then answers only to its own names.
        kept: the secrets of earlier links, by viewer as text.
        resume: returns the command that resumes the game after the server has ended.
        deal_again: deals another game to the same seats.
        complain: told in one line why that was impossible.

    Attributes:
        links: the secret of each person's seat, or of None if bots play alone.
    """

    def __init__(
        self,
        runner: BotRunner,
        *,
        on_loopback: bool = True,
        kept: Mapping[str, str] | None = None,
        resume: Callable[[], str] = lambda: "",
        deal_again: Callable[[], DealtGame] | None = None,
        complain: Callable[[str], None] = lambda line: None,
    ):
        self.runner, self.match = runner, runner.match
        viewers: list[Viewer] = [*self.match.people] or [None]
        known = kept or {}
        self.links = {viewer: known.get(str(viewer)) or new_secret() for viewer in viewers}
        self.resume, self._deal_again, self._complain = resume, deal_again, complain
        self._on_loopback = on_loopback
        self._drawn: dict[Viewer, _Drawn] = {}
        self._reviewing = Reviewing()

    def close(self) -> None:
        """Stop the bots and whatever is looked for, and close the pages."""
        self.runner.close()
        self._reviewing.close()

    def starlette(self) -> Starlette:
        """The application, for a server; while it runs, bots play."""
        handlers: list[Handler] = [
            ("GET", "", self._page),
            ("GET", "/events", self._events),
            ("POST", "/move", functools.partial(self._do, do=self._move_as_asked)),
            ("POST", "/pace", functools.partial(self._do, do=self._set_pace)),
            ("POST", "/again", functools.partial(self._do, do=self._play_again)),
            ("GET", "/position", self._position),
            ("GET", "/replay", self._replay),
            ("GET", "/replay/{view}", self._replay_texts),
            ("GET", "/replay/{view}/{move}", self._replay_picture),
            ("GET", "/review", self._review),
            ("GET", "/game.json", self._file),
        ]
        return application(handlers, self._lifespan, on_loopback=self._on_loopback)

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(self.runner.run_all())
        yield
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await self.runner.do(lambda: None)  # what was begun is finished

    # --- Who asks --------------------------------------------------------------------------------

    def _viewer(self, request: Request) -> Viewer:
        """The viewer identified by the link's secret."""
        given = request.path_params["secret"]
        found = [viewer for viewer, secret in self.links.items() if is_secret(given, secret)]
        if not found:
            raise Rejected(
                404,
                "This link leads to no seat of this game; use the one that was printed when it started.",
            )
        request.state.link = self.links[found[0]]  # the connection is not a stranger's
        if self.match.people:
            return found[0]
        return self._seat_named(request.query_params.get("view", ""), "")

    def _seat_named(self, text: str, everything: str) -> Viewer:
        """The seat whose view is asked for; None for the word that stands for everything."""
        if text == everything:
            return None
        if text not in map(str, range(len(self.match.seats))):
            raise Rejected(404, f"There is no seat {text[:20]} in this game.")
        return int(text)

    # --- What they get ---------------------------------------------------------------------------

    async def _page(self, request: Request) -> Response:
        viewer, place = self._viewer(request), self._place(request)
        self.runner.begin()
        return HTMLResponse(await self.runner.do(self.page, viewer, place))

    def page(self, viewer: Viewer, place: str) -> str:
        """A viewer's whole page."""
        return whole_page(self.match, viewer, place, self._draw(viewer, place).edition, self.resume())

    @staticmethod
    def _place(request: Request) -> str:
        return f"/{request.path_params['secret']}"

    async def _position(self, request: Request) -> Response:
        """An earlier position, for spectators: picture, thoughts, and the length of the log."""
        viewer, move = self._viewer(request), _whole(request.query_params.get("move"))
        if self.match.people:
            raise Rejected(403, "Only those who watch can look back; the replay has it all at the end.")
        return JSONResponse(await self.runner.do(self._position_of, viewer, move))

    def _position_of(self, viewer: Viewer, move: int) -> dict[str, Any]:
        match = self.match
        move, words = min(move, match.number), ""
        if move:
            seat, _, words = match.replay.moves[move - 1]
            words = f"{player(seat)}: {words}"
        return {
            "picture": self._picture_of(viewer, move),
            "words": str(named_players(words, match.named)),
            "thought": thought_in_html(match.thought_at(move, viewer), match),
            "lines": match.seen[viewer].written[move],
        }

    def _picture_of(self, viewer: Viewer, move: int) -> str:
        """The picture after `move` moves."""
        match = self.match
        table = match.past[min(move, match.number)][0]
        return with_names(match.game.picture(match.games.box[0], table, viewer), match.named)

    async def _replay(self, request: Request) -> Response:
        """The replay as a page that loads its content on demand, so that it opens at once."""
        viewer = self._viewer(request)
        page = await self._when_over(request, shown_page, self.match, viewer, self._place(request))
        return HTMLResponse(page, headers={"Content-Security-Policy": policy_for(page)})

    async def _replay_texts(self, request: Request) -> Response:
        """The events of the game in one view."""
        view = self._seat_named(request.path_params["view"], "all")
        return JSONResponse(await self._when_over(request, replay_texts, self.match, view))

    async def _replay_picture(self, request: Request) -> Response:
        """A picture of the replay."""
        view = self._seat_named(request.path_params["view"], "all")
        move = _whole(request.path_params["move"])
        picture = await self._when_over(request, self._picture_of, view, move)
        return Response(picture, media_type="image/svg+xml")

    async def _review(self, request: Request) -> Response:
        """What a player could have done better: a page that says how far that is, then what was found."""
        viewer = self._viewer(request)
        page = await self.runner.do(self._review_page, viewer, self._place(request))
        return HTMLResponse(page, headers={"Content-Security-Policy": policy_for(page)})

    def _review_page(self, viewer: Viewer, place: str) -> str:
        """The review of the game if it is over, else of the last one if that was asked for."""
        match = self.match
        if match.over:
            recorded = dataclasses.replace(self._recorded(), moves=list(match.replay.moves))
            return review_page(self._reviewing.of(recorded, match.games, viewer), match, viewer, place)
        findings = self._reviewing.latest(viewer)
        if findings is None:
            raise Rejected(403, "The review is there when the game is over.")
        return review_page(findings, match, viewer, "")

    async def _file(self, request: Request) -> Response:
        text = await self._when_over(request, lambda: self._recorded().text())
        return Response(text, media_type="application/json")

    def _recorded(self) -> Replay:
        self.match.replay.finish(self.match.games)
        return self.match.replay

    async def _when_over(self, request: Request, work: Callable[..., Any], *given: Any) -> Any:
        """Do work that shows hidden information; reject the request before the game is over."""
        self._viewer(request)

        def checked() -> Any:
            # Here, where nobody deals the next game meanwhile.
            if request.query_params.get("game", self.match.token) != self.match.token:
                raise Rejected(410, "This page is of an earlier game; open the replay again.")
            if self.match.people and not self.match.over:
                raise Rejected(403, "The replay shows all cards; it is there when the game is over.")
            return work(*given)

        return await self.runner.do(checked)

    def _play_again(self, viewer: Viewer, wish: dict[str, str]) -> None:
        if wish.get("game", self.match.token) != self.match.token:
            return  # somebody else has asked for it first
        if self._deal_again is None or not self.match.over:
            raise Refused("The game is not over.")
        try:
            dealt = self._deal_again()
        except HustingsError as error:  # it may name folders of this machine
            self._complain(f"Another game cannot begin: {error}.")
            raise Refused("Another game cannot begin; the console of the server says why.") from None
        self.match.deal_again(dealt)
        self.runner.ring()

    async def _events(self, request: Request) -> Response:
        if request.method == "HEAD":  # a page asks whether the game is there again
            self._viewer(request)
            return Response(status_code=503 if self.runner.closed else 200, media_type="text/event-stream")
        viewer, place = self._viewer(request), self._place(request)
        seen, told = (_whole(request.query_params.get(name)) for name in ("edition", "told"))
        if "application/json" in request.headers.get("accept", ""):  # a page that is not looked at
            return JSONResponse(await self.runner.do(self.update, viewer, place, seen, told))
        updates, at_once = self.updates(viewer, place, seen, told), {"X-Accel-Buffering": "no"}  # by proxies
        return StreamingResponse(updates, headers=at_once, media_type="text/event-stream")

    async def updates(self, viewer: Viewer, place: str, seen: int, told: int) -> AsyncIterator[str]:
        """Server-sent events: the state of the page whenever the viewer can see that it has changed."""
        clock = asyncio.get_running_loop().time
        drawn, due = -1, clock() + KEEP_ALIVE
        while not self.runner.closed:
            if self.match.seen[viewer].edition == drawn:
                if not await self.runner.changed(due - clock()):
                    due = clock() + KEEP_ALIVE
                    yield ": nothing new\n\n"
                continue
            drawn = self.match.seen[viewer].edition
            now = await self.runner.do(self.update, viewer, place, seen, told)
            if now["edition"] != seen:
                seen, told, due = now["edition"], now["told"] + len(now["lines"]), clock() + KEEP_ALIVE
                yield f"data: {json.dumps(now, ensure_ascii=False)}\n\n"
                await asyncio.sleep(MIN_INTERVAL)
        yield "event: closed\ndata: 0\n\n"

    def update(self, viewer: Viewer, place: str, seen: int, told: int) -> dict[str, Any]:
        """The state of a page: its parts as HTML, and the lines of the log that it lacks.

        Args:
            viewer, place: whose page it is, and its address.
            seen: the edition that the page shows.
            told: how many lines it has. The last is repeated, because it may have grown; all are, if some of
                them were taken back since.
        """
        drawn = self._draw(viewer, place)
        log = self.match.seen[viewer].log
        told = max(0, min(told, len(log.lines)) - 1) if seen >= drawn.since else 0
        lines = log_lines(self.match, viewer, told)
        update = {
            "game": self.match.token,
            "edition": drawn.edition,
            "parts": drawn.parts,
            "told": told,
            "lines": lines,
            "new": log.new,
            "resume": self.resume(),
        }
        return update if self.match.people else {**update, "moves": self.match.number}

    def _draw(self, viewer: Viewer, place: str, *, asked: bool = False) -> _Drawn:
        """The current page; its edition changes only with what the viewer sees and has asked for."""
        of, before = self.match.seen[viewer].edition, self._drawn.get(viewer)
        if before is None or before.of != of:
            now = parts(self.match, viewer, place), self.match.seen[viewer].log.mark
            edition = 0 if before is None else before.edition
            same = not asked and before is not None and now == (before.parts, before.log)
            edition += not same
            grown = before is not None and before.log.taken_back == now[1].taken_back
            since = before.since if before is not None and grown else edition
            self._drawn[viewer] = before = _Drawn(of, edition, *now, since)
        return before

    # --- What they do ----------------------------------------------------------------------------

    def _move_as_asked(self, viewer: Viewer, wish: dict[str, str]) -> None:
        if viewer is None:
            raise Refused("On this page you can only watch.")
        number = _number(wish, "number")
        if "filled" in wish:
            entries = min(_number(wish, "filled"), 200)
            counts = [_number(wish, f"n{place}", 0) for place in range(entries)]
            self.match.fill_in(viewer, number, counts)
        elif "typed" in wish:
            self.match.say(viewer, number, wish["typed"])
        elif "limit" in wish:
            self.match.say(viewer, number, f"m{_number(wish, 'limit')}")
        elif "undo" in wish:
            self.match.undo(viewer, number)
        elif "back" in wish:
            self.match.think_again(viewer, number)
        else:
            sure = "sure" in wish
            self.match.choose(viewer, number, _number(wish, "sure" if sure else "action"), sure=sure)

    def _set_pace(self, viewer: Viewer, wish: dict[str, str]) -> None:
        try:
            pace = float(wish["pace"]) if "pace" in wish else None
        except ValueError:
            raise Refused("The pace is a number of seconds.") from None
        if "hurry" in wish:
            self.match.hurry()
        elif "step" in wish:
            self.match.set_pace(step=True)
        elif "paused" in wish:
            self.match.set_pace(paused=wish["paused"] == "1")
        else:
            self.match.set_pace(pace=pace)

    async def _do(self, request: Request, do: Callable[[Viewer, dict[str, str]], None]) -> Response:
        """Carry out a page's request, and answer with its new state."""
        viewer, place = self._viewer(request), self._place(request)
        check_origin(request)
        wish = await fields_of(request)
        words, update = await self.runner.do(self._carry_out, do, viewer, place, wish)
        if "application/json" not in request.headers.get("accept", ""):
            if words:
                return HTMLResponse(error_page(words), 409)
            return RedirectResponse(place, 303)
        return JSONResponse({"refused": words, "update": update}, 409 if words else 200)

    def _carry_out(
        self, do: Callable[[Viewer, dict[str, str]], None], viewer: Viewer, place: str, wish: dict[str, str]
    ) -> tuple[str, dict[str, Any]]:
        """Carry out a request; return why it was refused, "" if it was not, and the state of the page."""
        words = ""
        try:
            do(viewer, wish)
        except Refused as refused:
            words = str(refused)
        self._draw(viewer, place, asked=True)
        return words, self.update(viewer, place, *(_whole(wish.get(name)) for name in ("edition", "told")))


def _number(wish: dict[str, str], name: str, default: int | None = None) -> int:
    """A whole number from a request."""
    given = wish.get(name, "").strip()
    if not given and default is not None:
        return default
    if not (given.isascii() and given.isdecimal() and len(given) < 10):
        raise Refused(f"{name} must be a whole number; nothing was changed.")
    return int(given)


def _whole(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else 0
