"""Files of a game in progress: written as it goes on, and resumed with `hustings play --resume`."""

import contextlib
import json
import os
import re
import shlex
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Self

import platformdirs

from ..envs.core.api.batch import GameBatch
from ..envs.core.api.replay import Replay
from ..envs.core.errors import HustingsError, ReplayError
from ..envs.core.io.files import check_new, make_folder, open_regular, sole_writer, user_folder, write_text
from ..envs.core.io.parsing import parse_json

_SECONDS = 1.0  # seconds between writes of a replay while bots move
_MOST_BYTES = 2**16  # of the file of links
_SECRET = re.compile(r"[\w-]{24,64}")


class KeptReplay:
    """The replay file of a game in progress, rewritten as it goes on, so that a crash loses little.

    Until the game is over only the user can read the file, because it reveals everything hidden. It is locked
    for the duration of a `with` block, or until it is closed.

    Args:
        path: a new file; None to write none.
        resumed: whether the file exists and its game continues.
        held: an existing lock on the file; None to take one.
        again: what must be said again when the game is resumed, such as --box FILE.
        complain: told in one line, once, when moves cannot be written, while there is time to make room.

    Attributes:
        path: as given.

    Raises:
        ReplayError: if the file cannot be written, or another process has locked it.
    """

    def __init__(
        self,
        path: str | Path | None,
        *,
        resumed: bool = False,
        held: contextlib.ExitStack | None = None,
        again: Sequence[str] = (),
        complain: Callable[[str], None] = lambda line: None,
    ):
        self.path, self._again = None if path is None else Path(path), again
        self._complain, self._complained = complain, False
        self._begun, self._next = resumed, 0.0
        self._held = contextlib.ExitStack() if held is None else held
        if self.path is not None:
            check_replay_path(self.path, new=not resumed)
            self._held.enter_context(sole_writer(self.path, ReplayError))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Unlock the file; nothing more is written."""
        self._held.close()

    @property
    def resume(self) -> str:
        """The command that resumes the game; "" without a file."""
        if self.path is None:
            return ""
        return shlex.join(["hustings", "play", "--resume", str(self.path), *self._again])

    def moved(self, replay: Replay, games: GameBatch, by_person: bool) -> None:
        """Write the file after a move: at once after a person's, otherwise once a second."""
        if by_person or time.monotonic() >= self._next:
            try:
                self.save(replay, games)
                self._complained = False
            except ReplayError as error:
                if not self._complained:
                    self._complain(f"{error}. The game goes on; it is not saved until that works.")
                self._complained = True
            self._next = time.monotonic() + _SECONDS

    def save(self, replay: Replay, games: GameBatch) -> None:
        """Write the file now; ReplayError if that fails."""
        replay.finish(games)
        if self.path is not None:
            replay.save(self.path, new=not self._begun, private=replay.scores is None)
            self._begun = True

    def following(self) -> "KeptReplay":
        """The file for the next game at the same table, with the same lock."""
        if self.path is None:
            return KeptReplay(None)
        stem, suffix = re.sub(r"-game-\d{1,4}$", "", self.path.stem), self.path.suffix
        numbers = range(2, 10_000)
        free = (self.path.with_name(f"{stem}-game-{number}{suffix}") for number in numbers)
        path = next(path for path in free if not path.exists())
        return KeptReplay(path, held=self._held, again=self._again, complain=self._complain)


class KeptLinks:
    """The secret links of a game in the browser, stored beside its replay, so that they work after resuming.

    Whoever has a link plays that seat, so only the user can read the file. A file that others could have read
    or written is ignored.

    Args:
        replay: the replay file; None to store nothing.

    Attributes:
        refused: why a loaded file was ignored; "" if it was not, or there is none.
    """

    def __init__(self, replay: Path | None):
        self._path = None if replay is None else replay.with_name(replay.name + ".links")
        self.refused = ""

    def load(self) -> dict[str, Any]:
        """The secrets by seat, and the port; empty if there are none."""
        if self._path is None or not os.path.lexists(self._path):
            return {}
        try:
            return self._loaded(self._path)
        except HustingsError as reason:
            self.refused = str(reason)
            return {}

    def _loaded(self, path: Path) -> dict[str, Any]:
        """The content of the file; HustingsError if it is to be ignored."""
        with open_regular(path, remedy="remove it") as file:
            if not _is_private(os.fstat(file.fileno())):
                raise HustingsError(f"{path} belongs to others or can be read by them")
            content = file.read(_MOST_BYTES)
        with contextlib.suppress(ValueError):
            found = parse_json(content.decode())
            secrets = found.get("secrets") if isinstance(found, dict) else None
            if isinstance(secrets, dict) and all(_SECRET.fullmatch(str(one)) for one in secrets.values()):
                return found
        raise HustingsError(f"{path} is damaged")

    def save(self, port: int, secrets: dict[str, str]) -> None:
        """Write the port and the secrets."""
        if self._path is not None:
            text = json.dumps({"port": port, "secrets": secrets})
            write_text(self._path, text, private=True)

    def remove(self) -> None:
        """Remove the file when the game is over."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)


def _is_private(status: os.stat_result) -> bool:
    """Whether only this user can read and write a file; always true on systems without file modes."""
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & 0o077)


def own_replay(game: str) -> Path:
    """A new replay file in the user's folder of games."""
    folder = user_folder(platformdirs.user_data_dir, "name a file for the moves: --replay FILE") / "games"
    make_folder(folder, error=ReplayError)
    begun = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    names = (f"{game}-{begun}{more}.json" for more in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(folder / name for name in names if not (folder / name).exists())


def check_replay_path(path: Path, *, new: bool = True) -> None:
    """Raise ReplayError unless the file can be written there, as a `new` one if so asked."""
    if new:
        check_new(path, ReplayError)
    if any("\ud800" <= letter <= "\udfff" for letter in str(path)):
        raise ReplayError(f"{path}: a name that is not UTF-8; choose another")
    if not path.parent.is_dir():
        raise ReplayError(f"{path.parent}: no such folder; make it first")
    if not os.access(path.parent, os.W_OK):
        raise ReplayError(f"{path.parent}: nothing can be written there; choose another folder")
