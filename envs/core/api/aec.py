"""The PettingZoo AEC environment: a batch of one game."""

import copy
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import BaseWrapper

from ..engine.game import HIDDEN_FROM_STATE, NOBODY, Game
from ..errors import HustingsError, IllegalAction, NoAttribute, UnknownAgent
from .arguments import check_render_mode, check_seed, whole_action
from .batch import GameBatch, Pay
from .shown import rendered
from .threads import concurrent_use


class RawEnv(AECEnv):
    """One game as a PettingZoo AEC environment.

    Agents are `player_0`, ... by seat. An observation is a dict of "observation" ((S,) float32 in [-1, 1],
    own seat first) and "action_mask" ((A,) int8; all zero for an agent that is not on turn). All agents get
    their rewards at the end of the game. An agent may act several times in a row, or never.

    A copy, by the module `copy` or by pickle, is independent and continues exactly as the original does.
    Wrappers may set `truncations`: truncated agents are removed like terminated ones. Once the agent on turn
    is removed, the game cannot go on, and all agents are truncated.

    Attributes:
        metadata: name, render modes and frame rate, as PettingZoo expects them.
        games: the game as a batch of one. Who steps it or sets its tables also sets `agent_selection`.
    """

    metadata: dict[str, Any]

    def __init__(self, game: Game, num_players: int | None = None, *, seed: int | None = None,
                 reward: str | Pay = "rank", box: str | Path | np.ndarray | None = None,
                 options: Mapping[str, Any] | None = None, render_mode: str | None = None,
                 ask_forced: bool = False):  # fmt: skip
        super().__init__()
        self.game = game
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": ["human", "ansi", "rgb_array"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        self.__module__ = game.page  # documentation tools look for the environment's page there
        self._seed = seeding.np_random(None)[1] % 2**64 if seed is None else check_seed(seed)
        self.games = GameBatch(
            game,
            1,
            num_players,
            seed=self._seed,
            reward=reward,
            box=box,
            options=options,
            ask_forced=ask_forced,
        )
        self._dealt = False
        self.possible_agents = [f"player_{seat}" for seat in range(self.games.num_players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        observed = spaces.Box(-1.0, 1.0, (self.games.observation_size,), np.float32)
        mask = spaces.Box(0, 1, (self.games.num_actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": observed, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.games.num_actions) for agent in self.possible_agents
        }
        self.agents: list[str] = []

    def __copy__(self) -> "RawEnv":
        return copy.deepcopy(self)

    def observation_space(self, agent: str) -> spaces.Space:
        """The space of an agent's observations: a Dict of "observation" and "action_mask".

        Raises:
            UnknownAgent: also a KeyError.
        """
        return self._of(agent, self.observation_spaces)

    def action_space(self, agent: str) -> spaces.Space:
        """The space of an agent's actions, Discrete(A), the same for all.

        Raises:
            UnknownAgent: also a KeyError.
        """
        return self._of(agent, self.action_spaces)

    def _of(self, agent: Any, spaces_by_agent: Mapping[str, spaces.Space]) -> spaces.Space:
        try:
            return spaces_by_agent[agent]
        except (KeyError, TypeError):
            raise self._unknown(agent) from None

    def _unknown(self, agent: Any) -> UnknownAgent:
        names = f"{self.possible_agents[0]} to {self.possible_agents[-1]}"
        return UnknownAgent(f"no agent is called {agent!r:.60}; choose from {names}")

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """Deal a new game.

        Args:
            seed: the seed of the game; None for the next game.
            options: accepted and ignored; the game's options go to the constructor.

        Raises:
            HustingsError: for a seed that is not a whole number of at least 0.
        """
        del options
        if seed is not None:
            self.games.reseed(seed)
            self.games.reset(seeds=[seed])
        elif self._dealt:
            self.games.reset()
        self._dealt = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._select(int(self.games.seat[0]))

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What `agent` may know, and its legal actions.

        Returns:
            "observation": (S,) float32, own seat first; "action_mask": (A,) int8, zeros when not on turn.

        Raises:
            UnknownAgent: for an unknown agent; also a KeyError.
            HustingsError: before `reset`.
        """
        try:
            seat = self._seat_of[agent]
            gone = self.terminations.get(agent, True) or self.truncations[agent]
        except (KeyError, TypeError):
            raise self._unknown(agent) from None
        except AttributeError:  # `terminations` is set by `reset`
            raise self._nobody("observe()") from None
        lock = self.games.lock
        if not lock.enter(False):
            raise concurrent_use()
        try:
            game = self.games.lend()
            seen = game.observation_tensor(seat)
            if gone or seat != game.current_player():
                mask = np.zeros(self.games.num_actions, np.int8)
            else:
                mask = game.legal_actions_mask()
        finally:
            lock.leave()
        return {"observation": seen, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the agent on turn.

        Args:
            observe: False leaves the observation out, as None.

        Raises:
            HustingsError: before `reset`, and when all agents are gone.
        """
        try:
            agent = self.agent_selection
            ends, cuts = self.terminations[agent], self.truncations[agent]
        except (AttributeError, KeyError):
            raise self._nobody("last()") from None
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], ends, cuts, self.infos[agent]

    def _nobody(self, call: str) -> HustingsError:
        """The error when nobody is on turn."""
        # The cause is found only after the failure: `step` and `last` are called too often for checks.
        return HustingsError(
            f"{call}: the game is over, and all agents are gone; call reset()"
            if self._dealt
            else f"{call} before reset(); call reset() first"
        )

    def step(self, action: int | None) -> None:
        """Take an action of the agent on turn; None removes an agent that is terminated or truncated.

        Args:
            action: a whole number, or an array or tensor of one.

        Raises:
            IllegalAction: naming seat, phase and action; the game has not changed.
            HustingsError: for anything that is not a whole number, before `reset`, and when all agents are
                gone; the game has not changed.
        """
        try:
            agent = self.agent_selection
            gone = self.terminations[agent] or self.truncations[agent]
        except (AttributeError, KeyError):
            raise self._nobody("step()") from None
        if gone:
            self._remove(action)
            return
        number = whole_action(action, agent)
        try:
            on_turn = self.games.step_first(number)
        except IllegalAction:
            if not self.games.over[0]:
                raise
            on_turn = NOBODY  # the game's end could not be paid before, and is paid now
        # As in PettingZoo, an agent's rewards accumulate from one of its actions to the next.
        self._cumulative_rewards[agent] = 0.0
        self._select(on_turn)
        if self.render_mode == "human":
            self.render()

    def _remove(self, action: int | None) -> None:
        """Remove the selected agent and select the next one, to remove or on turn."""
        if action is not None:
            raise HustingsError(f"{self.agent_selection}: its game is over; call step(None) to remove it")
        self._was_dead_step(None)
        agent = self.agent_selection
        if self.agents and not (self.terminations.get(agent) or self.truncations.get(agent)):
            self._select(int(self.games.seat[0]))

    def end(self, rewards: Mapping[str, float]) -> None:
        """End the game at once with these rewards, 0 for agents that are not named."""
        for agent in self.agents:
            self.rewards[agent] = float(rewards.get(agent, 0.0))
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.terminations[agent] = True

    def _select(self, seat: int) -> None:
        """Select the agent of the seat on turn, -1 when the game is over."""
        if seat >= 0 and self.possible_agents[seat] in self.terminations:
            self.agent_selection = self.possible_agents[seat]
            return
        if seat >= 0:  # a wrapper has truncated the agent on turn, and it was removed
            self.truncations.update(dict.fromkeys(self.agents, True))
        else:
            self.end(dict(zip(self.possible_agents, self.games.payoff[0], strict=True)))
        # PettingZoo's order: dead agents come first, each removed by step(None).
        self._deads_step_first()

    def state(self) -> np.ndarray:
        """Everything on the table, hidden cards included: (len,) float32 in [0, 1], seats not rotated."""
        parts, tables = [], self.games.save().view(self.game.table)[:, 0]
        for field in self.game.table_fields:
            if field.name not in HIDDEN_FROM_STATE:
                values = tables[field.name].reshape(-1).astype(np.float32)
                parts.append((values - field.low) / max(1, field.high - field.low))  # it may have one value
        return np.concatenate(parts, dtype=np.float32)

    @property
    def state_space(self) -> spaces.Box:
        """The space of `state()`."""
        return spaces.Box(0.0, 1.0, self.state().shape, np.float32)

    def render(self) -> str | np.ndarray | None:
        """The table, hidden cards included: text for "ansi", printed for "human", pixels for "rgb_array".

        Pixels are (780, 900, 3) uint8 and need the extra `play`; None without a render mode.
        """
        return rendered(self.games, 0, None, self.render_mode)

    def _repr_svg_(self) -> str:
        """The table, hidden cards included, for notebooks."""
        return self.games.picture(0)

    def close(self) -> None:
        """Do nothing: there is nothing to close, but PettingZoo's test wants it where there is `render`."""


_AFTER_RESET = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents")


def _forwarded(name: str) -> Any:
    """A property that forwards to the wrapped environment, and does not exist before `reset`."""

    def get(self: "CheckedEnv") -> Any:
        """Forward to the wrapped environment.

        Raises:
            NoAttribute: before `reset`; also an AttributeError.
        """
        if not self.env._dealt:
            raise AttributeError  # after which Python asks `__getattr__`, which says why
        return getattr(self.env, name)

    def give(self: "CheckedEnv", value: Any) -> None:
        setattr(self.env, name, value)

    return property(get) if name == "num_agents" else property(get, give)


class CheckedEnv(BaseWrapper):
    """The checks of PettingZoo's three wrappers in one wrapper, which costs less than any of them.

    Using the environment before `reset` raises an error, and so does an action that is not a whole number. An
    illegal action ends the game with -1 for the offender and 0 for the others (which is not zero-sum). A
    warning names the action, and so does "illegal_action" in the offender's info.

    Attributes:
        env: the wrapped environment.
    """

    env: RawEnv

    def __getattr__(self, name: str) -> Any:
        # Looking up `env` here would recurse for ever in a copy that is being made and has none yet.
        if name == "env" or (name.startswith("_") and name != "_cumulative_rewards"):
            raise AttributeError(name)
        if name in _AFTER_RESET and not self.env._dealt:
            raise NoAttribute(f"{name} does not exist before reset(); call reset() first")
        return getattr(self.env, name)

    def __copy__(self) -> "CheckedEnv":
        return copy.deepcopy(self)

    def _deads_step_first(self) -> str:
        return self.env._deads_step_first()

    def _check_begun(self, call: str) -> None:
        if not self.env._dealt:
            raise self.env._nobody(call)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the agent on turn.

        Args:
            observe: False leaves the observation out, as None.

        Raises:
            HustingsError: before `reset`, and when all agents are gone.
        """
        return self.env.last(observe)

    def step(self, action: int | None) -> None:
        """Take an action of the agent on turn; an illegal one ends the game.

        Args:
            action: a whole number, or an array or tensor of one; None for an agent whose game is over.

        Raises:
            HustingsError: before `reset`, and for anything that is not a whole number.
        """
        env = self.env
        if env._dealt and not env.agents:
            return
        try:
            env.step(action)
        except IllegalAction as error:
            agent = env.agent_selection
            env.end({agent: -1.0})
            env.infos[agent]["illegal_action"] = str(error)
            env._deads_step_first()
            warnings.warn(f"{agent} loses by an illegal action: {error}", stacklevel=2)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What `agent` may know, and its legal actions, as `RawEnv.observe` returns them."""
        return self.env.observe(agent)

    def state(self) -> np.ndarray:
        """Everything on the table, as `RawEnv.state` returns it."""
        self._check_begun("state()")
        return self.env.state()

    def render(self) -> str | np.ndarray | None:
        """The table, as `RawEnv.render` returns it."""
        self._check_begun("render()")
        return self.env.render()

    def _repr_svg_(self) -> str | None:
        return self.env._repr_svg_() if self.env._dealt else None

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Iterate over the agents in turn order, at most `max_iter` times."""
        self._check_begun("agent_iter()")
        return super().agent_iter(max_iter)

    def __str__(self) -> str:
        return str(self.env)


# A property takes a third of the time of __getattr__, and loops read these at every step.
for _name in _AFTER_RESET:
    setattr(CheckedEnv, _name, _forwarded(_name))
