"""Observations, masks and rollouts in the memory of a GPU."""

from collections.abc import Sequence
from itertools import cycle
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ...envs.core.api.batch import GameBatch
from ...envs.core.engine.game import Game
from .critic_view import CriticView
from .padding import padding_of
from .rollout import Asked, Rollout


class Answer:
    """A tensor that a GPU may still be computing; calling it waits for its numbers."""

    def __init__(self, tensor: Tensor):
        self._copied: torch.cuda.Event | None = None
        self._numbers = tensor
        if tensor.is_cuda:
            # Copied now, since later calls write to the same memory.
            self._numbers = torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=True)
            self._numbers.copy_(tensor, non_blocking=True)
            self._copied = torch.cuda.Event()
            self._copied.record()

    def __call__(self) -> np.ndarray:
        """The numbers."""
        if self._copied is not None:
            self._copied.synchronize()
        return self._numbers.numpy()


class _Pinned:
    """Memory from which a GPU copies fast."""

    def __init__(self, dtype: torch.dtype, device: torch.device):
        self._pinned = device.type == "cuda"
        self._memory = torch.empty(0, dtype=dtype)
        self._copied: torch.cuda.Event | None = None

    def of(self, size: int) -> Tensor:
        """(size,) memory to write to, once the GPU has copied what was there."""
        if self._copied is not None:
            self._copied.synchronize()
        if len(self._memory) < size:
            room = size + size // 2
            self._memory = torch.empty(room, dtype=self._memory.dtype, pin_memory=self._pinned)
        return self._memory[:size]

    def sent(self) -> None:
        """Note that the GPU has been told to copy all that was written."""
        if self._pinned:
            self._copied = torch.cuda.Event()
            self._copied.record()


class Stage:
    """Copies views and masks to a GPU, which pads them.

    Two memories take turns: one is written to while the GPU copies from the other.

    Args:
        game: the game.
        padded: whether the views are padded, see `Padding`.
        device: the GPU.
    """

    def __init__(self, game: Game, padded: bool, device: torch.device):
        self._device = device
        pairs = [(_Pinned(torch.float32, device), _Pinned(torch.bool, device)) for _ in range(2)]
        self._memories = cycle(pairs)
        self._columns: dict[int, Tensor] = {}
        if padded:
            padding = padding_of(game)
            for size, columns in zip(padding.sizes.tolist(), padding.columns):
                self._columns[size] = torch.from_numpy(columns).to(device)
            self._ends = torch.tensor([[0.0, 1.0]], device=device)

    def __call__(self, asked: Sequence[tuple[GameBatch, np.ndarray]]) -> tuple[Tensor, Tensor]:
        """Views (R, S) and masks (R, A) of the seats on turn, in rows of several batches, on the GPU."""
        actions, numbers = asked[0][0].num_actions, [len(rows) for _, rows in asked]
        sizes = [number * games.observation_size for number, (games, _) in zip(numbers, asked)]
        seen, legal = next(self._memories)
        masks, views = legal.of(sum(numbers) * actions).view(-1, actions), []
        parts = zip(asked, seen.of(sum(sizes)).split(sizes), masks.split(numbers))
        for (games, rows), part, mask in parts:
            view = part.view(len(rows), games.observation_size)
            games.observe(rows=rows, out=view.numpy())
            games.masks(rows=rows, out=mask.numpy())
            views.append(self._padded(view.to(self._device, non_blocking=True)))
        found = torch.cat(views), masks.to(self._device, non_blocking=True)
        seen.sent()
        legal.sent()
        return found

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
        plain = type(view) is CriticView and not view.hidden_size
        self._stage = Stage(game, view.padded, device) if plain else None
        super().__init__(most, view.size, game.actions.size, view.players)

    def inputs(self, most: int, observation_size: int, num_actions: int) -> tuple[Any, Any]:
        """See `Rollout.inputs`; on the GPU."""
        observations = torch.empty((most, observation_size), device=self._device)
        return observations, torch.empty((most, num_actions), dtype=torch.bool, device=self._device)

    def look(self, view: CriticView, asked: Sequence[Asked]) -> tuple[Any, Any]:
        """See `Rollout.look`."""
        span = slice(asked[0].span.start, asked[-1].span.stop)
        if self._stage is None:  # a critic's observations are made of many views, others' of anything
            views = np.concatenate([view(games, rows=rows) for _, games, rows in asked])
            masks = np.concatenate([games.masks(rows=rows) for _, games, rows in asked])
            found = torch.from_numpy(views), torch.from_numpy(masks)
        else:
            found = self._stage([(games, rows) for _, games, rows in asked])
        self.observations[span], self.masks[span] = found
        return self.observations[span], self.masks[span]
