"""Import Numba with settings from the environment only, never from a file in the current folder.

Others may own that folder, and one setting names the folder from which code is loaded.
"""

import os
import sys
import warnings


def _import_numba() -> None:
    """Import Numba without its settings file; do nothing if it is already imported."""
    if "numba" in sys.modules:
        return
    absent = object()
    yaml = sys.modules.get("yaml", absent)
    sys.modules["yaml"] = None  # type: ignore[assignment]  # Numba reads the file only if it can import yaml
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "A Numba config file is found")
            import numba.core.config
    finally:
        if yaml is absent:
            del sys.modules["yaml"]
        else:
            sys.modules["yaml"] = yaml  # type: ignore[assignment]
    # Otherwise Numba would look for the file, and warn, each time it compiles.
    numba.core.config._config_fname = os.devnull


_import_numba()
