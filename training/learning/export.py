"""Writes a network as the file from which it is played."""

import io
import warnings

import onnx
import torch
from torch import Tensor, nn

from ...agents.policy.agent import PolicyFacts
from .networks import Network

_OPSET = 17
_AXES = {"observations": {0: "R"}, "masks": {0: "R"}, "logits": {0: "R"}, "values": {0: "R"}}
_ANY_COUNT = {"observations": {0: "R", 1: "S"}, "values": {0: "R", 1: "P"}}


class _Played(nn.Module):
    """Logits and values, without what only learning needs."""

    def __init__(self, network: Network):
        super().__init__()
        self.network = network

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        return self.network.policy_and_values(observations, masks)


def to_onnx(network: Network, facts: PolicyFacts) -> bytes:
    """`policy.onnx` as `PolicyAgent` takes it.

    Torch's older exporter needs a tenth of the newer one's 20 s.
    """
    device = network.device
    rows = (
        torch.zeros(3, facts.observation_size, device=device),
        torch.ones(3, facts.num_actions, dtype=torch.bool, device=device),
    )
    content, training = io.BytesIO(), network.training
    network.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _Played(network),
            rows,
            content,  # type: ignore[arg-type]
            dynamo=False,
            input_names=["observations", "masks"],
            output_names=["logits", "values"],
            dynamic_axes=_AXES | (_ANY_COUNT if facts.num_players is None else {}),
            opset_version=_OPSET,
        )
    network.train(training)
    model = onnx.load_from_string(content.getvalue())
    onnx.helper.set_model_props(model, facts.metadata())
    return model.SerializeToString()
