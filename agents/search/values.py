"""What the end of a playout is worth to a seat, or the table where it stops and a network evaluates."""

import numpy as np

from ...envs.core.engine.compile import rule
from .playout import EARLY, SCORE, STANDING
from .settings import Plan


@rule
def worth_of(seat, seats, typical_score, ends, plan):
    """A value of about 0 to 1, weighed from the win, the rank, the lead in points and the early lead.

    What comes soon depends less on chance than the end does, so it tells actions apart in fewer playouts.
    """
    standings = ends[STANDING]
    winners, tied = 0, 0
    for other in range(seats):
        winners += ahead_of(other, seats, standings) == 0
        tied += standings[other] == standings[seat]
    better = ahead_of(seat, seats, standings)
    win = 1.0 / winners if better == 0 else 0.0
    rank = 1.0 - (better + 0.5 * (tied - 1)) / (seats - 1)
    worth = plan.win * win + plan.rank * rank + plan.points * lead_of(seat, seats, typical_score, ends[SCORE])
    return (1.0 - plan.early) * worth + plan.early * lead_of(seat, seats, typical_score, ends[EARLY])


@rule
def early_worth(seat, seats, typical_score, ends, plan):
    """The early part of `worth_of`; a network estimates the rest (`later_worth`)."""
    return plan.early * lead_of(seat, seats, typical_score, ends[EARLY])


def later_worth(wins: np.ndarray, plan: Plan) -> np.ndarray:
    """The rest of `worth_of`, (L,), from a network's estimates of the chance to win, (L,)."""
    return (1.0 - plan.early) * np.clip(wins, 0.0, 1.0)


@rule
def lead_of(seat, seats, typical_score, scores):
    """The lead over the others' mean in typical scores, plus 0.5, clipped to 0 to 1."""
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
