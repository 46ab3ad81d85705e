"""Jackknife intervals of figures computed from sums over games."""

from collections.abc import Callable

import numpy as np

from ..statistics import Estimate, student

_NONE = 1e-12  # variances below this are rounding errors


def jackknife(figures: Callable[[np.ndarray], np.ndarray], parts: np.ndarray) -> list[Estimate]:
    """Figures of sums, with 95 % intervals over independent parts.

    Args:
        figures: maps (R, F) sums to (R, K) figures.
        parts: (C, F) the summands of each part, such as a game.

    Returns:
        K estimates; nan for undefined figures, and for intervals with fewer than `FEWEST_CLUSTERS` parts.
    """
    many, sums = len(parts), parts.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        whole, without_one = figures(sums[None])[0], figures(sums - parts)
        spread = ((without_one - without_one.mean(axis=0)) ** 2).sum(axis=0)
    reach = student(np.array(many - 1.0), np.array(many)) * np.sqrt(spread * (many - 1) / many)
    return [Estimate(*map(float, figure)) for figure in zip(whole, whole - reach, whole + reach)]


def differing(variances: np.ndarray) -> np.ndarray:
    """Variances to divide by: nan where all values are equal."""
    return np.where(variances > _NONE, variances, np.nan)
