"""Plots of tournaments and leaderboards."""

import itertools
import os
import re

import matplotlib
import numpy as np
import pytest
from matplotlib.text import Text

from hustings.envs import HustingsError
from hustings.training.evaluation import statistics
from hustings.training.evaluation.leaderboard.season import leaderboard
from hustings.training.evaluation.plots import (
    SIZES,
    check_plot_path,
    plot_board,
    plot_ratings,
    plot_seats,
    plot_tournament,
    save_plot,
)
from hustings.training.evaluation.tournaments import tournament

from ...players import Peeks, Stops
from ...tinygame import GAME


@pytest.fixture(scope="module")
def small():
    return tournament(GAME, ["random", Peeks()], 60, num_players=2)


@pytest.fixture(scope="module")
def board():
    return leaderboard(GAME, games=240, agents=["a=random", "random", Peeks(), "b=random"], num_players=3)


def texts(figure):
    """All that a plot says, with the size of its letters."""
    figure.draw_without_rendering()
    return [(text.get_text(), text.get_fontsize()) for text in figure.findobj(Text) if text.get_text()]


def whiskers(axes):
    """The dots of a panel, and the ends of their whiskers."""
    drawn = []
    for container in axes.containers:
        dot, _, bars = container.lines
        ends = bars[0].get_segments()[0][:, 0].tolist() if bars else []
        drawn.append([float(dot.get_xdata()[0]), *ends])
    return drawn


def test_the_plot_is_a_png_and_overwrites_nothing(small, tmp_path):
    path = tmp_path / "result.png"
    save_plot(plot_tournament(small), path)
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(data[16:20], "big") > 600, "pixels wide"
    with pytest.raises(HustingsError, match="exists"):
        save_plot(plot_tournament(small), path)
    assert path.read_bytes() == data
    assert [found.name for found in tmp_path.iterdir()] == ["result.png"], "nothing else is left behind"


@pytest.mark.parametrize(
    ("name", "words"), [("no/x.png", "no such folder"), ("x.bmp", "ends in"), ("x", "ends in")]
)
def test_a_plot_that_cannot_be_written_is_refused_beforehand(tmp_path, name, words):
    with pytest.raises(HustingsError, match=words):
        check_plot_path(tmp_path / name)


def test_a_plot_in_a_folder_that_is_only_for_reading_is_refused_beforehand(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: (path, mode) != (tmp_path, os.W_OK))
    with pytest.raises(HustingsError, match=r"result.png: cannot be written \(no file can be made"):
        check_plot_path(tmp_path / "result.png")


def test_the_plot_shows_every_agent_and_every_seat_at_its_figures(small):
    shares, rated, scores, seats, seat_scores = plot_tournament(small).axes
    assert [tick.get_text() for tick in shares.get_yticklabels()] == ["[cheat]", "random"]
    both = [small.figure("[cheat]"), small.figure("random")]
    assert whiskers(shares) == [pytest.approx(100 * np.array(row.win_share)) for row in both]
    assert whiskers(rated) == [pytest.approx(row.rating.estimate) for row in both]
    assert whiskers(scores) == [pytest.approx(row.mean_score) for row in both]
    assert whiskers(seats) == [pytest.approx(100 * np.array(share)) for share in small.seat_shares]
    means = small.scores.mean(axis=0).tolist()
    assert [dot for dot, *_ in whiskers(seat_scores)] == pytest.approx(means)
    said = [text.get_text() for text in shares.texts]
    assert said == [f"{100 * row.win_share.value:.1f}".replace("100.0", "100") for row in both] + [
        "fair 50.0"
    ]


def test_ratings_are_sorted_and_have_whiskers(board):
    figure = plot_ratings(board.result)
    (axes,) = figure.axes
    ratings = sorted((row.rating.estimate for row in board.result.figures), reverse=True)
    assert whiskers(axes) == [pytest.approx(rating) for rating in ratings]
    assert axes.get_ylim()[0] > axes.get_ylim()[1], "the best on top"


def test_seats_of_all_or_of_one_agent(small):
    _, all_scores = plot_seats(small).axes
    shares, scores = plot_seats(small, "[cheat]").axes
    cheat = small.figure("[cheat]")
    assert whiskers(shares) == [pytest.approx(100 * np.array(share)) for share in cheat.by_seat]
    number = small.agents.index("[cheat]")
    means = [small.scores[small.seatings[:, seat] == number, seat].mean() for seat in range(2)]
    assert [dot for dot, *_ in whiskers(scores)] == pytest.approx(means)
    assert whiskers(scores) != whiskers(all_scores)
    assert [tick.get_text() for tick in scores.get_yticklabels()] == ["seat 0", "seat 1"]
    assert scores.get_xlabel() == "mean score of [cheat] in each seat"
    with pytest.raises(HustingsError, match="no agent 'nobody'"):
        plot_seats(small, "nobody")


def test_a_board_says_who_ends_ahead_in_the_order_of_its_table(board):
    cells, costs = plot_board(board).axes
    order = [standing.figures.name for standing in board.standings]
    shown = [tick.get_text() for tick in cells.get_yticklabels()]
    assert shown == [f"{number} {name.partition('=')[0]}" for number, name in enumerate(order, 1)]
    said = {tuple(map(int, text.get_position())): text.get_text() for text in cells.texts}
    pairs = list(itertools.permutations(range(4), 2))
    assert said.keys() == set(pairs), "one figure in each cell off the diagonal"
    for row, column in pairs:
        share = board.share_ahead(order[row], order[column])
        assert said[column, row].partition("±")[0] == f"{100 * share.value:.0f}"
        assert int(said[column, row].partition("±")[2]) >= 100 * (share.high - share.low) / 2 - 1
        shares = (int(said[place].partition("±")[0]) for place in ((row, column), (column, row)))
        assert sum(shares) in (99, 100, 101)
    table = re.sub(r"\s+", " ", str(board))
    assert all(f" {words} " in table for words in shown), "the numbers of the table"
    assert all(words in table for words in said.values()), "the figures of the table"
    assert costs.get_xscale() == "log"
    dots = {float(c.lines[0].get_xdata()[0]): float(c.lines[0].get_ydata()[0]) for c in costs.containers}
    assert dots == {row.milliseconds: row.rating.mu for row in board.result.figures}


def test_cells_of_few_games_are_pale(monkeypatch):
    monkeypatch.setattr(statistics, "RATING_GAMES", 20)

    def strength(games):
        """How much of its full colour the cell of both agents has."""
        found = leaderboard(GAME, games=games, agents=["random", Peeks()], num_players=2)
        full = matplotlib.colormaps["RdBu"](
            found.share_ahead(*(row.figures.name for row in found.standings)).value
        )
        cell = plot_board(found).axes[0].images[0].get_array()[0, 1]
        return (1 - cell[:3].min()) / (1 - min(full[:3]))

    few, some, many = map(strength, (2, 60, 600))
    assert few == pytest.approx(0.15)
    assert few < some < many
    assert many > 0.9


def assert_fits(figure, size, inches):
    """A figure has the width of its size, no letters under 7 points, and none outside."""
    said = texts(figure)
    assert figure.get_figwidth() == inches == SIZES[size]
    assert 7 <= min(letters for _, letters in said) <= max(letters for _, letters in said) <= 9
    drawn = figure.get_tightbbox()
    assert -0.02 < drawn.x0 < drawn.x1 < inches + 0.02


@pytest.mark.parametrize(("draw", "size"), [
    (plot_tournament, "column"), (plot_tournament, "text"), (plot_ratings, "column"), (plot_seats, "column"),
    (plot_board, "column"), (plot_board, "text"),
])  # fmt: skip
def test_a_figure_for_a_paper_has_its_width_and_letters_that_can_be_read(draw, size, small, board):
    assert_fits(draw(board if draw is plot_board else small, size=size), size, SIZES[size])
    with pytest.raises(HustingsError, match="size: 'page' is not a figure's; choose column or text"):
        draw(board if draw is plot_board else small, size="page")


def test_a_board_for_a_paper_shows_the_agents_that_have_room():
    crowd = leaderboard(GAME, games=60, agents=[f"bot{k}=random" for k in range(14)], num_players=2)
    narrow, wide = (plot_board(crowd, size).axes[0] for size in SIZES)
    assert len(narrow.get_yticklabels()) < len(wide.get_yticklabels()) == 14
    assert not any("±" in text.get_text() for text in narrow.texts)
    assert "the best 12 of 14 agents" in narrow.figure.get_suptitle()


@pytest.mark.parametrize("draw", [plot_tournament, plot_ratings, plot_seats, plot_board])
def test_no_letters_are_too_small_to_print(draw, small, board):
    assert min(size for _, size in texts(draw(board if draw is plot_board else small))) >= 8


def test_a_plot_grows_with_the_agents_up_to_the_best_of_many():
    few, many = (tournament(GAME, [f"bot{k}=random" for k in range(n)], 60, num_players=2) for n in (3, 12))
    assert plot_ratings(few).get_figheight() < plot_ratings(many).get_figheight()
    crowd = tournament(GAME, [f"bot{k}=random" for k in range(52)], 1, num_players=2)
    figure = plot_ratings(crowd)
    assert len(figure.axes[0].get_yticklabels()) == 50
    assert "the best 50 of 52 agents" in figure.get_suptitle()


def test_what_cannot_be_drawn_names_the_plot_that_can(small, board):
    for draw in (plot_tournament, plot_seats):
        with pytest.raises(HustingsError, match=r"result: Leaderboard is not .* by plot_board, or give"):
            draw(board)
    with pytest.raises(HustingsError, match=r"board: TournamentResult is not .* by plot_tournament"):
        plot_board(small)
    with pytest.raises(HustingsError, match="result: int is neither a tournament nor a leaderboard"):
        plot_ratings(3)


def test_a_stopped_or_empty_result_can_be_drawn(tmp_path):
    empty = tournament(GAME, [Stops("$x_", calls=0), "random"], 10)
    for number, draw in enumerate((plot_tournament, plot_ratings, plot_seats)):
        save_plot(draw(empty), tmp_path / f"{number}.svg")
    save_plot(plot_tournament(tournament(GAME, ["random"], 1)), tmp_path / "one.png")
    assert len(list(tmp_path.iterdir())) == 4
    nothing = leaderboard(GAME, games=10, agents=[Stops("$x_", calls=0), "random", "b=random"], num_players=3)
    with pytest.raises(HustingsError, match="no games"):
        plot_board(nothing)
