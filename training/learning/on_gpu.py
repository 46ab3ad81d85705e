"""What a GPU is shown of games, and keeps of it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from .critic_view import CriticView
from .padding import padding_of
from .rollout import Asked, Rollout


class Stage:
    """Pinned memory in which views and masks are made, because a GPU copies fast from there.

    Args:
        game: the game.
        padded: whether the GPU pads the views, see `Padding`.
        device: the GPU.
    """

    def __init__(self, game: Game, padded: bool, device: torch.device):
        self._device, self._pinned = device, device.type == "cuda"
        self._views, self._masks = torch.empty(0), torch.empty(0, dtype=torch.bool)
        self._columns: dict[int, Tensor] = {}
        if padded:
            padding = padding_of(game)
            for size, columns in zip(padding.sizes.tolist(), padding.columns):
                self._columns[size] = torch.from_numpy(columns).to(device)
            self._ends = torch.tensor([[0.0, 1.0]], device=device)

    def __call__(self, asked: Sequence[tuple[GameBatch, np.ndarray]]) -> tuple[Tensor, Tensor]:
        """Views (R, S) and masks (R, A) of the seats on turn, in rows of several batches, on the GPU.

        The GPU must have copied them before the next call.
        """
        actions = asked[0][0].num_actions
        sizes = [len(rows) * games.observation_size for games, rows in asked]
        self._views = self._with_room(self._views, sum(sizes))
        self._masks = self._with_room(self._masks, sum(len(rows) for _, rows in asked) * actions)
        views, masks, begin = [], [], 0
        for (games, rows), part in zip(asked, self._views[: sum(sizes)].split(sizes)):
            view = part.view(len(rows), games.observation_size)
            games.observe(rows=rows, out=view.numpy())
            views.append(self._padded(view.to(self._device, non_blocking=True)))
            end = begin + len(rows) * actions
            mask, begin = self._masks[begin:end].view(len(rows), actions), end
            games.masks(rows=rows, out=mask.numpy())
            masks.append(mask.to(self._device, non_blocking=True))
        return torch.cat(views), torch.cat(masks)

    def _with_room(self, memory: Tensor, needed: int) -> Tensor:
        if len(memory) >= needed:
            return memory
        return torch.empty(needed + needed // 2, dtype=memory.dtype, pin_memory=self._pinned)

    def _padded(self, views: Tensor) -> Tensor:
        if not self._columns:
            return views
        known = torch.cat([self._ends.expand(len(views), 2), views], dim=1)
        return known.index_select(1, self._columns[views.shape[1]])


class RolloutOnGPU(Rollout):
    """A rollout whose observations and masks are on a GPU, where they are learnt from.

    Args:
        most: the number of decisions that there is room for.
        view: makes the observations.
        game: the game.
        device: the GPU.
    """

    def __init__(self, most: int, view: CriticView, game: Game, device: torch.device):
        self._device = device
        self._stage = None if view.hidden_size else Stage(game, view.padded, device)
        super().__init__(most, view.size, game.actions.size, view.players)

    def inputs(self, most: int, observation_size: int, num_actions: int) -> tuple[Any, Any]:
        """See `Rollout.inputs`; on the GPU."""
        observations = torch.empty((most, observation_size), device=self._device)
        return observations, torch.empty((most, num_actions), dtype=torch.bool, device=self._device)

    def look(self, view: CriticView, asked: Sequence[Asked]) -> tuple[Any, Any]:
        """See `Rollout.look`."""
        span = slice(asked[0].span.start, asked[-1].span.stop)
        if self._stage is None:  # a critic's observations are made of many views
            views = np.concatenate([view(games, rows=rows) for _, games, rows in asked])
            masks = np.concatenate([games.masks(rows=rows) for _, games, rows in asked])
            found = torch.from_numpy(views), torch.from_numpy(masks)
        else:
            found = self._stage([(games, rows) for _, games, rows in asked])
        self.observations[span], self.masks[span] = found
        return self.observations[span], self.masks[span]
