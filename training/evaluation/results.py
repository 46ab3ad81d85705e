"""The result of a tournament: its games, and the figures of each agent."""

import json
import math
from dataclasses import asdict, dataclass, field
from functools import cached_property
from importlib.metadata import version
from typing import Any

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...agents.specs import named
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.replay import box_hash
from ...envs.core.engine.loops import Reward, pay
from ...envs.core.errors import HustingsError
from ...envs.core.text.words import count
from .display import (
    TabularResult,
    estimate_fields,
    format_estimate,
    format_percent,
    interval_fields,
    new_table,
    without_nan,
)
from .statistics import (
    CONFIDENCE,
    FEWEST_CLUSTERS,
    Estimate,
    Rating,
    cluster_means,
    mean_difference,
    ratings,
    ratio,
    win_shares,
)

FEW_DEALS = 20
FORFEITS = "illegal, late"
"""The heading of the numbers of forfeits."""
MEANS = ("win_share", "mean_rank", "mean_score", "mean_payoff")


@dataclass(frozen=True)
class AgentFigures:
    """One agent's figures.

    Attributes:
        name: the agent.
        games: games it took part in.
        seats: seats it had in them; each counts once in the means.
        win_share: winners share a win; 1 / num_players is a fair share.
        mean_rank: 1 = best, ties averaged.
        mean_score: the game's own points.
        mean_payoff: mean of the tournament's kind of reward.
        by_seat: win share in each seat, with its interval; nan for seats it never had.
        rating: Plackett-Luce.
        milliseconds: wall time per decision over the whole batch; nan if it was not timed.
        forfeits: seats that it forfeited, see `TournamentResult.forfeits`.
    """

    name: str
    games: int
    seats: int
    win_share: Estimate
    mean_rank: Estimate
    mean_score: Estimate
    mean_payoff: Estimate
    by_seat: list[Estimate]
    rating: Rating
    milliseconds: float
    forfeits: int = 0

    def row(self) -> dict[str, Any]:
        """The figures as plain values by name, intervals as `..._low` and `..._high`."""
        return {
            "agent": self.name,
            "games": self.games,
            **estimate_fields({name: getattr(self, name) for name in MEANS}),
            **interval_fields("rating", self.rating.estimate),
            "milliseconds": self.milliseconds,
            "forfeits": self.forfeits,
            **estimate_fields({f"win_share_seat_{seat}": share for seat, share in enumerate(self.by_seat)}),
        }


@dataclass
class TournamentResult(TabularResult):
    """The games of a tournament, and the figures computed from them.

    Below, G is the number of games and P is `num_players`.

    Attributes:
        game, game_version, revision, title: what was played.
        num_players, options, box, reward, seed, batch: the settings; `box` is a hash, options included.
        agents: names, in the order given.
        lineups: the number of different lineups.
        requested: the requested number of games; whole sets of seatings are played, so there may be more.
        seconds: how long it took.
        stopped: whether it was interrupted; it then has only complete deals.
        thinking: milliseconds per decision of each agent, wall time over the batch; nan if it was not timed.
        deals: (G,) uint64, the seed that each game was dealt from.
        seatings: (G, P), the agent in each seat.
        scores, ranks, payoffs: (G, P); rank 1 is the best, ties are averaged.
        weights: (G,) the weight of each game, if some lineups were played more often than others; None if all
            count the same.
        drawn: (G,) how often each game is drawn for the ratings, relative to others; None if all are alike.
        usage: what decisions cost, by the name of each agent that keeps count (`LlmAgent.usage`).
        forfeits: (G, P) bool, the seats whose agent raised, exited, acted illegally or took too long. They
            played random legal actions from then on, and are placed last, with the lowest score of the game.
            None stands for none.
        reasons: why each such agent first forfeited a game, or failed to hear results, by name.
        variants: the base agent of each variant (`tournament(replace=...)`), by the variant's name.
    """

    game: str
    game_version: int
    revision: int
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
    weights: np.ndarray | None = field(default=None, repr=False)
    drawn: np.ndarray | None = field(default=None, repr=False)
    usage: dict[str, Any] = field(default_factory=dict)
    forfeits: np.ndarray | None = field(default=None, repr=False)
    reasons: dict[str, str] = field(default_factory=dict)
    variants: dict[str, str] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.deals)

    @cached_property
    def seeds(self) -> int:
        """The number of different deals."""
        return len(np.unique(self.deals))

    @property
    def fair_share(self) -> float:
        """The win share of equally strong agents."""
        return 1 / self.num_players

    @cached_property
    def figures(self) -> list[AgentFigures]:
        """The figures of each agent, in the order of `agents`."""
        sits = self._sits
        games = [int((self.seatings == agent).any(axis=1).sum()) for agent in range(len(self.agents))]
        shares, sat = win_shares(self.ranks), np.arange(len(self.agents))[:, None]
        by_seat = [
            cluster_means(
                shares[None, :, seat], self.seatings[:, seat] == sat, self.deals, ((0, 1),), self.weights
            )[0]
            for seat in range(self.num_players)
        ]
        return [
            AgentFigures(
                name=name,
                games=games[agent],
                seats=int(sits[agent].sum()),
                **{mean: estimates[agent] for mean, estimates in zip(MEANS, self._estimates)},
                by_seat=[of_seat[agent] for of_seat in by_seat],
                rating=self.ratings[agent],
                milliseconds=self.thinking[agent],
                forfeits=0 if self.forfeits is None else int((self.forfeits.reshape(-1) & sits[agent]).sum()),
            )
            for agent, name in enumerate(self.agents)
        ]

    @cached_property
    def gains(self) -> dict[str, Estimate]:
        """How much more each variant wins than its base agent, in the same deals."""
        return {name: self._gain(self.agents.index(name)) for name in self.variants}

    def _gain(self, variant: int) -> Estimate:
        original = self.agents.index(self.variants[self.agents[variant]])
        names, deals = np.unique(self.deals, return_inverse=True)
        shares = []
        for agent in (variant, original):
            sits = self.seatings == agent
            won = np.bincount(deals, (win_shares(self.ranks) * sits).sum(axis=1), len(names))
            shares.append(ratio(won, np.bincount(deals, sits.sum(axis=1), len(names))))
        more = shares[0] - shares[1]
        return mean_difference(more[~np.isnan(more)])

    @cached_property
    def ratings(self) -> list[Rating]:
        """The rating of each agent, in the order of `agents`; takes seconds for many games."""
        return ratings(self.seatings, self.ranks, len(self.agents), self.deals, self.seed, self.drawn)

    @property
    def shares(self) -> list[Estimate]:
        """The win share of each agent, in the order of `agents`; unlike `figures`, it needs no ratings."""
        return self._estimates[0][: len(self.agents)]

    @cached_property
    def seat_shares(self) -> list[Estimate]:
        """The win share of each seat, over all agents."""
        return self._estimates[0][len(self.agents) :]

    @cached_property
    def seat_scores(self) -> list[Estimate]:
        """The mean score of each seat, over all agents."""
        return self._estimates[2][len(self.agents) :]

    def scores_by_seat(self, name: str) -> list[Estimate]:
        """An agent's mean score by seat, nan for seats it never had; HustingsError if it did not play."""
        sat = self.seatings == self.agents.index(self.figure(name).name)
        found = (
            cluster_means(self.scores[None, :, seat], sat[None, :, seat], self.deals, weights=self.weights)
            for seat in range(self.num_players)
        )
        return [means[0] for (means,) in found]

    def figure(self, name: str) -> AgentFigures:
        """The figures of one agent; HustingsError if it did not play."""
        for figures in self.figures:
            if figures.name == name:
                return figures
        raise HustingsError(f"no agent {name!r} in this tournament; choose from {', '.join(self.agents)}")

    @cached_property
    def _sits(self) -> np.ndarray:
        """(agents, G * P) bool: the seats of each agent, game after game."""
        return self.seatings.reshape(-1) == np.arange(len(self.agents))[:, None]

    @cached_property
    def _estimates(self) -> list[list[Estimate]]:
        """Win share, rank, score and payoff, each for every agent and then for every seat."""
        seats = np.tile(np.arange(self.num_players), self.games) == np.arange(self.num_players)[:, None]
        values = np.stack([win_shares(self.ranks), self.ranks, self.scores, self.payoffs])
        clusters = np.repeat(self.deals, self.num_players)
        weights = None if self.weights is None else np.repeat(self.weights, self.num_players)
        chosen = np.concatenate([self._sits, seats])
        most = np.append(self.most, np.ones(self.num_players))
        ends = ((0, most), (1, self.num_players), None, None)
        found = cluster_means(values.reshape(4, -1), chosen, clusters, ends, weights)
        # An agent that has all seats of its games has a certain win share and mean rank.
        for agent in np.flatnonzero(self.most * self.num_players < 1 + 1e-9):
            for means in found[:2]:
                means[agent] = Estimate(*[means[agent].value] * 3)
        return found

    @cached_property
    def most(self) -> np.ndarray:
        """(agents,) the highest possible win share of a seat: an agent's copies share a win."""
        times = (self.seatings[:, :, None] == np.arange(len(self.agents))).sum(axis=1)
        return 1 / np.where(times > 0, times, self.num_players).min(axis=0, initial=self.num_players)

    @property
    def ranking(self) -> list[AgentFigures]:
        """The figures, highest win share first; in the given order if there are too few deals."""
        if self.seeds < FEWEST_CLUSTERS:
            return self.figures
        return sorted(
            self.figures, key=lambda row: -math.inf if row.games == 0 else row.win_share.value, reverse=True
        )

    def rows(self) -> list[dict[str, Any]]:
        """The figures of each agent as plain values, highest win share first."""
        return [figures.row() for figures in self.ranking]

    def table(self) -> RenderableType:
        """The figures, highest win share first, and the win shares by seat."""
        return Group(self._figures(), self._by_seat())

    def _figures(self) -> Table:
        some = any(row.forfeits for row in self.figures)
        headings = "win share %", "mean rank", "mean score", "rating", *([FORFEITS] if some else [])
        table = new_table(self.heading, *headings)
        for row in self.ranking:
            table.add_row(
                Text(named(row.name)[0]),
                format_percent(row.win_share),
                format_estimate(row.mean_rank, 2),
                format_estimate(row.mean_score, 1),
                format_estimate(Estimate(row.rating.mu, math.nan, math.nan), 1),
                *([f"{row.forfeits:,}"] if some else []),
            )
        return table

    def _by_seat(self) -> Table:
        headings = [f"seat {seat}" for seat in range(self.num_players)]
        table = new_table("Win share % in each seat", *headings, caption=self._remarks())
        for row in self.ranking:
            table.add_row(Text(named(row.name)[0]), *map(format_percent, row.by_seat))
        return table

    @property
    def heading(self) -> str:
        """The game, the number of players and the number of games."""
        played = f"{count(self.games, 'game')} from {count(self.seeds, 'deal')}"
        return f"{self.title}, {self.num_players} players: {played}"

    @property
    def cautions(self) -> list[str]:
        """Reasons to distrust the figures, if any."""
        return cautions(self.seeds, self.games, self.requested, self.stopped)

    @property
    def forfeit_remarks(self) -> list[str]:
        """How many seats each agent that failed has forfeited, and the first reason."""
        return [
            forfeit_remark(row.name, row.forfeits, row.seats, self.reasons.get(row.name, ""))
            for row in self.ranking
            if row.forfeits or row.name in self.reasons
        ]

    def _remarks(self) -> str:
        shares = ", ".join(format_percent(estimate) for estimate in self.seat_shares)
        remarks = [
            f"In parentheses: {CONFIDENCE:.0%} intervals over deals.",
            f"A fair win share is {100 * self.fair_share:.1f} %; by seat: {shares}.",
        ]
        if len(self.agents) < self.num_players and self.lineups > 1 and not self.variants:
            remarks.append(
                "Every agent plays in each game; each combination of them fills the other seats. "
                "Win shares are per seat."
            )
        remarks += [f"{name}: {usage}." for name, usage in self.usage.items()]
        remarks += [
            f"{name} wins {format_percent(gain)} percentage points more than {named(self.variants[name])[0]}."
            for name, gain in self.gains.items()
        ]
        return "\n".join([*remarks, *self.forfeit_remarks, *self.cautions])

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values, None for missing figures, without the games."""
        return {
            **played_by(self),
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
            "seats": without_nan(self.seat_shares),
            "agents": [
                {
                    "name": row.name,
                    "games": row.games,
                    "seats": row.seats,
                    **{name: without_nan(getattr(row, name)) for name in MEANS},
                    "win_share_by_seat": without_nan(row.by_seat),
                    "rating": without_nan(row.rating),
                    "forfeits": row.forfeits,
                }
                for row in self.figures
            ],
            "reasons": self.reasons,
            **({"gains": without_nan(self.gains)} if self.variants else {}),
            **({"usage": {name: asdict(usage) for name, usage in self.usage.items()}} if self.usage else {}),
        }


def forfeit_remark(name: str, forfeits: int, seats: int, reason: str) -> str:
    """A remark on how many of its seats an agent forfeited, and why."""
    why = f": {reason}" if reason else ""
    if not forfeits:
        return f"{named(name)[0]} failed, but forfeited nothing{why}."
    return f"{named(name)[0]} forfeited {forfeits:,} of {seats:,} ({FORFEITS}){why}."


def cautions(seeds: int, games: int, requested: int, stopped: bool) -> list[str]:
    """Reasons to distrust figures from this many deals and games, if any."""
    found = []
    if stopped and games < requested:
        found.append(f"Stopped before {requested:,} games: complete deals only.")
    if seeds < FEW_DEALS:
        few = "the intervals are wide" if seeds >= FEWEST_CLUSTERS else "too few for any interval or order"
        found.append(f"Only {count(seeds, 'deal')}: {few}; play more games.")
    return found


def option_words(template: GameBatch, box: Any) -> list[str]:
    """The words of a command that set the options of a batch, where they are not those of its box."""
    spec = template.game.box_spec
    usual = spec.option_values(spec.load(box))
    changed = {name: value for name, value in template.options.items() if value != usual[name]}
    return [word for name, value in changed.items() for word in ("--option", f"{name}={json.dumps(value)}")]


def unusual_batch(batch: int) -> str:
    """The end of a command that plays other numbers of games side by side than were played."""
    return f"  # in Python with batch={batch}, on which random agents depend"


def played_in(template: GameBatch) -> dict[str, Any]:
    """What is played in a batch, as plain values."""
    return {
        "game": template.game.name,
        "game_version": template.game.version,
        "revision": template.game.revision,
        "num_players": template.num_players,
        "options": template.options,
        "box": box_hash(template.box),
    }


def played_by(result: Any) -> dict[str, Any]:
    """What a result, which has the facts of `played_in`, was played with, as plain values."""
    names = "game", "game_version", "revision", "num_players", "options", "box"
    return {"hustings": version("hustings"), **{name: getattr(result, name) for name in names}}


def payoffs_of(kind: str, typical_score: float, scores: np.ndarray, ranks: np.ndarray) -> np.ndarray:
    """(G, P) float32 payoffs of a reward, from (G, P) scores and ranks."""
    reward, standings = Reward[kind.upper()], (-2 * ranks).astype(np.int64)
    points = scores if reward == Reward.MARGIN else np.zeros_like(scores)
    ends, which = np.unique(np.concatenate([points, standings], axis=1), axis=0, return_inverse=True)
    payoffs = np.zeros((len(ends), scores.shape[1]), np.float32)
    for end, paid in zip(ends, payoffs):
        points, standings = np.split(end, 2)
        pay(int(reward), typical_score, points.astype(scores.dtype), standings, paid)
    return payoffs[which.reshape(-1)]
