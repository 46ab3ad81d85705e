"""Every game as a Gymnasium environment, in which one seat learns."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES, HustingsError, IllegalAction, SeatEnv, SeatVectorEnv
from hustings.envs.core.api.batch import GameBatch

from ...support import bots, each_game, play_out, run_python


@each_game
def test_a_mask_without_a_legal_action_is_an_error_not_a_silent_choice(game):
    games = GameBatch(game, 3, seed=1)
    play_out(games)
    for name in ["random", *bots(game)]:
        with pytest.raises(HustingsError, match="game 1 is over, nothing is legal in it"):
            make(name, game).act(games, np.array([1, 2]))
    with pytest.raises(IllegalAction, match=r"^game 0 is over; deal another one$"):
        games.step_first(0)
    with pytest.raises(IllegalAction, match=r"^game 0 is over; deal another one$"):
        games.state(2).apply_action(0)
    env = SeatEnv(game)
    with pytest.raises(HustingsError, match=r"call reset\(\) before step"):
        env.step(0)
    env.reset(seed=1)
    env.step(game.actions.size)
    with pytest.raises(HustingsError, match=r"call reset\(\) before step"):
        env.step(0)


class Fails:
    """An opponent that answers once, and then as it is told."""

    name = "fails"

    def __init__(self, answer):
        self.answer, self.asked = answer, 0

    def act(self, games, rows):
        self.asked += 1
        legal = games.masks(rows=rows).argmax(axis=1)
        return legal if self.asked == 1 else self.answer(games, legal)


WRONG_ANSWERS = {
    "floats": (lambda games, legal: legal + 0.5, "fails: actions: needs whole numbers, got float64"),
    "none": (lambda games, legal: None, "fails: actions: needs whole numbers, one for each game, got None"),
    "too many": (lambda games, legal: np.append(legal, 0), r"fails: actions: needs shape \(1,\), one for"),
    "a step": (lambda games, legal: games.step(legal), "fails: agents must not change the games they play"),
}


@pytest.mark.parametrize("kind", [SeatEnv, SeatVectorEnv])
@pytest.mark.parametrize(("answer", "line"), WRONG_ANSWERS.values(), ids=WRONG_ANSWERS)
def test_nobody_plays_the_seat_of_an_opponent_that_has_failed(kind, answer, line):
    several = kind is SeatVectorEnv
    env = kind(GAMES["copycat"], *[1] * several, num_players=2, opponents=Fails(answer), seat=0)

    def play_on():
        while True:
            action = int(env.action_masks().reshape(-1).argmax())
            env.step(np.array([action]) if several else action)

    env.reset(seed=1)
    with pytest.raises(HustingsError, match=line):
        play_on()
    assert env.action_masks().all(), "not the opponent's mask"
    with pytest.raises(HustingsError, match=r"call reset\(\) before step"):
        play_on()


def test_a_seed_may_be_of_numpy():
    env = SeatEnv(GAMES["saludos_amigos"])
    views = [env.reset(seed=seed)[0].tobytes() for seed in (5, np.int64(5), np.array(5), [5])]
    assert len(set(views)) == 1


class WithoutAName:
    def act(self, games, rows):
        return np.full(len(rows), -1)


def test_an_opponent_without_a_name_can_be_blamed():
    env = SeatEnv(GAMES["copycat"], 2, opponents=WithoutAName(), seat=1)
    with pytest.raises(HustingsError, match=r"opponent without a name: game 0.*action -1"):
        env.reset(seed=1)


OVER_WHEN_DEALT = """
    import dataclasses
    from tests import tinygame
    from hustings.envs import GameBatch, HustingsError, SeatEnv

    def setup(box, table):
        table.seat, table.phase = -1, tinygame.Phase.OVER

    game = dataclasses.replace(tinygame.GAME, name="over", setup=setup)
    for use in (SeatEnv(game).reset, lambda: GameBatch(game, 2).playouts(5)):
        try:
            use()
        except HustingsError as error:
            print(error)
"""


def test_games_that_are_over_when_dealt_are_an_error_not_a_silent_wait():
    done = run_python(OVER_WHEN_DEALT, NUMBA_DISABLE_JIT="1")
    assert done.stdout.splitlines() == [
        "Tiny Game: the learner was not on turn in 1000 games in a row; give it another seat",
        "Tiny Game: 1000 games in a row were over when dealt",
    ], done.stderr
