"""Compares policies' estimates of every seat's chance to win with outcomes and with what is predictable.

`python -m measurements.values --out ../docs/measured/values.toml`, by what `hustings values policy GAME`
measures. The file is written after every row.
"""

import functools

from hustings.agents.policy.files import POLICY
from hustings.envs import GAMES
from hustings.envs.core.engine.game import Game
from hustings.training import values
from hustings.training.evaluation.display import format_short_percent
from hustings.training.evaluation.values import Values

from .tables import PLAYERS, Row, depends_on, fill, parser

SEED = 41
GAMES_ASKED = 1000
REPEATS = 8
COLUMNS = ["game, players", "seat", "predicted %", "observed %", "explained %", "ceiling %", "reached %",
           "scaled %", "ceiling of the margin %"]  # fmt: skip


@functools.cache
def found(name: str, games: int, seed: int) -> Values:
    """The values of a game's policy, measured in `games` games and as many positions of other games."""
    return values(
        POLICY, name, games=games, positions=games, repeats=REPEATS, num_players=PLAYERS[name], seed=seed
    )


def measured(game: Game, seat: int, games: int, seed: int) -> list[str]:
    """A row of the table; the ceiling is that of the seat on turn."""
    both = found(game.name, games, seed)
    figures, (win, _, margin) = both.calibration.seats[seat], both.ceiling.rewards
    known = (win.ceiling, win.reached, win.scaled, margin.ceiling) if seat == 0 else ()
    cells = [format_short_percent(each) for each in (figures.observed, figures.explained, *known)]
    cells += [""] * (len(COLUMNS) - 3 - len(cells))
    name = "on turn" if seat == 0 else f"{seat} after"
    return [f"{game.title}, {PLAYERS[game.name]}", name, f"{100 * figures.predicted.value:.0f}", *cells]


def main() -> None:
    """Measure the rows that the file lacks, and write them."""
    asked = parser(__doc__, games=GAMES_ASKED, seed=SEED).parse_args()
    wanted = []
    for game in (GAMES[name] for name in asked.only):
        for seat in range(PLAYERS[game.name]):
            key = depends_on(game, PLAYERS[game.name], POLICY, f"seat {seat}", asked.games, asked.seed)
            wanted.append(Row(key, functools.partial(measured, game, seat, asked.games, asked.seed)))
    what = "What policies say of each seat's chance to win, what comes, and what could be known, over games."
    fill(asked.out, what, "values", COLUMNS, wanted)


if __name__ == "__main__":
    main()
