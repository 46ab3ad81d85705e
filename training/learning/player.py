"""A network that plays in a rollout, and a clock for its time."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import torch

from .networks import Network
from .self_play import Decided
from .trainer import log_softmax, taken


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
        clock: counts the time of the network as "thinking".
    """

    def __init__(self, network: Network, clock: Clock | None = None):
        self.network, self._clock = network, clock or Clock()

    def decide(self, observations: np.ndarray, masks: np.ndarray) -> Decided:
        """See `self_play.Decide`."""
        with self._clock.timed("thinking"), torch.no_grad():
            device = self.network.device
            legal = torch.from_numpy(masks).to(device)
            output = self.network.evaluate(torch.from_numpy(observations).to(device), legal)
            log_probs = log_softmax(output, legal)
            # An exponential race: an action that is twice as likely runs twice as fast; the first one wins.
            actions = (log_probs.exp() / torch.empty_like(log_probs).exponential_()).argmax(dim=1)
            found = (actions, taken(log_probs, actions), output.judged)
            return Decided(*(tensor.cpu().numpy() for tensor in found))

    def judge(self, observations: np.ndarray) -> np.ndarray:
        """See `self_play.Judge`."""
        with self._clock.timed("thinking"), torch.no_grad():
            return self.network.judge(torch.from_numpy(observations).to(self.network.device)).cpu().numpy()
