"""Public calls with arguments that do not fit: an error that says what is wrong, and nothing has changed."""

from functools import partial

import numpy as np
import pytest

from hustings.agents import Replaced, make
from hustings.envs import SeatEnv
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.factories import makers_of
from hustings.envs.core.api.replay import Replay
from hustings.envs.core.errors import HustingsError
from hustings.training import check_agent, evaluate, exploit, leaderboard, replay_page, tournament

from .. import tinygame
from ..players import Bids

GAME = tinygame.GAME
ENV, RAW_ENV, BATCH, STATE, PARALLEL_ENV = makers_of(GAME)
ODD = [
    None, True, -1, -(2**70), 2**63, 2**64, 10**30, 1.5, float("nan"), float("inf"), 1j, "", "x", "\x1b[31m",
    "a\0b", "x" * 5000, b"x", [], [None], ["x"], [1.5], [[0], [0, 1]], [[[]]], (), {}, {"x": 1}, {1: 2},
    {"hand_size": []}, set(), object(), np.zeros(0), np.zeros((2, 2, 2)), np.array([1.5, 2]),
    np.array(["a", "b"]), np.array([2**64 - 1, 0], np.uint64), np.array([-5, 9]), np.array([None, {}]),
    np.array(7), np.datetime64("2020"), np.zeros(2, "V8"), np.float32("nan"),
]  # fmt: skip
DEALT = {"num_players": 2, "seed": 1, "reward": "rank", "box": None, "options": {}}
PLAYED = {"games": 4, "num_players": 2, "batch": 4}
WHERE = {"game": GAME, "num_players": 2}
BOTS = ["random", "random"]


# What is called, with arguments that fit. Numbers that are only large are not odd: they take their time.
OF_A_BATCH = {
    "observe": {"seat": 0, "rows": [0], "out": None},
    "masks": {"rows": [0], "out": None},
    "results": {"rows": [0]},
    "save": {"rows": [0]},
    "restore": {"rows": [0], "saved": GameBatch(GAME, 1).save()},
    "state": {"i": 0},
    "check": {"rows": [0]},
    "step": {"actions": [0], "rows": [0]},
    "reset": {"where": None, "seeds": None},
    "reseed": {"seed": 1},
    "redeal": {"seat": 0, "seed": 1},
    "running": {"rows": [0]},
    "decide": {"act": lambda *_: None, "rows": [0], "threads": 1},
    "describe": {"i": 0, "action": 0},
    "board": {"i": 0, "seat": 0},
    "picture": {"i": 0, "seat": 0},
}
FUNCTIONS = {
    "batch": (BATCH, {"num_games": 2, "threads": 1, "ask_forced": False, **DEALT}),
    "env": (ENV, {"render_mode": None, "ask_forced": False, **DEALT}),
    "state": (STATE, {"ask_forced": False, **DEALT}),
    "raw_env": (RAW_ENV, {"render_mode": None, "ask_forced": False, **DEALT}),
    "parallel_env": (PARALLEL_ENV, {"render_mode": None, "ask_forced": False, **DEALT}),
    "SeatEnv": (SeatEnv, {"game": GAME, "num_players": 2, "seat": 0, "reward": "rank", "options": {}}),
    "load": (GAME.box_spec.load, {"source": None, "options": {}}),
    "make": (make, {"spec": "random", "game": GAME, "seed": 1}),
    "tournament": (partial(tournament, **PLAYED),
                   {"agents": BOTS, "reward": "rank", "seed": 1, "options": {}, "box": None, **WHERE}),
    "tournament_replace": (partial(tournament, **PLAYED), {"agents": BOTS, "replace": [], **WHERE}),
    "check_agent": (partial(check_agent, game=GAME, seconds=0.01),
                    {"agent": "random", "players": [2], "seed": 1, "options": {}, "box": None}),
    "check_seconds": (check_agent, {"agent": "random", "game": GAME, "seconds": 0.01}),
    "Replaced": (Replaced, {"game": GAME, "agent": Bids("low"), "others": {"bid": Bids("low")}}),
    "evaluate": (partial(evaluate, **PLAYED), {"agent": "random", "agents": [Bids("low")], **WHERE}),
    "leaderboard": (partial(leaderboard, **PLAYED), {"agents": ["random", Bids("low")], **WHERE}),
    "exploit": (partial(exploit, **PLAYED), {"agent": "random", **WHERE}),
    "replay_page": (replay_page,
                    {"replay": Replay.begin(GameBatch(GAME, 1)), "game": GAME, "box": None, "explain": None}),
}  # fmt: skip


def wrong(call, given, name) -> list[str]:
    """What a call does wrong with odd values of one argument."""
    found = []
    for odd in ODD:
        try:
            call(**{**given, name: odd})
        except HustingsError as error:
            if not str(error).isprintable():
                found.append(f"{odd!r:.40}: {error!r:.200}")
        except TypeError as error:
            if name not in str(error):
                found.append(f"{odd!r:.40}: {error!r:.200}")
        except Exception as error:
            found.append(f"{odd!r:.40}: {error!r:.200}")
    return found


def pairs(calls):
    return [pytest.param(call, name, id=f"{call}-{name}") for call, given in calls.items() for name in given]


@pytest.mark.parametrize(("method", "name"), pairs(OF_A_BATCH))
def test_odd_arguments_of_a_batch_change_nothing(method, name):
    games, before = GameBatch(GAME, 2, 2), GameBatch(GAME, 2, 2).tables.tobytes()

    def call(**given):
        games.reset(seeds=GameBatch(GAME, 2, 2).seeds)
        assert games.tables.tobytes() == before
        try:
            getattr(games, method)(**given)
        except (HustingsError, TypeError):
            assert games.tables.tobytes() == before
            raise

    assert not wrong(call, OF_A_BATCH[method], name)


@pytest.mark.parametrize("search", [5, "x", ["x"], {1: 2}, {"x": 1}, {"iterations": []}, {"\x1b": 1}])
def test_odd_settings_of_a_search_are_named(search):
    with pytest.raises(HustingsError, match="search: "):
        exploit("random", GAME, search=search)


def test_odd_tables_and_rewards_change_nothing():
    games, before = GameBatch(GAME, 2, 2), GameBatch(GAME, 2, 2).tables.tobytes()
    assert not wrong(lambda tables: setattr(games, "tables", tables), {}, "tables")
    assert not wrong(lambda reward: setattr(games, "reward", reward), {}, "reward")
    assert games.tables.tobytes() == before


@pytest.mark.parametrize(("function", "name"), pairs({name: given for name, (_, given) in FUNCTIONS.items()}))
def test_odd_arguments_are_named(function, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call, given = FUNCTIONS[function]
    assert not wrong(call, given, name)
    assert not list(tmp_path.iterdir())
