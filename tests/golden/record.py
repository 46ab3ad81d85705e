"""Work out the playthroughs and digests, write them down, or show all that the digests are of.

python -m tests.golden.record --renew          write all of a game anew, on purpose: `make golden`
python -m tests.golden.record --dump FOLDER    write all texts into a folder, for `diff -r` of two commits

`--game NAME`, as often as one likes, leaves out the others, as does `--kind NAME` with `--renew`; the
playthroughs come with every kind. A dump takes minutes.
"""

import argparse
import json
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from hustings.envs import GAMES

from .networks import policy, training
from .play import bots, play, search
from .playthrough import FOLDER, SEEDS, file_of, playthrough
from .texts import commands, texts, told

HERE = Path(__file__).parent
KINDS: dict[str, Callable[[str], dict]] = {
    "play": play,
    "bots": bots,
    "search": search,
    "texts": texts,
    "policy": policy,
    "training": training,
}
TOLERANCE = 1e-4
"""Of numbers, relative to them or to 1: more than the same run differs by on processors of other kinds."""


def recorded(game: str) -> dict[str, dict]:
    """What was recorded of a game, by kind."""
    file = HERE / f"{game}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def alike(before: object, now: object) -> bool:
    """Whether two records agree: digests exactly, numbers but for the last digits."""
    if isinstance(before, str) or isinstance(now, str) or before is None or now is None:
        return before == now
    return len(before) == len(now) and all(
        abs(a - b) <= TOLERANCE * max(1.0, abs(a), abs(b)) for a, b in zip(before, now)
    )


def differing(before: dict, now: dict) -> list[str]:
    """What differs between two records of a kind, in words."""
    keys = [*before, *(key for key in now if key not in before)]
    return [
        f"{key!r} is {now.get(key, 'missing')}, was {before.get(key, 'not there')}"
        for key in keys
        if not alike(before.get(key), now.get(key))
    ]


def renew(games: list[str], kinds: list[str]) -> None:
    """Write the records anew, worked out side by side; numbers that agree stay as they are."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        slow_first = [(game, kind) for kind in reversed(kinds) for game in games]
        found = {one: pool.submit(KINDS[one[1]], one[0]) for one in slow_first}
    FOLDER.mkdir(exist_ok=True)
    for game in games:
        for players in SEEDS.get(game, ()):
            file_of(game, players).write_text(playthrough(game, players), encoding="utf-8")
        tree = recorded(game)
        for kind in kinds:
            old, new = tree.get(kind, {}), found[game, kind].result()
            tree[kind] = {key: old[key] if alike(old.get(key), new[key]) else new[key] for key in new}
        written = {kind: tree[kind] for kind in KINDS if tree.get(kind)}
        (HERE / f"{game}.json").write_text(lines(written), encoding="utf-8")
        print(f"wrote {HERE / game}.json and its playthroughs", file=sys.stderr)


def lines(tree: dict[str, dict]) -> str:
    """JSON with a line for each record."""
    kinds = []
    for kind, entries in tree.items():
        rows = ",\n".join(
            f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in entries.items()
        )
        kinds.append(f" {json.dumps(kind)}: {{\n{rows}\n }}")
    return "{\n" + ",\n".join(kinds) + "\n}\n"


def dump(games: list[str], folder: Path) -> None:
    """Write all texts, a file for each kind and number of players."""
    for game in games:
        (folder / game).mkdir(parents=True, exist_ok=True)
        said = {name: "\n".join(rows) for name, rows in told(game, True).items()} | commands(game)
        for name, text in said.items():
            (folder / game / f"{name}.txt").write_text(text + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--renew", action="store_true")
    what.add_argument("--dump", type=Path, metavar="FOLDER")
    parser.add_argument("--game", action="append", choices=list(GAMES))
    parser.add_argument("--kind", action="append", choices=list(KINDS))
    given = parser.parse_args()
    games = given.game or list(GAMES)
    if given.dump:
        dump(games, given.dump)
    else:
        renew(games, given.kind or list(KINDS))


if __name__ == "__main__":
    main()
