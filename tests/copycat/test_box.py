"""The box of Copycat: its rows and what they make in all, and boxes of one's own."""

from collections import Counter

import numpy as np
import pytest

from hustings.envs.copycat.box import BOX
from hustings.envs.copycat.table import Effect

from ..boxes import changed_file

BOX_0 = BOX.load()[0]
REDS, STARTS, OTHERS = range(1, 9), range(9, 19), range(19, 62)

# Title, * where no source has it; action and strength; number:period:price of each card
TITLES = """
Election Campaign Office   | TRASH_FOR_WORKER 0 | 19:1:1 28:2:1
National Radio             | VP 3               | 20:1:4 29:2:4
Industrialist*             | COIN 2             | 21:1:2 22:1:2 30:2:2
Sharpen your Elbows        | ELBOWS 0           | 23:1:1 32:2:1 49:3:2
Inside Information         | EXTRA_OFFICE 0     | 24:1:1 33:2:2
Sauna with Colleagues      | DRAW 2             | 25:1:2 34:2:2
Small PR Campaign*         | WORKER 1           | 26:1:2 35:2:2 45:3:3
Wife's Charity Event       | COIN_OR_VP 0       | 27:1:2 40:2:2
Collecting Donations       | DONATE 0           | 31:2:2
Bonus Payment              | REUSE_WORKER 0     | 36:2:3 53:4:4
Banker*                    | COIN 3             | 37:2:3 46:3:3 55:4:3
State Dinner               | DRAW 3             | 38:2:3 47:3:3
National Newspaper*        | VP 6               | 39:2:8 50:3:9 56:4:9
Battle of Wits*            | KEEP 0             | 41:3:2
Campaign Trail             | DOUBLE_TOKENS 0    | 42:3:3 52:4:4
Garden Party with Friends* | DOUBLE_COINS 0     | 43:3:3
Press Secretary*           | COPY_CARD 0        | 44:3:3 54:4:4
Huge PR Campaign           | WORKER 2           | 48:3:4 57:4:4
National TV*               | VP 10              | 51:3:13 60:4:13 61:4:14
Keynote Speech*            | DRAW 4             | 58:4:4 59:4:4
"""
ROWS = [[part.strip() for part in line.split("|")] for line in TITLES.strip().splitlines()]

# Fewest players and section: action and strength of each office, in their order
OFFICES = """
2 0: BUY 1, BUY 1, COIN 3, BUY 2, COIN 1, COIN 2, DRAW 1, SWAP 2, SWAP 3, DRAW 2
3 0: BUY 1, COIN 1
4 0: BUY 1, DRAW 1
2 1: BUY_SPECIAL 0, TRASH_FOR_COIN 1, VP 1
2 2: DRAW 3, VP 2, REUSE_CARD 0
2 3: VP 3, TRASH_FOR_COIN 2
2 4: VP 4, REUSE_CARD 0
2 5: VP 5
"""


def text(name) -> str:
    return bytes(name).rstrip(b"\0").decode()


def card(number: int, box=BOX_0) -> str:
    """Action, strength, period and price of a card."""
    numbers = (box[f"card_{part}"][number] for part in ("strength", "period", "price"))
    return " ".join([Effect(box.card_effect[number]).name, *map(str, numbers)])


def office(number: int, box=BOX_0) -> str:
    """Action, strength, fewest players and section of an office."""
    numbers = (box[f"office_{part}"][number] for part in ("strength", "players", "section"))
    return " ".join([Effect(box.office_effect[number]).name, *map(str, numbers)])


# --- What is in the box --------------------------------------------------------------------------


@pytest.mark.parametrize(("title", "action", "cards"), ROWS)
def test_cards_with_an_action(title, action, cards):
    for number, period, price in (map(int, each.split(":")) for each in cards.split()):
        assert card(number) == f"{action} {period} {price}"
        assert text(BOX_0.card_name[number]) == title.rstrip("*")


def test_all_cards_are_named():
    numbers = [int(each.split(":")[0]) for _, _, cards in ROWS for each in cards.split()]
    assert sorted(numbers) == [*OTHERS]
    assert [card(number) for number in REDS] == [f"NONE 0 {(number + 1) // 2} 0" for number in REDS]
    titles = {text(BOX_0.card_name[number]) for number in REDS} - {"", *(row[0].rstrip("*") for row in ROWS)}
    assert len(titles) == 8
    assert card(0) == "NONE 0 0 0"
    assert not BOX_0.card_name[0].any()


def test_start_cards_are_coins_and_the_rules_make_three_of_them_points():
    assert {card(number) for number in STARTS} == {"COIN 1 0 0"}
    assert not BOX_0.card_name[9:19].any()
    assert text(BOX_0.coin_name) == "Fatherly Friend"
    assert [text(name) for name in BOX_0.point_name] == ["Local Newspaper", "Local Radio", "Local TV"]


def test_offices():
    rows = (line.split(": ") for line in OFFICES.strip().splitlines())
    expected = [f"{action} {numbers}" for numbers, actions in rows for action in actions.split(", ")]
    assert [office(number) for number in range(25)] == expected


def test_the_numbers_and_the_defaults_of_the_options():
    assert BOX_0.surcharge.tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2]
    assert BOX_0.cleared.tolist() == [0, 0, 3, 2, 1]
    assert np.flatnonzero(BOX_0.not_with_two).tolist() == [23, 32, 49]
    numbers = {"hand": 5, "workers": 3, "recruits": 4, "rounds": 11, "end_points": 95, "typical_score": 95}
    assert {name: int(BOX_0[name]) for name in numbers} == numbers
    switched_on = ("donate_with_charity", "double_bonus_coins")
    switched_off = ("partial_draw", "blue_office_immediate", "strict_two", "any_order", "decline_points")
    numbers = {"vp_start_numbers": [9, 10, 11], "charity_vp": 2, "min_invest": 1, "token_limit": 0}
    flags = dict.fromkeys(switched_on, True) | dict.fromkeys(switched_off, False)
    assert BOX.option_values(BOX.load()) == numbers | flags


def sourced(key: str) -> list[dict]:
    """The sourced values of the rows of a table."""
    return [e.value for e in BOX.evidence() if e.key.startswith(f"{key}[") and e.evidence == "sourced"]


def test_the_evidence_of_cards():
    """Of few numbers something is sourced; of a title only that it exists; nobody is to take more for it."""
    rows = {value["number"]: set(value) for value in sourced("card") if "number" in value}
    for number, columns in rows.items():
        more = {"action", "strength", "price"} if number in REDS else {"period"} if number == 23 else set()
        assert columns == {"number", "not_with_two"} | more
    assert sorted(rows) == [*REDS, 23, 32, 49]
    titles = [value for value in sourced("card") if "number" not in value]
    assert all(set(value) == {"title"} for value in titles)
    expected = {title: len(cards.split()) for title, _, cards in ROWS if not title.endswith("*")}
    expected |= {"School-leaving Diploma": 1, "University Degree": 1}
    assert Counter(value["title"] for value in titles) == expected


def test_the_evidence_of_offices_totals_and_numbers():
    actions = [(value["action"], value["strength"]) for value in sourced("office")]
    assert actions == [("buy", 2), ("reuse card", 0), ("reuse card", 0)]
    evidence = {entry.key: entry.evidence for entry in BOX.evidence()}
    assert {kind for key, kind in evidence.items() if key.startswith("totals.")} == {"sourced"}
    cleared = [evidence[f"cleared.players_{players}"] for players in (2, 3, 4)]
    assert cleared == ["inferred", "sourced", "inferred"]
    assert evidence["typical_score"] == "inferred"


# --- Boxes of one's own --------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path):
    """The game's own box with these changes."""
    return lambda *changes: BOX.load(changed_file(BOX, changes, tmp_path / "own.toml"))[0]


@pytest.mark.rule("COP-9.11")
def test_cards_change_prices_numbers_periods_and_actions(own):
    box = own("card[50].price = 15", "card[2].price = 5", "hand = 4")
    assert (box.card_price[61], box.card_price[19], box.hand) == (15, 5, 4)
    box = own("card[9].number = 25", "card[8].number = 26")  # rows need not stand in the order of numbers
    assert (card(25, box), card(26, box)) == (card(26), card(25))
    assert text(box.card_name[25]) == "Small PR Campaign"
    box = own("card[28].period = 4", "card[47].period = 3")
    assert (box.card_period[41], box.card_period[58]) == (4, 3)
    draws, keeps = ('action = "draw"', "strength = 4"), ('action = "keep"', "strength = 0")
    box = own(*(f"card[28].{part}" for part in draws), *(f"card[47].{part}" for part in keeps))
    assert (card(41, box), card(58, box)) == ("DRAW 4 3 2", "KEEP 0 4 4")


@pytest.mark.rule("COP-9.11")
def test_offices_change_their_places(own):
    """A printed one becomes an extra one, and extra ones need not stand section by section."""
    changes = ("office[9].strength = 3", "office[17].section = 3", "office[17].strength = 2")
    box = own(*changes, "office[20].section = 2")
    assert [office(number, box) for number in (9, 19, 20)] == ["DRAW 3 2 0", "VP 3 2 2", "DRAW 2 2 3"]
    assert own("office[10].players = 4").office_players[10:14].tolist() == [4, 3, 4, 4]
    assert own("office[17].section = 3").office_section[14:].tolist() == [1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5]


def test_a_row_in_one_entry(own):
    row = 'number = 1, title = "Ein schöner Schein", action = "none", strength = 0, period = 1, price = 0'
    box = own("del card[0]", f"card += {{ {row}, not_with_two = false }}")
    assert text(box.card_name[1]) == "Ein schöner Schein"


@pytest.mark.rule("COP-9.11")
def test_other_totals_are_a_users_own_affair(own):
    """A copy of another edition may differ, as long as totals and rows agree."""
    box = own(
        *("card[2].period = 2", "totals.cards_of_periods = [10, 16, 13, 12, 4]"),
        *("card[50].not_with_two = true", "totals.not_with_two = [23, 32, 49, 61]"),
        *("workers = 4", "totals.workers_of_a_player = 8"),
        *("office[24].strength = 7", "totals.vp_offices = [1, 2, 3, 4, 7]"),
    )
    assert card(19, box) == "TRASH_FOR_WORKER 0 2 1"
    assert (box.not_with_two[61], box.workers, office(24, box)) == (1, 4, "VP 7 2 5")


def test_options_of_ones_own(own):
    box = own("charity_vp = 1", "vp_start_numbers = [16, 17, 18]")
    box = BOX.load(box, {"token_limit": 25, "strict_two": True, "min_invest": 0})[0]
    assert (box.charity_vp, box.token_limit, box.strict_two, box.min_invest) == (1, 25, 1, 0)
    assert box.vp_start_numbers.tolist() == [16, 17, 18]
