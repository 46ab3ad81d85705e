"""The price of knowing: what a decision gains if the seat sees others' hands, or all future chance.

A seat decides by a flat search: each candidate is played out in the same redeals, and the best mean is
chosen. Arms differ only in what a redeal keeps, so the difference between their choices is the price. The
value of a choice is found by playing it out from the true table, with the same chance for every choice.

`python -m studies.knowing --out studies/measured` measures what `notebooks/price_of_knowing.ipynb` shows; the
same command continues an interrupted measurement.
"""

import argparse
import functools
import json
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hustings.agents import Agent, make
from hustings.envs import GAMES, GameBatch, HustingsError
from hustings.envs.copycat import table as copycat
from hustings.envs.core.engine.game import Game
from hustings.envs.core.io.files import read_json, write_text
from hustings.envs.die_macher import table as die_macher
from hustings.envs.liberte import table as liberte
from hustings.envs.saludos_amigos import table as saludos
from hustings.training.evaluation.statistics import Estimate
from measurements.tables import PLAYERS, depends_on

from .figures import Figure, check_same, play_out, ratio, turns

ARMS = ("nothing", "again", "hand", "hands", "everything")
"""What a seat sees besides what it may know: nothing; nothing, with other redeals (the control); the left
neighbour's hand; the hands of all others; these and all future chance."""
OUTCOMES = ("lead", "win")
"""The outcomes of a choice: own points minus the others' mean, and the share of the win."""
CANDIDATES = 6
TRUST = 1.0  # standard errors by which a candidate must lead the first one
_FUTURE = 0x66757475
_REDEALS = 0x72656465616C  # keeps keys of redeals apart from those of deals
_AT_ONCE = 4096  # tables played out together
_MOST_BYTES = 2**26

Tables = np.ndarray
Phases = Mapping[str, frozenset[int]]


def _phases(names: type[IntEnum], groups: Mapping[str, Sequence[str]]) -> Phases:
    return {group: frozenset(int(names[name]) for name in members) for group, members in groups.items()}


GROUPS: dict[str, Phases] = {
    "saludos_amigos": _phases(
        saludos.Phase,
        {
            "dice": ["REROLL"],
            "negotiation": ["FLOOR", "SET", "SPLIT", "RESPOND", "REPLY"],
            "calling a council": ["CALL", "JOIN"],
            "bidding": ["OPP_SPLIT", "COAL_SPLIT", "BID"],
        },
    ),
    "copycat": _phases(
        copycat.Phase,
        {
            "order of turns": ["BID"],
            "offices": ["TURN", "SWAP", "TRASH_FOR_WORKER", "DONATE", "DRAW"],
            "buying": ["HAND", "TRASH_FOR_COIN", "KEEP", "TABLE", "INVEST", "REUSE_CARD", "COPY_CARD"],
        },
    ),
    "liberte": _phases(
        liberte.Phase,
        {
            "taking cards": ["DISCARD", "REFILL", "DRAW", "SECOND_DRAW", "EXCHANGE", "KEEP"],
            "playing cards": [
                "ACTION", "MODE", "PLACE", "AFTER", "TARGET_PROVINCE", "TARGET_STACK", "TARGET_CARD",
            ],
            "ties": ["TIE"],
        },
    ),
    "die_macher": _phases(
        die_macher.Phase,
        {
            "secret choices": ["SHEET", "START_BID", "PLACE_LOBBY", "CONTRIBUTION"],
            "programme": ["DISCARD", "NEW_CARD", "OLD_CARD", "NATIONAL_CARD", "NATIONAL_REPLACE"],
            "regions": ["MEDIA", "SWAP_OUT", "SWAP_IN", "MEETINGS", "CONVERT", "LOBBY", "COALITION", "REPLY"],
            "polls": ["POLL_BID", "PUBLISH", "CHANGE_TREND"],
        },
    ),
}  # fmt: skip
"""The decisions of each game that the study draws from, by group."""
_REOPENED = {
    "saludos_amigos": int(saludos.Phase.BID),
    "copycat": int(copycat.Phase.BID),
    "die_macher": int(die_macher.Phase.START_BID),
}


# --- Redeals that hold hands ---------------------------------------------------------------------


def redeal_holding(games: GameBatch, seats: np.ndarray, held: np.ndarray, seed: int) -> None:
    """Redeal what a seat of each game cannot know, except some of the others' hands.

    The rest is dealt as if these hands had been shown: uniformly among the deals consistent with what the
    seat knows and has seen. Chance is reseeded, and others' secret choices are drawn anew.

    Args:
        games: the batch, of one of the suite's four games.
        seats: (N,) the observing seat in each game.
        held: (N, P) bool, the hands to keep; the entry of the seat itself has no effect.
        seed: the key of the redeal.

    Raises:
        HustingsError: for another game, or an array of another shape.
    """
    if games.game.name not in _SHOW:
        raise HustingsError(
            f"{games.game.title}: its hands cannot be held; choose from {', '.join(sorted(_SHOW))}"
        )
    if held.shape != (games.num_games, games.num_players) or held.dtype != np.bool_:
        raise HustingsError(f"held: needs ({games.num_games}, {games.num_players}) bool, got {held.shape}")
    before = games.tables.copy()
    show, hide = _SHOW[games.game.name]
    show(games.tables, held)
    games.redeal(seats, seed)
    hide(games.tables, held, before)


def _show_saludos(tables: Tables, held: np.ndarray) -> None:
    """Show hands as in the final count: unknown cards, perhaps drawn from the pile, become known."""
    players = held.shape[1]
    pushed = tables["pushed"][:, :players, None] == np.arange(saludos.VALUES) + 1
    cards = tables["hand"][:, :players] + tables["bid"][:, :players] + pushed
    known = tables["known"][:, :players]
    fresh = tables["fresh"][:, :players].sum(axis=2, keepdims=True)
    shown = np.minimum(tables["shown"][:, :players] + cards - known, fresh)
    tables["shown"][:, :players] = np.where(held[:, :, None], shown, tables["shown"][:, :players])
    tables["known"][:, :players] = np.where(held[:, :, None], cards, known)


def _hide_saludos(tables: Tables, held: np.ndarray, before: Tables) -> None:
    tables["known"], tables["shown"] = before["known"], before["shown"]


def _show_copycat(tables: Tables, held: np.ndarray) -> None:
    zone = tables["zone"][:, : held.shape[1]]
    zone[held[:, :, None] & (zone == copycat.IN_HAND)] = copycat.KNOWN


def _hide_copycat(tables: Tables, held: np.ndarray, before: Tables) -> None:
    zone, was = tables["zone"][:, : held.shape[1]], before["zone"][:, : held.shape[1]]
    zone[held] = was[held]


def _show_liberte(tables: Tables, held: np.ndarray) -> None:
    for seat in range(held.shape[1]):
        tables["known"][held[:, seat, None] & (tables["place"] == liberte.HAND + seat)] = 1


def _hide_liberte(tables: Tables, held: np.ndarray, before: Tables) -> None:
    tables["known"] = before["known"]


def _hands_of_die_macher(tables: Tables, held: np.ndarray) -> np.ndarray:
    """(N, cards) bool, which programme cards are in one of the hands."""
    found = np.zeros(tables["zone"].shape, np.bool_)
    for seat in range(held.shape[1]):
        found |= held[:, seat, None] & (tables["zone"] == die_macher.IN_HAND + seat)
    return found


def _show_die_macher(tables: Tables, held: np.ndarray) -> None:
    tables["zone"][_hands_of_die_macher(tables, held)] = die_macher.OPEN


def _hide_die_macher(tables: Tables, held: np.ndarray, before: Tables) -> None:
    stayed = _hands_of_die_macher(before, held)
    tables["zone"][stayed] = before["zone"][stayed]


_SHOW: dict[str, tuple[Callable[..., None], Callable[..., None]]] = {
    "copycat": (_show_copycat, _hide_copycat),
    "die_macher": (_show_die_macher, _hide_die_macher),
    "liberte": (_show_liberte, _hide_liberte),
    "saludos_amigos": (_show_saludos, _hide_saludos),
}


def hands_held(arm: str, seats: np.ndarray, players: int) -> np.ndarray:
    """(N, P) bool, the hands that a seat sees in an arm other than "everything".

    Raises:
        HustingsError: for an unknown arm.
    """
    if arm not in ARMS[:-1]:
        raise HustingsError(f"arm {arm!r} redeals no hands; choose from {', '.join(ARMS[:-1])}")
    places = (np.arange(players) - seats[:, None]) % players
    return (places == 1) if arm == "hand" else (places > 0) & (arm == "hands")


def believe(games: GameBatch, seats: np.ndarray, agent: Agent) -> None:
    """Redraw others' secret choices with `agent`, in games that can reopen them."""
    reopen, box = games.game.reopen_secret_choices, games.game.box_spec.load(games.box).copy()[0]
    rows = np.flatnonzero(games.phase == _REOPENED.get(games.game.name, -1))
    rows = np.array([row for row in rows if reopen(box, games.tables[row], int(seats[row]))], np.int64)
    while len(rows := rows[games.seat[rows] != seats[rows]]):
        games.step(agent.act(games, rows), rows=rows)


# --- Thinking ------------------------------------------------------------------------------------


class Positions(NamedTuple):
    """Decisions, K of them, drawn from games.

    Attributes:
        tables: (K,) the tables before them.
        deals: (K,) the deal that each is from, counted from 0.
        groups: (K,) its group, a number of `GROUPS`.
        numbers: (K,) how many decisions of that group the seat had in the game.
    """

    tables: Tables
    deals: np.ndarray
    groups: np.ndarray
    numbers: np.ndarray


def positions(game: Game, agent: Agent, deals: int, seed: int) -> Positions:
    """Draw one decision of each group from every deal, uniformly among the seat's.

    The seat is the deal's number modulo P. Forced decisions are left out, and so are groups that the seat
    never reached in a game.

    Args:
        game: one of `GROUPS`.
        agent: plays all seats.
        deals: the number of games.
        seed: for the deals and the draws.
    """
    games = GameBatch(game, deals, PLAYERS[game.name], seed=seed)
    group_of = np.full(128, -1)
    for number, phases in enumerate(GROUPS[game.name].values()):
        group_of[list(phases)] = number
    me, stream = np.arange(deals) % games.num_players, np.random.default_rng([seed, deals])
    counts = np.zeros((deals, len(GROUPS[game.name])), np.int64)
    drawn = np.zeros(counts.shape, game.table)
    for rows in turns(games, agent):
        groups = group_of[games.phase[rows]]
        now = (games.seat[rows] == me[rows]) & (groups >= 0)
        mine, groups = rows[now], groups[now]
        counts[mine, groups] += 1
        taken = stream.random(len(mine)) * counts[mine, groups] < 1
        drawn[mine[taken], groups[taken]] = games.tables[mine[taken]]
    found, groups = np.nonzero(counts)
    return Positions(drawn[found, groups], found, groups, counts[found, groups])


def batch_at(game: Game, tables: Tables) -> GameBatch:
    """A batch of games with these tables."""
    games = GameBatch(game, len(tables), int(tables["seats"][0]), reward="win")
    games.restore(None, np.ascontiguousarray(tables).view(np.uint8).reshape(len(tables), -1))
    return games


def candidates_of(games: GameBatch, first: np.ndarray, seed: int) -> np.ndarray:
    """(N, CANDIDATES) legal actions to try: `first`, (N,), then others at random, padded with -1."""
    stream = np.random.default_rng([seed, games.num_games])
    order = np.where(games.legal, stream.random((games.num_games, games.num_actions)), 2.0)
    order[np.arange(games.num_games), first] = -1.0
    chosen = np.argsort(order, axis=1, kind="stable")[:, :CANDIDATES]
    return np.where(np.take_along_axis(order, chosen, axis=1) < 2.0, chosen, -1)


def outcomes_from(scores: np.ndarray, payoffs: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """(N, 2) the `OUTCOMES` of a seat each, from (N, P) points and payoffs of the reward "win"."""
    each, players = np.arange(len(seats)), scores.shape[1]
    own = scores[each, seats].astype(float)
    lead = own - (scores.sum(axis=1) - own) / (players - 1)
    return np.stack([lead, payoffs[each, seats] + 1 / players], axis=1)


def outcomes_of(game: Game, tables: Tables, candidates: np.ndarray, agent: Agent, futures: int) -> np.ndarray:
    """(K, C, futures, 2) the outcomes of each candidate at the true tables; nan for padding.

    The first future has the table's own chance; the others are reseeded, alike for all candidates.

    Args:
        game: what is played.
        tables: (K,) where the seat to decide has the candidates.
        candidates: (K, C) actions, -1 for none.
        agent: who plays on, in all seats.
        futures: how many are played.
    """
    there = np.repeat(tables[:, None], futures, axis=1)
    for future in range(1, futures):
        keys = np.random.default_rng([_FUTURE, future]).integers(2**63, size=len(tables), dtype=np.uint64)
        there["seed"][:, future] = keys ^ tables["seed"]
        there["draws"][:, future] = 0
    return play_all(game, there, candidates, agent)


def play_all(game: Game, there: Tables, candidates: np.ndarray, agent: Agent) -> np.ndarray:
    """(K, C, D, 2) the outcomes of (K, C) candidates, each at (K, D) tables; nan for -1."""
    found = np.full((*candidates.shape, there.shape[1], len(OUTCOMES)), np.nan)
    which, place = np.nonzero(candidates >= 0)
    which, place = np.repeat(which, there.shape[1]), np.repeat(place, there.shape[1])
    deal = np.arange(len(which)) % there.shape[1]
    for first in range(0, len(which), _AT_ONCE):
        k, c, d = (index[first : first + _AT_ONCE] for index in (which, place, deal))
        games = batch_at(game, there[k, d])
        seats = games.seat
        games.step(candidates[k, c])
        play_out(games, agent)
        found[k, c, d] = outcomes_from(*games.results(), seats)
    return found


def worth_of(game: Game, outcomes: np.ndarray) -> np.ndarray:
    """What a search makes of outcomes (..., 2): half the win, half the lead, in typical scores."""
    return outcomes[..., 1] / 2 + outcomes[..., 0] / (2 * float(game.box_spec.load()["typical_score"][0]))


def choose(worth: np.ndarray, trust: float = TRUST) -> np.ndarray:
    """(K,) the place of the candidate whose lead over the first most exceeds `trust` standard errors.

    Args:
        worth: (K, C, D) of each candidate in each deal; nan for no candidate.
        trust: how many; with one deal there is no error, and the best is taken.
    """
    lead = worth - worth[:, :1]
    error = lead.std(axis=2, ddof=1) / np.sqrt(lead.shape[2]) if lead.shape[2] > 1 else 0.0
    sure = np.nan_to_num(lead.mean(axis=2) - trust * error, nan=-np.inf)
    sure[:, 0] = 0.0
    return sure.argmax(axis=1)


class Thinker(NamedTuple):
    """How a seat thinks.

    Attributes:
        playouts: the agent that plays out, and that others are believed to be.
        deals: redeals for each decision.
        seed: of the redeals.
        trust: see `choose`.
    """

    playouts: Agent
    deals: int
    seed: int
    trust: float = TRUST

    def choices(self, game: Game, tables: Tables, candidates: np.ndarray, arm: str) -> np.ndarray:
        """(K,) the place of the candidate taken, at (K,) tables, by the seat to decide that sees an arm.

        Raises:
            HustingsError: for an unknown arm.
        """
        if arm == "everything":
            there = tables[:, None]
        else:
            there = np.repeat(tables[:, None], self.deals, axis=1)
            games = batch_at(game, there.ravel())
            seats = games.seat
            held = hands_held(arm, seats, games.num_players)
            redeal_holding(games, seats, held, (self.seed + (arm == "again")) ^ _REDEALS)
            believe(games, seats, self.playouts)
            there = games.tables.reshape(there.shape)
        return choose(worth_of(game, play_all(game, there, candidates, self.playouts)), self.trust)


# --- The study -----------------------------------------------------------------------------------


class Part(NamedTuple):
    """A part of the study.

    Attributes:
        game, world: what is played, and the agent in all seats.
        playouts: the agent that thinks play out with, and that others are believed to be.
        redeals: how many a thought has.
        deals, seed: how many games are dealt, and from what.
        whole: whether the seat thinks at all decisions of a game, rather than at one.
    """

    game: str
    world: str
    playouts: str
    redeals: int
    deals: int
    seed: int
    whole: bool = False


PARTS = {
    "saludos_amigos": Part("saludos_amigos", "greedy", "greedy", 16, 800, 20261),
    "copycat": Part("copycat", "greedy", "greedy", 12, 300, 20262),
    "liberte": Part("liberte", "greedy", "greedy", 8, 120, 20263),
    "die_macher": Part("die_macher", "greedy", "greedy", 8, 120, 20264),
    "whole_games": Part("saludos_amigos", "greedy", "greedy", 8, 120, 20265, True),
    "random_playouts": Part("saludos_amigos", "greedy", "random", 16, 400, 20261),
    "among_policies": Part("saludos_amigos", "policy", "greedy", 8, 80, 20266),
}
WHOLE_ARMS = ("nothing", "again", "hands", "everything")
DEALS_AT_ONCE = 40
FUTURES = 6
Rows = list[list[float]]


def measure(part: Part, deals: int, seed: int) -> Rows:
    """Rows of figures from some deals of a part, one for each decision that was drawn.

    Each has the deal, the group and how many decisions of it there were; then for each of `ARMS` whether its
    choice was another than that of "nothing", and what it gained, by `OUTCOMES`; last what "nothing" gained
    over the candidate that the world's agent takes. "everything" is played in the table's own future only,
    the others in `FUTURES`.
    """
    game = GAMES[part.game]
    world, playouts = make(part.world, game), make(part.playouts, game, seed)
    at = positions(game, world, deals, seed)
    games = batch_at(game, at.tables)
    candidates = candidates_of(games, world.act(games, np.arange(len(at.tables))), seed)
    truth = outcomes_of(game, at.tables, candidates, world, FUTURES)
    thinker = Thinker(playouts, part.redeals, seed)
    arms = [arm for arm in ARMS if arm != "hand" or PLAYERS[part.game] > 2]
    chosen = {arm: thinker.choices(game, at.tables, candidates, arm) for arm in arms}
    chosen.setdefault("hand", chosen["hands"])
    each, plain = np.arange(len(at.tables)), chosen["nothing"]
    columns = [at.deals[:, None], at.groups[:, None], at.numbers[:, None]]
    for arm in ARMS:
        mean = truth[:, :, : 1 if arm == "everything" else FUTURES].mean(axis=2)
        columns += [(chosen[arm] != plain)[:, None], mean[each, chosen[arm]] - mean[each, plain]]
    mean = truth.mean(axis=2)
    columns.append(mean[each, plain] - mean[:, 0])
    return np.hstack(columns).round(5).tolist()


def play(game: Game, thinker: Thinker | None, arm: str, world: Agent, deals: int, seed: int) -> np.ndarray:
    """(deals, 2) the `OUTCOMES` of one seat that thinks at all its decisions, among the world's agents.

    The seat is the deal's number modulo P; without a thinker it is played by the world's agent, too.
    """
    games = GameBatch(game, deals, PLAYERS[game.name], seed=seed, reward="win")
    me, step = np.arange(deals) % games.num_players, 0
    while not games.over.all():
        rows, step = np.flatnonzero(~games.over), step + 1
        actions = world.act(games, rows)
        thinks = np.flatnonzero(games.seat[rows] == me[rows]) if thinker else rows[:0]
        if thinker and len(thinks):
            tables = games.tables[rows[thinks]]
            candidates = candidates_of(batch_at(game, tables), actions[thinks], seed + step)
            now = thinker._replace(seed=thinker.seed + 2 * step)
            chosen = now.choices(game, tables, candidates, arm)
            actions[thinks] = candidates[np.arange(len(thinks)), chosen]
        games.step(actions, rows=rows)
    return outcomes_from(*games.results(), me)


def measure_whole(part: Part, deals: int, seed: int) -> Rows:
    """Rows of figures, one for each deal.

    Each has the deal, the outcomes of a seat that does not think, and of one that does, by `WHOLE_ARMS`.
    """
    game = GAMES[part.game]
    world, thinker = make(part.world, game), Thinker(make(part.playouts, game, seed), part.redeals, seed)
    columns = [np.arange(deals)[:, None], play(game, None, "", world, deals, seed)]
    columns += [play(game, thinker, arm, world, deals, seed) for arm in WHOLE_ARMS]
    return np.hstack(columns).round(5).tolist()


def grow(
    path: Path, about: Mapping[str, Any], deals: int, seed: int, more: Callable[[int, int], Rows]
) -> None:
    """Add to a file of rows until it has those of so many deals; it is written after every few of them.

    Args:
        path: the file.
        about: what the rows depend on.
        deals: how many, in chunks of `DEALS_AT_ONCE`, each dealt from a seed of its own.
        seed: that of the first chunk.
        more: gives the rows of so many deals from a seed; the first figure of each is the deal, from 0.

    Raises:
        HustingsError: for a file of anything else, such as another policy's figures, which stays as it is.
    """
    kept: dict[str, Any] = {"about": dict(about), "rows": [], "deals": 0}
    if path.exists():
        found = read_json(path, _MOST_BYTES, remedy="remove it")
        if not isinstance(found, dict) or not found.keys() >= kept.keys():
            raise HustingsError(f"{path}: not a file of this study; remove it, or choose another folder")
        check_same(found["about"], kept["about"], path)
        kept = found
    while kept["deals"] < deals:
        number = min(DEALS_AT_ONCE, deals - kept["deals"])
        rows = more(number, seed + 1000 * kept["deals"])
        kept["rows"] += [[row[0] + kept["deals"], *row[1:]] for row in rows]
        kept["deals"] += number
        lines = ",\n".join(json.dumps([_short(figure) for figure in row]) for row in kept["rows"])
        about_line = f'{{"about": {json.dumps(kept["about"])}, "deals": {kept["deals"]}, "rows": [\n'
        write_text(path, f"{about_line}{lines}\n]}}\n")


def _short(figure: float) -> float | int:
    return int(figure) if figure == int(figure) else figure


def measure_part(name: str, folder: Path) -> None:
    """Measure one of `PARTS`, into `knowing_NAME.json` of a folder."""
    part = PARTS[name]
    about = {**part._asdict(), "candidates": CANDIDATES, "trust": TRUST, "futures": FUTURES}
    del about["deals"]
    about["depends_on"] = depends_on(GAMES[part.game], PLAYERS[part.game], part.world, part.playouts)
    more = functools.partial(measure_whole if part.whole else measure, part)
    grow(folder / f"knowing_{name}.json", about, part.deals, part.seed, more)


MEASURED = Path(__file__).parent / "measured"


def measured(name: str, folder: Path = MEASURED) -> np.ndarray:
    """(R, F) the rows of one of `PARTS`, as `measure` or `measure_whole` gives them.

    Raises:
        HustingsError: where they have not been measured.
    """
    return rows_in(folder / f"knowing_{name}.json", __name__)


def rows_in(path: Path, study: str) -> np.ndarray:
    """(R, F) the rows of a file that `grow` has made for a study; HustingsError where there is none."""
    if not path.exists():
        raise HustingsError(f"{path} not found; run python -m {study} --out {path.parent}")
    return np.array(read_json(path, _MOST_BYTES, remedy="measure it again")["rows"], float)


def gains_of(rows: np.ndarray, arm: str, outcome: str, group: int | None = None) -> Figure:
    """The mean gain of a decision in an arm over that in the arm "nothing".

    Args:
        rows: (R, F) from `measure`.
        arm: one of `ARMS`, or "thinking" for what "nothing" gains over not thinking.
        outcome: one of `OUTCOMES`, or, but of "thinking", "changed" for whether the choice is another.
        group: of the decisions, a number; None for all of a seat in a game.

    Raises:
        HustingsError: for an unknown arm, or an outcome that it has not.
    """
    if arm not in (*ARMS, "thinking"):
        raise HustingsError(f"arm {arm!r}: choose from {', '.join(ARMS)}, thinking")
    known = OUTCOMES if arm == "thinking" else ("changed", *OUTCOMES)
    if outcome not in known:
        raise HustingsError(f"outcome {outcome!r} of {arm}: choose from {', '.join(known)}")
    first = 3 + 3 * ARMS.index(arm) if arm in ARMS else rows.shape[1] - 3
    column = first + ("changed", *OUTCOMES).index(outcome)
    chosen = rows if group is None else rows[rows[:, 1] == group]
    deals, numbers = chosen[:, 0], chosen[:, 2]
    return ratio(numbers * chosen[:, column], numbers, deals)


def gain(rows: np.ndarray, arm: str, outcome: str, group: int | None = None) -> Estimate:
    """`gains_of` with its 95 % interval over deals."""
    return gains_of(rows, arm, outcome, group).estimate


def main(about: str, parts: Sequence[str], measure_one: Callable[[str, Path], None]) -> None:
    """Measure the missing ones of the parts, each by `measure_one` into a folder."""
    options = argparse.ArgumentParser(description=about.partition("\n")[0])
    options.add_argument("--out", type=Path, required=True, help="the folder of the files")
    options.add_argument("--only", nargs="*", choices=parts, default=parts, help="some parts")
    asked = options.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    for name in asked.only:
        measure_one(name, asked.out)


if __name__ == "__main__":
    main(__doc__, [*PARTS], measure_part)
