"""A trained network as an agent: safetensors for the weights, JSON for what they mean, NumPy to run it."""

import itertools
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file
from safetensors.numpy import save as packed

from ..envs.core.batch import GameBatch
from ..envs.core.errors import HustingsError
from ..envs.core.files import make_folder, write_text, written_whole
from ..envs.core.game import Game

FORMAT = "hustings-policy"
WEIGHTS, FACTS = "policy.safetensors", "policy.json"
_LOWEST = np.float32(-1e8)


class PolicyError(HustingsError):
    """A policy folder that is missing, damaged, or for another game or number of players."""


@dataclass(frozen=True)
class PolicyFacts:
    """What the weights are for.

    Attributes:
        game, game_version, num_players: what it plays.
        observation_size, num_actions: S and A of that game.
        layers: number of linear layers; tanh between them.
        about: free remarks: the settings and the length of the training.
    """

    game: str
    game_version: int
    num_players: int
    observation_size: int
    num_actions: int
    layers: int
    about: dict[str, Any] = field(default_factory=dict)


class PolicyAgent:
    """Plays a multilayer perceptron: masked softmax over its logits, or the best action.

    Args:
        facts: what the weights are for.
        weights: "0.weight" (out, in), "0.bias" (out,), "1.weight", ... in float32.
        seed: of the agent's own stream.
        greedy: play the most probable action instead of drawing one.
        name: how tables call it.
    """

    def __init__(
        self,
        facts: PolicyFacts,
        weights: dict[str, np.ndarray],
        seed: int = 0,
        *,
        greedy: bool = False,
        name: str = "policy",
    ):
        self.facts = facts
        self.name = name
        self.greedy = greedy
        self._stream = np.random.default_rng(seed)
        self.set_weights(weights)

    def set_weights(self, weights: dict[str, np.ndarray]) -> None:
        """Take new weights of the same shapes."""
        self.weights = weights
        layers = range(self.facts.layers)
        self._layers = [
            (np.ascontiguousarray(weights[f"{i}.weight"].T), weights[f"{i}.bias"]) for i in layers
        ]

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """(R, A) float32 from (R, S) float32."""
        values = observations
        for i, (matrix, bias) in enumerate(self._layers):
            values = values @ matrix
            values += bias
            if i < len(self._layers) - 1:
                np.tanh(values, out=values)
        return values

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        self._check(games)
        logits = self.logits(games.observe(rows=games.running(rows)))
        masks = games.masks(rows=rows)
        if not self.greedy:  # the Gumbel trick draws from the softmax
            logits -= np.log(-np.log(self._stream.random(logits.shape, np.float32) + np.float32(1e-12)))
        return np.where(masks, logits, _LOWEST).argmax(axis=1)

    def _check(self, games: GameBatch) -> None:
        if games.game.name != self.facts.game or games.num_players != self.facts.num_players:
            raise PolicyError(
                f"{self.name} was trained for {self.facts.game} with {self.facts.num_players} players, "
                f"not {games.game.name} with {games.num_players}; train one or change the number of players"
            )

    def save(self, folder: str | Path) -> None:
        """Write both files into `folder`; what stood there is replaced only when they are complete.

        Raises:
            PolicyError: naming the file that cannot be written.
        """
        folder = Path(folder)
        make_folder(folder, error=PolicyError)
        text = json.dumps({"format": FORMAT, "format_version": 1, **asdict(self.facts)}, indent=1)
        with written_whole(folder / WEIGHTS, error=PolicyError) as part:
            part.write_bytes(packed(self.weights))
            write_text(folder / FACTS, text + "\n", error=PolicyError)

    @classmethod
    def load(cls, folder: str | Path, game: Game, seed: int = 0, *, greedy: bool = False) -> "PolicyAgent":
        """Read a policy.

        Raises:
            PolicyError: naming the file and what is wrong with it.
        """
        folder = Path(folder)
        if folder.is_file():
            folder = folder.parent
        facts = _read_facts(folder / FACTS)
        if facts.game != game.name or facts.game_version != game.version:
            raise PolicyError(
                f"{folder}: trained for {facts.game}_v{facts.game_version}, not {game.name}_v{game.version}; "
                "train one for this game"
            )
        try:
            weights = load_file(folder / WEIGHTS)
        except (OSError, SafetensorError, TypeError, KeyError) as error:
            raise PolicyError(f"{folder / WEIGHTS}: cannot be read ({error}); copy it again") from None
        _check_shapes(folder / WEIGHTS, facts, weights, game)
        return cls(facts, weights, seed, greedy=greedy, name=folder.name or "policy")


def _read_facts(path: Path) -> PolicyFacts:
    try:
        tree = json.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise PolicyError(f"{path}: not there; give the folder that holds {FACTS} and {WEIGHTS}") from None
    except (ValueError, RecursionError):
        raise PolicyError(f"{path}: not a JSON file; copy the policy again") from None
    if (
        not isinstance(tree, dict)
        or tree.pop("format", None) != FORMAT
        or tree.pop("format_version", None) != 1
    ):
        raise PolicyError(
            f"{path}: not a policy of this version of hustings; save it again with `hustings train`"
        )
    try:
        facts = PolicyFacts(**tree)
    except TypeError:
        raise PolicyError(f"{path}: entries are missing or unknown; copy the policy again") from None
    numbers = (facts.game_version, facts.num_players, facts.observation_size, facts.num_actions, facts.layers)
    if not all(isinstance(number, int) and number >= 0 for number in numbers) or facts.layers < 1:
        raise PolicyError(f"{path}: an entry is not a whole number; copy the policy again")
    return facts


def _check_shapes(path: Path, facts: PolicyFacts, weights: dict[str, np.ndarray], game: Game) -> None:
    sizes = []
    for i in range(facts.layers):
        matrix, bias = weights.get(f"{i}.weight"), weights.get(f"{i}.bias")
        if matrix is None or bias is None or matrix.ndim != 2 or bias.shape != matrix.shape[:1]:
            raise PolicyError(f"{path}: layer {i} is missing or misshapen; copy the policy again")
        if not (np.isfinite(matrix).all() and np.isfinite(bias).all()):
            raise PolicyError(f"{path}: layer {i} holds numbers that are not finite; copy the policy again")
        sizes.append(matrix.shape)
    joined = all(a[0] == b[1] for a, b in itertools.pairwise(sizes))
    players = game.check_players(facts.num_players)
    ends = (sizes[0][1], sizes[-1][0]) == (game.observation(players).size, game.actions.size)
    if not joined or not ends:
        raise PolicyError(f"{path}: layers {sizes} do not fit {game.title}; train a policy for this version")
