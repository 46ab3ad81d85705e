"""Expert iteration: a search guided by the network plays all seats, and the network learns what it does.

The next search is guided by what was learnt, and so looks further (Anthony, Tian and Barber 2017,
arXiv:1705.08439). It needs neither opponents nor luck to find a win, but each of its decisions costs a
search.
"""

import numpy as np

from ....agents.search import SearchAgent
from ....agents.search.settings import settings_for
from ....agents.specs import settings_of
from ....envs.core.api.batch import GameBatch
from ....envs.core.api.opponents import LEARNER
from ..checkpoint import Arrays, check_arrays
from ..frozen import FrozenNetworks
from ..imitation import Lessons, Others, lessons, study
from ..networks import inference_copy
from ..opponents import NetworkAgent
from ..process_state import learning_threads
from ..settings import ONE
from .interface import Algorithm, Context, UpdateResult
from .optimizer import adam_state, make_adam, restore_adam, set_learning_rate


class ExpertIteration(Algorithm):
    """Each update learns from a wave of games played by search, at each number of players in turn."""

    learns_from_samples = False

    def __init__(self, context: Context):
        super().__init__(context)
        s = context.settings
        self._search = {"threads": str(s.threads)} | settings_of(s.search, "search")
        settings_for(context.game, settings_of(s.search, "search"))  # raises for wrong ones
        self._batches = [context.make_games(s.wave_games, players) for players in context.player_counts]
        copy, frozen = inference_copy(context.network), FrozenNetworks.of(context.network)
        self._guide = NetworkAgent(copy, greedy=True, name="the network", frozen=frozen)
        self.optimizer = make_adam(context.network, s.learning_rate)

    def update(self, number: int, progress: float, stream: np.random.Generator) -> UpdateResult:
        """Learn from a wave of games that the search plays."""
        s, network = self.context.settings, self.context.network
        self.context.env.pool.done = progress
        taught = self._wave(number, stream)
        set_learning_rate(self.optimizer, s.learning_rate_at(progress))
        with learning_threads(self.context.threads):
            passes = [
                study(network, self.optimizer, taught, s.batch_size, s.value_weight) for _ in range(s.epochs)
            ]
        metrics = {"expert/right": passes[0].accuracy, "expert/loss": passes[-1].loss}
        return UpdateResult(len(taught.actions), metrics)

    def _wave(self, number: int, stream: np.random.Generator) -> Lessons:
        """The search's decisions in one wave of games, guided by the network as it is now."""
        s = self.context.settings
        self._guide.load(self.context.network.weights())
        games = self._batches[number % len(self._batches)]
        search = SearchAgent(games.game, int(stream.integers(2**63)), guide=self._guide, **self._search)
        others = self._others(games, number, stream) if s.search_seats == ONE else None
        view = self.context.critic_view
        taught = lessons(games, search, stream, s.shaping, targets=s.targets, critic_view=view, others=others)
        if others is not None:
            own = games.payoff[others.seatings == LEARNER]
            self.context.env.pool.record(others.seatings, own, games.payoff)
        return taught

    def _others(self, games: GameBatch, number: int, stream: np.random.Generator) -> Others:
        """Opponents from the pool in all seats but one of each game."""
        pool, rows = self.context.env.pool, np.arange(games.num_games)
        pool.seed = self.context.settings.seed
        pool.begin(number)
        pool.set_latest(self.context.network.weights())
        seatings = pool.draw(stream, games.num_games, games.num_players)
        seatings[rows, stream.integers(games.num_players, size=games.num_games)] = LEARNER
        return Others([member.agent for member in pool.members], seatings)

    def state(self) -> Arrays:
        """Adam's state; and PPO's two arrays, which every checkpoint of the suite has, empty."""
        own = adam_state(self.context.network, self.optimizer)
        return own | _unused(self.context.env.num_envs) if own else {}

    def restore(self, arrays: Arrays, updates: int) -> None:
        """Go on from `state()`; a reference, which earlier versions also wrote, is left out."""
        own = {name: array for name, array in arrays.items() if not name.startswith("reference/")}
        unused = _unused(self.context.env.num_envs) if updates else {}
        check_arrays("model.safetensors", {key: own.pop(key) for key in unused if key in own}, unused)
        if updates or own:
            restore_adam(self.context.network, self.optimizer, own)


def _unused(num_games: int) -> Arrays:
    return {"episode_starts": np.zeros(num_games, np.bool_), "recent": np.zeros((0, 3))}
