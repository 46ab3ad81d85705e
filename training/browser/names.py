"""Players by their names: in lines, in pictures."""

import re
from collections.abc import Mapping

from markupsafe import Markup, escape

_PICTURE_NAME = 12  # letters of a name that a picture has room for


def named_players(line: str, names: Mapping[int, str]) -> Markup:
    """A line with players in their colours, by their own name where they have one, which is said once."""

    def named(found: re.Match) -> str:
        seat = found[1]
        name = escape(names.get(int(seat), f"player_{seat}"))
        after = "" if found[2] in (None, f" ({name})") else found[2]
        return f'<span class="seat p{seat}">{name}</span>{after}'

    return Markup(re.sub(r"\bplayer_(\d)\b( \([^)]*\))?", named, str(escape(line))))


def shown_name(name: str) -> str:
    """As much of a name as a picture has room for."""
    return name if len(name) <= _PICTURE_NAME else f"{name[: _PICTURE_NAME - 1]}…"


def with_names(picture: str, names: Mapping[int, str]) -> str:
    """A picture with the names of people in the place of their seats'."""
    if not names:
        return picture

    def named(found: re.Match) -> str:
        return str(escape(shown_name(names.get(int(found[1]), found[0]))))

    return re.sub(r"\bplayer_(\d)\b", named, picture)
