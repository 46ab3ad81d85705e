"""The learner's networks as the file that they are played from."""

import io
import warnings

import onnx
import torch
from torch import Tensor, nn

from ...agents.policy.agent import PolicyFacts
from .networks import EntityPolicy

_OPSET = 17
_AXES = {"observations": {0: "R"}, "masks": {0: "R"}, "logits": {0: "R"}, "values": {0: "R"}}
_ANY_COUNT = {"observations": {0: "R", 1: "S"}, "values": {0: "R", 1: "P"}}


class _Judge(nn.Module):
    """What is played: logits and values, without what only learning needs."""

    def __init__(self, policy: EntityPolicy):
        super().__init__()
        self.policy = policy

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        return self.policy.policy_and_values(observations, masks)


def to_onnx(policy: EntityPolicy, facts: PolicyFacts) -> bytes:
    """`policy.onnx` as `PolicyAgent` takes it.

    By torch's older exporter: the newer one takes 20 s where this takes a tenth.
    """
    device = next(policy.parameters()).device
    rows = (
        torch.zeros(3, facts.observation_size, device=device),
        torch.ones(3, facts.num_actions, dtype=torch.bool, device=device),
    )
    content, training = io.BytesIO(), policy.training
    policy.set_training_mode(False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _Judge(policy),
            rows,
            content,  # type: ignore[arg-type]
            dynamo=False,
            input_names=["observations", "masks"],
            output_names=["logits", "values"],
            dynamic_axes=_AXES | (_ANY_COUNT if facts.num_players is None else {}),
            opset_version=_OPSET,
        )
    policy.set_training_mode(training)
    model = onnx.load_from_string(content.getvalue())
    onnx.helper.set_model_props(model, facts.metadata())
    return model.SerializeToString()
