"""Imitation: supervised learning on the decisions of a bot or a search (behaviour cloning).

The teacher plays every seat, or those that others leave to it. Now and then a random legal action is played
instead of the teacher's, so that the network also sees positions off the teacher's path. The values learn the
payoffs of all seats. Lessons are always played anew: from repeated ones the values would learn those games by
heart instead of the game.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from torch import Tensor
from torch.nn import functional

from ...agents.interface import Agent, Explanation
from ...envs.core.api.agent import actions_of
from ...envs.core.api.batch import GameBatch
from ...envs.core.api.opponents import LEARNER
from .critic_view import CriticView
from .networks import Network
from .rollout import GOALS, own_first
from .self_play import margins
from .settings import CHOICE, IMPROVED
from .trainer import Batch, Trainer, log_softmax, value_losses

STRAY = 0.05  # the fraction of random actions
VISITS, MEANS = "visits", "means"
_TEMPERATURE = 0.05  # of means, which range from 0 to 1
_LEADS = 0.05  # the usual deviation of leads, from which `improved` tells real leads from noise
_MAX_GRADIENT = 1.0


class Lessons(NamedTuple):
    """L decisions of the teacher.

    Attributes:
        observations: (L, S + H) float32, made by `CriticView`.
        masks: (L, A) bool.
        actions: (L,) int64, the teacher's.
        aims: (L, A) float32, target probabilities of the actions; (L, 0) if only choices are taught.
        returns: (L, G, P) float32, each seat's payoff and margin, beginning with the seat that decides; 0 for
            absent seats.
    """

    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    aims: np.ndarray
    returns: np.ndarray


class OtherPlayers(NamedTuple):
    """The players besides a teacher.

    Attributes:
        agents: the agents by number.
        seatings: (N, P) for each seat of each game, the number of an agent, or `LEARNER` for the teacher.
    """

    agents: Mapping[int, Agent]
    seatings: np.ndarray


def lessons(
    games: GameBatch,
    teacher: Any,
    stream: np.random.Generator,
    *,
    stray: float = STRAY,
    targets: str = CHOICE,
    critic_view: CriticView | None = None,
    stop: Callable[[], bool] | None = None,
    others: OtherPlayers | None = None,
) -> Lessons:
    """Deal all games anew, play them to the end, and record each decision of the teacher.

    Args:
        games: the games to play; their reward gives the payoffs.
        teacher: plays every seat, or those that `others` leave to it.
        stream: draws the deals and the random actions.
        stray: the fraction of decisions at which a random legal action is played instead.
        targets: what to learn from a search: its "choice", its "visits" as probabilities, its "means" as
            odds, or the guide's policy "improved" by its results.
        critic_view: makes the observations; None for the view alone.
        stop: called after every decision; if it returns True, no more is played, and the decisions in games
            that are not over are left out. Where none is over, they stay, and only observations are valid.
        others: the players of the other seats.
    """
    critic_view = critic_view or CriticView(games)
    games.reset(seeds=stream.integers(2**64, size=games.num_games, dtype=np.uint64))
    rows = np.flatnonzero(~games.over)
    parts: list[tuple[np.ndarray, ...]] = []
    while len(rows):
        if others is not None:
            rows = _taught(games, rows, others)
            if not len(rows):
                break
        seats = games.seat[rows]
        masks = games.masks(rows=rows)
        # Recorded before the random actions: lessons have the teacher's choice even where it is not played.
        actions, aims = _advice(teacher, games, rows, targets)
        parts.append((rows, seats, critic_view(games, rows=rows), masks, actions, aims))
        # The highest of uniform numbers among the legal actions; 1 - x, so that none of them is 0.
        at_random = ((1.0 - stream.random(masks.shape, np.float32)) * masks).argmax(axis=1)
        astray = stream.random(len(rows)) < stray
        games.step(np.where(astray, at_random, actions), rows=rows)
        rows = rows[games.seat[rows] >= 0]
        if stop is not None and stop():
            break
    if not parts:  # the others' decisions have ended every game
        none = np.arange(0)
        seen, legal = critic_view(games, rows=none), games.masks(rows=none)
        parts.append((none, none, seen, legal, none, np.zeros((0, 0), np.float32)))
    row, seat, observations, masks, actions, aims = (np.concatenate(part) for part in zip(*parts))
    if games.over.any() and not games.over.all():
        kept = games.over[row]
        row, seat, observations, masks, actions, aims = (
            array[kept] for array in (row, seat, observations, masks, actions, aims)
        )
    paid = np.stack([games.payoff, margins(games, np.arange(games.num_games))], axis=1)[row]
    returns = np.zeros((len(paid), len(GOALS), critic_view.players), np.float32)  # 0 for absent seats
    returns[:, :, : games.num_players] = own_first(paid, seat)
    return Lessons(observations, masks, actions, aims, returns)


def _taught(games: GameBatch, rows: np.ndarray, others: OtherPlayers) -> np.ndarray:
    """Let the others play until the teacher is on turn, and return the rows whose games are not over."""
    waiting = rows
    while len(waiting):
        on_turn = others.seatings[waiting, games.seat[waiting]]
        for number in np.unique(on_turn[on_turn != LEARNER]):
            theirs = waiting[on_turn == number]
            games.step(actions_of(others.agents[number], games, theirs), rows=theirs)
        waiting = waiting[on_turn != LEARNER]
        waiting = waiting[games.seat[waiting] >= 0]
    return rows[games.seat[rows] >= 0]


@np.errstate(under="ignore")  # tiny odds become 0
def _advice(teacher: Any, games: GameBatch, rows: np.ndarray, targets: str) -> tuple[np.ndarray, np.ndarray]:
    """(R,) the teacher's actions, and (R, A) or (R, 0) target probabilities."""
    if targets == CHOICE:
        return actions_of(teacher, games, rows), np.zeros((len(rows), 0), np.float32)
    thoughts = teacher.explain(games, rows)
    actions = np.stack([thought.probabilities for thought in thoughts]).argmax(axis=1)
    aims = np.stack([_AIMS[targets](thought, action) for thought, action in zip(thoughts, actions)])
    return actions, (aims / aims.sum(axis=1, keepdims=True)).astype(np.float32)


def _visits(thought: Explanation, action: int) -> np.ndarray:
    """(A,) the playouts of each action, 1 for a single legal action, which is not searched."""
    visits = thought.details["visits"].astype(np.float64)
    visits[action] += not visits.any()
    return visits


def _means(thought: Explanation, action: int) -> np.ndarray:
    """(A,) odds from the mean outcomes of playouts."""
    visits = _visits(thought, action)
    means = np.where(visits > 0, thought.details["mean"], -np.inf)
    return np.exp((means - means.max()) / _TEMPERATURE)


def improved(thought: Explanation, action: int) -> np.ndarray:
    """(A,) the guide's odds times 1 + lead / `_LEADS`, at least 0, with leads over the guide's own choice.

    The larger its standard error, the more a lead is shrunk towards 0: to its posterior mean, if leads have a
    normal prior with a deviation of `_LEADS`. A single deal says nothing of its error, and is ignored. The
    factor is linear because exp(lead) would be larger on average the less is known of a lead.
    """
    del action  # the search's choice; the policy to improve is the guide's
    prior, mean, tried = (thought.details[name] for name in ("prior", "mean", "visits"))
    own = prior.argmax()
    lead = np.where((tried > 1) & (tried[own] > 1), mean - mean[own], 0.0)
    lead *= _LEADS**2 / (_LEADS**2 + thought.details["error"] ** 2)
    return prior * np.maximum(0.0, 1 + lead / _LEADS)


_AIMS = {VISITS: _visits, MEANS: _means, IMPROVED: improved}


class Imitation(Trainer):
    """Learns from lessons by cross-entropy, plus the squared error of the values."""

    def __init__(self, network: Network, learning_rate: float, value_weight: float):
        super().__init__(network, learning_rate, _MAX_GRADIENT)
        self.value_weight = value_weight

    def study(self, taught: Lessons, batch_size: int = 1024, passes: int = 1) -> dict[str, float]:
        """Learn from lessons; return the "loss" and the accuracy, as "right"."""
        return self.learn(taught._asdict(), self._loss, batch_size, passes)

    def _loss(self, batch: Batch) -> tuple[Tensor, dict[str, Tensor]]:
        actions, aims = batch["actions"], batch["aims"]
        output = self.network.evaluate(batch["observations"], batch["masks"])
        log_probs = log_softmax(output, batch["masks"])
        if aims.shape[1]:
            missed = -(aims * log_probs).sum(dim=1).mean()
        else:
            missed = functional.nll_loss(log_probs, actions)
        loss = missed + self.value_weight * value_losses(output, batch["returns"])
        return loss, {"loss": loss, "right": (log_probs.argmax(dim=1) == actions).float().mean()}
