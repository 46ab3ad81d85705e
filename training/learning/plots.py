"""Learning curves of runs, as matplotlib Figures that need no display and no pyplot."""

import math
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...envs import GAMES
from ...envs.core.errors import HustingsError
from ...envs.core.io.files import read_json
from ...envs.core.text.words import count
from ..evaluation.curves import MOST_BYTES, Curve, curves_of, named_runs
from ..evaluation.plots import (
    COLOURS,
    GUIDE,
    MEDIUM,
    SIZES,
    SMALL,
    check_size,
    clear,
    colours,
    letter_sizes,
    literal,
)
from ..evaluation.statistics import CONFIDENCE, TAIL
from .metrics import scalars

DECISIONS, MINUTES = "decisions", "minutes"
LEAST_FOR_BOOTSTRAP = 4
_REPLICATES = 2000
_PLACES = 200  # the most points of a curve over several runs
_COLUMNS, _PANEL, _LOW = 3, (3.6, 2.5), 1.9  # inches of a panel, and its height in a paper
_DOTS = 40  # the most points of a curve with markers
_LINES = ("-", "--", ":", "-.")
_NAME = 70
# Settings that may differ between runs of the same recipe.
MAY_DIFFER = {
    *("seed", "device", "threads", "steps", "minutes", "keep", "evaluate_seconds", "checkpoint_seconds"),
}
_TITLES = {
    "values/own_explained": "share of results that values explain",
    "train/value_loss": "value loss",
    "train/policy_gain": "policy gain",
    "train/entropy": "entropy",
    "expert/loss": "loss",
}


class _Line(NamedTuple):
    """A curve of one run, or of a recipe's: (X,) positions, values, and ends of intervals, nan for none."""

    x: np.ndarray
    y: np.ndarray
    low: np.ndarray
    high: np.ndarray


class _Run(NamedTuple):
    """A run's name, if it was given one, its settings, and its curves by the titles of their panels."""

    name: str
    folder: Path
    settings: dict[str, Any]
    lines: dict[str, _Line]
    fair: dict[str, float]


def plot_curves(
    runs: Sequence[str | Path], over: str = DECISIONS, *, size: str | None = None, losses: bool = True
) -> Any:
    """A matplotlib Figure of training runs, with a panel for each win share, value and loss.

    Runs of one name are drawn as one line, their mean and range, up to the end of the shortest. So are runs
    without a name whose settings differ only in the seed, limits or the machine; four or more of them as
    their interquartile mean with a 95 % bootstrap band over runs. A single run's win shares have their 95 %
    intervals. (Each panel is one task, so that a stratified bootstrap draws from its runs alone.) Values and
    losses come from TensorBoard's log; they are left out without a log or without TensorBoard.

    Args:
        runs: the folders of the runs, or NAME=FOLDER.
        over: the x axis: "decisions" of the learner, without imitated ones, or "minutes" of the run.
        size: of a figure in a paper, "column" or "text", with letters of 7 points or more; None for a screen.
        losses: draw values and losses, too.

    Raises:
        HustingsError: for a folder that is not a run, or runs without an evaluation.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import EngFormatter, MaxNLocator

    if over not in (DECISIONS, MINUTES):
        raise HustingsError(f"over: {over!r:.60} is not what a curve counts; choose {DECISIONS} or {MINUTES}")
    check_size(size)
    found = [_read(*run, over, losses) for run in named_runs(runs)]
    titles = list(dict.fromkeys(title for run in found for title in run.lines))
    if not any(run.fair for run in found):
        raise HustingsError("runs: none of them was measured against a bot (evaluate_against)")
    groups = _groups(found)
    looks = _looks(len(groups))
    columns = 1 if size == "column" else min(_COLUMNS, len(titles))
    rows = math.ceil(len(titles) / columns)
    width, height = (SIZES[size], _LOW) if size else (max(5.5, _PANEL[0] * columns), _PANEL[1])
    figure = Figure(figsize=(width, height * rows + 0.6 + 0.2 * len(groups)), layout="constrained")
    panels = figure.subplots(rows, columns, squeeze=False, sharex=True).flat
    for place, (title, panel) in enumerate(zip(titles, panels)):
        for group, look in zip(groups.values(), looks):
            lines = [run.lines[title] for run in group if title in run.lines]
            _draw(panel, _band(lines, bool(group[0].name)), *look)
        _dress(panel, title, {run.fair[title] for run in found if title in run.fair})
        if over == DECISIONS:
            panel.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
            panel.xaxis.set_major_formatter(EngFormatter(sep=" "))
        if place + columns >= len(titles):
            panel.set_xlabel("decisions of the learner" if over == DECISIONS else "minutes")
    for panel in panels:
        panel.remove()
    places = {float(x) for run in found for line in run.lines.values() for x in line.x}
    if len(places) == 1:
        figure.axes[0].set_xticks([*places])
    else:
        figure.axes[0].set_xlim(-0.02 * max(places), 1.02 * max(places))  # a run begins at nothing
    figure.suptitle(_title(found), x=0.02, ha="left", fontsize=MEDIUM)
    _legend(figure, groups, looks)
    letter_sizes(figure, size)
    return figure


def _read(name: str, folder: Path, over: str, losses: bool) -> _Run:
    curves = curves_of(folder)
    settings = read_json(folder / "settings.json", MOST_BYTES, remedy="give the folder of a run")
    if not isinstance(settings, dict):
        raise HustingsError(
            f"{folder / 'settings.json'}: damaged, not the settings of a run; start a new run"
        )
    lines, fair = {}, {}
    for curve in curves:
        title = f"win share % against {curve.name}"
        lines[title], fair[title] = _line(curve, over), curve.fair
    logged = scalars(folder, _is_drawn) if losses else {}
    for tag in sorted(logged, key=lambda tag: (tag not in _TITLES, [*_TITLES, tag].index(tag), tag)):
        steps, figures = (np.array(part, float) for part in zip(*logged[tag]))
        nothing = np.full(len(steps), np.nan)
        if over == DECISIONS or curves:
            x = steps if over == DECISIONS else np.interp(steps, curves[0].steps, curves[0].minutes)
            lines[_TITLES.get(tag, tag)] = _Line(x, figures, nothing, nothing)
    return _Run(name, folder, settings, lines, fair)


def _line(curve: Curve, over: str) -> _Line:
    """Win shares in percent. Over decisions, which stand still while it imitates, only the last one there."""
    places = curve.steps if over == DECISIONS else curve.minutes
    last = [k for k, place in enumerate(places) if k + 1 == len(places) or place < places[k + 1]]
    values = 100 * np.array([curve.shares, *zip(*curve.intervals)])
    return _Line(np.array(places, float)[last], *values[:, last])


def _is_drawn(tag: str) -> bool:
    part, _, name = tag.rpartition("/")
    return tag in _TITLES or ("loss" in name and part != "imitation")


# --- Runs of the same recipe ---------------------------------------------------------------------


def _groups(found: list[_Run]) -> dict[str, list[_Run]]:
    """The runs of each name, then those of each recipe, by the settings that distinguish it."""
    groups: dict[str, list[_Run]] = {}
    for run in found:
        if run.name:
            groups.setdefault(run.name, []).append(run)
    found = [run for run in found if not run.name]
    recipes: dict[str, list[_Run]] = {}
    for run in found:
        same = {name: value for name, value in run.settings.items() if name not in MAY_DIFFER}
        recipes.setdefault(repr(sorted(same.items())), []).append(run)
    names = sorted({name for run in found for name in run.settings} - MAY_DIFFER)
    differ = [name for name in names if len({repr(run.settings.get(name)) for run in found}) > 1]
    for runs in recipes.values():
        settings = runs[0].settings
        name = ", ".join(f"{name}={_words(settings.get(name))}" for name in differ)
        if not name or len(name) > _NAME or name in groups:
            name = str(runs[0].folder) + (f" and {len(runs) - 1} more" if len(runs) > 1 else "")
        groups.setdefault(name, []).extend(runs)  # somebody may have named another so
    return groups


def _words(value: Any) -> str:
    """A setting in the form of `--set`."""
    if isinstance(value, dict):
        return ",".join(f"{name}={part}" for name, part in value.items())
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _band(lines: list[_Line], named: bool) -> _Line | None:
    """One line for several runs; None if their curves have no positions in common."""
    if len(lines) <= 1:
        return lines[0] if lines else None
    start, end = max(line.x[0] for line in lines), min(line.x[-1] for line in lines)
    if start > end:
        return None
    x = np.unique(np.concatenate([line.x for line in lines]))
    x = x[(start <= x) & (x <= end)]
    if len(x) > _PLACES:
        x = np.linspace(start, end, _PLACES)
    values = np.array([np.interp(x, line.x, line.y) for line in lines])
    if named or len(lines) < LEAST_FOR_BOOTSTRAP:
        return _Line(x, values.mean(axis=0), values.min(axis=0), values.max(axis=0))
    return _Line(x, *interquartile_means(values))


def interquartile_means(values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(X,) interquartile means of the (R, X) values of runs, and their 95 % bootstrap intervals."""
    stream = np.random.default_rng(0)  # the same runs always give the same figure
    drawn = [
        interquartile_mean(values[stream.integers(len(values), size=len(values))]) for _ in range(_REPLICATES)
    ]
    low, high = np.quantile(drawn, (TAIL, 1 - TAIL), axis=0)
    return interquartile_mean(values), low, high


def interquartile_mean(values: np.ndarray) -> np.ndarray:
    """(X,) means of (R, X) values, without the lowest and highest quarter of each column."""
    cut = len(values) // 4
    means: np.ndarray = np.sort(values, axis=0)[cut : len(values) - cut].mean(axis=0)
    return means


def _draw(panel: Any, band: _Line | None, colour: str, style: Any) -> None:
    if band is None:
        return
    mark = "o" if len(band.x) <= _DOTS else None
    panel.plot(band.x, band.y, color=colour, linestyle=style, marker=mark, markersize=3, linewidth=1.5)
    if len(band.x) == 1:
        panel.vlines(band.x, band.low, band.high, color=colour)
    elif not np.isnan(band.low).all():
        panel.fill_between(band.x, band.low, band.high, color=colour, alpha=0.2, linewidth=0)


def _looks(groups: int) -> list[tuple[str, Any]]:
    """The colours and line styles of so many groups of runs; many colours are hard to tell apart."""
    kinds = _LINES if groups > len(COLOURS) else _LINES[:1]
    return [(colour, kinds[number % len(kinds)]) for number, colour in enumerate(colours(groups))]


def _dress(panel: Any, title: str, fair: set[float]) -> None:
    """Add the title, the grid and, to a panel of win shares, the fair share."""
    for share in sorted(fair):
        panel.axhline(100 * share, color=GUIDE, linestyle="--", linewidth=1, zorder=1)
    if fair:
        top = min(panel.dataLim.y1, 100)
        panel.set_ylim(-0.03 * top, 1.05 * top)
    panel.set_title(literal(title), fontsize=MEDIUM, loc="left")
    clear(panel, "both", ("top", "right"))
    panel.tick_params(labelsize=SMALL, labelbottom=True)


def _title(found: list[_Run]) -> str:
    """The number of runs, with the game and the number of players if they are the same in all."""
    runs = count(len(found), "run")
    games = {(run.settings.get("game"), run.settings.get("num_players")) for run in found}
    if len(games) > 1:
        return f"Learning curves of {runs}"
    ((game, players),) = games
    title = GAMES[game].title if isinstance(game, str) and game in GAMES else str(game)
    table = "any number of players" if players == "any" else f"{players} players"
    return literal(f"{title}, {table}: {runs}" if players else f"{title}: {runs}")


def _legend(figure: Any, groups: dict[str, list[_Run]], looks: list[tuple[str, Any]]) -> None:
    from matplotlib.lines import Line2D

    handles = []
    room = int(14 * figure.get_figwidth())
    for (name, runs), (colour, style) in zip(groups.items(), looks):
        how = _how(len(runs), bool(runs[0].name))
        label = f"{name}: {how}" if len(groups) > 1 or len(runs) == 1 or runs[0].name else how
        label = textwrap.fill(literal(label), room)
        handles.append(Line2D([], [], color=colour, linestyle=style, label=label))
    handles.append(Line2D([], [], color=GUIDE, linestyle="--", linewidth=1, label="fair share"))
    figure.legend(handles=handles, loc="outside lower left", fontsize=SMALL, frameon=False)


def _how(runs: int, named: bool) -> str:
    if runs == 1:
        return f"1 run, {CONFIDENCE:.0%} intervals over deals"
    if named or runs < LEAST_FOR_BOOTSTRAP:
        return f"mean and range of {runs} runs"
    return f"interquartile mean of {runs} runs, {CONFIDENCE:.0%} bootstrap band over runs"
