"""Records of games in JSON files: written whole, checked before use, continued with the games they lack."""

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ...agents import Agent
from ...agents.policy import policies_in
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from ...envs.core.io.files import exists_already, read_json
from ...envs.core.io.parsing import MOST_VALUES
from .arena import Progress
from .executors import run_shards
from .shards import Shard, ShardResult

SAVE_SECONDS = 10.0
_SPARE_VALUES = 50_000  # of a file without its games: a thousand agents with all that is said of each
_LONGEST = 60  # letters of a setting that are said from its beginning
_UNSAID = {"box or options"}  # settings whose values do not help in a message


class Kind(NamedTuple):
    """A kind of file.

    Attributes:
        format, version: what such a file says that it is.
        most: the largest allowed size, in bytes.
        what: its name in messages, with an article.
        remedy: what to do about a file that is none.
    """

    format: str
    version: int
    most: int
    what: str
    remedy: str

    def text(self, head: Mapping[str, Any], lists: Mapping[str, Iterable[Any]], compact: bool = False) -> str:
        """The text of a file: its head, and lists with an entry a line."""
        named = {"format": self.format, "format_version": self.version, **head}
        text = json.dumps(named, indent=1, ensure_ascii=False, allow_nan=False).removesuffix("\n}")
        separators = (",", ":") if compact else None
        for name, entries in lists.items():
            lines = ",\n".join("  " + json.dumps(entry, separators=separators) for entry in entries)
            text += f',\n "{name}": [\n{lines}\n ]'
        return text + "\n}\n"

    def read(self, path: Path, game: Game | None = None) -> dict[str, Any]:
        """Read a file; HustingsError if it is not of this kind, or of another game than a given one."""
        return self.checked(path, read_json(path, self.most, remedy=self.remedy), game)

    def checked(self, path: Path, tree: Any, game: Game | None) -> dict[str, Any]:
        """The content of a file of this kind; HustingsError as for `read`."""
        if not isinstance(tree, dict) or tree.get("format") != self.format:
            raise HustingsError(f"{path}: not {self.what} of hustings; {self.remedy}")
        if tree.get("format_version") != self.version:
            raise HustingsError(f"{path}: {self.what} of another version of hustings; {self.remedy}")
        return self.of_game(path, tree, game)

    def of_game(self, path: Path, tree: dict[str, Any], game: Game | None) -> dict[str, Any]:
        """The content of a file; HustingsError if it is of another game."""
        name, number = tree.get("game"), tree.get("game_version")
        if game is not None and (name, number) != (game.name, game.version):
            told = f"{self.what} of {name!s:.40}_v{number!s:.40}, not of {game.name}_v{game.version}"
            raise HustingsError(f"{path}: {told}; {self.remedy}")
        return tree


def most_games(values: int) -> int:
    """The most games that a file can hold and still be read, if a game takes up to so many values."""
    return (MOST_VALUES - _SPARE_VALUES) // values


@contextlib.contextmanager
def parsing(path: Path) -> Iterator[None]:
    """Turn the errors of parsing a damaged file in a `with` block into one line."""
    try:
        yield
    except HustingsError as reason:
        raise HustingsError(f"{path}: damaged, entries are missing or malformed ({reason})") from None
    except (KeyError, TypeError, ValueError, IndexError, OverflowError, AttributeError):
        raise HustingsError(f"{path}: damaged, entries are missing or malformed; take another copy") from None


def require(valid: bool) -> None:
    """Raise ValueError, for `parsing`, unless it is valid."""
    if not valid:
        raise ValueError


def typed(tree: Mapping[str, Any], kinds: Mapping[str, type]) -> dict[str, Any]:
    """The entries of these types; KeyError or ValueError if one is missing or of another type."""
    found = {name: tree[name] for name in kinds}
    for name, kind in kinds.items():
        require(type(found[name]) in ((int, float) if kind is float else (kind,)))
    return found


def check_path(path: str | Path, *, new: bool) -> Path:
    """Return `path` if a record can be written there, otherwise raise HustingsError before long work."""
    path = Path(path)
    if exists_already(path) and new:
        raise HustingsError(f"{path} exists; choose another file, or resume it (--resume)")
    if not path.parent.is_dir():
        raise HustingsError(f"{path.parent}: no such folder; make it first")
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise HustingsError(f"{path}: cannot be written; choose another file")
    return path


def check_begun(path: Path, settings: Iterable[tuple[str, Any, Any]]) -> None:
    """Raise HustingsError if a file was begun with other settings, given as (name, then, now)."""
    differing = [
        name + ("" if name in _UNSAID else _difference(was, now)) for name, was, now in settings if was != now
    ]
    if differing:
        raise HustingsError(
            f"{path}: was begun with another {'; '.join(differing)}; take what it was or choose another file"
        )


def _difference(was: Any, now: Any) -> str:
    """Two values that differ, long ones from about where they differ."""
    texts = [repr(value) for value in (was, now)]
    if max(map(len, texts)) > _LONGEST:
        same = next((i for i, (a, b) in enumerate(zip(*texts)) if a != b), min(map(len, texts)))
        first = max(0, texts[0].rfind(",", 0, same) + 1)
        texts = [f"...{text[first:]}" if first else text for text in texts]
    return " {:.60}, not {:.60}".format(*texts)


def digests_of(agents: Mapping[str, Agent]) -> dict[str, str]:
    """A digest of each agent that is a policy or has some as parts, by name."""
    models = {
        name: b"".join(policy.model for policy in policies_in([agent])) for name, agent in agents.items()
    }
    return {name: hashlib.sha256(content).hexdigest()[:16] for name, content in models.items() if content}


def check_digests(path: Path, were: Mapping[str, str], are: Mapping[str, str]) -> None:
    """Raise HustingsError if a file has games of another policy than the agent of this name is now."""
    for name, digest in are.items():
        if were.get(name, digest) != digest:
            raise HustingsError(
                f"{path}: has games of an earlier policy {name}, which has changed since; choose another file"
            )


R = TypeVar("R")


def play_missing(
    record: R,
    shards: Iterable[Shard],
    games: tuple[int, int],
    *,
    join: Callable[[R, Shard, ShardResult, float], R],
    save: Callable[[R], None],
    late: Callable[[R], bool] = lambda record: False,
    executor: Executor | None,
    on_progress: Progress | None,
) -> tuple[R, bool]:
    """Play the games that a record lacks.

    Args:
        record: the games so far.
        shards: those to play.
        games: the numbers of games that it has and will have in the end.
        join: adds the games of a shard, which took some seconds, to the record.
        save: saves the record; called every few seconds.
        late: whether to stop although games are missing.
        executor: as for `run_shards`.
        on_progress: called with the number of finished games and their total.

    Returns:
        The record with all complete shards, and whether it was stopped.
    """
    begin = saved = time.monotonic()
    try:
        for shard, played in run_shards(shards, executor, on_progress, games[1], games[0]):
            if played.stopped:
                return record, True
            now = time.monotonic()
            record, begin = join(record, shard, played, now - begin), now
            if now - saved > SAVE_SECONDS:
                save(record)
                saved = time.monotonic()
            if late(record):
                return record, True
    except KeyboardInterrupt:
        return record, True
    return record, False
