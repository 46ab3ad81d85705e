"""How good decisions turned out to be: advantages and returns, beside a plain loop over games and seats."""

import numpy as np
import pytest

from hustings.training.learning.rollout import GOALS, PAY, Rollout, Tick

GAMES, SEATS, TICKS = 7, 3, 25


def played(seed: int, players: int = SEATS) -> tuple[Rollout, list[Tick], np.ndarray]:
    """A rollout of decisions in games that end now and then, in some of whose seats somebody else sits."""
    stream = np.random.default_rng(seed)
    rollout, ticks = Rollout(GAMES * TICKS, 1, 1, players), []
    for _ in range(TICKS):
        rows = np.flatnonzero(stream.random(GAMES) < 0.8)
        seats = stream.integers(SEATS, size=len(rows)).astype(np.int8)
        over = np.flatnonzero(stream.random(GAMES) < 0.1)
        paid = stream.normal(size=(len(over), len(GOALS), SEATS)).astype(np.float32)
        ticks.append(Tick(rollout.reserve(len(rows)), rows, seats, over, paid))
    rollout.values[:] = stream.normal(size=rollout.values.shape)
    return rollout, ticks, stream.normal(size=(GAMES, len(GOALS), SEATS)).astype(np.float32)


def games_of(ticks: list[Tick], outlook: np.ndarray):
    """Every game of the ticks: its decisions (place in the rollout, seat), what it paid, whether it ended."""
    for game in range(GAMES):
        decisions: list[tuple[int, int]] = []
        for tick in ticks:
            places = tick.span.start + np.flatnonzero(tick.rows == game)
            decisions += [(int(place), int(tick.seats[place - tick.span.start])) for place in places]
            if game in tick.over:
                yield decisions, tick.paid[list(tick.over).index(game)], True
                decisions = []
        yield decisions, outlook[game], False


def lambda_return(values: list[float], last: float, gae_lambda: float) -> float:
    """What the first of a seat's decisions led to: a mean over how far one looks, then the value there."""
    ahead = [*values[1:], last]
    shares = [(1 - gae_lambda) * gae_lambda**step for step in range(len(ahead) - 1)]
    return float(np.dot([*shares, gae_lambda ** (len(ahead) - 1)], ahead))


@pytest.mark.parametrize("gae_lambda", [0.0, 0.6, 1.0])
@pytest.mark.parametrize("seed", range(3))
def test_returns_and_advantages_are_those_of_a_loop_over_seats(seed, gae_lambda):
    rollout, ticks, outlook = played(seed)
    rollout.credit(ticks, outlook.copy(), gae_lambda)
    met = 0
    for decisions, came, ended in games_of(ticks, outlook):
        for number, (place, seat) in enumerate(decisions):
            own = [other for other, who in decisions[number:] if who == seat]
            for goal in range(len(GOALS)):
                expected = lambda_return(list(rollout.values[own, goal, 0]), came[goal, seat], gae_lambda)
                assert rollout.returns[place, goal, 0] == pytest.approx(expected, abs=1e-5)
                better = expected - rollout.values[place, goal, 0]
                assert rollout.advantages[place, goal] == pytest.approx(better, abs=1e-5)
            others = np.roll(came, -seat, axis=1)
            assert (rollout.returns[place, :, 1:] == others[:, 1:]).all()
            assert (rollout.outcomes[place] == others[PAY]).all()
            assert rollout.ended[place] == ended
            met += 1
    assert met == rollout.size


def test_decisions_that_others_have_played_are_taken_up():
    rollout, ticks, outlook = played(1)
    rollout.credit(ticks, outlook, 0.5)
    for name in ("observations", "masks", "actions", "log_probs"):
        getattr(rollout, name)[:] = np.random.default_rng(0).integers(2, size=getattr(rollout, name).shape)
    both = Rollout(2 * rollout.size, 1, 1, SEATS)
    for _ in range(2):
        both.add(rollout.arrays())
    assert both.size == 2 * rollout.size
    for name, array in both.arrays().items():
        assert (array == np.concatenate([rollout.arrays()[name]] * 2)).all(), name
