"""What a search is told: as its user says it, and as compiled code takes it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Annotated, Any, NamedTuple, get_type_hints

from ...envs.core.errors import HustingsError
from ...envs.core.game import Game
from ..base import names

TO_THE_END = 10_000  # rounds; no game has so many
MOST_ITERATIONS = 100_000  # what each thread keeps of them takes 60 MB then


class Algorithm(StrEnum):
    """How a search looks ahead."""

    PAIRED = "paired"
    TREE = "tree"


class Others(StrEnum):
    """How the other seats are thought to decide within the tree."""

    POLICY = "policy"
    THEMSELVES = "themselves"


class Plan(NamedTuple):
    """The settings that compiled code takes, all at run time: a game is compiled once for all of them."""

    iterations: int
    rounds: int
    at_random: bool
    trust: float
    win: float
    rank: float
    points: float
    explore: float
    prior: float
    follow: bool
    deals: int


class Range(NamedTuple):
    low: float
    high: float


Share = Annotated[float, Range(0, 1)]


@dataclass(frozen=True)
class SearchSettings:
    """The settings of a search."""

    algorithm: Algorithm = Algorithm.PAIRED
    """paired: every action in the same deals, against the policy's; tree: an information-set tree."""
    iterations: Annotated[int, Range(1, MOST_ITERATIONS)] = 100
    """Playouts a move."""
    seconds: Annotated[float, Range(0, 3600)] = 0.0
    """About so long a move, instead of `iterations`; moves then depend on the machine. 0: no such limit."""
    playouts: str = "greedy"
    """The policy: a compiled bot, which plays the games out, or random."""
    rounds: Annotated[int, Range(0, TO_THE_END)] = 0
    """A playout ends with the present round (1), the next (2), ..., and points decide; 0: with the game."""
    win: Share = 0.5
    """What an end is worth: so much for the win,"""
    rank: Share = 0.0
    """so much for the rank, from 1 for the first to 0 for the last,"""
    points: Share = 0.5
    """and so much for the lead in points, scaled by the box's typical score."""
    trust: Annotated[float, Range(0, 100)] = 2.0
    """paired: by so many standard errors another action must lead the policy's."""
    explore: Annotated[float, Range(0, 100)] = 0.7
    """tree: weight of what has been tried seldom."""
    prior: Share = 0.5
    """tree: the policy's move's part of the prior; 0 for UCB1 without prior."""
    others: Others = Others.POLICY
    """tree: the others play the policy's moves, or look for their own good (max^n)."""
    deals: Annotated[int, Range(0, MOST_ITERATIONS)] = 0
    """tree: so many deals, taken in turn; 0 for a new one each time."""
    threads: Annotated[int, Range(0, 1024)] = 0
    """Threads to think on about several games at once; 0 for all cores."""

    def plan(self) -> Plan:
        return Plan(
            iterations=self.iterations,
            rounds=self.rounds - 1 if self.rounds else TO_THE_END,
            at_random=self.playouts == "random",
            trust=self.trust,
            win=self.win,
            rank=self.rank,
            points=self.points,
            explore=self.explore,
            prior=0.0 if self.playouts == "random" else self.prior,
            follow=self.others == Others.POLICY and self.playouts != "random",
            deals=self.deals,
        )


ONLY = {
    Algorithm.PAIRED: ("trust",),
    Algorithm.TREE: ("explore", "prior", "others", "deals"),
}


def settings_for(game: Game, given: Mapping[str, Any]) -> SearchSettings:
    """The settings of a search in a game: those given, by name, as values or as text.

    Raises:
        HustingsError: naming the setting and what it may be.
    """
    hints = get_type_hints(SearchSettings, include_extras=True)
    said = {name: _value(name, value, hints) for name, value in given.items()}
    settings = SearchSettings(**said)
    for algorithm, belonging in ONLY.items():
        for name in belonging:
            if name in said and settings.algorithm != algorithm:
                raise HustingsError(f"search: {name} belongs to algorithm={algorithm.value}; leave it out")
    if "seconds" in said and "iterations" in said:
        raise HustingsError("search: give iterations or seconds, not both")
    if "seconds" in said and settings.seconds == 0:
        raise HustingsError("search: seconds must be more than 0")
    if settings.playouts not in names(game):
        raise HustingsError(
            f"search: playouts={settings.playouts}: {game.title} has no such bot; "
            f"choose from {', '.join(names(game))}"
        )
    if settings.win + settings.rank + settings.points <= 0:
        raise HustingsError("search: win, rank and points are all 0; let one of them count")
    return settings


def _value(name: str, value: Any, hints: Mapping[str, Any]) -> Any:
    """One setting in its type and range."""
    if name not in hints:
        known = ", ".join(item.name for item in fields(SearchSettings))
        raise HustingsError(f"search: no setting {name!r}; choose from {known}")
    kind = getattr(hints[name], "__origin__", hints[name])
    if issubclass(kind, StrEnum):
        if value not in list(kind):
            raise HustingsError(f"search: {name}={value}: choose from {', '.join(kind)}")
        return kind(value)
    if kind is str:
        return str(value)
    low, high = hints[name].__metadata__[0]
    what = "a whole number" if kind is int else "a number"
    try:
        number = kind(value)
        fits = not isinstance(value, bool) and low <= number <= high and number == float(value)
    except (TypeError, ValueError, OverflowError):
        fits = False
    if not fits:
        raise HustingsError(f"search: {name}={value}: needs {what} from {low:g} to {high:g}")
    return number
