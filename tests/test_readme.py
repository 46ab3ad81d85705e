"""READMEs and pages of docs: their examples run, links lead somewhere, tables are those of the files."""

import inspect
import re
from pathlib import Path

import numpy as np
import pytest
import torch

from figures import TABLES, filled, texts
from hustings.envs import GAMES, GameBatch, SeatEnv
from hustings.envs.core.api.factories import makers_of
from hustings.envs.core.api.seat_vector_env import SeatVectorEnv
from hustings.training import TrainSettings, match_log, record, tournament
from hustings.training.evaluation.results import payoffs_of
from hustings.training.learning.sb3 import sb3_vec_env

from .support import ROOT, hustings

READMES = sorted(path for path in ROOT.rglob("README.md") if not {".venv", "build"} & set(path.parts))
FOR_AGENTS = ROOT / "AGENTS.md"
DOCS = sorted(
    path
    for kind in ("tutorial", "howto", "reference", "explanation")
    for path in (ROOT / "docs" / kind).rglob("*.md")
)
PAGES = [*READMES, *DOCS, FOR_AGENTS, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]
each_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))


def examples() -> list:
    return [
        pytest.param(text, id=f"{path.relative_to(ROOT)}-{number}")
        for path in [*READMES, *DOCS, FOR_AGENTS]
        for number, text in enumerate(fenced(path, "python"))
    ]


def fenced(path: Path, language: str) -> list[str]:
    """The blocks of a language in a page."""
    return re.findall(rf"```{language}\n(.*?)```", path.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("text", examples())
def test_a_python_example_runs(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    threads = torch.get_num_threads()
    try:
        exec(compile(text, "README.md", "exec"), {"__name__": "readme"})
    finally:
        torch.set_num_threads(threads)  # an example sets it


def test_the_examples_are_there():
    assert len(examples()) == 29


def commands() -> list[str]:
    """The commands of AGENTS.md as they stand, without what only sets up; GAME is one of the games."""
    lines = "".join(fenced(FOR_AGENTS, "sh")).splitlines()
    found = [line.partition("#")[0].strip().replace("GAME", "copycat") for line in lines]
    return [line for line in found if line.startswith(("hustings ", "pytest "))]


@pytest.mark.parametrize("line", [line for line in commands() if line.startswith("hustings ")])
def test_a_command_for_coding_agents_does_what_it_says(line, tmp_path):
    (tmp_path / "mine.py").write_text(fenced(FOR_AGENTS, "python")[0], "utf-8")
    few = re.sub(r"--seconds \d+", "--seconds 2", re.sub(r"--games \d+", "--games 14", line))
    done = hustings(*few.split()[1:], folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("line", [line for line in commands() if line.startswith("pytest ")])
def test_the_tests_that_coding_agents_are_told_of_are_there(line):
    paths = [word for word in line.split() if word.startswith("tests/")]
    assert paths
    assert all((ROOT / path).exists() for path in paths)


def test_the_bot_for_coding_agents_wins_most_games_among_random(tmp_path, monkeypatch):
    (tmp_path / "starter.py").write_text(fenced(FOR_AGENTS, "python")[0], "utf-8")
    monkeypatch.chdir(tmp_path)
    result = tournament("liberte", ["starter:Bot", "random", "random", "random"], 60)
    assert result.figure("starter:Bot").win_share.value > 0.5


def test_the_first_page_is_short():
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 150
    assert len(FOR_AGENTS.read_text("utf-8").splitlines()) <= 120


def test_each_table_stands_somewhere():
    stand = re.findall("<!-- figures: (.+?) -->", "".join(path.read_text("utf-8") for path in texts()))
    assert sorted(stand) == sorted(TABLES)


@pytest.mark.parametrize("path", texts(), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_tables_are_those_of_the_files(path):
    text = path.read_text("utf-8")
    assert filled(text) == text, f"{path.name} has old figures: python docs/figures.py"


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as the usual viewers make them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@each_page
def test_links_lead_to_files(path):
    for link in re.findall(r"\]\(([^)]+)\)", path.read_text("utf-8")):
        if not link.startswith("https://"):
            file, _, anchor = link.partition("#")
            target = (path.parent / file).resolve()
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link


def test_the_rewards_are_those_that_are_used_and_paid():
    page = (ROOT / "docs/reference/rewards.md").read_text("utf-8")
    rows = re.findall(r'^\| `"(\w+)"` \|[^|]*\|([^|]*)\|([^|]*)\|', page, re.MULTILINE)
    assert [name for name, *_ in rows] == ["rank", "win", "margin"]
    used = {name: who for name, _, who in rows}
    for maker in (
        makers_of(GAMES["liberte"])[:4],
        [SeatEnv, SeatVectorEnv, GameBatch, tournament, record, match_log],
    ):
        assert {inspect.signature(one).parameters["reward"].default for one in maker} == {"rank"}
    assert inspect.signature(sb3_vec_env).parameters["reward"].default == TrainSettings.reward == "win"
    assert all(f"`{word}`" in used["rank"] for word in ("env", "raw_env", "batch", "state", "SeatEnv"))
    assert all(f"`{word}`" in used["win"] for word in ("train", "sb3_vec_env"))
    scores, ranks = np.array([[9, 7, 5, 3]], np.int32), np.array([[1.0, 2.0, 3.0, 4.0]])
    for name, paid, _ in rows[:2]:
        found = payoffs_of(name, 1.0, scores, ranks)[0]
        assert [float(part) for part in paid.split(",")] == pytest.approx(found, abs=0.005)
