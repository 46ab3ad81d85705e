"""Replays: a game as a small JSON file that is enough to deal it again and repeat its actions."""

import hashlib
import itertools
import json
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from ..engine.game import Game
from ..errors import CONTROL, HustingsError, OtherRevision, ReplayError
from ..io.files import read_json, write_text
from .batch import GameBatch

FORMAT = "hustings-replay"
FORMAT_VERSION = 1
MOST_BYTES = 2**22  # a game of 1,000 moves takes 2**16


@dataclass
class Replay:
    """One game from its deal to its last recorded action.

    Attributes:
        game, game_version, revision: as in `GAMES`.
        box: hash of the box, options included.
        options: the options of play.
        num_players, seed, ask_forced: the arguments of the deal.
        agents: the names of the agents by seat, if known.
        moves: (seat, action, the action in words), in order.
        scores: the final points, None when the game was not over.
    """

    game: str
    game_version: int
    box: str
    options: dict[str, Any]
    num_players: int
    seed: int
    ask_forced: bool
    agents: list[str] = field(default_factory=list)
    moves: list[tuple[int, int, str]] = field(default_factory=list)
    scores: list[int] | None = None
    revision: int = 1

    @classmethod
    def begin(cls, games: GameBatch, row: int = 0, agents: list[str] | None = None) -> "Replay":
        """An empty replay of game `row`, which must have just been dealt.

        Raises:
            ReplayError: for a game that is not as it was dealt, or an agent's name that would make the file
                unreadable.
        """
        for name in agents or []:
            if not isinstance(name, str):
                raise ReplayError(f"agents: {name!r:.60} is not a name; give a str for each seat")
            if CONTROL.search(name):
                raise ReplayError(f"agents: '{name:.60}' has invisible characters; rename it")
        if not games._as_dealt(np.array([games._row(row)]))[0]:
            raise ReplayError(f"game {row} is not as it was dealt; begin the replay before its first action")
        return cls(
            games.game.name,
            games.game.version,
            box_hash(games.box),
            games.options,
            games.num_players,
            int(games.seeds[row]),
            games.ask_forced,
            agents or [],
            revision=games.game.revision,
        )

    def add(self, games: GameBatch, action: int, row: int = 0) -> None:
        """Record an action; call this before the action is done."""
        self.moves.append((int(games.seat[row]), int(action), games.describe(row, action)))

    def finish(self, games: GameBatch, row: int = 0) -> None:
        """Record the final points, if the game is over."""
        self.scores = games.scores[row].tolist() if games.seat[row] < 0 else None

    def save(self, path: str | Path, *, new: bool = True, private: bool = False) -> None:
        """Write the file completely or not at all; `private` makes it readable by its user only.

        Raises:
            ReplayError: if it cannot be written, or if it exists and `new` is set.
        """
        write_text(Path(path), self.text(), new=new, private=private, error=ReplayError)

    def text(self) -> str:
        """The file's content."""
        tree = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "hustings": version("hustings"),
            **asdict(self),
        }
        moves = tree.pop("moves")
        # One line per move, where `indent` would make five.
        head = json.dumps(tree, indent=1, ensure_ascii=False).removesuffix("\n}")
        lines = ",\n".join("  " + json.dumps(move, ensure_ascii=False) for move in moves)
        return f'{head},\n "moves": [\n{lines}\n ]\n}}\n'

    @classmethod
    def load(cls, path: str | Path) -> "Replay":
        """Read a replay file; ReplayError if it is not one."""
        path = Path(path)
        tree = read_json(path, MOST_BYTES, remedy="give the path of a replay", error=ReplayError)
        if not isinstance(tree, dict) or tree.pop("format", None) != FORMAT:
            raise ReplayError(f"{path}: not a replay of hustings")
        made_by = tree.pop("hustings", "?")
        if tree.pop("format_version", None) != FORMAT_VERSION:
            raise ReplayError(f"{path}: written by hustings {made_by} in another format; use that version")
        try:
            replay = cls(**tree)
            replay._check_types()
            replay.moves = [_move(*move) for move in replay.moves]
        except (TypeError, ValueError):
            raise ReplayError(
                f"{path}: damaged, entries are missing or malformed; take another copy"
            ) from None
        return replay

    def _check_types(self) -> None:
        kinds = {"game": str, "game_version": int, "revision": int, "box": str, "options": dict,
                 "num_players": int, "seed": int, "ask_forced": bool, "agents": list}  # fmt: skip
        for name, kind in kinds.items():
            if type(getattr(self, name)) is not kind:
                raise TypeError(name)
        if not all(isinstance(agent, str) for agent in self.agents):
            raise TypeError("agents")

    def deal(self, game: Game, box: str | Path | np.ndarray | None = None) -> GameBatch:
        """Deal the recorded game, as a batch of one.

        Raises:
            ReplayError: if the game, its version or its box differs from the recorded one.
        """
        if (self.game, self.game_version) != (game.name, game.version):
            raise ReplayError(
                f"a replay of {self.game}_v{self.game_version}, not {game.name}_v{game.version}; "
                "use the hustings version that wrote it"
            )
        try:
            games = GameBatch(
                game, 1, self.num_players, box=box, options=self.options, ask_forced=self.ask_forced
            )
            games.reset(seeds=[self.seed])
        except HustingsError as error:
            raise self._misfit(game, f"the replay's settings do not fit: {error}") from None
        if otherwise := game.other_revision(self.revision):
            warnings.warn(f"the replay was recorded {otherwise}", OtherRevision, stacklevel=2)
        if box_hash(games.box) != self.box:
            raise ReplayError("played with another box or other options; give that box file (--box FILE)")
        return games

    def play(self, games: GameBatch) -> Iterator[tuple[int, int, str]]:
        """Do the moves in `games`, yielding each one before it is done.

        Raises:
            ReplayError: if a move is not legal, or the result differs from the recorded one.
        """
        game = games.game
        for number, (seat, action, words) in enumerate(self.moves, 1):
            on_turn = int(games.seat[0])
            if on_turn != seat or seat < 0:
                turn = f"move {number}: seat {seat} is recorded, but seat {on_turn} is on turn"
                raise self._misfit(game, turn)
            yield seat, action, words
            try:
                played = games.describe(0, action)  # other words show that the action's meaning has changed
                games.step([action])
            except HustingsError as error:
                raise self._misfit(game, f"move {number}: {error}") from None
            if played != words:
                raise self._misfit(game, f"move {number}: {words!r} is recorded, but it is {played!r}")
        if self.scores is not None and not games.over[0]:
            raise self._misfit(game, f"the game goes on after move {len(self.moves)}, the last one recorded")
        if self.scores is not None and games.scores[0].tolist() != self.scores:
            ends = f"the game ends with {games.scores[0].tolist()}, not with {self.scores} as recorded"
            raise self._misfit(game, ends)

    def _misfit(self, game: Game, what: str) -> ReplayError:
        """The error for a replay that does not fit the game, which names the revision if that differs."""
        otherwise = game.other_revision(self.revision)
        recorded = f"; it was recorded {otherwise}: use the hustings that wrote it" if otherwise else ""
        return ReplayError(what + recorded)

    def picture(self, moves: int | None = None, seat: int | None = None,
                box: str | Path | np.ndarray | None = None) -> str:  # fmt: skip
        """The table after some or all (None) of the moves as SVG, see `GameBatch.picture`.

        Raises:
            ReplayError: as for `deal` and `play`, for another game than those of `GAMES`, or if there are
                fewer moves.
        """
        from ... import GAMES

        if self.game not in GAMES:
            raise ReplayError(f"a replay of {self.game}, which has no picture here; see `deal` and `play`")
        if not isinstance(moves, int | np.integer | None):
            raise ReplayError(
                f"moves: {moves!r:.60} is not a whole number; give one from 0 to {len(self.moves)}"
            )
        if moves is not None and not 0 <= moves <= len(self.moves):
            raise ReplayError(f"moves: {moves} is outside 0 to {len(self.moves)}")
        games = self.deal(GAMES[self.game], box)
        for _ in itertools.islice(self.play(games), moves if moves is None else moves + 1):
            pass
        return games.picture(0, seat)

    def _repr_svg_(self) -> str | None:
        """The final table, for notebooks; None if the game cannot be replayed."""
        try:
            return self.picture()
        except HustingsError:
            return None

    def verify(self, game: Game, box: str | Path | np.ndarray | None = None) -> GameBatch:
        """Replay all moves and return the batch; ReplayError if anything differs."""
        games = self.deal(game, box)
        for _ in self.play(games):
            pass
        return games


def _move(seat: int, action: int, words: str) -> tuple[int, int, str]:
    if not isinstance(seat, int) or not isinstance(action, int) or not isinstance(words, str):
        raise TypeError
    return seat, action, words


def box_hash(box: np.ndarray) -> str:
    """A short hash of a box, options included."""
    return hashlib.sha256(np.ascontiguousarray(box).tobytes()).hexdigest()[:16]
