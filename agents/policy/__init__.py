"""Trained policies: networks in ONNX files, which contain no code.

The games' own policies are in `agents/policies`. Playing one takes onnxruntime; see `agent.py`.
"""

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError, extra
from ..interface import Composed
from ..specs import settings_of
from .files import POLICIES, POLICY, own_file

if TYPE_CHECKING:
    from .agent import PolicyAgent

__all__ = ["POLICIES", "POLICY", "check_seats", "has_policy", "load_policy", "plays", "policies_in"]


def check_seats(agents: Iterable[Any], games: GameBatch) -> None:
    """Raise PolicyError if an agent is, or contains, a policy for another game or number of players."""
    for policy in policies_in(agents):
        policy.check(games)


def policies_in(agents: Iterable[Any]) -> Iterator["PolicyAgent"]:
    """Those agents, and parts of agents, that are policies."""
    module = sys.modules.get(f"{__name__}.agent")  # slow to import, and without it there are none
    for agent in agents:
        if module is not None and isinstance(agent, module.PolicyAgent):
            yield agent
        if isinstance(agent, Composed):
            yield from policies_in(agent.parts)


def plays(agent: Any, num_players: int) -> bool:
    """Whether an agent plays with this number of players; a policy may have been trained for another."""
    return not hasattr(agent, "plays") or agent.plays(num_players)


def has_policy(game: Game, num_players: int | None = None) -> bool:
    """Whether a policy comes with the game that plays with this number of players; None for any number."""
    there = own_file(game.name).is_file()
    return there and (num_players is None or load_policy(POLICY, game).plays(num_players))


def load_policy(path: str, game: Game, seed: int = 0, settings: str = "") -> "PolicyAgent":
    """Load a trained policy as an agent.

    Args:
        path: its folder or file, or "policy" for the game's own.
        game: the game to play.
        seed: for sampling.
        settings: "sample=true" to sample actions by their probabilities, "" to play the most probable.

    Raises:
        HustingsError: if it is missing, damaged or for another game, or for an unknown setting.
    """
    with extra("cli", "a trained policy"):
        from .agent import PolicyAgent

    given = settings_of(settings, f"agent {path!r}")
    sample = given.pop("sample", "false")
    if given or sample not in ("true", "false"):
        raise HustingsError(
            f"agent {path}:{settings}: the only setting of a policy is sample=true or sample=false"
        )
    if path == POLICY and not has_policy(game):
        raise HustingsError(f"no policy comes with {game.title}; train one with `hustings train`")
    file = own_file(game.name) if path == POLICY else path
    agent = PolicyAgent.load(file, game, seed, greedy=sample == "false")
    agent.name = path
    return agent
