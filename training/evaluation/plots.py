"""Plots of tournaments and leaderboards, as matplotlib Figures made without a display or pyplot's state."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...agents.specs import named
from ...envs.core.errors import HustingsError
from ...envs.core.io.files import check_new, written_whole
from .display import folded, format_estimate, format_percent, format_short_percent
from .labels import place_labels
from .results import AgentFigures, TournamentResult
from .statistics import CONFIDENCE, Estimate

if TYPE_CHECKING:
    from .leaderboard.board import Board

FORMATS = (".png", ".svg", ".pdf")
MOST_AGENTS = 50
"""Of more agents, the best are drawn."""
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's, which the colour-blind can tell apart."""
GUIDE, SMALL, MEDIUM = "#707070", 8.5, 10
_TEXT, _GRID, _NOTHING = "#333333", "#e6e6e6", "#efefef"
_ROW, _CELL = 0.42, 0.52  # inches
_NAME = 26
_ALONE = math.nan, math.nan


def check_plot_path(path: str | Path) -> Path:
    """`path`, if a plot can be written there, else HustingsError; to be called before long work."""
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise HustingsError(f"{path}: a plot's name ends in {', '.join(FORMATS)}; rename it")
    check_new(path)
    if not path.parent.is_dir():
        raise HustingsError(f"{path.parent}: no such folder; make it first")
    return path


def save_plot(figure: Any, path: str | Path) -> None:
    """Write a Figure into a new PNG, SVG or PDF file.

    Raises:
        HustingsError: if the file exists, its folder does not, or it cannot be written.
    """
    path = check_plot_path(path)
    with written_whole(path, new=True) as part:
        figure.savefig(part, dpi=150, bbox_inches="tight")


def plot_tournament(result: TournamentResult) -> Any:
    """Win shares, ratings and mean scores with their intervals, and below what each seat gets: a Figure."""
    rows = _best(result.figures, lambda row: row.win_share.value)
    heights = 1.6 + _ROW * len(rows), 1.2 + _ROW * result.num_players
    figure = _figure(11, sum(heights))
    top, bottom = figure.subfigures(2, 1, height_ratios=heights)
    shares, rated, scores = top.subplots(1, 3, sharey=True, width_ratios=(3, 2, 2))
    _win_shares(shares, [row.win_share for row in rows], result.fair_share)
    _ratings(rated, rows)
    _dots(scores, [row.mean_score for row in rows], _one_digit)
    scores.set_xlabel("mean score")
    _name_rows(shares, rows)
    _seats(bottom.subplots(1, 2), result, None)
    top.suptitle(_title(result, len(rows)), x=0.02, ha="left", fontsize=MEDIUM, color=_TEXT)
    return figure


def plot_ratings(result: "TournamentResult | Board") -> Any:
    """The agents' ratings with their intervals, the highest first: a matplotlib Figure.

    Args:
        result: a tournament or a leaderboard.
    """
    rows = _best(result.figures, lambda row: row.rating.mu)
    figure = _figure(7, 1.5 + _ROW * len(rows))
    axes = figure.subplots()
    _ratings(axes, rows)
    _name_rows(axes, rows)
    figure.suptitle(_title(result, len(rows)), x=0.02, ha="left", fontsize=MEDIUM, color=_TEXT)
    return figure


def plot_seats(result: TournamentResult, agent: str | None = None) -> Any:
    """Win shares and mean scores in each seat, with their intervals: a matplotlib Figure.

    Args:
        result: a tournament, or the `result` of a leaderboard.
        agent: whose; None for whoever sits there.

    Raises:
        HustingsError: if that agent did not play.
    """
    figure = _figure(9, 1.6 + _ROW * result.num_players)
    _seats(figure.subplots(1, 2), result, agent)
    figure.suptitle(_title(result), x=0.02, ha="left", fontsize=MEDIUM, color=_TEXT)
    return figure


def plot_board(board: "Board") -> Any:
    """Who ends ahead of whom, by rating, and beside it ratings against time per move: a matplotlib Figure.

    Each cell says how often the agent of its row ends ahead of that of its column, with the figures of the
    table. Agents that were not timed are not in the right part.

    Raises:
        HustingsError: if no game has been played.
    """
    rows = _best(board.figures, lambda row: row.rating.mu)
    if not rows or not rows[0].games:
        raise HustingsError("board: no games, so there is nothing to plot; play some")
    wide, high = 2.4 + _CELL * len(rows), max(4.2, 1.2 + _ROW * len(rows))
    figure = _figure(wide + 6, high)
    cells, costs = figure.subplots(1, 2, width_ratios=(wide, 6))
    _matrix(cells, rows, [[board.share_ahead(row.name, other.name) for other in rows] for row in rows])
    figure.suptitle(_title(board, len(rows)), x=0.02, ha="left", fontsize=MEDIUM, color=_TEXT)
    _costs(costs, rows)
    return figure


def _figure(width: float, height: float) -> Any:
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    return Figure(figsize=(width, height), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.08))


def _best(figures: list[AgentFigures], figure: Callable[[AgentFigures], float]) -> list[AgentFigures]:
    """The agents with the highest figures, the highest first, those without any last."""

    def key(row: AgentFigures) -> tuple[float, str]:
        value = figure(row) if row.games else math.nan
        return math.inf if math.isnan(value) else -value, row.name

    return sorted(figures, key=key)[:MOST_AGENTS]


def _title(result: "TournamentResult | Board", drawn: int = MOST_AGENTS) -> str:
    stopped = ", stopped early" if result.stopped else ""
    left_out = f"\nthe best {drawn} of {len(result.agents)} agents" if drawn < len(result.agents) else ""
    return plain(f"{result.heading}{stopped}\nbars and ±: {CONFIDENCE:.0%} intervals over deals{left_out}")


# --- Dots with whiskers --------------------------------------------------------------------------


def _win_shares(axes: Any, shares: list[Estimate], fair: float) -> None:
    _dots(axes, [Estimate(*(100 * part for part in share)) for share in shares], _percent)
    axes.axvline(100 * fair, color=GUIDE, linestyle="--", linewidth=1, zorder=1)
    axes.annotate(
        f"fair {100 * fair:.1f}",
        (100 * fair, 1),
        xycoords=("data", "axes fraction"),
        xytext=(0, 3),
        textcoords="offset points",
        ha="center",
        fontsize=SMALL,
        color=GUIDE,
    )
    axes.set_xlim(-2, 102)
    axes.set_xlabel("win share %")


def _ratings(axes: Any, rows: list[AgentFigures]) -> None:
    none = Estimate(math.nan, *_ALONE)
    _dots(axes, [row.rating.estimate if row.games else none for row in rows], _one_digit)
    axes.set_xlabel("rating")


def _dots(axes: Any, estimates: Sequence[Estimate], words: Callable[[float], str]) -> None:
    """A dot for each estimate, from top to bottom, with its interval and the figure above it."""
    for place, estimate in enumerate(estimates):
        if not math.isnan(estimate.value):
            axes.errorbar(
                estimate.value,
                place,
                xerr=_reach(estimate),
                fmt="o",
                color=COLOURS[0],
                markersize=6,
                capsize=3,
                linewidth=1.6,
            )
            axes.annotate(
                words(estimate.value),
                (estimate.value, place),
                xytext=(0, 6),
                textcoords="offset points",
                ha="center",
                fontsize=SMALL,
                color=_TEXT,
                bbox={"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"},
            )
    axes.set_ylim(len(estimates) - 0.5, -0.6)
    axes.margins(x=0.12)
    _clear(axes, "x", ("top", "right", "left"))
    axes.tick_params(axis="y", length=0)


def _reach(estimate: Estimate) -> list[list[float]] | None:
    """How far the interval reaches to both sides, for `errorbar`; None without one."""
    if math.isnan(estimate.low):
        return None
    return [[max(0.0, estimate.value - estimate.low)], [max(0.0, estimate.high - estimate.value)]]


def _name_rows(axes: Any, rows: list[AgentFigures]) -> None:
    axes.set_yticks(range(len(rows)), [_label(row.name) for row in rows], fontsize=SMALL)


def _seats(both: Sequence[Any], result: TournamentResult, agent: str | None) -> None:
    if agent is None:
        whose, shares, scores = "", result.seat_shares, result.seat_scores
    else:
        whose = f" of {plain(named(agent)[0])}"
        shares, scores = result.figure(agent).by_seat, result.scores_by_seat(agent)
    names = [f"seat {seat}" for seat in range(result.num_players)]
    _win_shares(both[0], shares, result.fair_share)
    both[0].set_xlabel(f"win share %{whose} in each seat")
    _dots(both[1], scores, _one_digit)
    both[1].set_xlabel(f"mean score{whose} in each seat")
    for axes in both:
        axes.set_yticks(range(len(names)), names, fontsize=SMALL)


def _one_digit(value: float) -> str:
    return format_estimate(Estimate(value, *_ALONE), 1)


def _percent(value: float) -> str:
    return format_percent(Estimate(value / 100, *_ALONE))


# --- Leaderboards --------------------------------------------------------------------------------


def _matrix(axes: Any, rows: list[AgentFigures], ahead: list[list[Estimate]]) -> None:
    """Cells of shares in percent, blue where the row ends ahead, red where the column does."""
    import matplotlib

    colours = matplotlib.colormaps["RdBu"].with_extremes(bad=_NOTHING)
    shares = np.array([[100 * share.value for share in row] for row in ahead])
    axes.imshow(shares, cmap=colours, vmin=0, vmax=100, aspect="auto")
    for (row, column), share in np.ndenumerate(shares):
        if row != column:
            dark = abs(share - 50) > 30
            text = format_short_percent(ahead[row][column])
            style = {"ha": "center", "va": "center", "fontsize": SMALL, "color": "white" if dark else "black"}
            axes.text(column, row, text, **style)
    numbers = range(1, len(rows) + 1)
    names = [f"{number} {_label(row.name)}" for number, row in zip(numbers, rows)]
    axes.set_yticks(range(len(rows)), names, fontsize=SMALL)
    axes.set_xticks(range(len(rows)), [str(number) for number in numbers], fontsize=SMALL)
    axes.tick_params(length=0, top=False, bottom=False, labeltop=True, labelbottom=False)
    axes.spines[:].set_visible(False)
    axes.set_title("Row ends ahead of column, %; by rating", fontsize=MEDIUM, loc="left")


def _costs(axes: Any, rows: list[AgentFigures]) -> None:
    """Rating against time per move, with names that do not cover each other."""
    untimed = [_label(row.name).replace("\n", "") for row in rows if not row.milliseconds > 0]
    rows = [row for row in rows if row.milliseconds > 0]
    for row in rows:
        axes.errorbar(
            row.milliseconds,
            row.rating.mu,
            yerr=_reach(row.rating.estimate),
            fmt="o",
            color=COLOURS[0],
            markersize=5,
            capsize=2.5,
            linewidth=1.2,
        )
    axes.set_xscale("log")
    axes.margins(0.14, 0.08)
    left_out = f"\nnot timed: {', '.join(untimed):.80}" if untimed else ""
    axes.set_xlabel(f"ms per move, over games side by side{left_out}")
    axes.set_ylabel("rating")
    axes.set_title("Strength and time", fontsize=MEDIUM, loc="left")
    _clear(axes, "both", ("top", "right"))
    spans = [row.rating.estimate[1:] for row in rows]
    place_labels(
        axes,
        [(row.milliseconds, row.rating.mu) for row in rows],
        [row.rating.estimate[:1] * 2 if math.isnan(span[0]) else span for row, span in zip(rows, spans)],
        [_label(row.name, 20, 3) for row in rows],
        fontsize=SMALL,
        color=_TEXT,
    )


def _clear(axes: Any, lines: str, spines: tuple[str, ...]) -> None:
    """Light lines behind what is drawn, and no frame on these sides."""
    axes.grid(axis=lines, color=_GRID)
    axes.set_axisbelow(True)
    axes.spines[[*spines]].set_visible(False)


def _label(name: str, width: int = _NAME, most: int = 2) -> str:
    """An agent's short name in `most` lines; of a longer one the end, where policy folders differ."""
    short = named(name)[0]
    lines = folded(short, width)
    return plain("\n".join(lines) if len(lines) <= most else "…" + short[1 - width :])


def plain(text: str) -> str:
    """A text as matplotlib shows it unchanged: $ would start a formula."""
    return text.replace("$", r"\$")
