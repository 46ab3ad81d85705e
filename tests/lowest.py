"""Prints the lowest versions that pyproject.toml allows, as constraints for pip: `make lowest` tries them."""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
# Of torch the pinned version is taken: any other may bring gigabytes.
pinned = [
    line
    for line in Path("constraints.txt").read_text().splitlines()
    if line.startswith(("torch==", "pytest=="))
]
lowest = [
    f"{name}=={version}"
    for requirement in [*PROJECT["dependencies"], *EXTRAS["cli"], *EXTRAS["play"], *EXTRAS["train"]]
    for name, version in re.findall(r"^([\w.-]+)>=([\w.]+)$", requirement)
    if name != "torch"
]
print("\n".join([*pinned, *lowest]))
