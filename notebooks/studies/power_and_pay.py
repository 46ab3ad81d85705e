"""What strength, votes and power bring: rounds of Saludos Amigos! and elections of Die Macher, measured.

Rounds are compared on the same tables. These come from separate games, with dice and money redealt among the
players, so that they do not depend on earlier play. Each agent then plays one round from them, in all seats.

The learners of the notebook, who have met no bot, are trained and measured like this, the second with seed 2:

hustings train saludos_amigos --players 5 --seed 1 --minutes 9 --out build/self_taught_1 --set threads=1
  --set opponents=latest=0.5,snapshots=0.5 --set evaluate_against=greedy
python -m studies.power_and_pay --seed 20 --deals 200 --agents random=random
  first=build/self_taught_1 second=build/self_taught_2 --out studies/measured/power_and_pay.json
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hustings.agents import Agent, make
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.envs.core.engine.record import NOBODY
from hustings.envs.core.io.files import read_bytes, write_text
from hustings.envs.die_macher.table import Phase as Campaign
from hustings.envs.saludos_amigos.table import VALUES, Phase
from hustings.training.evaluation.statistics import Estimate
from measurements.policies import alone

from .figures import Figure, mean_of, turns
from .voting import banzhaf, contest, is_minimal, members, normalized, shapley

_MOST_BYTES = 2**20
_REMEDY = "make it anew with the command at the head of power_and_pay.py"
AUTHORS = ("greedy", "policy")
"""The agents of the games from which tables are taken, one deal each in turn."""
ALIKE = 2  # programme cards of two parties, for a coalition that one may ask for


def slopes(pay: np.ndarray, predictions: Sequence[np.ndarray], deals: np.ndarray) -> list[Figure]:
    """Least-squares coefficients of pay on predictions, within rounds.

    Args:
        pay: (N, P) each player's share of each round.
        predictions: K arrays (N, P). Only differences between players of a round count; players with a nan
            are left out.
        deals: (N,) the cluster of each round.

    Returns:
        K figures, nan if the predictions are collinear.
    """
    names, places = np.unique(deals, return_inverse=True)
    there = ~np.isnan(sum(predictions) + pay)
    within = np.stack([_off_mean(column, there) for column in predictions], axis=-1)  # (N, P, K)
    off = _off_mean(pay, there)
    squares = np.zeros((len(names), *within.shape[2:] * 2))
    np.add.at(squares, places, np.einsum("npk,npl->nkl", within, within))
    products = np.zeros(squares.shape[:2])
    np.add.at(products, places, np.einsum("npk,np->nk", within, off))
    total = squares.sum(axis=0)
    if np.linalg.matrix_rank(total, tol=1e-9) < len(total):
        return [Figure(np.nan, names[:0], np.zeros(0)) for _ in predictions]
    found = np.linalg.solve(total, products.sum(axis=0))
    met = (squares != 0).any(axis=(1, 2))
    influence = met.sum() * np.linalg.solve(total, (products - squares @ found)[met].T)
    return [Figure(slope, names[met], each) for slope, each in zip(found, influence)]


def _off_mean(column: np.ndarray, there: np.ndarray) -> np.ndarray:
    """(N, P) entries minus their row's mean over the entries that are `there`; 0 for the others."""
    column = np.where(there, column, 0.0)
    mean = column.sum(axis=1, keepdims=True) / np.maximum(1, there.sum(axis=1, keepdims=True))
    return np.where(there, column - mean, 0.0)


def _tables(games: GameBatch, rows: np.ndarray) -> np.ndarray:
    """(R,) copies of the tables of some games; as bytes they are copied faster."""
    return games.save(rows).view(games.game.table)[:, 0]


# --- Rounds of Saludos Amigos! -------------------------------------------------------------------


class Rounds(NamedTuple):
    """N rounds of P players.

    Attributes:
        deals: (N,) the deal of each round's game.
        late: (N,) bool, whether half of the bag had been drawn before.
        pies: (N,) millions to share.
        strengths: (N, P) in the negotiation.
        cards: (N, P) value of the council cards of each in the negotiation.
        money: (N, P) millions before the round.
        paid: (N, P) millions paid in the round.
        holder: (N,) the first proposer's seat.
        proposer: (N,) the seat that proposed the last coalition; -1 for none.
        council: (N,) 0 without a council, 1 if the coalition won it, 2 if it fell.
    """

    deals: np.ndarray
    late: np.ndarray
    pies: np.ndarray
    strengths: np.ndarray
    cards: np.ndarray
    money: np.ndarray
    paid: np.ndarray
    holder: np.ndarray
    proposer: np.ndarray
    council: np.ndarray

    @property
    def shares(self) -> np.ndarray:
        """(N, P) each player's part of the pie."""
        return self.paid / self.pies[:, None]

    def where(self, chosen: np.ndarray) -> "Rounds":
        """The chosen rounds."""
        return Rounds(*(column[chosen] for column in self))


def starts(players: int, num_deals: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The beginnings of all negotiations in games of `AUTHORS`: tables, and (N,) the deal of each."""
    game = GAMES["saludos_amigos"]
    games = GameBatch(game, num_deals, players, seed=seed)
    found, deals = [], []
    for place, name in enumerate(AUTHORS):
        author, rows, seen = make(name, game), np.arange(place, num_deals, len(AUTHORS)), np.zeros(num_deals)
        while rows.size:
            tables = _tables(games, rows)
            fresh = (tables["phase"] == Phase.FLOOR) & (tables["bag_draws"] > seen[rows])
            seen[rows[fresh]] = tables["bag_draws"][fresh]
            found.append(tables[fresh])
            deals.append(rows[fresh])
            games.step(author.act(games, rows), rows=rows)
            rows = rows[~games.over[rows]]
    order = np.argsort(np.concatenate(deals), kind="stable")
    return np.concatenate(found)[order], np.concatenate(deals)[order]


def dealt_anew(tables: np.ndarray, players: int, seed: int) -> np.ndarray:
    """The same negotiations, with dice and money moved among the players at random."""
    stream = np.random.default_rng(seed)
    tables = tables.copy()
    die, money = tables["die"][:, :players], tables["money"][:, :players]
    cards = tables["strength"][:, :players] - die
    tables["die"][:, :players] = stream.permuted(die, axis=1)
    tables["money"][:, :players] = stream.permuted(money, axis=1)
    tables["strength"][:, :players] = cards + tables["die"][:, :players]
    ranked = np.argsort(-tables["strength"][:, :players], axis=1, kind="stable")
    tables["ranked"][:, :players] = ranked
    return tables


def play_rounds(agent: Agent, players: int, tables: np.ndarray, deals: np.ndarray) -> Rounds:
    """One round from each of N tables, the agent in all seats."""
    games = GameBatch(GAMES["saludos_amigos"], len(tables), players)
    games.tables = tables
    return _rounds(games, agent, deals, once=True)


def play_games(agent: Agent, players: int, num_deals: int, seed: int) -> Rounds:
    """All rounds of whole games, the agent in all seats."""
    games = GameBatch(GAMES["saludos_amigos"], num_deals, players, seed=seed)
    return _rounds(games, agent, np.arange(num_deals), once=False)


def _rounds(games: GameBatch, agent: Agent, deals: np.ndarray, *, once: bool) -> Rounds:
    """Play the games, and read each round from the tables before and after its last move."""
    proposer = np.full(games.num_games, NOBODY)
    tiles = games.box["tiles"].sum()
    found, rows = [], np.arange(games.num_games)
    places = []
    while rows.size:
        before = _tables(games, rows)
        games.step(agent.act(games, rows), rows=rows)
        after = _tables(games, rows)
        over = games.over[rows]
        ended = (after["bag_draws"] > before["bag_draws"]) | over
        raised = np.where(ended, _is_new(before, after), after["mug"] > before["mug"])
        proposer[rows[raised]] = before["proposer"][raised]
        found.append(_read(before[ended], after[ended], games.num_players, proposer[rows[ended]], int(tiles)))
        places.append(rows[ended])
        proposer[rows[ended]] = NOBODY
        rows = rows[~(over | ended if once else over)]
    order = np.argsort(np.concatenate(places), kind="stable")
    columns = [np.concatenate(column)[order] for column in zip(*found)]
    return Rounds(deals[np.concatenate(places)[order]], *columns)


def _is_new(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """(N,) bool, whether the move that ended a round also made the coalition that was paid."""
    talking = (before["phase"] >= Phase.FLOOR) & (before["phase"] <= Phase.REPLY)
    return talking & (after["paid"] != before["share"]).any(axis=1)


def _read(
    before: np.ndarray, after: np.ndarray, players: int, proposer: np.ndarray, tiles: int
) -> tuple[np.ndarray, ...]:
    """The columns of `Rounds`, but for the deals."""
    drawn = tiles - before["bag"][:, :-1].sum(axis=1)
    cards = (before["hand"] + before["bid"])[:, :players]  # cards laid down in a council still count as held
    values = cards @ np.arange(1, VALUES + 1) + before["pushed"][:, :players]
    coalition, opposition = after["totals"].T
    council = (coalition + opposition > 0) * (1 + (opposition > coalition))
    strengths, money = (before[name][:, :players].astype(float) for name in ("strength", "money"))
    paid, pies = after["paid"][:, :players].astype(float), before["pie"].astype(float)
    return 2 * drawn > tiles, pies, strengths, values, money, paid, before["bag_holder"], proposer, council


def predictions(rounds: Rounds) -> dict[str, np.ndarray]:
    """(N, P) shares that theories predict, each summing to 1 in a round.

    "Shapley" and "Banzhaf" are the values of the contest of strengths in which a side has at most as many
    members as there are millions; "council" is the Shapley value if all cards count, as when everybody lays
    down all.
    """
    pies = rounds.pies.astype(int)
    worth = contest(rounds.strengths, pies)
    return {
        "equal": np.full(rounds.strengths.shape, 1 / rounds.strengths.shape[1]),
        "strength": normalized(rounds.strengths),
        "Shapley": shapley(worth),
        "Banzhaf": normalized(banzhaf(worth)),
        "council": shapley(contest(rounds.strengths + rounds.cards, pies)),
    }


def missed(shares: np.ndarray, predicted: np.ndarray) -> np.ndarray:
    """(N,) squared distance of centred shares from centred predictions: 0 for a perfect theory."""
    off = shares - predicted
    return ((off - off.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)


def lead(standing: np.ndarray, got: np.ndarray) -> np.ndarray:
    """(N,) how much more the highest player got than the others' mean; nan for ties at the top."""
    highest = standing == standing.max(axis=1, keepdims=True)
    others = (got * ~highest).sum(axis=1) / (standing.shape[1] - 1)
    return np.where(highest.sum(axis=1) == 1, (got * highest).sum(axis=1) - others, np.nan)


def summary(rounds: Rounds) -> dict[str, Figure]:
    """The figures of an agent, by name; shares of the pie and of rounds are from 0 to 1."""
    theory, shares, deals = predictions(rounds), rounds.shares, rounds.deals
    inside, agreed = rounds.paid > 0, rounds.paid.sum(axis=1) > 0
    power, strength = slopes(shares, [theory["Shapley"], theory["strength"]], deals)
    equal = missed(shares, theory["equal"])
    figures = {
        "power": power,
        "strength": strength,
        "power alone": slopes(shares, [theory["Shapley"]], deals)[0],
        "strength alone": slopes(shares, [theory["strength"]], deals)[0],
        **{f"gain of {name}": mean_of(equal - missed(shares, theory[name]), deals) for name in _RIVALS},
        "power over strength": mean_of(
            missed(shares, theory["strength"]) - missed(shares, theory["Shapley"]), deals
        ),
        "paid": mean_of(_if(agreed, inside.sum(axis=1)), deals),
        "minimal": mean_of(_if(agreed, is_minimal(rounds.strengths, inside)), deals),
        "nobody": mean_of(1.0 - agreed, deals),
        "council": mean_of(1.0 * (rounds.council > 0), deals),
        "fall": mean_of(1.0 * (rounds.council > 1), deals),
        "richest in": mean_of(lead(rounds.money, inside), deals),
        "richest in, late": mean_of(_if(rounds.late, lead(rounds.money, inside)), deals),
        "richest share": mean_of(lead(rounds.money, shares), deals),
        "poorest in": mean_of(lead(-rounds.money, inside), deals),
        "strongest in": mean_of(lead(rounds.strengths, inside), deals),
        "weakest in": mean_of(lead(-rounds.strengths, inside), deals),
        "holder share": mean_of(lead(1.0 * _is_seat(rounds.holder, shares), shares), deals),
    }
    within = zip(("proposer", "power within", "strength within"), within_coalitions(rounds, theory))
    return figures | dict(within)


_RIVALS = ("strength", "Shapley", "Banzhaf", "council")


def within_coalitions(rounds: Rounds, theory: Mapping[str, np.ndarray]) -> list[Figure]:
    """How a coalition's pie depends on being the proposer, on power and on strength.

    Power and strength are shares of the coalition's. Only coalitions of two or more that were paid as agreed
    count, not those that fell in a council.
    """
    stands = (rounds.council < 2) & (rounds.proposer >= 0)
    inside = (rounds.paid > 0) & stands[:, None]
    inside &= inside.sum(axis=1, keepdims=True) > 1
    columns = [1.0 * _is_seat(rounds.proposer, rounds.paid)]
    columns += [normalized(theory[name] * inside) for name in ("Shapley", "strength")]
    return slopes(rounds.shares, [np.where(inside, column, np.nan) for column in columns], rounds.deals)


def _is_seat(seats: np.ndarray, like: np.ndarray) -> np.ndarray:
    """(N, P) bool, true at each row's seat."""
    return seats[:, None] == np.arange(like.shape[1])


def _if(condition: np.ndarray, values: np.ndarray) -> np.ndarray:
    return np.where(condition, values, np.nan)


# --- Elections of Die Macher ---------------------------------------------------------------------


class Elections(NamedTuple):
    """N elections of P parties.

    Attributes:
        deals: (N,) the deal of each.
        votes: (N, P) on election day.
        sides: (N, 2 ** P) bool, the sides that the rules allow: each party, and two with a tile each in the
            region and sufficiently similar programmes.
        allied: (N, P) bool, the parties in a coalition.
        prize: (N, P) shares of the national board, equal ones for those who may place on it.
    """

    deals: np.ndarray
    votes: np.ndarray
    sides: np.ndarray
    allied: np.ndarray
    prize: np.ndarray


def play_elections(agent: Agent, players: int, num_deals: int, seed: int) -> Elections:
    """All elections with a winner, except each game's last, which has no coalitions.

    They are read from the tables when the first winner decides about the national board.
    """
    games = GameBatch(GAMES["die_macher"], num_deals, players, seed=seed, ask_forced=True)
    last = games.box["elections"][0, games.box["edition"][0]]
    seen, found, deals = np.zeros(num_deals), [], []
    for rows in turns(games, agent):
        tables = _tables(games, rows)
        phase, number = tables["phase"], tables["round_number"]
        placing = (phase == Campaign.NATIONAL_MEDIA) | (phase == Campaign.NATIONAL_CARD)
        new = placing & (number > seen[rows]) & (number < last)
        seen[rows[new]] = number[new]
        found.append(_read_election(tables[new], players))
        deals.append(rows[new])
    order = np.argsort(np.concatenate(deals), kind="stable")
    columns = [np.concatenate(column)[order] for column in zip(*found)]
    return Elections(np.concatenate(deals)[order], *columns)


def _read_election(tables: np.ndarray, players: int) -> tuple[np.ndarray, ...]:
    """The columns of `Elections`, but for the deals."""
    programme = tables["programme"][:, :players].astype(int)
    alike = np.einsum("npk,nqk->npq", programme, programme) >= ALIKE
    tile = tables["tile"][:, 0, :players] > 0
    pairs = alike & tile[:, :, None] & tile[:, None, :]
    inside = members(players)
    sides = np.tile(inside.sum(axis=1) < 2, (len(tables), 1))
    for one in range(players):
        for other in range(one):
            sides[:, 1 << one | 1 << other] = pairs[:, one, other]
    won = (tables["winner"][:, :, None] == np.arange(players)).any(axis=1)
    votes = tables["votes"][:, 0, :players].astype(float)
    return votes, sides, tables["ally"][:, :players] > 0, normalized(1.0 * won)


def election_predictions(elections: Elections) -> dict[str, np.ndarray]:
    """(N, P) shares of the prize that theories predict, by how much of the rules they know.

    "majority" lets any parties join, "pairs" any two, "rules" those two that the rules let join.
    """
    votes = elections.votes
    return {
        "equal": np.full(votes.shape, 1 / votes.shape[1]),
        "votes": normalized(votes),
        "majority": shapley(contest(votes)),
        "pairs": shapley(contest(votes, 2)),
        "rules": shapley(contest(votes, 2, elections.sides)),
    }


# --- The file of agents' figures -----------------------------------------------------------------

Figures = dict[str, dict[str, Estimate]]
"""Estimates by agent and name."""


class Measured(NamedTuple):
    """The content of a file: the figures of agents, and the differences from the first agent."""

    agents: Figures
    more: Figures


def measure(agents: Mapping[str, str], players: int, num_deals: int, seed: int) -> Measured:
    """The figures of `summary` for agents on the same tables, and their win shares alone among bots.

    Args:
        agents: specs by name.
        players: P at each table.
        num_deals: the deals of games from which tables are taken, and of games among each bot.
        seed: for all of them.
    """
    game = GAMES["saludos_amigos"]
    tables, deals = starts(players, num_deals, seed)
    tables = dealt_anew(tables, players, seed)
    found: Figures = {}
    more: Figures = {}
    first: dict[str, Figure] = {}
    for name, spec in agents.items():
        figures = summary(play_rounds(make(spec, game, seed=seed), players, tables, deals))
        first = first or figures
        found[name] = {key: figure.estimate for key, figure in figures.items()} | {
            f"wins among {bot}": alone(spec, bot, game, players, num_deals, seed)
            for bot in ("random", "greedy")
        }
        if len(found) > 1:
            more[name] = {key: figure.minus(first[key]).estimate for key, figure in figures.items()}
    return Measured(found, more)


def load(path: Path) -> Measured:
    """Load a file that this module wrote.

    Raises:
        HustingsError: for any other file.
    """
    try:
        measured = json.loads(read_bytes(path, _MOST_BYTES, remedy=_REMEDY))["measured"]
        return Measured(*({name: _estimates(rows) for name, rows in part.items()} for part in measured))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise HustingsError(f"{path}: not a file of power_and_pay; {_REMEDY}") from None


def _estimates(rows: Mapping[str, Sequence[float]]) -> dict[str, Estimate]:
    return {key: Estimate(*map(float, row)) for key, row in rows.items()}


def main() -> None:
    """Measure agents, and write a file."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--agents", nargs="+", required=True, help="names, each with = and what to make")
    options.add_argument("--players", type=int, default=5)
    options.add_argument("--deals", type=int, default=400)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--out", type=Path, required=True)
    asked = options.parse_args()
    for entry in asked.agents:
        if "=" not in entry:
            options.error(f"--agents: {entry} has no name; write NAME={entry}")
    agents = dict(entry.split("=", 1) for entry in asked.agents)
    settings = {"players": asked.players, "deals": asked.deals, "seed": asked.seed, "agents": agents}
    measured = measure(agents, asked.players, asked.deals, asked.seed)
    write_text(asked.out, json.dumps({**settings, "measured": measured}, indent=1) + "\n")


if __name__ == "__main__":
    main()
