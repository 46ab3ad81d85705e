"""The box of Liberté: what its rows make in all, boxes of one's own, and how a wrong one is refused."""

from collections import Counter

import pytest

from hustings.envs import BoxError
from hustings.envs.liberte.box import (
    ANYWHERE,
    BOX,
    CLUB,
    GENERAL,
    ORDINARY,
    PERSONALITY,
    PURGE,
    RELIGIOUS_PROBLEMS,
    SANS_CULOTTE,
    SET_A,
    SET_B,
    TERROR,
)
from hustings.envs.liberte.table import BLUE, RED, WHITE

TEXT = BOX.file.read_text(encoding="utf-8")
BOX_0 = BOX.load()[0]
CARDS = range(1, int(BOX_0.cards) + 1)
WEST, SOUTH_WEST, SOUTH_EAST, CENTRE, EAST, PARIS_BASIN = range(6)


def text(name) -> str:
    return bytes(name).rstrip(b"\0").decode()


def card(name: str, box=BOX_0) -> int:
    """The number of the only card with this name."""
    (number,) = [c for c in CARDS if text(box.card_name[c]) == name]
    return number


def cards(**wanted) -> list[int]:
    """The cards with these values in the fields called card_..."""
    return [c for c in CARDS if all(BOX_0[f"card_{part}"][c] == value for part, value in wanted.items())]


def blocks(numbers: list[int]) -> int:
    return sum(int(BOX_0.card_value[c]) for c in numbers)


# --- What is in the box --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("region", "name", "provinces", "cr", "in_a", "in_b", "white", "blue", "red"),
    [
        (WEST, "West", 4, 4, 6, 6, 10, 8, 4),
        (SOUTH_WEST, "South-West", 5, 2, 6, 5, 4, 7, 6),
        (SOUTH_EAST, "South-East", 4, 3, 6, 6, 11, 11, 4),
        (CENTRE, "Centre", 4, 2, 6, 5, 5, 4, 7),
        (EAST, "East", 5, 2, 6, 5, 7, 8, 5),
        (PARIS_BASIN, "Paris Basin", 5, 1, 8, 7, 8, 7, 17),
        (ANYWHERE, None, 0, 0, 6, 6, 3, 4, 5),
    ],
)
def test_each_region_has_its_provinces_and_cards(region, name, provinces, cr, in_a, in_b, white, blue, red):
    if name is not None:
        assert text(BOX_0.region_name[region]) == name
        assert BOX_0.region_size[region] == provinces
        first = int(BOX_0.region_first[region])
        assert BOX_0.province_region[first : first + provinces].tolist() == [region] * provinces
        assert BOX_0.cr[first : first + provinces].sum() == cr
    kind = CLUB if region == ANYWHERE else PERSONALITY
    assert len(cards(kind=kind, region=region, set=SET_A)) == in_a
    assert len(cards(kind=kind, region=region, set=SET_B)) == in_b
    of = [blocks(cards(kind=kind, region=region, colour=colour)) for colour in (WHITE, BLUE, RED)]
    assert of == [white, blue, red]


@pytest.mark.parametrize(
    ("card_set", "colour", "personalities", "clubs", "in_all"),
    [
        (SET_A, WHITE, {3: 4, 2: 5, 1: 5}, 2, 29),
        (SET_A, BLUE, {3: 2, 2: 6, 1: 6}, 2, 26),
        (SET_A, RED, {3: 2, 2: 3, 1: 5}, 2, 19),
        (SET_B, WHITE, {3: 3, 2: 3, 1: 3}, 1, 19),
        (SET_B, BLUE, {3: 3, 2: 4, 1: 4}, 2, 23),
        (SET_B, RED, {3: 3, 2: 6, 1: 5}, 3, 29),
    ],
)
def test_each_set_has_its_personalities_and_clubs(card_set, colour, personalities, clubs, in_all):
    persons = cards(kind=PERSONALITY, set=card_set, colour=colour)
    assert Counter(int(BOX_0.card_value[c]) for c in persons) == personalities
    assert len(cards(kind=CLUB, set=card_set, colour=colour)) == clubs
    assert blocks(cards(set=card_set, colour=colour)) == in_all


def test_the_specials():
    in_a = [len(cards(kind=kind, set=SET_A)) for kind in range(PURGE, RELIGIOUS_PROBLEMS + 1)]
    in_b = [len(cards(kind=kind, set=SET_B)) for kind in range(PURGE, RELIGIOUS_PROBLEMS + 1)]
    assert in_a == [1, 2, 3, 0, 4, 3]
    assert in_b == [3, 3, 1, 4, 1, 1]
    assert {text(BOX_0.card_name[c]) for c in cards(kind=TERROR)} == {"Terror"}
    for c in CARDS:
        if BOX_0.card_kind[c] > CLUB:
            parts = ("colour", "value", "region", "silhouette", "cannon")
            assert [BOX_0[f"card_{part}"][c] for part in parts] == [0] * 5


def test_the_symbols():
    symbols = [
        [len(cards(kind=PERSONALITY, set=card_set, **{part: value})) for card_set in (SET_A, SET_B)]
        for part, value in (("silhouette", GENERAL), ("silhouette", SANS_CULOTTE), ("cannon", 1))
    ]
    assert symbols == [[2, 9], [3, 5], [6, 12]]
    assert all(BOX_0.card_cannon[c] for c in cards(silhouette=GENERAL))
    assert len(cards(kind=CLUB, cannon=1, value=1, silhouette=ORDINARY)) == 12


def test_cards_are_numbered_set_by_set_and_the_specials_come_last():
    assert BOX_0.cards == 110
    assert BOX_0.card_set[1:].tolist() == [SET_A] * 57 + [SET_B] * 53
    for kinds in (BOX_0.card_kind[1:58].tolist(), BOX_0.card_kind[58:].tolist()):
        assert kinds == sorted(kinds)
    assert text(BOX_0.card_name[1]) == "Necker"
    assert text(BOX_0.card_name[58]) == "Dumouriez"
    assert not any(BOX_0[f"card_{part}"][0] for part in ("kind", "set", "colour", "value", "region"))


def test_necker_as_the_sources_have_him():
    necker = card("Necker")
    parts = ("kind", "set", "colour", "value", "region", "cannon")
    values = [int(BOX_0[f"card_{part}"][necker]) for part in parts]
    assert values == [PERSONALITY, SET_A, WHITE, 3, PARIS_BASIN, 1]


def test_the_map():
    names = [text(name) for name in BOX_0.province_name[: int(BOX_0.provinces)]]
    assert len(names) == len(set(names)) == 27
    assert BOX_0.cr.sum() == 14
    points = {name: int(vp) for name, vp in zip(names, BOX_0.province_vp) if vp}
    assert points == {"Vendée": 1, "Languedoc": 2, "Lyonnais": 1, "Champagne": 1}
    assert names[int(BOX_0.paris)] == "Paris"
    assert BOX_0.region_order.tolist() == [1, 2, 3, 4, 5, 6]


def test_the_numbers():
    assert BOX_0.blocks.tolist() == [0, 24, 28, 30]
    assert [text(name) for name in BOX_0.battle_name] == ["", "Valmy", "Fleurus", "Zürich"]
    assert BOX_0.battle_vp.tolist() == [0, 3, 3, 4]
    expected = {
        "blocks_aside": 2,
        "tokens_each": 18,
        "hand": 7,
        "hand_limit": 9,
        "display_size": 4,
        "stack_height": 3,
        "stacks": 3,
        "turns": 4,
        "first_vp": 5,
        "second_vp": 2,
        "opposition_vp": 3,
        "shared_first_vp": 3,
        "shared_second_vp": 1,
        "shared_opposition_vp": 2,
        "province_vp_from": 3,
        "cr_needed": 7,
        "cr_from": 3,
        "landslide_votes": 17,
    }
    assert {name: int(BOX_0[name]) for name in expected} == expected


def test_the_defaults_of_the_options():
    assert BOX.option_values(BOX.load()) == {
        "region_order": [1, 2, 3, 4, 5, 6],
        "valley_rules": False,
        "tokens": "limited",
        "refill": "compulsory",
        "play_without_blocks": True,
        "fifth_card": "state",
        "waste_specials": False,
        "terror_in_turn": False,
        "faction_ties": "sum",
        "pushback": "literal",
        "landslide_points": "map",
    }


def test_the_evidence_of_single_cards():
    """Of each card the parts that are sourced; nobody is to take the rest for the printed card."""
    sourced = {}
    for entry in BOX.evidence():
        if entry.key.startswith("personality") and entry.evidence == "sourced":
            sourced[entry.value["name"]] = set(entry.value) - {"name"}
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


def test_the_evidence_of_totals_and_map():
    evidence = {entry.key: entry.evidence for entry in BOX.evidence()}
    assert {kind for key, kind in evidence.items() if key.startswith("totals.")} == {"sourced"}
    assert evidence["regions"] == "sourced"
    assert evidence["region_order"] == evidence["typical_score"] == "inferred"
    names = [e.value["name"] for e in BOX.evidence() if "province[" in e.key and e.evidence == "sourced"]
    assert sorted(names) == ["Languedoc", "Paris", "Picardy", "Vendée"]


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


ONE_CARD = """
[[personality]]
printed = { value = { name = "Tallien", set = "B", colour = "red", blocks = 2, region = "East", \
silhouette = "ordinary", cannon = false }, evidence = "sourced", source = "My own copy" }
"""


def test_a_card_more(tmp_path):
    changes = [
        ("cards = { value = 110", "cards = { value = 109"),
        ("cards_b = { value = 53", "cards_b = { value = 52"),
    ]
    changes += [("copies = [0, 4]", "copies = [0, 2]"), ("# Set B\n", "# Set B\n" + ONE_CARD)]
    box = BOX.load(own(tmp_path, *changes))[0]
    assert box.cards == 109
    assert text(box.card_name[58]) == "Tallien"
    assert box.card_value[58] == 2
    assert not box.card_kind[110]


def test_a_card_moves_to_the_other_set(tmp_path):
    """Rows need not stand set by set."""
    changes = (
        ('name = "Bailly", set = "A"', 'name = "Bailly", set = "B"'),
        ("cards_a = { value = 57", "cards_a = { value = 56"),
        ("cards_b = { value = 53", "cards_b = { value = 54"),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert box.card_set[1:].tolist() == [SET_A] * 56 + [SET_B] * 54
    assert box.card_set[card("Bailly", box)] == SET_B


def test_a_province_moves_to_another_region(tmp_path):
    """Rows need not stand region by region, and Paris is found by its name."""
    changes = (
        ('name = "Maine", region = "West"', 'name = "Perche", region = "Paris Basin"'),
        ('name = "Paris", region = "Paris Basin"', 'name = "Paris", region = "West"'),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert box.region_size.tolist() == [4, 5, 4, 4, 5, 5]
    names = [text(name) for name in box.province_name]
    assert names[:4] == ["Brittany", "Anjou", "Vendée", "Paris"]
    assert names[22] == "Perche"
    assert box.paris == 3


def test_other_orders_of_the_regions(tmp_path):
    box = BOX.load(own(tmp_path, ("[1, 2, 3, 4, 5, 6]", "[6, 5, 4, 3, 2, 1]")))
    assert box[0].region_order.tolist() == [6, 5, 4, 3, 2, 1]
    again = BOX.load(box, {"region_order": [2, 1, 3, 4, 6, 5]})
    assert again[0].region_order.tolist() == [2, 1, 3, 4, 6, 5]


def test_a_small_map(tmp_path):
    """Two regions of one province each: the other places stay empty."""
    head, rest = TEXT.split("[regions]")
    tail = rest[rest.index("# --- The cards") :]
    for region in ("South-West", "South-East", "Centre", "East"):
        tail = tail.replace(f'region = "{region}"', 'region = "West"')
    head = head.replace("provinces = { value = 27", "provinces = { value = 2")
    head = head.replace("cr_provinces = { value = 14", "cr_provinces = { value = 1")
    head = head.replace("vp_provinces = { value = 4", "vp_provinces = { value = 0")
    reason = 'evidence = "inferred", constraint = "A test"'
    middle = f"""
regions = {{ value = ["West", "Paris Basin"], {reason} }}
region_order = {{ value = [2, 1], {reason} }}
whole_stack = {{ value = "Paris", {reason} }}
"""
    rows = f"""
[[province]]
row = {{ value = {{ name = "Vendée", region = "West", cr = true, vp = 0 }}, {reason} }}
[[province]]
row = {{ value = {{ name = "Paris", region = "Paris Basin", cr = false, vp = 0 }}, {reason} }}
"""
    path = tmp_path / "own.toml"
    path.write_text(middle + head + rows + tail, encoding="utf-8")
    box = BOX.load(path)[0]
    assert (box.regions, box.provinces, box.paris) == (2, 2, 1)
    assert box.region_order.tolist() == [2, 1, 0, 0, 0, 0]
    assert box.region_first.tolist() == [0, 1, 0, 0, 0, 0]


def test_other_battles(tmp_path):
    changes = (
        ('turn = 2, name = "Valmy"', 'turn = 1, name = "Bastille"'),
        ("value = { vp = 3 }", "value = { vp = 1 }"),
        ("battle_turns = { value = [2, 3, 4]", "battle_turns = { value = [1, 3, 4]"),
    )
    box = BOX.load(own(tmp_path, *changes))[0]
    assert [text(name) for name in box.battle_name] == ["Bastille", "", "Fleurus", "Zürich"]
    assert box.battle_vp.tolist() == [1, 0, 3, 4]


# --- Boxes refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # The form of the file
        ("[whole_stack]", "[whole]", "whole_stack: missing"),
        ("[turns]", "[rounds]", "rounds: unknown entry"),
        ("[turns]\nvalue = 4", '[turns]\nvalue = "four"', "turns: 'four' is not a whole number"),
        ("provinces = {", "islands = {", "totals.islands: unknown"),
        ("cr_provinces = { value = 14", "other = { value = 14", "totals.cr_provinces: missing"),
        (", cr = true, vp = 0 }", ", vp = 0 }", r"province\[0\].cr: missing"),
        (", cr = true, vp = 0 }", ", cr = 1, vp = 0 }", r"province\[0\].cr: 1 is neither true nor false"),
        (
            ", cr = true, vp = 0 }",
            ", sea = true, vp = 0 }",
            r"province\[0\].sea: unknown; the columns are name",
        ),
        (
            "silhouette = ",
            'set = "A", silhouette = ',
            r"personality\[0\].set: given twice",
        ),
        (
            'silhouette = "ordinary"',
            'silhouette = "none"',
            r"personality\[0\].silhouette: 'none' is not one of",
        ),
        ('set = "A"', 'set = "C"', r"personality\[0\].set: 'C' is not one of A, B"),
        ('colour = "white"', 'colour = "green"', r"personality\[0\].colour: 'green' is not one of white"),
        ('kind = "purge"', 'kind = "pardon"', r"special\[0\].kind: 'pardon' is not one of purge"),
        ('"Brittany"', '"The ancient Duchy of Brittany"', r"province\[0\]: .* is no text of 1 to 28 bytes"),
        ('"Brittany"', '""', r"province\[0\]: '' is no text of 1 to 28 bytes"),
        ('"Brittany"', "7", r"province\[0\]: 7 is no text of 1 to 28 bytes"),
        ('"Brittany"', r'"Britt\nany"', "control characters in 'Britt"),
        # The map
        ('["West", "South-West"', '["South-West", "South-West"', "regions: .* list 1 to 6 different names"),
        ('"Paris Basin"]', '"Paris Basin", "Corsica"]', "regions: .* list 1 to 6 different names"),
        (
            'name = "Brittany", region = "West"',
            'name = "Brittany", region = "Sea"',
            r"province\[0\].region: 'Sea'",
        ),
        ('value = "Paris"', 'value = "Lutetia"', "whole_stack: 0 provinces are called 'Lutetia'"),
        ('"Brittany"', '"Paris"', "whole_stack: 2 provinces are called 'Paris'"),
        (
            "[1, 2, 3, 4, 5, 6]",
            "[1, 2, 3, 4, 5, 5]",
            "region_order: .* does not name each region from 1 to 6 once",
        ),
        (
            "[1, 2, 3, 4, 5, 6]",
            "[1, 2, 3, 4, 5]",
            "region_order: .* does not name each region from 1 to 6 once",
        ),
        ("[1, 2, 3, 4, 5, 6]", "[1, 2, 3, 4, 5, 6, 7]", "region_order: needs 6 values"),
        (", cr = true, vp = 0 }", ", cr = true, vp = 9 }", "totals.vp_provinces: 4, but the rows make 5"),
        (", cr = true, vp = 1 }", ", cr = true, vp = 9 }", "province_vp: 9 is outside 0 to 5"),
        # Totals
        (
            "provinces = { value = 27",
            "provinces = { value = 28",
            "totals.provinces: 28, but the rows make 27",
        ),
        ("cr_provinces = { value = 14", "cr_provinces = { value = 15", "totals.cr_provinces: 15, but .* 14"),
        ("[2, 3, 4]", "[1, 2, 3, 4]", r"totals.battle_turns: \[1, 2, 3, 4\], but the rows make \[2, 3, 4\]"),
        ("cards = { value = 110", "cards = { value = 111", "totals.cards: 111, but the rows make 110"),
        ("cards_a = { value = 57", "cards_a = { value = 56", "totals.cards_a: 56, but the rows make 57"),
        ("cards_b = { value = 53", "cards_b = { value = 54", "totals.cards_b: 54, but the rows make 53"),
        ("[4, 2, 2]", "[4, 3, 2]", r"totals.three_block_a: \[4, 3, 2\], but the rows make \[4, 2, 2\]"),
        ("[3, 3, 3]", "[2, 3, 4]", r"totals.three_block_b: \[2, 3, 4\], but the rows make \[3, 3, 3\]"),
        ("generals_a = { value = 2", "generals_a = { value = 3", "totals.generals_a: 3, but the rows make 2"),
        ("generals_b = { value = 9", "generals_b = { value = 8", "totals.generals_b: 8, but the rows make 9"),
        # The cards
        ("# Set B\n", "# Set B\n" + ONE_CARD, "cards: the rows make 111; 1 to 110 are possible"),
        ("copies = [1, 3]", "copies = [1, -1]", r"special\[0\].copies: -1 is outside 0 to 110"),
        ("copies = [1, 3]", "copies = [4]", r"special\[0\].copies: \[4\] needs two numbers, for set A and B"),
        (
            'colour = "blue", blocks = 2',
            'colour = "blue", blocks = 0',
            "card 4, Bailly: needs a colour and 1 to 3",
        ),
        ('colour = "blue", blocks = 2', 'colour = "blue", blocks = 4', "card_value: 4 is outside 0 to 3"),
        (
            "[club_cannon]\nvalue = true",
            '[club_cannon]\nvalue = "yes"',
            "club_cannon: 'yes' is neither true nor",
        ),
        (
            "[hand]\nvalue = 7",
            "[hand]\nvalue = 9",
            "hand: 6 players with 9 cards and 3 face up .* 58 are needed",
        ),
        # Numbers
        ("[hand_limit]\nvalue = 9", "[hand_limit]\nvalue = 2", "hand_limit: 2 is outside 3 to 20"),
        ("[24, 28, 30]", "[2, 28, 30]", "blocks: .* each colour needs more than the 2 set aside"),
        ("[24, 28, 30]", "[24, 28, 61]", "blocks: 61 is outside 0 to 60"),
        ("[24, 28, 30]", "[24, 28]", "blocks: .* needs three numbers, white, blue and red"),
        ("[display_size]\nvalue = 4", "[display_size]\nvalue = 5", "display_size: 5 is outside 1 to 4"),
        ("[stack_height]\nvalue = 3", "[stack_height]\nvalue = 4", "stack_height: 4 is outside 1 to 3"),
        ("turn = 2, name", "turn = 3, name", r"battle\[1\]: turn 3; each battle has a turn of its own"),
        (
            "turn = 2, name",
            "turn = 5, name",
            r"battle\[0\]: turn 5; each battle has a turn of its own, 1 to 4",
        ),
        (
            "value = { vp = 3 }",
            "value = { vp = 0 }",
            "battle_vp: the battle of turn 2 needs a name and at least one",
        ),
        ("[turns]\nvalue = 4", "[turns]\nvalue = 3", "battle_vp: a battle in turn 4, but there are 3 turns"),
        ("[cr_needed]\nvalue = 7", "[cr_needed]\nvalue = 3", "cr_needed: 3, but 3 lost battles alone"),
        ("[cr_from]\nvalue = 3", "[cr_from]\nvalue = 1", "cr_from: 1 is outside 2 to 4"),
        # Options
        ('tokens = "limited"', 'tokens = "many"', "option tokens: 'many' is not one of limited, unlimited"),
        ('tokens = "limited"\n', "", "options.tokens: missing"),
    ],
)
def test_a_wrong_box_is_refused_with_file_key_and_reason(tmp_path, old, new, message):
    path = own(tmp_path, (old, new))
    with pytest.raises(BoxError, match=message) as caught:
        BOX.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_a_region_without_a_province_is_refused(tmp_path):
    moves = [
        (f'name = "{name}", region = "West"', f'name = "{name}", region = "East"')
        for name in ("Brittany", "Maine", "Anjou")
    ]
    moves += [('value = { region = "West", cr', 'value = { region = "East", cr')]
    with pytest.raises(BoxError, match="regions: West has no province"):
        BOX.load(own(tmp_path, *moves))


def test_more_points_than_the_table_holds_are_refused():
    """40 points a turn for blocks, 27 for battles, 135 a turn for provinces: two such turns fit."""
    box = BOX.load().copy()
    box["first_vp"], box["opposition_vp"] = 20, 20
    box["province_vp"][0, :27] = 5
    box["battle_vp"] = [0, 9, 9, 9]
    assert BOX.load(box)
    box["province_vp_from"] = 2
    with pytest.raises(
        BoxError, match="first_vp: a player could have 592 victory points in all; at most 500"
    ):
        BOX.load(box)


@pytest.mark.parametrize(
    ("field", "place", "value", "message"),
    [
        ("regions", (), 5, "region_name: entry 5 must stay empty"),
        ("provinces", (), 28, "province_name: entry 27 must be a name"),
        ("province_name", (3, 0), 255, "province_name: entry 3 is not readable text"),
        ("province_name", (29, 0), 65, "province_name: entry 29 must stay empty"),
        ("province_vp", (28,), 1, "province_vp: there are 27 provinces; leave the rest 0"),
        ("province_region", (5,), 0, "province_region: provinces stand region by region"),
        ("province_region", (0,), 5, "province_region: provinces stand region by region"),
        ("region_first", (1,), 5, "province_region: provinces stand region by region"),
        ("region_size", (5,), 6, "province_region: provinces stand region by region"),
        ("region_order", (0,), 0, "region_order: .* does not name each region"),
        ("paris", (), 27, "paris: 27, but the provinces are 0 to 26"),
        ("cards", (), 109, "card_name: entry 110 must stay empty"),
        ("card_name", (0, 0), 65, "card_name: entry 0 must stay empty"),
        ("card_name", (5,), 0, "card_name: entry 5 must be a name"),
        ("card_value", (0,), 1, "card_value: cards are numbered 1 to 110; leave the rest 0"),
        ("card_kind", (1,), 0, "card 1, Necker: needs a kind and a set"),
        ("card_set", (1,), 0, "card 1, Necker: needs a kind and a set"),
        ("card_colour", (1,), 0, "card 1, Necker: needs a colour and 1 to 3 blocks"),
        ("card_region", (1,), ANYWHERE, "card 1, Necker: no region has the number 6"),
        ("card_value", (39,), 2, "card 39, Club Monarchique: a club has one block"),
        ("card_region", (39,), 0, "card 39, Club Monarchique: a club has one block"),
        ("card_silhouette", (39,), GENERAL, "card 39, Club Monarchique: a club has one block"),
        ("card_value", (110,), 1, "card 110, Religious Problems: a special has no blocks"),
        ("card_cannon", (110,), 1, "card 110, Religious Problems: a special has no blocks"),
        ("battle_name", (1,), 0, "battle_vp: the battle of turn 2 needs a name"),
        ("battle_name", (0, 0), 65, "battle_vp: the battle of turn 1 needs a name and at least one point"),
        ("battle_name", (1, 0), 255, "battle_name: entry 1 is not readable text"),
        ("blocks", (0,), 1, "blocks: .* each colour needs more"),
    ],
)
def test_an_edited_box_is_checked_too(field, place, value, message):
    box = BOX.load().copy()
    box[field][(0, *place)] = value
    with pytest.raises(BoxError, match=message):
        BOX.load(box)


@pytest.mark.parametrize("order", [[1, 2, 3, 4, 5, 5], [0, 1, 2, 3, 4, 5], [6, 5, 4, 3, 2, 0]])
def test_the_option_names_each_region_once(order):
    with pytest.raises(BoxError, match=r"region_order: .* does not name each region from 1 to 6 once"):
        BOX.load(None, {"region_order": order})


def test_set_a_is_enough_for_six_hands_the_face_up_row_and_one_more():
    box = BOX.load().copy()
    box["hand"] = 8
    box["card_set"][0, :6] = [0, *[SET_B] * 5]
    assert BOX.load(box)
    box["card_set"][0, 6] = SET_B
    with pytest.raises(BoxError, match=r"hand: 6 players with 8 cards .* the 51 of set A .* 52 are needed"):
        BOX.load(box)
