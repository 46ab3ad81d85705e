"""Colours of pictures, as whoever cannot tell red from green sees them."""

import itertools

import numpy as np

from hustings.envs.core.text.drawing import COLOURS, SEAT_COLOURS

LEAST = 15
"""The distance of two colours in CIE Lab from which they are told apart at a glance."""
DEUTERANOPE = np.array(  # Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
)
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def seen(colour: str) -> np.ndarray:
    """A colour in CIE Lab as a deuteranope sees it."""
    rgb = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(DEUTERANOPE @ linear, 0, 1) / [0.9505, 1, 1.089]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_seats_and_factions_share_no_colour_and_a_deuteranope_tells_them_apart():
    factions = {"white": "#ffffff", "blue": COLOURS["blue"], "red": COLOURS["red"]}
    assert not set(factions) & set(SEAT_COLOURS)
    colours = {name: COLOURS[name] for name in SEAT_COLOURS} | factions
    for one, other in itertools.combinations(colours, 2):
        distance = np.linalg.norm(seen(colours[one]) - seen(colours[other]))
        assert distance > LEAST, f"{one} and {other}: {distance:.0f}"
