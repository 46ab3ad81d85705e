"""Parse what a person types: keys or words of choices, several in a line, amounts and limits."""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from ...envs.core.text.prompts import STOP

ALWAYS = STOP + "!"  # stop for the whole phase
LONGEST = 500  # letters of an answer; bounded because each word is compared with all choices


class Choice(NamedTuple):
    """A legal action, its key, and the action in words."""

    action: int
    key: str
    words: str

    @property
    def amount(self) -> int | None:
        """The amount, if the key is one."""
        return int(self.key) if self.key.isdecimal() and self.key != STOP else None


class Answer(NamedTuple):
    """The parsed answer: a choice, or None and a remark; and how many words it used."""

    choice: Choice | None
    used: int = 1
    remark: str = ""


def split(line: str) -> list[str]:
    """Split an answer into words; commas, colons and semicolons separate them, too.

    >>> split("2 3: 3, 1, 2")
    ['2', '3', '3', '1', '2']
    """
    return re.sub(r"[,;:]+(?=\s|$)", " ", line).split()


def normalised(words: str) -> str:
    """Convert to lower case, without accents, and with single spaces.

    >>> normalised("Place 1 red block in the Vendée (CR)")
    'place 1 red block in the vendee cr'
    """
    decomposed = unicodedata.normalize("NFD", words.lower())
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[\w+'-]+", bare))


def understand(typed: Sequence[str], choices: Sequence[Choice]) -> Answer:
    """Parse the first typed words: a key, or as many words as fit a single choice.

    >>> two = [Choice(7, "p1", "Place a block in Paris"), Choice(8, "p2", "Place a block in Picardy")]
    >>> understand(["picardy", "paris"], two)
    Answer(choice=Choice(action=8, key='p2', words='Place a block in Picardy'), used=1, remark='')
    >>> understand(["place"], two).remark
    "'place' fits 2 of them: p1, p2"
    >>> understand(["2"], two).choice.action
    8
    """
    if (choice := by_key(typed[0], choices)) is not None:
        return Answer(choice)
    texts = [normalised(choice.words) for choice in choices]
    phrases = _phrases(typed, max(map(len, texts), default=0))
    for used in range(len(phrases), 0, -1):
        fitting = by_words(phrases[used - 1], choices, texts)
        if len(fitting) > 1:
            return _in_order(typed, used, choices, texts) or Answer(
                None, used, f"{' '.join(typed[:used])[:80]!r} fits {_several(fitting)}"
            )
        if fitting:
            return Answer(fitting[0], used)
    amounts = sorted(choice.amount for choice in choices if choice.amount is not None)
    remedy = f"amounts: {ranges(amounts)}" if amounts else "type a key, or words of a line"
    return Answer(None, 1, f"{typed[0][:40]!r} matches no choice; {remedy}")


def _phrases(typed: Sequence[str], longest: int) -> list[str]:
    """The first word, the first two words and so on, in lower case, up to `longest` letters.

    A number alone is a key, so it becomes "".
    """
    phrases, phrase = [], ""
    for word in typed[: longest + 1]:
        phrase = f"{phrase} {normalised(word)}".strip()
        if len(phrase) > longest:
            break
        phrases.append(phrase if re.search(r"[^\W\d_]", phrase) else "")
    return phrases


def _in_order(
    typed: Sequence[str], more_than: int, choices: Sequence[Choice], texts: Sequence[str]
) -> Answer | None:
    """The choice that more than `more_than` of the words fit, in order but with gaps: "lay env"."""
    words = [normalised(word) for word in typed[: max(map(len, texts)) + 1]]
    reach = [_fitting_in_order(words, line) for line in texts]
    used = max(reach)
    if used <= more_than or reach.count(used) > 1:
        return None
    return Answer(choices[reach.index(used)], used)


def _fitting_in_order(words: Sequence[str], line: str) -> int:
    """How many of the words occur in a line, in order; all but the last as whole words.

    >>> _fitting_in_order(["lay", "the", "env"], "lay the minister for the environment")
    3
    """
    at = 0
    for number, word in enumerate(words):
        if not word:
            continue
        begins = (r"\b" if number else "") + re.escape(word)
        whole = re.compile(rf"{begins}\b").search(line, at)
        if whole is None:
            return number + bool(re.compile(begins).search(line, at))
        at = whole.end()
    return len(words)


def by_key(word: str, choices: Sequence[Choice]) -> Choice | None:
    """The choice with this key, or the only one whose key begins so or, without amounts, has its number."""
    word = word.lower()
    for choice in choices:
        if choice.key.lower() == word:
            return choice
    if (
        not word.isdecimal()
        and len(begun := [choice for choice in choices if choice.key.startswith(word)]) == 1
    ):
        return begun[0]
    if not word.isascii() or not word.isdecimal() or any(choice.amount is not None for choice in choices):
        return None
    numbered = [choice for choice in choices if re.fullmatch(rf"[^\d]+{word}", choice.key)]
    return numbered[0] if len(numbered) == 1 else None


def by_words(phrase: str, choices: Sequence[Choice], texts: Sequence[str]) -> list[Choice]:
    """The choices that a phrase fits best: equal, at the beginning, or from any word on.

    `texts` are the normalised words of each choice.
    """
    if not phrase:
        return []
    row = re.compile(rf"(?<!\w){re.escape(phrase)}")
    for fits in (phrase.__eq__, lambda words: words.startswith(phrase), row.search):
        if fitting := [choice for choice, words in zip(choices, texts) if fits(words)]:
            return fitting
    return []


def limit_of(typed: Sequence[str]) -> tuple[int, int] | None:
    """The bidding limit at the beginning of the words, and how many words it uses.

    >>> limit_of(["max", "12"]), limit_of(["m12"]), limit_of(["up", "to", "12"]), limit_of(["12"])
    ((12, 2), (12, 1), (12, 3), None)
    """
    for used in range(1, min(3, len(typed)) + 1):
        if found := re.fullmatch(r"(?:m|max|up to) ?([0-9]{1,6})", " ".join(typed[:used]).lower()):
            return int(found[1]), used
    return None


def least_bid(choices: Sequence[Choice], limit: int) -> Choice | None:
    """The lowest possible bid, unless it is above the limit."""
    bids = [choice for choice in choices if choice.amount is not None and choice.amount <= limit]
    return min(bids, key=lambda choice: choice.amount or 0, default=None)


def ranges(numbers: Sequence[int]) -> str:
    """Abbreviate numbers, with evenly spaced ones as ranges.

    >>> ranges([1, 2, 3, 4, 10, 15, 20, 25, 40])
    '1-4, 10-25 by 5, 40'
    """
    parts, rest = [], list(numbers)
    while rest:
        step = rest[1] - rest[0] if len(rest) > 1 else 1
        length = next((i for i in range(1, len(rest)) if rest[i] - rest[i - 1] != step), len(rest))
        if length < 3:
            parts.append(str(rest.pop(0)))
            continue
        parts.append(f"{rest[0]}-{rest[length - 1]}" + (f" by {step}" if step > 1 else ""))
        del rest[:length]
    return ", ".join(parts)


def _several(fitting: list[Choice]) -> str:
    keys = ", ".join(choice.key for choice in fitting[:8]) + (", ..." if len(fitting) > 8 else "")
    return f"{len(fitting)} of them: {keys}"
