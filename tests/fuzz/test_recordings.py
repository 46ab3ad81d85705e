"""Recordings as nobody writes them: damaged bytes, and Parquet files with odd columns, values and facts."""

import json
import os

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hustings.envs.core.errors import HustingsError
from hustings.training import Recording, record

from .. import players, tinygame
from ..odd_files import damaged, odd, read_all

GAME = tinygame.GAME
CODECS = ["lz4", "lz4", "lz4", "lz4", "none", "zstd", "snappy"]


@pytest.fixture(scope="module")
def good(tmp_path_factory) -> bytes:
    path = tmp_path_factory.mktemp("recorded") / "games.parquet"
    record(GAME, [players.Bids("high"), players.Bids("low", -1), "random"], 30, path, seed=3)
    return path.read_bytes()


def odd_recording(content: bytes, stream: np.random.Generator) -> bytes:
    """A recording with something odd in its bytes, often in the footer; or in a column, or its facts."""
    kind = stream.integers(4)
    if kind == 0:
        return damaged(content, stream)
    if kind == 1:  # the footer keeps its length, or is of a length that fits
        size = int.from_bytes(content[-8:-4], "little")
        footer = damaged(content[-8 - size : -8], stream)
        return content[: -8 - size] + footer + len(footer).to_bytes(4, "little") + b"PAR1"
    table = pq.read_table(pa.BufferReader(content))
    if kind == 2:
        facts = odd(json.loads(table.schema.metadata[b"hustings"]), stream)
        table = table.replace_schema_metadata({b"hustings": json.dumps(facts)})
    else:
        table = odd_column(table, stream)
    out = pa.BufferOutputStream()
    sizes = {
        "row_group_size": int(stream.choice([7, 10**6, 10**6, 10**6])),
        "data_page_size": int(stream.choice([1, 2**20])),
    }
    pq.write_table(table, out, compression=str(stream.choice(CODECS)), **sizes)
    return out.getvalue().to_pybytes()


def odd_column(table: pa.Table, stream: np.random.Generator) -> pa.Table:
    """A table with a column away, twice, of another type, or with an odd value."""
    place = int(stream.integers(table.num_columns))
    field, kind = table.schema.field(place), stream.integers(6)
    values = table[place].to_pylist()
    if kind == 0:
        return table.remove_column(place)
    if kind == 1:
        return table.append_column(field, table[place])
    if kind == 2:
        return table.set_column(place, field.name, pa.array(list(map(str, values))))
    if kind == 3:
        return pa.concat_tables([table, table.slice(0, int(stream.integers(1, 9)))])
    if kind == 4:
        return table.take(stream.permutation(len(values)))
    at = int(stream.integers(len(values)))
    width = len(values[at]) if isinstance(values[at], bytes) else 0
    pieces = [b"\xff", b"\0", np.float32(np.nan).tobytes(), b"\2"]
    values[at] = {
        "agent": "nobody" * int(stream.choice([1, 10**6])),
        "last": not values[at],
        "observation": (pieces[stream.integers(4)] * width)[:width],
        "mask": (pieces[stream.integers(4)] * width)[:width],
        "payoff": float(stream.choice([np.nan, np.inf, 1e38])),
        "score": -5,
    }.get(field.name, int(stream.choice([0, 1, 3, 7, 255])))
    return table.set_column(place, field, pa.array(values, field.type))


@pytest.mark.parametrize("count", [40, pytest.param(10_000, marks=pytest.mark.slow)])
def test_odd_recordings_are_refused_or_read(count, good, tmp_path):
    path = tmp_path / "odd.parquet"

    def read():
        loaded = Recording(path)
        seen = 0
        for batch in loaded.batches(50, seed=1):
            rows = np.arange(len(batch.actions))
            assert batch.masks[rows, batch.actions].all()
            assert np.isfinite(batch.observations).all()
            assert (batch.agents < len(loaded.agents)).all()
            seen += len(rows)
        assert seen == len(loaded)
        for _ in loaded.transitions(50):
            pass

    path.write_bytes(good)
    read()
    taken = read_all(lambda stream: path.write_bytes(odd_recording(good, stream)), read, tmp_path, count)
    assert taken < 0.6 * count


def test_a_recording_of_many_equal_rows_is_refused_before_it_is_read(good, tmp_path):
    """A bomb: a row group of two gigabytes in a small file."""
    table = pq.read_table(pa.BufferReader(good)).slice(0, 1)
    bomb = table.take(np.zeros(2**21, np.int64))
    pq.write_table(bomb, tmp_path / "bomb.parquet", compression="lz4", row_group_size=2**21)
    with pytest.raises(HustingsError, match=r"bomb.parquet: cannot be read as a recording \(row group 0 has"):
        Recording(tmp_path / "bomb.parquet")


@pytest.mark.parametrize("codec", ["zstd", "gzip", "unknown"])
def test_other_codecs_are_refused_and_unknown_ones_end_no_process(codec, good, tmp_path):
    path = tmp_path / "other.parquet"
    if codec == "unknown":
        footer = int.from_bytes(good[-8:-4], "little") + 8
        # In each column's description the codec (7: LZ4 raw, 14 in the file) follows its path.
        content = good[:-footer] + good[-footer:].replace(b"\x06action\x15\x0e", b"\x06action\x15\x59")
        assert content != good
        path.write_bytes(content)
    else:
        pq.write_table(pq.read_table(pa.BufferReader(good)), path, compression=codec)
    with pytest.raises(HustingsError, match=r"other.parquet: cannot be read as a recording \(not compressed"):
        Recording(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_recording_is_a_regular_file(tmp_path):
    os.mkfifo(tmp_path / "fifo.parquet")
    for path in (tmp_path / "fifo.parquet", tmp_path, "/dev/zero"):
        with pytest.raises(HustingsError, match="not a regular file; make it with hustings record"):
            Recording(path)
