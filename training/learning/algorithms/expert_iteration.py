"""Expert iteration: a search guided by the network plays all seats, and the network learns what it does.

The next search is guided by what was learnt, and so looks further (Anthony, Tian and Barber 2017,
arXiv:1705.08439). It needs neither opponents nor luck to find a win, but each of its decisions costs a
search.
"""

import numpy as np

from ....agents.search import SearchAgent
from ....agents.search.settings import settings_for
from ....agents.specs import settings_of
from ..checkpoint import Arrays, check_arrays
from ..imitation import Lessons, lessons, study
from ..networks import inference_copy
from ..opponents import NetworkAgent
from ..process_state import learning_threads
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
        self._guide = NetworkAgent(inference_copy(context.network), greedy=True, name="the network")
        self.optimizer = make_adam(context.network, s.learning_rate)

    def update(self, number: int, progress: float, stream: np.random.Generator) -> UpdateResult:
        """Learn from a wave of games that the search plays."""
        s, network = self.context.settings, self.context.network
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
        self._guide.network.load_weights(self.context.network.weights())
        games = self._batches[number % len(self._batches)]
        search = SearchAgent(games.game, int(stream.integers(2**63)), guide=self._guide, **self._search)
        return lessons(
            games, search, stream, s.shaping, targets=s.targets, critic_view=self.context.critic_view
        )

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
