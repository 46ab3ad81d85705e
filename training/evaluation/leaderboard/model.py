"""A leaderboard: the figures of each agent, and who ends ahead of whom."""

import math
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ....agents.specs import named
from ....envs.core.errors import HustingsError
from ...code_hash import code_hash
from ..display import (
    TabularResult,
    format_estimate,
    format_milliseconds,
    format_percent,
    format_short_percent,
    interval_fields,
    new_table,
    to_frame,
    without_nan,
)
from ..head_to_head import HeadToHead, head_to_head, lottery, shares_ahead
from ..results import AgentFigures, TournamentResult
from ..statistics import CONFIDENCE, FEWEST_CLUSTERS, Estimate, cluster_means, win_shares
from .again import Again
from .lineups import LineupClasses
from .policies import has_policy_of, other_policies

_BESIDE_BOTS = ("win_share", "mean_rank", "mean_score")
_UNKNOWN = Estimate(math.nan, math.nan, math.nan)


@dataclass(frozen=True)
class Standing:
    """A line of a leaderboard.

    Attributes:
        figures: win share, mean rank, points, rating, time per decision.
        lottery: the agent's share of the maximal lottery, from 0 to 1.
        beside_bots: win share, mean rank and points in games in which nobody else searches.
    """

    figures: AgentFigures
    lottery: Estimate
    beside_bots: tuple[Estimate, Estimate, Estimate]


@dataclass(frozen=True)
class Exploited:
    """What a search won from copies of an agent in all other seats.

    Attributes:
        exploiter: the search.
        games: how many it played.
        gain: what it won above its fair share, from -1 to 1: a lower bound on the agent's exploitability.
    """

    exploiter: str
    games: int
    gain: Estimate


@dataclass
class Leaderboard(TabularResult):
    """The games of a leaderboard, and the figures that follow from them.

    Attributes:
        result: all the games that count, as those of a tournament.
        asked: all agents that were named, including those that were left out.
        left_out: why an agent does not count, by its name: it raised, or acted illegally.
        games_asked, search_games: how many games there are to be without searches and with them, see
            `LineupClasses.wanted`.
        deals: how many deals of each class of line-ups have been played, including those that do not count.
        seconds, decisions: of each agent of `result`, over all its timed decisions.
        command: the command line that plays it.
        made_with: versions and machine.
        code: the hash of the game's code, see `code_hash`.
        policies: digests of the policies that played, by agent, see `digests_of`.
        again: games to be played again, because a policy was another by then.
        exploit: how many games a search was to play against copies of each agent; None for none.
        exploited: what a search won from copies of an agent, by its name, if that was asked for.
    """

    result: TournamentResult
    asked: list[str]
    left_out: dict[str, str]
    games_asked: int
    search_games: int | None
    deals: list[int]
    seconds: list[float]
    decisions: list[int]
    command: str
    made_with: dict[str, Any]
    code: str
    policies: dict[str, str]
    again: Again
    exploit: int | None = None
    exploited: dict[str, Exploited] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.result.weights = self.classes.weights(self.result.seatings)
        self.result.drawn = self.classes.halves(self.result.seatings)

    @cached_property
    def classes(self) -> LineupClasses:
        """The line-ups of the agents that count, by how many of their seats search."""
        return LineupClasses(self.agents, self.result.num_players)

    @property
    def wanted(self) -> list[int]:
        """How many games of each class of line-ups there are to be."""
        return self.classes.wanted(self.games_asked, self.search_games)

    @cached_property
    def played(self) -> list[int]:
        """How many games of each class there are, with those that are to be played again."""
        both = np.concatenate([self.result.seatings, self.again.seatings])
        return np.bincount(self.classes.class_of(both), minlength=len(self.classes.lineups)).tolist()

    @property
    def agents(self) -> list[str]:
        """The names of the agents that count."""
        return self.result.agents

    @cached_property
    def outdated(self) -> list[str]:
        """The agents that played with another policy than the one that is there now."""
        return [name for name in other_policies(self.policies, self.result.game) if name in self.agents]

    @cached_property
    def standings(self) -> list[Standing]:
        """The lines, the highest win share beside bots first; as the agents were given if deals are few."""
        parts = dict(zip(self.agents, zip(self.lottery, self._beside_bots())))
        lines = [Standing(figures, *parts[figures.name]) for figures in self.result.ranking]
        if self.result.weights is None or self.result.seeds < FEWEST_CLUSTERS:
            return lines
        return sorted(lines, key=lambda line: -np.nan_to_num(line.beside_bots[0].value, nan=-1))

    @cached_property
    def lottery(self) -> list[Estimate]:
        """Each agent's share of the maximal lottery, in the order of `agents`; it takes some seconds."""
        return lottery(self._pairs, self.result.seed)

    def _beside_bots(self) -> list[tuple[Estimate, Estimate, Estimate]]:
        r = self.result
        beside = self.classes.beside_bots(r.seatings).reshape(-1)
        chosen = beside & (r.seatings.reshape(-1) == np.arange(len(r.agents))[:, None])
        values = np.stack([win_shares(r.ranks), r.ranks, r.scores]).reshape(3, -1)
        ends = (0, r.most), (1, r.num_players), None
        return list(zip(*cluster_means(values, chosen, np.repeat(r.deals, r.num_players), ends)))

    @cached_property
    def seat_shares(self) -> list[Estimate]:
        """The win share of each seat in games without searches; in all games if all have some."""
        r = self.result
        among = self.classes.class_of(r.seatings) == 0
        if not among.any():
            return r.seat_shares
        shares, everyone = win_shares(r.ranks[among]), np.ones((1, among.sum()), np.bool_)
        return [
            cluster_means(shares[None, :, seat], everyone, r.deals[among], ((0, 1),))[0][0]
            for seat in range(r.num_players)
        ]

    @cached_property
    def ahead(self) -> list[list[Estimate]]:
        """(K, K), in the order of `agents`: how often the row ends ahead of the column; ties count half.

        In games in which nobody else searches.
        """
        return shares_ahead(self._pairs)

    @cached_property
    def _pairs(self) -> HeadToHead:
        r = self.result
        return head_to_head(r.seatings, r.ranks, len(r.agents), r.deals, self.classes.searching)

    def share_ahead(self, agent: str, other: str) -> Estimate:
        """How often `agent` ends ahead of `other`, ties counting half; HustingsError if one did not play."""
        return self.ahead[self._number(agent)][self._number(other)]

    def _number(self, agent: str) -> int:
        if agent not in self.agents:
            raise HustingsError(
                f"no agent {agent!r} on this leaderboard; choose from {', '.join(self.agents)}"
            )
        return self.agents.index(agent)

    def rows(self) -> list[dict[str, Any]]:
        """The figures of each agent as plain values, the highest win share first."""
        return [
            {
                **standing.figures.row(),
                **{
                    name: value
                    for figure, estimate in zip(_BESIDE_BOTS, standing.beside_bots)
                    for name, value in interval_fields(f"{figure}_beside_bots", estimate).items()
                },
                **interval_fields("lottery", standing.lottery),
                **interval_fields("exploitable", self._exploitable(standing.figures.name)),
            }
            for standing in self.standings
        ]

    def _exploitable(self, agent: str) -> Estimate:
        return self.exploited[agent].gain if agent in self.exploited else _UNKNOWN

    def meetings_to_frame(self) -> Any:
        """Who ends ahead of whom as a data frame: agent, other, and the share with its interval."""
        return to_frame(
            [
                {"agent": agent, "other": other, **interval_fields("ahead", self.ahead[i][j])}
                for i, agent in enumerate(self.agents)
                for j, other in enumerate(self.agents)
                if i != j
            ]
        )

    def table(self) -> RenderableType:
        """The standings, a second view of them, who ends ahead of whom, and remarks."""
        return Group(self._shares(), self._second_view(), self._matrix(), Text(self._remarks()))

    def _shares(self) -> Table:
        r = self.result
        both = r.weights is not None
        headings = ["win share %", "mean rank", "points", *(["over all sets %"] if both else [])]
        table = new_table(r.heading, *headings)
        for standing in self.standings:
            share, rank, score = standing.beside_bots
            table.add_row(
                Text(named(standing.figures.name)[0]),
                format_percent(share),
                format_estimate(rank, 2),
                format_estimate(score, 1),
                *([format_percent(standing.figures.win_share)] if both else []),
            )
        return table

    def _second_view(self) -> Table:
        headings = ["rating", "lottery %", "ms per move", *(["exploitable %"] if self.exploited else [])]
        table = new_table("Ratings, maximal lottery, time", *headings)
        for standing in self.standings:
            figures = standing.figures
            table.add_row(
                Text(named(figures.name)[0]),
                format_estimate(figures.rating.estimate, 1) if figures.games else "-",
                format_estimate(standing.lottery, 0, 100),
                format_milliseconds(figures.milliseconds),
                *([format_percent(self._exploitable(figures.name))] if self.exploited else []),
            )
        return table

    def _matrix(self) -> Table:
        names = [standing.figures.name for standing in self.standings]
        numbers = [str(number) for number in range(1, len(names) + 1)]
        table = new_table("Row ends ahead of column, %", *numbers)
        for number, name in enumerate(names, 1):
            row = self.ahead[self._number(name)]
            table.add_row(
                Text(f"{number} {named(name)[0]}"),
                *(format_short_percent(row[self._number(other)]) for other in names),
            )
        return table

    def _remarks(self) -> str:
        r = self.result
        seats = ", ".join(format_percent(estimate) for estimate in self.seat_shares)
        remarks = [
            f"In parentheses, and after ±: {CONFIDENCE:.0%} intervals over deals.",
            f"A fair win share is {100 * r.fair_share:.1f} %; by seat: {seats}.",
            "Lottery: the mixture of agents that no agent ends ahead of more often than behind.",
            "Time per move: over games side by side; searches use all cores.",
        ]
        if r.weights is not None:
            remarks.append(
                "In games in which nobody else searches; only the last column is over all sets of agents. "
                "Those with searches are fewer, and weigh more there: every set counts the same."
            )
        if unplayed := self.classes.unplayed(r.seatings):
            remarks.append(f"Without games, and not in the figures: {_searching(unplayed)}.")
        if self.exploited:
            remarks.append(
                "Exploitable: what a search wins above its fair share from copies of the agent; a best "
                "response wins at least as much."
            )
        if r.stopped and r.games >= r.requested:
            remarks.append("Stopped before a search had played against copies of all agents.")
        for name, reason in self.left_out.items():
            remarks.append(f"Left out, its games do not count: {name} ({reason}).")
        if self.code != code_hash(r.game):
            remarks.append(
                "The code of the game, its bots or the searches has been edited since it was played."
            )
        remarks += self._on_policies()
        return "\n".join([*remarks, *r.cautions])

    def _on_policies(self) -> list[str]:
        unknown = [
            name
            for name in self.agents
            if name not in self.policies and has_policy_of(name, self.result.game)
        ]
        remarks = []
        if self.outdated:
            remarks.append(f"Played with other policies than are there now: {_listed(self.outdated)}.")
        if unknown:
            remarks.append(f"Not known with which policies these played: {_listed(unknown)}.")
        return remarks

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values, None where there is no figure, without the games."""
        ahead = {
            agent: {
                other: without_nan(share._asdict())
                for other, share in zip(self.agents, row)
                if other != agent
            }
            for agent, row in zip(self.agents, self.ahead)
        }
        tree = self.result.as_json()
        parts = {standing.figures.name: standing for standing in self.standings}
        for entry in tree["agents"]:
            standing = parts[entry["name"]]
            entry["lottery"] = without_nan(standing.lottery._asdict())
            entry["beside_bots"] = {
                figure: without_nan(estimate._asdict())
                for figure, estimate in zip(_BESIDE_BOTS, standing.beside_bots)
            }
            entry["milliseconds"] = without_nan(standing.figures.milliseconds)
            if entry["name"] in self.exploited:
                found = self.exploited[entry["name"]]
                entry["exploited"] = {**asdict(found), "gain": without_nan(found.gain._asdict())}
        return {
            **tree,
            "command": self.command,
            "made_with": self.made_with,
            "code": self.code,
            "policies": self.policies,
            "left_out": self.left_out,
            "ahead": ahead,
        }


def _searching(classes: list[int]) -> str:
    return "sets with " + " or ".join(map(str, classes)) + " searches"


def _listed(agents: list[str]) -> str:
    return ", ".join(named(agent)[0] for agent in agents)
