"""What the end of a playout is worth to a seat."""

from ...envs.core.compile import rule


@rule
def worth_of(seat, seats, typical_score, scores, standings, plan):
    """A value of about 0 to 1: a share of the win, of the ranks, and of the lead in points."""
    total, winners = 0.0, 0
    for other in range(seats):
        total += scores[other]
        winners += ahead_of(other, seats, standings) == 0
    better = ahead_of(seat, seats, standings)
    tied = 0
    for other in range(seats):
        tied += standings[other] == standings[seat]
    win = 1.0 / winners if better == 0 else 0.0
    rank = 1.0 - (better + 0.5 * (tied - 1)) / (seats - 1)
    lead = (scores[seat] - (total - scores[seat]) / (seats - 1)) / typical_score
    return plan.win * win + plan.rank * rank + plan.points * min(1.0, max(0.0, 0.5 + lead))


@rule
def ahead_of(seat, seats, standings):
    """How many seats stand better."""
    better = 0
    for other in range(seats):
        better += standings[other] > standings[seat]
    return better
