"""Commands about the games: games, describe, warmup."""

import importlib
import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ...envs import GAMES, HustingsError
from .options import AsJson, GameName, Players
from .output import err, out, print_json

if TYPE_CHECKING:
    from ...envs.core.engine.game import Game

_EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


def games(as_json: AsJson = False) -> None:
    """List the games."""
    from rich.box import SIMPLE
    from rich.table import Table

    rows = [_row(game) for game in GAMES.values()]
    if as_json:
        print_json(rows)
        return
    table = Table("name", "title", "players", "actions", "observation", "sourced", box=SIMPLE, padding=0)
    for column in table.columns:
        column.no_wrap = True
    for game, row in zip(GAMES.values(), rows, strict=True):
        sizes = list(row["observation"].values())
        table.add_row(
            row["name"],
            row["title"],
            game.player_numbers.replace(" to ", "-"),
            str(row["actions"]),
            f"{sizes[0]}-{sizes[-1]}",
            f"{row['sourced']} of {row['entries']}",
        )
    out.print(table)


def _row(game: "Game") -> dict[str, Any]:
    entries = game.box_spec.evidence()
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.player_counts),
        "actions": game.actions.size,
        "observation": {n: game.observation(n).size for n in game.player_counts},
        "sourced": sum(entry.evidence == "sourced" for entry in entries),
        "entries": len(entries),
    }


def describe(
    game: GameName,
    players: Players = None,
    topic: Annotated[
        Literal["page", "play", "rules", "box", "table", "codes"] | None,
        typer.Option(
            help="page: an overview, with actions and observations; play: how to play; rules: the ledger "
            "of rules; box: the components and their sources; table: the state, field by field; codes: "
            "what the numbers of cards, places and phases stand for. Default: page."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Describe a game: an overview, how to play, rules, components with evidence, state fields, codes."""
    described = GAMES[game]
    count = described.check_players(players)
    if as_json and topic is not None:
        raise HustingsError("--json prints all topics; leave --topic out")
    if as_json:
        print_json(_description(described, count))
    elif topic == "play":
        print_guide(described)
    elif topic == "rules":
        print_ledger(described)
    elif topic == "box":
        _print_box(described)
    elif topic == "table":
        _print_table(described, count)
    elif topic == "codes":
        _print_codes(described)
    else:
        _print_page(described, count)


def print_guide(game: "Game") -> None:
    """Print how to play a game.

    Raises:
        HustingsError: for a game without such a page.
    """
    from rich.markdown import Markdown

    from ...envs.core.text.guide import guide_of

    guide = guide_of(game.module).markdown
    if not guide:
        raise HustingsError(f"no guide comes with {game.title}; see hustings describe {game.name}")
    out.print(Markdown(guide))


def _print_page(game: "Game", players: int) -> None:
    from rich.markdown import Markdown

    from ...envs.core.text.docstrings import docstring

    module = importlib.import_module(f"hustings.envs.{game.name}_v{game.version}")
    page = _EXAMPLE.sub(r"```pycon\n\g<0>\n```", docstring(module).strip())
    out.print(
        Markdown(
            f"{page}\n\n## Actions\n\n{game.actions.table()}\n\n"
            f"## Observation ({players} players)\n\n{game.observation(players).table()}"
        )
    )


def _print_box(game: "Game") -> None:
    from rich.table import Table

    table = Table("entry", "value", "evidence", "source or constraint")
    for entry in game.box_spec.evidence():
        table.add_row(entry.key, str(entry.value), entry.evidence, entry.reason)
    out.print(table)
    out.print(f"copy this file to type in your own: {game.box_spec.file}", markup=False, soft_wrap=True)


def _print_table(game: "Game", players: int) -> None:
    """Print the state's fields one after another, since a terminal is too narrow for their columns."""
    from rich.padding import Padding
    from rich.text import Text

    from ...envs.core.text.fields import described_fields

    for field in described_fields(game, players):
        axes = " x ".join(f"{name} {length}" for name, length in field["axes"].items())
        out.print(Text.assemble((field["name"], "bold"), f" {field['type']}{axes and f' [{axes}]'}"))
        words = f"{field['about']}; from {field['low']} to {field['high']}"
        out.print(Padding(Text(words), (0, 0, 0, 4)))
        out.print(Padding(Text(f"seen by: {field['seen_by']}"), (0, 0, 0, 4)), style="dim")


def _print_codes(game: "Game") -> None:
    """Print what numbers stand for, list by list."""
    from rich.padding import Padding
    from rich.text import Text

    from ...envs.core.text.codes import described_codes

    for codes in described_codes(game, game.box_spec.load()[0]):
        held = [("held by", codes["fields"]), ("an axis of", codes["axes"])]
        actions = [f"{one['block']} (action {one['start']} is {one['first']})" for one in codes["actions"]]
        held.append(("actions", actions))
        where = "; ".join(f"{what} {', '.join(names)}" for what, names in held if names)
        out.print(Text.assemble((codes["name"], "bold"), f": {codes['about']}"))
        if where:
            out.print(Padding(Text(where), (0, 0, 0, 4)), style="dim")
        for number, name in codes["names"]:
            out.print(Text(f"{number:>6} {name}"))


def print_ledger(game: "Game") -> None:
    """Print a ledger rule by rule, since a terminal is too narrow for its five columns.

    Raises:
        HustingsError: for a game without a ledger.
    """
    from rich.markdown import Markdown
    from rich.padding import Padding

    file = game.box_spec.file.parent / "RULES.md"
    if not file.is_file():
        raise HustingsError(f"no rules come with {game.title}; see hustings describe {game.name}")
    prose: list[str] = []
    for line in [*file.read_text(encoding="utf-8").splitlines(), "|"]:
        if not line.startswith("|"):
            prose.append(line)
            continue
        out.print(Markdown("\n".join(prose)))
        prose = []
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) > 2 and cells[0] != "id" and set(cells[0]) != {"-"}:
            rule, *notes = cells[1:]
            out.print(Markdown(f"**{cells[0]}** {rule}"))
            out.print(Padding("; ".join(note for note in notes if note), (0, 0, 0, 4)), style="dim")


def _description(game: "Game", players: int) -> dict[str, Any]:
    from ...envs.core.text.codes import described_codes
    from ...envs.core.text.fields import described_fields

    def blocks(layout: Any) -> list[dict[str, Any]]:
        return [block._asdict() for block in layout]

    return {
        "name": game.name,
        "game_version": game.version,
        "title": game.title,
        "player_counts": game.player_counts,
        "players": players,
        "actions": blocks(game.actions),
        "observation": blocks(game.observation(players)),
        "table": described_fields(game, players),
        "options": game.box_spec.option_values(game.box_spec.load()),
        "box": [entry._asdict() for entry in game.box_spec.evidence()],
        "codes": described_codes(game, game.box_spec.load()[0]),
    }


def warmup(
    names: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Default: all.")] = None,
) -> None:
    """Compile games and their bots ahead of time on all cores, once per machine."""
    from ..warmup import warm_up

    left = [GAMES[name].name for name in names or GAMES]
    with err.status(f"compiling {', '.join(left)}") as status:
        for name, seconds in warm_up(list(left)):
            out.print(f"{GAMES[name].title} is ready after {seconds:.1f} s", highlight=False)
            left.remove(name)
            status.update(f"compiling {', '.join(left)}")
