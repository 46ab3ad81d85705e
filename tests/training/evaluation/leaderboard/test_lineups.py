"""Line-ups with searches, which are played less often and count the same."""

import itertools
from collections import Counter

import numpy as np
import pytest

from hustings.training import load_leaderboard
from hustings.training.evaluation.leaderboard.lineups import LineupClasses

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
