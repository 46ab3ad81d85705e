"""Warm start: before it learns from its own games, the learner imitates a bot.

Supervised learning on the bot's decisions (behaviour cloning), in games where it holds every seat. Now and
then another legal action is played than the bot chose, so that positions off the bot's path are seen, too.
The value network learns what the seats were paid.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional

from ..agents import Agent
from ..envs.core.batch import GameBatch
from .selfplay import potentials

STRAY = 0.05
_MAX_GRADIENT = 1.0


class Lessons(NamedTuple):
    """L decisions of the teacher.

    Attributes:
        observations: (L, S) float32.
        masks: (L, A) bool.
        actions: (L,) int64, the teacher's.
        returns: (L,) float32, what the seat was paid from there on, shaping included.
    """

    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    returns: np.ndarray


def lessons(
    games: GameBatch, teacher: Agent, stream: np.random.Generator, shaping: float = 0.0, stray: float = STRAY
) -> Lessons:
    """Deal all the games anew, play them to the end, and note the teacher's choice at every decision.

    Args:
        games: what is played; its reward kind is what the seats are paid.
        teacher: holds every seat.
        stream: draws the deals and the strays.
        shaping: as for `SelfPlayVecEnv`.
        stray: the share of decisions at which a random legal action is played instead.
    """
    games.reset(seeds=stream.integers(2**64, size=games.num_games, dtype=np.uint64))
    rows = np.flatnonzero(~games.over)
    parts: list[tuple[np.ndarray, ...]] = []
    while len(rows):
        seats = games.seat[rows]
        masks = games.masks(rows=rows)
        actions = np.asarray(teacher.act(games, rows), np.int64)
        now = potentials(games, rows)[np.arange(len(rows)), seats]
        parts.append((rows, seats, games.observe(rows=rows), masks, actions, now))
        at_random = ((1.0 - stream.random(masks.shape, np.float32)) * masks).argmax(axis=1)
        astray = stream.random(len(rows)) < stray
        games.step(np.where(astray, at_random, actions), rows=rows)
        rows = rows[games.seat[rows] >= 0]
    row, seat, observations, masks, actions, before = (np.concatenate(part) for part in zip(*parts))
    growth = potentials(games, np.arange(games.num_games))[row, seat] - before
    return Lessons(observations, masks, actions, games.payoff[row, seat] + np.float32(shaping) * growth)


def study(
    policy: Any, optimizer: torch.optim.Optimizer, taught: Lessons, batch_size: int, value_weight: float = 0.5
) -> tuple[float, float]:
    """One pass over the lessons, in the order that torch's generator draws.

    Args:
        policy: an sb3-contrib `MaskableActorCriticPolicy`.

    Returns:
        The share of the teacher's decisions that were the policy's most probable ones, and the loss.
    """
    policy.set_training_mode(True)
    tensors = [torch.from_numpy(array) for array in taught]
    right, losses = 0.0, 0.0
    for batch in torch.randperm(len(taught.actions)).split(batch_size):
        observations, masks, actions, returns = (tensor[batch] for tensor in tensors)
        features = policy.extract_features(observations)
        latent_policy, latent_value = policy.mlp_extractor(features)
        logits = policy.action_net(latent_policy).masked_fill(~masks, -1e8)
        values = policy.value_net(latent_value).flatten()
        loss = functional.cross_entropy(logits, actions) + value_weight * functional.mse_loss(values, returns)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), _MAX_GRADIENT)
        optimizer.step()
        right += float((logits.argmax(dim=1) == actions).sum())
        losses += float(loss.detach()) * len(batch)
    return right / len(taught.actions), losses / len(taught.actions)


def imitate(
    policy: Any,
    games: GameBatch,
    teacher: Agent,
    stream: np.random.Generator,
    go_on: Callable[[int, float, float], bool],
    *,
    shaping: float = 0.0,
    learning_rate: float = 1e-3,
    batch_size: int = 1024,
) -> None:
    """Teach `policy` in waves of games until `go_on(decisions seen, share right, loss)` says no."""
    optimizer = torch.optim.Adam(policy.parameters(), lr=learning_rate, eps=1e-5)
    seen, right, loss = 0, 0.0, 0.0
    while go_on(seen, right, loss):
        taught = lessons(games, teacher, stream, shaping)
        right, loss = study(policy, optimizer, taught, batch_size)
        seen += len(taught.actions)
