"""How agents do in the frozen population of a game, as visitors and as residents.

The policy, `greedy` and `brisk`, as `hustings evaluate AGENT GAME --population` measures them: `python -m
hustings.training.benchmarks.visitors --out training/benchmarks/measured/visitors.toml`. The file is written
after every row.
"""

from functools import partial

from ...agents import names
from ...agents.policy import POLICY
from ...envs import GAMES
from ...envs.core.engine.game import Game
from ..evaluation.display import format_percent
from ..evaluation.leaderboard.storage import STANDARD_PLAYERS
from ..evaluation.population.members import population_of
from ..evaluation.population.play import evaluate_in_population
from .tables import Row, depends_on, fill, parser

SEED = 29
AGENTS = (POLICY, "greedy", "brisk")
COLUMNS = [
    "game, players",
    "agent",
    "visits, wins %",
    "a copy of it wins %",
    "a stranger among copies wins %",
    "the best stranger",
    "fair",
    "deals",
]


def measured(game: Game, players: int, agent: str, games: int, seed: int) -> list[str]:
    """A row of the table."""
    found = evaluate_in_population(agent, game, games=games, num_players=players, seed=seed)
    best = found.best_stranger
    return [
        f"{game.title}, {players}",
        f"`{agent}`",
        format_percent(found.visitor.win_share),
        format_percent(found.resident.win_share),
        format_percent(found.stranger.win_share),
        "" if best is None else f"`{best.name}` {format_percent(best.among_copies)}",
        f"{100 / players:.0f}",
        f"{found.deals:,}",
    ]


def main() -> None:
    """Measure the rows that the file lacks, and write them."""
    asked = parser(__doc__, 10_000).parse_args()
    seed = SEED if asked.seed is None else asked.seed
    wanted = []
    for name in asked.only:
        game, players = GAMES[name], STANDARD_PLAYERS.get(name, 4)
        for agent in (agent for agent in AGENTS if agent in (POLICY, *names(game))):
            key = depends_on(game, players, agent, population_of(game).digest, asked.games, seed)
            wanted.append(Row(key, partial(measured, game, players, agent, asked.games, seed)))
    what = "What agents win in the population of a game, and strangers among their copies, over deals."
    fill(asked.out, what, "visitors", COLUMNS, wanted)


if __name__ == "__main__":
    main()
