"""The packages, every folder of Python in envs, agents and training, as hustings.FOLDER; the part in C."""

from setuptools import Extension, find_packages, setup

setup(
    packages=[f"hustings.{name}" for name in find_packages(include=["envs*", "agents*", "training*"])],
    # Without a compiler, Python does the same, more slowly.
    ext_modules=[
        Extension(f"hustings.envs.core.native.{name}", [f"envs/core/native/{name}.c"], optional=True)
        for name in ("_function", "_one_game")
    ],
)
