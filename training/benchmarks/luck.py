"""What subtracting luck does to the intervals of win shares, and what it costs.

One agent sits alone among copies of a bot, in every seat of each deal. The times are those of a processor
for one game, without and with luck: `python -m hustings.training.benchmarks.luck --out
training/benchmarks/measured/luck.toml`.
"""

import time
from functools import partial

from ...envs import GAMES
from ...envs.core.engine.game import Game
from ..evaluation.results import TournamentResult
from ..evaluation.tournaments import tournament
from .among_bots import PLAYERS
from .tables import Row, depends_on, fill, parser

SEED = 23
TIMED = 4  # of so many games one is played again without luck, for the time
LINEUPS = {
    "copycat": [("greedy", "brisk"), ("policy", "greedy")],
    "die_macher": [("policy", "greedy")],
    "liberte": [("policy", "greedy")],
    "saludos_amigos": [("greedy", "gambler"), ("policy", "greedy"), ("strong", "greedy")],
}
"""By game, who sits alone among whom."""
COLUMNS = ["game, players", "agents", "games", "as wide as from", "ms a game", "with luck"]


def measured(game: Game, alone: str, others: str, games: int, seed: int) -> list[str]:
    """A row of the table."""
    players = PLAYERS[game.name]
    played: list[TournamentResult] = []

    def milliseconds(number: int, luck: bool) -> float:
        """Processor time for one of so many games."""
        agents, begin = [alone, *[others] * (players - 1)], time.process_time()
        played.append(
            tournament(game, agents, number, num_players=players, seed=seed, variance_reduction=luck)
        )
        return 1000 * (time.process_time() - begin) / played[-1].games

    milliseconds(players, True)  # loads what is needed
    times = [milliseconds(games // TIMED, False), milliseconds(games, True)]
    return [
        f"{game.title}, {players}",
        f"`{alone}` among `{others}`",
        f"{played[-1].games}",
        f"{played[-1].games_worth:.1f} times the games",
        *(f"{time:.2g}" if time < 100 else f"{time:.0f}" for time in times),
    ]


def main() -> None:
    """Measure the rows that the file lacks, and write them."""
    options = parser(__doc__, 300)
    options.set_defaults(seed=SEED)
    asked = options.parse_args()
    wanted = []
    for name in asked.only:
        for alone, others in LINEUPS[name]:
            key = depends_on(GAMES[name], PLAYERS[name], "policy", alone, others, asked.games, asked.seed)
            wanted.append(Row(key, partial(measured, GAMES[name], alone, others, asked.games, asked.seed)))
    what = "What subtracting luck from win shares is worth, and what it costs."
    fill(asked.out, what, "luck", COLUMNS, wanted)


if __name__ == "__main__":
    main()
