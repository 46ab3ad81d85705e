"""How the policies that come with the games do, for the tables of figures in the READMEs.

At every table, a policy sits alone among copies of a bot, and every bot and style sits alone among copies of
the policy, in deals of `--seed`, which no training uses: `python -m
hustings.training.benchmarks.policies --out training/benchmarks/measured/policies.toml`.
"""

import argparse
import sys
from pathlib import Path

from ...agents import names
from ...agents.policy import POLICY
from ...envs import GAMES
from ...envs.core.engine.game import Game
from ...envs.core.io.files import write_text
from ..evaluation.display import format_percent
from ..evaluation.statistics import Estimate
from ..evaluation.tournaments import tournament
from .tables import table_text

AMONG = ("random", "greedy", "greedy:v1")
COLUMNS = [
    "game, players",
    *(f"wins % among `{bot}`" for bot in AMONG),
    "of all bots, the best one among it wins %",
    "fair share %",
]


def alone(agent: str, others: str, game: Game, players: int, games: int, seed: int) -> Estimate:
    """The win share of an agent among copies of another, with its interval over deals."""
    played = tournament(game, [agent, *[others] * (players - 1)], games, num_players=players, seed=seed)
    return played.figures[0].win_share


def measured(game: Game, players: int, games: int, seed: int, policy: str = POLICY) -> list[str]:
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
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=2000, help="games in each cell")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--only", nargs="*", default=list(GAMES), help="games, by name")
    parser.add_argument("--policy", default=POLICY, help="another policy")
    parser.add_argument("--out", type=Path, help="the file to write")
    asked = parser.parse_args()
    rows = []
    for name in asked.only:
        for players in GAMES[name].player_counts:
            rows.append(measured(GAMES[name], players, asked.games, asked.seed, asked.policy))
            print(*rows[-1], sep=" | ", flush=True)
    if asked.out is not None:
        what = "Win shares of the policies that come with the games, with 95 % intervals over deals."
        write_text(asked.out, table_text(what, "policies", sys.argv[1:], COLUMNS, rows))


if __name__ == "__main__":
    main()
