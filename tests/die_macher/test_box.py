"""The box of Die Macher: what its rows make in all, its evidence, and boxes of one's own."""

from collections import Counter

import numpy as np
import pytest

from hustings.envs import BoxError
from hustings.envs.core.text.words import text
from hustings.envs.die_macher import table
from hustings.envs.die_macher.box import BOX, FIELDS

from ..boxes import changed_file
from . import playing as p

OWN = p.BOX[0]
# Lands by their full seats, and seats that parties are known to have won in played games
LANDS = {
    "Nordrhein-Westfalen": (80, []), "Bayern": (60, [42, 54, 60]), "Baden-Württemberg": (54, []),
    "Niedersachsen": (50, []), "Hessen": (48, []), "Sachsen": (46, [0, 7, 21, 26]),
    "Rheinland-Pfalz": (42, [0, 6, 9, 12, 32, 42]), "Berlin": (40, []), "Sachsen-Anhalt": (36, []),
    "Schleswig-Holstein": (32, [0, 5, 10, 22, 32]), "Brandenburg": (28, [5, 9, 11, 13, 28]),
    "Thüringen": (26, [0, 14, 26]), "Mecklenburg-Vorpommern": (24, []), "Hamburg": (22, []),
    "Saarland": (20, [0, 3, 4, 6, 9, 17]), "Bremen": (15, [0, 6, 8, 15]),
}  # fmt: skip
ISSUES = {
    "Welfare state": "more less", "Home security": "more less", "Genetic engineering": "yes no",
    "Nuclear power": "yes no", "Euro": "now later", "Health reform": "yes no", "Spelling reform": "yes no",
}  # fmt: skip
# Price, telephone, votes, doubler, media, trend up, trend down
CABINET = {
    "": [0, 0, 0, 0, 0, 0, 0],
    "Backbencher": [5, 0, 5, 0, 0, 0, 0],
    "Minister for Family": [10, 1, 8, 1, 0, 0, 0],
    "Minister for the Environment": [15, 0, 12, 1, 0, 1, 0],
    "Minister of the Interior": [20, 1, 16, 0, 0, 1, 1],
    "Foreign Minister": [30, 1, 20, 0, 1, 2, 1],
    "Minister of Finance": [40, 0, 25, 1, 1, 2, 2],
    "Candidate for Chancellor": [50, 1, 30, 1, 1, 3, 3],
}
NUMBERS = {
    "poll_party": [[0] * 5] * 3 + [[0, 1, 3, 0, 0], [0, 1, 2, 3, 0], [0, 1, 2, 3, 4]], "poll_yes": [2] * 20,
    "contribution_amount": [2, 5, 10, 20, 50], "contribution_risk": [1, 1, 2, 2, 3],
    "contribution_refusal": [1, 1, 2, 2, 3], "die": [0, 1, 1, 2, 2, 3],
    "sheet_item": [[0, 0, 2], [0, 1, 2], [1, 1, 2]], "sheet_amount": [[1, 1, 6], [1, 6, 6], [6, 6, 6]],
    "sheet_members": [12, 8, 6, 5], "sheet_media": [0, 1, 2, 3],
    "national_figures": [3, 2, 1, 1, 1], "national_points": [15, 12, 10, 8, 6], "secured_points": 5,
    "media_points": [25, 20, 20, 15, 15, 12, 10], "most_members_points": 10, "second_members_points": 6,
    "most_loss": 3, "refusal_bonus": 3, "elections": [7, 5], "start_cash": 25, "start_members": 5,
    "last_member": 99, "members_pay": [1, 0, 1, 0, 1, 0, 0], "meetings": 18, "media_markers": 5,
    "tiles": 4, "doublers": 4, "media_price": 4, "media_spaces": 5, "meeting_price": 1, "meetings_bought": 4,
    "most_meetings": 10, "fewest_converted": 5, "max_start_bid": 300, "max_poll_bid": 300,
    "typical_score": 330,
}  # fmt: skip
OPTIONS = {
    "edition": "classic", "lobby_order": "region", "coalition_passes": 2, "opinion_swap": "gradual",
    "max_start_bid": 300, "poll_auction": "open", "max_poll_bid": 300, "poll_members_dice": 2,
    "absolute_majority_current": True, "doubled_cards_fixed": False, "last_opening": "one_by_one",
    "contribution": "simultaneous", "risk_dice": "sum",
}  # fmt: skip
# The first card of each of four patterns, which then goes round the five parties
POLLS = [[2, 1, 0, -1, -2], [2, -1, -2, 0, 1], [1, -1, -1, 1, 0], [2, -2, 1, -2, 1]]


def names(field: str, box: np.record = OWN) -> list[str]:
    return [text(name) for name in box[field]]


def cards(box: np.record = OWN) -> dict[str, list[int]]:
    columns = [
        box[f"cabinet_{name}"] for name in ("price", "phone", "votes", "doubler", "media", "up", "down")
    ]
    return dict(zip(names("cabinet_name", box), np.stack(columns, axis=1).tolist()))


# --- What is in the box --------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "land"), [*enumerate(LANDS)])
def test_seats_by_votes(number, land):
    """A fiftieth of the full seats for each vote, rounded half up; a vote brings one at least."""
    full, seen = LANDS[land]
    by_votes = OWN["land_seats"][number].tolist()
    assert by_votes == [0, *(max(1, (2 * full * votes + 50) // 100) for votes in range(1, 51))]
    assert set(seen) <= set(by_votes)
    assert names("land_name")[number] == land


def test_issues_and_their_stands():
    assert (
        dict(zip(names("issue_name"), (f"{text(one)} {text(two)}" for one, two in OWN["stand_name"])))
        == ISSUES
    )


def test_the_shadow_cabinet():
    assert cards() == CABINET


def test_polls_are_four_patterns_that_go_round_the_parties():
    polls = [first[-turn:] + first[:-turn] for first in POLLS for turn in range(5)]
    assert OWN["poll_change"].tolist() == [polls[number] for number in range(20)]


def test_the_numbers_and_the_defaults_of_the_options():
    assert {name: OWN[name].tolist() for name in NUMBERS} == NUMBERS
    assert BOX.option_values(BOX.load()) == OPTIONS


# --- The evidence --------------------------------------------------------------------------------


def evidence(key: str, kind: str) -> list[dict]:
    """The values of the rows of a table that are sourced, or those that are inferred."""
    return [
        entry.value for entry in BOX.evidence() if entry.key.startswith(f"{key}[") and entry.evidence == kind
    ]


def test_the_evidence_of_lands():
    """The tiles are known, of one land by elimination; no table of seats is."""
    sourced = evidence("land", "sourced")
    assert [row["seats"] for row in sourced] == [seats for seats, _ in LANDS.values()]
    known = [None if name == "Mecklenburg-Vorpommern" else name for name in LANDS]
    assert [row.get("name") for row in sourced] == known
    inferred = Counter(column for row in evidence("land", "inferred") for column in row)
    assert inferred == {"seats_by_votes": 16, "name": 1}


def test_the_evidence_of_cards_and_sheets():
    """Both ends of the shadow cabinet are named, one contribution, and how many changes of a poll count."""
    assert [row["name"] for row in evidence("issue", "sourced")] == [*ISSUES]
    assert evidence("issue", "inferred") == [{"against": "less"}, {"for": "more", "against": "less"}]
    assert evidence("cabinet", "sourced") == [{"title": "Backbencher"}, {"title": "Candidate for Chancellor"}]
    assert evidence("contribution", "sourced") == [{"amount": 50}]
    assert evidence("poll", "sourced") == [{"yes": 2}] * 20
    assert evidence("sheet_1", "sourced") == [{"items": ["trend", "trend", "meetings"], "amounts": [1, 1, 6]}]
    assert evidence("sheet_2", "sourced") == [{"members": 12, "media": 0}, {"members": 8, "media": 1}]


def test_the_evidence_of_totals_and_numbers():
    kinds = {entry.key: entry.evidence for entry in BOX.evidence()}
    assert {kind for key, kind in kinds.items() if key.startswith("totals.")} == {"sourced"}
    inferred = {key for key, kind in kinds.items() if kind == "inferred" and "[" not in key}
    assert inferred == {f"poll_party.players_{players}" for players in (3, 4, 5)} | {
        *(
            "national_figures",
            "national_points",
            "last_member",
            "max_start_bid",
            "max_poll_bid",
            "typical_score",
        )
    }


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
    whip = [
        'cabinet[0].title = "Whip"',
        "cabinet[0].price = 0",
        "cabinet[0].telephone = true",
        "cabinet[0].votes = 0",
    ]
    last = [
        "cabinet[6].price = 15",
        "cabinet[6].votes = 20",
        "cabinet[6].trend_up = 5",
        "cabinet[6].trend_down = 0",
    ]
    found = cards(BOX.load(changed_file(BOX, whip + last, tmp_path / "own.toml"))[0])
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
    box = BOX.load(
        BOX.load(path, {"lobby_order": "player"}),
        own := {"poll_members_dice": 1, "doubled_cards_fixed": True},
    )
    assert BOX.option_values(box) == {**OPTIONS, "edition": "short", "lobby_order": "player", **own}


@pytest.mark.rule("MAC-14.18")
def test_a_box_of_ones_own_is_played_and_a_wrong_one_refused():
    game = p.deal(box={"start_cash": 40, "start_members": 7, "media_markers": 9})
    game.expect(cash=[40] * 3, members=[7] * 3, media_supply=[9] * 3)
    for wrong in ({"most_meetings": 6}, {"elections": [5, 6]}):
        with pytest.raises(BoxError, match=next(iter(wrong))):
            p.own_box(**wrong)


def test_money_always_fits():
    """All that a player could get from every source, with the highest numbers of any box."""
    high = {field.name: field.high for field in FIELDS}
    paid_rounds, others = 5, 4
    most = high["start_cash"] + paid_rounds * (high["land_seats"] + high["last_member"])
    most += 5 * high["contribution_amount"] + others * 7 * high["media_price"]
    assert most <= next(field.high for field in table.FIELDS if field.name == "cash")
