"""The progress of a run: counters, clock and evaluations, and their form in a checkpoint."""

import math
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any

from ...envs.core.errors import HustingsError
from .checkpoint import check_record
from .settings import TrainSettings

_EVALUATION = {"rollout": int, "steps": int, "seconds": float, "win_shares": dict}


@dataclass
class RunState:
    """The progress of a run.

    Attributes:
        settings: the run's settings, with its limits.
        warm: whether the warm start before self-play is over.
        waves, lessons: the imitation's waves of games, and the decisions imitated in them.
        rollouts, steps: the algorithm's updates, and the learner's decisions in them.
        warm_seconds: the duration of the warm start.
        ended: the limit in minutes at which the run ended because too little time was left for another
            update; 0 before.
        evaluations: those of `evaluations.json`, without the number of players.
    """

    settings: TrainSettings
    warm: bool = False
    waves: int = 0
    lessons: int = 0
    rollouts: int = 0
    steps: int = 0
    warm_seconds: float = 0.0
    ended: float = 0.0
    evaluations: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._seconds_before = 0.0
        self.start_clock()
        self._last: dict[str, float] = {}
        self._took: dict[str, float] = {}

    def start_clock(self) -> None:
        """Start the clock now, so that time since the state was made or restored does not count."""
        self._begin = time.monotonic()

    @property
    def seconds(self) -> float:
        """The duration so far, including the time before it was resumed."""
        return self._seconds_before + time.monotonic() - self._begin

    @property
    def done(self) -> float:
        """The fraction of the run that is done; above 1 beyond the limit."""
        return self._done_since(0.0)

    @property
    def over(self) -> bool:
        """Whether the limit is reached, or too little time is left."""
        return self.done >= 1 or 0 < (self.settings.minutes or 0) <= self.ended

    @property
    def progress(self) -> float:
        """The fraction of the run that is done, not counting the imitation, from 0 to 1."""
        return min(self._done_since(self.warm_seconds), 1.0)

    def _done_since(self, begin: float) -> float:
        """The larger fraction that is done: of all steps, or of the time from the second `begin` on."""
        s = self.settings
        shares = [self.steps / s.steps] if s.steps else []
        if s.minutes is not None:
            left = 60 * s.minutes - begin
            shares.append((self.seconds - begin) / left if left > 0 else 1.0)
        return max(shares)

    @property
    def seconds_left(self) -> float:
        """The time until the limit in minutes; infinite without one."""
        minutes = self.settings.minutes
        return math.inf if minutes is None else 60 * minutes - self.seconds

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        """Record how long `what` takes inside."""
        begin = time.monotonic()
        yield
        self._took[what] = time.monotonic() - begin

    def fits(self, *work: str, seconds: float | None = None) -> bool:
        """Whether there is time for all of this work, judged by how long each kind took last.

        Args:
            work: kinds of work; those never timed count as nothing.
            seconds: the available time; None for `seconds_left`.
        """
        there_is = self.seconds_left if seconds is None else seconds
        return there_is > 0 and sum(self._took.get(what, 0.0) for what in work) <= there_is

    def due(self, what: str, seconds: float) -> bool:
        """Whether this many seconds have passed since `mark(what)`; always true before the first."""
        return what not in self._last or self.seconds - self._last[what] >= seconds

    def mark(self, what: str) -> None:
        """Restart the time until `what` is due again."""
        self._last[what] = self.seconds

    # --- In a checkpoint -------------------------------------------------------------------------

    def as_record(self) -> dict[str, Any]:
        """The state as plain data."""
        saved = {item.name: getattr(self, item.name) for item in fields(self) if item.name != "settings"}
        return {**saved, "seconds": self.seconds}

    def restore(self, record: dict[str, Any]) -> None:
        """Continue from a checked record, with nothing due yet."""
        for name in self.as_record().keys() - {"seconds"}:
            setattr(self, name, record[name])
        self._seconds_before = record["seconds"]
        self.start_clock()
        self._last = {"checkpoint": self.seconds}
        if self.evaluations:
            self._last["evaluation"] = self.evaluations[-1]["seconds"]


def check_state(record: dict[str, Any], like: dict[str, Any], matches: Collection[str]) -> None:
    """Refuse a record that no run could have written.

    Args:
        record: from `RunState.as_record`, with further entries.
        like: a record with the same entries, each of its type.
        matches: the names of the matches in evaluations.

    Raises:
        HustingsError: naming what is impossible.
    """
    check_record("state.json", record, {name: type(value) for name, value in like.items()})
    for entry in record["evaluations"]:
        check_record("evaluations", entry, _EVALUATION)
        if entry["win_shares"].keys() != set(matches):
            raise HustingsError("evaluations: not against the bots of the settings")
        for share in entry["win_shares"].values():
            if not isinstance(share, list) or len(share) != 3 or not isinstance(share[0], float):
                raise HustingsError(f"evaluations: {share!r} is not a win share and its interval")
    if any(entry["rollout"] > record["rollouts"] for entry in record["evaluations"]):
        raise HustingsError("evaluations: of updates that are still to come")
    if (record["warm"] and not record["evaluations"]) or not (record["warm"] or record["waves"]):
        raise HustingsError("evaluations: there are none before self-play")
