"""Players by their names: in lines, in pictures."""

import re
from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

from ...agents.specs import is_person
from ...envs.core.text.words import player
from ..play import names_of

_PICTURE_NAME = 12  # letters of a name that a picture has room for
_BOTS = ("Ada", "Boris", "Clara", "Diego", "Emma", "Felix", "Greta", "Henri", "Iris", "Jonas", "Klara", "Leo",
         "Mila", "Nora")  # fmt: skip


def table_names(seats: Sequence[str]) -> dict[int, str]:
    """The names of those who sit at a table, by seat: people's own, and for bots some that nobody else has.

    A person without a name is called by the seat.

    >>> table_names(["human:Ada", "greedy", "human"])
    {0: 'Ada', 1: 'Boris'}
    """
    people = names_of(seats)
    free = iter([name for name in _BOTS if name not in people.values()])
    return {
        seat: people[seat] if seat in people else next(free)
        for seat, spec in enumerate(seats)
        if seat in people or not is_person(spec)
    }


def in_columns(text: str, names: Mapping[int, str]) -> str:
    """Lines in columns with the names of players where their seats stood, in the same room."""

    def in_room(found: re.Match) -> str:
        before, word, seat = found.groups()
        name = names.get(int(seat), word)
        name = name if len(name) <= len(word) else f"{name[: len(word) - 1]}…"
        return before + (name.rjust(len(word)) if len(before) > 1 else name.ljust(len(word)))

    return re.sub(r"( *)\b(player_(\d))\b", in_room, text)


def named(text: str, names: Mapping[int, str]) -> str:
    """A text with the names of players in the place of their seats'."""
    return re.sub(r"\bplayer_(\d)\b", lambda found: names.get(int(found[1]), found[0]), text)


def seated(text: str, names: Mapping[int, str]) -> str:
    """What somebody typed, with seats in the place of players' names.

    >>> seated("ada 3", {1: "Ada"})
    'player_1 3'
    """
    for seat, name in names.items():
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", player(seat), text, flags=re.IGNORECASE)
    return text


def named_players(line: str, names: Mapping[int, str]) -> Markup:
    """A line with players in their colours, by their own name where they have one, which is said once."""

    def coloured(found: re.Match) -> str:
        seat = found[1]
        name = escape(names.get(int(seat), f"player_{seat}"))
        after = "" if found[2] in (None, f" ({name})") else found[2]
        return f'<span class="seat p{seat}">{name}</span>{after}'

    return Markup(re.sub(r"\bplayer_(\d)\b( \([^)]*\))?", coloured, str(escape(line))))


def shown_name(name: str) -> str:
    """As much of a name as a picture has room for."""
    return name if len(name) <= _PICTURE_NAME else f"{name[: _PICTURE_NAME - 1]}…"


def with_names(picture: str, names: Mapping[int, str]) -> str:
    """A picture with the names of people in the place of their seats'."""
    if not names:
        return picture

    def short(found: re.Match) -> str:
        return str(escape(shown_name(names.get(int(found[1]), found[0]))))

    return re.sub(r"\bplayer_(\d)\b", short, picture)
