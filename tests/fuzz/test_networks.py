"""Policies and checkpoints as nobody writes them; their digests are right."""

import json
import re
import resource
from pathlib import Path

import numpy as np
import onnx
import pytest
from rich.console import Console
from safetensors.numpy import load, save

from hustings.agents import make
from hustings.agents.policy import foreign
from hustings.agents.policy.agent import METADATA, MODEL
from hustings.agents.policy.onnx_file.trial import try_out
from hustings.envs.core.api.batch import GameBatch
from hustings.training.learning import checkpoint
from hustings.training.learning.run import Run, train
from hustings.training.learning.settings import TrainSettings

from .. import tinygame
from ..odd_files import COUNTS, MOST_KIB, as_json, damaged, odd, read_all
from ..support import policy_file

GAME = tinygame.GAME


def odd_model(content: bytes, stream: np.random.Generator) -> bytes:
    """A model with something odd in its bytes, its facts, a node or its weights."""
    kind = stream.integers(4)
    if kind == 0:
        return damaged(content, stream)
    model = onnx.load_from_string(content)
    if kind == 1:
        facts = json.dumps(odd(json.loads(model.metadata_props[0].value), stream))
        onnx.helper.set_model_props(model, {METADATA: facts})
    elif kind == 2:
        node = model.graph.node[stream.integers(len(model.graph.node))]
        kinds = ["Add", "Mul", "Exp", "Loop", "Neg", "Where", "Tile", "Expand", "MatMul", "x\x1b"]
        node.op_type = str(stream.choice(kinds))
        if stream.random() < 0.3:
            model.graph.node.append(node)
        if stream.random() < 0.2:  # as many numbers as memory or nothing holds
            size = np.array([int(stream.choice([2**20, 2**30, 2**40, 2**62]))])
            model.graph.initializer.append(onnx.numpy_helper.from_array(size, "size"))
            model.graph.node.append(onnx.helper.make_node("ConstantOfShape", ["size"], ["many"]))
    else:
        weights = model.graph.initializer[stream.integers(len(model.graph.initializer))]
        if weights.dims and stream.random() < 0.5:
            weights.dims[0] = int(stream.choice([0, -1, 1, 3, 2**31, 2**62]))
        elif stream.random() < 0.5:
            weights.data_type = int(stream.integers(0, 20))
        else:
            values = np.frombuffer(weights.raw_data, np.float32).copy()
            place = stream.integers(len(values)) if len(values) else slice(0)
            values[place] = stream.choice([np.nan, np.inf, 1e38])
            weights.raw_data = values.tobytes()
    return model.SerializeToString()


@pytest.fixture
def little_memory():
    """Little more than there is, as in the process in which policies are tried."""
    before = resource.getrlimit(resource.RLIMIT_DATA)
    (taken,) = re.findall(r"VmData:\s*(\d+)", Path("/proc/self/status").read_text())
    resource.setrlimit(resource.RLIMIT_DATA, ((int(taken) + MOST_KIB) * 1024, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_DATA, before)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.usefixtures("little_memory")
def test_odd_policies_are_refused_or_play(count, tmp_path, capfd, monkeypatch):
    monkeypatch.setattr(foreign, "_in_other_process", try_out)  # in this process, which is faster
    content, path = policy_file(GAME, 3), tmp_path / MODEL
    games = GameBatch(GAME, 4, 3)
    games.observe()

    def read():
        agent = make(str(tmp_path), GAME)
        chosen = agent.act(games, np.arange(4))
        assert games.legal[np.arange(4), chosen].all()

    read_all(lambda stream: path.write_bytes(odd_model(content, stream)), read, tmp_path, count)
    assert capfd.readouterr() == ("", "")


SETTINGS = TrainSettings(
    game="tinygame", steps=64, num_players=3, num_games=8, decisions=32, minibatches=1, layers=(8,),
    thing_width=4, evaluate_games=12, evaluate_against=("random",), freeze_every=1, pool_size=2,
)  # fmt: skip


def odd_arrays(content: bytes, stream: np.random.Generator) -> bytes:
    """Arrays with something odd in their bytes, or in one of them."""
    if stream.random() < 0.3:
        return damaged(content, stream)
    arrays = load(content)
    name = sorted(arrays)[stream.integers(len(arrays))]
    array, kind = arrays.pop(name), stream.integers(6)
    if kind == 0:
        arrays["\x1b"] = array
    elif kind == 1:
        arrays[name] = array.astype(np.float64)
    elif kind == 2:
        arrays[name] = array[..., None]
    elif kind > 2 and array.size:
        flat = array.reshape(-1).copy()
        odd = [0, 1, 2, 3, 5, 100, 127] if flat.dtype.kind in "iub" else [np.nan, np.inf, -1e38, 1e-45]
        flat[stream.integers(len(flat))] = stream.choice(odd)
        arrays[name] = flat.reshape(array.shape)
    return save(arrays)


@pytest.mark.parametrize("count", COUNTS)
def test_odd_checkpoints_with_right_digests_are_refused_or_gone_on_with(count, tmp_path):
    out = tmp_path / "run"
    train(SETTINGS, out, game=GAME, final_games=12)
    folder = checkpoint.complete(out / "checkpoints")[-1]
    names = [checkpoint.STATE, *(f"{name}.safetensors" for name in checkpoint.ARRAYS)]
    content = {name: (folder / name).read_bytes() for name in names}
    tree = json.loads(content[checkpoint.STATE])
    run = Run(SETTINGS, GAME, out, Console(quiet=True))

    def write(stream):
        changed, name = dict(content), names[stream.integers(len(names))]
        if name != checkpoint.STATE:
            changed[name] = odd_arrays(content[name], stream)
        elif stream.random() < 0.2:
            changed[name] = damaged(content[name], stream)
        else:
            changed[name] = as_json({**tree, "state": odd(tree["state"], stream)})
        for part, data in changed.items():
            (folder / part).write_bytes(data)
        (folder / checkpoint.SUMS).write_bytes(checkpoint._sums(changed))

    def read():
        run.load()
        for table in run.tables:
            table.games.check()

    read_all(write, read, tmp_path, count)
