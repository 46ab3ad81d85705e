"""Prompts for a language model, and parsing its answers. Text only, no server."""

import importlib
import re
from collections.abc import Sequence
from typing import NamedTuple

from ..envs.core.engine.game import Game
from ..envs.core.text.docstrings import docstring

ASKED = "Think briefly. Then end with the number of one legal action on a line of its own, as in:\nACTION 12"
_LEFT_OUT = ("Options", "Example", "Version history")  # sections of a game's page that a player does not need

# --- Numbers of actions ---
_SPACE = r"[^\S\n]"
_LEAD = rf"(?:[^\w\n.,;!?/%~≈±+\-\u2013]|-+>|[\u2013]{_SPACE})*+"  # between ACTION and its number
_SIGN = rf"(?:[-±~≈]{_SPACE}*|\.|,)"  # with it, a number does not name an action
_ANOTHER = (
    rf"(?:{_SPACE}*\(?{_SPACE}*(?:[-\u2013~/,;&|+]|\.\.+|…|or|and|to|through|vs\.?){_SPACE}*(?:action{_LEAD})?"
    rf"|{_SPACE}+)-?\d"
)
_UNCLEAR = rf"(?:[\w%\u2030°/]|[.,:]\d|{_ANOTHER})"  # after a number: part of another, or one of several
_BEGUN = re.compile(
    rf"(?:<\w++>|\d++[.)]\s|[^\w<])*+action{_LEAD}\+?(?P<sign>{_SIGN})?(?P<number>\d++)(?P<unclear>{_UNCLEAR})?+"
    rf"{_SPACE}*(?:[^\w\s].*)?",
    re.IGNORECASE,
)
_ONE_MORE = re.compile(rf"\baction{_LEAD}\d", re.IGNORECASE)
_SAID_SO = rf"(?:[^\W\d]+{_SPACE}+){{0,3}}(?:answer|choice|decision|move|final|so){_SPACE}*:[^\w\n]*"
_ALONE = re.compile(
    rf"^[^\w\n]*(?:{_SAID_SO})?(?:action{_LEAD})+\n?{_LEAD}(?:none|null|nil|n/a|nan|pass|"
    rf"\+?(?P<sign>{_SIGN})?(?P<number>\d++)(?P<unclear>{_UNCLEAR}[\d.,]*)?)[^\w\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBERED = re.compile(
    r"(?:[^\w\-.,~≈±%]|-(?=\s))*+(?P<number>\d++)(?:[^\w%\u2030°/]*|[^\w%\u2030°/]{0,3}: .*)"
)

# --- Text that is not part of the answer ---
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
_BOXED = re.compile(r"\\(?:boxed|fbox)\b([^\S\n]*\{[^{}\n]*\}[^\w\n(]*)?")
_WORDED = re.compile(r"\\(?:text|math)\w*")
_USUAL = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {
    0x3000: " ",
    **dict.fromkeys((0x2010, 0x2011, 0x2212, 0xFE63), "-"),  # hyphens and minus
    **dict.fromkeys((0x2014, 0x2015), "\u2013"),  # dashes
}


class Answer(NamedTuple):
    """A language model's answer to one question.

    Attributes:
        text: its last answer, as the server sent it.
        reasoning: a reasoning model's thoughts, if the server reports them; otherwise "".
        rejected: earlier answers, none of which named a legal action.
        fallback: whether the last named none either, and a random action was played.
    """

    text: str
    reasoning: str = ""
    rejected: tuple[str, ...] = ()
    fallback: bool = False


def messages_of(game: Game, text: str) -> list[dict[str, str]]:
    """The messages that ask for a decision: the rules as system message, then the question.

    Args:
        game: the game being played.
        text: what `GameBatch.tell` says to the seat.
    """
    return [
        {"role": "system", "content": rules_of(game)},
        {"role": "user", "content": f"{text}\n\n{ASKED}"},
    ]


def rules_of(game: Game) -> str:
    """The rules that a player needs, from the game's page."""
    try:
        page = docstring(importlib.import_module(game.page))
    except (ModuleNotFoundError, TypeError):  # a game without a page
        page = ""
    first, *sections = page.split("\n## ")
    kept = [first.partition("\n|")[0], *(part for part in sections if not part.startswith(_LEFT_OUT))]
    return f"You play {game.title} to win. You are asked for one decision at a time.\n\n" + "\n\n".join(
        part.strip() for part in kept
    )


def answer_naming(action: int, words: str) -> str:
    r"""An answer in the form that `ASKED` requests.

    >>> answer_naming(9, "Pass")
    'Pass.\nACTION 9'
    """
    return f"{words.rstrip('.')}.\nACTION {action}"


def refusal(action: int | None, legal: Sequence[int]) -> str:
    """The reply to an answer that names no legal action; it asks again."""
    complaint = "There is no such line" if action is None else f"{action} is not legal"
    return f"{complaint}. Choose from {', '.join(map(str, legal))}. {ASKED}"


def action_in(answer: str) -> int | None:
    r"""The action that an answer names; None if it names none.

    It is the number in the last line that consists of ACTION and a number, or of "Answer:" and these;
    otherwise that with which the last line begins, with or without ACTION, if no sentence goes on after it.
    Other numbers do not count, nor do fractions, negative numbers or several at once: -1, 1.5, 3-5, 3 or 5.

    >>> action_in("3 or 5? ACTION 3 is weak.\n**Action: 5**"), action_in("17"), action_in("I pass.")
    (5, 17, None)
    >>> action_in("ACTION 4\n(Action 3 costs 8.)"), action_in("I take 2 blocks."), action_in("9: Pass")
    (4, None, 9)
    >>> action_in("ACTION -1"), action_in("ACTION 3 or 5"), action_in(r"ACTION $\boxed{12}$")
    (None, None, 12)
    """
    answer = _without_markup(without_thoughts(answer))
    line = (answer.strip().splitlines() or [""])[-1]
    if named := next(reversed([*_ALONE.finditer(answer)]), None) or _BEGUN.fullmatch(line):
        several = named.re is _BEGUN and _ONE_MORE.search(line, named.end("number"))
        clear = named["number"] and not (named["sign"] or named["unclear"] or several)
        return _number(named["number"]) if clear else None
    alone = _NUMBERED.fullmatch(line)
    return _number(alone["number"]) if alone else None


def without_thoughts(answer: str) -> str:
    """Strip the model's thoughts that some servers leave in an answer, complete or cut off.

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
    r"""Make a text encodable: replace lone surrogates, as of an emoji that was cut in half.

    >>> readable("Go \ud83d"), readable("\ud83d\ude00")
    ('Go \ufffd', '\U0001f600')
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _without_markup(answer: str) -> str:
    """Normalise an answer: usual letters, no Markdown or LaTeX, nothing invisible or struck out.

    What is boxed in LaTeX is the answer, so it gets a line of its own.
    """
    answer = _UNSEEN.sub("", answer.translate(_USUAL))
    answer = _EDGES.sub(" ", _STRUCK.sub(" ", answer).replace("*", " ").replace("`", " "))
    return _BOXED.sub(lambda box: f"\nACTION {box[1]}\n" if box[1] else "\nACTION ", _WORDED.sub(" ", answer))


def _number(digits: str) -> int | None:
    return int(digits) if len(digits) < 10 else None
