"""What has changed between two pictures of a game, by what their parts say and not by where they lie."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

MOST = 6  # marks on a picture: more are not seen
_PIECE = re.compile(
    r'<g(?: [^>]*?data-thing="(?P<name>[^"]+)")?[^>]*>|(?P<end></g>)|<title>(?P<title>[^<]*)<'
    r"|<text[^>]*>(?P<words>[^<]*)<|<(?:rect|circle|polygon) [^>]*?\bf-(?!none|panel|raised)(?P<fill>\w+)"
)
_LEGEND = ("head", "sign")  # parts that explain others
_WORD = re.compile(r"\w+")
_PLACE = re.compile(r"[\d ]+$")  # of a name: what tells parts of a kind apart


class Said(NamedTuple):
    """What a part of a picture says: its title, the words in it, and the colours that fill it."""

    title: str
    words: tuple[str, ...]
    fills: frozenset[str]


def said_by(picture: str) -> dict[str, Said]:
    """What each part of a picture that has a name says, without the parts in it that have one, too."""
    found: dict[str, Said] = {}
    inside: list[tuple[str, list[str], list[str], list[str]]] = [("", [], [], [])]
    for piece in _PIECE.finditer(picture):
        if piece["end"]:
            name, titles, words, fills = inside.pop()
            if name:
                found[name] = Said("".join(titles), tuple(words), frozenset(fills))
        elif piece["title"] is not None:
            inside[-1][1].append(piece["title"])
        elif piece["words"] is not None:
            inside[-1][2].append(piece["words"])
        elif piece["fill"] is not None:
            inside[-1][3].append(piece["fill"])
        elif piece["name"]:
            inside.append((piece["name"], [], [], []))
        else:  # what is only moved belongs to the part around it
            inside.append(("", *inside[-1][1:]))
    return found


def changed_parts(before: Mapping[str, Said], now: Mapping[str, Said]) -> list[str]:
    """The names of the parts that say something new; what another of its kind has said has only moved."""
    more = _by_kind(now)
    more.subtract(_by_kind(before))
    return [
        name
        for name, said in now.items()
        if before.get(name) != said and more[_kind(name), said] > 0 and name.split()[0] not in _LEGEND
    ]


def _by_kind(said: Mapping[str, Said]) -> Counter[tuple[str, Said]]:
    return Counter((_kind(name), one) for name, one in said.items())


def _kind(name: str) -> str:
    return _PLACE.sub("", name)


def most_telling(names: Iterable[str], said: Mapping[str, Said], news: Iterable[str]) -> list[str]:
    """The parts that the news is about most, at most `MOST` of them, in their order."""
    lines = [set(_WORD.findall(line.lower())) for line in news]

    def overlap(name: str) -> float:
        words = set(_WORD.findall(said[name].title.lower()))
        return max((len(words & line) for line in lines), default=0) / max(1, len(words))

    names = list(names)
    chosen = set(sorted(names, key=overlap, reverse=True)[:MOST])
    return [name for name in names if name in chosen]
