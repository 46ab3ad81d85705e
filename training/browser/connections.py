"""Limits on client connections: their number, and the time that they may be idle."""

import asyncio
from collections import Counter

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS = 128  # open at once; each takes a file descriptor, of which a process often has 256
MAX_OF_A_LINK = 32  # of these, where there is no room for all
MAX_SECONDS = 10.0  # for a request to arrive, and for the answer to one without a link of the game
MAX_HEADERS = 32_768  # bytes of a request before its body


class Connection(H11Protocol):
    """A connection that is closed to make room for others.

    uvicorn waits for ever for the end of a request. Here, a connection that is not answering a request with a
    link of the game is closed after a while, or earlier if there are too many, the oldest first. Connections
    of a link with more than its share are closed before these, since a new connection has no link yet.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Called when a client has connected."""
        super().connection_made(transport)
        self.since = self.loop.time()
        self._arm()
        self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called when the connection is closed."""
        self._deadline.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Called with received bytes."""
        try:
            super().data_received(data)
        except h11.ProtocolError:  # what follows a request is broken, and that was answered
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Called for malformed requests."""
        if self._answering:
            self.cycle.disconnected = True  # the application must not answer any more
            self.cycle.message_event.set()
            self.transport.abort()
        else:
            super().send_400_response(msg)

    def on_response_complete(self) -> None:
        """Called after each answer."""
        self._deadline.cancel()
        self._arm()
        super().on_response_complete()

    @property
    def link(self) -> str:
        """The link in the request being answered; "" if there is none."""
        return self.cycle.scope["state"].get("link", "") if self._answering else ""

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _arm(self) -> None:
        self._deadline = self.loop.call_later(MAX_SECONDS, self._expire)

    def _expire(self) -> None:
        if self.link:
            self._arm()
        else:
            self.transport.abort()

    def _make_room(self) -> None:
        others = [
            one
            for one in self.connections
            if isinstance(one, Connection) and one is not self and not one.transport.is_closing()
        ]
        if len(others) < MAX_CONNECTIONS:
            return
        links = Counter(one.link for one in others)
        strangers = links.pop("", 0)  # or not heard yet, as a player's new connection is
        link, number = links.most_common(1)[0] if links else ("", 0)
        crowd = link if number > MAX_OF_A_LINK or not strangers else ""
        min((one for one in others if one.link == crowd), key=lambda one: one.since).transport.abort()
