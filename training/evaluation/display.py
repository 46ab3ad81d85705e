"""Displays results: in the terminal, in a notebook, as a data frame and as plain values."""

import contextlib
import copy
import importlib
import io
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, is_dataclass, replace
from typing import Any

from rich.box import SIMPLE
from rich.cells import cell_len, chop_cells
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Column, Table
from rich.text import Text

from ...envs.core.errors import HustingsError
from .statistics import Estimate

FRAMES = ("pandas", "polars")
_WIDTH = 100
_LINE = 78  # least width at which titles and captions wrap
_NARROWEST = 20  # assumed width without a terminal
_NAME = 12  # least width of the column of names
_GAP = 2  # between columns
_COMMA = re.compile(r",(?! )")  # between settings, not between words
_PRE = '<pre style="white-space:pre;overflow-x:auto;line-height:normal">{code}</pre>'


class TabularResult:
    """A result with `table()`, for the terminal, and `rows()`, its figures by name."""

    def table(self) -> RenderableType:
        """The figures as a table for the terminal."""
        raise NotImplementedError

    def rows(self) -> list[dict[str, Any]]:
        """The lines of the table as plain values by name; nan for missing figures."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """`rows()` as a data frame of pandas, or of polars if pandas is not installed.

        Raises:
            HustingsError: if neither is installed.
        """
        return to_frame(self.rows())

    def __str__(self) -> str:
        console = Console(file=io.StringIO(), width=_WIDTH, force_jupyter=False, markup=False)
        with console.capture() as captured:
            console.print(self.table())
        return captured.get()

    def _repr_html_(self) -> str:
        console = Console(record=True, file=io.StringIO(), width=_WIDTH, force_jupyter=False, markup=False)
        console.print(self.table())
        return console.export_html(inline_styles=True, code_format=_PRE)


def to_frame(rows: list[dict[str, Any]]) -> Any:
    """Convert rows with the same keys to a data frame of the installed library."""
    columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}
    for library in FRAMES:
        with contextlib.suppress(ModuleNotFoundError):
            return importlib.import_module(library).DataFrame(columns)
    raise HustingsError("a data frame needs pandas or polars: pip install pandas")


class FiguresTable(Table):
    """A table that never truncates figures, however narrow the terminal.

    Names wrap. Columns that do not fit move into further tables below, which repeat the names. If columns
    contain words that may wrap, it is an ordinary table.
    """

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        options = options.update(width=max(options.max_width, _NARROWEST))
        if not all(column.no_wrap for column in self.columns[1:]):
            yield from Table.__rich_console__(self._without_markup(), console, options)
            return
        for part in self._parts(options.max_width - _GAP):
            yield from Table.__rich_console__(part, console, options)

    def _without_markup(self) -> Table:
        """A copy with title and caption as literal text, because names in them may look like markup."""
        told = copy.copy(self)
        told.title = self.title and Text(str(self.title), "table.title")
        told.caption = self.caption and Text(str(self.caption), "table.caption")
        return told

    def _parts(self, room: int) -> Iterator[Table]:
        names, *figures = self.columns
        longest = _width(names)
        least = max(names.min_width or 0, min(longest, _NAME))
        groups: list[list[Column]] = [[]]
        for column in figures:
            if groups[-1] and least + _widths([*groups[-1], column]) > room:
                groups.append([])
            groups[-1].append(column)
        for group in groups:
            part = self._without_markup()
            part.title = part.title if group is groups[0] else None
            part.caption = part.caption if group is groups[-1] else None
            width = max(least, min(longest, room - _widths(group)))
            wrapped = [Text("\n".join(wrapped_name(str(cell), width))) for cell in names.cells]
            columns = [replace(column, _index=number) for number, column in enumerate(group, 1)]
            part.columns = [replace(names, _cells=[*wrapped]), *columns]
            yield part


def _width(column: Column) -> int:
    return max(cell_len(str(cell)) for cell in (column.header, *column.cells))


def _widths(columns: list[Column]) -> int:
    return sum(_GAP + _width(column) for column in columns)


def wrapped_name(name: str, width: int) -> list[str]:
    """Split a name into lines of at most this width, at commas where possible.

    >>> wrapped_name("search:iterations=16,guide=policy", 15)
    ['search:', 'iterations=16,', 'guide=policy']
    """
    lines = []
    while cell_len(name) > width:
        head = chop_cells(name, width)[0]
        commas = [mark.end() for mark in _COMMA.finditer(name, 1) if mark.start() <= len(head)]
        ends = (
            max((min(end, len(head)) for end in commas), default=0),
            *(max(map(head.rfind, marks)) + 1 for marks in (":/", "= +-")),
        )
        end = next((end for end in ends if end), len(head))
        lines.append(name[:end].rstrip())
        name = name[end:]
    return [*lines, name]


def new_table(title: str, *headings: str, first: str = "agent", caption: str | None = None) -> Table:
    """Make an empty table in the common style: a first column for names, the others for figures."""
    table = FiguresTable(
        title=title,
        caption=caption,
        box=SIMPLE,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        min_width=min(_LINE, max(len(title), len(caption or ""))),
        title_justify="left",
        caption_justify="left",
    )
    table.add_column(first, overflow="fold", min_width=8)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def format_estimate(estimate: Estimate, digits: int, scale: float = 1) -> str:
    """Format a figure with its interval: "65.6 (62.8-68.4)", "-0.2 (-1.1 to 0.7)"; "-" for nan."""
    value, low, high = (f"{round(scale * number, digits) + 0.0:.{digits}f}" for number in estimate)
    if math.isnan(estimate.value):
        return "-"
    return (
        value if math.isnan(estimate.low) else f"{value} ({low}{' to ' if '-' in low + high else '-'}{high})"
    )


def format_percent(share: Estimate) -> str:
    """Format a share in percent with its interval."""
    return format_estimate(share, 1, 100).replace("100.0", "100")


def format_short_percent(share: Estimate) -> str:
    """Format a share in percent with the longer half of its interval: "63±4"; "" for nan."""
    if math.isnan(share.value):
        return ""
    reach = max(share.value - share.low, share.high - share.value)
    return f"{round(100 * share.value)}" + ("" if math.isnan(reach) else f"±{100 * reach:.0f}")


def format_milliseconds(milliseconds: float) -> str:
    """Format a time per move; compiled bots take a thousandth of a millisecond."""
    if math.isnan(milliseconds):
        return "-"
    return f"{milliseconds:.4f}" if milliseconds < 1 else f"{milliseconds:.1f}"


def interval_fields(name: str, estimate: Estimate) -> dict[str, float]:
    """A figure and its interval as three entries of a row."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def estimate_fields(figures: Mapping[str, Any]) -> dict[str, float]:
    """The `interval_fields` of all estimates by name; leaves out everything else."""
    estimates = {name: value for name, value in figures.items() if isinstance(value, Estimate)}
    return {key: value for name in estimates for key, value in interval_fields(name, estimates[name]).items()}


def usage_entry(usage: Any) -> dict[str, Any]:
    """The entry of a result's JSON for what an agent's decisions cost; none if it keeps no count."""
    return {"usage": asdict(usage)} if is_dataclass(usage) and not isinstance(usage, type) else {}


def without_nan(tree: Any) -> Any:
    """Replace nan by None in a tree, for JSON; estimates become dictionaries."""
    if hasattr(tree, "_asdict"):
        tree = tree._asdict()
    if isinstance(tree, dict):
        return {key: without_nan(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [without_nan(value) for value in tree]
    return None if isinstance(tree, float) and math.isnan(tree) else tree
