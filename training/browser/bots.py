"""The bots of a match: they think in a thread of their own and move at the pace that people have chosen."""

import asyncio
import contextlib
import copy
import functools
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from ...envs.core.api.arguments import whole_actions
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.replay import Replay
from ...envs.core.api.shown import ShownBatch
from ...envs.core.errors import blamed_on, error_line
from ..play import failure_of, tell_results
from .match import Match
from .replays import explained


class BotRunner:
    """Moves for the bots of a match, and wakes whoever waits for a change.

    Args:
        match: the game.
        thinker: an agent that says what it thinks of every decision that somebody can see.
        on_end: called once the game is over, or cannot go on because an agent has failed.
        complain: told in one line what is wrong with an agent without stopping the game.

    Attributes:
        closed: whether the match is closed, and pages get no more news of it.
    """

    def __init__(
        self,
        match: Match,
        thinker: Any = None,
        on_end: Callable[[], None] = lambda: None,
        complain: Callable[[str], None] = lambda line: None,
    ):
        self.match, self.closed = match, False
        self._thinker, self._on_end, self._complain = thinker, on_end, complain
        self._begun = False
        self._hearing: asyncio.Task[Any] | None = None  # a task that nobody holds may vanish
        self._followed: GameBatch | None = None  # the batch that the agents' own follows, see `_for_agents`
        self._bell = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None  # of whoever waits for the bell
        match.on_change = self.ring

    @functools.cached_property
    def _worker(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(1, "match")  # of a match that is not served yet there may be copies

    def begin(self) -> None:
        """Start the bots: somebody has opened a page."""
        if not self._begun:
            self._begun, self.match.waiting_since = True, time.monotonic()
            self.ring()

    def close(self) -> None:
        """Stop the bots and close the pages."""
        self.closed = True
        self.ring()

    def ring(self) -> None:
        """Wake everybody who waits for a change; from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        bell, self._bell = self._bell, asyncio.Event()
        bell.set()

    async def do(self, work: Callable[..., Any], *given: Any) -> Any:
        """Run what reads or changes the match: beside the event loop, one after the other."""
        self._loop = asyncio.get_running_loop()
        return await self._loop.run_in_executor(self._worker, work, *given)

    async def changed(self, seconds: float | None = None) -> bool:
        """Wait until something has changed; False if nothing has for so many seconds."""
        self._loop, bell = asyncio.get_running_loop(), self._bell
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(bell.wait(), seconds)
        return bell.is_set()

    async def run_all(self) -> None:
        """Let bots play one game after the other, as they are dealt."""
        while not self.closed:
            await self.run()
            while (self.match.over or self.match.fault) and not self.closed:
                await self.changed()

    async def run(self) -> None:
        """Let bots play until the game is over or cannot go on."""
        match = self.match
        replay, games, agents = match.replay, match.games, match.agents
        try:
            while not (match.over or match.fault or self.closed) and match.replay is replay:
                games = match.games
                await self._next()
        except Exception as error:  # no agent's: else pages would wait for ever
            await self.do(match.stop, "the program has failed", error_line(error))
        ended = await self.do(self._ended, replay, games)
        if ended is not None:
            # The next game does not wait for agents that are slow to hear of this one.
            self._hearing = asyncio.create_task(_apart(tell_results, ended, agents, self._complain))

    def _ended(self, replay: Replay, games: GameBatch) -> GameBatch | None:
        """Say that a game has ended, unless the next one is dealt, which has said so.

        Returns the agents' batch, or None if the game has stopped before its end.
        """
        match = self.match
        if match.replay is replay:
            games = match.games  # another batch, if a decision was taken back
            if match.over or match.fault:
                self._on_end()
        return self._for_agents(replay, games) if games.over[0] else None

    def _for_agents(self, replay: Replay, games: GameBatch) -> GameBatch:
        """A game in the batch that its agents have: they think while pages read the match's own.

        It is one batch from the deal to the result, as elsewhere, but for decisions that are taken back.
        """
        if self._followed is not games:
            self._followed, self._agents_games = games, copy.copy(games)
            self._agents_moves = len(replay.moves)
        for _, action, _ in replay.moves[self._agents_moves :]:
            self._agents_games.step([action])
        self._agents_moves = len(replay.moves)
        return self._agents_games

    async def _next(self) -> None:
        """One decision: the thinker explains, then a bot moves, once the position has been shown."""
        match = self.match
        if not self._begun:
            await self.changed()
            return
        number, on_turn, by_person = await self.do(
            lambda: (match.positions, match.on_turn, match.waits_for_a_person)
        )
        if not match.has_thought:
            await self._explain()
        if match.positions != number:
            return
        if by_person or (match.paused and not match.steps):
            while match.positions == number and not self._may_move() and not self.closed:
                await self.changed()
            return
        await self._let_move(on_turn, number)

    async def _let_move(self, seat: int, number: int) -> None:
        """Let a bot decide, and move once the position has been shown."""
        match, shown = self.match, time.monotonic()
        games = await self.do(lambda: self._for_agents(match.replay, match.games))
        acted = await _apart(match.agents[seat].act, ShownBatch(games), np.zeros(1, np.int64))
        if acted.exception() is None:
            if match.noticed:  # else the time would tell how many moves nobody has seen
                await self._wait_from(shown, number)
            if self.closed:
                return
        await self.do(self._move, seat, number, acted)

    def _move(self, seat: int, number: int, acted: Future[Any]) -> None:
        """Do what a bot has decided, or stop the game if it failed, unless its position was taken back."""
        match = self.match
        if match.positions != number:
            return
        try:
            match.move(int(whole_actions(acted.result(), 1)[0]))
        except (Exception, SystemExit) as error:  # a user's agent: nothing that was played must be lost by it
            failed = failure_of(match.names[seat], error)
            match.stop(failed.for_players if match.people else str(failed), str(failed))

    def _may_move(self) -> bool:
        match = self.match
        return not match.waits_for_a_person and (not match.paused or match.steps > 0)

    async def _wait_from(self, shown: float, number: int) -> None:
        """Wait until the position has been shown for the chosen time, or a step is asked for."""
        while not self.closed:
            match = self.match
            if match.steps or match.hurried or match.positions != number:
                return
            left = None if match.paused else match.shown_until(shown) - time.monotonic()
            if left is not None and left <= 0:
                return
            await self.changed(left)

    async def _explain(self) -> None:
        """Let the thinker explain this position, if somebody can see it."""
        match = self.match
        seen = not match.people or match.waits_for_a_person
        if self._thinker is None or not seen or match.over:
            return
        games, number = await self.do(lambda: (copy.copy(match.games), match.positions))
        try:
            thought = await _apart(explained, self._thinker, games)
            await self.do(match.think, self._thinker.name, number, thought.result())
        except (Exception, SystemExit) as error:  # it only comments
            self._complain(f"{blamed_on(self._thinker.name, error)}; the game goes on without its thoughts.")
            self._thinker = None


async def _apart(work: Callable[..., Any], *given: Any) -> Future[Any]:
    """Run an agent in a thread that nobody waits for when the server ends: it may think for long.

    Returns what came of it. A coroutine, like asyncio's own futures, cannot raise StopIteration.
    """
    loop, done, found = asyncio.get_running_loop(), asyncio.Event(), Future[Any]()

    def run() -> None:
        try:
            found.set_result(work(*given))
        except BaseException as error:
            found.set_exception(error)
        with contextlib.suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(done.set)

    threading.Thread(target=run, daemon=True).start()
    await done.wait()
    return found
