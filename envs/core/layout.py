"""Named blocks of a flat vector: what a player can say (actions), what a seat may know (observations)."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from .compile import rule


class Block(NamedTuple):
    """The entries [start, start + size) of a vector, and what they are."""

    name: str
    start: int
    size: int
    about: str

    @property
    def stop(self) -> int:
        return self.start + self.size


class Layout:
    """Blocks one after another.

    >>> actions = Layout(("pass", 1, "do nothing"), ("card", 3, "play a card of value 1, 2, 3"))
    >>> actions.size, actions["card"].start
    (4, 1)
    >>> actions.locate(3)
    ('card', 2)
    """

    def __init__(self, *blocks: tuple[str, int, str]):
        self.blocks: dict[str, Block] = {}
        self.size = 0
        for name, size, about in blocks:
            if name in self.blocks:
                raise AssertionError(f"two blocks named {name}")
            self.blocks[name] = Block(name, self.size, size, about)
            self.size += size

    def __getitem__(self, name: str) -> Block:
        return self.blocks[name]

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks.values())

    def locate(self, index: int) -> tuple[str, int]:
        """The block that holds entry `index`, and the entry's place in it."""
        for block in self:
            if block.start <= index < block.stop:
                return block.name, index - block.start
        raise IndexError(f"{index} is outside a layout of {self.size}")

    def table(self) -> str:
        """The layout as a Markdown table."""
        rows = ["| index | block | what |", "|---|---|---|"]
        for block in self:
            last = block.stop - 1
            index = str(block.start) if block.size == 1 else f"{block.start}-{last}"
            rows.append(f"| {index} | {block.name} | {block.about} |")
        return "\n".join(rows)


@rule
def part(number, unit):
    """An entry of an observation: so many units, at most 1; 32 bits all the way, which is a tenth faster."""
    return min(np.float32(np.int32(number)) * np.float32(unit), np.float32(1.0))
