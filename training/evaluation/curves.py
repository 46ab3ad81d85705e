"""Learning curves of training runs: win shares over time, as figures and as text."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table
from rich.text import Text

from ...agents.specs import check_name
from ...envs.core.errors import HustingsError
from ...envs.core.io.files import exists, read_json
from .display import TabularResult, interval_fields, new_table, without_nan
from .statistics import Estimate

_MARKS = "*o+x#%@&"
MOST_BYTES = 2**26


@dataclass(frozen=True)
class Curve:
    """The win shares of a run's policy against one bot.

    Attributes:
        name: the opponent; preceded by the run's name or folder if there are several runs.
        minutes, steps: when it was measured.
        shares: win shares, from 0 to 1; for several runs of one name, their means.
        intervals: 95 % intervals over deals, nan if there are none; for several runs of one name, their
            range.
        fair: the win share of equally strong players.
    """

    name: str
    minutes: list[float]
    steps: list[int]
    shares: list[float]
    intervals: list[tuple[float, float]]
    fair: float


@dataclass(frozen=True)
class Curves(TabularResult):
    """The learning curves of one or more runs."""

    curves: list[Curve]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each evaluation against each bot."""
        return [
            {
                "against": curve.name,
                "minutes": minutes,
                "steps": steps,
                **interval_fields("win_share", Estimate(share, *interval)),
            }
            for curve in self.curves
            for minutes, steps, share, interval in zip(
                curve.minutes, curve.steps, curve.shares, curve.intervals, strict=True
            )
        ]

    def as_json(self) -> list[dict[str, Any]]:
        """`rows()`, ready for JSON."""
        rows: list[dict[str, Any]] = without_nan(self.rows())
        return rows

    def table(self) -> Table:
        """The first, the best and the last win share against each bot."""
        table = new_table("", "minutes", "first %", "best %", "last %", "fair %", first="against")
        for curve in self.curves:
            shares = (curve.shares[0], max(curve.shares), curve.shares[-1], curve.fair)
            cells = (f"{100 * share:.1f}" for share in shares)
            table.add_row(Text(curve.name), f"{curve.minutes[-1]:.1f}", *cells)
        return table


def curves(runs: Sequence[str | Path]) -> Curves:
    """Load the learning curves of runs.

    Args:
        runs: their folders, or NAME=FOLDER; runs of the same name are seeds of one curve.

    Raises:
        HustingsError: for a folder without a run, or without an evaluation so far.
    """
    found: dict[str, list[Curve]] = {}
    for name, folder in named_runs(runs):
        for curve in curves_of(folder):
            full = f"{name or folder}: {curve.name}" if name or len(runs) > 1 else curve.name
            found.setdefault(full, []).append(replace(curve, name=full))
    if not found:
        raise HustingsError("runs: none of them was measured against a bot (evaluate_against)")
    return Curves([_joined(same) for same in found.values()])


def named_runs(runs: Sequence[str | Path]) -> list[tuple[str, Path]]:
    """Split each NAME=FOLDER as `named_run` does; HustingsError for anything but a list of some."""
    listed = isinstance(runs, Sequence) and not isinstance(runs, str) and len(runs) > 0
    if not listed or not all(isinstance(run, str | Path) for run in runs):
        raise HustingsError("runs: give the folders of one or more runs, in a list")
    return [named_run(run) for run in runs]


def named_run(run: str | Path) -> tuple[str, Path]:
    """Split NAME=FOLDER; the name is "" for a folder alone.

    >>> named_run("ours=runs/a"), named_run("runs/a")
    (('ours', PosixPath('runs/a')), ('', PosixPath('runs/a')))

    Raises:
        HustingsError: for an unreadable name.
    """
    text = str(run)
    marks = [place for place, letter in enumerate(text) if letter == "="]
    if isinstance(run, Path) or not marks or exists(Path(run)):
        return "", Path(run)
    if text.endswith("="):
        raise HustingsError(f"{text!r:.60}: write NAME=FOLDER, the folder of a run")
    mark = next((place for place in marks if exists(Path(text[place + 1 :]))), marks[0])
    return check_name(text[:mark], "runs"), Path(text[mark + 1 :])


def _joined(same: list[Curve]) -> Curve:
    """Merge the curves of several seeds: means and ranges, at the times when all were measured."""
    first = same[0]
    if len(same) == 1:
        return first
    start, end = max(curve.steps[0] for curve in same), min(curve.steps[-1] for curve in same)
    steps = sorted({step for curve in same for step in curve.steps if start <= step <= end})
    if not steps:
        raise HustingsError(f"{first.name}: its runs were not measured at the same time; give them two names")
    shares = np.array([np.interp(steps, curve.steps, curve.shares) for curve in same])
    minutes = np.mean([np.interp(steps, curve.steps, curve.minutes) for curve in same], axis=0)
    ranges = list(zip(shares.min(axis=0).tolist(), shares.max(axis=0).tolist()))
    return Curve(first.name, minutes.tolist(), steps, shares.mean(axis=0).tolist(), ranges, first.fair)


def curves_of(run: Path) -> list[Curve]:
    """The curves of one run, one for each opponent; [] without evaluations against bots.

    Raises:
        HustingsError: for a folder without a run, or without an evaluation so far.
    """
    file = run / "evaluations.json"
    if not exists(file):
        raise HustingsError(f"{file}: not found; give the folder of a run that has been evaluated")
    evaluations = read_json(file, MOST_BYTES, remedy="give the folder of a run")
    try:
        minutes = [float(entry["seconds"]) / 60 for entry in evaluations]
        steps = [int(entry["steps"]) for entry in evaluations]
        return [
            Curve(
                name,
                minutes,
                steps,
                [float(entry["win_shares"][name][0]) for entry in evaluations],
                [_interval(entry["win_shares"][name]) for entry in evaluations],
                1 / _players(evaluations[0], name),
            )
            for name in evaluations[0]["win_shares"]
        ]
    except (KeyError, TypeError, ValueError, IndexError, ArithmeticError):
        raise HustingsError(f"{file}: damaged, not the evaluations of a run; start a new run") from None


def _interval(share: list[float | None]) -> tuple[float, float]:
    _, low, high = (math.nan if end is None else float(end) for end in share)
    return low, high


def _players(evaluation: dict[str, Any], match: str) -> int:
    """The number of players in a match called "BOT", or "3 x BOT" in a run with several numbers."""
    if isinstance(count := evaluation["num_players"], int):
        return count
    return int(match.partition(" x ")[0]) + 1


def curve_text(runs: Sequence[str | Path], width: int = 72, height: int = 16) -> str:
    """Learning curves as text: minutes on the horizontal axis, win share in % on the vertical one.

    Each opponent has its mark, listed in a legend below; dots show the fair share.
    """
    found = curves(runs).curves
    columns, rows = max(width - 6, 20), max(height - 3 - len(found), 4)
    end = max(max(curve.minutes) for curve in found) or 1.0
    top = min(1.0, max(0.1, *(1.1 * max(*curve.shares, curve.fair) for curve in found)))
    grid = [[" "] * columns for _ in range(rows)]

    def row(share: float) -> int:
        return rows - 1 - round(min(share / top, 1.0) * (rows - 1))

    for fair in {curve.fair for curve in found}:
        grid[row(fair)] = [".", " "] * (columns // 2) + [" "] * (columns % 2)
    for number, curve in enumerate(found):
        at = [minutes / end * (columns - 1) for minutes in curve.minutes]
        for column in range(round(at[0]), round(at[-1]) + 1):
            grid[row(float(np.interp(column, at, curve.shares)))][column] = _MARKS[number % len(_MARKS)]
    scale = {row(share): f"{100 * share:3.0f} %" for share in (0.0, top / 2, top)}
    lines = [f"{scale.get(place, ''):>5}|{''.join(cells)}".rstrip() for place, cells in enumerate(grid)]
    last = f"{end:.1f} minutes"
    lines += [" " * 5 + "+" + "-" * columns, " " * 6 + "0" + last.rjust(columns - 1)]
    legend = [f"{_MARKS[number % len(_MARKS)]} against {curve.name}" for number, curve in enumerate(found)]
    fair_words = "/".join(f"{100 * fair:.0f}" for fair in sorted({curve.fair for curve in found}))
    return "\n".join([*lines, *(" " * 6 + line for line in legend), f"      . fair share, {fair_words} %"])
