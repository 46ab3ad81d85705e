"""Snapshots of records read as the records do, quickly, and are not written."""

import timeit

import numpy as np
import pytest

from hustings.envs import GAMES
from hustings.envs.core.text.snapshot import scratch, snapshot

from ...support import deal, each_game


@each_game
def test_a_snapshot_reads_as_its_record(game):
    games = deal(game, 2, min(game.player_counts), seed=1)
    for record in (games.tables[1], games.box[0]):
        kept = snapshot(record)
        assert isinstance(kept, np.record)
        assert (kept.dtype, kept.tobytes()) == (record.dtype, record.tobytes())
        for name in record.dtype.names:
            ours, own = getattr(kept, name), getattr(record, name)
            assert type(ours) is type(own)
            assert np.array_equal(ours, own)
            assert np.array_equal(kept[name], own)


@each_game
def test_only_a_copy_of_it_can_be_written(game):
    kept = snapshot(deal(game, 1, min(game.player_counts), seed=1).tables[0])
    before = kept.tobytes()
    for write in (lambda: setattr(kept, "phase", 1), lambda: kept.__setitem__("phase", 1)):
        with pytest.raises(ValueError, match="read-only"):
            write()
    copy = kept.copy()
    copy.phase = 99
    assert (copy.phase, copy["phase"], kept.tobytes()) == (99, 99, before)


@each_game
def test_what_rules_write_into_a_scratch_stays_in_it(game):
    record = deal(game, 1, min(game.player_counts), seed=1).tables[0]
    before, copy = record.tobytes(), scratch(record)
    for name in record.dtype.names:
        assert np.array_equal(getattr(copy, name), record[name])
    copy.draws[0] += 1
    assert (copy.draws[0], record.tobytes()) == (record.draws[0] + 1, before)


def test_it_is_quick():
    record = deal(GAMES["copycat"], 1, 2, seed=1).tables[0]
    kept = snapshot(record)
    times = [min(timeit.repeat(lambda one=one: one.phase, number=2000)) for one in (record, kept)]
    assert times[1] < times[0] / 3
