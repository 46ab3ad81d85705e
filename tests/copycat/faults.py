"""Tables of Copycat with faults that no single changed entry leads to."""

from hustings.envs import copycat_v0
from hustings.envs.copycat import GAME
from hustings.envs.copycat.table import IN_BOX
from hustings.envs.core.api.batch import GameBatch


def round_after_the_last() -> GameBatch:
    box = GAME.box_spec.load().copy()
    box["rounds"] = 1
    games = copycat_v0.batch(1, box=box)
    games.tables["round_number"] = 2
    return games


def gap_in_the_street() -> GameBatch:
    games = copycat_v0.batch(1)
    table = games.tables[0]
    table["place"][table["street"][4]] = IN_BOX
    table["street"][4] = 0
    return games


def too_many_tokens() -> GameBatch:
    games = copycat_v0.batch(1, options={"token_limit": 3})
    games.tables["office_tokens"][0, 0] = 4
    return games


FAULTS = {
    "THE_ROUND_IS_NOT_ONE_OF_THE_GAME": round_after_the_last,
    "THE_STREET_HAS_GAPS": gap_in_the_street,
    "THERE_ARE_MORE_TOKENS_THAN_IN_THE_BOX": too_many_tokens,
}
