"""Workers of a training run as Ray actors."""

import contextlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...envs.core.api.batch import GameBatch
from ...envs.core.errors import HustingsError, extra
from ..cluster import RETRIES, placements, ray, result_of, with_node
from ..evaluation.executors import Origin

if TYPE_CHECKING:
    from .algorithms.workers import PlayTask, Task, Worker, WorkerResult
    from .settings import TrainSettings


def workers(settings: "TrainSettings", games: GameBatch) -> "PlayTask":
    """Actors that play the rollouts of a run in games like these.

    If an actor's node dies, Ray restarts the actor elsewhere, and it plays its rollout again.
    """
    one = GameBatch(games.game, 1, games.num_players, reward=games.reward, box=games.box)
    made = ray.remote(num_cpus=0, max_restarts=-1, max_task_retries=RETRIES)(_Actor)
    origin, places = Origin.here(games.game), placements(settings.workers)
    actors = [
        made.options(scheduling_strategy=place).remote(settings, one, number, origin)
        for number, place in enumerate(places)
    ]
    for actor in actors:  # so that they import and compile while the run warms up
        actor.prepare.remote()

    def play(task: "Task", shares: "Sequence[Mapping[str, np.ndarray]]") -> "list[WorkerResult]":
        shared = ray.put(task)  # stored once, not once for each actor
        tasks = [actor.play.remote(shared, share) for actor, share in zip(actors, shares, strict=True)]
        return [result_of(task) for task in tasks]

    return play


class _Actor:
    """A worker of a run on some node.

    HustingsErrors are returned, not raised, since Ray would wrap them in an error of its own.
    """

    def __init__(self, settings: "TrainSettings", games: GameBatch, number: int, origin: Origin):
        self._made_of = settings, games, number
        self._origin = origin

    @cached_property
    def _worker(self) -> "Worker":
        with extra("train", "training"):  # of the node
            from .algorithms.workers import Worker
        self._origin.adopt(self._made_of[1].game)
        return Worker(*self._made_of)

    def prepare(self) -> None:
        with contextlib.suppress(HustingsError):  # `play` will return it
            self._worker  # noqa: B018

    def play(self, task: "Task", games: "Mapping[str, np.ndarray]") -> "WorkerResult | HustingsError":
        try:
            return self._worker.play(task, games)
        except HustingsError as error:
            return with_node(error)
