"""constraints.txt names a version for all that the extras bring, and for nothing else."""

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from .support import ROOT

TEXT = (ROOT / "constraints.txt").read_text(encoding="utf-8")
LINES = [line for line in TEXT.splitlines() if not line.startswith("#")]
LOCKED = dict(line.split("==") for line in LINES)
FOR_GPUS = ("cuda-", "nvidia-", "triton")
"""What a torch that is not built for the CPU brings beside."""
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, GROUPS = SETTINGS["project"], SETTINGS["dependency-groups"]


def needed() -> dict[str, list[Requirement]]:
    """What the extra `all` and the group `dev` bring, all that it needs, and who asks for which versions."""
    asked: dict[str, list[Requirement]] = {}
    done, left = set(), [Requirement("hustings[all]"), *map(Requirement, group("dev"))]
    while left:
        requirement = left.pop()
        name = canonicalize_name(requirement.name)
        if name.startswith(FOR_GPUS):
            continue
        if name != "hustings":
            asked.setdefault(name, []).append(requirement)
        for wanted in ("", *requirement.extras):
            if (name, wanted) not in done:
                done.add((name, wanted))
                left += [one for one in requirements(name) if here(one, wanted)]
    return asked


def group(name: str) -> list[str]:
    """The requirements of a group, with those of the groups that it includes."""
    return [
        text
        for item in GROUPS[name]
        for text in (group(item["include-group"]) if isinstance(item, dict) else [item])
    ]


def requirements(name: str) -> list[Requirement]:
    if name != "hustings":
        try:
            return [Requirement(text) for text in distribution(name).requires or []]
        except PackageNotFoundError:
            return []
    marked = [
        f"{text}; extra == '{extra}'"
        for extra, texts in PROJECT["optional-dependencies"].items()
        for text in texts
    ]
    return [Requirement(text) for text in [*PROJECT["dependencies"], *marked]]


def here(requirement: Requirement, extra: str) -> bool:
    """Whether it is asked for on this machine, with this extra."""
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


def installed(name: str) -> str | None:
    try:
        return Version(distribution(name).version).public
    except PackageNotFoundError:
        return None


def test_each_line_is_one_version_and_they_are_sorted():
    assert all(re.fullmatch(r"[a-z0-9-]+==[\w.]+", line) for line in LINES)
    assert list(LOCKED) == sorted(LOCKED)
    assert len(LOCKED) == len(LINES)
    assert not [name for name in LOCKED if name.startswith(FOR_GPUS)]


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
