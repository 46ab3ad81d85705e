"""A network that plays in a rollout, and a clock for its time."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import torch
from torch import Tensor

from .networks import Network
from .recorded import Recorded
from .rollout import GOALS
from .self_play import Decided
from .trainer import drawn, log_softmax, taken


class Clock:
    """Seconds by activity; time inside a nested activity counts for that one only."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self._within: list[str] = []
        self._since = time.perf_counter()

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        """Count the time of a `with` block."""
        self._turn()
        self._within.append(what)
        try:
            yield
        finally:
            self._turn()
            self._within.pop()

    def _turn(self) -> None:
        now = time.perf_counter()
        if self._within:  # only the innermost activity gets the time
            self.spent[self._within[-1]] = self.spent.get(self._within[-1], 0.0) + now - self._since
        self._since = now

    def shares(self) -> dict[str, float]:
        """The share of each activity in the time, as "time/NAME"."""
        whole = sum(self.spent.values()) or 1.0
        return {f"time/{name}": seconds / whole for name, seconds in self.spent.items()}


class Seen:
    """The input of a rollout's decisions, kept on a GPU for learning.

    Args:
        most: the number of decisions that there is room for.
        observation_size, num_actions: the sizes.
        device: where they are kept.
    """

    def __init__(self, most: int, observation_size: int, num_actions: int, device: torch.device):
        self.size = 0
        self._views = torch.empty((most, observation_size), device=device)
        self._masks = torch.empty((most, num_actions), dtype=torch.bool, device=device)

    def add(self, views: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Append the input of decisions; return it as tensors on the device."""
        span = slice(self.size, self.size + len(views))
        self.size += len(views)
        self._views[span].copy_(views, non_blocking=True)
        self._masks[span].copy_(masks, non_blocking=True)
        return self._views[span], self._masks[span]

    def tensors(self) -> dict[str, Tensor]:
        """All that was added, by the names in a `Rollout`."""
        return {"observations": self._views[: self.size], "masks": self._masks[: self.size]}


class Player:
    """A network that plays by sampling from its policy, with torch's generator.

    Args:
        network: used with its current weights at each decision.

    Attributes:
        clock: counts the time of the network as "thinking".
        seen: gets the input of every decision; None for nothing.
    """

    def __init__(self, network: Network):
        self.network, self.clock = network, Clock()
        self.seen: Seen | None = None
        recorded = network.device.type == "cuda" and network.never_waits
        self._decided = Recorded(self._decide, network.device, by_rows=True) if recorded else self._decide

    def decide(self, observations: np.ndarray, masks: np.ndarray) -> Decided:
        """See `self_play.Decide`."""
        with self.clock.timed("thinking"), torch.no_grad():
            views, legal = torch.from_numpy(observations), torch.from_numpy(masks)
            if self.seen is not None:
                views, legal = self.seen.add(views, legal)
            else:
                views, legal = views.to(self.network.device), legal.to(self.network.device)
            found = self._decided(views, legal).cpu().numpy()
            values = np.ascontiguousarray(found[:, 2:]).reshape(len(found), len(GOALS), -1)
            return Decided(found[:, 0].astype(np.int64), found[:, 1], values)

    def _decide(self, views: Tensor, legal: Tensor) -> Tensor:
        """(R, 2 + G·P) actions, their log-probabilities and the values, together since they are copied."""
        output = self.network.evaluate(views, legal)
        log_probs = log_softmax(output, legal)
        actions = drawn(log_probs)
        found = (actions.unsqueeze(1), taken(log_probs, actions).unsqueeze(1), output.judged.flatten(1))
        return torch.cat(found, dim=1)

    def judge(self, observations: np.ndarray) -> np.ndarray:
        """See `self_play.Judge`."""
        with self.clock.timed("thinking"), torch.no_grad():
            return self.network.judge(torch.from_numpy(observations).to(self.network.device)).cpu().numpy()
