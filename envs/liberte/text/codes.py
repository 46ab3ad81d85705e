"""The meanings of numbers from the box; see `core/text/codes.py`."""

import numpy as np

from ...core.text.codes import Codes
from ...core.text.words import count, text
from ..box import PURGE, RELIGIOUS_PROBLEMS
from ..table import CARDS, FACE_UP, PROVINCES, SEATS, Place
from .describe import SPECIALS, card_in_words, province_name

BY_SEAT = ((Place.HAND, SEATS), (Place.DISPLAY, SEATS))
SEAT_FIELDS = ("order",)


def lists(box: np.record) -> list[Codes]:
    """The lists of cards, provinces, regions and special cards."""
    cards = {card: _card(box, card) for card in range(1, CARDS + 1)}
    kinds = range(PURGE, RELIGIOUS_PROBLEMS + 1)
    return [
        Codes(
            "card",
            "Cards as boards number them; of a special card there may be several.",
            {0: "none", **cards},
            ("display", "face_up", "playing", "special", "chosen"),
            first=1,
        ),
        Codes(
            "province",
            "Provinces; boards, prompts and the keys that one types count them from 1.",
            {province: _province(box, province) for province in range(PROVINCES)},
            ("target",),
        ),
        Codes(
            "region",
            "Regions; the option region_order counts them from 1.",
            {region: text(box.region_name[region]) for region in range(int(box.regions))},
        ),
        Codes(
            "place",
            "Places of the cards face up beside the deck.",
            dict(enumerate(("first", "second", "third")[:FACE_UP])),
        ),
        Codes(
            "special",
            "Special cards by what they do, in observations.",
            {kind - PURGE: SPECIALS[kind] for kind in kinds},
        ),
    ]


_NOT_THERE = "not in this box"


def _card(box: np.record, card: int) -> str:
    if card > box.cards:
        return _NOT_THERE
    return f"{card_in_words(box, card)}; set {' AB'[int(box.card_set[card])]}"


def _province(box: np.record, province: int) -> str:
    if province >= box.provinces:
        return _NOT_THERE
    parts = [province_name(box, province), text(box.region_name[int(box.province_region[province])])]
    parts += ["counter-revolutionary"] * bool(box.cr[province])
    if points := int(box.province_vp[province]):
        parts.append(count(points, "victory point"))
    return ", ".join(parts)
