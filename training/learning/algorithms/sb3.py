"""sb3-contrib's MaskablePPO as an algorithm of the suite, to compare with."""

from collections.abc import Mapping

import numpy as np
from gymnasium.vector import AutoresetMode
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import FloatSchedule

from ....envs.core.api.opponents import AT_RANDOM, LEARNER, row_seeds
from ....envs.core.api.seat_vector_env import SeatVectorEnv
from ....envs.core.api.threads import cores
from ....envs.core.errors import HustingsError
from ..checkpoint import Arrays, check_arrays
from ..networks.sb3 import Sb3Network
from ..opponents import LATEST, SNAPSHOTS, Pool
from ..optimizer import adam_state, restore_adam
from ..process_state import learning_threads
from ..registry import make_reward
from ..sb3 import SeatVecEnv
from .interface import Algorithm, Context, UpdateResult

_GAMES = "games/"


class Sb3(Algorithm):
    """Each update is one rollout and update of MaskablePPO, from one seat of each game, against bots.

    The other seats are played by the bots in `opponents`, drawn seat by seat. As usual in Stable-Baselines3,
    a rollout continues the games of the last one.

    Attributes:
        model: the learner, with the policy of the run's network.
        seats, env: its games, and the same in the form of Stable-Baselines3.
    """

    def __init__(self, context: Context):
        super().__init__(context)
        s, network = context.settings, context.network
        bots = _bots(context)
        assert isinstance(network, Sb3Network)
        self.seats = PoolSeats(
            context.game,
            s.num_games,
            context.player_counts[0],
            opponents=bots,
            reward=make_reward(s.reward),
            box=s.box,
            options=s.options,
            threads=s.threads or cores(),
            autoreset_mode=AutoresetMode.SAME_STEP,
        )
        self.seats.pool, self.env = context.pool, SeatVecEnv(self.seats, s.seed)
        steps = s.decisions // s.num_games
        self.decisions = steps * s.num_games
        self.model = MaskablePPO(
            lambda *_, **__: network.policy,  # type: ignore[arg-type]
            self.env,
            n_steps=steps,
            batch_size=-(-self.decisions // s.minibatches),
            n_epochs=s.epochs,
            gamma=1.0,  # games end and pay once, so there is nothing to discount
            gae_lambda=s.gae_lambda,
            clip_range=s.clip_range,
            target_kl=s.target_kl or None,
            vf_coef=s.value_weight,
            max_grad_norm=s.max_gradient,
            device=network.device,
        )
        self.model.set_logger(Logger(None, []))

    def update(self, number: int, progress: float, stream: np.random.Generator) -> UpdateResult:
        """Play a rollout and learn from it."""
        s, model = self.context.settings, self.model
        self.context.pool.begin(s.seed, number)
        self.context.pool.discount()
        self.seats.begin(int(stream.integers(2**63)))
        model.lr_schedule = FloatSchedule(s.learning_rate_at(progress))
        model.ent_coef = s.entropy_at(progress)
        with learning_threads(self.context.threads):
            model.learn(self.decisions, log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
        figures = dict(model.logger.name_to_value)
        figures.pop("train/n_updates")  # the run keeps its own count, which survives a resume
        metrics = {name: float(figure) for name, figure in figures.items() if name.startswith("train/")}
        model.logger.dump()
        return UpdateResult(self.decisions, metrics)

    def state(self) -> Arrays:
        """Adam's state and, after the first update, the running games."""
        policy = self.model.policy
        games = {} if self.model._last_obs is None else self.seats.state() | {"lengths": self.env.lengths}
        named = {f"{_GAMES}{name}": array.copy() for name, array in games.items()}
        return adam_state(self.context.network, policy.optimizer) | named

    def restore(self, arrays: Arrays, updates: int) -> None:
        """Continue from `state()`."""
        games = {
            name.removeprefix(_GAMES): array for name, array in arrays.items() if name.startswith(_GAMES)
        }
        moments = {name: array for name, array in arrays.items() if not name.startswith(_GAMES)}
        like = self.seats.state() | {"lengths": self.env.lengths} if updates else {}
        check_arrays("model.safetensors", games, like)
        if updates and games["lengths"].min() < 0:
            raise HustingsError("model.safetensors: a length is below 0")
        restore_adam(self.context.network, self.model.policy.optimizer, moments)
        if updates:
            self.seats.restore(games)
            self.env.lengths[:] = games["lengths"]
            # What MaskablePPO carries over from one rollout to the next.
            self.model._last_obs = self.seats.games.observe(self.seats.learner)
            self.model._last_episode_starts = self.env.lengths == 0
            self.model.num_timesteps = updates * self.decisions


def _bots(context: Context) -> Mapping[str, float]:
    """The bots in the settings that the game has, with their shares.

    Raises:
        HustingsError: for settings that MaskablePPO cannot handle.
    """
    s, bots = context.settings, context.pool.bots
    itself = s.opponents.keys() & {LATEST, SNAPSHOTS}
    if not isinstance(context.network, Sb3Network):
        raise HustingsError(f"network: algorithm 'sb3' learns with 'sb3', not {s.network!r:.60}; take that")
    if itself or not bots:
        met = f"{min(itself)!r} is none" if itself else "the game has none of these"
        raise HustingsError(f"opponents: algorithm 'sb3' meets bots by name, and {met}; try opponents=random")
    if s.padded:
        raise HustingsError("num_players: algorithm 'sb3' plays at one table; give one number of players")
    if s.decisions < s.num_games:
        raise HustingsError(
            f"decisions: {s.decisions} are less than one in each of {s.num_games} games; take more"
        )
    decisions = s.decisions // s.num_games * s.num_games
    batch = -(-decisions // s.minibatches)
    if batch == 1 or decisions % batch == 1:  # MaskablePPO divides by the deviation of its advantages
        raise HustingsError(
            f"minibatches: {s.minibatches} leave one of {decisions} decisions alone, and algorithm 'sb3' "
            "cannot learn from one; take another number"
        )
    return {bot: s.opponents[bot] for bot in bots}


class PoolSeats(SeatVectorEnv):
    """Seats among the bots of a pool, which records the results; the games can be saved and restored.

    Attributes:
        pool: the bots, in the order in which they are given as opponents.
    """

    pool: Pool

    def begin(self, seed: int) -> None:
        """Restart the opponents' random streams, which are not saved."""
        self._others.begin(self._all, row_seeds(seed, self.num_envs))

    def _finish(self, rows: np.ndarray) -> None:
        super()._finish(rows)
        players = self.opponents[rows]
        if (players == AT_RANDOM).any():
            players[players == AT_RANDOM] = self.pool.bots.index("random")
        self.pool.record(players, self.games.results(rows=rows)[1])

    def state(self) -> dict[str, np.ndarray]:
        """The running games as arrays; with `begin`, this is all that is needed to continue."""
        return {
            "tables": self.games.save(),
            "learner": self.learner.copy(),
            "opponents": self.opponents.copy(),
            "keys": self._keys.copy(),
            "dealt": self._dealt.copy(),
            "streams": self._states.copy(),
        }

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Continue the games of `state()`, whose names, types and shapes have been checked.

        Raises:
            HustingsError: if they are not games of these seats.
        """
        learner, opponents = state["learner"], state["opponents"]
        mine = np.arange(self.games.num_players) == learner[:, None]
        known = np.isin(opponents, self._others.numbers) | mine
        if not known.all() or ((opponents == LEARNER) != mine).any() or not mine.any(axis=1).all():
            raise HustingsError("model.safetensors: a seat is nobody's who plays here")
        tables = np.ascontiguousarray(state["tables"])
        self.games.tables = tables.view(self.games.game.table).reshape(self.num_envs)
        if (self.games.seat != learner).any():
            raise HustingsError("model.safetensors: the learner is not on turn")
        self.learner[:], self.opponents[:] = learner, opponents
        self._keys[:], self._dealt[:], self._states[:] = (state[k] for k in ("keys", "dealt", "streams"))
        self._at_random[:] = opponents == AT_RANDOM
        self._begun = True
        self._running[:], self._over[:] = True, False
