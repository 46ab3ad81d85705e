"""Filling the street and opening the next office."""

from collections import Counter

import numpy as np
import pytest

from hustings.envs.copycat.actions import DONE

from ..tabletop import INTERPRETED
from .playing import BOX, DOCTOR, last_turn, next_round, open_offices


@pytest.mark.rule("COP-7.10", "COP-7.11")
def test_the_street_is_closed_up_to_the_left_and_filled_on_the_right():
    """The earliest period comes first, doctorates last; then the street stays shorter."""
    game = next_round(street=[41, 42, 43, 0, 44, 45, 0, 0, 46, 8, DOCTOR], supply=[52, 53], doctorates_left=1)
    row = game.expect(doctorates_left=0).fact("street")
    assert (row[:5], {*row[5:7]}, row[7:]) == ([44, 45, 46, 8, DOCTOR], {52, 53}, [DOCTOR, 0, 0, 0])
    row = next_round(street=[0] * 5 + [41, 42, 43, 44, 45, 46], supply=[61, 47, 30, 58, 31]).fact("street")
    assert ({*row[6:8]}, row[8], {*row[9:]}) == ({30, 31}, 47, {58, 61})
    next_round(street=[0, 0, 0, 41, 0, 42], supply=[61]).expect(street=[41, 42, 61])
    for pair in ({1, 20}, {60, 61}):  # either of a period may be on top
        assert {next_round(supply=pair, seed=seed).fact("street")[0] for seed in range(8)} == pair


@pytest.mark.rule("COP-7.7")
@pytest.mark.parametrize(
    ("rounds", "possible"),
    [
        *((1, {15, 16}), (2, {16}), (3, {17, 18, 19}), (4, {18, 19}), (5, {19})),
        *((6, {20, 21}), (7, {21}), (8, {22, 23}), (9, {23}), (10, {24})),
    ],
)
def test_the_next_office_is_any_of_its_section(rounds, possible):
    """A section is full before the next begins."""
    number = 24 if INTERPRETED else 400
    opened = last_turn(rounds=rounds).often(DONE, number=number)["open"]
    new = Counter(int(office) for row in opened for office in np.flatnonzero(row)[10 + rounds :])
    assert set(new) == possible
    assert min(new.values()) > (0.3 if INTERPRETED else 0.7) * number / len(possible)
    assert (opened.sum(axis=1) == 11 + rounds).all()


@pytest.mark.rule("COP-7.7", "COP-9.11")
def test_sections_come_in_their_order_wherever_their_offices_stand():
    box = BOX.copy()
    box["office_section"][0, [15, 24]] = 5, 1
    assert open_offices(next_round(box=box)) - {*range(10), 14} <= {16, 24}
