"""Players by their names: in lines, in pictures."""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import pairwise

from markupsafe import Markup, escape

from ...agents.specs import is_person
from ...envs.core.text.drawing import text_width
from ...envs.core.text.words import player
from ..play import names_of

_PICTURE_NAME = 12  # letters of a name that a picture has room for
_LINE = re.compile(r'(text class="[^"]*?( b)?" font-size="([\d.]+)"[^>]* data-room="([\d.]+)">)([^<]*)')
_BOTS = ("Ada", "Boris", "Clara", "Diego", "Emma", "Felix", "Greta", "Henri", "Iris", "Jonas", "Klara", "Leo",
         "Mila", "Nora")  # fmt: skip


def table_names(seats: Sequence[str]) -> dict[int, str]:
    """The names of those who sit at a table, by seat: people's own, and for bots some that nobody else has.

    Upper case makes no other name. A person without a name is called by the seat.

    >>> table_names(["human:Ada", "greedy", "human"])
    {0: 'Ada', 1: 'Boris'}
    """
    people = names_of(seats)
    taken = [name.casefold() for name in people.values()]
    free = iter([name for name in _BOTS if name.casefold() not in taken])
    return {
        seat: people[seat] if seat in people else next(free)
        for seat, spec in enumerate(seats)
        if seat in people or not is_person(spec)
    }


def cells_of(table: str) -> list[list[str]]:
    r"""The cells of a table whose columns are told apart by the blanks that all its rows have.

    >>> cells_of("party     votes  card\nplayer_0     12     B\nplayer_1      3")
    [['party', 'votes', 'card'], ['player_0', '12', 'B'], ['player_1', '3', '']]
    """
    rows = table.split("\n")
    width = max(map(len, rows))
    blank = [all(row[place : place + 1] in ("", " ") for row in rows) for place in range(width)]
    edges = [place for place in range(width) if not blank[place] and (place == 0 or blank[place - 1])]
    return [[row[one:two].strip() for one, two in pairwise([*edges, width])] for row in rows]


def named(text: str, names: Mapping[int, str]) -> str:
    """A text with the names of players in the place of their seats'."""
    return re.sub(r"\bplayer_(\d)\b", lambda found: names.get(int(found[1]), found[0]), text)


def seated(text: str, names: Mapping[int, str]) -> Iterator[str]:
    """What somebody typed, then with seats in the place of more and more players' names.

    >>> list(seated("ada 1", {0: "1", 1: "Ada"}))
    ['ada 1', 'player_1 1', 'player_1 player_0']
    """
    seats = sorted(names, key=lambda seat: -len(names[seat]))  # "Ada B" before "Ada"
    any_name = "|".join(f"({re.escape(names[seat])})" for seat in seats)
    found = re.compile(rf"(?<!\w)(?:{any_name})(?!\w)", re.IGNORECASE)
    yield text
    for _ in seats:
        text, replaced = found.subn(lambda name: player(seats[(name.lastindex or 1) - 1]), text, count=1)
        if not replaced:
            return
        yield text


def named_players(line: str, names: Mapping[int, str]) -> Markup:
    """A line with players in their colours, by their own name where they have one, which is said once."""

    def coloured(found: re.Match) -> str:
        seat = int(found[1])
        return f'<span class="seat p{seat}">{escape(names.get(seat, player(seat)))}</span>'

    text = str(escape(line))
    for seat, name in names.items():
        text = re.sub(rf"\b{player(seat)} \({re.escape(str(escape(name)))}\)", player(seat), text)
    return Markup(re.sub(r"\bplayer_(\d)\b", coloured, text))


def fitted(line: str, names: Mapping[int, str], room: float, size: float = 12, bold: bool = False) -> str:
    """A line of a picture with the names of players in the place of their seats', as much as has room.

    >>> fitted("player_0 (you)", {0: "Wilhelmina"}, 75)
    'Wilh… (you)'
    """
    said = line
    for letters in range(_PICTURE_NAME, 1, -1):
        said = named(line, {seat: _shown(name, letters) for seat, name in names.items()})
        if text_width(said, size, bold) <= room:
            break
    return said


def _shown(name: str, letters: int) -> str:
    """A name in so many letters, apart from what is beside it where it may run from right to left."""
    short = name if len(name) <= letters else f"{name[: letters - 1]}…"
    return short if name.isascii() else f"\u2068{short}\u2069"


def with_names(picture: str, names: Mapping[int, str]) -> str:
    """A picture with the names of people in the place of their seats', cut where a line has no more room."""
    if not names:
        return picture

    def line(found: re.Match) -> str:
        tag, bold, size, room, words = found.groups()
        return tag + str(escape(fitted(unescape(words), names, float(room), float(size), bool(bold))))

    told = {seat: str(escape(_shown(name, _PICTURE_NAME))) for seat, name in names.items()}
    return named(_LINE.sub(line, picture), told)
