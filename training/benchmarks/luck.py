"""What subtracting luck does to the intervals of win shares, and what it costs.

One agent sits alone among copies of a bot, in every seat of each deal. The times are those of one game on one
core, without and with luck: `python -m hustings.training.benchmarks.luck --out
training/benchmarks/measured/luck.toml`.
"""

from functools import partial

from ...envs import GAMES
from ...envs.core.engine.game import Game
from ..evaluation.tournaments import tournament
from .among_bots import PLAYERS
from .tables import Row, depends_on, fill, parser

SEED = 23
TIMED = 4  # of so many games one is played again without luck, for the time
SLOWER = 4  # of so many games a search plays one
LINEUPS = {
    "copycat": [("greedy", "brisk"), ("policy", "greedy"), ("strong", "policy")],
    "die_macher": [("greedy", "brisk"), ("policy", "greedy")],
    "liberte": [("greedy", "brisk"), ("policy", "greedy")],
    "saludos_amigos": [("greedy", "gambler"), ("policy", "greedy"), ("strong", "greedy")],
}
"""By game, who sits alone among whom."""
COLUMNS = ["game, players", "agents", "games", "as wide as from", "ms a game", "ms a game with luck"]


def measured(game: Game, alone: str, others: str, games: int, seed: int) -> list[str]:
    """A row of the table."""
    players = PLAYERS[game.name]
    play = partial(tournament, game, [alone, *[others] * (players - 1)], num_players=players, seed=seed)
    play(games=players, variance_reduction=True)  # loads what is needed
    plain, played = play(games=games // TIMED), play(games=games, variance_reduction=True)
    times = [1000 * result.seconds / result.games for result in (plain, played)]
    return [
        f"{game.title}, {players}",
        f"`{alone}` among `{others}`",
        f"{played.games}",
        f"{played.games_worth:.1f} times the games",
        *(f"{time:.2g}" if time < 100 else f"{time:.0f}" for time in times),
    ]


def main() -> None:
    """Measure the rows that the file lacks, and write them."""
    options = parser(__doc__, 400)
    options.set_defaults(seed=SEED)
    asked = options.parse_args()
    wanted = []
    for name in asked.only:
        for alone, others in LINEUPS[name]:
            games = asked.games // SLOWER if alone == "strong" else asked.games
            key = depends_on(GAMES[name], PLAYERS[name], "policy", alone, others, games, asked.seed)
            wanted.append(Row(key, partial(measured, GAMES[name], alone, others, games, asked.seed)))
    what = "What subtracting luck from win shares is worth, and what it costs."
    fill(asked.out, what, "luck", COLUMNS, wanted)


if __name__ == "__main__":
    main()
