"""Prompts: a game's additional texts and forms for people who play at a terminal or in a browser.

A game defines them in a module `text/prompts.py`; for those it leaves out, `prompts_of` has defaults.
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
from .gains import gained
from .words import count, spoken

STOP = "0"
# Axes without a fixed thing on the picture: numbers, and seats counted from the one on turn.
NO_THINGS = ("seat", "number", "amount")

Plan = Callable[[Any, Any, list[int]], int | None]
"""(box, table, legal) -> the next action of a filled-in form, None at its end."""


class FormEntry(NamedTuple):
    """One entry of a form: a number to fill in (how often to take an action, an amount), or a choice.

    Attributes:
        about: its label, or the action whose description is its label.
        thing: the thing on the picture that it is about, as in `Prompts.thing`.
        most: the highest number that can be filled in.
        names: for a choice, the options that the numbers from 0 on stand for.
    """

    about: int | str
    thing: str
    most: int
    names: tuple[str, ...] = ()


class Form(NamedTuple):
    """Several decisions that a person can make at once by filling in a form.

    Attributes:
        title: the heading.
        entries: the entries to fill in.
        least, most: the range of the sum of the numbers; None if a sum has no meaning.
        plan: converts the numbers filled in, one for each entry, to a `Plan`, which returns one action after
            another, and None when nothing is left to do or the game has taken another course.
        open: whether the form is the usual way to answer, and is shown open.
    """

    title: str
    entries: tuple[FormEntry, ...]
    least: int | None
    most: int | None
    plan: Callable[[list[int]], Plan]
    open: bool = False


class Wording(NamedTuple):
    """The words for a phase.

    Attributes:
        name: its name in headings: "order of turns".
        decides: for the others, to follow "player_1 decides": "which card to put aside".
        asks: the question to the seat on turn: "Which card do you put aside? The highest number goes first."
    """

    name: str
    decides: str
    asks: str


class Prompts(NamedTuple):
    """The texts and forms of a game for people.

    Attributes:
        key: (box, table, action) -> what to type for an action: "0" to stop, a plain number for an amount,
            else a letter for the kind and the number of the thing on the board.
        matters: (box, table, seat) -> the question to the seat on turn, then lines with the facts that matter
            for the decision, sums included.
        loss: (box, table, stop, others) -> what the action `stop` would give up while the actions `others`
            are legal, in a sentence; "" for nothing.
        stage: (box, table) -> a value whose change means that the board should be shown again.
        auction: (box, table) -> an identifier of the open auction under way, in which bids rise in turn; None
            without one.
        opening: (box, table) -> the events before the first decision.
        colours: styles of words, besides the players' colours.
        thing: (box, table, action) -> the thing on the picture that an action is about, as named by
            `Page.thing`: "card 4"; "" for none.
        effect: (box, table, action) -> the effect of an action, in a few words to show beside its
            description; "" if that says enough.
        form: (box, table, legal) -> the form for making several decisions at once, or None.
        why_not: (box, table, thing) -> why a thing on the picture cannot be chosen now, in a sentence; "" for
            no reason to give. Asked only about things beside others that can be chosen.
        gains: (box, before, action, after) -> (P,) the points gained in a step, by source; together they are
            the difference of the scores.
        phases: the names in headings of the phases in which a seat decides.
        points: (table, number) -> a number of points with their unit.
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
    """The prompts of a game: those of its module `text/prompts.py`, and defaults for the others."""
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
        "gains": lambda box, before, action, after: {"points": gained(game.score, box, before, after)},
        "phases": {int(phase): spoken(phase.name) for phase in game.phases},
        "points": lambda table, number: count(number, "point"),
    }
    own = optional_module(f"{game.module}.text.prompts")
    return Prompts(**{name: getattr(own, name, default) for name, default in plain.items()})


def optional_module(name: str) -> Any:
    """A module that a game need not have; None if it has none."""
    try:
        return importlib.import_module(name) if importlib.util.find_spec(name) else None
    except ModuleNotFoundError:  # the game is not a package
        return None


def phase_in_words(game: Game, phase: int) -> str:
    """The name of a phase in headings, or its identifier in words if nobody decides in it."""
    return prompts_of(game).phases.get(int(phase)) or spoken(game.phases(phase).name)


def _key(game: Game, box: Any, table: Any, action: int) -> str:
    """The key of an action: the first letter of its block, and its index there, from 1."""
    name, place = game.actions.locate(action)
    if name == "pass":
        return STOP
    return name if game.actions[name].size == 1 else f"{name[0]}{place + 1}"


def thing_at(actions: Layout, action: int) -> str:
    """The thing named by the only axis of an action's block, "card 4"; "" if there is none.

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
    """Build a form of actions in one phase, in which each is taken as often as the number filled in.

    Args:
        title: the heading.
        actions: the actions, in the order in which they are taken.
        thing: action -> the thing that it is about.
        most: the largest total number of actions.
        phase: the phase in which they are taken.
        each: how often each can be taken; once if None.
        then: the action that ends the choice, if there is one.
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
