"""Games with a pair at the table, in every placement on every deal, and each side's results.

In the shapes below G is the number of games, P of players, K of rounds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from scipy.special import stdtrit

from hustings.agents import make
from hustings.envs import GameBatch
from hustings.training.evaluation.statistics import TAIL, Estimate, win_shares

from ..figures import mean_of
from ..voting import contest, shapley
from .pacts import Clause, PactAgent
from .pairs import GAME, Maker, PairedAgent, PairedView, placements

OUTSIDER, MEMBER, THIRD = range(3)
"""The roles of seats; a third player has every seat outside the pair in turn."""
FEWEST_SEEDS = 3
"""The fewest learners for an interval over them."""


def plain(spec: str) -> Maker:
    """An agent by its name, which ignores pairs."""
    return lambda games, pairing: make(spec, games.game)


def pact(spec: str, clause: Clause) -> Maker:
    """An agent by its name, that keeps a pact."""
    return lambda games, pairing: PactAgent(make(spec, games.game), pairing, clause)


def learnt(model: bytes) -> Maker:
    """A network that observes who the pair are and takes its best actions."""
    return lambda games, pairing: PairedAgent(model, PairedView(games, pairing))


class Rounds(NamedTuple):
    """Rounds in which somebody was paid.

    Attributes:
        game: (K,) its game.
        paid: (K, P) millions.
        strength: (K, P) how strong each was in the negotiation.
    """

    game: np.ndarray
    paid: np.ndarray
    strength: np.ndarray


@dataclass
class Played:
    """Finished games.

    Attributes:
        deals: (G,) the number of each game's deal.
        seating: (G, P) the role in each seat: `OUTSIDER`, `MEMBER` or `THIRD`.
        money: (G, P) final millions.
        shares: (G, P) shares of the win, 1 in every game.
        rounds: the rounds in which somebody was paid.
    """

    deals: np.ndarray
    seating: np.ndarray
    money: np.ndarray
    shares: np.ndarray
    rounds: Rounds

    @property
    def pairing(self) -> np.ndarray:
        """(G, P) bool, the seats of the pair."""
        return self.seating == MEMBER

    @property
    def pay(self) -> np.ndarray:
        """(G, P) millions that each was paid in all rounds together."""
        found = np.zeros(self.money.shape, np.int64)
        np.add.at(found, self.rounds.game, self.rounds.paid)
        return found

    @property
    def lost(self) -> np.ndarray:
        """(G, P) millions paid that are lost in the end: fines minus the final bonus."""
        return self.pay - self.money

    def of(self, who: int, figures: np.ndarray) -> np.ndarray:
        """(G,) the sum of the figures (G, P) over the seats in the role `who`."""
        return (figures * (self.seating == who)).sum(axis=1)

    def mean_of(self, who: int, figures: np.ndarray) -> np.ndarray:
        """(G,) the mean of the figures (G, P) over the seats in the role `who`."""
        return self.of(who, figures) / np.maximum(1, (self.seating == who).sum(axis=1))


def seatings(players: int, *, third: bool = False) -> np.ndarray:
    """(S, P) every placement of the pair, and of a third beside it."""
    pairs = placements(players).astype(np.int64) * MEMBER
    if not third:
        return pairs
    found = []
    for pair in pairs:
        for seat in np.flatnonzero(pair == OUTSIDER):
            seated = pair.copy()
            seated[seat] = THIRD
            found.append(seated)
    return np.array(found)


def play(
    members: Maker,
    others: Maker,
    third: Maker | None = None,
    *,
    deals: int,
    seed: int,
    players: int = 4,
    options: Mapping[str, Any] | None = None,
) -> Played:
    """Play every deal in every placement.

    Args:
        members: makes the pair's agents.
        others: makes the agents outside the pair.
        third: makes one of the others instead; None for none.
        deals: the number of deals, each with P (P - 1) / 2 placements, times P - 2 with a third.
        seed: for the deals, independent of who plays.
        players: P.
        options: of the negotiation, as for `GameBatch`.

    Raises:
        HustingsError: for unsuitable numbers or options.
    """
    places = seatings(players, third=third is not None)
    number = np.repeat(np.arange(deals), len(places))
    seating = np.tile(places, (deals, 1))
    games = GameBatch(GAME, len(number), players, options=options)
    games.reset(seeds=np.random.default_rng(seed).integers(2**64, size=deals, dtype=np.uint64)[number])
    makers = {OUTSIDER: others, MEMBER: members} | ({} if third is None else {THIRD: third})
    agents = {who: maker(games, seating == MEMBER) for who, maker in makers.items()}
    found: list[Rounds] = []
    while len(rows := np.flatnonzero(~games.over)):
        on_turn = seating[rows, games.seat[rows]]
        for who, agent in agents.items():
            mine = rows[on_turn == who]
            if len(mine):
                found.append(_stepped(games, agent.act(games, mine), mine))
    money, rounds = games.results()[0], Rounds(*(np.concatenate(parts) for parts in zip(*found)))
    return Played(number, seating, money, win_shares(-money), rounds)


def _stepped(games: GameBatch, actions: np.ndarray, rows: np.ndarray) -> Rounds:
    """Step the games, and read the rounds that end with it."""
    tables, seats = games.tables, slice(games.num_players)
    drawn, strength = tables["bag_draws"][rows], tables["strength"][rows, seats]
    games.step(actions, rows=rows)
    paid = games.tables["paid"][rows, seats]
    ended = (games.tables["bag_draws"][rows] > drawn) & (paid.sum(axis=1) > 0)
    return Rounds(rows[ended], paid[ended].astype(int), strength[ended].astype(int))


# --- Figures -------------------------------------------------------------------------------------


def over_deals(values: np.ndarray, deals: np.ndarray) -> Estimate:
    """The mean of (G,) values, with its 95 % interval over deals; no interval for fewer than 8 deals."""
    return mean_of(values, deals).estimate


def pair_share(played: Played, against: Played | None = None) -> Estimate:
    """The pair's share of the wins, both members together; minus that in other games of the same deals."""
    values = played.of(MEMBER, played.shares)
    return over_deals(
        values if against is None else values - against.of(MEMBER, against.shares), played.deals
    )


def each_ones(played: Played, who: int, figures: str = "money") -> Estimate:
    """The mean per seat in the role `who`: `money`, `pay` or `lost`, in millions, or `shares` of the wins."""
    return over_deals(played.mean_of(who, getattr(played, figures)), played.deals)


def over_seeds(values: np.ndarray) -> Estimate:
    """The mean of (S,) figures of learners with different seeds, with its 95 % interval over them.

    It is by Student's t with S - 1 degrees of freedom. If each was measured on its own deals, it includes the
    variation between deals, too. There is no interval for fewer than 3.
    """
    values = np.asarray(values, np.float64)
    mean = float(values.mean()) if len(values) else float("nan")
    if len(values) < FEWEST_SEEDS:
        return Estimate(mean, float("nan"), float("nan"))
    reach = float(stdtrit(len(values) - 1, 1 - TAIL) * values.std(ddof=1) / np.sqrt(len(values)))
    return Estimate(mean, mean - reach, mean + reach)


def sides_paid(played: Played) -> dict[str, Estimate]:
    """How often both members, one or none were paid, in rounds that paid somebody."""
    rounds = played.rounds
    inside = ((rounds.paid > 0) & played.pairing[rounds.game]).sum(axis=1)
    names = {"both": 2, "one": 1, "neither": 0}
    deals = played.deals[rounds.game]
    return {name: over_deals((inside == number).astype(float), deals) for name, number in names.items()}


def part_of_pay(played: Played) -> Estimate:
    """The pair's share of coalitions' payments, averaged over rounds."""
    return over_deals(_parts(played), played.deals[played.rounds.game])


def predicted_part(played: Played) -> tuple[Estimate, Estimate]:
    """The pair's predicted share in the same rounds: as two separate players, and as one."""
    deals, strength, pairing = _in_rounds(played)
    apart, as_one = (value(strength, pairing) for value in (value_apart, value_as_one))
    return over_deals(apart, deals), over_deals(as_one, deals)


def pay_beyond_theory(played: Played) -> Estimate:
    """The pair's share of the pay minus its predicted share as one player, round by round."""
    deals, strength, pairing = _in_rounds(played)
    return over_deals(_parts(played) - value_as_one(strength, pairing), deals)


def value_apart(strengths: np.ndarray, pairing: np.ndarray) -> np.ndarray:
    """(N,) the sum of the pair's (N, P) separate Shapley values, before any negotiation."""
    return (shapley(contest(strengths)) * pairing).sum(axis=1)


def value_as_one(strengths: np.ndarray, pairing: np.ndarray) -> np.ndarray:
    """(N,) the Shapley value of the pair as one player, who votes with the strength of both."""
    rows, first = np.arange(len(pairing)), pairing.argmax(axis=1)
    merged = np.where(pairing, 0, strengths)
    merged[rows, first] = (strengths * pairing).sum(axis=1)
    return shapley(contest(merged))[rows, first]


def _in_rounds(played: Played) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rounds = played.rounds
    return played.deals[rounds.game], rounds.strength, played.pairing[rounds.game]


def _parts(played: Played) -> np.ndarray:
    rounds = played.rounds
    paid: np.ndarray = (rounds.paid * played.pairing[rounds.game]).sum(axis=1) / rounds.paid.sum(axis=1)
    return paid
