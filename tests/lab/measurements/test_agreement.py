"""Two leaderboards on other deals agree as their intervals promise."""

import math

import pytest

from hustings.envs import HustingsError
from hustings.training.evaluation.statistics import Estimate
from measurements.agreement import agree, agreement, table

from ...players import Bids, Peeks
from ...training.evaluation.leaderboard.boards import field, play


def test_figures_agree_if_their_intervals_explain_the_difference():
    one = Estimate(0.5, 0.4, 0.6)
    assert agree(one, Estimate(0.64, 0.54, 0.7)), "0.14 apart, and the root of 0.1² + 0.1² is 0.1414"
    assert not agree(one, Estimate(0.65, 0.55, 0.9))
    assert agree(Estimate(0.65, 0.4, 0.66), one), "each reaches towards the other"
    assert agree(one, Estimate(0.5, math.nan, math.nan)) is None


@pytest.mark.slow
def test_boards_of_other_deals_agree_and_those_of_other_agents_do_not():
    one, other = (play(120, num_players=2, seed=seed) for seed in (3, 4))
    counts = agreement(one, other)
    assert counts["ahead"][1] == 3
    agreed, compared = map(sum, zip(*counts.values()))
    assert compared >= 12
    assert agreed >= compared - 3
    assert f"{compared}" in text_of_table(counts)
    cheat = Peeks()
    cheat.name = "low"
    wrong = agreement(one, play(120, agents=["random", Bids("high"), cheat], num_players=2, seed=4))
    assert sum(agreed for agreed, _ in wrong.values()) < sum(compared for _, compared in wrong.values())


def text_of_table(counts):
    from rich.console import Console

    console = Console(record=True, width=80, file=None)
    with console.capture() as shown:
        console.print(table(counts, "boards"))
    return shown.get()


@pytest.mark.parametrize(("other", "words"), [
    ({"num_players": 3, "seed": 4}, "other games, tables or agents"),
    ({"seed": 3}, "both are of seed 3"),
    ({"seed": 4, "agents": field(Bids("more"))}, "other games, tables or agents"),
    ({"seed": 4}, "no figure of both has an interval; play more games"),
])  # fmt: skip
def test_what_cannot_be_compared_is_refused(other, words):
    one = play(24)
    with pytest.raises(HustingsError, match=words):
        agreement(one, play(24, **other))
