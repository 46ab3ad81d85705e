"""What a language model is asked, and what its answer says: text alone, without a server."""

import importlib
import re
from collections.abc import Sequence
from typing import NamedTuple

from ..envs.core.engine.game import Game
from ..envs.core.text.docstrings import docstring

ASKED = "Think briefly. Then end with the number of one legal action on a line of its own, as in:\nACTION 12"
_LEFT_OUT = ("Options", "Example", "Version history")  # sections of a game's page that a player need not know

# --- What a number is ---
_SPACE = r"[^\S\n]"
_LEAD = rf"(?:[^\w\n.,;!?/%~≈±+\-\u2013]|-+>|[\u2013]{_SPACE})*+"  # between ACTION and its number
_SIGN = rf"(?:[-±~≈]{_SPACE}*|\.|,)"  # with it, a number is none of an action
_ANOTHER = (
    rf"(?:{_SPACE}*\(?{_SPACE}*(?:[-\u2013~/,;&|+]|\.\.+|…|or|and|to|through|vs\.?){_SPACE}*(?:action{_LEAD})?"
    rf"|{_SPACE}+)-?\d"
)
_UNCLEAR = rf"(?:[\w%\u2030°/]|[.,:]\d|{_ANOTHER})"  # after a number: a part of one, or several
_MENTION = re.compile(
    rf"\baction{_LEAD}\+?(?P<sign>{_SIGN})?(?P<number>\d++)(?P<unclear>{_UNCLEAR})?", re.IGNORECASE
)
_ALONE = re.compile(
    rf"^[^\w\n]*(?:action{_LEAD})+\n?{_LEAD}(?:none|null|nil|n/a|nan|pass|"
    rf"\+?(?P<sign>{_SIGN})?(?P<number>\d++)(?P<unclear>{_UNCLEAR}[\d.,]*)?)[^\w\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBERED = re.compile(
    r"(?:[^\w\-.,~≈±%]|-(?=\s))*+(?P<number>\d++)(?:[^\w%\u2030°/]*|[^\w%\u2030°/]{0,3}: .*)"
)

# --- What is not the answer ---
_THOUGHTS = (
    r"(?:[\w.:-]*(?:think|thinking|thoughts?|reason|reasoning|reflection|analysis|scratchpad|monologue))"
)
_CLOSED = re.compile(
    rf"</{_THOUGHTS}\s*>|\[/{_THOUGHTS}\]|◁/{_THOUGHTS}▷|<\|end_(?:of_)?{_THOUGHTS}\|>"
    r"|<\|channel\|>\s*final\b(?:\s*<\|message\|>)?",
    re.IGNORECASE,
)
_OPENED = re.compile(
    rf"<{_THOUGHTS}(?:\s[^<>\n]*)?>|\[{_THOUGHTS}\]|◁{_THOUGHTS}▷|<\|(?:begin|start)_(?:of_)?{_THOUGHTS}\|>"
    r"|<\|channel\|>\s*(?:analysis|commentary)\b",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"~~[^~\n]*~~")
_UNSEEN = re.compile("[\xad\u200b-\u200f\u2060\ufe0e\ufe0f\u20e3\ufeff]")
_EDGES = re.compile(r"(?<![^\W_])_+|_+(?![^\W_])")
_BOXED = re.compile(r"\\(?:boxed|fbox)\b")
_WORDED = re.compile(r"\\(?:text|math)\w*")
_USUAL = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {
    0x3000: " ",
    **dict.fromkeys((0x2010, 0x2011, 0x2212, 0xFE63), "-"),  # hyphens and minus
    **dict.fromkeys((0x2014, 0x2015), "\u2013"),  # dashes
}


class Answer(NamedTuple):
    """What a language model has answered to one question.

    Attributes:
        text: its last answer, as the server gave it.
        reasoning: what a reasoning model thought before it, if the server tells; "" if not.
        rejected: its answers before, none of which named a legal action.
        fallback: the last named none either, and a random action was played.
    """

    text: str
    reasoning: str = ""
    rejected: tuple[str, ...] = ()
    fallback: bool = False


def messages_of(game: Game, told: str) -> list[dict[str, str]]:
    """The conversation that asks for a decision: the rules as the system's part, then the user's.

    Args:
        game: what is played.
        told: what `GameBatch.tell` says to the seat.
    """
    return [
        {"role": "system", "content": rules_of(game)},
        {"role": "user", "content": f"{told}\n\n{ASKED}"},
    ]


def rules_of(game: Game) -> str:
    """The rules as a player needs them, from the game's page."""
    try:
        page = docstring(importlib.import_module(game.page))
    except (ModuleNotFoundError, TypeError):  # a game without a page
        page = ""
    first, *sections = page.split("\n## ")
    told = [first.partition("\n|")[0], *(part for part in sections if not part.startswith(_LEFT_OUT))]
    return f"You play {game.title} to win. You are asked for one decision at a time.\n\n" + "\n\n".join(
        part.strip() for part in told
    )


def answer_naming(action: int, words: str) -> str:
    r"""An answer as `ASKED` wants it.

    >>> answer_naming(9, "Pass")
    'Pass.\nACTION 9'
    """
    return f"{words.rstrip('.')}.\nACTION {action}"


def refusal(action: int | None, legal: Sequence[int]) -> str:
    """What is said of an answer that names no legal action, and what is asked again."""
    said = "There is no such line" if action is None else f"{action} is not legal"
    return f"{said}. Choose from {', '.join(map(str, legal))}. {ASKED}"


def action_in(answer: str) -> int | None:
    r"""The action that an answer names.

    That is the number of its last line that is nothing but ACTION and a number; or else the last ACTION with
    a number; or else a number that the last line is or begins with. Other numbers in a sentence name none,
    and nor does what is no whole number, or several: -1, 1.5, 3-5, 3 or 5.

    >>> action_in("3 or 5? ACTION 3 is weak.\n**Action: 5**"), action_in("17"), action_in("I pass.")
    (5, 17, None)
    >>> action_in("ACTION 4\n(Action 3 costs 8.)"), action_in("I take 2 blocks."), action_in("9: Pass")
    (4, None, 9)
    >>> action_in("ACTION -1"), action_in("ACTION 3 or 5"), action_in(r"ACTION $\boxed{12}$")
    (None, None, 12)
    """
    answer = _plain(without_thoughts(answer))
    named = [*_ALONE.finditer(answer)] or [*_MENTION.finditer(answer)]
    if named:
        last = named[-1]
        clear = last["number"] and not last["sign"] and not last["unclear"]
        return _number(last["number"]) if clear else None
    line = (answer.strip().splitlines() or [""])[-1]
    alone = _NUMBERED.fullmatch(line)
    return _number(alone["number"]) if alone else None


def without_thoughts(answer: str) -> str:
    """An answer without what some servers leave in it of the model's thoughts, closed or cut off.

    >>> without_thoughts("<think>ACTION 3?</think>ACTION 5"), without_thoughts("<think>ACTION 3 is")
    ('ACTION 5', '')
    >>> without_thoughts("[THINK]No.[/THINK]ACTION 5"), without_thoughts("<thinking>Hm.</thinking>I pass")
    ('ACTION 5', 'I pass')
    """
    closed = [*_CLOSED.finditer(answer)]
    rest = answer[closed[-1].end() :] if closed else answer
    opened = _OPENED.search(rest)
    return rest[: opened.start()] if opened else rest


def readable(text: str) -> str:
    r"""A text that any file can hold: halves of characters, as in an emoji that was cut, are replaced.

    >>> readable("Go \ud83d"), readable("\ud83d\ude00")
    ('Go \ufffd', '\U0001f600')
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _plain(answer: str) -> str:
    """An answer in usual letters, without marks of Markdown and LaTeX, what is not seen or struck out."""
    answer = _UNSEEN.sub("", answer.translate(_USUAL))
    answer = _EDGES.sub(" ", _STRUCK.sub(" ", answer).replace("*", " ").replace("`", " "))
    return _BOXED.sub(" ACTION ", _WORDED.sub(" ", answer))


def _number(digits: str) -> int | None:
    return int(digits) if len(digits) < 10 else None
