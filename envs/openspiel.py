"""The games for OpenSpiel: importing this registers `python_copycat`, `python_liberte` and the others.

For example::

    import pyspiel
    import hustings.envs.openspiel

    game = pyspiel.load_game("python_liberte(players=4)")

They are sequential games of imperfect information whose returns sum to zero. Decisions with a single legal
action are taken without asking. The parameters:

- `players`: the number of players; by default the smallest that the game takes.
- `reward`: "rank" or "win", as in the environments. ("margin" is unbounded, and OpenSpiel needs bounds.)
- `deals`: the number of equally likely deals that chance chooses from; deal k is that of `env.reset(seed=k)`.
  0 stands for all possible deals. Chance is then sampled, and `pyspiel.serialize_game_and_state` fails,
  because a game written in Python cannot give the random state it asks for; pickle works.

A game begins with a chance node, the deal, and has no other: later chance follows from the deal. A search
that clones states, such as OpenSpiel's MCTS, therefore foresees dice and cards. A search for imperfect
information need not: `state.resample_from_infostate(player, sampler)` redeals everything that the player
cannot know and reseeds chance. OpenSpiel's ISMCTS in Python uses it (with
`allow_inconsistent_action_sets=True`, since others' legal actions depend on hidden cards). Use the bots of
`open_spiel.python.algorithms`: the C++ bots `pyspiel.MCTSBot` and `pyspiel.ISMCTSBot` abort the process with
any game written in Python.

Games and states can be copied and pickled, and OpenSpiel's `random_sim_test`, `generate_playthrough`,
`evaluate_bots` and `rl_environment` work with them.

An observation is `games.observe(seat)`. It includes what the seat has seen before, though not in which order,
and is also the tensor of the information state. Observation and information-state strings are digests, for
comparison only; the latter also covers everything that the player saw and did at its own decisions. For
readable text use `str(state)`, the whole table, or `state.batch()`, which agents and pictures take too.
Public and private information are not separated: `make_observation` returns None for either alone.
"""

import functools
import hashlib
import math
import secrets
from collections.abc import Callable
from typing import Any

import numpy as np

from . import GAMES
from .core.api.agent import Agent
from .core.api.batch import GameBatch
from .core.api.factories import makers_of
from .core.api.state import State
from .core.engine.game import NOBODY, Game
from .core.errors import HustingsError, extra

with extra("openspiel", "a game for OpenSpiel"):
    import pyspiel

DEALS = 1000
MAX_GAME_LENGTH = 100_000  # far above any game: the longest random ones have some 2,000 decisions


class SpielGame(pyspiel.Game):
    """A game of the suite as a `pyspiel.Game`, made by `pyspiel.load_game`.

    Attributes:
        core: the game.
    """

    core: Game

    def __init__(self, params: dict[str, Any]):
        core = self.core
        try:
            self.players = core.check_players(params["players"])
        except HustingsError as error:  # it names the argument of other constructors
            raise HustingsError(str(error).replace("num_players", "players")) from None
        self.deals = _deals(params["deals"])
        lowest, highest = _utilities(params["reward"], self.players)
        self.reward = params["reward"]
        self.words = functools.lru_cache(maxsize=8)(str)
        info = pyspiel.GameInfo(
            num_distinct_actions=core.actions.size,
            max_chance_outcomes=max(1, self.deals),
            num_players=self.players,
            min_utility=lowest,
            max_utility=highest,
            utility_sum=0.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(_game_type(core, self.deals), info, params)

    def new_initial_state(self) -> "SpielState":
        """The state before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One: the deal."""
        return 1

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict | None = None
    ) -> "SpielObserver | None":
        """An observer of what one player knows, public and private; None for any other selection.

        Raises:
            HustingsError: for parameters.
        """
        if params:
            raise HustingsError(f"an observer takes no parameters, not {params!r:.60}; leave them out")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return SpielObserver(self, kind.perfect_recall) if whole else None

    def deal(self, outcome: int) -> State:
        """A new game from deal number `outcome`, or from a random deal if chance is sampled.

        Raises:
            HustingsError: for a number out of range.
        """
        if not 0 <= outcome < max(1, self.deals):
            raise HustingsError(f"deal {outcome} is outside 0 to {max(1, self.deals) - 1}")
        seed = outcome if self.deals else secrets.randbits(64)
        return makers_of(self.core).state(self.players, seed, self.reward)

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (str(self),)


class SpielState(pyspiel.State):
    """A state of a game. OpenSpiel copies and pickles its attributes."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self._state: State | None = None
        self._recalled = (b"",) * game.players  # digests of what each player saw and did

    @property
    def dealt(self) -> State:
        """The game as the suite's own `State`.

        Raises:
            HustingsError: before the deal.
        """
        if self._state is None:
            raise HustingsError("nothing is dealt yet; apply a chance outcome first")
        return self._state

    def batch(self) -> GameBatch:
        """A copy as a batch of one, for agents, pictures and texts.

        Raises:
            HustingsError: before the deal.
        """
        return self.dealt.to_batch()

    def current_player(self) -> int:
        """The seat to decide, chance before the deal, or the terminal player."""
        if self._state is None:
            return pyspiel.PlayerId.CHANCE
        seat = self._state.current_player()
        return pyspiel.PlayerId.TERMINAL if seat == NOBODY else seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._state is not None and self._state.is_terminal()

    def returns(self) -> list[float]:
        """(P,) the payoffs, which are zeros until the game is over."""
        if self._state is None:
            return [0.0] * self.num_players()
        # Payoffs of ranks and wins are fractions of seats; rounded so, they sum to zero exactly.
        parts = math.lcm(*range(1, self.num_players() + 1))
        return [round(paid * parts) / parts for paid in self._state.returns()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals and their probabilities."""
        deals = max(1, self.get_game().deals)
        return [(deal, 1 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.dealt.legal_actions()

    def _apply_action(self, action: int) -> None:
        state = self._state
        if state is None:
            self._state = self.get_game().deal(action)
            return
        seat, seen = state.current_player(), state.observation_tensor()
        self._state = state.child(action)
        recalled = list(self._recalled)
        recalled[seat] = _digest(recalled[seat], seen, action.to_bytes(4, "little"))
        self._recalled = tuple(recalled)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"Deal {action}"
        actions = self.get_game().core.actions
        if player == self.current_player() or not 0 <= action < actions.size:
            return self.dealt.action_to_string(action)
        block, place = actions.locate(action)
        return f"{block} {place}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A random state consistent with what `player` knows; `sampler` returns numbers in [0, 1)."""
        twin = self.clone()
        twin._state = self.dealt.resample(player, int(sampler() * 2**53))
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.get_game(), self.serialize())

    def __str__(self) -> str:
        return "Nothing is dealt." if self._state is None else self.get_game().words(self._state)


class SpielObserver:
    """An observer of what a player knows: `tensor`, (S,) float32, and `dict`, its blocks by name."""

    def __init__(self, game: SpielGame, perfect_recall: bool):
        self._game = game
        self._perfect_recall = perfect_recall
        layout = game.core.observation(game.players)
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = {block.name: self.tensor[block.start : block.stop] for block in layout}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill `tensor` with what a player knows."""
        if state._state is None:
            self.tensor.fill(0)
        else:
            state._state.observation_tensor(player, into=self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """A digest of what a player knows, with perfect recall also of what it remembers."""
        self.set_from(state, player)
        recalled = state._recalled[player] if self._perfect_recall else b""
        return _digest(recalled, self.tensor).hex()


class AgentBot(pyspiel.Bot):
    """An agent of `hustings.agents` as a bot of OpenSpiel: `AgentBot(make("greedy", GAMES["liberte"]))`."""

    def __init__(self, agent: Agent):
        super().__init__()
        if not callable(getattr(agent, "act", None)):
            raise HustingsError(f"agent: {agent!r:.60} has no method act; make it with hustings.agents.make")
        self._agent = agent

    def step(self, state: SpielState) -> int:
        """The agent's action for the seat on turn."""
        return int(self._agent.act(state.batch(), np.zeros(1, np.int64))[0])

    def restart_at(self, state: SpielState) -> None:
        """Do nothing: agents have no memory."""


def _load(name: str) -> SpielGame:
    """Load a game by its name with parameters; unpickling imports this module, which registers the games."""
    return pyspiel.load_game(name)


def _restored(game: SpielGame, state: str) -> SpielState:
    return game.deserialize_state(state)


def _digest(*parts: Any) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(part)
    return digest.digest()


def _deals(number: Any) -> int:
    if not 0 <= number < 2**31:
        raise HustingsError(f"deals: {number} is not a whole number from 0 to 2**31 - 1")
    return number


def _utilities(reward: str, players: int) -> tuple[float, float]:
    bounds = {"rank": (-1.0, 1.0), "win": (-1 / players, 1 - 1 / players)}
    if reward not in bounds:
        raise HustingsError(f"reward: {reward!r} is not one of {', '.join(bounds)}")
    return bounds[reward]


def _game_type(core: Game, deals: int) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=f"python_{core.name}",
        long_name=core.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if deals else kind.ChanceMode.SAMPLED_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(core.player_counts),
        min_num_players=min(core.player_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(core.player_counts), "reward": "rank", "deals": DEALS},
    )


def register(core: Game) -> None:
    """Register a game with OpenSpiel as `python_NAME`; the suite's own games already are."""
    # A class, because OpenSpiel releases it after the interpreter has ended, when a function would abort.
    made = type(f"{core.name}_game", (SpielGame,), {"core": core})
    pyspiel.register_game(_game_type(core, DEALS), made)


for _core in GAMES.values():
    register(_core)
