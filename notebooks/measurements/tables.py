"""The files of `docs/measured`: tables of figures, with the command that made them, row after row."""

import argparse
import contextlib
import datetime
import functools
import json
import shlex
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hustings.agents import names
from hustings.agents.policy.files import POLICY
from hustings.envs import GAMES, HustingsError
from hustings.envs.core.engine.game import Game
from hustings.envs.core.io.files import read_bytes, sole_writer, write_text
from hustings.training.evaluation.ladder.rungs import policy_hash

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
    options.add_argument("--only", nargs="*", choices=list(GAMES), default=list(GAMES), help="games, by name")
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


_policy_hash = functools.cache(policy_hash)


def depends_on(game: Game, players: int, agent: str, *settings: Any) -> str:
    """A row's dependencies, as a line.

    These are the game and its revision, the table, the agent, settings, and a digest of the game's policy if
    the agent, or one among the settings, is that or guided by it.
    """
    own = any(str(one).partition(":")[0] in (POLICY, "strong") for one in (agent, *settings))
    digest = [f"{POLICY} {_policy_hash(game)}"] if own else []
    return ", ".join(map(str, (f"{game.name} {game.revision}", players, agent, *settings, *digest)))


def row(
    measured: Callable[..., list[str]],
    game: Game,
    players: int,
    agent: str,
    *settings: Any,
    beside: Sequence[str] = (),
) -> Row:
    """The row that `measured` makes of these arguments; it depends on each, and on what is `beside` them."""
    key = depends_on(game, players, agent, *beside, *settings)
    return Row(key, functools.partial(measured, game, players, agent, *settings))


def fill(out: Path | None, what: str, module: str, columns: Sequence[str], wanted: Sequence[Row]) -> None:
    """Measure the rows that the file lacks, print each, and write the file after each.

    Its rows of games that are not asked for stay. While any earlier row stays, so do the former commands and
    dates. Meanwhile nobody else may write it.

    Args:
        out: the file; None for none.
        what, columns: the subject, as a sentence, and the headings.
        module: the module of this folder that was run.
        wanted: the rows, in their order.
    """
    with contextlib.nullcontext() if out is None else sole_writer(out):
        rows, origin = _rows(out) if out is not None and out.exists() else ({}, ("", ""))
        before = {*rows}
        for number, (key, measure) in enumerate(wanted, 1):
            known = key in rows
            print(f"row {number} of {len(wanted)}{': in the file' if known else ' ...'}", file=sys.stderr)
            if not known:
                rows[key] = measure()
                if out is not None:
                    there = _in_order(rows, [one.key for one in wanted])
                    now = _origin(module, sys.argv[1:], origin if before & {*there} else ("", ""))
                    write_text(out, _text(what, now, columns, there))
            print(*rows[key], sep=" | ", flush=True)


def _in_order(rows: Mapping[str, list[str]], wanted: Sequence[str]) -> dict[str, list[str]]:
    """The wanted rows, or what an earlier policy did in their place; beside rows of other games by game."""
    there = {_lasting(key): key for key in rows} | {_lasting(key): key for key in wanted if key in rows}
    asked = [there[_lasting(key)] for key in wanted if _lasting(key) in there]
    others = [key for key in rows if _game_of(key) not in {*map(_game_of, wanted)}]
    games = [*dict.fromkeys(map(_game_of, rows))] if others else []
    ordered = sorted([*asked, *others], key=lambda key: games.index(_game_of(key)) if games else 0)
    return {key: rows[key] for key in ordered}


def _game_of(key: str) -> str:
    return key.partition(" ")[0]


def _lasting(key: str) -> str:
    """A row's dependencies without the policy."""
    return key.partition(f", {POLICY} ")[0]


def _origin(module: str, arguments: Sequence[str], before: tuple[str, str]) -> tuple[str, str]:
    """The date and the command, after those that made the rows that stay."""
    today = f"{datetime.date.today():%-d %B %Y}"
    own = f"python -m measurements.{module} {shlex.join(arguments)}".strip()
    return _after(before[0], today), _after(before[1], own)


def _after(before: str, own: str) -> str:
    return "; ".join(filter(None, [*(one for one in before.split("; ") if one != own), own]))


def _rows(file: Path) -> tuple[dict[str, list[str]], tuple[str, str]]:
    """The rows of a file by their dependencies, none for older files; and its date and command."""
    try:
        noted = tomllib.loads(read_bytes(file, _MOST_BYTES, remedy="choose another file").decode())
        origin = str(noted.get("date", "")), str(noted.get("command", ""))
        return dict(zip(noted.get("depends_on", []), noted["rows"])), origin
    except (ValueError, KeyError):
        raise HustingsError(f"{file}: not a table of measurements; choose another file") from None


def _text(what: str, origin: tuple[str, str], columns: Sequence[str], rows: Mapping[str, list[str]]) -> str:
    """A table as TOML, which includes JSON's lists of texts; its date and command are the `origin`."""
    head = [f"# {what}", f"date = {json.dumps(origin[0])}", f"command = {json.dumps(origin[1])}"]
    head.append(f"columns = {json.dumps(list(columns), ensure_ascii=False)}")
    cells = [f"    {json.dumps(row, ensure_ascii=False)}," for row in rows.values()]
    keys = [f"    {json.dumps(key, ensure_ascii=False)}," for key in rows]
    return "\n".join([*head, "rows = [", *cells, "]", "depends_on = [", *keys, "]\n"])
