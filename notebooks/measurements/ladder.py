"""Compares ladder ratings of agents on two sets of deals: is their order the same?

`python -m measurements.ladder --only saludos_amigos copycat --out ../docs/measured/ladder.toml`, by what
`hustings ladder AGENT GAME` measures. The file is written after every row.
"""

from hustings.envs import GAMES
from hustings.envs.core.engine.game import Game
from hustings.training import ladder
from hustings.training.evaluation.display import format_estimate
from hustings.training.evaluation.ladder import MOST_GAMES, Climb, saved_rungs

from .tables import fill, parser, row

SEED = 41
AGENTS = {
    "copycat": ("random", "industrialist", "greedy", "publisher", "policy"),
    "die_macher": ("random", "pollster", "greedy", "recruiter", "policy"),
    "liberte": ("random", "radical", "greedy", "guillotine", "policy"),
    "saludos_amigos": ("random", "gambler", "amigo", "greedy", "councillor", "policy"),
}
COLUMNS = ["game, players", "agent", "rating", "games", "rating on other deals", "games"]


def measured(game: Game, players: int, agent: str, games: int, seed: int) -> list[str]:
    """A row of the table."""
    climbs = [ladder(agent, game, games=games, seed=seed + more) for more in range(2)]
    figures = [cell for climb in climbs for cell in _cells(climb)]
    return [f"{game.title}, {players}", f"`{agent}`", *figures]


def _cells(climb: Climb) -> list[str]:
    return [format_estimate(climb.rating, 0), f"{climb.games}"]


def main() -> None:
    """Measure the rows that the file lacks, and write them."""
    asked = parser(__doc__, games=MOST_GAMES, seed=SEED).parse_args()
    wanted = []
    for game in (GAMES[name] for name in asked.only):
        rungs = saved_rungs(game)
        for agent in AGENTS[game.name]:
            given, beside = (asked.games, asked.seed), [f"set {rungs.number}"]
            wanted.append(row(measured, game, rungs.num_players, agent, *given, beside=beside))
    fill(asked.out, "Ratings of agents on two lots of deals, with 95 % intervals.", "ladder", COLUMNS, wanted)


if __name__ == "__main__":
    main()
