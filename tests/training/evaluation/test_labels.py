"""Names beside points."""

import itertools

import numpy as np
from matplotlib.figure import Figure

from hustings.training.evaluation.labels import Box, place_labels


def placed(points, spans, names, size=(6, 5)):
    """The boxes of the names, the box of the axes, the points, and the lines by their names, in pixels."""
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.subplots()
    axes.plot(*zip(*points), "o")
    axes.margins(0.15)
    place_labels(axes, points, spans, names, fontsize=8.5)
    figure.draw_without_rendering()
    boxes = {
        text.get_text(): Box(*text.get_window_extent().extents) for text in axes.texts if text.get_text()
    }
    pixels = [axes.transData.transform(point) for point in points]
    lines = {
        name.get_text(): (axes.transData.transform(line.xy), np.array(line.xyann) * figure.dpi / 72)
        for name, line in itertools.pairwise(axes.texts)
        if not line.get_text()
    }
    return boxes, Box(*axes.bbox.extents), pixels, lines


def test_names_cover_neither_each_other_nor_points():
    stream = np.random.default_rng(1)
    points = [
        tuple(point) for point in np.concatenate([stream.normal(0, 0.1, (9, 2)), stream.random((9, 2))])
    ]
    names = [f"search:iterations={number}" for number in range(18)]
    boxes, room, pixels, _ = placed(points, [(y - 0.02, y + 0.02) for _, y in points], names)
    assert boxes.keys() == set(names)
    for one, other in itertools.combinations(boxes.values(), 2):
        assert not one.meets(other)
    for box in boxes.values():
        assert box.within(room)
        assert not any(box.left < x < box.right and box.bottom < y < box.top for x, y in pixels)


def test_a_line_crosses_points_rather_than_names():
    points = np.concatenate([np.random.default_rng(33).normal(0.5, 0.02, (6, 2)), [(0, 0), (1, 1)]])
    names = ["greedy", "pollster", "agitator", "recruiter", "policy", "brisk", "bold", "meek"]
    spans = [(y - 0.03, y + 0.03) for _, y in points]
    boxes, *_, lines = placed(list(map(tuple, points)), spans, names, (3, 2.4))
    assert lines
    for own, (start, way) in lines.items():
        for x, y in (start + way * share for share in np.linspace(0, 1, 200)):
            struck = [name for name, box in boxes.items() if Box(x, y, x, y).within(box)]
            assert set(struck) <= {own}


def test_a_lonely_name_is_at_the_right_of_its_point():
    boxes, _, ((x, y),), _ = placed([(1.0, 1.0)], [(1.0, 1.0)], ["greedy"])
    assert x < boxes["greedy"].left < x + 20
    assert boxes["greedy"].bottom < y < boxes["greedy"].top
