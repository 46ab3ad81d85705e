"""Two seats with a binding pact: they never part in a negotiation.

A pact applies only in the negotiation; rerolls, councils and cards are each member's own decision:

- whoever is asked to join a coalition without the partner refuses;
- whoever may propose proposes no coalition without the partner, itself alone included; where an own plan
  leaves the partner out, the partner is invited instead;
- a proposal of the partner is accepted;
- what a proposal leaves the two of them is divided by the pact's clause: as the proposer likes, equally (an
  odd million to the proposer), or all but one million to whichever of them has more money.
"""

import copy
from typing import Final, Literal, get_args

import numpy as np

from hustings.agents import Agent
from hustings.envs import GameBatch, HustingsError
from hustings.envs.saludos_amigos.actions import ACCEPT, AMOUNT, CLOSE, PASS, REJECT, SEAT
from hustings.envs.saludos_amigos.table import Draft, Phase

from .pairs import partners

Clause = Literal["free", "equal", "kingmaker"]
FREE: Final = "free"
EQUAL: Final = "equal"
KINGMAKER: Final = "kingmaker"
CLAUSES: tuple[Clause, ...] = get_args(Clause)


class PactAgent:
    """Plays as another agent does, but keeps a pact.

    Args:
        agent: the agent; it is also asked about games in which it is not on turn, so it must have no memory.
        pairing: (N, P) bool, the seats with the pact in each game.
        clause: how the two divide what a proposal leaves them.

    Attributes:
            overruled: the number of decisions, of `asked`, that the pact has changed.

    Raises:
            HustingsError: for an unknown clause.
    """

    def __init__(self, agent: Agent, pairing: np.ndarray, clause: Clause = EQUAL):
        if clause not in CLAUSES:
            raise HustingsError(f"clause: {clause!r} is none of {', '.join(CLAUSES)}")
        self.name = f"{agent.name}, pact ({clause})"
        self._agent, self._pairing, self._clause = agent, pairing, clause
        self._scratch: GameBatch | None = None
        self._plans: dict[int, np.ndarray] = {}
        self.overruled = self.asked = 0

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """As `Agent.act`."""
        actions = self._agent.act(games, rows)
        kept = self._kept(games, rows, actions)
        self.overruled += int((kept != actions).sum())
        self.asked += len(rows)
        return kept

    def _kept(self, games: GameBatch, rows: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """(R,) the actions, replaced by what the pact demands where it forbids them."""
        kept, tables, legal = actions.copy(), games.tables[rows], games.masks(rows=rows)
        here, players = np.arange(len(rows)), games.num_players
        seat = tables["seat"].astype(np.int64)
        partner = partners(self._pairing[rows])[here, seat]
        phase, together = tables["phase"], tables["in_draft"][here, partner] > 0
        ahead = SEAT + (partner - seat) % players - 1
        asked = (phase == Phase.RESPOND) & (tables["draft"] == Draft.NEGOTIATION)
        kept[asked & ~together] = REJECT
        kept[asked & (tables["proposer"] == partner)] = ACCEPT
        inviting = (phase == Phase.FLOOR) | (phase == Phase.SET)
        beyond = (actions > ahead) & (actions < SEAT + players - 1)
        parted = inviting & ~together & ((actions == CLOSE) | beyond)
        possible = legal[here, ahead]
        kept[parted & possible] = ahead[parted & possible]
        stuck = parted & ~possible & legal[:, PASS]
        kept[stuck] = PASS
        if self._clause != FREE:
            splitting = (phase == Phase.SPLIT) & (tables["draft"] == Draft.NEGOTIATION) & together
            self._divide(games, rows, kept, splitting & (actions != PASS), partner, legal)
        return kept

    def _divide(
        self,
        games: GameBatch,
        rows: np.ndarray,
        kept: np.ndarray,
        where: np.ndarray,
        partner: np.ndarray,
        legal: np.ndarray,
    ) -> None:
        """Name the next share of the plan in the games `where`; make the plan when the first is named."""
        tables = games.tables
        fresh = np.flatnonzero(where & (tables["draft_share"][rows].sum(axis=1) == 0))
        for place, plan in zip(fresh, self._planned(games, rows[fresh])):
            self._plans[int(rows[place])] = self._by_clause(tables[rows[place]], plan, int(partner[place]))
        for place in np.flatnonzero(where):
            table, plan = tables[rows[place]], self._plans[int(rows[place])]
            named = next_to_name(table, games.num_players)
            action = AMOUNT + int(plan[named]) - 1
            if plan[named] and legal[place, action]:
                kept[place] = action

    def _planned(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """(R, P) the shares that the agent itself would name; all 0 where it would withdraw."""
        if self._scratch is None or self._scratch.num_games != games.num_games:
            self._scratch = copy.copy(games)
        scratch, plans = self._scratch, np.zeros((len(rows), games.num_players), np.int64)
        scratch.restore(rows, games.save(rows))
        left = np.arange(len(rows))
        while len(left):
            actions = self._agent.act(scratch, rows[left])
            left, actions = left[actions != PASS], actions[actions != PASS]
            if not len(left):
                break
            scratch.step(actions, rows=rows[left])
            tables = scratch.tables[rows[left]]
            named = tables["phase"] == Phase.RESPOND
            plans[left[named]] = tables["draft_share"][named, : games.num_players]
            left = left[~named & (tables["phase"] == Phase.SPLIT)]
        return plans

    def _by_clause(self, table: np.void, plan: np.ndarray, partner: int) -> np.ndarray:
        """The plan, with what it leaves the pair divided anew."""
        seat, plan = int(table["seat"]), plan.copy()
        both = int(plan[seat] + plan[partner])
        if both:
            plan[seat] = share_of(both, self._clause, int(table["money"][seat] - table["money"][partner]))
            plan[partner] = both - plan[seat]
        return plan


def share_of(both: int, clause: Clause, lead: int) -> int:
    """The proposer's share of the millions left to `both` of the pair, at least 2.

    Args:
        lead: the proposer's millions minus the partner's; at 0 the proposer counts as richer.
    """
    if clause == EQUAL:
        return (both + 1) // 2
    return both - 1 if lead >= 0 else 1


def next_to_name(table: np.void, players: int) -> int:
    """The seat whose share in the open draft is to be named next: the proposer's, then clockwise."""
    proposer = int(table["proposer"])
    order = [(proposer + places) % players for places in range(players)]
    return next(seat for seat in order if table["in_draft"][seat] and not table["draft_share"][seat])
