"""Processes that work for this one, and what ends it."""

import concurrent.futures
import os
import signal
import sys
from unittest.mock import Mock

import pytest

from hustings.envs.core.api.processes import process_pool, sigterm_as_interrupt

from ...support import ROOT, run


def test_a_process_that_works_for_this_one_imports_nothing_from_the_current_folder(tmp_path):
    for name in ("multiprocessing", "signal", "socket", "pickle", "runpy", "numpy", "threading"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w').close()\nraise SystemExit\n")
    code = """
import os
from hustings.envs.core.api.processes import process_pool
with process_pool(1, os.getpid) as pool:
    print(pool.submit(len, "abc").result())
    pool.shutdown()
print(os.environ.get("PYTHONSAFEPATH"))
"""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = run([sys.executable, "-P", "-c", code], cwd=tmp_path, env=environment)
    assert (done.stdout, done.stderr) == ("3\nNone\n", "")
    assert not (tmp_path / "ran").exists()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="this system has no masks")
def test_a_process_that_works_for_this_one_leaves_ctrl_c_to_it():
    masked = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with process_pool(1, os.getpid) as pool:
        assert signal.SIGINT in pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()
        pool.shutdown()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == masked


@pytest.mark.parametrize(
    "error", [FileNotFoundError(2, "No such file"), NotImplementedError("no semaphores")]
)
def test_where_the_system_has_no_processes_to_give_this_one_does_all_itself(error, monkeypatch):
    monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", Mock(side_effect=error))
    with process_pool(2, list) as pool:
        assert list(pool.map(abs, [-1, 2])) == [1, 2]
        with pytest.raises(ZeroDivisionError):
            pool.submit(divmod, 1, 0).result()


def test_sigterm_ends_as_ctrl_c_does_and_only_inside():
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), sigterm_as_interrupt():
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) == before
