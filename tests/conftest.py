"""What the processes of a test run share."""

import gc
import os
import tempfile

import pytest

# A worker has one core: with more threads, those of torch in all workers wait for each other, busily.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# From 10 seconds up, the dearest first: what is left for the end is small, so that all workers end together.
DEAR = ["test_chromium.py", "test_cluster.py", "test_notebooks.py", "test_run.py", "test_golden.py",
        "test_commands.py", "test_package.py", "test_pictures.py", "test_program.py", "test_examples.py",
        "test_check.py", "test_terminals.py", "test_invariants.py", "test_picture.py",
        "test_onnx_check.py", "test_openspiel.py", "test_bots.py", "test_own_algorithm.py",
        "test_checks.py", "test_streams.py", "test_search.py", "test_readme.py", "test_llm.py",
        "test_serve.py", "test_interpreted.py", "test_shipped_policies.py", "test_seat_vector_env.py",
        "test_seen.py", "test_cache.py"]  # fmt: skip


def pytest_collection_modifyitems(items):
    """Workers take tests from the front, and from each other's ends."""
    place = {name: number for number, name in enumerate(DEAR)}
    items.sort(key=lambda item: place.get(item.path.name, len(DEAR)))


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Modules and tests are there for good, so that nobody need look for cycles among them again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_cmdline_main():
    """A folder for what is worked out once (`met`): for the workers and the processes that tests start."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        if "HUSTINGS_TESTS_SHARED" not in os.environ:
            patch.setenv("HUSTINGS_TESTS_SHARED", folder)
            patch.setenv("XDG_DATA_HOME", f"{folder}/data")  # where games of people are kept
        return (yield)
