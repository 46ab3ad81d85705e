"""Finds the critical positions of a game and saves them.

`python -m measurements.positions GAME` plays games among the game's bots and its policy, takes from each a
decision on which bots differ, and selects those that pass four tests, each on fresh deals:

1. The strong search decides. Its choice must lead all other actions that it tried by `MATTERS`.
2. That action is compared with every other legal one on the same deals. It must lead each by `SURE` standard
   errors; a decision is dropped as soon as another action is within `HOPE` of it.
3. Another judge, the search whose bots play out to the end of the game, must find no action better.
4. The second test again, on more deals; here the action must also lead by `MATTERS`. The file has the results
   of this test. Most of the selection is made before, on other deals: this test drops 1 to 10 % of the
   remaining decisions, and a fifth in Copycat, where leads are therefore a little too large.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hustings.agents import make
from hustings.agents.policy.files import POLICY
from hustings.agents.search import SearchAgent
from hustings.envs import GAMES, GameBatch
from hustings.envs.core.api.replay import box_hash
from hustings.envs.core.engine.game import Game
from hustings.training.evaluation.comparisons import Tally, compare, deals_at_once, worth_of
from hustings.training.evaluation.quiz import CriticalPosition, Positions, file_of

from .tables import PLAYERS, bots

SURE, HOPE, MATTERS = 3.0, 1.0, 0.01
STRONG, SECOND_JUDGE = "strong:iterations=512,rounds=1,temperature=1", "search"
SECOND, THIRD, FOURTH = 96, 128, 256
"""The numbers of deals in the tests after the first."""
LOOKS = ("bots differ", "clear", "sure", "confirmed", "sure again")
BATCH = 64
NUMBER = 200


class Candidates(NamedTuple):
    """Decisions on which bots differ, one from each game.

    Attributes:
        games: (N,) games as they stand before the decision.
        seeds, moves: the deal of each, and the actions before the decision.
    """

    games: GameBatch
    seeds: list[int]
    moves: list[list[int]]


def candidates(game: Game, players: int, number: int, seed: int) -> Candidates:
    """Play games among the bots and the policy, and take from each a decision at random where bots differ."""
    agents = [make(name, game) for name in (*bots(game), POLICY)]
    stream = np.random.default_rng((seed, 1))
    seatings = stream.integers(len(agents), size=(number, players))
    games = GameBatch(game, number, players, seed=seed)
    done: list[list[int]] = [[] for _ in range(number)]
    moves: list[list[int]] = [[] for _ in range(number)]
    tables, met = games.save(), np.zeros(number, np.int64)
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        opinions = np.array([agent.act(games, rows) for agent in agents])
        differ = rows[(opinions[:-1] != opinions[0]).any(axis=0)]
        met[differ] += 1
        for row in differ[stream.random(len(differ)) * met[differ] < 1].tolist():
            moves[row], tables[row] = done[row].copy(), games.save(np.array([row]))[0]
        actions = opinions[seatings[rows, games.seat[rows]], np.arange(len(rows))]
        for row, action in zip(rows.tolist(), actions.tolist(), strict=True):
            done[row].append(action)
        games.step(actions, rows=rows)
    kept = np.flatnonzero(met)
    found = GameBatch(game, len(kept), players)
    found.restore(None, tables[kept])
    return Candidates(found, games.seeds[kept].tolist(), [moves[row] for row in kept])


Rivals = list[tuple[int, Tally]]
"""The other actions of a decision, each with a tally of its lead over the best."""


class Looks:
    """The tests of a number of decisions.

    Args:
        strong, other: the search that judges, and the one that must agree.
        games: the decisions.
        seed: of the deals.

    Attributes:
        best: (N,) the choices of the strong search.
        passed: the number of decisions at first and after each test.
    """

    def __init__(self, strong: SearchAgent, other: SearchAgent, games: GameBatch, seed: int):
        self._strong, self._other, self._games = strong, other, games
        self._stream = np.random.default_rng(seed)
        self._masks = games.masks()
        self.best = np.zeros(games.num_games, np.int64)
        self.passed: list[int] = [games.num_games]

    def run(self) -> dict[int, Rivals]:
        """The other actions, with their leads over the best, by row of the decisions that pass all tests."""
        rows = self._first()
        for search, deals, hope, sure, least in (
            (self._strong, SECOND, HOPE, SURE, 0.0),
            (self._other, THIRD, -SURE, 0.0, 0.0),
            (self._strong, FOURTH, -np.inf, SURE, MATTERS),
        ):
            self.passed.append(len(rows))
            found = self._compare_all(search, rows, deals, hope)
            found = {row: others for row, others in found.items() if _is_behind(others, sure, least)}
            rows = [*found]
        self.passed.append(len(rows))
        return found

    def _first(self) -> list[int]:
        """The rows of decisions in which the strong search has a clear favourite."""
        kept = []
        rows = np.arange(self._games.num_games)
        for row, thought in zip(rows.tolist(), self._strong.explain(self._games, rows), strict=True):
            best, mean = int(thought.probabilities.argmax()), thought.details["mean"]
            tried = np.flatnonzero(thought.details["visits"])
            self.best[row] = best
            if len(tried) > 1 and mean[best] - mean[tried[tried != best]].max() > MATTERS:
                kept.append(row)
        return kept

    def _compare_all(
        self, search: SearchAgent, rows: list[int], deals: int, hope: float
    ) -> dict[int, Rivals]:
        """Compare the best action of each decision with every other one on the same deals.

        A decision is dropped as soon as another action is not behind by `hope` standard errors.
        """
        others: dict[int, Rivals] = {
            row: [(int(a), Tally()) for a in np.flatnonzero(self._masks[row]) if a != self.best[row]]
            for row in rows
        }
        for _ in range(-(-deals // deals_at_once(search))):
            seed = int(self._stream.integers(2**64, dtype=np.uint64))
            for place in range(max(map(len, others.values()), default=0)):
                here = np.array([row for row, found in others.items() if len(found) > place], np.int64)
                actions, tallies = zip(*(others[row][place] for row in here.tolist()), strict=True)
                compare(search, self._games, here, self.best[here], np.array(actions), seed, [*tallies])
            others = {row: found for row, found in others.items() if _is_behind(found, hope)}
        return others


def _is_behind(others: Rivals, errors: float, least: float = 0.0) -> bool:
    """Whether every other action is behind by more than `errors` standard errors, and by at least `least`."""
    return all(tally.mean < -errors * tally.error and tally.mean <= -least for _, tally in others)


def position_of(seed: int, moves: list[int], best: int, others: Rivals) -> CriticalPosition:
    """A decision in the form of the file, with its actions in order of value."""
    value = others[0][1].to_beat
    ordered = sorted(others, key=lambda found: -found[1].mean)
    return CriticalPosition(
        seed,
        moves,
        [best, *(action for action, _ in ordered)],
        [round(value, 4), *(round(value + tally.mean, 4) for _, tally in ordered)],
        [0.0, *(round(tally.error, 5) for _, tally in ordered)],
    )


def find(game: Game, players: int, number: int, seed: int, version: int) -> Iterator[Positions]:
    """Find `number` positions; yield all found so far after every batch of games."""
    strong, other = (make(name, game, seed) for name in (STRONG, SECOND_JUDGE))
    assert isinstance(strong, SearchAgent)
    assert isinstance(other, SearchAgent)
    positions: list[CriticalPosition] = []
    passed, box = np.zeros(len(LOOKS), np.int64), box_hash(GameBatch(game, 1, players).box)
    while len(positions) < number:
        seed += 1
        taken = candidates(game, players, BATCH, seed)
        looks = Looks(strong, other, taken.games, seed)
        for row, others in looks.run().items():
            positions.append(position_of(taken.seeds[row], taken.moves[row], int(looks.best[row]), others))
        passed += looks.passed
        yield Positions(
            game=game,
            num_players=players,
            options={},
            box=box,
            version=version,
            revision=game.revision,
            search=strong.name,
            worth=worth_of(strong),
            deals=FOURTH,
            found={
                "players": [*bots(game), POLICY],
                "confirmed by": other.name,
                "decisions": dict(zip(LOOKS, passed.tolist())),
            },
            positions=positions[:number],
        )


def main() -> None:
    """Find the critical positions of a game; the file is written after every batch of games."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("game", choices=list(GAMES))
    options.add_argument(
        "--out", type=Path, help="the file to write; by default the one that comes with hustings"
    )
    options.add_argument("--number", type=int, default=NUMBER, help="how many positions")
    options.add_argument("--seed", type=int, default=3500, help="of the games and the deals")
    options.add_argument("--version", type=int, default=1, help="of the positions; another one for others")
    asked = options.parse_args()
    game, path = GAMES[asked.game], asked.out or file_of(GAMES[asked.game])
    for found in find(game, PLAYERS[game.name], asked.number, asked.seed, asked.version):
        found.save(path)
        print(f"{game.title}: {len(found.positions)} positions, {found.found['decisions']}", file=sys.stderr)


if __name__ == "__main__":
    main()
