"""What the compiling promises: no gaps in records, no foreign code, no bad bounds."""

import numpy as np
import pytest

from hustings.agents.bots import CompiledAgent, decision_function
from hustings.envs import GAMES
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.engine import chance
from hustings.envs.core.engine.compile import bind, rule
from hustings.envs.core.engine.owners import owner_of
from hustings.envs.core.engine.record import Field, record

from ... import tinygame
from ...support import printed_by, run_python


def test_a_record_has_no_gap_and_copies_have_equal_bytes():
    fields = [
        Field("a", np.int8), Field("b", np.uint64), Field("c", np.int16, (3,)), Field("d", np.uint8, (5,)),
    ]  # fmt: skip
    dtype = record(fields)
    assert dtype.itemsize % 8 == 0
    assert dtype.names == ("b", "c", "a", "d", "pad")
    assert sum(dtype[name].itemsize for name in dtype.names) == dtype.itemsize
    tables = np.zeros(2, dtype)
    tables[0]["c"] = 7
    tables[1] = tables[0]
    assert tables[0].tobytes() == tables[1].tobytes()


def _calls_both(f=None, g=None):
    return f, g


def test_functions_belong_to_the_folder_they_come_from():
    game = GAMES["saludos_amigos"]
    assert owner_of(game.apply) == "saludos_amigos"
    assert owner_of(chance.draw) == "core"
    assert owner_of(tinygame.GAME.apply) is None
    greedy = decision_function("greedy", game)
    assert owner_of(greedy) == owner_of(decision_function("gambler", game)) == "saludos_amigos_bots"
    assert owner_of(bind(_calls_both, "inside", f=game.apply, g=game.legal)) == "saludos_amigos"
    assert owner_of(bind(_calls_both, "bots", f=game.apply, g=greedy)) == "saludos_amigos_bots"
    assert owner_of(bind(_calls_both, "two", f=game.apply, g=GAMES["copycat"].apply)) is None
    assert owner_of(bind(_calls_both, "outside", f=game.apply, g=tinygame.GAME.apply)) is None


def test_bots_bound_for_one_game_do_not_run_each_others_code():
    @rule
    def lowest(box, table, seat, legal):
        for action in range(len(legal)):
            if legal[action]:
                return action
        return 0

    @rule
    def highest(box, table, seat, legal):
        for action in range(len(legal) - 1, -1, -1):
            if legal[action]:
                return action
        return 0

    games = GameBatch(tinygame.GAME, 32, seed=1)
    rows = np.arange(32)
    low = CompiledAgent(tinygame.GAME, "bot", lowest).act(games, rows)
    high = CompiledAgent(tinygame.GAME, "bot", highest).act(games, rows)
    assert (low == games.legal.argmax(axis=1)).all()
    assert (high == 3 - games.legal[:, ::-1].argmax(axis=1)).all()
    assert (low != high).any()


READ_TOO_FAR = """
    import numpy as np
    from tests import tinygame
    from hustings.envs.core.engine.compile import rule

    @rule
    def read(table, index):
        return table.points[index]

    print(read.dispatcher(np.zeros(1, tinygame.GAME.table)[0], {index}))
"""


def test_the_bounds_check_notices_an_element_too_far():
    far = run_python(READ_TOO_FAR.format(index=tinygame.SEATS), NUMBA_BOUNDSCHECK="1")
    assert far.returncode != 0
    assert "IndexError" in far.stderr
    printed_by(READ_TOO_FAR.format(index=tinygame.SEATS - 1), NUMBA_BOUNDSCHECK="1")


PLAY = """
    import numpy as np
    from tests.support import bots, random_actions
    from hustings.agents import make
    from hustings.envs import GAMES
    from hustings.envs.core.api.batch import GameBatch
    games = GameBatch(GAMES[{name!r}], 16, {players}, seed=3)
    agents = [make(name, games.game) for name in bots(games.game)]
    rng = np.random.default_rng(3)
    for step in range(3000):
        if games.over.all():
            break
        for agent in agents:
            agent.act(games, np.flatnonzero(~games.over))
        games.step(random_actions(games, rng))
        games.observe()
        if step % 9 == 0:
            games.redeal(seed=step)
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_bot_reads_out_of_bounds(name):
    for players in GAMES[name].player_counts:
        printed_by(PLAY.format(name=name, players=players), NUMBA_BOUNDSCHECK="1")
