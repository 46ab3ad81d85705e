"""What has changed between two pictures of a game."""

import re
from collections.abc import Mapping

_GROUP = re.compile(r'<g(?: [^>]*?data-thing="(?P<name>[^"]+)")?[^>]*>|(?P<end></g>)')


def parts_of(picture: str) -> dict[str, str]:
    """What is drawn of each part of a picture that has a name, without the parts in it that have one, too."""
    found: dict[str, str] = {}
    inside: list[tuple[str, list[str]]] = [("", [])]
    at = 0
    for tag in _GROUP.finditer(picture):
        inside[-1][1].append(picture[at : tag.start()])
        at = tag.end()
        if not tag["end"]:
            inside.append((tag["name"] or "", [tag[0]]))
            continue
        name, drawn = inside.pop()
        if name:
            found[name] = "".join(drawn)
        else:
            inside[-1][1].extend(drawn)
    return found


def changed_parts(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The names of the parts that are not as they were, the innermost ones; both as `parts_of` gives them."""
    return [name for name, drawn in now.items() if before.get(name) != drawn]
