"""The random stream: keyed, uniform, and without side effects."""

import numpy as np
import pytest

from hustings.envs.core.engine import chance

from ... import tinygame

STREAM = 0


def table(seed=1):
    record = np.zeros(1, tinygame.GAME.table)[0]
    chance.start(record, np.uint64(seed))
    return record


def test_the_same_key_gives_the_same_numbers_and_another_key_others():
    def numbers(seed, stream):
        record = table(seed)
        return [int(chance.bits(record, stream)) for _ in range(5)]

    assert numbers(1, 0) == numbers(1, 0)
    assert len({*numbers(1, 0), *numbers(1, 1), *numbers(2, 0)}) == 15


def test_streams_do_not_disturb_each_other():
    record, other = table(), table()
    first = [chance.roll(record, 0, 6) for _ in range(20)]
    mixed = []
    for _ in range(20):
        chance.bits(other, 1)
        mixed.append(chance.roll(other, 0, 6))
    assert first == mixed


@pytest.mark.parametrize("limit", [1, 2, 6, 7, 56])
def test_below_is_uniform(limit):
    record = table(limit)
    n = 20_000
    counts = np.bincount([chance.below(record, STREAM, limit) for _ in range(n)], minlength=limit)
    assert len(counts) == limit
    expected = n / limit
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert chi_square < limit + 6 * np.sqrt(2 * limit)


def test_drawing_takes_what_is_left_in_proportion():
    firsts = np.zeros(3)
    for seed in range(6000):
        left = np.array([1, 2, 3], np.int8)
        record = table(seed)
        drawn = [chance.draw(record, STREAM, left) for _ in range(6)]
        assert sorted(drawn) == [0, 1, 1, 2, 2, 2]
        assert not left.any()
        firsts[drawn[0]] += 1
    np.testing.assert_allclose(firsts / 6000, [1 / 6, 2 / 6, 3 / 6], atol=0.03)


def test_permutations_are_uniform():
    record = table(5)
    seen = {}
    for _ in range(6_000):
        out = np.full(4, 9)
        chance.permute(record, STREAM, out, 3)
        assert out[3] == 9
        seen[tuple(out[:3])] = seen.get(tuple(out[:3]), 0) + 1
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values()), seen
