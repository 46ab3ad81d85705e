"""The box of Copycat: what its evidence is, and boxes of one's own."""

import pytest

from hustings.envs.copycat.box import BOX
from hustings.envs.copycat.table import Effect
from hustings.envs.core.text.words import text

from ..boxes import changed_file

BOX_0 = BOX.load()[0]
REDS = range(1, 9)


def card(number: int, box=BOX_0) -> str:
    """Action, strength, period and price of a card."""
    numbers = (box[f"card_{part}"][number] for part in ("strength", "period", "price"))
    return " ".join([Effect(box.card_effect[number]).name, *map(str, numbers)])


def office(number: int, box=BOX_0) -> str:
    """Action, strength, fewest players and section of an office."""
    numbers = (box[f"office_{part}"][number] for part in ("strength", "players", "section"))
    return " ".join([Effect(box.office_effect[number]).name, *map(str, numbers)])


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
