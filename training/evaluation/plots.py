"""Plots of tournaments and leaderboards, as matplotlib Figures made without a display or pyplot's state."""

import math
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...agents.specs import named
from ...envs.core.errors import HustingsError
from ...envs.core.io.files import check_new, path_in_words, written_whole
from .display import format_estimate, format_percent, wrapped_name
from .labels import place_labels
from .results import AgentFigures, TournamentResult
from .statistics import CONFIDENCE, UNKNOWN, WIDEST, Estimate

if TYPE_CHECKING:
    from .leaderboard.board import Board

FORMATS = (".png", ".svg", ".pdf")
MOST_AGENTS = 50
"""The most agents in a plot; of more, the best are drawn."""
SIZES = {"column": 3.3, "text": 6.9}
"""Widths of a figure in a paper, in inches: one of two columns, or the full text."""
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's palette, which colour-blind readers can tell apart."""
GUIDE, SMALL, MEDIUM = "#707070", 8.5, 10
_TEXT, _GRID, _NOTHING = "#333333", "#e6e6e6", "#efefef"
_ROW, _LOW_ROW, _CELL = 0.42, 0.32, 0.52  # inches
_NARROWEST, _WIDE = 0.17, 0.36  # inches of a cell: with a share, and with its interval
_NAME = 26
_PAPER = 7 / SMALL  # font size of a figure at its final size
_LETTERS = 16  # letters of a title per inch
_CERTAIN, _PALEST = 0.1, 0.15  # the widest interval in full colour; the least share of colour
_ALONE = math.nan, math.nan
_DOT: dict[str, Any] = {"fmt": "o", "color": COLOURS[0]}
_PATCH = {"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"}  # behind letters


def check_plot_path(path: str | Path) -> Path:
    """Check before long work that a plot can be written to `path`; return it, or raise HustingsError."""
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise HustingsError(f"{path_in_words(path)}: a plot's name ends in {', '.join(FORMATS)}; rename it")
    check_new(path)
    return path


def save_plot(figure: Any, path: str | Path) -> None:
    """Write a Figure into a new PNG, SVG or PDF file.

    Raises:
        HustingsError: if the file exists, its folder does not, or it cannot be written.
    """
    path = check_plot_path(path)
    paper = figure.get_figwidth() in SIZES.values()  # exactly the requested width
    with written_whole(path, new=True) as part:
        figure.savefig(part, dpi=300 if paper else 150, bbox_inches=None if paper else "tight")


def check_size(size: str | None) -> None:
    """Raise HustingsError for an unknown size of a figure."""
    if size is not None and size not in SIZES:
        raise HustingsError(f"size: {size!r:.60} is not a figure's; choose {' or '.join(SIZES)}")


def letter_sizes(figure: Any, size: str | None) -> None:
    """Set the font sizes of a figure for a paper, 7 points and more in print."""
    from matplotlib.text import Text

    if size is not None:
        for axes in figure.axes:
            axes.tick_params(labelsize=_PAPER * SMALL)
        for text in figure.findobj(Text):
            text.set_fontsize(_PAPER * min(max(text.get_fontsize(), SMALL), MEDIUM))


def colours(count: int) -> list[str]:
    """`count` distinct colours: Okabe and Ito's as far as they go."""
    if count <= len(COLOURS):
        return [*COLOURS[:count]]
    import matplotlib
    from matplotlib.colors import to_hex

    wheel = matplotlib.colormaps["turbo"]
    return [to_hex(wheel((number + 0.5) / count)) for number in range(count)]


def _check_tournament(result: Any) -> None:
    if not isinstance(result, TournamentResult):
        raise HustingsError(
            f"result: {type(result).__name__} is not a tournament's; draw a leaderboard by plot_board, or "
            "give the `result` of one with games"
        )


def plot_tournament(result: TournamentResult, size: str | None = None) -> Any:
    """Plot win shares, ratings and mean scores with intervals, and results by seat: a matplotlib Figure.

    Args:
        result: a tournament.
        size: "column" or "text" for a figure in a paper, with letters of 7 points or more; None for a screen.

    Raises:
        HustingsError: for any other size or result.
    """
    check_size(size)
    _check_tournament(result)
    rows = _best(result.figures, lambda row: row.win_share.value)
    narrow = size == "column"
    row = _LOW_ROW if size else _ROW
    heights = [1.1 + row * len(rows), 0.9 + row * result.num_players]
    heights = [heights[0] * 3, heights[1] * 2] if narrow else [0.5 + heights[0], 0.3 + heights[1]]
    figure = _figure(SIZES[size] if size else 11, sum(heights))
    top, bottom = figure.subfigures(2, 1, height_ratios=heights)
    shape, ratios = ((3, 1), {}) if narrow else ((1, 3), {"width_ratios": (3, 2, 2)})
    shares, rated, scores = top.subplots(*shape, sharey=True, **ratios)
    _win_shares(shares, [row.win_share for row in rows], result.fair_share)
    _ratings(rated, rows)
    _dots(scores, [row.mean_score for row in rows], _one_digit)
    scores.set_xlabel("mean score")
    _name_rows(shares, rows)
    _seats(bottom.subplots(*((2, 1) if narrow else (1, 2))), result, None)
    _head(top, _title(result, len(rows)), figure.get_figwidth())
    letter_sizes(figure, size)
    return figure


def plot_ratings(result: "TournamentResult | Board", size: str | None = None) -> Any:
    """Plot the agents' ratings with intervals, highest first: a matplotlib Figure.

    Args:
        result: a tournament or a leaderboard.
        size: as for `plot_tournament`.

    Raises:
        HustingsError: for any other size or result.
    """
    check_size(size)
    if not hasattr(result, "figures"):
        raise HustingsError(f"result: {type(result).__name__} is neither a tournament nor a leaderboard")
    rows = _best(result.figures, lambda row: row.rating.mu)
    figure = _figure(SIZES[size] if size else 7, 1.5 + (_LOW_ROW if size else _ROW) * len(rows))
    axes = figure.subplots()
    _ratings(axes, rows)
    _name_rows(axes, rows)
    _head(figure, _title(result, len(rows)))
    letter_sizes(figure, size)
    return figure


def plot_seats(result: TournamentResult, agent: str | None = None, size: str | None = None) -> Any:
    """Plot win shares and mean scores in each seat, with intervals: a matplotlib Figure.

    Args:
        result: a tournament, or the `result` of a leaderboard.
        agent: whose results; None for all agents together.
        size: as for `plot_tournament`.

    Raises:
        HustingsError: if that agent did not play, and for another kind of result.
    """
    check_size(size)
    _check_tournament(result)
    narrow = size == "column"
    height = 1.6 + (_LOW_ROW if size else _ROW) * result.num_players
    figure = _figure(SIZES[size] if size else 9, height * (1 + narrow))
    _seats(figure.subplots(*((2, 1) if narrow else (1, 2))), result, agent)
    _head(figure, _title(result, len(result.agents)))
    letter_sizes(figure, size)
    return figure


def plot_board(board: "Board", size: str | None = None) -> Any:
    """Plot pairwise results, and next to or below them ratings against time per move: a matplotlib Figure.

    Each cell shows how often the agent of its row ends ahead of the one of its column. Agents have the order
    and numbers of the table. Cells with wide intervals are pale. Agents without times are left out of the
    other panel.

    Args:
        board: a leaderboard.
        size: as for `plot_tournament`. Agents or intervals for which a figure has no room are left out.

    Raises:
        HustingsError: if no game has been played, and for what is not a leaderboard.
    """
    check_size(size)
    if not hasattr(board, "standings"):
        raise HustingsError(
            f"board: {type(board).__name__} is not a leaderboard; draw a tournament by plot_tournament"
        )
    rows = [standing.figures for standing in board.standings]
    if not rows or not rows[0].games:
        raise HustingsError("board: no games, so there is nothing to plot; play some")
    room = SIZES[size] - (1.2 if size == "column" else 1.7) if size else math.inf
    rows = rows[: min(MOST_AGENTS, int(room / _NARROWEST) if size else MOST_AGENTS)]
    cell = min(_CELL, room / len(rows))
    if size is None:
        wide, high = 2.4 + _CELL * len(rows), max(4.2, 1.2 + _ROW * len(rows))
        figure = _figure(wide + 6, high)
        cells, costs = figure.subplots(1, 2, width_ratios=(wide, 6))
    else:
        heights = 0.4 + max(0.24, 0.6 * cell) * len(rows), 1.6 + 0.19 * SIZES[size]
        figure = _figure(SIZES[size], 0.6 + sum(heights))
        cells, costs = figure.subplots(2, 1, height_ratios=heights)
    _matrix(cells, board, rows, cell)
    _head(figure, _title(board, len(rows)))
    labels = _costs(costs, rows)
    letter_sizes(figure, size)
    place_labels(costs, *labels, fontsize=SMALL * (_PAPER if size else 1), color=_TEXT)
    return figure


def _figure(width: float, height: float) -> Any:
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    return Figure(figsize=(width, height), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.08))


def _head(figure: Any, title: str, width: float | None = None) -> None:
    """Add a title at the upper left, wrapped to the width of the figure."""
    room = int(_LETTERS * (width or figure.get_figwidth()))
    lines = [part for line in title.split("\n") for part in textwrap.wrap(line, room)]
    figure.suptitle("\n".join(lines), x=0.02, ha="left", fontsize=MEDIUM, color=_TEXT)


def _best(figures: list[AgentFigures], figure: Callable[[AgentFigures], float]) -> list[AgentFigures]:
    """The agents with the highest figures, highest first, those without figures last."""

    def key(row: AgentFigures) -> tuple[float, str]:
        value = figure(row) if row.games else math.nan
        return math.inf if math.isnan(value) else -value, row.name

    return sorted(figures, key=key)[:MOST_AGENTS]


def _title(result: "TournamentResult | Board", drawn: int) -> str:
    stopped = ", stopped early" if result.stopped else ""
    left_out = f"\nthe best {drawn} of {len(result.agents)} agents" if drawn < len(result.agents) else ""
    return literal(f"{result.heading}{stopped}\nbars and ±: {CONFIDENCE:.0%} intervals over deals{left_out}")


# --- Dots with whiskers --------------------------------------------------------------------------


def _win_shares(axes: Any, shares: list[Estimate], fair: float) -> None:
    _dots(axes, [Estimate(*(100 * part for part in share)) for share in shares], _percent)
    axes.axvline(100 * fair, color=GUIDE, linestyle="--", linewidth=1, zorder=1)
    _write_above(
        axes, f"fair {100 * fair:.1f}", (100 * fair, 1), 3, GUIDE, xycoords=("data", "axes fraction")
    )
    axes.set_xlim(-2, 102)
    axes.set_xlabel("win share %")


def _ratings(axes: Any, rows: list[AgentFigures]) -> None:
    _dots(axes, [row.rating.estimate if row.games else UNKNOWN for row in rows], _one_digit)
    axes.set_xlabel("rating")


def _dots(axes: Any, estimates: Sequence[Estimate], words: Callable[[float], str]) -> None:
    """Draw a dot for each estimate, from top to bottom, with its interval and the figure above it."""
    for place, estimate in enumerate(estimates):
        if not math.isnan(estimate.value):
            dot, sizes = (estimate.value, place), {"markersize": 6, "capsize": 3, "linewidth": 1.6}
            axes.errorbar(*dot, xerr=_reach(estimate), **_DOT, **sizes)
            _write_above(axes, words(estimate.value), dot, 6, _TEXT, bbox=_PATCH)
    axes.set_ylim(len(estimates) - 0.5, -0.6)
    axes.margins(x=0.12)
    clear(axes, "x", ("top", "right", "left"))
    axes.tick_params(axis="y", length=0)


def _write_above(
    axes: Any, words: str, point: tuple[float, float], distance: int, colour: str, **style: Any
) -> None:
    place = {"xytext": (0, distance), "textcoords": "offset points", "ha": "center"}
    axes.annotate(words, point, fontsize=SMALL, color=colour, **place, **style)


def _reach(estimate: Estimate) -> list[list[float]] | None:
    """The distances to both ends of the interval, for `errorbar`; None without one."""
    if math.isnan(estimate.low):
        return None
    return [[max(0.0, estimate.value - estimate.low)], [max(0.0, estimate.high - estimate.value)]]


def _name_rows(axes: Any, rows: list[AgentFigures]) -> None:
    axes.set_yticks(range(len(rows)), [_label(row.name) for row in rows], fontsize=SMALL)


def _seats(both: Sequence[Any], result: TournamentResult, agent: str | None) -> None:
    if agent is None:
        whose, shares, scores = "", result.seat_shares, result.seat_scores
    else:
        whose = f" of {literal(named(agent)[0])}"
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


def _matrix(axes: Any, board: "Board", rows: list[AgentFigures], width: float) -> None:
    """Draw cells of shares in percent, blue where the row ends ahead, red where the column does."""
    import matplotlib

    ahead = [[board.share_ahead(row.name, other.name) for other in rows] for row in rows]
    values = np.array([[share.value for share in row] for row in ahead])
    weights = np.array([[_weight(share) for share in row] for row in ahead])[..., None]
    shades = matplotlib.colormaps["RdBu"].with_extremes(bad=_NOTHING)(values)
    axes.imshow(weights * shades + (1 - weights), aspect="auto")
    for (row, column), share in np.ndenumerate(values):
        if row != column:
            dark = abs(share - 0.5) > 0.3 and weights[row, column] > 0.7
            text = board.in_cell(ahead[row][column])
            style = {"ha": "center", "va": "center", "fontsize": SMALL, "color": "white" if dark else "black"}
            axes.text(column, row, text if width > _WIDE else text.partition("±")[0], **style)
    numbers = range(1, len(rows) + 1)
    room = _NAME if width == _CELL else 15
    names = [f"{number} {_label(row.name, room)}" for number, row in zip(numbers, rows)]
    axes.set_yticks(range(len(rows)), names, fontsize=SMALL)
    axes.set_xticks(range(len(rows)), [str(number) for number in numbers], fontsize=SMALL)
    axes.tick_params(length=0, top=False, bottom=False, labeltop=True, labelbottom=False)
    axes.spines[:].set_visible(False)
    axes.set_title("Row ends ahead of column, %", fontsize=MEDIUM, loc="left")


def _weight(share: Estimate) -> float:
    """A cell's share of its colour: full for narrow intervals, little for wide ones."""
    if math.isnan(share.value):
        return 1.0
    wide = 1.0 if math.isnan(share.low) else share.high - share.low
    return float(np.interp(wide, (_CERTAIN, WIDEST), (1.0, _PALEST)))


def _costs(axes: Any, rows: list[AgentFigures]) -> tuple[list, list, list[str]]:
    """Plot rating against time per move; return the points, their whiskers and their names."""
    untimed = [_label(row.name).replace("\n", "") for row in rows if not row.milliseconds > 0]
    rows = [row for row in rows if row.milliseconds > 0]
    for row in rows:
        reach, sizes = _reach(row.rating.estimate), {"markersize": 5, "capsize": 2.5, "linewidth": 1.2}
        axes.errorbar(row.milliseconds, row.rating.mu, yerr=reach, **_DOT, **sizes)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda milliseconds, _: f"{milliseconds:g}")
    axes.margins(0.14, 0.08)
    left_out = f"\nnot timed: {', '.join(untimed):.80}" if untimed else ""
    axes.set_xlabel(f"ms per move, over games side by side{left_out}")
    axes.set_ylabel("rating")
    axes.set_title("Strength and time", fontsize=MEDIUM, loc="left")
    clear(axes, "both", ("top", "right"))
    spans = [row.rating.estimate[1:] for row in rows]
    return (
        [(row.milliseconds, row.rating.mu) for row in rows],
        [row.rating.estimate[:1] * 2 if math.isnan(span[0]) else span for row, span in zip(rows, spans)],
        [_label(row.name, 20, 3) for row in rows],
    )


def clear(axes: Any, lines: str, spines: tuple[str, ...]) -> None:
    """Put light grid lines in the background, and remove the frame on these sides."""
    axes.grid(axis=lines, color=_GRID)
    axes.set_axisbelow(True)
    axes.spines[[*spines]].set_visible(False)


def _label(name: str, width: int = _NAME, most: int = 2) -> str:
    """An agent's short name in at most `most` lines; long names keep their end, where folders differ."""
    short = named(name)[0]
    lines = wrapped_name(short, width)
    return literal("\n".join(lines) if len(lines) <= most else "…" + short[1 - width :])


def literal(text: str) -> str:
    """Escape a text for matplotlib, in which $ would start a formula."""
    return text.replace("$", r"\$")
