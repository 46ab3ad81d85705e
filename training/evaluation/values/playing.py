"""The agents in a measurement of values, and decisions drawn from games played to the end."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ....agents import Agent
from ....agents.policy import check_seats
from ....agents.policy.chances import WIN, check_chances
from ....agents.specs import named
from ....envs.core.api.arguments import check_seed, players_of
from ....envs.core.api.batch import GameBatch
from ....envs.core.engine.game import NOBODY, Game
from ....envs.core.errors import HustingsError, blamed_on
from ..arena import Progress, acted, name_of, resolve_agent
from ..results import played_in
from ..tournaments import resolve_game

AT_ONCE = 1024
"""The number of games played side by side."""
_METHOD = "policy_and_values"
_DRAWN = ":sample=true"
_PLAYER = 9  # the key of the player's stream; keys of games begin with their stage


@dataclass(frozen=True)
class Facts:
    """What was measured, in which games.

    Attributes:
        agent: the agent that predicts.
        among: the agent that plays all seats.
        game, game_version, revision, title: what is played.
        num_players, options, box, seed: the settings; `box` is a hash, options included.
    """

    agent: str
    among: str
    game: str
    game_version: int
    revision: int
    title: str
    num_players: int
    options: dict[str, Any]
    box: str
    seed: int

    @property
    def where(self) -> str:
        """Game and table in words."""
        return f"{self.title}, {self.num_players} players"


class Cast:
    """The agent that predicts and the agent that plays all seats; arguments as for `values`.

    Attributes:
        facts: both agents, and the games.
        player: plays; a policy that plays its own games samples its actions.

    Raises:
        HustingsError: for an agent without values, or unsuitable arguments.
    """

    def __init__(
        self,
        agent: str | Agent,
        game: Game | str,
        among: str | Agent | None,
        num_players: int | None,
        seed: int,
        options: Mapping[str, Any] | None,
        box: str | Path | np.ndarray | None,
        threads: int,
    ):
        self._game, self._seed = resolve_game(game), check_seed(seed)
        players = players_of(self._game, num_players)
        self._given: dict[str, Any] = {"reward": WIN, "options": options, "box": box, "threads": threads}
        template = GameBatch(self._game, 1, players, **self._given)
        made = resolve_agent(agent, self._game, self._seed, 0)
        name = _named(agent)
        if not hasattr(made, _METHOD):
            raise HustingsError(
                f"agent {name}: it has no {_METHOD}(), so it predicts no values; give a policy, and {name} "
                "as `among` if it is to play the games"
            )
        check_chances(made, name)
        self._judge: Any = made
        self.player: Agent = made if among is None else resolve_agent(among, self._game, self._seed, 1)
        check_seats([made, self.player], template)
        other = name if among is None else _named(among)
        if among is None and hasattr(made, "drawing"):
            self.player, other = made.drawing(self.seed(_PLAYER)), f"{name.removesuffix(_DRAWN)}{_DRAWN}"
        facts = {**played_in(template), "title": self._game.title, "seed": self._seed}
        self.facts = Facts(agent=name, among=other, **facts)

    def games(self, number: int, *key: int) -> GameBatch:
        """New games with the reward `win`."""
        return GameBatch(self._game, number, self.facts.num_players, seed=self.seed(*key), **self._given)

    def seed(self, *key: int) -> int:
        """A separate seed for each key."""
        return int(np.random.SeedSequence((self._seed, 2, *key)).generate_state(1, np.uint64)[0])

    def predict(self, games: GameBatch) -> np.ndarray:
        """(N, P) the agent's predicted chance to win for each seat, the seat on turn first.

        Raises:
            HustingsError: for values of another shape, or that are not finite.
        """
        try:
            given = self._judge.policy_and_values(games.observe(), games.masks())[1]
        except (Exception, SystemExit) as error:  # whatever a user's agent may raise
            raise blamed_on(f"agent {self._judge.name}", error) from error
        values, shape = np.asarray(given), (games.num_games, games.num_players)
        if values.shape != shape or values.dtype.kind not in "biuf" or not np.isfinite(values).all():
            raise HustingsError(
                f"agent {self._judge.name}: values must be finite numbers of shape {shape}, a row for each "
                f"game; they are {values.dtype} of shape {values.shape}"
            )
        return values + 1 / games.num_players

    def play_on(self, games: GameBatch) -> Iterator[np.ndarray]:
        """Play to the end; before each step yield the running games, (R,)."""
        rows = np.flatnonzero(~games.over)
        while len(rows):
            yield rows
            acted(self.player, games, rows)
            rows = rows[games.seat[rows] != NOBODY]

    def drawn(self, games: GameBatch, each: int, *key: int) -> np.ndarray:
        """Play to the end, and draw `each` decisions from every game, uniformly and independently.

        Returns:
            (each, N, table size) uint8, the tables before these decisions as `GameBatch.save` gives them.
        """
        stream = np.random.default_rng(self.seed(*key))
        kept = np.zeros((each, games.num_games, games.game.table.itemsize), np.uint8)
        for number, rows in enumerate(self.play_on(games), 1):
            # Reservoir sampling: the n-th decision of a game replaces an earlier one with probability 1 / n.
            taken = stream.random((each, len(rows))) * number < 1
            places, chosen = np.nonzero(taken)
            kept[places, rows[chosen]] = games.save(rows[chosen])
        return kept


def _named(agent: str | Agent) -> str:
    return named(name_of(agent))[0]


def chunks(number: int, most: int) -> list[int]:
    """Split `number` into parts of at most `most`.

    >>> chunks(10, 4)
    [4, 4, 2]
    """
    return [min(most, number - first) for first in range(0, number, most)]


class Count:
    """Reports how many games of all are over."""

    def __init__(self, total: int, on_progress: Progress | None):
        self._done, self._total, self._tell = 0, total, on_progress

    def __call__(self, more: int) -> None:
        """Report `more` further finished games."""
        self._done += more
        if self._tell:
            self._tell(self._done, self._total)
