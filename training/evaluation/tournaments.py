"""Tournaments: every seating of every deal, figures with intervals over deals, and ratings."""

import itertools
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.table import Table
from rich.text import Text

from ...agents import Agent
from ...envs import GAMES
from ...envs.core.api.arguments import players_of
from ...envs.core.api.batch import GameBatch, check_seed, positive
from ...envs.core.api.replay import box_hash
from ...envs.core.engine.game import Game
from ...envs.core.engine.loops import Reward, pay
from ...envs.core.errors import HustingsError
from .arena import Progress, milliseconds, name_of, seat
from .display import Shown, columns, percent, plain, sheet, spread, words
from .schedule import MAX_GAMES_PER_SEED, lineups_of, schedule
from .shards import SEARCHING_PART, Part, Played, is_search, player
from .statistics import CONFIDENCE, Estimate, Rating, cluster_means, ratings, win_shares

BATCH = 256
FEW_SEEDS = 20


# --- Results -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AgentFigures:
    """What one agent achieved.

    Attributes:
        name: the agent.
        games: games it took part in.
        seats: seats it took in them; each counts once in the means.
        win_share: winners share a win; 1 / num_players is a fair share.
        mean_rank: 1 = best, ties averaged.
        mean_score: the game's own points.
        mean_payoff: of the kind asked for.
        by_seat: win share in each seat; nan where it never sat.
        rating: Plackett-Luce.
        milliseconds: wall time a decision over the whole batch; nan where it was not timed.
    """

    name: str
    games: int
    seats: int
    win_share: Estimate
    mean_rank: Estimate
    mean_score: Estimate
    mean_payoff: Estimate
    by_seat: list[float]
    rating: Rating
    milliseconds: float

    def row(self) -> dict[str, Any]:
        """The figures as plain values by name, intervals as `..._low` and `..._high`."""
        return {
            "agent": self.name,
            "games": self.games,
            **spread("win_share", self.win_share),
            **spread("mean_rank", self.mean_rank),
            **spread("mean_score", self.mean_score),
            **spread("mean_payoff", self.mean_payoff),
            **spread("rating", self.rating.estimate),
            "milliseconds": self.milliseconds,
        }


@dataclass
class TournamentResult(Shown):
    """The games of a tournament, and what they say.

    In the shapes below G is the number of games and P is `num_players`.

    Attributes:
        game, game_version, title: what was played.
        num_players, options, box, reward, seed, batch: the settings; `box` is a hash, options included.
        agents: names, in the order given.
        lineups: how many different sets of agents met.
        requested: games asked for; whole sets of seatings are played, so there may be more.
        seconds: how long it took.
        stopped: it was interrupted, and only the seeds that were complete by then are here.
        thinking: milliseconds a decision of each agent, wall time over the batch; nan where it was not timed.
        deals: (G,) uint64, the seed each game was dealt from.
        seatings: (G, P), the agent in each seat.
        scores, ranks, payoffs: (G, P); rank 1 is the best, ties are averaged.
        usage: what the decisions of those agents took who keep account of it (`LlmAgent.usage`), by name.
    """

    game: str
    game_version: int
    title: str
    num_players: int
    options: dict[str, Any]
    box: str
    reward: str
    seed: int
    batch: int
    agents: list[str]
    lineups: int
    requested: int
    seconds: float
    stopped: bool
    thinking: list[float]
    deals: np.ndarray = field(repr=False)
    seatings: np.ndarray = field(repr=False)
    scores: np.ndarray = field(repr=False)
    ranks: np.ndarray = field(repr=False)
    payoffs: np.ndarray = field(repr=False)
    usage: dict[str, Any] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return len(self.deals)

    @cached_property
    def seeds(self) -> int:
        """How many different deals were played."""
        return len(np.unique(self.deals))

    @property
    def fair_share(self) -> float:
        return 1 / self.num_players

    @cached_property
    def figures(self) -> list[AgentFigures]:
        """The figures of each agent, in the order of `agents`."""
        sits = self._sits
        rated = ratings(self.seatings, self.ranks, len(self.agents), self.deals, self.seed)
        games = [int((self.seatings == agent).any(axis=1).sum()) for agent in range(len(self.agents))]
        shares = win_shares(self.ranks)
        share, rank, score, payoff = self._estimates
        return [
            AgentFigures(
                name=name,
                games=games[agent],
                seats=int(sits[agent].sum()),
                win_share=share[agent],
                mean_rank=rank[agent],
                mean_score=score[agent],
                mean_payoff=payoff[agent],
                by_seat=[
                    _mean(shares[:, seat], self.seatings[:, seat] == agent)
                    for seat in range(self.num_players)
                ],
                rating=rated[agent],
                milliseconds=self.thinking[agent],
            )
            for agent, name in enumerate(self.agents)
        ]

    @cached_property
    def seat_shares(self) -> list[Estimate]:
        """The win share of each seat, whoever sat there."""
        return self._estimates[0][len(self.agents) :]

    def figure(self, name: str) -> AgentFigures:
        """The figures of one agent; HustingsError when it did not play."""
        for figures in self.figures:
            if figures.name == name:
                return figures
        raise HustingsError(f"no agent {name!r} in this tournament; choose from {', '.join(self.agents)}")

    @cached_property
    def _sits(self) -> np.ndarray:
        """(agents, G * P) bool: who sits where, games one after another."""
        return self.seatings.reshape(-1) == np.arange(len(self.agents))[:, None]

    @cached_property
    def _estimates(self) -> list[list[Estimate]]:
        """Win share, rank, score and payoff, each for every agent and then for every seat."""
        seats = np.tile(np.arange(self.num_players), self.games) == np.arange(self.num_players)[:, None]
        values = np.stack([win_shares(self.ranks), self.ranks, self.scores, self.payoffs])
        clusters = np.repeat(self.deals, self.num_players)
        chosen = np.concatenate([self._sits, seats])
        ends = ((0, 1), (1, self.num_players), None, None)
        return cluster_means(values.reshape(4, -1), chosen, clusters, self.seed, ends)

    @property
    def ranking(self) -> list[AgentFigures]:
        """The figures, the greatest win share first."""
        return sorted(
            self.figures, key=lambda row: -math.inf if row.games == 0 else row.win_share.value, reverse=True
        )

    def rows(self) -> list[dict[str, Any]]:
        """The figures of each agent as plain values, the greatest win share first."""
        return [figures.row() for figures in self.ranking]

    def table(self) -> Table:
        """The figures as a table, the greatest win share first."""
        table = columns(
            sheet(self.heading, self._remarks()),
            "win share %",
            "mean rank",
            "mean score",
            "rating",
        )
        for row in self.ranking:
            table.add_row(
                Text(row.name),
                percent(row.win_share),
                words(row.mean_rank, 2),
                words(row.mean_score, 1),
                f"{row.rating.mu:.1f}" if row.games else "-",
            )
        return table

    @property
    def heading(self) -> str:
        """What was played, and how much of it."""
        return f"{self.title}, {self.num_players} players: {self.games:,} games from {self.seeds:,} deals"

    @property
    def cautions(self) -> list[str]:
        """What to know before the figures are trusted, if there is anything."""
        cautions = []
        if self.stopped and self.games < self.requested:
            cautions.append(f"Stopped before {self.requested:,} games: complete deals only.")
        if self.seeds < FEW_SEEDS:
            deals = "1 deal" if self.seeds == 1 else f"{self.seeds} deals"
            cautions.append(f"Only {deals}: the intervals are rough; play more games.")
        return cautions

    def _remarks(self) -> str:
        shares = ", ".join(percent(estimate) for estimate in self.seat_shares)
        remarks = [
            f"In parentheses: {CONFIDENCE:.0%} intervals over deals.",
            f"A fair win share is {100 * self.fair_share:.1f} %; by seat: {shares}.",
        ]
        remarks += [f"{name}: {usage}." for name, usage in self.usage.items()]
        return "\n".join([*remarks, *self.cautions])

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values; null where there is no figure. The games are left out."""
        return {
            "game": self.game,
            "game_version": self.game_version,
            "hustings": version("hustings"),
            "num_players": self.num_players,
            "options": self.options,
            "box": self.box,
            "reward": self.reward,
            "seed": self.seed,
            "batch": self.batch,
            "requested": self.requested,
            "games": self.games,
            "seeds": self.seeds,
            "lineups": self.lineups,
            "stopped": self.stopped,
            "seconds": round(self.seconds, 3),
            "fair_share": self.fair_share,
            "confidence": CONFIDENCE,
            "seats": [plain(estimate._asdict()) for estimate in self.seat_shares],
            "agents": [
                {
                    "name": row.name,
                    "games": row.games,
                    "seats": row.seats,
                    "win_share": plain(row.win_share._asdict()),
                    "mean_rank": plain(row.mean_rank._asdict()),
                    "mean_score": plain(row.mean_score._asdict()),
                    "mean_payoff": plain(row.mean_payoff._asdict()),
                    "win_share_by_seat": plain(row.by_seat),
                    "rating": plain(row.rating._asdict()),
                }
                for row in self.figures
            ],
            **({"usage": {name: asdict(usage) for name, usage in self.usage.items()}} if self.usage else {}),
        }


def _mean(values: np.ndarray, where: np.ndarray) -> float:
    return float(values[where].mean()) if where.any() else math.nan


# --- Playing -------------------------------------------------------------------------------------


def tournament(
    game: Game | str,
    agents: Sequence[str | Agent],
    games: int,
    *,
    num_players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    reward: str = "rank",
    batch: int | None = None,
    threads: int = 1,
    ray: str | None = None,
    on_progress: Progress | None = None,
) -> TournamentResult:
    """Let agents play each other.

    Every set of agents that can meet plays all its distinct seatings from each game seed, or a balanced
    part of them where they are many (see `schedule.lineups_of` and `schedule.blocks`). Ctrl-C ends it early,
    with the games of the seeds that are complete.

    Args:
        game: what is played.
        agents: names as for `hustings.agents.make`, or agents. Name one several times to give it several
            seats: as many names as players are exactly that table.
        games: how many games, rounded up to whole sets of seatings.
        num_players: None for as many as agents are named, if the game takes that many, else for the smallest
            number it takes.
        seed: of the deals, of the agents made from names, and of the bootstrap.
        options, box, reward, threads: as for `GameBatch`.
        batch: about how many games run side by side, whole deals; None for 256, with searches 64. Agents that
            are named are made afresh for so many, so the draws of those that play at random depend on it.
        ray: the address of a Ray cluster that plays; see `.cluster`. Its results are those of this process.
        on_progress: called with the games done and their total.

    Raises:
        HustingsError: for agents, numbers or options that do not fit, before anything is played.
    """
    described = game_of(game)
    check_list(agents, 1, "one")
    if num_players is None and len(agents) in described.player_counts:
        num_players = len(agents)
    players = players_of(described, num_players)
    entrants, entries = enrol(described, agents, check_seed(seed))
    return hold(
        described,
        entrants,
        lineups_of(entries, players),
        games,
        num_players=players,
        seed=seed,
        options=options,
        box=box,
        reward=reward,
        batch=batch,
        threads=threads,
        ray=ray,
        on_progress=on_progress,
    )


class Entrant(NamedTuple):
    """Who takes part: the name in tables, the agent as it was given, and the agent."""

    name: str
    given: str | Agent
    agent: Agent


def hold(
    game: Game,
    entrants: list[Entrant],
    lineups: list[tuple[int, ...]],
    games: int,
    *,
    num_players: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
    reward: str = "rank",
    batch: int | None = None,
    threads: int = 1,
    most: int = MAX_GAMES_PER_SEED,
    ray: str | None = None,
    on_progress: Progress | None = None,
) -> TournamentResult:
    """A tournament of lineups: see `tournament` for the rest.

    Args:
        entrants: by number.
        lineups: the sets of agents that meet, by number.
        most: games a deal, as for `schedule.blocks`.
    """
    asked, key = positive("games", games), check_seed(seed)
    size = size_of(entrants, BATCH) if batch is None else positive("batch", batch)
    deals, seatings = schedule(lineups, asked, key, most=most)
    tables = GameBatch(game, 1, num_players, reward=reward, box=box, options=options, threads=threads)
    parts = parts_of(tables, entrants, deals, seatings, key, size, ray)
    begin, stopped, told = time.monotonic(), False, 0
    results: list[Played] = []

    def tell(done: int) -> None:
        if on_progress:
            on_progress(told + done, len(deals))

    try:
        with player(ray, [entrant.given for entrant in entrants]) as play:
            for part, played in play(parts, tell):
                results.append(played)
                told += len(part.deals)
                stopped = stopped or played.stopped
                if stopped:
                    break
    except KeyboardInterrupt:
        stopped = True
    done, scores, ranks = _joined(results, deals, num_players)
    kept = ~np.isin(deals, deals[~done])
    scores, ranks = scores[kept], ranks[kept]
    timed = [sum(getattr(played, what) for played in results) for what in ("seconds", "decisions")]
    return TournamentResult(
        game=game.name,
        game_version=game.version,
        title=game.title,
        num_players=num_players,
        options=tables.options,
        box=box_hash(tables.box),
        reward=tables.reward,
        seed=key,
        batch=size,
        agents=[entrant.name for entrant in entrants],
        lineups=len(lineups),
        requested=asked,
        seconds=time.monotonic() - begin,
        stopped=stopped,
        thinking=milliseconds(*(np.broadcast_to(sums, len(entrants)).tolist() for sums in timed)),
        deals=deals[kept],
        seatings=seatings[kept],
        scores=scores,
        ranks=ranks,
        payoffs=payoffs_of(tables.reward, float(tables.box[0]["typical_score"]), scores, ranks),
        usage=_usage(entrants, results),
    )


def size_of(entrants: Sequence[Entrant], usual: int) -> int:
    """About how many games are played side by side where nobody says."""
    searching = any(is_search(entrant.name) for entrant in entrants)
    return SEARCHING_PART if searching else usual


def parts_of(
    tables: GameBatch,
    entrants: Sequence[Entrant],
    deals: np.ndarray,
    seatings: np.ndarray,
    seed: int,
    size: int,
    ray: str | None,
    *,
    recorded: bool = False,
) -> Iterator[Part]:
    """A schedule as parts of whole deals, each of `size` games or a few more.

    Agents that are named are made afresh for each part, so that a part depends on no other.

    Args:
        tables: a batch of such games.
        deals, seatings: (G,) and (G, P), the schedule.
        seed: of the agents.
        ray: where the parts will be played; see `player`.
    """
    ends = np.append(np.flatnonzero(deals[1:] != deals[:-1]) + 1, len(deals))  # of the deals
    first = number = 0
    while first < len(deals):
        last = int(ends[np.searchsorted(ends, min(first + size, len(deals)))])
        made = number == 0 and ray is None  # they have been, to see that they can be
        yield Part(
            tables.game,
            tables.num_players,
            tables.box,
            tables.threads,
            [entrant.agent if made else entrant.given for entrant in entrants],
            [(seed, k, number) if number else (seed, k) for k in range(len(entrants))],
            deals[first:last],
            seatings[first:last],
            recorded=recorded,
        )
        first, number = last, number + 1


def _joined(
    results: list[Played], deals: np.ndarray, num_players: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Who is done, (G,), and scores and ranks, (G, P), of a schedule whose first parts have been played."""
    done = np.zeros(len(deals), np.bool_)
    scores = np.zeros((len(deals), num_players), np.int32)
    ranks = np.zeros((len(deals), num_players))
    first = 0
    for played in results:
        here = slice(first, first + len(played.done))
        done[here], scores[here], ranks[here] = played.done, played.scores, played.ranks
        first = here.stop
    return done, scores, ranks


def _usage(entrants: Sequence[Entrant], results: list[Played]) -> dict[str, Any]:
    """What the decisions of those took who keep account of it; those that are named do so part by part."""
    found = {}
    for number, entrant in enumerate(entrants):
        parts = [played.usage[number] for played in results if number in played.usage]
        if len(parts) > 1 and isinstance(entrant.given, str):
            names = [part.name for part in fields(parts[0])]
            parts = [replace(parts[0], **{name: sum(getattr(p, name) for p in parts) for name in names})]
        if parts:
            found[entrant.name] = parts[-1]
    return found


def game_of(game: Game | str) -> Game:
    """A game, by name or as it is."""
    if not isinstance(game, str | Game):
        raise HustingsError(f"game: {game!r:.60} is no game; choose from {', '.join(GAMES)}")
    return GAMES[game] if isinstance(game, str) else game


def check_list(agents: Any, least: int, words: str) -> None:
    """HustingsError unless `agents` is a list of at least so many."""
    if isinstance(agents, str | bytes) or not isinstance(agents, Sequence) or len(agents) < least:
        raise HustingsError(f"agents: needs a list of at least {words}; try ['greedy', 'random']")


def payoffs_of(kind: str, typical_score: float, scores: np.ndarray, ranks: np.ndarray) -> np.ndarray:
    """(G, P) float32 payoffs of a kind, from (G, P) scores and ranks."""
    payoffs = np.zeros(scores.shape, np.float32)
    standings = (-2 * ranks).astype(np.int64)
    for game in range(len(scores)):
        pay(int(Reward[kind.upper()]), typical_score, scores[game], standings[game], payoffs[game])
    return payoffs


def enrol(game: Game, agents: Sequence[str | Agent], seed: int) -> tuple[list[Entrant], list[int]]:
    """Who takes part, each once, and the number of the agent for every entry."""
    entrants: list[Entrant] = []
    numbers: dict[Any, int] = {}
    entries: list[int] = []
    for entry in agents:
        mark = entry if isinstance(entry, str) else id(entry)
        if mark not in numbers:
            agent = seat(entry, game, seed, len(numbers))
            numbers[mark] = len(entrants)
            name = _fresh_name(name_of(entry), [entrant.name for entrant in entrants])
            entrants.append(Entrant(name, entry, agent))
        entries.append(numbers[mark])
    return entrants, entries


def _fresh_name(name: str, taken: list[str]) -> str:
    candidates = itertools.chain((name,), (f"{name} ({number})" for number in itertools.count(2)))
    return next(candidate for candidate in candidates if candidate not in taken)
