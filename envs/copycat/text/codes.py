"""The meanings of numbers from the box; see `core/text/codes.py`."""

import numpy as np

from ...core.text.codes import Codes
from ...core.text.words import number_of
from ..box import is_red, is_start
from ..table import CARDS, DOCTORATE, OFFICES, SEATS, STREET, Stream
from .describe import card_in_words, effect_in_words

BY_SEAT = ((Stream.DECK, SEATS),)
SEAT_FIELDS = ("order",)


def lists(box: np.record) -> list[Codes]:
    """The lists of cards, offices, spaces of the street, and smaller ones."""
    cards = {card: _card(box, card) for card in range(1, CARDS + 1)}
    more = [number_of(surcharge, "coin") for surcharge in box.surcharge]
    spaces = {space: f"space {space + 1}, {more[space]} more" for space in range(STREET)}
    return [
        Codes(
            "card",
            "Cards by the number printed on them.",
            {0: "none", **cards, DOCTORATE: "a doctorate"},
            ("bid", "copied", "street", "acting"),
            first=1,
        ),
        Codes(
            "office",
            "Offices; boards, prompts and events count them from 1.",
            {office: _office(box, office) for office in range(OFFICES)},
        ),
        Codes("space", "Spaces of the street; boards, prompts and events count them from 1.", spaces),
        Codes("amount", "What is invested in a doctorate.", {0: "nothing", 1: "1 coin", 2: "all coins"}),
        Codes("kind", "Charity events not decided.", {0: "coin doubled", 1: "coin not doubled"}),
        Codes("stage", "Parts of a round, in observations.", {0: "turn", 1: "hand", 2: "table"}),
    ]


def _card(box: np.record, card: int) -> str:
    words = card_in_words(box, card).removeprefix(f"{card} ")
    if is_start(card):
        return f"{words}; every player's"
    price = "no price" if is_red(card) else f"price {int(box.card_price[card])}"
    return f"{words}; period {int(box.card_period[card])}, {price}"


def _office(box: np.record, office: int) -> str:
    about = effect_in_words(box.office_effect[office], box.office_strength[office])
    section, players = int(box.office_section[office]), int(box.office_players[office])
    if section:
        return f"{about}; extra, section {section}"
    return f"{about}; from {players} players on" if players > 2 else about
