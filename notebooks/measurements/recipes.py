"""Recipes for learning from nothing: each idea changes a few settings of a game's recipe, for ten minutes.

With `--steps` each run has so many decisions instead, however long they take.

Every run has one thread, and one seed unless `--seeds` names more. Its policy then plays 1,000 games among
`greedy`, and as many alone among copies of what the recipe as it is has learnt with seed 1 (or, in turn, with
each of the seeds of `--among` but its own), on deals that training has not seen. The runs stay in
`build/recipes`, for `hustings curve`. The same command continues an interrupted measurement:
`python -m measurements.recipes --only copycat --out ../docs/measured/recipes.toml`.
"""

import itertools
import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from hustings.envs import GAMES
from hustings.envs.core.engine.game import Game
from hustings.training.evaluation.display import format_percent
from hustings.training.evaluation.statistics import Estimate

from .policies import alone
from .runs import learnt
from .tables import PLAYERS, ROOT, Row, depends_on, fill, parser

RECIPE = "the recipe"
BOT = "greedy"
IDEAS: dict[str, dict[str, Any]] = {
    RECIPE: {},
    "higher rate": {"learning_rate": 2e-3},
    "lower rate": {"learning_rate": 3e-4},
    "constant rate": {"final_learning_rate": 1.0},
    "more entropy": {"entropy": 0.03},
    "constant entropy": {"final_entropy": 1.0},
    "less entropy": {"entropy": 0.003},
    "narrower clip": {"clip_range": 0.1},
    "lower limit on KL": {"target_kl": 0.0075},
    "higher limit on KL": {"target_kl": 0.03},
    "two passes": {"epochs": 2},
    "two passes, larger batches": {"epochs": 2, "minibatches": 16},
    "larger batches": {"minibatches": 16},
    "smaller batches": {"minibatches": 64},
    "lambda 0.8": {"gae_lambda": 0.8},
    "lambda 0.9": {"gae_lambda": 0.9},
    "lambda 0.98": {"gae_lambda": 0.98},
    "no margin": {"margin": 0.0},
    "more margin": {"margin": 0.8},
    "critic of all cards": {"critic": "all cards"},
    "updates stay small": {"most_decisions": 32_768},
    "large updates at once": {"decisions": 65_536},
    "more games": {"num_games": 1024},
    "no snapshots": {"opponents": {"latest": 1.0}},
    "more snapshots": {"opponents": {"latest": 0.5, "snapshots": 0.5}, "pool_size": 24, "freeze_every": 10},
    "random players, too": {"opponents": {"latest": 0.6, "snapshots": 0.2, "random": 0.2}},
    "a quarter bots": {"opponents": {"latest": 0.5, "snapshots": 0.25, "brisk": 0.125, BOT: 0.125}},
    "small network": {"layers": (64, 64), "thing_width": 16},
    "large network": {"layers": (256, 256), "thing_width": 64},
    "flat network": {"network": "flat"},
}
"""The settings that each idea changes."""
COLUMNS = [
    "game, players",
    "idea",
    "settings",
    "seed",
    "decisions",
    f"wins % among `{BOT}`",
    "wins % alone among the recipe's copies",
]


class Budget(NamedTuple):
    """The minutes of each run, or its decisions."""

    minutes: float | None
    steps: int | None = None

    def __str__(self) -> str:
        return f"{self.minutes:g} minutes" if self.steps is None else f"{self.steps:,} decisions"


def folder_of(game: Game, idea: str, budget: Budget, seed: int) -> Path:
    """The folder of a run."""
    return ROOT / "build" / "recipes" / f"{game.name}-{idea}-{budget}-{seed}".replace(" ", "_")


def run(game: Game, idea: str, budget: Budget, seed: int) -> tuple[Path, int]:
    """Learn by an idea unless that has been done: the run's folder, and its decisions."""
    folder = folder_of(game, idea, budget, seed)
    found = learnt(
        game,
        folder,
        minutes=budget.minutes,
        steps=budget.steps,
        seed=seed,
        evaluate_against=(BOT,),
        evaluate_seconds=150,
        evaluate_games=200,
        keep="last",
        final_games=0,
        **IDEAS[idea],
    )
    return folder, found.steps


def measured(
    game: Game, idea: str, budget: Budget, seed: int, games: int, among: Sequence[int] = (1,)
) -> list[str]:
    """A row of the table.

    Args:
        among: the seeds of the recipe's policies that this one meets, an equal part of the games each.
    """
    folder, decisions = run(game, idea, budget, seed)
    recipes = [run(game, RECIPE, budget, other)[0] for other in among]
    others = [recipe for recipe in recipes if recipe != folder]
    players, mine = PLAYERS[game.name], f"learnt={folder}"
    shares = [alone(mine, f"other={BOT}", game, players, games)]
    if others:
        each = math.ceil(games / len(others))
        met = [alone(mine, f"other={other}", game, players, each, n) for n, other in enumerate(others)]
        shares.append(_mean(met))
    return [
        f"{game.title}, {players}",
        idea,
        ", ".join(f"`{name}={_as_set(value)}`" for name, value in IDEAS[idea].items()),
        str(seed),
        f"{decisions / 1e6:.1f} M",
        *map(format_percent, shares),
        *[""] * (2 - len(shares)),
    ]


def _mean(estimates: Sequence[Estimate]) -> Estimate:
    """The mean of independent estimates."""
    value, low, high = (sum(bounds) / len(estimates) for bounds in zip(*estimates))
    narrower = math.sqrt(len(estimates))
    return Estimate(value, value - (value - low) / narrower, value + (high - value) / narrower)


def _as_set(value: Any) -> str:
    """A setting as `--set` takes it."""
    if isinstance(value, dict):
        return ",".join(f"{name}={share:g}" for name, share in value.items())
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def main() -> None:
    """Learn by each idea, and print and write a row for each."""
    options = parser(__doc__, games=1000)
    options.add_argument("--minutes", type=float, default=10.0, help="of each run")
    options.add_argument("--steps", type=int, help="decisions of each run, instead of minutes")
    options.add_argument("--seeds", type=int, nargs="*", default=[1])
    options.add_argument("--among", type=int, nargs="*", default=[1], help="seeds of the recipe's policies")
    options.add_argument("--ideas", nargs="*", choices=IDEAS, default=list(IDEAS), help="by name")
    asked = options.parse_args()
    budget = Budget(asked.minutes) if asked.steps is None else Budget(None, asked.steps)
    games, among = asked.games, asked.among
    met = [] if among == [1] else [f"among {' '.join(map(str, among))}"]
    size = budget.steps or budget.minutes, games
    rows = [
        Row(
            depends_on(game, PLAYERS[game.name], idea, *IDEAS[idea].items(), *size, seed, *met),
            partial(measured, game, idea, budget, seed, games, among),
        )
        for game in map(GAMES.__getitem__, asked.only)
        for seed, idea in itertools.product(asked.seeds, asked.ideas)
    ]
    fill(asked.out, f"What is learnt from nothing in {budget}.", "recipes", COLUMNS, rows)


if __name__ == "__main__":
    main()
