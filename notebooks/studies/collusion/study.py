"""The learners of the study, their measurement, and the file of the figures.

All games have four players, the others being the game's policy. A row of the file has the figures of one
learner, or a pair of them, and one seed, in games on that seed's deals.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from hustings.agents import Agent, make
from hustings.agents.policy.files import POLICY
from hustings.envs import GameBatch, HustingsError
from hustings.envs.core.io.files import locked, make_folder, read_json, write_text
from hustings.training.evaluation.display import without_nan
from hustings.training.evaluation.statistics import Estimate
from measurements.tables import depends_on

from ..figures import check_same
from . import tables
from .learning import PLAYERS, RECIPE, SELFISH, SHARED, THIRD, Learnt, learn
from .pacts import EQUAL
from .pairs import GAME
from .tables import (
    MEMBER,
    OUTSIDER,
    Maker,
    Played,
    each_ones,
    learnt,
    over_deals,
    over_seeds,
    pact,
    pair_share,
    part_of_pay,
    plain,
    play,
    sides_paid,
)

MEASURED = Path(__file__).parents[1] / "measured" / "collusion.json"
SEEDS: Final = (1, 2, 3)
UPDATES: Final = 16
DEALS: Final = 100
"""Deals of each measurement: 600 games, or 1,200 if a third plays in each seat in turn."""
_DEALS = 11  # part of the key of a seed's deals; learners have others
_MOST_BYTES = 2**20
COMMAND = "python -m studies.collusion"
ABOUT = "What learners win at tables with a pair, by seed; each figure with its interval over deals."
THIRDS: Final = {
    "pact beside policy": "",
    "pact beside a third from an honest table": "third_at_honest_table",
    "pact beside a third that learnt beside it": "third_against_pact",
}
"""The rows about a third seat beside a pact, with its player: one of `Learners`, or the policy."""
Row = dict[str, Any]


class Half:
    """A learner with a stranger as partner, each in one member's seat.

    Args:
        learner: plays in `seats`.
        stranger: plays in all other seats asked for.
        seats: (G,) a member's seat in each game.
    """

    def __init__(self, learner: Agent, stranger: Agent, seats: np.ndarray):
        self.name = f"{learner.name} with {stranger.name}"
        self._agents, self._seats = (learner, stranger), seats

    def act(self, games: GameBatch, rows: np.ndarray) -> np.ndarray:
        """As `Agent.act`."""
        mine = games.seat[rows] == self._seats[rows]
        actions = np.empty(len(rows), np.int64)
        for agent, where in zip(self._agents, (mine, ~mine)):
            if where.any():
                actions[where] = agent.act(games, rows[where])
        return actions


def alternate_members(pairing: np.ndarray) -> np.ndarray:
    """(G,) a member's seat in each game: the pair's first seat on one deal, its last on the next.

    Args:
        pairing: (G, P) bool, every placement of the pair, deal by deal.
    """
    players = pairing.shape[1]
    deals = np.arange(len(pairing)) // (players * (players - 1) // 2)
    return np.where(deals % 2, players - 1 - pairing[:, ::-1].argmax(axis=1), pairing.argmax(axis=1))


@dataclass
class Learners:
    """The learners of one seed, each trained on first use.

    Args:
        seed: for the training, and for the deals of measurements.
        updates: the number of updates of each.
        deals: the number of deals in each measurement.
        changes: settings of the training by name.
    """

    seed: int
    updates: int = UPDATES
    deals: int = DEALS
    changes: Mapping[str, Any] | None = None

    @cached_property
    def shared(self) -> Learnt:
        """A pair with a shared reward."""
        return self._learn(SHARED)

    @cached_property
    def selfish(self) -> Learnt:
        """A pair, each with its own reward."""
        return self._learn(SELFISH)

    @cached_property
    def third_against_pact(self) -> Learnt:
        """A third seat beside a pact."""
        return self._learn(THIRD, member=pact(POLICY, EQUAL))

    @cached_property
    def third_at_honest_table(self) -> Learnt:
        """A third seat among three players without a pact, two of whom are marked."""
        return self._learn(THIRD)

    def _learn(self, role: Any, **given: Any) -> Learnt:
        return learn(role, self.updates, self.seed, **given, **(self.changes or {}))

    def play(self, members: Maker, third: Maker | None = None, others: str = POLICY) -> Played:
        """Games on this seed's deals."""
        key = int(np.random.SeedSequence((self.seed, _DEALS)).generate_state(1)[0])
        return play(members, plain(others), third, deals=self.deals, seed=key)


def rows_of(learners: Learners) -> dict[str, Callable[[], Row]]:
    """The functions that make each row of a seed, by name, in the best order."""
    made: dict[str, Callable[[], Row]] = {}
    for name in (SHARED, SELFISH):
        made |= {
            f"{name} pair": partial(_pair, learners, name, POLICY),
            f"{name} pair among greedy": partial(_pair, learners, name, "greedy"),
            f"{name} member with a stranger": partial(_apart, learners, name),
        }
    for name, third in THIRDS.items():
        made[name] = partial(_third, learners, third)
    return made


def _pair(learners: Learners, name: str, others: str) -> Row:
    found: Learnt = getattr(learners, name)
    return _figures(learners.play(learnt(found.model), others=others)) | _told(found)


def _apart(learners: Learners, name: str) -> Row:
    member = learnt(getattr(learners, name).model)

    def half(games: GameBatch, pairing: np.ndarray) -> Agent:
        return Half(member(games, pairing), make(POLICY, GAME), alternate_members(pairing))

    played = learners.play(half)
    own = played.shares[np.arange(len(played.deals)), alternate_members(played.pairing)]
    return _figures(played) | {"own share": list(over_deals(own, played.deals))}


def _third(learners: Learners, name: str) -> Row:
    found: Learnt | None = getattr(learners, name) if name else None
    third = plain(POLICY) if found is None else learnt(found.model)
    played = learners.play(pact(POLICY, EQUAL), third)
    share = {"third's share": list(each_ones(played, tables.THIRD, "shares"))}
    return _figures(played) | share | ({} if found is None else _told(found))


def _told(found: Learnt) -> Row:
    return {"decisions": found.decisions, "payoffs": found.payoffs}


def _figures(played: Played) -> Row:
    """Figures of games by name, each with its interval over this seed's deals."""
    sides = {f"{name} paid": list(figure) for name, figure in sides_paid(played).items()}
    return {
        "games": len(played.deals),
        "pair's share": list(pair_share(played)),
        "member's money": list(each_ones(played, MEMBER)),
        "outsider's money": list(each_ones(played, OUTSIDER)),
        "part of pay": list(part_of_pay(played)),
        **sides,
    }


# --- The file ------------------------------------------------------------------------------------


@dataclass
class Measured:
    """The figures in the file, for one number of updates and deals.

    Attributes:
        rows: rows by name, then by seed.
    """

    rows: dict[str, dict[int, Row]]

    def seeds(self, name: str) -> list[int]:
        """The seeds for which there is a row of this name."""
        return sorted(self.rows.get(name, {}))

    def each(self, name: str, figure: str) -> np.ndarray:
        """(S,) a figure of each seed, in order.

        Raises:
            HustingsError: for an unknown row or figure.
        """
        try:
            found = [self.rows[name][seed][figure] for seed in self.seeds(name)]
        except KeyError as missing:
            raise HustingsError(f"{name}: has no {missing}; make the file anew") from None
        return np.array([figure[0] for figure in found], np.float64)

    def over_seeds(self, name: str, figure: str, less: str = "") -> Estimate:
        """The mean of a figure over seeds, minus that of another row, paired by seed, with its interval."""
        found = self.each(name, figure)
        if less:
            if self.seeds(less) != self.seeds(name):
                raise HustingsError(f"{name}, {less}: rows of other seeds; run the study to its end")
            found = found - self.each(less, figure)
        return over_seeds(found)


def read(path: Path = MEASURED) -> Measured:
    """Read the figures from a file that `measure` wrote.

    Raises:
        HustingsError: for a file that cannot be read.
    """
    rows: dict[str, dict[int, Row]] = {}
    for row in read_json(path, _MOST_BYTES, remedy=f"make it: {COMMAND}")["rows"]:
        rows.setdefault(row["name"], {})[int(row["seed"])] = row
    return Measured(rows)


def measure(
    out: Path,
    seeds: Sequence[int] = SEEDS,
    *,
    updates: int = UPDATES,
    deals: int = DEALS,
    tell: Callable[[str], None] = print,
    changes: Mapping[str, Any] | None = None,
) -> None:
    """Make the missing rows of a file, and write it after each; several processes may share a file.

    Learners trained before an interruption are trained again, with the same result.

    Args:
        out: the file.
        seeds: the learners' seeds.
        updates, deals, changes: as for `Learners`.
        tell: called with a line for each row.

    Raises:
        HustingsError: for a file with rows of other values, or beside another policy.
    """
    make_folder(out.parent)
    key = _key(updates, deals, changes)
    for seed in seeds:
        learners = Learners(seed, updates, deals, changes)
        for name, make_row in rows_of(learners).items():
            if (name, seed) in _known(out, key):
                continue
            begin = time.monotonic()
            _add(out, key, {"name": name, "seed": seed, **make_row()})
            tell(f"seed {seed}, {name}: {time.monotonic() - begin:.0f} s")


def _key(updates: int, deals: int, changes: Mapping[str, Any] | None) -> str:
    """The dependencies of all rows, as a line: the game and its revision, its policy, and the settings."""
    settings = {"updates": updates, "deals": deals, **RECIPE, **(changes or {})}
    told = (f"{name}={value}" for name, value in settings.items())
    return depends_on(GAME, PLAYERS, POLICY, *told)


def _known(out: Path, key: str) -> dict[tuple[str, int], Row]:
    """The rows of a file, which must have the same dependencies, by name and seed."""
    if not out.is_file():
        return {}
    found = read_json(out, _MOST_BYTES, remedy=f"make it: {COMMAND}")
    check_same(found["key"], key, out)
    return {(row["name"], row["seed"]): row for row in found["rows"]}


def _add(out: Path, key: str, row: Row) -> None:
    with locked(out.with_suffix(".lock"), lambda: None):
        rows = _known(out, key) | {(row["name"], row["seed"]): row}
        told = {"about": ABOUT, "command": COMMAND, "key": key, "rows": [rows[name] for name in sorted(rows)]}
        write_text(out, json.dumps(without_nan(told), indent=1) + "\n")
