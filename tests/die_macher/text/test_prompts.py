"""What is asked, and where on the picture it lies."""

import numpy as np

from hustings.agents import make
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.die_macher import GAME
from hustings.envs.die_macher.actions import KIND
from hustings.envs.die_macher.table import KINDS, Phase
from hustings.envs.die_macher.text.board import hand_of
from hustings.envs.die_macher.text.prompts import thing


def lying_there(table: np.record, place: str) -> set[int]:
    """The stands that lie in a place."""
    seat, region = int(table.seat), int(table.region)
    return {
        "hand": lambda: set(hand_of(table, seat)),
        "programme": lambda: set(np.flatnonzero(table.programme[seat]).tolist()),
        "opinion": lambda: set(np.flatnonzero(table.opinion[region]).tolist()),
        "pool": lambda: set(np.flatnonzero(table.pool).tolist()),
        "national": lambda: set(table.national.tolist()),
    }[place]()


def test_a_card_that_can_be_chosen_is_the_one_in_the_place_that_is_asked_about():
    """The same stand may lie in the hand, a programme, a region, the pool and on the national board."""
    asked = set()
    for name in ("greedy", "random"):
        games, bot, row = GameBatch(GAME, 1, 4, seed=3), make(name, GAME, seed=3), np.zeros(1, np.int64)
        while not games.over[0]:
            table = games.tables[0]
            kinds = np.flatnonzero(games.legal[0, KIND : KIND + KINDS]).tolist()
            named = [thing(games.box[0], table, KIND + kind).split() for kind in kinds]
            for place, number in named:
                assert int(number) in lying_there(table, place), (Phase(int(table.phase)).name, place)
            if kinds:
                asked.add(Phase(int(table.phase)))
                assert {int(number) for _, number in named} == set(kinds)
            games.step(bot.act(games, row))
    assert len(asked) >= 6, asked
