"""The PettingZoo Parallel environment: a game of turns for frameworks that step all agents at once."""

import copy
from collections.abc import Mapping
from typing import Any

from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from ..errors import HustingsError
from .aec import CheckedEnv


class TurnsInParallel(turn_based_aec_to_parallel_wrapper):
    """PettingZoo's own conversion of a game of turns: of all agents' actions only one counts in each step.

    It is that of the agent on turn, whose mask allows something, and whose name every info has as
    "active_agent". Others wait with masks that are all zero; what they send is ignored.

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
        for info in infos.values():
            info["active_agent"] = self.aec_env.agent_selection
        return observations, infos

    def step(self, actions: Mapping[str, Any]) -> tuple[dict, dict, dict, dict, dict]:
        """Do the action of the agent on turn.

        Args:
            actions: by agent; others than that of the agent on turn are ignored, and may be missing.

        Returns:
            Observations, rewards, terminations, truncations and infos by agent; empty ones once all are gone.

        Raises:
            HustingsError: before `reset`, and where the action that counts is missing or no whole number.
        """
        if not self.agents:
            self.aec_env.step(None)  # which says so before `reset`
            return {}, {}, {}, {}, {}
        agent = self.aec_env.agent_selection
        if not isinstance(actions, Mapping) or agent not in actions:
            raise HustingsError(f"{agent} is on turn, and has no action; give {{{agent!r}: a whole number}}")
        return super().step(actions)
