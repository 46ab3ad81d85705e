"""The settings of a search, in the form for users and in the form for compiled code."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, NamedTuple

import numpy as np

from ...envs.core.engine.game import Game
from ...envs.core.errors import HustingsError
from ..bots import RANDOM, names
from ..settings import Range, from_text

TO_THE_END = 10_000  # rounds, more than any game has
MOST_BOTS = 16  # a bot is numbered in four bits
USUAL_BOTS = ("greedy", "brisk", "royalist")
"""The playout bots compiled into every search of a game that has them, for all mixtures of them."""
MOST_ITERATIONS = 100_000  # 70 MB in each thread, with the tables that a network judges 200 MB


class Algorithm(StrEnum):
    """How a search looks ahead."""

    PAIRED = "paired"
    TREE = "tree"


class OpponentModel(StrEnum):
    """How the other seats decide within the tree."""

    BOT = "bot"
    THEMSELVES = "themselves"


class BotSeating(StrEnum):
    """How the bots of `playouts` are assigned to the seats of a deal."""

    ALIKE = "alike"
    APART = "apart"


class Beliefs(StrEnum):
    """How a deal of the search fills in the secret choices of others."""

    BOT = "bot"
    ANYTHING = "anything"


class SearchPlan(NamedTuple):
    """The settings as arguments of compiled code, so that a game is compiled once for all settings."""

    iterations: int
    numbers: tuple[int, int]
    bots: int  # how many take turns in playouts
    places: np.uint64  # their places among the bots compiled into the search, four bits each
    draw_bots: bool  # a bot for each opponent, instead of one for all seats of a deal
    rounds: int
    soon: int
    at_random: bool
    evaluated: bool  # whether a network evaluates the leaves
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


class Games(NamedTuple):
    """The games of a batch and those to decide in, as arguments of compiled code; R is the number of rows."""

    box: np.ndarray  # (1,)
    tables: np.ndarray  # (N,)
    masks: np.ndarray  # (N, A) bool
    rows: np.ndarray  # (R,)


class Asked(NamedTuple):
    """What is asked of a search."""

    plan: SearchPlan
    seed: np.uint64
    guides: np.ndarray  # (R, A) float32, a policy's probability of each action; (0, A) for no guide


class Answers(NamedTuple):
    """What a search finds."""

    out: np.ndarray  # (R,) int64, the chosen actions
    report: np.ndarray  # (R, A, 3) float64, figures of each action; (0, A, 3) for no report


class Work(NamedTuple):
    """The working memory of a search; K is 1, or the number of decisions if a network evaluates leaves."""

    thoughts: np.ndarray  # (K,) THOUGHT
    candidates: np.ndarray  # (K, A) int64
    tries: np.ndarray  # (K, A) int64, the number of playouts of each action
    outcome: np.ndarray  # (K, A, D) float32, the value of each action in each deal
    stopped: np.ndarray  # (L,) the tables where playouts stopped
    belongs: np.ndarray  # (L, 3) int64, the decision, action and deal of each
    scratch: np.ndarray  # (1,) a table
    dealt: np.ndarray  # (1,) a table
    raw: np.ndarray  # the bytes of `dealt`


Fraction = Annotated[float, Range(0, 1)]


@dataclass(frozen=True)
class SearchSettings:
    """The settings of a search; `DEFAULTS` has those that differ by game."""

    algorithm: Algorithm = Algorithm.PAIRED
    """paired: sequential halving, with all actions in the same deals; tree: an information-set tree."""
    iterations: Annotated[int, Range(1, MOST_ITERATIONS)] = 100
    """Playouts per move."""
    seconds: Annotated[float, Range(0, 3600)] = 0.0
    """About how long a move takes, instead of `iterations`; moves then depend on the machine. 0: no limit."""
    playouts: str = "greedy"
    """The bot that plays the games out: a compiled bot, or random; or several that take the deals in turn,
    as in greedy+brisk, if the opponents may play like any of them."""
    seats: BotSeating = BotSeating.ALIKE
    """With several bots. alike: one bot plays all seats of a deal; apart: a bot is drawn for each opponent,
    and the first one plays for the searching seat."""
    beliefs: Beliefs = Beliefs.BOT
    """How to guess secret choices of others. bot: as the playout bot would choose; anything: at random."""
    rounds: Annotated[int, Range(0, TO_THE_END)] = 0
    """A playout ends with the current round (1), the next (2), ..., and is valued by points, or, if paired,
    by the guide's network if there is one; with 0, it ends with the game."""
    win: Fraction = 0.5
    """The value of a playout's end is a weighted sum; this is the weight of a win. The weights of win, rank
    and points are divided by their sum if that is above 1."""
    rank: Fraction = 0.0
    """The weight of the rank, from 1 for the first to 0 for the last."""
    points: Fraction = 0.5
    """The weight of the lead in points, scaled by the box's typical score."""
    early: Fraction = 0.0
    """The weight of an early lead in points, relative to the end of the playout."""
    soon: Annotated[int, Range(1, TO_THE_END)] = 2
    """Measure the early lead after the current round (1), the next (2), ...; it depends less on chance."""
    trust: Annotated[float, Range(0, 100)] = 2.0
    """paired: the number of standard errors by which another action must lead the baseline."""
    guide: str = ""
    """The folder of a trained policy. paired: its action is the baseline, and only its likeliest others are
    tried; tree: its probabilities are the prior at the root."""
    temperature: Annotated[float, Range(0.01, 100)] = 1.0
    """The guide's logits are divided by it: above 1, the search tries more of what the guide rates low."""
    breadth: Annotated[int, Range(2, 1000)] = 8
    """paired: the most actions to try with a guide."""
    explore: Annotated[float, Range(0, 100)] = 0.7
    """tree: the weight of exploration."""
    prior: Fraction = 0.5
    """tree: the prior of the playout bot's move; 0 for UCB1, without priors."""
    others: OpponentModel = OpponentModel.BOT
    """tree: how others decide. bot: as the playout bot; themselves: each maximises its value (max^n)."""
    deals: Annotated[int, Range(0, MOST_ITERATIONS)] = 0
    """tree: the number of deals to cycle through; 0 for a new one in each iteration."""
    threads: Annotated[int, Range(0, 1024)] = 0
    """The number of threads that share the games; 0 for one per core."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The playout bots; without a guide, the first also gives the baseline."""
        return tuple(self.playouts.split("+"))

    @property
    def is_evaluated(self) -> bool:
        """Whether the guide's network judges the tables where playouts stop."""
        return self.algorithm == Algorithm.PAIRED and bool(self.guide) and self.rounds > 0

    def compiled_bots(self, game: Game) -> tuple[str, ...]:
        """The bots compiled into the search that plays with these settings."""
        usual = tuple(bot for bot in USUAL_BOTS if bot in names(game))
        return usual if usual and {*self.bots} <= {*usual, RANDOM} else self.bots

    def plan(self, game: Game) -> SearchPlan:
        """The settings in the form for a game's compiled code."""
        weights = max(1.0, self.win + self.rank + self.points)  # values are at most 1
        return SearchPlan(
            iterations=self.iterations,
            numbers=_numbers(game),
            bots=len(self.bots),
            places=self._places(game),
            draw_bots=self.seats == BotSeating.APART,
            rounds=self.rounds - 1 if self.rounds else TO_THE_END,
            evaluated=self.is_evaluated,
            breadth=self.breadth,
            at_random=self.playouts == RANDOM,
            soon=self.soon - 1,
            believe=self.beliefs == Beliefs.BOT and self.playouts != RANDOM,
            trust=self.trust,
            win=self.win / weights,
            rank=self.rank / weights,
            points=self.points / weights,
            early=self.early,
            explore=self.explore,
            prior=0.0 if self.playouts == RANDOM else self.prior,
            follow=self.others == OpponentModel.BOT and self.playouts != RANDOM,
            deals=self.deals,
        )

    def _places(self, game: Game) -> np.uint64:
        compiled = self.compiled_bots(game)
        places = [compiled.index(bot) if bot in compiled else 0 for bot in self.bots]  # random has none
        return np.uint64(sum(place << 4 * turn for turn, place in enumerate(places)))


# Settings of one algorithm only; given for the other, they would be silently ignored.
ONLY = {
    Algorithm.PAIRED: ("trust", "breadth"),
    Algorithm.TREE: ("explore", "prior", "others", "deals"),
}
OF_A_GUIDE = ("temperature", "breadth")  # ignored by a search without one
OF_PLAYOUTS = ("win", "rank", "points")  # where a network judges leaves, they weigh only games that end
# What a search does without a bot, whatever these settings say.
OF_A_BOT = {"beliefs": Beliefs.ANYTHING, "prior": 0.0, "others": OpponentModel.THEMSELVES}
DEFAULTS: dict[str, dict[str, Any]] = {
    "copycat": {"trust": 1.0},
    "die_macher": {"early": 0.5},
    "liberte": {"playouts": "brisk", "trust": 1.0, "early": 0.5},
    "saludos_amigos": {"early": 0.5},
}
"""Defaults by game, where they play better than those of `SearchSettings`."""


def _numbers(game: Game) -> tuple[int, int]:
    """The actions that name an amount, as a half-open range; (0, 0) for none."""
    for block in game.actions:
        if {"number", "amount"} & set(block.axes):
            return block.start, block.stop
    return 0, 0


def settings_for(game: Game, given: Mapping[str, Any], whose: str = "search") -> SearchSettings:
    """The settings of a search in a game: those `given` (as values or text), and defaults for the others.

    Args:
        game: the game to play.
        given: by name.
        whose: the agent, in errors.

    Raises:
        HustingsError: naming the setting and its possible values.
    """
    asked = from_text(SearchSettings, given, whose)
    settings = SearchSettings(**{**DEFAULTS.get(game.name, {}), **asked})
    for algorithm, belonging in ONLY.items():
        for name in belonging:
            if name in asked and settings.algorithm != algorithm:
                raise HustingsError(f"{whose}: {name} belongs to algorithm={algorithm.value}; leave it out")
    for name in OF_A_GUIDE:
        if name in asked and not settings.guide:
            raise HustingsError(f"{whose}: {name} needs a guide, as in guide=policy; add one or leave it out")
    for name in OF_PLAYOUTS:
        if name in asked and settings.is_evaluated:
            raise HustingsError(
                f"{whose}: with rounds={settings.rounds} the guide's network judges playouts that stop "
                f"early, without {name}; leave it out, or write rounds=0"
            )
    for name, value in OF_A_BOT.items():
        if name in asked and settings.playouts == RANDOM and getattr(settings, name) != value:
            raise HustingsError(f"{whose}: {name} needs a bot in playouts, and random is none; leave it out")
    if "seconds" in asked and "iterations" in asked:
        raise HustingsError(f"{whose}: give iterations or seconds, not both")
    if "seconds" in asked and settings.seconds == 0:
        raise HustingsError(f"{whose}: seconds must be more than 0")
    for bot in settings.bots:
        if bot not in names(game):
            raise HustingsError(
                f"{whose}: playouts={bot}: {game.title} has no such bot; choose from {', '.join(names(game))}"
            )
    if len(settings.bots) > MOST_BOTS:
        raise HustingsError(
            f"{whose}: playouts: {len(settings.bots)} bots are more than {MOST_BOTS}; leave some out"
        )
    if RANDOM in settings.bots and len(settings.bots) > 1:
        raise HustingsError(
            f"{whose}: playouts={settings.playouts}: random cannot be combined with bots; leave it out"
        )
    if settings.win + settings.rank + settings.points + settings.early <= 0:
        raise HustingsError(f"{whose}: win, rank, points and early are all 0; make one of them positive")
    return settings
