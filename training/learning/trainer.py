"""Gradient steps on a network, for PPO, imitation and expert iteration."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from ...envs.core.errors import HustingsError
from .checkpoint import Arrays
from .cuda_graphs import Recorded
from .networks import MASKED_LOGIT, Network, NetworkOutput
from .optimizer import adam_state, make_adam, restore_adam, set_learning_rate
from .rollout import MARGIN, PAY

Batch = dict[str, Tensor]
Figures = dict[str, Tensor]
Loss = Callable[[Batch], tuple[Tensor, Figures]]
"""The loss of a batch of decisions, and figures to report as means over the batches."""
Enough = Callable[[Figures], bool]
"""Called with the figures of a batch before its gradient step, or after a recorded one; True ends the
learning."""
Fit = Callable[[Batch, Enough | None], tuple[Figures, bool]]
"""Learns from a batch; returns its figures, and whether they are enough."""


class Trainer:
    """Adam on all weights of a network.

    Args:
        network: trained in place.
        learning_rate: Adam's step size until `set_rate`.
        max_gradient: the norm at which gradients are clipped.
    """

    def __init__(self, network: Network, learning_rate: float, max_gradient: float):
        self.network, self.max_gradient = network, max_gradient
        self.optimizer = make_adam(network, learning_rate)
        self._recorded: dict[tuple[Loss, bool], RecordedFit] = {}

    def set_rate(self, learning_rate: float) -> None:
        """Set the learning rate of the next steps."""
        set_learning_rate(self.optimizer, learning_rate)

    def learn(
        self,
        arrays: Mapping[str, np.ndarray | Tensor],
        loss: Loss,
        batch_size: int,
        passes: int = 1,
        *,
        values_only: bool = False,
        enough: Enough | None = None,
        recorded: bool = False,
    ) -> dict[str, float]:
        """Learn from decisions in batches, in random order by torch's generator.

        Args:
            arrays: (M, ...) arrays of M decisions, by name; `loss` gets batches of them.
            loss: the function to minimise.
            batch_size: decisions per step; a last batch of less than half this size is left out.
            passes: how often to go over all decisions.
            values_only: whether to leave alone all parameters that the policy depends on.
            enough: may end the learning.
            recorded: whether steps are recorded by a GPU; then `loss` must meet what `Recorded` asks of its
                function, and an incomplete last batch is left out.

        Returns:
            The means of the loss's figures, and "batches", the number of batches.
        """
        self.network.train()
        fit: Fit = partial(self._fit, loss)
        if recorded:
            fit = self._recorded.setdefault((loss, values_only), RecordedFit(self.network.device, fit))
        totals: dict[str, Tensor] = {}
        steps = 0
        with only_values(self.network) if values_only else nullcontext():
            for batch in self._batches(arrays, batch_size, passes, complete=recorded):
                figures, ended = fit(batch, enough)
                for name, figure in figures.items():
                    totals[name] = totals.get(name, 0.0) + figure.detach().double()
                steps += 1
                if ended:
                    break
        self.network.eval()  # it plays and is measured in this mode
        return {name: float(total) / steps for name, total in totals.items()} | {"batches": float(steps)}

    def _fit(self, loss: Loss, batch: Batch, enough: Enough | None) -> tuple[Figures, bool]:
        lost, figures = loss(batch)
        # Before the step: the batch shows that the steps so far were enough.
        if enough is not None and enough(figures):
            return figures, True
        self._step(lost)
        return figures, False

    def _batches(
        self, arrays: Mapping[str, np.ndarray | Tensor], size: int, passes: int, *, complete: bool
    ) -> Iterator[Batch]:
        """The batches; each reuses the memory of the one before, so that the system need not clear pages."""
        device = self.network.device
        held = {name: torch.as_tensor(array) for name, array in arrays.items()}
        decisions = len(held["actions"])
        size = min(size, decisions)
        space = {name: torch.empty_like(array[:size]) for name, array in held.items()}
        for _ in range(passes):
            for rows in torch.randperm(decisions).to(held["actions"].device).split(size):
                # A small last batch would count as much as a whole one.
                if len(rows) < size and (complete or 2 * len(rows) < size):
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
        """The optimiser's state."""
        return adam_state(self.network, self.optimizer)

    def restore(self, arrays: Arrays) -> None:
        """Continue from `state()`.

        Raises:
            HustingsError: if the arrays do not fit the network.
        """
        restore_adam(self.network, self.optimizer, arrays)
        self._recorded.clear()  # they would go on with the moments of before


class RecordedFit:
    """A `Fit` that a GPU records, including the gradient step.

    Args:
        device: the GPU.
        fit: what is recorded.
    """

    def __init__(self, device: torch.device, fit: Fit):
        self._fit, self._call = fit, Recorded(self._figures, device, by_rows=False)
        self._given: list[str] = []
        self._found: list[str] = []

    def __call__(self, batch: Batch, enough: Enough | None) -> tuple[Figures, bool]:
        """Learn from a batch."""
        self._given = [*batch]
        found = self._call(*batch.values())
        figures = dict(zip(self._found, found))
        return figures, enough is not None and enough(figures)

    def _figures(self, *batch: Tensor) -> Tensor:
        figures, _ = self._fit(dict(zip(self._given, batch)), None)
        self._found = [*figures]
        return torch.stack([figure.detach() for figure in figures.values()])


@contextmanager
def only_values(network: Network) -> Iterator[None]:
    """Freeze, inside, all parameters that the policy depends on."""
    learning = {id(parameter) for parameter in network.value_parameters()}
    frozen = [p for p in network.parameters() if p.requires_grad and id(p) not in learning]
    for parameter in frozen:
        parameter.requires_grad_(False)
    try:
        yield
    finally:
        for parameter in frozen:
            parameter.requires_grad_(True)


def check_finite(network: Network, what: str, remedy: str) -> None:
    """Raise HustingsError, saying what has spoilt them, if some weights are no finite numbers."""
    if not all(torch.isfinite(weights).all() for weights in network.parameters()):
        raise HustingsError(f"{what} left weights that are no finite numbers; begin anew, with {remedy}")


def log_softmax(output: NetworkOutput, legal: Tensor) -> Tensor:
    """(R, A) log-probabilities of the actions, about `MASKED_LOGIT` for illegal ones."""
    return output.logits.masked_fill(~legal, MASKED_LOGIT).log_softmax(dim=1)


def sample(log_probs: Tensor) -> Tensor:
    """(R,) actions drawn with the probabilities whose logarithms are given, (R, A)."""
    # An exponential race: an action that is twice as likely runs twice as fast; the first one wins.
    return (log_probs.exp() / torch.empty_like(log_probs).exponential_()).argmax(dim=1)


def log_probs_of(log_probs: Tensor, actions: Tensor) -> Tensor:
    """(R,) the log-probabilities, from (R, A), of the actions (R,)."""
    return log_probs.gather(1, actions.unsqueeze(1)).squeeze(1)


def value_losses(output: NetworkOutput, returns: Tensor) -> Tensor:
    """The mean squared error of values, critic and margins against returns (R, G, P)."""
    loss = functional.mse_loss(output.values, returns[:, PAY])
    if output.critic is not output.values:  # without a critic they are the same tensor
        loss = loss + functional.mse_loss(output.critic, returns[:, PAY])
    if output.margins is not None:
        loss = loss + functional.mse_loss(output.margins, returns[:, MARGIN])
    return loss
