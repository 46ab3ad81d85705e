"""The pool of threads: a process that forks after using it goes on, and so does its child."""

import sys

import pytest

from support import run_python

FORK = """
    import multiprocessing, warnings
    import tinygame
    from hustings.envs.core.batch import GameBatch
    from hustings.envs.core.threads import MIN_ROWS_PER_THREAD

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


@pytest.mark.skipif(sys.platform == "win32", reason="no fork there")
def test_a_fork_after_threads_were_used_neither_hangs_nor_aborts():
    done = run_python(FORK)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["7"]
