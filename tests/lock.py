"""Prints the versions that a report of pip names: `make lock` makes constraints.txt of them."""

import json
import re
import sys
from pathlib import Path

HEADER = """\
# All of `pip install '.[all]' --group dev`, by `make lock`, with Python {python_version} on {sys_platform}:
# `make test` and `make demo` install exactly these. What is installed otherwise goes by the bounds in
# pyproject.toml alone. torch is named without its build: on Linux, pip's standard index has the one with
# CUDA, several gigabytes. Install the CPU build first, as https://pytorch.org/get-started/locally/ says.\
"""

report = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
versions = {}
for item in report["install"]:
    name = re.sub(r"[-_.]+", "-", item["metadata"]["name"]).lower()
    if name != "hustings":
        versions[name] = item["metadata"]["version"].partition("+")[0]
if gigabytes := [name for name in versions if name.startswith(("cuda-", "nvidia-", "triton"))]:
    sys.exit(f"this torch brings {', '.join(gigabytes)}: let pip find one for the CPU (PIP_FIND_LINKS)")
print(HEADER.format(**report["environment"]))
print("\n".join(f"{name}=={version}" for name, version in sorted(versions.items())))
