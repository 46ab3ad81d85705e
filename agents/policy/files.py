"""Where policies lie: those of the games, and those of runs."""

from pathlib import Path

from ...envs.core.io.files import exists

POLICY = "policy"
"""The name of the policy that comes with a game."""
POLICIES = Path(__file__).parents[1] / "policies"
POPULATION = Path(__file__).parents[1] / "population"
"""Where the small policies lie that are part of a game's population."""
MODEL = "policy.onnx"
_IN_RUN = "policy"  # the folder of the policy in that of a run


def file_of(path: str | Path) -> Path:
    """The file of a policy that is given by its folder, by that of a run, or as the file itself."""
    path = Path(path)
    if not exists(path / MODEL) and exists(path / _IN_RUN / MODEL):
        path /= _IN_RUN
    return path if exists(path) and not path.is_dir() else path / MODEL


def files_of(path: str, game: str) -> list[Path]:
    """The files that a policy may play from: a game's own may have a second, for other tables.

    Args:
        path: as for `load_policy`.
        game: the name of the game.
    """
    if path != POLICY:
        return [file_of(path)]
    return [file for file in (own_file(game), own_file(f"{game}_any")) if file.is_file()]


def own_file(name: str) -> Path:
    """The file of a policy that comes with hustings, which may not be there."""
    return POLICIES / f"{name}.onnx"


def population_file(name: str, game: str) -> Path:
    """The file of a policy of a game's population, such as "population:1", which may not be there."""
    number = name.partition(":")[2]
    return POPULATION / f"{game}_{number if number.isdecimal() else 'none'}.onnx"
