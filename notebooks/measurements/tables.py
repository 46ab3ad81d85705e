"""The files of `docs/measured`: tables of figures, with the command that made them, row after row."""

import argparse
import datetime
import json
import shlex
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hustings.agents import names
from hustings.envs import GAMES, HustingsError
from hustings.envs.core.engine.game import Game
from hustings.envs.core.io.files import read_bytes, write_text

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = {"copycat": 2, "die_macher": 4, "liberte": 4, "saludos_amigos": 4}
"""The usual number of players by game."""
_MOST_BYTES = 2**20


def parser(about: str, *, games: int | None = None, seed: int | None = None) -> argparse.ArgumentParser:
    """The options that benchmarks of agents share.

    Args:
        about: the docstring of the benchmark, for `--help`.
        games, seed: the defaults of `--games` and `--seed`; without one there is no such option.
    """
    options = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    if games is not None:
        options.add_argument("--games", type=int, default=games, help="games of each agent at each table")
    if seed is not None:
        options.add_argument("--seed", type=int, default=seed, help="of the deals")
    options.add_argument("--only", nargs="*", default=list(GAMES), help="games, by name")
    options.add_argument(
        "--out", type=Path, help="the file to write; rows that it has of the same games are not played again"
    )
    return options


class Row(NamedTuple):
    """A row of a table: its dependencies, from `depends_on`, and a function that measures it."""

    key: str
    measure: Callable[[], list[str]]


def bots(game: Game) -> list[str]:
    """The bots and styles of a game, without `random`."""
    return [name for name in names(game) if name != "random"]


def depends_on(game: Game, players: int, agent: str, *settings: Any) -> str:
    """A row's dependencies, as a line: the game and its revision, the table, the agent, and settings."""
    return ", ".join(map(str, (f"{game.name} {game.revision}", players, agent, *settings)))


def fill(out: Path | None, what: str, module: str, columns: Sequence[str], wanted: Sequence[Row]) -> None:
    """Measure the rows that the file lacks, print each, and write the file after each.

    Args:
        out: the file; None for none.
        what, module, columns: as for `table_text`.
        wanted: the rows, in their order.
    """
    had = _rows(out) if out is not None and out.exists() else {}
    rows = {row.key: had[row.key] for row in wanted if row.key in had}
    for number, row in enumerate(wanted, 1):
        known = row.key in rows
        print(f"row {number} of {len(wanted)}{': in the file' if known else ' ...'}", file=sys.stderr)
        if not known:
            rows[row.key] = row.measure()
        print(*rows[row.key], sep=" | ", flush=True)
        if out is not None:
            there = {key: rows[key] for key, _ in wanted if key in rows}
            write_text(
                out, table_text(what, module, sys.argv[1:], columns, list(there.values()), list(there))
            )


def _rows(file: Path) -> dict[str, list[str]]:
    """The rows of a file by their dependencies; none for older files, which lack them."""
    try:
        noted = tomllib.loads(read_bytes(file, _MOST_BYTES, remedy="choose another file").decode())
        return dict(zip(noted.get("depends_on", []), noted["rows"]))
    except (ValueError, KeyError):
        raise HustingsError(f"{file}: not a table of measurements; choose another file") from None


def table_text(
    what: str,
    module: str,
    arguments: Sequence[str],
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    keys: Sequence[str],
) -> str:
    """A table as TOML, which includes JSON's lists of texts.

    Args:
        what: the subject, as a sentence.
        module: the module of this folder that was run, and its arguments.
        keys: what each row depends on.
    """
    command = f"python -m measurements.{module} {shlex.join(arguments)}".strip()
    return "\n".join(_lines(what, command, columns, rows, keys)) + "\n"


def _lines(
    what: str, command: str, columns: Sequence[str], rows: Sequence[Sequence[str]], keys: Sequence[str]
) -> Iterator[str]:
    yield f"# {what}"
    yield f'date = "{datetime.date.today():%-d %B %Y}"'
    yield f"command = {json.dumps(command)}"
    yield f"columns = {json.dumps(list(columns), ensure_ascii=False)}"
    yield "rows = ["
    yield from (f"    {json.dumps(list(row), ensure_ascii=False)}," for row in rows)
    yield "]"
    yield "depends_on = ["
    yield from (f"    {json.dumps(key, ensure_ascii=False)}," for key in keys)
    yield "]"
