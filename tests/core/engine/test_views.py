"""Views made of blocks: where each entry lies, and what it is computed from."""

import numpy as np
import pytest

from hustings.envs.core.engine.compile import rule
from hustings.envs.core.engine.record import Field, record
from hustings.envs.core.engine.views import View

TABLE = record([Field("seats", np.int8), Field("phase", np.int8), Field("cash", np.int16, (3,)),
                Field("votes", np.int8, (2, 3))])  # fmt: skip
REGIONS = 2
VIEW = View(__name__)


@VIEW.table("which phase it is", phase=3)
def phase(table, phase):
    return table.phase == phase


@VIEW.table(("poorest", "the least money"), ("richest", "the most money"))
def extremes(table):
    low, high = 1000, 0
    for seat in range(int(table.seats)):
        low, high = min(low, int(table.cash[seat])), max(high, int(table.cash[seat]))
    return low, high


@VIEW.each_player("money")
def cash_(box, table, other):
    """Scaled by the box."""
    return int(table.cash[other]) * box


@VIEW.each_player("votes, doubled where they are one's own", region=REGIONS)
def votes(table, seat, other, region):
    return int(table.votes[region, other]) * (2 if other == seat else 1)


@VIEW.table("the one who looks")
def mine(seat):
    return seat


observation, observe = VIEW.functions()


@rule
def look(box, table, seat, out):
    observe(box, table, seat, out)


def test_the_layout_names_every_block_with_its_axes():
    layout = observation(3)
    assert {block.name: (block.start, block.size, dict(block.axes)) for block in layout} == {
        "phase": (0, 3, {"phase": 3}),
        "poorest": (3, 1, {}),
        "richest": (4, 1, {}),
        "cash": (5, 3, {"seat": 3}),
        "votes": (8, 6, {"seat": 3, "region": 2}),
        "mine": (14, 1, {}),
    }
    assert layout["richest"].about == "the most money"
    assert observation(2).size == 12


def test_every_entry_is_where_the_layout_says_and_oneself_comes_first():
    tables = np.zeros(1, TABLE)
    tables["seats"], tables["phase"] = 3, 1
    tables["cash"][0], tables["votes"][0] = [5, 9, 7], [[1, 2, 3], [4, 5, 6]]
    out = np.full(15, np.nan, np.float32)
    look(10, tables[0], 1, out)
    expected = [0, 1, 0, 5, 9, 90, 70, 50, 4, 10, 3, 6, 1, 4, 1]
    assert out.tolist() == expected
    tables["seats"] = 2
    out[:] = np.nan
    look(1, tables[0], 0, out)
    assert out[:12].tolist() == [0, 1, 0, 5, 9, 5, 9, 2, 8, 2, 5, 0]
    assert np.isnan(out[12:]).all()


FILLED = View(__name__)


@FILLED.table("before it")
def before(table):
    return 7


@FILLED.each_player("regions with votes of a player", region=REGIONS)
def here(table, other, out):
    for region in range(REGIONS):
        if table.votes[region, other] > 0:
            out[region] = 1


@FILLED.table("who has as many votes in each region", region=REGIONS, number=4)
def holders(table, region, out):
    for seat in range(int(table.seats)):
        out[int(table.votes[region, seat])] = seat + 1


fill = FILLED.functions()[1]


@rule
def look_at_filled(table, seat, out):
    fill(0, table, seat, out)


def test_a_function_fills_the_entries_on_the_axes_it_does_not_name():
    tables = np.zeros(1, TABLE)
    tables["seats"], tables["votes"][0] = 2, [[0, 3, 0], [1, 2, 0]]
    out = np.full(14, np.nan, np.float32)
    look_at_filled(tables[0], 1, out)
    assert out[:13].tolist() == [7, 1, 1, 0, 1, 1, 0, 0, 2, 0, 1, 2, 0]
    assert np.isnan(out[13])


FIELDS = [Field("seats", np.int8), Field("pot", np.int8), Field("cash", np.int16, {"seat": 3}),
          Field("votes", np.int8, {"region": 2, "seat": 3}),
          Field("stock", np.int8, {"colour": 3})]  # fmt: skip


@pytest.mark.parametrize(
    ("field", "shape", "message"),
    [
        ("stok", {"colour": 3}, "the table has no field 'stok'; did you mean stock"),
        ("pot", {"each_player": True}, "the field 'pot' has other axes than the block: none"),
        ("stock", {}, r"the field 'stock' has other axes than the block: \{'colour': 3\}"),
        ("stock", {"color": 3}, "the field .*"),
        ("stock", {"colour": 4}, "the field .*"),
        ("stock", {"colour": 1}, "the field .*"),
        ("stock", {"colour": 3, "region": 2}, "the field .*"),
        ("votes", {"seat": 3, "region": 2}, "the field .*"),
        ("cash", {"region": 1, "each_player": True}, "the field .*"),
    ],
)
def test_a_block_that_does_not_fit_its_field_is_refused_in_one_line(field, shape, message):
    with pytest.raises(AssertionError, match=rf"^{message}\Z"):
        View(__name__, FIELDS).field(field, "what it shows", **shape)
