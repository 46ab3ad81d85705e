"""RULES.md is the ledger of a game: every row has a test, and every mark has a row."""

import re

from hustings.envs import GAMES

from .observed import module_of
from .support import TESTS, each_grown_name
from .transcripts import transcripts

ROW = re.compile(r"^\| ([A-Z]{3}-\d+(?:\.\d+)+) \|", re.MULTILINE)
MARKED = re.compile(r"mark\.rule\(([^)]*)\)")


def rows(name: str) -> list[str]:
    return ROW.findall((GAMES[name].box_spec.file.parent / "RULES.md").read_text())


def marks(name: str) -> set[str]:
    """The rules named by @pytest.mark.rule, those of transcripts, and those that observations hold to."""
    shared = {rule for rule in marked_in("core") if rule[:4] == rows(name)[0][:4]}
    told = {rule for transcript in transcripts(name) for rule in transcript.rules}
    return marked_in(name) | shared | told | {*getattr(module_of(GAMES[name]), "RULES", ())}


def marked_in(folder: str) -> set[str]:
    texts = [path.read_text(encoding="utf-8") for path in (TESTS / folder).rglob("*.py")]
    return {
        rule for text in texts for mark in MARKED.findall(text) for rule in re.findall(r'"([^"]+)"', mark)
    }


@each_grown_name
def test_every_rule_has_a_test_and_every_mark_a_rule(name):
    listed = rows(name)
    assert len(listed) > 20
    assert len(listed) == len(set(listed)), "an id stands twice"
    assert set(listed) - marks(name) == set(), "rules without a test"
    assert marks(name) - set(listed) == set(), "marks without a rule"


@each_grown_name
def test_the_ledger_and_the_page_name_every_option(name):
    folder = GAMES[name].box_spec.file.parent
    ledger = (folder / "RULES.md").read_text()
    page = (folder.parent / f"{name}_v{GAMES[name].version}.py").read_text()
    for option in GAMES[name].box_spec.options:
        assert f"`{option.name}`" in ledger, option.name
        assert f"`{option.name}`" in page, option.name


@each_grown_name
def test_the_page_gives_the_sizes_of_the_spaces(name):
    game = GAMES[name]
    page = (game.box_spec.file.parent.parent / f"{name}_v{game.version}.py").read_text()
    assert f"`Discrete({game.actions.size})`" in page
    for players in game.player_counts:
        assert str(game.observation(players).size) in page
