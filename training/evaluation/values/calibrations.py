"""Calibration: an agent's chance to win for every seat, and how often that seat wins."""

from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from rich.table import Table

from ....envs.core.text.words import count
from ..display import TabularResult, estimate_fields, format_short_percent, new_table, without_nan
from ..statistics import CONFIDENCE, Estimate, cluster_means, differing, jackknife
from .playing import AT_ONCE, Cast, Count, Facts, chunks

GAMES = 200
DECISIONS = 16
_STAGE = 1
_BINS = 10


class SeatFigures(NamedTuple):
    """The calibration of one seat.

    Attributes:
        seat: its distance from the seat on turn; 0 is that seat itself.
        predicted: the mean chance to win that the agent gives it, from 0 to 1.
        observed: its mean win share.
        explained: the explained variance of its win share, 1 - MSE / variance: 1 for perfect predictions, 0
            for always predicting the mean, below 0 for doing worse.
        slope: the regression slope of win share on prediction: 1 is right, below 1 if values exaggerate.
    """

    seat: int
    predicted: Estimate
    observed: Estimate
    explained: Estimate
    slope: Estimate


class Bin(NamedTuple):
    """Decisions with similar predictions: their number, the mean prediction, the mean win share."""

    decisions: int
    predicted: float
    observed: Estimate


@dataclass
class Calibration(TabularResult):
    """Predictions and outcomes for P seats, in D decisions of each of G games.

    Attributes:
        facts: what was measured.
        predicted: (G, D, P) the predicted chances to win, unbounded, from the seat on turn clockwise.
        observed: (G, D, P) the win shares at the end.
    """

    facts: Facts
    predicted: np.ndarray = field(repr=False)
    observed: np.ndarray = field(repr=False)

    @cached_property
    def seats(self) -> list[SeatFigures]:
        """The figures of each seat, from the one on turn; intervals are over games."""
        return [self._seat(seat) for seat in range(self.facts.num_players)]

    def _seat(self, seat: int) -> SeatFigures:
        p, o = self.predicted[:, :, seat], self.observed[:, :, seat]
        parts = np.stack([p**0, p, o, p**2, o**2, p * o]).sum(axis=2).T
        return SeatFigures(seat, *jackknife(_figures, parts))

    def bins(self, seat: int = 0, number: int = _BINS) -> list[Bin]:
        """Decisions sorted by the prediction for a seat, in about `number` bins of equal size, for a plot.

        Args:
            seat: its distance from the seat on turn.
            number: the number of bins; there are fewer if predictions are equal.
        """
        predicted, observed = (those[:, :, seat].reshape(-1) for those in (self.predicted, self.observed))
        edges = np.unique(np.quantile(predicted, np.linspace(0, 1, number + 1)[1:-1]))
        places = np.searchsorted(edges, predicted, side="right")
        chosen = places == np.unique(places)[:, None]
        games = np.repeat(np.arange(len(self.predicted)), self.predicted.shape[1])
        (means,) = cluster_means(observed[None], chosen, games, [(0.0, 1.0)])
        return [Bin(int(at.sum()), float(predicted[at].mean()), mean) for at, mean in zip(chosen, means)]

    def rows(self) -> list[dict[str, Any]]:
        """The figures of each seat, with their intervals."""
        return [{"seat": figures.seat, **estimate_fields(figures._asdict())} for figures in self.seats]

    def table(self) -> Table:
        """Predictions and outcomes of each seat, from the one on turn."""
        title = f"Win probabilities predicted by {self.facts.agent}: {self.facts.where}"
        headings = ("predicted %", "observed %", "explained %")
        table = new_table(title, *headings, first="seat", caption=self._remarks())
        for figures in self.seats:
            cells = (format_short_percent(cell) or "-" for cell in (figures.observed, figures.explained))
            name = "on turn" if figures.seat == 0 else f"{figures.seat} after"
            table.add_row(name, f"{100 * figures.predicted.value:.0f}", *cells)
        return table

    def _remarks(self) -> str:
        games, decisions, _ = self.predicted.shape
        remarks = [
            f"In {count(games, 'game')} of {self.facts.among} in all seats, "
            f"{count(decisions, 'decision')} in each.",
            "Explained: 100 is perfect prediction, 0 no better than predicting the mean.",
            f"After ±: {CONFIDENCE:.0%} intervals over games.",
        ]
        if not self.predicted.size or (self.predicted == self.predicted.flat[0]).all():
            remarks.append("All values are the same, as of a policy that was saved without any.")
        return "\n".join(remarks)

    def as_json(self) -> dict[str, Any]:
        """Settings and figures as plain values, with the bins, None where there is no figure."""
        games, decisions, _ = self.predicted.shape
        seats = [
            {**row, "bins": [one._asdict() | {"observed": one.observed._asdict()} for one in self.bins(seat)]}
            for seat, row in enumerate(self.rows())
        ]
        return without_nan({**asdict(self.facts), "games": games, "decisions": decisions, "seats": seats})


def _figures(sums: np.ndarray) -> np.ndarray:
    """(R, 4) predicted, observed, explained and slope, from (R, 6) sums over decisions."""
    decisions, *moments = sums.T
    predicted, observed, square, observed_square, product = (moment / decisions for moment in moments)
    variance = differing(observed_square - observed**2)
    error = observed_square - 2 * product + square
    slope = (product - predicted * observed) / differing(square - predicted**2)
    return np.stack([predicted, observed, 1 - error / variance, slope], axis=1)


def calibration_of(cast: Cast, number: int, each: int, tell: Count) -> Calibration:
    """The calibration in `number` games and `each` decisions, after the arguments have been checked."""
    predicted, observed = [], []
    for place, size in enumerate(chunks(number, AT_ONCE)):
        games = cast.games(size, _STAGE, place, 1)
        drawn = cast.drawn(games, each, _STAGE, place, 2)
        shares = games.payoff.astype(np.float64) + 1 / games.num_players
        said, came = [], []
        for tables in drawn:
            games.restore(None, tables)
            order = (games.seat[:, None] + np.arange(games.num_players)) % games.num_players
            said.append(cast.predict(games).astype(np.float64))
            came.append(np.take_along_axis(shares, order, axis=1))
        predicted.append(np.stack(said, axis=1))
        observed.append(np.stack(came, axis=1))
        tell(size)
    return Calibration(cast.facts, np.concatenate(predicted), np.concatenate(observed))
