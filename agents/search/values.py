"""The value of a playout to a seat, with or without a network that evaluates its last table."""

import numpy as np

from ...envs.core.engine.compile import rule
from .playout import EARLY, SCORE, STANDING
from .settings import SearchPlan


@rule
def worth_of(seat, seats, typical_score, results, plan):
    """The weighted value of a playout, about 0 to 1: win, rank, lead in points and early lead.

    An early lead depends less on chance than the end does, so it tells actions apart in fewer playouts.
    """
    standings = results[STANDING]
    winners, tied = 0, 0
    for other in range(seats):
        winners += ahead_of(other, seats, standings) == 0
        tied += standings[other] == standings[seat]
    better = ahead_of(seat, seats, standings)
    win = 1.0 / winners if better == 0 else 0.0
    rank = 1.0 - (better + 0.5 * (tied - 1)) / (seats - 1)
    worth = (
        plan.win * win + plan.rank * rank + plan.points * lead_of(seat, seats, typical_score, results[SCORE])
    )
    return (1.0 - plan.early) * worth + plan.early * lead_of(seat, seats, typical_score, results[EARLY])


@rule
def early_worth(seat, seats, typical_score, results, plan):
    """The part of `worth_of` from the early lead; a network estimates the rest, see `later_worth`."""
    return plan.early * lead_of(seat, seats, typical_score, results[EARLY])


def later_worth(wins: np.ndarray, plan: SearchPlan) -> np.ndarray:
    """The rest of `worth_of`, (L,), from a network's (L,) estimates of the chance to win."""
    return (1.0 - plan.early) * np.clip(wins, 0.0, 1.0)


@rule
def lead_of(seat, seats, typical_score, scores):
    """The lead over the others' mean in units of the typical score, plus 0.5, clipped to [0, 1]."""
    total = 0.0
    for other in range(seats):
        total += scores[other]
    lead = (scores[seat] - (total - scores[seat]) / (seats - 1)) / typical_score
    return min(1.0, max(0.0, 0.5 + lead))


@rule
def ahead_of(seat, seats, standings):
    """How many seats rank higher."""
    better = 0
    for other in range(seats):
        better += standings[other] > standings[seat]
    return better
