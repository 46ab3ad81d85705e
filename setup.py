"""The packages: `package` as hustings, every folder of Python in the three rooms; what is compiled."""

import os
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

NATIVE = "hustings.envs.core.native"


class BuildWithLibraries(build_ext):
    """Builds the part in C, and then for a wheel the libraries of the games' compiled code.

    HUSTINGS_PROCESSORS names those that they are for, with spaces between them: by default the best kind that
    this machine is of; if it is empty, none are made.
    """

    def run(self) -> None:
        super().run()
        named = os.environ.get("HUSTINGS_PROCESSORS")
        if self.inplace or self.editable_mode or named == "":
            return
        package = Path(self.build_lib).resolve()
        command = [sys.executable, "-m", "hustings.agents.libraries"]
        command += ["--out", str(package.joinpath(*NATIVE.split("."), "libraries"))]
        command += [word for name in (named or "").split() for word in ("--processor", name)]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(package), *sys.path])}
        callable_in_c = Path(self.get_ext_fullpath(f"{NATIVE}._function")).exists()
        if not callable_in_c or subprocess.run(command, env=environment, cwd=package, check=False).returncode:
            self.warn(
                "the games' libraries could not be made, which takes a C compiler and Python's headers; "
                "Numba compiles the games: the extra jit"
            )


setup(
    packages=[
        "hustings",
        *(f"hustings.{name}" for name in find_packages(include=["envs*", "agents*", "training*"])),
    ],
    # Without a compiler, Python does the same, more slowly.
    ext_modules=[
        Extension(f"{NATIVE}.{name}", [f"envs/core/native/{name}.c"], optional=True)
        for name in ("_function", "_one_game")
    ],
    cmdclass={"build_ext": BuildWithLibraries},
)
