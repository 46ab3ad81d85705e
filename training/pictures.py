"""A position from a game among agents, as a picture file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..agents import make
from ..agents.specs import is_person
from ..envs.core.api.batch import GameBatch
from ..envs.core.engine.game import Game
from ..envs.core.engine.interpreting import unhurried
from ..envs.core.errors import HustingsError
from ..envs.core.io.files import check_new, written_whole
from ..envs.core.text.raster import png
from .play import move

FORMATS = (".svg", ".png")


@unhurried()
def draw_position(
    game: Game,
    seats: Sequence[str],
    path: str | Path,
    *,
    moves: int = 0,
    seat: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    box: str | Path | np.ndarray | None = None,
) -> GameBatch:
    """Draw the position after so many moves of agents, or at the end of the game, to a new file.

    Args:
        game: what is played.
        seats: who plays each seat, as for `hustings.agents.make`.
        path: a new file, an SVG or a PNG.
        moves: decisions to play first.
        seat: whose view; None for everything.
        seed: of the deal and the agents.
        options, box: as for `GameBatch`.

    Returns:
        The game as it was drawn.

    Raises:
        HustingsError: for arguments that do not fit, a file that exists, or an agent that fails.
    """
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise HustingsError(f"{path}: a picture's name ends in {' or '.join(FORMATS)}; rename it")
    check_new(path)
    if moves < 0:
        raise HustingsError(f"moves: {moves}; needs a whole number from 0")
    if any(map(is_person, seats)):
        raise HustingsError("seats: nobody is asked for a picture; name bots for all seats")
    games = GameBatch(game, 1, len(seats), box=box, options=options)
    games.reset(seeds=[seed])
    agents = [make(spec, game, (seed + place) % 2**32) for place, spec in enumerate(seats)]
    for _ in range(moves):
        if games.over[0]:
            break
        move(games, agents, seats)
    picture = games.picture(0, seat)
    data = png(picture) if path.suffix.lower() == ".png" else picture.encode()
    with written_whole(path, new=True) as part:
        part.write_bytes(data)
    return games
