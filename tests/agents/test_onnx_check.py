"""Damaged and hostile policy files: each is refused in one line, and nothing of it runs."""

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import time

import numpy as np
import onnx
import onnxruntime
import pytest

from hustings.agents import PolicyAgent, PolicyError, make
from hustings.agents.policy import agent, foreign
from hustings.agents.policy.agent import METADATA, MODEL, MOST_BYTES, PolicyFacts
from hustings.agents.policy.onnx_file.session import open_session
from hustings.envs import GAMES
from hustings.training.learning.export import to_onnx

from ..support import network, policy_file, run_python
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


def other_domain(model):
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
    """A matrix multiplied by itself, for ten seconds."""
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.eye(256, dtype=np.float32), "power 0"))
    model.graph.node.extend(
        onnx.helper.make_node("MatMul", [f"power {i}", "power 0"], [f"power {i + 1}"]) for i in range(3000)
    )


def added(model, operator, takes, **settings):
    model.graph.node.append(onnx.helper.make_node(operator, takes, [f"of {operator}"], **settings))


def constant(model, name, values, kind=np.int64):
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.array(values, kind), name))


def pooled(model):
    constant(model, "line", np.zeros((1, 1, 8)), np.float32)
    added(model, "AveragePool", ["line"], kernel_shape=[10**7], pads=[10**7 // 2] * 2)


def kernel(model):
    """A convolution with a kernel of 10^6 over as many places."""
    constant(model, "line", np.zeros((1, 1, 10**6)), np.float32)
    added(model, "Conv", ["line", "line"], pads=[10**6 // 2] * 2)


def observed(model):
    """1 if anything is observed, else 0."""
    constant(model, "both", [0, 1])
    added(model, "ReduceSum", ["observations", "both"], keepdims=0)
    constant(model, "nothing", 0, np.float32)
    added(model, "Greater", ["of ReduceSum", "nothing"])
    added(model, "Cast", ["of Greater"], to=onnx.TensorProto.INT64)


def divided(model):
    """The least number by -1 where anything is observed, at which a processor stops the process."""
    observed(model)
    constant(model, "one", 1)
    constant(model, "two", 2)
    added(model, "Mul", ["of Cast", "two"])
    added(model, "Sub", ["one", "of Mul"])
    constant(model, "least", -(2**63))
    added(model, "Div", ["least", "of Sub"])


def kernel_as_observed(model):
    """A smaller kernel reaches less far, and so has more places."""
    added(model, "NonZero", ["observations"])
    added(model, "Cast", ["of NonZero"], to=onnx.TensorProto.FLOAT)
    constant(model, "first", [0])
    added(model, "Unsqueeze", ["of Cast", "first"])
    constant(model, "line", np.zeros((1, 2, 10)), np.float32)
    added(model, "Conv", ["line", "of Unsqueeze"], dilations=[10**7], pads=[10**9] * 2)


def normalised(model):
    """onnxruntime 1.32 reads what is not there where a side is 0."""
    constant(model, "line", np.zeros((1, 1, 0)), np.float32)
    constant(model, "scale", [1], np.float32)
    added(model, "InstanceNormalization", ["line", "scale", "scale"])


def branching(model):
    constant(model, "yes", True, np.bool_)
    added(model, "If", ["yes"], then_branch=onnx.GraphProto(), else_branch=onnx.GraphProto())


def as_observed(model):
    """As many zeros as an observation says."""
    added(model, "Cast", ["observations"], to=onnx.TensorProto.INT64)
    constant(model, "flat", [-1])
    added(model, "Reshape", ["of Cast", "flat"])
    added(model, "ConstantOfShape", ["of Reshape"])


def beyond(model):
    """What onnxruntime 1.32 reads beyond its memory for."""
    constant(model, "place", [-2])
    added(model, "GatherND", ["observations", "place"], batch_dims=-2)


def flagged(model):
    added(model, "ReduceSum", ["observations"], keepdims=7)


def texts(model):
    added(model, "Cast", ["observations"], to=onnx.TensorProto.STRING)


def twice_standard(model):
    model.opset_import.add(domain="ai.onnx", version=18)


def hidden(last):
    """A graph with a loop behind a tag of five bytes, which not all readers take."""

    def damage(folder):
        edited(endless)(folder)
        model = onnx.load(folder / MODEL)
        graph = model.graph.SerializeToString()
        model.ClearField("graph")
        tag = bytes([0xBA, 0x80, 0x80, 0x80, last])
        length = b"".join(bytes([len(graph) >> shift & 127 | 128]) for shift in (0, 7, 14, 21)) + b"\0"
        (folder / MODEL).write_bytes(model.SerializeToString() + tag + length + graph)

    return damage


def in_a_format_of_onnxruntime(folder):
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.save_model_format", "ORT")
    options.optimized_model_filepath = str(folder / "policy.ort")
    onnxruntime.InferenceSession(folder / MODEL, options)
    (folder / "policy.ort").replace(folder / MODEL)


def bomb(folder):
    """Ten million empty operators, which take a hundred times as much memory as they do on the disk."""
    (folder / MODEL).write_bytes(b"\x3a\x80\xda\xc4\x09" + b"\x0a\x00" * 10_000_000)


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
    (garbled(b'"game_version"', b'"game_\xf6ersion"'), "has names that are not text"),
    (garbled(b"observations", b"\xf6bservations"), "has names that are not text"),
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
    (edited(other_domain), r"has an operator of com\.microsoft, which is not standard ONNX"),
    (edited(sparse), "has sparse arrays"),
    (edited(immense), "not an ONNX model|does not run"),
    (garbled(b"logits", b"log\xe1ts"), "has names that are not text"),
    (edited(large), "takes more than 6,291,456 numbers at once for 2 rows"),
    (edited(slow), "takes more than 629,145,600 steps for 2 rows"),
    (edited(lambda model: model.graph.node.extend([onnx.NodeProto()] * 5000)), "more than 5,000 operators"),
    (hidden(0), "has the operator Loop, which no policy may have"),
    (hidden(16), "not an ONNX model"),
    (in_a_format_of_onnxruntime, "not an ONNX model"),
    (edited(pooled), "has the operator AveragePool, which no policy may have"),
    (edited(kernel), "takes more than 6,291,456 numbers at once"),
    (edited(divided), "divides whole numbers by what is not known before"),
    (edited(kernel_as_observed), "has results whose size depends on what is observed"),
    (edited(normalised), "has the operator InstanceNormalization, which no policy may have"),
    (edited(branching), "has the operator If, which no policy may have"),
    (edited(as_observed), "has results whose size depends on what is observed"),
    (edited(lambda model: added(model, "Constant", [], value_string="x")), "are not of numbers"),
    (edited(texts), "has arrays that are not of numbers"),
    (edited(twice_standard), "is for other operators than ONNX's 13 to 24"),
    (edited(beyond), "has an odd operator GatherND"),
    (edited(flagged), "has an odd operator ReduceSum"),
    (bomb, r"takes (more than 5\d\d MiB|too much memory)|not an ONNX model"),
])  # fmt: skip
def test_a_damaged_policy_gets_one_line(tmp_path, damage, words, capfd):
    policy().save(tmp_path)
    damage(tmp_path)
    with pytest.raises(PolicyError, match=rf"^{re.escape(str(tmp_path))}.*({words})"):
        make(str(tmp_path), GAME)
    assert capfd.readouterr() == ("", ""), "onnxruntime writes nothing of its own on the terminal"


def test_a_word_in_the_facts_is_no_other_file():
    model = policy_file(GAME, PLAYERS, about={"box": "location", "location": "location"})
    assert PolicyAgent(model).facts.about["about"]["box"] == "location"


def test_what_onnx_does_not_know_is_left_out_at_once(tmp_path):
    content = policy().model
    (tmp_path / MODEL).write_bytes(content + b"\xa0\x06\x01" * 8_000_000)
    begin = time.perf_counter()
    assert make(str(tmp_path), GAME).model == content
    assert time.perf_counter() - begin < 5


def test_onnxruntime_gets_what_was_checked(monkeypatch):
    """A field more in the file is not in what it opens, and what the policy keeps."""
    opened, content = [], policy().model
    monkeypatch.setattr(agent, "open_session", lambda model: opened.append(model) or open_session(model))
    odd = PolicyAgent(content + b"\xa0\x06\x01")
    assert [odd.model] == opened == [content]


def test_a_size_that_only_some_numbers_of_rows_have_is_refused():
    """Nothing of it shows with two rows: 9 rows are turned into 10^9."""
    model = onnx.load_from_string(policy().model)
    added(model, "Shape", ["observations"], start=0, end=1)
    for name, value in (("nine", [9]), ("many", [10**9]), ("one", [1]), ("zero", [0])):
        constant(model, name, value)
    added(model, "Equal", ["of Shape", "nine"])
    added(model, "Where", ["of Equal", "many", "one"])
    added(model, "ConstantOfShape", ["of Where"])
    agent = PolicyAgent(model.SerializeToString())
    with pytest.raises(PolicyError, match=r"takes more than .* numbers at once for 2 rows"):
        agent.policy_and_values(*views(2))


def test_a_network_that_grows_too_much_with_the_rows_is_refused_when_they_come():
    model = onnx.load_from_string(policy().model)
    added(model, "Transpose", ["observations"])
    added(model, "MatMul", ["observations", "of Transpose"])  # rows x rows
    agent = PolicyAgent(model.SerializeToString())
    agent.policy_and_values(*views(300))
    with pytest.raises(PolicyError, match="for 33554432 rows"):
        agent._bound(2**25, agent.facts.observation_size, agent.facts.num_actions)


def views(rows):
    facts = policy().facts
    return np.zeros((rows, facts.observation_size), np.float32), np.ones((rows, facts.num_actions), np.bool_)


def test_the_process_that_tries_a_policy_is_ended_after_its_time(tmp_path, monkeypatch):
    monkeypatch.setattr(foreign, "TRIAL_SECONDS", 0.01)
    policy(seed=5).save(tmp_path)
    with pytest.raises(PolicyError, match="takes more than 0 s for two rows"):
        make(str(tmp_path), GAME)


def test_only_files_from_elsewhere_are_tried_and_each_once(tmp_path, monkeypatch):
    tried, run = [], foreign._elsewhere
    monkeypatch.setattr(foreign, "_elsewhere", lambda *given: tried.append(given) or run(*given))
    make("policy", GAMES["copycat"])
    assert not tried
    policy(seed=6).save(tmp_path)
    for _ in range(2):
        make(str(tmp_path), GAME)
    assert len(tried) == 1


def test_no_file_is_written_outside_and_nobody_is_told(tmp_path):
    """onnxruntime would keep a number for this machine beneath the home, and tell what it loads."""
    home = tmp_path / "home"
    home.mkdir()
    places = {name: str(home) for name in ("HOME", "TMPDIR", "USERPROFILE", "LOCALAPPDATA")}
    places |= {f"XDG_{kind}_HOME": str(home / kind) for kind in ("CACHE", "DATA", "CONFIG", "STATE")}
    policy().save(tmp_path / "other")
    code = f"""
        import time
        import numpy as np
        from hustings.agents import make
        from hustings.envs import GAMES
        from tests import tinygame
        for agent in make("policy", GAMES["copycat"]), make({str(tmp_path / "other")!r}, tinygame.GAME):
            facts = agent.facts
            agent.policy_and_values(
                np.zeros((2, facts.observation_size), np.float32), np.ones((2, facts.num_actions), bool)
            )
        time.sleep(1)
    """
    done = run_python(code, **places, NUMBA_CACHE_DIR=str(tmp_path / "numba"))
    assert done.returncode == 0, done.stderr
    assert not list(home.rglob("*"))


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
@pytest.mark.parametrize(("telemetry", "calls"), [(None, 0), ("0", 1)])
def test_no_host_is_looked_up(telemetry, calls, tmp_path):
    """onnxruntime looks for one within twenty seconds; the second case shows that it would be seen."""
    code = """
        import time
        from hustings.agents import make
        from hustings.envs import GAMES
        make("policy", GAMES["copycat"])
        time.sleep(22)
    """
    trace = tmp_path / "trace"
    command = ["strace", "-f", "-qq", "-e", "trace=socket,connect,sendto", "-o", str(trace)]
    wanted = {} if telemetry is None else {"ORT_DISABLE_TELEMETRY": telemetry}
    subprocess.run(
        [*command, sys.executable, "-c", textwrap.dedent(code)], check=True, env={**os.environ, **wanted}
    )
    found = [line for line in trace.read_text().splitlines() if "AF_INET" in line]
    assert min(len(found), 1) == calls, found[:3]
