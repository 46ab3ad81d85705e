"""Reviews: whether a planted mistake is found, and what their figures are worth."""

import numpy as np
import pytest

from hustings.agents import make
from hustings.envs import GAMES, HustingsError
from hustings.envs.core.api.batch import GameBatch
from hustings.envs.core.api.replay import Replay
from hustings.training.evaluation.comparisons import Tally
from hustings.training.reviews import Review, review

GAME = GAMES["saludos_amigos"]
BLUNDERER, DROP = 1, 0.15
WINS = "search:iterations=24,win=1,points=0,early=0"


@pytest.fixture(scope="module")
def blundered() -> tuple[Replay, int]:
    """A game of `greedy` in which one seat once does the worst it can, and the number of that move."""
    games, row, move = GameBatch(GAME, 1, 4, seed=6), np.zeros(1, np.int64), 0
    replay = Replay.begin(games, agents=["greedy"] * 4)
    bot, search = make("greedy", GAME), make("search:iterations=200,trust=0", GAME, 9)
    while not games.over[0]:
        action = int(bot.act(games, row)[0])
        if not move and len(replay.moves) > 60 and games.seat[0] == BLUNDERER:
            details = search.explain(games, row)[0].details
            means = np.where(details["visits"] > 4, details["mean"], np.inf)
            if means[action] - means.min() > DROP:
                action, move = int(means.argmin()), len(replay.moves) + 1
        replay.add(games, action)
        games.step([action])
    replay.finish(games)
    assert move
    return replay, move


def test_a_planted_mistake_is_found(blundered):
    replay, move = blundered
    result = review(replay, agent="search:iterations=32", seat=BLUNDERER, top=3)
    assert len(result.decisions) == 3
    (found,) = [made for made in result.decisions if made.move == move]
    assert (found.seat, found.played_action, found.played) == replay.moves[move - 1]
    assert found.better_action != found.played_action
    assert found.loss.low > DROP / 3
    assert found.deals == 32 * 16 // 2
    assert [made.loss.value for made in result.decisions] == sorted(
        (made.loss.value for made in result.decisions), reverse=True
    )


@pytest.mark.slow
def test_reviews_agree_within_their_intervals(blundered):
    replay, _ = blundered
    one, other = (review(replay, agent=WINS, seat=0, seed=seed) for seed in (1, 2))
    assert one.worth == {"win": 1.0}
    assert review(replay, agent=WINS, seat=0, seed=1) == one
    seen = {(made.move, made.better_action): made.loss for made in one.decisions}
    pairs = [
        (seen[key], made.loss) for made in other.decisions if (key := (made.move, made.better_action)) in seen
    ]
    assert pairs
    for first, second in pairs:
        reach = np.hypot(first.high - first.value, second.high - second.value)
        assert 0 < abs(first.value - second.value) < 2 * reach


def test_a_tally_of_parts_is_that_of_the_whole():
    leads, tally = np.random.default_rng(3).normal(0.1, 0.4, 48), Tally()
    for part in leads.reshape(3, 16):
        tally.add(16, part.mean(), part.std(ddof=1) / 4)
    assert tally.lead.value == pytest.approx(leads.mean())
    error = leads.std(ddof=1) / len(leads) ** 0.5
    assert (tally.lead.high - tally.lead.low) / 2 == pytest.approx(2.01174 * error, rel=1e-4)


def test_deals_that_all_agree_leave_room_for_others():
    tally = Tally()
    tally.add(16, 0.0, 0.0)
    assert (tally.lead.low, tally.lead.high) == pytest.approx((-0.206, 0.206), abs=1e-3)


@pytest.mark.parametrize(("calls", "decisions"), [(1, 0), (8, 2), (20, 2)])
def test_stopped_it_has_what_is_measured_by_then(blundered, calls, decisions):
    told = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if len(told) == calls:
            raise KeyboardInterrupt

    result = review(blundered[0], agent="search:iterations=32", seat=BLUNDERER, top=2, advance=stop)
    assert result.stopped
    assert "Stopped early" in str(result)
    assert len(result.decisions) == decisions
    assert all(made.deals for made in result.decisions)


def test_what_selects_a_decision_is_not_what_is_reported_of_it(blundered, monkeypatch):
    """Stopped as the third pass begins, a review reports the second pass, whatever that has found."""

    def reported(slope: float) -> list[int]:
        passes: list[int] = []

        def compared(search, games, rows, *given):
            passes.append(len(rows))
            if len(rows) < passes[0]:
                raise KeyboardInterrupt
            for row, tally in zip(rows, given[-1], strict=True):
                tally.add(16, slope * row, 0.001)

        monkeypatch.setattr("hustings.training.reviews.compare", compared)
        result = review(blundered[0], agent="search:iterations=32", seat=BLUNDERER, top=2)
        assert result.stopped
        return sorted(made.move for made in result.decisions)

    assert len(reported(0.001)) == 2
    assert reported(0.001) == reported(-0.001)


def test_one_agent_cannot_judge_another_game(blundered):
    with pytest.raises(HustingsError, match="plays Liberté, not Saludos Amigos!"):
        review(blundered[0], agent=make("search", GAMES["liberte"]))


def test_a_game_without_a_choice_is_not_reviewed():
    games = GameBatch(GAME, 1, 4, seed=6)
    with pytest.raises(HustingsError, match="nobody had a choice"):
        review(Replay.begin(games))


def test_a_review_that_found_nothing_says_so():
    found = Review(GAME.name, "search", {"win": 1.0}, [], {0: 5}, [], stopped=False)
    assert "No decision was found that cost anything." in str(found)
