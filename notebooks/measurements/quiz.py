"""The choices of agents in the critical positions of each game.

`python -m measurements.quiz --out ../docs/measured/quiz.toml`, by what `hustings quiz AGENT GAME` measures.
The file is written after every row.
"""

from hustings.agents import names
from hustings.agents.policy.files import POLICY
from hustings.envs import GAMES
from hustings.envs.core.engine.game import Game
from hustings.training import quiz
from hustings.training.evaluation.display import format_percent
from hustings.training.evaluation.quiz import saved_positions

from .tables import fill, parser, row

SEED = 31
AGENTS = ("random", "brisk", "greedy", POLICY, "search", "strong")
COLUMNS = ["game, players", "agent", "accuracy %", "regret, percentage points"]


def measured(game: Game, players: int, agent: str, seed: int) -> list[str]:
    """A row of the table."""
    found = quiz(agent, game, seed=seed)
    return [
        f"{game.title}, {players}",
        f"`{agent}`",
        format_percent(found.accuracy),
        format_percent(found.regret),
    ]


def main() -> None:
    """Measure the rows that the file lacks, and write them."""
    asked = parser(__doc__, seed=SEED).parse_args()
    wanted = []
    for game in (GAMES[name] for name in asked.only):
        positions = saved_positions(game)
        have = {"search", "strong", POLICY, *names(game)}
        for agent in (agent for agent in AGENTS if agent in have):
            players, beside = positions.num_players, [f"positions {positions.version}"]
            wanted.append(row(measured, game, players, agent, asked.seed, beside=beside))
    what = (
        "How often agents do what is best in critical positions, and what their actions lose, over positions."
    )
    fill(asked.out, what, "quiz", COLUMNS, wanted)


if __name__ == "__main__":
    main()
