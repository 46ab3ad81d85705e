"""The result of an evaluation: an agent alone among strangers, and a stranger alone among its copies."""

import math
import shlex
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ....agents.specs import named
from ....envs.core.text.words import count
from ..arena import milliseconds
from ..display import (
    TabularResult,
    estimate_fields,
    format_estimate,
    format_milliseconds,
    format_percent,
    new_table,
    without_nan,
)
from ..results import FORFEITS, forfeit_remark, played_by
from ..statistics import CONFIDENCE, Ends, Estimate, Rating, cluster_means, ratings, win_shares
from .schedule import AGENT, RESIDENT, VISITOR, seatings_of, seeds_of

SHARE = (0.0, 1.0)
LOSES, BEATS = "loses to agent", "beats agent"
"""What a stranger does that ends behind the agent, or ahead of it, more often than not, by the interval."""


class RoleFigures(NamedTuple):
    """The figures of one role, each of its seats counted once.

    Attributes:
        role: "visitor", the agent alone; "resident", one of its copies; "stranger", the one among the copies.
        win_share: 1 / num_players is fair.
        points: the game's own.
        by_seat: win share in each seat.
    """

    role: str
    win_share: Estimate
    points: Estimate
    by_seat: list[Estimate]


class StrangerFigures(NamedTuple):
    """The figures of the agent with one stranger.

    Attributes:
        name: the stranger.
        ahead: how often the visiting agent ends ahead of it; ties count half.
        beside: the visiting agent's win share in games with this stranger.
        among_copies: the stranger's win share alone among copies of the agent.
        rating: the stranger's Plackett-Luce rating, from the games that the agent visits; nan if in none.
    """

    name: str
    ahead: Estimate
    beside: Estimate
    among_copies: Estimate
    rating: Rating

    @property
    def verdict(self) -> str:
        """Whether the agent ends ahead of it more often than behind, by the interval if there is one."""
        if math.isnan(self.ahead.low):
            return "not known"
        if self.ahead.low > 0.5:
            return LOSES
        return BEATS if self.ahead.high < 0.5 else "even"


@dataclass
class AgentEvaluation(TabularResult):
    """The games of an agent with strangers: D deals, P players.

    Attributes:
        agent: its name.
        strangers: their names.
        game, game_version, revision, title: what was played.
        num_players, options, box, seed, batch: the settings; `box` is a hash, options included.
        requested: the requested number of games.
        stopped: whether it ended early, without the later deals.
        seconds, decisions: time and number of timed decisions, of the agent and then each stranger.
        scores, ranks: (D, 2, P, P) for each seat in each game, with the agent as visitor, then as residents;
            rank 1 is the best, ties are averaged.
        forfeits: (D, 2, P, P) bool, the seats that forfeited their game, as in `TournamentResult`.
        reasons: why each such agent first failed, by name.
        policies: a digest of each agent that is a policy or has some as parts, by name.
    """

    agent: str
    strangers: list[str]
    game: str
    game_version: int
    revision: int
    title: str
    num_players: int
    options: dict[str, Any]
    box: str
    seed: int
    batch: int
    requested: int
    stopped: bool
    seconds: list[float]
    decisions: list[int]
    scores: np.ndarray = field(repr=False)
    ranks: np.ndarray = field(repr=False)
    forfeits: np.ndarray = field(repr=False)
    reasons: dict[str, str] = field(default_factory=dict)
    policies: dict[str, str] = field(default_factory=dict)

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.scores)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.deals * 2 * self.num_players

    @property
    def fair_share(self) -> float:
        """The win share of each of equally strong agents."""
        return 1 / self.num_players

    @property
    def milliseconds(self) -> float:
        """Wall time per decision of the agent, over the whole batch; nan if none was timed."""
        return milliseconds(self.seconds[:1], self.decisions[:1])[0]

    @cached_property
    def seatings(self) -> np.ndarray:
        """(D, 2, P, P) who has each seat: 0 for the agent, then the strangers."""
        return seatings_of(self.seed, len(self.strangers), self.num_players, self.deals)

    @cached_property
    def seeds(self) -> np.ndarray:
        """(D,) the seed of each deal."""
        return seeds_of(self.seed, self.deals)

    @cached_property
    def forfeited(self) -> dict[str, tuple[int, int]]:
        """The forfeited seats and all seats of the agent and each stranger, by name."""
        return {
            name: (int((self.forfeits & sits).sum()), int(sits.sum()))
            for name, sits in (
                (name, self.seatings == number) for number, name in enumerate((self.agent, *self.strangers))
            )
        }

    @cached_property
    def roles(self) -> list[RoleFigures]:
        """The figures of the visitor, the residents and the stranger among them."""
        agents = self.seatings == AGENT
        parts = np.arange(2)[:, None, None]
        return [
            self._role(name, chosen)
            for name, chosen in (
                ("visitor", agents & (parts == VISITOR)),
                ("resident", agents & (parts == RESIDENT)),
                ("stranger", ~agents & (parts == RESIDENT)),
            )
        ]

    @property
    def visitor(self) -> RoleFigures:
        """The agent alone among strangers."""
        return self.roles[0]

    @property
    def resident(self) -> RoleFigures:
        """Each copy of the agent, with one stranger among them."""
        return self.roles[1]

    @property
    def stranger(self) -> RoleFigures:
        """The one stranger among copies of the agent."""
        return self.roles[2]

    def _role(self, name: str, chosen: np.ndarray) -> RoleFigures:
        here = np.arange(self.num_players) == np.arange(self.num_players)[:, None]
        by_seat = chosen[None] & here[:, None, None, None, :]
        # The copies share a win, so that all of them win at most a share each on average.
        most = 1 / (self.num_players - 1) if name == "resident" else 1
        ends = 0, np.array([most] + [1] * self.num_players)
        shares = self._means(self._shares, np.concatenate([chosen[None], by_seat]), ends)
        (points,) = self._means(self.scores, chosen[None])
        return RoleFigures(name, shares[0], points, shares[1:])

    @cached_property
    def by_stranger(self) -> list[StrangerFigures]:
        """Figures with each stranger, in the order of `strangers`."""
        numbers = np.arange(1, 1 + len(self.strangers))[:, None, None, None]
        visits, stays = self.seatings[:, VISITOR], self.seatings[:, RESIDENT]
        agent, ranks = visits == AGENT, self.ranks[:, VISITOR]
        rank = (ranks * agent).sum(axis=-1, keepdims=True)
        ahead = self._means((1 + np.sign(ranks - rank)) / 2, visits == numbers[..., None], SHARE)
        own = (self._shares[:, VISITOR] * agent).sum(axis=-1)
        beside = self._means(own, (visits == numbers[..., None]).any(axis=-1), SHARE)
        alone = self._means(self._shares[:, RESIDENT], stays == numbers[..., None], SHARE)
        return list(map(StrangerFigures, self.strangers, ahead, beside, alone, self._ratings[1:]))

    @cached_property
    def _ratings(self) -> list[Rating]:
        """The ratings of the agent and each stranger, from the games that the agent visits."""
        players = self.num_players
        seatings, ranks = (those[:, VISITOR].reshape(-1, players) for those in (self.seatings, self.ranks))
        agents = 1 + len(self.strangers)
        return ratings(seatings, ranks, agents, np.repeat(self.seeds, players), self.seed)

    @property
    def rating(self) -> Rating:
        """The agent's rating, from the games that it visits."""
        return self._ratings[AGENT]

    @cached_property
    def _shares(self) -> np.ndarray:
        """(D, 2, P, P) shares of the win."""
        return win_shares(self.ranks.reshape(-1, self.num_players)).reshape(self.ranks.shape)

    def _means(self, values: np.ndarray, chosen: np.ndarray, ends: Ends | None = None) -> list[Estimate]:
        """Means of (D, ...) values within each of (J, D, ...) groups, with intervals over deals."""
        clusters = np.repeat(self.seeds, values[0].size) if self.deals else self.seeds
        return cluster_means(values.reshape(1, -1), chosen.reshape(len(chosen), -1), clusters, (ends,))[0]

    @property
    def ahead_of(self) -> dict[str, Estimate]:
        """How often the visiting agent ends ahead of each stranger, by name; ties count half."""
        return {figures.name: figures.ahead for figures in self.by_stranger}

    @property
    def beats(self) -> list[str]:
        """The strangers that it ends ahead of more often than behind, by the intervals."""
        return [figures.name for figures in self.by_stranger if figures.verdict == LOSES]

    @property
    def beaten_by(self) -> list[str]:
        """The strangers that end ahead of it more often than behind, by the intervals."""
        return [figures.name for figures in self.by_stranger if figures.verdict == BEATS]

    @property
    def place(self) -> Estimate:
        """Its place among all: 1, plus one for each stranger that ends ahead of it more often than behind.

        By the intervals, it is between `low` and `high`; nan if it has not met all of them.
        """
        last = 1 + len(self.strangers) - len(self.beats)
        shares = [share.value for share in self.ahead_of.values()]
        known = not any(map(math.isnan, shares))
        ahead = 1 + sum(share < 0.5 for share in shares) if known else math.nan
        return Estimate(ahead, 1 + len(self.beaten_by), last)

    @property
    def best_stranger(self) -> StrangerFigures | None:
        """The stranger that wins most alone among copies of the agent; None if unknown."""
        known = [figures for figures in self.by_stranger if not math.isnan(figures.among_copies.low)]
        return max(known, key=lambda figures: figures.among_copies.value, default=None)

    def rows(self) -> list[dict[str, Any]]:
        """The figures with each stranger, by name, intervals as `..._low` and `..._high`."""
        return [
            {
                "stranger": figures.name,
                **estimate_fields(figures._asdict() | {"rating": figures.rating.estimate}),
                "verdict": figures.verdict,
                "forfeits": self.forfeited[figures.name][0],
            }
            for figures in self.by_stranger
        ]

    def table(self) -> RenderableType:
        """The figures in each role, by seat, and with each stranger."""
        return Group(self._roles(), self._by_seat(), self._by_stranger(), Text(self._remarks()))

    @property
    def heading(self) -> str:
        """What was played, and how many games of it."""
        played = f"{count(self.games, 'game')} from {count(self.deals, 'deal')}"
        return f"{self.title}, {self.num_players} players: {played}"

    def _labels(self) -> dict[str, str]:
        name = named(self.agent)[0]
        return {
            "visitor": f"{name}, alone among strangers",
            "resident": f"each copy of {name}",
            "stranger": "a stranger among the copies",
        }

    def _roles(self) -> Table:
        table = new_table(self.heading, "win share %", "points", first="role")
        for figures in self.roles:
            label = self._labels()[figures.role]
            table.add_row(Text(label), format_percent(figures.win_share), format_estimate(figures.points, 1))
        return table

    def _by_seat(self) -> Table:
        headings = [f"seat {seat}" for seat in range(self.num_players)]
        table = new_table("Win share % in each seat", *headings, first="role")
        for figures in self.roles:
            table.add_row(Text(self._labels()[figures.role]), *map(format_percent, figures.by_seat))
        return table

    def _by_stranger(self) -> Table:
        headings = ["rating", "agent ahead %", "verdict", "agent wins beside %", "stranger alone %"]
        some = self.forfeits.any()
        headings += [FORFEITS] if some else []
        table = new_table(f"With each of {len(self.strangers)}, by rating", *headings, first="stranger")
        own = format_estimate(self.rating.estimate, 1)
        lines = [(self.rating.mu, self.agent, [own, "", "", "", ""])]
        for figures in self.by_stranger:
            cells = [
                format_estimate(figures.rating.estimate, 1),
                format_percent(figures.ahead),
                figures.verdict,
                format_percent(figures.beside),
                format_percent(figures.among_copies),
            ]
            lines.append((figures.rating.mu, figures.name, cells))
        for _, name, cells in sorted(lines, key=lambda line: (math.isnan(line[0]), -line[0])):
            table.add_row(Text(named(name)[0]), *cells, *([f"{self.forfeited[name][0]:,}"] if some else []))
        return table

    def _remarks(self) -> str:
        place, best = self.place, self.best_stranger
        rank = "unknown" if math.isnan(place.value) else f"{place.value:.0f}"
        remarks = [
            f"Place {rank} of {1 + len(self.strangers)} ({place.low:.0f}-{place.high:.0f}), by the"
            " number of strangers that end ahead of it more often than behind.",
            f"In parentheses: {CONFIDENCE:.0%} intervals over deals. A fair win share is "
            f"{100 * self.fair_share:.1f} %. {format_milliseconds(self.milliseconds)} ms per move.",
        ]
        if best is not None:
            remarks.append(
                f"{named(best.name)[0]} wins most alone among copies, {format_percent(best.among_copies)} %; "
                f"as the best of {len(self.strangers)}, some of it by luck."
            )
        remarks += [
            forfeit_remark(name, *counts, self.reasons.get(name, ""))
            for name, counts in self.forfeited.items()
            if counts[0] or name in self.reasons
        ]
        if self.forfeited[self.agent][0]:
            check = shlex.join(["hustings", "check", named(self.agent)[1], self.game])
            remarks.append(f"What is wrong with it, and the remedy: {check}.")
        if self.stopped and self.games < self.requested:
            remarks.append(f"Stopped before {self.requested:,} games.")
        return "\n".join(remarks)

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values, None where there is no figure, without the games."""
        return {
            "agent": self.agent,
            "strangers": self.strangers,
            **played_by(self),
            "seed": self.seed,
            "batch": self.batch,
            "requested": self.requested,
            "games": self.games,
            "deals": self.deals,
            "stopped": self.stopped,
            "fair_share": self.fair_share,
            "confidence": CONFIDENCE,
            "milliseconds": without_nan(self.milliseconds),
            "roles": {figures.role: _tree(figures) for figures in self.roles},
            "with_strangers": {
                figures.name: {**_tree(figures), "verdict": figures.verdict} for figures in self.by_stranger
            },
            "best_stranger": None if self.best_stranger is None else self.best_stranger.name,
            "rating": without_nan(self.rating),
            "place": {
                name: None if math.isnan(value) else int(value)
                for name, value in self.place._asdict().items()
            },
            "beats": self.beats,
            "beaten_by": self.beaten_by,
            "forfeits": {name: count for name, (count, _) in self.forfeited.items()},
            "reasons": self.reasons,
        }


def _tree(figures: RoleFigures | StrangerFigures) -> dict[str, Any]:
    """Figures without their name."""
    return {name: without_nan(value) for name, value in list(figures._asdict().items())[1:]}
