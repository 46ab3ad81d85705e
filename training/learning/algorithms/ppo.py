"""Proximal policy optimisation by self-play, learning from every seat that the network plays."""

import time

import numpy as np
import torch
from torch import Tensor

from ....envs.core.errors import HustingsError
from ..checkpoint import Arrays
from ..on_gpu import RolloutOnGPU
from ..player import Player
from ..process_state import learning_threads
from ..rollout import MARGIN, PAY, Rollout
from ..settings import TrainSettings
from ..trainer import Batch, Trainer, log_probs_of, log_softmax, value_losses
from .interface import Algorithm, Context, UpdateResult
from .workers import Workers


class PPO(Algorithm):
    """Each update plays a rollout and learns from it with a clipped objective (Schulman et al. 2017,
    arXiv:1707.06347).

    It learns values for all seats: for the seat to decide from its return, for the others from their payoff.
    A second head learns margins of points, which respond to a single decision more than the result does; in
    the beginning its advantages count as well, see the setting `margin`.
    """

    def __init__(self, context: Context):
        super().__init__(context)
        s = context.settings
        if s.critic_share == 1 and self._goes_on and not self._can_learn_values_alone:
            raise HustingsError(
                "critic_share: with 1 the values alone learn, and this network does not say which parameters "
                "only they depend on; give it value_parameters(), or a lower critic_share"
            )
        if s.margin not in (0, TrainSettings.margin) and not context.network.has_margins:
            raise HustingsError(f"margin: network {s.network!r} learns no margins; leave margin out")
        self.trainer = Trainer(context.network, s.learning_rate, s.max_gradient)
        self._workers = None if context.start_workers is None else Workers(context)
        self._rollout: Rollout | None = None
        self._player = Player(context.network)
        self._entropy = torch.zeros((), device=context.network.device)

    def update(self, number: int, progress: float, stream: np.random.Generator) -> UpdateResult:
        """Play a rollout and learn from it."""
        s, begin, before = self.context.settings, time.perf_counter(), self._player.seconds
        rollout = self._played(number)
        played, thought = time.perf_counter(), self._player.seconds - before
        arrays = rollout.arrays()
        self.trainer.set_rate(s.learning_rate_at(progress))
        self._entropy.fill_(s.entropy_at(progress))
        with learning_threads(self.context.threads):
            figures = self.trainer.learn(
                self._learnt(arrays, progress),
                self._loss,
                self._batch_size(rollout.size),
                s.epochs,
                values_only=self._values_only(progress),
                enough=KLLimit(s.target_kl) if s.target_kl else None,
                recorded=self._recorded,
            )
        metrics = {f"train/{name}": figure for name, figure in figures.items()}
        whole = time.perf_counter() - begin
        shares = {"time/playing": (played - begin - thought) / whole}
        shares |= {"time/thinking": thought / whole} if self._workers is None else {}
        shares["time/learning"] = 1 - (played - begin) / whole
        return UpdateResult(rollout.size, metrics | self._figures(arrays) | shares)

    def _learnt(self, arrays: Arrays, progress: float) -> dict[str, np.ndarray | Tensor]:
        """What the loss reads of a rollout; all on the GPU if its input is there."""
        learnt: dict[str, np.ndarray | Tensor] = {
            **{name: arrays[name] for name in ("observations", "masks", "actions", "log_probs", "returns")},
            "advantages": mixed(arrays["advantages"], self._margin(progress)),
        }
        if not isinstance(self._rollout, RolloutOnGPU):
            return learnt
        return {name: torch.as_tensor(array).to(self._entropy.device) for name, array in learnt.items()}

    @property
    def _recorded(self) -> bool:
        """Whether a GPU records the learning."""
        return isinstance(self._rollout, RolloutOnGPU) and self.context.network.never_waits

    def _batch_size(self, decisions: int) -> int:
        """A part of the decisions, rounded down to one of few sizes if each is recorded."""
        size = -(-decisions // self.context.settings.minibatches)
        return size - size % (1 << max(size.bit_length() - 4, 0)) if self._recorded else size

    def _played(self, number: int) -> Rollout:
        """Play one rollout."""
        context, s = self.context, self.context.settings
        decisions = s.decisions_at(number)
        rollout = self._emptied(decisions + s.num_games)  # a last tick adds up to a decision in each game
        if self._workers is not None:
            self._workers.play(rollout, decisions, number)
        else:
            context.play(rollout, decisions, number, self._player.decide, self._player.judge)
        return rollout

    def _emptied(self, most: int) -> Rollout:
        """The rollout, empty and with room for `most` decisions."""
        if self._rollout is None or len(self._rollout.actions) < most:
            s = self.context.settings
            # With room for more, since otherwise every update would need a larger one.
            room = most + min(most // 2, max(0, s.most_decisions - s.decisions))
            self._rollout = None  # frees its memory first
            self._rollout = self.context.make_rollout(room)
        self._rollout.size = 0
        return self._rollout

    def _margin(self, progress: float) -> float:
        """The weight of the margin's advantages, which falls to 0; 0 for a network without margins."""
        return self.context.settings.margin * (1 - progress) if self.context.network.has_margins else 0.0

    def _values_only(self, progress: float) -> bool:
        """Whether only the values learn at this point.

        Values that are still wrong would spoil a policy that was imitated or loaded.
        """
        early = self._goes_on and progress < self.context.settings.critic_share
        return early and self._can_learn_values_alone

    @property
    def _goes_on(self) -> bool:
        """Whether the policy had learnt before."""
        return self.context.imitated or bool(self.context.settings.start)

    @property
    def _can_learn_values_alone(self) -> bool:
        """Whether the network says which parameters only values depend on."""
        return any(True for _ in self.context.network.value_parameters())

    def _loss(self, batch: Batch) -> tuple[Tensor, dict[str, Tensor]]:
        s = self.context.settings
        output = self.context.network.evaluate(batch["observations"], batch["masks"])
        log_probs = log_softmax(output, batch["masks"])
        change = log_probs_of(log_probs, batch["actions"]) - batch["log_probs"]
        ratio, advantages = change.exp(), batch["advantages"]
        clipped = ratio.clamp(1 - s.clip_range, 1 + s.clip_range)
        gain = torch.min(advantages * ratio, advantages * clipped).mean()
        # Illegal actions have finite log-probabilities, so 0 * log 0 is no problem here.
        entropy = -(log_probs.exp() * log_probs).sum(dim=1).mean()
        value_loss = value_losses(output, batch["returns"])
        loss = s.value_weight * value_loss - gain - self._entropy * entropy
        return loss, {
            "policy_gain": gain,
            "value_loss": value_loss,
            "entropy": entropy,
            # Never negative, and of lower variance than -change (Schulman 2020).
            "approx_kl": (ratio - 1 - change).mean(),
            "clip_fraction": ((ratio - 1).abs() > s.clip_range).float().mean(),
        }

    def _figures(self, arrays: Arrays) -> dict[str, float]:
        """The calibration of the values in finished games, and the share of decisions by phase."""
        asked = np.sum([table.by_phase for table in self.context.tables], axis=0)
        phases = {
            f"phase/{phase.name.lower()}": float(asked[phase] / asked.sum())
            for phase in self.context.game.phases
            if asked[phase]
        }
        ended = arrays["ended"]
        return phases | calibration(arrays["values"][ended, PAY], arrays["outcomes"][ended])

    def state(self) -> Arrays:
        """Adam's state."""
        return self.trainer.state()

    def restore(self, arrays: Arrays, updates: int) -> None:
        """Continue from `state()`."""
        self.trainer.restore(arrays)


class KLLimit:
    """Ends an update once the policy has moved too far from the one that played the rollout.

    Args:
        limit: of the approximate KL divergence, as a moving average over some ten batches.
    """

    def __init__(self, limit: float):
        self.limit, self._mean = limit, 0.0

    def __call__(self, figures: dict[str, Tensor]) -> bool:
        """Whether the limit is passed, given the figures of another batch."""
        self._mean += 0.1 * (float(figures["approx_kl"].detach()) - self._mean)
        return self._mean > self.limit


def mixed(advantages: np.ndarray, margin: float) -> np.ndarray:
    """(M,) advantages mixed from those of payoff and margin, (M, G), all normalised.

    Args:
        advantages: (M, G).
        margin: the weight of the margin, from 0 to 1; the payoff has the rest.
    """
    pay = normal(advantages[:, PAY])
    return normal((1 - margin) * pay + margin * normal(advantages[:, MARGIN])) if margin else pay


def normal(figures: np.ndarray) -> np.ndarray:
    """Figures shifted and scaled to a mean of 0 and a deviation of 1."""
    return (figures - figures.mean()) / (figures.std() + 1e-8)


def calibration(values: np.ndarray, outcomes: np.ndarray) -> dict[str, float]:
    """Compare predicted values (M, P) with outcomes (M, P), own seat first: figures by name.

    Absent seats, whose outcomes are NaN, do not count. `explained` is the explained variance: 0 for always
    predicting the mean, below 0 for doing worse.
    """
    found: dict[str, float] = {}
    for who, seats in (("own", slice(0, 1)), ("others", slice(1, None))):
        there = np.isfinite(outcomes[:, seats])
        predicted, observed = values[:, seats][there], outcomes[:, seats][there]
        if observed.size:
            spread, error = float(observed.var()), float(((observed - predicted) ** 2).mean())
            found[f"values/{who}_predicted"] = float(predicted.mean())
            found[f"values/{who}_observed"] = float(observed.mean())
            found[f"values/{who}_explained"] = 1 - error / spread if spread else 0.0
    return found
