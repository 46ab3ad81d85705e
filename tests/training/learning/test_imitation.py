"""Lessons: what a teacher decides in games of its own, and that a network learns it."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.agents.interface import Explanation
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.opponents import LEARNER
from hustings.training.learning.imitation import Imitation, OtherPlayers, improved, lessons
from hustings.training.learning.rollout import MARGIN, PAY
from hustings.training.learning.self_play import margins

from ... import tinygame
from .runs import PLAYERS, HighBidder, new_run


def test_lessons_are_the_teachers_decisions_and_what_they_led_to():
    games = GameBatch(tinygame.GAME, 20, PLAYERS)
    taught = lessons(games, HighBidder(), np.random.default_rng(0))
    size = len(taught.actions)
    assert size > 20
    assert taught.observations.shape == (size, games.observation_size)
    assert taught.masks[np.arange(size), taught.actions].all()
    assert (taught.actions == taught.masks.shape[1] - 1 - taught.masks[:, ::-1].argmax(axis=1)).all()
    paid = taught.returns[:, PAY]
    assert taught.returns.shape == (size, 2, PLAYERS)
    assert set(np.unique(paid)) <= {-1.0, -0.5, 0.0, 0.5, 1.0}
    assert np.allclose(paid.sum(axis=1), 0, atol=1e-6)
    # Who decides comes first, the others clockwise.
    came, leads = games.payoff, margins(games, np.arange(20))
    games.reset(seeds=np.random.default_rng(0).integers(2**64, size=20, dtype=np.uint64))
    assert len(set(games.seat)) > 1
    for game, seat in enumerate(games.seat):
        assert paid[game].tolist() == np.roll(came[game], -seat).tolist()
        assert taught.returns[game, MARGIN].tolist() == np.roll(leads[game], -seat).tolist()


@pytest.mark.parametrize("targets", ["visits", "means"])
def test_of_a_search_more_than_its_choice_can_be_taught(targets):
    games, spec = GameBatch(tinygame.GAME, 8, PLAYERS), "search:iterations=12,playouts=random"
    search = make(spec, tinygame.GAME)
    taught = lessons(games, search, np.random.default_rng(0), targets=targets)
    assert taught.aims.shape == taught.masks.shape
    assert taught.aims.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert not taught.aims[~taught.masks].any()
    assert (taught.aims.max(axis=1) < 1).any()
    assert (taught.aims[np.arange(len(taught.actions)), taught.actions] > 0).all()
    games.reset(seeds=np.random.default_rng(0).integers(2**64, size=8, dtype=np.uint64))
    rows = np.flatnonzero(~games.over)
    thought = make(spec, tinygame.GAME).explain(games, rows)[0]
    assert taught.actions[0] == thought.probabilities.argmax()
    best = thought.details["visits" if targets == "visits" else "mean"]
    tried = thought.details["visits"] > 0
    assert best[taught.aims[0].argmax()] == best[tried].max()


def test_a_guides_policy_is_improved_by_what_the_search_is_sure_of():
    """By as much as it is worsened: chance favours no action on average."""
    prior = np.array([0.6, 0.3, 0.1, 0.0])
    mean, visits = np.array([0.5, 0.52, 0.7, 0.0]), np.array([9, 9, 9, 0])

    def odds(error, visits=visits, mean=mean):
        details = {"prior": prior, "mean": mean, "visits": visits, "error": np.full(4, error)}
        return improved(Explanation(np.zeros(4), 0.0, details), 0)

    def aims(*given):
        return odds(*given) / odds(*given).sum()

    assert odds(0.0, mean=np.array([0.5, 0.48, -0.5, 0.0])) == pytest.approx([0.6, 0.3 * 0.6, 0.0, 0.0])

    sure, doubtful, unsure = aims(0.0), aims(0.05), aims(100.0)
    assert unsure == pytest.approx(prior, abs=1e-4)
    assert sure[2] > doubtful[2] > prior[2]
    assert sure[3] == 0
    assert aims(0.0, np.array([9, 9, 1, 0]))[2] < prior[2], "one deal says nothing"
    assert sure[1] / sure[0] == pytest.approx(0.5 * (1 + 0.02 / 0.05))
    assert doubtful[1] / doubtful[0] == pytest.approx(0.5 * (1 + 0.01 / 0.05))


def test_others_play_the_seats_that_are_not_the_teachers():
    games, stream = GameBatch(tinygame.GAME, 40, PLAYERS), np.random.default_rng(3)
    seatings = np.full((40, PLAYERS), 0)
    own = stream.integers(PLAYERS, size=40)
    seatings[np.arange(40), own] = LEARNER
    seatings[:4] = 0  # and some games that are none of the teacher's
    others = OtherPlayers({0: make("random", tinygame.GAME, 5)}, seatings)
    taught = lessons(games, HighBidder(), stream, stray=0.0, others=others)
    assert games.over.all()
    assert (taught.actions == taught.masks.shape[1] - 1 - taught.masks[:, ::-1].argmax(axis=1)).all()
    alone = lessons(games, HighBidder(), np.random.default_rng(3), stray=0.0)
    assert 0 < len(taught.actions) < 0.6 * len(alone.actions)
    nothing = lessons(games, HighBidder(), stream, others=others._replace(seatings=np.zeros_like(seatings)))
    assert [len(array) for array in nothing] == [0] * 5
    assert nothing.observations.shape[1:] == taught.observations.shape[1:]


def test_imitation_learns_the_teachers_moves(tmp_path):
    made = new_run(tmp_path).network
    imitation, stream = Imitation(made, 1e-2, 0.5), np.random.default_rng(0)
    games, shares = GameBatch(tinygame.GAME, 64, PLAYERS), []
    for wave in range(25):
        imitation.set_rate(1e-2 * (1 - wave / 25))
        shares.append(imitation.study(lessons(games, HighBidder(), stream), batch_size=64)["right"])
    assert shares[-1] > 0.95 > shares[0]
