"""What an agent does among a population, and what becomes of a member among copies of the agent."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from typing import Any, NamedTuple

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ....agents.specs import named
from ..arena import milliseconds
from ..display import (
    TabularResult,
    format_estimate,
    format_milliseconds,
    format_percent,
    interval_fields,
    new_table,
    without_nan,
)
from ..statistics import CONFIDENCE, Estimate, cluster_means, win_shares
from .members import Population
from .schedule import AGENT, RESIDENT, VISITOR, seatings_of, seeds_of

SHARE = (0.0, 1.0)


class RoleFigures(NamedTuple):
    """What those in one role achieve, each of their seats counted once.

    Attributes:
        role: "visitor", the agent alone; "resident", one of its copies; "stranger", the member among these.
        win_share: 1 / num_players is fair.
        points: the game's own.
        by_seat: win share in each seat.
    """

    role: str
    win_share: Estimate
    points: Estimate
    by_seat: list[Estimate]


class MemberFigures(NamedTuple):
    """What the agent and one member do to each other.

    Attributes:
        name: the member.
        among_copies: its win share alone among copies of the agent.
        beside: the win share of the agent as a visitor in the games that this member takes part in.
        ahead: how often this member ends ahead of the visiting agent; ties count half.
    """

    name: str
    among_copies: Estimate
    beside: Estimate
    ahead: Estimate


@dataclass
class PopulationEvaluation(TabularResult):
    """The games of an agent with a population. D is the number of deals and P that of players.

    Attributes:
        agent: its name.
        members: the names of the population.
        population: which population it is; None for one of the user's own.
        game, game_version, title: what was played.
        num_players, options, box, seed, batch: the settings; `box` is a hash, options included.
        requested: how many games were asked for.
        code: a hash of the code of the game, its bots and the searches.
        policy: the SHA-256 of the policy that the agent plays or searches with; "" without one.
        stopped: Ctrl-C ended it, and later deals are missing.
        seconds, decisions: of the agent and then each member: wall time of their timed decisions.
        scores, ranks: (D, 2, P, P) of each seat in each game: as a visitor, then as residents; rank 1 is the
            best, ties are averaged.
    """

    agent: str
    members: list[str]
    population: Population | None
    game: str
    game_version: int
    title: str
    num_players: int
    options: dict[str, Any]
    box: str
    seed: int
    batch: int
    requested: int
    code: str
    policy: str
    stopped: bool
    seconds: list[float]
    decisions: list[int]
    scores: np.ndarray = field(repr=False)
    ranks: np.ndarray = field(repr=False)

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
        """(D, 2, P, P) who has each seat: 0 for the agent, then the members."""
        return seatings_of(self.seed, len(self.members), self.num_players, self.deals)

    @cached_property
    def seeds(self) -> np.ndarray:
        """(D,) the seed of each deal."""
        return seeds_of(self.seed, self.deals)

    @cached_property
    def roles(self) -> list[RoleFigures]:
        """The agent as a visitor, each of its copies as a resident, and the stranger among these."""
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
        """The agent alone among members."""
        return self.roles[0]

    @property
    def resident(self) -> RoleFigures:
        """Each copy of the agent, with one member among them."""
        return self.roles[1]

    @property
    def stranger(self) -> RoleFigures:
        """The one member among copies of the agent."""
        return self.roles[2]

    def _role(self, name: str, chosen: np.ndarray) -> RoleFigures:
        here = np.arange(self.num_players) == np.arange(self.num_players)[:, None]
        by_seat = chosen[None] & here[:, None, None, None, :]
        shares = self._means(self._shares, np.concatenate([chosen[None], by_seat]), SHARE)
        (points,) = self._means(self.scores, chosen[None])
        return RoleFigures(name, shares[0], points, shares[1:])

    @cached_property
    def by_member(self) -> list[MemberFigures]:
        """Figures with each member, in the order of `members`."""
        numbers = np.arange(1, 1 + len(self.members))[:, None, None, None]
        visits, stays = self.seatings[:, VISITOR], self.seatings[:, RESIDENT]
        alone = self._means(self._shares[:, RESIDENT], stays == numbers[..., None], SHARE)
        agent = visits == AGENT
        own = (self._shares[:, VISITOR] * agent).sum(axis=-1)
        beside = self._means(own, (visits == numbers[..., None]).any(axis=-1), SHARE)
        rank = (self.ranks[:, VISITOR] * agent).sum(axis=-1, keepdims=True)
        before = (1 + np.sign(rank - self.ranks[:, VISITOR])) / 2
        ahead = self._means(before, visits == numbers[..., None], SHARE)
        return list(map(MemberFigures, self.members, alone, beside, ahead))

    @cached_property
    def _shares(self) -> np.ndarray:
        """(D, 2, P, P) of the win."""
        return win_shares(self.ranks.reshape(-1, self.num_players)).reshape(self.ranks.shape)

    def _means(
        self, values: np.ndarray, chosen: np.ndarray, ends: tuple[float, float] | None = None
    ) -> list[Estimate]:
        """Means of (D, ...) values within each of (J, D, ...) groups, with intervals over deals."""
        clusters = np.repeat(self.seeds, values[0].size) if self.deals else self.seeds
        return cluster_means(values.reshape(1, -1), chosen.reshape(len(chosen), -1), clusters, (ends,))[0]

    @property
    def best_stranger(self) -> MemberFigures | None:
        """The member that wins most alone among copies of the agent; None where that is not known."""
        return self._most(lambda figures: figures.among_copies)

    @property
    def loses_to(self) -> list[str]:
        """The members that end ahead of the visiting agent more often than behind it, beyond doubt."""
        return [figures.name for figures in self.by_member if figures.ahead.low > 0.5]

    def _most(self, what: Callable[[MemberFigures], Estimate]) -> MemberFigures | None:
        known = [figures for figures in self.by_member if not math.isnan(what(figures).low)]
        return max(known, key=lambda figures: what(figures).value, default=None)

    def rows(self) -> list[dict[str, Any]]:
        """The figures with each member, by name, intervals as `..._low` and `..._high`."""
        return [
            {
                "member": figures.name,
                **interval_fields("among_copies", figures.among_copies),
                **interval_fields("beside", figures.beside),
                **interval_fields("ahead", figures.ahead),
            }
            for figures in self.by_member
        ]

    def table(self) -> RenderableType:
        """The figures in each role, by seat, and with each member."""
        return Group(self._roles(), self._by_seat(), self._by_member(), Text(self._remarks()))

    @property
    def heading(self) -> str:
        """What was played, and how many games of it."""
        return f"{self.title}, {self.num_players} players: {self.games:,} games from {self.deals:,} deals"

    def _labels(self) -> dict[str, str]:
        name = named(self.agent)[0]
        return {
            "visitor": f"{name}, alone in the population",
            "resident": f"each copy of {name}",
            "stranger": "a member among the copies",
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

    def _by_member(self) -> Table:
        table = new_table(
            f"With each of the {len(self.members)} members",
            "alone among copies %",
            "agent beside it %",
            "ahead of the agent %",
            first="member",
        )
        for figures in sorted(self.by_member, key=lambda figures: -_number(figures.among_copies)):
            table.add_row(Text(named(figures.name)[0]), *map(format_percent, figures[1:]))
        return table

    def _remarks(self) -> str:
        which = "a population of your own" if self.population is None else str(self.population)
        remarks = [
            f"In parentheses: {CONFIDENCE:.0%} intervals over deals. A fair win share is "
            f"{100 * self.fair_share:.1f} %.",
            f"In {which}; {format_milliseconds(self.milliseconds)} ms per move.",
        ]
        best, losing = self.best_stranger, ", ".join(named(name)[0] for name in self.loses_to)
        if best is not None:
            remarks.append(
                f"{named(best.name)[0]} wins most alone among copies, {format_percent(best.among_copies)} %; "
                f"as the best of {len(self.members)}, some of it by luck."
            )
        if losing:
            remarks.append(f"As a visitor it ends behind, more often than ahead: {losing}.")
        if self.stopped and self.games < self.requested:
            remarks.append(f"Stopped before {self.requested:,} games.")
        return "\n".join(remarks)

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values, None where there is no figure, without the games."""
        return {
            "agent": self.agent,
            "population": None if self.population is None else self.population._asdict(),
            "members": self.members,
            "game": self.game,
            "game_version": self.game_version,
            "hustings": version("hustings"),
            "num_players": self.num_players,
            "options": self.options,
            "box": self.box,
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
            "with_members": {figures.name: _tree(figures) for figures in self.by_member},
            "best_stranger": None if self.best_stranger is None else self.best_stranger.name,
            "loses_to": self.loses_to,
        }


def _number(estimate: Estimate) -> float:
    return -math.inf if math.isnan(estimate.value) else estimate.value


def _tree(figures: RoleFigures | MemberFigures) -> dict[str, Any]:
    """Figures without their name."""
    return {name: _plain(value) for name, value in list(figures._asdict().items())[1:]}


def _plain(value: Any) -> Any:
    if isinstance(value, Estimate):
        return without_nan(value._asdict())
    return [_plain(one) for one in value]
