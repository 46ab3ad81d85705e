"""The win shares of agents among bots drawn at random, with one agent in each game.

In every deal each other seat goes to a bot or style of the game, drawn independently; `random` is left out.
All agents meet the same bots in the same deals, and play each deal from every seat: `python -m
measurements.among_bots --out ../docs/measured/among_bots.toml`. Settings of agents must be chosen on
other deals, with another `--seed`.
"""

import numpy as np

from hustings.agents import make
from hustings.envs import GAMES
from hustings.envs.core.engine.game import Game
from hustings.training.evaluation.display import format_percent
from hustings.training.evaluation.results import AgentFigures
from hustings.training.evaluation.tournaments import Entrant, enrol, play_lineups

from .tables import PLAYERS, bots, fill, parser, row

AGENTS = ("strong", "policy")
SEED = 17
COLUMNS = ["game, players", "agent", "ms per move", "wins %", "fair", "games"]


def among_bots(game: Game, agent: str, field: list[str], games: int, players: int, seed: int) -> AgentFigures:
    """The figures of an agent alone among bots drawn at random, with intervals over deals.

    Args:
        field: the bots, each once.
        games: about how many; each deal is played once from every seat.
        players: the number of players.
        seed: of the deals and of the bots drawn, the same for every agent.
    """
    # It is named apart, since it may also be one of the bots.
    itself = Entrant(f"{agent}, alone", agent, make(agent, game, seed))
    entrants = [itself, *enrol(game, field, seed)[0]]
    deals = -(-games // players)
    drawn = np.random.default_rng(seed).integers(1, len(entrants), (deals, players - 1))
    lineups = [(0, *others) for others in drawn.tolist()]
    played = play_lineups(game, entrants, lineups, games, num_players=players, seed=seed, most=players)
    return played.figures[0]


def measured(game: Game, players: int, agent: str, games: int, seed: int) -> list[str]:
    """A row of the table."""
    found = among_bots(game, agent, bots(game), games, players, seed)
    return [
        f"{game.title}, {players}",
        f"`{agent}`",
        f"{found.milliseconds:.2g}",
        format_percent(found.win_share),
        f"{100 / players:.0f}",
        f"{found.games}",
    ]


def main() -> None:
    """Measure the rows that the file lacks, and write them."""
    options = parser(__doc__, games=1000, seed=SEED)
    options.add_argument("--players", type=int, nargs="*", help="tables; the usual one if left out")
    options.add_argument("--agents", nargs="*", default=list(AGENTS))
    asked = options.parse_args()
    wanted = [
        row(measured, GAMES[name], players, agent, asked.games, asked.seed)
        for name in asked.only
        for players in asked.players or [PLAYERS[name]]
        for agent in asked.agents
    ]
    what = "Win shares among bots drawn at random, with 95 % intervals over deals."
    fill(asked.out, what, "among_bots", COLUMNS, wanted)


if __name__ == "__main__":
    main()
