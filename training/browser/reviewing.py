"""What a player could have done better in a game that is over, found while its pages go on."""

import threading
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...agents import make
from ...agents.policy import POLICY, check_seats
from ...agents.policy.chances import chances_to_win
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.replay import Replay
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError, error_line
from ..reviews import CostlyDecision, Review, review
from .seen import Viewer

AGENT = "search"
"""The search that judges."""
TOP = 3
"""Decisions that are told."""
_LEAST = 0.005  # of a win that a decision cost, to be told
_AT_ONCE = 256  # positions of which a policy says who will win


@dataclass
class Findings:
    """What has been found by now in one game, for one seat or for whoever watched.

    Attributes:
        done, total: playouts, about.
        chances: (moves + 1, P) each player's chance to win after each move; None where no policy knows it.
        costly: the decisions that cost most, the worst first; None while they are looked for.
        fault: why there is nothing to tell; "" if there is.
    """

    done: int = 0
    total: int = 0
    chances: np.ndarray | None = field(default=None, repr=False)
    costly: list[CostlyDecision] | None = None
    fault: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether nothing more is looked for."""
        return self.costly is not None or bool(self.fault)

    def as_now(self) -> "Findings":
        """A copy, which does not change while a page is made of it."""
        costly = self.costly  # first, since nothing changes once it is there
        return replace(self, costly=costly)


class Reviewing:
    """Looks at games that are over, one after the other, in threads of their own.

    The process waits for them at its end, `close` shortens that to one step: a thread that is torn out of
    onnxruntime would abort the process.
    """

    def __init__(self) -> None:
        self._alone = threading.Lock()
        self._closed = False
        self._replay: Replay | None = None
        self._findings: dict[Viewer, Findings] = {}

    def close(self) -> None:
        """Look no further."""
        self._closed = True

    def of(self, replay: Replay, games: GameBatch, viewer: Viewer) -> Findings:
        """What has been found for a viewer of a game that is over; who asks first lets the search begin.

        The replay is kept; it must not change any more.
        """
        if replay != self._replay:
            self._replay, self._findings = replay, {}
        if viewer not in self._findings:
            findings = self._findings[viewer] = Findings()
            given = findings, replay, games.game, games.box, viewer
            threading.Thread(target=self._look, args=given).start()
        return self._findings[viewer]

    def latest(self, viewer: Viewer) -> Findings | None:
        """What has been found for a viewer of the game that was looked at last; None if nothing was asked."""
        return self._findings.get(viewer)

    def _look(self, findings: Findings, replay: Replay, game: Game, box: np.ndarray, viewer: Viewer) -> None:
        def count(done: int, total: int) -> None:
            findings.done, findings.total = done, total
            if self._closed or self._findings.get(viewer) is not findings:
                raise HustingsError("nobody waits for it any more")

        with self._alone:
            try:
                count(0, 0)
                findings.chances = chances(replay, game, box)
                found = review(replay, agent=AGENT, seat=viewer, top=TOP, box=box, advance=count)
            except Exception as error:  # else the page would wait for ever
                findings.fault = error_line(error)
            else:
                findings.costly = worst(found)


def worst(found: Review) -> list[CostlyDecision]:
    """The decisions that cost most of all, at most `TOP`; none that cost nothing to speak of."""
    costly = [made for made in found.decisions if made.loss.value >= _LEAST]
    return sorted(costly, key=lambda made: -made.loss.value)[:TOP]


def chances(replay: Replay, game: Game, box: np.ndarray) -> np.ndarray | None:
    """(moves + 1, P) each player's chance to win after each move, as the game's policy sees it.

    It is the mean of what each player could know at their latest decision; at the end stands what came of it.
    None where there is no policy for such a game.
    """
    one = replay.deal(game, box)
    try:
        policy = make(POLICY, game)
        check_seats([policy], one)
    except HustingsError:
        return None
    tables = [one.save() for _ in replay.play(one)]  # before each move
    games = GameBatch(game, len(tables), one.num_players, box=one.box, ask_forced=replay.ask_forced)
    games.restore(None, np.concatenate(tables))
    latest: dict[int, np.ndarray] = {}
    said = []
    for seat, shares in zip(games.seat.tolist(), _shares(policy, games), strict=True):
        latest[seat] = np.roll(shares, seat)  # they begin with the seat on turn
        said.append(np.mean([*latest.values()], axis=0))
    won = one.payoff[0] == one.payoff[0].max()
    return np.array([*said, won / won.sum()])


def _shares(policy: Any, games: GameBatch) -> np.ndarray:
    """(N, P) chances to win that add up to 1, that of the seat on turn first."""
    parts = np.split(np.arange(games.num_games), range(_AT_ONCE, games.num_games, _AT_ONCE))
    values = [policy.policy_and_values(games.observe(rows=rows), games.masks(rows=rows))[1] for rows in parts]
    shares = np.clip(chances_to_win(np.concatenate(values), games.num_players), 1e-9, None)
    return shares / shares.sum(axis=1, keepdims=True)
