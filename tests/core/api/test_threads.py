"""The pool of threads, which survives a fork, and a batch that two threads would use at once."""

import copy
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from hustings.envs.core.api import batch, threads
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.threads import concurrent_use

from ... import tinygame
from ...support import printed_by

FORK = """
    import multiprocessing, warnings
    from tests import tinygame
    from hustings.envs.core.api.batch import GameBatch
    from hustings.envs.core.api.threads import MIN_ROWS_PER_THREAD

    def go_on():
        games.step(games.legal.argmax(axis=1))
        raise SystemExit(7)

    games = GameBatch(tinygame.GAME, 4 * MIN_ROWS_PER_THREAD, seed=1, threads=3)
    games.step(games.legal.argmax(axis=1))
    warnings.simplefilter("ignore", DeprecationWarning)  # Python's own warning of threads and forks
    child = multiprocessing.get_context("fork").Process(target=go_on)
    child.start()
    child.join(60)
    games.step(games.legal.argmax(axis=1))
    print(child.exitcode)
"""


@pytest.mark.parametrize(("limit", "cores"), [("150000 100000", 2), ("max 100000", 8), (None, 8)])
def test_the_limit_of_a_container_counts(limit, cores, tmp_path, monkeypatch):
    monkeypatch.setattr(threads.os, "sched_getaffinity", lambda process: range(8), raising=False)
    monkeypatch.setattr(threads, "_CPU_LIMIT", tmp_path / "cpu.max")
    if limit:
        (tmp_path / "cpu.max").write_text(f"{limit}\n")
    monkeypatch.setattr(threads, "_container_cores", threads._container_cores.__wrapped__)
    assert threads.cores() == cores


@pytest.mark.skipif(sys.platform == "win32", reason="no fork there")
def test_a_fork_after_threads_were_used_neither_hangs_nor_aborts():
    assert printed_by(FORK) == "7\n"


INTERRUPTED = """
    import os, signal, threading, time
    from tests import tinygame
    from hustings.envs.core.api.threads import in_chunks

    def slow(first, last):
        begun.wait()
        time.sleep(0.6)
        ended.append(first)

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a process in the background ignores it
    begun, ended = threading.Barrier(3), []
    def press():
        begun.wait()
        for _ in range(2):
            time.sleep(0.1)
            os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    try:
        in_chunks(slow, 2, threads=2, least=1)
    except KeyboardInterrupt:
        print(sorted(ended))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT there")
def test_whoever_presses_ctrl_c_twice_gets_the_memory_back_when_no_thread_writes_it():
    assert printed_by(INTERRUPTED) == "[0, 1]\n"


def in_another_thread(work) -> list[BaseException]:
    """Do the work in another thread; what it raised."""
    with ThreadPoolExecutor(1) as other:
        error = other.submit(work).exception()
    return [error] if error else []


USES = {
    "playouts": lambda games: games.playouts(20),
    "step": lambda games: games.step(np.zeros(games.num_games, np.int64)),
    "reset": lambda games: games.reset(),
    "redeal": lambda games: games.redeal(0),
    "observe": lambda games: games.observe(0),
    "legal": lambda games: games.legal,
    "results": lambda games: games.results(),
    "check": lambda games: games.check(),
    "tables": lambda games: setattr(games, "tables", games._tables.copy()),
    "save": lambda games: games.save(),
    "state": lambda games: games.state(0),
    "tell": lambda games: games.tell(0),
    "news": lambda games: games.news(0),
    "play_by": lambda games: games.play_by(print, np.arange(2)),
    "decide": lambda games: games.decide(print, np.arange(2)),
    "describe": lambda games: games.describe(0, 0),
    "board": lambda games: games.board(0),
    "picture": lambda games: games.picture(0),
    "reseed": lambda games: games.reseed(1),
    "copy": copy.copy,
    "pickle": pickle.dumps,
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_that_another_thread_uses_says_so(use, threads):
    games = GameBatch(tinygame.GAME, 4096, 3, seed=1, threads=threads)
    loop, errors = games._loops.playouts, []

    def meanwhile(*args):
        errors.extend(in_another_thread(lambda: USES[use](games)))
        return loop(*args)

    games._loops = copy.copy(games._loops)
    games._loops.playouts = meanwhile
    games.playouts(1)
    assert {str(error) for error in errors} == {str(concurrent_use())}


@pytest.mark.parametrize("use", [
    lambda games: games.tell(0),
    lambda games: games.playouts(1),
    lambda games: games.play_by(lambda *_: None, np.arange(2)),
])  # fmt: skip
def test_no_other_thread_steps_a_batch_between_the_parts_of_a_call(use, monkeypatch):
    games, errors = GameBatch(tinygame.GAME, 8, 3, seed=1), []
    games.listen()

    def step_meanwhile(*_: object, **__: object) -> None:
        errors.extend(in_another_thread(lambda: USES["step"](games)))

    monkeypatch.setattr(batch, "tell", step_meanwhile)
    monkeypatch.setattr(games._history, "begin", step_meanwhile)
    use(games)
    assert [str(error) for error in errors] == [str(concurrent_use())]


def test_a_copy_or_pickle_made_while_a_thread_holds_the_batch_is_free():
    games = GameBatch(tinygame.GAME, 8, 3, seed=1)
    with games._lock:
        twins = [copy.deepcopy(games), pickle.loads(pickle.dumps(games))]
        assert not in_another_thread(lambda: [twin.step(twin.legal.argmax(axis=1)) for twin in twins])
