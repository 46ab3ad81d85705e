"""The box of Die Macher: it is what the ledger says, its evidence, and boxes of one's own."""

import itertools
import re

import numpy as np
import pytest

from hustings.envs import GameBatch
from hustings.envs.core.api.replay import box_hash
from hustings.envs.core.text.words import text
from hustings.envs.die_macher import GAME, table
from hustings.envs.die_macher.box import BOX, FIELDS

from ..boxes import changed_file
from . import playing as p

OWN = p.BOX[0]
KNOWN = {  # seats that parties won in played games
    "Bayern": [42, 54, 60], "Sachsen": [0, 7, 21, 26], "Rheinland-Pfalz": [0, 6, 9, 12, 32, 42],
    "Schleswig-Holstein": [0, 5, 10, 22, 32], "Brandenburg": [5, 9, 11, 13, 28], "Thüringen": [0, 14, 26],
    "Saarland": [0, 3, 4, 6, 9, 17], "Bremen": [0, 6, 8, 15],
}  # fmt: skip
OPTIONS = {
    "edition": "classic", "lobby_order": "region", "coalition_passes": 2, "opinion_swap": "gradual",
    "max_start_bid": 300, "bid_all": True, "poll_auction": "open", "max_poll_bid": 300,
    "auction_payment": "first",
    "poll_members_dice": 2, "absolute_majority_current": True, "doubled_cards_fixed": False,
    "last_opening": "one_by_one", "contribution": "simultaneous", "risk_dice": "sum",
}  # fmt: skip
CARD = [f"cabinet_{name}" for name in ("price", "phone", "votes", "doubler", "media", "up", "down")]


def names(field: str, box: np.record = OWN) -> list[str]:
    return [text(name) for name in box[field]]


def cards(box: np.record = OWN) -> dict[str, list[int]]:
    return dict(zip(names("cabinet_name", box), columns(*CARD, box=box)))


def columns(*fields: str, box: np.record = OWN) -> list[list[int]]:
    return np.stack([box[field] for field in fields], axis=1).tolist()


# --- What is in the box --------------------------------------------------------------------------

LEDGER = (GAME.box_spec.file.parent / "RULES.md").read_text(encoding="utf-8").splitlines()


def ledger_table(first: str) -> list[list[str]]:
    """The rows of the table in the ledger that begins with this cell, the heading first."""
    start = next(number for number, line in enumerate(LEDGER) if line.startswith(f"| {first} |"))
    rows = itertools.takewhile(lambda line: line.startswith("|"), [LEDGER[start], *LEDGER[start + 2 :]])
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def numbers(first: str, start: int = 0) -> list[list[int]]:
    said = {"-": 0, "yes": 1}
    return [[int(said.get(cell, cell)) for cell in row[start:]] for row in ledger_table(first)[1:]]


@pytest.mark.rule("MAC-0.14", "MAC-0.8", "MAC-10.2")
def test_the_ledger_has_the_lands_and_issues_of_the_box():
    """A fiftieth of the seats on the tile for each vote, rounded half up; a vote brings one at least."""
    tables = [ledger_table(first) for first in ("Nordrhein-Westfalen", "Sachsen-Anhalt")]
    lands = {name: int(seats) for heading, row in tables for name, seats in zip(heading, row)}
    assert [*lands] == names("land_name")
    for by_votes, (land, full) in zip(OWN["land_seats"].tolist(), lands.items()):
        assert by_votes == [0, *(max(1, (2 * full * votes + 50) // 100) for votes in range(1, 51))]
        assert set(KNOWN.get(land, ())) <= set(by_votes)
    issues, stands = ledger_table("Welfare state")
    assert issues == names("issue_name")
    assert stands == [f"{text(one)}, {text(other)}" for one, other in OWN["stand_name"]]


@pytest.mark.rule("MAC-4.1", "MAC-4.2", "MAC-8.2", "MAC-10.28", "MAC-11.14", "MAC-12.8")
def test_the_ledger_has_the_numbers_of_the_box():
    """Of polls each pattern goes round the parties."""
    assert cards() == {"": [0] * 7} | {
        row[0]: n for row, n in zip(ledger_table("card")[1:], numbers("card", 1))
    }
    polls = [first[-turn:] + first[:-turn] for first in numbers("pattern", 1) for turn in range(5)]
    assert OWN["poll_change"].tolist() == polls
    assert numbers("space", 1) == [OWN["national_figures"].tolist(), OWN["national_points"].tolist()]
    contributions = columns("contribution_amount", "contribution_risk", "contribution_refusal")
    assert numbers("amount, in thousands") == contributions


@pytest.mark.rule("MAC-1.4")
def test_the_ledger_has_the_members_of_the_sheet():
    (row,) = (line for line in LEDGER if line.startswith("| MAC-1.4 | Section 2: "))
    members = [int(number) for number in re.findall(r"\d+", row.split("|")[2])[1:]]
    assert members == OWN["sheet_members"].tolist()


def test_the_defaults_of_the_options():
    assert BOX.option_values(BOX.load()) == OPTIONS


# --- Boxes of one's own --------------------------------------------------------------------------

STEPS = [votes // 5 * 5 * 60 // 50 for votes in range(51)]
SMALL = [0] * 10 + [1] * 41


@pytest.mark.rule("MAC-14.18")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        # A table of seats in steps; another land, which wants its own and, at an end, other totals
        ([f"land[1].seats_by_votes = {STEPS}"], {"land_seats": {1: STEPS, 2: OWN["land_seats"][2].tolist()}}),
        (['land[15].name = "Helgoland"', "land[15].seats = 1", f"land[15].seats_by_votes = {SMALL}",
          "totals.seats_of_lands = [1, 80]"], {"land_seats": {15: SMALL}, "land_name": {15: "Helgoland"}}),
        # Polls need not add up to 0, nor do anything, and what is printed as yes may differ
        (["poll[0].yes = 3", "poll[0].changes = [3, 3, 3, 3, 3]", "poll[1].changes = [0, 0, 0, 0, 0]",
          'poll_party.players_3 = ["e", "c", "a"]'],
         {"poll_yes": {0: 3, 1: 2}, "poll_change": {0: [3] * 5, 1: [0] * 5, 2: [-1, -2, 2, 1, 0]},
          "poll_party": {3: [4, 2, 0, 0, 0]}}),
        (["contribution[0].amount = 40", "contribution[0].risk = 0", "contribution[0].refusal = 6",
          "die = [1, 1, 1, 1, 1, 1]", "most_loss = 4"],
         {"contribution_amount": [40, 5, 10, 20, 50], "contribution_risk": {0: 0},
          "contribution_refusal": {0: 6}, "most_loss": 4, "die": [1] * 6}),
        (["national_figures = [3, 3, 3, 3, 3]", "national_points = [6, 8, 10, 12, 15]",
          "media_points = [20, 20, 20, 20, 20, 20, 40]"],
         {"national_figures": [3] * 5, "national_points": [6, 8, 10, 12, 15],
          "media_points": [20] * 6 + [40]}),
        # The amounts that occur on the sheet are totals, which go with it
        (['sheet_1[1].items = ["meetings", "votes", "meetings"]', "sheet_1[1].amounts = [3, 8, 6]",
          "totals.votes_on_sheet = [6, 8]", "totals.meetings_on_sheet = [3, 6]", "sheet_2[3].members = 2"],
         {"sheet_item": {1: [2, 1, 2]}, "sheet_amount": {1: [3, 8, 6]}, "sheet_members": {3: 2}}),
        (['issue[4].name = "Arbeitsplätze"', 'issue[4].for = "ja"', "elections = [6, 4]",
          "members_pay = [2, 4]", "tiles = 2", "totals.coalition_tiles = 10", "start_cash = 0",
          "media_price = 5", "meeting_price = 0"],
         {"issue_name": {4: "Arbeitsplätze"}, "elections": [6, 4], "members_pay": [0, 1, 0, 1, 0, 0, 0],
          "tiles": 2, "start_cash": 0, "media_price": 5, "meeting_price": 0}),
    ],
)  # fmt: skip
def test_a_box_of_ones_own(tmp_path, changes, expected):
    box = BOX.load(changed_file(BOX, changes, tmp_path / "own.toml"))[0]
    for field, value in expected.items():
        found = names(field, box) if field.endswith("name") else box[field].tolist()
        assert ({entry: found[entry] for entry in value} if isinstance(value, dict) else found) == value, (
            field
        )


def test_another_shadow_cabinet(tmp_path):
    whip = ['title = "Whip"', "price = 0", "telephone = true", "votes = 0"]
    last = ["price = 15", "votes = 20", "trend_up = 5", "trend_down = 0"]
    changes = [f"cabinet[0].{change}" for change in whip] + [f"cabinet[6].{change}" for change in last]
    found = cards(BOX.load(changed_file(BOX, changes, tmp_path / "own.toml"))[0])
    assert found["Whip"] == [0, 1, 0, 0, 0, 0, 0]
    assert found["Candidate for Chancellor"] == [15, 1, 20, 1, 1, 5, 0]
    assert sum(row[1] for row in found.values()) == 5


def test_a_row_in_one_line(tmp_path):
    words, header = BOX.file.read_text(encoding="utf-8"), "[[cabinet]]"
    start = words.index(header)
    row = """[[cabinet]]
printed = { value = { title = "Hinterbänkler", price = 2, telephone = false, votes = 2, doubler = false, \
media = false, trend_up = 0, trend_down = 1 }, evidence = "sourced", source = "My own copy" }
"""
    path = tmp_path / "own.toml"
    path.write_text(words[:start] + row + words[words.index(header, start + 1) :], encoding="utf-8")
    assert cards(BOX.load(path)[0])["Hinterbänkler"] == [2, 0, 2, 0, 0, 0, 1]


def test_options_of_ones_own(tmp_path):
    path = changed_file(BOX, ['edition = "short"'], tmp_path / "own.toml")
    own = {"poll_members_dice": 1, "doubled_cards_fixed": True}
    box = BOX.load(BOX.load(path, {"lobby_order": "player"}), own)
    assert BOX.option_values(box) == {**OPTIONS, "edition": "short", "lobby_order": "player", **own}


def test_money_always_fits():
    """All that a player could get from every source, with the highest numbers of any box."""
    high = {field.name: field.high for field in FIELDS}
    paid_rounds, others = 5, 4
    most = high["start_cash"] + paid_rounds * (high["land_seats"] + high["last_member"])
    most += 5 * high["contribution_amount"] + others * 7 * high["media_price"]
    assert most <= next(field.high for field in table.FIELDS if field.name == "cash")


def test_an_option_more_leaves_the_hash_of_the_box_as_it_was():
    """Replays, runs and leaderboards from before `auction_payment` go on loading."""
    assert box_hash(GameBatch(GAME, 1).box) == "c428dc9401f392a6"
