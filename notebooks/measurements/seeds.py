"""Learning from scratch with equally many decisions: the suite's algorithms, and the frameworks' examples.

Each method learns five times, with the seeds 1 to 5, on one thread: Saludos Amigos! with 4 players, without
an imitation. The suite's algorithms use the game's recipe, whose opponents are the learner, its snapshots and
random players; the examples are unchanged and learn among random players. Their win shares in 2,000 games are
reported as the interquartile mean of the five seeds, with a bootstrap interval over them (as in Agarwal et
al., "Deep reinforcement learning at the edge of the statistical precipice", 2021; there is one task, so no
strata):
`python -m measurements.seeds --out ../docs/measured/seeds.toml`.
"""

import argparse
import importlib.util
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from hustings.agents import Agent, make
from hustings.envs import GAMES
from hustings.training import train
from hustings.training.evaluation.display import format_percent
from hustings.training.evaluation.statistics import Estimate
from hustings.training.learning.plots import interquartile_means

from .policies import alone
from .tables import ROOT, Row, depends_on, fill

GAME, PLAYERS = GAMES["saludos_amigos"], 4
SEEDS = range(1, 6)
DECISIONS = 32_768
MEASURED_GAMES = 2000
BOTS = ("random", "greedy")
COLUMNS = [
    "method",
    "decisions",
    *(f"wins % among {PLAYERS - 1} `{bot}`, of five seeds" for bot in BOTS),
    "seconds a seed",
]


AS_EXAMPLES: dict[str, Any] = {
    "opponents": {"random": 1.0}, "reward": "rank", "num_games": 16,
    "learning_rate": 1e-3, "decisions": 2048, "growth": 0.0, "minibatches": 4, "epochs": 8,
}  # fmt: skip
"""Like the examples: opponents, reward, a high rate, and small updates."""


def by_suite(steps: int, seed: int, **settings: Any) -> Agent:
    """Train with the suite, the game's recipe and these settings."""
    with tempfile.TemporaryDirectory() as folder:
        train(
            GAME.name,
            out=Path(folder) / "run",
            num_players=PLAYERS,
            steps=steps,
            seed=seed,
            threads=1,
            evaluate_against=(),
            console=None,
            **settings,
        )
        return make(str(Path(folder) / "run"), GAME)


def by_example(name: str, steps: int, seed: int) -> Agent:
    """Train with a framework's example."""
    file = ROOT / "training" / "examples" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    learnt: Agent = module.learn(module.parser.parse_args(["--steps", str(steps), "--seed", str(seed)]))
    return learnt


METHODS: dict[str, Callable[[int, int], Agent]] = {
    "`algorithm=ppo`, small updates, among `random`": partial(by_suite, **AS_EXAMPLES),
    "`algorithm=ppo`, self-play by the recipe": by_suite,
    "`algorithm=sb3`": partial(by_suite, algorithm="sb3"),
    "[Stable-Baselines3](../../training/examples/sb3_maskable_ppo.py)": partial(
        by_example, "sb3_maskable_ppo"
    ),
    "[Tianshou](../../training/examples/tianshou_ppo.py)": partial(by_example, "tianshou_ppo"),
    "[TorchRL](../../training/examples/torchrl_ppo.py)": partial(by_example, "torchrl_ppo"),
    "`algorithm=expert`, `search=iterations=8`": partial(by_suite, algorithm="expert", search="iterations=8"),
}


def measured(method: str, steps: int, games: int) -> list[str]:
    """A row of the table."""
    shares, seconds = [], []
    for seed in SEEDS:
        begin = time.monotonic()
        agent = METHODS[method](steps, seed)
        seconds.append(time.monotonic() - begin)
        shares.append([alone(agent, bot, GAME, PLAYERS, games).value for bot in BOTS])
        print(method, seed, *shares[-1], f"{seconds[-1]:.0f} s", flush=True)
    means = zip(*interquartile_means(np.array(shares)))
    cells = [format_percent(Estimate(*map(float, figures))) for figures in means]
    return [method, f"{steps:,}", *cells, f"{statistics.median(seconds):.0f}"]


def main() -> None:
    """Measure the rows that the file lacks, and write them."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--steps", type=int, default=DECISIONS, help="decisions of each learner")
    options.add_argument("--games", type=int, default=MEASURED_GAMES, help="games of each measurement")
    options.add_argument("--out", type=Path, help="the file to write; rows that it has are not made again")
    asked = options.parse_args()
    wanted = [
        Row(
            depends_on(GAME, PLAYERS, "greedy", method, asked.steps, asked.games),
            partial(measured, method, asked.steps, asked.games),
        )
        for method in METHODS
    ]
    what = (
        "What five seeds win after equally many decisions, from nothing: interquartile means, 95 % bootstrap."
    )
    fill(asked.out, what, "seeds", COLUMNS, wanted)


if __name__ == "__main__":
    main()
