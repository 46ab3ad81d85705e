"""The content of a leaderboard: the figures of each agent, and who ends ahead of whom."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ....agents.specs import named
from ....envs import GAMES
from ....envs.core.errors import HustingsError
from ....envs.core.text.words import count
from ..display import (
    TabularResult,
    format_estimate,
    format_milliseconds,
    format_percent,
    format_short_percent,
    interval_fields,
    new_table,
    to_frame,
)
from ..results import FORFEITS, MEANS, AgentFigures, cautions, forfeit_remark
from ..statistics import CONFIDENCE, FEWEST_CLUSTERS, UNKNOWN, WIDEST, Estimate, Rating

BESIDE_BOTS = ("win_share", "mean_rank", "mean_score")


@dataclass(frozen=True)
class Exploited:
    """The result of a search against copies of an agent in all other seats.

    Attributes:
        exploiter: the search.
        games: the number of games.
        gain: its win share above the fair one, from -1 to 1: a lower bound on the agent's exploitability.
    """

    exploiter: str
    games: int
    gain: Estimate


@dataclass(frozen=True)
class Standing:
    """A line of a leaderboard.

    Attributes:
        figures: win share, mean rank, points, rating, time per decision.
        lottery: the agent's share of the maximal lottery, from 0 to 1.
        beside_bots: win share, mean rank and points in games in which nobody else searches.
        exploited: the result of a search against its copies, if that was measured.
    """

    figures: AgentFigures
    lottery: Estimate
    beside_bots: tuple[Estimate, Estimate, Estimate]
    exploited: Exploited | None

    @property
    def exploitable(self) -> Estimate:
        """A search's win share above the fair one against copies of the agent; nan if unknown."""
        return UNKNOWN if self.exploited is None else self.exploited.gain


class Board(TabularResult):
    """A leaderboard, with or without its games; everything it shows comes from `as_json`."""

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values, None where there is no figure, without the games."""
        raise NotImplementedError

    @cached_property
    def _tree(self) -> dict[str, Any]:
        return self.as_json()

    @property
    def agents(self) -> list[str]:
        """The names of the ranked agents."""
        return [entry["name"] for entry in self._tree["agents"]]

    @property
    def num_players(self) -> int:
        """The number of players."""
        return self._tree["num_players"]

    @property
    def stopped(self) -> bool:
        """Whether it was interrupted; it then has only complete deals."""
        return self._tree["stopped"]

    @property
    def figures(self) -> list[AgentFigures]:
        """The figures of each agent, in the order of `agents`."""
        by_name = {standing.figures.name: standing.figures for standing in self.standings}
        return [by_name[name] for name in self.agents]

    @property
    def heading(self) -> str:
        """The game, the number of players and the number of games."""
        t = self._tree
        games = f"{count(t['games'], 'game')} from {count(t['seeds'], 'deal')}"
        return f"{t['title']}, {t['num_players']} players: {games}"

    @cached_property
    def standings(self) -> list[Standing]:
        """The lines by win share beside bots; in the given order if there are too few deals."""
        lines = list(map(_standing, self._tree["agents"]))
        if self._tree["seeds"] < FEWEST_CLUSTERS:
            return lines
        return sorted(lines, key=_beside_bots if self._tree["weighted"] else _win_share)

    @cached_property
    def ahead(self) -> list[list[Estimate]]:
        """(K, K), in the order of `agents`: how often the row ends ahead of the column; ties count half.

        Counts only games in which nobody else searches.
        """
        ahead = self._tree["ahead"]
        return [
            [_estimate(ahead[agent][other]) if other != agent else UNKNOWN for other in self.agents]
            for agent in self.agents
        ]

    @cached_property
    def seat_shares(self) -> list[Estimate]:
        """The win share of each seat in games without searches; in all games if all have some."""
        return list(map(_estimate, self._tree["seats_beside_bots"]))

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
        """The figures of each agent as plain values, highest win share first."""
        return [
            {
                **standing.figures.row(),
                **{
                    name: value
                    for figure, estimate in zip(BESIDE_BOTS, standing.beside_bots)
                    for name, value in interval_fields(f"{figure}_beside_bots", estimate).items()
                },
                **interval_fields("lottery", standing.lottery),
                **interval_fields("exploitable", standing.exploitable),
            }
            for standing in self.standings
        ]

    def meetings_to_frame(self) -> Any:
        """Pairwise results as a data frame: agent, other, and the share with its interval."""
        return to_frame(
            [
                {"agent": agent, "other": other, **interval_fields("ahead", self.ahead[i][j])}
                for i, agent in enumerate(self.agents)
                for j, other in enumerate(self.agents)
                if i != j
            ]
        )

    def table(self) -> RenderableType:
        """The standings in two views, pairwise results, and remarks."""
        return Group(self._shares(), self._second_view(), self._matrix(), Text(self._remarks()))

    def _shares(self) -> Table:
        weighted = self._tree["weighted"]
        headings = ["win share %", "mean rank", "points", *(["over all sets %"] if weighted else [])]
        table = new_table(self.heading, *headings)
        for standing in self.standings:
            share, rank, score = standing.beside_bots
            informative = self.is_informative(share)
            table.add_row(
                Text(named(standing.figures.name)[0]),
                self._percent(share),
                format_estimate(rank, 2) if informative else "-",
                format_estimate(score, 1) if informative else "-",
                *([self._percent(standing.figures.win_share)] if weighted else []),
            )
        return table

    def _second_view(self) -> Table:
        exploited = any(standing.exploited for standing in self.standings)
        lottery = self._has_lottery
        headings = ["rating", *(["lottery %"] if lottery else []), "ms per move"]
        title = "Ratings, maximal lottery, time" if lottery else "Ratings and time"
        forfeits = any(standing.figures.forfeits for standing in self.standings)
        headings += [FORFEITS] if forfeits else []
        table = new_table(title, *headings, *(["exploitable %"] if exploited else []))
        for standing in self.standings:
            figures, share = standing.figures, standing.lottery
            in_lottery = format_estimate(share, 0, 100) if self.is_informative(share) else "-"
            table.add_row(
                Text(named(figures.name)[0]),
                format_estimate(figures.rating.estimate, 1) if figures.games else "-",
                *([in_lottery] if lottery else []),
                format_milliseconds(figures.milliseconds),
                *([f"{figures.forfeits:,}"] if forfeits else []),
                *([format_percent(standing.exploitable)] if exploited else []),
            )
        return table

    def is_informative(self, share: Estimate) -> bool:
        """Whether a share's interval excludes half of the possible range; with few deals there is none."""
        if math.isnan(share.low):
            return self._tree["seeds"] < FEWEST_CLUSTERS
        return share.high - share.low <= WIDEST

    def _percent(self, share: Estimate) -> str:
        return format_percent(share) if self.is_informative(share) else "-"

    def in_cell(self, share: Estimate) -> str:
        """A share in the table of pairwise results; "-" if it is not informative."""
        informative = math.isnan(share.value) or self.is_informative(share)
        return format_short_percent(share) if informative else "-"

    @property
    def _has_lottery(self) -> bool:
        return any(self.is_informative(standing.lottery) for standing in self.standings)

    def _matrix(self) -> Table:
        names = [standing.figures.name for standing in self.standings]
        numbers = [str(number) for number in range(1, len(names) + 1)]
        table = new_table("Row ends ahead of column, %", *numbers)
        for number, name in enumerate(names, 1):
            cells = [self.in_cell(self.share_ahead(name, other)) for other in names]
            table.add_row(Text(f"{number} {named(name)[0]}"), *cells)
        return table

    def _remarks(self) -> str:
        t = self._tree
        seats = ", ".join(format_percent(estimate) for estimate in self.seat_shares)
        remarks = [
            f"In parentheses, and after ±: {CONFIDENCE:.0%} intervals over deals; a dash: unknown, or "
            "an interval as wide as half the possible range.",
            f"A fair win share is {100 * t['fair_share']:.1f} %; by seat: {seats}.",
            *(
                ["Lottery: the mixture of agents that no agent ends ahead of more often than behind."]
                if self._has_lottery
                else []
            ),
            "Time per move: over games side by side; searches use all cores.",
        ]
        if t["weighted"]:
            remarks.append(
                "In games in which nobody else searches; only the last column is over all sets of agents. "
                "Those with searches are fewer, and weigh more there: every set counts the same."
            )
        if t["unplayed"]:
            classes = " or ".join(map(str, t["unplayed"]))
            remarks.append(f"Without games, and not in the figures: sets with {classes} searches.")
        if any(standing.exploited for standing in self.standings):
            remarks.append(
                "Exploitable: what a search wins above its fair share from copies of the agent; a best "
                "response wins at least as much."
            )
        for figures in (standing.figures for standing in self.standings):
            why = str(t.get("reasons", {}).get(figures.name, ""))
            if figures.forfeits or why:
                remarks.append(forfeit_remark(figures.name, figures.forfeits, figures.seats, why))
        if t["stopped"] and t["games"] >= t["requested"]:
            remarks.append("Stopped before a search had played against copies of all agents.")
        if t["game"] in GAMES and (otherwise := GAMES[t["game"]].other_revision(t["revision"])):
            remarks.append(f"It was played {otherwise}.")
        return "\n".join([*remarks, *cautions(t["seeds"], t["games"], t["requested"], t["stopped"])])


def _win_share(standing: Standing) -> float:
    """Sort key: higher win share first, agents without games last."""
    share = standing.figures.win_share.value
    return math.inf if math.isnan(share) else -share


def _beside_bots(standing: Standing) -> tuple[float, float]:
    share = standing.beside_bots[0].value
    return math.inf if math.isnan(share) else -share, _win_share(standing)


# --- From plain values ---------------------------------------------------------------------------


def _estimate(tree: dict[str, Any]) -> Estimate:
    return Estimate(*(_number(tree[name]) for name in Estimate._fields))


def _number(value: float | None) -> float:
    return math.nan if value is None else float(value)


def _standing(entry: dict[str, Any]) -> Standing:
    figures = AgentFigures(
        name=entry["name"],
        games=entry["games"],
        seats=entry["seats"],
        **{name: _estimate(entry[name]) for name in MEANS},
        by_seat=list(map(_estimate, entry["win_share_by_seat"])),
        rating=Rating(*(_number(entry["rating"][name]) for name in Rating._fields)),
        milliseconds=_number(entry["milliseconds"]),
        forfeits=int(entry.get("forfeits", 0)),
    )
    share, rank, score = (_estimate(entry["beside_bots"][name]) for name in BESIDE_BOTS)
    exploited = entry.get("exploited")
    if exploited is not None:
        exploited = Exploited(exploited["exploiter"], exploited["games"], _estimate(exploited["gain"]))
    return Standing(figures, _estimate(entry["lottery"]), (share, rank, score), exploited)


class SavedBoard(Board):
    """A leaderboard without its games, from the output of `as_json`."""

    def __init__(self, tree: dict[str, Any]):
        self._saved = tree

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values, None for missing figures."""
        return self._saved
