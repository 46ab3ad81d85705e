"""The settings of a search: as a user gives them, and as compiled code takes them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Annotated, Any, NamedTuple, get_type_hints

from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from ..bots import names

TO_THE_END = 10_000  # rounds; no game has as many
MOST_BOTS = 16
MOST_ITERATIONS = 100_000  # with this many, each thread keeps 60 MB


class Algorithm(StrEnum):
    """How a search looks ahead."""

    PAIRED = "paired"
    TREE = "tree"


class Others(StrEnum):
    """How the other seats decide within the tree."""

    POLICY = "policy"
    THEMSELVES = "themselves"


class Seats(StrEnum):
    """Which of the bots of `playouts` play a deal."""

    ALIKE = "alike"
    APART = "apart"


class Beliefs(StrEnum):
    """What the others have chosen in secret, in the deals of a search."""

    POLICY = "policy"
    ANYTHING = "anything"


class Plan(NamedTuple):
    """The settings as compiled code takes them, at run time: a game is compiled once for all of them."""

    iterations: int
    numbers: tuple[int, int]
    bots: int
    apart: bool
    rounds: int
    soon: int
    at_random: bool
    evaluated: bool  # a network evaluates the leaves
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
    """The numbers that a setting may have, both ends included."""

    low: float
    high: float


Share = Annotated[float, Range(0, 1)]


@dataclass(frozen=True)
class SearchSettings:
    """The settings of a search; `DEFAULTS` has those that a game does better with."""

    algorithm: Algorithm = Algorithm.PAIRED
    """paired: sequential halving, with all actions in the same deals; tree: an information-set tree."""
    iterations: Annotated[int, Range(1, MOST_ITERATIONS)] = 100
    """Playouts a move."""
    seconds: Annotated[float, Range(0, 3600)] = 0.0
    """Time for a move, about, instead of `iterations`; moves then depend on the machine. 0: no limit."""
    playouts: str = "greedy"
    """The policy, which plays the games out: a compiled bot, or random; or several, as in greedy+brisk,
    which take the deals in turn, for opponents who may play like any of them."""
    seats: Seats = Seats.ALIKE
    """With several bots: one plays all seats of a deal, alike; or one is drawn for each opponent, apart, and
    the first plays for the seat that searches."""
    beliefs: Beliefs = Beliefs.POLICY
    """What others have chosen in secret: what the policy would choose in their place, or anything."""
    rounds: Annotated[int, Range(0, TO_THE_END)] = 0
    """A playout ends with the present round (1), the next (2), ..., where points decide, or the guide's
    network if there is one; 0: with the game."""
    win: Share = 0.5
    """What the end of a playout is worth: the weight of the win,"""
    rank: Share = 0.0
    """of the rank, from 1 for the first to 0 for the last,"""
    points: Share = 0.5
    """and of the lead in points, scaled by the box's typical score."""
    early: Share = 0.0
    """How much an early lead in points counts, rather than the end of the playout:"""
    soon: Annotated[int, Range(1, TO_THE_END)] = 2
    """the lead after the present round (1), the next (2), ...; chance decides less of it than of the end."""
    trust: Annotated[float, Range(0, 100)] = 2.0
    """paired: the standard errors by which another action must lead the policy's."""
    guide: str = ""
    """The folder of a trained policy. paired: its action is the one to beat, and only the likeliest others
    are tried; tree: the prior at the root."""
    breadth: Annotated[int, Range(2, 1000)] = 8
    """paired: the most actions to try with a guide."""
    explore: Annotated[float, Range(0, 100)] = 0.7
    """tree: the weight of exploration."""
    prior: Share = 0.5
    """tree: the prior of the policy's move; 0 for UCB1, without priors."""
    others: Others = Others.POLICY
    """tree: the others play the policy's moves, or maximise their own value (max^n)."""
    deals: Annotated[int, Range(0, MOST_ITERATIONS)] = 0
    """tree: the number of deals, taken in turn; 0 for a new one in each iteration."""
    threads: Annotated[int, Range(0, 1024)] = 0
    """Threads, each for other games; 0 for one a core."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots that play games out; the first also takes the baseline."""
        return tuple(self.playouts.split("+"))

    def plan(self, game: Game) -> Plan:
        """The settings for the compiled code of a game."""
        return Plan(
            iterations=self.iterations,
            numbers=_numbers(game),
            bots=len(self.bots),
            apart=self.seats == Seats.APART,
            rounds=self.rounds - 1 if self.rounds else TO_THE_END,
            evaluated=self.algorithm == Algorithm.PAIRED and bool(self.guide) and self.rounds > 0,
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
    "saludos_amigos": {"early": 0.5},
}
"""Settings that do better in a game than those of `SearchSettings`."""


def _numbers(game: Game) -> tuple[int, int]:
    """The actions that name a number or an amount, as a half-open range; (0, 0) for none."""
    for block in game.actions:
        if {"number", "amount"} & set(block.axes):
            return block.start, block.stop
    return 0, 0


def settings_for(game: Game, given: Mapping[str, Any]) -> SearchSettings:
    """The settings of a search in a game, from those given by name, as values or as text.

    Raises:
        HustingsError: naming the setting and what it may be.
    """
    hints = get_type_hints(SearchSettings, include_extras=True)
    asked = {name: _value(name, value, hints) for name, value in given.items()}
    settings = SearchSettings(**{**DEFAULTS.get(game.name, {}), **asked})
    for algorithm, belonging in ONLY.items():
        for name in belonging:
            if name in asked and settings.algorithm != algorithm:
                raise HustingsError(f"search: {name} belongs to algorithm={algorithm.value}; leave it out")
    if "seconds" in asked and "iterations" in asked:
        raise HustingsError("search: give iterations or seconds, not both")
    if "seconds" in asked and settings.seconds == 0:
        raise HustingsError("search: seconds must be more than 0")
    for bot in settings.bots:
        if bot not in names(game):
            raise HustingsError(
                f"search: playouts={bot}: {game.title} has no such bot; choose from {', '.join(names(game))}"
            )
    if len(settings.bots) > MOST_BOTS:
        raise HustingsError(
            f"search: playouts: {len(settings.bots)} bots are more than {MOST_BOTS}; leave some out"
        )
    if "random" in settings.bots and len(settings.bots) > 1:
        raise HustingsError(f"search: playouts={settings.playouts}: random stands alone; leave it out")
    if settings.win + settings.rank + settings.points + settings.early <= 0:
        raise HustingsError("search: win, rank, points and early are all 0; let one of them count")
    return settings


def _value(name: str, value: Any, hints: Mapping[str, Any]) -> Any:
    """A setting, converted to its type and checked against its range."""
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
