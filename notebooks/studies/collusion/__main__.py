"""Train the learners of the study, and write their results into a file."""

import argparse
from functools import partial
from pathlib import Path

from .study import DEALS, SEEDS, UPDATES, measure


def main() -> None:
    """Measure the rows that the file lacks."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, required=True, help="the file to write; existing rows are kept")
    options.add_argument(
        "--seeds", type=int, nargs="*", default=SEEDS, help="of the learners, one after another"
    )
    options.add_argument("--updates", type=int, default=UPDATES, help="how often each of them learns")
    options.add_argument("--deals", type=int, default=DEALS, help="deals of each measurement")
    asked = options.parse_args()
    measure(asked.out, asked.seeds, updates=asked.updates, deals=asked.deals, tell=partial(print, flush=True))


if __name__ == "__main__":
    main()
