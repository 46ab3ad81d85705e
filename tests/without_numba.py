"""A plugin of pytest, `-p tests.without_numba`: Numba is missing, as after a plain installation.

Games come from the libraries; those that only tests have run as written.
"""

import sys

import pytest

sys.modules["numba"] = sys.modules["llvmlite"] = None


@pytest.hookimpl(wrapper=True)
def pytest_cmdline_main():
    from hustings.envs.core.engine.interpreting import without_compiling

    with without_compiling():
        return (yield)
