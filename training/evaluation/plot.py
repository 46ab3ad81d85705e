"""The result of a tournament as a picture."""

import math
from pathlib import Path
from typing import Any

from ...agents.specs import named
from ...envs.core.errors import HustingsError
from ...envs.core.io.files import check_new, written_whole
from .results import AgentFigures, TournamentResult
from .statistics import CONFIDENCE, Estimate

FORMATS = (".png", ".svg", ".pdf")
_DOT, _GUIDE, _TEXT = "#1f5fa8", "#8a8a8a", "#333333"
_NAME_WIDTH = 28


def check_plot_path(path: str | Path) -> Path:
    """`path`, if a picture can be written there, else HustingsError; to be called before long work."""
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise HustingsError(f"{path}: a picture's name ends in {', '.join(FORMATS)}; rename it")
    check_new(path)
    if not path.parent.is_dir():
        raise HustingsError(f"{path.parent}: no such folder; make it first")
    return path


def plot(result: TournamentResult, path: str | Path) -> None:
    """Draw win shares and mean scores with their intervals into a new file.

    Raises:
        HustingsError: if the file exists, its folder does not, or it cannot be written.
    """
    path = check_plot_path(path)
    with written_whole(path, new=True) as part:
        draw(result).savefig(part, dpi=150, bbox_inches="tight")


def draw(result: TournamentResult) -> Any:
    """The picture as a matplotlib Figure, without a display or the state of pyplot."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    rows = sorted(result.figures, key=lambda row: (-_or_zero(row.win_share.value), row.name))
    figure = Figure(figsize=(9, 1.9 + 0.42 * len(rows)), layout=ConstrainedLayoutEngine(w_pad=0.15))
    shares, scores = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
    _dots(shares, rows, "win_share")
    _dots(scores, rows, "mean_score")
    shares.axvline(result.fair_share, color=_GUIDE, linestyle="--", linewidth=1, zorder=1)
    shares.annotate(
        f"fair share {result.fair_share:.2f}",
        (result.fair_share, 1),
        xycoords=("data", "axes fraction"),
        xytext=(0, 4),
        textcoords="offset points",
        ha="center",
        fontsize="small",
        color=_GUIDE,
    )
    shares.set_xlim(-0.02, 1.02)
    shares.set_yticks(range(len(rows)), [_short(named(row.name)[0]) for row in rows])
    shares.set_ylim(len(rows) - 0.5, -0.5)
    shares.set_xlabel("win share")
    scores.set_xlabel("mean score (points)")
    scores.margins(x=0.15)
    figure.suptitle(_title(result), x=0.02, ha="left", fontsize="medium", color=_TEXT)
    return figure


def _dots(axes: Any, rows: list[AgentFigures], name: str) -> None:
    for place, row in enumerate(rows):
        estimate: Estimate = getattr(row, name)
        if math.isnan(estimate.value):
            continue
        reach = (estimate.value - estimate.low, estimate.high - estimate.value)
        axes.errorbar(
            estimate.value,
            place,
            xerr=None if math.isnan(estimate.low) else [[max(0.0, end)] for end in reach],
            fmt="o",
            color=_DOT,
            markersize=6,
            capsize=3,
            linewidth=1.6,
        )
        digits = 2 if name == "win_share" else 1
        axes.annotate(
            f"{estimate.value:.{digits}f}",
            (estimate.value, place),
            xytext=(0, 6),
            textcoords="offset points",
            ha="center",
            fontsize="small",
            color=_TEXT,
        )
    axes.grid(axis="x", color="#e6e6e6")
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _title(result: TournamentResult) -> str:
    stopped = ", stopped early" if result.stopped else ""
    return f"{result.heading}{stopped}\nbars: {CONFIDENCE:.0%} intervals over deals"


def _short(name: str) -> str:
    """The end of a long name, where policy folders differ; $ is escaped, which starts a formula."""
    short = name if len(name) <= _NAME_WIDTH else "…" + name[1 - _NAME_WIDTH :]
    return short.replace("$", r"\$")


def _or_zero(value: float) -> float:
    return 0.0 if math.isnan(value) else value
