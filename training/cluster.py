"""Ray: parts of tournaments, leaderboards and recordings as tasks, workers of training as actors.

Nothing here is of our own: Ray finds the nodes, hands out the tasks, and does those of a node that died once
more. What came of them is put together in the order of the schedule, each once, as on one machine.

An address is Ray's own: "auto", the cluster that runs on this machine or that `RAY_ADDRESS` names;
"HOST:PORT"; "ray://HOST:PORT"; or "local", the cores of this machine, without a cluster. A program that has
called `ray.init` itself stays connected as it is.

All nodes need the same hustings, and what agents of one's own import: installed, in a folder that all share,
or sent by Ray, `ray.init("auto", runtime_env={"working_dir": "."})`. Policies in folders that play a
tournament are sent along; those that guide a search, or are met in training, must be there.
"""

import contextlib
import itertools
import os
import socket
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..agents import Agent
from ..envs.core.api.batch import GameBatch
from ..envs.core.engine.game import Game
from ..envs.core.errors import HustingsError, extra
from ..envs.core.io.files import exists
from .evaluation.arena import seat
from .evaluation.leaderboard.model import code_of
from .evaluation.shards import Part, Played, Tell
from .evaluation.shards import play as play_here

# Read when Ray is imported: a cluster of ours reports to nobody, and of what answers but is no cluster Ray is
# sure after two tries, not twenty, of 40 seconds.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", "2")
with extra("ray", "a cluster"):
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

if TYPE_CHECKING:
    from .learning.rollouts import Done, Play, Share, Task, Worker
    from .learning.settings import TrainSettings

_PATIENCE = 5.0  # seconds for somebody to answer at an address
_SETTINGS = b"\x04"  # the type of the frame that each side of HTTP/2 sends first (RFC 9113, section 3.4)
_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0" + _SETTINGS + bytes(5)
_AHEAD = 2  # parts under way or waiting for each core
_RETRIES = 10  # for the same work; what ends the process every time has to end somewhere


@contextlib.contextmanager
def connected(address: str) -> Iterator[None]:
    """Be connected to a cluster, for as long as it takes.

    Raises:
        HustingsError: where none answers at the address.
    """
    if ray.is_initialized():
        yield
        return
    own: dict[str, Any] = {"include_dashboard": False} if address == "local" else {}
    try:
        _knock(os.environ.get("RAY_ADDRESS", "") if address == "auto" else address)
        ray.init(address=address, logging_level="ERROR", log_to_driver=False, **own)
    except (OSError, ValueError, RuntimeError) as error:
        raise HustingsError(
            f"--ray {address}: no cluster there ({_words(error)}); start one with `ray start --head`, set "
            "RAY_AUTH_MODE=token where it wants a token, or give --ray local"
        ) from None
    try:
        yield
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """OSError where nobody speaks gRPC at HOST:PORT, as Ray does; what is no such address is left to Ray.

    Ray itself would try for a minute and a half. A cluster with TLS is left to it.
    """
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    with socket.create_connection((host.strip("[]"), int(port)), _PATIENCE) as line:
        if os.environ.get("RAY_USE_TLS", "0") == "0":
            line.sendall(_PREFACE)
            if line.makefile("rb").read(4)[3:] != _SETTINGS:
                raise OSError("what answers is no Ray")


def play(parts: Iterable[Part], tell: Tell) -> Iterator[tuple[Part, Played]]:
    """Play parts as tasks, some ahead of the one that is next."""
    coming = iter(parts)
    waiting: deque[tuple[Part, Any]] = deque()
    ahead = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    try:
        while True:
            for part in itertools.islice(coming, ahead - len(waiting)):
                waiting.append((part, _send(part)))
            if not waiting:
                return
            part, task = waiting[0]
            played = _result(task)
            waiting.popleft()
            tell(len(part.deals))
            yield part, played
    finally:
        for _, task in waiting:
            ray.cancel(task, force=True)


def _send(part: Part) -> Any:
    sent = replace(part, agents=[_sent(entry, part.game, key) for entry, key in zip(part.agents, part.keys)])
    task = _task.options(num_cpus=part.threads)
    return task.remote(sent, code_of(part.game.name), str(Path.cwd()))


def _sent(entry: str | Agent, game: Game, key: tuple[int, ...]) -> str | Agent:
    """What a worker is given to make an agent of: its name, or the policy in a folder that it may lack."""
    if isinstance(entry, str):
        folder = entry if exists(entry) else entry.rpartition(":")[0]
        return seat(entry, game, *key) if folder and exists(folder) else entry
    return entry


@ray.remote(max_retries=_RETRIES)
def _task(part: Part, code: str, folder: str) -> Played | HustingsError:
    """Play a part on some node; what a user can mend is handed back."""
    try:
        _settle(part.game, code, folder)
        return play_here(part)
    except HustingsError as error:
        return _there(error)


# --- Training ------------------------------------------------------------------------------------


def workers(settings: "TrainSettings", games: GameBatch) -> "Play":
    """Actors that play the rollouts of a run in such games.

    One whose node died is made anew elsewhere and plays its rollout once more.
    """
    one = GameBatch(games.game, 1, games.num_players, reward=games.reward, box=games.box)
    made = ray.remote(num_cpus=0, max_restarts=-1, max_task_retries=_RETRIES)(_Actor)
    here, places = (code_of(games.game.name), str(Path.cwd())), _places(settings.workers)
    actors = [
        made.options(scheduling_strategy=place).remote(settings, one, number, *here)
        for number, place in enumerate(places)
    ]

    def play(task: "Task", shares: "Sequence[Share]") -> "list[Done]":
        told = ray.put(task)
        tasks = [actor.play.remote(told, share) for actor, share in zip(actors, shares, strict=True)]
        return [_result(task) for task in tasks]

    return play


def _places(workers: int) -> list[Any]:
    """A core for each worker, evenly on all nodes; another one when its node dies, also if none is free."""
    cores = sorted(
        (core, node["NodeID"])
        for node in ray.nodes()
        if node["Alive"]
        for core in range(int(node["Resources"].get("CPU", 0)))
    )
    if not cores:
        raise HustingsError("the cluster has no cores; add a node that has some")
    some = itertools.islice(itertools.cycle(cores), workers)
    return [NodeAffinitySchedulingStrategy(node, soft=True) for _, node in some]


class _Actor:
    """A worker of a run on some node; what a user can mend is handed back."""

    def __init__(self, settings: "TrainSettings", games: GameBatch, number: int, code: str, folder: str):
        self._made_of = settings, games, number
        self._from = code, folder

    @cached_property
    def _worker(self) -> "Worker":
        with extra("train", "training"):
            from .learning.rollouts import Worker
        _settle(self._made_of[1].game, *self._from)
        return Worker(*self._made_of)

    def play(self, task: "Task", share: "Share") -> "Done | HustingsError":
        try:
            return self._worker.play(task, share)
        except HustingsError as error:
            return _there(error)


# --- Both ----------------------------------------------------------------------------------------


def _settle(game: Game, code: str, folder: str) -> None:
    """See to it that on this node things are as where the work comes from."""
    with contextlib.suppress(OSError):  # where it is there, names of files and modules mean the same
        os.chdir(folder)
    if code_of(game.name) != code:
        raise HustingsError("this is another hustings than the one that asks; install the same on all nodes")


def _there(error: HustingsError) -> HustingsError:
    """An error with where it came up."""
    return type(error)(f"{error} (on the node {ray.util.get_node_ip_address()})")


def _result(task: Any) -> Any:
    try:
        played = ray.get(task)
    except ray.exceptions.RayError as error:
        raise HustingsError(f"the cluster failed ({_words(error)}); see Ray's logs") from None
    if isinstance(played, HustingsError):
        raise played
    return played


def _words(error: Exception) -> str:
    """The gist of an error in a line."""
    cause = getattr(error, "cause", None) or error
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return lines[-1] if isinstance(error, ray.exceptions.RayTaskError) else lines[0]
