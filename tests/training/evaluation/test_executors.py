"""Executors: a pool of processes plays what this process plays, and what it cannot play is one line."""

import multiprocessing
import os
import signal
from concurrent.futures import Executor, ProcessPoolExecutor

import pytest

from hustings.agents import make
from hustings.envs import GAMES, HustingsError
from hustings.training import evaluate, exploit, leaderboard, match_log, record, tournament
from hustings.training.evaluation.executors import _portable

from ... import players

GAME = "saludos_amigos"


@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as made:
        yield made


class Counts(Executor):
    """Hands on what it is given to another, and counts it."""

    def __init__(self, pool: Executor):
        self.pool, self.calls = pool, 0

    def submit(self, function, /, *args, **kwargs):
        self.calls += 1
        return self.pool.submit(function, *args, **kwargs)


def plain(result):
    """What a result says, the clock aside."""
    tree = result.as_json()
    for entry in ("seconds", "milliseconds", "made_with"):
        tree.pop(entry, None)
    for row in tree["agents"] if isinstance(tree.get("agents"), list) else []:
        row.pop("milliseconds", None)
    return tree


AGENTS, SEARCH = ["random", "greedy"], {"iterations": 2}
PLAYS = {
    "tournament": lambda **where: tournament(GAME, AGENTS, 56, batch=12, **where),
    "leaderboard": lambda **where: leaderboard(GAME, games=56, agents=AGENTS, batch=12, **where),
    "evaluation": lambda **where: evaluate("random", GAME, games=56, agents=["greedy"], batch=12, **where),
    "exploit": lambda **where: exploit("greedy", GAME, games=20, batch=4, search=SEARCH, **where),
}


@pytest.mark.parametrize("name", PLAYS)
def test_a_pool_plays_every_batch_as_this_process_does(name, pool):
    executor = Counts(pool)
    assert plain(PLAYS[name]()) == plain(PLAYS[name](executor=executor))
    assert executor.calls >= 5


def test_a_file_is_the_same(pool, tmp_path):
    for number, where in enumerate(({}, {"executor": pool})):
        record(GAME, AGENTS, 20, tmp_path / f"{number}.parquet", batch=6, **where)
    assert (tmp_path / "0.parquet").read_bytes() == (tmp_path / "1.parquet").read_bytes()


def test_an_agent_that_fails_in_a_recording_is_one_line(pool, tmp_path):
    with pytest.raises(HustingsError, match=r"^agents: 'high' is an object; a cluster makes its own agents"):
        match_log(GAME, [players.Bids("high"), "random"], 4, tmp_path / "a.jsonl", executor=pool)
    assert not list(tmp_path.iterdir())


def test_an_agent_in_a_folder_is_sent_by_name_and_a_policy_whole(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in ("bots", "greedy"):
        (tmp_path / folder).mkdir()
    make("policy", GAMES[GAME]).save(tmp_path / "mine")
    for name in ("bots:Bot", "bots:Bot:depth=3", "greedy", "x=greedy@BID=bots:Bot"):
        assert _portable(name, GAMES[GAME], (0,)) == name
    for name in ("mine", "mine:sample=true", "greedy@BID=mine"):
        assert not isinstance(_portable(name, GAMES[GAME], (0,)), str)


def test_a_pool_that_broke_is_one_line():
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        pool.submit(_die).exception()
        with pytest.raises(HustingsError, match=r"^the executor failed \(.*\); make a new one$"):
            tournament(GAME, AGENTS, 8, executor=pool)


def _die():
    os.kill(os.getpid(), signal.SIGKILL)
