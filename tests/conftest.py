"""What the processes of a test run share."""

import os
import tempfile

import pytest

# A worker has one core: with more threads, those of torch in all workers wait for each other, busily.
os.environ.setdefault("OMP_NUM_THREADS", "1")


@pytest.hookimpl(wrapper=True)
def pytest_cmdline_main():
    """A folder for what is worked out once (`met`): for the workers and the processes that tests start."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        if "HUSTINGS_TESTS_SHARED" not in os.environ:
            patch.setenv("HUSTINGS_TESTS_SHARED", folder)
        return (yield)
