"""What has changed between two pictures of a game."""

import xml.etree.ElementTree as ET


def changed_things(before: str, now: str) -> list[str]:
    """The names of those parts of a picture that are not as in the one before, the innermost ones."""
    old, new = _parts(before), _parts(now)
    return [name for name, content in new.items() if old.get(name) != content]


def _parts(picture: str) -> dict[str, str]:
    """The content of each part with a name, without that of the parts in it."""
    found: dict[str, str] = {}
    _collect(ET.fromstring(picture), found)
    return found


def _collect(element: ET.Element, found: dict[str, str]) -> str:
    """Note the parts in an element; its own content, without theirs, as text."""
    inside = [_collect(child, found) for child in element]
    own = f"{element.tag}{sorted(element.attrib.items())}{element.text or ''}{''.join(inside)}"
    name = element.get("data-thing")
    if name is None:
        return own
    found[name] = own
    return ""
