"""Read a game's guide for players, `PLAY.md`: how to play, and a glossary.

The browser, the terminal and `hustings describe GAME --topic play` show it; pictures explain their columns
and signs with its glossary.
"""

import functools
import importlib.resources
import re
from typing import NamedTuple

_WORD = re.compile(r"^- \*\*(.+?)\*\*: (.+?)(?=\n- |\Z)", re.MULTILINE | re.DOTALL)
_WORDS = "\n## Words\n"


class Guide(NamedTuple):
    """A game's guide for players.

    Attributes:
        text: the aim, a round and the end, in Markdown with a heading for each.
        words: the glossary, from words to explanations, in the order of the file.
    """

    text: str
    words: dict[str, str]

    @property
    def markdown(self) -> str:
        """Text and glossary as one document."""
        listed = "\n".join(f"- **{word}**: {meaning}" for word, meaning in self.words.items())
        return f"{self.text}\n\n## Words\n\n{listed}" if listed else self.text

    @property
    def plain(self) -> str:
        """The document without marks, each paragraph and each word on a line of its own."""
        unmarked = re.sub(r"\*\*|^#+ ", "", self.markdown, flags=re.MULTILINE)
        return re.sub(r"(?<=\S)\n(?=[^\s-])", " ", unmarked)


@functools.cache
def guide_of(module: str) -> Guide:
    """The guide of the game in this package; an empty one if it has none."""
    try:
        file = importlib.resources.files(module) / "PLAY.md"
        if not file.is_file():
            return Guide("", {})
    except (ModuleNotFoundError, TypeError, AttributeError):  # not a package: a single file, or a notebook
        return Guide("", {})
    text, _, words = file.read_text(encoding="utf-8").partition(_WORDS)
    return Guide(text.strip(), {word: " ".join(meaning.split()) for word, meaning in _WORD.findall(words)})
