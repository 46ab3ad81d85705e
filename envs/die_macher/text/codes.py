"""The meanings of numbers from the box; see `core/text/codes.py`."""

import numpy as np

from ...core.text.codes import Codes
from ...core.text.words import count, player, spoken, text
from ..actions import RUNGS
from ..table import (
    CABINET,
    CONTRIBUTIONS,
    FIRST_SECTION,
    ITEMS,
    KINDS,
    LANDS,
    MOST_VOTES,
    NATIONAL,
    PROGRAMME_CARDS,
    PROGRAMME_COPIES,
    REGIONS,
    ROUNDS,
    SEATS,
    SECOND_SECTION,
    WINNERS,
    Lobby,
    Poll,
    Zone,
)
from .describe import (
    PLACES,
    cabinet_in_words,
    dice,
    letter,
    option_in_words,
    signed,
    stand_code,
    stand_in_words,
    thousand,
)

BY_SEAT = ((Zone.FACE_DOWN, SEATS), (Zone.HAND, SEATS), (Poll.SEEN, SEATS))
SEAT_FIELDS = ("start_player", "bidder", "asker", "winner")
_REGIONS = ("the current one", "the next", "the third", "the fourth")


def lists(box: np.record) -> list[Codes]:
    """The lists of stands, lands, cards, polls, contributions, the sheet, and bids."""
    return [*_of_the_map(box), *_of_cards(box), *_of_the_sheet(box), *_of_a_round(box)]


def _of_the_map(box: np.record) -> list[Codes]:
    kinds = {kind: f"{stand_in_words(box, kind)} ({stand_code(box, kind)})" for kind in range(KINDS)}
    lands = {land: _land(box, land) for land in range(LANDS)}
    regions = dict(enumerate(_REGIONS[:REGIONS]))
    return [
        Codes(
            "kind",
            "Stands on issues, for opinions and programmes; the two of an issue are contrary.",
            {-1: "none", **kinds},
            ("national", "picked"),
        ),
        Codes("land", "Lands, each with its seats for 50 votes.", {-1: "not in play", **lands}, ("land",)),
        Codes("region", "Regions, by when they vote; boards count them from 1.", regions, ("region",)),
        Codes("election", "Elections.", {number: f"election {number + 1}" for number in range(ROUNDS)}),
        Codes(
            "space",
            "Spaces of the national board, each with its members and points.",
            {space: _space(box, space) for space in range(NATIONAL)},
        ),
    ]


def _space(box: np.record, space: int) -> str:
    return f"{count(box.national_figures[space], 'member')}, {count(box.national_points[space], 'point')}"


def _land(box: np.record, land: int) -> str:
    return f"{text(box.land_name[land])}, {count(box.land_seats[land, MOST_VOTES], 'seat')}"


def _of_cards(box: np.record) -> list[Codes]:
    cards = {card: f"{letter(card)} {cabinet_in_words(box, card)}" for card in range(1, CABINET + 1)}
    programme = {card: stand_in_words(box, card // PROGRAMME_COPIES) for card in range(PROGRAMME_CARDS)}
    contributions = {card: _contribution(box, card) for card in range(CONTRIBUTIONS)}
    chosen = {0: "none"}
    for card in range(CONTRIBUTIONS):
        chosen[card + 1] = f"contribution {card + 1} accepted"
        chosen[CONTRIBUTIONS + card + 1] = f"contribution {card + 1} refused"
    polls = {poll: _poll(box, poll) for poll in range(len(box.poll_yes))}
    return [
        Codes(
            "card",
            "Cards of a shadow cabinet: letter, title, price.",
            {0: "none", **cards},
            ("lobby",),
            first=1,
        ),
        Codes("programme_card", "Programme cards, several of each stand.", programme),
        Codes("contribution", "Contributions; boards count them from 1.", contributions),
        Codes("offer", "What is chosen for a contribution.", chosen, ("offer",)),
        Codes("poll", "Polls: the changes of trends, by party.", {-1: "none", **polls}, ("poll",)),
    ]


def _contribution(box: np.record, card: int) -> str:
    risk, gain = dice(box.contribution_risk[card]), dice(box.contribution_refusal[card])
    return f"{thousand(box.contribution_amount[card])}; {risk} of members lost, refused {gain} won"


def _poll(box: np.record, poll: int) -> str:
    changes = ", ".join(map(signed, box.poll_change[poll]))
    return f"{changes}; {count(box.poll_yes[poll], 'change')} at most"


def _of_the_sheet(box: np.record) -> list[Codes]:
    first = {option: option_in_words(box, 0, option) for option in range(FIRST_SECTION)}
    second = {option: option_in_words(box, 1, option) for option in range(SECOND_SECTION)}
    items = [f"{place} {what}" for what in ("item of section 1", "media marker") for place in PLACES]
    steps = ["option of section 1", *items[:ITEMS], "option of section 2", *items[ITEMS:]]
    options = {option: f"section 1: {words}" for option, words in first.items()}
    options |= {FIRST_SECTION + option: f"section 2: {words}" for option, words in second.items()}
    taken = {
        option + 1: f"section 1: {first.get(option, 'no such option')}; section 2: {words}"
        for option, words in second.items()
    }
    regions = {number + 1: words for number, words in enumerate(_REGIONS[:REGIONS])}
    return [
        Codes("option", "Options of the sheet.", options),
        Codes("section", "Sections of the sheet.", {0: "section 1", 1: "section 2"}),
        Codes("option taken", "Options in the field of a section.", {0: "none yet", **taken}, ("section",)),
        Codes("item", "What needs a region on the sheet.", dict(enumerate(items))),
        Codes("region of an item", "Regions on the sheet.", {0: "none", **regions}, ("place_of",)),
        Codes("step", "The entry of the sheet that is to be made.", dict(enumerate(steps)), ("step",)),
    ]


def _of_a_round(box: np.record) -> list[Codes]:
    bids = {number: thousand(amount) for number, amount in enumerate(RUNGS)}
    partners = {seat + 1: player(seat) for seat in range(SEATS)}
    lobby = {int(doing) + 1: spoken(doing.name) for doing in Lobby}
    return [
        Codes("number", "Bids, in thousands; up to 30 also numbers of meetings.", bids),
        Codes("acting", "The lobby action that wants an aim.", {0: "nothing", **lobby}, ("acting",)),
        Codes("ally", "The partner in a coalition.", {0: "none", **partners}, ("ally",)),
        Codes("winner", "Those who may place on the national board.", dict(enumerate(PLACES[:WINNERS]))),
    ]
