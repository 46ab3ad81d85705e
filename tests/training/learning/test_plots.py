"""Plots of learning curves, from the folders that runs leave."""

import json
import os
import shutil

import numpy as np
import pytest

from hustings.envs.core.errors import HustingsError
from hustings.training.evaluation.curves import curve_text, curves, named_run
from hustings.training.evaluation.plots import SIZES, colours, save_plot
from hustings.training.learning.metrics import scalars
from hustings.training.learning.plots import MAY_DIFFER, plot_curves
from hustings.training.learning.process_state import logs
from hustings.training.learning.settings import LIMITS

from ..evaluation.test_plots import assert_fits

EXPLAINED = "share of results that values explain"


@pytest.fixture
def made(tmp_path):
    """Makes the folder of a run whose win share rises from `first` by 10 with every 100 decisions."""

    def make(seed, first, **settings):
        folder = tmp_path / f"run{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        entries = [
            {"rollout": 0, "steps": max(0, 100 * k), "seconds": 60.0 * (k + 1), "num_players": 4,
             "win_shares": {"greedy": [share, share - 0.05, share + 0.05], "random": [0.9, None, None]}}
            for k, share in [(-1, 0.0), *((k, first + 0.1 * k) for k in range(4))]
        ]  # fmt: skip
        (folder / "evaluations.json").write_text(json.dumps(entries))
        about = {"game": "saludos_amigos", "num_players": 4, "seed": seed, "layers": [64, 64], **settings}
        (folder / "settings.json").write_text(json.dumps(about))
        with logs(folder / "tensorboard") as writer:
            for step in (50, 150, 250):
                writer.add_scalar("own/loss", 1.0, step)
                writer.add_scalar("phase/draft", 0.5, step)
                writer.add_scalar("values/own_explained", first + step, step)
        return folder

    return make


def keep(folder, change):
    """Let a run have other evaluations."""
    file = folder / "evaluations.json"
    file.write_text(json.dumps(change(json.loads(file.read_text()))))


def panels(figure):
    """The panels by their titles."""
    return {axes.get_title(loc="left"): axes for axes in figure.axes}


def legend(figure):
    """What the legend says."""
    return [text.get_text() for text in figure.legends[0].get_texts()]


def band(axes):
    """(X, 2) the lower and the upper end of the only band of a panel."""
    (drawn,) = axes.collections
    path = drawn.get_paths()[0].vertices
    return {x: (path[path[:, 0] == x, 1].min(), path[path[:, 0] == x, 1].max()) for x in path[:, 0]}


def test_a_run_has_a_panel_for_each_figure_and_its_intervals(made):
    folder = made(1, 0.2)
    figure = plot_curves([folder])
    found = panels(figure)
    assert [*found] == [
        *(f"win share % against {bot}" for bot in ("greedy", "random")),
        EXPLAINED,
        "own/loss",
    ]
    greedy = found["win share % against greedy"]
    curve, fair = greedy.lines
    assert curve.get_xdata().tolist() == [0, 100, 200, 300], "the warm start is its end alone"
    assert curve.get_ydata() == pytest.approx([20, 30, 40, 50])
    assert fair.get_ydata() == pytest.approx([25, 25])
    assert band(greedy)[100] == pytest.approx((25, 35))
    assert not found["win share % against random"].collections, "there are no intervals"
    assert found[EXPLAINED].lines[0].get_ydata() == pytest.approx([50.2, 150.2, 250.2])
    assert found["own/loss"].get_xlabel() == "decisions of the learner"
    assert legend(figure) == [f"{folder}: 1 run, 95% intervals over deals", "fair share"]
    assert figure.get_suptitle() == "Saludos Amigos!, 4 players: 1 run"


def test_over_minutes_the_warm_start_is_there(made):
    found = panels(plot_curves([made(1, 0.2)], over="minutes"))
    assert found["win share % against greedy"].lines[0].get_xdata().tolist() == [0, 1, 2, 3, 4]
    assert found[EXPLAINED].lines[0].get_xdata() == pytest.approx([1.5, 2.5, 3.5])
    assert found["own/loss"].get_xlabel() == "minutes"


def test_runs_of_one_name_are_seeds_of_one_line(made):
    firsts = (0.0, 0.1, 0.2, 0.5)
    ours = [f"ours={made(seed, first, learning_rate=seed)}" for seed, first in enumerate(firsts)]
    other = made(1, 0.3)
    figure = plot_curves([ours[0], f"theirs={other}", *ours[1:]], losses=False)
    assert legend(figure) == [
        "ours: mean and range of 4 runs", "theirs: 1 run, 95% intervals over deals", "fair share"
    ]  # fmt: skip
    greedy, _ = panels(figure).values()
    assert greedy.lines[0].get_ydata() == pytest.approx([20, 30, 40, 50])
    ends = greedy.collections[0].get_paths()[0].vertices
    assert {tuple(np.round(end, 6)) for end in ends} >= {(100, 10), (100, 60), (300, 30), (300, 80)}
    found = curves([*ours, f"theirs={other}"]).curves
    assert [curve.name for curve in found] == [
        f"{name}: {bot}" for name in ("ours", "theirs") for bot in ("greedy", "random")
    ]
    assert found[0].shares == pytest.approx([0.2, 0.3, 0.4, 0.5])
    assert found[0].intervals[2] == pytest.approx((0.2, 0.7))
    assert "against ours: greedy" in curve_text(ours)


def test_a_folder_whose_path_has_an_equals_sign_is_no_name(made):
    folder = made(1, 0.2)
    moved = folder.rename(folder.with_name("a=b"))
    assert named_run(str(moved)) == named_run(moved) == ("", moved)
    assert named_run(f"c={moved}") == ("c", moved)
    assert named_run(f"rate=0.1={moved}") == ("rate=0.1", moved), "a name may have one, too"
    for wrong, words in (("x=", "write NAME=FOLDER"), ("\u200b=x", "invisible"), ("=x", "a name is missing")):
        with pytest.raises(HustingsError, match=words):
            named_run(wrong)


@pytest.mark.parametrize("over", ["decisions", "minutes"])
def test_the_axis_begins_where_runs_do_also_where_nothing_was_measured_there(made, over):
    folder = made(1, 0.2)
    keep(folder, lambda found: [{**entry, "seconds": entry["seconds"] + 1200} for entry in found[2:]])
    axes = panels(plot_curves([folder], over))["win share % against greedy"]
    left, right = axes.get_xlim()
    assert left <= 0 < axes.lines[0].get_xdata()[0] < axes.lines[0].get_xdata()[-1] <= right


def test_no_two_curves_have_the_same_colour(made):
    runs = [made(1, 0.02 * number, learning_rate=number) for number in range(12)]
    drawn = panels(plot_curves(runs, losses=False))["win share % against greedy"].lines[:-1]
    assert len({line.get_color() for line in drawn}) == 12
    for count in (1, 7, 8, 50):
        assert len(set(colours(count))) == count


@pytest.mark.parametrize(("size", "inches"), SIZES.items())
def test_a_figure_for_a_paper_has_its_width_and_letters_that_can_be_read(made, tmp_path, size, inches):
    figure = plot_curves([f"a rather long name={made(1, 0.1)}", made(2, 0.2)], size=size)
    assert_fits(figure, size, inches)
    save_plot(figure, tmp_path / "curve.png")
    assert int.from_bytes((tmp_path / "curve.png").read_bytes()[16:20], "big") == round(300 * inches)


def test_four_runs_are_an_interquartile_mean_with_a_bootstrap_band(made):
    firsts = (0.0, 0.1, 0.2, 0.6)
    runs = [made(seed, first) for seed, first in enumerate(firsts)]
    figure = plot_curves(runs)
    assert legend(figure) == ["interquartile mean of 4 runs, 95% bootstrap band over runs", "fair share"]
    greedy = panels(figure)["win share % against greedy"]
    assert greedy.lines[0].get_ydata() == pytest.approx([15, 25, 35, 45]), "the outer ones do not count"
    low, high = band(greedy)[0]
    assert 0 <= low < 15 < high <= 60
    again = panels(plot_curves(runs))["win share % against greedy"]
    assert band(again) == band(greedy), "the same runs give the same band"


def test_recipes_are_told_apart_by_what_differs(made):
    runs = [made(1, 0.1, learning_rate=0.1), made(2, 0.2, learning_rate=0.1), made(1, 0.3, learning_rate=0.2)]
    figure = plot_curves(runs)
    assert legend(figure) == [
        "learning_rate=0.1: mean and range of 2 runs",
        "learning_rate=0.2: 1 run, 95% intervals over deals",
        "fair share",
    ]
    one, other, _ = panels(figure)["win share % against greedy"].lines
    assert one.get_color() != other.get_color()


def test_a_recipe_whose_name_is_taken_is_called_by_its_folder(made):
    runs = made(1, 0.0), made(2, 0.0, learning_rate=0.5), made(3, 0.0, learning_rate=0.25)
    figure = plot_curves([f"learning_rate=0.5={runs[0]}", *runs[1:]], losses=False)
    names = [line.partition(":")[0] for line in legend(figure)]
    assert names == ["learning_rate=0.5", str(runs[1]), "learning_rate=0.25", "fair share"]


def test_runs_of_different_length_are_joined_up_to_the_end_of_the_shortest(made):
    runs = [made(1, 0.1), made(2, 0.2)]
    keep(runs[1], lambda found: found[:3])
    curve = panels(plot_curves(runs))["win share % against greedy"].lines[0]
    assert curve.get_xdata().tolist() == [0, 100]


def test_a_first_evaluation_alone_is_a_dot_with_its_interval(made):
    folder = made(1, 0.2)
    shutil.rmtree(folder / "tensorboard")
    keep(folder, lambda found: found[1:2])
    axes = panels(plot_curves([folder]))["win share % against greedy"]
    (segment,) = axes.collections[0].get_segments()
    assert segment.ravel() == pytest.approx([0, 15, 0, 25])
    assert axes.get_xticks().tolist() == [0]


def test_what_cannot_be_plotted_is_refused(made, tmp_path):
    folder = made(1, 0.2)
    with pytest.raises(HustingsError, match=r"nothing.evaluations.json: not found; give the folder of a run"):
        plot_curves([folder, tmp_path / "nothing"])
    with pytest.raises(
        HustingsError, match="'games' is not what a curve counts; choose decisions or minutes"
    ):
        plot_curves([folder], over="games")
    with pytest.raises(HustingsError, match="size: 'page' is not a figure's; choose column or text"):
        plot_curves([folder], size="page")
    keep(folder, lambda found: [{**entry, "win_shares": {}} for entry in found])
    with pytest.raises(HustingsError, match="none of them was measured against a bot"):
        plot_curves([folder])
    (folder / "settings.json").write_text("[]")
    with pytest.raises(HustingsError, match=r"json: damaged"):
        plot_curves([folder])
    keep(folder, lambda found: [])
    with pytest.raises(HustingsError, match=r"evaluations.json: damaged"):
        plot_curves([folder])


@pytest.mark.parametrize("seconds", [1, 9999999999], ids=["", "by a clock that goes wrong"])
def test_logs_of_a_run_that_went_on_are_joined(made, seconds):
    folder = made(1, 0.0)
    (first,) = (folder / "tensorboard").iterdir()
    first.rename(first.with_name(f"events.out.tfevents.{seconds}.first"))
    with logs(folder / "tensorboard") as writer:
        for step in (150, 200):
            writer.add_scalar("values/own_explained", -step, step)
    assert scalars(folder, "values/own_explained".__eq__) == {
        "values/own_explained": [(50, 50.0), (150, -150.0), (200, -200.0)]
    }


def test_a_log_that_is_being_written_is_read_so_far_and_a_damaged_one_refused(made):
    folder = made(1, 0.0)
    (file,) = (folder / "tensorboard").iterdir()
    content = file.read_bytes()
    file.write_bytes(content[:-5])
    (points,) = scalars(folder, "values/own_explained".__eq__).values()
    assert [step for step, _ in points] == [50, 150]
    file.write_bytes(content + (2**28).to_bytes(8, "little"))
    os.truncate(file, 2**27 + 1)  # as large as a week's log
    (points,) = scalars(folder, "values/own_explained".__eq__).values()
    assert len(points) == 3
    file.write_bytes((9).to_bytes(8, "little") + b"\xff" * 40)
    with pytest.raises(HustingsError, match="damaged, not a log of TensorBoard's; remove it"):
        scalars(folder, "values/own_explained".__eq__)


def test_the_curves_of_a_real_run(run):
    found = panels(plot_curves([run[0]]))
    assert {"win share % against random", EXPLAINED, "value loss"} <= found.keys()


def test_limits_do_not_separate_recipes():
    assert set(LIMITS) < MAY_DIFFER
