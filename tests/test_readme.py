"""The README's examples run as they stand."""

import re
import sys

import pytest

from hustings.envs import GAMES
from hustings.training import saved_leaderboard
from hustings.training.evaluation.display import format_estimate, format_milliseconds, format_percent

from .support import ROOT, run

README = (ROOT / "README.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_a_python_example_runs(number, tmp_path):
    done = run([sys.executable, "-c", EXAMPLES[number]], cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_examples_are_there():
    assert len(EXAMPLES) == 7


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_table_of_games_is_true(game):
    row = next(line for line in README.splitlines() if line.startswith(f"| [{game.title}]"))
    entries = game.box_spec.evidence()
    sourced = sum(entry.evidence == "sourced" for entry in entries)
    ledger = (game.box_spec.file.parent / "RULES.md").read_text()
    rules = len(re.findall(r"^\| [A-Z]{3}-\d", ledger, re.MULTILINE))
    sizes = [game.observation(players).size for players in game.player_counts]
    sourced = f"{sourced} of {len(entries)}"
    facts = sourced, f"| {game.actions.size} |", f"{sizes[0]}-{sizes[-1]}", f"{rules} rows"
    for fact in facts:
        assert fact in row, fact


def test_nothing_is_left_to_fill_in():
    assert "@@" not in README


def test_links_lead_to_files():
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert link.startswith("https://") or (ROOT / link).exists(), link


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_leaderboards_are_those_that_are_saved(game):
    board = saved_leaderboard(game)
    heading = f"{game.title}, {board.result.num_players} players, {board.result.games} games"
    names = ("wins %", "points", "rating", "lottery %", "exploitable %", "ms per move")
    rows = [f"| {heading} | {' | '.join(names)} |", "|---|" + "---|" * len(names)]
    for standing in board.standings:
        figures = standing.figures
        cells = (
            f"`{figures.name}`",
            format_percent(figures.win_share),
            format_estimate(figures.mean_score, 1),
            format_estimate(figures.rating.estimate, 1),
            format_estimate(standing.lottery, 0, 100),
            format_percent(board.exploited[figures.name].gain) if figures.name in board.exploited else "",
            format_milliseconds(figures.milliseconds),
        )
        rows.append(f"| {' | '.join(cells)} |")
    table = "\n".join(rows)
    assert table in README, f"README.md should say:\n{table}"
