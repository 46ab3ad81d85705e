"""Exports a network to the ONNX file that `PolicyAgent` plays."""

import io
import json
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from ...agents.policy.agent import PolicyAgent, PolicyFacts
from ...agents.policy.chances import NONE
from ...agents.policy.onnx_file.session import check_outputs
from ...envs import GAMES
from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from .networks import Network

_OPSET = 17
_COMPARED, _MOVES = 8, 20  # games in which a file is compared with its module, and moves played in each
_AXES = {"observations": {0: "R"}, "masks": {0: "R"}, "logits": {0: "R"}, "values": {0: "R"}}
_ANY_COUNT = {"observations": {0: "R", 1: "S"}, "values": {0: "R", 1: "P"}}


class _Played(nn.Module):
    """Logits and values only, without the parts of a network that only learning needs."""

    def __init__(self, network: Network):
        super().__init__()
        self.network = network
        self.training = network.training

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        return self.network.policy_and_values(observations, masks)


class _Own(nn.Module):
    """A user's own module, with values of 0 if it returns none.

    Attributes:
        has_values: whether it returned values when it was last called.
    """

    has_values = True

    def __init__(self, module: nn.Module, players: int):
        super().__init__()
        self.module, self.players, self.training = module, players, module.training

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        outputs = self.module(observations, masks)
        self.has_values = not isinstance(outputs, Tensor)
        if isinstance(outputs, Tensor):
            return outputs, torch.zeros_like(outputs[:, :1]).repeat(1, self.players)
        logits, values = outputs
        return logits, values


def to_onnx(network: Network, facts: PolicyFacts) -> bytes:
    """The content of `policy.onnx` for `PolicyAgent`."""
    return _exported(_Played(network), network.device, facts)


def save_policy(
    module: nn.Module, game: Game | str, players: int | None, folder: str | Path, **about: Any
) -> Path:
    """Save a network of your own as a policy that `agents.make(folder, game)` plays.

    An existing policy in the folder is replaced.

    Args:
        module: its forward takes observations (R, S) float32 and legal actions (R, A) bool, and returns
            logits (R, A), or logits and values (R, P): each seat's expected payoff, own seat first, of the
            reward "win" unless `settings={"reward": ...}` names another.
        game, players: the table it plays at; None for the smallest number of players.
        folder: the folder for `policy.onnx`.
        about: free remarks, plain values as in JSON, stored in the file.

    Raises:
        HustingsError: if it cannot be played from such a file, or the file would not play as the module does;
            then nothing is written.
    """
    described = GAMES[game] if isinstance(game, str) else game
    count = described.check_players(players)
    if not isinstance(module, nn.Module):
        raise HustingsError(f"module: {module!r:.60} is not a torch.nn.Module; give the network itself")
    try:
        json.dumps(about, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise HustingsError(
            f"about: {error}; give texts, finite numbers, and lists and dicts of them"
        ) from None
    device = next((parameter.device for parameter in module.parameters()), torch.device("cpu"))
    own, modes = _Own(module, count), {part: part.training for part in module.modules()}
    try:
        own.eval()
        games = _positions(described, count)
        outputs = _outputs_of(own, games, device)
        if not own.has_values:
            given = about.get("settings")
            about["settings"] = {**(given if isinstance(given, dict) else {}), "reward": NONE}
        policy = PolicyAgent(_exported(own, device, PolicyFacts.of(described, count, **about)))
        _check_same(policy, games, outputs)
    except Exception as error:  # torch and onnxruntime raise many kinds
        why = " ".join(f"{error}".split())[:300]
        raise HustingsError(
            f"{type(module).__name__} cannot be played from an ONNX file ({why}); see save_policy for what "
            "its forward takes and gives"
        ) from error
    finally:
        for part, mode in modes.items():
            part.training = mode
    policy.save(folder)
    return Path(folder)


def check_plays_as(network: Network, policy: PolicyAgent, game: Game, players: int) -> None:
    """Raise HustingsError if a policy's outputs differ from those of the network it was made from."""
    games = _positions(game, players)
    _check_same(policy, games, _outputs_of(_Played(network), games, network.device))


def _positions(game: Game, players: int) -> GameBatch:
    """Games in which to compare a file with its module."""
    games = GameBatch(game, _COMPARED, players)
    games.playouts(_MOVES)
    return games


def _outputs_of(module: nn.Module, games: GameBatch, device: torch.device) -> tuple[np.ndarray, np.ndarray]:
    """The logits and values that a module returns about the games."""
    with torch.no_grad():
        views, masks = (torch.from_numpy(array).to(device) for array in (games.observe(), games.masks()))
        logits, values = module(views, masks)
    return logits.cpu().numpy(), values.cpu().numpy()


def _check_same(policy: PolicyAgent, games: GameBatch, outputs: tuple[np.ndarray, np.ndarray]) -> None:
    """Raise HustingsError if a policy's outputs differ from its module's, for all games or for one."""
    masks = games.masks()
    check_outputs(outputs, masks, games.num_players)
    for rows in (np.arange(games.num_games), np.arange(1)):
        logits, values = policy.policy_and_values(games.observe(rows=rows), masks[rows])
        found, legal = np.append(logits[masks[rows]], values), masks[rows]
        wanted = np.append(outputs[0][rows][legal], outputs[1][rows])
        if not np.allclose(found, wanted, rtol=1e-3, atol=1e-3):
            raise HustingsError(
                "the file gives other numbers than the module: it has only the branches that Python took "
                "when it was made; write torch.where instead of an if on the inputs"
            )


@contextmanager
def _quietly() -> Iterator[None]:
    """Without torch's warnings, and without the graph of what it cannot export, which it prints."""
    printing: Any = getattr(torch._C, "_jit_onnx_log", None)  # private: another torch may not have it
    torch._C._jit_onnx_log = lambda *_: None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        torch._C._jit_onnx_log = printing


def _exported(played: nn.Module, device: torch.device, facts: PolicyFacts) -> bytes:
    rows = (
        torch.zeros(3, facts.observation_size, device=device),
        torch.ones(3, facts.num_actions, dtype=torch.bool, device=device),
    )
    content, training = io.BytesIO(), played.training
    played.eval()
    with _quietly():
        torch.onnx.export(
            played,
            rows,
            content,
            dynamo=False,  # the older exporter: it takes 2 s, the newer one 20 s
            input_names=["observations", "masks"],
            output_names=["logits", "values"],
            dynamic_axes=_AXES | (_ANY_COUNT if facts.num_players is None else {}),
            opset_version=_OPSET,
            do_constant_folding=False,  # it transposes weights and drops the names they are found by
        )
    played.train(training)
    model = onnx.load_from_string(content.getvalue())
    onnx.helper.set_model_props(model, facts.metadata())
    return model.SerializeToString()
