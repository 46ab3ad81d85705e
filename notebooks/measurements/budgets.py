"""How strength grows with the time that a search may take for a move.

An agent sits alone among bots drawn at random, as in `among_bots`, with as many playouts as it manages in 1,
3, 10, 30 and 100 ms on one core of this machine. The games are played with that number, which is in the
table, so that they do not depend on the machine: `python -m measurements.budgets --out
../docs/measured/budgets.toml`. A row takes about `--minutes`, from which the number of its games follows.
"""

import itertools
import time

import numpy as np

from hustings.agents import make
from hustings.envs import GAMES, GameBatch
from hustings.envs.core.engine.game import Game
from hustings.training.benchmarks.search import halfway
from hustings.training.evaluation.display import format_percent
from studies.figures import turns

from .among_bots import SEED, among_bots
from .tables import PLAYERS, bots, fill, parser, row

AGENTS = ("search", "strong")
BUDGETS = (1, 3, 10, 30, 100)
FEWEST_DEALS, MOST_GAMES = 12, 2000
COLUMNS = ["game, players", "agent", "ms a move", "playouts a move", "wins %", "fair", "games"]
_DEALS = 16  # to count the decisions of a game
_TRIAL = 64  # playouts that are timed


def seconds_a_playout(game: Game, players: int, agent: str) -> float:
    """Processor time of a search for a playout, on one thread of this machine."""
    searching = make(f"{agent}:iterations={_TRIAL},threads=1", game)
    games = halfway(game, players)
    rows = np.flatnonzero(~games.over & (games.legal.sum(axis=1) > 1))
    searching.act(games, rows)  # compiles, so that the timed call does not
    begin = time.process_time()
    for place in range(len(rows)):
        searching.act(games, games.running(rows[[place]]))
    return (time.process_time() - begin) / len(rows) / _TRIAL


def games_in(minutes: float, game: Game, players: int, seconds: float) -> int:
    """The number of games that fit into `minutes` at `seconds` for a move of one seat.

    A move is a decision of a greedy seat with more than one legal action.
    """
    games, decisions = GameBatch(game, _DEALS, players, seed=1), 0
    for rows in turns(games, make("greedy", game)):
        decisions += int((games.masks(rows=rows).sum(axis=1) > 1).sum())
    a_game = seconds * decisions / _DEALS / players
    return int(np.clip(60 * minutes / a_game, FEWEST_DEALS * players, MOST_GAMES))


def measured(game: Game, players: int, agent: str, budget: int, minutes: float, seed: int) -> list[str]:
    """A row of the table."""
    playouts = max(1, round(budget / 1000 / seconds_a_playout(game, players, agent)))
    games = games_in(minutes, game, players, budget / 1000)
    spec = f"{agent}:iterations={playouts}"
    found = among_bots(game, spec, bots(game), games, players, seed)
    return [
        f"{game.title}, {players}",
        f"`{agent}`",
        f"{budget}",
        f"{playouts}",
        format_percent(found.win_share),
        f"{100 / players:.0f}",
        f"{found.games}",
    ]


def main() -> None:
    """Measure the rows that the file lacks, and write them."""
    options = parser(__doc__, seed=SEED)
    options.add_argument("--minutes", type=float, default=5.0, help="for a row, about")
    asked = options.parse_args()
    wanted = []
    for budget, name, agent in itertools.product(BUDGETS, asked.only, AGENTS):
        game, players = GAMES[name], PLAYERS[name]
        wanted.append(row(measured, game, players, agent, budget, asked.minutes, asked.seed))
    what = "Win shares among bots by the time for a move, with 95 % intervals over deals."
    fill(asked.out, what, "budgets", COLUMNS, wanted)


if __name__ == "__main__":
    main()
