"""Games of agents in Parquet files, for imitation and offline learning: recording and loading.

A row is one decision: observation, mask, action, and how the game ended. A row group contains whole games. To
bound memory, only actions are kept during play; observations are recomputed from them on writing.
"""

import contextlib
import json
import os
import subprocess
import sys
import warnings
import weakref
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Self

import numpy as np

from ..envs import GAMES
from ..envs.core.api.arguments import check_seed, positive
from ..envs.core.api.batch import GameBatch
from ..envs.core.engine.loops import trajectory_loop
from ..envs.core.errors import HustingsError, OtherRevision, extra
from ..envs.core.io.files import open_regular
from ..envs.core.io.parsing import parse_json
from .evaluation.shards import PlayedGame
from .recorded_match import FORMAT, MatchWriter, RecordedMatch, recorder

with extra("cli", "a recording"):
    import pyarrow as pa
    import pyarrow.parquet as pq

_GROUP_BYTES = 1 << 26  # bytes of observations and masks in a row group
_LEAST_ROOM = 64  # games that a row group has room for, however small batches are: readers limit the groups
_KEY = b"hustings"
PROMPTS = "prompts"
"""The kind of a file of prompts, in its facts; a recording has none there."""
# The most bytes in a foreign recording: in its footer, and in a row group, decoded and on disk.
_MOST_FOOTER, _MOST_GROUPS, _MOST_TEXT = 2**24, 10_000, 2**20
_MOST_GROUP_BYTES, _SPARE_BYTES = 2**27, 2**16
WHERE: dict[str, tuple[pa.DataType, str]] = {
    "game": (pa.uint32(), "number of the game, from 0; the numbers need not be in order"),
    "seed": (pa.uint64(), "seed that the game was dealt from"),
    "move": (pa.uint32(), "number of the decision in its game, from 0"),
    "seat": (pa.uint8(), "the seat that decides"),
}
"""Columns that identify a row's decision, with their meanings."""
OUTCOME: dict[str, tuple[pa.DataType, str]] = {
    "last": (pa.bool_(), "whether it was the seat's last decision in this game"),
    "payoff": (pa.float32(), "the seat's payoff at the end of the game"),
    "score": (pa.int32(), "the seat's points at the end, by the game's own count"),
}
"""Columns about the outcome of the game."""
_FACTS = {"game": str, "game_version": int, "revision": int, "num_players": int, "options": dict,
          "box": str, "reward": str, "seed": int, "agents": list, "games": int, "observation_size": int,
          "num_actions": int}  # fmt: skip


def columns(observation_size: int, num_actions: int) -> pa.Schema:
    """The columns of a recording, each with its meaning.

    Observations and masks are bytes, which are five times as fast to write and read as lists of numbers.
    Decode them with np.frombuffer(row, "<f4") and np.frombuffer(row, "?").
    """
    return schema_of(
        {
            **WHERE,
            "agent": (pa.dictionary(pa.int16(), pa.string()), "who decides"),
            "observation": (
                pa.binary(4 * observation_size),
                "the seat's observation: float32, little-endian",
            ),
            "mask": (pa.binary(num_actions), "a byte for each action, 1 where it is legal"),
            "action": (pa.uint16(), "the action taken"),
            **OUTCOME,
        }
    )


def schema_of(meanings: Mapping[str, tuple[pa.DataType, str]]) -> pa.Schema:
    """The schema of non-null columns, from their types and meanings by name."""
    return pa.schema(
        [
            pa.field(name, kind, nullable=False, metadata={"meaning": meaning})
            for name, (kind, meaning) in meanings.items()
        ]
    )


# --- Recording -----------------------------------------------------------------------------------


class ParquetWriter(MatchWriter):
    """A writer of a Parquet file.

    Args:
        match, part: as for `MatchWriter`.
        schema: the columns.
        more: more facts about the file.
        form: settings of pyarrow's writer.
    """

    def __init__(
        self, match: RecordedMatch, part: Path, schema: pa.Schema, more: Mapping[str, Any], **form: Any
    ):
        super().__init__(match, part)
        labelled = schema.with_metadata({_KEY: json.dumps({**more, **match.facts})})
        self._out = pq.ParquetWriter(part, labelled, **form)

    def close(self) -> None:
        """Close the file."""
        self._out.close()


class _Writer(ParquetWriter):
    """Writes the decisions of games, a row group at a time."""

    def __init__(self, match: RecordedMatch, part: Path):
        given = match.template
        room = max(given.num_games, _LEAST_ROOM)
        games = self._games = GameBatch(
            given.game, room, given.num_players, reward=given.reward, box=given.box, threads=given.threads
        )
        schema = columns(games.observation_size, games.num_actions)
        super().__init__(match, part, schema, {}, compression="lz4", use_dictionary=["agent"])
        self._agents = pa.array(match.names)
        self._most = max(1, _GROUP_BYTES // (4 * games.observation_size + games.num_actions))
        self._waiting: list[PlayedGame] = []
        self._moves = 0

    def add(self, ended: list[PlayedGame]) -> None:
        for played in ended:
            moves = len(played.actions)  # none if nobody had a choice
            if moves and (self._moves + moves > self._most or len(self._waiting) == self._games.num_games):
                self.write()
            self._waiting += [played] if moves else []
            self._moves += moves

    def write(self) -> None:
        if self._waiting:
            self._out.write_batch(self._rows(self._waiting), row_group_size=self._moves)
        self.decisions += self._moves
        self._waiting, self._moves = [], 0

    def _rows(self, games: list[PlayedGame]) -> pa.RecordBatch:
        """The decisions of games."""
        lengths = np.array([len(game.actions) for game in games])
        number = np.repeat(np.arange(len(games)), lengths)
        actions = np.concatenate([game.actions for game in games])
        deals = np.array([game.deal for game in games], np.uint64)
        seats, observations, masks, scores, payoffs = self._replay(deals, lengths, actions)
        agents = np.array([game.seating for game in games])[number, seats]
        values = {
            "game": np.array([game.place for game in games], np.uint32)[number],
            "seed": deals[number],
            "move": (np.arange(len(actions)) - np.repeat(np.cumsum(lengths) - lengths, lengths)).astype("u4"),
            "seat": seats,
            "action": actions,
            "last": _next(number, seats) < 0,
            "payoff": payoffs[number, seats],
            "score": scores[number, seats],
        }
        arrays = {name: pa.array(array) for name, array in values.items()}
        arrays["agent"] = pa.DictionaryArray.from_arrays(agents.astype(np.int16), self._agents)
        arrays |= {"observation": _bytes(observations), "mask": _bytes(masks)}
        schema = self._out.schema
        return pa.record_batch([arrays[name] for name in schema.names], schema=schema)

    def _replay(self, deals: np.ndarray, lengths: np.ndarray, actions: np.ndarray) -> tuple:
        """Replay games: seats, observations and masks of each decision; final scores and payoffs."""
        games, moves, rows = self._games, len(actions), np.arange(len(deals))
        seats = np.empty(moves, np.uint8)
        observations = np.empty((moves, games.observation_size), np.float32)
        masks = np.empty((moves, games.num_actions), np.bool_)
        begins = np.append(0, np.cumsum(lengths))
        games.reset(np.arange(games.num_games) < len(deals), deals)
        done = actions.astype(np.int64)
        games.play_by(trajectory_loop(games.game), rows, begins, done, seats, observations, masks)
        return (seats, observations, masks, *games.results(rows=rows))


@recorder(_Writer)
def record() -> None:
    """Let agents play each other as in a `tournament`, and write all decisions into a new Parquet file.

    Its columns are those of `columns`; `Recording` loads it. The same arguments give the same rows.
    """


def _bytes(rows: np.ndarray) -> pa.Array:
    """(R, K) rows as R values of bytes."""
    kind = pa.binary(rows.strides[0])
    return pa.FixedSizeBinaryArray.from_buffers(kind, len(rows), [None, pa.py_buffer(rows)])


def _next(games: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """(R,) the row where the same seat decides next in the same game, -1 if none; rows are in order."""
    key = games.astype(np.int64) * 256 + seats
    order = np.argsort(key, kind="stable")
    follows = key[order[1:]] == key[order[:-1]]
    found = np.full(len(key), -1)
    found[order[:-1][follows]] = order[1:][follows]
    return found


# --- Loading -------------------------------------------------------------------------------------


class Decisions(NamedTuple):
    """A batch of B decisions.

    Attributes:
        observations: (B, S) float32.
        masks: (B, A) bool.
        actions: (B,) int64.
        payoffs: (B,) float32, the seat's payoff at the end of the game.
        seats, agents: (B,) int64, who decided; agents are indices into `Recording.agents`.
        games, moves: (B,) int64, the number of the game, and of the decision in its game.
    """

    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    payoffs: np.ndarray
    seats: np.ndarray
    agents: np.ndarray
    games: np.ndarray
    moves: np.ndarray


class Transitions(NamedTuple):
    """A batch of B transitions, for offline learning.

    Attributes:
        observations, masks, actions: as in `Decisions`.
        rewards: (B,) float32, the payoff after the seat's last decision, otherwise zero.
        next_observations, next_masks: those of the same seat's next decision; zeros after its last.
        dones: (B,) bool, whether it was the seat's last decision.
    """

    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    rewards: np.ndarray
    next_observations: np.ndarray
    next_masks: np.ndarray
    dones: np.ndarray


class Recording:
    """The decisions in a file that `record` wrote; `len` is their number.

    `close`, the end of a `with` block and that of the object close the file. Other processes, forked or with
    a pickled copy, such as the workers of torch's DataLoader, open it for themselves. Foreign files are safe
    to load: sizes are checked before anything of that size is read, and all values of a row group before any
    is returned.

    Attributes:
        facts: what was played, as plain values: game, num_players, options, reward, seed, ...
        agents: the names of the agents.

    Raises:
        HustingsError: if the file cannot be read, is not a recording, or (while reading) is damaged.
    """

    def __init__(self, path: str | Path):
        self.path = Path(path)
        self._open()
        self.agents: list[str] = self.facts["agents"]
        if words := _other_game(self.facts):
            warnings.warn(f"{path}: recorded {words}", OtherRevision, stacklevel=2)

    def __reduce__(self) -> tuple[Any, ...]:
        return Recording, (self.path,)

    def _open(self) -> None:
        source = open_regular(self.path, remedy="make it with hustings record")
        self._closed, self._process = weakref.finalize(self, source.close), os.getpid()
        try:
            self._read_facts(source)
        except HustingsError:
            self.close()
            raise

    def _read_facts(self, source: BinaryIO) -> None:
        """Read what was played, and check the sizes of everything in the file."""
        with _reading(self.path):
            _check_footer(source)
            limits = {"thrift_string_size_limit": _MOST_FOOTER, "thrift_container_size_limit": _MOST_GROUPS}
            self._file = pq.ParquetFile(source, **limits)
            stored = (self._file.metadata.metadata or {}).get(_KEY, b"{}")
            facts = parse_json(stored[:_MOST_TEXT].decode())
            facts = facts if isinstance(facts, dict) else {}
            prompts = facts.get("kind") == PROMPTS
            if facts.get("format") == FORMAT and not prompts:
                _check_facts(facts)
                wanted = columns(facts["observation_size"], facts["num_actions"])
                _check(self._file.schema_arrow.equals(wanted), "other columns than a recording's")
                self._check_groups(facts, os.fstat(source.fileno()).st_size)
                _check(not len(self) or _codecs(source) == "LZ4", "not compressed by LZ4 alone")
        if prompts:
            raise HustingsError(
                f"{self.path}: prompts, not a recording; read them with pandas.read_parquet, or make a "
                "recording with hustings record without --prompts"
            )
        if facts.get("format") != FORMAT:
            raise HustingsError(
                f"{self.path}: not a recording of this version; make one with hustings record"
            )
        self.facts: dict[str, Any] = facts

    def _check_groups(self, facts: dict[str, Any], size: int) -> None:
        """Refuse row groups that are too large, decoded or on disk."""
        whole = self._file.metadata
        widths = {field.name: max(1, field.type.bit_width // 8) for field in self._file.schema_arrow}
        names = sum(len(name.encode()) + 4 for name in facts["agents"])
        rows = 0
        for number in range(whole.num_row_groups):
            group = whole.row_group(number)
            rows += group.num_rows
            fits = 0 < group.num_rows * sum(widths.values()) <= _MOST_GROUP_BYTES
            _check(fits, f"row group {number} has {group.num_rows:,} decisions")
            for place in range(group.num_columns):
                column = group.column(place)
                # Parquet stores numbers of one and two bytes as four.
                most = 2 * group.num_rows * max(4, widths[column.path_in_schema]) + names + _SPARE_BYTES
                sizes = (column.total_compressed_size, column.total_uncompressed_size)
                fits = column.num_values == group.num_rows and all(0 < part <= most for part in sizes)
                _check(fits, f"row group {number} has an impossible size of {column.path_in_schema}")
                begins = (column.data_page_offset, column.dictionary_page_offset or column.data_page_offset)
                fits = min(begins) >= 4 and min(begins) + column.total_compressed_size <= size
                _check(fits, f"row group {number} lies outside the file")
        _check(rows == whole.num_rows, "its number of decisions is not the stated one")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; `facts` and `agents` stay, and iterators raise at the next row group."""
        self._closed()

    def __len__(self) -> int:
        return self._file.metadata.num_rows

    def batches(
        self, size: int, *, seed: int | None = None, agents: Sequence[str] | None = None
    ) -> Iterator[Decisions]:
        """Iterate over batches of `size` decisions; the last of a row group may be smaller.

        One row group, about 64 MB, is in memory at a time.

        Args:
            size: the number of decisions in a batch.
            seed: for shuffling the row groups and the decisions within each; None keeps the file's order.
            agents: whose decisions to include; None for all.

        Raises:
            HustingsError: for an unsuitable size, seed or agent, at once; while reading, for a damaged file.
        """
        most, groups = positive("size", size), self._groups(seed, agents)
        parts = ((group, here) for group, rows in groups for here in _cut(rows, most))
        return (Decisions(*(part[here] for part in group)) for group, here in parts)

    def transitions(
        self, size: int, *, seed: int | None = None, agents: Sequence[str] | None = None
    ) -> Iterator[Transitions]:
        """Iterate over transitions; arguments and errors as for `batches`."""
        return self._transitions(positive("size", size), self._groups(seed, agents))

    def _transitions(
        self, size: int, groups: Iterator[tuple[Decisions, np.ndarray]]
    ) -> Iterator[Transitions]:
        for group, rows in groups:
            following = _next(group.games, group.seats)
            for here in _cut(rows, size):
                then, done = following[here], following[here] < 0
                yield Transitions(
                    group.observations[here],
                    group.masks[here],
                    group.actions[here],
                    np.where(done, group.payoffs[here], np.float32(0)),
                    np.where(done[:, None], np.float32(0), group.observations[then]),
                    ~done[:, None] & group.masks[then],
                    done,
                )

    def _groups(
        self, seed: int | None, agents: Sequence[str] | None
    ) -> Iterator[tuple[Decisions, np.ndarray]]:
        """The row groups in order, each with the rows to take from it; checks its arguments at once."""
        wanted = list(range(len(self.agents)))
        if agents is not None:
            if isinstance(agents, str):
                raise HustingsError(f"agents: give a list, as in [{agents!r}]")
            if not len(agents):
                raise HustingsError("agents: an empty list names nobody; leave it out for all")
            unknown = [name for name in agents if name not in self.agents]
            if unknown:
                raise HustingsError(
                    f"agents: {unknown[0]!r} did not play; choose from {', '.join(self.agents)}"
                )
            wanted = [self.agents.index(name) for name in agents]
        stream = None if seed is None else np.random.default_rng(check_seed(seed))
        return self._rows_of(wanted, stream)

    def _rows_of(
        self, wanted: list[int], stream: np.random.Generator | None
    ) -> Iterator[tuple[Decisions, np.ndarray]]:
        numbers = np.arange(self._file.num_row_groups)
        for number in numbers if stream is None else stream.permutation(numbers):
            group = self._group(int(number))
            rows = np.flatnonzero(np.isin(group.agents, wanted))
            yield group, rows if stream is None else stream.permutation(rows)

    def _group(self, number: int) -> Decisions:
        if not self._closed.alive:
            raise HustingsError(f"{self.path}: this recording is closed; open it again")
        if self._process != os.getpid():  # a fork shares the place in the open file with its parent
            self.close()
            self._open()
        with _reading(self.path):
            table = self._file.read_row_group(number)
            table.validate(full=True)
            _check(table.num_rows == self._file.metadata.row_group(number).num_rows, "decisions are missing")
            whole = {name: table[name].combine_chunks() for name in table.column_names}
            rows = table.num_rows
            agents = whole["agent"]
            names = agents.dictionary.to_pylist()
            _check(set(names) <= set(self.agents), "an agent that did not play")
            places = np.array([self.agents.index(name) for name in names])
            masks = _matrix(whole["mask"], rows, "u1")
            _check(bool((masks <= 1).all()), "masks are not of 0 and 1")
            found = Decisions(
                _matrix(whole["observation"], rows, "<f4"),
                masks.view(np.bool_),
                whole["action"].to_numpy().astype(np.int64),
                whole["payoff"].to_numpy(),
                whole["seat"].to_numpy().astype(np.int64),
                places[agents.indices.to_numpy()],
                whole["game"].to_numpy().astype(np.int64),
                whole["move"].to_numpy().astype(np.int64),
            )
            _check_decisions(found, whole["last"].to_numpy(zero_copy_only=False), self.facts)
            return found


def _cut(rows: np.ndarray, size: int) -> Iterator[np.ndarray]:
    """Rows in parts of `size`."""
    return (rows[first : first + size] for first in range(0, len(rows), size))


def _other_game(facts: dict[str, Any]) -> str:
    """The words of another version or revision of a game than today's; "" for the same or an unknown game."""
    game, version = GAMES.get(facts["game"]), facts["game_version"]
    if game is None:
        return ""
    if version != game.version:
        return f"in {game.name}_v{version}, which is {game.name}_v{game.version} today"
    return game.other_revision(facts["revision"])


def _check(fits: bool, words: str) -> None:
    if not fits:
        raise ValueError(words)


def _check_footer(source: BinaryIO) -> None:
    """Refuse a file whose footer is not Parquet's or is too large."""
    size = source.seek(0, os.SEEK_END)
    _check(size >= 12, "not a Parquet file")
    source.seek(size - 8)
    end = source.read(8)
    _check(end[4:] == b"PAR1", "not a Parquet file")
    _check(int.from_bytes(end[:4], "little") <= min(_MOST_FOOTER, size - 12), "its footer is too large")
    source.seek(0)


# Other codecs can expand kilobytes into gigabytes. Asking pyarrow for an unknown codec crashes the process,
# so another process asks.
_ASK = """
import contextlib, sys
with contextlib.suppress(ImportError):
    import resource
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
import pyarrow.parquet as pq
whole = pq.ParquetFile(sys.stdin.buffer).metadata
groups = map(whole.row_group, range(whole.num_row_groups))
print(*{group.column(place).compression for group in groups for place in range(group.num_columns)})
"""


def _codecs(source: BinaryIO) -> str:
    """The codecs of a file's columns; "" if they are unknown."""
    asked = subprocess.run(
        [sys.executable, "-I", "-c", _ASK], stdin=source, capture_output=True, check=False, timeout=60
    )
    return asked.stdout.decode().strip()


def _check_facts(facts: dict[str, Any]) -> None:
    """Refuse facts that are incomplete or do not match the game."""
    for name, kind in _FACTS.items():
        _check(type(facts.get(name)) is kind, f"{name} is missing or malformed")
    names = facts["agents"]
    _check(
        all(isinstance(name, str) for name in names) and 0 < len(set(names)) == len(names) < 2**15, "agents"
    )
    players, size, actions = facts["num_players"], facts["observation_size"], facts["num_actions"]
    _check(0 < players < 256 and 0 < size < 2**20 and 0 < actions <= 2**16, "sizes that no game has")
    game = GAMES.get(facts["game"])
    made = facts["game_version"], facts["revision"]
    if game is not None and (game.version, game.revision) == made:
        sizes = game.observation(game.check_players(players)).size, game.actions.size
        _check((size, actions) == sizes, f"other sizes than {game.title} has")


def _check_decisions(found: Decisions, last: np.ndarray, facts: dict[str, Any]) -> None:
    """Refuse decisions that are impossible in the game; `found` are whole games in order.

    `last` (R,) says which are marked as a seat's last in their game.
    """
    actions = found.actions
    _check(bool((actions < facts["num_actions"]).all()), "unknown actions")
    _check(bool(found.masks[np.arange(len(actions)), actions].all()), "actions that are not legal")
    _check(bool((found.seats < facts["num_players"]).all()), "unknown seats")
    _check(bool((found.games < facts["games"]).all()), "unknown games")
    for what, values in (("observations", found.observations), ("payoffs", found.payoffs)):
        _check(bool(np.isfinite(values).all()), f"{what} that are not finite")
    begins = found.moves == 0
    follows = (np.diff(found.moves, prepend=-1) == 1) & (np.diff(found.games, prepend=-1) == 0)
    once = len(np.unique(found.games[begins])) == begins.sum()
    ends = np.array_equal(_next(found.games, found.seats) < 0, last)
    _check(bool((begins | follows).all()) and once and ends, "games that are not whole and in order")


def _matrix(values: pa.Array, rows: int, kind: str) -> np.ndarray:
    """A (rows, K) view of byte values, without a copy."""
    width = values.type.byte_width
    flat = np.frombuffer(values.buffers()[1], np.uint8)[values.offset * width :][: rows * width]
    return flat.view(kind).reshape(rows, -1)


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn any error while reading a file into one line."""
    try:
        yield
    except Exception as error:
        words = str(error).splitlines()[0][:300] if str(error) else type(error).__name__
        raise HustingsError(f"{path}: cannot be read as a recording ({words}); take another copy") from None
