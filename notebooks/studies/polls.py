"""The worth of a poll in Die Macher, compared with its price.

The same auction is ended in several ways without payment: each seat in turn gets the poll, or nobody. All are
played on with the same chance, so the differences are the effects of owning it. Giving a seat a little money
when nobody gets the poll shows the worth of money at that moment.

`python -m studies.polls --out studies/measured` measures what `notebooks/price_of_knowing.ipynb` shows; the
same command continues an interrupted measurement.
"""

import functools
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hustings.agents import Agent, make
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.envs.core.engine.record import NOBODY
from hustings.envs.die_macher.actions import PASS
from hustings.envs.die_macher.table import Phase
from hustings.training.evaluation.statistics import Estimate
from measurements.tables import depends_on

from .figures import bootstrap, play_out, weighted_mean, weighted_ratio
from .knowing import MEASURED, Rows, batch_at, grow, main, outcomes_from, rows_in

PLAYERS = 4
MONEY = 10  # thousands given to a seat, to measure their worth
FUTURES = 4
AGENTS = {"greedy": (300, 20271), "policy": (40, 20272), "random": (300, 20273)}
"""The agent in all seats, with the number of deals and the seed."""
BEFORE = ("deal", "round", "region", "price", "buyer")
EFFECTS = ("own", "rival", "money")
"""The gains of a seat, compared with nobody having the poll: when it has the poll; when another has it, on
average; when it has `MONEY` more. Each in lead and in shares of the win."""
_KEY = 0x706F6C6C


class Auctions(NamedTuple):
    """Auctions as they begin, K of them: the tables, and (K,) deals, prices paid and buyers (-1 for none)."""

    tables: np.ndarray
    deals: np.ndarray
    prices: np.ndarray
    buyers: np.ndarray


def auctions(agent: Agent, deals: int, seed: int) -> Auctions:
    """Draw from every deal one auction for the current region and one for a later region.

    Auctions in which a seat can bid only zero, so that the rules pass for it, are left out.

    Args:
        agent: plays all seats, and buys.
        deals: the number of games.
        seed: for the deals and the draws.
    """
    game = GAMES["die_macher"]
    games = GameBatch(game, deals, PLAYERS, seed=seed)
    stream = np.random.default_rng([seed, deals])
    counts, drawn = np.zeros((deals, 2), np.int64), np.zeros((deals, 2), game.table)
    prices, buyers = np.zeros((deals, 2), np.int64), np.full((deals, 2), NOBODY)
    open_now = np.full(deals, -1)  # the kind that the current auction was drawn as
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        tables = games.tables
        begins = rows[_begins(tables[rows])]
        kind = (tables["region"][begins] > 0).astype(int)
        counts[begins, kind] += 1
        taken = stream.random(len(begins)) * counts[begins, kind] < 1
        drawn[begins[taken], kind[taken]] = tables[begins[taken]]
        open_now[begins] = np.where(taken, kind, -1)
        before = tables[rows].copy()
        games.step(agent.act(games, rows), rows=rows)
        after = games.tables[rows]
        goes_on = (after["phase"] == Phase.POLL_BID) & (after["region"] == before["region"])
        ended = (before["phase"] == Phase.POLL_BID) & ~goes_on
        for row, was in zip(rows[ended], before[ended]):
            if open_now[row] >= 0:
                now, at = games.tables[row], (row, open_now[row])
                sold = now["phase"] == Phase.PUBLISH
                buyers[at] = now["seat"] if sold else NOBODY
                prices[at] = was["cash"][now["seat"]] - now["cash"][now["seat"]] if sold else 0
                open_now[row] = -1
    found = np.nonzero(counts)
    return Auctions(drawn[found], found[0], prices[found], buyers[found])


def _begins(tables: np.ndarray) -> np.ndarray:
    """(K,) whether an auction has begun, and nobody has bid or passed."""
    silent = (tables["bidder"] == NOBODY) & ~tables["passed"].any(axis=1)
    return (tables["phase"] == Phase.POLL_BID) & silent


def decided(tables: np.ndarray, owner: int) -> GameBatch:
    """The games (K,) after ending a new auction with this owner (-1 for none), who pays nothing.

    The owner has bid zero, all but one seat have passed, and that one passes.

    Raises:
        HustingsError: for a table without a new auction.
    """
    if not _begins(tables).all():
        raise HustingsError("tables: an auction of polls must have just begun; take them from auctions()")
    tables, last = tables.copy(), (owner + 1) % PLAYERS
    tables["passed"][:, :PLAYERS] = 1
    tables["passed"][:, [last, *([owner] if owner != NOBODY else [])]] = 0
    tables["bidder"], tables["seat"] = owner, last
    games = batch_at(GAMES["die_macher"], tables)
    games.step(np.full(len(tables), PASS))
    return games


def finish(games: GameBatch, agent: Agent) -> np.ndarray:
    """(N, P, 2) lead and share of the win of each seat, with `agent` in all seats to the end."""
    play_out(games, agent)
    scores, payoffs = games.results()
    seats = [np.full(games.num_games, seat) for seat in range(games.num_players)]
    return np.stack([outcomes_from(scores, payoffs, seat) for seat in seats], axis=1)


def effects(tables: np.ndarray, agent: Agent, futures: int = FUTURES) -> np.ndarray:
    """(K, 3, P, 2) the `EFFECTS` on each seat, in lead and in shares of the win.

    Args:
        tables: (K,) at which an auction has just begun.
        agent: who plays on in all seats.
        futures: how often, each with its own chance, which the ends of an auction share.
    """
    there = np.repeat(tables, futures)
    keys = np.random.default_rng([_KEY, futures]).integers(2**63, size=futures, dtype=np.uint64)
    there["seed"] ^= np.tile(keys, len(tables))
    there["draws"] = 0
    nobody = finish(decided(there, NOBODY), agent)
    owned = np.stack([finish(decided(there, seat), agent) for seat in range(PLAYERS)]) - nobody
    found = np.empty((len(there), len(EFFECTS), PLAYERS, 2))
    for seat in range(PLAYERS):
        richer = there.copy()
        richer["cash"][:, seat] += MONEY
        others = [other for other in range(PLAYERS) if other != seat]
        found[:, 0, seat] = owned[seat, :, seat]
        found[:, 1, seat] = owned[others][:, :, seat].mean(axis=0)
        found[:, 2, seat] = (finish(decided(richer, NOBODY), agent) - nobody)[:, seat]
    return found.reshape(len(tables), futures, len(EFFECTS), PLAYERS, 2).mean(axis=1)


def measure(name: str, deals: int, seed: int) -> Rows:
    """Rows of figures, one for each auction: `BEFORE`, then the flattened effects."""
    agent = make(name, GAMES["die_macher"], seed)
    held = auctions(agent, deals, seed)
    tables = held.tables
    first = held.deals, tables["round_number"], tables["region"], held.prices, held.buyers
    return np.column_stack([*first, effects(tables, agent).reshape(len(tables), -1)]).round(5).tolist()


def measured(name: str, folder: Path = MEASURED) -> tuple[np.ndarray, np.ndarray]:
    """(K, 5) `BEFORE` and (K, 3, P, 2) the effects, for one of `AGENTS`.

    Raises:
        HustingsError: if they have not been measured.
    """
    rows = rows_in(folder / f"polls_{name}.json", __name__)
    return rows[:, : len(BEFORE)], rows[:, len(BEFORE) :].reshape(len(rows), len(EFFECTS), PLAYERS, 2)


def quotient(
    above: np.ndarray, below: np.ndarray, deals: np.ndarray, less: np.ndarray | float = 0.0
) -> Estimate:
    """The quotient of two means, minus a third, with its 95 % bootstrap interval over deals.

    Args:
        above, below: (K,) numerators and denominators.
        deals: (K,) the deal of each; those of one deal are drawn together.
        less: subtracted from the quotient, a number or the mean of (K,).
    """
    quotient, mean = weighted_ratio(above, below), weighted_mean(np.broadcast_to(less, deals.shape))
    return bootstrap(deals, lambda weights: quotient(weights) - mean(weights))


def measure_agent(name: str, folder: Path) -> None:
    """Measure one of `AGENTS`, into `polls_NAME.json` of a folder."""
    deals, seed = AGENTS[name]
    about: dict[str, Any] = {"agent": name, "seed": seed, "money": MONEY, "futures": FUTURES}
    about["depends_on"] = depends_on(GAMES["die_macher"], PLAYERS, name)
    grow(folder / f"polls_{name}.json", about, deals, seed, functools.partial(measure, name))


if __name__ == "__main__":
    main(__doc__, [*AGENTS], measure_agent)
