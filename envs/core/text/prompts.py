"""What a game adds to its words, its board and its picture for people at a terminal or in a browser.

A game says so in a module `text/prompts.py`; whatever it leaves out is as in `Prompts`.
"""

import functools
import importlib
import importlib.util
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..engine.game import Game
from ..engine.layout import Layout
from .events import Event
from .words import count

STOP = "0"
NO_THINGS = ("seat", "number", "amount")  # axes that stand for nothing on the picture, or for it in turns


Plan = Callable[[Any, Any, list[int]], int | None]  # (box, table, legal) -> the next of what was filled in


class FormEntry(NamedTuple):
    """A line of a form: how often an action is to be taken, how much of something there is to be, or which.

    Attributes:
        about: the action whose words it bears, or words of its own.
        thing: what it is about, as in `Prompts.thing`.
        most: the highest number that can be filled in.
        names: what the numbers from 0 on stand for, where one of several things is chosen.
    """

    about: int | str
    thing: str
    most: int
    names: tuple[str, ...] = ()


class Form(NamedTuple):
    """Choices that belong together and are made at once.

    Attributes:
        title: what is filled in.
        entries: its lines.
        least, most: what the numbers add up to; None where they are no numbers of anything.
        plan: what to do with the numbers filled in, one for each entry. It gives one action after another,
            None when there is nothing left to do or the game has gone another way.
        open: whether it is the usual way to answer, and stands open.
    """

    title: str
    entries: tuple[FormEntry, ...]
    least: int | None
    most: int | None
    plan: Callable[[list[int]], Plan]
    open: bool = False


class Wording(NamedTuple):
    """A phase in words.

    Attributes:
        name: what a heading says: "order of turns".
        decides: what others are told, after the player's name: "decides which card to put aside".
        asks: what whoever decides is asked: "Which card do you put aside? The highest number goes first."
    """

    name: str
    decides: str
    asks: str


class Prompts(NamedTuple):
    """How a person is asked.

    Attributes:
        key: (box, table, action) -> what to type for it: "0" to stop, a plain number where an amount is
            asked, else a letter for the kind and the number of the thing as on the board.
        matters: (box, table, seat) -> the question, as one says it to whoever decides, and the lines that
            the decision turns on, sums included.
        loss: (box, table, stop, others) -> what one would give up by this action, others being legal, in a
            sentence; "" when nothing.
        stage: (box, table) -> what the board is shown again for when it has changed.
        auction: (box, table) -> what is bid for in turn, each bid above the last; None when nothing is.
        opening: (box, table) -> the events that come before the first decision.
        colours: styles of words, besides those of the players.
        thing: (box, table, action) -> what on the picture it is about, as `Page.thing` says it: "card 4"; ""
            when nothing is.
        effect: (box, table, action) -> what it would do, in a few words that are shown beside its own; ""
            where these say it, or there is nothing to say.
        form: (box, table, legal) -> the form in which several choices are made at once, or None.
        why_not: (box, table, thing) -> why a part of the picture cannot be chosen now, in a sentence;
            "" where there is nothing to say. It is asked of parts beside which others can be chosen.
        gains: (box, before, action, after) -> what points an action and all that followed brought, by source:
            (P,) points for each, which add up to the difference of the scores.
        phases: the phases in which somebody decides, as headings say them.
        points: (table, number) -> a number of points of the score as the table stands, with what they are.
    """

    key: Callable[[Any, Any, int], str]
    matters: Callable[[Any, Any, int], list[str]]
    loss: Callable[[Any, Any, int, list[int]], str]
    stage: Callable[[Any, Any], Hashable]
    auction: Callable[[Any, Any], Hashable]
    opening: Callable[[Any, Any], list[Event]]
    colours: Mapping[str, str]
    thing: Callable[[Any, Any, int], str]
    form: Callable[[Any, Any, list[int]], Form | None]
    effect: Callable[[Any, Any, int], str]
    why_not: Callable[[Any, Any, str], str]
    gains: Callable[[Any, Any, int, Any], Mapping[str, np.ndarray]]
    phases: Mapping[int, str]
    points: Callable[[Any, int], str]


@functools.cache
def prompts_of(game: Game) -> Prompts:
    """What the game's module `text/prompts.py` says, and the plain answer where it says nothing."""
    plain: dict[str, Any] = {
        "key": functools.partial(_key, game),
        "matters": lambda box, table, seat: [],
        "loss": lambda box, table, stop, others: "",
        "stage": game.round_now,
        "auction": lambda box, table: None,
        "opening": lambda box, table: [],
        "colours": {},
        "thing": lambda box, table, action: thing_at(game.actions, action),
        "form": lambda box, table, legal: None,
        "effect": lambda box, table, action: "",
        "why_not": lambda box, table, thing: "",
        "gains": functools.partial(_gains, game),
        "phases": {int(phase): phase.name.replace("_", " ").lower() for phase in game.phases},
        "points": lambda table, number: count(number, "point"),
    }
    own = _module(game)
    return Prompts(**{name: getattr(own, name, default) for name, default in plain.items()})


def phase_in_words(game: Game, phase: int) -> str:
    """What is decided in a phase, in a few words; its name for those in which nobody decides."""
    return prompts_of(game).phases.get(int(phase)) or game.phases(phase).name.replace("_", " ").lower()


def _module(game: Game) -> Any:
    name = f"{game.module}.text.prompts"
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:  # the game is not a package
        return None
    return importlib.import_module(name) if found else None


def _key(game: Game, box: Any, table: Any, action: int) -> str:
    """The first letter of the action's block, and its number there."""
    name, place = game.actions.locate(action)
    if name == "pass":
        return STOP
    return name if game.actions[name].size == 1 else f"{name[0]}{place + 1}"


def _gains(game: Game, box: Any, before: Any, action: int, after: Any) -> Mapping[str, np.ndarray]:
    """The difference of the scores as from one source, "points"."""
    seats = range(int(before.seats))
    return {
        "points": np.array([int(game.score(box, after, i)) - int(game.score(box, before, i)) for i in seats])
    }


def thing_at(actions: Layout, action: int) -> str:
    """The thing on the axis of an action's block, "card 4"; "" without one, and for seats and numbers.

    >>> layout = Layout(("pass", 1, "no"), ("buy", {"card": 5}, "a card"))
    >>> thing_at(layout, 0), thing_at(layout, 3)
    ('', 'card 2')
    """
    name, place = actions.locate(action)
    axes = [axis for axis in actions[name].axes if axis not in NO_THINGS]
    return f"{axes[0]} {place}" if len(axes) == 1 else ""


def one_by_one(
    title: str,
    actions: Iterable[int],
    thing: Callable[[int], str],
    most: int,
    phase: int,
    *,
    each: Mapping[int, int] | None = None,
    then: int | None = None,
) -> Form:
    """A form of actions of one phase, each taken as often as it is filled in.

    Args:
        title: what is filled in.
        actions: in the order in which they are taken.
        thing: what each is about.
        most: how many there can be in all.
        phase: the phase in which they are taken.
        each: how often each can be taken; without it once.
        then: the action that says that there are no more.
    """
    offered = list(actions)

    def plan(counts: list[int]) -> Plan:
        left = dict(zip(offered, counts, strict=True))
        left |= {} if then is None else {then: 1}

        def following(box: Any, table: Any, legal: list[int]) -> int | None:
            found = next((action for action in left if left[action] and action in legal), None)
            if found is None or table.phase != phase:
                return None
            left[found] -= 1
            return found

        return following

    most_of = each or {}
    entries = tuple(FormEntry(action, thing(action), most_of.get(action, 1)) for action in offered)
    return Form(title, entries, 0 if then is not None else 1, most, plan)
