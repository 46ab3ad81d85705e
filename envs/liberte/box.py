"""The box: its record, the options of play, and the checks of a user's own box."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core.engine.record import Field
from ..core.errors import BoxError
from ..core.io.box import BoxSpec, Option
from ..core.io.box_rows import check_totals, flag, is_named, letters, rows, word
from ..core.text.words import text
from .table import BLUE, CARDS, FACE_UP, PROVINCES, RED, REGIONS, SEATS, SHOWN, TALLEST, TURNS, WHITE
from .table import FIELDS as TABLE_FIELDS

# The kinds of cards; specials come last, in this order.
PERSONALITY, CLUB, PURGE, GUILLOTINE, EMIGRATION, TERROR, BREAD_SHORTAGE, RELIGIOUS_PROBLEMS = range(1, 9)
KINDS = 9
# The silhouettes of personalities.
ORDINARY, SANS_CULOTTE, GENERAL = range(3)
ANYWHERE = REGIONS  # the region of a club card
SET_A, SET_B = 1, 2
# Options, numbered as their words are listed below.
LIMITED, UNLIMITED = range(2)
COMPULSORY, OPTIONAL = range(2)
STATE, ACT = range(2)
SUM, STRONGEST = range(2)
LITERAL, NONE = range(2)
MAP, MAP_AND_COLLECTED = range(2)

NAME_BYTES = 28
MOST_VP = next(field.high for field in TABLE_FIELDS if field.name == "vp")

_i8, _i16, _u8 = np.int8, np.int16, np.uint8

FIELDS = (
    # The map
    Field("regions", _i8, (), 1, REGIONS, "number of regions"),
    Field("region_name", _u8, (REGIONS, NAME_BYTES), 0, 255, "what the regions are called, UTF-8 bytes"),
    Field("provinces", _i8, (), 1, PROVINCES, "number of provinces"),
    Field("province_name", _u8, (PROVINCES, NAME_BYTES), 0, 255, "names of the provinces, UTF-8 bytes"),
    Field("province_region", _i8, (PROVINCES,), 0, REGIONS - 1, "region of each province"),
    Field("cr", _i8, (PROVINCES,), 0, 1, "1 for a counter-revolutionary province"),
    Field("province_vp", _i8, (PROVINCES,), 0, 5, "victory points of each province in the last turns"),
    Field("region_first", _i8, (REGIONS,), 0, PROVINCES - 1, "first province of each region"),
    Field("region_size", _i8, (REGIONS,), 0, PROVINCES, "provinces of each region"),
    Field(
        "region_order", _i8, (REGIONS,), 0, REGIONS, "regions, numbered from 1, in the order of the election"
    ),
    Field("paris", _i8, (), 0, PROVINCES - 1, "the province whose winner takes the whole stack"),
    # The cards
    Field("cards", _i8, (), 1, CARDS, "number of cards"),
    Field("card_name", _u8, (CARDS + 1, NAME_BYTES), 0, 255, "names of the cards, UTF-8 bytes"),
    Field("card_kind", _i8, (CARDS + 1,), 0, KINDS - 1, "personality, club, or which special"),
    Field("card_set", _i8, (CARDS + 1,), 0, SET_B, "1 for set A, 2 for set B"),
    Field("card_colour", _i8, (CARDS + 1,), 0, RED, "colour of the blocks; 0 for a special"),
    Field("card_value", _i8, (CARDS + 1,), 0, TALLEST, "number of blocks; 0 for a special"),
    Field("card_region", _i8, (CARDS + 1,), 0, REGIONS, "region of the background; 6 is anywhere"),
    Field("card_silhouette", _i8, (CARDS + 1,), 0, GENERAL, "0 ordinary, 1 sans-culotte, 2 general"),
    Field("card_cannon", _i8, (CARDS + 1,), 0, 1, "1 for a card with a cannon"),
    # Numbers
    Field("blocks", _i8, (4,), 0, 60, "blocks of each colour (entry 0 unused, white, blue, red)"),
    Field("blocks_aside", _i8, (), 0, 10, "blocks of each colour that come in with turn 2"),
    Field("tokens_each", _i8, (), 5, 60, "control tokens of a player, without those on the tracks"),
    Field("hand", _i8, (), 1, 9, "cards dealt to each player, and drawn up to in later turns"),
    Field("hand_limit", _i8, (), 3, 20, "hand size from which a draw first costs two cards"),
    Field("display_size", _i8, (), 1, SHOWN - 1, "cards in a display, not counting a sans-culotte's fifth"),
    Field("stack_height", _i8, (), 1, TALLEST, "most blocks in a stack"),
    Field("stacks", _i8, (), 1, SEATS, "most stacks in a province"),
    Field("turns", _i8, (), 1, TURNS, "turns of the game"),
    Field("battle_name", _u8, (TURNS, NAME_BYTES), 0, 255, "battle of each turn; empty without one"),
    Field("battle_vp", _i8, (TURNS,), 0, 9, "victory points of each turn's battle; 0 without one"),
    Field("first_vp", _i8, (), 0, 20, "victory points for the most government blocks"),
    Field("second_vp", _i8, (), 0, 20, "for the second most"),
    Field("opposition_vp", _i8, (), 0, 20, "for the most opposition blocks"),
    Field("shared_first_vp", _i8, (), 0, 20, "for each who stays tied for the most government blocks"),
    Field("shared_second_vp", _i8, (), 0, 20, "for each who stays tied for the second most"),
    Field("shared_opposition_vp", _i8, (), 0, 20, "for each who stays tied for the most opposition blocks"),
    Field("province_vp_from", _i8, (), 1, TURNS, "first turn in which provinces give victory points"),
    Field(
        "cr_needed",
        _i8,
        (),
        1,
        PROVINCES + TURNS,
        "white provinces and lost battles that make a counter-revolution",
    ),
    Field("cr_from", _i8, (), 2, TURNS, "first turn in which a counter-revolution can happen"),
    Field("landslide_votes", _i8, (), 1, PROVINCES + TALLEST, "red votes that make a radical landslide"),
    Field("typical_score", _i16, (), 1, 200, "a usual winning score; scales the margin reward"),
    # Options of play
    Field("valley_rules", _i8, (), 0, 1, "whether one-block cards may be drawn and played in pairs"),
    Field("tokens", _i8, (), 0, 1, "whether control tokens run out"),
    Field("refill", _i8, (), 0, 1, "whether the hand must be filled up"),
    Field("play_without_blocks", _i8, (), 0, 1, "whether a card may be played that can place nothing"),
    Field("fifth_card", _i8, (), 0, 1, "when a display may have a fifth card"),
    Field("waste_specials", _i8, (), 0, 1, "whether a special card may be played without a target"),
    Field("terror_in_turn", _i8, (), 0, 1, "whether the terror takes a card only after a stack"),
    Field("faction_ties", _i8, (), 0, 1, "how cards count in a tie of factions"),
    Field("pushback", _i8, (), 0, 1, "whether the losers of a tie for the government lose a vote"),
    Field("landslide_points", _i8, (), 0, 1, "which red blocks count after a landslide"),
)

OPTIONS = (
    Option("region_order", "regions, numbered from 1 as in the box, in the order of the election"),
    Option(
        "valley_rules",
        "one action may take two face-up one-block cards, or play two one-block personalities",
        (False, True),
    ),
    Option("tokens", "control tokens run out, or do not", ("limited", "unlimited")),
    Option("refill", "the hand must be filled up, or may be", ("compulsory", "optional")),
    Option("play_without_blocks", "a card may be played that can place no block", (False, True)),
    Option(
        "fifth_card",
        "a fifth card may be displayed if any of the five is a sans-culotte, or only if it is one itself",
        ("state", "act"),
    ),
    Option("waste_specials", "a special card may be played without a target", (False, True)),
    Option("terror_in_turn", "the terror takes a card only after it has taken a stack", (False, True)),
    Option(
        "faction_ties",
        "in a tie of factions the blocks on all chosen cards count, or only the strongest card",
        ("sum", "strongest"),
    ),
    Option(
        "pushback",
        "when cards decide a tie for the government, its losers go back a vote, or do not",
        ("literal", "none"),
    ),
    Option(
        "landslide_points",
        "after a landslide the red blocks on the map count, or also those taken in the election",
        ("map", "map and collected"),
    ),
)


# --- From the file to the record -----------------------------------------------------------------

_NO_NAME = [0] * NAME_BYTES
_SETS = {"A": SET_A, "B": SET_B}
_COLOURS = {"white": WHITE, "blue": BLUE, "red": RED}
_SILHOUETTES = {"ordinary": ORDINARY, "sans-culotte": SANS_CULOTTE, "general": GENERAL}
_SPECIALS = {
    "purge": PURGE,
    "guillotine": GUILLOTINE,
    "emigration": EMIGRATION,
    "terror": TERROR,
    "bread shortage": BREAD_SHORTAGE,
    "religious problems": RELIGIOUS_PROBLEMS,
}


class _Card(NamedTuple):
    """A card; each entry goes into the box field of that name with the prefix `card_`."""

    name: list[int]
    kind: int
    set: int
    colour: int = 0
    value: int = 0
    region: int = 0
    silhouette: int = ORDINARY
    cannon: int = 0


def arrange(tree: dict) -> dict[str, Any]:
    """Convert the values of the file to those of the box's fields."""
    values = dict(tree)
    totals = values.pop("totals")
    names = values.pop("regions")
    if not 1 <= len(names) <= REGIONS or len(set(names)) < len(names):
        raise BoxError(f"regions: {names!r}; list 1 to {REGIONS} different names")
    regions = {name: number for number, name in enumerate(names)}
    _arrange_map(values, regions)
    cards = _arrange_cards(values, regions)
    _arrange_battles(values)
    if len(values["blocks"]) != len(_COLOURS):
        raise BoxError(f"blocks: {values['blocks']} needs three numbers, white, blue and red")
    values["blocks"] = [0, *values["blocks"]]
    unknown = set(values) - {field.name for field in FIELDS}
    if unknown:
        raise BoxError(f"{min(unknown)}: unknown entry; see the game's own box.toml for the names")
    check_totals(totals, _count(values, cards))
    return values


def _arrange_map(values: dict[str, Any], regions: dict[str, int]) -> None:
    """Number the provinces region by region, in the order of their rows."""
    found = rows(values, "province", "name", "region", "cr", "vp")
    if not 1 <= len(found) <= PROVINCES:
        raise BoxError(f"province: {len(found)} provinces; list 1 to {PROVINCES}")
    found.sort(key=lambda row: word(row, "region", regions))
    names, whole_stack = [row["name"] for row in found], values.pop("whole_stack")
    if names.count(whole_stack) != 1:
        raise BoxError(
            f"whole_stack: {names.count(whole_stack)} provinces are called {whole_stack!r}; name exactly one"
        )
    sizes = [sum(row["region"] == name for row in found) for name in regions]
    values["regions"], values["provinces"] = len(regions), len(found)
    values["region_name"] = _padded(
        [letters("regions", name, NAME_BYTES) for name in regions], REGIONS, _NO_NAME
    )
    values["region_first"] = _padded([sum(sizes[:region]) for region in range(len(sizes))], REGIONS)
    values["region_size"] = _padded(sizes, REGIONS)
    values["region_order"] = _padded(values["region_order"], REGIONS)
    values["province_name"] = _padded(
        [letters(row["key"], row["name"], NAME_BYTES) for row in found], PROVINCES, _NO_NAME
    )
    values["province_region"] = _padded([regions[row["region"]] for row in found], PROVINCES)
    values["cr"] = _padded([flag(row["key"] + ".cr", row["cr"]) for row in found], PROVINCES)
    values["province_vp"] = _padded([row["vp"] for row in found], PROVINCES)
    values["paris"] = names.index(whole_stack)


def _arrange_cards(values: dict[str, Any], regions: dict[str, int]) -> list[_Card]:
    """Number the cards: set A first, then in each set personalities, clubs and specials."""
    cards: list[_Card] = []
    columns = ("name", "set", "colour", "blocks", "region", "silhouette", "cannon")
    for row in rows(values, "personality", *columns):
        cards.append(
            _Card(
                letters(row["key"], row["name"], NAME_BYTES),
                PERSONALITY,
                word(row, "set", _SETS),
                word(row, "colour", _COLOURS),
                row["blocks"],
                word(row, "region", regions),
                word(row, "silhouette", _SILHOUETTES),
                flag(row["key"] + ".cannon", row["cannon"]),
            )
        )
    cannon = flag("club_cannon", values.pop("club_cannon"))
    for row in rows(values, "club", "name", "set", "colour"):
        name = letters(row["key"], row["name"], NAME_BYTES)
        card_set, colour = word(row, "set", _SETS), word(row, "colour", _COLOURS)
        cards.append(_Card(name, CLUB, card_set, colour, 1, ANYWHERE, ORDINARY, cannon))
    for row in rows(values, "special", "kind", "name", "copies"):
        kind, name = word(row, "kind", _SPECIALS), letters(row["key"], row["name"], NAME_BYTES)
        if len(row["copies"]) != len(_SETS):
            raise BoxError(f"{row['key']}.copies: {row['copies']} needs two numbers, for set A and B")
        for card_set, copies in zip(_SETS.values(), row["copies"]):
            if not 0 <= copies <= CARDS:
                raise BoxError(f"{row['key']}.copies: {copies} is outside 0 to {CARDS}")
            cards += [_Card(name, kind, card_set)] * copies
    if not 1 <= len(cards) <= CARDS:
        raise BoxError(f"cards: the rows make {len(cards)} cards; 1 to {CARDS} are possible")
    cards.sort(key=lambda card: card.set)
    blank = _Card(_NO_NAME, 0, 0)
    for part, numbers in zip(_Card._fields, zip(blank, *cards)):
        values[f"card_{part}"] = _padded(numbers, CARDS + 1, _NO_NAME if part == "name" else 0)
    values["cards"] = len(cards)
    return cards


def _arrange_battles(values: dict[str, Any]) -> None:
    """The battles by turn; a turn without one has no name and no points."""
    names, points = [_NO_NAME] * TURNS, [0] * TURNS
    for row in rows(values, "battle", "turn", "name", "vp"):
        turn = row["turn"]
        if turn not in range(1, TURNS + 1) or names[turn - 1] != _NO_NAME:
            raise BoxError(f"{row['key']}: turn {turn!r}; each battle needs its own turn, 1 to {TURNS}")
        names[turn - 1], points[turn - 1] = letters(row["key"], row["name"], NAME_BYTES), row["vp"]
    values["battle_name"], values["battle_vp"] = names, points


def _count(values: dict[str, Any], cards: list[_Card]) -> dict[str, Any]:
    """The totals of the rows."""
    counts = {
        "provinces": values["provinces"],
        "cr_provinces": sum(values["cr"]),
        "vp_provinces": sum(points != 0 for points in values["province_vp"]),
        "battle_turns": [turn for turn in range(1, TURNS + 1) if values["battle_name"][turn - 1] != _NO_NAME],
        "cards": len(cards),
    }
    for letter, card_set in _SETS.items():
        own = [card for card in cards if card.set == card_set]
        three = [card.colour for card in own if card.value == TALLEST]
        counts[f"cards_{letter.lower()}"] = len(own)
        counts[f"three_block_{letter.lower()}"] = [three.count(colour) for colour in _COLOURS.values()]
        counts[f"generals_{letter.lower()}"] = sum(card.silhouette == GENERAL for card in own)
    return counts


def _padded(values: Iterable, length: int, blank: Any = 0) -> list:
    values = list(values)
    return values + [blank] * (length - len(values))


# --- What makes a box playable -------------------------------------------------------------------


def check(box: np.record) -> None:
    """Raise BoxError for a box that does not add up or cannot be played."""
    _check_map(box)
    _check_cards(box)
    _check_numbers(box)


def _check_map(box: np.record) -> None:
    regions, provinces = int(box["regions"]), int(box["provinces"])
    _check_names(box, "region_name", regions)
    _check_names(box, "province_name", provinces)
    for name in ("province_region", "cr", "province_vp"):
        if box[name][provinces:].any():
            raise BoxError(f"{name}: there are {provinces} provinces; leave the rest 0")
    region = box["province_region"][:provinces].tolist()
    sizes = _padded([region.count(number) for number in range(regions)], REGIONS)
    if 0 in sizes[:regions]:
        raise BoxError(f"regions: {text(box['region_name'][sizes.index(0)])} has no province")
    first = _padded([sum(sizes[:number]) for number in range(regions)], REGIONS)
    together = region == sorted(region) and max(region) < regions
    if not together or box["region_size"].tolist() != sizes or box["region_first"].tolist() != first:
        raise BoxError("province_region: list provinces region by region, as region_first and _size say")
    order = box["region_order"].tolist()
    if sorted(order[:regions]) != list(range(1, regions + 1)) or any(order[regions:]):
        raise BoxError(f"region_order: {order} does not name each region from 1 to {regions} once")
    if box["paris"] >= provinces:
        raise BoxError(f"paris: {box['paris']}, but the provinces are 0 to {provinces - 1}")


def _check_cards(box: np.record) -> None:
    cards = int(box["cards"])
    _check_names(box, "card_name", cards, first=1)
    for name in ("kind", "set", "colour", "value", "region", "silhouette", "cannon"):
        if box[f"card_{name}"][0] or box[f"card_{name}"][cards + 1 :].any():
            raise BoxError(f"card_{name}: cards are numbered 1 to {cards}; leave the rest 0")
    for number in range(1, cards + 1):
        card = _Card(*(box[f"card_{name}"][number].tolist() for name in _Card._fields))
        called = f"card {number}, {text(card.name)}"
        if card.kind == 0 or card.set == 0:
            raise BoxError(f"{called}: needs a kind and a set")
        if card.kind > CLUB:
            if card != _Card(card.name, card.kind, card.set):
                raise BoxError(f"{called}: a special has no blocks, region or symbols")
            continue
        if card.colour == 0 or card.value == 0:
            raise BoxError(f"{called}: needs a colour and 1 to {TALLEST} blocks")
        if card.kind == PERSONALITY and card.region >= box["regions"]:
            raise BoxError(f"{called}: no region has the number {card.region}")
        if card.kind == CLUB and (card.value, card.region, card.silhouette) != (1, ANYWHERE, ORDINARY):
            raise BoxError(f"{called}: a club has one block, goes anywhere and shows no silhouette")
    set_a, needed = int((box["card_set"] == SET_A).sum()), SEATS * int(box["hand"]) + FACE_UP + 1
    if set_a < needed:
        raise BoxError(
            f"hand: {SEATS} players with {box['hand']} cards and {FACE_UP} face up leave none of the {set_a} "
            f"of set A in the deck; {needed} are needed"
        )


def _check_numbers(box: np.record) -> None:
    blocks, aside = box["blocks"].tolist(), int(box["blocks_aside"])
    if blocks[0] != 0 or min(blocks[1:]) <= aside:
        raise BoxError(f"blocks: {blocks[1:]}, but each colour needs more than the {aside} set aside")
    turns = int(box["turns"])
    battles = [turn for turn in range(1, TURNS + 1) if box["battle_vp"][turn - 1] > 0]
    for turn in range(1, TURNS + 1):
        if (turn in battles) != is_named(f"battle_name: entry {turn - 1}", box["battle_name"][turn - 1]):
            raise BoxError(f"battle_vp: the battle of turn {turn} needs a name and at least one point")
    if battles and battles[-1] > turns:
        raise BoxError(f"battle_vp: a battle in turn {battles[-1]}, but there are {turns} turns")
    if box["cr_needed"] <= len(battles):
        raise BoxError(
            f"cr_needed: {box['cr_needed']}; it must be above the number of battles, {len(battles)}"
        )
    most = _most_points(box)
    if most > MOST_VP:
        raise BoxError(f"first_vp: a player could have {most} victory points in all; at most {MOST_VP} fit")


def _most_points(box: np.record) -> int:
    """The victory points of a player who wins everything."""
    votes = max(int(box[f"{name}_vp"]) for name in ("first", "second", "shared_first", "shared_second"))
    votes += max(int(box["opposition_vp"]), int(box["shared_opposition_vp"]))
    turns = int(box["turns"])
    late = max(0, turns - int(box["province_vp_from"]) + 1)
    return int(box["battle_vp"].sum()) + turns * votes + late * int(box["province_vp"].sum())


def _check_names(box: np.record, field: str, number: int, first: int = 0) -> None:
    """Raise BoxError unless exactly the entries `first` to `first + number - 1` are names.

    Only copies of a special may be called alike: the words for an action name a card or province (LIB-9.14).
    """
    called: dict[str, tuple[int, int]] = {}
    for place in range(len(box[field])):
        expected = first <= place < first + number
        if is_named(f"{field}: entry {place}", box[field][place]) != expected:
            raise BoxError(f"{field}: entry {place} must {'be a name' if expected else 'stay empty'}")
        if not expected:
            continue
        name, kind = text(box[field][place]), int(box["card_kind"][place]) if field == "card_name" else 0
        other, its_kind = called.setdefault(name, (place, kind))
        if other != place and (kind != its_kind or kind <= CLUB):
            raise BoxError(
                f"{field}: {other} and {place} are both called {name!r}; give each a name of its own"
            )


BOX = BoxSpec(Path(__file__).with_name("box.toml"), FIELDS, OPTIONS, arrange, check)
