"""Learning from nothing: by self-play, and by Stable-Baselines3 among random players.

`hustings train GAME` and `--set algorithm=sb3` learn with three seeds each, on one thread, for a million
decisions or those of `--steps`, and then play 1,000 games among each bot, on deals that training has not
seen. The runs stay in `build/from_nothing`, for `hustings curve`. The same command continues an interrupted
measurement: `python -m measurements.from_nothing --out ../docs/measured/from_nothing.toml`.
"""

import statistics
from functools import partial
from pathlib import Path

from hustings.envs import GAMES
from hustings.envs.core.engine.game import Game
from hustings.training import train

from .tables import PLAYERS, ROOT, Row, depends_on, fill, parser

SEEDS = range(1, 4)
ALGORITHMS = ("ppo", "sb3")
BOTS = ("random", "greedy")
COLUMNS = [
    "game, players",
    "`algorithm`",
    "decisions",
    *(f"wins % among `{bot}`, each seed" for bot in BOTS),
    "minutes a seed",
]


def run(game: Game, algorithm: str, steps: int, seed: int, games: int) -> tuple[list[float], float]:
    """The win shares, in percent, of the policy learnt with one seed, and its minutes."""
    folder = ROOT / "build" / "from_nothing" / f"{game.name}-{algorithm}-{steps}-{seed}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    found = train(
        game.name,
        out=folder,
        resume=folder.exists(),
        num_players=PLAYERS[game.name],
        algorithm=algorithm,
        steps=steps,
        seed=seed,
        threads=1,
        evaluate_against=BOTS,
        final_games=games,
        console=None,
    )
    if found.stopped:
        raise KeyboardInterrupt
    return [100 * found.win_shares[bot].value for bot in BOTS], found.seconds / 60


def measured(game: Game, algorithm: str, steps: int, games: int) -> list[str]:
    """A row of the table."""
    shares, minutes = zip(*(run(game, algorithm, steps, seed, games) for seed in SEEDS))
    return [
        f"{game.title}, {PLAYERS[game.name]}",
        f"`{algorithm}`",
        f"{steps:,}",
        *(", ".join(f"{share:.1f}" for share in column) for column in zip(*shares)),
        f"{statistics.mean(minutes):.1f}",
    ]


def main() -> None:
    """Learn, and print and write a row for each game, algorithm and length."""
    options = parser(__doc__ or "", 1000)
    options.add_argument("--steps", type=int, nargs="*", default=[1_000_000], help="decisions to learn from")
    options.add_argument("--algorithms", nargs="*", choices=ALGORITHMS, default=list(ALGORITHMS))
    asked = options.parse_args()
    rows = [
        Row(
            depends_on(game, PLAYERS[game.name], algorithm, steps, asked.games, *SEEDS),
            partial(measured, game, algorithm, steps, asked.games),
        )
        for steps in asked.steps
        for game in map(GAMES.__getitem__, asked.only)
        for algorithm in asked.algorithms
    ]
    out = None if asked.out is None else Path(asked.out)
    fill(out, "What is learnt from nothing.", "from_nothing", COLUMNS, rows)


if __name__ == "__main__":
    main()
