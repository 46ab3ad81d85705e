"""Stable-Baselines3's "MlpPolicy" as a network of the suite."""

from collections.abc import Iterator

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from ....envs.core.errors import HustingsError
from .interface import Network, NetworkSpec


class Sb3Network(Network):
    """sb3-contrib's "MlpPolicy", with layers of the settings' widths for the policy, and as many for values.

    It estimates the value of its own seat only. The others get equal values that make the sum 0, which is
    right on average for the suite's rewards.

    Attributes:
        policy: the policy, with its optimiser, as MaskablePPO takes it.
    """

    def __init__(self, spec: NetworkSpec):
        if spec.hidden:
            raise HustingsError("critic: network 'sb3' has no critic that sees all cards; leave critic out")
        super().__init__(spec)
        self.policy = MaskableActorCriticPolicy(
            spaces.Box(-1.0, 1.0, (spec.observation.size,), np.float32),
            spaces.Discrete(spec.actions.size),
            lambda _: 1e-3,  # its learner sets another
            net_arch=list(spec.layers),
        )

    def forward(self, observations: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (R, A), arbitrary where illegal, and values (R, P), the seat on turn first."""
        del legal
        for_policy, for_value = self.policy.mlp_extractor(observations)
        own, others = self.policy.value_net(for_value), self.spec.players - 1
        return self.policy.action_net(for_policy), torch.cat([own, (-own / others).repeat(1, others)], dim=1)

    def scale_logits(self, factor: float) -> None:
        """Multiply all logits by `factor`."""
        with torch.no_grad():
            for parameter in self.policy.action_net.parameters():
                parameter.mul_(factor)

    def value_parameters(self) -> Iterator[nn.Parameter]:
        """The parameters of the layers for values."""
        yield from self.policy.mlp_extractor.value_net.parameters()
        yield from self.policy.value_net.parameters()
