"""Declare a view as a list of blocks, in the order of the observation, with name, meaning and code of each.

    VIEW = View(__name__, FIELDS)

    VIEW.field("pie", "millions to share", scale=12)
    VIEW.field("votes", "votes", scale=50, each_player=True, region=REGIONS)

    @VIEW.table("what is to be decided", phase=DECISIONS)
    def phase(table, phase):
        return table.phase == phase

    @VIEW.each_player("cards in hand", scale=24)
    def cards(table, other):
        return scaled(count_cards(table, other), 1 / 24)

    observation, observe = VIEW.functions()

A block that shows a field of the table, as it stands or scaled, is one line. Any other has a function, which
returns one entry. Its parameters may be `box`, `table`, `seat` (the seat that looks), `other` (the seat that
the entry is about) and the block's axes. Blocks that share a calculation are declared as tuples of name,
meaning and perhaps scale, and their function returns a tuple. The function has the name of the block; a
trailing underscore avoids a clash with another name. The scale is what the function divides by; the layout
tells it, also in the meaning: "money / 128".

A function with a parameter `out` fills a slice of its block, initially zeros: all entries along the axes that
it does not name, which must be the last ones.

A value that several blocks need is computed once per observation by a function declared with `@VIEW.shared`.
Its parameters may be `box`, `table`, `seat` and values shared before it; blocks take it as a parameter of
the same name.

Blocks that are computed from others, because no player could do so in their head, are declared with
`derived=True`; their meanings begin with "derived: ".

The whole view is compiled as one function: loops over the axes, with the entries inside. A function that is
a single `return` is inlined, because every call of another compiled function costs compile time.
"""

import ast
import inspect
import math
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from ..errors import suggestion
from .compile import compile_source, rule
from .layout import DERIVED, Layout, scaled
from .record import SEAT, Field

_PLAYER = "other"
_SLICE = "out"
_INDENT = "    "
_Named = tuple[str, str] | tuple[str, str, int]
NOT_NEGATIVE = 127
"""`number & NOT_NEGATIVE` is `number` itself, but shows LLVM that the index never counts from the end."""


class _Row(NamedTuple):
    """The blocks that one function fills, or one that shows a field.

    Attributes:
        code: the function, or the expression of an entry of the field.
    """

    each_player: bool
    axes: tuple[tuple[str, int], ...]
    blocks: tuple[tuple[str, str, int], ...]
    code: Callable | str

    def size(self, seats: int) -> int:
        """The number of entries of each block."""
        return (seats if self.each_player else 1) * math.prod(length for _, length in self.axes)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The parameters of the function."""
        return () if isinstance(self.code, str) else tuple(inspect.signature(self.code).parameters)

    @property
    def fills(self) -> bool:
        """Whether the function fills a slice instead of returning an entry."""
        return _SLICE in self.parameters

    @property
    def loops(self) -> tuple[tuple[str, int], ...]:
        """The axes that the generated code loops over around the function."""
        return tuple(axis for axis in self.axes if not self.fills or axis[0] in self.parameters)


class View:
    """The blocks of a game's observation, in order; see the module's docstring.

    Args:
        module: the name of the module that declares them.
        fields: those of the table, for `field`.
    """

    def __init__(self, module: str, fields: Iterable[Field] = ()):
        self._module = module
        self._fields = {field.name: field for field in fields}
        self._rows: list[_Row] = []
        self._shared: list[Callable] = []

    def shared(self, function: Callable) -> Callable:
        """Declare a value that several blocks need; it is computed once per observation."""
        self._shared.append(function)
        return function

    def field(
        self, field: str, about: str, scale: int = 1, each_player: bool = False, name: str = "", **axes: int
    ) -> None:
        """Declare a block that shows a field of the table.

        Args:
            field: its name.
            about: what an entry means, without the scale: "money".
            scale: what an entry is divided by; the result is 1 at most. With 1 it stands as it is.
            each_player: whether to show the entries of all players, the observing seat first. Otherwise a
                field with an entry per player shows the observing seat's.
            name: the block's name, if it is not the field's.
            axes: the length of each axis but "seat". If the field's is one longer, its entry 0 is left out.

        Raises:
            AssertionError: if the table has no such field, or the field has other axes.
        """
        if field not in self._fields:
            raise AssertionError(f"the table has no field {field!r}{suggestion(field, self._fields)}")
        entry = _entry_of(self._fields[field], each_player, axes)
        value = f"scaled({entry}, 1 / {scale})" if scale != 1 else entry
        blocks = (_block("", name or field, about, scale),)
        self._rows.append(_Row(each_player, tuple(axes.items()), blocks, value))

    def table(self, *about: str | _Named, scale: int = 1, derived: bool = False, **axes: int) -> Callable:
        """Declare blocks about the table: the meaning of an entry, its scale, and the length of each axis."""
        return self._row(False, about, scale, derived, axes)

    def each_player(
        self, *about: str | _Named, scale: int = 1, derived: bool = False, **axes: int
    ) -> Callable:
        """Declare blocks with these entries for each player, the observing seat first."""
        return self._row(True, about, scale, derived, axes)

    def _row(
        self, each_player: bool, about: tuple, scale: int, derived: bool, axes: dict[str, int]
    ) -> Callable:
        mark = DERIVED if derived else ""

        def add(function: Callable) -> Callable:
            own = function.__name__.rstrip("_")
            named = [(own, words, scale) if isinstance(words, str) else words for words in about]
            blocks = tuple(_block(mark, *each) for each in named)
            self._rows.append(_Row(each_player, tuple(axes.items()), blocks, function))
            return function

        return add

    def functions(self) -> tuple[Callable[[int], Layout], Any]:
        """`observation`, which returns the layout for a number of players, and the compiled `observe`."""
        return self.observation, self._observe()

    def observation(self, seats: int) -> Layout:
        """The blocks of an observation for `seats` players; blocks per player begin with the own seat."""
        blocks = []
        for row in self._rows:
            axes = ({"seat": seats} if row.each_player else {}) | dict(row.axes)
            blocks += [(name, axes or 1, about, scale) for name, about, scale in row.blocks]
        return Layout(*blocks)

    # --- The compiled function -------------------------------------------------------------------

    def _observe(self) -> Any:
        lines = [
            "def observe(box, table, seat, view):",
            f"{_INDENT}seats, seat = int(table.seats) & {NOT_NEGATIVE}, seat & {NOT_NEGATIVE}",
        ]
        cleared = self._is_sparse()
        if cleared:
            # The size is linear in the number of seats, with `each` entries per seat.
            alone = self.observation(1).size
            each = self.observation(2).size - alone
            lines.append(f"{_INDENT}view[: {alone - each} + {each} * seats] = 0.0")
        space = {"scaled": scaled, **vars(sys.modules[self._module])}
        lines += [f"{_INDENT}{function.__name__} = {_call(function, space)}" for function in self._shared]
        starts = self._starts()
        for each_player, rows in groupby(self._rows, lambda row: row.each_player):
            depth = 1
            if each_player:
                lines += [
                    f"{_INDENT}for places in range(seats):",
                    f"{_INDENT * 2}{_PLAYER} = seat + places",
                    f"{_INDENT * 2}if {_PLAYER} >= seats:",
                    f"{_INDENT * 3}{_PLAYER} -= seats",
                ]
                depth = 2
            for axes, alike in groupby(rows, lambda row: row.loops):
                inner = depth
                for name, length in axes:
                    lines.append(f"{_INDENT * inner}for {name} in range({length}):")
                    inner += 1
                for row in alike:
                    lines += [_INDENT * inner + line for line in self._entry(row, starts, space, cleared)]
        return compile_source("\n".join(lines) + "\n", "observe", space, space["__file__"], noalias=True)

    def _is_sparse(self) -> bool:
        """Whether to clear the whole view at once instead of block by block.

        If slices are a large part of the view, clearing it at once spares reading it into the cache.
        """
        filled = sum(row.size(1) for row in self._rows if row.fills)
        return 4 * filled >= self.observation(1).size

    def _starts(self) -> Iterator[str]:
        """Where each block begins, as an expression in `seats`."""
        fixed = each = 0
        for row in self._rows:
            for _ in row.blocks:
                yield f"{fixed} + {each} * seats" if each else str(fixed)
                if row.each_player:
                    each += row.size(1)
                else:
                    fixed += row.size(1)

    def _entry(self, row: _Row, starts: Iterator[str], space: dict[str, Any], cleared: bool) -> list[str]:
        """The lines that fill an entry of each of a row's blocks."""
        place = "places" if row.each_player else "0"
        for name, length in row.loops:
            place = f"({place}) * {length} + {name}"
        if row.fills:
            size = math.prod(length for _, length in row.axes[len(row.loops) :])
            return [
                f"start = {next(starts)} + ({place}) * {size}",
                f"{_SLICE} = view[start : start + {size}]",
                *([] if cleared else [f"for entry in range({size}):", f"{_INDENT}{_SLICE}[entry] = 0.0"]),
                _call(row.code, space),
            ]
        targets = [f"view[{next(starts)} + {place}]" for _ in row.blocks]
        return [f"{', '.join(targets)} = {_call(row.code, space)}"]


def _block(mark: str, name: str, about: str, scale: int = 1) -> tuple[str, str, int]:
    """A block whose meaning tells the scale behind its first part: "bid / 512; of others unless hidden"."""
    what, stop, more = about.partition(";")
    return name, mark + (f"{what} / {scale}{stop}{more}" if scale != 1 else about), scale


def _entry_of(field: Field, each_player: bool, axes: dict[str, int]) -> str:
    """An entry of a field, as an expression in the axes of the block that shows it."""
    lengths: dict[Any, int] = dict(zip(field.axes, field.shape, strict=True))
    others = {axis: length for axis, length in lengths.items() if axis != SEAT}
    fits = axes.keys() == others.keys() and all(others[axis] - axes[axis] in (0, 1) for axis in axes)
    if not fits or (each_player and SEAT not in lengths):
        raise AssertionError(f"the field {field.name!r} has other axes than the block: {lengths or 'none'}")
    places = {axis: axis if others[axis] == length else f"{axis} + 1" for axis, length in axes.items()}
    places[SEAT] = _PLAYER if each_player else SEAT
    index = ", ".join(places[axis] for axis in lengths)
    return f"table.{field.name}[{index}]" if index else f"table.{field.name}"


def _call(code: Callable | str, space: dict[str, Any]) -> str:
    """The value as an expression: of a function the returned one if it is a single `return`, else a call."""
    if isinstance(code, str):
        return code
    definition: Any = ast.parse(textwrap.dedent(inspect.getsource(code))).body[0]
    body = definition.body[1:] if ast.get_docstring(definition) else definition.body
    if len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value is not None:
        return ast.unparse(body[0].value)
    name = f"block_{code.__name__}"
    space[name] = rule(code)
    return f"{name}({', '.join(inspect.signature(code).parameters)})"
