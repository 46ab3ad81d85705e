"""The PettingZoo Parallel environment: a turn-based game for frameworks that step all agents at once."""

import copy
from collections.abc import Mapping
from typing import Any

from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from ..errors import HustingsError
from .aec import CheckedEnv


class TurnsInParallel(turn_based_aec_to_parallel_wrapper):
    """PettingZoo's own conversion of a turn-based game: each step does the action of the agent on turn.

    Every info names that agent as "active_agent", and only its mask is not all zero. The actions of the other
    agents are ignored.

    Args:
        env: the same game as an AEC environment.
    """

    def __init__(self, env: CheckedEnv):
        super().__init__(env)
        self.agents: list[str] = []

    def __copy__(self) -> "TurnsInParallel":
        return copy.deepcopy(self)

    def reset(self, seed: int | None = None, options: dict | None = None) -> tuple[dict, dict]:
        """Deal a new game, as `RawEnv.reset` does.

        Returns:
            Observations and infos by agent.
        """
        observations, infos = super().reset(seed, options)
        return observations, self._infos(infos)

    def step(self, actions: Mapping[str, Any]) -> tuple[dict, dict, dict, dict, dict]:
        """Take the action of the agent on turn.

        Args:
            actions: by agent; only that of the agent on turn is read, the others may be missing.

        Returns:
            Observations, rewards, terminations, truncations and infos by agent; empty once all are gone.

        Raises:
            HustingsError: before `reset`, or if the agent on turn has no action or not a whole number.
        """
        if not self.agents:
            self.aec_env.step(None)  # raises an error before `reset`
            return {}, {}, {}, {}, {}
        agent = self.aec_env.agent_selection
        if not isinstance(actions, Mapping) or agent not in actions:
            raise HustingsError(f"{agent} is on turn but has no action; give {{{agent!r}: a whole number}}")
        *given, infos = super().step(actions)
        return *given, self._infos(infos)

    def _infos(self, infos: dict[str, dict]) -> dict[str, dict]:
        """Infos that later steps do not change; they name the agent on turn while there is one."""
        kept = {agent: dict(info) for agent, info in infos.items()}
        for info in kept.values():
            info.pop("active_agent", None)
            if self.agents:
                info["active_agent"] = self.aec_env.agent_selection
        return kept
