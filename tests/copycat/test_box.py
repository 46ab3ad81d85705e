"""The box of Copycat: what its rows make in all, boxes of one's own, and how a wrong one is refused."""

from collections import Counter

import numpy as np
import pytest

from hustings.envs import BoxError
from hustings.envs.copycat.box import BOX
from hustings.envs.copycat.table import Effect

TEXT = BOX.file.read_text(encoding="utf-8")
BOX_0 = BOX.load()[0]
REDS = range(1, 9)
STARTS = range(9, 19)
OTHERS = range(19, 62)

# Number, action, strength, period, price
CARDS = """
19 TRASH_FOR_WORKER 0 1 1
20 VP 3 1 4
21 COIN 2 1 2
22 COIN 2 1 2
23 ELBOWS 0 1 1
24 EXTRA_OFFICE 0 1 1
25 DRAW 2 1 2
26 WORKER 1 1 2
27 COIN_OR_VP 0 1 2
28 TRASH_FOR_WORKER 0 2 1
29 VP 3 2 4
30 COIN 2 2 2
31 DONATE 0 2 2
32 ELBOWS 0 2 1
33 EXTRA_OFFICE 0 2 2
34 DRAW 2 2 2
35 WORKER 1 2 2
36 REUSE_WORKER 0 2 3
37 COIN 3 2 3
38 DRAW 3 2 3
39 VP 6 2 8
40 COIN_OR_VP 0 2 2
41 KEEP 0 3 2
42 DOUBLE_TOKENS 0 3 3
43 DOUBLE_COINS 0 3 3
44 COPY_CARD 0 3 3
45 WORKER 1 3 3
46 COIN 3 3 3
47 DRAW 3 3 3
48 WORKER 2 3 4
49 ELBOWS 0 3 2
50 VP 6 3 9
51 VP 10 3 13
52 DOUBLE_TOKENS 0 4 4
53 REUSE_WORKER 0 4 4
54 COPY_CARD 0 4 4
55 COIN 3 4 3
56 VP 6 4 9
57 WORKER 2 4 4
58 DRAW 4 4 4
59 DRAW 4 4 4
60 VP 10 4 13
61 VP 10 4 14
"""

TITLES = {
    "Election Campaign Office": [19, 28],
    "Inside Information": [24, 33],
    "Sharpen your Elbows": [23, 32, 49],
    "Small PR Campaign": [26, 35, 45],
    "Huge PR Campaign": [48, 57],
    "Sauna with Colleagues": [25, 34],
    "State Dinner": [38, 47],
    "Keynote Speech": [58, 59],
    "Collecting Donations": [31],
    "Industrialist": [21, 22, 30],
    "Banker": [37, 46, 55],
    "Garden Party with Friends": [43],
    "Wife's Charity Event": [27, 40],
    "National Radio": [20, 29],
    "National Newspaper": [39, 50, 56],
    "National TV": [51, 60, 61],
    "Campaign Trail": [42, 52],
    "Bonus Payment": [36, 53],
    "Press Secretary": [44, 54],
    "Battle of Wits": [41],
}

# Action, strength, fewest players, section
OFFICES = """
BUY 1 2 0
BUY 1 2 0
COIN 3 2 0
BUY 2 2 0
COIN 1 2 0
COIN 2 2 0
DRAW 1 2 0
SWAP 2 2 0
SWAP 3 2 0
DRAW 2 2 0
BUY 1 3 0
COIN 1 3 0
BUY 1 4 0
DRAW 1 4 0
BUY_SPECIAL 0 2 1
TRASH_FOR_COIN 1 2 1
VP 1 2 1
DRAW 3 2 2
VP 2 2 2
REUSE_CARD 0 2 2
VP 3 2 3
TRASH_FOR_COIN 2 2 3
VP 4 2 4
REUSE_CARD 0 2 4
VP 5 2 5
"""


def text(name) -> str:
    return bytes(name).rstrip(b"\0").decode()


def card(number: int, box=BOX_0) -> tuple[str, int, int, int]:
    """Action, strength, period and price of a card."""
    strength, period, price = (int(box[f"card_{part}"][number]) for part in ("strength", "period", "price"))
    return Effect(box.card_effect[number]).name, strength, period, price


def office(number: int, box=BOX_0) -> tuple[str, int, int, int]:
    """Action, strength, fewest players and section of an office."""
    strength, players, section = (
        int(box[f"office_{part}"][number]) for part in ("strength", "players", "section")
    )
    return Effect(box.office_effect[number]).name, strength, players, section


# --- What is in the box --------------------------------------------------------------------------


@pytest.mark.parametrize("row", CARDS.strip().splitlines())
def test_cards_with_an_action(row):
    number, action, *numbers = row.split()
    assert card(int(number)) == (action, *map(int, numbers))


def test_red_cards_are_two_of_each_period_and_do_nothing():
    assert [card(number) for number in REDS] == [("NONE", 0, (number + 1) // 2, 0) for number in REDS]


def test_titles():
    named = {text(BOX_0.card_name[number]) for number in OTHERS}
    assert {
        title: [number for number in OTHERS if text(BOX_0.card_name[number]) == title] for title in named
    } == TITLES
    assert len({text(BOX_0.card_name[number]) for number in REDS} - {""} - named) == 8


def test_a_title_always_does_the_same():
    for numbers in TITLES.values():
        assert len({card(number)[:2] for number in numbers}) == 1


def test_start_cards_are_coins_and_the_rules_make_three_of_them_points():
    assert {card(number) for number in STARTS} == {("COIN", 1, 0, 0)}
    assert not BOX_0.card_name[9:19].any()
    assert BOX_0.vp_start_numbers.tolist() == [9, 10, 11]
    assert text(BOX_0.coin_name) == "Fatherly Friend"
    assert [text(name) for name in BOX_0.point_name] == ["Local Newspaper", "Local Radio", "Local TV"]


def test_entry_0_is_no_card():
    assert card(0) == ("NONE", 0, 0, 0)
    assert not BOX_0.card_name[0].any()


def test_the_three_cards_that_two_players_do_without():
    assert np.flatnonzero(BOX_0.not_with_two).tolist() == [23, 32, 49]


def test_numbers_and_prices_rise_with_the_periods():
    periods = [card(number)[2] for number in OTHERS]
    assert periods == sorted(periods)
    prices = [[card(n)[3] for n in OTHERS if card(n)[2] == period] for period in (1, 2, 3, 4)]
    means = [sum(own) / len(own) for own in prices]
    assert means == sorted(means)


@pytest.mark.parametrize(("number", "row"), [*enumerate(OFFICES.strip().splitlines())])
def test_offices(number, row):
    action, *numbers = row.split()
    assert office(number) == (action, *map(int, numbers))


def test_offices_to_buy_by_the_number_of_players():
    """In the first round, without extra offices."""
    purchases = [
        sum(
            int(BOX_0.office_strength[number])
            for number in range(14)
            if BOX_0.office_effect[number] == Effect.BUY and BOX_0.office_players[number] <= players
        )
        for players in (2, 3, 4)
    ]
    assert purchases == [4, 5, 6]


def test_the_numbers():
    assert BOX_0.surcharge.tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2]
    assert BOX_0.cleared.tolist() == [0, 0, 3, 2, 1]
    expected = {
        "hand": 5,
        "workers": 3,
        "recruits": 4,
        "rounds": 11,
        "end_points": 95,
        "typical_score": 95,
    }
    assert {name: int(BOX_0[name]) for name in expected} == expected


def test_the_defaults_of_the_options():
    assert BOX.option_values(BOX.load()) == {
        "vp_start_numbers": [9, 10, 11],
        "partial_draw": False,
        "blue_office_immediate": False,
        "donate_with_charity": True,
        "strict_two": False,
        "double_bonus_coins": True,
        "charity_vp": 2,
        "min_invest": 1,
        "token_limit": 0,
        "any_order": False,
        "decline_points": False,
    }


def sourced(key: str) -> list[dict]:
    """The sourced values of the rows of a table."""
    return [e.value for e in BOX.evidence() if e.key.startswith(f"{key}[") and e.evidence == "sourced"]


def test_the_evidence_of_cards():
    """Of few numbers something is sourced; of a title only that it exists; nobody is to take more for it."""
    rows = [value for value in sourced("card") if "number" in value]
    assert sorted(row["number"] for row in rows) == [*REDS, 23, 32, 49]
    for row in rows:
        expected = {"number", "not_with_two"}
        if row["number"] in REDS:
            expected |= {"action", "strength", "price"}
        if row["number"] == 23:
            expected |= {"period"}
        assert set(row) == expected
    titles = [value for value in sourced("card") if "number" not in value]
    assert {frozenset(title) for title in titles} == {frozenset({"title"})}
    assert Counter(title["title"] for title in titles) == {
        "School-leaving Diploma": 1,
        "University Degree": 1,
        **{
            title: len(numbers)
            for title, numbers in TITLES.items()
            if title
            not in (
                "Small PR Campaign",
                "Keynote Speech",
                "Industrialist",
                "Banker",
                "Garden Party with Friends",
                "National Newspaper",
                "National TV",
                "Press Secretary",
                "Battle of Wits",
            )
        },
    }


def test_the_evidence_of_offices():
    actions = [value for value in sourced("office") if "action" in value]
    assert [(value["action"], value["strength"]) for value in actions] == [
        ("buy", 2),
        ("reuse card", 0),
        ("reuse card", 0),
    ]
    assert sourced("office") == actions


def test_the_evidence_of_totals_and_numbers():
    evidence = {entry.key: entry.evidence for entry in BOX.evidence()}
    assert {kind for key, kind in evidence.items() if key.startswith("totals.")} == {"sourced"}
    assert [evidence[f"cleared.players_{players}"] for players in (2, 3, 4)] == [
        "inferred",
        "sourced",
        "inferred",
    ]
    assert evidence["typical_score"] == "inferred"


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


def test_other_prices(tmp_path):
    box = BOX.load(
        own(tmp_path, ("price = 14", "price = 15"), ("period = 1, price = 1", "period = 1, price = 5"))
    )
    assert box[0].card_price[61] == 15
    assert box[0].card_price[19] == 5


def test_two_cards_change_their_numbers(tmp_path):
    """Rows need not stand in the order of the numbers."""
    changes = (
        ("number = 26,", "number = 0,"),
        ("number = 25,", "number = 26,"),
        ("number = 0,", "number = 25,"),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert card(25, box) == card(26)
    assert card(26, box) == card(25)
    assert text(box.card_name[25]) == "Small PR Campaign"


def test_two_cards_change_their_periods(tmp_path):
    changes = (
        ('action = "keep", strength = 0, period = 3', 'action = "keep", strength = 0, period = 4'),
        ("strength = 4, period = 4", "strength = 4, period = 3"),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert (box.card_period[41], box.card_period[58]) == (4, 3)


def test_two_cards_change_their_actions(tmp_path):
    changes = (
        ('action = "keep", strength = 0', 'action = "draw", strength = 4'),
        ('action = "draw", strength = 4, period = 4', 'action = "keep", strength = 0, period = 4'),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert card(41, box) == ("DRAW", 4, 3, 2)
    assert card(58, box) == ("KEEP", 0, 4, 4)


def test_offices_change_their_places(tmp_path):
    """A printed one becomes an extra one, and extra ones need not stand section by section."""
    changes = (
        ('section = 0, action = "draw", strength = 2', 'section = 0, action = "draw", strength = 3'),
        ('section = 2, action = "draw", strength = 3', 'section = 3, action = "draw", strength = 2'),
        ('section = 3, action = "vp"', 'section = 2, action = "vp"'),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert office(9, box) == ("DRAW", 3, 2, 0)
    assert office(19, box) == ("VP", 3, 2, 2)
    assert office(20, box) == ("DRAW", 2, 2, 3)


def test_base_cards_for_four_players_only(tmp_path):
    box = BOX.load(own(tmp_path, ("players = 3", "players = 4")))[0]
    assert box.office_players[10:14].tolist() == [4, 3, 4, 4]


def test_sections_2_and_3_the_other_way_round(tmp_path):
    box = BOX.load(own(tmp_path, ("section = 2, action", "section = 3, action")))[0]
    assert box.office_section[14:].tolist() == [1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5]


def test_a_row_in_one_line(tmp_path):
    start = TEXT.index("[[card]]")
    rest = TEXT.index("[[card]]", start + 1)
    row = """[[card]]
printed = { value = { number = 1, title = "Ein schöner Schein", action = "none", strength = 0, period = 1, \
price = 0, not_with_two = false }, evidence = "sourced", source = "My own copy" }
"""
    path = tmp_path / "own.toml"
    path.write_text(TEXT[:start] + row + TEXT[rest:], encoding="utf-8")
    assert text(BOX.load(path)[0].card_name[1]) == "Ein schöner Schein"


def test_other_totals_are_a_users_own_affair(tmp_path):
    """A copy of another edition may differ, as long as totals and rows agree."""
    changes = (
        ("period = 1, price = 1", "period = 2, price = 1"),
        ("[11, 15, 13, 12, 4]", "[10, 16, 13, 12, 4]"),
        ("{ number = 61, not_with_two = false", "{ number = 61, not_with_two = true"),
        ("[23, 32, 49]", "[23, 32, 49, 61]"),
        ("[workers]\nvalue = 3", "[workers]\nvalue = 4"),
        ("workers_of_a_player = { value = 7", "workers_of_a_player = { value = 8"),
        ("strength = 5", "strength = 7"),
        ("[1, 2, 3, 4, 5]", "[1, 2, 3, 4, 7]"),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert card(19, box)[2] == 2
    assert box.not_with_two[61]
    assert box.workers == 4
    assert office(24, box)[:2] == ("VP", 7)


def test_options_of_ones_own(tmp_path):
    box = BOX.load(own(tmp_path, ("charity_vp = 2", "charity_vp = 1"), ("[9, 10, 11]", "[16, 17, 18]")))
    box = BOX.load(box, {"token_limit": 25, "strict_two": True, "min_invest": 0})
    assert (box[0].charity_vp, box[0].token_limit, box[0].strict_two, box[0].min_invest) == (1, 25, 1, 0)
    assert box[0].vp_start_numbers.tolist() == [16, 17, 18]


# --- Boxes refused -------------------------------------------------------------------------------

EXTRA_ROW = """
[[office]]
row = { value = { kind = "extra", players = 2, section = 5, action = "vp", strength = 5 }, \
evidence = "inferred", constraint = "A test" }
"""
POINT_ROW = """
[[start_point]]
row = { value = { title = "Local Gossip" }, evidence = "inferred", constraint = "A test" }
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # The form of the file
        ("[hand]", "[hands]", "hands: unknown entry"),
        ("[hand]\nvalue = 5", '[hand]\nvalue = "five"', "hand: 'five' is not a whole number"),
        ("[hand]\nvalue = 5", "[hand]\nvalue = 21", "hand: 21 is outside 1 to 20"),
        ("[workers]\nvalue = 3", '[workers]\nvalue = "three"', "workers: 'three' is not a whole number"),
        ("[workers]\nvalue = 3", "[workers]\nvalue = 0", "workers: 0 is outside 1 to 10"),
        ("[recruits]", "[recruit]", "recruits: missing"),
        ("[rounds]\nvalue = 11", "[rounds]\nvalue = 12", "rounds: 12 is outside 1 to 11"),
        ("[end_points]\nvalue = 95", "[end_points]\nvalue = 0", "end_points: 0 is outside 1 to 1000"),
        ("[0, 0, 0, 0, 1,", "[0, 0, 0, 1,", "surcharge: needs 11 values"),
        ("[0, 0, 0, 0, 1,", "[-1, 0, 0, 0, 1,", "surcharge: -1 is outside 0 to 9"),
        ("players_4 =", "players_5 =", "cleared.players_4: missing"),
        (
            "players_4 =",
            'players_6 = { value = 1, evidence = "inferred", constraint = "A test" }\nplayers_4 =',
            "cleared.players_6: unknown; there are players_2 to players_4",
        ),
        ("players_2 = { value = 3", "players_2 = { value = 12", "cleared.players_2: 12 is outside 0 to 11"),
        ("[doctorates]", "[degrees]", "doctorates: missing"),
        ("[doctorates]\nvalue = 4", "[doctorates]\nvalue = 3", "doctorates: 3; .* so 4 are needed"),
        ('"Fatherly Friend"', "7", "start_coin: 7 is no text of 1 to 28 bytes"),
        ('"Local Radio"', '""', r"start_point\[1\].title: '' is no text of 1 to 28 bytes"),
        ("[[start_point]]", POINT_ROW + "[[start_point]]", "start_point: 4 rows; 3 are needed"),
        # Cards
        ("number = 20,", "number = 18,", r"card\[3\].number: 18 is not one of 1 to 8 and 19 to 61"),
        ("number = 20,", "number = 62,", r"card\[3\].number: 62 is not one of 1 to 8 and 19 to 61"),
        ("number = 20,", 'number = "XX",', r"card\[3\].number: 'XX' is not one of"),
        ("number = 1,", "number = true,", r"card\[0\].number: True is not one of"),
        ("number = 20,", "number = 19,", r"card\[3\].number: 19 is given twice"),
        ("number = 20, ", "", r"card\[3\].number: missing"),
        ("number = 20, ", 'number = 20, colour = "green", ', r"card\[3\].colour: unknown; the columns are"),
        ("title = { value = { ", "title = { value = { number = 2, ", r"card\[1\].number: given twice"),
        ('"National Radio"', '"A radio of the whole nation too"', r"card\[3\].title: .* of 1 to 28 bytes"),
        ('"National Radio"', r'"National\nRadio"', "control characters in 'National"),
        ('action = "keep"', 'action = "save"', r"card\[28\].action: 'save' is not one of none, draw, donate"),
        ('action = "keep"', 'action = "buy"', r"card\[28\].action: 'buy' is not one of none, draw, donate"),
        ("price = 14", 'price = "11"', r"card\[50\].price: '11' is not a whole number"),
        ("price = 14", "price = true", r"card\[50\].price: True is not a whole number"),
        ("price = 14", "price = 31", r"card\[50\].price: 31 is outside 0 to 30"),
        ("price = 14", "price = -1", r"card\[50\].price: -1 is outside 0 to 30"),
        ("strength = 10", "strength = 21", r"card\[38\].strength: 21 is outside 0 to 20"),
        ("period = 4", "period = 5", r"card\[39\].period: 5 is outside 0 to 4"),
        ("not_with_two = true", "not_with_two = 1", r"card\[6\].not_with_two: 1 is neither true nor false"),
        # Offices
        ('kind = "printed"', 'kind = "painted"', r"office\[0\].kind: 'painted' is not one of printed, base"),
        ('kind = "printed"', 'kind = "base"', "office: 9 rows are of kind 'printed'; 10 are needed"),
        ("# Extra cards\n", "# Extra cards\n" + EXTRA_ROW, "office: 12 rows are of kind 'extra'; 11 are"),
        (
            'action = "buy special"',
            'action = "keep"',
            r"office\[14\].action: 'keep' is not one of draw, swap",
        ),
        ('action = "buy special"', 'action = "worker"', r"office\[14\].action: 'worker' is not one of draw"),
        (
            "players = 2, section = 1",
            "players = 1, section = 1",
            r"office\[14\].players: 1 is outside 2 to 4",
        ),
        ("section = 5", "section = 6", r"office\[24\].section: 6 is outside 0 to 5"),
        ("section = 5", "section = 0", "totals.sections_1_4_5: .* but the rows make"),
        (
            "players = 2, section = 1",
            "players = 3, section = 1",
            "office 14: is an extra card, so players is 2",
        ),
        ("players = 3", "players = 2", "office 10: is a base card, so players is 3 or 4 and section 0"),
        ("players = 2, section = 0", "players = 3, section = 0", "office 0: is printed on the board, so"),
        # Totals
        (
            "[totals]\n",
            "[totals]\nlaws = { value = 1, evidence = 'sourced', source = 'A' }\n",
            "totals.laws: unk",
        ),
        ("red_cards =", "reds =", "totals.red_cards: missing"),
        (
            "period = 1, price = 1",
            "period = 2, price = 1",
            r"totals.cards_of_periods: .*make \[10, 16, 13, 12, 4",
        ),
        ("[11, 15, 13, 12, 4]", "[11, 15, 13, 12]", "totals.cards_of_periods: .* but the rows make"),
        ("red_cards = { value = 8", "red_cards = { value = 9", "totals.red_cards: 9, but the rows make 8"),
        ("other_cards = { value = 43", "other_cards = { value = 44", "totals.other_cards: 44, but .* 43"),
        ("[23, 32, 49]", "[23, 32, 50]", r"totals.not_with_two: .*, but the rows make \[23, 32, 49\]"),
        ("not_with_two = true", "not_with_two = false", r"totals.not_with_two: .*the rows make \[32, 49\]"),
        (
            "start_coins = { value = 7",
            "start_coins = { value = 6",
            "totals.start_coins: 6, but the rows make 7",
        ),
        ("start_points = { value = 3", "start_points = { value = 4", "totals.start_points: 4, but .* make 3"),
        (
            "[recruits]\nvalue = 4",
            "[recruits]\nvalue = 5",
            "totals.workers_of_a_player: 7, but the rows make 8",
        ),
        ("printed_offices = { value = 10", "printed_offices = { value = 9", "totals.printed_offices: 9, but"),
        ("base_offices = { value = 4", "base_offices = { value = 5", "totals.base_offices: 5, but .* make 4"),
        (
            "extra_offices = { value = 11",
            "extra_offices = { value = 10",
            "totals.extra_offices: 10, but .* 11",
        ),
        ("[3, 2, 1]", "[3, 1, 1]", r"totals.sections_1_4_5: \[3, 1, 1\], but the rows make \[3, 2, 1\]"),
        (
            "section = 2 }",
            "section = 1 }",
            r"totals.sections_1_4_5: \[3, 2, 1\], but the rows make \[4, 2, 1\]",
        ),
        (
            "sections_2_and_3 = { value = 5",
            "sections_2_and_3 = { value = 4",
            "totals.sections_2_and_3: 4, but",
        ),
        (
            "offices_to_buy_two = { value = 1",
            "offices_to_buy_two = { value = 2",
            "totals.offices_to_buy_two: 2",
        ),
        (
            'action = "buy", strength = 1',
            'action = "buy", strength = 2',
            "totals.offices_to_buy_two: 1, but the rows make 2",
        ),
        ("draw_cards = { value = [2, 3, 4]", "draw_cards = { value = [2, 3]", "totals.draw_cards"),
        ("worker_cards = { value = [1, 2]", "worker_cards = { value = [1]", "totals.worker_cards"),
        ("coin_cards = { value = [1, 2, 3]", "coin_cards = { value = [2, 3]", "totals.coin_cards"),
        ("vp_cards = { value = [1, 3, 6, 10]", "vp_cards = { value = [3, 6, 10]", "totals.vp_cards"),
        ("draw_offices = { value = [1, 2, 3]", "draw_offices = { value = [1]", "totals.draw_offices"),
        ("swap_offices = { value = [2, 3]", "swap_offices = { value = [1, 3]", "totals.swap_offices"),
        ("coin_offices = { value = [1, 2, 3]", "coin_offices = { value = []", "totals.coin_offices"),
        ("buy_offices = { value = [1, 2]", "buy_offices = { value = [1]", "totals.buy_offices"),
        (
            "trash_for_coin_offices = { value = [1, 2]",
            "trash_for_coin_offices = { value = [1]",
            "trash_for_coin",
        ),
        ("vp_offices = { value = [1, 2, 3, 4, 5]", "vp_offices = { value = [1, 2]", "totals.vp_offices"),
        # What makes sense
        (
            "strength = 0, price = 0",
            "strength = 0, price = 1",
            "card 1, Swimming Badge: a red card cannot be",
        ),
        ("strength = 0, price = 0", "strength = 1, price = 0", "card 1, Swimming Badge: its action has no"),
        (
            'action = "keep", strength = 0',
            'action = "keep", strength = 1',
            "card 41, Battle of Wits: its action",
        ),
        (
            'action = "buy special", strength = 0',
            'action = "buy special", strength = 1',
            "office 14: its action has no strength; leave it 0",
        ),
        # Options
        ("charity_vp = 2", "charity_vp = 3", "option charity_vp: 3 is outside 1 to 2"),
        ("min_invest = 1", "min_invest = true", "option min_invest: True is not a whole number"),
        ("partial_draw = false", "partial_draw = 2", "option partial_draw: 2 is not one of false, true"),
        (
            "partial_draw = false",
            'partial_draw = "no"',
            "option partial_draw: 'no' is not one of false, true",
        ),
        ("token_limit = 0", "token_limit = 301", "option token_limit: 301 is outside 0 to 300"),
        ("token_limit = 0", "", "options.token_limit: missing"),
        (
            "[9, 10, 11]",
            "[9, 10, 10]",
            r"vp_start_numbers: \[9, 10, 10\] are not 3 different numbers of 9 to 18",
        ),
    ],
)
def test_a_wrong_box_is_refused_with_file_key_and_reason(tmp_path, old, new, message):
    path = own(tmp_path, (old, new))
    with pytest.raises(BoxError, match=message) as caught:
        BOX.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_a_missing_card_is_named(tmp_path):
    start = TEXT.index("[[card]]")
    rest = TEXT.index("[[card]]", start + 1)
    path = tmp_path / "own.toml"
    path.write_text(TEXT[:start] + TEXT[rest:], encoding="utf-8")
    with pytest.raises(BoxError, match="card: no row has the number 1; 51 rows are needed"):
        BOX.load(path)


def test_an_action_on_a_red_number_is_refused(tmp_path):
    """A red one and another change places: every total still holds."""
    changes = ("number = 1,", "number = 0,"), ("number = 20,", "number = 1,"), ("number = 0,", "number = 20,")
    with pytest.raises(BoxError, match="card 1, National Radio: cards 1 to 8 are red and have no action"):
        BOX.load(own(tmp_path, *changes))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"vp_start_numbers": [9, 10]}, "option vp_start_numbers: needs 3 values"),
        ({"vp_start_numbers": [8, 9, 10]}, "option vp_start_numbers: 8 is outside 9 to 18"),
        ({"vp_start_numbers": [9, 10, 19]}, "option vp_start_numbers: 19 is outside 9 to 18"),
        ({"vp_start_numbers": [12, 9, 12]}, "vp_start_numbers: .* are not 3 different numbers of 9 to 18"),
        ({"min_invest": 2}, "option min_invest: 2 is outside 0 to 1"),
        ({"charity_vp": 0}, "option charity_vp: 0 is outside 1 to 2"),
        ({"token_limit": -1}, "option token_limit: -1 is outside 0 to 300"),
        ({"strict_two": "yes"}, "option strict_two: 'yes' is not one of false, true"),
        ({"strict": True}, "unknown option 'strict'; choose from vp_start_numbers, partial_draw"),
    ],
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(BoxError, match=message):
        BOX.load(None, options)


@pytest.mark.parametrize(
    ("field", "place", "value", "message"),
    [
        ("card_name", (0, 0), 65, "card_name: entry 0 must stay empty"),
        ("card_name", (12, 0), 65, "card_name: entry 12 must stay empty"),
        ("card_name", (5,), 0, "card_name: entry 5 must be a title"),
        ("card_name", (5, 0), 255, "card_name: entry 5 is not readable text"),
        ("coin_name", (), 0, "coin_name: must be a title"),
        ("coin_name", (0,), 255, "coin_name: is not readable text"),
        ("point_name", (2,), 0, "point_name: entry 2 must be a title"),
        ("card_effect", (0,), Effect.COIN, "card_effect: entry 0 is no card of the supply; leave it 0"),
        ("card_effect", (9,), Effect.VP, "card_effect: entry 9 is no card of the supply; leave it 8"),
        ("card_strength", (18,), 2, "card_strength: entry 18 is no card of the supply; leave it 1"),
        ("card_price", (10,), 1, "card_price: entry 10 is no card of the supply; leave it 0"),
        ("card_period", (10,), 1, "card_period: entry 10 is no card of the supply; leave it 0"),
        ("not_with_two", (10,), 1, "not_with_two: entry 10 is no card of the supply; leave it 0"),
        ("card_effect", (8,), Effect.KEEP, "card 8, Medal of Merit: cards 1 to 8 are red and have no action"),
        ("card_effect", (41,), Effect.NONE, "card 41, Battle of Wits: cards 1 to 8 are red .* all others"),
        ("card_effect", (41,), Effect.BUY, "card 41, Battle of Wits: 10 is not the number of one of none"),
        ("card_effect", (41,), Effect.DRAW, "card 41, Battle of Wits: its action needs a strength of at"),
        ("card_strength", (41,), 1, "card 41, Battle of Wits: its action has no strength; leave it 0"),
        ("card_strength", (61,), 0, "card 61, National TV: its action needs a strength of at least 1"),
        ("card_strength", (61,), 21, "card_strength: 21 is outside 0 to 20"),
        ("card_price", (8,), 1, "card 8, Medal of Merit: a red card cannot be bought; its price is 0"),
        ("card_period", (61,), 0, "card 61, National TV: needs a period from 1 to 4"),
        ("card_period", (slice(52, 62),), 3, None),
        ("not_with_two", (slice(19, 28),), 1, None),
        ("office_effect", (3,), Effect.KEEP, "office 3: 19 is not the number of one of draw, swap"),
        ("office_effect", (3,), Effect.NONE, "office 3: 0 is not the number of one of draw, swap"),
        ("office_strength", (3,), 0, "office 3: its action needs a strength of at least 1"),
        ("office_strength", (19,), 1, "office 19: its action has no strength; leave it 0"),
        ("office_players", (9,), 3, "office 9: is printed on the board, so players is 2 and section 0"),
        ("office_section", (9,), 1, "office 9: is printed on the board, so players is 2 and section 0"),
        ("office_players", (13,), 2, "office 13: is a base card, so players is 3 or 4 and section 0"),
        ("office_section", (13,), 1, "office 13: is a base card, so players is 3 or 4 and section 0"),
        ("office_players", (14,), 4, "office 14: is an extra card, so players is 2 and section 1 to 5"),
        ("office_section", (14,), 0, "office 14: is an extra card, so players is 2 and section 1 to 5"),
        ("office_section", (24,), 4, "office_section: no extra office is of section 5; each needs one"),
        ("cleared", (1,), 1, "cleared: goes by the number of players, 2 and more; leave entries 0 and 1 at"),
        ("vp_start_numbers", (0,), 10, "vp_start_numbers: .* are not 3 different numbers"),
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


def test_each_period_has_a_card_for_two_players():
    box = BOX.load().copy()
    box["not_with_two"][0, 1:3] = 1
    box["not_with_two"][0, 19:27] = 1
    assert BOX.load(box)
    box["not_with_two"][0, 27] = 1
    with pytest.raises(BoxError, match="card_period: no card of period 1 is left for two players; one is"):
        BOX.load(box)


def test_two_players_have_cards_enough_for_the_street():
    box = BOX.load().copy()
    box["not_with_two"][0, 19:59] = 1
    assert BOX.load(box)
    box["not_with_two"][0, 59] = 1
    with pytest.raises(
        BoxError, match="not_with_two: 10 cards are left for two players; the street needs 11"
    ):
        BOX.load(box)
