"""Where policy files are: those that come with the games, and those of runs."""

from pathlib import Path

from ...envs.core.io.files import exists

POLICY = "policy"
"""The name of the policy that comes with a game."""
POLICIES = Path(__file__).parents[1] / "policies"
MODEL = "policy.onnx"
_IN_RUN = "policy"  # the subfolder of a run that holds its policy


def file_of(path: str | Path) -> Path:
    """The file of a policy, given its folder, a run's folder, or the file itself."""
    path = Path(path)
    if not exists(path / MODEL) and exists(path / _IN_RUN / MODEL):
        path /= _IN_RUN
    return path if exists(path) and not path.is_dir() else path / MODEL


def own_file(name: str) -> Path:
    """The file of a policy that comes with hustings; it may not exist."""
    return POLICIES / f"{name}.onnx"
