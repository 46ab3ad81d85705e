"""Damaged and hostile policy files: each is refused in one line, and nothing of it runs."""

import functools
import json
import os
import re

import numpy as np
import onnx
import pytest

from hustings.agents import PolicyAgent, PolicyError, make
from hustings.agents.policy import agent as policy_module
from hustings.agents.policy.agent import METADATA, MODEL, MOST_BYTES, PolicyFacts
from hustings.training.learning.export import to_onnx

from ..support import network, policy_file
from .test_policy import GAME, PLAYERS, policy


def edited(change):
    """A change of the saved model, read and written as ONNX."""

    def damage(folder):
        model = onnx.load(folder / MODEL)
        change(model)
        (folder / MODEL).write_bytes(model.SerializeToString())

    return damage


def facts(**changes):
    """A change of the facts in the metadata."""

    def change(model):
        tree = json.loads(model.metadata_props[0].value) | changes
        onnx.helper.set_model_props(model, {METADATA: json.dumps(tree)})

    return edited(change)


def another(**shape):
    """The model of another network, with the facts of this one."""

    def damage(folder):
        wrong = to_onnx(network(GAME, **shape), PolicyFacts.of(GAME, shape["players"]))
        model = onnx.load_from_string(wrong)
        onnx.helper.set_model_props(model, PolicyFacts.of(GAME, PLAYERS).metadata())
        (folder / MODEL).write_bytes(model.SerializeToString())

    return damage


def infinite(model):
    """All weights at infinity."""
    for weights in model.graph.initializer:
        if weights.data_type == onnx.TensorProto.FLOAT:
            weights.raw_data = np.full(len(weights.raw_data) // 4, np.inf, np.float32).tobytes()


def elsewhere(model):
    """Weights that are to be read from another file."""
    weights = model.graph.initializer[0]
    weights.ClearField("raw_data")
    weights.data_location = onnx.TensorProto.EXTERNAL
    weights.external_data.add(key="location", value="weights.bin")


def endless(model):
    """A loop of 2^62 rounds in front of the rest."""
    helper = onnx.helper
    number, on, still_on = (
        helper.make_tensor_value_info(*given, []) for given in (("round", 7), ("on", 9), ("still on", 9))
    )
    again = helper.make_node("Identity", ["on"], ["still on"])
    body = helper.make_graph([again], "body", [number, on], [still_on])
    for name, value in (("rounds", 2**62), ("is on", True)):
        model.graph.initializer.append(onnx.numpy_helper.from_array(np.array(value), name))
    model.graph.node.insert(0, helper.make_node("Loop", ["rounds", "is on"], [], body=body))


def nested(model):
    model.graph.node[0].attribute.append(onnx.helper.make_attribute("body", onnx.GraphProto()))


def of_functions(model):
    model.functions.append(onnx.FunctionProto(name="Add", domain="mine"))


def foreign(model):
    model.graph.node[0].domain = "com.microsoft"


def sparse(model):
    model.graph.sparse_initializer.append(onnx.SparseTensorProto())


def immense(model):
    model.graph.initializer[0].dims[0] = 2**62


def large(model):
    """2^33 numbers, summed."""
    shape = onnx.numpy_helper.from_array(np.array([2**33]), "shape")
    model.graph.initializer.extend([shape, onnx.numpy_helper.from_array(np.zeros(1, np.float32), "zero")])
    for operator, takes, gives in (("Expand", ["zero", "shape"], "many"), ("ReduceSum", ["many"], "sum")):
        model.graph.node.append(onnx.helper.make_node(operator, takes, [gives]))


def slow(model):
    """A matrix multiplied by itself, for ten seconds as a test counts them."""
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.eye(256, dtype=np.float32), "power 0"))
    model.graph.node.extend(
        onnx.helper.make_node("MatMul", [f"power {i}", "power 0"], [f"power {i + 1}"]) for i in range(9000)
    )


def garbled(text, other):
    """Other bytes in the place of some, which are not text."""

    def damage(folder):
        content = (folder / MODEL).read_bytes()
        (folder / MODEL).write_bytes(content.replace(text, other))
        assert content.count(text)

    return damage


@pytest.mark.parametrize(("damage", "words"), [
    (lambda folder: (folder / MODEL).unlink(), "policy.onnx: not there; give the folder"),
    (lambda folder: (folder / MODEL).write_bytes(b""), "not an ONNX model"),
    (lambda folder: (folder / MODEL).write_bytes(b"\xff\xfe\x00"), "not an ONNX model"),
    (lambda folder: (folder / MODEL).write_text("{}"), "not an ONNX model"),
    (lambda folder: (folder / MODEL).write_bytes((folder / MODEL).read_bytes()[:2000]), "not an ONNX model"),
    (lambda folder: (folder / MODEL).write_bytes(b"\x80\x04K\x01."), "not an ONNX model"),  # a pickle
    (lambda folder: os.truncate(folder / MODEL, MOST_BYTES + 1), "more than 256 MiB"),
    (lambda folder: (folder / MODEL).replace(folder / "policy.json"),
     "a policy of an earlier version of hustings; train it again"),
    (edited(lambda model: model.ClearField("metadata_props")), "not a policy of this version"),
    (garbled(b'"game_version"', b'"game_\xf6ersion"'), "not a policy of this version"),
    (garbled(b"observations", b"\xf6bservations"), "the names of its inputs are not text"),
    (edited(lambda model: model.graph.ClearField("node")), "not an ONNX model"),
    (edited(infinite), "gives numbers that are not finite"),
    (edited(elsewhere), "wants other files to be opened"),
    (facts(format="else"), "not a policy of this version"),
    (facts(format_version=1), "not a policy of this version"),
    (facts(surprise=1), "not a policy of this version"),
    (facts(game_version=3), "trained for tinygame_v3, not tinygame_v0"),
    (facts(num_players="2"), "of the wrong kind"),
    (facts(num_players=9), "players"),
    (facts(num_players=2), r"for \d+ observations and 4 actions, not"),
    (facts(observation_size=7), "for 7 observations and 4 actions, not"),
    (facts(about=[]), "of the wrong kind"),
    (another(players=2), "does not run"),
    (edited(endless), "has the operator Loop, which no policy may have"),
    (edited(nested), "has graphs within operators, which may never end"),
    (edited(of_functions), "has functions of its own, which may never end"),
    (edited(foreign), r"has an operator of com\.microsoft, which is not standard ONNX"),
    (edited(sparse), "has sparse arrays"),
    (edited(immense), "not an ONNX model|does not run"),
    (garbled(b"logits", b"log\xe1ts"), "not an ONNX model|does not run"),
    (edited(large), "takes more than 384 MiB for two rows"),
    (edited(slow), "takes more than 10 s for two rows"),
])  # fmt: skip
def test_a_damaged_policy_gets_one_line(tmp_path, damage, words, capfd, monkeypatch):
    monkeypatch.setattr(policy_module, "_timed", functools.partial(policy_module._timed, 0.5))
    policy().save(tmp_path)
    damage(tmp_path)
    with pytest.raises(PolicyError, match=rf"^{re.escape(str(tmp_path))}.*({words})"):
        make(str(tmp_path), GAME)
    assert capfd.readouterr() == ("", ""), "onnxruntime writes nothing of its own on the terminal"


def test_a_word_in_the_facts_is_no_other_file():
    model = policy_file(GAME, PLAYERS, about={"box": "location", "location": "location"})
    assert PolicyAgent(model).facts.about["about"]["box"] == "location"
