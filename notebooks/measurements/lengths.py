"""The length of games: decisions in an average and in the longest game, for several kinds of players.

`python -m measurements.lengths --out ../docs/measured/lengths.toml`. Forced moves do not count. A row is for
one number of players, and has each kind of players: `random`, `greedy`, and players with whims, who in each
game prefer some actions far more than others, which leads to long games. The file is written after every row.
"""

import numpy as np

from hustings.agents import make
from hustings.envs import GAMES, GameBatch
from hustings.envs.core.engine.game import Game
from studies.figures import turns

from .tables import fill, parser, row

SEED = 53
GAMES_PLAYED = 2000
FANCIFUL = "fanciful"
AGENTS = ("random", "greedy", FANCIFUL)
COLUMNS = ["game, players", *(f"{agent}: {what}" for agent in AGENTS for what in ("average", "longest"))]
LIKING = 2.5
"""The standard deviation of the logarithm of their preferences."""


class Whimsical:
    """Players who sample actions in proportion to preferences that are random for each game."""

    name = FANCIFUL

    def __init__(self, games: GameBatch, seed: int):
        self._rng = np.random.default_rng(seed)
        self._liked = np.exp(LIKING * self._rng.standard_normal((games.num_games, games.num_actions)))

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R,) actions."""
        waits = self._rng.exponential(size=(len(rows), games.num_actions)) / self._liked[rows]
        return np.where(games.masks(rows=rows), waits, np.inf).argmin(axis=1)


def decisions(game: Game, players: int, agent: str, games: int, seed: int) -> np.ndarray:
    """(games,) the numbers of decisions in games among players of one kind."""
    batch = GameBatch(game, games, players, seed=seed)
    bot = Whimsical(batch, seed) if agent == FANCIFUL else make(agent, game, seed=seed)
    asked = np.zeros(games, np.int64)
    for rows in turns(batch, bot):
        asked[rows] += 1
    return asked


def measured(game: Game, players: int, agents: str, games: int, seed: int) -> list[str]:
    """A row of the table; the kinds of players are told apart by " and "."""
    found = [decisions(game, players, agent, games, seed) for agent in agents.split(" and ")]
    cells = [f"{number:,.0f}" for asked in found for number in (asked.mean(), asked.max())]
    return [f"{game.title}, {players}", *cells]


def main() -> None:
    """Measure the rows that the file lacks, and write them."""
    asked = parser(__doc__, games=GAMES_PLAYED, seed=SEED).parse_args()
    wanted = [
        row(measured, GAMES[name], players, " and ".join(AGENTS), asked.games, asked.seed)
        for name in asked.only
        for players in GAMES[name].player_counts
    ]
    fill(asked.out, "Decisions of an average and of the longest game.", "lengths", COLUMNS, wanted)


if __name__ == "__main__":
    main()
