"""The rungs of a game's ladder and their ratings, stored in a file beside this module."""

from dataclasses import asdict, dataclass
from pathlib import Path

from ....agents.policy import POLICY, load_policy
from ....agents.specs import is_readable
from ....envs.core.api.batch import GameBatch
from ....envs.core.api.replay import box_hash
from ....envs.core.engine.game import Game
from ....envs.core.errors import HustingsError
from ....envs.core.io.files import write_text
from ..records import Kind, digests_of, parsing, require, typed

KIND = Kind("hustings-ladder", 1, 2**20, "a ladder", "take the one that comes with hustings")
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Rung:
    """An agent with a known rating.

    Attributes:
        name: as for `hustings.agents.make`.
        rating: on the game's scale, where `greedy` has 1,000.
        low, high: its 95 % interval over deals.
        field: its fair-share rating: that of an agent that gets its fair share alone against copies of it.
    """

    name: str
    rating: float
    low: float
    high: float
    field: float


@dataclass(frozen=True)
class Rungs:
    """The rungs of a game, lowest first.

    Attributes:
        game: the game.
        num_players: the number of players.
        box: the hash of the box, including options.
        number: the number of the set; a new policy or other rungs make a new set.
        policy: the hash of the game's own policies, on which rungs depend.
        revision: the revision of the game in which they were rated.
        command: the command that rated them.
        rungs: the rungs.
    """

    game: Game
    num_players: int
    box: str
    number: int
    policy: str
    revision: int
    command: str
    rungs: list[Rung]

    def save(self, path: Path) -> None:
        """Write the file, one rung a line, replacing an existing one."""
        head = {"game": self.game.name, "game_version": self.game.version}
        head |= {name: getattr(self, name) for name in _FIELDS}
        write_text(path, KIND.text(head, {"rungs": map(asdict, self.rungs)}))


_FIELDS = {"num_players": int, "box": str, "number": int, "policy": str, "revision": int, "command": str}


def file_of(game: Game) -> Path:
    """The file of a game's ladder; it may not exist."""
    return FOLDER / f"{game.name}.json"


def policy_hash(game: Game) -> str:
    """A digest of the game's own policy."""
    return digests_of({POLICY: load_policy(POLICY, game)})[POLICY]


def box_of(game: Game, num_players: int) -> str:
    """The hash of the box used for a ladder."""
    return box_hash(GameBatch(game, 1, num_players).box)


def saved_rungs(game: Game) -> Rungs:
    """Load the rungs that come with a game.

    Raises:
        HustingsError: if there are none, or if they were rated with another box or policy.
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
    """Load the rungs in a file.

    Raises:
        HustingsError: if it is not such a file, is damaged, or is for another game or version.
    """
    tree = KIND.read(path, game)
    with parsing(path):
        told = typed(tree, _FIELDS)
        require(told["num_players"] in game.player_counts)
        rungs = [Rung(**rung) for rung in tree["rungs"]]
        for rung in rungs:
            numbers = rung.low, rung.rating, rung.high, rung.field
            require(type(rung.name) is str and is_readable(rung.name))
            require(all(type(number) in (int, float) and -(10**4) < number < 10**4 for number in numbers))
        require(len(rungs) > 1 and rungs == sorted(rungs, key=lambda rung: rung.rating))
        return Rungs(game, **told, rungs=rungs)
