"""What is wrong with a game of one's own is said when it is declared or played, in one line."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hustings.envs.core.engine.game import Game
from hustings.envs.core.engine.layout import Layout
from hustings.envs.core.engine.phases import Decision, phases
from hustings.envs.core.engine.record import Field, record
from hustings.envs.core.engine.views import View
from hustings.envs.core.errors import HustingsError
from hustings.envs.core.io.box import BoxSpec, Option

from ... import pig
from ...support import printed_by

POT = Field("pot", np.int8, (), 0, 100, "what was rolled in this turn")
FIELDS = [Field("seats", np.int8), Field("pot", np.int8), Field("cash", np.int16, {"seat": 3}),
          Field("votes", np.int8, {"region": 2, "seat": 3}),
          Field("stock", np.int8, {"colour": 3})]  # fmt: skip


def a_field(**changes):
    record([POT._replace(**changes)])


def a_box(*options: Option) -> BoxSpec:
    return BoxSpec(Path("box.toml"), (POT,), options, dict, lambda box: None)


def a_block(field, **shape):
    View(__name__, FIELDS).field(field, "what it shows", **shape)


def two_rows():
    row = Decision(pig.table.Phase.TURN, pig.rules.legal_turn, pig.rules.turn)
    phases(row, row)


@pytest.mark.parametrize(("declare", "words"), [
    (lambda: record([POT, POT]), "field pot: there are two of this name; rename one"),
    (lambda: a_field(high=219), "field pot: int8 does not hold 0 to 219; take another"),
    (lambda: a_field(low=3, high=2), "field pot: int8 does not hold 3 to 2; take another"),
    (lambda: a_field(type=np.float32),
     "field pot: float32 does not hold whole numbers; take int8, int16, ..."),
    (lambda: a_field(name="pad"), "field pad: records are padded under that name; rename it"),
    (lambda: a_field(name="copy"), "field copy: it would hide behind np.record.copy; rename it"),
    (lambda: a_box(Option("goal", "")), "option goal: there is no field of this name; add one"),
    (lambda: replace(pig.GAME, player_counts=(1, 2)), "Pig: player_counts: a game has at least 2 players"),
    (lambda: replace(pig.GAME, player_counts=(2, 6)),
     "Pig: field seats: 4 seats are not enough for 6 players"),
    (lambda: replace(pig.GAME, box_spec=a_box()), "Pig: the box has no field typical_score; add one"),
])  # fmt: skip
def test_what_does_not_fit_is_an_error_of_one_line(declare, words):
    with pytest.raises(HustingsError) as caught:
        declare()
    assert str(caught.value) == words


@pytest.mark.parametrize(("declare", "words"), [
    (lambda: a_block("stok", colour=3), "the table has no field 'stok'; did you mean stock"),
    (lambda: a_block("pot", each_player=True), "the field 'pot' has other axes than the block: none"),
    (lambda: a_block("stock"), r"the field 'stock' has other axes than the block: \{'colour': 3\}"),
    (lambda: a_block("stock", color=3), "the field .*"),
    (lambda: a_block("stock", colour=4), "the field .*"),
    (lambda: a_block("stock", colour=1), "the field .*"),
    (lambda: a_block("stock", colour=3, region=2), "the field .*"),
    (lambda: a_block("votes", seat=3, region=2), "the field .*"),
    (lambda: a_block("cash", region=1, each_player=True), "the field .*"),
    (two_rows, "a phase has two rows"),
    (lambda: Layout(("a", 1, "first"), ("a", 1, "again")), "two blocks named a"),
])  # fmt: skip
def test_what_a_module_may_not_declare_is_refused_in_one_line(declare, words):
    with pytest.raises(AssertionError, match=rf"^{words}\Z"):
        declare()


@pytest.mark.parametrize(
    ("counts", "words"), [((2, 3, 4), "2 to 4"), ((2, 4), "2 or 4"), ((3,), "3"), ((4, 2, 3), "2 to 4")]
)
def test_numbers_of_players_in_words(counts, words):
    game: Game = replace(pig.GAME, player_counts=counts)
    assert game.player_numbers == words
    with pytest.raises(HustingsError, match=f"Pig takes {words} players, not 5"):
        game.check_players(5)


NOTHING_LEGAL = """
    from dataclasses import replace
    from hustings.envs import HustingsError
    from hustings.envs.core.api.batch import GameBatch
    from hustings.envs.core.api.seat_env import SeatEnv
    from tests import pig

    def legal(box, table, legal):
        if table.seat == 0:
            pig.rules.legal(box, table, legal)

    def told(step, action):
        try:
            while True:
                step(action)
        except HustingsError as error:
            print(error)

    game = replace(pig.GAME, legal=legal)
    env = SeatEnv(game, seat=0, opponents="random")
    env.reset(seed=1)
    told(GameBatch(game, 1, seed=1).step, [pig.actions.HOLD])
    told(env.step, pig.actions.HOLD)
"""


def test_a_position_in_which_nothing_is_legal_is_told_and_does_not_hang():
    told = printed_by(NOTHING_LEGAL, NUMBA_DISABLE_JIT="1", timeout=60)
    line = "game 0, seat 1, phase TURN: no action is legal; the rules must leave one, or end the game"
    assert told.splitlines() == [line, line]
