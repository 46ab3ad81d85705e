"""A plugin of pytest, `-p tests.without_numba`: Numba is missing, as after a plain installation."""

import sys

sys.modules["numba"] = sys.modules["llvmlite"] = None
