"""Tournaments: every seating of every deal, figures with intervals over deals, and ratings."""

import itertools
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from rich.box import SIMPLE
from rich.table import Table
from rich.text import Text

from ..agents import Agent, make
from ..envs import GAMES
from ..envs.core import chance
from ..envs.core.batch import GameBatch, check_seed, positive
from ..envs.core.errors import HustingsError, IllegalAction
from ..envs.core.game import Game
from ..envs.core.loops import Reward, pay
from ..envs.core.replay import box_hash
from .statistics import CONFIDENCE, Estimate, Rating, cluster_means, ratings, win_shares

BATCH = 256
MAX_GAMES_PER_SEED = 36
MAX_LINEUPS = 10_000
FEW_SEEDS = 20

Progress = Callable[[int, int], None]


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


@dataclass
class TournamentResult:
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
        deals: (G,) uint64, the seed each game was dealt from.
        seatings: (G, P), the agent in each seat.
        scores, ranks, payoffs: (G, P); rank 1 is the best, ties are averaged.
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
    deals: np.ndarray = field(repr=False)
    seatings: np.ndarray = field(repr=False)
    scores: np.ndarray = field(repr=False)
    ranks: np.ndarray = field(repr=False)
    payoffs: np.ndarray = field(repr=False)

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
        sits, rated = self._sits, ratings(self.seatings, self.ranks, len(self.agents), self.seed)
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
        return cluster_means(values.reshape(4, -1), np.concatenate([self._sits, seats]), clusters, self.seed)

    def table(self) -> Table:
        """The figures as a table, the best agent first."""
        table = Table(
            title=f"{self.title}, {self.num_players} players: {self.games:,} games from {self.seeds:,} seeds",
            caption=self._remarks(),
            box=SIMPLE,
            pad_edge=False,
            padding=(0, 1, 0, 0),
            title_justify="left",
            caption_justify="left",
        )
        table.add_column("agent", overflow="fold", min_width=8)
        for heading in ("win share %", "mean rank", "mean score", "rating"):
            table.add_column(heading, justify="right", no_wrap=True)
        for row in sorted(self.figures, key=lambda figures: -_order(figures.win_share.value)):
            table.add_row(
                Text(row.name),
                _words(row.win_share, 1, 100),
                _words(row.mean_rank, 2),
                _words(row.mean_score, 1),
                f"{row.rating.mu:.1f}" if row.games else "-",
            )
        return table

    def _remarks(self) -> str:
        shares = ", ".join(_words(estimate, 1, 100) for estimate in self.seat_shares)
        remarks = [
            f"In parentheses: {CONFIDENCE:.0%} intervals over seeds.",
            f"A fair win share is {100 * self.fair_share:.1f} %; by seat: {shares}.",
        ]
        if self.stopped:
            remarks.append(f"Stopped before {self.requested:,} games: complete seeds only.")
        if self.seeds < FEW_SEEDS:
            remarks.append(f"Only {self.seeds} seeds: the intervals are rough; play more games.")
        return "\n".join(remarks)

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
            "seats": [_plain(estimate._asdict()) for estimate in self.seat_shares],
            "agents": [
                {
                    "name": row.name,
                    "games": row.games,
                    "seats": row.seats,
                    "win_share": _plain(row.win_share._asdict()),
                    "mean_rank": _plain(row.mean_rank._asdict()),
                    "mean_score": _plain(row.mean_score._asdict()),
                    "mean_payoff": _plain(row.mean_payoff._asdict()),
                    "win_share_by_seat": _plain(row.by_seat),
                    "rating": _plain(row.rating._asdict()),
                }
                for row in self.figures
            ],
        }


def _mean(values: np.ndarray, where: np.ndarray) -> float:
    return float(values[where].mean()) if where.any() else math.nan


def _order(value: float) -> float:
    return -math.inf if math.isnan(value) else value


def _words(estimate: Estimate, digits: int, scale: float = 1) -> str:
    value, low, high = (f"{scale * number:.{digits}f}" for number in estimate)
    if math.isnan(estimate.value):
        return "-"
    return value if math.isnan(estimate.low) else f"{value} ({low}-{high})"


def _plain(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _plain(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_plain(value) for value in tree]
    return None if isinstance(tree, float) and math.isnan(tree) else tree


# --- Who plays whom, and where they sit ----------------------------------------------------------


def lineups_of(entries: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """The sets of agents that meet, sorted; an agent may be in a set several times.

    As many entries as seats are one lineup. Fewer entries all play, with every choice of them to fill the
    other seats. Of more entries, every choice is played that holds as many different agents as possible.
    """
    different = sorted(set(entries))
    if len(entries) <= seats:
        fills = itertools.combinations_with_replacement(different, seats - len(entries))
        return sorted({tuple(sorted((*entries, *fill))) for fill in fills})
    if len(different) >= seats:
        if math.comb(len(different), seats) > MAX_LINEUPS:
            raise HustingsError(f"agents: {len(different)} are too many to meet; give fewer of them")
        return list(itertools.combinations(different, seats))
    chosen = {tuple(sorted(choice)) for choice in itertools.combinations(entries, seats)}
    return sorted(choice for choice in chosen if len(set(choice)) == len(different))


def count_seatings(lineup: Sequence[int]) -> int:
    """In how many distinct ways a lineup can sit."""
    return math.factorial(len(lineup)) // math.prod(map(math.factorial, Counter(lineup).values()))


def blocks(lineups: list[tuple[int, ...]], seed: int) -> Iterator[list[tuple[int, ...]]]:
    """The seatings for one game seed after another.

    All distinct seatings of all lineups where these are at most `MAX_GAMES_PER_SEED`. Else every lineup
    sits in one drawn order and its rotations, so that each agent is in each seat equally often; where even
    these are too many, the lineups are dealt out to the seeds in drawn order.
    """
    seats = len(lineups[0])
    if sum(map(count_seatings, lineups)) <= MAX_GAMES_PER_SEED:
        everything = [
            seating for lineup in lineups for seating in sorted(set(itertools.permutations(lineup)))
        ]
        yield from itertools.repeat(everything)
    stream = np.random.default_rng(seed)
    length = min(len(lineups), max(1, MAX_GAMES_PER_SEED // seats))
    waiting: list[tuple[int, ...]] = []
    while True:
        if len(waiting) < length:
            waiting += [lineups[i] for i in stream.permutation(len(lineups))]
        orders = [tuple(stream.permutation(lineup).tolist()) for lineup in waiting[:length]]
        del waiting[:length]
        yield [order[turn:] + order[:turn] for order in orders for turn in range(seats)]


def schedule(lineups: list[tuple[int, ...]], games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """(G,) seeds and (G, P) seatings, G at least `games`: whole blocks of one seed each.

    The k-th seed deals the game that row k of a batch with this seed begins with.
    """
    seeds: list[int] = []
    seatings: list[tuple[int, ...]] = []
    for number, block in enumerate(blocks(lineups, seed)):
        if len(seatings) >= games:
            break
        deal = int(chance.derive(np.uint64(seed), np.uint64(number), np.uint64(0)))
        seeds += [deal] * len(block)
        seatings += block
    return np.array(seeds, np.uint64), np.array(seatings, np.int64)


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
    batch: int = BATCH,
    threads: int = 1,
    on_progress: Progress | None = None,
) -> TournamentResult:
    """Let agents play each other.

    Every set of agents that can meet plays all its distinct seatings from each game seed, or a balanced
    part of them where they are many (see `lineups_of` and `blocks`). Ctrl-C ends it early, with the games of
    the seeds that are complete.

    Args:
        game: what is played.
        agents: names as for `hustings.agents.make`, or agents. Name one several times to give it several
            seats: as many names as players are exactly that table.
        games: how many games, rounded up to whole sets of seatings.
        num_players: None for as many as agents are named, if the game takes that many, else for the smallest
            number it takes.
        seed: of the deals, of the agents made from names, and of the bootstrap.
        options, box, reward, threads: as for `GameBatch`.
        batch: how many games run side by side; the draws of agents that play at random depend on it.
        on_progress: called with the games done and their total.

    Raises:
        HustingsError: for agents, numbers or options that do not fit, before anything is played.
    """
    described = GAMES[game] if isinstance(game, str) else game
    if num_players is None and len(agents) in described.player_counts:
        num_players = len(agents)
    players = described.check_players(num_players)
    key = check_seed(seed)
    asked = positive("games", games)
    names, seated, entries = _enrol(described, agents, key)
    lineups = lineups_of(entries, players)
    deals, seatings = schedule(lineups, asked, key)
    tables = GameBatch(
        described,
        min(positive("batch", batch), len(deals)),
        players,
        seed=key,
        reward=reward,
        box=box,
        options=options,
        threads=threads,
    )
    kind, tables.reward = tables.reward, "rank"  # ranks are read off the rank payoff
    begin = time.monotonic()
    records = _Records(len(deals), players)
    stopped = False
    try:
        _play(tables, seated, deals, seatings, records, on_progress)
    except KeyboardInterrupt:
        stopped = True
    kept = ~np.isin(deals, deals[~records.done])
    scores, ranks = records.scores[kept], records.ranks[kept]
    return TournamentResult(
        game=described.name,
        game_version=described.version,
        title=described.title,
        num_players=players,
        options=tables.options,
        box=box_hash(tables.box),
        reward=kind,
        seed=key,
        batch=batch,
        agents=names,
        lineups=len(lineups),
        requested=asked,
        seconds=time.monotonic() - begin,
        stopped=stopped,
        deals=deals[kept],
        seatings=seatings[kept],
        scores=scores,
        ranks=ranks,
        payoffs=_payoffs(kind, float(tables.box[0]["typical_score"]), scores, ranks),
    )


class _Records:
    """What the games came to, filled as they end."""

    def __init__(self, games: int, players: int):
        self.done = np.zeros(games, np.bool_)
        self.scores = np.zeros((games, players), np.int32)
        self.ranks = np.zeros((games, players))

    def add(self, places: np.ndarray, scores: np.ndarray, rank_payoffs: np.ndarray) -> None:
        last = rank_payoffs.shape[1] - 1
        self.scores[places] = scores
        # The rank payoff falls evenly from +1 for first to -1 for last; half ranks come from ties.
        self.ranks[places] = np.round(2 + last * (1 - rank_payoffs.astype(np.float64))) / 2
        self.done[places] = True


def _play(
    tables: GameBatch,
    agents: list[Agent],
    deals: np.ndarray,
    seatings: np.ndarray,
    records: _Records,
    on_progress: Progress | None,
) -> None:
    """Play the whole schedule; a row whose game is over takes the next one."""
    place = np.arange(tables.num_games)  # of each row's game in the schedule, -1 when there is none left
    coming = tables.num_games
    tables.reset(seeds=deals[:coming])
    while (place >= 0).any():
        ended = np.flatnonzero(tables.over & (place >= 0))
        if len(ended):
            records.add(place[ended], *tables.results(rows=ended))
            fresh = np.arange(coming, min(coming + len(ended), len(deals)))
            coming += len(fresh)
            place[ended] = -1
            place[ended[: len(fresh)]] = fresh
            _deal(tables, ended[: len(fresh)], deals[fresh])
            if on_progress:
                on_progress(int(records.done.sum()), len(deals))
            continue
        rows = np.flatnonzero(place >= 0)
        on_turn = seatings[place[rows], tables.seat[rows]]
        for number in np.unique(on_turn):
            _move(tables, agents[number], rows[on_turn == number])


def _deal(tables: GameBatch, rows: np.ndarray, seeds: np.ndarray) -> None:
    where = np.zeros(tables.num_games, np.bool_)
    where[rows] = True
    tables.reset(where, seeds)


def _move(tables: GameBatch, agent: Agent, rows: np.ndarray) -> None:
    actions = agent.act(tables, rows)
    try:
        tables.step(actions, rows=rows)
    except HustingsError as error:
        kind = IllegalAction if isinstance(error, IllegalAction) else HustingsError
        raise kind(f"agent {agent.name}: {error}") from None


def _payoffs(kind: str, typical_score: float, scores: np.ndarray, ranks: np.ndarray) -> np.ndarray:
    payoffs = np.zeros(scores.shape, np.float32)
    standings = (-2 * ranks).astype(np.int64)
    for game in range(len(scores)):
        pay(int(Reward[kind.upper()]), typical_score, scores[game], standings[game], payoffs[game])
    return payoffs


def _enrol(game: Game, agents: Sequence[str | Agent], seed: int) -> tuple[list[str], list[Agent], list[int]]:
    """Names and agents, each once, and the number of the agent for every entry."""
    if isinstance(agents, str) or not agents:
        raise HustingsError("agents: needs a list of at least one; try ['greedy', 'random']")
    names: list[str] = []
    seated: list[Agent] = []
    numbers: dict[Any, int] = {}
    entries: list[int] = []
    for entry in agents:
        mark = entry if isinstance(entry, str) else id(entry)
        if mark not in numbers:
            stream = np.random.SeedSequence((seed, len(numbers))).generate_state(1, np.uint64)
            agent = make(entry, game, int(stream[0])) if isinstance(entry, str) else entry
            if not isinstance(agent, Agent) or agent.name == "human":
                raise HustingsError(f"agent {entry!r} cannot play a tournament; give bots or policies")
            numbers[mark] = len(seated)
            seated.append(agent)
            names.append(_fresh_name(entry if isinstance(entry, str) else agent.name, names))
        entries.append(numbers[mark])
    return names, seated, entries


def _fresh_name(name: str, taken: list[str]) -> str:
    candidates = itertools.chain((name,), (f"{name} ({number})" for number in itertools.count(2)))
    return next(candidate for candidate in candidates if candidate not in taken)
