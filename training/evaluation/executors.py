"""Executors of shards: this process, or a Ray cluster."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ...agents import Agent
from ...envs.core.errors import HustingsError
from .shards import Executor, run_locally


@contextmanager
def executor(ray: str | None, agents: Iterable[str | Agent]) -> Iterator[Executor]:
    """The executor for shards with these agents.

    Args:
        ray: the address of a cluster, see `hustings.training.cluster`; None for this process.
        agents: all agents that will play.

    Raises:
        HustingsError: if there is no such cluster, or an agent is not given by name.
    """
    if ray is None:
        yield run_locally
        return
    from ..cluster import connected
    from .ray_executor import run_on_cluster

    for entry in agents:
        if not isinstance(entry, str):
            raise HustingsError(
                f"agents: {entry.name!r} is an object; a cluster makes its own agents, so give a name"
            )
    with connected(ray):
        yield run_on_cluster
