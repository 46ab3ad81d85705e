"""Layouts: named blocks of a flat vector, for the actions or the entries of an observation."""

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from ..errors import UnknownBlock, suggestion
from .compile import rule

DERIVED = "derived: "
"""Prefix of the description of a block that is computed from other blocks."""


class Block(NamedTuple):
    """The entries [start, start + size) of a vector, and what they mean.

    Attributes:
        name: its name in the layout.
        start: the index of the first entry.
        size: how many entries it has.
        about: what an entry means, with its scale: "money / 128".
        axes: the length of each axis by name, outermost first: {"seat": 4, "region": 4}.
        scale: what an entry was divided by: 128; 1 if it stands as it is.
    """

    name: str
    start: int
    size: int
    about: str
    axes: Mapping[str, int]
    scale: int = 1

    @property
    def stop(self) -> int:
        """The index after the last entry."""
        return self.start + self.size

    @property
    def derived(self) -> bool:
        """Whether it is computed from other blocks."""
        return self.about.startswith(DERIVED)


class Layout:
    """Consecutive blocks, each given by its name, its size or axes, its description, and perhaps its scale.

    >>> actions = Layout(("pass", 1, "do nothing"), ("card", {"value": 3}, "play a card of value 1, 2, 3"))
    >>> actions.size, actions["card"].start
    (4, 1)
    >>> actions.locate(3)
    ('card', 2)
    """

    def __init__(
        self,
        *blocks: tuple[str, int | Mapping[str, int], str] | tuple[str, int | Mapping[str, int], str, int],
    ):
        self.blocks: dict[str, Block] = {}
        self.size = 0
        for name, shape, about, *scale in blocks:
            if name in self.blocks:
                raise AssertionError(f"two blocks named {name}")
            axes = {} if isinstance(shape, int) else dict(shape)
            size = shape if isinstance(shape, int) else math.prod(axes.values())
            self.blocks[name] = Block(name, self.size, size, about, axes, *scale)
            self.size += size

    def __getitem__(self, name: str) -> Block:
        if name not in self.blocks:
            remedy = suggestion(name, self.blocks) or "; `hustings describe` lists them"
            raise UnknownBlock(f"no block {name!r}{remedy}")
        return self.blocks[name]

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks.values())

    def locate(self, index: int) -> tuple[str, int]:
        """The name of the block that holds entry `index`, and the entry's place in it.

        Raises:
            IndexError: for an index outside the layout.
        """
        for block in self:
            if block.start <= index < block.stop:
                return block.name, index - block.start
        raise IndexError(f"{index} is outside a layout of {self.size}")

    def table(self) -> str:
        """The layout as a Markdown table."""
        rows = ["| index | block | each | what |", "|---|---|---|---|"]
        for block in self:
            last = block.stop - 1
            index = str(block.start) if block.size == 1 else f"{block.start}-{last}"
            axes = " x ".join(f"{name} {length}" for name, length in block.axes.items())
            rows.append(f"| {index} | {block.name} | {axes} | {block.about} |")
        return "\n".join(rows)


@rule
def scaled(number, unit):
    """Scale a number for an observation: `number * unit`, at most 1, as float32."""
    # 32 bits throughout: with float64 in between, observations take a tenth longer.
    return min(np.float32(np.int32(number)) * np.float32(unit), np.float32(1.0))
