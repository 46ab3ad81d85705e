"""Which faults of a game's check guard play, found by machine rather than by reading.

    python -m tests.needed liberte --out FILE                     each fault by itself
    python -m tests.needed liberte --together A B C --out FILE    these at once, and which of them to put back
    python -m tests.needed liberte --accepted --out FILE          what the check, as it is, lets pass

Tables from play are changed until the check refuses them for one fault only: without it, they would be
accepted. Then everything is done with them that the suite does with a table from outside, under
NUMBA_BOUNDSCHECK=1, in processes that may die of it. A fault is needed if any table leads to an error, a
crash, a hang, a seat that can do nothing, a game without end, or an observation beyond 1. Nothing is known of
a fault that fewer tables have reached than were asked for.
"""

import argparse
import functools
import json
import os
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from hustings.envs import GAMES
from hustings.envs.core.engine.game import Game

from .changes import field_table, note_all, sift_of
from .positions import Way, ways
from .switches import fields_behind, switched_check
from .trial import CHUNK, Trial

CANDIDATES = 50_000  # changed tables in one go
FEW_FIRST = 2_000  # tables of each fault, before any gets all of its own
BEST = 512  # tables found that are changed further
SEEN = 2**19  # keys of tables found, at first; CHUNK more fit in when it grows
FAILURES = 12  # looked at before one of several faults is put back


class Setting:
    """What all hunts in a game share."""

    def __init__(self, game: Game, seed: int):
        self.game, self.seed, self.ways = game, seed, ways(game, seed)
        self.check = switched_check(game)
        self.sift = sift_of(game, self.check)
        self.fields = {players: field_table(game, players)[0] for players in game.player_counts}
        self.names = field_table(game, max(game.player_counts))[1]

    @functools.cached_property
    def trials(self) -> list[Trial]:
        """For each way what is done with its tables."""
        return [Trial(self.game, way.players, way.box) for way in self.ways]

    def focus(self, faults: list[str]) -> np.ndarray:
        """The fields on which faults depend, by number; all of them for none."""
        read = {name for fault in faults for name in fields_behind(self.game, fault)}
        return np.array([i for i, name in enumerate(self.names) if name in read or not read])


class Hunt:
    """Looks for tables that are refused for some faults only, and tries them."""

    def __init__(self, setting: Setting, faults: list[str]):
        self.setting = setting
        self.put_back: dict[str, list[dict]] = {}
        self._begin(faults)

    def _begin(self, faults: list[str]) -> None:
        setting, self.faults = self.setting, faults
        game, number, size = setting.game, len(setting.ways), setting.game.table.itemsize
        self.off = np.zeros(max(game.faults) + 1, np.bool_)
        self.off[[game.faults[name] for name in faults]] = True
        self.wanted = self.off.copy()
        self.wanted[0] = not faults
        self.focus = setting.focus(faults)
        self.best, self.known = np.zeros((number, BEST, size), np.uint8), np.zeros(number, np.int64)
        self.luck, self.seen = np.ones(number), np.zeros(SEEN, np.uint64)
        self.tables = self.refused = self.changed = self.turn = 0
        self.by_fault = dict.fromkeys(faults, 0)
        self.failures: list[dict] = []
        self.seconds = 0.0

    def go_on(self, number: int, seconds: float, failures: int = 1) -> None:
        """Until so many tables have been tried, so much time has been taken, or so many have failed."""
        begun = sum(os.times()[:4]) - self.seconds
        while self.tables < number and len(self.failures) < failures and self.seconds < seconds:
            self.turn += 1
            rng = np.random.default_rng((self.setting.seed, self.turn))
            self._once(int(rng.choice(len(self.luck), p=self.luck / self.luck.sum())), rng)
            self.seconds = sum(os.times()[:4]) - begun

    def _once(self, place: int, rng: np.random.Generator) -> None:
        way, key = self.setting.ways[place], int(rng.integers(2**31))
        try:
            tables = self._sift(place, way, key)
        except Exception as error:
            self.failures.append({"way": way.name, "what": f"check: {error!r}"})
            return
        self.changed += CANDIDATES
        self.luck[place] = 0.9 * self.luck[place] + 0.1 * (len(tables) + 1) / CHUNK
        for table in tables[:: max(1, len(tables) // 32)]:
            at = self.known[place] if self.known[place] < BEST else rng.integers(BEST)
            self.best[place, at] = np.frombuffer(table.tobytes(), np.uint8)
            self.known[place] = max(self.known[place], at + 1)
        failures, refused = self.setting.trials[place].failures(tables, key)
        self.tables += len(tables) - refused
        self.refused += refused
        for table, words in failures:
            refusing = self._refusing(way, table)
            self.failures.append(
                {"way": way.name, "faults": refusing, "what": words, "table": table.tobytes().hex()}
            )

    def _refusing(self, way: Way, table: np.record) -> list[str]:
        """All faults that refuse a table."""
        off, names = np.zeros_like(self.off), []
        while fault := int(self.setting.check(way.box[0], table, off)):
            off[fault] = True
            names.append(self.setting.game.faults(fault).name)
        return names

    def _sift(self, place: int, way: Way, key: int) -> np.ndarray:
        if 2 * (self.tables + self.refused) > len(self.seen):
            seen, self.seen = self.seen, np.zeros(2 * len(self.seen), np.uint64)
            note_all(self.seen, seen)
        work, found, faults = (
            np.zeros(1, self.setting.game.table),
            np.zeros((CHUNK, way.pool.shape[1]), np.uint8),
            np.zeros(CHUNK, np.int64),
        )
        made = self.setting.sift(
            way.box, way.pool, self.best[place], self.known[place], work, work.view(np.uint8),
            self.setting.fields[way.players], self.focus, self.wanted, self.off, self.seen, CANDIDATES, key,
            found, faults,
        )  # fmt: skip
        for name in self.faults:
            self.by_fault[name] += int((faults[:made] == self.setting.game.faults[name]).sum())
        return found[:made].view(self.setting.game.table)[:, 0]

    def settle(self, number: int, seconds: float) -> None:
        """Put back, one after another, the fault that refuses most of what fails, until nothing does."""
        while self.faults:
            self.go_on(number, seconds, FAILURES)
            if not self.failures:
                return
            times = Counter(name for failure in self.failures for name in failure["faults"])
            worst = times.most_common(1)[0][0]
            self.put_back[worst] = [failure for failure in self.failures if worst in failure["faults"]]
            print(f"put back {worst}: {times}", flush=True)
            self._begin([name for name in self.faults if name != worst])

    def report(self) -> dict:
        """What to write of it."""
        counts = {"tables": self.tables, "refused anyway": self.refused, "changed": self.changed}
        return {
            "faults": self.faults, **counts, "seconds": round(self.seconds), "by fault": self.by_fault,
            "failures": self.failures, "put back": self.put_back,
        }  # fmt: skip


def parsed(arguments: list[str]) -> argparse.Namespace:
    """The arguments of the command."""
    parser = argparse.ArgumentParser("python -m tests.needed", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--fault", nargs="+", help="some faults, each by itself; all if left out")
    parser.add_argument("--together", nargs="+", default=[], help="faults to leave out at once")
    parser.add_argument("--accepted", action="store_true", help="try what the check lets pass")
    parser.add_argument("--tables", type=int, default=100_000, help="to try for each")
    parser.add_argument("--seconds", type=float, default=600, help="of the processor, for each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="JSON lines; faults that it has are done")
    return parser.parse_args(arguments)


def main() -> None:
    """Hunt, and write a line for each fault, or set of faults, that is done with."""
    if os.environ.get("NUMBA_BOUNDSCHECK") != "1":
        command = [sys.executable, "-m", "tests.needed", *sys.argv[1:]]
        os.execve(sys.executable, command, {**os.environ, "NUMBA_BOUNDSCHECK": "1"})
    given = parsed(sys.argv[1:])
    game, lines = GAMES[given.game], given.out.read_text().splitlines() if given.out.exists() else []
    done = [json.loads(line)["faults"] for line in lines]
    sets = [[fault.name] for fault in list(game.faults)[1:] if not given.fault or fault.name in given.fault]
    if given.together or given.accepted:
        sets = [given.together]
    setting = Setting(game, given.seed)
    print(
        f"{sum(len(way.pool) for way in setting.ways):,} tables met in {len(setting.ways)} ways", flush=True
    )
    hunts = [Hunt(setting, faults) for faults in sets if faults not in done]
    for number in dict.fromkeys((min(FEW_FIRST, given.tables), given.tables)):
        for hunt in (hunt for hunt in hunts if not hunt.failures):
            seconds = given.seconds if number == given.tables else given.seconds / 10
            hunt.settle(number, seconds) if given.together else hunt.go_on(number, seconds)
            tell(hunt)
            if hunt.failures or number == given.tables:
                with given.out.open("a") as file:
                    file.write(json.dumps(hunt.report()) + "\n")


def tell(hunt: Hunt) -> None:
    """A line about what has been found so far."""
    words = hunt.failures[0]["what"] if hunt.failures else "no failure"
    name = " ".join(hunt.faults)[:70] or "accepted"
    print(f"{hunt.tables:>7,} of {hunt.changed:>11,} in {hunt.seconds:>4.0f} s  {name}: {words}", flush=True)


if __name__ == "__main__":
    main()
