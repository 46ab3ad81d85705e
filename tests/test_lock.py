"""constraints.txt names a version for all that the extras bring, and for nothing else."""

import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from .support import ROOT, brought

TEXT = (ROOT / "constraints.txt").read_text(encoding="utf-8")
LINES = [line for line in TEXT.splitlines() if not line.startswith("#")]
LOCKED = dict(line.split("==") for line in LINES)
FOR_GPUS = ("cuda-", "nvidia-", "triton")
"""What a torch that is not built for the CPU brings beside."""
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS = SETTINGS["dependency-groups"]


def needed() -> dict[str, list[Requirement]]:
    """What the extra `all` and the group `dev` bring, all that it needs, and who asks for which versions."""
    asked = brought("hustings[all]", *group("dev"))
    return {name: askers for name, askers in asked.items() if not name.startswith(FOR_GPUS)}


def group(name: str) -> list[str]:
    """The requirements of a group, with those of the groups that it includes."""
    return [
        text
        for item in GROUPS[name]
        for text in (group(item["include-group"]) if isinstance(item, dict) else [item])
    ]


def installed(name: str) -> str | None:
    try:
        return Version(distribution(name).version).public
    except PackageNotFoundError:
        return None


def test_all_that_the_extras_bring_has_a_version_that_goes_and_is_here():
    for name, askers in needed().items():
        assert name in LOCKED, f"{name} is missing: make lock"
        for requirement in askers:
            assert requirement.specifier.contains(LOCKED[name], prereleases=True), f"{requirement}: make lock"
        assert installed(name) in (None, LOCKED[name]), f"{name}: make test sets up anew"


def test_nothing_is_named_that_nobody_needs():
    if f"Python {sys.version_info[0]}.{sys.version_info[1]} on {sys.platform}:" not in TEXT:
        pytest.skip("made with another Python")
    names = set(needed())
    if not all(map(installed, names)):
        pytest.skip("not all of it is installed")
    assert set(LOCKED) == names, "make lock"
