"""How to play a game, and its words explained: `PLAY.md` beside the ledger of its rules, for people who read.

The browser, the terminal and `hustings describe GAME --topic play` show it; pictures take from its glossary
what their columns and signs mean.
"""

import functools
import importlib.resources
import re
from typing import NamedTuple

_WORD = re.compile(r"^- \*\*(.+?)\*\*: (.+?)(?=\n- |\Z)", re.MULTILINE | re.DOTALL)
_WORDS = "\n## Words\n"


class Guide(NamedTuple):
    """How to play a game.

    Attributes:
        text: the aim, a round and the end, in Markdown with a heading for each.
        words: what the game's words mean, by word, in the order of the file.
    """

    text: str
    words: dict[str, str]

    @property
    def markdown(self) -> str:
        """Text and words as one document."""
        listed = "\n".join(f"- **{word}**: {meaning}" for word, meaning in self.words.items())
        return f"{self.text}\n\n## Words\n\n{listed}" if listed else self.text


@functools.cache
def guide_of(module: str) -> Guide:
    """The guide of the game in this package; an empty one where the game has none."""
    try:
        file = importlib.resources.files(module) / "PLAY.md"
        if not file.is_file():
            return Guide("", {})
    except (ModuleNotFoundError, TypeError):  # the game is not a package
        return Guide("", {})
    text, _, words = file.read_text(encoding="utf-8").partition(_WORDS)
    return Guide(text.strip(), {word: " ".join(told.split()) for word, told in _WORD.findall(words)})
