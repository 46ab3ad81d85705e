"""The box: its record, the options of play, and the checks of a user's own box."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core.engine.compile import rule
from ..core.engine.record import Field
from ..core.errors import BoxError
from ..core.io.box import BoxSpec, Option
from ..core.io.box_rows import check_totals, flag, is_named, letters, rows, whole_number, word
from ..core.text.words import text
from .table import (
    BASE,
    CARDS,
    EFFECTS,
    EXTRA,
    FIRST_START,
    LAST_START,
    OFFICES,
    PERIODS,
    PRINTED,
    REDS,
    ROUNDS,
    SEATS,
    STREET,
    Effect,
)

NAME_BYTES = 28
POINTS = 3  # start cards worth a point
SECTIONS = 5
STRONGEST = 20  # the highest strength of a card or office

_i8, _i16, _u8 = np.int8, np.int16, np.uint8

FIELDS = (
    # Cards, by their number
    Field(
        "card_name", _u8, (CARDS + 1, NAME_BYTES), 0, 255, "titles, UTF-8 bytes; start cards have none here"
    ),
    Field("card_effect", _i8, (CARDS + 1,), 0, EFFECTS - 1, "what each card does, an Effect; see effect_of"),
    Field("card_strength", _i8, (CARDS + 1,), 0, STRONGEST, "how much of it; 0 where that has no meaning"),
    Field("card_price", _i8, (CARDS + 1,), 0, 30, "price in coins, without that of the space"),
    Field("card_period", _i8, (CARDS + 1,), 0, PERIODS, "period I to IV in which it comes; 0 a start card"),
    Field("not_with_two", _i8, (CARDS + 1,), 0, 1, "1 for a card that two players do without"),
    Field("coin_name", _u8, (NAME_BYTES,), 0, 255, "title of the start cards of a coin, UTF-8 bytes"),
    Field("point_name", _u8, (POINTS, NAME_BYTES), 0, 255, "titles of start cards of a point, UTF-8 bytes"),
    # Offices: those printed on the board, the base cards, the extra cards
    Field("office_effect", _i8, (OFFICES,), 0, EFFECTS - 1, "what each office does, an Effect"),
    Field("office_strength", _i8, (OFFICES,), 0, STRONGEST, "how much of it; 0 where that has no meaning"),
    Field("office_players", _i8, (OFFICES,), 2, SEATS, "fewest players with whom it is used"),
    Field("office_section", _i8, (OFFICES,), 0, SECTIONS, "section of an extra office; 0 of the others"),
    # Numbers
    Field("hand", _i8, (), 1, 20, "cards drawn for a round"),
    Field("workers", _i8, (), 1, 10, "workers of a player in each round"),
    Field("recruits", _i8, (), 0, 10, "workers that may be recruited in a round"),
    Field("surcharge", _i8, (STREET,), 0, 9, "coins that each space of the street adds to the price"),
    Field("cleared", _i8, (SEATS + 1,), 0, STREET, "spaces cleared after a round, by the number of players"),
    Field("rounds", _i8, (), 1, ROUNDS, "rounds at most"),
    Field("end_points", _i16, (), 1, 1000, "victory points that end the game"),
    Field("typical_score", _i16, (), 1, 1000, "a usual winning score; scales the margin reward"),
    # Options of play
    Field(
        "vp_start_numbers", _i8, (POINTS,), FIRST_START, LAST_START, "start cards worth a point, not a coin"
    ),
    Field("partial_draw", _i8, (), 0, 1, "whether drawing may stop early"),
    Field("blue_office_immediate", _i8, (), 0, 1, "whether blue offices are for the turn of their worker"),
    Field("donate_with_charity", _i8, (), 0, 1, "whether the charity event pays a donation of one coin"),
    Field("strict_two", _i8, (), 0, 1, "whether a copy is a use of the card copied"),
    Field("double_bonus_coins", _i8, (), 0, 1, "whether coins of a bonus payment are doubled"),
    Field("charity_vp", _i8, (), 1, 2, "victory points of the charity event"),
    Field("min_invest", _i8, (), 0, 1, "coins that must be invested in a doctorate"),
    Field("token_limit", _i16, (), 0, 300, "tokens in the box; 0 does not run out"),
    Field("any_order", _i8, (), 0, 1, "whether one buys before all of the hand is laid down"),
    Field("decline_points", _i8, (), 0, 1, "whether points of cards and offices can be left"),
)

OPTIONS = (
    Option("vp_start_numbers", "the three of the start cards 9 to 18 that are worth a point, not a coin"),
    Option("partial_draw", "one card is drawn at a time, and one may stop", (False, True)),
    Option(
        "blue_office_immediate", "a blue office is used in the turn of its worker or never", (False, True)
    ),
    Option("donate_with_charity", "the charity event can be paid as a coin of a donation", (False, True)),
    Option("strict_two", "a copy counts as a use of the card copied, which has two", (False, True)),
    Option(
        "double_bonus_coins", "coins that a bonus payment brings are doubled as others are", (False, True)
    ),
    Option("charity_vp", "victory points of the charity event: 2 as in the glossary, 1 as in the overview"),
    Option("min_invest", "coins that must be left to invest when a doctorate is bought, 1 or 0"),
    Option(
        "token_limit", "tokens in the box, of which offices in play get none any more; 0: they never run out"
    ),
    Option(
        "any_order",
        "in phase 3 one uses cards and offices one by one, and buys, before all of the hand is laid down",
        (False, True),
    ),
    Option("decline_points", "points of cards and offices count only where one says so", (False, True)),
)


# --- Functions for rules and texts ---------------------------------------------------------------

ONE_POINT = int(Effect.VP)


@rule
def is_start(card: int) -> bool:
    """Whether players start with a card of this number."""
    return FIRST_START <= card <= LAST_START


@rule
def is_red(card: int) -> bool:
    """Whether this is a red card, which does nothing."""
    return 0 < card <= REDS


@rule
def effect_of(box: np.record, card: int) -> int:
    """The Effect of a card, as a number; an option says which start cards are worth a point."""
    if is_start(card):
        for i in range(POINTS):
            if box.vp_start_numbers[i] == card:
                return ONE_POINT
    return int(box.card_effect[card])


# --- From the file to the record -----------------------------------------------------------------


def _words(*effects: Effect) -> dict[str, Effect]:
    return {effect.name.lower().replace("_", " "): effect for effect in effects}


_ON_CARDS = _words(
    Effect.NONE,
    Effect.DRAW,
    Effect.DONATE,
    Effect.WORKER,
    Effect.TRASH_FOR_WORKER,
    Effect.EXTRA_OFFICE,
    Effect.ELBOWS,
    Effect.COIN,
    Effect.DOUBLE_COINS,
    Effect.COIN_OR_VP,
    Effect.VP,
    Effect.DOUBLE_TOKENS,
    Effect.REUSE_WORKER,
    Effect.COPY_CARD,
    Effect.KEEP,
)
_ON_OFFICES = _words(
    Effect.DRAW,
    Effect.SWAP,
    Effect.COIN,
    Effect.BUY,
    Effect.BUY_SPECIAL,
    Effect.TRASH_FOR_COIN,
    Effect.VP,
    Effect.REUSE_CARD,
)
_WITH_STRENGTH = (
    Effect.DRAW,
    Effect.SWAP,
    Effect.WORKER,
    Effect.COIN,
    Effect.BUY,
    Effect.TRASH_FOR_COIN,
    Effect.VP,
)
_KINDS = {"printed": PRINTED, "base": BASE, "extra": EXTRA}
_NUMBERS = (*range(1, REDS + 1), *range(LAST_START + 1, CARDS + 1))  # of all cards but start cards
_STARTS = range(FIRST_START, LAST_START + 1)
_NO_NAME = [0] * NAME_BYTES
_RANGES = {field.name: (field.low, field.high) for field in FIELDS}


class _Card(NamedTuple):
    """A card; each entry goes into the field of the same name."""

    card_name: list[int] = _NO_NAME
    card_effect: int = Effect.NONE
    card_strength: int = 0
    card_price: int = 0
    card_period: int = 0
    not_with_two: int = 0


class _Office(NamedTuple):
    """An office; each entry goes into the field of the same name."""

    office_effect: int
    office_strength: int
    office_players: int
    office_section: int


START = _Card(card_effect=Effect.COIN, card_strength=1)
_MADE = {*_Card._fields, *_Office._fields, "coin_name", "point_name"}  # fields that rows are made into
_ENTRIES = set(_RANGES) - _MADE | {"card", "office", "start_coin", "start_point", "doctorates"}


def arrange(tree: dict) -> dict[str, Any]:
    """Convert the values of the file to those of the box's fields."""
    values = dict(tree)
    totals = values.pop("totals")
    unknown = set(values) - _ENTRIES
    if unknown:
        raise BoxError(f"{min(unknown)}: unknown entry; see the game's own box.toml for the names")
    cards, offices = _cards(values), _offices(values)
    for name, column in zip(_Card._fields, zip(*cards)):
        values[name] = list(column)
    for name, column in zip(_Office._fields, zip(*offices)):
        values[name] = list(column)
    _arrange_start(values)
    _arrange_cleared(values)
    counts = _count(values) | _count_cards(values, cards) | _count_offices(offices)
    check_totals(totals, counts)
    return values


def _cards(values: dict[str, Any]) -> list[_Card]:
    """All cards by number; entry 0 is no card."""
    cards = [START if number in _STARTS else _Card() for number in range(CARDS + 1)]
    numbers = set()
    columns = ("number", "title", "action", "strength", "period", "price", "not_with_two")
    for row in rows(values, "card", *columns):
        key, number = row["key"], row["number"]
        if type(number) is not int or number not in _NUMBERS:
            raise BoxError(
                f"{key}.number: {number!r} is not one of 1 to {REDS} and {LAST_START + 1} to {CARDS}"
            )
        if number in numbers:
            raise BoxError(f"{key}.number: {number} is given twice; each card needs its own number")
        numbers.add(number)
        cards[number] = _Card(
            letters(f"{key}.title", row["title"], NAME_BYTES),
            word(row, "action", _ON_CARDS),
            _number(f"{key}.strength", row["strength"], "card_strength"),
            _number(f"{key}.price", row["price"], "card_price"),
            _number(f"{key}.period", row["period"], "card_period"),
            flag(f"{key}.not_with_two", row["not_with_two"]),
        )
    missing = set(_NUMBERS) - numbers
    if missing:
        raise BoxError(f"card: no row has the number {min(missing)}; {len(_NUMBERS)} rows are needed")
    return cards


def _offices(values: dict[str, Any]) -> list[_Office]:
    """Printed offices first, then the base cards, then the extra cards by section."""
    offices: dict[str, list[_Office]] = {kind: [] for kind in _KINDS}
    for row in rows(values, "office", "kind", "players", "section", "action", "strength"):
        key, kind = row["key"], row["kind"]
        if kind not in list(offices):
            raise BoxError(f"{key}.kind: {kind!r} is not one of {', '.join(offices)}")
        office = _Office(
            word(row, "action", _ON_OFFICES),
            _number(f"{key}.strength", row["strength"], "office_strength"),
            _number(f"{key}.players", row["players"], "office_players"),
            _number(f"{key}.section", row["section"], "office_section"),
        )
        offices[kind].append(office)
    for kind, number in _KINDS.items():
        if len(offices[kind]) != number:
            raise BoxError(f"office: {len(offices[kind])} rows are of kind {kind!r}; {number} are needed")
    offices["extra"].sort(key=lambda office: office.office_section)
    return [office for kind in _KINDS for office in offices[kind]]


def _arrange_start(values: dict[str, Any]) -> None:
    """The titles of the start cards; an option says which numbers have which title."""
    titles = rows(values, "start_point", "title")
    if len(titles) != POINTS:
        raise BoxError(f"start_point: {len(titles)} rows; {POINTS} are needed")
    values["point_name"] = [letters(f"{row['key']}.title", row["title"], NAME_BYTES) for row in titles]
    values["coin_name"] = letters("start_coin", values.pop("start_coin"), NAME_BYTES)


def _arrange_cleared(values: dict[str, Any]) -> None:
    """The number of spaces cleared after a round, by the number of players."""
    given = values["cleared"]
    if not isinstance(given, dict):
        raise BoxError(f"cleared: {given!r} is no table of players_2 to players_{SEATS}")
    cleared = dict(given)
    values["cleared"] = [0, 0]
    for players in range(2, SEATS + 1):
        key = f"players_{players}"
        if key not in cleared:
            raise BoxError(f"cleared.{key}: missing")
        values["cleared"].append(_number(f"cleared.{key}", cleared.pop(key), "cleared"))
    if cleared:
        raise BoxError(f"cleared.{min(cleared)}: unknown; choose from players_2 to players_{SEATS}")


def _number(key: str, value: Any, field: str) -> int:
    """A whole number in the range of a field."""
    return whole_number(key, value, *_RANGES[field])


# --- Totals --------------------------------------------------------------------------------------


def _count(values: dict[str, Any]) -> dict[str, Any]:
    """The totals of workers and start cards."""
    workers, recruits = (_number(name, values[name], name) for name in ("workers", "recruits"))
    points = len(values["point_name"])
    return {
        "start_coins": len(_STARTS) - points,
        "start_points": points,
        "workers_of_a_player": workers + recruits,
    }


def _count_cards(values: dict[str, Any], cards: list[_Card]) -> dict[str, Any]:
    """The totals of the rows of cards."""
    doctorates = values.pop("doctorates")
    if type(doctorates) is not int or doctorates != SEATS:
        raise BoxError(f"doctorates: {doctorates!r}; each player adds one, so {SEATS} are needed")
    periods = [card.card_period for card in cards]
    reds = sum(cards[number].card_effect == Effect.NONE for number in _NUMBERS)
    strengths = [(card.card_effect, card.card_strength) for card in cards]
    strengths.append((Effect.VP, 1))  # the start cards of a point
    return {
        "cards_of_periods": [*(periods.count(period) for period in range(1, PERIODS + 1)), doctorates],
        "red_cards": reds,
        "other_cards": len(_NUMBERS) - reds,
        "not_with_two": [number for number in _NUMBERS if cards[number].not_with_two],
        **_strengths("cards", _ON_CARDS, strengths),
    }


def _count_offices(offices: list[_Office]) -> dict[str, Any]:
    """The totals of the rows of offices."""
    strengths = [(office.office_effect, office.office_strength) for office in offices]
    sections = [office.office_section for office in offices]
    return {
        **{f"{kind}_offices": number for kind, number in _KINDS.items()},
        "sections_1_4_5": [sections.count(section) for section in (1, 4, 5)],
        "sections_2_and_3": sections.count(2) + sections.count(3),
        "offices_to_buy_two": strengths.count((Effect.BUY, 2)),
        **_strengths("offices", _ON_OFFICES, strengths),
    }


def _strengths(name: str, words: dict[str, Effect], all_of: list[tuple[int, int]]) -> dict[str, list[int]]:
    """The strengths that occur for each action that has a strength."""
    return {
        f"{word.replace(' ', '_')}_{name}": sorted({strength for own, strength in all_of if own == effect})
        for word, effect in words.items()
        if effect in _WITH_STRENGTH
    }


# --- What makes a box playable -------------------------------------------------------------------


def check(box: np.record) -> None:
    """Raise BoxError for a box that does not add up or cannot be played."""
    _check_titles(box)
    _check_cards(box)
    _check_supply(box)
    _check_offices(box)
    numbers = box["vp_start_numbers"].tolist()
    if len(set(numbers)) < POINTS:
        raise BoxError(
            f"vp_start_numbers: {numbers} are not {POINTS} different numbers of {FIRST_START} to {LAST_START}"
        )
    if box["cleared"][:2].any():
        raise BoxError("cleared: indexed by the number of players, from 2 on; leave entries 0 and 1 at 0")


def _check_titles(box: np.record) -> None:
    for number, name in enumerate(box["card_name"]):
        if is_named(f"card_name: entry {number}", name) != (number in _NUMBERS):
            raise BoxError(
                f"card_name: entry {number} must {'be a title' if number in _NUMBERS else 'stay empty'}"
            )
    if not is_named("coin_name:", box["coin_name"]):
        raise BoxError("coin_name: must be a title")
    for place, name in enumerate(box["point_name"]):
        if not is_named(f"point_name: entry {place}", name):
            raise BoxError(f"point_name: entry {place} must be a title")


def _check_cards(box: np.record) -> None:
    for number in range(CARDS + 1):
        card = _Card(*(box[name][number].tolist() for name in _Card._fields))
        if number not in _NUMBERS:
            expected = START if number in _STARTS else _Card()
            for name, value, wanted in zip(_Card._fields[1:], card[1:], expected[1:]):
                if value != wanted:
                    raise BoxError(f"{name}: entry {number} is not a supply card; leave it {wanted:d}")
            continue
        called = f"card {number}, {text(card.card_name)}"
        if (card.card_effect == Effect.NONE) != (number <= REDS):
            raise BoxError(f"{called}: only cards 1 to {REDS}, the red ones, have no action")
        if number <= REDS and card.card_price > 0:
            raise BoxError(f"{called}: a red card cannot be bought; its price is 0")
        if card.card_period == 0:
            raise BoxError(f"{called}: needs a period from 1 to {PERIODS}")
        _check_effect(called, card.card_effect, card.card_strength, _ON_CARDS)


def _check_effect(called: str, effect: int, strength: int, words: dict[str, Effect]) -> None:
    if effect not in words.values():
        raise BoxError(f"{called}: effect number {effect} is none of {', '.join(words)}")
    if effect in _WITH_STRENGTH and strength == 0:
        raise BoxError(f"{called}: its action needs a strength of at least 1")
    if effect not in _WITH_STRENGTH and strength > 0:
        raise BoxError(f"{called}: its action has no strength; leave it 0")


def _check_supply(box: np.record) -> None:
    """Require cards of each period, and enough for the street, with two players, who have the fewest."""
    periods = [int(box["card_period"][number]) for number in _NUMBERS if not box["not_with_two"][number]]
    for period in range(1, PERIODS + 1):
        if period not in periods:
            raise BoxError(f"card_period: no card of period {period} is left for two players; one is needed")
    if len(periods) < STREET:
        raise BoxError(
            f"not_with_two: {len(periods)} cards are left for two players; the street needs {STREET}"
        )


def _check_offices(box: np.record) -> None:
    for number in range(OFFICES):
        effect, strength, players, section = (int(box[name][number]) for name in _Office._fields)
        called = f"office {number}"
        _check_effect(called, effect, strength, _ON_OFFICES)
        if number < PRINTED:
            if players != 2 or section != 0:
                raise BoxError(f"{called}: is printed on the board, so players is 2 and section 0")
        elif number < PRINTED + BASE:
            if players == 2 or section != 0:
                raise BoxError(f"{called}: is a base card, so players is 3 or {SEATS} and section 0")
        elif players != 2 or section == 0:
            raise BoxError(f"{called}: is an extra card, so players is 2 and section 1 to {SECTIONS}")
    for section in range(1, SECTIONS + 1):
        if section not in box["office_section"]:
            raise BoxError(f"office_section: no extra office is of section {section}; each needs one")


BOX = BoxSpec(Path(__file__).with_name("box.toml"), FIELDS, OPTIONS, arrange, check)
