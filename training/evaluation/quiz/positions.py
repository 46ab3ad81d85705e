"""The critical positions of a game, stored in a file beside this module."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ....envs.core.api.batch import GameBatch
from ....envs.core.api.replay import box_hash
from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError
from ....envs.core.io.files import write_text
from ..records import Kind, parsing, require, typed

KIND = Kind("hustings-quiz", 1, 2**24, "critical positions", "take those that come with it")
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class CriticalPosition:
    """A decision with a search's value of each action.

    Attributes:
        seed: the deal.
        moves: the actions before the decision, without forced ones.
        actions: the legal actions, best first.
        values: each action's value by the search, from 0 to 1; all in the same deals.
        errors: the standard error of each action's distance to the best; 0 for the best.
    """

    seed: int
    moves: list[int]
    actions: list[int]
    values: list[float]
    errors: list[float]

    @property
    def regrets(self) -> np.ndarray:
        """(K,) how much less each action is worth than the best."""
        return self.values[0] - np.array(self.values)


@dataclass(frozen=True)
class Positions:
    """The critical positions of a game, each from a different deal.

    Attributes:
        game: the game.
        num_players: the number of players.
        options: the options of play.
        box: the hash of the box.
        version: the version of the positions, raised when positions or values change.
        revision: the revision of the game in which they were found.
        search: the search that judges.
        worth: the weights of its value, by name.
        deals: the number of deals in which every action was played out.
        found: how they were found: who played, and how many positions passed each stage.
        positions: the positions, in random order.
    """

    game: Game
    num_players: int
    options: dict[str, Any]
    box: str
    version: int
    revision: int
    search: str
    worth: dict[str, float]
    deals: int
    found: dict[str, Any]
    positions: list[CriticalPosition]

    def that_remain(self) -> "Positions":
        """The positions that the current rules still reach, with the same legal actions."""
        return replace(self, positions=[position for position in self.positions if self._remains(position)])

    def _remains(self, position: CriticalPosition) -> bool:
        games = GameBatch(self.game, 1, self.num_players, options=self.options)
        games.reset(seeds=[position.seed])
        try:
            for move in position.moves:
                games.step([move])
        except HustingsError:
            return False
        return np.flatnonzero(games.legal[0]).tolist() == sorted(position.actions)

    def batch(self, number: int | None = None) -> GameBatch:
        """The first `number` positions as the games of a batch, including earlier events.

        Raises:
            HustingsError: if the rules or the box differ from those of the file.
        """
        chosen = self.positions[:number]
        if not chosen:
            raise HustingsError(
                f"{file_of(self.game).name}: the rules reach none of its positions; find them anew"
            )
        games = GameBatch(self.game, len(chosen), self.num_players, options=self.options)
        games.listen()
        games.reset(seeds=[position.seed for position in chosen])
        if box_hash(games.box) != self.box:
            raise HustingsError(
                f"{file_of(self.game).name}: found with another box of {self.game.title}; find them anew"
            )
        lengths = np.array([len(position.moves) for position in chosen])
        for move in range(lengths.max(initial=0)):
            rows = np.flatnonzero(lengths > move)
            games.step(np.array([chosen[row].moves[move] for row in rows.tolist()]), rows=rows)
        for position, legal in zip(chosen, games.legal):
            if np.flatnonzero(legal).tolist() != sorted(position.actions):
                raise HustingsError(
                    f"{file_of(self.game).name}: damaged, positions have other actions; take another copy"
                )
        return games

    def random_play(self, number: int | None = None) -> tuple[float, float]:
        """The accuracy and the mean regret of random play in the first `number` positions, exactly."""
        chosen = self.positions[:number]
        accuracy = np.mean([1 / len(position.actions) for position in chosen])
        return float(accuracy), float(np.mean([position.regrets.mean() for position in chosen]))

    def save(self, path: Path) -> None:
        """Write the file, one position a line."""
        head = {"game": self.game.name, "game_version": self.game.version}
        head |= {name: getattr(self, name) for name in _FIELDS}
        write_text(path, KIND.text(head, {"positions": map(vars, self.positions)}))


_FIELDS = {"num_players": int, "options": dict, "box": str, "version": int, "revision": int,
           "search": str, "worth": dict, "deals": int, "found": dict}  # fmt: skip


def file_of(game: Game) -> Path:
    """The file of a game's positions that comes with hustings."""
    return FOLDER / f"{game.name}.json"


def saved_positions(game: Game) -> Positions:
    """Load the critical positions that come with a game.

    Raises:
        HustingsError: if there are none, or they are for another version of the game.
    """
    path = file_of(game)
    if not path.is_file():
        raise HustingsError(f"no critical positions come with {game.title}")
    return load_positions(path, game)


def load_positions(path: Path, game: Game) -> Positions:
    """Load the critical positions in a file.

    Raises:
        HustingsError: if it is not such a file, is damaged, or is for another game or version.
    """
    tree = KIND.read(path, game)
    with parsing(path):
        read = _read(tree, game)
    return read if read.revision == game.revision else read.that_remain()


def _read(tree: dict[str, Any], game: Game) -> Positions:
    """Parse the positions in a file's tree; KeyError, TypeError or ValueError if it is malformed."""
    told = typed(tree, _FIELDS)
    require(told["num_players"] in game.player_counts)
    require(all(_are_numbers([weight], float) for weight in told["worth"].values()))
    require(isinstance(tree["positions"], list))
    positions = [CriticalPosition(**position) for position in tree["positions"]]
    for position in positions:
        actions, number = position.actions, len(position.actions)
        require(_are_numbers([position.seed], int, 2**64 - 1) and _are_numbers(position.moves, int, 2**16))
        require(_are_numbers(actions, int, game.actions.size - 1) and len(set(actions)) == number > 0)
        require(all(_are_numbers(said, float) for said in (position.values, position.errors)))
        require(len(position.values) == len(position.errors) == number)
    return Positions(game, **told, positions=positions)


def _are_numbers(listed: Any, kind: type, most: int = 1) -> bool:
    """Whether it is a list of numbers from 0 to `most`; floats may be written as ints."""
    kinds = (int, float) if kind is float else (kind,)
    return isinstance(listed, list) and all(type(one) in kinds and 0 <= one <= most for one in listed)
