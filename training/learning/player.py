"""A network that plays in a rollout."""

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
from .trainer import log_probs_of, log_softmax, sample


class Player:
    """A network that plays by sampling from its policy, with torch's generator.

    Args:
        network: used with its current weights at each decision.

    Attributes:
        seconds: the time of the network so far.
    """

    def __init__(self, network: Network):
        self.network, self.seconds = network, 0.0
        self._decided = recorded_by_rows(partial(_decide, network), network)

    def decide(self, observations: np.ndarray | Tensor, masks: np.ndarray | Tensor) -> Callable[[], Decided]:
        """See `self_play.Decide`."""
        device = self.network.device
        with self._timed(), torch.no_grad():
            views, legal = torch.as_tensor(observations).to(device), torch.as_tensor(masks).to(device)
            return partial(self._answered, Answer(self._decided(views, legal)))

    def _answered(self, answer: Answer) -> Decided:
        with self._timed():
            found = answer()
        values = np.ascontiguousarray(found[:, 2:]).reshape(len(found), len(GOALS), -1)
        return Decided(found[:, 0].astype(np.int64), found[:, 1], values)

    def judge(self, observations: np.ndarray) -> np.ndarray:
        """See `self_play.Judge`."""
        with self._timed(), torch.no_grad():
            return self.network.judge(torch.from_numpy(observations).to(self.network.device)).cpu().numpy()

    @contextmanager
    def _timed(self) -> Iterator[None]:
        begin = time.perf_counter()
        yield
        self.seconds += time.perf_counter() - begin


def _decide(network: Network, views: Tensor, legal: Tensor) -> Tensor:
    """(R, 2 + G·P) actions, their log-probabilities and values, in one tensor to be copied at once."""
    output = network.evaluate(views, legal)
    log_probs = log_softmax(output, legal)
    actions = sample(log_probs)
    found = (actions.unsqueeze(1), log_probs_of(log_probs, actions).unsqueeze(1), output.judged.flatten(1))
    return torch.cat(found, dim=1)
