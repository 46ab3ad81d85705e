"""What a language model is asked, and what its answer says: text alone, without a server."""

import importlib
import re
from collections.abc import Sequence
from typing import NamedTuple

from ..envs.core.engine.game import Game
from ..envs.core.text.docstrings import docstring

ASKED = "Think briefly. Then end with the number of one legal action on a line of its own, as in:\nACTION 12"
_LEFT_OUT = ("Options", "Example", "Version history")  # sections of a game's page that a player need not know
_NAMED = re.compile(r"\baction\W{0,5}(\d+)", re.IGNORECASE)
_NAMED_ALONE = re.compile(r"^[^\w\n]*action[^\w\n]{0,5}(\d+)[^\w\n]*$", re.IGNORECASE | re.MULTILINE)
_NUMBERED = re.compile(r"(?:\\boxed\W|\W)*(\d+)(?:\W*|\W{0,3}: .*)")


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
    a number; or else a number that the last line is or begins with. Other numbers in a sentence name none.

    >>> action_in("3 or 5? ACTION 3 is weak.\n**Action: 5**"), action_in("17"), action_in("I pass.")
    (5, 17, None)
    >>> action_in("ACTION 4\n(Action 3 costs 8.)"), action_in("I take 2 blocks."), action_in("9: Pass")
    (4, None, 9)
    """
    answer = without_thoughts(answer)
    if found := _NAMED_ALONE.findall(answer) or _NAMED.findall(answer):
        return _number(found[-1])
    last = (answer.strip().splitlines() or [""])[-1]
    alone = _NUMBERED.fullmatch(last)
    return _number(alone[1]) if alone else None


def without_thoughts(answer: str) -> str:
    """An answer without what some servers leave in it of the model's thoughts, closed or cut off.

    >>> without_thoughts("<think>ACTION 3?</think>ACTION 5"), without_thoughts("<think>ACTION 3 is")
    ('ACTION 5', '')
    """
    return answer.rpartition("</think>")[2].partition("<think>")[0]


def _number(digits: str) -> int | None:
    return int(digits) if len(digits) < 10 else None
