"""Auctions in Die Macher: payments by form of auction, worths of prizes by playouts, and learnt bids.

python -m studies.auctions --out FILE    measures everything in eight minutes
"""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from hustings.agents import make
from hustings.agents.policy.files import POLICY
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.envs.core.engine.record import NOBODY
from hustings.envs.core.io.files import read_json, write_text
from hustings.envs.die_macher import actions as say
from hustings.envs.die_macher.table import Phase
from measurements.tables import depends_on

from .figures import Weighted, check_same, play_out, turns, weighted_mean

GAME = GAMES["die_macher"]
PAYMENTS = ("first", "second", "all")
AUCTIONS = ("open", "blind")
POLL, START = "poll", "start"
MORE_CASH = 5
"""The extra thousands used to measure the worth of money."""
STAGES = 3
MOST_VALUE = 40
"""In learning, higher values count as this one."""
NEAR = 3
"""Values within so many thousands predict nearly the same values of other bidders."""
MEASURED = Path(__file__).with_name("measured") / "auctions.json"
_AMOUNTS = np.array(say.RUNGS)
_OPENS = {POLL: Phase.POLL_BID, START: Phase.START_BID}


class Positions(NamedTuple):
    """Auctions at their beginning.

    Attributes:
        tables: (N,) tables of the game.
        deals: (N,) seeds of their deals.
        players: at the table.
        kind: "poll", or "start" for the choice of the start player.
    """

    tables: np.ndarray
    deals: np.ndarray
    players: int
    kind: str


class Sales(NamedTuple):
    """The results of auctions: (N,) the winner's seat, -1 for none, and (N, P) thousands paid."""

    winner: np.ndarray
    paid: np.ndarray


# --- Positions and sales -------------------------------------------------------------------------


def positions_of(kind: str, players: int, deals: int, seed: int, each: int = 2) -> Positions:
    """Draw some auctions of each deal from a game that greedy plays under the rulebook's options.

    Args:
        kind: "poll" or "start".
        players: 3 to 5.
        deals: the number of deals.
        seed: of the first deal and of the draw.
        each: auctions per deal.
    """
    games, found = GameBatch(GAME, deals, players, seed=seed), []
    before = games.tables.copy()
    for rows in turns(games, make("greedy", GAME)):
        found.append(_opened(kind, before[rows], games.tables[rows]))
        before[rows] = games.tables[rows]
    tables = np.concatenate(found)
    seeds = tables["seed"]
    order = np.random.default_rng(seed).permutation(len(tables))
    order = order[np.argsort(seeds[order], kind="stable")]
    first = np.searchsorted(seeds[order], seeds[order])
    chosen = order[np.arange(len(order)) - first < each]
    return Positions(tables[chosen], seeds[chosen].astype(np.int64), players, kind)


def _opened(kind: str, before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """The tables on which an auction has just opened."""
    fields = ("round_number", "region") if kind == POLL else ("round_number",)
    same = before["phase"] == _OPENS[kind]
    for name in fields:
        same &= before[name] == after[name]
    return after[(after["phase"] == _OPENS[kind]) & ~same]


def sold(positions: Positions, auction: str, payment: str) -> Sales:
    """The results of the auctions if greedy sits in all seats, in this form of auction."""
    games, bot = _placed(positions, poll_auction=auction, auction_payment=payment), make("greedy", GAME)
    _bid(games, positions, lambda rows: bot.act(games, rows))
    won = games.tables["phase"] == (Phase.PUBLISH if positions.kind == POLL else Phase.START_PLAYER)
    winner = np.where(won, games.tables["seat"], NOBODY).astype(int)
    cash = positions.tables["cash"][:, : positions.players].astype(int)
    return Sales(winner, cash - games.tables["cash"][:, : positions.players])


def _placed(positions: Positions, **options: Any) -> GameBatch:
    games = GameBatch(GAME, len(positions.tables), positions.players, options=options)
    games.tables = positions.tables
    return games


def _bid(games: GameBatch, positions: Positions, bids: Any) -> None:
    """Run the auctions to their end, with actions chosen by `bids` for rows."""
    began = positions.tables
    while True:
        now = games.tables
        running = now["phase"] == _OPENS[positions.kind]
        running &= (now["region"] == began["region"]) & (now["round_number"] == began["round_number"])
        rows = np.flatnonzero(running)
        if not len(rows):
            return
        games.step(bids(rows), rows=rows)


def values_of(positions: Positions) -> np.ndarray:
    """(N, P) the worth of a poll to each seat in thousands by greedy's estimate, which is its blind bid.

    It bids its whole estimate, but no more than it has.
    """
    games = _placed(positions, poll_auction="blind")
    bot, rows = make("greedy", GAME), np.arange(len(positions.tables))
    values = np.zeros((len(rows), positions.players), int)
    for seat in range(positions.players):
        tables = positions.tables.copy()
        tables["seat"] = seat
        games.tables = tables
        rungs = bot.act(games, rows) - say.NUMBER
        values[:, seat] = np.minimum(_AMOUNTS[rungs], tables["cash"][:, seat])
    return values


# --- Worth by playouts ---------------------------------------------------------------------------


def margins_by_outcome(positions: Positions) -> tuple[np.ndarray, np.ndarray]:
    """The final margins if each seat in turn won the auction without paying.

    The clones of a game differ only in that outcome: they have the same table and future chance, and are
    played to the end by greedy in all seats under the rulebook's options. A margin is a seat's points minus
    the mean of the others'.

    Returns:
        (N, P, P) margins of each seat (last axis) if the seat of the axis before wins, and (N, P) how much
        further ahead a seat is when nobody wins and it has `MORE_CASH` thousand more.
    """
    seats = range(positions.players)
    won = np.stack([_margins(_given(positions, seat), positions) for seat in seats], axis=1)
    nobody = _margins(_given(positions, NOBODY), positions)
    richer = []
    for seat in seats:
        tables = positions.tables.copy()
        tables["cash"][:, seat] += MORE_CASH
        rich = _margins(_given(positions._replace(tables=tables), NOBODY), positions)
        richer.append(rich[:, seat] - nobody[:, seat])
    return won, np.stack(richer, axis=1)


def _given(positions: Positions, seat: int) -> np.ndarray:
    """The tables after a seat has won for nothing: it bids alone in a second-price auction."""
    tables = positions.tables.copy()
    if seat != NOBODY:
        tables["cash"][:, seat] += 1  # it needs at least 1 to bid
    games = _placed(positions._replace(tables=tables), auction_payment="second")
    nothing = say.PASS if positions.kind == POLL else say.NUMBER
    _bid(games, positions, lambda rows: np.where(games.seat[rows] == seat, say.NUMBER + 1, nothing))
    tables = games.tables.copy()
    if seat != NOBODY:
        tables["cash"][:, seat] -= 1
    return tables


def _margins(tables: np.ndarray, positions: Positions) -> np.ndarray:
    games = _placed(positions._replace(tables=tables))
    play_out(games, make("greedy", GAME))
    return margins(games.scores)


def margins(scores: np.ndarray) -> np.ndarray:
    """(N, P) own points minus the mean of the others', from (N, P) points."""
    players = scores.shape[1]
    return (scores - scores.mean(axis=1, keepdims=True)) * players / (players - 1)


def worths(won: np.ndarray) -> np.ndarray:
    """(N, P) how many points winning is worth more than another seat's winning, from (N, P, P) margins."""
    players = won.shape[1]
    own = np.diagonal(won, axis1=1, axis2=2)
    return own - (won.sum(axis=1) - own) / (players - 1)


# --- Learnt bids ---------------------------------------------------------------------------------


def outlook(payment: str, strategy: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The chance to win with each bid, and its expected cost, against others who play a strategy.

    Bids are blind, in whole thousands; ties are decided at random, and a bid of 0 never wins.

    Args:
        payment: "first", "second" or "all".
        strategy: (V, B) for each value the probabilities of bids from 0.
        values: (N, P) value of each bidder of N auctions.

    Returns:
        Two (N, P, B) arrays.
    """
    if payment not in PAYMENTS:
        raise HustingsError(f"payment {payment!r} is not one of {', '.join(PAYMENTS)}")
    chances = strategy[values]
    up_to = chances.cumsum(axis=2)
    below = up_to - chances
    nodes, weights = np.polynomial.legendre.leggauss(3)  # exact for up to five others
    # Each bidder draws a number in the unit interval and the highest of level bidders wins
    won = np.zeros_like(chances)
    for node, weight in zip(nodes, weights):
        won += weight / 2 * _by_others(below + (node + 1) / 2 * chances)
    won[:, :, 0] = 0.0
    bids = np.arange(strategy.shape[1])
    if payment == "first":
        return won, bids * won
    if payment == "all":
        return won, np.broadcast_to(bids.astype(float), won.shape)
    highest = _by_others(up_to)
    lower = np.concatenate([np.zeros_like(highest[:, :, :1]), highest[:, :, :-1]], axis=2)
    spent = (bids * (highest - lower)).cumsum(axis=2)
    spent = np.concatenate([np.zeros_like(spent[:, :, :1]), spent[:, :, :-1]], axis=2)
    paid = spent + bids * (won - lower)
    paid[:, :, 0] = 0.0
    return won, paid


def _by_others(factors: np.ndarray) -> np.ndarray:
    """For each bidder the product of the others' factors, (N, P, B)."""
    players = factors.shape[1]
    return np.stack([np.delete(factors, one, axis=1).prod(axis=1) for one in range(players)], axis=1)


def gains(payment: str, strategy: np.ndarray, values: np.ndarray) -> np.ndarray:
    """(V, B) mean gain in thousands of each bid at each value; -inf for a bid above the value.

    Others' play hardly depends on a bidder's exact value, so neighbouring values are pooled, the nearest with
    most weight.
    """
    won, paid = (part.reshape(-1, strategy.shape[1]) for part in outlook(payment, strategy, values))
    size, own = len(strategy), values.ravel()
    near = np.maximum(0, 1 - np.abs(np.arange(size)[:, None] - np.arange(size)) / (1 + NEAR))
    each = csr_array((np.ones(len(own)), (own, np.arange(len(own)))), shape=(size, len(own)))
    often = near @ np.bincount(own, minlength=size)
    wins, costs = (near @ (each @ part) / np.maximum(often, 1e-9)[:, None] for part in (won, paid))
    gain = np.arange(size)[:, None] * wins - costs
    return np.where(np.arange(strategy.shape[1]) <= np.arange(size)[:, None], gain, -np.inf)


def best_bids(gain: np.ndarray) -> np.ndarray:
    """(V,) the best bid for each value, from (V, B) gains; of equally good ones the highest."""
    good = gain >= gain.max(axis=1, keepdims=True) - 1e-9
    return gain.shape[1] - 1 - good[:, ::-1].argmax(axis=1)


def exploitable(payment: str, strategy: np.ndarray, values: np.ndarray) -> float:
    """Thousands per auction that a bidder would gain with the best bid for each value instead of its own."""
    gain = gains(payment, strategy, values)
    missed = gain.max(axis=1) - (strategy * np.where(np.isfinite(gain), gain, 0.0)).sum(axis=1)
    often = np.bincount(values.ravel(), minlength=len(strategy)) / values.size
    return float((often * missed).sum())


def left(payment: str, strategy: np.ndarray, values: np.ndarray, half: np.ndarray) -> float:
    """`exploitable`, cross-validated: choose best bids on one half of the auctions, test them on the other.

    `exploitable` overfits, because it chooses and measures on the same auctions; this may be below 0.

    Args:
        half: (N,) bool, which auctions are of the first half.
    """
    found = []
    for chosen in (half, ~half):
        best = best_bids(gains(payment, strategy, values[chosen]))
        tried = gains(payment, strategy, values[~chosen])
        own = (strategy * np.where(np.isfinite(tried), tried, 0.0)).sum(axis=1)
        often = np.bincount(values[~chosen].ravel(), minlength=len(strategy)) / max(1, values[~chosen].size)
        found.append(often @ (tried[np.arange(len(best)), best] - own))
    return float(np.mean(found))


def truthful() -> np.ndarray:
    """(V, B) the strategy that bids the value."""
    return np.eye(MOST_VALUE + 1)


def learn(payment: str, values: np.ndarray, rounds: int = 300) -> np.ndarray:
    """(V, B) a strategy learnt by regret matching plus among copies; later rounds weigh more in the mean.

    All bidders play the same strategy and know only their own value. Negative regrets are reset to zero. Bids
    for values that do not occur are truthful.
    """
    strategy = truthful()
    seen = np.bincount(values.ravel(), minlength=len(strategy)) > 0
    regret, total = np.zeros_like(strategy), np.zeros_like(strategy)
    for number in range(1, rounds + 1):
        gain = gains(payment, strategy, values)
        legal = np.isfinite(gain)
        gain = np.where(legal, gain, 0.0)
        regret += np.where(legal, gain - (strategy * gain).sum(axis=1, keepdims=True), 0.0)
        regret = np.maximum(regret, 0.0)
        whole = regret.sum(axis=1, keepdims=True)
        best = truthful()[best_bids(np.where(legal, gain, -np.inf))]  # where nothing is regretted
        strategy[seen] = np.divide(regret, whole, out=best, where=whole > 0)[seen]
        total += number**2 * strategy
    return total / total.sum(axis=1, keepdims=True)


def expected(payment: str, strategy: np.ndarray, values: np.ndarray) -> dict[str, np.ndarray]:
    """Expected results of auctions among bidders with this strategy, (N,) each.

    They are "revenue" and "won", the winner's value, in thousands, and "best", the chance that nobody's value
    is higher.
    """
    won, paid = outlook(payment, strategy, values)
    chances = strategy[values]
    wins = (chances * won).sum(axis=2)
    top = values == values.max(axis=1, keepdims=True)
    return {
        "revenue": (chances * paid).sum(axis=(1, 2)),
        "won": (wins * values).sum(axis=1),
        "best": (wins * top).sum(axis=1),
    }


def stages_of(rounds: np.ndarray) -> np.ndarray:
    """The stage of the game, 0 to 2, for rounds 1 to 6; bidders know it."""
    return np.clip((rounds.astype(int) - 1) // 2, 0, STAGES - 1)


def shuffled(stages: np.ndarray, values: np.ndarray, seed: int) -> np.ndarray:
    """The values with each seat's permuted among the auctions of a stage, which makes them independent."""
    rng, found = np.random.default_rng(seed), values.copy()
    for stage in range(STAGES):
        rows = np.flatnonzero(stages == stage)
        for seat in range(values.shape[1]):
            found[rows, seat] = values[rng.permutation(rows), seat]
    return found


# --- Whole games ---------------------------------------------------------------------------------


def whole_games(
    auction: str,
    payment: str,
    players: int,
    deals: int,
    seed: int,
    agent: str = "greedy",
    strategies: np.ndarray | None = None,
    seats: tuple[int, ...] = (),
) -> tuple[np.ndarray, np.ndarray]:
    """Whole games in which some seats bid for polls by a learnt strategy.

    Args:
        strategies: (S, V, B) for the `seats`, by stage of the game and greedy's value of the poll. All other
            decisions are made by `agent`.

    Returns:
        (D,) thousands that polls have cost all players, and (D, P) final points.
    """
    games = GameBatch(
        GAME, deals, players, seed=seed, options={"poll_auction": auction, "auction_payment": payment}
    )
    values = GameBatch(GAME, deals, players, options={"poll_auction": "blind"})
    bot, rng, spent = make(agent, GAME, seed=seed), np.random.default_rng(seed), np.zeros(deals)
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        actions, bidding = bot.act(games, rows), games.phase[rows] == Phase.POLL_BID
        own = bidding & np.isin(games.seat[rows], seats)
        if strategies is not None and own.any():
            chosen = rows[own]
            values.restore(chosen, games.save(chosen))
            value = np.minimum(_AMOUNTS[bot.act(values, chosen) - say.NUMBER], MOST_VALUE)
            chances = strategies[stages_of(games.tables["round_number"][chosen]), value]
            actions[own] = say.NUMBER + _drawn(chances, rng)
        before = games.tables["cash"][rows].sum(axis=1)
        games.step(actions, rows=rows)
        spent[rows] += bidding * (before - games.tables["cash"][rows].sum(axis=1))
    return spent, games.scores


def _drawn(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A bid for each row of chances, as a rung of the ladder that is no higher."""
    up_to = chances.cumsum(axis=1)
    bids = (rng.random(len(chances))[:, None] * up_to[:, -1:] >= up_to).sum(axis=1)
    return np.searchsorted(_AMOUNTS, bids, side="right") - 1


# --- Figures -------------------------------------------------------------------------------------


def money_worth(richer: np.ndarray, rounds: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """(N,) points that a thousand more is worth in the round of each row, the mean over rows and seats."""
    size = int(rounds.max()) + 1
    total = np.bincount(rounds, weights * richer.mean(axis=1), size)
    often = np.bincount(rounds, weights, size)
    return (total / np.maximum(often, 1e-9) / MORE_CASH)[rounds]


def net_of(worth: np.ndarray, price: np.ndarray, richer: np.ndarray, rounds: np.ndarray) -> Weighted:
    """The figure that is the mean of a worth less the price, in points, at what money is worth in that round.

    Args:
        worth: (N,) points; rows that are no number are left out.
        price: (N,) thousands.
        richer: (N, P) points that `MORE_CASH` thousand more bring to each seat.
        rounds: (N,) whole numbers.
    """

    def figure(weights: np.ndarray) -> float:
        return weighted_mean(worth - price * money_worth(richer, rounds, weights))(weights)

    return figure


def at_winner(columns: np.ndarray, winner: np.ndarray) -> np.ndarray:
    """(N,) of (N, P) the winner's own, nan where there is none."""
    own = columns[np.arange(len(columns)), np.maximum(winner, 0)].astype(float)
    return np.where(winner >= 0, own, np.nan)


# --- The command ---------------------------------------------------------------------------------


def measure_sales(kind: str, players: int, deals: int, seed: int, each: int) -> dict[str, Any]:
    """Auctions that greedy bots face: how each form ends, the values, and the worths by playouts."""
    positions = positions_of(kind, players, deals, seed, each)
    won, richer = margins_by_outcome(positions)
    forms = [(a, p) for a in (AUCTIONS if kind == POLL else AUCTIONS[1:]) for p in PAYMENTS]
    sales = {f"{auction} {payment}": sold(positions, auction, payment) for auction, payment in forms}
    return {
        "deals": positions.deals,
        "rounds": positions.tables["round_number"].astype(int),
        "values": values_of(positions) if kind == POLL else np.zeros_like(richer),
        "worths": worths(won).round(2),
        "richer": richer.round(2),
        "sales": {name: {"winner": sale.winner, "paid": sale.paid} for name, sale in sales.items()},
    }


def measure_learning(players: int, deals: int, seeds: tuple[int, int], rounds: int) -> dict[str, Any]:
    """Strategies learnt on some deals, and their results on others; also with independent values."""
    train, test = (positions_of(POLL, players, deals, seed, 20) for seed in seeds)
    stages = [stages_of(positions.tables["round_number"]) for positions in (train, test)]
    values = [np.minimum(values_of(positions), MOST_VALUE) for positions in (train, test)]
    found: dict[str, Any] = {"deals": test.deals, "stages": stages[1], "values": values[1]}
    for way in ("real", "independent"):
        if way == "independent":
            values = [shuffled(own, value, seed) for own, value, seed in zip(stages, values, seeds)]
        for payment in PAYMENTS:
            found[f"{way} {payment}"] = _learnt(payment, stages, values, rounds)
    return found


def _learnt(payment: str, stages: list, values: list, rounds: int) -> dict[str, Any]:
    learnt = [learn(payment, values[0][stages[0] == stage], rounds) for stage in range(STAGES)]
    result: dict[str, Any] = {name: np.zeros(len(values[1])) for name in ("revenue", "won", "best")}
    result["exploitable"] = []
    for stage, strategy in enumerate(learnt):
        rows = stages[1] == stage
        for name, column in expected(payment, strategy, values[1][rows]).items():
            result[name][rows] = column.round(3)
        result["exploitable"].append(exploitable(payment, strategy, values[1][rows]))
    result["strategies"] = np.array(learnt).round(4)
    return result


def measure_games(players: int, deals: int, seed: int, learnt: dict[str, np.ndarray]) -> dict[str, Any]:
    """Whole games with blind bids: with no learnt strategy, with one in one seat, and in all seats."""
    found = {}
    for payment, strategies in learnt.items():
        spent, scores = whole_games("blind", payment, players, deals, seed)
        usual, gain = margins(scores), np.zeros((deals, players))
        for seat in range(players):
            one = whole_games("blind", payment, players, deals, seed, strategies=strategies, seats=(seat,))
            gain[:, seat] = margins(one[1])[:, seat] - usual[:, seat]
        seats = tuple(range(players))
        every = whole_games("blind", payment, players, deals, seed, strategies=strategies, seats=seats)
        found[payment] = {"spent": spent, "gain": gain.round(2), "spent_all": every[0]}
    return found


def measure_agents(players: int, deals: dict[str, int], seed: int) -> dict[str, Any]:
    """What polls cost in whole games of copies of each agent, in each form."""
    return {
        agent: {
            f"{auction} {payment}": whole_games(auction, payment, players, number, seed, agent)[0]
            for auction in AUCTIONS
            for payment in PAYMENTS
        }
        for agent, number in deals.items()
    }


def measure(deals: int, seed: int, rounds: int = 300, path: Path | None = None) -> dict[str, Any]:
    """Measure everything that the study shows; every part has its own deals.

    Args:
        deals: the number for the playouts with four players; others are in proportion.
        seed: for all parts.
        rounds: rounds of regret matching.
        path: a file that receives each measured part, and from which an interrupted study continues.
    """
    half, few = max(1, deals // 2), max(1, deals // 8)
    seeds = (seed + 70_000, seed + 80_000)
    parts: dict[str, Callable[[], dict[str, Any]]] = {
        "learnt": lambda: measure_learning(4, max(1, deals // 4), seeds, rounds),
        "games": lambda: measure_games(
            4, half, seed + 90_000, {each: found["learnt"][f"real {each}"]["strategies"] for each in PAYMENTS}
        ),
        "poll 4": lambda: measure_sales(POLL, 4, deals, seed + 40_000, 2),
        "poll 3": lambda: measure_sales(POLL, 3, half, seed + 30_000, 2),
        "poll 5": lambda: measure_sales(POLL, 5, half, seed + 50_000, 2),
        "start 4": lambda: measure_sales(START, 4, half, seed + 60_000, 1),
        "agents": lambda: measure_agents(
            4, {"greedy": few, "policy": max(1, few // 2), "random": few}, seed + 100_000
        ),
    }
    key = depends_on(GAME, 4, "greedy", POLICY)
    found: dict[str, Any] = {"about": {"deals": deals, "seed": seed, "rounds": rounds, "depends_on": key}}
    if path is not None and path.is_file():
        before = load(path)
        check_same(before.get("about"), found["about"], path)
        found = before
    for name, part in parts.items():
        if name not in found:
            found[name] = part()
            if path is not None:
                save(found, path)
    return found


def save(found: dict[str, Any], path: Path) -> None:
    """Write the results, with whole rows on a line."""
    text = json.dumps(found, default=lambda value: value.tolist(), separators=(",", ":"))
    write_text(path, text.replace('],"', '],\n"') + "\n")


def load(path: Path = MEASURED) -> dict[str, Any]:
    """Load the results, with lists as arrays; HustingsError if the file is missing."""
    tree = read_json(path, 50_000_000, remedy="make it: python -m studies.auctions --out FILE")
    return _arrays(tree)


def _arrays(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {name: _arrays(value) for name, value in tree.items()}
    return np.array(tree) if isinstance(tree, list) else tree


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Measure the study of auctions.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--deals", type=int, default=800)
    parser.add_argument("--seed", type=int, default=6_000_000)
    given = parser.parse_args()
    measure(given.deals, given.seed, path=given.out)


if __name__ == "__main__":
    main()
