"""Luck: what chance alone has brought each seat, to be subtracted from what it won.

The order of a deck is not stored in a table, so all the chance of a step is drawn when it is taken, from the
table's seed alone. The same step with other seeds gives draws from the true distribution of what might have
come. The luck of a seat in that step is what a value function gives the table that came, less the mean of
what it gives the others. Its expectation is 0 whatever the value function, as long as that is fixed before
the game. So a result less its luck is as true as before, and it varies less if the values are good. This is
the control variate of AIVAT (Burch et al. 2018, arXiv:1612.06915) for any number of players, without the
agents' own draws.
"""

import functools
from collections.abc import Callable

import numpy as np

from ...agents.policy import POLICY, has_policy, load_policy
from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.chance import derive_many
from ...envs.core.engine.game import NOBODY, Game
from ...envs.core.errors import HustingsError
from .statistics import cluster_totals, numbered, ratio, win_shares

Value = Callable[[GameBatch, np.ndarray], np.ndarray]
"""What each seat can expect to win beyond its fair share, (R, P), in running games `rows` of a batch."""
ALTERNATIVES = 4
FOLDS = 5
_KEY = 0x6C75636B
_AT_ONCE = 1024  # tables that a network sees


class LuckMeter:
    """Adds up the luck of every seat in the games of a batch, while they are played.

    Luck depends on the seeds and on what is played, not on the batch or the threads.

    Args:
        games: the batch. It is only looked at.
        value: what tables are worth.
        alternatives: how many other draws a step is compared with.
    """

    def __init__(self, games: GameBatch, value: Value, alternatives: int = ALTERNATIVES):
        self._games, self._value, self._alternatives = games, value, alternatives
        self._others = GameBatch(
            games.game,
            games.num_games * (1 + alternatives),
            games.num_players,
            reward="win",
            box=games.box,
            threads=games.threads,
            ask_forced=games.ask_forced,
        )
        self._luck = np.zeros((games.num_games, games.num_players))

    def of(self, rows: np.ndarray) -> np.ndarray:
        """(R, P) the luck in the games `rows` so far, in shares of a win."""
        return self._luck[rows]

    def tables(self, rows: np.ndarray) -> np.ndarray:
        """(R,) structured array, copies of the tables of the games `rows`."""
        return self._games.save(rows).view(self._games.game.table)[:, 0]

    def note_deals(self, rows: np.ndarray) -> None:
        """The games `rows` have just been dealt: what was dealt is their first luck."""
        self._luck[rows] = 0
        dealt = self.tables(rows)
        drawn = dealt["draws"].any(axis=1)
        rows, dealt = rows[drawn], dealt[drawn]
        if not len(rows):
            return
        places = self._places(len(rows))
        chosen = np.zeros(self._others.num_games, np.bool_)
        chosen[places] = True
        self._others.reset(chosen, self._seeds(dealt["seed"], np.zeros(len(rows), np.uint64)))
        self._add(rows, dealt)

    def note_step(self, before: np.ndarray, actions: np.ndarray, rows: np.ndarray) -> None:
        """The games `rows` have just taken a step; where chance had no part in it, nothing happens.

        Args:
            before: (R,) the tables before it.
            actions: (R,) what was done.
            rows: (R,) the games.
        """
        after = self.tables(rows)
        drawn = (before["draws"] != after["draws"]).any(axis=1)
        if not drawn.any():
            return
        before, actions, rows, after = before[drawn], actions[drawn], rows[drawn], after[drawn]
        others = np.repeat(before, self._alternatives)
        others["seed"] = self._seeds(before["seed"], 1 + before["draws"].sum(axis=1, dtype=np.uint64))
        places = self._places(len(rows))
        self._restore(places, others)
        self._others.step(np.repeat(actions, self._alternatives), rows=places)
        self._add(rows, after)

    def _places(self, steps: int) -> np.ndarray:
        """The rows where alternatives to so many steps stand, those of a step side by side."""
        return np.arange(steps * self._alternatives)

    def _seeds(self, deals: np.ndarray, steps: np.ndarray) -> np.ndarray:
        """(R * K,) seeds of the alternatives to steps that are told apart by (R,) deals and numbers."""
        number = np.arange(self._alternatives, dtype=np.uint64)
        keys = steps[:, None] * np.uint64(self._alternatives) + number
        return derive_many(_KEY, np.repeat(deals, self._alternatives), keys.ravel())

    def _restore(self, places: np.ndarray, tables: np.ndarray) -> None:
        self._others.restore(places, tables.view(np.uint8).reshape(len(tables), -1))

    def _add(self, rows: np.ndarray, came: np.ndarray) -> None:
        """Add the luck of a step in the games `rows`: what came against what stands in the other batch."""
        places = self._places(len(rows))
        last = len(places) + np.arange(len(rows))
        self._restore(last, came)
        worth = self._worth(np.append(places, last))
        might = worth[: len(places)].reshape(len(rows), self._alternatives, -1)
        self._luck[rows] += worth[len(places) :] - might.mean(axis=1)

    def _worth(self, rows: np.ndarray) -> np.ndarray:
        """(R, P) the values of tables in the other batch; of those that are over, what was won."""
        games = self._others
        worth = games.results(rows=rows)[1].astype(np.float64)
        running = games.seat[rows] != NOBODY
        if running.any():
            worth[running] = self._value(games, rows[running])
        return worth


class PolicyValue:
    """What the policy that comes with a game expects for each seat that looks at its own cards.

    Args:
        game: the game.
        players: how many play.

    Raises:
        HustingsError: if no such policy comes with it.
    """

    def __init__(self, game: Game, players: int):
        self._policy = load_policy(POLICY, game) if has_policy(game) else None
        if self._policy is None or not self._policy.plays(players):
            raise HustingsError(
                f"variance_reduction: no policy comes with {game.title} for {players} players; leave it out"
            )

    def __call__(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R, P) values, which sum to zero over the seats."""
        values = np.empty((len(rows), games.num_players))
        for first in range(0, len(rows), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            for seat in range(games.num_players):
                values[part, seat] = self._own(games.observe(seat, rows=rows[part]), games.num_actions)
        return values - values.mean(axis=1, keepdims=True)

    def _own(self, views: np.ndarray, num_actions: int) -> np.ndarray:
        """(R,) what those who see (R, S) views expect for themselves."""
        assert self._policy is not None
        number = len(views)
        if number == 1:  # of a single one, the last digits differ from those of the same one among others
            views = np.repeat(views, 2, axis=0)
        masks = np.ones((len(views), num_actions), np.bool_)  # values do not depend on them
        return self._policy.policy_and_values(views, masks)[1][:number, 0]


@functools.lru_cache(maxsize=4)
def value_of(game: Game, players: int) -> Value:
    """What tables of a game are worth; HustingsError where nothing is known of that."""
    return PolicyValue(game, players)


def fitted(luck: np.ndarray, seatings: np.ndarray, ranks: np.ndarray, deals: np.ndarray) -> np.ndarray:
    """(G, P) the part of the luck that is worth subtracting.

    Values are seldom quite right, and alternatives are few. So luck is multiplied by what would have left the
    win shares of agents in other deals with the least variance, between 0 and 1: as it is fitted to other
    deals, its product with luck still has the expectation 0.

    Args:
        luck: (G, P) of each seat, in shares of a win.
        seatings: (G, P) the agent in each seat.
        ranks: (G, P).
        deals: (G,) the seed of each game.
    """
    if not len(deals):
        return luck
    values = np.stack([win_shares(ranks), luck]).reshape(2, -1)
    sits = seatings.reshape(-1) == np.unique(seatings)[:, None]
    clusters, number, _ = numbered(deals)
    sums, counts, _ = cluster_totals(values, sits, np.repeat(deals, ranks.shape[1]))
    folds = np.arange(number) % FOLDS
    weights = np.array([_weight(sums[folds != fold], counts[folds != fold]) for fold in range(FOLDS)])
    return luck * weights[folds[clusters]][:, None]


def _weight(sums: np.ndarray, counts: np.ndarray) -> float:
    """The weight of luck that suits these deals, from (C, 2, J) sums of wins and luck and (C, J) counts."""
    won, lucky = (sums - counts[:, None] * ratio(sums.sum(axis=0), counts.sum(axis=0))).transpose(1, 0, 2)
    square = np.nansum(lucky * lucky)
    return float(np.clip(np.nansum(won * lucky) / square, 0, 1)) if square > 0 else 0.0
