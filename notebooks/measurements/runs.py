"""Runs of training that an interrupted measurement goes on with."""

from pathlib import Path
from typing import Any

from hustings.envs.core.engine.game import Game
from hustings.training import train
from hustings.training.learning.results import TrainResult

from .tables import PLAYERS


def learnt(game: Game, folder: Path, **settings: Any) -> TrainResult:
    """What is learnt on one thread at the game's usual table, in a folder in which an earlier run goes on.

    Raises:
        KeyboardInterrupt: if it was stopped.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    found = train(
        game.name,
        out=folder,
        resume=(folder / "settings.json").exists(),
        num_players=PLAYERS[game.name],
        threads=1,
        console=None,
        **settings,
    )
    if found.stopped:
        raise KeyboardInterrupt
    return found
