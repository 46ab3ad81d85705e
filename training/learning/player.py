"""A network that plays in a rollout, and a clock for its time."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import numpy as np
import torch
from torch import Tensor

from .cuda_graphs import recorded_by_rows
from .networks import Network
from .on_gpu import Answer
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


class Player:
    """A network that plays by sampling from its policy, with torch's generator.

    Args:
        network: used with its current weights at each decision.

    Attributes:
        clock: counts the time of the network as "thinking".
    """

    def __init__(self, network: Network):
        self.network, self.clock = network, Clock()
        self._decided = recorded_by_rows(partial(_decide, network), network)

    def decide(self, observations: np.ndarray | Tensor, masks: np.ndarray | Tensor) -> Callable[[], Decided]:
        """See `self_play.Decide`."""
        device = self.network.device
        with self.clock.timed("thinking"), torch.no_grad():
            views, legal = torch.as_tensor(observations).to(device), torch.as_tensor(masks).to(device)
            return partial(self._answered, Answer(self._decided(views, legal)))

    def _answered(self, answer: Answer) -> Decided:
        with self.clock.timed("thinking"):
            found = answer()
        values = np.ascontiguousarray(found[:, 2:]).reshape(len(found), len(GOALS), -1)
        return Decided(found[:, 0].astype(np.int64), found[:, 1], values)

    def judge(self, observations: np.ndarray) -> np.ndarray:
        """See `self_play.Judge`."""
        with self.clock.timed("thinking"), torch.no_grad():
            return self.network.judge(torch.from_numpy(observations).to(self.network.device)).cpu().numpy()


def _decide(network: Network, views: Tensor, legal: Tensor) -> Tensor:
    """(R, 2 + G·P) actions, their log-probabilities and values, in one tensor to be copied at once."""
    output = network.evaluate(views, legal)
    log_probs = log_softmax(output, legal)
    actions = drawn(log_probs)
    found = (actions.unsqueeze(1), taken(log_probs, actions).unsqueeze(1), output.judged.flatten(1))
    return torch.cat(found, dim=1)
