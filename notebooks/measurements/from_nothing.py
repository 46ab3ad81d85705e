"""Learning from nothing: by self-play, and by Stable-Baselines3 among random players.

`hustings train GAME` and `--set algorithm=sb3` learn with three seeds each, on one thread, for a million
decisions or those of `--steps`, and then play 1,000 games among each bot, on deals that training has not
seen. The runs stay in `build/from_nothing`, for `hustings curve`. The same command continues an interrupted
measurement: `python -m measurements.from_nothing --out ../docs/measured/from_nothing.toml`. With `--plot
FILE` nothing is learnt; the curves of the runs that are there are drawn, as far as they have come.
"""

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hustings.envs import GAMES, HustingsError
from hustings.envs.core.engine.game import Game
from hustings.training import curves

from .runs import learnt
from .tables import PLAYERS, ROOT, fill, parser, row

SEEDS = range(1, 4)
ALGORITHMS = ("ppo", "sb3")
BOTS = ("random", "greedy")
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
FORMATS = (".png", ".svg", ".pdf")
COLUMNS = [
    "game, players",
    "`algorithm`",
    "decisions",
    *(f"wins % among `{bot}`, each seed" for bot in BOTS),
]


def folder_of(game: Game, algorithm: str, steps: int, seed: int) -> Path:
    """The folder of a run."""
    return ROOT / "build" / "from_nothing" / f"{game.name}-{algorithm}-{steps}-{seed}"


def run(game: Game, algorithm: str, steps: int, seed: int, games: int) -> list[float]:
    """The win shares, in percent, of the policy learnt with one seed."""
    found = learnt(
        game,
        folder_of(game, algorithm, steps, seed),
        algorithm=algorithm,
        steps=steps,
        seed=seed,
        evaluate_against=BOTS,
        evaluate_seconds=10,
        final_games=games,
    )
    return [100 * found.win_shares[bot].value for bot in BOTS]


def measured(game: Game, players: int, algorithm: str, steps: int, games: int, *seeds: int) -> list[str]:
    """A row of the table."""
    shares = [run(game, algorithm, steps, seed, games) for seed in seeds]
    return [
        f"{game.title}, {players}",
        f"`{algorithm}`",
        f"{steps:,}",
        *(", ".join(f"{share:.1f}" for share in column) for column in zip(*shares)),
    ]


def plot(games: Sequence[Game], algorithms: Sequence[str], lengths: Sequence[int]) -> Any:
    """A matplotlib Figure of the runs that have been evaluated, with a panel for each game and bot.

    A line is the mean of an algorithm's seeds up to the end of the shortest run, its band their range.

    Args:
        games, algorithms: whose runs.
        lengths: decisions that these learn from.

    Raises:
        HustingsError: if there is no such run.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import EngFormatter, PercentFormatter

    figure = Figure(figsize=(3.4 * len(BOTS), 0.8 + 2.1 * len(games)), layout="constrained")
    panels = figure.subplots(len(games), len(BOTS), sharex=True, sharey=True, squeeze=False)
    drawn: dict[str, Any] = {}
    kinds = list(zip(itertools.product(algorithms, lengths), itertools.cycle(COLOURS)))
    for game, line in zip(games, panels):
        for axis, bot in zip(line, BOTS):
            axis.set_title(f"{game.title}, {PLAYERS[game.name]}, among {bot}", fontsize=9, loc="left")
            axis.axhline(1 / PLAYERS[game.name], color="grey", linewidth=0.8, linestyle=":")
        for (algorithm, steps), colour in kinds:
            folders = [folder_of(game, algorithm, steps, seed) for seed in SEEDS]
            runs = [f"run={folder}" for folder in folders if (folder / "evaluations.json").exists()]
            for curve in curves(runs).curves if runs else ():
                axis = line[BOTS.index(curve.name.removeprefix("run: "))]
                name = f"{algorithm}, {steps:,} decisions"
                (drawn[name],) = axis.plot(curve.steps, curve.shares, color=colour)
                axis.fill_between(curve.steps, *zip(*curve.intervals), color=colour, alpha=0.2, linewidth=0)
    if not drawn:
        raise HustingsError(f"{ROOT / 'build' / 'from_nothing'}: no such runs; learn first, without --plot")
    for axis in panels[-1]:
        axis.set_xlabel("decisions of the learner")
        axis.xaxis.set_major_formatter(EngFormatter(sep=" "))
    for axis in panels[:, 0]:
        axis.set_ylabel("wins")
        axis.yaxis.set_major_formatter(PercentFormatter(1))
    title = f"Mean and range of {len(SEEDS)} seeds; dotted: the fair share"
    figure.legend(drawn.values(), drawn.keys(), loc="outside lower center", title=title, ncols=2, fontsize=9)
    return figure


def main() -> None:
    """Learn, and print and write a row for each game, algorithm and length."""
    options = parser(__doc__, games=1000)
    options.add_argument("--steps", type=int, nargs="*", default=[1_000_000], help="decisions to learn from")
    options.add_argument("--algorithms", nargs="*", choices=ALGORITHMS, default=list(ALGORITHMS))
    options.add_argument("--plot", type=Path, metavar="FILE", help="only draw the runs that are there")
    asked = options.parse_args()
    if asked.plot is not None:
        if asked.plot.suffix not in FORMATS:
            options.error(f"--plot: {asked.plot} is not a picture's name; end it in {', '.join(FORMATS)}")
        try:
            figure = plot([GAMES[name] for name in asked.only], asked.algorithms, asked.steps)
        except HustingsError as error:
            options.error(str(error))
        figure.savefig(asked.plot, dpi=150)
        return
    rows = [
        row(measured, game, PLAYERS[game.name], algorithm, steps, asked.games, *SEEDS)
        for steps in asked.steps
        for game in map(GAMES.__getitem__, asked.only)
        for algorithm in asked.algorithms
    ]
    fill(asked.out, "What is learnt from nothing.", "from_nothing", COLUMNS, rows)


if __name__ == "__main__":
    main()
