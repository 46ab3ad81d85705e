"""How pip builds hustings: as setuptools does it, with what making the games' libraries needs for a wheel."""

import os
import tomllib
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403


def get_requires_for_build_wheel(config_settings: dict | None = None) -> list[str]:
    """What building a wheel takes: hustings' own needs and Numba, unless no libraries are made."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["jit"]]
    makes_libraries = os.environ.get("HUSTINGS_PROCESSORS") != ""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *(needed if makes_libraries else [])]
