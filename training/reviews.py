"""What a game's players could have done better: each decision of a replay as a search sees it.

Three looks, each in fresh deals. The first tries all legal actions of every decision; the second compares the
best of them with the one that was played, where that seems to cost most; the third measures the decisions for
which it still does. Both actions are played out in the same deals. Only what the third look finds is told: a
figure by which a decision was selected is too high.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Group
from rich.text import Text

from ..agents import make
from ..agents.search import SearchAgent
from ..agents.search.settings import Algorithm
from ..envs import GAMES
from ..envs.core.api.arguments import check_seed, positive
from ..envs.core.api.batch import GameBatch
from ..envs.core.api.replay import Replay
from ..envs.core.engine.game import Game
from ..envs.core.errors import HustingsError, ReplayError
from ..envs.core.text.prompts import phase_in_words
from ..envs.core.text.words import player
from .evaluation.comparisons import Comparison, Tally, compare, deals_at_once, worth_in_words, worth_of
from .evaluation.display import TabularResult, format_estimate, interval_fields, new_table, without_nan
from .evaluation.statistics import CONFIDENCE, Estimate

TOP = 10
AGENT = "search"
LONGER = 4  # times as many playouts in each look as in the one before
KEPT = 3  # times as many decisions as are asked for have a second look
_AT_ONCE = 16  # decisions between two calls of `advance`


@dataclass(frozen=True)
class CostlyDecision:
    """A decision that cost its player something in the eyes of a search.

    Attributes:
        move: its number in the replay, from 1.
        seat: who decided.
        phase: the phase's name.
        played, better: what was done, and what would have been better, in words.
        played_action, better_action: their numbers.
        loss: by how much, from 0 to 1, with its 95 % interval.
        deals: in how many deals both were played out.
    """

    move: int
    seat: int
    phase: str
    played: str
    better: str
    played_action: int
    better_action: int
    loss: Estimate
    deals: int


@dataclass
class Review(TabularResult):
    """The decisions of a game that cost most.

    Attributes:
        game: the game's name.
        search: the name of the search that judged.
        worth: what a loss is a part of: the weights of the win, of the rank and so on in what it counts.
        agents: who played, by seat; empty where the replay does not say.
        looked_at: how many decisions of each seat with a choice were looked at, by seat.
        decisions: seat by seat, those that cost most first.
        stopped: Ctrl-C ended it early.
    """

    game: str
    search: str
    worth: dict[str, float]
    agents: list[str]
    looked_at: dict[int, int]
    decisions: list[CostlyDecision]
    stopped: bool

    def rows(self) -> list[dict[str, Any]]:
        """One row for each decision, the loss with its interval."""
        return [{**asdict(decision), **interval_fields("loss", decision.loss)} for decision in self.decisions]

    def table(self) -> Group:
        """A table for each seat, and what its figures are."""
        return Group(*map(self._table, self.looked_at), Text(self._remarks()))

    def _table(self, seat: int) -> Any:
        name = f" ({self.agents[seat]})" if seat < len(self.agents) else ""
        number = self.looked_at[seat]
        table = new_table(
            f"{player(seat)}{name}: {number} decision{'s' * (number != 1)} with a choice", first="move"
        )
        table.columns[0].min_width = 4
        table.add_column("phase", overflow="fold")
        table.add_column("played", overflow="fold", ratio=1)
        table.add_column("better", overflow="fold", ratio=1)
        table.add_column("loss", justify="right", no_wrap=True)
        for made in self.decisions:
            if made.seat == seat:
                loss = format_estimate(made.loss, 1, 100)
                table.add_row(str(made.move), made.phase, Text(made.played), Text(made.better), loss)
        return table

    def _remarks(self) -> str:
        remarks = [
            f"Loss: percentage points of {worth_in_words(self.worth)}.",
            f"In parentheses: {CONFIDENCE:.0%} intervals, from fresh deals in which {self.search} plays out "
            "both actions. One that reaches to 0 or below may be no mistake at all.",
        ]
        if self.stopped:
            remarks.append("Stopped early: of the decisions, only those measured by then are here.")
        return "\n".join(remarks)

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values, None where there is no figure."""
        tree = asdict(self) | {"decisions": self.rows()}
        seats = {str(seat): number for seat, number in self.looked_at.items()}
        return without_nan({**tree, "looked_at": seats})


def review(
    replay: Replay | str | Path,
    *,
    agent: str | SearchAgent = AGENT,
    seat: int | None = None,
    top: int = TOP,
    box: str | Path | np.ndarray | None = None,
    seed: int = 0,
    advance: Callable[[int, int], Any] = lambda done, total: None,
) -> Review:
    """Find the decisions of a game that cost most in the eyes of a search.

    The search knows what the seat knew. Its playouts say what an action is worth if all play on as its bots
    do, so a plan that they do not follow may look like a mistake. Ctrl-C ends it early.

    Args:
        replay: a replay, or its file.
        agent: the search that judges, or its name as for `hustings.agents.make`, of the kind that plays all
            actions in the same deals. The first look takes its `iterations`, the second and third four and 16
            times as many for two actions.
        seat: whose decisions; None for everybody's.
        top: how many of each seat.
        box: the box that was played with, if not the game's own.
        seed: of the deals; the same one gives the same review.
        advance: called with how many playouts are done, and of how many, about.

    Raises:
        HustingsError: for an agent that is no such search, or arguments out of range.
        ReplayError: for a file that is no replay, or one that does not lead to the end it states.
    """
    if not isinstance(replay, Replay):
        replay = Replay.load(replay)
    game, key, top = GAMES[replay.game], check_seed(seed), positive("top", top)
    if seat is not None and seat not in range(replay.num_players):
        raise HustingsError(f"seat: {seat} is outside 0 to {replay.num_players - 1}")
    search = _search(agent, game)
    played = _Played(replay, game, box, seat)
    looks = _Looks(search, played, top, key, advance)
    stopped = False
    try:
        looks.run()
    except KeyboardInterrupt:
        stopped = True
    seats = range(replay.num_players) if seat is None else [seat]
    decisions = [played.told(row, *found) for row, found in looks.found.items()]
    return Review(
        game=game.name,
        search=search.name,
        worth=worth_of(search),
        agents=list(replay.agents),
        looked_at={who: int((played.seats == who).sum()) for who in seats},
        decisions=sorted(decisions, key=lambda made: (made.seat, -made.loss.value)),
        stopped=stopped,
    )


def _search(agent: str | SearchAgent, game: Game) -> SearchAgent:
    made = make(agent, game) if isinstance(agent, str) else agent
    if not isinstance(made, SearchAgent):
        name = getattr(made, "name", repr(made))
        raise HustingsError(
            f"{name:.60} cannot say what another action would have brought; give a search, such as "
            "search:iterations=400"
        )
    if made.game is not game:
        raise HustingsError(f"{made.name} plays {made.game.title}, not {game.title}; make one for it")
    if made.settings.algorithm != Algorithm.PAIRED or made.settings.seconds:
        raise HustingsError(
            f"{made.name}: a review compares actions in the same deals, so many of them; leave out "
            "algorithm=tree and seconds"
        )
    return made


class _Played:
    """The decisions of a replay in which there was a choice, as games of one batch.

    Attributes:
        games: (D,) games, each as it was before a decision.
        actions, seats: (D,) what was done, and by whom.
    """

    def __init__(self, replay: Replay, game: Game, box: str | Path | np.ndarray | None, seat: int | None):
        one = replay.deal(game, box)
        tables, moves, self._words = [], [], []
        for number, (who, action, words) in enumerate(replay.play(one), 1):
            if seat in (None, who) and one.masks().sum() > 1:
                tables.append(one.save())
                moves.append((number, who, action))
                self._words.append(words)
        if not moves:
            raise ReplayError("nobody had a choice; give a replay of a game that has begun")
        self._moves, self.seats, self.actions = np.array(moves).T
        self.games = GameBatch(
            game, len(moves), replay.num_players, box=one.box, ask_forced=replay.ask_forced
        )
        self.games.restore(None, np.concatenate(tables))

    def told(self, row: int, better: int, found: Tally) -> CostlyDecision:
        """A decision for whoever reads, with what was found of a better action."""
        games = self.games
        return CostlyDecision(
            move=int(self._moves[row]),
            seat=int(self.seats[row]),
            phase=phase_in_words(games.game, games.phase[row]),
            played=self._words[row],
            better=games.describe(row, better),
            played_action=int(self.actions[row]),
            better_action=better,
            loss=found.lead,
            deals=found.deals,
        )


class _Looks:
    """The three looks, one after another."""

    def __init__(
        self, search: SearchAgent, played: _Played, top: int, seed: int, advance: Callable[[int, int], Any]
    ):
        self._search, self._played, self._top, self._advance = search, played, top, advance
        self._stream = np.random.default_rng(seed)
        self._iterations = search.settings.iterations
        counts = np.unique(played.seats, return_counts=True)[1]
        spent = [int(np.minimum(counts, most).sum()) for most in (len(played.seats), KEPT * top, top)]
        self._total = self._iterations * sum(part * LONGER**look for look, part in enumerate(spent))
        self._done = 0
        self._losses: dict[int, float] = {}
        self._better: dict[int, int] = {}
        self._measured: dict[int, Tally] = {}

    def run(self) -> None:
        """Look; what is measured by then is there on Ctrl-C, too."""
        self._first_look()
        self._measure(LONGER, self._worst(KEPT * self._top))
        self._losses = {row: found.lead.value for row, found in self._measured.items()}
        self._measure(LONGER**2, self._worst(self._top))

    @property
    def found(self) -> dict[int, tuple[int, Tally]]:
        """By row of the decision, the better action and what the latest fresh look has found by now."""
        rows = [row for row in self._worst(self._top) if row in self._measured]
        return {row: (self._better[row], self._measured[row]) for row in rows}

    def _worst(self, most: int) -> list[int]:
        """The rows that seemed to have cost most in the look before, so many of each seat, in order."""
        rows: list[int] = []
        for seat in np.unique(self._played.seats):
            own = [row for row in self._losses if self._played.seats[row] == seat]
            rows += sorted(own, key=lambda row: -self._losses[row])[:most]
        return sorted(rows)

    def _first_look(self) -> None:
        """Note what the search would have done where that is something else."""
        played = self._played
        search = Comparison(self._search, self._seed(), self._iterations)
        search.weights = search.weights_of_all(played.games)
        search.weights[np.arange(len(played.actions)), played.actions] = 2.0
        for first in range(0, len(played.actions), _AT_ONCE):
            rows = np.arange(first, min(first + _AT_ONCE, len(played.actions)))
            for row, thought in zip(rows.tolist(), search.explain(played.games, rows), strict=True):
                action, mean = int(thought.probabilities.argmax()), thought.details["mean"]
                if action != played.actions[row]:
                    self._better[row] = action
                    self._losses[row] = float(mean[action] - mean[played.actions[row]])
            self._count(len(rows) * self._iterations)

    def _measure(self, longer: int, chosen: list[int]) -> None:
        """Play out two actions of some decisions in fresh deals."""
        rows, at_once = np.array(chosen, np.int64), deals_at_once(self._search)
        better = np.array([self._better[row] for row in chosen], np.int64)
        tallies = {row: Tally() for row in chosen}
        fresh = 0
        while fresh < max(2, longer * self._iterations // 2) and len(rows):
            given = self._played.games, rows, self._played.actions[rows], better
            compare(self._search, *given, self._seed(), [*tallies.values()])
            fresh += at_once
            self._measured = tallies
            self._count(2 * at_once * len(rows))

    def _seed(self) -> int:
        return int(self._stream.integers(2**64, dtype=np.uint64))

    def _count(self, playouts: int) -> None:
        self._done += playouts
        self._advance(min(self._done, self._total), self._total)
