"""The packages: every folder of Python in envs, agents and training, as hustings.FOLDER."""

from setuptools import find_packages, setup

setup(packages=[f"hustings.{name}" for name in find_packages(include=["envs*", "agents*", "training*"])])
