"""Ray: what a cluster plays is what one machine plays, also when a node dies; what is wrong is one line."""

import contextlib
import dataclasses
import http.server
import os
import socket
import textwrap
import threading
import time

import pytest

if os.environ.get("HUSTINGS_RAY") != "required":
    pytest.importorskip("ray", reason="ray is not installed: pip install 'hustings[ray]'")

import ray
from ray.cluster_utils import Cluster
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from hustings.envs import HustingsError
from hustings.training import cluster as cluster_module
from hustings.training import leaderboard, tournament
from hustings.training.cluster import RayExecutor
from hustings.training.evaluation import executors
from hustings.training.learning import run as runs
from hustings.training.learning.settings import TrainSettings

from .. import players
from ..support import workers_here
from .learning.runs import ends

GAME, PLAYERS = "saludos_amigos", 4
OWN = """
    import os, time
    from pathlib import Path

    import numpy as np
    import ray

    class First:
        name = "first"

        def __init__(self, game, seed, sleep=0, fails=0):
            self.sleep, self.fails, self.calls = float(sleep), int(fails), 0

        def act(self, games, rows):
            if not self.calls and ray.is_initialized() and ray.get_runtime_context().get_task_id():
                node = ray.get_runtime_context().get_node_id()
                with Path("nodes.txt").open("a") as file:
                    file.write(f"{node} {games.tables['seed'][0]}\\n")
                time.sleep(self.sleep)
            self.calls += 1
            if self.calls == self.fails and games.tables["seed"][0] % 3 == 0:
                raise RuntimeError("out of ideas")
            return games.masks(rows=rows).argmax(axis=1)
"""


NODE = {"num_cpus": 1, "object_store_memory": 10**8, "include_log_monitor": False}


@pytest.fixture(scope="module")
def cluster():
    """Two nodes of one core each, and this process beside them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_worker_niceness", "0")  # otherwise they would wait for the tests beside them
        made = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
        ray.init(address=made.address, logging_level="ERROR", log_to_driver=False)
        made.add_node(**NODE)
        yield made
        ray.shutdown()
        made.shutdown()


@pytest.fixture
def own(tmp_path, monkeypatch):
    """An agent of one's own in the current folder, and where it notes who played what."""
    (tmp_path / "hustings_own.py").write_text(textwrap.dedent(OWN))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "nodes.txt"


def node_beside(cluster):
    """A node that can be done without, and takes work; another test may have killed the one before."""
    if not cluster.worker_nodes:
        cluster.add_node(**NODE)
    (node,) = cluster.worker_nodes
    there = NodeAffinitySchedulingStrategy(node.node_id, soft=False)
    ray.get(ray.remote(lambda: None).options(scheduling_strategy=there).remote(), timeout=60)
    return node


def same(one, other):
    """Whether two tournaments are the same, byte for byte, the clock aside."""
    for name in ("deals", "seatings", "scores", "ranks", "payoffs"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name
    trees = [result.as_json() | {"seconds": 0} for result in (one, other)]
    assert trees[0] == trees[1]


@pytest.mark.slow
def test_a_leaderboard_is_that_of_one_machine_when_an_agent_fails_too(cluster, own, tmp_path):
    agents = ["random", "greedy", "hustings_own:First:fails=9"]

    def play(file, **where):
        return leaderboard(GAME, games=150, agents=agents, num_players=4, seed=1, batch=24, out=file, **where)

    here = play(tmp_path / "here.json")
    there = play(tmp_path / "there.json", executor=RayExecutor("auto"))
    reasons = {"hustings_own:First:fails=9": "RuntimeError: out of ideas; hustings_own.py, line 22"}
    assert here.result.reasons == reasons == there.result.reasons
    same(here.result, there.result)
    assert len((tmp_path / "there.json").read_text()) > 1000


def test_a_module_that_a_node_lacks_is_named(cluster, own):
    gone = own.with_name("hustings_gone.py")
    gone.write_text((own.with_name("hustings_own.py")).read_text())
    tournament(GAME, ["hustings_gone:First"], 4)
    gone.unlink()
    with pytest.raises(HustingsError, match=r"^agent 'hustings_gone:First' .* \(on the node [\d.]+\)$"):
        tournament(GAME, ["hustings_gone:First"], 4, executor=RayExecutor("auto"))


def test_the_work_of_a_node_that_dies_is_done_by_another(cluster, own):
    agents, second = ["hustings_own:First:sleep=0.5", "random", "greedy"], node_beside(cluster)
    dead = threading.Event()

    def kill():
        while not (own.exists() and second.node_id in own.read_text()):
            time.sleep(0.01)
        cluster.remove_node(second)  # in the middle of the part that it has begun just now
        dead.set()

    def play(**where):
        return tournament(GAME, agents, 400, num_players=4, seed=5, batch=36, **where)

    here = play()
    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    there = play(executor=RayExecutor("auto"))
    assert dead.wait(60), "the cluster was whole to the end"
    same(here, there)
    begun = [line.split()[1] for line in own.read_text().splitlines()]
    assert len(begun) > len(set(begun)), "no part was begun twice"


def test_a_node_with_another_hustings_is_refused(cluster, monkeypatch):
    monkeypatch.setattr(executors, "version", lambda package: "0.0.1")
    with pytest.raises(
        HustingsError, match=r"^this node has another version of hustings .* \(on the node [\d.]+\)$"
    ):
        tournament(GAME, ["greedy"], 4, executor=RayExecutor("auto"))


SETTINGS = TrainSettings(
    game=GAME, steps=16 * 8 * 5, num_players=4, num_games=16, decisions=128, most_decisions=128,
    layers=(16, 16), thing_width=8, minibatches=2,
    opponents={"hustings_own:First:sleep=0.5": 1.0, "latest": 1.0, "snapshots": 1.0}, freeze_every=1,
    evaluate_seconds=1000, evaluate_games=4, evaluate_against=("random",), checkpoint_seconds=1000, workers=2,
)  # fmt: skip


def run_here(settings, out):
    """A run whose workers are in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "_workers", lambda *_: contextlib.nullcontext(workers_here))
        return runs.train(settings, out, final_games=4)


def test_a_run_is_the_same_wherever_its_workers_are(cluster, tmp_path):
    node_beside(cluster)
    few = dataclasses.replace(SETTINGS, steps=16 * 8 * 2, opponents={"latest": 1.0, "snapshots": 1.0})
    here = run_here(few, tmp_path / "here")
    there = runs.train(few, tmp_path / "there", ray="auto", final_games=4)
    assert (there.steps, str(there.win_shares)) == (here.steps, str(here.win_shares))
    assert ends(tmp_path / "there") == ends(tmp_path / "here")


@pytest.mark.slow
def test_a_run_is_the_same_when_a_worker_dies(cluster, own, tmp_path):
    here, died = run_here(SETTINGS, tmp_path / "here"), False
    for number in range(3):  # a busy machine may leave the second node without a worker; all runs are alike
        out = tmp_path / str(number)
        there, died = run_while_a_node_dies(cluster, own, out)
        assert (there.steps, str(there.win_shares)) == (here.steps, str(here.win_shares))
        assert ends(out) == ends(tmp_path / "here")
        if died:
            break
    assert died, "the cluster was whole to the end"
    # Five rollouts of two workers, and one or more that were begun twice.
    assert len(own.read_text().splitlines()) > 5 * 2


def run_while_a_node_dies(cluster, own, out):
    """A run on two nodes, of which one is killed in the middle of its second rollout, if it plays any."""
    second, over, died = node_beside(cluster), threading.Event(), threading.Event()
    own.unlink(missing_ok=True)

    def kill():
        while not (own.exists() and own.read_text().count(second.node_id) >= 2):
            if over.wait(0.01):
                return
        cluster.remove_node(second)
        died.set()

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    result = runs.train(SETTINGS, out, ray="auto", final_games=4)
    over.set()
    killer.join(60)
    return result, died.is_set()


@pytest.mark.parametrize(("where", "changes", "line"), [
    ({}, {}, "^workers: 2 play on a cluster; say which"),
    ({"ray": "auto"}, {"workers": 0}, "^--ray: say how many workers play, as in --workers 4"),
    ({"ray": "127.0.0.1:1"}, {}, "^--ray 127.0.0.1:1: no cluster there"),
    ({"ray": "auto"}, {"workers": 17}, "^workers: 17 are more than the 16 games"),
    ({"ray": "auto"}, {"algorithm": "expert"}, "^workers: algorithm 'expert' plays in one process"),
])  # fmt: skip
def test_workers_that_cannot_be_are_one_line(tmp_path, monkeypatch, where, changes, line):
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with pytest.raises(HustingsError, match=line):
        runs.train(dataclasses.replace(SETTINGS, **changes), tmp_path / "run", **where)
    assert not list(tmp_path.iterdir())


def test_what_answers_and_is_no_ray_is_told_at_once(monkeypatch):
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(cluster_module, "_PATIENCE", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(HustingsError, match=r"no cluster there \(timed out"):
            tournament(GAME, ["greedy"], 4, executor=RayExecutor(address))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        with pytest.raises(HustingsError, match="what answers is not Ray"):
            tournament(GAME, ["greedy"], 4, executor=RayExecutor(f"ray://127.0.0.1:{server.server_port}"))
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "rubbish", "auto"])
def test_a_cluster_that_is_not_there_is_one_line(address, monkeypatch):
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with pytest.raises(HustingsError, match=f"^--ray {address}: no cluster there .*`ray start --head`"):
        tournament(GAME, ["greedy"], 4, executor=RayExecutor(address))


@pytest.mark.slow
def test_agents_are_looked_at_before_a_cluster_is_asked(monkeypatch):
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    for play in (tournament, lambda game, agents, games, **where: leaderboard(game, agents=agents, **where)):
        with pytest.raises(HustingsError, match="unknown agent 'nobody'"):
            play(GAME, ["greedy", "nobody"], 4, executor=RayExecutor("127.0.0.1:1"))
        with pytest.raises(HustingsError, match=r"^agents: 'high' is an object; a cluster makes its own"):
            play(GAME, ["greedy", players.Bids("high")], 4, executor=RayExecutor("127.0.0.1:1"))
