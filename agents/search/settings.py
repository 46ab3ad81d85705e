"""What a search is told: as its user says it, and as compiled code takes it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Annotated, Any, NamedTuple, get_type_hints

from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from ..bots import names

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


class Beliefs(StrEnum):
    """What others have chosen in secret, in the deals that a search thinks of."""

    POLICY = "policy"
    ANYTHING = "anything"


class Plan(NamedTuple):
    """The settings that compiled code takes, all at run time: a game is compiled once for all of them."""

    iterations: int
    numbers: tuple[int, int]
    bots: int
    rounds: int
    soon: int
    at_random: bool
    judged: bool
    breadth: int
    believe: bool
    trust: float
    win: float
    rank: float
    points: float
    early: float
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
    """The settings of a search, with the defaults of all games; `DEFAULTS` has a game's own."""

    algorithm: Algorithm = Algorithm.PAIRED
    """paired: every action in the same deals, against the policy's; tree: an information-set tree."""
    iterations: Annotated[int, Range(1, MOST_ITERATIONS)] = 100
    """Playouts a move."""
    seconds: Annotated[float, Range(0, 3600)] = 0.0
    """About so long a move, instead of `iterations`; moves then depend on the machine. 0: no such limit."""
    playouts: str = "greedy"
    """The policy: a compiled bot, which plays the games out, or random; or several as greedy+greedy:v1, one a
    deal in turn, against opponents of whom one does not know which of them they play like."""
    beliefs: Beliefs = Beliefs.POLICY
    """What others have chosen in secret is what the policy chooses in their place, or it may be anything."""
    rounds: Annotated[int, Range(0, TO_THE_END)] = 0
    """A playout ends with the present round (1), the next (2), ..., and points decide, or the guide's network
    where there is one; 0: with the game."""
    win: Share = 0.5
    """What an end is worth: so much for the win,"""
    rank: Share = 0.0
    """so much for the rank, from 1 for the first to 0 for the last,"""
    points: Share = 0.5
    """and so much for the lead in points, scaled by the box's typical score."""
    early: Share = 0.0
    """How much of a playout's worth is the lead in points that it comes to early, rather than its end:"""
    soon: Annotated[int, Range(1, TO_THE_END)] = 2
    """that after the present round (1), the next (2), ...; it depends less on chance than the end does."""
    trust: Annotated[float, Range(0, 100)] = 2.0
    """paired: by so many standard errors another action must lead the policy's."""
    guide: str = ""
    """A trained policy, a folder: paired: its action is the one to beat, and of the others only the likeliest
    are tried; tree: the prior at the root."""
    breadth: Annotated[int, Range(2, 1000)] = 8
    """paired: at most so many."""
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

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots that play games out; moves are compared with those of the first."""
        return tuple(self.playouts.split("+"))

    def plan(self, game: Game) -> Plan:
        """What compiled code takes, for the actions of a game."""
        return Plan(
            iterations=self.iterations,
            numbers=_numbers(game),
            bots=len(self.bots),
            rounds=self.rounds - 1 if self.rounds else TO_THE_END,
            judged=self.algorithm == Algorithm.PAIRED and bool(self.guide) and self.rounds > 0,
            breadth=self.breadth,
            at_random=self.playouts == "random",
            soon=self.soon - 1,
            believe=self.beliefs == Beliefs.POLICY and self.playouts != "random",
            trust=self.trust,
            win=self.win,
            rank=self.rank,
            points=self.points,
            early=self.early,
            explore=self.explore,
            prior=0.0 if self.playouts == "random" else self.prior,
            follow=self.others == Others.POLICY and self.playouts != "random",
            deals=self.deals,
        )


ONLY = {
    Algorithm.PAIRED: ("trust", "breadth"),
    Algorithm.TREE: ("explore", "prior", "others", "deals"),
}
DEFAULTS: dict[str, dict[str, Any]] = {
    "copycat": {"trust": 1.0},
    "die_macher": {"early": 0.5},
    "liberte": {"playouts": "brisk", "trust": 1.0, "early": 0.5},
    "saludos_amigos": {"playouts": "greedy+greedy:v1", "early": 0.5},
}
"""What does best in a game, where it differs from the defaults of all."""


def _numbers(game: Game) -> tuple[int, int]:
    """The actions that say a number or an amount, the first and the one after the last; (0, 0) for none."""
    for block in game.actions:
        if {"number", "amount"} & set(block.axes):
            return block.start, block.stop
    return 0, 0


def settings_for(game: Game, given: Mapping[str, Any]) -> SearchSettings:
    """The settings of a search in a game: those given, by name, as values or as text.

    Raises:
        HustingsError: naming the setting and what it may be.
    """
    hints = get_type_hints(SearchSettings, include_extras=True)
    said = {name: _value(name, value, hints) for name, value in given.items()}
    settings = SearchSettings(**{**DEFAULTS.get(game.name, {}), **said})
    for algorithm, belonging in ONLY.items():
        for name in belonging:
            if name in said and settings.algorithm != algorithm:
                raise HustingsError(f"search: {name} belongs to algorithm={algorithm.value}; leave it out")
    if "seconds" in said and "iterations" in said:
        raise HustingsError("search: give iterations or seconds, not both")
    if "seconds" in said and settings.seconds == 0:
        raise HustingsError("search: seconds must be more than 0")
    for bot in settings.bots:
        if bot not in names(game):
            raise HustingsError(
                f"search: playouts={bot}: {game.title} has no such bot; choose from {', '.join(names(game))}"
            )
    if "random" in settings.bots and len(settings.bots) > 1:
        raise HustingsError(f"search: playouts={settings.playouts}: random stands alone; leave it out")
    if settings.win + settings.rank + settings.points + settings.early <= 0:
        raise HustingsError("search: win, rank, points and early are all 0; let one of them count")
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
