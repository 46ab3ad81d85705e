"""The box: its record, the options of play, and the checks of a user's own box."""

from pathlib import Path
from typing import Any

import numpy as np

from ..core.engine.record import Field
from ..core.errors import BoxError
from ..core.io.box import BoxSpec, Option
from ..core.io.box_rows import check_totals, flag, is_named, letters, rows, whole_number, word
from ..core.text.words import text
from .table import (
    CABINET,
    CONTRIBUTIONS,
    DIE,
    FIRST_SECTION,
    ISSUES,
    ITEMS,
    LANDS,
    MOST_BID,
    MOST_TREND,
    MOST_VOTES,
    NATIONAL,
    OPINION_COPIES,
    POLLS,
    PROGRAMME_COPIES,
    REGIONS,
    ROUNDS,
    SEATS,
    SECOND_SECTION,
    Item,
)

NAME_BYTES = 28
MOST_SEATS = 120  # per land

_i8, _i16, _u8 = np.int8, np.int16, np.uint8

FIELDS = (
    # Lands
    Field("land_name", _u8, (LANDS, NAME_BYTES), 0, 255, "names, UTF-8 bytes"),
    Field("land_seats", _i8, (LANDS, MOST_VOTES + 1), 0, MOST_SEATS, "seats for 0 to 50 votes"),
    # Opinions and programmes
    Field("issue_name", _u8, (ISSUES, NAME_BYTES), 0, 255, "names of the issues, UTF-8 bytes"),
    Field("stand_name", _u8, (ISSUES, 2, NAME_BYTES), 0, 255, "names of the stands for and against"),
    # The shadow cabinet; entry 0 is no card
    Field("cabinet_name", _u8, (CABINET + 1, NAME_BYTES), 0, 255, "titles, UTF-8 bytes"),
    Field("cabinet_price", _i8, (CABINET + 1,), 0, 50, "price, in thousands"),
    Field("cabinet_phone", _i8, (CABINET + 1,), 0, 1, "1 for a card with a telephone"),
    Field("cabinet_votes", _i8, (CABINET + 1,), 0, MOST_VOTES, "votes it brings; 0: not on the card"),
    Field("cabinet_doubler", _i8, (CABINET + 1,), 0, 1, "1 when it lays or takes a doubler"),
    Field("cabinet_media", _i8, (CABINET + 1,), 0, 1, "1 when it puts out another's media marker"),
    Field("cabinet_up", _i8, (CABINET + 1,), 0, 2 * MOST_TREND, "spaces up of one's own trend; 0: not on it"),
    Field("cabinet_down", _i8, (CABINET + 1,), 0, 2 * MOST_TREND, "spaces down of another's; 0: not on it"),
    # Polls
    Field(
        "poll_change", _i8, (POLLS, SEATS), -2 * MOST_TREND, 2 * MOST_TREND, "change of each party's trend"
    ),
    Field("poll_yes", _i8, (POLLS,), 0, SEATS, "changes that may be made when it is published"),
    Field(
        "poll_party", _i8, (SEATS + 1, SEATS), 0, SEATS - 1, "column of each seat, by the number of players"
    ),
    # Contributions and dice
    Field("contribution_amount", _i8, (CONTRIBUTIONS,), 1, 100, "amounts, in thousands"),
    Field("contribution_risk", _i8, (CONTRIBUTIONS,), 0, 10, "dice of members lost when accepted"),
    Field("contribution_refusal", _i8, (CONTRIBUTIONS,), 0, 10, "dice of members won when refused"),
    Field("most_loss", _i8, (), 0, 30, "members lost by a contribution at most"),
    Field("refusal_bonus", _i8, (), 0, 10, "more dice for who alone refuses the highest amount"),
    Field("die", _i8, (DIE,), 0, 6, "faces of the special die"),
    # The sheet of the preliminary round
    Field("sheet_item", _i8, (FIRST_SECTION, ITEMS), 0, 2, "what each option of section 1 gives, an Item"),
    Field("sheet_amount", _i8, (FIRST_SECTION, ITEMS), 1, MOST_VOTES, "how much of it"),
    Field("sheet_members", _i8, (SECOND_SECTION,), 0, 50, "members that each option of section 2 gives"),
    Field("sheet_media", _i8, (SECOND_SECTION,), 0, ITEMS, "media markers that each gives"),
    # The national board
    Field("national_figures", _i8, (NATIONAL,), 0, 20, "members won for the opinion on each space"),
    Field("national_points", _i8, (NATIONAL,), 0, 50, "points for it in the end"),
    Field("secured_points", _i8, (), 0, 50, "more points for a secured one"),
    Field("media_points", _i8, (ROUNDS,), 0, 100, "points for a media marker of each election"),
    Field("most_members_points", _i8, (), 0, 50, "points for the most members"),
    Field("second_members_points", _i8, (), 0, 50, "points for the second most members"),
    # Numbers
    Field("elections", _i8, (2,), REGIONS, ROUNDS, "elections of each edition"),
    Field("start_cash", _i16, (), 0, 200, "money at the start, in thousands"),
    Field("start_members", _i8, (), 0, 50, "members at the start"),
    Field("last_member", _i16, (), 50, 999, "last space of the members' track, where markers stop"),
    Field("members_pay", _i8, (ROUNDS,), 0, 1, "1 for each round after which members pay"),
    Field("meetings", _i8, (), 12, 40, "meetings of a player"),
    Field("media_markers", _i8, (), 3, 20, "media markers of a player"),
    Field("tiles", _i8, (), 0, CABINET, "coalition tiles of a player"),
    Field("doublers", _i8, (), 0, 20, "doublers"),
    Field("media_price", _i8, (), 0, 30, "price of a media marker, in thousands"),
    Field("media_spaces", _i8, (), 0, 20, "spaces for media markers in a region"),
    Field("meeting_price", _i8, (), 0, 10, "price of a meeting, in thousands"),
    Field("meetings_bought", _i8, (), 0, 10, "meetings a player may buy in a region in a round"),
    Field("most_meetings", _i8, (), 1, 30, "spaces for meetings of a player in a region"),
    Field("fewest_converted", _i8, (), 1, 30, "meetings a player must have in a region to convert any early"),
    Field("typical_score", _i16, (), 1, 1000, "a usual winning score; scales the margin reward"),
    # Options of play
    Field("edition", _i8, (), 0, 1, "the long or the short game"),
    Field("lobby_order", _i8, (), 0, 1, "order in which cards of the shadow cabinet act"),
    Field("coalition_passes", _i8, (), 1, 2, "rounds of talk about coalitions"),
    Field("opinion_swap", _i8, (), 0, 1, "what an exchanged opinion must differ from"),
    Field("max_start_bid", _i16, (), 0, MOST_BID, "highest bid for the choice of the start player"),
    Field("bid_all", _i8, (), 0, 1, "whether all that one may bid is a bid between the steps"),
    Field("poll_auction", _i8, (), 0, 1, "form of the auction of polls"),
    Field("max_poll_bid", _i16, (), 0, MOST_BID, "highest bid for a poll"),
    Field("poll_members_dice", _i8, (), 0, 10, "dice of members for a poll that is not published"),
    Field("absolute_majority_current", _i8, (), 0, 1, "whether votes change opinions in the current region"),
    Field("doubled_cards_fixed", _i8, (), 0, 1, "whether doubled opinions stay off the national board"),
    Field("last_opening", _i8, (), 0, 1, "when the last region's last cards are opened"),
    Field("contribution", _i8, (), 0, 1, "how contributions are chosen"),
    Field("risk_dice", _i8, (), 0, 1, "how dice of a contribution are counted"),
    # Last, so that boxes stored before this option was added keep their bytes.
    Field("auction_payment", _i8, (), 0, 2, "who pays in auctions, and what"),
)

CLASSIC, SHORT = 0, 1
BY_REGION, BY_PLAYER = 0, 1
GRADUAL, LOOSE = 0, 1
OPEN_AUCTION, BLIND = 0, 1
FIRST, SECOND, ALL = 0, 1, 2
ONE_BY_ONE, TOGETHER = 0, 1
SIMULTANEOUS, IN_TURN = 0, 1
SUM, HIGHEST = 0, 1

OPTIONS = (
    Option("edition", "seven elections, or the short game of five", ("classic", "short")),
    Option(
        "lobby_order", "the shadow cabinets act region by region, or player by player", ("region", "player")
    ),
    Option("coalition_passes", "2: first voluntary coalitions, then forced ones; 1: both in one go"),
    Option(
        "opinion_swap",
        "an opinion laid in exchange is on none of the open issues, or it may be on the one taken away",
        ("gradual", "loose"),
    ),
    Option("max_start_bid", "the highest bid for the choice of the start player, in thousands"),
    Option("bid_all", "a bid of the first step above one's money is of all of it", (False, True)),
    Option(
        "poll_auction",
        "polls go to the highest of open, rising bids, or of one blind bid each",
        ("open", "blind"),
    ),
    Option("max_poll_bid", "the highest bid for a poll, in thousands"),
    Option(
        "auction_payment",
        "the highest bidder pays its own bid, or the highest of the others; or everybody pays its own",
        ("first", "second", "all"),
    ),
    Option("poll_members_dice", "dice of members for a poll that is not published"),
    Option(
        "absolute_majority_current",
        "an absolute majority of votes exchanges an opinion in the current region too",
        (False, True),
    ),
    Option("doubled_cards_fixed", "opinions with a doubler cannot go to the national board", (False, True)),
    Option(
        "last_opening",
        "the last region's cards are opened one a round, or the last two together before its election",
        ("one_by_one", "together"),
    ),
    Option(
        "contribution",
        "contributions are chosen in secret by all, or in turn and seen when accepted",
        ("simultaneous", "in_turn"),
    ),
    Option(
        "risk_dice", "members lost by a contribution: the sum of its dice, or the highest", ("sum", "highest")
    ),
)


# --- From the file to the record -----------------------------------------------------------------

_NO_NAME = [0] * NAME_BYTES
_FEWEST_PLAYERS = 3
_PAID_ROUNDS = ROUNDS - 2  # the last two have no end of a round
_CODE = 3  # letters of an issue that the board prints
_PARTIES = {letter: column for column, letter in enumerate("abcde")}
_ITEMS = {item.name.lower(): int(item) for item in Item}
_CARD_NUMBERS = {
    "price": "cabinet_price",
    "votes": "cabinet_votes",
    "trend_up": "cabinet_up",
    "trend_down": "cabinet_down",
}
_CARD_FLAGS = {"telephone": "cabinet_phone", "doubler": "cabinet_doubler", "media": "cabinet_media"}
_RANGES = {field.name: (field.low, field.high) for field in FIELDS}


def arrange(tree: dict) -> dict[str, Any]:
    """Convert the values of the file to those of the box's fields."""
    values = dict(tree)
    totals = values.pop("totals")
    made = {
        **_lands(values),
        **_issues(values),
        **_cabinet(values),
        **_polls(values),
        **_contributions(values),
        **_sheet(values),
        "members_pay": _members_pay(values),
    }
    unknown = set(values) - (set(_RANGES) - set(made))
    if unknown:
        raise BoxError(f"{min(unknown)}: unknown entry; see the game's own box.toml for the names")
    values.update(made)
    check_totals(totals, _count(values))
    return values


def _lands(values: dict[str, Any]) -> dict[str, list]:
    """The lands, after a check that each table of seats ends with the number printed on the tile."""
    names, seats = [], []
    for row in _rows(values, "land", LANDS, "name", "seats", "seats_by_votes"):
        key = row["key"]
        full = _number(f"{key}.seats", row["seats"], "land_seats")
        by_votes = _numbers(f"{key}.seats_by_votes", row["seats_by_votes"], "land_seats", MOST_VOTES + 1)
        if by_votes[-1] != full:
            raise BoxError(
                f"{key}.seats: {full}, but seats_by_votes ends with {by_votes[-1]}; both must be the seats "
                f"for {MOST_VOTES} votes"
            )
        names.append(letters(f"{key}.name", row["name"], NAME_BYTES))
        seats.append(by_votes)
    return {"land_name": names, "land_seats": seats}


def _issues(values: dict[str, Any]) -> dict[str, list]:
    names, stands = [], []
    for row in _rows(values, "issue", ISSUES, "name", "for", "against"):
        name, *both = (
            letters(f"{row['key']}.{column}", row[column], NAME_BYTES)
            for column in ("name", "for", "against")
        )
        names.append(name)
        stands.append(both)
    return {"issue_name": names, "stand_name": stands}


def _cabinet(values: dict[str, Any]) -> dict[str, list]:
    """The cards of a shadow cabinet, from entry 1 on."""
    made: dict[str, list] = {name: [0] for name in (*_CARD_NUMBERS.values(), *_CARD_FLAGS.values())}
    made["cabinet_name"] = [_NO_NAME]
    for row in _rows(values, "cabinet", CABINET, "title", *_CARD_NUMBERS, *_CARD_FLAGS):
        key = row["key"]
        made["cabinet_name"].append(letters(f"{key}.title", row["title"], NAME_BYTES))
        for column, name in _CARD_NUMBERS.items():
            made[name].append(_number(f"{key}.{column}", row[column], name))
        for column, name in _CARD_FLAGS.items():
            made[name].append(flag(f"{key}.{column}", row[column]))
    return made


def _polls(values: dict[str, Any]) -> dict[str, list]:
    found = _rows(values, "poll", POLLS, "changes", "yes")
    return {
        "poll_change": [
            _numbers(f"{row['key']}.changes", row["changes"], "poll_change", SEATS) for row in found
        ],
        "poll_yes": [_number(f"{row['key']}.yes", row["yes"], "poll_yes") for row in found],
        "poll_party": _parties(values),
    }


def _parties(values: dict[str, Any]) -> list[list[int]]:
    """The column of each seat on the polls, by the number of players."""
    parties = dict(values.pop("poll_party"))
    made = [[0] * SEATS for _ in range(_FEWEST_PLAYERS)]
    for players in range(_FEWEST_PLAYERS, SEATS + 1):
        key = f"players_{players}"
        if key not in parties:
            raise BoxError(f"poll_party.{key}: missing")
        own = _list(f"poll_party.{key}", parties.pop(key), players)
        for party in own:
            if not isinstance(party, str) or party not in _PARTIES:
                raise BoxError(f"poll_party.{key}: {party!r} is not one of {', '.join(_PARTIES)}")
        made.append([_PARTIES[party] for party in own] + [0] * (SEATS - players))
    if parties:
        raise BoxError(
            f"poll_party.{min(parties)}: unknown; choose from players_{_FEWEST_PLAYERS} to players_{SEATS}"
        )
    return made


def _contributions(values: dict[str, Any]) -> dict[str, list]:
    made: dict[str, list] = {f"contribution_{column}": [] for column in ("amount", "risk", "refusal")}
    for row in _rows(values, "contribution", CONTRIBUTIONS, "amount", "risk", "refusal"):
        for column in ("amount", "risk", "refusal"):
            name = f"contribution_{column}"
            made[name].append(_number(f"{row['key']}.{column}", row[column], name))
    return made


def _sheet(values: dict[str, Any]) -> dict[str, list]:
    """The options of both sections of the sheet."""
    made: dict[str, list] = {f"sheet_{column}": [] for column in ("item", "amount", "members", "media")}
    for row in _rows(values, "sheet_1", FIRST_SECTION, "items", "amounts"):
        key = row["key"]
        items = _list(f"{key}.items", row["items"], ITEMS)
        made["sheet_item"].append([word({"key": key, "items": item}, "items", _ITEMS) for item in items])
        made["sheet_amount"].append(_numbers(f"{key}.amounts", row["amounts"], "sheet_amount", ITEMS))
    for row in _rows(values, "sheet_2", SECOND_SECTION, "members", "media"):
        for column in ("members", "media"):
            made[f"sheet_{column}"].append(_number(f"{row['key']}.{column}", row[column], f"sheet_{column}"))
    return made


def _members_pay(values: dict[str, Any]) -> list[int]:
    """Convert the list of rounds after which members pay to a flag for each round."""
    paid = values.pop("members_pay")
    if not isinstance(paid, list):
        raise BoxError(f"members_pay: {paid!r} is not a list of rounds")
    for number in paid:
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= _PAID_ROUNDS:
            raise BoxError(
                f"members_pay: {number!r} is not a round from 1 to {_PAID_ROUNDS}; the last two pay no money"
            )
    return [int(number in paid) for number in range(1, ROUNDS + 1)]


def _rows(values: dict[str, Any], key: str, number: int, *columns: str) -> list[dict[str, Any]]:
    """The rows of a table, of which there must be `number`."""
    found = rows(values, key, *columns)
    if len(found) != number:
        raise BoxError(f"{key}: {len(found)} rows; {number} are needed")
    return found


def _list(key: str, value: Any, size: int) -> list:
    """`value`, which must be a list of length `size`."""
    if not isinstance(value, list):
        raise BoxError(f"{key}: {value!r} is not a list; {size} values are needed")
    if len(value) != size:
        raise BoxError(f"{key}: {len(value)} values; {size} are needed")
    return value


def _numbers(key: str, value: Any, field: str, size: int) -> list[int]:
    """`size` whole numbers in the range of a field."""
    return [_number(f"{key}[{place}]", number, field) for place, number in enumerate(_list(key, value, size))]


def _number(key: str, value: Any, field: str) -> int:
    """A whole number in the range of a field."""
    return whole_number(key, value, *_RANGES[field])


def _count(values: dict[str, Any]) -> dict[str, Any]:
    """The totals of the rows, to compare with those of the file."""
    stands = sum(map(len, values["stand_name"]))
    full = [seats[-1] for seats in values["land_seats"]]
    return {
        "lands": len(values["land_name"]),
        "seats_of_lands": [min(full), max(full)],
        "opinion_cards": stands * OPINION_COPIES,
        "programme_cards": stands * PROGRAMME_COPIES,
        "cabinet_cards": (len(values["cabinet_name"]) - 1) * SEATS,
        "contribution_cards": len(values["contribution_amount"]) * SEATS,
        "coalition_tiles": _number("tiles", values["tiles"], "tiles") * SEATS,
        "polls": len(values["poll_yes"]),
        "national_spaces": len(_list("national_figures", values["national_figures"], NATIONAL)),
        "trends_on_sheet": _amounts(values, Item.TREND),
        "votes_on_sheet": _amounts(values, Item.VOTES),
        "meetings_on_sheet": _amounts(values, Item.MEETINGS),
    }


def _amounts(values: dict[str, Any], item: int) -> list[int]:
    """The distinct amounts of an item among the options of the sheet."""
    pairs = [
        pair
        for items, amounts in zip(values["sheet_item"], values["sheet_amount"])
        for pair in zip(items, amounts)
    ]
    return sorted({amount for own, amount in pairs if own == item})


# --- What makes a box playable -------------------------------------------------------------------


def check(box: np.record) -> None:
    """Raise BoxError for a box that does not add up or cannot be played."""
    _check_names(box)
    _check_seats(box)
    _check_cabinet(box)
    _check_parties(box)
    _check_sheet(box)
    _check_rounds(box)


def _check_names(box: np.record) -> None:
    """Require all names, without duplicates."""
    _check_different("land", _names("land_name", box["land_name"]))
    if box["cabinet_name"][0].any():
        raise BoxError("cabinet_name: entry 0 is no card; leave it empty")
    _check_different("cabinet", _names("cabinet_name", box["cabinet_name"], 1))
    issues = _names("issue_name", box["issue_name"])
    _check_codes(issues)
    for issue, stands in enumerate(box["stand_name"]):
        pro, contra = _names(f"stand_name[{issue}]", stands)
        if pro == contra:
            raise BoxError(f"issue[{issue}], {issues[issue]}: both stands are called {pro!r}; two are needed")


def _check_different(key: str, names: list[str]) -> None:
    for place, name in enumerate(names):
        if name in names[:place]:
            raise BoxError(
                f"{key}[{place}]: {name!r} is already the name of {key}[{names.index(name)}]; "
                "each needs its own"
            )


def _check_codes(issues: list[str]) -> None:
    codes = [issue_code(name) for name in issues]
    for place, code in enumerate(codes):
        if not code:
            raise BoxError(
                f"issue[{place}]: {issues[place]!r} has no letter; the board prints the first {_CODE}"
            )
        if code in codes[:place]:
            raise BoxError(
                f"issue[{place}]: {issues[place]!r} begins like {issues[codes.index(code)]!r}; the board "
                f"prints the first {_CODE} letters, so these must differ"
            )


def issue_code(name: str) -> str:
    """The first letters of an issue's name, without what stands between them.

    >>> issue_code("Euro"), issue_code("EU army")
    ('eur', 'eua')
    """
    return "".join(filter(str.isalpha, name)).casefold()[:_CODE]


def _names(key: str, names: np.ndarray, first: int = 0) -> list[str]:
    """The names of a box from entry `first` on, none of which may be missing."""
    for place in range(first, len(names)):
        if not is_named(f"{key}: entry {place}", names[place]):
            raise BoxError(f"{key}: entry {place} must be a name")
    return [text(name) for name in names[first:]]


def _check_seats(box: np.record) -> None:
    for number, seats in enumerate(box["land_seats"].tolist()):
        called = f"land[{number}], {text(box['land_name'][number])}"
        if seats[0] != 0:
            raise BoxError(f"{called}: {seats[0]} seats for 0 votes; it must be 0")
        if seats[-1] == 0:
            raise BoxError(f"{called}: no seats for {MOST_VOTES} votes; at least one is needed")
        for votes in range(1, MOST_VOTES + 1):
            if seats[votes] < seats[votes - 1]:
                raise BoxError(
                    f"{called}: {seats[votes]} seats for {votes} votes, but {seats[votes - 1]} for "
                    f"{votes - 1}; more votes never bring fewer seats"
                )


def _check_cabinet(box: np.record) -> None:
    columns = (*_CARD_NUMBERS.values(), *_CARD_FLAGS.values())
    for name in columns:
        if box[name][0] != 0:
            raise BoxError(f"{name}: entry 0 is no card; leave it 0")
    for number in range(1, CABINET + 1):
        if not any(box[name][number] for name in columns if name != "cabinet_price"):
            raise BoxError(
                f"cabinet[{number - 1}], {text(box['cabinet_name'][number])}: can do nothing; give it an "
                "action or a telephone"
            )


def _check_parties(box: np.record) -> None:
    for players, parties in enumerate(box["poll_party"].tolist()):
        used = players if players >= _FEWEST_PLAYERS else 0
        if len(set(parties[:used])) < used:
            raise BoxError(f"poll_party.players_{players}: two seats share a party; each needs its own")
        if any(parties[used:]):
            raise BoxError(f"poll_party: entry {players} is for {used} seats; leave the rest 0")


def _check_sheet(box: np.record) -> None:
    """Require room for all meetings of an option in one region, where each party already has one."""
    spaces, supply = int(box["most_meetings"]), int(box["meetings"])
    for option in range(FIRST_SECTION):
        key = f"sheet_1[{option}]"
        given = list(zip(box["sheet_item"][option].tolist(), box["sheet_amount"][option].tolist()))
        trend = max((amount for item, amount in given if item == Item.TREND), default=0)
        meetings = sum(amount for item, amount in given if item == Item.MEETINGS)
        if trend > MOST_TREND:
            raise BoxError(f"{key}: a trend of {trend}; the highest is {MOST_TREND}")
        if spaces < 1 + meetings:
            raise BoxError(
                f"most_meetings: {spaces}, but {key} can add {meetings} in a region that has one already; "
                f"{1 + meetings} are needed"
            )
        if supply < REGIONS + meetings:
            raise BoxError(
                f"meetings: {supply}, but {REGIONS} are in the regions and {key} gives {meetings} more; "
                f"{REGIONS + meetings} are needed"
            )


def _check_rounds(box: np.record) -> None:
    long, short = box["elections"].tolist()
    if short > long:
        raise BoxError(f"elections: {short} in the short game, but only {long} in the long one")
    if box["members_pay"][_PAID_ROUNDS:].any():
        raise BoxError(
            f"members_pay: no money comes after the last two rounds; leave entries {_PAID_ROUNDS} to "
            f"{ROUNDS - 1} at 0"
        )


BOX = BoxSpec(Path(__file__).with_name("box.toml"), FIELDS, OPTIONS, arrange, check)
