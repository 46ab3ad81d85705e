"""Starting from a policy: the architecture of its network, and the weights in its file."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

import numpy as np
import onnx
from torch import Tensor, nn

from ...agents.policy import load_policy
from ...agents.policy.agent import PolicyAgent
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from .checkpoint import as_finite
from .padding import ANY
from .registry import is_module_name
from .widening import WIDENED, widened

BUILD = ("network", "layers", "thing_width")
"""The settings that define a network's architecture."""
PREFIX = "network."
"""The prefix of weights' names in the file of a policy."""
CRITIC = "critic."
"""The prefix of the weights of a critic that sees all cards."""
UNPLAYED = (CRITIC, "margin_net.")
"""The prefixes of weights that only learning needs, which policies lack."""


def build_of(spec: str, game: Game, given: Collection[str], num_players: Any = None) -> dict[str, Any]:
    """The settings that a run takes over from the policy it starts from.

    Args:
        spec: "policy", the folder or file of a policy, or the folder of a run.
        game: the game.
        given: the names of settings given explicitly.
        num_players: of the run; None for the policy's own. A policy for one number of players may go on with
            any number, if its network is "entity" or "flat".

    Raises:
        HustingsError: for a policy that cannot be read, that no run has saved, or whose network is a user's
            own code and is not given explicitly.
    """
    agent = _policy(spec, game, num_players)
    settings = _settings(agent)
    if not settings.keys() >= set(BUILD):
        raise HustingsError(f"start: {spec} does not say how it was trained; give a policy of a run")
    # A policy may come from anybody, so the name of code in it is not enough to run that code.
    if is_module_name(str(settings["network"])) and "network" not in given:
        raise HustingsError(
            f"start: {spec} names the network {settings['network']!r}, and no code is run because a file "
            "names it; give network again (--set network=...)"
        )
    build = {name: settings[name] for name in BUILD}
    table = num_players or agent.facts.num_players or ANY
    return {**build, "num_players": table, "any_table": table != ANY and _is_padded(agent)}


def policy_weights(
    spec: str, game: Game, num_players: Any, like: Mapping[str, Tensor]
) -> dict[str, np.ndarray]:
    """The weights of a policy, by their names in a network of the same architecture.

    Args:
        spec, game, num_players: as for `build_of`.
        like: the network's `state_dict(keep_vars=True)`, whose weights stay where policies lack them.

    Raises:
        HustingsError: for a policy of another table, or with other weights.
    """
    agent = _policy(spec, game, num_players)
    found, players = _arrays(agent.model), agent.facts.num_players
    if num_players == ANY and players is not None and not _is_padded(agent):
        with suppress(ValueError, IndexError, KeyError, TypeError):  # what does not fit is named below
            found = widened(found, game, players)
    names: dict[int, list[str]] = {}  # a shared tensor has several, and the file one of them
    for name, tensor in like.items():
        names.setdefault(id(tensor), []).append(name)
    weights = {}
    for name, tensor in like.items():
        held = next((found[other] for other in names[id(tensor)] if other in found), None)
        own = tensor.detach().cpu().numpy()
        # A buffer that only learning uses is not in the file either, such as a count of batches.
        if held is None and (name.startswith(UNPLAYED) or not isinstance(tensor, nn.Parameter)):
            held = own
        if held is None or held.shape != own.shape or not as_finite(held, own):
            what = "missing" if held is None else f"of shape {held.shape}, or not finite"
            raise HustingsError(
                f"start: {spec}: {name} is {what}; wanted is a shape of {tuple(tensor.shape)}: give the same "
                f"{', '.join(BUILD)}, and a policy that this version of hustings has saved"
            )
        weights[name] = held
    return weights


def _policy(spec: str, game: Game, num_players: Any) -> PolicyAgent:
    """The policy, checked to play with this number of players."""
    agent = load_policy(spec, game)
    if num_players == ANY and not _fits(agent, ANY):
        network = _settings(agent).get("network")
        raise HustingsError(
            f"start: {spec}: its network {network!r} is for {agent.facts.players} players, and those of "
            f"{' and '.join(WIDENED)} alone can be widened to all; take num_players={agent.facts.num_players}"
        )
    if not _fits(agent, num_players):
        raise HustingsError(
            f"start: {spec} was trained with {agent.facts.players} players, not with {num_players} players; "
            "leave num_players out, or start from another"
        )
    return agent


def _fits(agent: PolicyAgent, num_players: Any) -> bool:
    own = agent.facts.num_players
    if num_players == ANY:
        return _is_padded(agent) or _settings(agent).get("network") in WIDENED
    return own is None or num_players in (None, own)


def _is_padded(agent: PolicyAgent) -> bool:
    """Whether its network is one for all tables; a run may have trained such a one further at one of them."""
    return agent.facts.num_players is None or _settings(agent).get("any_table") is True


def _settings(agent: PolicyAgent) -> dict[str, Any]:
    """Those that it was trained with; none if its file does not tell them."""
    settings = agent.facts.about.get("settings")
    return settings if isinstance(settings, dict) else {}


def _arrays(model: bytes) -> dict[str, np.ndarray]:
    """The arrays in a policy's file that are named after weights of a network, in single precision."""
    return {
        array.name.removeprefix(PREFIX): onnx.numpy_helper.to_array(array).astype(np.float32)
        for array in onnx.load_from_string(model).graph.initializer
        if array.name.startswith(PREFIX)
    }
