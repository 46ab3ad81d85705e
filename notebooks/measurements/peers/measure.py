"""Measures all contenders in the same way, in turn and by processor time, and makes the table of results."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hustings.envs import GAMES

Figures = dict[str, list[float]]
"""Steps per second in each repetition, by the "processor" and by the "clock"."""


@dataclass(frozen=True)
class Contender:
    """Something that plays at random, or learns, and counts its steps."""

    play: Callable[[], Any]
    """Takes some steps; called repeatedly."""
    count: Callable[[Any], int] = int
    """The number of steps, from the result of `play`; not timed."""
    note: str = ""
    """A note for readers on how it was played."""


def rate(contender: Contender, seconds: float) -> tuple[float, float]:
    """Steps per second over some seconds by the clock, one call at least.

    First by processor time, which hardly depends on what else the machine does, then by the clock.
    """
    steps, processor, clock = 0, 0.0, 0.0
    while not steps or clock < seconds:
        since = time.process_time(), time.perf_counter()
        played = contender.play()
        processor += time.process_time() - since[0]
        clock += time.perf_counter() - since[1]
        steps += contender.count(played)
    return steps / processor, steps / clock


def in_turn(contenders: Sequence[Contender], repetitions: int, seconds: float) -> list[Figures]:
    """The figures of each; in every repetition all are measured one after another, after a warm-up."""
    if seconds:
        for contender in contenders:
            rate(contender, seconds / 3)
    rounds = [[rate(contender, seconds) for contender in contenders] for _ in range(repetitions)]
    return [dict(zip(("processor", "clock"), map(list, zip(*rates)))) for rates in zip(*rounds)]


def best(contenders: Sequence[Contender], seconds: float) -> Contender:
    """The fastest contender."""
    for contender in contenders:
        contender.play()
    return max(contenders, key=lambda contender: rate(contender, seconds))


def ratios(ours: Figures, peers: Figures) -> list[float]:
    """How many times as fast ours is, repetition by repetition, by processor time.

    >>> ratios({"processor": [20.0, 30.0, 10.0]}, {"processor": [10.0, 10.0, 10.0]})
    [2.0, 3.0, 1.0]
    """
    return [our / peer for our, peer in zip(ours["processor"], peers["processor"], strict=True)]


def relative_deviation(values: Sequence[float]) -> float:
    """The median distance of values from their median, as a share of it.

    >>> relative_deviation([2.0, 3.0, 1.0, 2.0, 2.5])
    0.25
    """
    middle = statistics.median(values)
    return statistics.median(abs(value - middle) for value in values) / middle


def table(groups: Sequence[dict[str, Any]]) -> str:
    """The ratios as a Markdown table: a group's first row is hustings, in steps/s, the others are peers."""
    lines = ["| | steps/s | " + " | ".join(game.title for game in GAMES.values()) + " |"]
    lines.append("|---" * (2 + len(GAMES)) + "|")
    for group in groups:
        ours = [group["ours"].get(name) for name in GAMES]
        lines.append(
            _row(f"**Hustings, {group['title']}**", "", [_speed(our) if our else "" for our in ours])
        )
        for name, peer in group["peers"].items():
            lines.append(_row(name, _speed(peer), [_times(our, peer) if our else "" for our in ours]))
    return "\n".join(lines)


def remarks(groups: Sequence[dict[str, Any]]) -> list[str]:
    """Lines for below the table: what was left out and why, notes, and how steady the ratios are."""
    lines = [f"{name} is left out: {why}" for group in groups for name, why in group["left_out"].items()]
    lines += [f"{name}: {note}" for group in groups for name, note in group["notes"].items()]
    spreads = [
        relative_deviation(ratios(our, peer))
        for group in groups
        for our in group["ours"].values()
        for peer in group["peers"].values()
    ]
    if spreads:
        lines.append(
            "Ratios are medians; half of the repetitions lie within "
            f"{100 * statistics.median(spreads):.0f} % (of the unsteadiest {100 * max(spreads):.0f} %)."
        )
    return list(dict.fromkeys(lines))


def _row(name: str, speed: str, cells: Sequence[str]) -> str:
    return f"| {name} | {speed} | " + " | ".join(cells) + " |"


def _speed(figures: Figures) -> str:
    return short(statistics.median(figures["processor"]))


def _times(ours: Figures, peers: Figures) -> str:
    middle = statistics.median(ratios(ours, peers))
    return f"×{middle:.{0 if middle >= 9.95 else 1 if middle >= 0.995 else 2}f}"


def short(speed: float) -> str:
    """A speed to two or three digits.

    >>> short(333.3), short(18_734), short(2_712_000), short(8.74)
    ('333', '18.7 k', '2.71 M', '8.7')
    """
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if speed >= size:
            scaled = speed / size
            return f"{scaled:.{max(0, 3 - len(str(int(scaled))))}f}{letter}"
    return f"{speed:.0f}" if speed >= 100 else f"{speed:.1f}"
