"""Generates the tables of figures in READMEs and pages from measurements: `python docs/figures.py`.

A table is between `<!-- figures: NAME -->` and `<!-- end -->`; `TABLES` has the function for each.
"""

import importlib
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from hustings.agents.bots import bot_names, what_it_does
from hustings.agents.policy import POLICY
from hustings.agents.registration import MAKERS
from hustings.envs import GAMES
from hustings.envs.core.engine.game import Game
from hustings.envs.core.text.prompts import phase_in_words
from hustings.training.evaluation.display import format_estimate, format_milliseconds, format_percent
from hustings.training.evaluation.leaderboard.board import Board
from hustings.training.evaluation.leaderboard.season import SEARCHES
from hustings.training.evaluation.leaderboard.storage import saved
from hustings.training.evaluation.statistics import Estimate

ROOT = Path(__file__).resolve().parents[1]
TEXTS = (
    *("README.md", "envs/README.md", "envs/*/README.md", "agents/README.md", "training/README.md"),
    "agents/*/README.md",
    "training/*/README.md",
    "notebooks/*/README.md",
    "docs/*/*.md",
)
BOARDS = [f"{game.name}_{players}" for game in GAMES.values() for players in game.player_counts]
_MEASURED = Path(__file__).parent / "measured"
SECRET = {  # the phases in which players choose secretly one after another; a test derives them, too
    "copycat": ("BID",),
    "die_macher": ("SHEET", "START_BID", "PLACE_LOBBY", "CONTRIBUTION"),
    "saludos_amigos": ("BID",),
}
_STANDARD = ("Copycat, 2", "Die Macher, 4", "Liberté, 4", "Saludos Amigos!, 4")
_SPEEDS = {  # a row of speed.toml, and its name in the README
    "playouts": "random play in compiled code",
    "observe_legal_step": "a batch: `observe`, `legal` and `step`",
    "make_vec": "`gymnasium.make_vec` / Gymnasium's `SyncVectorEnv`",
    "state": "one game (`State`) / observed before each move",
    "env": "PettingZoo's `raw_env()` / `env()`",
}


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    head, *lines = [f"| {' | '.join(line)} |" for line in (columns, *rows)]
    return "\n".join([head, "|---" * len(columns) + "|", *lines])


def measured(name: str) -> str:
    """A table from a file in `measured/`."""
    noted = _load(name)
    rows = noted["rows"]
    return table(noted["columns"], rows.values() if isinstance(rows, dict) else rows)


def short_speed() -> str:
    """The README's rows of the table of speed, without their commands."""
    noted = _load("speed")
    rows = [
        [what, *(re.sub(r" \(\d players [\d.]+ M\)", "", cell) for cell in noted["rows"][key][1:-1])]
        for key, what in _SPEEDS.items()
    ]
    return table(["decisions per second", *noted["columns"][1:-1]], rows)


def short_policies() -> str:
    """The README's rows of the table of policies, with one number of players for each game."""
    noted = _load("policies")
    return table(noted["columns"], [row for row in noted["rows"] if row[0] in _STANDARD])


def games() -> str:
    """The README's table of games."""
    columns = (
        *("game", "players", "actions", "observation", "longest game seen", "component data sourced"),
        "rules, all tested",
    )
    return table(columns, map(_game_row, GAMES.values()))


def longest(game: Game) -> list[int]:
    """The decisions in the longest known game, for each number of players."""
    rows = {row[0]: row for row in _load("lengths")["rows"]}
    each = [rows[f"{game.title}, {players}"][2::2] for players in game.player_counts]
    return [max(int(number.replace(",", "")) for number in row) for row in each]


def properties(game: Game) -> str:
    """A game's properties for learning, from the game, its page and the table of lengths."""
    page = importlib.import_module(game.page).__doc__ or ""
    hidden = re.search(r"^\| Hidden \| (.+) \|$", page, re.MULTILINE)
    assert hidden is not None, f"{game.page} does not say what is hidden"
    secret = ", ".join(phase_in_words(game, int(game.phases[name])) for name in SECRET.get(game.name, ()))
    counts = game.player_counts
    rewards = [
        '`"rank"`: -1 to 1',
        f'`"win"`: {_at_tables(game, [f"{-1 / count:.2f} to {1 - 1 / count:.2f}" for count in counts])}',
        f'`"margin"`: lead in points / {game.box_spec.load()["typical_score"][0]}, without bounds',
    ]
    rows = [
        ("players", f"{counts[0]} to {counts[-1]}"),
        ("actions", f"{game.actions.size} at every table, masked"),
        (
            "observation",
            f"float32 from -1 to 1, {_at_tables(game, [game.observation(count).size for count in counts])}",
        ),
        ("sum of payoffs", "zero, with each `reward`"),
        ("rewards", f"when the game is over. {'; '.join(rewards)}"),
        ("hidden information", hidden[1]),
        (
            "secret choices",
            f"{secret}: asked one after another, shown when all have chosen" if secret else "none",
        ),
        ("chance", "follows from the seed; it is nobody's action"),
        ("longest game seen", f"{_at_tables(game, [f'{most:,}' for most in longest(game)])}, in decisions"),
    ]
    return table(["property", ""], rows)


def _at_tables(game: Game, values: Sequence[Any]) -> str:
    """A value for each number of players, in words."""
    each = list(zip(values, game.player_counts, strict=True))
    return ", ".join([f"{each[0][0]} with {each[0][1]} players", *(f"{a} with {b}" for a, b in each[1:])])


def _game_row(game: Game) -> tuple[str, ...]:
    entries = game.box_spec.evidence()
    sourced = sum(entry.evidence == "sourced" for entry in entries)
    ledger = (game.box_spec.file.parent / "RULES.md").read_text("utf-8")
    rules = len(re.findall(r"^\| [A-Z]{3}-\d", ledger, re.MULTILINE))
    players = game.player_counts
    return (
        f"[{game.title}](envs/{game.name}/README.md)",
        f"{players[0]}-{players[-1]}",
        f"{game.actions.size}",
        "-".join(f"{game.observation(number).size}" for number in (players[0], players[-1])),
        f"{longest(game)[0]:,}-{longest(game)[-1]:,} decisions",
        f"{sourced} of {len(entries)} entries",
        f"[{rules}](envs/{game.name}/RULES.md)",
    )


def players() -> str:
    """The table of players and what they do; those of most games come first."""
    played = {(name, maker.does): list(GAMES.values()) for name, maker in MAKERS.items()}
    for game in GAMES.values():
        for name in bot_names(game.name):
            played.setdefault((name, what_it_does(name, game.name)), []).append(game)
    rows, before = [], ""
    for (name, does), those in sorted(played.items(), key=lambda player: -len(player[1])):
        where = "all" if len(those) == len(GAMES) else ", ".join(game.title for game in those)
        rows.append(["" if where == before else where, f"`{name}`", does])
        before = where
    return table(["game", "player", "what it does"], rows)


def leaderboard(name: str) -> str:
    """The leaderboard of a game and number of players, such as "liberte_4", from its file."""
    board = _board(name)
    played = board.as_json()
    heading = f"{played['title']}, {board.num_players} players"
    rows = []
    for standing in board.standings:
        figures, (share, _, points) = standing.figures, standing.beside_bots
        rows.append([
            f"`{figures.name}`",
            _share(board, share),
            format_estimate(points, 1) if board.is_informative(share) else "-",
            _share(board, figures.win_share),
            format_estimate(figures.rating.estimate, 1),
            format_estimate(standing.lottery, 0, 100) if board.is_informative(standing.lottery) else "-",
            f"{figures.games:,}",
            format_milliseconds(figures.milliseconds),
        ])  # fmt: skip
    columns = (heading, "wins %", "points", "over all sets %", "rating", "lottery %", "games", "ms per move")
    seats = ", ".join(format_percent(share) for share in board.seat_shares)
    many = f"{played['games']:,} games from {played['seeds']:,} deals"
    return f"{table(columns, rows)}\n\n{many} on {made_on(played)}; win share by seat: {seats} %."


def _share(board: Board, share: Estimate) -> str:
    """A share in percent; a dash if its interval is too wide."""
    return format_percent(share) if board.is_informative(share) else "-"


def made_on(played: dict[str, Any]) -> str:
    """The processor that a leaderboard was played on, and the time it took."""
    processor = played["made_with"].get("processor", "an unknown processor")
    return f"{processor} in {played['seconds'] / 3600:.1f} hours"


def leaders() -> str:
    """The best agents' win shares by game and number of players, in games in which nobody else searches."""
    columns = (
        "game, players",
        "`strong`",
        "`search`",
        "`policy`",
        "the best bot",
        "fair",
        "games from deals",
    )
    return table(columns, [_leaders_row(_board(name)) for name in BOARDS])


def _leaders_row(board: Board) -> list[str]:
    played = board.as_json()
    shares = {standing.figures.name: standing.beside_bots[0] for standing in board.standings}
    bots = [name for name in shares if name not in (POLICY, *SEARCHES)]
    best = max(bots, key=lambda name: shares[name].value)
    return [
        f"{played['title']}, {board.num_players}",
        *(_share(board, shares[name]) for name in (*SEARCHES, POLICY)),
        f"`{best}` {format_percent(shares[best])}",
        f"{100 * played['fair_share']:.0f}",
        f"{played['games']:,} from {played['seeds']:,}",
    ]


def _board(name: str) -> Board:
    game, _, players = name.rpartition("_")
    board = saved(game, int(players))
    assert board is not None, f"no leaderboard {name}: python -m measurements.boards"
    return board


def budgets() -> str:
    """Strength by the time for a move: a row for each game and agent, a column for each time."""
    noted = _load("budgets")["rows"]
    times = sorted({int(row[2]) for row in noted})
    shown: dict[tuple[str, str], dict[int, str]] = {}
    for where, agent, time, playouts, wins, _, games in noted:
        deals = int(games) // int(where.rpartition(", ")[2])
        many = f"{playouts} playout{'' if playouts == '1' else 's'}, {deals} deals"
        shown.setdefault((where, agent), {})[int(time)] = f"{wins}, {many}"
    columns = ("game, players", "agent", *(f"{time} ms" for time in times))
    return table(columns, [[*key, *(cells.get(time, "") for time in times)] for key, cells in shown.items()])


TABLES: dict[str, Callable[[], str]] = {
    "games": games,
    "short_policies": short_policies,
    "short_speed": short_speed,
    "players": players,
    "leaders": leaders,
    **{f"properties {game.name}": partial(properties, game) for game in GAMES.values()},
    **{f"leaderboard {name}": partial(leaderboard, name) for name in BOARDS},
    **{file.stem: partial(measured, file.stem) for file in sorted(_MEASURED.glob("*.toml"))},
    "budgets": budgets,
}


def filled(text: str) -> str:
    """A text with its tables up to date.

    >>> filled("without tables")
    'without tables'
    """
    return re.sub(
        r"(<!-- figures: (.+?) -->\n).*?(<!-- end -->)",
        lambda found: f"{found[1]}{TABLES[found[2]]()}\n{found[3]}",
        text,
        flags=re.DOTALL,
    )


def texts() -> list[Path]:
    """The files with such tables."""
    return sorted(path for pattern in TEXTS for path in ROOT.glob(pattern))


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((_MEASURED / f"{name}.toml").read_text("utf-8"))


if __name__ == "__main__":
    for path in texts():
        path.write_text(filled(path.read_text("utf-8")), "utf-8")
