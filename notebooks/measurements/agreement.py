"""Checks that two leaderboards of the same agents on different deals agree within their intervals.

`python -m measurements.agreement one.json other.json`. Two figures agree if they differ by at most the root
of the summed squares of their intervals' arms towards each other; 95 % of all pairs should agree.
"""

import argparse
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from hustings.envs import HustingsError
from hustings.training import load_leaderboard
from hustings.training.evaluation.display import new_table
from hustings.training.evaluation.leaderboard.board import Board
from hustings.training.evaluation.statistics import Estimate

BESIDE_BOTS = ("win_share_beside_bots", "mean_rank_beside_bots", "mean_score_beside_bots", "rating")
FIGURES = (*BESIDE_BOTS, "win_share")
"""Without searches, the shares over all lineups are the same figures."""


def agree(one: Estimate, other: Estimate) -> bool | None:
    """Whether two estimates agree within their intervals; None if one has no interval."""
    if math.isnan(one.low + other.low):
        return None
    low, high = sorted((one, other))
    return high.value - low.value <= math.hypot(low.high - low.value, high.value - high.low) + 1e-12


def pairs(one: Board, other: Board) -> Iterator[tuple[str, Estimate, Estimate]]:
    """The pairs of figures of both boards, by kind."""
    there = {row["agent"]: row for row in other.rows()}
    for row in one.rows():
        for kind in FIGURES if one.as_json()["weighted"] else BESIDE_BOTS:
            yield kind, _estimate(row, kind), _estimate(there[row["agent"]], kind)
    for i, agent in enumerate(one.agents):
        for rival in one.agents[i + 1 :]:
            yield "ahead", one.share_ahead(agent, rival), other.share_ahead(agent, rival)


def _estimate(row: dict[str, Any], kind: str) -> Estimate:
    return Estimate(*(row[name] for name in (kind, f"{kind}_low", f"{kind}_high")))


def agreement(one: Board, other: Board) -> dict[str, tuple[int, int]]:
    """The number of figures of each kind that agree, and of those compared; pairs of agents are "ahead".

    Raises:
        HustingsError: for leaderboards of other games, tables or fields, or of the same deals.
    """
    first, second = (
        (tree["game"], board.num_players, set(board.agents), tree["seed"])
        for board, tree in ((board, board.as_json()) for board in (one, other))
    )
    if first[:3] != second[:3]:
        raise HustingsError("they are of other games, tables or agents; compare two of the same")
    if first[3] == second[3]:
        raise HustingsError(
            f"both are of seed {first[3]}, so of the same deals; play one with another --seed"
        )
    counts: dict[str, tuple[int, int]] = {}
    for kind, *both in pairs(one, other):
        if (found := agree(*both)) is not None:
            agreed, compared = counts.get(kind, (0, 0))
            counts[kind] = agreed + found, compared + 1
    if not counts:
        raise HustingsError("no figure of both has an interval; play more games")
    return counts


def table(counts: dict[str, tuple[int, int]], title: str) -> Table:
    """The counts for the terminal."""
    shown = new_table(title, "agree", "of", "%", first="figure", caption="95 % should agree.")
    totals = tuple(map(sum, zip(*counts.values())))
    for kind, (agreed, compared) in [*counts.items(), ("all", totals)]:
        shown.add_row(kind.replace("_", " "), f"{agreed}", f"{compared}", f"{100 * agreed / compared:.0f}")
    return shown


def main() -> None:
    """Compare two files."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("files", type=Path, nargs=2, help="leaderboards of the same field")
    try:
        one, other = (load_leaderboard(file) for file in options.parse_args().files)
        counts = agreement(one, other)
    except HustingsError as error:
        sys.exit(str(error))
    title = f"{one.as_json()['title']}, {one.num_players} players, two leaderboards"
    Console().print(table(counts, title))


if __name__ == "__main__":
    main()
