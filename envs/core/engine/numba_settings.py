"""Imports Numba, set by the environment, and by no file of the current folder, which may be anybody's."""

import os
import sys
import warnings


def _import_numba() -> None:
    """Import Numba, so that it never reads a file of settings in the current folder.

    One of its settings is the folder that code is loaded from. Where somebody else has imported Numba, it
    stays as it is.
    """
    if "numba" in sys.modules:
        return
    absent = object()
    yaml = sys.modules.get("yaml", absent)
    sys.modules["yaml"] = None  # type: ignore[assignment]  # without it Numba reads no such file
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "A Numba config file is found")
            import numba.core.config
    finally:
        if yaml is absent:
            del sys.modules["yaml"]
        else:
            sys.modules["yaml"] = yaml  # type: ignore[assignment]
    # It would look, and warn, each time that it compiles.
    numba.core.config._config_fname = os.devnull


_import_numba()
