"""A leaderboard: what its games say of each agent, and who ends ahead of whom."""

import ast
import hashlib
import math
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ....envs.core.engine.cache import AGENTS, BOTS, sources
from ....envs.core.errors import HustingsError
from ..display import Shown, columns, frame, percent, plain, sheet, spread, time_words, words
from ..head_to_head import Meetings, lottery, meetings, shares_ahead
from ..statistics import CONFIDENCE, Estimate
from ..tournaments import AgentFigures, TournamentResult

_UNKNOWN = Estimate(math.nan, math.nan, math.nan)


@dataclass(frozen=True)
class Standing:
    """A line of a leaderboard.

    Attributes:
        figures: win share, mean rank, points, rating, time a decision.
        lottery: the agent's part of the maximal lottery, from 0 to 1.
    """

    figures: AgentFigures
    lottery: Estimate


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
class Leaderboard(Shown):
    """The games of a leaderboard, and what they say.

    Attributes:
        result: all the games that count, as those of a tournament.
        asked: the agents as they were named, also those that were left out.
        left_out: why an agent does not count, by its name: it raised, or did what is illegal.
        deals: how many deals have been played, those that do not count included.
        seconds, decisions: of each agent of `result`, in all its decisions that were timed.
        command: the command line that plays it.
        made_with: versions and machine.
        code: a hash of the sources of the game, its bots and the searches.
        exploit: how many games a search was to play against copies of each agent; None for none.
        exploited: what a search won from copies of an agent, by its name, where that was asked for.
    """

    result: TournamentResult
    asked: list[str]
    left_out: dict[str, str]
    deals: int
    seconds: list[float]
    decisions: list[int]
    command: str
    made_with: dict[str, Any]
    code: str
    exploit: int | None = None
    exploited: dict[str, Exploited] = field(default_factory=dict)

    @property
    def agents(self) -> list[str]:
        """The names of the agents that count."""
        return self.result.agents

    @cached_property
    def standings(self) -> list[Standing]:
        """The lines, the greatest win share first."""
        parts = dict(zip(self.agents, lottery(self._met, self.result.seed)))
        return [Standing(figures, parts[figures.name]) for figures in self.result.ranking]

    @cached_property
    def ahead(self) -> list[list[Estimate]]:
        """(K, K), in the order of `agents`: how often the row's agent is ahead of the column's, ties half."""
        return shares_ahead(self._met, self.result.seed)

    @cached_property
    def _met(self) -> Meetings:
        r = self.result
        return meetings(r.seatings, r.ranks, len(r.agents), r.deals)

    def share_ahead(self, agent: str, other: str) -> Estimate:
        """How often `agent` ends ahead of `other`, ties half; HustingsError when one of them did not play."""
        return self.ahead[self._number(agent)][self._number(other)]

    def _number(self, agent: str) -> int:
        if agent not in self.agents:
            raise HustingsError(
                f"no agent {agent!r} on this leaderboard; choose from {', '.join(self.agents)}"
            )
        return self.agents.index(agent)

    def rows(self) -> list[dict[str, Any]]:
        """The figures of each agent as plain values, the greatest win share first."""
        return [
            {
                **standing.figures.row(),
                **spread("lottery", standing.lottery),
                **spread("exploitable", self._exploitable(standing.figures.name)),
            }
            for standing in self.standings
        ]

    def _exploitable(self, agent: str) -> Estimate:
        return self.exploited[agent].gain if agent in self.exploited else _UNKNOWN

    def meetings_to_frame(self) -> Any:
        """Who ends ahead of whom as a data frame: agent, other, and the share with its interval."""
        return frame(
            [
                {"agent": agent, "other": other, **spread("ahead", self.ahead[i][j])}
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
        table = columns(sheet(r.heading), "win share %", "mean rank", "points")
        for standing in self.standings:
            figures = standing.figures
            table.add_row(
                Text(figures.name),
                percent(figures.win_share),
                words(figures.mean_rank, 2),
                words(figures.mean_score, 1),
            )
        return table

    def _second_view(self) -> Table:
        headings = ["rating", "lottery %", "ms a move", *(["exploitable %"] if self.exploited else [])]
        table = columns(sheet("Ratings, maximal lottery, time"), *headings)
        for standing in self.standings:
            figures = standing.figures
            table.add_row(
                Text(figures.name),
                words(figures.rating.estimate, 1) if figures.games else "-",
                words(standing.lottery, 0, 100),
                time_words(figures.milliseconds),
                *([percent(self._exploitable(figures.name))] if self.exploited else []),
            )
        return table

    def _matrix(self) -> Table:
        names = [standing.figures.name for standing in self.standings]
        numbers = [str(number) for number in range(1, len(names) + 1)]
        table = columns(sheet("Row ends ahead of column, %"), *numbers)
        for number, name in enumerate(names, 1):
            row = self.ahead[self._number(name)]
            table.add_row(Text(f"{number} {name}"), *(_about(row[self._number(other)]) for other in names))
        return table

    def _remarks(self) -> str:
        r = self.result
        seats = ", ".join(percent(estimate) for estimate in r.seat_shares)
        remarks = [
            f"In parentheses, and after ±: {CONFIDENCE:.0%} intervals over deals.",
            f"A fair win share is {100 * r.fair_share:.1f} %; by seat: {seats}.",
            "Lottery: how often to send an agent so that none sent against it ends ahead more often.",
            "Time a move: over games side by side; searches think on all cores.",
        ]
        if self.exploited:
            remarks.append(
                "Exploitable: what a search wins above its fair share from copies of the agent; a best "
                "response wins at least as much."
            )
        if r.stopped and r.games >= r.requested:
            remarks.append("Stopped before a search had played against copies of all.")
        for name, reason in self.left_out.items():
            remarks.append(f"Left out, its games do not count: {name} ({reason}).")
        if self.code != code_of(r.game):
            remarks.append("The code of the game, its bots or the searches has been edited since.")
        return "\n".join([*remarks, *r.cautions])

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values; null where there is no figure. The games are left out."""
        ahead = {
            agent: {other: plain(share._asdict()) for other, share in zip(self.agents, row) if other != agent}
            for agent, row in zip(self.agents, self.ahead)
        }
        tree = self.result.as_json()
        parts = {standing.figures.name: standing for standing in self.standings}
        for entry in tree["agents"]:
            standing = parts[entry["name"]]
            entry["lottery"] = plain(standing.lottery._asdict())
            entry["milliseconds"] = plain(standing.figures.milliseconds)
            if entry["name"] in self.exploited:
                found = self.exploited[entry["name"]]
                entry["exploited"] = {**asdict(found), "gain": plain(found.gain._asdict())}
        return {
            **tree,
            "command": self.command,
            "made_with": self.made_with,
            "code": self.code,
            "left_out": self.left_out,
            "ahead": ahead,
        }


@cache
def code_of(game: str) -> str:
    """A short hash of the code of a game, its bots and the searches, without comments and docstrings."""
    digest = hashlib.sha256()
    for path in [*sources(game + BOTS), *sorted((AGENTS / "search").glob("*.py"))]:
        digest.update(_without_prose(path.read_text(encoding="utf-8")).encode())
    return digest.hexdigest()[:16]


def _without_prose(source: str) -> str:
    """Python source without docstrings, comments that have a line of their own, and empty lines."""
    lines = source.split("\n")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.end_lineno:
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    return "\n".join(line for line in lines if line.strip() and not line.lstrip().startswith("#"))


def _about(share: Estimate) -> str:
    """A share in percent, with how far its interval reaches on the longer side."""
    if math.isnan(share.value):
        return ""
    reach = max(share.value - share.low, share.high - share.value)
    return f"{100 * share.value:.0f}" + ("" if math.isnan(reach) else f"±{100 * reach:.0f}")
