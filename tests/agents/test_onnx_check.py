"""Damaged and hostile policy files: each is refused in one line, before this process opens it."""

import json
import os
import platform
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
from hustings.agents.policy.files import own_file
from hustings.agents.policy.onnx_file import trial
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


def other_domain(model):
    model.graph.node[0].domain = "com.microsoft"


def immense(model):
    model.graph.initializer[0].dims[0] = 2**62


def added(model, operator, takes, **settings):
    model.graph.node.append(onnx.helper.make_node(operator, takes, [f"of {operator}"], **settings))


def constant(model, name, values, kind=np.int64):
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.array(values, kind), name))


def square(model, *more):
    """As many ones as the rows times the rows, and perhaps times others."""
    added(model, "Shape", ["observations"], start=0, end=1)
    constant(model, "1", 1, np.float32)
    added(model, "Concat", ["of Shape", "of Shape", *more], axis=0)
    added(model, "Expand", ["1", "of Concat"])


def growing(model):
    """A number for each three rows, summed: 8 for 2 rows, 4 GiB for 1,024."""
    square(model, "of Shape")
    added(model, "ReduceSum", ["of Expand"])


def slowing(model):
    """A square of rows multiplied by itself: 24,000 steps for 2 rows, minutes for 1,024."""
    square(model)
    model.graph.node.extend(
        onnx.helper.make_node("MatMul", [f"power {i}" if i else "of Expand", "of Expand"], [f"power {i + 1}"])
        for i in range(3000)
    )


def renamed(model, name):
    """An output under another name and of any shape, so that something may be made of it."""
    for node in model.graph.node:
        node.output[:] = [f"real {name}" if output == name else output for output in node.output]
    (output,) = (output for output in model.graph.output if output.name == name)
    for side in output.type.tensor_type.shape.dim:
        side.Clear()
    return output.type.tensor_type


def turned(model):
    renamed(model, "logits")
    model.graph.node.append(onnx.helper.make_node("Transpose", ["real logits"], ["logits"]))


def doubles(model):
    kind = renamed(model, "values").elem_type = onnx.TensorProto.DOUBLE
    model.graph.node.append(onnx.helper.make_node("Cast", ["real values"], ["values"], to=kind))


def lost_with_rows(model):
    """The logarithm of a thousand less the rows is added."""
    renamed(model, "logits")
    added(model, "Shape", ["observations"], start=0, end=1)
    added(model, "Cast", ["of Shape"], to=onnx.TensorProto.FLOAT)
    constant(model, "thousand", 1000, np.float32)
    added(model, "Sub", ["thousand", "of Cast"])
    added(model, "Log", ["of Sub"])
    model.graph.node.append(onnx.helper.make_node("Add", ["real logits", "of Log"], ["logits"]))


def other_input(model):
    model.graph.input.append(onnx.helper.make_tensor_value_info("table", onnx.TensorProto.FLOAT, [1]))


def pooled(model):
    constant(model, "line", np.zeros((1, 1, 8)), np.float32)
    added(model, "AveragePool", ["line"], kernel_shape=[10**7], pads=[10**7 // 2] * 2)


def crashing(model):
    """The least number by -1, at which some processors stop the process."""
    constant(model, "least", -(2**63))
    constant(model, "minus one", -1)
    added(model, "Div", ["least", "minus one"])


def normalised(model):
    """onnxruntime 1.32 reads what is not there where a side is 0."""
    constant(model, "line", np.zeros((1, 1, 0)), np.float32)
    constant(model, "scale", [1], np.float32)
    added(model, "InstanceNormalization", ["line", "scale", "scale"])


def beyond(model):
    """What onnxruntime 1.32 reads beyond its memory for."""
    constant(model, "place", [-2])
    added(model, "GatherND", ["observations", "place"], batch_dims=-2)


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
    """Three million empty operators, which take a hundred times as much memory as they do on the disk."""
    (folder / MODEL).write_bytes(b"\x3a\x80\x9b\xee\x02" + b"\x0a\x00" * 3_000_000)


def garbled(text, other):
    """Other bytes in the place of some, which are not text."""

    def damage(folder):
        content = (folder / MODEL).read_bytes()
        (folder / MODEL).write_bytes(content.replace(text, other))
        assert content.count(text)

    return damage


@pytest.mark.parametrize(("damage", "words"), [
    (lambda folder: (folder / MODEL).unlink(), "policy.onnx: not found; give the folder"),
    (lambda folder: (folder / MODEL).write_bytes(b""), "not an ONNX model"),
    (lambda folder: (folder / MODEL).write_bytes(b"\xff\xfe\x00"), "not an ONNX model"),
    (lambda folder: (folder / MODEL).write_text("{}"), "not an ONNX model"),
    (lambda folder: (folder / MODEL).write_bytes((folder / MODEL).read_bytes()[:2000]), "not an ONNX model"),
    (lambda folder: (folder / MODEL).write_bytes(b"\x80\x04K\x01."), "not an ONNX model"),  # a pickle
    (lambda folder: os.truncate(folder / MODEL, MOST_BYTES + 1), "more than 256 MiB"),
    (edited(lambda model: model.ClearField("metadata_props")), "not a policy of this version"),
    (garbled(b"observations", b"\xf6bservations"), "has names that are not text"),
    (edited(lambda model: model.graph.ClearField("node")), "not an ONNX model"),
    (edited(infinite), "returns numbers that are not finite"),
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
    (another(players=2), "fails with"),
    (edited(endless), "has the operator Loop, which no policy may have"),
    (edited(nested), "has subgraphs in operators, which may never end"),
    (edited(lambda model: model.functions.append(onnx.FunctionProto(name="Add", domain="mine"))),
     "defines functions, which may never end"),
    (edited(other_domain), r"has an operator of com\.microsoft, which is not standard ONNX"),
    (edited(lambda model: model.graph.sparse_initializer.append(onnx.SparseTensorProto())), "has sparse arr"),
    (edited(immense), "not an ONNX model|fails with"),
    (edited(growing), r"fails with 1,024 rows \(out of memory\); train another, perhaps smaller"),
    (edited(turned), r"returns shapes \[\(4, 1\), \(1, 3\)\], not \[\(1, 4\), \(1, 3\)\]; train"),
    (edited(doubles), "returns numbers that are not finite float32"),
    (edited(lost_with_rows), "returns numbers that are not finite"),
    (edited(other_input), "has the input table, not observations and masks"),
    (hidden(0), "has the operator Loop, which no policy may have"),
    (hidden(16), "not an ONNX model"),
    (in_a_format_of_onnxruntime, "not an ONNX model"),
    (edited(pooled), "has the operator AveragePool, which no policy may have"),
    (edited(normalised), "has the operator InstanceNormalization, which no policy may have"),
    (edited(lambda model: added(model, "Constant", [], value_string="x")), "are not of numbers"),
    (edited(lambda model: added(model, "Cast", ["observations"], to=onnx.TensorProto.STRING)),
     "has arrays that are not of numbers"),
    (edited(beyond), "has an operator whose batch_dims are not 0"),
    (bomb, "has the operator , which no policy may have|takes |not an ONNX model"),
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


def test_what_takes_too_long_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(foreign, "TRIAL_SECONDS", 1)
    policy().save(tmp_path)
    edited(slowing)(tmp_path)
    with pytest.raises(PolicyError, match="takes more than 1 s for 1,024 rows; train a smaller policy"):
        make(str(tmp_path), GAME)


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="other processors go on")
def test_what_crashes_onnxruntime_is_refused(tmp_path):
    policy().save(tmp_path)
    edited(crashing)(tmp_path)
    with pytest.raises(
        PolicyError, match=r"takes more than 4,096 MiB .* or crashes onnxruntime; copy it again"
    ):
        make(str(tmp_path), GAME)


def test_a_policy_is_tried_with_few_rows_and_many_at_every_table_that_it_is_for(monkeypatch):
    asked, run, game = [], trial.run_session, GAMES["copycat"]
    monkeypatch.setattr(trial, "run_session", lambda *given: asked.append(given[2].shape) or run(*given))
    sizes = {players: game.observation(players).size for players in game.player_counts}
    limits = trial.TrialRequest(METADATA, sizes, game.actions.size, memory=0, seconds=0)
    assert trial.try_out(own_file("copycat").read_bytes(), limits).unfit is None
    assert sorted(asked) == sorted((rows, size) for size in sizes.values() for rows in (1, 2, 1024))


def test_the_process_that_tries_a_policy_is_ended_after_its_time(tmp_path, monkeypatch):
    monkeypatch.setattr(foreign, "PATIENCE", 0)
    policy(seed=5).save(tmp_path)
    with pytest.raises(PolicyError, match="takes more than 30 s"):
        make(str(tmp_path), GAME)


def test_only_files_from_elsewhere_are_tried_and_each_once(tmp_path, monkeypatch):
    tried, run = [], foreign._in_other_process
    monkeypatch.setattr(foreign, "_accepted", set())
    monkeypatch.setattr(foreign, "_in_other_process", lambda *given: tried.append(given) or run(*given))
    make("policy", GAMES["copycat"])
    assert not tried
    policy(seed=6).save(tmp_path)
    for _ in range(2):
        make(str(tmp_path), GAME)
    assert len(tried) == 1


def test_no_file_is_written_outside(tmp_path):
    """onnxruntime would keep a number for this machine beneath the home."""
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
