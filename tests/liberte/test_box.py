"""The box of Liberté: its rows and what they make in all, and boxes of one's own."""

import tomllib

import numpy as np
import pytest

from hustings.envs import liberte_v0
from hustings.envs.liberte import box
from hustings.envs.liberte.box import BOX
from hustings.envs.liberte.table import BLUE, RED, WHITE

from ..boxes import changed_file
from .playing import NAMES, PROVINCES, random_actions

BOX_0 = BOX.load()[0]
SETS, COLOURS = (box.SET_A, box.SET_B), (WHITE, BLUE, RED)


def texts(names) -> list[str]:
    return [bytes(name).rstrip(b"\0").decode() for name in names]


def cards(**wanted) -> np.ndarray:
    """The numbers of the cards with these values in the fields called card_..."""
    found = np.ones(len(BOX_0.card_kind), bool)
    for part, value in wanted.items():
        found &= BOX_0[f"card_{part}"] == value
    return np.flatnonzero(found)


def blocks(**wanted) -> list[int]:
    """White, blue and red blocks on such cards."""
    return [int(BOX_0.card_value[cards(colour=colour, **wanted)].sum()) for colour in COLOURS]


# --- What is in the box --------------------------------------------------------------------------

REGIONS = [  # provinces, those that are counter-revolutionary, cards in A and B, white, blue and red blocks
    ("West", 4, 4, [6, 6], [10, 8, 4]),
    ("South-West", 5, 2, [6, 5], [4, 7, 6]),
    ("South-East", 4, 3, [6, 6], [11, 11, 4]),
    ("Centre", 4, 2, [6, 5], [5, 4, 7]),
    ("East", 5, 2, [6, 5], [7, 8, 5]),
    ("Paris Basin", 5, 1, [8, 7], [8, 7, 17]),
]


@pytest.mark.rule("LIB-0.2", "LIB-0.3")
@pytest.mark.parametrize("region", range(6))
def test_each_region_has_its_provinces_and_cards(region):
    name, provinces, cr, in_sets, of_colours = REGIONS[region]
    first = int(BOX_0.region_first[region])
    assert (texts(BOX_0.region_name)[region], BOX_0.region_size[region]) == (name, provinces)
    assert BOX_0.province_region[first : first + provinces].tolist() == [region] * provinces
    assert BOX_0.cr[first : first + provinces].sum() == cr
    assert [len(cards(kind=box.PERSONALITY, region=region, set=each)) for each in SETS] == in_sets
    assert blocks(kind=box.PERSONALITY, region=region) == of_colours


@pytest.mark.rule("LIB-0.3")
def test_cards_are_numbered_set_by_set_and_the_specials_come_last():
    assert BOX_0.cards == 110
    assert BOX_0.card_set[1:].tolist() == [box.SET_A] * 57 + [box.SET_B] * 53
    for kinds in (BOX_0.card_kind[1:58], BOX_0.card_kind[58:]):
        assert (np.diff(kinds) >= 0).all()
    assert (NAMES[1], NAMES[58]) == ("Necker", "Dumouriez")
    assert not any(BOX_0[f"card_{part}"][0] for part in ("kind", "set", "colour", "value", "region"))


@pytest.mark.rule("LIB-0.2")
def test_the_map():
    assert len(set(PROVINCES)) == BOX_0.provinces == 27
    assert BOX_0.cr.sum() == 14
    points = {name: int(vp) for name, vp in zip(PROVINCES, BOX_0.province_vp) if vp}
    assert points == {"Vendée": 1, "Languedoc": 2, "Lyonnais": 1, "Champagne": 1}
    assert PROVINCES[int(BOX_0.paris)] == "Paris"
    assert BOX_0.region_order.tolist() == [1, 2, 3, 4, 5, 6]


def test_the_evidence_of_single_cards():
    """Of each card the parts that are sourced; nobody is to take the rest for the printed card."""
    sourced = {
        entry.value["name"]: set(entry.value) - {"name"}
        for entry in BOX.evidence()
        if entry.key.startswith("personality") and entry.evidence == "sourced"
    }
    block_card = {"set", "colour", "blocks"}
    assert sourced == {
        "Necker": block_card | {"region", "cannon"},
        **dict.fromkeys(("Danton", "Robespierre", "Sieyès", "Talleyrand", "Marat", "Barnave"), block_card),
        **dict.fromkeys(("Dumouriez", "Bonaparte", "Hoche"), block_card | {"silhouette"}),
        "Lafayette": {"set", "silhouette"},
        "Pichegru": {"silhouette"},
        "Murat": {"colour"},
        **{name: set() for name in ("Mirabeau", "Sade", "Guillotin", "Saint-Just", "Condé")},
    }


# --- Boxes of one's own --------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path):
    """The game's own box with these changes."""
    return lambda *changes: BOX.load(changed_file(BOX, changes, tmp_path / "own.toml"))[0]


def test_a_card_more(own):
    tallien = 'name = "Tallien", set = "B", colour = "red", blocks = 2, region = "East"'
    made = own(
        *("totals.cards = 109", "totals.cards_b = 52", "special[3].copies = [0, 2]"),
        f'personality += {{ {tallien}, silhouette = "ordinary", cannon = false }}',
    )
    assert made.cards == 109
    assert made.card_value[texts(made.card_name).index("Tallien")] == 2
    assert not made.card_kind[110]


def test_a_card_moves_to_the_other_set(own):
    """Rows need not stand set by set."""
    made = own('personality[3].set = "B"', "totals.cards_a = 56", "totals.cards_b = 54")
    assert made.card_set[1:].tolist() == [box.SET_A] * 56 + [box.SET_B] * 54
    assert made.card_set[texts(made.card_name).index("Bailly")] == box.SET_B


def test_a_province_moves_to_another_region(own):
    """Rows need not stand region by region, and Paris is found by its name."""
    perche = ('province[1].name = "Perche"', 'province[1].region = "Paris Basin"')
    made = own(*perche, 'province[26].region = "West"')
    assert made.region_size.tolist() == [4, 5, 4, 4, 5, 5]
    names = texts(made.province_name)
    assert names[:4] == ["Brittany", "Anjou", "Vendée", "Paris"]
    assert (names[22], made.paris) == ("Perche", 3)


def test_a_small_map(own):
    """Two regions of one province each: the other places stay empty."""
    people = tomllib.loads(BOX.file.read_text(encoding="utf-8"))["personality"]
    values = [part["value"] for row in people for part in row.values()]
    regions = [value["region"] for value in values if "region" in value]
    moved = [number for number, region in enumerate(regions) if region not in ("West", "Paris Basin")]
    vendee = '{ row = { name = "Vendée", region = "West", cr = true, vp = 0 } }'
    paris = '{ row = { name = "Paris", region = "Paris Basin", cr = false, vp = 0 } }'
    made = own(
        *(f'personality[{number}].region = "West"' for number in moved),
        *(f"province = [{vendee}, {paris}]", 'regions = ["West", "Paris Basin"]', "region_order = [2, 1]"),
        *("totals.provinces = 2", "totals.cr_provinces = 1", "totals.vp_provinces = 0"),
    )
    assert (made.regions, made.provinces, made.paris) == (2, 2, 1)
    assert made.region_order.tolist() == [2, 1, 0, 0, 0, 0]
    assert made.region_first.tolist() == [0, 1, 0, 0, 0, 0]


def test_other_battles(own):
    bastille = ("battle[0].turn = 1", 'battle[0].name = "Bastille"', "battle[0].vp = 1")
    made = own(*bastille, "totals.battle_turns = [1, 3, 4]")
    assert texts(made.battle_name) == ["Bastille", "", "Fleurus", "Zürich"]
    assert made.battle_vp.tolist() == [1, 0, 3, 4]


@pytest.mark.rule("LIB-9.9")
def test_a_box_of_ones_own_is_played(tmp_path):
    path = changed_file(BOX, ["stack_height = 2"], tmp_path / "own.toml")
    games, rng, highest = liberte_v0.batch(1, 3, seed=1, box=str(path)), np.random.default_rng(0), 0
    while not games.over[0]:
        games.step(random_actions(games, rng))
        highest = max(highest, int(games.tables["height"].max()))
    assert highest == 2
