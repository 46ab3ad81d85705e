"""King-making: how far a seat that can no longer win affects the chances of those who can.

Decisions are drawn from the last part of games. At each, every legal action is played out on the same fresh
deals, redealt from the seat's own view. The seat is out of the race if it never wins in a first series of
deals, whatever it does. Its power is the largest difference that two of its actions make to the win share of
another seat. The maximum of noisy differences is biased upwards, so the actions and the seat are chosen on
one half of a second series of deals and measured on the other half, and the other way round: if all actions
are equivalent, the power is 0 on average, and otherwise at most the true one.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hustings.agents import Agent, make
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.envs.core.io.files import read_json, sole_writer, write_text
from hustings.training.evaluation.statistics import CONFIDENCE, Estimate, cluster_means
from measurements.tables import depends_on

from .figures import check_same, mean_of, play_out, turns

MEASURED = Path(__file__).parent / "measured" / "king_making.json"
FIRST_DEAL = 20_000
"""The first deal of the study; pilot runs use others."""
_FEW = 12  # deals that identify most seats that can still win
_MOST_BYTES = 2**26  # of the file
_AT_ONCE = 20  # games at a time, because all their tables are stored during play
COLUMNS = ("deal", "seat", "actions", "own", "lead", "power", "naive", "chosen", "crossed", "favour", "deed")


class Setting(NamedTuple):
    """How a case is measured.

    Attributes:
        decisions: how many are drawn from the last part of each game.
        late: that part, from 0 to 1, of all decisions with a choice.
        screened: deals of the first series.
        measured: deals of the second series, an even number.
    """

    decisions: int = 6
    late: float = 0.25
    screened: int = 60
    measured: int = 128

    @property
    def bound(self) -> float:
        """The one-sided 95 % upper limit of the win share of a seat without a win in the first series."""
        return float(1 - (1 - CONFIDENCE) ** (1 / self.screened))


SETTING = Setting()


class Case(NamedTuple):
    """A game, its players and its options.

    Attributes:
        game: its name.
        agent: plays all seats, in games and playouts.
        deals: the number of deals.
        options: options of play.
        choosers: agents whose choices in the positions are examined.
        players: the number of players.
    """

    game: str
    agent: str
    deals: int
    options: Mapping[str, Any] = {}
    choosers: tuple[str, ...] = ()
    players: int = 4

    @property
    def name(self) -> str:
        """Game, agent and options in one line."""
        changed = [f"{option}={value}" for option, value in self.options.items()]
        return " ".join([self.game, self.agent, *changed])

    @property
    def key(self) -> str:
        """What the figures depend on, as a line."""
        settings = (*self.options.items(), self.deals, *SETTING, *self.choosers)
        return depends_on(GAMES[self.game], self.players, self.agent, *settings)


@dataclass
class Measured:
    """The results of a case.

    Attributes:
        deals: (D,) the deals.
        looked: (D,) decisions examined in each.
        found: by name of the column, (N,) figures of the decisions of seats out of the race; `chosen`,
            `crossed` are (N, 2), the power by the half that chose and by the other, and `favour`, `deed` are
            (N, C), see `use`, for the C choosers.
    """

    deals: np.ndarray
    looked: np.ndarray
    found: dict[str, np.ndarray]

    def as_json(self) -> dict[str, Any]:
        """The results as plain values, with shares to four digits."""
        found = {name: np.round(column, 4).tolist() for name, column in self.found.items()}
        return {"deals": self.deals.tolist(), "looked": self.looked.tolist(), "found": found}

    @classmethod
    def of(cls, tree: Mapping[str, Any]) -> "Measured":
        """The inverse of `as_json`."""
        found = {name: np.array(column) for name, column in tree["found"].items()}
        return cls(np.array(tree["deals"]), np.array(tree["looked"]), found)

    def first(self, deals: int) -> "Measured":
        """The results of the first deals only."""
        kept = np.isin(self.found["deal"], self.deals[:deals])
        found = {name: column[kept] for name, column in self.found.items()}
        return Measured(self.deals[:deals], self.looked[:deals], found)

    def mean_of(self, column: str, place: int | None = None) -> Estimate:
        """The mean over the decisions of seats out of the race; `place` in a column of several."""
        values = self.found[column].astype(float)
        return mean_of(values if place is None else values[:, place], self.found["deal"]).estimate


# --- One decision --------------------------------------------------------------------------------


def shares_after(
    games: GameBatch, agent: Agent, saved: np.ndarray, actions: np.ndarray, deals: int, seed: int
) -> np.ndarray:
    """(D, A, P) the seats' shares of the win after each action, on the same D deals consistent with its view.

    Args:
        games: a batch with the game, number of players and box.
        agent: plays all seats.
        saved: (1, table size) uint8, the position.
        actions: (A,) legal actions.
        deals: D.
        seed: of the deals.
    """
    table: dict[str, Any] = {"num_players": games.num_players, "reward": "win", "box": games.box}
    dealt = GameBatch(games.game, deals, **table)
    dealt.restore(None, np.repeat(saved, deals, axis=0))
    dealt.redeal(seed=seed)
    played = GameBatch(games.game, deals * len(actions), **table)
    played.restore(None, np.repeat(dealt.save(), len(actions), axis=0))
    played.step(np.tile(actions, deals))
    play_out(played, agent)
    return won(played).reshape(deals, len(actions), -1)


def won(games: GameBatch) -> np.ndarray:
    """(N, P) shares of the win in games that are over and pay by "win"."""
    best = games.payoff == games.payoff.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def halves(shares: np.ndarray) -> np.ndarray:
    """(2, A, P) mean shares in every other deal, from (D, A, P)."""
    return np.stack([shares[0::2].mean(axis=0), shares[1::2].mean(axis=0)])


def power(shares: np.ndarray, seat: int) -> tuple[np.ndarray, np.ndarray]:
    """The largest effect of a seat's choice on the share of another seat.

    Args:
        shares: (D, A, P).
        seat: who decides.

    Returns:
        (2,) on the half of the deals that chose the two actions and the seat, which is biased upwards, and
        (2,) on the other half.
    """
    both = halves(shares)
    chosen, crossed = np.zeros(2), np.zeros(2)
    for half in range(2):
        selects, measures = both[half], both[1 - half]
        gaps = np.ptp(selects, axis=0)
        gaps[seat] = -1.0
        king = int(gaps.argmax())
        most, least = selects[:, king].argmax(), selects[:, king].argmin()
        chosen[half] = gaps[king]
        crossed[half] = measures[most, king] - measures[least, king]
    return chosen, crossed


def naive_power(shares: np.ndarray, seat: int) -> float:
    """The power on all deals at once, which is biased upwards."""
    return float(np.delete(np.ptp(shares.mean(axis=0), axis=0), seat).max())


def use(shares: np.ndarray, seat: int, choice: int) -> tuple[float, float]:
    """The effects of a choice, compared with drawing the action at random.

    Args:
        shares: (D, A, P).
        seat: who decides.
        choice: the place of the action among the A.

    Returns:
        By how much it raises the share of the leader, the other seat that wins most; and its effect on the
        seat that it affects most. Leader, seat and direction are chosen on one half of the deals and measured
        on the other, and the other way round.
    """
    both = halves(shares)
    off = both[:, choice] - both.mean(axis=1)
    favour, deed = 0.0, 0.0
    for half in range(2):
        means, moved = both[half].mean(axis=0), np.abs(off[half])
        means[seat] = moved[seat] = -1.0
        favour += off[1 - half, means.argmax()] / 2
        most = moved.argmax()
        deed += float(np.sign(off[half, most]) * off[1 - half, most]) / 2
    return float(favour), deed


# --- Many games ----------------------------------------------------------------------------------


class Position(NamedTuple):
    """A drawn decision: its deal, its number in the game, and its table as (1, table size) bytes."""

    deal: int
    number: int
    saved: np.ndarray


def late_positions(
    games: GameBatch, agent: Agent, deals: Sequence[int], setting: Setting, seed: int
) -> list[Position]:
    """Decisions drawn from the last part of games that an agent plays, all equally likely within a game.

    Args:
        games: a batch of as many games as deals; they are dealt and played.
        agent: plays all seats.
        deals: seeds.
        setting: how many are drawn, and from which part.
        seed: of the drawing.
    """
    games.reset(None, np.array(deals, np.uint64))
    kept: list[list[np.ndarray]] = [[] for _ in deals]
    for rows in turns(games, agent):
        for row, saved in zip(rows.tolist(), games.save(rows), strict=True):
            kept[row].append(saved)
    positions = []
    for deal, tables in zip(deals, kept, strict=True):
        stream = np.random.default_rng((seed, deal))
        begin = int(len(tables) * (1 - setting.late))
        drawn = stream.permutation(np.arange(begin, len(tables)))[: setting.decisions]
        positions += [Position(deal, place, tables[place][None]) for place in sorted(drawn.tolist())]
    return positions


def measure(case: Case, setting: Setting = SETTING, first: int = FIRST_DEAL, seed: int = 0) -> Measured:
    """Find seats out of the race in a case's games, and measure their power.

    Args:
        case: the game and its players.
        setting: how it is measured.
        first: the first deal.
        seed: of drawing decisions and of fresh deals.

    Raises:
        HustingsError: for an unknown game, agent or option, or numbers out of range.
    """
    if case.game not in GAMES:
        raise HustingsError(f"game: {case.game:.60} is not a game; choose from {', '.join(GAMES)}")
    game = GAMES[case.game]
    number = case.deals
    if number < 1:
        raise HustingsError(f"deals: {number} is too few; play one at least")
    if setting.measured < 2 or setting.measured % 2:
        raise HustingsError(f"measured: {setting.measured} cannot be halved; give an even number from 2 on")
    agent, choosers = make(case.agent, game, seed), [make(name, game, seed) for name in case.choosers]
    parts = []
    for begin in range(first, first + number, _AT_ONCE):
        deals = range(begin, min(begin + _AT_ONCE, first + number))
        games = GameBatch(game, len(deals), case.players, options=case.options)
        positions = late_positions(games, agent, deals, setting, seed)
        parts += [_look(games, agent, choosers, position, setting, seed) for position in positions]
    looked, every = np.array([part["deal"] for part in parts]), np.arange(first, first + number)
    out = [part for part in parts if "power" in part]
    found = {name: np.array([part[name] for part in out], float) for name in COLUMNS}
    for name, width in (("chosen", 2), ("crossed", 2), ("favour", len(choosers)), ("deed", len(choosers))):
        found[name] = found[name].reshape(len(out), width)
    return Measured(every, (looked[:, None] == every).sum(axis=0), found)


def _look(
    games: GameBatch, agent: Agent, choosers: Sequence[Agent], position: Position, setting: Setting, seed: int
) -> dict[str, Any]:
    """The columns of a decision; its deal only, if its seat can still win."""
    row = np.zeros(1, np.int64)
    games.restore(row, position.saved)
    seat, actions = int(games.seat[0]), np.flatnonzero(games.masks(rows=row)[0])
    stream = np.random.default_rng((seed, position.deal, position.number))
    own = {"deal": position.deal}

    def played(deals: int) -> np.ndarray:
        return shares_after(games, agent, position.saved, actions, deals, int(stream.integers(2**63)))

    for deals in (min(_FEW, setting.screened), setting.screened - _FEW):
        if deals > 0 and played(deals)[:, :, seat].any():
            return own
    shares = played(setting.measured)
    chosen, crossed = power(shares, seat)
    uses = []
    for chooser in choosers:
        games.restore(row, position.saved)
        uses.append(use(shares, seat, int(np.searchsorted(actions, chooser.act(games, row)[0]))))
    means = shares.mean(axis=0)
    return own | {
        "seat": seat,
        "actions": len(actions),
        "own": means[:, seat].max(),
        "lead": np.delete(means.mean(axis=0), seat).max(),
        "power": crossed.mean(),
        "naive": naive_power(shares, seat),
        "chosen": chosen,
        "crossed": crossed,
        "favour": [favour for favour, _ in uses],
        "deed": [deed for _, deed in uses],
    }


# --- Figures of a case ---------------------------------------------------------------------------


def index_by_deal(measured: Measured) -> np.ndarray:
    """(D,) the largest power of a decision in each game, 0 if nobody is out of the race.

    The decision, too, is chosen on one half of its deals and measured on the other.
    """
    found, index = measured.found, np.zeros(len(measured.deals))
    for place, deal in enumerate(measured.deals):
        of_deal = np.flatnonzero(found["deal"] == deal)
        if len(of_deal):
            most = found["chosen"][of_deal].argmax(axis=0)
            index[place] = found["crossed"][of_deal[most], [0, 1]].mean()
    return index


def index(measured: Measured) -> Estimate:
    """The king-making index: the mean over games of the largest power of a seat out of the race."""
    return mean_of(index_by_deal(measured), measured.deals).estimate


def often(measured: Measured) -> Estimate:
    """The share of the decisions looked at whose seat is out of the race."""
    deals = np.repeat(measured.deals, measured.looked)
    out = np.concatenate(
        [
            np.arange(looked) < (measured.found["deal"] == deal).sum()
            for deal, looked in zip(measured.deals, measured.looked, strict=True)
        ]
    )
    chosen = np.ones((1, len(out)), np.bool_)
    return cluster_means(out[None].astype(float), chosen, deals, ends=[(0.0, 1.0)])[0][0]


def index_change(before: Measured, after: Measured) -> Estimate:
    """What a change adds to the index, deal by deal, over the deals that both have played."""
    deals, ours, theirs = np.intersect1d(before.deals, after.deals, return_indices=True)
    return mean_of(index_by_deal(after)[theirs] - index_by_deal(before)[ours], deals).estimate


# --- The study -----------------------------------------------------------------------------------

CHOOSERS = ("greedy", "policy", "strong:threads=1")
NUM_DEALS = {"copycat": 80, "die_macher": 160, "liberte": 160, "saludos_amigos": 500}
POLICY_DEALS = {"copycat": 12, "die_macher": 12, "liberte": 20, "saludos_amigos": 40}
"""Fewer, as its playouts take ten to twenty times as long as those of greedy."""
RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("saludos_amigos", {"counter": False}),
    ("saludos_amigos", {"attempts_round": 1, "attempts_turn": 1}),
    ("saludos_amigos", {"opp_strength": "participants"}),
    ("die_macher", {"edition": "short"}),
    ("liberte", {"terror_in_turn": True}),
    ("copycat", {"charity_vp": 1}),
)


def cases() -> list[Case]:
    """All cases of the study, those of the primary figure first."""
    first = [Case(game, "greedy", NUM_DEALS[game], choosers=CHOOSERS) for game in GAMES]
    rules = [Case(game, "greedy", NUM_DEALS[game], options) for game, options in RULES]
    random = [Case(game, "random", NUM_DEALS[game], choosers=("random",)) for game in GAMES]
    policy = [Case(game, "policy", POLICY_DEALS[game], choosers=("policy",)) for game in GAMES]
    return [*first, *rules, *random, *policy]


def load(path: Path = MEASURED) -> dict[str, Measured]:
    """What was measured, by the names of the cases.

    Raises:
        HustingsError: if the file cannot be read, or is another kind of file.
    """
    tree = read_json(path, _MOST_BYTES, remedy="make it with --out in a new file")
    if not isinstance(tree, dict) or "king_making" not in tree:
        raise HustingsError(f"{path}: holds no study of king-making; make it with --out in a new file")
    return {name: Measured.of(case) for name, case in tree["king_making"].items()}


def _keys(path: Path) -> dict[str, str]:
    """What each case in a file depends on, where that is known."""
    return dict(read_json(path, _MOST_BYTES, remedy="choose another file").get("depends_on", {}))


def main() -> None:
    """Measure the cases that the file lacks, and write them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=MEASURED)
    parser.add_argument("--only", nargs="*", default=[], help="words that the names of the cases hold")
    asked = parser.parse_args()
    wanted = [case for case in cases() if all(word in case.name.split() for word in asked.only)]
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    with sole_writer(asked.out):
        done, keys = (load(asked.out), _keys(asked.out)) if asked.out.exists() else ({}, {})
        for case in wanted:
            if case.name in done:
                check_same(keys.get(case.name), case.key, asked.out)
            else:
                done[case.name], keys[case.name] = measure(case), case.key
                tree = {name: found.as_json() for name, found in done.items()}
                write_text(asked.out, json.dumps({"king_making": tree, "depends_on": keys}) + "\n")
            print(case.name, index(done[case.name]), flush=True)


if __name__ == "__main__":
    main()
