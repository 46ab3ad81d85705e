"""How results show themselves: in the terminal, in a notebook, as a data frame and as plain values."""

import contextlib
import importlib
import io
import math
from typing import Any

from rich.box import SIMPLE
from rich.console import Console, RenderableType
from rich.table import Table

from ...envs.core.errors import HustingsError
from .statistics import Estimate

FRAMES = ("pandas", "polars")
_WIDTH = 100
_PRE = '<pre style="white-space:pre;overflow-x:auto;line-height:normal">{code}</pre>'


class Shown:
    """A result with `table()`, what the terminal prints, and `rows()`, its figures by name."""

    def table(self) -> RenderableType:
        """The figures as the terminal prints them."""
        raise NotImplementedError

    def rows(self) -> list[dict[str, Any]]:
        """The figures as plain values by name, a row for each line of the table; nan where there is none."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """`rows()` as a data frame of pandas, or of polars where there is no pandas.

        Raises:
            HustingsError: when there is neither.
        """
        return frame(self.rows())

    def _repr_html_(self) -> str:
        console = Console(record=True, file=io.StringIO(), width=_WIDTH, force_jupyter=False)
        console.print(self.table())
        return console.export_html(inline_styles=True, code_format=_PRE)


def frame(rows: list[dict[str, Any]]) -> Any:
    """Rows with the same keys as a data frame of the library at hand."""
    columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}
    for library in FRAMES:
        with contextlib.suppress(ModuleNotFoundError):
            return importlib.import_module(library).DataFrame(columns)
    raise HustingsError("a data frame needs pandas or polars: pip install pandas")


def sheet(title: str, caption: str | None = None) -> Table:
    """An empty table in the style of all results."""
    return Table(
        title=title,
        caption=caption,
        box=SIMPLE,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        title_justify="left",
        caption_justify="left",
    )


def columns(table: Table, *headings: str, heading: str = "agent") -> Table:
    """The table with a column for names and these, for figures."""
    table.add_column(heading, overflow="fold", min_width=8)
    for name in headings:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def words(estimate: Estimate, digits: int, scale: float = 1) -> str:
    """A figure with its interval: "65.6 (62.8-68.4)"."""
    value, low, high = (f"{scale * number:.{digits}f}" for number in estimate)
    if math.isnan(estimate.value):
        return "-"
    return value if math.isnan(estimate.low) else f"{value} ({low}-{high})"


def percent(share: Estimate) -> str:
    """A share in percent with its interval."""
    return words(share, 1, 100).replace("100.0", "100")


def time_words(milliseconds: float) -> str:
    """A time a move; compiled bots take a thousandth of a millisecond."""
    if math.isnan(milliseconds):
        return "-"
    return f"{milliseconds:.4f}" if milliseconds < 1 else f"{milliseconds:.1f}"


def spread(name: str, estimate: Estimate) -> dict[str, float]:
    """A figure and its interval as three entries of a row."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def plain(tree: Any) -> Any:
    """A tree for JSON, which has no nan: null in its place."""
    if isinstance(tree, dict):
        return {key: plain(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [plain(value) for value in tree]
    return None if isinstance(tree, float) and math.isnan(tree) else tree
