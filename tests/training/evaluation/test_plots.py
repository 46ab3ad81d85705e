"""The picture of a tournament."""

import pytest

from hustings.envs import HustingsError
from hustings.training.evaluation.plot import check_plot_path, draw, plot
from hustings.training.evaluation.tournaments import tournament

from ...players import Peeks, Stops
from ...tinygame import GAME


@pytest.fixture(scope="module")
def small():
    return tournament(GAME, ["random", Peeks()], 60, num_players=2)


def test_the_picture_is_a_png_and_overwrites_nothing(small, tmp_path):
    path = tmp_path / "result.png"
    plot(small, path)
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(data[16:20], "big") > 600, "pixels wide"
    with pytest.raises(HustingsError, match="exists"):
        plot(small, path)
    assert path.read_bytes() == data
    assert [found.name for found in tmp_path.iterdir()] == ["result.png"], "nothing else is left behind"


@pytest.mark.parametrize(
    ("name", "words"), [("no/x.png", "no such folder"), ("x.bmp", "ends in"), ("x", "ends in")]
)
def test_a_picture_that_cannot_be_written_is_refused_beforehand(tmp_path, name, words):
    with pytest.raises(HustingsError, match=words):
        check_plot_path(tmp_path / name)


def test_the_picture_shows_every_agent_at_its_figures(small):
    figure = draw(small)
    shares, scores = figure.axes
    assert [tick.get_text() for tick in shares.get_yticklabels()] == ["[cheat]", "random"]
    best, other = small.figure("[cheat]"), small.figure("random")
    for axes, name in ((shares, "win_share"), (scores, "mean_score")):
        drawn = [container.lines[0].get_xdata()[0] for container in axes.containers]
        assert drawn == pytest.approx([getattr(best, name).value, getattr(other, name).value])
        ends = axes.containers[0].lines[2][0].get_segments()[0][:, 0]
        assert ends.tolist() == pytest.approx([getattr(best, name).low, getattr(best, name).high])


def test_a_stopped_or_empty_result_can_be_drawn(tmp_path):
    plot(tournament(GAME, [Stops("$x_", calls=0), "random"], 10), tmp_path / "empty.png")
    plot(tournament(GAME, ["random"], 1), tmp_path / "one.png")
    assert len(list(tmp_path.iterdir())) == 2
