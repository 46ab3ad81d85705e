"""The map of the picture: a mosaic without gaps, for any box."""

from itertools import pairwise

import numpy as np
import pytest

from hustings.envs.core.text.words import text
from hustings.envs.liberte import GAME
from hustings.envs.liberte.text.france import LANDS, SIGNS, outlines, places

from ... import drawn
from ..playing import BOX, PROVINCES, lay

REGIONS = [text(name) for name in BOX[0]["region_name"]]


def area(corners) -> float:
    return sum(x * below - right * y for (x, y), (right, below) in pairwise([*corners, corners[0]])) / 2


def test_every_province_and_region_of_the_box_has_a_place_of_its_own():
    assert places(PROVINCES, LANDS) == [LANDS[name] for name in PROVINCES]
    assert set(REGIONS) == set(SIGNS)
    assert len(LANDS) >= len(BOX[0]["province_name"])


def test_provinces_lie_side_by_side_without_gaps():
    lands = tuple(places(PROVINCES, LANDS))
    assert min(area(land.corners) for land in lands) > 3000
    (coast,) = outlines(lands)
    assert area(coast) == pytest.approx(sum(area(land.corners) for land in lands))


def test_a_region_is_one_land():
    for region, name in enumerate(REGIONS):
        of_region = np.flatnonzero(BOX[0]["province_region"][: len(PROVINCES)] == region)
        assert len(outlines(tuple(LANDS[PROVINCES[province]] for province in of_region))) == 1, name


def test_other_names_take_the_places_that_are_left():
    assert places(["Utopia", "Paris"], LANDS) == [LANDS["Artois-Flanders"], LANDS["Paris"]]
    assert len(set(places([f"Land {number}" for number in range(30)], LANDS))) == 30
    game = lay(map="Vendée WW R")
    box = game.games.box[0].copy()
    box["region_name"][0] = box["province_name"][3] = 0
    box["region_name"][0, :4] = box["province_name"][3, :4] = np.frombuffer(b"Ys  ", np.uint8)
    found = drawn.parts(GAME.picture(box, game.table, 0))
    assert found["province 3"].title.startswith("Ys")
    assert found["region 0"].title == "Ys  : votes as no. 1 of 6"
