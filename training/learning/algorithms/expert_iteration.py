"""Expert iteration: a search guided by the network plays, and the network learns to imitate the search.

The improved network guides the next search, which therefore sees further (Anthony, Tian and Barber 2017,
arXiv:1705.08439). This needs neither opponents nor lucky wins to learn from, but every decision takes a
search.
"""

import numpy as np

from ....agents.policy.chances import WIN
from ....agents.search import SearchAgent
from ....agents.search.settings import Algorithm as SearchAlgorithm
from ....agents.search.settings import settings_for
from ....agents.specs import settings_of
from ....envs.core.api.batch import GameBatch
from ....envs.core.api.opponents import LEARNER
from ....envs.core.errors import HustingsError
from ..checkpoint import Arrays
from ..frozen import FrozenNetworks
from ..imitation import Imitation, Lessons, OtherPlayers, lessons
from ..networks import inference_copy
from ..opponents import NetworkAgent
from ..process_state import learning_threads
from ..settings import ONE
from .interface import Algorithm, Context, UpdateResult

_LATEST = -2  # index of the network without a search, among the other players
_GUIDE = "the network"


class ExpertIteration(Algorithm):
    """Each update learns from a wave of games played by search, at each number of players in turn."""

    learns_from_samples = False

    def __init__(self, context: Context):
        super().__init__(context)
        s = context.settings
        self._search = {"threads": str(s.threads)} | settings_of(s.search, "search")
        if "guide" in self._search:
            raise HustingsError("search: the network that learns is the guide; leave guide out")
        guided = self._search | {"guide": _GUIDE}
        search = settings_for(context.game, guided)  # raises an error for wrong settings
        if search.rounds and search.algorithm == SearchAlgorithm.PAIRED and s.reward != WIN:
            raise HustingsError(
                f"reward: {s.reward!s:.40}: the search takes values for chances to win; leave it out, or set "
                "rounds=0 in search"
            )
        self._batches = [context.make_games(s.wave_games, players) for players in context.player_counts]
        copy, frozen = inference_copy(context.network), FrozenNetworks.of(context.network)
        self._guide = NetworkAgent(copy, greedy=True, name=_GUIDE, frozen=frozen)
        self._imitation = Imitation(context.network, s.learning_rate, s.value_weight)

    def compile(self) -> None:
        """Compile the search."""
        SearchAgent(self.context.game, 0, guide=self._guide, **self._search).compile()

    def update(self, number: int, progress: float, stream: np.random.Generator) -> UpdateResult:
        """Learn from one wave of games played by the search."""
        s = self.context.settings
        taught = self._wave(number, stream)
        if not len(taught.actions):  # the search was never on turn
            return UpdateResult(0, {})
        self._imitation.set_rate(s.learning_rate_at(progress))
        with learning_threads(self.context.threads):
            figures = self._imitation.study(taught, s.batch_size, s.epochs)
        metrics = {f"expert/{name}": figures[name] for name in ("right", "loss")}
        return UpdateResult(len(taught.actions), metrics)

    def _wave(self, number: int, stream: np.random.Generator) -> Lessons:
        """The search's decisions in one wave of games, guided by the current network."""
        s = self.context.settings
        self._guide.load(self.context.network.weights())
        games = self._batches[number % len(self._batches)]
        search = SearchAgent(games.game, int(stream.integers(2**63)), guide=self._guide, **self._search)
        others = self._other_players(games, number, stream) if s.search_seats == ONE else None
        view = self.context.view
        taught = lessons(games, search, stream, targets=s.targets, critic_view=view, others=others)
        if others is not None:
            self.context.pool.record(others.seatings, games.payoff)
        self.context.pool.drop_departed(np.empty(0, np.int32))  # all games are over
        return taught

    def _other_players(self, games: GameBatch, number: int, stream: np.random.Generator) -> OtherPlayers:
        """Opponents from the pool in all seats but one of each game; "latest" plays without a search."""
        pool, rows = self.context.pool, np.arange(games.num_games)
        pool.begin(self.context.settings.seed, number)
        pool.discount()
        seatings = pool.draw(stream, games.num_games, games.num_players)
        own = seatings == LEARNER
        # Of the network's seats in each game, one drawn at random searches, and the rest play without.
        taught = (stream.random(own.shape) * own).argmax(axis=1)
        seatings[own] = _LATEST
        seatings[rows, taught] = LEARNER
        agents = {number: member.agent for number, member in pool.members.items()}
        return OtherPlayers({**agents, _LATEST: self._guide}, seatings)

    def state(self) -> Arrays:
        """Adam's state."""
        return self._imitation.state()

    def restore(self, arrays: Arrays, updates: int) -> None:
        """Continue from `state()`."""
        self._imitation.restore(arrays)
