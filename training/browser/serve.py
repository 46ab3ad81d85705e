"""Serving a match: deal a game, or let a lobby do so, serve its pages until Ctrl-C, and save the replay."""

import asyncio
import contextlib
import functools
import shlex
import socket
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import uvicorn
from rich.console import Console

from ...agents.bots import RandomAgent
from ...agents.terminal.screen import say
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.processes import sigterm_as_interrupt
from ...envs.core.api.replay import Replay
from ...envs.core.engine.game import Game
from ...envs.core.engine.interpreting import without_compiling
from ...envs.core.errors import HustingsError
from ...envs.core.text.words import count, player
from ..kept_replays import KeptLinks, KeptReplay, check_replay_path, own_replay
from ..play import DealtGame, deal_game, final_ranking, opening_line, seed_line, words_to_resume
from .bots import BotRunner
from .connections import MAX_HEADERS, Connection
from .lobby import Lobby
from .match import Match
from .replays import thinker_of
from .requests import LOOPBACK
from .seen import Viewer
from .web import WebApp

HOST = "127.0.0.1"
BACKLOG = 32  # connections that wait to be accepted
GRACE = 2  # seconds for pages to hear that the game is closed


@without_compiling()
def serve(
    game: Game,
    seats: Sequence[str],
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    replay_out: str | Path | None = None,
    resume: Replay | None = None,
    host: str = HOST,
    port: int = 0,
    show: bool = False,
    explain: str | None = None,
    console: Console | None = None,
) -> Replay:
    """Let people play, or watch bots play, in a browser, until Ctrl-C or SIGTERM.

    Each person has a page with a secret link, which is printed; if bots play alone, there is one link.

    Args:
        game, seats, seed, options, box, replay_out, resume: as for `hustings.training.play.play`. The
            replay is written as the game goes on, and when it is over or stopped, even by an agent that
            fails.
        host: the address to listen on; 127.0.0.1 can be reached from this machine only.
        port: the port; 0 for any free one.
        show: open the first page in the system's browser.
        explain: the name of an agent that says what it thinks of the decisions a page shows.
        console: where to write; None for standard output.

    Raises:
        HustingsError: before anything is dealt: as `play` does, for a port that is in use, for a missing
            browser, for an agent that cannot explain itself; in the end, if an agent has failed.
    """
    console = console or Console()
    thinker = thinker_of(explain, game)
    browser = _browser() if show else None
    deal = _dealing(game, seats, options if resume is None else resume.options, box)
    again = _resume_words(seats, box, host, explain)
    complain = functools.partial(say, console)
    with KeptReplay(replay_out, resumed=resume is not None, again=again, complain=complain) as kept:
        links = KeptLinks(kept.path)
        known = {} if resume is None else links.load()
        if links.refused:
            say(console, f"{links.refused}, so the links are new.")
        with _listen_again(host, port, known.get("port")) as listening:
            match = Match(deal(seed=seed, resume=resume), seats)
            record = _Record(match, kept, console, seed_given=seed is not None)
            app, addresses = _lay(record, thinker, deal, host, listening, known.get("secrets"))
            say(console, "Ctrl-C ends it.")
            _serve(app, listening, addresses[0], browser, [record], console)
    return match.replay


@without_compiling()
def serve_lobby(
    games: Sequence[Game],
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    replay_out: str | Path | None = None,
    host: str = HOST,
    port: int = 0,
    show: bool = False,
    explain: str | None = None,
    console: Console | None = None,
) -> Replay | None:
    """Let whoever has its secret link choose in a browser who plays what, then serve that game.

    Args:
        games: to choose from; with options, a box or an agent that explains itself, one.
        seed: what stands in the field for it at first.
        replay_out: as for `serve`; None for a file in the user's own folder, if people play.
        options, box, host, port, show, explain, console: as for `serve`.

    Returns:
        The replay; None if no game was begun.

    Raises:
        HustingsError: as `serve` does; what does not fit in the form is told on its page.
    """
    console = console or Console()
    thinker = thinker_of(explain, games[0])
    browser = _browser() if show else None
    if replay_out is not None:
        check_replay_path(Path(replay_out))
    if options or box is not None:
        GameBatch(games[0], 1, min(games[0].player_counts), box=box, options=options)
    laid: list[_Record] = []
    with contextlib.ExitStack() as held, listen(host, port) as listening:

        def lay(game: Game, seats: Sequence[str], seed: int | None) -> tuple[WebApp, list[str]]:
            deal = _dealing(game, seats, options, box)
            match = Match(deal(seed=seed), seats)
            path = replay_out or (own_replay(game.name) if match.people else None)
            with contextlib.ExitStack() as stack:
                again = _resume_words(seats, box, host, explain)
                complain = functools.partial(say, console)
                kept = stack.enter_context(KeptReplay(path, again=again, complain=complain))
                record = _Record(match, kept, console, seed_given=seed is not None)
                made = _lay(record, thinker, deal, host, listening)
                held.push(stack.pop_all())
            laid.append(record)
            return made

        lobby = Lobby(games, lay, seed=seed, on_loopback=host in LOOPBACK)
        link = _address(host, listening, lobby.secret)
        say(console, f"The lobby, to choose who plays what: {link}", "Ctrl-C ends it.")
        _serve(lobby, listening, link, browser, laid, console)
    return laid[0].match.replay if laid else None


def _resume_words(seats: Sequence[str], box: Any, host: str, explain: str | None) -> list[str]:
    """What to say again when a game is resumed in the browser, so that its links are the same."""
    words = ["--browser", *words_to_resume(seats, box)]
    words += [] if host == HOST else ["--host", host]
    return words + ([] if explain is None else ["--explain", explain])


DealGame = Callable[..., DealtGame]


def _dealing(game: Game, seats: Sequence[str], options: Any, box: Any) -> DealGame:
    """Deals games to the same seats, each from a seed, or goes on with a replay."""
    return functools.partial(deal_game, game, seats, RandomAgent(game), options=options, box=box)


def _lay(
    record: "_Record",
    thinker: Any,
    deal: DealGame,
    host: str,
    listening: socket.socket,
    secrets: Mapping[str, str] | None = None,
) -> tuple[WebApp, list[str]]:
    """The match of a record as a web application, and the addresses of its links, which are kept and told."""
    match = record.match
    match.on_move = record.moved
    app = WebApp(
        BotRunner(match, thinker, record.save_if_possible, record.tell),
        on_loopback=host in LOOPBACK,
        kept=secrets,
        resume=record.resume_for_players,
        deal_again=lambda: record.next_game(deal()),
        complain=record.tell,
    )
    record.keep_links(listening.getsockname()[1], app.links)
    record.tell(opening_line(match.replay, match.game, with_seed=not record.secret_seed))
    addresses = [_address(host, listening, secret) for secret in app.links.values()]
    for viewer, address in zip(app.links, addresses, strict=True):
        record.tell(f"{'watch' if viewer is None else player(viewer)}: {address}")
    return app, addresses


class Server(uvicorn.Server):
    """Serves a match, within limits that hold whoever knows the address; see `Connection`.

    Args:
        app: a match, or a lobby, as a web application.
        complain: told in one line, once, when the system refuses connections.
    """

    def __init__(self, app: WebApp | Lobby, complain: Callable[[str], None] = lambda line: None):
        super().__init__(
            uvicorn.Config(
                app.starlette(),
                http=Connection,
                ws="none",
                log_level="error",
                access_log=False,
                backlog=BACKLOG,
                h11_max_incomplete_event_size=MAX_HEADERS,
                timeout_graceful_shutdown=GRACE,
            )
        )
        self._close, self._complain, self._complained = app.close, complain, False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Called before anything is served."""
        asyncio.get_running_loop().set_exception_handler(self._on_error)
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Called when nothing more is served: pages are told so, and nobody can hold that up."""
        asyncio.get_running_loop().call_later(GRACE / 2, self._end_connections)
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Called on SIGINT and SIGTERM."""
        self._close()
        super().handle_exit(sig, frame)
        self.force_exit = False  # a second Ctrl-C ends nothing sooner, what was begun is finished in time

    def _end_connections(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()

    def _on_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if not isinstance(error, OSError):
            loop.default_exception_handler(context)
        elif not self._complained:
            self._complained = True
            self._complain(f"Some connections fail: {error.strerror or error}.")


def _serve(
    app: WebApp | Lobby,
    listening: socket.socket,
    link: str,
    browser: webbrowser.BaseBrowser | None,
    records: Sequence["_Record"],
    console: Console,
) -> None:
    """Serve until Ctrl-C, and save what was played; HustingsError if an agent has failed."""
    if browser is not None:
        browser.open(link)
    _run(app, listening, console)
    for record in records:
        record.save()
    for record in records:
        if record.match.fault:
            raise HustingsError(f"the game has stopped: {record.match.fault_in_full}")


def _run(app: WebApp | Lobby, listening: socket.socket, console: Console) -> None:
    try:
        with sigterm_as_interrupt():
            Server(app, functools.partial(say, console)).run(sockets=[listening])
    except KeyboardInterrupt:
        pass


class _Record:
    """Saves and tells the outcome of each game, once: when it has ended, or when the server stops.

    Attributes:
        match: the game under way.
        secret_seed: whether its seed is told only when it is over, because nobody at the table may know it.
    """

    def __init__(self, match: Match, kept: KeptReplay, console: Console, *, seed_given: bool):
        self.match, self._kept, self._console = match, kept, console
        self.secret_seed, self._saved = bool(match.people) and not seed_given, False
        self._port, self._secrets = 0, dict[str, str]()

    def tell(self, line: str) -> None:
        """Tell whoever has started the server, and no player."""
        say(self._console, line)

    def resume_for_players(self) -> str:
        """How to go on with the game under way, which tells nothing of this machine's folders and agents."""
        path = self._kept.path
        return f"hustings play --resume {shlex.quote(path.name)} --browser" if path else ""

    def keep_links(self, port: int, links: Mapping[Viewer, str]) -> None:
        """Keep the links beside the replay for as long as the game goes on."""
        self._port, self._secrets = port, {str(viewer): secret for viewer, secret in links.items()}
        KeptLinks(self._kept.path).save(port, self._secrets)

    def moved(self, by_person: bool) -> None:
        """Write the replay after a move."""
        self._kept.moved(self.match.replay, self.match.games, by_person)

    def next_game(self, dealt: DealtGame) -> DealtGame:
        """Another game at the same table is written to a file of its own.

        Raises:
            ReplayError: if the last one cannot be written; it is still there, and may be saved by a page.
        """
        self.save()  # the end of a game may not have been seen before the next one is dealt
        kept = self._kept.following()
        KeptLinks(kept.path).save(self._port, self._secrets)
        self._kept, self._saved, self.secret_seed = kept, False, True
        return dealt

    def save_if_possible(self) -> None:
        """Save while pages are still open; an error is reported when the server stops."""
        with contextlib.suppress(HustingsError):
            self.save()

    def save(self) -> None:
        """Save the replay, if asked for, and tell how the game ended."""
        if self._saved:
            return
        match = self.match
        self._kept.save(match.replay, match.games)
        self._saved = True
        say(self._console, "", *self._ending())
        if match.fault:
            say(self._console, f"The game has stopped: {match.fault_in_full}.", "Ctrl-C ends it.")
        if self._kept.path is not None:
            say(self._console, f"The moves are in {self._kept.path}.", wrap=False)
            if match.over:
                KeptLinks(self._kept.path).remove()
            else:
                say(self._console, f"To go on: {self._kept.resume}", wrap=False)

    def _ending(self) -> list[str]:
        """How the game under way has ended."""
        match = self.match
        if not match.over:
            return [f"Stopped after {count(match.number, 'move')}."]
        return final_ranking(match.games, match.seats) + [seed_line(match.replay)] * self.secret_seed


def _address(host: str, listening: socket.socket, secret: str) -> str:
    """A link, as others can open it."""
    name = host
    if host in ("0.0.0.0", "::"):
        name = socket.gethostname()
    elif ":" in host:
        name = f"[{host}]"
    return f"http://{name}:{listening.getsockname()[1]}/{secret}"


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at this address; HustingsError if that is impossible."""
    if not host:
        raise HustingsError("--host: an address is missing; 127.0.0.1 is for this machine alone")
    if not 0 <= port <= 65535:
        raise HustingsError(
            f"--port {port}: a port is a number from 0 to 65535, and 0 stands for any free one"
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Without its protocol named, asyncio does not set TCP_NODELAY, and each answer waits 40 ms in the kernel.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(BACKLOG)
    except (OSError, TypeError, UnicodeError) as error:  # the last two for a name that cannot be encoded
        found.close()
        raise HustingsError(
            f"--host {host} --port {port}: {getattr(error, 'strerror', None) or error}; choose another, "
            "or leave --port out for a free one"
        ) from None
    return found


def _listen_again(host: str, port: int, before: Any) -> socket.socket:
    """A socket at the port that a game had before, so that its links are the same, if that is free."""
    if not port and isinstance(before, int):
        with contextlib.suppress(HustingsError):
            return listen(host, before)
    return listen(host, port)


def _browser() -> webbrowser.BaseBrowser:
    try:
        return webbrowser.get()
    except webbrowser.Error:
        raise HustingsError(
            "--open: no browser was found on this machine; leave it out, and open the link that is printed"
        ) from None
