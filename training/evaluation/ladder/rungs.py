"""The rungs of a game's ladder and their ratings, as they stand in a file beside this module."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ....agents.policy import POLICIES
from ....agents.specs import is_readable
from ....envs.core.api.batch import GameBatch
from ....envs.core.api.replay import box_hash
from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError
from ....envs.core.io.files import read_json, write_text

FORMAT, FORMAT_VERSION = "hustings-ladder", 1
FOLDER = Path(__file__).parent
MAX_BYTES = 2**20


@dataclass(frozen=True)
class Rung:
    """An agent whose rating is known.

    Attributes:
        name: as for `hustings.agents.make`.
        rating: on the scale of the game, where `greedy` has 1,000.
        low, high: its 95 % interval over deals.
        field: the rating at which an agent has its fair share alone among copies of it.
    """

    name: str
    rating: float
    low: float
    high: float
    field: float


@dataclass(frozen=True)
class Matchup:
    """Games of one rung among copies of another, by which they were rated.

    Attributes:
        alone, among: their names.
        games: how many, each deal once from every seat.
        win_share, mean_rank: of the one that was alone.
    """

    alone: str
    among: str
    games: int
    win_share: float
    mean_rank: float


@dataclass(frozen=True)
class Rungs:
    """The rungs of a game, the lowest first.

    Attributes:
        game: what is played.
        num_players: at which table.
        box: the hash of the box, options included.
        number: of the set. Another policy, or other rungs, make another.
        policy: the hash of the policies that come with the game, on which rungs depend.
        revision: of the game in which they were rated.
        command: what rated them.
        rungs: the rungs.
        matchups: what was played.
    """

    game: Game
    num_players: int
    box: str
    number: int
    policy: str
    revision: int
    command: str
    rungs: list[Rung]
    matchups: list[Matchup]

    def save(self, path: Path) -> None:
        """Write the file, a rung and a matchup a line; one that is there is replaced."""
        head = {"format": FORMAT, "format_version": FORMAT_VERSION}
        head |= {"game": self.game.name, "game_version": self.game.version}
        head |= {name: getattr(self, name) for name in _FIELDS}
        text = json.dumps(head, indent=1).removesuffix("\n}")
        for name in ("rungs", "matchups"):
            lines = ",\n".join("  " + json.dumps(asdict(each)) for each in getattr(self, name))
            text += f',\n "{name}": [\n{lines}\n ]'
        write_text(path, f"{text}\n}}\n", new=False)


_FIELDS = {"num_players": int, "box": str, "number": int, "policy": str, "revision": int, "command": str}


def file_of(game: Game) -> Path:
    """The file of a game's ladder, which may not be there."""
    return FOLDER / f"{game.name}.json"


def policy_hash(game: Game) -> str:
    """A digest of the policies that come with a game."""
    digest = hashlib.sha256()
    for file in sorted(POLICIES.glob(f"{game.name}*.onnx")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def box_of(game: Game, num_players: int) -> str:
    """The hash of the box with which a ladder is played."""
    return box_hash(GameBatch(game, 1, num_players).box)


def saved_rungs(game: Game) -> Rungs:
    """The rungs that come with a game.

    Raises:
        HustingsError: if there are none, or the game, its box or its policy are no longer those of the file.
    """
    path = file_of(game)
    if not path.is_file():
        raise HustingsError(f"no ladder comes with {game.title}; play a tournament")
    found = load_rungs(path, game)
    for now, then, what in (
        (box_of(game, found.num_players), found.box, "box"),
        (policy_hash(game), found.policy, "policy"),
    ):
        if now != then:
            raise HustingsError(f"{path}: its rungs were rated with another {what}; rate them anew")
    return found


def load_rungs(path: Path, game: Game) -> Rungs:
    """The rungs in a file.

    Raises:
        HustingsError: if it is no such file, or of another game or version, or damaged.
    """
    tree = read_json(path, MAX_BYTES, remedy="take the one that comes with hustings")
    if not isinstance(tree, dict) or (tree.get("format"), tree.get("format_version")) != (
        FORMAT,
        FORMAT_VERSION,
    ):
        raise HustingsError(f"{path}: no ladder of hustings; take the one that comes with it")
    if (tree.get("game"), tree.get("game_version")) != (game.name, game.version):
        raise HustingsError(
            f"{path}: of another game, {str(tree.get('game'))!r:.40}; take that of {game.name}"
        )
    try:
        told: dict[str, Any] = {name: tree[name] for name in _FIELDS}
        _check(all(type(told[name]) is kind for name, kind in _FIELDS.items()))
        _check(told["num_players"] in game.player_counts)
        rungs = [Rung(**rung) for rung in tree["rungs"]]
        for rung in rungs:
            numbers = rung.low, rung.rating, rung.high, rung.field
            _check(type(rung.name) is str and is_readable(rung.name))
            _check(all(type(number) in (int, float) and -(10**4) < number < 10**4 for number in numbers))
        _check(len(rungs) > 1 and rungs == sorted(rungs, key=lambda rung: rung.rating))
        return Rungs(game, **told, rungs=rungs, matchups=[Matchup(**each) for each in tree["matchups"]])
    except (KeyError, TypeError):
        raise HustingsError(f"{path}: damaged, entries are missing or malformed; take another copy") from None


def _check(fits: bool) -> None:
    if not fits:
        raise TypeError
