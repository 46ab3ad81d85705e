"""Proximal policy optimisation by self-play, from every seat that the network holds."""

import numpy as np
import torch
from torch import Tensor

from ..checkpoint import Arrays
from ..player import Clock, Player
from ..process_state import learning_threads
from ..rollout import MARGIN, PAY, Rollout
from ..trainer import Batch, Trainer, log_softmax, taken, value_losses
from .interface import Algorithm, Context, UpdateResult
from .workers import Workers


class PPO(Algorithm):
    """Each update plays a rollout and learns from it with a clipped objective (Schulman et al. 2017,
    arXiv:1707.06347).

    The values of all seats are learnt: one's own from the return, the others' from what they are paid. A
    second head learns margins of points, which say more about a single decision than who wins; at first its
    advantages count as well, see the setting `margin`.
    """

    def __init__(self, context: Context):
        super().__init__(context)
        s = context.settings
        self.trainer = Trainer(context.network, s.learning_rate, s.max_gradient)
        self._workers = None if context.start_workers is None else Workers(context)
        self._rollout: Rollout | None = None

    def update(self, number: int, progress: float, stream: np.random.Generator) -> UpdateResult:
        """Learn from a rollout."""
        s, clock = self.context.settings, Clock()
        rollout = self._played(number, clock)
        arrays = rollout.arrays()
        learnt = {name: arrays[name] for name in ("observations", "masks", "actions", "log_probs", "returns")}
        learnt["advantages"] = mixed(arrays["advantages"], self._margin(progress))
        self.trainer.set_rate(s.learning_rate_at(progress))
        self._entropy = s.entropy_at(progress)
        with clock.timed("learning"), learning_threads(self.context.threads):
            figures = self.trainer.learn(
                learnt,
                self._loss,
                -(-rollout.size // s.minibatches),
                s.epochs,
                values_only=self._values_only(progress),
                enough=Moved(s.target_kl) if s.target_kl else None,
            )
        metrics = {f"train/{name}": figure for name, figure in figures.items()}
        return UpdateResult(rollout.size, metrics | self._told(arrays) | clock.shares())

    def _played(self, number: int, clock: Clock) -> Rollout:
        """The decisions of one rollout."""
        context, s = self.context, self.context.settings
        decisions = s.decisions_at(number)
        most = decisions + s.num_games + max(len(context.tables), s.workers)  # each may have one more
        if self._rollout is None or len(self._rollout.actions) < most:
            self._rollout = context.make_rollout(most)
        self._rollout.size = 0
        with clock.timed("playing"):
            if self._workers is not None:
                self._workers.play(self._rollout, decisions, number)
            else:
                player = Player(context.network, clock)
                context.play(self._rollout, decisions, number, player.decide, player.judge)
        return self._rollout

    def _margin(self, progress: float) -> float:
        """How much the margin's advantages count: less and less, and not where it is not learnt."""
        return self.context.settings.margin * (1 - progress) if self.context.network.has_margins else 0.0

    def _values_only(self, progress: float) -> bool:
        """Whether the policy is to stay as it began, until the values know it."""
        s = self.context.settings
        early = (self.context.imitated or bool(s.start)) and progress < s.critic_share
        return early and any(True for _ in self.context.network.value_parameters())

    def _loss(self, batch: Batch) -> tuple[Tensor, dict[str, Tensor]]:
        s = self.context.settings
        said = self.context.network.evaluate(batch["observations"], batch["masks"])
        log_probs = log_softmax(said, batch["masks"])
        change = taken(log_probs, batch["actions"]) - batch["log_probs"]
        ratio, advantages = change.exp(), batch["advantages"]
        clipped = ratio.clamp(1 - s.clip_range, 1 + s.clip_range)
        gain = torch.min(advantages * ratio, advantages * clipped).mean()
        entropy = -(log_probs.exp() * log_probs).sum(dim=1).mean()
        value_loss = value_losses(said, batch["returns"])
        loss = s.value_weight * value_loss - gain - self._entropy * entropy
        return loss, {
            "policy_gain": gain,
            "value_loss": value_loss,
            "entropy": entropy,
            "approx_kl": (ratio - 1 - change).mean(),
            "clip_fraction": ((ratio - 1).abs() > s.clip_range).float().mean(),
        }

    def _told(self, arrays: Arrays) -> dict[str, float]:
        """What the values said in games that have ended, beside what came; and each phase's decisions."""
        asked = np.sum([table.asked for table in self.context.tables], axis=0)
        phases = {
            f"phase/{phase.name.lower()}": float(asked[phase] / asked.sum())
            for phase in self.context.game.phases
            if asked[phase]
        }
        ended = arrays["ended"]
        return phases | calibration(arrays["values"][ended, PAY], arrays["outcomes"][ended])

    def state(self) -> Arrays:
        """Adam's."""
        return self.trainer.state()

    def restore(self, arrays: Arrays, updates: int) -> None:
        """Go on from `state()`."""
        self.trainer.restore(arrays)


class Moved:
    """Whether the policy has moved so far from where it was when it played.

    Args:
        limit: the approximate KL divergence that is enough, as a moving average over some ten batches.
    """

    def __init__(self, limit: float):
        self.limit, self._mean = limit, 0.0

    def __call__(self, figures: dict[str, Tensor]) -> bool:
        """Whether it has, after another batch."""
        self._mean += 0.1 * (float(figures["approx_kl"].detach()) - self._mean)
        return self._mean > self.limit


def mixed(advantages: np.ndarray, margin: float) -> np.ndarray:
    """(M,) the advantages (M, G) of pay and margin, each of mean 0 and deviation 1, as one of that kind.

    Args:
        margin: the margin's weight, from 0 to 1; the pay has the rest.
    """
    pay = normal(advantages[:, PAY])
    return normal((1 - margin) * pay + margin * normal(advantages[:, MARGIN])) if margin else pay


def normal(figures: np.ndarray) -> np.ndarray:
    """Figures shifted and scaled to a mean of 0 and a deviation of 1."""
    return (figures - figures.mean()) / (figures.std() + 1e-8)


def calibration(values: np.ndarray, outcomes: np.ndarray) -> dict[str, float]:
    """What values (M, P) said before outcomes (M, P) came, the seat that decided first: figures by name.

    Seats that were not there, with outcomes of NaN, do not count.

    `explained` is the share of the outcomes' variance that the values explain: 0 for saying the mean, and
    below 0 for less than that.
    """
    found: dict[str, float] = {}
    for who, seats in (("own", slice(0, 1)), ("others", slice(1, None))):
        there = np.isfinite(outcomes[:, seats])
        said, came = values[:, seats][there], outcomes[:, seats][there]
        if came.size:
            spread, error = float(came.var()), float(((came - said) ** 2).mean())
            found[f"values/{who}_said"] = float(said.mean())
            found[f"values/{who}_came"] = float(came.mean())
            found[f"values/{who}_explained"] = 1 - error / spread if spread else 0.0
    return found
