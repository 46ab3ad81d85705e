"""Values beside what comes, and beside what could be known: agents whose values are known, figures too."""

import json

import numpy as np
import pytest

from hustings.agents import PolicyAgent, make
from hustings.envs import GAMES, HustingsError
from hustings.training import values
from hustings.training.evaluation.values import Calibration, Ceiling
from hustings.training.evaluation.values import playing as parts
from hustings.training.evaluation.values.calibrations import DECISIONS, calibration_of
from hustings.training.evaluation.values.ceilings import ceiling_of

from ...players import Meddles
from ...support import policy_file

SALUDOS = GAMES["saludos_amigos"]
SEATS = 4
SMALL = {"games": 12, "positions": 10, "repeats": 3}
NAMES = ("ceiling", "explained", "scaled")


class Saying:
    """Takes the first legal action, and says the same of every decision."""

    name = "saying"

    def __init__(self, *said):
        self.said = np.array(said or [0.0] * SEATS)

    def act(self, games, rows):
        return games.masks(rows=rows).argmax(axis=1)

    def policy_and_values(self, observations, masks):
        return np.zeros(masks.shape), np.tile(self.said, (len(observations), 1))


class Guessing(Saying):
    """Says anything, the same of the same view."""

    name = "guessing"

    def policy_and_values(self, observations, masks):
        sums = (1000 * observations.sum(axis=1)) % 1
        return np.zeros(masks.shape), np.stack([sums - 0.5, *[0 * sums] * (SEATS - 1)], axis=1)


def cast_of(agent, among="greedy", seed=0):
    return parts.Cast(agent, SALUDOS, among, SEATS, seed, None, None, 1)


def calibration(agent, among="greedy", games=40, seed=0):
    return calibration_of(cast_of(agent, among, seed), games, DECISIONS, parts.Count(games, None))


def facts():
    return cast_of(Saying()).facts


def test_fair_values_explain_nothing():
    found = calibration(Saying(), seed=1)
    for figures in found.seats:
        assert figures.predicted == pytest.approx((0.25, 0.25, 0.25))
        assert figures.observed.value == pytest.approx(0.25, abs=0.06)
        assert figures.explained.value == pytest.approx(0, abs=0.05)
        assert np.isnan(figures.slope.value)
        assert len(found.bins(figures.seat)) == 1
    assert found.observed.sum(axis=2) == pytest.approx(1, abs=1e-6)
    assert "All values are the same" in str(found)


def test_biased_values_explain_less_than_nothing_and_change_nothing_else():
    fair = calibration(Saying(), seed=1)
    found = calibration(Saying(0.2, 0, 0, -0.1), seed=1)
    assert (found.observed == fair.observed).all()
    own, second, _, last = found.seats
    assert own.predicted.value == pytest.approx(0.45)
    assert last.predicted.value == pytest.approx(0.15)
    observed = found.observed[:, :, 0]
    assert own.explained.value == pytest.approx(1 - ((observed - 0.45) ** 2).mean() / observed.var())
    assert own.explained.high < 0
    assert second.explained.value == pytest.approx(fair.seats[1].explained.value)


def test_values_that_say_what_comes_explain_all_of_it():
    """And those that go half as far have a slope of 2."""
    observed = np.random.default_rng(0).dirichlet(np.ones(SEATS), (50, 6))
    exact, half = (Calibration(facts(), 0.25 + share * (observed - 0.25), observed) for share in (1, 0.5))
    assert [each.explained.value for each in exact.seats] == pytest.approx([1] * SEATS)
    assert [each.slope.value for each in half.seats] == pytest.approx([2] * SEATS)
    bins = half.bins(2)
    assert sum(each.decisions for each in bins) == 300
    for each in bins:
        assert each.observed.value == pytest.approx(2 * each.predicted - 0.25)


def played(stream, positions, repeats):
    """A `Ceiling` of positions whose chances are known, and what its figures are in truth."""
    chances = stream.beta(1, 3, positions)
    said = 0.3 + 0.7 * (chances - 0.25) + 0.08 * stream.standard_normal(positions)
    won = stream.random((positions, repeats)) < chances[:, None]
    variance, noise = 3 / 80, 0.08**2
    explained = 1 - (0.05**2 + 0.3**2 * variance + noise + 0.1875 - variance) / 0.1875
    scaled = 0.49 * variance / (0.49 * variance + noise)
    return Ceiling(facts(), said, {"win": won - 0.25}), (variance / 0.1875, explained, scaled)


def test_what_could_be_known_is_found_whatever_the_number_of_repeats():
    stream = np.random.default_rng(1)
    for repeats in (2, 12):
        made, truth = played(stream, 20_000, repeats)
        found = made.rewards[0]
        assert [getattr(found, name).value for name in NAMES] == pytest.approx(truth, abs=0.05)
        assert found.reached.value == pytest.approx(truth[1] / truth[0], abs=0.05)


def test_intervals_hold_the_truth_as_often_as_they_promise():
    stream, held, given = np.random.default_rng(2), np.zeros(3), np.zeros(3)
    for _ in range(300):
        made, truth = played(stream, 60, 6)
        _, low, high = np.array([getattr(made.rewards[0], name) for name in NAMES]).T
        held += (low <= truth) & (truth <= high)
        given += ~np.isnan(low)
    assert (given > 200).all(), given
    assert (held / given > 0.9).all(), held / given


def test_what_cannot_be_known_is_said_to_be_so():
    """Where every position has the same chances, there is nothing to reach."""
    stream = np.random.default_rng(3)
    made = Ceiling(facts(), stream.random(400), {"win": (stream.random((400, 8)) < 0.25) - 0.25})
    found = made.rewards[0]
    assert found.ceiling.low == 0 <= found.ceiling.high < 0.1
    assert np.isnan(found.reached.value)
    assert "±" in str(made)
    certain = Ceiling(
        facts(), stream.random(40), {"win": np.repeat(stream.random((40, 1)) < 0.25, 3, axis=1) - 0.25}
    )
    assert certain.rewards[0].ceiling == pytest.approx((1, 1, 1))


def test_what_a_seat_was_paid_is_that_of_the_games():
    found = ceiling_of(cast_of(Guessing(), seed=2), 24, 4, parts.Count(120, None))
    win, rank, margin = (found.paid[name] for name in ("win", "rank", "margin"))
    assert win.shape == (24, 4)
    assert ((rank == 1) == (win == 0.75)).all()
    assert (margin[win == 0.75] > 0).all()
    assert (win.std(axis=1) > 0).any(), "deals differ"
    assert [figures.reward for figures in found.rewards] == ["win", "rank", "margin"]
    assert np.isnan(found.rewards[2].explained.value)


def test_every_decision_of_a_game_is_equally_likely_to_be_drawn():
    cast = cast_of(Saying(), seed=3)
    places, games = {}, cast.games(2, 1)
    for number, rows in enumerate(cast.play_on(games)):
        for row, table in zip(rows.tolist(), games.save(rows), strict=True):
            places[row, table.tobytes()] = number
    drawn = cast.drawn(cast.games(2, 1), 500, 2)
    for row in (0, 1):
        length = sum(place[0] == row for place in places)
        found = np.bincount([places[row, table.tobytes()] for table in drawn[:, row]], minlength=length)
        assert ((found - 500 / length) ** 2 / (500 / length)).sum() < length + 6 * (2 * length) ** 0.5


def test_a_seed_gives_the_same_figures_again():
    found, again, other = (
        values(Guessing(), SALUDOS, among="random", seed=seed, **SMALL).as_json() for seed in (4, 4, 5)
    )
    assert found == again
    assert found["seats"] != other["seats"]
    assert found["rewards"] != other["rewards"]


def test_a_policy_draws_its_actions_unless_it_is_named_as_who_plays():
    policy = PolicyAgent(policy_file(SALUDOS, SEATS), greedy=True)
    drawn, again, best = (calibration(policy, who, games=4) for who in (None, None, policy))
    assert drawn.facts.among == "policy:sample=true"
    assert best.facts.among == "policy"
    assert (drawn.predicted == again.predicted).all(), "the policy's own stream is left alone"
    assert (drawn.predicted != best.predicted).any()
    assert policy.greedy


def test_results_say_what_was_measured(monkeypatch):
    told = []
    monkeypatch.setattr("hustings.training.evaluation.values.calibrations.AT_ONCE", 5)
    monkeypatch.setattr("hustings.training.evaluation.values.ceilings.AT_ONCE", 12)
    found = values(Guessing(), SALUDOS, among="random", on_progress=lambda *done: told.append(done), **SMALL)
    assert told[0] == (5, 52)
    assert told[-1] == (52, 52)
    assert found.calibration.predicted.shape == (12, 16, SEATS)
    rows = found.rows()
    assert [(row["seat"], row["reward"]) for row in rows] == [
        *((seat, "win") for seat in range(SEATS)), (0, "win"), (0, "rank"), (0, "margin"),
    ]  # fmt: skip
    assert len({tuple(row) for row in rows}) == 1
    assert len(found.to_frame()) == 7
    tree = json.loads(json.dumps(found.as_json(), allow_nan=False))
    assert (tree["agent"], tree["among"], tree["positions"]) == ("guessing", "random", 10)
    assert sum(each["decisions"] for each in tree["seats"][0]["bins"]) == 12 * 16
    assert max(map(len, str(found).splitlines())) <= 80


class Broken(Saying):
    name = "broken"

    def policy_and_values(self, observations, masks):
        return 1 / 0


class Cheating(Saying):
    name = "cheating"

    def act(self, games, rows):
        return (~games.masks(rows=rows)).argmax(axis=1)


def test_who_plays_cannot_change_the_games():
    def change(games, rows):
        games.step(games.masks(rows=rows).argmax(axis=1), rows=rows)

    with pytest.raises(HustingsError, match="agents must not change the games they play"):
        values("policy", SALUDOS, games=1, among=Meddles("meddles", change))


def of_rank():
    return PolicyAgent(policy_file(SALUDOS, SEATS, settings={"reward": "rank"}))


@pytest.mark.parametrize(("agent", "kwargs", "words"), [
    ("greedy", {}, "greedy: it has no .*give a policy, and greedy as `among`"),
    ("search", {}, r"search: it has no policy_and_values\(\), so it predicts no values"),
    (Saying(0, 0), {}, r"saying: values must be finite numbers of shape \(3, 4\).*of shape \(3, 2\)"),
    (Saying(0, 0, np.nan, 0), {}, "saying: values must be finite"),
    (Broken(), {}, "agent broken: ZeroDivisionError"),
    (Cheating(), {}, "agent cheating: game 0, seat .* is not legal"),
    (of_rank, {}, "its values predict reward=rank; train one with reward=win"),
    ("policy", {"repeats": 1}, "repeats: 1 does not show"),
    ("policy", {"positions": 0}, "positions: 0"),
    ("policy", {"decisions": 0}, "decisions: 0"),
    ("policy", {"among": "human"}, "'human' cannot be measured"),
])  # fmt: skip
def test_what_cannot_be_measured_gets_one_line(agent, kwargs, words):
    agent = agent() if agent is of_rank else agent
    with pytest.raises(HustingsError, match=words):
        values(agent, SALUDOS, **{"games": 3, **kwargs})


def test_values_of_a_policy_are_those_that_a_search_reads():
    """`said` is the chance that `explain` tells of the seat on turn."""
    policy = make("policy", SALUDOS)
    cast = cast_of(policy, None)
    games = cast.games(6, 1)
    told = [each.value for each in policy.explain(games, np.arange(6))]
    assert np.clip(cast.predict(games)[:, 0], 0, 1) == pytest.approx(told)
