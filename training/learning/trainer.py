"""Gradient steps on a network: what PPO, imitation and expert iteration share."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from .checkpoint import Arrays
from .networks import LOWEST, Evaluation, Network
from .optimizer import adam_state, make_adam, restore_adam, set_learning_rate
from .rollout import MARGIN, PAY

Batch = dict[str, Tensor]
Loss = Callable[[Batch], tuple[Tensor, dict[str, Tensor]]]
"""The loss of a batch of decisions, and figures to report: their means over the batches are kept."""
Enough = Callable[[dict[str, Tensor]], bool]
"""Asked with the figures of a batch, before it is learnt from; True ends the learning."""


class Trainer:
    """Adam on all weights of a network.

    Args:
        network: what learns, in place.
        learning_rate: Adam's step size until `set_rate`.
        max_gradient: the norm at which gradients are clipped.
    """

    def __init__(self, network: Network, learning_rate: float, max_gradient: float):
        self.network, self.max_gradient = network, max_gradient
        self.optimizer = make_adam(network, learning_rate)

    def set_rate(self, learning_rate: float) -> None:
        """Set the size of the next steps."""
        set_learning_rate(self.optimizer, learning_rate)

    def learn(
        self,
        arrays: Mapping[str, np.ndarray],
        loss: Loss,
        batch_size: int,
        passes: int = 1,
        *,
        values_only: bool = False,
        enough: Enough | None = None,
    ) -> dict[str, float]:
        """Go over decisions in batches, in an order that torch's generator draws.

        Args:
            arrays: (M, ...) of M decisions, by name; `loss` gets batches of them.
            loss: what to lessen.
            batch_size: decisions in a step; a last batch of fewer than half of these is left out.
            passes: how often to go over all of them.
            values_only: leave alone what the policy depends on.
            enough: ends the learning before a step.

        Returns:
            The means of the loss's figures, and "batches", how many have been learnt from.
        """
        self.network.train()
        totals: dict[str, float] = {}
        steps = 0
        with only_values(self.network) if values_only else nullcontext():
            for batch in self._batches(arrays, batch_size, passes):
                lost, figures = loss(batch)
                for name, figure in figures.items():
                    totals[name] = totals.get(name, 0.0) + float(figure.detach())
                steps += 1
                if enough is not None and enough(figures):
                    break
                self._step(lost)
        return {name: total / steps for name, total in totals.items()} | {"batches": float(steps)}

    def _batches(self, arrays: Mapping[str, np.ndarray], size: int, passes: int) -> Iterator[Batch]:
        """Each batch lies where the one before lay, which saves the system from clearing pages."""
        held = {name: torch.from_numpy(array) for name, array in arrays.items()}
        decisions = len(held["actions"])
        size, device = min(size, decisions), self.network.device
        space = {
            name: torch.empty((size, *array.shape[1:]), dtype=array.dtype) for name, array in held.items()
        }
        for _ in range(passes):
            for rows in torch.randperm(decisions).split(size):
                if 2 * len(rows) < size:
                    continue
                yield {
                    name: torch.index_select(array, 0, rows, out=space[name][: len(rows)]).to(device)
                    for name, array in held.items()
                }

    def _step(self, loss: Tensor) -> None:
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.max_gradient)
        self.optimizer.step()

    def state(self) -> Arrays:
        """What it goes on from, besides the network's weights."""
        return adam_state(self.network, self.optimizer)

    def restore(self, arrays: Arrays) -> None:
        """Go on from `state()`.

        Raises:
            HustingsError: when the arrays do not belong to such a network.
        """
        restore_adam(self.network, self.optimizer, arrays)


@contextmanager
def only_values(network: Network) -> Iterator[None]:
    """Within, gradients reach only what nothing but values depends on."""
    learning = {id(parameter) for parameter in network.value_parameters()}
    still = [p for p in network.parameters() if p.requires_grad and id(p) not in learning]
    for parameter in still:
        parameter.requires_grad_(False)
    try:
        yield
    finally:
        for parameter in still:
            parameter.requires_grad_(True)


def log_softmax(said: Evaluation, legal: Tensor) -> Tensor:
    """(R, A) the log-probabilities of the legal actions."""
    return said.logits.masked_fill(~legal, LOWEST).log_softmax(dim=1)


def taken(log_probs: Tensor, actions: Tensor) -> Tensor:
    """(R,) the entries of (R, A) at the actions (R,)."""
    return log_probs.gather(1, actions.unsqueeze(1)).squeeze(1)


def value_losses(said: Evaluation, returns: Tensor) -> Tensor:
    """The mean squared error of all that is judged, from returns (R, G, P)."""
    loss = functional.mse_loss(said.values, returns[:, PAY])
    if said.critic is not said.values:
        loss = loss + functional.mse_loss(said.critic, returns[:, PAY])
    if said.margins is not None:
        loss = loss + functional.mse_loss(said.margins, returns[:, MARGIN])
    return loss
