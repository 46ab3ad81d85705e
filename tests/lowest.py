"""Prints the lowest versions that pyproject.toml allows, as constraints for pip: `make lowest` tries them."""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
TRIED = "jit", "cli", "play", "train"
# Of torch the pinned version is taken: any other may bring gigabytes.
pinned = [
    line
    for line in Path("constraints.txt").read_text().splitlines()
    if line.startswith(("torch==", "pytest=="))
]
lowest = [
    f"{name}=={version}"
    for requirement in [*PROJECT["dependencies"], *(line for extra in TRIED for line in EXTRAS[extra])]
    for name, version in re.findall(r"^([\w.-]+)>=([\w.]+)$", requirement)
    if name != "torch"
]
print("\n".join([*pinned, *lowest]))
