"""The win shares of the policies that come with the games, for tables in the READMEs.

With every number of players, the policy plays alone among copies of a bot, and every bot and style alone
among copies of the policy, in deals of `--seed`, which no training uses: `python -m measurements.policies
--out ../docs/measured/policies.toml`. The file is written after every row, and an interrupted command
continues when it is repeated.
"""

from hustings.agents import Agent, names
from hustings.agents.policy.files import POLICY
from hustings.envs import GAMES
from hustings.envs.core.engine.game import Game
from hustings.training import tournament
from hustings.training.evaluation.display import format_percent
from hustings.training.evaluation.statistics import Estimate

from .tables import fill, parser, row

SEED = 11
AMONG = ("random", "greedy")
COLUMNS = [
    "game, players",
    *(f"wins % among `{bot}`" for bot in AMONG),
    "best bot alone among copies of the policy wins %",
    "fair share %",
]


def alone(agent: str | Agent, others: str, game: Game, players: int, games: int, seed: int = 0) -> Estimate:
    """The win share of an agent among copies of another, with its interval over deals."""
    played = tournament(game, [agent, *[others] * (players - 1)], games, num_players=players, seed=seed)
    return played.figures[0].win_share


def measured(game: Game, players: int, policy: str, games: int, seed: int) -> list[str]:
    """A row of the table."""
    wins = [format_percent(alone(policy, bot, game, players, games, seed)) for bot in AMONG]
    strangers = {bot: alone(bot, policy, game, players, games, seed) for bot in names(game)}
    best = max(strangers, key=lambda bot: strangers[bot].value)
    return [
        f"{game.title}, {players}",
        *wins,
        f"`{best}` {format_percent(strangers[best])}",
        f"{100 / players:.0f}",
    ]


def main() -> None:
    """Measure the rows that the file lacks, and write them."""
    options = parser(__doc__, games=2000, seed=SEED)
    options.add_argument("--policy", default=POLICY, help="another policy")
    asked = options.parse_args()
    wanted = [
        row(measured, GAMES[name], players, asked.policy, asked.games, asked.seed)
        for name in asked.only
        for players in GAMES[name].player_counts
    ]
    what = "Win shares of the policies that come with the games, with 95 % intervals over deals."
    fill(asked.out, what, "policies", COLUMNS, wanted)


if __name__ == "__main__":
    main()
