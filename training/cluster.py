"""Work on a Ray cluster: an executor, connecting, results.

Games are tasks of `RayExecutor`; training workers are actors (`.learning.ray_workers`). Ray distributes the
work and repeats what a dead node had begun. Results are combined in order, each once, as on one machine.

All nodes need the same hustings, and whatever your own agents import: installed, in a shared folder, or sent
by Ray, `ray.init("auto", runtime_env={"working_dir": "."})`. Policies in folders that play a tournament are
sent along; those that guide a search, or are opponents in training, must already be there.
"""

import contextlib
import itertools
import os
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import Any

from ..envs.core.errors import HustingsError, extra

# Ray reads these on import: no usage statistics; and if something other than a cluster answers, give up
# after two tries of 40 seconds instead of twenty.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", "2")
with extra("ray", "a cluster"):
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

RETRIES = 10
"""How often to retry a task, because one that crashes its process would be retried for ever."""
_PATIENCE = 5.0  # seconds for somebody to answer at an address
_SETTINGS = b"\x04"  # the type of the first frame from either side of HTTP/2 (RFC 9113, section 3.4)
_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0" + _SETTINGS + bytes(5)


class RayExecutor(Executor):
    """Runs functions as tasks of a Ray cluster; one whose node dies is run again on another.

    It connects on first use and disconnects at the end of its `with` block. A program that has called
    `ray.init` itself stays connected as it is.

    Args:
        address: "auto", the cluster that runs on this machine or that `RAY_ADDRESS` names; "HOST:PORT";
            "ray://HOST:PORT"; or "local", the cores of this machine, without a cluster.
        cores: how many cores each task reserves.

    Raises:
        HustingsError: on first use, if no cluster answers at the address.
    """

    def __init__(self, address: str, cores: int = 1):
        self._address, self._cores, self._connection = address, cores, contextlib.ExitStack()

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Submit a task; its future raises what the function raises."""
        if not ray.is_initialized():
            self._connection.enter_context(connected(self._address))
        return _Task(_run.options(num_cpus=self._cores).remote(function, args, kwargs))

    @property
    def _max_workers(self) -> int:
        return max(1, int(ray.cluster_resources().get("CPU", 1)) // self._cores)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect from the cluster."""
        self._connection.close()


class _Task(Future[Any]):
    """The future of a task."""

    def __init__(self, task: Any):
        super().__init__()
        self._task = task
        task.future().add_done_callback(self._settle)

    def cancel(self) -> bool:
        cancelled = super().cancel()
        if cancelled and ray.is_initialized():  # after it, Ray would connect anew
            ray.cancel(self._task, force=True)
        return cancelled

    def _settle(self, done: "Future[Any]") -> None:
        if self.set_running_or_notify_cancel():
            try:
                self.set_result(_checked(done.result))
            except Exception as error:
                self.set_exception(error)


@ray.remote(max_retries=RETRIES)
def _run(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run a function on some node; return a user's error, which Ray would wrap in one of its own."""
    try:
        return function(*args, **kwargs)
    except HustingsError as error:
        return with_node(error)


@contextlib.contextmanager
def connected(address: str) -> Iterator[None]:
    """Connect to a cluster for the duration of a `with` block.

    Raises:
        HustingsError: if no cluster answers at the address.
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
            f"--ray {address}: no cluster there ({_gist(error)}); start one with `ray start --head`, set "
            "RAY_AUTH_MODE=token if it wants a token, or give --ray local"
        ) from None
    try:
        yield
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise OSError unless HOST:PORT speaks gRPC, as Ray does; leave other kinds of addresses to Ray.

    Ray itself would try for a minute and a half. A cluster with TLS is left to Ray, too.
    """
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    with socket.create_connection((host.strip("[]"), int(port)), _PATIENCE) as line:
        if os.environ.get("RAY_USE_TLS", "0") == "0":
            line.sendall(_PREFACE)
            if line.makefile("rb").read(4)[3:] != _SETTINGS:
                raise OSError("what answers is not Ray")


def placements(actors: int) -> list[Any]:
    """Reserve a core for each actor, spread over all nodes; any other core if its node dies."""
    cores = sorted(
        (core, node["NodeID"])
        for node in ray.nodes()
        if node["Alive"]
        for core in range(int(node["Resources"].get("CPU", 0)))
    )
    if not cores:
        raise HustingsError("the cluster has no cores; add a node that has some")
    chosen = itertools.islice(itertools.cycle(cores), actors)
    return [NodeAffinitySchedulingStrategy(node, soft=True) for _, node in chosen]


def with_node(error: HustingsError) -> HustingsError:
    """The error, with the node that it occurred on."""
    return type(error)(f"{error} (on the node {ray.util.get_node_ip_address()})")


def result_of(task: Any) -> Any:
    """Wait for a task's result; raise a HustingsError that it returned."""
    return _checked(lambda: ray.get(task))


def _checked(get: Callable[[], Any]) -> Any:
    try:
        result = get()
    except ray.exceptions.RayError as error:
        raise HustingsError(f"the cluster failed ({_gist(error)}); see Ray's logs") from None
    if isinstance(result, HustingsError):
        raise result
    return result


def _gist(error: Exception) -> str:
    """An error in one line."""
    cause = getattr(error, "cause", None) or error
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return lines[-1] if isinstance(error, ray.exceptions.RayTaskError) else lines[0]
