"""Reviews of replays: the decisions that cost most, as judged by a search.

There are three passes, each in fresh deals. The first tries all legal actions of every decision; the second
compares the best of them with the played one, in the decisions that seem to cost most; the third measures
those that still do. Both actions are played out in the same deals. What is reported is never what has
selected a decision, which is biased upwards: results of the third pass, or of the second if it was stopped
before.
"""

from collections.abc import Callable, Mapping
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
from ..envs.core.text.words import count, player
from .evaluation.comparisons import Comparison, Tally, compare, deals_at_once, worth_in_words, worth_of
from .evaluation.display import TabularResult, format_estimate, interval_fields, new_table, without_nan
from .evaluation.statistics import CONFIDENCE, Estimate

TOP = 10
AGENT = "search"
LONGER = 4  # factor of playouts from one pass to the next
KEPT = 3  # the second pass has this many times the requested decisions
_AT_ONCE = 16  # decisions between two calls of `advance`


@dataclass(frozen=True)
class CostlyDecision:
    """A decision that cost its player something, by a search's judgement.

    Attributes:
        move: its number in the replay, from 1.
        seat: the seat that decided.
        phase: the phase's name.
        played, better: the played and the better action, in words.
        played_action, better_action: their numbers.
        loss: the difference in value, from 0 to 1, with its 95 % interval.
        deals: the number of deals in which both were played out.
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
        worth: the weights of win, rank and so on in the value that losses are measured in.
        agents: the agents by seat; empty if the replay does not name them.
        looked_at: the number of decisions with a choice that were examined, by seat.
        decisions: seat by seat, the costliest first.
        stopped: whether Ctrl-C ended it early.
    """

    game: str
    search: str
    worth: dict[str, float]
    agents: list[str]
    looked_at: dict[int, int]
    decisions: list[CostlyDecision]
    stopped: bool

    def rows(self) -> list[dict[str, Any]]:
        """A row for each decision, with the loss and its interval."""
        return [{**asdict(decision), **interval_fields("loss", decision.loss)} for decision in self.decisions]

    def table(self) -> Group:
        """A table for each seat, with remarks on its figures."""
        return Group(*map(self._table, self.looked_at), Text(self._remarks()))

    def _table(self, seat: int) -> Any:
        name = f" ({self.agents[seat]})" if seat < len(self.agents) else ""
        decisions = count(self.looked_at[seat], "decision")
        table = new_table(f"{player(seat)}{name}: {decisions} with a choice", first="move")
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
        if not self.decisions and not self.stopped:
            return "No decision was found that cost anything."
        remarks = [
            f"Loss: percentage points of {worth_in_words(self.worth)}.",
            f"In parentheses: {CONFIDENCE:.0%} intervals, from fresh deals in which {self.search} plays out "
            "both actions. One that reaches to 0 or below may be no mistake at all.",
        ]
        if self.stopped:
            remarks.append("Stopped early: of the decisions, only those measured by then are here.")
        return "\n".join(remarks)

    def as_json(self) -> dict[str, Any]:
        """The review as plain values, None for missing figures."""
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
    """Find the decisions of a game that cost most, as judged by a search.

    The search knows only what the seat knew. Its playouts value an action as if everybody played on like its
    bots, so a plan that they do not follow may look like a mistake. Ctrl-C ends it early.

    Args:
        replay: a replay, or its file.
        agent: the search that judges, or its name as for `hustings.agents.make`; it must be one that plays
            all actions in the same deals. The first pass has its `iterations`, the second and third 4 and 16
            times as many for two actions.
        seat: whose decisions; None for everybody's.
        top: the number of decisions of each seat.
        box: the box that was played with, if not the game's own.
        seed: for the deals; the same seed gives the same review.
        advance: called with the approximate numbers of finished and of all playouts.

    Raises:
        HustingsError: for an agent that is not such a search, or arguments out of range.
        ReplayError: for a file that is not a replay, or whose moves do not lead to the recorded end.
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
    decisions = [played.describe(row, *found) for row, found in looks.results.items()]
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
            f"{name:.60} cannot value other actions; give a search, such as search:iterations=400"
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
    """The D decisions of a replay with a choice, as games of one batch.

    Attributes:
        games: D games, each at the point of a decision.
        actions, seats: (D,) the actions, and the seats that decided.
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

    def describe(self, row: int, better: int, found: Tally) -> CostlyDecision:
        """A decision in words, with the measured loss against a better action."""
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
    """The three passes."""

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
        """Run the passes; after Ctrl-C, the results so far are kept."""
        self._first_look()
        self._measure(LONGER, KEPT * self._top, self._losses)
        again = {row: found.lead.value for row, found in self._measured.items()}
        self._measure(LONGER**2, self._top, again)

    @property
    def results(self) -> dict[int, tuple[int, Tally]]:
        """By row of the decision, the better action and its measurement in the latest pass with results."""
        rows = [row for row in self._worst(self._top, self._losses) if row in self._measured]
        return {row: (self._better[row], self._measured[row]) for row in rows}

    def _worst(self, most: int, losses: Mapping[int, float]) -> list[int]:
        """The costliest rows, at most `most` of each seat, in order."""
        rows: list[int] = []
        for seat in np.unique(self._played.seats):
            own = [row for row in losses if self._played.seats[row] == seat]
            rows += sorted(own, key=lambda row: -losses[row])[:most]
        return sorted(rows)

    def _first_look(self) -> None:
        """Note the search's action where it differs from the played one."""
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

    def _measure(self, longer: int, most: int, losses: dict[int, float]) -> None:
        """Play out both actions of the decisions that lose most in fresh deals."""
        chosen = self._worst(most, losses)
        rows, at_once = np.array(chosen, np.int64), deals_at_once(self._search)
        better = np.array([self._better[row] for row in chosen], np.int64)
        tallies = {row: Tally() for row in chosen}
        fresh = 0
        while fresh < max(2, longer * self._iterations // 2) and len(rows):
            given = self._played.games, rows, self._played.actions[rows], better
            compare(self._search, *given, self._seed(), [*tallies.values()])
            fresh += at_once
            self._measured, self._losses = tallies, losses
            self._count(2 * at_once * len(rows))

    def _seed(self) -> int:
        return int(self._stream.integers(2**64, dtype=np.uint64))

    def _count(self, playouts: int) -> None:
        self._done += playouts
        self._advance(min(self._done, self._total), self._total)
