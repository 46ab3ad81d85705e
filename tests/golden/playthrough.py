"""Games in words, to be read: a table a file, in `playthroughs`.

Every decision is random, so that no bot has a say in it; the seeds are of short games with many phases. Where
a phase comes up for the first time, what is legal is shown, and what player_0 sees, as far as it has changed,
and the board unless it was shown a moment ago.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from hustings.envs import GAMES

from . import inner
from .play import at_random, deal

FOLDER = Path(__file__).parent / "playthroughs"
SEEDS = {
    "copycat": {2: 64, 4: 3},
    "die_macher": {3: 28, 5: 18},
    "liberte": {3: 55, 6: 26},
    "saludos_amigos": {4: 8, 7: 1},
}
"""Of each game the tables that are shown, the smallest and the largest, and the seed there."""
SHOWN, APART, MOST = 200, 20, 30
"""So many decisions of a game are told, lie between two boards; so many entries of a block are shown."""
LEGEND = f"""\
A line begins with the number of the decision, the place of the action among all that are legal, and its own
number. Then comes what it brings about, with nothing hidden, and in brackets the action in words, where it is
the first of its kind or nothing is told. "To player_1" is what another is told instead, of some. The first
{SHOWN} decisions are told, and those in or after which a phase comes up for the first time. Of what player_0
sees, the entries that have changed are given: the number along each axis, and the value, unless it is 1, in
the units of the table.
"""


def file_of(game: str, players: int) -> Path:
    return FOLDER / f"{game}_{players}.txt"


def playthrough(game: str, players: int) -> str:
    """The text of a table."""
    return "\n".join(Playthrough(game, players, SEEDS[game][players]).lines()) + "\n"


class Playthrough:
    """A game at random, and what is to be shown of it."""

    def __init__(self, game: str, players: int, seed: int):
        self.games, self.rng = deal(game, 1, players, seed=seed), np.random.default_rng(seed)
        self.head = f"{GAMES[game].title}, {players} players, seed {seed}"
        self.layout = GAMES[game].observation(players)
        self.view = np.zeros(self.layout.size)
        self.step, self.boarded = 0, -APART
        self.met: Counter = Counter()

    def lines(self) -> Iterator[str]:
        games = self.games
        yield f"{self.head}\n\n{LEGEND}"
        while not games.over[0]:
            new = self._is_new(games.phase[0])
            if new:
                yield from self._position()
            yield from self._decision(new)
            self.step += 1
        yield f"\n--- the end, after {self.step} decisions ---\n\n{games.board(0)}"
        yield from self._sight()
        yield f"points: {_figures(games.scores[0])}"
        for reward in ("rank", "win", "margin"):
            games.reward = reward
            yield f"{reward}: {_figures(games.payoff[0])}"

    def _is_new(self, *what: object) -> bool:
        self.met[what] += 1
        return self.met[what] == 1

    def _position(self) -> Iterator[str]:
        games = self.games
        yield f"\n--- {games.game.phases(int(games.phase[0])).name} ---\n"
        if self.step >= self.boarded + APART:
            self.boarded = self.step
            yield f"{games.board(0)}\n"
        yield f"player_{games.seat[0]} may:"
        legal = np.flatnonzero(games.legal[0]).tolist()
        yield from (f"  {action} {games.describe(0, action)}" for action in legal)
        yield from self._sight()

    def _sight(self) -> Iterator[str]:
        view = self.games.observe(seat=0)[0].astype(float)
        yield "player_0 sees:"
        for block in self.layout:
            changed = np.flatnonzero(view[block.start : block.stop] != self.view[block.start : block.stop])
            if len(changed):
                yield f"  {block.name}: {_entries(view, block, changed)}"
        yield ""
        self.view = view

    def _decision(self, new_phase: bool) -> Iterator[str]:
        games, seat = self.games, int(self.games.seat[0])
        legal, (action,) = np.flatnonzero(games.legal[0]).tolist(), at_random(games, self.rng).tolist()
        words, before = games.describe(0, action), games.tables[0].copy()
        games.step([action])
        passed = [self._is_new("passed", phase) for phase in inner.phases(games, 0, before, action)]
        if not (new_phase or any(passed) or self.step < SHOWN):
            return
        told = inner.events(games, 0, before, action, None)
        new = self._is_new(int(before["phase"]), games.game.actions.locate(action)[0])
        said = f" (player_{seat}: {words})" * (new or not told)
        first, *more = told or [""]
        yield f"{self.step} {legal.index(action) + 1}/{len(legal)} {action} {first}{said}".replace("  ", " ")
        yield from (f"  {line}" for line in more)
        other = (seat + 1 + self.step % (games.num_players - 1)) % games.num_players
        if new and (heard := inner.events(games, 0, before, action, other)) != told:
            yield from (f"  To player_{other}: {line}" for line in heard if line not in told)


def _entries(view: np.ndarray, block: inner.Block, changed: np.ndarray) -> str:
    """The entries of a block at these places; neighbours that are alike as "0-7=0.5"."""
    values = (view[block.start + changed] * block.scale).round(3)
    if block.size == 1:
        return _figures(values)
    axes = tuple(block.axes.values())
    cuts = 1 + np.flatnonzero((np.diff(changed) != 1) | (np.diff(values) != 0))
    told = []
    for places, (value, *_) in zip(np.split(changed, cuts), np.split(values, cuts)):
        ends = [".".join(map(str, np.unravel_index(place, axes))) for place in dict.fromkeys(places[[0, -1]])]
        told.append("-".join(ends) + (f"={value:g}" if value != 1 else ""))
    return " ".join(told[:MOST]) + f" and {len(told) - MOST} more" * (len(told) > MOST)


def _figures(values: np.ndarray) -> str:
    return " ".join(f"{value:.4g}" for value in values.tolist())
