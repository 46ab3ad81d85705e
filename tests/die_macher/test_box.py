"""The box of Die Macher: what its rows make in all, boxes of one's own, and how a wrong one is refused."""

from collections import Counter

import pytest

from hustings.envs import BoxError
from hustings.envs.die_macher import table
from hustings.envs.die_macher.box import BOX, FIELDS
from hustings.envs.die_macher.table import Item

TEXT = BOX.file.read_text(encoding="utf-8")
BOX_0 = BOX.load()[0]
VOTES = range(51)
PARTIES = range(5)

SEATS = {
    "Nordrhein-Westfalen": 80,
    "Bayern": 60,
    "Baden-Württemberg": 54,
    "Niedersachsen": 50,
    "Hessen": 48,
    "Sachsen": 46,
    "Rheinland-Pfalz": 42,
    "Berlin": 40,
    "Sachsen-Anhalt": 36,
    "Schleswig-Holstein": 32,
    "Brandenburg": 28,
    "Thüringen": 26,
    "Mecklenburg-Vorpommern": 24,
    "Hamburg": 22,
    "Saarland": 20,
    "Bremen": 15,
}

# Seats that parties are known to have won in played games
SEEN = {
    "Bayern": [42, 54, 60],
    "Sachsen": [0, 7, 21, 26],
    "Rheinland-Pfalz": [0, 6, 9, 12, 32, 42],
    "Schleswig-Holstein": [0, 5, 10, 22, 32],
    "Brandenburg": [5, 9, 11, 13, 28],
    "Thüringen": [0, 14, 26],
    "Saarland": [0, 3, 4, 6, 9, 17],
    "Bremen": [0, 6, 8, 15],
}

ISSUES = {
    "Welfare state": ["more", "less"],
    "Home security": ["more", "less"],
    "Genetic engineering": ["yes", "no"],
    "Nuclear power": ["yes", "no"],
    "Euro": ["now", "later"],
    "Health reform": ["yes", "no"],
    "Spelling reform": ["yes", "no"],
}

# Price, telephone, votes, doubler, media, trend up, trend down
CABINET = {
    "Backbencher": [5, 0, 5, 0, 0, 0, 0],
    "Minister for Family": [10, 1, 8, 1, 0, 0, 0],
    "Minister for the Environment": [15, 0, 12, 1, 0, 1, 0],
    "Minister of the Interior": [20, 1, 16, 0, 0, 1, 1],
    "Foreign Minister": [30, 1, 20, 0, 1, 2, 1],
    "Minister of Finance": [40, 0, 25, 1, 1, 2, 2],
    "Candidate for Chancellor": [50, 1, 30, 1, 1, 3, 3],
}

# The first card of each of four patterns, which then goes round the five parties
POLLS = [[2, 1, 0, -1, -2], [2, -1, -2, 0, 1], [1, -1, -1, 1, 0], [2, -2, 1, -2, 1]]


def text(name) -> str:
    return bytes(name).rstrip(b"\0").decode()


def names(field: str, box=BOX_0) -> list[str]:
    return [text(name) for name in box[field]]


def card(number: int, box=BOX_0) -> list[int]:
    """Price, telephone, votes, doubler, media, trend up and trend down of a card of the shadow cabinet."""
    parts = ("price", "phone", "votes", "doubler", "media", "up", "down")
    return [int(box[f"cabinet_{part}"][number]) for part in parts]


# --- What is in the box --------------------------------------------------------------------------


def test_lands_and_the_seats_on_their_tiles():
    assert dict(zip(names("land_name"), BOX_0.land_seats[:, 50].tolist())) == SEATS
    assert len(set(SEATS.values())) == 16


@pytest.mark.parametrize(("land", "full"), [*enumerate(SEATS.values())])
def test_seats_by_votes(land, full):
    """A fiftieth of the full seats for each vote, rounded half up; a vote brings one at least."""
    expected = [0, *(max(1, (2 * full * votes + 50) // 100) for votes in VOTES[1:])]
    assert BOX_0.land_seats[land].tolist() == expected


@pytest.mark.parametrize("name", SEEN)
def test_results_of_played_games_can_be_reached(name):
    assert set(SEEN[name]) <= set(BOX_0.land_seats[list(SEATS).index(name)].tolist())


def test_issues_and_their_stands():
    stands = [[text(name) for name in both] for both in BOX_0.stand_name]
    assert dict(zip(names("issue_name"), stands)) == ISSUES
    assert len({name[:3] for name in ISSUES}) == 7


def test_the_shadow_cabinet():
    assert {title: card(number) for number, title in enumerate(names("cabinet_name"))} == {
        "": [0] * 7,
        **CABINET,
    }
    assert BOX_0.cabinet_phone.sum() == BOX_0.tiles
    assert BOX_0.cabinet_price.sum() == 170


def test_every_kind_of_action_is_on_some_card():
    for part in ("votes", "doubler", "media", "up", "down"):
        assert BOX_0[f"cabinet_{part}"].any()


def test_polls_are_four_patterns_that_go_round_the_parties():
    polls = [first[-turn:] + first[:-turn] for first in POLLS for turn in PARTIES]
    assert sorted(BOX_0.poll_change.tolist()) == sorted(polls)


def test_polls_treat_all_parties_alike():
    changes = BOX_0.poll_change
    assert {tuple(sorted(changes[:, party].tolist())) for party in PARTIES} == {
        tuple(sorted([2] * 3 + [1] * 6 + [0] * 3 + [-1] * 4 + [-2] * 4))
    }
    assert not changes.sum(axis=1).any()
    assert (changes.max(axis=1) > 0).all()
    assert (changes.min(axis=1) < 0).all()
    assert BOX_0.poll_yes.tolist() == [2] * 20


def test_the_parties_of_the_seats():
    none = [0] * 5
    assert BOX_0.poll_party.tolist() == [none] * 3 + [[0, 1, 3, 0, 0], [0, 1, 2, 3, 0], [0, 1, 2, 3, 4]]


def test_contributions():
    assert BOX_0.contribution_amount.tolist() == [2, 5, 10, 20, 50]
    assert BOX_0.contribution_risk.tolist() == [1, 1, 2, 2, 3]
    assert BOX_0.contribution_refusal.tolist() == [1, 1, 2, 2, 3]
    assert BOX_0.die.tolist() == [0, 1, 1, 2, 2, 3]


def test_the_sheet():
    trend, votes, meetings = Item.TREND, Item.VOTES, Item.MEETINGS
    assert BOX_0.sheet_item.tolist() == [
        [trend, trend, meetings],
        [trend, votes, meetings],
        [votes, votes, meetings],
    ]
    assert BOX_0.sheet_amount.tolist() == [[1, 1, 6], [1, 6, 6], [6, 6, 6]]
    assert BOX_0.sheet_members.tolist() == [12, 8, 6, 5]
    assert BOX_0.sheet_media.tolist() == [0, 1, 2, 3]


def test_the_numbers():
    expected = {
        "national_figures": [3, 2, 1, 1, 1],
        "national_points": [15, 12, 10, 8, 6],
        "secured_points": 5,
        "media_points": [25, 20, 20, 15, 15, 12, 10],
        "most_members_points": 10,
        "second_members_points": 6,
        "most_loss": 3,
        "refusal_bonus": 3,
        "elections": [7, 5],
        "start_cash": 25,
        "start_members": 5,
        "last_member": 99,
        "members_pay": [1, 0, 1, 0, 1, 0, 0],
        "meetings": 18,
        "media_markers": 5,
        "tiles": 4,
        "doublers": 4,
        "media_price": 4,
        "media_spaces": 5,
        "meeting_price": 1,
        "meetings_bought": 4,
        "most_meetings": 10,
        "fewest_converted": 5,
        "max_start_bid": 300,
        "max_poll_bid": 300,
        "typical_score": 330,
    }
    assert {name: BOX_0[name].tolist() for name in expected} == expected


def test_the_defaults_of_the_options():
    assert BOX.option_values(BOX.load()) == {
        "edition": "classic",
        "lobby_order": "region",
        "coalition_passes": 2,
        "opinion_swap": "gradual",
        "max_start_bid": 300,
        "poll_auction": "open",
        "max_poll_bid": 300,
        "poll_members_dice": 2,
        "absolute_majority_current": True,
        "doubled_cards_fixed": False,
        "last_opening": "one_by_one",
        "contribution": "simultaneous",
        "risk_dice": "sum",
    }


# --- The evidence --------------------------------------------------------------------------------


def evidence(key: str, kind: str) -> list[dict]:
    """The values of the rows of a table that are sourced, or those that are inferred."""
    return [e.value for e in BOX.evidence() if e.key.startswith(f"{key}[") and e.evidence == kind]


def test_the_evidence_of_lands():
    """The tiles are known, of one land by elimination; no table of seats is."""
    sourced = evidence("land", "sourced")
    assert [row["seats"] for row in sourced] == [*SEATS.values()]
    assert [row.get("name") for row in sourced] == [
        None if name == "Mecklenburg-Vorpommern" else name for name in SEATS
    ]
    inferred = Counter(column for row in evidence("land", "inferred") for column in row)
    assert inferred == {"seats_by_votes": 16, "name": 1}


def test_the_evidence_of_issues():
    assert [row["name"] for row in evidence("issue", "sourced")] == [*ISSUES]
    assert evidence("issue", "inferred") == [{"against": "less"}, {"for": "more", "against": "less"}]


def test_the_evidence_of_cards():
    """Both ends of the shadow cabinet are named, one contribution, and how many changes of a poll count."""
    assert evidence("cabinet", "sourced") == [
        {"title": "Backbencher"},
        {"title": "Candidate for Chancellor"},
    ]
    assert evidence("contribution", "sourced") == [{"amount": 50}]
    assert evidence("poll", "sourced") == [{"yes": 2}] * 20
    assert evidence("sheet_1", "sourced") == [
        {"items": ["trend", "trend", "meetings"], "amounts": [1, 1, 6]},
    ]
    assert evidence("sheet_2", "sourced") == [{"members": 12, "media": 0}, {"members": 8, "media": 1}]


def test_the_evidence_of_totals_and_numbers():
    kinds = {entry.key: entry.evidence for entry in BOX.evidence()}
    assert {kind for key, kind in kinds.items() if key.startswith("totals.")} == {"sourced"}
    single = {key for key, kind in kinds.items() if kind == "inferred" and "[" not in key}
    assert single == {
        "poll_party.players_3",
        "poll_party.players_4",
        "poll_party.players_5",
        "national_figures",
        "national_points",
        "last_member",
        "max_start_bid",
        "max_poll_bid",
        "typical_score",
    }


# --- Boxes of one's own --------------------------------------------------------------------------


def own(tmp_path, *changes: tuple[str, str]):
    """The game's own box with some words changed, each where it first comes."""
    words = TEXT
    for old, new in changes:
        assert old in words, old
        words = words.replace(old, new, 1)
    path = tmp_path / "own.toml"
    path.write_text(words, encoding="utf-8")
    return path


def by_votes(name: str) -> str:
    """A land's table of seats as it stands in the file."""
    return str(BOX_0.land_seats[list(SEATS).index(name)].tolist())


def test_a_table_of_seats_in_steps(tmp_path):
    steps = [votes // 5 * 5 * 60 // 50 for votes in VOTES]
    box = BOX.load(own(tmp_path, (by_votes("Bayern"), str(steps))))[0]
    assert box.land_seats[1].tolist() == steps
    assert box.land_seats[2].tolist() == BOX_0.land_seats[2].tolist()


def test_another_land(tmp_path):
    """Its own seats want its own table and, at an end, other totals."""
    changes = (
        ('name = "Bremen", seats = 15', 'name = "Helgoland", seats = 1'),
        (by_votes("Bremen"), str([0] * 10 + [1] * 41)),
        ("[15, 80]", "[1, 80]"),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert names("land_name", box)[-1] == "Helgoland"
    assert box.land_seats[15].tolist() == [0] * 10 + [1] * 41


def test_another_shadow_cabinet(tmp_path):
    changes = (
        ('title = "Backbencher"', 'title = "Whip"'),
        ("price = 5, telephone = false, votes = 5", "price = 0, telephone = true, votes = 0"),
        ("price = 50, telephone = true, votes = 30", "price = 15, telephone = true, votes = 20"),
        ("trend_up = 3, trend_down = 3", "trend_up = 5, trend_down = 0"),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert names("cabinet_name", box)[1] == "Whip"
    assert card(1, box) == [0, 1, 0, 0, 0, 0, 0]
    assert card(7, box) == [15, 1, 20, 1, 1, 5, 0]
    assert box.cabinet_phone.sum() == 5


def test_other_polls(tmp_path):
    """They need not add up to 0, nor do anything, and what is printed as yes may differ."""
    changes = (
        ("yes = 2", "yes = 3"),
        ("[2, 1, 0, -1, -2]", "[3, 3, 3, 3, 3]"),
        ("[-2, 2, 1, 0, -1]", "[0, 0, 0, 0, 0]"),
        ('["a", "b", "d"]', '["e", "c", "a"]'),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert box.poll_yes[:2].tolist() == [3, 2]
    assert box.poll_change[:3].tolist() == [[3] * 5, [0] * 5, [-1, -2, 2, 1, 0]]
    assert box.poll_party[3].tolist() == [4, 2, 0, 0, 0]


def test_other_contributions(tmp_path):
    changes = (
        ("amount = 2 ", "amount = 40 "),
        ("risk = 1, refusal = 1", "risk = 0, refusal = 6"),
        ("[0, 1, 1, 2, 2, 3]", "[1, 1, 1, 1, 1, 1]"),
        ("[most_loss]\nvalue = 3", "[most_loss]\nvalue = 4"),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert box.contribution_amount.tolist() == [40, 5, 10, 20, 50]
    assert (box.contribution_risk[0], box.contribution_refusal[0], box.most_loss) == (0, 6, 4)
    assert box.die.tolist() == [1] * 6


def test_another_national_board(tmp_path):
    changes = (
        ("[3, 2, 1, 1, 1]", "[3, 3, 3, 3, 3]"),
        ("[15, 12, 10, 8, 6]", "[6, 8, 10, 12, 15]"),
        ("[25, 20, 20, 15, 15, 12, 10]", "[20, 20, 20, 20, 20, 20, 40]"),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert box.national_figures.tolist() == [3] * 5
    assert box.national_points.tolist() == [6, 8, 10, 12, 15]
    assert box.media_points.tolist() == [20] * 6 + [40]


def test_another_sheet(tmp_path):
    """The amounts that occur on it are totals, which go with it."""
    changes = (
        (
            'items = ["trend", "votes", "meetings"], amounts = [1, 6, 6]',
            'items = ["meetings", "votes", "meetings"], amounts = [3, 8, 6]',
        ),
        ("votes_on_sheet = { value = [6]", "votes_on_sheet = { value = [6, 8]"),
        ("meetings_on_sheet = { value = [6]", "meetings_on_sheet = { value = [3, 6]"),
        ("members = 5, media = 3", "members = 2, media = 3"),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert box.sheet_item[1].tolist() == [Item.MEETINGS, Item.VOTES, Item.MEETINGS]
    assert box.sheet_amount[1].tolist() == [3, 8, 6]
    assert box.sheet_members[3] == 2


def test_other_issues_and_numbers(tmp_path):
    changes = (
        (
            'name = "Euro", for = "now", against = "later"',
            'name = "Arbeitsplätze", for = "ja", against = "nein"',
        ),
        ("[elections]\nvalue = [7, 5]", "[elections]\nvalue = [6, 4]"),
        ("[members_pay]\nvalue = [1, 3, 5]", "[members_pay]\nvalue = [2, 4]"),
        ("[tiles]\nvalue = 4", "[tiles]\nvalue = 2"),
        ("coalition_tiles = { value = 20", "coalition_tiles = { value = 10"),
        ("[start_cash]\nvalue = 25", "[start_cash]\nvalue = 0"),
        ("[media_price]\nvalue = 4", "[media_price]\nvalue = 5"),
        ("[meeting_price]\nvalue = 1", "[meeting_price]\nvalue = 0"),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert names("issue_name", box)[4] == "Arbeitsplätze"
    assert box.elections.tolist() == [6, 4]
    assert box.members_pay.tolist() == [0, 1, 0, 1, 0, 0, 0]
    assert (box.tiles, box.start_cash, box.media_price, box.meeting_price) == (2, 0, 5, 0)


def test_a_row_in_one_line(tmp_path):
    start = TEXT.index("[[cabinet]]")
    rest = TEXT.index("[[cabinet]]", start + 1)
    row = """[[cabinet]]
printed = { value = { title = "Hinterbänkler", price = 2, telephone = false, votes = 2, doubler = false, \
media = false, trend_up = 0, trend_down = 1 }, evidence = "sourced", source = "My own copy" }
"""
    path = tmp_path / "own.toml"
    path.write_text(TEXT[:start] + row + TEXT[rest:], encoding="utf-8")
    box = BOX.load(path)[0]
    assert names("cabinet_name", box)[1] == "Hinterbänkler"
    assert card(1, box) == [2, 0, 2, 0, 0, 0, 1]


def test_options_of_ones_own(tmp_path):
    box = BOX.load(own(tmp_path, ('edition = "classic"', 'edition = "short"')), {"lobby_order": "player"})
    box = BOX.load(box, {"poll_members_dice": 1, "doubled_cards_fixed": True, "coalition_passes": 1})
    values = BOX.option_values(box)
    assert (values["edition"], values["lobby_order"], values["poll_members_dice"]) == ("short", "player", 1)
    assert (values["doubled_cards_fixed"], values["coalition_passes"]) == (True, 1)
    assert values["risk_dice"] == "sum"


# --- Boxes refused -------------------------------------------------------------------------------

EXTRA_POLL = """
[[poll]]
row = { value = { yes = 2, changes = [1, 0, 0, 0, -1] }, evidence = "inferred", constraint = "A test" }
"""
PLAYERS_6 = 'players_6 = { value = ["a"], evidence = "inferred", constraint = "A test" }\n'
LAND_SEATS = '[land_seats]\nvalue = 1\nevidence = "inferred"\nconstraint = "A test"\n\n'
SECURITY = 'for = "more", against = "less"'
TREND_SHEET = 'items = ["trend", "trend", "meetings"], amounts = [1, 1, 6]'
VOTES_SHEET = 'items = ["votes", "votes", "meetings"], amounts = [6, 6, 6]'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # The form of the file
        ("[start_cash]", "[start_money]", "start_money: unknown entry"),
        ("[start_cash]", LAND_SEATS + "[start_cash]", "land_seats: unknown entry"),
        ("[start_cash]\nvalue = 25", '[start_cash]\nvalue = "25"', "start_cash: '25' is not a whole number"),
        ("[start_cash]\nvalue = 25", "[start_cash]\nvalue = 201", "start_cash: 201 is outside 0 to 200"),
        ("[meetings]\nvalue = 18", "[meetings]\nvalue = 41", "meetings: 41 is outside 12 to 40"),
        (
            "[most_meetings]\nvalue = 10",
            "[most_meetings]\nvalue = 31",
            "most_meetings: 31 is outside 1 to 30",
        ),
        (
            "[max_poll_bid]\nvalue = 300",
            "[max_poll_bid]\nvalue = 301",
            "max_poll_bid: 301 is outside 0 to 300",
        ),
        (
            "[last_member]\nvalue = 99",
            "[last_member]\nvalue = 1000",
            "last_member: 1000 is outside 50 to 999",
        ),
        ("[tiles]\nvalue = 4", "[tiles]\nvalue = true", "tiles: True is not a whole number"),
        ("[tiles]\nvalue = 4", "[tiles]\nvalue = 8", "tiles: 8 is outside 0 to 7"),
        ("[totals]", "[sums]", "totals: missing"),
        ("[[sheet_2]]", "[[sheet_3]]", "sheet_2: 3 rows; 4 are needed"),
        ("[poll_party]", "[poll_parties]", "poll_party: missing"),
        ("[die]", "[dice]", "dice: unknown entry"),
        ("[0, 1, 1, 2, 2, 3]", "[0, 1, 2, 3]", "die: needs 6 values"),
        ("[0, 1, 1, 2, 2, 3]", "[0, 1, 1, 2, 2, 7]", "die: 7 is outside 0 to 6"),
        ("[7, 5]", "[7]", "elections: needs 2 values"),
        ("[7, 5]", "[8, 5]", "elections: 8 is outside 4 to 7"),
        ("[7, 5]", "[7, 3]", "elections: 3 is outside 4 to 7"),
        ("[25, 20, 20, 15, 15, 12, 10]", "[25, 20]", "media_points: needs 7 values"),
        ("[3, 2, 1, 1, 1]", "[3, 2, 1, 1]", "national_figures: 4 values; 5 are needed"),
        ("[3, 2, 1, 1, 1]", "4", "national_figures: 4 is no list; 5 values are needed"),
        ("[3, 2, 1, 1, 1]", "[3, 2, 1, 1, 21]", "national_figures: 21 is outside 0 to 20"),
        ("[15, 12, 10, 8, 6]", "[15, 12, 10, 8]", "national_points: needs 5 values"),
        ("[1, 3, 5]", "3", "members_pay: 3 is no list of rounds"),
        (
            "[1, 3, 5]",
            "[1, 3, 6]",
            "members_pay: 6 is not one of the rounds 1 to 5; no money comes after the",
        ),
        ("[1, 3, 5]", "[0]", "members_pay: 0 is not one of the rounds 1 to 5"),
        ("[1, 3, 5]", "[true]", "members_pay: True is not one of the rounds 1 to 5"),
        ("[1, 3, 5]", "[1.0]", "members_pay: 1.0 is not one of the rounds 1 to 5"),
        # Lands
        (
            '"Hessen", seats = 48',
            '"Hessen", seats = 49',
            r"land\[4\].seats: 49, but seats_by_votes ends with 48",
        ),
        ('"Hessen", seats = 48', '"Hessen", seats = 121', r"land\[4\].seats: 121 is outside 0 to 120"),
        ('"Hessen", seats = 48', '"Hessen", seats = "48"', r"land\[4\].seats: '48' is not a whole number"),
        ('"Hessen", seats = 48', '"Hessen"', r"land\[4\].seats: missing"),
        (
            '"Hessen", seats',
            '"Hessen", colour = 1, seats',
            r"land\[4\].colour: unknown; the columns are name, sea",
        ),
        ('"Hessen"', '"Sachsen"', r"land\[5\]: 'Sachsen' is also that of land\[4\]; each needs its own"),
        ('"Hessen"', '""', r"land\[4\].name: '' is no text of 1 to 28 bytes"),
        ('"Hessen"', "5", r"land\[4\].name: 5 is no text of 1 to 28 bytes"),
        ('"Hessen"', '"Württembergische Bundesländer"', r"land\[4\].name: .* is no text of 1 to 28 bytes"),
        ('"Hessen"', r'"Hes\nsen"', "control characters in 'Hes"),
        (
            "[0, 2, 3, 5, 6, 8,",
            "[1, 2, 3, 5, 6, 8,",
            r"land\[0\], Nordrhein-Westfalen: 1 seats for 0 votes; with",
        ),
        (
            "[0, 2, 3, 5, 6, 8,",
            "[0, 2, 3, 7, 6, 8,",
            r"land\[0\], Nordrhein-Westfalen: 6 seats for 4 votes, but 7",
        ),
        ("[0, 2, 3, 5, 6, 8,", "[2, 3, 5, 6, 8,", r"land\[0\].seats_by_votes: 50 values; 51 are needed"),
        (
            "[0, 2, 3, 5, 6, 8,",
            "[0, -1, 3, 5, 6, 8,",
            r"land\[0\].seats_by_votes\[1\]: -1 is outside 0 to 120",
        ),
        ("[0, 2, 3, 5, 6, 8,", "[0, 2, 3.5, 5, 6, 8,", r"land\[0\].seats_by_votes\[2\]: 3.5 is not a whole"),
        # Issues
        (
            '"Home security"',
            '"Health service"',
            r"issue\[5\]: 'Health reform' begins as 'Health service'; the",
        ),
        ('"Nuclear power"', '"geneva convention"', r"issue\[3\]: 'geneva convention' begins as 'Genetic eng"),
        (
            SECURITY,
            'for = "more", against = "more"',
            r"issue\[1\], Home security: both stands are called 'more'",
        ),
        (SECURITY, 'for = "more", against = ""', r"issue\[1\].against: '' is no text of 1 to 28 bytes"),
        (SECURITY, 'for = "more"', r"issue\[1\].against: missing"),
        (SECURITY, r'for = "mo\tre", against = "less"', "control characters in 'mo"),
        # The shadow cabinet
        (
            'title = "Backbencher"',
            'title = "Foreign Minister"',
            r"cabinet\[4\]: 'Foreign Minister' is also that of",
        ),
        (
            'title = "Backbencher"',
            'title = "Minister for the Environments"',
            r"cabinet\[0\].title: .* 1 to 28",
        ),
        ("price = 5,", "price = 51,", r"cabinet\[0\].price: 51 is outside 0 to 50"),
        ("telephone = false", "telephone = 0", r"cabinet\[0\].telephone: 0 is neither true nor false"),
        (
            "votes = 5,",
            "votes = 0,",
            r"cabinet\[0\], Backbencher: can do nothing; give it an action or a tele",
        ),
        ("votes = 5,", "votes = 51,", r"cabinet\[0\].votes: 51 is outside 0 to 50"),
        ("trend_up = 3", "trend_up = 7", r"cabinet\[6\].trend_up: 7 is outside 0 to 6"),
        ("trend_down = 3", "trend_down = -3", r"cabinet\[6\].trend_down: -3 is outside 0 to 6"),
        ("media = true", 'media = "yes"', r"cabinet\[4\].media: 'yes' is neither true nor false"),
        # Polls
        ("[[poll]]", EXTRA_POLL + "[[poll]]", "poll: 21 rows; 20 are needed"),
        ("[2, 1, 0, -1, -2]", "[2, 1, 0, -1]", r"poll\[0\].changes: 4 values; 5 are needed"),
        ("[2, 1, 0, -1, -2]", "[2, 1, 0, -1, -7]", r"poll\[0\].changes\[4\]: -7 is outside -6 to 6"),
        ("[2, 1, 0, -1, -2]", "2", r"poll\[0\].changes: 2 is no list; 5 values are needed"),
        ("yes = 2", "yes = 6", r"poll\[0\].yes: 6 is outside 0 to 5"),
        ("yes = 2", "yes = true", r"poll\[0\].yes: True is not a whole number"),
        (
            '["a", "b", "d"]',
            '["a", "b", "b"]',
            "poll_party.players_3: two seats share a party; each needs its",
        ),
        ('["a", "b", "d"]', '["a", "b"]', "poll_party.players_3: 2 values; 3 are needed"),
        ('["a", "b", "d"]', '["a", "b", "f"]', "poll_party.players_3: 'f' is not one of a, b, c, d, e"),
        ("players_4 =", "players_2 =", "poll_party.players_4: missing"),
        ("players_4 =", PLAYERS_6 + "players_4 =", "poll_party.players_6: unknown; there are players_3 to"),
        # Contributions
        ("amount = 50", "amount = 101", r"contribution\[4\].amount: 101 is outside 1 to 100"),
        ("amount = 50", "amount = 0", r"contribution\[4\].amount: 0 is outside 1 to 100"),
        ("risk = 3", "risk = 11", r"contribution\[4\].risk: 11 is outside 0 to 10"),
        (
            "risk = 3, refusal = 3",
            "risk = 3, refusal = -1",
            r"contribution\[4\].refusal: -1 is outside 0 to 10",
        ),
        # The sheet
        (
            TREND_SHEET,
            TREND_SHEET.replace('"trend"', '"mood"'),
            r"sheet_1\[0\].items: 'mood' is not one of trend",
        ),
        (TREND_SHEET, TREND_SHEET.replace('"trend", ', "", 1), r"sheet_1\[0\].items: 2 values; 3 are needed"),
        (
            TREND_SHEET,
            TREND_SHEET.replace("[1, 1, 6]", "[1, 0, 6]"),
            r"sheet_1\[0\].amounts\[1\]: 0 is outside 1",
        ),
        (
            TREND_SHEET,
            TREND_SHEET.replace("[1, 1, 6]", "[1, 6]"),
            r"sheet_1\[0\].amounts: 2 values; 3 are need",
        ),
        ("members = 12", "members = 51", r"sheet_2\[0\].members: 51 is outside 0 to 50"),
        ("media = 3", "media = 4", r"sheet_2\[3\].media: 4 is outside 0 to 3"),
        (
            "[most_meetings]\nvalue = 10",
            "[most_meetings]\nvalue = 6",
            r"most_meetings: 6, but sheet_1\[0\] can bring 6 to a region where one stands; 7 are needed",
        ),
        # Rounds
        ("[7, 5]", "[5, 7]", "elections: 7 of the short game are more than the 5 of the long one"),
        # Totals
        (
            "[totals]\n",
            "[totals]\nlaws = { value = 1, evidence = 'sourced', source = 'A' }\n",
            "totals.laws: unk",
        ),
        ("opinion_cards =", "opinions =", "totals.opinion_cards: missing"),
        ("lands = { value = 16", "lands = { value = 17", "totals.lands: 17, but the rows make 16"),
        ("[15, 80]", "[15, 81]", r"totals.seats_of_lands: \[15, 81\], but the rows make \[15, 80\]"),
        (
            "opinion_cards = { value = 42",
            "opinion_cards = { value = 56",
            "totals.opinion_cards: 56, but .* 42",
        ),
        (
            "programme_cards = { value = 56",
            "programme_cards = { value = 42",
            "totals.programme_cards: 42, but",
        ),
        (
            "cabinet_cards = { value = 35",
            "cabinet_cards = { value = 28",
            "totals.cabinet_cards: 28, but .* 35",
        ),
        (
            "contribution_cards = { value = 25",
            "contribution_cards = { value = 24",
            "totals.contribution_cards: 24",
        ),
        (
            "coalition_tiles = { value = 20",
            "coalition_tiles = { value = 16",
            "totals.coalition_tiles: 16, but",
        ),
        ("[tiles]\nvalue = 4", "[tiles]\nvalue = 5", "totals.coalition_tiles: 20, but the rows make 25"),
        ("polls = { value = 20", "polls = { value = 21", "totals.polls: 21, but the rows make 20"),
        ("national_spaces = { value = 5", "national_spaces = { value = 6", "totals.national_spaces: 6, but"),
        (
            "trends_on_sheet = { value = [1]",
            "trends_on_sheet = { value = [2]",
            "totals.trends_on_sheet: .2., but",
        ),
        (
            "votes_on_sheet = { value = [6]",
            "votes_on_sheet = { value = []",
            "totals.votes_on_sheet: .., but .*6",
        ),
        (
            "meetings_on_sheet = { value = [6]",
            "meetings_on_sheet = { value = 6",
            "totals.meetings_on_sheet: 6, but",
        ),
        (
            VOTES_SHEET,
            VOTES_SHEET.replace("[6, 6, 6]", "[6, 9, 6]"),
            r"totals.votes_on_sheet: .* make \[6, 9\]",
        ),
        # Options
        ('edition = "classic"', 'edition = "long"', "option edition: 'long' is not one of classic, short"),
        ("coalition_passes = 2", "coalition_passes = 3", "option coalition_passes: 3 is outside 1 to 2"),
        (
            "poll_members_dice = 2",
            "poll_members_dice = 11",
            "option poll_members_dice: 11 is outside 0 to 10",
        ),
        ('risk_dice = "sum"', "", "options.risk_dice: missing"),
    ],
)
def test_a_wrong_box_is_refused_with_file_key_and_reason(tmp_path, old, new, message):
    path = own(tmp_path, (old, new))
    with pytest.raises(BoxError, match=message) as caught:
        BOX.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("table", ["land", "issue", "cabinet", "poll", "contribution", "sheet_1", "sheet_2"])
def test_a_missing_row_is_noticed(tmp_path, table):
    header = f"[[{table}]]"
    start = TEXT.index(header)
    rest = TEXT.index(header, start + 1)
    path = tmp_path / "own.toml"
    path.write_text(TEXT[:start] + TEXT[rest:], encoding="utf-8")
    needed = TEXT.count(header)
    with pytest.raises(BoxError, match=f"{table}: {needed - 1} rows; {needed} are needed"):
        BOX.load(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            ((TREND_SHEET, TREND_SHEET.replace("[1, 1, 6]", "[4, 1, 6]")), ("= [1]", "= [1, 4]")),
            r"sheet_1\[0\]: a trend of 4, but 3 is the most there is",
        ),
        (
            (
                (VOTES_SHEET, VOTES_SHEET.replace('"votes", "v', '"meetings", "v').replace("[6, 6", "[4, 6")),
                ("meetings_on_sheet = { value = [6]", "meetings_on_sheet = { value = [4, 6]"),
            ),
            r"most_meetings: 10, but sheet_1\[2\] can bring 10 to a region where one stands; 11 are needed",
        ),
        (
            (
                (VOTES_SHEET, VOTES_SHEET.replace('"votes", "v', '"meetings", "v').replace("[6, 6", "[9, 6")),
                ("meetings_on_sheet = { value = [6]", "meetings_on_sheet = { value = [6, 9]"),
                ("[most_meetings]\nvalue = 10", "[most_meetings]\nvalue = 16"),
            ),
            r"meetings: 18, but 4 stand in the regions and sheet_1\[2\] gives 15 more; 19 are needed",
        ),
        (
            (
                ('"Bremen", seats = 15', '"Bremen", seats = 0'),
                (by_votes("Bremen"), str([0] * 51)),
                ("15, 80", "0, 80"),
            ),
            r"land\[15\], Bremen: no seats for 50 votes; at least one is needed",
        ),
    ],
)
def test_rows_that_agree_with_their_totals_may_still_be_wrong(tmp_path, changes, message):
    with pytest.raises(BoxError, match=message):
        BOX.load(own(tmp_path, *changes))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"edition": 1}, "option edition: 1 is not one of classic, short"),
        ({"lobby_order": "seat"}, "option lobby_order: 'seat' is not one of region, player"),
        ({"coalition_passes": 0}, "option coalition_passes: 0 is outside 1 to 2"),
        ({"coalition_passes": True}, "option coalition_passes: True is not a whole number"),
        ({"opinion_swap": "free"}, "option opinion_swap: 'free' is not one of gradual, loose"),
        ({"poll_auction": "closed"}, "option poll_auction: 'closed' is not one of open, blind"),
        ({"poll_members_dice": -1}, "option poll_members_dice: -1 is outside 0 to 10"),
        (
            {"absolute_majority_current": "no"},
            "option absolute_majority_current: 'no' is not one of false, true",
        ),
        ({"doubled_cards_fixed": 2}, "option doubled_cards_fixed: 2 is not one of false, true"),
        ({"last_opening": "late"}, "option last_opening: 'late' is not one of one_by_one, together"),
        ({"contribution": "secret"}, "option contribution: 'secret' is not one of simultaneous, in_turn"),
        ({"risk_dice": "lowest"}, "option risk_dice: 'lowest' is not one of sum, highest"),
        ({"dice": 2}, "unknown option 'dice'; choose from edition, lobby_order, coalition_passes"),
    ],
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(BoxError, match=message):
        BOX.load(None, options)


@pytest.mark.parametrize(
    ("field", "place", "value", "message"),
    [
        ("land_name", (5,), 0, "land_name: entry 5 must be a name"),
        ("land_name", (5, 0), 255, "land_name: entry 5 is not readable text"),
        ("issue_name", (0,), 0, "issue_name: entry 0 must be a name"),
        ("stand_name", (6, 1), 0, r"stand_name\[6\]: entry 1 must be a name"),
        ("cabinet_name", (0, 0), 65, "cabinet_name: entry 0 is no card; leave it empty"),
        ("cabinet_name", (7,), 0, "cabinet_name: entry 7 must be a name"),
        ("cabinet_price", (0,), 1, "cabinet_price: entry 0 is no card; leave it 0"),
        ("cabinet_phone", (0,), 1, "cabinet_phone: entry 0 is no card; leave it 0"),
        ("cabinet_down", (0,), 1, "cabinet_down: entry 0 is no card; leave it 0"),
        ("cabinet_votes", (1,), 0, r"cabinet\[0\], Backbencher: can do nothing"),
        ("land_seats", (15, 0), 1, r"land\[15\], Bremen: 1 seats for 0 votes"),
        ("land_seats", (15, 50), 14, r"land\[15\], Bremen: 14 seats for 50 votes, but 15 for 49; more votes"),
        ("land_seats", (15, 50), 121, "land_seats: 121 is outside 0 to 120"),
        ("poll_party", (0, 0), 1, "poll_party: entry 0 is for 0 seats; leave the rest 0"),
        ("poll_party", (3, 4), 1, "poll_party: entry 3 is for 3 seats; leave the rest 0"),
        ("poll_party", (4, 3), 2, "poll_party.players_4: two seats share a party"),
        (
            "members_pay",
            (5,),
            1,
            "members_pay: no money comes after the last two rounds; leave entries 5 to 6",
        ),
        ("elections", (0,), 4, "elections: 5 of the short game are more than the 4 of the long one"),
        ("sheet_amount", (2, 2), 10, r"most_meetings: 10, but sheet_1\[2\] can bring 10"),
        ("most_meetings", (), 7, None),
        ("meetings", (), 12, None),
        ("tiles", (), 0, None),
        ("die", (), 0, None),
        ("poll_change", (), 0, None),
        ("poll_yes", (), 0, None),
        ("media_spaces", (), 0, None),
        ("fewest_converted", (), 30, None),
    ],
)
def test_an_edited_box_is_checked_too(field, place, value, message):
    box = BOX.load().copy()
    box[field][(0, *place)] = value
    if message is None:
        assert BOX.load(box)
        return
    with pytest.raises(BoxError, match=message):
        BOX.load(box)


def test_money_always_fits():
    """All that a player could get from every source, with the highest numbers of any box."""
    high = {field.name: field.high for field in FIELDS}
    paid_rounds, others = 5, 4
    most = high["start_cash"] + paid_rounds * (high["land_seats"] + high["last_member"])
    most += 5 * high["contribution_amount"] + others * 7 * high["media_price"]
    assert most <= next(field.high for field in table.FIELDS if field.name == "cash")
