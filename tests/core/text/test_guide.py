"""How to play each game, for people who have never seen it, and what its words mean."""

import re
import sys
import types

from hustings.envs.core.text.guide import guide_of

from ...support import ROOT, each_grown_game


@each_grown_game
def test_a_guide_tells_the_aim_a_round_and_the_end_in_few_words(game):
    text = guide_of(game.module).text
    headings = re.findall(r"^#+ .+", text, re.MULTILINE)
    assert headings == [f"# How to play {game.title}", "## The aim", "## A round", "## How it ends"]
    told = re.sub(r"^#+ .+", "", text, flags=re.MULTILINE)
    assert 150 <= len(told.split()) <= 200


@each_grown_game
def test_every_word_of_a_glossary_is_told_once(game):
    page = (ROOT / "envs" / game.name / "PLAY.md").read_text(encoding="utf-8")
    words = re.findall(r"^- \*\*(.+?)\*\*:", page, re.MULTILINE)
    assert words == list(dict.fromkeys(words)) == list(guide_of(game.module).words)
    for word, meaning in guide_of(game.module).words.items():
        assert meaning.endswith("."), word
        assert len(meaning.split()) <= 45, word


def test_a_game_without_a_guide_has_an_empty_one(monkeypatch):
    monkeypatch.setitem(sys.modules, "a_notebook", types.ModuleType("a_notebook"))
    assert guide_of("a_notebook").text == ""
    assert guide_of("tests.pig").text == ""
    assert guide_of("tests.no_such_game").markdown == ""


@each_grown_game
def test_a_guide_as_one_document_holds_all_and_without_marks_a_line_for_each_paragraph_and_word(game):
    guide = guide_of(game.module)
    assert guide.markdown.startswith(guide.text)
    assert all(f"- **{word}**: {told}" in guide.markdown for word, told in guide.words.items())
    lines = guide.plain.split("\n")
    paragraphs = len(guide.text.split("\n\n"))
    assert len([line for line in lines if line]) == paragraphs + 1 + len(guide.words)
    assert not any("**" in line or line.startswith("#") for line in lines)
    assert guide.plain.split() == [
        word for word in guide.markdown.replace("**", "").split() if word[0] != "#"
    ]
