"""Output at the terminal: lines wrapped to its width, in colour, and choices in columns."""

import functools
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest

from rich.console import Console
from rich.text import Text

from .parse_input import Choice, ranges

WIDTH = 80
ONE_COLUMN = 6
FACTORED = 3  # the fewest choices with a common beginning to share a heading
_PLAYERS = ("cyan", "yellow", "green", "magenta", "bright_blue", "bright_red", "bright_green")
PLAYERS = {rf"\bplayer_{seat}\b": style for seat, style in enumerate(_PLAYERS)}
KEYS = {r"^  +\S+(?=  )": "bold", r"(?<=   )\S+(?=  \S)": "bold"}


def say(console: Console, *texts: str, styles: Mapping[str, str] | None = None, wrap: bool = True) -> None:
    """Write texts in colour, with long lines wrapped between words, unless they are to be copied."""
    for line in "\n".join(texts).split("\n") if texts else ():
        for part in wrapped(line, console.width).split("\n") if wrap else [line]:
            text = Text(part)
            for pattern, style in {**PLAYERS, **(styles or {})}.items():
                text.highlight_regex(pattern, style)
            console.print(text, highlight=False, soft_wrap=True)


def reading(console: Console) -> Callable[[str], str]:
    """A function that asks for a line; its prompt is shown verbatim, because names may look like markup."""
    return functools.partial(console.input, markup=False)


def wrapped(line: str, width: int) -> str:
    """Wrap a line between words, with a deeper indent from the second line on."""
    return _between_words(line, width, " " * (len(line) - len(line.lstrip()) + 4))


def filled(paragraph: str, width: int) -> str:
    """Wrap a paragraph or an item of a list between words."""
    return _between_words(paragraph, width, "  " if paragraph.startswith("- ") else "")


def _between_words(line: str, width: int, indent: str) -> str:
    if len(line) <= width:
        return line
    return textwrap.fill(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def listed(choices: Sequence[Choice], width: int) -> list[str]:
    """Lines of choices with their keys: amounts as ranges, common beginnings as headings, stopping last.

    >>> listed([Choice(0, "0", "Pass"), *(Choice(n, str(n), f"Bid {n} for it") for n in range(1, 9))], 80)
    ['  1-8  Bid N for it', '  0  Pass']
    """
    amounts = [choice for choice in choices if choice.amount is not None]
    stops = [choice for choice in choices if choice.key == "0"]
    others = [choice for choice in choices if choice not in amounts and choice not in stops]
    lines = [*_others(others, width), *in_columns(as_ranges(amounts), width)]
    return [*lines, *in_columns(stops, width)]


def _others(choices: Sequence[Choice], width: int) -> list[str]:
    """Lines of choices in columns; choices with a common beginning under it as a heading."""
    (_, rest), *kinds = grouped(choices)
    lines = in_columns(rest, width)
    for start, kind in kinds:
        cells = [choice._replace(words=choice.words[len(start) :]) for choice in kind]
        lines += [start.rstrip() + " ...", *in_columns(cells, width, spread=True)]
    return lines


def grouped(choices: Sequence[Choice]) -> list[tuple[str, list[Choice]]]:
    """Group choices by their common beginning; the first group, "", has those without one."""
    kinds: dict[str, list[Choice]] = {}
    for choice in choices:
        kinds.setdefault(re.sub(r"\d+$", "", choice.key) if choice.key[-1:].isdecimal() else "", []).append(
            choice
        )
    groups: list[tuple[str, list[Choice]]] = [("", [])]
    for kind in kinds.values():
        start = common_start([choice.words for choice in kind]) if len(kind) >= FACTORED else ""
        if start.count(" ") < 1:
            groups[0][1].extend(kind)
        else:
            groups.append((start, kind))
    return groups


def common_start(words: Sequence[str]) -> str:
    """The words that all lines begin with.

    >>> common_start(["Place a block in Paris", "Place a block in Picardy"])
    'Place a block in '
    """
    parts = [re.findall(r"\S+\s*", line)[:-1] for line in words]
    start = ""
    for same in zip(*parts):
        if len(set(same)) > 1:
            break
        start += same[0]
    return start


def in_columns(choices: Sequence[Choice], width: int, *, spread: bool = False) -> list[str]:
    """Lines with keys. Many short choices, or any with `spread`, are set in columns, to be read downwards.

    >>> in_columns([Choice(0, "p1", "Pass"), Choice(1, "c12", "Play")], 80)
    ['  p1   Pass', '  c12  Play']
    """
    keys = max((len(choice.key) for choice in choices), default=0)
    lines = [f"  {choice.key:<{keys}}  {choice.words}" for choice in choices]
    most = len(lines) if spread or len(lines) > ONE_COLUMN else 1
    for height in range(-(-len(lines) // max(1, most)), len(lines) + 1):
        columns = [lines[at : at + height] for at in range(0, len(lines), height or 1)]
        cells = [max(map(len, column)) + 1 for column in columns]
        if sum(cells) <= min(WIDTH, width):
            break
    rows = zip_longest(*columns, fillvalue="") if lines else ()
    return ["".join(f"{one:<{cell}}" for one, cell in zip(row, cells)).rstrip() for row in rows]


def as_ranges(amounts: Iterable[Choice]) -> list[Choice]:
    """Merge amounts whose words differ only in numbers into one line, with N for the amount."""
    found: dict[str, list[Choice]] = {}
    for choice in amounts:
        found.setdefault(re.sub(r"\b\d+\b", "#", _template(choice)), []).append(choice)
    return [
        Choice(same[0].action, ranges([choice.amount or 0 for choice in same]), _merged_words(text, same))
        for text, same in found.items()
    ]


def _template(choice: Choice) -> str:
    """The words with N for the amount, in the plural: "Buy N meetings"."""
    words = re.sub(r"(?<![\w-])1 (meeting|vote|coin|point)\b", r"1 \1s", choice.words)
    return re.sub(rf"(?<![\w-]){choice.amount}\b", "N", words, count=1)


def _merged_words(text: str, same: Sequence[Choice]) -> str:
    """The merged words of amounts; other numbers that differ list all their values."""
    if len(same) == 1:
        return same[0].words
    texts = [_template(choice) for choice in same]
    if len(set(texts)) == 1:
        return texts[0]
    values = zip(*(re.findall(r"\b\d+\b", one) for one in texts))
    for of_one in values:
        text = text.replace("#", of_one[0] if len(set(of_one)) == 1 else ", ".join(of_one), 1)
    return text
