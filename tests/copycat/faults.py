"""Tables of Copycat with faults that no single changed entry leads to."""

from hustings.envs import copycat_v0
from hustings.envs.copycat import GAME
from hustings.envs.core.api.batch import GameBatch


def round_after_the_last() -> GameBatch:
    box = GAME.box_spec.load().copy()
    box["rounds"] = 1
    games = copycat_v0.batch(1, box=box)
    games.tables["round_number"] = 2
    return games


FAULTS = {"THE_ROUND_IS_NOT_ONE_OF_THE_GAME": round_after_the_last}
