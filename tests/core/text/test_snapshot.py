"""Snapshots of records read as the records do, quickly, and are not written."""

import numpy as np
import pytest

from hustings.envs.core.text.snapshot import snapshot

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
