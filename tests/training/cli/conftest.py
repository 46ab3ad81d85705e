"""A folder to run commands in."""

import pytest

from hustings.agents import PolicyAgent
from hustings.envs import GAMES

from ...support import hustings, policy_file

GAME = GAMES["saludos_amigos"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder with a picture, a replay, a box of another game, and a policy."""
    folder = tmp_path_factory.mktemp("cli")
    (folder / "taken.png").write_bytes(b"mine")
    (folder / "taken").mkdir()
    (folder / "damaged.toml").write_text("journalists = 3\n")
    PolicyAgent(policy_file(GAME, 4)).save(folder / "trained")
    done = hustings("play", "saludos_amigos", "--seats", "greedy,greedy,random,trained", "--seed", 5,
                    "--replay", "game.json", folder=folder)  # fmt: skip
    assert done.returncode == 0, done.stderr
    text = (folder / "game.json").read_text()
    (folder / "cut.json").write_text(text[: len(text) // 2])
    (folder / "other.json").write_text(text.replace('"seed": 5', '"seed": 6'))
    return folder
