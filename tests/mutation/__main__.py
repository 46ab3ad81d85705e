"""Which wrong rules would the tests of a game let through? Its rules, wrong in one place at a time.

    python -m tests.mutation liberte --out liberte.json

Every test is run once with the rules as they are, interpreted, to see which functions it comes to. Then, for
each mutant, a copy of this process gets the mutant's code and runs the tests that come to its function, the
quickest first, until one fails. Tests of bots are left out, and so are those that take too long interpreted,
start other processes, or do not pass. A mutant that makes a test run on and on counts as killed.

A mutant's name is the line that is printed for it. Those that are known to change nothing that matters are
listed by it, with the reason, in equivalent.toml.
"""

import argparse
import gc
import importlib
import json
import os
import pkgutil
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from .mutants import Mutant, make, sample

HERE = Path(__file__).parent


class Case(NamedTuple):
    """A test, how long it takes (CPU seconds), and the rules that it comes to."""

    item: Any
    seconds: float
    ran: frozenset[FunctionType]


def in_copy(task: Callable[[], Any]) -> Any:
    """What a task gives in a copy of this process; None when the copy is ended by a signal before."""
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            os.write(writer, json.dumps(task()).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        said = pipe.read()
    _, status = os.waitpid(pid, 0)
    return None if os.WIFSIGNALED(status) else json.loads(said)


def outcome(item: Any, limit: float) -> str:
    """Run a test: "passed", "skipped" or "failed". After so many CPU seconds it ends the process."""
    from _pytest.runner import runtestprotocol

    signal.setitimer(signal.ITIMER_PROF, limit)
    outcomes = {report.outcome for report in runtestprotocol(item, log=False, nextitem=None)}
    signal.setitimer(signal.ITIMER_PROF, 0)
    return next(name for name in ("failed", "skipped", "passed") if name in outcomes)


def measure(item: Any, limit: float, rules: Sequence[FunctionType]) -> dict:
    start, ran = time.process_time(), set()
    sys.settrace(lambda frame, *_: ran.add(frame.f_code))
    result = outcome(item, limit)
    sys.settrace(None)
    came_to = [place for place, rule in enumerate(rules) if rule.__code__ in ran]
    return {"outcome": result, "seconds": time.process_time() - start, "ran": came_to}


def watched(
    items: Sequence[Any], limit: float, rules: Sequence[FunctionType]
) -> tuple[list[Case], dict[str, list[str]]]:
    """The tests that come to any rules, the quickest first, and those left out, by why.

    Of a test that is too slow with two of its parameters the rest is not tried.
    """
    cases, left_out = [], defaultdict(list)
    slow: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.partition("[")[0]
        found = in_copy(lambda item=item: measure(item, limit, rules)) if slow[test] < 2 else None
        if found is None or found["outcome"] != "passed":
            left_out[found["outcome"] if found else "too slow"].append(item.nodeid)
            slow[test] += found is None
        elif found["ran"]:
            cases.append(Case(item, found["seconds"], frozenset(rules[place] for place in found["ran"])))
    return sorted(cases, key=lambda case: case.seconds), left_out


def killer(mutant: Mutant, cases: Sequence[Case], limit: float) -> int | None:
    """The first of the tests that fails with a mutant's code; for use in a copy of this process."""
    mutant.function.__code__ = mutant.code
    for at, case in enumerate(cases):
        if outcome(case.item, limit + 5 * case.seconds) == "failed":
            return at
    return None


def hunt(
    mutants: Sequence[Mutant], cases: Sequence[Case], known: Mapping[str, str], limit: float
) -> Iterator[dict]:
    """What becomes of each mutant: killed and by which test, survived, or no test comes to it.

    Those known as equivalent are not tried. Tests that have killed in a function are tried first there.
    """
    killed: dict[FunctionType, Counter] = defaultdict(Counter)
    for mutant in mutants:
        if mutant.name in known:
            yield {"name": mutant.name, "outcome": "equivalent", "why": known[mutant.name]}
            continue
        before = killed[mutant.function]
        able = [case for case in cases if mutant.function in case.ran]
        able.sort(key=lambda case: -before[case.item.nodeid] * (case.seconds < 1))
        found = in_copy(lambda mutant=mutant, able=able: [killer(mutant, able, limit)])
        row = {"name": mutant.name, "line": mutant.line, "tests": len(able)}
        if found is None:
            yield {**row, "outcome": "timeout"}
        elif found[0] is None:
            yield {**row, "outcome": "survived" if able else "untested"}
        else:
            by = able[found[0]].item.nodeid
            before[by] += 1
            yield {**row, "outcome": "killed", "by": by}


class Hunt:
    """In place of pytest's own loop: all mutants, after a look at what each test does."""

    def __init__(self, given: argparse.Namespace, known: dict[str, str]) -> None:
        self.given, self.known = given, known
        self.report: dict = {}

    def pytest_collection_modifyitems(self, items: list) -> None:
        items[:] = [item for item in items if self.given.game in item.nodeid and "bots" not in item.path.name]

    def pytest_runtestloop(self, session: Any) -> bool:
        start = time.monotonic()
        every = make([importlib.import_module(name) for name in self.given.modules])
        names, rules = {mutant.name for mutant in every}, [*{mutant.function: 0 for mutant in every}]
        subprocess.Popen = None  # another process would have the rules as they are
        gc.freeze()
        cases, left_out = watched(session.items, self.given.limit, rules)
        counts = {why: len(tests) for why, tests in left_out.items()}
        print(f"{len(cases)} tests, left out: {counts}; {time.monotonic() - start:.0f} s", file=sys.stderr)
        rows = []
        for row in hunt(sample(every, self.given.mutants), cases, self.known, min(2, self.given.limit)):
            rows.append(row)
            for name in survivors([row]):
                print(name + "  (no test comes here)" * (row["outcome"] == "untested"), flush=True)
        self.report = {
            "game": self.given.game,
            "of": len(every),
            "seconds": round(time.monotonic() - start),
            "tests": {case.item.nodeid: round(case.seconds, 3) for case in cases},
            "left_out": left_out,
            "unknown": [name for name in self.known if name not in names],
            "mutants": rows,
        }
        return True


def survivors(rows: Sequence[dict]) -> list[str]:
    """The names of the mutants that no test has killed, and that are not known as equivalent."""
    return [row["name"] for row in rows if row["outcome"] in ("survived", "untested")]


def summary(report: dict) -> str:
    """A report's numbers in a line."""
    rows = report["mutants"]
    counts = Counter(row["outcome"] for row in rows)
    return (
        f"{report['game'] or 'all'}: {len(rows)} of {report['of']} mutants, "
        f"{counts['killed'] + counts['timeout']} killed ({counts['timeout']} by the time limit), "
        f"{counts['equivalent']} known as equivalent, {len(survivors(rows))} survive"
    )


def rules_of(game: str) -> list[str]:
    """The modules of a game's rules."""
    package = f"hustings.envs.{game}"
    rules = importlib.import_module(f"{package}.rules")
    inside = [f"{package}.rules.{module.name}" for module in pkgutil.iter_modules(rules.__path__)]
    return [f"{package}.rules", *inside, f"{package}.redeal"]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    add = parser.add_argument
    add("game", nargs="?", default="", help="only tests with this in their name are run")
    add("--mutants", type=int, default=400, help="how many (%(default)s)")
    add("--limit", type=float, default=1.5, help="CPU seconds that a test may take (%(default)s)")
    add("--modules", nargs="+", help="what to change (the game's rules and redeal)")
    add("--tests", nargs="+", help="what to run (the game's folder and core/api)")
    add("--equivalent", type=Path, default=HERE / "equivalent.toml", help="mutants that change nothing")
    add("--out", type=Path, help="a JSON file to write")
    given = parser.parse_args()
    given.modules = given.modules or rules_of(given.game)
    given.tests = given.tests or [str(HERE.parent / name) for name in (given.game, "core/api")]
    return given


def main() -> int:
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    os.environ["HUSTINGS_TESTS_SHARED"] = ""  # each mutant plays anew
    import hypothesis
    import pytest

    hypothesis.settings.register_profile("mutants", derandomize=True, database=None)
    hypothesis.settings.load_profile("mutants")
    given = arguments()
    known = tomllib.loads(given.equivalent.read_text(encoding="utf-8")).get(given.game or "all", {})
    plugin = Hunt(given, known)
    status = pytest.main(["-qq", "-s", "--no-summary", *given.tests], plugins=[plugin])
    if not plugin.report:
        return int(status)
    for name in plugin.report["unknown"]:
        print(f"{given.equivalent.name} lists what is no mutant: {name}", file=sys.stderr)
    print(summary(plugin.report))
    if given.out:
        given.out.write_text(json.dumps(plugin.report, indent=1, ensure_ascii=False), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
