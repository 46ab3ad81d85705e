"""The box of Copycat: its rows and what they make in all, and boxes of one's own."""

from collections import Counter

import numpy as np
import pytest

from hustings.envs.copycat.box import BOX
from hustings.envs.copycat.table import Effect

from ..boxes import changed_file

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


@pytest.fixture
def own(tmp_path):
    """The game's own box with these changes."""
    return lambda *changes: BOX.load(changed_file(BOX, changes, tmp_path / "own.toml"))[0]


def test_other_prices(own):
    box = own("card[50].price = 15", "card[2].price = 5")
    assert box.card_price[61] == 15
    assert box.card_price[19] == 5


def test_two_cards_change_their_numbers(own):
    """Rows need not stand in the order of the numbers."""
    box = own("card[9].number = 25", "card[8].number = 26")
    assert card(25, box) == card(26)
    assert card(26, box) == card(25)
    assert text(box.card_name[25]) == "Small PR Campaign"


def test_two_cards_change_their_periods(own):
    box = own("card[28].period = 4", "card[47].period = 3")
    assert (box.card_period[41], box.card_period[58]) == (4, 3)


def test_two_cards_change_their_actions(own):
    box = own(
        *('card[28].action = "draw"', "card[28].strength = 4"),
        *('card[47].action = "keep"', "card[47].strength = 0"),
    )
    assert card(41, box) == ("DRAW", 4, 3, 2)
    assert card(58, box) == ("KEEP", 0, 4, 4)


def test_offices_change_their_places(own):
    """A printed one becomes an extra one, and extra ones need not stand section by section."""
    box = own(
        "office[9].strength = 3",
        *("office[17].section = 3", "office[17].strength = 2"),
        "office[20].section = 2",
    )
    assert office(9, box) == ("DRAW", 3, 2, 0)
    assert office(19, box) == ("VP", 3, 2, 2)
    assert office(20, box) == ("DRAW", 2, 2, 3)


def test_base_cards_for_four_players_only(own):
    assert own("office[10].players = 4").office_players[10:14].tolist() == [4, 3, 4, 4]


def test_sections_2_and_3_the_other_way_round(own):
    assert own("office[17].section = 3").office_section[14:].tolist() == [1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5]


def test_a_row_in_one_entry(own):
    box = own(
        "del card[0]",
        'card += { number = 1, title = "Ein schöner Schein", action = "none", strength = 0, period = 1, '
        "price = 0, not_with_two = false }",
    )
    assert text(box.card_name[1]) == "Ein schöner Schein"


def test_other_totals_are_a_users_own_affair(own):
    """A copy of another edition may differ, as long as totals and rows agree."""
    box = own(
        *("card[2].period = 2", "totals.cards_of_periods = [10, 16, 13, 12, 4]"),
        *("card[50].not_with_two = true", "totals.not_with_two = [23, 32, 49, 61]"),
        *("workers = 4", "totals.workers_of_a_player = 8"),
        *("office[24].strength = 7", "totals.vp_offices = [1, 2, 3, 4, 7]"),
    )
    assert card(19, box)[2] == 2
    assert box.not_with_two[61]
    assert box.workers == 4
    assert office(24, box)[:2] == ("VP", 7)


def test_options_of_ones_own(own):
    box = own("charity_vp = 1", "vp_start_numbers = [16, 17, 18]")
    box = BOX.load(box, {"token_limit": 25, "strict_two": True, "min_invest": 0})
    assert (box[0].charity_vp, box[0].token_limit, box[0].strict_two, box[0].min_invest) == (1, 25, 1, 0)
    assert box[0].vp_start_numbers.tolist() == [16, 17, 18]
