"""How every game is played: a guide for people, and its words explained."""

import re

import pytest

from hustings.envs import GAMES
from hustings.envs.core.text.guide import Guide, guide_of

from ...support import label

each_named = pytest.mark.parametrize("game", GAMES.values(), ids=label)


@each_named
def test_every_game_says_how_it_is_played(game):
    guide = guide_of(game.module)
    heads = re.findall(r"^#+ .*", guide.text, re.MULTILINE)
    assert heads == [f"# How to play {game.title}", "## The aim", "## A round", "## How it ends"]
    prose = [line for line in guide.text.splitlines() if not line.startswith("#")]
    assert 150 <= len(" ".join(prose).split()) <= 200


@each_named
def test_every_word_is_explained_once(game):
    file = game.box_spec.file.with_name("PLAY.md").read_text(encoding="utf-8")
    guide = guide_of(game.module)
    listed = re.findall(r"^- \*\*(.+?)\*\*:", file.partition("## Words")[2], re.MULTILINE)
    assert listed == list(guide.words)
    assert all(told.endswith(".") and "**" not in told for told in guide.words.values())


@each_named
def test_a_guide_as_one_document_holds_all_of_it(game):
    guide = guide_of(game.module)
    assert guide.markdown.startswith(guide.text)
    assert all(f"- **{word}**: {told}" in guide.markdown for word, told in guide.words.items())


def test_a_game_without_a_guide_has_an_empty_one():
    for module in ("hustings.envs.core", "tests.tinygame", "no.such.module"):
        assert guide_of(module) == Guide("", {})
    assert Guide("", {}).markdown == ""
