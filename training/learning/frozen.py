"""Networks with frozen weights, run by onnxruntime: snapshots, and the policies that a run saves.

Snapshots are called for a few rows at a time, where a call of torch takes five times as long as one of
onnxruntime: self-play against them spent nine tenths of its time in such calls. One export serves all
weights, since exporting a network takes ten times as long as exchanging its weights.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import onnx

from ...agents.policy.agent import PolicyAgent, PolicyFacts
from .export import to_onnx
from .networks import Network, inference_copy
from .start import PREFIX, UNPLAYED


class FrozenNetworks:
    """Makes agents from the weights of networks of one architecture.

    Args:
        model: the exported file of such a network, as a template.
        own: its arrays that are weights, to be replaced.
        facts: its metadata.
    """

    def __init__(self, model: onnx.ModelProto, own: Sequence[onnx.TensorProto], facts: PolicyFacts):
        self._model, self._own, self._facts = model, own, facts

    @classmethod
    def of(cls, network: Network) -> "FrozenNetworks | None":
        """For networks with the architecture of this one.

        None if some of its weights are missing from its file, and on a GPU, where torch is faster.
        """
        if network.device.type != "cpu":
            return None
        spec, copy, stream = network.spec, inference_copy(network), np.random.default_rng(0)
        facts = PolicyFacts.of(spec.game, None if spec.padded else spec.players)
        # Random weights, since the exporter merges equal arrays, and those of fresh layers are equal.
        copy.load_weights(
            {name: stream.random(array.shape, np.float32) for name, array in copy.weights().items()}
        )
        model = onnx.load_from_string(to_onnx(copy, facts))
        tensors = copy.state_dict(keep_vars=True)  # a shared tensor appears under several names
        names = {name: id(tensor) for name, tensor in tensors.items() if not name.startswith(UNPLAYED)}
        own = [array for array in model.graph.initializer if array.name.removeprefix(PREFIX) in names]
        found = {names[array.name.removeprefix(PREFIX)] for array in own}
        return cls(model, own, facts) if {*names.values()} <= found else None

    def policy(self, weights: Mapping[str, np.ndarray]) -> PolicyAgent:
        """An agent that plays these weights."""
        return PolicyAgent(self.file(weights, self._facts), own=True)

    def fits(self, facts: PolicyFacts) -> bool:
        """Whether a policy of these facts may have this file: for one table, or for all."""
        return facts.num_players == self._facts.num_players

    def file(self, weights: Mapping[str, np.ndarray], facts: PolicyFacts) -> bytes:
        """The content of `policy.onnx` with these weights, and facts that it `fits`."""
        for array in self._own:
            now = weights[array.name.removeprefix(PREFIX)]
            array.CopyFrom(onnx.numpy_helper.from_array(now, array.name))
        onnx.helper.set_model_props(self._model, facts.metadata())
        return self._model.SerializeToString()
