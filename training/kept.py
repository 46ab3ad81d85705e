"""A game under way as a file: written as it goes on, and taken up again with `hustings play --resume`."""

import contextlib
import json
import os
import re
import shlex
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import platformdirs

from ..envs.core.api.batch import GameBatch
from ..envs.core.api.replay import Replay
from ..envs.core.errors import HustingsError, ReplayError
from ..envs.core.io.files import check_new, make_folder, read_json, written_whole

_SECONDS = 1.0  # between two writings of a replay while bots move
_MOST_BYTES = 2**16  # of the file of links
_SECRET = re.compile(r"[\w-]{24,64}")


class KeptReplay:
    """The file of a replay, written anew as the game goes on: what ends the process loses little of it.

    Args:
        path: a new file; None to write none.
        resumed: whether the file is there, and the game in it goes on.

    Attributes:
        path: as given.

    Raises:
        ReplayError: unless a new file can be written there.
    """

    def __init__(self, path: str | Path | None, *, resumed: bool = False):
        self.path = None if path is None else Path(path)
        self._begun, self._next = resumed, 0.0
        if self.path is not None and not resumed:
            check_replay_path(self.path)

    @property
    def resume(self) -> str:
        """The command that goes on with the game; "" without a file."""
        return "" if self.path is None else f"hustings play --resume {shlex.quote(str(self.path))}"

    def moved(self, replay: Replay, games: GameBatch, by_person: bool) -> None:
        """Write the file after a move: at once after a person's, else once a second."""
        if by_person or time.monotonic() >= self._next:
            with contextlib.suppress(ReplayError):  # it is told in the end
                self.save(replay, games)
            self._next = time.monotonic() + _SECONDS

    def save(self, replay: Replay, games: GameBatch) -> None:
        """Write the file now; ReplayError when it cannot be written."""
        replay.finish(games)
        if self.path is not None:
            replay.save(self.path, new=not self._begun)
            self._begun = True

    def following(self) -> "KeptReplay":
        """The file for the next game at the same table."""
        if self.path is None:
            return KeptReplay(None)
        stem, suffix = self.path.stem.rpartition("-game-")[0] or self.path.stem, self.path.suffix
        numbers = range(2, 10_000)
        free = (self.path.with_name(f"{stem}-game-{number}{suffix}") for number in numbers)
        return KeptReplay(next(path for path in free if not path.exists()))


class KeptLinks:
    """The links of a game in the browser, beside its replay, so that they lead to it again when it goes on.

    Only the user can read the file: whoever has a link plays that seat.

    Args:
        replay: the file of the replay; None to keep nothing.
    """

    def __init__(self, replay: Path | None):
        self._path = None if replay is None else replay.with_name(replay.name + ".links")

    def load(self) -> dict[str, Any]:
        """The secrets by seat and the port; empty where there are none."""
        if self._path is None or not self._path.is_file():
            return {}
        with contextlib.suppress(HustingsError):
            found = read_json(self._path, _MOST_BYTES, remedy="remove it")
            secrets = found.get("secrets") if isinstance(found, dict) else None
            if isinstance(secrets, dict) and all(_SECRET.fullmatch(str(one)) for one in secrets.values()):
                return found
        return {}

    def save(self, port: int, secrets: dict[str, str]) -> None:
        """Write them."""
        if self._path is not None:
            with written_whole(self._path) as part:
                part.touch(mode=0o600)
                part.chmod(0o600)
                part.write_text(json.dumps({"port": port, "secrets": secrets}), encoding="utf-8")

    def remove(self) -> None:
        """Remove the file: the game is over."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)


def own_replay(game: str) -> Path:
    """A new file for a game of people, in the user's own folder of games."""
    folder = Path(platformdirs.user_data_dir("hustings", appauthor=False)) / "games"
    make_folder(folder, error=ReplayError)
    begun = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    names = (f"{game}-{begun}{more}.json" for more in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(folder / name for name in names if not (folder / name).exists())


def check_replay_path(path: Path) -> None:
    """ReplayError unless a new file can be written there."""
    check_new(path, ReplayError)
    if not path.parent.is_dir():
        raise ReplayError(f"{path.parent}: no such folder; make it first")
    if not os.access(path.parent, os.W_OK):
        raise ReplayError(f"{path.parent}: nothing can be written there; choose another folder")
