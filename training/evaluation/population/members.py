"""Who is in a game's population, and the digest by which a changed one is told from the frozen one.

A game's population is its bots and styles, agents of one habit each, small policies that differ in their
seeds, and the policy that comes with the game. `random` is not in it: it draws from one stream, so that games
would depend on what else is played. `training/population.toml` has the version and a digest for each game;
`python -m hustings.training.evaluation.population.members` raises the version if one has changed.
"""

import hashlib
import json
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ....agents import names
from ....agents.bots import RANDOM
from ....agents.habits import declaration, habits
from ....agents.policy import POLICY, has_policy
from ....agents.policy.files import files_of, population_file
from ....agents.specs import HABIT, POPULATION
from ....envs import GAMES
from ....envs.core.engine.game import Game
from ....envs.core.io.files import write_text
from ...code_hash import bots_hash

FROZEN = Path(__file__).parents[2] / "population.toml"
SEEDS = range(1, 6)
_ABOUT = """\
# The version of the populations that agents are evaluated in, and a digest of each: of the code of the game
# and its bots, of the habits and of the policies. `make population` raises the version where one has changed.
"""


class Population(NamedTuple):
    """Which population it was.

    Attributes:
        version: that of `population.toml`.
        digest: SHA-256 of all that its members play by.
        frozen: whether it is the one that has this version, not one that was edited since.
    """

    version: int
    digest: str
    frozen: bool

    def __str__(self) -> str:
        edited = "" if self.frozen else ", edited since"
        return f"population {self.version} ({self.digest[:12]}{edited})"


def bots(game: Game) -> list[str]:
    """The bots and styles of a game, without `random`."""
    return [name for name in names(game) if name != RANDOM]


def members(game: Game) -> list[str]:
    """The population of a game, by names as `hustings.agents.make` takes them."""
    policies = [f"{POPULATION}:{seed}" for seed in SEEDS]
    return [
        *bots(game),
        *(f"{HABIT}:{name}" for name in habits(game.name)),
        *(name for name in policies if population_file(name, game.name).is_file()),
        *([POLICY] if has_policy(game) else []),
    ]


@cache
def population_of(game: Game) -> Population:
    """Which population a game has today."""
    frozen, digest = _frozen(), _digest(game)
    return Population(frozen["version"], digest, frozen["digest"].get(game.name) == digest)


def _digest(game: Game) -> str:
    declared = declaration(game.name)
    files = [declared] if declared.is_file() else []
    for name in members(game):
        if name == POLICY:
            files += files_of(POLICY, game.name)
        elif name.startswith(POPULATION):
            files.append(population_file(name, game.name))
    digests = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
    parts = [members(game), bots_hash(game.name), digests]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _frozen() -> dict:
    if not FROZEN.is_file():
        return {"version": 0, "digest": {}}
    return tomllib.loads(FROZEN.read_text(encoding="utf-8"))


def freeze() -> None:
    """Write the digests of today's populations, with the next version if one has changed."""
    before, digests = _frozen(), {game.name: _digest(game) for game in GAMES.values()}
    if before["digest"] != digests:
        lines = [f"version = {before['version'] + 1}", "", "[digest]"]
        lines += [f'{name} = "{digest}"' for name, digest in digests.items()]
        write_text(FROZEN, _ABOUT + "\n".join(lines) + "\n")


if __name__ == "__main__":
    freeze()
