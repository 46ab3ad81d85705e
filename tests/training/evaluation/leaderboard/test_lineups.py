"""Line-ups with searches, which are played less often and count the same."""

import itertools
from collections import Counter

import numpy as np
import pytest

from hustings.training import load_leaderboard
from hustings.training.evaluation.leaderboard.lineups import LineupClasses
from hustings.training.evaluation.statistics import cluster_means, win_shares

from ....players import Bids, Stops, text_of
from ....tinygame import GAME
from .boards import games_of, play

AGENTS = ["random", "a", "b", "c", "search:playouts=random", "strong"]
SEARCH = "search:iterations=2,playouts=random,rounds=1"
FIELD = ["random", Bids("high"), Bids("low", -1), SEARCH]


def test_classes_by_the_number_of_searches():
    classes = LineupClasses(AGENTS, 3)
    assert [len(those) for those in classes.lineups] == [4, 12, 4, 0]
    assert classes.wanted(1000, 160) == [1000, 130, 31, 0], "as the line-ups, and less where more search"
    assert sum(classes.wanted(1000, None)[1:]) in (100, 101)
    only = LineupClasses(AGENTS[2:], 3)
    assert only.lineups[0] == []
    assert sum(only.wanted(90, None)) in (90, 91), "all games where no line-up is without a search"


def test_every_line_up_counts_the_same():
    classes = LineupClasses(AGENTS, 3)
    played = [[line] * times for these, times in zip(classes.lineups, (10, 2, 1, 0)) for line in these]
    seatings = np.array(list(itertools.chain(*played)))
    weights = classes.weights(seatings)
    summed = Counter()
    for lineup, weight in zip(map(tuple, seatings.tolist()), weights.tolist()):
        summed[lineup] += weight
    assert len(summed) == 20
    assert min(summed.values()) == pytest.approx(max(summed.values()))
    assert weights.mean() == pytest.approx(1)
    assert classes.weights(seatings[:40]) is None, "all of one class"
    assert classes.unplayed(seatings[:40]) == [1, 2]
    assert classes.beside_bots(np.array([[0, 1, 4], [4, 5, 0]])).tolist() == [
        [False, False, True],
        [False] * 3,
    ]


def simulated(classes, chances, games, stream):
    """Games of each class, 12 of a deal that is kinder to some agents, won by (agents, agents) `chances`."""
    seatings, winners, deals = [], [], []
    for k, number in enumerate(games):
        for deal in range(number // 12):
            kind = stream.normal(0, 0.5, len(AGENTS))
            for lineup in (classes.lineups[k][n] for n in stream.integers(len(classes.lineups[k]), size=4)):
                for turn in range(3):
                    seating = np.roll(lineup, turn)
                    level = kind[seating] + chances[np.ix_(seating, seating)].sum(axis=1)
                    seatings.append(seating)
                    winners.append((level + stream.gumbel(size=3)).argmax())
                    deals.append((k, deal))
    ranks = np.full((len(seatings), 3), 2.5)
    ranks[np.arange(len(ranks)), winners] = 1
    return np.array(seatings), ranks, np.unique(deals, axis=0, return_inverse=True)[1].reshape(-1)


def shares(seatings, ranks, deals, weights):
    chosen = seatings.reshape(-1) == np.arange(len(AGENTS))[:, None]
    weights = None if weights is None else np.repeat(weights, 3)
    return cluster_means(win_shares(ranks).reshape(1, -1), chosen, np.repeat(deals, 3), ((0, 1),), weights)[0]


@pytest.mark.slow
def test_weights_hold_for_an_agent_that_is_strong_only_beside_bots():
    classes, stream = LineupClasses(AGENTS, 3), np.random.default_rng(0)
    chances = np.zeros((6, 6))
    chances[4, :4], chances[5, :4], chances[4, 5], chances[5, 4] = 1.2, 0.2, -2.0, 1.5
    even = simulated(classes, chances, [12 * 200 * len(those) // 4 for those in classes.lineups], stream)
    truth = [estimate.value for estimate in shares(*even, classes.weights(even[0]))]
    hits, errors = [], []
    for _ in range(60):
        games = simulated(classes, chances, [720, 216, 96, 0], stream)
        found = shares(*games, classes.weights(games[0]))
        hits.append([estimate.low <= share <= estimate.high for estimate, share in zip(found, truth)])
        errors.append([estimate.value - share for estimate, share in zip(found, truth)])
    assert 0.92 < np.mean(hits) < 0.985
    assert np.abs(np.mean(errors, axis=0)).max() < 0.015


@pytest.mark.slow
def test_a_board_with_few_games_of_the_search():
    board = play(240, FIELD, num_players=3, search_games=48)
    searching = (board.result.seatings == 3).any(axis=1)
    assert (~searching).sum() >= 240
    assert 48 <= searching.sum() <= 72
    assert board.played == [int((~searching).sum()), int(searching.sum()), 0, 0]
    weights = board.result.weights
    assert weights[searching].sum() == pytest.approx(3 * weights[~searching].sum()), "3 of 4 line-ups"
    for seat, score in enumerate(board.result.scores_by_seat("random")):
        sat = board.result.seatings[:, seat] == board.result.agents.index("random")
        there = board.result.scores[sat, seat]
        assert score.value == pytest.approx(np.average(there, weights=weights[sat]))
    text = text_of(board)
    assert "over all sets %" in text
    assert "every set counts the same" in " ".join(text.split())
    alone = {row["agent"]: row for row in board.rows()}
    assert alone["random"]["win_share_beside_bots"] != alone["random"]["win_share"]
    assert alone[SEARCH]["win_share_beside_bots"] == alone[SEARCH]["win_share"], "nobody else searches"
    r, bots = board.result, ~searching
    pair = (r.seatings[bots] == 0).any(axis=1) & (r.seatings[bots] == 1).any(axis=1)
    ahead = [
        float(ranks[list(seats).index(0)] < ranks[list(seats).index(1)])
        + 0.5 * float(ranks[list(seats).index(0)] == ranks[list(seats).index(1)])
        for seats, ranks in zip(r.seatings[bots][pair], r.ranks[bots][pair])
    ]
    assert board.share_ahead("random", "high").value == pytest.approx(np.mean(ahead)), "where nobody searches"
    assert r.drawn[searching].sum() == pytest.approx(r.drawn[~searching].sum())


def test_a_board_with_searches_is_gone_on_with(tmp_path):
    whole = play(48, FIELD, num_players=3, search_games=24, out=tmp_path / "whole.json")
    late = ["random", Stops("high", calls=16), *FIELD[2:]]
    stopped = play(48, late, num_players=3, search_games=24, out=tmp_path / "board.json")
    assert stopped.result.stopped
    assert 0 < stopped.result.games < whole.result.games
    resumed = play(None, FIELD, num_players=3, out=tmp_path / "board.json", resume=True)
    assert games_of(resumed) == games_of(whole)
    assert text_of(load_leaderboard(tmp_path / "whole.json", GAME)) == text_of(whole)
    more = play(None, FIELD, num_players=3, search_games=48, out=tmp_path / "board.json", resume=True)
    assert more.played[0] == whole.played[0]
    assert more.played[1] >= 48


def test_time_ends_a_board_that_goes_on(tmp_path):
    short = play(2400, FIELD, num_players=3, minutes=1e-9, out=tmp_path / "board.json")
    assert short.result.stopped
    assert 0 < short.result.games <= 24
    longer = play(None, FIELD, num_players=3, minutes=1e-9, out=tmp_path / "board.json", resume=True)
    assert longer.result.games > short.result.games
