"""A leaderboard with its games, from which its figures are computed."""

from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..display import without_nan
from ..head_to_head import HeadToHead, head_to_head, lottery, shares_ahead
from ..results import TournamentResult
from ..statistics import Estimate, cluster_means, win_shares
from .board import BESIDE_BOTS, Board, Exploited
from .lineups import LineupClasses


@dataclass
class Leaderboard(Board):
    """The games of a leaderboard, and its figures.

    Attributes:
        result: all games, as a tournament's result.
        games_asked, search_games: the requested numbers of games without and with searches, see
            `LineupClasses.wanted`.
        deals: the deals played in each class of lineups.
        seconds, decisions: time and number of the timed decisions of each agent in `result`.
        command: the command line that plays it.
        made_with: versions and machine.
        exploit: the requested games of a search against copies of each agent; None for none.
        exploited: the result of a search against copies of an agent, by its name, if that was requested.
        policies: a digest of each agent that is a policy or has some as parts, by name.
    """

    result: TournamentResult
    games_asked: int
    search_games: int | None
    deals: list[int]
    seconds: list[float]
    decisions: list[int]
    command: str
    made_with: dict[str, Any]
    exploit: int | None = None
    exploited: dict[str, Exploited] = field(default_factory=dict)
    policies: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.result.weights = self.classes.weights(self.result.seatings)
        self.result.drawn = self.classes.halves(self.result.seatings)

    @cached_property
    def classes(self) -> LineupClasses:
        """The lineups of the ranked agents, by the number of seats that search."""
        return LineupClasses(self.agents, self.result.num_players)

    @property
    def wanted(self) -> list[int]:
        """The requested number of games in each class of lineups."""
        return self.classes.wanted(self.games_asked, self.search_games)

    @cached_property
    def played(self) -> list[int]:
        """The number of games played in each class."""
        classes = self.classes.class_of(self.result.seatings)
        return np.bincount(classes, minlength=len(self.classes.lineups)).tolist()

    @property
    def agents(self) -> list[str]:
        """The names of the ranked agents."""
        return self.result.agents

    @cached_property
    def lottery(self) -> list[Estimate]:
        """Each agent's share of the maximal lottery, in the order of `agents`; computing it takes seconds."""
        return lottery(self._pairs, self.result.seed)

    def _beside_bots(self) -> list[tuple[Estimate, ...]]:
        """Win share, rank and points of each agent in games in which nobody else searches."""
        r = self.result
        beside = self.classes.beside_bots(r.seatings).reshape(-1)
        chosen = beside & (r.seatings.reshape(-1) == np.arange(len(r.agents))[:, None])
        values = np.stack([win_shares(r.ranks), r.ranks, r.scores]).reshape(3, -1)
        ends = (0, r.most), (1, r.num_players), None
        return list(zip(*cluster_means(values, chosen, np.repeat(r.deals, r.num_players), ends)))

    def _seats_beside_bots(self) -> list[Estimate]:
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

        Counts only games in which nobody else searches.
        """
        return shares_ahead(self._pairs)

    @cached_property
    def _pairs(self) -> HeadToHead:
        r = self.result
        return head_to_head(r.seatings, r.ranks, len(r.agents), r.deals, self.classes.searching)

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values, None for missing figures, without the games."""
        r, tree = self.result, self.result.as_json()
        parts = zip(tree["agents"], r.figures, self.lottery, self._beside_bots())
        for entry, figures, share, beside in parts:
            entry["lottery"] = without_nan(share)
            entry["beside_bots"] = dict(zip(BESIDE_BOTS, map(without_nan, beside)))
            entry["milliseconds"] = without_nan(figures.milliseconds)
            if figures.name in self.exploited:
                found = self.exploited[figures.name]
                entry["exploited"] = {**asdict(found), "gain": without_nan(found.gain)}
        return {
            **tree,
            "title": r.title,
            "command": self.command,
            "made_with": self.made_with,
            "weighted": r.weights is not None,
            "unplayed": self.classes.unplayed(r.seatings),
            "seats_beside_bots": list(map(without_nan, self._seats_beside_bots())),
            "ahead": {
                agent: {other: without_nan(share) for other, share in zip(self.agents, row) if other != agent}
                for agent, row in zip(self.agents, self.ahead)
            },
        }
